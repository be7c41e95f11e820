//! The frontier of a best-first search: buckets by evaluation, lowest first.

use super::arena::NodeIndex;
use super::memory::ReserveWith;
use super::{Cost, Observer, StopReason, TieBreaking};
use std::collections::btree_map::{BTreeMap, Entry};

/// A node's evaluation f. Wider than a cost, so that no weighted sum of costs overflows.
pub type Evaluation = u64;

/// Open nodes: the one with the lowest evaluation is popped first, and among equals the one that
/// the tie-breaking prefers.
///
/// Evaluations are integers, and few values occur at a time, so it keeps buckets instead of a
/// heap: nothing is compared, and a node takes 4 bytes (Dial, *Algorithm 360*, 1969). Each
/// evaluation has buckets by rank.
///
/// High evaluations (great costs, fine weights) lie far apart. Their buckets are in an ordered
/// map, which has no empty ones in between.
#[derive(Debug)]
pub struct OpenList {
    ties: TieBreaking,
    random: fastrand::Rng,
    /// Evaluations and ranks below [`NEAR`].
    near: BucketQueue<BucketQueue<Bucket>>,
    far: Far,
}

/// Nodes of one evaluation and one rank, in the order in which they were pushed. They are popped
/// from one end or the other; an [`OpenList`] never pops from both.
#[derive(Debug, Default)]
pub(super) struct Bucket {
    nodes: Vec<NodeIndex>,
    /// The nodes before it have been popped; 0 if there are none.
    first: usize,
}

impl Bucket {
    #[inline(always)]
    pub(super) fn push<O: Observer>(
        &mut self,
        node: NodeIndex,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        if self.nodes.len() == self.nodes.capacity() {
            self.reserve_with(observer)?;
        }
        self.nodes.push(node);
        Ok(())
    }

    #[cold]
    fn reserve_with<O: Observer>(&mut self, observer: &mut O) -> Result<(), StopReason> {
        // If most nodes have been popped, moving the rest to the front makes room.
        if self.first > self.nodes.len() / 2 {
            self.nodes.drain(..self.first);
            self.first = 0;
        }
        self.nodes.reserve_with(1, observer)
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len() - self.first
    }

    /// Takes the node that was pushed last of those that are left.
    pub(super) fn pop_last(&mut self) -> Option<NodeIndex> {
        let node = (self.len() > 0).then(|| self.nodes.pop())?;
        if self.len() == 0 {
            self.nodes.clear();
            self.first = 0;
        }
        node
    }

    #[inline(always)]
    pub(super) fn pop_first(&mut self) -> Option<NodeIndex> {
        let node = *self.nodes.get(self.first)?;
        self.first += 1;
        if self.first == self.nodes.len() {
            self.nodes.clear();
            self.first = 0;
        }
        Some(node)
    }
}

/// Evaluations and ranks below this have their buckets in vectors.
const NEAR: usize = 1024;

impl OpenList {
    /// An empty list; `seed` is for the random tie-breaking.
    pub fn new(ties: TieBreaking, seed: u64) -> Self {
        OpenList {
            ties,
            random: fastrand::Rng::with_seed(seed),
            near: BucketQueue::default(),
            far: Far::default(),
        }
    }

    /// Puts a node on the list.
    ///
    /// # Errors
    /// If the observer, or the machine, has no memory for it.
    #[inline(always)]
    pub fn push<O: Observer>(
        &mut self,
        f: Evaluation,
        g: Cost,
        h: Cost,
        node: NodeIndex,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        let rank = match self.ties {
            TieBreaking::Fifo | TieBreaking::Lifo | TieBreaking::Random => 0,
            TieBreaking::LowH => i64::from(h),
            // The higher g, the lower; below 0 where g is not near.
            TieBreaking::HighG => NEAR as i64 - 1 - i64::from(g),
        };
        let bucket = match (usize::try_from(f), usize::try_from(rank)) {
            (Ok(f), Ok(rank)) if f < NEAR && rank < NEAR => {
                self.near.at(f, observer)?.at(rank, observer)?
            }
            _ => self.far.at((f, rank), observer)?,
        };
        bucket.push(node, observer)
    }

    /// The lowest evaluation of the nodes that are open according to `is_open`. Drops nodes that
    /// are not.
    pub fn min(&mut self, is_open: impl Fn(NodeIndex) -> bool) -> Option<Evaluation> {
        loop {
            let (f, bucket) = lowest(&mut self.near, &mut self.far)?;
            let end = match self.ties {
                TieBreaking::Fifo => bucket.nodes.get(bucket.first),
                TieBreaking::Lifo
                | TieBreaking::LowH
                | TieBreaking::HighG
                | TieBreaking::Random => bucket.nodes.last(),
            };
            if end.is_some_and(|&node| is_open(node)) {
                return Some(f);
            }
            match self.ties {
                TieBreaking::Fifo => bucket.pop_first(),
                TieBreaking::Lifo
                | TieBreaking::LowH
                | TieBreaking::HighG
                | TieBreaking::Random => bucket.nodes.pop(),
            };
        }
    }

    /// The node that is popped after `n` others if none is pushed before; `None` also if finding
    /// it would take long.
    #[inline(always)]
    pub fn peek_nth(&self, n: u32) -> Option<NodeIndex> {
        const MAX_BUCKETS: usize = 4;
        let ranks = self.near.buckets.get(self.near.first)?;
        let buckets = ranks.buckets.get(ranks.first..)?;
        let mut n = n as usize;
        match self.ties {
            TieBreaking::Random => None,
            TieBreaking::Fifo => {
                let bucket = buckets.first()?;
                bucket.nodes.get(bucket.first + n).copied()
            }
            TieBreaking::Lifo | TieBreaking::LowH | TieBreaking::HighG => {
                for bucket in buckets.iter().take(MAX_BUCKETS) {
                    match bucket.nodes.len().checked_sub(n + 1) {
                        Some(place) => return bucket.nodes.get(place).copied(),
                        None => n -= bucket.nodes.len(),
                    }
                }
                None
            }
        }
    }

    /// Takes the next node.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<NodeIndex> {
        let (_, bucket) = lowest(&mut self.near, &mut self.far)?;
        match self.ties {
            TieBreaking::Fifo => bucket.pop_first(),
            TieBreaking::Lifo | TieBreaking::LowH | TieBreaking::HighG => bucket.nodes.pop(),
            TieBreaking::Random => {
                let n_nodes = bucket.nodes.len();
                Some(bucket.nodes.swap_remove(self.random.usize(..n_nodes)))
            }
        }
    }
}

/// The lowest bucket that is not empty, and its evaluation.
#[inline(always)]
fn lowest<'a>(
    near: &'a mut BucketQueue<BucketQueue<Bucket>>,
    far: &'a mut Far,
) -> Option<(Evaluation, &'a mut Bucket)> {
    if !far.buckets.is_empty() {
        return lowest_of_both(near, far);
    }
    // It is not empty, so neither is its first bucket.
    let (f, ranks) = near.lowest()?;
    let bucket = ranks.buckets.get_mut(ranks.first)?;
    Some((f as Evaluation, bucket))
}

fn lowest_of_both<'a>(
    near: &'a mut BucketQueue<BucketQueue<Bucket>>,
    far: &'a mut Far,
) -> Option<(Evaluation, &'a mut Bucket)> {
    let nearest = near.lowest().and_then(|(f, ranks)| {
        let (rank, bucket) = ranks.lowest()?;
        Some(((f as Evaluation, rank as i64), bucket))
    });
    let all = nearest.into_iter().chain(far.lowest());
    let ((f, _), bucket) = all.min_by_key(|(key, _)| *key)?;
    Some((f, bucket))
}

/// Numbered buckets. The lowest nonempty one is found quickly. Invariant: all
/// buckets below `first` are empty.
#[derive(Debug)]
struct BucketQueue<Q> {
    buckets: Vec<Q>,
    first: usize,
}

/// What a bucket queue has buckets of.
trait Queue: Default {
    fn is_empty(&mut self) -> bool;
}

impl Queue for Bucket {
    fn is_empty(&mut self) -> bool {
        self.nodes.is_empty()
    }
}

impl<Q: Queue> Queue for BucketQueue<Q> {
    fn is_empty(&mut self) -> bool {
        self.lowest().is_none()
    }
}

impl<Q> Default for BucketQueue<Q> {
    fn default() -> Self {
        BucketQueue {
            buckets: Vec::new(),
            first: 0,
        }
    }
}

impl<Q: Queue> BucketQueue<Q> {
    /// The bucket `number`, to put something into it.
    #[inline(always)]
    fn at<O: Observer>(&mut self, number: usize, observer: &mut O) -> Result<&mut Q, StopReason> {
        self.first = self.first.min(number);
        if number < self.buckets.len() {
            return Ok(&mut self.buckets[number]);
        }
        self.lengthen(number + 1, observer)?;
        Ok(&mut self.buckets[number])
    }

    /// The lowest bucket that is not empty, and its number.
    #[inline(always)]
    fn lowest(&mut self) -> Option<(usize, &mut Q)> {
        while self
            .buckets
            .get_mut(self.first)
            .is_some_and(Queue::is_empty)
        {
            self.first += 1;
        }
        let bucket = self.buckets.get_mut(self.first)?;
        Some((self.first, bucket))
    }

    #[cold]
    fn lengthen<O: Observer>(&mut self, len: usize, observer: &mut O) -> Result<(), StopReason> {
        self.buckets
            .reserve_with(len - self.buckets.len(), observer)?;
        self.buckets.resize_with(len, Q::default);
        Ok(())
    }
}

/// Buckets by evaluation and rank, however high. Empty ones stay until they are the first.
#[derive(Debug, Default)]
struct Far {
    buckets: BTreeMap<(Evaluation, i64), Bucket>,
    /// Empty buckets whose memory can be used again.
    spare: Vec<Bucket>,
}

impl Far {
    /// More would not be used soon: a node has more than one successor.
    const MAX_SPARE: usize = 256;

    /// The bucket at `key`, to put something into it.
    fn at<O: Observer>(
        &mut self,
        key: (Evaluation, i64),
        observer: &mut O,
    ) -> Result<&mut Bucket, StopReason> {
        let n_buckets = self.buckets.len();
        match self.buckets.entry(key) {
            Entry::Occupied(bucket) => Ok(bucket.into_mut()),
            Entry::Vacant(place) => {
                if let Some(bucket) = self.spare.pop() {
                    return Ok(place.insert(bucket));
                }
                // The map keeps 6 to 11 buckets to a block of 11.
                if n_buckets.is_multiple_of(6) {
                    observer.reserve(12 * size_of::<((Evaluation, i64), Bucket)>())?;
                }
                self.spare.reserve_with(Self::MAX_SPARE, observer)?;
                Ok(place.insert(Bucket::default()))
            }
        }
    }

    /// The lowest bucket that is not empty.
    fn lowest(&mut self) -> Option<((Evaluation, i64), &mut Bucket)> {
        while let Some(mut bucket) = self.buckets.first_entry()
            && bucket.get_mut().is_empty()
        {
            let bucket = bucket.remove();
            if self.spare.len() < Self::MAX_SPARE {
                self.spare.push(bucket);
            }
        }
        let bucket = self.buckets.first_entry()?;
        Some((*bucket.key(), bucket.into_mut()))
    }
}
