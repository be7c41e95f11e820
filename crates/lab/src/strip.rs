//! A solution as a strip of boards, in SVG: for slides and papers.

use std::fmt::Write;
use tilescope_puzzle::{Board, Direction};

/// The side of a cell, in pixels.
const CELL: usize = 24;
/// The space between boards, with the caption below.
const GAP: usize = 16;
const CAPTION: usize = 22;
/// The maximum width of a row of boards.
const WIDTH: usize = 960;

/// The boards of a solution from the start to the goal, in rows. Below each is the number of its move,
/// the blank's direction, and the tile that has slid, which is darker. `None` if a move leaves the
/// board.
pub fn svg(start: &Board, moves: &[Direction]) -> Option<String> {
    let size = start.size();
    let (width, height) = (size.columns() * CELL, size.rows() * CELL);
    let a_row = ((WIDTH + GAP) / (width + GAP)).max(1);
    let n_boards = moves.len() + 1;
    let whole_width = n_boards.min(a_row) * (width + GAP) + GAP;
    let whole_height = n_boards.div_ceil(a_row) * (height + CAPTION + GAP) + GAP;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{whole_width}\" height=\"{whole_height}\" \
         viewBox=\"0 0 {whole_width} {whole_height}\" font-family=\"sans-serif\" font-size=\"12\" \
         text-anchor=\"middle\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    let mut board = start.clone();
    for number in 0..n_boards {
        let mut slid = 0;
        let mut caption = "start".to_owned();
        if let Some(&direction) = number.checked_sub(1).and_then(|at| moves.get(at)) {
            let cell = board.blank();
            if !board.slide(direction) {
                return None;
            }
            // The tile that slid stands where the blank was.
            slid = board.tiles()[cell];
            caption = format!("{number} {} {slid}", direction.letter());
        }
        let x = GAP + number % a_row * (width + GAP);
        let y = GAP + number / a_row * (height + CAPTION + GAP);
        // Writing to a `String` does not fail.
        let _ = writeln!(svg, "<g transform=\"translate({x} {y})\">");
        let _ = writeln!(
            svg,
            "<rect width=\"{width}\" height=\"{height}\" fill=\"#ddd\"/>"
        );
        for (cell, &tile) in board
            .tiles()
            .iter()
            .enumerate()
            .filter(|(_, tile)| **tile != 0)
        {
            let (left, top) = (cell % size.columns() * CELL, cell / size.columns() * CELL);
            let fill = if tile == slid { "#b5c7e8" } else { "#f6f6f6" };
            let side = CELL - 2;
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"3\" \
                 fill=\"{fill}\"/><text x=\"{}\" y=\"{}\">{tile}</text>",
                left + 1,
                top + 1,
                left + CELL / 2,
                top + CELL / 2 + 4
            );
        }
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\">{caption}</text>\n</g>",
            width / 2,
            height + 16
        );
    }
    svg += "</svg>\n";
    Some(svg)
}
