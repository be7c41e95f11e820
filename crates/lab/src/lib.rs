//! Runs: a search of a problem with given settings, on a worker thread.
//!
//! [`Job::check`] validates a job. [`spawn`] starts a worker and returns a [`Run`]. The worker
//! searches with a [`meter`] and a recorder as observers and sends their batches through a bounded
//! queue, from which [`Run::poll`] takes them. The last message is a [`Report`]. [`solve`] runs a
//! job on the caller's thread.

// Not in Cargo.toml, where it would apply to test helpers too.
#![warn(clippy::unwrap_used)]

pub mod audit;
pub mod bench;
pub mod breakpoint;
pub mod cache;
pub mod catalogue;
pub mod collection;
pub mod condition;
mod control;
pub mod databases;
mod dead_end;
pub mod dispatch;
pub mod distance_queue;
pub mod distribution;
pub mod exact;
pub mod examples;
pub mod experiment;
pub mod explain;
pub mod files;
pub mod format;
pub mod game;
pub mod generate;
pub mod job;
pub mod landmark;
pub mod listener;
pub mod meter;
pub mod own_heuristics;
pub mod predict;
pub mod priority;
pub mod problem;
pub mod published;
pub mod quantity;
pub mod recording_listener;
pub mod report;
pub mod resident;
pub mod run;
pub mod solution;
pub mod space_map;
pub mod strip;
pub mod tables;
pub mod tally;
pub mod trace_file;
pub mod true_costs;
mod walk;
pub mod whole_space;
pub mod worker;

pub use catalogue::catalogue;
pub use collection::Collection;
pub use dead_end::DeadEnd;
pub use distribution::Distribution;
pub use job::{Job, JobError, Limits, Settings};
pub use problem::{Problem, State};
pub use quantity::Quantity;
pub use report::{
    BestNode, Counts, Incumbent, Report, RunOutcome, StoppedBy, TablesSource, TablesUsed,
};
pub use run::{
    Ending, Interrupt, Record, Run, RunState, solve, solve_recorded, solve_tallied, solve_under,
    solve_until, spawn, spawn_watched,
};
pub use tally::Tally;
pub use trace_file::RunResults;
pub use true_costs::TrueCosts;
