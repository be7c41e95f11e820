//! Key presses in order.

use egui::{Event, Key, Modifiers, Ui};

/// Consumes all presses of `keys` with these modifiers since the last frame, in order. A slow frame
/// may have several presses of one key; asking only whether a key was pressed would lose them.
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
    taken
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
