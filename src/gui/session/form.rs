//! The form that a session has in its file.

use super::data::{
    DARK, ExperimentData, LIGHT, SavedCollection, SavedCollections, SessionData, Source,
};
use super::fields;
use super::games::GameForm;
use super::runs::RunForm;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use tilescope_lab::experiment::Draft;
use tilescope_lab::tables::Pace;
use tilescope_lab::{Settings, files};
use tilescope_puzzle::pattern_database::Partition;
use tilescope_puzzle::{Board, HeuristicExpr, notation};
use tilescope_search::{OPTIONS, OptionAbout, Options};

/// The model's part of the session, as it is written and read.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(from = "Value")]
pub struct Session {
    pub(super) data: SessionData,
    pub(super) unreadable: Vec<String>,
}

impl Session {
    pub fn new(data: &SessionData) -> Self {
        Session {
            data: data.clone(),
            unreadable: Vec::new(),
        }
    }

    /// The data, as far as this version understands it.
    pub fn restore(self) -> SessionData {
        self.data
    }

    /// What could not be read, in words.
    pub fn unreadable(&self) -> &[String] {
        &self.unreadable
    }

    /// Settings, theme and recent files, without the problem and the experiment.
    pub fn without_problem(mut self) -> Self {
        self.data.experiment = ExperimentData::default();
        self.data.problem = None;
        self.data.saved = None;
        self.data.file = None;
        self.data.collections = SavedCollections::default();
        self.data.list = Source::default();
        self.data.plays = false;
        self.data.games.clear();
        self.data.runs.clear();
        self.unreadable.clear();
        self
    }

    /// Whether the problem differs from what was last saved, opened or made without the user.
    pub fn has_unsaved_changes(&self) -> bool {
        self.data.problem.is_some() && self.data.problem != self.data.saved
    }
}

impl From<Value> for Session {
    fn from(value: Value) -> Self {
        let (data, unreadable) = fields::read(&value);
        Session { data, unreadable }
    }
}

impl Serialize for Session {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Form::of(&self.data).serialize(serializer)
    }
}

/// The form in the file. Problems have the form of their files.
#[derive(Serialize)]
struct Form {
    puzzle: String,
    saved: Option<String>,
    file: Option<String>,
    recent: Vec<String>,
    puzzle_folder: Option<String>,
    theme: Option<&'static str>,
    settings: Option<Choices>,
    table_states_a_second: Option<f64>,
    kept_runs: Option<usize>,
    picture: Option<String>,
    picture_numbers: Option<bool>,
    /// In the jobs of tables.
    painted: Option<Painted>,
    colour_by: Option<&'static str>,
    contours: bool,
    breakpoints: Vec<BreakpointForm>,
    /// Experiments have the form of their files; an empty one is null.
    experiment: Option<String>,
    experiment_saved: Option<String>,
    experiment_file: Option<String>,
    experiment_records: Option<String>,
    collections: Vec<CollectionForm>,
    /// The index of the active one.
    collection: usize,
    library_list: Option<&'static str>,
    plays: bool,
    games: Vec<GameForm>,
    runs: Vec<RunForm>,
}

/// A collection that ships, or the file or the files that one is in.
#[derive(Serialize)]
#[serde(untagged)]
enum CollectionForm {
    Bundled { bundled: String },
    File(FileForm),
    Files { name: String, files: Vec<FileForm> },
}

#[derive(Serialize)]
struct FileForm {
    file: String,
    /// The index of the way in which it is read.
    reading: usize,
}

#[derive(Serialize)]
struct BreakpointForm {
    condition: String,
    is_on: bool,
}

/// The patterns of a goal; tiles that are in none are not finished yet.
#[derive(Serialize)]
struct Painted {
    goal: String,
    patterns: Vec<Vec<u8>>,
    keeps_blank: bool,
}

/// Settings by their keys.
#[derive(Serialize)]
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

impl Form {
    fn of(data: &SessionData) -> Self {
        // A path that is no text cannot be written; a session without it can.
        let text = |path: &PathBuf| path.to_str().map(str::to_owned);
        let draft = |draft: &Draft| (!draft.is_empty()).then(|| draft.to_text());
        let experiment = &data.experiment;
        Form {
            puzzle: data
                .problem
                .as_ref()
                .map(files::to_json)
                .unwrap_or_default(),
            saved: data.saved.as_ref().map(files::to_json),
            file: data.file.as_ref().and_then(text),
            recent: data.recent.iter().filter_map(text).collect(),
            puzzle_folder: data.puzzle_folder.as_ref().and_then(text),
            theme: match data.theme {
                egui::ThemePreference::Dark => Some(DARK),
                egui::ThemePreference::Light => Some(LIGHT),
                egui::ThemePreference::System => None,
            },
            settings: data.settings.as_ref().map(Choices::of),
            table_states_a_second: data.pace.map(Pace::states_per_second),
            kept_runs: data.kept_runs,
            picture: data.picture.clone(),
            picture_numbers: data.picture_numbers,
            painted: data.painted.as_ref().map(Painted::of),
            colour_by: data.colour_by.key(),
            contours: data.contours,
            breakpoints: (data.breakpoints.iter().cloned())
                .map(|(condition, is_on)| BreakpointForm { condition, is_on })
                .collect(),
            experiment: draft(&experiment.draft),
            experiment_saved: draft(&experiment.saved),
            experiment_file: experiment.file.as_ref().and_then(text),
            experiment_records: experiment.records.as_ref().and_then(text),
            collections: (data.collections.open.iter())
                .filter_map(CollectionForm::of)
                .collect(),
            collection: data.collections.active,
            library_list: data.list.key(),
            plays: data.plays,
            games: data.games.iter().filter_map(GameForm::of).collect(),
            runs: data.runs.iter().map(RunForm::of).collect(),
        }
    }
}

impl CollectionForm {
    /// `None` if a path is no text.
    fn of(saved: &SavedCollection) -> Option<Self> {
        let file = |(path, reading): (&PathBuf, usize)| {
            let file = path.to_str()?.to_owned();
            Some(FileForm { file, reading })
        };
        Some(match saved {
            SavedCollection::Bundled(name) => CollectionForm::Bundled {
                bundled: name.clone(),
            },
            SavedCollection::File(path, reading) => CollectionForm::File(file((path, *reading))?),
            SavedCollection::Files(name, files) => CollectionForm::Files {
                name: name.clone(),
                files: (files.iter())
                    .map(|(path, reading)| file((path, *reading)))
                    .collect::<Option<_>>()?,
            },
        })
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
}

impl Choices {
    fn of(settings: &Settings) -> Self {
        Choices {
            algorithm: settings.algorithm.key.into(),
            heuristic: settings.heuristic.to_string(),
            databases: settings.databases.as_ref().map(HeuristicExpr::to_string),
            measure_to: settings.measure_to.as_ref().map(notation::board_line),
            estimate: settings.route_heuristic.to_string(),
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
}

/// An option under its field's name.
fn saved_option(row: &OptionAbout, options: &Options) -> (String, Value) {
    // A choice, a number or nothing can always be written.
    let value = serde_json::to_value(row.get(options)).unwrap_or_default();
    (row.field.to_owned(), value)
}
