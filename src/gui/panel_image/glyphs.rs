//! The outlines of characters, as paths of SVG: an image looks the same where our faces are missing.

use egui::epaint::text::{FontData, FontDefinitions};
use egui::{FontFamily, FontId};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The outlines that were used so far, by their numbers.
pub struct Glyphs {
    fonts: FontDefinitions,
    /// By face and character.
    numbers: BTreeMap<(String, char), Option<Glyph>>,
    /// The path of each outline.
    pub paths: Vec<String>,
}

/// An outline, and how to place it.
#[derive(Clone, Copy)]
pub struct Glyph {
    /// Its index in [`Glyphs::paths`]; `None` if nothing is drawn, as for a space.
    pub path: Option<usize>,
    /// Points for each unit of the outline, as a part of the font's size.
    pub scale: f32,
    /// How far below the line it stands, as a part of the font's size.
    pub below: f32,
}

impl Glyphs {
    pub fn new(fonts: FontDefinitions) -> Self {
        Glyphs {
            fonts,
            numbers: BTreeMap::new(),
            paths: Vec::new(),
        }
    }

    /// The outline of a character; `None` if no face of ours has it.
    pub fn get(&mut self, font: &FontId, character: char) -> Option<Glyph> {
        for face in faces(&self.fonts, &font.family) {
            let key = (face.clone(), character);
            if let Some(known) = self.numbers.get(&key) {
                match known {
                    Some(glyph) => return Some(*glyph),
                    None => continue,
                }
            }
            let data = self.fonts.font_data.get(&face);
            let outline = data.and_then(|data| Some((data, outline(data, character)?)));
            let glyph = outline.map(|(data, (path, units))| {
                let is_drawn = !path.is_empty();
                if is_drawn {
                    self.paths.push(path);
                }
                Glyph {
                    path: is_drawn.then(|| self.paths.len() - 1),
                    scale: data.tweak.scale / units,
                    below: data.tweak.scale * data.tweak.y_offset_factor,
                }
            });
            self.numbers.insert(key, glyph);
            if glyph.is_some() {
                return glyph;
            }
        }
        None
    }
}

/// The names of the faces of a family, in the order in which they are asked.
fn faces(fonts: &FontDefinitions, family: &FontFamily) -> Vec<String> {
    fonts.families.get(family).cloned().unwrap_or_default()
}

/// The outline of a character as the path of SVG, upright, and the units in which it is.
fn outline(data: &FontData, character: char) -> Option<(String, f32)> {
    let font = FontRef::from_index((*data.font).as_ref(), data.index).ok()?;
    let glyph = font.charmap().map(character)?;
    let units = font
        .metrics(Size::unscaled(), LocationRef::default())
        .units_per_em;
    let mut path = Path::default();
    if let Some(outline) = font.outline_glyphs().get(glyph) {
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        outline.draw(settings, &mut path).ok()?;
    }
    Some((path.0, units.into()))
}

/// Writes an outline as the data of a path. SVG counts downwards, faces upwards.
#[derive(Default)]
struct Path(String);

impl Path {
    fn push(&mut self, letter: char, places: &[(f32, f32)]) {
        self.0.push(letter);
        for (i, (x, y)) in places.iter().enumerate() {
            let space = if i == 0 { "" } else { " " };
            // Writing to a `String` does not fail.
            let _ = write!(self.0, "{space}{x:.0} {:.0}", -y);
        }
    }
}

impl OutlinePen for Path {
    fn move_to(&mut self, x: f32, y: f32) {
        self.push('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.push('L', &[(x, y)]);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.push('Q', &[(cx, cy), (x, y)]);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.push('C', &[(ax, ay), (bx, by), (x, y)]);
    }

    fn close(&mut self) {
        self.0.push('Z');
    }
}
