//! Every algorithm with every heuristic against exhaustive truth.
//!
//! Driven by the registries, so every new algorithm and heuristic is tested. Each algorithm that
//! must be optimal solves all 181,440 states of the 3×3 board, with its fastest heuristic; one that
//! expands many nodes for each, as many as [`MOST_EXPANDED`] allows.

mod oracle;
mod survey;
mod variants;

use oracle::{Truth, unequal};
use tilescope_lab::{Job, Problem, Settings};
use tilescope_puzzle::heuristics::{Boxed, HEURISTICS, Preparation};
use tilescope_puzzle::{
    Board, Costs, HeuristicError, HeuristicExpr, MoveOrder, Nibbles, Puzzle, SlidingTiles,
    TileCosts,
};
use tilescope_search::{
    self as search, ALGORITHMS, About, Action, Algorithm, AlgorithmVisitor, BidirectionalHeuristic,
    Completeness, Cost, Directionality, Duplicates, GoalTest, NodeOutcome, Observer, Optimality,
    Options, Outcome, StopReason, Strategy,
};
use tilescope_testing::parallel_map;
use variants::{products, variants};

/// The expansions after which an algorithm meets no further boards.
const MOST_EXPANDED: u64 = 10_000_000;

/// The number of start boards for a search that builds its tables anew for each.
const N_BUILT: usize = 200;

#[test]
fn two_by_two() {
    for costs in [Costs::UNIT, unequal()] {
        check_all(&Truth::new(2, 2, costs), Tried::Variants, (10_000, 10_000));
    }
}

#[test]
fn two_by_three() {
    let budget = (50_000, 5_000);
    let by_tile = [
        Costs::UNIT.with_tiles(TileCosts::Inverse),
        unequal().with_tiles(TileCosts::Number),
    ];
    for costs in [Costs::UNIT, unequal()] {
        check_all(&Truth::new(2, 3, costs), Tried::Variants, budget);
    }
    for costs in by_tile {
        check_all(&Truth::new(2, 3, costs), Tried::Variants, budget);
    }
}

#[test]
fn three_by_two() {
    let budget = (20_000, 5_000);
    for costs in [Costs::UNIT, unequal()] {
        check_all(&Truth::new(3, 2, costs), Tried::Variants, budget);
    }
}

#[test]
fn two_by_five() {
    let budget = (300_000, 100_000);
    check_all(&Truth::new(2, 5, Costs::UNIT), Tried::Defaults, budget);
}

#[test]
fn three_by_three() {
    for tiles in [TileCosts::Number, TileCosts::Inverse] {
        let truth = Truth::new(3, 3, Costs::UNIT.with_tiles(tiles));
        let budget = (100_000, 40_000);
        check_all(&truth, Tried::Defaults, budget);
    }
    let truth = Truth::new(3, 3, Costs::UNIT);
    check_all(&truth, Tried::DefaultsOnAll, (400_000, 200_000));
}

/// All that can be chosen of duplicates, ties and goal tests, with every heuristic, on as many
/// boards as there is time for.
#[test]
fn three_by_three_with_every_choice() {
    for costs in [Costs::UNIT, unequal()] {
        let truth = Truth::new(3, 3, costs);
        check_all(&truth, Tried::Products, (10_000, 5_000));
    }
}

/// Which options to try.
#[derive(Clone, Copy, PartialEq)]
enum Tried {
    /// Each choice of each option alone, and the products.
    Variants,
    /// All duplicates with all ties and all goal tests.
    Products,
    Defaults,
    DefaultsOnAll,
}

/// Checks every algorithm with every heuristic, each within the budget: expansions for one
/// search, and for all of one pair.
///
/// With `Tried::DefaultsOnAll`, each algorithm that must be optimal then meets every board, or as
/// many as [`MOST_EXPANDED`] allows, with the heuristic that made it quickest.
fn check_all(truth: &Truth, tried: Tried, budget: (u64, u64)) {
    let mut pairs = Vec::new();
    for &about in ALGORITHMS {
        for heuristic in heuristics_for(about, &truth.goal) {
            let variants = match tried {
                Tried::Variants => [products(about), variants(about)].concat(),
                Tried::Products => products(about),
                Tried::Defaults | Tried::DefaultsOnAll => vec![about.defaults()],
            };
            pairs.extend(variants.into_iter().map(|options| Pair {
                truth,
                about,
                heuristic: heuristic.clone(),
                options,
                budget,
            }));
        }
    }
    let verified = parallel_map(&pairs, |pair| {
        let verified = pair.check();
        println!("{}: {verified:?}", pair.name());
        let can_fail = pair.strategy().complete == Completeness::Never;
        let name = pair.name();
        assert!(verified.n_right > 0 || can_fail, "{name}: nothing verified");
        verified
    });
    if tried == Tried::DefaultsOnAll {
        parallel_map(&quickest(&pairs, &verified), |pair| {
            let verified = pair.check();
            let is_whole = verified.n_right == truth.boards.len();
            let name = pair.name();
            assert!(
                is_whole || verified.n_expanded > MOST_EXPANDED,
                "{name}: {verified:?}"
            );
            assert_eq!(verified.n_given_up, 0, "{name}");
        });
    }
}

/// For each algorithm that must be optimal: the pair, of those that gave no search up, that
/// expanded the fewest nodes a board, with all the budget there is.
fn quickest<'a>(pairs: &[Pair<'a>], verified: &[Verified]) -> Vec<Pair<'a>> {
    let mut best: Vec<(u64, &Pair)> = Vec::new();
    for (pair, verified) in pairs.iter().zip(verified) {
        if verified.n_given_up > 0 || pair.most(1) == Cost::MAX || pair.builds_for_each_board() {
            continue;
        }
        let n_expanded = verified.n_expanded / verified.n_right.max(1) as u64;
        match best
            .iter_mut()
            .find(|(_, other)| other.about.key == pair.about.key)
        {
            Some(other) if n_expanded < other.0 => *other = (n_expanded, pair),
            Some(_) => {}
            None => best.push((n_expanded, pair)),
        }
    }
    // An uninformed search would take days.
    best.retain(|(n_expanded, _)| *n_expanded < 2500);
    let unlimited = |pair: &Pair<'a>| Pair {
        budget: (u64::MAX, MOST_EXPANDED),
        ..pair.clone()
    };
    best.into_iter().map(|(_, pair)| unlimited(pair)).collect()
}

/// Beside those of the registry: a maximum, a weight up to 1, and a sum that overestimates.
const PUT_TOGETHER: [&str; 3] = [
    "max(manhattan, inversion-distance)",
    "0.7*linear-conflict",
    "sum(manhattan, misplaced)",
];

/// The heuristics that make a difference to an algorithm, and fit the goal.
fn heuristics_for(about: &About, goal: &Board) -> Vec<HeuristicExpr> {
    let registered = HEURISTICS.iter().copied().flat_map(HeuristicExpr::samples);
    let mut all: Vec<HeuristicExpr> = registered.collect();
    all.extend(PUT_TOGETHER.map(|text| text.parse::<HeuristicExpr>().expect("a formula")));
    if !about.uses_heuristic {
        all.truncate(1);
    }
    all.retain(|heuristic| match heuristic.value(goal, goal, Costs::UNIT) {
        Ok(_) => true,
        Err(HeuristicError::Unsupported(_)) => false,
        Err(error) => panic!("{error}"),
    });
    all
}

/// Stops a search that takes too long for a test, and counts what all searches took.
struct Budget {
    left_of_search: u64,
    expanded: u64,
}

impl Observer for Budget {
    type Node = ();
    fn root(&mut self, _: Cost) {}
    fn generated(&mut self, _: (), _: Action, _: Cost, _: Cost, _: NodeOutcome) {}
    fn expand(&mut self, _: ()) -> Result<(), StopReason> {
        self.expanded += 1;
        self.left_of_search = self
            .left_of_search
            .checked_sub(1)
            .ok_or(StopReason::Expanded)?;
        Ok(())
    }
    fn discard(&mut self, _: (), _: NodeOutcome) {}
    fn requeued(&mut self, (): (), _: Action, _: Cost, _: Cost) {}
    fn solution(&mut self, (): (), _: Cost, _: &[Action]) {}
    fn meeting(&mut self, (): (), (): ()) {}
    fn iteration(&mut self, _: Cost) {}
    /// Counts as an expansion: a walk that is frozen where it stands expands nothing, and
    /// asks for 0 bytes again and again.
    fn reserve(&mut self, _: usize) -> Result<(), StopReason> {
        self.expand(())
    }
}

/// One algorithm with one heuristic on the boards of one truth.
#[derive(Clone)]
struct Pair<'a> {
    truth: &'a Truth,
    about: &'static About,
    heuristic: HeuristicExpr,
    options: Options,
    /// How many expansions one search, and all together, may take.
    budget: (u64, u64),
}

/// How many boards were solved and found right, how many searches were given up, and how
/// many nodes were expanded in all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Verified {
    n_right: usize,
    n_given_up: usize,
    n_expanded: u64,
}

impl Pair<'_> {
    fn name(&self) -> String {
        let Pair {
            about,
            heuristic,
            options,
            ..
        } = self;
        format!("{} with {} {options:?}", about.key, heuristic)
    }

    fn strategy(&self) -> Strategy {
        self.about.strategy(&self.options)
    }

    fn check(&self) -> Verified {
        let Truth { goal, costs, .. } = self.truth;
        let heuristic = (self.heuristic.make::<Nibbles>(goal, *costs)).expect("it fits");
        search::dispatch(self.about.key, &self.options, With(self, heuristic)).expect("a key")
    }

    /// Whether it builds tables for each board that it is to be solved from: a few are enough.
    fn builds_for_each_board(&self) -> bool {
        self.is_informed_both_ways() && self.heuristic.preparation() == Preparation::Tables
    }

    /// Whether it needs an estimate of the way from the start too.
    fn is_informed_both_ways(&self) -> bool {
        self.about.directionality == Directionality::Bidirectional && self.about.uses_heuristic
    }

    /// The heuristic from both ends, if `start` is one of them.
    fn both_ways(&self, start: &Board) -> Boxed<Nibbles> {
        let Truth { goal, costs, .. } = self.truth;
        let make = |goal, costs| (self.heuristic.make::<Nibbles>(goal, costs)).expect("it fits");
        Box::new(BidirectionalHeuristic {
            forward: make(goal, *costs),
            backward: make(start, costs.reversed()),
        })
    }

    /// The most that a solution may cost whose least cost is `least`.
    fn most(&self, least: Cost) -> Cost {
        let Pair {
            truth,
            about,
            heuristic,
            options,
            ..
        } = self;
        let goal = truth.goal.clone();
        let puzzle = Puzzle::new("", goal.clone(), goal).expect("one size");
        let job = Job {
            problem: Problem::Tiles(Puzzle {
                costs: truth.costs,
                ..puzzle
            }),
            settings: Settings {
                options: options.clone(),
                ..Settings::new(about, heuristic.clone())
            },
            search_unsolvable: false,
            record: 0,
        };
        if job.proves_optimal() {
            return least;
        }
        let is_informed = about.uses_heuristic;
        let loses_paths = options.goal_test == GoalTest::Early
            || match options.duplicates {
                Duplicates::Frontier => true,
                Duplicates::GraphWithoutReopening => is_informed && !heuristic.is_consistent(),
                _ => false,
            };
        let is_admissible = heuristic.is_admissible() || !is_informed;
        match self.strategy().optimal {
            _ if loses_paths => Cost::MAX,
            Optimality::Always => least,
            Optimality::EqualCosts if truth.costs.are_uniform() => least,
            Optimality::Admissible if is_admissible => least,
            Optimality::WithinWeight if is_admissible => {
                let (numerator, denominator) = options.weight.ratio();
                least * numerator.max(denominator) / denominator
            }
            _ => Cost::MAX,
        }
    }
}

/// A search that lacks only its algorithm. The heuristic is behind a pointer, so that each algorithm
/// is compiled once here, not once for each heuristic.
struct With<'a>(&'a Pair<'a>, Boxed<Nibbles>);

impl AlgorithmVisitor for With<'_> {
    type Output = Verified;
    fn visit<A: Algorithm>(self, algorithm: A) -> Verified {
        let With(pair, heuristic) = self;
        let Truth {
            goal,
            costs,
            least,
            boards,
        } = pair.truth;
        let space = SlidingTiles::new(goal, *costs, MoveOrder::default());
        let mut observer = Budget {
            left_of_search: 0,
            expanded: 0,
        };
        let mut verified = Verified {
            n_right: 0,
            n_given_up: 0,
            n_expanded: 0,
        };
        let n_boards = if pair.builds_for_each_board() {
            N_BUILT
        } else {
            boards.len()
        };
        for packed in boards.iter().take(n_boards) {
            if observer.expanded > pair.budget.1 {
                break;
            }
            let mut board = pair.truth.board(*packed);
            let tiles = board.tiles().to_vec();
            let what = || format!("{} on {tiles:?}", pair.name());
            observer.left_of_search = pair.budget.0;
            let start = space.state(&board);
            let ending = if pair.is_informed_both_ways() {
                algorithm.search(&space, &pair.both_ways(&board), start, &mut observer)
            } else {
                algorithm.search(&space, &heuristic, start, &mut observer)
            };
            match ending {
                Outcome::Solved(solution) => {
                    let mut cost = 0;
                    for action in solution.actions {
                        let from = board.blank();
                        assert!(board.slide(action.into()), "{}: off the board", what());
                        cost += costs.move_cost(action.into(), board.tiles()[from], board.size());
                    }
                    assert_eq!(board, *goal, "{}: not at the goal", what());
                    assert_eq!(
                        cost,
                        solution.cost,
                        "{}: the path costs something else",
                        what()
                    );
                    let (least, most) = (least[packed], pair.most(least[packed]));
                    assert!(
                        (least..=most).contains(&cost),
                        "{}: {cost}, least {least}",
                        what()
                    );
                    verified.n_right += 1;
                }
                Outcome::Stopped(StopReason::Expanded) => verified.n_given_up += 1,
                // Moves cost 1 at least, so what costs more than the limit may lie beyond.
                Outcome::CutOff
                    if pair
                        .options
                        .depth_limit
                        .is_some_and(|limit| limit < least[packed]) => {}
                ending => assert!(
                    // Here every action can be undone, so enforced hill climbing is complete.
                    pair.strategy().complete == Completeness::Never
                        && pair.about.key != "enforced-hill-climbing",
                    "{} ended {ending:?}, but there is a solution",
                    what()
                ),
            }
        }
        verified.n_expanded = observer.expanded;
        verified
    }
}
