//! Iterative-deepening A*: depth-first within a bound on f, again and again with the next
//! higher bound.

use super::memory::MakeRoom;
use super::{
    About, Algorithm, Applies, Completeness, Cost, Duplicates, Ending, Ends, Fate, Halt, Heuristic,
    Observer, Optimality, Options, Solution, Space, Successor,
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
        let h = heuristic.of(&start);
        let checks_path = self.duplicates == Duplicates::Path;
        let ending = if self.duplicates == Duplicates::Parent {
            Search::<_, _, _, false>::new(space, heuristic, observer, h, checks_path).run(start)
        } else {
            Search::<_, _, _, true>::new(space, heuristic, observer, h, checks_path).run(start)
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
    bound: Cost,
    /// The least f that was above the bound, if any was.
    next_bound: Option<Cost>,
    /// Whether the states on the path are not to come again.
    checks_path: bool,
    /// These states, if so.
    on_path: Vec<S::Key>,
    /// The path to where the recursion broke off, root first.
    path: Vec<Node<S, O::Node>>,
    goal: Option<Goal<O::Node>>,
}

/// A node on the path to where the recursion broke off.
struct Node<S: Space, N> {
    state: S::State,
    g: Cost,
    h: Cost,
    handle: N,
    /// The move that leads on along the path; none from its end.
    chosen: Option<S::Move>,
    /// Those still to be tried.
    untried: S::Moves,
}

/// The goal that was found: its cost, and the observer's handle.
type Goal<N> = (Cost, N);

/// Why the recursion broke off.
enum Break {
    Solved,
    Halted(Halt),
    TooDeep,
}

impl From<Halt> for Break {
    fn from(halt: Halt) -> Self {
        Break::Halted(halt)
    }
}

/// How deep the recursion may go, so that no path is too long for the stack: of which 64 levels
/// take up to 0.6 MB in a debug build (10×10), and tens of KB in an optimised one. Half as many
/// would cost no time yet.
const MOST_LEVELS: usize = 64;

impl<'a, S: Space, H: Heuristic<S>, O: Observer, const MAY_UNDO: bool>
    Search<'a, S, H, O, MAY_UNDO>
{
    fn new(
        space: &'a S,
        heuristic: &'a H,
        observer: &'a mut O,
        bound: Cost,
        checks_path: bool,
    ) -> Self {
        Search {
            space,
            heuristic,
            observer,
            bound,
            next_bound: None,
            checks_path,
            on_path: Vec::new(),
            path: Vec::new(),
            goal: None,
        }
    }

    fn run(mut self, start: S::State) -> Result<Ending<O::Node>, Halt> {
        let h = self.bound;
        self.observer.iteration(h);
        let root = self.observer.root(h);
        if self.space.is_goal(&start) {
            return Ok(self.solved((0, root)));
        }
        loop {
            if let Some(goal) = self.iterate(start, h, root)? {
                return Ok(self.solved(goal));
            }
            let Some(next) = self.next_bound.take() else {
                return Ok(Ending::Exhausted);
            };
            self.bound = next;
            self.observer.iteration(next);
        }
    }

    /// One depth-first search within the bound; the goal, if it found one.
    ///
    /// Where a path is too long for the recursion, that breaks off and leaves the path behind.
    /// It is taken up again at the end of the path; when all below is searched, at the node
    /// before, with its untried moves; and so on back to the root.
    fn iterate(
        &mut self,
        start: S::State,
        h: Cost,
        root: O::Node,
    ) -> Result<Option<Goal<O::Node>>, Halt> {
        self.enter(&start)?;
        self.observer.expand(root)?;
        let mut end = Some(Node {
            state: start,
            g: 0,
            h,
            handle: root,
            chosen: None,
            untried: self.space.moves_after(None, &start),
        });
        while let Some(node) = end {
            // For what the recursion leaves behind: a node a level.
            self.path.make_room(MOST_LEVELS + 1, self.observer)?;
            let above = self.path.len();
            let Node {
                state,
                g,
                h,
                handle,
                untried,
                ..
            } = node;
            let outcome = self.descend(state, g, h, handle, untried, MOST_LEVELS);
            // The deepest node was left first.
            self.path[above..].reverse();
            match outcome {
                Ok(()) => self.leave(),
                Err(Break::TooDeep) => {}
                Err(Break::Solved) => return Ok(self.goal),
                Err(Break::Halted(halt)) => return Err(halt),
            }
            end = self.path.pop();
        }
        Ok(None)
    }

    /// Searches below a node that is expanded: tries its `untried` moves, one after the other.
    ///
    /// If it breaks off, it leaves the node behind. The parts of the node are handed down one by
    /// one, for so they stay in registers. A node generated takes 56 instructions with the
    /// observer `()` (perf stat, Korf 79).
    fn descend(
        &mut self,
        state: S::State,
        g: Cost,
        h: Cost,
        handle: O::Node,
        untried: S::Moves,
        levels: usize,
    ) -> Result<(), Break> {
        let mut node = Node {
            state,
            g,
            h,
            handle,
            chosen: None,
            untried,
        };
        let outcome = match levels {
            0 => Err(Break::TooDeep),
            _ => self.try_each(&mut node, levels),
        };
        if outcome.is_err() {
            self.path.push(node);
        }
        outcome
    }

    /// Tries the untried moves of a node.
    ///
    /// A loop would do. But with code of their own for one move, for two and for three, a
    /// processor knows better where it is and what comes next: a quarter of the time is saved,
    /// for it guesses wrong 0.22 times a node generated instead of 0.38 times (15-puzzle, Zen 5).
    #[inline(always)]
    fn try_each(&mut self, node: &mut Node<S, O::Node>, levels: usize) -> Result<(), Break> {
        let Some((first, after_first)) = split_first(node.untried) else {
            return Ok(());
        };
        let Some((second, after_second)) = split_first(after_first) else {
            return self.try_move(node, first, after_first, levels);
        };
        let Some((third, after_third)) = split_first(after_second) else {
            self.try_move(node, first, after_first, levels)?;
            return self.try_move(node, second, after_second, levels);
        };
        if split_first(after_third).is_none() {
            self.try_move(node, first, after_first, levels)?;
            self.try_move(node, second, after_second, levels)?;
            return self.try_move(node, third, after_third, levels);
        }
        while let Some((chosen, rest)) = split_first(node.untried) {
            self.try_move(node, chosen, rest, levels)?;
        }
        Ok(())
    }

    /// Makes the child that `chosen` leads to, and searches below it if it is within the bound.
    #[inline(always)]
    fn try_move(
        &mut self,
        node: &mut Node<S, O::Node>,
        chosen: S::Move,
        rest: S::Moves,
        levels: usize,
    ) -> Result<(), Break> {
        node.chosen = Some(chosen);
        node.untried = rest;
        let Successor {
            action,
            state,
            cost,
        } = self.space.successor(&node.state, chosen);
        let g = plus(node.g, cost);
        let h = (self.heuristic).step(node.h, &node.state, action, &state);
        let f = plus(g, h);
        let fate = if MAY_UNDO && self.is_on_path(&state) {
            Fate::Cycle
        } else if f > self.bound {
            if self.next_bound.is_none_or(|next| f < next) {
                self.next_bound = Some(f);
            }
            Fate::Cut
        } else {
            Fate::Frontier
        };
        let handle = (self.observer).generated(node.handle, action, g, h, fate);
        if fate != Fate::Frontier {
            return Ok(());
        }
        if self.space.is_goal(&state) {
            self.goal = Some((g, handle));
            return Err(Break::Solved);
        }
        self.enter(&state)?;
        self.observer.expand(handle)?;
        let came = if MAY_UNDO { None } else { Some(action) };
        let moves = self.space.moves_after(came, &state);
        self.descend(state, g, h, handle, moves, levels - 1)?;
        self.leave();
        Ok(())
    }

    /// The path goes on to `state`.
    #[inline(always)]
    fn enter(&mut self, state: &S::State) -> Result<(), Halt> {
        if MAY_UNDO && self.checks_path {
            self.on_path.make_room(1, self.observer)?;
            self.on_path.push(self.space.key(state));
        }
        Ok(())
    }

    /// The path goes back from its last state.
    #[inline(always)]
    fn leave(&mut self) {
        if MAY_UNDO {
            self.on_path.pop();
        }
    }

    fn is_on_path(&self, state: &S::State) -> bool {
        self.checks_path && self.on_path.contains(&self.space.key(state))
    }

    /// The end of a search that broke off above `goal`.
    fn solved(&self, (cost, node): Goal<O::Node>) -> Ending<O::Node> {
        let actions = self.path.iter().filter_map(|on| {
            let successor = self.space.successor(&on.state, on.chosen?);
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

/// The sum, or the greatest cost there is.
///
/// [`Cost::saturating_add`] has what follows wait for it; that the sum is too large can be
/// guessed to be wrong, and 3 % of the time is saved.
#[inline(always)]
fn plus(a: Cost, b: Cost) -> Cost {
    #[cold]
    #[inline(never)]
    fn greatest() -> Cost {
        Cost::MAX
    }
    a.checked_add(b).unwrap_or_else(greatest)
}
