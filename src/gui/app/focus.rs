//! The focus of the whole window: it returns when what lay over the panels closes, it can be sent into a panel,
//! and the ring around the widget that has it is the same everywhere.

use crate::gui::theme;
use crate::gui::widgets::{focused_now, is_key, main_control_at, note_by_keys};
use crate::gui::workspace::{BAND, Workspace};
use egui::{Context, Event, Id, LayerId, Rect, StrokeKind, WidgetRect};
use std::collections::HashMap;

/// What lies over the panels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Above {
    #[default]
    Nothing,
    /// A menu or a list.
    List,
    Page,
    /// A list of a page.
    ListOfPage,
}

impl Above {
    fn of(ctx: &Context, is_covered: bool) -> Above {
        match (is_covered, egui::Popup::is_any_open(ctx)) {
            (false, false) => Above::Nothing,
            (false, true) => Above::List,
            (true, false) => Above::Page,
            (true, true) => Above::ListOfPage,
        }
    }
}

/// The frames in which a panel that is shown anew must have drawn a control that can have the focus.
const MAX_FRAMES: u32 = 6;
/// The ring is this far outside a widget, in points.
const DISTANCE: f32 = 2.0;
/// What is larger than this in both directions is a board, a chart or a tree, which draws a frame of its own.
const MAX_RINGED: f32 = 100.0;

/// Where the focus was, and where it is to go.
#[derive(Default)]
pub struct Focus {
    above: Above,
    /// The widget that has it on the panels and on each page that is open, or had it before something lay above.
    on_layers: HashMap<LayerId, Option<Id>>,
    /// The widget of a panel that had it last.
    beside_band: Option<Id>,
    /// The widget that gets it when the next frame begins. It must not get it after it was drawn, or it would
    /// not notice.
    next: Option<WidgetRect>,
    /// The panels that may get the focus, in order of preference, and how many more frames to wait for one
    /// that has a control.
    panels: Option<(Vec<&'static str>, u32)>,
    /// The panel that the focus follows, once that has been drawn with what was asked for.
    following: Option<&'static str>,
    /// The panels that were seen in the frame before.
    seen: Vec<&'static str>,
    /// The widget that had the focus when other panels came, and whether it went with its panel.
    hidden: Option<(Id, bool)>,
    /// The panel in which the focus was last.
    panel: Option<&'static str>,
    /// The page that is open, and how many more frames to wait for it to take the focus for itself.
    page: Option<(LayerId, u32)>,
    /// Whether a key was pressed since the pointer and its wheel were used.
    by_keys: bool,
    /// Whether the find bar is open, and the widget that last had the focus beside it.
    beside_find_bar: (bool, Option<Id>),
}

impl Focus {
    /// At the beginning of a frame.
    pub fn begin(&mut self, ctx: &Context) {
        let Some(next) = self.next else { return };
        // A page keeps the focus from what lies below it until a frame after its last.
        if ctx.memory(|memory| memory.allows_interaction(next.layer_id)) {
            self.next = None;
            ctx.memory_mut(|memory| memory.request_focus(next.id));
        } else {
            ctx.request_repaint();
        }
    }

    /// The widget that had the focus when last nothing lay over the panels.
    pub fn of_panels(&self) -> Option<Id> {
        self.on(LayerId::background())
    }

    /// The panel in which the focus is, or was last.
    pub fn last_panel(&self) -> Option<&'static str> {
        self.panel
    }

    fn on(&self, layer: LayerId) -> Option<Id> {
        self.on_layers.get(&layer).copied().flatten()
    }

    /// Whether a key was pressed since the pointer and its wheel were used.
    pub fn is_by_keys(&self) -> bool {
        self.by_keys
    }

    /// Whether the focus moves when the next frame begins, or waits for a panel.
    pub fn is_moving(&self) -> bool {
        self.next.is_some() || self.panels.is_some() || self.following.is_some()
    }

    /// Whether the page that is open has not taken the focus yet.
    pub fn is_entering(&self) -> bool {
        self.page.is_none_or(|(_, n_frames)| n_frames > 0)
    }

    /// Gives the focus to a widget when the next frame begins.
    pub fn give(&mut self, ctx: &Context, widget: WidgetRect) {
        self.next = Some(widget);
        ctx.request_repaint();
    }

    /// Sends the focus into the first of these panels that has a control, as soon as that is drawn.
    pub fn enter(&mut self, ctx: &Context, panels: Vec<&'static str>) {
        self.panels = Some((panels, MAX_FRAMES));
        ctx.request_repaint();
    }

    /// Sends the focus from the band that has gone to where it was before, or into the first panel.
    pub fn leave_band(&mut self, ctx: &Context, workspace: &Workspace) {
        let before = self.beside_band.and_then(|id| drawn(ctx, id));
        match before.filter(can_have_it) {
            Some(before) => self.give(ctx, before),
            None => self.enter(ctx, workspace.visible().collect()),
        }
    }

    /// Sends the focus into a panel that shows what was asked for, unless that was done with the pointer.
    pub fn follow(&mut self, panel: &'static str) {
        if self.by_keys {
            self.following = Some(panel);
        }
    }

    /// Sends the focus into a panel that shows something else when it is drawn next.
    pub fn enter_changed(&mut self, ctx: &Context, panel: &'static str) {
        self.following = Some(panel);
        ctx.request_repaint();
    }

    /// At the end of a frame: `is_covered` says whether a page lies over the panels.
    pub fn end(&mut self, ctx: &Context, is_covered: bool, workspace: &Workspace) {
        ctx.input(|input| {
            let is_wheeled = |event: &Event| matches!(event, Event::MouseWheel { .. });
            let is_pointed = input.pointer.any_pressed() || input.raw.events.iter().any(is_wheeled);
            self.by_keys = !is_pointed && (self.by_keys || input.raw.events.iter().any(is_key));
        });
        note_by_keys(ctx, self.by_keys);
        let above = Above::of(ctx, is_covered);
        let before = std::mem::replace(&mut self.above, above);
        if above != before {
            self.next = None;
        }
        let focused = ctx.memory(|memory| memory.focused());
        match (above, before) {
            // What is on its way is where the focus is meant to be.
            (Above::Nothing, Above::Nothing) if self.next.is_none() => {
                self.on_layers.insert(LayerId::background(), focused);
                let at = focused.and_then(|id| drawn(ctx, id));
                let in_panel = at.and_then(|it| workspace.panel_at(it.rect.center()));
                if in_panel.is_some_and(|panel| panel != BAND) {
                    self.beside_band = focused;
                }
            }
            (Above::Nothing, Above::Nothing) => {}
            (Above::Nothing, _) => self.give_back(ctx, self.of_panels()),
            (Above::Page, Above::ListOfPage) => {
                let page = ctx.memory(|memory| memory.top_modal_layer());
                self.give_back(ctx, page.and_then(|page| self.on(page)));
            }
            (Above::Page, _) => self.enter_page(ctx, focused),
            // Beside a list that stays open the focus may go on in the panel, but not where it is only on its way
            // from the last entry to the first.
            (Above::List, _) if self.next.is_none() => {
                let place = focused.and_then(|id| drawn(ctx, id));
                let is_below = place.is_some_and(|it| {
                    let in_panel = workspace.panel_at(it.rect.center());
                    it.layer_id == LayerId::background() && in_panel.is_some()
                });
                if is_below {
                    self.on_layers.insert(LayerId::background(), focused);
                }
            }
            (Above::List | Above::ListOfPage, _) => {}
        }
        if above == Above::Nothing
            && let Some((panels, n_frames)) = self.panels.take()
        {
            self.enter_in(ctx, workspace, panels, n_frames);
        }
        if let Some(panel) = self.following.take() {
            self.enter(ctx, vec![panel]);
        }
        if above == Above::Nothing {
            self.page = None;
            self.on_layers
                .retain(|layer, _| *layer == LayerId::background());
            self.give_back_hidden(ctx, workspace);
        }
        ring_ui(ctx);
    }

    /// At the end of a frame: when the find bar closes, what had the focus before it has it again, or else the
    /// tree, in which the node was found.
    pub fn end_find_bar(&mut self, ctx: &Context, is_open: bool, workspace: &Workspace) {
        let place = self.of_panels().and_then(|id| drawn(ctx, id));
        let place = place.filter(|it| workspace.panel_at(it.rect.center()).is_some());
        let (was_open, before) = self.beside_find_bar;
        if was_open && !is_open && place.is_none() {
            match before.and_then(|id| drawn(ctx, id)) {
                Some(before) => self.give(ctx, before),
                None => self.follow("Tree"),
            }
        }
        let beside = place.map(|it| it.id).or(before.filter(|_| was_open));
        self.beside_find_bar = (is_open, beside);
    }

    /// Sends the focus into the first of these panels that has a control now, or waits for one.
    fn enter_in(
        &mut self,
        ctx: &Context,
        workspace: &Workspace,
        panels: Vec<&'static str>,
        n_frames: u32,
    ) {
        let come = focused_now(ctx).and_then(|it| workspace.panel_at(it.rect.center()));
        if come.is_some_and(|panel| panels == [panel]) {
            // The panel has given it to a control of its choice.
            return;
        }
        // The contents of a panel may come a few frames after its head.
        let is_content = panels.len() == 1 && n_frames > 0;
        let mut controls = panels.iter().map(|panel| match is_content {
            true => content(ctx, workspace, panel),
            false => control(ctx, workspace, panel),
        });
        match controls.find_map(|control| control) {
            Some(control) => self.give(ctx, control),
            None if n_frames > 0 => {
                self.panels = Some((panels, n_frames - 1));
                ctx.request_repaint();
            }
            None => {}
        }
    }

    /// Gives the focus to the main control of a page that was opened by a key and gives it to none, or to the
    /// first. The very first closes the page. A page on which another lay has the focus where it was.
    fn enter_page(&mut self, ctx: &Context, focused: Option<Id>) {
        let Some(layer) = ctx.memory(|memory| memory.top_modal_layer()) else {
            return;
        };
        let is_come = self.page.is_none_or(|(page, _)| page != layer);
        // A page that comes back after another has the focus where it was, or has none.
        let is_back = is_come && self.on_layers.contains_key(&layer);
        let n_frames = match self.page {
            Some((page, n_frames)) if page == layer => n_frames,
            _ if self.by_keys && !is_back => MAX_FRAMES,
            _ => 0,
        };
        let is_here = |id: &Id| drawn(ctx, *id).is_some_and(|it| it.layer_id == layer);
        let focused = focused.filter(is_here);
        let is_in = focused.is_some();
        let before = self.on_layers.entry(layer).or_default();
        let had_it = *before;
        // What comes above takes the focus along; the pointer takes it away.
        if is_in || !self.by_keys {
            *before = focused;
        }
        if let Some(before) = had_it.filter(|it| is_back && !is_in && is_here(it)) {
            self.give_back(ctx, Some(before));
            self.page = Some((layer, 0));
            return;
        }
        if n_frames == 1 && !is_in {
            let main = main_control_at(ctx, layer, ctx.content_rect());
            let main = main.and_then(|id| drawn(ctx, id)).filter(can_have_it);
            let stops = stops(ctx, layer);
            if let Some(first) = main.as_ref().or(stops.get(1)).or(stops.first()) {
                self.give(ctx, *first);
            }
        }
        if n_frames > 0 {
            ctx.request_repaint();
        }
        let waits = if is_in { 0 } else { n_frames.saturating_sub(1) };
        self.page = Some((layer, waits));
    }

    /// Gives the focus back to the widget that had it before other panels were shown, when it is drawn again
    /// and the focus has gone nowhere else. If its panel has others now, one of them gets it.
    fn give_back_hidden(&mut self, ctx: &Context, workspace: &Workspace) {
        let seen: Vec<_> = workspace.visible().collect();
        let is_new = seen != self.seen;
        if is_new {
            self.seen = seen;
            let focused = self.of_panels().map(|id| (id, false));
            self.hidden = focused.or(self.hidden);
        }
        let focused = ctx.memory(|memory| memory.focused());
        let place = focused.and_then(|id| drawn(ctx, id));
        if let Some(place) = place.filter(|_| !is_new) {
            self.panel = workspace.panel_at(place.rect.center());
        }
        let Some((id, is_gone)) = self.hidden else {
            return;
        };
        let is_elsewhere = place.is_some_and(|it| it.id != id);
        let panel = self.panel.filter(|it| self.seen.contains(it));
        self.hidden = match (drawn(ctx, id), panel) {
            _ if is_elsewhere => None,
            (Some(place), _) if is_gone => {
                self.give(ctx, place);
                None
            }
            (Some(_), _) => self.hidden.filter(|_| focused == Some(id)),
            (None, Some(panel)) if is_gone && !is_new => {
                self.enter(ctx, vec![panel]);
                None
            }
            (None, _) => Some((id, true)),
        };
    }

    /// Gives the focus back to a widget that is still there, unless it has gone elsewhere below what was
    /// closed.
    fn give_back(&mut self, ctx: &Context, id: Option<Id>) {
        let place = id.and_then(|id| drawn(ctx, id));
        // What was wheeled out of sight since would be scrolled back.
        let Some(place) = place.filter(|place| place.interact_rect.is_positive()) else {
            return;
        };
        let focused = ctx.memory(|memory| memory.focused());
        let is_here = |focused: Id| {
            let focused = drawn(ctx, focused);
            focused.is_some_and(|focused| focused.layer_id == place.layer_id)
        };
        if !focused.is_some_and(is_here) {
            self.give(ctx, place);
        }
    }
}

/// A widget, if it was drawn in this frame.
pub fn drawn(ctx: &Context, id: Id) -> Option<WidgetRect> {
    ctx.viewport(|viewport| viewport.this_pass.widgets.get(id).copied())
}

/// Whether a widget can have the focus.
pub fn can_have_it(widget: &WidgetRect) -> bool {
    widget.enabled && widget.sense.is_focusable()
}

/// The widgets of a layer that can have the focus, in the order in which they were drawn in this frame.
pub fn stops(ctx: &Context, layer: LayerId) -> Vec<WidgetRect> {
    ctx.viewport(|viewport| {
        let widgets = viewport.this_pass.widgets.get_layer(layer);
        widgets.filter(|it| can_have_it(it)).copied().collect()
    })
}

/// The control of a panel that gets the focus: the one that it names as its main one, else the largest of its
/// body, or one of its head.
pub fn control(ctx: &Context, workspace: &Workspace, panel: &'static str) -> Option<WidgetRect> {
    let head = || largest_control(ctx, workspace.place(panel)?);
    content(ctx, workspace, panel).or_else(head)
}

/// The same without its head.
fn content(ctx: &Context, workspace: &Workspace, panel: &'static str) -> Option<WidgetRect> {
    let named = workspace.place(panel);
    let named = named.and_then(|place| main_control_at(ctx, LayerId::background(), place));
    let named = named.and_then(|id| drawn(ctx, id)).filter(can_have_it);
    named.or_else(|| largest_control(ctx, workspace.body(panel)?))
}

/// The largest control in this part of the window, which is what a panel is about: the tree, the board, a row
/// of the list. Of controls of one size, or beside each other, it is the first. One that is seen in part comes
/// last, because the panel would scroll to it.
fn largest_control(ctx: &Context, body: Rect) -> Option<WidgetRect> {
    let stops = stops(ctx, LayerId::background());
    let inside: Vec<&WidgetRect> = (stops.iter())
        .filter(|it| body.contains(it.rect.center()) && it.interact_rect.is_positive())
        .collect();
    let is_whole = |it: &WidgetRect| it.rect.height() - it.interact_rect.height() <= DISTANCE;
    let area = |it: &WidgetRect| {
        let seen = it.interact_rect.intersect(body);
        // The first of a panel may lack a line at its edge.
        let height = match is_whole(it) {
            true => it.rect.height(),
            false => seen.height(),
        };
        seen.width() * height
    };
    let largest = (inside.iter().copied()).reduce(|best, it| {
        let is_better = match is_whole(it) == is_whole(best) {
            true => area(it) > 1.01 * area(best),
            false => is_whole(it),
        };
        if is_better { it } else { best }
    })?;
    let is_beside = |it: &&WidgetRect| {
        let (one, other) = (it.rect, largest.rect);
        (one.top() - other.top()).abs() < 1.0 && (one.bottom() - other.bottom()).abs() < 1.0
    };
    inside.into_iter().find(is_beside).copied()
}

/// The ring around the widget that has the focus. A field has a frame of its own.
fn ring_ui(ctx: &Context) {
    let focused = ctx.memory(|memory| memory.focused());
    let Some(place) = focused.and_then(|id| drawn(ctx, id)) else {
        return;
    };
    let is_canvas = place.rect.width().min(place.rect.height()) > MAX_RINGED;
    let is_seen = place.interact_rect.is_positive();
    let may_have_it = ctx.memory(|memory| memory.allows_interaction(place.layer_id));
    if is_canvas || !is_seen || !may_have_it || ctx.text_edit_focused() {
        return;
    }
    let mut painter = ctx.layer_painter(place.layer_id);
    // What is scrolled out of sight hides the ring too.
    let mut clip = place.interact_rect;
    for (edge, whole, by) in [
        (&mut clip.min.x, place.rect.min.x, -1.0),
        (&mut clip.min.y, place.rect.min.y, -1.0),
        (&mut clip.max.x, place.rect.max.x, 1.0),
        (&mut clip.max.y, place.rect.max.y, 1.0),
    ] {
        if (*edge - whole).abs() <= DISTANCE {
            *edge += by * (DISTANCE + 1.0);
        }
    }
    painter.set_clip_rect(clip.intersect(ctx.content_rect()));
    let stroke = ctx.global_style().visuals.selection.stroke;
    let stroke = egui::Stroke::new(1.5, stroke.color);
    let rect = place.rect.expand(DISTANCE);
    let inside = rect.intersect(ctx.content_rect());
    painter.rect_stroke(inside, theme::radius::CONTROL, stroke, StrokeKind::Inside);
}
