//! The session's file: read in pieces if it is damaged.

use super::fields;
use super::form::Session;
use super::window::WindowState;
use crate::gui::panel_key::Layout;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
pub use tilescope_lab::files::kept::{Found, keep_aside, move_aside, read};
use tilescope_search::OPTIONS;

/// The file's content: the model's part and the window's.
#[derive(Serialize)]
pub struct Content {
    pub session: Session,
    #[serde(flatten)]
    pub layouts: LayoutsContent,
    pub window: WindowState,
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

/// The layouts and the window's size that were read.
#[derive(Default)]
pub struct SavedLayouts {
    /// `None` if there are none.
    pub shown: Option<SavedLayout>,
    pub others: Vec<SavedLayout>,
    /// Whether some have no name that can be read.
    pub has_lost: bool,
    pub window: WindowState,
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
            window: WindowState::take(content.remove("window")),
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
    let layouts = ["shown_layout", "other_layouts", "window"];
    let layouts = layouts.map(|key| (key, value_of(text, key)));
    let layouts = layouts.into_iter().filter_map(|(key, it)| Some((key, it?)));
    let content = [("session", session.into()), ("dock", dock)];
    let content = content.into_iter().chain(layouts);
    content
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// The value behind the first `"key":` in `text`. A quotation mark inside a string is escaped, so
/// this finds no key inside a string. Of a list that is damaged, the entries that can be read.
fn value_of(text: &str, key: &str) -> Option<Value> {
    let name = format!("\"{key}\"");
    let (_, after) = text.split_once(&name)?;
    let after = after.trim_start().strip_prefix(':')?;
    first_value(after).or_else(|| entries(after.trim_start().strip_prefix('[')?))
}

/// The value at the beginning of `text`.
fn first_value(text: &str) -> Option<Value> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    values.next()?.ok()
}

/// The entries of a damaged list of objects: null stands for each that can't be read. `text` is as
/// it was written, so an entry is where a line begins as the first one does.
fn entries(text: &str) -> Option<Value> {
    let start = text.find('{')?;
    let (indent, _) = text.split_at(start);
    let is_indent = indent.starts_with('\n') && indent.trim().is_empty();
    let end = format!("\n{}]", indent.get(1..)?.strip_prefix("  ")?);
    let (list, _) = text.split_once(&end).unwrap_or((text, ""));
    let first = format!("{indent}{{");
    let entries = list.split(&first).skip(1);
    let entries = entries.map(|entry| first_value(&format!("{{{entry}")).unwrap_or_default());
    is_indent.then(|| entries.collect())
}
