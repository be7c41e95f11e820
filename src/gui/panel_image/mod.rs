//! Images of panels, for papers and slides. A panel is drawn once more, apart from the window, in the
//! wished size and theme. SVG is written from the shapes that are drawn, PNG from their triangles.

mod drawing;
mod glyphs;
mod raster;
mod svg;
mod textures;

use super::actions::Action;
use super::image_context;
use super::model::Model;
use super::panel::Panel;
use super::requests::{ImageForm, Notice, SaveImage};
use super::theme::{self, Palette};
pub use drawing::Drawing;
use egui::{Context, Pos2, RawInput, Rect, Theme, Vec2, ViewportId};
use std::path::Path;
use std::sync::Arc;
use textures::Textures;
use tilescope_lab::{files, format};

/// Frames are drawn until sizes and places have settled.
const N_FRAMES: usize = 3;

/// SVG has no pixels; widths are rounded to this part of a point.
const SVG_SCALE: f32 = 8.0;

/// An image that is to be saved: its panel's title, and what is shown there.
#[derive(Clone, Debug)]
pub struct Image {
    pub title: &'static str,
    pub drawing: Arc<Drawing>,
}

impl Image {
    /// Writes the image to a file, which is only overwritten if it `may` be; tells what came of it.
    pub fn save(&self, path: &Path, may_overwrite: bool) -> Action {
        let name = format::path(path);
        if !may_overwrite && path.exists() {
            return Action::Notify(Notice::Failed(format!(
                "The image was not saved: there is a file {name} already. Choose another name."
            )));
        }
        Action::Notify(match self.drawing.save(path) {
            Ok(()) => Notice::Done(format!("Saved an image of {} as {name}", self.title)),
            Err(why) => Notice::Failed(why),
        })
    }
}

/// Draws the body of `panel`, in `size` points.
pub fn draw(panel: &mut dyn Panel, model: &Model, image: &SaveImage, size: Vec2) -> Drawing {
    let ctx = Context::default();
    theme::install(&ctx);
    theme::stand_still(&ctx);
    image_context::mark(&ctx);
    ctx.set_theme(match image.is_dark {
        true => Theme::Dark,
        false => Theme::Light,
    });
    let palette: &Palette = theme::palette_of(image.is_dark);
    let scale = match image.form {
        ImageForm::Svg => SVG_SCALE,
        ImageForm::Png => f32::from(image.scale),
    };
    let area = Rect::from_min_size(Pos2::ZERO, size);
    let mut textures = Textures::default();
    let mut shapes = Vec::new();
    for frame in 0..N_FRAMES {
        let mut input = RawInput {
            screen_rect: Some(area),
            time: Some(frame as f64),
            ..RawInput::default()
        };
        if let Some(viewport) = input.viewports.get_mut(&ViewportId::ROOT) {
            viewport.native_pixels_per_point = Some(scale);
        }
        let mut output = ctx.run_ui(input, |ui| {
            // What a panel asks for when it is drawn, it asks for again in the window.
            let mut actions: Vec<Action> = Vec::new();
            ui.painter().rect_filled(area, 0.0, palette.panel);
            panel.ui(ui, model, &mut actions);
        });
        textures.apply(&mut output.textures_delta);
        shapes = output.shapes;
    }
    let triangles = match image.form {
        ImageForm::Svg => Vec::new(),
        ImageForm::Png => ctx.tessellate(std::mem::take(&mut shapes), scale),
    };
    Drawing {
        form: image.form,
        size,
        pixels_per_point: scale,
        ground: palette.panel,
        shapes,
        triangles,
        textures,
    }
}

impl Drawing {
    /// Writes the image to a file, as a whole or not at all.
    ///
    /// # Errors
    /// If that fails; says why.
    pub fn save(&self, path: &Path) -> Result<(), String> {
        let bytes = match self.form {
            ImageForm::Svg => svg::write(self).into_bytes(),
            ImageForm::Png => raster::png(self)?,
        };
        files::save_bytes(path, &bytes).map_err(|error| error.to_string())
    }
}
