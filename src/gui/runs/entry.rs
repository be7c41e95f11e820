//! A run in the window, and its nodes.

use crate::gui::published::Publication;
use crate::gui::session::SavedRun;
use std::cell::OnceCell;
use std::path::PathBuf;
use std::sync::Arc;
use tilescope_lab::collection::KnownLength;
use tilescope_lab::{Problem, Run, RunOutcome, RunResults, format};
use tilescope_puzzle::{Costs, Puzzle};
use tilescope_search::Selection;
use tilescope_trace::{Moment, NodeId};

/// A run's number in this window, from 1; never used twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RunId(pub u32);

/// A recorded node, with its run. A node's number means nothing in another run, so whatever keeps
/// a node for longer than a frame keeps this. [`RunEntry::number_of`] gives the number back, for
/// the right run alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunNode {
    run: RunId,
    number: NodeId,
}

/// A moment of a run, as far as it is recorded: what is known of two equal ones is the same. Nodes may
/// still arrive at the last moment of a run that goes on, and its last node becomes the goal when it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunMoment {
    run: RunId,
    t: Moment,
    n_generated: NodeId,
    has_ended: bool,
}

/// A run and how it is shown.
pub struct RunEntry {
    pub id: RunId,
    pub run: Run,
    /// The number of its colour and dash in the plots and lists
    /// ([`crate::gui::theme::run_style`]).
    pub style: usize,
    /// Whether its curves are drawn.
    pub visible: bool,
    /// The memory of its record when it was last polled, in bytes.
    pub record_bytes: u64,
    /// The file that it was loaded from, if it was.
    pub file: Option<PathBuf>,
    /// What was published of it, if it was opened as a published search.
    pub publication: Option<Arc<Publication>>,
    /// Results that a session keeps, once the run has ended.
    pub(super) results: OnceCell<RunResults>,
}

impl RunEntry {
    /// A run of an earlier session.
    pub(super) fn restored(saved: SavedRun, style: usize) -> Self {
        let publication = saved
            .publication
            .and_then(|(experiment, search)| Publication::find(&experiment, &search));
        RunEntry {
            id: RunId(saved.number),
            run: Run::without_record(&saved.results),
            style,
            visible: saved.is_visible,
            record_bytes: 0,
            file: saved.file,
            publication: publication.map(Arc::new),
            results: saved.results.into(),
        }
    }

    /// Returns what a session keeps of the run.
    pub(super) fn to_save(&self) -> SavedRun {
        let results = match self.run.report() {
            Some(_) => self.results.get_or_init(|| self.run.results()).clone(),
            None => self.run.results(),
        };
        let publication = self.publication.as_ref();
        SavedRun {
            number: self.id.0,
            is_visible: self.visible,
            file: self.file.clone(),
            publication: publication.map(|it| (it.experiment.key.into(), it.search.name.clone())),
            results,
        }
    }

    /// Returns true if it has no record any more, and a search can make it again.
    pub fn can_be_solved_again(&self) -> bool {
        let is_game = self.run.job().settings.algorithm.selection == Selection::Game;
        self.run.is_record_dropped() && !is_game
    }

    /// A cost of the run's problem, for people.
    pub fn cost(&self, n: u64) -> String {
        format::cost(n, self.run.job().problem.unit())
    }

    /// Whether it searches `problem`: the same start, goal and costs.
    pub fn is_of(&self, problem: &Problem) -> bool {
        self.run.job().problem.is_same_task(problem)
    }

    /// The puzzle of a run, and the length of a shortest solution if the run has proved it.
    pub fn proved(&self) -> Option<(&Puzzle, KnownLength)> {
        let job = self.run.job();
        let puzzle = job.problem.puzzle()?;
        match &self.run.report()?.outcome {
            // Where moves have different costs, the cheapest solution may not be the shortest.
            RunOutcome::Solved {
                moves,
                optimal: true,
                ..
            } if puzzle.costs == Costs::default() => {
                let known = KnownLength {
                    moves: moves.len() as u32,
                    optimal: true,
                    by: job.title(),
                };
                Some((puzzle, known))
            }
            _ => None,
        }
    }

    /// Node `number` of this run; `None` if it is not recorded.
    pub fn node(&self, number: NodeId) -> Option<RunNode> {
        let run = self.id;
        (number < self.run.trace().n_nodes()).then_some(RunNode { run, number })
    }

    /// The moment `t` of this run.
    pub fn moment(&self, t: Moment) -> RunMoment {
        let trace = self.run.trace();
        RunMoment {
            run: self.id,
            t,
            n_generated: trace.n_generated(t),
            has_ended: t >= trace.n_expanded() && self.run.report().is_some(),
        }
    }

    /// The number of `node`; `None` if it belongs to another run.
    pub fn number_of(&self, node: RunNode) -> Option<NodeId> {
        (node.run == self.id).then_some(node.number)
    }
}
