//! The heuristics, one per file, and the registry of them all.

mod euclidean;
pub mod expr;
mod gaschnig;
mod inversion_distance;
mod linear_conflict;
mod lru_cache;
mod manhattan;
mod manhattan_with_blank;
mod misplaced;
mod nilsson;
mod partitions;
mod pattern_database;
mod per_tile;
mod perfect;
mod row_column;
mod tables;
mod walking_distance;
mod zero;

pub use euclidean::Euclidean;
pub use expr::{Expr, HeuristicExpr, HeuristicExprError};
pub use gaschnig::Gaschnig;
pub use inversion_distance::InversionDistance;
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use manhattan_with_blank::ManhattanWithBlank;
pub use misplaced::Misplaced;
pub use nilsson::Nilsson;
pub use partitions::{
    BLANK_KEPT, NamedPdb, Pdb44, Pdb78, Pdb555, Pdb663, Pdb6666, named_partitions, partition,
};
pub use pattern_database::{PartitionError, PatternDatabases, required_patterns};
pub use perfect::Perfect;
pub use row_column::RowColumn;
pub use tables::Tables;
pub use walking_distance::WalkingDistance;
pub use zero::Zero;

use super::{
    Board, Bytes, Cells, CostError, Costs, MoveOrder, Size, SlidingTiles, notation::excerpt,
};
use crate::pattern_database::Supervisor;
use std::borrow::Cow;
use tilescope_search::{Cost, Heuristic, StopReason};

// Every heuristic, in display order. Searches are monomorphised for those that are `inlined`; the
// others are called through a pointer.
register! {
    Zero: boxed,
    Misplaced: boxed,
    Gaschnig: boxed,
    RowColumn: boxed,
    Euclidean: boxed,
    Manhattan: inlined,
    ManhattanWithBlank: boxed,
    LinearConflict: boxed,
    InversionDistance: boxed,
    WalkingDistance: boxed,
    Perfect: boxed,
    Pdb44: boxed,
    Pdb555: boxed,
    Pdb663: boxed,
    Pdb78: boxed,
    Pdb6666: boxed,
    Nilsson: boxed,
}

/// The default heuristic.
pub const DEFAULT_HEURISTIC: &HeuristicAbout = &Manhattan::ABOUT;

/// Heuristics suggested first for combining: they apply to every board and need no tables.
pub const COMBINABLE: &[&HeuristicAbout] = &[
    DEFAULT_HEURISTIC,
    &LinearConflict::ABOUT,
    &InversionDistance::ABOUT,
    &Misplaced::ABOUT,
];

/// A heuristic's entry in the registry.
#[derive(PartialEq, Eq, Debug)]
pub struct HeuristicAbout {
    /// The name on the command line and in files, such as `linear-conflict`.
    pub key: &'static str,
    /// The textbook's name, such as `Linear conflict`.
    pub name: &'static str,
    /// One short sentence: what it computes.
    pub summary: &'static str,
    /// The rule of the puzzle that it relaxes.
    pub relaxes: &'static str,
    /// Whether it never overestimates.
    pub admissible: bool,
    /// Whether it never falls by more than the cost of the action.
    pub consistent: bool,
    /// What it takes to prepare it for a goal.
    pub preparation: Preparation,
    /// A paragraph for students: how it works, and who described it.
    pub text: &'static str,
}

/// What it takes to prepare a heuristic for a goal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Preparation {
    /// Next to nothing: it may be called anywhere, even between two frames of a window.
    Immediate,
    /// Tables, built on first use and kept: up to seconds of time and megabytes.
    Tables,
    /// Large tables: up to a minute, and hundreds of megabytes.
    LargeTables,
}

/// A heuristic for sliding tiles, prepared for a goal and its costs.
///
/// The type also implements [`Heuristic`] for [`SlidingTiles`] in every packing.
pub trait TileHeuristic: Sized {
    const ABOUT: HeuristicAbout;

    /// The heuristic of distances to `goal`.
    ///
    /// # Errors
    /// If it is not defined for such boards.
    fn new(goal: &Board, costs: Costs) -> Result<Self, Unsupported>;

    /// The approximate size of its tables, in bytes; 0 if it has none, or is not defined for such
    /// boards.
    fn table_bytes(goal: &Board, costs: Costs) -> u64 {
        let _ = (goal, costs);
        0
    }

    /// Builds the tables that [`new`](Self::new) needs and that don't exist yet.
    ///
    /// # Errors
    /// If the supervisor stops it, or memory is exhausted.
    fn prepare(
        goal: &Board,
        costs: Costs,
        supervisor: &mut dyn Supervisor,
    ) -> Result<Tables, StopReason> {
        let _ = (goal, costs, supervisor);
        Ok(Tables::default())
    }
}

/// Why a heuristic doesn't support a goal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the heuristic {name} does not fit this {size} puzzle: {reason}")]
pub struct Unsupported {
    /// The heuristic's name.
    pub name: &'static str,
    pub size: Size,
    /// The reason, as an independent clause.
    pub reason: Cow<'static, str>,
}

/// Why a heuristic can't be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HeuristicError {
    #[error("there is no heuristic “{0}”")]
    Unknown(String),
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    #[error(transparent)]
    Costs(#[from] CostError),
}

/// A heuristic whose type is known at run time only.
pub type Boxed<C> = Box<dyn Heuristic<SlidingTiles<C>>>;

/// A generic function of a heuristic, called once the heuristic's type is known.
pub trait HeuristicVisitor<C: Cells> {
    type Output;
    fn visit<H: Heuristic<SlidingTiles<C>> + 'static>(self, heuristic: H) -> Self::Output;
}

/// The estimate of the heuristic with this key for the distance from `board` to `goal`.
///
/// # Errors
/// If no heuristic has this key, or it does not support the goal.
///
/// # Panics
/// If the boards differ in size.
pub fn value(key: &str, board: &Board, goal: &Board, costs: Costs) -> Result<Cost, HeuristicError> {
    let state = SlidingTiles::<Bytes>::new(goal, costs, MoveOrder::default()).state(board);
    Ok(make::<Bytes>(key, goal, costs)?.estimate(&state))
}

/// Defines [`HEURISTICS`] and the functions that dispatch by key.
macro_rules! register {
    ($($heuristic:ident: $call:ident),+ $(,)?) => {
        /// Every heuristic, in display order.
        pub const HEURISTICS: &[&HeuristicAbout] =
            &[$(&<$heuristic as TileHeuristic>::ABOUT),+];

        /// Makes the heuristic with this key for `goal` and `costs`, and hands it to
        /// `visitor`.
        ///
        /// # Errors
        /// If no heuristic has this key, or it does not support the goal.
        pub fn dispatch<C: Cells, V: HeuristicVisitor<C>>(
            key: &str,
            goal: &Board,
            costs: Costs,
            visitor: V,
        ) -> Result<V::Output, HeuristicError> {
            costs.check(goal.size())?;
            $(if key == <$heuristic as TileHeuristic>::ABOUT.key {
                let heuristic = $heuristic::new(goal, costs)?;
                return Ok($call(heuristic, visitor));
            })+
            Err(HeuristicError::Unknown(excerpt(key)))
        }

        /// The approximate size, in bytes, of the tables of the heuristic with this key.
        pub fn table_bytes(key: &str, goal: &Board, costs: Costs) -> u64 {
            $(if key == <$heuristic as TileHeuristic>::ABOUT.key {
                return <$heuristic as TileHeuristic>::table_bytes(goal, costs);
            })+
            0
        }

        /// Builds the tables of the heuristic with this key that don't exist yet.
        ///
        /// # Errors
        /// If the supervisor stops it, or memory is exhausted.
        pub fn prepare(
            key: &str,
            goal: &Board,
            costs: Costs,
            supervisor: &mut dyn Supervisor,
        ) -> Result<Tables, StopReason> {
            $(if key == <$heuristic as TileHeuristic>::ABOUT.key {
                return <$heuristic as TileHeuristic>::prepare(goal, costs, supervisor);
            })+
            Ok(Tables::default())
        }

        /// Makes the heuristic with this key for `goal` and `costs`.
        ///
        /// # Errors
        /// If no heuristic has this key, or it does not support the goal.
        pub fn make<C: Cells>(
            key: &str,
            goal: &Board,
            costs: Costs,
        ) -> Result<Boxed<C>, HeuristicError> {
            costs.check(goal.size())?;
            $(if key == <$heuristic as TileHeuristic>::ABOUT.key {
                return Ok(Box::new($heuristic::new(goal, costs)?));
            })+
            Err(HeuristicError::Unknown(excerpt(key)))
        }
    };
}
use register;

fn inlined<C: Cells, H: Heuristic<SlidingTiles<C>> + 'static, V: HeuristicVisitor<C>>(
    heuristic: H,
    visitor: V,
) -> V::Output {
    visitor.visit(heuristic)
}

fn boxed<C: Cells, H: Heuristic<SlidingTiles<C>> + 'static, V: HeuristicVisitor<C>>(
    heuristic: H,
    visitor: V,
) -> V::Output {
    let heuristic: Boxed<C> = Box::new(heuristic);
    visitor.visit(heuristic)
}
