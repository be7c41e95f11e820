//! PDDL problems of the domain `strips-sliding-tile`: `(at t8 x1 y1)`, `(blank x3 y2)`.
//!
//! x counts columns and y rows, both from 1. Each `(define (problem …) …)` is a puzzle.

use super::scan::{ReadError, Word};
use super::{BLANK_LAST_FIRST, Format, Meaning, RawPuzzle};
use crate::collection::Collection;
use crate::format::excerpt;
use std::fmt::Write;
use tilescope_puzzle::{Board, Size};

pub const FORMAT: Format = Format {
    key: "pddl",
    name: "PDDL problems of the domain strips-sliding-tile",
    extension: "pddl",
    recognises: |text| {
        let lines = text
            .lines()
            .map(|line| line.split(';').next().unwrap_or(""));
        let first = lines.map(str::trim).find(|line| !line.is_empty());
        first.is_some_and(|line| {
            line.to_ascii_lowercase()
                .replace(' ', "")
                .starts_with("(define")
        })
    },
    read,
    write,
    meaning: Some(Meaning::TileAtPlace),
    goals: BLANK_LAST_FIRST,
};

/// The facts of a state: what stands at which column and row, 0 for the blank.
#[derive(Default)]
struct Facts<'a>(Vec<(u64, u64, u64, Word<'a>)>);

fn read(text: &str, _: Option<Size>) -> Result<Vec<RawPuzzle>, ReadError> {
    let tokens = tokens(text);
    let mut puzzles = Vec::new();
    let mut depth = 0_usize;
    // The name of the problem, and the facts of `:init` and `:goal`.
    let mut problem: Option<(Word, [Facts; 2])> = None;
    let mut section = None;
    for (index, token) in tokens.iter().enumerate() {
        let at = |offset: usize| tokens.get(index + offset);
        match token.text {
            "(" => {
                depth += 1;
                let Some(head) = at(1) else { break };
                match (&*head.text.to_ascii_lowercase(), depth) {
                    ("problem", 2) => {
                        let name = at(2).copied().unwrap_or(*head);
                        problem = Some((name, Default::default()));
                    }
                    (":init", 2) => section = Some(0),
                    (":goal", 2) => section = Some(1),
                    (_, 2) => section = None,
                    (fact @ ("at" | "blank"), _) => {
                        let (Some(section), Some((_, facts))) = (section, &mut problem) else {
                            continue;
                        };
                        let n_words = if fact == "at" { 4 } else { 3 };
                        let words = tokens.get(index + 1..index + 1 + n_words);
                        let is_closed = at(n_words + 1).is_some_and(|end| end.text == ")");
                        let Some(words) = words.filter(|_| is_closed) else {
                            return Err(head.error(format!("a fact such as (at t8 x1 y1) or (blank x3 y2) is written so, but this “{fact}” is not")));
                        };
                        let tile = if fact == "at" {
                            trailing(&words[1])?
                        } else {
                            0
                        };
                        let [x, y] = [words[n_words - 2], words[n_words - 1]];
                        facts[section]
                            .0
                            .push((tile, trailing(&x)?, trailing(&y)?, *head));
                    }
                    _ => {}
                }
            }
            ")" => {
                let Some(outer) = depth.checked_sub(1) else {
                    return Err(token.error("this bracket closes nothing"));
                };
                depth = outer;
                if depth == 0
                    && let Some((name, [init, goal])) = problem.take()
                {
                    puzzles.push(puzzle(&name, &init, &goal)?);
                    section = None;
                }
            }
            other if depth == 0 => {
                return Err(
                    token.error(format!("“{}” stands outside of (define …)", excerpt(other)))
                );
            }
            _ => {}
        }
    }
    let last = tokens.last().copied().unwrap_or(Word {
        text: "",
        line: 1,
        column: 1,
    });
    match depth {
        0 if puzzles.is_empty() => Err(last.error("there is no (problem …) here")),
        0 => Ok(puzzles),
        _ => Err(last.error(format!("{depth} brackets are not closed"))),
    }
}

fn puzzle(name: &Word, init: &Facts, goal: &Facts) -> Result<RawPuzzle, ReadError> {
    let most = |get: fn(&(u64, u64, u64, Word)) -> u64| init.0.iter().map(get).max().unwrap_or(0);
    let (columns, rows) = (most(|fact| fact.1), most(|fact| fact.2));
    let size = Size::new(rows.min(99) as usize, columns.min(99) as usize);
    let size = size.map_err(|error| name.error(format!("{error}, in :init")))?;
    Ok(RawPuzzle {
        name: name.text.to_owned(),
        size,
        numbers: cells(name, init, size, ":init")?,
        goal: Some(cells(name, goal, size, ":goal")?),
        moves: None,
        line: name.line,
    })
}

/// The tile in each cell. A goal may leave out the blank.
fn cells(name: &Word, facts: &Facts, size: Size, section: &str) -> Result<Vec<u64>, ReadError> {
    let n_cells = size.n_cells() as u64;
    let mut cells = vec![None; size.n_cells()];
    let mut seen = vec![false; size.n_cells()];
    for &(tile, x, y, place) in &facts.0 {
        if tile >= n_cells {
            return Err(place.error(format!("a {size} board has no tile {tile}, in {section}")));
        }
        let is_inside =
            (1..=size.columns() as u64).contains(&x) && (1..=size.rows() as u64).contains(&y);
        if !is_inside {
            return Err(place.error(format!(
                "x{x} y{y} is outside of the {size} board, in {section}"
            )));
        }
        let cell = &mut cells[(y as usize - 1) * size.columns() + x as usize - 1];
        if cell.replace(tile).is_some() {
            return Err(place.error(format!("x{x} y{y} is taken twice, in {section}")));
        }
        if std::mem::replace(&mut seen[tile as usize], true) {
            return Err(place.error(format!("tile {tile} is there twice, in {section}")));
        }
    }
    match seen[1..].iter().position(|seen| !seen) {
        Some(missing) => Err(name.error(format!("tile {} is missing, in {section}", missing + 1))),
        None => Ok(cells.into_iter().map(Option::unwrap_or_default).collect()),
    }
}

/// The number at the end of a name such as t8 or x_1.
fn trailing(word: &Word) -> Result<u64, ReadError> {
    let prefix = (word.text).trim_end_matches(|c: char| c.is_ascii_digit());
    let is_name = prefix.is_empty()
        || prefix.starts_with(|c: char| c.is_ascii_alphabetic())
            && (prefix.chars()).all(|c| c.is_ascii_alphabetic() || c == '_' || c == '-');
    let number = word.text[prefix.len()..].parse().ok();
    number.filter(|_| is_name).ok_or_else(|| {
        word.error(format!(
            "“{}” does not end in a number such as that of t8 or x1",
            excerpt(word.text)
        ))
    })
}

/// Brackets and words, without comments.
fn tokens(text: &str) -> Vec<Word<'_>> {
    let mut tokens = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.split(';').next().unwrap_or("");
        let mut word: Option<(usize, usize)> = None;
        for (column, (at, c)) in (1..).zip(text.char_indices()) {
            let is_bracket = matches!(c, '(' | ')');
            if is_bracket || c.is_whitespace() {
                tokens.extend(word.take().map(|(start, column)| Word {
                    text: &text[start..at],
                    line,
                    column,
                }));
            } else {
                word.get_or_insert((at, column));
            }
            if is_bracket {
                tokens.push(Word {
                    text: &text[at..=at],
                    line,
                    column,
                });
            }
        }
        tokens.extend(word.map(|(start, column)| Word {
            text: &text[start..],
            line,
            column,
        }));
    }
    tokens
}

fn write(collection: &Collection) -> Result<String, String> {
    let mut text = String::new();
    for (index, entry) in collection.puzzles.iter().enumerate() {
        let size = entry.puzzle.size();
        let names = |letter: char, n: usize| -> String {
            (1..=n).map(|i| format!(" {letter}{i}")).collect()
        };
        let (columns, rows) = (size.columns(), size.rows());
        // Writing to a `String` does not fail.
        let _ = writeln!(text, "(define (problem puzzle-{})", index + 1);
        text += "  (:domain strips-sliding-tile)\n";
        let tiles = names('t', size.n_cells() - 1);
        let _ = writeln!(
            text,
            "  (:objects{tiles}{}{})",
            names('x', columns),
            names('y', rows)
        );
        text += "  (:init\n";
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
        let _ = writeln!(text, "{}  )", facts(&entry.puzzle.start));
        let _ = writeln!(text, "  (:goal (and\n{}  )))", facts(&entry.puzzle.goal));
    }
    Ok(text)
}

fn facts(board: &Board) -> String {
    let columns = board.size().columns();
    let cells = board.tiles().iter().enumerate();
    let fact = |(cell, &tile): (usize, &u8)| {
        let (x, y) = (cell % columns + 1, cell / columns + 1);
        match tile {
            0 => format!("    (blank x{x} y{y})\n"),
            tile => format!("    (at t{tile} x{x} y{y})\n"),
        }
    };
    cells.map(fact).collect()
}
