//! Loads a whole trace, on two threads: one reads and decodes, the other appends.

use super::bookmarks::Bookmark;
use super::read::{Damage, Piece, Reader};
use crate::files::FileError;
use crate::{Counts, Interrupt, Job, Report, RunOutcome, StoppedBy, format};
use std::path::Path;
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Duration;
use tilescope_search::memory::check_machine;
use tilescope_trace::{Series, Trace};

/// A run that was loaded from a file.
#[derive(Debug)]
pub struct Loaded {
    pub job: Job,
    pub trace: Trace,
    pub series: Series,
    /// If the file is damaged, one of what is there.
    pub report: Report,
    pub bookmarks: Vec<Bookmark>,
    pub damage: Option<Damage>,
    /// Why bookmarks were left out, if any were.
    pub left_out: Option<String>,
}

/// Pieces that are decoded and not yet appended, at most.
const PIECES: usize = 8;

/// The memory that must be there before a piece is appended, and for what is asked of the trace
/// afterwards, in bytes: more than the greatest allocation for either.
const BYTES_AHEAD: usize = 32 << 20;

/// Loads a trace. `progress` is told the part of the file that has been read, from 0 to 1.
///
/// # Errors
/// If it cannot be opened, has more than `max_nodes` nodes, there is not enough memory, or it was
/// interrupted; one sentence.
pub fn load(
    path: &Path,
    max_nodes: u32,
    interrupt: &Interrupt,
    progress: &mut dyn FnMut(f64),
) -> Result<Loaded, FileError> {
    let mut reader = Reader::open(path)?;
    let n_bytes = std::fs::metadata(path).map_or(1, |it| it.len().max(1));
    let job = reader.job().clone();
    let mut bookmarks = Vec::new();
    let (mut trace, mut series, mut report) = (Trace::default(), Series::default(), None);
    let mut has_memory = true;
    let (sender, pieces) = sync_channel(PIECES);
    let (damage, left_out, is_too_large) = thread::scope(|scope| {
        let decode = scope.spawn(move || {
            while let Some(piece) = reader.next() {
                if reader.n_nodes() > max_nodes {
                    return (None, None, true);
                }
                if sender.send((piece, reader.n_bytes())).is_err() {
                    break;
                }
            }
            let left_out = reader.left_out().map(str::to_owned);
            (reader.damage().cloned(), left_out, false)
        });
        for (piece, n_read) in pieces {
            has_memory = check_machine(BYTES_AHEAD).is_ok();
            if !has_memory {
                break;
            }
            match piece {
                Piece::Nodes(batch) => trace.append(&batch),
                Piece::Samples(samples) => samples.into_iter().for_each(|s| series.push(s)),
                Piece::Bookmarks(it) => bookmarks = it,
                Piece::Report(it) => report = Some(*it),
            }
            progress(n_read as f64 / n_bytes as f64);
            if interrupt.is_stopped() {
                break;
            }
        }
        decode.join().unwrap_or((None, None, false))
    });
    if interrupt.is_stopped() {
        return Err(FileError("stopped".into()));
    }
    if !has_memory {
        return Err(FileError(format!(
            "there is not enough memory to load this trace: {}",
            format::path(path)
        )));
    }
    if is_too_large {
        return Err(FileError(format!(
            "this trace has more than {} nodes, the most that can be opened: {}; `tilescope trace \
             convert` writes a range of its steps",
            format::count(max_nodes.into()),
            format::path(path)
        )));
    }
    let mut report = report.unwrap_or_else(|| report_on(&job, &trace, &series));
    trace.set_goal(report.goal);
    report.count_frontier(&trace, &mut series);
    Ok(Loaded {
        job,
        trace,
        series,
        report,
        bookmarks,
        damage,
        left_out,
    })
}

/// The report on a trace whose own is lost.
fn report_on(job: &Job, trace: &Trace, series: &Series) -> Report {
    let last = series.samples().last();
    let expanded = trace.n_expanded();
    Report {
        stopped_by: Some(StoppedBy::FileEnd),
        counts: Counts {
            expanded: expanded.into(),
            generated: trace.n_generated_without_requeued().into(),
            frontier: Some(trace.frontier_size(expanded).into()),
            elapsed: last.map_or(Duration::ZERO, |it| Duration::from_secs_f64(it.seconds)),
            ..Counts::default()
        },
        unit: job.problem.unit(),
        ..Report::without_search(RunOutcome::Stopped(StoppedBy::FileEnd))
    }
}
