//! The audit of heuristics that the window shows.

use super::requests::Wake;
use tilescope_lab::audit::worker::AuditRun;
use tilescope_lab::audit::{Audit, AuditReport, Audited, Boards, Limits};
use tilescope_puzzle::heuristics::Preparation;
use tilescope_puzzle::{Board, Costs, HeuristicExpr};

/// Something that can happen to the audit.
#[derive(Clone, Debug)]
pub enum AuditsAction {
    /// Audits this, instead of what is audited.
    Start(Box<Audit>),
    Stop,
}

/// The newest audit, and the last one that has ended with a report.
#[derive(Default)]
pub struct Audits {
    run: Option<AuditRun>,
    before: Option<AuditRun>,
    /// What audits of all states have proved, the newest last.
    proved: Vec<Audited>,
}

/// The maximum memory of an audit: enough for a few heuristics on 12 cells.
const MEMORY: u64 = 4 << 30;
/// Boards of up to this many cells are audited while one types.
const MAX_QUICK_CELLS: usize = 9;
/// As many results are kept.
const MAX_PROVED: usize = 200;

impl Audits {
    pub fn apply(&mut self, action: AuditsAction, wake: &Wake) {
        match action {
            AuditsAction::Start(audit) => {
                let wake = wake.clone();
                let limits = Limits {
                    threads: None,
                    memory: MEMORY,
                };
                let run = AuditRun::spawn(*audit, self.report(), limits, move || wake());
                // An audit that has not ended is dropped, which stops it.
                let ended = self.run.replace(run).filter(has_report);
                self.before = ended.or(self.before.take());
            }
            AuditsAction::Stop => {
                if let Some(run) = &self.run {
                    run.stop();
                }
            }
        }
    }

    /// Receives what the worker has sent.
    pub fn poll(&mut self) {
        if let Some(run) = &mut self.run
            && (run.result().is_none() || run.is_searching())
        {
            run.poll();
            if let Some(Ok(report)) = run.result() {
                let new = report.audited();
                self.proved.retain(|old| {
                    let is_it = |new: &Audited| new.is_of(&old.expr, &old.goal, old.costs);
                    !new.iter().any(is_it)
                });
                self.proved.extend(new);
                let surplus = self.proved.len().saturating_sub(MAX_PROVED);
                self.proved.drain(..surplus);
            }
        }
    }

    /// What audits of all states have proved.
    pub fn proved(&self) -> &[Audited] {
        &self.proved
    }

    /// What was proved of a heuristic.
    pub fn proved_of(&self, expr: &HeuristicExpr, goal: &Board, costs: Costs) -> Option<&Audited> {
        let mut proved = self.proved.iter();
        proved.rfind(|audited| audited.is_of(expr, goal, costs))
    }

    /// The newest audit.
    pub fn newest(&self) -> Option<&AuditRun> {
        self.run.as_ref()
    }

    /// The report of the newest audit that has one: while an audit is under way, that of the one
    /// before.
    pub fn report(&self) -> Option<&AuditReport> {
        let runs = [&self.run, &self.before];
        runs.into_iter()
            .flatten()
            .find_map(|run| run.result()?.ok())
    }
}

/// Whether the audit is of all boards, and so quick that it can be made while one types.
pub fn is_quick(audit: &Audit) -> bool {
    let mut heuristics = audit.heuristics.iter();
    matches!(audit.boards, Boards::All)
        && audit.goal.size().n_cells() <= MAX_QUICK_CELLS
        && heuristics.all(|expr| expr.preparation() == Preparation::Immediate)
}

fn has_report(run: &AuditRun) -> bool {
    matches!(run.result(), Some(Ok(_)))
}
