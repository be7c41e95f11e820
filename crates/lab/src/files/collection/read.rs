//! Reads a collection in one pass: each puzzle is packed as soon as it is parsed. Texts and boards are
//! read into room that is used again.

use super::{FORMAT, VERSION};
use crate::collection::{Cells, Collection, Known, MAX_CELLS, PuzzleRef, Puzzles};
use crate::files::json;
use crate::files::unique::Unique;
use crate::format::{self, excerpt};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::fmt;
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::{Board, Costs, GoalPreset, Size, TileCosts};
use tilescope_search::Cost;

/// A kind of object, and its fields.
struct Object {
    kind: &'static str,
    fields: &'static [&'static str],
}

const COLLECTION: Object = Object {
    kind: "collection",
    fields: &[
        "format", "version", "name", "notes", "source", "goal", "puzzles",
    ],
};

const ENTRY: Object = Object {
    kind: "puzzle of a collection",
    fields: &[
        "name",
        "start",
        "goal",
        "costs",
        "tile_costs",
        "notes",
        "source",
        "result",
    ],
};

const RESULT: Object = Object {
    kind: "result",
    fields: &["moves", "optimal", "by"],
};

/// The whole file.
pub struct ToCollection;

impl<'de> Visitor<'de> for ToCollection {
    type Value = Collection;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object { … } with the fields of a collection")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Collection, A::Error> {
        let mut seen = Key::of(&COLLECTION);
        let mut collection = Collection::default();
        let (mut format, mut version) = (false, false);
        let mut goal: Option<Board> = None;
        let mut puzzles: Option<Puzzles> = None;
        while let Some(key) = map.next_key_seed(&mut seen)? {
            match key {
                "format" => {
                    check_format(&map.next_value::<Unique>()?.0)?;
                    format = true;
                }
                "version" => {
                    check_version(&map.next_value::<Unique>()?.0)?;
                    version = true;
                }
                "name" => map.next_value_seed(Text("name", &mut collection.name))?,
                "notes" => map.next_value_seed(Text("notes", &mut collection.notes))?,
                "source" => map.next_value_seed(Text("source", &mut collection.source))?,
                "goal" => {
                    let mut cells = [0; MAX_CELLS];
                    let size = map.next_value_seed(BoardText("goal", &mut cells))?;
                    let tiles: Vec<u64> = cells.iter().copied().map(u64::from).collect();
                    let board = Board::new(size, &tiles[..size.n_cells()]);
                    goal = Some(board.map_err(A::Error::custom)?);
                }
                _ => puzzles = Some(map.next_value_seed(Entries)?),
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
        let mut puzzles = puzzles
            .ok_or_else(|| missing("puzzles", "list the puzzles, each an object with a “start”"))?;
        if let Some(goal) = &goal
            && let Some((index, size)) = puzzles.without_goal_of_other_size(goal.size())
        {
            // The parser is already at the end of the file: the path is the place.
            return Err(sizes_differ(index, size, goal.size()));
        }
        puzzles.settle(
            |_, _| None,
            |size| match &goal {
                Some(goal) => goal.clone(),
                None => GoalPreset::BlankLast.board(size),
            },
            false,
        );
        collection.puzzles = puzzles;
        Ok(collection)
    }
}

fn sizes_differ<E: Error>(index: usize, start: Size, goal: Size) -> E {
    E::custom(format!(
        "puzzles[{index}]: “start” is {start} and “goal” is {goal}: both must have the same size"
    ))
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

/// A key of an object, each of which occurs once.
struct Key {
    object: &'static Object,
    /// A bit for each field.
    seen: u32,
}

impl Key {
    fn of(object: &'static Object) -> Key {
        Key { object, seen: 0 }
    }
}

impl<'de> DeserializeSeed<'de> for &mut Key {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for &mut Key {
    type Value = &'static str;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<&'static str, E> {
        let Object { kind, fields } = self.object;
        let Some(number) = fields.iter().position(|field| *field == key) else {
            return Err(E::custom(format!(
                "a {kind} has no field “{}”; its fields are {}",
                excerpt(key),
                fields.join(", ")
            )));
        };
        if self.seen >> number & 1 == 1 {
            return Err(E::custom(format!(
                "the field “{}” occurs twice",
                excerpt(key)
            )));
        }
        self.seen |= 1 << number;
        Ok(fields[number])
    }
}

/// A text, in the field of this name.
struct Text<'a>(&'static str, &'a mut String);

impl<'de> DeserializeSeed<'de> for Text<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Text<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "text in “{}”", self.0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        text.clone_into(self.1);
        Ok(())
    }
}

/// A board as text, in the field of this name.
struct BoardText<'a>(&'static str, &'a mut Cells);

impl<'de> DeserializeSeed<'de> for BoardText<'_> {
    type Value = Size;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Size, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for BoardText<'_> {
    type Value = Size;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "a board such as \"1 2 3 / 4 5 6 / 7 8 _\" in “{}”",
            self.0
        )
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Size, E> {
        if let Some(size) = plain_board(text, self.1) {
            return Ok(size);
        }
        let board =
            parse_board(text).map_err(|error| E::custom(format!("{error}, in “{}”", self.0)))?;
        self.1[..board.tiles().len()].copy_from_slice(board.tiles());
        Ok(board.size())
    }
}

/// Reads a board that has rows of numbers, `_` for the blank, and nothing unusual.
fn plain_board(text: &str, cells: &mut Cells) -> Option<Size> {
    let (mut n_cells, mut n_rows, mut n_columns, mut row_at) = (0, 0, 0, 0);
    let mut seen = 0_u128;
    let mut bytes = text.bytes().peekable();
    loop {
        let byte = bytes.next();
        match byte {
            Some(b' ' | b',') => {}
            Some(digit @ (b'0'..=b'9' | b'_')) => {
                let mut tile = usize::from(digit.wrapping_sub(b'0'));
                if digit == b'_' {
                    tile = 0;
                } else {
                    while let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
                        tile = (tile * 10 + usize::from(digit - b'0')).min(MAX_CELLS);
                    }
                }
                let is_end = matches!(bytes.peek(), None | Some(b' ' | b',' | b'/'));
                if !is_end || tile >= MAX_CELLS || n_cells == MAX_CELLS || seen >> tile & 1 == 1 {
                    return None;
                }
                seen |= 1 << tile;
                cells[n_cells] = tile as u8;
                n_cells += 1;
            }
            Some(b'/') | None => {
                let width = n_cells - row_at;
                row_at = n_cells;
                if width > 0 {
                    n_rows += 1;
                    if n_rows == 1 {
                        n_columns = width;
                    } else if width != n_columns {
                        return None;
                    }
                }
                if byte.is_none() {
                    break;
                }
            }
            Some(_) => return None,
        }
    }
    let is_whole = seen == (1 << n_cells) - 1;
    Size::new(n_rows, n_columns).ok().filter(|_| is_whole)
}

struct Entries;

impl<'de> DeserializeSeed<'de> for Entries {
    type Value = Puzzles;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Puzzles, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Entries {
    type Value = Puzzles;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list [ … ] in “puzzles”")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Puzzles, A::Error> {
        let mut puzzles = Puzzles::default();
        let mut room = Room {
            name: String::new(),
            notes: String::new(),
            source: String::new(),
            by: String::new(),
            start: [0; MAX_CELLS],
            goal: [0; MAX_CELLS],
        };
        loop {
            let entry = ToEntry {
                room: &mut room,
                puzzles: &mut puzzles,
            };
            if list.next_element_seed(entry)?.is_none() {
                return Ok(puzzles);
            }
        }
    }
}

/// Room for a puzzle.
struct Room {
    name: String,
    notes: String,
    source: String,
    by: String,
    start: Cells,
    goal: Cells,
}

/// The next puzzle.
struct ToEntry<'a> {
    room: &'a mut Room,
    puzzles: &'a mut Puzzles,
}

impl<'de> DeserializeSeed<'de> for ToEntry<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ToEntry<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let index = self.puzzles.len();
        write!(f, "an object with a “start” in puzzles[{index}]")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let ToEntry { room, puzzles } = self;
        let index = puzzles.len();
        if puzzles.is_full() {
            return Err(A::Error::custom(format!(
                "there are more than {} puzzles: split the file",
                format::count(Puzzles::MAX as u64)
            )));
        }
        for text in [
            &mut room.name,
            &mut room.notes,
            &mut room.source,
            &mut room.by,
        ] {
            text.clear();
        }
        let mut seen = Key::of(&ENTRY);
        let (mut start, mut goal, mut result) = (None, None, None);
        let (mut costs, mut tiles) = (Costs::UNIT, TileCosts::One);
        while let Some(key) = map.next_key_seed(&mut seen)? {
            match key {
                "name" => map.next_value_seed(Text("name", &mut room.name))?,
                "notes" => map.next_value_seed(Text("notes", &mut room.notes))?,
                "source" => map.next_value_seed(Text("source", &mut room.source))?,
                "start" => start = Some(map.next_value_seed(BoardText("start", &mut room.start))?),
                "goal" => goal = Some(map.next_value_seed(BoardText("goal", &mut room.goal))?),
                "costs" => {
                    let value = map.next_value::<Unique>()?.0;
                    costs = json::costs(&value).map_err(A::Error::custom)?;
                }
                "tile_costs" => {
                    let value = map.next_value::<Unique>()?.0;
                    tiles = json::tile_costs(&value).map_err(A::Error::custom)?;
                }
                _ => result = Some(map.next_value_seed(ToKnown(&mut room.by))?),
            }
        }
        let Some(size) = start else {
            return Err(A::Error::custom(format!(
                "puzzles[{index}] has no “start”: give a board such as \"1 2 3 / 4 5 6 / 7 8 _\""
            )));
        };
        if let Some(goal) = goal.filter(|goal| *goal != size) {
            return Err(sizes_differ(index, size, goal));
        }
        let costs = costs.with_tiles(tiles);
        costs.check(size).map_err(|error| {
            A::Error::custom(format!("puzzles[{index}]: {error}, in “tile_costs”"))
        })?;
        let n_cells = size.n_cells();
        let by = &*room.by;
        let parts = PuzzleRef {
            costs,
            name: &room.name,
            notes: &room.notes,
            source: &room.source,
            result: result.map(|(moves, optimal)| Known { moves, optimal, by }),
            ..PuzzleRef::new(size, &room.start[..n_cells], &room.goal[..n_cells])
        };
        match goal {
            Some(_) => puzzles.push_ref(&parts),
            None => puzzles.push_without_goal(&parts),
        }
        Ok(())
    }
}

/// The length of a known solution, and whether it is optimal; who found it goes into the text.
struct ToKnown<'a>(&'a mut String);

impl<'de> DeserializeSeed<'de> for ToKnown<'_> {
    type Value = (Cost, bool);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(Cost, bool), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ToKnown<'_> {
    type Value = (Cost, bool);

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(
            "an object such as {\"moves\": 31, \"optimal\": true, \"by\": \"a-star\"} in “result”",
        )
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(Cost, bool), A::Error> {
        let mut seen = Key::of(&RESULT);
        let (mut moves, mut optimal) = (None, false);
        while let Some(key) = map.next_key_seed(&mut seen)? {
            if key == "by" {
                map.next_value_seed(Text("by", self.0))?;
                continue;
            }
            let value = map.next_value::<Unique>()?.0;
            let wrong = |expected: &str| {
                let found = json::described(&value);
                A::Error::custom(format!("“{key}” is {found}, not {expected}, in “result”"))
            };
            if key == "moves" {
                let number = value.as_u64().and_then(|moves| Cost::try_from(moves).ok());
                moves = Some(number.ok_or_else(|| wrong("a number of moves"))?);
            } else {
                optimal = value.as_bool().ok_or_else(|| wrong("true or false"))?;
            }
        }
        match moves {
            Some(moves) => Ok((moves, optimal)),
            None => Err(A::Error::custom("“moves” is missing, in “result”")),
        }
    }
}
