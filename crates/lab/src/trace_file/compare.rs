//! Where two runs of one problem part, and which states only one of them expanded.

use super::Loaded;
use super::whole::States;
use std::collections::HashSet;
use tilescope_trace::NodeId;

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

/// Compares two runs, of which every state that they expanded is kept in memory.
///
/// # Errors
/// In words, if they are of different problems.
pub fn compare(first: &Loaded, second: &Loaded) -> Result<Comparison, String> {
    let problem = &first.job.problem;
    if !problem.is_same_task(&second.job.problem) {
        return Err("the traces are of different problems, so they cannot be compared".into());
    }
    let [mut one, mut other] = [first, second].map(Expanded::new);
    let mut parting = None;
    let n_steps = one.n_steps().max(other.n_steps());
    for step in 1..=n_steps {
        let states = [one.next(step), other.next(step)];
        if parting.is_none() && states[0] != states[1] {
            let boards = states;
            parting = Some(Parting { step, boards });
        }
    }
    let in_both = one.seen.intersection(&other.seen).count() as u64;
    Ok(Comparison {
        parting,
        in_both,
        only: [one, other].map(|it| it.seen.len() as u64 - in_both),
    })
}

/// The states that a run expands, one after the other.
struct Expanded<'a> {
    run: &'a Loaded,
    states: States<'a>,
    seen: HashSet<String>,
}

impl<'a> Expanded<'a> {
    fn new(run: &'a Loaded) -> Self {
        Expanded {
            run,
            states: States::new(&run.job.problem, &run.trace),
            seen: HashSet::new(),
        }
    }

    fn n_steps(&self) -> u32 {
        self.run.trace.n_expanded()
    }

    /// The state that step number `step` expands.
    fn next(&mut self, step: u32) -> Option<String> {
        let node: NodeId = self.run.trace.expanded_node(step)?;
        let state = self.states.state(node);
        let line = self.run.job.problem.state_line(&state);
        self.seen.insert(line.clone());
        Some(line)
    }
}
