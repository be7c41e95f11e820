//! What A\* makes of the boards on which a heuristic overestimates most.

use super::admissibility::{AStar, Overestimate};
use super::{Audit, AuditReport};
use crate::{Interrupt, Job, Problem, RunOutcome, Settings, solve_under};
use std::cmp::Reverse;
use tilescope_puzzle::{HeuristicExpr, Puzzle};
use tilescope_search::{Cost, DEFAULT_ALGORITHM};

/// The maximum number of expansions in the search from a witness.
pub const MAX_EXPANDED: u64 = 100_000;

/// Searches each board on which a heuristic of the report overestimates most.
pub fn search(report: &mut AuditReport, interrupt: &Interrupt) {
    for heuristic in &mut report.heuristics {
        let witnesses = &mut heuristic.overestimates.witnesses;
        search_witnesses(witnesses, &report.audit, &heuristic.expr, interrupt);
    }
}

/// Searches each witness, and sorts those that are equally bad by how much too costly the solution
/// is: overestimating the start alone misleads no search.
fn search_witnesses(
    witnesses: &mut [Overestimate],
    audit: &Audit,
    expr: &HeuristicExpr,
    interrupt: &Interrupt,
) {
    for witness in &mut *witnesses {
        if interrupt.is_stopped() {
            return;
        }
        let found = cost_of_a_star(witness, audit, expr, interrupt);
        witness.a_star = match found {
            Some(cost) => AStar::Found(cost),
            None if interrupt.is_stopped() => AStar::Unsearched,
            None => AStar::NotFound,
        };
    }
    witnesses.sort_by_key(|witness| {
        let excess = witness.h - witness.distance;
        let found = witness.a_star_cost().unwrap_or(witness.distance);
        (
            Reverse(excess),
            Reverse(found - witness.distance),
            witness.distance,
        )
    });
}

/// The cost of the solution that A\* finds with default options.
fn cost_of_a_star(
    witness: &Overestimate,
    audit: &Audit,
    expr: &HeuristicExpr,
    interrupt: &Interrupt,
) -> Option<Cost> {
    let mut puzzle = Puzzle::new("", witness.board.clone(), audit.goal.clone()).ok()?;
    puzzle.costs = audit.costs;
    let mut settings = Settings::new(DEFAULT_ALGORITHM, expr.clone());
    settings.limits.expanded = Some(MAX_EXPANDED);
    let job = Job {
        problem: Problem::Tiles(puzzle),
        settings,
        search_unsolvable: false,
        record: 0,
    };
    match solve_under(&job, interrupt).ok()?.outcome {
        RunOutcome::Solved { cost, .. } => Some(cost),
        _ => None,
    }
}
