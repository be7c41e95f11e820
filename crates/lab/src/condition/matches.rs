//! The nodes for which a condition holds: a bit a node.

use tilescope_trace::NodeId;

/// A set of nodes of a record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Matches {
    words: Vec<u64>,
    n: u32,
}

impl Matches {
    /// A bit for each node.
    pub(super) fn new(words: Vec<u64>) -> Self {
        let n = words.iter().map(|word| word.count_ones()).sum();
        Matches { words, n }
    }

    /// The number of nodes.
    pub fn len(&self) -> u32 {
        self.n
    }

    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    pub fn contains(&self, node: NodeId) -> bool {
        let word = self.words.get(node as usize / 64);
        word.is_some_and(|word| word >> (node % 64) & 1 != 0)
    }

    /// The first node from `node` on.
    pub fn first_from(&self, node: NodeId) -> Option<NodeId> {
        let begin = node as usize / 64;
        let mask = u64::MAX << (node % 64);
        let words = self.words.iter().enumerate().skip(begin);
        let mut words = words.map(|(i, &word)| (i, if i == begin { word & mask } else { word }));
        let (i, word) = words.find(|&(_, word)| word != 0)?;
        Some(i as NodeId * 64 + word.trailing_zeros())
    }

    /// The last node before `node`.
    pub fn last_before(&self, node: NodeId) -> Option<NodeId> {
        let end = node as usize / 64;
        let mask = (1_u64 << (node % 64)) - 1;
        let words = self.words.iter().enumerate().take(end + 1).rev();
        let mut words = words.map(|(i, &word)| (i, if i == end { word & mask } else { word }));
        let (i, word) = words.find(|&(_, word)| word != 0)?;
        Some(i as NodeId * 64 + 63 - word.leading_zeros())
    }

    /// The number of nodes before `node`. Takes time in proportion to the nodes of the record, 64 at
    /// once.
    pub fn rank(&self, node: NodeId) -> u32 {
        let end = node as usize / 64;
        let whole = self.words.iter().take(end).map(|word| word.count_ones());
        let mask = (1_u64 << (node % 64)) - 1;
        let rest = self
            .words
            .get(end)
            .map_or(0, |word| (word & mask).count_ones());
        whole.sum::<u32>() + rest
    }

    /// The nodes, in order of generation.
    pub fn iter(&self) -> impl Iterator<Item = NodeId> + '_ {
        let next = move |&node: &NodeId| self.first_from(node + 1);
        std::iter::successors(self.first_from(0), next)
    }
}
