//! Tilescope: state-space search on sliding-tile puzzles, to be run and to be seen.
//!
//! Modules in reading order; imports run down only, from the last to the first.

// Here and not in Cargo.toml, for that would forbid it in the helpers of tests/ too.
#![warn(clippy::unwrap_used)]

pub mod search;

pub mod puzzle;
pub mod routes;
pub mod trace;

pub mod engines;

pub mod lab;

pub mod cli;
#[cfg(feature = "gui")]
pub mod gui;
