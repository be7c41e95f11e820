//! The algorithms on sliding tiles.

mod endings;
mod extreme_costs;
mod ida_star;
mod rbfs;
mod signatures;
mod sma;
