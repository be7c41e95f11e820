//! Compact A*: A* with Manhattan distance in a word a state.

mod closed;
mod open;
mod tiles;

use super::{Engine, UnsupportedPuzzle, want_unit_costs};
use crate::dynamic::{DynObserver, search_with};
use closed::Closed;
use open::{Batch, Open, When};
use tiles::{N_ACTIONS, N_CELLS, Tiles, Word, Words};
use tilescope_puzzle::Puzzle;
use tilescope_search::{
    About, Action, Completeness, Cost, Directionality, EngineObserver, Observer, Optimality,
    Options, Outcome, Progress, Solution, StopReason,
};
use tilescope_search::{Databases, EvaluationFunction, Kind, Pruning, Selection};

/// A* with Manhattan distance for boards of up to 16 cells.
#[derive(Clone, Debug)]
pub struct CompactAStar {
    puzzle: Puzzle,
}

impl Engine for CompactAStar {
    const ABOUT: About = About {
        key: "compact-a-star",
        name: "Compact A*",
        summary: "A* with Manhattan distance, in eight bytes a node on the frontier or expanded.",
        kind: Kind::Engine(Databases::None),
        evaluation: EvaluationFunction::Sum,
        selection: Selection::LowestF,
        pruning: Pruning::None,
        complete: Completeness::Always,
        optimal: Optimality::Always,
        uses_heuristic: false,
        ends: Directionality::Unidirectional,
        options: &[],
        description: "Searches as A* does with Manhattan distance, the highest g first among equals. \
               What a node is, is mostly where it stands: the frontier has a stack for each \
               f and g, so a node on it is its packed board and no more. Whether a \
               state was reached before is asked when it is taken off, not when it is made; \
               as the estimate is consistent, the first path by which a state is taken is a \
               cheapest one. States are taken off by the hundred, the highest g first, and wait \
               until the memory has answered for all of them: some with a lower g may be \
               expanded before the successors of others. The last of sixteen cells follows from \
               the others, and its four bits hold the action that led to the state, from which \
               the path is rebuilt. Every move must cost 1.\n\n\
               After Burns, Hatem, Leighton & Ruml, “Implementing fast heuristic search code”, \
               2012.",
    };

    fn new(puzzle: &Puzzle, _: &Options) -> Result<Self, UnsupportedPuzzle> {
        want_unit_costs(&Self::ABOUT, puzzle)?;
        if puzzle.size().n_cells() > N_CELLS {
            let reason = "it packs boards of up to 16 cells";
            return Err(UnsupportedPuzzle::new(&Self::ABOUT, puzzle, reason));
        }
        Ok(CompactAStar {
            puzzle: puzzle.clone(),
        })
    }

    fn search<O: EngineObserver>(&self, observer: &mut O) -> Outcome<O::Node> {
        search_with(observer, |observer| self.search_dyn(observer))
    }
}

impl CompactAStar {
    fn search_dyn(&self, observer: &mut DynObserver) -> Outcome<()> {
        let tiles = Tiles::new(&self.puzzle.goal);
        let start = tiles.pack(&self.puzzle.start);
        let h = tiles.manhattan(start);
        observer.root(h);
        let mut search = Search {
            goal: tiles.pack(&self.puzzle.goal),
            tiles,
            open: Open::default(),
            closed: Closed::default(),
            fresh: Words::default(),
            near: Words::default(),
            far: Words::default(),
            tally: Progress::default(),
        };
        match search.run(start, h, observer) {
            Ok(actions) => {
                let cost = actions.len() as Cost;
                Outcome::Solved(Solution {
                    actions,
                    cost,
                    node: (),
                })
            }
            Err(halt) => Outcome::Stopped(halt),
        }
    }
}

/// So many states are taken off the frontier at once: more than the memory can answer for at a
/// time. While they are expanded, it answers for as many others.
const BATCH: usize = 128;

/// So many states are expanded before their successors are put on the frontier.
const BROOD: usize = 64;

/// The most successors of them.
const MOST: usize = N_ACTIONS * BROOD;

/// So many nodes are expanded between two tallies: some milliseconds.
const STRETCH: u64 = 1 << 15;

struct Search {
    tiles: Tiles,
    goal: Word,
    open: Open,
    closed: Closed,
    /// Those of a brood that were not closed yet, and their successors by their f; empty but
    /// within `expand`, and here so that they aren't made for each.
    fresh: Words<{ BROOD + 1 }>,
    near: Words<{ MOST + 1 }>,
    far: Words<{ MOST + 1 }>,
    /// What was not handed in yet.
    tally: Progress,
}

impl Search {
    /// The actions of a shortest solution, of which there is one.
    ///
    /// Invariant: a state is closed by a cheapest path to it, for the estimate never falls
    /// by more than a move costs, and none is expanded before another with a lower f; so no state
    /// is ever opened again. Among those with the same f, the order is free.
    fn run<O: EngineObserver>(
        &mut self,
        start: Word,
        h: Cost,
        observer: &mut O,
    ) -> Result<Vec<Action>, StopReason> {
        let mut f = h as usize;
        self.open.add(When::Now, 0, &[start], observer)?;
        let mut leave = observer.expansion_budget().max(1);
        let (mut batch, mut ahead) = (Batch::<BATCH>::default(), Batch::<BATCH>::default());
        loop {
            let left =
                usize::try_from(leave.saturating_sub(self.tally.expanded)).unwrap_or(usize::MAX);
            self.open.take(left.saturating_sub(batch.n), &mut ahead);
            if batch.n + ahead.n == 0 {
                self.open.next();
                f += 2;
                continue;
            }
            self.closed.reserve_with(batch.n + ahead.n, observer)?;
            // What was sent for while the last batch was expanded is near by now.
            for &word in &batch.words[..batch.n] {
                self.closed.send_for_next(word);
            }
            let mut begin = 0;
            let mut unsent = &ahead.words[..ahead.n];
            for &(g, end) in &batch.groups {
                let group = &batch.words[begin..end];
                if g == f {
                    // No estimate is below 0, and it is 0 at the goal alone.
                    self.closed.insert(group[0]);
                    self.tally.frontier = Some((self.open.n_nodes() + ahead.n) as u64);
                    observer.progress(std::mem::take(&mut self.tally))?;
                    return Ok(self.path(start));
                }
                for words in group.chunks(BROOD) {
                    let sent;
                    (sent, unsent) = unsent.split_at(words.len().min(unsent.len()));
                    for &word in sent {
                        self.closed.send_for(word);
                    }
                    self.expand(words, g, observer)?;
                }
                begin = end;
            }
            for &word in unsent {
                self.closed.send_for(word);
            }
            if self.tally.expanded >= STRETCH.min(leave) {
                self.tally.frontier = Some((self.open.n_nodes() + ahead.n) as u64);
                observer.progress(std::mem::take(&mut self.tally))?;
                leave = observer.expansion_budget().max(1);
            }
            std::mem::swap(&mut batch, &mut ahead);
        }
    }

    /// Closes those of the `words`, a brood with the same f and g, that are not closed yet,
    /// and expands them.
    fn expand<O: EngineObserver>(
        &mut self,
        words: &[Word],
        g: usize,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        for &word in words {
            let is_fresh = self.closed.insert(word);
            self.fresh.add(word, usize::from(is_fresh));
        }
        let (near, far) = (&mut self.near, &mut self.far);
        let mut generated = 0;
        let fresh = self.fresh.drain();
        for &word in fresh {
            generated += self.tiles.expand(word, near, far);
        }
        self.tally.expanded += fresh.len() as u64;
        self.tally.generated += u64::from(generated);
        self.open.add(When::Now, g + 1, near.drain(), observer)?;
        self.open.add(When::Later, g + 1, far.drain(), observer)
    }

    /// The actions from `start` to the goal, which are both closed.
    fn path(&self, start: Word) -> Vec<Action> {
        let (mut actions, mut word) = (Vec::new(), self.goal);
        loop {
            let closed = self.closed.find(word).expect("what leads to it is closed");
            if closed == start {
                break;
            }
            let (action, before) = (self.tiles.step_back(closed)).expect("only the start has none");
            actions.push(Action(action as u8));
            word = before;
        }
        actions.reverse();
        actions
    }
}
