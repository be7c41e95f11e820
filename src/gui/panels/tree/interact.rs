//! Pointer and keyboard input of the tree.

use super::lod::Detail;
use super::scene::Scene;
use crate::gui::actions::Action;
use crate::gui::commands::{self, Command};
use crate::gui::model::Model;
use crate::gui::runs::{RunEntry, RunNode};
use crate::gui::timeline::TimelineAction;
use crate::gui::widgets::take_keys;
use egui::{Event, EventFilter, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, Response, Ui};
use tilescope_trace::{NodeId, NodePosition};

/// How far from a shape a click still hits it, in points.
const TOLERANCE: f32 = 4.0;
/// The zoom factor of one key press.
const KEY_ZOOM: f32 = 1.35;

/// A change of the view, requested by pointer or keyboard.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Gesture {
    Pan(egui::Vec2),
    /// By a factor, about a point on the screen.
    Zoom(f32, Pos2),
    Fit,
    /// Shows the dots of nodes to come, or hides them.
    Future,
    /// Moves this node to the centre.
    Centre(NodeId),
    /// Moves this root to the centre, unless the whole tree is in view.
    Root(NodeId),
    /// Moves this node well inside the canvas, unless the whole tree is in view.
    Reveal(NodeId),
    /// Folds or unfolds this node.
    Toggle(NodeId),
}

/// The node drawn at `at`.
pub fn hit(scene: &Scene, detail: Detail, at: Pos2) -> Option<NodePosition> {
    if !scene.canvas.contains(at) {
        return None;
    }
    let (x, row) = scene.view.place(scene.canvas, at);
    let depth = row.round().max(0.0) as usize;
    let layout = scene.arrangement.layout();
    let places = layout.rows().get(depth)?;
    let n_born = scene.entry.run.trace().n_generated(scene.t);
    let right = places.partition_point(|place| place.x < x);
    let nearby = places[right.saturating_sub(1)..places.len().min(right + 1)].iter();
    let nearest = nearby
        .filter(|place| place.node < n_born)
        .min_by(|a, b| (a.x - x).abs().total_cmp(&(b.x - x).abs()))?;
    let end = scene.entry.run.trace().direction(nearest.node);
    let solution = scene.solution(end, depth);
    let is_board = detail == Detail::Boards
        || scene.is_on_roomy_row(depth)
        || solution.is_some_and(|place| place.node == nearest.node)
        || scene.selected == Some(nearest.node);
    let reach = if is_board {
        scene.view.board().max(10.0) / 2.0
    } else {
        scene.view.mark().max(1.5) + TOLERANCE
    };
    let way = at - scene.view.at(scene.canvas, nearest.x, depth);
    (way.abs().max_elem() <= reach).then_some(*nearest)
}

/// What is remembered of the input before.
#[derive(Default)]
pub struct Hand {
    /// Whether scrolling comes from a wheel, which zooms, or from a trackpad, which pans.
    wheel_zooms: bool,
    /// Whether Left and Right walk the tree. After a click they step through time, as elsewhere,
    /// until another key begins a walk.
    walks: bool,
    /// The last node reached by keyboard, so going up and down again returns to it.
    trail: Option<RunNode>,
    /// Whether Escape has just let go of the node or stopped the search: the focus comes back.
    has_escaped: bool,
}

/// Handles the pointer on the canvas.
pub fn pointer(
    ui: &Ui,
    response: &Response,
    hovered: Option<NodePosition>,
    hand: &mut Hand,
    entry: &RunEntry,
    actions: &mut Vec<Action>,
) -> Option<Gesture> {
    // Enter and Space are clicks too, but without a place.
    let is_clicked = response.clicked() && response.interact_pointer_pos().is_some();
    if is_clicked || response.dragged() {
        hand.walks = false;
    } else if response.gained_focus() {
        hand.walks = true;
    }
    if response.double_clicked_by(PointerButton::Primary) {
        return Some(match hovered {
            Some(place) => Gesture::Toggle(place.node),
            None => Gesture::Fit,
        });
    }
    if is_clicked {
        response.request_focus();
        let node = hovered.and_then(|place| entry.node(place.node));
        actions.push(TimelineAction::Select(node).into());
    }
    let pans = [PointerButton::Primary, PointerButton::Middle];
    if pans.into_iter().any(|button| response.dragged_by(button)) {
        response.request_focus();
        return Some(Gesture::Pan(response.drag_delta()));
    }
    let pointer = response.hover_pos()?;
    let (scroll, zoom, shift) = ui.input(|input| {
        for event in &input.events {
            if let Event::MouseWheel { unit, .. } = event {
                hand.wheel_zooms = *unit != MouseWheelUnit::Point;
            }
        }
        (
            input.smooth_scroll_delta(),
            input.zoom_delta(),
            input.modifiers.shift,
        )
    });
    if zoom != 1.0 {
        Some(Gesture::Zoom(zoom, pointer))
    } else if scroll == egui::Vec2::ZERO {
        None
    } else if hand.wheel_zooms && !shift && scroll.x == 0.0 {
        Some(Gesture::Zoom((scroll.y * 0.005).exp(), pointer))
    } else {
        Some(Gesture::Pan(scroll))
    }
}

/// Handles keys while the tree has the focus. It consumes the keys that walk and zoom and leaves
/// those of commands. Those that fit, centre and zoom work too while nothing has the focus.
pub fn keys(
    ui: &Ui,
    response: &Response,
    scene: &Scene,
    shown: NodeId,
    hand: &mut Hand,
    model: &Model,
    actions: &mut Vec<Action>,
) -> Option<Gesture> {
    if std::mem::take(&mut hand.has_escaped) {
        response.request_focus();
    }
    let has_focus = response.has_focus();
    // Escape leaves the tree only where it has nothing else to do.
    let is_left = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape));
    if is_left && (scene.selected.is_some() || Command::Stop.is_enabled(model)) {
        hand.has_escaped = true;
        ui.ctx().request_repaint();
    }
    if !has_focus && (ui.memory(|it| it.focused().is_some()) || egui::Popup::is_any_open(ui.ctx()))
    {
        return None;
    }
    let filter = EventFilter {
        horizontal_arrows: true,
        vertical_arrows: true,
        ..EventFilter::default()
    };
    if has_focus {
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    }
    let pressed = |key| {
        let is_plain = ui.input(|input| !input.modifiers.any() || is_sign(key));
        is_plain && ui.input_mut(|input| input.consume_key(Modifiers::NONE, key))
    };
    let middle = scene.canvas.center();
    if pressed(Key::F) {
        return Some(Gesture::Fit);
    } else if pressed(Key::C) {
        return Some(Gesture::Centre(shown));
    } else if pressed(Key::Plus) || pressed(Key::Equals) {
        return Some(Gesture::Zoom(KEY_ZOOM, middle));
    } else if pressed(Key::Minus) {
        return Some(Gesture::Zoom(1.0 / KEY_ZOOM, middle));
    } else if !has_focus {
        return None;
    } else if pressed(Key::Enter) {
        return Some(Gesture::Toggle(shown));
    }
    let walks = take_walks(ui, hand);
    if walks.is_empty() {
        actions.extend(commands::take_unfocused(ui.ctx(), model));
        return None;
    }
    let trace = scene.entry.run.trace();
    let layout = scene.arrangement.layout();
    let selected = scene.selected.filter(|&node| layout.has(node));
    let (mut at, mut gesture) = (selected, None);
    let mut last = hand.trail.and_then(|node| scene.entry.number_of(node));
    for walk in walks {
        let to = match at {
            None if walk != Walk::Root => Some(shown),
            _ => step(scene, at.unwrap_or(shown), walk, last),
        };
        let Some(to) = to else {
            continue;
        };
        if walk != Walk::Up && !last.is_some_and(|last| trace.is_ancestor(to, last)) {
            last = Some(to);
        }
        at = Some(to);
        gesture = Some(match walk {
            Walk::Root => Gesture::Root(to),
            _ => Gesture::Reveal(to),
        });
    }
    hand.trail = last.and_then(|last| scene.entry.node(last));
    if gesture.is_some() {
        let at = at.and_then(|at| scene.entry.node(at));
        actions.push(TimelineAction::Select(at).into());
    }
    gesture
}

/// The steps requested by key presses.
fn take_walks(ui: &Ui, hand: &mut Hand) -> Vec<Walk> {
    if ui.input(|input| input.modifiers.any()) {
        return Vec::new();
    }
    let keys = [
        Key::R,
        Key::ArrowUp,
        Key::ArrowDown,
        Key::ArrowLeft,
        Key::ArrowRight,
    ];
    let begins = || ui.input(|input| keys[..3].iter().any(|key| input.key_pressed(*key)));
    hand.walks = hand.walks || begins();
    let keys = if hand.walks { &keys[..] } else { &keys[..3] };
    let walk = |key| match key {
        Key::ArrowUp => Walk::Up,
        Key::ArrowDown => Walk::Down,
        Key::ArrowLeft => Walk::Left,
        Key::ArrowRight => Walk::Right,
        _ => Walk::Root,
    };
    let pressed = take_keys(ui, Modifiers::NONE, keys);
    pressed.into_iter().map(walk).collect()
}

/// Plus needs Shift on many keyboards.
fn is_sign(key: Key) -> bool {
    matches!(key, Key::Plus | Key::Equals | Key::Minus)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Walk {
    Root,
    Up,
    Down,
    Left,
    Right,
}

/// The node one step away: along links up and down, along the row to the sides. Only nodes that
/// exist and are laid out are reached.
fn step(scene: &Scene, from: NodeId, walk: Walk, last: Option<NodeId>) -> Option<NodeId> {
    let trace = scene.entry.run.trace();
    let layout = scene.arrangement.layout();
    let exists = |place: &&NodePosition| place.node < trace.n_generated(scene.t);
    let (depth, index) = scene.arrangement.position(trace, from)?;
    let row = &layout.rows()[depth];
    match walk {
        Walk::Root => trace.root(trace.direction(from)),
        Walk::Up => trace.parent(from),
        Walk::Down => {
            let children = layout.children(depth, index);
            let children = layout.rows().get(depth + 1)?.get(children)?;
            let leads_to = |node, last| node == last || trace.is_ancestor(node, last);
            let visited =
                |place: &&NodePosition| last.is_some_and(|last| leads_to(place.node, last));
            let visited = children.iter().filter(exists).find(visited);
            let place = visited.or_else(|| children.iter().find(exists))?;
            Some(place.node)
        }
        Walk::Left => Some(row[..index].iter().rev().find(exists)?.node),
        Walk::Right => Some(row[index + 1..].iter().find(exists)?.node),
    }
}
