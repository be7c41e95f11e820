//! `tilescope convert`, and solving files of other programs.

use crate::support::{solve, text, tilescope};
use std::fs;
use std::path::Path;

const KORF_12: &str = "12 14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15\n";

/// Converts; standard output.
fn converted(arguments: &[&str]) -> String {
    let output = tilescope(&[&["convert"], arguments].concat());
    assert_eq!(
        output.status.code(),
        Some(0),
        "{arguments:?}: {}",
        text(&output.stderr)
    );
    text(&output.stdout).to_owned()
}

fn write(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_collection_goes_out_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let korf = "saved_puzzles/collections/korf-100.json";
    for format in [
        "lines",
        "two-lines",
        "grid",
        "slashes",
        "sized",
        "places",
        "pddl",
        "csv",
    ] {
        let out = folder.path().join(format);
        let out = out.to_str().unwrap();
        assert_eq!(
            converted(&[korf, "--to", format, "-o", out]),
            "",
            "{format}"
        );
        // The boards are the same as those that come out of the collection itself.
        let again = converted(&[
            out,
            "--to",
            "lines",
            "--reading",
            if format == "places" {
                "places"
            } else {
                "tiles"
            },
        ]);
        let boards = |text: &str| -> Vec<String> {
            let last_16 = |line: &str| {
                let words: Vec<&str> = line.split(' ').collect();
                words[words.len() - 16..].join(" ")
            };
            text.lines().map(last_16).collect()
        };
        assert_eq!(
            boards(&again),
            boards(&converted(&[korf, "--to", "lines"])),
            "{format}"
        );
    }
}

/// Read the wrong way round, Korf's puzzle 12 needs 49 moves instead of 45.
#[test]
fn a_reading_is_told_and_can_be_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "korf.txt", KORF_12);
    let length = |arguments: &[&str]| {
        let output = tilescope(
            &[
                &["solve", &file, "--algorithm", "ida-star", "--json"],
                arguments,
            ]
            .concat(),
        );
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        (report["moves"].as_u64(), text(&output.stderr).to_owned())
    };
    let (moves, note) = length(&[]);
    assert_eq!(moves, Some(45));
    assert!(
        note.contains("it could also be read with --reading places"),
        "{note}"
    );
    assert_eq!(length(&["--reading", "places"]).0, Some(49));
}

#[test]
fn a_refusal_after_a_file_was_read_is_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "korf.txt", KORF_12);
    let read = tilescope(&["solve", &file, "--puzzle", "1", "--max-expanded", "9"]);
    assert!(text(&read.stderr).contains("it could also be read with"));
    for arguments in [["--puzzle", "2"], ["--heuristic", "magic"]] {
        let output = tilescope(&[&["solve", &file], &arguments[..]].concat());
        let refusal = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{refusal}");
        assert_eq!(refusal.lines().count(), 1, "{refusal}");
    }
}

#[test]
fn solve_takes_files_of_other_programs() {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in [
        ("princeton.txt", "3\n 1 2 3\n 4 5 6\n 7 0 8\n"),
        ("digits", "123456708\n"),
        (
            "comment.txt",
            "# made by hand\n3\n1 2 3\n4 5 6 # here\n7 0 8\n",
        ),
        ("boards.csv", "start\n1 2 3/4 5 6/7 0 8\n"),
        ("slashes", "1 2 3/4 5 6/7 0 8\n"),
    ] {
        let file = write(folder.path(), name, content);
        let output = tilescope(&["solve", &file, "--json", "--goal", "blank-last"]);
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["moves"], 1, "{name}");
    }
    let several = write(folder.path(), "several", "123456708\n123456078\n");
    let (_, report) = solve(&[&format!("{several}#2"), "--goal", "blank-last"]);
    assert_eq!(report["moves"], 2);
}

#[test]
fn what_cannot_be_converted_is_refused_in_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let bad = write(
        folder.path(),
        "bad.txt",
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 q\n",
    );
    for (arguments, words) in [
        (
            &["saved_puzzles/korf-12.json"][..],
            "choose a format with --to",
        ),
        (&["saved_puzzles/korf-12.json", "--to", "digits"], "is 4×4"),
        (
            &["saved_puzzles/korf-12.json", "--to", "xml"],
            "choose one of tilescope",
        ),
        (
            &["saved_puzzles/romania.json", "--to", "lines"],
            "this is a road map",
        ),
        (
            &[&bad, "--from", "lines", "--to", "grid"],
            "“q” is neither a tile's number nor a blank (0, _, x, . or -), at line 1, column 37",
        ),
        (&["no-such-file", "--to", "grid"], "there is no such file"),
    ] {
        let output = tilescope(&[&["convert"], arguments].concat());
        let line = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {line}");
        assert!(line.contains(words) && line.lines().count() == 1, "{line}");
    }
}

#[test]
fn numbered_puzzles_go_through_lines_to_csv() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (json, lines) = (at("a.json"), at("a.lines"));
    tilescope(&["generate", "--uniform", "--count", "20", "-o", &json]);
    converted(&[&json, "--to", "lines", "--drop-goals", "-o", &lines]);
    let csv = converted(&[&lines, "--goal", "blank-last", "--to", "csv"]);
    assert_eq!(csv.lines().count(), 21);
    assert_eq!(csv, converted(&[&json, "--to", "csv"]));
}

/// What a format does not keep is said; another goal is refused.
#[test]
fn a_goal_is_not_lost_silently() {
    let folder = tempfile::tempdir().unwrap();
    let board = write(folder.path(), "board.txt", "1 2 3\n4 5 6\n7 0 8\n");
    let goal = "2 1 3 / 4 5 6 / 8 7 _";
    let arguments = ["convert", &board, "--goal", goal, "--to", "grid"];
    let refused = tilescope(&arguments);
    assert_eq!(refused.status.code(), Some(2));
    let line = text(&refused.stderr);
    assert!(
        line.contains("another goal") && line.contains("--drop-goals"),
        "{line}"
    );
    assert_eq!(line.lines().count(), 1, "{line}");
    let written = tilescope(&[&arguments[..], &["--drop-goals"]].concat());
    assert_eq!(text(&written.stdout), "1 2 3\n4 5 6\n7 0 8\n");
    let notes = text(&written.stderr);
    assert!(
        notes.contains("the format grid leaves out the name"),
        "{notes}"
    );
    assert!(notes.contains("goal: 2 1 3 / 4 5 6 / 8 7 _"), "{notes}");
}
