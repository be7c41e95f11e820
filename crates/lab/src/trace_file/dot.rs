//! A trace as a graph for Graphviz: `dot -Tsvg trace.dot`.
//!
//! A node shows its board (or its city), f, g and h. At the last step of the range, an expanded node
//! has a solid border, a node on the frontier a dashed one, and a discarded one a dotted one. The
//! solution path is bold. In the tree from the goal an arrow leads from a node to its child too.

use super::whole::{States, WholeFormat, WholeRun};
use crate::explain::f_text;
use crate::{Problem, State, format};
use std::collections::HashSet;
use std::io::{self, Write};
use tilescope_trace::{NodeId, Status};

pub(super) struct Dot;

impl WholeFormat for Dot {
    fn write(&self, run: &WholeRun, out: &mut dyn Write) -> io::Result<()> {
        let (trace, problem) = (run.trace, &run.job.problem);
        let mut states = States::new(problem, trace);
        let solution: HashSet<NodeId> = trace.solution().into_iter().collect();
        writeln!(out, "digraph trace {{")?;
        writeln!(out, "  node [shape=box, fontname=monospace];")?;
        let nodes = run.nodes();
        let above = run.ancestors(nodes.clone(), nodes.start);
        for node in above.into_iter().chain(nodes) {
            let state = state_lines(problem, &states.state(node));
            let cost = |n: u32| format::cost(u64::from(n), problem.unit());
            let (g, h) = (trace.g(node), trace.h(node));
            let f = f_text(run.job, g, h).map_or(String::new(), |f| format!("f={f} "));
            let style = match trace.status(node, *run.steps.end()) {
                Status::NotGenerated | Status::Frontier => "dashed",
                Status::Discarded(_) => "dotted",
                Status::Expanded => "solid",
                Status::Goal | Status::Meeting => "filled",
            };
            let bold = match solution.contains(&node) {
                true => ", penwidth=3",
                false => "",
            };
            let (g, h) = (cost(g), cost(h));
            writeln!(
                out,
                r#"  n{node} [label="{state}{f}g={g} h={h}", style={style}{bold}];"#
            )?;
            if let (Some(parent), Some(action)) = (trace.parent(node), trace.action(node)) {
                let action = escaped(problem.action_name(action));
                writeln!(out, r#"  n{parent} -> n{node} [label="{action}"{bold}];"#)?;
            }
        }
        writeln!(out, "}}")
    }
}

/// The rows of a board, or the name of a city, each with a line break.
fn state_lines(problem: &Problem, state: &State) -> String {
    match state {
        State::Board(board) => {
            let width = (board.size().n_cells() - 1).to_string().len();
            let tile = |&tile: &u8| match tile {
                0 => format!("{:>width$}", "_"),
                tile => format!("{tile:>width$}"),
            };
            let rows = board.tiles().chunks(board.size().columns());
            rows.map(|row| row.iter().map(tile).collect::<Vec<_>>().join(" ") + "\\n")
                .collect()
        }
        State::City(_) => escaped(&problem.state_line(state)) + "\\n",
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
