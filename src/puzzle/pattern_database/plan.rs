//! What building a database comes to: its blocks, the moves between them, time and memory.

use super::ranking::{self, MOST_TILES, n_placements};
use super::{Pattern, Ranking};
use crate::puzzle::{Direction, Size};

/// A state of the search is a placement and where the blank may go without moving a tile of the
/// pattern: a connected part of the cells that those leave free. All states with the same set of
/// cells and the same part are a *block*: an order each.
///
/// A move of a tile leads from a block to one other block, and does the same to every order. So
/// a search goes block by block, and all that it touches at a time lies in the cache.
pub struct Plan {
    pub ranking: Ranking,
    /// For each place that a tile leaves and each that it takes, among the tiles in the order of
    /// their cells: for each order, the one that it becomes. Padded to whole words of bits.
    slides: Vec<u16>,
    /// For each set of cells, its first block; and behind the last set, how many blocks there are.
    first_blocks: Vec<u32>,
    /// For each block, the first of the moves that lead there, and so on.
    first_moves: Vec<u32>,
    moves: Vec<Move>,
    /// The block of the goal.
    pub goal: usize,
}

/// What building comes to, known without a [`Plan`]: near enough, and in a fraction of a
/// millisecond. It is the same for all patterns of so many tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    pub n_states: u64,
    /// See [`Plan::peak_bytes`].
    pub peak_bytes: u64,
}

impl Estimate {
    /// So many sets are looked at of all that there are.
    const SAMPLE: usize = 1000;

    /// # Panics
    /// As [`Ranking::new`].
    pub fn new(size: Size, n_tiles: usize) -> Self {
        let neighbours = neighbours(size);
        let all = all_cells(size);
        let n_sets = n_placements(size.n_cells(), n_tiles) / n_orders(n_tiles);
        let stride = (n_sets as usize).div_ceil(Self::SAMPLE);
        let (mut n_looked_at, mut n_blocks, mut n_moves) = (0, 0, 0);
        for set in ranking::sets(n_sets as usize, n_tiles).step_by(stride) {
            n_looked_at += 1;
            n_blocks += parts(all & !set, &neighbours).count() as u64;
            let moves = |cell: usize| u64::from((neighbours[cell] & set).count_ones());
            n_moves += cells(all & !set).map(moves).sum::<u64>();
        }
        let of_all = |n: u64| n * n_sets / n_looked_at;
        Estimate {
            n_states: of_all(n_blocks) * n_orders(n_tiles),
            peak_bytes: peak_bytes(
                of_all(n_blocks),
                n_orders(n_tiles).div_ceil(64),
                n_sets * n_orders(n_tiles),
                of_all(n_moves),
            ),
        }
    }

    /// The most tiles of a pattern that can be built in so many bytes; 0 if not even one.
    pub fn most_tiles(size: Size, bytes: u64) -> usize {
        let fits = |&n_tiles: &usize| Estimate::new(size, n_tiles).peak_bytes <= bytes;
        let most = MOST_TILES.min(size.n_cells() - 1);
        (1..=most).take_while(fits).last().unwrap_or(0)
    }
}

/// Three bits a state, a byte a placement, and the moves.
fn peak_bytes(n_blocks: u64, n_words: u64, n_placements: u64, n_moves: u64) -> u64 {
    3 * n_blocks * n_words * 8 + n_placements + n_moves * size_of::<Move>() as u64
}

fn n_orders(n_tiles: usize) -> u64 {
    (1..=n_tiles as u64).product()
}

/// For each cell, those beside it, as bits.
fn neighbours(size: Size) -> Vec<u32> {
    let of = |cell| {
        let beside = Direction::ALL.into_iter();
        let beside = beside.filter_map(|direction| size.neighbour(cell, direction));
        beside.fold(0, |cells, beside| cells | 1 << beside)
    };
    (0..size.n_cells()).map(of).collect()
}

fn all_cells(size: Size) -> u32 {
    ((1_u64 << size.n_cells()) - 1) as u32
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
    pub fn new(pattern: &Pattern) -> Self {
        let size = pattern.size();
        let ranking = Ranking::new(size.n_cells(), pattern.homes().len());
        let (neighbours, all) = (neighbours(size), all_cells(size));
        let sets: Vec<u32> = ranking.sets().collect();
        let (mut blanks, mut first_blocks) = (Vec::new(), vec![0]);
        for set in &sets {
            blanks.extend(parts(all & !set, &neighbours));
            first_blocks.push(blanks.len() as u32);
        }
        let block = |set: u32, blank: usize| {
            let first = first_blocks[ranking.set_number(set)];
            let has_blank = |block: &u32| blanks[*block as usize] >> blank & 1 == 1;
            (first..)
                .find(has_blank)
                .expect("each free cell is in a part")
        };

        let (mut moves, mut first_moves) = (Vec::new(), vec![0]);
        for (number, &set) in sets.iter().enumerate() {
            for part in first_blocks[number]..first_blocks[number + 1] {
                // The tile came from where the blank is now.
                for from in cells(blanks[part as usize]) {
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
        Plan {
            goal: block(pattern.set(), pattern.blank()) as usize,
            first_blocks,
            first_moves,
            moves,
            slides: slides(&ranking),
            ranking,
        }
    }

    /// The blocks of the set with this number.
    pub fn blocks(&self, set: usize) -> std::ops::Range<usize> {
        self.first_blocks[set] as usize..self.first_blocks[set + 1] as usize
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
            (self.ranking.n_sets() * n_orders) as u64,
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

/// The connected parts of the cells of `free`.
fn parts(free: u32, neighbours: &[u32]) -> impl Iterator<Item = u32> {
    let mut rest = free;
    std::iter::from_fn(move || {
        let part = (rest != 0).then(|| part(rest, neighbours))?;
        rest &= !part;
        Some(part)
    })
}

/// The cells of `free` that are connected with the first of them.
fn part(free: u32, neighbours: &[u32]) -> u32 {
    let mut part = free & free.wrapping_neg();
    loop {
        let beside = cells(part).fold(part, |beside, cell| beside | neighbours[cell] & free);
        if beside == part {
            return part;
        }
        part = beside;
    }
}

/// The cells of a set, in rising order.
fn cells(set: u32) -> impl Iterator<Item = usize> {
    let lowest = |&rest: &u32| Some(rest & rest.wrapping_sub(1));
    std::iter::successors(Some(set), lowest)
        .take_while(|&rest| rest != 0)
        .map(|rest| rest.trailing_zeros() as usize)
}
