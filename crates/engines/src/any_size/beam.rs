//! Beam search (Bisiani 1987): level by level, keeping the states with the lowest evaluation.

use super::evaluation::{Child, Evaluation, Node};
use crate::budget::BudgetFn;
use tilescope_puzzle::{Board, Direction};
use tilescope_search::{Cost, Progress, StopReason};

/// The outcome of a beam search.
pub enum BeamOutcome {
    Found(Vec<Direction>),
    /// No goal: a path to the state with the lowest evaluation.
    Nearest(Vec<Direction>),
    /// No goal, and no state was dropped: there is no solution within the limit.
    Exhausted,
}

/// A beam ends when the lowest evaluation has not improved for this many levels.
const PATIENCE: Cost = 100;

/// Expansions between two reports: less than some milliseconds' work.
const REPORT_INTERVAL: u64 = 4096;

/// The size of the table of hashes.
fn n_hashes(width: usize) -> usize {
    width.saturating_mul(8).next_power_of_two()
}

/// The memory of a beam search.
#[derive(Default)]
pub struct Beam {
    level: Vec<Node>,
    next: Vec<Node>,
    children: Vec<Child>,
    /// For each node of each level, the index of its parent and its action.
    links: Vec<u32>,
    /// Where the links of each level start.
    starts: Vec<usize>,
    /// Hashes of states that were generated. A later state may overwrite an earlier one, so a
    /// duplicate is sometimes missed.
    seen: Vec<u64>,
}

impl Beam {
    /// Bytes for a beam of `width` nodes with `n_links` links.
    pub fn n_bytes(width: usize, n_links: usize) -> usize {
        const PER_NODE: usize = 2 * size_of::<Node>() + 4 * size_of::<Child>();
        width.saturating_mul(PER_NODE)
            + n_hashes(width).saturating_mul(size_of::<u64>())
            + n_links.saturating_mul(size_of::<u32>())
    }

    /// Allocates what [`search`](Self::search) needs; the observer was asked.
    ///
    /// # Errors
    /// If the machine has no memory.
    pub fn reserve(&mut self, width: usize, n_links: usize) -> Result<(), StopReason> {
        fn reserve<T>(items: &mut Vec<T>, n: usize) -> Result<(), StopReason> {
            if items.capacity() < n {
                *items = Vec::new();
            }
            items.clear();
            items.try_reserve_exact(n).map_err(|_| StopReason::Memory)
        }
        reserve(&mut self.level, width)?;
        reserve(&mut self.next, width)?;
        reserve(&mut self.children, 4 * width)?;
        reserve(&mut self.links, n_links)?;
        reserve(&mut self.seen, n_hashes(width))
    }

    /// Looks for a path of fewer than `limit` moves from `start` to the goal, keeping `width`
    /// states of each level. At most what was reserved.
    ///
    /// # Errors
    /// If `report` stopped the search.
    pub fn search(
        &mut self,
        evaluation: &Evaluation,
        start: &Board,
        width: usize,
        limit: Cost,
        report: &mut BudgetFn,
    ) -> Result<BeamOutcome, StopReason> {
        let n_hashes = n_hashes(width);
        self.seen.clear();
        self.seen.resize(n_hashes, 0);
        self.links.clear();
        self.starts.clear();
        self.level.clear();
        self.level.push(evaluation.node(start));
        let mut is_cut = false;
        // The lowest evaluation, its level and the index of its node there.
        let mut nearest = (i32::MAX, 0, 0);
        let mut progress = Progress::default();
        let mut budget = report(Progress::default())?.min(REPORT_INTERVAL);
        for g in 1..limit {
            self.children.clear();
            for (index, node) in self.level.iter().enumerate() {
                if progress.expanded >= budget {
                    budget = report(std::mem::take(&mut progress))?.min(REPORT_INTERVAL);
                }
                progress.expanded += 1;
                let is_new = |hash: u64| {
                    let slot = &mut self.seen[hash as usize & (n_hashes - 1)];
                    std::mem::replace(slot, hash) != hash
                };
                let max_h = limit - 1 - g;
                progress.generated +=
                    evaluation.expand(node, index as u32, max_h, is_new, &mut self.children);
            }
            if self.children.is_empty() || is_cut && g > nearest.1 + PATIENCE {
                break;
            }
            let goal = self.children.iter().find(|child| child.h == 0).copied();
            if let Some(Child { parent, action, .. }) = goal {
                report(progress)?;
                let mut path = self.path(g - 1, parent as usize);
                path.push(Direction::ALL[usize::from(action)]);
                return Ok(BeamOutcome::Found(path));
            }
            if self.children.len() > width {
                is_cut = true;
                self.children
                    .select_nth_unstable_by_key(width, |child| (child.key, child.hash));
                self.children.truncate(width);
            }
            self.starts.push(self.links.len());
            self.next.clear();
            for (index, child) in self.children.iter().enumerate() {
                self.links.push(child.parent << 2 | u32::from(child.action));
                if child.key < nearest.0 {
                    nearest = (child.key, g, index);
                }
                let parent = &self.level[child.parent as usize];
                self.next.push(evaluation.successor(parent, child));
            }
            std::mem::swap(&mut self.level, &mut self.next);
        }
        report(progress)?;
        let (_, g, index) = nearest;
        Ok(if is_cut {
            BeamOutcome::Nearest(self.path(g, index))
        } else {
            BeamOutcome::Exhausted
        })
    }

    /// The moves to a node of level `g`.
    fn path(&self, g: Cost, mut index: usize) -> Vec<Direction> {
        let mut path: Vec<Direction> = (self.starts[..g as usize].iter().rev())
            .map(|start| {
                let link = self.links[start + index];
                index = (link >> 2) as usize;
                Direction::ALL[(link & 3) as usize]
            })
            .collect();
        path.reverse();
        path
    }
}
