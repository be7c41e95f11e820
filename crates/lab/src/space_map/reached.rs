//! Which points of a map a run has generated and expanded, and at which step first: read from its
//! record, a part at a time, also while the record grows.

use super::SpaceMap;
use crate::Problem;
use tilescope_puzzle::Direction;
use tilescope_search::SearchDirection;
use tilescope_trace::{Moment, NodeId, Trace};

/// The first steps at which a run has generated and expanded the points of a map.
#[derive(Debug)]
pub struct Reached {
    /// The state of the root of the tree from the start, if it can reach the goal of the map.
    start: Option<u32>,
    goal: u32,
    /// By point; [`NEVER`] if it was not.
    generated: Vec<Moment>,
    expanded: Vec<Moment>,
    /// By row.
    rows: Vec<RowSteps>,
    states: NodeStates,
    n_nodes: NodeId,
    n_steps: Moment,
    /// The step of the node that was read last.
    step: Moment,
}

const NEVER: Moment = Moment::MAX;

/// The steps at which points of a row were reached first, in ascending order.
#[derive(Clone, Debug, Default)]
struct RowSteps {
    generated: Vec<Moment>,
    expanded: Vec<Moment>,
}

/// How many points of a row a run has reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RowCount {
    /// Those that were expanded are among them.
    pub generated: u32,
    pub expanded: u32,
}

/// The state of each node, in chunks, so that a long record is never copied.
#[derive(Debug, Default)]
struct NodeStates(Vec<Vec<u32>>);

/// A node whose state can't reach the goal.
const NO_STATE: u32 = u32::MAX;

impl NodeStates {
    const CHUNK: usize = 1 << 16;

    fn push(&mut self, state: u32) {
        match self.0.last_mut() {
            Some(chunk) if chunk.len() < Self::CHUNK => chunk.push(state),
            _ => {
                let mut chunk = Vec::with_capacity(Self::CHUNK);
                chunk.push(state);
                self.0.push(chunk);
            }
        }
    }

    fn get(&self, node: NodeId) -> Option<u32> {
        let chunk = self.0.get(node as usize / Self::CHUNK)?;
        let state = *chunk.get(node as usize % Self::CHUNK)?;
        (state != NO_STATE).then_some(state)
    }
}

impl Reached {
    /// Nothing is read yet. `problem` is that of the run; `None` if its goal is another one than
    /// that of the map.
    pub fn new(map: &SpaceMap, problem: &Problem) -> Option<Self> {
        let puzzle = problem.puzzle()?;
        if puzzle.goal != *map.goal() {
            return None;
        }
        Some(Reached {
            start: map.number(&puzzle.start),
            goal: map.states.number(map.goal()),
            generated: vec![NEVER; map.n_points()],
            expanded: vec![NEVER; map.n_points()],
            rows: vec![RowSteps::default(); map.rows().len()],
            states: NodeStates::default(),
            n_nodes: 0,
            n_steps: 0,
            step: 0,
        })
    }

    /// Reads about `n` more nodes and steps of the record, which may have grown; whether all are
    /// read. The map must be the one that this was made for.
    pub fn read(&mut self, map: &SpaceMap, trace: &Trace, n: u32) -> bool {
        let last = trace.n_nodes().min(self.n_nodes.saturating_add(n));
        let n_steps = trace.n_expanded();
        for node in self.n_nodes..last {
            while self.step < n_steps && trace.n_generated(self.step) <= node {
                self.step += 1;
            }
            let state = self.state(map, trace, node);
            self.states.push(state.unwrap_or(NO_STATE));
            if let Some(point) = state.and_then(|state| map.point_of(state)) {
                let first = &mut self.generated[point as usize];
                if *first == NEVER {
                    *first = self.step;
                    self.rows[map.row_of(point)].generated.push(self.step);
                }
            }
        }
        self.n_nodes = last.max(self.n_nodes);
        let last = n_steps.min(self.n_steps.saturating_add(n));
        for step in self.n_steps + 1..=last {
            let node = trace.expanded_node(step);
            if node.is_some_and(|node| node >= self.n_nodes) {
                break;
            }
            self.n_steps = step;
            let state = node.and_then(|node| self.states.get(node));
            let Some(point) = state.and_then(|state| map.point_of(state)) else {
                continue;
            };
            let first = &mut self.expanded[point as usize];
            if *first == NEVER {
                *first = step;
                self.rows[map.row_of(point)].expanded.push(step);
            }
        }
        self.n_nodes >= trace.n_nodes() && self.n_steps >= n_steps
    }

    /// Frees what only further nodes would need, if all are read. The record must not grow any more.
    pub fn finish(&mut self, trace: &Trace) {
        if self.n_read() == (trace.n_nodes(), trace.n_expanded()) {
            self.states = NodeStates::default();
        }
    }

    /// The part of the record that is read, from 0 to 1.
    pub fn done(&self, trace: &Trace) -> f64 {
        f64::from(self.n_nodes) / f64::from(trace.n_nodes().max(1))
    }

    /// The nodes and the steps that are read: what is told changes only with them.
    pub fn n_read(&self) -> (NodeId, Moment) {
        (self.n_nodes, self.n_steps)
    }

    /// The first step that expands a point; `None` if none does.
    pub fn expanded_at(&self, point: u32) -> Option<Moment> {
        let step = *self.expanded.get(point as usize)?;
        (step != NEVER).then_some(step)
    }

    /// The first step that generates a point; `None` if none does.
    pub fn generated_at(&self, point: u32) -> Option<Moment> {
        let step = *self.generated.get(point as usize)?;
        (step != NEVER).then_some(step)
    }

    /// How many points of a row are reached by step `t`.
    pub fn in_row(&self, row: usize, t: Moment) -> RowCount {
        let Some(steps) = self.rows.get(row) else {
            return RowCount::default();
        };
        let count = |steps: &[Moment]| steps.partition_point(|&step| step <= t) as u32;
        RowCount {
            generated: count(&steps.generated),
            expanded: count(&steps.expanded),
        }
    }

    /// How many points of the map are reached by step `t`.
    pub fn in_all(&self, t: Moment) -> RowCount {
        let rows = (0..self.rows.len()).map(|row| self.in_row(row, t));
        rows.fold(RowCount::default(), |sum, row| RowCount {
            generated: sum.generated + row.generated,
            expanded: sum.expanded + row.expanded,
        })
    }

    /// The state of `node`, whose parent has been read.
    fn state(&self, map: &SpaceMap, trace: &Trace, node: NodeId) -> Option<u32> {
        let direction = trace.direction(node);
        let (Some(parent), Some(action)) = (trace.parent(node), trace.action(node)) else {
            return match direction {
                SearchDirection::Forward => self.start,
                SearchDirection::Backward => Some(self.goal),
            };
        };
        // In the tree from the goal an action leads from a node to its parent.
        let action = match direction {
            SearchDirection::Forward => Direction::from(action),
            SearchDirection::Backward => Direction::from(action).opposite(),
        };
        map.states.successor(self.states.get(parent)?, action)
    }
}
