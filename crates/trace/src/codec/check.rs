//! Whether a decoded batch continues a run, so that [`Trace::append`](crate::Trace::append) can
//! take it.

use super::DecodeError;
use crate::{Batch, NO_NODE, NodeId};

/// Checks a batch that `n_nodes` nodes and `n_expanded` expansions precede.
///
/// # Errors
/// The first thing that no recorder writes.
pub(super) fn check(batch: &Batch, n_nodes: NodeId, n_expanded: u32) -> Result<(), DecodeError> {
    let err = |cause| Err(DecodeError(cause));
    let end = n_nodes as usize + batch.parent.len();
    let moments = n_expanded as usize + batch.expanded.len();
    if end >= NO_NODE as usize || moments > u32::MAX as usize {
        return err("it has more nodes than can be numbered");
    }
    let (end, moments) = (end as NodeId, moments as u32);
    for (node, &parent) in (n_nodes..).zip(&batch.parent) {
        let is_root = node == 0 || node == 1 && n_expanded == 0 && parent == NO_NODE;
        if is_root != (parent == NO_NODE) || !is_root && parent >= node {
            return err("a node does not follow its parent");
        }
    }
    let mut generated = n_nodes;
    let mut discarded = batch.discarded.iter().peekable();
    for ((t, &node), &n) in (n_expanded..).zip(&batch.expanded).zip(&batch.n_generated) {
        if n < generated || n > end || node >= n {
            return err("a node is expanded before it is generated");
        }
        generated = n;
        while let Some(discard) = discarded.next_if(|discard| discard.0 <= t) {
            if discard.1 >= n {
                return err("a node is discarded before it is generated");
            }
        }
    }
    if discarded.any(|&(t, node, _)| t > moments || node >= end) {
        return err("a node is discarded before it is generated");
    }
    if (batch.iterations.iter()).any(|&(t, node, _)| t > moments || node > end) {
        return err("an iteration begins beyond the end");
    }
    let exist = |&(t, forward, backward): &(u32, NodeId, NodeId)| {
        t <= moments && forward < end && backward < end
    };
    if !batch.meetings.iter().all(exist) {
        return err("nodes meet before they are generated");
    }
    let is_sorted = batch.requeued.is_sorted_by(|a, b| a < b);
    if !is_sorted || batch.requeued.last().is_some_and(|&last| last >= end) {
        return err("a requeued node is not there");
    }
    Ok(())
}
