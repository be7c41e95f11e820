//! The board under the pointer, or the one that the arrow keys have reached: its figures, its shortest
//! paths to the goal, and how it is opened.

use super::marks::Canvas;
use super::picture::light;
use super::shades::{Light, error};
use super::shown::Shown;
use crate::gui::actions::Action;
use crate::gui::commands;
use crate::gui::edit::{Edit, Side};
use crate::gui::image_context;
use crate::gui::model::Model;
use crate::gui::theme::{self, space};
use crate::gui::widgets::mini_board::MiniBoards;
use crate::gui::widgets::{focus_frame, take_keys};
use egui::accesskit;
use egui::{
    EventFilter, Key, Modifiers, Response, RichText, Role, Sense, Stroke, Tooltip, Ui, WidgetInfo,
    vec2,
};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use tilescope_lab::format;
use tilescope_lab::space_map::{Row, SpaceMap};
use tilescope_puzzle::notation::board_line;
use tilescope_search::space::MAX_ESTIMATE;

/// The board that is pointed at, and the one that the keys have reached.
#[derive(Default)]
pub struct Pointing {
    hovered: Option<u32>,
    /// Of this map; those of another one mean nothing.
    focused: Option<(Arc<SpaceMap>, u32)>,
    paths: Option<Paths>,
}

/// The shortest paths of a point to the goal.
struct Paths {
    map: Arc<SpaceMap>,
    point: u32,
    /// Each move from a point to another one.
    moves: Vec<(u32, u32)>,
}

/// The name of the map for assistive technology.
pub const MAP: &str = "Map of the state space";
/// The moves on shortest paths that are drawn, at most.
const MAX_MOVES: usize = 4_000;
/// The side of the board in the tooltip, in points.
const BOARD: f32 = 96.0;

impl Pointing {
    /// Handles pointer and keys, and tells assistive technology what is shown.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        response: &Response,
        canvas: &Canvas,
        shown: &Shown,
        model: &Model,
        actions: &mut Vec<Action>,
    ) {
        self.hovered = response.hover_pos().and_then(|at| hit(canvas, shown, at));
        let own = self.focused.take();
        self.focused = own.filter(|(map, _)| Arc::ptr_eq(map, shown.map));
        let mut open = |point: u32| {
            actions.push(Edit::Board(Side::Start, canvas.map.board(point)).into());
        };
        if response.clicked() && response.interact_pointer_pos().is_some() {
            response.request_focus();
            if let Some(point) = self.hovered {
                self.focused = Some((Arc::clone(shown.map), point));
                open(point);
            }
        }
        if response.has_focus() {
            let filter = EventFilter {
                horizontal_arrows: true,
                vertical_arrows: true,
                ..EventFilter::default()
            };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
            let keys = [
                Key::ArrowLeft,
                Key::ArrowRight,
                Key::ArrowUp,
                Key::ArrowDown,
                Key::Enter,
            ];
            for key in take_keys(ui, Modifiers::NONE, &keys) {
                let at = self.focused_or_start(shown);
                match key {
                    Key::Enter => open(at),
                    key => {
                        let to = stepped(canvas, at, key);
                        self.focused = Some((Arc::clone(shown.map), to));
                    }
                }
            }
            actions.extend(commands::take_unfocused(ui.ctx(), model));
        }
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, MAP));
        let value = describe(shown, self.shown_point(shown));
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_value(value);
            node.set_description(
                "Left and Right go along a row, Up to the goal, Down away from it. Enter makes the \
                 board the start.",
            );
            node.add_action(accesskit::Action::Focus);
        });
    }

    /// Draws the board's shortest paths, and its tooltip.
    pub fn paint(&mut self, ui: &Ui, canvas: &Canvas, shown: &Shown, response: &Response) {
        let palette = theme::palette(ui);
        if response.has_focus() && !image_context::is_image(ui) {
            focus_frame(ui.painter(), palette, response.rect);
        }
        let focused = response.has_focus().then(|| self.focused_or_start(shown));
        let Some(point) = self.hovered.or(focused) else {
            return;
        };
        let is_its = |paths: &Paths| Arc::ptr_eq(&paths.map, shown.map) && paths.point == point;
        let known = self.paths.take().filter(is_its);
        let paths = self.paths.insert(known.unwrap_or_else(|| Paths {
            map: Arc::clone(shown.map),
            point,
            moves: shortest_paths(canvas.map, point),
        }));
        let stroke = Stroke::new(1.0, palette.text.gamma_multiply(0.65));
        for (from, to) in &paths.moves {
            let ends = [canvas.centre(*from), canvas.centre(*to)];
            ui.painter().line_segment(ends, stroke);
        }
        canvas.ring(ui, point, palette.text);
        if let Some(hovered) = self.hovered {
            Tooltip::for_widget(response)
                .at_pointer()
                .gap(12.0)
                .show(|ui| tooltip_ui(ui, shown, hovered));
        }
    }

    /// The height of the readout: two lines in a narrow panel.
    pub fn readout_height(width: f32) -> f32 {
        const ONE_LINE: f32 = 420.0;
        match width >= ONE_LINE {
            true => theme::size::ROW,
            false => theme::size::ROW + theme::text::SMALL + space::XS,
        }
    }

    /// The board in a line, for those who point at it, and for those who can't.
    pub fn readout_ui(&self, ui: &mut Ui, shown: &Shown) {
        let palette = theme::palette(ui);
        let point = self
            .hovered
            .or(self.focused.as_ref().map(|(_, point)| *point));
        let (text, colour) = match point {
            Some(point) => (describe(shown, point), palette.text),
            None => {
                let what = match shown.map.is_sample() {
                    true => "how far it is from the goal",
                    false => "its shortest paths",
                };
                let text = format!("Point at a board to see {what}. Click to make it the start.");
                (text, palette.dim)
            }
        };
        let width = ui.available_width();
        let size = vec2(width, Pointing::readout_height(width));
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        let font = egui::FontId::proportional(theme::text::SMALL);
        let mut job = egui::text::LayoutJob::simple(text.clone(), font, colour, width);
        job.wrap.max_rows = if size.y > theme::size::ROW { 2 } else { 1 };
        let galley = ui.painter().layout_job(job);
        let top = rect.center().y - galley.size().y / 2.0;
        ui.painter()
            .galley(egui::pos2(rect.left(), top), galley, colour);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    }

    fn shown_point(&self, shown: &Shown) -> u32 {
        self.hovered.unwrap_or_else(|| self.focused_or_start(shown))
    }

    fn focused_or_start(&self, shown: &Shown) -> u32 {
        match &self.focused {
            Some((_, point)) => *point,
            None => shown.map.point(&shown.puzzle.start).unwrap_or(0),
        }
    }
}

/// The board drawn at `at`: of several on a pixel one that is lit.
fn hit(canvas: &Canvas, shown: &Shown, at: egui::Pos2) -> Option<u32> {
    let at = ((at - canvas.rect.min) * canvas.scale).to_pos2();
    let (_, points) = canvas.places.at(at)?;
    points.min_by_key(|&point| {
        shown
            .reached
            .map_or(0, |(reached, t)| match light(reached, point, t) {
                Light::Expanded => 0,
                Light::Generated => 1,
                Light::Unreached => 2,
            })
    })
}

/// The board one key press away: along the row to the sides; up to the nearest one from which the goal
/// is nearer, down to the nearest one from which it is farther.
fn stepped(canvas: &Canvas, at: u32, key: Key) -> u32 {
    let map = canvas.map;
    let row = &map.rows()[map.row_of(at)];
    let own = map.distance(at);
    match key {
        Key::ArrowLeft => at.saturating_sub(1).max(row.points.start),
        Key::ArrowRight => (at + 1).min(row.points.end - 1),
        _ => {
            let x = canvas.centre(at).x;
            let fits = |to: u32, is_nearer: bool| match key {
                Key::ArrowUp => is_nearer,
                _ => map.distance(to) > own,
            };
            let neighbours = map
                .neighbours(at)
                .filter(|(to, is_nearer)| fits(*to, *is_nearer));
            let away = |to: u32| (canvas.centre(to).x - x).abs();
            let nearest = |points: &mut dyn Iterator<Item = u32>| {
                points.min_by(|a, b| away(*a).total_cmp(&away(*b)))
            };
            let found = match map.is_sample() {
                true => nearest(&mut next_row(map, at, key == Key::ArrowUp)),
                false => nearest(&mut neighbours.map(|(to, _)| to)),
            };
            found.unwrap_or(at)
        }
    }
}

/// The points of the next row above or below that has any.
fn next_row(map: &SpaceMap, at: u32, is_up: bool) -> Range<u32> {
    let row = map.row_of(at);
    let is_full = |row: &&Row| !row.points.is_empty();
    let found = match is_up {
        true => map.rows()[..row].iter().rfind(is_full),
        false => map.rows()[row + 1..].iter().find(is_full),
    };
    found.map_or(0..0, |row| row.points.clone())
}

/// The moves on all shortest paths from a point to the goal.
fn shortest_paths(map: &SpaceMap, point: u32) -> Vec<(u32, u32)> {
    let mut moves = Vec::new();
    let mut seen = BTreeSet::from([point]);
    let mut open = vec![point];
    while let Some(from) = open.pop() {
        let nearer = map.neighbours(from).filter(|(_, is_nearer)| *is_nearer);
        for (to, _) in nearer {
            if moves.len() >= MAX_MOVES {
                return moves;
            }
            moves.push((from, to));
            if seen.insert(to) {
                open.push(to);
            }
        }
    }
    moves
}

/// The figures of a board, each a few words.
fn figures(shown: &Shown, point: u32) -> Vec<String> {
    let map = shown.map;
    let distance = map.distance(point);
    let unit = shown.puzzle.unit();
    let mut words = vec![match map.uniform_cost() {
        Some(cost) if distance == cost => "1 move from the goal".to_owned(),
        Some(_) => format!("{} moves from the goal", shown.distance(distance)),
        None => format!("cost {} to the goal", shown.distance(distance)),
    }];
    words.extend(map.n_paths(point).map(|n| match n {
        1 => "1 shortest path".to_owned(),
        n => format!("{} shortest paths", format::count(n)),
    }));
    if let Some(&h) = shown.values.and_then(|values| values.get(point as usize)) {
        if h >= MAX_ESTIMATE {
            words.push("h infinite".to_owned());
        } else {
            let error = error(map, point, h);
            let size = format::cost(error.unsigned_abs(), unit);
            let sign = if error < 0 { "−" } else { "" };
            words.push(format!(
                "h {}, error {sign}{size}",
                format::cost(h.into(), unit)
            ));
        }
    }
    if let Some((reached, t)) = shown.reached {
        let is_by = |step: &u32| *step <= t;
        let expanded = reached.expanded_at(point).filter(is_by);
        let generated = reached.generated_at(point).filter(is_by);
        words.push(match (expanded, generated) {
            (Some(step), _) => format!("expanded at step {}", format::count(step.into())),
            (None, Some(step)) => format!("generated at step {}", format::count(step.into())),
            (None, None) => "not reached".to_owned(),
        });
    }
    words
}

/// A board as one line: “7 2 4 / 5 _ 6 / 8 3 1: 26 moves from the goal, 4 shortest paths”.
fn describe(shown: &Shown, point: u32) -> String {
    let line = board_line(&shown.map.board(point));
    format!("{line}: {}", figures(shown, point).join(", "))
}

fn tooltip_ui(ui: &mut Ui, shown: &Shown, point: u32) {
    let palette = theme::palette(ui);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::M;
        let board = shown.map.board(point);
        let extent = vec2(BOARD, BOARD);
        let boards = MiniBoards::new(ui.painter(), extent, board.size(), palette);
        let (rect, _) = ui.allocate_exact_size(boards.extent(), Sense::hover());
        boards.paint(ui.painter(), rect.min, board.tiles(), Stroke::NONE);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = space::XS;
            for words in figures(shown, point) {
                ui.label(RichText::new(words).small());
            }
        });
    });
}
