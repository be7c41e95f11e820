//! Node-count signatures of the algorithms: a search that generates one node more or fewer is a
//! different search.

use tilescope_puzzle::{
    Board, Costs, Direction, MoveOrder, Nibbles, SlidingTiles, heuristics, notation,
};
use tilescope_search::{
    self as search, ALGORITHMS, About, Algorithm, AlgorithmVisitor, BidirectionalHeuristic, Cost,
    Counter, Directionality, GoalTest, Heuristic, Options, Outcome,
};

/// The path and its cost, nodes expanded, nodes generated.
type RunOutcome = (Option<(String, Cost)>, u64, u64);

struct Run<'a> {
    algorithm: &'static About,
    options: Options,
    start: &'a Board,
    space: SlidingTiles<Nibbles>,
}

impl Run<'_> {
    fn with(&self, heuristic: impl Heuristic<SlidingTiles<Nibbles>>) -> RunOutcome {
        struct With<'a, H>(&'a Run<'a>, H);
        impl<H: Heuristic<SlidingTiles<Nibbles>>> AlgorithmVisitor for With<'_, H> {
            type Output = RunOutcome;
            fn visit<A: Algorithm>(self, algorithm: A) -> RunOutcome {
                let With(Run { start, space, .. }, heuristic) = self;
                let mut counter = Counter::default();
                let ending = algorithm.search(space, &heuristic, space.state(start), &mut counter);
                let solution = match ending {
                    Outcome::Solved(solution) => {
                        let directions = solution.actions.into_iter().map(Direction::from);
                        Some((notation::moves(directions), solution.cost))
                    }
                    _ => None,
                };
                (solution, counter.expanded, counter.generated)
            }
        }
        search::dispatch(self.algorithm.key, &self.options, With(self, heuristic)).expect("a key")
    }
}

/// Solves `start` with the algorithm's defaults; checks the number of moves, the nodes
/// expanded and the nodes generated, and replays the path.
#[track_caller]
fn check(puzzle: (&str, &str), algorithm: &str, heuristic: &str, counts: (usize, u64, u64)) {
    check_with(&|_| (), puzzle, algorithm, heuristic, counts);
}

/// Does the same with other options.
#[track_caller]
fn check_with(
    change: &dyn Fn(&mut Options),
    (start, goal): (&str, &str),
    algorithm: &str,
    heuristic: &str,
    (n_moves, expanded, generated): (usize, u64, u64),
) {
    let board = |text| notation::parse_board(text).expect("a board");
    let (mut start, goal) = (board(start), board(goal));
    let space = SlidingTiles::new(&goal, Costs::UNIT, MoveOrder::default());
    let about = ALGORITHMS.iter().find(|about| about.key == algorithm);
    let about = about.expect("a key");
    let mut options = about.defaults();
    change(&mut options);
    let run = Run {
        algorithm: about,
        options,
        start: &start,
        space,
    };
    let make =
        |goal| heuristics::make::<Nibbles>(heuristic, None, goal, Costs::UNIT).expect("a key");
    let (solution, n_expanded, n_generated) =
        if run.algorithm.directionality == Directionality::Bidirectional {
            run.with(BidirectionalHeuristic {
                forward: make(&goal),
                backward: make(&start),
            })
        } else {
            run.with(make(&goal))
        };
    let (moves, cost) = solution.expect("a solution");
    assert_eq!(
        (moves.len(), n_expanded, n_generated),
        (n_moves, expanded, generated)
    );
    assert_eq!(moves.len(), cost as usize);
    for letter in moves.chars() {
        assert!(start.slide(Direction::from_letter(letter).expect("a move")));
    }
    assert_eq!(start, goal);
}

const KORF_GOAL: &str = "_ 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15";
const KORF_12: (&str, &str) = ("14 1 9 6 / 4 8 12 5 / 7 2 3 _ / 10 11 13 15", KORF_GOAL);
const KORF_79: (&str, &str) = ("_ 1 9 7 / 11 13 5 3 / 14 12 4 2 / 8 6 10 15", KORF_GOAL);
const TWENTY_MOVES: (&str, &str) = ("7 6 2 / 5 3 1 / _ 4 8", "_ 1 2 / 3 4 5 / 6 7 8");
const FIVE_MOVES: (&str, &str) = ("2 8 3 / 1 6 4 / 7 _ 5", "1 2 3 / 8 _ 4 / 7 6 5");

/// Korf, “Depth-first iterative-deepening”, 1985, table 1; the expansions recounted.
#[test]
fn ida_star_matches_korfs_node_counts() {
    check(KORF_12, "ida-star", "manhattan", (45, 269_708, 546_344));
    check(KORF_79, "ida-star", "manhattan", (42, 262_910, 540_860));
}

/// The default of version 0.1, which its experiments, records, sessions and traces mean.
#[test]
fn breadth_first_search_may_test_for_the_goal_late() {
    let late = |options: &mut Options| options.goal_test = GoalTest::Late;
    let check = |puzzle, counts| check_with(&late, puzzle, "breadth-first", "zero", counts);
    check(TWENTY_MOVES, (20, 40_665, 111_261));
    check(FIVE_MOVES, (5, 33, 93));
}

#[test]
fn twenty_moves() {
    let check = |algorithm, heuristic, counts| check(TWENTY_MOVES, algorithm, heuristic, counts);
    check("breadth-first", "zero", (20, 28_666, 76_830));
    check("depth-first", "zero", (19_642, 19_914, 57_535));
    check("depth-limited", "zero", (30, 367_405, 979_852));
    check("iterative-deepening", "zero", (20, 178_334, 485_198));
    check("bidirectional-breadth-first", "zero", (20, 701, 1917));
    check("uniform-cost", "zero", (20, 40_665, 111_261));
    check("greedy-best-first", "manhattan", (84, 440, 1206));
    check("a-star", "manhattan", (20, 433, 1149));
    check("weighted-a-star", "manhattan", (24, 600, 1616));
    check("anytime-weighted-a-star", "manhattan", (20, 670, 1805));
    check("ida-star", "manhattan", (20, 398, 678));
    check("rbfs", "manhattan", (20, 645, 1090));
    check("sma-star", "manhattan", (20, 557, 926));
    check("nbs", "manhattan", (20, 390, 1050));
    check("beam", "manhattan", (20, 1352, 3699));
    let restarts = "random-restart-hill-climbing";
    check(restarts, "manhattan", (60, 1729, 1878));
    check("enforced-hill-climbing", "manhattan", (42, 9016, 24_573));
    check("simulated-annealing", "manhattan", (2786, 2786, 3957));
    check("list-search", "manhattan", (162, 162, 466));
}

#[test]
fn five_moves() {
    let check = |algorithm, heuristic, counts| check(FIVE_MOVES, algorithm, heuristic, counts);
    check("breadth-first", "zero", (5, 20, 53));
    check("depth-first", "zero", (5, 5, 16));
    check("depth-limited", "zero", (5, 5, 16));
    check("iterative-deepening", "zero", (5, 38, 106));
    check("bidirectional-breadth-first", "zero", (5, 10, 30));
    check("uniform-cost", "zero", (5, 33, 93));
    check("greedy-best-first", "manhattan", (5, 5, 16));
    check("a-star", "manhattan", (5, 5, 16));
    check("weighted-a-star", "manhattan", (5, 5, 16));
    check("anytime-weighted-a-star", "manhattan", (5, 5, 16));
    check("ida-star", "manhattan", (5, 5, 6));
    check("rbfs", "manhattan", (5, 5, 12));
    check("sma-star", "manhattan", (5, 5, 12));
    check("nbs", "manhattan", (5, 6, 21));
    check("beam", "manhattan", (5, 33, 93));
    check("hill-climbing", "manhattan", (5, 5, 16));
    check("enforced-hill-climbing", "manhattan", (5, 5, 8));
    check("list-search", "manhattan", (5, 5, 16));
}

/// The bound on its expansions is on those with a lower bound below C* alone: it expands 714 nodes
/// here, of which 100 are such.
#[test]
fn nbs_claims_nothing_of_expansions_at_the_least_cost() {
    let puzzle = ("6 7 4 / 8 1 5 / _ 3 2", "1 2 3 / 4 5 6 / 7 8 _");
    check(puzzle, "nbs", "manhattan", (24, 714, 1907));
    let about = ALGORITHMS.iter().find(|about| about.key == "nbs");
    let described = about.expect("a key").description;
    assert!(described.contains("a lower bound below C*"), "{described}");
}
