//! Collections: what is written is read again, the files that ship, the schema, speed, damage.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tilescope_lab::collection::{Collection, Entry, KnownLength, Puzzles};
use tilescope_lab::files::collection::{from_json, to_json};
use tilescope_lab::files::{self, FileError, Opened};
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::{Costs, Direction, GoalPreset, Puzzle, Size, TileCosts, scramble};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn open(name: &str) -> Collection {
    let path = root().join("saved_puzzles/collections").join(name);
    match files::open(&path.with_extension("json")).unwrap() {
        Opened::Collection(collection) => collection,
        Opened::Problem(_) => panic!("{name} is a collection"),
    }
}

/// `n` random boards of a size.
fn random(size: Size, n: usize) -> Collection {
    let goal = GoalPreset::BlankLast.board(size);
    let mut rng = fastrand::Rng::with_seed(1);
    let entry = |number: usize| {
        let start = scramble::solvable(&goal, &mut rng);
        Entry::new(Puzzle::new(number.to_string(), start, goal.clone()).unwrap())
    };
    Collection {
        name: "Random".into(),
        puzzles: (1..=n).map(entry).collect(),
        ..Collection::default()
    }
}

#[test]
fn what_is_written_is_read_again() {
    let mut collection = random(Size::new(3, 4).unwrap(), 5);
    let mut puzzles: Vec<Entry> = collection.puzzles.iter().collect();
    collection.notes = "“Quotes”, \"quotes\" and\nlines".into();
    collection.source = "A test".into();
    puzzles[1].puzzle.goal = GoalPreset::Spiral.board(Size::new(3, 4).unwrap());
    puzzles[1].puzzle.notes = "n".into();
    puzzles[2].puzzle.costs =
        (Costs::UNIT.with(Direction::Up, 3).unwrap()).with_tiles(TileCosts::Number);
    puzzles[3].result = Some(KnownLength {
        moves: 31,
        optimal: true,
        by: "a-star".into(),
    });
    puzzles.extend(random(Size::EIGHT_PUZZLE, 1).puzzles.iter());
    collection.puzzles = puzzles.into_iter().collect();
    assert_eq!(from_json(&to_json(&collection)), Ok(collection));
    let empty = Collection::default();
    assert_eq!(from_json(&to_json(&empty)), Ok(empty));
}

/// A board may be larger than all that was kept before it.
#[test]
fn boards_of_any_two_sizes_stand_beside_each_other() {
    let sides = || (2..=10).flat_map(|rows| (2..=10).map(move |columns| (rows, columns)));
    let sizes: Vec<Size> = sides().map(|(m, n)| Size::new(m, n).unwrap()).collect();
    let entries: Vec<Entry> = (sizes.iter())
        .map(|size| random(*size, 1).puzzles.get(0).unwrap())
        .collect();
    for one in &entries {
        for other in &entries {
            let both: Puzzles = [one, other, one].into_iter().cloned().collect();
            let read: Vec<Entry> = both.iter().collect();
            assert_eq!(read.iter().collect::<Vec<_>>(), [one, other, one]);
        }
    }
}

#[test]
fn those_that_ship_are_complete() {
    for (name, n_puzzles, total) in [
        ("korf-100", 100, 5305),
        ("korf-felner-50", 50, 5039),
        ("farthest-8-puzzles", 2, 62),
        ("farthest-from-spiral", 148, 148 * 30),
        ("farthest-15-puzzles", 17, 17 * 80),
    ] {
        let collection = open(name);
        assert_eq!(collection.puzzles.len(), n_puzzles, "{name}");
        let lengths = collection.puzzles.iter().map(|entry| {
            assert!(entry.puzzle.solvability().is_solvable(), "{name}");
            let result = entry.result.as_ref().unwrap();
            assert!(result.optimal && !result.by.is_empty(), "{name}");
            result.moves
        });
        assert_eq!(lengths.sum::<u32>(), total, "{name}");
        assert_eq!(from_json(&to_json(&collection)), Ok(collection), "{name}");
    }
    let korf = open("korf-100");
    let index = korf.find("012").unwrap();
    let twelve = files::load(&root().join("saved_puzzles/korf-12.json")).unwrap();
    assert_eq!(korf.find("12"), Ok(index));
    let found = korf.puzzles.get(index).unwrap();
    assert!(twelve.is_same_task(&found.puzzle.into()));
    assert_eq!(found.result.unwrap().moves, 45);
    for wanted in ["0", "101", "Korf", ""] {
        assert!(korf.find(wanted).is_err(), "{wanted}");
    }
}

#[test]
fn a_hundred_thousand_boards_are_read_at_once() {
    let text = to_json(&random(Size::FIFTEEN_PUZZLE, 100_000));
    let began = Instant::now();
    let collection = from_json(&text).unwrap();
    let took = began.elapsed();
    assert_eq!(collection.puzzles.len(), 100_000);
    println!("{} bytes in {took:?}", text.len());
    // The measure is 0.5 s on an idle machine.
    assert!(took < Duration::from_secs(3), "{took:?}");
}

#[test]
fn damage_is_told_in_a_sentence_with_its_place() {
    let check = |puzzles: &str, words: &str| {
        let text = format!(
            "{{\"format\": \"tilescope-collection\", \"version\": 1,\n \"puzzles\": {puzzles}}}"
        );
        let FileError(message) = from_json(&text).expect_err(puzzles);
        let has_place = message.contains("line 2") || message.contains("puzzles[");
        assert!(message.contains(words) && has_place, "{puzzles}: {message}");
        assert!(!message.contains('\n') && message.len() < 400, "{message}");
    };
    check("7", "a list [ … ] in “puzzles”");
    check("[7]", "an object with a “start” in puzzles[0]");
    check("[{}]", "puzzles[0] has no “start”");
    check(r#"[{"start": 7}]"#, "a board such as");
    check(r#"[{"start": "1 2 / 3 3"}]"#, "tile 3 is there twice");
    check(
        r#"[{"start": "1 2 / 3 _", "goal": "1 2 3 / 4 5 _"}]"#,
        "puzzles[0]: “start” is 2×2 and",
    );
    check(r#"[{"start": "1 2 / 3 _", "end": ""}]"#, "no field “end”");
    check(r#"[{"start": "1 2 / 3 _", "name": 1}]"#, "text in “name”");
    check(
        r#"[{"start": "1 2 / 3 _", "start": "1 2 / 3 _"}]"#,
        "“start” occurs twice",
    );
    check(
        r#"[{"start": "1 2 / 3 _", "costs": {"up": 0}}]"#,
        "“up” costs 0",
    );
    check(
        r#"[{"start": "1 2 / 3 _", "tile_costs": "two"}]"#,
        "not one of one, number, inverse",
    );
    check(
        r#"[{"start": "1 2 / 3 _", "result": 4}]"#,
        "integer `4`, expected an object such as",
    );
    check(
        r#"[{"start": "1 2 / 3 _", "result": {"moves": -1}}]"#,
        "“moves” is -1",
    );
    check(
        r#"[{"start": "1 2 / 3 _", "result": {}}]"#,
        "“moves” is missing",
    );
    check("[", "not JSON");
    for (text, words) in [
        ("{}", "“format” is missing"),
        (
            r#"{"format": "tilescope-collection"}"#,
            "“version” is missing",
        ),
        (
            r#"{"format": "tilescope-collection", "version": 1}"#,
            "“puzzles” is missing",
        ),
        (
            r#"{"format": "tilescope-collection", "version": 2}"#,
            "update Tilescope",
        ),
        (
            r#"{"format": "tilescope-collection", "version": "x"}"#,
            "not 1",
        ),
        (r#"{"format": "x"}"#, "not a Tilescope collection"),
        ("[]", "an object { … }"),
    ] {
        let FileError(message) = from_json(text).expect_err(text);
        assert!(message.contains(words), "{text}: {message}");
    }
    parse_board("1 2 / 3 _").unwrap();
}

/// The published schema accepts what is written and refuses what the reader refuses.
#[test]
fn the_schema_describes_the_format() {
    let schema = std::fs::read_to_string(root().join("docs/collection.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let check = |text: &str| {
        let value: Value = serde_json::from_str(text).unwrap();
        conforms(&schema, &schema, &value)
    };
    for name in [
        "korf-100",
        "korf-felner-50",
        "farthest-8-puzzles",
        "farthest-from-spiral",
    ] {
        check(&to_json(&open(name))).unwrap();
    }
    let with = |fields: &str| {
        format!(r#"{{"format": "tilescope-collection", "version": 1, "puzzles": [{{{fields}}}]}}"#)
    };
    for (fields, is_valid) in [
        (r#""start": "1 2 / 3 _""#, true),
        (
            r#""start": "1 2 / 3 _", "costs": {"up": 2}, "tile_costs": "inverse""#,
            true,
        ),
        (
            r#""start": "1 2 / 3 _", "result": {"moves": 0, "by": ""}"#,
            true,
        ),
        (r#""start": "1 2 / 3 _", "costs": {"up": 0}"#, false),
        (r#""start": "1 2 / 3 _", "costs": {"north": 1}"#, false),
        (r#""start": "1 2 / 3 _", "tile_costs": "two""#, false),
        (r#""start": "1 2 / 3 _", "result": {}"#, false),
        (r#""start": "1 2 / 3 _", "result": {"moves": -1}"#, false),
        (r#""start": "1 2 / 3 _", "end": """#, false),
        (r#""start": 1"#, false),
        ("", false),
    ] {
        let text = with(fields);
        assert_eq!(from_json(&text).is_ok(), is_valid, "{text}");
        assert_eq!(check(&text).is_ok(), is_valid, "{text}: {:?}", check(&text));
    }
}

/// Checks `value` against the keywords of JSON Schema that the published schemas use.
pub fn conforms(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let fail = |keyword: &str| Err(format!("{keyword}: {value}"));
    for (keyword, wanted) in schema.as_object().unwrap() {
        match &**keyword {
            "$schema" | "$id" | "title" | "description" | "$defs" => {}
            "$ref" => {
                let name = wanted.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                conforms(root, &root["$defs"][name], value)?;
            }
            "type" => {
                let found = match value {
                    Value::Object(_) => "object",
                    Value::Array(_) => "array",
                    Value::String(_) => "string",
                    Value::Bool(_) => "boolean",
                    Value::Number(number) if number.is_u64() || number.is_i64() => "integer",
                    _ => "other",
                };
                let is_number = wanted == "number" && value.is_number();
                if wanted != found && !is_number {
                    return fail("type");
                }
            }
            "const" if wanted != value => return fail("const"),
            "enum" if !wanted.as_array().unwrap().contains(value) => return fail("enum"),
            "const" | "enum" => {}
            "minimum" if value.as_i64() < wanted.as_i64() => return fail("minimum"),
            "maximum" if value.as_i64() > wanted.as_i64() => return fail("maximum"),
            "minimum" | "maximum" => {}
            "exclusiveMinimum" if value.as_f64() <= wanted.as_f64() => {
                return fail("exclusiveMinimum");
            }
            "exclusiveMinimum" => {}
            "minItems" if (value.as_array().unwrap().len() as u64) < wanted.as_u64().unwrap() => {
                return fail("minItems");
            }
            "minItems" => {}
            "anyOf" => {
                let mut schemas = wanted.as_array().unwrap().iter();
                if !schemas.any(|schema| conforms(root, schema, value).is_ok()) {
                    return fail("anyOf");
                }
            }
            "required" => {
                let mut keys = wanted.as_array().unwrap().iter();
                if !keys.all(|key| value.get(key.as_str().unwrap()).is_some()) {
                    return fail("required");
                }
            }
            "properties" => {
                for (key, schema) in wanted.as_object().unwrap() {
                    if let Some(value) = value.get(key) {
                        conforms(root, schema, value)?;
                    }
                }
            }
            "additionalProperties" => {
                let known = schema["properties"].as_object().unwrap();
                let mut keys = value.as_object().into_iter().flatten();
                if keys.any(|(key, _)| !known.contains_key(key)) {
                    return fail("additionalProperties");
                }
            }
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    conforms(root, wanted, item)?;
                }
            }
            other => panic!("the test does not know the keyword {other}"),
        }
    }
    Ok(())
}
