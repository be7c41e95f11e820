//! A text field that passes its text to the model when it loses the focus or the user pauses, not at every key,
//! and fields that get the focus with their text selected.

use super::keys::is_command_key;
use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Context, Event, EventFilter, Id, InputState, Key, Modifiers, Response, TextEdit, Ui};
use std::time::Duration;

/// After this pause, in seconds, a text of several lines is passed on while it is typed: it may be long, and is to
/// survive a crash.
const PAUSE: f64 = 0.5;

/// The text while the field has the focus.
#[derive(Default)]
pub struct Draft {
    text: Option<String>,
    /// When it was typed last, in seconds.
    typed_at: f64,
    wants_focus: bool,
}

/// The output of a draft in this frame.
pub struct DraftOutput {
    /// The new text, for the model.
    pub text: Option<String>,
    /// Whether the field was left.
    pub is_left: bool,
    /// The field, if it was left by Enter.
    pub entered: Option<Id>,
}

impl Draft {
    /// A draft whose field takes the focus when it is first shown. Typing replaces the whole text.
    pub fn focused() -> Self {
        Draft {
            wants_focus: true,
            ..Draft::default()
        }
    }

    /// A field of one line with the text `present` and the accessible name `name`. Enter or
    /// leaving the field returns the new text, Escape discards it.
    pub fn line_ui(&mut self, ui: &mut Ui, name: &str, present: &str) -> DraftOutput {
        self.hinted_line_ui(ui, name, present, "")
    }

    /// The same with a `hint` while the field is empty.
    pub fn hinted_line_ui(
        &mut self,
        ui: &mut Ui,
        name: &str,
        present: &str,
        hint: &str,
    ) -> DraftOutput {
        self.show(ui, name, present, |ui, text| {
            let line = TextEdit::singleline(text).desired_width(ui.available_width());
            match hint.is_empty() {
                true => ui.add(line),
                false => ui.add(line.hint_text(hint)),
            }
        })
    }

    /// The text while the field has the focus.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// The same with several lines, where Enter begins another one. A pause returns the new text too; Escape
    /// discards what was typed since.
    pub fn lines_ui(&mut self, ui: &mut Ui, name: &str, present: &str) -> DraftOutput {
        let mut is_typed = false;
        let mut output = self.show(ui, name, present, |ui, text| {
            let field = TextEdit::multiline(text).desired_rows(2);
            let field = ui.add(field.desired_width(f32::INFINITY));
            is_typed = field.changed();
            field
        });
        let now = ui.input(|input| input.time);
        if is_typed {
            self.typed_at = now;
        }
        let waits = |text: &&String| *text != present && output.text.is_none();
        if let Some(text) = self.text.as_ref().filter(waits) {
            let rest = self.typed_at + PAUSE - now;
            if rest <= 0.0 {
                output.text = Some(text.clone());
            } else {
                ui.ctx()
                    .request_repaint_after(Duration::from_secs_f64(rest));
            }
        }
        output
    }

    /// The same with a `field` of another kind.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        name: &str,
        present: &str,
        field: impl FnOnce(&mut Ui, &mut String) -> Response,
    ) -> DraftOutput {
        let mut text = self.text.take().unwrap_or_else(|| present.to_owned());
        let field = field(ui, &mut text);
        ui.ctx()
            .accesskit_node_builder(field.id, |node| node.set_label(name));
        if std::mem::take(&mut self.wants_focus) {
            focus_and_select(ui, &field, &text);
        }
        let is_left = field.lost_focus();
        // These keys must not reach Solve and Stop.
        let ended_by = |key| is_left && ui.input_mut(|i| i.consume_key(Modifiers::NONE, key));
        let (is_entered, is_dropped) = (ended_by(Key::Enter), ended_by(Key::Escape));
        // A shortcut may be “save”, which must include the text typed so far, or bring another text.
        let is_shortcut =
            |input: &InputState| input.modifiers.command || input.events.iter().any(is_command_key);
        let comes_first = field.has_focus() && ui.input(is_shortcut);
        let is_new = (is_left || comes_first) && !is_dropped && text != present;
        if field.has_focus() {
            self.text = Some(text.clone());
        }
        DraftOutput {
            text: is_new.then_some(text),
            is_left,
            entered: is_entered.then_some(field.id),
        }
    }
}

/// Gives the focus to a field that begins with this text, which is selected, so that typing replaces it.
pub fn focus_and_select(ui: &Ui, field: &Response, text: &str) {
    select(ui, field.id, text);
    field.request_focus();
}

/// Adds a field of one line that has this id and this text. Up and down lead into it, which selects its text, and
/// out of it. egui moves the focus after the frame of the arrow, and then no field knows that it has got it.
pub fn passed_by_arrows(
    ui: &mut Ui,
    id: Id,
    text: &str,
    field: impl FnOnce(&mut Ui) -> Response,
) -> Response {
    let key = id.with("had the focus");
    let has_focus = |ui: &Ui| ui.memory(|memory| memory.has_focus(id));
    let had_focus = ui.data(|data| data.get_temp(key)).unwrap_or(false);
    if has_focus(ui) && !had_focus {
        // Before the field takes what is typed.
        select(ui, id, text);
    }
    // A number would change by them.
    let is_arrow = |event: &mut Event| matches!(event, Event::Key { key: Key::ArrowUp | Key::ArrowDown, modifiers, .. } if modifiers.is_none());
    let arrows: Vec<Event> = ui.input_mut(|input| input.events.extract_if(.., is_arrow).collect());
    let field = field(ui);
    ui.input_mut(|input| input.events.extend(arrows));
    let has_focus = has_focus(ui);
    ui.data_mut(|data| data.insert_temp(key, has_focus));
    if has_focus {
        let filter = EventFilter {
            horizontal_arrows: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        ui.data_mut(|data| data.insert_temp(passed(), id));
    }
    field
}

/// Whether up and down lead out of this field of text.
pub fn is_passed_by_arrows(ctx: &Context, id: Id) -> bool {
    ctx.data(|data| data.get_temp(passed())) == Some(id)
}

fn passed() -> Id {
    Id::unique("field that arrows leave")
}

/// Selects the text of a field that begins with this one.
fn select(ui: &Ui, id: Id, text: &str) {
    let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
    let end = CCursor::new(text.chars().count());
    let all = CCursorRange::two(CCursor::default(), end);
    state.cursor.set_char_range(Some(all));
    state.store(ui.ctx(), id);
}
