//! Recursive best-first search: best-first in the memory of depth-first search.

use super::about::Kind;
use super::memory::ReserveWith;
use super::open_list::Evaluation;
use super::strategy::{EvaluationFunction, Pruning, Selection};
use super::successors::{Child, Successors};
use super::{
    About, Action, Algorithm, Applies, Completeness, Cost, Directionality, Duplicates, Heuristic,
    NodeEvent, NodeOutcome, NodeView, Observer, Optimality, Options, Outcome, Solution, Space,
    StopReason,
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
        other_names: &["RBFS"],
        summary: "Follows the best path, and drops it when an alternative is better.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::Sum,
        selection: Selection::LowestBackedUpF,
        pruning: Pruning::Backtracking,
        directionality: Directionality::Unidirectional,
        complete: Completeness::Always,
        optimal: Optimality::Admissible,
        uses_heuristic: true,
        options: &[Applies::Duplicates(&[
            Duplicates::Parent,
            Duplicates::Path,
            Duplicates::None,
        ])],
        description: "It expands nodes in the order of f = g + h, as A* does, but keeps only the \
               current path and the siblings along it. Each node on the path has a bound: the \
               least f of all alternatives beside the path. When all nodes below it exceed the \
               bound, the search returns to the best alternative and forgets them. Their least f \
               is stored with the node, and inherited by its successors when they are generated \
               again. If h never overestimates, the first solution found is a cheapest one. Unlike \
               IDA* it expands nodes in best-first order even if f falls along a path. But if many \
               alternatives have nearly the same f, it switches between them and generates the \
               same nodes again and again.\n\n\
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

/// A node on the path, or a sibling of one.
#[derive(Clone, Copy)]
struct SiblingNode<State, N> {
    state: State,
    g: Cost,
    h: Cost,
    /// The stored value F: the least f of the forgotten nodes below it; before the first visit
    /// its own f, or the F that it inherits. [`INFINITY`] for a dead end.
    stored: Evaluation,
    /// The action that led to it; `None` for the root.
    action: Option<Action>,
    handle: N,
}

impl<State, N> SiblingNode<State, N> {
    fn view<'a, S: Space<State = State>>(&'a self, space: &'a S) -> NodeView<'a, S> {
        NodeView {
            space,
            state: &self.state,
            g: self.g,
            h: self.h,
        }
    }

    fn f(&self) -> Evaluation {
        Evaluation::from(self.g) + Evaluation::from(self.h)
    }
}

/// The stored value of a dead end. No sum of costs is as great.
const INFINITY: Evaluation = Evaluation::MAX;

/// A call of the recursion: a node on the path.
#[derive(Clone, Copy)]
struct Call {
    /// The index of the node.
    node: usize,
    /// The index of its first successor. Its successors end where those of the next call begin.
    first: usize,
    /// The least F of the alternatives. If all successors exceed it, the call returns.
    bound: Evaluation,
}

impl Rbfs {
    /// Korf's recursion, with an explicit stack.
    ///
    /// Invariant: `nodes` has the root, and after it the successors of each node on the path,
    /// `calls`. All but those on the path and the dead ends are the frontier.
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
        let root = SiblingNode {
            state: start,
            g: 0,
            h,
            stored: h.into(),
            action: None,
            handle: observer.root(h),
        };
        let event = NodeEvent::Generated(NodeOutcome::Frontier);
        observer.examine(event, root.handle, root.view(space));
        nodes.push(root);
        let (mut selected, mut bound) = (0, INFINITY);
        loop {
            // RBFS(selected, bound)
            let node = nodes[selected];
            if space.is_goal(&node.state) {
                let path = calls.iter().map(|call| &nodes[call.node]);
                let actions = path.chain([&node]).filter_map(|on_path| on_path.action);
                return Ok(Outcome::Solved(Solution {
                    actions: actions.collect(),
                    cost: node.g,
                    node: node.handle,
                }));
            }
            let last_action = (node.action).filter(|_| self.duplicates == Duplicates::Parent);
            let moves = space.moves(&node.state, last_action);
            let parent = (&node.state, node.g, node.h);
            let successors = Successors::new(space, heuristic, parent, moves)?;
            calls.reserve_with(1, observer)?;
            nodes.reserve_with(moves.len(), observer)?;
            observer.expand(node.handle)?;
            observer.examine(NodeEvent::Expanded, node.handle, node.view(space));
            let first = nodes.len();
            calls.push(Call {
                node: selected,
                first,
                bound,
            });
            // If F exceeds f, the node was expanded before, and its successors inherit F.
            let was_expanded = node.stored > node.f();
            for child in successors {
                let Child {
                    action,
                    state,
                    g,
                    h,
                } = child;
                let is_cycle = self.duplicates == Duplicates::Path && {
                    let key = space.key(&state);
                    let mut path = calls.iter().map(|call| &nodes[call.node].state);
                    path.any(|on_path| space.key(on_path) == key)
                };
                let outcome = match is_cycle {
                    true => NodeOutcome::Cycle,
                    false => NodeOutcome::Frontier,
                };
                let handle = observer.generated(node.handle, action, g, h, outcome);
                let view = NodeView {
                    space,
                    state: &state,
                    g,
                    h,
                };
                observer.examine(NodeEvent::Generated(outcome), handle, view);
                if !is_cycle {
                    let mut sibling = SiblingNode {
                        state,
                        g,
                        h,
                        stored: 0,
                        action: Some(action),
                        handle,
                    };
                    sibling.stored = match was_expanded {
                        true => sibling.f().max(node.stored),
                        false => sibling.f(),
                    };
                    nodes.push(sibling);
                }
            }

            // Return from every call whose best successor exceeds its bound. Then recurse into
            // the best successor of the last call, bounded by the best alternative.
            loop {
                let Some(&call) = calls.last() else {
                    return Ok(Outcome::Exhausted);
                };
                let (best, alternative) = best_two(&nodes[call.first..]);
                let least = best.map_or(INFINITY, |best| nodes[call.first + best].stored);
                if let Some(best) = best
                    && least <= call.bound
                    && least < INFINITY
                {
                    selected = call.first + best;
                    bound = alternative.min(call.bound);
                    break;
                }
                for forgotten in nodes.drain(call.first..) {
                    if forgotten.stored < INFINITY {
                        observer.discard(forgotten.handle, NodeOutcome::Cut);
                        let event = NodeEvent::Discarded(NodeOutcome::Cut);
                        observer.examine(event, forgotten.handle, forgotten.view(space));
                    }
                }
                calls.pop();
                let node = &mut nodes[call.node];
                node.stored = least;
                if let (Some(parent), Some(action)) = (calls.last(), node.action)
                    && least < INFINITY
                {
                    let (g, h) = (node.g, node.h);
                    let parent = nodes[parent.node].handle;
                    nodes[call.node].handle = observer.requeued(parent, action, g, h);
                }
            }
        }
    }
}

/// The index of the node with the least F, the first of equals, and the least F of the others.
fn best_two<State, N>(nodes: &[SiblingNode<State, N>]) -> (Option<usize>, Evaluation) {
    let (mut best, mut least, mut alternative) = (None, INFINITY, INFINITY);
    for (i, node) in nodes.iter().enumerate() {
        if best.is_none() || node.stored < least {
            (best, alternative, least) = (Some(i), least, node.stored);
        } else {
            alternative = alternative.min(node.stored);
        }
    }
    (best, alternative)
}
