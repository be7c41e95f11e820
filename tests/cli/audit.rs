//! `tilescope audit` and `tilescope predict`: what they print, and what they refuse.

use crate::support::{text, tilescope};
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    let output = tilescope(arguments);
    assert_eq!(text(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn refused(arguments: &[&str], words: &str) {
    let output = tilescope(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    let line = text(&output.stderr);
    assert!(line.contains(words) && line.lines().count() == 1, "{line}");
}

#[test]
fn an_audit_tells_what_is_true_on_all_boards() {
    let formula = "manhattan + 2*count(dr == 1 and dc == 1)";
    let object = json(&["audit", "manhattan", formula, "--json"]);
    assert_eq!(object["states"], 181_440);
    let [manhattan, own] = &object["heuristics"].as_array().unwrap()[..] else {
        panic!("two heuristics");
    };
    assert_eq!(manhattan["admissible"], true);
    assert_eq!(manhattan["consistent"], true);
    assert_eq!(manhattan["exact"], 2351);
    assert_eq!(manhattan["mean"], 14.0);
    assert_eq!(manhattan["changed_values"], Value::Null);
    assert_eq!(own["heuristic"], formula);
    assert_eq!(own["admissible"], false);
    assert_eq!(own["h_of_goal"], 0);
    assert_eq!(own["changed_values"]["fractions"], 0);
    let worst = &own["overestimates"]["witnesses"][0];
    let board = worst["board"].as_str().unwrap();
    let solved = json(&["solve", board, "-H", "manhattan", "--json"]);
    assert_eq!(solved["cost"], worst["distance"]);
    let misled = json(&["solve", board, "-H", formula, "--json"]);
    assert_eq!(misled["cost"], worst["a_star_cost"]);
    assert!(misled["cost"].as_u64() > solved["cost"].as_u64());
    assert_eq!(misled["optimal"], false);
    assert_eq!(object["dominance"][0]["first_greater"]["states"], 0);

    // The blank counted as a misplaced tile is the classic mistake.
    let blank = "misplaced + (blank_row != goal_blank_row or blank_col != goal_blank_col)";
    let object = json(&["audit", blank, "--json"]);
    let blank = &object["heuristics"][0];
    assert_eq!(blank["overestimates"]["states"], 78);
    assert_eq!(blank["inconsistencies"]["moves"], 5040);
}

#[test]
fn an_audit_is_printed_or_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.txt");
    let path = file.to_str().unwrap();
    let printed = tilescope(&["audit", "misplaced", "--size", "2x3"]);
    let written = tilescope(&["audit", "misplaced", "--size", "2x3", "-o", path]);
    assert_eq!(text(&written.stdout), "");
    assert_eq!(std::fs::read(&file).unwrap(), printed.stdout);
    assert!(text(&printed.stdout).contains("Admissible            yes"));
    // Before the audit, which would take long on such a board.
    let large = ["audit", "misplaced", "--size", "3x4", "-o"];
    refused(
        &[&large[..], &["/nowhere/a\u{1b}report"]].concat(),
        "there is no such folder, for /nowhere/a\\u{1b}report",
    );
    let folder = folder.path().to_str().unwrap();
    refused(
        &[&large[..], &[folder]].concat(),
        "this is a folder, not a file",
    );
}

#[test]
fn what_cannot_be_audited_is_refused_in_a_line() {
    refused(
        &["audit", "manhattan", "--size", "4x4"],
        "the limit is 12 cells",
    );
    refused(
        &["audit", "manhattan + "],
        "a value is missing, at character 1",
    );
    refused(
        &["audit", "manhattan", "--goal", "1 2 / 3 _"],
        "both must be the same",
    );
    refused(&["audit", "pdb-7-8"], "does not fit");
    refused(
        &[
            "audit",
            "manhattan",
            "--size",
            "3x4",
            "--max-memory",
            "1MiB",
        ],
        "more than the limit",
    );
}

#[test]
fn a_prediction_gives_the_published_figures() {
    let object = json(&["predict", "4x4", "--bound", "50", "--json"]);
    assert_eq!(object["boards"], 10_461_394_944_000_u64);
    assert_eq!(object["mean_h"], 37.0);
    assert_eq!(object["method"], "counting");
    let expanded = object["expanded"][50].as_f64().unwrap();
    assert_eq!(format!("{expanded:.2}"), "82067243.57");
    let printed = tilescope(&["predict", "2 8 3 / 1 6 4 / 7 _ 5", "--bound", "27"]);
    let lines = text(&printed.stdout);
    assert!(lines.contains("17\u{2009}814.74"), "{lines}");
    refused(&["predict", "5x5", "--bound", "50"], "for manhattan 16");
    refused(&["predict", "romania", "--bound", "5"], "not a road map");
    refused(
        &["predict", "3x3", "--bound", "1000"],
        "up to 300, not 1000",
    );
}

#[test]
fn a_solution_found_with_a_formula_is_optimal_only_if_that_is_proved() {
    let solve = |heuristic: &str| {
        let board = "2 8 3 / 1 6 4 / 7 _ 5";
        json(&[
            "solve", board, "--goal", "spiral", "-H", heuristic, "--json",
        ])
    };
    assert_eq!(solve("manhattan - 1")["optimal"], true);
    assert_eq!(solve("sum(distance)")["optimal"], false);
    assert_eq!(
        solve("sum(distance)")["settings"]["heuristic"],
        "sum(distance)"
    );
    assert_eq!(
        solve("sum(distance)")["expanded"],
        solve("manhattan")["expanded"]
    );
}
