//! A trace in the search-trace format of Posthoc, version 1.4.0.
//!
//! A node's `id` is its number plus one, and `pId` its parent's. The events of a step are
//! `expanding`, then for each successor `generating`, or `updating` if it is a cheaper path to a
//! state that was reached before, and `closing` for the successors that are dropped and for the
//! node itself. The first event of a root is `source`. The goal is a `destination` when it is
//! found, and `end` is the last event.
//!
//! A range of steps begins with the first events of the nodes above it, so that a parent's first
//! event is always before those of its children. The view draws the state of each event: the board,
//! or the city on its map.

use super::whole::{States, WholeFormat, WholeRun};
use crate::explain;
use crate::{Problem, State};
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use tilescope_search::NodeOutcome;
use tilescope_trace::{NodeId, Status};

pub(super) struct Posthoc;

impl WholeFormat for Posthoc {
    fn write(&self, run: &WholeRun, out: &mut dyn Write) -> io::Result<()> {
        let view = view(&run.job.problem);
        writeln!(out, "{{\"version\":\"1.4.0\",\"views\":{view},\"events\":[")?;
        let mut events = Events {
            run,
            states: States::new(&run.job.problem, run.trace),
            out: &mut *out,
            is_first: true,
        };
        events.write()?;
        writeln!(out, "\n]}}")
    }
}

struct Events<'a> {
    run: &'a WholeRun<'a>,
    states: States<'a>,
    out: &'a mut dyn Write,
    is_first: bool,
}

impl Events<'_> {
    fn write(&mut self) -> io::Result<()> {
        let trace = self.run.trace;
        let (from, to) = (*self.run.steps.start(), *self.run.steps.end());
        let nodes = self.run.nodes();
        // Nodes that are expanded or generated in the steps, and all above them.
        let expanded = (from.max(1)..=to).filter_map(|t| trace.expanded_node(t));
        for node in self
            .run
            .ancestors(nodes.clone().chain(expanded), nodes.start)
        {
            self.birth(node)?;
        }
        // Those that are dropped from the frontier, in order of time.
        let mut dropped: Vec<_> = (0..nodes.end)
            .filter(|&node| trace.outcome(node).is_on_frontier())
            .filter_map(|node| Some((trace.discarded_at(node)?.0, node)))
            .filter(|&(t, node)| t >= from && t <= to && node >= nodes.start)
            .collect();
        dropped.sort_unstable();
        let mut dropped = dropped.into_iter().peekable();
        for t in from..=to {
            let node = trace.expanded_node(t);
            if let Some(node) = node {
                self.event("expanding", node)?;
            }
            let born = match t {
                0 => 0..trace.n_generated(0),
                t => trace.generated_in(t),
            };
            for child in born {
                self.birth(child)?;
            }
            if let Some(node) = node {
                self.event("closing", node)?;
            }
            while let Some((_, node)) = dropped.next_if(|&(at, _)| at <= t) {
                self.event("closing", node)?;
            }
        }
        let goal = trace.goal().filter(|&goal| goal < nodes.end);
        if let Some(goal) = goal.filter(|&goal| goal >= nodes.start || self.is_above(goal))
            && matches!(trace.status(goal, to), Status::Goal | Status::Meeting)
        {
            self.event("destination", goal)?;
            self.event("end", goal)?;
        }
        Ok(())
    }

    /// Whether a goal from before the steps has had an event.
    fn is_above(&self, goal: NodeId) -> bool {
        let steps = &self.run.steps;
        let expanded = self.run.trace.expanded_at(goal);
        expanded.is_some_and(|t| steps.contains(&t))
    }

    /// The first event of a node.
    fn birth(&mut self, node: NodeId) -> io::Result<()> {
        let trace = self.run.trace;
        let event = match (trace.parent(node), trace.outcome(node)) {
            (None, _) => "source",
            (_, NodeOutcome::Improved | NodeOutcome::Reopened) => "updating",
            _ => "generating",
        };
        self.event(event, node)?;
        match trace.outcome(node) {
            NodeOutcome::Duplicate | NodeOutcome::Cycle | NodeOutcome::Cut => {
                self.event("closing", node)
            }
            NodeOutcome::Frontier
            | NodeOutcome::Improved
            | NodeOutcome::Reopened
            | NodeOutcome::Goal => Ok(()),
        }
    }

    fn event(&mut self, event: &str, node: NodeId) -> io::Result<()> {
        let (job, trace) = (self.run.job, self.run.trace);
        let (g, h, unit) = (trace.g(node), trace.h(node), job.problem.unit());
        let cost = |n: u32| match n % unit {
            0 => Value::from(n / unit),
            _ => Value::from(f64::from(n) / f64::from(unit)),
        };
        let mut fields = Map::new();
        fields.insert("type".into(), event.into());
        fields.insert("id".into(), (u64::from(node) + 1).into());
        let parent = trace.parent(node).map(|parent| u64::from(parent) + 1);
        fields.insert("pId".into(), parent.into());
        let f = explain::f(job, g, h).map(|f| match f.whole() {
            Some(f) if f % u64::from(unit) == 0 => Value::from(f / u64::from(unit)),
            _ => Value::from(f.get() / f64::from(unit)),
        });
        fields.insert("f".into(), f.into());
        fields.insert("g".into(), cost(g));
        fields.insert("h".into(), cost(h));
        match self.states.state(node) {
            State::Board(board) => {
                fields.insert("tiles".into(), board.tiles().into());
            }
            State::City(city) => {
                if let Some(route) = job.problem.route() {
                    let data = route.map.city_data(city);
                    fields.insert("city".into(), route.map.name(city).into());
                    fields.insert("x".into(), data.at[0].into());
                    fields.insert("y".into(), (-data.at[1]).into());
                }
            }
        }
        let comma = if self.is_first { "" } else { ",\n" };
        self.is_first = false;
        write!(self.out, "{comma}{}", Value::Object(fields))
    }
}

/// What Posthoc draws at an event.
fn view(problem: &Problem) -> Value {
    match problem.puzzle() {
        Some(puzzle) => {
            let size = puzzle.size();
            let columns = size.columns();
            json!({"main": [{
                "$": "rect",
                "$for": {"$to": size.n_cells()},
                "x": format!("${{{{ $.i % {columns} }}}}"),
                "y": format!("${{{{ Math.floor($.i / {columns}) }}}}"),
                "width": 0.95,
                "height": 0.95,
                "fill": "${{ $.tiles[$.i] === 0 ? theme.background : color[$.type] || color.blue }}",
                "label": "${{ $.tiles[$.i] === 0 ? '' : $.tiles[$.i] }}",
                "label-x": 0.3,
                "label-y": 0.6,
                "label-size": 0.4,
                "label-color": "${{ theme.foreground }}",
                "clear": true,
            }]})
        }
        None => json!({"main": [{
            "$": "circle",
            "x": "${{ $.x }}",
            "y": "${{ $.y }}",
            "radius": 8,
            "fill": "${{ color[$.type] || color.blue }}",
            "label": "${{ $.city }}",
            "label-x": 10,
            "label-y": 4,
            "label-size": 10,
            "label-color": "${{ theme.foreground }}",
        }]}),
    }
}
