//! The catalogue of all algorithms and engines.

use crate::game::GAME;
use tilescope_engines::ENGINES;
use tilescope_search::{ALGORITHMS, About};

/// The algorithms, then the engines, in display order.
pub fn catalogue() -> impl Iterator<Item = &'static About> {
    ALGORITHMS.iter().chain(ENGINES).copied()
}

/// The algorithm or engine with this key, or with this name in any case: `breadth-first`, `BFS`.
pub fn find(name: &str) -> Option<&'static About> {
    let is_name = |other: &str| other.eq_ignore_ascii_case(name);
    let has_name = |about: &&About| about.other_names.iter().any(|it| is_name(it));
    catalogue()
        .find(|about| about.key == name || is_name(about.name))
        .or_else(|| catalogue().find(has_name))
}

/// What the record of a run with this key was made by: an algorithm, an engine, or a person.
pub fn find_recorded(key: &str) -> Option<&'static About> {
    find(key).or_else(|| (key == GAME.key).then_some(&GAME))
}
