//! Puzzles in the formats of other programs: recognised by content, read, and written.
//!
//! A format is a file here and a line in [`FORMATS`]. Its reader makes `RawPuzzle`s, the numbers as
//! the file has them. What the numbers mean is a [`Reading`]: which one is the blank, whether the list
//! has the tile at each place or the place of each tile, and which goal there is.

mod csv;
mod digits;
mod grid;
mod lines;
mod pddl;
mod places;
mod reading;
mod scan;
mod sized;
mod slashes;
mod tilescope;
mod two_lines;

pub use reading::{Choices, Goal, Meaning, Reading};
pub use scan::ReadError;

use super::{FileError, MAX_COLLECTION_BYTES};
use crate::collection::{Collection, Entry};
use crate::format;
use std::path::Path;
use tilescope_puzzle::{GoalPreset, Size};
use tilescope_search::Cost;

/// A format of other programs.
pub struct Format {
    /// The name on the command line.
    pub key: &'static str,
    /// The name in sentences: “a line of numbers a puzzle”.
    pub name: &'static str,
    /// The extension of its files.
    pub extension: &'static str,
    /// Whether a text looks like this format. Looks at the beginning only.
    recognises: fn(&str) -> bool,
    read: fn(&str, Option<Size>) -> Result<Vec<RawPuzzle>, ReadError>,
    write: fn(&Collection) -> Result<String, String>,
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
    sized::FORMAT,
    grid::FORMAT,
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

/// A puzzle as a file has it: numbers whose meaning a [`Reading`] decides.
#[derive(Clone, PartialEq, Eq, Debug)]
struct RawPuzzle {
    name: String,
    size: Size,
    /// Each number from 0 to n_cells − 1 once, or each from 1 to n_cells.
    numbers: Vec<u64>,
    goal: Option<Vec<u64>>,
    moves: Option<Cost>,
    /// The line where it begins, from 1.
    line: usize,
}

/// An imported file.
#[derive(Clone, Debug)]
pub struct Import {
    pub collection: Collection,
    /// The format that was recognised or chosen.
    pub format: &'static Format,
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

/// The format that a text has.
pub fn recognise(text: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| (format.recognises)(text))
}

/// Reads puzzles from the text of a file.
///
/// # Errors
/// If no format is recognised, or the text is damaged: the cause, then the line and the column.
pub fn from_text(text: &str, choices: &Choices) -> Result<Import, FileError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let format = choices.format.or_else(|| recognise(text));
    let format = format.ok_or_else(|| {
        FileError(format!(
            "no format is recognised at line 1, column 1: write rows of tiles, or choose a format \
             with --from: {}",
            FORMATS
                .iter()
                .map(|format| format.key)
                .collect::<Vec<_>>()
                .join(", ")
        ))
    })?;
    if format.key == tilescope::KEY {
        return tilescope::import(text, format);
    }
    let raw = (format.read)(text, choices.size).map_err(|error| FileError(error.to_string()))?;
    if raw.is_empty() {
        return Err(FileError(
            "there is no puzzle here, at line 1, column 1: write rows of tiles".into(),
        ));
    }
    let (reading, alternatives) = reading::choose(&raw, format, choices)?;
    let mut puzzles = Vec::with_capacity(raw.len());
    for puzzle in raw {
        puzzles.push(reading.apply(puzzle)?);
    }
    Ok(Import {
        collection: Collection {
            puzzles,
            ..Collection::default()
        },
        format,
        reading,
        alternatives,
    })
}

/// Reads puzzles from a file of any format.
///
/// # Errors
/// If it cannot be read or holds none.
pub fn open(path: &Path, choices: &Choices) -> Result<Import, FileError> {
    let text = super::read(path, MAX_COLLECTION_BYTES)?;
    let mut import = from_text(&text, choices).map_err(|error| error.in_file(path))?;
    let name = super::collection::default_name(path);
    if let [Entry { puzzle, .. }] = &mut import.collection.puzzles[..]
        && puzzle.name.is_empty()
    {
        puzzle.name.clone_from(&name);
    }
    if import.collection.name.is_empty() {
        import.collection.name = name;
    }
    Ok(import)
}

/// Whether a file has a format of other programs. A damaged grid or a damaged file of Tilescope's own
/// has not: [`files::open`](super::open) says what is wrong with it.
pub fn is_foreign(path: &Path) -> bool {
    let Ok(text) = super::read(path, MAX_COLLECTION_BYTES) else {
        return false;
    };
    match recognise(&text) {
        None => false,
        Some(format) if format.key == tilescope::KEY => false,
        Some(format) if format.key == grid::FORMAT.key => {
            from_text(&text, &Choices::default()).is_ok()
        }
        Some(_) => true,
    }
}

/// Writes a collection in a format.
///
/// # Errors
/// If the format cannot represent it; one sentence that names the puzzle.
pub fn to_text(collection: &Collection, format: &Format) -> Result<String, FileError> {
    (format.write)(collection).map_err(|cause| {
        FileError(format!(
            "{cause}: choose a format other than {}",
            format.key
        ))
    })
}

impl Import {
    /// A sentence that says how the file was read, and what else it could mean, if anything.
    pub fn describe(&self) -> String {
        let n = self.collection.puzzles.len();
        let puzzles = if n == 1 {
            "1 puzzle".into()
        } else {
            format!("{} puzzles", format::count(n as u64))
        };
        let mut text = format!(
            "{puzzles}, read as {}: {}",
            self.format.name,
            self.reading.describe()
        );
        if !self.alternatives.is_empty() {
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

/// The 1-based number of a puzzle in a message.
fn numbered(index: usize, entry: &Entry) -> String {
    match &*entry.puzzle.name {
        "" => format!("puzzle {}", index + 1),
        name => format!("puzzle {} ({})", index + 1, format::excerpt(name)),
    }
}
