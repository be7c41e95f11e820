//! `tilescope graph`: writes the state graph of all boards of a size.

use super::arguments::Graph;
use super::outputs::{self, Prints};
use super::progress::ProgressLine;
use super::{Refusal, print, signals};
use serde_json::json;
use std::fs;
use std::io;
use tilescope_lab::Interrupt;
use tilescope_lab::files::graph::{GraphFileError, GraphFormat, Summary, check, export};
use tilescope_lab::format;
use tilescope_puzzle::StateGraph;

/// Writes and checks the graph and prints a summary; returns the exit status and the result of
/// printing.
pub fn graph(arguments: &Graph) -> Result<(u8, io::Result<()>), Refusal> {
    let interrupt = signals::interrupt()?;
    match write_and_check(arguments, &interrupt) {
        Ok(text) => Ok((0, print(&text))),
        Err(Stop::Refused(refusal)) => Err(refusal),
        Err(Stop::Interrupted) => Ok((3, Ok(()))),
    }
}

enum Stop {
    Refused(Refusal),
    Interrupted,
}

impl From<GraphFileError> for Stop {
    fn from(error: GraphFileError) -> Self {
        match error {
            GraphFileError::Interrupted => Stop::Interrupted,
            GraphFileError::File(error) => Stop::Refused(Refusal::because(error)),
        }
    }
}

fn write_and_check(arguments: &Graph, interrupt: &Interrupt) -> Result<String, Stop> {
    let path = &arguments.file;
    let format = (arguments.format)
        .or_else(|| GraphFormat::of_file(path))
        .ok_or_else(|| Stop::Refused(Refusal(no_format())))?;
    let graph =
        StateGraph::new(arguments.size).map_err(|error| Stop::Refused(Refusal::because(error)))?;
    if !arguments.check_only {
        outputs::check(&[], &[("FILE", path)], Prints::Report).map_err(Stop::Refused)?;
        let progress = ProgressLine::new("Writing");
        export(graph, format, path, interrupt, &mut |done| {
            progress.set(done)
        })?;
    }
    let mut summary = None;
    if arguments.check || arguments.check_only {
        let progress = ProgressLine::new("Reading back");
        let found = check(path, format, interrupt, &mut |done| progress.set(done))?;
        if found.size != arguments.size {
            return Err(Stop::Refused(Refusal(format!(
                "this is the graph of the {} boards, not {}: {}; use --size {}x{}",
                found.size,
                arguments.size,
                format::path(path),
                found.size.rows(),
                found.size.columns(),
            ))));
        }
        summary = Some(found);
    }
    let n_bytes = fs::metadata(path).map(|metadata| metadata.len()).ok();
    Ok(if arguments.json {
        json(arguments, graph, format, n_bytes, summary.as_ref())
    } else {
        text(arguments, graph, format, n_bytes, summary.as_ref())
    })
}

fn no_format() -> String {
    let keys: Vec<&str> = GraphFormat::ALL.iter().map(|format| format.key()).collect();
    format!(
        "the extension of FILE is not a known format: use --format {}",
        keys.join(" or ")
    )
}

fn text(
    arguments: &Graph,
    graph: StateGraph,
    format: GraphFormat,
    n_bytes: Option<u64>,
    summary: Option<&Summary>,
) -> String {
    let count = |n: u32| format::count(n.into());
    let (n_nodes, n_edges) = (graph.n_nodes(), graph.n_edges());
    let mut lines = vec![
        format!("Boards      {}", count(n_nodes)),
        format!("Moves       {}", count(n_edges)),
        format!(
            "A board     {:.2} moves, mean",
            f64::from(n_edges) / f64::from(n_nodes)
        ),
        format!(
            "File        {}, {}",
            format.name(),
            n_bytes.map_or("size unknown".into(), format::bytes)
        ),
    ];
    if let Some(summary) = summary {
        let components = summary.components.iter().map(|&n| count(n));
        let components: Vec<String> = components.collect();
        let by_degree = (2..).zip(&summary.by_degree[2..]).filter(|(_, n)| **n > 0);
        let by_degree: Vec<String> = by_degree
            .map(|(moves, &n)| format!("{} with {moves}", count(n)))
            .collect();
        lines.push(format!("By moves    {}", by_degree.join(", ")));
        lines.push(format!("Components  {}", components.join(" + ")));
    }
    let done = match (arguments.check_only, summary) {
        (true, _) => "Read; complete",
        (false, Some(_)) => "Written and read back; complete",
        (false, None) => "Written",
    };
    format!(
        "The graph of the {} boards\n{done}\n\n{}\n",
        graph.size(),
        lines.join("\n")
    )
}

fn json(
    arguments: &Graph,
    graph: StateGraph,
    format: GraphFormat,
    n_bytes: Option<u64>,
    summary: Option<&Summary>,
) -> String {
    let object = json!({
        "file": arguments.file.to_string_lossy(),
        "format": format.key(),
        "bytes": n_bytes,
        "rows": graph.size().rows(),
        "columns": graph.size().columns(),
        "nodes": graph.n_nodes(),
        "edges": graph.n_edges(),
        "checked": summary.is_some(),
        "nodes_by_degree": summary.map(|summary| summary.by_degree),
        "components": summary.map(|summary| &summary.components),
    });
    format!("{object}\n")
}
