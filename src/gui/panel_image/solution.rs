//! The frames of a solution as an animation: its boards, with tiles that slide.

use super::apng::{self, Frame};
use super::offscreen::Offscreen;
use crate::gui::requests::{ImageForm, SaveImage};
use crate::gui::theme;
use crate::gui::widgets::board::PictureTiles;
use crate::gui::widgets::cells::Cells;
use crate::gui::widgets::tile::{self, TilePainter};
use egui::{ColorImage, ImageData, Rect, TextureHandle, TextureOptions, Ui, Vec2, vec2};
use std::path::Path;
use std::sync::Arc;
use tilescope_lab::Interrupt;
use tilescope_lab::solution::{self, frames};
use tilescope_puzzle::{Board, Direction};

/// The side of a cell, in points, and the greatest side of a board.
const CELL: f32 = 64.0;
const MAX_SIDE: f32 = 480.0;
/// Around the board, in points.
const MARGIN: f32 = 8.0;

/// The picture on the tiles.
pub struct SolutionPicture {
    pub image: Arc<ColorImage>,
    /// The board on which it is whole.
    pub whole_on: Board,
    pub has_numbers: bool,
}

/// A solution that is to be an animation.
pub struct SolutionImages {
    frames: Vec<solution::Frame>,
    is_dark: bool,
    picture: Option<SolutionPicture>,
}

impl SolutionImages {
    /// `None` if a move leaves the board.
    pub fn new(
        start: &Board,
        moves: &[Direction],
        is_dark: bool,
        picture: Option<SolutionPicture>,
    ) -> Option<Self> {
        Some(SolutionImages {
            frames: frames(start, moves)?,
            is_dark,
            picture,
        })
    }

    pub fn n_frames(&self) -> u32 {
        u32::try_from(self.frames.len()).unwrap_or(u32::MAX)
    }

    /// Paints the frames and writes them to a file, as a whole or not at all. `tell` hears how many are
    /// written.
    ///
    /// # Errors
    /// If that fails, says why; so does an interrupt.
    pub fn save(
        &self,
        path: &Path,
        interrupt: &Interrupt,
        tell: &mut dyn FnMut(u32),
    ) -> Result<(), String> {
        let image = SaveImage {
            panel: "",
            form: ImageForm::Png,
            is_dark: self.is_dark,
            size: None,
            scale: 1,
        };
        let mut offscreen = Offscreen::new(&image, self.points());
        let mut texture = None;
        let mut frames = self.frames.iter();
        let mut next = || {
            let frame = frames.next()?;
            let paint = &mut |ui: &mut Ui| self.paint(ui, frame, &mut texture);
            Some(Frame {
                drawing: offscreen.paint(1, paint),
                delay: [frame.milliseconds, 1000],
            })
        };
        apng::save(path, self.n_frames(), &mut next, interrupt, tell)
    }

    /// Of a frame.
    fn points(&self) -> Vec2 {
        let size = self.frames.first().map(|frame| frame.board.size());
        let sides = size.map_or([0; 2], |size| [size.columns(), size.rows()]);
        let [columns, rows] = sides.map(|n| n as f32);
        let cell = CELL.min(MAX_SIDE / columns.max(rows)).floor();
        vec2(columns, rows) * cell + Vec2::splat(2.0 * MARGIN)
    }

    fn paint(&self, ui: &Ui, frame: &solution::Frame, texture: &mut Option<TextureHandle>) {
        let (painter, board) = (ui.painter(), &frame.board);
        let palette = theme::palette_of(self.is_dark);
        let area = Rect::from_min_size(egui::Pos2::ZERO, self.points());
        let cells = Cells::fit(area, board.size(), MARGIN, painter.pixels_per_point());
        painter.rect_filled(cells.board, theme::radius::BOARD, palette.well);
        let picture = self.picture.as_ref().map(|picture| {
            let texture = texture.get_or_insert_with(|| {
                let image = ImageData::Color(picture.image.clone());
                (ui.ctx()).load_texture("picture", image, TextureOptions::LINEAR)
            });
            PictureTiles {
                texture: texture.id(),
                size: texture.size_vec2(),
                whole_on: &picture.whole_on,
                has_numbers: picture.has_numbers,
            }
        });
        let faces = TilePainter::new(painter, palette, cells.side);
        let font = tile::font(cells.side, board.size().n_cells() - 1);
        for (cell, &number) in board.tiles().iter().enumerate() {
            if number == 0 {
                continue;
            }
            let mut rect = cells.cell(cell);
            if let Some((_, to, part)) = frame.slide.filter(|(from, ..)| *from == cell) {
                let eased = egui::emath::easing::quadratic_out(part);
                let way = (cells.cell(to).min - rect.min) * eased;
                rect = rect.translate(way.round());
            }
            faces.face(rect);
            match &picture {
                Some(picture) => {
                    picture.face(painter, rect, number);
                    picture.number(painter, palette, rect, number);
                }
                None => {
                    let text = number.to_string();
                    let galley = painter.layout_no_wrap(text, font.clone(), palette.tile_digit);
                    faces.number(rect, galley, palette.tile_digit);
                }
            }
        }
    }
}
