//! The page that saves an image or an animation of a panel: which one, its form, colours and size, and
//! the steps of an animation.

use crate::gui::actions::Action;
use crate::gui::model::Model;
use crate::gui::panels::{BoardImage, PANELS, of_steps};
use crate::gui::requests::{ImageForm, SaveAnimation, SaveImage};
use crate::gui::runs::RunId;
use crate::gui::theme;
use crate::gui::widgets::{
    Number, Radios, button, choice, note, number, primary_button, segmented,
};
use egui::{Align, Context, Layout, RichText, Ui, Vec2};
use std::ops::RangeInclusive;
use tilescope_lab::format::count;
use tilescope_trace::Moment;

const WIDTH: f32 = 440.0;
const BUTTON: Vec2 = Vec2::new(132.0, theme::size::PRIMARY);

/// The width and the height of an image, in points.
const MIN_SIDE: u16 = 160;
const MAX_SIDE: u16 = 4_000;

/// Pixels for each point; on paper, a point is a 72nd of an inch.
const MAX_SCALE: u8 = 6;

/// The size of a panel without its head in the window, in points; `None` while it is not shown.
pub type Shown<'a> = &'a dyn Fn(&'static str) -> Option<Vec2>;

/// An animation has at most this many frames, unless the user chooses more.
const MAX_FRAMES: Moment = 60;

/// Frames a second.
const RATE: u8 = 5;
const MAX_RATE: u8 = 60;

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Image(ImageForm),
    /// As animated PNG.
    Animation,
}

/// What is chosen.
pub struct PanelImagePage {
    /// Its image is what is saved if no animation is.
    animation: SaveAnimation,
    is_animated: bool,
    /// The run, and its last step, of which the steps of the animation were proposed.
    proposed: Option<(RunId, Moment)>,
    /// The size that is used where the panel's is not.
    own_size: [u16; 2],
}

impl Default for PanelImagePage {
    fn default() -> Self {
        let image = SaveImage {
            panel: "Tree",
            form: ImageForm::default(),
            is_dark: false,
            size: None,
            scale: 3,
        };
        PanelImagePage {
            animation: SaveAnimation {
                image,
                from: 0,
                to: 0,
                every: 1,
                rate: RATE,
            },
            is_animated: false,
            proposed: None,
            own_size: [960, 640],
        }
    }
}

impl PanelImagePage {
    /// Shows the page; whether it was closed. `shown` tells the size of a panel in the window.
    pub fn ui(
        &mut self,
        ctx: &Context,
        model: &Model,
        shown: Shown,
        actions: &mut Vec<Action>,
    ) -> bool {
        self.propose(model);
        let modal = super::frame::page("panel image page", &ctx.global_style()).show(ctx, |ui| {
            ui.set_width(WIDTH);
            let title = RichText::new("Save an image of a panel").size(16.0);
            ui.label(title.family(theme::semibold()));
            ui.add_space(theme::space::S);
            note(
                ui,
                "The panel is drawn as it is now, in its zoom and at its step of the timeline, or at one \
                 step after another, for a paper or a slide.",
            );
            ui.add_space(theme::space::M);
            self.choices_ui(ui);
            // They stay in their places, so that the page keeps its height.
            let has_pixels = self.image().form == ImageForm::Png;
            ui.add_enabled_ui(has_pixels, |ui| self.scale_ui(ui));
            ui.add_enabled_ui(self.is_animated, |ui| self.steps_ui(ui, model.end()));
            ui.add_space(theme::space::M);
            let points = self.image().points(shown(self.image().panel));
            let refusal = self.refusal(model, points);
            match &refusal {
                Some(refusal) => {
                    let text = RichText::new(refusal).small();
                    let text = text.color(theme::palette(ui).warning);
                    ui.add(egui::Label::new(text).wrap());
                }
                None => {
                    note(ui, &self.summary(points));
                }
            }
            ui.add_space(theme::space::M);
            self.buttons_ui(ui, refusal.is_none(), actions)
        });
        modal.inner || super::frame::is_left(&modal)
    }

    fn image(&self) -> &SaveImage {
        &self.animation.image
    }

    /// Proposes all steps of the active run if another one is shown, or has more steps.
    fn propose(&mut self, model: &Model) {
        let end = model.end();
        let shown = model.runs().active().map(|entry| (entry.id, end));
        if self.proposed != shown {
            self.proposed = shown;
            self.animation.from = 0;
            self.animation.to = end;
            self.animation.every = end.div_ceil(MAX_FRAMES - 1).max(1);
        }
    }

    /// Why this can't be saved.
    fn refusal(&self, model: &Model, points: Vec2) -> Option<String> {
        if self.image().panel == BoardImage::KEY && BoardImage::size(model).is_none() {
            return Some("A road map is in the panel Puzzle.".to_owned());
        }
        if !self.is_animated {
            return self.image().refusal(points);
        }
        if !of_steps().any(|panel| panel == self.image().panel) {
            let panels: Vec<_> = of_steps().collect();
            return Some(format!(
                "This panel does not show the steps of a run. These do: {}.",
                panels.join(", ")
            ));
        }
        self.animation.refusal(points, model.end_of_animation())
    }

    /// How large it will be.
    fn summary(&self, points: Vec2) -> String {
        let [width, height] = match self.image().form {
            ImageForm::Png => self.image().pixels(points),
            ImageForm::Svg => <[f32; 2]>::from(points).map(|side| side.round() as u32),
        };
        let size = format!("{} × {}", count(width.into()), count(height.into()));
        match (self.is_animated, self.image().form) {
            (false, ImageForm::Svg) => format!("{size} points."),
            (false, ImageForm::Png) => format!("{size} pixels."),
            (true, _) => {
                let n_frames = self.animation.n_frames();
                let moving = f64::from(n_frames - 1) / f64::from(self.animation.rate);
                let frames = if n_frames == 1 { "frame" } else { "frames" };
                format!(
                    "{} {frames} of {size} pixels, {:.0} s; the last one stays for {} s.",
                    count(n_frames.into()),
                    moving + f64::from(SaveAnimation::REST),
                    SaveAnimation::REST
                )
            }
        }
    }

    fn choices_ui(&mut self, ui: &mut Ui) {
        let image = &mut self.animation.image;
        row_ui(ui, "Panel", |ui| {
            let board = (BoardImage::KEY, "Board alone");
            let panels = PANELS.iter().map(|panel| (panel.key, panel.title));
            let panels: Vec<_> = panels.chain([board]).collect();
            if let Some(panel) = choice(ui, "Panel of the image", image.panel, &panels) {
                image.panel = panel;
            }
        });
        row_ui(ui, "Form", |ui| {
            let still = |form: ImageForm| (Form::Image(form), form.name());
            let forms = [
                still(ImageForm::Svg),
                still(ImageForm::Png),
                (Form::Animation, "Animated PNG"),
            ];
            let chosen = match self.is_animated {
                true => Form::Animation,
                false => Form::Image(image.form),
            };
            if let Some(form) = segmented(ui, chosen, &forms) {
                self.is_animated = form == Form::Animation;
                image.form = match form {
                    Form::Image(form) => form,
                    Form::Animation => ImageForm::Png,
                };
            }
        });
        row_ui(ui, "Colours", |ui| {
            let themes = [(false, "Light"), (true, "Dark")];
            if let Some(is_dark) = segmented(ui, image.is_dark, &themes) {
                image.is_dark = is_dark;
            }
        });
        ui.add_space(theme::space::XS);
        let (group, is_own) = (ui.scope_id().with("size"), image.size.is_some());
        let mut radios = Radios::new(ui, group, Some(usize::from(is_own)), 2);
        let as_shown = radios.radio(ui, !is_own, "As large as in the window");
        if as_shown.changed() {
            image.size = None;
        }
        ui.horizontal(|ui| {
            let own = radios.radio(ui, image.size.is_some(), "Another size, in points");
            if own.changed() && !is_own {
                image.size = Some(self.own_size);
            }
            let Some(size) = &mut image.size else { return };
            let kind = whole(MIN_SIDE.into()..=MAX_SIDE.into(), 2.0);
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
    }

    fn scale_ui(&mut self, ui: &mut Ui) {
        let scale = &mut self.animation.image.scale;
        row_ui(ui, "Pixels a point", |ui| {
            let kind = whole(1.0..=MAX_SCALE.into(), 0.05);
            let name = "Pixels of the image a point";
            if let Some(typed) = number(ui, name, f64::from(*scale), &kind) {
                *scale = typed as u8;
            }
        });
    }

    /// `end` is the last step of the active run.
    fn steps_ui(&mut self, ui: &mut Ui, end: Moment) {
        let animation = &mut self.animation;
        let steps_ui = |ui: &mut Ui, name, least: Moment, steps: &mut Moment| {
            let kind = whole(least.into()..=end.max(least).into(), 0.2);
            if let Some(typed) = number(ui, name, f64::from(*steps), &kind) {
                *steps = typed as Moment;
            }
        };
        row_ui(ui, "Steps", |ui| {
            steps_ui(ui, "First step of the animation", 0, &mut animation.from);
            ui.label("to");
            steps_ui(ui, "Last step of the animation", 0, &mut animation.to);
        });
        row_ui(ui, "Steps a frame", |ui| {
            steps_ui(
                ui,
                "Steps of the animation a frame",
                1,
                &mut animation.every,
            );
        });
        row_ui(ui, "Frames a second", |ui| {
            let kind = whole(1.0..=MAX_RATE.into(), 0.05);
            let name = "Frames of the animation a second";
            if let Some(typed) = number(ui, name, f64::from(animation.rate), &kind) {
                animation.rate = typed as u8;
            }
        });
    }

    /// Asks for the file, or closes the page; whether it is closed.
    fn buttons_ui(&mut self, ui: &mut Ui, can_save: bool, actions: &mut Vec<Action>) -> bool {
        ui.horizontal(|ui| {
            let save = ui.add_enabled_ui(can_save, |ui| primary_button(ui, "Choose file…", BUTTON));
            let is_asked = save.inner.clicked();
            if is_asked {
                actions.push(match self.is_animated {
                    true => Action::AskSaveAnimation(self.animation.clone()),
                    false => Action::SaveImage(self.image().clone()),
                });
            }
            button(ui, "Close", BUTTON).clicked() || is_asked
        })
        .inner
    }
}

/// A whole number in `range`.
fn whole(range: RangeInclusive<f64>, speed: f64) -> Number {
    Number {
        range,
        speed,
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
