//! Tilescope's own files, a puzzle or a collection, so that they can be converted too.

use super::reading::Goal;
use super::{BLANK_LAST_FIRST, FORMATS, Format, How, Import, Meaning, Reading};
use crate::collection::{Collection, Entry, Puzzles};
use crate::files::{self, FileError, collection};
use tilescope_puzzle::GoalPreset;

pub const KEY: &str = "tilescope";

pub const FORMAT: Format = Format {
    key: KEY,
    name: "a Tilescope file",
    singular: "a Tilescope file",
    extension: "json",
    looks_like: says_so,
    is_ambiguous: false,
    // `import` reads it, and `to_text` writes it: its boards are settled, and it keeps all.
    read: |_, _, _| Ok(()),
    write: |_| Ok(String::new()),
    meaning: Some(Meaning::TileAtPlace),
    goals: BLANK_LAST_FIRST,
};

/// Returns true if a text is an object that names its format.
pub fn says_so(text: &str) -> bool {
    text.trim_start().starts_with('{')
        && ["\"format\"", "\"version\""]
            .iter()
            .any(|it| text.contains(it))
}

pub fn import(text: &str) -> Result<Import, FileError> {
    let collection = match collection::is_collection(text) {
        true => collection::from_json(text)?,
        false => {
            let problem = files::from_json(text)?;
            let puzzle = problem
                .into_puzzle()
                .ok_or_else(|| FileError("this is a road map, which has no boards".into()))?;
            Collection {
                puzzles: Puzzles::from_iter([Entry::new(puzzle)]),
                ..Collection::default()
            }
        }
    };
    let how = How {
        format: &FORMATS[0],
        name: FORMAT.name,
        singular: FORMAT.singular,
        n_puzzles: collection.puzzles.len(),
        reading: Reading::plain(Goal::Preset(GoalPreset::BlankLast)),
        alternatives: Vec::new(),
        remarks: Vec::new(),
    };
    Ok(Import { collection, how })
}
