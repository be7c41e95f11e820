//! `tilescope space`: what it prints, its exit statuses, what it refuses.

use crate::support::{text, tilescope};
use serde_json::Value;

#[test]
fn a_space_is_counted_level_by_level() {
    let output = tilescope(&["space", "2x3", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(object["states"], 360);
    assert_eq!(object["diameter"], 21);
    assert_eq!(object["levels"].as_array().unwrap().len(), 22);
    assert_eq!(object["farthest"], serde_json::json!(["4 5 _ / 1 2 3"]));
    assert_eq!(object["n_farthest"], 1);
    assert_eq!(object["goal"], "1 2 3 / 4 5 _");
    // A word for each cell of the blank.
    assert_eq!(object["table_bytes"], 6 * 8);

    let output = tilescope(&["space", "3x3", "--goal", "spiral", "--threads", "2"]);
    let printed = text(&output.stdout);
    assert!(printed.contains("Farthest  30 moves"), "{printed}");
    assert!(printed.contains("and 128 more"), "{printed}");
}

#[test]
fn what_cannot_be_done_is_refused_in_a_line() {
    let check = |arguments: &[&str], words: &str| {
        let output = tilescope(&[&["space"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let line = text(&output.stderr);
        assert!(line.contains(words) && line.lines().count() == 1, "{line}");
    };
    check(&["4x4"], "the limit is 12 cells");
    check(
        &["3x4", "--max-memory", "1MiB"],
        "the search takes 91.4 MiB, more than the limit of 1.0 MiB",
    );
    check(&["3x3", "--goal", "1 2 / 3 _"], "both must be the same");
    check(&["3"], "write a size as 3x4");
}
