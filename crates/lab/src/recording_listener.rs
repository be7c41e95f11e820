//! The listener that records a search and streams the record to a sink.

use super::control::Control;
use super::listener::Listener;
use super::{Job, Report, Settings};
use std::rc::Rc;
use std::sync::Arc;
use tilescope_search::{Action, Cost, NodeOutcome, Observer, StopReason};
use tilescope_trace::series::Sample;
use tilescope_trace::{Batch, NO_NODE, NodeId, Recorder};

/// The destination of a record.
pub trait TraceSink {
    fn batch(&self, batch: Batch);
    /// Takes `samples` and leaves the vector empty.
    fn samples(&self, samples: &mut Vec<Sample>);
    /// Wakes the reader of the record.
    fn wake(&self);
    /// The search is being stopped; `report` is final.
    fn stopped(&self, report: Report);
}

/// Keeps nothing.
pub struct NoSink;

impl TraceSink for NoSink {
    fn batch(&self, _: Batch) {}

    fn samples(&self, samples: &mut Vec<Sample>) {
        samples.clear();
    }

    fn wake(&self) {}

    fn stopped(&self, _: Report) {}
}

/// Sends the record to the run's handle in another thread.
pub struct ControlSink {
    pub control: Arc<Control>,
    pub wake: Rc<dyn Fn()>,
}

impl TraceSink for ControlSink {
    fn batch(&self, batch: Batch) {
        self.control.send_batch(batch);
        (self.wake)();
    }

    fn samples(&self, samples: &mut Vec<Sample>) {
        self.control.send_samples(samples);
    }

    fn wake(&self) {
        (self.wake)();
    }

    fn stopped(&self, report: Report) {
        self.control.send_report(report);
        (self.wake)();
    }
}

/// The node handle of a recorded search.
#[derive(Clone, Copy, Debug)]
pub struct RecordedNode {
    number: NodeId,
    /// f, in the precision of a plot.
    evaluation: f32,
}

/// f as a linear function of g and h. It is computed for every node, so it has no branch.
#[derive(Clone, Copy, Debug)]
struct LinearF {
    g_factor: f32,
    h_factor: f32,
}

impl LinearF {
    /// f of the algorithm in `settings`; g if it compares no costs.
    fn new(settings: &Settings) -> Self {
        let evaluation = settings.strategy().evaluation;
        let (g, h) = evaluation.factors(&settings.options).unwrap_or((1000, 0));
        LinearF {
            g_factor: g as f32 / 1000.0,
            h_factor: h as f32 / 1000.0,
        }
    }

    #[inline(always)]
    fn value(self, g: Cost, h: Cost) -> f32 {
        self.g_factor * g as f32 + self.h_factor * h as f32
    }
}

/// Records a search for a [`TraceSink`].
pub struct RecordingListener {
    f: LinearF,
    recorder: Recorder<Box<dyn FnMut(Batch)>>,
    samples: Vec<Sample>,
    sink: Rc<dyn TraceSink>,
}

impl RecordingListener {
    /// A listener for `job`, which limits the number of recorded nodes.
    pub fn new(job: &Job, sink: Rc<dyn TraceSink>) -> Self {
        let batches = Rc::clone(&sink);
        RecordingListener {
            f: LinearF::new(&job.settings),
            recorder: Recorder::new(
                job.max_recorded(),
                Box::new(move |batch| batches.batch(batch)),
            ),
            samples: Vec::new(),
            sink,
        }
    }
}

impl Listener for RecordingListener {
    #[inline(always)]
    fn evaluation(node: RecordedNode) -> Option<f32> {
        Some(node.evaluation)
    }

    fn number(node: RecordedNode) -> Option<NodeId> {
        (node.number != NO_NODE).then_some(node.number)
    }

    fn keeps_samples(&self) -> bool {
        true
    }

    fn sample(&mut self, sample: Sample) {
        self.samples.push(sample);
    }

    fn flush(&mut self) {
        self.recorder.flush();
        self.sink.samples(&mut self.samples);
        self.sink.wake();
    }

    fn wake(&self) {
        self.sink.wake();
    }

    fn stopped(&self, report: Report) {
        self.sink.stopped(report);
    }

    fn is_complete(&self) -> bool {
        !self.recorder.is_full()
    }
}

impl Observer for RecordingListener {
    type Node = RecordedNode;

    fn root(&mut self, h: Cost) -> RecordedNode {
        RecordedNode {
            number: self.recorder.root(h),
            evaluation: self.f.value(0, h),
        }
    }

    #[inline]
    fn generated(
        &mut self,
        parent: RecordedNode,
        action: Action,
        g: Cost,
        h: Cost,
        outcome: NodeOutcome,
    ) -> RecordedNode {
        RecordedNode {
            number: self
                .recorder
                .generated(parent.number, action, g, h, outcome),
            evaluation: self.f.value(g, h),
        }
    }

    #[inline]
    fn expand(&mut self, node: RecordedNode) -> Result<(), StopReason> {
        self.recorder.expand(node.number)
    }

    #[inline]
    fn discard(&mut self, node: RecordedNode, outcome: NodeOutcome) {
        self.recorder.discard(node.number, outcome);
    }

    fn requeued(&mut self, parent: RecordedNode, action: Action, g: Cost, h: Cost) -> RecordedNode {
        RecordedNode {
            number: self.recorder.requeued(parent.number, action, g, h),
            evaluation: self.f.value(g, h),
        }
    }

    fn solution(&mut self, node: RecordedNode, cost: Cost, actions: &[Action]) {
        self.recorder.solution(node.number, cost, actions);
    }

    fn meeting(&mut self, forward: RecordedNode, backward: RecordedNode) {
        self.recorder.meeting(forward.number, backward.number);
    }

    fn iteration(&mut self, bound: Cost) {
        self.recorder.iteration(bound);
    }

    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.recorder.reserve(bytes)
    }
}
