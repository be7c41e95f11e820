//! Puzzle files: JSON, read with errors that say where, written atomically.
//!
//! ```json
//! {
//!   "format": "tilescope-puzzle",
//!   "version": 1,
//!   "name": "Five moves",
//!   "rows": 3,
//!   "columns": 3,
//!   "start": [
//!     [2, 8, 3],
//!     [1, 6, 4],
//!     [7, 0, 5]
//!   ],
//!   "goal": [
//!     [1, 2, 3],
//!     [8, 0, 4],
//!     [7, 6, 5]
//!   ],
//!   "costs": {"up": 1, "left": 1, "right": 1, "down": 1},
//!   "notes": "What to try.",
//!   "source": "Where it comes from."
//! }
//! ```
//!
//! Boards are rows of tiles, 0 for the blank; costs are those of the blank's moves.
//! `format`, `version` and `start` must be there. `rows` and `columns` must agree with
//! `start` if given. The default goal is the tiles in order with the blank last, the default cost
//! is 1, and the default name is that of the file. Unknown fields are refused, so that nothing is
//! lost when the file is saved again.
//!
//! Notes may hold a task and its answer, which is all that follows the first line that begins with
//! `Answer:`. The window hides it until it is asked for.
//!
//! Version 2 adds `"tile_costs"`: `"one"`, `"number"` or `"inverse"`, a factor on the cost of a
//! move. A file is written in the lowest version that can represent it.
//!
//! [`collection`] has the format of a file of many puzzles.
//!
//! Files of other programs, such as a text file with a board, are read by [`exchange`].
//!
//! A route on a road map has its own format:
//!
//! ```json
//! {
//!   "format": "tilescope-route",
//!   "version": 1,
//!   "name": "Arad to Bucharest",
//!   "cities": [
//!     {"name": "Arad", "at": [0, 192], "straight_line": 366},
//!     {"name": "Zerind", "at": [16, 243], "straight_line": 374}
//!   ],
//!   "roads": [
//!     ["Arad", "Zerind", 75]
//!   ],
//!   "straight_lines_to": "Zerind",
//!   "start": "Arad",
//!   "goal": "Zerind",
//!   "notes": "What to try.",
//!   "source": "Where it comes from."
//! }
//! ```
//!
//! `at` is a city's position east and north of an arbitrary origin, in an arbitrary unit. Roads go
//! both ways. Straight-line distances to the city `straight_lines_to` are given for all cities or
//! for none.

use super::{Collection, Problem, format};
use exchange::{Choices, How, Import};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use tilescope_puzzle::presets::GoalPreset;
use tilescope_puzzle::{Board, Costs, Direction, Puzzle, TileCosts};

pub mod collection;
pub mod exchange;
pub mod graph;
pub(crate) mod json;
pub mod kept;
pub mod own_heuristics;
mod route;
pub mod shared;
pub(crate) mod unique;

/// The extension of puzzle files.
pub const EXTENSION: &str = "json";

/// The maximum size of a file in bytes. A 10×10 puzzle with a page of notes takes five thousand.
pub const MAX_BYTES: u64 = 1 << 20;

/// Why a file could not be read or written: the cause, the place, and how to fix it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct FileError(pub String);

/// Reads a file of one puzzle, or a route file.
///
/// # Errors
/// If it cannot be read or holds neither; one clear sentence, the cause first.
pub fn load(path: &Path) -> Result<Problem, FileError> {
    let text = read(path, MAX_BYTES)?;
    let (opened, _) = opened(&text, path, &Choices::default())?;
    only_one(opened).map_err(|error| error.in_file(path))
}

/// What a file holds.
#[derive(Clone, PartialEq, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "one a file, and taken apart at once"
)]
pub enum Opened {
    Problem(Problem),
    Collection(Collection),
}

/// The maximum size of a collection's file in bytes.
pub const MAX_COLLECTION_BYTES: u64 = 100 << 20;

/// Reads a puzzle, a route or a collection, in Tilescope's format or in one of other programs.
///
/// # Errors
/// If it cannot be read or holds none of them; one clear sentence, the cause first.
pub fn open(path: &Path) -> Result<Opened, FileError> {
    open_with(path, &Choices::default()).map(|(opened, _)| opened)
}

/// The same with what the user has decided about a file of another program. The second value says how
/// such a file was read.
///
/// # Errors
/// As [`open`].
pub fn open_with(path: &Path, choices: &Choices) -> Result<(Opened, Option<How>), FileError> {
    opened(&read(path, MAX_COLLECTION_BYTES)?, path, choices)
}

fn opened(text: &str, path: &Path, choices: &Choices) -> Result<(Opened, Option<How>), FileError> {
    let is_puzzle = || exchange::is_own(text) && !collection::is_collection(text);
    if text.len() as u64 > MAX_BYTES && is_puzzle() {
        return Err(FileError(too_large(MAX_BYTES)).in_file(path));
    }
    let (mut opened, how) = opened_text(text, choices).map_err(|error| error.in_file(path))?;
    match &mut opened {
        Opened::Collection(collection) if collection.name.is_empty() => {
            collection.name = collection::default_name(path);
        }
        Opened::Problem(problem) if problem.name().is_empty() => {
            *problem.name_mut() = collection::default_name(path);
        }
        _ => {}
    }
    Ok((opened, how))
}

/// Reads a puzzle, a route or a collection from the text of a file, as [`open_with`].
///
/// # Errors
/// If it holds none of them.
pub fn opened_text(text: &str, choices: &Choices) -> Result<(Opened, Option<How>), FileError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_own = match choices.format {
        Some(format) => format.key == exchange::OWN,
        None => exchange::is_own(text),
    };
    if is_own && collection::is_collection(text) {
        return Ok((Opened::Collection(collection::from_json(text)?), None));
    }
    if text.trim_start().is_empty() {
        return Err(FileError(
            "this is empty: a puzzle file holds a puzzle as JSON or rows of tiles".into(),
        ));
    }
    if is_own {
        return Ok((Opened::Problem(from_json(text)?), None));
    }
    let Import { collection, how } = exchange::from_text(text, choices)?;
    let one = (collection.puzzles.len() == 1).then(|| collection.puzzles.get(0));
    Ok(match one.flatten() {
        Some(entry) => (Opened::Problem(entry.puzzle.into()), Some(how)),
        None => (Opened::Collection(collection), Some(how)),
    })
}

fn only_one(opened: Opened) -> Result<Problem, FileError> {
    match opened {
        Opened::Problem(problem) => Ok(problem),
        Opened::Collection(_) => Err(FileError(
            "this is a collection, but one puzzle is wanted".into(),
        )),
    }
}

impl FileError {
    fn in_file(self, path: &Path) -> FileError {
        FileError(format!("{}, in {}", self.0, format::path(path)))
    }
}

/// Reads a problem from the text of a file that has one.
///
/// # Errors
/// If it holds none, or several.
pub fn from_text(text: &str) -> Result<Problem, FileError> {
    only_one(opened_text(text, &Choices::default())?.0)
}

/// Reads a problem from the text of a JSON file.
///
/// # Errors
/// If it holds none.
pub fn from_json(text: &str) -> Result<Problem, FileError> {
    json::read(text).map_err(FileError)
}

/// A puzzle from a start, with defaults for the rest.
pub fn from_start(start: Board) -> Puzzle {
    Puzzle {
        name: String::new(),
        goal: GoalPreset::BlankLast.board(start.size()),
        start,
        costs: Costs::UNIT,
        notes: String::new(),
        source: String::new(),
    }
}

/// A problem as the text of a file.
pub fn to_json(problem: &Problem) -> String {
    match problem {
        Problem::Tiles(puzzle) => puzzle_to_json(puzzle),
        Problem::Route(route) => route::write(route),
    }
}

/// A puzzle as the text of a file, one row of a board a line.
fn puzzle_to_json(puzzle: &Puzzle) -> String {
    let Puzzle {
        name,
        start,
        goal,
        costs,
        notes,
        source,
    } = puzzle;
    let text = |text: &str| serde_json::Value::from(text).to_string();
    let (version, tile_costs) = match costs.tiles() {
        TileCosts::One => (1, String::new()),
        tiles => (
            json::VERSION,
            format!("\n  \"tile_costs\": \"{}\",", tiles.key()),
        ),
    };
    let costs = Direction::ALL
        .map(|direction| {
            format!(
                "\"{}\": {}",
                json::cost_key(direction),
                costs.direction_cost(direction)
            )
        })
        .join(", ");
    format!(
        "{{\n  \"format\": \"{}\",\n  \"version\": {version},\n  \"name\": {},\n  \"rows\": {},\n  \
         \"columns\": {},\n  \"start\": {},\n  \"goal\": {},\n  \"costs\": {{{costs}}},{tile_costs}\n  \
         \"notes\": {},\n  \"source\": {}\n}}\n",
        json::FORMAT,
        text(name),
        start.size().rows(),
        start.size().columns(),
        rows(start),
        rows(goal),
        text(notes),
        text(source),
    )
}

/// The rows of a board, one a line, their numbers aligned.
fn rows(board: &Board) -> String {
    let width = (board.size().n_cells() - 1).to_string().len();
    let rows: Vec<String> = board
        .tiles()
        .chunks(board.size().columns())
        .map(|row| {
            let tiles: Vec<String> = row.iter().map(|tile| format!("{tile:width$}")).collect();
            format!("    [{}]", tiles.join(", "))
        })
        .collect();
    format!("[\n{}\n  ]", rows.join(",\n"))
}

/// Writes a problem to a file: at any moment the path holds the old file or the new one. A symbolic
/// link stays a link, and a file keeps its permissions.
///
/// # Errors
/// If it cannot be written.
pub fn save(problem: &Problem, path: &Path) -> Result<(), FileError> {
    save_text(path, &to_json(problem))
}

/// Writes a text to a file, as [`save`] does.
///
/// # Errors
/// If it cannot be written.
pub fn save_text(path: &Path, text: &str) -> Result<(), FileError> {
    save_bytes(path, text.as_bytes())
}

/// The same with bytes that may be no text.
///
/// # Errors
/// As [`save_text`].
pub fn save_bytes(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write_atomically(path, bytes).map_err(|error| unsaved(&error, path))
}

/// The same with what `write` writes, part by part. If that fails, nothing has changed.
///
/// # Errors
/// As [`save_text`], and if `write` fails.
pub fn save_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), FileError> {
    atomically(path, write).map_err(|error| unsaved(&error, path))
}

/// Checks before long work that a file can probably be written to `path` afterwards.
///
/// # Errors
/// As [`save_text`], if it is known already.
pub fn check_target(path: &Path) -> Result<(), FileError> {
    let target = target(path).map_err(|error| unsaved(&error, path))?;
    let folder = target.parent().filter(|it| !it.as_os_str().is_empty());
    match folder.map(fs::metadata) {
        None => Ok(()),
        Some(Ok(metadata)) if metadata.is_dir() => Ok(()),
        Some(Ok(_)) => Err(unsaved(&ErrorKind::NotFound.into(), path)),
        Some(Err(error)) => Err(unsaved(&error, path)),
    }
}

fn unsaved(error: &io::Error, path: &Path) -> FileError {
    let cause = match (error.kind(), path.parent()) {
        // As in `/proc`.
        (ErrorKind::NotFound, Some(folder)) if folder.is_dir() => {
            "no file can be made in this folder".into()
        }
        _ => cause(error, "saved"),
    };
    FileError(format!("{cause}, for {}", format::path(path)))
}

/// Writes a file so that at any moment its path holds the old content or the new.
///
/// # Errors
/// If it cannot be written.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    atomically(path, |file| file.write_all(bytes))
}

/// The same with what `write` writes; nothing has changed if that fails.
pub(crate) fn atomically(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = atomic_write_file::AtomicWriteFile::open(target(path)?)?;
    write(&mut file)?;
    file.commit()
}

/// The file that `path` leads to, if it may be replaced or is not there yet.
fn target(path: &Path) -> io::Result<PathBuf> {
    let target = resolve_links(path)?;
    if let Ok(metadata) = fs::metadata(&target) {
        if metadata.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        if !metadata.is_file() {
            return Err(io::Error::other("it is not a regular file"));
        }
        // Renaming could replace a read-only file; respect its permissions.
        if metadata.permissions().readonly() {
            return Err(io::Error::new(
                ErrorKind::PermissionDenied,
                "it is read-only",
            ));
        }
    }
    Ok(target)
}

/// Resolves symbolic links, even if the target does not exist.
///
/// # Errors
/// If the links lead in a circle.
pub fn resolve_links(path: &Path) -> io::Result<PathBuf> {
    /// The limit in Linux.
    const MAX_LINKS: usize = 40;
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&target) {
            Ok(next) => target = target.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("too many levels of symbolic links"))
}

/// Reads the text of a stream that is no file, such as standard input, up to the size of a collection.
///
/// # Errors
/// If it cannot be read, is larger, or is no text; the message does not say which stream it is.
pub fn read_stream(stream: impl Read) -> Result<String, FileError> {
    let mut bytes = Vec::new();
    stream
        .take(MAX_COLLECTION_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| FileError(format!("this cannot be read ({error})")))?;
    if bytes.len() as u64 > MAX_COLLECTION_BYTES {
        return Err(FileError(too_large(MAX_COLLECTION_BYTES)));
    }
    decoded(bytes).ok_or_else(|| FileError(NO_TEXT.into()))
}

const NO_TEXT: &str = "this is not a text file";

/// The text of bytes: UTF-8, or UTF-16 if a byte-order mark says so.
fn decoded(bytes: Vec<u8>) -> Option<String> {
    let of_pairs = |number: fn([u8; 2]) -> u16| {
        let (pairs, rest) = bytes[2..].as_chunks::<2>();
        let units = pairs.iter().map(|pair| number(*pair));
        let text: Result<String, _> = char::decode_utf16(units).collect();
        text.ok().filter(|_| rest.is_empty())
    };
    let text = match bytes.get(..2) {
        Some([0xff, 0xfe]) => of_pairs(u16::from_le_bytes),
        Some([0xfe, 0xff]) => of_pairs(u16::from_be_bytes),
        _ => String::from_utf8(bytes).ok(),
    };
    text.filter(|text| !text.contains('\0'))
}

/// Reads a regular text file of at most `max_bytes`.
pub(crate) fn read(path: &Path, max_bytes: u64) -> Result<String, FileError> {
    let refuse = |cause: String| FileError(format!("{cause}: {}", format::path(path)));
    let failed = |error: &io::Error| refuse(cause(error, "read"));
    // Before opening: opening a pipe blocks until there is a writer.
    let metadata = fs::metadata(path).map_err(|error| failed(&error))?;
    if metadata.is_dir() {
        return Err(failed(&ErrorKind::IsADirectory.into()));
    }
    if !metadata.is_file() {
        return Err(refuse("this is a device or a pipe, not a file".into()));
    }
    let too_large = || refuse(too_large(max_bytes));
    if metadata.len() > max_bytes {
        return Err(too_large());
    }
    let file = File::open(path).map_err(|error| failed(&error))?;
    let mut bytes = Vec::new();
    // The file may have grown, or have no known size, like files in /proc.
    file.take(max_bytes + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| failed(&error))?;
    if bytes.len() as u64 > max_bytes {
        return Err(too_large());
    }
    decoded(bytes).ok_or_else(|| refuse(NO_TEXT.into()))
}

fn too_large(max_bytes: u64) -> String {
    match max_bytes {
        MAX_COLLECTION_BYTES => format!(
            "this file is too large for a collection (more than {} MiB)",
            max_bytes >> 20
        ),
        _ => format!(
            "this file is too large for a puzzle (more than {} KiB)",
            max_bytes >> 10
        ),
    }
}

/// A phrase for an error on a file that was to be read.
pub(crate) fn cause_of(error: &io::Error) -> String {
    cause(error, "read")
}

/// A phrase for an error on a file that was to be `read` or `saved`.
fn cause(error: &io::Error, done: &str) -> String {
    match error.kind() {
        ErrorKind::NotFound if done == "read" => "there is no such file".into(),
        ErrorKind::NotFound => "there is no such folder".into(),
        ErrorKind::PermissionDenied => format!("permission denied: this file cannot be {done}"),
        ErrorKind::IsADirectory => "this is a folder, not a file".into(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "the disk is full".into(),
        ErrorKind::FileTooLarge => "the file is too large for this file system".into(),
        _ => format!("this file cannot be {done} ({error})"),
    }
}
