//! The best games of each puzzle: what they are, and the file that keeps them.

mod games;
mod store;

pub use games::{Best, BestGames, WonGame};
pub use store::{News, Store};
