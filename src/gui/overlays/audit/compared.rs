//! The heuristics of an audit side by side: a table of them, the error by distance, and the report in
//! other forms.

use crate::gui::actions::Action;
use crate::gui::requests::{SaveAudit, SaveText};
use crate::gui::theme::{self, space};
use crate::gui::widgets::table::{Column, Table};
use crate::gui::widgets::{keep_above, list_item, menu_button, seek_first};
use egui::{Popup, ScrollArea, Ui};
use std::sync::Arc;
use tilescope_lab::audit::AuditReport;
use tilescope_lab::audit::form::AuditForm;
use tilescope_lab::audit::table::{HEADS, by_distance, cells};
use tilescope_lab::experiment::report;

/// The greatest height of the table of heuristics.
const MAX_HEIGHT: f32 = 150.0;

/// A row for each heuristic; the number of the one that was pressed. `shown` is marked.
pub fn heuristics_ui(ui: &mut Ui, audit: &AuditReport, shown: usize) -> Option<usize> {
    let rows: Vec<(String, [String; HEADS.len() - 1])> = { audit.heuristics.iter() }
        .map(|it| (it.expr.to_string(), cells(audit, it)))
        .collect();
    // What is left out first where there is little room.
    const RANKS: [u8; HEADS.len() - 1] = [0, 0, 0, 2, 1, 3, 4, 5];
    let mut columns = vec![Column::text(HEADS[0], 240.0)];
    columns.extend((0..HEADS.len() - 1).map(|i| {
        let texts = rows.iter().map(|(_, cells)| cells[i].as_str());
        let column = Column::figure(HEADS[i + 1], 40.0).left_out(RANKS[i]);
        column.fit(ui, theme::text::SMALL, texts)
    }));
    columns.push(Column::rest("", 0.0));
    let palette = theme::palette(ui);
    let mut pressed = None;
    Table::new("audited heuristics", &columns)
        .inset(space::S)
        .max_height(MAX_HEIGHT)
        .show(ui, rows.len(), |row| {
            let i = row.index();
            let Some((name, cells)) = rows.get(i) else {
                return;
            };
            let named: Vec<String> = { HEADS.iter().skip(1).zip(cells) }
                .map(|(head, cell)| format!("{} {cell}", head.to_lowercase()))
                .collect();
            let label = format!("{name}: {}", named.join(", "));
            if row.selectable(("audited", i), &label, i == shown).clicked() {
                pressed = Some(i);
            }
            row.text(theme::text::SMALL, |column| match column {
                0 => (name.as_str(), palette.text),
                i => (cells.get(i - 1).map_or("", String::as_str), palette.text),
            });
        });
    pressed
}

/// The mean error h* − h at each distance, of every heuristic.
pub fn errors_ui(ui: &mut Ui, audit: &AuditReport) {
    let errors = by_distance(audit);
    let texts = |row: &Vec<report::Cell>| row.iter().map(report::Cell::text).collect();
    let rows: Vec<Vec<String>> = errors.rows.iter().map(texts).collect();
    let columns: Vec<Column> = (0..errors.head.len())
        .map(|i| {
            // A long formula is a number.
            let heads = HEADS_OF_ERRORS.into_iter().chain(NUMBERS);
            let head = heads.clone().nth(i).unwrap_or_default();
            Column::figure(head, 40.0).fit(
                ui,
                theme::text::SMALL,
                rows.iter().map(|row| row[i].as_str()),
            )
        })
        .chain([Column::rest("", 0.0)])
        .collect();
    let palette = theme::palette(ui);
    let table = Table::new("errors by distance", &columns)
        .inset(space::S)
        .without_scrolling();
    // In a small window, several heuristics are wider than their part of the page.
    ScrollArea::horizontal().show(ui, |ui| {
        table.show(ui, rows.len(), |row| {
            let i = row.index();
            let Some(texts) = rows.get(i) else { return };
            let errors = texts[2..].join(", ");
            let label = format!("h* {}: {} boards, mean error {errors}", texts[0], texts[1]);
            row.readable(("error", i), &label, false);
            row.text(theme::text::SMALL, |column| {
                (texts.get(column).map_or("", String::as_str), palette.text)
            });
        });
    });
}

const HEADS_OF_ERRORS: [&str; 2] = ["h*", "boards"];
/// The heuristics in the order of their table.
const NUMBERS: [&str; 6] = ["1st", "2nd", "3rd", "4th", "5th", "6th"];

/// The menus of forms in which the report is copied and saved.
pub fn report_ui(ui: &mut Ui, audit: &AuditReport, actions: &mut Vec<Action>) {
    if let Some(form) = form_ui(ui, "Copy report as") {
        actions.push(Action::Copy("the report", form.write(audit)));
    }
    if let Some(form) = form_ui(ui, "Save report as") {
        let report = Arc::new(audit.clone());
        actions.push(Action::SaveText(SaveText::Audit(SaveAudit {
            form,
            report,
        })));
    }
}

/// A menu of the forms; the one that was chosen.
fn form_ui(ui: &mut Ui, name: &str) -> Option<AuditForm> {
    let menu = menu_button(ui, name);
    keep_above(&menu);
    seek_first(&menu);
    let popup = Popup::menu(&menu).gap(2.0).show(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.set_width(theme::size::POPUP);
        let forms = AuditForm::ALL.into_iter();
        // Each is drawn, also after the one that was chosen.
        forms.fold(None, |chosen, form| {
            let item = list_item(ui, false, form.name(), form.contents());
            item.clicked().then_some(form).or(chosen)
        })
    });
    popup.and_then(|it| it.inner)
}
