//! A line of m·n numbers a puzzle, as Korf's lists and HOG2 have it: `14 1 9 6 4 8 12 5 7 2 3 0 10
//! 11 13 15`. There may be a number of the puzzle in front, and behind its length, or its length
//! and a number of nodes.

use super::labels::{self, Field};
use super::scan::{self, ReadError, Scan, Words};
use super::sink::{Found, Sink};
use super::written::{is_id, numbered, push_numbers};
use super::{BLANK_FIRST_FIRST, Format};
use crate::collection::Puzzles;
use tilescope_puzzle::Size;

pub const FORMAT: Format = Format {
    key: "lines",
    name: "a line of numbers a puzzle",
    singular: "numbers in one line",
    extension: "txt",
    looks_like: |head| {
        scan::first_lines(head, 1)
            .next()
            .is_some_and(scan::is_numbers)
    },
    is_ambiguous: true,
    read,
    write,
    meaning: None,
    goals: BLANK_FIRST_FIRST,
};

fn read(text: &str, given: Option<Size>, sink: &mut Sink) -> Result<(), ReadError> {
    let mut scan = Scan::new(text);
    let mut words = Words::default();
    let frames = frames(scan.clone(), given);
    while scan.next_words(&mut words)?.is_some() {
        let n_words = words.len();
        let n_others = n_others(n_words, given);
        let n_before = match n_others {
            0 => 0,
            1 => frames[0].unwrap_or(1),
            2 => frames[1].unwrap_or(1),
            _ => 1,
        };
        let n_cells = n_words - n_others;
        let moves = match n_others > n_before {
            false => None,
            true => scan.moves(&words, n_before + n_cells).ok(),
        };
        // Where the words are no board and what is told of it, they are a board that is damaged.
        let is_usual = n_others == n_before && n_before <= 1;
        let is_framed = is_usual || is_board(&scan, &words, n_before, n_cells, given);
        let (n_before, n_cells) = match is_framed {
            true => (n_before, n_cells),
            false => (0, n_words),
        };
        if n_before > 0 && is_label(words.text(0, text)) {
            let cause = "a label stands in front of this board";
            return Err(scan.error(words.at(0), cause));
        }
        let size = scan.size(n_cells, given, words.at(0))?;
        words.truncate(n_before + n_cells);
        let board = scan.board(&words, n_before, size)?;
        let found = Found {
            name: if n_before > 0 {
                words.text(0, text)
            } else {
                ""
            },
            moves,
            ..Found::new(&board, words.at(0))
        };
        sink.push(&found, &scan)?;
    }
    Ok(())
}

/// Returns true if a word says that a start or a goal follows, and is no name of a puzzle.
fn is_label(word: &str) -> bool {
    let name = word.strip_suffix([':', '=']);
    let field = name.and_then(labels::field);
    matches!(field, Some(Field::Start | Field::Goal))
}

/// The number of words of a line that are not of its board.
fn n_others(n_words: usize, given: Option<Size>) -> usize {
    /// The number, the length and the nodes.
    const MAX_OTHERS: usize = 3;
    /// With more words than one beside it, a smaller board could be part of an oblong one.
    const MIN_CELLS: usize = 9;
    let is_whole = |n_cells: usize| match given {
        Some(size) => size.n_cells() == n_cells,
        None => n_cells.isqrt().pow(2) == n_cells,
    };
    let mut others = 0..=MAX_OTHERS.min(n_words);
    let found = others.find(|n| is_whole(n_words - n) && (*n <= 1 || n_words - n >= MIN_CELLS));
    found.unwrap_or(0)
}

/// Counts the words before the board, where one and where two are not of it, as the first lines
/// tell.
fn frames(mut scan: Scan, given: Option<Size>) -> [Option<usize>; 2] {
    const N_LINES: usize = 64;
    let mut words = Words::default();
    let mut frames = [None; 2];
    for _ in 0..N_LINES {
        let Ok(Some(_)) = scan.next_words(&mut words) else {
            break;
        };
        let n_others = n_others(words.len(), given);
        let n_cells = words.len() - n_others;
        let Some(frame) = n_others
            .checked_sub(1)
            .and_then(|index| frames.get_mut(index))
        else {
            continue;
        };
        let [in_front, behind] = [1, 0].map(|n| is_board(&scan, &words, n, n_cells, given));
        if frame.is_none() && in_front != behind {
            *frame = Some(usize::from(in_front));
        }
    }
    frames
}

/// Returns true if these words are a board, and all together are no larger one.
fn is_board(scan: &Scan, words: &Words, first: usize, n_cells: usize, given: Option<Size>) -> bool {
    let Ok(size) = scan::size(n_cells, given) else {
        return false;
    };
    let is_larger = || {
        let mut numbers: Vec<usize> = (0..words.len())
            .filter_map(|word| words.text(word, scan.text).parse().ok())
            .collect();
        numbers.sort_unstable();
        n_cells < words.len() && numbers.into_iter().eq(0..words.len())
    };
    let mut board = words.clone();
    board.truncate(first + n_cells);
    scan.board(&board, first, size).is_ok() && !is_larger()
}

fn write(puzzles: &Puzzles) -> Result<String, String> {
    // All have their number in front, or none has.
    let has_ids = (0..puzzles.len()).all(|index| is_id(puzzles.name(index)));
    super::written::each(puzzles, |text, index, puzzle| {
        let size = puzzle.size;
        if size.rows() != size.columns() {
            return Err(format!(
                "{} is {size}, and a line of numbers has no size",
                numbered(index, puzzle.name)
            ));
        }
        if has_ids {
            text.push_str(puzzle.name);
            text.push(' ');
        }
        push_numbers(text, puzzle.start, ' ');
        text.push('\n');
        Ok(())
    })
}
