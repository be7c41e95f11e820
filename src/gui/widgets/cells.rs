//! The layout of a board's cells: square and aligned to pixels, in any area.

use egui::{Pos2, Rect, Vec2, vec2};
use tilescope_puzzle::Size;

/// The geometry of a board in an area. All cells are squares of the same size. Edges lie on whole
/// pixels unless the cells are too small. Leftover space becomes margin.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cells {
    size: Size,
    /// The recess around the cells.
    pub board: Rect,
    /// The upper left corner of the first cell.
    origin: Pos2,
    /// The side of a cell.
    pub side: f32,
    /// The distance from one cell's edge to the same edge of the next cell.
    pitch: f32,
}

impl Cells {
    /// The gap between cells, as a fraction of the pitch.
    const GAP: f32 = 0.07;
    /// Below this pitch, in pixels, cells have no gaps and are not aligned to pixels.
    const MIN_PITCH: f32 = 4.0;

    /// A board of `size`, as large as possible and centred in `area`, with a margin of at least
    /// `margin` points between the well's edge and the cells.
    pub fn fit(area: Rect, size: Size, margin: f32, pixels_per_point: f32) -> Self {
        let scale = pixels_per_point;
        let n = vec2(size.columns() as f32, size.rows() as f32);
        let whole = (area.size() * scale).max(Vec2::splat(1.0));
        let rough = (whole / n).min_elem();
        let is_coarse = rough < Self::MIN_PITCH;
        let gap = if is_coarse {
            0.0
        } else {
            (rough * Self::GAP).round().max(1.0)
        };
        let margin = (margin * scale).round().max(gap);
        let room = (whole - Vec2::splat(2.0 * margin) - (n - Vec2::splat(1.0)) * gap) / n;
        let side = room.min_elem();
        let side = if is_coarse {
            side.max(0.1)
        } else {
            side.floor().max(1.0)
        };
        let content = n * side + (n - Vec2::splat(1.0)) * gap;
        let slack = (whole - content).min_elem().max(0.0);
        let outer = content + Vec2::splat(slack);
        let min = ((area.center() - outer / (2.0 * scale)).to_vec2() * scale).round();
        let inset = Vec2::splat((slack / 2.0).floor());
        Cells {
            size,
            board: Rect::from_min_size((min / scale).to_pos2(), outer / scale),
            origin: ((min + inset) / scale).to_pos2(),
            side: side / scale,
            pitch: (side + gap) / scale,
        }
    }

    /// The same cells, moved so that the well's upper left corner is at `min`.
    pub fn moved_to(mut self, min: Pos2) -> Self {
        let way = min - self.board.min;
        self.board = self.board.translate(way);
        self.origin += way;
        self
    }

    /// The square of cell `cell`, counted row by row.
    pub fn cell(&self, cell: usize) -> Rect {
        let (row, column) = (cell / self.size.columns(), cell % self.size.columns());
        let min = self.origin + vec2(column as f32, row as f32) * self.pitch;
        Rect::from_min_size(min, Vec2::splat(self.side))
    }

    /// The cell at `position`. A gap belongs to the cell before it.
    pub fn at(&self, position: Pos2) -> Option<usize> {
        let way = (position - self.origin) / self.pitch;
        let (column, row) = (way.x as usize, way.y as usize);
        let is_inside =
            way.min_elem() >= 0.0 && column < self.size.columns() && row < self.size.rows();
        is_inside.then_some(row * self.size.columns() + column)
    }

    /// The rectangle around all cells, without the margin.
    pub fn content(&self) -> Rect {
        self.cell(0).union(self.cell(self.size.n_cells() - 1))
    }
}

/// “row 1, column 2”.
pub fn place_name(size: Size, cell: usize) -> String {
    let (row, column) = (cell / size.columns(), cell % size.columns());
    format!("row {}, column {}", row + 1, column + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn cells_are_square_apart_and_inside() {
        for rows in 2..=10 {
            for columns in 2..=10 {
                for (width, scale) in [(16.0, 1.0), (42.0, 1.0), (120.0, 1.5), (268.0, 2.0)] {
                    check(Size::new(rows, columns).unwrap(), width, scale);
                }
            }
        }
    }

    fn check(size: Size, width: f32, scale: f32) {
        let area = Rect::from_min_size(pos2(10.0, 20.0), Vec2::splat(width));
        let cells = Cells::fit(area, size, 0.0, scale);
        let what = format!("{size} in {width} at {scale}: {cells:?}");
        assert!(area.expand(1.0).contains_rect(cells.board), "{what}");
        let longest = cells.board.size().max_elem();
        assert!((longest - width).abs() < 1.0, "{what}");
        for cell in 0..size.n_cells() {
            let rect = cells.cell(cell);
            assert!(cells.board.expand(0.01).contains_rect(rect), "{what}");
            assert!((rect.width() - rect.height()).abs() < 0.01, "{what}");
            assert_eq!(cells.at(rect.center()), Some(cell), "{what}");
        }
        assert_eq!(cells.at(cells.board.min - Vec2::splat(5.0)), None);
        assert_eq!(cells.at(cells.board.max + Vec2::splat(5.0)), None);
        let moved = cells.moved_to(pos2(0.0, 0.0));
        assert_eq!(moved.board.min, pos2(0.0, 0.0));
        assert_eq!(moved.at(moved.cell(3).center()), Some(3));
    }
}
