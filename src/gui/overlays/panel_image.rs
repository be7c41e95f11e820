//! The page that saves an image of a panel: which one, its form, colours and size.

use crate::gui::actions::Action;
use crate::gui::panels::PANELS;
use crate::gui::requests::{ImageForm, SaveImage};
use crate::gui::theme;
use crate::gui::widgets::{Number, button, choice, note, number, primary_button, radio, segmented};
use egui::{Align, Context, Layout, RichText, Ui, Vec2};

const WIDTH: f32 = 440.0;
const BUTTON: Vec2 = Vec2::new(132.0, theme::size::PRIMARY);

/// The width and the height of an image, in points.
const MIN_SIDE: u16 = 160;
const MAX_SIDE: u16 = 4_000;

/// Pixels for each point; on paper, a point is a 72nd of an inch.
const MAX_SCALE: u8 = 6;

/// The size of a panel without its head in the window, in points; `None` while it is not shown.
pub type Shown<'a> = &'a dyn Fn(&'static str) -> Option<Vec2>;

/// What is chosen.
pub struct PanelImagePage {
    image: SaveImage,
    /// The size that is used where the panel's is not.
    own_size: [u16; 2],
}

impl Default for PanelImagePage {
    fn default() -> Self {
        PanelImagePage {
            image: SaveImage {
                panel: "Tree",
                form: ImageForm::default(),
                is_dark: false,
                size: None,
                scale: 3,
            },
            own_size: [960, 640],
        }
    }
}

impl PanelImagePage {
    /// Shows the page; whether it was closed. `shown` tells the size of a panel in the window.
    pub fn ui(&mut self, ctx: &Context, shown: Shown, actions: &mut Vec<Action>) -> bool {
        let modal = super::frame::page("panel image page", &ctx.global_style()).show(ctx, |ui| {
            ui.set_width(WIDTH);
            let title = RichText::new("Save an image of a panel").size(16.0);
            ui.label(title.family(theme::semibold()));
            ui.add_space(theme::space::S);
            note(
                ui,
                "The panel is drawn as it is now, at its step of the timeline and in its zoom, for a \
                 paper or a slide.",
            );
            ui.add_space(theme::space::M);
            self.choices_ui(ui);
            ui.add_space(theme::space::L);
            self.buttons_ui(ui, shown, actions)
        });
        modal.inner || modal.should_close()
    }

    fn choices_ui(&mut self, ui: &mut Ui) {
        let image = &mut self.image;
        row_ui(ui, "Panel", |ui| {
            let panels: Vec<_> = PANELS
                .iter()
                .map(|panel| (panel.key, panel.title))
                .collect();
            if let Some(panel) = choice(ui, "Panel of the image", image.panel, &panels) {
                image.panel = panel;
            }
        });
        row_ui(ui, "Form", |ui| {
            let forms = [ImageForm::Svg, ImageForm::Png].map(|form| (form, form.name()));
            if let Some(form) = segmented(ui, image.form, &forms) {
                image.form = form;
            }
        });
        row_ui(ui, "Colours", |ui| {
            let themes = [(false, "Light"), (true, "Dark")];
            if let Some(is_dark) = segmented(ui, image.is_dark, &themes) {
                image.is_dark = is_dark;
            }
        });
        ui.add_space(theme::space::XS);
        if radio(ui, image.size.is_none(), "As large as in the window").clicked() {
            image.size = None;
        }
        ui.horizontal(|ui| {
            if radio(ui, image.size.is_some(), "Another size, in points").clicked() {
                image.size = Some(self.own_size);
            }
            let Some(size) = &mut image.size else { return };
            let kind = side();
            for (name, side) in ["Width of the image", "Height of the image"]
                .into_iter()
                .zip(size)
            {
                if let Some(typed) = number(ui, name, f64::from(*side), &kind) {
                    *side = typed as u16;
                }
            }
            self.own_size = image.size.unwrap_or(self.own_size);
        });
        // It stays in its place, so that the page keeps its height.
        ui.add_enabled_ui(image.form == ImageForm::Png, |ui| {
            row_ui(ui, "Pixels a point", |ui| {
                let kind = Number {
                    range: 1.0..=f64::from(MAX_SCALE),
                    speed: 0.05,
                    decimals: 0,
                    unit: "",
                };
                let scale = f64::from(image.scale);
                if let Some(typed) = number(ui, "Pixels of the image a point", scale, &kind) {
                    image.scale = typed as u8;
                }
            });
        });
    }

    /// Asks for the file, or closes the page; whether it is closed.
    fn buttons_ui(&mut self, ui: &mut Ui, shown: Shown, actions: &mut Vec<Action>) -> bool {
        let refusal = (self.image).refusal(self.image.points(shown(self.image.panel)));
        if let Some(refusal) = &refusal {
            let text = RichText::new(refusal)
                .small()
                .color(theme::palette(ui).warning);
            ui.add(egui::Label::new(text).wrap());
            ui.add_space(theme::space::S);
        }
        ui.horizontal(|ui| {
            let save = ui.add_enabled_ui(refusal.is_none(), |ui| {
                primary_button(ui, "Choose file…", BUTTON)
            });
            let is_asked = save.inner.clicked();
            if is_asked {
                actions.push(Action::SaveImage(self.image.clone()));
            }
            button(ui, "Close", BUTTON).clicked() || is_asked
        })
        .inner
    }
}

fn side() -> Number {
    Number {
        range: f64::from(MIN_SIDE)..=f64::from(MAX_SIDE),
        speed: 2.0,
        decimals: 0,
        unit: "",
    }
}

/// A choice with its name on the left.
fn row_ui(ui: &mut Ui, name: &str, choice: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        let size = Vec2::new(120.0, theme::size::CONTROL);
        let left = Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(size, left, |ui| {
            ui.set_min_size(size);
            ui.label(name);
        });
        choice(ui);
    });
}
