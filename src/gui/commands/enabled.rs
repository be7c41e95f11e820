//! Which commands mean anything for the present problem, and which can be chosen now.

use super::Command;
use crate::gui::fitness;
use crate::gui::model::Model;
use crate::gui::races::Races;
use crate::gui::runs::RunEntry;
use tilescope_lab::RunState;

impl Command {
    /// Whether it means anything for the present problem: some are for tiles alone.
    pub fn applies(self, model: &Model) -> bool {
        match self {
            Command::Copy
            | Command::CopyPicture
            | Command::Scramble
            | Command::Repair
            | Command::StartAsGoal
            | Command::Rotate
            | Command::Mirror
            | Command::Relabel
            | Command::Hint
            | Command::Picture
            | Command::SolveOptimally
            | Command::RecordGame
            | Command::SweepOrders
            | Command::SweepTies
            | Command::SweepWeights
            | Command::SweepBeamWidths
            | Command::ExportPuzzle
            | Command::ExportGraph => model.puzzle().is_some(),
            _ => (self.own_layout()).is_none_or(|own| own < model.own_layouts().len()),
        }
    }

    /// Whether it can be chosen now.
    pub fn is_enabled(self, model: &Model) -> bool {
        let working = model.runs().working_on(model.problem());
        match self {
            Command::SaveCollection => {
                let active = model.library().active();
                active.is_some_and(|active| active.can_be_saved())
            }
            Command::SaveCollectionAs
            | Command::ExportCollection
            | Command::RenameCollection
            | Command::CloseCollection => model.library().active().is_some(),
            Command::NextCollection => model.library().open().len() > 1,
            Command::NextPuzzle => can_step(model, 1),
            Command::PreviousPuzzle => can_step(model, -1),
            Command::Undo => model.can_undo(),
            Command::Redo => model.can_redo(),
            _ if !self.applies(model) => false,
            Command::Repair => model
                .verdict()
                .is_some_and(|verdict| !verdict.is_solvable()),
            Command::Hint => model.can_hint(),
            Command::Solve => match working {
                Some(entry) => entry.run.state() == RunState::Paused,
                None => can_start(model),
            },
            Command::Step => match working {
                Some(entry) => entry.run.ending().is_none(),
                None => can_start(model),
            },
            Command::SolveOptimally => working.is_none(),
            Command::PauseOrResume | Command::Stop => model
                .runs()
                .working()
                .is_some_and(|entry| entry.run.ending().is_none()),
            _ if self.is_sweep() => self.action(model).is_some(),
            Command::ClearRuns => !model.runs().is_empty(),
            Command::StartRace => model.runs().working().is_none(),
            Command::RaceRuns => {
                model.runs().working().is_none() && model.recorded_runs().len() >= Races::MIN
            }
            Command::OpenTrace => model.trace_files().working().is_none(),
            Command::SaveTrace | Command::ExportTrace => {
                let idle = model.trace_files().working().is_none();
                let can = |entry: &RunEntry| {
                    entry.run.report().is_some() && entry.run.trace().n_nodes() > 0
                };
                idle && model.runs().active().is_some_and(can)
            }
            Command::PlaySolution | Command::CopySolution => {
                let is_its = model.runs().active_is_of(model.problem());
                is_its && model.runs().active_solution().is_some()
            }
            Command::RecordGame => model.game().is_some() && model.games().recorded().is_none(),
            Command::CursorStart | Command::CursorBack | Command::CursorBackTen => {
                model.cursor().t > 0
            }
            Command::CursorEnd | Command::CursorForward | Command::CursorForwardTen => {
                model.cursor().t < model.end()
            }
            Command::PreviousIteration
            | Command::NextIteration
            | Command::NextBookmark
            | Command::PreviousBookmark => self.action(model).is_some(),
            Command::FindNext | Command::FindPrevious => {
                (model.finds().matches()).is_some_and(|matches| !matches.is_empty())
            }
            Command::PlayPath => model.path_steps().is_some(),
            Command::PlaySubtree => model.can_play_subtree(),
            _ if self.landmark().is_some() => model.end() > 0,
            Command::GoToStep | Command::CursorPlay => model.end() > 0,
            Command::GoToNode | Command::Bookmark => {
                (model.runs().active()).is_some_and(|entry| entry.run.trace().n_nodes() > 0)
            }
            _ => true,
        }
    }

    /// Why it can't be chosen now, where that is not plain to see.
    pub fn refusal(self, model: &Model) -> Option<&'static str> {
        let is_open = model.library().active().is_some();
        let why = match self {
            Command::SaveCollection if is_open => "All of the collection is saved",
            Command::SaveCollection
            | Command::SaveCollectionAs
            | Command::ExportCollection
            | Command::RenameCollection
            | Command::CloseCollection => "No collection is open",
            Command::NextCollection => "No other collection is open",
            Command::PlaySolution | Command::CopySolution => {
                let runs = model.runs();
                match runs.active().is_none() || runs.active_is_of(model.problem()) {
                    true => "There is no solution yet: solve first",
                    false => "The run that is shown is of another puzzle: solve this one first",
                }
            }
            _ => return None,
        };
        (!self.is_enabled(model)).then_some(why)
    }
}

/// Whether the chosen algorithm and heuristic fit the problem.
fn can_start(model: &Model) -> bool {
    fitness::refusal(model.problem(), model.settings()).is_none()
}

/// Whether there is a puzzle this number of places farther on in the active collection.
fn can_step(model: &Model, by: isize) -> bool {
    let active = model.library().active();
    active.is_some_and(|active| active.stepped(by).is_some())
}
