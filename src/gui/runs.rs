//! The runs in the window: each with its number, its style and its handle.

mod entry;
mod memory;
mod names;

pub use entry::{RunEntry, RunId, RunMoment, RunNode};
pub use names::{names_of, records_of};

use super::breakpoints::Breakpoints;
use super::fitness;
use super::published::Publication;
use super::requests::{Notice, Request, Wake};
use super::session::SavedRun;
use super::text::sentence;
use std::cell::OnceCell;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tilescope_engines::Engine;
use tilescope_engines::fastest_optimal::FastestOptimal;
use tilescope_lab::audit::Audited;
use tilescope_lab::breakpoint::Breakpoint;
use tilescope_lab::collection::KnownLength;
use tilescope_lab::{self as lab, Job, JobError, Problem, Run, RunOutcome, RunState, Settings};
use tilescope_puzzle::Puzzle;
use tilescope_search::Action as Move;

/// Something that can happen to the runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunsAction {
    Solve,
    /// The same, while other searches of a race go on.
    SolveBeside,
    /// Finds a shortest solution with the fastest engine, whatever algorithm is chosen, and
    /// plays it.
    SolveOptimally,
    /// Starts a run that is paused before its first expansion, or steps the paused one.
    Step,
    /// Makes a run of the game that is played by hand, beside a shortest solution.
    RecordGame,
    Pause,
    Resume,
    Stop,
    /// Does a run without a record again. The new run takes its place.
    SolveAgain(RunId),
    Activate(RunId),
    ToggleVisible(RunId),
    Remove(RunId),
    /// Removes all runs; asks first if one of them took long.
    Clear,
    /// The answer to that question.
    ConfirmClear(bool),
    /// Keeps this number of runs from the next one on.
    Keep(usize),
}

/// The runs, oldest first, and which of them is shown in tree and node panel.
pub struct Runs {
    entries: Vec<RunEntry>,
    active: Option<RunId>,
    last: u32,
    /// The run whose solution is played when it ends.
    to_play: Option<RunId>,
    /// The number of runs that are kept.
    kept: usize,
    /// Whether the window asks whether to clear the runs.
    asks_to_clear: bool,
    /// The memory of the indices of the records, in bytes.
    index_bytes: u64,
}

impl Default for Runs {
    fn default() -> Self {
        Runs {
            entries: Vec::new(),
            active: None,
            last: 0,
            to_play: None,
            kept: Self::DEFAULT_KEPT,
            asks_to_clear: false,
            index_bytes: 0,
        }
    }
}

/// What a run is started with.
#[derive(Clone, Copy)]
pub struct NextRun<'a> {
    pub problem: &'a Problem,
    pub settings: &'a Settings,
    pub breakpoints: &'a Breakpoints,
    /// What was published of it.
    pub publication: Option<&'a Arc<Publication>>,
    /// The run in whose place it comes.
    pub replaces: Option<RunId>,
}

/// Whether an action changed which run is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum ShownRun {
    Changed,
    Unchanged,
}

impl Runs {
    /// The number of runs that are kept at first. A further one replaces the oldest.
    pub const DEFAULT_KEPT: usize = 12;
    /// The greatest number of runs that can be kept.
    pub const MAX_KEPT: usize = 100;
    /// Runs that took longer are not cleared without a question.
    const LONG: Duration = Duration::from_secs(10);
    /// The number of a run's nodes that are recorded.
    pub const MAX_RECORDED: u32 = 50_000_000;
    /// How long polling the runs may hold up a frame: a third of it. A search that records waits
    /// for the window if it takes in less than is recorded meanwhile.
    const POLL: Duration = Duration::from_millis(5);

    /// Applies `action`. `next` is what it may start.
    pub fn apply(
        &mut self,
        action: RunsAction,
        next: NextRun,
        wake: &Wake,
        requests: &mut Vec<Request>,
    ) -> ShownRun {
        let is_long = |entry: &RunEntry| {
            entry.run.state() != RunState::Ended || entry.run.counts().elapsed > Self::LONG
        };
        let mut start = |runs: &mut Self, settings: &Settings, paused| {
            let next = NextRun { settings, ..next };
            let beside = action == RunsAction::SolveBeside;
            let (started, notices) = runs.start(next, paused, beside, wake);
            requests.extend(notices.into_iter().map(Request::Notify));
            started
        };
        match action {
            RunsAction::Solve | RunsAction::SolveBeside => {
                return start(self, next.settings, false);
            }
            RunsAction::SolveOptimally => {
                let is_free = self.working_on(next.problem).is_none();
                if next.problem.puzzle().is_some() && is_free {
                    let before = self.last();
                    let settings = next.settings.with_algorithm(&FastestOptimal::ABOUT);
                    let shown = start(self, &settings, false);
                    self.to_play = self.last().filter(|last| Some(*last) != before);
                    return shown;
                }
            }
            RunsAction::Step => match self.working_on(next.problem) {
                Some(_) => self.with_working(|run| {
                    run.pause();
                    run.step(1);
                }),
                None => return start(self, next.settings, true),
            },
            RunsAction::SolveAgain(id) => {
                if let Some(entry) = self.get(id).filter(|entry| entry.can_be_solved_again()) {
                    let (job, publication) = (entry.run.job().clone(), entry.publication.clone());
                    let next = NextRun {
                        problem: &job.problem,
                        settings: &job.settings,
                        breakpoints: next.breakpoints,
                        publication: publication.as_ref(),
                        replaces: Some(id),
                    };
                    let (shown, notices) = self.start(next, false, false, wake);
                    requests.extend(notices.into_iter().map(Request::Notify));
                    return shown;
                }
            }
            // The model makes it.
            RunsAction::RecordGame => {}
            RunsAction::Pause => self.with_working(Run::pause),
            RunsAction::Resume => self.with_working(Run::resume),
            RunsAction::Stop => self.with_working(Run::stop),
            RunsAction::Activate(id) => {
                if self.get(id).is_some() {
                    self.active = Some(id);
                    return ShownRun::Changed;
                }
            }
            RunsAction::ToggleVisible(id) => {
                let entry = self.entries.iter_mut().find(|entry| entry.id == id);
                if let Some(entry) = entry {
                    entry.visible = !entry.visible;
                }
            }
            RunsAction::Remove(id) => return self.remove(id),
            RunsAction::Clear if self.entries.iter().any(is_long) => self.asks_to_clear = true,
            RunsAction::Clear => return self.clear(),
            RunsAction::ConfirmClear(clears) => {
                if std::mem::take(&mut self.asks_to_clear) && clears {
                    return self.clear();
                }
            }
            RunsAction::Keep(n) => self.keep(n),
        }
        ShownRun::Unchanged
    }

    /// Receives what the runs have sent. Returns whether one has ended.
    pub fn poll(&mut self, requests: &mut Vec<Request>) -> bool {
        let mut has_ended = false;
        let is_working = |entry: &RunEntry| entry.run.state() != RunState::Ended;
        let n_working = self.entries.iter().filter(|it| is_working(it)).count() as u32;
        for entry in self.entries.iter_mut().filter(|it| is_working(it)) {
            entry.run.poll(Self::POLL / n_working);
            entry.record_bytes = entry.run.record_bytes();
            if let Some(report) = entry.run.report() {
                let notices = report
                    .notes
                    .iter()
                    .map(|note| Notice::Failed(sentence(note)));
                requests.extend(notices.map(Request::Notify));
            }
            has_ended |= entry.run.state() == RunState::Ended;
        }
        self.share_memory();
        has_ended
    }

    /// Whether the solution of a run that has ended should now be played. It is not if another
    /// run or another problem is shown.
    pub fn take_to_play(&mut self, problem: &Problem) -> bool {
        let Some(entry) = self.to_play.and_then(|id| self.get(id)) else {
            return false;
        };
        if entry.run.state() != RunState::Ended {
            return false;
        }
        let is_shown = self.active == Some(entry.id);
        let is_present = entry.is_of(problem);
        self.to_play = None;
        is_shown && is_present
    }

    /// The length of a shortest solution of this problem that a run has proved.
    pub fn known(&self, problem: &Problem) -> Option<KnownLength> {
        let mut runs = self.entries.iter().filter(|entry| entry.is_of(problem));
        runs.find_map(|entry| Some(entry.proved()?.1))
    }

    /// The puzzles that runs have solved, each with the length of a shortest solution, if that is proved.
    pub fn proved(&self) -> Vec<(Puzzle, KnownLength)> {
        let proved = self.entries.iter().filter_map(RunEntry::proved);
        proved
            .map(|(puzzle, known)| (puzzle.clone(), known))
            .collect()
    }

    /// Whether there is an active run, and it is of this problem.
    pub fn active_is_of(&self, problem: &Problem) -> bool {
        self.active().is_some_and(|entry| entry.is_of(problem))
    }

    /// The problem and the solution of the active run, if it has one.
    pub fn active_solution(&self) -> Option<(&Problem, &[Move])> {
        let run = &self.active()?.run;
        match &run.report()?.outcome {
            RunOutcome::Solved { moves, .. } => Some((&run.job().problem, moves)),
            _ => None,
        }
    }

    /// Starts a run, unless one works and it is not to go on `beside` the new one; one that is paused on another problem is stopped. Kept runs lose
    /// nothing to one that is refused. Also returns what to tell the user.
    fn start(
        &mut self,
        next: NextRun,
        paused: bool,
        beside: bool,
        wake: &Wake,
    ) -> (ShownRun, Vec<Notice>) {
        let NextRun {
            problem,
            settings,
            breakpoints,
            publication,
            replaces,
        } = next;
        if !beside && self.working_on(problem).is_some() {
            return (ShownRun::Unchanged, Vec::new());
        }
        self.to_play = None;
        let job = Job {
            problem: problem.clone(),
            settings: settings.clone(),
            search_unsolvable: publication.is_some_and(|it| it.search.job.search_unsolvable),
            record: Self::MAX_RECORDED,
        };
        let wake = wake.clone();
        let (watched, misfits) = breakpoints.of(&job);
        let spawned = match fitness::refusal(problem, settings) {
            Some(refusal) => Err(refusal),
            None => spawn(job, paused, watched, wake).map_err(|e| sentence(&e.to_string())),
        };
        let run = match spawned {
            Ok(run) => run,
            Err(error) => return (ShownRun::Unchanged, vec![Notice::Failed(error)]),
        };
        let makes_way = self.all_working().filter(|_| !beside);
        let paused = makes_way.map(|entry| {
            entry.run.stop();
            format!(
                "Run {}, which was paused on another puzzle, was stopped.",
                entry.id.0
            )
        });
        let paused: Vec<String> = paused.collect();
        let is_kept = |entry: &RunEntry| Some(entry.id) != replaces;
        self.entries.retain(is_kept);
        // A run that parity has decided takes no room.
        let dropped = match run.state() {
            RunState::Ended => None,
            _ => self.make_room(settings.limits.memory),
        };
        let oldest = self.entries.first().map(|entry| entry.id);
        self.add(run, None, publication.cloned());
        let removed = oldest.filter(|oldest| self.get(*oldest).is_none());
        let removed = removed.map(|oldest| {
            format!(
                "Run {} was removed: {} runs are kept. The panel Runs changes that number.",
                oldest.0, self.kept
            )
        });
        let notices = paused.into_iter().chain(dropped).chain(removed);
        let notices = notices.map(Notice::Done);
        let misfits = misfits.into_iter().map(|(condition, error)| {
            Notice::Failed(format!("The breakpoint {condition} is left out: {error}."))
        });
        (ShownRun::Changed, notices.chain(misfits).collect())
    }

    /// Solutions are optimal if one of these audits says so.
    pub fn accept(&mut self, audits: &[Audited]) {
        for entry in &mut self.entries {
            for audited in audits {
                if entry.run.accept(audited) {
                    entry.results.take();
                }
            }
        }
    }

    fn with_working(&self, act: impl Fn(&Run)) {
        self.all_working().for_each(|entry| act(&entry.run));
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &RunEntry> {
        self.entries.iter()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn get(&self, id: RunId) -> Option<&RunEntry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// The run that is shown.
    pub fn active(&self) -> Option<&RunEntry> {
        self.get(self.active?)
    }

    /// The number of the newest run.
    pub fn last(&self) -> Option<RunId> {
        self.entries.last().map(|entry| entry.id)
    }

    /// The runs that work or are paused: several in a race, otherwise one at most.
    pub fn all_working(&self) -> impl DoubleEndedIterator<Item = &RunEntry> {
        let works = |run: &Run| matches!(run.state(), RunState::Running | RunState::Paused);
        self.entries.iter().filter(move |entry| works(&entry.run))
    }

    /// The newest of them.
    pub fn working(&self) -> Option<&RunEntry> {
        self.all_working().next_back()
    }

    /// The run that works or is paused, unless it is paused on another problem: then it makes way for a
    /// search of this one.
    pub fn working_on(&self, problem: &Problem) -> Option<&RunEntry> {
        let is_paused = |entry: &RunEntry| entry.run.state() == RunState::Paused;
        self.working()
            .filter(|entry| !is_paused(entry) || entry.is_of(problem))
    }

    /// Adds a run and shows it, in the first style that no other run has.
    fn add(
        &mut self,
        run: Run,
        file: Option<PathBuf>,
        publication: Option<Arc<Publication>>,
    ) -> RunId {
        // Runs that work stay, and stay the newest in the list.
        let first_working = self.all_working().next().map(|entry| entry.id);
        let is_first_working = |entry: &RunEntry| Some(entry.id) == first_working;
        let n_idle = self.entries.iter().position(is_first_working);
        let n_idle = n_idle.unwrap_or(self.entries.len());
        let surplus = (self.entries.len() + 1).saturating_sub(self.kept);
        let n_removed = surplus.min(n_idle);
        self.entries.drain(..n_removed);
        self.last += 1;
        let id = RunId(self.last);
        let style = (0..).find(|style| self.entries.iter().all(|entry| entry.style != *style));
        let style = style.unwrap_or_default();
        let record_bytes = run.record_bytes();
        let entry = RunEntry {
            id,
            run,
            style,
            visible: true,
            record_bytes,
            file,
            publication,
            results: OnceCell::new(),
        };
        let place = match entry.run.state() {
            RunState::Ended => n_idle - n_removed,
            _ => self.entries.len(),
        };
        self.entries.insert(place, entry);
        self.active = Some(id);
        self.share_memory();
        id
    }

    /// Adds a run that was made without a search, and shows it.
    pub fn add_made(&mut self, run: Run) -> RunId {
        self.add(run, None, None)
    }

    /// Adds a run that was loaded from `file`, and shows it.
    pub fn add_loaded(&mut self, run: Run, file: PathBuf) -> RunId {
        self.add(run, Some(file), None)
    }

    /// The settings and results of the runs, for the session. A search that is still running is
    /// left out, unless the window closes.
    pub fn to_save(&self, closes: bool) -> Vec<SavedRun> {
        let is_saved = |entry: &&RunEntry| {
            closes || matches!(entry.run.state(), RunState::Ended | RunState::Paused)
        };
        let entries = self.entries.iter().filter(is_saved);
        entries.map(RunEntry::to_save).collect()
    }

    /// Puts the runs of an earlier session in the place of all runs, and shows none.
    pub fn restore(&mut self, saved: Vec<SavedRun>) {
        self.deactivate();
        self.to_play = None;
        self.entries.clear();
        for (style, saved) in saved.into_iter().enumerate() {
            let id = RunId(saved.number);
            if self.get(id).is_none() {
                self.entries.push(RunEntry::restored(saved, style));
                self.last = self.last.max(id.0);
            }
        }
    }

    /// The number of runs that are kept.
    pub fn kept(&self) -> usize {
        self.kept
    }

    pub fn keep(&mut self, n: usize) {
        self.kept = n.clamp(1, Self::MAX_KEPT);
    }

    /// The newest of the runs that the next one replaces.
    pub fn next_removed(&self) -> Option<RunId> {
        self.removed_by(1).last()
    }

    /// The runs that the next `n` replace.
    pub fn removed_by(&self, n: usize) -> impl Iterator<Item = RunId> {
        let surplus = (self.entries.len() + n).saturating_sub(self.kept);
        self.entries.iter().take(surplus).map(|entry| entry.id)
    }

    /// Whether it is asked whether to clear the runs.
    pub fn asks_to_clear(&self) -> bool {
        self.asks_to_clear
    }

    /// Removes all runs, and stops those that work.
    fn clear(&mut self) -> ShownRun {
        self.entries.clear();
        self.active = None;
        self.to_play = None;
        ShownRun::Changed
    }

    /// Removes the runs that have not ended, which stops them, and shows none.
    pub fn keep_ended(&mut self) {
        let has_ended = |entry: &RunEntry| entry.run.state() == RunState::Ended;
        self.entries.retain(has_ended);
        self.active = None;
        self.to_play = None;
        self.asks_to_clear = false;
    }

    /// Shows none, until one is added or activated.
    pub fn deactivate(&mut self) {
        self.active = None;
    }

    /// Removes a run, which stops it. If it was shown, the newest remaining run is shown.
    fn remove(&mut self, id: RunId) -> ShownRun {
        self.entries.retain(|entry| entry.id != id);
        if self.active != Some(id) {
            return ShownRun::Unchanged;
        }
        self.active = self.entries.last().map(|entry| entry.id);
        ShownRun::Changed
    }
}

/// Starts `job`.
fn spawn(
    job: Job,
    paused: bool,
    breakpoints: Vec<Arc<Breakpoint>>,
    wake: Wake,
) -> Result<Run, JobError> {
    lab::spawn_watched(job, paused, breakpoints, move || wake())
}
