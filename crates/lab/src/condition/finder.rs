//! Finds nodes in steps, on one thread: in the record of a run that goes on, which no other thread may
//! read.

use super::expr::{BLOCK, Condition};
use super::find::{Tested, sorted_solution};
use super::matches::Matches;
use crate::walk::Walk;
use crate::{Problem, State};
use tilescope_trace::{NodeId, Trace};

/// A search for all nodes of a record that meet a condition. It takes much longer than
/// [`find`](super::find()).
#[derive(Debug)]
pub struct Finder {
    condition: Condition,
    problem: Problem,
    n_nodes: NodeId,
    walk: Option<Walk>,
    n_walked: NodeId,
    /// For each pattern a bit a node.
    states: Vec<Vec<u64>>,
    solution: Vec<NodeId>,
    words: Vec<u64>,
    /// The number of words that are tested.
    n_tested: usize,
}

impl Finder {
    /// Searches the nodes that are in the trace now.
    pub fn new(condition: Condition, problem: &Problem, trace: &Trace) -> Self {
        let n_nodes = trace.n_nodes();
        let words = vec![0; (n_nodes as usize).div_ceil(64)];
        let walks = !condition.patterns.is_empty();
        Finder {
            walk: walks.then(|| Walk::new(problem, trace)).flatten(),
            n_walked: 0,
            states: vec![words.clone(); condition.patterns.len()],
            condition,
            problem: problem.clone(),
            n_nodes,
            solution: sorted_solution(trace),
            words,
            n_tested: 0,
        }
    }

    /// Works on, through about `n` nodes; whether all is done. The trace may have grown.
    pub fn step(&mut self, trace: &Trace, n: u32) -> bool {
        for _ in 0..n {
            if self.walk.is_none() {
                break;
            }
            self.walk_one(trace);
        }
        if self.walk.is_some() {
            return false;
        }
        let n_words = (n as usize).div_ceil(BLOCK) * (BLOCK / 64);
        let end = (self.words.len()).min(self.n_tested + n_words);
        let tested = Tested {
            condition: &self.condition,
            trace,
            n_nodes: self.n_nodes as usize,
            solution: &self.solution,
            states: &self.states,
        };
        let first = 64 * self.n_tested;
        tested.test(&mut self.words[self.n_tested..end], first);
        self.n_tested = end;
        end == self.words.len()
    }

    /// The part that is done, from 0 to 1.
    pub fn progress(&self) -> f64 {
        let n_passes = 1.0 + f64::from(u8::from(!self.states.is_empty()));
        let n_done = f64::from(self.n_walked) + 64.0 * self.n_tested as f64;
        (n_done / (n_passes * f64::from(self.n_nodes.max(1)))).min(1.0)
    }

    /// What was found so far.
    pub fn finish(self) -> Matches {
        Matches::new(self.words)
    }

    /// Notes which patterns the state of the walk's node matches, and goes to the next node.
    fn walk_one(&mut self, trace: &Trace) {
        let Some(walk) = &mut self.walk else { return };
        let node = walk.node as usize;
        for (pattern, bits) in self.condition.patterns.iter().zip(&mut self.states) {
            let matches = match &walk.state {
                State::Board(board) => {
                    let tiles = board.tiles();
                    pattern.matches_tiles(|cell| tiles[cell])
                }
                State::City(city) => pattern.matches_city(*city),
            };
            // A node that came later is none of these.
            if let Some(word) = bits.get_mut(node / 64).filter(|_| matches) {
                *word |= 1 << (node % 64);
            }
        }
        self.n_walked += 1;
        if !walk.advance(trace, &self.problem) {
            self.walk = None;
        }
    }
}
