//! The observer that counts, samples, enforces limits, and pauses or stops the search.
//!
//! What it adds to every node of a search is kept to a few instructions:
//!
//! - A node that is put on the frontier changes one counter, and so does a node that is dropped. A
//!   node that is expanded at once changes none. The other counts follow from these and the number
//!   of expansions.
//! - An expansion counts down to the next visit to the slow path: that is due at the next sample,
//!   when the clock is to be checked, or at the limit on expansions, whichever comes first. The
//!   clock is checked every millisecond, and commands are obeyed then.
//! - A breakpoint costs a test of one or two values an event, and none if the listener records nothing:
//!   see `watch`.
//! - Only a node with h at most the least so far is a candidate for the best one, and no node that
//!   is dropped.

mod engine;
mod limits;
mod pace;
mod report;
mod watch;

use super::control::{Control, RunCommand};
use super::listener::Listener;
use super::{Counts, Incumbent, Job, Limits, TablesUsed, format};
use pace::{Clock, Samples};
use std::sync::Arc;
use std::time::Duration;
use tilescope_search::memory::check_machine;
use tilescope_search::{
    Action, Cost, NodeEvent, NodeOutcome, NodeView, Observer, Solution, Space, StopReason,
};
use tilescope_trace::series::Sample;
use watch::Watch;

/// Counts, samples, enforces limits, obeys commands, and forwards every call to its listener.
pub struct Meter<L: Listener> {
    listener: L,
    control: Arc<Control>,
    limits: Limits,
    /// Whether the search uses a heuristic.
    is_informed: bool,
    /// Whether an engine is searching. Engines report progress instead of nodes.
    is_engine: bool,
    /// The number of units in a cost of 1.
    unit: Cost,
    /// The number of expansions at which the next visit to the slow path is due.
    next_visit: u64,
    /// The number of expansions until then.
    until_visit: u64,
    /// Nodes that were generated and are neither expanded nor on the frontier.
    dropped: u64,
    /// How many of them an engine reported as progress.
    n_reported: u64,
    /// Whether the engine reported its frontier.
    is_frontier_reported: bool,
    peak_frontier: u64,
    /// How far the frontier is below its peak.
    below_peak: u64,
    bytes: u64,
    /// Peak memory while building tables, in bytes.
    peak_building: u64,
    tables: Option<TablesUsed>,
    /// When the engine began to build its own tables, and the bytes in use then.
    tables_begun: (Duration, u64),
    bound: Option<Cost>,
    /// The least h of all nodes.
    best_h: Cost,
    /// The least g of the nodes with that h.
    best_g: Cost,
    /// The first node with that g and h.
    best: Option<L::Node>,
    /// The best solution so far, in searches that go on after the first.
    solution: Option<Solution<L::Node>>,
    /// The method that an engine chose, if it has several.
    method: Option<String>,
    /// g and h of the node that was expanded last.
    last_expanded: (Cost, Cost),
    watch: Watch,
    samples: Samples,
    clock: Clock,
}

impl<L: Listener> Meter<L> {
    /// A meter for the search of `job`.
    pub fn new(job: &Job, control: Arc<Control>, listener: L) -> Self {
        Meter {
            listener,
            watch: Watch::new(job, control.watched()),
            control,
            limits: job.settings.limits,
            is_informed: job.settings.algorithm.uses_heuristic,
            is_engine: job.settings.algorithm.is_engine(),
            unit: job.problem.unit(),
            next_visit: 0,
            until_visit: 0,
            dropped: 0,
            n_reported: 0,
            is_frontier_reported: false,
            peak_frontier: 0,
            below_peak: 0,
            bytes: 0,
            peak_building: 0,
            tables: None,
            tables_begun: (Duration::ZERO, 0),
            bound: None,
            best_h: Cost::MAX,
            best_g: Cost::MAX,
            best: None,
            solution: None,
            method: None,
            last_expanded: (0, 0),
            samples: Samples::default(),
            clock: Clock::default(),
        }
    }

    /// Takes the last sample and flushes everything, at the end of the search.
    pub fn finish(&mut self) {
        self.sample();
        self.publish();
        self.listener.flush();
    }

    pub fn counts(&self) -> Counts {
        let elapsed = self.control.elapsed();
        let building = match self.control.building() {
            Some(_) => elapsed.saturating_sub(self.tables_begun.0),
            None => Duration::ZERO,
        };
        let built = self.tables.map_or(Duration::ZERO, |tables| tables.elapsed);
        Counts {
            expanded: self.n_expanded(),
            generated: self.n_generated(),
            frontier: self.knows_frontier().then_some(self.n_frontier()),
            peak_frontier: self.knows_frontier().then_some(self.peak_frontier),
            peak_bytes: self.bytes.max(self.peak_building),
            elapsed,
            for_tables: built + building,
            bound: self.bound,
        }
    }

    /// Whether the search has reported its frontier, node by node or as progress. An engine that has
    /// reported nothing yet may have none.
    fn knows_frontier(&self) -> bool {
        let is_node_by_node = self.n_reported == 0 && (!self.is_engine || self.n_expanded() > 0);
        self.is_frontier_reported || is_node_by_node
    }

    /// The slow path: everything that is too slow for every expansion.
    #[cold]
    fn slow_path(&mut self) -> Result<(), StopReason> {
        self.check_breakpoint()?;
        if self.n_expanded() >= self.samples.next {
            self.sample();
        }
        if (self.limits.expanded).is_some_and(|limit| self.n_expanded() >= limit) {
            return Err(StopReason::Expanded);
        }
        if self.control.has_commands() {
            self.obey()?;
        }
        if self.n_expanded() >= self.clock.next {
            self.check_clock()?;
        }
        let opening = self.take_breakpoints();
        let limit = self.limits.expanded.unwrap_or(u64::MAX).min(opening);
        let next = match self.control.has_commands() {
            true => self.n_expanded() + 1,
            false => self.samples.next.min(self.clock.next).min(limit),
        };
        self.set_next_visit(next, self.n_expanded());
        Ok(())
    }

    /// A visit after the next expansion was counted.
    #[cold]
    fn visit_before_expansion(&mut self) -> Result<(), StopReason> {
        self.until_visit = self.until_visit.wrapping_add(1);
        self.slow_path().map_err(|reason| self.stop(reason))?;
        self.until_visit -= 1;
        Ok(())
    }

    /// A descent at which a visit is due: the node is on the frontier during the visit. A copy for
    /// each caller, whose compiler then sees which arguments are not used.
    #[cold]
    #[inline]
    fn descend_slowly(
        &mut self,
        parent: L::Node,
        action: Action,
        g: Cost,
        h: Cost,
    ) -> Result<L::Node, StopReason> {
        self.until_visit = self.until_visit.wrapping_add(1);
        let node = self.generated(parent, action, g, h, NodeOutcome::Frontier);
        self.expand(node)?;
        Ok(node)
    }

    /// Reports the outcome as soon as the search is stopped. The search then frees its memory, which
    /// may take too long to wait for.
    #[cold]
    fn stop(&mut self, reason: StopReason) -> StopReason {
        self.finish();
        let others = self.control.other_bytes();
        if reason == StopReason::Memory && others > 0 {
            self.control.note(format!(
                "other runs hold {} of the memory limit: remove some of them, or raise the limit",
                format::bytes(others)
            ));
        }
        self.listener.stopped(self.report_stopped(reason));
        reason
    }

    /// Obeys commands; blocks while the run is paused.
    fn obey(&mut self) -> Result<(), StopReason> {
        loop {
            match self.control.next_command() {
                RunCommand::Continue => return Ok(()),
                RunCommand::Stop => return Err(StopReason::Interrupt),
                RunCommand::Wait => {
                    self.sample();
                    self.publish();
                    self.listener.flush();
                    if self.control.park() {
                        self.listener.wake();
                        self.control.wait_for_command();
                        self.clock.restart(self.control.elapsed());
                    }
                }
            }
        }
    }

    fn check_clock(&mut self) -> Result<(), StopReason> {
        let now = self.control.elapsed();
        self.check_limits(now, 0)?;
        self.clock.check(now, self.n_expanded());
        self.publish();
        if self.clock.is_flush_due(now) {
            self.listener.flush();
        }
        Ok(())
    }

    pub(super) fn control(&self) -> &Control {
        &self.control
    }

    pub(super) fn listener(&self) -> &L {
        &self.listener
    }

    pub(super) fn into_listener(self) -> L {
        self.listener
    }

    /// Samples, at most once per number of expansions and not while tables are being built.
    fn sample(&mut self) {
        if !self.listener.keeps_samples() {
            self.samples.next = u64::MAX;
            return;
        }
        if self.control.building().is_some() || !self.samples.take(self.n_expanded()) {
            return;
        }
        let counts = self.counts();
        self.listener.sample(Sample {
            expanded: counts.expanded,
            generated: counts.generated,
            frontier: counts.frontier,
            f: f64::from(self.listener.f(self.last_expanded)) / f64::from(self.unit),
            seconds: counts.elapsed.as_secs_f64(),
            memory: (self.bytes > 0).then_some(self.bytes),
        });
    }

    /// Publishes the counts to the handle.
    pub(super) fn publish(&self) {
        self.control.set_counts(&self.counts());
    }

    fn n_expanded(&self) -> u64 {
        self.next_visit - self.until_visit
    }

    /// The next visit is due at `next` expansions; `expanded` is the count now.
    fn set_next_visit(&mut self, next: u64, expanded: u64) {
        self.next_visit = next;
        self.until_visit = next - expanded;
    }

    fn n_frontier(&self) -> u64 {
        self.peak_frontier - self.below_peak
    }

    fn n_generated(&self) -> u64 {
        (self.dropped)
            .wrapping_add(self.n_expanded())
            .wrapping_add(self.n_frontier())
    }

    /// The frontier has another size now, which takes the place of its old one.
    fn set_frontier(&mut self, frontier: u64) {
        // As many nodes were generated as before.
        let generated = self.n_generated();
        self.peak_frontier = self.peak_frontier.max(frontier);
        self.below_peak = self.peak_frontier - frontier;
        self.set_n_generated(generated);
    }

    fn set_n_generated(&mut self, generated: u64) {
        let not_dropped = self.n_expanded().wrapping_add(self.n_frontier());
        self.dropped = generated.wrapping_sub(not_dropped);
    }

    /// A descent that needs no visit and no closer look.
    #[inline]
    fn descend_quickly(
        &mut self,
        parent: L::Node,
        action: Action,
        g: Cost,
        h: Cost,
    ) -> Result<L::Node, StopReason> {
        let outcome = NodeOutcome::Frontier;
        let node = self.listener.generated(parent, action, g, h, outcome);
        self.listener.expand(node)?;
        self.look_at(g, h, node);
        if L::IS_RECORDING {
            self.last_expanded = (g, h);
        }
        Ok(node)
    }

    /// A node was put on the frontier.
    #[inline(always)]
    fn push(&mut self) {
        let (below_peak, is_peak) = self.below_peak.overflowing_sub(1);
        self.below_peak = below_peak;
        if is_peak {
            self.peak_frontier += 1;
            self.below_peak = 0;
        }
    }

    /// Not a call even where a better node is found: for a call, the search would have to save its
    /// registers.
    #[inline(always)]
    fn look_at(&mut self, g: Cost, h: Cost, node: L::Node) {
        if h <= self.best_h && (h < self.best_h || g < self.best_g) {
            (self.best_h, self.best_g) = (h, g);
            self.best = Some(node);
        }
    }
}

impl<L: Listener> Observer for Meter<L> {
    type Node = L::Node;

    fn root(&mut self, h: Cost) -> L::Node {
        self.push();
        let node = self.listener.root(h);
        self.last_expanded = (0, h);
        self.look_at(0, h, node);
        node
    }

    #[inline]
    fn generated(
        &mut self,
        parent: L::Node,
        action: Action,
        g: Cost,
        h: Cost,
        outcome: NodeOutcome,
    ) -> L::Node {
        let node = self.listener.generated(parent, action, g, h, outcome);
        match outcome {
            NodeOutcome::Frontier | NodeOutcome::Improved | NodeOutcome::Reopened => {
                self.look_at(g, h, node);
                self.push();
            }
            NodeOutcome::Goal => {
                self.look_at(g, h, node);
                self.dropped = self.dropped.wrapping_add(1);
            }
            NodeOutcome::Duplicate | NodeOutcome::Cycle | NodeOutcome::Cut => {
                self.dropped = self.dropped.wrapping_add(1);
            }
        }
        node
    }

    #[inline]
    fn expand(&mut self, node: L::Node) -> Result<(), StopReason> {
        let (until_visit, is_due) = self.until_visit.overflowing_sub(1);
        self.until_visit = until_visit;
        if is_due {
            self.visit_before_expansion()?;
        }
        self.below_peak += 1;
        self.listener.expand(node)
    }

    #[inline(always)]
    fn examine<S: Space>(&mut self, event: NodeEvent, node: L::Node, view: NodeView<S>) {
        if !L::IS_RECORDING {
            return;
        }
        if self.watch.gate.lets(event, L::depth(node), view) {
            // A copy, so that the search may keep the state in registers.
            let (state, costs) = (*view.state, (view.g, view.h));
            self.test_breakpoints(event, node, view.space, state, costs);
        }
        if event == NodeEvent::Expanded {
            self.last_expanded = (view.g, view.h);
        }
    }

    /// The peak of the frontier does not count the node: it leaves the frontier at once.
    #[inline(always)]
    fn descend<S: Space>(
        &mut self,
        parent: L::Node,
        action: Action,
        view: NodeView<S>,
    ) -> Result<L::Node, StopReason> {
        let (until_visit, is_due) = self.until_visit.overflowing_sub(1);
        self.until_visit = until_visit;
        if !L::IS_RECORDING {
            if is_due {
                return self.descend_slowly(parent, action, view.g, view.h);
            }
        } else if is_due || (self.watch.gate).lets_descent(L::depth(parent) + 1, view) {
            let state = &{ *view.state };
            return self.descend_examined(parent, action, NodeView { state, ..view });
        }
        self.descend_quickly(parent, action, view.g, view.h)
    }

    #[inline]
    fn discard(&mut self, node: L::Node, outcome: NodeOutcome) {
        self.below_peak += 1;
        self.dropped = self.dropped.wrapping_add(1);
        self.listener.discard(node, outcome);
    }

    #[inline]
    fn requeued(&mut self, parent: L::Node, action: Action, g: Cost, h: Cost) -> L::Node {
        self.push();
        // It is not generated again.
        self.dropped = self.dropped.wrapping_sub(1);
        self.listener.requeued(parent, action, g, h)
    }

    fn solution(&mut self, node: L::Node, cost: Cost, actions: &[Action]) {
        self.solution = Some(Solution {
            actions: actions.to_vec(),
            cost,
            node,
        });
        let n_moves = actions.len();
        self.control.set_incumbent(Incumbent { n_moves, cost });
        self.listener.solution(node, cost, actions);
    }

    fn meeting(&mut self, forward: L::Node, backward: L::Node) {
        self.listener.meeting(forward, backward);
    }

    fn iteration(&mut self, bound: Cost) {
        // From the second iteration on, the frontier is the root.
        self.set_frontier(self.n_generated().min(1));
        self.watch.n_before_iteration = self.n_expanded();
        self.bound = Some(bound);
        self.listener.iteration(bound);
    }

    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.check_growth(bytes as u64)
            .and_then(|()| check_machine(bytes))
            .map_err(|reason| self.stop(reason))?;
        self.bytes += bytes as u64;
        self.listener.reserve(bytes)
    }
}
