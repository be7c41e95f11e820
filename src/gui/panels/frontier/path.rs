//! The path of a search that keeps only a path, from its end up, and the alternatives along it.

use crate::gui::actions::Action;
use crate::gui::runs::RunEntry;
use crate::gui::theme::{self, space};
use crate::gui::timeline::TimelineAction;
use crate::gui::widgets::note;
use egui::{Label, RichText, ScrollArea, Ui};
use tilescope_lab::explain::{self, PathLevel};
use tilescope_lab::format;
use tilescope_trace::Moment;

/// Shows the path at `t` in type of this size. A click on a node selects it.
pub fn ui(ui: &mut Ui, entry: &RunEntry, t: Moment, size: f32, actions: &mut Vec<Action>) {
    let levels = explain::path_levels(entry.run.job(), entry.run.trace(), t);
    if levels.is_empty() {
        note(ui, "The path is empty: the iteration is complete.");
        return;
    }
    note(
        ui,
        "The path to it. Beside each node are the alternatives still to come, which are not \
         generated yet.",
    );
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        for level in &levels {
            ui.horizontal(|ui| level_ui(ui, entry, level, size, actions));
        }
    });
}

fn level_ui(
    ui: &mut Ui,
    entry: &RunEntry,
    level: &PathLevel,
    size: f32,
    actions: &mut Vec<Action>,
) {
    let (job, trace) = (entry.run.job(), entry.run.trace());
    let (g, h) = (trace.g(level.node), trace.h(level.node));
    let f = explain::f_text(job, g, h).map_or(String::new(), |f| format!(", f = {f}"));
    let name = format!(
        "Depth {}: node {}{f}",
        format::count(trace.depth(level.node).into()),
        format::count(level.node.into())
    );
    let link = ui.link(RichText::new(name).size(size));
    if link.on_hover_text("Select this node").clicked()
        && let Some(node) = entry.node(level.node)
    {
        actions.push(TimelineAction::Reveal(node).into());
    }
    if level.to_come.is_empty() {
        return;
    }
    let names: Vec<&str> = (level.to_come.iter())
        .map(|&action| job.problem.action_name(action))
        .collect();
    let states: Vec<String> = (level.to_come.iter())
        .filter_map(|&action| explain::alternative(job, trace, level.node, action))
        .map(|state| job.problem.state_line(&state))
        .collect();
    let text = RichText::new(format!("then {}", names.join(", ")));
    let text = text.size(size).color(theme::palette(ui).dim);
    ui.add(Label::new(text).truncate())
        .on_hover_text(states.join("\n"));
}
