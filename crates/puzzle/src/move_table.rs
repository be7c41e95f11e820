//! Solutions as tables: a row a move, with the board after it.

use super::notation::board_line;
use super::{Board, Direction};

/// What a table is written in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableFormat {
    Markdown,
    Latex,
}

impl TableFormat {
    pub const ALL: &'static [TableFormat] = &[TableFormat::Markdown, TableFormat::Latex];

    /// The name in a menu.
    pub fn name(self) -> &'static str {
        match self {
            TableFormat::Markdown => "Markdown table",
            TableFormat::Latex => "LaTeX table",
        }
    }

    /// A table of a solution: the number of each move, the blank's direction, the tile that slides,
    /// and the board afterwards. Row 0 is the start. `None` if a move leaves the board.
    pub fn write(self, start: &Board, moves: &[Direction]) -> Option<String> {
        let mut text = String::from(match self {
            TableFormat::Markdown => {
                "| move | blank | tile | board |\n| ---: | --- | ---: | --- |\n"
            }
            TableFormat::Latex => {
                "\\begin{tabular}{rlrl}\nmove & blank & tile & board \\\\\n\\hline\n"
            }
        });
        let mut board = start.clone();
        let mut add = |number: usize, direction: &str, tile: &str, board: &Board| {
            let board = board_line(board);
            text += &match self {
                TableFormat::Markdown => format!("| {number} | {direction} | {tile} | {board} |\n"),
                TableFormat::Latex => {
                    let board = board.replace('_', "\\_");
                    format!("{number} & {direction} & {tile} & {board} \\\\\n")
                }
            };
        };
        add(0, "", "", &board);
        for (number, &direction) in (1..).zip(moves) {
            let cell = board.blank();
            if !board.slide(direction) {
                return None;
            }
            // The tile that slid stands where the blank was.
            let tile = board.tiles()[cell].to_string();
            add(
                number,
                direction.letter().encode_utf8(&mut [0; 4]),
                &tile,
                &board,
            );
        }
        if let TableFormat::Latex = self {
            text += "\\end{tabular}\n";
        }
        Some(text)
    }
}
