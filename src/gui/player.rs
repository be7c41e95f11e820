//! The board that plays: a solution move by move, or moves made by hand.

use crate::puzzle::{Board, Direction};
use std::time::Duration;

/// A start, moves from it, and how many of them are made.
#[derive(Clone, Debug)]
pub struct Player {
    start: Board,
    moves: Vec<Direction>,
    at: usize,
    board: Board,
    pub playing: bool,
    /// Moves a second.
    pub speed: f32,
    /// The part of the next move's time that has passed.
    since: f32,
}

impl Player {
    /// The moves a second that can be chosen.
    pub const SPEEDS: [f32; 6] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0];

    /// A player that shows `start`, with `moves` to be made.
    pub fn new(start: Board, moves: Vec<Direction>) -> Self {
        let board = start.clone();
        Player {
            start,
            moves,
            at: 0,
            board,
            playing: false,
            speed: 4.0,
            since: 0.0,
        }
    }

    /// Shows another start, with other moves to be made, at the same speed.
    pub fn restart(&mut self, start: Board, moves: Vec<Direction>) {
        let speed = self.speed;
        *self = Player::new(start, moves);
        self.speed = speed;
    }

    /// The board as it is shown.
    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn start(&self) -> &Board {
        &self.start
    }

    pub fn moves(&self) -> &[Direction] {
        &self.moves
    }

    /// How many moves are made.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Shows the board after `at` moves (at most all).
    pub fn seek(&mut self, at: usize) {
        let at = at.min(self.moves.len());
        while self.at < at {
            self.board.slide(self.moves[self.at]);
            self.at += 1;
        }
        while self.at > at {
            self.at -= 1;
            self.board.slide(self.moves[self.at].opposite());
        }
        self.since = 0.0;
    }

    /// Makes a move by hand; moves that were still to come are forgotten, unless it is the
    /// first of them.
    pub fn make(&mut self, direction: Direction) {
        self.playing = false;
        if self.moves.get(self.at) == Some(&direction) {
            self.seek(self.at + 1);
        } else if self.board.slide(direction) {
            self.moves.truncate(self.at);
            self.moves.push(direction);
            self.at += 1;
        }
    }

    /// Starts or stops playing; from the beginning if it is at the end.
    pub fn toggle(&mut self) {
        if !self.playing && self.at == self.moves.len() {
            self.seek(0);
        }
        self.playing = !self.playing && !self.moves.is_empty();
    }

    /// Lets time pass.
    pub fn tick(&mut self, elapsed: Duration) {
        if !self.playing {
            return;
        }
        let since = self.since + elapsed.as_secs_f32() * self.speed;
        self.seek(self.at + since as usize);
        self.since = since.fract();
        self.playing = self.at < self.moves.len();
    }
}
