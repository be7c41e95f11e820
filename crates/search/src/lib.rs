//! Search in any state space: the algorithms, and the little they need to be told.
//!
//! Nothing here knows a tile, a thread, a clock, a file or a window. An algorithm is
//! generic over the [`Space`] it searches, the [`Heuristic`] that guides it and the
//! [`Observer`] it tells what it does; with the observer `()` it is the bare loop.

// Here and not in Cargo.toml, for that would forbid it in the helpers of tests too.
#![warn(clippy::unwrap_used)]

pub mod about;
pub mod arena;
mod both_ends;
pub mod counter;
pub mod fn_space;
pub mod hashing;
pub mod memory;
mod node;
pub mod observer;
pub mod open_list;
pub mod options;
pub mod reached;
pub mod space;
pub mod strategy;
pub mod successors;

// The algorithms, one family a file …
pub mod anytime;
pub mod beam;
pub mod best_first;
pub mod bidirectional;
pub mod breadth_first;
pub mod depth_first;
pub mod depth_limited;
pub mod enforced_hill_climbing;
pub mod hill_climbing;
pub mod ida_star;
pub mod list_search;
pub mod nbs;
pub mod rbfs;
pub mod simulated_annealing;
pub mod sma_star;

/// Makes the registry of a list of algorithms.
macro_rules! algorithms {
    (@inlined $visitor:ident, $algorithm:expr) => { Some($visitor.visit($algorithm)) };
    (@boxed $visitor:ident, $algorithm:expr) => { None };
    (@is_inlined inlined) => { true };
    (@is_inlined boxed) => { false };
    ($($algorithm:path: $call:ident),+ $(,)?) => {
        /// Every algorithm, in the order in which they are shown.
        pub const ALGORITHMS: &[&About] = &[$(&<$algorithm as Algorithm>::ABOUT),+];

        $(const _: () = assert!(
            matches!(<$algorithm as Algorithm>::ABOUT.kind, Kind::Algorithm),
            "what is registered here is an algorithm",
        );)+

        /// Makes the algorithm with this key and hands it to `visitor`; `None` if there is
        /// none.
        pub fn dispatch<V: AlgorithmVisitor>(
            key: &str,
            options: &Options,
            visitor: V,
        ) -> Option<V::Output> {
            $(if key == <$algorithm as Algorithm>::ABOUT.key {
                return Some(visitor.visit(<$algorithm as Algorithm>::with(options)));
            })+
            None
        }

        /// The same, if it is marked `inlined`; otherwise `None`. The visitor is compiled for those
        /// alone.
        pub fn dispatch_inlined<V: AlgorithmVisitor>(
            key: &str,
            options: &Options,
            visitor: V,
        ) -> Option<V::Output> {
            $(if key == <$algorithm as Algorithm>::ABOUT.key {
                return algorithms!(@$call visitor, <$algorithm as Algorithm>::with(options));
            })+
            None
        }

        /// Whether the algorithm with this key is marked `inlined`.
        pub fn is_inlined(key: &str) -> bool {
            $(if key == <$algorithm as Algorithm>::ABOUT.key {
                return algorithms!(@is_inlined $call);
            })+
            false
        }
    };
}

// … and the one list that registers them. A search is compiled for a heuristic of its own, instead of
// calling it through a pointer, if the algorithm is marked `inlined`: where h is a large part of the
// time of a node.
algorithms![
    breadth_first::BreadthFirst: boxed,
    depth_first::DepthFirst: boxed,
    depth_limited::DepthLimited: boxed,
    depth_limited::IterativeDeepening: boxed,
    bidirectional::BidirectionalBreadthFirst: boxed,
    best_first::UniformCost: boxed,
    best_first::GreedyBestFirst: inlined,
    best_first::AStar: inlined,
    best_first::WeightedAStar: inlined,
    anytime::AnytimeWeightedAStar: inlined,
    ida_star::IdaStar: inlined,
    rbfs::Rbfs: inlined,
    sma_star::SmaStar: boxed,
    nbs::Nbs: boxed,
    beam::Beam: inlined,
    hill_climbing::HillClimbing: boxed,
    hill_climbing::RandomRestartHillClimbing: boxed,
    enforced_hill_climbing::EnforcedHillClimbing: boxed,
    simulated_annealing::SimulatedAnnealing: boxed,
    list_search::ListSearch: boxed,
];

/// The algorithm to begin with.
pub const DEFAULT_ALGORITHM: &About = &best_first::AStar::ABOUT;

pub use about::{About, Applies, Completeness, Databases, Directionality, Kind, Optimality};
pub use both_ends::SearchDirection;
pub use counter::{Checked, Counter};
pub use fn_space::FnSpace;
pub use observer::{
    EngineObserver, NodeEvent, NodeOutcome, NodeView, Observer, Outcome, Progress, Solution,
    StopReason,
};
pub use options::{BeamOrder, Climb, Combining, Duplicates, GoalTest, TieBreaking};
pub use options::{Cooling, CoolingError, Temperature, TemperatureError, Weight, WeightError};
pub use options::{NoSuchValue, OPTIONS, OptionAbout, Options, Takes, Value};
pub use space::{
    Action, Actions, BidirectionalHeuristic, Cost, Heuristic, MAX_ACTION_COST, MAX_ESTIMATE,
    MAX_EXPANDED_COST, MovesVisitor, Space, Successor,
};
pub use strategy::{EvaluationFunction, FValue, Pruning, Selection, Strategy};

/// A search algorithm, as a value made from the [`Options`] of a run.
///
/// Implementors hold only the options that they use; the search itself keeps its state
/// on its own stack, so one value may serve many searches.
pub trait Algorithm: Sized {
    /// What the selectors, the command line, the guide and the tests know of it.
    const ABOUT: About;

    /// Takes from `options` what this algorithm uses. Options that [`Self::ABOUT`] does
    /// not list are ignored here; refusing them is the caller's business.
    fn with(options: &Options) -> Self;

    /// Searches `space` from `start` for a goal, telling `observer` of every step.
    fn search<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Outcome<O::Node>;
}

/// What is to be done with an algorithm once its type is known.
pub trait AlgorithmVisitor {
    type Output;
    fn visit<A: Algorithm>(self, algorithm: A) -> Self::Output;
}
