//! Why beam search kept a node of a level or cut it.

use super::reasons::{MAX_SCANNED, Recorded};
use crate::format;
use tilescope_search::NodeOutcome;
use tilescope_trace::NodeId;

/// A node's place among those of its level that were no duplicates.
struct Place {
    /// From 1, by f, the oldest of equals first.
    number: usize,
    n_nodes: usize,
}

impl Recorded<'_> {
    /// Why the beam kept `node`.
    pub fn kept_in_level(&self, node: NodeId) -> String {
        let width = self.job.settings.options.beam_width;
        let value = self.value(node);
        match self.place(node) {
            Some(Place { number: _, n_nodes }) if n_nodes <= width => {
                let n_nodes = match n_nodes {
                    1 => "the only node of its level fits".to_owned(),
                    n => format!("all {} nodes of its level fit", format::count(n as u64)),
                };
                let width = format::count(width as u64);
                format!(": {n_nodes} into the beam of width {width}")
            }
            Some(place) => format!(": with {value} it was {}", self.by_rank(&place)),
            None => {
                let width = format::count(width as u64);
                format!(
                    ": with {value} it was among the best {width} nodes of its level, which the \
                     beam keeps"
                )
            }
        }
    }

    /// Why the beam cut `node`, for the end of a sentence.
    pub fn cut_from_level(&self, node: NodeId) -> String {
        let value = self.value(node);
        match self.place(node) {
            Some(place) => format!("with {value} it was {}", self.by_rank(&place)),
            None => {
                let width = format::count(self.job.settings.options.beam_width as u64);
                format!(
                    "with {value} it was not among the best {width} nodes of its level, which the \
                     beam keeps"
                )
            }
        }
    }

    /// “number 3 of the 28 nodes of its level, and the beam keeps the best 10”.
    fn by_rank(&self, place: &Place) -> String {
        let width = self.job.settings.options.beam_width as u64;
        let [number, n_nodes, width] =
            [place.number as u64, place.n_nodes as u64, width].map(format::count);
        format!(
            "number {number} of the {n_nodes} nodes of its level, and the beam keeps the best {width}"
        )
    }

    /// `None` if the level is too large to be looked through. The nodes of a level are generated
    /// one after the other.
    fn place(&self, node: NodeId) -> Option<Place> {
        let trace = self.trace;
        let depth = trace.depth(node);
        let is_here = |other: &NodeId| trace.depth(*other) == depth;
        let before = (0..node).rev().take_while(is_here);
        let after = (node + 1..trace.n_nodes()).take_while(is_here);
        let level = before.chain(after);
        let n_scanned = level.clone().take(MAX_SCANNED as usize).count();
        if n_scanned == MAX_SCANNED as usize {
            return None;
        }
        let own = (self.f(node), node);
        let (mut number, mut n_nodes) = (1, 1);
        for other in level.filter(|&other| trace.outcome(other) == NodeOutcome::Frontier) {
            n_nodes += 1;
            number += usize::from((self.f(other), other) < own);
        }
        Some(Place { number, n_nodes })
    }
}
