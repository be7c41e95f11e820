//! The order in which an algorithm takes nodes off its frontier, as a key that never changes.

use crate::{NodeId, Trace};
use std::cmp::Ordering;
use tilescope_search::{About, BeamOrder, Options, SearchDirection, Selection, TieBreaking};

/// The order of a frontier: first by a key, then among equals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    pub key: Key,
    pub equals: Equals,
    /// Whether the algorithm takes exactly the first node. If not, the key is what it compares, and
    /// something else decides too.
    pub is_exact: bool,
}

/// What nodes are ordered by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// The lowest f first, where f = `g` · g + `h` · h in thousandths, and then by rank.
    Evaluation { g: u32, h: u32, then: Rank },
    /// The deepest first, then the lowest f, where f is as in [`Key::Evaluation`].
    Deepest { g: u32, h: u32 },
    /// The shallowest level first, and within a level the lowest h if the level is sorted.
    Level { is_sorted: bool },
    /// No key: all nodes are equal.
    None,
}

/// What decides between nodes of equal f.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rank {
    None,
    LowH,
    LowG,
    HighG,
    Deepest,
}

/// Which of the nodes with equal keys comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Equals {
    /// The one generated first.
    Oldest,
    /// The one generated last.
    Newest,
    /// The successors of the node expanded last, in the order in which they were generated: a
    /// stack.
    NewestExpansion,
    /// Any: one is drawn at random. They are listed in the order in which they were generated.
    Any,
}

/// The key of a node: nodes with lower keys come first. The trees of a bidirectional search have
/// frontiers of their own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct SortKey {
    pub side: u8,
    pub primary: u64,
    pub secondary: i64,
}

impl Order {
    /// The key of a node in the order [`Key::Deepest`] is this less its depth.
    pub const DEEPEST: u64 = u32::MAX as u64;

    /// The order of an algorithm with these options.
    pub fn of(about: &About, options: &Options) -> Self {
        let strategy = about.strategy(options);
        let factors = strategy.evaluation.factors(options);
        let evaluation = |then| match factors {
            Some((g, h)) => Key::Evaluation { g, h, then },
            None => Key::None,
        };
        let order = |key, equals, is_exact| Order {
            key,
            equals,
            is_exact,
        };
        match strategy.selection {
            Selection::LowestF => {
                let (then, equals) = match options.ties {
                    TieBreaking::Fifo => (Rank::None, Equals::Oldest),
                    TieBreaking::Lifo => (Rank::None, Equals::Newest),
                    TieBreaking::LowH => (Rank::LowH, Equals::Newest),
                    TieBreaking::HighG => (Rank::HighG, Equals::Newest),
                    TieBreaking::Random => (Rank::None, Equals::Any),
                };
                order(
                    evaluation(then),
                    equals,
                    options.ties != TieBreaking::Random,
                )
            }
            Selection::MergedList => order(evaluation(Rank::None), Equals::NewestExpansion, true),
            Selection::LowestPairBound => order(evaluation(Rank::LowG), Equals::Newest, false),
            Selection::LowestBackedUpF => order(evaluation(Rank::Deepest), Equals::Newest, false),
            Selection::Oldest => order(Key::None, Equals::Oldest, true),
            Selection::Deepest => order(Key::None, Equals::NewestExpansion, true),
            Selection::SortedStack => {
                let (g, h) = factors.unwrap_or_default();
                order(Key::Deepest { g, h }, Equals::Oldest, true)
            }
            Selection::Level => {
                let is_sorted = options.beam_order == BeamOrder::Sorted;
                order(Key::Level { is_sorted }, Equals::Oldest, true)
            }
            Selection::BetterSuccessor => order(evaluation(Rank::None), Equals::Any, false),
            Selection::RandomSuccessor | Selection::Mixed => order(Key::None, Equals::Any, false),
            // The board of the game comes before that of the shortest solution.
            Selection::Game => order(Key::None, Equals::NewestExpansion, true),
        }
    }

    pub(super) fn sort_key(&self, trace: &Trace, node: NodeId) -> SortKey {
        let side = trace.direction(node) as u8;
        let f = |g: u32, h: u32| {
            u64::from(g) * u64::from(trace.g(node)) + u64::from(h) * u64::from(trace.h(node))
        };
        let (primary, secondary) = match self.key {
            Key::None => (0, 0),
            Key::Level { is_sorted: true } => (trace.depth(node).into(), trace.h(node).into()),
            Key::Level { is_sorted: false } => (trace.depth(node).into(), 0),
            Key::Evaluation { g, h, then } => {
                let rank = match then {
                    Rank::None => 0,
                    Rank::LowH => trace.h(node).into(),
                    Rank::LowG => trace.g(node).into(),
                    Rank::HighG => -i64::from(trace.g(node)),
                    Rank::Deepest => -i64::from(trace.depth(node)),
                };
                (f(g, h), rank)
            }
            Key::Deepest { g, h } => (Self::DEEPEST - u64::from(trace.depth(node)), f(g, h) as i64),
        };
        SortKey {
            side,
            primary,
            secondary,
        }
    }

    /// How two nodes with equal keys are ordered.
    pub(super) fn among_equals(&self, trace: &Trace, a: NodeId, b: NodeId) -> Ordering {
        match self.equals {
            Equals::Oldest | Equals::Any => a.cmp(&b),
            Equals::Newest => b.cmp(&a),
            Equals::NewestExpansion if is_same_expansion(trace, a, b) => a.cmp(&b),
            Equals::NewestExpansion => b.cmp(&a),
        }
    }

    /// Whether later nodes come first among equals.
    pub(super) fn is_descending(&self) -> bool {
        matches!(self.equals, Equals::Newest | Equals::NewestExpansion)
    }

    /// Compares two nodes, of the same tree, as the algorithm does: which one comes first?
    pub fn compare(&self, trace: &Trace, a: NodeId, b: NodeId) -> Ordering {
        let keys = self.sort_key(trace, a).cmp(&self.sort_key(trace, b));
        keys.then_with(|| self.among_equals(trace, a, b))
    }
}

/// Whether both were generated by the same expansion of the same node.
pub(super) fn is_same_expansion(trace: &Trace, a: NodeId, b: NodeId) -> bool {
    trace.parent(a) == trace.parent(b) && trace.generated_at(a) == trace.generated_at(b)
}

/// Whether an algorithm's frontier is one that can be listed: engines record none.
pub fn has_frontier(about: &About) -> bool {
    !about.is_engine() && about.selection != Selection::Mixed
}

/// The lists of a frontier: one for each tree.
pub fn sides(trace: &Trace) -> impl Iterator<Item = SearchDirection> + '_ {
    (SearchDirection::BOTH.into_iter()).filter(|&side| trace.root(side).is_some())
}
