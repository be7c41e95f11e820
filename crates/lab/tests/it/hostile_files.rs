//! Files that are made to hurt: very many fields, fields that occur twice, and texts that would
//! break a message.

use tilescope_lab::files::{self, FileError};
use tilescope_lab::format;

const START: &str = r#""start": [[1, 2], [3, 0]]"#;

fn puzzle(fields: &str) -> String {
    format!(r#"{{"format": "tilescope-puzzle", "version": 1, {START}, {fields}}}"#)
}

/// A route with these fields in its first city.
fn route(city: &str) -> String {
    format!(
        r#"{{"format": "tilescope-route", "version": 1,
            "cities": [{{"name": "A", "at": [0, 0]{city}}}, {{"name": "B", "at": [1, 0]}}],
            "roads": [["A", "B", 1]], "start": "A", "goal": "B"}}"#
    )
}

fn refused(text: &str) -> String {
    let FileError(message) = files::from_text(text).expect_err("it is refused");
    message
}

/// A mebibyte of fields takes half a minute if each is compared with all before it.
#[test]
fn very_many_fields_are_read_one_by_one() {
    let fields: Vec<String> = (0..132_152).map(|i| format!(r#""{i:x}":0"#)).collect();
    let fields = fields.join(",");
    assert!(refused(&puzzle(&fields)).contains("no field “0”"));
    let costs = puzzle(&format!(r#""costs": {{{fields}}}"#));
    assert!(refused(&costs).contains("“0” is not a move"));
    assert!(refused(&route(&format!(", {fields}"))).contains("a city has no field “0”"));
    let nested = puzzle(&format!(r#""notes": {{{fields}}}"#));
    assert!(refused(&nested).contains("“notes” is an object"));
    let last = puzzle(&format!(r#"{fields}, "0": 1"#));
    assert!(refused(&last).contains("the field “0” occurs twice"));

    let many = |item: &str| vec![item; 100_000].join(",");
    for text in [
        puzzle(&format!(r#""goal": [{}]"#, many("[]"))),
        puzzle(&format!(r#""goal": [[{}]]"#, many("1"))),
        format!("[{}]", many("0")),
        many("1"),
        many("\n"),
        route("").replace(r#"["A", "B", 1]"#, &many(r#"["A","B",1]"#)),
        route("").replace(
            r#"{"name": "B""#,
            &(many(r#"{"name":"C","at":[0,0]}"#) + r#",{"name": "B""#),
        ),
    ] {
        refused(&text);
    }
}

#[test]
fn no_object_has_a_field_twice() {
    for text in [
        puzzle(r#""name": "a", "name": "a""#),
        puzzle(r#""costs": {"up": 1, "down": 2, "up": 1}"#),
        puzzle(r#""notes": [{"a": 1, "\u0061": 2}]"#),
        route(r#", "at": [0, 0]"#),
    ] {
        let message = refused(&text);
        assert!(message.contains("occurs twice"), "{message}");
        assert!(message.contains("line"), "{message}");
    }
    assert!(files::from_text(&puzzle(r#""costs": {"up": 1, "down": 2}"#)).is_ok());
    assert!(files::from_text(&route(r#", "straight_line": 0"#)).is_err());
    assert!(files::from_text(&route("")).is_ok());
}

#[test]
fn every_message_is_a_short_line() {
    let long = "x".repeat(1 << 20);
    for hostile in [r"\u001b[31m\n\r\u009b2J\u202eabc", &long] {
        let text = format!(r#""{hostile}""#);
        for file in [
            puzzle(&format!("{text}: 1")),
            puzzle(&format!(r#""name": "", {text}: 1, {text}: 1"#)),
            puzzle(&format!(r#""goal": {text}"#)),
            puzzle(&format!(r#""goal": [[{text}]]"#)),
            puzzle(&format!(r#""rows": {text}"#)),
            puzzle(&format!(r#""costs": {{{text}: 1}}"#)),
            puzzle(&format!(r#""costs": {{"up": {text}}}"#)),
            puzzle(&format!(r#""costs": {text}"#)),
            format!(r#"{{"format": {text}}}"#),
            format!(r#"{{"format": "tilescope-puzzle", "version": {text}}}"#),
            text.clone(),
            format!("[{text}]"),
            route(&format!(", {text}: 1")),
            route(&format!(r#", "straight_line": {text}"#)),
            route("").replace(r#""start": "A""#, &format!(r#""start": {text}"#)),
            route("").replace(r#"["A","#, &format!("[{text},")),
            route("").replace(r#""name": "A""#, &format!(r#""name": {text}"#)),
            route("").replace(
                r#""roads""#,
                &format!(r#""straight_lines_to": {text}, "roads""#),
            ),
            hostile.replace(r"\u001b", "\u{1b}"),
        ] {
            let message = refused(&file);
            let is_plain = |c: char| !c.is_control() && c != '\u{202e}';
            assert!(message.chars().all(is_plain), "{message:?}");
            assert!(message.chars().count() < 400, "{}", message.chars().count());
        }
    }
}

#[test]
fn quoted_texts_are_escaped_and_cut() {
    assert_eq!(
        format::excerpt("Zwölf, 十五 \\ \"a\""),
        "Zwölf, 十五 \\ \"a\""
    );
    assert_eq!(
        format::excerpt("a\nb\u{1b}[31m\u{202e}"),
        r"a\nb\u{1b}[31m\u{202e}"
    );
    assert_eq!(format::excerpt(&"é".repeat(41)), "é".repeat(40) + "…");
    assert_eq!(format::excerpt(&"é".repeat(40)), "é".repeat(40));
    let path = |text: &str| format::path(text.as_ref());
    assert_eq!(path("a folder/puzzle.json"), "a folder/puzzle.json");
    assert_eq!(path("a\u{7}\n"), r"a\u{7}\n");
    let long = format!("{}/{}", "a".repeat(300), "b".repeat(99));
    assert_eq!(
        path(&long),
        format!("{}…/{}", "a".repeat(100), "b".repeat(99))
    );
    assert_eq!(path(&"é".repeat(200)), "é".repeat(200));
}
