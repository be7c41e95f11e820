//! The list search of Kantz's article: one loop over a list, whose queueing function determines the
//! search strategy.

use std::collections::HashSet;
use tilescope_search::memory::ReserveWith;
use tilescope_search::{
    Action, Cost, Heuristic, NodeOutcome, Observer, Outcome, Solution, Space, StopReason,
};

/// The queueing function: how successors are combined with the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combine {
    /// Appended to the list in the order of the actions: breadth-first search.
    Append,
    /// Prepended, sorted by h, and the list truncated to `width`: beam search, or hill climbing if
    /// `width` is 1. Unlike textbook beam search it expands node by node, not level by level, so it
    /// is a depth-first search that forgets nodes.
    Prepend { width: usize },
    /// Merged into the list by evaluation, keeping the first node of each state: best-first search.
    Merge(Evaluation),
}

/// The evaluation function of best-first search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// f = h.
    Greedy,
    /// f = g + h.
    AStar,
}

/// Searches from `start` with a list of open nodes and always expands the first.
///
/// The goal test is late, before the expansion is counted. A successor is discarded if its state is
/// on the path to it. There is no closed list, so other states may be expanded again.
pub fn list_search<S: Space, H: Heuristic<S>, O: Observer>(
    combine: Combine,
    space: &S,
    heuristic: &H,
    start: S::State,
    observer: &mut O,
) -> Outcome<O::Node> {
    run(combine, space, heuristic, start, observer).unwrap_or_else(Outcome::Stopped)
}

/// A node; the list holds their numbers.
#[derive(Clone, Copy)]
struct ListNode<K, N> {
    key: K,
    g: Cost,
    /// What the list is sorted by.
    f: Cost,
    /// The parent and the action that led from it here; nothing leads to the root.
    origin: Option<(usize, Action)>,
    handle: N,
}

fn run<S: Space, H: Heuristic<S>, O: Observer>(
    combine: Combine,
    space: &S,
    heuristic: &H,
    start: S::State,
    observer: &mut O,
) -> Result<Outcome<O::Node>, StopReason> {
    let mut nodes = Vec::new();
    nodes.reserve_with(1, observer)?;
    let h = heuristic.estimate(&start);
    let handle = observer.root(h);
    nodes.push(ListNode {
        key: space.key(&start),
        g: 0,
        f: h,
        origin: None,
        handle,
    });
    let mut open = vec![0];
    let mut is_cut = false;

    while let Some((&first, rest)) = open.split_first() {
        let node = nodes[first];
        let state = space.unpack(node.key);
        if space.is_goal(&state) {
            return Ok(Outcome::Solved(solution(&nodes, first)));
        }
        let actions = space.actions(&state);
        nodes.reserve_with(actions.len(), observer)?;
        observer.expand(node.handle)?;
        let mut successors = Vec::new();
        for action in actions {
            let child = space.apply(&state, action);
            let key = space.key(&child);
            let g = node.g.saturating_add(space.cost(&state, action));
            let h = heuristic.estimate(&child);
            let is_cycle = path(&nodes, first).any(|on_path| on_path.key == key);
            let outcome = if is_cycle {
                NodeOutcome::Cycle
            } else {
                NodeOutcome::Frontier
            };
            let handle = observer.generated(node.handle, action, g, h, outcome);
            if !is_cycle {
                successors.push(nodes.len());
                nodes.push(ListNode {
                    key,
                    g,
                    f: match combine {
                        Combine::Merge(Evaluation::AStar) => g.saturating_add(h),
                        _ => h,
                    },
                    origin: Some((first, action)),
                    handle,
                });
            }
        }

        // Both sorts are stable: among ties, new nodes precede old ones.
        let f = |&node: &usize| nodes[node].f;
        open = match combine {
            Combine::Append => [rest, &successors].concat(),
            Combine::Prepend { width } => {
                successors.sort_by_key(f);
                let mut list = [&successors, rest].concat();
                for cut in list.drain(width.min(list.len())..) {
                    is_cut = true;
                    observer.discard(nodes[cut].handle, NodeOutcome::Cut);
                }
                list
            }
            Combine::Merge(_) => {
                let mut list = [&successors, rest].concat();
                list.sort_by_key(f);
                let mut states = HashSet::new();
                list.retain(|&node| {
                    let is_first = states.insert(nodes[node].key);
                    if !is_first {
                        observer.discard(nodes[node].handle, NodeOutcome::Duplicate);
                    }
                    is_first
                });
                list
            }
        };
    }
    Ok(if is_cut {
        Outcome::CutOff
    } else {
        Outcome::Exhausted
    })
}

/// The node `last` and its ancestors, the root last.
fn path<K, N>(nodes: &[ListNode<K, N>], last: usize) -> impl Iterator<Item = &ListNode<K, N>> {
    let parent = |node: &&ListNode<K, N>| node.origin.map(|(parent, _)| &nodes[parent]);
    std::iter::successors(Some(&nodes[last]), parent)
}

fn solution<K, N: Copy>(nodes: &[ListNode<K, N>], goal: usize) -> Solution<N> {
    let mut actions: Vec<Action> = path(nodes, goal)
        .filter_map(|node| node.origin.map(|(_, action)| action))
        .collect();
    actions.reverse();
    Solution {
        actions,
        cost: nodes[goal].g,
        node: nodes[goal].handle,
    }
}
