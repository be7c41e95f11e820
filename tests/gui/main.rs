//! The window without a display, driven by accessible names.

mod board;
mod classics;
mod engines;
mod files;
mod heuristics;
mod hints;
mod routes;
mod side;
mod tables;
mod tree;
mod two_trees;
mod window;
