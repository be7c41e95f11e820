//! The panels as they are shown: in their layout, one of them alone, or one of them in the lecture view.

use super::actions::Action;
use super::commands::Command;
use super::dock;
use super::fence::Fence;
use super::layout;
use super::layouts::Layouts;
use super::model::Model;
use super::panel_key::Layout;
use super::panels::{PANELS, Panels};
use super::presentation::Presentation;
use super::requests::LayoutChange;
use super::theme;

/// The panel in front before any was drawn.
const TREE: &str = "Tree";

/// The key of the band above the panels that offers changed files: keys go through it as through a panel.
pub const BAND: &str = "Changed files";

/// The layout of the panels, and what is shown in its place. The layout itself stays as it is
/// meanwhile, so that it comes back exactly.
pub struct Workspace {
    layouts: Layouts,
    /// The panel that is maximised, alone.
    maximised: Option<Layout>,
    presentation: Option<Presentation>,
    /// The zoom that comes back after a presentation. In the frame in which that has asked for its own, egui
    /// does not take another.
    returning_zoom: Option<f32>,
    /// The part of the window that the band above the panels takes while it is shown.
    pub band: Option<egui::Rect>,
}

impl Default for Workspace {
    fn default() -> Self {
        Workspace::new(Layouts::default())
    }
}

impl Workspace {
    pub fn new(layouts: Layouts) -> Self {
        Workspace {
            layouts,
            maximised: None,
            presentation: None,
            returning_zoom: None,
            band: None,
        }
    }

    /// The layouts to be saved.
    pub fn layouts(&self) -> &Layouts {
        &self.layouts
    }

    /// One panel alone, over the whole window.
    pub fn show_only(&mut self, panel: &'static str) {
        self.maximised = Some(layout::only(panel));
    }

    /// Changes the layouts of the user's own.
    pub fn change_layouts(&mut self, ctx: &egui::Context, change: LayoutChange) {
        self.end_presentation(ctx);
        self.maximised = None;
        match change {
            LayoutChange::Save(name) => self.layouts.save(&name),
            LayoutChange::Delete(index) => self.layouts.delete_own(index),
        }
    }

    /// The layout that is on the screen.
    fn on_screen(&self) -> &Layout {
        let shown = &self.layouts.shown().layout;
        self.maximised.as_ref().unwrap_or(shown)
    }

    /// The part of the window that a panel takes; `None` while it is not shown.
    pub fn place(&self, panel: &'static str) -> Option<egui::Rect> {
        if panel == BAND {
            return self.band;
        }
        // What had the focus behind a presentation has no place in it.
        if self.is_presentation() {
            return None;
        }
        let tiles = &self.on_screen().tiles;
        let pane = tiles.find_pane(&panel.into())?;
        tiles.rect(pane).filter(|_| tiles.is_visible(pane))
    }

    /// The part of a panel without its head; `None` while it is not shown.
    pub fn body(&self, panel: &'static str) -> Option<egui::Rect> {
        let mut rect = self.place(panel)?;
        rect.min.y += theme::size::HEAD;
        (rect.size().min_elem() > 0.0).then_some(rect)
    }

    /// Whether a point is in a panel.
    pub fn is_in_panel(&self, at: egui::Pos2) -> bool {
        self.is_presentation() || self.panel_at(at).is_some()
    }

    /// The panel that is shown at a point, or the band.
    pub fn panel_at(&self, at: egui::Pos2) -> Option<&'static str> {
        let mut panels = self.band_and_visible();
        panels.find(|panel| self.place(panel).is_some_and(|it| it.contains(at)))
    }

    /// The panels that are seen, in the order of the registry.
    pub fn visible(&self) -> impl Iterator<Item = &'static str> {
        let keys = PANELS.iter().map(|panel| panel.key);
        keys.filter(|panel| self.place(panel).is_some())
    }

    /// The panel in front: the largest of those that are seen.
    fn front(&self) -> &'static str {
        let area = |panel: &'static str| self.place(panel).map_or(0.0, |place| place.area());
        let largest = self.visible().max_by(|a, b| area(a).total_cmp(&area(b)));
        largest.unwrap_or(TREE)
    }

    /// The same after the band, if that is shown.
    pub fn band_and_visible(&self) -> impl Iterator<Item = &'static str> {
        self.band.map(|_| BAND).into_iter().chain(self.visible())
    }

    /// The size of a panel without its head, in points; `None` while it is not shown.
    pub fn body_size(&self, panel: &'static str) -> Option<egui::Vec2> {
        self.body(panel).map(|body| body.size())
    }

    /// The zoom of the window while nothing is presented.
    pub fn zoom(&self, ctx: &egui::Context) -> f32 {
        let presented = self.presentation.as_ref().map(Presentation::earlier_zoom);
        let zoom = presented.or(self.returning_zoom);
        zoom.unwrap_or_else(|| ctx.zoom_factor())
    }

    pub fn is_presentation(&self) -> bool {
        self.presentation.is_some()
    }

    /// Whether a command that switches part of the layout has switched it on; `None` of others.
    pub fn is_on(&self, command: Command) -> Option<bool> {
        match command {
            Command::Presentation => Some(self.presentation.is_some()),
            Command::MaximisePanel => Some(self.maximised.is_some()),
            _ => match (
                shipped_layout(command),
                command.own_layout(),
                command.panel(),
            ) {
                (Some(index), ..) => Some(self.layouts.shows_shipped(index)),
                (_, Some(index), _) => Some(self.layouts.shows_own(index)),
                (.., Some(panel)) => Some(layout::is_shown(&self.layouts.shown().layout, panel)),
                _ => None,
            },
        }
    }

    /// Carries out a command that concerns the panels; others do nothing here.
    pub fn carry_out(&mut self, ctx: &egui::Context, command: Command) {
        match command {
            Command::Presentation if self.presentation.is_some() => self.end_presentation(ctx),
            Command::Presentation => {
                let earlier = self.zoom(ctx);
                self.returning_zoom = None;
                self.presentation = Some(Presentation::new(ctx, self.front(), earlier));
            }
            Command::MaximisePanel => {
                self.end_presentation(ctx);
                self.maximised = match self.maximised {
                    Some(_) => None,
                    None => Some(layout::only(self.front())),
                };
            }
            Command::ResetLayout => {
                self.end_presentation(ctx);
                self.reset_shown();
            }
            _ => match (
                shipped_layout(command),
                command.own_layout(),
                command.panel(),
            ) {
                (Some(index), ..) => self.show_layout(ctx, |it| it.show_shipped(index)),
                (_, Some(index), _) => self.show_layout(ctx, |it| it.show_own(index)),
                (.., Some(panel)) => self.toggle(ctx, panel),
                _ => {}
            },
        }
    }

    /// Puts all panels back in their places.
    pub fn reset_shown(&mut self) {
        self.maximised = None;
        self.layouts.reset();
    }

    fn show_layout(&mut self, ctx: &egui::Context, show: impl FnOnce(&mut Layouts)) {
        self.end_presentation(ctx);
        self.maximised = None;
        show(&mut self.layouts);
    }

    fn toggle(&mut self, ctx: &egui::Context, panel: &'static str) {
        self.end_presentation(ctx);
        // A panel that is hidden by the maximised tree alone comes back with the others.
        let was_maximised = self.maximised.take().is_some();
        let layout = self.layouts.shown_mut();
        if !was_maximised || !layout::is_shown(layout, panel) {
            layout::toggle(layout, panel);
        }
    }

    /// Brings the panel with this key to the front; a presentation goes on with it.
    pub fn show(&mut self, panel: &'static str) {
        if let Some(presentation) = &mut self.presentation {
            presentation.show(panel);
        }
        self.maximised = None;
        layout::show(self.layouts.shown_mut(), panel);
    }

    /// The panel in the next tab beside this one, or in the tab before.
    pub fn beside(&self, panel: &'static str, is_backwards: bool) -> Option<&'static str> {
        layout::beside(self.on_screen(), panel, is_backwards)
    }

    /// Goes back to the panels and to the size of type from before the presentation.
    pub fn end_presentation(&mut self, ctx: &egui::Context) {
        if let Some(presentation) = self.presentation.take() {
            self.returning_zoom = Some(presentation.earlier_zoom());
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
        if let Some(zoom) = self.returning_zoom {
            match ui.ctx().zoom_factor() == zoom {
                true => self.returning_zoom = None,
                false => ui.ctx().set_zoom_factor(zoom),
            }
        }
        match &mut self.presentation {
            Some(presentation) => presentation.ui(ui, panels, fence, model, actions),
            None => {
                let shown = self.layouts.shown_mut();
                let layout = self.maximised.as_mut().unwrap_or(shown);
                dock::ui(ui, layout, panels, fence, model, actions);
                None
            }
        }
    }
}

/// The index of the layout that ships and that a command shows.
fn shipped_layout(command: Command) -> Option<usize> {
    match command {
        Command::LayoutStandard => Some(0),
        Command::LayoutResearch => Some(1),
        Command::LayoutPlay => Some(2),
        _ => None,
    }
}
