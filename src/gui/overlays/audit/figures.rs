//! The figures of an audit, a row each.

use crate::gui::theme;
use crate::gui::widgets::{note, value_row, words_row};
use egui::{Label, RichText, Ui};
use tilescope_lab::audit::text::figures;
use tilescope_lab::audit::{AuditReport, Boards, HeuristicReport};

/// A longer value, in characters, is wrapped.
const MAX_VALUE: usize = 40;

/// All figures of an audit.
pub fn figures_ui(ui: &mut Ui, report: &AuditReport, heuristic: &HeuristicReport) {
    rows_ui(ui, report, &figures(report, heuristic));
}

/// Some of them.
pub fn rows_ui(ui: &mut Ui, report: &AuditReport, figures: &[(&str, String)]) {
    if let Boards::Sample(_) = report.audit.boards {
        note(
            ui,
            "In brackets: where the figure of all boards is, with 95 % confidence.",
        );
    }
    for (name, value) in figures {
        match value.chars().count() <= MAX_VALUE {
            true => value_row(ui, name, value),
            false => words_row(ui, name, value),
        };
    }
}

/// What is wrong.
pub fn warning(ui: &mut Ui, text: &str) {
    let colour = theme::palette(ui).warning;
    ui.add(Label::new(RichText::new(text).color(colour)).wrap());
}
