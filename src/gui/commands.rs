//! What a command does to the model, and the keys that call it. `table` lists every command.

mod command;
mod enabled;
mod table;
mod targets;

pub use command::Command;
pub use table::{COMMANDS, CommandInfo, Scope};

use super::actions::Action;
use super::edit::{BoardView, Edit};
use super::model::Model;
use crate::gui::bookmarks::BookmarksAction;
use crate::gui::conversions::{ConversionAction, Subject};
use crate::gui::document::DocumentAction;
use crate::gui::experiments::ExperimentAction;
use crate::gui::finds::FindAction;
use crate::gui::library::LibraryAction;
use crate::gui::puzzle_lists::PuzzleListsAction;
use crate::gui::races::RaceAction;
use crate::gui::runs::RunsAction;
use crate::gui::timeline::{self, TimelineAction};
use crate::gui::trace_files::TraceFileAction;
use egui::{Key, KeyboardShortcut};
use tilescope_lab::experiment::Draft;
use tilescope_lab::{RunState, examples};
use tilescope_puzzle::{Puzzle, Size};

/// The commands whose keys were pressed in this frame and not taken by anyone before, among
/// those that listen to the key; they are taken.
pub fn take_pressed(ctx: &egui::Context, listens: impl Fn(Command, Key) -> bool) -> Vec<Command> {
    let mut commands = Vec::new();
    ctx.input_mut(|input| {
        input.events.retain(|event| {
            let egui::Event::Key { key, .. } = event else {
                return true;
            };
            let command = command_of(event);
            let command = command.filter(|command| listens(*command, *key));
            commands.extend(command);
            command.is_none()
        });
    });
    commands
}

/// The actions of the keys that were pressed in this frame and work where nothing has the
/// focus: for widgets that have it and leave these keys to the commands. Page keys that lead to no iteration
/// are left to the panel, which they scroll.
pub fn take_unfocused(ctx: &egui::Context, model: &Model) -> Vec<Action> {
    let listens = |command: Command, key| {
        let is_page = matches!(key, Key::PageUp | Key::PageDown);
        command.entry().scope == Scope::Unfocused && (!is_page || command.is_enabled(model))
    };
    take_pressed(ctx, listens)
        .into_iter()
        .filter(|command| command.is_enabled(model))
        .filter_map(|command| command.action(model))
        .collect()
}

/// Whether a button or a list that has the focus does something by this key itself.
pub fn is_for_controls(key: Key) -> bool {
    use Key::{ArrowDown, ArrowLeft, ArrowRight, ArrowUp};
    use Key::{End, Enter, Escape, Home, PageDown, PageUp, Space};
    let moves = matches!(
        key,
        ArrowDown | ArrowLeft | ArrowRight | ArrowUp | End | Home | PageDown | PageUp
    );
    moves || matches!(key, Enter | Escape | Space)
}

/// The command whose keys this event presses.
pub fn command_of(event: &egui::Event) -> Option<Command> {
    let egui::Event::Key {
        key,
        modifiers,
        pressed: true,
        ..
    } = event
    else {
        return None;
    };
    let is_pressed = |keys: &KeyboardShortcut| {
        keys.logical_key == *key && modifiers.matches_exact(keys.modifiers)
    };
    COMMANDS
        .iter()
        .find(|entry| entry.keys.iter().any(is_pressed))
        .map(|entry| entry.command)
}

impl Command {
    /// Its entry in the table.
    pub fn entry(self) -> &'static CommandInfo {
        COMMANDS
            .iter()
            .find(|entry| entry.command == self)
            .expect("every command is in the table; a test sees to it")
    }

    /// What it does to the model; `None` for those that concern the window alone.
    pub fn action(self, model: &Model) -> Option<Action> {
        Some(match self {
            Command::New => Action::Document(DocumentAction::New(
                model.puzzle().map_or(Size::EIGHT_PUZZLE, Puzzle::size),
            )),
            Command::Open => Action::Document(DocumentAction::OpenDialog),
            Command::Library => PuzzleListsAction::Focus.into(),
            Command::SaveCollection => LibraryAction::Save.into(),
            Command::SaveCollectionAs => LibraryAction::SaveAs.into(),
            Command::NextPuzzle => LibraryAction::Step(1).into(),
            Command::PreviousPuzzle => LibraryAction::Step(-1).into(),
            Command::NextCollection => LibraryAction::ShowNext(1).into(),
            Command::RenameCollection => LibraryAction::AskName.into(),
            Command::CloseCollection => LibraryAction::CloseActive.into(),
            Command::Save => Action::Document(DocumentAction::Save),
            Command::SaveAs => Action::Document(DocumentAction::SaveAs),
            Command::ExportPuzzle => ConversionAction::Show(Subject::Puzzle).into(),
            Command::ExportCollection => ConversionAction::Show(Subject::Collection).into(),
            Command::OpenTrace => Action::TraceFile(TraceFileAction::AskOpen),
            Command::SaveTrace => Action::TraceFile(TraceFileAction::AskSave),
            Command::Quit => Action::Document(DocumentAction::Quit),
            Command::Undo => Action::Document(DocumentAction::Undo),
            Command::Redo => Action::Document(DocumentAction::Redo),
            Command::Scramble => Action::from(Edit::Scramble),
            Command::Repair => Action::from(Edit::Repair),
            Command::SwapSides => Action::from(Edit::SwapSides),
            Command::StartAsGoal => Action::from(Edit::StartAsGoal),
            Command::Rotate => Action::from(Edit::Rotate),
            Command::Mirror => Action::from(Edit::Mirror),
            Command::Relabel => Action::from(Edit::Relabel),
            Command::Romania | Command::India => Action::Document(DocumentAction::Example(
                examples::by_file(self.example()?)?.into(),
            )),
            Command::Hint => Action::Hint,
            Command::Solve => Action::Runs(match model.runs().working_on(model.problem()) {
                Some(_) => RunsAction::Resume,
                None => RunsAction::Solve,
            }),
            Command::SolveOptimally => Action::Runs(RunsAction::SolveOptimally),
            Command::Step => Action::Runs(RunsAction::Step),
            Command::PauseOrResume => match model.runs().working()?.run.state() {
                RunState::Paused => Action::Runs(RunsAction::Resume),
                RunState::Running | RunState::Stopping | RunState::Ended => {
                    Action::Runs(RunsAction::Pause)
                }
            },
            Command::Stop => Action::Runs(RunsAction::Stop),
            Command::PlaySolution => Action::PlaySolution,
            Command::RecordGame => RunsAction::RecordGame.into(),
            Command::ClearRuns => Action::Runs(RunsAction::Clear),
            Command::StartRace => RaceAction::AskStart.into(),
            Command::RaceRuns => RaceAction::Replay(model.recorded_runs()).into(),
            _ if self.is_sweep() => {
                let (settings, sweep) = self.sweep(model.settings())?;
                let draft = match self.sweeps_collection() {
                    true => {
                        Draft::sweep_file(model.library().active()?.own_file()?, &settings, sweep)
                    }
                    false => Draft::sweep(model.puzzle()?, &settings, sweep),
                };
                ExperimentAction::Sweep(draft.into()).into()
            }
            Command::CursorStart => Action::Timeline(TimelineAction::Seek(0)),
            Command::CursorBack => Action::Timeline(TimelineAction::SeekBy(-1)),
            Command::CursorForward => Action::Timeline(TimelineAction::SeekBy(1)),
            Command::CursorBackTen => Action::Timeline(TimelineAction::SeekBy(-10)),
            Command::CursorForwardTen => Action::Timeline(TimelineAction::SeekBy(10)),
            Command::CursorEnd => Action::Timeline(TimelineAction::SeekEnd),
            Command::PreviousIteration | Command::NextIteration => {
                let trace = model.runs().active()?.run.trace();
                let t = model.cursor().t;
                let to = match self {
                    Command::PreviousIteration => timeline::previous_iteration(trace, t)?,
                    _ => timeline::next_iteration(trace, t)?,
                };
                let by = i64::from(to) - i64::from(t);
                Action::Timeline(TimelineAction::SeekBy(by))
            }
            _ if self.landmark().is_some() => {
                let (landmark, towards) = self.landmark()?;
                Action::Jump(landmark, towards)
            }
            Command::PlayPath => Action::PlayPath,
            Command::PlaySubtree => Action::PlaySubtree,
            Command::Bookmark => BookmarksAction::Add.into(),
            Command::NextBookmark => BookmarksAction::GoTo(model.next_bookmark()?).into(),
            Command::PreviousBookmark => BookmarksAction::GoTo(model.previous_bookmark()?).into(),
            Command::Find => FindAction::Open.into(),
            Command::FindNext => FindAction::Next.into(),
            Command::FindPrevious => FindAction::Previous.into(),
            Command::CursorPlay => Action::Timeline(TimelineAction::TogglePlay),
            Command::ThemeSystem | Command::ThemeDark | Command::ThemeLight => {
                Action::Theme(self.theme()?)
            }
            Command::EditStart | Command::EditGoal | Command::Play => {
                Action::View(self.board_view()?)
            }
            // Without a puzzle there is no board to play on.
            Command::LayoutPlay => (model.puzzle()).map(|_| Action::View(BoardView::Play))?,
            Command::Contours => Action::Contours(!model.colouring().has_contours()),
            Command::Copy => Action::CopyBoard,
            Command::CopyPicture => Action::CopyPicture,
            Command::CopySolution => {
                let (problem, moves) = model.runs().active_solution()?;
                Action::copy_solution(problem, moves)
            }
            Command::SweepOrders
            | Command::SweepTies
            | Command::SweepWeights
            | Command::SweepBeamWidths
            | Command::SweepCollectionOrders
            | Command::SweepCollectionTies
            | Command::SweepCollectionWeights
            | Command::SweepCollectionBeamWidths
            | Command::Paste
            | Command::Palette
            | Command::GoToStep
            | Command::GoToNode
            | Command::NextRise
            | Command::NextDuplicate
            | Command::NextReopening
            | Command::NextGoal
            | Command::PreviousRise
            | Command::PreviousDuplicate
            | Command::PreviousReopening
            | Command::PreviousGoal
            | Command::Fullscreen
            | Command::Presentation
            | Command::MaximisePanel
            | Command::ZoomIn
            | Command::ZoomOut
            | Command::ResetZoom
            | Command::PanelPuzzle
            | Command::PanelSearch
            | Command::PanelTree
            | Command::PanelPlots
            | Command::PanelPseudocode
            | Command::PanelNode
            | Command::PanelResult
            | Command::PanelRuns
            | Command::PanelFrontier
            | Command::PanelLevels
            | Command::PanelOverview
            | Command::PanelCompare
            | Command::PanelRace
            | Command::PanelExperiment
            | Command::PanelSpace
            | Command::PanelLibrary
            | Command::NextPanel
            | Command::PreviousPanel
            | Command::NextTab
            | Command::PreviousTab
            | Command::LayoutStandard
            | Command::LayoutResearch
            | Command::OwnLayout1
            | Command::OwnLayout2
            | Command::OwnLayout3
            | Command::OwnLayout4
            | Command::OwnLayout5
            | Command::OwnLayout6
            | Command::Layouts
            | Command::ResetLayout
            | Command::Keys
            | Command::PublishedExperiments
            | Command::Audit
            | Command::OwnHeuristics
            | Command::Bookmarks
            | Command::Breakpoints
            | Command::Tables
            | Command::Generate
            | Command::History
            | Command::Picture
            | Command::SaveImage
            | Command::ExportGraph
            | Command::ExportTrace
            | Command::About => return None,
        })
    }
}

#[cfg(test)]
mod tests;
