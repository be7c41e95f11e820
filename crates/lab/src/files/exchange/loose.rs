//! Boards in other punctuation: lists in brackets, tables, words of digits, labels in front, counts
//! above.
//!
//! Such a text is written again in a plain format, whose reader decides what it means. So
//! a list in brackets is the same puzzle as the list without them, and there is one place that
//! knows what numbers mean.

use super::labels::{Field, field};
use super::layout::{Block, Cell, Layout, Row, is_number, is_sign};
use super::{Format, csv, sized};
use crate::format::excerpt;
use std::ops::Range;

/// The longest text that is read so, in bytes: longer ones are written by programs, in a format.
const MAX_BYTES: usize = 1 << 20;

/// A text in a plain format.
#[derive(Default)]
pub struct Plain {
    pub text: String,
    /// The format, if it is not the one that is recognised.
    pub format: Option<&'static Format>,
    /// Name of the text in sentences, if not that of the format.
    pub name: Option<&'static str>,
    /// The number of puzzles, if the original text says it.
    pub n_puzzles: Option<usize>,
    /// Assumptions and omissions, in a few words each.
    pub remarks: Vec<String>,
    /// Where each word begins, here and in the original text.
    places: Vec<(usize, usize)>,
}

impl Plain {
    /// The place in the original text of what stands at `at`.
    pub fn place(&self, at: usize) -> usize {
        let after = self.places.partition_point(|(here, _)| *here <= at);
        after.checked_sub(1).map_or(0, |index| self.places[index].1)
    }

    fn push(&mut self, word: &str, original: usize) {
        self.places.push((self.text.len(), original));
        self.text.push_str(word);
    }

    /// The rows of a board, with `between` them, and the number of a sign that stands for the
    /// blank.
    fn push_rows(&mut self, block: &Block, between: &str) {
        for (index, row) in block.rows.iter().enumerate() {
            if index > 0 {
                self.text.push_str(between);
            }
            for (index, cell) in row.iter().enumerate() {
                if index > 0 {
                    self.text.push(' ');
                }
                self.push(&block.word(cell), cell.at());
            }
        }
        for remark in &block.remarks {
            if !self.remarks.contains(remark) {
                self.remarks.push(remark.clone());
            }
        }
    }

    /// Boards in rows with an empty line between two; a board of a single row on one line.
    fn of_blocks(blocks: &[Block]) -> Plain {
        let mut plain = Plain::default();
        let has_rows = blocks.iter().any(|block| block.rows.len() > 1);
        for (index, block) in blocks.iter().enumerate() {
            if index > 0 {
                plain.text.push('\n');
            }
            plain.push_rows(block, "\n");
            if has_rows {
                plain.text.push('\n');
            }
        }
        plain.text.push('\n');
        plain
    }
}

/// Returns a text in plain formats, the most likely first. The second value is whether its
/// punctuation is that of no plain format.
pub fn plain(text: &str) -> (Vec<Plain>, bool) {
    if text.len() > MAX_BYTES {
        return (Vec::new(), false);
    }
    let sections = sections(text);
    let mut found: Vec<Plain> = labelled(text, &sections).into_iter().collect();
    let (bare, size) = without_labels(text, &sections);
    let layout = Layout::new(&bare, 0..bare.len());
    if let Some((rows, columns, at)) = size {
        found.extend(of_size(&bare, &layout, rows, columns, at));
    }
    found.extend(below_a_head(&bare, &layout));
    let blocks = layout.blocks(&bare, true);
    if !blocks.is_empty() {
        found.push(Plain::of_blocks(&blocks));
    }
    let is_decorated = layout.is_decorated || !sections.is_empty();
    (found, is_decorated)
}

/// A single board on one line, with slashes between its rows, or a word of digits.
pub fn board_line(text: &str) -> Option<String> {
    let layout = Layout::new(text, 0..text.len());
    match &layout.blocks(text, false)[..] {
        [block] => {
            let mut plain = Plain::default();
            plain.push_rows(block, "/");
            Some(plain.text)
        }
        _ => None,
    }
}

/// A label, and what stands behind it until the next one.
struct Section {
    kind: Kind,
    /// With its sign.
    label: Range<usize>,
    name: Range<usize>,
    body: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Field(Field),
    /// Columns and rows, as in `4x4:`.
    Size(usize, usize),
    /// The number of a puzzle, which is no label but stands in front of it.
    Number,
    Unknown,
}

/// The labels of a text: `name:` and `name =`, headings, and arrows from a start to a goal.
fn sections(text: &str) -> Vec<Section> {
    let bytes = text.as_bytes();
    let mut found: Vec<Section> = Vec::new();
    let mut push = |kind, label: Range<usize>, name: Range<usize>| {
        if let Some(last) = found.last_mut() {
            if label.start < last.label.end {
                return;
            }
            last.body.end = label.start;
        }
        found.push(Section {
            kind,
            body: label.end..text.len(),
            label,
            name,
        });
    };
    let mut line = 0;
    for (at, c) in text.char_indices() {
        let next = bytes.get(at + 1).copied();
        let before = at.checked_sub(1).map(|at| bytes[at]);
        match c {
            '\n' => {
                heading(text, line..at, &mut push);
                line = at + 1;
            }
            '=' if next == Some(b'>') => {}
            ':' | '='
                if next != Some(b'=') && !matches!(before, Some(b'=' | b'<' | b'>' | b'!')) =>
            {
                if let Some(name) = name_before(text, line, at) {
                    let kind = kind(&text[name.clone()]);
                    push(kind, name.start..at + 1, name);
                }
            }
            '>' if matches!(before, Some(b'-' | b'=')) => {
                push(Kind::Field(Field::Goal), at - 1..at + 1, at..at);
            }
            '→' | '⇒' => {
                let end = at + c.len_utf8();
                push(Kind::Field(Field::Goal), at..end, at..at);
            }
            _ => {}
        }
    }
    heading(text, line..text.len(), &mut push);
    found
}

/// A line that says nothing but that a start or a goal follows.
fn heading(
    text: &str,
    line: Range<usize>,
    push: &mut impl FnMut(Kind, Range<usize>, Range<usize>),
) {
    let words = text[line.clone()]
        .trim()
        .trim_matches(['#', '*', '-', '=', ' ']);
    let is_heading = (3..40).contains(&words.len())
        && words
            .chars()
            .all(|c| c.is_alphabetic() || matches!(c, ' ' | '_'));
    if is_heading && let Some(field @ (Field::Start | Field::Goal)) = field(words) {
        push(Kind::Field(field), line.clone(), line);
    }
}

/// The name that ends before the sign at `end`, if there is one on its line.
fn name_before(text: &str, line: usize, end: usize) -> Option<Range<usize>> {
    /// Longer ones are sentences.
    const MAX_NAME: usize = 48;
    let mut floor = line.max(end.saturating_sub(4 * MAX_NAME));
    while !text.is_char_boundary(floor) {
        floor += 1;
    }
    let line = floor;
    let mut before = text[line..end].trim_end();
    let is_quoted = before.ends_with(['"', '\'', '`']);
    if is_quoted {
        before = &before[..before.len() - 1];
    }
    // The sizes of an array in C.
    while before.ends_with(']') {
        before = before[..before.rfind('[')?].trim_end();
    }
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ' | '#');
    let start = before
        .char_indices()
        .rev()
        .take(MAX_NAME + 1)
        .take_while(|(_, c)| is_of_name(*c))
        .last()?
        .0;
    let phrase = &before[start..];
    if phrase.trim().chars().count() > MAX_NAME {
        return None;
    }
    // Numbers before it belong to the board before.
    let mut first = None;
    let mut at = phrase.len();
    for (index, word) in phrase.split(' ').rev().enumerate() {
        let begin = at - word.len();
        at = begin.saturating_sub(1);
        if word.is_empty() {
            continue;
        }
        let is_letters =
            word.starts_with(char::is_alphabetic) && (word.chars().count() > 1 || is_quoted);
        let is_number = index == 0 && word.starts_with(|c: char| c.is_ascii_digit() || c == '#');
        match is_letters || is_number {
            true => first = Some(begin),
            false => break,
        }
    }
    let from = line + start + first?;
    Some(from..line + before.len())
}

fn kind(name: &str) -> Kind {
    let sides = name.split_once(['x', 'X', '×']);
    let side = |side: &str| side.parse::<usize>().ok();
    if let Some((columns, rows)) = sides.and_then(|(a, b)| side(a).zip(side(b))) {
        return Kind::Size(columns, rows);
    }
    match field(name) {
        _ if name
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '#' | ' ')) =>
        {
            Kind::Number
        }
        Some(field) => Kind::Field(field),
        None => Kind::Unknown,
    }
}

/// The text with spaces in place of labels, and of what they say of no board; and the size that one
/// of them says: rows, columns, and where.
fn without_labels(text: &str, sections: &[Section]) -> (String, Option<(usize, usize, usize)>) {
    let mut bytes = text.as_bytes().to_vec();
    let mut blank = |range: Range<usize>| {
        for byte in &mut bytes[range] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    };
    let mut size = None;
    for section in sections {
        let of_board = match section.kind {
            Kind::Field(Field::Start | Field::Goal) | Kind::Number => true,
            Kind::Field(Field::Name | Field::Moves) => false,
            Kind::Size(columns, rows) => {
                size.get_or_insert((rows, columns, section.label.start));
                true
            }
            Kind::Unknown => is_board_like(text, &section.body),
        };
        if section.kind == Kind::Number {
            blank(section.name.end..section.label.end);
            continue;
        }
        blank(section.label.clone());
        if !of_board {
            // Brackets stay, so that those of other boards have their partners.
            for (at, c) in text[section.body.clone()].char_indices() {
                if !matches!(c, '[' | ']' | '(' | ')' | '{' | '}') {
                    let at = section.body.start + at;
                    blank(at..at + c.len_utf8());
                }
            }
        }
    }
    (String::from_utf8(bytes).unwrap_or_default(), size)
}

/// Returns true if there are as many tiles as the least board has.
fn is_board_like(text: &str, body: &Range<usize>) -> bool {
    let layout = Layout::new(text, body.clone());
    let blocks = layout.blocks(text, true);
    blocks.iter().any(|block| {
        let cells = block.rows.iter().flatten();
        let (n_numbers, n_cells) = cells.fold((0, 0), |(n, all), cell| {
            let word = cell.text(text);
            let is_digits = is_number(word);
            let n_here = if is_digits && word.len() >= 4 {
                word.len()
            } else {
                usize::from(is_digits)
            };
            (n + n_here, all + n_here.max(1))
        });
        n_numbers >= 3 && n_cells >= 4
    })
}

/// Words in front of a size that the boards have too.
const SIZES: [&str; 8] = [
    "size",
    "rows",
    "columns",
    "cols",
    "width",
    "height",
    "n",
    "dimension",
];

/// Starts and goals with their names, as the rows of a CSV. There are none if no goal is named.
fn labelled(text: &str, sections: &[Section]) -> Option<Plain> {
    #[derive(Default)]
    struct Record<'a> {
        name: &'a str,
        starts: Vec<Block>,
        goal: Option<Block>,
        moves: Option<u32>,
    }
    let is_goal = |section: &Section| section.kind == Kind::Field(Field::Goal);
    if !sections.iter().any(is_goal) {
        return None;
    }
    let blocks = |body: &Range<usize>| Layout::new(text, body.clone()).blocks(text, true);
    let mut records = vec![Record::default()];
    // What stands before the first label.
    let before = 0..sections[0].label.start;
    if is_board_like(text, &before) {
        records[0].starts = blocks(&before);
    }
    let mut left_out: Vec<String> = Vec::new();
    for section in sections {
        let last = records.last_mut()?;
        let inside = text[section.body.clone()].trim();
        match section.kind {
            Kind::Field(Field::Goal) => {
                let [goal] = <[Block; 1]>::try_from(blocks(&section.body)).ok()?;
                last.goal = Some(goal);
            }
            Kind::Field(Field::Start) | Kind::Unknown if is_board_like(text, &section.body) => {
                let starts = blocks(&section.body);
                match last.starts.is_empty() {
                    true => last.starts = starts,
                    false => records.push(Record {
                        starts,
                        ..Record::default()
                    }),
                }
            }
            Kind::Field(Field::Moves) => {
                let digits = inside.trim_matches(|c: char| !c.is_ascii_digit());
                last.moves = digits.parse().ok();
            }
            Kind::Field(Field::Name) => {
                let end = inside.find([',', '\n', '}']).unwrap_or(inside.len());
                last.name = inside[..end].trim().trim_matches(['"', '\'']);
            }
            Kind::Number | Kind::Size(..) => {}
            Kind::Unknown | Kind::Field(Field::Start) => {
                let name = excerpt(&text[section.name.clone()]);
                let is_size = SIZES.contains(&&*name.to_lowercase());
                if !name.is_empty() && !is_size && !left_out.contains(&name) {
                    left_out.push(name);
                }
            }
        }
    }
    let mut plain = Plain {
        text: "name,start,goal,moves\n".into(),
        name: Some("boards with labels"),
        format: Some(&csv::FORMAT),
        ..Plain::default()
    };
    for record in records.iter().filter(|record| !record.starts.is_empty()) {
        for start in &record.starts {
            plain
                .text
                .push_str(&record.name.replace(['"', ',', '\n'], " "));
            plain.text.push(',');
            plain.push_rows(start, "/");
            plain.text.push(',');
            if let Some(goal) = &record.goal {
                plain.push_rows(goal, "/");
            }
            plain.text.push(',');
            if let Some(moves) = record.moves {
                plain.text.push_str(&moves.to_string());
            }
            plain.text.push('\n');
        }
    }
    if !left_out.is_empty() {
        plain
            .remarks
            .push(format!("{} left out", left_out.join(", ")));
    }
    let has_starts = records.iter().any(|record| !record.starts.is_empty());
    has_starts.then_some(plain)
}

/// A list of tiles whose size is said in front of it.
fn of_size(text: &str, layout: &Layout, rows: usize, columns: usize, at: usize) -> Option<Plain> {
    let blocks = layout.blocks(text, false);
    let [block] = &blocks[..] else { return None };
    let mut plain = Plain {
        format: Some(&sized::FORMAT),
        ..Plain::default()
    };
    plain.push(&format!("{rows} {columns}\n"), at);
    let cells: Vec<Cell> = block.rows.iter().flatten().copied().collect();
    let rows_of_cells: Vec<Vec<Cell>> =
        cells.chunks(columns.max(1)).map(<[Cell]>::to_vec).collect();
    plain.push_rows(&block.with_rows(rows_of_cells), "\n");
    if rows != columns {
        plain.remarks.push(format!("{rows} rows of {columns}"));
    }
    plain.text.push('\n');
    Some(plain)
}

/// Boards below lines that say how many there are, how large they are, or where the blank of the
/// goal is.
fn below_a_head(text: &str, layout: &Layout) -> Vec<Plain> {
    let rows = &layout.root;
    let mut found = Vec::new();
    let [first, below @ ..] = &rows[..] else {
        return found;
    };
    let number = |row: &Row| match row.cells[..] {
        [cell] => cell.text(text).parse::<i64>().ok(),
        _ => None,
    };
    if let [size, goal] = first.cells[..] {
        let (size, goal) = (size.text(text).parse::<usize>(), goal.text(text));
        if let (Ok(size @ 2..=10), true) = (size, goal == "-1") {
            found.extend(with_goal_blank(text, size, -1, first, below));
        }
        return found;
    }
    let Some(n) = number(first)
        .and_then(|n| usize::try_from(n).ok())
        .filter(|n| *n > 0)
    else {
        return found;
    };
    // The number of tiles, and the place of the blank in the goal.
    if let [second, below @ ..] = below
        && let Some(place) = number(second)
        && (n + 1).isqrt().pow(2) == n + 1
        && below.len() == (n + 1).isqrt()
    {
        found.extend(with_goal_blank(text, (n + 1).isqrt(), place, first, below));
    }
    // A word of digits is a row too.
    let width = |row: &Row| match row.cells[..] {
        [cell] => cell.text(text).chars().count(),
        _ => row.cells.len(),
    };
    let Some(first_width) = below.first().map(width) else {
        return found;
    };
    // The number of boards, whose size is that of their rows; or the size of each board.
    let is_even = below.iter().all(|row| width(row) == first_width);
    for (n_rows, n_boards) in [(below.len() / n, n), (n, below.len() / n)] {
        let is_size = n_rows == n && first_width == n;
        if !is_even || n_rows * n_boards != below.len() || (n_boards != n && !is_size) {
            continue;
        }
        let blocks = below.chunks(n_rows.max(1));
        let blocks: Vec<Block> = blocks
            .map(|rows| Block::new(text, rows.to_vec(), true))
            .collect();
        let plain = Plain {
            n_puzzles: Some(n_boards),
            ..Plain::of_blocks(&blocks)
        };
        found.push(plain);
    }
    // The number of boards, each below its size.
    let mut plain = Plain {
        format: Some(&sized::FORMAT),
        n_puzzles: Some(n),
        ..Plain::default()
    };
    for row in below {
        plain.push_rows(&Block::new(text, vec![row.clone()], false), "\n");
        plain.text.push('\n');
    }
    found.push(plain);
    found
}

/// A board of a size, with the cell of the goal's blank, from 0; −1 is the last one.
fn with_goal_blank(
    text: &str,
    size: usize,
    place: i64,
    head: &Row,
    below: &[Row],
) -> Option<Plain> {
    let last = size.checked_mul(size)?.checked_sub(1)?;
    let place = match place {
        -1 => last,
        place => usize::try_from(place).ok().filter(|place| *place <= last)?,
    };
    let goal = (1..=place).chain([0]).chain(place + 1..=last);
    let goal: Vec<String> = goal.map(|tile| tile.to_string()).collect();
    let rows: Vec<String> = goal.chunks(size).map(|row| row.join(" ")).collect();
    let mut plain = Plain {
        text: "start,goal\n".into(),
        name: Some("a board below the place of the goal's blank"),
        format: Some(&csv::FORMAT),
        ..Plain::default()
    };
    plain.push("", head.cells[0].at());
    plain.push_rows(&Block::new(text, below.to_vec(), true), "/");
    plain.text.push(',');
    plain.push(&rows.join("/"), head.cells[0].at());
    plain.text.push('\n');
    Some(plain)
}

/// Explains why the number in the first line fits nothing below it, if it is one alone.
pub fn why_no_head(text: &str) -> Option<(String, usize)> {
    let layout = Layout::new(text, 0..text.len().min(MAX_BYTES));
    let [first, below @ ..] = &layout.root[..] else {
        return None;
    };
    let [cell] = first.cells[..] else { return None };
    let n: usize = cell.text(text).parse().ok()?;
    let width = below.first()?.cells.len();
    let is_even = below.iter().all(|row| row.cells.len() == width);
    let is_board = (2..=10).contains(&width) && is_even;
    (is_board && width != n).then(|| {
        let rows = match below.len() {
            1 => "row".to_owned(),
            n => format!("{n} rows"),
        };
        let cause = format!(
            "{n} is neither the size of a board with rows of {width} nor the number of boards in \
             the {rows} below"
        );
        (cause, cell.at())
    })
}

/// Returns true if a text is numbers and punctuation, apart from signs of the blank.
pub fn is_numeric(text: &str) -> bool {
    let mut words = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|it| !it.is_empty());
    let is_tile = |word: &str| is_number(word) || is_sign(word);
    text.contains(|c: char| c.is_ascii_digit()) && words.all(is_tile)
}
