//! A published figure and its measured counterpart.

use crate::format;
use std::fmt;

/// One figure: published, measured, or both.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// What was run, such as `hill climbing`.
    pub experiment: String,
    /// What was counted, such as `expansions`.
    pub quantity: String,
    pub published: Option<Value>,
    pub measured: Value,
    /// Whether the two must agree; otherwise the note says why they need not.
    pub must_agree: bool,
    /// A remark, such as why they differ; may be empty.
    pub note: String,
}

/// The value of a figure.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Count(u64),
    /// A mean or a ratio, shown with two decimals.
    Real(f64),
    /// A sample mean, shown with two decimals. It agrees with a published mean within `tolerance`.
    Mean {
        mean: f64,
        tolerance: f64,
    },
    Text(String),
    /// Counts over several runs.
    Spread {
        median: u64,
        min: u64,
        max: u64,
    },
}

impl Figure {
    /// A measured figure without a published one.
    pub fn measured(
        experiment: impl Into<String>,
        quantity: impl Into<String>,
        measured: impl Into<Value>,
    ) -> Self {
        Figure {
            experiment: experiment.into(),
            quantity: quantity.into(),
            published: None,
            measured: measured.into(),
            must_agree: false,
            note: String::new(),
        }
    }

    /// Adds a published value, with which it must agree.
    #[must_use]
    pub fn as_published(mut self, published: impl Into<Value>) -> Self {
        self.published = Some(published.into());
        self.must_agree = true;
        self
    }

    /// Adds a published value from which it may differ, and why.
    #[must_use]
    pub fn unlike_published(mut self, published: impl Into<Value>, why: impl Into<String>) -> Self {
        self.published = Some(published.into());
        self.with_note(why)
    }

    /// Adds a note.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// Whether published and measured agree; `None` if nothing was published.
    pub fn agrees(&self) -> Option<bool> {
        let published = self.published.as_ref()?;
        Some(published.agrees_with(&self.measured))
    }

    /// Whether it agrees, or need not.
    pub fn is_as_expected(&self) -> bool {
        !self.must_agree || self.agrees() == Some(true)
    }
}

impl Value {
    /// The median, minimum and maximum of `counts`; a single count if all are equal.
    ///
    /// # Panics
    /// If `counts` is empty.
    pub fn spread(mut counts: Vec<u64>) -> Value {
        counts.sort_unstable();
        let (min, max) = (counts[0], counts[counts.len() - 1]);
        if min == max {
            return Value::Count(min);
        }
        Value::Spread {
            median: counts[counts.len() / 2],
            min,
            max,
        }
    }

    /// Equal; or equal to two decimals, rounded or truncated; or a count within a spread.
    fn agrees_with(&self, measured: &Value) -> bool {
        match (self, measured) {
            (Value::Count(published), Value::Spread { min, max, .. }) => {
                (min..=max).contains(&published)
            }
            (Value::Real(published), Value::Mean { mean, tolerance }) => {
                (published - mean).abs() <= *tolerance
            }
            (Value::Real(published), Value::Real(measured)) => (published - measured).abs() < 0.01,
            _ => self == measured,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Count(n) => f.pad(&format::count(*n)),
            Value::Real(x) | Value::Mean { mean: x, .. } => f.pad(&format!("{x:.2}")),
            Value::Text(text) => f.pad(text),
            Value::Spread { median, min, max } => {
                let [median, min, max] = [median, min, max].map(|n| format::count(*n));
                f.pad(&format!("{median} ({min} to {max})"))
            }
        }
    }
}

impl From<u64> for Value {
    fn from(n: u64) -> Self {
        Value::Count(n)
    }
}

impl From<f64> for Value {
    fn from(x: f64) -> Self {
        Value::Real(x)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}
