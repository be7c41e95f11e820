//! The arguments of `tilescope trace`.

use crate::cli::quantity;
use clap::{Args, Subcommand};
use std::ops::RangeInclusive;
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum TraceCommand {
    /// Print the run of a trace, its result and its size
    Info(TraceFileArguments),
    /// Check that a trace is whole and agrees with its report
    Check(TraceFileArguments),
    Convert(TraceConvert),
    Compare(TraceCompare),
    Frontier(TraceFrontier),
    Why(TraceWhy),
    Find(TraceFind),
}

#[derive(Args)]
pub struct TraceFileArguments {
    /// A trace that ends in .tilescope-trace
    pub file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Write a trace in another format
///
/// The end of OUT says which: .jsonl, .csv, .dot, .trace.json (Posthoc) or .tilescope-trace. An
/// existing OUT is replaced when the new one is complete.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 done; 2 bad usage or input, or FILE is damaged and OUT has only its sound part.

Examples:
  tilescope trace convert run.tilescope-trace run.csv
  tilescope trace convert run.tilescope-trace first.dot --steps 0..12")]
pub struct TraceConvert {
    /// A trace that ends in .tilescope-trace
    pub file: PathBuf,
    /// The file to write
    pub out: PathBuf,
    /// Write only the events of these steps, both included; step 0 has the roots
    #[arg(long, value_name = "A..B", value_parser = quantity::steps)]
    pub steps: Option<Steps>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// A range of steps, both ends included.
#[derive(Clone)]
pub struct Steps(pub RangeInclusive<u32>);

/// Compare two traces of the same problem
///
/// Prints the first step at which they expand different states, how many states only one of them
/// expanded, the results of both, and the settings that differ.
#[derive(Args)]
pub struct TraceCompare {
    /// A trace that ends in .tilescope-trace
    pub first: PathBuf,
    /// Another one
    pub second: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Print the frontier at a step, in the order in which the algorithm takes it
///
/// A search from both ends has two frontiers.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 done; 2 bad usage or input.

Examples:
  tilescope trace frontier run.tilescope-trace --step 100
  tilescope trace frontier run.tilescope-trace --step 100 --first 1000 --json")]
pub struct TraceFrontier {
    /// A trace that ends in .tilescope-trace
    pub file: PathBuf,
    /// The number of expansions so far; at step 0 there are only the roots
    #[arg(long, value_name = "T")]
    pub step: u32,
    /// Print at most N nodes of each frontier
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub first: usize,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Explain why a node was expanded, dropped, or left on the frontier
///
/// Without --node it explains the node that step T expands; without --step, what became of the
/// node in the end.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 done; 2 bad usage or input.

Examples:
  tilescope trace why run.tilescope-trace --step 12
  tilescope trace why run.tilescope-trace --node 40
  tilescope trace why run.tilescope-trace --node 40 --step 12 --json")]
#[command(group(clap::ArgGroup::new("what").required(true).multiple(true)))]
pub struct TraceWhy {
    /// A trace that ends in .tilescope-trace
    pub file: PathBuf,
    /// The number of expansions so far
    #[arg(long, value_name = "T", group = "what")]
    pub step: Option<u32>,
    /// The number of a node; the root is 0
    #[arg(long, value_name = "ID", group = "what")]
    pub node: Option<u32>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Find the nodes for which a condition holds
///
/// A condition compares f, g, h, depth, step (at which the node was generated) and id with each
/// other or with numbers, by = != < <= > >=. It may say frontier, expanded, discarded, duplicate,
/// cycle, cut, improved, reopened, goal or solution, and board = "…" with * for any tile, or on a
/// road map city = "…". Parts are joined by and, or, not and parentheses.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 found; 1 the condition holds for no node; 2 bad usage or input.

Examples:
  tilescope trace find run.tilescope-trace \"f = 57 and h < 5 and depth > 20\"
  tilescope trace find run.tilescope-trace 'board = \"1 2 3 / * * * / * * _\" and not expanded'
  tilescope trace find run.tilescope-trace \"reopened or improved\" --first 100 --json")]
pub struct TraceFind {
    /// A trace that ends in .tilescope-trace
    pub file: PathBuf,
    /// Such as "f = 57 and h < 5"
    pub condition: String,
    /// Print at most N nodes
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub first: usize,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
