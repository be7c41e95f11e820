//! `tilescope bench`: what it prints, what it refuses, and that its rows are told apart.

use crate::support::{text, tilescope};
use serde_json::Value;
use std::collections::BTreeSet;
use tilescope_lab::bench::Row;

#[test]
fn a_row_is_timed_and_counted() {
    let output = tilescope(&["bench", "whole-3x3", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let row: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(row["name"], "whole-3x3");
    assert_eq!(row["nodes"], 181_440);
    assert_eq!(row["nodes_are"], "states");
    assert!(row["cpu_seconds"].as_f64().unwrap() > 0.0);
    assert!(row["nodes_per_cpu_second"].as_f64().unwrap() > 0.0);
    // A third of this stays: 64 bits for 60 states.
    assert_eq!(row["peak_bytes"], 3 * 336 * 9 * 8);
    assert!(row["runs"].as_u64().unwrap() > 0);
    assert!(row["not_here"].is_null());
    assert!(!row["machine"].as_str().unwrap().is_empty());
}

#[test]
fn rows_stand_below_their_head() {
    let output = tilescope(&["bench", "whole-3x3"]);
    let printed = text(&output.stdout);
    let lines: Vec<&str> = printed.lines().collect();
    assert!(
        lines[2].starts_with("NAME") && lines[2].contains("B/node"),
        "{printed}"
    );
    assert!(lines[3].starts_with("whole-3x3"), "{printed}");
    assert!(lines[3].contains("181\u{2009}440 states"), "{printed}");
    assert_eq!(lines.len(), 4, "{printed}");
}

#[test]
fn what_is_not_there_is_refused_in_a_line() {
    let output = tilescope(&["bench", "whole-9x9"]);
    assert_eq!(output.status.code(), Some(2));
    let line = text(&output.stderr);
    assert!(
        line.contains("there is no benchmark “whole-9x9”; choose one of "),
        "{line}"
    );
    assert_eq!(line.lines().count(), 1);
}

#[test]
fn every_row_has_a_key_of_its_own() {
    let keys: BTreeSet<&str> = Row::all().map(|row| row.key).collect();
    assert_eq!(keys.len(), Row::all().count());
}
