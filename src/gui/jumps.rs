//! Jumps along the timeline to the next or previous landmark of the active run, and the steps within a
//! subtree: sought a part a frame, since a record may have tens of millions of nodes.

use super::requests::Wake;
use super::runs::{RunEntry, RunId, RunNode, Runs};
use std::time::{Duration, Instant};
use tilescope_lab::landmark::{Landmark, Place, Progress, Seeker, Towards};
use tilescope_trace::subtrees::StepsBelow;
use tilescope_trace::{Moment, NodeId};

/// The landmark that is sought, if one is.
#[derive(Default)]
pub struct Jumps {
    sought: Option<Sought>,
    /// The node whose subtree is to be played, while its steps are gathered.
    subtree: Option<(RunNode, StepsBelow)>,
}

struct Sought {
    run: RunId,
    landmark: Landmark,
    towards: Towards,
    seeker: Seeker,
}

/// Where a search for a landmark has led.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arrival {
    At(Place),
    /// There is none; in words.
    Nowhere(String),
}

impl Jumps {
    /// The part of a frame that a search may take.
    const BUDGET: Duration = Duration::from_millis(6);
    /// The steps or nodes that are looked at between two looks at the clock.
    const STEP: u32 = 1 << 13;

    /// Begins to look for a landmark from the step `t` on, where `selected` is the selected node.
    pub fn seek(
        &mut self,
        entry: &RunEntry,
        landmark: Landmark,
        towards: Towards,
        t: Moment,
        selected: Option<NodeId>,
    ) {
        let (job, trace) = (entry.run.job(), entry.run.trace());
        self.subtree = None;
        self.sought = Some(Sought {
            run: entry.id,
            landmark,
            towards,
            seeker: Seeker::new(landmark, towards, job, trace, t, selected),
        });
    }

    /// Looks for nothing any more.
    pub fn cancel(&mut self) {
        *self = Jumps::default();
    }

    /// Begins to gather the steps that expand nodes of the subtree of `node`, which has this number.
    pub fn gather(&mut self, node: RunNode, number: NodeId) {
        *self = Jumps {
            sought: None,
            subtree: Some((node, StepsBelow::new(number))),
        };
    }

    /// Gathers on; returns the node and the steps when all are known.
    pub fn gathered(&mut self, runs: &Runs, wake: &Wake) -> Option<(RunNode, Vec<Moment>)> {
        let (node, mut steps) = self.subtree.take()?;
        let entry = runs.active()?;
        entry.number_of(node)?;
        let start = Instant::now();
        while !steps.step(entry.run.trace(), Self::STEP) {
            if start.elapsed() >= Self::BUDGET {
                self.subtree = Some((node, steps));
                wake();
                return None;
            }
        }
        Some((node, steps.finish()))
    }

    /// Looks on; returns where the search has led when it ends.
    pub fn poll(&mut self, runs: &Runs, wake: &Wake) -> Option<Arrival> {
        let mut sought = self.sought.take()?;
        let entry = runs.active().filter(|entry| entry.id == sought.run)?;
        let (job, trace) = (entry.run.job(), entry.run.trace());
        let start = Instant::now();
        loop {
            match sought.seeker.step(trace, Self::STEP) {
                Progress::Found(place) => return Some(Arrival::At(place)),
                Progress::Ended => {
                    let name = sought.landmark.name(job, trace);
                    let way = match sought.towards {
                        Towards::Next => "after",
                        Towards::Previous => "before",
                    };
                    return Some(Arrival::Nowhere(format!("No {name} {way} this step.")));
                }
                Progress::GoesOn if start.elapsed() >= Self::BUDGET => {
                    self.sought = Some(sought);
                    wake();
                    return None;
                }
                Progress::GoesOn => {}
            }
        }
    }
}
