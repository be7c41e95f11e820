//! Helpers shared by the tests of several crates.

mod little_disk;
mod parallel;

pub use little_disk::{test_with_little_disk, with_little_disk};
pub use parallel::parallel_map;
