//! Compares a game with a shortest path.
//!
//! A thread searches for a shortest solution from the start. The distance of every board on its path
//! is then known. If the game goes another way, the distance of its first board off that path is
//! searched for too, and so on: the game has left all shortest paths at the first move that does not
//! lead nearer to the goal.

use crate::gui::hints;
use crate::gui::requests::Wake;
use std::collections::{HashMap, HashSet};
use std::time::Duration;
use tilescope_lab::{self as lab, Job, Run, RunOutcome};
use tilescope_puzzle::{Board, Costs, Direction, Puzzle};
use tilescope_search::Action;

/// How a game compares with a shortest path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// The fewest moves are being searched for.
    Searching,
    /// They were not found within the limits.
    NotFound,
    Found {
        /// The fewest moves from start to goal.
        fewest: usize,
        path: PathSoFar,
    },
}

/// Whether the moves of a game are on a shortest path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathSoFar {
    Shortest,
    /// The first moves are, this many; the distance after the next one is being searched for.
    Checking(usize),
    /// The move with this number left every shortest path, 1 for the first.
    LeftAt(usize),
    /// The first moves are, this many; the distance after the next one was not found within the limits.
    KnownTo(usize),
}

/// What is known of the distances to a goal, and the search that goes on.
#[derive(Default)]
pub struct Shortest {
    goal: Option<Board>,
    /// The number of moves from a board to the goal.
    known: HashMap<Board, usize>,
    not_found: HashSet<Board>,
    search: Option<(Board, Run)>,
    comparison: Option<Comparison>,
}

/// How long polling may hold up a frame.
const POLL: Duration = Duration::from_millis(1);

/// The most boards whose distances are kept.
const MAX_KNOWN: usize = 100_000;

impl Shortest {
    pub fn comparison(&self) -> Option<Comparison> {
        self.comparison
    }

    /// The fewest moves from the start of `puzzle`, if they were found for a game.
    pub fn length(&self, puzzle: &Puzzle) -> Option<usize> {
        let is_its = self.goal.as_ref() == Some(&puzzle.goal) && puzzle.costs == Costs::UNIT;
        let known = is_its.then_some(&self.known)?;
        known.get(&puzzle.start).copied()
    }

    /// Ends the search, since no game is shown.
    pub fn stop(&mut self) {
        self.search = None;
        self.comparison = None;
    }

    /// Compares the game of these moves from the start of `puzzle`, and searches for what is missing.
    /// Where moves have costs of their own, the fewest moves are not what is wanted.
    pub fn compare(&mut self, puzzle: &Puzzle, moves: &[Action], has_large: bool, wake: &Wake) {
        if puzzle.costs != Costs::UNIT || !puzzle.solvability().is_solvable() {
            self.stop();
            return;
        }
        if self.goal.as_ref() != Some(&puzzle.goal) || self.known.len() > MAX_KNOWN {
            *self = Shortest::default();
            self.goal = Some(puzzle.goal.clone());
            self.known.insert(puzzle.goal.clone(), 0);
        }
        self.poll();
        let (comparison, wanted) = self.compared(puzzle, moves);
        self.comparison = Some(comparison);
        match wanted {
            None => self.search = None,
            Some(board) if self.search.as_ref().is_some_and(|(it, _)| *it == board) => {}
            Some(board) => self.begin(puzzle, board, has_large, wake),
        }
    }

    /// The comparison as far as it is known, and the board whose distance is wanted next.
    fn compared(&self, puzzle: &Puzzle, moves: &[Action]) -> (Comparison, Option<Board>) {
        let mut board = puzzle.start.clone();
        let Some(&fewest) = self.known.get(&board) else {
            return match self.not_found.contains(&board) {
                true => (Comparison::NotFound, None),
                false => (Comparison::Searching, Some(board)),
            };
        };
        let mut left = fewest;
        for (i, &action) in moves.iter().enumerate() {
            let found = |path| Comparison::Found { fewest, path };
            board.slide(Direction::from(action));
            match self.known.get(&board) {
                Some(distance) if distance + 1 == left => left = *distance,
                Some(_) => return (found(PathSoFar::LeftAt(i + 1)), None),
                None if self.not_found.contains(&board) => {
                    return (found(PathSoFar::KnownTo(i)), None);
                }
                None => return (found(PathSoFar::Checking(i)), Some(board)),
            }
        }
        let path = PathSoFar::Shortest;
        (Comparison::Found { fewest, path }, None)
    }

    fn begin(&mut self, puzzle: &Puzzle, board: Board, has_large: bool, wake: &Wake) {
        let from = Puzzle {
            start: board.clone(),
            ..puzzle.clone()
        };
        let job = Job {
            settings: hints::shortest(&from, has_large),
            problem: from.into(),
            search_unsolvable: false,
            record: 0,
        };
        let wake = wake.clone();
        self.search = match lab::spawn(job, false, move || wake()) {
            Ok(run) => Some((board, run)),
            Err(_) => {
                self.not_found.insert(board);
                None
            }
        };
    }

    /// Takes in what the search has found.
    fn poll(&mut self) {
        let Some((board, run)) = &mut self.search else {
            return;
        };
        run.poll(POLL);
        let Some(report) = run.report() else { return };
        match &report.outcome {
            RunOutcome::Solved {
                moves,
                optimal: true,
                ..
            } => {
                let mut board = board.clone();
                for (i, &action) in moves.iter().enumerate() {
                    self.known.insert(board.clone(), moves.len() - i);
                    board.slide(Direction::from(action));
                }
            }
            _ => {
                self.not_found.insert(board.clone());
            }
        }
        self.search = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilescope_puzzle::Size;
    use tilescope_puzzle::notation::parse_board;

    #[test]
    fn nothing_is_said_of_a_board_whose_distance_is_not_known() {
        let mut puzzle = Puzzle::default_for(Size::EIGHT_PUZZLE);
        puzzle.start = parse_board("1 2 3 / 4 5 6 / _ 7 8").unwrap();
        puzzle.goal = parse_board("1 2 3 / 4 5 6 / 7 8 _").unwrap();
        let mut shortest = Shortest::default();
        shortest.known.insert(puzzle.start.clone(), 2);
        let found = |path| Comparison::Found { fewest: 2, path };
        let moves = [Direction::Up, Direction::Down].map(Action::from);
        let mut board = puzzle.start.clone();
        board.slide(Direction::Up);
        let (comparison, wanted) = shortest.compared(&puzzle, &moves);
        assert_eq!(comparison, found(PathSoFar::Checking(0)));
        assert_eq!(wanted.as_ref(), Some(&board));
        shortest.not_found.insert(board);
        let not_found = (found(PathSoFar::KnownTo(0)), None);
        assert_eq!(shortest.compared(&puzzle, &moves), not_found);
    }
}
