//! The algorithms on sliding tiles.

mod endings;
mod ida_star;
mod rbfs;
mod signatures;
mod sma;
