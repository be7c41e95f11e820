//! `tilescope solve` as scripts rely on it: statuses, JSON, and one line for what is wrong.

use serde_json::{Value, json};
use std::process::{Command, Output, Stdio};

const FIVE: [&str; 3] = ["2 8 3 / 1 6 4 / 7 _ 5", "--goal", "1 2 3 / 8 _ 4 / 7 6 5"];
/// Korf's twelfth, 45 moves from its goal.
const KORF_12: [&str; 3] = [
    "14 1 9 6 / 4 8 12 5 / 7 2 3 0 / 10 11 13 15",
    "--goal",
    "blank-first",
];
const UNSOLVABLE: &str = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 _";

fn tilescope(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Solves with `--json`; the status and the object.
fn solve(arguments: &[&str]) -> (i32, Value) {
    let output = tilescope(&[&["solve", "--json"], arguments].concat());
    assert_eq!(text(&output.stderr), "", "{arguments:?}");
    let object = serde_json::from_slice(&output.stdout).unwrap();
    (output.status.code().unwrap(), object)
}

/// Checks that `arguments` are refused in one line that has each of `parts`.
fn check_refused(arguments: &[&str], parts: &[&str]) {
    let output = tilescope(arguments);
    let line = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {line}");
    assert_eq!(text(&output.stdout), "", "{arguments:?}");
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(line.starts_with("tilescope: "), "{line}");
    for part in parts {
        assert!(line.contains(part), "no “{part}” in: {line}");
    }
}

#[test]
fn the_measures_of_the_articles() {
    let far = [
        "7 6 2 / 5 3 1 / _ 4 8",
        "--goal",
        "_ 1 2 / 3 4 5 / 6 7 8",
        "--algorithm",
        "a-star",
        "--heuristic",
        "manhattan",
    ];
    for (arguments, moves) in [
        (&far[..], 20),
        (&FIVE, 5),
        (&["2 8 3 1 6 4 7 _ 5", "--goal", "spiral"], 5),
    ] {
        let (status, object) = solve(arguments);
        assert_eq!(status, 0);
        assert_eq!(object["outcome"], "solved");
        assert_eq!(object["stopped_by"], Value::Null);
        assert_eq!(object["moves"], moves);
        assert_eq!(object["cost"], moves);
        assert_eq!(object["optimal"], true);
        let path = object["path"].as_str().unwrap();
        assert_eq!(path.len(), moves);
        assert!(path.chars().all(|letter| "URDL".contains(letter)));
        assert!(object["expanded"].as_u64().unwrap() >= moves as u64);
        assert!(object["generated"].as_u64() > object["expanded"].as_u64());
        assert!(object["peak_frontier"].as_u64().unwrap() > 0);
        assert!(object["peak_bytes"].as_u64().unwrap() > 0);
        assert!(object["seconds"].as_f64().unwrap() > 0.0);
    }
    assert_eq!(solve(&FIVE).1["path"], "UULDR");
}

#[test]
fn the_settings_that_were_used_are_said() {
    let (_, object) = solve(
        &[
            &FIVE[..],
            &[
                "--algorithm",
                "weighted-a-star",
                "--heuristic",
                "misplaced",
                "--weight",
                "2.5",
            ],
            &[
                "--costs", "U=2,D=3", "--order", "dlru", "--ties", "random", "--seed", "7",
            ],
            &[
                "--max-time",
                "1min",
                "--max-memory",
                "64MiB",
                "--max-expanded",
                "1000",
            ],
        ]
        .concat(),
    );
    let settings = &object["settings"];
    for (key, expected) in [
        ("start", json!("2 8 3 / 1 6 4 / 7 _ 5")),
        ("goal", json!("1 2 3 / 8 _ 4 / 7 6 5")),
        ("costs", json!({"U": 2, "L": 1, "R": 1, "D": 3})),
        ("algorithm", json!("weighted-a-star")),
        ("heuristic", json!("misplaced")),
        ("measure_to", Value::Null),
        ("order", json!("DLRU")),
        ("duplicates", json!("graph")),
        ("ties", json!("random")),
        ("weight", json!(2.5)),
        ("beam_width", Value::Null),
        ("depth_limit", Value::Null),
        ("seed", json!(7)),
        ("search_unsolvable", json!(false)),
        ("max_expanded", json!(1000)),
        ("max_memory", json!(64 << 20)),
        ("max_time", json!(60.0)),
    ] {
        assert_eq!(settings[key], expected, "{key}");
    }
    assert_eq!(object["moves"], 5);
    // Up, up, left, down, right at 2 + 2 + 1 + 3 + 1.
    assert_eq!(
        (&object["path"], &object["cost"]),
        (&json!("UULDR"), &json!(9))
    );
    assert_eq!(object["optimal"], false);
    assert_eq!(
        solve(&[&FIVE[..], &["-a", "breadth-first"]].concat()).1["settings"]["heuristic"],
        Value::Null
    );
}

#[test]
fn outcomes_and_their_statuses() {
    let unsolvable = [UNSOLVABLE];
    let searched = ["2 1 3 / 4 _ 5", "--search-unsolvable"];
    let stopped: Vec<&str> = KORF_12.to_vec();
    let with = |more: &[&'static str]| [&stopped, more].concat();
    for (arguments, status, outcome, stopped_by) in [
        (vec!["1 2 / _ 3"], 0, "solved", None),
        (vec!["1 2 / 3 _"], 0, "solved", None),
        (unsolvable.to_vec(), 1, "unsolvable", None),
        (searched.to_vec(), 1, "unsolvable", None),
        (
            with(&["-a", "beam", "--beam-width", "1"]),
            1,
            "exhausted",
            None,
        ),
        (
            with(&["--max-expanded", "100"]),
            3,
            "stopped",
            Some("expanded"),
        ),
        (
            with(&["--max-memory", "100KiB"]),
            3,
            "stopped",
            Some("memory"),
        ),
        (
            with(&["--max-time", "1ms", "-H", "zero"]),
            3,
            "stopped",
            Some("time"),
        ),
        (
            with(&["-a", "depth-first", "--depth-limit", "3"]),
            3,
            "stopped",
            Some("depth"),
        ),
    ] {
        let (found, object) = solve(&arguments);
        assert_eq!(found, status, "{arguments:?}: {object}");
        assert_eq!(object["outcome"], outcome);
        assert_eq!(object["stopped_by"], json!(stopped_by));
        if status != 0 {
            for unknown in ["moves", "cost", "path", "optimal"] {
                assert_eq!(object[unknown], Value::Null, "{unknown}");
            }
        }
        if stopped_by == Some("expanded") {
            assert_eq!(object["expanded"], 100);
        }
    }
}

#[test]
fn korf_counted_these_nodes() {
    let (_, object) = solve(&[&KORF_12[..], &["-a", "ida-star"]].concat());
    assert_eq!(
        (&object["moves"], &object["generated"]),
        (&json!(45), &json!(546_344))
    );
}

#[test]
fn the_heuristic_may_be_measured_to_another_board() {
    let elsewhere = ["--measure-to", "_ 1 2 / 3 4 5 / 6 7 8"];
    let (status, object) = solve(&[&FIVE[..], &elsewhere].concat());
    assert_eq!((status, &object["optimal"]), (0, &json!(false)));
    assert_eq!(object["settings"]["measure_to"], "_ 1 2 / 3 4 5 / 6 7 8");
}

#[test]
fn bad_usage_is_refused_in_one_line() {
    let five = FIVE[0];
    for (arguments, parts) in [
        (&["solve"][..], &["<PUZZLE>"][..]),
        (
            &["solve", "no-such-file.json"],
            &["no such file", "no-such-file.json"],
        ),
        (&["solve", "/"], &["folder"]),
        (
            &["solve", "1 2 3 / 4 5 q"],
            &["“q”", "row 2, entry 3", "PUZZLE"],
        ),
        (
            &["solve", "1 2 3 / 4 5 5"],
            &["tile 5", "the blank is missing"],
        ),
        (&["solve", "1 2 3 4 / 5 _"], &["row 2 has 2"]),
        (
            &["solve", five, "--goal", "1 2 / 3 _"],
            &["start is 3×3", "goal is 2×2"],
        ),
        (
            &["solve", five, "--goal", "upside-down"],
            &["--goal", "upside-down"],
        ),
        (
            &["solve", five, "--measure-to", "1 2 / 3 _"],
            &["3×3", "2×2"],
        ),
        (
            &["solve", five, "--algorithm", "magic"],
            &["no algorithm “magic”", "tilescope list"],
        ),
        (
            &["solve", five, "--heuristic", "magic"],
            &["no heuristic “magic”", "tilescope list"],
        ),
        (&["solve", five, "--frobnicate"], &["--frobnicate"]),
        (&["solve", five, "--wieght", "2"], &["--wieght", "--weight"]),
        (
            &["solve", five, "-a", "weighted-a-star", "--weight", "nan"],
            &["--weight", "0 to 1000"],
        ),
        (
            &["solve", five, "-a", "weighted-a-star", "--weight", "-1"],
            &["-1"],
        ),
        (
            &["solve", five, "-a", "beam", "--beam-width", "0"],
            &["--beam-width", "0"],
        ),
        (&["solve", five, "--order", "UUUU"], &["--order", "UUUU"]),
        (&["solve", five, "--costs", "U=0"], &["--costs", "Up"]),
        (
            &["solve", five, "--duplicates", "few"],
            &["--duplicates", "graph"],
        ),
        (
            &["solve", five, "--max-memory", "lots"],
            &["--max-memory", "8GiB"],
        ),
        (
            &["solve", five, "--max-time", "soon"],
            &["--max-time", "500ms"],
        ),
        (&["solve", five, "--max-expanded", "-1"], &["-1"]),
        (
            &["solve", five, "--trace", "/no/such/folder/trace.csv"],
            &["trace cannot be written", "/no/such"],
        ),
        (&["list", "--loudly"], &["--loudly"]),
        // Options that the algorithm does not have.
        (
            &["solve", five, "--weight", "2"],
            &["--weight does not apply to A*", "--ties"],
        ),
        (
            &["solve", five, "--beam-width", "5"],
            &["--beam-width does not apply"],
        ),
        (
            &["solve", five, "--depth-limit", "5"],
            &["--depth-limit does not apply"],
        ),
        (
            &["solve", five, "--threads", "4"],
            &["--threads above 1 does not apply"],
        ),
        (
            &["solve", five, "-a", "breadth-first", "-H", "zero"],
            &["--heuristic does not apply"],
        ),
        (
            &[
                "solve",
                five,
                "-a",
                "breadth-first",
                "--measure-to",
                "spiral",
            ],
            &["--measure-to does"],
        ),
        (
            &["solve", five, "-a", "breadth-first", "--ties", "lifo"],
            &["--ties does not apply"],
        ),
        (
            &["solve", five, "-a", "ida-star", "--seed", "1"],
            &["--seed does not apply"],
        ),
    ] {
        check_refused(arguments, parts);
    }
    // What every algorithm does is no reason to refuse.
    assert_eq!(solve(&[five, "--goal", "spiral", "--threads", "1"]).0, 0);
}

#[test]
fn files_are_read_and_refused_like_boards() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("2 8 3.json");
    let path = path.to_str().unwrap();
    std::fs::write(
        path,
        r#"{"format": "tilescope-puzzle", "version": 1, "start": [[2, 8, 3], [1, 6, 4], [7, 0, 5]],
            "goal": [[1, 2, 3], [8, 0, 4], [7, 6, 5]], "costs": {"up": 3}}"#,
    )
    .unwrap();
    let (status, object) = solve(&[path]);
    assert_eq!(
        (status, &object["moves"], &object["cost"]),
        (0, &json!(5), &json!(9))
    );
    let (_, object) = solve(&[path, "--costs", "U=1"]);
    assert_eq!(object["cost"], 5);
    std::fs::write(path, "{\n\"format\": 1,,").unwrap();
    check_refused(&["solve", path], &["not JSON", "line 2, column 13", path]);
}

#[test]
fn people_see_boards_and_counts() {
    let output = tilescope(&[&["solve"], &FIVE[..]].concat());
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    let top = [
        "2 8 3       1 2 3",
        "1 6 4   →   8 · 4",
        "7 · 5       7 6 5",
        "",
        "A* · Manhattan distance",
        "Solved in 5 moves, optimal",
        "",
        "Path       UULDR",
        "Cost       5",
    ];
    assert_eq!(lines[..top.len()], top);
    for name in ["Expanded", "Generated", "Frontier", "Memory", "Time", "b*"] {
        assert!(lines.iter().any(|line| line.starts_with(name)), "{name}");
    }
    let output = tilescope(&["solve", UNSOLVABLE]);
    assert!(text(&output.stdout).contains("There is no solution"));
}

#[test]
fn help_and_version_are_no_errors() {
    for arguments in [
        &["--help"][..],
        &["--version"],
        &["solve", "--help"],
        &["list", "-h"],
    ] {
        let output = tilescope(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(!output.stdout.is_empty() && output.stderr.is_empty());
    }
}

#[test]
fn lists_name_everything_that_solves() {
    let output = tilescope(&["list", "--json"]);
    let lists: Value = serde_json::from_slice(&output.stdout).unwrap();
    let table = tilescope(&["list"]);
    let table = text(&table.stdout);
    let keys = |list: &str| -> Vec<String> {
        let entries = lists[list].as_array().unwrap();
        entries
            .iter()
            .map(|entry| entry["key"].as_str().unwrap().to_owned())
            .collect()
    };
    let (algorithms, heuristics) = (keys("algorithms"), keys("heuristics"));
    for key in [
        "breadth-first",
        "depth-first",
        "uniform-cost",
        "a-star",
        "ida-star",
        "beam",
    ] {
        assert!(algorithms.iter().any(|known| known == key), "{key}");
    }
    for key in ["zero", "misplaced", "manhattan", "linear-conflict"] {
        assert!(heuristics.iter().any(|known| known == key), "{key}");
    }
    for key in algorithms.iter().chain(&heuristics) {
        assert!(
            table
                .lines()
                .any(|line| line.starts_with(&format!("{key} "))),
            "{key}"
        );
    }
    for algorithm in &algorithms {
        let (status, object) = solve(&[&FIVE[..], &["--algorithm", algorithm]].concat());
        assert_eq!(
            (status, &object["outcome"]),
            (0, &json!("solved")),
            "{algorithm}"
        );
    }
    for heuristic in &heuristics {
        let (_, object) = solve(&[&FIVE[..], &["--heuristic", heuristic]].concat());
        assert_eq!(object["moves"], 5, "{heuristic}");
    }
}

#[test]
fn a_reader_who_has_seen_enough_is_no_error() {
    for arguments in [
        &["list"][..],
        &["solve", FIVE[0], "--goal", "spiral"],
        &["--help"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tilescope"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(text(&output.stderr), "");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_with_what_is_known() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args([
            "solve",
            "--json",
            "-a",
            "uniform-cost",
            "--trace",
            "/dev/stderr",
        ])
        .args(KORF_12)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The trace says that the search has begun.
    let mut trace = child.stderr.take().unwrap();
    let mut first = [0; 1000];
    std::io::Read::read_exact(&mut trace, &mut first).unwrap();
    let rest = std::thread::Builder::new()
        .spawn(move || std::io::copy(&mut trace, &mut std::io::sink()))
        .unwrap();
    let status = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(status.success());
    let output = child.wait_with_output().unwrap();
    rest.join().unwrap().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&object["outcome"], &object["stopped_by"]),
        (&json!("stopped"), &json!("interrupt"))
    );
    assert!(object["expanded"].as_u64().unwrap() > 0);
}
