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
fn random_boards_refute_and_prove_nothing() {
    let sample = ["--size", "4x4", "--sample", "3", "--seed", "1"];
    let object = json(
        &[
            &["audit", "manhattan", "2*manhattan", "--json"],
            &sample[..],
        ]
        .concat(),
    );
    assert_eq!(object["states"], 3);
    assert_eq!(object["sample"]["size"], 3);
    assert_eq!(object["sample"]["seed"], 1);
    assert_eq!(object["sample"]["cut"], Value::Null);
    let [manhattan, double] = &object["heuristics"].as_array().unwrap()[..] else {
        panic!("two heuristics");
    };
    assert_eq!(manhattan["admissible"], Value::Null);
    assert_eq!(manhattan["consistent"], Value::Null);
    assert_eq!(double["admissible"], false);
    let most = &manhattan["of_all"]["overestimates"];
    assert_eq!(most["low"], 0.0);
    assert_eq!(format!("{:.6}", most["high"].as_f64().unwrap()), "0.631597");
    let mean = &manhattan["of_all"]["mean_error"];
    let inside = |name: &str| mean[name].as_f64().unwrap();
    assert!(inside("low") < inside("value") && inside("value") < inside("high"));
    // Each distance is that of a search.
    let worst = &double["overestimates"]["witnesses"][0];
    let board = worst["board"].as_str().unwrap();
    let solved = json(&["solve", board, "--algorithm", "fastest-optimal", "--json"]);
    assert_eq!(solved["cost"], worst["distance"]);

    let printed = tilescope(&[&["audit", "manhattan"], &sample[..]].concat());
    let lines = text(&printed.stdout);
    assert!(
        lines.starts_with("3 random boards of seed 1, of all 4×4 boards"),
        "{lines}"
    );
    assert!(lines.contains("no counterexample in 3 boards"), "{lines}");
    refused(&["audit", "manhattan", "--sample", "0"], "ask for 1 to");
    refused(&["audit", "manhattan", "--seed", "1"], "--sample");
}

#[test]
fn heuristics_are_tabled_side_by_side_and_infinity_is_named() {
    let audit = [
        "audit",
        "manhattan",
        "1/(manhattan - 1)",
        "zero",
        "--format",
    ];
    let form = |form: &str| {
        let printed = tilescope(&[&audit[..], &[form]].concat());
        text(&printed.stdout).to_owned()
    };
    let latex = form("latex");
    assert!(
        latex.contains("\\toprule") && latex.contains("2\\,351"),
        "{latex}"
    );
    let markdown = form("markdown");
    let row = markdown
        .lines()
        .find(|line| line.starts_with("| 1/(manhattan"));
    let row = row.unwrap();
    assert!(row.contains("| no | no | ∞ |"), "{row}");
    let zero = markdown.lines().find(|line| line.starts_with("| zero"));
    assert!(zero.unwrap().contains(" | – | "), "{markdown}");
    let plain = form("text");
    assert!(
        plain.contains("by up to ∞") && plain.contains("h, or h*, is the same"),
        "{plain}"
    );
    assert!(!plain.contains("2\u{2009}147"), "{plain}");
    refused(&["audit", "zero", "--format", "html"], "html");
}

#[test]
fn a_prediction_gives_the_published_figures() {
    let object = json(&["predict", "4x4", "--bound", "50", "--json"]);
    assert_eq!(object["boards"], 10_461_394_944_000_u64);
    assert_eq!(object["mean_h"], 37.0);
    assert_eq!(object["method"], "counting");
    let expanded = object["expanded"][50].as_f64().unwrap();
    assert_eq!(format!("{expanded:.2}"), "82067243.57");
    let printed = tilescope(&["predict", "8 6 7 / 2 5 4 / 3 _ 1", "--bound", "27"]);
    let lines = text(&printed.stdout);
    assert!(lines.contains("17\u{2009}814.74"), "{lines}");
    let printed = tilescope(&["predict", "5x5", "--bound", "50"]);
    let lines = text(&printed.stdout);
    assert!(lines.contains("Mean h            76.00\n"), "{lines}");
    assert!(
        lines.contains("a sample of ") && lines.contains("####"),
        "{lines}"
    );
    refused(&["predict", "romania", "--bound", "5"], "not a road map");
    refused(
        &["predict", "3x3", "--bound", "1000"],
        "up to 300, not 1000",
    );
    // Two tiles of a board that can be solved are swapped.
    let unsolvable = "2 1 3 / 4 5 6 / 7 8 _";
    let words = "the goal 1 2 3 / 4 5 6 / 7 8 _ can't be reached from 2 1 3 / 4 5 6 / 7 8 _";
    let goal = ["--goal", "blank-last", "--bound", "20"];
    refused(&[&["predict", unsolvable][..], &goal].concat(), words);
}

#[test]
fn a_solution_found_with_a_formula_is_optimal_only_if_that_is_proved() {
    let solve = |heuristic: &str| {
        let board = "2 8 3 / 1 6 4 / 7 _ 5";
        // Standard error has the notes too.
        let printed = tilescope(&[
            "solve", board, "--goal", "spiral", "-H", heuristic, "--json",
        ]);
        serde_json::from_slice::<Value>(&printed.stdout).unwrap()
    };
    assert_eq!(solve("manhattan - 1")["optimal"], true);
    // What became of its values is told: none is changed in the last.
    let notes = solve("manhattan/2 - 1")["notes"].to_string();
    assert!(notes.contains("fractions are rounded down"), "{notes}");
    assert!(notes.contains("negative values count as 0"), "{notes}");
    assert_eq!(solve("manhattan + 1")["notes"], serde_json::json!([]));
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

#[test]
fn a_start_is_predicted_by_condition_and_measured() {
    let start = "2 8 3 / 1 6 4 / 5 7 _";
    let object = json(&["predict", start, "--bound", "20", "--json"]);
    let from = &object["from_start"];
    assert_eq!(from["start"], start);
    assert_eq!(from["method"], "enumeration");
    assert_eq!(from["boards"], 181_440);
    let figure = |values: &Value| values[20].as_f64().unwrap();
    let (predicted, measured) = (figure(&from["expanded"]), figure(&from["measured"]));
    assert!(
        (predicted / measured - 1.0).abs() < 0.25,
        "{predicted} {measured}"
    );
    let printed = tilescope(&["predict", start, "--bound", "20", "--measure", "50"]);
    let lines = text(&printed.stdout);
    assert!(
        lines.contains("This start") && lines.contains("Measured"),
        "{lines}"
    );
    assert!(lines.lines().last().unwrap().ends_with('–'), "{lines}");
    // Where the boards are too many to be counted, the mean of all starts has an interval.
    let object = json(&[
        "predict",
        "korf-12",
        "-H",
        "linear-conflict",
        "--bound",
        "25",
        "--json",
    ]);
    assert_eq!(object["method"], "sample");
    let at = |name: &str| object[name][25].as_f64().unwrap();
    assert!(at("expanded_low") < at("expanded") && at("expanded") < at("expanded_high"));
    assert_eq!(object["from_start"]["method"], "sample");
}
