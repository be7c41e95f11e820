//! Runs: a problem, an algorithm and its settings, brought together on a worker thread.
//!
//! What happens to a job: [`Job::check`] refuses settings that do not fit; [`spawn`] starts
//! a worker and gives a [`Run`]; the worker searches under a [`meter`] and a recorder and
//! sends what they say through a bounded channel; [`Run::poll`] takes it in; at the end
//! there is a [`Report`]. [`solve`] does the same on the caller's thread.

// Here and not in Cargo.toml, for that would forbid it in the helpers of tests too.
#![warn(clippy::unwrap_used)]

pub mod bench;
pub mod cache;
pub mod catalogue;
mod control;
pub mod databases;
pub mod dispatch;
pub mod examples;
pub mod explain;
pub mod files;
pub mod format;
pub mod job;
pub mod listener;
pub mod meter;
pub mod problem;
pub mod published;
pub mod recording_listener;
pub mod report;
pub mod run;
pub mod tables;
pub mod trace_file;
pub mod whole_space;
pub mod worker;

pub use catalogue::catalogue;
pub use job::{Job, JobError, Limits, Settings};
pub use problem::{Problem, State};
pub use report::{Best, Counts, Report, RunOutcome, SoFar, StoppedBy, TablesFrom, TablesUsed};
pub use run::{Interrupt, Run, RunState, solve, solve_recorded, solve_under, spawn};
