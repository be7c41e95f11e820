//! What the window calls the instances of an experiment, which have the names of files in records.

use crate::gui::{examples, text};
use std::borrow::Cow;
use tilescope_lab::experiment::{Experiment, PlannedRun};

/// What the window calls an instance of an experiment. What ships has its title: “Korf's 100 15-puzzles,
/// 12” is `korf-100#12` in records.
pub fn instance_name(name: &str) -> Cow<'_, str> {
    match shipped_instance(name) {
        Some((title, Some(number))) => format!("{title}, {number}").into(),
        Some((title, None)) => title.into(),
        None => name.into(),
    }
}

/// A run in a few words, its instance as the window calls it.
pub fn run_name(experiment: &Experiment, run: &PlannedRun) -> String {
    let name = &experiment.instances[run.instance].name;
    let words = experiment.describe(run);
    match words.strip_prefix(&**name) {
        Some(rest) => format!("{}{rest}", instance_name(name)),
        None => words,
    }
}

/// What the puzzle of an instance is called once it is open: “Puzzle 12 of Korf's 100 15-puzzles”, as if it was
/// opened from the collection.
pub fn instance_puzzle_name(name: &str) -> String {
    let numbered = shipped_instance(name)
        .and_then(|(title, number)| Some(text::numbered(number?.parse().ok()?, &title)));
    numbered.unwrap_or_else(|| instance_name(name).into_owned())
}

/// The title of the file that ships with this instance, and what follows it in the name.
fn shipped_instance(name: &str) -> Option<(String, Option<&str>)> {
    match name.split_once('#') {
        Some((file, number)) => Some((examples::title(file)?, Some(number))),
        None => Some((examples::title(name)?, None)),
    }
}
