//! Beam search for a solution below a cost limit: level by level, keeping the states of each
//! level with the lowest h.

use std::array::from_fn;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use tilescope_puzzle::heuristics::LinearConflict;
use tilescope_puzzle::{Bytes, SlidingTiles, State};
use tilescope_search::hashing::hash;
use tilescope_search::memory::ReserveWith;
use tilescope_search::{
    Action, Cost, EngineObserver, Heuristic, Progress, Space, StopReason, Successor,
};

/// A node of the current level.
#[derive(Clone, Copy)]
struct BeamNode {
    state: State<Bytes>,
    h: Cost,
    /// Its index among the links, `Link::ROOT` for the start.
    number: u32,
    last: Option<Action>,
}

/// How a node that stayed in the beam was reached.
#[derive(Clone, Copy)]
struct Link {
    parent: u32,
    action: Action,
}

impl Link {
    const ROOT: u32 = u32::MAX;
}

/// The outcome of a beam search.
pub enum BeamOutcome {
    Found(Vec<Action>),
    /// No goal: a path to the state with the lowest h.
    Nearest(Vec<Action>, State<Bytes>),
    /// No goal, and no state was dropped: no solution is below the limit.
    Proof,
}

/// A beam that drops states ends when the lowest h has not improved for this many levels.
const PATIENCE: Cost = 100;

/// Expansions between two reports: some milliseconds' work.
const REPORT_INTERVAL: u64 = 4096;

/// Looks for a path of fewer than `limit` moves, keeping `width` states of each level.
///
/// # Errors
/// If the observer stopped the search, or memory ran out.
pub fn search<O: EngineObserver>(
    space: &SlidingTiles<Bytes>,
    heuristic: &LinearConflict,
    start: State<Bytes>,
    width: usize,
    limit: Cost,
    observer: &mut O,
) -> Result<BeamOutcome, StopReason> {
    let mut links: Vec<Link> = Vec::new();
    let mut level = vec![BeamNode {
        state: start,
        h: heuristic.estimate(&start),
        number: Link::ROOT,
        last: None,
    }];
    let mut children: Vec<BeamNode> = Vec::new();
    // The states of the last three levels, by hash: these catch the shortest cycles.
    let n_reserved = width.saturating_mul(4);
    observer.reserve(3 * n_reserved * size_of::<u64>())?;
    let mut seen: [Hashes; 3] = from_fn(|_| Hashes::default());
    let mut is_cut = false;
    let mut nearest = (0, level[0]);
    let mut progress = Progress::default();
    // Expansions until the next report.
    let mut budget = REPORT_INTERVAL.min(observer.expansion_budget());
    for g in 1..limit {
        children.clear();
        children.reserve_with(level.len() * 4, observer)?;
        links.reserve_with(width.min(level.len() * 4), observer)?;
        seen.rotate_left(1);
        seen[2].clear();
        for node in &level {
            if progress.expanded >= budget {
                observer.progress(std::mem::take(&mut progress))?;
                budget = REPORT_INTERVAL.min(observer.expansion_budget());
            }
            progress.expanded += 1;
            // No state has more successors.
            (seen[2].try_reserve(4)).map_err(|_| StopReason::Memory)?;
            for chosen in space.moves(&node.state, node.last) {
                let Successor { action, state, .. } = space.successor(&node.state, chosen);
                let h = heuristic.update(node.h, &node.state, action, &state);
                progress.generated += 1;
                if g + h >= limit {
                    continue;
                }
                let hash = hash(&state.cells);
                if seen[0].contains(&hash) || seen[1].contains(&hash) || !seen[2].insert(hash) {
                    continue;
                }
                if space.is_goal(&state) {
                    observer.progress(progress)?;
                    let mut path = path(&links, node.number);
                    path.push(action);
                    return Ok(BeamOutcome::Found(path));
                }
                children.push(BeamNode {
                    state,
                    h,
                    // The parent's, until the child is in the beam.
                    number: node.number,
                    last: Some(action),
                });
            }
        }
        if children.is_empty() || is_cut && g > nearest.0 + PATIENCE {
            break;
        }
        if children.len() > width {
            is_cut = true;
            children.select_nth_unstable_by_key(width, |node| node.h);
            children.truncate(width);
        }
        for child in &mut children {
            let action = child.last.expect("a child has a last action");
            let parent = child.number;
            child.number = links.len() as u32;
            links.push(Link { parent, action });
            if child.h < nearest.1.h {
                nearest = (g, *child);
            }
        }
        std::mem::swap(&mut level, &mut children);
    }
    observer.progress(progress)?;
    let (_, nearest) = nearest;
    Ok(if is_cut {
        BeamOutcome::Nearest(path(&links, nearest.number), nearest.state)
    } else {
        BeamOutcome::Proof
    })
}

/// Hashes of states, which are not hashed again.
type Hashes = HashSet<u64, BuildHasherDefault<IdentityHasher>>;

#[derive(Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("only `u64` is hashed");
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}

/// The actions that led to a node.
fn path(links: &[Link], mut number: u32) -> Vec<Action> {
    let mut actions = Vec::new();
    while number != Link::ROOT {
        let Link { parent, action } = links[number as usize];
        actions.push(action);
        number = parent;
    }
    actions.reverse();
    actions
}
