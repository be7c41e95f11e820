//! What the panel shows in a frame.

use super::shades::{Measure, Scale, distance_text};
use crate::gui::runs::RunEntry;
use std::sync::Arc;
use tilescope_lab::space_map::{Reached, SpaceMap};
use tilescope_puzzle::{HeuristicExpr, Puzzle};
use tilescope_search::Cost;
use tilescope_trace::Moment;

/// What is shown in a frame.
pub struct Shown<'a> {
    pub map: &'a Arc<SpaceMap>,
    pub puzzle: &'a Puzzle,
    pub measure: Measure,
    pub scale: Scale,
    /// The heuristic of the search, and its values once they are known.
    pub expr: &'a HeuristicExpr,
    pub values: Option<&'a [Cost]>,
    pub run: Option<&'a RunEntry>,
    pub reached: Option<(&'a Reached, Moment)>,
}

impl Shown<'_> {
    /// A distance from the goal, in moves or in costs.
    pub fn distance(&self, distance: Cost) -> String {
        distance_text(self.map, distance.into(), self.puzzle.unit())
    }
}
