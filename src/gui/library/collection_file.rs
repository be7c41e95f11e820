//! A collection, the files that it comes from, and the ways in which they can be read.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use tilescope_lab::Collection;
use tilescope_lab::collection::Index;

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
    /// Of each puzzle, what the filter compares.
    texts: Arc<Vec<String>>,
    pub(super) index: Arc<Index>,
}

impl CollectionFile {
    /// Takes a while for a large collection: for a thread of its own.
    pub fn new(
        source: CollectionSource,
        collection: Collection,
        readings: Vec<String>,
        reading: usize,
    ) -> CollectionFile {
        let puzzles = &collection.puzzles;
        let text = |index: usize| {
            let size = puzzles.size(index);
            let known = puzzles.result(index).map_or(String::new(), |known| {
                format!("{} {}", known.moves, known.by)
            });
            searchable(&format!(
                "{} {size} {known}",
                title(index, puzzles.name(index))
            ))
        };
        let texts = (0..puzzles.len()).map(text).collect();
        CollectionFile {
            source,
            readings,
            reading,
            files: Vec::new(),
            texts: Arc::new(texts),
            index: Arc::new(Index::new(&collection.puzzles)),
            collection: Arc::new(collection),
        }
    }

    /// The file, if the puzzles are in one.
    pub fn path(&self) -> Option<&PathBuf> {
        match &self.source {
            CollectionSource::Own(path) | CollectionSource::Foreign(path) => Some(path),
            _ => None,
        }
    }

    /// Whether any of its puzzles come from this file.
    pub fn is_from(&self, path: &Path) -> bool {
        let is_its = |it: &PathBuf| it == path;
        self.path().is_some_and(is_its) || self.files.iter().any(|file| is_its(&file.path))
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
pub fn title(index: usize, name: &str) -> String {
    match name {
        "" => format!("Puzzle {}", index + 1),
        name => name.to_owned(),
    }
}
