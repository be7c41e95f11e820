//! What searches from both ends share: a tree from the start, one from the goal, and the path
//! through a state that is in both.

use super::arena::{Arena, NodeIndex};
use super::{Action, Actions, Cost, Duplicates, Heuristic, Observer, Solution, Space, StopReason};
use std::hash::Hash;
use std::ops::{Index, IndexMut};

/// Two trees, by the end that they grow from. An arena's g is the cost from the start to the
/// node in the one, and from the node to the goal in the other.
#[derive(Debug)]
pub struct Trees<K, N>([Arena<K, N>; 2]);

/// An end of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchDirection {
    Forward,
    Backward,
}

/// Two nodes with the same state: `ahead` of the tree from the start, `back` of the other.
#[derive(Clone, Copy, Debug)]
pub struct Meeting {
    pub ahead: NodeIndex,
    pub back: NodeIndex,
    /// Of the path through them, from the start to the goal.
    pub cost: Cost,
}

impl SearchDirection {
    pub const BOTH: [SearchDirection; 2] = [SearchDirection::Forward, SearchDirection::Backward];

    pub fn other(self) -> SearchDirection {
        match self {
            SearchDirection::Forward => SearchDirection::Backward,
            SearchDirection::Backward => SearchDirection::Forward,
        }
    }

    /// The actions that lead on from `state`: away from this end.
    pub fn actions<S: Space>(self, space: &S, state: &S::State) -> Actions {
        match self {
            SearchDirection::Forward => space.actions(state),
            SearchDirection::Backward => space.actions_to(state),
        }
    }

    /// The state on the other side of `action`, and what the action costs, which is taken
    /// forwards whichever way the search goes.
    pub fn follow<S: Space>(self, space: &S, state: &S::State, action: Action) -> (S::State, Cost) {
        match self {
            SearchDirection::Forward => (space.apply(state, action), space.cost(state, action)),
            SearchDirection::Backward => {
                let before = space.predecessor(state, action);
                (before, space.cost(&before, action))
            }
        }
    }

    /// The estimate of the way between `state` and the other end.
    pub fn estimate<S: Space, H: Heuristic<S>>(self, heuristic: &H, state: &S::State) -> Cost {
        match self {
            SearchDirection::Forward => heuristic.estimate(state),
            SearchDirection::Backward => heuristic.estimate_from_start(state),
        }
    }
}

impl<K: Copy + Eq + Hash, N: Copy> Trees<K, N> {
    /// The two roots, of which each is number 0 in its tree.
    ///
    /// # Errors
    /// If the observer, or the machine, has no memory for it.
    pub fn plant<S: Space<Key = K>, H: Heuristic<S>, O: Observer<Node = N>>(
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Result<Self, StopReason> {
        let mut plant = |end: SearchDirection, root: S::State| -> Result<Arena<K, N>, StopReason> {
            let mut tree = Arena::new(Duplicates::Graph);
            let h = end.estimate(heuristic, &root);
            tree.add_root(space.key(&root), h, observer)?;
            Ok(tree)
        };
        let from_start = plant(SearchDirection::Forward, start)?;
        let from_goal = plant(SearchDirection::Backward, space.goal())?;
        Ok(Trees([from_start, from_goal]))
    }

    /// The meeting at the node `here` of the tree from `end`, if its state is in the other
    /// tree too.
    pub fn meeting(&self, end: SearchDirection, here: NodeIndex) -> Option<Meeting> {
        let node = self[end].node(here);
        let there = self[end.other()].find(&node.key)?;
        let (ahead, back) = match end {
            SearchDirection::Forward => (here, there),
            SearchDirection::Backward => (there, here),
        };
        let cost = (node.g).saturating_add(self[end.other()].node(there).g);
        Some(Meeting { ahead, back, cost })
    }

    /// The path through `meeting`; tells the observer of it.
    pub fn join<O: Observer<Node = N>>(&self, meeting: Meeting, observer: &mut O) -> Solution<N> {
        let Meeting { ahead, back, cost } = meeting;
        let node = self[SearchDirection::Forward].node(ahead).handle;
        observer.meeting(node, self[SearchDirection::Backward].node(back).handle);
        let mut actions = self[SearchDirection::Forward].path(ahead);
        actions.extend(self[SearchDirection::Backward].path(back).into_iter().rev());
        Solution {
            actions,
            cost,
            node,
        }
    }
}

impl<K, N> Index<SearchDirection> for Trees<K, N> {
    type Output = Arena<K, N>;

    fn index(&self, end: SearchDirection) -> &Arena<K, N> {
        &self.0[end as usize]
    }
}

impl<K, N> IndexMut<SearchDirection> for Trees<K, N> {
    fn index_mut(&mut self, end: SearchDirection) -> &mut Arena<K, N> {
        &mut self.0[end as usize]
    }
}
