//! The open collection: its puzzles, which one was opened last, what the window's runs have found,
//! the ways in which its file can be read, and whether anything of it is not saved.

mod changed;
mod collection_file;

pub use collection_file::{CollectionFile, CollectionSource, FileReading, searchable, title};

use super::document::{Confirmation, Resolution};
use super::requests::{Notice, Request, SaveCollection};
use super::runs::Runs;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tilescope_lab::collection::{Known, KnownLength};
use tilescope_lab::worker::Worker;
use tilescope_lab::{Collection, Problem, RunOutcome, format};
use tilescope_puzzle::Costs;

/// What can happen to the open collection.
#[derive(Clone, Debug)]
pub enum LibraryAction {
    /// A file of many puzzles was read, or one whose numbers can mean several things, or puzzles were
    /// generated. Asks first if anything of the open collection would be lost.
    Opened(Box<CollectionFile>),
    /// Opens several files and folders as one collection.
    OpenAll(Vec<PathBuf>),
    /// Reads the file in another way.
    Read(usize),
    /// Of several files, reads the one with the first index in the way with the second; without the
    /// first, all that can be read in several ways.
    ReadOf(Option<usize>, usize),
    /// Opens the puzzle with this index. Asks first if changes would be lost.
    Choose(usize),
    /// Opens the puzzle this number of places farther on. Asks first if changes would be lost.
    Step(isize),
    /// Another program has changed this file, from which puzzles of the collection come.
    FileChanged(PathBuf),
    /// Reads the changed file again; what runs have found is kept.
    TakeTheirs,
    /// Keeps the open collection.
    KeepMine,
    /// Saves to the collection's file, or asks for one.
    Save,
    SaveAs,
    /// Asks for a file, and saves puzzles of the library there.
    SaveGathered(SaveCollection),
    /// This was written to this file.
    Saved(PathBuf, SaveCollection),
    /// The collection was not written: there was an error, or no file was chosen.
    NotSaved,
    /// The collection was not written yet: the file holds something that would be lost.
    Conflict(PathBuf, SaveCollection),
    /// The answer to a conflict.
    Resolve(Resolution),
    /// The answer to “save the collection first?”.
    Confirm(Confirmation),
}

/// What is to be done outside the library after an action.
pub enum Next {
    Nothing,
    /// This puzzle was chosen.
    Open(Problem),
    /// The window may close, as far as the collection is concerned.
    Quit,
}

/// What waits until the collection is saved or given up.
enum Pending {
    Open(Box<CollectionFile>),
    Quit,
}

/// What would be lost of the open collection.
pub struct Question<'a> {
    pub collection: &'a CollectionFile,
    /// Whether the window is to close; otherwise another collection takes its place.
    pub quits: bool,
}

/// The open collection.
#[derive(Default)]
pub struct Library {
    file: Option<CollectionFile>,
    /// The puzzle that was opened last.
    chosen: Option<usize>,
    /// The puzzle that is opened as soon as nothing is lost by it.
    wanted: Option<usize>,
    /// What runs in this window have found and no file holds, by the index of the puzzle.
    found: BTreeMap<usize, KnownLength>,
    /// How often a collection was opened.
    n_opened: u64,
    /// How often a collection was read, or something was found or given up: the puzzles and what is
    /// known of them change only with it.
    n_changes: u64,
    /// What is in the file since it was read, by the index of the puzzle.
    written: BTreeMap<usize, KnownLength>,
    pending: Option<Pending>,
    /// Whether the question about `pending` is open; otherwise the collection is being saved.
    is_asked: bool,
    is_saving: bool,
    conflict: Option<(PathBuf, SaveCollection)>,
    /// The file that another program has changed.
    changed: Option<PathBuf>,
    /// Whether the file is read again, and what runs have found is kept.
    is_reloading: bool,
    /// Whether the user has agreed that saving overwrites what another program has written.
    may_overwrite: bool,
}

impl Library {
    /// Applies an action; says what is to be done next.
    pub fn apply(&mut self, action: LibraryAction, requests: &mut Vec<Request>) -> Next {
        use LibraryAction as A;
        match action {
            A::Opened(file) if self.is_reload(&file) => self.reload(*file),
            A::Opened(file) if self.is_unsaved() => self.ask(Pending::Open(file)),
            A::Opened(file) => self.open(*file, requests),
            A::Read(reading) => {
                let path = self.file.as_ref().and_then(CollectionFile::path);
                requests.extend(path.map(|path| Request::LoadReading(path.clone(), reading)));
            }
            A::ReadOf(which, reading) => {
                let file = self.file.as_ref();
                let request = file.map(|file| Request::LoadReadings(file.read_as(which, reading)));
                requests.extend(request);
            }
            A::FileChanged(path) => self.file_changed(path),
            A::TakeTheirs => self.take_theirs(requests),
            A::KeepMine => self.keep_mine(requests),
            A::OpenAll(paths) => requests.push(Request::LoadAll(paths)),
            A::Choose(index) => return self.choose(index),
            A::Step(by) => {
                if let Some(index) = self.stepped(by) {
                    return self.choose(index);
                }
            }
            A::Save => self.save(requests),
            A::SaveAs => requests.extend(self.job().map(Request::SaveCollectionDialog)),
            A::Saved(path, job) => return self.saved(path, job, requests),
            A::SaveGathered(job) => requests.push(Request::SaveCollectionDialog(job)),
            A::NotSaved => self.end_saving(),
            A::Conflict(path, job) => {
                self.is_saving = false;
                self.conflict = Some((path, job));
            }
            A::Resolve(resolution) => self.resolve(resolution, requests),
            A::Confirm(confirmation) => return self.confirm(confirmation, requests),
        }
        Next::Nothing
    }

    /// Whether the window must not close yet, since a question about the collection is asked first.
    pub fn holds_back_quit(&mut self) -> bool {
        let is_unsaved = self.is_unsaved();
        if is_unsaved {
            self.ask(Pending::Quit);
        }
        is_unsaved
    }

    /// Whether there are puzzles that are in no file, or results that are not in theirs.
    pub fn is_unsaved(&self) -> bool {
        !self.found.is_empty() || self.in_no_file().is_some()
    }

    /// The open collection with what was found of its puzzles, if it was generated and is in no file.
    pub fn in_no_file(&self) -> Option<(&Arc<Collection>, &BTreeMap<usize, KnownLength>)> {
        let file = self.file.as_ref();
        let generated = file.filter(|file| file.source == CollectionSource::Generated);
        generated.map(|file| (&file.collection, &self.found))
    }

    /// The number of results that are not saved.
    pub fn n_unsaved_results(&self) -> usize {
        self.found.len()
    }

    /// The question that is open: whether to save the collection first.
    pub fn question(&self) -> Option<Question<'_>> {
        let pending = self.pending.as_ref().filter(|_| self.is_asked)?;
        Some(Question {
            collection: self.file.as_ref()?,
            quits: matches!(pending, Pending::Quit),
        })
    }

    /// The file that saving the collection would overwrite.
    pub fn conflict(&self) -> Option<&PathBuf> {
        self.conflict.as_ref().map(|(path, _)| path)
    }

    fn ask(&mut self, pending: Pending) {
        self.conflict = None;
        self.pending = Some(pending);
        self.is_asked = true;
    }

    fn open(&mut self, file: CollectionFile, requests: &mut Vec<Request>) {
        self.replace(file).discard();
        self.n_opened += 1;
        requests.push(Request::ShowPanel("Library"));
    }

    /// Shows this file alone; returns what was shown before.
    fn replace(&mut self, file: CollectionFile) -> Library {
        let n_changes = self.n_changes + 1;
        let new = Library {
            file: Some(file),
            n_opened: self.n_opened,
            n_changes,
            ..Library::default()
        };
        std::mem::replace(self, new)
    }

    /// It takes a while to free many puzzles.
    fn discard(self) {
        Worker::<(), ()>::spawn("free a collection", || {}, move |_, _| drop(self));
    }

    fn confirm(&mut self, confirmation: Confirmation, requests: &mut Vec<Request>) -> Next {
        match confirmation {
            Confirmation::Save => {
                self.is_asked = false;
                self.save(requests);
                Next::Nothing
            }
            Confirmation::Discard => self.go_on(requests),
            Confirmation::Cancel => {
                self.pending = None;
                Next::Nothing
            }
        }
    }

    /// Does what has waited.
    fn go_on(&mut self, requests: &mut Vec<Request>) -> Next {
        match self.pending.take() {
            None => Next::Nothing,
            Some(Pending::Quit) => Next::Quit,
            Some(Pending::Open(file)) => {
                self.open(*file, requests);
                Next::Nothing
            }
        }
    }

    fn save(&mut self, requests: &mut Vec<Request>) {
        let (Some(file), Some(job)) = (&self.file, self.job()) else {
            return;
        };
        match &file.source {
            // What is found meanwhile stays unsaved.
            _ if self.is_saving => {}
            CollectionSource::Own(path) => {
                requests.push(Request::SaveCollection(path.clone(), job));
                self.is_saving = true;
            }
            _ => requests.push(Request::SaveCollectionDialog(job)),
        }
    }

    /// The open collection, to be saved.
    pub fn job(&self) -> Option<SaveCollection> {
        Some(SaveCollection {
            collection: Arc::clone(self.collection()?),
            written: self.written.clone(),
            found: self.found.clone(),
            may_overwrite: self.may_overwrite,
        })
    }

    fn end_saving(&mut self) {
        self.is_saving = false;
        self.pending = None;
    }

    fn saved(&mut self, path: PathBuf, job: SaveCollection, requests: &mut Vec<Request>) -> Next {
        let notice = Notice::Done(format!("Saved {}", format::file_name(&path)));
        requests.push(Request::Notify(notice));
        let is_its = |open: &&mut CollectionFile| Arc::ptr_eq(&open.collection, &job.collection);
        let Some(file) = self.file.as_mut().filter(is_its) else {
            return Next::Nothing;
        };
        file.source = CollectionSource::Own(path);
        // In the new file the numbers mean one thing.
        file.readings.clear();
        self.found
            .retain(|index, found| job.found.get(index) != Some(found));
        self.written = job.written;
        self.written.extend(job.found);
        self.is_saving = false;
        (self.may_overwrite, self.changed) = (false, None);
        match self.is_asked {
            true => Next::Nothing,
            false => self.go_on(requests),
        }
    }

    fn resolve(&mut self, resolution: Resolution, requests: &mut Vec<Request>) {
        let Some((path, job)) = self.conflict.take() else {
            return;
        };
        match resolution {
            Resolution::Overwrite => {
                self.is_saving = true;
                let may_overwrite = true;
                let job = SaveCollection {
                    may_overwrite,
                    ..job
                };
                requests.push(Request::SaveCollection(path, job));
            }
            Resolution::SaveAs => requests.push(Request::SaveCollectionDialog(job)),
            Resolution::Reload => {
                self.pending = None;
                self.found.clear();
                self.n_changes += 1;
                requests.push(Request::Load(path));
            }
            Resolution::Cancel => self.pending = None,
        }
    }

    fn choose(&mut self, index: usize) -> Next {
        let entry = self.collection().and_then(|it| it.puzzles.get(index));
        let Some(puzzle) = entry.map(|entry| entry.puzzle) else {
            return Next::Nothing;
        };
        self.wanted = Some(index);
        Next::Open(puzzle.into())
    }

    /// This problem was put in place of the document's.
    pub fn note_opened(&mut self, problem: &Problem) {
        if let Some(wanted) = self.wanted.take()
            && self.is_of(wanted, problem)
        {
            self.chosen = Some(wanted);
        }
    }

    /// Runs have ended: their solutions are kept beside the puzzles that they are of.
    pub fn note_runs(&mut self, runs: &Runs) {
        for entry in runs.iter() {
            let report = entry.run.report();
            if let Some(RunOutcome::Solved { moves, optimal, .. }) = report.map(|it| &it.outcome) {
                let job = entry.run.job();
                self.note_solution(&job.problem, moves.len() as u32, *optimal, &job.title());
            }
        }
    }

    /// A solution was found: it is kept beside each puzzle that it is of, if it is news.
    pub fn note_solution(&mut self, problem: &Problem, moves: u32, optimal: bool, by: &str) {
        let (Some(file), Problem::Tiles(puzzle)) = (&self.file, problem) else {
            return;
        };
        let found = KnownLength {
            moves,
            // Where moves have different costs, the cheapest solution may not be the shortest.
            optimal: optimal && puzzle.costs == Costs::default(),
            by: by.to_owned(),
        };
        for index in file.index.of(puzzle, &file.collection.puzzles) {
            let is_news = self
                .known(index)
                .is_none_or(|known| is_better(&found, known));
            if is_news {
                self.found.insert(index, found.clone());
                self.n_changes += 1;
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
    pub fn known(&self, index: usize) -> Option<Known<'_>> {
        let entry = || self.collection()?.puzzles.result(index);
        self.found(index).map(Known::from).or_else(entry)
    }

    /// What runs in this window have found of a puzzle's length.
    pub fn found(&self, index: usize) -> Option<&KnownLength> {
        let here = self.found.get(&index);
        here.or_else(|| self.written.get(&index))
    }

    /// What runs in this window have found of the puzzles, by their index.
    pub fn results(&self) -> BTreeMap<usize, KnownLength> {
        let mut results = self.written.clone();
        results.extend(self.found.clone());
        results
    }

    /// How often a collection was opened.
    pub fn n_opened(&self) -> u64 {
        self.n_opened
    }

    /// How often the puzzles, or what is known of them, have changed.
    pub fn n_changes(&self) -> u64 {
        self.n_changes
    }

    /// Whether a run in this window has found what is known, and it is not saved.
    pub fn is_found_here(&self, index: usize) -> bool {
        self.found.contains_key(&index)
    }

    /// The open file.
    pub fn file(&self) -> Option<&CollectionFile> {
        self.file.as_ref()
    }

    /// The file of the open collection, if it is one of Tilescope's own format.
    pub fn own_file(&self) -> Option<&Path> {
        match &self.file.as_ref()?.source {
            CollectionSource::Own(path) => Some(path),
            _ => None,
        }
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
fn is_better(found: &KnownLength, known: Known) -> bool {
    found.moves < known.moves || (found.optimal && !known.optimal && found.moves == known.moves)
}
