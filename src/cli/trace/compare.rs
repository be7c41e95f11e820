//! `tilescope trace compare`: where two runs part, their results, and the settings that differ.

use super::{damaged, load_whole};
use crate::cli::arguments::TraceCompare;
use crate::cli::{Refusal, print, report};
use serde_json::json;
use std::io;
use tilescope_lab::Interrupt;
use tilescope_lab::trace_file::CompareError;
use tilescope_lab::trace_file::figures::{self, Row};
use tilescope_lab::{format, trace_file};

/// Compares two traces of the same problem.
pub fn compare(
    arguments: &TraceCompare,
    interrupt: &Interrupt,
) -> Result<(u8, io::Result<()>), Refusal> {
    let paths = [&arguments.first, &arguments.second];
    let first = load_whole(paths[0], interrupt)?;
    let second = load_whole(paths[1], interrupt)?;
    for (loaded, path) in [&first, &second].into_iter().zip(paths) {
        if let Some(damage) = &loaded.damage {
            return Err(Refusal(damaged(damage, path)));
        }
    }
    let comparison =
        match trace_file::compare([(&first).into(), (&second).into()], interrupt, &mut |_| {}) {
            Ok(comparison) => comparison,
            Err(CompareError::Interrupted) => return Ok((3, Ok(()))),
            Err(cause) => {
                let [first, second] = paths.map(|path| format::path(path));
                return Err(Refusal(format!("{cause}: {first}, {second}")));
            }
        };
    let titles = [&first, &second].map(|loaded| loaded.job.title());
    let n_steps = [&first, &second].map(|loaded| loaded.trace.n_expanded());
    let settings: Vec<Row> = figures::settings([&first.job, &second.job])
        .into_iter()
        .filter(|row| !row.is_same())
        .collect();
    if arguments.json {
        let differing = settings.iter().map(
            |Row { label, values }| json!({"name": label, "first": values[0], "second": values[1]}),
        );
        let reports = [&first, &second].map(|it| report::value(&it.job, &it.report));
        let parting = comparison.parting.as_ref().map(|parting| {
            json!({"step": parting.step, "first": parting.boards[0], "second": parting.boards[1]})
        });
        let object = json!({
            "first": paths[0].to_string_lossy(),
            "second": paths[1].to_string_lossy(),
            "titles": titles,
            "steps": n_steps,
            "parting": parting,
            "expanded_by_both": comparison.in_both,
            "expanded_by_first_only": comparison.only[0],
            "expanded_by_second_only": comparison.only[1],
            "duplicates": comparison.duplicates,
            "reopened": comparison.reopened,
            "reports": reports,
            "differing_settings": differing.collect::<Vec<_>>(),
        });
        return Ok((0, print(&format!("{object}\n"))));
    }
    let parting = match &comparison.parting {
        None => "The runs expand the same states in the same order.\n".to_owned(),
        Some(parting) => {
            let board = |i: usize| match &parting.boards[i] {
                Some(board) => board.as_str(),
                None => "nothing: it has ended",
            };
            format!(
                "They part at step {}:\n  the first expands {}\n  the second expands {}\n",
                format::count(parting.step.into()),
                board(0),
                board(1)
            )
        }
    };
    let row = |name: &str, n: u64| format!("{name:<22}{}\n", format::count(n));
    let results = figures::results([(&first).into(), (&second).into()], &comparison);
    let settings = match settings[..] {
        [] => "Both runs have the same settings.\n".to_owned(),
        _ => table("Settings that differ", &settings),
    };
    let text = format!(
        "First   {}, {} steps\nSecond  {}, {} steps\n\n{parting}\nStates expanded\n{}{}{}\n{}\n{settings}",
        titles[0],
        format::count(n_steps[0].into()),
        titles[1],
        format::count(n_steps[1].into()),
        row("  by both", comparison.in_both),
        row("  by the first only", comparison.only[0]),
        row("  by the second only", comparison.only[1]),
        table("Results", &results),
    );
    Ok((0, print(&text)))
}

/// Rows under their heads, in columns.
fn table(title: &str, rows: &[Row]) -> String {
    let heads = [title, "First", "Second"];
    let lines = rows
        .iter()
        .map(|Row { label, values }| [*label, &values[0], &values[1]]);
    let lines: Vec<[&str; 3]> = [heads].into_iter().chain(lines).collect();
    let width = |column: usize| {
        let widths = lines.iter().map(|line| line[column].chars().count());
        // The text under a title is indented.
        widths.max().unwrap_or(0) + 2
    };
    let (labels, first) = (width(0) + 2, width(1));
    let write = |(i, [label, a, b]): (usize, &[&str; 3])| {
        let indent = if i == 0 { "" } else { "  " };
        let label = format!("{indent}{label}");
        format!("{label:<labels$}{a:<first$}{b}\n")
    };
    lines.iter().enumerate().map(write).collect()
}
