//! What can be chosen for a search beside its heuristic.

/// Gives an enum of choices its list, its keys (for the command line and files) and its
/// labels (for people).
macro_rules! choices {
    ($type:ident: $($variant:ident $key:literal $label:literal),+ $(,)?) => {
        impl $type {
            /// Every choice, in the order in which they are shown.
            pub const ALL: &[$type] = &[$($type::$variant),+];

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
    };
}

choices!(Duplicates:
    None "none" "kept",
    Parent "parent" "not undoing the last action",
    Path "path" "not on own path",
    Frontier "frontier" "not on frontier",
    Graph "graph" "graph search",
);
choices!(Ties:
    Fifo "fifo" "first in first",
    Lifo "lifo" "last in first",
    LowH "low-h" "lowest h",
    HighG "high-g" "highest g",
    Random "random" "random",
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
}

/// Which node goes first among those with equal evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ties {
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

/// The weight on h in weighted searches: a number from 0 to 1000, kept in thousandths so
/// that evaluations stay whole numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Weight(u32);

/// A number that is no weight.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
#[error("a weight is a number from 0 to 1000, not {0}")]
pub struct WeightError(pub f64);

impl Weight {
    /// 1: h as it is.
    pub const ONE: Weight = Weight(1000);

    /// The weight nearest to `weight`, to a thousandth.
    ///
    /// # Errors
    /// If it is not a number from 0 to 1000.
    pub fn new(weight: f64) -> Result<Self, WeightError> {
        if (0.0..=1000.0).contains(&weight) {
            Ok(Weight((weight * 1000.0).round() as u32))
        } else {
            Err(WeightError(weight))
        }
    }

    /// The weight as a number.
    pub fn get(self) -> f64 {
        f64::from(self.0) / 1000.0
    }

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
    pub ties: Ties,
    pub goal_test: GoalTest,
    pub weight: Weight,
    /// How many nodes a beam keeps: at least 1.
    pub beam_width: usize,
    /// How deep a depth-limited search may go, in actions; `None` is without limit.
    pub depth_limit: Option<u32>,
    /// Where every random choice comes from.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            duplicates: Duplicates::Graph,
            ties: Ties::Lifo,
            goal_test: GoalTest::Late,
            weight: Weight(1500),
            beam_width: 100,
            depth_limit: None,
            seed: 1,
        }
    }
}
