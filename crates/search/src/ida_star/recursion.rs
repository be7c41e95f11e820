//! The same search by recursion, which takes just over half the time that the loop takes; and
//! under two fifths where the space knows the moves beforehand (`Space::visit_moves`).
//!
//! `Search::iterate` says all that there is to know of IDA*. Here the path is on the processor's
//! own stack, and the node at hand in its registers. Since a path may be too long for that stack,
//! this is for where the bound leaves few moves, which is nearly everywhere on sliding tiles; the
//! nodes above wait in the loop.

use super::path::Node;
use super::{
    Action, Break, Cost, Heuristic, MovesVisitor, Observer, ReserveWith, Search, Space, StopReason,
};

/// So deep the recursion goes at most: 64 levels take up to 0.3 MB of the stack in a debug build
/// (10×10), and less than 64 KB in an optimised one.
const MOST_LEVELS: usize = 64;

impl<S: Space, H: Heuristic<S>, O: Observer, const MAY_UNDO: bool> Search<'_, S, H, O, MAY_UNDO> {
    /// # Errors
    /// If the observer has no memory for it.
    pub(super) fn make_room_for_recursion(&mut self) -> Result<(), StopReason> {
        // A level holds a node, if on the stack.
        (self.observer).reserve(MOST_LEVELS * size_of::<Node<S, O::Node>>())?;
        self.way_back.reserve_with(MOST_LEVELS + 1, self.observer)
    }

    /// Whether the bound leaves so few moves below a node that recursion may do it.
    pub(super) fn may_recurse(&self, node: &Node<S, O::Node>) -> bool {
        node.left <= MOST_LEVELS as u64 * u64::from(self.space.least_cost())
    }

    /// Searches below a node to which the path has gone on by `chosen`, and leaves it.
    #[inline(always)]
    pub(super) fn recurse(&mut self, node: Node<S, O::Node>, chosen: S::Move) -> Result<(), Break> {
        let (space, last_action, untried) = (self.space, node.last_action, node.untried);
        let below = Below(self, node);
        let outcome = if MAY_UNDO {
            // The move that undoes the last one is among them too.
            below.visit(untried)
        } else {
            space.visit_moves(chosen, untried, below)
        };
        if let Err(why) = outcome {
            return self.go_back(last_action, why);
        }
        self.leave();
        Ok(())
    }

    /// Tries all moves of a node, one after the other.
    ///
    /// A loop would do. But with code of their own for one move, for two and for three, a processor
    /// knows better where it is and what comes next, which saves a tenth of the time; and another
    /// is saved since the parts of the node are handed down one by one, so they stay in registers.
    /// Of a type that stands for some moves, the compiler leaves only the code for these.
    fn search_below<K: Into<S::Moves>>(
        &mut self,
        state: S::State,
        left: u64,
        h: Cost,
        handle: O::Node,
        untried: K,
    ) -> Result<(), Break> {
        let untried = untried.into();
        let node = Node {
            state,
            last_action: None,
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
            Some(child) => self.recurse(child, chosen),
            None => Ok(()),
        }
    }

    /// Leaves the recursion, and notes on the way back what has led there.
    #[cold]
    #[inline(never)]
    fn go_back(&mut self, last_action: Option<Action>, why: Break) -> Result<(), Break> {
        self.way_back.extend(last_action);
        Err(why)
    }
}

/// A search that is to go on below a node, once its moves are at hand.
struct Below<'a, 'b, S: Space, H, O: Observer, const MAY_UNDO: bool>(
    &'a mut Search<'b, S, H, O, MAY_UNDO>,
    Node<S, O::Node>,
);

impl<S: Space, H: Heuristic<S>, O: Observer, const MAY_UNDO: bool> MovesVisitor<S::Moves>
    for Below<'_, '_, S, H, O, MAY_UNDO>
{
    type Output = Result<(), Break>;

    #[inline(always)]
    fn visit<K: Into<S::Moves> + Copy>(self, moves: K) -> Self::Output {
        let Below(search, node) = self;
        search.search_below(node.state, node.left, node.h, node.handle, moves)
    }
}

/// The first of `moves`, and the others.
#[inline(always)]
fn split_first<I: Iterator + Copy>(mut moves: I) -> Option<(I::Item, I)> {
    let first = moves.next()?;
    Some((first, moves))
}
