//! The figures of two runs beside each other: their settings and their results.

use crate::gui::run_status::RunStatus;
use crate::gui::runs::RunEntry;
use crate::gui::theme;
use tilescope_lab::trace_file::Comparison;
use tilescope_lab::{Problem, State, format};
use tilescope_search::{Action as Move, Applies, Cost, Takes, Value};

/// Shown for a value that doesn't exist.
const NONE: &str = "–";

/// What one figure or setting is in each run.
pub struct Row {
    pub label: &'static str,
    pub values: [String; 2],
}

impl Row {
    pub fn is_same(&self) -> bool {
        self.values[0] == self.values[1]
    }
}

/// How each run ended.
pub fn results(entries: [&RunEntry; 2], comparison: &Comparison) -> Vec<Row> {
    let row = |label, value: &dyn Fn(&RunEntry) -> String| Row {
        label,
        values: entries.map(value),
    };
    let counts = |label, values: [u64; 2]| Row {
        label,
        values: values.map(format::count),
    };
    let or_none = |text: Option<String>| text.unwrap_or_else(|| NONE.to_owned());
    vec![
        row("Outcome", &|entry| {
            // The words are the same in both palettes.
            let status = RunStatus::of(&entry.run, theme::palette_of(true));
            status.detail.to_owned()
        }),
        row("Moves", &|entry| {
            let solution = solution(entry);
            or_none(solution.map(|(moves, _)| format::count(moves.len() as u64)))
        }),
        row("Cost", &|entry| {
            let solution = solution(entry);
            or_none(solution.map(|(_, cost)| entry.cost(cost.into())))
        }),
        row("Expanded", &|entry| {
            format::count(entry.run.counts().expanded)
        }),
        row("Generated", &|entry| {
            format::count(entry.run.counts().generated)
        }),
        counts("Reopened", comparison.reopened),
        counts("Duplicates", comparison.duplicates),
        row("Peak frontier", &|entry| {
            or_none(entry.run.counts().peak_frontier.map(format::count))
        }),
        row("Time", &|entry| {
            format::duration(entry.run.counts().elapsed)
        }),
    ]
}

/// The solution of a run and its cost.
fn solution(entry: &RunEntry) -> Option<(&[Move], Cost)> {
    let (moves, cost, _) = entry.run.report()?.outcome.solution()?;
    Some((moves, cost))
}

/// What each run was told to do.
pub fn settings(entries: [&RunEntry; 2]) -> Vec<Row> {
    let row = |label, value: &dyn Fn(&RunEntry) -> Option<String>| Row {
        label,
        values: entries.map(|entry| value(entry).unwrap_or_else(|| NONE.to_owned())),
    };
    let mut rows = vec![
        row("Algorithm", &|entry| {
            Some(entry.run.job().settings.algorithm.name.to_owned())
        }),
        row("Heuristic", &heuristic),
    ];
    for entry in entries {
        for applies in entry.run.job().settings.algorithm.options {
            if *applies == Applies::Seed && !entries.iter().any(|entry| uses_seed(entry)) {
                continue;
            }
            let label = applies.about().name;
            if rows.iter().all(|row| row.label != label) {
                rows.push(row(label, &|entry| option(entry, applies)));
            }
        }
    }
    rows.extend([
        row("Action order", &|entry| {
            let job = entry.run.job();
            (job.problem.puzzle()).map(|_| job.settings.order.to_string())
        }),
        row("Action costs", &|entry| {
            let puzzle = entry.run.job().problem.puzzle()?;
            Some(puzzle.costs.to_string())
        }),
        row("h measured to", &|entry| {
            let job = entry.run.job();
            let board = job.settings.measure_to.clone();
            Some(match board {
                Some(board) => job.problem.state_line(&State::Board(board)),
                None => "the goal".to_owned(),
            })
        }),
        row("Max. expansions", &|entry| {
            let limit = entry.run.job().settings.limits.expanded;
            Some(limit.map_or("no limit".to_owned(), format::count))
        }),
        row("Max. memory", &|entry| {
            let limit = entry.run.job().settings.limits.memory;
            Some(limit.map_or("no limit".to_owned(), format::bytes))
        }),
        row("Max. time", &|entry| {
            let limit = entry.run.job().settings.limits.time;
            Some(limit.map_or("no limit".to_owned(), format::duration))
        }),
    ]);
    rows
}

fn heuristic(entry: &RunEntry) -> Option<String> {
    let job = entry.run.job();
    if !job.settings.algorithm.uses_heuristic {
        return None;
    }
    Some(match &job.problem {
        Problem::Tiles(_) => job.settings.heuristic.name(),
        Problem::Route(_) => job.settings.route_heuristic.about().name.to_owned(),
    })
}

fn uses_seed(entry: &RunEntry) -> bool {
    entry.run.job().settings.uses_seed()
}

/// The value of an option, if the run's algorithm has it.
fn option(entry: &RunEntry, applies: &Applies) -> Option<String> {
    let settings = &entry.run.job().settings;
    let row = applies.about();
    let mut options = settings.algorithm.options.iter().map(Applies::about);
    options.find(|other| other.key == row.key)?;
    if *applies == Applies::Seed && !uses_seed(entry) {
        return None;
    }
    Some(match (row.takes, row.get(&settings.options)) {
        (Takes::Choice(labels), Value::Choice(key)) => {
            let found = labels.iter().find(|(one, _)| *one == key);
            found.map_or(key, |(_, label)| label).to_owned()
        }
        (Takes::WholeOr { none, .. }, Value::None) => none.to_owned(),
        (_, value) => value.to_string(),
    })
}
