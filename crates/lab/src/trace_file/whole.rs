//! Formats that need the boards of a trace: they are written when the whole trace is there.

use super::output::{Output, Written};
use crate::{Job, Problem, Report, State};
use std::collections::HashMap;
use std::io::{self, BufWriter, Write};
use std::ops::RangeInclusive;
use tilescope_search::SearchDirection;
use tilescope_trace::{Batch, Moment, NodeId, Trace};

/// A format of whole traces.
pub(super) trait WholeFormat {
    fn write(&self, run: &WholeRun, out: &mut dyn Write) -> io::Result<()>;
}

/// A run whose trace is complete.
pub(super) struct WholeRun<'a> {
    pub job: &'a Job,
    pub trace: &'a Trace,
    /// The moments that are written, none beyond the last.
    pub steps: RangeInclusive<Moment>,
}

/// Collects a trace, and writes it at the end.
pub(super) struct Whole<W: Write, F> {
    out: BufWriter<W>,
    format: F,
    job: Job,
    trace: Trace,
    steps: RangeInclusive<Moment>,
}

impl<W: Write, F> Whole<W, F> {
    pub fn new(out: W, format: F, job: &Job, steps: RangeInclusive<Moment>) -> Self {
        Whole {
            out: BufWriter::new(out),
            format,
            job: job.clone(),
            trace: Trace::default(),
            steps,
        }
    }
}

impl<W: Write, F: WholeFormat> Output for Whole<W, F> {
    fn batch(&mut self, batch: &Batch) -> io::Result<()> {
        self.trace.append(batch);
        Ok(())
    }

    fn finish(&mut self, report: &Report) -> io::Result<()> {
        self.trace.set_goal(report.goal);
        let last = self.trace.n_expanded();
        let run = WholeRun {
            job: &self.job,
            trace: &self.trace,
            steps: *self.steps.start()..=last.min(*self.steps.end()),
        };
        self.format.write(&run, &mut self.out)?;
        self.out.flush()
    }

    fn written(&self) -> Written {
        Written {
            n_bytes: 0,
            what: "nothing".into(),
        }
    }
}

impl WholeRun<'_> {
    /// The nodes that are generated in the steps.
    pub fn nodes(&self) -> std::ops::Range<NodeId> {
        let first = match self.steps.start() {
            0 => 0,
            &t => self.trace.generated_in(t).start,
        };
        first..self.trace.n_generated(*self.steps.end()).max(first)
    }

    /// The ancestors of these nodes that are generated before `first`, parents first.
    pub fn ancestors(&self, nodes: impl Iterator<Item = NodeId>, first: NodeId) -> Vec<NodeId> {
        let mut found = std::collections::BTreeSet::new();
        for node in nodes {
            let above = std::iter::once(node).chain(self.trace.ancestors(node));
            for node in above.filter(|&node| node < first) {
                if !found.insert(node) {
                    break;
                }
            }
        }
        found.into_iter().collect()
    }
}

/// The states of nodes, replayed from their parents'. It keeps the states of the last parents.
pub struct States<'a> {
    problem: &'a Problem,
    trace: &'a Trace,
    /// The states of some parents.
    known: HashMap<NodeId, State>,
}

impl<'a> States<'a> {
    const MAX: usize = 1 << 16;

    pub fn new(problem: &'a Problem, trace: &'a Trace) -> Self {
        States {
            problem,
            trace,
            known: HashMap::new(),
        }
    }

    /// The state of `node`, which must have arrived.
    pub fn state(&mut self, node: NodeId) -> State {
        let Some(parent) = self.trace.parent(node) else {
            return match self.trace.direction(node) {
                SearchDirection::Forward => self.problem.start(),
                SearchDirection::Backward => self.problem.goal(),
            };
        };
        let mut state = self.of_parent(parent);
        self.step(node, &mut state);
        state
    }

    fn of_parent(&mut self, node: NodeId) -> State {
        if let Some(state) = self.known.get(&node) {
            return state.clone();
        }
        let path = self.trace.path(node);
        let mut state = match self.trace.direction(node) {
            SearchDirection::Forward => self.problem.start(),
            SearchDirection::Backward => self.problem.goal(),
        };
        path.iter().for_each(|&node| self.step(node, &mut state));
        if self.known.len() >= Self::MAX {
            self.known.clear();
        }
        self.known.insert(node, state.clone());
        state
    }

    fn step(&self, node: NodeId, state: &mut State) {
        if let Some(action) = self.trace.action(node) {
            let action = match self.trace.direction(node) {
                SearchDirection::Forward => action,
                SearchDirection::Backward => self.problem.inverse(action),
            };
            self.problem.apply(state, action);
        }
    }
}
