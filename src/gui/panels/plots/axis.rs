//! Grid lines of an axis, and their labels.

use super::curves::Scale;
use egui_plot::{GridInput, GridMark};
use tilescope_lab::format;

/// The unit of an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Whole numbers.
    Count,
    /// Numbers with fractions.
    Number,
    Bytes,
    Seconds,
}

/// The grid lines of an axis, at least `gap` points apart.
pub fn marks(input: &GridInput, scale: Scale, unit: Unit, gap: f64) -> Vec<GridMark> {
    match scale {
        Scale::Linear => {
            let step = input.base_step_size * gap;
            let step = match unit {
                Unit::Count => nice(step).max(1.0),
                Unit::Number | Unit::Seconds => nice(step),
                Unit::Bytes => {
                    let (bytes, _) = byte_unit(input.bounds.1);
                    (nice(step / bytes) * bytes).max(1.0)
                }
            };
            let (from, to) = input.bounds;
            let first = (from / step).ceil() as i64;
            let last = (to / step).floor() as i64;
            (first..=last)
                .map(|i| GridMark {
                    value: i as f64 * step,
                    step_size: step,
                })
                .collect()
        }
        Scale::Log if unit == Unit::Bytes => powers_of_two(input, gap),
        Scale::Log => decades(input, gap),
    }
}

/// Marks at powers of two, with as many left out between two marks as `gap` points need.
fn powers_of_two(input: &GridInput, gap: f64) -> Vec<GridMark> {
    let every = (input.base_step_size * gap).max(f64::MIN_POSITIVE) / 2_f64.log10();
    let step = every.ceil().max(1.0) * 2_f64.log10();
    let (from, to) = input.bounds;
    let mark = |i: i64| GridMark {
        value: i as f64 * step,
        step_size: step,
    };
    ((from / step).ceil() as i64..=(to / step).floor() as i64)
        .map(mark)
        .collect()
}

/// The unit in which numbers of bytes up to `end` are written, and its name.
fn byte_unit(end: f64) -> (f64, &'static str) {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let i = ((end.max(1.0) * 1.001).log2() / 10.0) as usize;
    let i = i.min(UNITS.len() - 1);
    (1024_f64.powi(i as i32), UNITS[i])
}

/// The powers of ten: every second, third … one where they are dense; also 2 and 5 times each where
/// they are far apart.
fn decades(input: &GridInput, gap: f64) -> Vec<GridMark> {
    let (from, to) = input.bounds;
    let every = (input.base_step_size * gap).ceil().max(1.0);
    let between: &[f64] = if input.base_step_size * gap < 0.3 {
        &[1.0, 2.0, 5.0]
    } else {
        &[1.0]
    };
    let first = (from / every).floor() as i64;
    let last = (to / every).ceil() as i64;
    (first..=last)
        .flat_map(|i| between.iter().map(move |factor| (i as f64, factor)))
        .map(|(i, factor)| GridMark {
            value: i * every + factor.log10(),
            step_size: every / between.len() as f64,
        })
        .filter(|mark| (from..=to).contains(&mark.value))
        .collect()
}

/// The smallest of 1, 2 and 5 times a power of ten that is at least `step`.
fn nice(step: f64) -> f64 {
    let power = 10_f64.powf(step.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|nice| *nice >= step * (1.0 - 1e-9))
        .unwrap_or(step)
}

/// The label of a mark on an axis that ends at `end`.
pub fn label(value: f64, unit: Unit, end: f64) -> String {
    match unit {
        Unit::Count if value >= 1e9 => format!("{} G", trimmed(value / 1e9)),
        Unit::Count if value >= 1e6 => format!("{} M", trimmed(value / 1e6)),
        Unit::Count => format::count(value.round().max(0.0) as u64),
        Unit::Number => trimmed(value),
        Unit::Bytes if value <= 0.0 => "0".into(),
        Unit::Bytes => {
            let (bytes, name) = byte_unit(end);
            format!("{} {name}", trimmed(value / bytes))
        }
        Unit::Seconds if value == 0.0 => "0".into(),
        // On a logarithmic axis, a thousandth comes out slightly smaller.
        Unit::Seconds if end < 0.999e-3 => format!("{} µs", trimmed(value * 1e6)),
        Unit::Seconds if end < 0.999 => format!("{} ms", trimmed(value * 1e3)),
        Unit::Seconds => format!("{} s", trimmed(value)),
    }
}

/// The number with at most three decimal places and no trailing zeros.
fn trimmed(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(bounds: (f64, f64), scale: Scale, unit: Unit) -> Vec<f64> {
        // The plot is 200 points wide.
        let base_step_size = (bounds.1 - bounds.0) / 200.0;
        let input = GridInput {
            bounds,
            base_step_size,
        };
        let round = |mark: GridMark| (mark.value * 1e3).round() / 1e3;
        marks(&input, scale, unit, 40.0)
            .into_iter()
            .map(round)
            .collect()
    }

    #[test]
    fn marks_are_round_numbers() {
        assert_eq!(
            values((0.0, 37.0), Scale::Linear, Unit::Count),
            [0.0, 10.0, 20.0, 30.0]
        );
        assert_eq!(
            values((0.0, 2.0), Scale::Linear, Unit::Count),
            [0.0, 1.0, 2.0]
        );
        assert_eq!(
            values((0.0, 2.0), Scale::Linear, Unit::Seconds),
            [0.0, 0.5, 1.0, 1.5, 2.0]
        );
        assert_eq!(
            values((0.0, 4096.0), Scale::Linear, Unit::Bytes),
            [0.0, 1024.0, 2048.0, 3072.0, 4096.0]
        );
        assert_eq!(
            values((0.0, 4.0), Scale::Log, Unit::Count),
            [0.0, 1.0, 2.0, 3.0, 4.0]
        );
        assert_eq!(
            values((0.0, 1.0), Scale::Log, Unit::Count),
            [0.0, 0.301, 0.699, 1.0]
        );
        assert_eq!(
            values((0.0, 9.0), Scale::Log, Unit::Count),
            [0.0, 2.0, 4.0, 6.0, 8.0]
        );
    }

    #[test]
    fn labels_are_short() {
        assert_eq!(label(12_000.0, Unit::Count, 4e4), "12\u{2009}000");
        assert_eq!(label(2_500_000.0, Unit::Count, 4e6), "2.5 M");
        assert_eq!(label(0.0004, Unit::Seconds, 0.0009), "400 µs");
        assert_eq!(label(0.25, Unit::Seconds, 0.5), "250 ms");
        let thousandth = Scale::Log.value(-3.0);
        assert_eq!(label(thousandth, Unit::Seconds, thousandth), "1 ms");
        assert_eq!(label(20.0, Unit::Seconds, 60.0), "20 s");
        assert_eq!(label(1.5, Unit::Number, 3.0), "1.5");
        assert_eq!(label(512.0 * 1024.0, Unit::Bytes, 3e6), "0.5 MiB");
        assert_eq!(label(1024.0, Unit::Bytes, 1024.0), "1 KiB");
    }
}
