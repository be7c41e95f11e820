//! Two lines a puzzle: `id length nodes`, then its numbers. 0 nodes stand for an unknown number of
//! nodes. A length that is not known is written as `-`.

use super::scan::{self, ReadError, Scan, Words};
use super::sink::{Found, Sink};
use super::written::{is_id, numbered, push_number, push_numbers};
use super::{BLANK_FIRST_FIRST, Format};
use crate::collection::Puzzles;
use tilescope_puzzle::Size;

/// In place of a length that is not known.
const UNKNOWN: &str = "-";

pub const FORMAT: Format = Format {
    key: "two-lines",
    name: "two lines a puzzle, id length nodes and its numbers",
    singular: "an id, a length, a number of nodes and the numbers",
    extension: "txt",
    looks_like: |head| {
        let mut lines = scan::first_lines(head, 2);
        let [first, second] = [lines.next(), lines.next()].map(Option::unwrap_or_default);
        let widths = [first, second].map(scan::n_words);
        let is_numbers = scan::is_numbers(first) && scan::is_numbers(second);
        matches!(widths, [3, second] if second >= 9) && is_numbers
    },
    is_ambiguous: true,
    read,
    write,
    meaning: None,
    goals: BLANK_FIRST_FIRST,
};

fn read(text: &str, given: Option<Size>, sink: &mut Sink) -> Result<(), ReadError> {
    let mut scan = Scan::new(text);
    let mut head = Words::default();
    let mut words = Words::default();
    while scan.next_words(&mut head)?.is_some() {
        if head.len() != 3 {
            return Err(scan.error(
                head.at(0),
                format!(
                    "a puzzle begins with a line id length nodes, but here {}",
                    match head.len() {
                        1 => "is 1 word".to_owned(),
                        n => format!("are {n} words"),
                    }
                ),
            ));
        }
        let moves = match head.text(1, text) {
            UNKNOWN => None,
            _ => Some(scan.moves(&head, 1)?),
        };
        scan.number(&head, 2, "a number of nodes")?;
        if scan.next_words(&mut words)?.is_none() {
            let cause = "the numbers of this puzzle are missing: write them on the next line";
            return Err(scan.error(head.at(2), cause));
        }
        let size = scan.size(words.len(), given, words.at(0))?;
        let board = scan.board(&words, 0, size)?;
        let found = Found {
            name: head.text(0, text),
            moves,
            ..Found::new(&board, head.at(0))
        };
        sink.push(&found, &scan)?;
    }
    Ok(())
}

fn write(puzzles: &Puzzles) -> Result<String, String> {
    super::written::each(puzzles, |text, index, puzzle| {
        let size = puzzle.size;
        if size.rows() != size.columns() {
            return Err(format!(
                "{} is {size}, and a line of numbers has no size",
                numbered(index, puzzle.name)
            ));
        }
        match is_id(puzzle.name) {
            true => text.push_str(puzzle.name),
            false => push_number(text, index as u32 + 1),
        }
        text.push(' ');
        match puzzle.result {
            Some(known) => push_number(text, known.moves),
            None => text.push_str(UNKNOWN),
        }
        // The number of nodes is not kept with a puzzle.
        text.push_str(" 0\n");
        push_numbers(text, puzzle.start, ' ');
        text.push('\n');
        Ok(())
    })
}
