//! Reads a session field by field: a field that cannot be read falls back to its default.

use super::collections::{MAX_COLLECTIONS, collection};
use super::data::{
    DARK, ExperimentData, LIGHT, MAX_BREAKPOINTS, MAX_CONDITION, MAX_RUNS, SavedCollections,
    SessionData, Source,
};
use super::games::game;
use super::runs::run;
use crate::gui::colour_by::ColourBy;
use crate::gui::unfinished_games::UnfinishedGames;
use serde_json::{Map, Value};
use std::path::PathBuf;
use std::time::Duration;
use tilescope_lab::experiment::Draft;
use tilescope_lab::tables::Pace;
use tilescope_lab::{Problem, Settings, files, job};
use tilescope_puzzle::heuristics::DEFAULT_HEURISTIC;
use tilescope_puzzle::pattern_database::{Blank, Partition};
use tilescope_puzzle::{Board, HeuristicExpr, notation};
use tilescope_search::{DEFAULT_ALGORITHM, OPTIONS, OptionAbout, Options, Value as OptionValue};

/// The fields of a session, and what they are called in a notice.
pub const SESSION: &[(&str, &str)] = &[
    ("puzzle", "the puzzle's unsaved changes"),
    ("saved", "the puzzle as it was last saved"),
    ("file", "the puzzle's file"),
    ("recent", "recent files"),
    ("puzzle_folder", "the puzzle folder"),
    ("theme", "theme"),
    ("settings", "settings"),
    ("table_states_a_second", "the speed of table building"),
    ("kept_runs", "the number of runs that are kept"),
    ("painted", "painted patterns"),
    ("colour_by", "the colours of nodes"),
    ("contours", "the f-contours"),
    ("breakpoints", "breakpoints"),
    ("picture", "the picture on the tiles"),
    ("picture_numbers", "the numbers on the picture"),
    ("experiment", "the experiment's unsaved changes"),
    ("experiment_saved", "the experiment as it was last saved"),
    ("experiment_file", "the experiment's file"),
    ("experiment_records", "the experiment's file of records"),
    ("collections", "the open collections"),
    ("collection", "which of the open collections is shown"),
    ("library_list", "which list of the library is shown"),
    ("plays", "whether the board plays"),
    ("games", "the games that were left"),
    ("runs", "the results of runs"),
];

/// The fields of its settings, besides the options of algorithms.
pub const SETTINGS: &[(&str, &str)] = &[
    ("algorithm", "algorithm"),
    ("heuristic", "heuristic"),
    ("databases", "pattern databases"),
    ("measure_to", "the board to measure to"),
    ("estimate", "heuristic on road maps"),
    ("order", "order of moves"),
    ("most_expanded", "limit of nodes"),
    ("most_memory", "limit of memory"),
    ("most_milliseconds", "limit of time"),
];

/// The session in `value`, and in words what of it could not be read.
pub fn read(value: &Value) -> (SessionData, Vec<String>) {
    let mut unreadable = Vec::new();
    let Some(object) = value.as_object() else {
        unreadable.push("puzzle, settings, theme and recent files".to_owned());
        return (SessionData::default(), unreadable);
    };
    let mut fields = Fields {
        object,
        unreadable: &mut unreadable,
    };
    let saved = fields.optional("saved", problem);
    // The empty text stands for no puzzle.
    let has_text = object.get("puzzle").is_none_or(|text| text != "");
    let edited = fields.present("puzzle", |value| {
        problem(value).map(Some).or((!has_text).then_some(None))
    });
    let data = SessionData {
        problem: edited.flatten().or_else(|| saved.clone()),
        saved,
        file: fields.optional("file", path),
        recent: fields.list("recent", usize::MAX, path),
        puzzle_folder: fields.optional("puzzle_folder", path),
        theme: fields.optional("theme", theme).unwrap_or_default(),
        settings: fields.object("settings", settings),
        pace: fields.optional("table_states_a_second", |value| {
            value.as_f64().and_then(Pace::new)
        }),
        kept_runs: fields.optional("kept_runs", kept_runs),
        painted: fields.optional("painted", painted),
        colour_by: fields
            .optional("colour_by", |value| ColourBy::from_key(value.as_str()?))
            .unwrap_or_default(),
        contours: fields
            .optional("contours", Value::as_bool)
            .unwrap_or_default(),
        breakpoints: fields.list("breakpoints", MAX_BREAKPOINTS, breakpoint),
        picture: fields.optional("picture", |value| value.as_str().map(str::to_owned)),
        picture_numbers: fields.optional("picture_numbers", Value::as_bool),
        experiment: experiment(&mut fields),
        collections: collections(&mut fields),
        list: (fields.present("library_list", |value| Source::from_key(value.as_str()?)))
            .unwrap_or_default(),
        plays: fields.present("plays", Value::as_bool).unwrap_or_default(),
        games: fields.list("games", UnfinishedGames::MAX, game),
        runs: fields.list("runs", MAX_RUNS, run),
    };
    (data, unreadable)
}

/// The fields of an object, and what of them could not be read.
struct Fields<'a> {
    object: &'a Map<String, Value>,
    unreadable: &'a mut Vec<String>,
}

impl Fields<'_> {
    /// A field that is null if there is nothing to tell.
    fn optional<T>(&mut self, key: &str, read: impl FnOnce(&Value) -> Option<T>) -> Option<T> {
        match self.object.get(key) {
            Some(Value::Null) => None,
            _ => self.present(key, read),
        }
    }

    /// A field that is never null. One that is missing is not named: older versions lack it.
    fn present<T>(&mut self, key: &str, read: impl FnOnce(&Value) -> Option<T>) -> Option<T> {
        let read = read(self.object.get(key)?);
        if read.is_none() {
            self.name(key);
        }
        read
    }

    /// The entries of a list that can be read, of at most `max`.
    fn list<T>(&mut self, key: &str, max: usize, read: impl Fn(&Value) -> Option<T>) -> Vec<T> {
        self.entries(key, max, read).into_iter().flatten().collect()
    }

    /// All entries of a list; `None` for each that can't be read.
    fn entries<T>(
        &mut self,
        key: &str,
        max: usize,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Vec<Option<T>> {
        let values = |value: &Value| value.as_array().cloned();
        let mut values = self.present(key, values).unwrap_or_default();
        let is_too_long = values.len() > max;
        values.truncate(max);
        let entries: Vec<Option<T>> = values.iter().map(read).collect();
        if is_too_long || entries.iter().any(Option::is_none) {
            self.name(key);
        }
        entries
    }

    /// An object whose fields are read one by one.
    fn object<T>(&mut self, key: &str, read: impl FnOnce(&mut Fields<'_>) -> T) -> Option<T> {
        let object = self.object.get(key).filter(|value| !value.is_null())?;
        let Some(object) = object.as_object() else {
            self.name(key);
            return None;
        };
        Some(read(&mut Fields {
            object,
            unreadable: self.unreadable,
        }))
    }

    /// Adds the name of a field to those that could not be read.
    fn name(&mut self, key: &str) {
        let named = SESSION.iter().chain(SETTINGS).find(|(it, _)| *it == key);
        let option = OPTIONS.iter().find(|row| row.field == key);
        let name = named.map(|(_, name)| *name).or(option.map(|row| row.name));
        self.unreadable.push(name.unwrap_or(key).to_owned());
    }
}

fn problem(value: &Value) -> Option<Problem> {
    files::from_json(value.as_str()?).ok()
}

/// An experiment without changes that can be read is as it was last saved.
fn experiment(fields: &mut Fields<'_>) -> ExperimentData {
    let draft = |value: &Value| match value {
        Value::Null => Some(Draft::default()),
        text => Draft::from_text(text.as_str()?).ok(),
    };
    let saved = fields
        .present("experiment_saved", draft)
        .unwrap_or_default();
    ExperimentData {
        draft: fields
            .present("experiment", draft)
            .unwrap_or_else(|| saved.clone()),
        saved,
        file: fields.optional("experiment_file", path),
        records: fields.optional("experiment_records", path),
    }
}

fn index(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

fn kept_runs(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok().filter(|n| *n > 0)
}

fn path(value: &Value) -> Option<PathBuf> {
    let path = value.as_str().filter(|path| !path.is_empty());
    path.map(PathBuf::from)
}

/// The open collections that can be read, and which of them is the active one.
fn collections(fields: &mut Fields<'_>) -> SavedCollections {
    let entries = fields.entries("collections", MAX_COLLECTIONS, collection);
    let active = fields.present("collection", index).unwrap_or_default();
    let n_lost = (entries.iter().take(active))
        .filter(|entry| entry.is_none())
        .count();
    SavedCollections {
        open: entries.into_iter().flatten().collect(),
        active: active - n_lost,
    }
}

fn theme(value: &Value) -> Option<egui::ThemePreference> {
    match value.as_str()? {
        DARK => Some(egui::ThemePreference::Dark),
        LIGHT => Some(egui::ThemePreference::Light),
        _ => None,
    }
}

fn settings(fields: &mut Fields<'_>) -> Settings {
    let algorithm = fields.present("algorithm", |value| job::algorithm(value.as_str()?).ok());
    let algorithm = algorithm.unwrap_or(DEFAULT_ALGORITHM);
    let heuristic = fields.present("heuristic", expression);
    let mut settings = Settings::new(
        algorithm,
        heuristic.unwrap_or_else(|| DEFAULT_HEURISTIC.into()),
    );
    settings.options = algorithm.defaults_of_first_version();
    settings.databases = fields.optional("databases", expression);
    settings.measure_to = fields.optional("measure_to", board);
    let estimate = fields.present("estimate", |value| {
        job::route_heuristic(value.as_str()?).ok()
    });
    settings.route_heuristic = estimate.unwrap_or_default();
    let order = fields.present("order", |value| value.as_str()?.parse().ok());
    settings.order = order.unwrap_or_default();
    let limits = &mut settings.limits;
    limits.expanded = fields.optional("most_expanded", Value::as_u64);
    limits.memory = fields.optional("most_memory", Value::as_u64);
    let milliseconds = fields.optional("most_milliseconds", Value::as_u64);
    limits.time = milliseconds.map(Duration::from_millis);
    for row in OPTIONS {
        fields.present(row.field, |value| {
            set_option(row, &mut settings.options, value)
        });
    }
    // Choices that the algorithm does not have give way to its defaults.
    settings.with_algorithm(algorithm)
}

/// Sets an option to `value`; `None` if it takes no such value.
fn set_option(row: &OptionAbout, options: &mut Options, value: &Value) -> Option<()> {
    let value = match value {
        Value::Null => OptionValue::None,
        Value::String(text) => row.parse(text).ok()?,
        number => row.parse(&number.to_string()).ok()?,
    };
    row.set(options, value).ok()
}

fn expression(value: &Value) -> Option<HeuristicExpr> {
    /// More than any expression takes that a person writes.
    const MAX_BYTES: usize = 10_000;
    let text = value.as_str().filter(|text| text.len() <= MAX_BYTES)?;
    job::heuristic(text).ok()
}

fn board(value: &Value) -> Option<Board> {
    notation::parse_board(value.as_str()?).ok()
}

/// The condition of a breakpoint, and whether it is on. It is read as text: whether it fits a
/// problem is told beside it.
fn breakpoint(value: &Value) -> Option<(String, bool)> {
    let condition = value.get("condition")?.as_str()?;
    let is_on = value.get("is_on")?.as_bool()?;
    let fits = condition.chars().nth(MAX_CONDITION).is_none();
    fits.then(|| (condition.to_owned(), is_on))
}

/// The patterns of a goal; tiles that are in none are not finished yet.
fn painted(value: &Value) -> Option<(Board, Partition)> {
    let goal = board(value.get("goal")?)?;
    let keeps_blank = match value.get("keeps_blank") {
        None => false,
        Some(keeps) => keeps.as_bool()?,
    };
    let mut is_free = vec![true; goal.size().n_cells()];
    is_free[0] = false;
    let tile = |value: &Value| {
        let tile = u8::try_from(value.as_u64()?).ok()?;
        let is_free = is_free.get_mut(usize::from(tile))?;
        std::mem::take(is_free).then_some(tile)
    };
    let patterns = read_patterns(value.get("patterns")?, tile)?;
    let blank = match keeps_blank {
        true => Blank::Kept,
        false => Blank::Minimised,
    };
    Some((goal, Partition::from(patterns).with(blank)))
}

fn read_patterns(
    value: &Value,
    mut tile: impl FnMut(&Value) -> Option<u8>,
) -> Option<Vec<Vec<u8>>> {
    /// A letter names each.
    const MAX_PATTERNS: usize = 26;
    let patterns = value.as_array()?;
    let patterns = (patterns.len() <= MAX_PATTERNS).then_some(patterns)?.iter();
    let read = patterns.map(|tiles| tiles.as_array()?.iter().map(&mut tile).collect());
    read.collect()
}
