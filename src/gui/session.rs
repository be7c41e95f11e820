//! What outlives the window, and a crash: the problem with its unsaved changes, the choices,
//! the recent files, the theme and the layout; kept in one small file.

use super::model::Model;
use super::panels::PanelKind;
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

/// What [`Session`] brings back.
pub struct Restored {
    pub problem: Option<Problem>,
    pub saved: Option<Problem>,
    pub file: Option<PathBuf>,
    pub recent: Vec<PathBuf>,
    pub theme: egui::ThemePreference,
    pub settings: Option<Settings>,
    pub pace: Option<Pace>,
    pub painted: Option<(Board, Partition)>,
}

impl Session {
    /// What is to be kept of `model`.
    pub fn of(model: &Model) -> Self {
        let settings = model.settings();
        Session {
            puzzle: files::to_json(model.problem()),
            saved: model.saved().map(files::to_json),
            file: model.file().cloned(),
            recent: model.recent().to_vec(),
            theme: match model.theme() {
                egui::ThemePreference::Dark => Some(Theme::Dark),
                egui::ThemePreference::Light => Some(Theme::Light),
                egui::ThemePreference::System => None,
            },
            settings: Choices {
                algorithm: settings.algorithm.key.into(),
                heuristic: settings.heuristic.to_string(),
                databases: settings.databases.as_ref().map(HeuristicExpr::to_string),
                measure_to: settings.measure_to.as_ref().map(notation::board_line),
                estimate: settings.estimate.about().key.into(),
                order: settings.order.to_string(),
                most_expanded: settings.limits.expanded,
                most_memory: settings.limits.memory,
                most_milliseconds: settings.limits.time.map(|time| time.as_millis() as u64),
                options: OPTIONS
                    .iter()
                    .map(|row| kept(row, &settings.options))
                    .collect(),
            },
            table_states_a_second: model.tables().pace().map(Pace::states_a_second),
            painted: model.tables().painted().1.map(Painted::of),
        }
    }

    /// What was kept, as far as this version understands it.
    pub fn restore(self) -> Restored {
        Restored {
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
    fn restore(&self) -> Option<Settings> {
        let algorithm = job::algorithm(&self.algorithm).ok()?;
        let mut settings = Settings::new(algorithm, job::heuristic(&self.heuristic).ok()?);
        settings.databases = self.databases.as_deref().and_then(|it| it.parse().ok());
        settings.estimate = RouteHeuristic::from_key(&self.estimate).unwrap_or_default();
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
fn kept(row: &OptionAbout, options: &Options) -> (String, Value) {
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
    dock: Option<egui_tiles::Tree<PanelKind>>,
}

/// The file, read once and written by a thread of its own soon after each change.
pub struct Store {
    /// Where the texts go, and the thread that writes them; `None` while it ends.
    writer: Option<(mpsc::Sender<String>, JoinHandle<()>)>,
    written: String,
    last: Instant,
}

impl Store {
    /// How often it is written at most.
    pub const EVERY: Duration = Duration::from_secs(1);

    /// The user's file, and what is in it. `None` where there is no folder for it.
    pub fn open() -> Option<(Self, Session, Option<egui_tiles::Tree<PanelKind>>)> {
        let folders = directories::ProjectDirs::from("", "", "tilescope")?;
        Some(Self::open_at(folders.config_dir().join("session.json")))
    }

    /// The file at `path`; one that cannot be read is as good as none.
    pub fn open_at(path: PathBuf) -> (Self, Session, Option<egui_tiles::Tree<PanelKind>>) {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let content: Content = serde_json::from_str(&text).unwrap_or_default();
        let (writer, texts) = mpsc::channel::<String>();
        let write = move || {
            while let Ok(text) = texts.recv() {
                // What could be lost by a failure is the session, not a user's file; the
                // next change tries again.
                let _ = path.parent().map(std::fs::create_dir_all);
                let _ = files::write_atomically(&path, text.as_bytes());
            }
        };
        // Without the thread nothing is kept, and the window works all the same.
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
        (store, content.session, content.dock)
    }

    /// Keeps what `model` and `dock` have come to, if that has changed; `at_once` or when it
    /// is due. Whether something is left to be written later.
    pub fn keep(
        &mut self,
        model: &Model,
        dock: &egui_tiles::Tree<PanelKind>,
        at_once: bool,
    ) -> bool {
        if !at_once && self.last.elapsed() < Self::EVERY {
            return true;
        }
        self.last = Instant::now();
        let content = Content {
            session: Session::of(model),
            dock: Some(dock.clone()),
        };
        if let Ok(text) = serde_json::to_string_pretty(&content)
            && text != self.written
        {
            if let Some((writer, _)) = &self.writer {
                // Fails only when the thread is gone, and then nothing is kept.
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
