//! How many nodes the iterations of a run are predicted to expand: counted on a thread while the run
//! goes on, and for runs that have ended once a panel asks.

use super::requests::Wake;
use super::runs::{RunEntry, RunId, Runs};
use super::text::{rounded, rounded_count};
use std::sync::Arc;
use std::time::Duration;
use tilescope_lab::audit::Limits;
use tilescope_lab::predict::conditional::Transitions;
use tilescope_lab::predict::{Forecast, Iterations};
use tilescope_lab::worker::Worker;
use tilescope_lab::{Counts, RunState};
use tilescope_puzzle::heuristics::Preparation;
use tilescope_puzzle::{Board, HeuristicExpr};

/// The predictions of the runs, and what they share.
#[derive(Default)]
pub struct Predictions {
    of_runs: Vec<(RunId, Prediction)>,
    /// The run that is being predicted.
    work: Option<(RunId, Work)>,
    /// The run whose prediction a panel has asked for.
    wanted: Option<RunId>,
    /// What follows what, by goal and heuristic, the newest last.
    counted: Vec<(Board, HeuristicExpr, Arc<Transitions>)>,
}

type Work = Worker<(usize, f64), Result<Arc<Transitions>, String>>;

#[derive(Default)]
struct Prediction {
    forecast: Forecast,
    /// Why it can't be made.
    failed: Option<String>,
}

/// What is known of a run's iterations.
pub enum PredictionState<'a> {
    /// It has none.
    None,
    /// The reason why they are not predicted.
    Unavailable(&'a str),
    /// It is about to be made.
    Waiting,
    Known(&'a Forecast),
}

/// A present or a next iteration.
#[derive(Clone, Copy, Debug)]
pub struct Predicted {
    pub bound: usize,
    pub n_nodes: f64,
    /// The time at the measured rate, if one is known.
    pub time: Option<Duration>,
}

/// The maximum number of goals and heuristics whose counts are kept.
const MAX_KEPT: usize = 4;
/// A run that ends sooner needs no prediction.
const PATIENCE: Duration = Duration::from_millis(300);
/// For the tables of a heuristic, in bytes. The run has built them before.
const MEMORY: u64 = 4 << 30;

const TABLES_GONE: &str = "it was not predicted while it ran, and its tables would have to be built \
    again";

impl Predictions {
    /// From now on the iterations of this run are predicted, also when it has ended.
    pub fn want(&mut self, run: RunId) {
        self.wanted = Some(run);
    }

    /// What is known of the iterations of a run.
    pub fn of(&self, entry: &RunEntry) -> PredictionState<'_> {
        // Parity may have decided without a search.
        if entry.run.state() == RunState::Ended && entry.run.counts().generated == 0 {
            return PredictionState::None;
        }
        match Iterations::of(entry.run.job()) {
            None => return PredictionState::None,
            Some(Err(reason)) => return PredictionState::Unavailable(reason),
            Some(Ok(_)) => {}
        }
        match self.of_runs.iter().find(|(run, _)| *run == entry.id) {
            None if is_out_of_reach(entry) => PredictionState::Unavailable(TABLES_GONE),
            None => PredictionState::Waiting,
            Some((_, prediction)) => match &prediction.failed {
                Some(reason) => PredictionState::Unavailable(reason),
                None => PredictionState::Known(&prediction.forecast),
            },
        }
    }

    /// The present or last iteration of a run, and the next one.
    pub fn present(&self, entry: &RunEntry) -> Option<(Predicted, Option<Predicted>)> {
        let PredictionState::Known(forecast) = self.of(entry) else {
            return None;
        };
        let counts = entry.run.counts();
        let rate = rate(&counts);
        let predicted = |(bound, n_nodes): (usize, f64)| Predicted {
            bound,
            n_nodes,
            time: rate.and_then(|rate| Duration::try_from_secs_f64(n_nodes / rate).ok()),
        };
        let bound = counts.bound? as usize;
        let present = predicted((bound, forecast.nodes(bound)?));
        Some((present, forecast.next(bound).map(predicted)))
    }

    /// The present iteration in a few words: “bound 57: about 158 M nodes, 40 s”.
    pub fn short(&self, entry: &RunEntry) -> Option<String> {
        Some(self.present(entry)?.0.words())
    }

    /// What is predicted of a run's iterations, or why nothing is, in sentences.
    pub fn sentences(&self, entry: &RunEntry) -> Option<String> {
        match self.of(entry) {
            PredictionState::None => None,
            PredictionState::Waiting => Some("The iterations are being predicted.".into()),
            PredictionState::Unavailable(reason) => Some(format!("No prediction: {reason}.")),
            PredictionState::Known(_) if entry.run.state() == RunState::Ended => {
                // An engine has no table of its iterations.
                let is_engine = entry.run.job().settings.algorithm.is_engine();
                let last = self.present(entry).filter(|_| is_engine);
                Some(match last {
                    Some((last, _)) => format!(
                        "Predicted for bound {}: about {} nodes, searched to its end.",
                        last.bound,
                        rounded_count(last.n_nodes)
                    ),
                    None => "Predicted are the nodes that an iteration expands if it is searched \
                             to its end; the last one ends at the goal."
                        .into(),
                })
            }
            PredictionState::Known(_) => {
                let (present, next) = self.present(entry)?;
                let next = next.map(|next| format!(" Next, {}.", next.words()));
                let next = next.unwrap_or_default();
                Some(format!("Predicted for {}.{next}", present.words()))
            }
        }
    }

    /// Receives what the thread has sent, and begins what is due.
    pub fn poll(&mut self, runs: &Runs, wake: &Wake) {
        self.of_runs.retain(|(run, _)| runs.get(*run).is_some());
        self.receive(runs);
        let Some(entry) = runs.active() else { return };
        let is_due = match entry.run.state() {
            RunState::Ended => self.wanted == Some(entry.id) && !is_out_of_reach(entry),
            _ => entry.run.building().is_none() && entry.run.counts().elapsed > PATIENCE,
        };
        let is_known = self.of_runs.iter().any(|(run, _)| *run == entry.id);
        if !is_due || is_known {
            return;
        }
        let Some(Ok(iterations)) = Iterations::of(entry.run.job()) else {
            return;
        };
        let mut known = self.counted.iter();
        let known = known.rfind(|it| it.0 == iterations.goal && it.1 == iterations.heuristic);
        let known = known.map(|it| Arc::clone(&it.2));
        let limits = Limits {
            // The run has the others.
            threads: std::num::NonZero::new(1),
            memory: MEMORY,
        };
        let wake = Arc::clone(wake);
        let work = move |interrupt: &_, send: &mut (dyn FnMut((usize, f64)) + Send)| {
            let on_iteration = &mut |bound, n_nodes| send((bound, n_nodes));
            let counted = iterations.predict(known, limits, interrupt, on_iteration);
            counted.map_err(|error| error.to_string())
        };
        self.of_runs.push((entry.id, Prediction::default()));
        // Another run that is being predicted is stopped, and is predicted again when it is shown.
        if let Some((other, _)) = self.work.take() {
            self.of_runs.retain(|(run, _)| *run != other);
        }
        let work = Worker::spawn("prediction", move || wake(), work);
        self.work = Some((entry.id, work));
    }

    fn receive(&mut self, runs: &Runs) {
        let Some((run, work)) = &self.work else {
            return;
        };
        let of_run = self.of_runs.iter_mut().find(|(id, _)| id == run);
        let Some((_, prediction)) = of_run else {
            self.work = None;
            return;
        };
        let ended = work.poll(|(bound, n_nodes)| prediction.forecast.push(bound, n_nodes));
        match ended {
            None => return,
            Some(Ok(Ok(counted))) => {
                let job = runs.get(*run).map(|entry| entry.run.job());
                if let Some(Some(Ok(it))) = job.map(Iterations::of) {
                    self.counted
                        .retain(|old| old.0 != it.goal || old.1 != it.heuristic);
                    self.counted.push((it.goal, it.heuristic, counted));
                    let surplus = self.counted.len().saturating_sub(MAX_KEPT);
                    self.counted.drain(..surplus);
                }
            }
            Some(Ok(Err(reason))) => prediction.failed = Some(reason),
            Some(Err(error)) => prediction.failed = Some(error.to_string()),
        }
        self.work = None;
    }
}

impl Predicted {
    fn words(&self) -> String {
        let time = self.time.map(|time| format!(", {}", rounded(time)));
        let (nodes, time) = (rounded_count(self.n_nodes), time.unwrap_or_default());
        format!("bound {}: about {nodes} nodes{time}", self.bound)
    }
}

/// Whether a run has ended whose tables are no longer kept.
fn is_out_of_reach(entry: &RunEntry) -> bool {
    let heuristic = &entry.run.job().settings.heuristic;
    entry.run.state() == RunState::Ended && heuristic.preparation() == Preparation::LargeTables
}

/// Nodes expanded per second of searching, once that is known to some extent.
fn rate(counts: &Counts) -> Option<f64> {
    const LEAST: f64 = 0.1;
    let seconds = counts
        .elapsed
        .saturating_sub(counts.for_tables)
        .as_secs_f64();
    (seconds > LEAST).then(|| counts.expanded as f64 / seconds)
}
