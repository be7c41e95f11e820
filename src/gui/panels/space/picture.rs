//! The picture of the map: a texture whose rows are painted when their points change, a few
//! milliseconds a frame.

use super::places::{Places, RowPlace};
use super::shades::{Light, Measure, Shading, Tones};
use crate::gui::runs::RunId;
use crate::gui::theme::Palette;
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
}

struct Painted {
    key: PictureKey,
    texture: TextureHandle,
    tones: Tones,
    /// For each row what it was painted with; `None` if it was not.
    rows: Vec<Option<Lit>>,
}

/// How many points of a row are lit; `None` if all are.
type Lit = Option<RowCount>;

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
    /// The rest follows in the next frames.
    pub fn paint(
        &mut self,
        ui: &Ui,
        key: PictureKey,
        places: &Places,
        shading: &Shading,
        reached: Option<(&Reached, Moment)>,
        palette: &'static Palette,
    ) -> TextureId {
        let known = self.painted.take().filter(|painted| painted.key == key);
        let painted = self.painted.insert(known.unwrap_or_else(|| {
            let blank = ColorImage::filled(places.size, Color32::TRANSPARENT);
            let texture = ui
                .ctx()
                .load_texture("space", blank, TextureOptions::NEAREST);
            Painted {
                texture,
                tones: Tones::new(palette),
                rows: vec![None; places.rows.len()],
                key,
            }
        }));
        let lit = |row| reached.map(|(reached, t)| reached.in_row(row, t));
        let due = |rows: &[Option<Lit>], row: usize| rows[row] != Some(lit(row));
        let n_rows = places.rows.len();
        let Some(first) = (0..n_rows).find(|&row| due(&painted.rows, row)) else {
            return painted.texture.id();
        };
        let start = Instant::now();
        for row in first..n_rows {
            if !due(&painted.rows, row) {
                continue;
            }
            if start.elapsed() >= Self::BUDGET {
                ui.ctx().request_repaint();
                break;
            }
            let place = &places.rows[row];
            let light = |point| match reached {
                None => Light::Expanded,
                Some((reached, t)) => light(reached, point, t),
            };
            let count = lit(row).unwrap_or_default();
            let strip = strip(place, shading, &painted.tones, light, count);
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

/// The picture of a row.
fn strip(
    place: &RowPlace,
    shading: &Shading,
    tones: &Tones,
    light: impl Fn(u32) -> Light,
    count: RowCount,
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
    // A few points in a wide row are drawn larger than they are, or they would not be seen.
    const MAX_FEW: u32 = 12;
    const MAX_VERY_FEW: u32 = 60;
    let n = place.points.len() as u32;
    let side = place.side();
    let are_small = side.min_elem() < 2.0;
    if are_small && count.generated > 0 && count.generated * MAX_FEW < n {
        let dot = if count.generated * MAX_VERY_FEW < n {
            3
        } else {
            2
        };
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
