//! A pointer that rests while keys are used, or over which a page has opened, opens no tooltip and keeps none
//! open: it would hide what the keys lead to.

use crate::gui::widgets::is_key;
use egui::{Context, Event, PointerState};

/// The frames in which a page that has opened does not yet keep the pointer from what lies below it.
const N_FRAMES: u32 = 2;

/// Whether the pointer rests.
#[derive(Default)]
pub struct RestingPointer {
    /// Whether a key was pressed since the pointer was used.
    by_keys: bool,
    /// The pointer, while it is taken from the panels.
    taken: Option<PointerState>,
}

impl RestingPointer {
    /// Before the panels are drawn: takes the pointer from them if it rests. `n_covered` is for how many frames a
    /// page has been open.
    pub fn take(&mut self, ctx: &Context, n_covered: u32) {
        ctx.input_mut(|input| {
            let events = &input.raw.events;
            self.by_keys |= events.iter().any(is_key);
            self.by_keys &= !events.iter().any(is_pointed) && !input.pointer.any_down();
            let is_new_page = (1..=N_FRAMES).contains(&n_covered);
            let rests = self.by_keys || is_new_page;
            self.taken = rests.then(|| std::mem::take(&mut input.pointer));
        });
    }

    /// After the panels are drawn.
    pub fn give_back(&mut self, ctx: &Context) {
        if let Some(pointer) = self.taken.take() {
            ctx.input_mut(|input| input.pointer = pointer);
        }
    }
}

fn is_pointed(event: &Event) -> bool {
    matches!(
        event,
        Event::PointerMoved(_)
            | Event::MouseMoved(_)
            | Event::PointerButton { .. }
            | Event::MouseWheel { .. }
            | Event::Zoom(_)
            | Event::Touch { .. }
    )
}
