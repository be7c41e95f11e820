//! The export of puzzles: the open puzzle or the open collection in a format of another program.
//!
//! A thread writes the text and reads it again, so that what the format does not keep is told before a
//! file is chosen.

use super::library::{Library, OpenCollection};
use super::requests::{Page, Request, SaveConversion, Wake};
use super::work::{Work, WorkState};
use std::collections::BTreeMap;
use std::sync::Arc;
use tilescope_lab::collection::{Entry, KnownLength};
use tilescope_lab::files::exchange::{self, FORMATS, Format, Written};
use tilescope_lab::files::{self, FileError};
use tilescope_lab::{Collection, Problem};
use tilescope_puzzle::Puzzle;

/// What is exported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// The puzzle that is edited.
    Puzzle,
    /// The open collection, with what runs have found of its puzzles.
    Collection,
    /// Puzzles that were chosen in the library.
    Chosen,
}

/// What can happen to an export of puzzles.
#[derive(Clone, Debug)]
pub enum ConversionAction {
    /// Opens the page, and writes this in the format that was chosen last.
    Show(Subject),
    /// The same with these puzzles, which were chosen in the library.
    ShowChosen(Arc<Collection>),
    /// Writes the same in another format.
    Choose(&'static Format),
    /// Asks for a file, then saves what was written.
    Save,
    /// What was written is given up, as it is saved or the page is closed.
    Close,
}

/// What is being exported, or was last.
pub struct Conversions {
    subject: Subject,
    format: &'static Format,
    /// Proposed as the name of the file.
    name: String,
    n_puzzles: usize,
    /// The puzzles that were chosen in the library.
    chosen: Option<Arc<Collection>>,
    work: Option<Work<Arc<Written>>>,
}

/// CSV keeps the most.
const FIRST: &str = "csv";

impl Default for Conversions {
    fn default() -> Self {
        Conversions {
            subject: Subject::Puzzle,
            format: exchange::by_key(FIRST).unwrap_or(&FORMATS[0]),
            name: String::new(),
            n_puzzles: 0,
            chosen: None,
            work: None,
        }
    }
}

impl Conversions {
    /// Applies an action; what has to happen outside is returned. `known` is what is known of the
    /// length of the problem.
    pub fn apply(
        &mut self,
        action: ConversionAction,
        problem: &Problem,
        library: &Library,
        known: Option<KnownLength>,
        wake: &Wake,
    ) -> Option<Request> {
        match action {
            ConversionAction::ShowChosen(chosen) => {
                self.chosen = Some(chosen);
                let show = ConversionAction::Show(Subject::Chosen);
                return self.apply(show, problem, library, known, wake);
            }
            ConversionAction::Show(subject) => {
                self.subject = subject;
                self.write(problem, library, known, wake);
                return Some(Request::Show(Page::Convert));
            }
            ConversionAction::Choose(format) => {
                self.format = format;
                self.write(problem, library, known, wake);
            }
            ConversionAction::Save => {
                let WorkState::Done(written) = self.work.as_ref()?.state() else {
                    return None;
                };
                return Some(Request::ConversionDialog(SaveConversion {
                    name: self.name.clone(),
                    format: self.format,
                    written: Arc::clone(written),
                }));
            }
            ConversionAction::Close => (self.work, self.chosen) = (None, None),
        }
        None
    }

    /// Receives what the thread has written.
    pub fn poll(&mut self) {
        if let Some(work) = &mut self.work {
            work.poll();
        }
    }

    pub fn subject(&self) -> Subject {
        self.subject
    }

    /// The format that is chosen.
    pub fn format(&self) -> &'static Format {
        self.format
    }

    /// The number of puzzles that are exported.
    pub fn n_puzzles(&self) -> usize {
        self.n_puzzles
    }

    /// The name of what is exported; it may be empty.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text in the chosen format, or why there is none.
    pub fn written(&self) -> Option<WorkState<'_, Arc<Written>>> {
        self.work.as_ref().map(Work::state)
    }

    /// Begins to write the subject; nothing is written of a road map, or without a collection.
    fn write(
        &mut self,
        problem: &Problem,
        library: &Library,
        known: Option<KnownLength>,
        wake: &Wake,
    ) {
        self.work = None;
        let format = self.format;
        match self.subject {
            Subject::Puzzle => {
                let Some(puzzle) = problem.puzzle() else {
                    return;
                };
                self.name.clone_from(&puzzle.name);
                self.n_puzzles = 1;
                // A board is written in less than a millisecond.
                self.work = Some(Work::done(write_puzzle(puzzle, known, format)));
            }
            Subject::Collection | Subject::Chosen => {
                let of_chosen = || Some((self.chosen.as_ref()?, BTreeMap::new()));
                let of_open = |open| (OpenCollection::collection(open), open.results());
                let collection = match self.subject {
                    Subject::Chosen => of_chosen(),
                    _ => library.active().map(of_open),
                };
                let Some((collection, results)) = collection else {
                    return;
                };
                self.name.clone_from(&collection.name);
                self.n_puzzles = collection.puzzles.len();
                let collection = Arc::clone(collection);
                self.work = Some(Work::spawn("export puzzles", wake, move |_, _| {
                    let mut collection = Arc::unwrap_or_clone(collection);
                    collection.add_results(&results);
                    exchange::to_text(&collection, format).map(Arc::new)
                }));
            }
        }
    }
}

/// Writes a puzzle in a format. In Tilescope's own it is a puzzle file, which keeps all. Others have it
/// with what is known of its length, if they have a place for that.
fn write_puzzle(
    puzzle: &Puzzle,
    known: Option<KnownLength>,
    format: &'static Format,
) -> Result<Arc<Written>, FileError> {
    if format.key == exchange::OWN {
        return Ok(Arc::new(Written {
            text: files::to_json(&puzzle.clone().into()),
            lost: None,
            changed: None,
        }));
    }
    let entry = Entry {
        result: known,
        ..Entry::new(puzzle.clone())
    };
    let collection = Collection {
        puzzles: [entry].into_iter().collect(),
        ..Collection::default()
    };
    exchange::to_text(&collection, format).map(Arc::new)
}
