//! `tilescope trace find`: the nodes of a trace for which a condition holds.

use super::{columns, load_to_ask, node_json, status};
use crate::cli::arguments::TraceFind;
use crate::cli::progress::ProgressLine;
use crate::cli::{Refusal, print};
use serde_json::json;
use std::io;
use tilescope_lab::condition::{self, Condition, Matches};
use tilescope_lab::trace_file::{Loaded, States};
use tilescope_lab::{Interrupt, explain, format};
use tilescope_trace::NodeId;

/// Prints the first nodes, in order of generation; 1 if there is none.
pub fn find(arguments: &TraceFind, interrupt: &Interrupt) -> Result<(u8, io::Result<()>), Refusal> {
    let loaded = load_to_ask(&arguments.file, interrupt)?;
    let condition = Condition::parse(&arguments.condition, &loaded.job)
        .map_err(|error| Refusal(format!("the condition cannot be read: {error}")))?;
    let found = search(condition, &loaded, interrupt)?;
    let nodes: Vec<NodeId> = found.iter().take(arguments.first).collect();
    let status = match status(&loaded) {
        0 => u8::from(found.is_empty()),
        damaged => damaged,
    };
    let mut states = States::new(&loaded.job.problem, &loaded.trace);
    if arguments.json {
        let nodes = nodes
            .iter()
            .map(|&node| node_json(&loaded, &mut states, node));
        let object = json!({
            "file": arguments.file.to_string_lossy(),
            "condition": arguments.condition,
            "searched": loaded.trace.n_nodes(),
            "found": found.len(),
            "nodes": nodes.collect::<Vec<_>>(),
        });
        return Ok((status, print(&format!("{object}\n"))));
    }
    Ok((status, print(&text(&loaded, &found, &nodes, &mut states))))
}

fn search(
    condition: Condition,
    loaded: &Loaded,
    interrupt: &Interrupt,
) -> Result<Matches, Refusal> {
    let trace = &loaded.trace;
    let line = ProgressLine::new("Searching");
    let problem = &loaded.job.problem;
    condition::find(&condition, problem, trace, interrupt, &mut |done| {
        line.set(done)
    })
    .ok_or_else(|| Refusal("interrupted".into()))
}

fn text(loaded: &Loaded, found: &Matches, nodes: &[NodeId], states: &mut States) -> String {
    let (job, trace) = (&loaded.job, &loaded.trace);
    let n_nodes = format::count(trace.n_nodes().into());
    let mut text = match found.len() {
        0 => return format!("None of the {n_nodes} nodes\n"),
        n => format!("{} of {n_nodes} nodes\n", format::count(n.into())),
    };
    let heads = ["Node", "f", "g", "h", "Depth", "Step", "State"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    let unit = job.problem.unit();
    for &node in nodes {
        let (g, h) = (trace.g(node), trace.h(node));
        let count = |n: u32| format::count(n.into());
        rows.push(vec![
            count(node),
            explain::f_text(job, g, h).unwrap_or_default(),
            format::cost(g.into(), unit),
            format::cost(h.into(), unit),
            count(trace.depth(node)),
            count(trace.generated_at(node)),
            job.problem.state_line(&states.state(node)),
        ]);
    }
    if explain::f(job, 0, 0).is_none() {
        rows.iter_mut().for_each(|row| drop(row.remove(1)));
    }
    text += &columns(&rows);
    let n_left = found.len() as usize - nodes.len();
    if n_left > 0 {
        text += &format!("and {} more\n", format::count(n_left as u64));
    }
    text
}
