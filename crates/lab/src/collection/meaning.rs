//! Numbers of a file become boards once it is decided what they mean.

use super::Puzzles;
use super::boards::{Cells, MAX_CELLS, n_bytes};
use super::puzzles::Run;
use tilescope_puzzle::{Board, Size};

impl Puzzles {
    /// Replaces all numbers by the tiles that they mean. `to_tiles` takes the size, whether the
    /// numbers count from 1, and the cells, from 0; it is `None` if the numbers are tiles already.
    /// `goal` is that of puzzles that have none, or with `is_goal_chosen` of all.
    pub(crate) fn settle(
        &mut self,
        to_tiles: impl Fn(Size, bool) -> Option<ToTiles>,
        goal: impl Fn(Size) -> Board,
        is_goal_chosen: bool,
    ) {
        let mut cells: Cells = [0; MAX_CELLS];
        let mut goals: Vec<(Size, u32)> = Vec::new();
        for number in 0..self.runs.len() {
            let run = self.runs[number];
            let Run {
                size,
                is_from_1: (start_from_1, goal_from_1),
                ..
            } = run;
            if let Some(to_tiles) = to_tiles(size, start_from_1) {
                let next = self.runs.get(number + 1);
                let end = next.map_or(self.len(), |next| next.first as usize);
                for offset in 0..end - run.first as usize {
                    self.replace(
                        run.starts_at as usize + offset * n_bytes(size),
                        size,
                        &to_tiles,
                        &mut cells,
                    );
                }
            }
            let goal_at = match run.goal_at.filter(|_| !is_goal_chosen) {
                Some(at) => {
                    if let Some(to_tiles) = to_tiles(size, goal_from_1) {
                        self.replace(at as usize, size, &to_tiles, &mut cells);
                    }
                    at
                }
                None => match goals.iter().find(|(of, _)| *of == size) {
                    Some((_, at)) => *at,
                    None => {
                        let at = self.boards.push(goal(size).tiles()) as u32;
                        goals.push((size, at));
                        at
                    }
                },
            };
            let run = &mut self.runs[number];
            run.goal_at = Some(goal_at);
            run.is_from_1 = (false, false);
        }
    }

    fn replace(&mut self, at: usize, size: Size, to_tiles: &ToTiles, cells: &mut Cells) {
        let numbers = self.boards.read(at, size, cells);
        let mut tiles: Cells = [0; MAX_CELLS];
        let tiles = &mut tiles[..numbers.len()];
        match to_tiles {
            ToTiles::AtPlace(tile) => {
                for (cell, &number) in tiles.iter_mut().zip(numbers) {
                    *cell = tile[usize::from(number)];
                }
            }
            ToTiles::Places(tile) => {
                for (&place, &tile) in numbers.iter().zip(tile) {
                    tiles[usize::from(place)] = tile;
                }
            }
        }
        self.boards.replace(at, tiles);
    }
}

/// What the numbers of a board mean: the tile of each number.
pub(crate) enum ToTiles {
    /// The numbers are those of tiles, in the order of their places.
    AtPlace(Cells),
    /// The numbers are places, in the order of the tiles' numbers.
    Places(Cells),
}
