//! IDA* with an explicit stack, for paths that are too long for the recursion.
//!
//! The recursion keeps the path on the processor's stack, and takes little more than half the time.
//! It is used below every node where the bound leaves few moves, which on sliding tiles is nearly
//! everywhere. The nodes above are here.

use super::path::PathNode;
use super::{Break, Cost, Heuristic, Observer, Search, Space, StopReason};
use crate::memory::ReserveWith;

/// The greatest depth of the recursion. 64 levels take up to 0.3 MB of the stack in a debug build
/// (10×10), and less than 64 KB in an optimised one.
const MAX_LEVELS: usize = 64;

impl<S: Space, H: Heuristic<S>, O: Observer, const MAY_UNDO: bool> Search<'_, S, H, O, MAY_UNDO> {
    /// Reserves memory for the recursion.
    ///
    /// # Errors
    /// If the observer refuses it.
    pub(super) fn reserve_recursion(&mut self) -> Result<(), StopReason> {
        // A level is a node on the stack.
        (self.observer).reserve(MAX_LEVELS * size_of::<PathNode<S, O::Node>>())?;
        self.reversed_actions
            .reserve_with(MAX_LEVELS + 1, self.observer)
    }

    /// Whether the bound leaves so few moves below a node at path cost `g` that the recursion can
    /// search them.
    #[inline(always)]
    pub(super) fn fits_recursion(&self, g: Cost) -> bool {
        self.bound - u64::from(g) <= MAX_LEVELS as u64 * u64::from(self.space.least_cost())
    }

    /// Searches below `root`, and keeps the path in `self.path` until the recursion can take over.
    // Cold: it runs near the root, so its code is kept out of the recursion.
    #[cold]
    pub(super) fn search_long_path(&mut self, root: PathNode<S, O::Node>) -> Result<(), Break> {
        let mut next = Some(root);
        loop {
            if let Some(node) = next.take() {
                let reserved = self.path.reserve_with(1, self.observer);
                reserved.map_err(|reason| self.stop(reason))?;
                self.path.push(node);
            }
            let Some(last) = self.path.last_mut() else {
                return Ok(());
            };
            let chosen = last.moves.next();
            let node = PathNode { ..*last };
            let Some(chosen) = chosen else {
                self.path.pop();
                self.backtrack();
                continue;
            };
            let Some(child) = self.generate(&node, chosen)? else {
                continue;
            };
            if self.fits_recursion(child.g) {
                self.recurse(child, chosen)?;
            } else {
                let moves = self.moves_of(&child);
                let expanded = self.expand(child, moves);
                next = Some(expanded.map_err(|reason| self.stop(reason))?);
            }
        }
    }
}
