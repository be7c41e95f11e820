//! How many moves it takes to walk all tiles into their rows, and then into their columns.

use super::shelf::Shelf;
use super::{HeuristicAbout, Misfit, Preparation, TileHeuristic};
use crate::puzzle::{Board, Cells, Costs, Direction, SlidingTiles, State};
use crate::search::hashing::QuickHash;
use crate::search::{Action, Cost, Heuristic};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;

/// The least cost of the vertical moves that bring all tiles into their goal rows if the
/// blank may swap with any tile of the next row, plus the same for columns.
///
/// Nothing matters in this puzzle but how many tiles of each row belong to each row, and
/// the row of the blank. The distances of all such countings are in a table.
pub struct WalkingDistance {
    vertical: Walk,
    horizontal: Walk,
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

    fn new(goal: &Board, costs: Costs) -> Result<Self, Misfit> {
        let size = goal.size();
        let (rows, columns) = (size.rows(), size.columns());
        if columns > longest(rows) || rows > longest(columns) {
            return Err(Misfit {
                name: Self::ABOUT.name,
                size,
                reason: "its tables would be too large; it wants 2×2 to 2×6, 3×3 to 3×5, or 4×4 \
                         cells"
                    .into(),
            });
        }
        // Which tile moves is not in the tables.
        let of = |direction| costs.of(direction) * costs.least_of_tile(size);
        let (up, down) = (of(Direction::Up), of(Direction::Down));
        let (left, right) = (of(Direction::Left), of(Direction::Right));
        Ok(WalkingDistance {
            vertical: Walk::new(goal, |cell| cell / columns, (rows, columns), (up, down)),
            horizontal: Walk::new(goal, |cell| cell % columns, (columns, rows), (left, right)),
        })
    }
}

/// The longest lines of which so many do not have more than 400,000 countings.
fn longest(n_lines: usize) -> usize {
    match n_lines {
        ..=3 => 10,
        4 => 6,
        5 => 3,
        6 => 2,
        _ => 0,
    }
}

impl<C: Cells> Heuristic<SlidingTiles<C>> for WalkingDistance {
    fn of(&self, state: &State<C>) -> Cost {
        let of = |walk: &Walk| walk.distance(walk.counting(state.cells));
        of(&self.vertical) + of(&self.horizontal)
    }

    fn step(&self, h: Cost, parent: &State<C>, action: Action, child: &State<C>) -> Cost {
        let walk = match Direction::from(action) {
            Direction::Up | Direction::Down => &self.vertical,
            Direction::Left | Direction::Right => &self.horizontal,
        };
        // The tile goes where the blank was.
        let (from, to) = (usize::from(child.blank), usize::from(parent.blank));
        let tile = parent.cells.get(from);
        let before = walk.counting(parent.cells);
        let after = before - walk.one(tile, from) + walk.one(tile, to);
        h - walk.distance(before) + walk.distance(after)
    }
}

/// How many tiles of each line belong to each line: at line × lines + goal line, in
/// [`Lines::bits`] bits each. The line that has a tile less than the others has the blank.
type Counting = u128;

/// The cost from each counting to the goal's. With the standard library's own hash a search
/// takes twice as long.
type Distances = HashMap<Counting, Cost, QuickHash>;

/// The way of all tiles into their lines, which are the rows or the columns.
struct Walk {
    lines: Lines,
    /// For each tile and each cell, at `tile × cells + cell`: its share in the counting.
    ones: Vec<Counting>,
    n_cells: usize,
    distances: Arc<Distances>,
}

impl Walk {
    /// `line` is that of a cell; `n_lines` of them have `length` cells each. The blank goes
    /// to a line before at the cost of `back`, to one behind at that of `forth`.
    fn new(
        goal: &Board,
        line: impl Fn(usize) -> usize,
        (n_lines, length): (usize, usize),
        (back, forth): (Cost, Cost),
    ) -> Self {
        // Those of the rows and of the columns, for a few goals and costs.
        static TABLES: Shelf<(Lines, Cost, Cost), Distances> = Shelf::new(8);
        let lines = Lines {
            n: n_lines,
            length,
            of_blank: line(goal.blank()),
        };
        let n_cells = goal.size().n_cells();
        let mut ones = vec![0; n_cells * n_cells];
        for (home, &tile) in goal.tiles().iter().enumerate() {
            for cell in (0..n_cells).filter(|_| tile != 0) {
                ones[usize::from(tile) * n_cells + cell] = lines.one(line(cell), line(home));
            }
        }
        Walk {
            lines,
            ones,
            n_cells,
            distances: TABLES.get((lines, back, forth), |_| lines.distances(back, forth)),
        }
    }

    fn counting<C: Cells>(&self, cells: C) -> Counting {
        (0..self.n_cells)
            .map(|cell| self.one(cells.get(cell), cell))
            .sum()
    }

    fn one(&self, tile: u8, cell: usize) -> Counting {
        self.ones[usize::from(tile) * self.n_cells + cell]
    }

    fn distance(&self, counting: Counting) -> Cost {
        debug_assert!(self.distances.contains_key(&counting), "{:?}", self.lines);
        self.distances.get(&counting).copied().unwrap_or(0)
    }
}

/// The lines of a board, all rows or all columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Lines {
    n: usize,
    /// How many cells each has.
    length: usize,
    /// The one that has the blank in the goal.
    of_blank: usize,
}

impl Lines {
    /// How many bits a number of tiles in a line takes.
    fn bits(self) -> u32 {
        self.length.ilog2() + 1
    }

    /// One tile in `line` that belongs to `home`.
    fn one(self, line: usize, home: usize) -> Counting {
        1 << (self.bits() as usize * (line * self.n + home))
    }

    /// How many tiles in `line` belong to `home`.
    fn number(self, counting: Counting, line: usize, home: usize) -> u32 {
        let shifted = counting >> (self.bits() as usize * (line * self.n + home));
        shifted as u32 & ((1 << self.bits()) - 1)
    }

    /// The cost from every counting to the goal's, by Dijkstra's algorithm backward.
    fn distances(self, back: Cost, forth: Cost) -> Distances {
        let goal = (0..self.n).map(|line| {
            let n_tiles = self.length - usize::from(line == self.of_blank);
            self.one(line, line) * n_tiles as Counting
        });
        let mut distances = Distances::default();
        let mut waiting = BinaryHeap::from([(Reverse(0), goal.sum::<Counting>(), self.of_blank)]);
        while let Some((Reverse(distance), counting, blank)) = waiting.pop() {
            if distances.contains_key(&counting) {
                continue;
            }
            distances.insert(counting, distance);
            // The blank came from a line beside, and a tile went there.
            let before = blank.checked_sub(1).map(|line| (line, forth));
            let behind = (blank + 1 < self.n).then_some((blank + 1, back));
            for (line, cost) in before.into_iter().chain(behind) {
                for home in (0..self.n).filter(|&home| self.number(counting, line, home) > 0) {
                    let earlier = counting - self.one(line, home) + self.one(blank, home);
                    if !distances.contains_key(&earlier) {
                        waiting.push((Reverse(distance + cost), earlier, line));
                    }
                }
            }
        }
        distances
    }
}
