//! The contents of a map: a route, and the style of each city.

use crate::gui::theme::Palette;
use egui::Color32;
use tilescope_puzzle::routes::{City, Route};
use tilescope_trace::Status;

/// A map and what to draw on it.
pub struct Shown<'a> {
    /// Its accessible name.
    pub name: &'a str,
    pub route: &'a Route,
    /// For each city of the map, in order.
    pub styles: &'a [CityStyle],
    /// Roads that a search has expanded.
    pub links: &'a [(City, City, Color32)],
    /// The path drawn thick.
    pub way: &'a [City],
    pub way_colour: Color32,
    /// The path that names and lengths keep clear of at every step.
    pub solution: &'a [City],
    /// The height at the top where other things stand.
    pub head: f32,
    /// The traveller's road, and the fraction of it driven, from 0 to 1.
    pub traveller: Option<(City, City, f32)>,
    /// Whether start and goal can be chosen on the map.
    pub can_edit: bool,
    /// Whether names without room are shown only under the pointer.
    pub is_small: bool,
}

impl Shown<'_> {
    /// Whether figures stand below names.
    pub fn has_sums(&self) -> bool {
        self.styles.iter().any(|style| !style.sum.0.is_empty())
    }
}

/// The style of a city.
#[derive(Clone, Default)]
pub struct CityStyle {
    /// Its status in the search.
    pub status: Option<Status>,
    /// The colour of its value, or of its tree in a bidirectional search.
    pub colour: Option<Color32>,
    /// The text below its name, in bold and in regular type.
    pub sum: (String, String),
    /// The same for screen readers.
    pub words: String,
    /// Whether the last step expanded it.
    pub is_current: bool,
    pub is_selected: bool,
}

/// The colour of a city on a map.
pub fn colour(palette: &Palette, style: &CityStyle) -> Color32 {
    match style.status {
        None | Some(Status::NotGenerated) => palette.faint,
        Some(Status::Frontier) => style.colour.unwrap_or(palette.frontier),
        Some(Status::Expanded) => style.colour.unwrap_or(palette.expanded),
        Some(Status::Discarded(_)) => palette.warning,
        Some(Status::Goal | Status::Meeting) => palette.good,
    }
}
