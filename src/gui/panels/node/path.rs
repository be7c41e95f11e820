//! The path from the root to a node: a strip of small boards with the moves between them.

use crate::gui::actions::Action;
use crate::gui::replay::Replay;
use crate::gui::runs::{Entry, RunId};
use crate::gui::theme::{self, space};
use crate::gui::widgets::mini_board::MiniBoards;
use crate::lab::figures;
use crate::puzzle::Direction;
use crate::trace::NodeId;
use egui::{Align2, FontId, Rect, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2};

/// The side of a board up to 3×3, and of a larger one.
const BOARD: f32 = 44.0;
const LARGE_BOARD: f32 = 56.0;
const GAP: f32 = 8.0;
/// The strip ends a path of at most so many nodes; what is before is left out.
const MOST: usize = 400;
/// For the move's letter above a board.
const LETTER: f32 = 14.0;

/// The strip; it remembers the path that it shows.
#[derive(Default)]
pub struct PathStrip {
    shown: Option<(RunId, NodeId)>,
    nodes: Vec<NodeId>,
}

impl PathStrip {
    /// Shows the path to `node`; a click on a board selects its node.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        entry: &Entry,
        node: NodeId,
        replay: &mut Replay,
        actions: &mut Vec<Action>,
    ) {
        let trace = entry.run.trace();
        let is_new = self.shown != Some((entry.id, node));
        // Along the path that is shown already, the strip stays as it is.
        let known = self.nodes.iter().position(|&shown| shown == node);
        let is_same_run = self.shown.is_some_and(|(run, _)| run == entry.id);
        if is_new && !(known.is_some() && is_same_run) {
            self.nodes = trace.ancestors(node).take(MOST - 1).collect();
            self.nodes.reverse();
            self.nodes.push(node);
        }
        self.shown = Some((entry.id, node));
        let here = self.nodes.iter().position(|&shown| shown == node);

        let palette = theme::palette(ui);
        let n_moves = trace.depth(node);
        let title = match n_moves {
            0 => "The root".to_owned(),
            1 => "Path from the root, 1 move".to_owned(),
            n if (n as usize) < MOST => format!("Path from the root, {n} moves"),
            n => format!("The end of {} moves", figures::count(n.into())),
        };
        ui.label(theme::head(&title, palette));
        let size = entry.run.job().puzzle.start.size();
        let is_small = size.rows().max(size.columns()) <= 3;
        let side = if is_small { BOARD } else { LARGE_BOARD };
        let pitch = side + GAP;
        let height = LETTER + side + space::M;
        let area = egui::ScrollArea::horizontal()
            .id_salt("path")
            .auto_shrink([false, true])
            .max_height(height);
        let width = self.nodes.len() as f32 * pitch;
        area.show_viewport(ui, |ui, viewport| {
            let (strip, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
            let place = |i: usize| {
                let min = strip.min + vec2(i as f32 * pitch + 2.0, LETTER);
                Rect::from_min_size(min, Vec2::splat(side))
            };
            if let Some(here) = here.filter(|_| is_new) {
                ui.scroll_to_rect(place(here).expand2(vec2(pitch, 0.0)), None);
            }
            let boards = MiniBoards::new(ui.painter(), Vec2::splat(side), size, palette);
            let first = (viewport.min.x / pitch).floor().max(0.0) as usize;
            let end = (viewport.max.x / pitch).ceil().max(0.0) as usize;
            for i in first..end.min(self.nodes.len()) {
                let step = self.nodes[i];
                let action = trace.action(step).map(Direction::from);
                let rect = place(i);
                let response = ui.interact(rect, ui.scope_id().with(("path", i)), Sense::click());
                let name = match action {
                    Some(action) => format!("{}, node {step}", action.name()),
                    None => "Root, node 0".to_owned(),
                };
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
                let frame = if Some(i) == here {
                    Stroke::new(2.0, palette.accent)
                } else if response.hovered() || response.has_focus() {
                    Stroke::new(1.5, palette.dim)
                } else {
                    Stroke::new(1.0, palette.line)
                };
                if let Some(board) = replay.board(entry, step) {
                    let min = rect.center() - boards.extent() / 2.0;
                    boards.paint(ui.painter(), min, board.tiles(), frame);
                }
                let letter = action.map_or('·', Direction::letter);
                ui.painter().text(
                    pos2(rect.center().x, rect.min.y - 2.0),
                    Align2::CENTER_BOTTOM,
                    letter,
                    FontId::proportional(theme::text::HEAD),
                    palette.faint,
                );
                if response.on_hover_text(name).clicked() {
                    actions.push(Action::Reveal(step));
                }
            }
        });
    }
}
