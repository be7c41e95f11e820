//! The picture of the map: textures whose rows are painted when their points change, a few
//! milliseconds a frame.

use super::places::Places;
use super::shades::{Light, Measure, Shading, Tones};
use super::strip::{Look, Strip};
use crate::gui::image_context;
use crate::gui::runs::RunId;
use crate::gui::theme::{self, Palette};
use egui::epaint::TextureManager;
use egui::mutex::RwLock;
use egui::{Color32, ColorImage, Pos2, Rect, TextureHandle, TextureOptions, Ui, pos2, vec2};
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
    /// A texture for some rows each, so that little is uploaded in a frame; `None` until one of them is
    /// painted.
    bands: Vec<Option<TextureHandle>>,
    /// Of the context in which the textures are.
    textures: Arc<RwLock<TextureManager>>,
    tones: Tones,
    /// For each row what it was painted with; `None` if it was not.
    rows: Vec<Option<Lit>>,
    /// The row that is looked at next, so that each has its turn.
    next: usize,
    begun: Option<Begun>,
}

/// A row that is being painted, and the moment and the count that it shows.
struct Begun {
    row: usize,
    t: Option<Moment>,
    lit: Lit,
    strip: Strip,
}

/// The height of a texture, in pixels, unless one row is higher.
const BAND: usize = 48;

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

    /// Paints the rows that have changed, as far as there is time, and shows the picture with its upper
    /// left corner at `origin`. The rest follows in the next frames; an image is painted at once, in
    /// textures of its own.
    #[expect(clippy::too_many_arguments, reason = "all that the panel shows")]
    pub fn ui(
        &mut self,
        ui: &Ui,
        origin: Pos2,
        key: PictureKey,
        places: &Places,
        shading: &Shading,
        reached: Option<(&Reached, Moment)>,
        palette: &'static Palette,
    ) {
        let is_image = image_context::is_image(ui);
        let place = match is_image {
            true => &mut self.for_image,
            false => &mut self.painted,
        };
        let textures = ui.ctx().tex_manager();
        let is_same = |it: &Painted| it.key == key && Arc::ptr_eq(&it.textures, &textures);
        let known = place.take().filter(is_same);
        let painted = place.insert(known.unwrap_or_else(|| Painted {
            bands: vec![None; places.rows.len().div_ceil(rows_of_band(places))],
            textures: ui.ctx().tex_manager(),
            tones: Tones::new(palette),
            rows: vec![None; places.rows.len()],
            next: 0,
            begun: None,
            key,
        }));
        let start = Instant::now();
        let mut has_time = || is_image || start.elapsed() < Self::BUDGET;
        while painted.begin(places, reached) {
            if !painted.go_on(ui, places, shading, reached, &mut has_time) {
                ui.ctx().request_repaint();
                break;
            }
        }
        painted.show(ui, origin, places);
    }
}

/// How many rows share a texture.
fn rows_of_band(places: &Places) -> usize {
    (BAND / places.pitch).max(1)
}

impl Painted {
    /// Begins the next row that has changed, unless one is begun; whether there is one.
    fn begin(&mut self, places: &Places, reached: Option<(&Reached, Moment)>) -> bool {
        if self.begun.is_some() {
            return true;
        }
        let dot = reached.map_or(1, |(reached, t)| {
            dot(reached.in_all(t), self.key.map.n_points())
        });
        let lit = |row| reached.map(|(reached, t)| (reached.in_row(row, t), dot));
        let n_rows = places.rows.len();
        let is_due = |row: &usize| {
            !places.rows[*row].points.is_empty() && self.rows[*row] != Some(lit(*row))
        };
        let mut rows = (self.next..n_rows).chain(0..self.next.min(n_rows));
        let Some(row) = rows.find(is_due) else {
            return false;
        };
        self.next = row + 1;
        self.begun = Some(Begun {
            row,
            t: reached.map(|(_, t)| t),
            lit: lit(row),
            strip: Strip::new(&places.rows[row], dot),
        });
        true
    }

    /// Paints the row that is begun, while there is time; whether it is painted.
    fn go_on(
        &mut self,
        ui: &Ui,
        places: &Places,
        shading: &Shading,
        reached: Option<(&Reached, Moment)>,
        has_time: &mut dyn FnMut() -> bool,
    ) -> bool {
        let Some(begun) = &mut self.begun else {
            return true;
        };
        let place = &places.rows[begun.row];
        let light = |point| match (reached, begun.t) {
            (Some((reached, _)), Some(t)) => light(reached, point, t),
            _ => Light::Expanded,
        };
        let look = Look {
            shading,
            tones: &self.tones,
            light: &light,
        };
        loop {
            if !has_time() {
                return false;
            }
            if begun.strip.step(place, &look) {
                break;
            }
        }
        if let Some(Begun {
            row, lit, strip, ..
        }) = self.begun.take()
        {
            let n_rows = rows_of_band(places);
            let band = row / n_rows;
            let top = band * n_rows * places.pitch;
            let texture = self.bands[band].get_or_insert_with(|| {
                let height = (n_rows * places.pitch).min(places.size[1] - top);
                let blank = ColorImage::filled([places.size[0], height], Color32::TRANSPARENT);
                let name = format!("space {band}");
                ui.ctx().load_texture(name, blank, TextureOptions::NEAREST)
            });
            let at = [place.left, place.top - top];
            texture.set_partial(at, strip.finish(place), TextureOptions::NEAREST);
            self.rows[row] = Some(lit);
        }
        true
    }

    fn show(&self, ui: &Ui, origin: Pos2, places: &Places) {
        let scale = ui.pixels_per_point();
        let pitch = rows_of_band(places) * places.pitch;
        let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        for (band, texture) in self.bands.iter().enumerate() {
            let Some(texture) = texture else { continue };
            let [width, height] = texture.size().map(|n| n as f32 / scale);
            let min = origin + vec2(0.0, (band * pitch) as f32 / scale);
            let rect = Rect::from_min_size(min, vec2(width, height));
            ui.painter().image(texture.id(), rect, uv, theme::UNTINTED);
        }
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
