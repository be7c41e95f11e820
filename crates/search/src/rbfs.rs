//! Recursive best-first search: best-first in the memory of depth-first search.

use super::about::Kind;
use super::memory::ReserveWith;
use super::strategy::{EvaluationFunction, Pruning, Selection};
use super::{
    About, Action, Algorithm, Applies, Completeness, Cost, Directionality, Duplicates, Heuristic,
    NodeOutcome, Observer, Optimality, Options, Outcome, Solution, Space, StopReason, Successor,
};

/// Recursive best-first search.
#[derive(Clone, Copy, Debug)]
pub struct Rbfs {
    duplicates: Duplicates,
}

impl Algorithm for Rbfs {
    const ABOUT: About = About {
        key: "rbfs",
        name: "Recursive best-first search",
        summary: "Follows the best path, and drops it when an alternative beside it is better.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::Sum,
        selection: Selection::LowestBackedUpF,
        pruning: Pruning::Backtracking,
        ends: Directionality::Unidirectional,
        complete: Completeness::Always,
        optimal: Optimality::Admissible,
        uses_heuristic: true,
        options: &[Applies::Duplicates(&[
            Duplicates::Parent,
            Duplicates::Path,
            Duplicates::None,
        ])],
        text: "It expands nodes in the order of f = g + h, as A* does, but keeps only the \
               current path and the siblings along it. Each node on the path has a bound: the \
               least f of all alternatives beside the path. When everything below a node \
               exceeds its bound, the search goes back to the alternative; the successors are \
               forgotten, but their least f is stored with the node, so that it is known when \
               it is worth coming back, and the successors, generated anew, inherit it. If h \
               never overestimates, the first solution found is a cheapest one. Unlike \
               IDA* it goes best-first even where f falls along a path; but where many \
               alternatives have nearly the same f it changes its mind, and generates the same \
               nodes, again and again.\n\n\
               Korf, “Linear-space best-first search”, 1993.",
    };

    fn with(options: &Options) -> Self {
        Rbfs {
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
        self.run(space, heuristic, start, observer)
            .unwrap_or_else(Outcome::Stopped)
    }
}

/// A node on the path, or beside it.
#[derive(Clone, Copy)]
struct Node<S, N> {
    state: S,
    g: Cost,
    h: Cost,
    /// The least f of the nodes below it that were forgotten; before that, its own, or what
    /// it inherits. [`NEVER`] if nothing is below it.
    stored: Cost,
    /// What led to it; nothing leads to the root.
    action: Option<Action>,
    handle: N,
}

/// The evaluation of a dead end.
const NEVER: Cost = Cost::MAX;

/// A call of the recursion: a node that is expanded.
#[derive(Clone, Copy)]
struct Call {
    /// The place of the node among all.
    node: usize,
    /// Where its successors begin; they reach to the end, or to those of the next call.
    first: usize,
    /// The least f of the alternatives: beyond it, the call returns.
    bound: Cost,
}

impl Rbfs {
    /// Korf's recursion with a stack of its own.
    ///
    /// Invariant: `nodes` holds the root, and after it the successors of each node on the
    /// path, `calls`. All of them but those on the path, and dead ends, are the frontier.
    fn run<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Result<Outcome<O::Node>, StopReason> {
        let (mut nodes, mut calls) = (Vec::new(), Vec::<Call>::new());
        nodes.reserve_with(1, observer)?;
        let h = heuristic.estimate(&start);
        nodes.push(Node {
            state: start,
            g: 0,
            h,
            stored: h,
            action: None,
            handle: observer.root(h),
        });
        let (mut selected, mut bound) = (0, NEVER);
        loop {
            // The call: expand the selected node.
            let node = nodes[selected];
            let path = || calls.iter().map(|call: &Call| &nodes[call.node]);
            if space.is_goal(&node.state) {
                let actions = path().chain([&node]).filter_map(|on| on.action).collect();
                return Ok(Outcome::Solved(Solution {
                    actions,
                    cost: node.g,
                    node: node.handle,
                }));
            }
            let last_action = (node.action).filter(|_| self.duplicates == Duplicates::Parent);
            let moves = space.moves_after(last_action, &node.state);
            calls.reserve_with(1, observer)?;
            nodes.reserve_with(moves.len(), observer)?;
            observer.expand(node.handle)?;
            let first = nodes.len();
            calls.push(Call {
                node: selected,
                first,
                bound,
            });
            // A node that stores more than its own f was expanded before: no successor can
            // have been less than what is stored.
            let is_again = node.stored > node.g.saturating_add(node.h);
            for chosen in moves {
                let Successor {
                    action,
                    state,
                    cost,
                } = space.successor(&node.state, chosen);
                let g = node.g.saturating_add(cost);
                let h = heuristic.update(node.h, &node.state, action, &state);
                let f = g.saturating_add(h);
                let is_cycle = self.duplicates == Duplicates::Path && {
                    let key = space.key(&state);
                    let mut path = calls.iter().map(|call| &nodes[call.node].state);
                    path.any(|on| space.key(on) == key)
                };
                let fate = if is_cycle {
                    NodeOutcome::Cycle
                } else {
                    NodeOutcome::Frontier
                };
                let handle = observer.generated(node.handle, action, g, h, fate);
                if !is_cycle {
                    nodes.push(Node {
                        state,
                        g,
                        h,
                        stored: if is_again { f.max(node.stored) } else { f },
                        action: Some(action),
                        handle,
                    });
                }
            }

            // Return from every call whose successors all exceed its bound, then go on to
            // the best successor of the last one, within the least of its alternatives.
            loop {
                let Some(&call) = calls.last() else {
                    return Ok(Outcome::Exhausted);
                };
                let (best, next) = two_least(&nodes[call.first..]);
                let least = best.map_or(NEVER, |best| nodes[call.first + best].stored);
                if let Some(best) = best
                    && least <= call.bound
                    && least < NEVER
                {
                    selected = call.first + best;
                    bound = next.min(call.bound);
                    break;
                }
                for forgotten in nodes.drain(call.first..) {
                    if forgotten.stored < NEVER {
                        observer.discard(forgotten.handle, NodeOutcome::Cut);
                    }
                }
                calls.pop();
                let node = &mut nodes[call.node];
                node.stored = least;
                if let (Some(parent), Some(action)) = (calls.last(), node.action)
                    && least < NEVER
                {
                    let (g, h) = (node.g, node.h);
                    let parent = nodes[parent.node].handle;
                    nodes[call.node].handle = observer.requeued(parent, action, g, h);
                }
            }
        }
    }
}

/// The place of the node that stores the least f, the first of equals, and the least that
/// the others store.
fn two_least<S, N>(nodes: &[Node<S, N>]) -> (Option<usize>, Cost) {
    let (mut best, mut least, mut next) = (None, NEVER, NEVER);
    for (i, node) in nodes.iter().enumerate() {
        if best.is_none() || node.stored < least {
            (best, next, least) = (Some(i), least, node.stored);
        } else {
            next = next.min(node.stored);
        }
    }
    (best, next)
}
