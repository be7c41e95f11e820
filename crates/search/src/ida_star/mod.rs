//! Iterative-deepening A*: depth-first within a bound on f, again and again with the next
//! higher bound.
//!
//! The recursion is on this page. `path` has the nodes of the path, and `long_path` searches with an
//! explicit stack where the path may become too long for the recursion.

mod long_path;
mod path;

use super::about::Kind;
use super::strategy::{EvaluationFunction, Pruning, Selection};
use super::successors::check_path_cost;
use super::{
    About, Action, Algorithm, Applies, Completeness, Cost, Directionality, Duplicates, Heuristic,
    MovesVisitor, NodeEvent, NodeOutcome, NodeView, Observer, Optimality, Options, Outcome, Space,
    StopReason, Successor,
};
use path::{Child, PathNode};

/// Iterative-deepening A*.
#[derive(Clone, Copy, Debug)]
pub struct IdaStar {
    duplicates: Duplicates,
}

impl Algorithm for IdaStar {
    const ABOUT: About = About {
        key: "ida-star",
        name: "IDA*",
        other_names: &["iterative-deepening A*", "IDA star"],
        summary: "Searches depth-first within a bound on f = g + h, and raises the bound.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::Sum,
        selection: Selection::Deepest,
        pruning: Pruning::FBound,
        directionality: Directionality::Unidirectional,
        complete: Completeness::Always,
        optimal: Optimality::Admissible,
        uses_heuristic: true,
        options: &[Applies::Duplicates(&[
            Duplicates::Parent,
            Duplicates::Path,
            Duplicates::None,
        ])],
        description: "Each iteration searches depth-first and cuts every node with \
               f = g + h above the bound. The first bound is the h of the start, the next is the \
               least f that was cut. So if h never overestimates, the first solution found is a \
               cheapest one. It keeps only the current path and needs no table and no queue, which \
               makes it fast. But it recognises a state again only on the path. Leaving out the \
               action that undoes the last one avoids most repetition on sliding tiles. The last \
               iteration does most of the work if each bound admits many more nodes than the one \
               before; with costs of many different values it does not. If there is no solution, \
               the bound rises for ever unless the whole path is checked.\n\n\
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
        // The states on the path are kept for the path check alone.
        let on_path = (self.duplicates == Duplicates::Path).then(Vec::new);
        // The constant is `MAY_UNDO`; the compiler makes a search for each value.
        let outcome = if may_undo {
            Search::<_, _, _, true>::new(space, heuristic, observer, on_path).deepen(start)
        } else {
            Search::<_, _, _, false>::new(space, heuristic, observer, on_path).deepen(start)
        };
        outcome.unwrap_or_else(Outcome::Stopped)
    }
}

/// A search in progress.
///
/// `MAY_UNDO` says whether the move that undoes the last one is tried too. As a constant it saves
/// a fifth of the time.
struct Search<'a, S: Space, H, O: Observer, const MAY_UNDO: bool> {
    space: &'a S,
    heuristic: &'a H,
    observer: &'a mut O,
    /// Nodes with a greater f are cut.
    bound: u64,
    /// The least f that was cut: the bound of the next iteration. [`u64::MAX`] if none was.
    next_bound: u64,
    /// The start of the path, root first, as far as it is too long for the recursion.
    path: Vec<PathNode<S, O::Node>>,
    /// The states on the whole path, for the path check.
    on_path: Option<Vec<S::Key>>,
    /// The goal that was found: its cost and the observer's handle.
    goal: Option<(Cost, O::Node)>,
    /// Why the search was stopped.
    stop_reason: Option<StopReason>,
    /// The actions from the end of `path` to the goal, the last one first.
    reversed_actions: Vec<Action>,
}

/// An iteration ended early: a goal was found, or the search was stopped. The [`Search`] holds
/// which; the recursion returns a single bit.
struct Break;

impl<S: Space, H: Heuristic<S>, O: Observer, const MAY_UNDO: bool> Search<'_, S, H, O, MAY_UNDO> {
    /// Iterations with higher and higher bounds.
    fn deepen(mut self, start: S::State) -> Result<Outcome<O::Node>, StopReason> {
        let h = self.heuristic.estimate(&start);
        self.observer.iteration(h);
        let root = self.observer.root(h);
        self.examine(NodeOutcome::Frontier, root, (&start, 0, h));
        if self.space.is_goal(&start) {
            return Ok(self.solved((0, root)));
        }
        check_path_cost(h)?;
        self.reserve_recursion()?;
        self.bound = h.into();
        loop {
            if let Err(Break) = self.iterate(start, h, root) {
                break;
            }
            if self.next_bound == u64::MAX {
                break;
            }
            // No path cost below a node within the bound overflows.
            let bound = Cost::try_from(self.next_bound).map_err(|_| StopReason::Cost)?;
            check_path_cost(bound)?;
            self.bound = bound.into();
            self.next_bound = u64::MAX;
            self.observer.iteration(bound);
        }
        match (self.goal, self.stop_reason) {
            (Some(goal), _) => Ok(self.solved(goal)),
            (None, Some(reason)) => Err(reason),
            (None, None) => Ok(Outcome::Exhausted),
        }
    }

    /// One iteration: depth-first search from the root within the bound.
    fn iterate(&mut self, start: S::State, h: Cost, root: O::Node) -> Result<(), Break> {
        let expanded = self.expand_root(start, h, root);
        let root = expanded.map_err(|reason| self.stop(reason))?;
        if self.fits_recursion(root.g) {
            self.search_moves(&root, root.moves)
        } else {
            self.search_long_path(root)
        }
    }

    /// Searches below a node: tries its `moves`, one after the other.
    ///
    /// A loop would do. With separate code for one move, for two and for three the branches are
    /// predicted better, which saves a tenth of the time. If `K` is a list that is known at compile
    /// time ([`Space::visit_moves`]), the compiler keeps only the code for that list.
    #[inline(always)]
    fn search_moves<K: Into<S::Moves>>(
        &mut self,
        node: &PathNode<S, O::Node>,
        moves: K,
    ) -> Result<(), Break> {
        let Some((first, rest)) = split_first(moves.into()) else {
            return Ok(());
        };
        let Some((second, rest)) = split_first(rest) else {
            return self.try_move(node, first);
        };
        let Some((third, rest)) = split_first(rest) else {
            self.try_move(node, first)?;
            return self.try_move(node, second);
        };
        if split_first(rest).is_none() {
            self.try_move(node, first)?;
            self.try_move(node, second)?;
            return self.try_move(node, third);
        }
        self.try_all(node)
    }

    /// The same for any number of moves. Not inlined, so that it takes no registers from the
    /// other cases.
    #[inline(never)]
    fn try_all(&mut self, node: &PathNode<S, O::Node>) -> Result<(), Break> {
        let mut moves = node.moves;
        moves.try_for_each(|chosen| self.try_move(node, chosen))
    }

    /// Generates the child by the move `chosen`, and searches below it unless it is cut.
    // In a debug build every inlined copy would take stack of its own.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn try_move(&mut self, node: &PathNode<S, O::Node>, chosen: S::Move) -> Result<(), Break> {
        match self.generate(node, chosen)? {
            Some(child) => self.recurse(child, chosen),
            None => Ok(()),
        }
    }

    /// Generates the child of `node` by the move `chosen`; `None` if it is cut.
    #[inline(always)]
    fn generate(
        &mut self,
        node: &PathNode<S, O::Node>,
        chosen: S::Move,
    ) -> Result<Option<Child<S, O::Node>>, Break> {
        let Successor {
            action,
            state,
            cost,
        } = self.space.successor(&node.state, chosen);
        let h = (self.heuristic).update(node.h, &node.state, action, &state);
        let g = node.g + cost;
        let f = u64::from(g) + u64::from(h);
        if MAY_UNDO && self.is_on_path(&state) {
            let child = (self.observer).generated(node.handle, action, g, h, NodeOutcome::Cycle);
            self.examine(NodeOutcome::Cycle, child, (&state, g, h));
            return Ok(None);
        }
        if f > self.bound {
            let child = (self.observer).generated(node.handle, action, g, h, NodeOutcome::Cut);
            self.examine(NodeOutcome::Cut, child, (&state, g, h));
            if f < self.next_bound {
                self.next_bound = f;
            }
            return Ok(None);
        }
        if self.space.is_goal(&state) {
            return Err(self.found(node.handle, action, state, g, h));
        }
        Ok(Some(Child {
            parent: node.handle,
            action,
            state,
            g,
            h,
        }))
    }

    /// The child of `parent` by `action` is a goal, at path cost `g`.
    // Cold, as are `stop` and `unwind`: a search comes here once, so the code is kept out of the
    // recursion.
    #[cold]
    #[inline(never)]
    fn found(
        &mut self,
        parent: O::Node,
        action: Action,
        state: S::State,
        g: Cost,
        h: Cost,
    ) -> Break {
        let goal = (self.observer).generated(parent, action, g, h, NodeOutcome::Frontier);
        self.examine(NodeOutcome::Frontier, goal, (&state, g, h));
        self.goal = Some((g, goal));
        self.reversed_actions.push(action);
        Break
    }

    /// Lets the observer examine a node that was generated, with its path cost and its estimate.
    #[inline(always)]
    fn examine(
        &mut self,
        outcome: NodeOutcome,
        node: O::Node,
        (state, g, h): (&S::State, Cost, Cost),
    ) {
        let space = self.space;
        let view = NodeView { space, state, g, h };
        (self.observer).examine(NodeEvent::Generated(outcome), node, view);
    }

    /// The search is being stopped.
    #[cold]
    #[inline(never)]
    fn stop(&mut self, reason: StopReason) -> Break {
        self.stop_reason = Some(reason);
        Break
    }

    /// Searches below `child`, to which `chosen` led, and backtracks.
    ///
    /// `visit_moves` calls [`Below`] with the list of moves, so that [`Self::search_below`] is
    /// compiled for each list that is known at compile time.
    #[inline(always)]
    fn recurse(&mut self, child: Child<S, O::Node>, chosen: S::Move) -> Result<(), Break> {
        let (space, action, moves) = (self.space, child.action, self.moves_of(&child));
        let below = Below(self, child);
        let result = if MAY_UNDO {
            below.visit(moves)
        } else {
            space.visit_moves(chosen, moves, below)
        };
        if let Err(Break) = result {
            return Err(self.unwind(action));
        }
        self.backtrack();
        Ok(())
    }

    /// Leaves the recursion, and notes the action that led here.
    #[cold]
    #[inline(never)]
    fn unwind(&mut self, action: Action) -> Break {
        self.reversed_actions.push(action);
        Break
    }

    /// Expands a child and searches below it. The parts of the child are passed one by one, so they
    /// stay in registers.
    ///
    /// The observer is told here, not by the caller: what it needs to remember across that call is
    /// then what it remembers across the recursion.
    fn search_below<K: Into<S::Moves>>(
        &mut self,
        parent: O::Node,
        action: Action,
        state: S::State,
        g: Cost,
        h: Cost,
        moves: K,
    ) -> Result<(), Break> {
        let moves = moves.into();
        let child = Child {
            parent,
            action,
            state,
            g,
            h,
        };
        let expanded = self.expand(child, moves);
        let node = expanded.map_err(|reason| self.stop(reason))?;
        self.search_moves(&node, moves)
    }
}

/// A search that continues below a child, once the type of the child's moves is known.
struct Below<'a, 'b, S: Space, H, O: Observer, const MAY_UNDO: bool>(
    &'a mut Search<'b, S, H, O, MAY_UNDO>,
    Child<S, O::Node>,
);

impl<S: Space, H: Heuristic<S>, O: Observer, const MAY_UNDO: bool> MovesVisitor<S::Moves>
    for Below<'_, '_, S, H, O, MAY_UNDO>
{
    type Output = Result<(), Break>;

    #[inline(always)]
    fn visit<K: Into<S::Moves> + Copy>(self, moves: K) -> Self::Output {
        let Below(search, child) = self;
        let Child {
            parent,
            action,
            state,
            g,
            h,
        } = child;
        search.search_below(parent, action, state, g, h, moves)
    }
}

/// The first of `moves`, and the rest.
#[inline(always)]
fn split_first<I: Iterator + Copy>(mut moves: I) -> Option<(I::Item, I)> {
    let first = moves.next()?;
    Some((first, moves))
}
