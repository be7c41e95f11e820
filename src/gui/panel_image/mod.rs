//! Images of panels, for papers and slides. A panel is drawn once more, apart from the window, in the
//! wished size and theme. SVG is written from the shapes that are drawn, PNG from their triangles. An
//! animation is a panel drawn at one step after another, or the boards of a solution.

mod animation;
mod apng;
mod drawing;
mod glyphs;
pub mod hidden_text;
mod offscreen;
mod raster;
mod solution;
mod svg;
mod textures;

use super::actions::Action;
use super::model::Model;
use super::panel::Panel;
use super::requests::{ImageForm, Notice, SaveImage};
pub use animation::Animation;
pub use drawing::Drawing;
use egui::{ColorImage, Vec2};
use offscreen::Offscreen;
use raster::Canvas;
pub use solution::{SolutionImages, SolutionPicture};
use std::path::Path;
use std::sync::Arc;
use tilescope_lab::{Interrupt, files, format};
use tilescope_puzzle::{Board, Direction};

/// Frames are drawn until sizes and places have settled.
const N_FRAMES: usize = 3;

/// An image that is to be saved: its panel's title, and what is shown there.
#[derive(Clone, Debug)]
pub struct Image {
    pub title: &'static str,
    pub drawing: Arc<Drawing>,
}

impl Image {
    /// Writes the image to a file, which is only overwritten if it `may` be; tells what came of it.
    pub fn save(&self, path: &Path, may_overwrite: bool) -> Action {
        let name = format::file_name(path);
        if !may_overwrite && path.exists() {
            return Action::Notify(Notice::Failed(format!(
                "The image was not saved: there is a file {name} already. Choose another name."
            )));
        }
        Action::Notify(match self.drawing.save(path) {
            Ok(()) => Notice::Saved(
                format!("Saved an image of {} to {name}", self.title),
                path.to_owned(),
            ),
            Err(why) => Notice::Failed(why),
        })
    }
}

/// Draws the body of `panel`, in `size` points.
pub fn draw(panel: &mut dyn Panel, model: &Model, image: &SaveImage, size: Vec2) -> Drawing {
    Offscreen::new(image, size).draw(panel, model, N_FRAMES)
}

/// Paints a solution on light ground, and writes it as an animation.
///
/// # Errors
/// If a move leaves the board, the file cannot be written, or the work is interrupted; says why.
pub fn paint_solution(
    path: &Path,
    start: &Board,
    moves: &[Direction],
    interrupt: &Interrupt,
) -> Result<(), String> {
    SolutionImages::new(start, moves, false, None)
        .ok_or("a move of the solution leaves the board")?
        .save(path, interrupt, &mut |_| {})
}

impl Drawing {
    /// Its pixels, of a drawing that is to have some.
    ///
    /// # Errors
    /// If there is no memory for the pixels.
    pub fn pixels(&self) -> Result<ColorImage, String> {
        let Canvas {
            width,
            height,
            pixels,
        } = raster::paint(self)?;
        Ok(ColorImage::new([width, height], pixels))
    }

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
