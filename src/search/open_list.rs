//! The frontier of a best-first search: buckets by evaluation, lowest first.

use super::arena::NodeIndex;
use super::memory::MakeRoom;
use super::{Cost, Halt, Observer, Ties};
use std::collections::VecDeque;
use std::collections::btree_map::{BTreeMap, Entry};

/// A node's evaluation f. Wider than a cost, so that no weighted sum of costs overflows.
pub type Evaluation = u64;

/// Nodes waiting to be expanded: the one with the lowest evaluation leaves first, and
/// among equals the one that the tie-breaking prefers.
///
/// Evaluations are whole numbers, and few values occur at a time, so nodes stand in
/// buckets instead of a heap: nothing is compared, a node takes 4 bytes
/// (Dial, *Algorithm 360*, 1969). Each evaluation has buckets by rank within it.
#[derive(Debug)]
pub struct OpenList {
    ties: Ties,
    random: fastrand::Rng,
    buckets: Ladder<Ladder<VecDeque<NodeIndex>>>,
}

impl OpenList {
    /// An empty list; `seed` is for the random tie-breaking.
    pub fn new(ties: Ties, seed: u64) -> Self {
        OpenList {
            ties,
            random: fastrand::Rng::with_seed(seed),
            buckets: Ladder::default(),
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
    ) -> Result<(), Halt> {
        let rank = match self.ties {
            Ties::Fifo | Ties::Lifo | Ties::Random => 0,
            Ties::LowH => h,
            Ties::HighG => Cost::MAX - g,
        };
        let bucket = self.buckets.at(f, observer)?.at(rank.into(), observer)?;
        bucket.make_room(1, observer)?;
        bucket.push_back(node);
        Ok(())
    }

    /// The lowest evaluation of the nodes that count; some of those before them that don't are
    /// dropped from the list.
    pub fn least(&mut self, counts: impl Fn(NodeIndex) -> bool) -> Option<Evaluation> {
        loop {
            let bucket = self.buckets.lowest()?.lowest()?;
            let end = match self.ties {
                Ties::Fifo => bucket.front(),
                Ties::Lifo | Ties::LowH | Ties::HighG | Ties::Random => bucket.back(),
            };
            if end.is_some_and(|&node| counts(node)) {
                return self.buckets.lowest_number();
            }
            match self.ties {
                Ties::Fifo => bucket.pop_front(),
                Ties::Lifo | Ties::LowH | Ties::HighG | Ties::Random => bucket.pop_back(),
            };
        }
    }

    /// Takes the node that is next.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<NodeIndex> {
        let bucket = self.buckets.lowest()?.lowest()?;
        match self.ties {
            Ties::Fifo => bucket.pop_front(),
            Ties::Lifo | Ties::LowH | Ties::HighG => bucket.pop_back(),
            Ties::Random => bucket.swap_remove_back(self.random.usize(..bucket.len())),
        }
    }
}

/// Rungs by number, of which the lowest that holds anything is found quickly.
///
/// Low numbers index a vector; high ones, which are few and far between (great costs,
/// fine weights), are keys of an ordered map. Invariant: no rung below `first` holds
/// anything.
#[derive(Debug)]
struct Ladder<R> {
    low: Vec<R>,
    first: usize,
    high: BTreeMap<u64, R>,
    /// Empty rungs that were taken off `high`, for another number to use their memory; has
    /// room for all of them.
    spare: Vec<R>,
}

/// What a ladder's rung must be able to tell.
trait Rung: Default {
    fn is_empty(&mut self) -> bool;
}

impl Rung for VecDeque<NodeIndex> {
    fn is_empty(&mut self) -> bool {
        VecDeque::is_empty(self)
    }
}

impl<R: Rung> Rung for Ladder<R> {
    fn is_empty(&mut self) -> bool {
        self.lowest().is_none()
    }
}

impl<R> Default for Ladder<R> {
    fn default() -> Self {
        Ladder {
            low: Vec::new(),
            first: 0,
            high: BTreeMap::new(),
            spare: Vec::new(),
        }
    }
}

impl<R: Rung> Ladder<R> {
    /// How many numbers count as low.
    const N_LOW: usize = 1024;

    /// The rung `number`, to put something on it.
    #[inline(always)]
    fn at<O: Observer>(&mut self, number: u64, observer: &mut O) -> Result<&mut R, Halt> {
        match usize::try_from(number) {
            Ok(low) if low < Self::N_LOW => {
                if low >= self.low.len() {
                    self.lengthen(low + 1, observer)?;
                }
                self.first = self.first.min(low);
                Ok(&mut self.low[low])
            }
            _ => self.high_at(number, observer),
        }
    }

    /// The lowest rung that holds anything.
    #[inline(always)]
    fn lowest(&mut self) -> Option<&mut R> {
        while self.low.get_mut(self.first).is_some_and(Rung::is_empty) {
            self.first += 1;
        }
        if self.first < self.low.len() {
            return self.low.get_mut(self.first);
        }
        while let Some(mut rung) = self.high.first_entry()
            && rung.get_mut().is_empty()
        {
            self.spare.push(rung.remove());
        }
        self.high.first_entry().map(|rung| rung.into_mut())
    }

    /// The number of the rung that [`lowest`](Self::lowest) has found.
    fn lowest_number(&self) -> Option<u64> {
        if self.first < self.low.len() {
            return Some(self.first as u64);
        }
        self.high.first_key_value().map(|(&number, _)| number)
    }

    #[cold]
    fn lengthen<O: Observer>(&mut self, len: usize, observer: &mut O) -> Result<(), Halt> {
        self.low.make_room(len - self.low.len(), observer)?;
        self.low.resize_with(len, R::default);
        Ok(())
    }

    fn high_at<O: Observer>(&mut self, number: u64, observer: &mut O) -> Result<&mut R, Halt> {
        let n_high = self.high.len();
        match self.high.entry(number) {
            Entry::Occupied(rung) => Ok(rung.into_mut()),
            Entry::Vacant(place) => {
                if let Some(rung) = self.spare.pop() {
                    return Ok(place.insert(rung));
                }
                // The map keeps 6 to 11 rungs to a block of 11.
                if n_high.is_multiple_of(6) {
                    observer.grow(12 * size_of::<(u64, R)>())?;
                }
                self.spare.make_room(n_high + 1, observer)?;
                Ok(place.insert(R::default()))
            }
        }
    }
}
