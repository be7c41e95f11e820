//! A solution as a picture whose tiles slide, in SVG: browsers show it without a script.

use std::fmt::Write;
use tilescope_puzzle::{Board, Direction};

/// The side of a cell and the margin, in pixels.
const CELL: usize = 48;
const MARGIN: usize = 6;
/// The seconds from one move to the next, those of a slide, and those at the start and the goal.
pub const MOVE: f64 = 0.5;
pub const SLIDE: f64 = 0.2;
pub const REST: f64 = 1.5;

/// A tile, and where it is.
struct Tile {
    number: u8,
    /// The part of the whole time, and the cell in which the tile then is.
    places: Vec<(f64, usize)>,
}

/// The boards of a solution from the start to the goal, again and again. `None` if a move leaves the
/// board.
pub fn svg(start: &Board, moves: &[Direction]) -> Option<String> {
    let size = start.size();
    let seconds = MOVE * moves.len() as f64 + 2.0 * REST;
    let mut tiles: Vec<Tile> = (start.tiles().iter().enumerate())
        .filter(|(_, number)| **number != 0)
        .map(|(cell, &number)| Tile {
            number,
            places: vec![(0.0, cell)],
        })
        .collect();
    let mut board = start.clone();
    for (i, &direction) in moves.iter().enumerate() {
        let to = board.blank();
        if !board.slide(direction) {
            return None;
        }
        let began = REST + MOVE * i as f64;
        let slid = board.tiles()[to];
        if let Some(tile) = tiles.iter_mut().find(|tile| tile.number == slid) {
            tile.places.push((began / seconds, board.blank()));
            tile.places.push(((began + SLIDE) / seconds, to));
        }
    }
    let [width, height] = [size.columns(), size.rows()].map(|n| n * CELL + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"20\" \
         text-anchor=\"middle\">\n<title>A solution in {n} moves</title>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#ddd\"/>\n",
        n = moves.len()
    );
    for tile in &tiles {
        // Writing to a `String` does not fail.
        let _ = writeln!(svg, "{}", tile.svg(size.columns(), seconds));
    }
    svg += "</svg>\n";
    Some(svg)
}

impl Tile {
    fn svg(&self, columns: usize, seconds: f64) -> String {
        let at = |cell: usize| {
            let [x, y] = [cell % columns, cell / columns].map(|n| n * CELL + MARGIN);
            format!("{x} {y}")
        };
        let first = self.places.first().map_or(0, |(_, cell)| *cell);
        let mut motion = String::new();
        if let [_, .., (_, last)] = &self.places[..] {
            let places = || self.places.iter();
            let times: Vec<String> = places().map(|(time, _)| format!("{time:.5}")).collect();
            let cells: Vec<String> = places().map(|(_, cell)| at(*cell)).collect();
            motion = format!(
                "<animateTransform attributeName=\"transform\" type=\"translate\" \
                 dur=\"{seconds}s\" repeatCount=\"indefinite\" keyTimes=\"{};1\" \
                 values=\"{};{}\"/>",
                times.join(";"),
                cells.join(";"),
                at(*last)
            );
        }
        let (side, middle) = (CELL - 4, CELL / 2);
        format!(
            "<g transform=\"translate({})\"><rect x=\"2\" y=\"2\" width=\"{side}\" \
             height=\"{side}\" rx=\"6\" fill=\"#f6f6f6\"/><text x=\"{middle}\" y=\"{}\">{}</text>\
             {motion}</g>",
            at(first),
            middle + 7,
            self.number
        )
    }
}
