//! What nodes are coloured by, and whether the tree has f-contours. The values of a number in the active run are counted a part a frame, also
//! while the run goes on.

pub use super::colour_by::ColourBy;
pub use super::visible_errors::{Counts, Viewer};

use super::requests::Wake;
use super::runs::{RunEntry, RunId, Runs};
use super::visible_errors::{VisibleErrors, have_same_costs};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::{Duration, Instant};
use tilescope_lab::{Distribution, Problem, Quantity, TrueCosts};
use tilescope_trace::NodeId;

/// What can happen to the search for h\* of the nodes that are looked at.
#[derive(Clone, Debug)]
pub enum ColouringAction {
    /// A panel shows these nodes of a run now.
    Visible(Viewer, RunId, Vec<NodeId>),
    /// The search for the visible nodes' h\* stops, or goes on.
    Stop(bool),
}

/// The choice, and what was counted for it.
#[derive(Default)]
pub struct Colouring {
    chosen: ColourBy,
    has_contours: bool,
    counted: Option<(RunId, Distribution)>,
    true_costs: Option<(Problem, Exact)>,
    visible: VisibleErrors,
}

/// h\* of the states of a problem.
enum Exact {
    Sought(Receiver<Option<TrueCosts>>),
    Known(Option<Arc<TrueCosts>>),
}

impl Colouring {
    /// The part of a frame that counting may take.
    const BUDGET: Duration = Duration::from_millis(2);
    /// The nodes that are counted between two looks at the clock.
    const STEP: u32 = 1 << 13;

    pub fn choose(&mut self, chosen: ColourBy) {
        if self.chosen != chosen {
            self.chosen = chosen;
            self.counted = None;
            self.visible.rest();
            self.visible.set_stopped(false);
        }
    }

    /// Whether the errors of a run's nodes are found of those alone that are looked at.
    pub fn is_of_visible(&self, entry: &RunEntry) -> bool {
        self.quantity_of(entry) == Some(Quantity::Error)
            && !TrueCosts::are_of_all(&entry.run.job().problem)
    }

    /// The nodes that are looked at, and how far h\* of them is found.
    pub fn visible(&self) -> &VisibleErrors {
        &self.visible
    }

    pub fn apply(&mut self, action: ColouringAction) {
        match action {
            ColouringAction::Visible(viewer, run, nodes) => {
                self.visible.want(viewer, run, nodes);
            }
            ColouringAction::Stop(is_stopped) => self.visible.set_stopped(is_stopped),
        }
    }

    /// Whether f-contours are drawn over trees whose nodes have an f.
    pub fn has_contours(&self) -> bool {
        self.has_contours
    }

    pub fn set_contours(&mut self, has_contours: bool) {
        self.has_contours = has_contours;
    }

    pub fn chosen(&self) -> ColourBy {
        self.chosen
    }

    /// The number that was chosen, which the active run may lack.
    pub fn quantity(&self) -> Option<Quantity> {
        match self.chosen {
            ColourBy::Quantity(quantity) => Some(quantity),
            ColourBy::Status | ColourBy::Comparison => None,
        }
    }

    /// The number by which the nodes of a run are coloured; `None` if it is their status.
    pub fn quantity_of(&self, entry: &RunEntry) -> Option<Quantity> {
        let (job, trace) = (entry.run.job(), entry.run.trace());
        self.quantity()
            .filter(|quantity| quantity.missing(job, trace).is_none())
    }

    /// The values of the nodes of a run, as far as they are counted; `None` if its nodes are coloured
    /// by their status, and while h\* is sought.
    pub fn of(&self, entry: &RunEntry) -> Option<&Distribution> {
        let (run, distribution) = self.counted.as_ref()?;
        (*run == entry.id).then_some(distribution)
    }

    /// Counts on. `shown` is the node of the active run that the node panel shows.
    pub fn poll(&mut self, runs: &Runs, shown: Option<NodeId>, wake: &Wake) {
        let active = runs.active();
        let active = active.filter(|entry| entry.run.trace().n_nodes() > 0);
        let due = active.and_then(|entry| Some((entry, self.quantity_of(entry)?)));
        let Some((entry, quantity)) = due else {
            self.counted = None;
            self.visible.rest();
            return;
        };
        let trace = entry.run.trace();
        let is_of = |(run, counted): &(RunId, Distribution)| {
            *run == entry.id
                && counted.quantity() == quantity
                && counted.n_nodes() <= trace.n_nodes()
        };
        let mut counted = self.counted.take().filter(is_of);
        if counted.is_none() {
            let job = entry.run.job();
            let true_costs = match quantity {
                Quantity::Error if self.is_of_visible(entry) => None,
                Quantity::Error => match self.true_costs(&job.problem, wake) {
                    Some(known) => known,
                    None => return,
                },
                _ => None,
            };
            counted = Some((entry.id, Distribution::new(quantity, job, true_costs)));
        }
        let Some((run, mut distribution)) = counted else {
            return;
        };
        if self.is_of_visible(entry) {
            self.visible.poll(entry, shown, &mut distribution, wake);
        }
        let start = Instant::now();
        while !distribution.count(trace, Self::STEP) {
            if start.elapsed() >= Self::BUDGET {
                wake();
                break;
            }
        }
        self.counted = Some((run, distribution));
    }

    /// h\* of the states of `problem`; `None` while a thread looks for it, and `Some(None)` if there
    /// is none.
    fn true_costs(&mut self, problem: &Problem, wake: &Wake) -> Option<Option<Arc<TrueCosts>>> {
        let is_known = |(known, _): &(Problem, Exact)| have_same_costs(known, problem);
        let (_, exact) = match self.true_costs.take().filter(is_known) {
            Some(known) => self.true_costs.insert(known),
            None => {
                let exact = seek(problem, wake);
                self.true_costs.insert((problem.clone(), exact))
            }
        };
        if let Exact::Sought(found) = exact {
            *exact = match found.try_recv() {
                Ok(found) => Exact::Known(found.map(Arc::new)),
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => Exact::Known(None),
            };
        }
        match exact {
            Exact::Known(known) => Some(known.clone()),
            Exact::Sought(_) => None,
        }
    }

    /// The nodes whose values stay unknown because there are too many.
    pub fn n_left_out(&self, entry: &RunEntry) -> NodeId {
        let left = entry
            .run
            .trace()
            .n_nodes()
            .saturating_sub(Distribution::MAX_ERRORS);
        match self.quantity_of(entry) {
            Some(Quantity::Error) if !self.is_of_visible(entry) => left,
            _ => 0,
        }
    }
}

/// Starts a thread that finds h\* of the states of `problem`.
fn seek(problem: &Problem, wake: &Wake) -> Exact {
    let (sender, receiver) = mpsc::channel();
    let (problem, wake) = (problem.clone(), Arc::clone(wake));
    let thread = std::thread::Builder::new().name("exact distances".to_owned());
    let work = move || {
        // A window that is closed meanwhile receives nothing.
        let _ = sender.send(TrueCosts::find(&problem));
        wake();
    };
    match thread.spawn(work) {
        Ok(_) => Exact::Sought(receiver),
        Err(_) => Exact::Known(None),
    }
}
