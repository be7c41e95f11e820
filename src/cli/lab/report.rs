//! `tilescope lab report`: tables and plots of records.

use super::arguments::{Plot, Report, TableChoice};
use super::{LabError, check_output, note_torn};
use crate::cli::Refusal;
use crate::cli::outputs::{self, Prints};
use serde_json::json;
use std::io;
use tilescope_lab::experiment::merge;
use tilescope_lab::experiment::report::{
    Format, MAX_BY_INSTANCE, Results, Table, bar_chart, box_plot, by_instance, cactus, outcomes,
    page, relative, scatter, summary,
};
use tilescope_lab::format;

/// Writes a report; returns the exit status and the result of printing.
pub fn report(arguments: &Report) -> Result<(u8, io::Result<()>), LabError> {
    if let Some(path) = &arguments.output {
        check_output(&arguments.records, path, Prints::Nothing)?;
    }
    let merged = merge(&arguments.records)?;
    for file in &merged.torn {
        note_torn(file);
    }
    if let Some(conflict) = merged.conflicts.first() {
        return Err(Refusal(format!(
            "the records of the run {} differ: `tilescope lab merge` shows how",
            conflict.id
        ))
        .into());
    }
    if merged.records.is_empty() {
        let file = arguments.records.first();
        let file = file.map_or_else(String::new, |file| format::path(file));
        return Err(Refusal(format!(
            "there are no records to report yet: start `tilescope lab run`, in {file}"
        ))
        .into());
    }
    let results = Results::new(merged.records);
    let text = match arguments.plot {
        Some(plot) => plotted(&results, plot, arguments)?,
        None => tables(&results, arguments)?,
    };
    Ok((0, outputs::write(arguments.output.as_deref(), &text)?))
}

fn plotted(results: &Results, plot: Plot, arguments: &Report) -> Result<String, Refusal> {
    let metric = arguments.metric;
    match (plot, &arguments.of[..]) {
        (Plot::Cactus, []) => cactus(results, metric).map_err(Refusal::because),
        (Plot::Scatter, [a, b]) => scatter(results, metric, a, b).map_err(Refusal::because),
        (Plot::Box, []) => box_plot(results, metric).map_err(Refusal::because),
        (Plot::Bar, []) => bar_chart(results, metric).map_err(Refusal::because),
        (Plot::Cactus, _) => Err(Refusal(
            "--of chooses the axes of a scatter plot: leave it out for a cactus plot".into(),
        )),
        (Plot::Bar, _) => Err(Refusal(
            "--of chooses the axes of a scatter plot: leave it out for a bar chart".into(),
        )),
        (Plot::Box, _) => Err(Refusal(
            "--of chooses the axes of a scatter plot: leave it out for a box plot".into(),
        )),
        (Plot::Scatter, _) => Err(Refusal(format!(
            "a scatter plot has two configurations: give --of twice, each with one of {}",
            results.configurations.join("; ")
        ))),
    }
}

fn tables(results: &Results, arguments: &Report) -> Result<String, Refusal> {
    let metric = arguments.metric;
    let table = |choice| -> Table {
        match choice {
            TableChoice::Summary => summary(results),
            TableChoice::Outcomes => outcomes(results),
            TableChoice::Instances => by_instance(results, metric),
            TableChoice::Relative => relative(results, metric),
        }
    };
    let is_csv = arguments.format == Format::Csv;
    let chosen: &[TableChoice] = match &arguments.tables[..] {
        [] if is_csv => &[TableChoice::Summary],
        // A person sees few instances at a glance; a program wants the same tables whatever they are.
        [] if results.instances.len() <= MAX_BY_INSTANCE && !arguments.json => &[
            TableChoice::Instances,
            TableChoice::Summary,
            TableChoice::Outcomes,
        ],
        [] => &[TableChoice::Summary, TableChoice::Outcomes],
        [_, _, ..] if is_csv => {
            return Err(Refusal(
                "CSV has one table a file: give --table once, and call it again for another".into(),
            ));
        }
        chosen => chosen,
    };
    let chosen: Vec<Table> = chosen.iter().copied().map(table).collect();
    if arguments.json {
        let tables: Vec<_> = chosen.iter().map(Table::json).collect();
        let object = json!({
            "experiment": results.experiment,
            "limits": results.limits,
            "machines": results.machines,
            "versions": results.versions,
            "tables": tables,
        });
        return Ok(format!("{object}\n"));
    }
    Ok(match arguments.format {
        Format::Html => page(results, metric),
        format => {
            let texts: Vec<String> = chosen.iter().map(|table| table.render(format)).collect();
            texts.join("\n")
        }
    })
}
