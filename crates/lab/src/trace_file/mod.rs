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
    figures,
};
pub use convert::{Converted, convert};
pub use live::{TraceFile, TraceFileError};
pub use output::ALL_STEPS;
pub use own::{Bookmark, Damage, Loaded, RunResults, load};
pub use save::{save, save_as};
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

    pub fn name(self) -> &'static str {
        match self {
            TraceFormat::Own => "Tilescope trace",
            TraceFormat::JsonLines => "JSON Lines",
            TraceFormat::Csv => "CSV",
            TraceFormat::Posthoc => "Posthoc",
            TraceFormat::Dot => "DOT",
        }
    }

    /// What a file of this format has, and what it leaves out.
    pub fn contents(self) -> &'static str {
        match self {
            TraceFormat::Own => {
                "The whole run with its plots and bookmarks. It opens again as a run."
            }
            TraceFormat::JsonLines => {
                "An event a line, for scripts. Times, the samples of the plots, the result and bookmarks \
                 are left out."
            }
            TraceFormat::Csv => {
                "An event a row, for spreadsheets. The problem, the settings, times, the samples of the \
                 plots, the result and bookmarks are left out."
            }
            TraceFormat::Posthoc => {
                "The search trace of Posthoc 1.4.0, which draws the board of each event. The settings, \
                 times, the samples of the plots and bookmarks are left out."
            }
            TraceFormat::Dot => {
                "The tree as a graph for Graphviz, with the board, g and h of each node, as it is at the \
                 last step. The order of the events, times, plots and bookmarks are left out."
            }
        }
    }

    /// Whether a file can have a range of steps instead of the whole run.
    pub fn has_ranges(self) -> bool {
        self != TraceFormat::Own
    }

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
