//! A condition tested while the search goes on: for one event at a time.

use super::expr::{Condition, Expr, Relation, Value, Word};
use super::pattern::Pattern;
use std::cmp::Ordering;
use tilescope_search::{Cost, NodeEvent, NodeOutcome};

/// An event of a search, and how far the search is.
pub struct Event<'a> {
    pub kind: NodeEvent,
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

impl Condition {
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

    /// f in thousandths of a unit of cost; 0 if the algorithm compares no costs.
    pub fn f(&self, g: Cost, h: Cost) -> i64 {
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
    use NodeEvent::{Discarded, Expanded, Generated};
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
    pub(super) fn any_part(&self, is: &dyn Fn(&Expr) -> bool) -> bool {
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
    pub(super) fn mirrored(self) -> Self {
        match self {
            Relation::Equal | Relation::Different => self,
            Relation::Less => Relation::Greater,
            Relation::LessOrEqual => Relation::GreaterOrEqual,
            Relation::Greater => Relation::Less,
            Relation::GreaterOrEqual => Relation::LessOrEqual,
        }
    }
}
