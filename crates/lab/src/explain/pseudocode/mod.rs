//! An algorithm's textbook steps, which of them an event of a record is, and the values of its
//! variables.

mod steps;

pub use steps::steps;

use super::evaluation;
use crate::{Job, format};
use tilescope_search::NodeOutcome;
use tilescope_trace::{Moment, NodeId, Status, Trace};

/// A step of an algorithm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// How deep it stands in loops and conditions.
    pub indent: u8,
    pub text: String,
    pub kind: StepKind,
}

/// What a step does to a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StepKind {
    /// Begins with the root.
    Start,
    /// Begins an iteration or a restart.
    Iteration,
    /// Takes the node that is expanded.
    Select,
    /// Recognises a goal, or that two trees meet.
    Goal,
    /// Keeps a new node.
    Insert,
    /// Keeps a node for a state that was reached before, or puts a node back.
    Replace,
    /// Discards a node whose state was reached before.
    Duplicate,
    /// Discards a new node for another reason.
    Cut,
    /// Discards a node that was kept.
    Forget,
    /// Does nothing to a single node: a loop, an end.
    Control,
}

/// What happens to a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// The search begins with it.
    Begin,
    /// An iteration begins with it.
    Iteration,
    Select,
    /// It is recognised as a goal, or as a state of the other tree.
    Goal,
    Generated(NodeOutcome),
    /// It leaves the frontier without being expanded.
    Discarded(NodeOutcome),
}

impl Event {
    /// The kinds of step that it may be, the most particular first.
    pub fn kinds(self) -> &'static [StepKind] {
        use NodeOutcome as Outcome;
        match self {
            Event::Begin => &[StepKind::Start],
            Event::Iteration => &[StepKind::Iteration],
            Event::Select => &[StepKind::Select],
            Event::Goal | Event::Generated(Outcome::Goal) => &[StepKind::Goal],
            Event::Generated(Outcome::Frontier) => &[StepKind::Insert],
            Event::Generated(Outcome::Improved | Outcome::Reopened) => {
                &[StepKind::Replace, StepKind::Insert]
            }
            Event::Generated(Outcome::Duplicate | Outcome::Cycle) => &[StepKind::Duplicate],
            Event::Generated(Outcome::Cut) => &[StepKind::Cut],
            Event::Discarded(Outcome::Cut) => &[StepKind::Forget, StepKind::Cut],
            Event::Discarded(_) => &[StepKind::Replace, StepKind::Duplicate],
        }
    }

    /// The step of an algorithm that it is.
    pub fn step(self, steps: &[Step]) -> Option<usize> {
        let of = |kind: &StepKind| steps.iter().position(|step| step.kind == *kind);
        self.kinds().iter().find_map(of)
    }
}

/// What happened to `node` last at the moment `t`; `None` if it is not generated yet.
pub fn event(trace: &Trace, node: NodeId, t: Moment) -> Option<Event> {
    let generated = Event::Generated;
    Some(match trace.status(node, t) {
        Status::NotGenerated => return None,
        Status::Goal | Status::Meeting => Event::Goal,
        Status::Expanded => Event::Select,
        Status::Frontier if trace.parent(node).is_none() => Event::Begin,
        Status::Frontier => generated(trace.outcome(node)),
        Status::Discarded(outcome) if trace.outcome(node) == outcome => generated(outcome),
        Status::Discarded(outcome) => Event::Discarded(outcome),
    })
}

/// What the step that leads to `t` does, each with the number of nodes to which it does it.
pub fn events(trace: &Trace, t: Moment) -> Vec<(Event, u32)> {
    let mut events: Vec<(Event, u32)> = Vec::new();
    let mut add = |event: Event| match events.iter_mut().find(|(it, _)| *it == event) {
        Some((_, n)) => *n += 1,
        None => events.push((event, 1)),
    };
    if t == 0 {
        add(Event::Begin);
    }
    let begins = |start: Moment| start == t && t > 0;
    if (trace.iteration(t)).is_some_and(|it| begins(*it.moments.start())) {
        add(Event::Iteration);
    }
    if trace.expanded_node(t).is_some() {
        add(Event::Select);
    }
    for node in trace
        .generated_in(t)
        .filter(|&node| trace.parent(node).is_some())
    {
        add(Event::Generated(trace.outcome(node)));
    }
    let is_selected = |&goal: &NodeId| trace.outcome(goal) != NodeOutcome::Goal;
    if t == trace.n_expanded() && trace.goal().filter(is_selected).is_some() {
        add(Event::Goal);
    }
    events
}

/// The variables of the algorithm at `t`, with `node` as its node: names and values.
pub fn variables(job: &Job, trace: &Trace, node: NodeId, t: Moment) -> Vec<(&'static str, String)> {
    let count = |n: u32| format::count(n.into());
    let mut variables = vec![("node", count(node))];
    let (g, h) = (trace.g(node), trace.h(node));
    match evaluation::f(job, g, h) {
        Some(_) => {
            let (value, terms) = evaluation::terms(job, g, h);
            let name = match evaluation::name(job) {
                "g" => "g(node)",
                "h" => "h(node)",
                _ => "f(node)",
            };
            variables.push((name, format!("{value}{terms}")));
        }
        None => variables.push(("depth(node)", count(trace.depth(node)))),
    }
    let frontier = match trace.frontier_size(t) {
        1 => "1 node".to_owned(),
        n => format!("{} nodes", count(n)),
    };
    variables.push(("frontier", frontier));
    if let Some(iteration) = trace.iteration(t) {
        variables.push(super::iteration_row(job, &iteration));
    }
    variables
}
