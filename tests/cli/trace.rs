//! `--trace`: the record of a search as a file, row by row in the order of the search.

use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn solve(start: &str, algorithm: &str, trace: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args([
            "solve", "--json", start, "--goal", "spiral", "-a", algorithm, "--trace",
        ])
        .arg(trace)
        .output()
        .unwrap()
}

const STARTS: [&str; 2] = ["2 8 3 / 1 6 4 / 7 _ 5", "2 1 6 / 4 _ 8 / 7 5 3"];
const ALGORITHMS: [&str; 9] = [
    "breadth-first",
    "a-star",
    "depth-first",
    "ida-star",
    "beam",
    "bidirectional-breadth-first",
    "nbs",
    "rbfs",
    "sma-star",
];

#[test]
fn a_trace_tells_the_whole_search() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.jsonl");
    for algorithm in ALGORITHMS {
        for start in STARTS {
            let report: Value =
                serde_json::from_slice(&solve(start, algorithm, &path).stdout).unwrap();
            let text = fs::read_to_string(&path).unwrap();
            let mut rows = text
                .lines()
                .map(|line| serde_json::from_str::<Value>(line).unwrap());
            let header = rows.next().unwrap();
            assert_eq!(header["format"], "tilescope-trace");
            assert_eq!(header["start"], start);
            assert_eq!(header["algorithm"], algorithm);
            let has_two_trees = ["bidirectional-breadth-first", "nbs"].contains(&algorithm);
            let n_roots = if has_two_trees { 2 } else { 1 };
            check_order(rows, &report, n_roots);
        }
    }
}

/// Nodes are born once, in the order of their numbers, to a node of the same side that is being
/// expanded or was, and each count is the report's.
fn check_order(rows: impl Iterator<Item = Value>, report: &Value, n_roots: usize) {
    let (mut n_born, mut n_requeued, mut n_expanded, mut n_meetings) = (0, 0, 0, 0);
    let mut expanded = HashSet::new();
    let mut sides = Vec::new();
    for row in rows {
        match row["event"].as_str().unwrap() {
            event @ ("born" | "requeued") => {
                n_requeued += usize::from(event == "requeued");
                assert_eq!(row["node"], n_born);
                assert_eq!(row["action"].is_null(), n_born < n_roots);
                match row["parent"].as_u64() {
                    Some(parent) => {
                        assert!(expanded.contains(&parent), "{row}");
                        assert_eq!(row["side"], sides[parent as usize]);
                    }
                    None => assert_eq!(row["side"], ["start", "goal"][n_born]),
                }
                sides.push(row["side"].clone());
                n_born += 1;
            }
            "expanded" => {
                let node = row["node"].as_u64().unwrap();
                assert!((node as usize) < n_born);
                expanded.insert(node);
                n_expanded += 1;
            }
            "discarded" => assert!((row["node"].as_u64().unwrap() as usize) < n_born),
            "iteration" => assert!(row["bound"].is_u64()),
            "meeting" => {
                let sides = ["node", "other"].map(|key| {
                    let node = row[key].as_u64().unwrap();
                    sides[node as usize].clone()
                });
                assert_eq!(sides, ["start", "goal"]);
                n_meetings += 1;
            }
            other => panic!("{other}"),
        }
    }
    assert_eq!(report["generated"], n_born - n_requeued);
    let forgets = ["rbfs", "sma-star"].map(Value::from);
    assert!(n_requeued == 0 || forgets.contains(&report["settings"]["algorithm"]));
    assert_eq!(report["expanded"], n_expanded);
    assert_eq!(n_meetings > 0, n_roots == 2);
}

#[test]
fn csv_says_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let [csv, json] = ["trace.CSV", "trace"].map(|name| folder.path().join(name));
    for algorithm in ALGORITHMS {
        solve(STARTS[1], algorithm, &csv);
        solve(STARTS[1], algorithm, &json);
        let [csv, json] = [&csv, &json].map(|path| fs::read_to_string(path).unwrap());
        let mut rows = csv.lines();
        let columns: Vec<&str> = rows.next().unwrap().split(',').collect();
        assert_eq!(
            columns,
            [
                "event", "node", "parent", "action", "g", "h", "fate", "bound", "side", "other"
            ]
        );
        let objects: Vec<Value> = json
            .lines()
            .skip(1)
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(rows.clone().count(), objects.len());
        for (row, object) in rows.zip(objects) {
            let fields: Vec<&str> = row.split(',').collect();
            assert_eq!(fields.len(), columns.len(), "{row}");
            for (column, field) in columns.iter().zip(fields) {
                let expected = match &object[column] {
                    Value::Null => String::new(),
                    Value::String(text) => text.clone(),
                    other => other.to_string(),
                };
                assert_eq!(field, expected, "{column} in {row}");
            }
        }
    }
}

/// The result is printed all the same, and the file has whole rows.
#[cfg(unix)]
#[test]
fn a_full_disk_costs_the_trace_and_not_the_result() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["trace.jsonl", "trace.csv"] {
        let path = folder.path().join(name);
        // Long enough to be written while the search goes on, and short.
        for (start, algorithm) in [(STARTS[1], "breadth-first"), (STARTS[0], "a-star")] {
            let output =
                tilescope_testing::with_little_disk(Path::new(env!("CARGO_BIN_EXE_tilescope")))
                    .args([
                        "solve", "--json", start, "--goal", "spiral", "-a", algorithm, "--trace",
                    ])
                    .arg(&path)
                    .output()
                    .unwrap();
            let line = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{line}");
            assert_eq!(line.lines().count(), 1, "{line}");
            let report: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(report["outcome"], "solved");
            let trace = fs::read_to_string(&path).unwrap();
            assert!(trace.ends_with('\n'), "{trace}");
            let n_events = trace.lines().count() - 1;
            assert!(n_events > 0);
            let expected = format!(
                "the trace is incomplete (the file is too large): {} has its first {n_events} events",
                path.display()
            );
            assert!(line.contains(&expected), "{line}");
        }
    }
}

/// A write beyond the limit is an error, not the end of the process.
#[cfg(unix)]
#[test]
fn a_limit_on_file_sizes_does_not_kill() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph.csv");
    let output = Command::new("sh")
        .args(["-c", "ulimit -f 1; exec \"$0\" graph \"$1\" --size 3x2"])
        .arg(env!("CARGO_BIN_EXE_tilescope"))
        .arg(&path)
        .output()
        .unwrap();
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{line}");
    assert!(line.contains("too large"), "{line}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn the_puzzle_is_not_overwritten_by_any_of_its_names() {
    let folder = tempfile::tempdir().unwrap();
    let [puzzle, hard, soft] = ["puzzle", "hard", "soft"].map(|name| folder.path().join(name));
    let board = "1 2 / _ 3";
    fs::write(&puzzle, board).unwrap();
    fs::hard_link(&puzzle, &hard).unwrap();
    std::os::unix::fs::symlink(&puzzle, &soft).unwrap();
    for trace in [&puzzle, &hard, &soft] {
        let output = Command::new(env!("CARGO_BIN_EXE_tilescope"))
            .arg("solve")
            .args([&puzzle, Path::new("--trace"), trace])
            .output()
            .unwrap();
        let line = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(
            line.contains("--trace would overwrite the puzzle"),
            "{line}"
        );
        assert_eq!(fs::read_to_string(&puzzle).unwrap(), board);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_printed_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    for trace in [Path::new("/dev/stdout"), Path::new("/dev/stderr"), &out] {
        let file = fs::File::options();
        let mut file = file.clone().create(true).append(true).open(&out).unwrap();
        std::io::Write::write_all(&mut file, b"Before\n").unwrap();
        let status = Command::new(env!("CARGO_BIN_EXE_tilescope"))
            .args(["solve", STARTS[0], "--goal", "spiral", "--trace"])
            .arg(trace)
            .stdout(file.try_clone().unwrap())
            .stderr(file)
            .status()
            .unwrap();
        let text = fs::read_to_string(&out).unwrap();
        assert_eq!(status.code(), Some(2), "{text}");
        let line = text.strip_prefix("Before\n").unwrap();
        let expected = "--trace would overwrite what the program prints";
        assert!(
            line.contains(expected) && line.lines().count() == 1,
            "{line}"
        );
        fs::remove_file(&out).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn a_trace_may_go_to_dev_null() {
    let output = solve(STARTS[0], "a-star", Path::new("/dev/null"));
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}
