//! Plots as SVG: cactus and scatter, on logarithmic axes.

use super::table::{html_escaped, number};
use super::{Metric, Results};
use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 420.0;
/// Left, right, top and bottom of the frame.
const FRAME: [f64; 4] = [80.0, 620.0, 20.0, 370.0];
/// The palette of Okabe and Ito, without yellow: it is safe for colour-blind eyes.
const COLOURS: [&str; 7] = [
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000",
];
/// Dashes tell curves of one colour apart.
const DASHES: [&str; 3] = ["none", "7 4", "2 3"];

/// Why there is no plot.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlotError {
    #[error("there is nothing to plot: no run that was solved has a figure for {0}")]
    Empty(&'static str),
    #[error("there is no configuration “{wanted}”: choose one of {known}")]
    NoSuchConfiguration { wanted: String, known: String },
}

/// An axis from one power of ten to another.
struct Logarithmic {
    min: f64,
    max: f64,
    from: f64,
    to: f64,
}

impl Logarithmic {
    /// An axis for `values` between two places of the plot.
    fn new(values: impl Iterator<Item = f64> + Clone, from: f64, to: f64) -> Self {
        let min = values.clone().fold(f64::INFINITY, f64::min).log10().floor();
        let max = values.fold(0.0, f64::max).log10().ceil();
        let max = max.max(min + 1.0);
        Logarithmic { min, max, from, to }
    }

    fn at(&self, value: f64) -> f64 {
        let share = (value.log10() - self.min) / (self.max - self.min);
        self.from + share * (self.to - self.from)
    }

    /// At most nine powers of ten, with their places.
    fn marks(&self) -> Vec<(f64, String)> {
        let (min, max) = (self.min as i32, self.max as i32);
        let step = ((max - min) / 8 + 1) as usize;
        let powers = (min..=max).step_by(step);
        powers
            .map(|power| (self.at(10_f64.powi(power)), format!("1e{power}")))
            .collect()
    }
}

/// How many instances each configuration solves within each amount of `metric`: the n-th point of a
/// curve is at the n-th least figure.
///
/// # Errors
/// If no run has a figure.
pub fn cactus(results: &Results, metric: Metric) -> Result<String, PlotError> {
    let n_instances = results.instances.len();
    let curve = |configuration| {
        let values = (0..n_instances).filter_map(|it| results.value(it, configuration, metric));
        let mut values: Vec<f64> = values.map(|value| value.max(metric.floor())).collect();
        values.sort_by(f64::total_cmp);
        values
    };
    let curves: Vec<Vec<f64>> = (0..results.configurations.len()).map(curve).collect();
    if curves.iter().all(Vec::is_empty) {
        return Err(PlotError::Empty(metric.key()));
    }
    let [left, right, top, bottom] = FRAME;
    let y = Logarithmic::new(curves.iter().flatten().copied(), bottom, top);
    let x = |n: usize| left + n as f64 / n_instances as f64 * (right - left);
    let mut svg = frame("Instances solved", metric.name(), curves.len());
    let step = (n_instances / 8).max(1);
    for n in (0..=n_instances).step_by(step) {
        mark_x(&mut svg, x(n), &n.to_string());
    }
    y.marks()
        .iter()
        .for_each(|(place, text)| mark_y(&mut svg, *place, text));
    for (index, (values, name)) in curves.iter().zip(&results.configurations).enumerate() {
        let points = (1..)
            .zip(values)
            .map(|(n, &value)| format!("{:.1},{:.1}", x(n), y.at(value)));
        let points: Vec<String> = points.collect();
        let colour = COLOURS[index % COLOURS.len()];
        let dashes = DASHES[index / COLOURS.len() % DASHES.len()];
        let stroke = format!("stroke=\"{colour}\" stroke-dasharray=\"{dashes}\"");
        if !points.is_empty() {
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke-width=\"2\" {stroke}/>",
                points.join(" ")
            );
        }
        if let Some((cx, cy)) = points.last().and_then(|last| last.split_once(',')) {
            let _ = writeln!(
                svg,
                "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"3.5\" fill=\"{colour}\"/>"
            );
        }
        let place = HEIGHT + 14.0 + 20.0 * index as f64;
        let _ = writeln!(
            svg,
            "<line x1=\"80\" x2=\"110\" y1=\"{0}\" y2=\"{0}\" stroke-width=\"2\" {stroke}/>\
             <text x=\"118\" y=\"{1}\">{2} ({3})</text>",
            place - 4.0,
            place,
            html_escaped(name),
            values.len()
        );
    }
    Ok(svg + "</svg>\n")
}

/// One point an instance that both configurations solved: `a` to the right, `b` upward. Below the
/// diagonal `b` has less.
///
/// # Errors
/// If a configuration is unknown, or no instance has a figure for both.
pub fn scatter(results: &Results, metric: Metric, a: &str, b: &str) -> Result<String, PlotError> {
    let find = |wanted: &str| {
        let found = results
            .configurations
            .iter()
            .position(|name| name == wanted);
        found.ok_or_else(|| PlotError::NoSuchConfiguration {
            wanted: crate::format::excerpt(wanted),
            known: results.configurations.join("; "),
        })
    };
    let (first, second) = (find(a)?, find(b)?);
    let value = |instance, configuration| {
        let value = results.value(instance, configuration, metric)?;
        Some(value.max(metric.floor()))
    };
    let point = |instance| value(instance, first).zip(value(instance, second));
    let points: Vec<(usize, (f64, f64))> = (0..results.instances.len())
        .filter_map(|instance| Some((instance, point(instance)?)))
        .collect();
    if points.is_empty() {
        return Err(PlotError::Empty(metric.key()));
    }
    let [left, right, top, bottom] = FRAME;
    let values = points.iter().flat_map(|(_, (x, y))| [*x, *y]);
    // Both axes have the same range, so that the diagonal means equality.
    let x = Logarithmic::new(values.clone(), left, right);
    let y = Logarithmic::new(values, bottom, top);
    let label = |name: &str| format!("{}, {name}", metric.name());
    let mut svg = frame(&label(a), &label(b), 0);
    x.marks()
        .iter()
        .for_each(|(place, text)| mark_x(&mut svg, *place, text));
    y.marks()
        .iter()
        .for_each(|(place, text)| mark_y(&mut svg, *place, text));
    let _ = writeln!(
        svg,
        "<line x1=\"{left}\" y1=\"{bottom}\" x2=\"{right}\" y2=\"{top}\" stroke=\"#999999\" \
         stroke-dasharray=\"4 4\"/>"
    );
    for (instance, (at, up)) in points {
        let title = format!(
            "{}: {}, {}",
            results.instances[instance],
            number(at),
            number(up)
        );
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"{}\" fill-opacity=\"0.7\"><title>{}\
             </title></circle>",
            x.at(at),
            y.at(up),
            COLOURS[0],
            html_escaped(&title)
        );
    }
    Ok(svg + "</svg>\n")
}

/// The beginning of a plot: its frame and the names of its axes. `n_curves` are named below it.
fn frame(x: &str, y: &str, n_curves: usize) -> String {
    let [left, right, top, bottom] = FRAME;
    let height = HEIGHT + 20.0 * n_curves as f64;
    let (middle_x, middle_y) = (f64::midpoint(left, right), f64::midpoint(top, bottom));
    let (x, y) = (html_escaped(x), html_escaped(y));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" fill=\"none\" \
         stroke=\"#333333\"/>\n\
         <text x=\"{middle_x}\" y=\"407\" text-anchor=\"middle\">{x}</text>\n\
         <text transform=\"translate(20 {middle_y}) rotate(-90)\" text-anchor=\"middle\">{y}</text>\n",
        right - left,
        bottom - top
    )
}

fn mark_x(svg: &mut String, place: f64, text: &str) {
    let bottom = FRAME[3];
    let _ = writeln!(
        svg,
        "<line x1=\"{place:.1}\" x2=\"{place:.1}\" y1=\"{bottom}\" y2=\"{}\" stroke=\"#333333\"/>\
         <text x=\"{place:.1}\" y=\"{}\" text-anchor=\"middle\">{text}</text>",
        bottom + 5.0,
        bottom + 19.0
    );
}

fn mark_y(svg: &mut String, place: f64, text: &str) {
    let left = FRAME[0];
    let _ = writeln!(
        svg,
        "<line x1=\"{}\" x2=\"{left}\" y1=\"{place:.1}\" y2=\"{place:.1}\" stroke=\"#333333\"/>\
         <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
        left - 5.0,
        left - 8.0,
        place + 4.0
    );
}
