//! The engine for who only wants a shortest solution: it chooses among the others.

use super::a_star::CompactAStar;
use super::ida_star::FastIdaStar;
use super::pattern_database::{PatternDatabaseSearch, has_large};
use super::{Engine, UnsupportedPuzzle};
use tilescope_puzzle::heuristics::{LinearConflict, Manhattan, TileHeuristic};
use tilescope_puzzle::{Bytes, Cells, Costs, FiveBits, MoveOrder, Nibbles, Puzzle, SlidingTiles};
use tilescope_search::best_first::AStar;
use tilescope_search::ida_star::IdaStar;
use tilescope_search::{
    About, Action, Algorithm, Applies, Completeness, Cost, Directionality, NodeOutcome, Observer,
    Optimality, Options, Outcome, Progress, StopReason,
};

/// Whatever is quickest for the puzzle at hand.
#[derive(Clone, Debug)]
pub struct FastestOptimal {
    puzzle: Puzzle,
    options: Options,
}

impl Engine for FastestOptimal {
    const ABOUT: About = About {
        key: "fastest-optimal",
        name: "Fastest optimal",
        summary: "Takes what is quickest for the puzzle at hand, and says what that was.",
        complete: Completeness::Always,
        optimal: Optimality::Always,
        uses_heuristic: false,
        ends: Directionality::Unidirectional,
        options: &[Applies::Threads],
        text: "A board of up to ten cells is searched by compact A*, at once. On the boards that \
               fast IDA* is compiled for, that has the first go: an easy puzzle is solved before \
               a table is built. After fifty million expansions, or at once where large tables \
               are there already, pattern databases take over, as they do on all other boards \
               to 25 cells. Beyond, there is IDA* with linear conflict. Where moves differ in \
               cost, A* with Manhattan distance is the one that knows how to add them up. In any \
               case the solution is a cheapest one.",
    };

    fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, UnsupportedPuzzle> {
        Ok(FastestOptimal {
            puzzle: puzzle.clone(),
            options: options.clone(),
        })
    }

    fn search<O: Observer>(&self, observer: &mut O) -> Outcome<O::Node> {
        let mut relay = ForwardingObserver {
            observer,
            root: None,
            engine: "",
            patience: u64::MAX,
        };
        let n_cells = self.puzzle.size().n_cells();
        if self.puzzle.costs != Costs::UNIT {
            relay.observer.uses("A* with Manhattan distance");
            return if n_cells <= Nibbles::MOST {
                self.a_star::<Nibbles, _>(&mut relay)
            } else if n_cells <= FiveBits::MOST {
                self.a_star::<FiveBits, _>(&mut relay)
            } else {
                self.a_star::<Bytes, _>(&mut relay)
            };
        }
        if n_cells <= SMALL
            && let Some(ending) = self.have::<CompactAStar, O>(&mut relay, u64::MAX)
        {
            return ending;
        }
        if !has_large(&self.puzzle.goal)
            && let Some(ending) = self.have::<FastIdaStar, O>(&mut relay, PATIENCE)
        {
            return ending;
        }
        if let Some(ending) = self.have::<PatternDatabaseSearch, O>(&mut relay, u64::MAX) {
            return ending;
        }
        relay.observer.uses("IDA* with linear conflict");
        self.ida_star(&mut relay)
    }
}

/// Up to so many cells any puzzle is solved by A* in milliseconds.
const SMALL: usize = 10;

/// So many nodes may be expanded before tables are built, which takes as long: a fifth of a second on
/// two threads. Half of Korf's 100 are solved by then, in 0.03 s; and the longest takes 0.22 s.
const PATIENCE: u64 = 50_000_000;

impl FastestOptimal {
    /// What the engine `E` comes to, if it is for this puzzle and ends before it has expanded
    /// so many nodes.
    fn have<E: Engine, O: Observer>(
        &self,
        relay: &mut ForwardingObserver<O>,
        patience: u64,
    ) -> Option<Outcome<O::Node>> {
        let engine = E::new(&self.puzzle, &self.options).ok()?;
        relay.engine = E::ABOUT.name;
        relay.patience = patience;
        relay.observer.uses(relay.engine);
        let ending = engine.search(relay);
        // Threads may have left a little of it when one has found nothing left.
        let has_lost_patience = matches!(ending, Outcome::Stopped(StopReason::Expanded))
            && relay.patience < relay.observer.expansion_budget();
        (!has_lost_patience).then_some(ending)
    }

    fn a_star<C: Cells, O: Observer>(&self, relay: &mut ForwardingObserver<O>) -> Outcome<O::Node> {
        let Puzzle {
            start, goal, costs, ..
        } = &self.puzzle;
        let space = SlidingTiles::<C>::new(goal, *costs, MoveOrder::default());
        let heuristic = Manhattan::new(goal, *costs).expect("it is for every board");
        let algorithm = AStar::with(&AStar::ABOUT.defaults());
        algorithm.search(&space, &heuristic, space.state(start), relay)
    }

    fn ida_star<O: Observer>(&self, relay: &mut ForwardingObserver<O>) -> Outcome<O::Node> {
        let Puzzle {
            start, goal, costs, ..
        } = &self.puzzle;
        let space = SlidingTiles::<Bytes>::new(goal, *costs, MoveOrder::default());
        let heuristic = LinearConflict::new(goal, *costs).expect("it is for unit costs");
        let algorithm = IdaStar::with(&IdaStar::ABOUT.defaults());
        algorithm.search(&space, &heuristic, space.state(start), relay)
    }
}

/// Passes on what a search tells, as if one search followed the other; stops it when it has
/// lost patience.
struct ForwardingObserver<'a, O: Observer> {
    observer: &'a mut O,
    /// The root that was told of first: there is one.
    root: Option<O::Node>,
    /// Who searches.
    engine: &'static str,
    /// So many nodes may still be expanded in tallies.
    patience: u64,
}

impl<O: Observer> Observer for ForwardingObserver<'_, O> {
    type Node = O::Node;

    fn root(&mut self, h: Cost) -> O::Node {
        *self.root.get_or_insert_with(|| self.observer.root(h))
    }

    #[inline(always)]
    fn generated(
        &mut self,
        parent: O::Node,
        action: Action,
        g: Cost,
        h: Cost,
        fate: NodeOutcome,
    ) -> O::Node {
        self.observer.generated(parent, action, g, h, fate)
    }

    #[inline(always)]
    fn expand(&mut self, node: O::Node) -> Result<(), StopReason> {
        self.observer.expand(node)
    }

    fn discard(&mut self, node: O::Node, fate: NodeOutcome) {
        self.observer.discard(node, fate);
    }

    fn iteration(&mut self, bound: Cost) {
        self.observer.iteration(bound);
    }

    fn tally(&mut self, tally: Progress) -> Result<(), StopReason> {
        self.observer.tally(tally)?;
        self.patience = self.patience.saturating_sub(tally.expanded);
        if self.patience == 0 {
            return Err(StopReason::Expanded);
        }
        Ok(())
    }

    fn expansion_budget(&self) -> u64 {
        self.observer.expansion_budget().min(self.patience)
    }

    fn uses(&mut self, method: &str) {
        self.observer.uses(&format!("{}: {method}", self.engine));
    }

    fn tables_begun(&mut self) {
        self.observer.tables_begun();
    }

    fn tables_ready(&mut self, n_bytes: u64, are_built: bool) {
        self.observer.tables_ready(n_bytes, are_built);
    }

    fn grow(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.observer.grow(bytes)
    }
}
