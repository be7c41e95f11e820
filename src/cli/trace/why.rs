//! `tilescope trace why`: why a node was expanded, dropped, or left on the frontier.

use super::{check_step, load_to_ask, node_json, status};
use crate::cli::arguments::TraceWhy;
use crate::cli::{Refusal, print};
use serde_json::json;
use std::io;
use std::sync::Arc;
use tilescope_lab::Interrupt;
use tilescope_lab::trace_file::{Loaded, States};
use tilescope_lab::{explain, format};
use tilescope_trace::frontier::{FrontierIndex, has_frontier};
use tilescope_trace::{Moment, NodeId};

/// Prints the sentence of the panel Node.
pub fn why(arguments: &TraceWhy, interrupt: &Interrupt) -> Result<(u8, io::Result<()>), Refusal> {
    let loaded = load_to_ask(&arguments.file, interrupt)?;
    let (job, trace) = (&loaded.job, &loaded.trace);
    let (node, t) = asked(arguments, &loaded)?;
    let index = has_frontier(job.settings.algorithm)
        .then(|| Arc::new(FrontierIndex::new(trace, explain::order(job))));
    let original = explain::original_by_scan(job, trace, node, t);
    let why = explain::why_with(job, trace, index.as_ref(), original, node, t);
    let mut states = States::new(&job.problem, trace);
    if arguments.json {
        let mut object = node_json(&loaded, &mut states, node);
        object["file"] = json!(arguments.file.to_string_lossy());
        object["step"] = t.into();
        object["why"] = why.into();
        object["because_of"] = json!(original);
        return Ok((status(&loaded), print(&format!("{object}\n"))));
    }
    let (g, h) = (trace.g(node), trace.h(node));
    let cost = |n: u32| format::cost(n.into(), job.problem.unit());
    let f = explain::f_text(job, g, h).map_or(String::new(), |f| format!("f = {f}, "));
    let text = format!(
        "Node {} at step {}: {}\n{f}g = {}, h = {}, depth {}\n\n{why}\n",
        format::count(node.into()),
        format::count(t.into()),
        job.problem.state_line(&states.state(node)),
        cost(g),
        cost(h),
        format::count(trace.depth(node).into()),
    );
    Ok((status(&loaded), print(&text)))
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
