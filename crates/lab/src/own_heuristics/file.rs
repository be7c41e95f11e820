//! The file of the user's heuristics. Windows and commands share it: each change is made to what it
//! holds then.

use super::{Change, OwnHeuristics};
use crate::files::kept::{Found, keep_aside, move_aside, read};
use crate::{files, format};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// What the file holds, and what there is to say about reading it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Loaded {
    pub heuristics: OwnHeuristics,
    /// That a damaged file was kept aside.
    pub note: Option<String>,
}

/// The file in the user's configuration; `None` if there is no folder for it.
pub fn path() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "tilescope")?;
    Some(folders.config_dir().join("heuristics.json"))
}

/// What the file holds. A damaged file is kept aside, and replaced by what could be read of it.
///
/// # Errors
/// If it can't be read at all, or not be kept; a sentence says why.
pub fn load(path: &Path) -> Result<Loaded, String> {
    let refused = |reason: &str| {
        format!(
            "your own heuristics cannot be read: {reason}, in {}",
            format::path(path)
        )
    };
    let (heuristics, aside) = match read(path) {
        Found::Nothing | Found::Empty(_) => return Ok(Loaded::default()),
        Found::Refused(reason) => return Err(refused(&reason)),
        Found::TooLarge => (OwnHeuristics::default(), move_aside(path)),
        Found::Bytes(bytes) => {
            let parsed = OwnHeuristics::parse(&bytes).map_err(|reason| refused(&reason))?;
            if !parsed.is_damaged {
                return Ok(Loaded {
                    heuristics: parsed.heuristics,
                    note: None,
                });
            }
            (parsed.heuristics, keep_aside(path, &bytes))
        }
    };
    let aside = aside.map_err(|error| refused(&format!("no copy can be kept ({error})")))?;
    // What was read is whole from now on, so the damage is told once.
    save(path, &heuristics)?;
    Ok(Loaded {
        heuristics,
        note: Some(format!(
            "part of your own heuristics could not be read; the damaged file is kept as {}",
            format::path(&aside)
        )),
    })
}

/// Makes a change to what the file holds, and returns that.
///
/// # Errors
/// If the change can't be made, or the file can't be read or written; a sentence says why.
pub fn change(path: &Path, change: &Change) -> Result<Loaded, String> {
    // Without the folder, opening the lock fails.
    let _ = path.parent().map(fs::create_dir_all);
    let lock = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path.with_extension("lock"));
    // Where the file system has no locks, another window's change may be lost in the same moment.
    let _held = lock.ok().filter(|lock| lock.lock().is_ok());
    let mut loaded = load(path)?;
    let changed = loaded.heuristics.apply(change);
    changed.map_err(|error| error.to_string())?;
    save(path, &loaded.heuristics)?;
    Ok(loaded)
}

fn save(path: &Path, heuristics: &OwnHeuristics) -> Result<(), String> {
    files::save_text(path, &heuristics.to_json())
        .map_err(|error| format!("your own heuristics cannot be saved: {error}"))
}
