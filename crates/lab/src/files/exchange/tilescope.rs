//! Tilescope's own files, a puzzle or a collection, so that they can be converted too.

use super::reading::Goal;
use super::{BLANK_LAST_FIRST, Format, Import, Meaning, Reading};
use crate::collection::{Collection, Entry};
use crate::files::{self, FileError, collection};
use tilescope_puzzle::GoalPreset;

pub const KEY: &str = "tilescope";

pub const FORMAT: Format = Format {
    key: KEY,
    name: "a Tilescope file",
    extension: "json",
    recognises: |text| text.trim_start().starts_with('{'),
    // `import` reads it: its boards are settled.
    read: |_, _| Ok(Vec::new()),
    write: |collection| Ok(collection::to_json(collection)),
    meaning: Some(Meaning::TileAtPlace),
    goals: BLANK_LAST_FIRST,
};

pub fn import(text: &str, format: &'static Format) -> Result<Import, FileError> {
    let collection = match collection::is_collection(text) {
        true => collection::from_json(text)?,
        false => {
            let problem = files::from_json(text)?;
            let puzzle = problem.into_puzzle().ok_or_else(|| {
                FileError(
                    "this is a road map, and only puzzles can be converted, in “format”".into(),
                )
            })?;
            Collection {
                puzzles: vec![Entry::new(puzzle)],
                ..Collection::default()
            }
        }
    };
    Ok(Import {
        collection,
        format,
        reading: Reading::plain(Goal::Preset(GoalPreset::BlankLast)),
        alternatives: Vec::new(),
    })
}
