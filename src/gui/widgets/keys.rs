//! Keys as they were pressed.

use egui::{Event, Key, Modifiers, Ui};

/// Takes all presses of `keys` with these modifiers since the last frame, in their order. Where a
/// frame takes long, it has several, of one key too: whoever asks only whether it was pressed loses
/// them.
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
