//! Conditional predictions for single starts, against what searches expand.

use std::num::NonZero;
use tilescope_lab::audit::Limits;
use tilescope_lab::predict::conditional::{Conditional, Model, n_searched_levels};
use tilescope_lab::predict::{Iterations, Prediction, predict};
use tilescope_lab::{Interrupt, Job, Problem, RunOutcome, Settings, job, solve};
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::{Board, GoalPreset, HeuristicExpr, Puzzle, Size, scramble};
use tilescope_search::counter::Counter;
use tilescope_search::ida_star::IdaStar;
use tilescope_search::{Algorithm, Outcome};

const LIMITS: Limits = Limits {
    threads: None,
    memory: 8 << 30,
};

/// It looks away while the blank is in the middle.
const INCONSISTENT: &str = "manhattan*(blank_row != 2 or blank_col != 2)";

fn goal(rows: usize, columns: usize) -> Board {
    GoalPreset::BlankLast.board(Size::new(rows, columns).unwrap())
}

fn model(goal: &Board, heuristic: &str) -> Model {
    let heuristic = heuristic.parse().unwrap();
    let interrupt = Interrupt::default();
    Model::count(goal, &heuristic, LIMITS, &interrupt, &mut |_| {}).unwrap()
}

fn predicted(model: &Model, start: &Board, bound: usize) -> Conditional {
    model.predict(start, bound, &Interrupt::default()).unwrap()
}

fn measured(model: &Model, start: &Board, bound: usize) -> Vec<u64> {
    let interrupt = Interrupt::default();
    model.measure(start, bound, u64::MAX, &interrupt).unwrap()
}

/// Random starts of which a heuristic has this value.
fn starts(heuristic: &str, h: u32, n: usize) -> Vec<Board> {
    let expr: HeuristicExpr = heuristic.parse().unwrap();
    let goal = goal(3, 3);
    let mut rng = fastrand::Rng::with_seed(9);
    std::iter::repeat_with(|| scramble::solvable(&goal, &mut rng))
        .filter(|start| expr.value(start, &goal, Default::default()) == Ok(h))
        .take(n)
        .collect()
}

/// What is counted is what IDA* expands in all but its last iteration.
#[test]
fn what_is_measured_is_what_ida_star_expands() {
    for heuristic in ["manhattan", INCONSISTENT, "linear-conflict"] {
        let model = model(&goal(3, 3), heuristic);
        for start in starts("manhattan", 16, 3) {
            let puzzle = Puzzle::new("", start.clone(), goal(3, 3)).unwrap();
            let mut settings =
                Settings::new(&IdaStar::ABOUT, heuristic.parse::<HeuristicExpr>().unwrap());
            let job = |settings: &Settings| Job {
                problem: Problem::Tiles(puzzle.clone()),
                settings: settings.clone(),
                search_unsolvable: false,
                record: 0,
            };
            let whole = solve(&job(&settings)).unwrap();
            let RunOutcome::Solved { cost, .. } = whole.outcome else {
                panic!("{:?}", whole.outcome);
            };
            let counts = measured(&model, &start, cost as usize);
            // The bounds of its iterations are those within which more is expanded.
            let first = counts.iter().position(|n| *n > 0).unwrap();
            let mut before = counts[first..cost as usize].to_vec();
            before.dedup();
            let before: u64 = before.iter().sum();
            // One expansion less, and it ends before the last iteration.
            settings.limits.expanded = Some(before);
            let stopped = solve(&job(&settings)).unwrap();
            assert!(
                matches!(stopped.outcome, RunOutcome::Stopped(_)),
                "{heuristic}"
            );
            assert!(whole.counts.expanded > before, "{heuristic}");
            assert!(
                whole.counts.expanded <= before + counts[cost as usize],
                "{heuristic}"
            );
        }
    }
}

/// So what is predicted of them is what the engine expands in all but its last iteration.
#[test]
fn iterations_of_fast_ida_star_are_those_of_manhattan_distance() {
    let korf_12 = parse_board("14 1 9 6 / 4 8 12 5 / 7 2 3 0 / 10 11 13 15").unwrap();
    let goal_of_korf = GoalPreset::BlankFirst.board(Size::FIFTEEN_PUZZLE);
    let of_nine = starts("manhattan", 16, 5).into_iter();
    let of_nine = of_nine.map(|start| (start, goal(3, 3)));
    for (start, goal) in of_nine.chain([(korf_12, goal_of_korf)]) {
        let puzzle = Puzzle::new("", start.clone(), goal.clone()).unwrap();
        // The heuristic that is chosen for other algorithms does not matter.
        let engine = job::algorithm("fast-ida-star").unwrap();
        let mut settings =
            Settings::new(engine, "linear-conflict".parse::<HeuristicExpr>().unwrap());
        settings.options.threads = NonZero::new(1);
        let mut counter = Counter::default();
        let outcome =
            tilescope_engines::search(engine.key, &puzzle, &settings.options, &mut counter);
        let Some(Ok(Outcome::Solved(solution))) = outcome else {
            panic!("it is solvable");
        };
        let job = Job {
            problem: Problem::Tiles(puzzle),
            settings,
            search_unsolvable: false,
            record: 0,
        };
        let iterations = Iterations::of(&job).unwrap().unwrap();
        assert_eq!(iterations.heuristic.to_string(), "manhattan");
        let model = model(&goal, "manhattan");
        let h = model.from_start(&start, 0).h as usize;
        let counts = measured(&model, &start, solution.cost as usize);
        let before: u64 = counts[h..solution.cost as usize].iter().step_by(2).sum();
        assert!(before > 0);
        assert_eq!(counter.before_iteration.0, before, "{start:?}");
    }
}

/// Zahavi et al. compare means over starts with the same h.
#[test]
fn means_over_starts_with_the_same_h_are_near_what_is_measured() {
    for (heuristic, h, bound) in [
        ("manhattan", 12, 26),
        ("manhattan", 16, 28),
        ("misplaced", 7, 24),
        ("linear-conflict", 14, 28),
        (INCONSISTENT, 14, 26),
    ] {
        let model = model(&goal(3, 3), heuristic);
        let (mut expected, mut found) = (0.0, 0.0);
        for start in starts(heuristic, h, 12) {
            expected += measured(&model, &start, bound)[bound] as f64;
            found += predicted(&model, &start, bound).expanded[bound];
        }
        let ratio = found / expected;
        println!("{heuristic}, h = {h}: {ratio}");
        assert!((ratio - 1.0).abs() < 0.03, "{heuristic}, h = {h}: {ratio}");
    }
}

/// The mean over all starts takes no notice of ancestors that are cut, and so overestimates with an
/// inconsistent heuristic.
#[test]
fn inconsistent_heuristics_are_predicted_better_by_condition() {
    const BOUND: usize = 24;
    let goal = goal(3, 3);
    for heuristic in [INCONSISTENT, "manhattan*(blank_row != 2)"] {
        let prediction = Prediction {
            goal: goal.clone(),
            heuristic: heuristic.parse().unwrap(),
            bound: BOUND,
        };
        let all = predict(&prediction, LIMITS, &Interrupt::default(), &mut |_| {}).unwrap();
        let model = model(&goal, heuristic);
        let mut rng = fastrand::Rng::with_seed(4);
        let (mut expected, mut found) = (0.0, 0.0);
        const N: usize = 100;
        for _ in 0..N {
            let start = scramble::solvable(&goal, &mut rng);
            expected += measured(&model, &start, BOUND)[BOUND] as f64 / N as f64;
            found += predicted(&model, &start, BOUND).expanded[BOUND] / N as f64;
        }
        let (by_condition, unconditional) =
            (found / expected, all.expanded[BOUND].value / expected);
        println!("{heuristic}: {by_condition} {unconditional}");
        assert!(unconditional > 1.5, "{heuristic}: {unconditional}");
        assert!(
            (0.7..1.1).contains(&by_condition),
            "{heuristic}: {by_condition}"
        );
    }
}

/// The levels near the start are searched.
#[test]
fn near_iterations_are_exact() {
    let start = parse_board("2 8 3 / 1 6 4 / 7 _ 5").unwrap();
    let model = model(&goal(3, 3), "manhattan");
    let n_levels = n_searched_levels(Size::EIGHT_PUZZLE);
    let counts = measured(&model, &start, n_levels);
    let found = predicted(&model, &start, n_levels);
    assert!(found.is_exhaustive && found.n_boards == 181_440);
    assert_eq!(found.n_searched, n_levels);
    for (d, n) in counts.iter().enumerate().take(n_levels) {
        assert_eq!(found.expanded[d], *n as f64, "bound {d}");
    }
}

/// About 100,000 nodes are on the last level that is searched.
#[test]
fn levels_are_searched_until_they_have_about_100_000_nodes() {
    for (rows, columns, n_levels) in [
        (2, 2, 300),
        (3, 3, 20),
        (4, 4, 15),
        (5, 5, 13),
        (10, 10, 11),
    ] {
        let size = Size::new(rows, columns).unwrap();
        assert_eq!(n_searched_levels(size), n_levels, "{size}");
    }
}

#[test]
fn fifteen_puzzles_are_predicted_from_a_sample() {
    // Korf's 12th, which takes 45 moves.
    let start = parse_board("14 1 9 6 / 4 8 12 5 / 7 2 3 0 / 10 11 13 15").unwrap();
    let goal = GoalPreset::BlankFirst.board(Size::FIFTEEN_PUZZLE);
    let model = model(&goal, "manhattan");
    let found = predicted(&model, &start, 41);
    assert!(!found.is_exhaustive && found.n_boards == 200_000);
    let counts = measured(&model, &start, 41);
    for bound in [37, 39, 41] {
        let ratio = found.expanded[bound] / counts[bound] as f64;
        println!("bound {bound}: {ratio} of {}", counts[bound]);
        assert!((0.5..2.0).contains(&ratio), "{bound}: {ratio}");
    }
    // The same request gives the same prediction.
    let again = self::model(&goal, "manhattan");
    assert_eq!(predicted(&again, &start, 41), found);
}

#[test]
fn measuring_ends_at_its_limit() {
    let start = &starts("manhattan", 16, 1)[0];
    let model = model(&goal(3, 3), "zero");
    let whole = measured(&model, start, 20);
    let most = whole[..=15].iter().sum();
    let part = model.measure(start, 20, most, &Interrupt::default());
    assert_eq!(part.unwrap(), whole[..=15]);
    let stopped = Interrupt::default();
    stopped.stop();
    let error = model.predict(start, 20, &stopped).unwrap_err();
    assert_eq!(error.to_string(), "interrupted");
    let error = model
        .predict(start, 301, &Interrupt::default())
        .unwrap_err();
    assert!(error.to_string().contains("up to 300, not 301"), "{error}");
}
