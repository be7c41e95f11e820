//! `solve --stop-when`.

use crate::support::{solve, text, tilescope};
use serde_json::{Value, json};

const START: &str = "2 1 6 / 4 _ 8 / 7 5 3";

fn until(condition: &str, more: &[&str]) -> (i32, Value) {
    let arguments = [START, "--goal", "spiral", "--stop-when", condition];
    solve(&[&arguments, more].concat())
}

#[test]
fn a_search_stops_in_the_step_in_which_the_condition_holds() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("part.tilescope-trace");
    let path = path.to_str().unwrap();
    let (status, report) = until("h = 5", &["--trace", path]);
    assert_eq!(status, 3);
    assert_eq!(report["outcome"], "stopped");
    assert_eq!(report["stopped_by"], "breakpoint");
    let hit = &report["breakpoint"];
    assert_eq!(hit["condition"], "h = 5");
    assert_eq!(hit["step"], report["expanded"]);
    // The trace up to there is kept, and has that node.
    let output = tilescope(&["trace", "info", path, "--json"]);
    let info: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(info["report"], report);
    assert_eq!(info["steps"], report["expanded"]);
    let output = tilescope(&["trace", "find", path, "h = 5", "--json"]);
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["nodes"][0]["node"], hit["node"], "{found}");
    let output = tilescope(&["trace", "check", path]);
    assert_eq!(output.status.code(), Some(0));
    // The same without a trace.
    assert_eq!(until("h = 5", &[]).1["breakpoint"], *hit);
    let arguments = ["solve", START, "--goal", "spiral", "--stop-when", "h = 5"];
    let output = tilescope(&arguments);
    let printed = text(&output.stdout);
    assert!(
        printed.contains(" by the breakpoint h = 5 at node "),
        "{printed}"
    );
}

#[test]
fn a_condition_that_never_holds_changes_nothing() {
    let (status, report) = until("h > 1000", &[]);
    let (_, plain) = solve(&[START, "--goal", "spiral"]);
    assert_eq!(status, 0);
    for field in [
        "outcome",
        "moves",
        "path",
        "expanded",
        "generated",
        "peak_frontier",
    ] {
        assert_eq!(report[field], plain[field], "{field}");
    }
    assert_eq!(report["breakpoint"], json!(null));
}

#[test]
fn what_cannot_be_a_breakpoint_is_refused() {
    for (algorithm, condition, expected) in [
        (
            "a-star",
            "h < and",
            "the condition cannot be read: “and” is not known here",
        ),
        ("a-star", "", "the condition cannot be read: "),
        (
            "breadth-first",
            "f > 3",
            "compares no costs, so no node has an f, at column 1, in --stop-when",
        ),
        ("fastest-optimal", "h = 3", "engines do not report nodes"),
    ] {
        let arguments = ["solve", START, "--goal", "spiral", "-a", algorithm];
        let output = tilescope(&[&arguments[..], &["--stop-when", condition]].concat());
        assert_eq!(output.status.code(), Some(2), "{condition}");
        let error = text(&output.stderr);
        assert!(
            error.contains(expected) && error.lines().count() == 1,
            "{error}"
        );
    }
}
