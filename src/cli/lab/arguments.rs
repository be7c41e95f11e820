//! The arguments of `tilescope lab`.

use crate::cli::arguments::keyed;
use crate::cli::quantity;
use clap::{Args, Subcommand};
use std::num::NonZero;
use std::path::PathBuf;
use tilescope_lab::experiment::Shard;
use tilescope_lab::experiment::report::{Format, Metric};

#[derive(Subcommand)]
pub enum LabCommand {
    Run(Run),
    Rerun(Rerun),
    Status(Status),
    Merge(Merge),
    Report(Report),
}

/// Do the runs of an experiment that have no record yet
///
/// Every run leaves a record, a line of JSON, as soon as it ends. A run that is interrupted leaves
/// none and is done at the next start.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 no record is missing; 2 bad usage or input; 3 interrupted, with runs left.

Examples:
  tilescope lab run experiment.json
  tilescope lab run experiment.json --jobs 2 -o records.jsonl
  tilescope lab run experiment.json --shard 3/16")]
pub struct Run {
    /// The experiment
    pub file: PathBuf,
    /// How many runs to do at a time, each on a core of its own; more than one may disturb times
    #[arg(long, short, value_name = "N", default_value = "1")]
    pub jobs: NonZero<usize>,
    /// Only do a part of the runs, such as 3/16, the third of sixteen parts
    #[arg(long, value_name = "K/N", conflicts_with = "id")]
    pub shard: Option<Shard>,
    /// Only do the run whose id begins so; `tilescope lab status --ids` lists them
    #[arg(long, value_name = "ID")]
    pub id: Option<String>,
    /// The file of records [default: beside FILE, FILE.records.jsonl without its own extension]
    #[arg(long, short, value_name = "RECORDS")]
    pub output: Option<PathBuf>,
    /// Go on with records of an experiment that has changed since
    #[arg(long)]
    pub accept_changes: bool,
    /// Do not wait for a core that no other run of `tilescope lab` uses
    #[arg(long)]
    pub share: bool,
    /// Refuse to generate instances if that takes more memory than this
    #[arg(long, value_name = "BYTES", value_parser = quantity::bytes, default_value = "8GiB")]
    pub max_memory: u64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Do the runs of records again, and tell what differs
///
/// The records say what to do, so the experiment's file is not needed. Counts, outcomes and paths must
/// be equal, unless a limit on time or memory stopped a run. What differs in the machine and the
/// program is listed.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 the records are equal; 2 bad usage or input, or records that differ; 3 interrupted.

Examples:
  tilescope lab rerun experiment.records.jsonl -o again.jsonl
  tilescope lab rerun paper.jsonl -o mine.jsonl --jobs 2 --json")]
pub struct Rerun {
    /// Files of records
    #[arg(value_name = "RECORDS", required = true)]
    pub records: Vec<PathBuf>,
    /// The file of the new records; what it has already is not done again
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// How many runs to do at a time, each on a core of its own; more than one may disturb times
    #[arg(long, short, value_name = "N", default_value = "1")]
    pub jobs: NonZero<usize>,
    /// Do not wait for a core that no other run of `tilescope lab` uses
    #[arg(long)]
    pub share: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Tell how many runs of an experiment have a record, and how long the others may take
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 done; 2 bad usage or input.

Examples:
  tilescope lab status experiment.json
  tilescope lab status experiment.json --ids
  tilescope lab status experiment.json part-1.jsonl part-2.jsonl --json")]
pub struct Status {
    /// The experiment
    pub file: PathBuf,
    /// Files of records [default: those beside FILE that `tilescope lab run` names itself]
    #[arg(value_name = "RECORDS")]
    pub records: Vec<PathBuf>,
    /// Print the ids of the runs without a record, one a line, in the order in which they are done
    #[arg(long, conflicts_with = "json")]
    pub ids: bool,
    /// Refuse to generate instances if that takes more memory than this
    #[arg(long, value_name = "BYTES", value_parser = quantity::bytes, default_value = "8GiB")]
    pub max_memory: u64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Merge record files, such as those of shards
///
/// Records of one run must agree in their counts; times and machines may differ. If some differ,
/// they are shown side by side and nothing is written.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 done; 2 bad usage or input, or records that differ.

Examples:
  tilescope lab merge experiment.*-of-16.records.jsonl -o experiment.records.jsonl
  tilescope lab merge mine.jsonl yours.jsonl --counts-only")]
pub struct Merge {
    /// Files of records
    #[arg(value_name = "RECORDS", required = true)]
    pub records: Vec<PathBuf>,
    /// Leave out what machines measure: times, memory and the machine itself
    #[arg(long)]
    pub counts_only: bool,
    /// Write the records to FILE instead of standard output; overwrites FILE
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print one JSON object; with records that differ, one a line
    #[arg(long)]
    pub json: bool,
}

/// Make tables and plots of records
///
/// Without --table it prints a summary and the outcomes, and before them a table by instance if there
/// are at most 20 instances. CSV has one table: the summary, or that of --table.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 done; 2 bad usage or input.

Examples:
  tilescope lab report experiment.records.jsonl
  tilescope lab report experiment.records.jsonl --table instances --metric seconds --format latex
  tilescope lab report experiment.records.jsonl --plot cactus -o cactus.svg
  tilescope lab report experiment.records.jsonl --format html -o report.html")]
pub struct Report {
    /// Files of records
    #[arg(value_name = "RECORDS", required = true)]
    pub records: Vec<PathBuf>,
    /// A table; may be given several times
    #[arg(long = "table", value_name = "TABLE", value_enum)]
    pub tables: Vec<TableChoice>,
    /// What is compared by instance and in plots
    #[arg(long, value_name = "METRIC", default_value = "expanded", value_parser = keyed(&Metric::ALL, Metric::key, Metric::from_key))]
    pub metric: Metric,
    /// The form of the tables; html is a page with all tables and plots
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = keyed(&Format::ALL, Format::key, Format::from_key))]
    pub format: Format,
    /// Draw a plot, as SVG, instead
    #[arg(long, value_enum, value_name = "PLOT", conflicts_with_all = ["tables", "format", "json"])]
    pub plot: Option<Plot>,
    /// The configurations of a scatter plot: give it twice
    #[arg(long, value_name = "CONFIGURATION", requires = "plot")]
    pub of: Vec<String>,
    /// Write to FILE instead of standard output; overwrites FILE
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print the tables as one JSON object
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum TableChoice {
    /// A row a configuration: instances finished, and means
    Summary,
    /// A row a configuration: the outcomes of its runs
    #[value(alias = "coverage")]
    Outcomes,
    /// A row an instance
    Instances,
    /// The same as multiples of the first configuration
    Relative,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Plot {
    /// Instances solved against the metric
    Cactus,
    /// Two configurations against each other
    Scatter,
    /// The quartiles of each configuration
    Box,
    /// The mean of each configuration
    Bar,
}
