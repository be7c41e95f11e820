//! The heuristics, one per file, and the registry of them all.

pub mod breakdown;
mod euclidean;
pub mod expr;
mod first_tiles;
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

pub use expr::{CompositionError, Expr, HeuristicExpr, HeuristicExprError, formula};
pub use partitions::{BLANK_KEPT, NamedPdb, named_partitions, partition};
pub use pattern_database::{PartitionError, PatternDatabases, required_patterns};
pub use tables::Tables;

use super::{
    Board, Bytes, Cells, CostError, Costs, MoveOrder, Size, SlidingTiles, notation::excerpt,
};
use crate::pattern_database::Supervisor;
use breakdown::{Cause, Term};
use std::borrow::Cow;
use tilescope_search::{Cost, Heuristic, StopReason};

// Every heuristic, in display order. Searches are monomorphised for those that are `inlined`; the
// others are called through a pointer.
register! {
    zero::Zero: boxed,
    misplaced::Misplaced: boxed,
    gaschnig::Gaschnig: boxed,
    row_column::RowColumn: boxed,
    euclidean::Euclidean: boxed,
    manhattan::Manhattan: inlined,
    first_tiles::FirstTiles: boxed,
    manhattan_with_blank::ManhattanWithBlank: boxed,
    linear_conflict::LinearConflict: boxed,
    inversion_distance::InversionDistance: boxed,
    walking_distance::WalkingDistance: boxed,
    perfect::Perfect: boxed,
    partitions::Pdb44: boxed,
    partitions::Pdb555: boxed,
    partitions::Pdb663: boxed,
    partitions::Pdb78: boxed,
    partitions::Pdb6666: boxed,
    nilsson::Nilsson: boxed,
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
    /// What others call it, such as `Hamming distance`: it is found by these names too.
    pub other_names: &'static [&'static str],
    /// One short sentence: what it computes.
    pub summary: &'static str,
    /// The rule of the puzzle that it relaxes.
    pub relaxes: &'static str,
    /// Whether it never overestimates, whatever the argument.
    pub admissible: bool,
    /// Whether it never falls by more than the cost of the action, whatever the argument.
    pub consistent: bool,
    /// What it takes to prepare it for a goal.
    pub preparation: Preparation,
    /// The number that the user chooses for it, if there is one.
    pub parameter: Option<Parameter>,
    /// A paragraph for students: how it works, and who described it.
    pub text: &'static str,
}

/// A whole number that the user chooses for a heuristic: `first-tiles(6)`. The number chosen is
/// its *argument*.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// The name in the window, such as `Tiles counted`.
    pub name: &'static str,
    /// One short sentence: what it does.
    pub hint: &'static str,
    pub min: u32,
    pub max: u32,
    pub default: u32,
}

impl HeuristicAbout {
    /// How it is written: its key, with the range of its argument if it has a parameter, such as
    /// `first-tiles(1..99)`.
    pub fn syntax(&self) -> String {
        match self.parameter {
            Some(Parameter { min, max, .. }) => format!("{}({min}..{max})", self.key),
            None => self.key.to_owned(),
        }
    }
}

impl Parameter {
    /// The least argument, the default, and the greatest one.
    pub fn samples(&self) -> [u32; 3] {
        [self.min, self.default, self.max]
    }
}

/// What is claimed of a heuristic with some argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claims {
    /// Whether it never overestimates.
    pub admissible: bool,
    /// Whether it never falls by more than the cost of the action.
    pub consistent: bool,
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

    /// The heuristic of distances to `goal`, with the default argument if it has a parameter.
    ///
    /// # Errors
    /// If it is not defined for such boards.
    fn new(goal: &Board, costs: Costs) -> Result<Self, Unsupported>;

    /// The same with this argument, which is in the range of the parameter. A heuristic that has a
    /// parameter overrides this; no other is asked.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    fn with(goal: &Board, costs: Costs, argument: u32) -> Result<Self, Unsupported> {
        let _ = argument;
        Self::new(goal, costs)
    }

    /// What is claimed of it with this argument. A heuristic for which a claim holds for some
    /// arguments only overrides this. `None` stands for the default, here and below.
    fn claims(argument: Option<u32>) -> Claims {
        let _ = argument;
        Claims {
            admissible: Self::ABOUT.admissible,
            consistent: Self::ABOUT.consistent,
        }
    }

    /// The value of each tile in each cell, by tile and then by cell, if the heuristic is their sum;
    /// those of the blank are 0.
    fn tile_values(goal: &Board, costs: Costs) -> Option<Vec<Vec<Cost>>> {
        let _ = (goal, costs);
        None
    }

    /// What is added up on `board`, without zeros; nothing if the heuristic looks at the board as a
    /// whole. A heuristic that is more than the sum of [`tile_values`](Self::tile_values) overrides
    /// this.
    fn terms(board: &Board, goal: &Board, costs: Costs) -> Vec<Term> {
        let Some(values) = Self::tile_values(goal, costs) else {
            return Vec::new();
        };
        let of_tile = |(cell, &tile): (usize, &u8)| Term {
            cause: Cause::Tile(tile),
            value: values[usize::from(tile)][cell],
        };
        let terms = board.tiles().iter().enumerate().map(of_tile);
        terms.filter(|term| term.value > 0).collect()
    }

    /// The approximate size of its tables, in bytes; 0 if it has none, or is not defined for such
    /// boards.
    fn table_bytes(goal: &Board, costs: Costs, argument: Option<u32>) -> u64 {
        let _ = (goal, costs, argument);
        0
    }

    /// Builds the tables that [`new`](Self::new) or [`with`](Self::with) needs and that don't
    /// exist yet.
    ///
    /// # Errors
    /// If the supervisor stops it, or memory is exhausted.
    fn prepare(
        goal: &Board,
        costs: Costs,
        argument: Option<u32>,
        supervisor: &mut dyn Supervisor,
    ) -> Result<Tables, StopReason> {
        let _ = (goal, costs, argument, supervisor);
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

/// The estimate of the heuristic with this key, and the default argument, for the distance from
/// `board` to `goal`.
///
/// # Errors
/// If no heuristic has this key, or it does not support the goal.
///
/// # Panics
/// If the boards differ in size.
pub fn value(key: &str, board: &Board, goal: &Board, costs: Costs) -> Result<Cost, HeuristicError> {
    let state = SlidingTiles::<Bytes>::new(goal, costs, MoveOrder::default()).state(board);
    Ok(make::<Bytes>(key, None, goal, costs)?.estimate(&state))
}

/// Re-exports the heuristics, and defines [`HEURISTICS`] and the functions that dispatch by key.
/// In all of them `argument` is `None` for the default and for a heuristic without a parameter.
macro_rules! register {
    ($($module:ident::$heuristic:ident: $call:ident),+ $(,)?) => {
        $(pub use $module::$heuristic;)+

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
            argument: Option<u32>,
            goal: &Board,
            costs: Costs,
            visitor: V,
        ) -> Result<V::Output, HeuristicError> {
            costs.check(goal.size())?;
            $(if key == <$heuristic as TileHeuristic>::ABOUT.key {
                let heuristic = with_argument::<$heuristic>(argument, goal, costs)?;
                return Ok($call(heuristic, visitor));
            })+
            Err(HeuristicError::Unknown(excerpt(key)))
        }

        /// What is claimed of the heuristic with this key.
        pub fn claims(key: &str, argument: Option<u32>) -> Option<Claims> {
            $(if key == <$heuristic as TileHeuristic>::ABOUT.key {
                return Some(<$heuristic as TileHeuristic>::claims(argument));
            })+
            None
        }

        /// The value of each tile in each cell, if the heuristic with this key is their sum.
        pub fn tile_values(key: &str, goal: &Board, costs: Costs) -> Option<Vec<Vec<Cost>>> {
            $(if key == <$heuristic as TileHeuristic>::ABOUT.key {
                return <$heuristic as TileHeuristic>::tile_values(goal, costs);
            })+
            None
        }

        /// What the heuristic with this key adds up on `board`: see [`TileHeuristic::terms`].
        pub fn terms(key: &str, board: &Board, goal: &Board, costs: Costs) -> Vec<Term> {
            $(if key == <$heuristic as TileHeuristic>::ABOUT.key {
                return <$heuristic as TileHeuristic>::terms(board, goal, costs);
            })+
            Vec::new()
        }

        /// The approximate size, in bytes, of the tables of the heuristic with this key.
        pub fn table_bytes(key: &str, argument: Option<u32>, goal: &Board, costs: Costs) -> u64 {
            $(if key == <$heuristic as TileHeuristic>::ABOUT.key {
                return <$heuristic as TileHeuristic>::table_bytes(goal, costs, argument);
            })+
            0
        }

        /// Builds the tables of the heuristic with this key that don't exist yet.
        ///
        /// # Errors
        /// If the supervisor stops it, or memory is exhausted.
        pub fn prepare(
            key: &str,
            argument: Option<u32>,
            goal: &Board,
            costs: Costs,
            supervisor: &mut dyn Supervisor,
        ) -> Result<Tables, StopReason> {
            $(if key == <$heuristic as TileHeuristic>::ABOUT.key {
                return <$heuristic as TileHeuristic>::prepare(goal, costs, argument, supervisor);
            })+
            Ok(Tables::default())
        }

        /// Makes the heuristic with this key for `goal` and `costs`.
        ///
        /// # Errors
        /// If no heuristic has this key, or it does not support the goal.
        pub fn make<C: Cells>(
            key: &str,
            argument: Option<u32>,
            goal: &Board,
            costs: Costs,
        ) -> Result<Boxed<C>, HeuristicError> {
            costs.check(goal.size())?;
            $(if key == <$heuristic as TileHeuristic>::ABOUT.key {
                return Ok(Box::new(with_argument::<$heuristic>(argument, goal, costs)?));
            })+
            Err(HeuristicError::Unknown(excerpt(key)))
        }
    };
}
use register;

fn with_argument<H: TileHeuristic>(
    argument: Option<u32>,
    goal: &Board,
    costs: Costs,
) -> Result<H, Unsupported> {
    match argument {
        Some(argument) => H::with(goal, costs, argument),
        None => H::new(goal, costs),
    }
}

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
