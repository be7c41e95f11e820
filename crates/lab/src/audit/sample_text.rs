//! The figures of a sample as text: each with what it tells of all boards, and no more.

use super::intervals::Estimated;
use super::text::{CONSTANT, cost_text};
use super::{AuditReport, HeuristicReport};
use crate::format::count;
use tilescope_search::Cost;

/// The figures of a heuristic by their names, in the order in which they are shown.
pub fn figures(report: &AuditReport, heuristic: &HeuristicReport) -> Vec<(&'static str, String)> {
    let n = report.n_states;
    let unit = report.audit.costs.unit(report.audit.goal.size());
    let cost = |cost: Cost| cost_text(cost, unit);
    let boards = |n_found: u64| {
        let share = range(Estimated::share(n_found, n), 100.0, 2);
        format!("{} of {} boards ({share} %)", count(n_found), count(n))
    };
    // What cannot be ruled out.
    let at_most = || format!("{:.2} %", Estimated::share(0, n).high * 100.0);
    let over = &heuristic.overestimates;
    let falls = &heuristic.inconsistencies;
    let joint = &heuristic.joint;
    let constant = || CONSTANT.to_owned();
    let correlation = |value: Option<f64>| {
        value.map_or_else(constant, |value| format!("{value:.6} in the sample"))
    };
    let mut figures = vec![
        (
            "Admissible",
            match over.n_states {
                0 if heuristic.h_of_goal > 0 => {
                    format!(
                        "no: it overestimates the goal, by {}",
                        cost(heuristic.h_of_goal)
                    )
                }
                0 => format!(
                    "no counterexample in {} boards: it overestimates on at most {} of all",
                    count(n),
                    at_most()
                ),
                found => format!(
                    "no: it overestimates on {}, by up to {}",
                    boards(found),
                    cost(over.greatest)
                ),
            },
        ),
        (
            "Consistent",
            match falls.n_moves {
                0 => format!(
                    "no counterexample in {} moves: h falls too far on at most {} of all boards",
                    count(falls.n_all_moves),
                    at_most()
                ),
                found => format!(
                    "no: h falls too far by {} of {} moves, by up to {} too much, on {}",
                    count(found),
                    count(falls.n_all_moves),
                    cost(falls.greatest),
                    boards(falls.n_states)
                ),
            },
        ),
        ("h of the goal", cost(heuristic.h_of_goal)),
    ];
    for (name, mean) in heuristic.means() {
        let scale = 1.0 / f64::from(unit);
        let text = match mean {
            Some(mean) => format!("{:.4} ({})", mean.value * scale, range(mean, scale, 4)),
            None => "– (one board has no interval)".into(),
        };
        figures.push((name, text));
    }
    figures.extend([
        ("Exact", boards(joint.n_exact())),
        ("Kendall's τ-b", correlation(heuristic.kendall_tau_b)),
        ("Pearson's r", correlation(heuristic.pearson_r)),
        (
            "No better neighbour",
            boards(heuristic.plateaus.n_no_better),
        ),
        ("Strict local minima", boards(heuristic.plateaus.n_strict)),
    ]);
    for asymmetry in &heuristic.asymmetries {
        let name = asymmetry.symmetry.name();
        let value = match asymmetry.n_states {
            0 => format!("none found under {name}"),
            found => format!(
                "{name}: {} differ, by up to {}",
                boards(found),
                cost(asymmetry.greater.most)
            ),
        };
        figures.push(("Asymmetry", value));
    }
    for (n, clause) in heuristic.oddities.iter().flat_map(|it| it.clauses()) {
        figures.push(("Values", format!("{} {clause}, in the sample", count(n))));
    }
    figures
}

/// “1.20 to 3.40”.
fn range(estimated: Estimated, scale: f64, decimals: usize) -> String {
    let Estimated { low, high, .. } = estimated;
    format!("{:.decimals$} to {:.decimals$}", low * scale, high * scale)
}

impl HeuristicReport {
    /// The means of h, of h* and of the error h* − h, in units of cost. `None` for fewer than two
    /// boards.
    pub fn means(&self) -> [(&'static str, Option<Estimated>); 3] {
        let of = |value: fn(f64, f64) -> f64| {
            let cells = self.joint.cells.iter();
            Estimated::mean(cells.map(|it| (value(it.h.into(), it.distance.into()), it.n)))
        };
        [
            ("Mean h", of(|h, _| h)),
            ("Mean h*", of(|_, distance| distance)),
            ("Mean error h* − h", of(|h, distance| distance - h)),
        ]
    }
}
