//! The catalogue of all algorithms and engines.

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
