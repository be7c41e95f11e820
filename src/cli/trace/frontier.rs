//! `tilescope trace frontier`: the frontier at a step, in the order in which the algorithm takes it.

use super::{check_step, columns, load_to_ask, node_json, status};
use crate::cli::arguments::TraceFrontier;
use crate::cli::{Refusal, print};
use serde_json::json;
use std::io;
use std::sync::Arc;
use tilescope_lab::Interrupt;
use tilescope_lab::explain::PathLevel;
use tilescope_lab::trace_file::{Loaded, States};
use tilescope_lab::{explain, format};
use tilescope_search::{Cost, SearchDirection, Selection};
use tilescope_trace::frontier::{Frontier, FrontierIndex, has_frontier, sides};
use tilescope_trace::{Moment, NodeId};

/// Prints the first nodes of the frontier, or of both.
pub fn frontier(
    arguments: &TraceFrontier,
    interrupt: &Interrupt,
) -> Result<(u8, io::Result<()>), Refusal> {
    let loaded = load_to_ask(&arguments.file, interrupt)?;
    let (job, trace) = (&loaded.job, &loaded.trace);
    let t = check_step(trace, arguments.step)?;
    if !has_frontier(job.settings.algorithm) {
        let name = job.settings.algorithm.name;
        return Err(Refusal(format!(
            "{name} has no frontier that can be listed"
        )));
    }
    let index = Arc::new(FrontierIndex::new(trace, explain::order(job)));
    let frontier = index.at(trace, t);
    let mut states = States::new(&job.problem, trace);
    let replayed = replayed(&loaded, t);
    let rule = match &replayed {
        Some(_) => explain::replayed_rule(job).to_owned(),
        None => explain::frontier_rule(job),
    };
    let lists: Vec<List> = match replayed {
        Some(order) => vec![List::replayed(&loaded, order, arguments.first)],
        None => sides(trace)
            .map(|side| List::new(&loaded, &frontier, side, arguments.first))
            .collect(),
    };
    let path = match explain::keeps_path_alone(job.settings.strategy()) {
        true => explain::path_levels(job, trace, t),
        false => Vec::new(),
    };
    if arguments.json {
        let lists: Vec<_> = (lists.iter())
            .map(|list| list.json(&loaded, &mut states))
            .collect();
        let path: Vec<_> = (path.iter())
            .map(|level| level_json(&loaded, &mut states, level))
            .collect();
        let object = json!({
            "file": arguments.file.to_string_lossy(),
            "step": t,
            "rule": rule,
            "frontiers": lists,
            "path": path,
        });
        return Ok((status(&loaded), print(&format!("{object}\n"))));
    }
    let texts: Vec<String> = (lists.iter())
        .map(|list| list.text(&loaded, &mut states, t))
        .collect();
    let path = path_text(&loaded, &mut states, &path);
    let text = format!("{}\n{rule}\n\n{}{path}", job.title(), texts.join("\n"));
    Ok((status(&loaded), print(&text)))
}

/// The order by backed-up values; `None` for other algorithms, or if the record is too large.
fn replayed(loaded: &Loaded, t: Moment) -> Option<Vec<(NodeId, Cost)>> {
    let (job, trace) = (&loaded.job, &loaded.trace);
    let is_by_value = job.settings.strategy().selection == Selection::LowestBackedUpF;
    if !is_by_value || trace.n_generated(t) > explain::MAX_SCANNED {
        return None;
    }
    let mut values = explain::BackedUp::new(job, trace);
    values.advance(trace, t, Moment::MAX);
    Some(values.order(trace))
}

fn level_json(loaded: &Loaded, states: &mut States, level: &PathLevel) -> serde_json::Value {
    let (job, trace) = (&loaded.job, &loaded.trace);
    let to_come = level.to_come.iter().map(|&action| {
        let state = explain::alternative(job, trace, level.node, action);
        json!({
            "action": job.problem.action_name(action),
            "state": state.map(|state| job.problem.state_line(&state)),
        })
    });
    let to_come: Vec<_> = to_come.collect();
    let mut object = node_json(loaded, states, level.node);
    object["to_come"] = to_come.into();
    object
}

/// The path from its end to the root, and the alternatives that are still to come.
fn path_text(loaded: &Loaded, states: &mut States, path: &[PathLevel]) -> String {
    let (job, trace) = (&loaded.job, &loaded.trace);
    if path.is_empty() {
        return String::new();
    }
    let heads = ["Depth", "Node", "To come", "State"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for level in path {
        let names: Vec<&str> = (level.to_come.iter())
            .map(|&action| job.problem.action_name(action))
            .collect();
        rows.push(vec![
            format::count(trace.depth(level.node).into()),
            format::count(level.node.into()),
            names.join(", "),
            job.problem.state_line(&states.state(level.node)),
        ]);
    }
    let head = "The path to it, and beside each node the alternatives still to come, which are not \
                generated yet";
    format!("\n{head}\n{}", columns(&rows))
}

/// The first nodes of the frontier of one tree.
struct List {
    side: SearchDirection,
    /// The size of the whole frontier.
    len: usize,
    /// Which nodes may be taken next.
    next: String,
    /// Each with the number of nodes that tie with it, itself included.
    nodes: Vec<(NodeId, usize)>,
    /// The backed-up value of each, if they are ordered by it.
    values: Vec<Cost>,
}

impl List {
    fn new(loaded: &Loaded, frontier: &Frontier, side: SearchDirection, n: usize) -> Self {
        let trace = &loaded.trace;
        let ties = frontier.ties(side);
        let tie = |rank: usize| ties.get(ties.partition_point(|tie| tie.rows.end <= rank));
        let nodes = frontier.first(trace, side, n).into_iter().enumerate();
        let nodes = nodes.map(|(rank, node)| (node, tie(rank).map_or(1, |tie| tie.rows.len())));
        List {
            side,
            len: frontier.len(side),
            next: explain::next_text(&loaded.job, ties.first()),
            nodes: nodes.collect(),
            values: Vec::new(),
        }
    }

    fn replayed(loaded: &Loaded, order: Vec<(NodeId, Cost)>, n: usize) -> Self {
        let n_tied = |value: Cost| order.iter().filter(|&&(_, other)| other == value).count();
        let first = || order.iter().take(n);
        List {
            side: SearchDirection::Forward,
            len: order.len(),
            next: explain::least_value_text(&loaded.job, &order),
            nodes: first()
                .map(|&(node, value)| (node, n_tied(value)))
                .collect(),
            values: first().map(|&(_, value)| value).collect(),
        }
    }

    fn json(&self, loaded: &Loaded, states: &mut States) -> serde_json::Value {
        let compares = explain::key_text(&loaded.job, 0).is_some();
        let nodes = self
            .nodes
            .iter()
            .enumerate()
            .map(|(rank, &(node, n_tied))| {
                let mut object = node_json(loaded, states, node);
                object["rank"] = (rank + 1).into();
                object["tied"] = compares.then_some(n_tied).into();
                if let Some(&value) = self.values.get(rank) {
                    object["backed_up"] = value.into();
                }
                object
            });
        json!({
            "side": match self.side {
                SearchDirection::Forward => "start",
                SearchDirection::Backward => "goal",
            },
            "size": self.len,
            "nodes": nodes.collect::<Vec<_>>(),
        })
    }

    fn text(&self, loaded: &Loaded, states: &mut States, t: Moment) -> String {
        let (job, trace) = (&loaded.job, &loaded.trace);
        let size = explain::nodes_text(self.len as u64);
        let from = match (self.side, trace.root(SearchDirection::Backward)) {
            (_, None) => "",
            (SearchDirection::Forward, _) => ", from the start",
            (SearchDirection::Backward, _) => ", from the goal",
        };
        let step = format::count(t.into());
        let mut text = format!("Frontier at step {step}{from}: {size}\n");
        if self.len == 0 {
            return text;
        }
        if !self.next.is_empty() {
            text += &format!("{}\n", self.next);
        }
        let heads = ["Rank", "f", "g", "h", "Depth", "Age", "Node", "State"];
        let mut rows = vec![heads.map(str::to_owned).to_vec()];
        let unit = job.problem.unit();
        for (rank, &(node, _)) in self.nodes.iter().enumerate() {
            let (g, h) = (trace.g(node), trace.h(node));
            let count = |n: u32| format::count(n.into());
            rows.push(vec![
                format::count(rank as u64 + 1),
                explain::f_text(job, g, h).unwrap_or_default(),
                format::cost(g.into(), unit),
                format::cost(h.into(), unit),
                count(trace.depth(node)),
                count(t.saturating_sub(trace.generated_at(node))),
                count(node),
                job.problem.state_line(&states.state(node)),
            ]);
        }
        if explain::f(job, 0, 0).is_none() {
            rows.iter_mut().for_each(|row| drop(row.remove(1)));
        }
        if !self.values.is_empty() {
            let values = self.values.iter().map(|&it| format::cost(it.into(), unit));
            let column = std::iter::once("Backed up".to_owned()).chain(values);
            (rows.iter_mut().zip(column)).for_each(|(row, value)| row.insert(1, value));
        }
        text += &columns(&rows);
        let n_left = self.len - self.nodes.len();
        if n_left > 0 {
            text += &format!("and {} more\n", format::count(n_left as u64));
        }
        text
    }
}
