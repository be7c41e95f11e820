//! `tilescope solve` as scripts rely on it: statuses, JSON, and one line for what is wrong.

use crate::support::{solve, text, tilescope};
use serde_json::{Value, json};
use std::process::{Command, Stdio};

const FIVE: [&str; 3] = ["2 8 3 / 1 6 4 / 7 _ 5", "--goal", "1 2 3 / 8 _ 4 / 7 6 5"];
/// Korf's twelfth, 45 moves from its goal.
const KORF_12: [&str; 3] = [
    "14 1 9 6 / 4 8 12 5 / 7 2 3 0 / 10 11 13 15",
    "--goal",
    "blank-first",
];
const UNSOLVABLE: &str = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 _";

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
fn tiles_that_cost_their_number_or_its_inverse() {
    // Tiles 6, 8, 2, 1 and 8 move.
    for (tile_costs, cost, fraction) in [
        ("one", json!(5), Value::Null),
        ("number", json!(25), Value::Null),
        ("inverse", json!(23.0 / 12.0), json!("23/12")),
    ] {
        let (status, object) = solve(&[&FIVE[..], &["--tile-costs", tile_costs]].concat());
        assert_eq!((status, &object["path"]), (0, &json!("UULDR")));
        assert_eq!(object["cost"], cost);
        assert_eq!(object["cost_fraction"], fraction);
        assert_eq!(object["settings"]["tile_costs"], tile_costs);
        assert_eq!(object["optimal"], true);
    }
    let inverse = ["--tile-costs", "inverse", "--costs", "U=12"];
    let output = tilescope(&[&["solve"], &FIVE[..], &inverse].concat());
    let text = text(&output.stdout);
    // 12 times 1/6 and 1/8, and the rest as it was.
    assert!(text.contains("at cost 5 + 1/8, optimal"), "{text}");
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

/// A limit that stops a search is told by the status, also if a solution was found before.
#[test]
fn an_unproved_solution_is_no_success() {
    // Korf's fortieth, 54 moves from its goal.
    let korf_40 = "11 5 1 14 / 4 12 10 0 / 2 7 13 3 / 9 15 6 8";
    for (start, algorithm, most, moves) in [
        (KORF_12[0], "anytime-weighted-a-star", "5000", 45),
        (korf_40, "nbs", "300000", 58),
    ] {
        let (status, object) = solve(&[
            start,
            "--goal",
            "blank-first",
            "-a",
            algorithm,
            "-H",
            "linear-conflict",
            "--max-expanded",
            most,
        ]);
        assert_eq!((status, &object["outcome"]), (3, &json!("solved")));
        assert_eq!(object["stopped_by"], "expanded", "{algorithm}");
        assert_eq!(object["optimal"], false);
        assert_eq!(object["moves"], moves, "{algorithm}");
    }
    // One that ends by itself has proved its solution.
    let ended = [&FIVE[..], &["-a", "anytime-weighted-a-star"]].concat();
    let (status, object) = solve(&ended);
    assert_eq!((status, &object["optimal"]), (0, &json!(true)));
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

/// Breadth-first search tests for the goal when a node is generated, and says so.
#[test]
fn every_result_names_its_goal_test() {
    let run = |more: &[&str]| {
        let (status, object) = solve(&[&FIVE[..], more].concat());
        assert_eq!(status, 0);
        let goal_test = object["settings"]["goal_test"].clone();
        (goal_test, object["expanded"].clone())
    };
    let breadth_first = ["-a", "breadth-first"];
    assert_eq!(run(&breadth_first), (json!("early"), json!(20)));
    let late = [&breadth_first[..], &["--goal-test", "late"]].concat();
    assert_eq!(run(&late), (json!("late"), json!(33)));
    assert_eq!(run(&["-a", "a-star"]).0, json!("late"));
    assert_eq!(run(&["-a", "ida-star"]).0, Value::Null);
    for (more, row) in [
        (&breadth_first[..], "Goal test  when generated (early)\n"),
        (&late, "Goal test  when selected (late)\n"),
    ] {
        let output = tilescope(&[&["solve"], &FIVE[..], more].concat());
        assert!(text(&output.stdout).contains(row), "{row}");
    }
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
        "A* · Manhattan",
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
    let told = text(&output.stdout);
    assert!(told.contains("There is no solution"));
    assert!(
        told.ends_with("\n\nSolvable   with --goal blank-first\n"),
        "{told}"
    );
}

#[test]
fn the_seed_is_said_where_lots_are_drawn() {
    let output = |algorithm: &str, ties: &str| {
        let five = "2 8 3 / 1 6 4 / 7 _ 5";
        let arguments = ["solve", five, "--goal", "spiral", "-a", algorithm];
        let output = tilescope(&[&arguments[..], &["--ties", ties, "--seed", "77"]].concat());
        text(&output.stdout).to_owned()
    };
    let all = [
        "uniform-cost",
        "greedy-best-first",
        "a-star",
        "weighted-a-star",
        "nbs",
    ];
    for algorithm in all.into_iter().chain(["anytime-weighted-a-star"]) {
        assert!(output(algorithm, "random").contains("\nSeed       77\n"));
        assert!(!output(algorithm, "fifo").contains("Seed"));
    }
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
    for line in table.lines().filter(|line| line.starts_with("pdb-")) {
        assert!(line.contains("mirror image"), "{line}");
    }
    assert!(table.contains("no mirror image is looked up"), "{table}");
    let first_tiles = lists["heuristics"].as_array().unwrap().iter();
    let mut parameters = first_tiles.filter_map(|entry| entry["parameter"].as_object());
    let parameter = parameters.next().expect("one heuristic has a parameter");
    assert_eq!(
        [&parameter["min"], &parameter["default"], &parameter["max"]],
        [1, 4, 99]
    );
    assert!(table.contains("Written first-tiles(1..99)."), "{table}");
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
    let mut n_misfits = 0;
    for heuristic in &heuristics {
        let arguments = [&FIVE[..], &["--heuristic", heuristic]].concat();
        let output = tilescope(&[&["solve"], &arguments[..]].concat());
        if output.status.code() == Some(2) {
            let sentence = text(&output.stderr);
            assert!(
                sentence.contains(" does not fit this 3×3 puzzle: "),
                "{sentence}"
            );
            assert_eq!(sentence.lines().count(), 1, "{sentence}");
            n_misfits += 1;
        } else {
            assert_eq!(solve(&arguments).1["moves"], 5, "{heuristic}");
        }
    }
    assert!(n_misfits < heuristics.len() / 2, "most of them fit");
}

#[test]
fn a_cost_beyond_what_is_counted_stops_the_search() {
    let hard = "8 6 7 / 2 5 4 / 3 _ 1";
    let dear = [
        "--tile-costs",
        "inverse",
        "--costs",
        "U=1000,D=1000,L=1000,R=1000",
    ];
    let (status, object) = solve(&[&[hard, "-a", "depth-first"][..], &dear].concat());
    assert_eq!((status, &object["stopped_by"]), (3, &json!("cost")));
    assert_eq!(object["cost"], json!(null));
    // An estimate may be as great as it likes.
    let huge = ["-H", "1000*1000*1000*manhattan"];
    for algorithm in ["a-star", "sma-star", "rbfs", "ida-star", "nbs"] {
        let five = ["2 8 3 / 1 6 4 / 7 _ 5", "--goal", "spiral", "-a", algorithm];
        let (status, object) = solve(&[&five[..], &huge, &["--max-expanded", "20000"]].concat());
        let limit = json!("expanded");
        assert!(
            status == 0 || object["stopped_by"] == limit,
            "{algorithm}: {object}"
        );
    }
}

#[test]
fn a_search_holds_its_start_at_least() {
    for algorithm in ["compact-a-star", "a-star", "any-size", "fastest-optimal"] {
        let (_, object) = solve(&["2 _ / 1 3", "--goal", "3 1 / _ 2", "-a", algorithm]);
        let peak = &object["peak_frontier"];
        assert!(
            peak.is_null() || peak.as_u64() >= Some(1),
            "{algorithm}: {peak}"
        );
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
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("trace");
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args(["solve", "--json", "-a", "uniform-cost", "--trace"])
        .arg(&trace)
        .args(KORF_12)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The trace says that the search has begun.
    while !std::fs::metadata(&trace).is_ok_and(|it| it.len() > 1000) {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::yield_now();
    }
    let status = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(status.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&object["outcome"], &object["stopped_by"]),
        (&json!("stopped"), &json!("interrupt"))
    );
    assert!(object["expanded"].as_u64().unwrap() > 0);
}

#[test]
fn the_solution_is_written_in_the_form_that_the_name_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let start = "1 2 3 / 4 5 6 / _ 7 8";
    for (name, part) in [
        ("a.txt", "RR\n"),
        ("a.md", "| 2 | R | 8 |"),
        ("a.tex", "\\begin{tabular}"),
        ("a.svg", ">2 R 8<"),
        ("a.animated.svg", "<animateTransform "),
    ] {
        let file = path(name);
        let (status, _) = solve(&[start, "--solution", &file]);
        assert_eq!(status, 0, "{name}");
        let written = std::fs::read_to_string(&file).unwrap();
        assert!(written.contains(part), "{name}: {written}");
    }
    let file = path("a.png");
    assert_eq!(solve(&[start, "--solution", &file]).0, 0);
    let written = std::fs::read(&file).unwrap();
    assert!(written.starts_with(b"\x89PNG") && written.windows(4).any(|chunk| chunk == b"acTL"));
    // Without a solution there is no file.
    let file = path("none.txt");
    assert_eq!(solve(&["2 1 3 / 4 5 6 / _ 7 8", "--solution", &file]).0, 1);
    assert!(!std::path::Path::new(&file).exists());
    let jpeg = path("a.jpeg");
    for (arguments, part) in [
        ([start, &jpeg], "does not tell the form of the solution"),
        (
            ["romania", &path("a.svg")],
            "a road map has no boards to draw",
        ),
    ] {
        let output = tilescope(&["solve", arguments[0], "--solution", arguments[1]]);
        assert_eq!(output.status.code(), Some(2));
        let error = text(&output.stderr);
        assert!(
            error.contains(part) && error.lines().count() == 1,
            "{error}"
        );
    }
}

/// What is not counted is unknown.
#[test]
fn memory_that_is_not_counted_is_null() {
    let (status, object) = solve(&["1 2 / 3 _", "-a", "any-size"]);
    assert_eq!((status, &object["peak_bytes"]), (0, &Value::Null));
    // Nothing was needed here.
    let (status, object) = solve(&["2 1 / 3 _", "-a", "any-size"]);
    assert_eq!((status, &object["peak_bytes"]), (1, &Value::from(0)));
}
