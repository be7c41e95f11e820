//! Local minima and plateaus: where hill climbing is stuck, and how far it is to a better state.

use super::AuditError;
use super::states::{MAX_KEPT_CELLS, States};
use super::team::Watch;
use tilescope_puzzle::Board;
use tilescope_search::Cost;

/// The states other than the goal from which no move leads to a lower h.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plateaus {
    /// States without a better neighbour.
    pub n_no_better: u64,
    /// Strict local minima: states whose neighbours are all worse.
    pub n_strict: u64,
    /// The state farthest from a better one. `None` if every state has a better neighbour, and
    /// on boards of more than 10 cells, where finding it takes too long.
    pub longest_way_out: Option<WayOut>,
}

/// A way out of a local minimum or a plateau.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WayOut {
    pub board: Board,
    pub h: Cost,
    /// The least number of moves to a state with a lower h, or to the goal.
    pub n_moves: u32,
}

/// Compares h with that of the neighbours in all states.
///
/// # Errors
/// If the audit must stop.
pub fn find(values: &[Cost], states: &States, watch: &Watch) -> Result<Plateaus, AuditError> {
    let goal = states.number(states.goal()) as usize;
    let found = watch.for_all(states.n_states(), <(u64, u64)>::default, |found, range| {
        for state in range.filter(|&state| state != goal) {
            let h = values[state];
            let neighbours = states.neighbours(state as u32);
            let least = neighbours.map(|to| values[to as usize]).min();
            found.0 += u64::from(least.is_none_or(|least| least >= h));
            found.1 += u64::from(least.is_none_or(|least| least > h));
        }
    })?;
    Ok(Plateaus {
        n_no_better: found.iter().map(|found| found.0).sum(),
        n_strict: found.iter().map(|found| found.1).sum(),
        longest_way_out: longest_way_out(values, states, watch)?,
    })
}

/// Goes through the states by increasing h. At each value it is known how far every state is from
/// those with a lower one; then the states of this value join them, and the distances are lowered.
fn longest_way_out(
    values: &[Cost],
    states: &States,
    watch: &Watch,
) -> Result<Option<WayOut>, AuditError> {
    if states.goal().size().n_cells() > MAX_KEPT_CELLS {
        return Ok(None);
    }
    // The value above the state.
    let packed = |(state, &h): (u64, &Cost)| u64::from(h) << 32 | state;
    let mut order: Vec<u64> = (0..).zip(values).map(packed).collect();
    order.sort_unstable();
    let goal = states.number(states.goal());
    let mut moves_out = vec![UNKNOWN; states.n_states()];
    lower(&mut moves_out, vec![goal], states);
    let mut longest: Option<(u8, u32)> = None;
    for level in order.chunk_by(|a, b| a >> 32 == b >> 32) {
        watch.check()?;
        let level: Vec<u32> = level.iter().map(|&packed| packed as u32).collect();
        for &state in &level {
            let n_moves = moves_out[state as usize];
            if n_moves > 1 && longest.is_none_or(|(most, _)| n_moves > most) {
                longest = Some((n_moves, state));
            }
        }
        lower(&mut moves_out, level, states);
    }
    Ok(longest.map(|(n_moves, state)| WayOut {
        board: states.board(state),
        h: values[state as usize],
        n_moves: n_moves.into(),
    }))
}

/// More moves than any board of 10 cells needs.
const UNKNOWN: u8 = u8::MAX;

/// Lowers the number of moves from every state to the nearest of several, with `sources` added.
fn lower(moves_out: &mut [u8], sources: Vec<u32>, states: &States) {
    for &state in &sources {
        moves_out[state as usize] = 0;
    }
    let (mut level, mut n_moves) = (sources, 0);
    while !level.is_empty() {
        n_moves += 1;
        let mut next = Vec::new();
        for &state in &level {
            for to in states.neighbours(state) {
                if moves_out[to as usize] > n_moves {
                    moves_out[to as usize] = n_moves;
                    next.push(to);
                }
            }
        }
        level = next;
    }
}
