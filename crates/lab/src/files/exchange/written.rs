//! What is written in a format: the text, and what it does not hold, found by reading it again.

use super::{Boards, Choices, Format, from_text};
use crate::collection::{Collection, PuzzleRef, Puzzles, Unpacked};
use crate::files::FileError;
use crate::format::{self, excerpt};
use tilescope_puzzle::Size;

/// A collection as the text of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    pub text: String,
    /// What the text does not hold: “leaves out the length of 1 puzzle and the names of 5”.
    pub lost: Option<String>,
    /// Why the text gives other puzzles when it is read again, if it does.
    pub changed: Option<String>,
}

/// Writes a collection in a format.
///
/// # Errors
/// If the format cannot represent a board; one sentence that names the puzzle.
pub fn to_text(collection: &Collection, format: &'static Format) -> Result<Written, FileError> {
    let other = |cause: String| FileError(format!("{cause}: choose another format"));
    let text = match format.key {
        super::OWN => crate::files::collection::to_json(collection),
        _ => (format.write)(&collection.puzzles).map_err(other)?,
    };
    let (lost, changed) = match collection.puzzles.is_empty() {
        true => (None, None),
        false => compare(collection, &text, format),
    };
    Ok(Written {
        text,
        lost,
        changed,
    })
}

/// What is lost, and what is changed, if `text` is read as a file that says nothing of its format.
fn compare(
    collection: &Collection,
    text: &str,
    format: &'static Format,
) -> (Option<String>, Option<String>) {
    let import = match from_text(text, &Choices::default()) {
        Ok(import) => import,
        Err(error) => return (None, Some(format!("it could not be read again ({error})"))),
    };
    let (before, after) = (&collection.puzzles, &import.collection.puzzles);
    if import.how.reading.boards == Some(Boards::StartAndGoal) && before.len() == 2 {
        let text = "the second board would be read as the goal of the first";
        return (None, Some(text.into()));
    }
    if import.how.format.key != format.key || before.len() != after.len() {
        let text = format!("it would be read as {}", import.how.format.name);
        return (None, Some(text));
    }
    let (mut room, mut room_after) = (Unpacked::default(), Unpacked::default());
    let mut changed: Option<String> = None;
    let (mut n_changed, mut n_unknown) = (0_usize, 0_usize);
    let mut lost = [0_usize; FIELDS.len()];
    for index in 0..before.len() {
        let before = before.view(index, &mut room);
        let after = after.view(index, &mut room_after);
        if before.start != after.start || before.goal != after.goal {
            n_changed += 1;
            changed.get_or_insert_with(|| {
                let what = match before.start == after.start {
                    true => "goal",
                    false => "start",
                };
                let puzzle = numbered(index, before.name);
                format!("{puzzle} would be read with another {what}")
            });
        }
        let (known, kept) = (before.result, after.result);
        let is_lost = [
            !before.name.is_empty() && before.name != after.name,
            before.costs != after.costs,
            before.notes != after.notes,
            before.source != after.source,
            known.is_some_and(|known| kept.is_none_or(|kept| kept.moves != known.moves)),
            known.is_some_and(|known| kept.is_some_and(|kept| known.optimal && !kept.optimal)),
            known.is_some_and(|known| kept.is_some_and(|kept| kept.by != known.by)),
        ];
        for (n, is_lost) in lost.iter_mut().zip(is_lost) {
            *n += usize::from(is_lost);
        }
        n_unknown += usize::from(known.is_none());
    }
    if let Some(changed) = &mut changed
        && n_changed > 1
    {
        *changed += &format!(", and {} more", format::count(n_changed as u64 - 1));
    }
    (told(collection, format, &lost, n_unknown), changed)
}

/// What a puzzle has beside its boards: one, and several.
const FIELDS: [(&str, &str); 7] = [
    ("the name", "the names"),
    ("the costs", "the costs"),
    ("the notes", "the notes"),
    ("the source", "the sources"),
    ("the length", "the lengths"),
    ("the proof of the length", "the proofs of the lengths"),
    ("who found the length", "who found the lengths"),
];

fn told(
    collection: &Collection,
    format: &'static Format,
    lost: &[usize; FIELDS.len()],
    n_unknown: usize,
) -> Option<String> {
    let is_alone = collection.puzzles.len() == 1;
    let mut parts: Vec<String> = Vec::new();
    for ((one, several), &n) in FIELDS.iter().zip(lost).filter(|(_, n)| **n > 0) {
        let what = if n == 1 { one } else { several };
        if is_alone {
            parts.push(String::from(*what));
            continue;
        }
        // The first says of what.
        let puzzles = match (parts.len(), n) {
            (0, 1) => " puzzle",
            (0, _) => " puzzles",
            _ => "",
        };
        parts.push(format!("{what} of {}{puzzles}", format::count(n as u64)));
    }
    let description = match (&*collection.notes, &*collection.source) {
        ("", "") => None,
        (_, "") => Some("the notes"),
        ("", _) => Some("the source"),
        _ => Some("the notes and the source"),
    };
    if let Some(what) = description.filter(|_| format.key != super::OWN) {
        parts.push(format!("{what} of the collection"));
    }
    let left_out = listed(&parts).map(|parts| format!("leaves out {parts}"));
    let unknown = match n_unknown {
        _ if format.key != super::two_lines::FORMAT.key => None,
        0 => None,
        _ if is_alone => Some("writes the unknown length as -".to_owned()),
        1 => Some("writes the unknown length of 1 puzzle as -".to_owned()),
        n => Some(format!(
            "writes the unknown lengths of {} puzzles as -",
            format::count(n as u64)
        )),
    };
    let told: Vec<String> = left_out.into_iter().chain(unknown).collect();
    (!told.is_empty()).then(|| told.join("; it "))
}

/// “a, b and c”; nothing of nothing.
fn listed(parts: &[String]) -> Option<String> {
    Some(match parts {
        [] => return None,
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    })
}

/// The text of all puzzles.
pub fn each(
    puzzles: &Puzzles,
    mut write: impl FnMut(&mut String, usize, &PuzzleRef) -> Result<(), String>,
) -> Result<String, String> {
    let mut text = String::new();
    let mut room = Unpacked::default();
    for index in 0..puzzles.len() {
        write(&mut text, index, &puzzles.view(index, &mut room))?;
    }
    Ok(text)
}

/// The 1-based number of a puzzle in a message.
pub fn numbered(index: usize, name: &str) -> String {
    match name {
        "" => format!("puzzle {}", index + 1),
        name => format!("puzzle {} ({})", index + 1, excerpt(name)),
    }
}

/// Whether a name can stand in front of a line as a number.
pub fn is_id(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit())
}

pub fn push_number(text: &mut String, number: u32) {
    let mut digits = [0; 10];
    let mut at = digits.len();
    let mut rest = number;
    loop {
        at -= 1;
        digits[at] = (rest % 10) as u8 + b'0';
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    text.extend(digits[at..].iter().map(|&digit| char::from(digit)));
}

pub fn push_numbers(text: &mut String, numbers: &[u8], between: char) {
    for (index, &number) in numbers.iter().enumerate() {
        if index > 0 {
            text.push(between);
        }
        push_number(text, number.into());
    }
}

/// The rows of a board, a line each.
pub fn push_rows(text: &mut String, tiles: &[u8], size: Size) {
    for row in tiles.chunks(size.columns()) {
        push_numbers(text, row, ' ');
        text.push('\n');
    }
}

/// The rows of a board with slashes between them.
pub fn push_slashes(text: &mut String, tiles: &[u8], size: Size) {
    for (index, row) in tiles.chunks(size.columns()).enumerate() {
        if index > 0 {
            text.push('/');
        }
        push_numbers(text, row, ' ');
    }
}
