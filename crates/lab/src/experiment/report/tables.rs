//! The tables of a report.

use super::table::{Cell, Table};
use super::{Metric, Results};
use crate::experiment::Outcome;

/// What means over common instances are of.
fn common(results: &Results) -> String {
    let n = (0..results.instances.len())
        .filter(|&it| results.is_solved_by_all(it))
        .count();
    let all = results.instances.len();
    format!("the {n} of {all} instances that every configuration solved")
}

fn number(value: Option<f64>) -> Cell {
    value.map_or_else(|| Cell::Missing("–".into()), Cell::Number)
}

/// One row a configuration: what it solved, and geometric means.
pub fn summary(results: &Results) -> Table {
    const SHOWN: [Metric; 5] = [
        Metric::Cost,
        Metric::Expanded,
        Metric::Generated,
        Metric::Seconds,
        Metric::Memory,
    ];
    let mut head = vec!["Configuration".into(), "Solved".into()];
    head.extend(SHOWN.map(|metric| metric.name().to_owned()));
    head.push("Expanded, relative".into());
    let first = results.geometric_mean(0, Metric::Expanded);
    let row = |(index, name): (usize, &String)| {
        let solved = (0..results.instances.len()).filter(|&it| results.is_solved(it, index));
        let mut row = vec![
            Cell::Text(name.clone()),
            Cell::Number(solved.count() as f64),
        ];
        row.extend(SHOWN.map(|metric| number(results.geometric_mean(index, metric))));
        let mean = results.geometric_mean(index, Metric::Expanded);
        row.push(number(mean.zip(first).map(|(mean, first)| mean / first)));
        row
    };
    Table {
        title: format!("Summary of {}", results.experiment),
        note: format!(
            "Figures are geometric means over {}. The time for tables is left out.",
            common(results)
        ),
        head,
        rows: results.configurations.iter().enumerate().map(row).collect(),
    }
}

/// One row an instance, one column a configuration.
pub fn by_instance(results: &Results, metric: Metric) -> Table {
    let figure = |instance, configuration| {
        let value = results.value(instance, configuration, metric);
        value.map_or_else(
            || Cell::Missing(results.reason(instance, configuration)),
            Cell::Number,
        )
    };
    let mean = |configuration| number(results.geometric_mean(configuration, metric));
    Table {
        title: format!("{} by instance", metric.name()),
        note: note(results),
        ..grid(results, &figure, &mean)
    }
}

/// The same as multiples of the first configuration.
pub fn relative(results: &Results, metric: Metric) -> Table {
    let ratio = |value: Option<f64>, first: Option<f64>| {
        let both = value.zip(first).filter(|(_, first)| *first > 0.0);
        number(both.map(|(value, first)| value / first))
    };
    let figure = |instance, configuration| {
        let value = |configuration| results.value(instance, configuration, metric);
        ratio(value(configuration), value(0))
    };
    let mean = |configuration| {
        let mean = |configuration| results.geometric_mean(configuration, metric);
        ratio(mean(configuration), mean(0))
    };
    let first = results.configurations.first();
    let first = first.map_or("the first configuration", String::as_str);
    Table {
        title: format!("{} relative to {first}", metric.name()),
        note: note(results),
        ..grid(results, &figure, &mean)
    }
}

fn note(results: &Results) -> String {
    format!(
        "* solved by every configuration. The last row has geometric means over {}.",
        common(results)
    )
}

fn grid(
    results: &Results,
    figure: &dyn Fn(usize, usize) -> Cell,
    mean: &dyn Fn(usize) -> Cell,
) -> Table {
    let n_configurations = results.configurations.len();
    let row = |(instance, name): (usize, &String)| {
        let mark = if results.is_solved_by_all(instance) {
            " *"
        } else {
            ""
        };
        let figures = (0..n_configurations).map(|configuration| figure(instance, configuration));
        [Cell::Text(format!("{name}{mark}"))]
            .into_iter()
            .chain(figures)
            .collect()
    };
    let mut rows: Vec<Vec<Cell>> = results.instances.iter().enumerate().map(row).collect();
    let means = (0..n_configurations).map(mean);
    rows.push(
        [Cell::Text("Geometric mean".into())]
            .into_iter()
            .chain(means)
            .collect(),
    );
    let head = ["Instance".to_owned()]
        .into_iter()
        .chain(results.configurations.iter().cloned());
    Table {
        title: String::new(),
        note: String::new(),
        head: head.collect(),
        rows,
    }
}

/// How the runs of each configuration ended.
pub fn coverage(results: &Results) -> Table {
    const OUTCOMES: [Outcome; 5] = [
        Outcome::Solved,
        Outcome::Unsolvable,
        Outcome::Exhausted,
        Outcome::Stopped,
        Outcome::Failed,
    ];
    let row = |(index, name): (usize, &String)| {
        let count = |outcome| {
            let runs = results.records(index).filter(|it| it.outcome == outcome);
            Cell::Number(runs.count() as f64)
        };
        let n_instances = results.instances.len();
        let solved = (0..n_instances)
            .filter(|&it| results.is_solved(it, index))
            .count();
        let share = solved as f64 / n_instances.max(1) as f64 * 100.0;
        let mut row = vec![Cell::Text(name.clone())];
        row.extend(OUTCOMES.map(count));
        row.push(Cell::Number(share));
        row
    };
    let mut head = vec!["Configuration".to_owned()];
    head.extend(OUTCOMES.map(|outcome| outcome.key().to_owned()));
    head.push("Coverage in %".into());
    Table {
        title: "Coverage".into(),
        note: "Runs by their outcomes, and the share of the instances that were solved.".into(),
        head,
        rows: results.configurations.iter().enumerate().map(row).collect(),
    }
}
