//! The observer around a meter that tests the breakpoints of a run.
//!
//! A node's handle has its state, so a board can be compared as soon as it is generated. What it costs
//! is kept to a few instructions an event: a gate, which looks at one value, keeps most events from the
//! filters of the breakpoints, and these keep most of the rest from the conditions. Changes of the
//! breakpoints and hits are seen by one comparison an expansion.

use super::Meter;
use crate::Job;
use crate::breakpoint::{AtBreakpoint, Breakpoint, Hit};
use crate::condition::{Event, EventKind, EventState, Filter, Gate, Pattern};
use crate::listener::Listener;
use std::cmp::Ordering;
use std::sync::Arc;
use tilescope_puzzle::routes::RoadMap;
use tilescope_puzzle::{Board, Cells, SlidingTiles};
use tilescope_search::{Action, Cost, NodeOutcome, Observer, SearchDirection, Space, StopReason};

/// A space whose states can be compared with patterns.
pub trait PatternSpace: Space {
    /// Whether the state that is packed as `key` matches.
    fn matches(&self, key: &Self::Key, pattern: &Pattern) -> bool;
    /// The board, if states are boards.
    fn as_board(&self, state: &Self::State) -> Option<Board>;
}

impl<C: Cells> PatternSpace for SlidingTiles<C> {
    #[inline]
    fn matches(&self, key: &C, pattern: &Pattern) -> bool {
        pattern.matches_tiles(|cell| key.get(cell))
    }

    fn as_board(&self, state: &Self::State) -> Option<Board> {
        Some(self.board(state))
    }
}

impl PatternSpace for RoadMap<'_> {
    fn matches(&self, key: &Self::Key, pattern: &Pattern) -> bool {
        pattern.matches_city(self.unpack(*key))
    }

    fn as_board(&self, _: &Self::State) -> Option<Board> {
        None
    }
}

/// The handle of a node: that of the meter, and what conditions ask.
pub struct CheckedNode<N, S: Space> {
    pub inner: N,
    id: u32,
    g: Cost,
    h: Cost,
    /// Twice the depth; plus one in the backward tree.
    depth: u32,
    key: S::Key,
}

impl<N: Copy, S: Space> Clone for CheckedNode<N, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<N: Copy, S: Space> Copy for CheckedNode<N, S> {}

/// More changes than there are.
const HIT: u64 = u64::MAX;

/// See the module documentation.
pub struct Checked<'a, S: PatternSpace, L: Listener> {
    job: &'a Job,
    space: &'a S,
    start: S::State,
    meter: Meter<L>,
    at_breakpoint: AtBreakpoint,
    breakpoints: Arc<[Arc<Breakpoint>]>,
    /// Whether each held at its last event: one that is about the run alone holds anew only then.
    held: Vec<bool>,
    /// What lets through whatever passes the filter of any breakpoint.
    gate: Gate,
    /// A pattern that a state must match so that any breakpoint holds.
    required: Option<Pattern>,
    /// The factors of g and h in f, in thousandths; of any breakpoint, since all are of one job.
    factors: [i64; 2],
    /// Whether handles have states. A run that was begun without need of them has none.
    keeps_states: bool,
    /// The number of changes of the breakpoints that were taken.
    n_taken: u64,
    /// The same, until a breakpoint holds; then [`HIT`] until the next expansion.
    n_expected: u64,
    n_roots: u32,
    n_generated: u32,
    /// g and h of the node expanded last.
    last_expanded: Option<(Cost, Cost)>,
    /// Whether a breakpoint has held since the last expansion.
    is_hit: bool,
}

/// The state of an event.
struct StateOf<'a, S: PatternSpace> {
    job: &'a Job,
    space: &'a S,
    breakpoint: &'a Breakpoint,
    key: S::Key,
}

impl<S: PatternSpace> EventState for StateOf<'_, S> {
    fn matches(&self, pattern: &Pattern) -> bool {
        self.space.matches(&self.key, pattern)
    }

    fn is_goal(&self) -> bool {
        self.space.is_goal(&self.space.unpack(self.key))
    }

    fn distance(&self) -> Option<Cost> {
        let board = self.space.as_board(&self.space.unpack(self.key))?;
        self.breakpoint.distance(self.job, &board)
    }
}

impl<'a, S: PatternSpace, L: Listener> Checked<'a, S, L> {
    /// Tests the breakpoints of `meter`'s run, a search of `space` from `start`.
    pub fn new(
        job: &'a Job,
        space: &'a S,
        start: S::State,
        meter: Meter<L>,
        at_breakpoint: AtBreakpoint,
    ) -> Self {
        let watched = meter.control.watched();
        // One that is begun step by step may get any breakpoint later.
        let keeps_states =
            meter.control.is_paused() || watched.get().iter().any(|it| it.needs_states());
        watched.set_lacks_states(!keeps_states);
        let mut checked = Checked {
            job,
            space,
            start,
            meter,
            at_breakpoint,
            breakpoints: Arc::default(),
            held: Vec::new(),
            gate: Gate::CLOSED,
            required: None,
            factors: [0, 0],
            keeps_states,
            n_taken: 0,
            n_expected: 0,
            n_roots: 0,
            n_generated: 0,
            last_expanded: None,
            is_hit: false,
        };
        checked.reload();
        checked.n_expected = checked.n_taken;
        checked
    }

    pub fn into_meter(self) -> Meter<L> {
        self.meter
    }

    /// Takes the breakpoints as they are now.
    #[cold]
    fn reload(&mut self) {
        let watched = self.meter.control.watched();
        self.n_taken = watched.n_changes();
        let breakpoints = watched.get();
        let holds_here = |it: &&Arc<Breakpoint>| self.keeps_states || !it.needs_states();
        self.breakpoints = breakpoints.iter().filter(holds_here).cloned().collect();
        let first = self.breakpoints.first();
        self.factors = first.map_or([0, 0], |first| first.condition().factors());
        self.held = vec![false; self.breakpoints.len()];
        let filters = self
            .breakpoints
            .iter()
            .map(|breakpoint| breakpoint.filter());
        let filter = filters.fold(Filter::NONE, Filter::or);
        self.gate = filter.gate(self.factors);
        self.required = match &self.breakpoints[..] {
            [only] => only.condition().required_pattern().cloned(),
            _ => None,
        };
    }

    /// Whether the breakpoints have changed, or one has held since the last expansion.
    #[inline(always)]
    fn is_interrupted(&self) -> bool {
        self.n_expected != self.meter.control.watched().n_changes()
    }

    fn number(&mut self) -> u32 {
        let number = self.n_generated;
        self.n_generated = number.saturating_add(1);
        number
    }

    #[inline]
    fn child(
        &mut self,
        parent: &CheckedNode<L::Node, S>,
        action: Action,
        g: Cost,
        h: Cost,
        inner: L::Node,
    ) -> CheckedNode<L::Node, S> {
        let key = match self.keeps_states {
            true => self.key_after(parent, action),
            false => parent.key,
        };
        CheckedNode {
            inner,
            id: self.number(),
            g,
            h,
            depth: parent.depth.saturating_add(2),
            key,
        }
    }

    /// The key of the state that `action` leads to.
    #[inline]
    fn key_after(&self, parent: &CheckedNode<L::Node, S>, action: Action) -> S::Key {
        let state = self.space.unpack(parent.key);
        let state = match parent.direction() {
            SearchDirection::Forward => self.space.apply(&state, action),
            SearchDirection::Backward => self.space.predecessor(&state, action),
        };
        self.space.key(&state)
    }

    /// f in thousandths.
    #[inline(always)]
    fn f(&self, g: Cost, h: Cost) -> i64 {
        self.factors[0] * i64::from(g) + self.factors[1] * i64::from(h)
    }

    /// Tests the breakpoints at an event.
    #[inline(always)]
    fn look(&mut self, kind: EventKind, node: &CheckedNode<L::Node, S>) {
        if self.gate.lets(kind, node.g, node.h, node.depth / 2) {
            self.look_closely(kind, node);
        }
    }

    #[inline(never)]
    fn look_closely(&mut self, kind: EventKind, node: &CheckedNode<L::Node, S>) {
        if let Some(required) = &self.required
            && !self.space.matches(&node.key, required)
        {
            return;
        }
        let f = self.f(node.g, node.h);
        let last = self.last_expanded.map(|(g, h)| self.f(g, h));
        let f_change = last.map_or(Ordering::Equal, |last| f.cmp(&last));
        for (breakpoint, held) in self.breakpoints.iter().zip(&mut self.held) {
            if !breakpoint
                .filter()
                .passes(kind, f, node.g, node.h, node.depth / 2)
            {
                continue;
            }
            let condition = breakpoint.condition();
            let holds = condition.holds(&Event {
                kind,
                g: node.g,
                h: node.h,
                depth: node.depth / 2,
                id: node.id.into(),
                expansions: self.meter.n_expanded(),
                frontier: self.meter.n_frontier(),
                f_change,
                state: &StateOf {
                    job: self.job,
                    space: self.space,
                    breakpoint,
                    key: node.key,
                },
            });
            let held_before = std::mem::replace(held, holds);
            if holds && !self.is_hit && !(held_before && condition.is_of_run()) {
                self.is_hit = true;
                self.n_expected = HIT;
                self.meter.control.watched().note(Hit {
                    condition: breakpoint.text().to_owned(),
                    step: self.meter.n_expanded(),
                    node: node.id.into(),
                });
                if self.at_breakpoint == AtBreakpoint::Pause {
                    self.meter.pause_at_next_expansion();
                }
            }
        }
    }

    /// # Errors
    /// If a breakpoint has held and stops the run.
    #[cold]
    fn interrupted(&mut self) -> Result<(), StopReason> {
        if self.n_taken != self.meter.control.watched().n_changes() {
            self.reload();
        }
        self.n_expected = self.n_taken;
        if self.is_hit && self.at_breakpoint == AtBreakpoint::Stop {
            return Err(self.meter.stop(StopReason::Breakpoint));
        }
        self.is_hit = false;
        Ok(())
    }

    #[inline(always)]
    fn after_expansion(&mut self, node: &CheckedNode<L::Node, S>) {
        self.look(EventKind::Expanded, node);
        self.last_expanded = Some((node.g, node.h));
    }
}

impl<N, S: Space> CheckedNode<N, S> {
    fn direction(&self) -> SearchDirection {
        match self.depth % 2 {
            0 => SearchDirection::Forward,
            _ => SearchDirection::Backward,
        }
    }
}

impl<S: PatternSpace, L: Listener> Observer for Checked<'_, S, L> {
    type Node = CheckedNode<L::Node, S>;

    fn root(&mut self, h: Cost) -> Self::Node {
        let inner = self.meter.root(h);
        let (state, depth) = match self.n_roots {
            0 => (self.start, 0),
            _ => (self.space.goal(), 1),
        };
        self.n_roots += 1;
        let node = CheckedNode {
            inner,
            id: self.number(),
            g: 0,
            h,
            depth,
            key: self.space.key(&state),
        };
        self.look(EventKind::Generated(NodeOutcome::Frontier), &node);
        node
    }

    #[inline]
    fn generated(
        &mut self,
        parent: Self::Node,
        action: Action,
        g: Cost,
        h: Cost,
        outcome: NodeOutcome,
    ) -> Self::Node {
        let inner = (self.meter).generated(parent.inner, action, g, h, outcome);
        let node = self.child(&parent, action, g, h, inner);
        self.look(EventKind::Generated(outcome), &node);
        node
    }

    #[inline]
    fn expand(&mut self, node: Self::Node) -> Result<(), StopReason> {
        if self.is_interrupted() {
            self.interrupted()?;
        }
        self.meter.expand(node.inner)?;
        self.after_expansion(&node);
        Ok(())
    }

    #[inline]
    fn descend(
        &mut self,
        parent: Self::Node,
        action: Action,
        g: Cost,
        h: Cost,
    ) -> Result<Self::Node, StopReason> {
        let outcome = EventKind::Generated(NodeOutcome::Frontier);
        if self.is_interrupted() || self.gate.lets(outcome, g, h, parent.depth / 2 + 1) {
            let node = self.generated(parent, action, g, h, NodeOutcome::Frontier);
            self.expand(node)?;
            return Ok(node);
        }
        let inner = self.meter.descend(parent.inner, action, g, h)?;
        let node = self.child(&parent, action, g, h, inner);
        self.after_expansion(&node);
        Ok(node)
    }

    #[inline]
    fn discard(&mut self, node: Self::Node, outcome: NodeOutcome) {
        self.meter.discard(node.inner, outcome);
        self.look(EventKind::Discarded(outcome), &node);
    }

    fn requeued(&mut self, parent: Self::Node, action: Action, g: Cost, h: Cost) -> Self::Node {
        let inner = self.meter.requeued(parent.inner, action, g, h);
        self.child(&parent, action, g, h, inner)
    }

    fn solution(&mut self, node: Self::Node, cost: Cost, actions: &[Action]) {
        self.meter.solution(node.inner, cost, actions);
    }

    fn meeting(&mut self, forward: Self::Node, backward: Self::Node) {
        self.meter.meeting(forward.inner, backward.inner);
    }

    fn iteration(&mut self, bound: Cost) {
        self.last_expanded = None;
        self.meter.iteration(bound);
    }

    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.meter.reserve(bytes)
    }
}
