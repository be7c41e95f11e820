//! The race: several searches of one puzzle, run together or one after the other, or runs that have
//! ended, shown again side by side in step.

use super::runs::{RunEntry, RunId, Runs};
use super::times::step_at;
use std::collections::VecDeque;
use std::time::Duration;
use tilescope_engines::team;
use tilescope_lab::{Problem, RunOutcome, RunState, Settings};
use tilescope_trace::Moment;

/// Something that can happen to the race.
#[derive(Clone, Debug)]
pub enum RaceAction {
    /// Begins the race that the panel *Race* has chosen.
    AskStart,
    /// Begins a race of these searches on the present problem.
    Start(Vec<Settings>, Begin),
    /// Makes a race of runs that have ended, and plays it.
    Replay(Vec<RunId>),
    /// Stops the searches that work; no other one begins.
    Stop,
    InStepBy(InStepBy),
    /// Goes to this part of the race, from 0 to 1.
    Seek(f64),
    TogglePlay,
    /// Seconds in which the whole race is played.
    Length(f32),
}

/// When the searches of a race begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Begin {
    /// At once, as many as the machine has cores; the others as soon as one ends.
    #[default]
    Together,
    /// Each when the one before has ended, so that none slows another.
    OneByOne,
}

/// What the searches have in common at a moment of the race.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum InStepBy {
    /// The number of expansions.
    #[default]
    Expansions,
    /// The time since each began.
    Time,
}

/// The present race, and which moment of it is shown.
pub struct Races {
    problem: Option<Problem>,
    begin: Begin,
    /// Searches that have not begun.
    waiting: VecDeque<Settings>,
    /// Those that have.
    runs: Vec<RunId>,
    in_step_by: InStepBy,
    /// The part of the race that has passed, from 0 to 1.
    at: f64,
    playing: bool,
    length: f32,
    /// Whether it is played once the last search has ended.
    is_due: bool,
    n_asked: u32,
}

impl Default for Races {
    fn default() -> Self {
        Races {
            problem: None,
            begin: Begin::default(),
            waiting: VecDeque::new(),
            runs: Vec::new(),
            in_step_by: InStepBy::default(),
            at: 0.0,
            playing: false,
            length: Self::LENGTHS[1],
            is_due: false,
            n_asked: 0,
        }
    }
}

impl Races {
    /// The least and the greatest number of searches in a race.
    pub const MIN: usize = 2;
    pub const MAX: usize = 4;
    /// The seconds in which a race can be played.
    pub const LENGTHS: [f32; 4] = [5.0, 15.0, 30.0, 60.0];

    /// How often a race was asked for by a command.
    pub fn n_asked(&self) -> u32 {
        self.n_asked
    }

    /// Applies `action`; `problem` is the one that a new race is on.
    pub fn apply(&mut self, action: RaceAction, problem: &Problem, runs: &Runs) {
        match action {
            RaceAction::AskStart => self.n_asked += 1,
            RaceAction::Start(searches, begin) => {
                if (Self::MIN..=Self::MAX).contains(&searches.len()) && runs.working().is_none() {
                    self.problem = Some(problem.clone());
                    (self.begin, self.waiting) = (begin, searches.into());
                    self.runs.clear();
                    (self.at, self.playing, self.is_due) = (0.0, false, true);
                }
            }
            RaceAction::Replay(recorded) => {
                let can_be = (Self::MIN..=Self::MAX).contains(&recorded.len());
                if can_be && !self.is_searching(runs) {
                    self.problem = Some(problem.clone());
                    // Whether some ran together is not known.
                    (self.begin, self.runs) = (Begin::OneByOne, recorded);
                    (self.at, self.playing, self.is_due) = (0.0, false, true);
                }
            }
            RaceAction::Stop => {
                self.waiting.clear();
                let own = runs.all_working().filter(|it| self.runs.contains(&it.id));
                own.for_each(|entry| entry.run.stop());
            }
            RaceAction::InStepBy(what) => self.in_step_by = what,
            RaceAction::Seek(at) => (self.at, self.playing) = (at.clamp(0.0, 1.0), false),
            RaceAction::TogglePlay => {
                self.playing = !self.playing;
                if self.playing && self.at >= 1.0 {
                    self.at = 0.0;
                }
            }
            RaceAction::Length(seconds) => self.length = seconds.max(1.0),
        }
    }

    /// The search that begins now, if there is room for it. The rest of a race is called off when the
    /// problem has changed.
    pub fn take_next(&mut self, problem: &Problem, runs: &Runs) -> Option<Settings> {
        let n_at_once = match self.begin {
            Begin::Together => n_cores(),
            Begin::OneByOne => 1,
        };
        let is_other = |entry: &RunEntry| !self.runs.contains(&entry.id);
        if runs.all_working().any(is_other) || runs.all_working().count() >= n_at_once {
            return None;
        }
        if self.problem.as_ref() != Some(problem) {
            self.waiting.clear();
        }
        self.waiting.pop_front()
    }

    /// A search of the race has begun as this run.
    pub fn note_begun(&mut self, run: RunId) {
        self.runs.push(run);
    }

    /// Lets time pass.
    pub fn tick(&mut self, elapsed: Duration, runs: &Runs) {
        self.runs.retain(|run| runs.get(*run).is_some());
        if self.is_searching(runs) {
            return;
        }
        if std::mem::take(&mut self.is_due) {
            self.playing = !self.runs.is_empty();
        } else if self.playing {
            self.at += f64::from(elapsed.as_secs_f32() / self.length);
            if self.at >= 1.0 {
                (self.at, self.playing) = (1.0, false);
            }
        }
    }

    /// Whether its searches still go on.
    pub fn is_searching(&self, runs: &Runs) -> bool {
        let works = |entry: &RunEntry| entry.run.state() != RunState::Ended;
        !self.waiting.is_empty() || self.entries(runs).into_iter().any(works)
    }

    pub fn begin(&self) -> Begin {
        self.begin
    }

    /// The number of searches in it.
    pub fn n_searches(&self) -> usize {
        self.runs.len() + self.waiting.len()
    }

    /// Those that have begun.
    pub fn entries<'a>(&self, runs: &'a Runs) -> Vec<&'a RunEntry> {
        self.runs.iter().filter_map(|run| runs.get(*run)).collect()
    }

    pub fn in_step_by(&self) -> InStepBy {
        self.in_step_by
    }

    pub fn at(&self) -> f64 {
        self.at
    }

    pub fn playing(&self) -> bool {
        self.playing
    }

    pub fn length(&self) -> f32 {
        self.length
    }

    /// The end of the race: the most expansions of a search, or the longest time in seconds.
    pub fn end(&self, runs: &Runs) -> f64 {
        let ends = self.entries(runs).into_iter().map(|it| self.end_of(it));
        ends.fold(0.0, f64::max)
    }

    /// The end of a search, in expansions or seconds.
    pub fn end_of(&self, entry: &RunEntry) -> f64 {
        match self.in_step_by {
            InStepBy::Expansions => entry.run.trace().n_expanded().into(),
            InStepBy::Time => entry.run.counts().elapsed.as_secs_f64(),
        }
    }

    /// The step of a search at the present moment of a race that ends at `end`.
    pub fn step(&self, entry: &RunEntry, end: f64) -> Moment {
        let (at, last) = (self.at * end, entry.run.trace().n_expanded());
        if self.at >= 1.0 || at >= self.end_of(entry) {
            return last;
        }
        match self.in_step_by {
            InStepBy::Expansions => (at as Moment).min(last),
            InStepBy::Time => step_at(entry.run.series().samples(), at).min(last),
        }
    }

    /// How many searches find a solution before this one does, by what they are in step; `None` if
    /// it finds none.
    pub fn n_before(&self, entry: &RunEntry, runs: &Runs) -> Option<usize> {
        let is_solved = |entry: &RunEntry| {
            let outcome = entry.run.report().map(|report| &report.outcome);
            matches!(outcome, Some(RunOutcome::Solved { .. }))
        };
        let own = self.end_of(entry);
        let others = self.entries(runs).into_iter();
        let before = others.filter(|other| is_solved(other) && self.end_of(other) < own);
        is_solved(entry).then(|| before.count())
    }
}

/// How many searches the machine carries out at once.
pub fn n_cores() -> usize {
    team::n_threads(None).get()
}
