//! Opening a published search as a recorded run.

use super::Model;
use crate::gui::document::{DocumentAction, Replaced};
use crate::gui::published::{Publication, PublishedAction};
use crate::gui::requests::Request;
use crate::gui::runs::RunsAction;
use std::sync::Arc;
use tilescope_lab::{Job, Limits, Settings};

impl Model {
    pub(super) fn change_published(&mut self, action: PublishedAction) {
        self.published.apply(action, &self.wake);
        let Some(publication) = self.published.to_open() else {
            return;
        };
        // Its settings and its problem are not put in the place of those of a search that works.
        if self.runs.working().is_some() {
            self.published.take_to_open();
            return;
        }
        let problem = publication.search.job.problem.clone();
        if *self.problem() == problem {
            self.start_published(Replaced::Yes);
        } else {
            self.apply(DocumentAction::Example(problem.into()).into());
        }
    }

    /// Starts the published search that is to be opened, if the document was `replaced` by its
    /// problem. Gives it up, unless it still waits for what becomes of the problem before.
    pub(super) fn start_published(&mut self, replaced: Replaced) {
        if self.document.has_pending() {
            return;
        }
        let Some(publication) = self.published.to_open().cloned() else {
            return;
        };
        let job = &publication.search.job;
        if replaced != Replaced::Yes || *self.problem() != job.problem {
            self.published.take_to_open();
            return;
        }
        let limits = job.settings.limits;
        let own = self.settings();
        let settings = Settings {
            databases: own.databases.clone(),
            limits: Limits {
                // Its record takes memory too.
                memory: limits.memory.or(own.limits.memory),
                ..limits
            },
            ..job.settings.clone()
        };
        self.settings.bring(settings);
        self.requests.push(Request::ShowPanel("Tree"));
        self.apply(RunsAction::Solve.into());
    }

    /// What was published of the search that begins, if it is the one that was opened.
    pub(super) fn take_publication(&mut self) -> Option<Arc<Publication>> {
        let publication = self.published.take_to_open()?;
        let Job {
            problem, settings, ..
        } = &publication.search.job;
        let own = self.settings();
        let is_same = *problem == *self.problem()
            && settings.options == own.options
            && settings.order == own.order
            && settings.measure_to == own.measure_to;
        is_same.then_some(publication)
    }
}
