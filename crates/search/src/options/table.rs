//! The table of options: what each is called, what it does, which values it takes, and where it
//! stands in [`Options`].
//!
//! The flags of the command line, the rows of the window, sessions, reports and lists are all
//! made from it. The type of a field says how its value is read and written ([`Setting`]).

use super::{
    BeamOrder, Climb, Combining, Cooling, Duplicates, GoalTest, Options, Temperature, TieBreaking,
    Weight,
};
use crate::Applies;
use crate::sma_star::SmaStar;
use serde::Serialize;
use std::fmt;
use std::num::NonZero;

/// What is known of an option.
#[derive(Debug)]
pub struct OptionAbout {
    /// Its flag on the command line without the dashes, such as `beam-width`.
    pub key: &'static str,
    /// Its name in files and in JSON, such as `beam_width`.
    pub field: &'static str,
    /// Its name for people, such as “Beam width”.
    pub name: &'static str,
    /// What it does, without a full stop.
    pub hint: &'static str,
    pub takes: Takes,
    get: fn(&Options) -> Value,
    /// `None`, and nothing is changed, if the value is of another type.
    set: fn(&mut Options, Value) -> Option<()>,
}

/// Which values an option takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Takes {
    /// One of these, each with its key and its label; an algorithm may have some of them only.
    Choice(&'static [(&'static str, &'static str)]),
    /// A whole number from one to the other.
    Whole(u64, u64),
    /// A number from 0 to `max`, rounded to this many decimal places.
    Decimal { max: f64, places: usize },
    /// A whole number, or none, for which there is a word.
    WholeOr {
        none: &'static str,
        min: u64,
        max: u64,
        /// Some that people may want.
        usual: &'static [u64],
    },
}

/// The value of an option; in JSON as itself, or null.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// The key of a choice.
    Choice(&'static str),
    Whole(u64),
    Decimal(f64),
    None,
}

/// A value that an option does not take.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("it takes {takes}, not {value}")]
pub struct NoSuchValue {
    takes: String,
    value: String,
}

/// Makes the table of its rows, and the way from what applies to an algorithm to its row.
macro_rules! table {
    ($($field:ident $applies:pat => $key:literal, $name:literal, $takes:expr, $hint:literal;)+) => {
        /// Every option, in the order in which they are listed.
        pub const OPTIONS: &[&OptionAbout] = &[$(&OptionAbout {
            key: $key,
            field: stringify!($field),
            name: $name,
            hint: $hint,
            takes: $takes,
            get: |options| options.$field.value(),
            set: |options, value| {
                options.$field = Setting::from_value(value)?;
                Some(())
            },
        }),+];

        /// The key of its row.
        fn key(applies: &Applies) -> &'static str {
            match applies { $($applies => $key),+ }
        }
    };
}

table! {
    duplicates Applies::Duplicates(_) => "duplicates", "Duplicates",
        Takes::Choice(Duplicates::LABELS),
        "What is done about states that were reached before";
    ties Applies::TieBreaking(_) => "ties", "Tie-breaking",
        Takes::Choice(TieBreaking::LABELS),
        "Which node goes first among equals";
    goal_test Applies::GoalTest(_) => "goal-test", "Goal test",
        Takes::Choice(GoalTest::LABELS),
        "Test for the goal when a node is selected (late) or generated (early, the default of \
         breadth-first)";
    weight Applies::Weight => "weight", "Weight w",
        Takes::Decimal { max: Weight::MAX, places: Weight::PLACES },
        "The weight on h";
    beam_width Applies::BeamWidth => "beam-width", "Beam width",
        Takes::Whole(1, 1_000_000_000),
        "How many nodes the beam keeps";
    beam_order Applies::BeamOrder(_) => "beam-order", "Beam order",
        Takes::Choice(BeamOrder::LABELS),
        "In which order the beam's nodes are expanded";
    depth_limit Applies::DepthLimit(_) => "depth-limit", "Depth limit",
        Takes::WholeOr { none: "no limit", min: 0, max: u32::MAX as u64, usual: &[10, 20, 30, 50, 80] },
        "How deep the search may go, in moves";
    node_budget Applies::NodeBudget => "node-budget", "Node budget",
        Takes::Whole(SmaStar::MIN_NODES as u64, 1_000_000_000),
        "How many nodes SMA* keeps";
    climb Applies::Climb(_) => "climb", "Climb",
        Takes::Choice(Climb::LABELS),
        "Which better successor hill climbing goes on to";
    combining Applies::Combining(_) => "combining", "Combining",
        Takes::Choice(Combining::LABELS),
        "How successors are combined with the rest of the list";
    sideways Applies::Sideways => "sideways", "Sideways moves",
        COUNT,
        "How many moves in a row hill climbing may go on to an equal h";
    restarts Applies::Restarts => "restarts", "Restarts",
        COUNT,
        "How often hill climbing starts over";
    temperature Applies::Temperature => "temperature", "Temperature",
        Takes::Decimal { max: Temperature::MAX, places: Temperature::PLACES },
        "The temperature at which annealing begins";
    cooling Applies::Cooling => "cooling", "Cooling",
        Takes::Decimal { max: Cooling::MAX, places: Cooling::PLACES },
        "What the temperature is multiplied by at each step";
    steps Applies::Steps => "steps", "Steps",
        COUNT,
        "How many steps annealing takes at most";
    seed Applies::Seed => "seed", "Seed",
        Takes::Whole(0, u64::MAX),
        "Where every random choice comes from";
    threads Applies::Threads => "threads", "Threads",
        Takes::WholeOr { none: "all", min: 1, max: 1024, usual: &[1, 2, 4, 8] },
        "How many threads an engine uses, else all that the machine has";
}

const COUNT: Takes = Takes::Whole(0, u32::MAX as u64);

impl Applies {
    /// What is known of the option.
    pub fn about(&self) -> &'static OptionAbout {
        let key = key(self);
        let mut rows = OPTIONS.iter();
        rows.find(|row| row.key == key)
            .expect("the key is that of a row")
    }

    /// The keys of the choices that there are, the default first; none where there is nothing
    /// to choose from.
    pub fn choices(&self) -> Vec<&'static str> {
        fn keys<T: Copy>(choices: &[T], key: fn(T) -> &'static str) -> Vec<&'static str> {
            choices.iter().map(|&choice| key(choice)).collect()
        }
        match *self {
            Applies::Duplicates(choices) => keys(choices, Duplicates::key),
            Applies::TieBreaking(choices) => keys(choices, TieBreaking::key),
            Applies::GoalTest(choices) => keys(choices, GoalTest::key),
            Applies::BeamOrder(choices) => keys(choices, BeamOrder::key),
            Applies::Climb(choices) => keys(choices, Climb::key),
            Applies::Combining(choices) => keys(choices, Combining::key),
            _ => Vec::new(),
        }
    }

    /// Whether an algorithm with this option has this value of it.
    pub fn has(&self, value: Value) -> bool {
        match (self, value) {
            (Applies::DepthLimit(Some(_)), Value::None) => false,
            (_, Value::Choice(key)) => self.choices().contains(&key),
            _ => self.about().takes.takes(value),
        }
    }

    /// Which values it has, in words.
    pub fn takes(&self) -> String {
        match &self.choices()[..] {
            [] => self.about().takes.to_string(),
            choices => choices.join(", "),
        }
    }
}

impl OptionAbout {
    /// Its flag on the command line, such as `--beam-width`.
    pub fn flag(&self) -> String {
        format!("--{}", self.key)
    }

    /// Its value.
    pub fn get(&self, options: &Options) -> Value {
        (self.get)(options)
    }

    /// Sets it.
    ///
    /// # Errors
    /// If it takes no such value; nothing is changed then.
    pub fn set(&self, options: &mut Options, value: Value) -> Result<(), NoSuchValue> {
        let is_set = self.takes.takes(value) && (self.set)(options, value).is_some();
        if is_set {
            return Ok(());
        }
        Err(self.takes.refusal(&value.to_string()))
    }

    /// The value that `text` stands for.
    ///
    /// # Errors
    /// If it stands for none that the option takes.
    pub fn parse(&self, text: &str) -> Result<Value, NoSuchValue> {
        let value = match self.takes {
            Takes::Choice(choices) => {
                (choices.iter().find(|(key, _)| *key == text)).map(|(key, _)| Value::Choice(key))
            }
            Takes::Whole(..) | Takes::WholeOr { .. } => text.parse().ok().map(Value::Whole),
            Takes::Decimal { .. } => text.parse().ok().map(Value::Decimal),
        };
        (value.filter(|value| self.takes.takes(*value))).ok_or_else(|| self.takes.refusal(text))
    }
}

impl Takes {
    fn takes(self, value: Value) -> bool {
        match (self, value) {
            (Takes::Choice(choices), Value::Choice(key)) => {
                choices.iter().any(|(choice, _)| *choice == key)
            }
            (Takes::Whole(min, max) | Takes::WholeOr { min, max, .. }, Value::Whole(number)) => {
                (min..=max).contains(&number)
            }
            (Takes::Decimal { max, .. }, Value::Decimal(number)) => (0.0..=max).contains(&number),
            (Takes::WholeOr { .. }, Value::None) => true,
            _ => false,
        }
    }

    fn refusal(self, value: &str) -> NoSuchValue {
        NoSuchValue {
            takes: self.to_string(),
            value: value.to_owned(),
        }
    }
}

/// “a number from 0 to 1000”.
impl fmt::Display for Takes {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            Takes::Choice(choices) => {
                let keys: Vec<&str> = choices.iter().map(|(key, _)| *key).collect();
                write!(f, "{}", keys.join(", "))
            }
            Takes::Whole(min, max) | Takes::WholeOr { min, max, .. } => {
                write!(f, "a whole number from {min} to {max}")
            }
            Takes::Decimal { max, .. } => write!(f, "a number from 0 to {max}"),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Value::Choice(key) => f.write_str(key),
            Value::Whole(number) => write!(f, "{number}"),
            Value::Decimal(number) => write!(f, "{number}"),
            Value::None => f.write_str("none"),
        }
    }
}

/// What a field of [`Options`] may be.
pub(super) trait Setting: Sized {
    fn value(self) -> Value;
    /// `None` for what is no value of this type.
    fn from_value(value: Value) -> Option<Self>;
}

impl Setting for u64 {
    fn value(self) -> Value {
        Value::Whole(self)
    }

    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Whole(number) => Some(number),
            _ => None,
        }
    }
}

impl Setting for u32 {
    fn value(self) -> Value {
        Value::Whole(self.into())
    }

    fn from_value(value: Value) -> Option<Self> {
        u64::from_value(value)?.try_into().ok()
    }
}

impl Setting for usize {
    fn value(self) -> Value {
        Value::Whole(self as u64)
    }

    fn from_value(value: Value) -> Option<Self> {
        u64::from_value(value)?.try_into().ok()
    }
}

impl Setting for NonZero<usize> {
    fn value(self) -> Value {
        self.get().value()
    }

    fn from_value(value: Value) -> Option<Self> {
        NonZero::new(usize::from_value(value)?)
    }
}

impl<T: Setting> Setting for Option<T> {
    fn value(self) -> Value {
        self.map_or(Value::None, T::value)
    }

    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::None => Some(None),
            value => T::from_value(value).map(Some),
        }
    }
}
