//! State-graph files: the graph of all boards of one size. They are written atomically and checked
//! by reading them back.
//!
//! Boards are numbered in lexicographic order of their tiles, with 0 for the blank. A move is the
//! blank's; `tile` is the one that it swaps with. In JSON Lines, all boards come before all moves:
//!
//! ```json
//! {"format":"tilescope-graph","version":1,"rows":3,"columns":3,"nodes":362880,"edges":967680}
//! {"node":0,"board":"_ 1 2 / 3 4 5 / 6 7 8"}
//! {"source":0,"target":40320,"move":"R","tile":1}
//! ```
//!
//! In GraphML, each element is on a line of its own:
//!
//! ```xml
//! <node id="n0"><data key="board">_ 1 2 / 3 4 5 / 6 7 8</data></node>
//! <edge source="n0" target="n40320"><data key="move">R</data><data key="tile">1</data></edge>
//! ```
//!
//! In CSV, the file is a list of edges that names the boards directly:
//!
//! ```csv
//! source,target,move,tile
//! _ 1 2 / 3 4 5 / 6 7 8,1 _ 2 / 3 4 5 / 6 7 8,R,1
//! ```

mod checker;
mod read;
mod worker;
mod write;

pub use checker::Summary;
pub use worker::{ExportState, GraphExport};

use super::{FileError, atomically, cause};
use crate::{Interrupt, format};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;
use tilescope_puzzle::StateGraph;

/// The file format of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GraphFormat {
    #[default]
    JsonLines,
    GraphMl,
    Csv,
}

impl GraphFormat {
    /// Every format, in display order.
    pub const ALL: &[GraphFormat] = &[Self::JsonLines, Self::GraphMl, Self::Csv];

    /// The name on the command line, which is also the file extension.
    pub fn key(self) -> &'static str {
        ["jsonl", "graphml", "csv"][self as usize]
    }

    pub fn name(self) -> &'static str {
        ["JSON Lines", "GraphML", "CSV"][self as usize]
    }

    /// The format's contents and the programs that read it, in a sentence.
    pub fn summary(self) -> &'static str {
        [
            "All boards, then all moves, a JSON object a line.",
            "Boards and moves as XML, for Gephi, yEd, NetworkX and igraph.",
            "A move a line: from board, to board, direction, tile.",
        ][self as usize]
    }

    pub fn from_key(key: &str) -> Option<GraphFormat> {
        let mut all = Self::ALL.iter().copied();
        all.find(|format| format.key() == key)
    }

    /// The format that matches a file's extension.
    pub fn of_file(path: &Path) -> Option<GraphFormat> {
        Self::from_key(&path.extension()?.to_str()?.to_lowercase())
    }
}

/// Why a graph was not written or is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GraphFileError {
    #[error("interrupted")]
    Interrupted,
    #[error(transparent)]
    File(#[from] FileError),
}

/// Writes `graph` to `path`. The old file is replaced only after everything is written; an
/// interrupted export leaves it unchanged. `on_progress` receives the fraction done, from 0 to 1.
///
/// # Errors
/// If it was interrupted or the file cannot be written.
pub fn export(
    graph: StateGraph,
    format: GraphFormat,
    path: &Path,
    interrupt: &Interrupt,
    on_progress: &mut dyn FnMut(f64),
) -> Result<(), GraphFileError> {
    let written = atomically(path, |file| {
        let mut out = BufWriter::with_capacity(1 << 16, file);
        write_to(&mut out, graph, format, interrupt, on_progress)?;
        out.flush()
    });
    written.map_err(|error| refusal(&error, "saved", path, interrupt))
}

/// Writes `graph` to `out`, as [`export`] does to a file.
///
/// # Errors
/// If it was interrupted or writing fails.
pub fn write_to(
    out: &mut impl Write,
    graph: StateGraph,
    format: GraphFormat,
    interrupt: &Interrupt,
    on_progress: &mut dyn FnMut(f64),
) -> io::Result<()> {
    write::write(out, graph, format, &mut |done| {
        step(interrupt, on_progress, done)
    })
}

/// Reads the graph in `path` and checks that it is complete: every board and every move of one
/// board size exactly once, each move with the right target.
///
/// # Errors
/// If it was interrupted, the file cannot be read, or the graph is wrong or incomplete. The message
/// says what is wrong and in which line.
pub fn check(
    path: &Path,
    format: GraphFormat,
    interrupt: &Interrupt,
    on_progress: &mut dyn FnMut(f64),
) -> Result<Summary, GraphFileError> {
    let failed = |error: io::Error| refusal(&error, "read", path, interrupt);
    let metadata = fs::metadata(path).map_err(failed)?;
    if !metadata.is_file() {
        return Err(failed(io::Error::other("it is not a regular file")));
    }
    let file = File::open(path).map_err(failed)?;
    read_from(
        BufReader::new(file),
        metadata.len(),
        format,
        interrupt,
        on_progress,
    )
    .map_err(failed)
}

/// Reads a graph of about `n_bytes` from `input`, as [`check`] does from a file.
///
/// # Errors
/// See [`check`].
pub fn read_from(
    input: impl io::BufRead,
    n_bytes: u64,
    format: GraphFormat,
    interrupt: &Interrupt,
    on_progress: &mut dyn FnMut(f64),
) -> io::Result<Summary> {
    read::read(input, format, &mut |n_read| {
        step(
            interrupt,
            on_progress,
            n_read as f64 / n_bytes.max(1) as f64,
        )
    })
}

/// Reports progress between two steps, and fails if interrupted.
fn step(interrupt: &Interrupt, on_progress: &mut dyn FnMut(f64), done: f64) -> io::Result<()> {
    on_progress(done.min(1.0));
    if interrupt.is_stopped() {
        return Err(io::Error::other(GraphFileError::Interrupted));
    }
    Ok(())
}

fn refusal(error: &io::Error, done: &str, path: &Path, interrupt: &Interrupt) -> GraphFileError {
    if interrupt.is_stopped() {
        return GraphFileError::Interrupted;
    }
    let cause = match error.kind() {
        io::ErrorKind::InvalidData => error.to_string(),
        _ => cause(error, done),
    };
    FileError(format!("{cause}: {}", format::path(path))).into()
}
