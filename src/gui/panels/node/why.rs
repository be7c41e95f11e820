//! Why the shown node is what it is: the sentence, and the sentence alone in large type.

use crate::gui::model::Model;
use crate::gui::replay::Replay;
use crate::gui::runs::{RunEntry, RunMoment};
use crate::gui::theme::{self, space};
use crate::gui::widgets::mini_state::MiniStates;
use egui::text::LayoutJob;
use egui::{Color32, FontId, RichText, Sense, Stroke, TextFormat, Ui, Vec2};
use tilescope_lab::explain::Sought;
use tilescope_lab::{State, explain, format};
use tilescope_trace::{Moment, NodeId};

/// The largest picture of the state beside the sentence in large type, in points.
const MAX_PICTURE: f32 = 170.0;
/// The sizes of large type, in points.
const LARGE: f32 = 18.0;
const LARGE_HEAD: f32 = 15.0;
const LARGE_NAME: f32 = 24.0;

/// The sentence, and what it was made for.
#[derive(Default)]
pub struct Sentence(Option<(MadeFor, String, Sought)>);

#[derive(PartialEq, Eq)]
struct MadeFor {
    moment: RunMoment,
    node: NodeId,
    n_recorded: NodeId,
    /// Whether the whole frontier is indexed, and the states of the nodes are.
    is_indexed: [bool; 2],
}

impl Sentence {
    /// The sentence about a node at a moment, and the node that it is due to.
    pub fn of(
        &mut self,
        model: &Model,
        entry: &RunEntry,
        node: NodeId,
        t: Moment,
    ) -> (&str, Sought) {
        let (job, trace) = (entry.run.job(), entry.run.trace());
        let index = model.frontiers().index(entry.id);
        let originals = model.originals().index(entry.id);
        let key = MadeFor {
            moment: entry.moment(t),
            node,
            n_recorded: trace.n_nodes(),
            is_indexed: [
                index.is_some_and(|index| index.covers(trace, trace.n_expanded())),
                originals.is_some_and(|originals| originals.covers(node)),
            ],
        };
        if self
            .0
            .as_ref()
            .is_none_or(|(made_for, ..)| *made_for != key)
        {
            let original = explain::original(job, trace, originals.map(|it| &**it), node, t);
            let sentence = explain::why_with(job, trace, index, original.node(), node, t);
            // Lines don't break inside an equation.
            self.0 = Some((key, sentence.replace(" = ", "\u{a0}=\u{a0}"), original));
        }
        match &self.0 {
            Some((_, sentence, original)) => (sentence, *original),
            None => ("", Sought::NotFound),
        }
    }
}

/// A sentence in which no line breaks inside a number. The window's text may break at any narrow
/// space, so digits are grouped by spaces of half the size that never break.
pub fn unbroken(sentence: &str, size: f32, colour: Color32) -> LayoutJob {
    let format = |size| TextFormat::simple(FontId::proportional(size), colour);
    let mut job = LayoutJob::default();
    for (i, piece) in sentence.split('\u{2009}').enumerate() {
        if i > 0 {
            job.append("\u{a0}", 0.0, format(size / 2.0));
        }
        job.append(piece, 0.0, format(size));
    }
    job
}

/// The shown node's state, its figures and the sentence, to be read from afar.
#[derive(Default)]
pub struct LargeWhy {
    replay: Replay,
    sentence: Sentence,
}

impl LargeWhy {
    pub fn ui(&mut self, ui: &mut Ui, model: &Model) {
        let palette = theme::palette(ui);
        ui.spacing_mut().item_spacing.y = space::M;
        let (Some(entry), Some(node)) = (model.runs().active(), model.shown_node()) else {
            let text = "PageDown begins, step by step. Enter solves.";
            ui.add(
                egui::Label::new(RichText::new(text).size(LARGE_HEAD).color(palette.dim)).wrap(),
            );
            return;
        };
        let t = model.cursor().t;
        let head = format!("Why node {}?", format::count(node.into()));
        let head = RichText::new(head).size(LARGE_HEAD).color(palette.dim);
        egui::ScrollArea::vertical()
            .auto_shrink(false)
            .show(ui, |ui| {
                self.state_ui(ui, entry, node);
                figures_ui(ui, entry, node);
                ui.label(head);
                let (sentence, _) = self.sentence.of(model, entry, node, t);
                let sentence = unbroken(sentence, LARGE, palette.text);
                ui.add(egui::Label::new(sentence).wrap());
            });
    }

    fn state_ui(&mut self, ui: &mut Ui, entry: &RunEntry, node: NodeId) {
        let Some(state) = self.replay.state(entry, node) else {
            return;
        };
        let problem = &entry.run.job().problem;
        if let State::City(_) = state {
            let name = RichText::new(problem.state_line(state));
            ui.label(name.size(LARGE_NAME).family(theme::semibold()));
            return;
        }
        let side = ui.available_width().min(MAX_PICTURE);
        let states = MiniStates::new(ui.painter(), Vec2::splat(side), problem, theme::palette(ui));
        let (rect, response) = ui.allocate_exact_size(states.extent(), Sense::hover());
        let name = problem.state_line(state);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &name));
        states.paint(ui.painter(), rect.min, state, Stroke::NONE);
    }
}

/// “f = g + h = 12 + 1 = 13”; nothing for an algorithm that compares no costs.
fn figures_ui(ui: &mut Ui, entry: &RunEntry, node: NodeId) {
    let (job, trace) = (entry.run.job(), entry.run.trace());
    let (g, h) = (trace.g(node), trace.h(node));
    if let Some(equation) = explain::equation(job, g, h) {
        // The last number stays with its sign.
        let equation = equation.replace("= ", "=\u{a0}");
        let equation = RichText::new(equation).size(LARGE);
        ui.add(egui::Label::new(equation.family(theme::semibold())).wrap());
    }
}
