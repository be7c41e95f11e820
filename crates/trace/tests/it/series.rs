//! The samples that a series keeps, and what is counted at them.

use crate::frontier::random_search;
use fastrand::Rng;
use tilescope_search::NodeOutcome;
use tilescope_trace::series::{Counted, Counter};
use tilescope_trace::{Sample, Series, Status, Trace};

fn sample(expanded: u64) -> Sample {
    Sample {
        expanded,
        generated: 2 * expanded + 1,
        frontier: Some(expanded + 1),
        f: (expanded / 100) as f64,
        seconds: expanded as f64 * 1e-6,
        memory: Some(expanded * 24),
    }
}

fn check(n: u64) {
    let mut series = Series::default();
    for i in 0..n {
        series.push(sample(i));
        assert_eq!(series.samples().last(), Some(&sample(i)));
    }
    let kept: Vec<u64> = series
        .samples()
        .iter()
        .map(|sample| sample.expanded)
        .collect();
    assert!(kept.len() <= Series::CAPACITY);
    assert_eq!(
        kept.len() < Series::CAPACITY / 2,
        n < Series::CAPACITY as u64 / 2
    );
    assert_eq!(kept.first(), (n > 0).then_some(&0));
    // At equal intervals, but for the newest one.
    let interval = if n > 1 { kept[1] } else { 1 };
    assert!(interval.is_power_of_two());
    for pair in kept[..kept.len().saturating_sub(1)].windows(2) {
        assert_eq!(pair[1] - pair[0], interval);
    }
    for expanded in [0, 1, n / 3, n.saturating_sub(1), n, 2 * n] {
        let latest = kept.iter().rev().find(|&&kept| kept <= expanded);
        assert_eq!(series.at(expanded), latest.map(|&kept| sample(kept)));
    }
}

#[test]
fn samples_thin_out_evenly() {
    for n in [
        0,
        1,
        2,
        3,
        4095,
        4096,
        4097,
        4098,
        8191,
        8192,
        8193,
        100_000,
        1 << 20,
    ] {
        check(n);
    }
}

#[test]
fn a_moment_before_the_first_sample_gets_the_first() {
    let mut series = Series::default();
    series.push(sample(10));
    series.push(sample(20));
    assert_eq!(series.at(3), Some(sample(10)));
    assert_eq!(series.at(19), Some(sample(10)));
    assert_eq!(series.at(20), Some(sample(20)));
}

/// Duplicates and least f at `t`, by the status of every node.
fn counted(trace: &Trace, factors: (u32, u32), t: u32) -> (u32, Option<u64>) {
    let mut duplicates = 0;
    let mut least = None;
    for node in 0..trace.n_generated(t) {
        match trace.status(node, t) {
            Status::Discarded(NodeOutcome::Duplicate | NodeOutcome::Cycle) => duplicates += 1,
            Status::Frontier => {
                let f = u64::from(factors.0 * trace.g(node)) + u64::from(factors.1 * trace.h(node));
                least = Some(least.map_or(f, |least: u64| least.min(f)));
            }
            _ => {}
        }
    }
    (duplicates, least)
}

#[test]
fn duplicates_and_the_least_f_are_those_of_every_node() {
    let mut random = Rng::with_seed(5);
    for round in 0..40 {
        let mut trace = Trace::default();
        for batch in random_search(&mut random, 300) {
            trace.append(&batch);
        }
        let end = trace.n_expanded();
        let every = random.u32(1..5) as usize;
        let mut moments: Vec<u32> = (0..=end).step_by(every).collect();
        moments.push(end);
        // The last is beyond the record.
        moments.push(end + 7);
        let samples: Vec<Sample> = moments.iter().map(|&t| sample(t.into())).collect();
        let factors = (1000, 1500);
        let at_once = Counted::new(&trace, &samples, Some(factors));
        let mut counter = Counter::new(&trace, &samples, Some(factors));
        while !counter.step(&trace, 3) {}
        let in_steps = counter.finish();
        for counts in [at_once, in_steps] {
            assert!(counts.is_of(&trace, &samples));
            assert!(!counts.is_of(&trace, &samples[1..]));
            for (i, &t) in moments.iter().enumerate().take(moments.len() - 1) {
                let (duplicates, least) = counted(&trace, factors, t);
                assert_eq!(counts.duplicates(i), Some(duplicates), "{round} at {t}");
                assert_eq!(counts.least_f(i), least, "{round} at {t}");
            }
            assert_eq!(counts.duplicates(moments.len() - 1), None);
            assert_eq!(counts.least_f(moments.len() - 1), None);
        }
        let without = Counted::new(&trace, &samples, None);
        assert_eq!(without.least_f(0), None);
    }
}
