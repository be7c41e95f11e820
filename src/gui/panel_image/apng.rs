//! Writes animated PNG, the third edition of PNG: a first frame, and of each other frame the rectangle
//! that differs from the one before.

use super::drawing::Drawing;
use super::raster::{self, Canvas};
use png::{BitDepth, ColorType, Encoder, EncodingError};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use tilescope_lab::{Interrupt, files};

/// A frame, and how long it is shown.
pub struct Frame {
    pub drawing: Drawing,
    /// In seconds: a numerator and a denominator.
    pub delay: [u16; 2],
    /// Whether it is painted over the frame before; else anew.
    pub is_over: bool,
}

/// Paints the `n` frames that `next` gives and writes them to a file, as a whole or not at all. `tell`
/// hears how many are written.
///
/// # Errors
/// If that fails, says why; so does an interrupt, and the end of the frames before the last.
pub fn save(
    path: &Path,
    n: u32,
    next: &mut dyn FnMut() -> Option<Frame>,
    interrupt: &Interrupt,
    tell: &mut dyn FnMut(u32),
) -> Result<(), String> {
    let write = |file: &mut dyn Write| write(BufWriter::new(file), n, next, interrupt, tell);
    files::save_with(path, write).map_err(|error| error.to_string())
}

fn write(
    file: impl Write,
    n_frames: u32,
    next: &mut dyn FnMut() -> Option<Frame>,
    interrupt: &Interrupt,
    tell: &mut dyn FnMut(u32),
) -> io::Result<()> {
    let given_up = || io::Error::other("it was given up");
    let mut painted = |before: Option<&Canvas>| {
        let frame = next().ok_or_else(given_up)?;
        if interrupt.is_stopped() {
            return Err(given_up());
        }
        let canvas = match before.filter(|_| frame.is_over) {
            Some(before) => {
                let mut canvas = before.clone();
                canvas.paint(&frame.drawing);
                canvas
            }
            None => raster::paint(&frame.drawing).map_err(io::Error::other)?,
        };
        Ok((canvas, frame.delay))
    };
    let (mut before, mut delay) = painted(None)?;
    let mut encoder = Encoder::new(file, before.width as u32, before.height as u32);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_animated(n_frames, 0).map_err(cause)?;
    let mut writer = encoder.write_header().map_err(cause)?;
    for n in 1..=n_frames {
        let part = if n == 1 {
            Part::whole(&before)
        } else {
            let canvas;
            (canvas, delay) = painted(Some(&before))?;
            let part = Part::changed(&before, &canvas);
            before = canvas;
            part
        };
        let [seconds, parts] = delay;
        writer.set_frame_delay(seconds, parts).map_err(cause)?;
        // The part must lie in the image at every moment.
        writer.reset_frame_position().map_err(cause)?;
        let [width, height] = [part.x[1] - part.x[0], part.y[1] - part.y[0]];
        writer
            .set_frame_dimension(width as u32, height as u32)
            .map_err(cause)?;
        writer
            .set_frame_position(part.x[0] as u32, part.y[0] as u32)
            .map_err(cause)?;
        writer
            .write_image_data(&part.bytes(&before))
            .map_err(cause)?;
        tell(n);
    }
    writer.finish().map_err(cause)
}

fn cause(error: EncodingError) -> io::Error {
    match error {
        EncodingError::IoError(error) => error,
        error => io::Error::other(error),
    }
}

/// A part of a canvas, in pixels: the first and the one behind the last in each direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Part {
    x: [usize; 2],
    y: [usize; 2],
}

impl Part {
    fn whole(canvas: &Canvas) -> Self {
        Part {
            x: [0, canvas.width],
            y: [0, canvas.height],
        }
    }

    /// What differs between two canvases of one size; a single pixel if nothing does.
    fn changed(one: &Canvas, other: &Canvas) -> Self {
        let mut changed: Option<Part> = None;
        let width = one.width.max(1);
        let rows = (one.pixels.chunks(width)).zip(other.pixels.chunks(width));
        for (y, (one, other)) in rows.enumerate().filter(|(_, (one, other))| one != other) {
            let differs = |&x: &usize| one[x] != other[x];
            let first = (0..one.len()).find(differs).unwrap_or(0);
            let last = (0..one.len()).rfind(differs).unwrap_or(0);
            let part = changed.get_or_insert(Part {
                x: [first, last + 1],
                y: [y, y + 1],
            });
            part.x = [part.x[0].min(first), part.x[1].max(last + 1)];
            part.y[1] = y + 1;
        }
        changed.unwrap_or(Part {
            x: [0, 1],
            y: [0, 1],
        })
    }

    /// Red, green and blue of its pixels, row by row.
    fn bytes(self, canvas: &Canvas) -> Vec<u8> {
        let rows = canvas.pixels.chunks(canvas.width.max(1));
        rows.take(self.y[1])
            .skip(self.y[0])
            .flat_map(|row| &row[self.x[0]..self.x[1]])
            .flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()])
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::Color32;

    #[test]
    fn a_frame_is_the_rectangle_that_differs() {
        let blank = || Canvas {
            width: 5,
            height: 4,
            pixels: vec![Color32::WHITE; 20],
        };
        let (one, mut other) = (blank(), blank());
        let nothing = Part {
            x: [0, 1],
            y: [0, 1],
        };
        assert_eq!(Part::changed(&one, &other), nothing);
        other.pixels[5 + 3] = Color32::RED;
        other.pixels[2 * 5 + 1] = Color32::BLUE;
        let part = Part::changed(&one, &other);
        assert_eq!((part.x, part.y), ([1, 4], [1, 3]));
        let bytes = part.bytes(&other);
        assert_eq!(bytes.len(), 3 * 3 * 2);
        assert_eq!(bytes[6..9], [255, 0, 0]);
        assert_eq!(bytes[9..12], [0, 0, 255]);
    }
}
