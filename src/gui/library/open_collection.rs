//! An open collection: its puzzles, which one was opened last, what the window's runs have found, the
//! ways in which its file can be read, and whether anything of it is not saved.

use super::collection_file::{CollectionFile, CollectionSource, name_in_file};
use crate::gui::requests::{Request, SaveCollection};
use crate::gui::session::SavedCollection;
use crate::gui::text::numbered;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tilescope_lab::collection::{Known, KnownLength};
use tilescope_lab::worker::Worker;
use tilescope_lab::{Collection, Problem, format};
use tilescope_puzzle::{Costs, Puzzle};

/// The number of a collection in this window. A file that is read in another way gets another, since
/// its puzzles are others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CollectionId(pub u64);

/// What waits until a collection is saved or given up.
pub enum Pending {
    /// Its file, read in another way.
    Replace(Box<CollectionFile>),
    Close,
    Quit,
}

/// How the collection's file is taken when it was read again.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum Awaited {
    #[default]
    Nothing,
    /// Another program has changed it: what runs have found is kept.
    Reload,
    /// It is read in another way.
    OtherReading,
}

/// An open collection.
pub struct OpenCollection {
    id: CollectionId,
    pub(super) file: CollectionFile,
    /// The puzzle that was opened last.
    pub(super) chosen: Option<usize>,
    /// Whether that is the present one, though it may have been edited since.
    pub(super) is_present: bool,
    /// The puzzle that is opened as soon as nothing is lost by it.
    wanted: Option<usize>,
    /// What runs in this window have found and no file holds, by the index of the puzzle.
    pub(super) found: BTreeMap<usize, KnownLength>,
    /// How often it was read, or something was found or given up: the puzzles and what is known of
    /// them change only with it.
    pub(super) n_changes: u64,
    /// What it is called in its file, if it was renamed since.
    name_before: Option<String>,
    /// What is in the file since it was read, by the index of the puzzle.
    written: BTreeMap<usize, KnownLength>,
    pending: Option<Pending>,
    /// Whether the question about `pending` is open; otherwise the collection is being saved.
    is_asked: bool,
    pub(super) is_saving: bool,
    /// The file that another program has changed.
    pub(super) changed: Option<PathBuf>,
    pub(super) awaited: Awaited,
    /// Whether the user has agreed that saving overwrites what another program has written.
    pub(super) may_overwrite: bool,
    /// Whether it is kept as it was read, although its file holds something else.
    pub(super) is_kept: bool,
    /// The one of its several files that this window has saved, whose change is no other program's.
    pub(super) saved_here: Option<PathBuf>,
    /// Whether the window closes without it being saved.
    pub(super) is_given_up: bool,
    /// The puzzles that the library lists, in its order, if these are not all in theirs.
    pub(super) order: Option<Vec<usize>>,
}

impl OpenCollection {
    pub(super) fn new(id: CollectionId, file: CollectionFile) -> Self {
        OpenCollection {
            id,
            file,
            chosen: None,
            is_present: false,
            wanted: None,
            found: BTreeMap::new(),
            n_changes: 0,
            name_before: None,
            written: BTreeMap::new(),
            pending: None,
            is_asked: false,
            is_saving: false,
            changed: None,
            awaited: Awaited::Nothing,
            may_overwrite: false,
            is_kept: false,
            saved_here: None,
            is_given_up: false,
            order: None,
        }
    }

    pub fn id(&self) -> CollectionId {
        self.id
    }

    /// What was read, and how.
    pub fn file(&self) -> &CollectionFile {
        &self.file
    }

    pub fn collection(&self) -> &Arc<Collection> {
        &self.file.collection
    }

    /// The file of the collection, if it is one of Tilescope's own format.
    pub fn own_file(&self) -> Option<&Path> {
        match &self.file.source {
            CollectionSource::Own(path) => Some(path),
            _ => None,
        }
    }

    /// Its name, as it is shown.
    pub fn name(&self) -> &str {
        match &*self.collection().name {
            "" => "Collection",
            name => name,
        }
    }

    /// Its name, and what tells it from the others of `open` that have the same name: its file, that it has
    /// none, or which of them it is where only its number tells it.
    pub fn title(&self, open: &[OpenCollection]) -> String {
        let name = self.name();
        let equals = open.iter().filter(|it| it.name() == name);
        let is_unsaved = |it: &OpenCollection| {
            it.file.is_in_no_file() || it.file.source == CollectionSource::Chosen
        };
        let n_unsaved = equals.clone().filter(|it| is_unsaved(it)).count();
        let is_only_unsaved = |it: &OpenCollection| is_unsaved(it) && n_unsaved == 1;
        // Those that nothing else tells apart are numbered.
        let is_numbered = |it: &&OpenCollection| it.file.path().is_none() && !is_only_unsaved(it);
        let numbered: Vec<_> = equals.clone().filter(is_numbered).map(Self::id).collect();
        let place = numbered.iter().position(|id| *id == self.id());
        match (equals.count(), self.file.path(), place) {
            (0 | 1, ..) => name.to_owned(),
            (_, Some(path), _) => format!("{name} ({})", format::file_name(path)),
            _ if is_only_unsaved(self) => format!("{name} (not saved)"),
            (_, None, Some(place)) if numbered.len() > 1 => {
                format!("{name} ({} of {})", place + 1, numbered.len())
            }
            _ => name.to_owned(),
        }
    }

    /// The index of the puzzle that was opened last.
    pub fn chosen(&self) -> Option<usize> {
        self.chosen
    }

    /// Whether there are puzzles that are in no file, or results or a name that are not in theirs.
    pub fn is_unsaved(&self) -> bool {
        !self.found.is_empty() || self.is_renamed() || self.is_in_no_file()
    }

    /// Whether saving it writes anything: what was chosen from others is in no file of its own.
    pub fn can_be_saved(&self) -> bool {
        let is_gathered = matches!(
            self.file.source,
            CollectionSource::Chosen | CollectionSource::SeveralFiles
        );
        is_gathered || self.is_unsaved()
    }

    /// Whether its name is not the one in its file.
    pub fn is_renamed(&self) -> bool {
        self.name_before.is_some()
    }

    /// Gives it this name; none, or the same, changes nothing.
    pub(super) fn rename(&mut self, name: &str) {
        let (name, present) = (name.trim(), self.collection().name.clone());
        // What is being written would not be known as this collection.
        if name.is_empty() || name == present || self.is_saving {
            return;
        }
        let before = self.name_before.take().unwrap_or(present);
        self.name_before = (before != name).then_some(before);
        self.file.rename(name.to_owned());
        self.file.has_made_name = false;
        self.n_changes += 1;
    }

    /// How a later window opens it again: a name that is not saved is lost.
    pub(super) fn to_save(&self) -> Option<SavedCollection> {
        let mut saved = self.file.saved()?;
        if let (SavedCollection::Files(name, _), Some(before)) = (&mut saved, &self.name_before) {
            name.clone_from(before);
        }
        Some(saved)
    }

    /// Whether it was generated or pasted, or kept when another program changed its file, and is in no
    /// file.
    pub fn is_in_no_file(&self) -> bool {
        self.is_kept || self.file.is_in_no_file()
    }

    /// Whether a later window cannot read it from a file: it is in none, or was chosen from others.
    pub fn is_lost_by_crash(&self) -> bool {
        self.is_in_no_file() || self.file.source == CollectionSource::Chosen
    }

    /// Whether it was kept as it is though another program has changed its file.
    pub fn is_kept_beside_file(&self) -> bool {
        self.is_kept && self.own_file().is_some()
    }

    /// Whether anything would be lost if its file or its text were read in another way.
    pub(super) fn loses_by_reading(&self) -> bool {
        self.is_kept || self.is_renamed() || !self.found.is_empty()
    }

    /// The number of results that are not saved.
    pub fn n_unsaved_results(&self) -> usize {
        self.found.len()
    }

    /// How often the puzzles, or what is known of them, have changed.
    pub fn n_changes(&self) -> u64 {
        self.n_changes
    }

    /// What waits for an answer of the user.
    pub(super) fn asked(&self) -> Option<&Pending> {
        self.pending.as_ref().filter(|_| self.is_asked)
    }

    pub(super) fn ask(&mut self, pending: Pending) {
        self.pending = Some(pending);
        self.is_asked = true;
    }

    /// The question is answered by saving; what waits goes on when that is done.
    pub(super) fn save_first(&mut self, requests: &mut Vec<Request>) {
        self.is_asked = false;
        self.save(requests);
    }

    /// Takes what has waited.
    pub(super) fn take_pending(&mut self) -> Option<Pending> {
        self.pending.take()
    }

    /// Shows this file alone, under this number; what was shown before is dropped.
    pub(super) fn replace(&mut self, id: CollectionId, file: CollectionFile) {
        let n_changes = self.n_changes + 1;
        let new = OpenCollection {
            n_changes,
            ..OpenCollection::new(id, file)
        };
        discard(std::mem::replace(self, new));
    }

    pub(super) fn save(&mut self, requests: &mut Vec<Request>) {
        match &self.file.source {
            // What is found meanwhile stays unsaved.
            _ if self.is_saving => {}
            CollectionSource::Own(path) => {
                requests.push(Request::SaveCollection(path.clone(), self.job()));
                self.is_saving = true;
            }
            _ => requests.push(Request::SaveCollectionDialog(self.job())),
        }
    }

    /// The collection, to be saved.
    pub fn job(&self) -> SaveCollection {
        SaveCollection {
            collection: Arc::clone(self.collection()),
            written: self.written.clone(),
            found: self.found.clone(),
            may_overwrite: self.may_overwrite,
            takes_name: self.file.gives_name(),
            name_before: self.name_before.clone(),
        }
    }

    pub(super) fn end_saving(&mut self) {
        self.is_saving = false;
        self.pending = None;
    }

    /// It was written to this file. Returns what has waited for that.
    pub(super) fn saved(&mut self, path: PathBuf, job: SaveCollection) -> Option<Pending> {
        if job.takes_name {
            let name = name_in_file(&job.collection.name, &path);
            // With a job that holds it no longer, it need not be copied.
            drop(job.collection);
            self.file.rename(name);
            self.n_changes += 1;
        }
        self.name_before = None;
        self.file.source = CollectionSource::Own(path);
        // In the new file the numbers mean one thing.
        self.file.readings.clear();
        self.found
            .retain(|index, found| job.found.get(index) != Some(found));
        self.written = job.written;
        self.written.extend(job.found);
        self.is_saving = false;
        (self.may_overwrite, self.is_kept, self.changed) = (false, false, None);
        match self.is_asked {
            true => None,
            false => self.pending.take(),
        }
    }

    /// What runs have found is given up.
    pub(super) fn forget_results(&mut self) {
        self.found.clear();
        self.n_changes += 1;
    }

    /// Wants the puzzle with this index to be opened; returns it.
    pub(super) fn choose(&mut self, index: usize) -> Option<Problem> {
        let puzzle = self.puzzle(index)?;
        self.wanted = Some(index);
        Some(puzzle.into())
    }

    /// What the puzzle that was opened last is called.
    pub fn chosen_name(&self) -> Option<String> {
        self.puzzle(self.chosen?).map(|puzzle| puzzle.name)
    }

    /// The puzzle with this index. Without a name it is called after its place, and with a number alone
    /// after that.
    fn puzzle(&self, index: usize) -> Option<Puzzle> {
        let mut puzzle = self.collection().puzzles.get(index)?.puzzle;
        let collection = &self.collection().name;
        if puzzle.name.is_empty() {
            puzzle.name = numbered(index + 1, collection);
        } else if let Ok(number) = puzzle.name.parse() {
            puzzle.name = numbered(number, collection);
        }
        Some(puzzle)
    }

    /// This problem was put in place of the document's.
    pub(super) fn note_opened(&mut self, problem: &Problem) {
        if let Some(wanted) = self.wanted.take()
            && self.is_of(wanted, problem)
        {
            self.chosen = Some(wanted);
        }
        self.is_present = self.chosen.is_some_and(|it| self.is_of(it, problem));
    }

    /// A solution was found: it is kept beside each puzzle that it is of, if it is news.
    pub(super) fn note_solution(&mut self, problem: &Problem, moves: u32, optimal: bool, by: &str) {
        let Problem::Tiles(puzzle) = problem else {
            return;
        };
        let found = KnownLength {
            moves,
            // Where moves have different costs, the cheapest solution may not be the shortest.
            optimal: optimal && puzzle.costs == Costs::default(),
            by: by.to_owned(),
        };
        for index in self.file.places_of(puzzle) {
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
        self.puzzle(index).as_ref() == problem.puzzle()
    }

    /// Whether the puzzle with this index is the present one. It may have been edited since it was opened.
    pub fn has_open(&self, index: usize) -> bool {
        self.chosen == Some(index) && self.is_present
    }

    /// The index of the puzzle this number of places after the one that was opened last, as they are listed;
    /// `None` if there is none.
    pub fn stepped(&self, by: isize) -> Option<usize> {
        let place = |chosen| match &self.order {
            Some(order) => order.iter().position(|it| *it == chosen),
            None => Some(chosen),
        };
        let to = match self.chosen.and_then(place) {
            None if by > 0 => 0,
            None => return None,
            Some(chosen) => chosen.checked_add_signed(by)?,
        };
        match &self.order {
            Some(order) => order.get(to).copied(),
            None => (to < self.collection().puzzles.len()).then_some(to),
        }
    }

    /// The best that is known of a puzzle's length, from its file or a run in this window.
    pub fn known(&self, index: usize) -> Option<Known<'_>> {
        let entry = || self.collection().puzzles.result(index);
        self.found(index).map(Known::from).or_else(entry)
    }

    /// What runs in this window have found of a puzzle's length.
    pub fn found(&self, index: usize) -> Option<&KnownLength> {
        let here = self.found.get(&index);
        here.or_else(|| self.written.get(&index))
    }

    /// What runs in this window have found of the puzzles and no file holds, by their index.
    pub fn unsaved_results(&self) -> &BTreeMap<usize, KnownLength> {
        &self.found
    }

    /// What runs in this window have found of the puzzles, by their index.
    pub fn results(&self) -> BTreeMap<usize, KnownLength> {
        let mut results = self.written.clone();
        results.extend(self.found.clone());
        results
    }

    /// Whether a run in this window has found what is known, and it is not saved.
    pub fn is_found_here(&self, index: usize) -> bool {
        self.found.contains_key(&index)
    }
}

/// Whether a solution says more than what is known. A proof does in any case: what a file tells without one may
/// be wrong, or of another reading of its numbers.
fn is_better(found: &KnownLength, known: Known) -> bool {
    found.moves < known.moves || (found.optimal && !known.optimal)
}

/// Drops what has many puzzles: it takes a while to free them.
pub(super) fn discard(many: impl Send + 'static) {
    Worker::<(), ()>::spawn("free a collection", || {}, move |_, _| drop(many));
}
