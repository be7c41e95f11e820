//! Iterative-deepening A*: depth-first within a bound on f, again and again with the next
//! higher bound.
//!
//! The algorithm is on this page. `path` says what a node is that the search has gone on to, and
//! how it goes back from there; `recursion` does the same as `iterate`, in less time.

mod path;
mod recursion;

use super::about::Kind;
use super::memory::ReserveWith;
use super::strategy::{EvaluationFunction, Pruning, Selection};
use super::{
    About, Action, Algorithm, Applies, Completeness, Cost, Directionality, Duplicates, Heuristic,
    MovesVisitor, NodeOutcome, Observer, Optimality, Options, Outcome, Space, StopReason,
    Successor,
};
use path::Node;

/// Iterative-deepening A*.
#[derive(Clone, Copy, Debug)]
pub struct IdaStar {
    duplicates: Duplicates,
}

impl Algorithm for IdaStar {
    const ABOUT: About = About {
        key: "ida-star",
        name: "IDA*",
        summary: "Searches depth-first within a bound on f = g + h, and raises the bound.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::Sum,
        selection: Selection::Deepest,
        pruning: Pruning::FBound,
        ends: Directionality::Unidirectional,
        complete: Completeness::Always,
        optimal: Optimality::Admissible,
        uses_heuristic: true,
        options: &[Applies::Duplicates(&[
            Duplicates::Parent,
            Duplicates::Path,
            Duplicates::None,
        ])],
        text: "Each iteration searches depth-first and cuts off every node with \
               f = g + h above the bound. The first bound is the estimate of the start, the \
               next is the least f that was cut off; so if h never overestimates, the first \
               solution found is a cheapest one. It keeps no more than the current path, and \
               needs no table and no queue, which makes it quick; but it knows no state again \
               except by the path. Leaving out the action that undoes the last one spares most \
               repetition on sliding tiles. The last iteration does most of the work as long \
               as each bound lets many more nodes through than the one before: with costs of \
               many different values it does not. Where there is no solution, the bound rises \
               for ever unless the whole path is checked.\n\n\
               Korf, “Depth-first iterative-deepening: an optimal admissible tree search”, \
               1985, which was the first to solve random 15-puzzles optimally.",
    };

    fn with(options: &Options) -> Self {
        IdaStar {
            duplicates: options.duplicates,
        }
    }

    fn search<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Outcome<O::Node> {
        let may_undo = self.duplicates != Duplicates::Parent;
        let ending = if may_undo {
            let on_path = (self.duplicates == Duplicates::Path).then(Vec::new);
            Search::<_, _, _, true>::new(space, heuristic, observer, on_path).deepen(start)
        } else {
            Search::<_, _, _, false>::new(space, heuristic, observer, None).deepen(start)
        };
        ending.unwrap_or_else(Outcome::Stopped)
    }
}

/// A search, and what it has found out so far.
///
/// `MAY_UNDO`: whether it tries the move that undoes the last one too. Known beforehand, that
/// saves a fifth of the time.
struct Search<'a, S: Space, H, O: Observer, const MAY_UNDO: bool> {
    space: &'a S,
    heuristic: &'a H,
    observer: &'a mut O,
    /// Nodes with a greater f are cut.
    bound: u64,
    /// By how much the least f that was cut is above the bound; [`u64::MAX`] if none was.
    least_excess: u64,
    /// The path, root first, as far as it is too long for recursion.
    path: Vec<Node<S, O::Node>>,
    /// The states on the whole path, if they are not to come again.
    on_path: Option<Vec<S::Key>>,
    /// The goal that was found: its cost, and the observer's handle.
    goal: Option<(Cost, O::Node)>,
    /// The actions that lead there from the end of `path`, the last one first.
    way_back: Vec<Action>,
}

/// Why an iteration ended early.
enum Break {
    Solved,
    Halted(StopReason),
}

impl From<StopReason> for Break {
    fn from(halt: StopReason) -> Self {
        Break::Halted(halt)
    }
}

impl<'a, S: Space, H: Heuristic<S>, O: Observer, const MAY_UNDO: bool>
    Search<'a, S, H, O, MAY_UNDO>
{
    fn new(
        space: &'a S,
        heuristic: &'a H,
        observer: &'a mut O,
        on_path: Option<Vec<S::Key>>,
    ) -> Self {
        Search {
            space,
            heuristic,
            observer,
            bound: 0,
            least_excess: u64::MAX,
            path: Vec::new(),
            on_path,
            goal: None,
            way_back: Vec::new(),
        }
    }

    /// One iteration after the other.
    fn deepen(mut self, start: S::State) -> Result<Outcome<O::Node>, StopReason> {
        let h = self.heuristic.estimate(&start);
        self.observer.iteration(h);
        let root = self.observer.root(h);
        if self.space.is_goal(&start) {
            return Ok(self.solved((0, root)));
        }
        self.make_room_for_recursion()?;
        self.bound = h.into();
        loop {
            let outcome = self.iterate(start, h, root);
            if let Some(goal) = self.goal {
                return Ok(self.solved(goal));
            }
            if let Err(Break::Halted(halt)) = outcome {
                return Err(halt);
            }
            if self.least_excess == u64::MAX {
                return Ok(Outcome::Exhausted);
            }
            self.bound += self.least_excess;
            self.least_excess = u64::MAX;
            self.observer.iteration(cost(self.bound));
        }
    }

    /// One depth-first search within the bound.
    fn iterate(&mut self, start: S::State, h: Cost, root: O::Node) -> Result<(), Break> {
        let mut next = Some(self.expand(start, None, self.bound, h, root)?);
        loop {
            if let Some(node) = next.take() {
                self.path.reserve_with(1, self.observer)?;
                self.path.push(node);
            }
            let Some(last) = self.path.last_mut() else {
                return Ok(());
            };
            let chosen = last.untried.next();
            let node = Node { ..*last };
            let Some(chosen) = chosen else {
                self.path.pop();
                self.leave();
                continue;
            };
            next = self.generate(&node, chosen)?;
            if let Some(child) = next.take_if(|child| self.may_recurse(child)) {
                self.recurse(child, chosen)?;
            }
        }
    }

    /// Generates the child of `node` that `chosen` leads to, and expands it if it is not cut.
    #[inline(always)]
    fn generate(
        &mut self,
        node: &Node<S, O::Node>,
        chosen: S::Move,
    ) -> Result<Option<Node<S, O::Node>>, Break> {
        let Successor {
            action,
            state,
            cost: step,
        } = self.space.successor(&node.state, chosen);
        let h = (self.heuristic).update(node.h, &node.state, action, &state);
        // What the way on from the parent costs at least if it leads here.
        let ahead = u64::from(step) + u64::from(h);
        let fate = if MAY_UNDO && self.is_on_path(&state) {
            NodeOutcome::Cycle
        } else if ahead > node.left {
            let excess = ahead - node.left;
            if excess < self.least_excess {
                self.least_excess = excess;
            }
            NodeOutcome::Cut
        } else {
            NodeOutcome::Frontier
        };
        // For the observer alone: with `()` it is never computed.
        let g = cost(self.bound - node.left + u64::from(step));
        let handle = (self.observer).generated(node.handle, action, g, h, fate);
        if fate != NodeOutcome::Frontier {
            return Ok(None);
        }
        if self.space.is_goal(&state) {
            self.goal = Some((g, handle));
            self.way_back.push(action);
            return Err(Break::Solved);
        }
        let left = node.left - u64::from(step);
        Ok(Some(self.expand(state, Some(action), left, h, handle)?))
    }
}

/// That sum, or the greatest cost there is.
#[inline(always)]
fn cost(sum: u64) -> Cost {
    Cost::try_from(sum).unwrap_or(Cost::MAX)
}
