//! What the numbers of a file mean.

use super::Format;
use super::sink::Sink;
use crate::collection::{Cells, MAX_CELLS, Puzzles, ToTiles};
use tilescope_puzzle::notation::board_line;
use tilescope_puzzle::{Board, GoalPreset, Size};

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

/// Meaning of two boards that stand alone in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Boards {
    StartAndGoal,
    Puzzles,
}

impl Boards {
    pub const ALL: &'static [Boards] = &[Boards::StartAndGoal, Boards::Puzzles];

    /// The name on the command line.
    pub fn key(self) -> &'static str {
        match self {
            Boards::StartAndGoal => "start-goal",
            Boards::Puzzles => "puzzles",
        }
    }

    pub fn from_key(key: &str) -> Option<Boards> {
        Boards::ALL
            .iter()
            .copied()
            .find(|boards| boards.key() == key)
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
    pub boards: Option<Boards>,
    /// A reading of the same file: the four above do not matter then.
    pub reading: Option<Reading>,
    /// Whether refusals name the switches of the command line that help.
    pub names_switches: bool,
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
    /// Meaning of the only two boards of a file.
    pub boards: Option<Boards>,
    is_goal_chosen: bool,
    /// Whether every puzzle has a goal in the file, which `goal` does not replace.
    has_goals: bool,
    /// Whether a puzzle has the number 0.
    has_zero: bool,
    /// Whether a puzzle has a sign for the blank.
    has_sign: bool,
}

/// The reading of a file, and the others that fit it as well.
///
/// Where no goal is given, the usual one of the format is taken if it makes all puzzles solvable.
/// Otherwise the next that does is taken, except for a single board in a format of rows: it may be
/// unsolvable on purpose.
pub(super) fn choose(sink: &Sink, format: &Format, choices: &Choices) -> (Reading, Vec<Reading>) {
    if let Some(reading) = &choices.reading {
        return (reading.clone(), Vec::new());
    }
    let with = |blank, meaning, goal| Reading {
        blank,
        meaning,
        goal,
        boards: None,
        is_goal_chosen: choices.goal.is_some(),
        has_goals: !sink.needs_goal,
        has_zero: sink.has_zero,
        has_sign: sink.has_sign,
    };
    let of_signs = sink.has_sign.then_some(Meaning::TileAtPlace);
    let meaning = choices.meaning.or(format.meaning).or(of_signs);
    let first_meaning = meaning.unwrap_or(Meaning::TileAtPlace);
    if let Some(goal) = &choices.goal {
        let reading = with(choices.blank, first_meaning, goal.clone());
        return (reading, Vec::new());
    }
    let n_goals = if sink.needs_goal {
        format.goals.len()
    } else {
        1
    };
    let goals = &format.goals[..n_goals];
    // Without a 0 the blank may be the greatest number or the least.
    let blanks: &[Option<u64>] = match sink.has_zero || choices.blank.is_some() {
        true => &[choices.blank],
        false => &[None, Some(1)],
    };
    let mut found: Vec<Reading> = Vec::new();
    for (index, &blank) in blanks.iter().enumerate() {
        let is_possible = |one: &&Meaning| meaning.is_none_or(|it| it == **one);
        for &meaning in Meaning::ALL.iter().filter(is_possible) {
            for &goal in goals {
                if sink.fits(index, meaning, goal as usize) {
                    found.push(with(blank, meaning, Goal::Preset(goal)));
                }
            }
        }
    }
    let usual = with(choices.blank, first_meaning, Goal::Preset(goals[0]));
    let is_settled = format.meaning.is_some() && sink.puzzles.len() == 1;
    let reading = match found.first() {
        Some(first) if !is_settled => first.clone(),
        _ => usual,
    };
    found.retain(|other| *other != reading);
    (reading, found)
}

impl Reading {
    /// The reading of boards whose meaning is settled.
    pub(super) fn plain(goal: Goal) -> Reading {
        Reading {
            blank: None,
            meaning: Meaning::TileAtPlace,
            goal,
            boards: None,
            is_goal_chosen: false,
            has_goals: true,
            has_zero: true,
            has_sign: false,
        }
    }

    /// Makes puzzles of the numbers of a file.
    pub(super) fn apply(&self, puzzles: &mut Puzzles) {
        let to_tiles = |size: Size, is_from_1: bool| {
            let n_cells = size.n_cells();
            let blank = match self.blank {
                // The sink has refused a blank that is no number of the board.
                Some(blank) => (blank - u64::from(is_from_1)) as usize,
                None => usize::from(is_from_1) * (n_cells - 1),
            };
            let mut tiles: Cells = [0; MAX_CELLS];
            for (number, tile) in tiles.iter_mut().enumerate().take(n_cells) {
                *tile = match number {
                    number if number == blank => 0,
                    number if number < blank => number as u8 + 1,
                    number => number as u8,
                };
            }
            match self.meaning {
                Meaning::TileAtPlace if blank == 0 => None,
                Meaning::TileAtPlace => Some(ToTiles::AtPlace(tiles)),
                Meaning::PlaceOfTile => Some(ToTiles::Places(tiles)),
            }
        };
        let goal = |size: Size| match &self.goal {
            Goal::Preset(preset) => preset.board(size),
            Goal::Board(board) => board.clone(),
        };
        puzzles.settle(to_tiles, goal, self.is_goal_chosen);
    }

    /// Whether the file has the goals, and they are taken.
    pub fn has_goals(&self) -> bool {
        self.has_goals && !self.is_goal_chosen
    }

    /// In a few words: “the tile at each place; 0 is the blank; goal: the tiles in order, blank first”.
    pub fn describe(&self) -> String {
        let goal = match &self.goal {
            _ if self.has_goals() => "that of the file".to_owned(),
            Goal::Preset(GoalPreset::BlankLast) => "the tiles in order, blank last".into(),
            Goal::Preset(GoalPreset::BlankFirst) => "the tiles in order, blank first".into(),
            Goal::Preset(GoalPreset::Spiral) => "a spiral".into(),
            Goal::Board(board) => board_line(board),
        };
        format!("{}; goal: {goal}", self.describe_numbers())
    }

    /// The same without the goal: “the tile at each place; 0 is the blank”.
    pub fn describe_numbers(&self) -> String {
        let boards = match self.boards {
            Some(Boards::StartAndGoal) => "a start and its goal; ",
            _ => "",
        };
        let meaning = self.meaning.describe();
        match self.blank_name() {
            // Its sign says so.
            None => format!("{boards}{meaning}"),
            Some(blank) => format!("{boards}{meaning}; {blank} is the blank"),
        }
    }

    /// The whole with a capital letter, for a list of readings.
    pub fn sentence(&self) -> String {
        let boards = match self.boards {
            Some(Boards::Puzzles) => "two puzzles; ",
            _ => "",
        };
        let mut text = format!("{boards}{}", self.describe());
        if let Some(first) = text.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        text
    }

    /// The number that is the blank; `None` if a sign is.
    fn blank_name(&self) -> Option<String> {
        match self.blank {
            Some(blank) => Some(blank.to_string()),
            None if self.has_sign => None,
            None if self.has_zero => Some("0".into()),
            None => Some("the greatest number".into()),
        }
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
        if let Some(boards) = self.boards.filter(|_| self.boards != other.boards) {
            flags.push(format!("--two-boards {}", boards.key()));
        } else if self.goal != other.goal {
            flags.push(format!("--goal {}", self.goal.switch_value()));
        }
        flags.join(" ")
    }
}

impl Goal {
    /// As `--goal` takes it.
    fn switch_value(&self) -> String {
        match self {
            Goal::Preset(preset) => preset.key().into(),
            Goal::Board(board) => board_line(board),
        }
    }
}
