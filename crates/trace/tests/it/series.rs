//! The samples that a series keeps.

use tilescope_trace::{Sample, Series};

fn sample(expanded: u64) -> Sample {
    Sample {
        expanded,
        generated: 2 * expanded + 1,
        frontier: Some(expanded + 1),
        f: (expanded / 100) as f64,
        seconds: expanded as f64 * 1e-6,
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
