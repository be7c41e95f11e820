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
use crate::collection::{Collection, Known, PuzzleRef, Unpacked};
use crate::files::exchange;
use serde::de::Deserializer;
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;
use tilescope_puzzle::{Costs, Direction, Size, TileCosts};

/// What the field “format” says.
pub const FORMAT: &str = "tilescope-collection";
/// The newest version.
pub const VERSION: u64 = 1;

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
    let (mut room, mut first_room) = (Unpacked::default(), Unpacked::default());
    let first = (!puzzles.is_empty()).then(|| puzzles.view(0, &mut first_room));
    let common = first.map(|first| (first.size, first.goal));
    if let Some((size, goal)) = common {
        json += ",\n  \"goal\": ";
        push_board(&mut json, goal, size);
    }
    json += ",\n  \"puzzles\": [";
    for index in 0..puzzles.len() {
        json += if index == 0 { "\n    " } else { ",\n    " };
        write_entry(&mut json, &puzzles.view(index, &mut room), common);
    }
    json += if puzzles.is_empty() {
        "]\n}\n"
    } else {
        "\n  ]\n}\n"
    };
    json
}

/// A board between quotation marks, as on the command line.
fn push_board(json: &mut String, tiles: &[u8], size: Size) {
    json.push('"');
    for (index, &tile) in tiles.iter().enumerate() {
        if index > 0 {
            *json += if index % size.columns() == 0 {
                " / "
            } else {
                " "
            };
        }
        match tile {
            0 => json.push('_'),
            tile => exchange::push_number(json, tile.into()),
        }
    }
    json.push('"');
}

fn write_entry(json: &mut String, puzzle: &PuzzleRef, common_goal: Option<(Size, &[u8])>) {
    let PuzzleRef {
        size,
        name,
        start,
        goal,
        costs,
        notes,
        source,
        result,
    } = *puzzle;
    // Writing to a `String` does not fail.
    let _ = write!(json, "{{\"name\": {}, \"start\": ", text(name));
    push_board(json, start, size);
    if Some((size, goal)) != common_goal {
        *json += ", \"goal\": ";
        push_board(json, goal, size);
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
    if let Some(Known { moves, optimal, by }) = result {
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
