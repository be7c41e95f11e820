//! The picture on the tiles of the board, as a texture.

use crate::gui::model::Model;
use egui::{Id, ImageData, TextureHandle, TextureId, TextureOptions, Ui, Vec2};

/// The texture of the picture, and its size in pixels; `None` while the tiles have numbers alone.
///
/// It is kept where it is drawn: the window and an image of the panel have textures of their own.
pub fn texture(ui: &Ui, model: &Model) -> Option<(TextureId, Vec2)> {
    type Known = (u64, TextureHandle);
    let (ctx, id) = (ui.ctx(), Id::unique("the picture on the tiles"));
    let Some(picture) = model.pictures().picture() else {
        ctx.data_mut(|data| data.remove::<Known>(id));
        return None;
    };
    let known = ctx.data(|data| data.get_temp::<Known>(id));
    let known = known.filter(|(number, _)| *number == picture.number);
    let (_, texture) = known.unwrap_or_else(|| {
        let image = ImageData::Color(picture.image.clone());
        let texture = ctx.load_texture("picture", image, TextureOptions::LINEAR);
        let known = (picture.number, texture);
        ctx.data_mut(|data| data.insert_temp(id, known.clone()));
        known
    });
    Some((texture.id(), texture.size_vec2()))
}
