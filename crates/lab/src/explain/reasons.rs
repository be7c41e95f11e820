//! The reasons: why a node was selected, which follows from the algorithm's [`Selection`], and why
//! it was pruned, which follows from its [`Pruning`].

use super::why::step;
use super::{evaluation, pair};
use crate::{Job, format};
use std::cmp::Ordering;
use tilescope_search::{Directionality, FValue, Options, Pruning, Selection};
use tilescope_trace::{Moment, NodeId, Trace};

/// A frontier of more nodes than this is not searched for a sentence.
const MAX_SCANNED: NodeId = 100_000;

/// A run with its record.
pub struct Recorded<'a> {
    pub job: &'a Job,
    pub trace: &'a Trace,
}

/// How a node's f compares with those of the others on the frontier.
pub struct Rank {
    /// “f = 13”.
    pub value: String,
    /// How many others have a lower f, and the same.
    pub before: u64,
    pub same: u64,
}

impl Recorded<'_> {
    /// Why `node` was selected from the frontier of the moment `before`, as far as the record
    /// shows it: “: its f = 13 was the least on the frontier, tied with 2 others (ties: lowest
    /// h)”.
    pub fn selected(&self, node: NodeId, before: Moment) -> String {
        let trace = self.trace;
        let algorithm = self.job.settings.algorithm;
        let is_scanned = trace.n_generated(before) <= MAX_SCANNED;
        let frontier = || trace.frontier(before).filter(|&other| other != node);
        match algorithm.selection {
            Selection::LowestF => match self.rank(node, before) {
                Some(rank) if rank.before == 0 => {
                    let tie = self.tie(rank.same);
                    format!(": its {} was the least on the frontier{tie}", rank.value)
                }
                _ => String::new(),
            },
            Selection::LowestPairBound if is_scanned => {
                pair::chosen(self, node, before).map_or(String::new(), |pair| {
                    format!(
                        ": with node {} of the other tree it made the pair with the least lower \
                         bound, {}",
                        format::count(pair.other.into()),
                        self.cost(pair.bound)
                    )
                })
            }
            Selection::Oldest if algorithm.directionality == Directionality::Bidirectional => {
                let is_later =
                    |other| other > node || trace.direction(other) != trace.direction(node);
                match is_scanned && frontier().all(is_later) {
                    true => ": it had waited longest on the frontier of its tree".to_owned(),
                    false => String::new(),
                }
            }
            Selection::Oldest if is_scanned && frontier().all(|other| other > node) => {
                ": it had waited longest on the frontier".to_owned()
            }
            Selection::Deepest if algorithm.pruning == Pruning::FBound => {
                self.within_bound(node, before)
            }
            Selection::Deepest
                if is_scanned
                    && frontier().all(|other| trace.depth(other) <= trace.depth(node)) =>
            {
                ": nothing on the frontier lay deeper".to_owned()
            }
            Selection::LowestBackedUpF
            | Selection::LowestPairBound
            | Selection::Oldest
            | Selection::Deepest
            | Selection::Level
            | Selection::BetterSuccessor
            | Selection::RandomSuccessor
            | Selection::Mixed => String::new(),
        }
    }

    /// Why `node` was pruned at the moment `at`.
    pub fn pruned(&self, node: NodeId, at: Moment) -> String {
        let trace = self.trace;
        let Options {
            beam_width,
            depth_limit,
            ..
        } = self.job.settings.options;
        let when = step(at);
        let depth = trace.depth(node);
        let bound = trace.iteration(at).map(|iteration| iteration.bound);
        let name = evaluation::name(self.job);
        let value = self.value(node);
        match (self.job.settings.algorithm.pruning, bound, depth_limit) {
            (Pruning::BeamWidth, ..) => {
                let width = format::count(beam_width as u64);
                format!(
                    "Cut at step {when}: with {value} it was not among the {width} of its level \
                     that the beam keeps."
                )
            }
            (Pruning::OtherSuccessors, ..) => format!(
                "Left behind at step {when}: from each node a climb goes on to one successor, \
                 and only if that is good enough."
            ),
            (Pruning::Commitment, ..) => format!(
                "Left behind at step {when}: a node with a lower {name} was found, and the search \
                 went on from that one alone."
            ),
            (Pruning::Backtracking, ..) => format!(
                "Forgotten at step {when}: another node beside the path had a lower f, and the \
                 search went there."
            ),
            (Pruning::NodeBudget, ..) => format!(
                "Forgotten at step {when}: the memory was full, and no leaf was worse; or the \
                 path to it filled the memory alone."
            ),
            (Pruning::BestSolution, ..) => {
                let lower_bound = u64::from(trace.g(node)) + u64::from(trace.h(node));
                format!(
                    "Cut at step {when}: its g + h = {} is no less than the cost of the best \
                     solution so far.",
                    self.cost(lower_bound)
                )
            }
            (Pruning::Chance, ..) => {
                format!(
                    "Refused at step {when}: its {value} was higher, and chance was against it."
                )
            }
            (Pruning::FBound, Some(bound), _) if self.f(node) > Some(bound.into()) => {
                let bound = self.cost(bound.into());
                format!("Cut at step {when}: its {value} exceeds the bound {bound}.")
            }
            (Pruning::DepthBound, Some(bound), _) if depth >= bound => {
                format!("Cut at step {when}: at depth {depth} it meets the bound {bound}.")
            }
            (Pruning::DepthLimit, _, Some(limit)) if depth >= limit => {
                format!("Cut at step {when}: depth {limit} is the limit.")
            }
            (
                Pruning::FBound
                | Pruning::DepthBound
                | Pruning::DepthLimit
                | Pruning::None
                | Pruning::Mixed,
                ..,
            ) => format!("Cut at step {when}: it lies beyond what this search looks at."),
        }
    }

    /// The rank of `node` on the frontier at `t`, if the algorithm selects the lowest f; `None`
    /// if it does not, and where counting would take long.
    pub fn rank(&self, node: NodeId, t: Moment) -> Option<Rank> {
        let trace = self.trace;
        let is_best_first = self.job.settings.algorithm.selection == Selection::LowestF;
        if !is_best_first || trace.n_generated(t) > MAX_SCANNED {
            return None;
        }
        let own = self.f(node)?;
        let (mut before, mut same) = (0, 0);
        for other in trace.frontier(t).filter(|&other| other != node) {
            match self.f(other)?.cmp(&own) {
                Ordering::Less => before += 1,
                Ordering::Equal => same += 1,
                Ordering::Greater => {}
            }
        }
        Some(Rank {
            value: self.value(node),
            before,
            same,
        })
    }

    fn within_bound(&self, node: NodeId, before: Moment) -> String {
        match self.trace.iteration(before + 1) {
            Some(iteration) if self.f(node) <= Some(iteration.bound.into()) => format!(
                ": its {} is within the bound {}",
                self.value(node),
                self.cost(iteration.bound.into())
            ),
            _ => String::new(),
        }
    }

    /// “, tied with 2 others (ties: lowest h)”.
    fn tie(&self, n_others: u64) -> String {
        if n_others == 0 {
            return ", and no other had the same".to_owned();
        }
        let others = if n_others == 1 { "other" } else { "others" };
        let rule = self.job.settings.options.ties.label();
        let n_others = format::count(n_others);
        format!(", tied with {n_others} {others} (ties: {rule})")
    }

    fn f(&self, node: NodeId) -> Option<FValue> {
        evaluation::f(self.job, self.trace.g(node), self.trace.h(node))
    }

    /// “f = 13”.
    fn value(&self, node: NodeId) -> String {
        let (g, h) = (self.trace.g(node), self.trace.h(node));
        let f = evaluation::f_in_figures(self.job, g, h);
        let f = f.unwrap_or_else(|| "unknown".to_owned());
        format!("{} = {f}", evaluation::name(self.job))
    }

    fn cost(&self, n: u64) -> String {
        format::cost(n, self.job.problem.unit())
    }
}
