//! The heuristics of an audit side by side, as tables in the forms of reports.

use super::text::{cost_text, error_text, mean_text};
use super::{AuditReport, Boards, HeuristicReport};
use crate::experiment::report::{Cell, Format, Table};
use crate::format::count;
use tilescope_puzzle::notation::board_line;

/// The heads of the summary.
pub const HEADS: [&str; 9] = [
    "Heuristic",
    "Admissible",
    "Consistent",
    "Mean h",
    "Exact",
    "τ-b",
    "No better neighbour",
    "Strict minima",
    "Longest way out",
];

/// Both tables in one text.
pub fn render(report: &AuditReport, format: Format) -> String {
    let tables = [summary(report), by_distance(report)];
    tables.map(|table| table.render(format)).join("\n")
}

/// One row a heuristic.
pub fn summary(report: &AuditReport) -> Table {
    let head = HEADS.map(str::to_owned);
    let row = |heuristic: &HeuristicReport| {
        let texts = cells(report, heuristic).map(Cell::Text);
        let name = Cell::Name(heuristic.expr.to_string());
        [name].into_iter().chain(texts).collect()
    };
    Table {
        title: title(report, "Audit"),
        note: "Exact, no better neighbour and strict minima are numbers of boards. A dash: not defined, \
               or not known from a sample."
            .into(),
        head: head.to_vec(),
        rows: report.heuristics.iter().map(row).collect(),
    }
}

/// The cells of a heuristic, without its name.
pub fn cells(report: &AuditReport, heuristic: &HeuristicReport) -> [String; HEADS.len() - 1] {
    let HeuristicReport {
        joint, plateaus, ..
    } = heuristic;
    let unit = report.audit.costs.unit(report.audit.goal.size());
    let proved = |is_true| match report.proves(is_true) {
        Some(true) => "yes",
        Some(false) => "no",
        None => "–",
    };
    let none = || "–".to_owned();
    let way_out = plateaus.longest_way_out.as_ref();
    [
        proved(heuristic.is_admissible()).into(),
        proved(heuristic.is_consistent()).into(),
        mean_text(joint.mean(), joint.greatest(), unit, 2),
        count(joint.n_exact()),
        heuristic
            .kendall_tau_b
            .map_or_else(none, |tau| format!("{tau:.3}")),
        count(plateaus.n_no_better),
        count(plateaus.n_strict),
        way_out.map_or_else(none, |way| way.n_moves.to_string()),
    ]
}

/// One row a distance h*, one column a heuristic: the mean error h* − h.
pub fn by_distance(report: &AuditReport) -> Table {
    let unit = report.audit.costs.unit(report.audit.goal.size());
    let mut head = vec!["h*".to_owned(), "Boards".into()];
    head.extend(report.heuristics.iter().map(|it| it.expr.to_string()));
    let errors: Vec<Vec<String>> = { report.heuristics.iter() }
        .map(|it| {
            it.joint
                .by_distance()
                .iter()
                .map(|row| error_text(row, unit))
                .collect()
        })
        .collect();
    let row = |(i, (distance, n)): (usize, &(u32, u64))| {
        let errors = errors.iter().map(|of_one| of_one[i].clone());
        let texts = [cost_text(*distance, unit), count(*n)]
            .into_iter()
            .chain(errors);
        texts.map(Cell::Text).collect()
    };
    Table {
        title: title(report, "Mean error h* − h by distance"),
        note: String::new(),
        head,
        rows: report.distances.iter().enumerate().map(row).collect(),
    }
}

fn title(report: &AuditReport, what: &str) -> String {
    let n = count(report.n_states);
    let boards = match report.audit.boards {
        Boards::All => format!("all {n} boards"),
        Boards::Sample(sample) => format!("{n} random boards of seed {}", sample.seed),
    };
    let goal = board_line(&report.audit.goal);
    format!(
        "{what}: {boards} of {} that can reach {goal}",
        report.audit.goal.size()
    )
}
