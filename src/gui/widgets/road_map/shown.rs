//! What a map shows: a route, and how each of its cities is drawn.

use crate::gui::theme::Palette;
use egui::Color32;
use tilescope_puzzle::routes::{City, Route};
use tilescope_trace::Status;

/// A map to be shown, and what on it.
pub struct Shown<'a> {
    /// Its accessible name.
    pub name: &'a str,
    pub route: &'a Route,
    /// For each city, in the order of the map.
    pub looks: &'a [Look],
    /// Roads that a search has taken.
    pub links: &'a [(City, City, Color32)],
    /// The way that is drawn thick.
    pub way: &'a [City],
    pub way_colour: Color32,
    /// Between which cities somebody is, and how far on the way, from 0 to 1.
    pub traveller: Option<(City, City, f32)>,
    /// Whether start and goal can be chosen on it.
    pub can_edit: bool,
    /// Whether names that have no room are left out until they are pointed at.
    pub is_small: bool,
}

/// How a city is shown.
#[derive(Clone, Default)]
pub struct Look {
    /// What a search knows of it.
    pub status: Option<Status>,
    /// The colour of its tree, where there are two.
    pub colour: Option<Color32>,
    /// What stands below its name: in strong type, and in plain.
    pub sum: (String, String),
    /// All that, for those who do not see it.
    pub words: String,
    /// Whether it was expanded just now.
    pub is_current: bool,
    pub is_selected: bool,
}

/// The colours of a status on a map.
pub fn colour(palette: &Palette, look: &Look) -> Color32 {
    match look.status {
        None | Some(Status::Unborn) => palette.faint,
        Some(Status::Frontier) => look.colour.unwrap_or(palette.frontier),
        Some(Status::Expanded) => look.colour.unwrap_or(palette.expanded),
        Some(Status::Dropped(_)) => palette.warning,
        Some(Status::Goal | Status::Meeting) => palette.good,
    }
}
