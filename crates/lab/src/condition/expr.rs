//! A condition, and how it is tested for many nodes at once.

use super::pattern::Pattern;
use tilescope_trace::{Moment, NodeId, Status, Trace};

/// A condition on the nodes of the record of one run. See the [module](super).
#[derive(Clone, PartialEq, Debug)]
pub struct Condition {
    pub(super) expr: Expr,
    /// What [`Expr::State`] numbers.
    pub(super) patterns: Vec<Pattern>,
    pub(super) costs: Costs,
}

/// How costs are compared.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Costs {
    /// f = `g` · g + `h` · h in thousandths; both 0 if the algorithm compares no costs.
    pub g: u32,
    pub h: u32,
    /// The cost that is shown as 1.
    pub unit: u32,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Expr {
    Any(Vec<Expr>),
    All(Vec<Expr>),
    Not(Box<Expr>),
    Compare(Value, Relation, Value),
    Is(Word),
    /// The state matches the pattern with this number.
    State(usize),
}

/// What can be compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    F,
    G,
    H,
    Depth,
    /// The step that generated it.
    Step,
    Id,
    /// The number of expansions so far; of a run that goes on.
    Expansions,
    /// The number of nodes on the frontier; of a run that goes on.
    FrontierSize,
    /// h* − h; of a run that goes on.
    Error,
    /// In thousandths.
    Number(i64),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    Equal,
    Different,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// What became of a node by the end of the record, or how it was generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Frontier,
    Expanded,
    Discarded,
    Duplicate,
    Cycle,
    Cut,
    Improved,
    Reopened,
    Goal,
    /// On the solution path.
    Solution,
    /// It is expanded with a lower f than the node before; of a run that goes on.
    FDecreased,
    /// With a higher f.
    FIncreased,
}

impl Value {
    pub const NAMES: [(&'static str, Value); 6] = [
        ("f", Value::F),
        ("g", Value::G),
        ("h", Value::H),
        ("depth", Value::Depth),
        ("step", Value::Step),
        ("id", Value::Id),
    ];

    /// Those that only a run that goes on has.
    pub const LIVE_NAMES: [(&'static str, Value); 3] = [
        ("frontier-size", Value::FrontierSize),
        ("expansions", Value::Expansions),
        ("error", Value::Error),
    ];
}

impl Word {
    pub const NAMES: [(&'static str, Word); 10] = [
        ("frontier", Word::Frontier),
        ("expanded", Word::Expanded),
        ("discarded", Word::Discarded),
        ("duplicate", Word::Duplicate),
        ("cycle", Word::Cycle),
        ("cut", Word::Cut),
        ("improved", Word::Improved),
        ("reopened", Word::Reopened),
        ("goal", Word::Goal),
        ("solution", Word::Solution),
    ];
}

/// The nodes that are tested at once.
pub(super) const BLOCK: usize = 1024;
/// A bit a node.
pub(super) type Bits = [u64; BLOCK / 64];

/// What a condition is tested against: a block of nodes of a record.
pub(super) struct Block<'a> {
    pub trace: &'a Trace,
    pub costs: Costs,
    /// The first node; a multiple of [`BLOCK`].
    pub first: NodeId,
    /// The number of nodes, at most [`BLOCK`].
    pub n: usize,
    /// The nodes of the solution path, in order of generation.
    pub solution: &'a [NodeId],
    /// A bit a node for each pattern.
    pub states: &'a [Vec<u64>],
}

impl Block<'_> {
    /// The nodes for which `expr` holds. Bits beyond the last node mean nothing.
    pub fn test(&self, expr: &Expr) -> Bits {
        match expr {
            Expr::Not(one) => self.test(one).map(|word| !word),
            Expr::All(all) => {
                let mut bits = [u64::MAX; BLOCK / 64];
                for one in all {
                    let also = self.test(one);
                    bits.iter_mut().zip(also).for_each(|(a, b)| *a &= b);
                    if bits == [0; BLOCK / 64] {
                        break;
                    }
                }
                bits
            }
            Expr::Any(any) => {
                let mut bits = [0; BLOCK / 64];
                for one in any {
                    let also = self.test(one);
                    bits.iter_mut().zip(also).for_each(|(a, b)| *a |= b);
                }
                bits
            }
            Expr::Compare(a, relation, b) => self.compare(*a, *relation, *b),
            Expr::Is(word) => self.is(*word),
            Expr::State(pattern) => {
                let mut bits = [0; BLOCK / 64];
                let first = self.first as usize / 64;
                let words = self.states[*pattern].iter().skip(first);
                bits.iter_mut()
                    .zip(words)
                    .for_each(|(bit, &word)| *bit = word);
                bits
            }
        }
    }

    fn compare(&self, a: Value, relation: Relation, b: Value) -> Bits {
        let (a, b) = (self.values(a), self.values(b));
        match relation {
            Relation::Equal => bits(|i| a[i] == b[i]),
            Relation::Different => bits(|i| a[i] != b[i]),
            Relation::Less => bits(|i| a[i] < b[i]),
            Relation::LessOrEqual => bits(|i| a[i] <= b[i]),
            Relation::Greater => bits(|i| a[i] > b[i]),
            Relation::GreaterOrEqual => bits(|i| a[i] >= b[i]),
        }
    }

    /// A value of each node, in thousandths of what a cost of 1 is; costs and other numbers on
    /// the same scale.
    fn values(&self, value: Value) -> [i64; BLOCK] {
        let (trace, costs) = (self.trace, self.costs);
        let unit = i64::from(costs.unit);
        let plain = 1000 * unit;
        let mut values = [0; BLOCK];
        // Of the nodes of a column, in thousandths.
        let mut column = [0; BLOCK];
        let mut add = |factor: i64, copy: fn(&Trace, NodeId, &mut [u32])| {
            copy(trace, self.first, &mut column[..self.n]);
            let pairs = values.iter_mut().zip(&column);
            pairs.for_each(|(it, &value)| *it += factor * i64::from(value));
        };
        match value {
            Value::G => add(1000, Trace::copy_g),
            Value::H => add(1000, Trace::copy_h),
            Value::F => {
                add(costs.g.into(), Trace::copy_g);
                add(costs.h.into(), Trace::copy_h);
            }
            Value::Depth => add(plain, Trace::copy_depths),
            Value::Number(_) | Value::Id | Value::Step => {}
            // The parser refuses them for a record.
            Value::Expansions | Value::FrontierSize | Value::Error => {}
        }
        let nodes = values[..self.n].iter_mut().zip(self.first..);
        match value {
            Value::Number(number) => values = [number.saturating_mul(unit); BLOCK],
            Value::Id => nodes.for_each(|(it, node)| *it = plain * i64::from(node)),
            Value::Step => {
                let mut t: Moment = trace.generated_at(self.first);
                nodes.for_each(|(it, node)| {
                    while trace.n_generated(t) <= node {
                        t += 1;
                    }
                    *it = plain * i64::from(t);
                });
            }
            _ => {}
        }
        values
    }

    fn is(&self, word: Word) -> Bits {
        use tilescope_search::NodeOutcome as Outcome;
        let status = |is: &dyn Fn(Status) -> bool| {
            let mut statuses = [Status::NotGenerated; BLOCK];
            (self.trace).copy_last_statuses(self.first, &mut statuses[..self.n]);
            bits_to(self.n, |i| is(statuses[i]))
        };
        let outcome = |outcome: Outcome| {
            let mut outcomes = [Outcome::Frontier; BLOCK];
            (self.trace).copy_outcomes(self.first, &mut outcomes[..self.n]);
            bits_to(self.n, |i| outcomes[i] == outcome)
        };
        let discarded = |why| status(&move |it| it == Status::Discarded(why));
        match word {
            Word::Frontier => status(&|it| it == Status::Frontier),
            Word::Expanded => status(&|it| it == Status::Expanded),
            Word::Discarded => status(&|it| matches!(it, Status::Discarded(_))),
            Word::Duplicate => discarded(Outcome::Duplicate),
            Word::Cycle => discarded(Outcome::Cycle),
            Word::Cut => discarded(Outcome::Cut),
            Word::Improved => outcome(Outcome::Improved),
            Word::Reopened => outcome(Outcome::Reopened),
            Word::Goal => status(&|it| matches!(it, Status::Goal | Status::Meeting)),
            // The parser refuses them for a record.
            Word::FDecreased | Word::FIncreased => [0; BLOCK / 64],
            Word::Solution => {
                let end = self.first + self.n as NodeId;
                let begin = self.solution.partition_point(|&node| node < self.first);
                let mut bits = [0; BLOCK / 64];
                for node in self.solution[begin..]
                    .iter()
                    .take_while(|&&node| node < end)
                {
                    let i = (node - self.first) as usize;
                    bits[i / 64] |= 1 << (i % 64);
                }
                bits
            }
        }
    }
}

fn bits(holds: impl Fn(usize) -> bool) -> Bits {
    bits_to(BLOCK, holds)
}

/// A bit for each of the first `n` nodes.
fn bits_to(n: usize, holds: impl Fn(usize) -> bool) -> Bits {
    let mut bits = [0; BLOCK / 64];
    for (word, bits) in bits.iter_mut().enumerate() {
        let first = word * 64;
        for i in first..n.min(first + 64) {
            *bits |= u64::from(holds(i)) << (i - first);
        }
    }
    bits
}
