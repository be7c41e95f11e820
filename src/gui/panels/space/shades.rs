//! The number by which the points are coloured, its place on the scale, and the colours.

use crate::gui::theme::Palette;
use egui::Color32;
use tilescope_lab::format;
use tilescope_lab::space_map::{SpaceMap, Values};
use tilescope_search::Cost;
use tilescope_search::space::MAX_ESTIMATE;

/// A number that each point has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Measure {
    #[default]
    Distance,
    H,
    Error,
    Paths,
}

impl Measure {
    pub const ALL: [Measure; 4] = [
        Measure::Distance,
        Measure::H,
        Measure::Error,
        Measure::Paths,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Measure::Distance => "Distance",
            Measure::H => "h",
            Measure::Error => "Error h* − h",
            Measure::Paths => "Shortest paths",
        }
    }

    /// Whether it is a number of a heuristic's.
    pub fn needs_h(self) -> bool {
        matches!(self, Measure::H | Measure::Error)
    }
}

/// The scale of a measure on a map.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// The least and the greatest value.
    pub range: (i64, i64),
    /// Whether h overestimates somewhere, or is infinite.
    pub has_outside: bool,
}

/// How the points are shaded.
pub struct Shading<'a> {
    pub measure: Measure,
    pub map: &'a SpaceMap,
    /// The values of the heuristic by point; empty if the measure needs none.
    pub values: &'a [Cost],
    pub scale: Scale,
}

/// The greatest number of steps on the scale.
const MAX_SHADE: u8 = 254;
/// The shade of a point whose h overestimates.
const OVERESTIMATED: u8 = 255;

impl Scale {
    /// `values` are those of the heuristic, if the measure needs them.
    pub fn new(measure: Measure, map: &SpaceMap, values: Option<&Values>) -> Self {
        let last = map.rows().last().map_or(0, |row| row.distances.1);
        let none = Values::default();
        let values = values.unwrap_or(&none);
        let (range, has_outside) = match measure {
            Measure::Distance => ((0, last.into()), false),
            Measure::H => ((0, values.max_h.into()), values.has_infinite),
            Measure::Error => ((0, values.max_error.into()), values.overestimates),
            Measure::Paths => {
                let most = i64::try_from(map.max_paths()).unwrap_or(i64::MAX);
                ((1, most), false)
            }
        };
        Scale { range, has_outside }
    }
}

impl Shading<'_> {
    /// The shade of a point, from 0 to [`MAX_SHADE`], or [`OVERESTIMATED`].
    pub fn shade(&self, point: u32) -> u8 {
        let h = || self.values.get(point as usize).copied().unwrap_or(0);
        let share = match self.measure {
            Measure::Distance => self.linear(self.map.distance(point).into()),
            Measure::H if h() >= MAX_ESTIMATE => return OVERESTIMATED,
            Measure::H => self.linear(h().into()),
            Measure::Error => match error(self.map, point, h()) {
                ..0 => return OVERESTIMATED,
                error => self.linear(error),
            },
            Measure::Paths => {
                let ln = |n: i64| (n.max(1) as f32).ln();
                let n = self.map.n_paths(point).unwrap_or(1);
                let n = i64::try_from(n).unwrap_or(i64::MAX);
                ln(n) / ln(self.scale.range.1).max(f32::MIN_POSITIVE)
            }
        };
        (share.clamp(0.0, 1.0) * f32::from(MAX_SHADE)) as u8
    }

    fn linear(&self, value: i64) -> f32 {
        value as f32 / self.scale.range.1.max(1) as f32
    }
}

/// h\* − h, in units of cost.
pub fn error(map: &SpaceMap, point: u32, h: Cost) -> i64 {
    i64::from(map.distance(point)) - i64::from(h)
}

/// An end of a scale, for people.
pub fn end_text(map: &SpaceMap, measure: Measure, value: i64, unit: Cost) -> String {
    let value = value.max(0) as u64;
    match measure {
        Measure::Paths => format::count(value),
        Measure::Distance => distance_text(map, value, unit),
        Measure::H | Measure::Error => format::cost(value, unit),
    }
}

/// A distance: in moves if all moves cost the same, else a cost.
pub fn distance_text(map: &SpaceMap, distance: u64, unit: Cost) -> String {
    match map.uniform_cost() {
        Some(cost) => format::count(distance / u64::from(cost.max(1))),
        None => format::cost(distance, unit),
    }
}

/// The colours of the shades of points that a run has expanded, only generated, and not reached.
pub struct Tones([[Color32; 256]; 3]);

/// What a run has done to a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Light {
    Expanded,
    Generated,
    Unreached,
}

impl Tones {
    pub fn new(palette: &Palette) -> Self {
        let tone = |light| std::array::from_fn(|shade| tone(palette, shade as u8, light));
        Tones([Light::Expanded, Light::Generated, Light::Unreached].map(tone))
    }

    pub fn get(&self, shade: u8, light: Light) -> Color32 {
        self.0[light as usize][usize::from(shade)]
    }
}

/// The colour of a shade.
pub fn tone(palette: &Palette, shade: u8, light: Light) -> Color32 {
    let full = match shade {
        OVERESTIMATED => palette.warning,
        shade => palette.scale(f32::from(shade) / f32::from(MAX_SHADE)),
    };
    match light {
        Light::Expanded => full.lerp_to_gamma(palette.text, 0.15),
        Light::Generated => palette.panel.lerp_to_gamma(full, 0.6),
        Light::Unreached => palette.panel.lerp_to_gamma(full, 0.24),
    }
}
