//! Choosing one of several values from a list.

use super::follow::follow_focus;
use super::rows::elided;
use crate::gui::theme;
use egui::{
    Align, Align2, Color32, CornerRadius, FontId, Id, LayerId, Order, PointerButton, Popup, Rect,
    RectAlign, Response, Role, Sense, Stroke, Ui, Vec2, WidgetInfo,
};

/// Room for a list's arrow at the right of every value in an option row.
pub const ARROW_ROOM: f32 = 16.0;

/// The margin around an entry of a list.
pub(super) const ITEM_MARGIN: Vec2 = Vec2::new(8.0, 5.0);
/// The room for the mark of the chosen entry.
const MARK: f32 = 20.0;

/// A value that opens the list of its alternatives. Returns what was chosen this frame.
/// Its accessible name is `name`, its value the chosen text.
pub fn choice<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    chosen: T,
    choices: &[(T, &str)],
) -> Option<T> {
    let text = choices
        .iter()
        .find(|(value, _)| *value == chosen)
        .map_or("", |(_, text)| *text);
    choice_shown_as(ui, name, text, chosen, choices)
}

/// The same, where the chosen value is shown in other words than in the list.
pub fn choice_shown_as<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    text: &str,
    chosen: T,
    choices: &[(T, &str)],
) -> Option<T> {
    let button = value_button(ui, name, text);
    let mut choice = None;
    let width = list_width(ui, choices.iter().map(|(_, text)| *text));
    list(&button, width, |ui| {
        for &(value, text) in choices {
            if list_item(ui, value == chosen, text, "").clicked() {
                choice = Some(value);
            }
        }
    });
    choice.filter(|value| *value != chosen)
}

/// A section head in small capitals that opens the list of its alternatives. Returns what was
/// chosen this frame. Its accessible name is `name`, its value the chosen text.
pub fn head_choice<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    chosen: T,
    choices: &[(T, &str)],
) -> Option<T> {
    let palette = theme::palette(ui);
    let text = choices
        .iter()
        .find(|(value, _)| *value == chosen)
        .map_or("", |(_, text)| *text);
    let mut job = theme::head(text, palette);
    let room = ui.available_width() - ARROW_ROOM;
    job.wrap = egui::text::TextWrapping::truncate_at_width(room.max(0.0));
    let galley = ui.painter().layout_job(job);
    let size = Vec2::new(galley.size().x + ARROW_ROOM, theme::size::ROW - 2.0);
    let (rect, button) = ui.allocate_exact_size(size, Sense::click());
    button.widget_info(|| combo_info(ui, name, text));
    paint_ground(ui, rect, &button);
    let top = rect.center().y - galley.size().y / 2.0;
    ui.painter()
        .galley(egui::pos2(rect.left(), top), galley, palette.dim);
    paint_arrow(ui, rect);
    let mut choice = None;
    let width = list_width(ui, choices.iter().map(|(_, text)| *text));
    seek_chosen(&button);
    Popup::menu(&button).gap(2.0).show(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.set_width(width);
        for &(value, text) in choices {
            if list_item(ui, value == chosen, text, "").clicked() {
                choice = Some(value);
            }
        }
    });
    keep_above(&button);
    choice.filter(|value| *value != chosen)
}

/// The width of a list of these names.
pub fn list_width<'a>(ui: &Ui, names: impl IntoIterator<Item = &'a str>) -> f32 {
    let font = FontId::proportional(theme::text::BODY);
    let widths = names.into_iter().map(|name| {
        let galley =
            ui.painter()
                .layout_no_wrap(name.to_owned(), font.clone(), theme::palette(ui).text);
        galley.size().x + 2.0 * ITEM_MARGIN.x + MARK
    });
    widths.fold(theme::size::LIST, f32::max)
}

/// The list of a value, right-aligned below it.
pub fn list(button: &Response, width: f32, contents: impl FnOnce(&mut Ui)) {
    seek_chosen(button);
    Popup::menu(button)
        .align(RectAlign::BOTTOM_END)
        .gap(2.0)
        .show(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.set_width(width);
            let height = ui.ctx().content_rect().height() * 0.6;
            egui::ScrollArea::vertical()
                .max_height(height)
                .show(ui, |ui| follow_focus(ui, contents));
        });
    keep_above(button);
}

/// The list that has just been opened and has not found the entry yet that gets the focus.
#[derive(Clone, Copy)]
struct Sought {
    list: Id,
    /// Whether that is the first one, and not the chosen one.
    is_first: bool,
}

/// If the button opens its list now, the chosen entry of the list gets the focus and is in sight. To be called
/// before the list is shown.
pub fn seek_chosen(button: &Response) {
    seek(button, false);
}

/// If a key opens the menu of a button now, the first entry that can be chosen gets the focus. To be called
/// before the menu is shown.
pub fn seek_first(button: &Response) {
    if !button.clicked_by(PointerButton::Primary) {
        seek(button, true);
    }
}

fn seek(button: &Response, is_first: bool) {
    let list = Popup::default_response_id(button);
    if button.clicked() && !Popup::is_id_open(&button.ctx, list) {
        let sought = Sought { list, is_first };
        (button.ctx).data_mut(|data| data.insert_temp(Id::NULL, sought));
    }
}

/// Closes the popup of a button when keys lead on to another widget beside it: in a text there is none. To be
/// called after the popup was shown.
pub fn close_if_left(button: &Response) {
    let (ctx, popup) = (&button.ctx, Popup::default_response_id(button));
    let focused = ctx.memory(|memory| memory.focused());
    let kept = popup.with("focus beside it");
    let before = ctx.data_mut(|data| {
        let kept: &mut Option<Id> = data.get_temp_mut_or_default(kept);
        std::mem::replace(kept, focused)
    });
    if focused != before && focused.is_some_and(|it| it != button.id) {
        Popup::close_id(ctx, popup);
    }
}

/// Keeps the list of a button of a page above that page. A list that was open before would be below it where a
/// quick click raises the page and opens the list in one frame.
pub fn keep_above(button: &Response) {
    let list = Popup::default_response_id(button);
    if button.layer_id.order == Order::Foreground && Popup::is_id_open(&button.ctx, list) {
        let layer = LayerId::new(Order::Foreground, list);
        button.ctx.set_sublayer(button.layer_id, layer);
    }
}

/// A right-aligned value with the arrow of a list.
pub fn value_button(ui: &mut Ui, name: &str, text: &str) -> Response {
    let room = ui.available_width();
    value_button_within(ui, name, [text, text], room)
}

/// The same, no wider than `room`: with the shorter text if there is no room for the longer one.
pub fn value_button_within(
    ui: &mut Ui,
    name: &str,
    [text, shorter]: [&str; 2],
    room: f32,
) -> Response {
    let palette = theme::palette(ui);
    let fitted = |text| elided(ui, text, theme::text::BODY, palette.text, room - ARROW_ROOM);
    let galley = Some(fitted(text)).filter(|galley| !galley.elided);
    let galley = galley.unwrap_or_else(|| fitted(shorter));
    let size = Vec2::new(galley.size().x + ARROW_ROOM, theme::size::ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| combo_info(ui, name, text));
    paint_ground(ui, rect, &response);
    let top = rect.center().y - galley.size().y / 2.0;
    ui.painter()
        .galley(egui::pos2(rect.left(), top), galley, palette.text);
    paint_arrow(ui, rect);
    response
}

/// Only the arrow of a list, beside a value that can be typed.
pub fn arrow_button(ui: &mut Ui, name: &str) -> Response {
    let size = Vec2::new(ARROW_ROOM, theme::size::ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    paint_arrow(ui, rect);
    response
}

/// An entry of a list: its name, and below it `summary` unless that is empty. Closes the list when
/// it is chosen.
pub fn list_item(ui: &mut Ui, is_chosen: bool, name: &str, summary: &str) -> Response {
    let palette = theme::palette(ui);
    item(ui, is_chosen, (name, palette.text), (summary, palette.dim))
}

/// An entry that does not fit, and why: it can be chosen, but not be used as things are.
pub fn misfit_item(ui: &mut Ui, is_chosen: bool, name: &str, reason: &str) -> Response {
    let palette = theme::palette(ui);
    let response = item(
        ui,
        is_chosen,
        (name, palette.faint),
        (reason, palette.warning),
    );
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_description(reason);
    });
    response
}

/// An entry that cannot be chosen, and why.
pub fn dimmed_item(ui: &mut Ui, name: &str, reason: &str) -> Response {
    let palette = theme::palette(ui);
    let width = ui.available_width();
    let texts = [
        (name, theme::text::BODY, palette.faint),
        (reason, theme::text::SMALL, palette.dim),
    ];
    let room = width - 2.0 * ITEM_MARGIN.x;
    let galleys = texts.map(|(text, size, colour)| {
        let font = FontId::proportional(size);
        (ui.painter()).layout(text.to_owned(), font, colour, room)
    });
    let height = galleys.iter().map(|it| it.size().y).sum::<f32>() + 2.0 * ITEM_MARGIN.y;
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, height), Sense::hover());
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, false, false, name));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_description(reason);
    });
    let mut at = rect.min + ITEM_MARGIN;
    for galley in galleys {
        let height = galley.size().y;
        ui.painter().galley(at, galley, palette.faint);
        at.y += height;
    }
    response
}

/// An entry whose name and summary have these colours.
fn item(
    ui: &mut Ui,
    is_chosen: bool,
    (name, colour): (&str, Color32),
    (summary, summary_colour): (&str, Color32),
) -> Response {
    let palette = theme::palette(ui);
    let width = ui.available_width();
    let room = width - 2.0 * ITEM_MARGIN.x - MARK;
    let body = FontId::proportional(theme::text::BODY);
    let painter = ui.painter();
    let name_galley = painter.layout_no_wrap(name.to_owned(), body, colour);
    let small = FontId::proportional(theme::text::SMALL);
    let summary_galley = (!summary.is_empty())
        .then(|| painter.layout(summary.to_owned(), small, summary_colour, room + MARK));
    let name_height = name_galley.size().y;
    let text_width = name_galley.size().x + 2.0 * ITEM_MARGIN.x + MARK;
    let text_height = name_height
        + summary_galley
            .as_ref()
            .map_or(0.0, |text| text.size().y + 1.0);
    let size = Vec2::new(width.max(text_width), text_height + 2.0 * ITEM_MARGIN.y);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| {
        WidgetInfo::selected(Role::ListBoxOption, ui.is_enabled(), is_chosen, name)
    });

    if !ui.is_sizing_pass() {
        let list = ui.layer_id().id;
        let sought: Option<Sought> = ui.data(|data| data.get_temp(Id::NULL));
        if sought.is_some_and(|it| it.list == list && (it.is_first || is_chosen)) {
            ui.data_mut(|data| data.remove::<Sought>(Id::NULL));
            response.request_focus();
            // A list without a need to scroll would scroll what is behind it.
            if !ui.clip_rect().contains_rect(rect) {
                let at_once = egui::style::ScrollAnimation::none();
                response.scroll_to_me_animation(Some(Align::Center), at_once);
            }
        }
    }

    let painter = ui.painter();
    let radius = CornerRadius::same(theme::radius::CONTROL - 1);
    if response.hovered() || response.has_focus() {
        painter.rect_filled(rect, radius, palette.hovered);
    }
    let at = rect.min + ITEM_MARGIN;
    painter.galley(at, name_galley, colour);
    if let Some(summary) = summary_galley {
        painter.galley(
            at + Vec2::new(0.0, name_height + 1.0),
            summary,
            summary_colour,
        );
    }
    if is_chosen {
        painter.text(
            egui::pos2(rect.right() - ITEM_MARGIN.x, at.y + name_height / 2.0),
            Align2::RIGHT_CENTER,
            egui_material_icons::icons::ICON_CHECK.codepoint,
            theme::icon(15.0),
            palette.accent,
        );
    }
    // egui closes the list after a click, but not after Enter.
    if response.clicked() {
        ui.close();
    }
    response
}

pub(super) fn combo_info(ui: &Ui, name: &str, value: &str) -> WidgetInfo {
    WidgetInfo {
        current_text_value: Some(value.to_owned()),
        ..WidgetInfo::labeled(Role::ComboBox, ui.is_enabled(), name)
    }
}

/// The background of a value under the pointer, slightly wider than the value.
fn paint_ground(ui: &Ui, rect: Rect, response: &Response) {
    let palette = theme::palette(ui);
    let ground = rect.expand2(Vec2::new(6.0, -1.0));
    let radius = CornerRadius::same(theme::radius::CONTROL - 1);
    if response.hovered() {
        ui.painter().rect_filled(ground, radius, palette.raised);
    }
}

pub(super) fn paint_arrow(ui: &Ui, rect: Rect) {
    let centre = egui::pos2(rect.right() - 4.0, rect.center().y + 1.0);
    let points = vec![
        centre + Vec2::new(-4.0, -2.5),
        centre + Vec2::new(4.0, -2.5),
        centre + Vec2::new(0.0, 2.5),
    ];
    let colour = theme::palette(ui).faint;
    ui.painter()
        .add(egui::Shape::convex_polygon(points, colour, Stroke::NONE));
}
