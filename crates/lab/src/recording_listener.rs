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
    /// In order of generation, recorded or not.
    number: NodeId,
    depth: u32,
}

/// f as a linear function of g and h.
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

    fn value(self, g: Cost, h: Cost) -> f32 {
        self.g_factor * g as f32 + self.h_factor * h as f32
    }
}

/// Records a search for a [`TraceSink`].
pub struct RecordingListener {
    f: LinearF,
    recorder: Recorder<Box<dyn FnMut(Batch)>>,
    /// The nodes that were not recorded.
    n_beyond: NodeId,
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
            n_beyond: 0,
            samples: Vec::new(),
            sink,
        }
    }

    /// The number of a node of which the recorder has made `recorded`.
    #[inline(always)]
    fn numbered(&mut self, recorded: NodeId) -> NodeId {
        match recorded {
            NO_NODE => self.number_beyond(),
            number => number,
        }
    }

    #[cold]
    fn number_beyond(&mut self) -> NodeId {
        let number = self.recorder.n_nodes().saturating_add(self.n_beyond);
        self.n_beyond = self.n_beyond.saturating_add(1);
        number
    }
}

impl Listener for RecordingListener {
    const IS_RECORDING: bool = true;

    fn f(&self, (g, h): (Cost, Cost)) -> f32 {
        self.f.value(g, h)
    }

    #[inline(always)]
    fn depth(node: RecordedNode) -> u32 {
        node.depth
    }

    fn id(node: RecordedNode) -> NodeId {
        node.number
    }

    fn number(&self, node: RecordedNode) -> Option<NodeId> {
        (node.number < self.recorder.n_nodes()).then_some(node.number)
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
        let number = self.recorder.root(h);
        RecordedNode {
            number: self.numbered(number),
            depth: 0,
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
        let number = (self.recorder).generated(parent.number, action, g, h, outcome);
        RecordedNode {
            number: self.numbered(number),
            depth: parent.depth.wrapping_add(1),
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
        let number = (self.recorder).requeued(parent.number, action, g, h);
        RecordedNode {
            number: self.numbered(number),
            depth: parent.depth.wrapping_add(1),
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
