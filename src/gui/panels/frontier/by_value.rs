//! The rows of the frontier panel by backed-up f, which a replay of the record finds.

use crate::gui::requests::Wake;
use crate::gui::runs::RunEntry;
use crate::gui::work::Work;
use tilescope_lab::explain::{BackedUp, MAX_SCANNED};
use tilescope_lab::{Interrupt, Job};
use tilescope_search::{Cost, Selection};
use tilescope_trace::frontier::Tie;
use tilescope_trace::{Moment, NodeId, Trace};

/// The nodes that a memory-bounded search may take next, in its order, with their values.
pub struct ByValue {
    pub rows: Vec<(NodeId, Cost)>,
    pub ties: Vec<Tie>,
}

/// A record of so few nodes is replayed at once: it takes no longer than a frame.
const MAX_AT_ONCE: NodeId = 20_000;

/// Begins to put the nodes in order; `None` if the search takes them in another order, or the record is
/// too large to be replayed. In an image only what can be replayed at once is.
pub fn find(entry: &RunEntry, t: Moment, is_image: bool, wake: &Wake) -> Option<Work<ByValue>> {
    let (job, trace) = (entry.run.job(), entry.run.trace());
    let is_by_value = job.settings.strategy().selection == Selection::LowestBackedUpF;
    if !is_by_value || trace.n_generated(t) > MAX_SCANNED {
        return None;
    }
    if trace.n_nodes() <= MAX_AT_ONCE {
        let replayed = replayed(job, trace, t, &Interrupt::default(), &mut |_| {});
        return Some(Work::done(replayed));
    }
    let (job, trace) = (job.clone(), entry.run.shared_trace());
    let replay = move |interrupt: &Interrupt, progress: &mut (dyn FnMut(f64) + Send)| {
        replayed(&job, &trace, t, interrupt, progress)
    };
    (!is_image).then(|| Work::spawn("replay frontier", wake, replay))
}

fn replayed(
    job: &Job,
    trace: &Trace,
    t: Moment,
    interrupt: &Interrupt,
    progress: &mut dyn FnMut(f64),
) -> Result<ByValue, &'static str> {
    /// The steps between two looks at the interrupt.
    const STEPS: Moment = 1000;
    let mut values = BackedUp::new(job, trace);
    while !values.advance(trace, t, STEPS) {
        if interrupt.is_stopped() {
            return Err("stopped");
        }
        progress(f64::from(values.t()) / f64::from(t.max(1)));
    }
    let rows = values.order(trace);
    let ties = rows.chunk_by(|a, b| a.1 == b.1);
    let ties = ties.scan(0, |end, alike| {
        let start = *end;
        *end += alike.len();
        let key = alike[0].1.into();
        Some(Tie {
            rows: start..*end,
            key,
        })
    });
    Ok(ByValue {
        ties: ties.collect(),
        rows,
    })
}
