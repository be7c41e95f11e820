//! A wide combo box whose list has summaries and can be searched by typing.

use super::choice::{
    ARROW_ROOM, ITEM_MARGIN, combo_info, keep_above, list_item, misfit_item, paint_arrow,
};
use super::finder::{self, Named};
use super::keys::take_keys;
use super::rows::{elided, note};
use crate::gui::theme;
use egui::{
    Align, CornerRadius, Id, Key, Modifiers, Popup, PopupCloseBehavior, Pos2, RectAlign, Role,
    ScrollArea, Sense, Stroke, StrokeKind, TextEdit, Ui, Vec2, WidgetInfo,
};

/// An entry of a [`picker`].
pub struct Pick<'a, T> {
    pub value: T,
    pub name: &'a str,
    /// Other names by which it is found.
    pub other_names: &'a [&'a str],
    /// A sentence below the name in the list.
    pub summary: &'a str,
    /// The heading above the entry, where a group begins.
    pub heading: Option<&'a str>,
}

/// A list of at least this many entries has a search field.
const MANY: usize = 9;

/// The search text, and the marked one of the matching entries. Kept while the list is open.
#[derive(Clone, Default)]
struct Finder {
    text: String,
    /// `None` until a key marks an entry. The chosen entry is marked until then.
    marked: Option<usize>,
    /// The upper left corner of the list with all its entries. It keeps that while fewer match: a lower
    /// list above its button would move, or change to the other side.
    corner: Option<Pos2>,
}

/// A combo box of the full width whose list has a sentence about each entry. Returns what was
/// chosen this frame. Its accessible name is `name`. `misfit` says why an entry does not fit: it is
/// dimmed, but it can be chosen.
pub fn picker<'a, T: Copy>(
    ui: &mut Ui,
    name: &str,
    chosen: &str,
    picks: impl Iterator<Item = Pick<'a, T>>,
    misfit: &dyn Fn(&T) -> Option<String>,
) -> Option<T> {
    let palette = theme::palette(ui);
    let size = Vec2::new(ui.available_width(), theme::size::CONTROL + 2.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| combo_info(ui, name, chosen));
    let visuals = if Popup::is_id_open(ui.ctx(), Popup::default_response_id(&response)) {
        &ui.visuals().widgets.open
    } else {
        ui.style().interact(&response)
    };
    ui.painter().rect(
        rect,
        visuals.corner_radius,
        visuals.bg_fill,
        visuals.bg_stroke,
        StrokeKind::Inside,
    );
    let inside = rect.shrink2(Vec2::new(10.0, 0.0));
    let room = inside.width() - ARROW_ROOM;
    let galley = elided(ui, chosen, theme::text::BODY, visuals.text_color(), room);
    let top = rect.center().y - galley.size().y / 2.0;
    ui.painter()
        .galley(egui::pos2(inside.left(), top), galley, palette.text);
    paint_arrow(ui, inside);

    let width = rect.width().max(theme::size::WIDE_POPUP);
    let id = response.id.with("finder");
    let popup = Popup::menu(&response).gap(4.0).width(width);
    let popup = popup.close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let finder: Option<Finder> = ui.data(|data| data.get_temp(id));
    let corner = finder.filter(|finder| !finder.text.is_empty());
    let popup = match corner.and_then(|finder| finder.corner) {
        None => popup,
        Some(corner) => popup
            .anchor(corner)
            .align(RectAlign::BOTTOM_START)
            .align_alternatives(&[])
            .gap(0.0),
    };
    let shown = popup.show(|ui| {
        ui.set_width(width);
        list_ui(ui, id, (name, chosen), picks.collect(), misfit)
    });
    keep_above(&response);
    if shown.is_none() {
        ui.data_mut(|data| data.remove::<Finder>(id));
    }
    shown.and_then(|shown| shown.inner)
}

/// The list. Returns what was chosen.
fn list_ui<T: Copy>(
    ui: &mut Ui,
    id: Id,
    (name, chosen): (&str, &str),
    mut picks: Vec<Pick<'_, T>>,
    misfit: &dyn Fn(&T) -> Option<String>,
) -> Option<T> {
    let finder: Option<Finder> = ui.data(|data| data.get_temp(id));
    let (is_new, is_long) = (finder.is_none(), picks.len() >= MANY);
    let mut finder = finder.unwrap_or_default();
    let mut wants_marked = false;
    let mut choice = None;
    if is_long {
        field_ui(ui, id, name, &mut finder);
        finder::find(&mut picks, &finder.text, |pick| Named {
            name: pick.name,
            others: pick.other_names,
            rest: pick.summary.to_owned(),
        });
        if !finder.text.trim().is_empty() {
            // Search results are not grouped.
            picks.iter_mut().for_each(|pick| pick.heading = None);
        }
        let of_chosen = || picks.iter().position(|pick| pick.name == chosen);
        let from = finder.marked.or_else(of_chosen);
        let mut at = from.unwrap_or(0);
        if let Some(moved) = finder::move_mark(ui, at, picks.len()) {
            // Where none was marked or chosen, the first is the next.
            at = from.map_or(0, |_| moved);
            (finder.marked, wants_marked) = (Some(at), true);
        }
        // Ignore the Enter that opened the list.
        if !is_new && !take_keys(ui, Modifiers::NONE, &[Key::Enter]).is_empty() {
            choice = picks.get(at).map(|pick| pick.value);
            ui.close();
        }
    }
    let height = ui.ctx().content_rect().height() * 0.6;
    let scroll = ScrollArea::vertical().max_height(height);
    scroll.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (i, pick) in picks.iter().enumerate() {
            if let Some(heading) = pick.heading {
                heading_ui(ui, heading);
            }
            let is_chosen = pick.name == chosen;
            let item = match misfit(&pick.value) {
                Some(reason) => misfit_item(ui, is_chosen, pick.name, &reason),
                None => list_item(ui, is_chosen, pick.name, pick.summary),
            };
            if item.clicked() {
                choice = Some(pick.value);
            }
            let is_marked = finder.marked == Some(i);
            if is_marked {
                let stroke = Stroke::new(1.0, theme::palette(ui).accent);
                let radius = CornerRadius::same(theme::radius::CONTROL - 1);
                ui.painter()
                    .rect_stroke(item.rect, radius, stroke, StrokeKind::Inside);
            }
            if is_new && is_chosen {
                item.scroll_to_me(Some(Align::Center));
            } else if wants_marked && is_marked {
                item.scroll_to_me(None);
            }
        }
        if picks.is_empty() {
            note(ui, "None has this in its name or summary.");
        }
    });
    if finder.text.is_empty() {
        let list = ui.layer_id().id;
        finder.corner = ui.memory(|memory| memory.area_rect(list).map(|rect| rect.min));
    }
    ui.data_mut(|data| data.insert_temp(id, finder));
    choice
}

/// The search field.
fn field_ui(ui: &mut Ui, id: Id, name: &str, finder: &mut Finder) {
    finder::keep_focus(ui);
    let field = TextEdit::singleline(&mut finder.text)
        .id(id.with("field"))
        .hint_text("Type to find one")
        .desired_width(f32::INFINITY)
        .margin(egui::Margin::symmetric(8, 5));
    let field = ui.add(field);
    let label = format!("Find in the list of {name}");
    field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, label.clone()));
    if field.changed() {
        // The first result is marked until a key marks another.
        finder.marked = (!finder.text.trim().is_empty()).then_some(0);
    }
    field.request_focus();
    ui.add_space(theme::space::XS);
}

/// The heading of a group of entries.
fn heading_ui(ui: &mut Ui, name: &str) {
    let margin = egui::Margin::symmetric(ITEM_MARGIN.x as i8, ITEM_MARGIN.y as i8);
    egui::Frame::new().inner_margin(margin).show(ui, |ui| {
        ui.label(theme::head(name, theme::palette(ui)));
    });
}
