//! Paints a tile: a face lit from above, and its number.

use crate::gui::theme::{self, Palette};
use egui::epaint::{CornerRadius, RectShape, Shape};
use egui::{Color32, ColorImage, Context, FontId, Galley, Painter, Pos2, Rect, TextureHandle};
use egui::{TextureId, TextureOptions, vec2};
use std::sync::Arc;

/// Paints tiles of one size on one board. Painting all faces before the numbers is fastest.
pub struct TilePainter<'a> {
    painter: &'a Painter,
    palette: &'static Palette,
    gradient: TextureId,
    radius: CornerRadius,
    /// One device pixel, in points.
    pixel: f32,
    /// The visible height of the shadow below a tile.
    shade: f32,
}

impl<'a> TilePainter<'a> {
    pub fn new(painter: &'a Painter, palette: &'static Palette, side: f32) -> Self {
        TilePainter {
            painter,
            palette,
            gradient: gradient(painter.ctx(), palette),
            radius: radius(side),
            pixel: 1.0 / painter.pixels_per_point(),
            shade: if side < 40.0 { 1.0 } else { 1.5 },
        }
    }

    /// The face of a tile in `rect`.
    pub fn face(&self, rect: Rect) {
        let below = rect.translate(vec2(0.0, self.shade));
        let below = RectShape::filled(below, self.radius, self.palette.tile_shade);
        let edge = RectShape::filled(rect, self.radius, self.palette.tile_edge);
        let lit = rect.with_min_y(rect.min.y + self.pixel);
        // Half a texel at each end: from the middle of the first to the middle of the last.
        let uv = Rect::from_min_max(Pos2::new(0.0, 0.25), Pos2::new(1.0, 0.75));
        let lit = RectShape::filled(lit, self.radius, theme::UNTINTED)
            .with_texture(self.gradient, uv)
            .with_round_to_pixels(false);
        self.painter.extend([below, edge, lit].map(Shape::from));
    }

    /// An empty ring around a tile in `rect`.
    pub fn ring(&self, rect: Rect, colour: Color32) {
        let stroke = egui::Stroke::new(2.0, colour);
        self.painter
            .rect_stroke(rect, self.radius, stroke, egui::StrokeKind::Inside);
    }

    /// A number in the middle of `rect`.
    pub fn number(&self, rect: Rect, galley: Arc<Galley>, colour: Color32) {
        let min = rect.center() - galley.size() / 2.0;
        self.painter.galley(min, galley, colour);
    }
}

/// The corners of a tile of this side.
pub fn radius(side: f32) -> CornerRadius {
    CornerRadius::same((side * 0.1).round().clamp(1.0, 8.0) as u8)
}

/// The font for numbers on tiles of this side, where `greatest` is the greatest number.
pub fn font(side: f32, greatest: usize) -> FontId {
    // On small tiles the number fills the tile. On large ones it has a margin.
    let air = ((side - 14.0) / 46.0).clamp(0.0, 1.0);
    let part = egui::lerp(0.74..=0.42, air);
    // Two digits of the greatest size are eight tenths as wide as the tile.
    let max_size = if greatest < 10 { 0.74 } else { 0.67 };
    let size = side * part.min(max_size);
    // Rounding to half points keeps the number of glyphs in the atlas small.
    FontId::new((size * 2.0).round() / 2.0, theme::semibold())
}

/// A texture of two texels, the colours of a tile's top and bottom.
fn gradient(ctx: &Context, palette: &Palette) -> TextureId {
    let colours = [palette.tile_top, palette.tile_bottom];
    let id = egui::Id::unique(("tile gradient", colours));
    if let Some(texture) = ctx.data(|data| data.get_temp::<TextureHandle>(id)) {
        return texture.id();
    }
    let image = ColorImage::new([1, 2], colours.to_vec());
    let texture = ctx.load_texture("tile gradient", image, TextureOptions::LINEAR);
    let texture_id = texture.id();
    ctx.data_mut(|data| data.insert_temp(id, texture));
    texture_id
}
