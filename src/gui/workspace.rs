//! How the panels are shown: in their layout, the tree alone, or as a presentation.

use super::actions::Action;
use super::commands::Command;
use super::dock;
use super::fence::Fence;
use super::layout;
use super::model::Model;
use super::panel_key::Layout;
use super::panels::Panels;
use super::presentation::Presentation;
use super::theme;

/// The panel that can be maximised.
const TREE: &str = "Tree";

/// The layout of the panels, and what is shown in its place. The layout itself stays as it is
/// meanwhile, so that it comes back exactly.
pub struct Workspace {
    layout: Layout,
    /// The tree alone, while it is maximised.
    maximised: Option<Layout>,
    presentation: Option<Presentation>,
}

impl Default for Workspace {
    fn default() -> Self {
        Workspace::new(layout::default_layout())
    }
}

impl Workspace {
    pub fn new(layout: Layout) -> Self {
        Workspace {
            layout,
            maximised: None,
            presentation: None,
        }
    }

    /// The layout to be saved.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The size of a panel without its head, in points; `None` while it is not shown.
    pub fn body_size(&self, panel: &'static str) -> Option<egui::Vec2> {
        let layout = self.maximised.as_ref().unwrap_or(&self.layout);
        let pane = layout.tiles.find_pane(&panel.into())?;
        let rect = layout.tiles.rect(pane)?;
        let size = rect.size() - egui::vec2(0.0, theme::size::HEAD);
        (layout.tiles.is_visible(pane) && size.min_elem() > 0.0).then_some(size)
    }

    pub fn is_presentation(&self) -> bool {
        self.presentation.is_some()
    }

    /// Whether a command that switches part of the layout has switched it on; `None` of others.
    pub fn is_on(&self, command: Command) -> Option<bool> {
        match command {
            Command::Presentation => Some(self.presentation.is_some()),
            Command::MaximiseTree => Some(self.maximised.is_some()),
            _ => (command.panel()).map(|panel| layout::is_shown(&self.layout, panel)),
        }
    }

    /// Carries out a command that concerns the panels; others do nothing here.
    pub fn carry_out(&mut self, ctx: &egui::Context, command: Command) {
        match command {
            Command::Presentation if self.presentation.is_some() => self.end_presentation(ctx),
            Command::Presentation => self.presentation = Some(Presentation::new(ctx)),
            Command::MaximiseTree => {
                self.end_presentation(ctx);
                self.maximised = match self.maximised {
                    Some(_) => None,
                    None => Some(layout::only(TREE)),
                };
            }
            Command::ResetLayout => {
                self.end_presentation(ctx);
                *self = Workspace::default();
            }
            _ => {
                let Some(panel) = command.panel() else { return };
                self.end_presentation(ctx);
                // A panel that is hidden by the maximised tree alone comes back with the others.
                let was_maximised = self.maximised.take().is_some();
                if !was_maximised || !layout::is_shown(&self.layout, panel) {
                    layout::toggle(&mut self.layout, panel);
                }
            }
        }
    }

    /// Brings the panel with this key to the front.
    pub fn show(&mut self, ctx: &egui::Context, panel: &'static str) {
        self.end_presentation(ctx);
        self.maximised = None;
        layout::show(&mut self.layout, panel);
    }

    /// Goes back to the panels and to the size of type from before the presentation.
    pub fn end_presentation(&mut self, ctx: &egui::Context) {
        if let Some(presentation) = self.presentation.take() {
            presentation.end(ctx);
        }
    }

    /// Shows the panels. Returns a command that was chosen.
    pub fn ui(
        &mut self,
        ui: &mut egui::Ui,
        panels: &mut Panels,
        fence: &mut Fence,
        model: &Model,
        actions: &mut Vec<Action>,
    ) -> Option<Command> {
        match &mut self.presentation {
            Some(presentation) => presentation.ui(ui, panels, fence, model, actions),
            None => {
                let layout = self.maximised.as_mut().unwrap_or(&mut self.layout);
                dock::ui(ui, layout, panels, fence, model, actions);
                None
            }
        }
    }
}
