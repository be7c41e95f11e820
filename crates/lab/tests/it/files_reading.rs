//! Puzzle files that are good, and what is said of those that are not.

use std::fs;
use std::path::Path;
use tilescope_lab::files::{self, FileError};
use tilescope_puzzle::notation::{board_line, parse_board};
use tilescope_puzzle::{Costs, Direction, Puzzle, TileCosts};

fn save(puzzle: &Puzzle, path: &Path) -> Result<(), FileError> {
    files::save(&puzzle.clone().into(), path)
}

/// The puzzle in a file that holds one.
fn load(path: &Path) -> Result<Puzzle, FileError> {
    files::load(path).map(|problem| problem.into_puzzle().unwrap())
}

fn from_text(text: &str) -> Result<Puzzle, FileError> {
    files::from_text(text).map(|problem| problem.into_puzzle().unwrap())
}

fn from_json(text: &str) -> Result<Puzzle, FileError> {
    files::from_json(text).map(|problem| problem.into_puzzle().unwrap())
}

fn to_json(puzzle: &Puzzle) -> String {
    files::to_json(&puzzle.clone().into())
}

/// A file's JSON with these fields after format and version.
fn json(fields: &str) -> String {
    format!(r#"{{"format": "tilescope-puzzle", "version": 1, {fields}}}"#)
}

fn five_moves() -> Puzzle {
    Puzzle {
        name: "Five “moves”\n\tand a \\".into(),
        start: parse_board("2 8 3 / 1 6 4 / 7 _ 5").unwrap(),
        goal: parse_board("1 2 3 / 8 _ 4 / 7 6 5").unwrap(),
        costs: Costs::UNIT.with(Direction::Up, 1000).unwrap(),
        notes: "Zwölf Boxkämpfer, 十五\u{0}".into(),
        source: "Nilsson (1980)".into(),
    }
}

#[test]
fn what_is_saved_is_what_is_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("five.json");
    for puzzle in [
        five_moves(),
        Puzzle {
            costs: Costs::UNIT.with_tiles(TileCosts::Inverse),
            ..five_moves()
        },
        files::from_start(parse_board("1 2 / 3 _").unwrap()),
        ten_by_ten(),
    ] {
        save(&puzzle, &path).unwrap();
        let mut loaded = load(&path).unwrap();
        if puzzle.name.is_empty() {
            assert_eq!(
                std::mem::take(&mut loaded.name),
                "five",
                "the file's own name"
            );
        }
        assert_eq!(loaded, puzzle);
        assert_eq!(from_json(&to_json(&puzzle)).unwrap(), puzzle);
    }
}

fn ten_by_ten() -> Puzzle {
    let rows: Vec<String> = (0..10)
        .map(|row| {
            let tiles: Vec<String> = (0..10)
                .map(|column| (10 * row + column).to_string())
                .collect();
            tiles.join(" ")
        })
        .collect();
    files::from_start(parse_board(&rows.join("/")).unwrap())
}

#[test]
fn a_file_is_pleasant_to_read() {
    let mut puzzle = five_moves();
    puzzle.name = "Five moves".into();
    puzzle.notes = String::new();
    assert_eq!(
        to_json(&puzzle),
        r#"{
  "format": "tilescope-puzzle",
  "version": 1,
  "name": "Five moves",
  "rows": 3,
  "columns": 3,
  "start": [
    [2, 8, 3],
    [1, 6, 4],
    [7, 0, 5]
  ],
  "goal": [
    [1, 2, 3],
    [8, 0, 4],
    [7, 6, 5]
  ],
  "costs": {"up": 1000, "left": 1, "right": 1, "down": 1},
  "notes": "",
  "source": "Nilsson (1980)"
}
"#
    );
}

#[test]
fn a_second_version_has_costs_of_tiles() {
    let board = r#""start": [[1, 2, 3], [4, 0, 5]]"#;
    let version_2 =
        |fields: &str| from_json(&json(fields).replacen("\"version\": 1", "\"version\": 2", 1));
    for tiles in TileCosts::ALL {
        let field = format!(r#"{board}, "tile_costs": "{}""#, tiles.key());
        assert_eq!(
            version_2(&field).unwrap().costs,
            Costs::UNIT.with_tiles(tiles)
        );
        let FileError(message) = from_json(&json(&field)).unwrap_err();
        assert!(
            message.contains("“tile_costs” is a field of version 2"),
            "{message}"
        );
    }
    assert_eq!(version_2(board).unwrap().costs, Costs::UNIT);
    for (fields, part) in [
        (
            format!(r#"{board}, "tile_costs": 2"#),
            "“tile_costs” is 2, not one of one, number",
        ),
        (
            r#""start": [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [11, 12, 13, 14, 15, 16, 17, 18, 19, 0]],
                "tile_costs": "inverse""#
                .into(),
            "too large numbers on this 2×10 board",
        ),
        (
            format!(r#"{board}, "colour": "red""#),
            "has no field “colour”",
        ),
    ] {
        let FileError(message) = version_2(&fields).unwrap_err();
        assert!(message.contains(part), "{message}");
    }
    // What version 1 can say is written as such.
    let mut puzzle = five_moves();
    assert!(to_json(&puzzle).contains("\"version\": 1"));
    puzzle.costs = puzzle.costs.with_tiles(TileCosts::Number);
    let text = to_json(&puzzle);
    assert!(text.contains("\"version\": 2") && text.contains("\n  \"tile_costs\": \"number\",\n"));
}

#[test]
fn what_may_be_left_out() {
    let board = r#""start": [[1, 2, 3], [4, 0, 5]]"#;
    for (text, goal) in [
        (json(board), "1 2 3 / 4 5 _"),
        (
            json(&format!(r#"{board}, "rows": 2, "columns": 3"#)),
            "1 2 3 / 4 5 _",
        ),
        (
            json(&format!(r#"{board}, "goal": [[0, 1, 2], [3, 4, 5]]"#)),
            "_ 1 2 / 3 4 5",
        ),
        (
            json(&format!(
                r#"{board}, "costs": {{}}, "notes": "", "name": """#
            )),
            "1 2 3 / 4 5 _",
        ),
        (format!("\u{feff}  \n{}\n\n", json(board)), "1 2 3 / 4 5 _"),
        ("1 2 3\n4 _ 5\n".into(), "1 2 3 / 4 5 _"),
        ("1 2 3\r\n\r\n4 x 5".into(), "1 2 3 / 4 5 _"),
        ("\u{feff}1,2,3;4,.,5".into(), "1 2 3 / 4 5 _"),
    ] {
        let puzzle = from_text(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(board_line(&puzzle.start), "1 2 3 / 4 _ 5");
        assert_eq!(board_line(&puzzle.goal), goal);
        assert_eq!(puzzle.costs, Costs::UNIT);
    }
}

/// What is wrong with `text` must be said in one line that has each of `parts`.
fn check(text: &[u8], parts: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.json");
    fs::write(&path, text).unwrap();
    check_path(&path, parts);
}

fn check_path(path: &Path, parts: &[&str]) {
    let Err(FileError(message)) = load(path) else {
        panic!("{} was read", path.display());
    };
    for part in parts {
        assert!(message.contains(part), "no “{part}” in: {message}");
    }
    assert!(
        message.contains(&path.display().to_string()),
        "no place: {message}"
    );
    assert!(
        !message.contains('\n') && message.len() < 400,
        "not one line: {message}"
    );
}

#[test]
fn bad_text_is_refused_with_its_place() {
    let start = r#""start": [[1, 2], [3, 0]]"#;
    let with = |more: &str| json(&format!("{start}, {more}"));
    for (text, parts) in [
        // No JSON.
        ("", &["this is empty"][..]),
        (" \n\t\n", &["this is empty"]),
        ("{", &["not JSON", "line 1, column 1"]),
        (
            "{\"format\": \"tilescope-puzzle\",\n  \"version\": }",
            &["not JSON", "line 2, column 14"],
        ),
        (
            &json("\"start\": [[1, NaN], [3, 0]]"),
            &["not JSON", "line 1, column 60"],
        ),
        (&json(&format!("{start},")), &["not JSON", "trailing comma"]),
        (
            &format!("{} x", json(start)),
            &["not JSON", "trailing characters"],
        ),
        (
            &"[".repeat(100_000),
            &["not a puzzle", "expected an object"],
        ),
        (
            &json(&format!("\"start\": {}", "[".repeat(100_000))),
            &["not JSON", "recursion limit"],
        ),
        (
            &json(&format!(
                "\"notes\": {}1{}",
                "{\"a\":".repeat(9999),
                "}".repeat(9999)
            )),
            &["recursion limit"],
        ),
        // No puzzle.
        (
            "[1, 2, 3]",
            &["3 numbers are no square board", "line 1, column 2"],
        ),
        ("\"start\"", &["not a puzzle", "object"]),
        ("{}", &["“format” is missing"]),
        (
            "{\"format\": \"sokoban\", \"version\": 1}",
            &["“format” is \"sokoban\""],
        ),
        ("{\"format\": 7, \"version\": 1}", &["“format” is 7"]),
        (
            "{\"format\": \"tilescope-puzzle\"}",
            &["“version” is missing"],
        ),
        (
            "{\"format\": \"tilescope-puzzle\", \"version\": 3, \"hexagons\": 7}",
            &["“version” is 3", "update Tilescope"],
        ),
        (
            "{\"format\": \"tilescope-puzzle\", \"version\": 0}",
            &["“version” is 0"],
        ),
        (
            "{\"format\": \"tilescope-puzzle\", \"version\": \"1\"}",
            &["“version” is \"1\""],
        ),
        (&json("\"name\": \"x\""), &["“start” is missing"]),
        (&with("\"colour\": \"red\""), &["has no field “colour”"]),
        (&with(start), &["“start” occurs twice", "line 1, column"]),
        (&with("\"name\": 7"), &["“name” is 7, not text"]),
        (&with("\"notes\": [\"a\"]"), &["“notes” is a list"]),
        // No boards.
        (
            &json("\"start\": \"1 2 / 3 0\""),
            &["“start” is \"1 2 / 3 0\"", "list of rows"],
        ),
        (&json("\"start\": [1, 2, 3, 0]"), &["row 1 of “start” is 1"]),
        (
            &json("\"start\": [[1, 2], [3]]"),
            &["row 2 of “start” has 1", "row 1 has 2"],
        ),
        (&json("\"start\": []"), &["0×0", "“start”"]),
        (&json("\"start\": [[], []]"), &["2×0", "“start”"]),
        (&json("\"start\": [[1], [0]]"), &["2×1", "“start”"]),
        (
            &json(&format!("\"start\": [[{}0], [1]]", "1, ".repeat(99_999))),
            &["2×100000"],
        ),
        (
            &json(&format!("\"start\": [{}[0, 1]]", "[2, 3], ".repeat(10))),
            &["11×2"],
        ),
        (
            &json("\"start\": [[1, 2], [3, \"_\"]]"),
            &["\"_\" is not a tile", "row 2, column 2 of “start”"],
        ),
        (
            &json("\"start\": [[1, 2], [3, null]]"),
            &["null is not a tile"],
        ),
        (
            &json("\"start\": [[1, -2], [3, 0]]"),
            &["-2 is not a tile", "row 1, column 2"],
        ),
        (
            &json("\"start\": [[1, 2.5], [3, 0]]"),
            &["2.5 is not a tile"],
        ),
        (
            &json("\"start\": [[1, 1e400], [3, 0]]"),
            &["not JSON", "out of range"],
        ),
        (
            &json("\"start\": [[1, 99999999999999999999], [3, 0]]"),
            &["is not a tile"],
        ),
        (
            &json("\"start\": [[1, 4], [3, 0]]"),
            &["row 1, column 2", "4 is not a tile", "“start”"],
        ),
        (
            &json("\"start\": [[1, 1], [3, 0]]"),
            &["row 1, column 2", "tile 1", "twice", "tile 2 is missing"],
        ),
        (
            &json("\"start\": [[0, 1], [2, 0]]"),
            &["the blank is there twice", "tile 3 is missing"],
        ),
        (
            &with("\"goal\": [[1, 2], [3, 3]]"),
            &["tile 3", "the blank is missing", "“goal”"],
        ),
        (
            &with("\"goal\": [[1, 2, 3], [4, 5, 0]]"),
            &["“start” is 2×2 and “goal” is 2×3"],
        ),
        (
            &with("\"rows\": 3"),
            &["“rows” is 3, but “start” has 2 rows"],
        ),
        (&with("\"columns\": \"2\""), &["“columns” is \"2\""]),
        // No costs.
        (&with("\"costs\": 1"), &["“costs” is 1"]),
        (
            &with("\"costs\": {\"up\": 0}"),
            &["“up” costs 0", "1 to 1000"],
        ),
        (&with("\"costs\": {\"up\": 1001}"), &["“up” costs 1001"]),
        (&with("\"costs\": {\"down\": 1.5}"), &["“down” costs 1.5"]),
        (&with("\"costs\": {\"left\": -1}"), &["“left” costs -1"]),
        (
            &with("\"costs\": {\"diagonal\": 1}"),
            &["“diagonal” is not a move"],
        ),
        // No board as plain text.
        ("1 2 3\n4 5 y\n", &["“y”", "line 2, column 5"]),
        ("1 2 3\n4 5\n", &["row 2 has 2", "row 1 has 3"]),
        ("hello, world", &["“hello,”", "line 1, column 1"]),
    ] {
        check(text.as_bytes(), parts);
    }
    let long = "x".repeat(100_000);
    check(
        with(&format!("\"{long}\": 1")).as_bytes(),
        &["has no field"],
    );
    check(
        long.as_bytes(),
        &["no format is recognised", "line 1, column 1"],
    );
}

#[test]
fn what_is_no_text_is_refused() {
    check(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", &["not a text file"]);
    check(b"\xff\xfe1\0 \x002", &["not a text file"]);
    check(b"1 2 3\n4 5 \0", &["not a text file"]);
    check(b"{\"format\": \"\xe4\"}", &["not a text file"]);
}

#[test]
fn what_is_no_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    check_path(folder.path(), &["folder"]);
    check_path(&at("missing.json"), &["no such file"]);
    check_path(&at("missing/puzzle.json"), &["no such file"]);
    check_path(Path::new(""), &["no such file"]);
    // Two gigabytes that take no room.
    let huge = fs::File::create(at("huge.json")).unwrap();
    huge.set_len(2 << 30).unwrap();
    check_path(&at("huge.json"), &["too large", "1024 KiB"]);
    let full = fs::File::create(at("full.json")).unwrap();
    full.set_len(files::MAX_BYTES).unwrap();
    check_path(&at("full.json"), &["not a text file"]);
}

#[cfg(unix)]
#[test]
fn pipes_devices_and_links_do_not_hold_it_up() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    check_path(Path::new("/dev/zero"), &["device or a pipe"]);
    check_path(Path::new("/dev/null"), &["device or a pipe"]);
    let made = std::process::Command::new("mkfifo")
        .arg(at("pipe"))
        .status();
    if made.is_ok_and(|status| status.success()) {
        check_path(&at("pipe"), &["device or a pipe"]);
    }
    // The kernel gives this file no size, and more than it says.
    if Path::new("/proc/self/smaps").exists() {
        assert!(load(Path::new("/proc/self/smaps")).is_err());
    }
    symlink(at("a"), at("b")).unwrap();
    symlink(at("b"), at("a")).unwrap();
    check_path(&at("a"), &["cannot be read"]);

    fs::write(at("secret.json"), to_json(&five_moves())).unwrap();
    fs::set_permissions(at("secret.json"), PermissionsExt::from_mode(0o000)).unwrap();
    // Root may read everything.
    if fs::read(at("secret.json")).is_err() {
        check_path(&at("secret.json"), &["permission denied"]);
    }
}
