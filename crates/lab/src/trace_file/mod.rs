//! Trace files: the record of a run, written during the search or afterwards, and read again.
//!
//! The name of a file says its format ([`TraceFormat`]). [`own`] is the one that is read again; the
//! others are for other programs.

mod compare;
mod convert;
mod dot;
mod live;
mod output;
pub mod own;
mod posthoc;
mod rows;
mod save;
mod whole;

pub use compare::{
    CompareError, Comparison, MAX_EXAMPLES, Parting, Recorded, StepSet, compare, comparison_bytes,
};
pub use convert::{Converted, convert};
pub use live::{TraceFile, TraceFileError};
pub use own::{Bookmark, Damage, Loaded, load};
pub use save::save;
pub use whole::States;

use std::path::Path;

/// A format of trace files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraceFormat {
    /// Tilescope's own: [`own`].
    Own,
    JsonLines,
    Csv,
    /// The search trace of Posthoc, version 1.4.0.
    Posthoc,
    /// A graph for Graphviz.
    Dot,
}

impl TraceFormat {
    pub const ALL: [TraceFormat; 5] = [
        TraceFormat::Own,
        TraceFormat::JsonLines,
        TraceFormat::Csv,
        TraceFormat::Posthoc,
        TraceFormat::Dot,
    ];

    /// The end of a file's name, without its first dot.
    pub fn ending(self) -> &'static str {
        match self {
            TraceFormat::Own => own::EXTENSION,
            TraceFormat::JsonLines => "jsonl",
            TraceFormat::Csv => "csv",
            TraceFormat::Posthoc => "trace.json",
            TraceFormat::Dot => "dot",
        }
    }

    /// The format of a file with this name; `None` if it ends otherwise.
    pub fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy().to_lowercase();
        let has = |format: &Self| {
            let stem = name.strip_suffix(format.ending());
            stem.is_some_and(|stem| stem.ends_with('.'))
        };
        Self::ALL.into_iter().find(has)
    }
}
