//! The whole space of a goal, searched until somebody stops it, with progress.

use super::Interrupt;
use std::num::NonZero;
use tilescope_engines::whole_space;
use tilescope_puzzle::whole_space::SpaceTooLarge;
use tilescope_puzzle::{Board, WholeSpace};
use tilescope_search::{Checked, StopReason};

/// Why there is no whole space.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoSpace {
    #[error(transparent)]
    TooLarge(#[from] SpaceTooLarge),
    #[error("it takes {needed}, more than the limit of {limit}", needed = super::format::bytes(*needed), limit = super::format::bytes(*limit))]
    Memory { needed: u64, limit: u64 },
    #[error("it was interrupted")]
    Interrupted,
}

/// Searches all boards that can reach `goal`, in at most `memory` bytes. `tell` is told what
/// part of them has been reached, from 0 to 1.
///
/// # Errors
/// If there are too many, or not enough memory, or it was interrupted.
pub fn search(
    goal: &Board,
    threads: Option<NonZero<usize>>,
    memory: u64,
    interrupt: &Interrupt,
    tell: &mut dyn FnMut(f64),
) -> Result<WholeSpace, NoSpace> {
    let size = goal.size();
    if size.n_cells() > WholeSpace::MAX_CELLS {
        return Err(SpaceTooLarge(size).into());
    }
    let needed = WholeSpace::peak_bytes(size);
    let no_memory = NoSpace::Memory {
        needed,
        limit: memory,
    };
    if needed > memory {
        return Err(no_memory);
    }
    let n_states = WholeSpace::n_states_for(size);
    let mut progress = Checked::new(|counter| {
        if interrupt.is_stopped() {
            return Err(StopReason::Interrupt);
        }
        tell(counter.generated as f64 / n_states as f64);
        Ok(())
    });
    whole_space::search(goal, threads, &mut progress).map_err(|halt| match halt {
        StopReason::Memory => no_memory,
        StopReason::Interrupt | StopReason::Expanded | StopReason::Time => NoSpace::Interrupted,
    })
}
