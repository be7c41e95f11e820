//! Puzzles in the formats of other programs: recognised by content, read, and written.
//!
//! A format is a file here and a line in [`FORMATS`]. Its reader passes the numbers of each puzzle to
//! a `Sink`, which packs them. What the numbers mean is a [`Reading`]: which one is the blank, whether
//! the list has the tile at each place or the place of each tile, and which goal there is.
//!
//! A format is recognised by the first 64 KiB. Formats of numbers alone look alike, so the first of
//! them whose reader finds a whole puzzle there is taken.

mod csv;
mod digits;
mod grid;
mod lines;
mod pddl;
mod places;
mod reading;
mod scan;
mod sink;
mod sized;
mod slashes;
mod tilescope;
mod two_lines;
mod written;

pub use reading::{Choices, Goal, Meaning, Reading};
pub use scan::ReadError;
pub use tilescope::KEY as OWN;
pub(super) use written::push_number;
pub use written::{Written, to_text};

use super::{FileError, MAX_COLLECTION_BYTES};
use crate::collection::{Collection, Puzzles};
use crate::format;
use sink::Sink;
use std::path::Path;
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::{GoalPreset, Size};

/// A format of other programs.
pub struct Format {
    /// The name on the command line.
    pub key: &'static str,
    /// The name in sentences: “a line of numbers a puzzle”.
    pub name: &'static str,
    /// What one puzzle is written as: “numbers in one line”.
    pub singular: &'static str,
    /// The extension of its files.
    pub extension: &'static str,
    /// Whether the beginning of a text looks like this format, even if it is damaged.
    looks_like: fn(&str) -> bool,
    /// Whether it is made of numbers, as others are: then its reader decides.
    is_ambiguous: bool,
    read: fn(&str, Option<Size>, &mut Sink) -> Result<(), ReadError>,
    write: fn(&Puzzles) -> Result<String, String>,
    /// What the format says about the list of numbers; `None` if it can mean both.
    meaning: Option<Meaning>,
    /// The goals that are tried where the file gives none, the most usual first.
    goals: &'static [GoalPreset],
}

/// The formats, in the order in which they are tried.
pub static FORMATS: &[Format] = &[
    tilescope::FORMAT,
    pddl::FORMAT,
    places::FORMAT,
    csv::FORMAT,
    slashes::FORMAT,
    digits::FORMAT,
    two_lines::FORMAT,
    grid::FORMAT,
    sized::FORMAT,
    lines::FORMAT,
];

/// Blank last, blank first, spiral.
const BLANK_LAST_FIRST: &[GoalPreset] = &[
    GoalPreset::BlankLast,
    GoalPreset::BlankFirst,
    GoalPreset::Spiral,
];

/// Blank first, as Korf has it, blank last, spiral.
const BLANK_FIRST_FIRST: &[GoalPreset] = &[
    GoalPreset::BlankFirst,
    GoalPreset::BlankLast,
    GoalPreset::Spiral,
];

/// An imported file.
#[derive(Clone, Debug)]
pub struct Import {
    pub collection: Collection,
    pub how: How,
}

/// How a file was read.
#[derive(Clone, Debug)]
pub struct How {
    /// The format that was recognised or chosen.
    pub format: &'static Format,
    pub n_puzzles: usize,
    /// How the numbers were read.
    pub reading: Reading,
    /// What else they could mean.
    pub alternatives: Vec<Reading>,
}

impl std::fmt::Debug for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.key)
    }
}

/// The format with this key.
pub fn by_key(key: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.key == key)
}

/// The extensions of files that can be read, each once.
pub fn extensions() -> Vec<&'static str> {
    let mut extensions: Vec<_> = FORMATS.iter().map(|format| format.extension).collect();
    extensions.sort_unstable();
    extensions.dedup();
    extensions
}

/// The number of bytes by which a format is recognised.
const HEAD: usize = 64 << 10;

/// The format that a text has.
pub fn recognise(text: &str) -> Option<&'static Format> {
    let text = text.trim_start();
    let mut end = text.len().min(HEAD);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let head = &text[..end];
    let choices = Choices::default();
    let has_puzzle = |format: &&Format| {
        // The second puzzle ends it; the head may end in a puzzle.
        let mut sink = Sink::new(&choices, 1);
        let _ = (format.read)(head, None, &mut sink);
        !sink.puzzles.is_empty()
    };
    let plain = FORMATS.iter().filter(|format| !format.is_ambiguous);
    let numbers = FORMATS.iter().filter(|format| format.is_ambiguous);
    plain
        .clone()
        .find(|format| (format.looks_like)(head))
        .or_else(|| numbers.clone().find(has_puzzle))
        .or_else(|| numbers.clone().find(|format| (format.looks_like)(head)))
}

/// Reads puzzles from the text of a file.
///
/// # Errors
/// If no format is recognised, or the text is damaged: the cause, then the line and the column.
pub fn from_text(text: &str, choices: &Choices) -> Result<Import, FileError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let nothing =
        || FileError("there is no puzzle here, at line 1, column 1: write rows of tiles".into());
    let format = choices.format.or_else(|| recognise(text));
    let Some(format) = format else {
        return match text.trim_start().is_empty() {
            true => Err(nothing()),
            false => Err(FileError(format!(
                "no format is recognised by “{}”, at line 1, column 1: {}",
                format::excerpt(text.split_whitespace().next().unwrap_or_default()),
                match choices.names_switches {
                    true => format!(
                        "write rows of tiles, or choose a format with --from: {}",
                        keys()
                    ),
                    false => "write the tiles row by row, each row on a line".to_owned(),
                }
            ))),
        };
    };
    if format.key == OWN {
        return tilescope::import(text, format);
    }
    let mut sink = Sink::new(choices, Puzzles::MAX);
    if let Err(error) = (format.read)(text, choices.size, &mut sink) {
        return board_of_rows(text, choices).ok_or_else(|| {
            let error = as_one_grid(text, choices).unwrap_or(error).to_string();
            FileError(match choices.names_switches {
                true => error.replace(scan::ROWS, "give its size, as in --board-size 3x4"),
                false => error,
            })
        });
    }
    if sink.puzzles.is_empty() {
        return Err(nothing());
    }
    let (reading, alternatives) = reading::choose(&sink, format, choices);
    let mut puzzles = sink.puzzles;
    reading.apply(&mut puzzles);
    let how = How {
        format,
        n_puzzles: puzzles.len(),
        reading,
        alternatives,
    };
    let collection = Collection {
        puzzles,
        ..Collection::default()
    };
    Ok(Import { collection, how })
}

/// Why a text is no board, if its lines look like rows of one: a line of four numbers alone would be a
/// board of 2×2, but not where a number is greater than four.
fn as_one_grid(text: &str, choices: &Choices) -> Option<ReadError> {
    let lines: Vec<&str> = scan::first_lines(text, 11).collect();
    let width = scan::n_words(lines.first()?);
    let is_row = |line: &&str| scan::is_numbers(line) && scan::n_words(line) == width;
    let is_grid = (2..=10).contains(&lines.len())
        && (2..=10).contains(&width)
        && lines.iter().all(is_row)
        && scan::greatest(text) > width;
    if choices.format.is_some() || choices.size.is_some() || !is_grid {
        return None;
    }
    (grid::FORMAT.read)(text, None, &mut Sink::new(choices, 1)).err()
}

/// A single board whose rows are separated in other ways, as on the command line.
fn board_of_rows(text: &str, choices: &Choices) -> Option<Import> {
    /// More than the text of the largest board takes.
    const MAX_BYTES: usize = 4096;
    if choices.format.is_some() || text.len() > MAX_BYTES {
        return None;
    }
    let board = parse_board(text).ok()?;
    let mut grid = String::new();
    written::push_rows(&mut grid, board.tiles(), board.size());
    let choices = Choices {
        format: Some(&grid::FORMAT),
        ..choices.clone()
    };
    from_text(&grid, &choices).ok()
}

/// The keys of all formats.
pub fn keys() -> String {
    let keys: Vec<_> = FORMATS.iter().map(|format| format.key).collect();
    keys.join(", ")
}

/// Reads puzzles from a file of any format.
///
/// # Errors
/// If it cannot be read or holds none.
pub fn open(path: &Path, choices: &Choices) -> Result<Import, FileError> {
    let text = super::read(path, MAX_COLLECTION_BYTES)?;
    let mut import = from_text(&text, choices).map_err(|error| error.in_file(path))?;
    let Collection { name, puzzles, .. } = &mut import.collection;
    let default = super::collection::default_name(path);
    if puzzles.len() == 1
        && puzzles.name(0).is_empty()
        && let Some(mut entry) = puzzles.get(0)
    {
        entry.puzzle.name.clone_from(&default);
        *puzzles = Puzzles::from_iter([entry]);
    }
    if name.is_empty() {
        *name = default;
    }
    Ok(import)
}

impl How {
    /// Whether the file is one of Tilescope's own, where nothing is to be decided.
    pub fn is_own(&self) -> bool {
        self.format.key == OWN
    }

    /// Whether the numbers could mean other boards.
    pub fn is_doubtful(&self) -> bool {
        let is_other = |other: &Reading| {
            other.meaning != self.reading.meaning || other.blank != self.reading.blank
        };
        self.format.meaning.is_none() && !self.alternatives.is_empty()
            || self.alternatives.iter().any(is_other)
    }

    /// A sentence that says how the file was read, and what else it could mean, if anything.
    pub fn describe(&self) -> String {
        self.describe_with(true)
    }

    /// The same without the switches of the command line that choose another reading.
    pub fn describe_briefly(&self) -> String {
        self.describe_with(false)
    }

    fn describe_with(&self, has_switches: bool) -> String {
        let n = self.n_puzzles;
        let puzzles = if n == 1 {
            "1 puzzle".into()
        } else {
            format!("{} puzzles", format::count(n as u64))
        };
        if self.is_own() {
            return format!("{puzzles}, read from {}", self.format.name);
        }
        let mut text = format!(
            "{puzzles}, read as {}: {}",
            self.format.name,
            self.reading.describe()
        );
        if has_switches && !self.alternatives.is_empty() {
            let others: Vec<String> = self
                .alternatives
                .iter()
                .map(|other| other.differs(&self.reading))
                .collect();
            text += &format!("; it could also be read with {}", others.join(" or "));
        }
        text
    }
}
