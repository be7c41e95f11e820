//! What building a database comes to: its blocks, the moves between them, time and memory.

use super::{Pattern, Ranking};
use crate::puzzle::Direction;

/// A state of the search is a placement and where the blank may go without moving a tile of the
/// pattern: a connected part of the cells that those leave free. All states with the same set of
/// cells and the same part are a *block*: an order each.
///
/// A move of a tile leads from a block to one other block, and does the same to every order. So
/// a search goes block by block, and all that it touches at a time lies in the cache.
pub struct Plan {
    pub ranking: Ranking,
    /// For each set of cells, its first block; and behind the last set, how many blocks there are.
    first_blocks: Vec<u32>,
    /// For each block, the first of the moves that lead there, and so on.
    first_moves: Vec<u32>,
    moves: Vec<Move>,
    /// The block of the goal.
    pub goal: usize,
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
        let neighbours: Vec<u32> = (0..size.n_cells())
            .map(|cell| {
                let beside = Direction::ALL.into_iter();
                let beside = beside.filter_map(|direction| size.neighbour(cell, direction));
                beside.fold(0, |cells, beside| cells | 1 << beside)
            })
            .collect();

        let all = ((1_u64 << size.n_cells()) - 1) as u32;
        let sets: Vec<u32> = ranking.sets().collect();
        let (mut parts, mut first_blocks) = (Vec::new(), vec![0]);
        for set in &sets {
            let mut free = all & !set;
            while free != 0 {
                let part = part(free, &neighbours);
                parts.push(part);
                free &= !part;
            }
            first_blocks.push(parts.len() as u32);
        }
        let block = |set: u32, blank: usize| {
            let first = first_blocks[ranking.set_number(set)];
            let has_blank = |block: &u32| parts[*block as usize] >> blank & 1 == 1;
            (first..)
                .find(has_blank)
                .expect("each free cell is in a part")
        };

        let (mut moves, mut first_moves) = (Vec::new(), vec![0]);
        for (number, &set) in sets.iter().enumerate() {
            for part in first_blocks[number]..first_blocks[number + 1] {
                // The tile came from where the blank is now.
                for from in cells(parts[part as usize]) {
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

    /// How many bytes building takes at its peak: three bits a state, a byte a placement.
    pub fn peak_bytes(&self) -> usize {
        let bits = 3 * self.n_blocks() * self.ranking.n_words() * 8;
        bits + self.ranking.n_sets() * self.ranking.n_orders()
            + self.moves.len() * size_of::<Move>()
    }

    /// How many states the search has.
    pub fn n_states(&self) -> u64 {
        self.n_blocks() as u64 * self.ranking.n_orders() as u64
    }
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
