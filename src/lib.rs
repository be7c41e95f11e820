//! Tilescope: state-space search on sliding-tile puzzles, to be run and to be seen.
//!
//! Modules in reading order; imports run down only, from the last to the first.

pub mod search;

pub mod puzzle;
pub mod trace;

pub mod lab;

pub mod cli;
#[cfg(feature = "gui")]
pub mod gui;
