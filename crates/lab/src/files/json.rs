//! The JSON of a file: which kind it is, and a puzzle's read field by field.

pub use super::unique::Fields;
use super::{from_start, route};
use crate::Problem;
use crate::format::{escaped, excerpt};
use serde_json::Value;
use tilescope_puzzle::{Board, Costs, Direction, Puzzle, Size, TileCosts};

pub const FORMAT: &str = "tilescope-puzzle";
/// The newest version.
pub const VERSION: u64 = 2;

/// A text as JSON has it, between quotation marks.
pub fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// Every field of version 1, in the order in which they are written.
const FIELDS: [&str; 10] = [
    "format", "version", "name", "rows", "columns", "start", "goal", "costs", "notes", "source",
];

/// The field that version 2 has beside them.
const TILE_COSTS: &str = "tile_costs";

/// Reads a problem; the error says what is wrong, then where.
pub fn read(text: &str) -> Result<Problem, String> {
    let fields: Fields =
        serde_json::from_str(text).map_err(|error| syntax_error(&error, "puzzle"))?;
    if fields.format()? == route::FORMAT {
        fields.check_version(route::VERSION)?;
        fields.check_known("route", &route::FIELDS, None)?;
        return route::read(&fields).map(Problem::Route);
    }
    let version = fields.check_version(VERSION)?;
    if version == 1 && fields.get(TILE_COSTS).is_some() {
        return Err(format!(
            "“{TILE_COSTS}” is a field of version {VERSION}, but “version” is 1"
        ));
    }
    fields.check_known("puzzle", &FIELDS, Some(TILE_COSTS))?;
    puzzle(&fields).map(Problem::Tiles)
}

fn puzzle(fields: &Fields) -> Result<Puzzle, String> {
    let start = fields
        .get("start")
        .ok_or("“start” is missing: give the board as rows of tiles")?;
    let start = board("start", start)?;
    fields.check_side("rows", start.size().rows())?;
    fields.check_side("columns", start.size().columns())?;
    let mut puzzle = from_start(start);
    if let Some(value) = fields.get("goal") {
        puzzle.goal = board("goal", value)?;
        let (start, goal) = (puzzle.start.size(), puzzle.goal.size());
        if start != goal {
            return Err(format!(
                "“start” is {start} and “goal” is {goal}: both must have the same size"
            ));
        }
    }
    if let Some(value) = fields.get("costs") {
        puzzle.costs = costs(value)?;
    }
    if let Some(value) = fields.get(TILE_COSTS) {
        puzzle.costs = puzzle.costs.with_tiles(tile_costs(value)?);
        let size = puzzle.start.size();
        let check = puzzle.costs.check(size);
        check.map_err(|error| format!("{error}, in “{TILE_COSTS}”"))?;
    }
    puzzle.name = fields.text("name")?;
    puzzle.notes = fields.text("notes")?;
    puzzle.source = fields.text("source")?;
    Ok(puzzle)
}

/// Reads the factor that a tile's number is in the cost of its moves.
pub fn tile_costs(value: &Value) -> Result<TileCosts, String> {
    let tiles = value.as_str().and_then(TileCosts::from_key);
    tiles.ok_or_else(|| {
        let keys = TileCosts::ALL.map(TileCosts::key).join(", ");
        format!("“{TILE_COSTS}” is {}, not one of {keys}", described(value))
    })
}

/// The field in which a file keeps the cost of `direction`.
pub fn cost_key(direction: Direction) -> String {
    direction.name().to_lowercase()
}

impl Fields {
    /// Which of the formats that are read here it says it has.
    fn format(&self) -> Result<&str, String> {
        match self.get("format") {
            Some(Value::String(format)) if [FORMAT, route::FORMAT].contains(&&**format) => {
                Ok(format)
            }
            Some(other) => Err(format!(
                "“format” is {}, not \"{FORMAT}\": this is not a Tilescope puzzle",
                described(other)
            )),
            None => Err(format!(
                "“format” is missing: a Tilescope puzzle has \"format\": \"{FORMAT}\""
            )),
        }
    }

    /// The version, if it is one up to the `newest` that can be read.
    fn check_version(&self, newest: u64) -> Result<u64, String> {
        let known = match newest {
            1 => "1".to_owned(),
            newest => format!("1 or {newest}"),
        };
        match self
            .get("version")
            .map(|version| (version.as_u64(), version))
        {
            Some((Some(version), _)) if (1..=newest).contains(&version) => Ok(version),
            Some((Some(version), _)) if version > newest => Err(format!(
                "“version” is {version}, but this Tilescope reads up to version {newest}: \
                 update Tilescope to open it"
            )),
            Some((_, other)) => Err(format!("“version” is {}, not {known}", described(other))),
            None => Err("“version” is missing: add \"version\": 1".into()),
        }
    }

    /// Checks that it has no fields but the `known` ones of this kind of file, and a `newer`.
    fn check_known(&self, kind: &str, known: &[&str], newer: Option<&str>) -> Result<(), String> {
        let is_known = |key: &str| known.contains(&key) || newer == Some(key);
        match self.keys().find(|key| !is_known(key)) {
            None => Ok(()),
            Some(key) => Err(format!(
                "a {kind} has no field “{}”; its fields are {}",
                excerpt(key),
                known.join(", ")
            )),
        }
    }

    /// Checks that `key`, if it is there, says that the board has `side` rows or columns.
    fn check_side(&self, key: &str, side: usize) -> Result<(), String> {
        match self.get(key) {
            None => Ok(()),
            Some(value) if value.as_u64() == Some(side as u64) => Ok(()),
            Some(value) => Err(format!(
                "“{key}” is {}, but “start” has {side} {key}",
                described(value)
            )),
        }
    }

    pub fn text(&self, key: &str) -> Result<String, String> {
        match self.get(key) {
            None => Ok(String::new()),
            Some(Value::String(text)) => Ok(text.clone()),
            Some(other) => Err(format!("“{key}” is {}, not text", described(other))),
        }
    }
}

/// Reads the board in the field `key`.
fn board(key: &str, value: &Value) -> Result<Board, String> {
    let rows = value.as_array().ok_or_else(|| {
        format!(
            "“{key}” is {}, not a list of rows such as [[1, 2], [3, 0]]",
            described(value)
        )
    })?;
    let mut tiles = Vec::new();
    let mut n_columns = None;
    for (row, value) in (1..).zip(rows) {
        let entries = value
            .as_array()
            .ok_or_else(|| format!("row {row} of “{key}” is {}, not a list", described(value)))?;
        let expected = *n_columns.get_or_insert(entries.len());
        if entries.len() != expected {
            return Err(format!(
                "row {row} of “{key}” has {} tiles, but row 1 has {expected}",
                entries.len()
            ));
        }
        // Before the tiles are looked at: a row may be as long as the file allows.
        Size::new(rows.len(), expected).map_err(|error| format!("{error}, in “{key}”"))?;
        for (column, value) in (1..).zip(entries) {
            tiles.push(value.as_u64().ok_or_else(|| {
                format!(
                    "{} is not a tile, in row {row}, column {column} of “{key}”",
                    described(value)
                )
            })?);
        }
    }
    let size = Size::new(rows.len(), n_columns.unwrap_or(0))
        .map_err(|error| format!("{error}, in “{key}”"))?;
    Board::new(size, &tiles).map_err(|error| format!("{error}, in “{key}”"))
}

pub fn costs(value: &Value) -> Result<Costs, String> {
    let fields = value.as_object().ok_or_else(|| {
        format!(
            "“costs” is {}, not an object such as {{\"up\": 1, \"left\": 1, \"right\": 1, \"down\": 1}}",
            described(value)
        )
    })?;
    let mut costs = Costs::UNIT;
    for (key, value) in fields {
        let direction = Direction::ALL
            .into_iter()
            .find(|&direction| cost_key(direction) == *key)
            .ok_or_else(|| {
                format!(
                    "“{}” is not a move: “costs” has up, left, right, down",
                    excerpt(key)
                )
            })?;
        let out_of_range = || {
            format!(
                "“{key}” costs {}, not a whole number from 1 to {}, in “costs”",
                described(value),
                Costs::MAX
            )
        };
        costs = value
            .as_u64()
            .and_then(|cost| costs.with(direction, cost).ok())
            .ok_or_else(out_of_range)?;
    }
    Ok(costs)
}

/// What is wrong with text that is no JSON of a `kind` of file, and where.
pub fn syntax_error(error: &serde_json::Error, kind: &str) -> String {
    let (line, column) = (error.line(), error.column());
    let article = if kind.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    let kind = match error.classify() {
        serde_json::error::Category::Data => format!("this is not {article} {kind}"),
        _ => "this is not JSON".to_owned(),
    };
    format!("{kind} ({}), at line {line}, column {column}", cause(error))
}

/// What is wrong, without its place, in the words of JSON instead of Rust's: “expected an object”, not
/// “expected struct RunSettings”.
pub fn cause(error: &serde_json::Error) -> String {
    /// In characters. It may quote a text of the file.
    const MAX_CAUSE: usize = 160;
    const NUMBERS: [&str; 8] = ["u8", "u16", "u32", "u64", "usize", "i32", "i64", "u128"];
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = error.to_string();
    let message = message.strip_suffix(&place).unwrap_or(&message);
    let plain = message.rsplit_once("expected ").map(|(before, wanted)| {
        let wanted = match wanted {
            _ if wanted.starts_with("struct ") => "an object",
            _ if NUMBERS.contains(&wanted) => "a whole number",
            "f64" | "f32" => "a number",
            _ if wanted.starts_with("a sequence") => "a list",
            _ => wanted,
        };
        format!("{before}expected {wanted}")
    });
    escaped(&plain.unwrap_or_else(|| message.to_owned()), MAX_CAUSE)
}

/// A value as a message shows it.
pub fn described(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "an object".into(),
        other => excerpt(&other.to_string()),
    }
}
