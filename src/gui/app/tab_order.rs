//! The Tab key: it goes from left to right, stops only where there is something to do, and what is typed after
//! it goes where it leads.
//!
//! egui goes through the widgets in the order in which they are drawn, which in rows that are laid out from the
//! right is the wrong one. A number selects itself at the end of the frame in which it gets the focus, so
//! that text that came with the Tab in one frame would be added to the old number; and what was typed before
//! Tab in one frame would be lost.

use super::focus::{Focus, drawn, stops};
use super::typed_ahead::{is_typed, typed};
use crate::gui::widgets::is_waiting;
use egui::{Context, Event, FocusDirection, Id, Key, LayerId, Pos2, WidgetRect};

/// What is higher is no control in a row with others.
const MAX_HEIGHT: f32 = 60.0;
/// What is thinner is a line between two panels.
const MIN_SIDE: f32 = 12.0;

/// What waits until the focus has moved.
#[derive(Default)]
pub struct TabOrder {
    /// The widget that had the focus when the frame before ended, or had it last.
    from: Option<Id>,
    /// Whether it still had the focus then.
    had_focus: bool,
    /// Where Tab leads in this frame.
    direction: Option<Step>,
    /// What was typed after Tab.
    later: Vec<Event>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Next,
    Previous,
}

/// Where this event leads, if it is a press of Tab.
fn step(event: &Event) -> Option<Step> {
    let Event::Key {
        key: Key::Tab,
        pressed: true,
        modifiers,
        ..
    } = event
    else {
        return None;
    };
    match (modifiers.any(), modifiers.shift_only()) {
        (false, _) => Some(Step::Next),
        (_, true) => Some(Step::Previous),
        _ => None,
    }
}

impl TabOrder {
    /// At the beginning of a frame: holds back Tab and what was typed after it, and gives it back in turn, each
    /// Tab in a frame of its own: before it, the widget must have had what was typed there, and after it, the
    /// focus must have moved.
    pub fn begin(&mut self, ctx: &Context, focus: &Focus) {
        self.direction = None;
        let comes_first = ctx.input_mut(|input| {
            let first = match input.events.iter().position(|it| step(it).is_some()) {
                _ if !self.later.is_empty() => 0,
                Some(at) => at,
                None => return false,
            };
            self.later.extend(typed(&mut input.events, first));
            input.events.iter().any(is_typed)
        });
        if self.later.is_empty() {
            return;
        }
        let is_settled = !focus.is_moving()
            && !is_waiting(ctx)
            && ctx.memory(|memory| {
                (memory.focused()).is_none_or(|focused| memory.had_focus_last_frame(focused))
            });
        if is_settled && !comes_first {
            let is_tab = |event: &Event| step(event).is_some();
            let n = self.later.iter().position(is_tab);
            let n = n.map_or(self.later.len(), |at| at.max(1));
            let now: Vec<Event> = self.later.drain(..n).collect();
            self.direction = now.first().and_then(step);
            ctx.input_mut(|input| input.events.extend(now));
        }
        // Of the Tabs that have come in this frame, egui knows already.
        let direction = match self.direction {
            Some(Step::Next) => FocusDirection::Next,
            Some(Step::Previous) => FocusDirection::Previous,
            None => FocusDirection::None,
        };
        ctx.memory_mut(|memory| memory.move_focus(direction));
        if !self.later.is_empty() {
            ctx.request_repaint();
        }
    }

    /// At the end of a frame: corrects where Tab has led. `in_panel` says whether a point is in a panel: what
    /// is dragged elsewhere, the lines between the panels and the ground behind their tabs, is for the pointer.
    pub fn end(&mut self, ctx: &Context, focus: &mut Focus, in_panel: impl Fn(Pos2) -> bool) {
        let to = ctx.memory(|memory| memory.focused());
        let (from, had_focus) = (self.from, self.had_focus);
        self.had_focus = to.is_some();
        // Enter and Escape take the focus from a field; Tab goes on from there.
        if to.is_some() || ctx.input(|input| input.pointer.any_pressed()) {
            self.from = to;
        }
        let Some(step) = self.direction.take() else {
            return;
        };
        let place = |id: Id| drawn(ctx, id);
        let Some(from) = from.and_then(place) else {
            return;
        };
        // A list that is open below a button has its own entries next.
        let goes_elsewhere =
            had_focus && (to.and_then(place)).is_some_and(|to| to.layer_id != from.layer_id);
        let stays = to == Some(from.id) && step == Step::Next;
        // After its last entry comes its first, as long as it is open.
        let is_list = from.layer_id != LayerId::background()
            && ctx.memory(|memory| memory.top_modal_layer()) != Some(from.layer_id);
        let leaves_list = goes_elsewhere && is_list && step == Step::Next;
        if goes_elsewhere && !leaves_list || stays {
            return;
        }
        let mut stops = stops(ctx, from.layer_id);
        if from.layer_id == LayerId::background() {
            let next: Vec<Option<Pos2>> = (stops.iter().skip(1))
                .map(|it| Some(it.rect.center()))
                .chain([None])
                .collect();
            let is_handle = |it: &WidgetRect, next: &Option<Pos2>| {
                let is_thin = it.rect.width().min(it.rect.height()) <= MIN_SIDE;
                let is_behind = next.is_some_and(|next| it.rect.contains(next));
                it.sense.senses_drag() && (is_thin || is_behind) && !in_panel(it.rect.center())
            };
            let mut next = next.iter();
            stops.retain(|it| !next.next().is_some_and(|next| is_handle(it, next)));
        }
        sort_rows(&mut stops);
        let n = stops.len();
        let Some(at) = stops.iter().position(|it| it.id == from.id) else {
            return;
        };
        let at = match step {
            Step::Next => (at + 1) % n,
            // Before the first are those of what lies below.
            Step::Previous if at == 0 => return,
            Step::Previous => at - 1,
        };
        if to != Some(stops[at].id) {
            focus.give(ctx, stops[at]);
        }
    }
}

/// Puts neighbours that stand in one row into the order from left to right.
fn sort_rows(stops: &mut [WidgetRect]) {
    let is_low = |it: &WidgetRect| it.rect.height() <= MAX_HEIGHT;
    let in_row = |one: &WidgetRect, next: &WidgetRect| {
        let height = one.rect.height().min(next.rect.height());
        let apart = (one.rect.center().y - next.rect.center().y).abs();
        // What is scrolled out of sight is in no row with what stands at its place.
        let is_seen = |it: &WidgetRect| it.interact_rect.is_positive();
        let is_apart = is_seen(one) != is_seen(next) || apart >= height / 2.0;
        is_low(one) && is_low(next) && !is_apart
    };
    for row in stops.chunk_by_mut(in_row) {
        row.sort_by(|one, other| one.rect.left().total_cmp(&other.rect.left()));
    }
}
