//! A formula as a tree.

use super::names::{BoardName, TileName};

#[derive(Clone, Debug)]
pub enum Node {
    Number(f64),
    /// By its place in the formula's list.
    Heuristic(usize),
    Board(BoardName),
    Tile(TileName, Which),
    Unary(Unary, Box<Node>),
    Binary(Binary, Box<Node>, Box<Node>),
    /// Over the tiles, or over the pairs of tiles. The names inside belong to it. With its text.
    Aggregate(Aggregate, Box<Node>, Box<str>),
}

/// Whose property a name is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// The only tile.
    Only,
    /// The first or the second of a pair.
    First,
    Second,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    Negate,
    Not,
    Abs,
    Floor,
    Ceil,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
    And,
    Or,
    Min,
    Max,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aggregate {
    Sum,
    Min,
    Max,
    Count,
    /// The sum over the pairs.
    Pairs,
}

/// What a value depends on, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dependencies(u8);

impl Dependencies {
    pub const NONE: Self = Dependencies(0);
    pub const BOARD: Self = Dependencies(1);

    pub fn on(which: Which) -> Self {
        Dependencies(2 << which as u8)
    }

    pub fn contain(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    pub fn and(self, other: Self) -> Self {
        Dependencies(self.0 | other.0)
    }
}

impl Node {
    pub fn dependencies(&self) -> Dependencies {
        match self {
            Node::Number(_) => Dependencies::NONE,
            Node::Board(
                BoardName::Rows
                | BoardName::Columns
                | BoardName::GoalBlankRow
                | BoardName::GoalBlankColumn,
            ) => Dependencies::NONE,
            Node::Heuristic(_) | Node::Board(_) | Node::Aggregate(..) => Dependencies::BOARD,
            Node::Tile(_, which) => Dependencies::on(*which),
            Node::Unary(_, value) => value.dependencies(),
            Node::Binary(_, a, b) => a.dependencies().and(b.dependencies()),
        }
    }
}

impl Node {
    /// The value, where `leaf` gives that of what is neither a number nor an operator.
    pub fn value(&self, leaf: &dyn Fn(&Node) -> f64) -> f64 {
        match self {
            Node::Number(number) => *number,
            Node::Unary(operator, value) => operator.apply(value.value(leaf)),
            Node::Binary(operator, a, b) => operator.apply(a.value(leaf), b.value(leaf)),
            Node::Heuristic(_) | Node::Board(_) | Node::Tile(..) | Node::Aggregate(..) => {
                leaf(self)
            }
        }
    }
}

impl Unary {
    pub fn apply(self, value: f64) -> f64 {
        match self {
            Unary::Negate => -value,
            Unary::Not => truth(value == 0.0),
            Unary::Abs => value.abs(),
            Unary::Floor => value.floor(),
            Unary::Ceil => value.ceil(),
        }
    }
}

impl Binary {
    #[inline]
    pub fn apply(self, a: f64, b: f64) -> f64 {
        match self {
            Binary::Add => a + b,
            Binary::Subtract => a - b,
            Binary::Multiply => a * b,
            Binary::Divide => a / b,
            Binary::Less => truth(a < b),
            Binary::LessOrEqual => truth(a <= b),
            Binary::Greater => truth(a > b),
            Binary::GreaterOrEqual => truth(a >= b),
            Binary::Equal => truth(a == b),
            Binary::NotEqual => truth(a != b),
            Binary::And => truth(a != 0.0 && b != 0.0),
            Binary::Or => truth(a != 0.0 || b != 0.0),
            // `f64::min` would hide what is not a number.
            Binary::Min if a.is_nan() || b.is_nan() => f64::NAN,
            Binary::Max if a.is_nan() || b.is_nan() => f64::NAN,
            Binary::Min => a.min(b),
            Binary::Max => a.max(b),
        }
    }
}

impl Aggregate {
    /// The value so far, with that of another tile or pair.
    #[inline]
    pub fn fold(self, so_far: Option<f64>, value: f64) -> f64 {
        let value = match self {
            Aggregate::Count => truth(value != 0.0),
            _ => value,
        };
        let Some(so_far) = so_far else {
            return value;
        };
        match self {
            Aggregate::Sum | Aggregate::Count | Aggregate::Pairs => so_far + value,
            Aggregate::Min => Binary::Min.apply(so_far, value),
            Aggregate::Max => Binary::Max.apply(so_far, value),
        }
    }
}

/// A truth value as a number.
fn truth(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}
