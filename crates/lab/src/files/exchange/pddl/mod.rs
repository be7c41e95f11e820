//! PDDL problems of sliding tiles. They are written in the domain `strips-sliding-tile`: `(at t8 x1
//! y1)`, `(blank x3 y2)`. There x counts columns and y rows, both from 1.
//!
//! Each `(define (problem …) …)` is a puzzle. Of its facts this module makes lists; what they mean
//! is found in [`structure`], whatever they are called.

mod lattice;
mod structure;

use super::scan::{ReadError, Scan};
use super::sink::{Found, Sink};
use super::{BLANK_LAST_FIRST, Format, Meaning};
use crate::collection::Puzzles;
use crate::format::excerpt;
use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;
use tilescope_puzzle::Size;

pub const FORMAT: Format = Format {
    key: "pddl",
    name: "PDDL problems of sliding tiles",
    singular: "a PDDL problem",
    extension: "pddl",
    looks_like: |head| {
        let lines = head
            .lines()
            .map(|line| line.split(';').next().unwrap_or(""));
        let first = lines.map(str::trim).find(|line| !line.is_empty());
        first.is_some_and(|line| {
            let line = line.to_ascii_lowercase().replace([' ', '\t'], "");
            line.starts_with("(define")
        })
    },
    is_ambiguous: false,
    read,
    write,
    meaning: Some(Meaning::TileAtPlace),
    goals: BLANK_LAST_FIRST,
};

/// A word, whatever its case, by the order of first mention in the problem.
type Symbol = usize;

/// A fact: what is said, of what, and where.
struct Fact {
    predicate: Symbol,
    arguments: Vec<Symbol>,
    at: usize,
}

/// Content of a problem.
#[derive(Default)]
struct Problem<'a> {
    /// Name of the problem.
    name: Range<usize>,
    /// The words, as they are written where they are mentioned first.
    words: Vec<&'a str>,
    symbols: HashMap<String, Symbol>,
    /// The type of each object that has one.
    types: HashMap<Symbol, Symbol>,
    init: Vec<Fact>,
    goal: Vec<Fact>,
    /// Where the sections begin, if they are there.
    places: [Option<usize>; 2],
}

/// More facts than the largest board needs.
const MAX_FACTS: usize = 10_000;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Objects,
    Init,
    Goal,
    Other,
}

fn read(text: &str, _: Option<Size>, sink: &mut Sink) -> Result<(), ReadError> {
    let scan = Scan::new(text);
    let mut tokens = Tokens { text, at: 0 };
    let mut depth = 0_usize;
    let mut problem: Option<Problem> = None;
    let mut section = Section::Other;
    let mut last = 0;
    while let Some(token) = tokens.next() {
        last = token.start;
        match &text[token.clone()] {
            "(" => {
                depth += 1;
                let mut ahead = tokens.clone();
                let Some(head) = ahead.next() else { break };
                let word = text[head.clone()].to_ascii_lowercase();
                if depth == 2 {
                    section = match &*word {
                        ":objects" => Section::Objects,
                        ":init" => Section::Init,
                        ":goal" => Section::Goal,
                        _ => Section::Other,
                    };
                    if word == "problem" {
                        let name = ahead.next().unwrap_or(head.clone());
                        problem = Some(Problem {
                            name,
                            ..Problem::default()
                        });
                    }
                    let Some(problem) = &mut problem else {
                        continue;
                    };
                    match section {
                        Section::Objects => problem.add_objects(text, ahead),
                        Section::Init => problem.places[0] = Some(head.start),
                        Section::Goal => problem.places[1] = Some(head.start),
                        Section::Other => {}
                    }
                } else if let Some(problem) = &mut problem
                    && matches!(section, Section::Init | Section::Goal)
                {
                    match &*word {
                        "and" | "(" | ")" => {}
                        "not" | "=" if section == Section::Init => {
                            // It says what does not hold, or costs.
                            skip(text, &mut tokens);
                            depth -= 1;
                        }
                        _ => problem.add_fact(&scan, section, &head, ahead)?,
                    }
                }
            }
            ")" => {
                let Some(outer) = depth.checked_sub(1) else {
                    return Err(scan.error(token.start, "this bracket closes nothing"));
                };
                depth = outer;
                if depth == 0
                    && let Some(problem) = problem.take()
                {
                    push(&scan, &problem, sink)?;
                    section = Section::Other;
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

/// Goes on behind the bracket that is open.
fn skip(text: &str, tokens: &mut Tokens) {
    let mut depth = 1_usize;
    for token in tokens {
        match &text[token] {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return;
        }
    }
}

impl<'a> Problem<'a> {
    fn symbol(&mut self, word: &'a str) -> Symbol {
        let n = self.words.len();
        let symbol = *self.symbols.entry(word.to_lowercase()).or_insert(n);
        if symbol == n {
            self.words.push(word);
        }
        symbol
    }

    /// The words of the section, each with its type if it has one: `t1 t2 - tile`.
    fn add_objects(&mut self, text: &'a str, tokens: Tokens<'a>) {
        let mut untyped: Vec<Symbol> = Vec::new();
        let mut is_type = false;
        for token in tokens {
            match &text[token] {
                ")" => return,
                // One of several types.
                "(" => is_type = false,
                "-" => is_type = true,
                word if is_type => {
                    let of = self.symbol(word);
                    self.types.extend(untyped.drain(..).map(|it| (it, of)));
                    is_type = false;
                }
                word => {
                    let symbol = self.symbol(word);
                    untyped.push(symbol);
                }
            }
        }
    }

    /// Adds the fact whose first word is `head`, and whose other words are ahead.
    fn add_fact(
        &mut self,
        scan: &Scan<'a>,
        section: Section,
        head: &Range<usize>,
        ahead: Tokens<'a>,
    ) -> Result<(), ReadError> {
        let text = scan.text;
        let predicate = self.symbol(&text[head.clone()]);
        let mut fact = Fact {
            predicate,
            arguments: Vec::new(),
            at: head.start,
        };
        for token in ahead {
            match &text[token.clone()] {
                ")" => break,
                "(" => {
                    let word = excerpt(&text[head.clone()]);
                    let cause = format!("“{word}” is not a plain fact such as (at t8 x1 y1)");
                    return Err(scan.error(head.start, cause));
                }
                word => {
                    let symbol = self.symbol(word);
                    fact.arguments.push(symbol);
                }
            }
        }
        let facts = match section {
            Section::Goal => &mut self.goal,
            _ => &mut self.init,
        };
        if facts.len() == MAX_FACTS {
            let cause = format!("more than {MAX_FACTS} facts, which the largest board needs");
            return Err(scan.error(head.start, cause));
        }
        facts.push(fact);
        Ok(())
    }
}

fn push(scan: &Scan, problem: &Problem, sink: &mut Sink) -> Result<(), ReadError> {
    let boards = structure::boards(problem);
    let [start, goal] = boards.map_err(|wrong| scan.error(wrong.at, wrong.cause))?;
    let name = &scan.text[problem.name.clone()];
    let found = Found {
        name: match stands_for_none(name) {
            true => "",
            false => name,
        },
        goal: Some(&goal),
        ..Found::new(&start, problem.name.start)
    };
    sink.push(&found, scan)
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
