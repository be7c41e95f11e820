//! Audits of random boards, against audits of all boards, and their intervals.

use std::time::{Duration, Instant};
use tilescope_lab::Interrupt;
use tilescope_lab::audit::intervals::Estimated;
use tilescope_lab::audit::sample::{Cut, Sample};
use tilescope_lab::audit::worker::AuditRun;
use tilescope_lab::audit::{
    Audit, AuditError, AuditReport, Boards, HeuristicReport, Limits, audit, audit_knowing, text,
};
use tilescope_puzzle::{Costs, GoalPreset, HeuristicExpr, Puzzle, Size};

const LIMITS: Limits = Limits {
    threads: None,
    memory: 8 << 30,
};

/// Overestimates on some boards, is inconsistent along some moves.
const STUDENTS: &str = "manhattan + 2*count(dr == 1 and dc == 1)";

fn what(rows: usize, columns: usize, heuristics: &[&str], boards: Boards) -> Audit {
    let expr = |text: &&str| text.parse::<HeuristicExpr>().unwrap();
    Audit {
        goal: GoalPreset::BlankLast.board(Size::new(rows, columns).unwrap()),
        costs: Costs::UNIT,
        heuristics: heuristics.iter().map(expr).collect(),
        boards,
    }
}

fn sample(n: usize, seed: u64) -> Boards {
    Boards::Sample(Sample { n, seed })
}

fn audited(what: &Audit) -> AuditReport {
    audit(what, LIMITS, &Interrupt::default(), &mut |_| {}).unwrap()
}

/// A figure in words, the truth, and what a sample tells.
type Checked = (&'static str, f64, Estimated);

/// Every figure that has an interval.
fn checked(all: &AuditReport, part: &AuditReport, i: usize) -> Vec<Checked> {
    let (truth, found) = (&all.heuristics[i], &part.heuristics[i]);
    let share = |of: fn(&HeuristicReport) -> u64| {
        let truth = of(truth) as f64 / all.n_states as f64;
        (truth, Estimated::share(of(found), part.n_states))
    };
    let shares: [Share; 5] = [
        ("overestimates", |it| it.overestimates.n_states),
        ("falls", |it| it.inconsistencies.n_states),
        ("exact", |it| it.joint.n_exact()),
        ("no better", |it| it.plateaus.n_no_better),
        ("strict", |it| it.plateaus.n_strict),
    ];
    let shares = shares.map(|(name, of)| {
        let (truth, estimated) = share(of);
        (name, truth, estimated)
    });
    let means = truth.means().into_iter().zip(found.means());
    let means =
        means.map(|((name, truth), (_, found))| (name, truth.unwrap().value, found.unwrap()));
    shares.into_iter().chain(means).collect()
}

/// The name of a share, and how many boards have it.
type Share = (&'static str, fn(&HeuristicReport) -> u64);

#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let heuristics = ["manhattan", STUDENTS];
    let all = audited(&what(3, 3, &heuristics, Boards::All));
    let (mut n_intervals, mut n_missed) = (0, 0);
    for seed in 0..60 {
        let part = audited(&what(3, 3, &heuristics, sample(80, seed)));
        assert_eq!(part.n_states, 80);
        for i in 0..heuristics.len() {
            for (name, truth, estimated) in checked(&all, &part, i) {
                let Estimated { value, low, high } = estimated;
                assert!(low <= value && value <= high, "{name}: {estimated:?}");
                n_intervals += 1;
                n_missed += usize::from(!(low <= truth && truth <= high));
            }
        }
        // What is true of all boards is refuted by none.
        let manhattan = &part.heuristics[0];
        assert!(manhattan.is_admissible() && manhattan.is_consistent());
        assert_eq!(part.proves(manhattan.is_admissible()), None);
        assert_eq!(part.proves(part.heuristics[1].is_consistent()), Some(false));
    }
    // 95 % for means, and more for shares, whose number is whole.
    let share = n_missed as f64 / n_intervals as f64;
    assert!(
        (0.005..0.05).contains(&share),
        "{n_missed} of {n_intervals}"
    );
}

#[test]
fn intervals_are_those_of_the_tables() {
    let check = |n_found, n, low: &str, high: &str| {
        let share = Estimated::share(n_found, n);
        assert_eq!(format!("{:.6}", share.low), low);
        assert_eq!(format!("{:.6}", share.high), high);
    };
    // R: binom.test(5, 100); the rule of three, exactly: 1 − 0.05^(1/100).
    check(5, 100, "0.016432", "0.112835");
    check(0, 100, "0.000000", "0.029513");
    check(100, 100, "0.970487", "1.000000");
    check(1, 1, "0.050000", "1.000000");
    // t of 4 degrees of freedom is 2.776445.
    let values = [1.0, 2.0, 3.0, 4.0, 5.0].map(|x| (x, 1));
    let mean = Estimated::mean(values.into_iter()).unwrap();
    assert_eq!(
        format!("{:.5} {:.5}", mean.low, mean.high),
        "1.03676 4.96324"
    );
    assert_eq!(Estimated::mean([(3.0, 1)].into_iter()), None);
    let same = Estimated::mean([(3.0, 2)].into_iter()).unwrap();
    assert_eq!((same.low, same.high), (3.0, 3.0));
}

/// A sample so large that every board of 2×3 is in it sees what an audit of all boards sees.
#[test]
fn a_sample_and_all_boards_are_measured_alike() {
    let heuristics = [STUDENTS, "first-tiles(2)", "manhattan"];
    let all = audited(&what(2, 3, &heuristics, Boards::All));
    let part = audited(&what(2, 3, &heuristics, sample(20_000, 3)));
    let n = part.n_states as f64 / all.n_states as f64;
    for (all, part) in all.heuristics.iter().zip(&part.heuristics) {
        assert_eq!(all.overestimates.greatest, part.overestimates.greatest);
        assert_eq!(all.inconsistencies.greatest, part.inconsistencies.greatest);
        assert_eq!(all.joint.cells.len(), part.joint.cells.len());
        let close = |all: u64, part: u64| {
            (all as f64 * n - part as f64).abs() < 6.0 * (all as f64 * n).sqrt() + 1.0
        };
        assert!(close(all.plateaus.n_strict, part.plateaus.n_strict));
        assert!(close(
            all.inconsistencies.n_moves,
            part.inconsistencies.n_moves
        ));
        for (all, part) in all.asymmetries.iter().zip(&part.asymmetries) {
            assert_eq!(all.symmetry, part.symmetry);
            assert!(close(all.n_states, part.n_states));
        }
        let worst = part.overestimates.witnesses.first();
        assert_eq!(
            worst.map(|it| it.h - it.distance),
            all.overestimates
                .witnesses
                .first()
                .map(|it| it.h - it.distance)
        );
        if let (Some(a), Some(b)) = (all.kendall_tau_b, part.kendall_tau_b) {
            assert!((a - b).abs() < 0.02, "{a} {b}");
        }
    }
    for (all, part) in all.dominance.iter().zip(&part.dominance) {
        assert_eq!(all.first_greater.most, part.first_greater.most);
        assert_eq!(all.second_greater.most, part.second_greater.most);
        let sum = part.first_greater.n_states + part.second_greater.n_states + part.n_equal;
        assert_eq!(sum, 20_000);
    }
}

/// The goal refutes, whatever the random boards tell.
#[test]
fn an_estimate_of_the_goal_is_a_counterexample() {
    let report = audited(&what(4, 4, &["manhattan + 2"], sample(3, 1)));
    let [heuristic] = &report.heuristics[..] else {
        panic!("one heuristic");
    };
    assert_eq!(heuristic.overestimates.n_states, 0);
    assert_eq!(report.proves(heuristic.is_admissible()), Some(false));
    let words = text::report(&report);
    assert!(
        words.contains("no: it overestimates the goal, by 2"),
        "{words}"
    );
}

#[test]
fn fifteen_puzzles_are_sampled_and_claim_no_more_than_was_seen() {
    let heuristics = ["linear-conflict", "2*manhattan", "manhattan"];
    let what_ = what(4, 4, &heuristics, sample(12, 1));
    let report = audited(&what_);
    assert_eq!((report.n_states, &report.cut), (12, &None));
    let [conflict, double, manhattan] = &report.heuristics[..] else {
        panic!("three heuristics");
    };
    assert!(conflict.is_admissible() && !double.is_admissible());
    assert!(report.dominance[1].second_greater.n_states == 0);
    assert!(conflict.joint.mean() >= manhattan.joint.mean());
    // A witness is a board with a shorter solution than the heuristic says.
    let worst = &double.overestimates.witnesses[0];
    let h = &what_.heuristics[1];
    assert_eq!(h.value(&worst.board, &what_.goal, Costs::UNIT), Ok(worst.h));
    assert!(worst.distance < worst.h && worst.distance >= worst.h / 2);
    let puzzle = Puzzle::new("", worst.board.clone(), what_.goal.clone()).unwrap();
    assert!(puzzle.solvability().is_solvable());
    let words = text::report(&report);
    assert!(
        words.starts_with("12 random boards of seed 1, of all 4×4 boards"),
        "{words}"
    );
    assert!(
        words
            .contains("no counterexample in 12 boards: it overestimates on at most 22.09 % of all"),
        "{words}"
    );
    assert!(!words.contains("Admissible            yes"), "{words}");
    // A larger sample begins with the smaller one, whose distances need not be found again.
    let larger = what(4, 4, &["misplaced"], sample(13, 1));
    assert_eq!(report.known_for(&larger).len(), 12);
    let known = [report.known_for(&larger), &[0]].concat();
    let again = audit_knowing(&larger, &known, LIMITS, &Interrupt::default(), &mut |_| {}).unwrap();
    assert_eq!(again.drawn, known);
    assert!(
        report
            .known_for(&what(4, 4, &["misplaced"], sample(13, 2)))
            .is_empty()
    );
}

#[test]
fn a_sample_that_is_stopped_reports_on_what_was_done() {
    let endless = what(4, 4, &["manhattan"], sample(Sample::MAX, 5));
    let mut run = AuditRun::spawn(endless, None, LIMITS, || {});
    let began = Instant::now();
    while run.result().is_none() {
        assert!(began.elapsed() < Duration::from_secs(60));
        run.poll();
        if run.done() > 0.0 {
            run.stop();
        }
        std::thread::park_timeout(Duration::from_millis(1));
    }
    let report = run.result().unwrap().unwrap();
    assert_eq!(report.cut, Some(Cut::Stopped));
    assert!(report.n_states > 0 && report.n_states < 10_000);
    assert_eq!(report.drawn.len() as u64, report.n_states);

    let refused = |boards, words: &str| {
        let what = what(4, 4, &["manhattan"], boards);
        let error = audit(&what, LIMITS, &Interrupt::default(), &mut |_| {}).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    };
    refused(sample(0, 1), "ask for 1 to 1000000");
    refused(sample(Sample::MAX + 1, 1), "ask for 1 to 1000000");
    let stopped = Interrupt::default();
    stopped.stop();
    let few = what(4, 4, &["manhattan"], sample(2, 1));
    let error = audit(&few, LIMITS, &stopped, &mut |_| {}).unwrap_err();
    assert_eq!(error, AuditError::Interrupted);
    let unfit = what(4, 4, &["nilsson"], sample(2, 1));
    let error = audit(&unfit, LIMITS, &Interrupt::default(), &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("does not fit"), "{error}");
}
