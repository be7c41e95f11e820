//! `tilescope heuristics`: heuristics with a name, and commands that use them.

use crate::support::text;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs a command of a user whose configuration is in this folder.
fn of_user(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args(arguments)
        .env("TILESCOPE_CACHE", "")
        .env("HOME", folder)
        .env("XDG_CONFIG_HOME", folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn done(folder: &Path, arguments: &[&str]) -> String {
    let output = of_user(folder, arguments);
    assert_eq!(text(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    text(&output.stdout).to_owned()
}

fn refused(folder: &Path, arguments: &[&str], words: &str) {
    let output = of_user(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    let line = text(&output.stderr);
    assert!(line.contains(words) && line.lines().count() == 1, "{line}");
}

// Elsewhere the system has another place for a user's configuration.
#[cfg(target_os = "linux")]
#[test]
fn a_heuristic_is_saved_used_renamed_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert_eq!(
        done(folder, &["heuristics", "list"]),
        "No heuristics of your own.\n"
    );
    let formula = "manhattan + 2*count(dr == 1 and dc == 1)";
    let comment = "A student's idea.";
    done(
        folder,
        &[
            "heuristics",
            "save",
            "diagonal",
            formula,
            "--comment",
            comment,
        ],
    );
    let listed = done(folder, &["heuristics", "list"]);
    assert_eq!(listed, format!("diagonal  {formula}\n    {comment}\n"));
    assert!(done(folder, &["list"]).contains(comment));

    // What is reported is the expression, which means the same elsewhere.
    let board = "2 8 3 / 1 6 4 / 7 _ 5";
    let solve = ["solve", board, "--goal", "spiral", "--json", "-H"];
    let solved = done(folder, &[&solve[..], &["diagonal"]].concat());
    let object: Value = serde_json::from_str(&solved).unwrap();
    assert_eq!(object["settings"]["heuristic"], formula);
    let part = done(
        folder,
        &[&solve[..], &["max(diagonal, inversions/3)"]].concat(),
    );
    assert!(
        part.contains(&format!("max(({formula})")) || part.contains("count(dr"),
        "{part}"
    );
    let audited = done(folder, &["audit", "diagonal", "--size", "2x3", "--json"]);
    assert!(audited.contains(formula));

    // Saving again replaces the expression and keeps the comment; names in it are replaced too.
    done(folder, &["heuristics", "save", "diagonal", "diagonal + 1"]);
    let listed = done(folder, &["heuristics", "list", "--json"]);
    let listed: Value = serde_json::from_str(&listed).unwrap();
    let own = &listed["heuristics"][0];
    assert_eq!(own["comment"], comment);
    assert_eq!(own["admissible"], Value::Null);
    let expanded = own["heuristic"].as_str().unwrap();
    assert!(
        expanded.contains(formula) && !expanded.contains("diagonal"),
        "{expanded}"
    );
    done(folder, &["heuristics", "rename", "diagonal", "slanted"]);
    refused(
        folder,
        &[&solve[..], &["diagonal"]].concat(),
        "there is no heuristic “diagonal”",
    );
    done(folder, &[&solve[..], &["slanted"]].concat());
    refused(
        folder,
        &["heuristics", "rename", "diagonal", "x"],
        "no heuristic diagonal of your own",
    );
    refused(
        folder,
        &["heuristics", "save", "manhattan", "zero"],
        "means something else",
    );
    refused(
        folder,
        &["heuristics", "save", "a b", "zero"],
        "begins with a letter",
    );
    refused(
        folder,
        &["heuristics", "save", "x", "manhattan +"],
        "a value is missing",
    );
    done(folder, &["heuristics", "delete", "slanted"]);
    assert_eq!(
        done(folder, &["heuristics", "list"]),
        "No heuristics of your own.\n"
    );
    // Without any, the message is that of everybody.
    refused(
        folder,
        &[&solve[..], &["slanted"]].concat(),
        "`tilescope list` shows what is allowed",
    );
}
