//! The open collection: its puzzles, which one was opened last, what the window's runs have found,
//! and the ways in which its file can be read.

use super::requests::{Page, Request};
use super::runs::Runs;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use tilescope_lab::collection::{Entry, KnownLength};
use tilescope_lab::{Collection, Problem, RunOutcome};
use tilescope_puzzle::Costs;

/// What can happen to the open collection.
#[derive(Clone, Debug)]
pub enum LibraryAction {
    /// A file of many puzzles was read, or one whose numbers can mean several things.
    Opened(Box<CollectionFile>),
    /// Opens several files and folders as one collection.
    OpenAll(Vec<PathBuf>),
    /// Reads the file in another way.
    Read(usize),
    /// Opens the puzzle with this index. Asks first if changes would be lost.
    Choose(usize),
    /// Opens the puzzle this number of places farther on. Asks first if changes would be lost.
    Step(isize),
}

/// A collection, and how its file was read.
#[derive(Clone, Debug)]
pub struct CollectionFile {
    /// The file; `None` if the puzzles come from several.
    pub path: Option<PathBuf>,
    pub collection: Arc<Collection>,
    /// The ways to read the file, the most likely first; empty if there is only one.
    pub readings: Vec<String>,
    /// The index of the reading that was taken.
    pub reading: usize,
    /// Of each puzzle, what the filter compares.
    texts: Arc<Vec<String>>,
}

impl CollectionFile {
    /// Takes a while for a large collection: for a thread of its own.
    pub fn new(
        path: Option<PathBuf>,
        collection: Collection,
        readings: Vec<String>,
        reading: usize,
    ) -> CollectionFile {
        let text = |(index, entry): (usize, &Entry)| {
            let size = entry.puzzle.size();
            let known = entry.result.as_ref();
            let known = known.map_or(String::new(), |known| {
                format!("{} {}", known.moves, known.by)
            });
            searchable(&format!("{} {size} {known}", title(index, entry)))
        };
        let texts = collection.puzzles.iter().enumerate().map(text).collect();
        CollectionFile {
            path,
            readings,
            reading,
            texts: Arc::new(texts),
            collection: Arc::new(collection),
        }
    }

    /// Of each puzzle, what the filter compares.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }
}

/// A text as the filter compares it: a size may be typed as 4x4.
pub fn searchable(text: &str) -> String {
    text.to_lowercase().replace('×', "x")
}

/// The name of a puzzle, or its number.
pub fn title(index: usize, entry: &Entry) -> String {
    match &*entry.puzzle.name {
        "" => format!("Puzzle {}", index + 1),
        name => name.to_owned(),
    }
}

/// The open collection.
#[derive(Default)]
pub struct Library {
    file: Option<CollectionFile>,
    /// The puzzle that was opened last.
    chosen: Option<usize>,
    /// The puzzle that is opened as soon as nothing is lost by it.
    wanted: Option<usize>,
    /// What runs in this window have found, by the index of the puzzle.
    found: BTreeMap<usize, KnownLength>,
}

impl Library {
    /// Applies an action; returns the puzzle to open, if any.
    pub fn apply(&mut self, action: LibraryAction, requests: &mut Vec<Request>) -> Option<Problem> {
        match action {
            LibraryAction::Opened(file) => {
                *self = Library {
                    file: Some(*file),
                    ..Library::default()
                };
                requests.push(Request::Show(Page::Collection));
                None
            }
            LibraryAction::Read(reading) => {
                let path = self.file.as_ref()?.path.clone()?;
                requests.push(Request::LoadReading(path, reading));
                None
            }
            LibraryAction::OpenAll(paths) => {
                requests.push(Request::LoadAll(paths));
                None
            }
            LibraryAction::Choose(index) => self.choose(index),
            LibraryAction::Step(by) => self.choose(self.stepped(by)?),
        }
    }

    fn choose(&mut self, index: usize) -> Option<Problem> {
        let puzzle = self.collection()?.puzzles.get(index)?.puzzle.clone();
        self.wanted = Some(index);
        Some(puzzle.into())
    }

    /// This problem was put in place of the document's.
    pub fn note_opened(&mut self, problem: &Problem) {
        if let Some(wanted) = self.wanted.take()
            && self.is_of(wanted, problem)
        {
            self.chosen = Some(wanted);
        }
    }

    /// A run has ended: a solution of the puzzle that was opened last is kept beside it.
    pub fn note_runs(&mut self, runs: &Runs) {
        let Some(chosen) = self.chosen else { return };
        for entry in runs.iter() {
            let job = entry.run.job();
            let Some(report) = entry.run.report() else {
                continue;
            };
            let RunOutcome::Solved { moves, optimal, .. } = &report.outcome else {
                continue;
            };
            if !self.is_of(chosen, &job.problem) {
                continue;
            }
            // Where moves have different costs, the cheapest solution may not be the shortest.
            let is_shortest = *optimal
                && matches!(&job.problem, Problem::Tiles(puzzle) if puzzle.costs == Costs::default());
            let found = KnownLength {
                moves: moves.len() as u32,
                optimal: is_shortest,
                by: job.title(),
            };
            let is_news = self
                .known(chosen)
                .is_none_or(|known| is_better(&found, known));
            if is_news {
                self.found.insert(chosen, found);
            }
        }
    }

    fn is_of(&self, index: usize, problem: &Problem) -> bool {
        let entry = self.collection().and_then(|it| it.puzzles.get(index));
        match (entry, problem) {
            (Some(entry), Problem::Tiles(puzzle)) => entry.puzzle == *puzzle,
            _ => false,
        }
    }

    /// The index this number of places after the puzzle that was opened last, if there is one.
    pub fn stepped(&self, by: isize) -> Option<usize> {
        let index = match self.chosen {
            None if by > 0 => 0,
            None => return None,
            Some(chosen) => chosen.checked_add_signed(by)?,
        };
        (index < self.collection()?.puzzles.len()).then_some(index)
    }

    /// The best that is known of a puzzle's length, from its file or a run in this window.
    pub fn known(&self, index: usize) -> Option<&KnownLength> {
        let entry = || self.collection()?.puzzles.get(index)?.result.as_ref();
        self.found.get(&index).or_else(entry)
    }

    /// Whether a run in this window has found what is known.
    pub fn is_found_here(&self, index: usize) -> bool {
        self.found.contains_key(&index)
    }

    /// The open file.
    pub fn file(&self) -> Option<&CollectionFile> {
        self.file.as_ref()
    }

    /// The open collection.
    pub fn collection(&self) -> Option<&Arc<Collection>> {
        self.file.as_ref().map(|file| &file.collection)
    }

    /// The index of the puzzle that was opened last.
    pub fn chosen(&self) -> Option<usize> {
        self.chosen
    }
}

/// Whether a solution says more than what is known.
fn is_better(found: &KnownLength, known: &KnownLength) -> bool {
    found.moves < known.moves || (found.optimal && !known.optimal && found.moves == known.moves)
}
