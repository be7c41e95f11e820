//! `tilescope lab status`: how far an experiment is.

use super::arguments::Status;
use super::{LabError, load, note_torn};
use crate::cli::{print, signals};
use serde_json::json;
use std::collections::{BTreeMap, HashSet};
use std::io;
use std::path::PathBuf;
use std::time::Duration;
use tilescope_lab::experiment::{
    Completion, PlannedRun, RecordFile, Selection, records_beside, scan,
};
use tilescope_lab::format;

/// Prints how far the experiment is; returns the exit status and the result of printing.
pub fn status(arguments: &Status) -> Result<(u8, io::Result<()>), LabError> {
    let interrupt = signals::interrupt()?;
    let experiment = load(&arguments.file, arguments.max_memory, &interrupt)?;
    let files = match &arguments.records[..] {
        [] => {
            let mut files = records_beside(&arguments.file);
            let named = experiment.records.iter();
            let is_other = |it: &&PathBuf| it.exists() && !files.contains(it);
            let others: Vec<PathBuf> = named.filter(is_other).cloned().collect();
            files.extend(others);
            files
        }
        given => given.to_vec(),
    };
    let known = experiment.ids();
    let mut done = HashSet::new();
    let mut outcomes: BTreeMap<Completion, u64> = BTreeMap::new();
    let (mut n_foreign, mut seconds, mut is_running) = (0_u64, 0.0, false);
    for file in &files {
        let scanned = scan(file, &mut |record| {
            if !known.contains(&record.id) {
                n_foreign += 1;
            } else if done.insert(record.id.clone()) {
                *outcomes.entry(record.completion()).or_default() += 1;
                let measured = record.measured;
                seconds += measured.map_or(0.0, |it| it.seconds / it.jobs.max(1) as f64);
            }
        })?;
        let is_written = RecordFile::is_locked(file);
        is_running |= is_written;
        if scanned.is_torn && !is_written {
            note_torn(file);
        }
    }
    let (n_runs, n_done) = (experiment.runs.len(), done.len());
    let order = experiment.select(&Selection::All)?;
    let is_left = |run: &&&PlannedRun| !done.contains(&run.id.to_string());
    let left: Vec<&PlannedRun> = order.iter().filter(is_left).copied().collect();
    let seconds_left = (n_done > 0).then(|| seconds / n_done as f64 * left.len() as f64);
    if arguments.ids {
        let lines: String = left.iter().map(|run| format!("{}\n", run.id)).collect();
        return Ok((0, print(&lines)));
    }
    if arguments.json {
        let run = |run: &&PlannedRun| {
            json!({
                "id": run.id.to_string(),
                "instance": experiment.instances[run.instance].name,
                "configuration": experiment.configurations[run.configuration].name,
                "repetition": run.repetition,
            })
        };
        let outcomes: BTreeMap<&str, u64> = outcomes.iter().map(|(it, n)| (it.key(), *n)).collect();
        let object = json!({
            "experiment": experiment.name,
            "fingerprint": experiment.fingerprint.to_string(),
            "records": files.iter().map(|file| file.to_string_lossy()).collect::<Vec<_>>(),
            "is_running": is_running,
            "runs": n_runs,
            "done": n_done,
            "outcomes": outcomes,
            "of_other_experiments": n_foreign,
            "seconds": seconds,
            "seconds_left": seconds_left,
            "left": left.iter().map(run).collect::<Vec<_>>(),
        });
        return Ok((0, print(&format!("{object}\n"))));
    }
    let grid = format!(
        "{} × {} × {}",
        counted(experiment.instances.len(), "instance"),
        counted(experiment.configurations.len(), "configuration"),
        counted(experiment.repetitions as usize, "repetition")
    );
    let mut text = format!("{}\n{grid}\n\n", format::excerpt(&experiment.name));
    text += &format!("Done       {n_done} of {n_runs}\n");
    for (outcome, n) in &outcomes {
        text += &format!("           {n} {}\n", outcome.name());
    }
    if n_foreign > 0 {
        text += &format!("           {n_foreign} more are of other experiments\n");
    }
    let running = if is_running { "yes" } else { "no" };
    text += &format!("Running    {running}\n");
    let duration = |seconds: f64| {
        Duration::try_from_secs_f64(seconds).map_or_else(|_| "ages".into(), format::duration)
    };
    text += &format!("Time       {}\n", duration(seconds));
    if let Some(seconds) = seconds_left.filter(|_| !left.is_empty()) {
        text += &format!("Left       about {}\n", duration(seconds));
    }
    Ok((0, print(&text)))
}

/// “1 instance”, “2 instances”.
fn counted(n: usize, noun: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} {noun}{plural}")
}
