//! `tilescope audit`: what is true of heuristics on all boards, or on random ones.

use super::arguments::Audit as Arguments;
use super::outputs::{self, Prints};
use super::progress::ProgressLine;
use super::solve::board;
use super::{Refusal, heuristics, signals};
use std::io;
use tilescope_lab::audit::sample::{Cut, Sample};
use tilescope_lab::audit::{Audit, AuditError, Boards, Limits, audit, json, table, text};
use tilescope_lab::experiment::report::Format;

/// Audits the heuristics and prints or writes the report; returns the exit status and the result of
/// printing.
pub fn run(arguments: &Arguments) -> Result<(u8, io::Result<()>), Refusal> {
    let goal = board("--goal", &arguments.goal, arguments.size)?;
    if goal.size() != arguments.size {
        return Err(Refusal(format!(
            "the goal is a {} board, but --size is {}: both must be the same",
            goal.size(),
            arguments.size
        )));
    }
    let read = |text: &String| heuristics::read(text);
    let what = Audit {
        goal,
        costs: arguments
            .costs
            .unwrap_or_default()
            .with_tiles(arguments.tile_costs),
        heuristics: arguments
            .heuristics
            .iter()
            .map(read)
            .collect::<Result<_, _>>()?,
        boards: match arguments.sample {
            Some(n) => Boards::Sample(Sample {
                n,
                seed: arguments.seed,
            }),
            None => Boards::All,
        },
    };
    let limits = Limits {
        threads: arguments.threads,
        memory: arguments.max_memory,
    };
    if let Some(file) = &arguments.output {
        outputs::check(&[], &[("--output", file)], Prints::Nothing)?;
        outputs::check_target(file)?;
    }
    let interrupt = signals::interrupt()?;
    let progress = ProgressLine::new("Auditing");
    let report = audit(&what, limits, &interrupt, &mut |done| progress.set(done));
    drop(progress);
    let report = match report {
        Ok(report) => report,
        Err(AuditError::Interrupted) => return Ok((3, Ok(()))),
        Err(AuditError::TooLarge(error)) => {
            return Err(Refusal(format!(
                "{error}; --sample 100 looks at random boards"
            )));
        }
        Err(error) => return Err(Refusal::because(error)),
    };
    let text = match (arguments.json, arguments.format) {
        (true, _) => format!("{}\n", json::report(&report)),
        (false, Format::Text) => text::report(&report),
        (false, format) => table::render(&report, format),
    };
    let status = match &report.cut {
        Some(Cut::Stopped) => 3,
        Some(Cut::Unsolved(_)) | None => 0,
    };
    Ok((status, outputs::write(arguments.output.as_deref(), &text)?))
}
