//! What each move costs.

use super::{Direction, notation::excerpt};
use crate::search::Cost;
use std::fmt;
use std::str::FromStr;

/// A cost for each move of the blank: whole numbers from 1 to [`Costs::MOST`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Costs([Cost; 4]);

/// A number that is no cost.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CostError {
    #[error("the cost of {} is a whole number from 1 to {}, not {found}", direction.name(), Costs::MOST)]
    OutOfRange { direction: Direction, found: String },
    #[error("costs are written as U=2,D=1,L=1,R=1, not “{0}”")]
    Syntax(String),
    #[error("the cost of {} is given twice", .0.name())]
    Repeated(Direction),
}

impl Costs {
    /// The highest cost of a move.
    pub const MOST: Cost = 1000;

    /// Every move costs 1.
    pub const UNIT: Costs = Costs([1; 4]);

    /// The cost of `direction`.
    pub fn of(self, direction: Direction) -> Cost {
        self.0[direction as usize]
    }

    /// The same with another cost for `direction`.
    ///
    /// # Errors
    /// If `cost` is not from 1 to [`Costs::MOST`].
    pub fn with(mut self, direction: Direction, cost: u64) -> Result<Self, CostError> {
        match Cost::try_from(cost) {
            Ok(cost) if (1..=Costs::MOST).contains(&cost) => {
                self.0[direction as usize] = cost;
                Ok(self)
            }
            _ => Err(CostError::OutOfRange {
                direction,
                found: cost.to_string(),
            }),
        }
    }

    /// The costs of going every way back: each move costs what its opposite did.
    #[must_use]
    pub fn reversed(self) -> Costs {
        Costs(Direction::ALL.map(|direction| self.of(direction.opposite())))
    }

    /// The least cost of a move.
    pub fn least(self) -> Cost {
        self.0.into_iter().min().expect("four costs")
    }

    /// Whether all moves cost the same.
    pub fn are_equal(self) -> bool {
        self.0.iter().all(|&cost| cost == self.0[0])
    }
}

impl Default for Costs {
    fn default() -> Self {
        Costs::UNIT
    }
}

/// Reads `U=2,D=1,L=1,R=1`, in any order; a direction that is not named costs 1.
impl FromStr for Costs {
    type Err = CostError;

    fn from_str(text: &str) -> Result<Self, CostError> {
        let mut costs = Costs::UNIT;
        let mut seen = [false; 4];
        for part in text.split(',') {
            let (direction, cost) =
                assignment(part).ok_or_else(|| CostError::Syntax(excerpt(text)))?;
            if std::mem::replace(&mut seen[direction as usize], true) {
                return Err(CostError::Repeated(direction));
            }
            let number = cost.parse().map_err(|_| CostError::OutOfRange {
                direction,
                found: excerpt(cost),
            })?;
            costs = costs.with(direction, number)?;
        }
        Ok(costs)
    }
}

/// The direction before the `=` and the text behind it.
fn assignment(part: &str) -> Option<(Direction, &str)> {
    let (name, cost) = part.split_once('=')?;
    let mut letters = name.trim().chars();
    let direction = Direction::from_letter(letters.next()?)?;
    letters.next().is_none().then_some((direction, cost.trim()))
}

/// Writes `U=2,D=1,L=1,R=1`.
impl fmt::Display for Costs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Direction::{Down, Left, Right, Up};
        let [up, down, left, right] = [Up, Down, Left, Right].map(|direction| self.of(direction));
        write!(f, "U={up},D={down},L={left},R={right}")
    }
}
