//! Changes of the problem, and what the puzzle panel shows of it.

use tilescope_puzzle::presets::GoalPreset;
use tilescope_puzzle::routes::City;
use tilescope_puzzle::{Board, Costs, Direction, Size};

/// The start or the goal of a problem: one of a puzzle's boards or of a route's cities.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    Start,
    Goal,
}

/// What the board or the map in the puzzle panel shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoardView {
    /// An editor of one side.
    Edit(Side),
    /// The player: a solution, or moves made by hand.
    Play,
}

/// A change of the problem: every one can be undone. A change of boards does nothing to a
/// route, and the reverse. A change that names a cell, a tile or a city that the problem lacks
/// does nothing.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Another board, of the same size.
    Board(Side, Board),
    /// Swaps the contents of two cells.
    Swap(Side, usize, usize),
    /// Moves the blank, unless it is at the edge.
    Slide(Side, Direction),
    /// Moves the blank several times, as one step.
    SlideLine(Side, Vec<Direction>),
    /// Puts a tile into a cell. The tile that lay there goes to the other tile's cell.
    Put {
        side: Side,
        cell: usize,
        tile: u8,
    },
    /// Another size. Tiles stay in their cells where they fit, and new ones fill the other cells; a
    /// goal that is a preset becomes the same preset.
    Resize(Size),
    Goal(GoalPreset),
    /// A random solvable start.
    Scramble,
    /// A random walk of this many moves from the goal.
    Walk(usize),
    /// Swaps the two tiles that make it solvable.
    Repair,
    /// Another city to start from, or to go to.
    City(Side, City),
    /// Swaps start and goal.
    SwapSides,
    /// Turns both boards by a quarter, clockwise.
    Rotate,
    /// Reflects both boards, left to right.
    Mirror,
    /// Makes the start the goal.
    StartAsGoal,
    /// Gives the tiles other numbers, so that those of the goal are in order.
    Relabel,
    Costs(Costs),
    Name(String),
    Notes(String),
    Source(String),
}

/// What was in the clipboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clip {
    Text,
    /// The picture of a board, with the text of the board in it.
    Picture,
}
