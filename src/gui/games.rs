//! The game: moves that are made by hand from the start of a puzzle, its clock, how it compares with
//! a shortest path, and the best of the games before.

mod clock;
mod recording;
mod shortest;

pub use shortest::{Comparison, PathSoFar};

use super::best_games::{Best, BestGames, WonGame};
use super::requests::{Request, Wake};
use super::unfinished_games::{UnfinishedGame, UnfinishedGames};
use clock::Clock;
use recording::Recording;
use shortest::Shortest;
use std::time::Duration;
use tilescope_lab::trace_file::Loaded;
use tilescope_puzzle::{Board, Direction, Puzzle};
use tilescope_search::Action;

/// Something that can happen to the game.
#[derive(Clone, Debug)]
pub enum GamesAction {
    /// The window has the keyboard's focus and nothing lies over its panels, or this is so no more.
    Focus(bool),
    /// A part of the board is in sight, or none is any more.
    InSight(bool),
    /// The best games were read, or one was added to them.
    Best(Box<BestGames>),
    /// Gives up making a run of the game.
    StopRecording,
}

/// A game that began with a move by hand from the start of a puzzle.
#[derive(Clone, Debug)]
pub struct Game {
    puzzle: Puzzle,
    /// The lines of moves from the start, all made by hand. What was taken back is among them, since redo or
    /// undo may come back to it.
    made: Vec<Vec<Action>>,
    clock: Clock,
    /// The time until the last move.
    time_at_move: Duration,
    had_hint: bool,
    /// The number of moves in which the goal was reached. Then the clock has stopped.
    won_in: Option<usize>,
    /// Whether [`Games::take_won`] has told of that.
    is_told: bool,
}

/// The end of the time that is kept with an unfinished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// For a game that is left.
    Now,
    /// For one that goes on, so that the session changes with each move and not each second.
    LastMove,
}

impl Game {
    /// The time that was played so far.
    pub fn time(&self) -> Duration {
        self.clock.time()
    }

    /// Whether a hint was looked at. Then the game is no record.
    pub fn had_hint(&self) -> bool {
        self.had_hint
    }

    /// Whether the goal was reached.
    pub fn is_won(&self) -> bool {
        self.won_in.is_some()
    }

    /// Whether these moves from the start were made by hand.
    fn has_made(&self, moves: &[Action]) -> bool {
        self.made.iter().any(|line| line.starts_with(moves))
    }

    /// Moves that were made by hand go on here, or branch off.
    fn make(&mut self, moves: &[Action]) {
        self.time_at_move = self.clock.time();
        if !self.has_made(moves) {
            self.made.retain(|line| !moves.starts_with(line));
            self.made.push(moves.to_vec());
        }
    }

    /// As it is left where it stood last, unless it is won.
    fn left(&self, until: Until) -> Option<UnfinishedGame> {
        let moves = self.made.last()?;
        self.left_at(moves, moves.len(), until)
    }

    /// As it is left at move `at` of these, unless it is won.
    fn left_at(&self, moves: &[Action], at: usize, until: Until) -> Option<UnfinishedGame> {
        (!self.is_won()).then(|| UnfinishedGame {
            puzzle: self.puzzle.clone(),
            moves: moves.to_vec(),
            at,
            time: match until {
                Until::Now => self.time(),
                Until::LastMove => self.time_at_move,
            },
            had_hint: self.had_hint,
        })
    }

    fn is_of(&self, puzzle: &Puzzle) -> bool {
        self.puzzle.is_same_task(puzzle)
    }
}

/// What the board plays at the moment.
pub struct Played<'a> {
    pub puzzle: &'a Puzzle,
    /// All its moves, those to come included.
    pub moves: &'a [Action],
    /// How many of them are made.
    pub at: usize,
    /// Whether the board is on the screen, with this game.
    pub is_shown: bool,
}

/// The present game and the best ones.
pub struct Games {
    game: Option<Game>,
    /// Those before it of boards that undo leads back to, the newest last.
    earlier: Vec<Game>,
    /// Whether a hint was looked at on the start, before the first move.
    had_hint: bool,
    shortest: Shortest,
    best: BestGames,
    unfinished: UnfinishedGames,
    is_focused: bool,
    is_in_sight: bool,
    recording: Recording,
}

impl Default for Games {
    fn default() -> Self {
        Games {
            game: None,
            earlier: Vec::new(),
            had_hint: false,
            shortest: Shortest::default(),
            best: BestGames::default(),
            unfinished: UnfinishedGames::default(),
            is_focused: true,
            is_in_sight: false,
            recording: Recording::default(),
        }
    }
}

impl Games {
    pub fn apply(&mut self, action: GamesAction) {
        match action {
            GamesAction::Focus(is_focused) => self.is_focused = is_focused,
            GamesAction::InSight(is_in_sight) => {
                self.is_in_sight = is_in_sight;
                // At once: nothing else may be drawn for a while.
                if let Some(game) = self.game.as_mut().filter(|_| !is_in_sight) {
                    game.clock.pause();
                }
            }
            GamesAction::Best(best) => self.best = *best,
            GamesAction::StopRecording => self.recording = Recording::default(),
        }
    }

    /// No game is present. Those before are kept.
    pub fn begin_anew(&mut self) {
        *self = Games {
            best: std::mem::take(&mut self.best),
            unfinished: std::mem::take(&mut self.unfinished),
            ..Games::default()
        };
    }

    /// The games that an earlier window left.
    pub fn restore(&mut self, unfinished: UnfinishedGames) {
        self.unfinished = unfinished;
    }

    /// The present game as it would be left, if it is of these moves and not won. `at` says how many of
    /// them are made.
    pub fn to_leave(
        &self,
        puzzle: &Puzzle,
        moves: &[Action],
        at: usize,
        until: Until,
    ) -> Option<UnfinishedGame> {
        self.game(puzzle, moves)?.left_at(moves, at, until)
    }

    /// The present game as it would be left at its start, to which undo has led back; `None` if it is of another
    /// puzzle, or won.
    pub fn to_leave_at_start(&self, puzzle: &Puzzle, until: Until) -> Option<UnfinishedGame> {
        let game = self.game.as_ref().filter(|game| game.is_of(puzzle))?;
        game.left_at(game.made.last()?, 0, until)
    }

    /// Undo or redo shows these moves: the game that has made them is the present one again.
    pub fn return_to(&mut self, puzzle: &Puzzle, moves: &[Action]) {
        if self.game(puzzle, moves).is_some() {
            return;
        }
        let has_made = |game: &Game| is_played(game, puzzle, moves);
        if let Some(index) = self.earlier.iter().rposition(has_made) {
            let back = self.earlier.remove(index);
            self.earlier.extend(self.game.replace(back));
        }
    }

    /// The board is another one from now on: all games are left, `present` as it stands.
    pub fn leave(&mut self, present: Option<UnfinishedGame>) {
        self.unfinished = self.left(present, Until::Now);
        self.earlier.clear();
        self.game = None;
    }

    /// What is unfinished if all games are left now, `present` as it stands.
    pub fn left(&self, present: Option<UnfinishedGame>, until: Until) -> UnfinishedGames {
        let mut all = self.unfinished.clone();
        let begun = self.earlier.iter().chain(&self.game);
        begun
            .filter_map(|game| game.left(until))
            .chain(present)
            .for_each(|game| all.leave(game));
        all
    }

    /// The game of this puzzle that was left is the present one again.
    pub fn resume(&mut self, puzzle: &Puzzle) -> Option<UnfinishedGame> {
        let left = self.unfinished.take(puzzle)?;
        self.game = Some(Game {
            puzzle: puzzle.clone(),
            made: vec![left.moves.clone()],
            clock: Clock::paused(left.time),
            time_at_move: left.time,
            had_hint: left.had_hint,
            won_in: None,
            is_told: false,
        });
        Some(left)
    }

    /// The last of `moves`, which begin at the start of `puzzle`, was made by hand.
    pub fn note_move(&mut self, puzzle: &Puzzle, moves: &[Action], requests: &mut Vec<Request>) {
        let Some((_, before)) = moves.split_last() else {
            return;
        };
        let goes_on = |game: &Game| game.is_of(puzzle) && game.has_made(before);
        match &mut self.game {
            Some(game) if !before.is_empty() && goes_on(game) => game.make(moves),
            game if before.is_empty() => {
                let new = Game {
                    puzzle: puzzle.clone(),
                    made: vec![moves.to_vec()],
                    clock: Clock::started(),
                    time_at_move: Duration::ZERO,
                    had_hint: std::mem::take(&mut self.had_hint),
                    won_in: None,
                    is_told: false,
                };
                self.earlier.extend(game.replace(new));
                if let Some(earlier) = self.earlier.last_mut() {
                    earlier.clock.pause();
                }
                let surplus = self.earlier.len().saturating_sub(MAX_EARLIER);
                self.earlier.drain(..surplus);
            }
            // The moves before it are of a solution: undo comes back to the game.
            _ => return,
        }
        let Some(game) = self.game.as_mut().filter(|game| !game.is_won()) else {
            return;
        };
        if last_board(puzzle, moves) != puzzle.goal {
            return;
        }
        game.won_in = Some(moves.len());
        game.clock.pause();
        if game.had_hint {
            return;
        }
        let won = WonGame {
            start: puzzle.start.clone(),
            goal: puzzle.goal.clone(),
            best: Best {
                moves: moves.len() as u64,
                time: game.clock.time(),
            },
        };
        self.best.add(&won);
        requests.push(Request::KeepGame(won.into()));
    }

    /// A hint is shown.
    pub fn note_hint(&mut self, is_at_start: bool) {
        match &mut self.game {
            Some(game) if !game.is_won() => game.had_hint = true,
            _ => {}
        }
        self.had_hint |= is_at_start;
    }

    /// Lets the clock run while the game is shown, and compares it with a shortest path.
    pub fn tick(&mut self, played: Option<Played>, has_large: bool, wake: &Wake) {
        let can_play = self.is_focused && self.is_in_sight;
        let is_shown = |game: &Game, played: &Played| {
            played.is_shown && is_played(game, played.puzzle, played.moves)
        };
        let Some(game) = &mut self.game else {
            self.shortest.stop();
            return;
        };
        match played.filter(|played| is_shown(game, played)) {
            Some(played) => {
                game.clock.run(can_play && !game.is_won());
                let moves = &played.moves[..played.at.min(played.moves.len())];
                self.shortest.compare(played.puzzle, moves, has_large, wake);
            }
            None => {
                game.clock.pause();
                self.shortest.stop();
            }
        }
    }

    /// Tells once of a game that was won, when it is known whether a solution is shorter: its puzzle, its
    /// number of moves, and whether it is a shortest solution.
    pub fn take_won(&mut self) -> Option<(Puzzle, usize, bool)> {
        let fewest = match self.shortest.comparison()? {
            Comparison::Searching => return None,
            Comparison::NotFound => None,
            Comparison::Found { fewest, .. } => Some(fewest),
        };
        let game = self.game.as_mut().filter(|game| !game.is_told)?;
        let n_moves = game.won_in?;
        game.is_told = true;
        Some((game.puzzle.clone(), n_moves, fewest == Some(n_moves)))
    }

    /// The game, if these are its moves.
    pub fn game(&self, puzzle: &Puzzle, moves: &[Action]) -> Option<&Game> {
        let game = self.game.as_ref();
        game.filter(|game| is_played(game, puzzle, moves))
    }

    /// Begins to make a run of the game of these moves, if it is one and none is being made.
    pub fn begin_recording(
        &mut self,
        puzzle: &Puzzle,
        moves: &[Action],
        has_large: bool,
        wake: &Wake,
    ) {
        if let Some(game) = self.game(puzzle, moves)
            && self.recording.done().is_none()
        {
            let game = tilescope_lab::game::Game {
                puzzle: puzzle.clone(),
                moves: moves.to_vec(),
                time: game.time(),
            };
            self.recording = Recording::begin(game, has_large, wake);
        }
    }

    /// How much of a run is made of the game, from 0 to 1; `None` if none is being made.
    pub fn recorded(&self) -> Option<f64> {
        self.recording.done()
    }

    /// The run that was made of the game.
    pub fn poll_recording(&mut self, requests: &mut Vec<Request>) -> Option<Loaded> {
        self.recording.poll(requests)
    }

    /// How the game compares with a shortest path; `None` where nothing is compared.
    pub fn comparison(&self) -> Option<Comparison> {
        self.shortest.comparison()
    }

    /// The fewest moves of this puzzle, if they were found beside a game of it or of one near it.
    pub fn fewest(&self, puzzle: &Puzzle) -> Option<usize> {
        self.shortest.length(puzzle)
    }

    /// The best of this puzzle, if it was ever won without a hint.
    pub fn best(&self, puzzle: &Puzzle) -> Option<Best> {
        self.best.of(puzzle)
    }

    /// Whether the window has the keyboard's focus, and nothing lies over its panels.
    pub fn is_focused(&self) -> bool {
        self.is_focused
    }

    /// Whether any part of the board is in sight.
    pub fn is_in_sight(&self) -> bool {
        self.is_in_sight
    }

    /// When the clock shows another second, if it runs.
    pub fn next_second(&self) -> Option<Duration> {
        let clock = &self.game.as_ref()?.clock;
        clock.is_running().then(|| clock.to_next_second())
    }
}

/// The most games that undo leads back to.
const MAX_EARLIER: usize = 100;

fn is_played(game: &Game, puzzle: &Puzzle, moves: &[Action]) -> bool {
    !moves.is_empty() && game.is_of(puzzle) && game.has_made(moves)
}

fn last_board(puzzle: &Puzzle, moves: &[Action]) -> Board {
    let mut board = puzzle.start.clone();
    for &action in moves {
        board.slide(Direction::from(action));
    }
    board
}
