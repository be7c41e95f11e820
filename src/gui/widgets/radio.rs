//! Radio buttons. A group of them is one stop of the Tab key, and arrows choose in it.

use super::keys::{ARROWS, take_keys};
use crate::gui::theme;
use egui::{
    Atom, Atoms, EventFilter, Id, IdSalt, Key, Modifiers, Response, Role, Sense, Stroke, Ui, Vec2,
    WidgetAtom, WidgetInfo,
};

/// A group of radio buttons while it is shown, one button after the other.
///
/// Tab leads to the chosen button, or to the first if none is chosen. There arrows choose the one before or
/// after, which gets the focus.
pub struct Radios {
    id: Id,
    /// The button that Tab leads to.
    stop: usize,
    /// The button that arrows have chosen.
    reached: Option<usize>,
    /// The button that is shown next.
    next: usize,
}

impl Radios {
    /// A group of `n` buttons, of which one is chosen.
    pub fn new(ui: &Ui, id: Id, chosen: Option<usize>, n: usize) -> Self {
        Radios::with_keys(ui, id, chosen, n, &ARROWS)
    }

    /// The same for rows that have something else at their right, to which Left and Right lead.
    pub fn of_rows(ui: &Ui, id: Id, chosen: Option<usize>, n: usize) -> Self {
        Radios::with_keys(ui, id, chosen, n, &[Key::ArrowDown, Key::ArrowUp])
    }

    /// The same for buttons side by side, from which Up and Down lead to other controls.
    pub fn side_by_side(ui: &Ui, id: Id, chosen: Option<usize>, n: usize) -> Self {
        Radios::with_keys(ui, id, chosen, n, &[Key::ArrowLeft, Key::ArrowRight])
    }

    fn with_keys(ui: &Ui, id: Id, chosen: Option<usize>, n: usize, keys: &[Key]) -> Self {
        let focused = ui.memory(|memory| memory.focused());
        let from = (0..n).find(|at| focused == Some(id.with(*at)));
        let reached = from.and_then(|from| walk(ui, id, from, n, keys));
        let stop = reached.or(from).or(chosen.filter(|at| *at < n));
        Radios {
            id,
            stop: stop.unwrap_or(0),
            reached,
            next: 0,
        }
    }

    /// The next button of the group, with `text` beside it. It is changed when it is chosen.
    pub fn radio(&mut self, ui: &mut Ui, is_chosen: bool, text: &str) -> Response {
        let palette = theme::palette(ui);
        self.show_next(|id, sense| {
            let shown = ui.scope(|ui| {
                ui.visuals_mut().widgets.inactive.bg_stroke = Stroke::new(1.0, palette.dim);
                ui.visuals_mut().widgets.hovered.bg_stroke = Stroke::new(1.0, palette.text);
                radio_ui(ui, id, sense, is_chosen, text)
            });
            shown.inner
        })
    }

    /// Something else stands in the place of the next button.
    pub fn leave_next_out(&mut self) {
        self.next += 1;
    }

    /// The next button, as `show` draws it, with the number and the sense that are its own.
    pub fn show_next(&mut self, show: impl FnOnce(Id, Sense) -> Response) -> Response {
        let at = self.next;
        self.next += 1;
        let sense = match at == self.stop {
            true => Sense::click(),
            false => Sense::CLICK,
        };
        let mut response = show(self.id.with(at), sense);
        if response.clicked() || self.reached == Some(at) {
            response.mark_changed();
        }
        response
    }
}

/// Gives the focus to the button to which arrows lead from this one, and returns it.
fn walk(ui: &Ui, group: Id, from: usize, n: usize, keys: &[Key]) -> Option<usize> {
    let filter = EventFilter {
        horizontal_arrows: keys.contains(&Key::ArrowRight),
        vertical_arrows: keys.contains(&Key::ArrowDown),
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(group.with(from), filter));
    let pressed = take_keys(ui, Modifiers::NONE, keys);
    let step = |at: usize, key: &Key| match key {
        Key::ArrowDown | Key::ArrowRight => (at + 1) % n,
        _ => (at + n - 1) % n,
    };
    let to = pressed.iter().fold(from, step);
    if pressed.is_empty() || to == from {
        return None;
    }
    ui.memory_mut(|memory| memory.request_focus(group.with(to)));
    Some(to)
}

/// As egui's radio button, whose number and sense can't be chosen; the ring is seen on the ground of a page.
fn radio_ui(ui: &mut Ui, id: Id, sense: Sense, is_chosen: bool, text: &str) -> Response {
    let width = ui.spacing().icon_width;
    let height = ui.spacing().interact_size.y.max(width);
    let icon = IdSalt::new("radio button");
    let mut atoms = Atoms::new(text);
    atoms.push_left(Atom::custom(icon, Vec2::new(width, height)));
    let mut button = WidgetAtom::new(atoms)
        .id(id)
        .sense(sense)
        .min_size(Vec2::splat(height))
        .allocate(ui);
    button
        .response
        .widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), is_chosen, text));
    if !ui.is_rect_visible(button.response.rect) {
        return button.response;
    }
    let visuals = *ui.style().interact(&button.response);
    button.fallback_text_color = visuals.text_color();
    let shown = button.paint(ui);
    if let Some(rect) = shown.rect(icon) {
        let (dot, ring) = ui.spacing().icon_rectangles(rect);
        let radius = ring.width() / 2.0 + visuals.expansion;
        ui.painter()
            .circle(ring.center(), radius, visuals.bg_fill, visuals.bg_stroke);
        if is_chosen {
            let colour = visuals.fg_stroke.color;
            (ui.painter()).circle_filled(dot.center(), dot.width() / 3.0, colour);
        }
    }
    shown.response
}
