//! What the steps of the history are called: “slide 5”, “resize to 4×4”.

use crate::gui::edit::{Edit, Side};
use tilescope_lab::{Problem, State};
use tilescope_puzzle::{Board, Direction, Puzzle};
use tilescope_search::Action;

/// The name of an edit of `before`.
pub fn name_of(edit: &Edit, before: &Problem) -> String {
    let board = |side: Side| before.puzzle().map(|puzzle| board(puzzle, side));
    // The start is what most edits change, so the goal alone is named.
    let on = |side: Side| match side {
        Side::Start => "",
        Side::Goal => " on the goal",
    };
    let at = |side: Side, cell: usize| {
        let tile = board(side).and_then(|board| board.tiles().get(cell).copied());
        tile_name(tile.unwrap_or(0))
    };
    match edit {
        Edit::Board(side, _) => format!("{}: another board", side_name(*side)),
        Edit::Swap(side, a, b) => {
            format!("swap {} and {}{}", at(*side, *a), at(*side, *b), on(*side))
        }
        Edit::Slide(side, direction) => {
            let tiles = board(*side).map_or(String::new(), |it| slid(it, &[*direction]));
            format!("slide {tiles}{}", on(*side))
        }
        Edit::SlideLine(side, directions) => {
            let tiles = board(*side).map_or(String::new(), |it| slid(it, directions));
            format!("slide {tiles}{}", on(*side))
        }
        Edit::Put { side, tile, .. } => format!("place {}{}", tile_name(*tile), on(*side)),
        Edit::Resize(size) => format!("resize to {size}"),
        Edit::Goal(preset) => format!("goal: {}", preset.name().to_lowercase()),
        Edit::Scramble => "scramble".into(),
        Edit::Walk(1) => "random walk of 1 move".into(),
        Edit::Walk(n) => format!("random walk of {n} moves"),
        Edit::Repair => "make solvable".into(),
        Edit::City(side, city) => {
            let city = before.route().map_or("", |route| route.map.name(*city));
            format!("{}: {city}", side_name(*side))
        }
        Edit::SwapSides => "swap start and goal".into(),
        Edit::Rotate => "rotate".into(),
        Edit::Mirror => "mirror".into(),
        Edit::StartAsGoal => "make the start the goal".into(),
        Edit::Relabel => "relabel the tiles".into(),
        Edit::Costs(_) => "costs of moves".into(),
        Edit::Name(name) => format!("rename to {name}"),
        Edit::Notes(_) => "notes".into(),
        Edit::Source(_) => "source".into(),
    }
}

/// The name of the last of these moves from the start of `problem`.
pub fn name_of_move(problem: &Problem, moves: &[Action]) -> String {
    let Some((&last, before)) = moves.split_last() else {
        return String::new();
    };
    match problem {
        Problem::Tiles(_) => {
            let mut state = problem.start();
            for &action in before {
                problem.apply(&mut state, action);
            }
            let State::Board(board) = state else {
                return String::new();
            };
            let tile = slid(&board, &[Direction::from(last)]);
            format!("play {tile}, move {}", moves.len())
        }
        Problem::Route(_) => format!("go to {}", problem.action_name(last)),
    }
}

/// The tiles that these moves of the blank slide: “5”, “5, 6, 7”.
fn slid(board: &Board, directions: &[Direction]) -> String {
    let mut board = board.clone();
    let mut tiles = Vec::new();
    for &direction in directions {
        let blank = board.blank();
        if board.slide(direction) {
            tiles.push(board.tiles()[blank].to_string());
        }
    }
    tiles.join(", ")
}

fn board(puzzle: &Puzzle, side: Side) -> &Board {
    match side {
        Side::Start => &puzzle.start,
        Side::Goal => &puzzle.goal,
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Start => "start",
        Side::Goal => "goal",
    }
}

fn tile_name(tile: u8) -> String {
    match tile {
        0 => "the blank".into(),
        tile => tile.to_string(),
    }
}
