//! The four moves of the blank, and their order of generation.

use super::notation::excerpt;
use tilescope_search::Action;

/// A move of the **blank**. The tile that it swaps with moves the other way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    Up,
    Left,
    Right,
    Down,
}

impl Direction {
    /// Up, Left, Right, Down, by their numbers as actions.
    pub const ALL: [Direction; 4] = [
        Direction::Up,
        Direction::Left,
        Direction::Right,
        Direction::Down,
    ];

    /// The move that undoes this one.
    pub fn opposite(self) -> Direction {
        Direction::ALL[3 - self as usize]
    }

    pub fn name(self) -> &'static str {
        ["Up", "Left", "Right", "Down"][self as usize]
    }

    /// `U`, `L`, `R` or `D`.
    pub fn letter(self) -> char {
        ['U', 'L', 'R', 'D'][self as usize]
    }

    /// The direction with this letter, upper or lower case.
    pub fn from_letter(letter: char) -> Option<Direction> {
        Direction::ALL
            .into_iter()
            .find(|d| d.letter() == letter.to_ascii_uppercase())
    }
}

impl From<Direction> for Action {
    fn from(direction: Direction) -> Action {
        Action(direction as u8)
    }
}

impl From<Action> for Direction {
    /// # Panics
    /// If the action is not one of the sliding-tile space.
    fn from(action: Action) -> Direction {
        Direction::ALL[action.0 as usize]
    }
}

/// The order in which the four moves are generated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveOrder([Direction; 4]);

/// Text that is not an order of the four moves.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an action order names each of U, L, R and D once, such as ULRD, not “{0}”")]
pub struct MoveOrderError(pub String);

impl MoveOrder {
    /// The four moves, in this order.
    pub fn directions(self) -> [Direction; 4] {
        self.0
    }

    /// All 24 orders.
    pub fn all() -> Vec<MoveOrder> {
        let mut orders = Vec::with_capacity(24);
        for a in Direction::ALL {
            for b in Direction::ALL {
                for c in Direction::ALL {
                    for d in Direction::ALL {
                        let order = [a, b, c, d];
                        if Direction::ALL.iter().all(|one| order.contains(one)) {
                            orders.push(MoveOrder(order));
                        }
                    }
                }
            }
        }
        orders
    }
}

impl Default for MoveOrder {
    /// Up, Left, Right, Down: Korf's order.
    fn default() -> Self {
        MoveOrder(Direction::ALL)
    }
}

impl std::str::FromStr for MoveOrder {
    type Err = MoveOrderError;

    fn from_str(text: &str) -> Result<Self, MoveOrderError> {
        let error = || MoveOrderError(excerpt(text));
        let directions: Option<Vec<Direction>> =
            text.chars().take(5).map(Direction::from_letter).collect();
        let order: [Direction; 4] = directions
            .ok_or_else(error)?
            .try_into()
            .map_err(|_| error())?;
        if Direction::ALL.iter().all(|one| order.contains(one)) {
            Ok(MoveOrder(order))
        } else {
            Err(error())
        }
    }
}

impl std::fmt::Display for MoveOrder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0
            .iter()
            .try_for_each(|direction| write!(f, "{}", direction.letter()))
    }
}
