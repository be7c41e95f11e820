//! Shows a run at a step in all panels: what the buttons *Show* and the pictures of steps do.

use crate::gui::actions::Action;
use crate::gui::runs::{RunEntry, RunsAction};
use crate::gui::timeline::TimelineAction;
use egui::{Role, Ui, WidgetInfo};
use tilescope_lab::format;
use tilescope_trace::Moment;

/// A button that shows the run `entry` at the step `t`.
pub fn button_ui(ui: &mut Ui, entry: &RunEntry, t: Moment, actions: &mut Vec<Action>) {
    let button = ui.small_button("Show");
    let step = format::count(t.into());
    let name = format!("Show step {step} of run {}", entry.id.0);
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let button = button.on_hover_text("Show this run at this step in all panels");
    if button.clicked() {
        show_step(entry, t, actions);
    }
}

/// Makes the run `entry` the active one and moves the timeline to its step `t`.
pub fn show_step(entry: &RunEntry, t: Moment, actions: &mut Vec<Action>) {
    actions.push(RunsAction::Activate(entry.id).into());
    actions.push(TimelineAction::Seek(t).into());
}
