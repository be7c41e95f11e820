//! What an audit of all states proves of a heuristic.

use super::{AuditReport, Boards};
use crate::format;
use tilescope_puzzle::{Board, Costs, HeuristicExpr};

/// What is true of a heuristic in every state that can reach a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Audited {
    pub expr: HeuristicExpr,
    pub goal: Board,
    pub costs: Costs,
    pub n_states: u64,
    pub is_admissible: bool,
    pub is_consistent: bool,
}

impl AuditReport {
    /// What was proved of each heuristic: nothing, if this is about a sample.
    pub fn audited(&self) -> Vec<Audited> {
        if self.audit.boards != Boards::All {
            return Vec::new();
        }
        let of_heuristic = |report: &super::HeuristicReport| Audited {
            expr: report.expr.clone(),
            goal: self.audit.goal.clone(),
            costs: self.audit.costs,
            n_states: self.n_states,
            is_admissible: report.is_admissible(),
            is_consistent: report.is_consistent(),
        };
        self.heuristics.iter().map(of_heuristic).collect()
    }
}

impl Audited {
    /// Whether it is about these.
    pub fn is_of(&self, expr: &HeuristicExpr, goal: &Board, costs: Costs) -> bool {
        self.expr == *expr && self.goal == *goal && self.costs == costs
    }

    /// “admissible, not consistent: audited on all 181 440 states”.
    pub fn words(&self) -> String {
        let claims = match (self.is_admissible, self.is_consistent) {
            (true, true) => "admissible and consistent",
            (true, false) => "admissible, not consistent",
            // A heuristic that is 0 in the goal and overestimates is not consistent; one that is not 0
            // there may be.
            (false, true) => "not admissible, but consistent",
            (false, false) => "not admissible and not consistent",
        };
        format!(
            "{claims}: audited on all {} states",
            format::count(self.n_states)
        )
    }
}
