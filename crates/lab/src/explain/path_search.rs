//! The path of a search that keeps only a path, and the alternatives along it that it has not
//! generated yet.

use super::original::state;
use crate::{Job, Problem, State};
use tilescope_search::{Action, Duplicates, Pruning, Selection, Strategy};
use tilescope_trace::{Moment, NodeId, Status, Trace};

/// A node on the path of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathLevel {
    pub node: NodeId,
    /// The actions on its parent that are still to come, in the order in which the search takes
    /// them.
    pub to_come: Vec<Action>,
}

/// Whether a search keeps a path alone, so that the alternatives along it are not nodes yet.
pub fn keeps_path_alone(strategy: Strategy) -> bool {
    strategy.selection == Selection::Deepest && strategy.pruning == Pruning::FBound
}

/// The path to the node that is expanded after `t`, from that node to the root: the search takes the
/// alternatives from the deepest up. Empty where an iteration is complete.
pub fn path_levels(job: &Job, trace: &Trace, t: Moment) -> Vec<PathLevel> {
    let next = trace.generated_in(t).next_back();
    let Some(next) = next.filter(|&node| trace.status(node, t) == Status::Frontier) else {
        return Vec::new();
    };
    let n_generated = trace.n_generated(t);
    let first = (trace.iteration(t)).map_or(0, |iteration| iteration.nodes.start);
    let path = std::iter::once(next).chain(trace.ancestors(next));
    path.map(|node| {
        let Some(parent) = trace.parent(node) else {
            return PathLevel {
                node,
                to_come: Vec::new(),
            };
        };
        let is_generated = |action: &Action| {
            let mut children = trace.children(parent);
            children.any(|child| {
                (first..n_generated).contains(&child) && trace.action(child) == Some(*action)
            })
        };
        let mut to_come = actions(job, trace, parent);
        to_come.retain(|action| !is_generated(action));
        PathLevel { node, to_come }
    })
    .collect()
}

/// The actions that the search tries on `node`, in its order.
fn actions(job: &Job, trace: &Trace, node: NodeId) -> Vec<Action> {
    let here = state(&job.problem, trace, node);
    let mut actions: Vec<Action> = match (&job.problem, &here) {
        (Problem::Route(route), State::City(city)) => route.map.actions(*city).collect(),
        _ => (job.settings.order.directions().into_iter())
            .map(Action::from)
            .filter(|&action| job.problem.apply(&mut here.clone(), action))
            .collect(),
    };
    if job.settings.options.duplicates == Duplicates::Parent
        && let Some(last) = trace.action(node)
    {
        let undo = job.problem.inverse(last);
        actions.retain(|&action| action != undo);
    }
    actions
}

/// The state that `action` leads to from that of the parent of `node`.
pub fn alternative(job: &Job, trace: &Trace, node: NodeId, action: Action) -> Option<State> {
    let parent = trace.parent(node)?;
    let mut state = state(&job.problem, trace, parent);
    job.problem.apply(&mut state, action).then_some(state)
}
