//! Where two runs of one problem part, and which states only one of them expanded.

use super::Loaded;
use super::whole::States;
use crate::{Interrupt, Problem, State};
use std::cmp::Ordering;
use tilescope_puzzle::{Bytes, Cells, FiveBits, Nibbles};

/// A comparison of two runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// `None` if both expand the same states in the same order.
    pub parting: Option<Parting>,
    /// Different states expanded by both, and by one alone.
    pub in_both: u64,
    pub only: [u64; 2],
}

/// The first step at which two runs expand different states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parting {
    /// From 1.
    pub step: u32,
    /// The state that each expands, on one line; `None` if it has ended before.
    pub boards: [Option<String>; 2],
}

/// Why two runs were not compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CompareError {
    #[error("the traces are of different problems, so they cannot be compared")]
    DifferentProblems,
    #[error("there is not enough memory to compare the traces")]
    NoMemory,
    #[error("interrupted")]
    Interrupted,
}

/// Compares two runs. Takes 8 bytes for each expansion of the two up to 16 cells, 16 up to 25.
///
/// # Errors
/// If they are of different problems, there is not enough memory, or the comparison was interrupted.
pub fn compare(
    first: &Loaded,
    second: &Loaded,
    interrupt: &Interrupt,
) -> Result<Comparison, CompareError> {
    let problem = &first.job.problem;
    if !problem.is_same_task(&second.job.problem) {
        return Err(CompareError::DifferentProblems);
    }
    let runs = [first, second];
    let Problem::Tiles(puzzle) = problem else {
        return compare_by(runs, city, interrupt);
    };
    let n_cells = puzzle.start.size().n_cells();
    if n_cells <= Nibbles::MAX_CELLS {
        compare_by(runs, packed::<Nibbles>, interrupt)
    } else if n_cells <= FiveBits::MAX_CELLS {
        compare_by(runs, packed::<FiveBits>, interrupt)
    } else {
        compare_by(runs, packed::<Bytes>, interrupt)
    }
}

fn packed<C: Cells>(state: &State) -> Option<C> {
    match state {
        State::Board(board) => Some(C::pack(board.tiles())),
        State::City(_) => None,
    }
}

fn city(state: &State) -> Option<usize> {
    match state {
        State::Board(_) => None,
        State::City(city) => Some(city.index()),
    }
}

/// Compares two runs by the states that they expand, as `pack` makes them small.
fn compare_by<K: Copy + Ord>(
    runs: [&Loaded; 2],
    pack: impl Fn(&State) -> Option<K>,
    interrupt: &Interrupt,
) -> Result<Comparison, CompareError> {
    let expanded = |run| expanded(run, &pack, interrupt);
    let [mut first, mut second] = [expanded(runs[0])?, expanded(runs[1])?];
    let n_same = (first.iter().zip(&second)).take_while(|(a, b)| a == b);
    let n_same = n_same.count();
    let parting = (n_same < first.len().max(second.len())).then(|| {
        let step = n_same as u32 + 1;
        let boards = runs.map(|run| line(run, step));
        Parting { step, boards }
    });
    for states in [&mut first, &mut second] {
        states.sort_unstable();
        states.dedup();
    }
    let in_both = n_in_both(&first, &second);
    Ok(Comparison {
        parting,
        in_both,
        only: [first, second].map(|states| states.len() as u64 - in_both),
    })
}

/// The states that a run expands, one a step.
fn expanded<K>(
    run: &Loaded,
    pack: &impl Fn(&State) -> Option<K>,
    interrupt: &Interrupt,
) -> Result<Vec<K>, CompareError> {
    let n_steps = run.trace.n_expanded();
    let mut expanded = Vec::new();
    (expanded.try_reserve_exact(n_steps as usize)).map_err(|_| CompareError::NoMemory)?;
    let mut states = States::new(&run.job.problem, &run.trace);
    for step in 1..=n_steps {
        if step % (1 << 16) == 0 && interrupt.is_stopped() {
            return Err(CompareError::Interrupted);
        }
        let node = run.trace.expanded_node(step);
        expanded.extend(node.and_then(|node| pack(&states.state(node))));
    }
    Ok(expanded)
}

/// The state that step number `step` expands, on one line.
fn line(run: &Loaded, step: u32) -> Option<String> {
    let node = run.trace.expanded_node(step)?;
    let problem = &run.job.problem;
    Some(problem.state_line(&States::new(problem, &run.trace).state(node)))
}

/// The number of items in both; each is sorted, and has no item twice.
fn n_in_both<K: Ord>(first: &[K], second: &[K]) -> u64 {
    let (mut i, mut j, mut n) = (0, 0, 0);
    while i < first.len() && j < second.len() {
        let order = first[i].cmp(&second[j]);
        n += u64::from(order == Ordering::Equal);
        i += usize::from(order != Ordering::Greater);
        j += usize::from(order != Ordering::Less);
    }
    n
}
