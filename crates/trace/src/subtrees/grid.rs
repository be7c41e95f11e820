//! A picture of a part of a tree, by columns and rows: which node's subtree covers each cell.

use super::{Extent, Subtrees};
use crate::index::Siblings;
use crate::{NO_NODE, NodeId, Trace};

/// The nodes of an [`Extent`], sampled. Each column shows one path: that to the node whose position is
/// at the column's middle. Each row shows one depth; where there are more depths than rows, every
/// second or third depth, and so on.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Grid {
    extent: Extent,
    n_columns: usize,
    n_rows: usize,
    /// Row by row; [`NO_NODE`] below the end of a path.
    nodes: Vec<NodeId>,
}

impl Grid {
    /// The whole grid at once. For a large tree use a [`Sampler`].
    pub fn new(
        trace: &Trace,
        subtrees: &Subtrees,
        extent: Extent,
        columns: usize,
        max_rows: usize,
    ) -> Self {
        let mut sampler = Sampler::new(extent, columns, max_rows);
        while !sampler.step(trace, subtrees, usize::MAX) {}
        sampler.finish()
    }

    pub fn extent(&self) -> &Extent {
        &self.extent
    }

    pub fn n_columns(&self) -> usize {
        self.n_columns
    }

    pub fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// The nodes of a row, column by column; [`NO_NODE`] where there is none.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, row: usize) -> &[NodeId] {
        &self.nodes[row * self.n_columns..(row + 1) * self.n_columns]
    }

    /// The node whose subtree covers a cell.
    pub fn node(&self, column: usize, row: usize) -> Option<NodeId> {
        let is_inside = column < self.n_columns && row < self.n_rows;
        let node = is_inside.then(|| self.row(row)[column]);
        node.filter(|&node| node != NO_NODE)
    }

    /// The depth that a row shows.
    pub fn depth(&self, row: usize) -> u32 {
        self.extent.first_depth() + depth_of_row(&self.extent, self.n_rows, row)
    }

    /// The row nearest to a depth, and the depths of a row from it to the next.
    pub fn row_of(&self, depth: u32) -> Option<usize> {
        let below = depth.checked_sub(self.extent.first_depth())?;
        let n_depths = self.extent.n_depths();
        (below < n_depths).then(|| {
            let row = u64::from(below) * self.n_rows as u64 / u64::from(n_depths);
            row as usize
        })
    }

    /// The depths that share a row, rounded up.
    pub fn depths_per_row(&self) -> u32 {
        self.extent.n_depths().div_ceil(self.n_rows.max(1) as u32)
    }
}

/// The first depth of a row, below the extent's first.
fn depth_of_row(extent: &Extent, n_rows: usize, row: usize) -> u32 {
    let depth = (row as u64 * u64::from(extent.n_depths())).div_ceil(n_rows.max(1) as u64);
    depth as u32
}

/// Makes a [`Grid`] in steps. It visits the nodes that the grid shows, those between two rows, and
/// their siblings, so its time depends on the size of the picture and not on that of the tree, unless
/// that is deep.
#[derive(Debug)]
pub struct Sampler {
    grid: Grid,
    /// Siblings that are due.
    stack: Vec<Visit>,
    begun: bool,
}

#[derive(Clone, Copy, Debug)]
struct Visit {
    siblings: Siblings,
    /// The position of the next one.
    position: NodeId,
}

impl Sampler {
    pub fn new(extent: Extent, columns: usize, max_rows: usize) -> Self {
        let n_rows = max_rows.min(extent.n_depths() as usize);
        Sampler {
            grid: Grid {
                nodes: vec![NO_NODE; columns * n_rows],
                n_columns: columns,
                n_rows,
                extent,
            },
            stack: Vec::new(),
            begun: false,
        }
    }

    /// Looks at about `n` nodes more; returns whether all is done. The trace must be the one that
    /// `subtrees` is of; it may have grown.
    pub fn step(&mut self, trace: &Trace, subtrees: &Subtrees, n: usize) -> bool {
        let mut left = n;
        if !self.begun {
            self.begun = true;
            let mut position = 0;
            for i in 0..self.grid.extent.tops().len() {
                let top = self.grid.extent.tops()[i];
                let size = subtrees.size(top);
                self.visit(trace, top, position, size);
                position += size;
            }
        }
        while left > 0
            && let Some(mut visit) = self.stack.pop()
        {
            while let Some(node) = visit.siblings.next(trace)
                && node < subtrees.n_nodes()
            {
                let size = subtrees.size(node);
                self.visit(trace, node, visit.position, size);
                visit.position += size;
                left -= 1;
                if left == 0 {
                    self.stack.push(visit);
                    break;
                }
            }
        }
        self.stack.is_empty()
    }

    /// Shows a node whose subtree has these positions, if any column shows it.
    fn visit(&mut self, trace: &Trace, node: NodeId, position: NodeId, size: NodeId) {
        let grid = &mut self.grid;
        let columns = grid.column_from(position)..grid.column_from(position + size);
        if columns.is_empty() {
            return;
        }
        let depth = trace.depth(node);
        if let Some(row) = grid.row_of(depth).filter(|&row| grid.depth(row) == depth) {
            let start = row * grid.n_columns;
            grid.nodes[start + columns.start..start + columns.end].fill(node);
        }
        if size > 1 {
            self.stack.push(Visit {
                siblings: Siblings::below(trace, node),
                position: position + 1,
            });
        }
    }

    /// The grid, when [`step`](Self::step) has done all.
    pub fn finish(self) -> Grid {
        self.grid
    }
}

impl Grid {
    /// The first column whose position is not before `position`: column x shows the position
    /// ⌊(x + ½) · nodes / columns⌋.
    fn column_from(&self, position: NodeId) -> usize {
        let (n, columns) = (u64::from(self.extent.n_nodes()), self.n_columns as u64);
        // (2x + 1) · n ≥ 2 · position · columns
        let twice = (2 * u64::from(position) * columns).div_ceil(n.max(1));
        (twice / 2).min(columns) as usize
    }
}
