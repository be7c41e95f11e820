//! Why a list search took a node from its list, or cut it.

use super::reasons::Recorded;
use crate::format;
use tilescope_search::{EvaluationFunction, NodeOutcome};
use tilescope_trace::{Moment, NodeId};

impl Recorded<'_> {
    /// Why `node` was the first of a list into which successors are put sorted. The nodes of a depth
    /// are siblings.
    pub fn first_of_sorted(&self, node: NodeId, before: Moment) -> String {
        let value = self.value(node);
        let standing = self.standing(node, before);
        let n_others = standing.as_ref().map(|standing| standing.n_tied);
        let next = standing.and_then(|standing| standing.first);
        let next = next.map_or(String::new(), |next| {
            format!(". Next in line was node {}", format::count(next.into()))
        });
        match n_others {
            Some(0) => format!(": no other node of the list was as deep{next}"),
            Some(n) => format!(
                ": no node of the list was deeper, and of the {} at its depth its {value} was the \
                 lowest{next}",
                format::count(n as u64 + 1)
            ),
            None => format!(
                ": no node of the list was deeper, and of those at its depth its {value} was the \
                 lowest"
            ),
        }
    }

    /// Why `node` was cut from the list at step `at`, for the end of a sentence.
    pub fn cut_from_list(&self, node: NodeId, at: Moment, width: usize) -> String {
        let trace = self.trace;
        let keeps = match width {
            1 => "the list keeps only 1 node".to_owned(),
            n => format!("the list keeps {} nodes", format::count(n as u64)),
        };
        let parent = trace.expanded_node(at).unwrap_or_default();
        let parent = format::count(parent.into());
        if trace.generated_at(node) != at {
            return format!("the successors of node {parent} were put before it, and {keeps}");
        }
        let is_sorted = self.job.settings.strategy().evaluation != EvaluationFunction::None;
        let place = |node: NodeId| (self.f(node).filter(|_| is_sorted), node);
        let is_successor = |&other: &NodeId| trace.outcome(other) == NodeOutcome::Frontier;
        let successors: Vec<NodeId> = trace.generated_in(at).filter(is_successor).collect();
        let before = successors
            .iter()
            .filter(|&&other| place(other) < place(node));
        let with_value = match is_sorted {
            true => format!("with {} it", self.value(node)),
            false => "it".to_owned(),
        };
        format!(
            "{with_value} was number {} of the {} successors of node {parent}, and {keeps}",
            before.count() + 1,
            successors.len()
        )
    }
}
