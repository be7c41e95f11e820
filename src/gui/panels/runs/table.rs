//! The table of runs as text, and the order of its rows.

use crate::gui::runs::RunEntry;
use crate::gui::text::name_or_untitled;
use crate::gui::widgets::table::Sorting;
use std::cmp::Ordering;
use std::time::Duration;
use tilescope_lab::{Run, RunOutcome, format};

/// A column that rows can be sorted by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    Run,
    Moves,
    Expanded,
    Time,
}

impl Column {
    pub const ALL: [Column; 4] = [Column::Run, Column::Moves, Column::Expanded, Column::Time];

    /// The text of the column, with abbreviated figures. Copied tables have exact ones.
    pub fn text(self, run: &Run) -> String {
        let counts = run.counts();
        match self {
            Column::Run => match method(run) {
                Some(method) => format!("{} · {method}", run.job().title()),
                None => run.job().title(),
            },
            Column::Moves => {
                n_moves(run).map_or("–".to_owned(), |n_moves| format::count(n_moves as u64))
            }
            Column::Expanded => brief_count(counts.expanded),
            Column::Time => brief_duration(counts.elapsed),
        }
    }

    fn compare(self, a: &Run, b: &Run) -> Ordering {
        match self {
            Column::Run => a.job().title().cmp(&b.job().title()),
            // Runs without a solution come after all others.
            Column::Moves => n_moves(a)
                .unwrap_or(usize::MAX)
                .cmp(&n_moves(b).unwrap_or(usize::MAX)),
            Column::Expanded => a.counts().expanded.cmp(&b.counts().expanded),
            Column::Time => a.counts().elapsed.cmp(&b.counts().elapsed),
        }
    }
}

/// Sorts runs that are oldest first.
pub fn sort(sorting: Sorting, entries: &mut [&RunEntry]) {
    let compare = |column: usize, a: &RunEntry, b: &RunEntry| {
        let column = Column::ALL.get(column);
        column.map_or(Ordering::Equal, |column| column.compare(&a.run, &b.run))
    };
    match sorting {
        Sorting::None => {}
        Sorting::Up(column) => entries.sort_by(|a, b| compare(column, a, b)),
        Sorting::Down(column) => entries.sort_by(|a, b| compare(column, b, a)),
    }
}

/// Abbreviates counts from 10⁹ on: `39.18 G`.
fn brief_count(n: u64) -> String {
    match n {
        1_000_000_000.. => format!("{:.2} G", n as f64 / 1e9),
        _ => format::count(n),
    }
}

/// Durations of a minute or more in minutes: `12.6 min`.
fn brief_duration(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds >= 3600.0 => format!("{:.1} h", seconds / 3600.0),
        seconds if seconds >= 60.0 => format!("{:.1} min", seconds / 60.0),
        _ => format::duration(time),
    }
}

/// The method that an engine chose.
fn method(run: &Run) -> Option<&str> {
    run.report()?.method.as_deref()
}

/// The length of the solution, or of the best one so far.
fn n_moves(run: &Run) -> Option<usize> {
    let Some(report) = run.report() else {
        return run.incumbent().map(|so_far| so_far.n_moves);
    };
    match &report.outcome {
        RunOutcome::Solved { moves, .. } => Some(moves.len()),
        RunOutcome::Unsolvable { .. }
        | RunOutcome::Exhausted(_)
        | RunOutcome::Stopped(_)
        | RunOutcome::Failed(_) => None,
    }
}

/// The column titles of copied tables.
const TITLES: [&str; 13] = [
    "puzzle",
    "start",
    "goal",
    "algorithm",
    "heuristic",
    "outcome",
    "moves",
    "cost",
    "expanded",
    "generated",
    "peak frontier",
    "memory (bytes)",
    "time (s)",
];

/// The properties of a run, without units and separators.
fn cells(run: &Run) -> [String; TITLES.len()] {
    let settings = &run.job().settings;
    let counts = run.counts();
    let heuristic = run.job().heuristic().unwrap_or_default();
    let solution = run.report().and_then(|report| report.outcome.solution());
    let outcome = match run.report() {
        None => "running",
        Some(report) if solution.is_some() => report.words().1,
        Some(report) => report.outcome.key(),
    };
    let moves = solution.map(|(moves, ..)| moves.len());
    let cost = solution.map(|(_, cost, _)| {
        let unit = run.job().problem.unit();
        let fraction = format::fraction(cost.into(), unit);
        fraction.unwrap_or_else(|| (cost / unit).to_string())
    });
    let problem = &run.job().problem;
    let [start, goal] = problem.ends();
    [
        name_or_untitled(problem.name()).to_owned(),
        start,
        goal,
        settings.algorithm.key.into(),
        heuristic,
        outcome.into(),
        moves.map_or(String::new(), |n| n.to_string()),
        cost.unwrap_or_default(),
        counts.expanded.to_string(),
        counts.generated.to_string(),
        counts
            .peak_frontier
            .map_or(String::new(), |n| n.to_string()),
        counts.peak_bytes.to_string(),
        format!("{:.6}", counts.elapsed.as_secs_f64()),
    ]
}

/// The table as tab-separated text, for a spreadsheet.
pub fn with_tabs(entries: &[&RunEntry]) -> String {
    let mut text = TITLES.join("\t");
    for entry in entries {
        text.push('\n');
        let cells = cells(&entry.run).map(|cell| cell.replace('\t', " "));
        text.push_str(&cells.join("\t"));
    }
    text.push('\n');
    text
}

/// The table in Markdown, with right-aligned figures.
pub fn markdown(entries: &[&RunEntry]) -> String {
    let rule = |title: &&str| {
        let words = [
            "puzzle",
            "start",
            "goal",
            "algorithm",
            "heuristic",
            "outcome",
        ];
        let is_word = words.contains(title);
        if is_word { "---" } else { "---:" }
    };
    let rules: Vec<&str> = TITLES.iter().map(rule).collect();
    let mut text = format!("| {} |\n| {} |\n", TITLES.join(" | "), rules.join(" | "));
    for entry in entries {
        let cells = cells(&entry.run).map(|cell| cell.replace('|', "\\|"));
        text.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    text
}
