//! The status line: where the shown run stands and its counts, in fixed columns.

use super::actions::Action;
use super::generation::GenerationAction;
use super::model::Model;
use super::run_status::{RunStatus, frontier, memory, memory_parts, nodes_per_second, recorded};
use super::runs::RunEntry;
use super::text::sentence;
use super::theme;
use super::trace_files::TraceFileAction;
use tilescope_lab::{RunState, format};

/// The status line: where the shown run stands and its counts, in fixed columns.
pub fn ui(ui: &mut egui::Ui, model: &Model, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui);
    let frame = egui::Frame::new()
        .fill(palette.panel)
        .inner_margin(egui::Margin::symmetric(theme::space::L as i8, 0));
    egui::Panel::bottom("status line")
        .exact_size(theme::size::STATUS_LINE)
        .frame(frame)
        .show(ui, |ui| {
            ui.horizontal_centered(|ui| {
                let working = working(model);
                match model.runs().active() {
                    Some(entry) => run_ui(ui, model, entry, working.is_none()),
                    None => state_ui(ui, "Ready", palette.faint),
                }
                if let Some((title, done, stop)) = working {
                    work_ui(ui, title, done, stop, actions);
                }
            });
        });
}

/// A trace that is being saved or opened, or else puzzles that are being generated: what it is, the
/// fraction done, and what stops it.
fn working(model: &Model) -> Option<(&str, f64, Action)> {
    let trace = model.trace_files().working();
    let trace = trace.map(|(title, done)| (title, done, TraceFileAction::Stop.into()));
    trace.or_else(|| {
        let done = model.generation().progress()?;
        Some(("Generating puzzles", done, GenerationAction::Stop.into()))
    })
}

/// Work in the background, at the right end, and the way to stop it.
fn work_ui(ui: &mut egui::Ui, title: &str, done: f64, action: Action, actions: &mut Vec<Action>) {
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        let stop = ui.small_button("Stop");
        let name = format!("Stop: {title}");
        (ui.ctx()).accesskit_node_builder(stop.id, |node| node.set_label(name));
        if stop.clicked() {
            actions.push(action);
        }
        // In a narrow window the title is cut, and not how far it is.
        ui.spacing_mut().item_spacing.x = theme::space::XS;
        let done = format!("{:.0} %", 100.0 * done);
        ui.label(egui::RichText::new(done).small());
        let title = egui::RichText::new(format!("{title},")).small();
        ui.add(egui::Label::new(title).truncate());
    });
}

/// The width of the columns after the state, and that of the words at the right.
const COLUMNS: f32 = 860.0;
const RECORD: f32 = 130.0;
const SPEED: &str = "nodes/s";

fn run_ui(ui: &mut egui::Ui, model: &Model, entry: &RunEntry, shows_record: bool) {
    let (run, is_present) = (&entry.run, entry.is_of(model.problem()));
    let palette = theme::palette(ui);
    let counts = run.counts();
    let run_status = RunStatus::of(run, palette);
    state_ui(ui, run_status.word, run_status.colour);
    let or_none = |n: Option<u64>| n.map_or("–".to_owned(), format::count);
    // In a narrow window the speed gives way; it is in the panel Result too.
    let is_narrow = ui.available_width() < COLUMNS + RECORD;
    for (label, value, width) in [
        ("expanded", format::count(counts.expanded), 152.0),
        ("generated", format::count(counts.generated), 156.0),
        ("frontier", or_none(frontier(run)), 140.0),
        (SPEED, or_none(nodes_per_second(run)), 124.0),
        ("memory", memory(entry), 124.0),
        ("time", format::duration(counts.elapsed), 112.0),
    ] {
        let width = match is_narrow {
            true if label == SPEED => continue,
            true => width - 11.0,
            false => width,
        };
        column_ui(ui, width, |ui| {
            ui.spacing_mut().item_spacing.x = theme::space::XS;
            ui.label(egui::RichText::new(label).small().color(palette.dim));
            let shown = ui.label(egui::RichText::new(value).small());
            if label == "memory" {
                shown.on_hover_ui(|ui| {
                    ui.label(memory_parts(model.runs(), entry));
                });
            }
        });
    }
    if !shows_record {
        return;
    }
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        let is_over = run.state() == RunState::Ended;
        let predictions = Some(model.predictions()).filter(|_| !is_over);
        let short = predictions.and_then(|it| it.short(entry));
        let (text, colour) = match (is_present, short) {
            (false, _) => ("of another puzzle".to_owned(), palette.warning),
            (true, Some(short)) => (short, palette.dim),
            (true, None) => (recorded(run), palette.dim),
        };
        let text = egui::RichText::new(text).small();
        let shown = ui.add(egui::Label::new(text.color(colour)).truncate());
        if let Some(whole) = predictions.and_then(|it| it.sentences(entry)) {
            shown.on_hover_text(format!("{whole} {}", sentence(&recorded(run))));
        }
    });
}

/// A dot in the colour of the state, and the state.
fn state_ui(ui: &mut egui::Ui, word: &str, colour: egui::Color32) {
    column_ui(ui, 104.0, |ui| {
        let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(8.0), egui::Sense::hover());
        ui.painter().circle_filled(rect.center(), 3.5, colour);
        ui.label(egui::RichText::new(word).small());
    });
}

/// Something in a column of fixed width.
fn column_ui(ui: &mut egui::Ui, width: f32, contents: impl FnOnce(&mut egui::Ui)) {
    let size = egui::vec2(width, ui.available_height());
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_width(width);
        contents(ui);
    });
}
