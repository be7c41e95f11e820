//! The breakpoints of a run, as its meter tests them.
//!
//! An event of a search takes a few instructions: a gate looks at one value and at the state's word,
//! and keeps nearly all events from the filters of the breakpoints, and these keep most of the rest
//! from the conditions. Before a breakpoint can hold, because of the number of expansions or the size
//! of the frontier, the gate is closed. Changes of the breakpoints are taken, and a run is paused or
//! stopped, on the meter's slow path.

use super::Meter;
use crate::Job;
use crate::breakpoint::{AtBreakpoint, Breakpoint, Hit, Watched};
use crate::condition::{Event, EventState, Filter, Gate, Pattern};
use crate::listener::Listener;
use std::sync::Arc;
use tilescope_puzzle::{Board, Costs, Size};
use tilescope_search::{
    Action, Cost, NodeEvent, NodeOutcome, NodeView, Observer, Space, StopReason,
};

/// The breakpoints of a run.
pub struct Watch {
    breakpoints: Arc<[Arc<Breakpoint>]>,
    /// Whether each held at its last event: one that is about the run alone holds anew only then.
    held: Vec<bool>,
    /// What passes any of them.
    filter: Filter,
    /// What lets that through; closed as long as nothing can pass.
    pub gate: Gate,
    /// The size of the boards.
    size: Option<Size>,
    /// Whether every action costs 1.
    is_depth_g: bool,
    /// The number of changes of the breakpoints that were taken.
    n_taken: Option<u64>,
    /// Whether a breakpoint has held since the last expansion.
    is_hit: bool,
    /// The number of expansions before the iteration.
    pub n_before_iteration: u64,
}

impl Watch {
    pub fn new(job: &Job, watched: &Watched) -> Self {
        let puzzle = job.problem.puzzle();
        let mut watch = Watch {
            breakpoints: Arc::default(),
            held: Vec::new(),
            filter: Filter::NONE,
            gate: Gate::CLOSED,
            size: puzzle.map(|puzzle| puzzle.size()),
            is_depth_g: puzzle.is_some_and(|puzzle| puzzle.costs == Costs::UNIT),
            n_taken: None,
            is_hit: false,
            n_before_iteration: 0,
        };
        watch.take(watched);
        watch.set_gate(0, 0);
        watch
    }

    /// Takes the breakpoints as they are now.
    fn take(&mut self, watched: &Watched) {
        let n_changes = Some(watched.n_changes());
        if self.n_taken == n_changes {
            return;
        }
        self.n_taken = n_changes;
        self.breakpoints = watched.get();
        self.held = vec![false; self.breakpoints.len()];
        let filters = self.breakpoints.iter().map(|it| it.filter());
        self.filter = filters.fold(Filter::NONE, Filter::or);
    }

    /// Opens the gate, or closes it if nothing can pass yet. Returns the number of expansions at which
    /// to call this again.
    fn set_gate(&mut self, n_expanded: u64, n_frontier: u64) -> u64 {
        let Some(first) = self.breakpoints.first() else {
            self.gate = Gate::CLOSED;
            return u64::MAX;
        };
        // So near, the gate takes less time than the way here.
        const NEAR: u64 = 64;
        let opens_at = self.filter.opens_at(n_expanded, n_frontier);
        if opens_at > n_expanded.saturating_add(NEAR) {
            self.gate = Gate::CLOSED;
            return opens_at;
        }
        // All are of one job, so they have one f.
        self.gate = (self.filter).gate(first.condition().factors(), self.is_depth_g);
        u64::MAX
    }
}

/// The state of an event.
struct StateOf<'a, S: Space> {
    view: NodeView<'a, S>,
    size: Option<Size>,
    breakpoint: &'a Breakpoint,
}

impl<S: Space> EventState for StateOf<'_, S> {
    fn matches(&self, pattern: &Pattern) -> bool {
        pattern.matches(|part| self.view.space.part(self.view.state, part))
    }

    fn is_goal(&self) -> bool {
        self.view.space.is_goal(self.view.state)
    }

    fn distance(&self) -> Option<Cost> {
        let size = self.size?;
        let tile = |cell| self.view.space.part(self.view.state, cell) as u64;
        let tiles: Vec<u64> = (0..size.n_cells()).map(tile).collect();
        self.breakpoint.distance(&Board::new(size, &tiles).ok()?)
    }
}

impl<L: Listener> Meter<L> {
    /// Tests the breakpoints at an event that the gate has let through.
    #[cold]
    #[inline(never)]
    pub(super) fn test_breakpoints<S: Space>(
        &mut self,
        event: NodeEvent,
        node: L::Node,
        space: &S,
        state: S::State,
        (g, h): (Cost, Cost),
    ) {
        let view = NodeView {
            space,
            state: &state,
            g,
            h,
        };
        let (expansions, frontier) = (self.n_expanded(), self.n_frontier());
        let (depth, id) = (L::depth(node), L::id(node));
        let is_first = expansions < self.watch.n_before_iteration + 2;
        let breakpoints = Arc::clone(&self.watch.breakpoints);
        for (i, breakpoint) in breakpoints.iter().enumerate() {
            let condition = breakpoint.condition();
            let f = condition.f(g, h);
            if !breakpoint.filter().passes(event, f, g, h, depth) {
                continue;
            }
            let last = match is_first {
                true => f,
                false => condition.f(self.last_expanded.0, self.last_expanded.1),
            };
            let holds = condition.holds(&Event {
                kind: event,
                g,
                h,
                depth,
                id: id.into(),
                expansions,
                frontier,
                f_change: f.cmp(&last),
                state: &StateOf {
                    view,
                    size: self.watch.size,
                    breakpoint,
                },
            });
            let held_before = std::mem::replace(&mut self.watch.held[i], holds);
            if holds && !self.watch.is_hit && !(held_before && condition.is_of_run()) {
                self.watch.is_hit = true;
                self.control.watched().note(Hit {
                    condition: breakpoint.text().to_owned(),
                    step: expansions,
                    node: id.into(),
                });
                if self.control.watched().at_breakpoint() == AtBreakpoint::Pause {
                    self.control.pause();
                }
                self.set_next_visit(expansions, expansions);
            }
        }
    }

    /// A descent at which a visit is due, or a breakpoint may hold.
    #[cold]
    pub(super) fn descend_examined<S: Space>(
        &mut self,
        parent: L::Node,
        action: Action,
        view: NodeView<S>,
    ) -> Result<L::Node, StopReason> {
        self.until_visit = self.until_visit.wrapping_add(1);
        let node = self.generated(parent, action, view.g, view.h, NodeOutcome::Frontier);
        self.examine(NodeEvent::Generated(NodeOutcome::Frontier), node, view);
        self.expand(node)?;
        self.examine(NodeEvent::Expanded, node, view);
        Ok(node)
    }

    /// Takes changes of the breakpoints. Returns the number of expansions at which the next visit is due.
    pub(super) fn take_breakpoints(&mut self) -> u64 {
        let (expanded, frontier) = (self.n_expanded(), self.n_frontier());
        self.watch.take(self.control.watched());
        self.watch.set_gate(expanded, frontier)
    }

    /// Before an expansion.
    ///
    /// # Errors
    /// If a breakpoint has held, and stops the run.
    pub(super) fn check_breakpoint(&mut self) -> Result<(), StopReason> {
        let is_hit = std::mem::take(&mut self.watch.is_hit);
        match is_hit && self.control.watched().at_breakpoint() == AtBreakpoint::Stop {
            true => Err(StopReason::Breakpoint),
            false => Ok(()),
        }
    }
}
