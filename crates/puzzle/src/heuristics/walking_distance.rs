//! How many moves it takes to walk all tiles into their rows, and then into their columns.

use super::lru_cache::LruCache;
use super::{HeuristicAbout, Preparation, Tables, TileHeuristic, Unsupported};
use crate::pattern_database::Supervisor;
use crate::{Board, Cells, Costs, Direction, Size, SlidingTiles, State};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;
use tilescope_search::hashing::QuickHash;
use tilescope_search::{Action, Cost, Heuristic, StopReason};

/// The least cost of the vertical moves that bring all tiles into their goal rows if the
/// blank may swap with any tile of the next row, plus the same for columns.
///
/// Nothing matters in this puzzle but how many tiles of each row belong to each row, and
/// the row of the blank. The distances of all such countings are in a table.
pub struct WalkingDistance {
    vertical: AxisTable,
    horizontal: AxisTable,
}

impl TileHeuristic for WalkingDistance {
    const ABOUT: HeuristicAbout = HeuristicAbout {
        key: "walking-distance",
        name: "Walking distance",
        summary: "Adds the moves that bring all tiles into their rows, and into their columns.",
        relaxes: "The blank may swap with any tile of the next row, or of the next column.",
        admissible: true,
        consistent: true,
        preparation: Preparation::Tables,
        text: "Vertical moves alone decide which row a tile is in. If the blank may swap with \
               any tile of the row above or below, all that matters is how many tiles of each \
               row belong to each row, and where the blank is: 24,964 cases on a 4×4 board, \
               whose exact distances a search backward from the goal puts in a table. The same \
               table read for columns gives the horizontal moves, and no move is both. \
               Described by Takahashi on his web page on how to write a solver for the \
               15-puzzle. It is never less than Manhattan distance, because it knows that the \
               tiles of a row wait for one blank. Moves of different costs have their costs in \
               the table, with the cheapest tile.",
    };

    fn new(goal: &Board, costs: Costs) -> Result<Self, Unsupported> {
        let size = goal.size();
        if !fits(size) {
            return Err(Unsupported {
                name: Self::ABOUT.name,
                size,
                reason: "its tables would be too large; it wants 2×2 to 2×6, 3×3 to 3×5, or 4×4 \
                         cells"
                    .into(),
            });
        }
        axis_tables(goal, costs, &mut ()).map_err(|_| Unsupported {
            name: Self::ABOUT.name,
            size,
            reason: "there is no memory for its tables".into(),
        })
    }

    fn table_bytes(goal: &Board, _: Costs) -> u64 {
        let size = goal.size();
        if !fits(size) {
            return 0;
        }
        // The most; nobody has counted those of each size.
        let n_states: u64 = if size.n_cells() == 16 {
            25_000
        } else {
            400_000
        };
        2 * n_states * BYTES_PER_STATE as u64
    }

    fn prepare(
        goal: &Board,
        costs: Costs,
        supervisor: &mut dyn Supervisor,
    ) -> Result<Tables, StopReason> {
        let mut tables = Tables::default();
        if fits(goal.size()) {
            supervisor.begin_table(Self::table_bytes(goal, costs));
            let WalkingDistance {
                vertical,
                horizontal,
            } = axis_tables(goal, costs, supervisor)?;
            for table in [vertical, horizontal] {
                let n_bytes = (table.distances.len() * BYTES_PER_STATE) as u64;
                tables.add(table.distances, n_bytes);
            }
        }
        Ok(tables)
    }
}

/// Both axis_tables; their tables are built if they were not yet.
fn axis_tables(
    goal: &Board,
    costs: Costs,
    supervisor: &mut dyn Supervisor,
) -> Result<WalkingDistance, StopReason> {
    let size = goal.size();
    let (rows, columns) = (size.rows(), size.columns());
    // Which tile moves is not in the tables.
    let cost = |direction| costs.direction_cost(direction) * costs.min_tile_cost(size);
    let (up, down) = (cost(Direction::Up), cost(Direction::Down));
    let (left, right) = (cost(Direction::Left), cost(Direction::Right));
    let row = |cell| cell / columns;
    let column = |cell| cell % columns;
    Ok(WalkingDistance {
        vertical: AxisTable::new(goal, row, (rows, columns), (up, down), supervisor)?,
        horizontal: AxisTable::new(goal, column, (columns, rows), (left, right), supervisor)?,
    })
}

/// Whether the tables of boards of `size` are not too large.
fn fits(size: Size) -> bool {
    let (rows, columns) = (size.rows(), size.columns());
    columns <= max_line_length(rows) && rows <= max_line_length(columns)
}

/// What a counting with its distance takes in a table, with the room that is left there.
const BYTES_PER_STATE: usize = 64;

/// The longest lines of which so many do not have more than 400,000 countings.
fn max_line_length(n_lines: usize) -> usize {
    match n_lines {
        ..=3 => 10,
        4 => 6,
        5 => 3,
        6 => 2,
        _ => 0,
    }
}

impl<C: Cells> Heuristic<SlidingTiles<C>> for WalkingDistance {
    fn estimate(&self, state: &State<C>) -> Cost {
        let distance = |table: &AxisTable| table.distance(table.abstract_state(state.cells));
        distance(&self.vertical) + distance(&self.horizontal)
    }

    fn update(&self, h: Cost, parent: &State<C>, action: Action, child: &State<C>) -> Cost {
        let table = match Direction::from(action) {
            Direction::Up | Direction::Down => &self.vertical,
            Direction::Left | Direction::Right => &self.horizontal,
        };
        // The tile goes where the blank was.
        let (from, to) = (usize::from(child.blank), usize::from(parent.blank));
        let tile = parent.cells.get(from);
        let before = table.abstract_state(parent.cells);
        let after = before - table.share(tile, from) + table.share(tile, to);
        h - table.distance(before) + table.distance(after)
    }
}

/// How many tiles of each line belong to each line: at line × lines + goal line, in
/// [`Lines::bits`] bits each. The line that has a tile less than the others has the blank.
type AbstractState = u128;

/// The cost from each counting to the goal's. With the standard library's own hash a search
/// takes twice as long.
type Distances = HashMap<AbstractState, Cost, QuickHash>;

/// The way of all tiles into their lines, which are the rows or the columns.
struct AxisTable {
    lines: Lines,
    /// For each tile and each cell, at `tile × cells + cell`: its share in the counting.
    shares: Vec<AbstractState>,
    n_cells: usize,
    distances: Arc<Distances>,
}

impl AxisTable {
    /// `line` is that of a cell; `n_lines` of them have `length` cells each. The blank goes
    /// to a line before at the cost of `back`, to one behind at that of `forth`.
    fn new(
        goal: &Board,
        line: impl Fn(usize) -> usize,
        (n_lines, length): (usize, usize),
        (backward_cost, forward_cost): (Cost, Cost),
        supervisor: &mut dyn Supervisor,
    ) -> Result<Self, StopReason> {
        // Those of the rows and of the columns, for a few goals and costs.
        static TABLES: LruCache<(Lines, Cost, Cost), Distances> = LruCache::new(8);
        let lines = Lines {
            n: n_lines,
            length,
            blank_line: line(goal.blank()),
        };
        let n_cells = goal.size().n_cells();
        let mut shares = vec![0; n_cells * n_cells];
        for (home, &tile) in goal.tiles().iter().enumerate() {
            for cell in (0..n_cells).filter(|_| tile != 0) {
                shares[usize::from(tile) * n_cells + cell] = lines.unit(line(cell), line(home));
            }
        }
        let key = (lines, backward_cost, forward_cost);
        let build = |supervisor: &mut dyn Supervisor| {
            lines.distances(backward_cost, forward_cost, supervisor)
        };
        Ok(AxisTable {
            lines,
            shares,
            n_cells,
            distances: TABLES.get(&key, supervisor, build)?,
        })
    }

    fn abstract_state<C: Cells>(&self, cells: C) -> AbstractState {
        (0..self.n_cells)
            .map(|cell| self.share(cells.get(cell), cell))
            .sum()
    }

    fn share(&self, tile: u8, cell: usize) -> AbstractState {
        self.shares[usize::from(tile) * self.n_cells + cell]
    }

    fn distance(&self, state: AbstractState) -> Cost {
        debug_assert!(self.distances.contains_key(&state), "{:?}", self.lines);
        self.distances.get(&state).copied().unwrap_or(0)
    }
}

/// The lines of a board, all rows or all columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Lines {
    n: usize,
    /// How many cells each has.
    length: usize,
    /// The one that has the blank in the goal.
    blank_line: usize,
}

impl Lines {
    /// How many bits a number of tiles in a line takes.
    fn bits(self) -> u32 {
        self.length.ilog2() + 1
    }

    /// One tile in `line` that belongs to `home`.
    fn unit(self, line: usize, home: usize) -> AbstractState {
        1 << (self.bits() as usize * (line * self.n + home))
    }

    /// How many tiles in `line` belong to `home`.
    fn count(self, state: AbstractState, line: usize, home: usize) -> u32 {
        let shifted = state >> (self.bits() as usize * (line * self.n + home));
        shifted as u32 & ((1 << self.bits()) - 1)
    }

    /// The cost from every counting to the goal's, by Dijkstra's algorithm backward.
    fn distances(
        self,
        backward_cost: Cost,
        forward_cost: Cost,
        supervisor: &mut dyn Supervisor,
    ) -> Result<Distances, StopReason> {
        /// So many countings take about a millisecond.
        const REPORT_INTERVAL: usize = 1 << 10;
        let goal = (0..self.n).map(|line| {
            let n_tiles = self.length - usize::from(line == self.blank_line);
            self.unit(line, line) * n_tiles as AbstractState
        });
        let mut distances = Distances::default();
        let mut frontier =
            BinaryHeap::from([(Reverse(0), goal.sum::<AbstractState>(), self.blank_line)]);
        while let Some((Reverse(distance), state, blank)) = frontier.pop() {
            if distances.contains_key(&state) {
                continue;
            }
            distances.insert(state, distance);
            if distances.len().is_multiple_of(REPORT_INTERVAL) {
                // As much again waits.
                supervisor.reserve(2 * REPORT_INTERVAL * BYTES_PER_STATE)?;
                // How many there will be is not known.
                supervisor.report_progress(0.0)?;
            }
            // The blank came from a line beside, and a tile went there.
            let before = blank.checked_sub(1).map(|line| (line, forward_cost));
            let behind = (blank + 1 < self.n).then_some((blank + 1, backward_cost));
            for (line, cost) in before.into_iter().chain(behind) {
                for home in (0..self.n).filter(|&home| self.count(state, line, home) > 0) {
                    let earlier = state - self.unit(line, home) + self.unit(blank, home);
                    if !distances.contains_key(&earlier) {
                        frontier.push((Reverse(distance + cost), earlier, line));
                    }
                }
            }
        }
        Ok(distances)
    }
}
