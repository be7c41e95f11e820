//! `tilescope classics`: what it prints, its exit statuses, what it refuses.

use crate::support::{text, tilescope};
use serde_json::Value;

#[test]
fn json_is_an_object_a_figure() {
    let output = tilescope(&["classics", "--json", "best-first-demo"]);
    assert_eq!(output.status.code(), Some(0));
    let figures: Vec<Value> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(
        figures
            .iter()
            .all(|figure| figure["publication"] == "best-first-demo")
    );
    let path = &figures[0];
    assert_eq!(path["experiment"], "every move costs 1");
    assert_eq!(path["quantity"], "path");
    assert_eq!(path["published"], "LURRD");
    assert_eq!(path["measured"], "LURRD");
    assert_eq!(path["equal"], true);
    assert_eq!(path["must_agree"], true);
    assert_eq!(path["note"], "");
    let is_unpublished = |figure: &&Value| figure["published"].is_null();
    let unpublished: Vec<&Value> = figures.iter().filter(is_unpublished).collect();
    assert_eq!(unpublished.len(), 2);
    assert!(unpublished.iter().all(|figure| figure["equal"].is_null()));
}

#[test]
fn an_instance_is_chosen_by_its_number() {
    let output = tilescope(&["classics", "korf-1985:12"]);
    assert_eq!(output.status.code(), Some(0));
    let printed = text(&output.stdout);
    assert!(
        printed.contains("546\u{2009}344   546\u{2009}344  ="),
        "{printed}"
    );
    assert!(!printed.contains("instance 79"), "{printed}");
}

#[test]
fn what_is_not_there_is_refused_in_a_line() {
    let check = |name: &str, words: &str| {
        let output = tilescope(&["classics", name]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert_eq!(text(&output.stdout), "");
        let line = text(&output.stderr);
        assert!(line.contains(words) && line.lines().count() == 1, "{line}");
    };
    check(
        "korf",
        "there is no publication “korf”; choose one of kantz-2005, ",
    );
    check("korf-1985:101", "instances 1 to 100, not “101”");
    check("korf-1985:x", "instances 1 to 100, not “x”");
    check("kantz-2005:1", "kantz-2005 has no numbered instances");
}
