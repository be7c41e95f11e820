//! The animation of sliding tiles: each eases from its old position to its new one.

use crate::gui::widgets::cells::Cells;
use egui::{Rect, Vec2};
use tilescope_puzzle::Board;

/// The board that was last shown, and the tiles that have been sliding since it changed.
#[derive(Default)]
pub struct Motion {
    name: String,
    board: Option<Board>,
    moving: Vec<(u8, From)>,
    began: f64,
    /// The tile that was dropped, and where.
    dropped: Option<(u8, Vec2)>,
}

/// Where a tile slides from.
#[derive(Clone, Copy)]
enum From {
    Cell(usize),
    /// A position relative to the well's upper left corner.
    Place(Vec2),
}

impl Motion {
    /// The tile is dropped with its upper left corner at `from`, relative to the well's, and slides
    /// to its cell from there.
    pub fn dropped(&mut self, tile: u8, from: Vec2) {
        self.dropped = Some((tile, from));
    }

    /// Takes the board to show now. Returns `true` if it is a different board, not the last one
    /// changed. Tiles slide if one move, one swap or one row of moves made the change.
    pub fn update(&mut self, now: f64, name: &str, board: &Board) -> bool {
        let dropped = self.dropped.take();
        let before = match &self.board {
            Some(before) if self.name == name && before.size() == board.size() => before,
            _ => {
                self.name = name.to_owned();
                self.board = Some(board.clone());
                self.moving.clear();
                return true;
            }
        };
        if before != board {
            self.moving = moving(before, board);
            for (tile, from) in &mut self.moving {
                match dropped {
                    Some((in_the_air, place)) if in_the_air == *tile => *from = From::Place(place),
                    _ => {}
                }
            }
        } else if let Some((tile, place)) = dropped {
            self.moving = vec![(tile, From::Place(place))];
        } else {
            return false;
        }
        self.began = now;
        self.board = Some(board.clone());
        false
    }

    /// Whether a tile is sliding.
    pub fn is_moving(&self, now: f64, seconds: f64) -> bool {
        !self.moving.is_empty() && now < self.began + seconds
    }

    /// The rectangle of the tile of `cell` at time `now`, if a slide takes `seconds`.
    pub fn rect(&self, now: f64, seconds: f64, cells: &Cells, cell: usize, tile: u8) -> Rect {
        let to = cells.cell(cell);
        let from = self.moving.iter().find(|(moving, _)| *moving == tile);
        let Some((_, from)) = from.filter(|_| self.is_moving(now, seconds)) else {
            return to;
        };
        let from = match from {
            From::Cell(cell) => cells.cell(*cell).min,
            From::Place(place) => cells.board.min + *place,
        };
        let part = ((now - self.began) / seconds) as f32;
        let eased = egui::emath::easing::cubic_out(part.clamp(0.0, 1.0));
        to.translate((from - to.min) * (1.0 - eased))
    }
}

/// The tiles that differ between two boards, and where they slide from.
fn moving(before: &Board, after: &Board) -> Vec<(u8, From)> {
    let pairs = before.tiles().iter().zip(after.tiles()).enumerate();
    let changed: Vec<usize> = pairs
        .filter(|(_, (before, after))| before != after)
        .map(|(cell, _)| cell)
        .collect();
    let columns = after.size().columns();
    let in_line = |line: &dyn Fn(usize) -> usize| {
        let mut lines = changed.iter().map(|&cell| line(cell));
        let first = lines.next();
        lines.all(|line| Some(line) == first)
    };
    if changed.len() > 2 && !in_line(&|cell| cell / columns) && !in_line(&|cell| cell % columns) {
        return Vec::new();
    }
    let tiles = changed.iter().map(|&cell| after.tiles()[cell]);
    tiles
        .filter(|&tile| tile != 0)
        .map(|tile| (tile, From::Cell(before.cell_of(tile))))
        .collect()
}
