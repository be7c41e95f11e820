//! The panels: small structs that show the model and say what should happen to it.

mod node;
mod plots;
mod puzzle;
mod result;
mod runs;
mod search;
mod tree;

use super::actions::Action;
use super::model::Model;

/// A panel. Its fields hold view state only: what would be no loss to lose.
pub trait Panel {
    /// What it is called now, where that is not always the same.
    fn title(&self, model: &Model) -> Option<&'static str> {
        let _ = model;
        None
    }

    /// What stands at the right of its head: at most a few words or small controls. Laid
    /// out from right to left.
    fn head_ui(&mut self, ui: &mut egui::Ui, model: &Model, actions: &mut Vec<Action>) {
        let _ = (ui, model, actions);
    }

    /// Its body, below the head, over the whole width.
    fn ui(&mut self, ui: &mut egui::Ui, model: &Model, actions: &mut Vec<Action>);
}

/// Which panel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum PanelKind {
    Puzzle,
    Search,
    Tree,
    Plots,
    Node,
    Result,
    Runs,
}

impl PanelKind {
    pub const ALL: [PanelKind; 7] = [
        PanelKind::Puzzle,
        PanelKind::Search,
        PanelKind::Tree,
        PanelKind::Plots,
        PanelKind::Node,
        PanelKind::Result,
        PanelKind::Runs,
    ];

    pub fn title(self) -> &'static str {
        match self {
            PanelKind::Puzzle => "Puzzle",
            PanelKind::Search => "Search",
            PanelKind::Tree => "Tree",
            PanelKind::Plots => "Plots",
            PanelKind::Node => "Node",
            PanelKind::Result => "Result",
            PanelKind::Runs => "Runs",
        }
    }
}

/// One of each.
#[derive(Default)]
pub struct Panels {
    puzzle: puzzle::PuzzlePanel,
    search: search::SearchPanel,
    tree: tree::TreePanel,
    plots: plots::PlotsPanel,
    node: node::NodePanel,
    result: result::ResultPanel,
    runs: runs::RunsPanel,
}

impl Panels {
    pub fn get(&mut self, kind: PanelKind) -> &mut dyn Panel {
        match kind {
            PanelKind::Puzzle => &mut self.puzzle,
            PanelKind::Search => &mut self.search,
            PanelKind::Tree => &mut self.tree,
            PanelKind::Plots => &mut self.plots,
            PanelKind::Node => &mut self.node,
            PanelKind::Result => &mut self.result,
            PanelKind::Runs => &mut self.runs,
        }
    }
}
