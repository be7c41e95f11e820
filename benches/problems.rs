//! Benchmark puzzles, with their space and Manhattan distance.

use tilescope_puzzle::heuristics::{Manhattan, TileHeuristic};
use tilescope_puzzle::notation;
use tilescope_puzzle::{Board, Costs, MoveOrder, Nibbles, Puzzle, SlidingTiles, State};

pub struct Problem {
    pub puzzle: Puzzle,
    pub space: SlidingTiles<Nibbles>,
    pub heuristic: Manhattan,
    pub start: State<Nibbles>,
}

impl Problem {
    fn new(name: &'static str, start: &str, goal: &str) -> Self {
        let board = |text| -> Board { notation::parse_board(text).expect("a board") };
        let (start, goal) = (board(start), board(goal));
        let space = SlidingTiles::new(&goal, Costs::UNIT, MoveOrder::default());
        Problem {
            heuristic: Manhattan::new(&goal, Costs::UNIT).expect("it supports every board"),
            start: space.state(&start),
            space,
            puzzle: Puzzle::new(name, start, goal).expect("both have one size"),
        }
    }

    /// One of the shorter of Korf's hundred 15-puzzles: 12 (45 moves; IDA* generates 546,344 nodes)
    /// or 13 (46 moves; 11,861,705 nodes).
    pub fn korf(number: u8) -> Self {
        let (name, start) = match number {
            12 => ("Korf 12", "14 1 9 6 / 4 8 12 5 / 7 2 3 _ / 10 11 13 15"),
            13 => ("Korf 13", "3 6 5 2 / 10 _ 15 14 / 1 4 13 12 / 9 8 11 7"),
            _ => panic!("only Korf 12 and 13 are here"),
        };
        let goal = "_ 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15";
        Problem::new(name, start, goal)
    }

    /// An 8-puzzle of 31 moves, the longest there is.
    pub fn farthest() -> Self {
        Problem::new(
            "8-puzzle, 31 moves",
            "8 6 7 / 2 5 4 / 3 _ 1",
            "1 2 3 / 4 5 6 / 7 8 _",
        )
    }
}
