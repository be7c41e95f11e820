//! `tilescope lab run`: does the runs of an experiment.

use super::arguments::Run;
use super::{LabError, cores, load, note_torn, note_waiting};
use crate::cli::outputs::{self, Prints};
use crate::cli::progress::ProgressLine;
use crate::cli::{print, signals};
use serde_json::json;
use std::io;
use tilescope_lab::experiment::{Event, RunRequest, Selection, default_records, run as run_lab};
use tilescope_lab::format;

/// Does the runs; returns the exit status and the result of printing.
pub fn run(arguments: &Run) -> Result<(u8, io::Result<()>), LabError> {
    let interrupt = signals::interrupt()?;
    let experiment = load(&arguments.file, arguments.max_memory, &interrupt)?;
    let selection = match (arguments.shard, &arguments.id) {
        (Some(shard), _) => Selection::Shard(shard),
        (None, Some(id)) => Selection::Id(id.clone()),
        (None, None) => Selection::All,
    };
    let selected = experiment.select(&selection)?;
    let records = match (&arguments.output, &experiment.records, &selection) {
        (Some(path), ..) | (None, Some(path), Selection::All) => path.clone(),
        _ => default_records(&arguments.file, &selection, &selected),
    };
    let inputs = [("the experiment", &*arguments.file)];
    outputs::check(
        &inputs,
        &[("the file of records", &records)],
        Prints::Report,
    )?;
    let request = RunRequest {
        experiment: &experiment,
        selection: &selection,
        records: &records,
        jobs: arguments.jobs,
        cores: cores(arguments.share),
        accepts_changes: arguments.accept_changes,
        interrupt: &interrupt,
    };
    let progress = ProgressLine::new("Running");
    let (mut n_written, mut n_all, mut is_told) = (0, 0, false);
    let finished = run_lab(&request, &mut |event| match event {
        Event::Begun {
            n_left, is_torn, ..
        } => {
            n_all = n_left;
            if is_torn {
                note_torn(&records);
            }
        }
        Event::Waiting => note_waiting(&mut is_told),
        Event::Found(_) | Event::Started(_) => {}
        Event::Written(_) => {
            n_written += 1;
            progress.set(f64::from(n_written) / n_all as f64);
        }
    })?;
    drop(progress);
    let status = if finished.n_left > 0 { 3 } else { 0 };
    let text = if arguments.json {
        let object = json!({
            "experiment": experiment.name,
            "fingerprint": experiment.fingerprint.to_string(),
            "records": records.to_string_lossy(),
            "done_before": finished.n_done,
            "written": finished.n_written,
            "left": finished.n_left,
        });
        format!("{object}\n")
    } else {
        let left = match finished.n_left {
            0 => String::new(),
            n => format!("; {n} left, the same command goes on"),
        };
        format!(
            "{} written, {} done before{left}: {}\n",
            finished.n_written,
            finished.n_done,
            format::path(&records)
        )
    };
    Ok((status, print(&text)))
}
