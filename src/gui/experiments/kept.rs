//! What the session keeps of the experiment.

use super::Experiments;
use super::unsaved_records::UnsavedRecords;
use crate::gui::session::ExperimentData;

impl Experiments {
    /// What a later window restores.
    pub fn kept(&self) -> ExperimentData {
        ExperimentData {
            draft: self.draft.clone(),
            saved: self.saved.clone(),
            file: self.file.clone(),
            records: (self.unsaved_records.as_ref())
                .is_none_or(UnsavedRecords::outlive_window)
                .then(|| self.records.clone()),
        }
    }

    /// Restores what an earlier window kept. It is checked when its panel is first shown, since that
    /// may take long.
    pub fn restore(&mut self, kept: ExperimentData) {
        let ExperimentData {
            draft,
            saved,
            file,
            records,
        } = kept;
        self.is_resting = !draft.is_empty();
        self.replace(draft, file);
        self.saved = saved;
        if let Some(records) = records {
            self.discard_unsaved_records();
            match UnsavedRecords::found(&records, self.session.as_deref()) {
                Some(found) => self.keep_unsaved(found),
                None => self.records = records,
            }
            // The window was closed, or crashed, before they were.
            self.moves_records = self.has_unsaved_records() && self.file.is_some();
        }
    }

    /// The window stays open after all: discarded changes are kept.
    pub fn keep_changes(&mut self) {
        self.is_discarded = false;
    }

    /// The window closes: discarded changes are not restored by a later one.
    pub fn drop_discarded(&mut self) {
        if self.is_discarded {
            self.draft = self.saved.clone();
            self.find_records();
        }
    }
}
