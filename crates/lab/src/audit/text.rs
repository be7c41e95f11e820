//! An audit as text, for people.

use super::admissibility::AStar;
use super::dominance::Dominance;
use super::joint::AtDistance;
use super::sample::{Cut, Sample};
use super::{AuditReport, Boards, HeuristicReport, misled, sample_text};
use crate::format::{self, count};
use std::fmt::Write;
use tilescope_puzzle::notation::board_line;
use tilescope_search::{Cost, MAX_ESTIMATE};

/// A cost of a heuristic, for people: what no path costs is infinite.
pub fn cost_text(cost: Cost, unit: Cost) -> String {
    match cost > MAX_ESTIMATE / 2 {
        true => "∞".into(),
        false => format::cost(cost.into(), unit),
    }
}

/// A mean of such costs; one of them that is infinite makes it so.
pub fn mean_text(mean: f64, greatest: Cost, unit: Cost, decimals: usize) -> String {
    match greatest > MAX_ESTIMATE / 2 {
        true => "∞".into(),
        false => format!("{:.decimals$}", mean / f64::from(unit)),
    }
}

/// Why there is no correlation.
pub(super) const CONSTANT: &str = "– (h, or h*, is the same on all these boards)";

/// Witnesses that are written out.
const MAX_SHOWN: usize = 5;

/// The audit in lines. Costs are shown in units of 1.
pub fn report(report: &AuditReport) -> String {
    let audit = &report.audit;
    let size = audit.goal.size();
    let unit = audit.costs.unit(size);
    let mut text = head(report);
    for heuristic in &report.heuristics {
        let lines = heuristic_lines(report, heuristic, unit);
        let _ = write!(text, "\n{lines}");
    }
    if !report.dominance.is_empty() {
        text.push_str("\nDominance\n");
    }
    for pair in &report.dominance {
        let _ = writeln!(text, "  {}", dominance(report, pair, unit));
    }
    text
}

/// Which boards were looked at.
fn head(report: &AuditReport) -> String {
    let goal = board_line(&report.audit.goal);
    let size = report.audit.goal.size();
    let n = count(report.n_states);
    let Boards::Sample(sample) = report.audit.boards else {
        return format!("All {n} boards of {size} that can reach {goal}\n");
    };
    let what = looked_at(report, sample);
    format!(
        "{what}, of all {size} boards that can reach {goal}\nIn brackets: where the figure of all boards \
         is with 95 % confidence.\n"
    )
}

/// “100 random boards of seed 1”.
pub fn looked_at(report: &AuditReport, sample: Sample) -> String {
    let n = count(report.n_states);
    let boards = format!("{n} random boards of seed {}", sample.seed);
    let all = count(sample.n as u64);
    match &report.cut {
        None => boards,
        Some(Cut::Stopped) => format!("{boards}, stopped before {all}"),
        Some(Cut::Unsolved(reason)) => format!("{boards}, not {all} ({reason})"),
    }
}

fn heuristic_lines(whole: &AuditReport, report: &HeuristicReport, unit: Cost) -> String {
    let mut text = format!("{}\n", report.expr);
    for (name, value) in figures(whole, report) {
        let _ = writeln!(text, "  {name:<22}{value}");
    }
    for worst in report.overestimates.witnesses.iter().take(MAX_SHOWN) {
        let [h, distance] = [worst.h, worst.distance].map(|cost| cost_text(cost, unit));
        let board = board_line(&worst.board);
        let found = match worst.a_star {
            AStar::Found(cost) => format!(", A* finds {}", cost_text(cost, unit)),
            AStar::NotFound => format!(
                ", A* finds nothing in {} expansions",
                count(misled::MAX_EXPANDED)
            ),
            AStar::Unsearched => String::new(),
        };
        let _ = writeln!(text, "    h = {h}, h* = {distance}{found}: {board}");
    }
    for worst in report.inconsistencies.witnesses.iter().take(MAX_SHOWN) {
        let [h, after] = [worst.h, worst.h_after].map(|cost| cost_text(cost, unit));
        let board = board_line(&worst.board);
        let direction = worst.direction.letter();
        let _ = writeln!(
            text,
            "    h falls from {h} to {after} by {direction}: {board}"
        );
    }
    let heads = [
        "h*",
        "boards",
        "least h",
        "mean h",
        "greatest h",
        "mean error",
    ];
    let [a, b, c, d, e, f] = heads;
    let _ = writeln!(text, "  {a:>6}{b:>14}{c:>10}{d:>10}{e:>12}{f:>12}");
    for row in report.joint.by_distance() {
        let [distance, least, most] =
            [row.distance, row.min_h, row.max_h].map(|cost| cost_text(cost, unit));
        let mean = mean_text(row.mean_h, row.max_h, unit, 2);
        let error = error_text(&row, unit);
        let n = count(row.n);
        let _ = writeln!(
            text,
            "  {distance:>6}{n:>14}{least:>10}{mean:>10}{most:>12}{error:>12}"
        );
    }
    text
}

/// The figures of a heuristic by their names, in the order in which they are shown.
pub fn figures(whole: &AuditReport, report: &HeuristicReport) -> Vec<(&'static str, String)> {
    if let Boards::Sample(_) = whole.audit.boards {
        return sample_text::figures(whole, report);
    }
    let (n_states, unit) = (
        whole.n_states,
        whole.audit.costs.unit(whole.audit.goal.size()),
    );
    let cost = |cost: Cost| cost_text(cost, unit);
    let share = |n: u64| {
        let percent = n as f64 * 100.0 / n_states as f64;
        format!("{} boards ({percent:.2} %)", count(n))
    };
    let or_none = |value: Option<f64>| value.map_or(CONSTANT.into(), |value| format!("{value:.6}"));
    let over = &report.overestimates;
    let falls = &report.inconsistencies;
    let mut figures = vec![
        (
            "Admissible",
            match over.n_states {
                0 => "yes".into(),
                n => format!(
                    "no: it overestimates on {}, by up to {}",
                    share(n),
                    cost(over.greatest)
                ),
            },
        ),
        (
            "Consistent",
            match falls.n_moves {
                0 => "yes".into(),
                n => format!(
                    "no: h falls too far by {} of {} moves, by up to {} too much",
                    count(n),
                    count(falls.n_all_moves),
                    cost(falls.greatest)
                ),
            },
        ),
        ("h of the goal", cost(report.h_of_goal)),
        (
            "Mean h",
            mean_text(report.joint.mean(), report.joint.greatest(), unit, 4),
        ),
        ("Exact", share(report.joint.n_exact())),
        ("Kendall's τ-b", or_none(report.kendall_tau_b)),
        ("Pearson's r", or_none(report.pearson_r)),
        ("No better neighbour", share(report.plateaus.n_no_better)),
        ("Strict local minima", share(report.plateaus.n_strict)),
        (
            "Longest way out",
            match &report.plateaus.longest_way_out {
                Some(way) => format!("{} moves, from {}", way.n_moves, board_line(&way.board)),
                None if report.plateaus.n_no_better == 0 => {
                    "– (every board has a better neighbour)".into()
                }
                None => "– (it is not sought on boards of more than 10 cells)".into(),
            },
        ),
    ];
    for asymmetry in &report.asymmetries {
        let name = asymmetry.symmetry.name();
        let value = match asymmetry.n_states {
            0 => format!("none under {name}"),
            n => format!(
                "{name}: {} differ, by up to {}",
                share(n),
                cost(asymmetry.greater.most)
            ),
        };
        figures.push(("Asymmetry", value));
    }
    if let Some(oddities) = report.oddities {
        for (n, clause) in oddities.clauses() {
            figures.push(("Values", format!("{} {clause}", count(n))));
        }
    }
    figures
}

/// The mean error at a distance.
pub fn error_text(row: &AtDistance, unit: Cost) -> String {
    match row.max_h > MAX_ESTIMATE / 2 {
        true => "−∞".into(),
        false => format!("{:.2}", row.mean_error / f64::from(unit)),
    }
}

fn dominance(report: &AuditReport, pair: &Dominance, unit: Cost) -> String {
    let [first, second] = [pair.first, pair.second].map(|i| report.heuristics[i].expr.to_string());
    let [more, less] = [&pair.first_greater, &pair.second_greater];
    let by = |cost: Cost| match cost {
        0 => String::new(),
        cost => format!(", by up to {}", cost_text(cost, unit)),
    };
    format!(
        "{first} > {second} on {} boards{}; {second} > {first} on {}{}; equal on {}",
        count(more.n_states),
        by(more.most),
        count(less.n_states),
        by(less.most),
        count(pair.n_equal)
    )
}
