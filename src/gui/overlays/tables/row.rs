//! A row of a list of tables: a picture of the patterns, what they are, and what they take.

use crate::gui::theme;
use crate::gui::widgets::{elided, icon_button, painter};
use egui::{Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo};
use egui_material_icons::icons::ICON_DELETE;
use tilescope_puzzle::Board;

/// What a row shows.
pub struct Row<'a> {
    pub goal: &'a Board,
    pub patterns: &'a [Vec<u8>],
    pub title: &'a str,
    pub detail: &'a str,
    /// Whether something is wrong with it.
    pub is_bad: bool,
    /// Whether it is a part of what is painted.
    pub is_marked: bool,
}

/// What stands at the right of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum End {
    Nothing,
    /// A sign that deletes, once it is confirmed.
    Delete,
    /// The question whether to delete.
    Asked,
}

/// What was pressed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Pressed {
    Row,
    Delete,
    /// The question was answered.
    Yes,
    No,
}

const HEIGHT: f32 = 44.0;
const PICTURE: f32 = 32.0;

/// Shows a row as wide as there is room.
pub fn ui(ui: &mut Ui, row: &Row, end: End) -> Option<Pressed> {
    let palette = theme::palette(ui);
    let size = Vec2::new(ui.available_width(), HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = format!("{}, {}", row.title, row.detail);
    response.widget_info(|| {
        WidgetInfo::selected(Role::ListBoxOption, ui.is_enabled(), row.is_marked, &name)
    });
    ground(ui, rect, &response, row.is_marked);
    let inside = rect.shrink(theme::space::XS + 2.0);
    let at = Rect::from_min_size(inside.min, Vec2::splat(PICTURE));
    painter::picture(ui, at, row.goal, row.patterns);
    let beside = match end {
        End::Nothing => 0.0,
        End::Delete => theme::size::CONTROL,
        End::Asked => 124.0,
    };
    let left = at.right() + theme::space::M;
    let room = inside.right() - beside - theme::space::S - left;
    let title = elided(ui, row.title, theme::text::BODY, palette.text, room);
    let colour = match row.is_bad {
        true => palette.warning,
        false => palette.dim,
    };
    let detail = elided(ui, row.detail, theme::text::SMALL, colour, room);
    let top = rect.center().y - (title.size().y + detail.size().y) / 2.0;
    let below = top + title.size().y;
    ui.painter()
        .galley(egui::pos2(left, top), title, palette.text);
    ui.painter().galley(egui::pos2(left, below), detail, colour);
    let place = inside.with_min_x(inside.right() - beside);
    let ended = end_ui(ui, place, end, row.title);
    let clicked = response.clicked().then_some(Pressed::Row);
    response.on_hover_text(name);
    ended.or(clicked)
}

fn ground(ui: &Ui, rect: Rect, response: &Response, is_marked: bool) {
    let palette = theme::palette(ui);
    let radius = theme::radius::CONTROL;
    if is_marked {
        ui.painter()
            .rect_filled(rect, radius, palette.accent_ground);
    } else if response.hovered() {
        ui.painter().rect_filled(rect, radius, palette.hovered);
    }
    if response.has_focus() {
        let stroke = Stroke::new(1.0, palette.accent);
        ui.painter()
            .rect_stroke(rect, radius, stroke, StrokeKind::Inside);
    }
}

fn end_ui(ui: &mut Ui, place: Rect, end: End, title: &str) -> Option<Pressed> {
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    let mut ui = ui.new_child(UiBuilder::new().max_rect(place).layout(layout));
    ui.spacing_mut().item_spacing.x = theme::space::XS;
    match end {
        End::Nothing => None,
        End::Delete => {
            let name = format!("Delete {title}");
            let button = icon_button(&mut ui, ICON_DELETE, &name);
            let button = button.on_hover_text("Delete this table");
            button.clicked().then_some(Pressed::Delete)
        }
        End::Asked => {
            let no = ui.button("Keep").clicked().then_some(Pressed::No);
            let colour = theme::palette(&ui).warning;
            let yes = ui.button(egui::RichText::new("Delete").color(colour));
            yes.clicked().then_some(Pressed::Yes).or(no)
        }
    }
}
