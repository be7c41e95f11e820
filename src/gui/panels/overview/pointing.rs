//! Pointer and keyboard in the overview, and what assistive technology is told of it.

use super::canvas::{Canvas, iteration_title};
use super::focus::Focus;
use super::picture::Sampling;
use crate::gui::actions::Action;
use crate::gui::commands;
use crate::gui::model::Model;
use crate::gui::panels::folded::phrases;
use crate::gui::panels::tree::{costs_text, describe, side_words, status_word};
use crate::gui::replay::Replay;
use crate::gui::runs::RunEntry;
use crate::gui::theme::{self, space};
use crate::gui::timeline::TimelineAction;
use crate::gui::widgets::mini_state::MiniStates;
use crate::gui::widgets::{elided, take_keys};
use egui::accesskit::{self, Role};
use egui::{
    Align2, EventFilter, FontId, Key, Label, Modifiers, PointerButton, Rect, Response, RichText,
    Sense, Stroke, Tooltip, Ui, Vec2, WidgetInfo,
};
use tilescope_lab::format;
use tilescope_trace::subtrees::Summary;
use tilescope_trace::{Moment, NodeId, Subtrees, Trace};

/// The side of the board in the tooltip, in points.
const BOARD: f32 = 72.0;

/// What the overview shows in this frame.
pub struct Shown<'a> {
    pub entry: &'a RunEntry,
    pub model: &'a Model,
    pub index: &'a Subtrees,
    /// The step that is shown.
    pub t: Moment,
    pub focus: Focus,
    pub canvas: &'a Canvas<'a>,
}

impl Shown<'_> {
    fn trace(&self) -> &Trace {
        self.entry.run.trace()
    }

    /// The selected node, or the one whose subtree is shown.
    pub fn node(&self) -> NodeId {
        let selected = self.model.selection();
        let selected = selected.filter(|&node| node < self.index.n_nodes());
        selected.unwrap_or_else(|| self.focus.node())
    }

    fn select(&self, node: NodeId, actions: &mut Vec<Action>) {
        let node = self.entry.node(node).map(TimelineAction::Reveal);
        actions.extend(node.map(Action::Timeline));
    }
}

/// Handles the pointer. Returns the part of the tree that is to be shown.
pub fn pointer(
    response: &Response,
    shown: &Shown,
    hovered: Option<NodeId>,
    actions: &mut Vec<Action>,
) -> Option<Focus> {
    if response.double_clicked_by(PointerButton::Primary) {
        return hovered.and_then(|node| descend(shown, node));
    }
    if response.clicked_by(PointerButton::Primary) && response.interact_pointer_pos().is_some() {
        response.request_focus();
        match hovered {
            Some(node) => shown.select(node, actions),
            None => actions.push(TimelineAction::Select(None).into()),
        }
    }
    None
}

/// The subtree of a node, if there is anything below it.
fn descend(shown: &Shown, node: NodeId) -> Option<Focus> {
    (shown.index.height(node) > 0).then(|| Focus::of_node(shown.trace(), node))
}

/// Handles keys while the overview has the focus. Returns the part of the tree that is to be shown.
pub fn keys(
    ui: &Ui,
    response: &Response,
    shown: &Shown,
    actions: &mut Vec<Action>,
) -> Option<Focus> {
    if !response.has_focus() {
        return None;
    }
    let trace = shown.trace();
    let above = shown.focus.above(trace);
    let filter = EventFilter {
        horizontal_arrows: true,
        vertical_arrows: true,
        escape: above.is_some(),
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let arrows = [
        Key::ArrowUp,
        Key::ArrowDown,
        Key::ArrowLeft,
        Key::ArrowRight,
        Key::Enter,
    ];
    let back = [Key::Backspace, Key::Escape];
    if above.is_some() && !take_keys(ui, Modifiers::NONE, &back).is_empty() {
        return above;
    }
    let mut focus = None;
    let (from, is_selected) = (shown.node(), shown.model.selection().is_some());
    let mut at = from;
    for key in take_keys(ui, Modifiers::NONE, &arrows) {
        let to = match key {
            Key::Enter => {
                focus = descend(shown, at).or(focus);
                None
            }
            _ if at == from && !is_selected => Some(from),
            Key::ArrowUp => trace.parent(at),
            Key::ArrowDown => trace.children(at).next(),
            Key::ArrowLeft => trace.previous_sibling(at),
            _ => trace.next_sibling(at),
        };
        if let Some(to) = to.filter(|&to| to < shown.index.n_nodes()) {
            at = to;
            shown.select(to, actions);
        }
    }
    actions.extend(commands::take_unfocused(ui.ctx(), shown.model));
    // The selected node has left the part that is shown: a larger one is.
    let first = shown.canvas.grid.extent().first_depth();
    if focus.is_none() && at != from && trace.depth(at) < first {
        focus = above;
    }
    focus
}

/// Tells assistive technology what the overview shows: the selected node and its neighbours, each of
/// which can be chosen.
pub fn access(
    ui: &mut Ui,
    response: &Response,
    shown: &Shown,
    summary: Option<Summary>,
    sampling: &mut Sampling,
    actions: &mut Vec<Action>,
) {
    let (entry, trace) = (shown.entry, shown.trace());
    let t = shown.t;
    let node = shown.node();
    let [whole, present] = phrases(entry, shown.index, t, node, summary);
    let value = format!("{}; {whole}; {present}", describe(entry, t, node));
    let tree = ui.ctx().accesskit_node_builder(response.id, |builder| {
        builder.set_role(Role::Tree);
        builder.set_label("Overview of the search tree");
        builder.set_value(value);
        builder.set_description(
            "Arrow keys go from node to node. Enter shows the subtree of a node alone, Backspace \
             the one above it.",
        );
        builder.add_action(accesskit::Action::Focus);
    });
    if tree.is_none() {
        return;
    }
    let is_known = |child: &NodeId| *child < shown.index.n_nodes();
    let children = trace.children(node).take_while(is_known).take(8);
    let family = trace.parent(node).into_iter().chain([node]).chain(children);
    for member in family.collect::<Vec<_>>() {
        let places = sampling.places(ui, entry, member);
        let place = places.last().filter(|place| place.node == member);
        let Some(rect) = place.and_then(|place| shown.canvas.place(place)) else {
            continue;
        };
        let id = response.id.with(("node", member));
        // It senses no clicks: the picture handles the pointer.
        let item = ui.interact(rect, id, Sense::hover());
        let size = format::count(shown.index.size(member).into());
        let label = format!("{}, {size} in its subtree", describe(entry, t, member));
        item.widget_info(|| WidgetInfo::labeled(Role::TreeItem, true, &label));
        ui.ctx().accesskit_node_builder(item.id, |builder| {
            builder.set_level(trace.depth(member) as usize);
            builder.set_selected(shown.model.selection() == Some(member));
            builder.add_action(accesskit::Action::Click);
        });
        let chosen = |input: &egui::InputState| {
            input.has_accesskit_action_request(item.id, accesskit::Action::Click)
        };
        if ui.input(chosen) {
            shown.select(member, actions);
        }
    }
}

/// The names of the iterations above their nodes. Returns one that was chosen.
pub fn iterations_ui(ui: &mut Ui, shown: &Shown) -> Option<Focus> {
    /// A narrower strip has no name.
    const MIN_NAMED: f32 = 24.0;
    /// A narrower one can't be clicked.
    const MIN_CLICKED: f32 = 4.0;
    let palette = theme::palette(ui);
    let mut chosen = None;
    for (number, rect) in shown.canvas.iterations(shown.entry) {
        let line = Stroke::new(1.0, palette.link);
        let (x, bottom) = (rect.left(), rect.bottom());
        ui.painter().vline(x, rect.top() + 2.0..=bottom, line);
        if rect.width() < MIN_CLICKED {
            continue;
        }
        let (whole, short) = iteration_title(shown.entry, number);
        let id = ui.scope_id().with(("iteration", number));
        let response = ui.interact(rect, id, Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &whole));
        let colour = match response.hovered() || response.has_focus() {
            true => palette.text,
            false => palette.dim,
        };
        if rect.width() >= MIN_NAMED {
            let font = FontId::proportional(theme::text::HEAD);
            let mut words = [short.as_str(), short.trim_start_matches("bound ")].into_iter();
            let galley = words.find_map(|text| {
                let galley = (ui.painter()).layout_no_wrap(text.to_owned(), font.clone(), colour);
                (galley.size().x + space::S <= rect.width()).then_some(galley)
            });
            if let Some(galley) = galley {
                let place = Align2::LEFT_CENTER.anchor_size(
                    rect.left_center() + egui::vec2(space::XS, 0.0),
                    galley.size(),
                );
                ui.painter().galley(place.min, galley, colour);
            }
        }
        if response.on_hover_text(&whole).clicked() {
            chosen = Some(Focus::Iteration(number));
        }
    }
    chosen
}

/// The node under the pointer: its board, its figures, its subtree.
pub fn tooltip(
    response: &Response,
    shown: &Shown,
    node: NodeId,
    summary: Option<Summary>,
    replay: &mut Replay,
) {
    let entry = shown.entry;
    let Some(state) = replay.state(entry, node).cloned() else {
        return;
    };
    let t = shown.t;
    Tooltip::for_widget(response)
        .at_pointer()
        .gap(12.0)
        .show(|ui| {
            let palette = theme::palette(ui);
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = space::M;
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(BOARD), Sense::hover());
                let problem = &entry.run.job().problem;
                let states = MiniStates::new(ui.painter(), rect.size(), problem, palette);
                let min = rect.center() - states.extent() / 2.0;
                states.paint(ui.painter(), min, &state, Stroke::NONE);
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    let trace = entry.run.trace();
                    let status = status_word(trace.status(node, t));
                    let side = side_words(trace, node);
                    let side = side.map_or(String::new(), |side| format!(", {side}"));
                    let number = format::count(node.into());
                    ui.label(format!("Node {number}: {status}{side}"));
                    let (g, h) = (trace.g(node), trace.h(node));
                    ui.label(costs_text(entry.run.job(), g, h));
                    for phrase in phrases(entry, shown.index, t, node, summary) {
                        let phrase = RichText::new(phrase).small().color(palette.dim);
                        ui.add(Label::new(phrase).extend());
                    }
                });
            });
        });
}

/// The height of the lines below the picture, in points.
pub const READOUT: f32 = 40.0;

/// Two lines on a node and its subtree, below the picture.
pub fn readout(ui: &mut Ui, rect: Rect, shown: &Shown, node: NodeId, summary: Option<Summary>) {
    let palette = theme::palette(ui);
    let t = shown.t;
    let [whole, present] = phrases(shown.entry, shown.index, t, node, summary);
    let name = match shown.trace().parent(node) {
        None => "The root".to_owned(),
        Some(_) => format!("Node {}", format::count(node.into())),
    };
    let whole = format!("{name}: {whole}");
    let id = ui.scope_id().with("readout");
    let response = ui.interact(rect, id, Sense::hover());
    let lines = [(&whole, palette.text), (&present, palette.dim)];
    let galleys =
        lines.map(|(text, colour)| elided(ui, text, theme::text::SMALL, colour, rect.width()));
    let heights: f32 = galleys.iter().map(|galley| galley.size().y).sum();
    let mut at = egui::pos2(rect.left(), rect.center().y - heights / 2.0);
    for galley in galleys {
        let height = galley.size().y;
        ui.painter().galley(at, galley, palette.text);
        at.y += height;
    }
    let text = format!("{whole}; {present}");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
}
