//! The actions on the links of the tree: the letter of the blank's move, or the cost of the road.

use super::captions::MAX_CAPTIONS;
use super::cell::{CaptionForm, MIN_FONT};
use super::lod::Drawn;
use super::scene::{DEPTHS, Scene};
use crate::gui::theme;
use egui::{Align2, FontId, Rect, Vec2, vec2};
use tilescope_lab::Problem;
use tilescope_puzzle::Direction;
use tilescope_trace::NodeId;

/// Between an action and the link beside it, in points.
const GAP: f32 = 5.0;
/// The least distance of two nodes in a row and in a column whose links have an action.
const MIN_DISTANCE: Vec2 = vec2(32.0, 46.0);

impl Scene<'_> {
    /// The action of each link beside its lower end: on the side that is away from the parent, or
    /// on the other one if that has no room.
    pub fn actions(&self, drawn: &[Drawn]) {
        let cell = self.view.cell();
        let has_room = cell.is_some()
            || self.view.column() >= MIN_DISTANCE.x && self.view.row() >= MIN_DISTANCE.y;
        if !has_room || drawn.len() > MAX_CAPTIONS {
            return;
        }
        // Without captions, boards are so close that only small type has room between them.
        let size = match cell {
            Some(cell) if cell.form != CaptionForm::None => (cell.font * 0.9).max(MIN_FONT),
            _ => MIN_FONT,
        };
        let reach = self.canvas.expand(self.view.row());
        let is_seen = |it: &Drawn| reach.contains(it.at) && self.exists(it.place.node);
        // Of the node before in the row.
        let mut last: Option<Rect> = None;
        for (i, child) in drawn.iter().enumerate().filter(|(_, it)| is_seen(it)) {
            let Some((parent, text)) = child.parent.zip(self.action(child.place.node)) else {
                continue;
            };
            let font = FontId::new(size, theme::medium());
            let galley = self.painter.layout_no_wrap(text, font, self.palette.dim);
            let half = self.half_height(child.depth, child.place.node);
            let place = |side: Align2| {
                let offset = vec2(-side.to_sign().x * GAP, -half - 1.5);
                side.anchor_size(child.at + offset, galley.size())
            };
            let beside = [i.checked_sub(1), Some(i + 1)].map(|i| drawn.get(i?));
            let beside = beside.into_iter().flatten();
            let in_row = beside.filter(|it| it.depth == child.depth && is_seen(it));
            let shapes = in_row.map(|it| self.shape(it));
            let taken: Vec<Rect> = shapes.chain(last).collect();
            let is_free = |place: &Rect| {
                let seen = self.painter.clip_rect();
                let left = seen.min.x.max(self.canvas.min.x + DEPTHS);
                let is_whole = left <= place.min.x && place.max.x <= seen.max.x;
                is_whole && taken.iter().all(|it| !it.intersects(place.expand(1.0)))
            };
            let away = match child.at.x < parent.at.x - 0.5 {
                true => [Align2::RIGHT_BOTTOM, Align2::LEFT_BOTTOM],
                false => [Align2::LEFT_BOTTOM, Align2::RIGHT_BOTTOM],
            };
            let Some(rect) = away.map(place).into_iter().find(is_free) else {
                continue;
            };
            // Another link or a contour may pass behind it.
            let ground = rect.expand2(vec2(1.0, -0.5));
            (self.painter).rect_filled(ground, theme::radius::MARK, self.palette.canvas);
            self.painter.galley(rect.min, galley, self.palette.dim);
            last = Some(rect);
        }
    }

    fn action(&self, node: NodeId) -> Option<String> {
        let trace = self.entry.run.trace();
        let action = trace.action(node)?;
        match self.entry.run.job().problem {
            Problem::Tiles(_) => Some(Direction::from(action).letter().to_string()),
            Problem::Route(_) => {
                let parent = trace.g(trace.parent(node)?);
                Some(self.entry.cost(trace.g(node).abs_diff(parent).into()))
            }
        }
    }
}
