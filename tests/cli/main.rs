//! The built program, on the command line.

mod audit;
mod bench;
#[cfg(unix)]
mod blocking;
mod breakpoints;
mod cases;
mod classics;
mod convert;
#[cfg(all(target_os = "linux", feature = "gui"))]
mod display;
mod exports;
mod generate;
mod graph;
mod heuristics;
mod install_desktop;
mod lab;
#[cfg(target_os = "linux")]
mod low_memory;
#[cfg(unix)]
mod outputs;
mod refusals;
mod routes;
mod solve;
mod space;
mod support;
mod tables;
mod trace;
mod trace_files;
mod trace_questions;
mod written_by_0_1;
