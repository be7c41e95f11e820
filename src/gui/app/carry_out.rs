//! Does what the model asks of the application.

use super::App;
use crate::gui::requests::{Notice, Request};
use egui::ViewportCommand;

impl App {
    /// Does what a request asks.
    pub(super) fn carry_out(&mut self, ctx: &egui::Context, request: Request) {
        match request {
            Request::OpenDialog => self.io.ask_open(),
            Request::SaveDialog(job) => self.io.ask_save(job),
            Request::SaveCollectionDialog(job) => self.io.ask_save_collection(job),
            Request::ConversionDialog(wanted) => self.io.ask_conversion(wanted),
            Request::ExportDialog(graph, format) => self.io.ask_export(graph, format),
            Request::OpenPictureDialog => self.io.ask_open_picture(),
            Request::OpenTraceDialog => self.io.ask_open_trace(),
            Request::SaveTraceDialog(trace) => self.io.ask_save_trace(trace),
            Request::SaveImage(image) => self.save_image(&image),
            Request::SaveTextDialog(text) => self.io.ask_save_text(text),
            Request::SaveAnimationDialog(animation) => self.io.ask_save_animation(animation),
            Request::SaveAnimation(path, animation) => self.save_animation(path, &animation),
            Request::SaveSolution(path, solution) => self.save_solution(ctx, path, &solution),
            Request::Show(page) => self.overlays.open(page),
            Request::ShowPanel(key) => {
                self.workspace.show(key);
                self.focus.follow(key);
            }
            Request::Layout(change) => self.change_layouts(ctx, change),
            Request::Experiment(dialog) => self.io.ask_experiment(dialog),
            Request::Load(path) => self.io.load(path),
            Request::LoadAll(paths) => self.io.load_all(paths),
            Request::LoadReading(path, reading) => self.io.load_reading(path, reading),
            Request::LoadReadings(files) => self.io.load_readings(files),
            Request::Reload(path) => self.io.reload(path),
            Request::Save(path, job) => self.io.save(path, job),
            Request::SaveCollection(path, job) => self.io.save_collection(path, job),
            Request::Library(request) => self.io.serve_library(request),
            Request::KeepGame(game) => {
                if let Some(store) = &self.best_games {
                    store.keep(*game);
                }
            }
            Request::Copy(text) => ctx.copy_text(text),
            Request::CopyPicture => self.copy_picture(ctx),
            Request::Theme(theme) => ctx.set_theme(theme),
            Request::Notify(notice) => self.notices.show(notice),
            Request::ForgetNotOpened => {
                self.notices
                    .forget(|it| matches!(it, Notice::NotOpened(..)));
            }
            Request::ForgetNotPasted => {
                self.notices.forget(|it| matches!(it, Notice::NotPasted(_)));
            }
            Request::ForgetNotTaken => {
                self.notices.forget(|it| matches!(it, Notice::NotTaken(_)));
            }
            Request::Quit => {
                self.may_close = true;
                // The zoom is saved, and the next window opens without a presentation.
                self.workspace.end_presentation(ctx);
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
        }
    }
}
