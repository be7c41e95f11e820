//! Tidy tree drawing: Reingold & Tilford (1981), in linear time after Buchheim, Jünger & Leipert,
//! "Improving Walker's algorithm to run in linear time" (2002).
//!
//! The tree is in breadth-first order, so siblings are consecutive, a row is a slice, and both
//! traversals of the paper are loops: backwards every child comes before its parent, forwards
//! every parent before its children. Trees of any depth are drawn without recursion.
//!
//! Positions are relative at first. A node's `prelim` is its x in the frame of its parent's
//! subtree, `modifier` is the shift of its own subtree in that frame, and the paper's *threads*
//! continue the contour of a subtree in a deeper one.

/// No node.
const NONE: u32 = u32::MAX;

/// The paper's variables for one node.
#[derive(Clone, Copy)]
struct LayoutNode {
    prelim: f64,
    modifier: f64,
    /// The shift of the subtree away from a sibling's, and the change of shift shared by the
    /// subtrees in between (see [`TidyTree::spread`]).
    shift: f64,
    change: f64,
    /// The next node of the contour after a leaf.
    thread: u32,
    /// The paper's ANCESTOR: the sibling whose subtree contains the node.
    ancestor: u32,
}

/// The x of every node of a tree, where node `i` (0 is the root) has the children
/// `first_child[i]..first_child[i + 1]`. The root is at 0; neighbours in a row are at least 1
/// apart; a parent is midway between its first and its last child; subtrees of the same shape are
/// drawn alike.
pub(super) fn x_coordinates(first_child: &[u32]) -> Vec<f64> {
    let n = first_child.len().saturating_sub(1);
    let nodes = (0..n as u32)
        .map(|node| LayoutNode {
            prelim: 0.0,
            modifier: 0.0,
            shift: 0.0,
            change: 0.0,
            thread: NONE,
            ancestor: node,
        })
        .collect();
    let mut tree = TidyTree { first_child, nodes };
    for node in (0..n as u32).rev() {
        tree.place_children(node);
    }
    tree.add_up()
}

struct TidyTree<'a> {
    first_child: &'a [u32],
    nodes: Vec<LayoutNode>,
}

impl TidyTree<'_> {
    /// Places the children of `parent` side by side, each with its subtree.
    fn place_children(&mut self, parent: u32) {
        let (first, end) = self.children(parent);
        if first == end {
            return;
        }
        let mut default_ancestor = first;
        for node in first + 1..end {
            let x = self.node(node - 1).prelim + 1.0;
            let is_leaf = self.is_leaf(node);
            let this = self.node_mut(node);
            // Until now `prelim` was the midpoint of its own children.
            if !is_leaf {
                this.modifier = x - this.prelim;
            }
            this.prelim = x;
            default_ancestor = self.push_apart(node, first, default_ancestor);
        }
        self.spread(first, end);
        self.node_mut(parent).prelim = (self.node(first).prelim + self.node(end - 1).prelim) / 2.0;
    }

    /// Moves the subtree of `node` right until it clears those of its left siblings, following the
    /// two facing contours down to the end of the shallower one. The paper's APPORTION; returns
    /// the new default ancestor.
    fn push_apart(&mut self, node: u32, first_sibling: u32, mut default_ancestor: u32) -> u32 {
        // The contours: `left` and `right` face each other, the outer ones face outwards. Each has
        // the sum of the modifiers above it.
        let (mut left, mut right) = (node - 1, node);
        let (mut outer_left, mut outer_right) = (first_sibling, node);
        let mut left_sum = self.node(left).modifier;
        let mut right_sum = self.node(right).modifier;
        let mut outer_left_sum = self.node(outer_left).modifier;
        let mut outer_right_sum = right_sum;
        let (mut next_left, mut next_right) = (self.rightmost(left), self.leftmost(right));
        while next_left != NONE && next_right != NONE {
            (left, right) = (next_left, next_right);
            outer_left = self.leftmost(outer_left);
            outer_right = self.rightmost(outer_right);
            self.node_mut(outer_right).ancestor = node;
            let overlap =
                self.node(left).prelim + left_sum - (self.node(right).prelim + right_sum) + 1.0;
            if overlap > 0.0 {
                let ancestor = self.node(left).ancestor;
                let is_sibling = (first_sibling..node).contains(&ancestor);
                let from = if is_sibling {
                    ancestor
                } else {
                    default_ancestor
                };
                self.move_subtree(from, node, overlap);
                right_sum += overlap;
                outer_right_sum += overlap;
            }
            left_sum += self.node(left).modifier;
            right_sum += self.node(right).modifier;
            outer_left_sum += self.node(outer_left).modifier;
            outer_right_sum += self.node(outer_right).modifier;
            (next_left, next_right) = (self.rightmost(left), self.leftmost(right));
        }
        if next_left != NONE && self.rightmost(outer_right) == NONE {
            let end = self.node_mut(outer_right);
            end.thread = next_left;
            end.modifier += left_sum - outer_right_sum;
        }
        if next_right != NONE && self.leftmost(outer_left) == NONE {
            let end = self.node_mut(outer_left);
            end.thread = next_right;
            end.modifier += right_sum - outer_left_sum;
            default_ancestor = node;
        }
        default_ancestor
    }

    /// Moves the subtree of `node` right by `shift`, and notes that the siblings after `from`
    /// share the space between them.
    fn move_subtree(&mut self, from: u32, node: u32, shift: f64) {
        let share = shift / f64::from(node - from);
        self.node_mut(from).change += share;
        let this = self.node_mut(node);
        this.change -= share;
        this.shift += shift;
        this.prelim += shift;
        this.modifier += shift;
    }

    /// Moves the siblings `first..end` by their shares of the space, in one pass from the right.
    /// The paper's EXECUTESHIFTS.
    fn spread(&mut self, first: u32, end: u32) {
        let (mut shift, mut change) = (0.0, 0.0);
        for node in self.nodes[first as usize..end as usize].iter_mut().rev() {
            node.prelim += shift;
            node.modifier += shift;
            change += node.change;
            shift += node.shift + change;
        }
    }

    /// The positions in the frame of the root, top down.
    fn add_up(self) -> Vec<f64> {
        let TidyTree { first_child, nodes } = self;
        let root = nodes.first().map_or(0.0, |root| root.prelim);
        let mut x: Vec<f64> = nodes.iter().map(|node| node.prelim - root).collect();
        // For each node, the sum of the modifiers on the path to it.
        let mut above = vec![0.0; nodes.len()];
        for (node, children) in nodes.iter().zip(0..) {
            let (first, end) = (first_child[children], first_child[children + 1]);
            let sum = above[children] + node.modifier;
            for child in first as usize..end as usize {
                above[child] = sum;
                x[child] += sum;
            }
        }
        x
    }

    fn children(&self, node: u32) -> (u32, u32) {
        let i = node as usize;
        (self.first_child[i], self.first_child[i + 1])
    }

    fn is_leaf(&self, node: u32) -> bool {
        let (first, end) = self.children(node);
        first == end
    }

    /// The next node down the left contour.
    fn leftmost(&self, node: u32) -> u32 {
        let (first, end) = self.children(node);
        if first < end {
            first
        } else {
            self.node(node).thread
        }
    }

    /// The next node down the right contour.
    fn rightmost(&self, node: u32) -> u32 {
        let (first, end) = self.children(node);
        if first < end {
            end - 1
        } else {
            self.node(node).thread
        }
    }

    fn node(&self, node: u32) -> &LayoutNode {
        &self.nodes[node as usize]
    }

    fn node_mut(&mut self, node: u32) -> &mut LayoutNode {
        &mut self.nodes[node as usize]
    }
}
