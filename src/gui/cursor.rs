//! The cursor `t`: the moment that tree, node and plots show, and whether it is playing.

use std::time::Duration;
use tilescope_trace::Moment;

/// A moment of the shown run, from 0 to the run's last, which may still grow.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cursor {
    pub t: Moment,
    pub playing: bool,
    /// Steps a second while playing.
    pub speed: f32,
    /// Whether it stays at the end of a running search.
    pub follows: bool,
    /// The fraction of the next step's time that has passed.
    since: f32,
}

impl Default for Cursor {
    fn default() -> Self {
        Cursor {
            t: 0,
            playing: false,
            speed: 10.0,
            follows: true,
            since: 0.0,
        }
    }
}

impl Cursor {
    /// The steps a second that can be chosen.
    pub const SPEEDS: [f32; 8] = [1.0, 2.0, 5.0, 10.0, 50.0, 200.0, 1000.0, 10_000.0];

    /// A cursor that rests at `t`.
    pub fn at(&self, t: Moment) -> Cursor {
        Cursor {
            t,
            playing: false,
            follows: false,
            ..*self
        }
    }

    /// Goes to `t`, at most to `end`. At the end it follows the run.
    pub fn seek(&mut self, t: Moment, end: Moment) {
        self.t = t.min(end);
        self.follows = t >= end;
    }

    /// Moves by this many steps and stops playing.
    pub fn seek_by(&mut self, steps: i64, end: Moment) {
        let t = (i64::from(self.t) + steps).clamp(0, i64::from(end));
        self.playing = false;
        self.seek(t as Moment, end);
    }

    /// Goes to the end of another run.
    pub fn follow(&mut self, end: Moment) {
        self.playing = false;
        self.seek(end, end);
    }

    /// Starts or stops playing; from the beginning if it is at the end.
    pub fn toggle(&mut self, end: Moment) {
        if !self.playing && self.t == end {
            self.t = 0;
        }
        self.playing = !self.playing && end > 0;
        self.follows = false;
        self.since = 0.0;
    }

    /// Lets time pass.
    pub fn tick(&mut self, elapsed: Duration, end: Moment) {
        if self.playing {
            let since = self.since + elapsed.as_secs_f32() * self.speed;
            self.t = self.t.saturating_add(since as Moment);
            self.since = since.fract();
            self.playing = self.t < end;
        } else if self.follows {
            self.t = end;
        }
        self.t = self.t.min(end);
    }
}
