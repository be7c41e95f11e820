//! The command line: `tilescope solve`, `generate`, `convert`, `list`, `classics`, `graph`, `space`,
//! `audit`, `predict`, `heuristics`, `lab`, `bench`, `tables`, `trace`, `install-desktop`.
//!
//! Exit statuses: 0 solved or done; 1 no solution, proved or because the algorithm found none;
//! 2 bad usage or input, with one line on standard error that says what, where and how to fix it;
//! 3 stopped by a limit or by the user; 130 or 143 ended by a second Ctrl+C or SIGTERM.

mod arguments;
mod audit;
mod bench;
mod classics;
mod convert;
mod generate;
mod graph;
mod heuristics;
mod input;
mod install_desktop;
mod lab;
mod list;
mod options;
mod outputs;
mod panics;
mod predict;
mod progress;
mod quantity;
mod report;
mod signals;
mod solution_file;
mod solve;
mod space;
mod tables;
mod trace;

use arguments::{Arguments, Command};
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser};
pub use solution_file::PaintSolution;
use std::borrow::Cow;
use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tilescope_lab::format::{escaped, excerpt};

/// The exit status for bad usage or input.
const USAGE: u8 = 2;

/// The greatest length of an error line, in characters.
const MAX_LINE: usize = 1000;

/// Why a command could not run, in one line.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Refusal(String);

impl Refusal {
    fn because(error: impl ToString) -> Self {
        Refusal(error.to_string())
    }
}

/// The result of a command line.
#[derive(Debug)]
pub enum Errand {
    /// A command ran; its exit status.
    Done(ExitCode),
    /// Open the window with these files.
    Window(Vec<PathBuf>),
}

/// Runs the command line `arguments`, which start with the program's name. `paint` paints solutions, if
/// the program can.
pub fn run(arguments: impl IntoIterator<Item = OsString>, paint: Option<PaintSolution>) -> Errand {
    panics::print_as_lines();
    signals::survive_large_files();
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let named = arguments
        .get(1)
        .and_then(|name| name.to_str())
        .map(str::to_owned);
    let Arguments { command, files } = match Arguments::try_parse_from(&arguments) {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => {
            return Errand::Done(refuse(&one_line(&error, named.as_deref(), &arguments)));
        }
        // Help and version: clap formats them for the terminal.
        Err(help) => {
            let printed = help.print();
            return Errand::Done(finish(0, printed));
        }
    };
    let done = match command {
        Some(Command::Solve(arguments)) => solve::solve(*arguments, paint),
        Some(Command::List(arguments)) => Ok((0, print(&list::list(&arguments)))),
        Some(Command::Classics(arguments)) => classics::classics(&arguments),
        Some(Command::Graph(arguments)) => graph::graph(&arguments),
        Some(Command::Space(arguments)) => space::space(&arguments),
        Some(Command::Audit(arguments)) => audit::run(&arguments),
        Some(Command::Predict(arguments)) => predict::run(&arguments),
        Some(Command::Heuristics(command)) => heuristics::heuristics(&command),
        Some(Command::Lab(command)) => lab::lab(&command),
        Some(Command::Generate(arguments)) => generate::generate(&arguments),
        Some(Command::Convert(arguments)) => convert::convert(&arguments),
        Some(Command::Bench(arguments)) => bench::bench(&arguments),
        Some(Command::InstallDesktop(arguments)) => install_desktop::install_desktop(&arguments),
        Some(Command::Tables(command)) => tables::tables(&command),
        Some(Command::Trace(command)) => trace::trace(&command),
        None => match files.iter().find(|file| is_no_file(file)) {
            None => return Errand::Window(files),
            Some(word) => Err(no_such_command(word)),
        },
    };
    Errand::Done(match done {
        Ok((status, printed)) => finish(status, printed),
        Err(refusal) => refuse(&refusal.to_string()),
    })
}

/// Whether it is a word, such as a mistyped command, that names no file.
fn is_no_file(file: &Path) -> bool {
    let is_word = file.components().count() == 1 && file.extension().is_none();
    is_word && fs::symlink_metadata(file).is_err()
}

fn no_such_command(word: &Path) -> Refusal {
    /// Letters that differ.
    const MAX_MISTAKES: usize = 2;
    let text = word.to_string_lossy();
    let commands = Arguments::command();
    let names = commands.get_subcommands().map(clap::Command::get_name);
    let nearest = names.min_by_key(|name| edit_distance(&text, name));
    let nearest = nearest.filter(|name| edit_distance(&text, name) <= MAX_MISTAKES);
    let hint = match nearest {
        Some(name) => format!("did you mean `{name}`?"),
        None => "see `tilescope --help`".into(),
    };
    let word = excerpt(&text);
    Refusal(format!("no such file or command: {word}; {hint}"))
}

/// The number of letters to insert, delete or replace to turn one word into the other.
fn edit_distance(from: &str, to: &str) -> usize {
    // The distances from the letters so far to each beginning of `to`.
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (i, letter) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, other) in to.chars().enumerate() {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.chars().count()]
}

/// Writes to standard output.
fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// The exit status, unless printing failed.
fn finish(status: u8, printed: io::Result<()>) -> ExitCode {
    match printed {
        Ok(()) => ExitCode::from(status),
        // The reader closed the pipe, as `head` does.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::from(status),
        Err(error) => refuse(&format!("cannot write to standard output ({error})")),
    }
}

/// Prints an error line to standard error; returns the exit status.
pub fn refuse(line: &str) -> ExitCode {
    tell(line);
    ExitCode::from(USAGE)
}

/// Prints a line to standard error.
fn tell(line: &str) {
    // Ignore a closed standard error.
    let _ = writeln!(io::stderr(), "tilescope: {}", escaped(line, MAX_LINE));
}

/// Clap's error message on `arguments` as one line, without its usage text.
fn one_line(error: &clap::Error, named: Option<&str>, arguments: &[OsString]) -> String {
    let text = error.to_string();
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        .filter(|line| !line.is_empty())
        .collect();
    let line = lines.join("; ").replace(":; ", ": ");
    let line = line.strip_prefix("error: ").unwrap_or(&line);
    // Clap takes the first letter of a value that begins with a minus for an option.
    let line = match (
        line.split_once("; tip: to pass '"),
        unknown(error, arguments),
    ) {
        (Some(_), Some(value)) => {
            let value = excerpt(&value);
            format!(
                "unexpected argument '{value}' found; tip: write -- before a value that begins with \
                 a minus: -- '{value}'"
            )
        }
        _ => line.to_owned(),
    };
    let is_command = |name: &&str| Arguments::command().find_subcommand(name).is_some();
    let command = named.filter(is_command).unwrap_or("solve");
    format!("{line}; see `tilescope {command} --help`")
}

/// The whole argument of which clap does not know the first letters.
fn unknown(error: &clap::Error, arguments: &[OsString]) -> Option<String> {
    let ContextValue::String(letters) = error.get(ContextKind::InvalidArg)? else {
        return None;
    };
    let texts = arguments.iter().map(|argument| argument.to_string_lossy());
    let mut unknown = texts.filter(|text| text.starts_with(letters.as_str()));
    unknown.next().map(Cow::into_owned)
}
