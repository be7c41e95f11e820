//! The card at the edge of the window with the notes of the problem that was opened.

use crate::gui::model::Model;
use crate::gui::runs::RunId;
use crate::gui::text::name_or_untitled;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{icon_button, note};
use egui::{Align, Area, Frame, Id, Label, Layout, Order, Pos2, Rect, RichText, Ui};
use egui_material_icons::icons::ICON_CLOSE;
use tilescope_lab::Problem;
use tilescope_trace::NodeId;

/// Whether the card is open.
#[derive(Default)]
pub struct NotesCard {
    /// The newest run and the selected node when it opened.
    opened_at: (Option<RunId>, Option<NodeId>),
    is_open: bool,
}

impl NotesCard {
    /// Shows the card, clear of `panel`, while it is open; `is_another` says whether another problem was opened
    /// since it was last drawn. The button that shows the answer sets `shows_answer`. Returns whether it has
    /// opened now.
    pub fn ui(
        &mut self,
        ui: &Ui,
        panel: Rect,
        model: &Model,
        is_another: bool,
        shows_answer: &mut bool,
    ) -> bool {
        let problem = model.problem();
        let now = (model.runs().last(), model.selection());
        if is_another {
            self.opened_at = now;
        }
        // A search that begins needs the room for its tree, and a node that is selected for its figures.
        let stays_open = self.is_open && self.opened_at == now && !model.has_put_notes_away();
        self.is_open = (stays_open || is_another) && !problem.notes().is_empty();
        if !self.is_open {
            return false;
        }
        let width = theme::size::POPUP + 2.0 * space::M;
        // At the right, over panels that are empty until a search begins: beside the panel it would
        // hide the start of a map.
        let right = ui.ctx().content_rect().right() - width - space::S;
        let left = match right > panel.right() {
            true => right,
            false => panel.left() - width - space::S,
        };
        let area = Area::new(Id::unique("notes of the problem"))
            .order(Order::Middle)
            .fixed_pos(Pos2::new(left, panel.top() + space::S));
        area.show(ui.ctx(), |ui| {
            let frame = Frame::popup(ui.style()).inner_margin(space::M as i8);
            frame.show(ui, |ui| {
                ui.set_width(theme::size::POPUP);
                ui.spacing_mut().item_spacing.y = space::S;
                self.head_ui(ui, name_or_untitled(&model.shown_name()));
                parts_ui(ui, problem, shows_answer);
                if !problem.source().is_empty() {
                    note(ui, problem.source());
                }
            });
        });
        is_another
    }

    fn head_ui(&mut self, ui: &mut Ui, name: &str) {
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let close = icon_button(ui, ICON_CLOSE, "Close the notes");
                if close.on_hover_text("They stay below the board").clicked() {
                    self.is_open = false;
                }
                let name = RichText::new(name).family(theme::semibold());
                let left = Layout::left_to_right(Align::Center);
                ui.with_layout(left, |ui| ui.add(Label::new(name).truncate()));
            });
        });
    }
}

/// The task in the notes, and the answer or the button that shows it.
pub fn parts_ui(ui: &mut Ui, problem: &Problem, shows_answer: &mut bool) {
    let text_ui = |ui: &mut Ui, text: &str| ui.add(Label::new(text).wrap().selectable(true));
    if !problem.task().is_empty() {
        text_ui(ui, problem.task());
    }
    let Some(answer) = problem.answer() else {
        return;
    };
    if *shows_answer {
        text_ui(ui, answer);
    } else if ui.button("Show answer").clicked() {
        *shows_answer = true;
    }
}
