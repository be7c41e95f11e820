//! Where a heuristic falls by more than a move costs.

use super::AuditError;
use super::admissibility::{keep_worst, worst_of_all};
use super::states::States;
use super::team::Watch;
use tilescope_puzzle::{Board, Direction};
use tilescope_search::Cost;

/// The moves from a state s to s' of cost c with h(s) > c + h(s'). A move and its inverse are two.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Inconsistencies {
    pub n_moves: u64,
    /// The number of states from which there is such a move.
    pub n_states: u64,
    /// The number of moves altogether.
    pub n_all_moves: u64,
    /// The greatest h(s) − c − h(s'); 0 if there is none.
    pub greatest: Cost,
    /// The worst ones.
    pub witnesses: Vec<Inconsistency>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inconsistency {
    pub board: Board,
    pub h: Cost,
    /// The move of the blank.
    pub direction: Direction,
    pub cost: Cost,
    /// h after the move.
    pub h_after: Cost,
}

impl Inconsistency {
    /// By how much h falls too far.
    pub fn excess(&self) -> Cost {
        self.h - self.cost - self.h_after
    }
}

#[derive(Default)]
struct Found {
    n_moves: u64,
    n_states: u64,
    n_all_moves: u64,
    /// The complement of the excess, and the direction's number.
    worst: Vec<((Cost, u8), u32)>,
}

/// Compares h before and after every move.
///
/// # Errors
/// If the audit must stop.
pub fn find(
    values: &[Cost],
    states: &States,
    watch: &Watch,
) -> Result<Inconsistencies, AuditError> {
    let found = watch.for_all(states.n_states(), Found::default, |found, range| {
        for state in range {
            let h = values[state];
            let n_before = found.n_moves;
            for (direction, to, cost) in states.moves(state as u32) {
                found.n_all_moves += 1;
                let most = cost.saturating_add(values[to as usize]);
                if h > most {
                    found.n_moves += 1;
                    let key = (Cost::MAX - (h - most), direction as u8);
                    keep_worst(&mut found.worst, key, state as u32);
                }
            }
            found.n_states += u64::from(found.n_moves > n_before);
        }
    })?;
    let n_moves = found.iter().map(|found| found.n_moves).sum();
    let n_states = found.iter().map(|found| found.n_states).sum();
    let n_all_moves = found.iter().map(|found| found.n_all_moves).sum();
    let worst = worst_of_all(found.into_iter().flat_map(|found| found.worst));
    let witness = |&((_, direction), state): &((Cost, u8), u32)| {
        let mut moves = states.moves(state);
        let (direction, to, cost) = moves.find(|(other, ..)| *other as u8 == direction)?;
        Some(Inconsistency {
            board: states.board(state),
            h: values[state as usize],
            direction,
            cost,
            h_after: values[to as usize],
        })
    };
    let witnesses: Vec<Inconsistency> = worst.iter().filter_map(witness).collect();
    Ok(Inconsistencies {
        n_moves,
        n_states,
        n_all_moves,
        greatest: witnesses.first().map_or(0, Inconsistency::excess),
        witnesses,
    })
}
