//! An audit as JSON.

use super::admissibility::Overestimate;
use super::consistency::Inconsistency;
use super::dominance::{Dominance, Greater};
use super::intervals::{CONFIDENCE, Estimated};
use super::joint::{AtDistance, Cell};
use super::plateaus::WayOut;
use super::sample::{Cut, Sample};
use super::symmetry::Asymmetry;
use super::{AuditReport, Boards, HeuristicReport};
use serde_json::{Value, json};
use tilescope_puzzle::heuristics::formula::Oddities;
use tilescope_puzzle::notation::board_line;

/// The audit as one object. Costs are in units, of which there are `unit` in 1.
pub fn report(report: &AuditReport) -> Value {
    let audit = &report.audit;
    let size = audit.goal.size();
    json!({
        "size": format!("{}x{}", size.rows(), size.columns()),
        "goal": board_line(&audit.goal),
        "costs": audit.costs.to_string(),
        "tile_costs": audit.costs.tiles().key(),
        "unit": audit.costs.unit(size),
        "states": report.n_states,
        // Null if all states were looked at.
        "sample": sample(report),
        "distances": report.distances,
        "heuristics": report.heuristics.iter().map(|it| heuristic(report, it)).collect::<Vec<_>>(),
        "dominance": report.dominance.iter().map(|pair| dominance(report, pair)).collect::<Vec<_>>(),
    })
}

fn sample(report: &AuditReport) -> Value {
    let Boards::Sample(Sample { n, seed }) = report.audit.boards else {
        return Value::Null;
    };
    let cut = report.cut.as_ref().map(|cut| match cut {
        Cut::Stopped => "interrupted",
        Cut::Unsolved(reason) => reason,
    });
    json!({ "size": n, "seed": seed, "cut": cut, "confidence": CONFIDENCE })
}

/// A figure of a sample, and between what that of all boards is.
fn estimated(estimated: Estimated) -> Value {
    let Estimated { value, low, high } = estimated;
    json!({ "value": value, "low": low, "high": high })
}

/// Figures of all boards, as far as a sample tells; null if all were looked at.
fn estimates(whole: &AuditReport, report: &HeuristicReport) -> Value {
    let Boards::Sample(_) = whole.audit.boards else {
        return Value::Null;
    };
    let share = |n| estimated(Estimated::share(n, whole.n_states));
    let [h, distance, error] = report.means().map(|(_, mean)| mean.map(estimated));
    json!({
        "mean": h,
        "mean_distance": distance,
        "mean_error": error,
        "exact": share(report.joint.n_exact()),
        "overestimates": share(report.overestimates.n_states),
        "inconsistencies": share(report.inconsistencies.n_states),
        "no_better_neighbour": share(report.plateaus.n_no_better),
        "strict_local_minima": share(report.plateaus.n_strict),
    })
}

fn heuristic(whole: &AuditReport, report: &HeuristicReport) -> Value {
    let HeuristicReport {
        expr,
        oddities,
        h_of_goal,
        overestimates,
        inconsistencies,
        joint,
        kendall_tau_b,
        pearson_r,
        plateaus,
        asymmetries,
    } = report;
    json!({
        "heuristic": expr.to_string(),
        // Null for what is no formula.
        "changed_values": oddities.as_ref().map(changed),
        "h_of_goal": h_of_goal,
        // Null if it is unknown: a sample proves neither.
        "admissible": whole.proves(report.is_admissible()),
        "overestimates": {
            "states": overestimates.n_states,
            "greatest": overestimates.greatest,
            "witnesses": overestimates.witnesses.iter().map(overestimate).collect::<Vec<_>>(),
        },
        "consistent": whole.proves(report.is_consistent()),
        "inconsistencies": {
            "moves": inconsistencies.n_moves,
            "states": inconsistencies.n_states,
            "of_moves": inconsistencies.n_all_moves,
            "greatest": inconsistencies.greatest,
            "witnesses": inconsistencies.witnesses.iter().map(inconsistency).collect::<Vec<_>>(),
        },
        "of_all": estimates(whole, report),
        "mean": joint.mean(),
        "histogram": joint.histogram(),
        "exact": joint.n_exact(),
        "by_distance": joint.by_distance().iter().map(at_distance).collect::<Vec<_>>(),
        "matrix": joint.cells.iter().map(|cell| cell_row(*cell)).collect::<Vec<_>>(),
        "kendall_tau_b": kendall_tau_b,
        "pearson_r": pearson_r,
        "no_better_neighbour": plateaus.n_no_better,
        "strict_local_minima": plateaus.n_strict,
        "longest_way_out": plateaus.longest_way_out.as_ref().map(way_out),
        "asymmetries": asymmetries.iter().map(asymmetry).collect::<Vec<_>>(),
    })
}

fn changed(oddities: &Oddities) -> Value {
    let Oddities {
        n_fractions,
        n_negative,
        n_not_a_number,
        n_too_great,
    } = oddities;
    json!({
        "fractions": n_fractions,
        "negative": n_negative,
        "not_a_number": n_not_a_number,
        "too_great": n_too_great,
    })
}

fn overestimate(witness: &Overestimate) -> Value {
    let Overestimate {
        board,
        h,
        distance,
        a_star: _,
    } = witness;
    json!({
        "board": board_line(board),
        "h": h,
        "distance": distance,
        "a_star_cost": witness.a_star_cost(),
    })
}

fn inconsistency(witness: &Inconsistency) -> Value {
    let Inconsistency {
        board,
        h,
        direction,
        cost,
        h_after,
    } = witness;
    json!({
        "board": board_line(board),
        "h": h,
        "move": direction.letter().to_string(),
        "cost": cost,
        "h_after": h_after,
    })
}

fn at_distance(row: &AtDistance) -> Value {
    let AtDistance {
        distance,
        n,
        min_h,
        mean_h,
        max_h,
        mean_error,
    } = row;
    json!({
        "distance": distance,
        "states": n,
        "min_h": min_h,
        "mean_h": mean_h,
        "max_h": max_h,
        "mean_error": mean_error,
    })
}

/// Distance, h, and the number of states.
fn cell_row(cell: Cell) -> (u32, u32, u64) {
    (cell.distance, cell.h, cell.n)
}

fn way_out(way: &WayOut) -> Value {
    let WayOut { board, h, n_moves } = way;
    json!({ "board": board_line(board), "h": h, "moves": n_moves })
}

fn asymmetry(asymmetry: &Asymmetry) -> Value {
    json!({
        "symmetry": asymmetry.symmetry.name(),
        "states": asymmetry.n_states,
        "greatest": asymmetry.greater.most,
        "witness": asymmetry.greater.witness.as_ref().map(board_line),
    })
}

fn dominance(report: &AuditReport, pair: &Dominance) -> Value {
    let name = |i: usize| report.heuristics[i].expr.to_string();
    let greater = |greater: &Greater| {
        json!({
            "states": greater.n_states,
            "greatest": greater.most,
            "witness": greater.witness.as_ref().map(board_line),
        })
    };
    json!({
        "first": name(pair.first),
        "second": name(pair.second),
        "first_greater": greater(&pair.first_greater),
        "second_greater": greater(&pair.second_greater),
        "equal": pair.n_equal,
    })
}
