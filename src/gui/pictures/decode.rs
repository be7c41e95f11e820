//! Reads a picture from a file: PNG, JPEG or WebP. What is too large is refused before it is decoded.

use egui::ColorImage;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageReader, Limits, RgbaImage, imageops};
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::Path;
use tilescope_lab::format;

/// The maximum size of a file in bytes.
const MAX_BYTES: u64 = 64 << 20;
/// The maximum width and height in pixels.
const MAX_SIDE: u32 = 12_000;
/// The maximum number of pixels. A camera's picture has up to 50 million.
const MAX_PIXELS: u64 = 50_000_000;
/// The memory that decoding may take, in bytes.
const MAX_MEMORY: u64 = 512 << 20;
/// A larger picture is reduced to this side, in pixels: a board is hardly larger on the screen.
const SIDE: u32 = 1024;

/// Reads the picture in a file.
///
/// # Errors
/// The file, then the cause, and what to do.
pub fn file(path: &Path) -> Result<ColorImage, String> {
    let place = |cause: String| format!("{}: {cause}", format::path(path));
    read(path).and_then(|read| bytes(&read)).map_err(place)
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let failed = |error: std::io::Error| format!("the file cannot be read ({error})");
    // Before opening: opening a pipe blocks until there is a writer.
    let metadata = std::fs::metadata(path).map_err(failed)?;
    if !metadata.is_file() {
        return Err("this is no file".into());
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    let mut file = file.take(MAX_BYTES + 1);
    file.read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!(
            "the file has more than {}: choose a smaller picture",
            format::bytes(MAX_BYTES)
        ));
    }
    Ok(bytes)
}

/// Reads the picture in these bytes.
///
/// # Errors
/// The cause, and what to do.
pub fn bytes(bytes: &[u8]) -> Result<ColorImage, String> {
    let unknown = "this is no PNG, JPEG or WebP picture: choose another file";
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format();
    let mut reader = reader.map_err(|error| error.to_string())?;
    reader
        .format()
        .filter(|format| format.reading_enabled())
        .ok_or(unknown)?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    let damaged = |error: image::ImageError| format!("the picture is damaged ({error})");
    let mut decoder = reader.into_decoder().map_err(damaged)?;
    let (width, height) = decoder.dimensions();
    if width.max(height) > MAX_SIDE || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(format!(
            "the picture has {}×{} pixels: choose one of at most {} pixels a side and {} million \
             in all",
            format::count(width.into()),
            format::count(height.into()),
            format::count(MAX_SIDE.into()),
            MAX_PIXELS / 1_000_000
        ));
    }
    // A camera says how it was held.
    let orientation = decoder.orientation().ok();
    let picture = DynamicImage::from_decoder(decoder).map_err(damaged)?;
    // From here on there is one kind of pixel: what follows is compiled once.
    let mut picture = reduced(picture.into_rgba8());
    if let Some(orientation) = orientation {
        picture = upright(&picture, orientation);
    }
    let size = [picture.width() as usize, picture.height() as usize];
    Ok(ColorImage::from_rgba_unmultiplied(size, picture.as_raw()))
}

/// The picture with sides of at most [`SIDE`] pixels.
pub fn reduced(picture: RgbaImage) -> RgbaImage {
    let (width, height) = picture.dimensions();
    if width.max(height) <= SIDE {
        return picture;
    }
    // As 64 bits: a pasted picture may have any size.
    let side =
        |side: u32| (u64::from(side) * u64::from(SIDE)).div_ceil(width.max(height).into()) as u32;
    imageops::thumbnail(&picture, side(width), side(height))
}

/// The picture that a camera held in `orientation` has taken.
fn upright(picture: &RgbaImage, orientation: Orientation) -> RgbaImage {
    use imageops::{flip_horizontal, flip_vertical, rotate90, rotate180, rotate270};
    match orientation {
        Orientation::NoTransforms => picture.clone(),
        Orientation::Rotate90 => rotate90(picture),
        Orientation::Rotate180 => rotate180(picture),
        Orientation::Rotate270 => rotate270(picture),
        Orientation::FlipHorizontal => flip_horizontal(picture),
        Orientation::FlipVertical => flip_vertical(picture),
        Orientation::Rotate90FlipH => flip_horizontal(&rotate90(picture)),
        Orientation::Rotate270FlipH => flip_horizontal(&rotate270(picture)),
    }
}
