//! Why a node is what it is: a sentence that says no more than the record proves.

use super::reasons::Recorded;
use crate::{Job, format};
use tilescope_search::{Duplicates, NodeOutcome, SearchDirection};
use tilescope_trace::{MeetingNodes, Moment, NodeId, Status, Trace};

/// Why `node` is what it is at `t`, in one sentence or two.
pub fn why(job: &Job, trace: &Trace, node: NodeId, t: Moment) -> String {
    let run = Recorded { job, trace };
    match trace.status(node, t) {
        Status::NotGenerated => unborn(trace, node),
        Status::Frontier => waits(&run, node, t),
        Status::Expanded => expanded(&run, node),
        Status::Discarded(fate) => dropped(&run, node, fate),
        Status::Goal if trace.outcome(node) == NodeOutcome::Goal => format!(
            "Recognised as a goal when it was generated, at step {}.",
            step(trace.generated_at(node))
        ),
        Status::Goal => {
            let order = run.selected(node, trace.n_expanded());
            format!("Selected after the last step, and found to be a goal{order}.")
        }
        Status::Meeting => meeting(trace, node),
    }
}

pub(super) fn step(t: Moment) -> String {
    format::count(t.into())
}

fn unborn(trace: &Trace, node: NodeId) -> String {
    let at = step(trace.generated_at(node));
    match trace.parent(node) {
        Some(parent) => {
            let parent = format::count(parent.into());
            format!("It does not exist yet: step {at} makes it, by expanding node {parent}.")
        }
        None => "It does not exist yet.".to_owned(),
    }
}

fn waits(run: &Recorded, node: NodeId, t: Moment) -> String {
    let trace = run.trace;
    let since = step(trace.generated_at(node));
    let begin = match trace.outcome(node) {
        _ if trace.parent(node).is_none() => {
            format!("{}: it waits to be expanded", root_words(trace, node))
        }
        NodeOutcome::Reopened => format!(
            "Its state had been reached before, but this path is cheaper: it waits on the \
             frontier since step {since}"
        ),
        _ => format!("It waits on the frontier since step {since}"),
    };
    let Some(rank) = run.rank(node, t) else {
        return format!("{begin}.");
    };
    let others = match (rank.before, rank.same) {
        (0, 0) => "nothing there has a lower or the same".to_owned(),
        (0, same) => format!("nothing there has a lower, {} the same", have(same)),
        (before, 0) => format!("{} a lower", have(before)),
        (before, same) => format!("{} a lower, {} the same", have(before), format::count(same)),
    };
    format!("{begin} with {}; {others}.", rank.value)
}

fn root_words(trace: &Trace, root: NodeId) -> &'static str {
    match trace.direction(root) {
        SearchDirection::Forward => "The start of the search",
        SearchDirection::Backward => "The goal, from which the search goes back",
    }
}

fn have(n: u64) -> String {
    let verb = if n == 1 { "has" } else { "have" };
    format!("{} {verb}", format::count(n))
}

fn expanded(run: &Recorded, node: NodeId) -> String {
    let trace = run.trace;
    let Some(at) = trace.expanded_at(node) else {
        return "It was expanded.".to_owned();
    };
    let n_children = trace.children(node).count();
    let children = match n_children {
        0 => "It has no successors".to_owned(),
        1 => "It has one successor".to_owned(),
        n => format!("It has {n} successors"),
    };
    let at_step = step(at);
    if trace.parent(node).is_none() {
        let root = root_words(trace, node);
        return format!("{root}, expanded at step {at_step}. {children}.");
    }
    let order = run.selected(node, at - 1);
    format!("Chosen at step {at_step}{order}. {children}.")
}

/// Of one of the two nodes at which the trees meet.
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
        "Here the two trees met, at step {}: node {} of the tree from the {end} has the same \
         board, and the path through both is the one that the search ended with.",
        step(at),
        format::count(other.into())
    )
}

fn dropped(run: &Recorded, node: NodeId, fate: NodeOutcome) -> String {
    let trace = run.trace;
    let at = trace.discarded_at(node).map_or(0, |(at, _)| at);
    let at_birth = trace.outcome(node) == fate;
    let when = step(at);
    let settings = &run.job.settings;
    match fate {
        NodeOutcome::Cycle => format!(
            "Dropped when it was made, at step {when}: its state is already on the path that \
             leads to it."
        ),
        NodeOutcome::Cut => run.pruned(node, at),
        _ if at_birth && settings.options.duplicates == Duplicates::Frontier => {
            format!(
                "Dropped when it was made, at step {when}: its state was on the frontier already."
            )
        }
        _ if at_birth && settings.options.duplicates == Duplicates::GraphWithoutReopening => {
            format!(
                "Dropped when it was made, at step {when}: its state had been expanded before, or \
             reached at no greater cost."
            )
        }
        _ if at_birth => format!(
            "Dropped when it was made, at step {when}: its state had been reached before, at no \
             greater cost."
        ),
        _ => format!(
            "Taken off the frontier at step {when}, unexpanded: its state has been reached by \
             another path that is preferred."
        ),
    }
}
