//! Several windows: each has a session of its own, and the work of one that crashed is kept.
//!
//! The first window has `session.json`, the second `session-2.json`, and so on. A window holds a
//! lock on its session as long as it runs; the system releases the lock if it crashes. A window
//! that is closed removes its session, except for the first. So a session that is there without
//! a lock belongs to a window that crashed.

use super::file::{self, Found};
use super::unsaved;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use tilescope_lab::experiment::{Selection, default_records};
use tilescope_lab::files;

/// The windows that have a session.
const MAX_WINDOWS: usize = 32;

/// The session of a window.
pub struct Claim {
    /// 1 for the first window.
    pub number: usize,
    pub path: PathBuf,
    /// `None` where the file system has no locks.
    _lock: Option<File>,
}

enum Lock {
    Held(File),
    /// Another window has it.
    Taken,
    Unavailable,
}

/// The first session that no other window has, of those numbered from `first`. `None` if all
/// are taken.
pub fn claim(first: &Path) -> Option<Claim> {
    (1..=MAX_WINDOWS).find_map(|number| {
        let path = numbered(first, number);
        let lock = match lock(&path) {
            Lock::Held(lock) => Some(lock),
            Lock::Unavailable => None,
            Lock::Taken => return None,
        };
        Some(Claim {
            number,
            path,
            _lock: lock,
        })
    })
}

/// Saves the puzzles and experiments with unsaved changes of windows that crashed as files of their
/// own, and their collections that are in no file, and returns these. Their sessions are removed.
pub fn rescue(first: &Path, own: &Claim) -> Vec<PathBuf> {
    let others = (2..=MAX_WINDOWS).filter(|number| *number != own.number);
    let others = others.map(|number| numbered(first, number));
    let left = others.filter(|path| path.exists());
    left.flat_map(|path| {
        let Lock::Held(_lock) = lock(&path) else {
            return Vec::new();
        };
        let mut rescued = rescue_session(first, &path).unwrap_or_default();
        let left = unsaved::left_beside(&path).into_iter();
        rescued.extend(left.filter_map(|(_, left)| rescue_collection(first, &left)));
        rescued
    })
    .collect()
}

/// `None` if what is unsaved in it can't be saved: then it stays.
fn rescue_session(first: &Path, path: &Path) -> Option<Vec<PathBuf>> {
    let Found::Bytes(bytes) = file::read(path) else {
        return None;
    };
    let (session, _) = file::parse(&bytes);
    if !session.unreadable().is_empty() {
        file::keep_aside(path, &bytes).ok()?;
    }
    let mut rescued = Vec::new();
    if let Some(problem) = &session.data.problem
        && session.has_unsaved_changes()
    {
        let file = unused(first, problem.name(), "puzzle");
        fs::create_dir_all(file.parent()?).ok()?;
        files::save(problem, &file).ok()?;
        rescued.push(file);
    }
    let experiment = &session.data.experiment;
    let records = experiment.records.as_ref();
    let records = records.filter(|it| unsaved::is_records_beside(path, it) && it.exists());
    if experiment.draft != experiment.saved || records.is_some() {
        let file = unused(first, &experiment.draft.name, "experiment");
        fs::create_dir_all(file.parent()?).ok()?;
        experiment.draft.save(&file).ok()?;
        if let Some(records) = records {
            let beside = default_records(&file, &Selection::All, &[]);
            fs::rename(records, beside).ok()?;
        }
        rescued.push(file);
    }
    // What can't be removed is found again.
    let _ = fs::remove_file(path);
    Some(rescued)
}

fn rescue_collection(first: &Path, left: &Path) -> Option<PathBuf> {
    let rescued = unused(first, "", "collection");
    fs::create_dir_all(rescued.parent()?).ok()?;
    fs::rename(left, &rescued).ok().map(|()| rescued)
}

/// The session with this number.
fn numbered(first: &Path, number: usize) -> PathBuf {
    let stem = first.file_stem().unwrap_or_default().to_string_lossy();
    match number {
        1 => first.to_owned(),
        _ => first.with_file_name(format!("{stem}-{number}.json")),
    }
}

/// Locks a file beside the session, which itself is replaced at each write.
fn lock(session: &Path) -> Lock {
    let path = session.with_extension("lock");
    // Opening a pipe may block.
    if fs::metadata(&path).is_ok_and(|it| !it.is_file()) {
        return Lock::Unavailable;
    }
    // Without the folder, opening the file fails.
    let _ = path.parent().map(fs::create_dir_all);
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path);
    let Ok(file) = file else {
        return Lock::Unavailable;
    };
    match file.try_lock() {
        Ok(()) => Lock::Held(file),
        Err(TryLockError::WouldBlock) => Lock::Taken,
        Err(TryLockError::Error(_)) => Lock::Unavailable,
    }
}

/// A path at which there is no file yet. `otherwise` is its name if there is none.
fn unused(first: &Path, name: &str, otherwise: &str) -> PathBuf {
    let kept = |c: char| c.is_alphanumeric() || "-_ ".contains(c);
    let name: String = name.chars().filter(|c| kept(*c)).take(60).collect();
    let name = match name.trim() {
        "" => otherwise,
        name => name,
    };
    let folder = first.with_file_name("rescued");
    let numbers = std::iter::successors(Some(2_u64), |number| number.checked_add(1));
    let names = numbers.map(|number| format!("{name} {number}"));
    let mut names = std::iter::once(name.to_owned()).chain(names);
    let path = names.find_map(|name| {
        let path = folder.join(format!("{name}.{}", files::EXTENSION));
        (!path.exists()).then_some(path)
    });
    path.unwrap_or_else(|| folder.join(name))
}
