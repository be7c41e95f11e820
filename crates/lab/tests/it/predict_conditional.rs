//! Conditional predictions for single starts, against what searches expand.

use tilescope_lab::audit::Limits;
use tilescope_lab::predict::conditional::{Conditional, Model, RADIUS};
use tilescope_lab::predict::{Prediction, predict};
use tilescope_lab::{Interrupt, Job, Problem, RunOutcome, Settings, solve};
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::{Board, GoalPreset, HeuristicExpr, Puzzle, Size, scramble};
use tilescope_search::Algorithm;
use tilescope_search::ida_star::IdaStar;

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

/// Zahavi et al. compare means over starts with the same h.
#[test]
fn means_over_starts_with_the_same_h_are_near_what_is_measured() {
    for (heuristic, h, bound) in [
        ("manhattan", 12, 22),
        ("manhattan", 16, 24),
        ("misplaced", 7, 20),
        ("linear-conflict", 14, 24),
        (INCONSISTENT, 14, 22),
    ] {
        let model = model(&goal(3, 3), heuristic);
        let (mut expected, mut found) = (0.0, 0.0);
        for start in starts(heuristic, h, 12) {
            expected += measured(&model, &start, bound)[bound] as f64;
            found += predicted(&model, &start, bound).expanded[bound];
        }
        let ratio = found / expected;
        assert!((ratio - 1.0).abs() < 0.06, "{heuristic}, h = {h}: {ratio}");
    }
}

/// The mean over all starts takes no notice of ancestors that are cut, and so overestimates with an
/// inconsistent heuristic.
#[test]
fn inconsistent_heuristics_are_predicted_better_by_condition() {
    const BOUND: usize = 20;
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
        const N: usize = 400;
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
    let counts = measured(&model, &start, RADIUS);
    let found = predicted(&model, &start, RADIUS);
    assert!(found.is_exhaustive && found.n_boards == 181_440);
    for (d, n) in counts.iter().enumerate().take(RADIUS) {
        assert_eq!(found.expanded[d], *n as f64, "bound {d}");
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
