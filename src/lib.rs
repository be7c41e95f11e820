//! Tilescope: state-space search on sliding-tile puzzles, to be run and to be seen.
//!
//! The application: its command line and its window. The search itself is in the crates under
//! `crates/`; ARCHITECTURE.md has the map.

// Here and not in Cargo.toml, for that would forbid it in the helpers of tests/ too.
#![warn(clippy::unwrap_used)]

pub mod cli;
#[cfg(feature = "gui")]
pub mod gui;
