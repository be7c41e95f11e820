//! What follows for a formula from the claims of the heuristics in it.

use super::node::{Binary, Node, Unary};
use crate::heuristics::{Claims, HeuristicExpr};

/// What follows. Values below 0 count as 0 and fractions are rounded down, which keeps both claims:
/// costs are whole numbers.
pub fn claims(node: &Node, heuristics: &[HeuristicExpr]) -> Claims {
    let of = |node: &Node| claims(node, heuristics);
    match node {
        Node::Number(number) => Claims {
            admissible: *number <= 0.0,
            consistent: true,
        },
        Node::Heuristic(i) => Claims {
            admissible: heuristics[*i].is_admissible(),
            consistent: heuristics[*i].is_consistent(),
        },
        Node::Unary(Unary::Floor, value) => of(value),
        Node::Binary(Binary::Max, a, b) => {
            let (a, b) = (of(a), of(b));
            Claims {
                admissible: a.admissible && b.admissible,
                consistent: a.consistent && b.consistent,
            }
        }
        Node::Binary(Binary::Min, a, b) => {
            let (a, b) = (of(a), of(b));
            Claims {
                admissible: a.admissible || b.admissible,
                consistent: a.consistent && b.consistent,
            }
        }
        Node::Binary(Binary::Multiply, a, b) => match (&**a, &**b) {
            (Node::Number(factor), value) | (value, Node::Number(factor)) => {
                shrunk(of(value), (0.0..=1.0).contains(factor))
            }
            _ => UNKNOWN,
        },
        Node::Binary(Binary::Divide, value, divisor) => match **divisor {
            Node::Number(divisor) => shrunk(of(value), (1.0..f64::INFINITY).contains(&divisor)),
            _ => UNKNOWN,
        },
        Node::Binary(Binary::Subtract, value, less) => match **less {
            Node::Number(less) if less >= 0.0 => Claims {
                consistent: of(value).consistent && less.fract() == 0.0,
                ..of(value)
            },
            _ => UNKNOWN,
        },
        _ => UNKNOWN,
    }
}

const UNKNOWN: Claims = Claims {
    admissible: false,
    consistent: false,
};

/// The claims of a value times a number from 0 to 1. Products are not exact, so two that are rounded
/// down may differ by one more than they should: consistency is not claimed.
fn shrunk(claims: Claims, is_shrunk: bool) -> Claims {
    Claims {
        admissible: claims.admissible && is_shrunk,
        consistent: false,
    }
}
