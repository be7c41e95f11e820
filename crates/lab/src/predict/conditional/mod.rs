//! Conditional prediction (Zahavi, Felner, Burch & Holte 2010): the nodes of IDA\* from a single
//! start, also with an inconsistent heuristic.
//!
//! A node has a type: the cell of its blank, the move that led to it, and h of its parent and of
//! itself. How often a child with some h follows a type is counted, on all boards or on a sample. The
//! first levels below the start are searched, and from their types the levels below follow, one after
//! the other: only what is within the bound has children.

mod levels;
mod transitions;

use super::estimator::Estimator;
use super::{COSTS, MAX_BOUND, PredictError, branching_factor};
use crate::Interrupt;
use crate::audit::{AuditError, Limits, tables};
use levels::Levels;
use std::num::NonZero;
use std::sync::Arc;
use tilescope_puzzle::heuristics::Tables;
use tilescope_puzzle::{Board, Direction, HeuristicExpr, Size};
use tilescope_search::Cost;
pub use transitions::Transitions;

/// About as many nodes are on the last level below the start that is searched, unless the bound cuts
/// some. From there on levels are predicted.
const NODES_OF_LAST_LEVEL: f64 = 100_000.0;

/// How many levels below a start on boards of this size are searched instead of predicted.
pub fn n_searched_levels(size: Size) -> usize {
    let n_levels = NODES_OF_LAST_LEVEL.log(branching_factor(size));
    // On 2×2 boards levels don't grow.
    (n_levels as usize).min(MAX_BOUND)
}

/// The number of nodes that iterations expand, predicted. They never undo a move, each move costs 1,
/// and they go on where they find the goal.
#[derive(Clone, PartialEq, Debug)]
pub struct Conditional {
    pub h_of_start: Cost,
    /// The boards on which children were counted.
    pub n_boards: u64,
    /// Whether these are all that can reach the goal; a random sample otherwise.
    pub is_exhaustive: bool,
    /// The types of nodes that were told apart.
    pub n_types: usize,
    /// The levels below the start that were searched.
    pub n_searched: usize,
    /// For each bound from 0: the nodes that are expanded.
    pub expanded: Vec<f64>,
}

/// What follows what, for a goal and a heuristic. It predicts iterations from any start.
pub struct Model {
    size: Size,
    counted: Arc<Transitions>,
    estimator: Estimator,
    n_searched: usize,
    _tables: Vec<Tables>,
}

impl Model {
    /// Counts what follows what.
    ///
    /// # Errors
    /// If the heuristic does not fit, there is not enough memory, or the work was interrupted.
    pub fn count(
        goal: &Board,
        heuristic: &HeuristicExpr,
        limits: Limits,
        interrupt: &Interrupt,
        on_progress: &mut (dyn FnMut(f64) + Send),
    ) -> Result<Self, AuditError> {
        Self::knowing(None, goal, heuristic, limits, interrupt, on_progress)
    }

    /// The same. What follows what is not counted if it is `known`, from another model of the goal and
    /// the heuristic.
    ///
    /// # Errors
    /// As [`Model::count`].
    pub fn knowing(
        known: Option<Arc<Transitions>>,
        goal: &Board,
        heuristic: &HeuristicExpr,
        limits: Limits,
        interrupt: &Interrupt,
        on_progress: &mut (dyn FnMut(f64) + Send),
    ) -> Result<Self, AuditError> {
        let tables = tables(goal, COSTS, heuristic, limits, interrupt, on_progress)?;
        let counted = match known {
            Some(known) => known,
            None => Transitions::count(goal, heuristic, limits, interrupt, on_progress)?.into(),
        };
        Ok(Model {
            size: goal.size(),
            counted,
            estimator: Estimator::new(goal, heuristic)?,
            n_searched: n_searched_levels(goal.size()),
            _tables: tables,
        })
    }

    /// What follows what, for another model.
    pub fn counted(&self) -> &Arc<Transitions> {
        &self.counted
    }

    /// Predicts the iterations from a start of the goal's size, with bounds from 0 on.
    ///
    /// # Errors
    /// If the bound is too great, or the work was interrupted.
    pub fn predict(
        &self,
        start: &Board,
        bound: usize,
        interrupt: &Interrupt,
    ) -> Result<Conditional, PredictError> {
        check_bound(bound)?;
        let mut from = self.from_start(start, bound);
        let mut expanded = Vec::new();
        for d in 0..=bound {
            if interrupt.is_stopped() {
                return Err(AuditError::Interrupted.into());
            }
            expanded.push(from.expanded(d));
        }
        Ok(Conditional {
            h_of_start: from.h,
            n_boards: self.counted.n_boards,
            is_exhaustive: self.counted.is_exhaustive,
            n_types: self.counted.n_types(),
            n_searched: self.n_searched,
            expanded,
        })
    }

    /// Searches the first levels below a start of the goal's size, for iterations up to `bound`.
    pub fn from_start(&self, start: &Board, bound: usize) -> FromStart<'_> {
        let bound = bound.min(MAX_BOUND);
        let root = Node::root(start, &self.estimator);
        let mut near = Near {
            expanded: vec![0; bound + 1],
            edge: Vec::new(),
        };
        near.search(&root, &mut start.clone(), &self.estimator, self.n_searched);
        FromStart {
            h: root.h,
            near,
            n_searched: self.n_searched,
            levels: Levels::new(self.size, &self.counted, bound),
        }
    }

    /// The nodes that iterations expand, counted by searching: for each bound from 0 as long as no
    /// more than `max_expanded` nodes are expanded altogether, and the search is not interrupted.
    ///
    /// # Errors
    /// If the bound is too great.
    pub fn measure(
        &self,
        start: &Board,
        bound: usize,
        max_expanded: u64,
        interrupt: &Interrupt,
    ) -> Result<Vec<u64>, PredictError> {
        check_bound(bound)?;
        let root = Node::root(start, &self.estimator);
        let mut measured = Vec::new();
        let mut left = max_expanded;
        for d in 0..=bound {
            let before = left;
            let mut count = Count {
                bound: d as Cost,
                left: &mut left,
                interrupt,
            };
            if !count.search(&root, &mut start.clone(), &self.estimator) {
                break;
            }
            measured.push(before - left);
        }
        Ok(measured)
    }
}

/// Iterations from one start.
pub struct FromStart<'a> {
    /// h of the start, below which no iteration expands a node.
    pub h: Cost,
    near: Near,
    n_searched: usize,
    levels: Levels<'a>,
}

impl FromStart<'_> {
    /// The nodes that the iteration with this bound, at most the greatest, is predicted to expand.
    pub fn expanded(&mut self, bound: usize) -> f64 {
        let Near { expanded, edge } = &self.near;
        let n_within: u64 = expanded.iter().take(bound + 1).sum();
        // Those of the last level that was searched which are reached within the bound.
        let edge = edge.iter().filter(|node| node.f_of_path as usize <= bound);
        let types: Vec<Type> = edge.filter_map(Node::kind).collect();
        n_within as f64 + self.levels.expanded_below(&types, self.n_searched, bound)
    }
}

fn check_bound(bound: usize) -> Result<(), PredictError> {
    match bound <= MAX_BOUND {
        true => Ok(()),
        false => Err(PredictError::Bound(bound)),
    }
}

/// What is known of a node without its board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Type {
    /// The cell of the blank.
    blank: u8,
    /// The move that led to it.
    by: Direction,
    h_of_parent: Cost,
    h: Cost,
}

impl Type {
    /// By which types are sorted: those of the same cell and move lie together.
    fn key(self) -> (u8, u8, Cost, Cost) {
        (self.blank, self.by as u8, self.h_of_parent, self.h)
    }
}

/// A node of a search by walks that never turn back.
#[derive(Clone, Copy)]
struct Node {
    blank: usize,
    by: Option<Direction>,
    h_of_parent: Cost,
    h: Cost,
    g: Cost,
    /// The greatest f on the path to it, which is the least bound within which it is expanded.
    f_of_path: Cost,
}

impl Node {
    fn root(start: &Board, estimator: &Estimator) -> Self {
        let h = estimator.h(start);
        Node {
            blank: start.blank(),
            by: None,
            h_of_parent: h,
            h,
            g: 0,
            f_of_path: h,
        }
    }

    fn kind(&self) -> Option<Type> {
        Some(Type {
            blank: self.blank as u8,
            by: self.by?,
            h_of_parent: self.h_of_parent,
            h: self.h,
        })
    }

    /// The child by a move of the blank, which `board` then has made; `None` at an edge, and where the
    /// move would undo the last one.
    fn child(&self, by: Direction, board: &mut Board, estimator: &Estimator) -> Option<Node> {
        if self.by == Some(by.opposite()) || !board.slide(by) {
            return None;
        }
        let (h, g) = (estimator.h(board), self.g + 1);
        Some(Node {
            blank: board.blank(),
            by: Some(by),
            h_of_parent: self.h,
            h,
            g,
            f_of_path: self.f_of_path.max(g + h),
        })
    }
}

/// The levels near the start.
struct Near {
    /// For each bound, the nodes above the last level that are expanded within it and no lower one.
    expanded: Vec<u64>,
    /// The nodes of the last level.
    edge: Vec<Node>,
}

impl Near {
    fn search(&mut self, node: &Node, board: &mut Board, estimator: &Estimator, depth: usize) {
        // No iteration comes here.
        let Some(n) = self.expanded.get_mut(node.f_of_path as usize) else {
            return;
        };
        if depth == 0 {
            self.edge.push(*node);
            return;
        }
        *n += 1;
        for by in Direction::ALL {
            if let Some(child) = node.child(by, board, estimator) {
                self.search(&child, board, estimator, depth - 1);
                board.slide(by.opposite());
            }
        }
    }
}

/// A search that counts.
struct Count<'a> {
    bound: Cost,
    left: &'a mut u64,
    interrupt: &'a Interrupt,
}

impl Count<'_> {
    /// Whether all nodes within the bound were counted.
    fn search(&mut self, node: &Node, board: &mut Board, estimator: &Estimator) -> bool {
        if node.f_of_path > self.bound {
            return true;
        }
        /// Nodes between two looks at the interrupt.
        const INTERVAL: NonZero<u64> = NonZero::new(4096).expect("it is not 0");
        if *self.left == 0 || (*self.left % INTERVAL == 0 && self.interrupt.is_stopped()) {
            return false;
        }
        *self.left -= 1;
        for by in Direction::ALL {
            if let Some(child) = node.child(by, board, estimator) {
                let is_whole = self.search(&child, board, estimator);
                board.slide(by.opposite());
                if !is_whole {
                    return false;
                }
            }
        }
        true
    }
}
