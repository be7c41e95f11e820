//! Depth-first search: the deepest node first, with a stack of its own and an optional
//! limit to the depth.

use super::about::Kind;
use super::memory::ReserveWith;
use super::reached::Reached;
use super::strategy::{EvaluationFunction, Pruning, Selection};
use super::{
    About, Action, Algorithm, Applies, Completeness, Cost, Directionality, Duplicates, Heuristic,
    NodeOutcome, Observer, Optimality, Options, Outcome, Solution, Space, StopReason, Successor,
};

/// Depth-first search.
#[derive(Clone, Copy, Debug)]
pub struct DepthFirst {
    pub(super) duplicates: Duplicates,
    pub(super) depth_limit: Option<u32>,
}

impl Algorithm for DepthFirst {
    const ABOUT: About = About {
        key: "depth-first",
        name: "Depth-first search",
        summary: "Expands the deepest node first and backs up from dead ends.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::None,
        selection: Selection::Deepest,
        pruning: Pruning::DepthLimit,
        ends: Directionality::Unidirectional,
        complete: Completeness::WithinDepthLimit,
        optimal: Optimality::Never,
        uses_heuristic: false,
        options: &[
            Applies::DepthLimit(None),
            Applies::Duplicates(&[
                Duplicates::Path,
                Duplicates::Graph,
                Duplicates::Parent,
                Duplicates::None,
            ]),
        ],
        text: "The frontier is a stack: the search follows one path down, and takes up the \
               latest alternative when that ends. It keeps the nodes of one path and their \
               siblings alone, so memory grows with the depth, not with the number of states. \
               But the first solution that it meets may be absurdly long, and it may search a \
               great tree beside a near goal. Without a check of the path it goes round in \
               circles for ever; a depth limit ends that too, and cuts off what lies deeper. \
               As a graph search it visits each state once, for the price of remembering all; \
               under a depth limit a state reached again by a shorter path is reopened, as \
               more lies within the limit from there.\n\n\
               Described for mazes by Trémaux in the 19th century; Tarjan, “Depth-first search \
               and linear graph algorithms”, 1972.",
    };

    fn with(options: &Options) -> Self {
        let &Options {
            duplicates,
            depth_limit,
            ..
        } = options;
        DepthFirst {
            duplicates,
            depth_limit,
        }
    }

    fn search<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Outcome<O::Node> {
        let root = Node::root(space, heuristic, start, observer);
        self.descend(space, heuristic, root, &mut Memory::default(), observer)
            .unwrap_or_else(Outcome::Stopped)
    }
}

/// A node on the stack.
#[derive(Clone, Copy)]
pub(super) struct Node<S, N> {
    state: S,
    g: Cost,
    h: Cost,
    depth: u32,
    /// What led to it; nothing leads to the root.
    action: Option<Action>,
    handle: N,
    is_expanded: bool,
}

impl<S: Copy, N> Node<S, N> {
    /// The start state, made the root.
    pub(super) fn root<P: Space<State = S>, H: Heuristic<P>, O: Observer<Node = N>>(
        _: &P,
        heuristic: &H,
        start: S,
        observer: &mut O,
    ) -> Self {
        let h = heuristic.estimate(&start);
        Node {
            state: start,
            g: 0,
            h,
            depth: 0,
            action: None,
            handle: observer.root(h),
            is_expanded: false,
        }
    }
}

/// All that a search holds; empty before it, and of use to the next one.
pub(super) struct Memory<S: Space, N> {
    stack: Vec<Node<S::State, N>>,
    /// The states of the path (path check), in its order, or all states that were
    /// generated (graph search).
    reached: Reached<S::Key>,
}

impl<S: Space, N> Default for Memory<S, N> {
    fn default() -> Self {
        Memory {
            stack: Vec::new(),
            reached: Reached::default(),
        }
    }
}

impl DepthFirst {
    /// Searches below `root`.
    ///
    /// Invariant: the expanded nodes on the stack are the path to its top, and between
    /// them wait the siblings that are still to be tried. A node met on top for the second
    /// time has no successors left, and the path ends before it. A node that waits is no
    /// deeper than those above it, so a node that reopens its state (graph search) never
    /// meets an earlier one that still waits.
    pub(super) fn descend<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        root: Node<S::State, O::Node>,
        memory: &mut Memory<S, O::Node>,
        observer: &mut O,
    ) -> Result<Outcome<O::Node>, StopReason> {
        let Memory { stack, reached } = memory;
        let mut is_cut = false;
        reached.clear();
        if self.duplicates == Duplicates::Graph {
            reached.note(space.key(&root.state), 0, observer)?;
        }
        stack.reserve_with(1, observer)?;
        stack.push(root);

        while let Some(&node) = stack.last() {
            let key = space.key(&node.state);
            if node.is_expanded {
                stack.pop();
                if self.duplicates == Duplicates::Path {
                    reached.forget_latest();
                }
                continue;
            }
            if space.is_goal(&node.state) {
                let path = stack.iter().filter(|on| on.is_expanded).chain([&node]);
                let actions = path.filter_map(|on| on.action).collect();
                return Ok(Outcome::Solved(Solution {
                    actions,
                    cost: node.g,
                    node: node.handle,
                }));
            }
            if self.depth_limit == Some(node.depth) {
                observer.discard(node.handle, NodeOutcome::Cut);
                is_cut = true;
                stack.pop();
                continue;
            }

            let last_action = (node.action).filter(|_| self.duplicates == Duplicates::Parent);
            let moves = space.moves_after(last_action, &node.state);
            stack.reserve_with(moves.len(), observer)?;
            if self.duplicates == Duplicates::Path {
                reached.note(key, node.depth, observer)?;
            }
            observer.expand(node.handle)?;
            let top = stack.len();
            stack[top - 1].is_expanded = true;
            for chosen in moves {
                let Successor {
                    action,
                    state,
                    cost,
                } = space.successor(&node.state, chosen);
                let g = node.g.saturating_add(cost);
                let h = heuristic.update(node.h, &node.state, action, &state);
                let depth = node.depth + 1;
                let fate = self.fate(reached.depth(&space.key(&state)), depth);
                let handle = observer.generated(node.handle, action, g, h, fate);
                if fate.is_on_frontier() {
                    if self.duplicates == Duplicates::Graph {
                        reached.note(space.key(&state), depth, observer)?;
                    }
                    let action = Some(action);
                    stack.push(Node {
                        state,
                        g,
                        h,
                        depth,
                        action,
                        handle,
                        is_expanded: false,
                    });
                }
            }
            // The last in is the first out: the first action is to be tried first.
            stack[top..].reverse();
        }
        Ok(if is_cut {
            Outcome::CutOff
        } else {
            Outcome::Exhausted
        })
    }

    /// What becomes of a node at `depth` whose state was reached at another depth, if it was.
    fn fate(&self, reached: Option<u32>, depth: u32) -> NodeOutcome {
        match reached {
            None => NodeOutcome::Frontier,
            Some(_) if self.duplicates == Duplicates::Path => NodeOutcome::Cycle,
            Some(earlier) if self.depth_limit.is_some() && depth < earlier => NodeOutcome::Reopened,
            Some(_) => NodeOutcome::Duplicate,
        }
    }
}
