//! `tilescope generate`: random puzzles, puzzles of an exact length, the hardest ones.

use super::arguments::Generate;
use super::progress::ProgressLine;
use super::solve::board;
use super::{Refusal, print, signals, tell};
use std::io;
use std::num::NonZero;
use tilescope_lab::collection::{Entry, KnownLength};
use tilescope_lab::files;
use tilescope_lab::files::collection::to_json;
use tilescope_lab::generate::{self, Context, GenerateError, Generated, Method, Request};
use tilescope_lab::{Collection, Interrupt};
use tilescope_puzzle::notation::{board_line, parse_board};
use tilescope_puzzle::{Board, Size};

/// Generates puzzles and prints or saves them; returns the exit status and the result of printing.
pub fn generate(arguments: &Generate) -> Result<(u8, io::Result<()>), Refusal> {
    let request = Request {
        goal: goal(arguments)?,
        method: method(arguments),
        count: arguments.count,
        seed: arguments.seed,
    };
    if let Some(path) = &arguments.output {
        files::check_target(path).map_err(Refusal::because)?;
    }
    let interrupt = signals::interrupt()?;
    let progress = ProgressLine::new("Generating");
    let generated = generate::generate(
        &request,
        &mut Context {
            memory: arguments.max_memory,
            interrupt: &interrupt,
            on_progress: &mut |done| progress.set(done),
        },
    );
    drop(progress);
    let Generated {
        mut collection,
        note,
    } = match generated {
        Ok(generated) => generated,
        Err(GenerateError::Interrupted) => return Ok((3, Ok(()))),
        Err(error) => return Err(Refusal::because(error)),
    };
    if let Some(note) = note {
        tell(&note);
    }
    let status = match arguments.solve {
        true => solve(&mut collection, arguments, &interrupt)?,
        false => 0,
    };
    if let Some(path) = &arguments.output {
        files::save_text(path, &to_json(&collection)).map_err(Refusal::because)?;
        return Ok((status, Ok(())));
    }
    if arguments.json {
        return Ok((status, print(&to_json(&collection))));
    }
    let line = |entry: Entry| {
        let board = board_line(&entry.puzzle.start);
        match entry.result.filter(|_| arguments.solve) {
            Some(KnownLength { moves, .. }) => format!("{board} # {moves}\n"),
            None => board + "\n",
        }
    };
    Ok((
        status,
        print(&collection.puzzles.iter().map(line).collect::<String>()),
    ))
}

/// Finds the lengths of the puzzles; returns the exit status.
fn solve(
    collection: &mut Collection,
    arguments: &Generate,
    interrupt: &Interrupt,
) -> Result<u8, Refusal> {
    let cores = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let progress = ProgressLine::new("Solving");
    let lengths = generate::find_lengths(
        collection,
        arguments.threads.unwrap_or(cores),
        &mut Context {
            memory: arguments.max_memory,
            interrupt,
            on_progress: &mut |done| progress.set(done),
        },
    );
    drop(progress);
    if interrupt.is_stopped() {
        let (found, all) = (lengths.n_known, collection.puzzles.len());
        tell(&format!("interrupted: {found} of {all} lengths were found"));
        return Ok(3);
    }
    match lengths.trouble {
        Some(why) => Err(Refusal(format!("a puzzle was not solved: {why}"))),
        None => Ok(0),
    }
}

fn goal(arguments: &Generate) -> Result<Board, Refusal> {
    // A goal that is a board has a size of its own.
    let size = match (arguments.size, parse_board(&arguments.goal)) {
        (Some(size), _) => size,
        (None, Ok(goal)) => goal.size(),
        (None, Err(_)) => Size::EIGHT_PUZZLE,
    };
    let goal = board("--goal", &arguments.goal, size)?;
    if goal.size() == size {
        return Ok(goal);
    }
    Err(Refusal(format!(
        "the goal is a {} board, but --size is {size}: both must be the same",
        goal.size()
    )))
}

/// The method; clap has checked that one is given.
fn method(arguments: &Generate) -> Method {
    if let Some(distance) = arguments.distance {
        Method::Distance(distance)
    } else if let Some(moves) = arguments.walk {
        Method::Walk(moves)
    } else if let Some(range) = &arguments.manhattan {
        Method::Manhattan(range.clone())
    } else if arguments.hardest {
        Method::Hardest
    } else {
        Method::Uniform
    }
}
