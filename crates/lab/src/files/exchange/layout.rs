//! Layout of a text: words in rows, rows in boards, whatever stands between them.

use super::digits;
use crate::format::excerpt;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

/// Content of a cell.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    start: u32,
    end: u32,
}

impl Cell {
    fn new(range: Range<usize>) -> Cell {
        Cell {
            start: range.start as u32,
            end: range.end as u32,
        }
    }

    /// Where it begins.
    pub fn at(&self) -> usize {
        self.start as usize
    }

    pub fn text<'a>(&self, text: &'a str) -> &'a str {
        &text[self.start as usize..self.end as usize]
    }

    /// Returns true if nothing stands in it, between two separators.
    fn is_empty(&self) -> bool {
        self.start == self.end
    }
}

/// Words beside each other.
#[derive(Clone, Debug, Default)]
pub struct Row {
    pub cells: Vec<Cell>,
    /// True if a comma stands behind its last word.
    ends_in_comma: bool,
    /// True if there is an empty line before it, or a line of words.
    is_after_gap: bool,
    /// The number of its line.
    line: usize,
}

/// The rows of a board.
#[derive(Clone, Debug)]
pub struct Block {
    pub rows: Vec<Vec<Cell>>,
    /// Assumptions, in a few words each.
    pub remarks: Vec<String>,
    words: Vec<(u32, String)>,
}

/// A text, taken apart.
#[derive(Debug, Default)]
pub struct Layout {
    /// The rows that are outside of brackets, or alone in them.
    pub root: Vec<Row>,
    /// The rows of each board in brackets.
    inner: Vec<Vec<Row>>,
    /// True if it has signs that no plain format has.
    pub is_decorated: bool,
}

/// Words that stand for the blank.
const BLANK_WORDS: [&str; 9] = [
    "none", "null", "nil", "blank", "empty", "gap", "hole", "space", "nan",
];

/// Returns true if a word is a whole number.
pub fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns true if a word can stand for the blank, beside numbers: any sign or letter, or a word that says
/// so.
pub fn is_sign(word: &str) -> bool {
    let mut chars = word.chars();
    match (chars.next(), chars.next()) {
        (None, _) => true,
        (Some(c), None) => !c.is_numeric() && !c.is_control() && !c.is_whitespace(),
        _ => BLANK_WORDS.iter().any(|it| word.eq_ignore_ascii_case(it)),
    }
}

/// Returns true if a word is neither: a heading, or part of a sentence.
fn is_prose(word: &str) -> bool {
    !is_sign(word)
        && word.starts_with(char::is_alphabetic)
        && !word.contains(|c: char| c.is_ascii_digit())
}

/// More pairs of brackets than these inside each other are no list of boards.
const MAX_DEPTH: usize = 32;

/// More cells than a board has, so that what has more is refused, and not kept.
const MAX_CELLS: usize = 400;

/// The rows inside of a pair of brackets, or outside of all.
#[derive(Default)]
struct Frame {
    rows: Vec<Row>,
    /// True if the rows are those of brackets in it.
    has_children: bool,
}

/// Kind of the word before, in a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Word,
    Comma,
    Bar,
}

/// Takes a text apart.
struct Parser<'a> {
    text: &'a str,
    layout: Layout,
    frames: Vec<Frame>,
    row: Row,
    before: Before,
    /// Where a comma or a bar begins the row.
    leading: Option<usize>,
    is_gap: bool,
    n_line: usize,
}

impl Layout {
    pub fn new(text: &str, range: Range<usize>) -> Layout {
        let mut parser = Parser {
            text,
            layout: Layout::default(),
            frames: vec![Frame::default()],
            row: Row::default(),
            before: Before::Nothing,
            leading: None,
            is_gap: false,
            n_line: 0,
        };
        let mut at = range.start;
        for (n_line, line) in text[range].split_inclusive('\n').enumerate() {
            parser.n_line = n_line;
            parser.line(at, line);
            at += line.len();
        }
        while parser.frames.len() > 1 {
            parser.end_row();
            parser.close();
        }
        parser.end_row();
        let root = parser.frames.pop().unwrap_or_default();
        Layout {
            root: root.rows,
            ..parser.layout
        }
    }

    /// The boards. `may_fill` is whether the blank may be where a tile is missing.
    pub fn blocks(&self, text: &str, may_fill: bool) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut push = |rows: &[Row]| match rows.len() {
            0 => {}
            _ if rows.iter().all(|row| is_whole(text, row)) => {
                let each = rows
                    .iter()
                    .map(|row| Block::new(text, vec![row.clone()], may_fill));
                blocks.extend(each);
            }
            _ => blocks.push(Block::new(text, rows.to_vec(), may_fill)),
        };
        for rows in &self.inner {
            push(rows);
        }
        if !self.inner.is_empty() {
            // What stands around them says how many they are, if it is a number at all.
            return blocks;
        }
        // Several rows on a line are a board.
        let has_more = |index: usize| {
            let is_beside = |other: usize| {
                self.root
                    .get(other)
                    .is_some_and(|it| it.line == self.root[index].line)
            };
            is_beside(index + 1) || index.checked_sub(1).is_some_and(is_beside)
        };
        let mut first = 0;
        for index in 1..=self.root.len() {
            let is_end = self.root.get(index).is_none_or(|row| {
                let is_next_line = row.line != self.root[index - 1].line;
                row.is_after_gap || is_next_line && (has_more(index - 1) || has_more(index))
            });
            if is_end {
                push(&self.root[first..index]);
                first = index;
            }
        }
        blocks
    }
}

/// Returns true if a row has all tiles of a square board.
fn is_whole(text: &str, row: &Row) -> bool {
    let words: Vec<&str> = row.cells.iter().map(|cell| cell.text(text)).collect();
    let side = words.len().isqrt();
    match words[..] {
        [word] => {
            let n = word.chars().count();
            let mut digits: Vec<char> = word.chars().filter(char::is_ascii_digit).collect();
            digits.sort_unstable();
            digits.dedup();
            (4..=10).contains(&n) && n.isqrt().pow(2) == n && digits.len() + 1 >= n
        }
        _ if side < 2 || side * side != words.len() => false,
        _ => {
            let mut numbers: Vec<usize> =
                words.iter().filter_map(|word| word.parse().ok()).collect();
            numbers.sort_unstable();
            numbers.dedup();
            let n_signs = words.iter().filter(|word| !is_number(word)).count();
            numbers.len() + n_signs == words.len()
                && n_signs <= 1
                && numbers.last().is_some_and(|last| *last <= words.len())
        }
    }
}

impl Parser<'_> {
    fn line(&mut self, begin: usize, line: &str) {
        if is_rule(line) {
            self.layout.is_decorated = true;
            return;
        }
        let n_before = self.row.cells.len();
        let mut is_empty = true;
        let mut chars = line.char_indices().peekable();
        while let Some((offset, c)) = chars.next() {
            let at = begin + offset;
            is_empty &= c.is_whitespace();
            match c {
                '[' | '(' | '{' => {
                    self.drop_name(at);
                    self.end_row();
                    if self.frames.len() < MAX_DEPTH {
                        self.frames.push(Frame::default());
                    }
                    self.layout.is_decorated = true;
                }
                ']' | ')' | '}' => {
                    self.end_row();
                    if self.frames.len() > 1 {
                        self.close();
                    }
                    self.layout.is_decorated = true;
                }
                ';' | '/' => self.end_row(),
                ',' => self.separate(Before::Comma, at),
                '|' | '│' | '┃' | '║' | '¦' | '&' => {
                    self.layout.is_decorated = true;
                    self.separate(Before::Bar, at);
                }
                '"' | '\'' | '`' => {
                    self.layout.is_decorated = true;
                    // An empty text stands for the blank.
                    let rest = &line[offset + 1..];
                    let inside = rest.len() - rest.trim_start_matches(' ').len();
                    if rest[inside..].starts_with(c) && self.before != Before::Word {
                        self.word(at..at);
                        for _ in 0..=inside {
                            chars.next();
                        }
                    }
                }
                '\\' if chars.peek().is_some_and(|(_, next)| *next == '\\') => {
                    chars.next();
                    self.layout.is_decorated = true;
                    self.end_row();
                }
                c if c.is_whitespace() => {}
                _ => {
                    let mut end = at + c.len_utf8();
                    while let Some((next, c)) = chars.peek().copied()
                        && !ends_word(c)
                    {
                        end = begin + next + c.len_utf8();
                        chars.next();
                    }
                    let word = &self.text[at..end];
                    let shown = word.trim_end_matches([':', ')']);
                    let is_numbered = shown.len() < word.len() && is_number(shown);
                    self.word(at..if is_numbered { at + shown.len() } else { end });
                }
            }
        }
        if is_empty {
            self.is_gap = true;
        }
        // In the innermost of several brackets a row may take several lines.
        if self.frames.len() <= 2 || self.row.cells.len() == n_before {
            self.end_row();
        }
    }

    fn word(&mut self, range: Range<usize>) {
        if let Some(at) = self.leading.take() {
            self.row.cells.push(Cell::new(at..at));
        }
        self.row.cells.push(Cell::new(range));
        self.before = Before::Word;
        self.row.ends_in_comma = false;
    }

    /// A comma or a bar. Between two of them a cell is empty.
    fn separate(&mut self, sign: Before, at: usize) {
        match (self.before, sign) {
            (Before::Nothing, Before::Comma) if !self.is_after_bracket(at) => {
                self.leading = Some(at)
            }
            (before, sign) if before == sign && !self.row.cells.is_empty() => {
                self.row.cells.push(Cell::new(at..at));
            }
            // The first bar stands in front of the row.
            (Before::Bar, Before::Bar) => self.leading = Some(at),
            _ => {}
        }
        self.row.ends_in_comma = sign == Before::Comma;
        self.before = sign;
    }

    /// Returns true if a bracket is the last that stands before `at`, so that a comma there is one between
    /// lists.
    fn is_after_bracket(&self, at: usize) -> bool {
        self.text[..at].trim_end().ends_with([']', ')', '}'])
    }

    /// Drops a word that calls what is in the bracket at `at`: `array(`.
    fn drop_name(&mut self, at: usize) {
        let is_name = |cell: &Cell| {
            let word = cell.text(self.text);
            cell.end as usize == at && word.contains(char::is_alphabetic)
        };
        if self.row.cells.last().is_some_and(is_name) {
            self.row.cells.pop();
        }
    }

    fn end_row(&mut self) {
        let row = std::mem::take(&mut self.row);
        (self.before, self.leading) = (Before::Nothing, None);
        let first = row.cells.first().map(|cell| cell.text(self.text));
        if first.is_some_and(is_prose) || first.is_some_and(|it| it.starts_with('\\')) {
            self.is_gap = true;
            return;
        }
        if row.cells.is_empty() {
            return;
        }
        let is_after_gap = std::mem::take(&mut self.is_gap);
        if let Some(frame) = self.frames.last_mut() {
            frame.rows.push(Row {
                is_after_gap,
                line: self.n_line,
                ..row
            });
        }
    }

    /// Ends the innermost pair of brackets.
    fn close(&mut self) {
        let Some(Frame {
            mut rows,
            has_children,
        }) = self.frames.pop()
        else {
            return;
        };
        let is_even = rows
            .windows(2)
            .all(|it| it[0].cells.len() == it[1].cells.len());
        match rows.len() {
            0 => {}
            _ if has_children => self.layout.inner.push(rows),
            2.. if is_even => self.layout.inner.push(rows),
            _ => {
                // A list, whatever its lines are.
                let mut row = rows.remove(0);
                row.cells.extend(rows.into_iter().flat_map(|row| row.cells));
                if let Some(outer) = self.frames.last_mut() {
                    outer.rows.push(row);
                    outer.has_children = true;
                }
            }
        }
    }
}

/// Returns true if a line only separates rows, as in a table.
fn is_rule(line: &str) -> bool {
    let is_drawn = |c: char| {
        matches!(
            c,
            '+' | '-' | '=' | '|' | ':' | ' ' | '\t' | '\r' | '\n' | '\u{2500}'..='\u{257f}'
        )
    };
    let has_dashes = [
        "--",
        "==",
        "\u{2500}\u{2500}",
        "\u{2501}\u{2501}",
        "\u{2550}\u{2550}",
    ];
    let is_in_table = line.contains('|') && line.contains('-');
    line.chars().all(is_drawn) && (is_in_table || has_dashes.iter().any(|it| line.contains(it)))
}

fn ends_word(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '[' | ']'
                | '('
                | ')'
                | '{'
                | '}'
                | ','
                | ';'
                | '/'
                | '|'
                | '│'
                | '┃'
                | '║'
                | '¦'
                | '&'
                | '"'
                | '\''
                | '`'
                | '\\'
        )
}

impl Block {
    /// The board of these rows. `may_fill` is whether the blank may be where a tile is missing.
    pub fn new(text: &str, rows: Vec<Row>, may_fill: bool) -> Block {
        let mut block = Block {
            rows: Vec::new(),
            remarks: Vec::new(),
            words: Vec::new(),
        };
        // A word of digits with a sign for the blank joins nothing.
        let is_word = matches!(&rows[..], [row] if row.cells.len() == 1 && is_whole(text, row));
        let split = |row: &Row| {
            if is_word {
                return row.cells.clone();
            }
            row.cells
                .iter()
                .flat_map(|cell| parts(text, *cell))
                .take(MAX_CELLS)
                .collect()
        };
        block.rows = rows.iter().take(MAX_CELLS).map(split).collect();
        block.split_digits(text);
        if may_fill {
            block.fill(text, &rows);
        }
        block.name_words(text);
        block
    }

    /// Returns the same board in other rows.
    pub fn with_rows(&self, rows: Vec<Vec<Cell>>) -> Block {
        Block {
            rows,
            ..self.clone()
        }
    }

    /// The word of a cell as a plain format has it.
    pub fn word(&self, cell: &Cell) -> Cow<'_, str> {
        if cell.is_empty() {
            return Cow::Borrowed("_");
        }
        let found = self.words.binary_search_by_key(&cell.start, |(at, _)| *at);
        found.map_or(Cow::Borrowed("_"), |index| {
            Cow::Borrowed(&*self.words[index].1)
        })
    }

    /// Rows that are words of digits have a tile for each digit.
    fn split_digits(&mut self, text: &str) {
        let width = |row: &Vec<Cell>| match row[..] {
            [cell] => cell.text(text).chars().count(),
            _ => 0,
        };
        let first = self.rows.first().map_or(0, width);
        let are_alike = self.rows.iter().all(|row| width(row) == first);
        if self.rows.len() < 2 || !(2..=10).contains(&first) || !are_alike {
            return;
        }
        for row in &mut self.rows {
            let Some(&cell) = row.first() else { continue };
            let chars = cell.text(text).char_indices();
            *row = chars
                .map(|(offset, c)| {
                    let at = cell.at() + offset;
                    Cell::new(at..at + c.len_utf8())
                })
                .collect();
        }
    }

    /// Puts the blank where one row has a tile less than the others.
    fn fill(&mut self, text: &str, rows: &[Row]) {
        let width = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut short = (0..self.rows.len()).filter(|&row| self.rows[row].len() < width);
        let (Some(row), None) = (short.next(), short.next()) else {
            return;
        };
        let words = self.rows.iter().flatten().map(|cell| cell.text(text));
        let mut numbers: Vec<usize> = words.filter_map(|word| word.parse().ok()).collect();
        numbers.sort_unstable();
        let n_cells = self.rows.len() * width;
        let is_all = numbers.iter().copied().eq(1..n_cells);
        if self.rows.len() < 2 || width < 2 || self.rows[row].len() + 1 != width || !is_all {
            return;
        }
        let is_last = row + 1 == self.rows.len() && self.rows.len() == width;
        let column = match rows.get(row) {
            Some(row) if row.ends_in_comma => Some(width - 1),
            _ => self.gap(text, row, width).or(is_last.then_some(width - 1)),
        };
        let Some(column) = column else { return };
        let end = match column.checked_sub(1) {
            Some(before) => self.rows[row][before].end,
            None => self.rows[row][0].start,
        };
        self.rows[row].insert(column, Cell { start: end, end });
        self.remarks.push(format!(
            "the blank is where a tile is missing, in row {}, column {}",
            row + 1,
            column + 1
        ));
    }

    /// The column in which the row has nothing, if the columns can be told apart.
    fn gap(&self, text: &str, short: usize, width: usize) -> Option<usize> {
        let line_of = |cell: &Cell| text[..cell.at()].rfind('\n').map_or(0, |at| at + 1);
        let line = line_of(self.rows[short].first()?);
        let lines: BTreeSet<usize> = self
            .rows
            .iter()
            .filter_map(|row| Some(line_of(row.first()?)))
            .collect();
        let has_lines = lines.len() == self.rows.len();
        // Fields that tabs separate.
        let whole = text[line..].lines().next()?;
        let fields: Vec<&str> = whole.split('\t').map(str::trim).collect();
        let empty = fields.iter().position(|field| field.is_empty());
        if fields.len() == width && empty.is_some() {
            return empty;
        }
        let place = |cell: &Cell| {
            let line = line_of(cell);
            let column = text[line..cell.at()].chars().count();
            column..column + cell.text(text).chars().count()
        };
        // The white space in front of each word of a row; of rows on one line, between the words.
        let spaces = |row: &[Cell]| -> Vec<usize> {
            let places: Vec<Range<usize>> = row.iter().map(place).collect();
            let first = places
                .first()
                .filter(|_| has_lines)
                .map_or(0, |at| at.start);
            let between = places
                .windows(2)
                .map(|it| it[1].start.saturating_sub(it[0].end));
            std::iter::once(first).chain(between).collect()
        };
        let others = self.rows.iter().filter(|row| row.len() == width);
        let is_narrow = |row: &Vec<Cell>| {
            let spaces = spaces(row);
            spaces[0] == 0 && spaces[1..].iter().all(|n| *n <= 1)
        };
        if others.clone().all(is_narrow) {
            let spaces = spaces(&self.rows[short]);
            let mut gaps = (spaces.iter().enumerate()).filter(|(at, n)| **n > usize::from(*at > 0));
            return match (gaps.next(), gaps.next()) {
                (Some((column, _)), None) => Some(column),
                (None, _) if has_lines && self.rows.len() == width => Some(width - 1),
                _ => None,
            };
        }
        if !has_lines {
            return None;
        }
        let mut columns: Vec<Range<usize>> = Vec::new();
        for column in 0..width {
            let places: Vec<Range<usize>> = others.clone().map(|row| place(&row[column])).collect();
            let start = places.iter().map(|it| it.start).min()?;
            let end = places.iter().map(|it| it.end).max()?;
            if columns.last().is_some_and(|last| last.end >= start) {
                return None;
            }
            columns.push(start..end);
        }
        let mut is_free = vec![true; width];
        for cell in &self.rows[short] {
            let at = place(cell);
            let mut met =
                (0..width).filter(|&it| columns[it].start < at.end && at.start < columns[it].end);
            match (met.next(), met.next()) {
                (Some(column), None) if is_free[column] => is_free[column] = false,
                _ => return None,
            }
        }
        is_free.iter().position(|is_free| *is_free)
    }

    /// Keeps the word of each cell, with `_` for the one that is no number.
    fn name_words(&mut self, text: &str) {
        let cells: Vec<Cell> = self.rows.iter().flatten().copied().collect();
        let is_digits = |cell: &Cell| {
            let word = cell.text(text);
            cells.len() == 1 && word.chars().count() >= 4 && !is_number(word)
        };
        let signs = cells.iter().filter(|cell| is_sign(cell.text(text)));
        // Of an oblong board a letter may be a tile that is misspelt.
        let is_square = self.rows.len() == 1 || self.rows.len() == self.rows[0].len();
        let is_meant = |word: &str| {
            let is_letter = word.chars().count() == 1 && word.starts_with(char::is_alphabetic);
            is_square || !is_letter || ["b", "x"].iter().any(|it| word.eq_ignore_ascii_case(it))
        };
        let has_sign =
            signs.clone().count() == 1 && signs.clone().all(|it| is_meant(it.text(text)));
        let has_zero = cells
            .iter()
            .any(|cell| cell.text(text).bytes().all(|byte| byte == b'0') && !cell.is_empty());
        for cell in cells.iter().filter(|cell| !cell.is_empty()) {
            let word = cell.text(text);
            let word = match word {
                _ if is_digits(cell) => self.digits_word(word),
                _ if is_sign(word) && has_sign && !has_zero => {
                    self.tell_sign(word);
                    "_".to_owned()
                }
                _ => word.to_owned(),
            };
            self.words.push((cell.start, word));
        }
        self.words.sort_unstable();
    }

    /// A word of digits with `_` for the only sign that is none.
    fn digits_word(&mut self, word: &str) -> String {
        let mut signs = word.chars().filter(|c| !c.is_ascii_digit());
        match (signs.next(), signs.next()) {
            (Some(sign), None)
                if !digits::is_word(word) && is_sign(sign.encode_utf8(&mut [0; 4])) =>
            {
                let text = sign.to_string();
                self.tell_sign(&text);
                word.replace(sign, "_")
            }
            _ => word.to_owned(),
        }
    }

    fn tell_sign(&mut self, sign: &str) {
        if !matches!(sign, "_" | "x" | "X" | "." | "-") {
            self.remarks
                .push(format!("“{}” is the blank", excerpt(sign)));
        }
    }
}

/// The parts of a word that joins tiles by a sign, as in `4-1-2`; otherwise the word.
fn parts(text: &str, cell: Cell) -> Vec<Cell> {
    let word = cell.text(text);
    if is_number(word) || is_sign(word) || !word.contains(|c: char| c.is_ascii_digit()) {
        return vec![cell];
    }
    let is_tile = |part: &str| !part.is_empty() && (is_number(part) || is_sign(part));
    let mut joints = word.chars().filter(|c| !c.is_alphanumeric());
    let joint = joints.find(|joint| word.split(*joint).all(is_tile));
    let Some(joint) = joint else {
        return vec![cell];
    };
    let parts = word.split(joint);
    parts
        .map(|part| {
            let at = cell.at() + (part.as_ptr() as usize - word.as_ptr() as usize);
            Cell::new(at..at + part.len())
        })
        .collect()
}
