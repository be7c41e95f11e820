//! Names that other programs give to the parts of a puzzle: in the header of a CSV, as keys of an object, in
//! front of a board.

/// A part of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    Name,
    Start,
    Goal,
    Moves,
}

/// The names of the start, those that say it best first.
const START: &[&str] = &[
    "start",
    "initial",
    "init",
    "scramble",
    "board",
    "state",
    "configuration",
    "position",
    "instance",
    "problem",
    "puzzle",
    "grid",
    "tiles",
    "cells",
    "from",
    "begin",
    "anfang",
    "inicio",
    "inicial",
    "depart",
];
const GOAL: &[&str] = &[
    "goal", "target", "final", "solved", "ziel", "objetivo", "meta", "arrivee",
];
/// Names of the goal that are so only as whole words.
const GOAL_WORDS: &[&str] = &["end", "to", "finish", "but", "endstate"];
const MOVES: &[&str] = &[
    "moves", "length", "optimal", "depth", "distance", "cost", "steps",
];
const NAME: &[&str] = &["name", "id", "no", "nr", "number", "title", "label", "case"];
/// Endings of its names: “puzzle_id”.
const IDS: &[&str] = &["id", "number", "name"];

/// Names of these columns in messages, the most usual first.
pub const KNOWN: &str = "start (or initial, scramble, board, puzzle), goal, moves (or length, optimal, depth, cost) and name (or id)";

/// The part of a puzzle that has this name.
pub fn field(name: &str) -> Option<Field> {
    let key = key(name);
    let has = |names: &[&str]| names.iter().any(|it| key.contains(it));
    let is = |names: &[&str]| names.contains(&&*key);
    Some(match () {
        () if is(NAME) || key != "grid" && IDS.iter().any(|it| key.ends_with(it)) => Field::Name,
        () if has(MOVES) => Field::Moves,
        () if has(GOAL) || is(GOAL_WORDS) => Field::Goal,
        () if start_rank(&key).is_some() => Field::Start,
        () => return None,
    })
}

/// Ranks a name as that of the start: less is better. `None` if it is not.
pub fn rank_of_start(name: &str) -> Option<usize> {
    start_rank(&key(name))
}

fn start_rank(key: &str) -> Option<usize> {
    let is_one = |name: &&&str| match name.len() {
        ..=5 if !matches!(**name, "start" | "init" | "board" | "state") => key == **name,
        _ => key.contains(**name),
    };
    let name = START.iter().find(is_one)?;
    START.iter().position(|it| it == name)
}

/// A name without what does not tell it from others: case, spaces, signs, numbers at its end.
fn key(name: &str) -> String {
    let name: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit());
    name.to_lowercase().replace('é', "e")
}
