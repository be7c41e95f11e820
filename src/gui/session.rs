//! The session, which survives the window and a crash: the problem with its unsaved changes,
//! settings, recent files, theme and layout, in one small file.

use super::panel_key::Layout;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tilescope_lab::tables::Pace;
use tilescope_lab::{Problem, Settings, files, job};
use tilescope_puzzle::pattern_database::{Blank, Partition};
use tilescope_puzzle::routes::RouteHeuristic;
use tilescope_puzzle::{Board, HeuristicExpr, notation};
use tilescope_search::{OPTIONS, OptionAbout, Options, Value as OptionValue};

/// The model's part of what is kept. Problems are kept in the form of their files.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Session {
    puzzle: String,
    /// The problem as it was last saved or opened.
    saved: Option<String>,
    file: Option<PathBuf>,
    recent: Vec<PathBuf>,
    theme: Option<Theme>,
    settings: Choices,
    /// How quickly this machine builds tables: see [`Pace`].
    table_states_a_second: Option<f64>,
    /// In the jobs of tables.
    painted: Option<Painted>,
}

/// The patterns of a goal; tiles that are in none are not finished yet.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Painted {
    goal: String,
    patterns: Vec<Vec<u8>>,
    keeps_blank: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Theme {
    Dark,
    Light,
}

/// Settings by their keys; what a later version does not know is left at its default.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Choices {
    algorithm: String,
    heuristic: String,
    databases: Option<String>,
    measure_to: Option<String>,
    estimate: String,
    order: String,
    most_expanded: Option<u64>,
    most_memory: Option<u64>,
    most_milliseconds: Option<u64>,
    /// The options of the table, each under its field's name.
    #[serde(flatten)]
    options: BTreeMap<String, Value>,
}

/// What is saved of the model. A field is `None` if the file lacks it or this version does not
/// understand it.
pub struct SessionData {
    pub problem: Option<Problem>,
    /// The problem as it was last saved or opened.
    pub saved: Option<Problem>,
    pub file: Option<PathBuf>,
    pub recent: Vec<PathBuf>,
    pub theme: egui::ThemePreference,
    pub settings: Option<Settings>,
    pub pace: Option<Pace>,
    pub painted: Option<(Board, Partition)>,
}

impl Session {
    pub fn new(data: &SessionData) -> Self {
        Session {
            puzzle: data
                .problem
                .as_ref()
                .map(files::to_json)
                .unwrap_or_default(),
            saved: data.saved.as_ref().map(files::to_json),
            file: data.file.clone(),
            recent: data.recent.clone(),
            theme: match data.theme {
                egui::ThemePreference::Dark => Some(Theme::Dark),
                egui::ThemePreference::Light => Some(Theme::Light),
                egui::ThemePreference::System => None,
            },
            settings: data.settings.as_ref().map(Choices::of).unwrap_or_default(),
            table_states_a_second: data.pace.map(Pace::states_per_second),
            painted: data.painted.as_ref().map(Painted::of),
        }
    }

    /// The data, as far as this version understands it.
    pub fn restore(self) -> SessionData {
        SessionData {
            problem: files::from_json(&self.puzzle).ok(),
            saved: self.saved.and_then(|text| files::from_json(&text).ok()),
            file: self.file,
            recent: self.recent,
            theme: match self.theme {
                Some(Theme::Dark) => egui::ThemePreference::Dark,
                Some(Theme::Light) => egui::ThemePreference::Light,
                None => egui::ThemePreference::System,
            },
            settings: self.settings.restore(),
            pace: self.table_states_a_second.and_then(Pace::new),
            painted: self.painted.and_then(Painted::restore),
        }
    }
}

impl Painted {
    fn of((goal, partition): &(Board, Partition)) -> Self {
        Painted {
            goal: notation::board_line(goal),
            patterns: partition.patterns.clone(),
            keeps_blank: partition.keeps_blank(),
        }
    }

    /// `None` if it is no goal.
    fn restore(self) -> Option<(Board, Partition)> {
        let goal = notation::parse_board(&self.goal).ok()?;
        let blank = match self.keeps_blank {
            true => Blank::Kept,
            false => Blank::Minimised,
        };
        Some((goal, Partition::from(self.patterns).with(blank)))
    }
}

impl Choices {
    fn of(settings: &Settings) -> Self {
        Choices {
            algorithm: settings.algorithm.key.into(),
            heuristic: settings.heuristic.to_string(),
            databases: settings.databases.as_ref().map(HeuristicExpr::to_string),
            measure_to: settings.measure_to.as_ref().map(notation::board_line),
            estimate: settings.route_heuristic.about().key.into(),
            order: settings.order.to_string(),
            most_expanded: settings.limits.expanded,
            most_memory: settings.limits.memory,
            most_milliseconds: settings.limits.time.map(|time| time.as_millis() as u64),
            options: OPTIONS
                .iter()
                .map(|row| saved_option(row, &settings.options))
                .collect(),
        }
    }

    fn restore(&self) -> Option<Settings> {
        let algorithm = job::algorithm(&self.algorithm).ok()?;
        let mut settings = Settings::new(algorithm, job::heuristic(&self.heuristic).ok()?);
        settings.databases = self.databases.as_deref().and_then(|it| it.parse().ok());
        settings.route_heuristic = RouteHeuristic::from_key(&self.estimate).unwrap_or_default();
        let measure_to = self.measure_to.as_deref().map(notation::parse_board);
        settings.measure_to = measure_to.and_then(Result::ok);
        settings.order = self.order.parse().unwrap_or_default();
        settings.limits.expanded = self.most_expanded;
        settings.limits.memory = self.most_memory;
        settings.limits.time = self.most_milliseconds.map(Duration::from_millis);
        for row in OPTIONS {
            if let Some(value) = self.options.get(row.field).and_then(|it| value(row, it)) {
                // What the option does not take (any more) is left at its default.
                let _ = row.set(&mut settings.options, value);
            }
        }
        // Choices that the algorithm does not have (any more) give way to its defaults.
        Some(settings.with_algorithm(algorithm))
    }
}

/// An option under its field's name.
fn saved_option(row: &OptionAbout, options: &Options) -> (String, Value) {
    // A choice, a number or nothing can always be written.
    let value = serde_json::to_value(row.get(options)).unwrap_or_default();
    (row.field.to_owned(), value)
}

/// What was kept of an option.
fn value(row: &OptionAbout, kept: &Value) -> Option<OptionValue> {
    match kept {
        Value::Null => Some(OptionValue::None),
        Value::String(text) => row.parse(text).ok(),
        number => row.parse(&number.to_string()).ok(),
    }
}

/// The file's content: the model's part and the window's.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Content {
    session: Session,
    /// A [`Layout`]. If it can't be read, the session can.
    dock: Option<Value>,
}

/// The layout in the file.
pub enum SavedLayout {
    None,
    Unreadable,
    Read(Box<Layout>),
}

/// The file, read once and written by a thread of its own soon after each change.
pub struct Store {
    /// Sends texts to the thread that writes them; `None` while it ends.
    writer: Option<(mpsc::Sender<String>, JoinHandle<()>)>,
    written: String,
    last: Instant,
}

impl Store {
    /// The least time between two writes.
    pub const INTERVAL: Duration = Duration::from_secs(1);

    /// The user's file and its content. `None` if there is no folder for it.
    pub fn open() -> Option<(Self, Session, SavedLayout)> {
        let folders = directories::ProjectDirs::from("", "", "tilescope")?;
        Some(Self::open_at(folders.config_dir().join("session.json")))
    }

    /// The file at `path` and its content. A file that can't be read counts as empty.
    pub fn open_at(path: PathBuf) -> (Self, Session, SavedLayout) {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let content: Content = serde_json::from_str(&text).unwrap_or_default();
        let layout = match content.dock.map(serde_json::from_value) {
            None => SavedLayout::None,
            Some(Ok(layout)) => SavedLayout::Read(Box::new(layout)),
            Some(Err(_)) => SavedLayout::Unreadable,
        };
        let (writer, texts) = mpsc::channel::<String>();
        let write = move || {
            while let Ok(text) = texts.recv() {
                // A failure loses only the session, not a user's file, and the next change
                // tries again.
                let _ = path.parent().map(std::fs::create_dir_all);
                let _ = files::write_atomically(&path, text.as_bytes());
            }
        };
        // Without the thread nothing is saved, but the window works.
        let thread = std::thread::Builder::new()
            .name("session".into())
            .spawn(write)
            .ok();
        let writer = thread.map(|thread| (writer, thread));
        let store = Store {
            writer,
            written: text,
            last: Instant::now(),
        };
        (store, content.session, layout)
    }

    /// Writes the session and the layout if they have changed, `at_once` or when a write is
    /// due. Returns whether there may be something left to write later.
    pub fn write(
        &mut self,
        session: impl FnOnce() -> SessionData,
        layout: &Layout,
        at_once: bool,
    ) -> bool {
        if !at_once && self.last.elapsed() < Self::INTERVAL {
            return true;
        }
        self.last = Instant::now();
        let content = Content {
            session: Session::new(&session()),
            dock: serde_json::to_value(layout).ok(),
        };
        if let Ok(text) = serde_json::to_string_pretty(&content)
            && text != self.written
        {
            if let Some((writer, _)) = &self.writer {
                // Fails only if the thread has ended; then nothing can be saved.
                let _ = writer.send(text.clone());
            }
            self.written = text;
        }
        false
    }
}

impl Drop for Store {
    /// Waits until the last text is written.
    fn drop(&mut self) {
        if let Some((writer, thread)) = self.writer.take() {
            drop(writer);
            let _ = thread.join();
        }
    }
}
