//! Reads a collection in one pass: each puzzle becomes a board as soon as it is parsed.

use super::{FORMAT, MAX_PUZZLES, VERSION};
use crate::collection::{Collection, Entry, KnownLength};
use crate::files::from_start;
use crate::files::json;
use crate::files::unique::Unique;
use crate::format::excerpt;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::fmt;
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::{Board, Costs, GoalPreset, Puzzle, TileCosts};
use tilescope_search::Cost;

const FIELDS: &str = "format, version, name, notes, source, goal, puzzles";
const ENTRY_FIELDS: &str = "name, start, goal, costs, tile_costs, notes, source, result";
const RESULT_FIELDS: &str = "moves, optimal, by";

/// The whole file.
pub struct ToCollection;

impl<'de> Visitor<'de> for ToCollection {
    type Value = Collection;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object { … } with the fields of a collection")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Collection, A::Error> {
        let mut seen = Seen::default();
        let mut collection = Collection::default();
        let (mut format, mut version) = (false, false);
        let mut goal: Option<Board> = None;
        let mut entries: Option<Vec<RawEntry>> = None;
        while let Some(key) = map.next_key::<String>()? {
            seen.check(&key)?;
            match &*key {
                "format" => {
                    check_format(&map.next_value::<Unique>()?.0)?;
                    format = true;
                }
                "version" => {
                    check_version(&map.next_value::<Unique>()?.0)?;
                    version = true;
                }
                "name" => collection.name = map.next_value_seed(Text("name"))?,
                "notes" => collection.notes = map.next_value_seed(Text("notes"))?,
                "source" => collection.source = map.next_value_seed(Text("source"))?,
                "goal" => goal = Some(map.next_value_seed(BoardText("goal"))?),
                "puzzles" => entries = Some(map.next_value_seed(Entries)?),
                _ => return Err(unknown("collection", &key, FIELDS)),
            }
        }
        let missing =
            |key: &str, hint: &str| A::Error::custom(format!("“{key}” is missing: {hint}"));
        if !format {
            return Err(missing(
                "format",
                "a collection has \"format\": \"tilescope-collection\"",
            ));
        }
        if !version {
            return Err(missing("version", "add \"version\": 1"));
        }
        let entries = entries
            .ok_or_else(|| missing("puzzles", "list the puzzles, each an object with a “start”"))?;
        collection.puzzles.reserve_exact(entries.len());
        for (number, entry) in (1..).zip(entries) {
            let entry = entry.finish(goal.as_ref());
            let entry = entry.map_err(|cause| {
                // The parser is already at the end of the file: the path is the place.
                A::Error::custom(format!("puzzles[{}]: {cause}", number - 1))
            })?;
            collection.puzzles.push(entry);
        }
        Ok(collection)
    }
}

fn check_format<E: Error>(value: &Value) -> Result<(), E> {
    match value.as_str() {
        Some(FORMAT) => Ok(()),
        _ => Err(E::custom(format!(
            "“format” is {}, not \"{FORMAT}\": this is not a Tilescope collection",
            json::described(value)
        ))),
    }
}

fn check_version<E: Error>(value: &Value) -> Result<(), E> {
    match value.as_u64() {
        Some(VERSION) => Ok(()),
        Some(newer) if newer > VERSION => Err(E::custom(format!(
            "“version” is {newer}, but this Tilescope reads up to version {VERSION}: update \
             Tilescope to open it"
        ))),
        _ => Err(E::custom(format!(
            "“version” is {}, not {VERSION}",
            json::described(value)
        ))),
    }
}

fn unknown<E: Error>(kind: &str, key: &str, fields: &str) -> E {
    E::custom(format!(
        "a {kind} has no field “{}”; its fields are {fields}",
        excerpt(key)
    ))
}

/// The fields of an object that were there already. Objects here have at most eight fields.
#[derive(Default)]
struct Seen(Vec<String>);

impl Seen {
    fn check<E: Error>(&mut self, key: &str) -> Result<(), E> {
        if self.0.iter().any(|seen| seen == key) {
            return Err(E::custom(format!(
                "the field “{}” occurs twice",
                excerpt(key)
            )));
        }
        self.0.push(key.to_owned());
        Ok(())
    }
}

/// A text, in the field of this name.
struct Text(&'static str);

impl<'de> DeserializeSeed<'de> for Text {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Text {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "text in “{}”", self.0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }
}

/// A board as text, in the field of this name.
struct BoardText(&'static str);

impl<'de> DeserializeSeed<'de> for BoardText {
    type Value = Board;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Board, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for BoardText {
    type Value = Board;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "a board such as \"1 2 3 / 4 5 6 / 7 8 _\" in “{}”",
            self.0
        )
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Board, E> {
        parse_board(text).map_err(|error| E::custom(format!("{error}, in “{}”", self.0)))
    }
}

struct Entries;

impl<'de> DeserializeSeed<'de> for Entries {
    type Value = Vec<RawEntry>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<RawEntry>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Entries {
    type Value = Vec<RawEntry>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list [ … ] in “puzzles”")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<RawEntry>, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = list.next_element_seed(ToEntry(entries.len()))? {
            if entries.len() == MAX_PUZZLES {
                return Err(A::Error::custom(format!(
                    "there are more than {MAX_PUZZLES} puzzles: split the file"
                )));
            }
            entries.push(entry);
        }
        Ok(entries)
    }
}

/// A puzzle whose goal may be given by the collection.
struct RawEntry {
    name: String,
    notes: String,
    source: String,
    start: Board,
    goal: Option<Board>,
    costs: Costs,
    result: Option<KnownLength>,
}

impl RawEntry {
    fn finish(self, common_goal: Option<&Board>) -> Result<Entry, String> {
        let RawEntry {
            name,
            notes,
            source,
            start,
            goal,
            costs,
            result,
        } = self;
        let goal = match goal.or_else(|| common_goal.cloned()) {
            None => GoalPreset::BlankLast.board(start.size()),
            Some(goal) if goal.size() == start.size() => goal,
            Some(goal) => {
                return Err(format!(
                    "“start” is {} and “goal” is {}: both must have the same size",
                    start.size(),
                    goal.size()
                ));
            }
        };
        let check = costs.check(start.size());
        check.map_err(|error| format!("{error}, in “tile_costs”"))?;
        let puzzle = Puzzle {
            name,
            goal,
            costs,
            notes,
            source,
            ..from_start(start)
        };
        Ok(Entry { puzzle, result })
    }
}

/// The puzzle with this index.
struct ToEntry(usize);

impl<'de> DeserializeSeed<'de> for ToEntry {
    type Value = RawEntry;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<RawEntry, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ToEntry {
    type Value = RawEntry;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "an object with a “start” in puzzles[{}]", self.0)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RawEntry, A::Error> {
        let mut seen = Seen::default();
        let (mut name, mut notes, mut source) = (String::new(), String::new(), String::new());
        let (mut start, mut goal, mut result) = (None, None, None);
        let (mut costs, mut tiles) = (Costs::UNIT, TileCosts::One);
        while let Some(key) = map.next_key::<String>()? {
            seen.check(&key)?;
            match &*key {
                "name" => name = map.next_value_seed(Text("name"))?,
                "notes" => notes = map.next_value_seed(Text("notes"))?,
                "source" => source = map.next_value_seed(Text("source"))?,
                "start" => start = Some(map.next_value_seed(BoardText("start"))?),
                "goal" => goal = Some(map.next_value_seed(BoardText("goal"))?),
                "costs" => {
                    let value = map.next_value::<Unique>()?.0;
                    costs = json::costs(&value).map_err(A::Error::custom)?;
                }
                "tile_costs" => {
                    let value = map.next_value::<Unique>()?.0;
                    tiles = json::tile_costs(&value).map_err(A::Error::custom)?;
                }
                "result" => result = Some(known_length(&map.next_value::<Unique>()?.0)?),
                _ => return Err(unknown("puzzle of a collection", &key, ENTRY_FIELDS)),
            }
        }
        let Some(start) = start else {
            return Err(A::Error::custom(format!(
                "puzzles[{}] has no “start”: give a board such as \"1 2 3 / 4 5 6 / 7 8 _\"",
                self.0
            )));
        };
        let costs = costs.with_tiles(tiles);
        Ok(RawEntry {
            name,
            notes,
            source,
            start,
            goal,
            costs,
            result,
        })
    }
}

fn known_length<E: Error>(value: &Value) -> Result<KnownLength, E> {
    let fields = value.as_object().ok_or_else(|| {
        E::custom(format!(
            "“result” is {}, not an object such as {{\"moves\": 31, \"optimal\": true, \"by\": \"a-star\"}}",
            json::described(value)
        ))
    })?;
    let mut known = KnownLength {
        moves: 0,
        optimal: false,
        by: String::new(),
    };
    let mut has_moves = false;
    for (key, value) in fields {
        let wrong = |expected: &str| {
            let found = json::described(value);
            E::custom(format!("“{key}” is {found}, not {expected}, in “result”"))
        };
        match &**key {
            "moves" => {
                let moves = value.as_u64().and_then(|moves| Cost::try_from(moves).ok());
                known.moves = moves.ok_or_else(|| wrong("a number of moves"))?;
                has_moves = true;
            }
            "optimal" => known.optimal = value.as_bool().ok_or_else(|| wrong("true or false"))?,
            "by" => known.by = value.as_str().ok_or_else(|| wrong("text"))?.to_owned(),
            _ => return Err(unknown("result", key, RESULT_FIELDS)),
        }
    }
    match has_moves {
        true => Ok(known),
        false => Err(E::custom("“moves” is missing, in “result”")),
    }
}
