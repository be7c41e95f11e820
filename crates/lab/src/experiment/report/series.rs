//! What the plots show: curves, points and boxes, and the axis on which they stand.

use super::{Metric, PlotError, Results};

/// A logarithmic axis from one power of ten to another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Logarithmic {
    /// The exponents of its ends.
    min: f64,
    max: f64,
}

impl Logarithmic {
    /// An axis for positive `values`.
    pub fn new(values: impl Iterator<Item = f64> + Clone) -> Self {
        let min = values.clone().fold(f64::INFINITY, f64::min).log10().floor();
        let max = values.fold(0.0, f64::max).log10().ceil();
        let max = max.max(min + 1.0);
        Logarithmic { min, max }
    }

    /// Where a value is: 0 at the beginning, 1 at the end.
    pub fn share(&self, value: f64) -> f64 {
        (value.log10() - self.min) / (self.max - self.min)
    }

    /// The value at this share of the axis.
    pub fn value(&self, share: f64) -> f64 {
        10_f64.powf(self.min + share * (self.max - self.min))
    }

    /// The exponents of at most nine powers of ten, and their shares.
    pub fn marks(&self) -> Vec<(f64, i32)> {
        let (min, max) = (self.min as i32, self.max as i32);
        let step = ((max - min) / 8 + 1) as usize;
        let powers = (min..=max).step_by(step);
        powers
            .map(|power| (self.share(10_f64.powi(power)), power))
            .collect()
    }
}

/// The figures of a configuration as a box plot shows them.
#[derive(Clone, PartialEq, Debug)]
pub struct BoxFigures {
    /// The number of figures.
    pub n: usize,
    /// The first quartile, the median and the third quartile.
    pub quartiles: [f64; 3],
    /// The least and the greatest figure that lie at most 1.5 times the distance of the quartiles
    /// outside of the box.
    pub whiskers: [f64; 2],
    /// The figures beyond the whiskers, in order.
    pub outliers: Vec<f64>,
}

impl BoxFigures {
    /// Of these figures; `None` if there are none.
    ///
    /// A quartile between two figures is interpolated linearly: it is at (n − 1) / 4 and
    /// 3 (n − 1) / 4 of the sorted figures, counted from 0 (Hyndman & Fan 1996, definition 7). The
    /// whiskers are those of Tukey 1977.
    pub fn new(mut figures: Vec<f64>) -> Option<BoxFigures> {
        figures.sort_by(f64::total_cmp);
        let last = figures.len().checked_sub(1)?;
        let quartile = |quarters: usize| {
            let place = (last * quarters) as f64 / 4.0;
            let below = figures[place.floor() as usize];
            let above = figures[place.ceil() as usize];
            below + (above - below) * place.fract()
        };
        let quartiles = [1, 2, 3].map(quartile);
        let reach = 1.5 * (quartiles[2] - quartiles[0]);
        let is_near =
            |figure: &&f64| (quartiles[0] - reach..=quartiles[2] + reach).contains(*figure);
        let near = || figures.iter().filter(is_near).copied();
        let whiskers = [near().next()?, near().next_back()?];
        let is_far = |figure: &&f64| !is_near(figure);
        Some(BoxFigures {
            n: figures.len(),
            quartiles,
            whiskers,
            outliers: figures.iter().filter(is_far).copied().collect(),
        })
    }

    /// All figures that are drawn.
    pub fn drawn(&self) -> impl Iterator<Item = f64> + Clone {
        let outliers = self.outliers.iter();
        (self.quartiles.iter())
            .chain(&self.whiskers)
            .chain(outliers)
            .copied()
    }
}

/// The figures of each configuration on the instances that it solved, in order: what a cactus plot
/// shows.
///
/// # Errors
/// If no run has a figure.
pub fn solved_within(results: &Results, metric: Metric) -> Result<Vec<Vec<f64>>, PlotError> {
    let curve = |configuration| {
        let mut values = figures(results, configuration, metric);
        values.sort_by(f64::total_cmp);
        values
    };
    let curves: Vec<Vec<f64>> = (0..results.configurations.len()).map(curve).collect();
    match curves.iter().all(Vec::is_empty) {
        true => Err(PlotError::Empty(metric.key())),
        false => Ok(curves),
    }
}

/// The box of each configuration, over the instances that it solved; `None` if it solved none.
///
/// # Errors
/// If no run has a figure.
pub fn boxes(results: &Results, metric: Metric) -> Result<Vec<Option<BoxFigures>>, PlotError> {
    let of = |configuration| BoxFigures::new(figures(results, configuration, metric));
    let boxes: Vec<Option<BoxFigures>> = (0..results.configurations.len()).map(of).collect();
    match boxes.iter().all(Option::is_none) {
        true => Err(PlotError::Empty(metric.key())),
        false => Ok(boxes),
    }
}

/// The mean of each configuration, as [`Results::mean`] has it; `None` for those that finished
/// nothing.
///
/// # Errors
/// If no configuration has a mean.
pub fn means(results: &Results, metric: Metric) -> Result<Vec<Option<f64>>, PlotError> {
    let mean = |configuration| results.mean(configuration, metric);
    let means: Vec<Option<f64>> = (0..results.configurations.len()).map(mean).collect();
    match means.iter().all(Option::is_none) {
        true => Err(PlotError::Empty(metric.key())),
        false => Ok(means),
    }
}

/// The instances that both configurations solved, with their figures.
///
/// # Errors
/// If no instance has a figure for both.
pub fn pairs(
    results: &Results,
    metric: Metric,
    configurations: [usize; 2],
) -> Result<Vec<(usize, [f64; 2])>, PlotError> {
    let pair = |instance| {
        let [a, b] = configurations.map(|it| figure(results, instance, it, metric));
        Some((instance, [a?, b?]))
    };
    let pairs: Vec<_> = (0..results.instances.len()).filter_map(pair).collect();
    match pairs.is_empty() {
        true => Err(PlotError::Empty(metric.key())),
        false => Ok(pairs),
    }
}

fn figures(results: &Results, configuration: usize, metric: Metric) -> Vec<f64> {
    let instances = 0..results.instances.len();
    instances
        .filter_map(|it| figure(results, it, configuration, metric))
        .collect()
}

/// The figure of a cell, as a logarithmic axis shows it.
fn figure(results: &Results, instance: usize, configuration: usize, metric: Metric) -> Option<f64> {
    let value = results.value(instance, configuration, metric)?;
    Some(value.max(metric.floor()))
}
