//! Keeps a picture that was pasted in a file, so that a later window can show it.

use super::decode;
use egui::ColorImage;
use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder, RgbaImage};
use std::path::{Path, PathBuf};
use tilescope_lab::files;

/// The file that keeps a pasted picture; `None` if there is no folder for the user's data.
pub fn path() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "tilescope")?;
    Some(folders.data_dir().join("pasted.png"))
}

/// Writes the pixels to a file, as PNG; their picture, reduced as others are.
///
/// # Errors
/// If there are no pixels, or the file cannot be written.
pub fn keep(image: &ColorImage, path: &Path) -> Result<ColorImage, String> {
    let size = image.size.map(|side| u32::try_from(side).unwrap_or(0));
    let bytes = image
        .pixels
        .iter()
        .flat_map(|it| it.to_srgba_unmultiplied());
    let picture = RgbaImage::from_raw(size[0], size[1], bytes.collect())
        .filter(|it| it.width().min(it.height()) > 0)
        .ok_or("it has no pixels")?;
    let picture = decode::reduced(picture);
    let mut file = Vec::new();
    let (width, height) = picture.dimensions();
    PngEncoder::new(&mut file)
        .write_image(picture.as_raw(), width, height, ExtendedColorType::Rgba8)
        .map_err(|error| format!("it cannot be encoded ({error})"))?;
    if let Some(folder) = path.parent() {
        // If that fails, saving says why.
        let _ = std::fs::create_dir_all(folder);
    }
    files::save_bytes(path, &file).map_err(|error| error.to_string())?;
    let size = [width as usize, height as usize];
    Ok(ColorImage::from_rgba_unmultiplied(size, picture.as_raw()))
}
