//! Where a panel is drawn apart from the window: a context of its own.

use super::drawing::Drawing;
use super::textures::Textures;
use crate::gui::actions::Action;
use crate::gui::image_context;
use crate::gui::model::Model;
use crate::gui::panel::Panel;
use crate::gui::requests::{ImageForm, SaveImage};
use crate::gui::theme::{self, Palette};
use egui::{Context, Pos2, RawInput, Rect, Theme, Ui, Vec2, ViewportId};

/// SVG has no pixels; widths are rounded to this part of a point.
const SVG_SCALE: f32 = 8.0;

/// The widest texture, in pixels: textures are in memory here, and no graphics card limits them.
const MAX_TEXTURE_SIDE: usize = 16_384;

/// A context that draws a panel in one size and one theme, as often as it is asked to.
pub struct Offscreen {
    ctx: Context,
    form: ImageForm,
    size: Vec2,
    /// Pixels for each point.
    scale: f32,
    palette: &'static Palette,
    textures: Textures,
    n_frames: u32,
}

impl Offscreen {
    /// `size` is in points.
    pub fn new(image: &SaveImage, size: Vec2) -> Self {
        let ctx = Context::default();
        theme::install(&ctx);
        theme::stand_still(&ctx);
        image_context::mark(&ctx);
        ctx.set_theme(match image.is_dark {
            true => Theme::Dark,
            false => Theme::Light,
        });
        Offscreen {
            ctx,
            form: image.form,
            size,
            scale: match image.form {
                ImageForm::Svg => SVG_SCALE,
                ImageForm::Png => f32::from(image.scale),
            },
            palette: theme::palette_of(image.is_dark),
            textures: Textures::default(),
            n_frames: 0,
        }
    }

    /// Draws the body of `panel` as it is after `n_frames` frames, at least one.
    pub fn draw(&mut self, panel: &mut dyn Panel, model: &Model, n_frames: usize) -> Drawing {
        let (area, ground) = (self.area(), self.palette.panel);
        self.paint(n_frames, &mut |ui| {
            ui.painter().rect_filled(area, 0.0, ground);
            // What a panel asks for when it is drawn, it asks for again in the window.
            let mut actions: Vec<Action> = Vec::new();
            panel.ui(ui, model, &mut actions);
        })
    }

    fn area(&self) -> Rect {
        Rect::from_min_size(Pos2::ZERO, self.size)
    }

    /// Draws what `paint` draws in the `n_frames`th frame.
    pub fn paint(&mut self, n_frames: usize, paint: &mut dyn FnMut(&mut Ui)) -> Drawing {
        let area = self.area();
        let mut shapes = Vec::new();
        for _ in 0..n_frames {
            let mut input = RawInput {
                screen_rect: Some(area),
                time: Some(self.n_frames.into()),
                max_texture_side: Some(MAX_TEXTURE_SIDE),
                ..RawInput::default()
            };
            self.n_frames += 1;
            if let Some(viewport) = input.viewports.get_mut(&ViewportId::ROOT) {
                viewport.native_pixels_per_point = Some(self.scale);
            }
            let mut output = self.ctx.run_ui(input, |ui| paint(ui));
            self.textures.apply(&mut output.textures_delta);
            shapes = output.shapes;
        }
        let triangles = match self.form {
            ImageForm::Svg => Vec::new(),
            ImageForm::Png => (self.ctx).tessellate(std::mem::take(&mut shapes), self.scale),
        };
        Drawing {
            form: self.form,
            size: self.size,
            pixels_per_point: self.scale,
            ground: self.palette.panel,
            shapes,
            triangles,
            textures: self.textures.clone(),
        }
    }
}
