//! Compact A*: A* with Manhattan distance, one machine word per node.

mod closed;
mod open;
mod tiles;

use super::{Engine, UnsupportedPuzzle, require_unit_costs};
use crate::dynamic::{DynObserver, search_with};
use closed::Closed;
use open::{Batch, Bucket, Open};
use tiles::{N_ACTIONS, N_CELLS, Tiles, Word, WordList};
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
        other_names: &[],
        summary: "A* with Manhattan distance, eight bytes per node, open or closed.",
        kind: Kind::Engine(Databases::None),
        evaluation: EvaluationFunction::Sum,
        selection: Selection::LowestF,
        pruning: Pruning::None,
        complete: Completeness::Always,
        optimal: Optimality::Always,
        uses_heuristic: false,
        directionality: Directionality::Unidirectional,
        options: &[],
        description: "A* with Manhattan distance, ties broken towards high g. The frontier has a stack \
               for each f and g, so a node on it is just its packed board. Duplicates are \
               detected when a node is expanded, not when it is generated; as Manhattan \
               distance is consistent, the first path by which a state is expanded is a \
               cheapest one. Nodes are popped in batches of about a hundred, highest g first, \
               so that their memory accesses overlap; some with lower g may therefore be \
               expanded before the successors of others. The last of sixteen cells follows \
               from the others; its four bits hold the last action, from which the path is \
               rebuilt. Every move must cost 1.\n\n\
               After Burns, Hatem, Leighton & Ruml, “Implementing fast heuristic search code”, \
               2012.",
    };

    fn new(puzzle: &Puzzle, _: &Options) -> Result<Self, UnsupportedPuzzle> {
        require_unit_costs(&Self::ABOUT, puzzle)?;
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
            unclosed: WordList::default(),
            same_f: WordList::default(),
            higher_f: WordList::default(),
            progress: Progress::default(),
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
            Err(reason) => Outcome::Stopped(reason),
        }
    }
}

/// States popped at once: more than the memory system can fetch in parallel. While one batch is
/// expanded, the next one is prefetched.
const BATCH: usize = 128;

/// States expanded before their successors are added to the frontier.
const CHUNK: usize = 64;

/// The most successors that a chunk has.
const MAX_SUCCESSORS: usize = N_ACTIONS * CHUNK;

/// Expansions between two reports: some milliseconds' work.
const REPORT_INTERVAL: u64 = 1 << 15;

struct Search {
    tiles: Tiles,
    goal: Word,
    open: Open,
    closed: Closed,
    /// Buffers of `expand`, empty between its calls: the states of a chunk that were not closed
    /// yet, and their successors by f.
    unclosed: WordList<{ CHUNK + 1 }>,
    same_f: WordList<{ MAX_SUCCESSORS + 1 }>,
    higher_f: WordList<{ MAX_SUCCESSORS + 1 }>,
    /// Progress since the last report.
    progress: Progress,
}

impl Search {
    /// The actions of a shortest solution; one must exist.
    ///
    /// Invariant: a state is closed by a cheapest path to it, because h is consistent and no node
    /// is expanded before another with a lower f. So no state is ever reopened. The order among
    /// nodes with the same f is free.
    fn run<O: EngineObserver>(
        &mut self,
        start: Word,
        h: Cost,
        observer: &mut O,
    ) -> Result<Vec<Action>, StopReason> {
        let mut f = h as usize;
        self.open.add(Bucket::Current, 0, &[start], observer)?;
        let mut budget = observer.expansion_budget().max(1);
        let (mut batch, mut next_batch) = (Batch::<BATCH>::default(), Batch::<BATCH>::default());
        loop {
            let remaining = usize::try_from(budget.saturating_sub(self.progress.expanded))
                .unwrap_or(usize::MAX);
            self.open
                .pop(remaining.saturating_sub(batch.n), &mut next_batch);
            if batch.n + next_batch.n == 0 {
                self.open.advance();
                f += 2;
                continue;
            }
            self.closed.reserve_with(batch.n + next_batch.n, observer)?;
            // The lines prefetched while the last batch was expanded are in the cache by now.
            for &word in &batch.words[..batch.n] {
                self.closed.prefetch_overflow(word);
            }
            let mut begin = 0;
            let mut unfetched = &next_batch.words[..next_batch.n];
            for &(g, end) in &batch.groups {
                let group = &batch.words[begin..end];
                if g == f {
                    // g = f, so h is 0, which it is at the goal alone.
                    self.closed.insert(group[0]);
                    self.progress.frontier = Some((self.open.n_nodes() + next_batch.n) as u64);
                    observer.progress(std::mem::take(&mut self.progress))?;
                    return Ok(self.path(start));
                }
                for words in group.chunks(CHUNK) {
                    let fetched;
                    (fetched, unfetched) = unfetched.split_at(words.len().min(unfetched.len()));
                    for &word in fetched {
                        self.closed.prefetch(word);
                    }
                    self.expand(words, g, observer)?;
                }
                begin = end;
            }
            for &word in unfetched {
                self.closed.prefetch(word);
            }
            if self.progress.expanded >= REPORT_INTERVAL.min(budget) {
                self.progress.frontier = Some((self.open.n_nodes() + next_batch.n) as u64);
                observer.progress(std::mem::take(&mut self.progress))?;
                budget = observer.expansion_budget().max(1);
            }
            std::mem::swap(&mut batch, &mut next_batch);
        }
    }

    /// Closes those of `words`, a chunk with the same f and g, that are not closed yet, and
    /// expands them.
    fn expand<O: EngineObserver>(
        &mut self,
        words: &[Word],
        g: usize,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        for &word in words {
            let is_new = self.closed.insert(word);
            self.unclosed.add(word, usize::from(is_new));
        }
        let (same_f, higher_f) = (&mut self.same_f, &mut self.higher_f);
        let mut generated = 0;
        let unclosed = self.unclosed.drain();
        for &word in unclosed {
            generated += self.tiles.expand(word, same_f, higher_f);
        }
        self.progress.expanded += unclosed.len() as u64;
        self.progress.generated += u64::from(generated);
        self.open
            .add(Bucket::Current, g + 1, same_f.drain(), observer)?;
        self.open
            .add(Bucket::Next, g + 1, higher_f.drain(), observer)
    }

    /// The actions from `start` to the goal; both are closed.
    fn path(&self, start: Word) -> Vec<Action> {
        let (mut actions, mut word) = (Vec::new(), self.goal);
        loop {
            let closed = self
                .closed
                .find(word)
                .expect("every state on the path is closed");
            if closed == start {
                break;
            }
            let (action, parent) =
                (self.tiles.predecessor(closed)).expect("only the start has none");
            actions.push(Action(action as u8));
            word = parent;
        }
        actions.reverse();
        actions
    }
}
