//! The same search by recursion, which takes three fifths of the time that the loop takes.
//!
//! `Search::iterate` says all that there is to know of IDA*. Here the path is on the processor's
//! own stack, and the node at hand in its registers. Since a path may be too long for that stack,
//! this is for where the bound leaves few moves, which is nearly everywhere on sliding tiles; the
//! nodes above wait in the loop.

use super::path::Node;
use super::{Action, Break, Cost, Halt, Heuristic, MakeRoom, Observer, Search, Space};

/// So deep the recursion goes at most: 64 levels take up to 0.3 MB of the stack in a debug build
/// (10×10), and less than 64 KB in an optimised one.
const MOST_LEVELS: usize = 64;

impl<S: Space, H: Heuristic<S>, O: Observer, const MAY_UNDO: bool> Search<'_, S, H, O, MAY_UNDO> {
    /// # Errors
    /// If the observer has no memory for it.
    pub(super) fn make_room_for_recursion(&mut self) -> Result<(), Halt> {
        // A level holds a node, if on the stack.
        (self.observer).grow(MOST_LEVELS * size_of::<Node<S, O::Node>>())?;
        self.way_back.make_room(MOST_LEVELS + 1, self.observer)
    }

    /// Whether the bound leaves so few moves below a node that recursion may do it.
    pub(super) fn may_recurse(&self, node: &Node<S, O::Node>) -> bool {
        node.left <= MOST_LEVELS as u64 * u64::from(self.space.least_cost())
    }

    /// Searches below a node to which the path has gone on, and leaves it.
    #[inline(always)]
    pub(super) fn recurse(&mut self, node: Node<S, O::Node>) -> Result<(), Break> {
        let Node {
            state,
            came,
            left,
            h,
            handle,
            untried,
        } = node;
        if let Err(why) = self.search_below(state, left, h, handle, untried) {
            return self.go_back(came, why);
        }
        self.leave();
        Ok(())
    }

    /// Tries all moves of a node, one after the other.
    ///
    /// A loop would do. But with code of their own for one move, for two and for three, a processor
    /// knows better where it is and what comes next, which saves a tenth of the time; and another
    /// is saved since the parts of the node are handed down one by one, so they stay in registers.
    fn search_below(
        &mut self,
        state: S::State,
        left: u64,
        h: Cost,
        handle: O::Node,
        untried: S::Moves,
    ) -> Result<(), Break> {
        let node = Node {
            state,
            came: None,
            left,
            h,
            handle,
            untried,
        };
        let Some((first, rest)) = split_first(untried) else {
            return Ok(());
        };
        let Some((second, rest)) = split_first(rest) else {
            return self.try_move(&node, first);
        };
        let Some((third, rest)) = split_first(rest) else {
            self.try_move(&node, first)?;
            return self.try_move(&node, second);
        };
        if split_first(rest).is_none() {
            self.try_move(&node, first)?;
            self.try_move(&node, second)?;
            return self.try_move(&node, third);
        }
        self.try_many(node)
    }

    /// The same for any number of moves; apart, so that it takes no registers from the others.
    #[inline(never)]
    fn try_many(&mut self, node: Node<S, O::Node>) -> Result<(), Break> {
        let mut untried = node.untried;
        untried.try_for_each(|chosen| self.try_move(&node, chosen))
    }

    /// Generates the child that `chosen` leads to, and searches below it if it is not cut.
    // Where each inlined copy takes stack of its own, one will do.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn try_move(&mut self, node: &Node<S, O::Node>, chosen: S::Move) -> Result<(), Break> {
        match self.generate(node, chosen)? {
            Some(child) => self.recurse(child),
            None => Ok(()),
        }
    }

    /// Leaves the recursion, and notes on the way back what has led there.
    #[cold]
    #[inline(never)]
    fn go_back(&mut self, came: Option<Action>, why: Break) -> Result<(), Break> {
        self.way_back.extend(came);
        Err(why)
    }
}

/// The first of `moves`, and the others.
#[inline(always)]
fn split_first<I: Iterator + Copy>(mut moves: I) -> Option<(I::Item, I)> {
    let first = moves.next()?;
    Some((first, moves))
}
