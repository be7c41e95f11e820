//! A row of a list of pattern databases: a picture of the patterns, their name and their size.

use crate::gui::theme;
use crate::gui::widgets::table::{self, Column, Table, paint_title};
use crate::gui::widgets::{icon_button, painter};
use egui::{Rect, Ui, UiBuilder, Vec2};
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

/// The columns of a list: the picture, then words, then what stands at the right.
pub const COLUMNS: [Column; 2] = [Column::text("", PICTURE), Column::rest("", 40.0)];

/// The table of a list.
pub fn list(salt: &'static str) -> Table<'static> {
    Table::new(salt, &COLUMNS)
        .row_height(HEIGHT)
        .inset(theme::space::XS + 2.0)
}

/// Shows a row.
pub fn ui(list: &mut table::Row<'_, '_, '_>, row: &Row, end: End) -> Option<Pressed> {
    let name = format!("{}, {}", row.title, row.detail);
    let response = list.selectable(&name, &name, row.is_marked);
    let mut ended = None;
    list.cells(|ui, column| {
        let rect = ui.max_rect();
        if column == 0 {
            let at = Rect::from_center_size(rect.center(), Vec2::splat(PICTURE));
            painter::picture(ui, at, row.goal, row.patterns);
            return;
        }
        let palette = theme::palette(ui);
        let beside = match end {
            End::Nothing => 0.0,
            End::Delete => theme::size::CONTROL,
            End::Asked => 124.0,
        };
        let (words, place) = rect.split_left_right_at_x(rect.right() - beside);
        let words = words.with_max_x(words.right() - theme::space::S);
        let colour = if row.is_bad {
            palette.warning
        } else {
            palette.dim
        };
        paint_title(ui, words, row.title, row.detail, colour);
        ended = end_ui(ui, place, end, row.title);
    });
    let clicked = response.clicked().then_some(Pressed::Row);
    response.on_hover_text(name);
    ended.or(clicked)
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
            if button.gained_focus() {
                button.scroll_to_me(None);
            }
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
