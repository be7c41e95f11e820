//! When a run made a step, from its samples.

use tilescope_trace::{Moment, Sample};

/// The time of a step in seconds, between the two samples around it.
pub fn seconds_at(samples: &[Sample], step: u64) -> f64 {
    let x = |sample: &Sample| sample.expanded as f64;
    between(samples, step as f64, x, |sample| sample.seconds)
}

/// The step at a time in seconds, between the two samples around it.
pub fn step_at(samples: &[Sample], seconds: f64) -> Moment {
    let x = |sample: &Sample| sample.seconds;
    between(samples, seconds, x, |sample| sample.expanded as f64) as Moment
}

/// y where x is `at`, on the line through the samples.
fn between(
    samples: &[Sample],
    at: f64,
    x: impl Fn(&Sample) -> f64,
    y: impl Fn(&Sample) -> f64,
) -> f64 {
    let after = samples.partition_point(|sample| x(sample) <= at);
    match (
        after.checked_sub(1).and_then(|i| samples.get(i)),
        samples.get(after),
    ) {
        (Some(a), Some(b)) => y(a) + (y(b) - y(a)) * (at - x(a)) / (x(b) - x(a)),
        (Some(a), None) => y(a),
        (None, _) => 0.0,
    }
}
