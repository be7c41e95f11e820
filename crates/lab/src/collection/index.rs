//! Finds the puzzles of a collection that are a given one.

use super::puzzles::{Puzzles, Unpacked};
use std::hash::{DefaultHasher, Hasher};
use tilescope_puzzle::Puzzle;

/// The puzzles by the hashes of their starts.
#[derive(Debug)]
pub struct Index(Vec<(u64, u32)>);

impl Index {
    pub fn new(puzzles: &Puzzles) -> Index {
        let mut room = Unpacked::default();
        let hashed = |index: u32| (hash(puzzles.view(index as usize, &mut room).start), index);
        let mut all: Vec<(u64, u32)> = (0..puzzles.len() as u32).map(hashed).collect();
        all.sort_unstable();
        Index(all)
    }

    /// The indices of the puzzles with the start, the goal and the costs of `puzzle`. `puzzles` are
    /// those of which the index was made.
    pub fn of(&self, puzzle: &Puzzle, puzzles: &Puzzles) -> Vec<usize> {
        let wanted = hash(puzzle.start.tiles());
        let first = self.0.partition_point(|(hash, _)| *hash < wanted);
        let mut room = Unpacked::default();
        let equal = self.0[first..]
            .iter()
            .take_while(|(hash, _)| *hash == wanted);
        let indices = equal.map(|(_, index)| *index as usize);
        indices
            .filter(|&index| {
                let found = puzzles.view(index, &mut room);
                found.size == puzzle.size()
                    && found.start == puzzle.start.tiles()
                    && found.goal == puzzle.goal.tiles()
                    && found.costs == puzzle.costs
            })
            .collect()
    }
}

fn hash(tiles: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(tiles);
    hasher.finish()
}
