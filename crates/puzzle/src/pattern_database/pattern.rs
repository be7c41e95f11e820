//! A pattern: a subset of the goal's tiles, up to symmetry of the board.

use super::ranking::{MAX_CELLS, MAX_TILES, n_placements};
use super::{Blank, BlankComponents};
use crate::{Board, GoalPreset, Size};

/// The goal cells of a pattern's tiles and of the blank, and whether the database keeps the blank.
/// Databases depend on nothing else. The numbers on the tiles don't matter, and a rotated or
/// mirrored board has the same costs as long as all moves cost the same.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pattern {
    rows: usize,
    columns: usize,
    blank: u8,
    /// In ascending order. A tile's index in this list is its number within the pattern.
    homes: Vec<u8>,
    blank_mode: Blank,
}

impl Pattern {
    /// The pattern of `tiles` in `goal`, and the map from cells of the board to cells of the
    /// pattern. Of the eight symmetric images the least is chosen, so symmetric patterns share a
    /// database.
    pub fn new(goal: &Board, tiles: &[u8], blank_mode: Blank) -> (Pattern, Vec<u8>) {
        let images = Symmetry::all(goal.size()).map(|symmetry| {
            let home = |&tile: &u8| symmetry.cells[goal.cell_of(tile)];
            let mut homes: Vec<u8> = tiles.iter().map(home).collect();
            homes.sort_unstable();
            let pattern = Pattern {
                rows: symmetry.to.rows(),
                columns: symmetry.to.columns(),
                blank: symmetry.cells[goal.blank()],
                homes,
                blank_mode,
            };
            (pattern, symmetry.cells)
        });
        images.min().expect("a board has eight images")
    }

    /// The pattern with these goal cells; `None` if they are no pattern, or not in the canonical
    /// form that [`Pattern::new`] returns.
    pub fn from_cells(
        (rows, columns): (usize, usize),
        blank: u8,
        homes: &[u8],
        blank_mode: Blank,
    ) -> Option<Pattern> {
        let size = Size::new(rows, columns).ok()?;
        if size.n_cells() > MAX_CELLS || !(1..=MAX_TILES).contains(&homes.len()) {
            return None;
        }
        // A goal with the blank in this cell.
        let mut tiles: Vec<u64> = (1..size.n_cells() as u64).collect();
        tiles.insert(usize::from(blank).min(tiles.len()), 0);
        let goal = Board::new(size, &tiles).ok()?;
        let tile = |&home: &u8| goal.tiles().get(usize::from(home)).copied();
        let tiles: Vec<u8> = homes.iter().map(tile).collect::<Option<_>>()?;
        let pattern = Pattern::new(&goal, &tiles, blank_mode).0;
        let is_same = pattern.homes == homes && pattern.blank == blank;
        (is_same && pattern.size() == size && !tiles.contains(&0)).then_some(pattern)
    }

    /// A goal and the tiles of it that form this pattern, in ascending order. The goal has its
    /// blank last if some such goal has this pattern.
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
            let image = || Pattern::new(&goal, &tiles, self.blank_mode).0;
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

    /// The goal cells of the tiles, in ascending order.
    pub fn homes(&self) -> &[u8] {
        &self.homes
    }

    /// The goal cells of the tiles, as bits.
    pub fn set(&self) -> u32 {
        self.homes.iter().fold(0, |set, home| set | 1 << home)
    }

    /// How its database treats the blank.
    pub fn blank_mode(&self) -> Blank {
        self.blank_mode
    }

    pub fn keeps_blank(&self) -> bool {
        self.blank_mode == Blank::Kept
    }

    /// The size of its database, in bytes.
    pub fn n_bytes(&self) -> u64 {
        n_bytes(self.size(), self.homes.len(), self.blank_mode)
    }

    /// The Manhattan distance between two cells.
    pub fn distance(&self, from: usize, to: usize) -> u8 {
        let across = (from % self.columns).abs_diff(to % self.columns);
        let down = (from / self.columns).abs_diff(to / self.columns);
        (across + down) as u8
    }
}

/// The size, in bytes, of a database of `n_tiles` tiles.
pub fn n_bytes(size: Size, n_tiles: usize, blank: Blank) -> u64 {
    let n_orders: u64 = (1..=n_tiles as u64).product();
    let n_columns = match blank {
        Blank::Minimised => n_placements(size.n_cells(), n_tiles) / n_orders,
        Blank::Kept => BlankComponents::count(size, n_tiles),
    };
    n_columns.div_ceil(2) * n_orders
}

/// A rotation or reflection of a board.
pub struct Symmetry {
    /// The size of the image.
    pub to: Size,
    /// For each cell, its image.
    pub cells: Vec<u8>,
}

impl Symmetry {
    /// All eight, the identity first. Half of them swap rows and columns.
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
