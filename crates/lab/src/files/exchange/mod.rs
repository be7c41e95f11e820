//! Puzzles in the formats of other programs: recognised by content, read, and written.
//!
//! A format is a file here and a line in [`FORMATS`]. Its reader passes the numbers of each puzzle to
//! a `Sink`, which packs them. What the numbers mean is a [`Reading`]: which one is the blank, whether
//! the list has the tile at each place or the place of each tile, and which goal there is.
//!
//! A format is recognised by the first 64 KiB. Formats of numbers alone look alike, so the first of
//! them whose reader finds a whole puzzle there is taken. A text that no reader takes may have other
//! punctuation: `loose` writes what it says in one of the formats.

mod csv;
mod digits;
mod grid;
mod labels;
mod layout;
mod lines;
mod loose;
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

pub use reading::{Boards, Choices, Goal, Meaning, Reading};
pub use scan::ReadError;
pub use tilescope::{KEY as OWN, says_so as is_own};
pub(super) use written::push_number;
pub use written::{Written, to_text};

use super::{FileError, MAX_COLLECTION_BYTES};
use crate::collection::{Collection, Puzzles};
use crate::format;
use sink::Sink;
use std::borrow::Cow;
use std::path::Path;
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::{Board, GoalPreset, Size};

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
    /// Name of the text in sentences: that of the format, unless it was written otherwise.
    pub name: &'static str,
    /// Name of a single puzzle in this form.
    pub singular: &'static str,
    pub n_puzzles: usize,
    /// How the numbers were read.
    pub reading: Reading,
    /// What else they could mean.
    pub alternatives: Vec<Reading>,
    /// Assumptions and omissions, in a few words each.
    pub remarks: Vec<String>,
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
    let text = &*with_line_ends(text);
    let is_own = match choices.format {
        Some(format) => format.key == OWN,
        None => is_own(text),
    };
    if is_own {
        return tilescope::import(text);
    }
    let error = match in_format(text, choices) {
        Ok(import) => return Ok(import),
        Err(error) => error,
    };
    let is_known = |format: &Format| !format.is_ambiguous && (format.looks_like)(text.trim_start());
    if choices.format.is_some() || FORMATS.iter().any(is_known) {
        return Err(told(error, choices));
    }
    match in_plain_format(text, choices) {
        Ok(import) => Ok(import),
        Err(_) if text.trim_start().starts_with(['{', '[', '"']) && !loose::is_numeric(text) => {
            tilescope::import(text)
        }
        Err(other) => Err(told(other.unwrap_or(error), choices)),
    }
}

/// The single board that a text is, however it is written.
///
/// # Errors
/// If it is none: as [`parse_board`] says it, where the text is no board in any notation.
pub fn board(text: &str) -> Result<Board, FileError> {
    let error = match parse_board(text) {
        Ok(board) => return Ok(board),
        Err(error) => error,
    };
    let choices = Choices {
        meaning: Some(Meaning::TileAtPlace),
        boards: Some(Boards::Puzzles),
        ..Choices::default()
    };
    let puzzles = from_text(text, &choices).map(|import| import.collection.puzzles);
    let puzzles = puzzles.ok().filter(|puzzles| puzzles.len() == 1);
    let entry = puzzles.and_then(|puzzles| puzzles.get(0));
    entry
        .map(|entry| entry.puzzle.start)
        .ok_or_else(|| FileError(error.to_string()))
}

/// The text with line ends of one kind: old ones are a carriage return alone.
fn with_line_ends(text: &str) -> Cow<'_, str> {
    match text.contains('\r') && !text.contains('\n') {
        true => Cow::Owned(text.replace('\r', "\n")),
        false => Cow::Borrowed(text),
    }
}

/// Reads a text in the format that is chosen or recognised.
fn in_format(text: &str, choices: &Choices) -> Result<Import, ReadError> {
    let nothing = |text| ReadError::new(text, 0, "there is no puzzle here: write rows of tiles");
    let format = choices.format.or_else(|| recognise(text));
    let Some(format) = format else {
        return Err(match text.trim_start().is_empty() {
            true => nothing(text),
            false => csv::why_not(text).unwrap_or_else(|| unknown(text)),
        });
    };
    let mut sink = Sink::new(choices, Puzzles::MAX);
    (format.read)(text, choices.size, &mut sink)
        .map_err(|error| as_one_grid(text, choices).unwrap_or(error))?;
    if sink.puzzles.is_empty() {
        return Err(nothing(text));
    }
    let two = sink.two_boards().filter(|_| choices.format.is_none());
    let import = Import::new(sink, format, choices);
    match two {
        Some(usual) => of_two_boards(text, import, usual, choices),
        None => Ok(import),
    }
}

/// Two boards, which may be a start and its goal.
fn of_two_boards(
    text: &str,
    mut puzzles: Import,
    usual: Boards,
    choices: &Choices,
) -> Result<Import, ReadError> {
    let format = puzzles.how.format;
    let chosen = match &choices.reading {
        Some(reading) => reading.boards,
        None => choices.boards,
    };
    // In a list, two boards that follow each other are two puzzles.
    let is_likely = usual == Boards::StartAndGoal || format.key == grid::FORMAT.key;
    if chosen.is_none() && !is_likely {
        return Ok(puzzles);
    }
    let mut sink = Sink::of_a_pair(choices);
    (format.read)(text, choices.size, &mut sink)?;
    let mut pair = Import::new(sink, format, choices);
    pair.how.reading.boards = Some(Boards::StartAndGoal);
    for reading in &mut pair.how.alternatives {
        reading.boards = Some(Boards::StartAndGoal);
    }
    if usual == Boards::StartAndGoal {
        puzzles.how.reading.boards = Some(Boards::Puzzles);
        for reading in &mut puzzles.how.alternatives {
            reading.boards = Some(Boards::Puzzles);
        }
    }
    let (mut import, other) = match chosen.unwrap_or(usual) {
        Boards::StartAndGoal => (pair, puzzles),
        Boards::Puzzles => (puzzles, pair),
    };
    if chosen.is_none() && choices.reading.is_none() && choices.goal.is_none() {
        import.how.alternatives.push(other.how.reading);
    }
    Ok(import)
}

/// Explains why a text has no format.
fn unknown(text: &str) -> ReadError {
    let start = text.len() - text.trim_start().len();
    let word = text.split_whitespace().next().unwrap_or_default();
    let cause = format!("no format is recognised by “{}”", format::excerpt(word));
    ReadError::new(text, start, cause)
}

/// Reads a text with other punctuation than the formats have. The error is `None` if the one of the
/// formats tells more.
fn in_plain_format(text: &str, choices: &Choices) -> Result<Import, Option<ReadError>> {
    let (found, is_decorated) = loose::plain(text);
    let mut error = None;
    for plain in found {
        let choices_here = Choices {
            format: plain.format,
            size: choices.size.filter(|_| plain.format.is_none()),
            boards: choices.boards.or(plain.n_puzzles.map(|_| Boards::Puzzles)),
            ..choices.clone()
        };
        let read = in_format(&plain.text, &choices_here);
        let is_counted = choices.boards.is_none() && choices.reading.is_none();
        let n_said = plain.n_puzzles.filter(|_| is_counted);
        match read {
            Ok(mut import) if n_said.is_none_or(|n| n == import.how.n_puzzles) => {
                import.how.remarks.extend(plain.remarks);
                if let Some(name) = plain.name {
                    (import.how.name, import.how.singular) = (name, name);
                }
                return Ok(import);
            }
            Err(found) if is_decorated => {
                let place = plain.place(found.at);
                error.get_or_insert_with(|| ReadError::new(text, place, found.cause));
            }
            _ => {}
        }
    }
    Err(error.or_else(|| {
        let (cause, at) = loose::why_no_head(text)?;
        Some(ReadError::new(text, at, cause))
    }))
}

/// Explains an error in a text, and how to mend it.
fn told(error: ReadError, choices: &Choices) -> FileError {
    let is_unknown = error.cause.starts_with("no format is recognised");
    let text = error.to_string();
    FileError(match (is_unknown, choices.names_switches) {
        (true, true) => format!(
            "{text}: write rows of tiles, or choose a format with --from: {}",
            keys()
        ),
        (true, false) => format!("{text}: write the tiles row by row, each row on a line"),
        (false, true) => text.replace(scan::ROWS, "give its size, as in --board-size 3x4"),
        (false, false) => text,
    })
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

impl Import {
    fn new(sink: Sink, format: &'static Format, choices: &Choices) -> Import {
        let (reading, alternatives) = reading::choose(&sink, format, choices);
        let Sink {
            mut puzzles,
            remarks,
            ..
        } = sink;
        reading.apply(&mut puzzles);
        let how = How {
            format,
            name: format.name,
            singular: format.singular,
            n_puzzles: puzzles.len(),
            reading,
            alternatives,
            remarks,
        };
        let collection = Collection {
            puzzles,
            ..Collection::default()
        };
        Import { collection, how }
    }
}

impl How {
    /// Whether the file is one of Tilescope's own, where nothing is to be decided.
    pub fn is_own(&self) -> bool {
        self.format.key == OWN
    }

    /// Whether the numbers could mean other boards.
    pub fn is_doubtful(&self) -> bool {
        let is_other = |other: &Reading| {
            other.meaning != self.reading.meaning
                || other.blank != self.reading.blank
                || other.boards != self.reading.boards
        };
        self.format.meaning.is_none() && !self.alternatives.is_empty()
            || self.alternatives.iter().any(is_other)
    }

    /// Returns true if something was assumed that the text does not say.
    pub fn is_assumed(&self) -> bool {
        !self.alternatives.is_empty() || !self.remarks.is_empty()
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
            return format!("{puzzles}, read from {}", self.name);
        }
        let mut text = format!(
            "{puzzles}, read as {}: {}",
            self.name,
            self.reading.describe()
        );
        for remark in &self.remarks {
            text += &format!("; {remark}");
        }
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
