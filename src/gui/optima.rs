//! The least cost of problems whose runs have ended with a solution that they do not prove optimal: what
//! another run has proved, or, where all states are few, what a thread finds.

use super::requests::Wake;
use super::runs::{RunEntry, RunId, Runs};
use super::visible_errors::have_same_costs;
use super::work::{Work, WorkState};
use std::convert::Infallible;
use tilescope_lab::{Problem, RunOutcome, TrueCosts};
use tilescope_search::Cost;

/// The least costs that threads have found, in units of cost.
#[derive(Default)]
pub struct Optima {
    /// `None` where there is none.
    found: Vec<(RunId, Option<Cost>)>,
    seeking: Option<(RunId, Work<Option<Cost>>)>,
}

impl Optima {
    /// The least cost of the problem of a run whose solution is not proved to be optimal, in units of
    /// cost; `None` for other runs, and where it is not known.
    pub fn of(&self, runs: &Runs, entry: &RunEntry) -> Option<Cost> {
        if !is_unproved(entry) {
            return None;
        }
        let problem = &entry.run.job().problem;
        let is_same =
            |other: &Problem| have_same_costs(other, problem) && other.start() == problem.start();
        let mut same = (runs.iter()).filter(|it| is_same(&it.run.job().problem));
        let proved = same.find_map(|it| match it.run.report()?.outcome {
            RunOutcome::Solved { cost, optimal, .. } => optimal.then_some(cost),
            _ => None,
        });
        let found = || self.found.iter().find(|(run, _)| *run == entry.id);
        proved.or_else(|| found()?.1)
    }

    /// Takes what was found, and begins with the next run.
    pub fn poll(&mut self, runs: &Runs, wake: &Wake) {
        self.found.retain(|(run, _)| runs.get(*run).is_some());
        if let Some((run, mut work)) = self.seeking.take() {
            work.poll();
            match work.take() {
                Ok(cost) => self.found.push((run, cost)),
                Err(work) => match work.state() {
                    WorkState::Working(_) => self.seeking = Some((run, work)),
                    _ => self.found.push((run, None)),
                },
            }
        }
        if self.seeking.is_some() {
            return;
        }
        let is_due = |entry: &&RunEntry| {
            is_unproved(entry)
                && TrueCosts::are_of_all(&entry.run.job().problem)
                && !self.found.iter().any(|(run, _)| *run == entry.id)
        };
        let Some(entry) = runs.iter().find(is_due) else {
            return;
        };
        let problem = entry.run.job().problem.clone();
        let work = Work::spawn("least cost", wake, move |_, _| {
            let least = TrueCosts::find(&problem)
                .and_then(|costs| costs.get(costs.number(&problem.start())?));
            Ok::<_, Infallible>(least)
        });
        self.seeking = Some((entry.id, work));
    }
}

/// Whether a run has ended with a solution that may not be optimal.
fn is_unproved(entry: &RunEntry) -> bool {
    let outcome = entry.run.report().map(|report| &report.outcome);
    matches!(outcome, Some(RunOutcome::Solved { optimal: false, .. }))
}
