//! Pattern databases: the cost of bringing the tiles of a pattern home, ignoring all other tiles.

mod additive;
mod blank_components;
mod build;
mod builds_in_flight;
mod database;
pub mod direct;
mod lookup;
mod page_buffer;
mod partition;
mod pattern;
mod plan;
pub mod ranking;
pub mod registry;
mod rotations;
mod supervisor;
pub mod view;

pub use additive::{Additive, images};
pub use blank_components::BlankComponents;
pub use build::build;
pub(crate) use builds_in_flight::BuildsInFlight;
pub use database::Database;
pub use lookup::{Lookup, Placement};
pub use page_buffer::PageBuffer;
pub use partition::{Blank, Partition};
pub use pattern::{Pattern, Symmetry, n_bytes};
pub use plan::{BuildSize, Plan};
pub use ranking::Ranking;
pub use registry::{get, get_or_build};
pub use rotations::Rotations;
pub use supervisor::{ReportFn, Supervisor};
pub use view::{DatabaseView, TileMove};
