//! The tables of a report.

use super::table::{Cell, Table};
use super::{Metric, Results};
use crate::experiment::Completion;
use std::collections::BTreeSet;

/// The instances over which any mean is.
fn all_compared(results: &Results) -> BTreeSet<usize> {
    let configurations = 0..results.configurations.len();
    configurations
        .flat_map(|it| results.compared(it))
        .copied()
        .collect()
}

/// Names the instances of the means: “the 13 of 20 instances that every configuration finished”.
fn common(results: &Results) -> String {
    let (n, all) = (all_compared(results).len(), results.instances.len());
    let finished_any = |it: &usize| results.ran_on(*it).any(|at| results.is_finished(at, *it));
    match (0..results.configurations.len()).all(|it| finished_any(&it)) {
        true => format!("the {n} of {all} instances that every configuration finished"),
        false => format!(
            "the {n} of {all} instances that every configuration finished that finished any"
        ),
    }
}

fn number(value: Option<f64>) -> Cell {
    value.map_or_else(|| Cell::Missing("–".into()), Cell::Number)
}

/// One row a configuration: what it finished, and means.
pub fn summary(results: &Results) -> Table {
    const SHOWN: [(Metric, &str); 5] = [
        (Metric::Cost, "Cost"),
        (Metric::Expanded, "Expanded"),
        (Metric::Generated, "Generated"),
        (Metric::Seconds, "Seconds"),
        (Metric::Memory, "Peak bytes"),
    ];
    let heads = [
        "Configuration",
        "Finished",
        "Stopped with a solution",
        "Instances",
        "Compared",
    ];
    let mut head: Vec<String> = heads.map(str::to_owned).to_vec();
    head.extend(SHOWN.map(|(metric, name)| format!("{name}, {}", metric.mean_name())));
    head.push("Expanded, relative".into());
    let row = |(index, name): (usize, &String)| {
        let count = |is_counted: &dyn Fn(usize) -> bool| {
            let instances = results.ran_on(index).filter(|&it| is_counted(it));
            Cell::Number(instances.count() as f64)
        };
        let mut row = vec![
            Cell::Name(name.clone()),
            count(&|it| results.is_finished(it, index)),
            count(&|it| results.is_stopped_with_solution(it, index)),
            count(&|_| true),
            Cell::Number(results.compared(index).len() as f64),
        ];
        row.extend(SHOWN.map(|(metric, _)| number(results.mean(index, metric))));
        row.push(number(relative_mean(results, index, Metric::Expanded)));
        row
    };
    Table {
        title: format!("Summary of {}", results.experiment),
        note: format!(
            "A configuration has finished an instance if its search found a solution and no limit \
             stopped it. Means are over {}; that of costs is arithmetic. The time for tables is left \
             out.{}",
            common(results),
            results.goal_test_note()
        ),
        head,
        rows: results.configurations.iter().enumerate().map(row).collect(),
    }
}

/// The geometric mean of a configuration as a multiple of that of the first one. `None` if the two are
/// not compared.
fn relative_mean(results: &Results, configuration: usize, metric: Metric) -> Option<f64> {
    let [mean, first] = [configuration, 0].map(|it| results.geometric_mean(it, metric));
    let are_compared = results.compared(configuration) == results.compared(0);
    let first = first.filter(|first| *first > 0.0 && are_compared)?;
    Some(mean? / first)
}

/// One row an instance, one column a configuration.
pub fn by_instance(results: &Results, metric: Metric) -> Table {
    let figure = |instance, configuration| {
        let value = results.value(instance, configuration, metric);
        value.map_or_else(
            || Cell::Missing(results.reason(instance, configuration, metric)),
            Cell::Number,
        )
    };
    let mean = |configuration| number(results.mean(configuration, metric));
    let name = metric.mean_name();
    Table {
        title: format!("{} by instance", metric.name()),
        note: note(results, name) + &results.goal_test_note(),
        ..grid(results, &figure, name, &mean)
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
    let mean = |configuration| number(relative_mean(results, configuration, metric));
    let first = results.configurations.first();
    let first = first.map_or("the first configuration", String::as_str);
    Table {
        title: format!("{} relative to {first}", metric.name()),
        note: note(results, GEOMETRIC),
        ..grid(results, &figure, GEOMETRIC, &mean)
    }
}

/// The mean of factors.
const GEOMETRIC: &str = "geometric mean";

fn note(results: &Results, mean: &str) -> String {
    format!(
        "The last row has the {mean} over {}; * marks them.",
        common(results)
    )
}

fn grid(
    results: &Results,
    figure: &dyn Fn(usize, usize) -> Cell,
    mean_name: &str,
    mean: &dyn Fn(usize) -> Cell,
) -> Table {
    let n_configurations = results.configurations.len();
    let compared = all_compared(results);
    let row = |(instance, name): (usize, &String)| {
        let figures = (0..n_configurations).map(|configuration| figure(instance, configuration));
        let name = match compared.contains(&instance) {
            true => Cell::Marked(name.clone()),
            false => Cell::Name(name.clone()),
        };
        [name].into_iter().chain(figures).collect()
    };
    let mut rows: Vec<Vec<Cell>> = results.instances.iter().enumerate().map(row).collect();
    let means = (0..n_configurations).map(mean);
    rows.push(
        [Cell::Text(capitalised(mean_name))]
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

/// The text with a capital at the beginning.
fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

/// How the runs of each configuration ended.
pub fn outcomes(results: &Results) -> Table {
    let row = |(index, name): (usize, &String)| {
        let count = |completion| {
            let runs = results.records(index);
            Cell::Number(runs.filter(|it| it.completion() == completion).count() as f64)
        };
        let n_instances = results.ran_on(index).count();
        let n_finished = { results.ran_on(index) }
            .filter(|&it| results.is_finished(it, index))
            .count();
        let share = n_finished as f64 / n_instances.max(1) as f64 * 100.0;
        let mut row = vec![Cell::Name(name.clone())];
        row.extend(Completion::ALL.map(count));
        row.push(Cell::Number(share));
        row
    };
    let mut head = vec!["Configuration".to_owned()];
    head.extend(Completion::ALL.map(|completion| completion.name().to_owned()));
    head.push("Instances finished in %".into());
    Table {
        title: "Outcomes".into(),
        note: "Runs by their outcomes, and the share finished of the instances on which a \
               configuration ran."
            .into(),
        head,
        rows: results.configurations.iter().enumerate().map(row).collect(),
    }
}
