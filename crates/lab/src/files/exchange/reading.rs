//! What the numbers of a file mean.

use super::{Format, RawPuzzle};
use crate::collection::{Entry, KnownLength};
use crate::files::FileError;
use tilescope_puzzle::notation::board_line;
use tilescope_puzzle::{Board, GoalPreset, Puzzle, Size, Solvability};

/// What a list of numbers says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// The tile at each place.
    TileAtPlace,
    /// The place of each tile, the blank among them.
    PlaceOfTile,
}

impl Meaning {
    pub const ALL: &'static [Meaning] = &[Meaning::TileAtPlace, Meaning::PlaceOfTile];

    /// The name on the command line.
    pub fn key(self) -> &'static str {
        match self {
            Meaning::TileAtPlace => "tiles",
            Meaning::PlaceOfTile => "places",
        }
    }

    pub fn from_key(key: &str) -> Option<Meaning> {
        Meaning::ALL
            .iter()
            .copied()
            .find(|meaning| meaning.key() == key)
    }

    /// In a few words.
    pub fn describe(self) -> &'static str {
        match self {
            Meaning::TileAtPlace => "the tile at each place",
            Meaning::PlaceOfTile => "the place of each tile",
        }
    }
}

/// What the user has decided about a file; the rest is decided by its content.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    pub format: Option<&'static Format>,
    /// The size of boards that are not square.
    pub size: Option<Size>,
    pub blank: Option<u64>,
    pub meaning: Option<Meaning>,
    /// The goal, in place of the file's.
    pub goal: Option<Goal>,
    /// A reading of the same file: the three above do not matter then.
    pub reading: Option<Reading>,
}

/// The goal of puzzles whose file may give none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    Preset(GoalPreset),
    Board(Board),
}

/// How the numbers of a file are read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The number that is the blank; `None` is 0, or the greatest number where there is no 0.
    pub blank: Option<u64>,
    pub meaning: Meaning,
    /// The goal of puzzles whose file gives none, or of all if it was chosen.
    pub goal: Goal,
    is_goal_chosen: bool,
}

/// The reading of a file, and the others that fit it as well.
pub(super) fn choose(
    raw: &[RawPuzzle],
    format: &Format,
    choices: &Choices,
) -> Result<(Reading, Vec<Reading>), FileError> {
    if let Some(reading) = &choices.reading {
        return Ok((reading.clone(), Vec::new()));
    }
    let goals = || format.goals.iter().copied().map(Goal::Preset);
    let with = |blank, meaning, goal| Reading {
        blank,
        meaning,
        goal,
        is_goal_chosen: choices.goal.is_some(),
    };
    let meaning = choices.meaning.or(format.meaning);
    let first_meaning = meaning.unwrap_or(Meaning::TileAtPlace);
    if let Some(goal) = &choices.goal {
        return Ok((with(choices.blank, first_meaning, goal.clone()), Vec::new()));
    }
    let needs_goal = raw.iter().any(|puzzle| puzzle.goal.is_none());
    let fits = |reading: &Reading| -> Result<bool, FileError> {
        for puzzle in raw.iter().filter(|puzzle| puzzle.goal.is_none()) {
            if !reading.solves(puzzle)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    // Without a 0 the blank may be the greatest number or the least.
    let blanks: &[Option<u64>] = match raw.iter().any(|puzzle| puzzle.numbers.contains(&0)) {
        false if choices.blank.is_none() => &[None, Some(1)],
        _ => &[choices.blank],
    };
    let mut found: Vec<Reading> = Vec::new();
    for &blank in blanks {
        let is_possible = |one: &&Meaning| meaning.is_none_or(|it| it == **one);
        for &meaning in Meaning::ALL.iter().filter(is_possible) {
            for goal in goals().take(if needs_goal { usize::MAX } else { 1 }) {
                let reading = with(blank, meaning, goal);
                if fits(&reading)? {
                    found.push(reading);
                }
            }
        }
    }
    if found.is_empty() {
        // No goal suits them all: they are read all the same, and some are unsolvable.
        let goal = goals()
            .next()
            .unwrap_or(Goal::Preset(GoalPreset::BlankLast));
        return Ok((with(choices.blank, first_meaning, goal), Vec::new()));
    }
    let alternatives = found.split_off(1);
    let reading = found.remove(0);
    Ok((reading, alternatives))
}

impl Reading {
    /// The reading of boards whose meaning is settled.
    pub(super) fn plain(goal: Goal) -> Reading {
        Reading {
            blank: None,
            meaning: Meaning::TileAtPlace,
            goal,
            is_goal_chosen: false,
        }
    }

    /// The puzzle that the numbers mean.
    pub(super) fn apply(&self, raw: RawPuzzle) -> Result<Entry, FileError> {
        let start = self.board(&raw, &raw.numbers)?;
        let goal = match &raw.goal {
            Some(goal) if !self.is_goal_chosen => self.board(&raw, goal)?,
            _ => self.goal_board(&raw)?,
        };
        let puzzle = Puzzle::new(raw.name, start, goal)
            .map_err(|error| FileError(format!("{error}, at line {}, column 1", raw.line)))?;
        let result = raw.moves.map(|moves| KnownLength {
            moves,
            optimal: false,
            by: String::new(),
        });
        Ok(Entry { puzzle, result })
    }

    fn solves(&self, raw: &RawPuzzle) -> Result<bool, FileError> {
        let (start, goal) = (self.board(raw, &raw.numbers)?, self.goal_board(raw)?);
        Ok(start.size() == goal.size() && Solvability::new(&start, &goal).is_solvable())
    }

    fn goal_board(&self, raw: &RawPuzzle) -> Result<Board, FileError> {
        match &self.goal {
            Goal::Preset(preset) => Ok(preset.board(raw.size)),
            Goal::Board(board) if board.size() == raw.size => Ok(board.clone()),
            Goal::Board(board) => Err(FileError(format!(
                "the puzzle is {} but the goal is {}: both must have the same size, at line {}, \
                 column 1",
                raw.size,
                board.size(),
                raw.line
            ))),
        }
    }

    /// The board of a list of numbers. The blank becomes 0; the other numbers keep their order.
    fn board(&self, raw: &RawPuzzle, numbers: &[u64]) -> Result<Board, FileError> {
        let n_cells = numbers.len() as u64;
        let first = u64::from(!numbers.contains(&0));
        let listed: Vec<u64> = match self.meaning {
            Meaning::TileAtPlace => numbers.to_vec(),
            Meaning::PlaceOfTile => {
                let mut tiles = vec![0; numbers.len()];
                for (tile, &place) in (first..).zip(numbers) {
                    tiles[(place - first) as usize] = tile;
                }
                tiles
            }
        };
        let blank = self.blank.unwrap_or(first * n_cells);
        if !(first..first + n_cells).contains(&blank) {
            return Err(FileError(format!(
                "{blank} cannot be the blank: the numbers are {first} to {}, at line {}, column 1",
                first + n_cells - 1,
                raw.line
            )));
        }
        let tile = |&number: &u64| match number {
            number if number == blank => 0,
            number if number < blank => number - first + 1,
            number => number - first,
        };
        let tiles: Vec<u64> = listed.iter().map(tile).collect();
        Board::new(raw.size, &tiles)
            .map_err(|error| FileError(format!("{error}, at line {}, column 1", raw.line)))
    }

    /// In a few words: “the tile at each place, goal blank-first”.
    pub fn describe(&self) -> String {
        format!("{}, goal {}", self.meaning.describe(), self.goal.describe())
    }

    /// A sentence for a list of readings: “The tile at each place; goal: a spiral”.
    pub fn sentence(&self) -> String {
        let meaning = match self.meaning {
            Meaning::TileAtPlace => "The tile at each place",
            Meaning::PlaceOfTile => "The place of each tile",
        };
        let blank = self.blank.map_or(String::new(), |blank| {
            format!("; number {blank} is the blank")
        });
        let goal = match &self.goal {
            Goal::Preset(GoalPreset::BlankLast) => "the tiles in order, blank last".into(),
            Goal::Preset(GoalPreset::BlankFirst) => "the tiles in order, blank first".into(),
            Goal::Preset(GoalPreset::Spiral) => "a spiral".into(),
            Goal::Board(board) => board_line(board),
        };
        format!("{meaning}{blank}; goal: {goal}")
    }

    /// The flags that choose this reading instead of `other`.
    pub(super) fn differs(&self, other: &Reading) -> String {
        let mut flags = Vec::new();
        if let Some(blank) = self.blank.filter(|_| self.blank != other.blank) {
            flags.push(format!("--blank {blank}"));
        }
        if self.meaning != other.meaning {
            flags.push(format!("--reading {}", self.meaning.key()));
        }
        if self.goal != other.goal {
            flags.push(format!("--goal {}", self.goal.describe()));
        }
        flags.join(" ")
    }
}

impl Goal {
    fn describe(&self) -> String {
        match self {
            Goal::Preset(preset) => preset.key().into(),
            Goal::Board(board) => board_line(board),
        }
    }
}
