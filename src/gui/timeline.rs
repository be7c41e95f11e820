//! The timeline: which moment of the active run is shown, and which of its nodes.

use super::cursor::Cursor;
use super::runs::RunNode;
use std::time::Duration;
use tilescope_trace::{Moment, Trace};

/// Something that can happen to the timeline.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TimelineAction {
    Seek(Moment),
    SeekBy(i64),
    SeekEnd,
    TogglePlay,
    /// Steps a second while playing.
    Speed(f32),
    Select(Option<RunNode>),
    /// Selects a node and brings it into view in the tree.
    Reveal(RunNode),
}

/// The first moment of the iteration after that of `t`, if there is one.
pub fn next_iteration(trace: &Trace, t: Moment) -> Option<Moment> {
    let end = *trace.iteration(t)?.moments.end();
    (end < trace.n_expanded()).then_some(end + 1)
}

/// The first moment of the iteration of `t`; of the one before if `t` is that moment itself.
pub fn previous_iteration(trace: &Trace, t: Moment) -> Option<Moment> {
    let start = *trace.iteration(t)?.moments.start();
    match start < t {
        true => Some(start),
        false => {
            let before = trace.iteration(t.checked_sub(1)?)?;
            Some(*before.moments.start())
        }
    }
}

/// The moment and the node that tree, plots and node panel show.
#[derive(Default)]
pub struct Timeline {
    cursor: Cursor,
    /// The cursor from before a visit.
    own: Option<Cursor>,
    selection: Option<RunNode>,
    pointed: Option<RunNode>,
    reveal_generation: u32,
    path: Path,
}

/// The steps that are played alone, and the node to which they lead.
#[derive(Default)]
struct Path {
    /// In ascending order; empty if all steps are played.
    steps: Vec<Moment>,
    node: Option<RunNode>,
    /// The fraction of the next step's time that has passed.
    since: f32,
}

impl Timeline {
    pub fn cursor(&self) -> &Cursor {
        &self.cursor
    }

    pub fn selection(&self) -> Option<RunNode> {
        self.selection
    }

    /// The node that the pointer is on, in any panel.
    pub fn pointed(&self) -> Option<RunNode> {
        self.pointed
    }

    /// In a panel, the pointer has gone from one node to another. If it has left the panel, it may be on
    /// a node in another one already.
    pub fn point(&mut self, from: Option<RunNode>, to: Option<RunNode>) {
        if to.is_some() || self.pointed == from {
            self.pointed = to;
        }
    }

    /// Changes whenever [`TimelineAction::Reveal`] asks for a node to be brought into view.
    pub fn reveal_generation(&self) -> u32 {
        self.reveal_generation
    }

    /// Shows `t` until it is called with `None`. Then the cursor is as it was.
    pub fn visit(&mut self, t: Option<Moment>) {
        match t {
            Some(t) => {
                let own = *self.own.get_or_insert(self.cursor);
                self.cursor = own.at(t);
            }
            None => self.cursor = self.own.take().unwrap_or(self.cursor),
        }
    }

    /// Whether such a moment is shown.
    pub fn is_visiting(&self) -> bool {
        self.own.is_some()
    }

    /// Applies `action`; `end` is the last moment of the active run.
    pub fn apply(&mut self, action: TimelineAction, end: Moment) {
        if !matches!(action, TimelineAction::Speed(_)) {
            self.path = Path::default();
        }
        match action {
            TimelineAction::Seek(t) => self.cursor.seek(t, end),
            TimelineAction::SeekBy(steps) => self.cursor.seek_by(steps, end),
            TimelineAction::SeekEnd => self.cursor.seek(end, end),
            TimelineAction::TogglePlay => self.cursor.toggle(end),
            TimelineAction::Speed(speed) => self.cursor.speed = speed,
            TimelineAction::Select(node) => self.selection = node,
            TimelineAction::Reveal(node) => {
                self.selection = Some(node);
                self.reveal_generation = self.reveal_generation.wrapping_add(1);
            }
        }
    }

    /// Goes to the end of another run, with nothing selected.
    pub fn show_other_run(&mut self, end: Moment) {
        self.cursor.follow(end);
        self.selection = None;
        self.pointed = None;
        self.path = Path::default();
    }

    /// Plays these steps alone, in ascending order. They lead to `node`, which is selected at their
    /// end.
    pub fn play_path(&mut self, steps: Vec<Moment>, node: RunNode, end: Moment) {
        let Some(&first) = steps.first() else {
            return;
        };
        self.cursor.seek(first, end);
        self.cursor.follows = false;
        self.cursor.playing = true;
        self.selection = None;
        self.path = Path {
            steps,
            node: Some(node),
            since: 0.0,
        };
    }

    /// Lets time pass.
    pub fn tick(&mut self, elapsed: Duration, end: Moment) {
        if !self.cursor.playing || self.path.steps.is_empty() {
            self.cursor.tick(elapsed, end);
            return;
        }
        let path = &mut self.path;
        path.since += elapsed.as_secs_f32() * self.cursor.speed;
        let n = path.since as usize;
        path.since = path.since.fract();
        let at = path.steps.partition_point(|&step| step <= self.cursor.t);
        // The step that is shown is the one before `at`.
        let last = path.steps.len() - 1;
        let to = (at + n).saturating_sub(1).min(last);
        if let Some(&step) = path.steps.get(to).filter(|_| n > 0) {
            self.cursor.seek(step, end);
            self.cursor.follows = false;
            if to == last {
                self.cursor.playing = false;
                self.selection = path.node;
                self.path = Path::default();
            }
        }
    }
}
