//! Reading a graph back, line by line.

use super::GraphFormat;
use super::checker::{Edge, GraphChecker, Summary};
use super::write::CSV_HEAD;
use crate::format::excerpt;
use serde::Deserialize;
use std::io::{self, BufRead, ErrorKind, Read};
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::{Board, Direction};

/// Maximum length of a line, in bytes. A graph's lines have at most 120.
const MAX_LINE: u64 = 1000;

/// Lines between two calls of `step`: a few milliseconds' work.
const LINES_A_STEP: u64 = 4096;

/// Reads a graph and checks that it is complete. `step` receives the number of bytes read so far,
/// and can stop the reading with an error.
pub fn read(
    mut input: impl BufRead,
    format: GraphFormat,
    step: &mut dyn FnMut(u64) -> io::Result<()>,
) -> io::Result<Summary> {
    let mut checker = GraphChecker::default();
    let mut line = String::new();
    let (mut n_lines, mut n_bytes) = (0, 0);
    loop {
        if n_lines % LINES_A_STEP == 0 {
            step(n_bytes)?;
        }
        line.clear();
        let read = input.by_ref().take(MAX_LINE).read_line(&mut line);
        n_lines += 1;
        let wrong = |what: String| invalid(format!("line {n_lines}: {what}"));
        match read {
            Ok(0) => break,
            Ok(n) => n_bytes += n as u64,
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                return Err(wrong("this is not text".into()));
            }
            Err(error) => return Err(error),
        }
        if !line.ends_with('\n') {
            return Err(wrong(
                "the line is truncated, or too long for a graph".into(),
            ));
        }
        let taken = match format {
            GraphFormat::JsonLines => json_line(line.trim_end(), n_lines == 1, &mut checker),
            GraphFormat::GraphMl => xml_line(line.trim_end(), &mut checker),
            GraphFormat::Csv => csv_line(line.trim_end(), n_lines == 1, &mut checker),
        };
        taken.map_err(wrong)?;
    }
    step(n_bytes)?;
    checker.summary().map_err(invalid)
}

fn invalid(what: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what)
}

#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum JsonLine {
    Edge {
        source: u32,
        target: u32,
        r#move: char,
        tile: u8,
    },
    Node {
        node: u32,
        board: String,
    },
    Head {
        format: String,
        version: u32,
        #[serde(rename = "rows")]
        _rows: u32,
        #[serde(rename = "columns")]
        _columns: u32,
        nodes: u32,
        edges: u32,
    },
}

fn json_line(line: &str, is_first: bool, checker: &mut GraphChecker) -> Result<(), String> {
    let read = serde_json::from_str(line);
    match read.map_err(|_| "this is not a line of a graph in JSON Lines".to_owned())? {
        JsonLine::Head {
            format,
            version,
            nodes,
            edges,
            ..
        } if is_first => {
            if format != "tilescope-graph" || version != 1 {
                return Err(format!(
                    "this is not a graph of version 1, but {} {version}",
                    excerpt(&format)
                ));
            }
            checker.declare(nodes, edges);
            Ok(())
        }
        JsonLine::Head { .. } => Err("only the first line may be a header".into()),
        _ if is_first => Err("the header is missing".into()),
        JsonLine::Node { node, board } => checker.node(node, &self::board(&board)?),
        JsonLine::Edge {
            source,
            target,
            r#move,
            tile,
        } => checker.edge(Edge {
            source,
            target,
            direction: direction(r#move.encode_utf8(&mut [0; 4]))?,
            tile,
        }),
    }
}

/// Reads an element as this program writes it. Other lines around nodes and edges are skipped.
fn xml_line(line: &str, checker: &mut GraphChecker) -> Result<(), String> {
    let no_element = || "this is not a node or edge as Tilescope writes them".to_owned();
    if let Some(rest) = line.strip_prefix("<node id=\"n") {
        let (id, rest) = rest
            .split_once("\"><data key=\"board\">")
            .ok_or_else(no_element)?;
        let text = rest.strip_suffix("</data></node>").ok_or_else(no_element)?;
        return checker.node(number(id)?, &board(text)?);
    }
    if let Some(rest) = line.strip_prefix("<edge source=\"n") {
        let edge = || {
            let (source, rest) = rest.split_once("\" target=\"n")?;
            let (target, rest) = rest.split_once("\"><data key=\"move\">")?;
            let (letter, rest) = rest.split_once("</data><data key=\"tile\">")?;
            Some((source, target, letter, rest.strip_suffix("</data></edge>")?))
        };
        let (source, target, letter, tile) = edge().ok_or_else(no_element)?;
        return checker.edge(Edge {
            source: number(source)?,
            target: number(target)?,
            direction: direction(letter)?,
            tile: number(tile)?,
        });
    }
    const AROUND: [&str; 6] = [
        "<?xml",
        "<graphml",
        "<key",
        "<graph ",
        "</graph>",
        "</graphml>",
    ];
    if AROUND.iter().any(|start| line.starts_with(start)) {
        return Ok(());
    }
    Err(no_element())
}

fn csv_line(line: &str, is_first: bool, checker: &mut GraphChecker) -> Result<(), String> {
    if is_first {
        let is_head = line == CSV_HEAD;
        return is_head
            .then_some(())
            .ok_or_else(|| format!("an edge list starts with {CSV_HEAD}"));
    }
    let fields: Vec<&str> = line.split(',').collect();
    let &[source, target, letter, tile] = &fields[..] else {
        return Err(format!("an edge has four fields, not {}", fields.len()));
    };
    let source = checker.named(&board(source)?)?;
    let target = checker.named(&board(target)?)?;
    checker.edge(Edge {
        source,
        target,
        direction: direction(letter)?,
        tile: number(tile)?,
    })
}

fn board(text: &str) -> Result<Board, String> {
    parse_board(text).map_err(|error| error.to_string())
}

fn direction(text: &str) -> Result<Direction, String> {
    let mut letters = text.chars();
    let direction = letters.next().and_then(Direction::from_letter);
    direction
        .filter(|_| letters.next().is_none())
        .ok_or_else(|| "a move is one of U, L, R and D".into())
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| "this is not a valid number".into())
}
