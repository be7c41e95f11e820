//! The observer that counts, samples, obeys limits, and is paused and stopped.
//!
//! Between two visits to the slow path an expansion costs one comparison and one load
//! more than the bare search. The next visit is due at the next sample, the next look at
//! the clock, or the limit on expansions, whichever comes first; orders from outside are
//! seen at the very next expansion.

use super::link::{Link, Order};
use super::{Best, Counts, Job, Limits, Report};
use crate::search::{Action, Cost, Fate, Halt, Observer, Solution, Tally};
use crate::trace::NodeId;
use crate::trace::series::{Sample, Series};
use std::sync::Arc;
use std::time::Duration;

/// Who hears of a search what the [`Meter`] does not keep.
pub trait Listener: Observer {
    /// The path cost plus estimate of `node`, where the handle holds it; else 0.
    fn evaluation(node: Self::Node) -> Cost;
    /// The number of `node` in the record, where it was recorded.
    fn number(node: Self::Node) -> Option<NodeId>;
    /// The counts at a moment, for curves.
    fn sample(&mut self, sample: Sample);
    /// Hands out all that it heard.
    fn flush(&mut self);
    /// Tells the handle's owner that there is news.
    fn wake(&self);
    /// The search is being stopped, and this is how it ends.
    fn stopped(&self, report: Report);
    /// Whether it wrote down every node.
    fn is_complete(&self) -> bool;
}

/// Nobody listens.
impl Listener for () {
    fn evaluation((): ()) -> Cost {
        0
    }
    fn number((): ()) -> Option<NodeId> {
        None
    }
    fn sample(&mut self, _: Sample) {}
    fn flush(&mut self) {}
    fn wake(&self) {}
    fn stopped(&self, _: Report) {}
    fn is_complete(&self) -> bool {
        false
    }
}

/// Counts, samples, obeys limits and orders, and passes everything on to its listener.
pub struct Meter<L: Listener> {
    listener: L,
    link: Arc<Link>,
    limits: Limits,
    /// Whether estimates mean anything.
    is_informed: bool,
    /// How many units of cost make 1.
    unit: Cost,
    expanded: u64,
    generated: u64,
    frontier: u64,
    peak_frontier: u64,
    bytes: u64,
    /// The most that was held while tables were built.
    peak_of_tables: u64,
    bound: Option<Cost>,
    best: Option<(Cost, Cost, L::Node)>,
    /// The best solution so far, in searches that go on after the first.
    solution: Option<Solution<L::Node>>,
    /// Which of several methods the search has taken, if it said so.
    method: Option<String>,
    /// The evaluation of the node that was expanded last.
    evaluation: Cost,
    /// The number of expansions at which to leave the fast path.
    next_visit: u64,
    samples: Samples,
    clock: Clock,
}

impl<L: Listener> Meter<L> {
    /// A meter for the search of `job`.
    pub fn new(job: &Job, link: Arc<Link>, listener: L) -> Self {
        Meter {
            listener,
            link,
            limits: job.settings.limits,
            is_informed: job.settings.algorithm.uses_heuristic,
            unit: job.problem.unit(),
            expanded: 0,
            generated: 0,
            frontier: 0,
            peak_frontier: 0,
            bytes: 0,
            peak_of_tables: 0,
            bound: None,
            best: None,
            solution: None,
            method: None,
            evaluation: 0,
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
        Counts {
            expanded: self.expanded,
            generated: self.generated,
            frontier: self.frontier,
            peak_frontier: self.peak_frontier.max(self.frontier),
            peak_bytes: self.bytes.max(self.peak_of_tables),
            elapsed: self.link.elapsed(),
            bound: self.bound,
        }
    }

    /// The most promising node, in a search that is guided at all.
    pub fn best(&self) -> Option<Best> {
        let (h, g, node) = self.best.filter(|_| self.is_informed)?;
        Some(Best {
            g,
            h,
            node: L::number(node),
        })
    }

    /// The best solution so far, in a search that goes on after the first.
    pub fn solution(&self) -> Option<&Solution<L::Node>> {
        self.solution.as_ref()
    }

    /// Which of several methods the search has taken, if it said so.
    pub fn method(&self) -> Option<&str> {
        self.method.as_deref()
    }

    pub fn unit(&self) -> Cost {
        self.unit
    }

    pub fn is_recorded_in_full(&self) -> bool {
        self.listener.is_complete()
    }

    /// What cannot be done at every expansion.
    #[cold]
    fn visit(&mut self) -> Result<(), Halt> {
        if self.expanded >= self.samples.next {
            self.sample();
        }
        if (self.limits.expanded).is_some_and(|limit| self.expanded >= limit) {
            return Err(Halt::Expanded);
        }
        if self.link.has_orders() {
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
    fn stop(&mut self, halt: Halt) -> Halt {
        self.finish();
        self.listener.stopped(Report::stopped(self, halt));
        halt
    }

    /// Waits while it is paused.
    fn obey(&mut self) -> Result<(), Halt> {
        loop {
            match self.link.next_order() {
                Order::Go => return Ok(()),
                Order::Stop => return Err(Halt::Interrupt),
                Order::Wait => {
                    self.sample();
                    self.publish();
                    self.listener.flush();
                    if self.link.park() {
                        self.listener.wake();
                        self.link.wait_for_orders();
                        self.clock.restart(self.link.elapsed());
                    }
                }
            }
        }
    }

    fn look_at_clock(&mut self) -> Result<(), Halt> {
        let now = self.link.elapsed();
        self.check_limits(now, 0)?;
        self.clock.look(now, self.expanded);
        self.publish();
        if self.clock.is_flush_due(now) {
            self.listener.flush();
        }
        Ok(())
    }

    /// Counts tables that stay.
    pub(super) fn add_tables(&mut self, bytes: u64) {
        self.bytes += bytes;
    }

    /// Whether the building of tables, which has taken so many bytes, may take `more`.
    pub(super) fn check_tables(&mut self, taken: u64, more: u64) -> Result<(), Halt> {
        self.check_growth(taken + more)?;
        self.peak_of_tables = self.peak_of_tables.max(self.bytes + taken + more);
        Ok(())
    }

    /// Whether so many bytes more may be held; nothing stops if not.
    pub(super) fn check_room(&self, bytes: u64) -> Result<(), Halt> {
        self.check_limits(self.link.elapsed(), bytes)
    }

    pub(super) fn link(&self) -> &Link {
        &self.link
    }

    pub(super) fn listener(&self) -> &L {
        &self.listener
    }

    fn check_growth(&self, bytes: u64) -> Result<(), Halt> {
        // What follows may take long: to move a table of gigabytes, say.
        if self.link.is_stopped() {
            return Err(Halt::Interrupt);
        }
        self.check_limits(self.link.elapsed(), bytes)
    }

    /// Whether `more` bytes may be taken at the time `now`.
    fn check_limits(&self, now: Duration, more: u64) -> Result<(), Halt> {
        if self.limits.time.is_some_and(|limit| now >= limit) {
            return Err(Halt::Time);
        }
        if let Some(limit) = self.limits.memory
            && self.bytes + more + self.link.record_bytes() > limit
        {
            return Err(Halt::Memory);
        }
        Ok(())
    }

    /// Samples, once a moment.
    fn sample(&mut self) {
        if !self.samples.take(self.expanded) {
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

    fn publish(&self) {
        self.link.set_counts(&self.counts());
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
        self.evaluation = h;
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
        fate: Fate,
    ) -> L::Node {
        self.generated += 1;
        self.frontier += u64::from(fate.is_on_frontier());
        let node = self.listener.generated(parent, action, g, h, fate);
        self.look_at(g, h, node);
        node
    }

    #[inline]
    fn expand(&mut self, node: L::Node) -> Result<(), Halt> {
        if self.expanded >= self.next_visit || self.link.has_orders() {
            self.visit().map_err(|halt| self.stop(halt))?;
        }
        // The frontier is largest just before a node leaves it.
        self.peak_frontier = self.peak_frontier.max(self.frontier);
        self.frontier -= 1;
        self.expanded += 1;
        self.evaluation = L::evaluation(node);
        self.listener.expand(node)
    }

    #[inline]
    fn discard(&mut self, node: L::Node, fate: Fate) {
        self.peak_frontier = self.peak_frontier.max(self.frontier);
        self.frontier -= 1;
        self.listener.discard(node, fate);
    }

    #[inline]
    fn put_back(&mut self, parent: L::Node, action: Action, g: Cost, h: Cost) -> L::Node {
        self.frontier += 1;
        self.listener.put_back(parent, action, g, h)
    }

    fn solution(&mut self, node: L::Node, cost: Cost, actions: &[Action]) {
        self.solution = Some(Solution {
            actions: actions.to_vec(),
            cost,
            node,
        });
        self.listener.solution(node, cost, actions);
    }

    fn meeting(&mut self, ahead: L::Node, back: L::Node) {
        self.listener.meeting(ahead, back);
    }

    fn iteration(&mut self, bound: Cost) {
        self.peak_frontier = self.peak_frontier.max(self.frontier);
        // From the second iteration on, the root is there again and is all there is.
        self.frontier = self.generated.min(1);
        self.bound = Some(bound);
        self.listener.iteration(bound);
    }

    fn tally(&mut self, tally: Tally) -> Result<(), Halt> {
        self.expanded += tally.expanded;
        self.generated += tally.generated;
        if let Some(frontier) = tally.frontier {
            self.frontier = frontier;
            self.peak_frontier = self.peak_frontier.max(frontier);
        }
        // It comes every few milliseconds, whatever was expanded.
        self.clock.next = self.expanded;
        self.visit().map_err(|halt| self.stop(halt))?;
        self.listener.tally(tally)
    }

    fn leave(&self) -> u64 {
        let left = |limit: u64| limit.saturating_sub(self.expanded);
        self.limits.expanded.map_or(u64::MAX, left)
    }

    fn uses(&mut self, method: &str) {
        self.method = Some(method.to_owned());
        self.listener.uses(method);
    }

    fn grow(&mut self, bytes: usize) -> Result<(), Halt> {
        self.check_growth(bytes as u64)
            .map_err(|halt| self.stop(halt))?;
        self.bytes += bytes as u64;
        self.listener.grow(bytes)
    }
}

/// When to sample: at every expansion first, and half as often each time that a plot's
/// worth has come together.
struct Samples {
    /// The number of expansions at which the next one is due.
    next: u64,
    /// The number of expansions at which the last one was taken.
    last: Option<u64>,
    stride: u64,
    n_at_stride: usize,
}

impl Default for Samples {
    fn default() -> Self {
        Samples {
            next: 0,
            last: None,
            stride: 1,
            n_at_stride: 0,
        }
    }
}

impl Samples {
    /// Whether there is none yet for this number of expansions; there will be now.
    fn take(&mut self, expanded: u64) -> bool {
        if self.last.replace(expanded) == Some(expanded) {
            return false;
        }
        if expanded >= self.next {
            self.n_at_stride += 1;
            if self.n_at_stride == Series::MOST / 2 {
                self.n_at_stride = 0;
                self.stride *= 2;
            }
            self.next = expanded + self.stride;
        }
        true
    }
}

/// When to look at the clock: about every millisecond, whatever an expansion takes.
struct Clock {
    /// The number of expansions at which to look again.
    next: u64,
    /// How many expansions lie between two looks.
    stride: u64,
    looked: Duration,
    flushed: Duration,
}

impl Default for Clock {
    fn default() -> Self {
        Clock {
            next: 0,
            stride: 1,
            looked: Duration::ZERO,
            flushed: Duration::ZERO,
        }
    }
}

impl Clock {
    /// How far apart two looks should be.
    const APART: Duration = Duration::from_millis(1);
    /// How long what is written may wait to be shown.
    const FRESH: Duration = Duration::from_millis(30);

    /// Sets the next look, by how long the expansions since the last one took. At most
    /// twice as many as then: the very next ones may be slower.
    fn look(&mut self, now: Duration, expanded: u64) {
        let took = now.saturating_sub(self.looked).max(Duration::from_nanos(1));
        let fitting = self.stride as f64 * Self::APART.as_secs_f64() / took.as_secs_f64();
        self.stride = (fitting as u64).clamp(1, self.stride.saturating_mul(2));
        self.next = expanded.saturating_add(self.stride);
        self.looked = now;
    }

    /// Begins again with a look at every expansion.
    fn restart(&mut self, now: Duration) {
        self.stride = 1;
        self.next = 0;
        self.looked = now;
        self.flushed = now;
    }

    fn is_flush_due(&mut self, now: Duration) -> bool {
        let is_due = now.saturating_sub(self.flushed) >= Self::FRESH;
        if is_due {
            self.flushed = now;
        }
        is_due
    }
}
