//! Explains the status of a node in a sentence, from what the record shows.

use super::original::original;
use super::path_search::keeps_path_alone;
use super::reasons::Recorded;
use super::{evaluation, is_requeueing, pair};
use crate::{Job, format};
use std::sync::Arc;
use tilescope_search::{NodeOutcome, Pruning, SearchDirection, Selection};
use tilescope_trace::{FrontierIndex, Iteration, MeetingNodes, Moment, NodeId, Status, Trace};

/// Explains the status of `node` at `t` in a few sentences. Of a large record it says less than
/// [`why_with`].
pub fn why(job: &Job, trace: &Trace, node: NodeId, t: Moment) -> String {
    let original = original(job, trace, None, node, t).node();
    why_with(job, trace, None, original, node, t)
}

/// The same, with an index of the frontier in the order of [`order`](super::order()) and the
/// [`original`](super::original()) of the node: so it takes a few milliseconds however large the
/// record is.
pub fn why_with(
    job: &Job,
    trace: &Trace,
    index: Option<&Arc<FrontierIndex>>,
    original: Option<NodeId>,
    node: NodeId,
    t: Moment,
) -> String {
    let run = Recorded {
        job,
        trace,
        index,
        original,
    };
    match trace.status(node, t) {
        Status::NotGenerated => not_generated(trace, node),
        Status::Frontier => on_frontier(&run, node, t),
        Status::Expanded => expanded(&run, node, t),
        Status::Discarded(outcome) => dropped(&run, node, outcome),
        Status::Goal if trace.outcome(node) == NodeOutcome::Goal => format!(
            "Recognised as a goal when it was generated, at step {}.",
            step(trace.generated_at(node))
        ),
        Status::Goal if trace.parent(node).is_none() => {
            format!("{} is a goal itself.", root_name(trace, node))
        }
        Status::Goal => {
            let reason = run.selected(node, trace.n_expanded());
            let better = run.better_path(node);
            format!("{better}Selected after the last step and recognised as a goal{reason}.")
        }
        Status::Meeting => meeting(trace, node),
    }
}

pub(super) fn step(t: Moment) -> String {
    format::count(t.into())
}

fn not_generated(trace: &Trace, node: NodeId) -> String {
    let at = step(trace.generated_at(node));
    match trace.parent(node) {
        Some(parent) => {
            let parent = format::count(parent.into());
            format!("Not generated yet: step {at} generates it by expanding node {parent}.")
        }
        None => "Not generated yet.".to_owned(),
    }
}

fn on_frontier(run: &Recorded, node: NodeId, t: Moment) -> String {
    let trace = run.trace;
    let since = step(trace.generated_at(node));
    if run.job.settings.strategy().selection == Selection::Game && trace.parent(node).is_some() {
        let reason = run.selected(node, t);
        return format!("Reached at step {since}{reason}. No move was made from it yet.");
    }
    let begin = match trace.outcome(node) {
        _ if trace.parent(node).is_none() => {
            format!("{}, not expanded yet,", root_name(trace, node))
        }
        NodeOutcome::Reopened if is_requeueing(run.job.settings.algorithm) => {
            format!("Its successors were forgotten. Back on the frontier since step {since}")
        }
        NodeOutcome::Improved => format!(
            "{}In its place on the frontier since step {since}",
            run.better_path(node)
        ),
        NodeOutcome::Reopened => format!(
            "{}Back on the frontier since step {since}",
            run.better_path(node)
        ),
        _ => format!("On the frontier since step {since}"),
    };
    match run.job.settings.strategy().selection {
        Selection::LowestBackedUpF => {
            let begin = begin.trim_end_matches(',');
            return format!("{begin}{}", run.not_yet_by_value(node, t));
        }
        Selection::LowestPairBound => {
            let begin = begin.trim_end_matches(',');
            return format!("{begin}.{}", pair::not_yet(run, node, t));
        }
        _ => {}
    }
    let standing = run.standing(node, t);
    let not_yet = standing.map_or(String::new(), |it| run.not_yet(&it));
    let begin_alone = begin.trim_end_matches(',');
    let Some(standing) = standing.filter(|_| run.job.settings.strategy().selection.is_best_first())
    else {
        return format!("{begin_alone}.{not_yet}");
    };
    let (name, f) = (evaluation::name(run.job), run.f_text(node));
    let others = match (standing.n_lower as u64, standing.n_tied as u64) {
        (0, 0) => format!("no other frontier node has {name} ≤ {f}"),
        (0, tied) => format!(
            "no frontier node has a lower {name}; {} the same",
            have(tied)
        ),
        (lower, 0) => format!("{} a lower {name}", have(lower)),
        (lower, tied) => {
            let tied = format::count(tied);
            format!("{} a lower {name}, {tied} the same", have(lower))
        }
    };
    format!("{begin} with {name} = {f}; {others}.{not_yet}")
}

fn root_name(trace: &Trace, root: NodeId) -> &'static str {
    match trace.direction(root) {
        SearchDirection::Forward => "The start of the search",
        SearchDirection::Backward => "The goal, the root of the backward search",
    }
}

fn have(n: u64) -> String {
    let others = if n == 1 { "other has" } else { "others have" };
    format!("{} {others}", format::count(n))
}

fn expanded(run: &Recorded, node: NodeId, t: Moment) -> String {
    let trace = run.trace;
    let Some(at) = trace.expanded_at(node) else {
        return "It was expanded.".to_owned();
    };
    // A root is expanded again in each iteration, with other successors.
    let iteration = |t| trace.iteration(t).filter(|_| trace.parent(node).is_none());
    let began = iteration(t).and_then(|it| began_iteration(run, node, &it));
    if let Some(sentence) = began {
        return sentence;
    }
    let children = successors(run, n_children(trace, node, iteration(at).as_ref()));
    let at_step = step(at);
    let end = match run.job.settings.strategy().pruning {
        Pruning::OtherSuccessors => run.end_of_climb(node, at),
        _ => None,
    };
    let end = end.map_or(String::new(), |end| format!(" {end}"));
    if trace.parent(node).is_none() {
        let root = root_name(trace, node);
        return format!("{root}, expanded at step {at_step}. {children}.{end}");
    }
    let reason = run.selected(node, at - 1);
    let better = run.better_path(node);
    format!("{better}Selected at step {at_step}{reason}. {children}.{end}")
}

/// How many children a node has in an iteration, or in all.
fn n_children(trace: &Trace, node: NodeId, iteration: Option<&Iteration>) -> usize {
    let is_of_it = |child: &NodeId| iteration.is_none_or(|it| it.nodes.contains(child));
    trace.children(node).filter(is_of_it).count()
}

/// How many successors a node has. A search that keeps a path alone may have ended before it came
/// back to the others.
fn successors(run: &Recorded, n: usize) -> String {
    let n = match n {
        0 => "no successors".to_owned(),
        1 => "one successor".to_owned(),
        n => format!("{n} successors"),
    };
    match keeps_path_alone(run.job.settings.strategy()) {
        true => format!("Its expansion generated {n}"),
        false => format!("It has {n}"),
    }
}

/// Explains the root's expansion in a later iteration; `None` if that did not expand it again.
fn began_iteration(run: &Recorded, root: NodeId, iteration: &Iteration) -> Option<String> {
    let trace = run.trace;
    let n_children = n_children(trace, root, Some(iteration));
    if iteration.number == 0 || n_children == 0 {
        return None;
    }
    let name = super::iteration(run.job, trace, iteration).to_lowercase();
    Some(format!(
        "{}. At step {} it began {name}. {}.",
        root_name(trace, root),
        step(*iteration.moments.start()),
        successors(run, n_children),
    ))
}

/// Explains one of the two nodes at which the trees meet.
fn meeting(trace: &Trace, node: NodeId) -> String {
    let Some(MeetingNodes {
        at,
        forward,
        backward,
    }) = trace.meeting()
    else {
        return "The two trees meet here.".to_owned();
    };
    let (other, end) = if node == forward {
        (backward, "goal")
    } else {
        (forward, "start")
    };
    format!(
        "The two trees met here at step {}: node {} of the tree from the {end} has the same \
         state, and the solution passes through both.",
        step(at),
        format::count(other.into())
    )
}

fn dropped(run: &Recorded, node: NodeId, outcome: NodeOutcome) -> String {
    let trace = run.trace;
    let at = trace.discarded_at(node).map_or(0, |(at, _)| at);
    match outcome {
        NodeOutcome::Cycle => run.cycle(at),
        NodeOutcome::Cut => run.pruned(node, at),
        _ if run.keeps_list() => run.removed_from_list(at),
        _ if trace.outcome(node) == outcome => run.duplicate(node, at),
        _ => run.replaced(node, at),
    }
}
