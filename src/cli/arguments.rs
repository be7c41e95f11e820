//! The arguments of the command line.

mod convert;
mod desktop;
mod heuristics;
mod trace;

pub use convert::{Convert, ReadingOptions};
pub use desktop::InstallDesktop;
pub use heuristics::HeuristicsCommand;
pub use trace::*;

use super::lab::LabCommand;
use super::options::Given;
use super::quantity;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use std::ffi::OsString;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;
use tilescope_lab::audit::sample::Sample;
use tilescope_lab::experiment::report::Format;
use tilescope_lab::files::graph::GraphFormat;
use tilescope_puzzle::heuristics::DEFAULT_HEURISTIC;
use tilescope_puzzle::{Costs, MoveNotation, MoveOrder, Size, TileCosts};
use tilescope_search::DEFAULT_ALGORITHM;

/// A laboratory for state-space search on sliding-tile puzzles.
///
/// Without a command it opens the window, with the given FILEs.
#[derive(Parser)]
#[command(name = "tilescope", version, args_conflicts_with_subcommands = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Puzzles to open in the window
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

#[derive(Subcommand)]
pub enum Command {
    Solve(Box<Solve>),
    Generate(Generate),
    Convert(Convert),
    List(List),
    Classics(Classics),
    Graph(Graph),
    Space(Space),
    Audit(Audit),
    Predict(Predict),
    /// List, save, rename or delete heuristics of your own: expressions with a name
    #[command(subcommand)]
    Heuristics(HeuristicsCommand),
    /// Run experiments: every combination of instances, algorithms and heuristics
    #[command(subcommand)]
    Lab(LabCommand),
    Bench(Bench),
    InstallDesktop(InstallDesktop),
    /// List, build or delete the pattern databases on disk
    #[command(subcommand)]
    Tables(TablesCommand),
    /// Show, check, convert, compare or question the traces of searches
    #[command(subcommand)]
    Trace(TraceCommand),
}

/// Solve a puzzle and report the counts
///
/// An option that the algorithm does not have is an error; `tilescope list` shows the options.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 solved; 1 no solution; 2 bad usage or input; 3 stopped by a limit or a breakpoint,
even if a solution was found before.

Examples:
  tilescope solve \"2 8 3 / 1 6 4 / 7 _ 5\" --goal spiral
  tilescope solve saved_puzzles/korf-12.json --algorithm ida-star --json
  tilescope solve romania --algorithm greedy-best-first
  tilescope solve puzzle.json --algorithm weighted-a-star --weight 2 --max-time 10s
  tilescope solve korf-12 --stop-when \"f increased and expansions > 1000\"")]
pub struct Solve {
    /// A puzzle file, a puzzle of a collection such as korf.json#12, the name of a bundled puzzle such as romania, a board such as "2 8 3 / 1 6 4 / 7 _ 5" (blank: 0, _, x, . or -), the text of a puzzle in any format, or - for standard input
    pub puzzle: OsString,
    /// Which puzzle of a collection: its number, from 1, or its name; korf.json#12 does the same
    #[arg(long = "puzzle", value_name = "NUMBER")]
    pub choose: Option<String>,
    /// The goal: a board, or blank-last, blank-first or spiral; on a road map, a city
    /// [default: the file's, else blank-last]
    #[arg(long, value_name = "BOARD")]
    pub goal: Option<String>,
    /// The key of the algorithm or engine; see `tilescope list`
    #[arg(long, short, value_name = "KEY", default_value = DEFAULT_ALGORITHM.key)]
    pub algorithm: String,
    /// The heuristic: a key, or an expression such as "max(manhattan, 2*misplaced)", on a road map
    /// "2*straight-line"; see `tilescope list` [default: manhattan; on a road map straight-line]
    #[arg(long, short = 'H', value_name = "HEURISTIC", allow_hyphen_values = true, value_parser = expression)]
    pub heuristic: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// How the solution is written: moves of the blank or of the tiles, runs collapsed or not; in
    /// JSON it is always the moves of the blank
    #[arg(long, value_name = "NOTATION", default_value = MoveNotation::Blank.key(), value_parser = keyed(MoveNotation::ALL, MoveNotation::key, MoveNotation::from_key))]
    pub notation: MoveNotation,

    #[command(flatten, next_help_heading = "Reading a file of another program")]
    pub reading: ReadingOptions,
    #[command(flatten, next_help_heading = "Search options")]
    pub search: SearchOptions,
    #[command(flatten, next_help_heading = "Limits")]
    pub limits: LimitOptions,
    /// Stop at the first event for which CONDITION holds, such as "h = 3", "reopened",
    /// "frontier-size > 1000" or "board = \"1 2 3 / * * * / * * _\""; the step is finished first
    #[arg(long, value_name = "CONDITION", help_heading = "Breakpoint")]
    pub stop_when: Option<String>,
    /// Write a trace of the search to FILE, every node and every expansion; overwrites FILE. The
    /// end of its name says the format: .tilescope-trace (to be opened again), .csv, .dot,
    /// .trace.json (Posthoc), else JSON Lines
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub trace: Option<PathBuf>,
    /// Write the solution to FILE; overwrites FILE. The end of its name says the form: .txt (moves or
    /// cities), .md and .tex (tables); of boards also .svg (a strip of boards), .animated.svg (tiles that slide), .png (the
    /// same in pixels)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub solution: Option<PathBuf>,
}

/// Generate puzzles: random ones, ones of an exact length, or the hardest
///
/// The same seed gives the same puzzles. No puzzle occurs twice.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 done; 2 bad usage, or there are no such puzzles; 3 interrupted.

Examples:
  tilescope generate --distance 25 --count 100 -o twenty-five.json
  tilescope generate --size 4x4 --uniform --count 10 --seed 7
  tilescope generate --size 3x3 --goal spiral --hardest --count 148
  tilescope generate --size 4x4 --uniform --count 1000 --solve -o thousand.json")]
#[command(group(clap::ArgGroup::new("method").required(true)))]
pub struct Generate {
    /// Rows and columns of the boards [default: those of the goal, else 3x3]
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = quantity::size)]
    pub size: Option<Size>,
    /// Exactly D moves from the goal; boards of more than 12 cells are found by random walks, and
    /// an engine proves the distance
    #[arg(long, value_name = "D", group = "method")]
    pub distance: Option<u32>,
    /// A random walk of N moves from the goal, never undoing a move
    #[arg(long, value_name = "N", group = "method")]
    pub walk: Option<usize>,
    /// Uniformly random among all boards that can reach the goal
    #[arg(long, group = "method")]
    pub uniform: bool,
    /// The boards farthest from the goal
    #[arg(long, group = "method")]
    pub hardest: bool,
    /// A Manhattan distance from A to B
    #[arg(long, value_name = "A..B", group = "method", value_parser = quantity::range)]
    pub manhattan: Option<RangeInclusive<u32>>,
    /// The goal: a board, or blank-last, blank-first or spiral
    #[arg(long, value_name = "BOARD", default_value = "blank-last")]
    pub goal: String,
    /// The number of different puzzles
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    pub count: usize,
    /// The seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Find the optimal length of each puzzle too, and keep it beside the puzzle; a 15-puzzle's by
    /// pattern databases 7-8
    #[arg(long)]
    pub solve: bool,
    /// With --solve, the number of puzzles that are solved at a time [default: all cores]
    #[arg(long, value_name = "N", requires = "solve")]
    pub threads: Option<NonZero<usize>>,
    /// Refuse a search of the whole space that takes more memory than this
    #[arg(long, value_name = "BYTES", value_parser = quantity::bytes, default_value = "8GiB")]
    pub max_memory: u64,
    /// Write a collection to FILE instead of boards to standard output; overwrites FILE. The end of
    /// its name says the format: .json (Tilescope's, which keeps all), .txt (a board a line), .csv,
    /// .pddl or .tile
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print the collection as one JSON object
    #[arg(long, conflicts_with = "output")]
    pub json: bool,
}

#[derive(Args)]
pub struct SearchOptions {
    #[command(flatten)]
    pub options: Given,
    /// The order of the blank's moves [default: ULRD]
    #[arg(long, value_name = "ORDER")]
    pub order: Option<MoveOrder>,
    /// A board to which the heuristic estimates the cost, instead of the goal; solutions are
    /// then not claimed to be optimal
    #[arg(long, value_name = "BOARD")]
    pub measure_to: Option<String>,
    /// The costs of the blank's moves, such as U=2,D=1,L=1,R=1 [default: the file's, else 1]
    #[arg(long, value_name = "COSTS")]
    pub costs: Option<Costs>,
    /// A factor for the cost of moving each tile: one, its number, or the inverse of its number
    /// [default: the file's, else one]
    #[arg(long, value_name = "CHOICE", value_parser = keyed(&TileCosts::ALL, TileCosts::key, TileCosts::from_key))]
    pub tile_costs: Option<TileCosts>,
    /// Search even if parity rules out a solution
    #[arg(long)]
    pub search_unsolvable: bool,
}

#[derive(Args)]
pub struct LimitOptions {
    /// Stop after N expansions
    #[arg(long, value_name = "N")]
    pub max_expanded: Option<u64>,
    /// Stop before the search uses more memory than this
    #[arg(long, value_name = "BYTES", value_parser = quantity::bytes, default_value = "8GiB")]
    pub max_memory: u64,
    /// Stop after this time
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub max_time: Option<Duration>,
}

#[derive(Subcommand)]
pub enum TablesCommand {
    /// List the databases on disk, with their sizes
    List,
    /// Build the databases that are not on disk yet and save them; Ctrl+C stops
    Build {
        #[command(flatten)]
        what: TablesName,
        /// The number of threads [default: all that the machine has]
        #[arg(long, value_name = "N")]
        threads: Option<NonZero<usize>>,
        /// Refuse to build if it takes more memory than this
        #[arg(long, value_name = "BYTES", value_parser = quantity::bytes, default_value = "8GiB")]
        max_memory: u64,
    },
    /// Delete databases from disk
    Delete {
        #[command(flatten)]
        what: TablesName,
    },
}

#[derive(Args)]
pub struct TablesName {
    /// Pattern databases: a key such as pdb-7-8, or the tiles of each pattern, such as
    /// "pdb:1,2,3,4,5,6,7|8,9,10,11,12,13,14,15", or either inside "keep-blank(…)"
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The goal: a board, or blank-last, blank-first or spiral [default: blank-last; with
    /// blank-first the tables are the same]
    #[arg(long, value_name = "BOARD")]
    pub goal: Option<String>,
}

/// List the algorithms and heuristics with their properties
#[derive(Args)]
pub struct List {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Reproduce published experiments: published figures beside measured ones
///
/// If they differ, a note says why.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 all figures agree as expected; 1 a figure does not; 2 bad usage; 3 interrupted.

Examples:
  tilescope classics
  tilescope classics kantz-2005
  tilescope classics korf-1985:9 --json")]
pub struct Classics {
    /// Publications, such as kantz-2005, or one instance, such as korf-1985:12 [default: all
    /// publications]
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Run all instances of each publication; this may take hours
    #[arg(long)]
    pub all: bool,
    /// Print one JSON object per line and figure, as it is measured
    #[arg(long)]
    pub json: bool,
}

/// Write the state graph of all boards of a size: every board and every move
///
/// An existing FILE is replaced when the graph is complete, and kept if that is interrupted.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 done; 2 bad usage or input, or the file is incomplete; 3 interrupted.

Examples:
  tilescope graph 8-puzzle.jsonl
  tilescope graph 2x3.graphml --size 2x3 --check")]
pub struct Graph {
    /// The file to write; its extension .jsonl, .graphml or .csv sets the format
    pub file: PathBuf,
    /// Rows and columns of the boards, at most 10 cells
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = quantity::size, default_value = "3x3")]
    pub size: Size,
    /// The file format [default: from the extension of FILE]
    #[arg(long, value_name = "FORMAT", value_parser = keyed(GraphFormat::ALL, GraphFormat::key, GraphFormat::from_key))]
    pub format: Option<GraphFormat>,
    /// Read the file back and check that every board and every move is in it
    #[arg(long)]
    pub check: bool,
    /// Write nothing; check an existing FILE
    #[arg(long, conflicts_with = "check")]
    pub check_only: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Search all boards of a size and count them by distance from a goal
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 done; 2 bad usage, or not enough memory; 3 interrupted.

Examples:
  tilescope space 3x3 --goal spiral
  tilescope space 3x4 --json")]
pub struct Space {
    /// Rows and columns of the boards, at most 12 cells
    #[arg(value_name = "ROWSxCOLUMNS", value_parser = quantity::size)]
    pub size: Size,
    /// The goal: a board, or blank-last, blank-first or spiral
    #[arg(long, value_name = "BOARD", default_value = "blank-last")]
    pub goal: String,
    /// The number of threads [default: all that the machine has]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZero<usize>>,
    /// Refuse to search if it takes more memory than this
    #[arg(long, value_name = "BYTES", value_parser = quantity::bytes, default_value = "8GiB")]
    pub max_memory: u64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Audit heuristics on all boards: are they admissible and consistent, and how well do they estimate?
///
/// The exact distance of every board is found first. Several heuristics are compared with each other.
/// With --sample they are audited on random boards, of any size.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 done; 2 bad usage or input, or not enough memory; 3 interrupted, after the report on the
boards of the sample that were solved.

Examples:
  tilescope audit manhattan linear-conflict
  tilescope audit \"manhattan + 2*count(dr == 1 and dc == 1)\" --json
  tilescope audit misplaced --size 2x4 --costs U=2,D=1,L=1,R=1 -o report.txt
  tilescope audit linear-conflict walking-distance --size 4x4 --sample 100 --seed 1")]
pub struct Audit {
    /// Keys, expressions or formulas; see `tilescope list` and docs/audits.md
    #[arg(value_name = "HEURISTIC", required = true)]
    pub heuristics: Vec<String>,
    /// Rows and columns of the boards, at most 12 cells without --sample
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = quantity::size, default_value = "3x3")]
    pub size: Size,
    /// Audit on N random boards, which an engine solves one after the other
    #[arg(long, value_name = "N")]
    pub sample: Option<usize>,
    /// The seed of the random boards
    #[arg(long, value_name = "S", default_value_t = Sample::default().seed, requires = "sample")]
    pub seed: u64,
    /// The goal: a board, or blank-last, blank-first or spiral
    #[arg(long, value_name = "BOARD", default_value = "blank-last")]
    pub goal: String,
    /// The costs of the blank's moves, such as U=2,D=1,L=1,R=1 [default: 1]
    #[arg(long, value_name = "COSTS")]
    pub costs: Option<Costs>,
    /// A factor for the cost of moving each tile: one, its number, or the inverse of its number
    #[arg(long, value_name = "CHOICE", value_parser = keyed(&TileCosts::ALL, TileCosts::key, TileCosts::from_key), default_value = "one")]
    pub tile_costs: TileCosts,
    /// The number of threads [default: all that the machine has]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZero<usize>>,
    /// Refuse to audit if it takes more memory than this
    #[arg(long, value_name = "BYTES", value_parser = quantity::bytes, default_value = "8GiB")]
    pub max_memory: u64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// The form of the report; all but text are tables with a row for each heuristic
    #[arg(long, value_name = "FORM", value_parser = keyed(&AUDIT_FORMATS, Format::key, Format::from_key), default_value = "text", conflicts_with = "json")]
    pub format: Format,
    /// Write the report to FILE instead of printing it; overwrites FILE
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The forms of the report of an audit.
const AUDIT_FORMATS: [Format; 4] = [Format::Text, Format::Csv, Format::Markdown, Format::Latex];

/// Predict the nodes that IDA* expands at each bound, on average over all starts and from one
///
/// The mean is exact where every board can be counted by its h and the cell of its blank; elsewhere
/// random boards give it with an interval. From the start of a PUZZLE the nodes are predicted by how often a child with some h follows a node, and counted by
/// searching.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 done; 2 bad usage or input, or not enough memory; 3 interrupted.

Examples:
  tilescope predict 4x4 --bound 50
  tilescope predict 3x3 --heuristic linear-conflict --bound 27 --json
  tilescope predict korf-12 --heuristic walking-distance --bound 43")]
pub struct Predict {
    /// Rows and columns such as 4x4, or a puzzle: a file, the name of a bundled puzzle, or a board
    #[arg(value_name = "SIZE|PUZZLE")]
    pub puzzle: OsString,
    /// The goal: a board, or blank-last, blank-first or spiral [default: the puzzle's, else
    /// blank-last]
    #[arg(long, value_name = "BOARD")]
    pub goal: Option<String>,
    /// A key, an expression or a formula; see `tilescope list`
    #[arg(
        long,
        short = 'H',
        value_name = "HEURISTIC",
        allow_hyphen_values = true,
        value_parser = expression,
        default_value = DEFAULT_HEURISTIC.key
    )]
    pub heuristic: String,
    /// The greatest bound of an iteration, in moves
    #[arg(long, value_name = "D")]
    pub bound: usize,
    /// Count the nodes from the start of PUZZLE by searching, up to N altogether
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    pub measure: u64,
    /// The number of threads [default: all that the machine has]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZero<usize>>,
    /// Refuse to count if it takes more memory than this
    #[arg(long, value_name = "BYTES", value_parser = quantity::bytes, default_value = "8GiB")]
    pub max_memory: u64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Benchmark the engines: CPU time, nodes per second, bytes per node
///
/// Without NAMEs it runs all benchmarks, which takes minutes.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 done; 2 bad usage.

Examples:
  tilescope bench --quick
  tilescope bench whole-3x3 whole-3x4 --json")]
pub struct Bench {
    /// Benchmarks, such as whole-3x4
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Only run the quick benchmarks
    #[arg(long, conflicts_with = "names")]
    pub quick: bool,
    /// Print one JSON object per line, as each benchmark finishes
    #[arg(long)]
    pub json: bool,
}

/// A parser for the keys of `choices`.
pub fn keyed<T: Copy + Send + Sync + 'static>(
    choices: &'static [T],
    key: fn(T) -> &'static str,
    from_key: fn(&str) -> Option<T>,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(choices.iter().map(|&choice| key(choice)))
        .map(move |text| from_key(&text).expect("clap has checked the key"))
}

/// A heuristic expression, which may begin with a minus. The next option is none.
fn expression(text: &str) -> Result<String, &'static str> {
    let is_option =
        (text.strip_prefix("--")).is_some_and(|name| name.starts_with(char::is_alphabetic));
    match is_option {
        true => Err("an expression must stand before the next option"),
        false => Ok(text.to_owned()),
    }
}
