//! What is in a subtree, in words: how many nodes, how deep, and the best f on its frontier.

use crate::gui::image_context;
use crate::gui::requests::Wake;
use crate::gui::runs::{RunEntry, RunMoment};
use crate::gui::work::{Work, WorkState};
use egui::Ui;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilescope_lab::{RunState, explain, format};
use tilescope_trace::subtrees::{Counter, Summary};
use tilescope_trace::{Moment, NodeId, Subtrees};

/// The part of a frame that counting may take. What takes longer is counted on a thread, unless the run
/// goes on, which a thread that reads its record would hold up.
const BUDGET: Duration = Duration::from_millis(2);
/// The nodes between two looks at the clock, in a frame and on a thread.
const STEP: usize = 1 << 12;
const STEP_OF_THREAD: usize = 1 << 16;
/// The greatest number of subtrees whose counts are remembered.
const MAX_KEPT: usize = 64;

/// The counts of the subtrees that were asked for.
#[derive(Default)]
pub struct Folded {
    of: Option<(RunMoment, Arc<Subtrees>)>,
    known: Vec<(NodeId, Summary)>,
    counting: Option<(NodeId, Counting)>,
}

enum Counting {
    InFrames(Counter),
    OnThread(Work<Summary>),
}

impl Folded {
    /// What is in the subtree of `node` at `t`; `None` while it is counted.
    pub fn summary(
        &mut self,
        ui: &Ui,
        entry: &RunEntry,
        index: &Arc<Subtrees>,
        t: Moment,
        node: NodeId,
    ) -> Option<Summary> {
        let moment = entry.moment(t);
        let is_same =
            |(of, known): &(RunMoment, Arc<Subtrees>)| *of == moment && Arc::ptr_eq(known, index);
        if !self.of.as_ref().is_some_and(is_same) {
            *self = Folded {
                of: Some((moment, Arc::clone(index))),
                ..Folded::default()
            };
        }
        let known = self.known.iter().find(|(known, _)| *known == node);
        if let Some((_, summary)) = known {
            return Some(*summary);
        }
        let begun = self.counting.take().filter(|(begun, _)| *begun == node);
        let counting = begun.map_or_else(
            || {
                let factors = explain::factors(entry.run.job());
                let counter = Counter::new(entry.run.trace(), index, node, t, factors);
                Counting::InFrames(counter)
            },
            |(_, counting)| counting,
        );
        match counting.advance(ui, entry) {
            Ok(summary) => {
                if self.known.len() >= MAX_KEPT {
                    self.known.remove(0);
                }
                self.known.push((node, summary));
                Some(summary)
            }
            Err(counting) => {
                self.counting = Some((node, counting));
                None
            }
        }
    }
}

impl Counting {
    /// Counts on. Returns the counts, or what is left to do.
    fn advance(self, ui: &Ui, entry: &RunEntry) -> Result<Summary, Counting> {
        let mut counter = match self {
            Counting::InFrames(counter) => counter,
            Counting::OnThread(mut work) => {
                work.poll();
                return match work.state() {
                    WorkState::Done(summary) => Ok(*summary),
                    _ => Err(Counting::OnThread(work)),
                };
            }
        };
        let trace = entry.run.trace();
        let start = Instant::now();
        while !counter.step(trace, STEP) {
            if start.elapsed() < BUDGET || image_context::is_image(ui) {
                continue;
            }
            if !matches!(entry.run.state(), RunState::Paused | RunState::Ended) {
                ui.ctx().request_repaint();
                return Err(Counting::InFrames(counter));
            }
            let (trace, context) = (entry.run.shared_trace(), ui.ctx().clone());
            let wake: Wake = Arc::new(move || context.request_repaint());
            let work = Work::spawn("subtree counts", &wake, move |interrupt, _| {
                while !counter.step(&trace, STEP_OF_THREAD) {
                    if interrupt.is_stopped() {
                        return Err("stopped");
                    }
                }
                Ok(counter.summary())
            });
            return Err(Counting::OnThread(work));
        }
        Ok(counter.summary())
    }
}

/// The subtree of a node in phrases: “1 234 nodes in its subtree (3.1 %), down to depth 57”, “At step
/// 600: 1 000 generated, 200 on the frontier, least f 49”.
pub fn phrases(
    entry: &RunEntry,
    index: &Subtrees,
    t: Moment,
    node: NodeId,
    summary: Option<Summary>,
) -> [String; 2] {
    let trace = entry.run.trace();
    let size = index.size(node);
    let share = 100.0 * f64::from(size) / f64::from(index.n_nodes().max(1));
    let whole = match size {
        1 => "no nodes below it".to_owned(),
        _ => {
            let share = match share {
                99.95.. => String::new(),
                ..0.05 => " (< 0.1 %)".to_owned(),
                _ => format!(" ({share:.1} %)"),
            };
            let deepest = trace.depth(node) + index.height(node);
            format!(
                "{} nodes in its subtree{share}, down to depth {}",
                format::count(size.into()),
                format::count(deepest.into())
            )
        }
    };
    [whole, at_step(entry, t, summary)]
}

/// “At step 600: 1 000 generated, 200 on the frontier, least f 49”.
pub fn at_step(entry: &RunEntry, t: Moment, summary: Option<Summary>) -> String {
    let step = format::count(t.into());
    match summary {
        None => format!("At step {step}: counting…"),
        Some(Summary { generated: 0, .. }) => format!("At step {step}: none generated"),
        Some(summary) => {
            let [generated, frontier] =
                [summary.generated, summary.frontier].map(|n| format::count(n.into()));
            let least = summary.least_f.map_or(String::new(), |f| {
                format!(", least f {}", explain::level_f_text(entry.run.job(), f))
            });
            format!("At step {step}: {generated} generated, {frontier} on the frontier{least}")
        }
    }
}
