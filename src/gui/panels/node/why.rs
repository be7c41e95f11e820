//! Why a node is what it is: a sentence that says no more than the record proves.

use super::pair;
use crate::gui::runs::RunEntry;
use tilescope_lab::figures;
use tilescope_search::{Applies, Duplicates, NodeOutcome, Options, SearchDirection};
use tilescope_trace::{MeetingNodes, Moment, NodeId, Status, Trace};

/// A frontier of more nodes than this is not searched for a sentence.
const MOST_SCANNED: NodeId = 100_000;

/// Why `node` is what it is at `t`, in one sentence or two.
pub fn why(entry: &RunEntry, node: NodeId, t: Moment) -> String {
    let trace = entry.run.trace();
    match trace.status(node, t) {
        Status::Unborn => unborn(trace, node),
        Status::Frontier => waits(entry, node, t),
        Status::Expanded => expanded(entry, node),
        Status::Dropped(fate) => dropped(entry, node, fate),
        Status::Goal if trace.fate(node) == NodeOutcome::Goal => format!(
            "Recognised as a goal when it was generated, at step {}.",
            step(trace.born_at(node))
        ),
        Status::Goal => {
            let order = by_order(entry, node, trace.n_expanded());
            format!("Selected after the last step, and found to be a goal{order}.")
        }
        Status::Meeting => meeting(trace, node),
    }
}

fn step(t: Moment) -> String {
    figures::count(t.into())
}

fn unborn(trace: &Trace, node: NodeId) -> String {
    let at = step(trace.born_at(node));
    match trace.parent(node) {
        Some(parent) => {
            let parent = figures::count(parent.into());
            format!("It does not exist yet: step {at} makes it, by expanding node {parent}.")
        }
        None => "It does not exist yet.".to_owned(),
    }
}

fn waits(entry: &RunEntry, node: NodeId, t: Moment) -> String {
    let trace = entry.run.trace();
    let since = step(trace.born_at(node));
    let begin = match trace.fate(node) {
        _ if trace.parent(node).is_none() => {
            format!("{}: it waits to be expanded", root_words(trace, node))
        }
        NodeOutcome::Reopened => format!(
            "Its state had been reached before, but this path is cheaper: it waits on the \
             frontier since step {since}"
        ),
        _ => format!("It waits on the frontier since step {since}"),
    };
    let Some(rank) = rank(entry, node, t) else {
        return format!("{begin}.");
    };
    let others = match (rank.before, rank.same) {
        (0, 0) => "nothing there has a lower or the same".to_owned(),
        (0, same) => format!("nothing there has a lower, {} the same", have(same)),
        (before, 0) => format!("{} a lower", have(before)),
        (before, same) => format!(
            "{} a lower, {} the same",
            have(before),
            figures::count(same)
        ),
    };
    format!("{begin} with {}; {others}.", rank.value)
}

fn root_words(trace: &Trace, root: NodeId) -> &'static str {
    match trace.end(root) {
        SearchDirection::Forward => "The start of the search",
        SearchDirection::Backward => "The goal, from which the search goes back",
    }
}

fn have(n: u64) -> String {
    let verb = if n == 1 { "has" } else { "have" };
    format!("{} {verb}", figures::count(n))
}

fn expanded(entry: &RunEntry, node: NodeId) -> String {
    let trace = entry.run.trace();
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
    let order = by_order(entry, node, at - 1);
    format!("Chosen at step {at_step}{order}. {children}.")
}

/// Of one of the two nodes at which the trees meet.
fn meeting(trace: &Trace, node: NodeId) -> String {
    let Some(MeetingNodes { at, ahead, back }) = trace.meeting() else {
        return "The two trees meet here.".to_owned();
    };
    let (other, end) = if node == ahead {
        (back, "goal")
    } else {
        (ahead, "start")
    };
    format!(
        "Here the two trees met, at step {}: node {} of the tree from the {end} has the same \
         board, and the path through both is the one that the search ended with.",
        step(at),
        figures::count(other.into())
    )
}

/// “: its f = 13 was the least on the frontier, tied with 2 others (ties: lowest h)”, where
/// the record at the moment before shows it.
fn by_order(entry: &RunEntry, node: NodeId, before: Moment) -> String {
    let trace = entry.run.trace();
    let settings = &entry.run.job().settings;
    if let Some(rank) = rank(entry, node, before).filter(|rank| rank.before == 0) {
        let tie = match rank.same {
            0 => ", and no other had the same".to_owned(),
            n => {
                let others = if n == 1 { "other" } else { "others" };
                let rule = settings.options.ties.label();
                format!(", tied with {} {others} (ties: {rule})", figures::count(n))
            }
        };
        return format!(": its {} was the least on the frontier{tie}", rank.value);
    }
    let is_scanned = trace.n_born(before) <= MOST_SCANNED;
    let frontier = || trace.frontier(before).filter(|&other| other != node);
    match settings.algorithm.key {
        "ida-star" => match trace.iteration(before + 1) {
            Some(iteration) if f(trace, node) <= u64::from(iteration.bound) => format!(
                ": its f = {} is within the bound {}",
                entry.cost(f(trace, node)),
                entry.cost(iteration.bound.into())
            ),
            _ => String::new(),
        },
        "nbs" if is_scanned => pair::chosen(entry, node, before).map_or(String::new(), |pair| {
            format!(
                ": with node {} of the other tree it made the pair with the least lower bound, {}",
                figures::count(pair.other.into()),
                entry.cost(pair.bound)
            )
        }),
        "bidirectional-breadth-first"
            if is_scanned
                && frontier().all(|other| other > node || trace.end(other) != trace.end(node)) =>
        {
            ": it had waited longest on the frontier of its tree".to_owned()
        }
        "breadth-first" if is_scanned && frontier().all(|other| other > node) => {
            ": it had waited longest on the frontier".to_owned()
        }
        "depth-first" | "depth-limited" | "iterative-deepening"
            if is_scanned && frontier().all(|other| trace.depth(other) <= trace.depth(node)) =>
        {
            ": nothing on the frontier lay deeper".to_owned()
        }
        _ => String::new(),
    }
}

fn dropped(entry: &RunEntry, node: NodeId, fate: NodeOutcome) -> String {
    let trace = entry.run.trace();
    let at = trace.dropped_at(node).map_or(0, |(at, _)| at);
    let at_birth = trace.fate(node) == fate;
    let when = step(at);
    let settings = &entry.run.job().settings;
    match fate {
        NodeOutcome::Cycle => format!(
            "Dropped when it was made, at step {when}: its state is already on the path that \
             leads to it."
        ),
        NodeOutcome::Cut => cut(entry, node, at),
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

fn cut(entry: &RunEntry, node: NodeId, at: Moment) -> String {
    let trace = entry.run.trace();
    let settings = &entry.run.job().settings;
    let Options {
        beam_width,
        depth_limit,
        ..
    } = settings.options;
    let when = step(at);
    let f = f(trace, node);
    let depth = trace.depth(node);
    let bound = trace.iteration(at).map(|iteration| iteration.bound);
    if settings.algorithm.options.contains(&Applies::BeamWidth) {
        let width = figures::count(beam_width as u64);
        return format!(
            "Cut at step {when}: with h = {} it was not among the {width} of its level that the \
             beam keeps.",
            entry.cost(trace.h(node).into())
        );
    }
    match settings.algorithm.key {
        "hill-climbing" | "random-restart-hill-climbing" => {
            return format!(
                "Left behind at step {when}: from each node a climb goes on to one successor, \
                 and only if that is good enough."
            );
        }
        "enforced-hill-climbing" => {
            return format!(
                "Left behind at step {when}: a node with a lower h was found, and the search \
                 went on from that one alone."
            );
        }
        "rbfs" => {
            return format!(
                "Forgotten at step {when}: another node beside the path had a lower f, and the \
                 search went there."
            );
        }
        "sma-star" => {
            return format!(
                "Forgotten at step {when}: the memory was full, and no leaf was worse; or the \
                 path to it filled the memory alone."
            );
        }
        "anytime-weighted-a-star" => {
            return format!(
                "Cut at step {when}: its g + h = {} is no less than the cost of the best \
                 solution so far.",
                entry.cost(f)
            );
        }
        "simulated-annealing" => {
            return format!(
                "Refused at step {when}: its h = {} was higher, and chance was against it.",
                entry.cost(trace.h(node).into())
            );
        }
        _ => {}
    }
    match (bound, depth_limit) {
        (Some(bound), _) if f > u64::from(bound) => {
            let (f, bound) = (entry.cost(f), entry.cost(bound.into()));
            format!("Cut at step {when}: its f = {f} exceeds the bound {bound}.")
        }
        (Some(bound), _) if depth >= bound => {
            format!("Cut at step {when}: at depth {depth} it meets the bound {bound}.")
        }
        (_, Some(limit)) if depth >= limit => {
            format!("Cut at step {when}: depth {limit} is the limit.")
        }
        _ => format!("Cut at step {when}: it lies beyond what this search looks at."),
    }
}

/// g + h.
pub fn f(trace: &Trace, node: NodeId) -> u64 {
    u64::from(trace.g(node)) + u64::from(trace.h(node))
}

/// How a node's evaluation compares with those of the others on the frontier.
struct Rank {
    /// “f = 13”.
    value: String,
    before: u64,
    same: u64,
}

/// The rank of `node` on the frontier at `t`, for algorithms that choose by an evaluation;
/// `None` for the others, and where looking would take long.
fn rank(entry: &RunEntry, node: NodeId, t: Moment) -> Option<Rank> {
    let trace = entry.run.trace();
    let settings = &entry.run.job().settings;
    if trace.n_born(t) > MOST_SCANNED {
        return None;
    }
    let (over, under) = settings.options.weight.ratio();
    let (over, under) = (u64::from(over), u64::from(under));
    let evaluation = |node: NodeId| -> Option<u64> {
        let (g, h) = (u64::from(trace.g(node)), u64::from(trace.h(node)));
        match settings.algorithm.key {
            "uniform-cost" => Some(g),
            "greedy-best-first" => Some(h),
            "a-star" => Some(g + h),
            "weighted-a-star" | "anytime-weighted-a-star" => Some(under * g + over * h),
            _ => None,
        }
    };
    let own = evaluation(node)?;
    let (mut before, mut same) = (0, 0);
    for other in trace.frontier(t).filter(|&other| other != node) {
        match evaluation(other)?.cmp(&own) {
            std::cmp::Ordering::Less => before += 1,
            std::cmp::Ordering::Equal => same += 1,
            std::cmp::Ordering::Greater => {}
        }
    }
    let value = match settings.algorithm.key {
        "uniform-cost" => format!("g = {}", entry.cost(own)),
        "greedy-best-first" => format!("h = {}", entry.cost(own)),
        "weighted-a-star" | "anytime-weighted-a-star" => {
            let unit = f64::from(entry.run.job().problem.unit());
            format!("g + w · h = {}", own as f64 / under as f64 / unit)
        }
        _ => format!("f = {}", entry.cost(own)),
    };
    Some(Rank {
        value,
        before,
        same,
    })
}
