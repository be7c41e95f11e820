//! Writing a graph: the three formats, line by line.

use super::GraphFormat;
use std::io::{self, Write};
use tilescope_puzzle::notation::board_line;
use tilescope_puzzle::{Board, Direction, StateGraph};

/// The header of a list of edges.
pub const CSV_HEAD: &str = "source,target,move,tile";

/// Boards between two calls of `step`: a few milliseconds' work.
const BOARDS_A_STEP: u32 = 2048;

/// Writes all of `graph`. `step` receives the fraction done, from 0 to 1, and can stop the writing
/// with an error.
pub fn write(
    out: &mut impl Write,
    graph: StateGraph,
    format: GraphFormat,
    step: &mut dyn FnMut(f64) -> io::Result<()>,
) -> io::Result<()> {
    let n_nodes = graph.n_nodes();
    head(out, graph, format)?;
    // A list of edges has no lines for boards.
    let n_passes = if format == GraphFormat::Csv { 1 } else { 2 };
    for pass in 0..n_passes {
        for number in 0..n_nodes {
            if number % BOARDS_A_STEP == 0 {
                let done = f64::from(pass) + f64::from(number) / f64::from(n_nodes);
                step(done / f64::from(n_passes))?;
            }
            let board = graph.board(number);
            if pass + 1 < n_passes {
                node(out, format, number, &board)?;
                continue;
            }
            for (direction, target) in graph.moves(&board) {
                edge(out, graph, format, (number, &board), direction, &target)?;
            }
        }
    }
    foot(out, format)?;
    step(1.0)
}

fn head(out: &mut impl Write, graph: StateGraph, format: GraphFormat) -> io::Result<()> {
    match format {
        GraphFormat::Csv => writeln!(out, "{CSV_HEAD}"),
        GraphFormat::JsonLines => writeln!(
            out,
            r#"{{"format":"tilescope-graph","version":1,"rows":{},"columns":{},"nodes":{},"edges":{}}}"#,
            graph.size().rows(),
            graph.size().columns(),
            graph.n_nodes(),
            graph.n_edges(),
        ),
        GraphFormat::GraphMl => writeln!(
            out,
            r#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="board" for="node" attr.name="board" attr.type="string"/>
<key id="move" for="edge" attr.name="move" attr.type="string"/>
<key id="tile" for="edge" attr.name="tile" attr.type="int"/>
<graph id="boards" edgedefault="directed" parse.nodes="{}" parse.edges="{}">"#,
            graph.n_nodes(),
            graph.n_edges(),
        ),
    }
}

fn foot(out: &mut impl Write, format: GraphFormat) -> io::Result<()> {
    match format {
        GraphFormat::Csv | GraphFormat::JsonLines => Ok(()),
        GraphFormat::GraphMl => writeln!(out, "</graph>\n</graphml>"),
    }
}

fn node(out: &mut impl Write, format: GraphFormat, number: u32, board: &Board) -> io::Result<()> {
    let board = board_line(board);
    match format {
        GraphFormat::JsonLines => writeln!(out, r#"{{"node":{number},"board":"{board}"}}"#),
        GraphFormat::GraphMl => writeln!(
            out,
            r#"<node id="n{number}"><data key="board">{board}</data></node>"#
        ),
        GraphFormat::Csv => Ok(()),
    }
}

fn edge(
    out: &mut impl Write,
    graph: StateGraph,
    format: GraphFormat,
    (source, from): (u32, &Board),
    direction: Direction,
    to: &Board,
) -> io::Result<()> {
    // The moved tile lies where the blank goes.
    let (letter, tile) = (direction.letter(), from.tiles()[to.blank()]);
    match format {
        GraphFormat::JsonLines => {
            let target = graph.number(to);
            writeln!(
                out,
                r#"{{"source":{source},"target":{target},"move":"{letter}","tile":{tile}}}"#
            )
        }
        GraphFormat::GraphMl => {
            let target = graph.number(to);
            writeln!(
                out,
                r#"<edge source="n{source}" target="n{target}"><data key="move">{letter}</data><data key="tile">{tile}</data></edge>"#
            )
        }
        GraphFormat::Csv => {
            let (from, to) = (board_line(from), board_line(to));
            writeln!(out, "{from},{to},{letter},{tile}")
        }
    }
}
