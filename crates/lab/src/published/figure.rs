//! A figure of a publication, and what was measured for it here.

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
    /// Whether the two have to agree; else the note says why they do not.
    pub must_agree: bool,
    /// Why they differ, or what is to be known; may be empty.
    pub note: String,
}

/// What a figure says.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Count(u64),
    /// A mean or a ratio, shown to the hundredth.
    Real(f64),
    /// A mean of a sample, shown to the hundredth. It agrees with a published one within
    /// `tolerance`.
    Mean {
        mean: f64,
        tolerance: f64,
    },
    Text(String),
    /// Counts of several runs.
    Spread {
        median: u64,
        least: u64,
        most: u64,
    },
}

impl Figure {
    /// A figure that nobody published.
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

    /// The same, to agree with what was published.
    #[must_use]
    pub fn as_published(mut self, published: impl Into<Value>) -> Self {
        self.published = Some(published.into());
        self.must_agree = true;
        self
    }

    /// The same beside a published figure that it is known to differ from, and why.
    #[must_use]
    pub fn unlike_published(mut self, published: impl Into<Value>, why: impl Into<String>) -> Self {
        self.published = Some(published.into());
        self.noting(why)
    }

    /// The same with a note.
    #[must_use]
    pub fn noting(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// Whether published and measured agree; `None` if nothing was published.
    pub fn agrees(&self) -> Option<bool> {
        let published = self.published.as_ref()?;
        Some(published.agrees_with(&self.measured))
    }

    /// Whether it agrees, or need not.
    pub fn is_as_it_should_be(&self) -> bool {
        !self.must_agree || self.agrees() == Some(true)
    }
}

impl Value {
    /// The median and the extremes of `counts`; one count if they are all equal.
    ///
    /// # Panics
    /// If there are none.
    pub fn spread(mut counts: Vec<u64>) -> Value {
        counts.sort_unstable();
        let (least, most) = (counts[0], counts[counts.len() - 1]);
        if least == most {
            return Value::Count(least);
        }
        Value::Spread {
            median: counts[counts.len() / 2],
            least,
            most,
        }
    }

    /// Equal; or equal to a hundredth, rounded or cut; or a count within a spread.
    fn agrees_with(&self, measured: &Value) -> bool {
        match (self, measured) {
            (Value::Count(published), Value::Spread { least, most, .. }) => {
                (least..=most).contains(&published)
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
            Value::Spread {
                median,
                least,
                most,
            } => {
                let [median, least, most] = [median, least, most].map(|n| format::count(*n));
                f.pad(&format!("{median} ({least} to {most})"))
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
