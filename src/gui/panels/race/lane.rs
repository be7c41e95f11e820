//! One search of a race at a moment: the board that it expands, its figures, and how far it has come.

use crate::gui::actions::Action;
use crate::gui::model::Model;
use crate::gui::panels::show_step;
use crate::gui::replay::Replay;
use crate::gui::runs::RunEntry;
use crate::gui::theme::{self, space};
use crate::gui::widgets::mini_state::MiniStates;
use crate::gui::widgets::{note, value_row};
use egui::{Color32, Label, Rect, RichText, Role, Sense, Stroke, Ui, Vec2, WidgetInfo};
use tilescope_lab::{RunOutcome, explain, format};
use tilescope_trace::Moment;

/// The greatest width of what is shown of a search.
pub const MAX_WIDTH: f32 = 360.0;
/// The greatest and the least picture of a state, and its share of the panel's height.
const PICTURE: [f32; 2] = [96.0, 220.0];
const SHARE: f32 = 0.27;
const BAR: f32 = 6.0;

/// Shows the search `entry` of a race that ends at `end`.
pub fn ui(
    ui: &mut Ui,
    model: &Model,
    entry: &RunEntry,
    end: f64,
    replay: &mut Replay,
    actions: &mut Vec<Action>,
) {
    let palette = theme::palette(ui);
    let (job, trace) = (entry.run.job(), entry.run.trace());
    let run = entry.id.0;
    ui.spacing_mut().item_spacing.y = space::XS;
    let head = RichText::new(format!("Run {run}")).family(theme::semibold());
    ui.add(Label::new(head).truncate());
    let title = RichText::new(job.title()).small().color(palette.dim);
    ui.add(Label::new(title).truncate());
    let last = trace.n_expanded();
    if trace.n_nodes() == 0 {
        note(ui, "The record of this run is not kept.");
        return;
    }
    let is_searching = model.races().is_searching(model.runs());
    let t = match is_searching {
        true => last,
        false => model.races().step(entry, end),
    };
    let (state, colour) = standing(ui, model, entry, t);
    ui.add(Label::new(RichText::new(&state).color(colour)).truncate());
    // While searches go on, each bar is as long as the search is in comparison with the farthest.
    let part = match is_searching {
        true => model.races().end_of(entry) / end.max(f64::MIN_POSITIVE),
        false => f64::from(t) / f64::from(last.max(1)),
    };
    progress_ui(ui, entry, (t, part as f32), &state);
    ui.add_space(space::S);
    let node = trace.expanded_node(t).unwrap_or(0);
    if let Some(state) = replay.state(entry, node) {
        let [least, greatest] = PICTURE;
        let side = (SHARE * ui.clip_rect().height()).clamp(least, greatest);
        let side = side.min(ui.available_width());
        let states = MiniStates::new(ui.painter(), Vec2::splat(side), &job.problem, palette);
        let (rect, response) = ui.allocate_exact_size(states.extent(), Sense::hover());
        let name = format!("Run {run} expands {}", job.problem.state_line(state));
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
        states.paint(ui.painter(), rect.min, state, Stroke::NONE);
    }
    ui.add_space(space::S);
    let (g, h) = (trace.g(node), trace.h(node));
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        value_row(ui, "expanded", &format::count(t.into()));
        let frontier = format::count(trace.frontier_size(t).into());
        value_row(ui, "frontier", &frontier);
        value_row(ui, "g", &entry.cost(g.into()));
        // The same rows in each, so that the buttons below stand side by side.
        let uses_h = job.settings.algorithm.uses_heuristic;
        let h_text = uses_h.then(|| entry.cost(h.into()));
        let f_text = explain::has_sum(job).then(|| explain::terms(job, g, h).0);
        for (label, value) in [("h", h_text), ("f", f_text)] {
            value_row(ui, label, value.as_deref().unwrap_or("–"));
        }
    });
    if let Some(report) = entry.run.report().filter(|it| !it.recorded_in_full) {
        let all = format::count(report.counts.expanded);
        note(
            ui,
            &format!("The record ends before the search does, which has {all} steps."),
        );
    }
    show_step::button_ui(ui, entry, t, actions);
}

/// “searching”, “1st: cost 31”.
fn standing(ui: &Ui, model: &Model, entry: &RunEntry, t: Moment) -> (String, Color32) {
    let palette = theme::palette(ui);
    let Some(report) = entry.run.report() else {
        return ("searching".into(), palette.accent);
    };
    if t < entry.run.trace().n_expanded() {
        return ("under way".into(), palette.dim);
    }
    match (&report.outcome, model.races().n_before(entry, model.runs())) {
        (RunOutcome::Solved { cost, .. }, Some(before)) => {
            let place = ["1st", "2nd", "3rd", "4th"][before.min(3)];
            let cost = entry.cost((*cost).into());
            let colour = if before == 0 {
                palette.good
            } else {
                palette.text
            };
            (format!("{place}: cost {cost}"), colour)
        }
        _ => ("ended without a solution".into(), palette.warning),
    }
}

/// How much of the search has passed: the step, and its part of the bar.
fn progress_ui(ui: &mut Ui, entry: &RunEntry, (t, part): (Moment, f32), state: &str) {
    let palette = theme::palette(ui);
    let size = Vec2::new(ui.available_width(), BAR);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let last = entry.run.trace().n_expanded();
    let (colour, _) = theme::run_style(palette, entry.style);
    ui.painter().rect_filled(rect, BAR / 2.0, palette.line);
    let done = Rect::from_min_size(rect.min, Vec2::new(rect.width() * part, BAR));
    ui.painter().rect_filled(done, BAR / 2.0, colour);
    let [at, all] = [t, last].map(|n| format::count(n.into()));
    let name = format!("Run {}: step {at} of {all}, {state}", entry.id.0);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
    response.on_hover_text(name);
}
