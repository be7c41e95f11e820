//! What is typed after the keys of the palette, before it is open: it goes into the palette and nowhere else.
//!
//! A frame can bring the keys and the text that follows them at once, after a frame that took long. The
//! palette's field has the focus two frames later.

use crate::gui::commands::{self, Command};
use crate::gui::widgets::is_waiting;
use egui::Event;

/// The frames in which the palette must have opened. If a question has come up instead, what was typed is
/// dropped.
const MAX_FRAMES: u32 = 4;

/// Keys and text that wait for the palette.
#[derive(Default)]
pub struct TypedAhead {
    events: Vec<Event>,
    /// Whether the palette's keys were pressed, and it waits until what was typed before them has been taken.
    is_called: bool,
    /// The frames that they may still wait.
    n_frames: u32,
}

impl TypedAhead {
    /// Takes the keys of the palette and all that is typed after them. Returns whether the palette is to open:
    /// as soon as what was typed before them has been taken. If it `listens`, gives everything back, in the
    /// order in which it was typed. `may_open` says whether the palette may be opened now.
    pub fn take(&mut self, ctx: &egui::Context, may_open: bool, listens: bool) -> bool {
        if self.n_frames > 0 {
            self.n_frames -= 1;
            ctx.input_mut(|input| self.events.extend(typed(&mut input.events, 0)));
            if listens {
                self.n_frames = 0;
                ctx.input_mut(|input| input.events.append(&mut self.events));
            } else if self.n_frames == 0 {
                self.events.clear();
            } else {
                ctx.request_repaint();
            }
            return false;
        }
        if !may_open {
            self.is_called = false;
            self.events.clear();
            return false;
        }
        let comes_first = ctx.input_mut(|input| {
            let is_call = |event: &Event| commands::command_of(event) == Some(Command::Palette);
            let called = input.events.iter().position(is_call);
            let at = match self.is_called {
                true => 0,
                false => called?,
            };
            if !std::mem::replace(&mut self.is_called, true) {
                input.events.remove(at);
            }
            self.events.extend(typed(&mut input.events, at));
            Some(input.events.iter().any(is_typed))
        });
        let Some(comes_first) = comes_first else {
            return false;
        };
        if comes_first || is_waiting(ctx) {
            ctx.request_repaint();
            return false;
        }
        self.is_called = false;
        self.n_frames = MAX_FRAMES;
        true
    }
}

/// Takes the keys that were pressed and the text from the events from number `first` on.
pub(super) fn typed(events: &mut Vec<Event>, first: usize) -> Vec<Event> {
    let later = events.split_off(first);
    let (typed, others) = later.into_iter().partition(is_typed);
    events.extend::<Vec<Event>>(others);
    typed
}

/// Whether a key was pressed or a text typed.
pub(super) fn is_typed(event: &Event) -> bool {
    matches!(
        event,
        Event::Key { pressed: true, .. }
            | Event::Text(_)
            | Event::Ime(_)
            | Event::Paste(_)
            | Event::Copy
            | Event::Cut
    )
}
