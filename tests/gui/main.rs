//! The window without a display, driven by accessible names.

mod audits;
mod board;
mod controls;
mod engines;
mod fence;
mod files;
mod frontier;
mod heuristics;
mod keyboard;
mod lecture;
mod memory;
mod monkey;
mod narrow;
mod other_puzzle;
mod plots;
mod published;
mod routes;
mod saving;
mod session;
mod side;
mod stale;
mod steps;
mod trace_files;
mod tree;
mod two_trees;
mod window;
