//! What keeps nearly all events of a search from the conditions of breakpoints.

use super::expr::{Condition, Expr, Relation, Value, Word};
use super::pattern::Pattern;
use crate::Problem;
use tilescope_search::{Cost, NodeEvent, NodeOutcome, NodeView, Space};

const EXPANDED: u32 = 1 << 7;
const DISCARDED: u32 = 1 << 8;
const GENERATED: u32 = (1 << NodeOutcome::ALL.len()) - 1;

/// A bit for each kind of event.
#[inline(always)]
fn bit(event: NodeEvent) -> u32 {
    match event {
        NodeEvent::Generated(outcome) => 1 << outcome as u8,
        NodeEvent::Expanded => EXPANDED,
        NodeEvent::Discarded(_) => DISCARDED,
    }
}

/// What holds of every event for which a condition holds: so most events need no closer look.
///
/// Each range is closed. Those of costs count in thousandths of a unit of cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    kinds: u32,
    f: (i64, i64),
    g: (i64, i64),
    h: (i64, i64),
    depth: (i64, i64),
    /// Which bits of a state's [word](Space::word) matter, and what they are.
    word: (u64, u64),
    least_expansions: i64,
    least_frontier: i64,
}

const ANY: (i64, i64) = (i64::MIN, i64::MAX);
const NONE: (i64, i64) = (i64::MAX, i64::MIN);
const ANY_WORD: (u64, u64) = (0, 0);

impl Filter {
    const ALL: Filter = Filter {
        kinds: u32::MAX,
        f: ANY,
        g: ANY,
        h: ANY,
        depth: ANY,
        word: ANY_WORD,
        least_expansions: i64::MIN,
        least_frontier: i64::MIN,
    };
    /// No event passes.
    pub const NONE: Filter = Filter {
        kinds: 0,
        f: NONE,
        g: NONE,
        h: NONE,
        depth: NONE,
        word: ANY_WORD,
        least_expansions: i64::MAX,
        least_frontier: i64::MAX,
    };

    /// Whether the condition may hold for such an event. `f` is in thousandths.
    pub fn passes(&self, event: NodeEvent, f: i64, g: Cost, h: Cost, depth: u32) -> bool {
        let is_in = |range: (i64, i64), value: i64| range.0 <= value && value <= range.1;
        self.kinds & bit(event) != 0
            && is_in(self.f, f)
            && is_in(self.g, 1000 * i64::from(g))
            && is_in(self.h, 1000 * i64::from(h))
            && is_in(self.depth, depth.into())
    }

    /// The gate that lets through whatever passes. `factors` are those of g and h in f, in thousandths.
    /// If every action costs 1, a depth is a g.
    pub fn gate(mut self, factors: [i64; 2], is_depth_g: bool) -> Gate {
        if is_depth_g {
            let depth = (
                self.depth.0.saturating_mul(1000),
                self.depth.1.saturating_mul(1000),
            );
            self.g = (self.g.0.max(depth.0), self.g.1.min(depth.1));
            self.depth = ANY;
        }
        let ranges = [(self.f, factors), (self.g, [1000, 0]), (self.h, [0, 1000])];
        let n_values = |range: (i64, i64)| i128::from(range.1) - i128::from(range.0);
        let narrowest = ranges.into_iter().min_by_key(|&(range, _)| n_values(range));
        let (range, factors) = narrowest.unwrap_or((ANY, [0, 0]));
        let window = |(low, high): (i64, i64)| match n_values((low, high)) {
            // Nothing is in it.
            ..0 => (0, None),
            n => (low, u64::try_from(n).ok()),
        };
        let (low, span) = window(range);
        let (low_depth, depth_span) = window(self.depth);
        let (mask, word) = self.word;
        Gate {
            kinds: match (span, depth_span) {
                (Some(_), Some(_)) => self.kinds,
                _ => 0,
            },
            is_of_word: mask != 0,
            factors,
            low,
            span: span.unwrap_or(0),
            mask,
            word,
            low_depth,
            depth_span: depth_span.unwrap_or(0),
        }
    }

    /// The number of expansions before which it passes nothing, if there are `n_expanded` now and
    /// `n_frontier` nodes on the frontier.
    pub fn opens_at(&self, n_expanded: u64, n_frontier: u64) -> u64 {
        // The frontier grows by less in an expansion.
        const MAX_GROWTH: u64 = 8;
        let number = |least: i64| u64::try_from(least).unwrap_or(0);
        let lacking = number(self.least_frontier).saturating_sub(n_frontier);
        let by_frontier = n_expanded.saturating_add(lacking / MAX_GROWTH);
        number(self.least_expansions)
            .saturating_sub(1)
            .max(by_frontier)
    }

    /// What passes either.
    #[must_use]
    pub fn or(self, other: Filter) -> Filter {
        let hull = |a: (i64, i64), b: (i64, i64)| (a.0.min(b.0), a.1.max(b.1));
        // The bits that both want to be the same.
        let mask = self.word.0 & other.word.0 & !(self.word.1 ^ other.word.1);
        let word = match (self.kinds, other.kinds) {
            (0, _) => other.word,
            (_, 0) => self.word,
            _ => (mask, self.word.1 & mask),
        };
        Filter {
            kinds: self.kinds | other.kinds,
            f: hull(self.f, other.f),
            g: hull(self.g, other.g),
            h: hull(self.h, other.h),
            depth: hull(self.depth, other.depth),
            word,
            least_expansions: self.least_expansions.min(other.least_expansions),
            least_frontier: self.least_frontier.min(other.least_frontier),
        }
    }

    /// What passes both.
    fn and(self, other: Filter) -> Filter {
        let common = |a: (i64, i64), b: (i64, i64)| (a.0.max(b.0), a.1.min(b.1));
        Filter {
            kinds: self.kinds & other.kinds,
            f: common(self.f, other.f),
            g: common(self.g, other.g),
            h: common(self.h, other.h),
            depth: common(self.depth, other.depth),
            // Where they differ, no state has both.
            word: (self.word.0 | other.word.0, self.word.1 | other.word.1),
            least_expansions: self.least_expansions.max(other.least_expansions),
            least_frontier: self.least_frontier.max(other.least_frontier),
        }
    }
}

/// A filter that looks at the state's word alone, or at the most telling range, with few instructions:
/// for every event of a search.
#[derive(Clone, Copy, Debug)]
pub struct Gate {
    kinds: u32,
    /// Whether it looks at the word.
    is_of_word: bool,
    /// The value that is looked at: these factors of g and h.
    factors: [i64; 2],
    /// It must be from here to `span` more.
    low: i64,
    span: u64,
    /// The bits of the state's word that matter, and what they must be.
    mask: u64,
    word: u64,
    low_depth: i64,
    depth_span: u64,
}

impl Gate {
    /// Nothing is let through.
    pub const CLOSED: Gate = Gate {
        kinds: 0,
        is_of_word: false,
        factors: [0, 0],
        low: 0,
        span: 0,
        mask: 0,
        word: 0,
        low_depth: 0,
        depth_span: 0,
    };

    #[inline(always)]
    pub fn lets<S: Space>(&self, event: NodeEvent, depth: u32, view: NodeView<S>) -> bool {
        self.kinds & bit(event) != 0 && self.lets_node(depth, view)
    }

    /// Whether it lets through that a node is generated or expanded, both at once.
    #[inline(always)]
    pub fn lets_descent<S: Space>(&self, depth: u32, view: NodeView<S>) -> bool {
        let both = EXPANDED | bit(NodeEvent::Generated(NodeOutcome::Frontier));
        self.kinds & both != 0 && self.lets_node(depth, view)
    }

    #[inline(always)]
    fn lets_node<S: Space>(&self, depth: u32, view: NodeView<S>) -> bool {
        if self.is_of_word {
            return view.space.word(view.state) & self.mask == self.word;
        }
        let value = self.factors[0] * i64::from(view.g) + self.factors[1] * i64::from(view.h);
        value.wrapping_sub(self.low) as u64 <= self.span
            && i64::from(depth).wrapping_sub(self.low_depth) as u64 <= self.depth_span
    }
}

impl Condition {
    /// The factors of g and h in f, in thousandths.
    pub fn factors(&self) -> [i64; 2] {
        [self.costs.g, self.costs.h].map(i64::from)
    }

    /// The filter of the events of a search of `problem` for which it may hold.
    pub fn filter(&self, problem: &Problem) -> Filter {
        let mut filter = self.filter_of(&self.expr, problem);
        let says = |words: &[Word]| {
            (self.expr).any_part(&|part| matches!(part, Expr::Is(word) if words.contains(word)))
        };
        // A node is asked about where it is generated, unless the words are about later.
        let is_of_expansions =
            self.is_of_run() || says(&[Word::Expanded, Word::FDecreased, Word::FIncreased]);
        if !is_of_expansions {
            filter.kinds &= !EXPANDED;
        }
        if !says(&[Word::Discarded, Word::Duplicate, Word::Cycle, Word::Cut]) {
            filter.kinds &= !DISCARDED;
        }
        filter
    }

    fn filter_of(&self, expr: &Expr, problem: &Problem) -> Filter {
        match expr {
            Expr::All(all) => {
                (all.iter()).fold(Filter::ALL, |a, b| a.and(self.filter_of(b, problem)))
            }
            Expr::Any(any) => {
                (any.iter()).fold(Filter::NONE, |a, b| a.or(self.filter_of(b, problem)))
            }
            Expr::Not(_) => Filter::ALL,
            Expr::State(pattern) => Filter {
                word: self.patterns[*pattern].word(problem),
                ..Filter::ALL
            },
            Expr::Compare(value, relation, Value::Number(number)) => {
                self.range(*value, *relation, *number)
            }
            Expr::Compare(Value::Number(number), relation, value) => {
                self.range(*value, relation.mirrored(), *number)
            }
            Expr::Compare(..) => Filter::ALL,
            Expr::Is(word) => {
                let outcome = |outcome: NodeOutcome| 1 << outcome as u8;
                let kinds = match word {
                    Word::Frontier => {
                        outcome(NodeOutcome::Frontier)
                            | outcome(NodeOutcome::Improved)
                            | outcome(NodeOutcome::Reopened)
                    }
                    Word::Expanded | Word::FDecreased | Word::FIncreased => EXPANDED,
                    Word::Discarded | Word::Duplicate | Word::Cycle | Word::Cut => {
                        DISCARDED
                            | outcome(NodeOutcome::Duplicate)
                            | outcome(NodeOutcome::Cycle)
                            | outcome(NodeOutcome::Cut)
                    }
                    Word::Improved => outcome(NodeOutcome::Improved),
                    Word::Reopened => outcome(NodeOutcome::Reopened),
                    Word::Goal => GENERATED,
                    Word::Solution => 0,
                };
                let word = match word {
                    Word::Goal => Pattern::of(&problem.goal()).word(problem),
                    _ => ANY_WORD,
                };
                Filter {
                    kinds,
                    word,
                    ..Filter::ALL
                }
            }
        }
    }

    /// What a comparison of a value with a number of thousandths leaves.
    fn range(&self, value: Value, relation: Relation, number: i64) -> Filter {
        let number = number.saturating_mul(i64::from(self.costs.unit));
        let range = match relation {
            Relation::Equal => (number, number),
            Relation::Different => ANY,
            Relation::Less | Relation::LessOrEqual => (i64::MIN, number),
            Relation::Greater | Relation::GreaterOrEqual => (number, i64::MAX),
        };
        // Thousandths of a plain number; rounded outward.
        let plain = 1000 * i64::from(self.costs.unit);
        let rounded = |end: i64, up: i64| match end {
            i64::MIN | i64::MAX => end,
            end => end.div_euclid(plain) + up,
        };
        let numbers = (rounded(range.0, 0), rounded(range.1, 1));
        match value {
            Value::Depth => Filter {
                depth: numbers,
                ..Filter::ALL
            },
            Value::Step | Value::Expansions => Filter {
                least_expansions: numbers.0,
                ..Filter::ALL
            },
            Value::FrontierSize => Filter {
                least_frontier: numbers.0,
                ..Filter::ALL
            },
            Value::F => Filter {
                f: range,
                ..Filter::ALL
            },
            Value::G => Filter {
                g: range,
                ..Filter::ALL
            },
            Value::H => Filter {
                h: range,
                ..Filter::ALL
            },
            _ => Filter::ALL,
        }
    }
}
