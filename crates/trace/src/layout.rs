//! The positions of the nodes of a search tree: a tidy tree, one row per depth.

use super::fold::{Fold, Unfolding};
use super::{NodeId, Trace, tidy_tree};
use std::ops::{Index, Range};
use tilescope_search::SearchDirection;

/// A node's position. Neighbours in a row are at least 1 apart; rows are depths.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NodePosition {
    pub node: NodeId,
    pub x: f32,
    /// The index in [`Layout::rows`]`[depth - 1]` of its parent (0 for a root).
    pub parent: u32,
    /// Whether it has hidden children. [`HiddenCounts`](super::HiddenCounts) has the number of
    /// nodes below it.
    pub is_folded: bool,
}

impl NodePosition {
    fn new(node: NodeId, parent: u32) -> Self {
        NodePosition {
            node,
            x: 0.0,
            parent,
            is_folded: false,
        }
    }
}

/// A tidy tree (Reingold & Tilford 1981; linear time after Buchheim, Jünger & Leipert 2002).
///
/// The root stays at x = 0 as the tree grows. The tree from the goal, if any, is to the right of
/// the tree from the start.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    rows: Rows,
    /// For each node in breadth-first order, and one more: the index of its first child. Children
    /// are consecutive.
    first_child: Vec<u32>,
    unfolding: Unfolding,
    extent: (f32, f32),
}

impl Layout {
    /// Lays out the part of `trace` that `fold` selects. Takes time proportional to the nodes laid
    /// out and to the depths of the nodes kept.
    pub fn new(trace: &Trace, fold: &Fold) -> Layout {
        if trace.n_nodes() == 0 {
            return Layout {
                unfolding: Unfolding::new(trace, fold),
                ..Layout::default()
            };
        }
        let mut chosen = Choice::new(trace, fold);
        chosen.mark_folded();
        let Choice {
            mut rows,
            first_child,
            unfolding,
            ..
        } = chosen;
        let mut extent = (0f32, 0f32);
        let n_roots = rows[0].len();
        for (place, x) in rows
            .places
            .iter_mut()
            .zip(x_coordinates(&first_child, n_roots))
        {
            place.x = x as f32;
            extent = (extent.0.min(place.x), extent.1.max(place.x));
        }
        Layout {
            rows,
            first_child,
            unfolding,
            extent,
        }
    }

    /// For each depth, its nodes from left to right.
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// Which nodes show their children.
    pub fn unfolding(&self) -> &Unfolding {
        &self.unfolding
    }

    /// The minimum and maximum x.
    pub fn extent(&self) -> (f32, f32) {
        self.extent
    }

    /// The part of row `depth` with x in `from..=to`, widened by one on each side.
    pub fn visible(&self, depth: usize, from: f32, to: f32) -> &[NodePosition] {
        let Some(row) = self.rows.get(depth) else {
            return &[];
        };
        let first = row.partition_point(|place| place.x < from);
        let end = row.partition_point(|place| place.x <= to).max(first);
        &row[first.saturating_sub(1)..row.len().min(end + 1)]
    }

    /// Whether `node` is in the tree, visible or hidden.
    pub fn has(&self, node: NodeId) -> bool {
        !self.rows.is_empty() && (node == 0 || self.unfolding.nodes.contains(&node))
    }

    /// The depth and position of `node`, or of the folded ancestor that hides it. Takes time
    /// proportional to its depth or, if that is less, to the width of its row plus the depth at
    /// which it is hidden.
    pub fn find(&self, trace: &Trace, node: NodeId) -> Option<(usize, NodePosition)> {
        self.position(trace, node)
            .map(|(depth, index)| (depth, self.rows[depth][index]))
    }

    /// As [`find`](Self::find), with the index in the row.
    pub fn position(&self, trace: &Trace, node: NodeId) -> Option<(usize, usize)> {
        if !self.has(node) {
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

    /// Descends from the root towards `node` as far as the path is laid out.
    fn descend(&self, trace: &Trace, node: NodeId) -> Option<(usize, usize)> {
        let places = &self.rows.places;
        let path = trace.path(node);
        let (root, way) = path.split_first()?;
        let mut here = self.rows[0].iter().position(|place| place.node == *root)?;
        let mut depth = 0;
        for &next in way {
            let children = self.first_child[here] as usize..self.first_child[here + 1] as usize;
            if children.is_empty() {
                break;
            }
            here = children.into_iter().find(|&i| places[i].node == next)?;
            depth += 1;
        }
        Some((depth, here - self.rows.starts[depth] as usize))
    }

    /// The indices in row `depth + 1` of the children of node `index` of row `depth`; empty if it
    /// has none or they are folded.
    pub fn children(&self, depth: usize, index: usize) -> Range<usize> {
        let here = self.rows.starts[depth] as usize + index;
        let row = self.rows.starts[depth + 1] as usize;
        let [first, end] = [here, here + 1].map(|i| self.first_child[i] as usize - row);
        first..end
    }
}

/// The gap between the two trees of a bidirectional search.
const BETWEEN_TREES: f64 = 2.0;

/// The x of every node of a tree, or of two trees side by side.
fn x_coordinates(first_child: &[u32], n_roots: usize) -> Vec<f64> {
    if n_roots == 1 {
        return tidy_tree::x_coordinates(first_child);
    }
    // Adds a common parent of the roots.
    let under_one: Vec<u32> = [1]
        .into_iter()
        .chain(first_child.iter().map(|i| i + 1))
        .collect();
    let mut xs = tidy_tree::x_coordinates(&under_one);
    xs.remove(0);
    let root = xs[0];
    let mut tree: Vec<usize> = (0..n_roots).collect();
    let mut end = vec![f64::NEG_INFINITY; n_roots];
    let mut start = vec![f64::INFINITY; n_roots];
    for (i, x) in xs.iter_mut().enumerate() {
        *x -= root;
        let here = tree[i];
        let n_children = first_child[i + 1] - first_child[i];
        tree.extend(std::iter::repeat_n(here, n_children as usize));
        (start[here], end[here]) = (start[here].min(*x), end[here].max(*x));
    }
    for here in 1..n_roots {
        let shift = end[here - 1] + BETWEEN_TREES - start[here];
        end[here] += shift;
        let of_this = xs.iter_mut().zip(&tree).filter(|(_, of)| **of == here);
        of_this.for_each(|(x, _)| *x += shift);
    }
    xs
}

/// The rows of a layout, as slices of one vector, which suits trees of a hundred thousand rows
/// too.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// In breadth-first order.
    places: Vec<NodePosition>,
    /// The start of each row, and the end of the last; empty if there are no rows.
    starts: Vec<u32>,
}

impl Rows {
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn get(&self, depth: usize) -> Option<&[NodePosition]> {
        (depth < self.len()).then(|| &self[depth])
    }

    /// The rows, the root's first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[NodePosition]> + ExactSizeIterator {
        (0..self.len()).map(|depth| &self[depth])
    }

    /// All nodes, row by row.
    pub fn places(&self) -> &[NodePosition] {
        &self.places
    }
}

impl Index<usize> for Rows {
    type Output = [NodePosition];

    fn index(&self, depth: usize) -> &[NodePosition] {
        &self.places[self.starts[depth] as usize..self.starts[depth + 1] as usize]
    }
}

/// The selection of the nodes to lay out, row by row.
struct Choice<'a> {
    trace: &'a Trace,
    /// Complete once all rows are chosen, since its depths depend on them.
    unfolding: Unfolding,
    /// The nodes, whose x is not yet set.
    rows: Rows,
    first_child: Vec<u32>,
}

impl<'a> Choice<'a> {
    fn new(trace: &'a Trace, fold: &Fold) -> Self {
        let unfolding = Unfolding::new(trace, fold);
        let second_root = trace.root(SearchDirection::Backward);
        let second_root = second_root.filter(|root| unfolding.nodes.contains(root));
        let roots = [0].into_iter().chain(second_root);
        let places: Vec<NodePosition> = roots.map(|root| NodePosition::new(root, 0)).collect();
        let mut row = 0..places.len();
        let mut choice = Choice {
            trace,
            unfolding,
            rows: Rows {
                places,
                starts: vec![0],
            },
            first_child: Vec::new(),
        };
        let most = fold.budget.saturating_add(Fold::EXTRA);
        for depth in 0.. {
            let next = row.end;
            choice.rows.starts.push(next as u32);
            if choice.unfolding.by_rule == u32::MAX && !choice.unfold(&row, depth, fold.budget) {
                choice.rows.places.truncate(next);
                choice.first_child.truncate(row.start);
                choice.unfolding.by_rule = depth;
            }
            if choice.unfolding.by_rule != u32::MAX {
                if choice.unfolding.end == u32::MAX && next >= most {
                    choice.unfolding.end = depth;
                }
                choice.unfold(&row, depth, usize::MAX);
            }
            row = next..choice.rows.places.len();
            if row.is_empty() {
                break;
            }
        }
        choice.first_child.push(choice.rows.places.len() as u32);
        choice
    }

    /// Adds the children of the open nodes in `row`. Returns `false`, with some children missing,
    /// if there would be more than `most` nodes.
    fn unfold(&mut self, row: &Range<usize>, depth: u32, most: usize) -> bool {
        let places = &mut self.rows.places;
        for (i, parent) in row.clone().zip(0..) {
            self.first_child.push(places.len() as u32);
            let node = places[i].node;
            if !self.unfolding.is_open(node, depth) {
                continue;
            }
            let children = self.unfolding.children(self.trace, node);
            places.extend(children.map(|child| NodePosition::new(child, parent)));
            if places.len() > most {
                return false;
            }
        }
        true
    }

    /// Marks the nodes that have children but show none.
    fn mark_folded(&mut self) {
        let places = self.rows.places.iter_mut();
        for (place, children) in places.zip(self.first_child.windows(2)) {
            let shows_none = children[0] == children[1];
            place.is_folded = shows_none && {
                let mut children = self.unfolding.children(self.trace, place.node);
                children.next().is_some()
            };
        }
    }
}
