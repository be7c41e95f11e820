//! A condition tested while the search goes on: for one event at a time.

use super::expr::{Condition, Expr, Relation, Value, Word};
use super::pattern::Pattern;
use std::cmp::Ordering;
use tilescope_search::{Cost, NodeOutcome};

/// What happens to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventKind {
    Generated(NodeOutcome),
    Expanded,
    /// It leaves the frontier without being expanded.
    Discarded(NodeOutcome),
}

/// An event of a search, and how far the search is.
pub struct Event<'a> {
    pub kind: EventKind,
    pub g: Cost,
    pub h: Cost,
    pub depth: u32,
    /// The node's number, in order of generation.
    pub id: u64,
    /// Expansions so far, this one included.
    pub expansions: u64,
    pub frontier: u64,
    /// f of the node that is expanded, beside that of the node expanded before.
    pub f_change: Ordering,
    pub state: &'a dyn EventState,
}

/// What conditions ask of the state of a node.
pub trait EventState {
    fn matches(&self, pattern: &Pattern) -> bool;
    fn is_goal(&self) -> bool;
    /// h\*, if it is known.
    fn distance(&self) -> Option<Cost>;
}

impl EventKind {
    const EXPANDED: u16 = 1 << 7;
    const DISCARDED: u16 = 1 << 8;
    const GENERATED: u16 = (1 << NodeOutcome::ALL.len()) - 1;

    /// A bit.
    #[inline(always)]
    pub fn bit(self) -> u16 {
        match self {
            EventKind::Generated(outcome) => 1 << outcome as u8,
            EventKind::Expanded => Self::EXPANDED,
            EventKind::Discarded(_) => Self::DISCARDED,
        }
    }
}

/// What holds of every event for which a condition holds: so most events need no closer look.
///
/// Each range is closed. Those of costs count in thousandths of a unit of cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    kinds: u16,
    f: (i64, i64),
    g: (i64, i64),
    h: (i64, i64),
    depth: (i64, i64),
}

const ANY: (i64, i64) = (i64::MIN, i64::MAX);

impl Filter {
    const ALL: Filter = Filter {
        kinds: u16::MAX,
        f: ANY,
        g: ANY,
        h: ANY,
        depth: ANY,
    };
    /// No event passes.
    pub const NONE: Filter = Filter {
        kinds: 0,
        f: (i64::MAX, i64::MIN),
        g: (i64::MAX, i64::MIN),
        h: (i64::MAX, i64::MIN),
        depth: (i64::MAX, i64::MIN),
    };

    /// Whether the condition may hold for such an event. `f` is in thousandths.
    #[inline(always)]
    pub fn passes(&self, kind: EventKind, f: i64, g: Cost, h: Cost, depth: u32) -> bool {
        let is_in = |range: (i64, i64), value: i64| range.0 <= value && value <= range.1;
        self.kinds & kind.bit() != 0
            && is_in(self.f, f)
            && is_in(self.g, 1000 * i64::from(g))
            && is_in(self.h, 1000 * i64::from(h))
            && is_in(self.depth, depth.into())
    }

    /// The gate that lets through whatever passes. `factors` are those of g and h in f, in thousandths.
    pub fn gate(&self, factors: [i64; 2]) -> Gate {
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
        Gate {
            kinds: match (span, depth_span) {
                (Some(_), Some(_)) => self.kinds,
                _ => 0,
            },
            factors,
            low,
            span: span.unwrap_or(0),
            low_depth,
            depth_span: depth_span.unwrap_or(0),
        }
    }

    /// What passes either.
    #[must_use]
    pub fn or(self, other: Filter) -> Filter {
        let hull = |a: (i64, i64), b: (i64, i64)| (a.0.min(b.0), a.1.max(b.1));
        Filter {
            kinds: self.kinds | other.kinds,
            f: hull(self.f, other.f),
            g: hull(self.g, other.g),
            h: hull(self.h, other.h),
            depth: hull(self.depth, other.depth),
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
        }
    }
}

/// A filter that looks at the most telling range alone, with few instructions: for every event of a
/// search.
#[derive(Clone, Copy, Debug)]
pub struct Gate {
    kinds: u16,
    /// The value that is looked at: these factors of g and h.
    factors: [i64; 2],
    /// It must be from here to `span` more.
    low: i64,
    span: u64,
    low_depth: i64,
    depth_span: u64,
}

impl Gate {
    /// Nothing is let through.
    pub const CLOSED: Gate = Gate {
        kinds: 0,
        factors: [0, 0],
        low: 0,
        span: 0,
        low_depth: 0,
        depth_span: 0,
    };

    #[inline(always)]
    pub fn lets(&self, kind: EventKind, g: Cost, h: Cost, depth: u32) -> bool {
        if self.kinds & kind.bit() == 0 {
            return false;
        }
        let value = self.factors[0] * i64::from(g) + self.factors[1] * i64::from(h);
        value.wrapping_sub(self.low) as u64 <= self.span
            && i64::from(depth).wrapping_sub(self.low_depth) as u64 <= self.depth_span
    }
}

impl Condition {
    /// A pattern that the state of each node matches for which it holds, if there is one.
    pub fn required_pattern(&self) -> Option<&Pattern> {
        fn required(expr: &Expr) -> Option<usize> {
            match expr {
                Expr::State(pattern) => Some(*pattern),
                Expr::All(parts) => parts.iter().find_map(required),
                _ => None,
            }
        }
        required(&self.expr).map(|pattern| &self.patterns[pattern])
    }

    /// Whether it says something of the run alone, not of a node.
    pub fn is_of_run(&self) -> bool {
        !self.expr.any_part(&|part| match part {
            Expr::Compare(a, _, b) => [a, b].iter().any(|value| {
                !matches!(
                    value,
                    Value::Number(_) | Value::Step | Value::Expansions | Value::FrontierSize
                )
            }),
            Expr::Is(_) | Expr::State(_) => true,
            Expr::Any(_) | Expr::All(_) | Expr::Not(_) => false,
        })
    }

    /// Whether it asks for the state of a node.
    pub fn needs_states(&self) -> bool {
        self.expr.any_part(&|part| match part {
            Expr::State(_) | Expr::Is(Word::Goal) => true,
            Expr::Compare(a, _, b) => [a, b].contains(&&Value::Error),
            Expr::Is(_) | Expr::Any(_) | Expr::All(_) | Expr::Not(_) => false,
        })
    }

    /// The factors of g and h in f, in thousandths.
    pub fn factors(&self) -> [i64; 2] {
        [self.costs.g, self.costs.h].map(i64::from)
    }

    /// The filter of the events for which it may hold.
    pub fn filter(&self) -> Filter {
        let mut filter = self.filter_of(&self.expr);
        let says = |words: &[Word]| {
            (self.expr).any_part(&|part| matches!(part, Expr::Is(word) if words.contains(word)))
        };
        // A node is asked about where it is generated, unless the words are about later.
        let is_of_expansions =
            self.is_of_run() || says(&[Word::Expanded, Word::FDecreased, Word::FIncreased]);
        if !is_of_expansions {
            filter.kinds &= !EventKind::EXPANDED;
        }
        if !says(&[Word::Discarded, Word::Duplicate, Word::Cycle, Word::Cut]) {
            filter.kinds &= !EventKind::DISCARDED;
        }
        filter
    }

    fn filter_of(&self, expr: &Expr) -> Filter {
        match expr {
            Expr::All(all) => (all.iter()).fold(Filter::ALL, |a, b| a.and(self.filter_of(b))),
            Expr::Any(any) => (any.iter()).fold(Filter::NONE, |a, b| a.or(self.filter_of(b))),
            Expr::Not(_) | Expr::State(_) => Filter::ALL,
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
                    Word::Expanded | Word::FDecreased | Word::FIncreased => EventKind::EXPANDED,
                    Word::Discarded | Word::Duplicate | Word::Cycle | Word::Cut => {
                        EventKind::DISCARDED
                            | outcome(NodeOutcome::Duplicate)
                            | outcome(NodeOutcome::Cycle)
                            | outcome(NodeOutcome::Cut)
                    }
                    Word::Improved => outcome(NodeOutcome::Improved),
                    Word::Reopened => outcome(NodeOutcome::Reopened),
                    Word::Goal => EventKind::GENERATED,
                    Word::Solution => 0,
                };
                Filter {
                    kinds,
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
        match value {
            Value::Depth => {
                // Thousandths of a depth; rounded outward.
                let plain = 1000 * i64::from(self.costs.unit);
                let rounded = |end: i64, up: i64| match end {
                    i64::MIN | i64::MAX => end,
                    end => end.div_euclid(plain) + up,
                };
                Filter {
                    depth: (rounded(range.0, 0), rounded(range.1, 1)),
                    ..Filter::ALL
                }
            }
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

    /// f in thousandths of a unit of cost; 0 if the algorithm compares no costs.
    fn f(&self, g: Cost, h: Cost) -> i64 {
        i64::from(self.costs.g) * i64::from(g) + i64::from(self.costs.h) * i64::from(h)
    }

    /// Whether it holds for `event`.
    pub fn holds(&self, event: &Event) -> bool {
        self.test(&self.expr, event)
    }

    fn test(&self, expr: &Expr, event: &Event) -> bool {
        match expr {
            Expr::Any(any) => any.iter().any(|one| self.test(one, event)),
            Expr::All(all) => all.iter().all(|one| self.test(one, event)),
            Expr::Not(one) => !self.test(one, event),
            Expr::State(pattern) => event.state.matches(&self.patterns[*pattern]),
            Expr::Is(word) => is(*word, event),
            Expr::Compare(a, relation, b) => match (self.value(*a, event), self.value(*b, event)) {
                (Some(a), Some(b)) => relation.holds(a.cmp(&b)),
                _ => false,
            },
        }
    }

    /// A value in thousandths, costs and other numbers on the same scale.
    fn value(&self, value: Value, event: &Event) -> Option<i64> {
        let unit = i64::from(self.costs.unit);
        let plain = |n: u64| {
            i64::try_from(n)
                .unwrap_or(i64::MAX)
                .saturating_mul(1000 * unit)
        };
        Some(match value {
            Value::Number(number) => number.saturating_mul(unit),
            Value::G => 1000 * i64::from(event.g),
            Value::H => 1000 * i64::from(event.h),
            Value::F => self.f(event.g, event.h),
            Value::Depth => plain(event.depth.into()),
            Value::Id => plain(event.id),
            Value::Step | Value::Expansions => plain(event.expansions),
            Value::FrontierSize => plain(event.frontier),
            Value::Error => {
                let distance = i64::from(event.state.distance()?);
                1000 * (distance - i64::from(event.h))
            }
        })
    }
}

fn is(word: Word, event: &Event) -> bool {
    use EventKind::{Discarded, Expanded, Generated};
    let dropped = |why: NodeOutcome| event.kind == Generated(why) || event.kind == Discarded(why);
    match word {
        Word::Frontier => matches!(event.kind, Generated(outcome) if outcome.is_on_frontier()),
        Word::Expanded => event.kind == Expanded,
        Word::Discarded => {
            matches!(event.kind, Discarded(_))
                || dropped(NodeOutcome::Duplicate)
                || dropped(NodeOutcome::Cycle)
                || dropped(NodeOutcome::Cut)
        }
        Word::Duplicate => dropped(NodeOutcome::Duplicate),
        Word::Cycle => dropped(NodeOutcome::Cycle),
        Word::Cut => dropped(NodeOutcome::Cut),
        Word::Improved => event.kind == Generated(NodeOutcome::Improved),
        Word::Reopened => event.kind == Generated(NodeOutcome::Reopened),
        Word::Goal => matches!(event.kind, Generated(_)) && event.state.is_goal(),
        Word::FDecreased => event.kind == Expanded && event.f_change == Ordering::Less,
        Word::FIncreased => event.kind == Expanded && event.f_change == Ordering::Greater,
        // Not known before the end.
        Word::Solution => false,
    }
}

impl Expr {
    /// Whether `is` holds for it or one of its parts.
    fn any_part(&self, is: &dyn Fn(&Expr) -> bool) -> bool {
        is(self)
            || match self {
                Expr::Any(parts) | Expr::All(parts) => parts.iter().any(|part| part.any_part(is)),
                Expr::Not(part) => part.any_part(is),
                Expr::Compare(..) | Expr::Is(_) | Expr::State(_) => false,
            }
    }
}

impl Relation {
    fn holds(self, order: Ordering) -> bool {
        match self {
            Relation::Equal => order.is_eq(),
            Relation::Different => order.is_ne(),
            Relation::Less => order.is_lt(),
            Relation::LessOrEqual => order.is_le(),
            Relation::Greater => order.is_gt(),
            Relation::GreaterOrEqual => order.is_ge(),
        }
    }

    /// The relation with its sides exchanged.
    fn mirrored(self) -> Self {
        match self {
            Relation::Equal | Relation::Different => self,
            Relation::Less => Relation::Greater,
            Relation::LessOrEqual => Relation::GreaterOrEqual,
            Relation::Greater => Relation::Less,
            Relation::GreaterOrEqual => Relation::LessOrEqual,
        }
    }
}
