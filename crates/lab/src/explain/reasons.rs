//! Why a node was selected (from the algorithm's [`Selection`]) and why it was pruned (from its
//! [`Pruning`]).

use super::why::step;
use super::{evaluation, pair};
use crate::{Job, format};
use std::cmp::Ordering;
use tilescope_search::{Directionality, FValue, Options, Pruning, Selection};
use tilescope_trace::{Moment, NodeId, Trace};

/// Explanations don't scan a frontier if more nodes than this have been generated.
const MAX_SCANNED: NodeId = 100_000;

/// A run with its record.
pub struct Recorded<'a> {
    pub job: &'a Job,
    pub trace: &'a Trace,
}

/// How a node's f compares with those of the others on the frontier.
pub struct Rank {
    /// The name of f, such as “g + w · h”.
    pub name: &'static str,
    /// The node's f.
    pub f: String,
    /// The number of other nodes with a lower f, and with the same f.
    pub n_lower: u64,
    pub n_tied: u64,
}

impl Recorded<'_> {
    /// Why `node` was selected from the frontier at `before`: “: its f = 13 was the lowest on the
    /// frontier, tied with 2 others (ties: lowest h)”. Empty if the record doesn't show why.
    pub fn selected(&self, node: NodeId, before: Moment) -> String {
        let trace = self.trace;
        let algorithm = self.job.settings.algorithm;
        let is_scanned = trace.n_generated(before) <= MAX_SCANNED;
        let frontier = || trace.frontier(before).filter(|&other| other != node);
        match algorithm.selection {
            Selection::LowestF => match self.rank(node, before) {
                Some(rank) if rank.n_lower == 0 => {
                    let tie = self.tie(rank.n_tied);
                    let value = self.value(node);
                    format!(": its {value} was the lowest on the frontier{tie}")
                }
                _ => String::new(),
            },
            Selection::LowestPairBound if is_scanned => {
                pair::chosen(self, node, before).map_or(String::new(), |pair| {
                    format!(
                        ": with node {} of the other tree it formed the pair with the minimum \
                         lower bound, {}",
                        format::count(pair.other.into()),
                        self.cost(pair.bound)
                    )
                })
            }
            Selection::Oldest if algorithm.directionality == Directionality::Bidirectional => {
                let is_newer =
                    |other| other > node || trace.direction(other) != trace.direction(node);
                match is_scanned && frontier().all(is_newer) {
                    true => ": it had been on the frontier of its tree longest".to_owned(),
                    false => String::new(),
                }
            }
            Selection::Oldest if is_scanned && frontier().all(|other| other > node) => {
                ": it had been on the frontier longest".to_owned()
            }
            Selection::Deepest if algorithm.pruning == Pruning::FBound => {
                self.within_bound(node, before)
            }
            Selection::Deepest
                if is_scanned
                    && frontier().all(|other| trace.depth(other) <= trace.depth(node)) =>
            {
                ": no frontier node was deeper".to_owned()
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
                    "Cut at step {when}: with {value} it was not among the {width} nodes of its \
                     level that the beam keeps."
                )
            }
            (Pruning::OtherSuccessors, ..) => format!(
                "Discarded at step {when}: the search moves to one successor at most and discards \
                 the others."
            ),
            (Pruning::Commitment, ..) => format!(
                "Discarded at step {when}: a node with a lower {name} was found, and the search \
                 continued from that node alone."
            ),
            (Pruning::Backtracking, ..) => format!(
                "Forgotten at step {when}: an alternative had a lower f, and the search \
                 backtracked to it."
            ),
            (Pruning::NodeBudget, ..) => format!(
                "Forgotten at step {when}: memory was full and no leaf was worse, or the path to \
                 it filled memory alone."
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
                    "Rejected at step {when}: its {value} was higher, and it lost the random draw."
                )
            }
            (Pruning::FBound, Some(bound), _) if self.f(node) > Some(bound.into()) => {
                let bound = self.cost(bound.into());
                format!("Cut at step {when}: its {value} exceeds the bound {bound}.")
            }
            (Pruning::DepthBound, Some(bound), _) if depth >= bound => {
                format!("Cut at step {when}: its depth {depth} reaches the bound {bound}.")
            }
            (Pruning::DepthLimit, _, Some(limit)) if depth >= limit => {
                format!("Cut at step {when}: its depth {depth} reaches the depth limit.")
            }
            (
                Pruning::FBound
                | Pruning::DepthBound
                | Pruning::DepthLimit
                | Pruning::None
                | Pruning::Mixed,
                ..,
            ) => format!("Cut at step {when} by the algorithm's pruning rule."),
        }
    }

    /// The rank of `node` on the frontier at `t`; `None` if the algorithm doesn't select the lowest
    /// f, or if counting would take long.
    pub fn rank(&self, node: NodeId, t: Moment) -> Option<Rank> {
        let trace = self.trace;
        let is_best_first = self.job.settings.algorithm.selection == Selection::LowestF;
        if !is_best_first || trace.n_generated(t) > MAX_SCANNED {
            return None;
        }
        let own = self.f(node)?;
        let (mut n_lower, mut n_tied) = (0, 0);
        for other in trace.frontier(t).filter(|&other| other != node) {
            match self.f(other)?.cmp(&own) {
                Ordering::Less => n_lower += 1,
                Ordering::Equal => n_tied += 1,
                Ordering::Greater => {}
            }
        }
        Some(Rank {
            name: evaluation::name(self.job),
            f: self.f_text(node),
            n_lower,
            n_tied,
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
            return ", with no ties".to_owned();
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
        format!("{} = {}", evaluation::name(self.job), self.f_text(node))
    }

    fn f_text(&self, node: NodeId) -> String {
        let (g, h) = (self.trace.g(node), self.trace.h(node));
        evaluation::f_text(self.job, g, h).unwrap_or_else(|| "unknown".to_owned())
    }

    fn cost(&self, n: u64) -> String {
        format::cost(n, self.job.problem.unit())
    }
}
