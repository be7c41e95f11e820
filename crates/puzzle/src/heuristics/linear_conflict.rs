//! Manhattan distance, and two moves more for each tile that must leave its line.

use super::{HeuristicAbout, Manhattan, Preparation, TileHeuristic, Unsupported};
use crate::{Board, Cells, Costs, Direction, SlidingTiles, State};
use tilescope_search::{Action, Cost, Heuristic};

/// Manhattan distance plus what it costs to let tiles pass that lie in their goal line, but
/// in the wrong order.
///
/// Tiles of a row that belong to this row keep their order unless one leaves it and comes
/// back: one move up and one down that Manhattan distance does not know of. The cheapest
/// that must leave are all but a heaviest increasing subsequence of their goal columns.
/// Columns are treated likewise, and since a tile leaves a row by vertical moves and a column
/// by horizontal ones, nothing is counted twice.
pub struct LinearConflict {
    manhattan: Manhattan,
    rows: usize,
    columns: usize,
    /// For each tile, its goal cell as (row, column); for the blank one outside the board.
    home: Vec<(u8, u8)>,
    /// The cost of each tile.
    of_tile: Vec<Cost>,
    /// What a tile of cost 1 pays to leave a row and come back.
    out_of_row: Cost,
    /// What a tile of cost 1 pays to leave a column and come back.
    out_of_column: Cost,
}

impl TileHeuristic for LinearConflict {
    const ABOUT: HeuristicAbout = HeuristicAbout {
        key: "linear-conflict",
        name: "Linear conflict",
        summary: "Manhattan distance, plus 2 for each tile that must leave its line to let pass.",
        relaxes: "A tile may slide onto an occupied cell, but not past another in its goal line.",
        admissible: true,
        consistent: true,
        preparation: Preparation::Immediate,
        text: "Two tiles that lie in the row where both belong, but in the wrong order, \
               cannot pass each other: one has to leave the row and come back, two moves that \
               Manhattan distance does not count. For each row and each column the fewest \
               tiles that must leave it are found exactly. Described by Hansson, Mayer & Yung \
               (1992). Where moves have different costs, leaving a row costs one move up and \
               one down, leaving a column one to the left and one to the right.",
    };

    fn new(goal: &Board, costs: Costs) -> Result<Self, Unsupported> {
        let size = goal.size();
        let mut home = vec![(u8::MAX, u8::MAX); size.n_cells()];
        for (cell, &tile) in goal
            .tiles()
            .iter()
            .enumerate()
            .filter(|(_, tile)| **tile != 0)
        {
            let place = (cell / size.columns(), cell % size.columns());
            home[usize::from(tile)] = (place.0 as u8, place.1 as u8);
        }
        Ok(LinearConflict {
            manhattan: Manhattan::new(goal, costs)?,
            rows: size.rows(),
            columns: size.columns(),
            home,
            of_tile: (0..size.n_cells() as u8)
                .map(|tile| costs.of_tile(tile, size))
                .collect(),
            out_of_row: costs.of(Direction::Up) + costs.of(Direction::Down),
            out_of_column: costs.of(Direction::Left) + costs.of(Direction::Right),
        })
    }
}

impl LinearConflict {
    /// What the conflicts in a row cost.
    fn in_row<C: Cells>(&self, cells: C, row: usize) -> Cost {
        let leaving = self.least_leaving((0..self.columns).filter_map(|column| {
            let tile = usize::from(cells.get(row * self.columns + column));
            let (home_row, home_column) = self.home[tile];
            (usize::from(home_row) == row).then_some((home_column, tile as u8))
        }));
        leaving * self.out_of_row
    }

    /// What the conflicts in a column cost.
    fn in_column<C: Cells>(&self, cells: C, column: usize) -> Cost {
        let leaving = self.least_leaving((0..self.rows).filter_map(|row| {
            let tile = usize::from(cells.get(row * self.columns + column));
            let (home_row, home_column) = self.home[tile];
            (usize::from(home_column) == column).then_some((home_row, tile as u8))
        }));
        leaving * self.out_of_column
    }

    /// What it costs at least to take tiles out of a line so that the others stand in order:
    /// all but a heaviest increasing subsequence. Of each tile that belongs there, at most ten,
    /// its place in the goal and its number.
    fn least_leaving(&self, tiles: impl Iterator<Item = (u8, u8)>) -> Cost {
        let mut line = [(0, 0); 10];
        let mut n = 0;
        for tile in tiles {
            line[n] = tile;
            n += 1;
        }
        let cost = |tile: u8| self.of_tile[usize::from(tile)];
        // Nearly always so; it spares a search seven instructions in a hundred.
        match line[..n] {
            [] | [_] => return 0,
            [(a, _), (b, _)] if a < b => return 0,
            [(_, a), (_, b)] => return cost(a).min(cost(b)),
            _ => {}
        }
        // For each tile, the heaviest increasing subsequence that it ends.
        let mut heaviest = [0; 10];
        let (mut all, mut most) = (0, 0);
        for i in 0..n {
            let (place, tile) = line[i];
            let before = (0..i).filter(|&j| line[j].0 < place);
            heaviest[i] = cost(tile) + before.map(|j| heaviest[j]).max().unwrap_or(0);
            all += cost(tile);
            most = most.max(heaviest[i]);
        }
        all - most
    }

    /// The goal row and column of what lies in `cell`.
    fn home<C: Cells>(&self, cells: C, cell: usize) -> (u8, u8) {
        self.home[usize::from(cells.get(cell))]
    }
}

impl<C: Cells> Heuristic<SlidingTiles<C>> for LinearConflict {
    fn estimate(&self, state: &State<C>) -> Cost {
        let rows = (0..self.rows).map(|row| self.in_row(state.cells, row));
        let columns = (0..self.columns).map(|column| self.in_column(state.cells, column));
        self.manhattan.estimate(state) + rows.chain(columns).sum::<Cost>()
    }

    /// A tile that moves along a line passes no other in it, so only the two lines that it
    /// crosses can change, and those only if they are where it belongs.
    fn update(&self, h: Cost, parent: &State<C>, action: Action, child: &State<C>) -> Cost {
        let h = self.manhattan.update(h, parent, action, child);
        let (from, to) = (usize::from(child.blank), usize::from(parent.blank));
        let (home_row, home_column) = self.home(parent.cells, from);
        let (home_row, home_column) = (usize::from(home_row), usize::from(home_column));
        match Direction::from(action) {
            Direction::Up | Direction::Down
                if [from / self.columns, to / self.columns].contains(&home_row) =>
            {
                h + self.in_row(child.cells, home_row) - self.in_row(parent.cells, home_row)
            }
            Direction::Left | Direction::Right
                if [from % self.columns, to % self.columns].contains(&home_column) =>
            {
                h + self.in_column(child.cells, home_column)
                    - self.in_column(parent.cells, home_column)
            }
            _ => h,
        }
    }
}
