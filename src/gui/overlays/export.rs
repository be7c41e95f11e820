//! The page that exports the state graph: its format, how far it is, what came of it.

use crate::gui::actions::Action;
use crate::gui::exports::ExportAction;
use crate::gui::model::Model;
use crate::gui::text::sentence;
use crate::gui::theme;
use crate::gui::widgets::{button, note, primary_button, segmented_main};
use egui::{ProgressBar, RichText, Ui, Vec2};
use tilescope_lab::files::graph::{ExportState, GraphExport, GraphFormat};
use tilescope_lab::format::{self, count};
use tilescope_puzzle::StateGraph;

const WIDTH: f32 = 440.0;

const BUTTON: Vec2 = Vec2::new(112.0, theme::size::PRIMARY);

/// Which format is chosen.
#[derive(Default)]
pub struct ExportPage {
    format: GraphFormat,
}

impl ExportPage {
    /// Shows the page; whether it was closed.
    pub fn ui(&mut self, ctx: &egui::Context, model: &Model, actions: &mut Vec<Action>) -> bool {
        let modal = super::frame::page("export page", &ctx.global_style()).show(ctx, |ui| {
            ui.set_width(WIDTH);
            let title = RichText::new("Export state graph").size(16.0);
            ui.label(title.family(theme::semibold()));
            ui.add_space(theme::space::S);
            match model
                .exports()
                .newest()
                .filter(|export| export.is_running())
            {
                Some(export) => running_ui(ui, export, actions),
                None => self.choice_ui(ui, model, actions),
            }
        });
        modal.inner || super::frame::is_left(&modal)
    }

    /// What will be written, and how; whether that is all for now.
    fn choice_ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) -> bool {
        // The command is for puzzles alone.
        let Some(puzzle) = model.puzzle() else {
            return true;
        };
        let graph = StateGraph::new(puzzle.size());
        match &graph {
            Ok(graph) => {
                let text = format!(
                    "Every {} board, and every move from each:\n{} boards, {} moves.",
                    graph.size(),
                    count(graph.n_nodes().into()),
                    count(graph.n_edges().into()),
                );
                ui.add(egui::Label::new(text).wrap());
            }
            Err(error) => {
                ui.add(egui::Label::new(sentence(&error.to_string())).wrap());
            }
        }
        ui.add_space(theme::space::M);
        let formats = GraphFormat::ALL.iter();
        let choices: Vec<(GraphFormat, &str)> = formats.map(|&f| (f, f.name())).collect();
        if let Some(format) = segmented_main(ui, self.format, &choices) {
            self.format = format;
        }
        ui.add_space(theme::space::S);
        note(ui, self.format.summary());
        if let Some(export) = model.exports().newest() {
            ui.add_space(theme::space::S);
            ui.add(egui::Label::new(ended_in_words(export)).wrap());
        }
        ui.add_space(theme::space::L);
        ui.horizontal(|ui| {
            let export = ui.add_enabled_ui(graph.is_ok(), |ui| {
                primary_button(ui, "Choose file…", BUTTON)
            });
            // The dialog takes the place of the page, which comes back when a file is chosen.
            let is_asked = export.inner.clicked();
            if is_asked && let Ok(graph) = graph {
                actions.push(Action::Export(ExportAction::Ask(graph, self.format)));
            }
            button(ui, "Close", BUTTON).clicked() || is_asked
        })
        .inner
    }
}

/// How far it is, and a way to stop it; it is never closed by that.
fn running_ui(ui: &mut Ui, export: &GraphExport, actions: &mut Vec<Action>) -> bool {
    let (doing, done) = match export.state() {
        ExportState::Checking(done) => ("Reading back and checking", *done),
        ExportState::Writing(done) => ("Writing", *done),
        ExportState::Done(_) | ExportState::Interrupted | ExportState::Failed(_) => ("Done", 1.0),
    };
    ui.add(egui::Label::new(format!("{doing} {}", format::path(export.path()))).truncate());
    ui.add_space(theme::space::S);
    let bar = ProgressBar::new(done as f32).desired_width(WIDTH);
    ui.add(bar.text(format!("{:.0} %", done * 100.0)));
    ui.add_space(theme::space::L);
    ui.horizontal(|ui| {
        let stop = button(ui, "Stop", BUTTON);
        ui.ctx()
            .accesskit_node_builder(stop.id, |node| node.set_label("Stop the export"));
        if stop.clicked() {
            actions.push(Action::Export(ExportAction::Stop));
        }
        // It goes on without its page.
        button(ui, "Close", BUTTON).clicked()
    })
    .inner
}

/// What came of the last one.
fn ended_in_words(export: &GraphExport) -> String {
    let name = format::file_name(export.path());
    match export.state() {
        ExportState::Done(summary) => {
            let components = summary.components.iter();
            let components: Vec<String> = components.map(|&n| count(n.into())).collect();
            format!(
                "{name} was written, read back and found whole: {} boards in {} components of {}, \
                 {:.2} moves a board.",
                count(summary.n_nodes.into()),
                components.len(),
                components.join(" and "),
                f64::from(summary.n_edges) / f64::from(summary.n_nodes),
            )
        }
        ExportState::Failed(why) => format!("It failed: {why}."),
        ExportState::Interrupted => format!("The export to {name} was stopped."),
        ExportState::Writing(_) | ExportState::Checking(_) => String::new(),
    }
}
