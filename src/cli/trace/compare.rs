//! `tilescope trace compare`: where two runs part, their results, and the settings that differ.

use super::load_to_ask;
use crate::cli::arguments::TraceCompare;
use crate::cli::{Refusal, print, report};
use serde_json::json;
use std::io;
use tilescope_lab::Interrupt;
use tilescope_lab::trace_file::figures::{self, Row};
use tilescope_lab::trace_file::{CompareError, Parting};
use tilescope_lab::{format, trace_file};

/// Compares two traces of the same problem. Of a damaged one the sound part is compared, and the status
/// is 2.
pub fn compare(
    arguments: &TraceCompare,
    interrupt: &Interrupt,
) -> Result<(u8, io::Result<()>), Refusal> {
    let paths = [&arguments.first, &arguments.second];
    let first = load_to_ask(paths[0], interrupt)?;
    let second = load_to_ask(paths[1], interrupt)?;
    let damage = [&first, &second].map(|loaded| loaded.damage.as_ref());
    let status = if damage == [None, None] { 0 } else { 2 };
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
    // Where a damaged trace ends, its run went on.
    let is_known =
        |parting: &&Parting| (0..2).all(|i| parting.boards[i].is_some() || damage[i].is_none());
    let parting = comparison.parting.as_ref().filter(is_known);
    if arguments.json {
        let differing = settings.iter().map(
            |Row { label, values }| json!({"name": label, "first": values[0], "second": values[1]}),
        );
        let reports = [&first, &second].map(|it| report::value(&it.job, &it.report));
        let parting = parting.map(|parting| {
            json!({"step": parting.step, "first": parting.boards[0], "second": parting.boards[1]})
        });
        let object = json!({
            "first": paths[0].to_string_lossy(),
            "second": paths[1].to_string_lossy(),
            "titles": titles,
            "steps": n_steps,
            "damage": damage.map(|damage| damage.map(ToString::to_string)),
            "parting": parting,
            "expanded_by_both": comparison.in_both,
            "expanded_by_first_only": comparison.only[0],
            "expanded_by_second_only": comparison.only[1],
            "duplicates": comparison.duplicates,
            "reopened": comparison.reopened,
            "reports": reports,
            "differing_settings": differing.collect::<Vec<_>>(),
        });
        return Ok((status, print(&format!("{object}\n"))));
    }
    let parting = match parting {
        None if status != 0 => {
            "The runs expand the same states in the same order, as far as both traces can be read.\n"
                .to_owned()
        }
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
    let steps = |i: usize| {
        let n = format::count(n_steps[i].into());
        match damage[i] {
            None => format!("{n} steps"),
            Some(damage) => format!("{n} steps read: {}", damage.cause),
        }
    };
    let row = |name: &str, n: u64| format!("{name:<22}{}\n", format::count(n));
    let results = figures::results([(&first).into(), (&second).into()], &comparison);
    let settings = match settings[..] {
        [] => "Both runs have the same settings.\n".to_owned(),
        _ => table("Settings that differ", &settings),
    };
    let text = format!(
        "First   {}, {}\nSecond  {}, {}\n\n{parting}\nStates expanded\n{}{}{}\n{}\n{settings}",
        titles[0],
        steps(0),
        titles[1],
        steps(1),
        row("  by both", comparison.in_both),
        row("  by the first only", comparison.only[0]),
        row("  by the second only", comparison.only[1]),
        table("Results", &results),
    );
    Ok((status, print(&text)))
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
