//! Sliding tiles: boards, heuristics and pattern databases, and the algorithms on them.

mod algorithms;
mod blank;
mod breakdowns;
mod costs;
mod databases;
mod expressions;
mod formula_texts;
mod formulas;
mod heuristic_values;
mod heuristics;
mod move_notation;
mod parity;
mod placements;
mod space;
mod tables;
mod text;
mod whole_space;
