//! Where a node stands on the frontier: how many nodes come before it, and how many tie with it.

use super::{Frontier, Order};
use crate::{Moment, NodeId, Status, Trace};

/// Where a node stands among the others on the frontier of its tree. The node itself may have left
/// it, as a goal has that was just selected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The number of others with a lower f (or, without f, of a level above).
    pub n_lower: usize,
    /// The number of others with the same f, or of the same level.
    pub n_tied: usize,
    /// The number of those that the tie-breaking by costs does not distinguish from it.
    pub n_equal: usize,
    /// The number of others that come before it.
    pub n_before: usize,
    /// The first of the others.
    pub first: Option<NodeId>,
}

impl Standing {
    /// By looking at every node that was generated until `t`: for small traces.
    pub fn scan(trace: &Trace, order: Order, node: NodeId, t: Moment) -> Self {
        let own = order.sort_key(trace, node);
        let mut standing = Standing {
            n_lower: 0,
            n_tied: 0,
            n_equal: 0,
            n_before: 0,
            first: None,
        };
        for other in trace.frontier(t).filter(|&other| other != node) {
            let key = order.sort_key(trace, other);
            if key.side != own.side {
                continue;
            }
            standing.n_lower += usize::from(key.primary < own.primary);
            standing.n_tied += usize::from(key.primary == own.primary);
            standing.n_equal += usize::from(key == own);
            standing.n_before += usize::from(order.compare(trace, other, node).is_lt());
            let is_first = |&first: &NodeId| order.compare(trace, other, first).is_lt();
            if standing.first.as_ref().is_none_or(is_first) {
                standing.first = Some(other);
            }
        }
        standing
    }
}

impl Frontier {
    /// Where `node`, which must be in the index, stands at this moment.
    pub fn standing(&self, trace: &Trace, node: NodeId) -> Standing {
        let index = self.index();
        let own = index.order.sort_key(trace, node);
        let n_before_bucket = |is_before: &dyn Fn(&super::SortKey) -> bool| {
            let bucket = index
                .buckets
                .partition_point(|bucket| is_before(&bucket.key));
            let segment = (index.buckets.get(bucket))
                .map_or(index.n_segments(), |bucket| bucket.first_segment as usize);
            self.n_before_segment(segment)
        };
        let primary = (own.side, own.primary);
        let begin = n_before_bucket(&|key| key.side < own.side);
        let lower = n_before_bucket(&|key| (key.side, key.primary) < primary);
        let tied = n_before_bucket(&|key| (key.side, key.primary) <= primary);
        let equal = n_before_bucket(&|key| *key < own);
        let equal_end = n_before_bucket(&|key| *key <= own);
        let is_counted = usize::from(trace.status(node, self.t()) == Status::Frontier);
        let n_before = match index.segment_of(trace, node) {
            Some(segment) => {
                let nodes = self.nodes_in(trace, index.positions(segment));
                let is_before = |&other: &NodeId| {
                    other != node && index.order.among_equals(trace, other, node).is_lt()
                };
                self.n_before_segment(segment) + nodes.take_while(is_before).count()
            }
            None => equal,
        };
        let first = self.first(trace, trace.direction(node), 2);
        Standing {
            n_lower: lower - begin,
            n_tied: tied - lower - is_counted,
            n_equal: equal_end - equal - is_counted,
            n_before: n_before - begin,
            first: first.into_iter().find(|&other| other != node),
        }
    }

    /// The f in thousandths, and what decides between equal f, of the nodes of one tree: each pair
    /// that occurs on the frontier once.
    pub fn keys(&self, side: tilescope_search::SearchDirection) -> Vec<(u64, i64)> {
        let index = self.index();
        let buckets = (index.buckets.iter().enumerate())
            .filter(|(_, bucket)| bucket.key.side == side as u8)
            .filter(|&(number, _)| {
                let segments = index.segments_of(number);
                self.n_before_segment(segments.start) < self.n_before_segment(segments.end)
            });
        buckets
            .map(|(_, bucket)| (bucket.key.primary, bucket.key.secondary))
            .collect()
    }
}
