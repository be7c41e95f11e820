//! A panel as it is drawn for an image.

use super::textures::Textures;
use crate::gui::requests::ImageForm;
use egui::epaint::{ClippedPrimitive, ClippedShape};
use egui::{Color32, Vec2};

/// What a panel shows, as it is drawn.
#[derive(Clone)]
pub struct Drawing {
    pub form: ImageForm,
    /// In points.
    pub size: Vec2,
    pub pixels_per_point: f32,
    pub ground: Color32,
    pub shapes: Vec<ClippedShape>,
    /// The same as triangles; none for SVG.
    pub triangles: Vec<ClippedPrimitive>,
    pub textures: Textures,
}

impl std::fmt::Debug for Drawing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a drawing of {} × {} points", self.size.x, self.size.y)
    }
}
