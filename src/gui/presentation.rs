//! The presentation: tree or map, its timeline and the reason for the shown node, in type that is
//! read from the last row of a lecture hall.

use super::actions::Action;
use super::commands::Command;
use super::dock;
use super::fence::Fence;
use super::model::Model;
use super::panels::{LargeWhy, Panels, Steps};
use super::theme;
use super::widgets::segmented_small;
use egui::{Rect, UiBuilder, Vec2};

/// The size of the window, in points, at which type has the size that it has on a desk. In a larger
/// window everything grows with it.
const WINDOW: Vec2 = Vec2::new(960.0, 600.0);
const MAX_ZOOM: f32 = 4.0;
/// The part of the width that the reason takes, and its least and greatest width in points.
const WHY_PART: f32 = 0.26;
const WHY_WIDTH: (f32, f32) = (200.0, 300.0);

/// What stands beside the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Beside {
    Why,
    Pseudocode,
}

/// The size of the letters of the pseudocode, in points, and what it takes of the width: its lines
/// are longer.
const STEPS: f32 = 14.0;
const STEPS_PART: f32 = 0.38;
const STEPS_WIDTH: (f32, f32) = (260.0, 440.0);
/// The height of the control above it.
const CHOICE: f32 = 36.0;

/// A presentation, and what it will leave behind.
pub struct Presentation {
    why: LargeWhy,
    steps: Steps,
    beside: Beside,
    /// The zoom of the window before.
    earlier_zoom: f32,
    /// The zoom that was set; another one is the user's.
    zoom: f32,
    /// The size of the window for which it was set, in points.
    size: Vec2,
}

impl Presentation {
    /// The window goes back to the zoom `earlier`.
    pub fn new(ctx: &egui::Context, earlier: f32) -> Self {
        Presentation {
            why: LargeWhy::default(),
            steps: Steps::default(),
            beside: Beside::Why,
            earlier_zoom: earlier,
            zoom: ctx.zoom_factor(),
            size: Vec2::ZERO,
        }
    }

    /// The zoom of the window before.
    pub fn earlier_zoom(&self) -> f32 {
        self.earlier_zoom
    }

    /// Goes back to the zoom from before.
    pub fn end(self, ctx: &egui::Context) {
        ctx.set_zoom_factor(self.earlier_zoom);
    }

    /// Shows the presentation over the whole window. Returns the command to leave it if that was
    /// chosen.
    pub fn ui(
        &mut self,
        ui: &mut egui::Ui,
        panels: &mut Panels,
        fence: &mut Fence,
        model: &Model,
        actions: &mut Vec<Action>,
    ) -> Option<Command> {
        self.fit_type(ui.ctx());
        let area = ui.available_rect_before_wrap();
        let (part, (least, most)) = match self.beside {
            Beside::Why => (WHY_PART, WHY_WIDTH),
            Beside::Pseudocode => (STEPS_PART, STEPS_WIDTH),
        };
        let width = (area.width() * part).clamp(least, most);
        let (tree, why) = area.split_left_right_at_x((area.max.x - width).round());
        let mut tree = place(ui, tree);
        dock::pane_ui(
            &mut tree,
            &"Tree".into(),
            dock::Head::Whole,
            panels,
            fence,
            model,
            actions,
        );
        ui.painter().rect_filled(why, 0.0, theme::palette(ui).panel);
        let line = egui::Stroke::new(1.0, theme::palette(ui).line);
        ui.painter().vline(why.min.x, why.y_range(), line);
        let chosen = leave_ui(&mut place(ui, why.shrink(theme::space::M)));
        let why = why.with_max_y(why.max.y - LEAVE_HEIGHT);
        let inside = why.shrink(theme::space::L);
        let (choice, inside) = inside.split_top_bottom_at_y(inside.min.y + CHOICE);
        let choices = [(Beside::Why, "Why"), (Beside::Pseudocode, "Pseudocode")];
        let chosen_beside = segmented_small(&mut place(ui, choice), self.beside, &choices);
        self.beside = chosen_beside.unwrap_or(self.beside);
        match self.beside {
            Beside::Why => self.why.ui(&mut place(ui, inside), model),
            Beside::Pseudocode => {
                let mut place = place(ui, inside);
                self.steps.with_variables_ui(&mut place, model, STEPS);
            }
        }
        ui.advance_cursor_after_rect(area);
        chosen
    }

    /// Zooms so that type takes the same part of a window of any size, unless the user has zoomed.
    fn fit_type(&mut self, ctx: &egui::Context) {
        let size = ctx.content_rect().size();
        let zoom = ctx.zoom_factor();
        if size == self.size || zoom != self.zoom {
            return;
        }
        self.size = size;
        let wanted = (size * zoom / WINDOW).min_elem().clamp(1.0, MAX_ZOOM);
        let wanted = (wanted * 20.0).round() / 20.0;
        if wanted != zoom {
            self.zoom = wanted;
            ctx.set_zoom_factor(wanted);
        }
    }
}

const LEAVE_HEIGHT: f32 = 44.0;

fn place(ui: &mut egui::Ui, rect: Rect) -> egui::Ui {
    ui.new_child(UiBuilder::new().max_rect(rect))
}

/// The button that leads back, at the bottom.
fn leave_ui(ui: &mut egui::Ui) -> Option<Command> {
    let command = Command::Presentation;
    let keys = command.entry().keys.first();
    let keys = keys.map(|keys| ui.ctx().format_shortcut(keys));
    let layout = egui::Layout::bottom_up(egui::Align::Max);
    let button = ui.with_layout(layout, |ui| {
        let text = egui::RichText::new("Leave presentation").color(theme::palette(ui).dim);
        let button = egui::Button::new(text).frame_when_inactive(false);
        ui.add(button.shortcut_text(keys.unwrap_or_default()))
    });
    button.inner.clicked().then_some(command)
}
