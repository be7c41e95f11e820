//! The Tab key: it goes from left to right, stops only where there is something to do, and what is typed after
//! it goes where it leads.
//!
//! egui goes through the widgets in the order in which they are drawn, which in rows that are laid out from the
//! right is the wrong one. A number selects itself at the end of the frame in which it gets the focus, so
//! that text that came with the Tab in one frame would be added to the old number.

use super::focus::{Focus, stops};
use super::typed_ahead::typed;
use egui::{Context, Event, FocusDirection, Id, Key, LayerId, Pos2, WidgetRect};

/// What is higher is no control in a row with others.
const MAX_HEIGHT: f32 = 60.0;
/// What is thinner is a line between two panels.
const MIN_SIDE: f32 = 12.0;

/// What waits until the focus has moved.
#[derive(Default)]
pub struct TabOrder {
    /// The widget that had the focus when the frame before ended.
    from: Option<Id>,
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
    /// At the beginning of a frame: holds back what was typed after Tab, and gives it back as soon as the
    /// focus has moved.
    pub fn begin(&mut self, ctx: &Context, focus: &Focus) {
        self.direction = None;
        let is_settled = !focus.is_moving()
            && ctx.memory(|memory| {
                (memory.focused()).is_none_or(|focused| memory.had_focus_last_frame(focused))
            });
        ctx.input_mut(|input| {
            if self.later.is_empty() {
                let Some(at) = input.events.iter().position(|it| step(it).is_some()) else {
                    return;
                };
                self.direction = step(&input.events[at]);
                self.later = typed(&mut input.events, at + 1);
                return;
            }
            self.later.extend(typed(&mut input.events, 0));
            if is_settled {
                let n = self.later.iter().position(|it| step(it).is_some());
                let n = n.map_or(self.later.len(), |at| at + 1);
                input.events.extend(self.later.drain(..n));
                self.direction = input.events.last().and_then(step);
            }
        });
        // egui has seen this Tab in an earlier frame, where it could not follow.
        if is_settled && let Some(step) = self.direction.filter(|_| self.has_waited(ctx)) {
            let direction = match step {
                Step::Next => FocusDirection::Next,
                Step::Previous => FocusDirection::Previous,
            };
            ctx.memory_mut(|memory| memory.move_focus(direction));
        }
        if !self.later.is_empty() {
            ctx.request_repaint();
        }
    }

    /// Whether the Tab of this frame was pressed in an earlier one.
    fn has_waited(&self, ctx: &Context) -> bool {
        ctx.input(|input| !input.raw.events.iter().any(|it| step(it).is_some()))
    }

    /// At the end of a frame: corrects where Tab has led. `in_panel` says whether a point is in a panel: what
    /// is dragged elsewhere, the lines between the panels and the ground behind their tabs, is for the pointer.
    pub fn end(&mut self, ctx: &Context, focus: &mut Focus, in_panel: impl Fn(Pos2) -> bool) {
        let to = ctx.memory(|memory| memory.focused());
        let from = std::mem::replace(&mut self.from, to);
        let Some(step) = self.direction.take() else {
            return;
        };
        let place = |id: Id| ctx.viewport(|it| it.this_pass.widgets.get(id).copied());
        let Some(from) = from.and_then(place) else {
            return;
        };
        // A list that is open below a button has its own entries next.
        let goes_elsewhere = (to.and_then(place)).is_some_and(|to| to.layer_id != from.layer_id);
        let stays = to == Some(from.id) && step == Step::Next;
        if goes_elsewhere || stays {
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
        is_low(one) && is_low(next) && apart < height / 2.0
    };
    for row in stops.chunk_by_mut(in_row) {
        row.sort_by(|one, other| one.rect.left().total_cmp(&other.rect.left()));
    }
}
