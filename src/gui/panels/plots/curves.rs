//! The points of the curves.

use super::quantities::Line;
use crate::gui::model::Model;
use crate::gui::requests::{CurveRun, SaveCurves};
use crate::gui::runs::RunEntry;
use std::sync::Arc;
use tilescope_lab::{Job, explain};
use tilescope_trace::series::{Counted, Sample};
use tilescope_trace::{Moment, Trace};

/// The quantity on the horizontal axis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Against {
    Expansions,
    Time,
}

impl Against {
    /// The horizontal coordinate of a sample: expansions or seconds.
    pub fn of(self, sample: &Sample) -> f64 {
        match self {
            Against::Expansions => sample.expanded as f64,
            Against::Time => sample.seconds,
        }
    }

    /// The last sample at or before `x`, or the first one if all are later.
    pub fn find(self, samples: &[Sample], x: f64) -> Option<&Sample> {
        let after = samples.partition_point(|sample| self.of(sample) <= x);
        samples.get(after.saturating_sub(1))
    }
}

/// The scale of an axis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scale {
    Linear,
    /// Decimal logarithms. Values below the floor, such as 0, are drawn at the floor.
    Log,
}

impl Scale {
    /// The coordinate of `value` on the axis.
    pub fn place(self, value: f64, floor: f64) -> f64 {
        match self {
            Scale::Linear => value,
            Scale::Log => value.max(floor).log10(),
        }
    }

    /// The value at coordinate `place`: the inverse of [`Self::place`].
    pub fn value(self, place: f64) -> f64 {
        match self {
            Scale::Linear => place,
            Scale::Log => 10_f64.powf(place),
        }
    }
}

/// Rates are averaged over 1/64 of the samples, so that they don't flicker.
const RATE_WINDOW: usize = 64;

/// What the curves of a run are made of.
#[derive(Clone, Copy)]
pub struct Record<'a> {
    pub samples: &'a [Sample],
    trace: &'a Trace,
    job: &'a Job,
    counted: Option<&'a Counted>,
}

impl<'a> Record<'a> {
    pub fn of(model: &'a Model, entry: &'a RunEntry) -> Self {
        Record {
            samples: entry.run.series().samples(),
            trace: entry.run.trace(),
            job: entry.run.job(),
            counted: model.curve_counts().of(entry),
        }
    }

    /// Whether its duplicates and its least f are counted.
    pub fn is_counted(&self) -> bool {
        self.counted.is_some()
    }

    /// The value of `line` at sample `i`; `None` where it is unknown or undefined.
    pub fn value(&self, line: Line, i: usize) -> Option<f64> {
        let t = Moment::try_from(self.samples.get(i)?.expanded).ok();
        let unit = f64::from(self.job.problem.unit());
        let expanded = || self.trace.expanded_node(t?);
        match line {
            Line::H => Some(f64::from(self.trace.h(expanded()?)) / unit),
            Line::Depth => Some(f64::from(self.trace.depth(expanded()?))),
            Line::Duplicates => Some(f64::from(self.counted?.duplicates(i)?)),
            Line::LeastF => {
                let restarts = explain::has_restarts(self.job.settings.algorithm);
                let iteration = self.trace.iteration(t?).filter(|_| !restarts);
                match iteration {
                    Some(iteration) => Some(explain::bound_value(self.job, iteration.bound)),
                    None => Some(self.counted?.least_f(i)? as f64 / 1000.0 / unit),
                }
            }
            _ => sampled(line, self.samples, i),
        }
    }

    /// The points of a curve that are visible, and one more on either side.
    pub fn points(
        self,
        line: Line,
        against: Against,
        visible: [f64; 2],
    ) -> impl Iterator<Item = [f64; 2]> {
        let value = move |i| self.value(line, i);
        points(self.samples, value, against, visible)
    }
}

/// All curves of these runs, as a table to save.
pub fn table<'a>(model: &'a Model, runs: impl Iterator<Item = &'a RunEntry>) -> SaveCurves {
    let mut heads = vec!["seconds"];
    heads.extend(Line::ALL.map(Line::title));
    let rows = |entry: &RunEntry| {
        let record = Record::of(model, entry);
        let row = |i: usize| {
            let seconds = Some(record.samples[i].seconds);
            let values = Line::ALL.map(|line| record.value(line, i));
            std::iter::once(seconds).chain(values).collect()
        };
        let job = entry.run.job();
        CurveRun {
            title: format!("Run {}: {}", entry.id.0, job.title()),
            ends: job.problem.ends(),
            rows: (0..record.samples.len()).map(row).collect(),
        }
    };
    SaveCurves {
        heads,
        runs: Arc::new(runs.map(rows).collect()),
    }
}

/// The value of `line` at sample `i`, if it follows from the samples alone.
fn sampled(line: Line, samples: &[Sample], i: usize) -> Option<f64> {
    let sample = samples.get(i)?;
    let before = || {
        let window = (samples.len() / RATE_WINDOW).max(1);
        samples.get(i.checked_sub(window)?)
    };
    match line {
        Line::Frontier => Some(sample.frontier? as f64),
        Line::Expanded => Some(sample.expanded as f64),
        Line::Generated => Some(sample.generated as f64),
        Line::F => Some(sample.f),
        Line::Memory => Some(sample.memory? as f64),
        Line::Speed | Line::Branching => {
            let before = before()?;
            let over = match line {
                Line::Speed => sample.seconds - before.seconds,
                _ => (sample.expanded - before.expanded) as f64,
            };
            (over > 0.0).then(|| (sample.generated - before.generated) as f64 / over)
        }
        Line::H | Line::Depth | Line::Duplicates | Line::LeastF => None,
    }
}

/// The points of a curve with these values that are visible, and one more on either side.
fn points(
    samples: &[Sample],
    value: impl Fn(usize) -> Option<f64>,
    against: Against,
    visible: [f64; 2],
) -> impl Iterator<Item = [f64; 2]> {
    let [from, to] = visible;
    let first = samples.partition_point(|sample| against.of(sample) < from);
    let after = samples.partition_point(|sample| against.of(sample) <= to);
    let seen = first.saturating_sub(1)..(after + 1).min(samples.len());
    seen.filter_map(move |i| value(i).map(|y| [against.of(&samples[i]), y]))
}

/// Cuts a curve, sorted by x, where it leaves `from` to `to`: of a segment that is far longer than
/// what is seen, a dashed line would have more dashes than there is memory.
pub fn clip(points: &mut [[f64; 2]], [from, to]: [f64; 2]) {
    let cut = |[ax, ay]: [f64; 2], [bx, by]: [f64; 2], x: f64| {
        [x, ay + (by - ay) * ((x - ax) / (bx - ax))]
    };
    if let [first, second, ..] = points
        && first[0] < from
        && second[0] > from
    {
        *first = cut(*first, *second, from);
    }
    if let [.., before, last] = points
        && last[0] > to
        && before[0] < to
    {
        *last = cut(*before, *last, to);
    }
}

/// Thins points, sorted by x, for columns of pixels of this `width`. From each column it keeps the
/// first, the minimum, the maximum and the last point.
pub fn thin(points: &[[f64; 2]], width: f64) -> Vec<[f64; 2]> {
    let column = |point: &[f64; 2]| (point[0] / width).floor();
    let by_y = |a: &&[f64; 2], b: &&[f64; 2]| a[1].total_cmp(&b[1]);
    let mut thinned: Vec<[f64; 2]> = Vec::new();
    for column in points.chunk_by(|a, b| column(a) == column(b)) {
        let [first, .., last] = column else {
            thinned.extend(column);
            continue;
        };
        let min = column.iter().min_by(by_y).unwrap_or(first);
        let max = column.iter().max_by(by_y).unwrap_or(last);
        let (one, other) = if min[0] <= max[0] {
            (min, max)
        } else {
            (max, min)
        };
        thinned.extend([first, one, other, last]);
    }
    thinned.dedup();
    thinned
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(n: u64) -> Vec<Sample> {
        let sample = |i: u64| Sample {
            expanded: i,
            generated: 2 * i,
            frontier: Some(if i == 777 { 5000 } else { i % 7 }),
            f: 10.0,
            seconds: i as f64 * 0.5,
            memory: None,
        };
        (0..n).map(sample).collect()
    }

    #[test]
    fn a_thinned_curve_keeps_its_ends_and_its_peak() {
        let samples = samples(4096);
        let value = |i| sampled(Line::Frontier, &samples, i);
        let all: Vec<_> = points(&samples, value, Against::Expansions, [0.0, 4096.0]).collect();
        let points = thin(&all, 41.0);
        assert!(points.len() <= 400);
        assert_eq!(points[0], [0.0, 0.0]);
        assert_eq!(points[points.len() - 1][0], 4095.0);
        assert!(points.contains(&[777.0, 5000.0]));
        assert!(points.is_sorted_by(|a, b| a[0] < b[0]));
    }

    #[test]
    fn a_clipped_curve_ends_at_the_edges() {
        let mut points = [[0.0, 0.0], [10.0, 100.0], [1e9, 200.0]];
        clip(&mut points, [5.0, 10.0]);
        assert_eq!(points[..2], [[5.0, 50.0], [10.0, 100.0]]);
        let mut segment = [[0.0, 0.0], [1e12, 1e12]];
        clip(&mut segment, [1.0, 2.0]);
        assert_eq!(segment[0], [1.0, 1.0]);
        assert!((segment[1][1] - 2.0).abs() < 1e-9);
        let mut inside = [[1.0, 3.0], [2.0, 4.0]];
        clip(&mut inside, [0.0, 9.0]);
        assert_eq!(inside, [[1.0, 3.0], [2.0, 4.0]]);
    }

    #[test]
    fn a_part_of_a_curve_reaches_beyond_its_edges() {
        let samples = samples(100);
        let value = |i| sampled(Line::Generated, &samples, i);
        let part = points(&samples, value, Against::Time, [10.2, 11.2]);
        let xs: Vec<f64> = part.map(|point| point[0]).collect();
        assert_eq!(xs, [10.0, 10.5, 11.0, 11.5]);
    }

    #[test]
    fn rates_are_nodes_over_time_and_over_expansions() {
        let samples = samples(10);
        for (line, rate) in [(Line::Speed, 4.0), (Line::Branching, 2.0)] {
            assert_eq!(sampled(line, &samples, 0), None);
            assert_eq!(sampled(line, &samples, 5), Some(rate));
        }
    }

    #[test]
    fn a_sample_is_found_by_either_axis() {
        let samples = samples(10);
        let at = |against: Against, x: f64| against.find(&samples, x).unwrap().expanded;
        assert_eq!(at(Against::Expansions, 3.9), 3);
        assert_eq!(at(Against::Time, 2.0), 4);
        assert_eq!(at(Against::Time, -1.0), 0);
        assert_eq!(at(Against::Expansions, 1e9), 9);
    }

    #[test]
    fn a_logarithm_and_back() {
        assert_eq!(Scale::Log.place(0.0, 1.0), 0.0);
        assert_eq!(Scale::Log.place(1000.0, 1.0), 3.0);
        assert_eq!(Scale::Log.value(3.0), 1000.0);
        assert_eq!(Scale::Linear.value(Scale::Linear.place(0.0, 1.0)), 0.0);
    }
}
