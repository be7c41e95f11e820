//! The costs of moves.

use super::{Direction, Size, notation::excerpt};
use std::fmt;
use std::str::FromStr;
use tilescope_search::{Cost, MAX_ACTION_COST};

/// The costs of moves: for each direction of the blank an integer from 1 to [`Costs::MAX`], times
/// the cost of the tile that moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Costs {
    directions: [Cost; 4],
    tiles: TileCosts,
}

/// The costs of the tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TileCosts {
    /// All tiles cost the same.
    #[default]
    One,
    /// Tile n costs n.
    Number,
    /// Tile n costs 1/n. Costs are integers in units of one over the least common multiple of the
    /// tiles: see [`Costs::unit`].
    Inverse,
}

/// Why a text or number is not a cost.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CostError {
    #[error("the cost of {} is a whole number from 1 to {}, not {found}", direction.name(), Costs::MAX)]
    OutOfRange { direction: Direction, found: String },
    #[error("costs are written as U=2,D=1,L=1,R=1, not “{0}”")]
    Syntax(String),
    #[error("the cost of {} is given twice", .0.name())]
    Repeated(Direction),
    #[error(
        "the inverse tile costs need too large numbers on this {0} board: choose fewer tiles, or \
         smaller costs of the moves"
    )]
    TooLarge(Size),
}

impl TileCosts {
    /// Every choice, in display order.
    pub const ALL: [TileCosts; 3] = [TileCosts::One, TileCosts::Number, TileCosts::Inverse];

    /// The name on the command line and in files.
    pub fn key(self) -> &'static str {
        match self {
            TileCosts::One => "one",
            TileCosts::Number => "number",
            TileCosts::Inverse => "inverse",
        }
    }

    /// The display name, to stand in a sentence.
    pub fn label(self) -> &'static str {
        match self {
            TileCosts::One => "1 each",
            TileCosts::Number => "its number",
            TileCosts::Inverse => "1 / its number",
        }
    }

    /// The choice with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.key() == key)
    }
}

impl Costs {
    /// The maximum cost of a direction.
    pub const MAX: Cost = 1000;

    /// The maximum cost of a move, in units. A [`Cost`] holds 250 of them, more than any shortest
    /// solution has on a board whose tiles may cost this much.
    pub const MAX_MOVE_COST: Cost = MAX_ACTION_COST;

    /// Every move costs 1.
    pub const UNIT: Costs = Costs {
        directions: [1; 4],
        tiles: TileCosts::One,
    };

    /// The cost of `direction`, to be multiplied by the cost of the tile.
    pub fn direction_cost(self, direction: Direction) -> Cost {
        self.directions[direction as usize]
    }

    /// The costs of the tiles.
    pub fn tiles(self) -> TileCosts {
        self.tiles
    }

    /// The cost of `tile` on a board of `size`, to be multiplied by the cost of the direction.
    pub fn tile_cost(self, tile: u8, size: Size) -> Cost {
        match self.tiles {
            TileCosts::One => 1,
            TileCosts::Number => Cost::from(tile.max(1)),
            TileCosts::Inverse => self.unit(size) / Cost::from(tile.max(1)),
        }
    }

    /// The cost of a move of the blank in `direction` that shifts `tile`, on a board of `size`.
    pub fn move_cost(self, direction: Direction, tile: u8, size: Size) -> Cost {
        (self.direction_cost(direction)).saturating_mul(self.tile_cost(tile, size))
    }

    /// The number of cost units in 1 on a board of `size`: the least common multiple of the tiles
    /// if they cost their inverse, else 1. Displayed costs are units divided by this number.
    pub fn unit(self, size: Size) -> Cost {
        match self.tiles {
            TileCosts::One | TileCosts::Number => 1,
            TileCosts::Inverse => (1..size.n_cells() as Cost).fold(1, least_common_multiple),
        }
    }

    /// These costs with another cost for `direction`.
    ///
    /// # Errors
    /// If `cost` is not from 1 to [`Costs::MAX`].
    pub fn with(mut self, direction: Direction, cost: u64) -> Result<Self, CostError> {
        match Cost::try_from(cost) {
            Ok(cost) if (1..=Costs::MAX).contains(&cost) => {
                self.directions[direction as usize] = cost;
                Ok(self)
            }
            _ => Err(CostError::OutOfRange {
                direction,
                found: cost.to_string(),
            }),
        }
    }

    /// These costs with other costs for the tiles.
    #[must_use]
    pub fn with_tiles(self, tiles: TileCosts) -> Self {
        Costs { tiles, ..self }
    }

    /// Checks that the costs on a board of `size` are in range.
    ///
    /// # Errors
    /// If they are not.
    pub fn check(self, size: Size) -> Result<(), CostError> {
        let tiles = 1..size.n_cells() as u8;
        let costs = tiles
            .flat_map(|tile| Direction::ALL.map(|direction| self.move_cost(direction, tile, size)));
        if costs.max().is_some_and(|max| max > Self::MAX_MOVE_COST) {
            Err(CostError::TooLarge(size))
        } else {
            Ok(())
        }
    }

    /// The costs of reversed paths: each move costs what its opposite did.
    #[must_use]
    pub fn reversed(self) -> Costs {
        Costs {
            directions: Direction::ALL.map(|direction| self.direction_cost(direction.opposite())),
            ..self
        }
    }

    /// The minimum cost of a tile on a board of `size`.
    pub fn min_tile_cost(self, size: Size) -> Cost {
        let tiles = 1..size.n_cells() as u8;
        let costs = tiles.map(|tile| self.tile_cost(tile, size));
        costs.min().expect("a board has tiles")
    }

    /// The minimum cost of a move on a board of `size`.
    pub fn min_move_cost(self, size: Size) -> Cost {
        let cheapest_direction = self.directions.into_iter().min().expect("four costs");
        cheapest_direction.saturating_mul(self.min_tile_cost(size))
    }

    /// Whether all moves cost the same.
    pub fn are_uniform(self) -> bool {
        let is_first = |&cost: &Cost| cost == self.directions[0];
        self.tiles == TileCosts::One && self.directions.iter().all(is_first)
    }
}

/// The least common multiple, saturating at [`Cost::MAX`].
fn least_common_multiple(a: Cost, b: Cost) -> Cost {
    a.saturating_mul(b / greatest_common_divisor(a, b))
}

/// The greatest common divisor.
pub(super) fn greatest_common_divisor(a: Cost, b: Cost) -> Cost {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}

impl Default for Costs {
    fn default() -> Self {
        Costs::UNIT
    }
}

/// Reads `U=2,D=1,L=1,R=1`, in any order; a direction that is not named costs 1.
impl FromStr for Costs {
    type Err = CostError;

    fn from_str(text: &str) -> Result<Self, CostError> {
        let mut costs = Costs::UNIT;
        let mut seen = [false; 4];
        for part in text.split(',') {
            let (direction, cost) =
                assignment(part).ok_or_else(|| CostError::Syntax(excerpt(text)))?;
            if std::mem::replace(&mut seen[direction as usize], true) {
                return Err(CostError::Repeated(direction));
            }
            let number = cost.parse().map_err(|_| CostError::OutOfRange {
                direction,
                found: excerpt(cost),
            })?;
            costs = costs.with(direction, number)?;
        }
        Ok(costs)
    }
}

/// The direction before the `=` and the text after it.
fn assignment(part: &str) -> Option<(Direction, &str)> {
    let (name, cost) = part.split_once('=')?;
    let mut letters = name.trim().chars();
    let direction = Direction::from_letter(letters.next()?)?;
    letters.next().is_none().then_some((direction, cost.trim()))
}

/// Writes `U=2,D=1,L=1,R=1`.
impl fmt::Display for Costs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Direction::{Down, Left, Right, Up};
        let [up, down, left, right] =
            [Up, Down, Left, Right].map(|direction| self.direction_cost(direction));
        write!(f, "U={up},D={down},L={left},R={right}")
    }
}
