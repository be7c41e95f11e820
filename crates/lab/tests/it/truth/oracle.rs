//! The distances of all boards of a size from a goal, found by a search that shares nothing
//! with the library's.

use std::collections::HashMap;
use tilescope_puzzle::{Board, Costs, Direction, Size};
use tilescope_search::Cost;

/// All boards from which `goal` is reached, each with the least cost of doing so.
pub struct Truth {
    pub goal: Board,
    pub costs: Costs,
    /// By board, four bits a tile.
    pub least: HashMap<u64, Cost>,
    /// The goal and the boards around it, then the others in a scattered but settled order.
    pub boards: Vec<u64>,
}

const N_NEAR: usize = 12;

pub fn pack(tiles: &[u8]) -> u64 {
    tiles
        .iter()
        .rev()
        .fold(0, |packed, &tile| packed << 4 | u64::from(tile))
}

impl Truth {
    /// Works back from the goal (the blank last), cheapest first, by Dial's buckets.
    pub fn new(rows: usize, columns: usize, costs: Costs) -> Self {
        let size = Size::new(rows, columns).expect("a size");
        let n_cells = size.n_cells() as u64;
        let tiles: Vec<u64> = (1..n_cells).chain([0]).collect();
        let goal = Board::new(size, &tiles).expect("a board");
        let packed = pack(goal.tiles());

        let mut least = HashMap::new();
        let mut boards = Vec::new();
        let mut waiting = vec![vec![(packed, size.n_cells() - 1)]];
        let mut cost = 0;
        while let Some(bucket) = waiting.get_mut(cost) {
            let Some((board, blank)) = bucket.pop() else {
                cost += 1;
                continue;
            };
            if least.contains_key(&board) {
                continue;
            }
            least.insert(board, cost as Cost);
            boards.push(board);
            for direction in Direction::ALL {
                if let Some(cell) = size.neighbour(blank, direction) {
                    let tile = board >> (4 * cell) & 15;
                    let before = board ^ tile << (4 * cell) ^ tile << (4 * blank);
                    // To come here from there, the blank goes the other way.
                    let tile = tile as u8;
                    let cost = cost + costs.move_cost(direction.opposite(), tile, size) as usize;
                    if waiting.len() <= cost {
                        waiting.resize(cost + 1, Vec::new());
                    }
                    if !least.contains_key(&before) {
                        waiting[cost].push((before, cell));
                    }
                }
            }
        }
        fastrand::Rng::with_seed(1).shuffle(&mut boards[N_NEAR..]);
        Truth {
            goal,
            costs,
            least,
            boards,
        }
    }

    pub fn board(&self, packed: u64) -> Board {
        let size = self.goal.size();
        let tiles: Vec<u64> = (0..size.n_cells())
            .map(|cell| packed >> (4 * cell) & 15)
            .collect();
        Board::new(size, &tiles).expect("a board")
    }
}

/// Costs that differ, also between a direction and its opposite.
pub fn unequal() -> Costs {
    [
        (Direction::Up, 3),
        (Direction::Left, 2),
        (Direction::Right, 1),
        (Direction::Down, 5),
    ]
    .into_iter()
    .fold(Costs::UNIT, |costs, (direction, cost)| {
        costs.with(direction, cost).expect("a cost")
    })
}
