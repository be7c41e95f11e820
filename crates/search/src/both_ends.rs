//! The two trees of a bidirectional search.

use super::arena::{Arena, Insertion, Keep, NodeIndex, OpenNode};
use super::open_list::Evaluation;
use super::successors::{Child, check_path_cost};
use super::{
    Action, Actions, Cost, Duplicates, Heuristic, NodeEvent, Observer, Solution, Space, StopReason,
};
use std::ops::{Index, IndexMut};

/// The direction in which a tree grows: forward from the start, or backward from the goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchDirection {
    Forward,
    Backward,
}

/// Two trees, by direction. In the forward tree g is the cost from the start to the node, in the
/// backward tree the cost from the node to the goal.
pub struct Trees<'a, S: Space, H, N> {
    space: &'a S,
    heuristic: &'a H,
    arenas: [Arena<'a, S, H, N>; 2],
}

/// Two nodes with the same state, one of each tree.
#[derive(Clone, Copy, Debug)]
pub struct Meeting {
    pub forward: NodeIndex,
    pub backward: NodeIndex,
    /// The cost of the path through them, from the start to the goal.
    pub cost: Evaluation,
}

impl SearchDirection {
    pub const BOTH: [SearchDirection; 2] = [SearchDirection::Forward, SearchDirection::Backward];

    pub fn other(self) -> SearchDirection {
        match self {
            SearchDirection::Forward => SearchDirection::Backward,
            SearchDirection::Backward => SearchDirection::Forward,
        }
    }

    /// The actions between `state` and its successors in this direction.
    fn actions<S: Space>(self, space: &S, state: &S::State) -> Actions {
        match self {
            SearchDirection::Forward => space.actions(state),
            SearchDirection::Backward => space.actions_to(state),
        }
    }

    /// The state at the other end of `action`, and the cost of the action, which is applied
    /// forward in both directions.
    fn follow<S: Space>(self, space: &S, state: &S::State, action: Action) -> (S::State, Cost) {
        match self {
            SearchDirection::Forward => {
                let successor = space.result(state, action);
                (successor.state, successor.cost)
            }
            SearchDirection::Backward => {
                let predecessor = space.predecessor(state, action);
                (predecessor, space.cost(&predecessor, action))
            }
        }
    }

    /// The estimate of the cost between `state` and the root of the other tree.
    fn estimate<S: Space, H: Heuristic<S>>(self, heuristic: &H, state: &S::State) -> Cost {
        match self {
            SearchDirection::Forward => heuristic.estimate(state),
            SearchDirection::Backward => heuristic.estimate_from_start(state),
        }
    }
}

impl<'a, S: Space, H: Heuristic<S>, N: Copy> Trees<'a, S, H, N> {
    /// Two trees of a root each, which is node 0.
    ///
    /// # Errors
    /// If the observer refuses the memory.
    pub fn new<O: Observer<Node = N>>(
        space: &'a S,
        heuristic: &'a H,
        start: S::State,
        keep: Keep,
        observer: &mut O,
    ) -> Result<Self, StopReason> {
        let arena = || Arena::new(space, heuristic, Duplicates::Graph, keep);
        let mut arenas = [arena(), arena()];
        for (direction, root) in SearchDirection::BOTH.into_iter().zip([start, space.goal()]) {
            let h = direction.estimate(heuristic, &root);
            arenas[direction as usize].insert_root(&root, h, observer)?;
        }
        Ok(Trees {
            space,
            heuristic,
            arenas,
        })
    }

    /// Expands `node` of the tree that grows in `direction`: tells the observer, and returns the
    /// successors in that direction.
    ///
    /// # Errors
    /// If the observer stops the search, or refuses the memory for the successors, or the path
    /// costs too much to be counted.
    pub fn expand<O: Observer<Node = N>>(
        &mut self,
        direction: SearchDirection,
        node: &OpenNode<S::State, N>,
        observer: &mut O,
    ) -> Result<impl Iterator<Item = Child<S::State>> + use<'a, S, H, N, O>, StopReason> {
        let &OpenNode { state, g, .. } = node;
        check_path_cost(g)?;
        let (space, heuristic) = (self.space, self.heuristic);
        let actions = direction.actions(space, &state);
        self[direction].reserve_with(actions.len(), observer)?;
        observer.expand(node.handle)?;
        self[direction].examine(NodeEvent::Expanded, node, observer);
        Ok(actions.map(move |action| {
            let (child, cost) = direction.follow(space, &state, action);
            Child {
                action,
                state: child,
                g: g + cost,
                h: direction.estimate(heuristic, &child),
            }
        }))
    }

    /// Inserts `child`, a successor of `parent` in `direction`; its index, unless it is a
    /// duplicate.
    ///
    /// # Errors
    /// If the observer refuses the memory.
    pub fn insert<O: Observer<Node = N>>(
        &mut self,
        direction: SearchDirection,
        parent: &OpenNode<S::State, N>,
        child: &Child<S::State>,
        observer: &mut O,
    ) -> Result<Option<NodeIndex>, StopReason> {
        let insertion = self[direction].insert(parent, child, |outcome| outcome, observer)?;
        Ok(match insertion {
            Insertion::Open(index) => Some(index),
            Insertion::Goal(_) | Insertion::Dropped => None,
        })
    }

    /// The meeting at the node `index` of the tree that grows in `direction`, if its state is in
    /// the other tree too.
    pub fn meeting(&self, direction: SearchDirection, index: NodeIndex) -> Option<Meeting> {
        let node = self[direction].node(index);
        let other = &self[direction.other()];
        let opposite = other.find(&node.key)?;
        let (forward, backward) = match direction {
            SearchDirection::Forward => (index, opposite),
            SearchDirection::Backward => (opposite, index),
        };
        Some(Meeting {
            forward,
            backward,
            cost: Evaluation::from(node.g) + Evaluation::from(other.node(opposite).g),
        })
    }

    /// The path through `meeting`; tells the observer of the meeting.
    ///
    /// # Errors
    /// If it costs too much to be counted.
    pub fn join<O: Observer<Node = N>>(
        &self,
        meeting: Meeting,
        observer: &mut O,
    ) -> Result<Solution<N>, StopReason> {
        let Meeting {
            forward,
            backward,
            cost,
        } = meeting;
        let cost = Cost::try_from(cost).map_err(|_| StopReason::Cost)?;
        let node = self[SearchDirection::Forward].node(forward).handle;
        let mut actions = self[SearchDirection::Forward].path(forward);
        let backward_tree = &self[SearchDirection::Backward];
        observer.meeting(node, backward_tree.node(backward).handle);
        actions.extend(backward_tree.path(backward).into_iter().rev());
        Ok(Solution {
            actions,
            cost,
            node,
        })
    }
}

impl<'a, S: Space, H, N> Index<SearchDirection> for Trees<'a, S, H, N> {
    type Output = Arena<'a, S, H, N>;

    fn index(&self, direction: SearchDirection) -> &Self::Output {
        &self.arenas[direction as usize]
    }
}

impl<S: Space, H, N> IndexMut<SearchDirection> for Trees<'_, S, H, N> {
    fn index_mut(&mut self, direction: SearchDirection) -> &mut Self::Output {
        &mut self.arenas[direction as usize]
    }
}
