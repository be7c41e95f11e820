//! A picture on the tiles: each shows the part that belongs to its cell on the goal.

use crate::gui::theme::{self, Palette};
use crate::gui::widgets::tile;
use egui::epaint::{CornerRadius, RectShape};
use egui::{FontId, Painter, Pos2, Rect, TextureId, Vec2, vec2};
use tilescope_puzzle::Board;

/// A picture to be cut into tiles.
#[derive(Clone, Copy)]
pub struct PictureTiles<'a> {
    pub texture: TextureId,
    /// Of the picture, in pixels.
    pub size: Vec2,
    /// The board on which the picture is whole.
    pub whole_on: &'a Board,
    pub has_numbers: bool,
}

impl PictureTiles<'_> {
    /// Paints the part of a tile over its face.
    pub fn face(&self, painter: &Painter, rect: Rect, number: u8) {
        let radius = tile::radius(rect.width());
        let shape = RectShape::filled(rect, radius, theme::UNTINTED);
        painter.add(shape.with_texture(self.texture, self.part(number)));
    }

    /// Paints the number of a tile small in its corner, on a ground of its own.
    pub fn number(&self, painter: &Painter, palette: &Palette, rect: Rect, number: u8) {
        if !self.has_numbers {
            return;
        }
        let size = (rect.width() * 0.24).clamp(8.0, 18.0);
        let font = FontId::new(size, theme::semibold());
        let galley = painter.layout_no_wrap(number.to_string(), font, palette.tile_digit);
        let inset = (rect.width() * 0.05).max(1.0);
        let ground = galley.size() + vec2(size * 0.6, 0.0);
        let ground = Rect::from_min_size(rect.min + Vec2::splat(inset), ground);
        let fill = palette.tile_bottom.gamma_multiply(0.85);
        painter.rect_filled(ground, CornerRadius::same(3), fill);
        painter.galley(
            ground.center() - galley.size() / 2.0,
            galley,
            palette.tile_digit,
        );
    }

    /// The part of the picture that belongs to a tile, from 0 to 1. The picture is cropped to the
    /// shape of the board, around its middle.
    fn part(&self, number: u8) -> Rect {
        let size = self.whole_on.size();
        let cells = vec2(size.columns() as f32, size.rows() as f32);
        let scale = (self.size / cells).min_elem();
        let used = cells * scale / self.size;
        let cell = self.whole_on.cell_of(number);
        let at = vec2(
            (cell % size.columns()) as f32,
            (cell / size.columns()) as f32,
        );
        let min = (Vec2::splat(1.0) - used) / 2.0 + used * at / cells;
        Rect::from_min_size(Pos2::ZERO + min, used / cells)
    }
}
