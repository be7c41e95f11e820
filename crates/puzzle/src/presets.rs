//! The usual goals of the literature.

use super::{Board, Direction, Size, Solvability};

/// A named goal, for every size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GoalPreset {
    /// 1 2 3 / 4 5 6 / 7 8 _.
    BlankLast,
    /// _ 1 2 / 3 4 5 / 6 7 8.
    BlankFirst,
    /// The tiles wind inward clockwise, the blank last: 1 2 3 / 8 _ 4 / 7 6 5 on 3×3.
    Spiral,
}

impl GoalPreset {
    /// Every preset, in display order.
    pub const ALL: [GoalPreset; 3] = [
        GoalPreset::BlankLast,
        GoalPreset::BlankFirst,
        GoalPreset::Spiral,
    ];

    /// Those reachable from `start`.
    pub fn solvable(start: &Board) -> impl Iterator<Item = GoalPreset> {
        let is_solvable = |preset: &GoalPreset| {
            Solvability::new(start, &preset.board(start.size())).is_solvable()
        };
        GoalPreset::ALL.into_iter().filter(is_solvable)
    }

    /// The goal on a board of `size`.
    pub fn board(self, size: Size) -> Board {
        let n_cells = size.n_cells() as u64;
        let tiles: Vec<u64> = match self {
            GoalPreset::BlankLast => (1..n_cells).chain([0]).collect(),
            GoalPreset::BlankFirst => (0..n_cells).collect(),
            GoalPreset::Spiral => {
                let mut tiles = vec![0; size.n_cells()];
                for (tile, cell) in (1..n_cells).zip(spiral(size)) {
                    tiles[cell] = tile;
                }
                tiles
            }
        };
        Board::new(size, &tiles).expect("a preset has each tile once")
    }

    /// The name on the command line: `blank-last`, and so on.
    pub fn key(self) -> &'static str {
        match self {
            GoalPreset::BlankLast => "blank-last",
            GoalPreset::BlankFirst => "blank-first",
            GoalPreset::Spiral => "spiral",
        }
    }

    /// The display name: “Blank last”, and so on.
    pub fn name(self) -> &'static str {
        match self {
            GoalPreset::BlankLast => "Blank last",
            GoalPreset::BlankFirst => "Blank first",
            GoalPreset::Spiral => "Spiral",
        }
    }
}

/// The cells along a clockwise spiral inward from the top left.
fn spiral(size: Size) -> Vec<usize> {
    use Direction::{Down, Left, Right, Up};
    let mut path = vec![0];
    let mut seen = vec![false; size.n_cells()];
    seen[0] = true;
    let mut turns = [Right, Down, Left, Up].into_iter().cycle().peekable();
    while path.len() < size.n_cells() {
        let here = path[path.len() - 1];
        let ahead = turns.peek().and_then(|&turn| size.neighbour(here, turn));
        match ahead.filter(|&cell| !seen[cell]) {
            Some(cell) => {
                seen[cell] = true;
                path.push(cell);
            }
            None => {
                turns.next();
            }
        }
    }
    path
}
