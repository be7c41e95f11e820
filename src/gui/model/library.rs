//! The library: the open collections, and the lists of what ships and of the user's files.

use super::Model;
use crate::gui::document::DocumentAction;
use crate::gui::experiments::ExperimentAction;
use crate::gui::library::{CollectionFile, CollectionId, CollectionSource, LibraryAction, Next};
use crate::gui::puzzle_lists::{PuzzleLists, PuzzleListsAction, Source};
use crate::gui::requests::{LibraryRequest, Listed, Notice, Picked, Request};
use crate::gui::runs::RunsAction;
use crate::gui::text::already_there;
use std::path::PathBuf;
use tilescope_lab::experiment::Draft;
use tilescope_lab::files::Opened;
use tilescope_lab::{examples, format};

/// The most instances that are added to an experiment at once, unless they are all of one collection.
const MAX_INSTANCES: usize = 1000;

impl Model {
    pub(super) fn change_library(&mut self, action: LibraryAction) {
        let path = match &action {
            LibraryAction::Opened(file) => file.path(),
            LibraryAction::Saved(path, _) => Some(path),
            _ => None,
        };
        if let Some(path) = path {
            self.document.remember(path);
        }
        if let LibraryAction::Opened(_) = action {
            self.requests.push(Request::ForgetNotOpened);
        }
        let was_open = !self.library.open().is_empty();
        let is_saved = matches!(action, LibraryAction::Saved(..));
        let is_restored = matches!(action, LibraryAction::Restored(_));
        let is_solved = matches!(action, LibraryAction::Solve(_));
        let is_new = matches!(&action, LibraryAction::Opened(file) if file.is_in_no_file());
        let before = self.chosen_names();
        let next = self.library.apply(action, &mut self.requests);
        if is_new {
            self.library.note_proved(&self.runs.proved());
        }
        let names = self.chosen_names();
        for (id, before) in before {
            if let Some((_, name)) = names.iter().find(|(it, _)| *it == id) {
                self.document.follow_collection(&before, name);
            }
        }
        // Not before its puzzle has taken the name with which it was saved.
        if let Next::Close(id) = next {
            self.library.close_now(id);
        }
        if is_restored {
            self.library.choose_open(self.document.problem());
        }
        if is_saved {
            self.puzzle_lists
                .refresh(self.document.recent(), &self.wake);
        }
        // There is nothing to look at in an empty list, and nothing that keys can do.
        let is_empty = (was_open || is_restored) && self.library.open().is_empty();
        if is_empty && self.puzzle_lists.source() == Source::Collection {
            self.show_list(Source::Examples);
        }
        match next {
            Next::Nothing | Next::Close(_) => {}
            Next::List => self.show_list(Source::Collection),
            Next::Show => {
                self.show_list(Source::Collection);
                self.requests.push(Request::ShowPanel("Library"));
            }
            Next::Open(problem) => {
                self.to_solve = is_solved.then(|| problem.clone());
                self.apply(DocumentAction::Example(problem.into()).into());
            }
            Next::Quit if self.experiment_holds_back_quit() => {}
            Next::Quit if self.bookmarks_hold_back_quit() => {}
            Next::Quit => self.change_document(DocumentAction::Quit),
        }
    }

    /// Solves the puzzle that was opened for it. Gives that up if it was not opened, unless it still waits for
    /// what becomes of the problem before.
    pub(super) fn solve_opened(&mut self) {
        if self.document.has_pending() {
            return;
        }
        let to_solve = self.to_solve.take();
        if to_solve.is_some_and(|problem| problem == *self.problem()) {
            self.apply(RunsAction::SolveOptimally.into());
        }
    }

    /// What the puzzles are called that were opened last, each of a collection.
    fn chosen_names(&self) -> Vec<(CollectionId, String)> {
        let open = self.library.open().iter();
        open.filter_map(|it| Some((it.id(), it.chosen_name()?)))
            .collect()
    }

    pub(super) fn change_puzzle_lists(&mut self, action: PuzzleListsAction) {
        use PuzzleListsAction as A;
        match action {
            A::Focus => {
                let is_empty = self.library.active().is_none();
                if is_empty && self.puzzle_lists.source() == Source::Collection {
                    self.show_list(Source::Examples);
                }
                self.puzzle_lists.focus();
                self.requests.push(Request::ShowPanel("Library"));
            }
            A::Show(source) => self.show_list(source),
            A::Refresh => self
                .puzzle_lists
                .refresh(self.document.recent(), &self.wake),
            A::AskFolder => {
                let ask = LibraryRequest::AskFolder;
                self.requests.push(Request::Library(ask));
            }
            A::Folder(folder) => {
                self.puzzle_lists
                    .set_folder(Some(folder), &mut self.requests);
                self.show_list(Source::Folder);
                self.puzzle_lists
                    .refresh(self.document.recent(), &self.wake);
            }
            A::Open(Listed::File(path)) => self.change_document(DocumentAction::Open(path)),
            A::Open(Listed::Bundled(name)) => match examples::open(&name) {
                Some(Opened::Problem(problem)) => {
                    self.change_document(DocumentAction::Example(problem.into()));
                }
                Some(Opened::Collection(collection)) => {
                    let source = CollectionSource::Bundled(name);
                    let file = CollectionFile::new(source, collection, Vec::new(), 0);
                    self.change_library(LibraryAction::Opened(file.into()));
                }
                None => {}
            },
            A::Opened(files) => files.iter().for_each(|it| self.document.remember(it)),
            A::Gather(picked, wanted) => {
                let gather = LibraryRequest::Gather(picked, wanted, self.runs.proved());
                self.requests.push(Request::Library(gather));
            }
            A::AddToExperiment(picked) => self.add_to_experiment(picked),
        }
    }

    fn show_list(&mut self, source: Source) {
        self.puzzle_lists
            .show(source, self.document.recent(), &self.wake);
    }

    fn add_to_experiment(&mut self, picked: Picked) {
        let mut draft = self.experiments.draft().clone();
        let n_before = draft.instances.len();
        let n_picked = match &picked {
            Picked::Puzzles { indices, .. } => indices.len(),
            Picked::Listed(listed) => listed.len(),
        };
        let active = self.library.active();
        let source = active.map(|active| &active.file().source);
        // One instance stands for all of them.
        let is_one = matches!(
            (&picked, source),
            (
                Picked::Puzzles { .. },
                Some(CollectionSource::Own(_) | CollectionSource::Bundled(_))
            )
        );
        if n_picked > MAX_INSTANCES && !is_one {
            let max = format::count(MAX_INSTANCES as u64);
            let text = format!(
                "At most {max} puzzles are added to an experiment at once. Save these as a \
                 collection, and add its file."
            );
            self.requests.push(Request::Notify(Notice::Failed(text)));
            return;
        }
        match picked {
            Picked::Puzzles {
                collection,
                indices,
                ..
            } => {
                let numbers: Vec<usize> = indices.iter().map(|index| index + 1).collect();
                let is_all = numbers.len() == collection.puzzles.len();
                match source {
                    Some(CollectionSource::Own(path)) if is_all => draft.add_file(path),
                    Some(CollectionSource::Own(path)) => draft.add_of_file(path, &numbers),
                    Some(CollectionSource::Bundled(name)) if is_all => draft.add_bundled(name),
                    Some(CollectionSource::Bundled(name)) => draft.add_of_bundled(name, &numbers),
                    _ => {
                        let entries = indices.iter().filter_map(|it| collection.puzzles.get(*it));
                        entries.for_each(|entry| draft.add_puzzle(&entry.puzzle));
                    }
                }
            }
            Picked::Listed(listed) => listed.iter().for_each(|it| add_listed(&mut draft, it)),
        }
        let n_left_out = draft.leave_out_repeated(n_before);
        let n_added = draft.instances.len() - n_before;
        if n_left_out > 0 {
            let text = already_there(n_left_out, n_added);
            self.requests.push(Request::Notify(Notice::Failed(text)));
        } else if n_added == 0 {
            let text = "A road map was not added: an experiment takes sliding-tile puzzles.";
            let notice = Notice::Failed(text.into());
            self.requests.push(Request::Notify(notice));
        }
        if n_added == 0 {
            return;
        }
        self.change_experiment(ExperimentAction::Edit(draft.into()));
        self.requests.push(Request::ShowPanel("Experiment"));
    }

    /// What the library lists beside the open collection.
    pub fn puzzle_lists(&self) -> &PuzzleLists {
        &self.puzzle_lists
    }
}

/// Adds the puzzles of an item; a road map has none.
fn add_listed(draft: &mut Draft, listed: &Listed) {
    match listed {
        Listed::File(path) => {
            let path: PathBuf = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            draft.add_file(&path);
        }
        Listed::Bundled(name) => {
            let is_map = examples::by_file(name).is_some_and(|it| it.puzzle().is_none());
            if !is_map {
                draft.add_bundled(name);
            }
        }
    }
}
