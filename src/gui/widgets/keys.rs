//! Key presses in order, and the frame of what takes them.

use crate::gui::theme::Palette;
use egui::{
    Context, Event, FocusDirection, Id, Key, Modifiers, Painter, Rect, Stroke, StrokeKind, Ui,
};
use tilescope_puzzle::Direction;

pub const ARROWS: [Key; 4] = [
    Key::ArrowDown,
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::ArrowUp,
];

/// The keys that walk through the rows of a list.
pub const ROW_KEYS: [Key; 6] = [
    Key::ArrowUp,
    Key::ArrowDown,
    Key::PageUp,
    Key::PageDown,
    Key::Home,
    Key::End,
];

/// Draws the frame of a tree, a chart or a map that has the focus.
pub fn focus_frame(painter: &Painter, palette: &Palette, area: Rect) {
    let stroke = Stroke::new(1.0, palette.accent.gamma_multiply(0.6));
    painter.rect_stroke(area.shrink(1.0), 2, stroke, StrokeKind::Inside);
}

/// Whether this is the press of a key.
pub fn is_key(event: &Event) -> bool {
    matches!(event, Event::Key { pressed: true, .. })
}

/// Whether this may be the press of a key of a command, which is to find what is being typed in a field: widgets
/// do not know the table of commands. With Ctrl or Alt, some keys edit the field.
pub fn is_command_key(event: &Event) -> bool {
    const EDITING: [Key; 10] = [
        Key::A,
        Key::C,
        Key::V,
        Key::X,
        Key::Y,
        Key::Z,
        Key::Home,
        Key::End,
        Key::Backspace,
        Key::Delete,
    ];
    let Event::Key {
        key,
        pressed: true,
        modifiers,
        ..
    } = event
    else {
        return false;
    };
    // On macOS, a key with Alt types a character.
    let is_chord = modifiers.command || modifiers.alt && !cfg!(target_os = "macos");
    let edits = EDITING.contains(key) || arrow(*key).is_some();
    is_chord && !edits || (Key::F1..=Key::F12).contains(key)
}

/// Whether a key was pressed since the pointer was used, so that what keys act on is shown.
pub fn is_by_keys(ctx: &Context) -> bool {
    let was = ctx
        .data(|data| data.get_temp(by_keys_id()))
        .unwrap_or(false);
    ctx.input(|input| !input.pointer.any_pressed() && (was || input.raw.events.iter().any(is_key)))
}

/// Notes at the end of a frame what [`is_by_keys`] says in the next.
pub fn note_by_keys(ctx: &Context, by_keys: bool) {
    ctx.data_mut(|data| data.insert_temp(by_keys_id(), by_keys));
}

fn by_keys_id() -> Id {
    Id::unique("by keys")
}

/// Notes that a part of what was typed waits for the next frame, such as numbers for other cells of a board.
pub fn note_waiting(ctx: &Context) {
    let frame = ctx.cumulative_frame_nr();
    ctx.data_mut(|data| data.insert_temp(waiting_id(), frame));
}

/// Whether what was typed before this frame still waits: keys that lead elsewhere have to wait too.
pub fn is_waiting(ctx: &Context) -> bool {
    let noted: Option<u64> = ctx.data(|data| data.get_temp(waiting_id()));
    noted.is_some_and(|frame| frame + 1 >= ctx.cumulative_frame_nr())
}

fn waiting_id() -> Id {
    Id::unique("typed keys wait")
}

/// Consumes all presses of `keys` with these modifiers since the last frame, in order. A slow frame
/// may have several presses of one key; asking only whether a key was pressed would lose them.
///
/// Arrows that are taken do not lead to another widget: egui would look for one while it does not know yet that
/// the widget, which has just got the focus, takes arrows.
pub fn take_keys(ui: &Ui, modifiers: Modifiers, keys: &[Key]) -> Vec<Key> {
    let mut taken = Vec::new();
    ui.input_mut(|input| {
        input.events.retain(|event| match event {
            Event::Key {
                key,
                pressed: true,
                modifiers: held,
                ..
            } if keys.contains(key) && held.matches_logically(modifiers) => {
                taken.push(*key);
                false
            }
            _ => true,
        });
    });
    if taken.iter().any(|key| ARROWS.contains(key)) {
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    }
    taken
}

/// The directions of the arrow keys that were pressed with these modifiers. They are taken.
pub fn take_arrows(ui: &Ui, modifiers: Modifiers) -> Vec<Direction> {
    let pressed = take_keys(ui, modifiers, &ARROWS).into_iter();
    pressed.filter_map(arrow).collect()
}

/// The direction of an arrow key.
pub fn arrow(key: Key) -> Option<Direction> {
    match key {
        Key::ArrowUp => Some(Direction::Up),
        Key::ArrowLeft => Some(Direction::Left),
        Key::ArrowRight => Some(Direction::Right),
        Key::ArrowDown => Some(Direction::Down),
        _ => None,
    }
}

/// What was held when `key` was pressed last in this frame; `None` if it was not. After a slow frame the
/// modifiers may be released already.
pub fn pressed_with(ui: &Ui, key: Key) -> Option<Modifiers> {
    let held = |event: &Event| match event {
        Event::Key {
            key: pressed_key,
            pressed: true,
            modifiers,
            ..
        } => (*pressed_key == key).then_some(*modifiers),
        _ => None,
    };
    ui.input(|input| input.events.iter().rev().find_map(held))
}
