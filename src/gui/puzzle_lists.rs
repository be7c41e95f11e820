//! What the library lists beside the open collection: what ships, the user's puzzle folder and recent
//! files; which of these lists is shown; and what is done with puzzles that were chosen from one.

use super::puzzle_list::{PuzzleList, Reading};
use super::requests::{GatheredFor, LibraryRequest, Listed, Picked, Request, Wake};
pub use super::session::Source;
use std::path::{Path, PathBuf};
use tilescope_lab::collection::KnownLength;
use tilescope_puzzle::Puzzle;

/// Something that can happen to the library's lists.
#[derive(Clone, Debug)]
pub enum PuzzleListsAction {
    /// Brings the library to the front, for typing.
    Focus,
    /// Shows this list.
    Show(Source),
    /// Reads the shown list again, if its files can have changed.
    Refresh,
    /// Asks for the user's puzzle folder.
    AskFolder,
    /// This is the user's puzzle folder from now on.
    Folder(PathBuf),
    /// Opens a puzzle or a collection of a list. Asks first if changes would be lost.
    Open(Listed),
    /// Opens several puzzles as a collection, or saves them.
    Gather(Picked, GatheredFor),
    /// These files were opened together: each is a recent one.
    Opened(Vec<PathBuf>),
    /// Adds puzzles to the instances of the experiment.
    AddToExperiment(Picked),
}

/// The lists of the library.
#[derive(Default)]
pub struct PuzzleLists {
    source: Source,
    /// That the user has chosen.
    folder: Option<PathBuf>,
    examples: PuzzleList,
    in_folder: PuzzleList,
    /// The folder that was read last.
    read_folder: Option<PathBuf>,
    recent: PuzzleList,
    n_focused: u64,
}

impl PuzzleLists {
    /// The list that is shown.
    pub fn source(&self) -> Source {
        self.source
    }

    /// A list of what ships or of files; `None` for the open collection.
    pub fn puzzle_list(&self, source: Source) -> Option<&PuzzleList> {
        match source {
            Source::Examples => Some(&self.examples),
            Source::Folder => Some(&self.in_folder),
            Source::Recent => Some(&self.recent),
            Source::Collection => None,
        }
    }

    /// The length of this puzzle, if a list that was read has it and tells it.
    pub fn known(&self, puzzle: &Puzzle) -> Option<KnownLength> {
        let lists = [&self.examples, &self.in_folder, &self.recent];
        lists.iter().find_map(|list| list.known(puzzle))
    }

    /// How often the library was brought to the front for typing.
    pub fn n_focused(&self) -> u64 {
        self.n_focused
    }

    /// The puzzle folder that the user has chosen.
    pub fn chosen_folder(&self) -> Option<&PathBuf> {
        self.folder.as_ref()
    }

    /// The user's puzzle folder, once it was looked for.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref().or(self.read_folder.as_deref())
    }

    /// A window before showed this list, which is read as soon as it is seen.
    pub fn restore(&mut self, source: Source) {
        self.source = source;
    }

    pub fn focus(&mut self) {
        self.n_focused += 1;
    }

    /// Shows this list, and reads it again: files can have changed.
    pub fn show(&mut self, source: Source, recent: &[PathBuf], wake: &Wake) {
        self.source = source;
        let is_reading = self.puzzle_list(source).is_some_and(PuzzleList::is_reading);
        if !is_reading || source == Source::Recent {
            self.refresh(recent, wake);
        }
    }

    /// Reads the shown list again. What ships is read once.
    pub fn refresh(&mut self, recent: &[PathBuf], wake: &Wake) {
        match self.source {
            Source::Examples => {
                if self.examples.ended().is_none() && !self.examples.is_reading() {
                    self.examples.read(Reading::Bundled, true, wake);
                }
            }
            Source::Folder => {
                let folder = self.folder.clone().or_else(default_folder);
                let keeps = folder == self.read_folder;
                self.read_folder.clone_from(&folder);
                if let Some(folder) = folder {
                    self.in_folder.read(Reading::Folder(folder), keeps, wake);
                }
            }
            Source::Recent => {
                let files = Reading::Files(recent.to_vec());
                self.recent.read(files, true, wake);
            }
            Source::Collection => {}
        }
    }

    /// The user's puzzle folder is this from now on, or the default one.
    pub fn set_folder(&mut self, folder: Option<PathBuf>, requests: &mut Vec<Request>) {
        let start = folder.clone().map(LibraryRequest::StartIn);
        requests.extend(start.map(Request::Library));
        self.folder = folder;
    }

    /// Receives what was read.
    pub fn poll(&mut self) {
        for puzzle_list in [&mut self.examples, &mut self.in_folder, &mut self.recent] {
            puzzle_list.poll();
        }
    }
}

/// The folder of dialogs before a file was chosen, and the user's puzzle folder before that was
/// chosen: the puzzles of the repository, or the user's documents.
pub fn default_folder() -> Option<PathBuf> {
    let here = std::env::current_dir()
        .ok()
        .map(|it| it.join("saved_puzzles"));
    let documents = || directories::UserDirs::new()?.document_dir().map(Into::into);
    here.filter(|it| it.is_dir()).or_else(documents)
}
