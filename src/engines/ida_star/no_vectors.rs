//! What stands for the vectors where there are none for a board or a processor.

use super::Vectors;
use super::grid::{Goal, Grid, Position};
use crate::engines::team::Tell;
use crate::search::Halt;

/// There are none.
pub enum NoVectors {}

impl<G: Grid> Vectors<G> for NoVectors {
    const NAME: &str = "none";
    const MOST_ROOTS: usize = 1;
    const MOST_SLACK: u32 = 0;

    fn are_there() -> bool {
        false
    }

    fn new(_: usize) -> Option<Self> {
        None
    }

    fn bytes(_: usize) -> usize {
        0
    }

    fn find_goal(
        &mut self,
        _: impl Iterator<Item = Position<G>>,
        _: Goal<G::Word>,
        _: &mut Tell,
    ) -> Result<bool, Halt> {
        match *self {}
    }
}
