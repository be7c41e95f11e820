//! `tilescope lab`: experiments.

mod arguments;
mod merge;
mod report;
mod rerun;
mod run;
mod status;

pub use arguments::LabCommand;

use super::outputs::{self, Prints};
use super::progress::ProgressLine;
use super::{Refusal, refuse};
use std::io;
use std::path::{Path, PathBuf};
use tilescope_lab::Interrupt;
use tilescope_lab::experiment::{Cores, Experiment, ExperimentError};
use tilescope_lab::generate::Context;

/// Runs the command; returns the exit status and the result of printing.
pub fn lab(command: &LabCommand) -> Result<(u8, io::Result<()>), Refusal> {
    let done = match command {
        LabCommand::Run(arguments) => run::run(arguments),
        LabCommand::Rerun(arguments) => rerun::rerun(arguments),
        LabCommand::Status(arguments) => status::status(arguments),
        LabCommand::Merge(arguments) => merge::merge(arguments),
        LabCommand::Report(arguments) => report::report(arguments),
    };
    match done {
        Ok(done) => Ok(done),
        Err(LabError::Experiment(ExperimentError::Interrupted)) => Ok((3, Ok(()))),
        Err(LabError::Experiment(error)) => Err(Refusal(error.to_string())),
        Err(LabError::Refusal(refusal)) => Err(refusal),
    }
}

/// Why a command could not run, or that it was interrupted.
#[derive(Debug)]
enum LabError {
    Experiment(ExperimentError),
    Refusal(Refusal),
}

impl From<ExperimentError> for LabError {
    fn from(error: ExperimentError) -> Self {
        LabError::Experiment(error)
    }
}

impl From<Refusal> for LabError {
    fn from(refusal: Refusal) -> Self {
        LabError::Refusal(refusal)
    }
}

/// Reads and checks the experiment at `path`. `memory` is the limit for generating instances.
fn load(path: &Path, memory: u64, interrupt: &Interrupt) -> Result<Experiment, LabError> {
    let progress = ProgressLine::new("Preparing");
    let mut context = Context {
        memory,
        interrupt,
        on_progress: &mut |done| progress.set(done),
    };
    Ok(Experiment::load(path, &mut context)?)
}

/// Refuses to write over the records that are read.
fn check_output(records: &[PathBuf], output: &Path, prints: Prints) -> Result<(), Refusal> {
    let inputs = records.iter().map(|file| ("the records", &**file));
    outputs::check(&inputs.collect::<Vec<_>>(), &[("--output", output)], prints)
}

/// Notes on standard error that the last line of a record file is torn.
fn note_torn(path: &Path) {
    refuse(&format!(
        "the last line of this file is torn and is passed over: {}",
        tilescope_lab::format::path(path)
    ));
}

fn cores(is_shared: bool) -> Cores {
    match is_shared {
        true => Cores::Shared,
        false => Cores::OwnEach,
    }
}

/// Notes on standard error, once, that a run waits for a core.
fn note_waiting(is_told: &mut bool) {
    if !std::mem::replace(is_told, true) {
        refuse(
            "other runs of `tilescope lab` use all cores: waiting for one, so that times are not \
             disturbed; --share goes on without",
        );
    }
}
