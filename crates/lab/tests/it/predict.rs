//! Predictions against the figures of the literature, enumeration and what searches expand.

use tilescope_lab::Interrupt;
use tilescope_lab::audit::Limits;
use tilescope_lab::audit::intervals::Estimated;
use tilescope_lab::predict::{
    Drawing, Method, Predicted, Prediction, branching_factor, predict, predict_by_drawing,
};
use tilescope_puzzle::{GoalPreset, Size};

const LIMITS: Limits = Limits {
    threads: None,
    memory: 8 << 30,
};

fn predicted(rows: usize, columns: usize, heuristic: &str, bound: usize) -> Predicted {
    let prediction = Prediction {
        goal: GoalPreset::BlankLast.board(Size::new(rows, columns).unwrap()),
        heuristic: heuristic.parse().unwrap(),
        bound,
    };
    predict(&prediction, LIMITS, &Interrupt::default(), &mut |_| {}).unwrap()
}

#[test]
fn branching_factors_are_those_of_the_literature() {
    for (rows, columns, expected) in [
        (3, 3, "1.7320508"),
        (4, 4, "2.1303954"),
        (5, 5, "2.3676045"),
        (6, 6, "2.5196400"),
        (7, 7, "2.6227715"),
        (8, 8, "2.6959024"),
        (9, 9, "2.7496304"),
        (10, 10, "2.7902601"),
        (3, 4, "1.9302024"),
    ] {
        let found = branching_factor(Size::new(rows, columns).unwrap());
        assert_eq!(format!("{found:.7}"), expected, "{rows}×{columns}");
    }
}

#[test]
fn eight_puzzles_are_predicted_exactly() {
    let manhattan = predicted(3, 3, "manhattan", 27);
    assert_eq!(manhattan.n_boards, 181_440.0);
    assert_eq!(manhattan.mean_h.value, 14.0);
    let found: Vec<String> = manhattan.expanded[20..]
        .iter()
        .map(|it| format!("{:.4}", it.value))
        .collect();
    let expected = [
        "393.1288",
        "656.9168",
        "1184.5003",
        "1976.7492",
        "3561.2470",
        "5936.2476",
        "10686.2488",
        "17814.7429",
    ];
    assert_eq!(found, expected);
    // Counted, and by looking at all boards: a formula is never counted.
    let enumerated = predicted(3, 3, "manhattan + 0", 27);
    assert_eq!(manhattan.method, Method::Counting);
    assert_eq!(enumerated.method, Method::Enumeration);
    assert_eq!(enumerated.histogram, manhattan.histogram);
    assert_eq!(enumerated.expanded, manhattan.expanded);
    let zero = predicted(3, 3, "zero", 27);
    let values: Vec<f64> = zero.expanded.iter().map(|it| it.value).collect();
    for (found, expected) in values.iter().zip(&zero.brute_force) {
        assert!((found / expected - 1.0).abs() < 1e-12);
    }
    assert_eq!(zero.quality.value, 1.0);
    let better = predicted(3, 3, "linear-conflict", 27);
    assert!(better.expanded[27].value < manhattan.expanded[27].value);
    assert!(better.quality.value < manhattan.quality.value);
}

#[test]
fn counting_and_enumeration_agree_on_every_shape() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (2, 5)] {
        let counted = predicted(rows, columns, "manhattan", 20);
        let enumerated = predicted(rows, columns, "manhattan + 0", 20);
        assert_eq!(counted.histogram, enumerated.histogram, "{rows}×{columns}");
        assert_eq!(counted.expanded, enumerated.expanded);
    }
}

#[test]
fn fifteen_puzzles_are_counted_in_seconds() {
    let manhattan = predicted(4, 4, "manhattan", 50);
    assert_eq!(manhattan.n_boards, 10_461_394_944_000.0);
    assert_eq!(manhattan.mean_h.value, 37.0);
    let n = |h: usize| manhattan.histogram[h];
    assert_eq!(
        [n(4), n(12), n(37), n(60)],
        [387.0, 4_415_267.0, 827_171_699_240.0, 41_472.0]
    );
    assert_eq!(manhattan.histogram.len(), 61);
    let at = |bound: usize| format!("{:.2}", manhattan.expanded[bound].value);
    assert_eq!(
        [at(40), at(45), at(50)],
        ["42613.86", "1870114.90", "82067243.57"]
    );
}

#[test]
fn what_cannot_be_predicted_is_refused() {
    let check = |rows: usize, heuristic: &str, bound: usize, words: &str| {
        let prediction = Prediction {
            goal: GoalPreset::BlankLast.board(Size::new(rows, rows).unwrap()),
            heuristic: heuristic.parse().unwrap(),
            bound,
        };
        let error = predict(&prediction, LIMITS, &Interrupt::default(), &mut |_| {}).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    };
    check(3, "manhattan", 301, "up to 300, not 301");
    check(3, "pdb-7-8", 20, "does not fit");
}

/// A formula is drawn where its sum is counted: the exact figures are within a few times the intervals.
#[test]
fn larger_boards_are_predicted_from_a_sample() {
    let (exact, sampled) = (
        predicted(4, 4, "manhattan", 50),
        predicted(4, 4, "manhattan + 0", 50),
    );
    assert!(matches!(sampled.method, Method::Sample(n) if n > 50_000));
    assert!(sampled.mean_h.low < 37.0 && 37.0 < sampled.mean_h.high);
    for d in [20, 30, 40, 45, 50] {
        let (expected, found) = (exact.expanded[d].value, sampled.expanded[d]);
        let reach = found.high - found.low;
        assert!(
            (found.value - expected).abs() < 1.5 * reach,
            "{d}: {expected} {found:?}"
        );
        assert!(reach < 0.5 * expected, "{d}: {expected} {found:?}");
    }
    let (expected, found) = (exact.histogram[37], sampled.histogram[37]);
    assert!((found / expected - 1.0).abs() < 0.1, "{found}");
}

#[test]
fn the_24_puzzle_has_its_published_mean() {
    let sampled = predicted(5, 5, "manhattan", 60);
    assert_eq!(sampled.mean_h.value, 76.0);
    let all: f64 = sampled.histogram.iter().sum();
    assert!((all / sampled.n_boards - 1.0).abs() < 1e-9);
    assert_eq!(format!("{:.7}", sampled.branching_factor), "2.3676045");
}

/// The exact figures are within their intervals as often as these promise, for many seeds; and the
/// estimates are neither too high nor too low on average.
#[test]
fn intervals_of_a_sample_hold_the_exact_figures_as_often_as_they_say() {
    // At least as many as there are with a chance of more than 99 %, if each is within with 95 %.
    for (size, bound, n_steps, n_seeds, least) in
        [(3, 25, 40_000, 60_u32, 52), (4, 45, 300_000, 6, 4)]
    {
        let exact = predicted(size, size, "manhattan", bound);
        let expected = exact.expanded[bound].value;
        let draw = |seed| {
            let drawing = Drawing { seed, n_steps };
            let interrupt = Interrupt::default();
            predict_by_drawing(&exact.prediction, drawing, LIMITS, &interrupt, &mut |_| {})
                .unwrap()
                .expanded[bound]
        };
        let found: Vec<Estimated> = (1..=u64::from(n_seeds)).map(draw).collect();
        let n = f64::from(n_seeds);
        let mean = |of: &dyn Fn(&Estimated) -> f64| found.iter().map(of).sum::<f64>() / n;
        let n_within = found
            .iter()
            .filter(|it| it.low <= expected && expected <= it.high)
            .count();
        assert!(n_within >= least, "{size}×{size}: {n_within} of {n}");
        let error = mean(&|it| (it.value - expected).powi(2)).sqrt();
        let bias = mean(&|it| it.value - expected);
        assert!(bias.abs() < 3.0 * error / n.sqrt(), "{bias} {error}");
        // Nor do they hold them by being wide: Student's t of 8 estimates is 2.4.
        let reach = mean(&|it| (it.high - it.low) / 2.0);
        assert!(reach < 4.0 * error, "{reach} {error}");
    }
}
