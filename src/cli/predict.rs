//! `tilescope predict`: how many nodes IDA* will expand.

use super::arguments::{Predict as Arguments, ReadingOptions};
use super::progress::ProgressLine;
use super::solve::{Source, board, read_problem};
use super::{Refusal, print, quantity, signals, tell};
use serde_json::json;
use std::fmt::Write;
use std::io;
use tilescope_lab::audit::{AuditError, Limits};
use tilescope_lab::format::count;
use tilescope_lab::predict::{COSTS, PredictError, Predicted, Prediction, predict};
use tilescope_lab::{Problem, job};
use tilescope_puzzle::Board;
use tilescope_puzzle::notation::board_line;

/// The bounds that are shown, up to the greatest.
const N_SHOWN: usize = 12;

/// Predicts and prints; returns the exit status and the result of printing.
pub fn run(arguments: &Arguments) -> Result<(u8, io::Result<()>), Refusal> {
    let prediction = Prediction {
        goal: goal(arguments)?,
        heuristic: job::heuristic(&arguments.heuristic).map_err(Refusal::because)?,
        bound: arguments.bound,
    };
    let limits = Limits {
        threads: arguments.threads,
        memory: arguments.max_memory,
    };
    let interrupt = signals::interrupt()?;
    let progress = ProgressLine::new("Counting boards");
    let predicted = predict(&prediction, limits, &interrupt, &mut |done| {
        progress.set(done)
    });
    drop(progress);
    match predicted {
        Ok(predicted) if arguments.json => Ok((0, print(&json(&predicted)))),
        Ok(predicted) => Ok((0, print(&text(&predicted)))),
        Err(PredictError::Audit(AuditError::Interrupted)) => Ok((3, Ok(()))),
        Err(error) => Err(Refusal::because(error)),
    }
}

/// The goal that the arguments name, by a size or by a puzzle.
fn goal(arguments: &Arguments) -> Result<Board, Refusal> {
    let of_size = arguments
        .puzzle
        .to_str()
        .and_then(|text| quantity::size(text).ok());
    let given = |size| match &arguments.goal {
        Some(goal) => board("--goal", goal, size),
        None => board("--goal", "blank-last", size),
    };
    if let Some(size) = of_size {
        let goal = given(size)?;
        return match goal.size() == size {
            true => Ok(goal),
            false => Err(Refusal(format!(
                "the goal is a {} board, but SIZE is {size}: both must be the same",
                goal.size()
            ))),
        };
    }
    let found = read_problem(&Source {
        puzzle: &arguments.puzzle,
        choose: None,
        goal: arguments.goal.as_deref(),
        reading: &ReadingOptions::default(),
    })?;
    let Problem::Tiles(puzzle) = found.problem else {
        return Err(Refusal(
            "a prediction needs a sliding-tile puzzle, not a road map".into(),
        ));
    };
    if puzzle.costs != COSTS {
        return Err(Refusal(
            "a prediction needs moves that cost 1 each: IDA* with other costs has other bounds"
                .into(),
        ));
    }
    if let Some(note) = found.note {
        tell(&note);
    }
    match &arguments.goal {
        Some(_) => given(puzzle.size()),
        None => Ok(puzzle.goal),
    }
}

fn text(predicted: &Predicted) -> String {
    let Prediction {
        goal,
        heuristic,
        bound,
    } = &predicted.prediction;
    let mut text = format!(
        "IDA* with {heuristic} to {}, on average over all {} starts\n\n\
         Mean h            {:.4}\nBranching factor  {:.7}\nQuality η         {:.6e}\n\n\
         Bound  Expanded  Without a heuristic\n",
        board_line(goal),
        count(predicted.n_boards),
        predicted.mean_h,
        predicted.branching_factor,
        predicted.quality,
    );
    for d in (bound + 1).saturating_sub(N_SHOWN)..=*bound {
        let [expanded, brute] = [&predicted.expanded, &predicted.brute_force].map(|n| nodes(n[d]));
        let _ = writeln!(text, "{d:>5}  {expanded}  {brute}");
    }
    text
}

/// A number of nodes with two decimals, or by its power of ten.
fn nodes(n: f64) -> String {
    match n < 1e15 {
        true => format!("{}.{:02}", count(n as u64), (n.fract() * 100.0) as u64),
        false => format!("{n:.6e}"),
    }
}

fn json(predicted: &Predicted) -> String {
    let Prediction {
        goal,
        heuristic,
        bound,
    } = &predicted.prediction;
    let object = json!({
        "goal": board_line(goal),
        "heuristic": heuristic.to_string(),
        "bound": bound,
        "boards": predicted.n_boards,
        "method": predicted.method.key(),
        "mean_h": predicted.mean_h,
        "branching_factor": predicted.branching_factor,
        "quality": predicted.quality,
        "histogram": predicted.histogram,
        "expanded": predicted.expanded,
        "brute_force": predicted.brute_force,
    });
    format!("{object}\n")
}
