//! The page of the history: the changes of the problem and the moves that were played, by name. A
//! click goes there.

use crate::gui::actions::Action;
use crate::gui::commands::Command;
use crate::gui::document::DocumentAction;
use crate::gui::model::Model;
use crate::gui::theme;
use crate::gui::widgets::table::{Column, Table, paint_text};
use crate::gui::widgets::{main_control, note, take_keys};
use egui::{Key, Modifiers, Ui, Vec2};
use tilescope_lab::format;

const WIDTH: f32 = 360.0;
const HEIGHT: f32 = 440.0;

const COLUMNS: [Column; 2] = [Column::figure("step", 40.0), Column::rest("change", 120.0)];

/// The version that was the present one when the list was last scrolled to it.
#[derive(Default)]
pub struct HistoryPage {
    revealed: Option<usize>,
    /// The frames in which the list is still scrolled to the present version: in the first ones it has not
    /// its height yet.
    n_new: u32,
    /// The version whose row has the focus.
    focused: Option<usize>,
    /// The version that keys have reached, until its row is drawn and has the focus.
    reached: Option<usize>,
}

impl HistoryPage {
    /// Scrolls to the present version.
    pub fn open(&mut self) {
        self.revealed = None;
        self.n_new = 3;
        (self.focused, self.reached) = (None, None);
    }

    /// Shows the page; whether it was closed.
    pub fn ui(&mut self, ctx: &egui::Context, model: &Model, actions: &mut Vec<Action>) -> bool {
        let room = ctx.content_rect().size() - Vec2::splat(4.0 * theme::space::XL);
        let modal = super::frame::page("history page", &ctx.global_style()).show(ctx, |ui| {
            ui.set_width(room.x.min(WIDTH));
            ui.set_height(room.y.min(HEIGHT));
            let is_closed = super::frame::head(ui, "History");
            ui.add_space(theme::space::S);
            note(
                ui,
                "Changes of the puzzle, and moves that were played. Click on one to go there.",
            );
            ui.add_space(theme::space::S);
            let (n_versions, present) = model.versions();
            let revealed = (self.revealed.replace(present) != Some(present)).then_some(present);
            let table = Table::new("history", &COLUMNS)
                .inset(theme::space::S)
                .fill_height();
            let n_page = (ui.available_height() / theme::size::ROW) as usize;
            let from = self.focused.take().unwrap_or(present);
            if let Some(reached) = reached(ui, from, n_page, n_versions) {
                self.reached = Some(reached);
                self.n_new = 0;
            }
            for (command, to) in [
                (Command::Undo, present.checked_sub(1)),
                (Command::Redo, Some(present + 1)),
            ] {
                let to = to.filter(|_| is_pressed(ui, command) && command.is_enabled(model));
                if let Some(to) = to {
                    actions.extend(command.action(model));
                    self.reached = Some(to);
                    self.n_new = 0;
                }
            }
            // What came before and what was undone are seen too.
            let table = match self.n_new {
                0 => table.reveal(self.reached.or(revealed)),
                _ => table.reveal_in_middle(Some(present)),
            };
            if self.n_new > 0 {
                self.n_new -= 1;
                ui.ctx().request_repaint();
            }
            let mut present_row = None;
            table.show(ui, n_versions, |row| {
                let index = row.index();
                let (number, name) = (format::count(index as u64), model.step_name(index));
                let label = format!("{number}: {name}");
                let response = row.selectable(index, &label, index == present);
                if index == present {
                    present_row = Some(response.clone());
                }
                if self.reached == Some(index) {
                    response.request_focus();
                    self.reached = None;
                }
                if response.has_focus() {
                    self.focused = Some(index);
                }
                if response.clicked() {
                    actions.push(DocumentAction::GoTo(index).into());
                }
                row.cells(|ui, column| {
                    let palette = theme::palette(ui);
                    // Those after the present one were undone.
                    let (number_colour, colour) = match index <= present {
                        true => (palette.dim, palette.text),
                        false => (palette.faint, palette.faint),
                    };
                    match column {
                        0 => paint_text(ui, &number, theme::text::BODY, number_colour, true),
                        _ => paint_text(ui, name, theme::text::BODY, colour, false),
                    };
                });
            });
            if let Some(row) = present_row {
                main_control(ui, &row);
            }
            is_closed
        });
        modal.inner || super::frame::is_left(&modal)
    }
}

/// Whether the keys of a command were pressed; they are taken.
fn is_pressed(ui: &Ui, command: Command) -> bool {
    let keys = command.entry().keys;
    ui.input_mut(|input| keys.iter().any(|it| input.consume_shortcut(it)))
}

/// The version to which keys lead from this one: the first, the last, or one a page away.
fn reached(ui: &Ui, from: usize, n_page: usize, n_versions: usize) -> Option<usize> {
    const KEYS: [Key; 4] = [Key::Home, Key::End, Key::PageUp, Key::PageDown];
    let last = n_versions.saturating_sub(1);
    let n_page = n_page.max(1);
    let pressed = take_keys(ui, Modifiers::NONE, &KEYS);
    let step = |from: usize, key: &Key| match key {
        Key::Home => 0,
        Key::End => last,
        Key::PageUp => from.saturating_sub(n_page),
        _ => (from + n_page).min(last),
    };
    (!pressed.is_empty()).then(|| pressed.iter().fold(from, step))
}
