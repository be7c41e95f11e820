//! What a run can be made with: the algorithms, and then the engines.

use tilescope_engines::ENGINES;
use tilescope_search::{ALGORITHMS, About};

/// Everything that can be chosen, in the order in which it is shown.
pub fn catalogue() -> impl Iterator<Item = &'static About> {
    ALGORITHMS.iter().chain(ENGINES).copied()
}

/// Whether `about` is an engine's: then it takes no order of the actions, which is its own,
/// and keeps no record.
pub fn is_engine(about: &About) -> bool {
    ENGINES.iter().any(|engine| engine.key == about.key)
}
