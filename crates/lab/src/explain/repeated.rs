//! What is said of a node whose state another node has too: a duplicate, a better path, or a node that
//! was replaced.

use super::reasons::Recorded;
use super::why::step;
use crate::{Problem, format};
use tilescope_search::{Duplicates, EvaluationFunction, NodeOutcome, Selection};
use tilescope_trace::NodeId;

impl Recorded<'_> {
    /// “board”, or “city”.
    fn state_noun(&self) -> &'static str {
        match self.job.problem {
            Problem::Tiles(_) => "board",
            Problem::Route(_) => "city",
        }
    }

    fn compares_costs(&self) -> bool {
        match self.job.settings.strategy().evaluation {
            EvaluationFunction::None | EvaluationFunction::Heuristic => false,
            EvaluationFunction::PathCost
            | EvaluationFunction::Sum
            | EvaluationFunction::WeightedSum => true,
        }
    }

    /// “g fell from 12 to 10”: from that of `other` to that of `node`.
    fn fall(&self, node: NodeId, other: NodeId) -> String {
        let trace = self.trace;
        let (name, [from, to]) = match self.job.settings.strategy().evaluation {
            EvaluationFunction::None => (
                "the depth",
                [other, node].map(|node| format::count(trace.depth(node).into())),
            ),
            _ => (
                "g",
                [other, node].map(|node| self.cost(trace.g(node).into())),
            ),
        };
        format!("{name} fell from {from} to {to}")
    }

    /// Why a better path was kept, with a blank at the end: “Reopened because g fell from 12 to 10
    /// (node 311). ” Empty for a node that is none.
    pub fn better_path(&self, node: NodeId) -> String {
        let kept = match super::better_path(self.job.settings.algorithm, self.trace, node) {
            Some(NodeOutcome::Reopened) => "Reopened",
            Some(_) => "Improved while open",
            None => return String::new(),
        };
        match self.original {
            Some(other) => {
                let number = format::count(other.into());
                format!(
                    "{kept} because {} (node {number}). ",
                    self.fall(node, other)
                )
            }
            None if self.compares_costs() => format!("{kept} because this path is cheaper. "),
            None => format!("{kept} because this path is shorter. "),
        }
    }

    /// Why `node` was dropped at step `at` as a duplicate.
    pub fn duplicate(&self, node: NodeId, at: u32) -> String {
        let when = format!("Discarded when generated, at step {}", step(at));
        let noun = self.state_noun();
        let options = &self.job.settings.options;
        let trace = self.trace;
        let reached = |other: NodeId| {
            let depth = format::count(trace.depth(other).into());
            format!(
                "reached at depth {depth} by node {}",
                format::count(other.into())
            )
        };
        match (options.duplicates, self.original) {
            (Duplicates::Frontier, Some(other)) => {
                format!("{when}: its {noun} is on the frontier, {}.", reached(other))
            }
            (Duplicates::Frontier, None) => {
                format!("{when}: its {noun} was already on the frontier.")
            }
            (_, Some(other)) if !self.compares_costs() => {
                format!("{when}: its {noun} was {}.", reached(other))
            }
            (_, Some(other)) if trace.g(other) <= trace.g(node) => format!(
                "{when}: its {noun} was {}, at no higher cost.",
                reached(other)
            ),
            // Only a search that reopens nothing drops a cheaper path.
            (_, Some(other)) => format!(
                "{when}: its {noun} was {}, and had been expanded.",
                reached(other)
            ),
            (Duplicates::GraphWithoutReopening, None) => format!(
                "{when}: its {noun} had already been expanded, or reached at no higher cost."
            ),
            (_, None) if self.compares_costs() => {
                format!("{when}: its {noun} had already been reached at no higher cost.")
            }
            (_, None) => format!("{when}: its {noun} had already been reached."),
        }
    }

    /// Why `node` was dropped at step `at` although its state is on its own path.
    pub fn cycle(&self, at: u32) -> String {
        let when = format!("Discarded when generated, at step {}", step(at));
        let noun = self.state_noun();
        match self.original {
            Some(other) => format!(
                "{when}: its {noun} is already on the path to it, at depth {}, as node {}.",
                format::count(self.trace.depth(other).into()),
                format::count(other.into()),
            ),
            None => format!("{when}: its {noun} is already on the path to it."),
        }
    }

    /// Whether the algorithm keeps a list with one node of each state.
    pub fn keeps_list(&self) -> bool {
        self.job.settings.strategy().selection == Selection::MergedList
    }

    /// Why a node left the list of a list search at step `at`.
    pub fn removed_from_list(&self, at: u32) -> String {
        let when = format!("Removed from the list at step {}", step(at));
        let noun = self.state_noun();
        match self.original {
            Some(other) => {
                let other = format::count(other.into());
                format!("{when}: node {other} has the same {noun} and stood before it.")
            }
            None => format!("{when}: a node with its {noun} stood before it."),
        }
    }

    /// Why `node` left the frontier at step `at`.
    pub fn replaced(&self, node: NodeId, at: u32) -> String {
        let when = format!(
            "Removed from the frontier at step {} without being expanded",
            step(at)
        );
        let noun = self.state_noun();
        match self.original {
            Some(other) => format!(
                "{when}: node {} has the same {noun}, and {}.",
                format::count(other.into()),
                self.fall(other, node),
            ),
            None => format!("{when}: its {noun} was reached by a better path."),
        }
    }
}
