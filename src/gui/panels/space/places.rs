//! Where the points of the map are: a row for each distance, as wide as the square root of its
//! number of points, and in it columns of points.

use egui::{Pos2, Rect, pos2, vec2};
use std::ops::Range;
use tilescope_lab::space_map::SpaceMap;

/// The places of all points, in pixels from the map's upper left corner.
pub struct Places {
    /// Width and height.
    pub size: [usize; 2],
    /// From the top of a row to that of the next.
    pub pitch: usize,
    pub rows: Vec<RowPlace>,
}

/// The place of a row.
pub struct RowPlace {
    pub top: usize,
    pub height: usize,
    pub left: usize,
    pub width: usize,
    /// The points, column by column from the left, each column from the top.
    pub points: Range<u32>,
    /// The points of a column.
    pub per_column: usize,
    pub n_columns: usize,
}

/// The least and the greatest height of a row, in pixels and in points.
const MIN_PITCH: usize = 2;
const MAX_PITCH: f32 = 36.0;
/// From this height on, in pixels, a gap parts the rows, and from this side on the points.
const MIN_PITCH_WITH_GAP: usize = 5;
const MIN_SIDE_WITH_GAP: f32 = 4.0;

impl Places {
    /// The places in a room of this size in pixels; `None` if it is too small.
    pub fn new(map: &SpaceMap, room: [usize; 2], pixels_per_point: f32) -> Option<Self> {
        let n_rows = map.rows().len();
        let [width, height] = room;
        let pitch = (height / n_rows.max(1)).min((MAX_PITCH * pixels_per_point) as usize);
        if pitch < MIN_PITCH || width < 4 * pitch {
            return None;
        }
        let gap = usize::from(pitch >= MIN_PITCH_WITH_GAP);
        let row_height = pitch - gap;
        let most = map.rows().iter().map(|row| row.points.len()).max()?;
        let row = |(i, row): (usize, &tilescope_lab::space_map::Row)| {
            let n = row.points.len();
            let share = (n as f32 / most as f32).sqrt();
            // A point is a square at most.
            let widest = n.saturating_mul(row_height).min(width);
            let own = ((width as f32 * share) as usize).clamp(row_height.min(widest), widest);
            let per_column = per_column(n, own, row_height);
            RowPlace {
                top: i * pitch,
                height: row_height,
                left: (width - own) / 2,
                width: own,
                points: row.points.clone(),
                per_column,
                n_columns: n.div_ceil(per_column),
            }
        };
        Some(Places {
            size: [width, n_rows * pitch],
            pitch,
            rows: map.rows().iter().enumerate().map(row).collect(),
        })
    }

    /// The place of a point that is in this row.
    pub fn rect(&self, row: usize, point: u32) -> Rect {
        let Some(row) = self.rows.get(row) else {
            return Rect::NOTHING;
        };
        let i = point.saturating_sub(row.points.start) as usize;
        let side = row.side();
        let min = pos2(
            row.left as f32 + side.x * (i / row.per_column) as f32,
            row.top as f32 + side.y * (i % row.per_column) as f32,
        );
        Rect::from_min_size(min, side)
    }

    /// The row at this height, and the points at this place: several if they are narrower than a pixel.
    pub fn at(&self, at: Pos2) -> Option<(usize, impl Iterator<Item = u32>)> {
        if at.x < 0.0 || at.y < 0.0 {
            return None;
        }
        let (x, y) = (at.x as usize, at.y as usize);
        let i = y / self.pitch;
        let row = self.rows.get(i)?;
        let x = x.checked_sub(row.left).filter(|&x| x < row.width)?;
        let side = row.side();
        let [column, line] = [
            (at.x - row.left as f32) / side.x,
            (at.y - row.top as f32).max(0.0) / side.y,
        ]
        .map(|it| it as usize);
        let columns = match row.n_columns <= row.width {
            true => column..column + 1,
            false => {
                let Range { start, end } = row.columns(x);
                start.min(column)..end.max(column + 1)
            }
        };
        let line = line.min(row.per_column - 1);
        let points = columns.filter_map(move |column| row.point(column, line));
        Some((i, points))
    }
}

impl RowPlace {
    /// Width and height of a point.
    pub fn side(&self) -> egui::Vec2 {
        let of = |length: usize, n: usize| length as f32 / n.max(1) as f32;
        vec2(
            of(self.width, self.n_columns),
            of(self.height, self.per_column),
        )
    }

    /// Whether a gap parts the points.
    pub fn has_gaps(&self) -> bool {
        self.side().min_elem() >= MIN_SIDE_WITH_GAP
    }

    /// The columns of points under the column `x` of pixels: one, which has its middle, or several.
    pub fn columns(&self, x: usize) -> Range<usize> {
        if self.n_columns <= self.width {
            let column = (2 * x + 1) * self.n_columns / (2 * self.width);
            return column..column + 1;
        }
        let first = x * self.n_columns / self.width;
        let end = (x + 1) * self.n_columns / self.width;
        first..end.max(first + 1)
    }

    /// The number of a point in its column at the line `y` of pixels.
    pub fn line(&self, y: usize) -> usize {
        (2 * y + 1) * self.per_column / (2 * self.height)
    }

    pub fn point(&self, column: usize, line: usize) -> Option<u32> {
        let i = (column * self.per_column + line) as u32;
        (i < self.points.end - self.points.start).then(|| self.points.start + i)
    }
}

/// How many of `n` points stand in each column, so that they are as square as possible.
fn per_column(n: usize, width: usize, height: usize) -> usize {
    let shape = |per_column: usize| {
        let side = width as f32 / n.div_ceil(per_column) as f32;
        (side * per_column as f32 / height as f32).ln().abs()
    };
    let most = height.min(n).max(1);
    (1..=most)
        .min_by(|&a, &b| shape(a).total_cmp(&shape(b)))
        .unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilescope_lab::Interrupt;
    use tilescope_lab::space_map::Symmetric;
    use tilescope_puzzle::{Costs, GoalPreset, Size};

    fn map(rows: usize, columns: usize) -> SpaceMap {
        let goal = GoalPreset::BlankLast.board(Size::new(rows, columns).unwrap());
        let interrupt = Interrupt::default();
        SpaceMap::find(
            &goal,
            Costs::UNIT,
            Symmetric::Apart,
            &interrupt,
            &mut |_| {},
        )
        .unwrap()
    }

    #[test]
    fn every_point_is_found_at_its_place() {
        for (size, room) in [
            ((2, 2), [400, 300]),
            ((2, 3), [500, 400]),
            ((3, 3), [480, 390]),
        ] {
            let map = map(size.0, size.1);
            let places = Places::new(&map, room, 1.0).unwrap();
            for point in 0..map.n_points() as u32 {
                let row = map.row_of(point);
                let rect = places.rect(row, point);
                assert!(rect.right() <= room[0] as f32 + 0.1, "{point}: {rect:?}");
                assert!(rect.bottom() <= room[1] as f32 + 0.1, "{point}: {rect:?}");
                let (found, mut points) = places.at(rect.center()).unwrap();
                assert_eq!(found, row);
                assert!(points.any(|it| it == point), "{size:?}, point {point}");
            }
        }
    }

    #[test]
    fn too_little_room_is_refused() {
        assert!(Places::new(&map(3, 3), [480, 60], 1.0).is_none());
        assert!(Places::new(&map(3, 3), [8, 400], 1.0).is_none());
    }
}
