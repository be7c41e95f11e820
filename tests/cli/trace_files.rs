//! `tilescope trace`, and the formats of `solve --trace`.

use crate::support::{text, tilescope};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::process::Output;
use tilescope_lab::trace_file::{Bookmark, load, save};
use tilescope_lab::{Interrupt, format};

pub const START: &str = "2 1 6 / 4 _ 8 / 7 5 3";

/// Solves [`START`] by this algorithm, and writes this trace.
pub fn solve(algorithm: &str, trace: &Path) -> Value {
    let trace = trace.to_str().unwrap();
    let output = tilescope(&[
        "solve", "--json", START, "--goal", "spiral", "-a", algorithm, "--trace", trace,
    ]);
    assert_eq!(text(&output.stderr), "");
    serde_json::from_slice(&output.stdout).unwrap()
}

pub fn trace(arguments: &[&str]) -> Output {
    tilescope(&[&["trace"], arguments].concat())
}

pub fn json(arguments: &[&str]) -> Value {
    let output = trace(&[arguments, &["--json"]].concat());
    assert_eq!(text(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn info_shows_the_report_of_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.tilescope-trace");
    let report = solve("a-star", &path);
    let path = path.to_str().unwrap();
    let info = json(&["info", path]);
    assert_eq!(info["report"], report);
    assert_eq!(info["steps"], report["expanded"]);
    assert_eq!(info["complete"], true);
    let output = trace(&["info", path]);
    let printed = text(&output.stdout);
    assert!(printed.contains("Solved in 18 moves, optimal"), "{printed}");
    assert!(printed.contains("\nState      whole\n"), "{printed}");
    assert_eq!(json(&["check", path])["sound"], true);
    let output = trace(&["check", path]);
    assert!(text(&output.stdout).starts_with("The trace is sound: "));
}

/// Saves the trace at `path` again, with these bookmarks.
fn mark(path: &Path, bookmarks: &[Bookmark]) {
    let interrupt = Interrupt::default();
    let loaded = load(path, u32::MAX, &interrupt, &mut |_| {}).unwrap();
    let run = (&loaded.trace, &loaded.series, &loaded.report);
    save(path, &loaded.job, run, bookmarks, &interrupt, &mut |_| {}).unwrap();
}

#[test]
fn info_lists_the_bookmarks_which_a_conversion_keeps() {
    let folder = tempfile::tempdir().unwrap();
    let [path, other] = ["run", "other"].map(|name| folder.path().join(name));
    let [path, other] = [path, other].map(|path| path.with_extension("tilescope-trace"));
    solve("a-star", &path);
    let bookmark = |step, node, name: &str, note: &str| Bookmark {
        step,
        node,
        name: name.into(),
        note: note.into(),
    };
    let bookmarks = [
        bookmark(3, Some(5), "A tie", "Which one\ndoes A* take?"),
        bookmark(7, None, "", ""),
    ];
    mark(&path, &bookmarks);
    let [path, other] = [&path, &other].map(|path| path.to_str().unwrap());
    json(&["convert", path, other]);
    for path in [path, other] {
        let info = json(&["info", path]);
        assert_eq!(info["bookmarks"][0]["step"], 3);
        assert_eq!(info["bookmarks"][0]["note"], "Which one\ndoes A* take?");
        assert_eq!(info["bookmarks"][1]["node"], Value::Null);
        assert_eq!(info["left_out"], Value::Null);
        let output = trace(&["info", path]);
        let printed = text(&output.stdout);
        let expected = "\nBookmark   step 3, node 5, A tie: Which one does A* take?\n\
                        Bookmark   step 7\n";
        assert!(printed.ends_with(expected), "{printed}");
    }
}

#[test]
fn what_is_converted_is_what_the_search_writes() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("run.tilescope-trace");
    for algorithm in ["a-star", "ida-star", "rbfs", "nbs"] {
        solve(algorithm, &own);
        for ending in ["jsonl", "csv", "trace.json", "dot", "tilescope-trace"] {
            let [live, converted] =
                ["live", "converted"].map(|name| folder.path().join(format!("{name}.{ending}")));
            let (from, to) = (own.to_str().unwrap(), converted.to_str().unwrap());
            let object = json(&["convert", from, to]);
            assert_eq!(object["format"], ending);
            if ending == "tilescope-trace" {
                let [whole, again] = [from, to].map(|path| json(&["info", path]));
                assert_eq!(whole["report"], again["report"]);
                assert_eq!(whole["nodes"], again["nodes"]);
                assert_eq!(json(&["check", to])["sound"], true);
                continue;
            }
            solve(algorithm, &live);
            let [live, converted] = [live, converted].map(|path| fs::read_to_string(path).unwrap());
            assert!(live == converted, "{algorithm}, {ending}");
        }
    }
}

/// Every node with its first event after its parent's, and the same counts as the report.
#[test]
fn posthoc_s_events_are_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.trace.json");
    for algorithm in ["a-star", "breadth-first", "ida-star", "nbs"] {
        let report = solve(algorithm, &path);
        let trace: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(trace["version"], "1.4.0");
        assert_eq!(trace["views"]["main"][0]["$"], "rect");
        let events = trace["events"].as_array().unwrap();
        let n_expanded = events
            .iter()
            .filter(|event| event["type"] == "expanding")
            .count();
        assert_eq!(report["expanded"], n_expanded);
        let mut parents: HashMap<u64, Value> = HashMap::new();
        for event in events {
            let id = event["id"].as_u64().unwrap();
            assert!(id > 0);
            assert_eq!(event["tiles"].as_array().unwrap().len(), 9);
            match parents.get(&id) {
                Some(parent) => assert_eq!(*parent, event["pId"]),
                None => {
                    let is_known = |parent: u64| parents.contains_key(&parent);
                    assert!(event["pId"].as_u64().is_none_or(is_known), "{event}");
                    assert_eq!(event["type"] == "source", event["pId"].is_null());
                    parents.insert(id, event["pId"].clone());
                }
            }
        }
        assert_eq!(report["generated"], parents.len(), "{algorithm}");
        assert_eq!(events.last().unwrap()["type"], "end");
    }
}

#[test]
fn a_range_of_steps_is_a_part_of_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("run.tilescope-trace");
    solve("a-star", &own);
    let own = own.to_str().unwrap();
    let part = |ending: &str, steps: &str| {
        let path = folder.path().join(format!("part.{ending}"));
        json(&["convert", own, path.to_str().unwrap(), "--steps", steps]);
        fs::read_to_string(path).unwrap()
    };
    for ending in ["jsonl", "csv"] {
        let [whole, first, rest] = ["0..100000", "0..4", "5..100000"].map(|it| part(ending, it));
        let rest = rest.split_once('\n').unwrap().1;
        assert_eq!(whole, first.clone() + rest);
        let expanded = |line: &&str| line.contains("expanded");
        assert_eq!(first.lines().filter(expanded).count(), 4);
    }
    let part: Value = serde_json::from_str(&part("trace.json", "5..7")).unwrap();
    let events = part["events"].as_array().unwrap();
    let n_expanded = events
        .iter()
        .filter(|event| event["type"] == "expanding")
        .count();
    assert_eq!(n_expanded, 3);
    let mut seen = HashSet::new();
    for event in events {
        assert!(event["pId"].is_null() || seen.contains(&event["pId"].as_u64().unwrap()));
        seen.insert(event["id"].as_u64().unwrap());
    }
}

#[test]
fn dot_has_every_node_and_edge() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.dot");
    let report = solve("a-star", &path);
    let dot = fs::read_to_string(&path).unwrap();
    let generated = report["generated"].as_u64().unwrap() as usize;
    assert_eq!(
        dot.lines().filter(|line| line.contains(" -> ")).count(),
        generated - 1
    );
    assert_eq!(
        dot.lines().filter(|line| line.contains("style=")).count(),
        generated
    );
    assert!(dot.starts_with("digraph trace {\n") && dot.ends_with("}\n"));
    let bold = dot
        .lines()
        .filter(|line| line.contains("penwidth=3") && !line.contains("->"));
    assert_eq!(report["moves"], bold.count() - 1);
}

#[test]
fn damage_is_told_and_the_rest_is_used() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.tilescope-trace");
    solve("a-star", &path);
    let mut bytes = fs::read(&path).unwrap();
    bytes.truncate(bytes.len() - 3);
    fs::write(&path, &bytes).unwrap();
    let (path, out) = (path.to_str().unwrap(), folder.path().join("out.csv"));
    let cases: [&[&str]; 3] = [
        &["check", path],
        &["check", path, "--json"],
        &["convert", path, out.to_str().unwrap()],
    ];
    for case in cases {
        let output = trace(case);
        let line = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert_eq!(line.lines().count(), 1, "{line}");
        assert!(
            line.contains("this trace is cut short: the first "),
            "{line}"
        );
    }
    assert!(fs::read_to_string(&out).unwrap().lines().count() > 10);
    // What is in it is told, and its status too.
    let info = trace(&["info", path, "--json"]);
    assert_eq!(info.status.code(), Some(2));
    let info: Value = serde_json::from_slice(&info.stdout).unwrap();
    assert_eq!(info["complete"], false);
}

#[test]
fn the_header_quotes_a_heuristic_with_quotation_marks() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    let heuristic = "pdb(\"1|2,3\") + 0";
    let output = tilescope(&[
        "solve",
        "1 2 / 3 0",
        "-H",
        heuristic,
        "--trace",
        path.to_str().unwrap(),
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let rows = fs::read_to_string(&path).unwrap();
    for row in rows.lines() {
        let row: Value = serde_json::from_str(row).unwrap();
        assert!(row.is_object());
    }
    let header: Value = serde_json::from_str(rows.lines().next().unwrap()).unwrap();
    assert_eq!(header["heuristic"], heuristic);
}

#[test]
fn what_cannot_be_done_is_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("run.tilescope-trace");
    solve("a-star", &own);
    let board = folder.path().join("board.json");
    fs::write(&board, "{}").unwrap();
    let unknown = folder.path().join("run.xyz");
    let out = folder.path().join("out.csv");
    let [own, board, unknown, out] = [&own, &board, &unknown, &out].map(|it| it.to_str().unwrap());
    let cases: [(&[&str], &str); 8] = [
        (&["info", "nowhere"], "there is no such file: nowhere"),
        (
            &["info", board],
            "this is not a Tilescope trace: it is too short",
        ),
        (&["convert", own, unknown], "the name says no known format"),
        (&["convert", own, own], "OUT would overwrite the trace"),
        (
            &["convert", own, out, "--steps", "8..3"],
            "a range of steps is two numbers",
        ),
        (
            &["convert", own, out, "--steps", "900000"],
            "so the range 900000..900000 has no events",
        ),
        (
            &[
                "convert",
                own,
                &own.replace("run", "other"),
                "--steps",
                "1..2",
            ],
            "choose another ending",
        ),
        (
            &["compare", own, "nowhere"],
            "there is no such file: nowhere",
        ),
    ];
    for (case, expected) in cases {
        let output = trace(case);
        let line = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{case:?}: {line}");
        assert_eq!(line.lines().count(), 1, "{line}");
        assert!(line.contains(expected), "{line}");
    }
    assert!(!Path::new(out).exists());
}

#[test]
fn two_runs_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] =
        ["first", "second"].map(|name| folder.path().join(format!("{name}.tilescope-trace")));
    let reports = [solve("a-star", &first), solve("breadth-first", &second)];
    let (first, second) = (first.to_str().unwrap(), second.to_str().unwrap());
    let same = json(&["compare", first, first]);
    assert_eq!(same["parting"], Value::Null);
    assert_eq!(same["expanded_by_first_only"], 0);
    assert_eq!(same["expanded_by_both"], reports[0]["expanded"]);
    let other = json(&["compare", first, second]);
    assert!(other["parting"]["step"].as_u64().unwrap() > 1, "{other}");
    assert_ne!(other["parting"]["first"], other["parting"]["second"]);
    let sum =
        |key: &str| other["expanded_by_both"].as_u64().unwrap() + other[key].as_u64().unwrap();
    assert_eq!(reports[0]["expanded"], sum("expanded_by_first_only"));
    assert_eq!(reports[1]["expanded"], sum("expanded_by_second_only"));
    let printed = trace(&["compare", first, second]);
    let printed = text(&printed.stdout);
    assert!(printed.contains("They part at step "));
    let cells = |line: &str| -> Vec<String> {
        let cells = line.split("  ").map(str::trim).filter(|it| !it.is_empty());
        cells.map(str::to_owned).collect()
    };
    let lines: Vec<Vec<String>> = printed.lines().map(cells).collect();
    let expanded =
        ["expanded", "generated"].map(|key| reports.each_ref().map(|it| it[key].clone()));
    for (label, values) in ["Expanded", "Generated"].into_iter().zip(expanded) {
        let row = lines
            .iter()
            .find(|row| row.first().is_some_and(|it| it == label));
        let values = values.map(|it| format::count(it.as_u64().unwrap()));
        assert_eq!(row.unwrap()[1..], values, "{printed}");
    }
    let algorithm = ["Algorithm", "A*", "Breadth-first search"].map(str::to_owned);
    assert!(lines.iter().any(|row| *row == algorithm), "{printed}");
    assert_eq!(other["differing_settings"][0]["name"], "Algorithm");
    assert_eq!(other["reports"][1]["expanded"], reports[1]["expanded"]);
    assert_eq!(same["differing_settings"], serde_json::json!([]));
    let printed = trace(&["compare", first, first]);
    assert!(text(&printed.stdout).ends_with("\nBoth runs have the same settings.\n"));
}

#[test]
fn the_frontier_is_printed_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.tilescope-trace");
    let path = path.to_str().unwrap();
    for (algorithm, n_frontiers) in [("a-star", 1), ("nbs", 2), ("breadth-first", 1)] {
        let report = solve(algorithm, path.as_ref());
        let object = json(&["frontier", path, "--step", "9", "--first", "5"]);
        let frontiers = object["frontiers"].as_array().unwrap();
        assert_eq!(frontiers.len(), n_frontiers);
        let first = &frontiers[0];
        let nodes = first["nodes"].as_array().unwrap();
        let size = first["size"].as_u64().unwrap();
        assert_eq!(nodes.len() as u64, size.min(5));
        assert!(nodes.iter().enumerate().all(|(i, it)| it["rank"] == i + 1));
        let key = |node: &Value| node["f"].as_f64();
        assert!(nodes.is_sorted_by_key(key), "{first}");
        if algorithm == "a-star" {
            // The first of the frontier is expanded next.
            let why = json(&["why", path, "--step", "10"]);
            assert_eq!(why["node"], nodes[0]["node"]);
            assert_eq!(why["state"], nodes[0]["state"]);
            let whole = json(&["frontier", path, "--step", "9", "--first", "1000"]);
            assert_eq!(
                whole["frontiers"][0]["nodes"].as_array().unwrap().len() as u64,
                size
            );
        }
        let printed = trace(&["frontier", path, "--step", "9", "--first", "1"]);
        let printed = text(&printed.stdout);
        assert!(printed.contains("Frontier at step 9"), "{printed}");
        assert!(
            printed.contains(&format!("and {} more\n", size - 1)),
            "{printed}"
        );
        let beyond = report["expanded"].as_u64().unwrap() + 1;
        let output = trace(&["frontier", path, "--step", &beyond.to_string()]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("there is no step "));
    }
}

#[test]
fn a_node_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.tilescope-trace");
    let path = path.to_str().unwrap();
    solve("a-star", path.as_ref());
    let root = json(&["why", path, "--node", "0"]);
    assert_eq!(root["state"], START);
    let why = root["why"].as_str().unwrap();
    assert!(
        why.starts_with("The start of the search, expanded at step 1."),
        "{why}"
    );
    // Before that it was on the frontier.
    let before = json(&["why", path, "--node", "0", "--step", "0"]);
    assert!(before["why"].as_str().unwrap().contains("not expanded yet"));
    let output = trace(&["why", path, "--step", "12"]);
    let printed = text(&output.stdout);
    assert!(printed.contains("Selected at step 12"), "{printed}");
    for (case, expected) in [
        (["--node", "99999999"], "there is no node "),
        (["--step", "99999999"], "there is no step "),
    ] {
        let output = trace(&[&["why", path], &case[..]].concat());
        assert_eq!(output.status.code(), Some(2));
        let line = text(&output.stderr);
        assert!(
            line.contains(expected) && line.lines().count() == 1,
            "{line}"
        );
    }
    assert_eq!(trace(&["why", path]).status.code(), Some(2));
}

#[test]
fn nodes_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.tilescope-trace");
    let report = solve("a-star", &path);
    let path = path.to_str().unwrap();
    let found = json(&["find", path, "expanded"]);
    assert_eq!(found["found"], report["expanded"]);
    assert_eq!(found["searched"], report["generated"]);
    assert_eq!(found["nodes"].as_array().unwrap().len(), 20);
    let board = format!("board = \"{START}\" and id = 0");
    let found = json(&["find", path, &board]);
    assert_eq!(found["nodes"][0]["node"], 0);
    let solution = json(&["find", path, "solution", "--first", "100"]);
    let moves = report["moves"].as_u64().unwrap();
    assert_eq!(solution["found"], moves + 1);
    let printed = trace(&["find", path, "solution", "--first", "2"]);
    let printed = text(&printed.stdout);
    assert!(
        printed.starts_with(&format!("{} of ", moves + 1)),
        "{printed}"
    );
    assert!(
        printed.contains(&format!("and {} more\n", moves - 1)),
        "{printed}"
    );
    let none = trace(&["find", path, "depth > 1000"]);
    assert_eq!(none.status.code(), Some(1));
    assert!(text(&none.stdout).starts_with("None of the "));
    let wrong = trace(&["find", path, "f = 57 h < 5"]);
    assert_eq!(wrong.status.code(), Some(2));
    let line = text(&wrong.stderr);
    assert!(
        line.contains("at column 8") && line.lines().count() == 1,
        "{line}"
    );
}
