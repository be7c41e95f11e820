//! The record of a run as a file, written while the search goes on.
//!
//! A row is an event, in the order of the search. As JSON, one object a line:
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
//! As CSV, the same events with one header row and an empty field for what does not
//! apply: `event,node,parent,action,g,h,fate,bound,side,other`.
//!
//! Costs are counted in units, of which `unit` make 1: a g of 210 is 1/4 if that is 840.
//!
//! Nodes are numbered in the order of their birth, the root being 0. A `fate` is what
//! became of a node at its birth (`frontier`, `reopened`, `duplicate`, `cycle`, `cut`,
//! `goal`) or why it left the frontier unexpanded. An `action` is a move of the blank; on a road
//! map, the city that the road leads to, as `start` and `goal` are cities there. A `side` is
//! the end that the node's tree grows from: `start`, or in a search from both ends
//! `goal`. Node 1 is then the root of the tree from the goal, in which an action leads from the
//! node to its parent, g is the cost from the node to the goal, and h estimates the way from
//! the start. At a meeting, `node` of the tree from the start and `other` of that from the
//! goal have the same state, on the cheapest path so far.

use super::recording_listener::TraceSink;
use super::{Interrupt, Job, Problem, Report};
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tilescope_puzzle::Direction;
use tilescope_search::{Action, Cost, NodeOutcome, SearchDirection};
use tilescope_trace::series::Sample;
use tilescope_trace::{Batch, NO_NODE, NodeId};

/// An outlet that writes a file.
pub struct TraceFile {
    path: PathBuf,
    /// Stops the run when the disk fails: nobody wants half a record.
    interrupt: Interrupt,
    writing: RefCell<io::Result<Writer<BufWriter<File>>>>,
}

impl TraceFile {
    /// Creates the file, as CSV if its name ends in `.csv`, and writes its header.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: &Path, job: &Job, interrupt: Interrupt) -> Result<Self, TraceFileError> {
        let is_csv = path
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
        let format = if is_csv { Format::Csv } else { Format::Json };
        let opened = File::create(path).and_then(|file| {
            let out = BufWriter::with_capacity(1 << 16, file);
            let mut writer = Writer::new(out, format, &job.problem);
            writer.header(job)?;
            Ok(writer)
        });
        let file = TraceFile {
            path: path.to_owned(),
            interrupt,
            writing: RefCell::new(Ok(
                opened.map_err(|error| TraceFileError::new(path, &error))?
            )),
        };
        Ok(file)
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// If this or anything before could not be written.
    pub fn finish(&self) -> Result<(), TraceFileError> {
        let ended = match &mut *self.writing.borrow_mut() {
            Ok(writer) => writer.out.flush(),
            Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
        };
        ended.map_err(|error| TraceFileError::new(&self.path, &error))
    }
}

impl TraceSink for TraceFile {
    fn batch(&self, batch: Batch) {
        let mut writing = self.writing.borrow_mut();
        if let Ok(writer) = &mut *writing
            && let Err(error) = writer.batch(&batch)
        {
            *writing = Err(error);
            self.interrupt.stop();
        }
    }

    fn samples(&self, samples: &mut Vec<Sample>) {
        samples.clear();
    }

    fn wake(&self) {}

    fn stopped(&self, _: Report) {}
}

/// A record that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("the trace cannot be written ({cause}): {}", path.display())]
pub struct TraceFileError {
    cause: String,
    path: PathBuf,
}

impl TraceFileError {
    fn new(path: &Path, error: &io::Error) -> Self {
        TraceFileError {
            cause: error.to_string(),
            path: path.to_owned(),
        }
    }
}

#[derive(Clone, Copy)]
enum Format {
    Json,
    Csv,
}

/// Turns batches into rows.
struct Writer<W> {
    out: W,
    format: Format,
    /// What each action is called, by its number.
    names: Vec<String>,
    n_born: NodeId,
    n_expanded: u32,
    /// The side of each node, from the second root on.
    sides: Vec<SearchDirection>,
}

impl<W: Write> Writer<W> {
    fn new(out: W, format: Format, problem: &Problem) -> Self {
        Writer {
            out,
            format,
            names: action_names(problem),
            n_born: 0,
            n_expanded: 0,
            sides: Vec::new(),
        }
    }

    fn header(&mut self, job: &Job) -> io::Result<()> {
        match self.format {
            Format::Csv => writeln!(
                self.out,
                "event,node,parent,action,g,h,fate,bound,side,other"
            ),
            Format::Json => writeln!(
                self.out,
                r#"{{"format":"tilescope-trace","version":1,"start":"{}","goal":"{}","algorithm":"{}","heuristic":{},"unit":{}}}"#,
                job.problem.state_line(&job.problem.start()),
                job.problem.state_line(&job.problem.goal()),
                job.settings.algorithm.key,
                job.heuristic()
                    .map_or("null".into(), |key| format!("\"{key}\"")),
                job.problem.unit(),
            ),
        }
    }

    /// Writes the events of `batch`, woven together again in the order of the search.
    fn batch(&mut self, batch: &Batch) -> io::Result<()> {
        let first = self.n_born;
        let last = first + batch.parent.len() as NodeId;
        let mut discarded = batch.discarded.iter().peekable();
        let mut iterations = batch.iterations.iter().peekable();
        let mut meetings = batch.meetings.iter().peekable();
        let mut expanded = batch.expanded.iter().zip(&batch.n_generated);
        loop {
            // Up to the next expansion, or to the end.
            let next = expanded.next();
            let n_born = next.map_or(last, |(_, &born)| born);
            while self.n_born < n_born {
                while let Some((.., bound)) = iterations
                    .next_if(|&&(at, born, _)| at <= self.n_expanded && born <= self.n_born)
                {
                    self.iteration(*bound)?;
                }
                self.born(batch, (self.n_born - first) as usize)?;
                // One of the two was born just before.
                while let Some((_, forward, backward)) =
                    meetings.next_if(|(_, forward, backward)| *forward.max(backward) < self.n_born)
                {
                    self.meeting(*forward, *backward)?;
                }
            }
            while let Some((_, node, fate)) =
                discarded.next_if(|&&(at, ..)| next.is_none() || at <= self.n_expanded)
            {
                self.discarded(*node, *fate)?;
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

    fn born(&mut self, batch: &Batch, i: usize) -> io::Result<()> {
        let node = self.n_born;
        self.n_born += 1;
        let (g, h, fate) = (batch.g[i], batch.h[i], fate_key(batch.outcome[i]));
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
        let (out, side) = (&mut self.out, side_key(side));
        let action = &self.names[usize::from(batch.action[i])];
        match (self.format, parent) {
            (Format::Csv, NO_NODE) => writeln!(out, "born,{node},,,{g},{h},{fate},,{side},"),
            (Format::Csv, _) => {
                writeln!(out, "born,{node},{parent},{action},{g},{h},{fate},,{side},")
            }
            (Format::Json, NO_NODE) => writeln!(
                out,
                r#"{{"event":"born","node":{node},"parent":null,"action":null,"g":{g},"h":{h},"fate":"{fate}","side":"{side}"}}"#
            ),
            (Format::Json, _) => writeln!(
                out,
                r#"{{"event":"born","node":{node},"parent":{parent},"action":"{action}","g":{g},"h":{h},"fate":"{fate}","side":"{side}"}}"#
            ),
        }
    }

    fn side(&self, node: NodeId) -> SearchDirection {
        // The second root is number 1.
        let known = node.checked_sub(1).map(|i| i as usize);
        known
            .and_then(|i| self.sides.get(i))
            .copied()
            .unwrap_or(SearchDirection::Forward)
    }

    fn meeting(&mut self, forward: NodeId, backward: NodeId) -> io::Result<()> {
        match self.format {
            Format::Csv => writeln!(self.out, "meeting,{forward},,,,,,,,{backward}"),
            Format::Json => writeln!(
                self.out,
                r#"{{"event":"meeting","node":{forward},"other":{backward}}}"#
            ),
        }
    }

    fn expanded(&mut self, node: NodeId) -> io::Result<()> {
        self.n_expanded += 1;
        match self.format {
            Format::Csv => writeln!(self.out, "expanded,{node},,,,,,,,"),
            Format::Json => writeln!(self.out, r#"{{"event":"expanded","node":{node}}}"#),
        }
    }

    fn discarded(&mut self, node: NodeId, fate: NodeOutcome) -> io::Result<()> {
        let fate = fate_key(fate);
        match self.format {
            Format::Csv => writeln!(self.out, "discarded,{node},,,,,{fate},,,"),
            Format::Json => writeln!(
                self.out,
                r#"{{"event":"discarded","node":{node},"fate":"{fate}"}}"#
            ),
        }
    }

    fn iteration(&mut self, bound: Cost) -> io::Result<()> {
        match self.format {
            Format::Csv => writeln!(self.out, "iteration,,,,,,,{bound},,"),
            Format::Json => writeln!(self.out, r#"{{"event":"iteration","bound":{bound}}}"#),
        }
    }
}

fn side_key(side: SearchDirection) -> &'static str {
    match side {
        SearchDirection::Forward => "start",
        SearchDirection::Backward => "goal",
    }
}

/// What each action is called. (What a city is called needs no escape in either format.)
fn action_names(problem: &Problem) -> Vec<String> {
    match problem {
        Problem::Tiles(_) => {
            let letter = |direction: Direction| direction.letter().to_string();
            Direction::ALL.map(letter).to_vec()
        }
        Problem::Route(route) => {
            let actions = (0..2 * route.map.roads().len() as u8).map(Action);
            let name = |action| route.map.name(route.map.destination(action)).to_owned();
            actions.map(name).collect()
        }
    }
}

fn fate_key(fate: NodeOutcome) -> &'static str {
    match fate {
        NodeOutcome::Frontier => "frontier",
        NodeOutcome::Reopened => "reopened",
        NodeOutcome::Duplicate => "duplicate",
        NodeOutcome::Cycle => "cycle",
        NodeOutcome::Cut => "cut",
        NodeOutcome::Goal => "goal",
    }
}
