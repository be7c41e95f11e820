//! Two lines a puzzle: `id length nodes`, then its numbers.

use super::lines::joined;
use super::scan::{self, ReadError, Word, is_numbers};
use super::{BLANK_FIRST_FIRST, Format, RawPuzzle, numbered};
use crate::collection::Collection;
use tilescope_puzzle::Size;

pub const FORMAT: Format = Format {
    key: "two-lines",
    name: "two lines a puzzle, id length nodes and its numbers",
    extension: "txt",
    recognises: |text| {
        let lines = scan::first_lines(text, 2);
        let widths: Vec<usize> = lines
            .iter()
            .map(|line| scan::words(1, line).count())
            .collect();
        let is_numbers = lines.iter().all(|line| is_numbers(line));
        matches!(widths[..], [3, second] if second >= 9) && is_numbers
    },
    read,
    write,
    meaning: None,
    goals: BLANK_FIRST_FIRST,
};

fn read(text: &str, size: Option<Size>) -> Result<Vec<RawPuzzle>, ReadError> {
    let mut puzzles = Vec::new();
    let mut lines = scan::lines(text)
        .filter(|(_, line)| scan::words(1, scan::without_comment(line)).next().is_some());
    while let Some((line, text)) = lines.next() {
        let head: Vec<Word> = scan::words(line, scan::without_comment(text)).collect();
        let [id, length, nodes] = head[..] else {
            return Err(head[0].error(format!(
                "a puzzle begins with a line id length nodes, but here are {} words",
                head.len()
            )));
        };
        let moves = scan::moves(&length)?;
        nodes.number()?;
        let Some((line, text)) = lines.next() else {
            return Err(
                nodes.error("the numbers of this puzzle are missing: write them on the next line")
            );
        };
        let words: Vec<Word> = scan::words(line, scan::without_comment(text)).collect();
        let size = scan::size(words.len(), size, &words[0])?;
        let mut puzzle = scan::puzzle(&words, size)?;
        puzzle.name = id.text.to_owned();
        puzzle.moves = Some(moves);
        puzzles.push(puzzle);
    }
    Ok(puzzles)
}

fn write(collection: &Collection) -> Result<String, String> {
    let mut text = String::new();
    for (index, entry) in collection.puzzles.iter().enumerate() {
        let Some(result) = &entry.result else {
            return Err(format!(
                "the length of {} is not known",
                numbered(index, entry)
            ));
        };
        let size = entry.puzzle.size();
        if size.rows() != size.columns() || size.n_cells() < 9 {
            return Err(format!(
                "{} is {size}, not a square board from 3×3",
                numbered(index, entry)
            ));
        }
        let name = &entry.puzzle.name;
        let id = match name.bytes().all(|byte| byte.is_ascii_digit()) && !name.is_empty() {
            true => name.clone(),
            false => (index + 1).to_string(),
        };
        // The number of nodes is not kept with a puzzle; 0 stands for unknown.
        text += &format!(
            "{id} {} 0\n{}\n",
            result.moves,
            joined(entry.puzzle.start.tiles(), " ")
        );
    }
    Ok(text)
}
