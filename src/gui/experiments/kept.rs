//! What the session keeps of the experiment.

use super::Experiments;
use crate::gui::session::ExperimentData;

impl Experiments {
    /// What a later window restores.
    pub fn kept(&self) -> ExperimentData {
        ExperimentData {
            draft: self.draft.clone(),
            saved: self.saved.clone(),
            file: self.file.clone(),
            // Those of a sweep are gone with this window.
            records: self.records.clone().filter(|_| self.temporary.is_none()),
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
        if records.is_some() {
            self.records = records;
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
        }
    }
}
