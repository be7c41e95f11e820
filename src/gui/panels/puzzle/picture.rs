//! The picture on the tiles of the board, as a texture.

use crate::gui::model::Model;
use egui::{ImageData, TextureHandle, TextureOptions, Ui, Vec2};

/// The texture of the picture that was read last.
#[derive(Default)]
pub struct PictureTexture(Option<(u64, TextureHandle)>);

impl PictureTexture {
    /// The texture and its size in pixels; `None` while the tiles have numbers alone.
    pub fn get(&mut self, ui: &Ui, model: &Model) -> Option<(egui::TextureId, Vec2)> {
        let Some(picture) = model.pictures().picture() else {
            self.0 = None;
            return None;
        };
        let known = self
            .0
            .take()
            .filter(|(number, _)| *number == picture.number);
        let (_, texture) = self.0.insert(known.unwrap_or_else(|| {
            let image = ImageData::Color(picture.image.clone());
            let options = TextureOptions::LINEAR;
            (
                picture.number,
                ui.ctx().load_texture("picture", image, options),
            )
        }));
        Some((texture.id(), texture.size_vec2()))
    }
}
