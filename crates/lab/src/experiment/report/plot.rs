//! Plots as SVG: cactus, scatter and box plots on logarithmic axes, and bar charts.

use super::series::{BoxFigures, Logarithmic, boxes, means, pairs, solved_within};
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
const DASHES: [&str; 6] = ["none", "7 4", "2 3", "9 3 2 3", "14 4", "9 3 2 3 2 3"];
/// Where the names of the configurations begin, below a plot.
const NAMES: f64 = 118.0;

/// Why there is no plot.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlotError {
    #[error("there is nothing to plot: no run that finished has a figure for {0}")]
    Empty(&'static str),
    #[error("there is no configuration “{wanted}”: choose one of {known}")]
    NoSuchConfiguration { wanted: String, known: String },
}

/// How many instances each configuration solves within each amount of `metric`: the n-th point of a
/// curve is at the n-th least figure.
///
/// # Errors
/// If no run has a figure.
pub fn cactus(results: &Results, metric: Metric) -> Result<String, PlotError> {
    let n_instances = results.instances.len();
    let curves = solved_within(results, metric)?;
    let [left, right, _, _] = FRAME;
    let axis = Logarithmic::new(curves.iter().flatten().copied());
    let y = |value| upward(&axis, value);
    let x = |n: usize| left + n as f64 / n_instances as f64 * (right - left);
    let names = curves.iter().zip(&results.configurations);
    let names: Vec<String> = names
        .map(|(values, name)| format!("{name} ({})", values.len()))
        .collect();
    let mut svg = frame("Instances solved", metric.name(), &names);
    for n in (0..=n_instances).step_by(whole_step(n_instances)) {
        mark_x(&mut svg, x(n), &n.to_string());
    }
    marks_y(&mut svg, &axis);
    for (index, values) in curves.iter().enumerate() {
        let points = (1..)
            .zip(values)
            .map(|(n, &value)| format!("{:.1},{:.1}", x(n), y(value)));
        let points: Vec<String> = points.collect();
        let (colour, stroke) = style(index);
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
    let points = pairs(results, metric, [find(a)?, find(b)?])?;
    let [left, right, top, bottom] = FRAME;
    let values = points.iter().flat_map(|(_, pair)| *pair);
    // Both axes have the same range, so that the diagonal means equality.
    let axis = Logarithmic::new(values);
    let x = |value| left + axis.share(value) * (right - left);
    let label = |name: &str| format!("{}, {name}", metric.name());
    let mut svg = frame(&label(a), &label(b), &[]);
    for (share, power) in axis.marks() {
        mark_x(&mut svg, left + share * (right - left), &power_text(power));
    }
    marks_y(&mut svg, &axis);
    let _ = writeln!(
        svg,
        "<line x1=\"{left}\" y1=\"{bottom}\" x2=\"{right}\" y2=\"{top}\" stroke=\"#999999\" \
         stroke-dasharray=\"4 4\"/>"
    );
    for (instance, [at, up]) in points {
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
            x(at),
            upward(&axis, up),
            COLOURS[0],
            html_escaped(&title)
        );
    }
    Ok(svg + "</svg>\n")
}

/// A box for each configuration: the quartiles of its figures, the whiskers, and the figures beyond
/// them.
///
/// # Errors
/// If no run has a figure.
pub fn box_plot(results: &Results, metric: Metric) -> Result<String, PlotError> {
    let boxes = boxes(results, metric)?;
    let [left, right, _, _] = FRAME;
    let axis = Logarithmic::new(boxes.iter().flatten().flat_map(|it| it.drawn()));
    let y = |value| upward(&axis, value);
    let names = boxes.iter().zip(&results.configurations).enumerate();
    let name = |(index, (figures, name)): (usize, (&Option<BoxFigures>, &String))| {
        let n = figures.as_ref().map_or(0, |figures| figures.n);
        format!("{}: {name} ({n})", index + 1)
    };
    let names: Vec<String> = names.map(name).collect();
    let mut svg = frame("Configuration", metric.name(), &names);
    marks_y(&mut svg, &axis);
    let room = (right - left) / boxes.len() as f64;
    let half = (room * 0.3).min(24.0);
    for (index, figures) in boxes.iter().enumerate() {
        let (colour, _) = style(index);
        let middle = left + (index as f64 + 0.5) * room;
        mark_x(&mut svg, middle, &(index + 1).to_string());
        let Some(figures) = figures else { continue };
        let [low, median, high] = figures.quartiles.map(y);
        let [least, greatest] = figures.whiskers.map(y);
        let (from, to) = (middle - half, middle + half);
        let (left_end, right_end) = (middle - half / 2.0, middle + half / 2.0);
        let _ = writeln!(
            svg,
            "<g stroke=\"{colour}\" stroke-width=\"1.5\" fill=\"#ffffff\">\
             <line x1=\"{middle:.1}\" x2=\"{middle:.1}\" y1=\"{least:.1}\" y2=\"{greatest:.1}\"/>\
             <line x1=\"{left_end:.1}\" x2=\"{right_end:.1}\" y1=\"{least:.1}\" y2=\"{least:.1}\"/>\
             <line x1=\"{left_end:.1}\" x2=\"{right_end:.1}\" y1=\"{greatest:.1}\" y2=\"{greatest:.1}\"/>\
             <rect class=\"box\" x=\"{from:.1}\" y=\"{high:.1}\" width=\"{:.1}\" height=\"{:.1}\">\
             <title>{}</title></rect>\
             <line x1=\"{from:.1}\" x2=\"{to:.1}\" y1=\"{median:.1}\" y2=\"{median:.1}\" \
             stroke-width=\"3\"/></g>",
            to - from,
            low - high,
            html_escaped(&quartiles_text(figures.quartiles)),
        );
        for outlier in &figures.outliers {
            let _ = writeln!(
                svg,
                "<circle cx=\"{middle:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"#ffffff\" \
                 stroke=\"{colour}\"><title>{}</title></circle>",
                y(*outlier),
                number(*outlier)
            );
        }
    }
    Ok(svg + "</svg>\n")
}

/// A bar for each configuration, as long as its mean: see [`means`].
///
/// # Errors
/// If no configuration has a figure.
pub fn bar_chart(results: &Results, metric: Metric) -> Result<String, PlotError> {
    /// The height of a bar with the room around it, and of the title.
    const ROW: f64 = 22.0;
    /// The length of the longest bar, and the room for its figure.
    const LONGEST: f64 = 310.0;
    const FIGURE: f64 = 80.0;
    let means = means(results, metric)?;
    let greatest = means.iter().flatten().copied().fold(0.0, f64::max);
    // The end of the names.
    let left = widest(&results.configurations).max(242.0) + 8.0;
    let height = ROW * (means.len() as f64 + 1.5);
    let mut svg = page(left + LONGEST + FIGURE, height);
    let title = match results.instances.len() {
        1 => metric.name().to_owned(),
        _ => format!("{}, {}", metric.name(), metric.mean_name()),
    };
    let _ = writeln!(
        svg,
        "<text x=\"{left}\" y=\"16\">{}</text>",
        html_escaped(&title)
    );
    for (index, (mean, name)) in means.iter().zip(&results.configurations).enumerate() {
        let top = ROW * (index as f64 + 1.0);
        let length = mean.unwrap_or(0.0) / greatest.max(f64::MIN_POSITIVE) * LONGEST;
        let text = mean.map_or_else(|| "not solved".to_owned(), number);
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\
             <rect class=\"bar\" x=\"{}\" y=\"{}\" width=\"{length:.1}\" height=\"{}\" \
             fill=\"{}\"/><text x=\"{:.1}\" y=\"{}\">{text}</text>",
            left - 8.0,
            top + 15.0,
            html_escaped(name),
            left,
            top + 3.0,
            ROW - 6.0,
            COLOURS[0],
            left + length + 6.0,
            top + 15.0,
        );
    }
    Ok(svg + "</svg>\n")
}

/// “quartiles 12, 30, 77”.
fn quartiles_text(quartiles: [f64; 3]) -> String {
    let [low, median, high] = quartiles.map(number);
    format!("quartiles {low}, {median}, {high}")
}

/// The colour of a configuration, and the stroke of its line.
fn style(index: usize) -> (&'static str, String) {
    let colour = COLOURS[index % COLOURS.len()];
    let dashes = DASHES[index / COLOURS.len() % DASHES.len()];
    let stroke = format!("stroke=\"{colour}\" stroke-dasharray=\"{dashes}\"");
    (colour, stroke)
}

/// The width of the widest of several texts, in a wide face.
fn widest(texts: &[String]) -> f64 {
    const OF_CHAR: f64 = 7.3;
    let longest = texts.iter().map(|text| text.chars().count()).max();
    OF_CHAR * longest.unwrap_or(0) as f64
}

/// The step between whole marks from 0 to `n`: 1, 2 or 5 times a power of ten, so that there are at most
/// eleven.
fn whole_step(n: usize) -> usize {
    let mut steps = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_usize.pow(power)));
    steps.find(|step| n / step <= 10).unwrap_or(n)
}

/// The place of a value on the vertical axis.
fn upward(axis: &Logarithmic, value: f64) -> f64 {
    let [_, _, top, bottom] = FRAME;
    bottom + axis.share(value) * (top - bottom)
}

fn power_text(power: i32) -> String {
    let power = power.to_string().replace('-', "−");
    format!("10<tspan dy=\"-5\" font-size=\"9\">{power}</tspan>")
}

/// The beginning of a picture of this size.
fn page(width: f64, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    )
}

/// The beginning of a plot: its frame, the names of its axes, and below it those of its curves.
fn frame(x: &str, y: &str, names: &[String]) -> String {
    const LINE: f64 = 20.0;
    let [left, right, top, bottom] = FRAME;
    let (middle_x, middle_y) = (f64::midpoint(left, right), f64::midpoint(top, bottom));
    let (x, y) = (html_escaped(x), html_escaped(y));
    let width = WIDTH.max(NAMES + widest(names) + 8.0);
    let mut svg = page(width, HEIGHT + LINE * names.len() as f64);
    let _ = writeln!(
        svg,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" fill=\"none\" \
         stroke=\"#333333\"/>\n\
         <text x=\"{middle_x}\" y=\"407\" text-anchor=\"middle\">{x}</text>\n\
         <text transform=\"translate(20 {middle_y}) rotate(-90)\" text-anchor=\"middle\">{y}</text>",
        right - left,
        bottom - top
    );
    for (index, name) in names.iter().enumerate() {
        let (_, stroke) = style(index);
        let place = HEIGHT + 14.0 + LINE * index as f64;
        let _ = writeln!(
            svg,
            "<line x1=\"{left}\" x2=\"{}\" y1=\"{1}\" y2=\"{1}\" stroke-width=\"2\" {stroke}/>\
             <text x=\"{NAMES}\" y=\"{place}\">{2}</text>",
            NAMES - 8.0,
            place - 4.0,
            html_escaped(name)
        );
    }
    svg
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

/// The marks of the vertical axis.
fn marks_y(svg: &mut String, axis: &Logarithmic) {
    let [_, _, top, bottom] = FRAME;
    for (share, power) in axis.marks() {
        mark_y(svg, bottom + share * (top - bottom), &power_text(power));
    }
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
