//! What a command opens or chooses: a page, a panel, an example, a theme.

use super::Command;
use crate::gui::edit::{BoardView, Side};
use crate::gui::model::Model;
use crate::gui::requests::Page;
use egui::ThemePreference;
use std::iter;
use tilescope_lab::Settings;
use tilescope_lab::catalogue;
use tilescope_lab::experiment::Sweep;
use tilescope_lab::landmark::{Landmark, Towards};
use tilescope_search::Applies;

impl Command {
    /// The file of the example that it opens, if it opens one.
    pub fn example(self) -> Option<&'static str> {
        match self {
            Command::Romania => Some("romania"),
            Command::India => Some("delhi-hyderabad"),
            _ => None,
        }
    }

    /// The page that it opens, if it opens one.
    pub fn page(self) -> Option<Page> {
        match self {
            Command::Palette => Some(Page::Palette),
            Command::GoToStep => Some(Page::GoToStep),
            Command::GoToNode => Some(Page::GoToNode),
            Command::Keys => Some(Page::Keys),
            Command::About => Some(Page::About),
            Command::PublishedExperiments => Some(Page::PublishedExperiments),
            Command::Audit => Some(Page::Audit),
            Command::OwnHeuristics => Some(Page::OwnHeuristics),
            Command::Bookmarks => Some(Page::Bookmarks),
            Command::Breakpoints => Some(Page::Breakpoints),
            Command::ExportGraph => Some(Page::Export),
            Command::ExportTrace => Some(Page::ExportTrace),
            Command::Tables => Some(Page::Tables),
            Command::History => Some(Page::History),
            Command::Picture => Some(Page::Picture),
            Command::SaveImage => Some(Page::PanelImage),
            Command::Generate => Some(Page::Generate),
            Command::Layouts => Some(Page::Layouts),
            _ => None,
        }
    }

    /// What it shows of the puzzle or of the road map, if it shows that.
    pub fn board_view(self) -> Option<BoardView> {
        match self {
            Command::EditStart => Some(BoardView::Edit(Side::Start)),
            Command::EditGoal => Some(BoardView::Edit(Side::Goal)),
            Command::Play => Some(BoardView::Play),
            _ => None,
        }
    }

    /// The index of the layout of the user's own that it shows, if it shows one.
    pub fn own_layout(self) -> Option<usize> {
        Some(match self {
            Command::OwnLayout1 => 0,
            Command::OwnLayout2 => 1,
            Command::OwnLayout3 => 2,
            Command::OwnLayout4 => 3,
            Command::OwnLayout5 => 4,
            Command::OwnLayout6 => 5,
            _ => return None,
        })
    }

    /// Its name in menus and in the palette: that of a layout of the user's own, or that in the table.
    pub fn title(self, model: &Model) -> &str {
        let own = self.own_layout();
        let named = own.and_then(|own| model.own_layouts().get(own));
        named.map_or(self.entry().name, String::as_str)
    }

    /// The theme that it chooses, if it chooses one.
    pub fn theme(self) -> Option<ThemePreference> {
        match self {
            Command::ThemeSystem => Some(ThemePreference::System),
            Command::ThemeDark => Some(ThemePreference::Dark),
            Command::ThemeLight => Some(ThemePreference::Light),
            _ => None,
        }
    }

    /// Whether it sweeps a setting, of the present board or of a collection.
    pub fn is_sweep(self) -> bool {
        self.sweeps_collection()
            || matches!(
                self,
                Command::SweepOrders
                    | Command::SweepTies
                    | Command::SweepWeights
                    | Command::SweepBeamWidths
            )
    }

    /// Whether it sweeps a setting over the open collection.
    pub fn sweeps_collection(self) -> bool {
        matches!(
            self,
            Command::SweepCollectionOrders
                | Command::SweepCollectionTies
                | Command::SweepCollectionWeights
                | Command::SweepCollectionBeamWidths
        )
    }

    /// The setting that it sweeps, if it does, and `settings` with an algorithm that has it: their own,
    /// or the first of the catalogue.
    pub fn sweep(self, settings: &Settings) -> Option<(Settings, Sweep)> {
        let is_meant = |sweep: &Sweep| match (self, sweep) {
            (Command::SweepOrders | Command::SweepCollectionOrders, Sweep::Order) => true,
            (Command::SweepTies | Command::SweepCollectionTies, Sweep::Option(it)) => {
                matches!(it, Applies::TieBreaking(_))
            }
            (Command::SweepWeights | Command::SweepCollectionWeights, Sweep::Option(it)) => {
                matches!(it, Applies::Weight)
            }
            (Command::SweepBeamWidths | Command::SweepCollectionBeamWidths, Sweep::Option(it)) => {
                matches!(it, Applies::BeamWidth)
            }
            _ => false,
        };
        let others = catalogue().map(|algorithm| settings.with_algorithm(algorithm));
        iter::once(settings.clone())
            .chain(others)
            .find_map(|settings| {
                let sweep = Sweep::all(&settings).into_iter().find(is_meant)?;
                Some((settings, sweep))
            })
    }

    /// The landmark to which it goes, if it goes to one.
    pub fn landmark(self) -> Option<(Landmark, Towards)> {
        use Towards::{Next, Previous};
        Some(match self {
            Command::NextRise => (Landmark::Rise, Next),
            Command::NextDuplicate => (Landmark::Duplicate, Next),
            Command::NextReopening => (Landmark::Reopening, Next),
            Command::NextGoal => (Landmark::Goal, Next),
            Command::PreviousRise => (Landmark::Rise, Previous),
            Command::PreviousDuplicate => (Landmark::Duplicate, Previous),
            Command::PreviousReopening => (Landmark::Reopening, Previous),
            Command::PreviousGoal => (Landmark::Goal, Previous),
            _ => return None,
        })
    }

    /// The key of the panel that it shows or hides.
    pub fn panel(self) -> Option<&'static str> {
        Some(match self {
            Command::PanelPuzzle => "Puzzle",
            Command::PanelSearch => "Search",
            Command::PanelTree => "Tree",
            Command::PanelPlots => "Plots",
            Command::PanelPseudocode => "Pseudocode",
            Command::PanelNode => "Node",
            Command::PanelResult => "Result",
            Command::PanelRuns => "Runs",
            Command::PanelFrontier => "Frontier",
            Command::PanelLevels => "Levels",
            Command::PanelOverview => "Overview",
            Command::PanelCompare => "Compare",
            Command::PanelRace => "Race",
            Command::PanelExperiment => "Experiment",
            Command::PanelSpace => "State space",
            Command::PanelLibrary => "Library",
            _ => return None,
        })
    }
}
