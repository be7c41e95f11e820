//! Engines: searches specialised for sliding-tile puzzles, as fast as the machine allows.
//!
//! An engine trades the generality of the algorithms in `search` for speed: it knows tiles, has
//! its heuristic built in, may use several threads and vector instructions, and does not report
//! single nodes. It still counts and obeys limits ([`EngineObserver::progress`]), asks before it
//! allocates, and returns the path to the goal.

// Here and not in Cargo.toml, for that would forbid it in the helpers of tests too.
#![warn(clippy::unwrap_used)]

pub mod a_star;
pub mod any_size;
mod budget;
mod dynamic;
pub mod fastest_optimal;
pub mod forwarding;
pub mod ida_star;
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
            "only engines are registered here",
        );)+

        /// The registered heuristic by which the engine with this key prunes its iterations:
        /// [`Engine::HEURISTIC`].
        pub fn heuristic(key: &str) -> Option<&'static HeuristicAbout> {
            $(if key == <$engine as Engine>::ABOUT.key {
                return <$engine as Engine>::HEURISTIC;
            })+
            None
        }

        /// Checks that the engine with this key supports `puzzle`. A key of no engine passes.
        ///
        /// # Errors
        /// If the engine does not support it.
        pub fn check(key: &str, puzzle: &Puzzle, options: &Options) -> Result<(), UnsupportedPuzzle> {
            $(if key == <$engine as Engine>::ABOUT.key {
                return <$engine as Engine>::new(puzzle, options).map(drop);
            })+
            Ok(())
        }

        /// Searches for a solution of `puzzle` with the engine of this key; `None` if there is
        /// no such engine. A puzzle that parity proves unsolvable is not searched.
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
use tilescope_puzzle::heuristics::HeuristicAbout;
use tilescope_puzzle::{Costs, Puzzle, Size};
use tilescope_search::{About, EngineObserver, Kind, Options, Outcome};

/// A search specialised for some puzzles, set up for one of them.
pub trait Engine: Sized {
    /// What the selectors, the command line, the guide and the tests know about the engine.
    const ABOUT: About;

    /// The registered heuristic with which IDA\* has the same iterations. `None` if the engine has no
    /// iterations, or if no one heuristic prunes them.
    const HEURISTIC: Option<&'static HeuristicAbout> = None;

    /// Sets the engine up for `puzzle`. Takes no noticeable time, so the window can ask between
    /// two frames whether the engine supports a puzzle.
    ///
    /// # Errors
    /// If it does not support the puzzle.
    fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, UnsupportedPuzzle>;

    /// Searches for a solution; the puzzle must be solvable. Reports the root, each iteration if
    /// there are any, and its progress at least every few milliseconds. Asks `observer` before
    /// it allocates.
    fn search<O: EngineObserver>(&self, observer: &mut O) -> Outcome<O::Node>;
}

/// Why an engine does not support a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the engine {name} is not for this {size} puzzle: {reason}")]
pub struct UnsupportedPuzzle {
    /// The engine's name.
    pub name: &'static str,
    pub size: Size,
    /// What the engine requires, in a few words.
    pub reason: Cow<'static, str>,
}

impl UnsupportedPuzzle {
    /// The error of the engine that `about` describes.
    pub fn new(about: &About, puzzle: &Puzzle, reason: impl Into<Cow<'static, str>>) -> Self {
        UnsupportedPuzzle {
            name: about.name,
            size: puzzle.size(),
            reason: reason.into(),
        }
    }
}

/// Checks that every move of `puzzle` costs 1.
///
/// # Errors
/// If one does not.
pub fn require_unit_costs(about: &About, puzzle: &Puzzle) -> Result<(), UnsupportedPuzzle> {
    if puzzle.costs == Costs::UNIT {
        return Ok(());
    }
    let reason = "it counts moves, so every move must cost 1";
    Err(UnsupportedPuzzle::new(about, puzzle, reason))
}
