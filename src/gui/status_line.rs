//! The status line: where the shown run stands and its counts, in fixed columns.

use super::actions::Action;
use super::generation::GenerationAction;
use super::model::Model;
use super::run_status::{RunStatus, frontier, memory, memory_parts, nodes_per_second, recorded};
use super::runs::RunEntry;
use super::text::sentence;
use super::theme;
use super::trace_files::TraceFileAction;
use tilescope_lab::{Job, RunState, format};
use tilescope_search::Selection;

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
            if run_of_other_problem(model).is_some() {
                let ground = palette.warning.gamma_multiply(OTHER_GROUND);
                let whole = ui.max_rect().expand2(egui::vec2(theme::space::L, 0.0));
                ui.painter().rect_filled(whole, 0.0, ground);
            }
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

/// The only band of the presentation, which has no status line: that its run belongs to a different
/// problem.
pub fn other_problem_band_ui(ui: &mut egui::Ui, model: &Model) {
    let Some(entry) = run_of_other_problem(model) else {
        return;
    };
    let palette = theme::palette(ui);
    let frame = egui::Frame::new()
        .fill(palette.warning.gamma_multiply(OTHER_GROUND))
        .inner_margin(egui::Margin::symmetric(theme::space::L as i8, 0));
    egui::Panel::bottom("run of another problem")
        .exact_size(theme::size::STATUS_LINE)
        .frame(frame)
        .show(ui, |ui| {
            ui.horizontal_centered(|ui| other_problem_ui(ui, entry))
        });
}

/// The opacity of the ground on which a run of another problem is reported.
const OTHER_GROUND: f32 = 0.14;

/// The active run, if it is of another problem than the current one.
fn run_of_other_problem(model: &Model) -> Option<&RunEntry> {
    let active = model.runs().active();
    active.filter(|entry| !entry.is_of(model.problem()))
}

/// Reports that a run is of another problem than the current one.
fn other_problem_ui(ui: &mut egui::Ui, entry: &RunEntry) {
    let text = format!("Run {} belongs to a different puzzle.", entry.id.0);
    let text = egui::RichText::new(text).small();
    let text = text.color(theme::palette(ui).warning);
    let problem = &entry.run.job().problem;
    let [start, goal] = [problem.start(), problem.goal()].map(|it| problem.state_line(&it));
    ui.add(egui::Label::new(text).truncate())
        .on_hover_text(format!("{start}\nto {goal}"));
}

/// Reports that Search would make another search of the problem than the run was.
fn other_settings_ui(ui: &mut egui::Ui, model: &Model, entry: &RunEntry) {
    let text = format!("Run {} used different settings.", entry.id.0);
    let text = egui::RichText::new(text).small();
    let shown = ui.add(egui::Label::new(text).truncate());
    shown.on_hover_ui(|ui| {
        let of_search = Job {
            problem: model.problem().clone(),
            settings: model.settings().clone(),
            ..entry.run.job().clone()
        };
        ui.label(format!("Run {}: {}", entry.id.0, entry.run.job().title()));
        ui.label(format!("Search: {}", of_search.title()));
    });
}

/// Returns true if a search of the problem by the current settings would differ from the run.
fn has_other_settings(model: &Model, entry: &RunEntry) -> bool {
    let settings = &entry.run.job().settings;
    // A game was no search.
    settings.algorithm.selection != Selection::Game
        && !settings.makes_same_search(model.settings(), model.problem())
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

/// The width of the columns after the state, and that of the words at the right: of those on the
/// record, and of those on another problem or other settings.
const COLUMNS: f32 = 860.0;
const RECORD: f32 = 130.0;
const REMARK: f32 = 210.0;
const SPEED: &str = "nodes/s";
const MEMORY: &str = "memory";
/// The width of each of these two columns.
const SPARE: f32 = 124.0;

fn run_ui(ui: &mut egui::Ui, model: &Model, entry: &RunEntry, shows_record: bool) {
    let run = &entry.run;
    let palette = theme::palette(ui);
    let counts = run.counts();
    let run_status = RunStatus::of(run, palette);
    state_ui(ui, run_status.word, run_status.colour);
    let or_none = |n: Option<u64>| n.map_or("–".to_owned(), format::count);
    let is_other = !entry.is_of(model.problem());
    let words = match is_other || has_other_settings(model, entry) {
        true => REMARK,
        false => RECORD,
    };
    // In a narrow window the speed gives way, then the memory, then what does not fit; the Result
    // panel has all.
    let is_narrow = ui.available_width() < COLUMNS + words;
    let is_narrower = ui.available_width() < COLUMNS - SPARE + words;
    let end = ui.max_rect().right() - words;
    for (label, value, width) in [
        ("expanded", format::count(counts.expanded), 152.0),
        ("generated", format::count(counts.generated), 156.0),
        ("frontier", or_none(frontier(run)), 140.0),
        (SPEED, or_none(nodes_per_second(run)), SPARE),
        (MEMORY, memory(entry), SPARE),
        ("time", format::duration(counts.elapsed), 112.0),
    ] {
        let width = match is_narrow {
            true if label == SPEED || label == MEMORY && is_narrower => continue,
            true => width - 11.0,
            false => width,
        };
        if ui.cursor().left() + width > end {
            break;
        }
        column_ui(ui, width, |ui| {
            ui.spacing_mut().item_spacing.x = theme::space::XS;
            ui.label(egui::RichText::new(label).small().color(palette.dim));
            let shown = ui.label(egui::RichText::new(value).small());
            if label == MEMORY {
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
        if is_other {
            return other_problem_ui(ui, entry);
        }
        if has_other_settings(model, entry) {
            return other_settings_ui(ui, model, entry);
        }
        let is_over = run.state() == RunState::Ended;
        let predictions = Some(model.predictions()).filter(|_| !is_over);
        let short = predictions.and_then(|it| it.short(entry));
        let text = egui::RichText::new(short.unwrap_or_else(|| recorded(run))).small();
        let shown = ui.add(egui::Label::new(text.color(palette.dim)).truncate());
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
