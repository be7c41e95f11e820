//! Numbers, places, colours and text as SVG writes them.

use egui::epaint::{ColorMode, PathStroke};
use egui::{Color32, ColorImage, Pos2, Rect, Stroke, TextureId};
use image::ImageEncoder;

/// A number with at most two places after the point.
pub fn short(number: f32) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".into()
    } else {
        text.into()
    }
}

pub fn place(at: Pos2) -> String {
    format!("{} {}", short(at.x), short(at.y))
}

/// The place and the size of a rectangle.
pub fn area(rect: Rect) -> String {
    let [x, y, width, height] = [rect.min.x, rect.min.y, rect.width(), rect.height()].map(short);
    format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")
}

/// What ends a path.
pub fn end(is_closed: bool) -> &'static str {
    if is_closed { "Z" } else { "" }
}

/// A colour and its opacity.
fn colour(name: &str, colour: Color32) -> String {
    let [red, green, blue, alpha] = colour.to_srgba_unmultiplied();
    let opacity = match alpha {
        255 => String::new(),
        _ => format!("{name}-opacity=\"{}\" ", short(f32::from(alpha) / 255.0)),
    };
    format!("{name}=\"#{red:02x}{green:02x}{blue:02x}\" {opacity}")
}

pub fn fill(of: Color32) -> String {
    match of {
        Color32::TRANSPARENT => "fill=\"none\" ".into(),
        of => colour("fill", of),
    }
}

pub fn stroke(line: Stroke) -> String {
    match line.is_empty() {
        true => String::new(),
        false => format!(
            "{}stroke-width=\"{}\"",
            colour("stroke", line.color),
            short(line.width)
        ),
    }
}

/// The line of a path, which is of one colour in all panels.
pub fn solid(stroke: &PathStroke) -> Stroke {
    match stroke.color {
        ColorMode::Solid(colour) => Stroke::new(stroke.width, colour),
        ColorMode::UV(_) => Stroke::NONE,
    }
}

pub fn texture_name(id: TextureId) -> String {
    match id {
        TextureId::Managed(number) => format!("t{number}"),
        TextureId::User(number) => format!("u{number}"),
    }
}

/// A texture as a PNG file within the text; `None` if it cannot be encoded.
pub fn data_uri(image: &ColorImage) -> Option<String> {
    let [width, height] = image.size;
    let bytes: Vec<u8> = (image.pixels.iter())
        .flat_map(Color32::to_srgba_unmultiplied)
        .collect();
    let mut file = Vec::new();
    image::codecs::png::PngEncoder::new(&mut file)
        .write_image(
            &bytes,
            width as u32,
            height as u32,
            image::ExtendedColorType::Rgba8,
        )
        .ok()?;
    Some(format!("data:image/png;base64,{}", base64(&file)))
}

/// RFC 4648.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word = (three.iter().enumerate())
            .fold(0, |word, (i, &byte)| word | u32::from(byte) << (16 - 8 * i));
        for i in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * i)) as usize & 63];
            text.push(if i <= three.len() {
                char::from(letter)
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_rfc_4648() {
        let cases = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (bytes, text) in cases {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn numbers_are_short() {
        let numbers = [0.0, -0.001, 1.0, 12.5, 100.0, -3.456].map(short);
        assert_eq!(numbers, ["0", "0", "1", "12.5", "100", "-3.46"]);
    }
}
