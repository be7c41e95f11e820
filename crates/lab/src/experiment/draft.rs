//! Drafts: experiments that are being written, which may be invalid.
//!
//! A draft keeps every field of its file as it is, so that nothing is lost when the file is saved
//! again. Its entries are those of the file; the functions below make new ones.

use super::configurations::unnamed_options;
use super::object::Object;
use super::{Experiment, ExperimentError, FORMAT, VERSION};
use crate::files::json::{self, syntax_error};
use crate::files::unique::Unique;
use crate::files::{self, MAX_BYTES};
use crate::format;
use crate::generate::{Context, Method, Request};
use crate::job;
use crate::{Limits, Settings};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use tilescope_puzzle::heuristics::{Manhattan, TileHeuristic};
use tilescope_puzzle::notation::board_line;
use tilescope_puzzle::{Costs, Direction, MoveOrder, Puzzle, TileCosts};

/// An experiment that is being written.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    format: String,
    version: u64,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    #[serde(default, skip_serializing_if = "is_default")]
    pub seed: u64,
    /// The entries of the field “instances”. Paths in them are absolute.
    pub instances: Vec<Value>,
    /// The entries of the field “algorithms”.
    pub algorithms: Vec<Value>,
    /// Keys, expressions or formulas.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub heuristics: Vec<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub limits: DraftLimits,
    #[serde(default = "once")]
    pub repetitions: u64,
    /// The absolute path of the file of its records, if that is not the one beside its own file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub records: Option<String>,
}

/// Whether the file at `path` says that it is an experiment.
pub fn is_experiment_file(path: &Path) -> bool {
    let text = files::read(path, MAX_BYTES).unwrap_or_default();
    let value: Value = serde_json::from_str(&text).unwrap_or_default();
    value.get("format").and_then(Value::as_str) == Some(FORMAT)
}

/// The limits of each run.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraftLimits {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_expanded: Option<u64>,
    /// In bytes; `None` is the default of [`Limits`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_memory: Option<u64>,
    /// In seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_time: Option<f64>,
}

impl Default for Draft {
    fn default() -> Self {
        Draft {
            format: FORMAT.into(),
            version: VERSION,
            name: String::new(),
            notes: String::new(),
            seed: 0,
            instances: Vec::new(),
            algorithms: Vec::new(),
            heuristics: Vec::new(),
            limits: DraftLimits::default(),
            repetitions: once(),
            records: None,
        }
    }
}

impl Draft {
    /// Reads the file of an experiment. What its entries say is not checked.
    ///
    /// # Errors
    /// If it cannot be read or is no experiment.
    pub fn load(path: &Path) -> Result<Draft, ExperimentError> {
        let text = files::read(path, MAX_BYTES)?;
        let within = |error: ExperimentError| error.within(&format::path(path));
        let mut draft = Draft::from_text(&text).map_err(within)?;
        let folder = path.parent().map_or_else(PathBuf::new, Path::to_owned);
        draft.change_files(&|file| folder.join(file));
        Ok(draft)
    }

    /// Reads what [`Draft::to_text`] writes. Paths in it are taken as they are.
    ///
    /// # Errors
    /// If it is no experiment.
    pub fn from_text(text: &str) -> Result<Draft, ExperimentError> {
        let Unique(value) = serde_json::from_str(text)
            .map_err(|error| ExperimentError::new(syntax_error(&error, "experiment")))?;
        Object::new(&value, "the experiment", super::FIELDS)?.check_format(FORMAT, VERSION)?;
        serde_json::from_value(value)
            .map_err(|error| ExperimentError::new(format::escaped(&error.to_string(), 160)))
    }

    /// Writes the file of the experiment. Files in its folder are named relative to it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), ExperimentError> {
        let mut relative = self.clone();
        if let Some(folder) = path.parent() {
            relative.change_files(&|file| file.strip_prefix(folder).unwrap_or(file).to_owned());
        }
        Ok(files::save_text(path, &relative.to_text())?)
    }

    /// Generates its instances and checks all of its runs. An experiment without a name gets that of
    /// `file`.
    ///
    /// # Errors
    /// As [`Experiment::load`].
    pub fn check(
        &self,
        file: Option<&Path>,
        context: &mut Context,
    ) -> Result<Experiment, ExperimentError> {
        let mut experiment = Experiment::from_json(&self.to_text(), Path::new(""), context)?;
        if experiment.name.is_empty()
            && let Some(stem) = file.and_then(Path::file_stem)
        {
            experiment.name = stem.to_string_lossy().into_owned();
        }
        Ok(experiment)
    }

    /// The text of a file, with absolute paths.
    pub fn to_text(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("a draft is JSON");
        text + "\n"
    }

    /// Whether there is nothing in it yet.
    pub fn is_empty(&self) -> bool {
        let newest = Draft {
            version: VERSION,
            ..self.clone()
        };
        newest == Draft::default()
    }

    fn change_files(&mut self, change: &dyn Fn(&Path) -> PathBuf) {
        let instances = self
            .instances
            .iter_mut()
            .filter_map(|it| it.get_mut("file"));
        let files = instances.filter_map(|file| match file {
            Value::String(file) => Some(file),
            _ => None,
        });
        for file in files.chain(&mut self.records) {
            *file = change(Path::new(file)).to_string_lossy().into_owned();
        }
    }

    /// Adds `puzzle`, under its name unless another instance has it.
    pub fn add_puzzle(&mut self, puzzle: &Puzzle) {
        let mut entry = Map::new();
        entry.insert("board".into(), board_line(&puzzle.start).into());
        let is_taken = |entry: &Value| entry.get("name") == Some(&puzzle.name.as_str().into());
        if !puzzle.name.is_empty() && !self.instances.iter().any(is_taken) {
            entry.insert("name".into(), puzzle.name.as_str().into());
        }
        entry.insert("goal".into(), board_line(&puzzle.goal).into());
        if puzzle.costs.with_tiles(TileCosts::default()) != Costs::default() {
            let cost = |direction: Direction| {
                let key = json::cost_key(direction).to_owned();
                (key, Value::from(puzzle.costs.direction_cost(direction)))
            };
            let costs: Map<String, Value> = Direction::ALL.into_iter().map(cost).collect();
            entry.insert("costs".into(), costs.into());
        }
        if puzzle.costs.tiles() != TileCosts::default() {
            entry.insert("tile_costs".into(), puzzle.costs.tiles().key().into());
        }
        self.instances.push(entry.into());
    }

    /// Adds the puzzles of the file at this absolute path.
    pub fn add_file(&mut self, path: &Path) {
        self.instances.push(json!({"file": path.to_string_lossy()}));
    }

    /// Adds a bundled puzzle or collection.
    pub fn add_bundled(&mut self, name: &str) {
        self.instances.push(json!({"bundled": name}));
    }

    /// Adds the puzzles with these numbers, counted from 1, of the collection in the file at this
    /// absolute path.
    pub fn add_of_file(&mut self, path: &Path, numbers: &[usize]) {
        let puzzles = chosen(numbers);
        let entry = json!({"file": path.to_string_lossy(), "puzzles": puzzles});
        self.instances.push(entry);
    }

    /// The same of a bundled collection.
    pub fn add_of_bundled(&mut self, name: &str, numbers: &[usize]) {
        let entry = json!({"bundled": name, "puzzles": chosen(numbers)});
        self.instances.push(entry);
    }

    /// Adds puzzles that are generated.
    pub fn add_generated(&mut self, request: &Request) {
        let size = request.goal.size();
        let mut entry = json!({
            "size": format!("{}x{}", size.rows(), size.columns()),
            "goal": board_line(&request.goal),
            "count": request.count,
            "seed": request.seed,
        });
        let (key, value) = match &request.method {
            Method::Uniform => ("uniform", json!(true)),
            Method::Hardest => ("hardest", json!(true)),
            Method::Walk(moves) => ("walk", json!(moves)),
            Method::Distance(moves) => ("distance", json!(moves)),
            Method::Manhattan(range) => (
                Manhattan::ABOUT.key,
                json!(format!("{}..{}", range.start(), range.end())),
            ),
        };
        entry[key] = value;
        self.instances.push(json!({"generate": entry}));
    }

    /// Takes out the instances from this index on that are there before, under whatever name. Returns how many
    /// they were.
    pub fn leave_out_repeated(&mut self, from: usize) -> usize {
        let key = |entry: &Value| {
            let mut entry = entry.clone();
            if let Some(fields) = entry.as_object_mut() {
                fields.remove("name");
            }
            entry.to_string()
        };
        let added = self.instances.split_off(from);
        let mut seen: HashSet<String> = self.instances.iter().map(key).collect();
        let n_all = from + added.len();
        let new = added.into_iter().filter(|entry| seen.insert(key(entry)));
        self.instances.extend(new);
        n_all - self.instances.len()
    }

    /// Adds the algorithm of `settings` with the options that have to be named.
    pub fn add_algorithm(&mut self, settings: &Settings) {
        let algorithm = settings.algorithm;
        let defaults = unnamed_options(algorithm, self.version);
        let mut entry = Map::new();
        for applies in algorithm.options {
            let row = applies.about();
            let value = row.get(&settings.options);
            if value != row.get(&defaults) {
                let value = serde_json::to_value(value).unwrap_or_default();
                entry.insert(row.field.into(), value);
            }
        }
        if !algorithm.is_engine() && settings.order != MoveOrder::default() {
            entry.insert("order".into(), settings.order.to_string().into());
        }
        self.algorithms.push(match entry.is_empty() {
            true => algorithm.key.into(),
            false => {
                entry.insert("algorithm".into(), algorithm.key.into());
                entry.into()
            }
        });
    }
}

impl From<Limits> for DraftLimits {
    fn from(limits: Limits) -> Self {
        DraftLimits {
            max_expanded: limits.expanded,
            max_memory: limits.memory,
            max_time: limits.time.map(|time| time.as_secs_f64()),
        }
    }
}

impl DraftLimits {
    /// The memory of a run, in bytes.
    pub fn memory(&self) -> Option<u64> {
        self.max_memory.or(Limits::default().memory)
    }
}

/// Numbers in order without a gap as a range, others as a list.
fn chosen(numbers: &[usize]) -> Value {
    let is_next = |pair: &[usize]| pair[1] == pair[0] + 1;
    match numbers {
        [first, .., last] if numbers.windows(2).all(is_next) => format!("{first}..{last}").into(),
        numbers => numbers.into(),
    }
}

/// Longer texts of an entry are cut: a file may hold anything.
const MAX_CHARS: usize = 400;

/// An entry of “instances” in a few words: “korf.json, 1..10”.
pub fn instance_text(entry: &Value) -> String {
    if let Some(board) = entry.as_str() {
        return format::excerpt(board);
    }
    let text = |key: &str| entry.get(key).and_then(Value::as_str);
    let puzzles = match entry.get("puzzles") {
        Some(puzzles) => format!(", {}", plain(puzzles)),
        None => String::new(),
    };
    if let (Some(name), Some(generated)) = (text("name"), entry.get("generate")) {
        return format!("{}: {}", format::excerpt(name), generated_text(generated));
    }
    if let Some(name) = text("name").or(text("board")) {
        return format::excerpt(name);
    }
    if let Some(file) = text("file") {
        return format!("{}{puzzles}", format::file_name(Path::new(file)));
    }
    if let Some(bundled) = text("bundled") {
        return format!("{}{puzzles}", format::excerpt(bundled));
    }
    generated_text(entry.get("generate").unwrap_or(entry))
}

/// “100 of 3×3, distance 25, seed 7”.
fn generated_text(entry: &Value) -> String {
    let size = entry.get("size").map_or_else(|| "3x3".into(), plain);
    let count = entry.get("count").map_or_else(|| "1".into(), plain);
    let mut text = format!("{count} of {}", size.replace('x', "×"));
    let known = ["size", "count", "goal", "seed"];
    let fields = entry.as_object().into_iter().flatten();
    for (key, value) in fields.filter(|(key, _)| !known.contains(&key.as_str())) {
        text += &match value {
            Value::Bool(true) => format!(", {key}"),
            value => format!(", {key} {}", plain(value)),
        };
    }
    let seed = entry.get("seed").map_or_else(|| "0".into(), plain);
    format::escaped(&format!("{text}, seed {seed}"), MAX_CHARS)
}

/// An entry of “algorithms” in a few words: “Weighted A\*, weight 1, 1.5, 2”.
pub fn algorithm_text(entry: &Value) -> String {
    let name = |key: &str| match job::algorithm(key) {
        Ok(about) => about.name.to_owned(),
        Err(_) => format::excerpt(key),
    };
    if let Some(key) = entry.as_str() {
        return name(key);
    }
    let mut text = match entry.get("algorithm").and_then(Value::as_str) {
        Some(key) => name(key),
        None => return format::excerpt(&entry.to_string()),
    };
    let fields = entry.as_object().into_iter().flatten();
    for (key, value) in fields.filter(|(key, _)| *key != "algorithm") {
        text += &match &**key {
            "name" => format!(" “{}”", plain(value)),
            _ => format!(", {} {}", key.replace('_', " "), plain(value)),
        };
    }
    format::escaped(&text, MAX_CHARS)
}

/// A value without quotation marks.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(", "),
        Value::Null => "none".into(),
        // 2, where JSON has 2.0.
        Value::Number(number) if number.is_f64() => number.as_f64().unwrap_or(f64::NAN).to_string(),
        other => other.to_string(),
    }
}

fn once() -> u64 {
    1
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
