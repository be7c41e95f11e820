//! The arguments of `tilescope convert`, and how files of other programs are read.

use super::keyed;
use crate::cli::quantity;
use clap::Args;
use std::path::PathBuf;
use tilescope_lab::files::exchange::{Boards, Meaning};
use tilescope_puzzle::Size;

/// Convert puzzles from one format to another
///
/// The format of a FILE is recognised by its content. Several FILEs become one. Standard error says how
/// they were read, and what the format does not keep.
#[derive(Args)]
#[command(after_help = "\
Formats: tilescope, lines, two-lines, grid, slashes, digits, sized, places, pddl, csv.
Exit status: 0 done; 2 bad usage or input.

Examples:
  tilescope convert korf.txt --to tilescope -o korf.json
  tilescope convert board.txt --goal spiral --to pddl")]
pub struct Convert {
    /// Files of puzzles, pipes, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The format to write [default: from the extension of OUT]
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<String>,
    /// Write to OUT instead of standard output; overwrites OUT
    #[arg(long, short, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// The goal, instead of the file's: a board, or blank-last, blank-first or spiral
    #[arg(long, value_name = "BOARD")]
    pub goal: Option<String>,
    /// Write the boards even if the format does not keep their goals
    #[arg(long)]
    pub drop_goals: bool,
    #[command(flatten, next_help_heading = "Reading")]
    pub reading: ReadingOptions,
}

#[derive(Args, Default)]
pub struct ReadingOptions {
    /// The format of the file [default: recognised by its content]
    #[arg(long, value_name = "FORMAT")]
    pub from: Option<String>,
    /// What a list of numbers has: tiles, the tile at each place, or places, the place of each tile
    #[arg(long, value_name = "MEANING", value_parser = keyed(Meaning::ALL, Meaning::key, Meaning::from_key))]
    pub reading: Option<Meaning>,
    /// The number that is the blank [default: 0, or the greatest where there is no 0]
    #[arg(long, value_name = "NUMBER")]
    pub blank: Option<u64>,
    /// The size of boards in a list that are not square
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = quantity::size)]
    pub board_size: Option<Size>,
    /// The meaning of the only two boards of a file: start-goal, a start and its goal, or puzzles [default:
    /// start-goal if the second is blank-last, blank-first or spiral]
    #[arg(long, value_name = "BOARDS", value_parser = keyed(Boards::ALL, Boards::key, Boards::from_key))]
    pub two_boards: Option<Boards>,
}

impl ReadingOptions {
    /// Whether any is given.
    pub fn is_given(&self) -> bool {
        let ReadingOptions {
            from,
            reading,
            blank,
            board_size,
            two_boards,
        } = self;
        let is_size_given = board_size.is_some() || two_boards.is_some();
        from.is_some() || reading.is_some() || blank.is_some() || is_size_given
    }
}
