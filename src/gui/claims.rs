//! Strongest known properties of a heuristic, and their consequence for a search.

use super::audits::Audits;
use super::text::sentence;
use super::widgets::{note, warning};
use egui::Ui;
use tilescope_lab::audit::Audited;
use tilescope_lab::{Job, Problem, Settings, format};
use tilescope_puzzle::routes::{Overestimate, Route};
use tilescope_puzzle::{HeuristicExpr, Puzzle};
use tilescope_search::Directionality;

/// The properties of the heuristic of a search, in one sentence.
pub struct Claims {
    pub text: String,
    /// True if they leave it open that the solution is optimal, where a better heuristic would not.
    pub is_warning: bool,
}

impl Claims {
    pub fn ui(&self, ui: &mut Ui) {
        match self.is_warning {
            true => warning(ui, &self.text),
            false => note(ui, &self.text),
        };
    }
}

/// The properties of an expression for a goal: those that an audit has proved, or else those that
/// follow from its parts.
pub fn of_expr(heuristic: &HeuristicExpr, audited: Option<&Audited>) -> String {
    sentence(&clause(heuristic, audited, ": it may overestimate"))
}

/// Returns the claims of the heuristic of a search on a puzzle.
pub fn of_search(settings: &Settings, puzzle: &Puzzle, audits: &Audits) -> Claims {
    let heuristic = &settings.heuristic;
    let is_both_ways = settings.algorithm.directionality == Directionality::Bidirectional;
    // An audit says nothing of the distances to the start.
    let audited = audits.proved_of(heuristic, &puzzle.goal, puzzle.costs);
    let audited = audited.filter(|_| !is_both_ways);
    let is_warning = is_doubtful(settings, puzzle.clone().into(), audited);
    let is_elsewhere = settings
        .measure_to
        .as_ref()
        .is_some_and(|to| *to != puzzle.goal);
    let text = match (is_elsewhere, is_warning) {
        (true, true) => {
            "h is measured to a different goal, so the solution may not be optimal.".into()
        }
        (true, false) => "h is measured to a different goal.".into(),
        (false, true) => {
            let known = clause(heuristic, audited, "").replace(": ", ", ");
            sentence(&format!("{known}: the solution may not be optimal"))
        }
        (false, false) => of_expr(heuristic, audited),
    };
    Claims { text, is_warning }
}

/// Returns the claims of the heuristic of a search on a road map, where everything is known.
pub fn of_route_search(settings: &Settings, route: &Route) -> Claims {
    let heuristic = &settings.route_heuristic;
    let is_warning = is_doubtful(settings, route.clone().into(), None);
    let is_both_ways = settings.algorithm.directionality == Directionality::Bidirectional;
    let reversed = route.reversed();
    let overestimated = |route: &Route| overestimated(route, &route.overestimates(heuristic));
    let known = overestimated(route).or_else(|| overestimated(&reversed).filter(|_| is_both_ways));
    let known = match known {
        Some(known) => known,
        None if route.is_consistent(heuristic) => "admissible and consistent".into(),
        None => "admissible, not consistent".into(),
    };
    let consequence = match is_warning {
        true => ", so the solution may not be optimal",
        false => "",
    };
    Claims {
        text: sentence(&format!("{known}{consequence}")),
        is_warning,
    }
}

/// “overestimates at Mumbai (h = 12, true distance 8)”; `None` if it does so nowhere.
fn overestimated(route: &Route, overestimates: &[Overestimate]) -> Option<String> {
    let (first, others) = overestimates.split_first()?;
    let more = match others.len() {
        0 => String::new(),
        1 => " and at one other city".into(),
        n => format!(" and at {n} other cities"),
    };
    Some(format!(
        "overestimates at {} (h = {}, true distance {}){more}",
        route.map.name(first.city),
        format::count(first.estimate.into()),
        format::count(first.distance.into())
    ))
}

/// Returns true if a consistent heuristic would make solutions optimal, but nothing proves that this
/// one does.
fn is_doubtful(settings: &Settings, problem: Problem, audited: Option<&Audited>) -> bool {
    let job = Job {
        problem,
        settings: settings.clone(),
        search_unsolvable: false,
        record: 0,
    };
    job.heuristic_weakens_optimality(audited)
}

/// Returns what is known as a clause; where admissibility is denied or open, with `consequence`.
fn clause(heuristic: &HeuristicExpr, audited: Option<&Audited>, consequence: &str) -> String {
    if let Some(audited) = audited {
        return audited.words();
    }
    // Each property that a heuristic of the registry does not claim fails on some board; what is put
    // together may have more than follows from its parts.
    let is_single = heuristic.about().is_some() || heuristic.is_pattern_database();
    let known = match (
        heuristic.is_admissible(),
        heuristic.is_consistent(),
        is_single,
    ) {
        (true, true, _) => return "admissible and consistent".into(),
        (true, false, true) => return "admissible, not consistent".into(),
        (true, false, false) => return "admissible, not known to be consistent".into(),
        (false, _, true) => "not admissible",
        (false, _, false) => "not known to be admissible",
    };
    format!("{known}{consequence}")
}
