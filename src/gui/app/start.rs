//! Opens the window, as large as it was, and the files that it is given.

use super::{App, display};
use crate::gui::actions::Action;
use crate::gui::document::DocumentAction;
use crate::gui::io::purpose::PICTURES;
use crate::gui::io::whole_path;
use crate::gui::library::LibraryAction;
use crate::gui::native_dialogs::NativeDialogs;
use crate::gui::pictures::{Choice, PicturesAction};
use crate::gui::requests::Notice;
use crate::gui::session::{Store, WindowState};
use crate::gui::trace_files;
use std::path::PathBuf;

/// The width and height that eframe is asked for, in points. It reduces them to those of the
/// largest monitor, unless it knows none.
const ANY_MONITOR: f32 = 16_000.0;

impl App {
    /// Opens the window, with these files, and returns when it is closed.
    ///
    /// # Errors
    /// If no window can be opened; says why and what may help.
    pub fn run(files: Vec<PathBuf>) -> Result<(), String> {
        let icon = eframe::icon_data::from_png_bytes(include_bytes!("../../../assets/icon.png"))
            .map_err(|error| format!("the icon cannot be read: {error}"))?;
        let opened = Store::open();
        let window =
            (opened.as_ref()).map_or_else(WindowState::default, |(.., saved)| saved.window);
        let mut options = eframe::NativeOptions {
            viewport: egui::ViewportBuilder::default()
                .with_app_id("tilescope")
                .with_title("Tilescope")
                .with_icon(icon)
                .with_inner_size([ANY_MONITOR; 2])
                .with_maximized(window.is_maximized),
            renderer: eframe::Renderer::Glow,
            ..Default::default()
        };
        options.event_loop_builder = display::choose()?;
        options.window_builder = Some(Box::new(move |viewport| {
            let monitor = viewport
                .inner_size
                .filter(|size| size.max_elem() < ANY_MONITOR);
            viewport
                .with_inner_size(window.size_on(monitor))
                .with_min_inner_size(WindowState::least_on(monitor))
        }));
        let create = move |context: &eframe::CreationContext<'_>| {
            let wake = context.egui_ctx.clone();
            let native = NativeDialogs::find_out(move || wake.request_repaint());
            let mut app = App::new(&context.egui_ctx, native);
            match opened {
                Some(saved) => {
                    context.egui_ctx.set_zoom_factor(window.zoom);
                    if window.is_maximized {
                        // Some window managers ignore it of a window that is not shown yet.
                        let maximize = egui::ViewportCommand::Maximized(true);
                        context.egui_ctx.send_viewport_cmd(maximize);
                    }
                    app.restore(saved);
                }
                None => {
                    let text = "There is no folder for the session, or too many windows are open: a \
                                crash loses unsaved changes.";
                    app.notices.show(Notice::Failed(text.into()));
                }
            }
            app.ask_system(&context.egui_ctx);
            // The session may be restored in another folder.
            for action in Self::opened(files.into_iter().map(whole_path).collect()) {
                app.model.apply(action);
            }
            Ok(Box::new(app) as Box<dyn eframe::App>)
        };
        eframe::run_native("Tilescope", options, Box::new(create))
            .map_err(|error| display::explain(&error))
    }

    /// What opens these files: one file by itself, several files of puzzles as one collection, each trace, and the last
    /// picture.
    pub(super) fn opened(paths: Vec<PathBuf>) -> Vec<Action> {
        let is_trace = |path: &PathBuf| {
            path.extension()
                .is_some_and(|it| it == trace_files::EXTENSION)
        };
        let (traces, puzzles): (Vec<_>, Vec<_>) = paths.into_iter().partition(is_trace);
        let is_picture = |path: &PathBuf| {
            let extension = path
                .extension()
                .map(|it| it.to_string_lossy().to_lowercase());
            extension.is_some_and(|it| PICTURES.contains(&&*it))
        };
        let (pictures, puzzles): (Vec<_>, Vec<_>) = puzzles.into_iter().partition(is_picture);
        let picture = pictures.into_iter().next_back().map(Choice::File);
        let each = |path| DocumentAction::Open(path).into();
        let mut actions: Vec<Action> = traces.into_iter().map(each).collect();
        match puzzles.len() {
            0 | 1 => actions.extend(puzzles.into_iter().map(each)),
            _ => actions.push(LibraryAction::OpenAll(puzzles).into()),
        }
        actions.extend(picture.map(|picture| PicturesAction::Choose(picture).into()));
        actions
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        App::ui(self, ui);
    }
}
