//! The exact distance h* of every state to the goal.

use super::states::States;
use super::team::Watch;
use super::{AuditError, out_of_memory};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use tilescope_search::Cost;

/// The distance of every state, by its number.
pub enum Distances {
    /// In moves, which all cost the same.
    Moves(Vec<AtomicU8>, Cost),
    Costs(Vec<Cost>),
}

/// More moves than any board of 12 cells needs.
const UNKNOWN: u8 = u8::MAX;

impl Distances {
    /// The memory that they take for `n_states` states, in bytes.
    pub fn bytes(n_states: u64, are_costs_uniform: bool) -> u64 {
        // Costs that differ need a queue besides, of about as many entries of two words.
        n_states * if are_costs_uniform { 1 } else { 12 }
    }

    /// Finds the distances, with one search from the goal.
    ///
    /// # Errors
    /// If the audit must stop, or memory is exhausted.
    pub fn find(states: &States, watch: &Watch) -> Result<Self, AuditError> {
        match states.uniform_cost() {
            Some(cost) => Ok(Distances::Moves(in_moves(states, watch)?, cost)),
            None => Ok(Distances::Costs(in_costs(states, watch)?)),
        }
    }

    pub fn get(&self, state: usize) -> Cost {
        match self {
            Distances::Moves(moves, cost) => Cost::from(moves[state].load(Relaxed)) * cost,
            Distances::Costs(costs) => costs[state],
        }
    }
}

/// Breadth-first search: each level is found by a pass over the table.
fn in_moves(states: &States, watch: &Watch) -> Result<Vec<AtomicU8>, AuditError> {
    let mut moves = Vec::new();
    moves
        .try_reserve_exact(states.n_states())
        .map_err(out_of_memory)?;
    moves.resize_with(states.n_states(), || AtomicU8::new(UNKNOWN));
    moves[states.number(states.goal()) as usize].store(0, Relaxed);
    let mut n_known = 1;
    for level in 0.. {
        // Two threads may reach the same state: the swap counts it once.
        let found = watch.on_all(states.n_states(), |found: &mut usize, range| {
            for state in range.filter(|&state| moves[state].load(Relaxed) == level) {
                for to in states.neighbours(state as u32) {
                    let place = &moves[to as usize];
                    let unknown = place.load(Relaxed) == UNKNOWN;
                    *found += usize::from(unknown && place.swap(level + 1, Relaxed) == UNKNOWN);
                }
            }
        })?;
        let n_new: usize = found.into_iter().sum();
        n_known += n_new;
        watch.add(n_new, states.n_states());
        if n_known == states.n_states() || n_new == 0 {
            break;
        }
    }
    Ok(moves)
}

/// Dijkstra's algorithm backward from the goal, with a bucket for each distance.
fn in_costs(states: &States, watch: &Watch) -> Result<Vec<Cost>, AuditError> {
    let mut costs = Vec::new();
    costs
        .try_reserve_exact(states.n_states())
        .map_err(out_of_memory)?;
    costs.resize(states.n_states(), Cost::MAX);
    let goal = states.number(states.goal());
    costs[goal as usize] = 0;
    let mut buckets = BTreeMap::from([(0, vec![goal])]);
    let mut n_settled = 0;
    while let Some((distance, bucket)) = buckets.pop_first() {
        watch.check()?;
        let n_before = n_settled;
        for state in bucket {
            if costs[state as usize] != distance {
                continue;
            }
            n_settled += 1;
            for (direction, from, _) in states.moves(state) {
                let cost = states.cost_of_return(state, from, direction);
                let through = distance.saturating_add(cost);
                if through < costs[from as usize] {
                    costs[from as usize] = through;
                    buckets.entry(through).or_default().push(from);
                }
            }
        }
        watch.add(n_settled - n_before, states.n_states());
    }
    Ok(costs)
}
