//! The picture of the map: a texture whose rows are painted when their points change, a few
//! milliseconds a frame.

use super::places::{Places, RowPlace};
use super::shades::{Light, Measure, Shading, Tones};
use crate::gui::image_context;
use crate::gui::runs::RunId;
use crate::gui::theme::Palette;
use egui::epaint::TextureManager;
use egui::mutex::RwLock;
use egui::{Color32, ColorImage, TextureHandle, TextureId, TextureOptions, Ui};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilescope_lab::space_map::{Reached, RowCount, SpaceMap};
use tilescope_puzzle::HeuristicExpr;
use tilescope_trace::Moment;

/// The picture, and what is painted of it.
#[derive(Default)]
pub struct Picture {
    painted: Option<Painted>,
    /// The same for an image of the panel.
    for_image: Option<Painted>,
}

struct Painted {
    key: PictureKey,
    texture: TextureHandle,
    /// Of the context in which the texture is.
    textures: Arc<RwLock<TextureManager>>,
    tones: Tones,
    /// For each row what it was painted with; `None` if it was not.
    rows: Vec<Option<Lit>>,
}

/// How many points of a row are lit, and the side of each in pixels; `None` if all are lit.
type Lit = Option<(RowCount, usize)>;

/// What the whole picture depends on.
pub struct PictureKey {
    pub map: Arc<SpaceMap>,
    pub size: [usize; 2],
    pub measure: Measure,
    /// The heuristic, if the measure is of one.
    pub expr: Option<HeuristicExpr>,
    pub is_dark: bool,
    pub run: Option<RunId>,
}

impl PartialEq for PictureKey {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.map, &other.map)
            && (self.size, self.measure, self.is_dark, self.run)
                == (other.size, other.measure, other.is_dark, other.run)
            && self.expr == other.expr
    }
}

impl Picture {
    /// The part of a frame that painting may take.
    const BUDGET: Duration = Duration::from_millis(3);

    /// Paints the rows that have changed, as many as there is time for, and returns the texture.
    /// The rest follows in the next frames; an image is painted at once, in a texture of its own.
    pub fn paint(
        &mut self,
        ui: &Ui,
        key: PictureKey,
        places: &Places,
        shading: &Shading,
        reached: Option<(&Reached, Moment)>,
        palette: &'static Palette,
    ) -> TextureId {
        let is_image = image_context::is_image(ui);
        let place = match is_image {
            true => &mut self.for_image,
            false => &mut self.painted,
        };
        let textures = ui.ctx().tex_manager();
        let is_same = |it: &Painted| it.key == key && Arc::ptr_eq(&it.textures, &textures);
        let known = place.take().filter(is_same);
        let painted = place.insert(known.unwrap_or_else(|| {
            let blank = ColorImage::filled(places.size, Color32::TRANSPARENT);
            let texture = ui
                .ctx()
                .load_texture("space", blank, TextureOptions::NEAREST);
            Painted {
                textures: ui.ctx().tex_manager(),
                texture,
                tones: Tones::new(palette),
                rows: vec![None; places.rows.len()],
                key,
            }
        }));
        let dot = reached.map_or(1, |(reached, t)| {
            dot(reached.in_all(t), painted.key.map.n_points())
        });
        let lit = |row| reached.map(|(reached, t)| (reached.in_row(row, t), dot));
        let due = |rows: &[Option<Lit>], row: usize| {
            !places.rows[row].points.is_empty() && rows[row] != Some(lit(row))
        };
        let n_rows = places.rows.len();
        let Some(first) = (0..n_rows).find(|&row| due(&painted.rows, row)) else {
            return painted.texture.id();
        };
        let start = Instant::now();
        for row in first..n_rows {
            if !due(&painted.rows, row) {
                continue;
            }
            if !is_image && start.elapsed() >= Self::BUDGET {
                ui.ctx().request_repaint();
                break;
            }
            let place = &places.rows[row];
            let light = |point| match reached {
                None => Light::Expanded,
                Some((reached, t)) => light(reached, point, t),
            };
            let strip = strip(place, shading, &painted.tones, light, dot);
            let at = [place.left, place.top];
            painted
                .texture
                .set_partial(at, strip, TextureOptions::NEAREST);
            painted.rows[row] = Some(lit(row));
        }
        painted.texture.id()
    }
}

/// What a run has done to a point by step `t`.
pub fn light(reached: &Reached, point: u32, t: Moment) -> Light {
    let is_by = |step: Option<Moment>| step.is_some_and(|step| step <= t);
    if is_by(reached.expanded_at(point)) {
        Light::Expanded
    } else if is_by(reached.generated_at(point)) {
        Light::Generated
    } else {
        Light::Unreached
    }
}

/// The least side of a point that is lit, in pixels: a few are drawn larger than they are, or they
/// would not be seen.
fn dot(count: RowCount, n_points: usize) -> usize {
    let share = f64::from(count.generated) / n_points as f64;
    match share {
        ..0.02 => 3,
        ..0.08 => 2,
        _ => 1,
    }
}

/// The picture of a row.
fn strip(
    place: &RowPlace,
    shading: &Shading,
    tones: &Tones,
    light: impl Fn(u32) -> Light,
    dot: usize,
) -> ColorImage {
    let (width, height) = (place.width, place.height);
    let mut pixels = vec![Color32::TRANSPARENT; width * height];
    let lights: Vec<Light> = place.points.clone().map(&light).collect();
    let shades: Vec<u8> = (place.points.clone())
        .map(|point| shading.shade(point))
        .collect();
    let of = |point: u32| {
        let i = (point - place.points.start) as usize;
        (lights[i], tones.get(shades[i], lights[i]))
    };
    let has_gaps = place.has_gaps();
    for x in 0..width {
        let columns = place.columns(x);
        let ends_column = has_gaps && place.columns(x + 1).start != columns.start;
        for y in 0..height {
            let line = place.line(y);
            let ends_line = has_gaps && y + 1 < height && place.line(y + 1) != line;
            if ends_column || ends_line {
                continue;
            }
            let points = columns
                .clone()
                .filter_map(|column| place.point(column, line));
            let mut mix = Mix::default();
            points
                .map(of)
                .for_each(|(light, colour)| mix.add(light, colour));
            pixels[y * width + x] = mix.colour();
        }
    }
    if dot > 1 && place.side().min_elem() < dot as f32 {
        let side = place.side();
        for wanted in [Light::Generated, Light::Expanded] {
            for (i, _) in lights.iter().enumerate().filter(|(_, it)| **it == wanted) {
                let x = ((i / place.per_column) as f32 * side.x) as usize;
                let y = ((i % place.per_column) as f32 * side.y) as usize;
                let colour = tones.get(shades[i], wanted);
                for x in x..(x + dot).min(width) {
                    for y in y..(y + dot).min(height) {
                        pixels[y * width + x] = colour;
                    }
                }
            }
        }
    }
    ColorImage::new([width, height], pixels)
}

/// The colour of several points on one pixel: those that are lit count for more.
#[derive(Default)]
struct Mix {
    sum: [u32; 3],
    weight: u32,
}

impl Mix {
    fn add(&mut self, light: Light, colour: Color32) {
        let weight = match light {
            Light::Expanded => 8,
            Light::Generated => 3,
            Light::Unreached => 1,
        };
        for (sum, part) in self.sum.iter_mut().zip(colour.to_array()) {
            *sum += weight * u32::from(part);
        }
        self.weight += weight;
    }

    fn colour(&self) -> Color32 {
        match self.weight {
            0 => Color32::TRANSPARENT,
            weight => {
                let [r, g, b] = self.sum.map(|sum| (sum / weight) as u8);
                Color32::from_rgb(r, g, b)
            }
        }
    }
}
