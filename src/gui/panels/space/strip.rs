//! The pixels of a row of the map, painted column by column, so that a large row takes several frames.

use super::places::RowPlace;
use super::shades::{Light, Shading, Tones};
use egui::{Color32, ColorImage};
use std::ops::Range;

/// What the points of a row look like.
pub struct Look<'a> {
    pub shading: &'a Shading<'a>,
    pub tones: &'a Tones,
    pub light: &'a dyn Fn(u32) -> Light,
}

impl Look<'_> {
    fn of(&self, point: u32) -> (Light, Color32) {
        let light = (self.light)(point);
        (light, self.tones.get(self.shading.shade(point), light))
    }
}

/// A row that is being painted.
pub struct Strip {
    pixels: Vec<Color32>,
    /// The least side of a point that is lit, in pixels.
    dot: usize,
    next: Next,
    /// The columns of points in `lines`.
    columns: Range<usize>,
    /// The colour of each line of these columns.
    lines: Vec<Color32>,
}

/// What is painted next.
#[derive(Clone, Copy)]
enum Next {
    /// A column of pixels.
    Column(usize),
    /// The dots of the points that are lit so, from this one of the row on.
    Dots(Light, usize),
    Nothing,
}

/// How many points are looked at between two looks at the clock.
const STEP: usize = 1 << 10;

impl Strip {
    /// Nothing is painted yet. Points that are lit have a side of at least `dot` pixels.
    pub fn new(place: &RowPlace, dot: usize) -> Self {
        Strip {
            pixels: vec![Color32::TRANSPARENT; place.width * place.height],
            dot,
            next: Next::Column(0),
            columns: 0..0,
            lines: Vec::new(),
        }
    }

    /// Paints some more; whether all is painted. The same row must be given each time.
    pub fn step(&mut self, place: &RowPlace, look: &Look) -> bool {
        let mut n_points = 0;
        while n_points < STEP {
            self.next = match self.next {
                Next::Column(x) if x == place.width => {
                    let are_small = place.side().min_elem() < self.dot as f32;
                    match self.dot > 1 && are_small {
                        true => Next::Dots(Light::Generated, 0),
                        false => Next::Nothing,
                    }
                }
                Next::Column(x) => {
                    n_points += self.column(place, look, x);
                    Next::Column(x + 1)
                }
                Next::Dots(light, i) if i == place.points.len() => match light {
                    Light::Generated => Next::Dots(Light::Expanded, 0),
                    Light::Expanded | Light::Unreached => Next::Nothing,
                },
                Next::Dots(light, i) => {
                    n_points += 1;
                    self.dot(place, look, light, i);
                    Next::Dots(light, i + 1)
                }
                Next::Nothing => return true,
            };
        }
        false
    }

    pub fn finish(self, place: &RowPlace) -> ColorImage {
        ColorImage::new([place.width, place.height], self.pixels)
    }

    /// Paints a column of pixels. Returns how much work that was, in points.
    fn column(&mut self, place: &RowPlace, look: &Look, x: usize) -> usize {
        let columns = place.columns(x);
        let mut n_points = place.height / 8 + 1;
        if columns != self.columns {
            n_points += columns.len() * place.per_column;
            self.lines.clear();
            self.lines.extend((0..place.per_column).map(|line| {
                let points = columns
                    .clone()
                    .filter_map(|column| place.point(column, line));
                let mut mix = Mix::default();
                points
                    .map(|point| look.of(point))
                    .for_each(|(light, colour)| mix.add(light, colour));
                mix.colour()
            }));
            self.columns = columns.clone();
        }
        let has_gaps = place.has_gaps();
        if has_gaps && place.columns(x + 1).start != columns.start {
            return n_points;
        }
        for y in 0..place.height {
            let line = place.line(y);
            let ends_line = has_gaps && y + 1 < place.height && place.line(y + 1) != line;
            if !ends_line {
                self.pixels[y * place.width + x] = self.lines[line];
            }
        }
        n_points
    }

    /// Paints the point number `i` of the row larger than it is, if it is lit as `wanted`.
    fn dot(&mut self, place: &RowPlace, look: &Look, wanted: Light, i: usize) {
        let (light, colour) = look.of(place.points.start + i as u32);
        if light != wanted {
            return;
        }
        let side = place.side();
        let x = ((i / place.per_column) as f32 * side.x) as usize;
        let y = ((i % place.per_column) as f32 * side.y) as usize;
        for x in x..(x + self.dot).min(place.width) {
            for y in y..(y + self.dot).min(place.height) {
                self.pixels[y * place.width + x] = colour;
            }
        }
    }
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
