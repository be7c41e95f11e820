//! `tilescope classics`: published figures beside measured ones, as tables or as JSON.

use super::arguments::Classics;
use super::{Refusal, print, signals};
use serde::Serialize;
use serde_json::json;
use std::io;
use tilescope_lab::format;
use tilescope_lab::published::{Extent, Figure, PUBLISHED_EXPERIMENTS, PublishedExperiment, Value};

/// The maximum width of a note's lines.
const WIDTH: usize = 90;

/// Runs the named experiments and prints them; returns the exit status and the result of printing.
pub fn classics(arguments: &Classics) -> Result<(u8, io::Result<()>), Refusal> {
    let chosen = chosen(arguments)?;
    let interrupt = signals::interrupt()?;

    let mut all_as_expected = true;
    for (i, (experiment, extent)) in chosen.into_iter().enumerate() {
        let mut figures = Vec::new();
        let mut printed = Ok(());
        let ended = experiment.run(extent, &interrupt, &mut |figure| {
            all_as_expected &= figure.is_as_expected();
            if arguments.json && printed.is_ok() {
                printed = print(&json(experiment, &figure));
                if printed.is_err() {
                    interrupt.stop();
                }
            }
            figures.push(figure);
        });
        if !arguments.json {
            let gap = if i > 0 { "\n" } else { "" };
            printed = print(&format!("{gap}{}", text(experiment, &figures)));
        }
        let status = match ended {
            Err(_) => 3,
            Ok(()) => u8::from(!all_as_expected),
        };
        if ended.is_err() || printed.is_err() {
            return Ok((status, printed));
        }
    }
    Ok((u8::from(!all_as_expected), Ok(())))
}

/// The named publications, or all.
fn chosen(arguments: &Classics) -> Result<Vec<(&'static PublishedExperiment, Extent)>, Refusal> {
    let extent = if arguments.all {
        Extent::All
    } else {
        Extent::Short
    };
    if arguments.names.is_empty() {
        return Ok(PUBLISHED_EXPERIMENTS
            .iter()
            .map(|&experiment| (experiment, extent))
            .collect());
    }
    let named = arguments
        .names
        .iter()
        .map(|name| match name.split_once(':') {
            None => Ok((by_key(name)?, extent)),
            Some((key, number)) => {
                let experiment = by_key(key)?;
                Ok((experiment, Extent::Instance(instance(experiment, number)?)))
            }
        });
    named.collect()
}

fn by_key(key: &str) -> Result<&'static PublishedExperiment, Refusal> {
    PublishedExperiment::by_key(key).ok_or_else(|| {
        let keys: Vec<_> = PUBLISHED_EXPERIMENTS
            .iter()
            .map(|experiment| experiment.key)
            .collect();
        Refusal(format!(
            "there is no publication “{}”; choose one of {}",
            format::excerpt(key),
            keys.join(", ")
        ))
    })
}

fn instance(experiment: &PublishedExperiment, number: &str) -> Result<usize, Refusal> {
    let &PublishedExperiment {
        key, n_instances, ..
    } = experiment;
    match number.parse() {
        Ok(number) if (1..=n_instances).contains(&number) => Ok(number),
        _ if n_instances == 0 => Err(Refusal(format!(
            "{key} has no numbered instances; leave out “:{}”",
            format::excerpt(number)
        ))),
        _ => Err(Refusal(format!(
            "{key} has instances 1 to {n_instances}, not “{}”",
            format::excerpt(number)
        ))),
    }
}

/// A table of the figures, and the notes below it.
fn text(experiment: &PublishedExperiment, figures: &[Figure]) -> String {
    let mut notes: Vec<&str> = Vec::new();
    let mut rows = vec![["", "", "published", "measured", ""].map(String::from)];
    let mut previous = "";
    for figure in figures {
        let is_repeated = figure.experiment == previous;
        previous = &figure.experiment;
        rows.push([
            String::from(if is_repeated { "" } else { previous }),
            figure.quantity.clone(),
            figure
                .published
                .as_ref()
                .map_or_else(String::new, Value::to_string),
            figure.measured.to_string(),
            format!(
                "{}{}",
                relation(figure),
                note_mark(&figure.note, &mut notes)
            ),
        ]);
    }
    let notes = notes.iter().zip(1..).map(|(note, number)| {
        let number = format!("[{number}] ");
        format!("{number}{}\n", wrapped(note, number.len()))
    });
    format!(
        "{}\n{}\n\n{}{}",
        wrapped(experiment.source, 0),
        wrapped(experiment.summary, 0),
        table(&rows),
        notes.collect::<String>()
    )
}

/// A sign for how published and measured values compare.
fn relation(figure: &Figure) -> &'static str {
    match (figure.agrees(), &figure.measured) {
        (None, _) => " ",
        (Some(true), Value::Spread { .. }) => "∈",
        (Some(true), Value::Count(_) | Value::Text(_)) => "=",
        (Some(true), Value::Real(_) | Value::Mean { .. }) => "≈",
        (Some(false), _) => "≠",
    }
}

/// The reference mark of `note`, which is added to `notes` if new.
fn note_mark<'a>(note: &'a str, notes: &mut Vec<&'a str>) -> String {
    if note.is_empty() {
        return String::new();
    }
    let number = notes.iter().position(|&other| other == note);
    let number = number.unwrap_or_else(|| {
        notes.push(note);
        notes.len() - 1
    });
    format!(" [{}]", number + 1)
}

/// Rows with aligned columns: names left, figures right.
fn table(rows: &[[String; 5]]) -> String {
    let mut widths = [0; 5];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let [first, second, third, fourth, _] = widths;
    let lines = rows.iter().map(|[experiment, quantity, published, measured, mark]| {
        let line = format!(
            "{experiment:<first$}  {quantity:<second$}  {published:>third$}  {measured:>fourth$}  \
             {mark}"
        );
        format!("{}\n", line.trim_end())
    });
    lines.collect::<String>() + "\n"
}

/// `text` wrapped; all lines but the first are indented.
fn wrapped(text: &str, indent: usize) -> String {
    let mut lines = String::new();
    let mut width = indent;
    for word in text.split_whitespace() {
        let n_chars = word.chars().count();
        if lines.is_empty() {
            width += n_chars;
        } else if width + 1 + n_chars > WIDTH {
            lines += &format!("\n{:indent$}", "");
            width = indent + n_chars;
        } else {
            lines.push(' ');
            width += 1 + n_chars;
        }
        lines += word;
    }
    lines
}

/// A figure as one JSON object on a line.
fn json(experiment: &PublishedExperiment, figure: &Figure) -> String {
    let text = serde_json::to_string(&JsonFigure {
        publication: experiment.key,
        experiment: &figure.experiment,
        quantity: &figure.quantity,
        published: figure.published.as_ref().map(value),
        measured: value(&figure.measured),
        equal: figure.agrees(),
        must_agree: figure.must_agree,
        note: &figure.note,
    });
    text.expect("numbers and texts are JSON") + "\n"
}

#[derive(Serialize)]
struct JsonFigure<'a> {
    publication: &'a str,
    experiment: &'a str,
    quantity: &'a str,
    published: Option<serde_json::Value>,
    measured: serde_json::Value,
    /// Also where the published figure is within the range of those measured.
    equal: Option<bool>,
    must_agree: bool,
    note: &'a str,
}

fn value(value: &Value) -> serde_json::Value {
    match value {
        Value::Count(n) => json!(n),
        Value::Real(x) => json!(x),
        Value::Mean { mean, tolerance } => json!({"mean": mean, "tolerance": tolerance}),
        Value::Text(text) => json!(text),
        Value::Spread { median, min, max } => json!({"median": median, "min": min, "max": max}),
    }
}
