//! Runs, files and published experiments; every algorithm against exhaustive truth.

mod anytime;
mod audit;
mod cache;
mod collections;
mod engine_databases;
mod engines;
mod examples;
mod explain;
mod files_graph;
mod files_reading;
mod files_saving;
mod format;
mod frontier;
mod generate;
mod hostile_files;
mod job;
mod korf_1985;
mod options;
mod predict;
mod published;
mod routes;
mod run;
mod saved_puzzles;
mod trace_files;
mod truth;
