//! The audit of one heuristic, in brief: for the page on which it is written.

use super::figures::{rows_ui, warning};
use super::witnesses;
use crate::gui::actions::Action;
use crate::gui::audits::{self, AuditsAction};
use crate::gui::model::Model;
use crate::gui::theme::{self, space};
use crate::gui::widgets::note;
use egui::Ui;
use tilescope_lab::audit::text::figures;
use tilescope_lab::audit::{Audit, Boards};
use tilescope_lab::format;
use tilescope_puzzle::{HeuristicExpr, Puzzle};

/// Audits `expr` on all boards if that is quick, and shows the figures and the witnesses; whether a
/// witness was opened.
pub fn brief_ui(
    ui: &mut Ui,
    model: &Model,
    puzzle: &Puzzle,
    expr: &HeuristicExpr,
    actions: &mut Vec<Action>,
) -> bool {
    let wanted = Audit {
        goal: puzzle.goal.clone(),
        costs: puzzle.costs,
        heuristics: vec![expr.clone()],
        boards: Boards::All,
    };
    if !audits::is_quick(&wanted) {
        note(
            ui,
            "It is audited here while you write where that takes less than a second: without \
             pattern databases, on boards of up to 9 cells. Audit… does so for others.",
        );
        return false;
    }
    let newest = model.audits().newest();
    let run = newest.filter(|run| *run.audit() == wanted);
    let report = match run.map(|run| run.result()) {
        None => {
            actions.push(AuditsAction::Start(wanted.into()).into());
            return false;
        }
        Some(None) => return false,
        Some(Some(Err(error))) => {
            warning(ui, error);
            return false;
        }
        Some(Some(Ok(report))) => report,
    };
    let Some(heuristic) = report.heuristics.first() else {
        return false;
    };
    let title = format!("Audit of all {} boards", format::count(report.n_states));
    ui.label(theme::head(&title, theme::palette(ui)));
    let figures = figures(report, heuristic);
    // Whether it is admissible and consistent, what proves that it is not, and the other figures.
    let (claims, others) = figures.split_at(2.min(figures.len()));
    rows_ui(ui, report, claims);
    ui.add_space(space::M);
    let opened = witnesses::ui(ui, report, 0, heuristic, puzzle.unit());
    ui.add_space(space::M);
    rows_ui(ui, report, others);
    let is_opened = opened.is_some();
    if let Some(board) = opened {
        witnesses::open(board, heuristic, model, actions);
    }
    is_opened
}
