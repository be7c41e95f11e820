//! The window without a display, driven by accessible names.

mod board;
mod classics;
mod engines;
mod files;
mod heuristics;
mod routes;
mod side;
mod tree;
mod two_trees;
mod window;
