//! Rows “label … value”: labels at the left, values flush right, one below the other.

use super::follow::{had_focus, scrolled_with_focus};
use crate::gui::theme;
use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Align, Align2, Color32, FontId, Galley, Layout, Margin, Rect, Response, Role, ScrollArea,
    Sense, Stroke, Ui, UiBuilder, Vec2, WidgetInfo,
};
use egui_material_icons::icons::{ICON_CHEVRON_RIGHT, ICON_EXPAND_MORE};
use std::borrow::Cow;
use std::sync::Arc;

/// A side panel's body: a scrolling list, and below it a fixed strip of the given height. Both have
/// the margins of a side panel. A line separates them while part of the list is hidden.
pub fn above_strip(
    ui: &mut Ui,
    strip_height: f32,
    list: impl FnOnce(&mut Ui),
    strip: impl FnOnce(&mut Ui),
) {
    let whole = ui.available_rect_before_wrap();
    let edge = (whole.bottom() - strip_height).max(whole.top());
    let (upper, lower) = whole.split_top_bottom_at_y(edge);
    in_rect(ui, upper, "list", |ui| {
        let is_beside = had_focus(ui, lower);
        if !scrolled_beside(ui, ScrollArea::vertical(), is_beside, list) {
            let stroke = Stroke::new(1.0, theme::palette(ui).line);
            ui.painter()
                .hline(upper.x_range(), upper.bottom() - 0.5, stroke);
        }
    });
    in_rect(ui, lower, "strip", |ui| {
        let margin = Margin {
            top: theme::space::S as i8,
            ..Margin::symmetric(theme::space::L as i8, 0)
        };
        egui::Frame::new().inner_margin(margin).show(ui, strip);
    });
}

fn in_rect(ui: &mut Ui, rect: Rect, salt: &str, contents: impl FnOnce(&mut Ui)) {
    let builder = UiBuilder::new().id_salt(salt).max_rect(rect);
    ui.scope_builder(builder, |ui| {
        ui.set_clip_rect(ui.clip_rect().intersect(rect));
        contents(ui);
    });
}

/// A scrolling list of the full height, with the margins of a side panel. The scroll bar lies in
/// the margin, so it doesn't narrow the rows. Page keys scroll it too. Returns whether all of the list is visible.
pub fn scrolled(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) -> bool {
    scrolled_anew(ui, false, contents)
}

/// The same; if it shows something else than before, from its top.
pub fn scrolled_anew(ui: &mut Ui, is_other: bool, contents: impl FnOnce(&mut Ui)) -> bool {
    let mut area = ScrollArea::vertical();
    if is_other {
        area = area.vertical_scroll_offset(0.0);
    }
    scrolled_beside(ui, area, false, contents)
}

fn scrolled_beside(
    ui: &mut Ui,
    area: ScrollArea,
    has_focus: bool,
    contents: impl FnOnce(&mut Ui),
) -> bool {
    ui.scope(|ui| {
        ui.spacing_mut().scroll.floating_allocated_width = 0.0;
        let scroll = area.auto_shrink(false).show(ui, |ui| {
            let margin = Margin {
                bottom: theme::space::S as i8,
                ..Margin::symmetric(theme::space::L as i8, 0)
            };
            egui::Frame::new()
                .inner_margin(margin)
                .show(ui, |ui| scrolled_with_focus(ui, has_focus, contents));
        });
        scroll.content_size.y <= scroll.inner_rect.height()
    })
    .inner
}

/// Rows without gaps between them.
pub fn rows<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        contents(ui)
    })
    .inner
}

/// A label and a read-only value. Its accessible name is “label: value”.
pub fn value_row(ui: &mut Ui, label: &str, value: &str) -> Response {
    coloured_row(ui, label, value, theme::palette(ui).text)
}

/// A label and a coloured value.
pub fn coloured_row(ui: &mut Ui, label: &str, value: &str, colour: Color32) -> Response {
    let (rect, response) = allocate(ui);
    let value_galley = elided(ui, value, theme::text::BODY, colour, rect.width() * 0.7);
    let room = rect.width() - value_galley.size().x - theme::space::S;
    paint_label(ui, rect, label, room);
    paint_right(ui, rect, value_galley, colour);
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Label, ui.is_enabled(), format!("{label}: {value}"))
    });
    response
}

/// A label and a right-aligned value of several words, wrapped.
pub fn words_row(ui: &mut Ui, label: &str, value: &str) -> Response {
    let palette = theme::palette(ui);
    let font = FontId::proportional(theme::text::BODY);
    let width = ui.available_width();
    let most = width * 0.45;
    let of_label = elided(ui, label, theme::text::BODY, palette.dim, most);
    let room = width - of_label.size().x - theme::space::L;
    // A line does not begin with a sign.
    let unbroken = value.replace(" %", "\u{a0}%");
    let mut job = LayoutJob::simple(unbroken, font, palette.text, room);
    job.halign = Align::RIGHT;
    let galley = ui.painter().layout_job(job);
    let height = (galley.size().y + theme::space::XS + 2.0).max(theme::size::ROW);
    let size = Vec2::new(width, height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    // The label is on the first line.
    let first = rect.with_max_y(rect.top() + theme::size::ROW);
    paint_label(ui, first, label, most);
    let top = rect.center().y - galley.size().y / 2.0;
    ui.painter()
        .galley(egui::pos2(rect.right(), top), galley, palette.text);
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Label, ui.is_enabled(), format!("{label}: {value}"))
    });
    response
}

/// A label and right-aligned controls, laid out from right to left.
pub fn option_row<R>(ui: &mut Ui, label: &str, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let (rect, _) = allocate(ui);
    let label_width = paint_label(ui, rect, label, rect.width() * 0.6);
    let room = rect.with_min_x(rect.left() + label_width + theme::space::S);
    let layout = Layout::right_to_left(Align::Center).with_main_align(Align::RIGHT);
    let mut right = ui.new_child(UiBuilder::new().max_rect(room).layout(layout));
    right.spacing_mut().item_spacing.x = 0.0;
    right.spacing_mut().interact_size.y = theme::size::ROW;
    contents(&mut right)
}

/// A row that folds what is below it: an icon, a label, and a summary at the right. A click toggles
/// `is_open`.
pub fn disclosure(ui: &mut Ui, label: &str, summary: &str, is_open: &mut bool) -> Response {
    const SIGN: f32 = 16.0;
    let palette = theme::palette(ui);
    let size = Vec2::new(ui.available_width(), theme::size::ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    if response.clicked() {
        *is_open = !*is_open;
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), label));
    ui.ctx()
        .accesskit_node_builder(response.id, |node| node.set_expanded(*is_open));
    let is_lit = response.hovered() || response.has_focus();
    let colour = if is_lit { palette.text } else { palette.dim };
    let sign = if *is_open {
        ICON_EXPAND_MORE
    } else {
        ICON_CHEVRON_RIGHT
    };
    let at = rect.left_center() - Vec2::new(SIGN / 4.0, 0.0);
    let font = theme::icon(SIGN);
    ui.painter()
        .text(at, Align2::LEFT_CENTER, sign.codepoint, font, colour);
    let inside = rect.with_min_x(rect.left() + SIGN);
    let label = elided(ui, label, theme::text::BODY, colour, inside.width());
    let room = inside.width() - label.size().x - theme::space::L;
    let top = rect.center().y - label.size().y / 2.0;
    ui.painter()
        .galley(egui::pos2(inside.left(), top), label, colour);
    let summary = elided(ui, summary, theme::text::BODY, palette.dim, room);
    paint_right(ui, rect, summary, palette.dim);
    response
}

/// A sentence of explanation: small, dim, wrapped.
pub fn note(ui: &mut Ui, text: &str) -> Response {
    small(ui, text, theme::palette(ui).dim)
}

/// A text for lines that are wrapped: the window's text may break at any thin space, and no line is to break
/// inside a number.
pub fn unbroken(text: &str) -> String {
    text.replace('\u{2009}', "\u{a0}")
}

/// What is wrong: small, in the colour of warnings, wrapped.
pub fn warning(ui: &mut Ui, text: &str) -> Response {
    small(ui, text, theme::palette(ui).warning)
}

fn small(ui: &mut Ui, text: &str, colour: Color32) -> Response {
    let label = egui::RichText::new(unbroken(text)).small().color(colour);
    let response = ui.add(egui::Label::new(label).wrap());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), text));
    response
}

/// One line of text, cut off with “…” if it is wider than `room`.
pub fn elided(ui: &Ui, text: &str, size: f32, colour: Color32, room: f32) -> Arc<Galley> {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), FontId::proportional(size), colour);
    job.wrap = TextWrapping::truncate_at_width(room.max(0.0));
    ui.painter().layout_job(job)
}

/// A text that leaves out what is before the last of the `marks` as far as there is no room for it.
pub fn elided_before<'a>(
    ui: &Ui,
    text: &'a str,
    marks: &[char],
    size: f32,
    room: f32,
) -> Cow<'a, str> {
    let width = |text: &str| {
        elided(ui, text, size, Color32::PLACEHOLDER, f32::INFINITY)
            .size()
            .x
    };
    let Some(at) = text.rfind(marks).filter(|_| width(text) > room) else {
        return text.into();
    };
    let (begin, end) = text.split_at(at);
    let ends = begin.char_indices().map(|(i, _)| i).rev();
    let mut shorter = ends.map(|i| format!("{}…{end}", begin[..i].trim_end()));
    let fitting = shorter.find(|shorter| width(shorter) <= room);
    fitting.unwrap_or_else(|| end.to_owned()).into()
}

fn allocate(ui: &mut Ui) -> (Rect, Response) {
    let size = Vec2::new(ui.available_width(), theme::size::ROW);
    ui.allocate_exact_size(size, Sense::hover())
}

/// Paints a label and returns its width.
fn paint_label(ui: &Ui, rect: Rect, label: &str, room: f32) -> f32 {
    let colour = theme::palette(ui).dim;
    let galley = elided(ui, label, theme::text::BODY, colour, room);
    let size = galley.size();
    let top = rect.center().y - size.y / 2.0;
    ui.painter()
        .galley(egui::pos2(rect.left(), top), galley, colour);
    size.x
}

fn paint_right(ui: &Ui, rect: Rect, galley: Arc<Galley>, colour: Color32) {
    let at = egui::pos2(
        rect.right() - galley.size().x,
        rect.center().y - galley.size().y / 2.0,
    );
    ui.painter().galley(at, galley, colour);
}
