//! What building a database comes to: its blocks, the moves between them, time and memory.

use super::ranking::{self, MOST_TILES, n_placements};
use super::regions::Grid;
use super::{Blank, BlankComponents, Pattern, Ranking, Supervisor};
use crate::Size;
use tilescope_search::StopReason;

/// A state of the search is a placement and where the blank may go without moving a tile of the
/// pattern: a connected part of the cells that those leave free ([`BlankComponents`]). All states with the
/// same set of cells and the same part are a *block*: an order each.
///
/// A move of a tile leads from a block to one other block, and does the same to every order. So
/// a search goes block by block, and all that it touches at a time lies in the cache.
pub struct Plan {
    pub ranking: Ranking,
    /// For each place that a tile leaves and each that it takes, among the tiles in the order of
    /// their cells: for each order, the one that it becomes. Padded to whole words of bits.
    slides: Vec<u16>,
    /// The parts are the blocks.
    pub regions: BlankComponents,
    blank: Blank,
    /// For each block, the first of the moves that lead there, and so on.
    first_moves: Vec<u32>,
    moves: Vec<Move>,
    /// The block of the goal.
    pub goal: usize,
}

/// What building comes to, known without a [`Plan`]: near enough, and in a fraction of a
/// millisecond. It is the same for all patterns of so many tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildSize {
    pub n_states: u64,
    /// What the database has, about where the blank is kept.
    pub n_bytes: u64,
    /// See [`Plan::peak_bytes`].
    pub peak_bytes: u64,
}

impl BuildSize {
    /// So many sets are looked at of all that there are.
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
            for part in grid.parts(set) {
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

    /// What the database of this pattern comes to.
    pub fn of(pattern: &Pattern) -> Self {
        BuildSize::new(pattern.size(), pattern.homes().len(), pattern.of_blank())
    }

    /// The most tiles of a pattern that can be built in so many bytes; 0 if not even one.
    pub fn most_tiles(size: Size, bytes: u64, blank: Blank) -> usize {
        let fits = |&n_tiles: &usize| BuildSize::new(size, n_tiles, blank).peak_bytes <= bytes;
        let most = MOST_TILES.min(size.n_cells() - 1);
        (1..=most).take_while(fits).last().unwrap_or(0)
    }
}

/// Three bits a state, a byte for each number that is kept, and the moves.
fn peak_bytes(n_blocks: u64, n_words: u64, n_kept: u64, n_moves: u64) -> u64 {
    3 * n_blocks * n_words * 8 + n_kept + n_moves * size_of::<Move>() as u64
}

fn n_orders(n_tiles: usize) -> u64 {
    (1..=n_tiles as u64).product()
}

/// For each cell, those beside it, as bits.
fn neighbours(size: Size) -> Vec<u32> {
    let beside = |cell| Grid::beside(size, cell);
    (0..size.n_cells()).map(beside).collect()
}

/// A move of a tile from one block to another.
#[derive(Clone, Copy)]
pub struct Move {
    /// The block before.
    pub from: u32,
    /// The tile's place among those of the pattern, before and after.
    pub leaves: u8,
    pub takes: u8,
}

impl Plan {
    /// # Panics
    /// As [`Ranking::new`].
    pub fn new(pattern: &Pattern) -> Self {
        Plan::supervised(pattern, &mut ()).expect("() stops nothing")
    }

    /// The same for somebody who may stop it: six tiles on 5×5 take a tenth of a second.
    ///
    /// # Errors
    /// If `supervisor` stops it.
    pub fn supervised(
        pattern: &Pattern,
        supervisor: &mut dyn Supervisor,
    ) -> Result<Self, StopReason> {
        /// So many sets are planned between two questions whether to go on: some milliseconds' work.
        const STRETCH: usize = 1 << 12;

        let size = pattern.size();
        let ranking = Ranking::new(size.n_cells(), pattern.homes().len());
        let neighbours = neighbours(size);
        let sets: Vec<u32> = ranking.sets().collect();
        let regions = BlankComponents::new(size, ranking.sets());
        let block = |set: u32, blank: usize| {
            let block = regions.number(ranking.set_number(set), blank as u32);
            block as u32
        };

        let (mut moves, mut first_moves) = (Vec::new(), vec![0]);
        for (number, &set) in sets.iter().enumerate() {
            if number.is_multiple_of(STRETCH) {
                supervisor.tell(0.0)?;
            }
            for part in regions.of(number) {
                // The tile came from where the blank is now.
                for from in cells(regions.cells(part)) {
                    for to in cells(neighbours[from] & set) {
                        let before = set ^ (1 << from | 1 << to);
                        moves.push(Move {
                            from: block(before, to),
                            leaves: (before & ((1 << from) - 1)).count_ones() as u8,
                            takes: (set & ((1 << to) - 1)).count_ones() as u8,
                        });
                    }
                }
                first_moves.push(moves.len() as u32);
            }
        }
        Ok(Plan {
            goal: block(pattern.set(), pattern.blank()) as usize,
            regions,
            blank: pattern.of_blank(),
            first_moves,
            moves,
            slides: slides(&ranking),
            ranking,
        })
    }

    /// The blocks of the set with this number.
    pub fn blocks(&self, set: usize) -> std::ops::Range<usize> {
        self.regions.of(set)
    }

    /// For each set or, where the blank is kept, each block, a number is kept for each order: in
    /// which of these columns the numbers of a block of a set are.
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

    /// For each order, the one that it becomes if the tile in place `leaves` slides to where it
    /// is in place `takes`; padded to whole words of bits.
    #[inline(always)]
    pub fn slides(&self, leaves: usize, takes: usize) -> &[u16] {
        let n = 64 * self.ranking.n_words();
        let first = (leaves * self.ranking.n_tiles() + takes) * n;
        &self.slides[first..first + n]
    }

    /// How many bytes building takes at its peak.
    pub fn peak_bytes(&self) -> usize {
        let (n_words, n_orders) = (self.ranking.n_words(), self.ranking.n_orders());
        peak_bytes(
            self.n_blocks() as u64,
            n_words as u64,
            (self.n_columns() * n_orders) as u64,
            self.moves.len() as u64,
        ) as usize
    }

    /// How many states the search has.
    pub fn n_states(&self) -> u64 {
        self.n_blocks() as u64 * self.ranking.n_orders() as u64
    }
}

/// The tables of [`Plan::slides`], one after the other.
fn slides(ranking: &Ranking) -> Vec<u16> {
    let (n_tiles, padded) = (ranking.n_tiles(), 64 * ranking.n_words());
    let mut slides = vec![0; n_tiles * n_tiles * padded];
    for (number, slides) in slides.chunks_mut(padded).enumerate() {
        let (leaves, takes) = (number / n_tiles, number % n_tiles);
        for (order, slide) in (0..).zip(&mut slides[..ranking.n_orders()]) {
            *slide = ranking.turns().turn(order, leaves, takes);
        }
    }
    slides
}

/// The cells of a set, in rising order.
fn cells(set: u32) -> impl Iterator<Item = usize> {
    let lowest = |&rest: &u32| Some(rest & rest.wrapping_sub(1));
    std::iter::successors(Some(set), lowest)
        .take_while(|&rest| rest != 0)
        .map(|rest| rest.trailing_zeros() as usize)
}
