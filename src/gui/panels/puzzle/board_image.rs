//! The board alone, for images.

use super::picture;
use crate::gui::actions::Action;
use crate::gui::model::Model;
use crate::gui::panel::Panel;
use crate::gui::widgets::board::{BoardWidget, PictureTiles, Shown};
use egui::{Rect, Ui, UiBuilder, Vec2, vec2};
use tilescope_lab::State;
use tilescope_puzzle::Size;

/// The board that the puzzle panel shows, without anything around it.
#[derive(Default)]
pub struct BoardImage;

impl BoardImage {
    /// The key under which it can be chosen as a panel of an image.
    pub const KEY: &'static str = "Board";

    /// The side of a cell, in points, and the greatest side of a board.
    const CELL: f32 = 80.0;
    const MAX_SIDE: f32 = 800.0;

    /// Its width and height, in points; `None` if there is no board.
    pub fn size(model: &Model) -> Option<Vec2> {
        match model.shown_state() {
            State::Board(board) => Some(Self::points(board.size())),
            State::City(_) => None,
        }
    }

    fn points(size: Size) -> Vec2 {
        let n = size.rows().max(size.columns()) as f32;
        let cell = Self::CELL.min(Self::MAX_SIDE / n).floor();
        vec2(size.columns() as f32, size.rows() as f32) * cell
    }
}

impl Panel for BoardImage {
    fn ui(&mut self, ui: &mut Ui, model: &Model, _: &mut Vec<Action>) {
        let State::Board(board) = model.shown_state() else {
            return;
        };
        let whole_on = model.puzzle().map(|puzzle| &puzzle.goal);
        let whole_on = whole_on.filter(|goal| goal.size() == board.size());
        let picture = picture::texture(ui, model).zip(whole_on);
        let shown = Shown {
            name: "Board",
            board: &board,
            goal: None,
            can_edit: false,
            can_resize: false,
            slide_seconds: 0.0,
            hint: None,
            picture: picture.map(|((texture, size), whole_on)| PictureTiles {
                texture,
                size,
                whole_on,
                has_numbers: model.pictures().has_numbers(),
            }),
        };
        let room = ui.max_rect();
        // As large a square as leaves no room around the board in the longer direction.
        let points = Self::points(board.size());
        let side = points.max_elem() * (room.size() / points).min_elem();
        let square = Rect::from_center_size(room.center(), Vec2::splat(side));
        ui.scope_builder(UiBuilder::new().max_rect(square), |ui| {
            BoardWidget::default().ui(ui, side, &shown)
        });
    }
}
