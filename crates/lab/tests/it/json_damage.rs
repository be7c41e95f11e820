//! Damaged files of Tilescope's own: every value of a puzzle, a route and a collection is left out or
//! replaced by each other kind of value, and the text is cut and spoilt. What is refused is told in a
//! sentence with the place.

use serde_json::{Value, json};
use tilescope_lab::files::{self, FileError, collection};

/// The text of a file of each kind, with all its fields.
fn whole() -> [(&'static str, Value); 3] {
    let puzzle = json!({
        "format": "tilescope-puzzle", "version": 2, "name": "a", "notes": "b", "source": "c",
        "rows": 2, "columns": 2, "start": [[1, 2], [0, 3]], "goal": [[1, 2], [3, 0]],
        "costs": {"up": 1, "down": 2, "left": 1, "right": 1}, "tile_costs": "number",
    });
    let route = json!({
        "format": "tilescope-route", "version": 1, "name": "a", "notes": "b", "source": "c",
        "start": "A", "goal": "B", "straight_lines_to": "B",
        "cities": [
            {"name": "A", "at": [0, 0], "straight_line": 3},
            {"name": "B", "at": [3, 0], "straight_line": 0},
        ],
        "roads": [["A", "B", 4]],
    });
    let collection = json!({
        "format": "tilescope-collection", "version": 1, "name": "a", "notes": "b", "source": "c",
        "goal": "1 2 / 3 _",
        "puzzles": [
            {"name": "a", "start": "1 2 / _ 3", "goal": "1 2 / 3 _", "notes": "b", "source": "c",
             "costs": {"up": 1, "down": 2, "left": 1, "right": 1}, "tile_costs": "number",
             "result": {"moves": 1, "optimal": true, "by": "hand"}},
        ],
    });
    [
        ("puzzle", puzzle),
        ("route", route),
        ("collection", collection),
    ]
}

/// Why a text is refused; `None` if it is read.
fn refusal(kind: &str, text: &str) -> Option<String> {
    let read = match kind {
        "collection" => collection::from_json(text).map(|_| ()),
        _ => files::from_text(text).map(|_| ()),
    };
    read.err().map(|FileError(message)| message)
}

/// What stands in place of a value.
fn others() -> Vec<Value> {
    let mut others = vec![
        Value::Null,
        json!(true),
        json!(-7),
        json!(0.5),
        json!(1e300),
        json!(u64::MAX),
        json!(""),
        json!("\u{1b}[2J\n"),
        json!("x".repeat(5000)),
        json!([]),
        json!([[[]]]),
        json!({}),
        json!({"no such": 1}),
    ];
    // Lists that are longer than what they replace.
    others.push(json!(vec![0; 300]));
    others
}

/// The pointers to all values in `value`.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Array(items) => (items.iter().enumerate())
            .map(|(index, item)| (index.to_string(), item))
            .collect(),
        Value::Object(fields) => (fields.iter())
            .map(|(key, item)| (key.clone(), item))
            .collect(),
        _ => Vec::new(),
    };
    for (key, item) in inner {
        let pointer = format!("{at}/{key}");
        pointers(item, &pointer, found);
        found.push(pointer);
    }
}

/// Checks why a file with this damage is refused: one short line with a place, which is a line of the
/// text, or names `field`. Returns whether it is refused.
fn check(kind: &str, what: &str, text: &str, field: Option<&str>) -> bool {
    let Some(message) = refusal(kind, text) else {
        return false;
    };
    let told = || {
        format!(
            "{kind} {what}: {message:?}\n{}",
            &text[..text.len().min(500)]
        )
    };
    let is_plain = !message.contains(|c: char| c.is_control());
    assert!(is_plain && message.chars().count() < 400, "{}", told());
    // The field that is damaged, or one that does not fit it.
    let names_field = message.contains('“') || field.is_some_and(|it| message.contains(it));
    let has_line = message.contains("line ") && message.contains("column ");
    assert!(has_line || names_field, "no place: {}", told());
    true
}

#[test]
fn every_value_is_checked_where_it_stands() {
    let mut n_refused = 0;
    for (kind, whole) in whole() {
        assert_eq!(refusal(kind, &whole.to_string()), None);
        let mut all = Vec::new();
        pointers(&whole, "", &mut all);
        for pointer in &all {
            let keys: Vec<&str> = pointer.split('/').skip(1).collect();
            let field = keys.iter().rev().find(|key| key.parse::<usize>().is_err());
            let field = field.copied();
            for other in others() {
                let mut damaged = whole.clone();
                *damaged.pointer_mut(pointer).unwrap() = other.clone();
                let text = damaged.to_string();
                let what = format!("with {pointer} = {:.40}", other.to_string());
                n_refused += usize::from(check(kind, &what, &text, field));
            }
            let mut damaged = whole.clone();
            let (parent, key) = pointer.rsplit_once('/').unwrap();
            match damaged.pointer_mut(parent).unwrap() {
                Value::Object(fields) => drop(fields.remove(key)),
                Value::Array(items) => drop(items.remove(key.parse().unwrap())),
                _ => unreachable!("it holds a value"),
            }
            let text = damaged.to_string();
            let what = format!("without {pointer}");
            n_refused += usize::from(check(kind, &what, &text, field));
        }
    }
    assert!(n_refused >= 500, "{n_refused}");
}

#[test]
fn a_spoilt_text_is_refused_at_its_line() {
    let mut n_refused = 0;
    for (kind, whole) in whole() {
        let text = serde_json::to_string_pretty(&whole).unwrap();
        for end in 1..text.len() {
            let cut = &text[..end];
            assert!(check(kind, "cut", cut, None), "{kind} cut: {cut}");
            n_refused += 1;
        }
        // A character that no JSON has there.
        for at in (0..text.len()).filter(|&at| b"{}[],:".contains(&text.as_bytes()[at])) {
            for other in ["?", "\0", "é", ""] {
                let spoilt = format!("{}{other}{}", &text[..at], &text[at + 1..]);
                n_refused += usize::from(check(kind, "spoilt", &spoilt, None));
            }
        }
        for behind in ["x", "{}", ",", "\u{feff}"] {
            let more = format!("{text}{behind}");
            assert!(check(kind, "with more", &more, None), "{kind} {behind}");
        }
    }
    assert!(n_refused >= 1000, "{n_refused}");
}
