//! What is drawn over the map: the start, the goal, the board that is expanded at this step, and the
//! solution.

use super::places::Places;
use super::shown::Shown;
use crate::gui::model::Model;
use crate::gui::replay::Replay;
use crate::gui::theme;
use egui::{Align2, Color32, FontId, Pos2, Rect, Shape, Stroke, Ui, vec2};
use tilescope_lab::State;
use tilescope_lab::space_map::SpaceMap;

/// The map as it is drawn.
pub struct Canvas<'a> {
    /// On the screen, in points.
    pub rect: Rect,
    /// Pixels per point.
    pub scale: f32,
    pub places: &'a Places,
    pub map: &'a SpaceMap,
}

/// The least radius of a ring around a point, in points.
const RING: f32 = 5.0;

impl Canvas<'_> {
    /// The place of a point on the screen.
    pub fn rect_of(&self, point: u32) -> Rect {
        let rect = self.places.rect(self.map.row_of(point), point);
        let to_screen = |at: Pos2| self.rect.min + at.to_vec2() / self.scale;
        Rect::from_min_max(to_screen(rect.min), to_screen(rect.max))
    }

    pub fn centre(&self, point: u32) -> Pos2 {
        self.rect_of(point).center()
    }

    /// Draws a ring around a point.
    pub fn ring(&self, ui: &Ui, point: u32, colour: Color32) {
        let rect = self.rect_of(point);
        let radius = (rect.size().max_elem() / 2.0 + 2.0).max(RING);
        let ground = Stroke::new(4.0, theme::palette(ui).panel.gamma_multiply(0.7));
        let painter = ui.painter();
        painter.circle_stroke(rect.center(), radius, ground);
        painter.circle_stroke(rect.center(), radius, Stroke::new(2.0, colour));
    }

    /// Writes a word beside a point, on the side that has more room.
    fn label(&self, ui: &Ui, point: u32, word: &str, colour: Color32) {
        let palette = theme::palette(ui);
        let rect = self.rect_of(point);
        let is_left = rect.center().x <= self.rect.center().x;
        let beside = (rect.width() / 2.0 + 2.0).max(RING) + 5.0;
        let (align, beside) = match is_left {
            true => (Align2::RIGHT_CENTER, -beside),
            false => (Align2::LEFT_CENTER, beside),
        };
        let font = FontId::new(theme::text::SMALL, theme::semibold());
        let galley = (ui.painter()).layout_no_wrap(word.to_owned(), font, colour);
        let place = align.anchor_size(rect.center() + vec2(beside, 0.0), galley.size());
        let ground = palette.panel.gamma_multiply(0.8);
        ui.painter()
            .rect_filled(place.expand2(vec2(3.0, 0.0)), theme::radius::MARK, ground);
        ui.painter().galley(place.min, galley, colour);
    }
}

pub fn ui(ui: &Ui, canvas: &Canvas, shown: &Shown, model: &Model, replay: &mut Replay) {
    let palette = theme::palette(ui);
    let is_at_end = model.cursor().t >= model.end();
    if shown.reached.is_some() && is_at_end {
        solution_ui(ui, canvas, model);
    }
    if let (Some(entry), Some((_, t))) = (shown.run, shown.reached)
        && !is_at_end
        && let Some(node) = entry.run.trace().expanded_node(t)
        && let Some(State::Board(board)) = replay.state(entry, node)
        && let Some(point) = canvas.map.point(board)
    {
        canvas.ring(ui, point, palette.text);
    }
    if let Some(goal) = canvas.map.point(&shown.puzzle.goal) {
        canvas.label(ui, goal, "Goal", palette.good);
    }
    if let Some(start) = canvas.map.point(&shown.puzzle.start)
        && shown.puzzle.start != shown.puzzle.goal
    {
        canvas.ring(ui, start, palette.accent);
        canvas.label(ui, start, "Start", palette.accent);
    }
}

/// Draws the boards on the solution, joined by a line.
fn solution_ui(ui: &Ui, canvas: &Canvas, model: &Model) {
    let palette = theme::palette(ui);
    /// A solution as long as those of hill climbing can be is no line any more.
    const MAX_MOVES: usize = 400;
    let Some((problem, moves)) = model.runs().active_solution() else {
        return;
    };
    if moves.len() > MAX_MOVES {
        return;
    }
    let mut state = problem.start();
    let mut points = Vec::with_capacity(moves.len() + 1);
    let mut add = |state: &State| {
        if let State::Board(board) = state {
            points.extend(canvas.map.point(board).map(|point| canvas.centre(point)));
        }
    };
    add(&state);
    for action in moves {
        problem.apply(&mut state, *action);
        add(&state);
    }
    let ground = Stroke::new(3.5, palette.panel.gamma_multiply(0.7));
    ui.painter().add(Shape::line(points.clone(), ground));
    let stroke = Stroke::new(1.5, palette.solution);
    ui.painter().add(Shape::line(points.clone(), stroke));
    for at in points {
        ui.painter().circle_filled(at, 2.5, palette.solution);
    }
}
