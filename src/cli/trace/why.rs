//! `tilescope trace why`: why a node was expanded, dropped, or left on the frontier, and what its h is made
//! of.

use super::{check_step, load_to_ask, node_json, status};
use crate::cli::arguments::TraceWhy;
use crate::cli::{Refusal, print};
use serde_json::{Value, json};
use std::io;
use std::sync::Arc;
use tilescope_lab::Interrupt;
use tilescope_lab::explain::estimate::{Estimate, WHOLE_BOARD};
use tilescope_lab::trace_file::{Loaded, States};
use tilescope_lab::{explain, format};
use tilescope_puzzle::heuristics::breakdown::{Breakdown, Cause, Line};
use tilescope_search::Cost;
use tilescope_trace::frontier::{FrontierIndex, has_frontier};
use tilescope_trace::{Moment, NodeId};

/// Prints the sentence of the panel Node, and what the node's h is made of.
pub fn why(arguments: &TraceWhy, interrupt: &Interrupt) -> Result<(u8, io::Result<()>), Refusal> {
    let loaded = load_to_ask(&arguments.file, interrupt)?;
    let (job, trace) = (&loaded.job, &loaded.trace);
    let (node, t) = asked(arguments, &loaded)?;
    let index = has_frontier(job.settings.algorithm)
        .then(|| Arc::new(FrontierIndex::new(trace, explain::order(job))));
    let original = explain::original_by_scan(job, trace, node, t);
    let why = explain::why_with(job, trace, index.as_ref(), original, node, t);
    let mut states = States::new(&job.problem, trace);
    let state = states.state(node);
    let estimate = Estimate::of(job, trace, node, &state);
    if arguments.json {
        let mut object = node_json(&loaded, &mut states, node);
        object["file"] = json!(arguments.file.to_string_lossy());
        object["step"] = t.into();
        object["why"] = why.into();
        object["because_of"] = json!(original);
        let breakdown = estimate.as_ref().and_then(Estimate::breakdown);
        object["h_made_of"] = json!(breakdown.as_ref().map(breakdown_json));
        return Ok((status(&loaded), print(&format!("{object}\n"))));
    }
    let (g, h) = (trace.g(node), trace.h(node));
    // f first, then the costs that it is made of.
    let costs = explain::costs(job, g, h);
    let (of_f, others): (Vec<_>, Vec<_>) = costs.into_iter().partition(|(name, _)| *name == "f");
    let costs = of_f.into_iter().chain(others);
    let costs: String = costs
        .map(|(name, cost)| format!("{name} = {cost}, "))
        .collect();
    let text = format!(
        "Node {} at step {}: {}\n{costs}depth {}\n\n{why}\n{}",
        format::count(node.into()),
        format::count(t.into()),
        job.problem.state_line(&state),
        format::count(trace.depth(node).into()),
        estimate.map_or(String::new(), |estimate| made_of(&estimate, h)),
    );
    Ok((status(&loaded), print(&text)))
}

/// What h is made of, in words, after an empty line.
fn made_of(estimate: &Estimate, h: Cost) -> String {
    let mut lines = vec![String::new(), "What h is made of".to_owned()];
    match estimate.breakdown() {
        None => lines.push("  Its tables are not in memory.".to_owned()),
        Some(breakdown) => {
            let words = estimate.lines(&breakdown);
            lines.extend(words.iter().map(|line| format!("  {line}")));
            let whole = (!breakdown.says_more()).then(|| WHOLE_BOARD.to_owned());
            lines.extend(whole.map(|line| format!("  {line}")));
            lines.extend(estimate.difference(&breakdown, h));
        }
    }
    lines.join("\n") + "\n"
}

/// The same for a program. Values are in units, as g and h are.
fn breakdown_json(breakdown: &Breakdown) -> Value {
    let terms = breakdown.terms.iter().map(|term| {
        let value = term.value;
        match &term.cause {
            Cause::Tile(tile) => json!({"tile": tile, "value": value}),
            Cause::Pattern(tiles) => json!({"tiles": tiles, "value": value}),
            Cause::Conflict {
                tiles,
                leaving,
                line,
            } => {
                let (name, number) = match line {
                    Line::Row(row) => ("row", row + 1),
                    Line::Column(column) => ("column", column + 1),
                };
                json!({"conflict": tiles, "leaving": leaving, name: number, "value": value})
            }
        }
    });
    let of_tiles = breakdown.tile_values.iter().map(|it| {
        let values = it.values.iter();
        let values = values.map(|(tile, value)| json!({"tile": tile, "value": value}));
        json!({"of": it.text, "values": values.collect::<Vec<_>>()})
    });
    json!({
        "heuristic": breakdown.expr.to_string(),
        "value": breakdown.value,
        "terms": terms.collect::<Vec<_>>(),
        "tile_values": of_tiles.collect::<Vec<_>>(),
        "parts": breakdown.parts.iter().map(breakdown_json).collect::<Vec<_>>(),
    })
}

/// The node and the moment that are asked for.
fn asked(arguments: &TraceWhy, loaded: &Loaded) -> Result<(NodeId, Moment), Refusal> {
    let trace = &loaded.trace;
    let t = check_step(trace, arguments.step.unwrap_or(trace.n_expanded()))?;
    let Some(node) = arguments.node else {
        // At step 0 nothing is expanded yet.
        return Ok((trace.expanded_node(t).unwrap_or(0), t));
    };
    if node < trace.n_nodes() {
        return Ok((node, t));
    }
    let [node, last] = [node, trace.n_nodes() - 1].map(|node| format::count(node.into()));
    let cause = format!("there is no node {node}: the last node of this trace is {last}");
    Err(Refusal(cause))
}
