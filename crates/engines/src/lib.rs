//! Engines: searches written for some sliding-tile puzzles alone, as fast as the machine
//! allows.
//!
//! They give up what makes the algorithms in `search` readable, general and recorded: an
//! engine knows tiles, has its estimate built in, may use several threads and the machine's
//! vectors, and tells of no single node. It keeps the rest: counts and limits by
//! [`EngineObserver::progress`], leave to grow, and the path to the goal.

// Here and not in Cargo.toml, for that would forbid it in the helpers of tests too.
#![warn(clippy::unwrap_used)]

pub mod a_star;
pub mod any_size;
mod dynamic;
pub mod fastest_optimal;
pub mod forwarding;
pub mod ida_star;
mod leave;
pub mod pattern_database;
pub mod team;
pub mod whole_space;

/// Makes the registry of a list of engines.
macro_rules! engines {
    ($($engine:path),+ $(,)?) => {
        /// Every engine, in the order in which they are shown.
        pub const ENGINES: &[&About] = &[$(&<$engine as Engine>::ABOUT),+];

        $(const _: () = assert!(
            matches!(<$engine as Engine>::ABOUT.kind, Kind::Engine(_)),
            "what is registered here is an engine",
        );)+

        /// Whether the engine with this key is for `puzzle`; nothing is said against it if
        /// there is no such engine.
        ///
        /// # Errors
        /// If it is not.
        pub fn check(key: &str, puzzle: &Puzzle, options: &Options) -> Result<(), UnsupportedPuzzle> {
            $(if key == <$engine as Engine>::ABOUT.key {
                return <$engine as Engine>::new(puzzle, options).map(drop);
            })+
            Ok(())
        }

        /// Searches for a solution of `puzzle` with the engine of this key; `None` if there
        /// is none. Where parity says that there is no solution, none is looked for.
        pub fn search<O: EngineObserver>(
            key: &str,
            puzzle: &Puzzle,
            options: &Options,
            observer: &mut O,
        ) -> Option<Result<Outcome<O::Node>, UnsupportedPuzzle>> {
            $(if key == <$engine as Engine>::ABOUT.key {
                let engine = <$engine as Engine>::new(puzzle, options);
                return Some(engine.map(|engine| {
                    if puzzle.solvability().is_solvable() {
                        engine.search(observer)
                    } else {
                        Outcome::Exhausted
                    }
                }));
            })+
            None
        }
    };
}

// The one list that registers them.
engines![
    fastest_optimal::FastestOptimal,
    any_size::AnySize,
    pattern_database::PatternDatabaseSearch,
    ida_star::FastIdaStar,
    a_star::CompactAStar,
];

use std::borrow::Cow;
use tilescope_puzzle::{Costs, Puzzle, Size};
use tilescope_search::{About, EngineObserver, Kind, Options, Outcome};

/// A search written for some puzzles alone, made for one of them.
pub trait Engine: Sized {
    /// What the selectors, the command line, the README and the tests know of it.
    const ABOUT: About;

    /// Takes in the puzzle; in no time to speak of, so that whether it fits may be asked
    /// between two frames of a window.
    ///
    /// # Errors
    /// If it is not for such puzzles.
    fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, UnsupportedPuzzle>;

    /// Searches for a solution, of which there is one. Tells `observer` of the root, of each
    /// iteration if there are any, and reports its progress at least every few milliseconds;
    /// asks it before taking memory.
    fn search<O: EngineObserver>(&self, observer: &mut O) -> Outcome<O::Node>;
}

/// Why an engine is not for a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the engine {name} is not for this {size} puzzle: {reason}")]
pub struct UnsupportedPuzzle {
    /// The engine's name.
    pub name: &'static str,
    pub size: Size,
    /// What it wants, in a few words for people.
    pub reason: Cow<'static, str>,
}

impl UnsupportedPuzzle {
    /// The misfit of the engine that `about` tells of.
    pub fn new(about: &About, puzzle: &Puzzle, reason: impl Into<Cow<'static, str>>) -> Self {
        UnsupportedPuzzle {
            name: about.name,
            size: puzzle.size(),
            reason: reason.into(),
        }
    }
}

/// Lets puzzles through whose moves all cost 1.
///
/// # Errors
/// If they do not.
pub fn want_unit_costs(about: &About, puzzle: &Puzzle) -> Result<(), UnsupportedPuzzle> {
    if puzzle.costs == Costs::UNIT {
        return Ok(());
    }
    let reason = "it counts moves, so every move must cost 1";
    Err(UnsupportedPuzzle::new(about, puzzle, reason))
}
