//! Controls shared by the parts of the puzzle panel.

use crate::gui::actions::Action;
use crate::gui::commands::Command;
use crate::gui::model::Model;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{board, close_if_left, icon_button};
use egui::{Align, Label, Layout, Popup, PopupCloseBehavior, Ui, Vec2};
use egui_material_icons::icons::{ICON_QUESTION_MARK, ICON_REDO, ICON_UNDO};

/// Undo and redo, as words or icons.
pub fn undo_ui(ui: &mut Ui, model: &Model, has_words: bool, actions: &mut Vec<Action>) {
    for (command, icon) in [(Command::Undo, ICON_UNDO), (Command::Redo, ICON_REDO)] {
        let entry = command.entry();
        let button = ui.add_enabled_ui(command.is_enabled(model), |ui| {
            if has_words {
                ui.button(entry.name)
            } else {
                icon_button(ui, icon, entry.name)
            }
        });
        if button.inner.on_hover_text(entry.tooltip).clicked() {
            actions.extend(command.action(model));
        }
    }
}

/// The help icon at the end of a row of buttons: a click opens the help.
pub fn help_ui(ui: &mut Ui, can_edit: bool) {
    let text = if can_edit {
        board::HOW_TO_EDIT
    } else {
        board::HOW_TO_PLAY
    };
    let button = icon_button(ui, ICON_QUESTION_MARK, "How to move the tiles");
    let popup = Popup::menu(&button).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    // A menu's own layout would spread the words over the width.
    let popup = popup.layout(Layout::top_down(Align::Min));
    popup.width(theme::size::POPUP).show(|ui| {
        ui.set_width(theme::size::POPUP);
        ui.add(Label::new(text).wrap());
    });
    close_if_left(&button);
    button.on_hover_text(text);
}

/// Leaves as much space above `n_rows` rows as keeps the lower edge of the panel, which is `height`
/// points below the first of all rows, from cutting one of them before the panel is scrolled.
pub fn spare_cut_row(ui: &mut Ui, height: f32, n_rows: usize) {
    let below = height - (ui.cursor().top() - ui.min_rect().top());
    if (0.0..n_rows as f32 * theme::size::ROW).contains(&below) {
        ui.add_space(below % theme::size::ROW);
    }
}

/// A row of controls that wraps if necessary.
pub fn wrapping_row(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let layout = Layout::left_to_right(Align::Center).with_main_wrap(true);
    let size = Vec2::new(ui.available_width(), theme::size::CONTROL);
    ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.spacing_mut().item_spacing = Vec2::new(space::XS, space::S);
        contents(ui);
    });
}

/// Whether there is room for words on all buttons of a row.
pub fn is_wide(ui: &Ui) -> bool {
    ui.available_width() >= 262.0
}
