//! Fastest optimal: chooses the engine that finds an optimal solution soonest.

use super::a_star::CompactAStar;
use super::forwarding::ForwardingObserver;
use super::ida_star::FastIdaStar;
use super::pattern_database::{PatternDatabaseSearch, has_large, large_partition, small_partition};
use super::{Engine, UnsupportedPuzzle};
use tilescope_puzzle::heuristics::{LinearConflict, Manhattan, TileHeuristic, required_patterns};
use tilescope_puzzle::pattern_database::{BuildSize, Partition, registry};
use tilescope_puzzle::{Bytes, Cells, Costs, FiveBits, MoveOrder, Nibbles, Puzzle, SlidingTiles};
use tilescope_search::best_first::AStar;
use tilescope_search::ida_star::IdaStar;
use tilescope_search::{
    About, Algorithm, Applies, Completeness, Directionality, EngineObserver, Optimality, Options,
    Outcome, StopReason,
};
use tilescope_search::{Databases, EvaluationFunction, Kind, Pruning, Selection};

/// Delegates to the fastest engine for the puzzle.
#[derive(Clone, Debug)]
pub struct FastestOptimal {
    puzzle: Puzzle,
    options: Options,
}

impl Engine for FastestOptimal {
    const ABOUT: About = About {
        key: "fastest-optimal",
        name: "Fastest optimal",
        other_names: &[],
        summary: "Chooses the fastest method for the puzzle and reports which one it was.",
        kind: Kind::Engine(Databases::Own),
        evaluation: EvaluationFunction::Sum,
        selection: Selection::Mixed,
        pruning: Pruning::Mixed,
        complete: Completeness::Always,
        optimal: Optimality::Always,
        uses_heuristic: false,
        directionality: Directionality::Unidirectional,
        options: &[Applies::Threads],
        description: "Compact A* searches boards of up to ten cells. On the board sizes that fast IDA* \
               is compiled for, fast IDA* goes first: it solves an easy puzzle before any table \
               could be built. After fifty million expansions, or at once if large pattern \
               databases are already built, pattern databases take over. They also search all \
               other boards of up to 25 cells. A 15-puzzle that takes the small databases 6-6-3 \
               longer than it takes to build 7-8, about 300 million expansions, changes over to \
               these if the limits on memory and time allow. Larger boards are searched by IDA* with linear \
               conflict, and puzzles whose moves differ in cost by A* with Manhattan distance. \
               The solution is always optimal.",
    };

    fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, UnsupportedPuzzle> {
        Ok(FastestOptimal {
            puzzle: puzzle.clone(),
            options: options.clone(),
        })
    }

    fn search<O: EngineObserver>(&self, observer: &mut O) -> Outcome<O::Node> {
        let mut forwarding = ForwardingObserver::new(observer);
        let n_cells = self.puzzle.size().n_cells();
        if self.puzzle.costs != Costs::UNIT {
            forwarding
                .observer
                .method_chosen("A* with Manhattan distance");
            return if n_cells <= Nibbles::MAX_CELLS {
                self.a_star::<Nibbles, _>(&mut forwarding)
            } else if n_cells <= FiveBits::MAX_CELLS {
                self.a_star::<FiveBits, _>(&mut forwarding)
            } else {
                self.a_star::<Bytes, _>(&mut forwarding)
            };
        }
        if n_cells <= MAX_CELLS_FOR_A_STAR
            && let Some(outcome) = self.delegate::<CompactAStar, O>(&mut forwarding, u64::MAX)
        {
            return outcome;
        }
        if !has_large(&self.puzzle.goal)
            && let Some(outcome) =
                self.delegate::<FastIdaStar, O>(&mut forwarding, MAX_EXPANDED_BEFORE_TABLES)
        {
            return outcome;
        }
        if let Some(outcome) = self.search_with_databases(&mut forwarding) {
            return outcome;
        }
        forwarding
            .observer
            .method_chosen("IDA* with linear conflict");
        self.ida_star(&mut forwarding)
    }
}

/// Up to this size, A* solves any puzzle in milliseconds.
const MAX_CELLS_FOR_A_STAR: usize = 10;

/// Expansions before tables are built. Building takes about as long as these expansions, a fifth
/// of a second on two threads. By then half of Korf's 100 are solved, in 0.03 s; the longest takes
/// 0.22 s.
const MAX_EXPANDED_BEFORE_TABLES: u64 = 50_000_000;

/// States that building a large database visits in the time that an expansion with the small ones
/// takes: 100 million a second to 18 million.
const STATES_PER_EXPANSION: u64 = 5;

/// Larger databases, and when they are worth building.
struct Upgrade {
    partition: Partition,
    /// Expansions with the small databases that take as long as building these.
    max_expanded: u64,
}

impl FastestOptimal {
    /// Searches with pattern databases. If that takes longer than building larger ones, it builds
    /// them and begins again, so a hard puzzle takes at most about twice as long as with the
    /// better choice. `None` if the puzzle is too large.
    fn search_with_databases<O: EngineObserver>(
        &self,
        forwarding: &mut ForwardingObserver<O>,
    ) -> Option<Outcome<O::Node>> {
        let engine = PatternDatabaseSearch::new(&self.puzzle, &self.options).ok()?;
        let name = PatternDatabaseSearch::ABOUT.name;
        let Some(upgrade) = self.upgrade(forwarding.observer) else {
            return search_within(&engine, name, forwarding, u64::MAX);
        };
        let ended = search_within(&engine, name, forwarding, upgrade.max_expanded);
        if ended.is_some() {
            return ended;
        }
        let sizes = small_partition(&self.puzzle.goal).sizes();
        let large = engine
            .clone()
            .with_partitions(vec![upgrade.partition])
            .ok()?;
        let changed_over = format!("{name} (changed over from {sizes})");
        match search_within(&large, &changed_over, forwarding, u64::MAX) {
            // The limit allows it, but the machine has less.
            Some(Outcome::Stopped(StopReason::Memory)) => {
                search_within(&engine, name, forwarding, u64::MAX)
            }
            outcome => outcome,
        }
    }

    /// Databases that are larger than the ones that the engine would build, if there are any and
    /// the limit on memory allows to build them.
    fn upgrade<O: EngineObserver>(&self, observer: &O) -> Option<Upgrade> {
        let goal = &self.puzzle.goal;
        let partition = large_partition(goal)?;
        if has_large(goal) || partition == small_partition(goal) {
            return None;
        }
        let patterns = required_patterns(goal, Costs::UNIT, &partition).ok()?;
        let missing = patterns.iter().filter(|it| registry::get(it).is_none());
        let (mut n_states, mut n_bytes) = (0, 0);
        for size in missing.map(BuildSize::for_pattern) {
            n_states += size.n_states;
            // The estimate is less than a tenth off.
            n_bytes += size.peak_bytes + size.peak_bytes / 10;
        }
        let has_room = observer.has_room(usize::try_from(n_bytes).ok()?);
        has_room.then_some(Upgrade {
            partition,
            max_expanded: n_states / STATES_PER_EXPANSION,
        })
    }

    /// Searches with the engine `E`. `None` if it does not support this puzzle, or if it has not
    /// ended after `max_expanded` expansions.
    fn delegate<E: Engine, O: EngineObserver>(
        &self,
        forwarding: &mut ForwardingObserver<O>,
        max_expanded: u64,
    ) -> Option<Outcome<O::Node>> {
        let engine = E::new(&self.puzzle, &self.options).ok()?;
        search_within(&engine, E::ABOUT.name, forwarding, max_expanded)
    }

    fn a_star<C: Cells, O: EngineObserver>(
        &self,
        forwarding: &mut ForwardingObserver<O>,
    ) -> Outcome<O::Node> {
        let Puzzle {
            start, goal, costs, ..
        } = &self.puzzle;
        let space = SlidingTiles::<C>::new(goal, *costs, MoveOrder::default());
        let heuristic = Manhattan::new(goal, *costs).expect("it supports every board");
        let algorithm = AStar::with(&AStar::ABOUT.defaults());
        algorithm.search(&space, &heuristic, space.state(start), forwarding)
    }

    fn ida_star<O: EngineObserver>(
        &self,
        forwarding: &mut ForwardingObserver<O>,
    ) -> Outcome<O::Node> {
        let Puzzle {
            start, goal, costs, ..
        } = &self.puzzle;
        let space = SlidingTiles::<Bytes>::new(goal, *costs, MoveOrder::default());
        let heuristic = LinearConflict::new(goal, *costs).expect("it supports unit costs");
        let algorithm = IdaStar::with(&IdaStar::ABOUT.defaults());
        algorithm.search(&space, &heuristic, space.state(start), forwarding)
    }
}

/// Searches with `engine`, called `name` in the report. `None` if it has not ended after
/// `max_expanded` expansions.
fn search_within<E: Engine, O: EngineObserver>(
    engine: &E,
    name: &str,
    forwarding: &mut ForwardingObserver<O>,
    max_expanded: u64,
) -> Option<Outcome<O::Node>> {
    forwarding.delegate_to(name, max_expanded);
    forwarding.observer.method_chosen(name);
    let outcome = engine.search(forwarding);
    // Other threads may have left part of the budget unused.
    let is_over_budget = matches!(outcome, Outcome::Stopped(StopReason::Expanded))
        && forwarding.max_expanded < forwarding.observer.expansion_budget();
    (!is_over_budget).then_some(outcome)
}
