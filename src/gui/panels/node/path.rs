//! The path to a node as a strip of small boards with the moves between them. It leads from the
//! root to the node, or from the node to the root in the tree from the goal. For a node on the
//! solution of a bidirectional search, it is the whole solution.

use crate::gui::actions::Action;
use crate::gui::replay::Replay;
use crate::gui::runs::{RunEntry, RunId};
use crate::gui::text;
use crate::gui::theme::{self, space};
use crate::gui::timeline::TimelineAction;
use crate::gui::widgets::mini_state::MiniStates;
use crate::gui::widgets::take_keys;
use egui::{
    Align2, EventFilter, FontId, Key, Modifiers, Rect, Response, Role, Sense, Stroke, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};
use tilescope_lab::{Problem, format};
use tilescope_puzzle::Direction;
use tilescope_search::{Action as Move, SearchDirection};
use tilescope_trace::{NodeId, Trace};

/// The side of a board up to 3×3, that of a larger one, and the width of a city's badge.
const BOARD: f32 = 44.0;
const LARGE_BOARD: f32 = 56.0;
const CITY: f32 = 62.0;
const GAP: f32 = 8.0;
/// Maximum number of nodes in the strip. Only the last ones of a longer path are shown.
const MOST: usize = 400;
/// Room above a state for the move's letter or the road's length.
const LETTER: f32 = 14.0;

/// The strip's name for assistive technology.
const NAME: &str = "Path";

/// The path strip. It caches the path that it shows.
#[derive(Default)]
pub struct PathStrip {
    shown: Option<(RunId, NodeId)>,
    steps: Vec<Step>,
}

impl PathStrip {
    /// Shows the path to `node`. A click on a state selects its node, and so do Left, Right, Home and End.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        entry: &RunEntry,
        node: NodeId,
        replay: &mut Replay,
        actions: &mut Vec<Action>,
    ) {
        let trace = entry.run.trace();
        let is_new = self.shown != Some((entry.id, node));
        // If the node is on the strip already, the strip stays as it is.
        let known = self.steps.iter().position(|step| step.node == node);
        let is_same_run = self.shown.is_some_and(|(run, _)| run == entry.id);
        if is_new && !(known.is_some() && is_same_run) {
            self.steps = strip(trace, node);
        }
        self.shown = Some((entry.id, node));
        let here = self.steps.iter().position(|step| step.node == node);

        let palette = theme::palette(ui);
        ui.label(theme::head(&title(trace, node, &self.steps), palette));
        let problem = &entry.run.job().problem;
        let side = side(problem);
        let states = MiniStates::new(ui.painter(), Vec2::splat(side), problem, palette);
        let extent = states.extent();
        let pitch = side + GAP;
        let height = LETTER + extent.y + space::M;
        let area = egui::ScrollArea::horizontal()
            .id_salt("path")
            .auto_shrink([false, true])
            .max_height(height);
        let width = self.steps.len() as f32 * pitch;
        area.show_viewport(ui, |ui, viewport| {
            let (strip, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
            let place = |i: usize| {
                let min = strip.min + vec2(i as f32 * pitch + 2.0, LETTER);
                Rect::from_min_size(min, vec2(side, extent.y))
            };
            if let Some(here) = here.filter(|_| is_new) {
                ui.scroll_to_rect(place(here).expand2(vec2(pitch, 0.0)), None);
            }
            // One stop of Tab for the whole strip.
            let seen = Rect::from_x_y_ranges(ui.clip_rect().x_range(), strip.y_range());
            let focus = ui.interact(seen, ui.scope_id().with("strip"), Sense::FOCUSABLE);
            focus.widget_info(|| WidgetInfo::labeled(Role::List, true, NAME));
            let mut reveal = |step: &Step| {
                let node = entry.node(step.node);
                actions.extend(node.map(|node| TimelineAction::Reveal(node).into()));
            };
            if focus.has_focus()
                && let Some(to) = walked(ui, &focus, here, self.steps.len())
            {
                reveal(&self.steps[to]);
            }
            let first = (viewport.min.x / pitch).floor().max(0.0) as usize;
            let end = (viewport.max.x / pitch).ceil().max(0.0) as usize;
            for i in first..end.min(self.steps.len()) {
                let Step { node: step, action } = self.steps[i];
                let rect = place(i);
                let response = ui.interact(rect, ui.scope_id().with(("path", i)), Sense::CLICK);
                let number = format::count(step.into());
                let name = match action {
                    Some(action) => format!("{}, node {number}", problem.action_name(action)),
                    None if i == 0 && trace.parent(step).is_some() => format!("Node {number}"),
                    None => format!("Root, node {number}"),
                };
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
                let frame = if Some(i) == here {
                    Stroke::new(2.0, palette.accent)
                } else if response.hovered() {
                    Stroke::new(1.5, palette.dim)
                } else {
                    Stroke::new(1.0, palette.line)
                };
                if let Some(state) = replay.state(entry, step) {
                    let min = rect.center() - extent / 2.0;
                    states.paint(ui.painter(), min, state, frame);
                }
                ui.painter().text(
                    pos2(rect.center().x, rect.min.y - 2.0),
                    Align2::CENTER_BOTTOM,
                    sign(problem, action),
                    FontId::proportional(theme::text::HEAD),
                    palette.faint,
                );
                if response.on_hover_text(name).clicked() {
                    focus.request_focus();
                    reveal(&self.steps[i]);
                }
            }
        });
    }
}

/// Where the keys lead that were pressed while the strip of `n` states had the focus; `here` is the selected one.
fn walked(ui: &Ui, focus: &Response, here: Option<usize>, n: usize) -> Option<usize> {
    let filter = EventFilter {
        horizontal_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(focus.id, filter));
    let keys = [Key::ArrowLeft, Key::ArrowRight, Key::Home, Key::End];
    let pressed = take_keys(ui, Modifiers::NONE, &keys);
    let at = pressed.iter().fold(here, |at, key| match (key, at) {
        (Key::Home, _) => Some(0),
        (Key::End, _) => Some(n - 1),
        (Key::ArrowLeft, Some(at)) => Some(at.saturating_sub(1)),
        (_, Some(at)) => Some((at + 1).min(n - 1)),
        (_, None) => None,
    });
    at.filter(|_| at != here)
}

/// A node of the strip, and the action that leads to it.
#[derive(Clone, Copy)]
struct Step {
    node: NodeId,
    action: Option<Move>,
}

/// The steps of the strip for `node`, in order.
fn strip(trace: &Trace, node: NodeId) -> Vec<Step> {
    if let Some(meeting) = trace.meeting()
        && (node == meeting.backward || trace.solution().contains(&node))
    {
        let mut steps = from_start(trace, meeting.forward, usize::MAX);
        if let Some(last) = steps.last_mut()
            && node == meeting.backward
        {
            // The trees meet here: both nodes have the same board.
            last.node = node;
        }
        steps.extend(&to_goal(trace, meeting.backward)[1..]);
        return steps;
    }
    match trace.direction(node) {
        SearchDirection::Forward => from_start(trace, node, MOST),
        SearchDirection::Backward => to_goal(trace, node),
    }
}

/// The last `most` nodes of the path from the root to `node`.
fn from_start(trace: &Trace, node: NodeId, most: usize) -> Vec<Step> {
    let nodes = [node].into_iter().chain(trace.ancestors(node)).take(most);
    let mut steps: Vec<Step> = nodes
        .map(|node| Step {
            node,
            action: trace.action(node),
        })
        .collect();
    steps.reverse();
    steps
}

/// The path from a node of the tree from the goal to the goal.
fn to_goal(trace: &Trace, node: NodeId) -> Vec<Step> {
    let first = Step { node, action: None };
    let next = |step: &Step| {
        trace.parent(step.node).map(|parent| Step {
            node: parent,
            action: trace.action(step.node),
        })
    };
    std::iter::successors(Some(first), next).collect()
}

/// The strip's title, for `steps` that contain `node`.
fn title(trace: &Trace, node: NodeId, steps: &[Step]) -> String {
    let [start, end] =
        [steps.first(), steps.last()].map(|step| step.map_or(node, |step| step.node));
    let [first, last] = [start, end].map(|node| trace.direction(node));
    let is_solution = first != last;
    // The strip may lead on beyond the node.
    let n_moves = if is_solution {
        steps.len() - 1
    } else {
        trace.depth(start).max(trace.depth(end)) as usize
    };
    let moves = text::moves(n_moves as u64);
    match (first, n_moves) {
        _ if is_solution => format!("Solution in both trees, {moves}"),
        (SearchDirection::Backward, 0) => "The goal".to_owned(),
        (SearchDirection::Backward, _) => format!("Path to the goal, {moves}"),
        (SearchDirection::Forward, 0) => "The root".to_owned(),
        (SearchDirection::Forward, n) if n < MOST => format!("Path from the root, {moves}"),
        (SearchDirection::Forward, _) => format!("The end of {moves}"),
    }
}

fn side(problem: &Problem) -> f32 {
    match problem {
        Problem::Tiles(puzzle) => {
            let size = puzzle.size();
            let is_small = size.rows().max(size.columns()) <= 3;
            if is_small { BOARD } else { LARGE_BOARD }
        }
        Problem::Route(_) => CITY,
    }
}

/// The label above a state: the letter of the move that led there, or the road's length.
fn sign(problem: &Problem, action: Option<Move>) -> String {
    let Some(action) = action else {
        return "·".into();
    };
    match problem {
        Problem::Tiles(_) => Direction::from(action).letter().into(),
        Problem::Route(route) => format::count(route.map.road(action).length.into()),
    }
}
