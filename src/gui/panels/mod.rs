//! The panels and their registry.

mod compare;
mod experiment;
mod folded;
mod frontier;
mod levels;
mod library;
mod node;
mod overview;
mod plots;
mod pseudocode;
mod puzzle;
mod race;
mod result;
mod runs;
mod search;
mod show_step;
mod space;
mod tree;

pub use frontier::LargeFrontier;
pub use node::LargeWhy;
pub use pseudocode::Steps;
pub use puzzle::{BoardImage, board_is_in_sight};

use super::panel::{Column, Panel, PanelAbout};
use super::panel_key::PanelKey;
use egui_material_icons::MaterialIcon;
use egui_material_icons::icons::{
    ICON_ACCOUNT_TREE, ICON_BLUR_ON, ICON_DIFFERENCE, ICON_FIT_SCREEN, ICON_FLAG,
    ICON_FORMAT_LIST_BULLETED, ICON_GRID_VIEW, ICON_LABEL, ICON_LIBRARY_BOOKS, ICON_LIST,
    ICON_PLAY_ARROW, ICON_SCIENCE, ICON_SEARCH, ICON_SHOW_CHART, ICON_TABLE_CHART,
};

/// Every panel, from top to bottom of its column.
#[rustfmt::skip]
pub const PANELS: &[PanelAbout] = &[
    row::<puzzle::PuzzlePanel>("Puzzle", ICON_GRID_VIEW, Column::Left, 0.58, 260.0),
    row::<search::SearchPanel>("Search", ICON_SEARCH, Column::Left, 0.42, 260.0),
    row::<tree::TreePanel>("Tree", ICON_ACCOUNT_TREE, Column::Centre, 0.72, 320.0),
    tab::<library::LibraryPanel>("Library", ICON_LIBRARY_BOOKS, Column::Centre, "Tree", 320.0),
    tab::<frontier::FrontierPanel>("Frontier", ICON_LIST, Column::Centre, "Tree", 320.0),
    tab::<levels::LevelsPanel>("Levels", ICON_TABLE_CHART, Column::Centre, "Tree", 320.0),
    tab::<overview::OverviewPanel>("Overview", ICON_FIT_SCREEN, Column::Centre, "Tree", 320.0),
    tab::<compare::ComparePanel>("Compare", ICON_DIFFERENCE, Column::Centre, "Tree", 320.0),
    tab::<race::RacePanel>("Race", ICON_PLAY_ARROW, Column::Centre, "Tree", 320.0),
    tab::<experiment::ExperimentPanel>("Experiment", ICON_SCIENCE, Column::Centre, "Tree", 320.0),
    tab::<space::SpacePanel>("State space", ICON_BLUR_ON, Column::Centre, "Tree", 320.0),
    row::<plots::PlotsPanel>("Plots", ICON_SHOW_CHART, Column::Centre, 0.28, 320.0),
    tab::<pseudocode::PseudocodePanel>("Pseudocode", ICON_FORMAT_LIST_BULLETED, Column::Centre, "Plots", 320.0),
    row::<node::NodePanel>("Node", ICON_LABEL, Column::Right, 0.45, 260.0),
    row::<result::ResultPanel>("Result", ICON_FLAG, Column::Right, 0.33, 260.0),
    row::<runs::RunsPanel>("Runs", ICON_LIST, Column::Right, 0.22, 260.0),
];

/// The titles of the panels that show the steps of the active run, in the order of the registry.
pub fn of_steps() -> impl Iterator<Item = &'static str> {
    let panels = PANELS.iter().filter(|panel| (panel.new)().shows_steps());
    panels.map(|panel| panel.title)
}

/// A panel with its key as its title.
const fn row<P: Panel + Default + 'static>(
    title: &'static str,
    icon: MaterialIcon,
    column: Column,
    share: f32,
    least_width: f32,
) -> PanelAbout {
    PanelAbout {
        key: title,
        title,
        icon,
        column,
        tab_of: None,
        share,
        least_width,
        new: || Box::new(P::default()),
    }
}

/// A panel that shares the place of another one.
const fn tab<P: Panel + Default + 'static>(
    title: &'static str,
    icon: MaterialIcon,
    column: Column,
    beside: &'static str,
    least_width: f32,
) -> PanelAbout {
    PanelAbout {
        tab_of: Some(beside),
        ..row::<P>(title, icon, column, 0.0, least_width)
    }
}

/// One panel of each kind, in the order of the registry.
pub struct Panels(Vec<Box<dyn Panel>>);

impl Default for Panels {
    fn default() -> Self {
        Panels(PANELS.iter().map(|panel| (panel.new)()).collect())
    }
}

impl Panels {
    /// Puts another panel in the place of one, for tests. It stays until it is reset.
    pub fn replace(&mut self, key: &str, panel: Box<dyn Panel>) {
        if let Some(i) = PANELS.iter().position(|panel| panel.key == key) {
            self.0[i] = panel;
        }
    }

    /// Drops the view state of a panel.
    pub fn reset(&mut self, about: &'static PanelAbout) {
        self.replace(about.key, (about.new)());
    }

    /// The panel with this key and its registry row; `None` if there is no such panel.
    pub fn get(&mut self, key: &PanelKey) -> Option<(&'static PanelAbout, &mut dyn Panel)> {
        let i = PANELS.iter().position(|panel| panel.key == key.as_str())?;
        Some((&PANELS[i], &mut **self.0.get_mut(i)?))
    }
}
