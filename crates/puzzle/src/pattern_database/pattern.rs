//! A pattern: some tiles of a goal, apart from how the board is turned.

use super::ranking::{MOST_CELLS, MOST_TILES, n_placements};
use super::{Blank, BlankComponents};
use crate::{Board, GoalPreset, Size};

/// Where the tiles of a pattern and the blank are at home, and whether the blank is kept.
/// Databases depend on nothing else: the numbers on the tiles do not matter, and a board turned or
/// mirrored has the same costs, as long as all moves cost the same.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pattern {
    rows: usize,
    columns: usize,
    blank: u8,
    /// In rising order; a tile's place in this list is its number within the pattern.
    homes: Vec<u8>,
    of_blank: Blank,
}

impl Pattern {
    /// The pattern of `tiles` in `goal`, and how cells of the board become those of the pattern:
    /// of all ways to turn and to mirror the board the one that has the least cells. So patterns
    /// that are images of each other share a database.
    pub fn new(goal: &Board, tiles: &[u8], of_blank: Blank) -> (Pattern, Vec<u8>) {
        let images = Symmetry::all(goal.size()).map(|symmetry| {
            let home = |&tile: &u8| symmetry.cells[goal.cell_of(tile)];
            let mut homes: Vec<u8> = tiles.iter().map(home).collect();
            homes.sort_unstable();
            let pattern = Pattern {
                rows: symmetry.to.rows(),
                columns: symmetry.to.columns(),
                blank: symmetry.cells[goal.blank()],
                homes,
                of_blank,
            };
            (pattern, symmetry.cells)
        });
        images.min().expect("a board has eight images")
    }

    /// The pattern with these homes; `None` if they are no pattern, or not as
    /// [`Self::new`] would turn it.
    pub fn from_cells(
        (rows, columns): (usize, usize),
        blank: u8,
        homes: &[u8],
        of_blank: Blank,
    ) -> Option<Pattern> {
        let size = Size::new(rows, columns).ok()?;
        if size.n_cells() > MOST_CELLS || !(1..=MOST_TILES).contains(&homes.len()) {
            return None;
        }
        // A board with the blank there.
        let mut tiles: Vec<u64> = (1..size.n_cells() as u64).collect();
        tiles.insert(usize::from(blank).min(tiles.len()), 0);
        let goal = Board::new(size, &tiles).ok()?;
        let tile = |&home: &u8| goal.tiles().get(usize::from(home)).copied();
        let tiles: Vec<u8> = homes.iter().map(tile).collect::<Option<_>>()?;
        let pattern = Pattern::new(&goal, &tiles, of_blank).0;
        let is_same = pattern.homes == homes && pattern.blank == blank;
        (is_same && pattern.size() == size && !tiles.contains(&0)).then_some(pattern)
    }

    /// A goal with the blank last, if this is a pattern of one, else as it is here; and the
    /// tiles of it that are of the pattern, in rising order.
    pub fn example(&self) -> (Board, Vec<u8>) {
        let size = self.size();
        let here = (0..size.n_cells()).filter(|cell| *cell != self.blank());
        let mut tiles = vec![0; size.n_cells()];
        (1..).zip(here).for_each(|(tile, cell)| tiles[cell] = tile);
        let here = Board::new(size, &tiles).expect("each tile is there once");
        let last = GoalPreset::BlankLast;
        let examples = Symmetry::all(size).filter_map(|symmetry| {
            let goal = last.board(symmetry.to);
            let tile = |&home: &u8| goal.tiles()[usize::from(symmetry.cells[usize::from(home)])];
            let mut tiles: Vec<u8> = self.homes.iter().map(tile).collect();
            tiles.sort_unstable();
            let image = || Pattern::new(&goal, &tiles, self.of_blank).0;
            let is_same = !tiles.contains(&0) && image() == *self;
            is_same.then_some((goal, tiles))
        });
        let as_here = || {
            let tiles = self
                .homes
                .iter()
                .map(|&home| here.tiles()[usize::from(home)]);
            (here.clone(), tiles.collect())
        };
        examples
            .min_by_key(|(goal, tiles)| (goal.size() != size, tiles.clone()))
            .unwrap_or_else(as_here)
    }

    /// The size of its board.
    pub fn size(&self) -> Size {
        Size::new(self.rows, self.columns).expect("it was made of a board")
    }

    /// The cell of the blank in the goal.
    pub fn blank(&self) -> usize {
        self.blank.into()
    }

    /// The cells of the tiles in the goal, in rising order.
    pub fn homes(&self) -> &[u8] {
        &self.homes
    }

    /// The cells of the tiles in the goal, as bits.
    pub fn set(&self) -> u32 {
        self.homes.iter().fold(0, |set, home| set | 1 << home)
    }

    /// What its database knows of the blank.
    pub fn of_blank(&self) -> Blank {
        self.of_blank
    }

    pub fn keeps_blank(&self) -> bool {
        self.of_blank == Blank::Kept
    }

    /// How many bytes its database has.
    pub fn n_bytes(&self) -> u64 {
        n_bytes(self.size(), self.homes.len(), self.of_blank)
    }

    /// How many moves a tile in `from` is from `to`.
    pub fn distance(&self, from: usize, to: usize) -> u8 {
        let across = (from % self.columns).abs_diff(to % self.columns);
        let down = (from / self.columns).abs_diff(to / self.columns);
        (across + down) as u8
    }
}

/// How many bytes a database of so many tiles has.
pub fn n_bytes(size: Size, n_tiles: usize, blank: Blank) -> u64 {
    let n_orders: u64 = (1..=n_tiles as u64).product();
    let n_columns = match blank {
        Blank::Minimised => n_placements(size.n_cells(), n_tiles) / n_orders,
        Blank::Kept => BlankComponents::count(size, n_tiles),
    };
    n_columns.div_ceil(2) * n_orders
}

/// A way to turn or mirror a board.
pub struct Symmetry {
    /// The size of the image.
    pub to: Size,
    /// For each cell, the one that it becomes.
    pub cells: Vec<u8>,
}

impl Symmetry {
    /// All eight, the one that changes nothing first. Half of them swap rows and columns.
    pub fn all(size: Size) -> impl Iterator<Item = Symmetry> {
        (0..8).map(move |which| {
            let (turned, upside_down, mirrored) = (which & 4 != 0, which & 2 != 0, which & 1 != 0);
            let (rows, columns) = (size.rows(), size.columns());
            let image = |cell| {
                let (row, column) = (cell / columns, cell % columns);
                let row = if upside_down { rows - 1 - row } else { row };
                let column = if mirrored {
                    columns - 1 - column
                } else {
                    column
                };
                (if turned {
                    column * rows + row
                } else {
                    row * columns + column
                }) as u8
            };
            let (to_rows, to_columns) = if turned {
                (columns, rows)
            } else {
                (rows, columns)
            };
            Symmetry {
                to: Size::new(to_rows, to_columns).expect("sides swapped are sides still"),
                cells: (0..size.n_cells()).map(image).collect(),
            }
        })
    }
}
