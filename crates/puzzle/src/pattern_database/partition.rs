//! A partition of the tiles into patterns, and how their databases treat the blank.

use std::ops::Deref;

/// How a database treats the blank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Blank {
    /// Minimised away: each placement has its minimum cost over all cells of the blank. The tables
    /// are smallest, but a sum of them may fall by more than the cost of a move.
    #[default]
    Minimised,
    /// Kept: an entry per connected component of the free cells that may contain the blank, see
    /// [`BlankComponents`](super::BlankComponents). The costs are exact, so a sum of them is
    /// consistent.
    Kept,
}

/// A partition of the tiles into patterns.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Partition {
    pub patterns: Vec<Vec<u8>>,
    pub blank: Blank,
}

impl Partition {
    /// The same patterns with another treatment of the blank.
    #[must_use]
    pub fn with(self, blank: Blank) -> Self {
        Partition { blank, ..self }
    }

    pub fn keeps_blank(&self) -> bool {
        self.blank == Blank::Kept
    }

    /// The sizes of the patterns, such as “6-6-3”.
    pub fn sizes(&self) -> String {
        let sizes: Vec<String> = self.iter().map(|tiles| tiles.len().to_string()).collect();
        sizes.join("-")
    }
}

/// The tiles of each pattern.
impl Deref for Partition {
    type Target = [Vec<u8>];

    fn deref(&self) -> &[Vec<u8>] {
        &self.patterns
    }
}

impl From<Vec<Vec<u8>>> for Partition {
    /// With the blank minimised away.
    fn from(patterns: Vec<Vec<u8>>) -> Self {
        let blank = Blank::Minimised;
        Partition { patterns, blank }
    }
}

impl<const N: usize> From<[Vec<u8>; N]> for Partition {
    /// With the blank minimised away.
    fn from(patterns: [Vec<u8>; N]) -> Self {
        Vec::from(patterns).into()
    }
}

impl FromIterator<Vec<u8>> for Partition {
    /// With the blank minimised away.
    fn from_iter<I: IntoIterator<Item = Vec<u8>>>(patterns: I) -> Self {
        patterns.into_iter().collect::<Vec<_>>().into()
    }
}
