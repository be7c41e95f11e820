//! The pseudocode panel: the algorithm's textbook steps, with the step of the present event lit, and
//! the values of its variables.

use crate::gui::actions::Action;
use crate::gui::model::Model;
use crate::gui::panel::Panel;
use crate::gui::runs::{RunEntry, RunId};
use crate::gui::theme::{self, Palette, space};
use egui::text::LayoutJob;
use egui::{Align2, FontId, Label, Rect, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};
use tilescope_lab::explain::pseudocode::{self, Step};
use tilescope_lab::format;
use tilescope_trace::{Moment, NodeId};

/// Shows the steps of the shown run's algorithm, or of the chosen one.
#[derive(Default)]
pub struct PseudocodePanel {
    steps: Steps,
}

impl Panel for PseudocodePanel {
    fn shows_active_run(&self) -> bool {
        true
    }

    fn head_ui(&mut self, ui: &mut Ui, model: &Model, _: &mut Vec<Action>) {
        let active = model.runs().active();
        let values = active.map(|entry| variables(model, entry));
        let values = values.filter(|values| !values.is_empty());
        let words = values.map_or_else(
            || model.settings().algorithm.name.to_owned(),
            |values| {
                let each = values
                    .iter()
                    .map(|(name, value)| format!("{name}: {value}"));
                let each = each.map(|it| it.replace(' ', "\u{a0}"));
                each.collect::<Vec<_>>().join("  · ")
            },
        );
        two_lines_ui(ui, words);
    }

    fn ui(&mut self, ui: &mut Ui, model: &Model, _: &mut Vec<Action>) {
        let area = ui.available_rect_before_wrap();
        let inside = area.shrink2(vec2(space::L, space::XS));
        let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(inside));
        self.steps.ui(&mut inside, model, theme::text::BODY);
        ui.advance_cursor_after_rect(area);
    }
}

/// Words in the head, in two lines if one is too short for them.
fn two_lines_ui(ui: &mut Ui, words: String) {
    let colour = theme::palette(ui).dim;
    let lay_out = |words: String| {
        let font = FontId::proportional(theme::text::SMALL);
        let mut job = LayoutJob::simple(words, font, colour, ui.available_width());
        job.wrap.max_rows = 2;
        ui.painter().layout_job(job)
    };
    let mut galley = lay_out(words.clone());
    if galley.rows.len() > 1 {
        // No line ends with a dot.
        galley = lay_out(words.replace("  · ", "   "));
    }
    let (rect, response) = ui.allocate_exact_size(galley.size(), Sense::hover());
    let words = words.replace('\u{a0}', " ");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    ui.painter().galley(rect.min, galley, colour);
}

/// The steps, and which was lit last, in a panel of which height.
#[derive(Default)]
pub struct Steps {
    lit: Option<(RunId, Moment, usize)>,
    height: f32,
}

/// How far a step is indented in a loop, in letters.
const INDENT: f32 = 1.2;
/// The room for the number of nodes to which a step was done, in letters.
const COUNT: f32 = 2.5;

impl Steps {
    /// Shows them in letters of this size, and the variables above them.
    pub fn with_variables_ui(&mut self, ui: &mut Ui, model: &Model, size: f32) {
        if let Some(entry) = model.runs().active() {
            ui.scope(|ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                variables_ui(ui, model, entry, size);
            });
            ui.add_space(space::S);
        }
        self.ui(ui, model, size);
    }

    /// Shows them in letters of this size.
    pub fn ui(&mut self, ui: &mut Ui, model: &Model, size: f32) {
        let palette = theme::palette(ui);
        let active = model.runs().active();
        let steps = match active {
            Some(entry) => pseudocode::steps(entry.run.job()),
            None => pseudocode::steps(&model.next_job()),
        };
        if steps.is_empty() {
            let text = "Engines choose their steps by themselves and don't report them. Choose an \
                        algorithm, such as A*, to see its steps.";
            ui.add(Label::new(RichText::new(text).size(size).color(palette.dim)).wrap());
            return;
        }
        let t = model.cursor().t;
        let recorded = active.filter(|entry| entry.run.trace().n_nodes() > 0);
        let mut counts = vec![0; steps.len()];
        let mut lit = None;
        if let Some(entry) = recorded {
            let trace = entry.run.trace();
            for (event, n) in pseudocode::events(trace, t) {
                if let Some(step) = event.step(&steps) {
                    counts[step] += n;
                }
            }
            let event = node(model, entry).and_then(|node| pseudocode::event(trace, node, t));
            lit = event.and_then(|event| event.step(&steps));
        }
        let now = recorded.zip(lit).map(|(entry, step)| (entry.id, t, step));
        let height = ui.available_height();
        let is_resized = std::mem::replace(&mut self.height, height) != height;
        let has_changed = std::mem::replace(&mut self.lit, now) != now || is_resized;
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for (i, step) in steps.iter().enumerate() {
                let is_lit = lit == Some(i);
                let row = step_ui(ui, palette, step, counts[i], is_lit, size);
                if is_lit && has_changed {
                    row.scroll_to_me(None);
                }
            }
        });
    }
}

/// The node whose values the variables have: the shown one if it has been generated, else the one
/// that the present step expands.
fn node(model: &Model, entry: &RunEntry) -> Option<NodeId> {
    let (trace, t) = (entry.run.trace(), model.cursor().t);
    let is_generated = |node: &NodeId| *node < trace.n_generated(t);
    let root = (trace.n_nodes() > 0).then_some(0);
    (model.shown_node().filter(is_generated))
        .or_else(|| trace.expanded_node(t))
        .or(root)
}

/// The variables and their values; empty if nothing is recorded.
fn variables(model: &Model, entry: &RunEntry) -> Vec<(&'static str, String)> {
    let (job, trace) = (entry.run.job(), entry.run.trace());
    node(model, entry).map_or(Vec::new(), |node| {
        pseudocode::variables(job, trace, node, model.cursor().t)
    })
}

/// A variable and its value in each row.
fn variables_ui(ui: &mut Ui, model: &Model, entry: &RunEntry, size: f32) {
    let palette = theme::palette(ui);
    for (name, value) in variables(model, entry) {
        ui.horizontal(|ui| {
            ui.set_height(size * 1.3);
            ui.label(RichText::new(name).size(size).color(palette.dim));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let value = RichText::new(value).size(size).family(theme::medium());
                ui.add(Label::new(value).truncate());
            });
        });
    }
}

/// A step; lit if it is the event of the shown node, and with the number of nodes to which the
/// present step of the search did it.
fn step_ui(
    ui: &mut Ui,
    palette: &Palette,
    step: &Step,
    n: u32,
    is_lit: bool,
    size: f32,
) -> egui::Response {
    let font = FontId::proportional(size);
    let left = space::S + f32::from(step.indent) * INDENT * size;
    let right = COUNT * size;
    let width = ui.available_width();
    let room = (width - left - right).max(4.0 * size);
    let colour = match (is_lit, n) {
        (true, _) | (_, 1..) => palette.text,
        _ => palette.dim,
    };
    let text = ui
        .painter()
        .layout(step.text.clone(), font.clone(), colour, room);
    let height = text.size().y + 2.0;
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::ListBoxOption, true, &step.text));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_selected(is_lit);
    });
    let ground = match (is_lit, n) {
        (true, _) => Some(palette.accent_ground),
        (_, 1..) => Some(palette.raised),
        _ => None,
    };
    if let Some(ground) = ground {
        let painter = ui.painter();
        painter.rect_filled(rect, theme::radius::MARK, ground);
    }
    if is_lit {
        let bar = Rect::from_min_max(rect.min, rect.left_bottom() + vec2(3.0, 0.0));
        ui.painter().rect_filled(bar, 0.0, palette.accent);
    }
    ui.painter()
        .galley(rect.min + vec2(left, 1.0), text, colour);
    if n > 1 {
        let n = format!("×{}", format::count(n.into()));
        let at = rect.right_center() - vec2(space::S, 0.0);
        let small = FontId::proportional(size - 1.0);
        ui.painter()
            .text(at, Align2::RIGHT_CENTER, n, small, palette.dim);
    }
    response
}
