//! Where two runs of one problem part, and which states only one of them expanded.

pub mod figures;
mod steps;

pub use steps::StepSet;

use super::Loaded;
use super::whole::States;
use crate::{Interrupt, Job, Problem, State, explain};
use std::cmp::Ordering;
use tilescope_puzzle::{Bytes, Cells, FiveBits, Nibbles};
use tilescope_search::{FValue, NodeOutcome};
use tilescope_trace::{Moment, Trace};

/// A run and its record, which is compared with another one.
#[derive(Clone, Copy, Debug)]
pub struct Recorded<'a> {
    pub job: &'a Job,
    pub trace: &'a Trace,
}

impl<'a> From<&'a Loaded> for Recorded<'a> {
    fn from(loaded: &'a Loaded) -> Self {
        let Loaded { job, trace, .. } = loaded;
        Recorded { job, trace }
    }
}

/// A comparison of two runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// `None` if both expand the same states in the same order.
    pub parting: Option<Parting>,
    /// Different states expanded by both, and by one alone.
    pub in_both: u64,
    pub only: [u64; 2],
    /// The first steps of each run that expand a state of these groups, each state once: at most
    /// [`MAX_EXAMPLES`] of each group. Those of both are steps of the first run.
    pub examples_in_both: Vec<Moment>,
    pub examples_only: [Vec<Moment>; 2],
    /// The steps of each run that expand a state which the other run expands too.
    pub shared_steps: [StepSet; 2],
    /// The nodes of each run that were discarded as duplicates, and those that reopened a state.
    pub duplicates: [u64; 2],
    pub reopened: [u64; 2],
    /// For each run the values of f that are greater than all before, with the steps that first
    /// expand a node of them, in ascending order; none if the algorithm compares no costs.
    pub rises: [Vec<(FValue, Moment)>; 2],
}

/// The examples of each group of states, at most.
pub const MAX_EXAMPLES: usize = 12;

/// The first step at which two runs expand different states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parting {
    /// From 1.
    pub step: Moment,
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

/// Compares two runs in [`comparison_bytes`] of memory. `progress` is told how much is done, from 0
/// to 1.
///
/// # Errors
/// If they are of different problems, there is not enough memory, or the comparison was interrupted.
pub fn compare(
    runs: [Recorded<'_>; 2],
    interrupt: &Interrupt,
    progress: &mut dyn FnMut(f64),
) -> Result<Comparison, CompareError> {
    let problem = &runs[0].job.problem;
    if !problem.has_same_ends(&runs[1].job.problem) {
        return Err(CompareError::DifferentProblems);
    }
    let watch = Watch::new(runs, interrupt, progress);
    let Problem::Tiles(puzzle) = problem else {
        return compare_by(runs, city, watch);
    };
    let n_cells = puzzle.start.size().n_cells();
    if n_cells <= Nibbles::MAX_CELLS {
        compare_by(runs, packed::<Nibbles>, watch)
    } else if n_cells <= FiveBits::MAX_CELLS {
        compare_by(runs, packed::<FiveBits>, watch)
    } else {
        compare_by(runs, packed::<Bytes>, watch)
    }
}

/// The bytes that comparing two runs takes at most: a bit more than 8 for each of their expansions up
/// to 16 cells, than 16 up to 25.
pub fn comparison_bytes(runs: [Recorded<'_>; 2]) -> u64 {
    let of_state = match &runs[0].job.problem {
        Problem::Route(_) => size_of::<usize>(),
        Problem::Tiles(puzzle) => match puzzle.start.size().n_cells() {
            n if n <= Nibbles::MAX_CELLS => size_of::<Nibbles>(),
            n if n <= FiveBits::MAX_CELLS => size_of::<FiveBits>(),
            _ => size_of::<Bytes>(),
        },
    };
    let steps = runs.map(|run| u64::from(run.trace.n_expanded()));
    let sets: u64 = runs
        .map(|run| StepSet::bytes(run.trace.n_expanded()))
        .into_iter()
        .sum();
    of_state as u64 * (steps[0] + steps[1]) + sets
}

/// Counts the work that is done, and says whether it goes on.
struct Watch<'a> {
    interrupt: &'a Interrupt,
    progress: &'a mut dyn FnMut(f64),
    done: u64,
    all: u64,
}

impl<'a> Watch<'a> {
    /// The work between two looks at the interrupt, a few milliseconds.
    const STEP: u64 = 1 << 14;

    fn new(
        runs: [Recorded; 2],
        interrupt: &'a Interrupt,
        progress: &'a mut dyn FnMut(f64),
    ) -> Self {
        // Each step is replayed three times at most; the nodes are looked at once, which is much quicker.
        let work = runs.map(|run| {
            3 * u64::from(run.trace.n_expanded()) + u64::from(run.trace.n_nodes()) / NODES_A_STEP
        });
        Watch {
            interrupt,
            progress,
            done: 0,
            all: (work[0] + work[1]).max(1),
        }
    }

    fn step(&mut self) -> Result<(), CompareError> {
        self.done += 1;
        if self.done.is_multiple_of(Self::STEP) {
            if self.interrupt.is_stopped() {
                return Err(CompareError::Interrupted);
            }
            (self.progress)(self.done as f64 / self.all as f64);
        }
        Ok(())
    }
}

/// As many nodes are looked at in the time in which the state of a step is replayed.
const NODES_A_STEP: u64 = 16;

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
    runs: [Recorded<'_>; 2],
    pack: impl Fn(&State) -> Option<K>,
    mut watch: Watch<'_>,
) -> Result<Comparison, CompareError> {
    let mut first = expanded(runs[0], &pack, &mut watch)?;
    let mut second = expanded(runs[1], &pack, &mut watch)?;
    let n_same = (first.iter().zip(&second)).take_while(|(a, b)| a == b);
    let n_same = n_same.count();
    let parting = (n_same < first.len().max(second.len())).then(|| {
        let step = n_same as Moment + 1;
        let boards = runs.map(|run| line(run, step));
        Parting { step, boards }
    });
    for states in [&mut first, &mut second] {
        states.sort_unstable();
        states.dedup();
    }
    let in_both = n_in_both(&first, &second);
    let only = [&first, &second].map(|states| states.len() as u64 - in_both);
    let is_in = |states: &[K], state: &K| states.binary_search(state).is_ok();
    let shared_steps = [
        steps_in(runs[0], &pack, &second, &mut watch)?,
        steps_in(runs[1], &pack, &first, &mut watch)?,
    ];
    let mut examples = |run, n, is_one: &dyn Fn(&K) -> bool| {
        let n = usize::try_from(n).map_or(MAX_EXAMPLES, |n| n.min(MAX_EXAMPLES));
        examples(run, &pack, n, is_one, &mut watch)
    };
    let examples_in_both = examples(runs[0], in_both, &|state| is_in(&second, state))?;
    let of_first = examples(runs[0], only[0], &|state| !is_in(&second, state))?;
    let of_second = examples(runs[1], only[1], &|state| !is_in(&first, state))?;
    let counts = [
        outcomes(runs[0], &mut watch)?,
        outcomes(runs[1], &mut watch)?,
    ];
    Ok(Comparison {
        parting,
        in_both,
        only,
        examples_in_both,
        examples_only: [of_first, of_second],
        shared_steps,
        duplicates: counts.map(|(duplicates, _)| duplicates),
        reopened: counts.map(|(_, reopened)| reopened),
        rises: runs.map(rises),
    })
}

/// The states that a run expands, one a step.
fn expanded<K>(
    run: Recorded<'_>,
    pack: &impl Fn(&State) -> Option<K>,
    watch: &mut Watch<'_>,
) -> Result<Vec<K>, CompareError> {
    let n_steps = run.trace.n_expanded();
    let mut expanded = Vec::new();
    (expanded.try_reserve_exact(n_steps as usize)).map_err(|_| CompareError::NoMemory)?;
    let mut states = States::new(&run.job.problem, run.trace);
    for step in 1..=n_steps {
        watch.step()?;
        let node = run.trace.expanded_node(step);
        expanded.extend(node.and_then(|node| pack(&states.state(node))));
    }
    Ok(expanded)
}

/// The steps that expand one of `states`, which are sorted.
fn steps_in<K: Ord>(
    run: Recorded<'_>,
    pack: &impl Fn(&State) -> Option<K>,
    states: &[K],
    watch: &mut Watch<'_>,
) -> Result<StepSet, CompareError> {
    let n_steps = run.trace.n_expanded();
    let mut steps = StepSet::new(n_steps).ok_or(CompareError::NoMemory)?;
    let mut replayed = States::new(&run.job.problem, run.trace);
    for step in 1..=n_steps {
        watch.step()?;
        let node = run.trace.expanded_node(step);
        if let Some(state) = node.and_then(|node| pack(&replayed.state(node)))
            && states.binary_search(&state).is_ok()
        {
            steps.insert(step);
        }
    }
    Ok(steps)
}

/// The first steps that expand `n` different states for which `is_one` holds.
fn examples<K: Copy + Eq>(
    run: Recorded<'_>,
    pack: &impl Fn(&State) -> Option<K>,
    n: usize,
    is_one: &dyn Fn(&K) -> bool,
    watch: &mut Watch<'_>,
) -> Result<Vec<Moment>, CompareError> {
    let mut states = States::new(&run.job.problem, run.trace);
    let (mut found, mut steps) = (Vec::new(), Vec::new());
    for step in 1..=run.trace.n_expanded() {
        if steps.len() == n {
            break;
        }
        watch.step()?;
        let node = run.trace.expanded_node(step);
        let Some(state) = node.and_then(|node| pack(&states.state(node))) else {
            continue;
        };
        if is_one(&state) && !found.contains(&state) {
            found.push(state);
            steps.push(step);
        }
    }
    Ok(steps)
}

/// The values of f that are greater than all before, and the steps that first expand them.
fn rises(run: Recorded<'_>) -> Vec<(FValue, Moment)> {
    let mut rises: Vec<(FValue, Moment)> = Vec::new();
    for step in 1..=run.trace.n_expanded() {
        let node = run.trace.expanded_node(step);
        let f = |node| explain::f(run.job, run.trace.g(node), run.trace.h(node));
        if let Some(f) = node.and_then(f)
            && rises.last().is_none_or(|(greatest, _)| f > *greatest)
        {
            rises.push((f, step));
        }
    }
    rises
}

/// The nodes of a run that were discarded as duplicates, and those that reopened a state.
fn outcomes(run: Recorded<'_>, watch: &mut Watch<'_>) -> Result<(u64, u64), CompareError> {
    let (mut duplicates, mut reopened) = (0, 0);
    for node in 0..run.trace.n_nodes() {
        if u64::from(node).is_multiple_of(NODES_A_STEP) {
            watch.step()?;
        }
        match run.trace.outcome(node) {
            NodeOutcome::Duplicate => duplicates += 1,
            NodeOutcome::Reopened => reopened += 1,
            _ => {}
        }
    }
    Ok((duplicates, reopened))
}

/// The state that step number `step` expands, on one line.
fn line(run: Recorded<'_>, step: Moment) -> Option<String> {
    let node = run.trace.expanded_node(step)?;
    let problem = &run.job.problem;
    Some(problem.state_line(&States::new(problem, run.trace).state(node)))
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
