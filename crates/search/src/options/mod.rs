//! What can be chosen for a search beside its heuristic.

mod table;

pub use table::{NoSuchValue, OPTIONS, OptionAbout, Takes, Value};

use std::num::NonZero;
use table::Setting;

/// Gives an enum of choices its list, its keys (for the command line and files) and its
/// labels (for people).
macro_rules! choices {
    ($type:ident: $($variant:ident $key:literal $label:literal),+ $(,)?) => {
        impl $type {
            /// Every choice, in the order in which they are shown.
            pub const ALL: &[$type] = &[$($type::$variant),+];

            /// The key and the label of each.
            pub const LABELS: &[(&str, &str)] = &[$(($key, $label)),+];

            /// The name on the command line and in files.
            pub fn key(self) -> &'static str {
                match self { $($type::$variant => $key),+ }
            }

            /// The name for people, to stand in a sentence.
            pub fn label(self) -> &'static str {
                match self { $($type::$variant => $label),+ }
            }

            /// The choice with this key.
            pub fn from_key(key: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|choice| choice.key() == key)
            }
        }

        impl Setting for $type {
            fn value(self) -> Value {
                Value::Choice(self.key())
            }

            fn from_value(value: Value) -> Option<Self> {
                match value {
                    Value::Choice(key) => Self::from_key(key),
                    _ => None,
                }
            }
        }
    };
}

choices!(Duplicates:
    None "none" "kept",
    Parent "parent" "not undoing the last action",
    Path "path" "not on own path",
    Frontier "frontier" "not on frontier",
    Graph "graph" "graph search",
    GraphWithoutReopening "graph-no-reopening" "graph search, no reopening",
);
choices!(TieBreaking:
    Fifo "fifo" "first in first",
    Lifo "lifo" "last in first",
    LowH "low-h" "lowest h",
    HighG "high-g" "highest g",
    Random "random" "random",
);
choices!(BeamOrder:
    Sorted "sorted" "lowest h first",
    Unsorted "unsorted" "as generated",
);
choices!(Climb:
    Steepest "steepest" "steepest ascent",
    FirstChoice "first-choice" "first choice",
);
choices!(Combining:
    DirectedBeam "directed-beam" "directed beam",
    Beam "beam" "beam",
    HillClimbing "hill-climbing" "hill climbing",
    DepthFirst "depth-first" "depth-first",
    BreadthFirst "breadth-first" "breadth-first",
    BestFirst "best-first" "best-first",
    AStar "a-star" "A*",
);
choices!(GoalTest:
    Late "late" "when selected",
    Early "early" "when generated",
);

/// What is done about states that were reached before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Duplicates {
    /// Nothing: a tree search, which meets the same states again and again.
    None,
    /// The action that undoes the last one is not tried, so its state is not even made.
    Parent,
    /// A state that is on the path to it is dropped.
    Path,
    /// A state that waits on the frontier already is dropped; the first one is kept.
    Frontier,
    /// Graph search: a state that was reached before is dropped, unless this path is
    /// cheaper; then the state is (re)opened. (A search to which path costs mean nothing
    /// reopens none, or by depth; its text says so.)
    Graph,
    /// Graph search that expands no state twice: a cheaper path to one that was expanded is
    /// dropped, and one to a state that still waits is taken.
    GraphWithoutReopening,
}

/// Which node goes first among those with equal evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TieBreaking {
    /// First in, first out.
    Fifo,
    /// Last in, first out.
    Lifo,
    /// The lowest h, then last in.
    LowH,
    /// The highest g, then last in.
    HighG,
    /// A random one, by the run's seed.
    Random,
}

/// When a node is tested for being a goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GoalTest {
    /// When it is selected for expansion.
    Late,
    /// When it is generated.
    Early,
}

/// In which order the nodes that a beam keeps are expanded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BeamOrder {
    /// The lowest h first.
    Sorted,
    /// In the order of their birth.
    Unsorted,
}

/// Which better successor a climb goes on to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Climb {
    /// The best of all.
    Steepest,
    /// The first that is better, tried in random order.
    FirstChoice,
}

/// How a list search combines the successors of a node with the rest of its list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Combining {
    /// Sorted by h and put before it; then the list is cut to the width of the beam.
    DirectedBeam,
    /// Put before it; then the list is cut to the width of the beam.
    Beam,
    /// A directed beam of width 1.
    HillClimbing,
    /// Put before it.
    DepthFirst,
    /// Appended to it.
    BreadthFirst,
    /// Merged into it by h.
    BestFirst,
    /// Merged into it by g + h.
    AStar,
}

/// Defines a type of decimal numbers with an upper limit and a fixed number of decimal places, and
/// its error type.
macro_rules! decimal {
    ($(#[$doc:meta])+ $type:ident to $most:literal with $places:literal places, else $error:ident $message:literal) => {
        $(#[$doc])+
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $type(u32);

        #[doc = concat!("A number that is no [`", stringify!($type), "`].")]
        #[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
        #[error($message, given = short(*.0))]
        pub struct $error(pub f64);

        impl $type {
            pub const MAX: f64 = $most;
            /// The number of decimal places.
            pub const PLACES: usize = $places;
            /// The number of units in 1.
            const UNIT: f64 = 10_u32.pow($places) as f64;

            /// The nearest to `number`.
            ///
            /// # Errors
            /// If it is not a number within the limits.
            pub fn new(number: f64) -> Result<Self, $error> {
                if (0.0..=Self::MAX).contains(&number) {
                    Ok($type((number * Self::UNIT).round() as u32))
                } else {
                    Err($error(number))
                }
            }

            /// It as a number.
            pub fn get(self) -> f64 {
                f64::from(self.0) / Self::UNIT
            }
        }

        impl Setting for $type {
            fn value(self) -> Value {
                Value::Decimal(self.get())
            }

            fn from_value(value: Value) -> Option<Self> {
                match value {
                    Value::Decimal(number) => Self::new(number).ok(),
                    _ => None,
                }
            }
        }
    };
}

decimal! {
    /// The weight on h in weighted searches: a number from 0 to 1000, kept in thousandths so
    /// that evaluations stay whole numbers.
    Weight to 1000.0 with 3 places, else WeightError "a weight is a number from 0 to 1000, not {given}"
}
decimal! {
    /// How readily simulated annealing goes uphill at first: a number from 0 to 1000, in the
    /// unit of h, to a thousandth.
    Temperature to 1000.0 with 3 places,
    else TemperatureError "a temperature is a number from 0 to 1000, not {given}"
}
decimal! {
    /// What the temperature is multiplied by at each step: a number from 0 to 1, to a
    /// millionth.
    Cooling to 1.0 with 6 places, else CoolingError "a cooling factor is a number from 0 to 1, not {given}"
}

/// A number for a message: in scientific notation from 10¹⁵ on.
fn short(number: f64) -> String {
    match number.abs() {
        1e15..f64::INFINITY => format!("{number:e}"),
        _ => number.to_string(),
    }
}

impl Weight {
    /// 1: h as it is.
    pub const ONE: Weight = Weight(1000);

    /// The weight as a fraction (numerator, denominator) in lowest terms, so that
    /// `denominator · g + numerator · h` orders nodes as `g + weight · h` does.
    pub fn ratio(self) -> (u32, u32) {
        let (mut a, mut b) = (self.0, 1000);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        (self.0 / a, 1000 / a)
    }
}

/// The options of a run. Which of them an algorithm uses is in its
/// [`About`](super::About).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    pub duplicates: Duplicates,
    pub ties: TieBreaking,
    pub goal_test: GoalTest,
    pub weight: Weight,
    /// How many nodes a beam keeps: at least 1.
    pub beam_width: usize,
    pub beam_order: BeamOrder,
    /// How deep a depth-limited search may go, in actions; `None` is without limit.
    pub depth_limit: Option<u32>,
    /// How many nodes SMA* keeps: at least [`SmaStar::MIN_NODES`](super::sma_star::SmaStar).
    pub node_budget: usize,
    pub climb: Climb,
    /// How a list search combines successors with its list.
    pub combining: Combining,
    /// How many moves in a row a climb may go on to an equal h.
    pub sideways: u32,
    /// How often hill climbing starts over.
    pub restarts: u32,
    pub temperature: Temperature,
    pub cooling: Cooling,
    /// How many steps simulated annealing takes at most.
    pub steps: u32,
    /// Where every random choice comes from.
    pub seed: u64,
    /// On how many threads the search works; `None` for as many as the machine has.
    pub threads: Option<NonZero<usize>>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            duplicates: Duplicates::Graph,
            ties: TieBreaking::Lifo,
            goal_test: GoalTest::Late,
            weight: Weight(1500),
            beam_width: 100,
            beam_order: BeamOrder::Sorted,
            depth_limit: None,
            node_budget: 10_000,
            climb: Climb::Steepest,
            combining: Combining::DirectedBeam,
            sideways: 0,
            restarts: 1000,
            temperature: Temperature(2000),
            cooling: Cooling(999_900),
            steps: 100_000,
            seed: 1,
            threads: None,
        }
    }
}
