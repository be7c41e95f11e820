//! What is typed while a page opens: it waits until the page has the focus.
//!
//! A page takes the focus a few frames after its keys. Where frames are slow, the keys that follow came too early:
//! they went to what lies below it, or nowhere. And a board that is typed before these keys is to be complete.

use super::typed_ahead::{is_typed, typed};
use crate::gui::commands::{self, Command};
use crate::gui::widgets::{is_command_key, is_waiting};
use egui::{Context, Event, FocusDirection};

/// For how many frames keys wait at most.
const MAX_FRAMES: u32 = 8;

/// Keys and text that wait.
#[derive(Default)]
pub struct Opening {
    events: Vec<Event>,
    /// For how many frames a page has been opening.
    n_frames: u32,
}

impl Opening {
    /// At the beginning of a frame. Holds back what is typed while a page opens, and after the keys of one, and
    /// gives it back in its order. `is_covered` says whether a page is open, and `is_entering` whether it has not
    /// taken the focus yet.
    pub fn take(&mut self, ctx: &Context, is_covered: bool, is_entering: bool) {
        let is_opening = is_covered && is_entering;
        self.n_frames = match is_opening {
            true => self.n_frames.saturating_add(1),
            false => 0,
        };
        let waits = is_waiting(ctx);
        ctx.input_mut(|input| {
            if is_opening && self.n_frames <= MAX_FRAMES {
                self.events.extend(typed(&mut input.events, 0));
                return;
            }
            let call = |events: &[Event]| events.iter().position(|it| !is_covered && is_call(it));
            if self.events.is_empty() {
                if let Some(at) = call(&input.events) {
                    let comes_first = waits || input.events[..at].iter().any(is_typed);
                    let first = if comes_first { at } else { at + 1 };
                    self.events = typed(&mut input.events, first);
                }
                return;
            }
            self.events.extend(typed(&mut input.events, 0));
            let n = match call(&self.events) {
                None => self.events.len(),
                Some(0) if waits => 0,
                Some(at) => at.max(1),
            };
            input.events.extend(self.events.drain(..n));
        });
        if !self.events.is_empty() {
            // Of a Tab or an arrow among them, egui knows already.
            ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
            ctx.request_repaint();
        }
    }
}

/// Whether these are the keys of a page. The palette sees to its own.
fn is_call(event: &Event) -> bool {
    let command = commands::command_of(event).filter(|it| *it != Command::Palette);
    is_command_key(event) && command.is_some_and(|it| it.page().is_some())
}
