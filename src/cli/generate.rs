//! `tilescope generate`: random puzzles, puzzles of an exact length, the hardest ones.

use super::arguments::Generate;
use super::outputs::{self, Prints};
use super::progress::ProgressLine;
use super::solve::board;
use super::{Refusal, convert, print, signals, tell};
use std::io;
use std::num::NonZero;
use std::path::Path;
use tilescope_lab::collection::{Entry, KnownLength};
use tilescope_lab::files::collection::to_json;
use tilescope_lab::files::exchange::{self, Format, Written};
use tilescope_lab::format;
use tilescope_lab::generate::{self, Context, GenerateError, Generated, Method, Request};
use tilescope_lab::{Collection, Interrupt};
use tilescope_puzzle::notation::board_line;
use tilescope_puzzle::{Board, Puzzle, Size};

/// Generates puzzles and prints or saves them; returns the exit status and the result of printing.
pub fn generate(arguments: &Generate) -> Result<(u8, io::Result<()>), Refusal> {
    let request = Request {
        goal: goal(arguments)?,
        method: method(arguments),
        count: arguments.count,
        seed: arguments.seed,
    };
    let target = match &arguments.output {
        Some(path) => {
            outputs::check(&[], &[("--output", path)], Prints::Nothing)?;
            outputs::check_target(path)?;
            Some((path, target_format(path, &request)?))
        }
        None => None,
    };
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
    if let Some((path, format)) = target {
        let text = text_in(&collection, format)?;
        return Ok((status, outputs::write(Some(path), &text)?));
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

/// The format that the name of the file tells. Without an end it is Tilescope's own.
fn target_format(path: &Path, request: &Request) -> Result<&'static Format, Refusal> {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let named = match &*ending.to_lowercase() {
        "" => exchange::by_key(exchange::OWN),
        // A board a line, as they are printed.
        "txt" => exchange::by_key("slashes"),
        _ => convert::format_of(path),
    };
    let Some(format) = named else {
        let endings = exchange::extensions().join(", .");
        return Err(Refusal(format!(
            "the name {} does not tell the format: end it in one of .{endings}",
            format::path(path)
        )));
    };
    // What the format can't hold is told before it is generated.
    let like = Puzzle {
        start: request.goal.clone(),
        goal: request.goal.clone(),
        ..Puzzle::default_for(request.goal.size())
    };
    let like = Entry {
        puzzle: like,
        result: None,
    };
    let puzzles = std::iter::repeat_n(like, request.count.clamp(1, 2));
    let like = Collection {
        puzzles: puzzles.collect(),
        ..Collection::default()
    };
    to_text(&like, format)?;
    Ok(format)
}

/// The collection in a format; tells what that does not hold.
fn text_in(collection: &Collection, format: &'static Format) -> Result<String, Refusal> {
    // It keeps all, so there is nothing to compare.
    if format.key == exchange::OWN {
        return Ok(to_json(collection));
    }
    let Written { text, lost, .. } = to_text(collection, format)?;
    if let Some(lost) = lost {
        tell(&format!("the format {} {lost}", format.key));
    }
    Ok(text)
}

fn to_text(collection: &Collection, format: &'static Format) -> Result<Written, Refusal> {
    let written = exchange::to_text(collection, format).map_err(Refusal::because)?;
    match &written.changed {
        Some(changed) => Err(Refusal(format!(
            "in the format {} {changed}: end the name in .json",
            format.key
        ))),
        None => Ok(written),
    }
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
    let size = match (arguments.size, exchange::board(&arguments.goal)) {
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
