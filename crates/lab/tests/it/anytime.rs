//! Anytime weighted A*, and NBS between its first meeting and its proof: each solution is better
//! than the last, and a run that is stopped ends with the best so far.

use tilescope_lab::{Job, Limits, RunOutcome, Settings, StoppedBy, files, job, solve};
use tilescope_puzzle::heuristics::{Manhattan, TileHeuristic};
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::{Costs, MoveOrder, Nibbles, SlidingTiles};
use tilescope_search::anytime::AnytimeWeightedAStar;
use tilescope_search::{
    Action, Algorithm, Cost, NodeOutcome, Observer, Options, Outcome, StopReason, Weight,
};

const START: &str = "8 6 7 / 2 5 4 / 3 _ 1";
const GOAL: &str = "1 2 3 / 4 5 6 / 7 8 _";

fn options() -> Options {
    Options {
        weight: Weight::new(3.0).expect("a weight"),
        ..AnytimeWeightedAStar::ABOUT.defaults()
    }
}

/// Notes after how many expansions which solution was told.
#[derive(Default)]
struct Listener {
    n_expanded: u64,
    solutions: Vec<(u64, Cost, usize)>,
}

impl Observer for Listener {
    type Node = ();
    fn root(&mut self, _: Cost) {}
    fn generated(&mut self, _: (), _: Action, _: Cost, _: Cost, _: NodeOutcome) {}
    fn expand(&mut self, _: ()) -> Result<(), StopReason> {
        self.n_expanded += 1;
        Ok(())
    }
    fn discard(&mut self, _: (), _: NodeOutcome) {}
    fn requeued(&mut self, (): (), _: Action, _: Cost, _: Cost) {}
    fn solution(&mut self, _: (), cost: Cost, actions: &[Action]) {
        self.solutions.push((self.n_expanded, cost, actions.len()));
    }
    fn meeting(&mut self, (): (), (): ()) {}
    fn iteration(&mut self, _: Cost) {}
    fn reserve(&mut self, _: usize) -> Result<(), StopReason> {
        Ok(())
    }
}

fn listen() -> Listener {
    let (start, goal) = (
        parse_board(START).expect("a board"),
        parse_board(GOAL).expect("a board"),
    );
    let space = SlidingTiles::<Nibbles>::new(&goal, Costs::UNIT, MoveOrder::default());
    let heuristic = Manhattan::new(&goal, Costs::UNIT).expect("it fits");
    let mut listener = Listener::default();
    let algorithm = AnytimeWeightedAStar::with(&options());
    let ending = algorithm.search(&space, &heuristic, space.state(&start), &mut listener);
    let Outcome::Solved(solution) = ending else {
        panic!("it ended {ending:?}");
    };
    assert_eq!(
        solution.cost, 31,
        "one of the two boards that need the most"
    );
    listener
}

#[test]
fn each_solution_is_better_than_the_last() {
    let solutions = listen().solutions;
    assert!(solutions.len() > 1, "the first was not the best");
    assert!(solutions.windows(2).all(|pair| pair[1].1 < pair[0].1));
    assert!(
        solutions
            .iter()
            .all(|&(_, cost, n_moves)| n_moves == cost as usize)
    );
    assert_eq!(solutions.last().map(|last| last.1), Some(31));
}

#[test]
fn a_stopped_run_ends_with_the_best_so_far() {
    let listener = listen();
    let outcome = |most: u64| {
        let mut job = a_job("anytime-weighted-a-star", most);
        job.settings.options = options();
        let report = solve(&job).expect("a job that fits");
        let by = (most <= listener.n_expanded).then_some(StoppedBy::Expanded);
        assert_eq!(report.stopped_by, by);
        if by.is_some() {
            let end = report.sentence();
            assert!(end.contains("topped at the limit on expansions"), "{end}");
        }
        report.outcome
    };
    for (i, &(n_expanded, cost, _)) in listener.solutions.iter().enumerate() {
        // It is found among the successors of this expansion, so it is there at the next.
        let before = outcome(n_expanded - 1);
        match i.checked_sub(1).map(|last| listener.solutions[last]) {
            None => assert_eq!(before, RunOutcome::Stopped(StoppedBy::Expanded)),
            Some((_, last, _)) => check(&before, last, false),
        }
        check(&outcome(n_expanded), cost, false);
    }
    check(&outcome(listener.n_expanded + 1), 31, true);
}

fn a_job(algorithm: &str, most: u64) -> Job {
    let mut puzzle = files::from_start(parse_board(START).expect("a board"));
    puzzle.goal = parse_board(GOAL).expect("a board");
    let algorithm = job::algorithm(algorithm).expect("a key");
    let heuristic = job::heuristic("manhattan").expect("a key");
    let mut settings = Settings::new(algorithm, heuristic);
    settings.limits = Limits {
        expanded: Some(most),
        ..Limits::default()
    };
    Job {
        problem: puzzle.into(),
        settings,
        search_unsolvable: false,
        record: 0,
    }
}

#[test]
fn nbs_that_is_stopped_ends_with_its_best_meeting() {
    let mut costs = Vec::new();
    let mut n_unproved = 0;
    for most in (0..10_000).step_by(40) {
        let mut job = a_job("nbs", most);
        if let tilescope_lab::Problem::Tiles(puzzle) = &mut job.problem {
            puzzle.costs = "U=3,D=5,L=2,R=1".parse().expect("costs");
        }
        match solve(&job).expect("a job that fits").outcome {
            RunOutcome::Stopped(StoppedBy::Expanded) => assert!(costs.is_empty()),
            RunOutcome::Solved { cost, optimal, .. } => {
                costs.push(cost);
                n_unproved += usize::from(!optimal);
                if optimal {
                    break;
                }
            }
            outcome => panic!("{outcome:?}"),
        }
    }
    assert!(n_unproved > 0, "there are solutions before the proof");
    assert!(costs.is_sorted_by(|a, b| a >= b), "{costs:?}");
    assert_eq!(costs.last(), Some(&81), "what A* finds");
}

#[track_caller]
fn check(found: &RunOutcome, expected: Cost, is_optimal: bool) {
    let RunOutcome::Solved {
        moves,
        cost,
        optimal,
    } = found
    else {
        panic!("{found:?}");
    };
    assert_eq!(
        (moves.len(), *cost, *optimal),
        (expected as usize, expected, is_optimal)
    );
}
