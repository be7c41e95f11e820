//! What can be plotted, and the points of the curves.

use crate::trace::series::Sample;

/// What a plot shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantity {
    Frontier,
    Nodes,
    F,
    Speed,
}

impl Quantity {
    pub const ALL: [Quantity; 4] = [
        Quantity::Frontier,
        Quantity::Nodes,
        Quantity::F,
        Quantity::Speed,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Quantity::Frontier => "Frontier size",
            Quantity::Nodes => "Expanded and generated",
            Quantity::F => "f of the expanded node",
            Quantity::Speed => "Nodes generated a second",
        }
    }

    /// The curves of each run.
    pub fn lines(self) -> &'static [Line] {
        match self {
            Quantity::Frontier => &[Line::Frontier],
            Quantity::Nodes => &[Line::Expanded, Line::Generated],
            Quantity::F => &[Line::F],
            Quantity::Speed => &[Line::Speed],
        }
    }

    /// Whether the axis begins at zero.
    pub fn is_from_zero(self) -> bool {
        self != Quantity::F
    }
}

/// One curve.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Line {
    Frontier,
    Expanded,
    Generated,
    F,
    Speed,
}

/// What the plots are drawn against.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Against {
    Expansions,
    Time,
}

impl Against {
    /// Where a sample stands on the horizontal axis: expansions, or seconds.
    pub fn of(self, sample: &Sample) -> f64 {
        match self {
            Against::Expansions => sample.expanded as f64,
            Against::Time => sample.seconds,
        }
    }

    /// The last sample that is not later than `x`; the first one if all are later.
    pub fn find(self, samples: &[Sample], x: f64) -> Option<&Sample> {
        let after = samples.partition_point(|sample| self.of(sample) <= x);
        samples.get(after.saturating_sub(1))
    }
}

/// How values are spread along the axes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scale {
    Linear,
    /// By decimal logarithms. What is below the floor (0 among it) is drawn at the floor.
    Log,
}

impl Scale {
    /// Where `value` is on the axis.
    pub fn place(self, value: f64, floor: f64) -> f64 {
        match self {
            Scale::Linear => value,
            Scale::Log => value.max(floor).log10(),
        }
    }

    /// Which value is at `place`.
    pub fn value(self, place: f64) -> f64 {
        match self {
            Scale::Linear => place,
            Scale::Log => 10_f64.powf(place),
        }
    }
}

/// Speeds are taken over this part of the samples, so that they do not flicker.
const SPEED_WINDOW: usize = 64;

/// The value of `line` at sample number `i`; `None` where it has none.
pub fn value(line: Line, samples: &[Sample], i: usize) -> Option<f64> {
    let sample = samples.get(i)?;
    Some(match line {
        Line::Frontier => sample.frontier as f64,
        Line::Expanded => sample.expanded as f64,
        Line::Generated => sample.generated as f64,
        Line::F => f64::from(sample.f),
        Line::Speed => {
            let window = (samples.len() / SPEED_WINDOW).max(1);
            let before = samples.get(i.checked_sub(window)?)?;
            let seconds = sample.seconds - before.seconds;
            if seconds <= 0.0 {
                return None;
            }
            (sample.generated - before.generated) as f64 / seconds
        }
    })
}

/// The points of a curve that are seen in `visible`, and one on either side, thinned to
/// what `n_columns` columns of pixels can show: of each column the first, the least, the
/// greatest and the last.
pub fn points(
    line: Line,
    samples: &[Sample],
    against: Against,
    visible: [f64; 2],
    n_columns: usize,
) -> Vec<[f64; 2]> {
    let [from, to] = visible;
    let first = samples.partition_point(|sample| against.of(sample) < from);
    let after = samples.partition_point(|sample| against.of(sample) <= to);
    let seen = first.saturating_sub(1)..(after + 1).min(samples.len());
    let all = seen.filter_map(|i| value(line, samples, i).map(|y| [against.of(&samples[i]), y]));
    thin(all.collect(), n_columns)
}

fn thin(points: Vec<[f64; 2]>, n_columns: usize) -> Vec<[f64; 2]> {
    let n_columns = n_columns.max(1);
    if points.len() <= 4 * n_columns {
        return points;
    }
    let per_column = points.len().div_ceil(n_columns);
    let mut thinned = Vec::with_capacity(4 * n_columns);
    for column in points.chunks(per_column) {
        let by_y = |i: &usize, j: &usize| column[*i][1].total_cmp(&column[*j][1]);
        let least = (0..column.len()).min_by(by_y);
        let greatest = (0..column.len()).max_by(by_y);
        let mut kept = [
            0,
            least.unwrap_or_default(),
            greatest.unwrap_or_default(),
            column.len() - 1,
        ];
        kept.sort_unstable();
        let mut last = None;
        for i in kept {
            if last.replace(i) != Some(i) {
                thinned.push(column[i]);
            }
        }
    }
    thinned
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(n: u64) -> Vec<Sample> {
        let sample = |i: u64| Sample {
            expanded: i,
            generated: 2 * i,
            frontier: if i == 777 { 5000 } else { i % 7 },
            f: 10,
            seconds: i as f64 * 0.5,
        };
        (0..n).map(sample).collect()
    }

    #[test]
    fn a_thinned_curve_keeps_its_ends_and_its_peak() {
        let samples = samples(4096);
        let whole = [0.0, 4096.0];
        let points = points(Line::Frontier, &samples, Against::Expansions, whole, 100);
        assert!(points.len() <= 400);
        assert_eq!(points[0], [0.0, 0.0]);
        assert_eq!(points[points.len() - 1][0], 4095.0);
        assert!(points.contains(&[777.0, 5000.0]));
        assert!(points.is_sorted_by(|a, b| a[0] < b[0]));
    }

    #[test]
    fn a_part_of_a_curve_reaches_beyond_its_edges() {
        let part = points(
            Line::Generated,
            &samples(100),
            Against::Time,
            [10.2, 11.2],
            100,
        );
        let xs: Vec<f64> = part.iter().map(|point| point[0]).collect();
        assert_eq!(xs, [10.0, 10.5, 11.0, 11.5]);
    }

    #[test]
    fn a_speed_is_nodes_over_time() {
        let samples = samples(10);
        assert_eq!(value(Line::Speed, &samples, 0), None);
        assert_eq!(value(Line::Speed, &samples, 5), Some(4.0));
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
