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
        let mut offscreen = self.offscreen();
        let mut texture = None;
        let mut frames = self.frames.iter();
        let mut before: Option<&solution::Frame> = None;
        let mut next = || {
            let frame = frames.next()?;
            let changed = before.map(|before| changed(before, frame));
            let is_over = before.replace(frame).is_some();
            let paint = &mut |ui: &mut Ui| self.paint(ui, frame, changed, &mut texture);
            Some(Frame {
                drawing: offscreen.paint(1, paint),
                delay: [frame.milliseconds, 1000],
                is_over,
            })
        };
        apng::save(path, self.n_frames(), &mut next, interrupt, tell)
    }

    fn offscreen(&self) -> Offscreen {
        let image = SaveImage {
            panel: "",
            form: ImageForm::Png,
            is_dark: self.is_dark,
            size: None,
            scale: 1,
        };
        Offscreen::new(&image, self.points())
    }

    /// Of a frame.
    fn points(&self) -> Vec2 {
        let size = self.frames.first().map(|frame| frame.board.size());
        let sides = size.map_or([0; 2], |size| [size.columns(), size.rows()]);
        let [columns, rows] = sides.map(|n| n as f32);
        let cell = CELL.min(MAX_SIDE / columns.max(rows)).floor();
        vec2(columns, rows) * cell + Vec2::splat(2.0 * MARGIN)
    }

    /// Paints a frame: all of it, or the two cells in which it differs from the one before.
    fn paint(
        &self,
        ui: &Ui,
        frame: &solution::Frame,
        changed: Option<[usize; 2]>,
        texture: &mut Option<TextureHandle>,
    ) {
        let board = &frame.board;
        let palette = theme::palette_of(self.is_dark);
        let area = Rect::from_min_size(egui::Pos2::ZERO, self.points());
        let cells = Cells::fit(area, board.size(), MARGIN, ui.pixels_per_point());
        let clip = match changed {
            None => {
                ui.painter().rect_filled(area, 0.0, palette.panel);
                area
            }
            // With the soft edges, and with the shadow below a tile. Other tiles are farther away.
            Some([one, other]) => {
                let mut clip = cells.cell(one).union(cells.cell(other)).expand(1.0);
                clip.max.y += 1.0;
                clip
            }
        };
        let painter = &ui.painter().with_clip_rect(clip);
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
            if number == 0 || changed.is_some_and(|changed| !changed.contains(&cell)) {
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

/// The two cells between which a tile slides, or has slid, from one frame to the next.
fn changed(before: &solution::Frame, frame: &solution::Frame) -> [usize; 2] {
    match frame.slide {
        Some((from, to, _)) => [from, to],
        None => [before.board.blank(), frame.board.blank()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::panel_image::raster;
    use tilescope_puzzle::Direction::{Left, Up};
    use tilescope_puzzle::{GoalPreset, Size};

    #[test]
    fn what_is_painted_over_a_frame_is_what_is_painted_anew() {
        for side in [2, 10] {
            let start = GoalPreset::BlankLast.board(Size::new(side, side).unwrap());
            let images = SolutionImages::new(&start, &[Left, Up], side == 2, None).unwrap();
            let mut offscreen = images.offscreen();
            let mut drawn = |frame, changed| {
                offscreen.paint(1, &mut |ui| images.paint(ui, frame, changed, &mut None))
            };
            let first = drawn(&images.frames[0], None);
            let mut canvas = raster::paint(&first).unwrap();
            for (n, pair) in images.frames.windows(2).enumerate() {
                canvas.paint(&drawn(&pair[1], Some(changed(&pair[0], &pair[1]))));
                // A tile on its way, and the last frame.
                if n == 2 || n + 2 == images.frames.len() {
                    let anew = raster::paint(&drawn(&pair[1], None)).unwrap();
                    assert!(canvas.pixels == anew.pixels, "{side}: {:?}", pair[1].slide);
                }
            }
        }
    }
}
