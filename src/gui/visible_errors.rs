//! The errors of h of the nodes that are looked at, on boards with too many states to search them
//! all. Threads prove h\* of their boards; what is known of a board is kept for other runs.

use super::replay::Replay;
use super::requests::Wake;
use super::runs::{RunEntry, RunId};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilescope_lab::distance_queue::DistanceQueue;
use tilescope_lab::{Distribution, Problem, Quantity, State};
use tilescope_puzzle::Board;
use tilescope_search::{Cost, SearchDirection};
use tilescope_trace::NodeId;

/// The nodes that are looked at, and what is known of boards with one goal.
#[derive(Default)]
pub struct VisibleErrors {
    /// The problem to whose goal the distances lead.
    problem: Option<Problem>,
    queue: Option<DistanceQueue>,
    /// `None` for a board that was given up.
    known: HashMap<Board, Option<Cost>>,
    run: Option<RunId>,
    /// By viewer.
    wanted: [Wanted; 2],
    /// Whose node is looked up next.
    turn: usize,
    /// The node that the node panel shows, which comes first.
    shown: Option<NodeId>,
    is_shown_looked_up: bool,
    /// The boards whose h\* is awaited, with their nodes.
    awaited: HashMap<Board, Vec<NodeId>>,
    /// Nodes whose boards were given up, and those without h.
    without: HashSet<NodeId>,
    replay: Replay,
    is_stopped: bool,
}

/// A panel that shows nodes whose errors it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    Tree,
    Overview,
}

/// The nodes of a viewer, the most important first.
#[derive(Default)]
struct Wanted {
    nodes: Vec<NodeId>,
    /// How many of them were looked up.
    n_looked_up: usize,
    counts: Counts,
}

impl Wanted {
    fn is_looked_up(&self) -> bool {
        self.n_looked_up == self.nodes.len()
    }
}

/// How far the search for h\* of a viewer's nodes has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub n_visible: usize,
    pub n_known: usize,
    /// Those whose boards took too long, and those without h.
    pub n_without: usize,
    /// Whether the user has stopped it.
    pub is_stopped: bool,
}

impl Counts {
    /// Whether some h\* is still to be found.
    pub fn is_unfinished(&self) -> bool {
        self.n_known + self.n_without < self.n_visible
    }
}

impl VisibleErrors {
    /// The boards and nodes whose h\* is kept, at most.
    const MAX_KNOWN: usize = 1 << 17;
    /// The part of a frame that finding boards may take.
    const BUDGET: Duration = Duration::from_millis(2);

    /// A viewer shows these nodes of a run now.
    pub fn want(&mut self, viewer: Viewer, run: RunId, nodes: Vec<NodeId>) {
        if self.run.replace(run) != Some(run) {
            self.wanted = Default::default();
        }
        self.wanted[viewer as usize].nodes = nodes;
        self.begin_again();
    }

    /// Whether these are the nodes that the viewer wants.
    pub fn are_wanted(&self, viewer: Viewer, run: RunId, nodes: &[NodeId]) -> bool {
        self.run == Some(run) && self.wanted[viewer as usize].nodes == nodes
    }

    pub fn set_stopped(&mut self, is_stopped: bool) {
        self.is_stopped = is_stopped;
        for wanted in &mut self.wanted {
            wanted.counts.is_stopped = is_stopped;
        }
        if is_stopped {
            self.queue = None;
        }
        self.begin_again();
    }

    pub fn counts(&self, viewer: Viewer) -> Counts {
        self.wanted[viewer as usize].counts
    }

    /// Forgets which nodes are visible, and stops the threads.
    pub fn rest(&mut self) {
        if self.run.is_some() {
            *self = VisibleErrors {
                problem: self.problem.take(),
                known: std::mem::take(&mut self.known),
                is_stopped: self.is_stopped,
                ..VisibleErrors::default()
            };
        }
    }

    fn begin_again(&mut self) {
        for wanted in &mut self.wanted {
            wanted.n_looked_up = 0;
        }
        self.is_shown_looked_up = false;
        self.awaited.clear();
        self.without.clear();
        if let Some(queue) = &self.queue {
            queue.clear();
        }
    }

    /// Takes in what was found and looks for more. `shown` is the node of the run that the node panel
    /// shows.
    pub fn poll(
        &mut self,
        entry: &RunEntry,
        shown: Option<NodeId>,
        distribution: &mut Distribution,
        wake: &Wake,
    ) {
        let problem = &entry.run.job().problem;
        let Some(puzzle) = problem.puzzle() else {
            return;
        };
        let own = self.problem.as_ref();
        if !own.is_some_and(|own| have_same_costs(own, problem)) {
            self.problem = Some(problem.clone());
            self.queue = None;
            self.known.clear();
            self.begin_again();
        }
        if self.run != Some(entry.id) {
            self.want(Viewer::Tree, entry.id, Vec::new());
        }
        if self.shown != shown {
            self.shown = shown;
            self.is_shown_looked_up = false;
        }
        let mut has_changed = !self.is_looked_up();
        let wake = Arc::clone(wake);
        let wake = move || wake();
        let mut found = Vec::new();
        if let Some(queue) = &mut self.queue {
            queue.poll(wake.clone(), |it| found.push(it));
        }
        for it in found {
            has_changed = true;
            if self.known.len() >= Self::MAX_KNOWN {
                self.known.clear();
            }
            if it.path.is_empty() {
                self.settle(entry, it.board, None, distribution);
            }
            for (board, distance) in it.path {
                self.settle(entry, board, Some(distance), distribution);
            }
        }
        if distribution.n_nodes() as usize >= Self::MAX_KNOWN + self.n_wanted() {
            *distribution = Distribution::new(Quantity::Error, entry.run.job(), None);
            self.begin_again();
        }
        let new = self.look_up(entry, distribution);
        if !self.is_looked_up() {
            wake();
        }
        if !self.is_stopped && !new.is_empty() {
            let goal = || DistanceQueue::new(puzzle.clone());
            self.queue.get_or_insert_with(goal).add(new, wake);
        }
        if has_changed {
            self.count(entry, distribution);
        }
    }

    /// Notes the distance of a board, and the errors of its nodes.
    fn settle(
        &mut self,
        entry: &RunEntry,
        board: Board,
        distance: Option<Cost>,
        distribution: &mut Distribution,
    ) {
        for node in self.awaited.remove(&board).unwrap_or_default() {
            self.note(entry, node, distance, distribution);
        }
        self.known.insert(board, distance);
    }

    fn note(
        &mut self,
        entry: &RunEntry,
        node: NodeId,
        distance: Option<Cost>,
        distribution: &mut Distribution,
    ) {
        let trace = entry.run.trace();
        if let Some(distance) = distance {
            distribution.note(trace, node, distance);
        }
        if distribution.value(trace, node).is_none() {
            self.without.insert(node);
        }
    }

    fn is_looked_up(&self) -> bool {
        self.is_shown_looked_up && self.wanted.iter().all(Wanted::is_looked_up)
    }

    fn n_wanted(&self) -> usize {
        self.wanted.iter().map(|it| it.nodes.len()).sum()
    }

    /// The next node to be looked up.
    fn next(&mut self) -> Option<NodeId> {
        if !std::mem::replace(&mut self.is_shown_looked_up, true) && self.shown.is_some() {
            return self.shown;
        }
        // The viewers take turns.
        self.turn = 1 - self.turn;
        let is_done = self.wanted[self.turn].is_looked_up();
        let of = if is_done { 1 - self.turn } else { self.turn };
        let wanted = &mut self.wanted[of];
        let node = wanted.nodes.get(wanted.n_looked_up).copied()?;
        wanted.n_looked_up += 1;
        Some(node)
    }

    /// Finds the boards of more of the nodes; returns those whose h\* nobody seeks yet.
    fn look_up(&mut self, entry: &RunEntry, distribution: &mut Distribution) -> Vec<Board> {
        let trace = entry.run.trace();
        let start = Instant::now();
        let mut new = Vec::new();
        while start.elapsed() < Self::BUDGET
            && let Some(node) = self.next()
        {
            if node >= trace.n_nodes()
                || trace.direction(node) == SearchDirection::Backward
                || distribution.value(trace, node).is_some()
            {
                continue;
            }
            let Some(State::Board(board)) = self.replay.state(entry, node).cloned() else {
                continue;
            };
            if let Some(&distance) = self.known.get(&board) {
                self.note(entry, node, distance, distribution);
                continue;
            }
            if !self.awaited.contains_key(&board) {
                new.push(board.clone());
            }
            self.awaited.entry(board).or_default().push(node);
        }
        new
    }

    fn count(&mut self, entry: &RunEntry, distribution: &Distribution) {
        let trace = entry.run.trace();
        let is_known = |node: &&NodeId| distribution.value(trace, **node).is_some();
        let is_without = |node: &&NodeId| self.without.contains(node);
        for wanted in &mut self.wanted {
            wanted.counts = Counts {
                n_visible: wanted.nodes.len(),
                n_known: wanted.nodes.iter().filter(is_known).count(),
                n_without: wanted.nodes.iter().filter(is_without).count(),
                is_stopped: self.is_stopped,
            };
        }
    }
}

/// Whether every state has the same h\* in both.
pub fn have_same_costs(one: &Problem, other: &Problem) -> bool {
    match (one, other) {
        (Problem::Tiles(one), Problem::Tiles(other)) => {
            one.goal == other.goal && one.costs == other.costs
        }
        (Problem::Route(one), Problem::Route(other)) => {
            one.goal == other.goal && one.map == other.map
        }
        _ => false,
    }
}
