//! What becomes of the number that a formula gives: an estimate is a whole number from 0.

use tilescope_search::{Cost, MAX_ESTIMATE};

/// Sums of decimal fractions that should be whole are that close to it.
const TOLERANCE: f64 = 1e-9;

/// The estimate for a formula's value: rounded down, 0 if it is negative or not a number, and
/// [`MAX_ESTIMATE`] if it is greater.
pub fn rounded(value: f64) -> Cost {
    if value.is_nan() {
        return 0;
    }
    (value + TOLERANCE)
        .floor()
        .clamp(0.0, f64::from(MAX_ESTIMATE)) as Cost
}

/// How many values of a formula were no estimates and had to be changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Oddities {
    /// Fractions, rounded down.
    pub n_fractions: u64,
    /// Negative, replaced by 0.
    pub n_negative: u64,
    /// Not a number, such as 0/0, replaced by 0.
    pub n_not_a_number: u64,
    /// Infinite, such as 1/0, or too great, replaced by the greatest estimate.
    pub n_too_great: u64,
}

impl Oddities {
    pub const NONE: Oddities = Oddities {
        n_fractions: 0,
        n_negative: 0,
        n_not_a_number: 0,
        n_too_great: 0,
    };

    /// Counts a value.
    pub fn add(&mut self, value: f64) {
        if value.is_nan() {
            self.n_not_a_number += 1;
        } else if value < -TOLERANCE {
            self.n_negative += 1;
        } else if value > f64::from(MAX_ESTIMATE) {
            self.n_too_great += 1;
        } else if (value - value.round()).abs() > TOLERANCE {
            self.n_fractions += 1;
        }
    }

    /// Adds the counts of `other`.
    pub fn append(&mut self, other: Oddities) {
        self.n_fractions += other.n_fractions;
        self.n_negative += other.n_negative;
        self.n_not_a_number += other.n_not_a_number;
        self.n_too_great += other.n_too_great;
    }

    /// What happened to how many values, as a number and the rest of a clause: 3, “negative values
    /// count as 0”.
    pub fn clauses(&self) -> Vec<(u64, &'static str)> {
        let clauses = [
            (self.n_fractions, "fractions are rounded down"),
            (self.n_negative, "negative values count as 0"),
            (
                self.n_not_a_number,
                "values that are no number, such as 0/0, count as 0",
            ),
            (
                self.n_too_great,
                "values that are infinite or too great are replaced by the greatest estimate",
            ),
        ];
        clauses.into_iter().filter(|(n, _)| *n > 0).collect()
    }
}
