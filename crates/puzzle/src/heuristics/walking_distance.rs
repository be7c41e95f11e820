//! Walking distance: the moves that bring all tiles into their goal rows, plus those for columns.

use super::lru_cache::LruCache;
use super::{HeuristicAbout, Preparation, Tables, TileHeuristic, Unsupported};
use crate::pattern_database::Supervisor;
use crate::{Board, Cells, Costs, Direction, Size, SlidingTiles, State};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;
use tilescope_search::hashing::QuickHash;
use tilescope_search::memory::check_machine;
use tilescope_search::{Action, Cost, Heuristic, StopReason};

/// The minimum cost of vertical moves that bring all tiles into their goal rows if the blank may
/// swap with any tile of an adjacent row, plus the same for columns.
///
/// The abstract state of this relaxed puzzle is the number of tiles in each row that belong to
/// each row, and the row of the blank. A table holds the distances of all abstract states.
pub struct WalkingDistance {
    vertical: AxisTable,
    horizontal: AxisTable,
}

impl TileHeuristic for WalkingDistance {
    const ABOUT: HeuristicAbout = HeuristicAbout {
        key: "walking-distance",
        name: "Walking distance",
        other_names: &[],
        summary: "Adds the moves that bring all tiles into their rows and into their columns.",
        relaxes: "The blank may swap with any tile of an adjacent row or column.",
        admissible: true,
        consistent: true,
        preparation: Preparation::Tables,
        parameter: None,
        text: "Only vertical moves change the row of a tile. If the blank may swap with any tile \
               of the row above or below, all that matters is how many tiles of each row belong to \
               each row, and the row of the blank: 24,964 abstract states on a 4×4 board, whose \
               exact distances are computed by a search backward from the goal and stored in a \
               table. The same table read for columns gives the horizontal moves, and no move is \
               both. Described by Takahashi on his web page on how to write a solver for the \
               15-puzzle. It is never less than Manhattan distance, because it accounts for the \
               tiles of a row having to wait for one blank. Where moves have different costs, the \
               table holds costs, with the cheapest tile.",
    };

    fn new(goal: &Board, costs: Costs) -> Result<Self, Unsupported> {
        let size = goal.size();
        if !fits(size) {
            return Err(Unsupported {
                name: Self::ABOUT.name,
                size,
                reason: "its tables would be too large; it needs 2×2 to 2×6, 3×3 to 3×5, or 4×4 \
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

    fn table_bytes(goal: &Board, _: Costs, _: Option<u32>) -> u64 {
        let size = goal.size();
        if !fits(size) {
            return 0;
        }
        // An upper bound, except for 4×4.
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
        argument: Option<u32>,
        supervisor: &mut dyn Supervisor,
    ) -> Result<Tables, StopReason> {
        let mut tables = Tables::default();
        if fits(goal.size()) {
            supervisor.begin_table(Self::table_bytes(goal, costs, argument));
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

/// The tables of both axes, from the cache or newly built.
fn axis_tables(
    goal: &Board,
    costs: Costs,
    supervisor: &mut dyn Supervisor,
) -> Result<WalkingDistance, StopReason> {
    let size = goal.size();
    let (rows, columns) = (size.rows(), size.columns());
    // The tables don't distinguish tiles, so the cheapest counts.
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

/// Whether the tables for boards of `size` are small enough.
fn fits(size: Size) -> bool {
    let (rows, columns) = (size.rows(), size.columns());
    columns <= max_line_length(rows) && rows <= max_line_length(columns)
}

/// Bytes per abstract state in a table, including the spare capacity.
const BYTES_PER_STATE: usize = 64;

/// The maximum length of a line so that `n_lines` of them have at most 400,000 abstract states.
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
        // The tile moves to the blank's former cell.
        let (from, to) = (usize::from(child.blank), usize::from(parent.blank));
        let tile = parent.cells.get(from);
        let before = table.abstract_state(parent.cells);
        let after = before - table.share(tile, from) + table.share(tile, to);
        h - table.distance(before) + table.distance(after)
    }
}

/// An abstract state: the number of tiles of each line that belong to each line, at line × lines +
/// goal line, in [`Lines::bits`] bits each. The blank is in the line with one tile fewer.
type AbstractState = u128;

/// The distance of each abstract state. With the standard library's hasher a search takes twice as
/// long.
type Distances = HashMap<AbstractState, Cost, QuickHash>;

/// The distances along one axis: of all tiles to their rows, or to their columns.
struct AxisTable {
    lines: Lines,
    /// At `tile × cells + cell`: the tile's share of the abstract state.
    shares: Vec<AbstractState>,
    n_cells: usize,
    distances: Arc<Distances>,
}

impl AxisTable {
    /// `line` maps a cell to its line; there are `n_lines` of `length` cells each. A move of the
    /// blank to a lower line costs `backward_cost`, to a higher one `forward_cost`.
    fn new(
        goal: &Board,
        line: impl Fn(usize) -> usize,
        (n_lines, length): (usize, usize),
        (backward_cost, forward_cost): (Cost, Cost),
        supervisor: &mut dyn Supervisor,
    ) -> Result<Self, StopReason> {
        // Holds rows and columns for a few goals and costs.
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

/// The lines of a board: its rows or its columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Lines {
    n: usize,
    /// Cells per line.
    length: usize,
    /// The line of the blank in the goal.
    blank_line: usize,
}

impl Lines {
    /// The number of bits of a count of tiles.
    fn bits(self) -> u32 {
        self.length.ilog2() + 1
    }

    /// The share of one tile in `line` that belongs to `home`.
    fn unit(self, line: usize, home: usize) -> AbstractState {
        1 << (self.bits() as usize * (line * self.n + home))
    }

    /// The number of tiles in `line` that belong to `home`.
    fn count(self, state: AbstractState, line: usize, home: usize) -> u32 {
        let shifted = state >> (self.bits() as usize * (line * self.n + home));
        shifted as u32 & ((1 << self.bits()) - 1)
    }

    /// The distance of every abstract state, by Dijkstra's algorithm backward from the goal.
    fn distances(
        self,
        backward_cost: Cost,
        forward_cost: Cost,
        supervisor: &mut dyn Supervisor,
    ) -> Result<Distances, StopReason> {
        /// Abstract states between two progress reports: about a millisecond.
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
            (distances.try_reserve(1)).map_err(|_| StopReason::Memory)?;
            distances.insert(state, distance);
            if distances.len().is_multiple_of(REPORT_INTERVAL) {
                // The frontier takes as much again.
                supervisor.reserve(2 * REPORT_INTERVAL * BYTES_PER_STATE)?;
                // A table that grows takes as much again.
                check_machine(distances.capacity() * BYTES_PER_STATE)?;
                // The total is not known in advance.
                supervisor.report_progress(0.0)?;
            }
            // The blank came from an adjacent line, and a tile moved there.
            let before = blank.checked_sub(1).map(|line| (line, forward_cost));
            let behind = (blank + 1 < self.n).then_some((blank + 1, backward_cost));
            for (line, cost) in before.into_iter().chain(behind) {
                for home in (0..self.n).filter(|&home| self.count(state, line, home) > 0) {
                    let earlier = state - self.unit(line, home) + self.unit(blank, home);
                    if !distances.contains_key(&earlier) {
                        (frontier.try_reserve(1)).map_err(|_| StopReason::Memory)?;
                        frontier.push((Reverse(distance + cost), earlier, line));
                    }
                }
            }
        }
        Ok(distances)
    }
}
