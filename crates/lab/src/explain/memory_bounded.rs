//! Why a memory-bounded search selected a node or forgot it: by its backed-up f.

use super::backed_up::{BackedUp, INFINITY};
use super::reasons::{MAX_SCANNED, Recorded};
use super::why::step;
use crate::format;
use tilescope_search::NodeOutcome;
use tilescope_trace::{Moment, NodeId};

impl Recorded<'_> {
    /// The backed-up values after step `t`; `None` if the record is too large to be replayed.
    fn backed_up(&self, t: Moment) -> Option<BackedUp> {
        (self.trace.n_generated(t) <= MAX_SCANNED).then(|| {
            let mut values = BackedUp::new(self.job, self.trace);
            values.advance(self.trace, t, Moment::MAX);
            values
        })
    }

    /// “f = 14”, or “backed-up f = 16” if that is above its own f.
    fn backed_up_value(&self, values: &BackedUp, node: NodeId) -> String {
        let own = self.trace.g(node).saturating_add(self.trace.h(node));
        match values.value(node) {
            INFINITY => format!("f = {}", self.cost(own.into())),
            value if value == own => format!("f = {}", self.cost(own.into())),
            value => format!("backed-up f = {}", self.cost(value.into())),
        }
    }

    /// Why `node` was selected at the moment `before`.
    pub fn lowest_backed_up(&self, node: NodeId, before: Moment) -> String {
        let Some(values) = self.backed_up(before) else {
            return ": its backed-up f was the lowest in memory".to_owned();
        };
        let order = values.order(self.trace);
        let next = order
            .into_iter()
            .find(|&(other, _)| !values.are_same(node, other));
        let next = next.map(|(_, value)| value);
        let value = self.backed_up_value(&values, node);
        let next = match next {
            Some(next) if next >= values.value(node) => {
                format!("; the best of the others had {}", self.cost(next.into()))
            }
            _ => String::new(),
        };
        format!(": its {value} was the lowest in memory{next}")
    }

    /// The value of a node on the frontier, and what stands before it: “ with f = 14; 3 nodes in
    /// memory stand before it, the first of them node 12 with backed-up f = 13.”
    pub fn not_yet_by_value(&self, node: NodeId, t: Moment) -> String {
        let Some(values) = self.backed_up(t) else {
            return ". The record is too large to replay the backed-up values, which decide when it is \
                    taken."
                .to_owned();
        };
        let value = self.backed_up_value(&values, node);
        let order = values.order(self.trace);
        let n_before = order.iter().position(|&(other, _)| other == node);
        match (n_before, order.first()) {
            (Some(0), _) => format!(" with {value}, the lowest in memory. It is next in line."),
            (Some(n), Some(&(first, _))) => {
                let stand = match n {
                    1 => "1 node in memory stands before it".to_owned(),
                    n => format!(
                        "{} nodes in memory stand before it, the first of them",
                        format::count(n as u64)
                    ),
                };
                let link = if n == 1 { "," } else { "" };
                format!(
                    " with {value}; {stand}{link} node {} with {}.",
                    format::count(first.into()),
                    self.backed_up_value(&values, first)
                )
            }
            _ => format!(" with {value}."),
        }
    }

    /// Why recursive best-first search forgot `node` at step `at`.
    pub fn backtracked(&self, node: NodeId, at: Moment) -> String {
        let trace = self.trace;
        let when = step(at);
        let next = trace.expanded_node(at + 1).or(trace.goal());
        let known = next.zip(trace.parent(node)).zip(self.backed_up(at));
        let Some(((next, parent), values)) = known else {
            return format!(
                "Forgotten at step {when}: an alternative had a lower f, and the search backtracked \
                 to it."
            );
        };
        format!(
            "Forgotten at step {when}: the best node below node {} had f = {}. That exceeds the {} of \
             node {}, and the search backtracked to that node.",
            format::count(parent.into()),
            self.cost(values.value(parent).into()),
            self.backed_up_value(&values, next),
            format::count(next.into()),
        )
    }

    /// Why memory-bounded A* forgot `node` at step `at`.
    pub fn forgotten(&self, node: NodeId, at: Moment) -> String {
        let trace = self.trace;
        let when = step(at);
        let settings = &self.job.settings;
        let budget = format::count(settings.options.node_budget as u64);
        let Some(values) = self.backed_up(at) else {
            return format!(
                "Forgotten at step {when}: the memory of {budget} nodes was full, and no leaf had a \
                 higher f."
            );
        };
        let stored = values.stored(trace, node).filter(|&value| value < INFINITY);
        let value = match stored {
            Some(value) => self.cost(value.into()),
            None => self.cost((trace.g(node).saturating_add(trace.h(node))).into()),
        };
        if trace.outcome(node) == NodeOutcome::Cut {
            return format!(
                "Not kept at step {when}: the memory of {budget} nodes was full, and its f = {value} \
                 was no lower than that of any leaf. Its parent stores that f."
            );
        }
        if values.fills_memory(trace, node) {
            return format!(
                "Cut at step {when}: the path to it and the successors of the root fill the memory \
                 of {budget} nodes, so none of its own successors would fit."
            );
        }
        format!(
            "Forgotten at step {when}: the memory of {budget} nodes was full, and it was the worst \
             leaf, with f = {value}. Its parent stores that f."
        )
    }
}
