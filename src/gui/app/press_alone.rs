//! A press that ends the typing in a field comes in a frame of its own: what is pressed has then what was typed,
//! wherever it stands. A frame that took long would bring the release at once, and with it the click.

use egui::{Context, Event, Plugin, RawInput};

/// The events that wait for the next frame.
#[derive(Default)]
pub struct PressAlone(Vec<Event>);

impl Plugin for PressAlone {
    fn debug_name(&self) -> &'static str {
        "press alone"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        let mut events = std::mem::take(&mut self.0);
        events.append(&mut input.events);
        let press = events.iter().position(is_press);
        if let Some(press) = press.filter(|_| ctx.text_edit_focused()) {
            self.0 = events.split_off(press + 1);
        }
        if !self.0.is_empty() {
            ctx.request_repaint();
        }
        input.events = events;
    }
}

fn is_press(event: &Event) -> bool {
    matches!(event, Event::PointerButton { pressed: true, .. })
}
