//! Instances: boards, files, bundled puzzles and generated ones.

use super::ExperimentError;
use super::object::Object;
use crate::collection::Collection;
use crate::files::json::{costs, described, tile_costs};
use crate::files::{self, Opened};
use crate::format::excerpt;
use crate::generate::{self, Context, GenerateError, Method, Request};
use crate::{Problem, examples};
use serde_json::Value;
use std::path::Path;
use tilescope_puzzle::heuristics::{Manhattan, TileHeuristic};
use tilescope_puzzle::notation::{board_line, parse_board};
use tilescope_puzzle::{Board, GoalPreset, Puzzle, Size};
use tilescope_search::Cost;

/// A puzzle of an experiment.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Differs from the names of the others.
    pub name: String,
    pub puzzle: Puzzle,
}

/// Where instances come from.
pub enum Source {
    Ready(Vec<Instance>),
    /// To be generated, under this name.
    Generate(String, Request),
}

impl Source {
    /// The number of instances.
    pub fn len(&self) -> u64 {
        match self {
            Source::Ready(instances) => instances.len() as u64,
            Source::Generate(_, request) => request.count as u64,
        }
    }
}

/// Reads the field “instances”; nothing is generated yet. Files are relative to `folder`.
pub fn read(fields: &Object, folder: &Path) -> Result<Vec<Source>, ExperimentError> {
    let entries = (1..).zip(fields.list("instances")?);
    let read = |(number, value): (usize, &Value)| {
        read_entry(value, &format!("entry {number} of “instances”"), folder)
    };
    entries.map(read).collect()
}

/// Generates what is to be generated.
pub fn generate(
    sources: Vec<Source>,
    context: &mut Context,
) -> Result<Vec<Instance>, ExperimentError> {
    let mut instances = Vec::new();
    for source in sources {
        match source {
            Source::Ready(ready) => instances.extend(ready),
            Source::Generate(name, request) => {
                let generated =
                    generate::generate(&request, context).map_err(|error| match error {
                        GenerateError::Interrupted => ExperimentError::Interrupted,
                        error => ExperimentError::Invalid(format!("{error}, for “{name}”")),
                    })?;
                if let Some(note) = generated.note {
                    return Err(ExperimentError::Invalid(format!("{note}, for “{name}”")));
                }
                instances.extend(all(&name, generated.collection));
            }
        }
    }
    Ok(instances)
}

fn read_entry(value: &Value, place: &str, folder: &Path) -> Result<Source, ExperimentError> {
    if let Some(text) = value.as_str() {
        let start = parse_board(text)
            .map_err(|error| ExperimentError::Invalid(format!("{error}, in {place}")))?;
        return Ok(one(board_line(&start), files::from_start(start)));
    }
    let kinds: [(&str, &[&str]); 4] = [
        ("board", &["board", "name", "goal", "costs", "tile_costs"]),
        ("file", &["file", "puzzles"]),
        ("bundled", &["bundled", "puzzles"]),
        ("generate", &["generate", "name"]),
    ];
    let kind = kinds.into_iter().find(|(key, _)| value.get(key).is_some());
    let Some((kind, known)) = kind else {
        return Err(ExperimentError::Invalid(format!(
            "{} is no instance: write a board, or an object with “board”, “file”, “bundled” or \
             “generate”, in {place}",
            described(value)
        )));
    };
    let fields = Object::new(value, place, known)?;
    let text = fields.text(if kind == "generate" { "name" } else { kind })?;
    match (kind, text) {
        ("board", Some(text)) => board(&fields, text),
        ("file", Some(name)) => {
            let path = folder.join(name);
            let opened = files::open(&path).map_err(|error| fields.error(error))?;
            let stem = path.file_stem().unwrap_or(path.as_os_str());
            chosen(&fields, &stem.to_string_lossy(), opened)
        }
        ("bundled", Some(name)) => match examples::open(name) {
            Some(opened) => chosen(&fields, name, opened),
            None => Err(fields.error(format!(
                "there is no bundled puzzle or collection “{}”",
                excerpt(name)
            ))),
        },
        (_, name) => generated(&fields, name),
    }
}

fn one(name: String, puzzle: Puzzle) -> Source {
    Source::Ready(vec![Instance { name, puzzle }])
}

/// All puzzles of a collection, named by their numbers.
fn all(name: &str, collection: Collection) -> Vec<Instance> {
    let puzzles = collection.puzzles.into_iter().map(|entry| entry.puzzle);
    let named = (1..).zip(puzzles).map(|(number, puzzle)| Instance {
        name: format!("{name}#{number}"),
        puzzle,
    });
    named.collect()
}

fn board(fields: &Object, text: &str) -> Result<Source, ExperimentError> {
    let start = parse_board(text).map_err(|error| fields.error(error))?;
    let mut puzzle = files::from_start(start);
    if let Some(goal) = fields.text("goal")? {
        puzzle.goal = read_goal(fields, goal, puzzle.start.size())?;
    }
    if puzzle.goal.size() != puzzle.start.size() {
        return Err(fields.error("“board” and “goal” must have the same size"));
    }
    if let Some(value) = fields.get("costs") {
        puzzle.costs = costs(value).map_err(|error| fields.error(error))?;
    }
    if let Some(value) = fields.get("tile_costs") {
        let tiles = tile_costs(value).map_err(|error| fields.error(error))?;
        puzzle.costs = puzzle.costs.with_tiles(tiles);
    }
    let name = fields
        .text("name")?
        .map_or_else(|| board_line(&puzzle.start), excerpt);
    Ok(one(name, puzzle))
}

/// A board, or the key of a preset.
fn read_goal(fields: &Object, text: &str, size: Size) -> Result<Board, ExperimentError> {
    let preset = GoalPreset::ALL
        .into_iter()
        .find(|preset| preset.key() == text);
    match preset {
        Some(preset) => Ok(preset.board(size)),
        None => parse_board(text).map_err(|error| fields.error(format!("{error}, in “goal”"))),
    }
}

/// The puzzles of a file that the field “puzzles” chooses.
fn chosen(fields: &Object, name: &str, opened: Opened) -> Result<Source, ExperimentError> {
    let collection = match opened {
        Opened::Problem(Problem::Tiles(_)) if fields.get("puzzles").is_some() => {
            return Err(fields.error("“puzzles” chooses from a collection, but this is one puzzle"));
        }
        Opened::Problem(Problem::Tiles(puzzle)) => return Ok(one(name.to_owned(), puzzle)),
        Opened::Problem(Problem::Route(_)) => {
            return Err(fields.error(format!(
                "“{name}” is a road map: an experiment takes sliding-tile puzzles"
            )));
        }
        Opened::Collection(collection) => collection,
    };
    let Some(wanted) = fields.get("puzzles") else {
        return Ok(Source::Ready(all(name, collection)));
    };
    let numbers = match wanted {
        Value::String(range) => {
            let ends = range.split_once("..");
            let ends = ends.and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
            let in_file = |&(from, to): &(usize, usize)| {
                1 <= from && from <= to && to <= collection.puzzles.len()
            };
            let (from, to) = ends.filter(in_file).ok_or_else(|| {
                fields.error(format!(
                    "“puzzles” is “{}”, not a range such as 1..{}",
                    excerpt(range),
                    collection.puzzles.len()
                ))
            })?;
            (from - 1..to).collect()
        }
        Value::Array(entries) => {
            let find = |entry: &Value| {
                let text = match entry {
                    Value::String(name) => name.clone(),
                    other => other.to_string(),
                };
                collection.find(&text).map_err(|error| fields.error(error))
            };
            entries
                .iter()
                .map(find)
                .collect::<Result<Vec<usize>, _>>()?
        }
        other => {
            return Err(fields.error(format!(
                "“puzzles” is {}, not a range such as \"1..10\" or a list of numbers and names",
                described(other)
            )));
        }
    };
    let instances = all(name, collection);
    let chosen = numbers.into_iter().map(|index| instances[index].clone());
    Ok(Source::Ready(chosen.collect()))
}

/// The field for the range of the heuristic's values has its key.
const MANHATTAN: &str = Manhattan::ABOUT.key;

fn generated(fields: &Object, name: Option<&str>) -> Result<Source, ExperimentError> {
    const KNOWN: &[&str] = &[
        "size", "goal", "count", "seed", "distance", "walk", "uniform", "hardest", MANHATTAN,
    ];
    let value = fields.get("generate").unwrap_or(&Value::Null);
    let given = Object::new(value, format!("“generate” of {}", fields.place), KNOWN)?;
    let size = match given.text("size")? {
        Some(text) => size(text).ok_or_else(|| given.error("write “size” as \"3x4\""))?,
        None => Size::EIGHT_PUZZLE,
    };
    let goal = read_goal(&given, given.text("goal")?.unwrap_or("blank-last"), size)?;
    if goal.size() != size {
        return Err(given.error(format!(
            "“goal” is a {} board, but “size” is {size}",
            goal.size()
        )));
    }
    let mut methods = Vec::new();
    if let Some(moves) = given.whole("distance", 0, Cost::MAX.into())? {
        methods.push(Method::Distance(moves as Cost));
    }
    if let Some(moves) = given.whole("walk", 1, generate::MAX_WALK as u64)? {
        methods.push(Method::Walk(moves as usize));
    }
    methods.extend(given.flag("uniform")?.then_some(Method::Uniform));
    methods.extend(given.flag("hardest")?.then_some(Method::Hardest));
    if let Some(text) = given.text(MANHATTAN)? {
        let ends = text.split_once("..");
        let ends = ends.and_then(|(a, b)| Some(a.parse().ok()?..=b.parse().ok()?));
        let range = ends.ok_or_else(|| given.error("write “manhattan” as \"10..20\""))?;
        methods.push(Method::Manhattan(range));
    }
    let (Some(method), 1) = (methods.pop(), methods.len() + 1) else {
        return Err(given.error("give one of distance, walk, uniform, hardest and manhattan"));
    };
    let count = given
        .whole("count", 1, generate::MAX_COUNT as u64)?
        .unwrap_or(1);
    let seed = given.whole("seed", 0, u64::MAX)?.unwrap_or(0);
    let name = match name {
        Some(name) => excerpt(name),
        None => format!("{size} {}, seed {seed}", method.describe()),
    };
    let request = Request {
        goal,
        method,
        count: count as usize,
        seed,
    };
    Ok(Source::Generate(name, request))
}

fn size(text: &str) -> Option<Size> {
    let (rows, columns) = text.split_once(['x', '×'])?;
    Size::new(rows.parse().ok()?, columns.parse().ok()?).ok()
}
