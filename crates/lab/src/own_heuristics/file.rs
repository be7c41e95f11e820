//! The file of the user's heuristics, which windows and commands share.

use super::{Change, OwnHeuristics};
use crate::files::shared;
use std::path::{Path, PathBuf};

/// What the file holds, and what there is to say about reading it.
pub type Loaded = shared::Loaded<OwnHeuristics>;

/// The file in the user's configuration; `None` if there is no folder for it.
pub fn path() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "tilescope")?;
    Some(folders.config_dir().join("heuristics.json"))
}

/// What the file holds. A damaged file is kept aside, and replaced by what could be read of it.
///
/// # Errors
/// As [`shared::load`].
pub fn load(path: &Path) -> Result<Loaded, String> {
    shared::load(path)
}

/// Makes a change to what the file holds, and returns that.
///
/// # Errors
/// If the change can't be made, and as [`shared::change`].
pub fn change(path: &Path, change: &Change) -> Result<Loaded, String> {
    shared::change(path, |heuristics: &mut OwnHeuristics| {
        let changed = heuristics.apply(change);
        changed.map_err(|error| error.to_string())
    })
}
