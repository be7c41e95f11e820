//! The algorithms on small graphs, and the containers that they share.

mod fn_space;
mod memory;
mod open_list;
mod toys;
