//! What a map shows: a route, and how each of its cities is drawn.

use crate::gui::theme::Palette;
use egui::Color32;
use tilescope_puzzle::routes::{City, Route};
use tilescope_trace::Status;

/// A map and what is drawn on it.
pub struct Shown<'a> {
    /// Its accessible name.
    pub name: &'a str,
    pub route: &'a Route,
    /// For each city, in the order of the map.
    pub styles: &'a [CityStyle],
    /// Roads that a search has expanded.
    pub links: &'a [(City, City, Color32)],
    /// The path that is drawn thick.
    pub way: &'a [City],
    pub way_colour: Color32,
    /// The road that the player is on, and the part of it that is driven, from 0 to 1.
    pub traveller: Option<(City, City, f32)>,
    /// Whether start and goal can be chosen on it.
    pub can_edit: bool,
    /// Whether names without room are shown only while pointed at.
    pub is_small: bool,
}

/// How a city is shown.
#[derive(Clone, Default)]
pub struct CityStyle {
    /// Its status in the search.
    pub status: Option<Status>,
    /// The colour of its tree, in a bidirectional search.
    pub colour: Option<Color32>,
    /// The text below its name, in strong and in plain type.
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
