//! The breakpoints: conditions at which a run is paused, and where one held.

use super::session::{MAX_BREAKPOINTS, MAX_CONDITION};
use std::sync::Arc;
use tilescope_lab::breakpoint::{Breakpoint, Hit};
use tilescope_lab::condition::ConditionError;
use tilescope_lab::{Job, Run};

/// Something that can happen to the breakpoints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BreakpointsAction {
    Add(String),
    Remove(usize),
    /// Turns one on or off.
    Toggle(usize),
}

/// A breakpoint in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BreakpointEntry {
    /// The condition as it was typed.
    pub condition: String,
    pub is_on: bool,
}

/// The breakpoints of this window, for every run.
#[derive(Default)]
pub struct Breakpoints {
    entries: Vec<BreakpointEntry>,
    /// The last hit that was shown, after the number of its run and how many hits that had.
    shown: Option<(u32, u64, Hit)>,
}

impl Breakpoints {
    pub fn apply(&mut self, action: BreakpointsAction) {
        match action {
            BreakpointsAction::Add(condition) => {
                let condition = condition.trim().to_owned();
                let is_new = self.entries.iter().all(|it| it.condition != condition);
                if is_new && !condition.is_empty() {
                    self.entries.push(BreakpointEntry {
                        condition,
                        is_on: true,
                    });
                }
            }
            BreakpointsAction::Remove(i) if i < self.entries.len() => {
                self.entries.remove(i);
            }
            BreakpointsAction::Remove(_) => {}
            BreakpointsAction::Toggle(i) => {
                if let Some(entry) = self.entries.get_mut(i) {
                    entry.is_on = !entry.is_on;
                }
            }
        }
    }

    /// Those that a later window gets: conditions, and whether each is on.
    pub fn kept(&self) -> Vec<(String, bool)> {
        let fits = |it: &&BreakpointEntry| it.condition.chars().nth(MAX_CONDITION).is_none();
        let fitting = self.entries.iter().filter(fits).take(MAX_BREAKPOINTS);
        fitting.map(|it| (it.condition.clone(), it.is_on)).collect()
    }

    /// Takes those of an earlier window.
    pub fn restore(&mut self, kept: Vec<(String, bool)>) {
        for (condition, is_on) in kept {
            let n = self.entries.len();
            self.apply(BreakpointsAction::Add(condition));
            if let Some(entry) = self.entries.get_mut(n) {
                entry.is_on = is_on;
            }
        }
    }

    pub fn entries(&self) -> &[BreakpointEntry] {
        &self.entries
    }

    /// Those that are on and fit runs of `job`, and why the others that are on don't.
    pub fn of(&self, job: &Job) -> (Vec<Arc<Breakpoint>>, Vec<(String, ConditionError)>) {
        let (mut fitting, mut others) = (Vec::new(), Vec::new());
        for entry in self.entries.iter().filter(|entry| entry.is_on) {
            match Breakpoint::parse(&entry.condition, job) {
                Ok(breakpoint) => fitting.push(Arc::new(breakpoint)),
                Err(error) => others.push((entry.condition.clone(), error)),
            }
        }
        (fitting, others)
    }

    /// The last breakpoint that held in `run`, which has the number `number`; once: it is not
    /// returned again.
    pub fn take_hit(&mut self, number: u32, run: &Run) -> Option<Hit> {
        let (hit, n) = run.hit();
        let hit = hit?;
        let is_shown =
            (self.shown.as_ref()).is_some_and(|(run, shown, _)| (*run, *shown) == (number, n));
        if is_shown {
            return None;
        }
        self.shown = Some((number, n, hit.clone()));
        Some(hit)
    }

    /// The number of the run in which a breakpoint held last, and where.
    pub fn last_hit(&self) -> Option<(u32, &Hit)> {
        let (run, _, hit) = self.shown.as_ref()?;
        Some((*run, hit))
    }
}
