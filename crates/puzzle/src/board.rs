//! A board: m×n cells with each tile once and one blank.

use super::Direction;

/// The size of a board, from 2×2 to 10×10.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    rows: u8,
    columns: u8,
}

/// Rows or columns out of range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a board has 2 to 10 rows and columns, not {rows}×{columns}")]
pub struct SizeError {
    pub rows: usize,
    pub columns: usize,
}

impl Size {
    /// 3×3.
    pub const EIGHT_PUZZLE: Size = Size {
        rows: 3,
        columns: 3,
    };
    /// 4×4.
    pub const FIFTEEN_PUZZLE: Size = Size {
        rows: 4,
        columns: 4,
    };

    /// # Errors
    /// If a side is not from 2 to 10.
    pub fn new(rows: usize, columns: usize) -> Result<Self, SizeError> {
        let sides = 2..=10;
        if sides.contains(&rows) && sides.contains(&columns) {
            Ok(Size {
                rows: rows as u8,
                columns: columns as u8,
            })
        } else {
            Err(SizeError { rows, columns })
        }
    }

    /// Every size, fewest rows first.
    pub fn all() -> impl Iterator<Item = Size> {
        (2..=10).flat_map(|rows| (2..=10).map(move |columns| Size { rows, columns }))
    }

    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// The number of cells, rows × columns.
    pub const fn n_cells(self) -> usize {
        self.rows() * self.columns()
    }

    /// The cell that the blank in `cell` moves to by `direction`; `None` at the edge.
    pub const fn neighbour(self, cell: usize, direction: Direction) -> Option<usize> {
        let (row, column) = (cell / self.columns(), cell % self.columns());
        match direction {
            Direction::Up if row > 0 => Some(cell - self.columns()),
            Direction::Left if column > 0 => Some(cell - 1),
            Direction::Right if column + 1 < self.columns() => Some(cell + 1),
            Direction::Down if row + 1 < self.rows() => Some(cell + self.columns()),
            _ => None,
        }
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}×{}", self.rows, self.columns)
    }
}

/// A board: the tile in each cell. Always a permutation of 0 to n_cells − 1, where 0 is the blank;
/// every operation preserves this.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    size: Size,
    /// Row by row.
    cells: Vec<u8>,
}

/// Why numbers don't form a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoardError {
    #[error("a {size} board has {} cells, but {found} are given", size.n_cells())]
    Count { size: Size, found: usize },
    #[error("row {row}, column {column}: {tile} is not a tile of a {size} board (1 to {}, 0 for \
             the blank)", size.n_cells() - 1)]
    NoSuchTile {
        size: Size,
        row: usize,
        column: usize,
        tile: u64,
    },
    #[error("row {row}, column {column}: {} is there twice (first in row {first_row}, column {first_column}), and {} is missing", name(*tile), name(*missing))]
    Repeated {
        row: usize,
        column: usize,
        first_row: usize,
        first_column: usize,
        tile: u8,
        missing: u8,
    },
}

fn name(tile: u8) -> String {
    if tile == 0 {
        "the blank".into()
    } else {
        format!("tile {tile}")
    }
}

impl Board {
    /// The board of `size` with these tiles, row by row, 0 for the blank.
    ///
    /// # Errors
    /// If the count is wrong, or a tile is out of range, repeated or missing.
    pub fn new(size: Size, tiles: &[u64]) -> Result<Self, BoardError> {
        if tiles.len() != size.n_cells() {
            return Err(BoardError::Count {
                size,
                found: tiles.len(),
            });
        }
        let place = |cell: usize| (cell / size.columns() + 1, cell % size.columns() + 1);
        let mut first = vec![None; size.n_cells()];
        for (cell, &tile) in tiles.iter().enumerate() {
            let (row, column) = place(cell);
            let Some(seen) = usize::try_from(tile)
                .ok()
                .and_then(|tile| first.get_mut(tile))
            else {
                return Err(BoardError::NoSuchTile {
                    size,
                    row,
                    column,
                    tile,
                });
            };
            seen.get_or_insert(cell);
        }
        if let Some(missing) = first.iter().position(Option::is_none) {
            let (cell, earlier, tile) = (tiles.iter().enumerate())
                .find_map(|(cell, &tile)| {
                    let earlier = first[tile as usize].filter(|&earlier| earlier != cell)?;
                    Some((cell, earlier, tile as u8))
                })
                .expect("where one tile is missing, another stands for two");
            let ((row, column), (first_row, first_column)) = (place(cell), place(earlier));
            return Err(BoardError::Repeated {
                row,
                column,
                first_row,
                first_column,
                tile,
                missing: missing as u8,
            });
        }
        Ok(Board {
            size,
            cells: tiles.iter().map(|&tile| tile as u8).collect(),
        })
    }

    pub fn size(&self) -> Size {
        self.size
    }

    /// The tiles, row by row, 0 for the blank.
    pub fn tiles(&self) -> &[u8] {
        &self.cells
    }

    /// The cell of `tile`.
    ///
    /// # Panics
    /// If the board has no such tile.
    pub fn cell_of(&self, tile: u8) -> usize {
        self.cells
            .iter()
            .position(|&t| t == tile)
            .expect("a board has each of its tiles once")
    }

    /// The cell of the blank.
    pub fn blank(&self) -> usize {
        self.cell_of(0)
    }

    /// Swaps the contents of two cells.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn swap(&mut self, a: usize, b: usize) {
        self.cells.swap(a, b);
    }

    /// Moves the blank. At the edge returns `false` and changes nothing.
    pub fn slide(&mut self, direction: Direction) -> bool {
        let blank = self.blank();
        let to = self.size.neighbour(blank, direction);
        if let Some(to) = to {
            self.cells.swap(blank, to);
        }
        to.is_some()
    }
}
