//! The open collections, of which one is active: its puzzles are listed, and keys step through them.
//! What runs find is kept beside the puzzles of all.

mod changed;
mod collection_file;
mod lookup;
mod open_collection;
mod restored;

pub use collection_file::{
    CollectionFile, CollectionSource, FileReading, name_in_file, searchable, title,
};
pub use open_collection::{CollectionId, OpenCollection};

use super::document::{Confirmation, Resolution};
use super::requests::{Notice, Request, SaveCollection};
use super::runs::Runs;
use super::session::SavedCollections;
use open_collection::{Awaited, Pending, discard};
use std::path::PathBuf;
use std::sync::Arc;
use tilescope_lab::{Collection, Problem, RunOutcome, format};

/// What can happen to the open collections.
#[derive(Clone, Debug)]
pub enum LibraryAction {
    /// A file of many puzzles was read, or one whose numbers can mean several things, or puzzles were
    /// generated. It is shown beside those that are open; one that is open already takes its place.
    Opened(Box<CollectionFile>),
    /// What an earlier window had open was read, as far as that was possible.
    Restored(Vec<Option<CollectionFile>>),
    /// Opens several files and folders as one collection.
    OpenAll(Vec<PathBuf>),
    /// Makes a collection the active one.
    Show(CollectionId),
    /// Makes the collection this number of places farther on the active one.
    ShowNext(isize),
    /// Gives a collection another name.
    Rename(CollectionId, String),
    /// The active one is shown, and its name is to be typed.
    AskName,
    /// Closes a collection. Asks first if anything of it would be lost.
    Close(CollectionId),
    /// Closes the active one.
    CloseActive,
    /// Reads the active one's file in another way.
    Read(usize),
    /// Of its files, reads the one with the first index in the way with the second; without the
    /// first, all that can be read in several ways.
    ReadOf(Option<usize>, usize),
    /// Opens the active one's puzzle with this index. Asks first if changes would be lost.
    Choose(usize),
    /// The same, and solves it optimally.
    Solve(usize),
    /// Opens the puzzle this number of places farther on. Asks first if changes would be lost.
    Step(isize),
    /// The library lists the puzzles of this collection so; `None` for all of them in their order.
    Order(CollectionId, Option<Vec<usize>>),
    /// Another program has changed this file, from which puzzles of a collection come.
    FileChanged(PathBuf),
    /// This file is no longer there.
    FileGone(PathBuf),
    /// Reads the changed file again; what runs have found is kept.
    TakeTheirs,
    /// Keeps the open collection.
    KeepMine,
    /// Saves the active one to its file, or asks for one.
    Save,
    SaveAs,
    /// Asks for a file, and saves puzzles of the library there.
    SaveGathered(SaveCollection),
    /// This was written to this file.
    Saved(PathBuf, SaveCollection),
    /// This collection was not written: there was an error, or no file was chosen.
    NotSaved(Arc<Collection>),
    /// This was not written yet: the file holds something that would be lost.
    Conflict(PathBuf, SaveCollection),
    /// The answer to a conflict.
    Resolve(Resolution),
    /// The answer to “save the collection first?”.
    Confirm(Confirmation),
}

/// What is to be done outside the library after an action.
pub enum Next {
    Nothing,
    /// The puzzles of the active collection are to be listed.
    Show,
    /// The same, and keys stay where they are.
    List,
    /// This puzzle was chosen.
    Open(Problem),
    /// It was saved or given up, and is to be closed.
    Close(CollectionId),
    /// The window may close, as far as the collections are concerned.
    Quit,
}

/// Why it is asked whether to save a collection first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    Closes,
    Quits,
    ReadsOtherwise,
}

/// A file that saving a collection would overwrite.
pub struct Conflict<'a> {
    pub path: &'a PathBuf,
    /// The open collection that is in the file.
    pub open: Option<&'a OpenCollection>,
    /// Whether it is the one that is to be saved, so that another program has changed the file.
    pub is_own: bool,
}

/// The open collections.
#[derive(Default)]
pub struct Library {
    open: Vec<OpenCollection>,
    /// The index of the active one.
    active: usize,
    /// How often a collection was opened, or read in another way.
    n_opened: u64,
    n_names_asked: u64,
    conflict: Option<(PathBuf, SaveCollection)>,
    /// What an earlier window had open, until it is read.
    to_restore: SavedCollections,
}

impl Library {
    /// Applies an action; says what is to be done next.
    pub fn apply(&mut self, action: LibraryAction, requests: &mut Vec<Request>) -> Next {
        use LibraryAction as A;
        match action {
            A::Opened(file) => return self.opened(*file),
            A::Restored(files) => self.restored(files),
            A::OpenAll(paths) => requests.push(Request::LoadAll(paths)),
            A::Show(id) => self.active = self.index_of(id).unwrap_or(self.active),
            A::ShowNext(by) => return self.show_next(by),
            A::Rename(id, name) => {
                if let Some(index) = self.index_of(id) {
                    self.open[index].rename(&name);
                }
            }
            A::AskName if self.open.is_empty() => {}
            A::AskName => {
                self.n_names_asked += 1;
                return self.show(self.active);
            }
            A::Close(id) => self.close(self.index_of(id)),
            A::CloseActive => {
                // The library may be hidden.
                let saved = self.active().filter(|active| !active.is_unsaved());
                let title = saved.map(|saved| saved.title(&self.open));
                let closed = title.map(|title| Notice::Done(format!("Closed {title}")));
                requests.extend(closed.map(Request::Notify));
                self.close(Some(self.active));
            }
            A::Read(reading) => {
                if let Some(active) = self.active_mut()
                    && let Some(read) = active.file.read_otherwise(reading)
                {
                    active.awaited = Awaited::OtherReading;
                    requests.push(read);
                }
            }
            A::ReadOf(which, reading) => {
                if let Some(active) = self.active_mut() {
                    active.awaited = Awaited::OtherReading;
                    let files = active.file.read_as(which, reading);
                    requests.push(Request::LoadReadings(files));
                }
            }
            A::Choose(index) | A::Solve(index) => return self.choose(index),
            A::Step(by) => {
                if let Some(index) = self.active().and_then(|active| active.stepped(by)) {
                    return self.choose(index);
                }
            }
            A::Order(id, order) => {
                if let Some(index) = self.index_of(id) {
                    self.open[index].order = order;
                }
            }
            A::FileChanged(path) => {
                let of_file = self.open.iter_mut().filter(|it| it.file.is_from(&path));
                of_file.for_each(|it| it.file_changed(path.clone(), requests));
            }
            A::FileGone(path) => {
                let of_file = self.open.iter_mut().filter(|it| it.file.is_from(&path));
                of_file.for_each(|it| it.file_gone(&path, requests));
            }
            A::TakeTheirs => {
                self.answer_change(|it| it.take_theirs(requests));
            }
            A::KeepMine => {
                self.answer_change(|it| it.keep_mine(requests));
            }
            A::Save => {
                if let Some(active) = self.active_mut() {
                    active.save(requests);
                }
            }
            A::SaveAs => {
                let job = self.active().map(OpenCollection::job);
                requests.extend(job.map(Request::SaveCollectionDialog));
            }
            A::SaveGathered(job) => requests.push(Request::SaveCollectionDialog(job)),
            A::Saved(path, job) => return self.saved(path, job, requests),
            A::NotSaved(collection) => {
                if let Some(index) = self.index_with(&collection) {
                    self.open[index].end_saving();
                }
            }
            A::Conflict(path, job) => {
                if let Some(index) = self.index_with(&job.collection) {
                    self.open[index].is_saving = false;
                }
                self.conflict = Some((path, job));
            }
            A::Resolve(resolution) => self.resolve(resolution, requests),
            A::Confirm(confirmation) => return self.confirm(confirmation, requests),
        }
        Next::Nothing
    }

    /// The collection whose puzzles are listed.
    pub fn active(&self) -> Option<&OpenCollection> {
        self.open.get(self.active)
    }

    /// All that are open, in the order in which they were opened.
    pub fn open(&self) -> &[OpenCollection] {
        &self.open
    }

    /// How often a collection was opened, or read in another way.
    pub fn n_opened(&self) -> u64 {
        self.n_opened
    }

    /// How often the name of the active one was to be typed.
    pub fn n_names_asked(&self) -> u64 {
        self.n_names_asked
    }

    /// The question that is open: about which collection, and why it is asked whether to save it first.
    pub fn question(&self) -> Option<(&OpenCollection, Reason)> {
        let asked = |it: &OpenCollection| {
            Some(match it.asked()? {
                Pending::Replace(_) => Reason::ReadsOtherwise,
                Pending::Close => Reason::Closes,
                Pending::Quit => Reason::Quits,
            })
        };
        self.open.iter().find_map(|it| Some((it, asked(it)?)))
    }

    /// The file that saving a collection would overwrite, and what of it is open.
    pub fn conflict(&self) -> Option<Conflict<'_>> {
        let (path, job) = self.conflict.as_ref()?;
        let open = self.open.iter().find(|it| it.own_file() == Some(path));
        Some(Conflict {
            path,
            open,
            is_own: open.is_some_and(|it| Arc::ptr_eq(it.collection(), &job.collection)),
        })
    }

    /// Whether the window must not close yet, since a question about a collection is asked first.
    pub fn holds_back_quit(&mut self) -> bool {
        self.open.iter_mut().for_each(|it| it.is_given_up = false);
        self.asks_before_quit()
    }

    /// The number of those that are neither saved nor given up.
    pub fn n_left(&self) -> usize {
        let is_left = |it: &&OpenCollection| it.is_unsaved() && !it.is_given_up;
        self.open.iter().filter(is_left).count()
    }

    /// Asks about the first that is neither saved nor given up, if there is one.
    fn asks_before_quit(&mut self) -> bool {
        let is_left = |it: &&mut OpenCollection| it.is_unsaved() && !it.is_given_up;
        let left = self.open.iter_mut().find(is_left);
        let asks = left.map(|it| it.ask(Pending::Quit)).is_some();
        if asks {
            self.conflict = None;
        }
        asks
    }

    fn active_mut(&mut self) -> Option<&mut OpenCollection> {
        self.open.get_mut(self.active)
    }

    fn index_of(&self, id: CollectionId) -> Option<usize> {
        self.open.iter().position(|it| it.id() == id)
    }

    /// The index of the one with these puzzles.
    fn index_with(&self, collection: &Arc<Collection>) -> Option<usize> {
        let is_its = |it: &OpenCollection| Arc::ptr_eq(it.collection(), collection);
        self.open.iter().position(is_its)
    }

    fn next_id(&mut self) -> CollectionId {
        self.n_opened += 1;
        CollectionId(self.n_opened)
    }

    fn opened(&mut self, file: CollectionFile) -> Next {
        let same = self.open.iter().position(|it| it.file.is_same_file(&file));
        let Some(index) = same else {
            let id = self.next_id();
            self.open.push(OpenCollection::new(id, file));
            return self.show(self.open.len() - 1);
        };
        let open = &mut self.open[index];
        match std::mem::take(&mut open.awaited) {
            Awaited::Reload => {
                open.reload(file);
                return Next::Nothing;
            }
            Awaited::OtherReading if !open.loses_by_reading() => {
                return self.show_read_anew(index, file);
            }
            Awaited::OtherReading => {
                self.conflict = None;
                open.ask(Pending::Replace(file.into()));
            }
            // It may hold something else by now.
            Awaited::Nothing
                if open.file.has_same_reading(&file)
                    && !open.is_saving
                    && !open.is_in_no_file() =>
            {
                open.reload(file);
            }
            Awaited::Nothing => discard(file),
        }
        self.show(index)
    }

    fn show(&mut self, index: usize) -> Next {
        self.active = index;
        Next::Show
    }

    fn show_next(&mut self, by: isize) -> Next {
        match self.open.len() as isize {
            0 => Next::Nothing,
            n => self.show((self.active as isize + by).rem_euclid(n) as usize),
        }
    }

    /// Another reading was chosen above the list, where still another can be chosen.
    fn show_read_anew(&mut self, index: usize, file: CollectionFile) -> Next {
        let id = self.next_id();
        self.open[index].replace(id, file);
        self.active = index;
        Next::List
    }

    fn close(&mut self, index: Option<usize>) {
        let Some(index) = index.filter(|index| *index < self.open.len()) else {
            return;
        };
        if self.open[index].is_unsaved() {
            self.conflict = None;
            self.open[index].ask(Pending::Close);
        } else {
            self.remove(index);
        }
    }

    /// Closes it without a question.
    pub fn close_now(&mut self, id: CollectionId) {
        if let Some(index) = self.index_of(id) {
            self.remove(index);
        }
    }

    /// The one after it becomes active if it was.
    fn remove(&mut self, index: usize) {
        discard(self.open.remove(index));
        let is_before = index < self.active || self.active == self.open.len();
        self.active = self.active.saturating_sub(usize::from(is_before));
    }

    fn saved(&mut self, path: PathBuf, job: SaveCollection, requests: &mut Vec<Request>) -> Next {
        let text = format!("Saved {}", format::file_name(&path));
        let notice = Notice::Saved(text, path.clone());
        requests.push(Request::Notify(notice));
        let saved = self.index_with(&job.collection);
        let saved = saved.map(|index| self.open[index].id());
        self.overwritten(&path, saved, requests);
        let Some(index) = saved.and_then(|id| self.index_of(id)) else {
            return Next::Nothing;
        };
        let pending = self.open[index].saved(path, job);
        self.go_on(index, pending)
    }

    fn confirm(&mut self, confirmation: Confirmation, requests: &mut Vec<Request>) -> Next {
        let asked = self.open.iter().position(|it| it.asked().is_some());
        let Some(index) = asked else {
            return Next::Nothing;
        };
        let open = &mut self.open[index];
        match confirmation {
            Confirmation::Save => open.save_first(requests),
            Confirmation::Discard => {
                let pending = open.take_pending();
                return self.go_on(index, pending);
            }
            Confirmation::DiscardAll => {
                let pending = open.take_pending();
                self.open.iter_mut().for_each(|it| it.is_given_up = true);
                return self.go_on(index, pending);
            }
            Confirmation::Cancel => drop(open.take_pending()),
        }
        Next::Nothing
    }

    /// Does what has waited until the collection with this index was saved or given up.
    fn go_on(&mut self, index: usize, pending: Option<Pending>) -> Next {
        match pending {
            None => {}
            Some(Pending::Close) => return Next::Close(self.open[index].id()),
            Some(Pending::Replace(file)) => return self.show_read_anew(index, *file),
            Some(Pending::Quit) => {
                self.open[index].is_given_up = true;
                if !self.asks_before_quit() {
                    return Next::Quit;
                }
            }
        }
        Next::Nothing
    }

    fn resolve(&mut self, resolution: Resolution, requests: &mut Vec<Request>) {
        let Some((path, job)) = self.conflict.take() else {
            return;
        };
        let index = self.index_with(&job.collection);
        let open = index.map(|index| &mut self.open[index]);
        match resolution {
            Resolution::Overwrite => {
                if let Some(open) = open {
                    open.is_saving = true;
                }
                let may_overwrite = true;
                let job = SaveCollection {
                    may_overwrite,
                    ..job
                };
                requests.push(Request::SaveCollection(path, job));
            }
            Resolution::SaveAs => requests.push(Request::SaveCollectionDialog(job)),
            Resolution::Reload => {
                if let Some(open) = open {
                    drop(open.take_pending());
                    open.forget_results();
                    open.awaited = Awaited::Reload;
                }
                requests.push(Request::Load(path));
            }
            Resolution::Cancel => drop(open.and_then(OpenCollection::take_pending)),
        }
    }

    fn choose(&mut self, index: usize) -> Next {
        let problem = self.active_mut().and_then(|active| active.choose(index));
        problem.map_or(Next::Nothing, Next::Open)
    }

    /// This problem was put in place of the document's.
    pub fn note_opened(&mut self, problem: &Problem) {
        self.open.iter_mut().for_each(|it| it.note_opened(problem));
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
        let open = self.open.iter_mut();
        open.for_each(|it| it.note_solution(problem, moves, optimal, by));
    }
}
