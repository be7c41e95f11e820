//! The table of iterations in the levels panel.

use super::counted::Counted;
use crate::gui::actions::Action;
use crate::gui::runs::RunEntry;
use crate::gui::text::rounded_count;
use crate::gui::theme::{self, space};
use crate::gui::timeline::TimelineAction;
use crate::gui::widgets::table::{Column, Table};
use egui::Ui;
use std::time::Duration;
use tilescope_lab::predict::Forecast;
use tilescope_lab::{explain, format};
use tilescope_trace::levels::{IterationCounts, Iterations};

const TITLES: [&str; N_COLUMNS] = [
    "No.",
    "Bound",
    "Solution",
    "Nodes",
    "New",
    "Repeated",
    "Expanded",
    "Predicted",
    "Time",
    "Growth",
];
const N_COLUMNS: usize = 10;
/// What is left out first where there is little room.
const RANKS: [u8; N_COLUMNS] = [0, 0, 0, 0, 2, 1, 3, 4, 5, 6];
const BOUND: usize = 1;
const SOLUTION: usize = 2;
const OF_REPEATED: [usize; 2] = [4, 5];
const PREDICTED: usize = 7;

/// What is written where something is not known.
const UNKNOWN: &str = "–";

/// A row for each iteration. Those that have not begun have no figures yet. A click goes to the end of an
/// iteration.
/// `forecast` is what was predicted of them.
pub fn ui(
    ui: &mut Ui,
    entry: &RunEntry,
    counted: &Counted,
    forecast: Option<&Forecast>,
    actions: &mut Vec<Action>,
) {
    let Counted {
        iterations,
        all_iterations,
        ..
    } = counted;
    let later = all_iterations.iter().skip(iterations.len());
    let rows: Vec<[String; N_COLUMNS]> = (0..iterations.len())
        .map(|i| texts(entry, iterations, forecast, i))
        .chain(later.map(|row| later_texts(entry, forecast, row)))
        .collect();
    let algorithm = entry.run.job().settings.algorithm;
    // An anytime search goes on with the same frontier, so it repeats nothing.
    let is_anytime = Iterations::of(algorithm) == Iterations::Solutions;
    let is_shown = |i: &usize| match *i {
        BOUND => !explain::has_restarts(algorithm),
        SOLUTION => is_anytime,
        PREDICTED => forecast.is_some(),
        i => !(is_anytime && OF_REPEATED.contains(&i)),
    };
    let shown: Vec<usize> = (0..TITLES.len()).filter(is_shown).collect();
    let column = |&i: &usize| {
        let texts = rows.iter().map(|row| row[i].as_str());
        Column::figure(TITLES[i], 40.0)
            .left_out(RANKS[i])
            .fit(ui, theme::text::SMALL, texts)
    };
    let mut columns: Vec<Column> = shown.iter().map(column).collect();
    columns.push(Column::rest("", 0.0));
    let palette = theme::palette(ui);
    let table = Table::new("iterations", &columns)
        .inset(space::L)
        .fill_height();
    table.show(ui, rows.len(), |row| {
        let number = row.index();
        let Some(texts) = rows.get(number) else {
            return;
        };
        let figures = (shown.iter().skip(1))
            .filter(|&&i| texts[i] != UNKNOWN)
            .map(|&i| format!("{} {}", TITLES[i].to_lowercase(), texts[i]));
        let figures: Vec<String> = figures.collect();
        let name = explain::iteration_name(algorithm, number);
        let name = format!("{name}: {}", figures.join(", "));
        let name = name.trim_end_matches(": ");
        // The last that has begun is the present one.
        let is_present = number + 1 == iterations.len();
        let has_begun = number < iterations.len();
        let response = row.selectable(("iteration", number), name, is_present);
        if response.clicked()
            && let Some(iteration) = all_iterations.get(number)
        {
            actions.push(TimelineAction::Seek(iteration.end).into());
        }
        row.text(theme::text::SMALL, |column| match shown.get(column) {
            Some(0) => (texts[0].as_str(), palette.dim),
            Some(&i) if has_begun => (texts[i].as_str(), palette.text),
            Some(&i) => (texts[i].as_str(), palette.faint),
            None => ("", palette.text),
        });
        row.end(|_| {});
    });
}

/// The figures of a row, in the order of [`TITLES`].
fn texts(
    entry: &RunEntry,
    iterations: &[IterationCounts],
    forecast: Option<&Forecast>,
    i: usize,
) -> [String; N_COLUMNS] {
    let row = &iterations[i];
    let count = |n: u32| format::count(n.into());
    let bound = |row: Option<&IterationCounts>| match row.and_then(|row| row.bound) {
        Some(bound) => explain::bound_text(entry.run.job(), bound),
        None => UNKNOWN.to_owned(),
    };
    let repeated = match row.generated {
        0 => UNKNOWN.to_owned(),
        n => format!("{:.1} %", 100.0 * f64::from(row.repeated) / f64::from(n)),
    };
    let before = i.checked_sub(1).map(|i| iterations[i].generated);
    let growth = match before {
        Some(before) if before > 0 && row.generated > 0 => {
            format!("× {:.2}", f64::from(row.generated) / f64::from(before))
        }
        _ => UNKNOWN.to_owned(),
    };
    [
        explain::iteration_number(entry.run.job().settings.algorithm, row.number),
        bound(Some(row)),
        bound(iterations.get(i + 1)),
        count(row.generated),
        count(row.new_nodes()),
        repeated,
        count(row.expanded()),
        predicted(forecast, row),
        time(entry, row).map_or(UNKNOWN.to_owned(), format::duration),
        growth,
    ]
}

/// What is known of an iteration that has not begun.
fn later_texts(
    entry: &RunEntry,
    forecast: Option<&Forecast>,
    row: &IterationCounts,
) -> [String; N_COLUMNS] {
    let bound = row.bound.map(|it| explain::bound_text(entry.run.job(), it));
    let mut texts: [String; N_COLUMNS] = std::array::from_fn(|_| UNKNOWN.to_owned());
    texts[0] = explain::iteration_number(entry.run.job().settings.algorithm, row.number);
    texts[BOUND] = bound.unwrap_or(UNKNOWN.to_owned());
    texts[PREDICTED] = predicted(forecast, row);
    texts
}

/// The nodes that the iteration was predicted to expand.
fn predicted(forecast: Option<&Forecast>, row: &IterationCounts) -> String {
    let nodes = forecast.zip(row.bound);
    let nodes = nodes.and_then(|(forecast, bound)| forecast.nodes(bound as usize));
    nodes.map_or(UNKNOWN.to_owned(), rounded_count)
}

/// The time that an iteration took, if samples were taken near its begin and its end: no further
/// from them than a fiftieth of its expansions.
fn time(entry: &RunEntry, row: &IterationCounts) -> Option<Duration> {
    let tolerance = u64::from(row.expanded() / 50);
    let seconds = |t: u32| {
        let sample = entry.run.series().at(t.into())?;
        (sample.expanded.abs_diff(t.into()) <= tolerance).then_some(sample.seconds)
    };
    let seconds = seconds(row.end)? - seconds(row.begin)?;
    (seconds > 0.0).then(|| Duration::from_secs_f64(seconds))
}
