//! Below the editable boards: the verdict, size and goal, scrambles, undo and redo.

use super::controls::{help_ui, is_wide, undo_ui, wrapping_row};
use crate::gui::actions::Action;
use crate::gui::commands::Command;
use crate::gui::edit::{BoardView, Edit, Side};
use crate::gui::model::Model;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{
    Number, elided, in_popup, is_number_refused, list_item, menu_button, note, number, option_row,
    rows, seek_chosen,
};
use egui::{
    Align, Align2, FontId, Key, Layout, Popup, PopupCloseBehavior, Rect, RectAlign, Response, Role,
    Sense, Ui, Vec2, WidgetInfo,
};
use egui_material_icons::icons::{ICON_CHECK, ICON_CLOSE};
use tilescope_puzzle::presets::GoalPreset;
use tilescope_puzzle::{Board, Puzzle, Size, Solvability};

/// The view state of the popups.
pub struct Setup {
    /// The length of the next random walk.
    walk: usize,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { walk: 20 }
    }
}

impl Setup {
    const MAX_WALK: usize = 10_000;

    /// The same as [`Self::buttons_ui`] in a narrow column: two rows, with icons.
    pub fn column_ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        self.scramble_ui(ui, model, actions);
        ui.horizontal(|ui| {
            undo_ui(ui, model, false, actions);
            help_ui(ui, true);
        });
    }

    /// Scrambles, undo and redo, and help.
    pub fn buttons_ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        wrapping_row(ui, |ui| {
            // The same buttons whatever the verdict, so that none moves.
            let has_words = is_wide(ui);
            if has_words {
                ui.spacing_mut().item_spacing.x = space::S;
            }
            self.scramble_ui(ui, model, actions);
            undo_ui(ui, model, has_words, actions);
            help_ui(ui, true);
        });
    }

    fn scramble_ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        let button = menu_button(ui, "Scramble").on_hover_text("Randomize the start");
        let mut edit = None;
        let popup = Popup::menu(&button).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        let contents = |ui: &mut Ui| {
            ui.spacing_mut().item_spacing.y = space::XS;
            let text = "Every board that can be solved is equally likely.";
            if list_item(ui, false, "Uniformly random", text).clicked() {
                edit = Some(Edit::Scramble);
            }
            let text = "A random walk of this length from the goal, never undoing a move.";
            if list_item(ui, false, "Random walk", text).clicked() {
                edit = Some(Edit::Walk(self.walk));
            }
            egui::Frame::new()
                .inner_margin(egui::Margin::symmetric(space::S as i8, 0))
                .show(ui, |ui| {
                    let kind = Number {
                        range: 1.0..=Self::MAX_WALK as f64,
                        speed: 0.5,
                        decimals: 0,
                        unit: "",
                    };
                    let moves = option_row(ui, "Moves of the walk", |ui| {
                        number(ui, "Moves of the walk", self.walk as f64, &kind)
                    });
                    self.walk = moves.map_or(self.walk, |moves| moves as usize);
                });
        };
        (popup.width(theme::size::POPUP)).show(|ui| in_popup(ui, contents));
        if let Some(edit) = edit {
            Popup::close_id(ui.ctx(), Popup::default_response_id(&button));
            actions.push(Action::from(edit));
            if model.view() != BoardView::Edit(Side::Start) {
                actions.push(Action::View(BoardView::Edit(Side::Start)));
            }
        }
    }
}

/// The verdict, the size and the goal.
pub fn summary_ui(ui: &mut Ui, puzzle: &Puzzle, actions: &mut Vec<Action>) {
    let row = Vec2::new(ui.available_width(), theme::size::ROW);
    ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        verdict_ui(ui, &puzzle.solvability(), true);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            goal_ui(ui, &puzzle.start, &puzzle.goal, actions);
            size_ui(ui, puzzle.start.size(), actions);
        });
    });
}

/// Why the puzzle can or can't be solved, in a place as high as the longest reason.
pub fn reason_ui(ui: &mut Ui, puzzle: &Puzzle) {
    let height = reason_height(ui);
    ui.scope(|ui| {
        ui.set_min_height(height);
        note(ui, &puzzle.solvability().reason());
    });
}

/// The height of the longest reason of a verdict, in points.
pub fn reason_height(ui: &Ui) -> f32 {
    let longest = Solvability {
        is_permutation_odd: false,
        is_blank_distance_odd: true,
    };
    let font = FontId::proportional(theme::text::SMALL);
    let colour = theme::palette(ui).dim;
    let galley = ui
        .painter()
        .layout(longest.reason(), font, colour, ui.available_width());
    galley.size().y
}

/// The verdict, in a word or as a mark alone. A click says why.
pub fn verdict_ui(ui: &mut Ui, verdict: &Solvability, has_word: bool) {
    let pill = pill_ui(ui, verdict.is_solvable(), has_word);
    let popup = Popup::menu(&pill).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    // A menu's own layout would spread the words over the width.
    let popup = popup.layout(Layout::top_down(Align::Min));
    popup.width(theme::size::POPUP).show(|ui| {
        ui.set_width(theme::size::POPUP);
        ui.add(egui::Label::new(verdict.reason()).wrap());
    });
    pill.on_hover_text(verdict.reason());
}

/// “Solvable” or “unsolvable”, by shape, colour and, if it `has_word`, word.
fn pill_ui(ui: &mut Ui, is_solvable: bool, has_word: bool) -> Response {
    let palette = theme::palette(ui);
    let (icon, text, colour) = if is_solvable {
        (ICON_CHECK, "Solvable", palette.good)
    } else {
        (ICON_CLOSE, "Not solvable", palette.warning)
    };
    let font = FontId::proportional(theme::text::SMALL);
    let galley = ui
        .painter()
        .layout_no_wrap(text.to_owned(), font, palette.text);
    let mark = 14.0;
    let (pad, gap) = (7.0, 3.0);
    let word = if has_word { gap + galley.size().x } else { 0.0 };
    let size = Vec2::new(mark + word + 2.0 * pad, 22.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, text));
    let painter = ui.painter();
    let is_lit = response.hovered() || response.has_focus();
    let ground = if is_lit {
        palette.hovered
    } else {
        palette.raised
    };
    painter.rect_filled(rect, size.y / 2.0, ground);
    let at = rect.left_center() + Vec2::new(pad + mark / 2.0, 0.0);
    painter.text(
        at,
        Align2::CENTER_CENTER,
        icon.codepoint,
        theme::icon(mark),
        colour,
    );
    let at = rect.left_center() + Vec2::new(pad + mark + gap, -galley.size().y / 2.0);
    if has_word {
        painter.galley(at, galley, palette.text);
    }
    response
}

/// The goal's name, with a list of the presets.
fn goal_ui(ui: &mut Ui, start: &Board, goal: &Board, actions: &mut Vec<Action>) {
    let size = goal.size();
    let present = GoalPreset::ALL
        .into_iter()
        .find(|preset| preset.board(size) == *goal);
    let name = present.map_or("custom", GoalPreset::name).to_lowercase();
    // Leaves room for the size at the left.
    let has_two_digits = size.rows().max(size.columns()) >= 10;
    let room = ui.available_width() - if has_two_digits { 64.0 } else { 48.0 };
    let text = if room < 104.0 {
        name
    } else {
        format!("goal: {name}")
    };
    let button = quiet_button(ui, "Goal preset", &text, room);
    let button = button.on_hover_text("Choose the goal");
    popup(&button, theme::size::POPUP * 0.75).show(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut edit = None;
        for preset in GoalPreset::ALL {
            let text = match GoalPreset::solvable(start).any(|goal| goal == preset) {
                true => "",
                false => "Not from this start, by parity",
            };
            if list_item(ui, present == Some(preset), preset.name(), text).clicked() {
                edit = Some(Edit::Goal(preset));
            }
        }
        ui.separator();
        if list_item(ui, false, "As start", "").clicked() {
            edit = Some(Edit::Board(Side::Goal, start.clone()));
        }
        if list_item(ui, false, Command::SwapSides.entry().name, "").clicked() {
            edit = Some(Edit::SwapSides);
        }
        actions.extend(edit.map(Action::from));
    });
}

/// The size, with a grid to choose another.
fn size_ui(ui: &mut Ui, size: Size, actions: &mut Vec<Action>) {
    let text = format!("{} × {}", size.rows(), size.columns());
    let button = quiet_button(ui, "Board size", &text, ui.available_width());
    let button = button.on_hover_text("Choose rows and columns");
    let contents = |ui: &mut Ui| {
        let is_typed = ui.ctx().text_edit_focused();
        let is_entered = is_typed && ui.input(|input| input.key_pressed(Key::Enter));
        let mut chosen = grid_ui(ui, size);
        if chosen.is_some() {
            ui.close();
        }
        let kind = Number {
            range: 2.0..=10.0,
            speed: 0.05,
            decimals: 0,
            unit: "",
        };
        rows(ui, |ui| {
            let sides = [("Rows", size.rows()), ("Columns", size.columns())];
            let [rows, columns] = sides.map(|(name, n)| {
                let typed = option_row(ui, name, |ui| number(ui, name, n as f64, &kind));
                typed.map_or(n, |n| n as usize)
            });
            let typed = Size::new(rows, columns).ok();
            chosen = chosen.or(typed.filter(|typed| *typed != size));
        });
        // Enter in a field is done with the popup, if there is nothing to say of the number.
        if is_entered && !is_number_refused(ui) {
            ui.close();
        }
        actions.extend(chosen.map(|size| Action::from(Edit::Resize(size))));
    };
    popup(&button, GRID).show(|ui| in_popup(ui, contents));
}

/// The side of a cell in the grid of sizes, then the distance from one cell to the next.
const CELL: f32 = 16.0;
const PITCH: f32 = 18.0;
/// The side of the grid.
const GRID: f32 = 10.0 * PITCH - (PITCH - CELL);

/// A grid of ten by ten cells: the cell under the pointer becomes the board's last cell.
fn grid_ui(ui: &mut Ui, size: Size) -> Option<Size> {
    let palette = theme::palette(ui);
    let (id, ground) = ui.allocate_space(Vec2::splat(GRID));
    let mut chosen = None;
    let mut shown = size;
    let mut cells = Vec::with_capacity(100);
    for row in 1..=10 {
        for column in 1..=10 {
            let at = Vec2::new(column as f32 - 1.0, row as f32 - 1.0) * PITCH;
            let rect = Rect::from_min_size(ground.min + at, Vec2::splat(CELL));
            cells.push((row, column, rect));
            let Ok(to) = Size::new(row, column) else {
                continue;
            };
            let whole = rect.expand((PITCH - CELL) / 2.0);
            let response = ui.interact(whole, id.with((row, column)), Sense::CLICK);
            let text = format!("{row} × {column} board");
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &text));
            if response.hovered() {
                shown = to;
            }
            if response.clicked() {
                chosen = Some(to);
            }
        }
    }
    for (row, column, rect) in cells {
        let is_in = row <= shown.rows() && column <= shown.columns();
        let colour = if is_in {
            palette.accent
        } else {
            palette.raised
        };
        ui.painter()
            .rect_filled(rect, theme::radius::MARK + 1, colour);
    }
    chosen
}

/// Small dim text with the arrow of a list.
fn quiet_button(ui: &mut Ui, name: &str, text: &str, room: f32) -> Response {
    const ARROW: f32 = 14.0;
    let palette = theme::palette(ui);
    let galley = elided(ui, text, theme::text::SMALL, palette.dim, room - ARROW);
    let size = Vec2::new(galley.size().x + ARROW, theme::size::ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo {
        current_text_value: Some(text.to_owned()),
        ..WidgetInfo::labeled(Role::ComboBox, true, name)
    });
    let colour = match response.hovered() {
        true => palette.text,
        false => palette.dim,
    };
    let min = rect.left_center() - Vec2::new(0.0, galley.size().y / 2.0);
    ui.painter()
        .galley_with_override_text_color(min, galley, colour);
    ui.painter().text(
        rect.right_center(),
        Align2::RIGHT_CENTER,
        egui_material_icons::icons::ICON_ARROW_DROP_DOWN.codepoint,
        theme::icon(ARROW),
        palette.faint,
    );
    response
}

/// The popup of a quiet button. A click outside closes it. It stays where it was opened, though a board
/// of another size moves its button.
fn popup(button: &Response, width: f32) -> Popup<'_> {
    seek_chosen(button);
    let popup = Popup::menu(button);
    let place = popup.get_id().with("anchor");
    let is_open = popup.is_open();
    let anchor = button.ctx.data_mut(|data| {
        if !is_open {
            data.remove::<Rect>(place);
        }
        *data.get_temp_mut_or(place, button.rect)
    });
    popup
        .anchor(anchor)
        .align(RectAlign::BOTTOM_END)
        .width(width)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .gap(2.0)
}
