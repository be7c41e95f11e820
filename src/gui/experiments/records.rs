//! Where the records of the experiment are: beside its file, in the file that it names, or beside
//! the session until it has a file.

use super::unsaved_records::UnsavedRecords;
use super::{Experiments, work};
use crate::gui::requests::{ExperimentDialog, Request, Wake};
use std::path::{Path, PathBuf};
use tilescope_lab::experiment::{Selection, default_records};

impl Experiments {
    pub(super) fn ask_records(&self) -> Request {
        Request::Experiment(ExperimentDialog::Records {
            name: self.name(),
            folder: self
                .file
                .as_deref()
                .and_then(Path::parent)
                .map(Path::to_owned),
        })
    }

    /// The records are where the experiment says, or beside its file, or beside the session. Those
    /// of the experiment before are removed if nobody has saved them.
    pub(super) fn find_records(&mut self) {
        self.discard_unsaved_records();
        let named = self.draft.records.as_deref().map(PathBuf::from);
        match named.or_else(|| self.file().map(beside)) {
            Some(path) => self.records = path,
            None => self.keep_unsaved(UnsavedRecords::new(self.session.as_deref())),
        }
    }

    /// The session is in this file.
    pub(super) fn keep_beside(&mut self, session: PathBuf) {
        self.session = Some(session);
        if self.has_unsaved_records() && self.runs.is_none() {
            self.find_records();
        }
    }

    /// The records are in this file, which the user has not saved.
    pub(super) fn keep_unsaved(&mut self, records: UnsavedRecords) {
        self.records = records.path().to_owned();
        self.unsaved_records = Some(records);
    }

    pub(super) fn discard_unsaved_records(&mut self) {
        self.moves_records = false;
        if let Some(records) = self.unsaved_records.take() {
            records.discard();
        }
    }

    /// The experiment is in a file now: records that the user has not saved go beside it, once no
    /// run goes on.
    pub(super) fn move_records(&mut self, wake: &Wake) {
        if !self.moves_records || self.runs.is_some() || self.copying.is_some() {
            return;
        }
        self.moves_records = false;
        let (Some(from), Some(file)) = (&self.unsaved_records, &self.file) else {
            return;
        };
        let (from, to) = (from.path().to_owned(), beside(file));
        match (from.exists(), to.exists()) {
            (true, false) => self.copying = Some(work::copy(from, to, wake)),
            // What is there is of another experiment that was in this file.
            (true, true) => {}
            (false, _) => self.keep_records_in(to),
        }
    }

    /// The records are in this file from now on, which the user has chosen.
    pub(super) fn keep_records_in(&mut self, path: PathBuf) {
        // What they hold stays beside the session.
        self.unsaved_records = None;
        self.moves_records = false;
        self.records = path;
        self.draft.records = self.named_records(self.file());
        self.trouble = None;
        self.forget();
    }

    /// Writes the experiment, with the place of its records, to this file.
    pub(super) fn save(&mut self, path: PathBuf, wake: &Wake) {
        let is_open = self.file() == Some(&path);
        let expected = is_open.then(|| self.saved.clone());
        let mut draft = self.draft.clone();
        draft.records = self.named_records(Some(&path));
        self.saving = Some(work::save(draft, path, expected, wake));
    }

    /// What the experiment says of its records if it is in this file: nothing if they are beside it, or
    /// are not kept.
    pub(super) fn named_records(&self, file: Option<&Path>) -> Option<String> {
        let is_beside = file.is_some_and(|file| self.records == beside(file));
        let is_named = !is_beside && !self.has_unsaved_records();
        is_named.then(|| self.records.to_string_lossy().into_owned())
    }
}

/// The file of records beside that of an experiment.
pub(super) fn beside(file: &Path) -> PathBuf {
    default_records(file, &Selection::All, &[])
}
