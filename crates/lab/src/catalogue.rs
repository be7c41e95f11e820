//! What a run can be made with: the algorithms, and then the engines.

use tilescope_engines::ENGINES;
use tilescope_search::{ALGORITHMS, About};

/// Everything that can be chosen, in the order in which it is shown.
pub fn catalogue() -> impl Iterator<Item = &'static About> {
    ALGORITHMS.iter().chain(ENGINES).copied()
}

/// The one with this key.
pub fn find(key: &str) -> Option<&'static About> {
    catalogue().find(|about| about.key == key)
}
