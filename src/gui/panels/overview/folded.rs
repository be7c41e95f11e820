//! What is in a subtree, in words: how many nodes, how deep, and the best f on its frontier.

use crate::gui::image_context;
use crate::gui::runs::{RunEntry, RunId};
use egui::Ui;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilescope_lab::{explain, format};
use tilescope_trace::subtrees::{Counter, Summary};
use tilescope_trace::{Moment, NodeId, Subtrees};

/// The part of a frame that counting may take.
const BUDGET: Duration = Duration::from_millis(4);
/// The nodes between two looks at the clock.
const STEP: usize = 1 << 12;
/// The greatest number of subtrees whose counts are remembered.
const MAX_KEPT: usize = 64;

/// The counts of the subtrees that were asked for.
#[derive(Default)]
pub struct Folded {
    of: Option<(RunId, Moment, Arc<Subtrees>)>,
    known: Vec<(NodeId, Summary)>,
    counting: Option<(NodeId, Counter)>,
}

impl Folded {
    /// What is in the subtree of `node` at `t`; `None` while it is counted, a few milliseconds a frame.
    pub fn summary(
        &mut self,
        ui: &Ui,
        entry: &RunEntry,
        index: &Arc<Subtrees>,
        t: Moment,
        node: NodeId,
    ) -> Option<Summary> {
        let is_same = |(run, at, known): &(RunId, Moment, Arc<Subtrees>)| {
            (*run, *at) == (entry.id, t) && Arc::ptr_eq(known, index)
        };
        if !self.of.as_ref().is_some_and(is_same) {
            *self = Folded {
                of: Some((entry.id, t, Arc::clone(index))),
                ..Folded::default()
            };
        }
        let known = self.known.iter().find(|(known, _)| *known == node);
        if let Some((_, summary)) = known {
            return Some(*summary);
        }
        let trace = entry.run.trace();
        let begun = self.counting.take().filter(|(begun, _)| *begun == node);
        let (_, mut counter) = begun.unwrap_or_else(|| {
            let factors = explain::factors(entry.run.job());
            (node, Counter::new(trace, index, node, t, factors))
        });
        let start = Instant::now();
        while !counter.step(trace, STEP) {
            if start.elapsed() >= BUDGET && !image_context::is_image(ui) {
                ui.ctx().request_repaint();
                self.counting = Some((node, counter));
                return None;
            }
        }
        if self.known.len() >= MAX_KEPT {
            self.known.remove(0);
        }
        self.known.push((node, counter.summary()));
        Some(counter.summary())
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
    let (trace, job) = (entry.run.trace(), entry.run.job());
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
    let step = format::count(t.into());
    let present = match summary {
        None => format!("At step {step}: counting…"),
        Some(Summary { generated: 0, .. }) => format!("At step {step}: none generated"),
        Some(summary) => {
            let [generated, frontier] =
                [summary.generated, summary.frontier].map(|n| format::count(n.into()));
            let least = summary.least_f.map_or(String::new(), |f| {
                format!(", least f {}", explain::level_f_text(job, f))
            });
            format!("At step {step}: {generated} generated, {frontier} on the frontier{least}")
        }
    };
    [whole, present]
}
