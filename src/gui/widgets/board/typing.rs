//! A tile number typed into a cell of the board.

use crate::gui::theme;
use crate::gui::widgets::cells::Cells;
use crate::gui::widgets::cells::place_name;
use crate::gui::widgets::tile;
use egui::{Align2, Id, Key, Modifiers, Rect, Stroke, StrokeKind, TextEdit, Tooltip, Ui, Vec2};
use tilescope_puzzle::Size;

/// A number that is being typed.
pub struct Typing {
    pub cell: usize,
    text: String,
    is_new: bool,
}

/// The state of the input after this frame.
pub enum Typed {
    /// The user is still typing.
    Going,
    Cancelled,
    /// The field lost the focus without a valid number.
    Left,
    /// A tile, 0 for the blank, and whether the board keeps the focus.
    Tile {
        tile: u8,
        stays: bool,
    },
}

impl Typing {
    /// Starts typing into `cell`, with `text` already typed.
    pub fn new(cell: usize, text: String) -> Self {
        Typing {
            cell,
            text,
            is_new: true,
        }
    }

    /// The field over its cell. Enter commits, Escape cancels. Losing the focus commits a valid
    /// number.
    pub fn ui(&mut self, ui: &mut Ui, board: Id, cells: &Cells, size: Size) -> Typed {
        let palette = theme::palette(ui);
        let font = tile::font(cells.side, size.n_cells() - 1);
        let least = Vec2::new(2.4 * font.size, ui.spacing().interact_size.y);
        let rect = room(cells, self.cell, least);
        let id = board.with("number");
        // Consume Enter and Escape before the field and the commands see them.
        let is_ours = !self.is_new;
        let pressed = |key| is_ours && ui.input_mut(|i| i.consume_key(Modifiers::NONE, key));
        let (enter, escape) = (pressed(Key::Enter), pressed(Key::Escape));

        let radius = tile::radius(cells.side);
        ui.painter().rect_filled(rect, radius, palette.canvas);
        let field = TextEdit::singleline(&mut self.text)
            .id(id)
            .font(font)
            .text_color(palette.text)
            .char_limit(3)
            .align(Align2::CENTER_CENTER)
            .margin(egui::Margin::ZERO)
            .frame(egui::Frame::NONE)
            .min_size(rect.size());
        let field = ui.put(rect, field);
        let name = format!("Number for {}", place_name(size, self.cell));
        ui.ctx()
            .accesskit_node_builder(id, |node| node.set_label(name));

        let number = number(&self.text, size);
        let is_bad = !self.text.trim().is_empty() && number.is_none();
        let colour = if is_bad {
            palette.warning
        } else {
            palette.accent
        };
        let (stroke, inside) = (Stroke::new(2.0, colour), StrokeKind::Inside);
        ui.painter().rect_stroke(rect, radius, stroke, inside);
        if is_bad {
            Tooltip::for_widget(&field).show(|ui| {
                let last = size.n_cells() - 1;
                ui.label(format!(
                    "A {size} board has the tiles 1 to {last}; 0 stands for the blank."
                ));
            });
        }

        if std::mem::take(&mut self.is_new) {
            field.request_focus();
            return Typed::Going;
        }
        match number {
            _ if escape => Typed::Cancelled,
            Some(tile) if enter => Typed::Tile { tile, stays: true },
            Some(tile) if field.lost_focus() => Typed::Tile { tile, stays: false },
            None if enter && !is_bad => Typed::Cancelled,
            None if field.lost_focus() => Typed::Left,
            _ => Typed::Going,
        }
    }
}

/// The cell, or more where it is too small for three digits and the cursor, within the board.
fn room(cells: &Cells, cell: usize, least: Vec2) -> Rect {
    let cell = cells.cell(cell);
    let room = Rect::from_center_size(cell.center(), cell.size().max(least));
    let into =
        (cells.board.min - room.min).max(Vec2::ZERO) + (cells.board.max - room.max).min(Vec2::ZERO);
    room.translate(into)
}

/// The tile that `text` names on a board of `size`, 0 for the blank; `None` if there is none.
fn number(text: &str, size: Size) -> Option<u8> {
    match text.trim() {
        "_" | "x" | "." => Some(0),
        text => text
            .parse()
            .ok()
            .filter(|&tile: &u8| usize::from(tile) < size.n_cells()),
    }
}
