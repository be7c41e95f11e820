//! Damaged files of other programs: each kind of damage to each format is refused in a sentence that
//! says where.

use crate::exchange::boards;
use tilescope_lab::files::FileError;
use tilescope_lab::files::exchange::{Choices, FORMATS, from_text, to_text};
use tilescope_puzzle::{GoalPreset, Size};

/// What is put in place of the last number of a file.
const NOT_A_NUMBER_HERE: [(&str, &str); 10] = [
    ("letters", "q7q"),
    ("too great a number", "99"),
    (
        "a number of 40 digits",
        "9999999999999999999999999999999999999999",
    ),
    ("a negative number", "-3"),
    ("a fraction", "1.5"),
    ("a control character", "\u{1b}[2J"),
    ("a zero byte", "\0"),
    ("a digit that is not ASCII", "٣"),
    ("two numbers", "1 2"),
    ("nothing", ""),
];

/// What is done to a whole file.
type Damage = fn(&str) -> String;
const DAMAGES: [(&str, Damage); 8] = [
    ("empty", |_| String::new()),
    ("empty lines alone", |_| "\n \n\t\n".into()),
    ("words in front", |text| format!("?? {text}")),
    ("words behind", |text| format!("{text}\nand then\n")),
    ("a line that is much too long", |text| {
        format!("{text}\n{}\n", "1 ".repeat(50_000))
    }),
    ("cut before its last number", |text| {
        text[..last_number(text).0].trim_end().to_owned()
    }),
    ("cut in the last board", |text| {
        let mut cut = text.trim_end();
        for _ in 0..4 {
            cut = cut[..last_number(cut).0].trim_end();
        }
        cut.to_owned()
    }),
    ("a page of another kind", |_| {
        "<!doctype html>\n<title>404 Not Found</title>\n".into()
    }),
];

#[test]
fn damage_is_told_with_its_place() {
    let mut n_refused = 0;
    for size in [
        Size::EIGHT_PUZZLE,
        Size::FIFTEEN_PUZZLE,
        Size::new(5, 5).unwrap(),
    ] {
        let collection = boards(size, GoalPreset::BlankLast, 3, 1);
        for format in FORMATS.iter().filter(|format| format.key != "tilescope") {
            let mut collection = collection.clone();
            if format.key == "csv" {
                // So that the last number is one of a board.
                let mut puzzles: Vec<_> = collection.puzzles.iter().collect();
                puzzles[2].result = None;
                collection.puzzles = puzzles.into_iter().collect();
            }
            let Ok(whole) = to_text(&collection, format) else {
                continue;
            };
            let whole = whole.text;
            let (start, end) = last_number(&whole);
            let replaced = NOT_A_NUMBER_HERE.map(|(what, other)| {
                let damaged = format!("{}{other}{}", &whole[..start], &whole[end..]);
                (what, damaged)
            });
            let damaged = DAMAGES.map(|(what, damage)| (what, damage(&whole)));
            let choices = Choices {
                format: Some(format),
                ..Choices::default()
            };
            for (what, damaged) in replaced.into_iter().chain(damaged) {
                let key = format.key;
                let Err(FileError(message)) = from_text(&damaged, &choices) else {
                    panic!("{key} of {size} with {what} is taken:\n{damaged}");
                };
                let n_lines = damaged.lines().count().max(1);
                let place = place(&message);
                assert!(
                    place.is_some_and(|(line, column)| (1..=n_lines).contains(&line) && column > 0),
                    "{key} of {size} with {what}: {message}"
                );
                let is_plain = !message.contains(|c: char| c.is_control());
                assert!(
                    is_plain && message.chars().count() < 250,
                    "{key} of {size} with {what}: {message:?}"
                );
                n_refused += 1;
            }
        }
    }
    assert!(n_refused >= 400, "{n_refused}");
}

/// Where the last number of a text begins and ends; in a word of digits, the last digit.
fn last_number(text: &str) -> (usize, usize) {
    let end = text.rfind(|c: char| c.is_ascii_digit()).unwrap() + 1;
    let is_apart = |c: char| !c.is_ascii_alphanumeric();
    let start = text[..end].rfind(is_apart).map_or(0, |at| at + 1);
    match text[start..end].bytes().all(|byte| byte.is_ascii_digit()) && end - start > 2 {
        true => (end - 1, end),
        false => (start, end),
    }
}

/// The line and the column with which a message ends, or which stand before its advice.
fn place(message: &str) -> Option<(usize, usize)> {
    let (_, after) = message.rsplit_once("at line ")?;
    let (line, column) = after.split_once(", column ")?;
    let column = column.split(|c: char| !c.is_ascii_digit()).next()?;
    Some((line.parse().ok()?, column.parse().ok()?))
}
