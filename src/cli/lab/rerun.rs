//! `tilescope lab rerun`: does the runs of records again, and tells what differs.

use super::arguments::Rerun;
use super::merge::conflicts;
use super::{LabError, check_output, cores, note_waiting};
use crate::cli::outputs::Prints;
use crate::cli::progress::ProgressLine;
use crate::cli::{Refusal, print, signals};
use serde_json::json;
use std::io;
use tilescope_lab::experiment::{Difference, Reran, RerunRequest, rerun as rerun_lab};
use tilescope_lab::format;

/// Does the runs; returns the exit status and the result of printing.
pub fn rerun(arguments: &Rerun) -> Result<(u8, io::Result<()>), LabError> {
    check_output(&arguments.records, &arguments.output, Prints::Report)?;
    let interrupt = signals::interrupt()?;
    let request = RerunRequest {
        records: &arguments.records,
        output: &arguments.output,
        jobs: arguments.jobs,
        cores: cores(arguments.share),
        interrupt: &interrupt,
    };
    let progress = ProgressLine::new("Running");
    let mut is_told = false;
    let reran = rerun_lab(&request, &mut |done, is_waiting| {
        progress.set(done);
        if is_waiting {
            note_waiting(&mut is_told);
        }
    })?;
    drop(progress);
    let text = match arguments.json {
        true => object(&reran, arguments),
        false => summary(&reran),
    };
    let n = reran.conflicts.len();
    if n > 0 {
        // Standard error gets one line; what differs is on standard output.
        let conflicts = match arguments.json {
            true => String::new(),
            false => conflicts(&reran.conflicts, false),
        };
        let line = match n {
            1 => "1 record differs".to_owned(),
            n => format!("{n} records differ"),
        };
        return match print(&(conflicts + &text)) {
            Ok(()) => Err(Refusal(line).into()),
            Err(error) => Ok((2, Err(error))),
        };
    }
    let status = if reran.n_left > 0 { 3 } else { 0 };
    Ok((status, print(&text)))
}

fn summary(reran: &Reran) -> String {
    let count = |n: usize| format::count(n as u64);
    let runs = |n: usize| match n {
        1 => "1 run".to_owned(),
        n => format!("{} runs", count(n)),
    };
    let n_equal = reran.n_done - reran.conflicts.len();
    let mut text = format!(
        "{} done again, {} with equal counts",
        runs(reran.n_done),
        count(n_equal)
    );
    if reran.n_left > 0 {
        text += &format!("; {} left, the same command goes on", count(reran.n_left));
    }
    text += ".\n";
    if let Some(ratio) = reran.time_ratio {
        text += &format!("Times are {ratio:.2} times the old ones (geometric mean).\n");
    }
    for Difference {
        property,
        old,
        new,
        n_runs,
    } in &reran.differences
    {
        let (old, new) = (known(old), known(new));
        text += &format!(
            "{property}: {old} before, {new} now, in {}\n",
            runs(*n_runs)
        );
    }
    text
}

/// What is not known has no text.
fn known(text: &str) -> &str {
    if text.is_empty() { "unknown" } else { text }
}

fn object(reran: &Reran, arguments: &Rerun) -> String {
    let difference = |it: &Difference| json!({"property": it.property, "old": it.old, "new": it.new, "runs": it.n_runs});
    let differences: Vec<_> = reran.differences.iter().map(difference).collect();
    let conflict = |it: &tilescope_lab::experiment::Conflict| json!({"id": it.id, "run": it.run, "fields": it.fields});
    let conflicts: Vec<_> = reran.conflicts.iter().map(conflict).collect();
    let object = json!({
        "records": arguments.output.to_string_lossy(),
        "done": reran.n_done,
        "left": reran.n_left,
        "equal": reran.n_done - reran.conflicts.len(),
        "conflicts": conflicts,
        "time_ratio": reran.time_ratio,
        "differences": differences,
    });
    format!("{object}\n")
}
