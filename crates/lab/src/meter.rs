//! The observer that counts, samples, obeys limits, and is paused and stopped.
//!
//! Between two visits to the slow path an expansion costs one comparison and one load
//! more than the bare search. The next visit is due at the next sample, the next look at
//! the clock, or the limit on expansions, whichever comes first; orders from outside are
//! seen at the very next expansion.

mod pace;
mod report;

use super::control::{Control, RunCommand};
use super::listener::Listener;
use super::{Counts, Job, Limits, SoFar, TablesFrom, TablesUsed};
use pace::{Clock, Samples};
use std::sync::Arc;
use std::time::Duration;
use tilescope_search::{
    Action, Cost, EngineObserver, NodeOutcome, Observer, Progress, Solution, StopReason,
};
use tilescope_trace::series::Sample;

/// Counts, samples, obeys limits and orders, and passes everything on to its listener.
pub struct Meter<L: Listener> {
    listener: L,
    control: Arc<Control>,
    limits: Limits,
    /// Whether estimates mean anything.
    is_informed: bool,
    /// Whether an engine searches, which reports progress instead of nodes.
    is_engine: bool,
    /// How many units of cost make 1.
    unit: Cost,
    expanded: u64,
    generated: u64,
    /// How many of them an engine reported as progress.
    n_reported: u64,
    /// Whether the engine reported its frontier.
    is_frontier_reported: bool,
    frontier: u64,
    peak_frontier: u64,
    bytes: u64,
    /// The most that was held while tables were built.
    peak_of_tables: u64,
    tables: Option<TablesUsed>,
    /// When the search began to see to tables of its own, and what it held then.
    tables_begun: (Duration, u64),
    bound: Option<Cost>,
    best: Option<(Cost, Cost, L::Node)>,
    /// The best solution so far, in searches that go on after the first.
    solution: Option<Solution<L::Node>>,
    /// Which of several methods the search has taken, if it said so.
    method: Option<String>,
    /// The evaluation of the node that was expanded last.
    evaluation: f32,
    /// The number of expansions at which to leave the fast path.
    next_visit: u64,
    samples: Samples,
    clock: Clock,
}

impl<L: Listener> Meter<L> {
    /// A meter for the search of `job`.
    pub fn new(job: &Job, control: Arc<Control>, listener: L) -> Self {
        Meter {
            listener,
            control,
            limits: job.settings.limits,
            is_informed: job.settings.algorithm.uses_heuristic,
            is_engine: job.settings.algorithm.is_engine(),
            unit: job.problem.unit(),
            expanded: 0,
            generated: 0,
            n_reported: 0,
            is_frontier_reported: false,
            frontier: 0,
            peak_frontier: 0,
            bytes: 0,
            peak_of_tables: 0,
            tables: None,
            tables_begun: (Duration::ZERO, 0),
            bound: None,
            best: None,
            solution: None,
            method: None,
            evaluation: 0.0,
            next_visit: 0,
            samples: Samples::default(),
            clock: Clock::default(),
        }
    }

    /// Samples and hands out what is left, at the end of the search.
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
            expanded: self.expanded,
            generated: self.generated,
            frontier: self.knows_frontier().then_some(self.frontier),
            peak_frontier: self
                .knows_frontier()
                .then_some(self.peak_frontier.max(self.frontier)),
            peak_bytes: self.bytes.max(self.peak_of_tables),
            elapsed,
            for_tables: built + building,
            bound: self.bound,
        }
    }

    /// Whether the search has told of its frontier: node by node, or in tallies. An engine that
    /// has done nothing yet may have none.
    fn knows_frontier(&self) -> bool {
        let is_node_by_node = self.n_reported == 0 && (!self.is_engine || self.expanded > 0);
        self.is_frontier_reported || is_node_by_node
    }

    /// What cannot be done at every expansion.
    #[cold]
    fn visit(&mut self) -> Result<(), StopReason> {
        if self.expanded >= self.samples.next {
            self.sample();
        }
        if (self.limits.expanded).is_some_and(|limit| self.expanded >= limit) {
            return Err(StopReason::Expanded);
        }
        if self.control.has_commands() {
            self.obey()?;
        }
        if self.expanded >= self.clock.next {
            self.look_at_clock()?;
        }
        self.next_visit = self.samples.next.min(self.clock.next);
        if let Some(limit) = self.limits.expanded {
            self.next_visit = self.next_visit.min(limit);
        }
        Ok(())
    }

    /// Reports that the search is being stopped. It is known already how it ends, and to
    /// give back gigabytes, which the search does next, takes longer than a person who
    /// pressed stop should wait.
    #[cold]
    fn stop(&mut self, reason: StopReason) -> StopReason {
        self.finish();
        self.listener.stopped(self.report_stopped(reason));
        reason
    }

    /// Waits while it is paused.
    fn obey(&mut self) -> Result<(), StopReason> {
        loop {
            match self.control.next_command() {
                RunCommand::Go => return Ok(()),
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

    fn look_at_clock(&mut self) -> Result<(), StopReason> {
        let now = self.control.elapsed();
        self.check_limits(now, 0)?;
        self.clock.look(now, self.expanded);
        self.publish();
        if self.clock.is_flush_due(now) {
            self.listener.flush();
        }
        Ok(())
    }

    /// Counts tables that stay, and took so long until they were there.
    pub(super) fn add_tables(&mut self, n_bytes: u64, from: TablesFrom, elapsed: Duration) {
        self.bytes += n_bytes;
        self.tables = (n_bytes > 0).then_some(TablesUsed {
            n_bytes,
            from,
            elapsed,
        });
        self.publish();
    }

    /// Whether the building of tables, which has taken so many bytes, may take `more`.
    pub(super) fn check_tables(&mut self, taken: u64, more: u64) -> Result<(), StopReason> {
        self.check_growth(taken + more)?;
        self.peak_of_tables = self.peak_of_tables.max(self.bytes + taken + more);
        Ok(())
    }

    /// Whether so many bytes more may be held; nothing stops if not.
    pub(super) fn check_room(&self, bytes: u64) -> Result<(), StopReason> {
        self.check_limits(self.control.elapsed(), bytes)
    }

    pub(super) fn control(&self) -> &Control {
        &self.control
    }

    pub(super) fn listener(&self) -> &L {
        &self.listener
    }

    fn check_growth(&self, bytes: u64) -> Result<(), StopReason> {
        // What follows may take long: to move a table of gigabytes, say.
        if self.control.is_stopped() {
            return Err(StopReason::Interrupt);
        }
        self.check_limits(self.control.elapsed(), bytes)
    }

    /// Whether `more` bytes may be taken at the time `now`.
    fn check_limits(&self, now: Duration, more: u64) -> Result<(), StopReason> {
        if self.limits.time.is_some_and(|limit| now >= limit) {
            return Err(StopReason::Time);
        }
        if let Some(limit) = self.limits.memory
            && self.bytes + more + self.control.record_bytes() > limit
        {
            return Err(StopReason::Memory);
        }
        Ok(())
    }

    /// Samples, once a moment; while tables are built, there is nothing to see of a search.
    fn sample(&mut self) {
        if self.control.building().is_some() || !self.samples.take(self.expanded) {
            return;
        }
        let counts = self.counts();
        self.listener.sample(Sample {
            expanded: counts.expanded,
            generated: counts.generated,
            frontier: counts.frontier,
            f: f64::from(self.evaluation) / f64::from(self.unit),
            seconds: counts.elapsed.as_secs_f64(),
        });
    }

    /// Lets the owner of the handle see the counts.
    pub(super) fn publish(&self) {
        self.control.set_counts(&self.counts());
    }

    #[inline(always)]
    fn look_at(&mut self, g: Cost, h: Cost, node: L::Node) {
        let is_better = match self.best {
            None => true,
            Some((best_h, best_g, _)) => h < best_h || h == best_h && g < best_g,
        };
        if is_better {
            self.best = Some((h, g, node));
        }
    }
}

impl<L: Listener> Observer for Meter<L> {
    type Node = L::Node;

    fn root(&mut self, h: Cost) -> L::Node {
        self.generated += 1;
        self.frontier += 1;
        let node = self.listener.root(h);
        self.evaluation = L::evaluation(node);
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
        self.generated += 1;
        self.frontier += u64::from(outcome.is_on_frontier());
        let node = self.listener.generated(parent, action, g, h, outcome);
        self.look_at(g, h, node);
        node
    }

    #[inline]
    fn expand(&mut self, node: L::Node) -> Result<(), StopReason> {
        if self.expanded >= self.next_visit || self.control.has_commands() {
            self.visit().map_err(|reason| self.stop(reason))?;
        }
        // The frontier is largest just before a node leaves it.
        self.peak_frontier = self.peak_frontier.max(self.frontier);
        self.frontier -= 1;
        self.expanded += 1;
        self.evaluation = L::evaluation(node);
        self.listener.expand(node)
    }

    #[inline]
    fn discard(&mut self, node: L::Node, outcome: NodeOutcome) {
        self.peak_frontier = self.peak_frontier.max(self.frontier);
        self.frontier -= 1;
        self.listener.discard(node, outcome);
    }

    #[inline]
    fn requeued(&mut self, parent: L::Node, action: Action, g: Cost, h: Cost) -> L::Node {
        self.frontier += 1;
        self.listener.requeued(parent, action, g, h)
    }

    fn solution(&mut self, node: L::Node, cost: Cost, actions: &[Action]) {
        self.solution = Some(Solution {
            actions: actions.to_vec(),
            cost,
            node,
        });
        let n_moves = actions.len();
        self.control.set_so_far(SoFar { n_moves, cost });
        self.listener.solution(node, cost, actions);
    }

    fn meeting(&mut self, forward: L::Node, backward: L::Node) {
        self.listener.meeting(forward, backward);
    }

    fn iteration(&mut self, bound: Cost) {
        self.peak_frontier = self.peak_frontier.max(self.frontier);
        // From the second iteration on, the root is there again and is all there is.
        self.frontier = self.generated.min(1);
        self.bound = Some(bound);
        self.listener.iteration(bound);
    }

    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.check_growth(bytes as u64)
            .map_err(|reason| self.stop(reason))?;
        self.bytes += bytes as u64;
        self.listener.reserve(bytes)
    }
}

impl<L: Listener> EngineObserver for Meter<L> {
    fn progress(&mut self, progress: Progress) -> Result<(), StopReason> {
        self.expanded += progress.expanded;
        self.generated += progress.generated;
        self.n_reported += progress.generated;
        if let Some(frontier) = progress.frontier {
            self.is_frontier_reported = true;
            self.frontier = frontier;
            self.peak_frontier = self.peak_frontier.max(frontier);
        }
        if progress.tables.is_some() {
            self.control.set_building(progress.tables);
        }
        // It comes every few milliseconds, whatever was expanded.
        self.clock.next = self.expanded;
        self.visit().map_err(|reason| self.stop(reason))
    }

    fn expansion_budget(&self) -> u64 {
        let left = |limit: u64| limit.saturating_sub(self.expanded);
        self.limits.expanded.map_or(u64::MAX, left)
    }

    fn method_chosen(&mut self, method: &str) {
        self.method = Some(method.to_owned());
    }

    fn tables_started(&mut self) {
        self.tables_begun = (self.control.elapsed(), self.bytes);
        self.control.set_building(Some(0.0));
    }

    fn tables_ready(&mut self, n_bytes: u64, are_built: bool) {
        self.control.set_building(None);
        let (since, bytes_before) = self.tables_begun;
        let before = self.tables.take();
        // What was built beforehand is among them.
        let others = bytes_before - before.map_or(0, |before| before.n_bytes);
        self.peak_of_tables = self.peak_of_tables.max(self.bytes).max(others + n_bytes);
        self.bytes = self.bytes.min(others + n_bytes);
        let from = match are_built {
            true => TablesFrom::Built,
            false => before.map_or(TablesFrom::Memory, |before| before.from),
        };
        let elapsed = self.control.elapsed().saturating_sub(since);
        self.tables = Some(TablesUsed {
            n_bytes,
            from,
            elapsed: elapsed + before.map_or(Duration::ZERO, |before| before.elapsed),
        });
    }
}
