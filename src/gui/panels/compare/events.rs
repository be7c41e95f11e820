//! What each of the two runs expands at a step, beside each other: where they part, or at the step of
//! the timeline and the one that goes with it.

use super::columns::halves;
use super::frontiers::FirstRows;
use crate::gui::actions::Action;
use crate::gui::model::Model;
use crate::gui::panels::show_step;
use crate::gui::replay::Replay;
use crate::gui::runs::{RunEntry, RunMoment};
use crate::gui::theme::{self, space};
use crate::gui::times::{seconds_at, step_at};
use crate::gui::widgets::mini_state::MiniStates;
use crate::gui::widgets::{note, segmented_small};
use egui::{Label, Rect, RichText, Sense, Stroke, Ui, UiBuilder, Vec2};
use tilescope_lab::trace_file::{Comparison, Parting};
use tilescope_lab::{explain, format};
use tilescope_trace::Moment;

/// Which steps are shown of the two runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Together {
    /// The first at which they expand different states.
    #[default]
    Parting,
    /// That of the timeline in both.
    Step,
    /// That of the timeline, and the last of the other run before its f exceeds it.
    F,
    /// That of the timeline, and the one that the other run made at that time.
    Time,
}

/// The switch, and the states and sentences of the two nodes.
#[derive(Default)]
pub struct Events {
    together: Together,
    replays: [Replay; 2],
    sentences: [Option<Sentence>; 2],
    frontiers: [FirstRows; 2],
}

/// Why a run expands what it does at a step.
struct Sentence {
    moment: RunMoment,
    /// Whether the frontier is indexed, so that ties are known.
    is_indexed: bool,
    text: String,
}

/// The largest picture of a state, in points.
const PICTURE: f32 = 132.0;

impl Events {
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        model: &Model,
        entries: [&RunEntry; 2],
        comparison: &Comparison,
        actions: &mut Vec<Action>,
    ) {
        ui.horizontal_wrapped(|ui| {
            let choices = [
                (Together::Parting, "Where they part"),
                (Together::Step, "Same step"),
                (Together::F, "Same f"),
                (Together::Time, "Same time"),
            ];
            if let Some(chosen) = segmented_small(ui, self.together, &choices) {
                self.together = chosen;
            }
        });
        ui.add_space(space::XS);
        let moments = match self.together {
            Together::Parting => match &comparison.parting {
                None => {
                    let text = "The runs expand the same states in the same order.";
                    ui.add(Label::new(text).wrap());
                    return;
                }
                Some(parting) => {
                    ui.add(Label::new(parting_sentence(entries, parting)).wrap());
                    [parting.step; 2]
                }
            },
            together => match moments(together, model, entries, comparison) {
                Ok(moments) => moments,
                Err(reason) => {
                    note(ui, reason);
                    return;
                }
            },
        };
        ui.add_space(space::S);
        let area = ui.available_rect_before_wrap();
        let mut bottom = area.top();
        for (which, place) in halves(area).into_iter().enumerate() {
            let inside = ui.scope_builder(UiBuilder::new().id_salt(which).max_rect(place), |ui| {
                self.event_ui(ui, model, entries[which], which, moments[which], actions);
            });
            bottom = bottom.max(inside.response.rect.bottom());
        }
        let used = Rect::from_x_y_ranges(area.x_range(), area.top()..=bottom);
        ui.advance_cursor_after_rect(used);
    }

    /// What a run expands at the step `t`.
    fn event_ui(
        &mut self,
        ui: &mut Ui,
        model: &Model,
        entry: &RunEntry,
        which: usize,
        t: Moment,
        actions: &mut Vec<Action>,
    ) {
        let palette = theme::palette(ui);
        let (job, trace) = (entry.run.job(), entry.run.trace());
        let run = entry.id.0;
        ui.spacing_mut().item_spacing.y = space::XS;
        let head = RichText::new(format!("Run {run}")).family(theme::semibold());
        ui.label(head);
        let Some(node) = trace.expanded_node(t).or((t == 0).then_some(0)) else {
            let n = format::count(trace.n_expanded().into());
            let text = format!("Run {run} has ended: it has {n} steps.");
            note(ui, &text);
            return;
        };
        let step = format::count(t.into());
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::M;
            if let Some(state) = self.replays[which].state(entry, node) {
                let side = (ui.available_width() * 0.45).clamp(48.0, PICTURE);
                let states =
                    MiniStates::new(ui.painter(), Vec2::splat(side), &job.problem, palette);
                let (rect, response) = ui.allocate_exact_size(states.extent(), Sense::hover());
                let name = format!("Run {run} expands {}", job.problem.state_line(state));
                response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &name));
                states.paint(ui.painter(), rect.min, state, Stroke::NONE);
            }
            ui.vertical(|ui| {
                let line = |ui: &mut Ui, text: String| ui.add(Label::new(text).truncate());
                line(ui, format!("Step {step}"));
                line(ui, format!("Node {}", format::count(node.into())));
                let (g, h) = (trace.g(node), trace.h(node));
                if let Some(equation) = explain::equation(job, g, h) {
                    // A narrow panel breaks it after an equals sign.
                    let sides: Vec<String> = equation.split(" = ").map(unbroken).collect();
                    ui.add(Label::new(sides.join("\u{a0}= ")).wrap());
                } else {
                    line(ui, format!("Depth {}", trace.depth(node)));
                }
                let frontier = format::count(trace.frontier_size(t).into());
                line(ui, format!("Frontier {frontier}"));
                show_step::button_ui(ui, entry, t, actions);
            });
        });
        let index = model.frontiers().index(entry.id);
        let is_indexed = index.is_some() && model.originals().index(entry.id).is_some();
        let moment = entry.moment(t);
        let is_its = |it: &Sentence| (it.moment, it.is_indexed) == (moment, is_indexed);
        let kept = self.sentences[which].take().filter(is_its);
        let sentence = kept.unwrap_or_else(|| Sentence {
            moment,
            is_indexed,
            // Lines don't break inside an equation.
            text: {
                let originals = model.originals().index(entry.id).map(|it| &**it);
                let original = explain::original(job, trace, originals, node, t).node();
                let sentence = explain::why_with(job, trace, index, original, node, t);
                sentence.replace(" = ", "\u{a0}=\u{a0}")
            },
        });
        note(ui, &sentence.text);
        self.sentences[which] = Some(sentence);
        self.frontiers[which].ui(ui, model, entry, t);
    }
}

/// Words that stay in one line.
fn unbroken(text: &str) -> String {
    text.trim().replace(' ', "\u{a0}")
}

fn parting_sentence(entries: [&RunEntry; 2], parting: &Parting) -> String {
    let step = format::count(parting.step.into());
    let same = match parting.step {
        1 => String::new(),
        2 => "The first step is the same in both. ".to_owned(),
        n => format!(
            "The first {} steps are the same in both. ",
            format::count((n - 1).into())
        ),
    };
    match parting.boards.iter().position(Option::is_none) {
        None => format!("{same}At step {step} they expand different states."),
        Some(ended) => format!(
            "{same}At step {step} run {} has ended, and run {} goes on.",
            entries[ended].id.0,
            entries[1 - ended].id.0
        ),
    }
}

/// The steps that go together; else why there are none.
fn moments(
    together: Together,
    model: &Model,
    entries: [&RunEntry; 2],
    comparison: &Comparison,
) -> Result<[Moment; 2], &'static str> {
    let active = model.runs().active().map(|entry| entry.id);
    let shown = entries.iter().position(|entry| Some(entry.id) == active);
    let shown = shown.ok_or("Neither run is shown. Show one of them to step both together.")?;
    let t = model.cursor().t;
    let other = entries[1 - shown];
    let end = other.run.trace().n_expanded();
    let with = match together {
        Together::Parting | Together::Step => t,
        Together::F => {
            let [of_shown, of_other] = [shown, 1 - shown].map(|which| &comparison.rises[which]);
            if of_shown.is_empty() || of_other.is_empty() {
                return Err("One of the algorithms compares no costs, so its steps have no f.");
            }
            let reached = of_shown.partition_point(|(_, step)| *step <= t);
            let f = reached.checked_sub(1).map(|last| of_shown[last].0);
            match (f, of_other.iter().find(|(other, _)| Some(*other) > f)) {
                (None, _) => 0,
                (_, None) => end,
                (_, Some((_, step))) => step - 1,
            }
        }
        Together::Time => {
            let seconds = seconds_at(entries[shown].run.series().samples(), t.into());
            step_at(other.run.series().samples(), seconds)
        }
    };
    let mut moments = [with.min(end); 2];
    moments[shown] = t;
    Ok(moments)
}
