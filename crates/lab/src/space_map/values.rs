//! The values of a heuristic at the points of a map.

use super::{Points, SpaceMap};
use crate::Interrupt;
use crate::audit::{AuditError, Limits, values_of_states};
use tilescope_puzzle::HeuristicExpr;
use tilescope_search::Cost;
use tilescope_search::space::MAX_ESTIMATE;

/// The value at each point, and what a scale of them has to show.
#[derive(Debug, Default)]
pub struct Values {
    /// By point.
    pub h: Vec<Cost>,
    /// The greatest finite value.
    pub max_h: Cost,
    pub has_infinite: bool,
    /// The greatest h\* − h, or 0.
    pub max_error: Cost,
    pub overestimates: bool,
}

impl SpaceMap {
    /// The value of a heuristic at every point. Builds its tables first, if it has any.
    /// `on_progress` receives the fraction done, from 0 to 1.
    ///
    /// # Errors
    /// If it does not fit the goal, needs too much memory, or it was interrupted.
    pub fn values(
        &self,
        expr: &HeuristicExpr,
        limits: Limits,
        interrupt: &Interrupt,
        on_progress: &mut (dyn FnMut(f64) + Send),
    ) -> Result<Values, AuditError> {
        let (states, costs) = (&self.states, self.costs);
        let sample = match self.points {
            Points::All(_) => None,
            Points::Sample(_) => Some(&self.state_of[..]),
        };
        let mut h = values_of_states(states, costs, expr, sample, limits, interrupt, on_progress)?;
        if sample.is_none() {
            h = (self.state_of.iter()).map(|&it| h[it as usize]).collect();
        }
        let mut values = Values::default();
        for (&h, &distance) in h.iter().zip(&self.distances) {
            match h >= MAX_ESTIMATE {
                true => values.has_infinite = true,
                false => values.max_h = values.max_h.max(h),
            }
            values.max_error = values.max_error.max(distance.saturating_sub(h));
            values.overestimates |= h > distance;
        }
        Ok(Values { h, ..values })
    }
}
