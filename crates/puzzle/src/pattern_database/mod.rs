//! Pattern databases: what the tiles of a pattern cost to bring home if the others were blank.

mod additive;
mod build;
mod database;
pub mod direct;
mod lookup;
mod partition;
mod pattern;
mod plan;
pub mod ranking;
mod regions;
mod room;
mod sites;
pub mod stock;
mod supervisor;
mod turns;
pub mod view;

pub use additive::{Additive, images};
pub use build::build;
pub use database::Database;
pub use lookup::{Lookup, Placement};
pub use partition::{Blank, Partition};
pub use pattern::{Pattern, Symmetry, n_bytes};
pub use plan::{BuildSize, Plan};
pub use ranking::Ranking;
pub use regions::BlankComponents;
pub use room::PageBuffer;
pub(crate) use sites::BuildsInFlight;
pub use stock::obtain;
pub use supervisor::{ReportFn, Supervisor};
pub use turns::Turns;
pub use view::{Step, View};
