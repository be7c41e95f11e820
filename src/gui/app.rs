//! The application: one frame after another, from input to actions to picture.

use super::actions::{Action, Notice};
use super::commands::{COMMANDS, Command, Scope};
use super::dock;
use super::model::{Model, Request};
use super::panels::{PanelKind, Panels};
use super::{bars, theme};
use std::path::PathBuf;
use std::time::Duration;

/// Opens the window, with these files, and returns when it is closed.
///
/// # Errors
/// If no window can be opened; says why and what may help.
pub fn run(files: Vec<PathBuf>) -> Result<(), String> {
    let icon = eframe::icon_data::from_png_bytes(include_bytes!("../../assets/icon.png"))
        .map_err(|error| format!("the icon cannot be read: {error}"))?;
    let options = || eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_app_id("tilescope")
            .with_title("Tilescope")
            .with_icon(icon.clone())
            .with_inner_size([1600.0, 1000.0])
            .with_min_inner_size([960.0, 600.0]),
        renderer: eframe::Renderer::Glow,
        ..Default::default()
    };
    let files = std::sync::Arc::new(files);
    let create = move |context: &eframe::CreationContext<'_>| {
        let mut app = App::new(&context.egui_ctx);
        for file in files.iter() {
            app.model.apply(Action::Open(file.clone()));
        }
        Ok(Box::new(app) as Box<dyn eframe::App>)
    };
    eframe::run_native("Tilescope", options(), Box::new(create)).map_err(|error| {
        format!("the window cannot be opened: {error}; `./run` opens it without a display too")
    })
}

/// The window's state: the model, the panels and where they are.
pub struct App {
    pub model: Model,
    panels: Panels,
    dock: egui_tiles::Tree<PanelKind>,
    last_tick: Option<f64>,
}

impl App {
    pub fn new(ctx: &egui::Context) -> Self {
        theme::install(ctx);
        let waker = ctx.clone();
        App {
            model: Model::new(move || waker.request_repaint()),
            panels: Panels::default(),
            dock: dock::first_layout(),
            last_tick: None,
        }
    }

    /// One frame.
    pub fn ui(&mut self, ui: &mut egui::Ui) {
        let mut actions = vec![Action::Tick(self.elapsed(ui.ctx()))];
        bars::menu_bar_ui(ui, &self.model, &mut actions);
        bars::status_line_ui(ui, &self.model);
        egui::CentralPanel::no_frame().show(ui, |ui| {
            dock::ui(
                ui,
                &mut self.dock,
                &mut self.panels,
                &self.model,
                &mut actions,
            );
        });
        take_keys(ui.ctx(), &self.model, &mut actions);
        for action in actions {
            self.model.apply(action);
        }
        for request in self.model.take_requests() {
            self.carry_out(ui.ctx(), request);
        }
        if self.model.is_moving() {
            ui.ctx().request_repaint();
        }
    }

    /// The time since the last frame: nothing after a rest.
    fn elapsed(&mut self, ctx: &egui::Context) -> Duration {
        let now = ctx.input(|input| input.time);
        let elapsed = now - self.last_tick.replace(now).unwrap_or(now);
        Duration::from_secs_f64(elapsed.clamp(0.0, 0.1))
    }

    fn carry_out(&mut self, ctx: &egui::Context, request: Request) {
        match request {
            Request::Copy(text) => ctx.copy_text(text),
            Request::Theme(theme) => ctx.set_theme(theme),
            Request::Quit => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
            Request::Tell(Notice::Done(_) | Notice::Failed(_))
            | Request::OpenDialog
            | Request::SaveDialog(_)
            | Request::Load(_)
            | Request::Save(..) => {}
        }
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        App::ui(self, ui);
    }
}

/// Turns the keys of the table of commands into actions. Panels have seen the keys before
/// and consumed what they take for themselves.
fn take_keys(ctx: &egui::Context, model: &Model, actions: &mut Vec<Action>) {
    let typing = ctx.egui_wants_keyboard_input();
    for entry in COMMANDS {
        if typing && entry.scope == Scope::Unfocused {
            continue;
        }
        let pressed = entry
            .keys
            .iter()
            .any(|keys| ctx.input_mut(|i| i.consume_shortcut(keys)));
        if pressed && entry.command.is_enabled(model) {
            run_command(entry.command, model, actions);
        }
    }
}

fn run_command(command: Command, model: &Model, actions: &mut Vec<Action>) {
    actions.extend(command.action(model));
}
