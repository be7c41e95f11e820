//! Where the nodes of a search tree are drawn: a tidy tree, one row a depth.

use super::{NodeId, Trace, tidy};
use std::collections::HashMap;
use std::ops::{Index, Range};

/// Which part of a tree is laid out.
#[derive(Clone, PartialEq, Debug)]
pub struct Fold {
    /// The nodes, besides the root, that belong to the tree: all, one iteration's, or
    /// those born by some moment.
    pub nodes: Range<NodeId>,
    /// At most about so many nodes are laid out; deeper subtrees are folded into a glyph.
    /// What is unfolded by hand or kept comes on top of it, to [`Fold::EXTRA`] nodes.
    pub budget: usize,
    /// What a person folded (`true`) or unfolded (`false`), against the rule.
    pub by_hand: HashMap<NodeId, bool>,
    /// Nodes whose paths are always unfolded, as far down as there is room: the goal, the
    /// selection.
    pub keep: Vec<NodeId>,
}

impl Fold {
    /// About how many nodes beyond the budget are laid out on demand. A path of a
    /// depth-first search may be millions of nodes long, and no window shows them.
    pub const EXTRA: usize = 1 << 16;

    /// `nodes` within `budget`, with nothing done by hand.
    pub fn new(nodes: Range<NodeId>, budget: usize) -> Self {
        Fold {
            nodes,
            budget,
            by_hand: HashMap::new(),
            keep: Vec::new(),
        }
    }
}

/// A node's place. Neighbours in a row are at least 1 apart; rows are the depths.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Placed {
    pub node: NodeId,
    pub x: f32,
    /// Index in [`Layout::rows`]`[depth - 1]` of its parent's place (0 for the root).
    pub parent: u32,
    /// How many nodes below it are folded into it; 0 if none.
    pub folded: NodeId,
}

/// A tidy tree (Reingold & Tilford 1981; linear time after Buchheim, Jünger & Leipert 2002).
///
/// The root is at x 0 and stays there as the tree grows.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    rows: Rows,
    /// For each place in breadth-first order, and one beyond: the first of its children,
    /// which follow each other.
    first_child: Vec<u32>,
    nodes: Range<NodeId>,
    extent: (f32, f32),
}

impl Layout {
    /// Lays out the part of `trace` that `fold` leaves. Time in proportion to what is laid
    /// out, plus one pass over the nodes for the counts of what is folded.
    pub fn new(trace: &Trace, fold: &Fold) -> Layout {
        let nodes = fold.nodes.start.max(1)..fold.nodes.end.min(trace.n_nodes());
        if trace.n_nodes() == 0 {
            return Layout::default();
        }
        let (mut rows, first_child) = Unfolding::new(trace, fold, nodes.clone()).rows();
        if rows.places.len() <= nodes.len() {
            count_folded(trace, &nodes, &mut rows.places, &first_child);
        }
        let mut extent = (0f32, 0f32);
        for (place, x) in rows.places.iter_mut().zip(tidy::place(&first_child)) {
            place.x = x as f32;
            extent = (extent.0.min(place.x), extent.1.max(place.x));
        }
        Layout {
            rows,
            first_child,
            nodes,
            extent,
        }
    }

    /// For each depth, its nodes from left to right.
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// The least and the greatest x.
    pub fn extent(&self) -> (f32, f32) {
        self.extent
    }

    /// The part of row `depth` with x in `from..=to`, widened by one on each side.
    pub fn visible(&self, depth: usize, from: f32, to: f32) -> &[Placed] {
        let Some(row) = self.rows.get(depth) else {
            return &[];
        };
        let first = row.partition_point(|place| place.x < from);
        let end = row.partition_point(|place| place.x <= to).max(first);
        &row[first.saturating_sub(1)..row.len().min(end + 1)]
    }

    /// Where `node` is (depth, place), or the folded ancestor that hides it. Quick in wide
    /// trees and in deep ones: time in proportion to its depth or, where that is less, to
    /// the width of its row and to how far it is hidden.
    pub fn find(&self, trace: &Trace, node: NodeId) -> Option<(usize, Placed)> {
        self.position(trace, node)
            .map(|(depth, index)| (depth, self.rows[depth][index]))
    }

    /// As [`find`](Self::find), with the index in the row instead of the place.
    pub fn position(&self, trace: &Trace, node: NodeId) -> Option<(usize, usize)> {
        if self.rows.is_empty() || (node != 0 && !self.nodes.contains(&node)) {
            return None;
        }
        let mut here = node;
        loop {
            let depth = trace.depth(here) as usize;
            if let Some(row) = self.rows.get(depth) {
                if row.len() > depth {
                    return self.descend(trace, here);
                }
                if let Some(index) = row.iter().position(|place| place.node == here) {
                    return Some((depth, index));
                }
            }
            here = trace.parent(here)?;
        }
    }

    /// Goes down from the root towards `node`, as far as the way is laid out.
    fn descend(&self, trace: &Trace, node: NodeId) -> Option<(usize, usize)> {
        let places = &self.rows.places;
        let mut here = 0;
        let mut depth = 0;
        for &next in &trace.path(node)[1..] {
            let children = self.first_child[here] as usize..self.first_child[here + 1] as usize;
            if children.is_empty() {
                break;
            }
            here = children.into_iter().find(|&i| places[i].node == next)?;
            depth += 1;
        }
        Some((depth, here - self.rows.starts[depth] as usize))
    }

    /// Where in row `depth + 1` the children of the place `index` of row `depth` are; an
    /// empty range if it has none or they are folded.
    pub fn children(&self, depth: usize, index: usize) -> Range<usize> {
        let here = self.rows.starts[depth] as usize + index;
        let row = self.rows.starts[depth + 1] as usize;
        let [first, end] = [here, here + 1].map(|i| self.first_child[i] as usize - row);
        first..end
    }
}

/// The rows of a layout, as slices of one vector: of a tree a hundred thousand rows deep
/// too.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// In breadth-first order.
    places: Vec<Placed>,
    /// Where each row starts, and where the last one ends; empty if there are none.
    starts: Vec<u32>,
}

impl Rows {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn get(&self, depth: usize) -> Option<&[Placed]> {
        (depth < self.len()).then(|| &self[depth])
    }

    /// The rows, the root's first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[Placed]> + ExactSizeIterator {
        (0..self.len()).map(|depth| &self[depth])
    }

    /// All places, row after row.
    pub fn places(&self) -> &[Placed] {
        &self.places
    }
}

impl Index<usize> for Rows {
    type Output = [Placed];

    fn index(&self, depth: usize) -> &[Placed] {
        &self.places[self.starts[depth] as usize..self.starts[depth + 1] as usize]
    }
}

/// The choice of what is laid out, row by row.
struct Unfolding<'a> {
    trace: &'a Trace,
    nodes: Range<NodeId>,
    budget: usize,
    /// What the rule would unfold and is not to, sorted.
    folded: Vec<NodeId>,
    /// What the rule would fold and is not to, sorted.
    unfolded: Vec<NodeId>,
}

impl<'a> Unfolding<'a> {
    fn new(trace: &'a Trace, fold: &Fold, nodes: Range<NodeId>) -> Self {
        let by_hand = |is_folded| {
            let nodes = fold.by_hand.iter();
            nodes.filter_map(move |(&node, &folded)| (folded == is_folded).then_some(node))
        };
        let kept = fold.keep.iter().filter(|&node| nodes.contains(node));
        let mut unfolded: Vec<_> = kept.flat_map(|&node| trace.ancestors(node)).collect();
        unfolded.sort_unstable();
        let mut folded: Vec<_> = by_hand(true)
            .filter(|node| unfolded.binary_search(node).is_err())
            .collect();
        folded.sort_unstable();
        unfolded.extend(by_hand(false));
        unfolded.sort_unstable();
        Unfolding {
            trace,
            nodes,
            budget: fold.budget,
            folded,
            unfolded,
        }
    }

    /// The places in their rows, not yet with an x or what is folded into them, and the
    /// first child of each.
    ///
    /// The rule is by whole rows: all nodes to some depth are shown, so that what is shown
    /// of a growing tree does not depend on which of its branches grew first.
    fn rows(&self) -> (Rows, Vec<u32>) {
        let mut places = vec![Placed {
            node: 0,
            x: 0.0,
            parent: 0,
            folded: 0,
        }];
        let mut first_child = Vec::new();
        let mut starts = vec![0];
        let mut row = 0..1;
        let mut in_budget = true;
        while !row.is_empty() {
            let next = row.end;
            starts.push(next as u32);
            if in_budget {
                self.unfold(&row, &mut places, &mut first_child, |node| {
                    self.folded.binary_search(&node).is_err()
                });
                in_budget = places.len() <= self.budget;
                if !in_budget {
                    places.truncate(next);
                    first_child.truncate(row.start);
                }
            }
            if !in_budget {
                let has_room = next < self.budget.saturating_add(Fold::EXTRA);
                self.unfold(&row, &mut places, &mut first_child, |node| {
                    has_room && self.unfolded.binary_search(&node).is_ok()
                });
            }
            row = next..places.len();
        }
        first_child.push(places.len() as u32);
        (Rows { places, starts }, first_child)
    }

    /// Adds the children of those in `row` that are to be unfolded.
    fn unfold(
        &self,
        row: &Range<usize>,
        places: &mut Vec<Placed>,
        first_child: &mut Vec<u32>,
        is_unfolded: impl Fn(NodeId) -> bool,
    ) {
        for (i, parent) in row.clone().zip(0..) {
            first_child.push(places.len() as u32);
            let node = places[i].node;
            if !is_unfolded(node) {
                continue;
            }
            let children = self.trace.children(node);
            let children = children.filter(|child| self.nodes.contains(child));
            places.extend(children.map(|node| Placed {
                node,
                x: 0.0,
                parent,
                folded: 0,
            }));
        }
    }
}

/// Counts what is below each place that shows no children.
fn count_folded(trace: &Trace, nodes: &Range<NodeId>, places: &mut [Placed], first_child: &[u32]) {
    // How many descendants each node has: children come after their parents.
    let mut below: Vec<NodeId> = vec![0; nodes.len()];
    let mut below_root = 0;
    for node in nodes.clone().rev() {
        let n = below[(node - nodes.start) as usize] + 1;
        match trace.parent(node) {
            Some(parent) if nodes.contains(&parent) => {
                below[(parent - nodes.start) as usize] += n;
            }
            Some(0) => below_root += n,
            _ => {}
        }
    }
    for (place, children) in places.iter_mut().zip(first_child.windows(2)) {
        if children[0] == children[1] {
            place.folded = match place.node {
                0 => below_root,
                node => below[(node - nodes.start) as usize],
            };
        }
    }
}
