//! What `tilescope solve` refuses, and what it says then: one line, and status 2.

use crate::support::{solve, text, tilescope};
use serde_json::json;

const FIVE: &str = "2 8 3 / 1 6 4 / 7 _ 5";

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
fn bad_usage_is_refused_in_one_line() {
    let five = FIVE;
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
        (
            &["solve", five, "--heuristic", "max(manhattan, magic)"],
            &["no heuristic “magic”", "character 16"],
        ),
        (
            &["solve", five, "--heuristic=-1*manhattan"],
            &["a weight is a number from 0 to 1000, not -1", "character 1"],
        ),
        (
            &["solve", five, "--heuristic", "pdb:1,2,3,4|5,6,7,4"],
            &["tile 4 twice"],
        ),
        (
            &[
                "solve",
                five,
                "--goal",
                "spiral",
                "--heuristic",
                "pdb:1,2,3,4|5,6,7",
            ],
            &["3×3", "leave out tile 8"],
        ),
        (
            &[
                "solve",
                five,
                "--goal",
                "spiral",
                "--heuristic",
                "max(zero, pdb-5-5-5)",
            ],
            &["5-5-5 does not fit this 3×3 puzzle"],
        ),
        // The goal fits, but the start doesn't.
        (
            &[
                "solve", five, "--goal", "spiral", "-a", "nbs", "-H", "nilsson",
            ],
            &[
                "it needs a 3×3 goal with the blank in the centre",
                "The backward search measures to the start",
            ],
        ),
        (
            &["solve", five, "-H", "--json"],
            &[
                "'--json'",
                "an expression must stand before the next option",
            ],
        ),
        (
            &["audit", "-1*manhattan + 5"],
            &["'-1*manhattan + 5'", "write -- before a value"],
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
            &["solve", five, "--tile-costs", "weight"],
            &["--tile-costs", "inverse"],
        ),
        (
            &[
                "solve",
                "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 _ 24",
                "--tile-costs",
                "inverse",
            ],
            &["5×5", "too large numbers"],
        ),
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
                "bidirectional-breadth-first",
                "--heuristic",
                "manhattan",
            ],
            &[
                "--heuristic does not apply",
                "which has no options of its own",
            ],
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
    // An expression may begin with a minus.
    let negative = ["solve", five, "--goal", "spiral", "-H", "-1/0 + manhattan"];
    let output = tilescope(&negative);
    assert!(output.status.success());
    assert!(text(&output.stderr).ends_with("negative values count as 0\n"));
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
    let board = "1 2 / _ 3";
    std::fs::write(path, board).unwrap();
    check_refused(
        &["solve", path, "--trace", path],
        &["--trace", "puzzle", path],
    );
    assert_eq!(std::fs::read_to_string(path).unwrap(), board);
}

#[test]
fn a_word_that_is_no_file_is_no_command() {
    check_refused(
        &["slove", "x"],
        &["no such file or command: slove", "`solve`"],
    );
    check_refused(&["benhc"], &["did you mean `bench`?"]);
    check_refused(&["frobnicate"], &["no such file or command", "--help"]);
}

#[test]
fn a_line_has_no_escapes_and_an_end() {
    let nasty = "a\u{1b}[31m\nb\u{202e}";
    let long = "y".repeat(100_000);
    for word in [nasty, &long] {
        for arguments in [
            &[word][..],
            &["solve", word],
            &["solve", FIVE, "--goal", word],
            &["solve", FIVE, "-a", word],
            &["solve", FIVE, "-H", word],
            &["solve", FIVE, "--costs", word],
            &["solve", FIVE, "--order", word],
            &["solve", FIVE, "--seed", word],
            &["solve", FIVE, "--max-time", word],
            &["solve", FIVE, word],
            &["solve", "romania", "--goal", word],
            &["solve", "romania", "-H", word],
            &["solve", FIVE, "--trace", "/no/such/\u{1b}[31m\nfolder"],
            &["classics", word],
            &["bench", word],
            &["space", word],
            &["graph", word],
            &["tables", "build", word],
        ] {
            check_refused(arguments, &[]);
            let line = tilescope(arguments).stderr;
            let line = text(&line).trim_end();
            assert!(line.chars().all(|c| !c.is_control()), "{line:?}");
            assert!(!line.contains('\u{202e}'), "{line:?}");
            assert!(line.chars().count() < 1100, "{arguments:?}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_path_need_not_be_text() {
    use std::os::unix::ffi::OsStringExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder
        .path()
        .join(std::ffi::OsString::from_vec(b"five\xff.json".into()));
    let solve = || {
        std::process::Command::new(env!("CARGO_BIN_EXE_tilescope"))
            .args([std::ffi::OsStr::new("solve"), path.as_ref()])
            .output()
            .unwrap()
    };
    let output = solve();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no such file"));
    std::fs::write(&path, "1 2 / _ 3").unwrap();
    assert_eq!(solve().status.code(), Some(0));
}
