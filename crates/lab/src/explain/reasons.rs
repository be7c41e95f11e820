//! Why a node was selected (from the algorithm's [`Selection`]) and why it was pruned (from its
//! [`Pruning`]).

use super::why::step;
use super::{evaluation, pair};
use crate::{Job, format};
use std::sync::Arc;
use tilescope_search::{Directionality, FValue, NodeOutcome, Pruning, Selection};
use tilescope_trace::{FrontierIndex, Moment, NodeId, Trace};

/// Without an index, explanations scan neither a frontier nor the record if more nodes than this
/// have been generated.
pub const MAX_SCANNED: NodeId = 100_000;

/// A run with its record.
pub struct Recorded<'a> {
    pub job: &'a Job,
    pub trace: &'a Trace,
    /// The index of its frontier, if it has been built. Without one, large frontiers are not
    /// looked through.
    pub index: Option<&'a Arc<FrontierIndex>>,
    /// The node that the status of the explained one is due to, if it is known.
    pub original: Option<NodeId>,
}

impl Recorded<'_> {
    /// Why `node` was selected from the frontier at `before`: “: its f = 13 was the lowest on the
    /// frontier, tied with 2 others; its h = 4 was the lowest of these. Next in line was node 27”.
    /// Empty if the record doesn't show why.
    pub fn selected(&self, node: NodeId, before: Moment) -> String {
        let algorithm = self.job.settings.algorithm;
        let is_both_ends = algorithm.directionality == Directionality::Bidirectional;
        let strategy = self.job.settings.strategy();
        match strategy.selection {
            Selection::LowestF | Selection::MergedList => {
                let standing = self.standing(node, before);
                let tie = standing.map_or(String::new(), |it| self.tie(node, &it));
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
            Selection::Oldest if strategy.pruning == Pruning::Commitment => {
                self.oldest_of_stage(node)
            }
            Selection::Oldest => ": it had been on the frontier longest".to_owned(),
            Selection::Deepest if strategy.pruning == Pruning::FBound => {
                self.within_bound(node, before)
            }
            Selection::Deepest => ": no frontier node was deeper".to_owned(),
            Selection::SortedStack => self.first_of_sorted(node, before),
            Selection::Level => self.kept_in_level(node),
            Selection::BetterSuccessor => self.better_successor(node, before),
            Selection::RandomSuccessor => self.drawn_successor(node),
            Selection::Game => self.moved_to(node),
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
        match (self.job.settings.strategy().pruning, bound, depth_limit) {
            (Pruning::BeamWidth, ..) => {
                let reason = match self.job.settings.list_width() {
                    Some(width) => self.cut_from_list(node, at, width),
                    None => self.cut_from_level(node),
                };
                format!("Cut at step {when}: {reason}.")
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

    /// What the move to `node` did to its distance to the goal, in the record of a game.
    fn moved_to(&self, node: NodeId) -> String {
        let trace = self.trace;
        let Some(parent) = trace.parent(node) else {
            return String::new();
        };
        // Of a board whose distance is not known, h is 0.
        let is_known = |it| trace.h(it) > 0 || trace.outcome(it) == NodeOutcome::Goal;
        let [before, after] = [parent, node].map(|it| self.f_text(it));
        match (is_known(parent), is_known(node)) {
            (_, false) => ": its distance to the goal is not known".to_owned(),
            (true, true) if before != after => format!(
                ": the move to it left every shortest path, since f = g + h rises from {before} to \
                 {after}"
            ),
            _ => format!(": its f = g + h is {after}, and {before} at the board before"),
        }
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

    pub fn f(&self, node: NodeId) -> Option<FValue> {
        evaluation::f(self.job, self.trace.g(node), self.trace.h(node))
    }

    /// “f = 13”.
    pub fn value(&self, node: NodeId) -> String {
        format!("{} = {}", evaluation::name(self.job), self.f_text(node))
    }

    pub fn f_text(&self, node: NodeId) -> String {
        let (g, h) = (self.trace.g(node), self.trace.h(node));
        evaluation::f_text(self.job, g, h).unwrap_or_else(|| "unknown".to_owned())
    }

    pub fn cost(&self, n: u64) -> String {
        format::cost(n, self.job.problem.unit())
    }
}
