//! `tilescope convert`: puzzles of any format, written in another.

use super::arguments::{Convert, ReadingOptions};
use super::outputs::{self, Prints};
use super::{Refusal, input, tell};
use std::io;
use std::path::Path;
use tilescope_lab::Collection;
use tilescope_lab::collection::Puzzles;
use tilescope_lab::files::exchange::{self, Choices, FORMATS, Format, Goal, How, Written};
use tilescope_lab::format;
use tilescope_puzzle::GoalPreset;

/// Converts files; returns the exit status and the result of printing.
pub fn convert(arguments: &Convert) -> Result<(u8, io::Result<()>), Refusal> {
    let to = match (&arguments.to, &arguments.output) {
        (Some(key), _) => by_key(key)?,
        (None, Some(path)) => by_extension(path)?,
        (None, None) => {
            return Err(Refusal(
                "choose a format with --to, such as --to lines".into(),
            ));
        }
    };
    if let Some(path) = &arguments.output {
        let inputs = arguments.files.iter().map(|file| ("an input", &**file));
        outputs::check(
            &inputs.collect::<Vec<_>>(),
            &[("--output", path)],
            Prints::Nothing,
        )?;
    }
    let choices = choices(&arguments.reading, arguments.goal.as_deref())?;
    let mut all = Collection::default();
    let mut notes = Vec::new();
    for path in &arguments.files {
        let import = match input::stream(path)? {
            Some(text) => exchange::from_text(&text, &choices)
                .map_err(|error| input::refused(path, &error))?,
            None => exchange::open(path, &choices).map_err(Refusal::because)?,
        };
        let place = input::name(path);
        notes.extend((!import.how.is_own()).then(|| how_read(&place, &import.how)));
        if all.name.is_empty() {
            all.name = import.collection.name;
            all.notes = import.collection.notes;
            all.source = import.collection.source;
        }
        let puzzles = import.collection.puzzles;
        if all.puzzles.is_empty() {
            all.puzzles = puzzles;
            continue;
        }
        if all.puzzles.len() + puzzles.len() > Puzzles::MAX {
            return Err(Refusal(format!(
                "there are more than {} puzzles in these files: convert fewer at once",
                format::count(Puzzles::MAX as u64)
            )));
        }
        puzzles
            .into_iter()
            .for_each(|entry| all.puzzles.push(&entry));
    }
    let written = exchange::to_text(&all, to).map_err(Refusal::because)?;
    let Written {
        text,
        lost,
        changed,
    } = written;
    if let Some(changed) = changed {
        if !arguments.drop_goals {
            return Err(Refusal(format!(
                "in the format {} {changed}: choose another, such as csv, or write the boards alone \
                 with --drop-goals",
                to.key
            )));
        }
        notes.push(format!("in the format {} {changed}", to.key));
    }
    notes.extend(lost.map(|lost| format!("the format {} {lost}", to.key)));
    notes.iter().for_each(|note| tell(note));
    Ok((0, outputs::write(arguments.output.as_deref(), &text)?))
}

/// How the numbers of a file were read.
pub fn how_read(place: &str, how: &How) -> String {
    format!("{place}: {}", how.describe())
}

/// What the arguments say about the numbers of a file.
pub fn choices(given: &ReadingOptions, goal: Option<&str>) -> Result<Choices, Refusal> {
    Ok(Choices {
        format: given.from.as_deref().map(by_key).transpose()?,
        size: given.board_size,
        blank: given.blank,
        meaning: given.reading,
        goal: goal.map(parse_goal).transpose()?,
        boards: given.two_boards,
        reading: None,
        names_switches: true,
    })
}

fn parse_goal(text: &str) -> Result<Goal, Refusal> {
    if let Some(preset) = GoalPreset::ALL
        .into_iter()
        .find(|preset| preset.key() == text)
    {
        return Ok(Goal::Preset(preset));
    }
    let board = exchange::board(text).map_err(|error| Refusal(format!("{error}, in --goal")))?;
    Ok(Goal::Board(board))
}

fn by_key(key: &str) -> Result<&'static Format, Refusal> {
    exchange::by_key(key).ok_or_else(|| {
        Refusal(format!(
            "there is no format {}: choose one of {}",
            format::excerpt(key),
            exchange::keys()
        ))
    })
}

/// The format that the end of a file's name tells.
fn by_extension(path: &Path) -> Result<&'static Format, Refusal> {
    format_of(path).ok_or_else(|| {
        Refusal(format!(
            "the name {} does not tell the format: choose one with --to",
            format::path(path)
        ))
    })
}

/// The format of the files with this extension, if only one has it.
pub fn format_of(path: &Path) -> Option<&'static Format> {
    let extension = path.extension()?.to_string_lossy().to_lowercase();
    let mut found = FORMATS
        .iter()
        .filter(|format| format.extension == extension);
    found.next().filter(|_| found.next().is_none())
}
