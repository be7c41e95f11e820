//! The status of a run, in words and a colour, for the result, the runs and the status line; and
//! from which moment on its solution is known.

use super::runs::{RunEntry, Runs};
use super::text::about;
use super::theme::Palette;
use egui::Color32;
use tilescope_lab::resident::resident_bytes;
use tilescope_lab::{Ending, Run, RunOutcome, RunState, format};
use tilescope_puzzle::pattern_database::{Pattern, registry};
use tilescope_search::Selection;
use tilescope_trace::{Moment, Status, Trace};

/// The status of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunStatus {
    /// A capitalised word: “Solved”.
    pub word: &'static str,
    /// The same with details, in lower case: “solved, optimal”.
    pub detail: &'static str,
    pub colour: Color32,
}

impl RunStatus {
    pub fn of(run: &Run, palette: &Palette) -> RunStatus {
        let (word, detail, colour) = match run.report() {
            None => match run.state() {
                RunState::Running if run.building().is_some() => {
                    ("Building", "building tables", palette.accent)
                }
                RunState::Running if run.ending().is_some() => {
                    ("Ending", "search ended", palette.accent)
                }
                RunState::Paused => ("Paused", "paused", palette.solution),
                RunState::Stopping => ("Stopping", "stopping", palette.warning),
                RunState::Running | RunState::Ended => ("Searching", "searching", palette.accent),
            },
            Some(report) if matches!(report.outcome, RunOutcome::Stopped(_)) && is_game(run) => {
                ("Played", "as played, short of the goal", palette.warning)
            }
            Some(report) => {
                let (word, detail) = report.words();
                let colour = match report.outcome {
                    _ if report.is_stopped_with_solution() => palette.solution,
                    RunOutcome::Solved { .. } => palette.good,
                    _ => palette.warning,
                };
                (word, detail, colour)
            }
        };
        RunStatus {
            word,
            detail,
            colour,
        }
    }
}

/// Whether it is the record of a game.
fn is_game(run: &Run) -> bool {
    run.job().settings.algorithm.selection == Selection::Game
}

/// Nodes generated per second of searching; `None` before the search has started.
pub fn nodes_per_second(run: &Run) -> Option<u64> {
    let counts = run.counts();
    let searched = counts.elapsed.saturating_sub(counts.for_tables);
    let seconds = searched.as_secs_f64();
    // The root is generated first: before that there was no search.
    let has_begun = counts.generated > 0 && run.building().is_none();
    (seconds > 0.0 && has_begun).then(|| (counts.generated as f64 / seconds) as u64)
}

/// The progress while the run builds tables: “building tables, 12 %, about 9 s left”.
pub fn building(run: &Run) -> Option<String> {
    let done = run.building()?;
    let percent = format!("{:.0} %", (100.0 * done).floor());
    let left = run.building_remaining();
    let left = left.map_or_else(String::new, |left| format!(", {} left", about(left)));
    Some(match (run.state() == RunState::Paused, done > 0.0) {
        (true, false) => "paused while tables are built".into(),
        (true, true) => format!("paused with {percent} of the tables built"),
        (false, false) => "building tables".into(),
        (false, true) => format!("building tables, {percent}{left}"),
    })
}

/// How much of the run is recorded.
pub fn recorded(run: &Run) -> String {
    if let Some(building) = building(run) {
        return building;
    }
    if run.is_record_dropped() {
        return "record not kept".into();
    }
    match run.ending() {
        Some(Ending::SavingTables) => return "search ended; saving its tables".into(),
        Some(Ending::Reading(part)) if run.job().max_recorded() > 0 => {
            let percent = (100.0 * part).floor();
            return format!("search ended; reading in the record, {percent:.0} %");
        }
        _ => {}
    }
    let n_nodes = run.trace().n_nodes();
    match run.report() {
        Some(_) if n_nodes == 0 => "nothing recorded".into(),
        Some(report) if report.recorded_in_full => "recorded in full".into(),
        None if n_nodes < run.job().max_recorded() => "recording".into(),
        _ if n_nodes == 0 => "nothing recorded".into(),
        Some(_) | None => format!("recorded the first {} nodes", format::count(n_nodes.into())),
    }
}

/// The number of nodes on the frontier at the last step; `None` if it is not known. A run that is
/// paused or has ended, and is recorded so far, has that of its record, as all panels have.
pub fn frontier(run: &Run) -> Option<u64> {
    let trace = run.trace();
    let counted = run.counts().frontier?;
    let is_settled = matches!(run.state(), RunState::Paused | RunState::Ended);
    let is_whole = trace.n_nodes() > 0 && trace.n_nodes() < run.job().max_recorded();
    match is_settled && is_whole {
        true => Some(trace.frontier_size(trace.n_expanded()).into()),
        false => Some(counted),
    }
}

/// The memory of the search, at its peak, and of its record; “–” if neither is counted, as in some
/// engines.
pub fn memory(entry: &RunEntry) -> String {
    counted_bytes(entry.run.counts().peak_bytes + entry.record_bytes)
}

fn counted_bytes(n_bytes: u64) -> String {
    match n_bytes {
        0 => "–".into(),
        n_bytes => format::bytes(n_bytes),
    }
}

/// What the memory of the shown run is made of, and what the whole program holds.
pub fn memory_parts(runs: &Runs, entry: &RunEntry) -> String {
    let run = &entry.run;
    let others = runs.record_bytes() - entry.record_bytes;
    let mut text = format!(
        "Search, at its peak: {}\nIts record: {}\nRecords of other runs: {}",
        counted_bytes(run.counts().peak_bytes),
        counted_bytes(entry.record_bytes),
        counted_bytes(others)
    );
    if runs.index_bytes() > 0 {
        text += &format!(
            "\nIndices of records: {}",
            format::bytes(runs.index_bytes())
        );
    }
    let tables: u64 = registry::patterns().iter().map(Pattern::n_bytes).sum();
    if tables > 0 {
        text += &format!("\nPattern databases: {}", format::bytes(tables));
    }
    if let Some(resident) = resident_bytes() {
        text += &format!("\nThe whole program now: {}", format::bytes(resident));
    }
    text
}

/// Whether the solution path is known at a moment: its end has been recognised as a goal, or as
/// the meeting of two trees.
pub fn solution_is_known(trace: &Trace, t: Moment) -> bool {
    let status = trace.goal().map(|goal| trace.status(goal, t));
    matches!(status, Some(Status::Goal | Status::Meeting))
}
