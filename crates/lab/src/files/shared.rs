//! Files that several windows and commands share: each change is made, under a lock, to what the file
//! holds then, and a damaged file is kept aside before it is overwritten.

use super::kept::{Found, keep_aside, move_aside, read};
use crate::{files, format};
use std::fs::{self, File};
use std::path::Path;

/// What a shared file holds.
pub trait Shared: Default {
    /// What it is called in sentences, such as “the best games”.
    const NAME: &'static str;

    /// Reads the bytes of a file, as far as they can be read.
    ///
    /// # Errors
    /// If a newer version has written them.
    fn parse(bytes: &[u8]) -> Result<Parsed<Self>, String>;

    /// The text of the file.
    fn to_json(&self) -> String;
}

/// What could be read of a file's bytes.
#[derive(Debug)]
pub struct Parsed<T> {
    pub content: T,
    /// Whether there is more in them that could not be read.
    pub is_damaged: bool,
}

/// What a file holds, and what there is to say about reading it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Loaded<T> {
    pub content: T,
    /// That a damaged file was kept aside.
    pub note: Option<String>,
}

/// What the file holds. A damaged file is kept aside, and replaced by what could be read of it.
///
/// # Errors
/// If it can't be read at all, or not be kept; a sentence says why.
pub fn load<T: Shared>(path: &Path) -> Result<Loaded<T>, String> {
    let name = T::NAME;
    let refused = |reason: &str| {
        let path = format::path(path);
        format!("{name} cannot be read: {reason}, in {path}")
    };
    let (content, aside) = match read(path) {
        Found::Nothing | Found::Empty(_) => (T::default(), None),
        Found::Refused(reason) => return Err(refused(&reason)),
        Found::TooLarge => (T::default(), Some(move_aside(path))),
        Found::Bytes(bytes) => {
            let parsed = T::parse(&bytes).map_err(|reason| refused(&reason))?;
            let aside = parsed.is_damaged.then(|| keep_aside(path, &bytes));
            (parsed.content, aside)
        }
    };
    let Some(aside) = aside else {
        let note = None;
        return Ok(Loaded { content, note });
    };
    let aside = aside.map_err(|error| refused(&format!("no copy can be kept ({error})")))?;
    // What was read is whole from now on, so the damage is told once.
    save(path, &content)?;
    let aside = format::path(&aside);
    let note = format!("part of {name} could not be read; the damaged file is kept as {aside}");
    Ok(Loaded {
        content,
        note: Some(note),
    })
}

/// Makes a change to what the file holds, and returns that.
///
/// # Errors
/// If the change can't be made, or the file can't be read or written; a sentence says why.
pub fn change<T: Shared>(
    path: &Path,
    change: impl FnOnce(&mut T) -> Result<(), String>,
) -> Result<Loaded<T>, String> {
    // Without the folder, opening the lock fails.
    let _ = path.parent().map(fs::create_dir_all);
    let lock = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path.with_extension("lock"));
    // Where the file system has no locks, another's change may be lost in the same moment.
    let _held = lock.ok().filter(|lock| lock.lock().is_ok());
    let mut loaded = load(path)?;
    change(&mut loaded.content)?;
    save(path, &loaded.content)?;
    Ok(loaded)
}

fn save<T: Shared>(path: &Path, content: &T) -> Result<(), String> {
    files::save_text(path, &content.to_json())
        .map_err(|error| format!("{} cannot be saved: {error}", T::NAME))
}
