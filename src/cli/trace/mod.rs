//! `tilescope trace`: what is in the trace of a run, whether it is sound, and other formats of it.

mod check;
mod compare;
mod convert;
mod info;

use super::Refusal;
use super::arguments::TraceCommand;
use std::io;
use std::path::Path;
use tilescope_lab::Interrupt;
use tilescope_lab::trace_file::own::Reader;
use tilescope_lab::trace_file::{Damage, Loaded, load};

/// Runs the command; returns the exit status and the result of printing.
pub fn trace(command: &TraceCommand) -> Result<(u8, io::Result<()>), Refusal> {
    match command {
        TraceCommand::Info(arguments) => info::info(arguments),
        TraceCommand::Check(arguments) => check::check(arguments),
        TraceCommand::Convert(arguments) => convert::convert(arguments),
        TraceCommand::Compare(arguments) => compare::compare(arguments),
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

/// A sentence on the damage of the trace at `path`.
fn damaged(damage: &Damage, path: &Path) -> String {
    let path = tilescope_lab::format::path(path);
    format!("{damage}, in {path}")
}
