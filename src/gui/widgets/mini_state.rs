//! Small pictures of states: a board, or a badge with the name of a city.

use super::mini_board::MiniBoards;
use crate::gui::theme::{self, Palette, radius};
use egui::text::{LayoutJob, TextWrapping};
use egui::{Align, Align2, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2, vec2};
use std::sync::Arc;
use tilescope_lab::{Problem, State};
use tilescope_puzzle::routes::Map;

/// Paints many states of one problem at one scale.
pub enum MiniStates {
    Boards(MiniBoards),
    Cities(Badges),
}

impl MiniStates {
    /// States of `problem` that fill `extent` in one direction at least.
    pub fn new(
        painter: &Painter,
        extent: Vec2,
        problem: &Problem,
        palette: &'static Palette,
    ) -> Self {
        match problem {
            Problem::Tiles(puzzle) => {
                let boards = MiniBoards::new(painter, extent, puzzle.size(), palette);
                MiniStates::Boards(boards)
            }
            Problem::Route(route) => MiniStates::Cities(Badges {
                map: Arc::clone(&route.map),
                extent: vec2(extent.x, (extent.x * Badges::SHAPE).min(extent.y).round()),
                palette,
            }),
        }
    }

    /// Width and height of a state, in points.
    pub fn extent(&self) -> Vec2 {
        match self {
            MiniStates::Boards(boards) => boards.extent(),
            MiniStates::Cities(badges) => badges.extent,
        }
    }

    /// Paints a state with its upper left corner at `min`. Ignores a state of another problem.
    pub fn paint(&self, painter: &Painter, min: Pos2, state: &State, frame: Stroke) {
        self.paint_with(painter, min, state, frame, String::new);
    }

    /// The same, with `figure` below a city's name if there is room.
    pub fn paint_with(
        &self,
        painter: &Painter,
        min: Pos2,
        state: &State,
        frame: Stroke,
        figure: impl FnOnce() -> String,
    ) {
        match (self, state) {
            (MiniStates::Boards(boards), State::Board(board)) => {
                boards.paint(painter, min, board.tiles(), frame);
            }
            (MiniStates::Cities(badges), State::City(city)) => {
                badges.paint(painter, min, badges.map.name(*city), figure(), frame);
            }
            _ => {}
        }
    }
}

/// Paints cities as their names on round badges.
pub struct Badges {
    map: Arc<Map>,
    extent: Vec2,
    palette: &'static Palette,
}

impl Badges {
    /// The height of a badge relative to its width: room for two lines.
    const SHAPE: f32 = 0.56;

    fn paint(&self, painter: &Painter, min: Pos2, name: &str, figure: String, frame: Stroke) {
        let palette = self.palette;
        let rect = Rect::from_min_size(min, self.extent);
        let outside = StrokeKind::Outside;
        painter.rect(rect, radius::CONTROL, palette.raised, frame, outside);
        let size = (self.extent.x * 0.18).clamp(7.0, theme::text::BODY);
        let has_room = self.extent.y >= 2.4 * size;
        let has_figure = has_room && !figure.is_empty();
        let font = FontId::new(size, theme::medium());
        let mut job = LayoutJob::simple_singleline(name.to_owned(), font, palette.text);
        job.halign = Align::Center;
        job.break_on_newline = false;
        job.wrap = TextWrapping {
            max_width: self.extent.x - 4.0,
            max_rows: if has_room && !has_figure { 2 } else { 1 },
            ..TextWrapping::default()
        };
        let galley = painter.layout_job(job);
        if !has_figure {
            let at = rect.center() - vec2(0.0, galley.size().y / 2.0);
            painter.galley(at, galley, palette.text);
            return;
        }
        let middle = rect.center();
        painter.galley(middle - vec2(0.0, galley.size().y), galley, palette.text);
        let font = FontId::proportional(size);
        painter.text(middle, Align2::CENTER_TOP, figure, font, palette.dim);
    }
}
