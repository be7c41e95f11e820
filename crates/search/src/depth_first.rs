//! Depth-first search: the deepest node first, with a stack of its own and an optional
//! limit to the depth.

use super::about::Kind;
use super::memory::ReserveWith;
use super::reached::Reached;
use super::strategy::{EvaluationFunction, Pruning, Selection};
use super::successors::{Child, Successors};
use super::{
    About, Action, Algorithm, Applies, Completeness, Cost, Directionality, Duplicates, Heuristic,
    NodeEvent, NodeOutcome, NodeView, Observer, Optimality, Options, Outcome, Solution, Space,
    StopReason,
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
        other_names: &["DFS"],
        summary: "Expands the deepest node first and backs up from dead ends.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::None,
        selection: Selection::Deepest,
        pruning: Pruning::DepthLimit,
        directionality: Directionality::Unidirectional,
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
        description: "The frontier is a stack: the search follows one path down, and backtracks to the \
               latest alternative when that ends. It keeps only the nodes of one path and their \
               siblings, so memory grows with the depth, not with the number of states. But the \
               first solution that it finds may be absurdly long, and it may search a large tree \
               although a goal is near. Without a path check it follows cycles for ever. A depth \
               limit prevents that too, and cuts deeper nodes. As a graph search it visits each \
               state once, at the price of remembering all. Under a depth limit it reopens a \
               state that is reached again by a shorter path, because more is within the limit \
               from there.\n\n\
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
        let root = StackNode::root(space, heuristic, start, observer);
        self.descend(space, heuristic, root, &mut Memory::default(), observer)
            .unwrap_or_else(Outcome::Stopped)
    }
}

/// A node on the stack.
#[derive(Clone, Copy)]
pub(super) struct StackNode<State, N> {
    state: State,
    g: Cost,
    h: Cost,
    depth: u32,
    /// The action that led to it; `None` for the root.
    action: Option<Action>,
    handle: N,
    is_expanded: bool,
}

impl<State, N: Copy> StackNode<State, N> {
    /// The root.
    pub(super) fn root<S: Space<State = State>, H: Heuristic<S>, O: Observer<Node = N>>(
        space: &S,
        heuristic: &H,
        start: State,
        observer: &mut O,
    ) -> Self {
        let h = heuristic.estimate(&start);
        let root = StackNode {
            state: start,
            g: 0,
            h,
            depth: 0,
            action: None,
            handle: observer.root(h),
            is_expanded: false,
        };
        let event = NodeEvent::Generated(NodeOutcome::Frontier);
        observer.examine(event, root.handle, root.view(space));
        root
    }

    fn view<'a, S: Space<State = State>>(&'a self, space: &'a S) -> NodeView<'a, S> {
        NodeView {
            space,
            state: &self.state,
            g: self.g,
            h: self.h,
        }
    }
}

/// The memory of a search. It is empty before and after, and can be used again.
pub(super) struct Memory<S: Space, N> {
    stack: Vec<StackNode<S::State, N>>,
    /// The states on the path, in its order (path check), or all states that were generated
    /// (graph search).
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
    /// Invariant: the expanded nodes on the stack are the path to its top, and between them are
    /// the open siblings. When an expanded node is on top, its subtree is done and the search
    /// backtracks. An open node is no deeper than those above it, so a node that reopens its state
    /// (graph search) never meets an earlier one that is still open.
    pub(super) fn descend<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        root: StackNode<S::State, O::Node>,
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
            if node.is_expanded {
                stack.pop();
                if self.duplicates == Duplicates::Path {
                    reached.forget_latest();
                }
                continue;
            }
            if space.is_goal(&node.state) {
                return Ok(Outcome::Solved(solution(stack, &node)));
            }
            if self.depth_limit == Some(node.depth) {
                observer.discard(node.handle, NodeOutcome::Cut);
                let event = NodeEvent::Discarded(NodeOutcome::Cut);
                observer.examine(event, node.handle, node.view(space));
                is_cut = true;
                stack.pop();
                continue;
            }

            let last_action = (node.action).filter(|_| self.duplicates == Duplicates::Parent);
            let moves = space.moves(&node.state, last_action);
            let parent = (&node.state, node.g, node.h);
            let successors = Successors::new(space, heuristic, parent, moves)?;
            stack.reserve_with(moves.len(), observer)?;
            if self.duplicates == Duplicates::Path {
                reached.note(space.key(&node.state), node.depth, observer)?;
            }
            observer.expand(node.handle)?;
            observer.examine(NodeEvent::Expanded, node.handle, node.view(space));
            let top = stack.len();
            stack[top - 1].is_expanded = true;
            for child in successors {
                let Child {
                    action,
                    state,
                    g,
                    h,
                } = child;
                let (key, depth) = (space.key(&state), node.depth + 1);
                let outcome = self.classify(reached.depth(&key), depth);
                let handle = observer.generated(node.handle, action, g, h, outcome);
                let view = NodeView {
                    space,
                    state: &state,
                    g,
                    h,
                };
                observer.examine(NodeEvent::Generated(outcome), handle, view);
                if outcome.is_on_frontier() {
                    if self.duplicates == Duplicates::Graph {
                        reached.note(key, depth, observer)?;
                    }
                    stack.push(StackNode {
                        state,
                        g,
                        h,
                        depth,
                        action: Some(action),
                        handle,
                        is_expanded: false,
                    });
                }
            }
            // The first action is tried first, so its child goes on top.
            stack[top..].reverse();
        }
        Ok(if is_cut {
            Outcome::CutOff
        } else {
            Outcome::Exhausted
        })
    }

    /// What becomes of a node at `depth` if its state was reached at another depth before.
    fn classify(&self, reached: Option<u32>, depth: u32) -> NodeOutcome {
        match reached {
            None => NodeOutcome::Frontier,
            Some(_) if self.duplicates == Duplicates::Path => NodeOutcome::Cycle,
            Some(earlier) if self.depth_limit.is_some() && depth < earlier => NodeOutcome::Reopened,
            Some(_) => NodeOutcome::Duplicate,
        }
    }
}

/// The path of expanded nodes on the stack to `goal`.
fn solution<State, N: Copy>(
    stack: &[StackNode<State, N>],
    goal: &StackNode<State, N>,
) -> Solution<N> {
    let path = stack.iter().filter(|node| node.is_expanded);
    Solution {
        actions: path.chain([goal]).filter_map(|node| node.action).collect(),
        cost: goal.g,
        node: goal.handle,
    }
}
