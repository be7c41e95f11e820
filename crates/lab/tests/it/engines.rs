//! The engines against exhaustive truth, against the algorithms, and against Korf's counts.

use std::collections::HashMap;
use std::num::NonZero;
use tilescope_engines::ENGINES;
use tilescope_engines::Engine;
use tilescope_engines::ida_star::{FastIdaStar, Kernel};
use tilescope_lab::published::korf_1985;
use tilescope_lab::{
    self as lab, Job, JobError, Limits, Report, RunOutcome, Settings, catalogue, job,
};
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::{Board, Costs, Direction, GoalPreset, Puzzle, Size, scramble};
use tilescope_search::{About, Action, Counter, Optimality, Options, Outcome};
use tilescope_testing::parallel_map;

fn a_job(puzzle: Puzzle, about: &'static About, threads: usize) -> Job {
    let mut settings = Settings::new(about, job::heuristic("manhattan").unwrap());
    settings.options.threads = NonZero::new(threads);
    settings.limits = Limits {
        expanded: None,
        memory: Some(4 << 30),
        time: None,
    };
    Job {
        problem: puzzle.into(),
        settings,
        search_unsolvable: false,
        record: 0,
    }
}

/// Solves, replays the path to the goal; its length and the report.
#[track_caller]
fn solve(job: &Job) -> (usize, Report) {
    let report = lab::solve(job).unwrap();
    let RunOutcome::Solved {
        moves,
        cost,
        optimal,
    } = &report.outcome
    else {
        panic!("{}: {:?}", job.settings.algorithm.key, report.outcome);
    };
    let puzzle = job.problem.puzzle().unwrap();
    let mut board = puzzle.start.clone();
    for direction in moves.iter().copied().map(Direction::from) {
        assert!(board.slide(direction), "a move over the edge");
    }
    assert_eq!(board, puzzle.goal);
    assert_eq!(moves.len(), *cost as usize);
    let claims = job.settings.algorithm.optimal != Optimality::Never;
    assert_eq!(*optimal, claims || moves.is_empty());
    (moves.len(), report)
}

/// The distance of every board from `goal`.
fn distances(goal: &Board) -> HashMap<Board, usize> {
    let mut far = HashMap::from([(goal.clone(), 0)]);
    let mut layer = vec![goal.clone()];
    for distance in 1.. {
        let mut next = Vec::new();
        for board in layer {
            for direction in Direction::ALL {
                let mut child = board.clone();
                if child.slide(direction) && !far.contains_key(&child) {
                    far.insert(child.clone(), distance);
                    next.push(child);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    far
}

/// Whether the engine takes the puzzle; what it does not, it refuses in a sentence.
fn fits(job: &Job) -> bool {
    match job.check() {
        Ok(()) => true,
        Err(JobError::Engine(misfit)) => {
            assert!(misfit.to_string().contains(job.settings.algorithm.name));
            false
        }
        Err(other) => panic!("{other}"),
    }
}

/// Meets one in `every` of the boards that reach `goal` with every engine that is for it; one in
/// `sparse` where no shortest solution is claimed.
fn check_all_of(goal: &Board, every: usize, sparse: usize) {
    let mut boards: Vec<(Board, usize)> = distances(goal).into_iter().collect();
    boards.sort_unstable_by(|(a, _), (b, _)| a.tiles().cmp(b.tiles()));
    parallel_map(ENGINES, |about| {
        // Where no shortest solution is claimed, the engine looks long for a shorter one.
        let is_sparse = about.optimal == Optimality::Never;
        let step = if is_sparse { sparse } else { every };
        for (board, distance) in boards.iter().step_by(step) {
            let puzzle = Puzzle::new("", board.clone(), goal.clone()).unwrap();
            let job = a_job(puzzle, about, 1);
            if !fits(&job) {
                break;
            }
            let (length, _) = solve(&job);
            let is_right = match about.optimal {
                Optimality::Never => length >= *distance,
                _ => length == *distance,
            };
            assert!(
                is_right,
                "{}: {board:?}: {length}, not {distance}",
                about.key
            );
        }
    });
}

fn goal(preset: GoalPreset, rows: usize, columns: usize) -> Board {
    preset.board(Size::new(rows, columns).unwrap())
}

#[test]
fn all_small_boards() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
        check_all_of(&goal(GoalPreset::BlankLast, rows, columns), 1, 1);
    }
}

#[test]
fn boards_of_three_by_three() {
    check_all_of(&goal(GoalPreset::BlankLast, 3, 3), 5, 503);
}

#[test]
fn any_goal_will_do() {
    for preset in [GoalPreset::BlankFirst, GoalPreset::Spiral] {
        check_all_of(&goal(preset, 3, 3), 29, 997);
    }
}

/// All of Korf's hundred, with databases that are built in the run.
#[test]
fn pattern_databases_solve_as_korf_did() {
    let about = job::algorithm("pattern-databases").unwrap();
    for number in 1..=100 {
        let (puzzle, length, _) = korf(number);
        assert_eq!(solve(&a_job(puzzle, about, 2)).0, length, "Korf {number}");
    }
}

/// Walks back from the goal, and from odd goals, on the greater boards: as long as the
/// algorithm that is known to be right, with one thread or three.
#[test]
fn greater_boards_agree_with_a_star() {
    let a_star = job::algorithm("a-star").unwrap();
    let mut random = fastrand::Rng::with_seed(4);
    for (rows, columns) in [(3, 4), (4, 3), (4, 4), (5, 5)] {
        for preset in GoalPreset::ALL {
            let goal = goal(preset, rows, columns);
            for n_moves in [0, 1, 2, 25, 40] {
                let (start, _) = scramble::random_walk(&goal, n_moves, &mut random);
                let puzzle = Puzzle::new("", start, goal.clone()).unwrap();
                let (length, _) = solve(&a_job(puzzle.clone(), a_star, 1));
                for about in ENGINES
                    .iter()
                    .filter(|about| about.optimal != Optimality::Never)
                {
                    let threads = *random.choice(&[1, 3]).unwrap();
                    let job = a_job(puzzle.clone(), about, threads);
                    if fits(&job) {
                        assert_eq!(solve(&job).0, length, "{}: {:?}", about.key, puzzle);
                    }
                }
            }
        }
    }
}

/// One of Korf's hundred with its length and the nodes generated, the root once, in the
/// order Up, Left, Right, Down.
fn korf(number: usize) -> (Puzzle, usize, u64) {
    let found = korf_1985::instances()
        .find(|it| it.number == number)
        .unwrap();
    let puzzle = Puzzle::new("", found.start, parse_board(korf_1985::GOAL).unwrap()).unwrap();
    (puzzle, found.length as usize, found.nodes.1)
}

/// The easiest of Korf's.
fn easy_korfs() -> &'static [usize] {
    &[
        12, 42, 55, 79, 97, 73, 45, 19, 23, 28, 30, 36, 44, 46, 47, 48, 64, 71, 94, 98,
    ]
}

/// By the recursion: stacks look at many nodes at a time and so, in the last iteration, at
/// others.
#[test]
fn fast_ida_star_makes_the_nodes_that_korf_counted() {
    for &number in easy_korfs() {
        let (puzzle, length, nodes) = korf(number);
        let (solution, counter) = search_by(Kernel::Recursion, 1, &puzzle);
        assert_eq!(
            (solution.len(), counter.generated),
            (length, nodes),
            "Korf {number}"
        );
    }
}

/// An iteration that ends without a solution looks at the same nodes, and all find the same
/// solution, whatever searches and on however many threads.
#[test]
fn every_code_makes_the_same_nodes_in_full_iterations() {
    let korfs = easy_korfs().iter().map(|&number| korf(number).0);
    let mut puzzles = hard_ones_of_twelve_cells();
    puzzles.extend(korfs);
    for (i, puzzle) in puzzles.iter().enumerate() {
        let (solution, counter) = search_by(Kernel::Recursion, 1, puzzle);
        for kernel in Kernel::ALL
            .into_iter()
            .filter(|kernel| kernel.is_supported())
        {
            let threads = [1, 3][i % 2];
            let (by_code, counted) = search_by(kernel, threads, puzzle);
            assert_eq!(
                (by_code, counted.before_iteration),
                (solution.clone(), counter.before_iteration),
                "{kernel:?}, {threads} threads: {puzzle:?}"
            );
        }
    }
}

/// Far enough from their goal that stacks are worth it.
fn hard_ones_of_twelve_cells() -> Vec<Puzzle> {
    [
        "0 11 10 9 / 4 7 6 5 / 8 3 2 1",
        "0 10 11 / 9 8 7 / 6 5 4 / 3 2 1",
    ]
    .map(|text| {
        let start = parse_board(text).unwrap();
        let goal = GoalPreset::BlankLast.board(start.size());
        Puzzle::new("", start, goal).unwrap()
    })
    .into()
}

fn search_by(kernel: Kernel, threads: usize, puzzle: &Puzzle) -> (Vec<Action>, Counter) {
    let options = Options {
        threads: NonZero::new(threads),
        ..Options::default()
    };
    let engine = FastIdaStar::new(puzzle, &options).unwrap();
    let mut counter = Counter::default();
    match engine.with_kernel(kernel).unwrap().search(&mut counter) {
        Outcome::Solved(solution) => (solution.actions, counter),
        other => panic!("{other:?}"),
    }
}

#[test]
fn fast_ida_star_makes_the_same_solution_with_any_number_of_threads() {
    let about = job::algorithm("fast-ida-star").unwrap();
    for &number in &easy_korfs()[..5] {
        let moves = |threads| {
            let (puzzle, ..) = korf(number);
            let report = solve(&a_job(puzzle, about, threads)).1;
            report.outcome
        };
        assert_eq!(moves(1), moves(2), "Korf {number}");
        assert_eq!(moves(1), moves(5), "Korf {number}");
    }
}

#[test]
fn unequal_costs_are_refused_in_a_sentence() {
    let mut puzzle = Puzzle::default_for(Size::new(3, 3).unwrap());
    puzzle.costs = Costs::UNIT.with(Direction::Up, 2).unwrap();
    let job = a_job(puzzle, job::algorithm("fast-ida-star").unwrap(), 1);
    let error = lab::solve(&job).unwrap_err().to_string();
    assert_eq!(
        error,
        "the engine Fast IDA* is not for this 3×3 puzzle: it counts moves, so every move must cost 1"
    );
}

#[test]
fn what_parity_forbids_is_not_searched() {
    let start = parse_board("2 1 3 / 4 5 6 / 7 8 _").unwrap();
    for about in ENGINES {
        let puzzle = Puzzle::new("", start.clone(), goal(GoalPreset::BlankLast, 3, 3)).unwrap();
        let mut job = a_job(puzzle, about, 1);
        job.search_unsolvable = true;
        if fits(&job) {
            let report = lab::solve(&job).unwrap();
            assert_eq!(report.outcome, RunOutcome::Unsolvable { by_parity: false });
            assert_eq!(report.counts.expanded, 0);
        }
    }
}

#[test]
fn each_name_is_of_one_algorithm() {
    for about in catalogue() {
        let found = |name: &str| job::algorithm(name).unwrap().key;
        assert_eq!(found(about.key), about.key);
        for name in [&[about.name], about.other_names].concat() {
            assert_eq!(found(&name.to_uppercase()), about.key, "{name}");
        }
    }
}
