//! The files and folders of a dialog, a row each. The list is one stop of the Tab key; in it keys walk from row
//! to row, and typing leads to the row that begins with what was typed.

use super::listing::Entry;
use crate::gui::theme;
use crate::gui::widgets::{ROW_KEYS, elided, take_keys};
use egui::{
    Align, Event, EventFilter, Id, Key, Modifiers, Rect, Response, Role, ScrollArea, Sense, Ui,
    WidgetInfo, vec2,
};

pub const HEIGHT: f32 = 230.0;
const ROW: f32 = theme::size::CONTROL;
/// What is typed after a longer pause, in seconds, begins another name.
const PAUSE: f64 = 1.0;

/// What was done with the rows.
pub enum Picked {
    Row {
        row: usize,
        is_twice: bool,
    },
    /// Shift and a key led from one row to another.
    Range {
        from: usize,
        to: usize,
    },
    All,
}

/// Where keys are in the list.
#[derive(Default)]
pub struct FileList {
    /// Whether rows were shown. Until then the list begins at its top, wherever the last dialog's was.
    is_shown: bool,
    /// The row that has the focus, or gets it.
    row: usize,
    /// Whether the list gets the focus.
    is_entered: bool,
    /// The beginning of a name that was typed, and when.
    typed: String,
    typed_at: f64,
    /// The beginning of a name that is typed elsewhere, until the list has led to it.
    sought: String,
    /// The row that it led to.
    led_to: Option<usize>,
}

impl FileList {
    /// Gives the list the focus, at the chosen row if there is one.
    pub fn enter(&mut self) {
        self.is_entered = true;
    }

    /// Leads to the first row that begins with what is typed in a field, and marks it: keys enter the list
    /// there.
    pub fn lead_to(&mut self, beginning: &str) {
        self.sought = beginning.trim().to_lowercase();
        self.led_to = None;
    }

    /// Shows the rows.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        entries: &[Entry],
        is_chosen: impl Fn(&Entry) -> bool,
    ) -> Option<Picked> {
        if entries.is_empty() {
            return None;
        }
        let id = ui.scope_id().with("files");
        let has_focus = |row: usize| ui.memory(|memory| memory.has_focus(id.with(row)));
        self.row = self.row.min(entries.len() - 1);
        let is_here = has_focus(self.row);
        let sought = std::mem::take(&mut self.sought);
        if is_here {
            self.led_to = None;
        } else if !sought.is_empty() {
            let begins = |entry: &Entry| entry.name.to_lowercase().starts_with(&sought);
            self.led_to = entries.iter().position(begins);
        }
        let is_led = !sought.is_empty() && self.led_to.is_some();
        if !is_here && !is_chosen(&entries[self.row]) {
            let chosen = entries.iter().position(&is_chosen);
            self.row = chosen.or(self.led_to).unwrap_or(self.row);
        }
        let before = self.row;
        let mut picked = None;
        if is_here {
            picked = self.walk(ui, id.with(before), entries);
        }
        if std::mem::take(&mut self.is_entered) || self.row != before {
            ui.memory_mut(|memory| memory.request_focus(id.with(self.row)));
        }
        let focus_id = id.with(self.row);
        let is_new = ui
            .memory(|memory| memory.has_focus(focus_id) && !memory.had_focus_last_frame(focus_id));
        let mut list = ScrollArea::vertical().max_height(HEIGHT).auto_shrink(false);
        if !std::mem::replace(&mut self.is_shown, true) {
            list = list.vertical_scroll_offset(0.0);
        }
        list.show_rows(ui, ROW, entries.len(), |ui, range| {
            let pitch = ROW + ui.spacing().item_spacing.y;
            let first = ui.max_rect().top() - range.start as f32 * pitch;
            let place = |row: usize| {
                let top = first + row as f32 * pitch;
                Rect::from_x_y_ranges(ui.max_rect().x_range(), top..=top + ROW)
            };
            if is_led {
                ui.scroll_to_rect(place(self.row), Some(Align::Min));
            } else if is_new {
                ui.scroll_to_rect(place(self.row), None);
            }
            // Tab leads to its row out of sight too: it is at the edge then.
            if !range.contains(&self.row) {
                let seen = ui.clip_rect();
                let edge = match self.row < range.start {
                    true => seen.top(),
                    false => seen.bottom(),
                };
                let place = Rect::from_x_y_ranges(seen.x_range(), edge..=edge);
                let response = ui.interact(place, focus_id, Sense::click());
                let entry = &entries[self.row];
                response.widget_info(|| info(ui, entry, is_chosen(entry)));
                if response.clicked() {
                    let (row, is_twice) = (self.row, false);
                    picked = Some(Picked::Row { row, is_twice });
                }
            }
            for row in range {
                let entry = &entries[row];
                let sense = match row == self.row {
                    true => Sense::click(),
                    false => Sense::CLICK,
                };
                let response = ui.interact(place(row), id.with(row), sense);
                row_ui(
                    ui,
                    &response,
                    entry,
                    is_chosen(entry),
                    self.led_to == Some(row),
                );
                if response.clicked() {
                    let is_twice = response.double_clicked();
                    picked = Some(Picked::Row { row, is_twice });
                }
            }
        });
        picked
    }

    /// Goes where keys lead from the row that has the focus. Returns what they pick on the way.
    fn walk(&mut self, ui: &Ui, id: Id, entries: &[Entry]) -> Option<Picked> {
        let filter = EventFilter {
            vertical_arrows: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        let last = entries.len() - 1;
        let is_all = !take_keys(ui, Modifiers::COMMAND, &[Key::A]).is_empty();
        let from = self.row;
        let extending = take_keys(ui, Modifiers::SHIFT, &ROW_KEYS);
        self.step(ui, &extending, last);
        let to = self.row;
        self.step(ui, &take_keys(ui, Modifiers::NONE, &ROW_KEYS), last);
        let (now, text) = ui.input(|input| {
            let text = input.events.iter().filter_map(|event| match event {
                Event::Text(text) => Some(text.to_lowercase()),
                _ => None,
            });
            (input.time, text.collect::<String>())
        });
        // Space presses the row.
        if !text.trim().is_empty() {
            self.seek(&text, now, entries);
        }
        match is_all {
            true => Some(Picked::All),
            false => (!extending.is_empty()).then_some(Picked::Range { from, to }),
        }
    }

    /// Goes as far as these keys lead.
    fn step(&mut self, ui: &Ui, keys: &[Key], last: usize) {
        let page = (HEIGHT / (ROW + ui.spacing().item_spacing.y)) as usize;
        for key in keys {
            self.row = match key {
                Key::ArrowUp => self.row.saturating_sub(1),
                Key::ArrowDown => self.row + 1,
                Key::PageUp => self.row.saturating_sub(page),
                Key::PageDown => self.row + page,
                Key::Home => 0,
                _ => last,
            };
            self.row = self.row.min(last);
        }
    }

    /// Goes to the next row that begins with what was typed; one letter again and again goes from each to the
    /// next.
    fn seek(&mut self, text: &str, now: f64, entries: &[Entry]) {
        if now - self.typed_at > PAUSE {
            self.typed.clear();
        }
        self.typed.push_str(text);
        self.typed_at = now;
        let mut letters = self.typed.chars();
        let first = letters.next();
        let is_one = letters.all(|letter| Some(letter) == first);
        let sought: String = match is_one {
            true => first.into_iter().collect(),
            false => self.typed.clone(),
        };
        let n = entries.len();
        let mut rows = (0..n).map(|by| (self.row + usize::from(is_one) + by) % n);
        let begins = |row: &usize| entries[*row].name.to_lowercase().starts_with(&sought);
        self.row = rows.find(begins).unwrap_or(self.row);
    }
}

fn shown_name(entry: &Entry) -> String {
    let slash = if entry.is_file { "" } else { "/" };
    format!("{}{slash}", entry.name)
}

fn info(ui: &Ui, entry: &Entry, is_chosen: bool) -> WidgetInfo {
    let name = shown_name(entry);
    WidgetInfo::selected(Role::ListBoxOption, ui.is_enabled(), is_chosen, name)
}

fn row_ui(ui: &Ui, response: &Response, entry: &Entry, is_chosen: bool, is_led_to: bool) {
    response.widget_info(|| info(ui, entry, is_chosen));
    let rect = response.rect;
    let visuals = match is_led_to && !is_chosen {
        true => ui.visuals().widgets.hovered,
        false => ui.style().interact_selectable(response, is_chosen),
    };
    if is_chosen || is_led_to || response.hovered() {
        ui.painter()
            .rect_filled(rect, visuals.corner_radius, visuals.weak_bg_fill);
    }
    // The accent, which egui would take, is hard to read on its own tint.
    let colour = theme::palette(ui).text;
    let padding = ui.spacing().button_padding.x;
    let name = elided(
        ui,
        &shown_name(entry),
        theme::text::BODY,
        colour,
        rect.width() - 2.0 * padding,
    );
    let at = rect.left_center() + vec2(padding, -name.size().y / 2.0);
    ui.painter().galley(at, name, colour);
}
