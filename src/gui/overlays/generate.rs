//! The page that generates puzzles: which ones, of which goal, how many, and the seed.

use crate::gui::actions::Action;
use crate::gui::generation::{Generation, GenerationAction};
use crate::gui::model::Model;
use crate::gui::theme;
use crate::gui::widgets::generator::{Generator, lines_ui};
use crate::gui::widgets::{button, note, primary_button};
use egui::{Key, ProgressBar, RichText, Ui, Vec2};
use tilescope_lab::generate::Request;

const WIDTH: f32 = 400.0;
const BUTTON: Vec2 = Vec2::new(112.0, theme::size::PRIMARY);

/// What is chosen.
pub struct GeneratePage {
    generator: Generator,
    /// How many requests had made puzzles when the page was opened: one more closes it.
    n_made: Option<u32>,
    /// Whether what begins or stops gets the focus.
    leads_on: bool,
}

impl Default for GeneratePage {
    fn default() -> Self {
        GeneratePage {
            generator: Generator::default(),
            n_made: None,
            leads_on: true,
        }
    }
}

impl GeneratePage {
    /// Proposes another seed, unless puzzles are being generated; the other choices stay.
    pub fn open(&mut self) {
        self.n_made = None;
        self.leads_on = true;
    }

    /// Shows the page; whether it was closed.
    pub fn ui(&mut self, ctx: &egui::Context, model: &Model, actions: &mut Vec<Action>) -> bool {
        let generation = model.generation();
        let is_opened = self.n_made.is_none();
        if *self.n_made.get_or_insert(generation.n_made()) != generation.n_made() {
            return true;
        }
        let under_way = generation.under_way();
        // The choices are still those of the work that goes on.
        if is_opened && under_way.is_none() {
            self.generator
                .open(model.puzzle().map(|puzzle| &puzzle.goal));
        }
        let before = ctx.memory(|memory| memory.focused());
        let open_goal = match under_way {
            Some(request) => Some(&request.goal),
            None => model.puzzle().map(|puzzle| &puzzle.goal),
        };
        let modal = super::frame::page("generate page", &ctx.global_style()).show(ctx, |ui| {
            ui.set_width(WIDTH);
            let title = RichText::new("Generate puzzles").size(16.0);
            ui.label(title.family(theme::semibold()));
            ui.add_space(theme::space::S);
            let is_idle = under_way.is_none();
            let request = ui.add_enabled_ui(is_idle, |ui| self.generator.ui(ui, open_goal));
            ui.add_space(theme::space::S);
            // Enter leaves a field, and leads on; Enter again generates.
            let is_nowhere = ctx.memory(|memory| memory.focused().is_none());
            if let Some(field) = before
                && is_nowhere
                && ctx.input(|input| input.key_pressed(Key::Enter))
            {
                self.leads_on = request.inner.is_ok();
                if !self.leads_on {
                    ctx.memory_mut(|memory| memory.request_focus(field));
                }
            }
            outcome_ui(ui, generation, request.inner.as_ref());
            ui.add_space(theme::space::M);
            self.buttons_ui(ui, generation, request.inner.ok(), actions)
        });
        modal.inner || super::frame::is_left(&modal)
    }

    /// Begins or stops, and closes the page, without which it goes on; whether it is closed. What
    /// begins and what stops is one widget, so that it keeps the focus.
    fn buttons_ui(
        &mut self,
        ui: &mut Ui,
        generation: &Generation,
        request: Option<Request>,
        actions: &mut Vec<Action>,
    ) -> bool {
        let done = generation.progress();
        ui.horizontal(|ui| {
            let is_enabled = done.is_some() || request.is_some();
            let first = |ui: &mut Ui| match done {
                Some(_) => ui.scope(|ui| button(ui, "Stop", BUTTON)).inner,
                None => primary_button(ui, "Generate", BUTTON),
            };
            let first = ui.add_enabled_ui(is_enabled, first).inner;
            if done.is_some() {
                ui.ctx()
                    .accesskit_node_builder(first.id, |node| node.set_label("Stop generating"));
            }
            if std::mem::take(&mut self.leads_on) {
                first.request_focus();
            }
            if first.clicked() {
                actions.extend(match (done, request) {
                    (Some(_), _) => Some(GenerationAction::Stop.into()),
                    (None, Some(request)) => Some(GenerationAction::Start(request.into()).into()),
                    (None, None) => None,
                });
            }
            let is_closed = button(ui, "Close", BUTTON).clicked();
            if let Some(done) = done {
                let bar = ProgressBar::new(done as f32).desired_width(ui.available_width());
                ui.add(bar.text(format!("{:.0} %", done * 100.0)));
            }
            is_closed
        })
        .inner
    }
}

/// What hinders the choices, or why they made nothing.
fn outcome_ui(ui: &mut Ui, generation: &Generation, request: Result<&Request, &String>) {
    let trouble = match request {
        Ok(request) => generation.trouble(request),
        Err(refusal) => Some(&**refusal),
    };
    lines_ui(ui, |ui| match trouble {
        Some(trouble) => {
            let colour = theme::palette(ui).warning;
            let text = RichText::new(trouble).small().color(colour);
            ui.add(egui::Label::new(text).wrap())
        }
        None => note(
            ui,
            "One puzzle is opened to be edited; several become a collection.",
        ),
    });
}
