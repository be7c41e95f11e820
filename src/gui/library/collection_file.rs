//! A collection, the files that it comes from, and the ways in which they can be read.

use crate::gui::requests::{LibraryRequest, Request};
use crate::gui::session::SavedCollection;
use crate::gui::text::as_file_name;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tilescope_lab::Collection;
use tilescope_lab::collection::Index;
use tilescope_lab::files::collection::default_name;
use tilescope_puzzle::Puzzle;

/// Where the puzzles of a collection come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CollectionSource {
    /// A collection of Tilescope's own format: what is found is saved there.
    Own(PathBuf),
    /// A file of another program, which is never written.
    Foreign(PathBuf),
    SeveralFiles,
    /// A collection that ships under this name.
    Bundled(String),
    /// They were chosen from others, where they still are.
    Chosen,
    /// They were generated, and are in no file.
    Generated,
    /// They were pasted as this text, which can be read in several ways, and are in no file.
    Pasted(Arc<str>),
}

/// One of several files that were opened together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileReading {
    pub path: PathBuf,
    /// What its format is called in sentences.
    pub format: &'static str,
    /// The ways to read it, the most likely first; none for a file of Tilescope.
    pub readings: Vec<String>,
    /// The index of the one that was taken.
    pub reading: usize,
}

/// A collection, and how its file was read.
#[derive(Clone, Debug)]
pub struct CollectionFile {
    pub source: CollectionSource,
    pub collection: Arc<Collection>,
    /// The ways to read a file of another program, the most likely first.
    pub readings: Vec<String>,
    /// The index of the reading that was taken.
    pub reading: usize,
    /// The files, if there are several.
    pub files: Vec<FileReading>,
    /// Of each puzzle, the text in which the filter looks for words.
    texts: Arc<Vec<String>>,
    index: Arc<Index>,
    /// Whether its name was made up, from how the puzzles were generated or gathered.
    pub(super) has_made_name: bool,
}

impl CollectionFile {
    /// Takes a while for a large collection: for a thread of its own.
    pub fn new(
        source: CollectionSource,
        collection: impl Into<Arc<Collection>>,
        readings: Vec<String>,
        reading: usize,
    ) -> CollectionFile {
        let collection = collection.into();
        let puzzles = &collection.puzzles;
        let text = |index: usize| {
            let size = puzzles.size(index);
            let by = puzzles.result(index).map_or("", |known| known.by);
            let name = title(index, puzzles.name(index));
            searchable(&format!("{name} {size} {by}"))
        };
        let texts = (0..puzzles.len()).map(text).collect();
        CollectionFile {
            readings,
            reading,
            files: Vec::new(),
            texts: Arc::new(texts),
            index: Arc::new(Index::new(&collection.puzzles)),
            has_made_name: matches!(
                source,
                CollectionSource::SeveralFiles
                    | CollectionSource::Chosen
                    | CollectionSource::Generated
                    | CollectionSource::Pasted(_)
            ),
            source,
            collection,
        }
    }

    /// The same with a name that was chosen.
    pub fn with_chosen_name(self) -> CollectionFile {
        CollectionFile {
            has_made_name: false,
            ..self
        }
    }

    /// The file, if the puzzles are in one.
    pub fn path(&self) -> Option<&PathBuf> {
        match &self.source {
            CollectionSource::Own(path) | CollectionSource::Foreign(path) => Some(path),
            _ => None,
        }
    }

    /// Whether its puzzles were generated or pasted, and are in no file.
    pub fn is_in_no_file(&self) -> bool {
        matches!(
            self.source,
            CollectionSource::Generated | CollectionSource::Pasted(_)
        )
    }

    /// Whether it takes the name of the next file: its own is that of its present file, or made up.
    pub(super) fn gives_name(&self) -> bool {
        match self.path() {
            Some(path) => is_after_file(&self.collection.name, path),
            None => self.has_made_name,
        }
    }

    pub(super) fn rename(&mut self, name: String) {
        if self.collection.name != name {
            Arc::make_mut(&mut self.collection).name = name;
        }
    }

    /// The files that the puzzles come from.
    pub fn paths(&self) -> impl Iterator<Item = &PathBuf> + Clone {
        let files = self.files.iter().map(|file| &file.path);
        self.path().into_iter().chain(files)
    }

    /// Whether any of its puzzles come from this file.
    pub fn is_from(&self, path: &Path) -> bool {
        self.paths().any(|it| it == path)
    }

    /// Whether both come from the same file, or the same files, or ship under the same name.
    pub(super) fn is_same_file(&self, other: &CollectionFile) -> bool {
        let is_kept = !matches!(
            self.source,
            CollectionSource::Chosen | CollectionSource::Generated
        );
        is_kept
            && self.source == other.source
            && (self.files.iter().map(|file| &file.path))
                .eq(other.files.iter().map(|file| &file.path))
    }

    /// Whether the same files are read in the same way.
    pub(super) fn has_same_reading(&self, other: &CollectionFile) -> bool {
        let readings = |file: &CollectionFile| -> Vec<usize> {
            file.files.iter().map(|it| it.reading).collect()
        };
        self.reading == other.reading && readings(self) == readings(other)
    }

    /// The indices of a puzzle.
    pub(super) fn places_of(&self, puzzle: &Puzzle) -> Vec<usize> {
        self.index.of(puzzle, &self.collection.puzzles)
    }

    /// How a later window opens it again; what is in no file cannot be.
    pub(super) fn saved(&self) -> Option<SavedCollection> {
        match &self.source {
            CollectionSource::Own(path) => Some(SavedCollection::File(path.clone(), 0)),
            CollectionSource::Foreign(path) => {
                Some(SavedCollection::File(path.clone(), self.reading))
            }
            CollectionSource::SeveralFiles => {
                let files = self.files.iter();
                let files = files.map(|file| (file.path.clone(), file.reading));
                let name = self.collection.name.clone();
                Some(SavedCollection::Files(name, files.collect()))
            }
            CollectionSource::Bundled(name) => Some(SavedCollection::Bundled(name.clone())),
            CollectionSource::Chosen
            | CollectionSource::Generated
            | CollectionSource::Pasted(_) => None,
        }
    }

    /// Reads the file, or the text that was pasted, in the way with this index.
    pub(super) fn read_otherwise(&self, reading: usize) -> Option<Request> {
        if let CollectionSource::Pasted(text) = &self.source {
            let read = LibraryRequest::ReadText(Arc::clone(text), reading);
            return Some(Request::Library(read));
        }
        let path = self.path()?.clone();
        Some(Request::LoadReading(path, reading))
    }

    /// The files, and the way to read each, if the one with this index is read in another way; without
    /// an index, all that can be.
    pub(super) fn read_as(&self, which: Option<usize>, reading: usize) -> Vec<(PathBuf, usize)> {
        let is_meant = |index| which.is_none_or(|which| which == index);
        let files = self.files.iter().enumerate();
        let files = files.map(|(index, file)| {
            let is_changed = is_meant(index) && reading < file.readings.len();
            let reading = if is_changed { reading } else { file.reading };
            (file.path.clone(), reading)
        });
        files.collect()
    }

    /// Of each puzzle, the text in which the filter looks for words. Lengths are compared as numbers.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }
}

/// The name of a collection without a chosen name, once it is saved to a file: the file's, unless the file
/// is called after the collection.
pub fn name_in_file(name: &str, path: &Path) -> String {
    match is_after_file(name, path) {
        true => name.to_owned(),
        false => default_name(path),
    }
}

/// Whether a collection and its file have the same name, as far as file systems allow.
fn is_after_file(name: &str, path: &Path) -> bool {
    let of_file = default_name(path);
    of_file == name || of_file == as_file_name(name)
}

/// A text as the filter compares it: a size may be typed as 4x4.
pub fn searchable(text: &str) -> String {
    text.to_lowercase().replace('×', "x")
}

/// The name of a puzzle, or its number.
pub fn title(index: usize, name: &str) -> String {
    match name {
        "" => format!("Puzzle {}", index + 1),
        name => name.to_owned(),
    }
}
