//! PDDL problems of the domain `strips-sliding-tile`: `(at t8 x1 y1)`, `(blank x3 y2)`.
//!
//! x counts columns and y rows, both from 1. Each `(define (problem …) …)` is a puzzle.

use super::scan::{Numbers, ReadError, Scan, Wrong};
use super::sink::{Found, Sink};
use super::{BLANK_LAST_FIRST, Format, Meaning};
use crate::collection::Puzzles;
use crate::format::excerpt;
use std::fmt::Write;
use std::ops::Range;
use tilescope_puzzle::Size;

pub const FORMAT: Format = Format {
    key: "pddl",
    name: "PDDL problems of the domain strips-sliding-tile",
    singular: "a PDDL problem",
    extension: "pddl",
    looks_like: |head| {
        let lines = head
            .lines()
            .map(|line| line.split(';').next().unwrap_or(""));
        let first = lines.map(str::trim).find(|line| !line.is_empty());
        first.is_some_and(|line| {
            let line = line.to_ascii_lowercase().replace(' ', "");
            line.starts_with("(define")
        })
    },
    is_ambiguous: false,
    read,
    write,
    meaning: Some(Meaning::TileAtPlace),
    goals: BLANK_LAST_FIRST,
};

/// A fact: what stands at which column and row, 0 for the blank, and where the text says so.
struct Fact {
    tile: u32,
    x: u32,
    y: u32,
    at: usize,
}

/// Sections with facts.
const SECTIONS: [&str; 2] = [":init", ":goal"];

/// More facts than the largest board needs.
const MAX_FACTS: usize = 100;

fn read(text: &str, _: Option<Size>, sink: &mut Sink) -> Result<(), ReadError> {
    let scan = Scan::new(text);
    let mut tokens = Tokens { text, at: 0 };
    let mut depth = 0_usize;
    // The name of the problem.
    let mut problem: Option<Range<usize>> = None;
    let mut facts: [Vec<Fact>; 2] = Default::default();
    let mut section = None;
    let mut last = 0;
    while let Some(token) = tokens.next() {
        last = token.start;
        match &text[token.clone()] {
            "(" => {
                depth += 1;
                let mut ahead = tokens.clone();
                let Some(head) = ahead.next() else { break };
                let word = &text[head.clone()];
                let is = |name: &str| word.eq_ignore_ascii_case(name);
                if depth == 2 {
                    section = SECTIONS.iter().position(|name| is(name));
                    if is("problem") {
                        problem = Some(ahead.next().unwrap_or(head));
                        facts.iter_mut().for_each(Vec::clear);
                    }
                } else if let (Some(section), Some(_)) = (section, &problem)
                    && (is("at") || is("blank"))
                {
                    let fact = fact(&scan, ahead, &head, is("blank"))?;
                    if facts[section].len() == MAX_FACTS {
                        let cause =
                            format!("more than {MAX_FACTS} facts, which the largest board needs");
                        return Err(scan.error(head.start, cause));
                    }
                    facts[section].push(fact);
                }
            }
            ")" => {
                let Some(outer) = depth.checked_sub(1) else {
                    return Err(scan.error(token.start, "this bracket closes nothing"));
                };
                depth = outer;
                if depth == 0
                    && let Some(name) = problem.take()
                {
                    push(&scan, &name, &facts, sink)?;
                    section = None;
                }
            }
            other if depth == 0 => {
                let text = format!("“{}” stands outside of (define …)", excerpt(other));
                return Err(scan.error(token.start, text));
            }
            _ => {}
        }
    }
    match depth {
        0 if sink.puzzles.is_empty() => Err(scan.error(last, "there is no (problem …) here")),
        0 => Ok(()),
        1 => Err(scan.error(last, "1 bracket is not closed")),
        _ => Err(scan.error(last, format!("{depth} brackets are not closed"))),
    }
}

/// The fact whose first word is `head`, and whose other words are ahead.
fn fact(
    scan: &Scan,
    mut ahead: Tokens,
    head: &Range<usize>,
    is_blank: bool,
) -> Result<Fact, ReadError> {
    let mut word = || {
        let found = ahead.next().map(|token| (token.start, &scan.text[token]));
        found.filter(|(_, word)| !matches!(*word, "(" | ")"))
    };
    let tile = if is_blank {
        Some((head.start, "0"))
    } else {
        word()
    };
    let (x, y) = (word(), word());
    let end = ahead.next().map(|token| &scan.text[token]);
    let (Some(tile), Some(x), Some(y), Some(")")) = (tile, x, y, end) else {
        let head = &scan.text[head.clone()];
        let at = head.as_ptr() as usize - scan.text.as_ptr() as usize;
        return Err(scan.error(at, format!("a fact such as (at t8 x1 y1) or (blank x3 y2) is written so, but this “{head}” is not")));
    };
    let number = |(at, word)| trailing(word).map_err(|cause| scan.error(at, cause));
    Ok(Fact {
        tile: number(tile)?,
        x: number(x)?,
        y: number(y)?,
        at: head.start,
    })
}

fn push(
    scan: &Scan,
    name: &Range<usize>,
    [init, goal]: &[Vec<Fact>; 2],
    sink: &mut Sink,
) -> Result<(), ReadError> {
    let most = |get: fn(&Fact) -> u32| init.iter().map(get).max().unwrap_or(0) as usize;
    let size = Size::new(most(|fact| fact.y), most(|fact| fact.x));
    let size = size.map_err(|error| scan.error(name.start, format!("{error}, in :init")))?;
    let start = cells(scan, name, init, size, SECTIONS[0])?;
    let goal = cells(scan, name, goal, size, SECTIONS[1])?;
    let name_there = &scan.text[name.clone()];
    let found = Found {
        name: match stands_for_none(name_there) {
            true => "",
            false => name_there,
        },
        goal: Some(&goal),
        ..Found::new(&start, name.start)
    };
    sink.push(&found, scan)
}

/// The tile in each cell. A goal may leave out the blank.
fn cells(
    scan: &Scan,
    name: &Range<usize>,
    facts: &[Fact],
    size: Size,
    section: &str,
) -> Result<Numbers, ReadError> {
    let n_cells = size.n_cells();
    let mut cells = [0_u32; MAX_FACTS];
    let mut is_taken = 0_u128;
    let mut seen = 0_u128;
    for &Fact { tile, x, y, at } in facts {
        let error = |cause: String| Err(scan.error(at, format!("{cause}, in {section}")));
        if tile as usize >= n_cells {
            return error(format!("a {size} board has no tile {tile}"));
        }
        let (column, row) = (x.wrapping_sub(1) as usize, y.wrapping_sub(1) as usize);
        if column >= size.columns() || row >= size.rows() {
            return error(format!("x{x} y{y} is outside of the {size} board"));
        }
        let cell = row * size.columns() + column;
        if is_taken >> cell & 1 == 1 {
            return error(format!("x{x} y{y} is taken twice"));
        }
        if seen >> tile & 1 == 1 {
            return error(format!("tile {tile} is there twice"));
        }
        is_taken |= 1 << cell;
        seen |= 1 << tile;
        cells[cell] = tile;
    }
    if let Some(missing) = (1..n_cells).find(|tile| seen >> tile & 1 == 0) {
        let cause = format!("tile {missing} is missing, in {section}");
        return Err(scan.error(name.start, cause));
    }
    let mut numbers = Numbers::new(size, false);
    for (cell, &tile) in cells[..n_cells].iter().enumerate() {
        match numbers.set(cell, tile) {
            Ok(()) => {}
            // Each tile is there once, and the cell that is left has the blank.
            Err(Wrong::Outside | Wrong::Twice) => {
                return Err(scan.error(name.start, format!("a board is damaged, in {section}")));
            }
        }
    }
    Ok(numbers)
}

/// The number at the end of a name such as t8 or x_1.
fn trailing(word: &str) -> Result<u32, String> {
    let prefix = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_name = prefix.is_empty()
        || prefix.starts_with(|c: char| c.is_ascii_alphabetic())
            && (prefix.chars()).all(|c| c.is_ascii_alphabetic() || c == '_' || c == '-');
    let number = word[prefix.len()..].parse().ok();
    number.filter(|_| is_name).ok_or_else(|| {
        format!(
            "“{}” does not end in a number such as that of t8 or x1",
            excerpt(word)
        )
    })
}

/// Brackets and words, without comments.
#[derive(Clone)]
struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl Iterator for Tokens<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.at)? {
                b'(' | b')' => {
                    self.at += 1;
                    return Some(self.at - 1..self.at);
                }
                b';' => {
                    let rest = &bytes[self.at..];
                    let length = rest.iter().position(|byte| *byte == b'\n');
                    self.at += length.unwrap_or(rest.len());
                }
                byte if byte.is_ascii_whitespace() || *byte == b'\x0b' => self.at += 1,
                _ => {
                    let start = self.at;
                    let is_end = |byte: &u8| {
                        byte.is_ascii_whitespace() || matches!(byte, b'(' | b')' | b';' | b'\x0b')
                    };
                    let rest = &bytes[start..];
                    self.at += rest.iter().position(is_end).unwrap_or(rest.len());
                    return Some(start..self.at);
                }
            }
        }
    }
}

fn write(puzzles: &Puzzles) -> Result<String, String> {
    super::written::each(puzzles, |text, index, puzzle| {
        let size = puzzle.size;
        let names = |letter: char, n: usize| -> String {
            (1..=n).map(|i| format!(" {letter}{i}")).collect()
        };
        let (columns, rows) = (size.columns(), size.rows());
        // Writing to a `String` does not fail.
        let _ = match is_symbol(puzzle.name) {
            true => writeln!(text, "(define (problem {})", puzzle.name),
            false => writeln!(text, "(define (problem {NO_NAME}{})", index + 1),
        };
        *text += "  (:domain strips-sliding-tile)\n";
        let tiles = names('t', size.n_cells() - 1);
        let _ = writeln!(
            text,
            "  (:objects{tiles}{}{})",
            names('x', columns),
            names('y', rows)
        );
        *text += "  (:init\n";
        for tile in 1..size.n_cells() {
            let _ = writeln!(text, "    (tile t{tile})");
        }
        for (letter, n) in [('x', columns), ('y', rows)] {
            for i in 1..=n {
                let _ = writeln!(text, "    (position {letter}{i})");
            }
            for i in 1..n {
                let next = i + 1;
                let _ = writeln!(
                    text,
                    "    (inc {letter}{i} {letter}{next}) (dec {letter}{next} {letter}{i})"
                );
            }
        }
        push_facts(text, puzzle.start, columns);
        *text += "  )\n  (:goal (and\n";
        push_facts(text, puzzle.goal, columns);
        *text += "  )))\n";
        Ok(())
    })
}

/// What stands before its number where a puzzle has no name that PDDL allows.
const NO_NAME: &str = "puzzle-";

/// Whether a name is only the number that a puzzle without one was given.
fn stands_for_none(name: &str) -> bool {
    let number = name.strip_prefix(NO_NAME);
    number.is_some_and(|it| it.parse::<u32>().is_ok())
}

/// Whether a name is one that PDDL allows.
fn is_symbol(name: &str) -> bool {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(is_of_name)
}

fn push_facts(text: &mut String, board: &[u8], columns: usize) {
    for (cell, &tile) in board.iter().enumerate() {
        let (x, y) = (cell % columns + 1, cell / columns + 1);
        let _ = match tile {
            0 => writeln!(text, "    (blank x{x} y{y})"),
            tile => writeln!(text, "    (at t{tile} x{x} y{y})"),
        };
    }
}
