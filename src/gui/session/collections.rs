//! Reads from a session where the open collections come from.

use super::data::SavedCollection;
use serde_json::Value;
use std::path::PathBuf;

/// More than a window shows.
pub const MAX_COLLECTIONS: usize = 1_000;

/// `None` if it can't be read.
pub fn collection(value: &Value) -> Option<SavedCollection> {
    if let Some(name) = value.get("bundled") {
        return Some(SavedCollection::Bundled(name.as_str()?.to_owned()));
    }
    let Some(files) = value.get("files") else {
        let (path, reading) = file(value)?;
        return Some(SavedCollection::File(path, reading));
    };
    let files: Option<Vec<_>> = files.as_array()?.iter().map(file).collect();
    let name = value.get("name")?.as_str()?.to_owned();
    Some(SavedCollection::Files(name, files?))
}

/// A file, and the index of the way in which it is read.
fn file(value: &Value) -> Option<(PathBuf, usize)> {
    let path = value.get("file")?.as_str()?;
    let reading = usize::try_from(value.get("reading")?.as_u64()?).ok()?;
    (!path.is_empty()).then(|| (path.into(), reading))
}
