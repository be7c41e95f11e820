//! The textures of a drawing: the glyphs, and pictures.

use egui::epaint::textures::TexturesDelta;
use egui::epaint::{ImageData, ImageDelta};
use egui::{Color32, ColorImage, TextureId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The textures of a drawing, by their numbers. The frames of an animation share what is the same.
#[derive(Clone, Default)]
pub struct Textures(BTreeMap<TextureId, Arc<ColorImage>>);

impl Textures {
    /// Takes in what a frame has changed.
    pub fn apply(&mut self, changes: &mut TexturesDelta) {
        for (id, deltas) in changes.set.drain() {
            deltas.into_iter().for_each(|delta| self.set(id, delta));
        }
        for id in changes.free.drain() {
            self.0.remove(&id);
        }
    }

    fn set(&mut self, id: TextureId, delta: ImageDelta) {
        let ImageData::Color(image) = delta.image;
        let Some([left, top]) = delta.pos else {
            self.0.insert(id, image);
            return;
        };
        let Some(whole) = self.0.get_mut(&id) else {
            return;
        };
        let whole = Arc::make_mut(whole);
        let [width, height] = image.size;
        for y in 0..height {
            let from = y * width;
            let to = (top + y) * whole.size[0] + left;
            let row = image.pixels.get(from..from + width);
            if let (Some(row), Some(place)) = (row, whole.pixels.get_mut(to..to + width)) {
                place.copy_from_slice(row);
            }
        }
    }

    pub fn get(&self, id: TextureId) -> Option<&ColorImage> {
        self.0.get(&id).map(Arc::as_ref)
    }
}

/// The colour at a place of a texture, from 0 to 1, between its four nearest texels.
pub fn sample(image: &ColorImage, u: f32, v: f32) -> [f32; 4] {
    let [width, height] = image.size;
    let (x, y) = (u * width as f32 - 0.5, v * height as f32 - 0.5);
    let (left, top) = (x.floor(), y.floor());
    let at = |dx: f32, dy: f32| {
        let clamped = |place: f32, n: usize| (place.max(0.0) as usize).min(n.saturating_sub(1));
        let (x, y) = (clamped(left + dx, width), clamped(top + dy, height));
        let colour = image.pixels.get(y * width + x).copied();
        colour
            .unwrap_or(Color32::TRANSPARENT)
            .to_array()
            .map(f32::from)
    };
    let (right, down) = (x - left, y - top);
    let (a, b, c, d) = (at(0.0, 0.0), at(1.0, 0.0), at(0.0, 1.0), at(1.0, 1.0));
    std::array::from_fn(|i| {
        let above = a[i] + (b[i] - a[i]) * right;
        let below = c[i] + (d[i] - c[i]) * right;
        above + (below - above) * down
    })
}
