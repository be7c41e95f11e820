//! Why a node was selected (from the algorithm's [`Selection`]) and why it was pruned (from its
//! [`Pruning`]).

use super::why::step;
use super::{evaluation, pair};
use crate::{Job, format};
use std::cmp::Ordering;
use tilescope_search::{Directionality, FValue, NodeOutcome, Pruning, Selection};
use tilescope_trace::{Moment, NodeId, Trace};

/// Explanations scan neither a frontier nor the record if more nodes than this have been generated.
pub const MAX_SCANNED: NodeId = 100_000;

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
        let algorithm = self.job.settings.algorithm;
        let is_both_ends = algorithm.directionality == Directionality::Bidirectional;
        match algorithm.selection {
            Selection::LowestF => {
                let tie = (self.rank(node, before)).map_or(String::new(), |it| self.tie(it.n_tied));
                let value = self.value(node);
                format!(": its {value} was the lowest on the frontier{tie}")
            }
            Selection::LowestBackedUpF => self.lowest_backed_up(node, before),
            Selection::LowestPairBound => match pair::of(self, node, before) {
                Some(pair) => format!(
                    ": with node {} of the other tree it formed {}, {}",
                    format::count(pair.other.into()),
                    match pair.is_minimum {
                        true => "the pair with the minimum lower bound",
                        false => "a pair within the proved lower bound; its own is",
                    },
                    self.cost(pair.bound)
                ),
                None => ": it was one of the pair with the minimum lower bound".to_owned(),
            },
            Selection::Oldest if is_both_ends => {
                ": it had been on the frontier of its tree longest".to_owned()
            }
            Selection::Oldest if algorithm.pruning == Pruning::Commitment => {
                self.oldest_of_stage(node)
            }
            Selection::Oldest => ": it had been on the frontier longest".to_owned(),
            Selection::Deepest if algorithm.pruning == Pruning::FBound => {
                self.within_bound(node, before)
            }
            Selection::Deepest => ": no frontier node was deeper".to_owned(),
            Selection::Level => self.kept_in_level(node),
            Selection::BetterSuccessor => self.better_successor(node, before),
            Selection::RandomSuccessor => self.drawn_successor(node),
            Selection::Mixed => String::new(),
        }
    }

    /// Why `node` was pruned at the moment `at`.
    pub fn pruned(&self, node: NodeId, at: Moment) -> String {
        let trace = self.trace;
        let when = step(at);
        let depth = trace.depth(node);
        let depth_limit = self.job.settings.options.depth_limit;
        let bound = trace.iteration(at).map(|iteration| iteration.bound);
        let value = self.value(node);
        match (self.job.settings.algorithm.pruning, bound, depth_limit) {
            (Pruning::BeamWidth, ..) => {
                format!("Cut at step {when}: {}.", self.cut_from_level(node))
            }
            (Pruning::OtherSuccessors, ..) => self.other_successor(node, at),
            (Pruning::Commitment, ..) => self.before_commitment(at),
            (Pruning::Backtracking, ..) => self.backtracked(node, at),
            (Pruning::NodeBudget, ..) => self.forgotten(node, at),
            (Pruning::BestSolution, ..) => {
                let lower_bound = u64::from(trace.g(node)) + u64::from(trace.h(node));
                format!(
                    "Cut at step {when}: its g + h = {} is no less than the cost of the best \
                     solution so far.",
                    self.cost(lower_bound)
                )
            }
            (Pruning::Chance, ..) => self.rejected(node, at),
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
        // A goal is selected after the last step.
        let at = (before + 1).min(self.trace.n_expanded());
        match self.trace.iteration(at) {
            Some(iteration) if self.f(node) <= Some(iteration.bound.into()) => format!(
                ": its {} is within the bound {}",
                self.value(node),
                self.cost(iteration.bound.into())
            ),
            _ => String::new(),
        }
    }

    /// Why enforced hill climbing expanded `node`: it searches breadth-first for a lower h.
    fn oldest_of_stage(&self, node: NodeId) -> String {
        let trace = self.trace;
        // h falls from stage to stage, and no node within a stage is below its root.
        let stage = trace.ancestors(node).min_by_key(|&above| trace.h(above));
        let Some(h) = stage.map(|root| trace.h(root)) else {
            return String::new();
        };
        let bound = self.cost(h.into());
        match trace.h(node) < h {
            true => format!(
                ": its h = {} was the first below {bound}, so the search goes on from it alone",
                self.cost(trace.h(node).into())
            ),
            false => format!(
                ": it had been on the frontier longest of all nodes in this breadth-first search \
                 for an h below {bound}"
            ),
        }
    }

    /// Why the frontier was discarded at step `at`: the last successor had a lower h.
    fn before_commitment(&self, at: Moment) -> String {
        let trace = self.trace;
        let when = step(at);
        let Some(better) = trace.generated_in(at).next_back() else {
            return format!("Discarded at step {when}: a node with a lower h was found.");
        };
        let name = format::count(better.into());
        if trace.outcome(better) == NodeOutcome::Goal {
            return format!("Discarded at step {when}: node {name} is a goal.");
        }
        format!(
            "Discarded at step {when}: node {name} has the lower h = {}, and the search went on \
             from that node alone.",
            self.cost(trace.h(better).into())
        )
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

    pub fn f(&self, node: NodeId) -> Option<FValue> {
        evaluation::f(self.job, self.trace.g(node), self.trace.h(node))
    }

    /// “f = 13”.
    pub fn value(&self, node: NodeId) -> String {
        format!("{} = {}", evaluation::name(self.job), self.f_text(node))
    }

    fn f_text(&self, node: NodeId) -> String {
        let (g, h) = (self.trace.g(node), self.trace.h(node));
        evaluation::f_text(self.job, g, h).unwrap_or_else(|| "unknown".to_owned())
    }

    pub fn cost(&self, n: u64) -> String {
        format::cost(n, self.job.problem.unit())
    }
}
