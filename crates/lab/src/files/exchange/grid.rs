//! Plain grids: rows of numbers, an empty line between two puzzles.

use super::lines::joined;
use super::scan::{self, ReadError, Word, is_numbers};
use super::{BLANK_LAST_FIRST, Format, Meaning, RawPuzzle};
use crate::collection::Collection;
use tilescope_puzzle::Size;

pub const FORMAT: Format = Format {
    key: "grid",
    name: "plain grids",
    extension: "txt",
    recognises,
    read,
    write,
    meaning: Some(Meaning::TileAtPlace),
    goals: BLANK_LAST_FIRST,
};

/// Whether the first rows together are a board. Rows that are boards by themselves are lines.
fn recognises(text: &str) -> bool {
    let lines = text.lines().map(scan::without_comment);
    let rows = lines.skip_while(|line| line.trim().is_empty());
    let rows = rows.take_while(|line| !line.trim().is_empty()).take(11);
    let widths: Vec<usize> = rows
        .map(|row| {
            if is_numbers(row) {
                scan::words(1, row).count()
            } else {
                0
            }
        })
        .collect();
    let [first, _, ..] = widths[..] else {
        return false;
    };
    let is_lines = first.isqrt().pow(2) == first && first > 4;
    (2..=10).contains(&first) && !is_lines && widths.iter().all(|&width| width > 0)
}

fn read(text: &str, _: Option<Size>) -> Result<Vec<RawPuzzle>, ReadError> {
    let mut puzzles = Vec::new();
    let mut words: Vec<Word> = Vec::new();
    let mut n_rows = 0;
    let mut n_columns = 0;
    for (line, row) in (1..).zip(text.lines().chain([""])) {
        if row.trim_start().starts_with('#') {
            continue;
        }
        let before = words.len();
        words.extend(scan::words(line, scan::without_comment(row)));
        let found = words.len() - before;
        match (found, words.last()) {
            (0, Some(last)) => {
                let size =
                    Size::new(n_rows, n_columns).map_err(|error| last.error(error.to_string()))?;
                puzzles.push(scan::puzzle(&words, size)?);
                words.clear();
                n_rows = 0;
            }
            (0, None) => {}
            (_, last) => {
                if n_rows == 0 {
                    n_columns = found;
                }
                n_rows += 1;
                if let Some(last) = last.filter(|_| found != n_columns || n_rows > 10) {
                    return Err(last.error(match n_rows {
                        11.. => "a board has at most 10 rows: separate boards by an empty line"
                            .to_owned(),
                        _ => format!("row {n_rows} has {found} numbers, but row 1 has {n_columns}"),
                    }));
                }
            }
        }
    }
    Ok(puzzles)
}

fn write(collection: &Collection) -> Result<String, String> {
    let grids: Vec<String> = (collection.puzzles.iter())
        .map(|entry| rows(entry.puzzle.start.tiles(), entry.puzzle.size()))
        .collect();
    Ok(grids.join("\n"))
}

/// The rows of a board, a line each.
pub fn rows(tiles: &[u8], size: Size) -> String {
    tiles
        .chunks(size.columns())
        .map(|row| joined(row, " ") + "\n")
        .collect()
}
