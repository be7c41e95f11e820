//! Numbers that are edited in place, and limits that may be absent.

use super::choice::{ARROW_ROOM, arrow_button, list, list_item, value_button};
use super::draft::passed_by_arrows;
use super::keys::is_command_key;
use super::tooltip::beside;
use crate::gui::theme;
use egui::{Color32, DragValue, Id, Key, Response, Stroke, Tooltip, Ui};
use std::cell::Cell;
use std::ops::RangeInclusive;
use std::time::Duration;
use tilescope_lab::format;

/// The padding on either side of a number, for its background under the pointer.
const PADDING: f32 = 6.0;
/// Minimum width of a number being typed.
const FIELD: f32 = 88.0;
/// How long it is said that a typed number was not taken as it is, in seconds.
const REMARK: f64 = 5.0;

/// How a number is written and which numbers are allowed.
#[derive(Clone, Debug)]
pub struct Number {
    /// Not negative. A typed number outside the range is clamped, which is said.
    pub range: RangeInclusive<f64>,
    /// The change per point of dragging.
    pub speed: f64,
    /// Maximum number of decimal places.
    pub decimals: usize,
    /// The unit after the number; empty for none.
    pub unit: &'static str,
}

impl Number {
    fn format(&self, value: f64) -> String {
        let scale = 10_f64.powi(self.decimals as i32);
        let value = (value * scale).round() / scale;
        let text = format!("{:.*}", self.decimals, value.fract());
        let fraction = text.trim_start_matches('0').trim_end_matches(['0', '.']);
        format!("{}{fraction}", format::count(value as u64))
    }

    fn format_with_unit(&self, value: f64) -> String {
        let number = self.format(value);
        if self.unit.is_empty() {
            number
        } else {
            format!("{number} {}", self.unit)
        }
    }

    /// The allowed number that is nearest to this one.
    fn nearest(&self, number: f64) -> f64 {
        let number = match self.decimals {
            0 => number.round(),
            // The places that are not shown count too.
            _ => number,
        };
        number.clamp(*self.range.start(), *self.range.end())
    }

    /// What to say of a typed text that is not taken as it is; `value` is the number until now.
    fn remark(&self, text: &str, value: f64) -> Option<String> {
        let parsed = self.parse(text);
        let taken = parsed.map_or(value, |number| self.nearest(number));
        if parsed == Some(taken) || text.trim().is_empty() {
            return None;
        }
        let kind = if self.decimals == 0 { "whole " } else { "" };
        let least = self.format(*self.range.start());
        let most = self.format_with_unit(*self.range.end());
        let taken = self.format(taken);
        Some(format!(
            "This must be a {kind}number from {least} to {most}; it is {taken} now."
        ))
    }

    /// Parses a number with or without its unit; `None` if it is invalid.
    fn parse(&self, text: &str) -> Option<f64> {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let digits = text.strip_suffix(self.unit).unwrap_or(&text);
        let number: f64 = digits.parse().ok()?;
        (number.is_finite() && number >= 0.0).then_some(number)
    }
}

/// A number that can be dragged or typed. Returns the new value in the frame of its change.
pub fn number(ui: &mut Ui, name: &str, value: f64, kind: &Number) -> Option<f64> {
    ui.add_space(ARROW_ROOM);
    bare_number(ui, name, value, kind)
}

/// A limit: “no limit”, or a number that can be dragged or typed. The list offers both. Returns the
/// new value in the frame of its change.
pub fn limit(
    ui: &mut Ui,
    name: &str,
    value: Option<f64>,
    presets: &[f64],
    kind: &Number,
) -> Option<Option<f64>> {
    number_or(ui, name, "no limit", value, presets, kind)
}

/// The word `none`, or a number that can be dragged or typed. The list offers both. Returns the new
/// value in the frame of its change.
pub fn number_or(
    ui: &mut Ui,
    name: &str,
    none: &str,
    value: Option<f64>,
    presets: &[f64],
    kind: &Number,
) -> Option<Option<f64>> {
    let (button, mut changed) = match value {
        None => (value_button(ui, name, none), None),
        Some(value) => {
            let arrow = arrow_button(ui, &format!("{name}: list"));
            (arrow, bare_number(ui, name, value, kind).map(Some))
        }
    };
    list(&button, theme::size::LIST, |ui| {
        if list_item(ui, value.is_none(), none, "").clicked() {
            changed = Some(None);
        }
        for &preset in presets {
            let text = kind.format_with_unit(preset);
            if list_item(ui, value == Some(preset), &text, "").clicked() {
                changed = Some(Some(preset));
            }
        }
    });
    changed
}

fn bare_number(ui: &mut Ui, name: &str, value: f64, kind: &Number) -> Option<f64> {
    let mut edited = value;
    // Aligns the number itself with the values above and below it.
    ui.add_space(-PADDING);
    let changed = ui
        .scope(|ui| {
            let visuals = &mut ui.visuals_mut().widgets;
            visuals.inactive.weak_bg_fill = Color32::TRANSPARENT;
            visuals.inactive.bg_stroke = Stroke::NONE;
            ui.spacing_mut().button_padding = egui::vec2(PADDING, 0.0);
            let id = ui.next_auto_id();
            leave_for_others(ui, id);
            let is_typed = ui.memory(|memory| memory.has_focus(id));
            let width = if is_typed { FIELD } else { 0.0 };
            let remark = Cell::new(None);
            let mut drag = DragValue::new(&mut edited)
                .range(kind.range.clone())
                .speed(kind.speed)
                .min_size(egui::vec2(width, theme::size::ROW - 4.0))
                .max_decimals(kind.decimals)
                .update_while_editing(false)
                .custom_formatter(|value, _| kind.format(value))
                .custom_parser(|text| {
                    remark.set(Some(kind.remark(text, value)));
                    kind.parse(text).map(|number| kind.nearest(number))
                });
            if !kind.unit.is_empty() {
                drag = drag.suffix(format!(" {}", kind.unit));
            }
            let text = kind.format(value);
            let response = passed_by_arrows(ui, id, &text, |ui| ui.add(drag));
            // Otherwise the unit would be its accessible name.
            ui.ctx()
                .accesskit_node_builder(response.id, |node| node.set_label(name));
            remark_ui(ui, &response, remark.take());
            response.changed()
        })
        .inner;
    // A step that a screen reader asks for takes egui's value beyond the range for a frame.
    let edited = edited.clamp(*kind.range.start(), *kind.range.end());
    (changed && edited.is_finite() && edited != value).then_some(edited)
}

/// Shows beside the field what was said last of a typed text, for a while, until something is pressed or the field
/// is out of sight. `new` is there in the frame in which a text was taken, with `None` if there is nothing to say
/// of it.
fn remark_ui(ui: &Ui, field: &Response, new: Option<Option<String>>) {
    let key = field.id.with("remark");
    let (now, is_pressed) = ui.input(|input| (input.time, input.pointer.any_pressed()));
    let is_new = new.is_some();
    // Another number can be typed at once, from the next frame on: until then the field has the old text.
    let entered = field.id.with("entered");
    if ui.data_mut(|data| data.remove_temp(entered)) == Some(true) {
        field.request_focus();
    }
    if let Some(text) = new {
        if text.is_some() {
            ui.data_mut(|data| data.insert_temp(refused(), now));
            if ui.input(|input| input.key_pressed(Key::Enter)) {
                ui.data_mut(|data| data.insert_temp(entered, true));
                ui.ctx().request_repaint();
            }
        }
        ui.data_mut(|data| data.insert_temp(key, text.map(|text| (text, now + REMARK))));
    }
    let remark: Option<(String, f64)> = ui.data(|data| data.get_temp(key)).flatten();
    let Some((text, until)) = remark else { return };
    // Not beside what is scrolled away, nor above a page.
    let is_seen = field.interact_rect.is_positive()
        && ui.memory(|memory| memory.allows_interaction(field.layer_id));
    if now >= until || !is_seen || (is_pressed && !is_new) {
        ui.data_mut(|data| data.remove::<Option<(String, f64)>>(key));
        return;
    }
    beside(Tooltip::for_widget(field)).show(|ui| ui.label(text));
    let rest = Duration::from_secs_f64(until - now);
    ui.ctx().request_repaint_after(rest);
}

/// Whether a typed number was not taken as it is in this frame, which is said at its field.
pub fn is_number_refused(ui: &Ui) -> bool {
    let now = ui.input(|input| input.time);
    ui.data(|data| data.get_temp(refused())) == Some(now)
}

fn refused() -> Id {
    Id::unique("when a number was refused")
}

/// A press beside the field already ends the typing, and so does a key of a command: what is pressed may stand
/// before it, and the command may be *Save*; both must have the number that was typed.
fn leave_for_others(ui: &Ui, id: Id) {
    if ui.input(|input| input.events.iter().any(is_command_key)) {
        ui.memory_mut(|memory| memory.surrender_focus(id));
    }
    let pressed = ui.input(|input| {
        let at = input.pointer.interact_pos();
        at.filter(|_| input.pointer.any_pressed())
    });
    let field = ui.ctx().read_response(id);
    if let Some((at, field)) = pressed.zip(field)
        && !field.interact_rect.contains(at)
    {
        ui.memory_mut(|memory| memory.surrender_focus(id));
    }
}

#[cfg(test)]
mod tests {
    use super::Number;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        let kind = Number {
            range: 0.0..=1e15,
            speed: 1.0,
            decimals: 3,
            unit: "GiB",
        };
        for (value, text) in [
            (0.0, "0 GiB"),
            (0.25, "0.25 GiB"),
            (8.0, "8 GiB"),
            (10.05, "10.05 GiB"),
            (8.999, "8.999 GiB"),
            (1_234_567.5, "1\u{2009}234\u{2009}567.5 GiB"),
        ] {
            assert_eq!(kind.format_with_unit(value), text);
            assert_eq!(kind.parse(text), Some(value), "{text}");
        }
        assert_eq!(kind.format(7.9999), "8");
        for text in ["", "NaN", "inf", "-1", "eight", "8 MiB", "1e999"] {
            assert_eq!(kind.parse(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_not_taken_as_it_was_typed_is_told() {
        let (unit, speed) = ("", 1.0);
        let cost = Number {
            range: 1.0..=99.0,
            speed,
            decimals: 0,
            unit,
        };
        let must = "This must be a whole number from 1 to 99; it is";
        for (text, told) in [
            ("7", None),
            (" ", None),
            ("0", Some("1")),
            ("100", Some("99")),
            ("2.5", Some("3")),
            ("5.1", Some("5")),
            ("five", Some("5")),
            ("-5", Some("5")),
        ] {
            let told = told.map(|taken| format!("{must} {taken} now."));
            assert_eq!(cost.remark(text, 5.0), told, "{text}");
        }
        let memory = Number {
            range: 0.5..=64.0,
            speed,
            decimals: 3,
            unit: "GiB",
        };
        for text in ["8.25 GiB", "0.50001"] {
            assert_eq!(memory.remark(text, 8.0), None);
        }
        let told = memory.remark("0", 8.0).unwrap();
        assert!(told.contains("a number from 0.5 to 64 GiB; it is 0.5 now."));
    }
}
