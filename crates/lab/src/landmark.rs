//! Steps of a record that are worth going to, such as the next rise of f or the next duplicate:
//! sought a part at a time.

use crate::{Job, explain};
use tilescope_search::NodeOutcome;
use tilescope_trace::{Moment, NodeId, Trace};

/// What happens at a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Landmark {
    /// The node that is expanded has a higher f than the one before; in a search with bounds, an
    /// iteration with a higher bound begins.
    Rise,
    /// A node is discarded when it is generated, because its state was reached before.
    Duplicate,
    /// A state that had been expanded is put back on the frontier.
    Reopening,
    /// A goal is found: the solution, or a better one than before.
    Goal,
}

/// Whether a landmark is sought after a step or before it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Towards {
    Next,
    Previous,
}

/// A landmark: its step, and the node that it is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub step: Moment,
    /// `None` if it is about the step itself.
    pub node: Option<NodeId>,
}

/// A search for a landmark in a record.
#[derive(Clone, Copy, Debug)]
pub struct Seeker {
    landmark: Landmark,
    towards: Towards,
    /// The factors of g and h in f.
    factors: Option<(u32, u32)>,
    /// The step where the search began.
    from: Moment,
    /// The next step or node to look at; it counts down towards previous ones.
    at: u32,
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    GoesOn,
    Found(Place),
    /// There is none.
    Ended,
}

impl Landmark {
    pub const ALL: [Landmark; 4] = [
        Landmark::Rise,
        Landmark::Duplicate,
        Landmark::Reopening,
        Landmark::Goal,
    ];

    /// What there is none of: “rise of f”.
    pub fn name(self, job: &Job, trace: &Trace) -> &'static str {
        match self {
            Landmark::Rise if has_bounds(job, trace) => "rise of the bound",
            Landmark::Rise => "rise of f",
            Landmark::Duplicate => "duplicate",
            Landmark::Reopening => "reopening",
            Landmark::Goal => "goal or better solution",
        }
    }
}

/// Whether iterations with bounds take the place of f.
fn has_bounds(job: &Job, trace: &Trace) -> bool {
    trace.n_iterations() > 0 && !explain::has_restarts(job.settings.algorithm)
}

impl Seeker {
    /// A search from the step `t` on. If several nodes of one step are such landmarks, `selected`
    /// says at which of them the user is.
    pub fn new(
        landmark: Landmark,
        towards: Towards,
        job: &Job,
        trace: &Trace,
        t: Moment,
        selected: Option<NodeId>,
    ) -> Self {
        let here = trace.generated_in(t);
        let selected = selected.filter(|node| here.contains(node));
        let at = match (landmark, towards) {
            (Landmark::Rise, Towards::Next) => t.saturating_add(1),
            (Landmark::Rise, Towards::Previous) => t.saturating_sub(1),
            (_, Towards::Next) => selected.map_or(here.end, |node| node + 1),
            (_, Towards::Previous) => selected.unwrap_or(here.start),
        };
        let factors = explain::factors(job).filter(|_| !has_bounds(job, trace));
        Seeker {
            landmark,
            towards,
            factors,
            from: t,
            at,
        }
    }

    /// Looks at about `n` more steps or nodes.
    pub fn step(&mut self, trace: &Trace, n: u32) -> Progress {
        for _ in 0..n {
            let found = match self.landmark {
                Landmark::Rise => self.rise(trace),
                _ => self.node(trace),
            };
            match found {
                Progress::GoesOn => {}
                ended => return ended,
            }
        }
        Progress::GoesOn
    }

    /// Looks at one step, or at one iteration.
    fn rise(&mut self, trace: &Trace) -> Progress {
        let t = self.at;
        if t == 0 || t > trace.n_expanded() {
            return Progress::Ended;
        }
        let Some(factors) = self.factors else {
            return self.rise_of_bound(trace, t);
        };
        self.at = self.beside(t, t);
        let f = |t| trace.expanded_node(t).map(|node| f(trace, factors, node));
        match t > 1 && f(t) > f(t - 1) {
            true => found(t, None),
            false => Progress::GoesOn,
        }
    }

    /// Looks at the beginning of the iteration of `t`.
    fn rise_of_bound(&mut self, trace: &Trace, t: Moment) -> Progress {
        let Some(iteration) = trace.iteration(t) else {
            return Progress::Ended;
        };
        let (start, end) = (*iteration.moments.start(), *iteration.moments.end());
        self.at = self.beside(start, end);
        let is_sought = start > 0 && (start == t || self.towards == Towards::Previous);
        let before = start.checked_sub(1).and_then(|t| trace.iteration(t));
        match is_sought && before.is_some_and(|before| before.bound < iteration.bound) {
            true => found(start, None),
            false => Progress::GoesOn,
        }
    }

    /// The number before or after a range.
    fn beside(&self, first: u32, last: u32) -> u32 {
        match self.towards {
            Towards::Next => last.saturating_add(1),
            Towards::Previous => first.saturating_sub(1),
        }
    }

    /// Looks at one node.
    fn node(&mut self, trace: &Trace) -> Progress {
        let node = match self.towards {
            Towards::Next => Some(self.at).filter(|&node| node < trace.n_nodes()),
            Towards::Previous => self.at.checked_sub(1),
        };
        let Some(node) = node else {
            return self.selected_goal(trace);
        };
        self.at = match self.towards {
            Towards::Next => node + 1,
            Towards::Previous => node,
        };
        let is_such = match (self.landmark, trace.outcome(node)) {
            (Landmark::Duplicate, outcome) => {
                matches!(outcome, NodeOutcome::Duplicate | NodeOutcome::Cycle)
            }
            (Landmark::Reopening, outcome) => outcome == NodeOutcome::Reopened,
            (Landmark::Goal, outcome) => outcome == NodeOutcome::Goal,
            (Landmark::Rise, _) => false,
        };
        match is_such {
            true => found(trace.generated_at(node), Some(node)),
            false => Progress::GoesOn,
        }
    }

    /// A goal that is recognised when it is selected ends the search, after the last step.
    fn selected_goal(&self, trace: &Trace) -> Progress {
        let goal = trace.goal().filter(|_| {
            (self.landmark, self.towards) == (Landmark::Goal, Towards::Next)
                && self.from < trace.n_expanded()
        });
        match goal.filter(|&goal| trace.outcome(goal) != NodeOutcome::Goal) {
            Some(goal) => found(trace.n_expanded(), Some(goal)),
            None => Progress::Ended,
        }
    }
}

fn found(step: Moment, node: Option<NodeId>) -> Progress {
    Progress::Found(Place { step, node })
}

fn f(trace: &Trace, (g, h): (u32, u32), node: NodeId) -> u64 {
    u64::from(g) * u64::from(trace.g(node)) + u64::from(h) * u64::from(trace.h(node))
}
