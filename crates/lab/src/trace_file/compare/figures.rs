//! The figures of two runs beside each other: their results and their settings.

use super::Comparison;
use crate::trace_file::Loaded;
use crate::{Counts, Job, Problem, RunOutcome, State, format};
use tilescope_search::{Applies, Takes, Value};

/// A run, as its figures are asked for.
#[derive(Clone, Copy, Debug)]
pub struct RunFigures<'a> {
    pub job: &'a Job,
    /// The outcome in a few words, or what the run does.
    pub status: &'static str,
    /// `None` while it goes on.
    pub outcome: Option<&'a RunOutcome>,
    pub counts: Counts,
}

impl<'a> From<&'a Loaded> for RunFigures<'a> {
    fn from(Loaded { job, report, .. }: &'a Loaded) -> Self {
        RunFigures {
            job,
            status: report.words().1,
            outcome: Some(&report.outcome),
            counts: report.counts,
        }
    }
}

/// Shown for a value that doesn't exist.
const NONE: &str = "–";

/// What one figure or setting is in each run.
#[derive(Clone, PartialEq, Eq, Debug)]
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
pub fn results(runs: [RunFigures<'_>; 2], comparison: &Comparison) -> Vec<Row> {
    let row = |label, value: &dyn Fn(RunFigures) -> String| Row {
        label,
        values: runs.map(value),
    };
    let counts = |label, values: [u64; 2]| Row {
        label,
        values: values.map(format::count),
    };
    let or_none = |text: Option<String>| text.unwrap_or_else(|| NONE.to_owned());
    vec![
        row("Outcome", &|run| run.status.to_owned()),
        row("Moves", &|run| {
            let solution = run.outcome.and_then(RunOutcome::solution);
            or_none(solution.map(|(moves, ..)| format::count(moves.len() as u64)))
        }),
        row("Cost", &|run| {
            let solution = run.outcome.and_then(RunOutcome::solution);
            let unit = run.job.problem.unit();
            or_none(solution.map(|(_, cost, _)| format::cost(cost.into(), unit)))
        }),
        row("Expanded", &|run| format::count(run.counts.expanded)),
        row("Generated", &|run| format::count(run.counts.generated)),
        counts("Reopened", comparison.reopened),
        counts("Duplicates", comparison.duplicates),
        row("Peak frontier", &|run| {
            or_none(run.counts.peak_frontier.map(format::count))
        }),
        row("Time", &|run| format::duration(run.counts.elapsed)),
    ]
}

/// What each run was told to do.
pub fn settings(jobs: [&Job; 2]) -> Vec<Row> {
    let row = |label, value: &dyn Fn(&Job) -> Option<String>| Row {
        label,
        values: jobs.map(|job| value(job).unwrap_or_else(|| NONE.to_owned())),
    };
    let mut rows = vec![
        row("Algorithm", &|job| {
            Some(job.settings.algorithm.name.to_owned())
        }),
        row("Heuristic", &heuristic),
    ];
    for one in jobs {
        for applies in one.settings.algorithm.options {
            if *applies == Applies::Seed && !jobs.iter().any(|job| job.settings.uses_seed()) {
                continue;
            }
            let label = applies.about().name;
            if rows.iter().all(|row| row.label != label) {
                rows.push(row(label, &|job| option(job, applies)));
            }
        }
    }
    rows.extend([
        row("Action order", &|job| {
            (job.problem.puzzle()).map(|_| job.settings.order.to_string())
        }),
        row("Action costs", &|job| {
            let puzzle = job.problem.puzzle()?;
            Some(puzzle.costs.to_string())
        }),
        row("h measured to", &|job| {
            let board = job.settings.measure_to.clone();
            Some(match board {
                Some(board) => job.problem.state_line(&State::Board(board)),
                None => "the goal".to_owned(),
            })
        }),
        row("Max. expansions", &|job| {
            let limit = job.settings.limits.expanded;
            Some(limit.map_or("no limit".to_owned(), format::count))
        }),
        row("Max. memory", &|job| {
            let limit = job.settings.limits.memory;
            Some(limit.map_or("no limit".to_owned(), format::bytes))
        }),
        row("Max. time", &|job| {
            let limit = job.settings.limits.time;
            Some(limit.map_or("no limit".to_owned(), format::duration))
        }),
    ]);
    rows
}

fn heuristic(job: &Job) -> Option<String> {
    if !job.settings.algorithm.uses_heuristic {
        return None;
    }
    Some(match &job.problem {
        Problem::Tiles(_) => job.settings.heuristic.name(),
        Problem::Route(_) => job.settings.route_heuristic.name().to_owned(),
    })
}

/// The value of an option, if the run's algorithm has it.
fn option(job: &Job, applies: &Applies) -> Option<String> {
    let settings = &job.settings;
    let row = applies.about();
    let mut options = settings.algorithm.options.iter().map(Applies::about);
    options.find(|other| other.key == row.key)?;
    if *applies == Applies::Seed && !settings.uses_seed() {
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
