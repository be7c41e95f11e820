//! Files that version 0.1 wrote, in `tests/written_by_0.1`: each still opens and means the same.

use crate::support::text;
use serde_json::{Map, Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Copy of the corpus that a test may write to.
struct Corpus(tempfile::TempDir);

impl Corpus {
    fn new() -> Corpus {
        let folder = tempfile::tempdir().unwrap();
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/written_by_0.1");
        copy(&from, folder.path());
        Corpus(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Runs the program in the corpus, which is also where it looks for the user's files.
    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_tilescope"))
            .args(arguments)
            .current_dir(self.0.path())
            .env("TILESCOPE_CACHE", self.path("tables"))
            .env("XDG_CONFIG_HOME", self.path("config"))
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }

    /// Runs a command that succeeds. Returns what it printed.
    fn done(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {error}");
        text(&output.stdout).to_owned()
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.done(arguments)).unwrap()
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let to = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &to),
            false => drop(fs::copy(entry.path(), to).unwrap()),
        }
    }
}

/// Returns true if `new` has everything that `old` has; fields may have been added to objects.
fn includes(new: &Value, old: &Value) -> bool {
    match (new, old) {
        (Value::Object(new), Value::Object(old)) => {
            let has = |(key, old)| new.get(key).is_some_and(|new| includes(new, old));
            old.iter().all(has)
        }
        (Value::Array(new), Value::Array(old)) => {
            new.len() == old.len() && new.iter().zip(old).all(|(new, old)| includes(new, old))
        }
        _ => new == old,
    }
}

fn lines(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn puzzles_maps_and_collections_have_the_same_solutions() {
    let corpus = Corpus::new();
    let check = |file: &str, solution: Value| {
        let solved = corpus.json(&["solve", "--json", file]);
        assert!(includes(&solved, &solution), "{file}: {solved}");
    };
    check(
        "puzzle.json",
        json!({"moves": 5, "cost": 7, "path": "UULDR",
               "settings": {"goal": "1 2 3 / 8 _ 4 / 7 6 5", "costs": {"U": 2}}}),
    );
    check("route.json", json!({"cost": 493, "moves": 5}));
    check("collection.json#1", json!({"moves": 2}));
    check("collection.json#second", json!({"moves": 2, "path": "RR"}));
}

#[test]
fn puzzles_in_every_exchange_format_are_the_same() {
    let corpus = Corpus::new();
    let eight = ["1 2 3 / 4 5 6 / 7 _ 8", "1 2 3 / 4 _ 6 / 7 5 8"];
    let fifteen = [
        "14 13 15 7 / 11 12 9 5 / 6 _ 2 1 / 4 8 10 3",
        "13 5 4 10 / 9 12 8 14 / 2 3 7 1 / _ 15 11 6",
    ];
    let (blank_last, blank_first) = (
        "1 2 3 / 4 5 6 / 7 8 _",
        "_ 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15",
    );
    for (file, boards, goal) in [
        ("csv.csv", &fifteen[..], blank_first),
        ("digits.txt", &eight[..], blank_last),
        ("grid.txt", &eight[..], blank_last),
        ("lines.txt", &fifteen[..], blank_first),
        ("pddl.pddl", &fifteen[..], blank_first),
        ("places.txt", &fifteen[..], blank_first),
        ("sized.txt", &eight[..], blank_last),
        ("slashes.txt", &eight[..], blank_last),
        ("tilescope.json", &fifteen[..], blank_first),
        ("two-lines.txt", &fifteen[..], blank_first),
    ] {
        let path = format!("formats/{file}");
        let read = corpus.json(&["convert", &path, "--to", "tilescope"]);
        assert_eq!(read["goal"], goal, "{file}");
        let starts = read["puzzles"].as_array().unwrap().iter();
        let starts: Vec<_> = starts.map(|it| it["start"].as_str().unwrap()).collect();
        assert_eq!(starts, boards, "{file}");
    }
}

#[test]
fn an_experiment_resumes_with_the_same_runs() {
    let corpus = Corpus::new();
    let records = "experiment.records.jsonl";
    let before = corpus.read(records);
    let status = corpus.json(&["lab", "status", "experiment.json", "--json"]);
    assert_eq!(status["done"], 47, "{status}");
    let told = corpus.done(&["lab", "run", "experiment.json", "--share"]);
    assert_eq!(told, format!("93 written, 47 done before: {records}\n"));
    let after = corpus.read(records);
    assert!(after.starts_with(&before), "what was there is unchanged");
    // A run gives what it gave: same ids, counts, outcomes and paths.
    corpus.done(&["lab", "rerun", records, "-o", "again.jsonl"]);
    let again = lines(&corpus.read("again.jsonl"));
    for old in lines(&before) {
        let new = again.iter().find(|new| new["id"] == old["id"]).unwrap();
        let mut old: Map<String, Value> = old.as_object().unwrap().clone();
        old.remove("measured");
        assert!(includes(new, &old.into()), "{new}");
    }
}

#[test]
fn traces_are_whole_and_convert_to_the_same_events() {
    let corpus = Corpus::new();
    for file in [
        "a-star",
        "breadth-first",
        "nbs",
        "rbfs-stopped",
        "romania",
        "with-bookmarks",
    ] {
        corpus.done(&["trace", "check", &format!("traces/{file}.tilescope-trace")]);
    }
    let convert = |name: &str, extension: &str| {
        let (from, to) = (
            format!("traces/{name}.tilescope-trace"),
            format!("new.{extension}"),
        );
        corpus.done(&["trace", "convert", &from, &to]);
        let old = corpus.read(&format!("traces/{name}.{extension}"));
        (corpus.read(&to), old)
    };
    for name in ["a-star", "romania"] {
        let (new, old) = convert(name, "jsonl");
        let (new, old) = (lines(&new), lines(&old));
        assert!(includes(&new.into(), &old.into()), "{name}");
    }
    for extension in ["csv", "dot"] {
        let (new, old) = convert("a-star", extension);
        assert_eq!(new, old, "{extension}");
    }
    let (new, old) = convert("a-star", "trace.json");
    let json = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    assert!(includes(&json(&new), &json(&old)));

    let why = corpus.done(&["trace", "info", "traces/breadth-first.tilescope-trace"]);
    assert!(
        why.contains("33"),
        "expanded with the late goal test: {why}"
    );
}

#[test]
fn graphs_are_complete() {
    let corpus = Corpus::new();
    for extension in ["csv", "graphml", "jsonl"] {
        let file = format!("graphs/2x2.{extension}");
        corpus.done(&["graph", "--size", "2x2", "--check-only", &file]);
    }
}

#[test]
fn custom_heuristics_have_the_same_names() {
    let corpus = Corpus::new();
    let folder = corpus.path("config/tilescope");
    fs::create_dir_all(&folder).unwrap();
    fs::rename(
        corpus.path("heuristics.json"),
        folder.join("heuristics.json"),
    )
    .unwrap();
    let meaning = |name: &str| {
        let solved = corpus.json(&["solve", "--json", "collection.json#1", "-H", name]);
        solved["settings"]["heuristic"].clone()
    };
    assert_eq!(
        meaning("diagonal"),
        "manhattan + 2*count(dr == 1 and dc == 1)"
    );
    assert_eq!(meaning("twice"), "2*misplaced");
}
