//! The catalogue of all algorithms and engines.

use crate::game::GAME;
use tilescope_engines::ENGINES;
use tilescope_search::{ALGORITHMS, About};

/// The algorithms, then the engines, in display order.
pub fn catalogue() -> impl Iterator<Item = &'static About> {
    ALGORITHMS.iter().chain(ENGINES).copied()
}

/// The algorithm or engine with this key.
pub fn find(key: &str) -> Option<&'static About> {
    catalogue().find(|about| about.key == key)
}

/// What the record of a run with this key was made by: an algorithm, an engine, or a person.
pub fn find_recorded(key: &str) -> Option<&'static About> {
    find(key).or_else(|| (key == GAME.key).then_some(&GAME))
}
