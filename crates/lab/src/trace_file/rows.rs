//! A trace as rows of text: JSON Lines and CSV.
//!
//! Each row is an event, in search order. As JSON Lines:
//!
//! ```json
//! {"format":"tilescope-trace","version":1,"start":"…","goal":"…","algorithm":"a-star","heuristic":"manhattan","unit":1}
//! {"event":"born","node":0,"parent":null,"action":null,"g":0,"h":5,"fate":"frontier","side":"start"}
//! {"event":"expanded","node":0}
//! {"event":"born","node":1,"parent":0,"action":"U","g":1,"h":4,"fate":"frontier","side":"start"}
//! {"event":"discarded","node":1,"fate":"duplicate"}
//! {"event":"iteration","bound":7}
//! {"event":"meeting","node":8,"other":5}
//! ```
//!
//! As CSV, the same events with a header row; fields that do not apply are empty:
//! `event,node,parent,action,g,h,fate,bound,side,other`, and on road maps `city`.
//!
//! Costs are integers in units of 1/`unit`: if `unit` is 840, a g of 210 is 1/4.
//!
//! Nodes are numbered in the order of generation; the root is 0. A `fate` is the outcome of a
//! generated node (`frontier`, `improved`, `reopened`, `duplicate`, `cycle`, `cut`, `goal`), or the
//! reason why it was removed from the frontier unexpanded. `improved` is a cheaper path to a state
//! that is still on the frontier, whose node is discarded; `reopened` is one to a state that has
//! been expanded. An `action` is a move of the blank. On road maps,
//! `action`, `start` and `goal` are names of cities. `side` is the tree of the node: `start`, or in
//! a bidirectional search also `goal`. Node 1 is then the root of the backward tree, in which an
//! action leads from the node to its parent, g is the cost from the node to the goal, and h
//! estimates the cost from the start. A `meeting` means that `node` of the forward tree and `other`
//! of the backward tree have the same state, on the cheapest path so far.
//!
//! `born` events are the nodes that the report counts as generated. If RBFS or SMA* forgets the nodes
//! below a node, that node goes back on the frontier under a new number. It is not generated again:
//! its event is `requeued`, with the fields of a `born` event. Its successors are generated again, and
//! counted again.
//!
//! On road maps `born` and `requeued` events end with the `city` of the node. In CSV the name of a city
//! that a spreadsheet would take for a formula has an apostrophe before it.

use super::output::{Output, Written};
use crate::files::json;
use crate::format::spreadsheet_name;
use crate::{Job, Problem, Report, format};
use std::io::{self, BufWriter, Write};
use std::ops::RangeInclusive;
use tilescope_puzzle::Direction;
use tilescope_search::{Action, Cost, NodeOutcome, SearchDirection};
use tilescope_trace::{Batch, Moment, NO_NODE, NodeId};

#[derive(Clone, Copy)]
pub(super) enum RowFormat {
    Json,
    Csv,
}

/// Writes batches as rows.
pub(super) struct Rows<W: Write> {
    out: BufWriter<WholeRows<W>>,
    format: RowFormat,
    /// The moments whose events are written.
    steps: RangeInclusive<Moment>,
    /// The name of each action, by number.
    names: Vec<String>,
    n_generated: NodeId,
    n_expanded: u32,
    /// The side of each node, from the second root on.
    sides: Vec<SearchDirection>,
    /// On a road map.
    cities: Option<Cities>,
}

/// The names of a map's cities as the nodes of a search. (They need no escaping in either format.)
struct Cities {
    start: String,
    goal: String,
    /// By action, the city where it ends, and the city where it begins.
    ends: Vec<String>,
    begins: Vec<String>,
}

impl<W: Write> Rows<W> {
    /// Writes the header.
    pub fn new(
        out: W,
        format: RowFormat,
        job: &Job,
        steps: RangeInclusive<Moment>,
    ) -> io::Result<Self> {
        let problem = &job.problem;
        let mut rows = Rows {
            out: BufWriter::with_capacity(1 << 16, WholeRows::new(out)),
            format,
            steps,
            names: action_names(problem),
            n_generated: 0,
            n_expanded: 0,
            sides: Vec::new(),
            cities: Cities::new(problem),
        };
        rows.header(job)?;
        Ok(rows)
    }

    /// Whether events are written now.
    fn is_wanted(&self) -> bool {
        self.steps.contains(&self.n_expanded)
    }

    fn header(&mut self, job: &Job) -> io::Result<()> {
        match self.format {
            RowFormat::Csv => writeln!(
                self.out,
                "event,node,parent,action,g,h,fate,bound,side,other{}",
                self.if_map(",city"),
            ),
            RowFormat::Json => writeln!(
                self.out,
                r#"{{"format":"tilescope-trace","version":1,"start":{},"goal":{},"algorithm":"{}","heuristic":{},"goal_test":{},"unit":{}}}"#,
                json::quoted(&job.problem.state_line(&job.problem.start())),
                json::quoted(&job.problem.state_line(&job.problem.goal())),
                job.settings.algorithm.key,
                job.heuristic()
                    .map_or("null".into(), |key| json::quoted(&key)),
                (job.settings.goal_test())
                    .map_or("null".into(), |goal_test| json::quoted(goal_test.key())),
                job.problem.unit(),
            ),
        }
    }

    /// Writes the events of `batch`, merged in search order.
    pub fn batch(&mut self, batch: &Batch) -> io::Result<()> {
        let first = self.n_generated;
        let last = first + batch.parent.len() as NodeId;
        let mut discarded = batch.discarded.iter().peekable();
        let mut iterations = batch.iterations.iter().peekable();
        let mut meetings = batch.meetings.iter().peekable();
        let mut expanded = batch.expanded.iter().zip(&batch.n_generated);
        loop {
            // Up to the next expansion, or the end of the batch.
            let next = expanded.next();
            let n_generated = next.map_or(last, |(_, &born)| born);
            while self.n_generated < n_generated {
                while let Some((.., bound)) = iterations
                    .next_if(|&&(at, born, _)| at <= self.n_expanded && born <= self.n_generated)
                {
                    self.iteration(*bound)?;
                }
                self.generated(batch, (self.n_generated - first) as usize)?;
                // One of the two nodes was just generated.
                while let Some((_, forward, backward)) = meetings
                    .next_if(|(_, forward, backward)| *forward.max(backward) < self.n_generated)
                {
                    self.meeting(*forward, *backward)?;
                }
            }
            while let Some((_, node, outcome)) =
                discarded.next_if(|&&(at, ..)| next.is_none() || at <= self.n_expanded)
            {
                self.discarded(*node, *outcome)?;
            }
            while let Some((.., bound)) =
                iterations.next_if(|&&(at, ..)| next.is_none() || at <= self.n_expanded)
            {
                self.iteration(*bound)?;
            }
            let Some((&node, _)) = next else {
                return Ok(());
            };
            self.expanded(node)?;
        }
    }

    fn generated(&mut self, batch: &Batch, i: usize) -> io::Result<()> {
        let node = self.n_generated;
        self.n_generated += 1;
        let (g, h, fate) = (batch.g[i], batch.h[i], outcome_key(batch.outcome[i]));
        let parent = batch.parent[i];
        let side = if parent != NO_NODE {
            self.side(parent)
        } else if node == 0 {
            SearchDirection::Forward
        } else {
            SearchDirection::Backward
        };
        if side == SearchDirection::Backward || !self.sides.is_empty() {
            self.sides.push(side);
        }
        let event = match batch.requeued.binary_search(&node) {
            Ok(_) => "requeued",
            Err(_) => "born",
        };
        if !self.is_wanted() {
            return Ok(());
        }
        let number = usize::from(batch.action[i]);
        let city = self.cities.as_ref().map(|cities| match (side, parent) {
            (SearchDirection::Forward, NO_NODE) => &cities.start,
            (SearchDirection::Backward, NO_NODE) => &cities.goal,
            (SearchDirection::Forward, _) => &cities.ends[number],
            (SearchDirection::Backward, _) => &cities.begins[number],
        });
        let city = city.map_or_else(String::new, |city| match self.format {
            RowFormat::Csv => format!(",{}", spreadsheet_name(city)),
            RowFormat::Json => format!(r#","city":"{city}""#),
        });
        let (out, side) = (&mut self.out, side_key(side));
        let action = &self.names[number];
        match (self.format, parent) {
            (RowFormat::Csv, NO_NODE) => {
                writeln!(out, "{event},{node},,,{g},{h},{fate},,{side},{city}")
            }
            (RowFormat::Csv, _) => {
                let action = spreadsheet_name(action);
                writeln!(
                    out,
                    "{event},{node},{parent},{action},{g},{h},{fate},,{side},{city}"
                )
            }
            (RowFormat::Json, NO_NODE) => writeln!(
                out,
                r#"{{"event":"{event}","node":{node},"parent":null,"action":null,"g":{g},"h":{h},"fate":"{fate}","side":"{side}"{city}}}"#
            ),
            (RowFormat::Json, _) => writeln!(
                out,
                r#"{{"event":"{event}","node":{node},"parent":{parent},"action":"{action}","g":{g},"h":{h},"fate":"{fate}","side":"{side}"{city}}}"#
            ),
        }
    }

    /// `text` on a road map, which has a column more.
    fn if_map(&self, text: &'static str) -> &'static str {
        match self.cities {
            Some(_) => text,
            None => "",
        }
    }

    fn side(&self, node: NodeId) -> SearchDirection {
        // Node 1 is the backward root.
        let known = node.checked_sub(1).map(|i| i as usize);
        known
            .and_then(|i| self.sides.get(i))
            .copied()
            .unwrap_or(SearchDirection::Forward)
    }

    fn meeting(&mut self, forward: NodeId, backward: NodeId) -> io::Result<()> {
        if !self.is_wanted() {
            return Ok(());
        }
        match self.format {
            RowFormat::Csv => {
                let end = self.if_map(",");
                writeln!(self.out, "meeting,{forward},,,,,,,,{backward}{end}")
            }
            RowFormat::Json => writeln!(
                self.out,
                r#"{{"event":"meeting","node":{forward},"other":{backward}}}"#
            ),
        }
    }

    fn expanded(&mut self, node: NodeId) -> io::Result<()> {
        self.n_expanded += 1;
        if !self.is_wanted() {
            return Ok(());
        }
        match self.format {
            RowFormat::Csv => {
                let end = self.if_map(",");
                writeln!(self.out, "expanded,{node},,,,,,,,{end}")
            }
            RowFormat::Json => writeln!(self.out, r#"{{"event":"expanded","node":{node}}}"#),
        }
    }

    fn discarded(&mut self, node: NodeId, outcome: NodeOutcome) -> io::Result<()> {
        if !self.is_wanted() {
            return Ok(());
        }
        let fate = outcome_key(outcome);
        match self.format {
            RowFormat::Csv => {
                let end = self.if_map(",");
                writeln!(self.out, "discarded,{node},,,,,{fate},,,{end}")
            }
            RowFormat::Json => writeln!(
                self.out,
                r#"{{"event":"discarded","node":{node},"fate":"{fate}"}}"#
            ),
        }
    }

    fn iteration(&mut self, bound: Cost) -> io::Result<()> {
        if !self.is_wanted() {
            return Ok(());
        }
        match self.format {
            RowFormat::Csv => {
                let end = self.if_map(",");
                writeln!(self.out, "iteration,,,,,,,{bound},,{end}")
            }
            RowFormat::Json => writeln!(self.out, r#"{{"event":"iteration","bound":{bound}}}"#),
        }
    }
}

fn side_key(side: SearchDirection) -> &'static str {
    match side {
        SearchDirection::Forward => "start",
        SearchDirection::Backward => "goal",
    }
}

/// The name of each action.
fn action_names(problem: &Problem) -> Vec<String> {
    match Cities::new(problem) {
        Some(cities) => cities.ends,
        None => {
            let letter = |direction: Direction| direction.letter().to_string();
            Direction::ALL.map(letter).to_vec()
        }
    }
}

impl Cities {
    fn new(problem: &Problem) -> Option<Self> {
        let Problem::Route(route) = problem else {
            return None;
        };
        let map = &route.map;
        let actions = || (0..2 * map.roads().len() as u8).map(Action);
        let end = |action| map.name(map.destination(action)).to_owned();
        Some(Cities {
            start: map.name(route.start).to_owned(),
            goal: map.name(route.goal).to_owned(),
            ends: actions().map(end).collect(),
            begins: actions().map(|action| end(map.reverse(action))).collect(),
        })
    }
}

fn outcome_key(outcome: NodeOutcome) -> &'static str {
    match outcome {
        NodeOutcome::Frontier => "frontier",
        NodeOutcome::Improved => "improved",
        NodeOutcome::Reopened => "reopened",
        NodeOutcome::Duplicate => "duplicate",
        NodeOutcome::Cycle => "cycle",
        NodeOutcome::Cut => "cut",
        NodeOutcome::Goal => "goal",
    }
}

/// Rows that are written to `out`; it knows how many are complete.
struct WholeRows<W> {
    out: W,
    n_rows: u64,
    n_bytes: u64,
    /// Length of the complete rows.
    n_bytes_of_rows: u64,
}

impl<W> WholeRows<W> {
    fn new(out: W) -> Self {
        WholeRows {
            out,
            n_rows: 0,
            n_bytes: 0,
            n_bytes_of_rows: 0,
        }
    }
}

impl<W: Write> Write for WholeRows<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.out.write(bytes)?;
        let written = &bytes[..n];
        if let Some(last) = written.iter().rposition(|&byte| byte == b'\n') {
            self.n_rows += written.iter().filter(|&&byte| byte == b'\n').count() as u64;
            self.n_bytes_of_rows = self.n_bytes + last as u64 + 1;
        }
        self.n_bytes += n as u64;
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Write> Output for Rows<W> {
    fn batch(&mut self, batch: &Batch) -> io::Result<()> {
        Rows::batch(self, batch)
    }

    fn finish(&mut self, _: &Report) -> io::Result<()> {
        self.out.flush()
    }

    fn written(&self) -> Written {
        let rows = self.out.get_ref();
        // The first is the header.
        let n_events = rows.n_rows.saturating_sub(1);
        Written {
            n_bytes: rows.n_bytes_of_rows,
            what: format!("its first {} events", format::count(n_events)),
        }
    }
}
