//! Iterative-deepening A*: depth-first within a bound on f, again and again with the next
//! higher bound.

use super::memory::MakeRoom;
use super::{
    About, Action, Algorithm, Applies, Completeness, Cost, Duplicates, Ending, Ends, Fate, Halt,
    Heuristic, Observer, Optimality, Options, Solution, Space, Successor,
};

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
        ends: Ends::Start,
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
    ) -> Ending<O::Node> {
        let checks_path = self.duplicates == Duplicates::Path;
        let ending = if self.duplicates == Duplicates::Parent {
            Search::<_, _, _, false>::new(space, heuristic, observer, checks_path).deepen(start)
        } else {
            Search::<_, _, _, true>::new(space, heuristic, observer, checks_path).deepen(start)
        };
        ending.unwrap_or_else(Ending::Stopped)
    }
}

/// A search, and what it has found out so far. `MAY_UNDO`: whether it tries the move that undoes
/// the last one too. Known beforehand, that saves 4 % of the time.
struct Search<'a, S: Space, H, O: Observer, const MAY_UNDO: bool> {
    space: &'a S,
    heuristic: &'a H,
    observer: &'a mut O,
    /// Nodes with a greater f are cut.
    bound: u64,
    /// By how much the least f that was cut is above the bound; [`u64::MAX`] if none was.
    least_excess: u64,
    /// Whether the states on the path are not to come again.
    checks_path: bool,
    /// These states, if so.
    on_path: Vec<S::Key>,
    /// The path, root first, as far as it is too long for recursion.
    path: Vec<Node<S, O::Node>>,
    /// The goal that was found: its cost, and the observer's handle.
    goal: Option<(Cost, O::Node)>,
    /// The way from there to the goal, the last move first, and each by its place among the
    /// moves that were to be tried.
    way: Vec<usize>,
}

/// A node that is expanded.
struct Node<S: Space, N> {
    state: S::State,
    /// What the way on may cost: the bound less g.
    left: u64,
    h: Cost,
    handle: N,
    untried: S::Moves,
    n_tried: usize,
}

/// Why an iteration ended early.
enum Break {
    Solved,
    Halted(Halt),
}

impl From<Halt> for Break {
    fn from(halt: Halt) -> Self {
        Break::Halted(halt)
    }
}

/// So deep the recursion goes at most: 64 levels take up to 0.6 MB of the stack in a debug build
/// (10×10), and tens of KB in an optimised one.
const MOST_LEVELS: usize = 64;

impl<'a, S: Space, H: Heuristic<S>, O: Observer, const MAY_UNDO: bool>
    Search<'a, S, H, O, MAY_UNDO>
{
    fn new(space: &'a S, heuristic: &'a H, observer: &'a mut O, checks_path: bool) -> Self {
        Search {
            space,
            heuristic,
            observer,
            bound: 0,
            least_excess: u64::MAX,
            checks_path,
            on_path: Vec::new(),
            path: Vec::new(),
            goal: None,
            way: Vec::new(),
        }
    }

    fn deepen(mut self, start: S::State) -> Result<Ending<O::Node>, Halt> {
        let h = self.heuristic.of(&start);
        self.observer.iteration(h);
        let root = self.observer.root(h);
        if self.space.is_goal(&start) {
            return Ok(self.solved(start, (0, root)));
        }
        // A level of the recursion holds a node, if on the stack.
        (self.observer).grow(MOST_LEVELS * size_of::<Node<S, O::Node>>())?;
        self.way.make_room(MOST_LEVELS + 1, self.observer)?;
        self.bound = h.into();
        loop {
            let outcome = self.iterate(start, h, root);
            if let Some(goal) = self.goal {
                return Ok(self.solved(start, goal));
            }
            if let Err(Break::Halted(halt)) = outcome {
                return Err(halt);
            }
            if self.least_excess == u64::MAX {
                return Ok(Ending::Exhausted);
            }
            self.bound += self.least_excess;
            self.least_excess = u64::MAX;
            self.observer.iteration(cost(self.bound));
        }
    }

    /// One depth-first search within the bound.
    ///
    /// Where the bound leaves [`MOST_LEVELS`] moves at most, and that is nearly everywhere on
    /// sliding tiles, by recursion, which is quicker. The nodes above wait in `path`, so no way
    /// is too long for the stack.
    fn iterate(&mut self, start: S::State, h: Cost, root: O::Node) -> Result<(), Break> {
        let few = MOST_LEVELS as u64 * u64::from(self.space.least_cost());
        let mut next = Some(self.expand(start, None, self.bound, h, root)?);
        loop {
            if let Some(node) = next.take() {
                self.path.make_room(1, self.observer)?;
                self.path.push(node);
            }
            let Some(last) = self.path.last_mut() else {
                return Ok(());
            };
            let node = Node { ..*last };
            let Some((chosen, untried)) = split_first(node.untried) else {
                self.path.pop();
                self.leave();
                continue;
            };
            last.untried = untried;
            last.n_tried += 1;
            match self.generate(&node, chosen)? {
                Some(child) if child.left <= few => {
                    let Node {
                        state,
                        left,
                        h,
                        handle,
                        untried,
                        ..
                    } = child;
                    self.search_below(state, left, h, handle, untried)?;
                    self.leave();
                }
                child => next = child,
            }
        }
    }

    /// Searches below a node that is expanded: tries its moves, one after the other.
    ///
    /// The parts of the node are handed down one by one, for so they stay in registers. A loop
    /// would do; but with code of their own for one move, for two and for three, a processor
    /// knows better where it is and what comes next, and a fifth of the time is saved. A node
    /// generated takes 50 instructions with the observer `()` (callgrind, Korf 79).
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
            left,
            h,
            handle,
            untried,
            n_tried: 0,
        };
        let Some((first, rest)) = split_first(untried) else {
            return Ok(());
        };
        let Some((second, rest)) = split_first(rest) else {
            return self.try_move(&node, 0, first);
        };
        let Some((third, rest)) = split_first(rest) else {
            self.try_move(&node, 0, first)?;
            return self.try_move(&node, 1, second);
        };
        if split_first(rest).is_none() {
            self.try_move(&node, 0, first)?;
            self.try_move(&node, 1, second)?;
            return self.try_move(&node, 2, third);
        }
        self.try_many(node)
    }

    /// The same for any number of moves; apart, so that it takes no registers from the others.
    #[inline(never)]
    fn try_many(&mut self, node: Node<S, O::Node>) -> Result<(), Break> {
        for (nth, chosen) in node.untried.enumerate() {
            self.try_move(&node, nth, chosen)?;
        }
        Ok(())
    }

    /// Generates the child that `chosen` leads to, and searches below it if it is not cut.
    #[inline(always)]
    fn try_move(
        &mut self,
        node: &Node<S, O::Node>,
        nth: usize,
        chosen: S::Move,
    ) -> Result<(), Break> {
        let outcome = match self.generate(node, chosen) {
            Ok(None) => return Ok(()),
            Ok(Some(child)) => self.search_below(
                child.state,
                child.left,
                child.h,
                child.handle,
                child.untried,
            ),
            Err(why) => Err(why),
        };
        if let Err(why) = outcome {
            return self.go_back(nth, why);
        }
        self.leave();
        Ok(())
    }

    /// Leaves the recursion, and notes on the way back where it was.
    #[cold]
    #[inline(never)]
    fn go_back(&mut self, nth: usize, why: Break) -> Result<(), Break> {
        self.way.push(nth);
        Err(why)
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
        let h = (self.heuristic).step(node.h, &node.state, action, &state);
        // What the way on from the parent costs at least if it leads here.
        let ahead = u64::from(step) + u64::from(h);
        let fate = if MAY_UNDO && self.is_on_path(&state) {
            Fate::Cycle
        } else if ahead > node.left {
            let excess = ahead - node.left;
            if excess < self.least_excess {
                self.least_excess = excess;
            }
            Fate::Cut
        } else {
            Fate::Frontier
        };
        // For the observer alone: with `()` it is never computed.
        let g = cost(self.bound - node.left + u64::from(step));
        let handle = (self.observer).generated(node.handle, action, g, h, fate);
        if fate != Fate::Frontier {
            return Ok(None);
        }
        if self.space.is_goal(&state) {
            self.goal = Some((g, handle));
            return Err(Break::Solved);
        }
        let left = node.left - u64::from(step);
        Ok(Some(self.expand(state, Some(action), left, h, handle)?))
    }

    /// Makes the node of a state that is within the bound and no goal: the path goes on to it.
    #[inline(always)]
    fn expand(
        &mut self,
        state: S::State,
        came: Option<Action>,
        left: u64,
        h: Cost,
        handle: O::Node,
    ) -> Result<Node<S, O::Node>, Halt> {
        if MAY_UNDO && self.checks_path {
            self.on_path.make_room(1, self.observer)?;
            self.on_path.push(self.space.key(&state));
        }
        self.observer.expand(handle)?;
        let came = came.filter(|_| !MAY_UNDO);
        Ok(Node {
            state,
            left,
            h,
            handle,
            untried: self.space.moves_after(came, &state),
            n_tried: 0,
        })
    }

    /// The path goes back from its last node.
    #[inline(always)]
    fn leave(&mut self) {
        if MAY_UNDO {
            self.on_path.pop();
        }
    }

    fn is_on_path(&self, state: &S::State) -> bool {
        self.checks_path && self.on_path.contains(&self.space.key(state))
    }

    /// The end of a search that has found a goal: goes the way there once more.
    fn solved(&self, start: S::State, (cost, node): (Cost, O::Node)) -> Ending<O::Node> {
        let above = self.path.iter().map(|on| on.n_tried - 1);
        let (mut state, mut came) = (start, None);
        let actions = above
            .chain(self.way.iter().rev().copied())
            .map_while(|nth| {
                let chosen = self.space.moves_after(came, &state).nth(nth)?;
                let successor = self.space.successor(&state, chosen);
                state = successor.state;
                came = Some(successor.action).filter(|_| !MAY_UNDO);
                Some(successor.action)
            });
        Ending::Solved(Solution {
            actions: actions.collect(),
            cost,
            node,
        })
    }
}

/// The first of `moves`, and the others.
#[inline(always)]
fn split_first<I: Iterator + Copy>(mut moves: I) -> Option<(I::Item, I)> {
    let first = moves.next()?;
    Some((first, moves))
}

/// That sum, or the greatest cost there is.
#[inline(always)]
fn cost(sum: u64) -> Cost {
    Cost::try_from(sum).unwrap_or(Cost::MAX)
}
