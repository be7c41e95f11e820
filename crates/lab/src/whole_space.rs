//! Searches the whole space of a goal, with progress and interruption.

use super::Interrupt;
use std::num::NonZero;
use tilescope_engines::whole_space;
pub use tilescope_puzzle::whole_space::Level;
use tilescope_puzzle::whole_space::SpaceTooLarge;
use tilescope_puzzle::{Board, WholeSpace};
use tilescope_search::{Checked, Cost, Counter, StopReason};

/// Why the whole space was not searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WholeSpaceError {
    #[error(transparent)]
    TooLarge(#[from] SpaceTooLarge),
    #[error("the search takes {needed}, more than the limit of {limit}", needed = super::format::bytes(*needed), limit = super::format::bytes(*limit))]
    Memory { needed: u64, limit: u64 },
    #[error("the search takes {needed}, but the system refuses this memory: end other programs, or raise the limit of `ulimit -v`", needed = super::format::bytes(*needed))]
    Refused { needed: u64 },
    #[error("interrupted")]
    Interrupted,
}

/// Searches all boards that can reach `goal`, in at most `memory` bytes. `on_progress` receives the
/// fraction of boards reached, from 0 to 1.
///
/// # Errors
/// If there are too many boards, not enough memory, or the search was interrupted.
pub fn search(
    goal: &Board,
    threads: Option<NonZero<usize>>,
    memory: u64,
    interrupt: &Interrupt,
    on_progress: &mut dyn FnMut(f64),
) -> Result<WholeSpace, WholeSpaceError> {
    supervised(goal, memory, interrupt, on_progress, |progress| {
        whole_space::search(goal, threads, progress)
    })
}

/// The boards at `distance` from `goal`, or the farthest if none is so far or `distance` is `None`.
/// `memory`, `interrupt` and `on_progress` are as in [`search`].
///
/// # Errors
/// If there are too many boards, not enough memory, or the search was interrupted.
pub fn level(
    goal: &Board,
    distance: Option<Cost>,
    memory: u64,
    interrupt: &Interrupt,
    on_progress: &mut dyn FnMut(f64),
) -> Result<Level, WholeSpaceError> {
    supervised(goal, memory, interrupt, on_progress, |progress| {
        whole_space::search_level(goal, distance, progress)
    })
}

type Supervisor<'a> = Checked<Box<dyn FnMut(&Counter) -> Result<(), StopReason> + 'a>>;

fn supervised<T>(
    goal: &Board,
    memory: u64,
    interrupt: &Interrupt,
    on_progress: &mut dyn FnMut(f64),
    run: impl FnOnce(&mut Supervisor) -> Result<T, StopReason>,
) -> Result<T, WholeSpaceError> {
    let size = goal.size();
    if size.n_cells() > WholeSpace::MAX_CELLS {
        return Err(SpaceTooLarge(size).into());
    }
    let needed = WholeSpace::peak_bytes(size);
    if needed > memory {
        return Err(WholeSpaceError::Memory {
            needed,
            limit: memory,
        });
    }
    let n_states = WholeSpace::n_states_for(size);
    let mut progress: Supervisor = Checked::new(Box::new(|counter: &Counter| {
        if interrupt.is_stopped() {
            return Err(StopReason::Interrupt);
        }
        on_progress(counter.generated as f64 / n_states as f64);
        Ok(())
    }));
    run(&mut progress).map_err(|reason| match reason {
        StopReason::Memory => WholeSpaceError::Refused { needed },
        StopReason::Interrupt
        | StopReason::Expanded
        | StopReason::Time
        | StopReason::Cost
        | StopReason::Breakpoint => WholeSpaceError::Interrupted,
    })
}
