//! The names in formulas besides those of heuristics.

use tilescope_search::Cost;

/// A property of a tile: its value for a tile in a cell. In `pairs` the name ends in 1 for the first
/// tile of the pair and in 2 for the second, as in `row1 == row2`; the first is the one that comes
/// earlier, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TileName {
    Tile,
    Row,
    Column,
    GoalRow,
    GoalColumn,
    RowDistance,
    ColumnDistance,
    Distance,
}

/// A property of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardName {
    Rows,
    Columns,
    BlankRow,
    BlankColumn,
    GoalBlankRow,
    GoalBlankColumn,
    Inversions,
}

impl TileName {
    /// Every name, with its text and what it is.
    pub const ALL: [(TileName, &'static str, &'static str); 8] = [
        (TileName::Tile, "tile", "the number on the tile"),
        (TileName::Row, "row", "its row, from 1 at the top"),
        (TileName::Column, "col", "its column, from 1 at the left"),
        (TileName::GoalRow, "goal_row", "its row in the goal"),
        (TileName::GoalColumn, "goal_col", "its column in the goal"),
        (
            TileName::RowDistance,
            "dr",
            "how many rows it is from its goal row",
        ),
        (
            TileName::ColumnDistance,
            "dc",
            "how many columns it is from its goal column",
        ),
        (TileName::Distance, "distance", "dr + dc"),
    ];

    /// The value of a tile with this number, in these cells. A cell is a row and a column from 0.
    pub fn value(self, tile: u8, cell: (usize, usize), goal: (usize, usize)) -> f64 {
        let value = match self {
            TileName::Tile => tile.into(),
            TileName::Row => cell.0 + 1,
            TileName::Column => cell.1 + 1,
            TileName::GoalRow => goal.0 + 1,
            TileName::GoalColumn => goal.1 + 1,
            TileName::RowDistance => cell.0.abs_diff(goal.0),
            TileName::ColumnDistance => cell.1.abs_diff(goal.1),
            TileName::Distance => cell.0.abs_diff(goal.0) + cell.1.abs_diff(goal.1),
        };
        f64::from(value as Cost)
    }
}

impl BoardName {
    /// Every name, with its text and what it is.
    pub const ALL: [(BoardName, &'static str, &'static str); 7] = [
        (BoardName::Rows, "rows", "the number of rows"),
        (BoardName::Columns, "cols", "the number of columns"),
        (BoardName::BlankRow, "blank_row", "the blank's row, from 1"),
        (
            BoardName::BlankColumn,
            "blank_col",
            "the blank's column, from 1",
        ),
        (
            BoardName::GoalBlankRow,
            "goal_blank_row",
            "the blank's row in the goal",
        ),
        (
            BoardName::GoalBlankColumn,
            "goal_blank_col",
            "the blank's column in the goal",
        ),
        (
            BoardName::Inversions,
            "inversions",
            "how many pairs of tiles, read row by row, are not in the order of the goal",
        ),
    ];
}
