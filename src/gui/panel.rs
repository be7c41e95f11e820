//! What every panel is: a small struct that shows the model and pushes actions.

use super::actions::Action;
use super::model::Model;
use egui_material_icons::MaterialIcon;

/// A panel. Its fields hold view state only, such as scroll positions.
pub trait Panel {
    /// The panel's present title, if it differs from the registered one.
    fn title(&self, model: &Model) -> Option<&'static str> {
        let _ = model;
        None
    }

    /// The right end of the panel's head: a few words or small controls. Laid out from right
    /// to left.
    fn head_ui(&mut self, ui: &mut egui::Ui, model: &Model, actions: &mut Vec<Action>) {
        let _ = (ui, model, actions);
    }

    /// Whether the title gives way to what the head says where there is no room for both.
    fn title_gives_way(&self) -> bool {
        false
    }

    /// Height of the body below which it scrolls as a whole: by default that of a table's head and
    /// a row.
    fn least_height(&self) -> f32 {
        56.0
    }

    /// Returns true if it shows the active run, whose problem may differ from the current one.
    fn shows_active_run(&self) -> bool {
        false
    }

    /// Whether it shows the steps of the active run, so that they can be animated.
    fn shows_steps(&self) -> bool {
        self.shows_active_run()
    }

    /// A panel with the same choices and the same view, for an animation, whose frames must not change
    /// what the window shows; `None` if a new panel will do.
    fn copy(&self) -> Option<Box<dyn Panel>> {
        None
    }

    /// The body, below the head, over the panel's whole width.
    fn ui(&mut self, ui: &mut egui::Ui, model: &Model, actions: &mut Vec<Action>);
}

/// A row of the registry of panels.
pub struct PanelAbout {
    /// Its name in saved layouts, which must not change.
    pub key: &'static str,
    pub title: &'static str,
    pub icon: MaterialIcon,
    /// Its place in the default layout, and in a saved one that lacks it.
    pub column: Column,
    /// The panel whose place it shares, as a tab, at first.
    pub tab_of: Option<&'static str>,
    /// Its part of the column's height; 0 for a tab. Those of a column add up to 1.
    pub share: f32,
    /// The width in points below which its contents would overlap.
    pub least_width: f32,
    pub new: fn() -> Box<dyn Panel>,
}

/// A column of the default layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    Left,
    Centre,
    Right,
}
