//! How far the runs of an experiment are: of each, whether it waits, goes on, or what came of it.

use std::collections::HashMap;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use tilescope_lab::experiment::{Completion, Experiment, PlannedRun, Record};

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RunProgress {
    Waiting,
    Running,
    Done(Figures),
}

/// What a record says in short. The record itself stays in its file.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figures {
    pub completion: Completion,
    pub expanded: u64,
    /// Without those for tables.
    pub search_seconds: f64,
    /// All of them.
    pub seconds: f64,
    pub moves: Option<usize>,
    /// Whether these are proved to cost the least.
    pub optimal: bool,
}

/// How quickly runs end: with all that is done between them, and without pauses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    looked: Option<Instant>,
    elapsed: Duration,
    n_ended: usize,
}

impl Pace {
    /// Runs that were going on, or paused, until now; so many of them have ended.
    pub fn note(&mut self, are_going_on: bool, n_ended: usize) {
        let now = Instant::now();
        let before = self.looked.replace(now).unwrap_or(now);
        if are_going_on {
            self.elapsed += now.duration_since(before);
        }
        self.n_ended += n_ended;
    }

    /// About how long this many more runs take.
    pub fn remaining(&self, n_left: usize) -> Option<Duration> {
        let mean = (self.n_ended > 0).then(|| self.elapsed.as_secs_f64() / self.n_ended as f64)?;
        Duration::try_from_secs_f64(mean * n_left as f64).ok()
    }
}

/// The runs of an experiment.
#[derive(Clone, Debug)]
pub struct Plan {
    experiment: Arc<Experiment>,
    /// The index of the run with each id.
    indices: Arc<HashMap<u64, usize>>,
}

/// The runs of an experiment and how far they are.
#[derive(Debug)]
pub struct Progress {
    plan: Plan,
    runs: Vec<RunProgress>,
    /// The indices of those that go on.
    running: Vec<usize>,
    n_done: usize,
    /// The sum of the seconds of those that are done.
    seconds: f64,
}

/// How far the runs of a cell are: those of one instance and one configuration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cell {
    pub state: CellState,
    pub n_done: usize,
    pub n_runs: usize,
}

/// The state of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum CellState {
    Waiting,
    Running,
    Finished,
    /// A run was stopped while it looked for a better solution than it had.
    StoppedWithSolution,
    /// A run ended without a solution: at a limit, or because there is none.
    Unsolved,
    Failed,
}

impl CellState {
    pub const ALL: [CellState; 6] = [
        CellState::Waiting,
        CellState::Running,
        CellState::Finished,
        CellState::StoppedWithSolution,
        CellState::Unsolved,
        CellState::Failed,
    ];

    pub fn name(self) -> &'static str {
        match self {
            CellState::Waiting => "waiting",
            CellState::Running => "running",
            CellState::Finished => "finished",
            CellState::StoppedWithSolution => "stopped with a solution",
            CellState::Unsolved => "not solved",
            CellState::Failed => "failed",
        }
    }
}

impl Figures {
    pub fn of(record: &Record) -> Figures {
        let measured = record.measured.as_ref();
        Figures {
            completion: record.completion(),
            expanded: record.expanded,
            search_seconds: record.search_seconds().unwrap_or(0.0),
            seconds: measured.map_or(0.0, |measured| measured.seconds),
            moves: record.moves,
            optimal: record.optimal == Some(true),
        }
    }

    fn state(self) -> CellState {
        match self.completion {
            Completion::Finished => CellState::Finished,
            Completion::StoppedWithSolution => CellState::StoppedWithSolution,
            Completion::Unsolvable | Completion::Exhausted | Completion::Stopped => {
                CellState::Unsolved
            }
            Completion::Failed => CellState::Failed,
        }
    }
}

/// The id of a record as a number; `None` if it is none.
pub fn id_of(record: &Record) -> Option<u64> {
    u64::from_str_radix(&record.id, 16).ok()
}

impl Plan {
    pub fn new(experiment: Experiment) -> Plan {
        let ids = experiment.runs.iter().map(|run| run.id.0);
        Plan {
            indices: Arc::new(ids.zip(0..).collect()),
            experiment: Arc::new(experiment),
        }
    }

    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }
}

impl Progress {
    /// Nothing is done yet. Takes a while for a large experiment: for a thread of its own.
    pub fn new(plan: Plan) -> Progress {
        Progress {
            runs: vec![RunProgress::Waiting; plan.experiment.runs.len()],
            running: Vec::new(),
            plan,
            n_done: 0,
            seconds: 0.0,
        }
    }

    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Drops it. That of a large experiment takes longer than a frame, so it has a thread.
    pub fn discard(self) {
        const MANY: usize = 10_000;
        if self.n_runs() > MANY {
            let thread = thread::Builder::new().name("discard experiment".to_owned());
            // Without a thread it is dropped here.
            let _ = thread.spawn(move || drop(self));
        }
    }

    pub fn experiment(&self) -> &Experiment {
        &self.plan.experiment
    }

    pub fn n_runs(&self) -> usize {
        self.runs.len()
    }

    pub fn n_done(&self) -> usize {
        self.n_done
    }

    pub fn n_left(&self) -> usize {
        self.runs.len() - self.n_done
    }

    /// The run with this index; `None` if there is none.
    pub fn run(&self, index: usize) -> Option<(&PlannedRun, RunProgress)> {
        self.experiment()
            .runs
            .get(index)
            .zip(self.runs.get(index).copied())
    }

    pub fn start(&mut self, index: usize) {
        if let Some(run @ RunProgress::Waiting) = self.runs.get_mut(index) {
            *run = RunProgress::Running;
            self.running.push(index);
        }
    }

    /// Notes what came of the run with this id; returns its index. Those of other experiments are passed
    /// over.
    pub fn finish(&mut self, id: u64, figures: Figures) -> Option<usize> {
        let &index = self.plan.indices.get(&id)?;
        self.running.retain(|running| *running != index);
        match std::mem::replace(&mut self.runs[index], RunProgress::Done(figures)) {
            RunProgress::Done(before) => self.seconds -= before.seconds,
            RunProgress::Waiting | RunProgress::Running => self.n_done += 1,
        }
        self.seconds += figures.seconds;
        Some(index)
    }

    /// The runs that went on do so no more.
    pub fn interrupt(&mut self) {
        for index in self.running.drain(..) {
            self.runs[index] = RunProgress::Waiting;
        }
    }

    /// About how long the runs that are left take with this many at a time, by the times in the
    /// records of those that are done.
    pub fn remaining(&self, jobs: usize) -> Option<Duration> {
        let mean = (self.n_done > 0).then(|| self.seconds / self.n_done as f64)?;
        let at_a_time = jobs.min(self.n_left()).max(1);
        let seconds = mean * self.n_left() as f64 / at_a_time as f64;
        Duration::try_from_secs_f64(seconds).ok()
    }

    /// The indices of the runs of an instance and a configuration.
    pub fn runs_of(&self, instance: usize, configuration: usize) -> std::ops::Range<usize> {
        let repetitions = self.plan.experiment.repetitions as usize;
        let first =
            (instance * self.plan.experiment.configurations.len() + configuration) * repetitions;
        first..first + repetitions
    }

    /// The cell of an instance and a configuration.
    pub fn cell(&self, instance: usize, configuration: usize) -> Cell {
        let runs = self.runs.get(self.runs_of(instance, configuration));
        let runs = runs.unwrap_or_default();
        let done = runs.iter().filter_map(|run| match run {
            RunProgress::Done(figures) => Some(figures.state()),
            RunProgress::Waiting | RunProgress::Running => None,
        });
        let n_done = done.clone().count();
        let is_running = runs.contains(&RunProgress::Running);
        // The worst of those that are done.
        let state = match (done.max(), is_running) {
            (Some(CellState::Failed), _) => CellState::Failed,
            (_, true) => CellState::Running,
            (Some(state), false) if n_done == runs.len() => state,
            (_, false) => CellState::Waiting,
        };
        Cell {
            state,
            n_done,
            n_runs: runs.len(),
        }
    }

    /// The figures of the runs of a cell that are done.
    pub fn figures(
        &self,
        instance: usize,
        configuration: usize,
    ) -> impl Iterator<Item = &Figures> + Clone {
        let runs = self.runs.get(self.runs_of(instance, configuration));
        let runs = runs.unwrap_or_default().iter();
        runs.filter_map(|run| match run {
            RunProgress::Done(figures) => Some(figures),
            RunProgress::Waiting | RunProgress::Running => None,
        })
    }
}
