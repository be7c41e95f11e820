//! The puzzle is written to its file, or read from it again.

use super::{Document, Replaced, Resolution, names};
use crate::gui::requests::{Expected, Notice, OriginId, Request, SaveJob};
use crate::gui::text::is_numbered;
use std::path::PathBuf;
use tilescope_lab::files::collection::default_name;
use tilescope_lab::{Problem, format};

impl Document {
    /// Saves the last version with this origin to its file, or asks for one. While a file is being
    /// written this waits, since that file will not hold what it holds now.
    pub(super) fn save(&mut self, origin: OriginId, requests: &mut Vec<Request>) {
        let unsaved = self.history.unsaved();
        let version = unsaved.iter().find(|(it, _)| *it == origin);
        let problem = version.map_or(self.problem(), |(_, problem)| problem);
        let job = self.job(origin, problem.clone());
        let known = self.history.origin_mut(origin);
        match known.and_then(|known| known.file.clone()) {
            Some(_) if self.is_saving => self.save_next = Some(origin),
            Some(path) => {
                self.is_saving = true;
                requests.push(Request::Save(path, job));
            }
            None => requests.push(Request::SaveDialog(job)),
        }
    }

    /// Forgets what was to be saved next: what came of the last attempt is for the user to see.
    pub(super) fn end_saving(&mut self) {
        self.is_saving = false;
        self.save_next = None;
    }

    pub(super) fn job(&self, origin: OriginId, problem: Problem) -> SaveJob {
        let saved = self.history.saved(origin).cloned().map(Box::new);
        let name = names::shown(&problem, self.history.origin_of(origin));
        let mut problem = Box::new(problem);
        names::drop_automatic(&mut problem);
        SaveJob {
            origin,
            name,
            problem,
            expected: saved.map_or(Expected::Nothing, Expected::Problem),
        }
    }

    /// Asks for a file. The puzzle's own is proposed, unless the puzzle was given another name since.
    pub(super) fn save_as(&self, requests: &mut Vec<Request>) {
        let mut job = self.job(self.history.origin_id(), self.problem().clone());
        let is_renamed = (self.saved()).is_none_or(|saved| saved.name() != self.problem().name());
        if let Some(file) = self.file().filter(|_| !is_renamed) {
            job.name = default_name(file);
        }
        requests.push(Request::SaveDialog(job));
    }

    pub(super) fn saved_to(
        &mut self,
        path: PathBuf,
        job: SaveJob,
        requests: &mut Vec<Request>,
    ) -> Replaced {
        let name = format::file_name(&path);
        let notice = Notice::Saved(format!("Saved {name}"), path.clone());
        requests.push(Request::Notify(notice));
        self.remember(&path);
        self.history.amend(job.origin, names::drop_automatic);
        if let Some(origin) = self.history.origin_mut(job.origin) {
            origin.saved = Some(*job.problem);
            origin.file = Some(path);
        }
        self.is_saving = false;
        self.changed = None;
        if let Some(next) = self.save_next.take() {
            self.save(next, requests);
            return Replaced::No;
        }
        match self.pending.take_if(|pending| !pending.is_asked) {
            Some(pending) => self.apply(*pending.action, requests),
            None => Replaced::No,
        }
    }

    /// The collection that the puzzle was opened from has another name now, and so has the puzzle, which is
    /// called after its number there.
    pub fn follow_collection(&mut self, before: &str, name: &str) {
        let id = self.history.origin_id();
        let is_its = |problem: &Problem| problem.name() == before;
        let origin = self.history.origin();
        let saved = origin.filter(|origin| origin.file.is_none());
        if before == name
            || !is_numbered(before)
            || !is_numbered(name)
            || !saved.is_some_and(|it| it.saved.as_ref().is_some_and(is_its))
        {
            return;
        }
        let rename = |problem: &mut Problem| {
            if let Problem::Tiles(puzzle) = problem
                && puzzle.name == before
            {
                puzzle.name = name.to_owned();
            }
        };
        self.history.amend(id, rename);
        let origin = self.history.origin_mut(id);
        if let Some(saved) = origin.and_then(|origin| origin.saved.as_mut()) {
            rename(saved);
        }
    }

    pub(super) fn resolve(&mut self, resolution: Resolution, requests: &mut Vec<Request>) {
        let Some((path, job)) = self.conflict.take() else {
            return;
        };
        match resolution {
            Resolution::Overwrite => {
                let expected = Expected::Anything;
                self.is_saving = true;
                requests.push(Request::Save(path, SaveJob { expected, ..job }));
            }
            Resolution::SaveAs => requests.push(Request::SaveDialog(job)),
            Resolution::Reload => {
                self.forget_pending();
                requests.push(Request::Reload(path));
            }
            Resolution::Cancel => self.forget_pending(),
        }
    }

    /// Takes the content of the file as an edit: undo brings back what was there.
    pub(super) fn reloaded(
        &mut self,
        path: PathBuf,
        problem: Problem,
        requests: &mut Vec<Request>,
    ) {
        if self.file() != Some(&path) {
            return;
        }
        self.changed = None;
        self.history.edit("reload".into(), problem.clone());
        self.set_saved(Some(problem));
        let name = format::file_name(&path);
        let text = format!("Reloaded {name}. Undo brings your changes back.");
        requests.push(Request::Notify(Notice::Done(text)));
    }
}
