//! `tilescope space`: counts all boards by their distance from a goal.

use super::arguments::Space;
use super::progress::ProgressLine;
use super::solve::board;
use super::{Refusal, print, signals};
use serde_json::json;
use std::io;
use std::time::Instant;
use tilescope_lab::format;
use tilescope_lab::whole_space::{WholeSpaceError, search};
use tilescope_puzzle::notation::board_line;
use tilescope_puzzle::{Board, WholeSpace};

/// The maximum number of farthest boards that are shown.
const MAX_SHOWN: usize = 20;

/// Searches the space and prints its properties; returns the exit status and the result of
/// printing.
pub fn space(arguments: &Space) -> Result<(u8, io::Result<()>), Refusal> {
    let goal = board("--goal", &arguments.goal, arguments.size)?;
    if goal.size() != arguments.size {
        return Err(Refusal(format!(
            "the goal is a {} board, but SIZE is {}: both must be the same",
            goal.size(),
            arguments.size
        )));
    }
    let interrupt = signals::interrupt()?;
    let started = Instant::now();
    let progress = ProgressLine::new("Searching");
    let memory = arguments.max_memory;
    let space = search(&goal, arguments.threads, memory, &interrupt, &mut |done| {
        progress.set(done);
    });
    drop(progress);
    let seconds = started.elapsed();
    match space {
        Ok(space) if arguments.json => Ok((0, print(&json(&goal, &space, seconds.as_secs_f64())))),
        Ok(space) => {
            let time = format::duration(seconds);
            Ok((0, print(&text(&goal, &space, &time))))
        }
        Err(WholeSpaceError::Interrupted) => Ok((3, Ok(()))),
        Err(error) => Err(Refusal::because(error)),
    }
}

fn mean(space: &WholeSpace) -> f64 {
    let moves = space
        .levels()
        .iter()
        .zip(0_u64..)
        .map(|(n, distance)| n * distance);
    moves.sum::<u64>() as f64 / space.n_states() as f64
}

fn text(goal: &Board, space: &WholeSpace, time: &str) -> String {
    let count = format::count;
    let most = space.levels().iter().max().copied().unwrap_or(1);
    let width = count(most).chars().count();
    let levels = space.levels().iter().enumerate().map(|(distance, &n)| {
        let bar = "█".repeat((n * 40).div_ceil(most) as usize);
        format!("{distance:>8}  {:>width$}  {bar}\n", count(n))
    });
    let levels: String = levels.collect();
    let n_farthest = space.levels().last().copied().unwrap_or(0);
    let farthest = space.farthest(goal, MAX_SHOWN);
    let shown: Vec<String> = farthest.iter().map(board_line).collect();
    let more = n_farthest - shown.len() as u64;
    let more = if more > 0 {
        format!("          and {} more\n", count(more))
    } else {
        String::new()
    };
    format!(
        "All {} boards that can reach {}\n\nDistance  {:>width$}\n{levels}\n\
         Boards    {}\nFarthest  {} moves\nMean      {:.2} moves\nTable     {}\nTime      {time}\n\n\
         Farthest  {}\n{more}",
        goal.size(),
        board_line(goal),
        "boards",
        count(space.n_states()),
        space.diameter(),
        mean(space),
        format::bytes(space.bytes()),
        shown.join("\n          "),
    )
}

fn json(goal: &Board, space: &WholeSpace, seconds: f64) -> String {
    let farthest = space.farthest(goal, MAX_SHOWN);
    let object = json!({
        "goal": board_line(goal),
        "states": space.n_states(),
        "levels": space.levels(),
        "diameter": space.diameter(),
        "mean": mean(space),
        "farthest": farthest.iter().map(board_line).collect::<Vec<_>>(),
        // `farthest` may be cut.
        "n_farthest": space.levels().last(),
        "table_bytes": space.bytes(),
        "seconds": seconds,
    });
    format!("{object}\n")
}
