//! Where a heuristic overestimates.

use super::distances::Distances;
use super::states::States;
use super::team::Watch;
use super::{AuditError, MAX_WITNESSES};
use tilescope_puzzle::Board;
use tilescope_search::Cost;

/// The states in which h is more than h*.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Overestimates {
    pub n_states: u64,
    /// The greatest h − h*; 0 if there is none.
    pub greatest: Cost,
    /// The worst ones. Among those that are equally bad, the one that misleads A* most comes first.
    pub witnesses: Vec<Overestimate>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overestimate {
    pub board: Board,
    pub h: Cost,
    /// The exact distance h*, which is less.
    pub distance: Cost,
    /// What A* makes of it with this heuristic.
    pub a_star: AStar,
}

/// The cost of the solution that A\* finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AStar {
    /// It has not searched.
    Unsearched,
    Found(Cost),
    /// It found none soon.
    NotFound,
}

impl Overestimate {
    /// The cost of the solution that A* found.
    pub fn a_star_cost(&self) -> Option<Cost> {
        match self.a_star {
            AStar::Found(cost) => Some(cost),
            AStar::Unsearched | AStar::NotFound => None,
        }
    }
}

/// The number of states, and the worst ones with the key by which they are sorted.
type Found = (u64, Vec<((Cost, Cost), u32)>);

/// Compares h with h* in all states.
///
/// # Errors
/// If the audit must stop.
pub fn find(
    values: &[Cost],
    distances: &Distances,
    states: &States,
    watch: &Watch,
) -> Result<Overestimates, AuditError> {
    let found = watch.for_all(states.n_states(), Found::default, |(n, worst), range| {
        for state in range {
            let (h, distance) = (values[state], distances.get(state));
            if h > distance {
                *n += 1;
                keep_worst(worst, (Cost::MAX - (h - distance), distance), state as u32);
            }
        }
    })?;
    let n_states = found.iter().map(|(n, _)| n).sum();
    let worst = worst_of_all(found.into_iter().flat_map(|(_, worst)| worst));
    let witness = |&(_, state): &(_, u32)| Overestimate {
        board: states.board(state),
        h: values[state as usize],
        distance: distances.get(state as usize),
        a_star: AStar::Unsearched,
    };
    let witnesses: Vec<Overestimate> = worst.iter().map(witness).collect();
    Ok(Overestimates {
        n_states,
        greatest: witnesses
            .first()
            .map_or(0, |worst| worst.h - worst.distance),
        witnesses,
    })
}

/// Adds an entry if it is among the worst, which have the least keys.
pub fn keep_worst<K: Ord + Copy>(worst: &mut Vec<(K, u32)>, key: K, state: u32) {
    let is_full = worst.len() == MAX_WITNESSES;
    if is_full && worst.last().is_some_and(|last| *last < (key, state)) {
        return;
    }
    let at = worst.partition_point(|other| *other < (key, state));
    worst.insert(at, (key, state));
    worst.truncate(MAX_WITNESSES);
}

/// The worst of those that the threads have found.
pub fn worst_of_all<K: Ord>(found: impl Iterator<Item = (K, u32)>) -> Vec<(K, u32)> {
    let mut all: Vec<(K, u32)> = found.collect();
    all.sort_unstable();
    all.truncate(MAX_WITNESSES);
    all
}
