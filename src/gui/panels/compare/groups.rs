//! The states that both runs expanded, and those that only one of them did.

use crate::gui::actions::Action;
use crate::gui::panels::show_step::show_step;
use crate::gui::replay::Replay;
use crate::gui::runs::RunEntry;
use crate::gui::theme::{self, space};
use crate::gui::widgets::disclosure;
use crate::gui::widgets::mini_state::MiniStates;
use egui::{Align2, FontId, RichText, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2};
use tilescope_lab::format;
use tilescope_lab::trace_file::Comparison;
use tilescope_trace::Moment;

/// Which groups are open, and the states of the runs' nodes.
#[derive(Default)]
pub struct Groups {
    is_open: [bool; 3],
    replays: [Replay; 2],
}

/// The side of a picture, in points.
const PICTURE: f32 = 60.0;
const CAPTION: f32 = 16.0;

impl Groups {
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        entries: [&RunEntry; 2],
        comparison: &Comparison,
        actions: &mut Vec<Action>,
    ) {
        let [first, second] = entries.map(|entry| entry.id.0);
        let [only_first, only_second] = &comparison.examples_only;
        let groups = [
            (
                "By both".to_owned(),
                comparison.in_both,
                0,
                &comparison.examples_in_both,
            ),
            (
                format!("Only by run {first}"),
                comparison.only[0],
                0,
                only_first,
            ),
            (
                format!("Only by run {second}"),
                comparison.only[1],
                1,
                only_second,
            ),
        ];
        for (i, (name, n, which, steps)) in groups.into_iter().enumerate() {
            let count = format::count(n);
            ui.scope(|ui| {
                ui.set_max_width(ui.available_width().min(360.0));
                let label = format!("{name}: {count}");
                match n {
                    0 => nothing_ui(ui, &label),
                    _ => {
                        disclosure(ui, &label, "", &mut self.is_open[i]);
                    }
                }
            });
            if self.is_open[i] && n > 0 {
                let replay = &mut self.replays[which];
                examples_ui(ui, entries[which], steps, replay, actions);
                if n > steps.len() as u64 {
                    let text = format!("The first {} of {count}.", steps.len());
                    crate::gui::widgets::note(ui, &text);
                }
            }
        }
    }
}

/// A group without states, in line with those that can be opened.
fn nothing_ui(ui: &mut Ui, label: &str) {
    ui.horizontal(|ui| {
        ui.set_height(theme::size::ROW);
        ui.add_space(space::L);
        ui.label(RichText::new(label).color(theme::palette(ui).dim));
    });
}

/// Pictures of the states that these steps expand; a click goes there.
fn examples_ui(
    ui: &mut Ui,
    entry: &RunEntry,
    steps: &[Moment],
    replay: &mut Replay,
    actions: &mut Vec<Action>,
) {
    let palette = theme::palette(ui);
    let problem = &entry.run.job().problem;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(space::S);
        for &step in steps {
            let node = entry.run.trace().expanded_node(step);
            let Some(state) = node.and_then(|node| replay.state(entry, node)) else {
                continue;
            };
            let states = MiniStates::new(ui.painter(), Vec2::splat(PICTURE), problem, palette);
            let size = vec2(PICTURE, states.extent().y + CAPTION);
            let (rect, response) = ui.allocate_exact_size(size, Sense::click());
            let name = format!(
                "Step {} of run {}: {}",
                format::count(step.into()),
                entry.id.0,
                problem.state_line(state)
            );
            response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, &name));
            let is_lit = response.hovered() || response.has_focus();
            let frame = match is_lit {
                true => Stroke::new(2.0, palette.accent),
                false => Stroke::NONE,
            };
            let left = rect.center().x - states.extent().x / 2.0;
            states.paint(ui.painter(), egui::pos2(left, rect.top()), state, frame);
            let font = FontId::proportional(theme::text::HEAD);
            let text = format!("step {}", format::count(step.into()));
            let at = rect.center_bottom();
            ui.painter()
                .text(at, Align2::CENTER_BOTTOM, text, font, palette.dim);
            if response.clicked() {
                show_step(entry, step, actions);
            }
        }
    });
    ui.add_space(space::XS);
}
