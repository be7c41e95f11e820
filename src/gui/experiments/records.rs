//! Where the records of the experiment are: beside its file, or in the file that it names.

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

    /// The records are where the experiment says, or beside its file.
    pub(super) fn find_records(&mut self) {
        let named = self.draft.records.as_deref().map(PathBuf::from);
        self.records = named.or_else(|| self.file().map(beside));
    }

    /// The records are in this file from now on, which the user has chosen.
    pub(super) fn keep_records_in(&mut self, path: PathBuf) {
        self.records = Some(path);
        self.temporary = None;
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
        let records = self.records().filter(|_| !self.has_temporary_records())?;
        let is_beside = file.is_some_and(|file| records == beside(file));
        (!is_beside).then(|| records.to_string_lossy().into_owned())
    }
}

/// The file of records beside that of an experiment.
pub(super) fn beside(file: &Path) -> PathBuf {
    default_records(file, &Selection::All, &[])
}
