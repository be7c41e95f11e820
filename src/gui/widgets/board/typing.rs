//! A tile number typed into a cell of the board.

use crate::gui::theme;
use crate::gui::widgets::cells::{Cells, place_name};
use crate::gui::widgets::{arrow, is_command_key, tile};
use egui::text_edit::TextEditState;
use egui::{
    Align2, Event, Id, Key, Modifiers, Rect, RichText, Stroke, StrokeKind, TextEdit, Tooltip, Ui,
    Vec2,
};
use tilescope_puzzle::{Board, Size};

/// A number that is being typed.
pub struct Typing {
    pub cell: usize,
    text: String,
    is_new: bool,
    /// Keys and text for when the field has the focus: a frame can bring several numbers at once.
    waiting: Vec<Event>,
}

/// The state of the input after this frame.
pub enum Typed {
    /// The user is still typing.
    Going,
    /// The same, and the last change of the board is undone.
    Undo,
    /// The same, and that change is made again.
    Redo,
    /// With a tile, 0 for the blank, or with nothing that could be put into the cell.
    Ended(Option<u8>, Then),
}

/// What comes after a number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// The board has the focus again.
    Board,
    /// The same, at its first cell: all of it was typed.
    Begin,
    /// The focus has gone elsewhere.
    Elsewhere,
    /// A number for this cell.
    Cell(usize),
}

impl Typing {
    /// Starts typing into `cell`, with what was `typed` already.
    pub fn new(cell: usize, typed: Vec<Event>) -> Self {
        Typing {
            cell,
            text: String::new(),
            is_new: true,
            waiting: typed,
        }
    }

    /// Goes on with another cell.
    pub fn at(self, cell: usize) -> Self {
        Typing::new(cell, self.waiting)
    }

    /// Whether a part of what was typed waits for the next frame.
    pub fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Leaves to the field `id` what is for this number, and returns where the key after it leads.
    fn take_next(&mut self, ui: &Ui, id: Id, size: Size) -> Option<Then> {
        let state = TextEditState::load(ui.ctx(), id);
        let range = state.and_then(|it| it.cursor.char_range());
        let is_selected = range.is_some_and(|range| !range.is_empty());
        ui.input_mut(|input| {
            let events = std::mem::take(&mut input.events).into_iter();
            let (typed, others): (Vec<_>, Vec<_>) = events.partition(is_typed);
            input.events = others;
            self.waiting.extend(typed);
            if self.is_new {
                return None;
            }
            let mut text = self.text.clone();
            for (at, event) in self.waiting.iter().enumerate() {
                let may_end = text.trim().is_empty() || number(&text, size).is_some();
                if may_end && is_command_key(event) {
                    input.events.append(&mut self.waiting);
                    return Some(Then::Board);
                }
                let then = next(event, self.cell, size);
                if may_end && then.is_some() {
                    input.events.extend(self.waiting.drain(..at));
                    self.waiting.remove(0);
                    return then;
                }
                if let Event::Text(typed) = event {
                    if !is_selected && goes_on(&text, typed, self.cell, size) {
                        input.events.extend(self.waiting.drain(..at));
                        return Some(Then::Cell(self.cell + 1));
                    }
                    text += typed;
                }
            }
            input.events.append(&mut self.waiting);
            None
        })
    }

    /// The field over its cell. Enter commits, Escape cancels; arrows and Space commit and go on to another
    /// cell, and the keys of a command commit before it is carried out. Losing the focus commits a valid
    /// number. As long as the field is empty it leaves undo and redo to the board.
    pub fn ui(&mut self, ui: &mut Ui, id: Id, cells: &Cells, board: &Board) -> Typed {
        let size = board.size();
        let palette = theme::palette(ui);
        let font = tile::font(cells.side, size.n_cells() - 1);
        let least = Vec2::new(2.4 * font.size, ui.spacing().interact_size.y);
        let rect = room(cells, self.cell, least);
        let id = id.with("number");
        let next = self.take_next(ui, id, size);
        // Consume Enter and Escape before the field and the commands see them.
        let is_ours = !self.is_new;
        let pressed = |key| is_ours && ui.input_mut(|i| i.consume_key(Modifiers::NONE, key));
        let (enter, escape) = (pressed(Key::Enter), pressed(Key::Escape));
        let is_empty = is_ours && self.text.is_empty();
        let travel = is_empty.then(|| take_travel(ui)).flatten();

        let present = match board.tiles()[self.cell] {
            0 => String::new(),
            tile => tile.to_string(),
        };
        let radius = tile::radius(cells.side);
        ui.painter().rect_filled(rect, radius, palette.canvas);
        let field = TextEdit::singleline(&mut self.text)
            .id(id)
            .hint_text(RichText::new(present).font(font.clone()))
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
            ui.ctx().request_repaint();
            return Typed::Going;
        }
        match (number, next) {
            _ if escape => Typed::Ended(None, Then::Board),
            (_, Some(next)) => Typed::Ended(number, next),
            _ if enter && !is_bad => Typed::Ended(number, Then::Board),
            _ if field.lost_focus() => Typed::Ended(number, Then::Elsewhere),
            _ => travel.unwrap_or(Typed::Going),
        }
    }
}

/// What was typed in this frame, from the first digit on. It is taken.
pub fn take_typed(ui: &Ui) -> Vec<Event> {
    let is_digit = |event: &Event| matches!(event, Event::Text(text) if text.chars().all(|c| c.is_ascii_digit()));
    ui.input_mut(|input| {
        let Some(at) = input.events.iter().position(is_digit) else {
            return Vec::new();
        };
        let after = input.events.split_off(at);
        let (typed, others): (Vec<_>, Vec<_>) = after.into_iter().partition(is_typed);
        input.events.extend(others);
        typed
    })
}

/// Takes the keys by which a text field undoes and redoes.
fn take_travel(ui: &Ui) -> Option<Typed> {
    let (ctrl, with_shift) = (Modifiers::COMMAND, Modifiers::COMMAND | Modifiers::SHIFT);
    ui.input_mut(|input| {
        if input.consume_key(with_shift, Key::Z) || input.consume_key(ctrl, Key::Y) {
            return Some(Typed::Redo);
        }
        input.consume_key(ctrl, Key::Z).then_some(Typed::Undo)
    })
}

fn is_typed(event: &Event) -> bool {
    matches!(event, Event::Key { .. } | Event::Text(_))
}

/// Where a key leads from a cell, if it ends the number there: an arrow to the neighbour, and Space as one
/// reads, until the end of the board.
fn next(event: &Event, cell: usize, size: Size) -> Option<Then> {
    let direction = match event {
        Event::Text(text) if text == " " => {
            let next = cell + 1;
            return Some(if next < size.n_cells() {
                Then::Cell(next)
            } else {
                Then::Begin
            });
        }
        Event::Key {
            key,
            pressed: true,
            modifiers,
            ..
        } if !modifiers.shift && !modifiers.alt => arrow(*key)?,
        _ => return None,
    };
    Some(Then::Cell(size.neighbour(cell, direction).unwrap_or(cell)))
}

/// Whether a digit is for the next cell: `text` is a number already, and none of the board has two digits.
fn goes_on(text: &str, typed: &str, cell: usize, size: Size) -> bool {
    let is_digit = |text: &str| text.len() == 1 && text.starts_with(|c: char| c.is_ascii_digit());
    let n_cells = size.n_cells();
    n_cells <= 10
        && is_digit(text)
        && number(text, size).is_some()
        && is_digit(typed)
        && cell + 1 < n_cells
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
