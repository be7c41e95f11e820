//! The report that a meter makes on a search.

use super::Meter;
use crate::listener::Listener;
use crate::{BestNode, DeadEnd, Job, Report, RunOutcome, StoppedBy};
use tilescope_search::{Completeness, Outcome, Pruning, Solution, StopReason};
use tilescope_trace::NodeId;

impl<L: Listener> Meter<L> {
    /// The report on the search of `job`, which ended with `outcome`.
    pub fn report(&self, job: &Job, outcome: Outcome<L::Node>) -> Report {
        let goal = match &outcome {
            Outcome::Stopped(reason) => return self.report_stopped(*reason),
            Outcome::Solved(solution) => self.listener.number(solution.node),
            Outcome::Exhausted | Outcome::CutOff => None,
        };
        let dead_end = || DeadEnd::of(job, &self.counts(), self.best());
        self.report_on(run_outcome(job, outcome, dead_end), goal)
    }

    /// The report on a search that was stopped. An anytime search with a solution counts as solved.
    pub(super) fn report_stopped(&self, reason: StopReason) -> Report {
        let Some(solution) = &self.solution else {
            return Report {
                // An engine builds its tables itself.
                while_building: self.control.building().is_some(),
                ..self.report_on(RunOutcome::Stopped(reason.into()), None)
            };
        };
        let Solution {
            actions,
            cost,
            node,
        } = solution;
        let outcome = RunOutcome::Solved {
            moves: actions.clone(),
            cost: *cost,
            optimal: false,
        };
        Report {
            stopped_by: Some(reason.into()),
            ..self.report_on(outcome, self.listener.number(*node))
        }
    }

    /// The report on a run that was stopped while building its tables.
    pub fn report_while_building(&self, reason: StopReason) -> Report {
        Report {
            while_building: true,
            ..self.report_on(RunOutcome::Stopped(reason.into()), None)
        }
    }

    fn report_on(&self, outcome: RunOutcome, goal: Option<NodeId>) -> Report {
        let stopped_by = match outcome {
            RunOutcome::Stopped(by) => Some(by),
            RunOutcome::Solved { .. }
            | RunOutcome::Unsolvable { .. }
            | RunOutcome::Exhausted(_)
            | RunOutcome::Failed(_) => None,
        };
        Report {
            outcome,
            proof: None,
            stopped_by,
            breakpoint: self.control.hit(),
            counts: self.counts(),
            best: self.best(),
            goal,
            recorded_in_full: self.listener.is_complete(),
            method: self.method.clone(),
            tables: self.tables,
            while_building: false,
            notes: self.control.notes(),
            unit: self.unit,
        }
    }

    /// The most promising node, in an informed search.
    fn best(&self) -> Option<BestNode> {
        let node = self.best.filter(|_| self.is_informed)?;
        Some(BestNode {
            g: self.best_g,
            h: self.best_h,
            node: self.listener.number(node),
        })
    }
}

fn run_outcome<N>(
    job: &Job,
    outcome: Outcome<N>,
    dead_end: impl FnOnce() -> DeadEnd,
) -> RunOutcome {
    let settings = &job.settings;
    match outcome {
        Outcome::Solved(Solution { actions, cost, .. }) => RunOutcome::Solved {
            optimal: actions.is_empty() || job.proves_optimal(),
            moves: actions,
            cost,
        },
        Outcome::Exhausted => match settings.strategy().complete {
            Completeness::Always
            | Completeness::WithinDepthLimit
            | Completeness::WithinNodeBudget => RunOutcome::Unsolvable { by_parity: false },
            // A beam that has cut no node has missed none.
            Completeness::Never if settings.strategy().pruning == Pruning::BeamWidth => {
                RunOutcome::Unsolvable { by_parity: false }
            }
            Completeness::Never => RunOutcome::Exhausted(dead_end()),
        },
        Outcome::CutOff if settings.depth_limit().is_some() => {
            RunOutcome::Stopped(StoppedBy::Depth)
        }
        Outcome::CutOff => RunOutcome::Exhausted(dead_end()),
        Outcome::Stopped(reason) => RunOutcome::Stopped(reason.into()),
    }
}
