//! Predictions against the figures of the literature, enumeration and what searches expand.

use tilescope_lab::Interrupt;
use tilescope_lab::audit::Limits;
use tilescope_lab::predict::{Method, Predicted, Prediction, branching_factor, predict};
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
    assert_eq!(manhattan.n_boards, 181_440);
    assert_eq!(manhattan.mean_h, 14.0);
    let found: Vec<String> = manhattan.expanded[20..]
        .iter()
        .map(|n| format!("{n:.4}"))
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
    assert_eq!(zero.expanded, zero.brute_force);
    assert_eq!(zero.quality, 1.0);
    let better = predicted(3, 3, "linear-conflict", 27);
    assert!(better.expanded[27] < manhattan.expanded[27]);
    assert!(better.quality < manhattan.quality);
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
    assert_eq!(manhattan.n_boards, 10_461_394_944_000);
    assert_eq!(manhattan.mean_h, 37.0);
    let n = |h: usize| manhattan.histogram[h];
    assert_eq!(
        [n(4), n(12), n(37), n(60)],
        [387, 4_415_267, 827_171_699_240, 41_472]
    );
    assert_eq!(manhattan.histogram.len(), 61);
    let at = |bound: usize| format!("{:.2}", manhattan.expanded[bound]);
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
    check(5, "manhattan", 50, "and for manhattan 16");
    check(4, "linear-conflict", 50, "the limit is 12 cells");
    check(3, "manhattan", 301, "up to 300, not 301");
    check(3, "pdb-7-8", 20, "does not fit");
}
