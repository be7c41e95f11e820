//! A clock that can be paused.

use std::time::{Duration, Instant};

#[derive(Clone, Debug)]
pub struct Clock {
    /// The time until it was last paused.
    before: Duration,
    since: Option<Instant>,
}

impl Clock {
    pub fn started() -> Clock {
        Clock {
            before: Duration::ZERO,
            since: Some(Instant::now()),
        }
    }

    /// One that stands at this time.
    pub fn paused(at: Duration) -> Clock {
        Clock {
            before: at,
            since: None,
        }
    }

    pub fn time(&self) -> Duration {
        let running = self.since.map_or(Duration::ZERO, |since| since.elapsed());
        self.before + running
    }

    pub fn is_running(&self) -> bool {
        self.since.is_some()
    }

    pub fn run(&mut self, runs: bool) {
        match runs {
            true => self.since = self.since.or_else(|| Some(Instant::now())),
            false => self.pause(),
        }
    }

    pub fn pause(&mut self) {
        self.before = self.time();
        self.since = None;
    }

    /// How long it takes until another second is full.
    pub fn to_next_second(&self) -> Duration {
        let second = Duration::from_secs(1);
        second - Duration::from_nanos(self.time().subsec_nanos().into())
    }
}
