//! `tilescope trace`: what is in the trace of a run, whether it is sound, other formats of it, and
//! questions to it.

mod check;
mod compare;
mod convert;
mod find;
mod frontier;
mod info;
mod why;

use super::arguments::TraceCommand;
use super::{Refusal, refuse, signals};
use serde_json::{Value, json};
use std::io;
use std::path::Path;
use tilescope_lab::Interrupt;
use tilescope_lab::trace_file::own::Reader;
use tilescope_lab::trace_file::{Damage, Loaded, States, load};
use tilescope_lab::{explain, format};
use tilescope_search::FValue;
use tilescope_trace::{Moment, NodeId, Trace};

/// The exit status of a command that was stopped.
const STOPPED: u8 = 3;

/// Runs the command; returns the exit status and the result of printing.
pub fn trace(command: &TraceCommand) -> Result<(u8, io::Result<()>), Refusal> {
    let interrupt = &signals::interrupt()?;
    let done = match command {
        TraceCommand::Info(arguments) => info::info(arguments),
        TraceCommand::Check(arguments) => check::check(arguments, interrupt),
        TraceCommand::Convert(arguments) => convert::convert(arguments, interrupt),
        TraceCommand::Compare(arguments) => compare::compare(arguments, interrupt),
        TraceCommand::Frontier(arguments) => frontier::frontier(arguments, interrupt),
        TraceCommand::Why(arguments) => why::why(arguments, interrupt),
        TraceCommand::Find(arguments) => find::find(arguments, interrupt),
    };
    match done {
        Err(_) if interrupt.is_stopped() => {
            refuse("stopped before the trace was read and answered");
            Ok((STOPPED, Ok(())))
        }
        done => done,
    }
}

/// Opens a trace to read it part by part.
fn open(path: &Path) -> Result<Reader<io::BufReader<std::fs::File>>, Refusal> {
    Reader::open(path).map_err(Refusal::because)
}

/// Loads a trace as a whole.
fn load_whole(path: &Path, interrupt: &Interrupt) -> Result<Loaded, Refusal> {
    load(path, u32::MAX - 1, interrupt, &mut |_| {}).map_err(Refusal::because)
}

/// Loads a trace to ask it something. Of a damaged one the sound part is used; a line on standard
/// error says so.
fn load_to_ask(path: &Path, interrupt: &Interrupt) -> Result<Loaded, Refusal> {
    let loaded = load_whole(path, interrupt)?;
    if let Some(damage) = &loaded.damage {
        refuse(&damaged(damage, path));
    }
    if loaded.trace.n_nodes() == 0 {
        let path = format::path(path);
        return Err(Refusal(format!("this trace has no nodes: {path}")));
    }
    Ok(loaded)
}

/// `step`, if the trace has it.
fn check_step(trace: &Trace, step: Moment) -> Result<Moment, Refusal> {
    if step <= trace.n_expanded() {
        return Ok(step);
    }
    let [step, last] = [step, trace.n_expanded()].map(|t| format::count(t.into()));
    let cause = format!("there is no step {step}: the last step of this trace is {last}");
    Err(Refusal(cause))
}

/// 2 if the trace that was asked is damaged.
fn status(loaded: &Loaded) -> u8 {
    match loaded.damage {
        Some(_) => 2,
        None => 0,
    }
}

/// A node of a trace as JSON.
fn node_json(loaded: &Loaded, states: &mut States, node: NodeId) -> Value {
    let (job, trace) = (&loaded.job, &loaded.trace);
    let (g, h) = (trace.g(node), trace.h(node));
    json!({
        "node": node,
        "state": job.problem.state_line(&states.state(node)),
        "f": explain::f(job, g, h).map(FValue::get),
        "g": g,
        "h": h,
        "depth": trace.depth(node),
        "generated_at": trace.generated_at(node),
    })
}

/// A table: columns as wide as their texts, the last to the left and the others to the right.
fn columns(rows: &[Vec<String>]) -> String {
    let n = rows.first().map_or(0, Vec::len);
    let width = |i: usize| rows.iter().map(|row| row[i].chars().count()).max();
    let widths: Vec<usize> = (0..n).map(|i| width(i).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        for (i, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            text += &match i + 1 == n {
                true => format!("{cell}\n"),
                false => format!("{cell:>width$}  "),
            };
        }
    }
    text
}

/// A sentence on the damage of the trace at `path`.
fn damaged(damage: &Damage, path: &Path) -> String {
    let path = format::path(path);
    format!("{damage}, in {path}")
}
