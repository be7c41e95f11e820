//! The plan of a build: the blocks of states, the moves between them, time and memory.

use super::blank_components::Grid;
use super::ranking::{self, MAX_TILES, n_placements};
use super::{Blank, BlankComponents, Pattern, Ranking, Supervisor};
use crate::Size;
use tilescope_search::StopReason;

/// The abstract state space of a pattern. A state is a placement and the connected component of
/// the free cells that contains the blank ([`BlankComponents`]). All states with the same set of
/// cells and the same component form a *block*, one state per order of the tiles.
///
/// A tile's move leads from one block to one other, and permutes all orders alike. So the search
/// goes block by block, and its working set stays in the cache.
pub struct Plan {
    pub ranking: Ranking,
    /// For each position that a tile leaves and each that it enters, a table from each order to
    /// the resulting one, padded to whole 64-bit words.
    slides: Vec<u16>,
    /// The components are the blocks.
    pub components: BlankComponents,
    blank: Blank,
    /// For each block, the index of the first move that leads to it.
    first_moves: Vec<u32>,
    moves: Vec<Move>,
    /// The block of the goal.
    pub goal: usize,
}

/// An estimate of a build's size, without a [`Plan`], in a fraction of a millisecond. It is the
/// same for all patterns with the same number of tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildSize {
    pub n_states: u64,
    /// The size of the database; approximate if the blank is kept.
    pub n_bytes: u64,
    /// See [`Plan::peak_bytes`].
    pub peak_bytes: u64,
}

impl BuildSize {
    /// The number of sets that are sampled.
    const SAMPLE: usize = 1000;

    /// # Panics
    /// As [`Ranking::new`].
    pub fn new(size: Size, n_tiles: usize, blank: Blank) -> Self {
        let neighbours = neighbours(size);
        let grid = Grid::new(size);
        let n_sets = n_placements(size.n_cells(), n_tiles) / n_orders(n_tiles);
        let stride = (n_sets as usize).div_ceil(Self::SAMPLE);
        let (mut n_looked_at, mut n_blocks, mut n_moves) = (0, 0, 0);
        for set in ranking::sets(n_sets as usize, n_tiles).step_by(stride) {
            n_looked_at += 1;
            for part in grid.components(set) {
                n_blocks += 1;
                let moves = |cell: usize| u64::from((neighbours[cell] & set).count_ones());
                n_moves += cells(part).map(moves).sum::<u64>();
            }
        }
        let of_all = |n: u64| n * n_sets / n_looked_at;
        let n_columns = match blank {
            Blank::Minimised => n_sets,
            Blank::Kept => of_all(n_blocks),
        };
        BuildSize {
            n_states: of_all(n_blocks) * n_orders(n_tiles),
            n_bytes: n_columns.div_ceil(2) * n_orders(n_tiles),
            peak_bytes: peak_bytes(
                of_all(n_blocks),
                n_orders(n_tiles).div_ceil(64),
                n_columns * n_orders(n_tiles),
                of_all(n_moves),
            ),
        }
    }

    /// The estimate for the database of `pattern`.
    pub fn for_pattern(pattern: &Pattern) -> Self {
        BuildSize::new(pattern.size(), pattern.homes().len(), pattern.blank_mode())
    }

    /// The largest pattern, in tiles, whose build fits into `bytes`; 0 if none fits.
    pub fn max_tiles(size: Size, bytes: u64, blank: Blank) -> usize {
        let fits = |&n_tiles: &usize| BuildSize::new(size, n_tiles, blank).peak_bytes <= bytes;
        let most = MAX_TILES.min(size.n_cells() - 1);
        (1..=most).take_while(fits).last().unwrap_or(0)
    }
}

/// Three bits per state, a byte per entry, and the moves.
fn peak_bytes(n_blocks: u64, n_words: u64, n_kept: u64, n_moves: u64) -> u64 {
    3 * n_blocks * n_words * 8 + n_kept + n_moves * size_of::<Move>() as u64
}

fn n_orders(n_tiles: usize) -> u64 {
    (1..=n_tiles as u64).product()
}

/// For each cell its neighbours, as bits.
fn neighbours(size: Size) -> Vec<u32> {
    let beside = |cell| Grid::neighbours(size, cell);
    (0..size.n_cells()).map(beside).collect()
}

/// A tile's move from one block to another.
#[derive(Clone, Copy)]
pub struct Move {
    /// The block before the move.
    pub from: u32,
    /// The tile's position in the order, before and after.
    pub from_position: u8,
    pub to_position: u8,
}

impl Plan {
    /// # Panics
    /// As [`Ranking::new`].
    pub fn new(pattern: &Pattern) -> Self {
        Plan::supervised(pattern, &mut ()).expect("() stops nothing")
    }

    /// As [`Plan::new`], but can be stopped: six tiles on 5×5 take 0.1 s.
    ///
    /// # Errors
    /// If `supervisor` stops it, or memory is exhausted.
    pub fn supervised(
        pattern: &Pattern,
        supervisor: &mut dyn Supervisor,
    ) -> Result<Self, StopReason> {
        /// Sets between two progress reports: a few milliseconds' work.
        const STRETCH: usize = 1 << 12;

        let size = pattern.size();
        let ranking = Ranking::new(size.n_cells(), pattern.homes().len());
        let neighbours = neighbours(size);
        let sets: Vec<u32> = ranking.sets().collect();
        let components = BlankComponents::new(size, ranking.sets());
        let block = |set: u32, blank: usize| {
            let block = components.number(ranking.set_number(set), blank as u32);
            block as u32
        };

        let (mut moves, mut first_moves) = (Vec::new(), vec![0]);
        for (number, &set) in sets.iter().enumerate() {
            if number.is_multiple_of(STRETCH) {
                supervisor.report_progress(0.0)?;
            }
            for part in components.of_set(number) {
                // The tile came from the blank's present cell.
                for from in cells(components.cells(part)) {
                    for to in cells(neighbours[from] & set) {
                        let before = set ^ (1 << from | 1 << to);
                        (moves.try_reserve(1)).map_err(|_| StopReason::Memory)?;
                        moves.push(Move {
                            from: block(before, to),
                            from_position: (before & ((1 << from) - 1)).count_ones() as u8,
                            to_position: (set & ((1 << to) - 1)).count_ones() as u8,
                        });
                    }
                }
                first_moves.push(moves.len() as u32);
            }
        }
        Ok(Plan {
            goal: block(pattern.set(), pattern.blank()) as usize,
            components,
            blank: pattern.blank_mode(),
            first_moves,
            moves,
            slides: slides(&ranking),
            ranking,
        })
    }

    /// The blocks of a set, given its number.
    pub fn blocks(&self, set: usize) -> std::ops::Range<usize> {
        self.components.of_set(set)
    }

    /// The column of a block's entries. There is a column per set or, if the blank is kept, per
    /// block; it has an entry per order.
    #[inline(always)]
    pub fn column(&self, set: usize, block: usize) -> usize {
        match self.blank {
            Blank::Minimised => set,
            Blank::Kept => block,
        }
    }

    pub fn n_columns(&self) -> usize {
        self.column(self.ranking.n_sets(), self.n_blocks())
    }

    pub fn n_blocks(&self) -> usize {
        self.first_moves.len() - 1
    }

    /// The moves that lead to a block.
    pub fn moves(&self, block: usize) -> &[Move] {
        &self.moves[self.first_moves[block] as usize..self.first_moves[block + 1] as usize]
    }

    /// For each order the one that results when the tile in `from_position` moves to
    /// `to_position`; padded to whole 64-bit words.
    #[inline(always)]
    pub fn slides(&self, from_position: usize, to_position: usize) -> &[u16] {
        let n = 64 * self.ranking.n_words();
        let first = (from_position * self.ranking.n_tiles() + to_position) * n;
        &self.slides[first..first + n]
    }

    /// The peak memory of the build, in bytes.
    pub fn peak_bytes(&self) -> usize {
        let (n_words, n_orders) = (self.ranking.n_words(), self.ranking.n_orders());
        peak_bytes(
            self.n_blocks() as u64,
            n_words as u64,
            (self.n_columns() * n_orders) as u64,
            self.moves.len() as u64,
        ) as usize
    }

    /// The number of abstract states.
    pub fn n_states(&self) -> u64 {
        self.n_blocks() as u64 * self.ranking.n_orders() as u64
    }
}

/// The tables of [`Plan::slides`], concatenated.
fn slides(ranking: &Ranking) -> Vec<u16> {
    let (n_tiles, padded) = (ranking.n_tiles(), 64 * ranking.n_words());
    let mut slides = vec![0; n_tiles * n_tiles * padded];
    for (number, slides) in slides.chunks_mut(padded).enumerate() {
        let (from_position, to_position) = (number / n_tiles, number % n_tiles);
        for (order, slide) in (0..).zip(&mut slides[..ranking.n_orders()]) {
            *slide = ranking
                .rotations()
                .rotate(order, from_position, to_position);
        }
    }
    slides
}

/// The cells of a set, in ascending order.
fn cells(set: u32) -> impl Iterator<Item = usize> {
    let lowest = |&rest: &u32| Some(rest & rest.wrapping_sub(1));
    std::iter::successors(Some(set), lowest)
        .take_while(|&rest| rest != 0)
        .map(|rest| rest.trailing_zeros() as usize)
}
