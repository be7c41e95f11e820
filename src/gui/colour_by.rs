//! What the colour of a node says.

use tilescope_lab::Quantity;

/// What the colour of a node says.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ColourBy {
    /// What became of it.
    #[default]
    Status,
    Quantity(Quantity),
    /// Whether its state was expanded by both runs that are compared, or by this one alone.
    Comparison,
}

const COMPARISON: &str = "comparison";

impl ColourBy {
    /// The key in a session; `None` for the status.
    pub fn key(self) -> Option<&'static str> {
        match self {
            ColourBy::Status => None,
            ColourBy::Quantity(quantity) => Some(quantity.key()),
            ColourBy::Comparison => Some(COMPARISON),
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        match key {
            COMPARISON => Some(ColourBy::Comparison),
            _ => Quantity::from_key(key).map(ColourBy::Quantity),
        }
    }
}
