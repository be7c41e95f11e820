//! A beam search for less than a given cost: level by level, and of each level the states that
//! look nearest.

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

/// A node of the newest level.
#[derive(Clone, Copy)]
struct BeamNode {
    state: State<Bytes>,
    h: Cost,
    /// Its number among all nodes that were kept; `Kept::ROOT` for the start.
    number: u32,
    last: Option<Action>,
}

/// How a node that was kept was reached.
#[derive(Clone, Copy)]
struct Kept {
    parent: u32,
    action: Action,
}

impl Kept {
    const ROOT: u32 = u32::MAX;
}

/// What a beam came to.
pub enum Lit {
    Found(Vec<Action>),
    /// No goal: a path to the state that looks nearest.
    Near(Vec<Action>, State<Bytes>),
    /// No goal, and no state was left out that may lead to less than the limit.
    Proof,
}

/// A beam that leaves out states ends when none has come nearer for so many levels.
const PATIENCE: Cost = 100;

/// After so many nodes it is told of: some milliseconds' work.
const ENOUGH: u64 = 4096;

/// Looks for a path of fewer than `limit` moves, keeping `width` states of each level.
///
/// # Errors
/// If the observer, or the machine, stopped it.
pub fn search<O: EngineObserver>(
    space: &SlidingTiles<Bytes>,
    heuristic: &LinearConflict,
    start: State<Bytes>,
    width: usize,
    limit: Cost,
    observer: &mut O,
) -> Result<Lit, StopReason> {
    let mut kept: Vec<Kept> = Vec::new();
    let mut level = vec![BeamNode {
        state: start,
        h: heuristic.estimate(&start),
        number: Kept::ROOT,
        last: None,
    }];
    let mut children: Vec<BeamNode> = Vec::new();
    // The states of the newest three levels, by hash: short ways round lead to them.
    let most = width.saturating_mul(4);
    observer.reserve(3 * most * size_of::<u64>())?;
    let mut seen: [Hashes; 3] = from_fn(|_| Hashes::default());
    let mut is_cut = false;
    let mut nearest = (0, level[0]);
    let mut done = Progress::default();
    // So many nodes may be expanded before it is told of.
    let mut stretch = ENOUGH.min(observer.expansion_budget());
    for g in 1..limit {
        children.clear();
        children.reserve_with(level.len() * 4, observer)?;
        kept.reserve_with(width.min(level.len() * 4), observer)?;
        seen.rotate_left(1);
        seen[2].clear();
        for node in &level {
            if done.expanded >= stretch {
                observer.progress(std::mem::take(&mut done))?;
                stretch = ENOUGH.min(observer.expansion_budget());
            }
            done.expanded += 1;
            for chosen in space.moves(&node.state, node.last) {
                let Successor { action, state, .. } = space.successor(&node.state, chosen);
                let h = heuristic.update(node.h, &node.state, action, &state);
                done.generated += 1;
                if g + h >= limit {
                    continue;
                }
                let hash = hash(&state.cells);
                if seen[0].contains(&hash) || seen[1].contains(&hash) || !seen[2].insert(hash) {
                    continue;
                }
                if space.is_goal(&state) {
                    observer.progress(done)?;
                    let mut path = path(&kept, node.number);
                    path.push(action);
                    return Ok(Lit::Found(path));
                }
                children.push(BeamNode {
                    state,
                    h,
                    // The parent's, until it is kept.
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
            let action = child.last.expect("a child was made by a move");
            let parent = child.number;
            child.number = kept.len() as u32;
            kept.push(Kept { parent, action });
            if child.h < nearest.1.h {
                nearest = (g, *child);
            }
        }
        std::mem::swap(&mut level, &mut children);
    }
    observer.progress(done)?;
    let (_, nearest) = nearest;
    Ok(if is_cut {
        Lit::Near(path(&kept, nearest.number), nearest.state)
    } else {
        Lit::Proof
    })
}

/// Hashes of states, which need no hashing of their own.
type Hashes = HashSet<u64, BuildHasherDefault<AsItIs>>;

#[derive(Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("only words are hashed");
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}

/// The actions that led to a node.
fn path(kept: &[Kept], mut number: u32) -> Vec<Action> {
    let mut actions = Vec::new();
    while number != Kept::ROOT {
        let Kept { parent, action } = kept[number as usize];
        actions.push(action);
        number = parent;
    }
    actions.reverse();
    actions
}
