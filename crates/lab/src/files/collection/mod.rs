//! Collections: files of many puzzles, read in one pass.
//!
//! ```json
//! {
//!   "format": "tilescope-collection",
//!   "version": 1,
//!   "name": "Two easy ones",
//!   "notes": "What to try.",
//!   "source": "Where they come from.",
//!   "goal": "1 2 3 / 4 5 6 / 7 8 _",
//!   "puzzles": [
//!     {"name": "a", "start": "1 2 3 / 4 5 6 / 7 _ 8", "result": {"moves": 1, "optimal": true, "by": "a-star"}},
//!     {"start": "1 2 3 / 4 5 6 / _ 7 8", "goal": "1 2 3 / 4 5 6 / 7 8 _"}
//!   ]
//! }
//! ```
//!
//! Boards are text, as on the command line. A puzzle has its own `goal`, or the collection's, or the
//! tiles in order with the blank last. `costs`, `tile_costs`, `notes` and `source` are those of a
//! puzzle file. `result` is the length of a known solution, whether it is optimal, and who or what
//! found it. `docs/collection.schema.json` is the schema.

mod read;

use super::FileError;
use super::json::{self, syntax_error};
use crate::collection::{Collection, Entry, KnownLength};
use serde::de::Deserializer;
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;
use tilescope_puzzle::notation::board_line;
use tilescope_puzzle::{Board, Costs, Direction, Puzzle, TileCosts};

/// What the field “format” says.
pub const FORMAT: &str = "tilescope-collection";
/// The newest version.
pub const VERSION: u64 = 1;
/// The maximum number of puzzles in a file.
pub const MAX_PUZZLES: usize = 2_000_000;

/// Whether the text of a JSON file says that it is a collection.
pub fn is_collection(text: &str) -> bool {
    text.match_indices("\"tilescope-collection\"")
        .any(|(at, _)| {
            let before = text[..at].trim_end().strip_suffix(':');
            before.is_some_and(|before| before.trim_end().ends_with("\"format\""))
        })
}

/// Reads a collection from the text of a file.
///
/// # Errors
/// If it holds none: the cause, then the line and the column.
pub fn from_json(text: &str) -> Result<Collection, FileError> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let collection = (&mut deserializer).deserialize_map(read::ToCollection);
    let collection = collection.and_then(|found| deserializer.end().map(|()| found));
    collection.map_err(|error| FileError(syntax_error(&error, "collection")))
}

/// The text of a collection's file: one puzzle a line.
pub fn to_json(collection: &Collection) -> String {
    let Collection {
        name,
        notes,
        source,
        puzzles,
    } = collection;
    let mut json = format!("{{\n  \"format\": \"{FORMAT}\",\n  \"version\": {VERSION}");
    for (key, value) in [("name", name), ("notes", notes), ("source", source)] {
        let _ = write!(json, ",\n  \"{key}\": {}", text(value));
    }
    // Most collections have one goal, which is written once.
    let goal = puzzles.first().map(|entry| &entry.puzzle.goal);
    if let Some(goal) = goal {
        let _ = write!(json, ",\n  \"goal\": \"{}\"", board_line(goal));
    }
    json += ",\n  \"puzzles\": [";
    for (index, entry) in puzzles.iter().enumerate() {
        json += if index == 0 { "\n    " } else { ",\n    " };
        write_entry(&mut json, entry, goal);
    }
    json += if puzzles.is_empty() {
        "]\n}\n"
    } else {
        "\n  ]\n}\n"
    };
    json
}

fn write_entry(json: &mut String, entry: &Entry, common_goal: Option<&Board>) {
    let Entry { puzzle, result } = entry;
    let Puzzle {
        name,
        start,
        goal,
        costs,
        notes,
        source,
    } = puzzle;
    // Writing to a `String` does not fail.
    let _ = write!(
        json,
        "{{\"name\": {}, \"start\": \"{}\"",
        text(name),
        board_line(start)
    );
    if Some(goal) != common_goal {
        let _ = write!(json, ", \"goal\": \"{}\"", board_line(goal));
    }
    if costs.with_tiles(TileCosts::One) != Costs::UNIT {
        let one = |direction| {
            let (key, cost) = (json::cost_key(direction), costs.direction_cost(direction));
            format!("\"{key}\": {cost}")
        };
        let _ = write!(
            json,
            ", \"costs\": {{{}}}",
            Direction::ALL.map(one).join(", ")
        );
    }
    if costs.tiles() != TileCosts::One {
        let _ = write!(json, ", \"tile_costs\": \"{}\"", costs.tiles().key());
    }
    for (key, value) in [("notes", notes), ("source", source)] {
        if !value.is_empty() {
            let _ = write!(json, ", \"{key}\": {}", text(value));
        }
    }
    if let Some(KnownLength { moves, optimal, by }) = result {
        let _ = write!(
            json,
            ", \"result\": {{\"moves\": {moves}, \"optimal\": {optimal}, \"by\": {}}}",
            text(by)
        );
    }
    json.push('}');
}

fn text(text: &str) -> String {
    Value::from(text).to_string()
}

/// The name of a collection that says none: that of its file.
pub fn default_name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or(path.as_os_str());
    stem.to_string_lossy().into_owned()
}
