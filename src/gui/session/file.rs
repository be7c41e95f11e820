//! The session's file: read within bounds, in pieces if it is damaged, and kept aside before it
//! is overwritten.

use super::fields;
use super::form::Session;
use crate::gui::panel_key::Layout;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use tilescope_lab::files;
use tilescope_search::OPTIONS;

/// The file's content: the model's part and the window's.
#[derive(Serialize)]
pub struct Content {
    pub session: Session,
    #[serde(flatten)]
    pub layouts: LayoutsContent,
}

/// The layouts in the file. If one can't be read, the rest can.
#[derive(Serialize)]
pub struct LayoutsContent {
    /// The [`Layout`] that is shown, under the name that versions with a single layout gave it.
    dock: Option<Value>,
    shown_layout: String,
    other_layouts: Vec<OtherLayout>,
}

/// A layout that is not shown.
#[derive(Serialize, Deserialize)]
struct OtherLayout {
    name: String,
    dock: Value,
}

impl LayoutsContent {
    /// The layout that is shown, and the others, each with its name.
    pub fn new<'a>(
        (name, layout): (&str, &Layout),
        others: impl Iterator<Item = (&'a str, &'a Layout)>,
    ) -> Self {
        let other = |(name, layout): (&str, _)| {
            let name = name.to_owned();
            let dock = serde_json::to_value(layout).ok()?;
            Some(OtherLayout { name, dock })
        };
        LayoutsContent {
            dock: serde_json::to_value(layout).ok(),
            shown_layout: name.to_owned(),
            other_layouts: others.filter_map(other).collect(),
        }
    }
}

/// The layouts that were read.
#[derive(Default)]
pub struct SavedLayouts {
    /// `None` if there are none.
    pub shown: Option<SavedLayout>,
    pub others: Vec<SavedLayout>,
    /// Whether some have no name that can be read.
    pub has_lost: bool,
}

/// A layout and its name.
pub struct SavedLayout {
    /// Empty in the file of a version with a single layout.
    pub name: String,
    /// `None` if it can't be read.
    pub layout: Option<Box<Layout>>,
}

impl SavedLayout {
    fn new(name: String, dock: Value) -> Self {
        let layout = Layout::deserialize(dock).ok().map(Box::new);
        SavedLayout { name, layout }
    }
}

impl SavedLayouts {
    /// Takes the layouts out of a file's content.
    fn take(content: &mut Map<String, Value>) -> Self {
        let name = content.remove("shown_layout");
        let name = name.and_then(|it| Some(it.as_str()?.to_owned()));
        let shown = content.remove("dock").filter(|dock| !dock.is_null());
        let mut layouts = SavedLayouts {
            shown: shown.map(|dock| SavedLayout::new(name.unwrap_or_default(), dock)),
            ..SavedLayouts::default()
        };
        match content.remove("other_layouts") {
            None => {}
            Some(Value::Array(others)) => {
                for other in others {
                    match OtherLayout::deserialize(other) {
                        Ok(OtherLayout { name, dock }) => {
                            layouts.others.push(SavedLayout::new(name, dock));
                        }
                        Err(_) => layouts.has_lost = true,
                    }
                }
            }
            Some(_) => layouts.has_lost = true,
        }
        layouts
    }

    /// Those that can be read, for a window that has no session of its own.
    pub fn without_damage(mut self) -> Self {
        self.shown = self.shown.filter(|it| it.layout.is_some());
        self.others.retain(|it| it.layout.is_some());
        self.has_lost = false;
        self
    }
}

/// How reading the file went.
pub enum Found {
    /// There is no file, or an empty one.
    Nothing,
    /// These bytes, which may be damaged.
    Bytes(Vec<u8>),
    /// More bytes than a session has.
    TooLarge,
    /// No file that can be read, with the reason.
    Refused(String),
}

/// The maximum size of a session in bytes. The largest puzzles make one of a few megabytes.
const MAX_BYTES: u64 = 16 << 20;

/// Reads the regular file at `path`.
pub fn read(path: &Path) -> Found {
    match read_bytes(path) {
        Ok(bytes) if bytes.len() as u64 > MAX_BYTES => Found::TooLarge,
        Ok(bytes) if bytes.iter().all(u8::is_ascii_whitespace) => Found::Nothing,
        Ok(bytes) => Found::Bytes(bytes),
        // Where its folder should be there may be a file.
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            ) =>
        {
            Found::Nothing
        }
        Err(error) => Found::Refused(error.to_string()),
    }
}

/// At most one byte more than is allowed.
fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    // Before opening: opening a pipe blocks until there is a writer.
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    if !metadata.is_file() {
        return Err(io::Error::other("it is a device or a pipe, not a file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The session and the layouts in `bytes`, as far as they can be read.
pub fn parse(bytes: &[u8]) -> (Session, SavedLayouts) {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}');
    let mut lost = Vec::new();
    let mut is_sound = std::str::from_utf8(bytes).is_ok();
    let mut content = serde_json::from_str::<Map<String, Value>>(text).unwrap_or_else(|_| {
        is_sound = false;
        salvage(text, &mut lost)
    });
    if !is_sound && lost.is_empty() {
        lost.push("some bytes of the file".to_owned());
    }
    let session = content.remove("session").map(Session::from);
    let mut session = session.unwrap_or_default();
    session.unreadable.extend(lost);
    let layouts = SavedLayouts::take(&mut content);
    (session, layouts)
}

/// The fields that can be read one by one in a text that is no JSON as a whole. The names of the
/// others are added to `lost`.
fn salvage(text: &str, lost: &mut Vec<String>) -> Map<String, Value> {
    let mut session = Map::new();
    for (key, name) in fields::SESSION {
        match value_of(text, key) {
            Some(value) => {
                session.insert((*key).to_owned(), value);
            }
            None => lost.push((*name).to_owned()),
        }
    }
    if !session.contains_key("settings") {
        let keys = fields::SETTINGS.iter().map(|(key, _)| *key);
        let keys = keys.chain(OPTIONS.iter().map(|row| row.field));
        let settings = keys.filter_map(|key| Some((key.to_owned(), value_of(text, key)?)));
        let settings: Map<String, Value> = settings.collect();
        session.insert("settings".into(), settings.into());
    }
    // What is no layout is told as a damaged one.
    let dock = value_of(text, "dock").unwrap_or(Value::Bool(false));
    let layouts = ["shown_layout", "other_layouts"];
    let layouts = layouts.map(|key| (key, value_of(text, key)));
    let layouts = layouts.into_iter().filter_map(|(key, it)| Some((key, it?)));
    let content = [("session", session.into()), ("dock", dock)];
    let content = content.into_iter().chain(layouts);
    content
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// The value behind the first `"key":` in `text`. A quotation mark inside a string is escaped, so
/// this finds no key inside a string.
fn value_of(text: &str, key: &str) -> Option<Value> {
    let name = format!("\"{key}\"");
    let (_, after) = text.split_once(&name)?;
    let after = after.trim_start().strip_prefix(':')?;
    let mut values = serde_json::Deserializer::from_str(after).into_iter::<Value>();
    values.next()?.ok()
}

/// The damaged files that are kept.
const MAX_KEPT: usize = 5;

/// Writes the damaged `bytes` of the file at `path` to a new file beside it, and returns that
/// file's path. If they are already kept, no file is added; the oldest make room.
///
/// # Errors
/// If it cannot be written.
pub fn keep_aside(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let kept = kept(path);
    for (_, kept) in &kept {
        if fs::metadata(kept).is_ok_and(|it| it.is_file() && it.len() == bytes.len() as u64)
            && read_bytes(kept).is_ok_and(|it| it == bytes)
        {
            return Ok(kept.clone());
        }
    }
    let new = next_aside(path, &kept);
    files::write_atomically(&new, bytes)?;
    Ok(new)
}

/// Moves a file that is too large to be a session out of the way, and returns its new path.
///
/// # Errors
/// If it cannot be moved.
pub fn move_aside(path: &Path) -> io::Result<PathBuf> {
    let new = next_aside(path, &kept(path));
    fs::rename(path, &new)?;
    Ok(new)
}

/// A path for one more damaged file, after the oldest have made room.
fn next_aside(path: &Path, kept: &[(u64, PathBuf)]) -> PathBuf {
    let n_too_many = (kept.len() + 1).saturating_sub(MAX_KEPT);
    for (_, oldest) in &kept[..n_too_many] {
        // If it can't be removed, one more is kept.
        let _ = fs::remove_file(oldest);
    }
    let number = kept
        .last()
        .map_or(1, |(number, _)| number.saturating_add(1));
    path.with_file_name(format!("{}{number}.json", damaged_prefix(path)))
}

/// The damaged files beside `path`, by their numbers.
fn kept(path: &Path) -> Vec<(u64, PathBuf)> {
    let prefix = damaged_prefix(path);
    let number = |path: &Path| -> Option<u64> {
        let name = path.file_name()?.to_str()?;
        name.strip_prefix(&prefix)?
            .strip_suffix(".json")?
            .parse()
            .ok()
    };
    let entries = path.parent().map(fs::read_dir);
    let entries = entries.and_then(Result::ok).into_iter().flatten().flatten();
    let mut kept: Vec<(u64, PathBuf)> = entries
        .filter_map(|entry| Some((number(&entry.path())?, entry.path())))
        .collect();
    kept.sort();
    kept
}

fn damaged_prefix(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    format!("{stem}.damaged-")
}
