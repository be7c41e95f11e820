//! The board, or the map, that plays: a solution action by action, or actions by hand.

use std::time::Duration;
use tilescope_lab::{Problem, State};
use tilescope_search::Action;

/// Something that can happen to the player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PlayerAction {
    Toggle,
    /// Shows the state after this many moves.
    Seek(usize),
    /// A move made by hand.
    Move(Action),
    /// Moves a second.
    Speed(f32),
}

/// A problem, actions from its start, and how many of them are done.
#[derive(Clone, Debug)]
pub struct Player {
    problem: Problem,
    moves: Vec<Action>,
    at: usize,
    state: State,
    pub playing: bool,
    /// Actions a second.
    pub speed: f32,
    /// The part of the next action's time that has passed.
    since: f32,
}

impl Player {
    /// The actions a second that can be chosen.
    pub const SPEEDS: [f32; 6] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0];

    /// A player that shows the start of `problem`, with `moves` to be made.
    pub fn new(problem: Problem, moves: Vec<Action>) -> Self {
        // Between two cities one wants to look at the map.
        let speed = match problem {
            Problem::Tiles(_) => 4.0,
            Problem::Route(_) => 1.0,
        };
        Player {
            state: problem.start(),
            problem,
            moves,
            at: 0,
            playing: false,
            speed,
            since: 0.0,
        }
    }

    /// Shows another problem, with other moves to be made, at the same speed if it is of the
    /// same kind.
    pub fn restart(&mut self, problem: Problem, moves: Vec<Action>) {
        let is_same_kind = self.problem.puzzle().is_some() == problem.puzzle().is_some();
        let speed = self.speed;
        *self = Player::new(problem, moves);
        if is_same_kind {
            self.speed = speed;
        }
    }

    /// The same after `at` of the moves.
    pub fn restart_at(&mut self, problem: Problem, moves: Vec<Action>, at: usize) {
        self.restart(problem, moves);
        self.seek(at);
    }

    /// Whether its moves lead from the start of `problem` to its goal.
    pub fn plays(&self, problem: &Problem) -> bool {
        self.begins_as(problem) && self.problem.goal() == problem.goal()
    }

    pub fn apply(&mut self, action: PlayerAction) {
        match action {
            PlayerAction::Toggle => self.toggle(),
            PlayerAction::Seek(at) => {
                self.playing = false;
                self.seek(at);
            }
            PlayerAction::Move(action) => self.make(action),
            PlayerAction::Speed(speed) => self.speed = speed,
        }
    }

    /// The state as it is shown.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The problem whose start the moves begin at.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Whether it plays on the tiles or on the map of `problem`.
    pub fn fits(&self, problem: &Problem) -> bool {
        match (&self.problem, problem) {
            (Problem::Tiles(_), Problem::Tiles(_)) => true,
            (Problem::Route(a), Problem::Route(b)) => a.map == b.map,
            _ => false,
        }
    }

    /// Whether its moves begin at the start of `problem`.
    pub fn begins_as(&self, problem: &Problem) -> bool {
        self.fits(problem) && self.problem.start() == problem.start()
    }

    pub fn moves(&self) -> &[Action] {
        &self.moves
    }

    /// How many moves are made.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The part of the next move that is under way while it plays, from 0 to 1.
    pub fn under_way(&self) -> f32 {
        if self.playing { self.since } else { 0.0 }
    }

    /// Shows the state after `at` moves (at most all).
    pub fn seek(&mut self, at: usize) {
        let at = at.min(self.moves.len());
        while self.at < at {
            self.problem.apply(&mut self.state, self.moves[self.at]);
            self.at += 1;
        }
        while self.at > at {
            self.at -= 1;
            let back = self.problem.inverse(self.moves[self.at]);
            self.problem.apply(&mut self.state, back);
        }
        self.since = 0.0;
    }

    /// Makes a move by hand; moves that were still to come are forgotten, unless it is the
    /// first of them.
    pub fn make(&mut self, action: Action) {
        self.playing = false;
        if self.moves.get(self.at) == Some(&action) {
            self.seek(self.at + 1);
        } else if self.problem.apply(&mut self.state, action) {
            self.moves.truncate(self.at);
            self.moves.push(action);
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
