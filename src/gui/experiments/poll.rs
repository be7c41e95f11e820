//! What the threads of the experiment have sent is taken in.

use super::progress::{Figures, Progress, RunProgress};
use super::report::ReportChoice;
use super::work::{self, News, flat};
use super::{Experiments, RunsState, Trouble};
use crate::gui::requests::{Notice, Request, Wake};
use crate::gui::text::sentence;
use tilescope_lab::experiment::ExperimentError;
use tilescope_lab::{Job, format};

impl Experiments {
    /// Receives what the threads have sent.
    pub fn poll(&mut self, wake: &Wake) -> Vec<Request> {
        let mut requests = Vec::new();
        self.poll_files(wake, &mut requests);
        self.poll_copy(wake, &mut requests);
        self.move_records(wake);
        self.poll_check(wake);
        self.poll_runs(&mut requests);
        self.poll_record(wake, &mut requests);
        self.poll_report(&mut requests);
        requests
    }

    /// Searches that have found a solution, and what they have found: those that have ended since this was
    /// last called, and part of those whose records are not told yet to the collection that was opened
    /// as the `n_opened`th.
    pub fn take_solved(&mut self, n_opened: u64) -> Vec<(Job, Figures)> {
        let Some(progress) = &self.progress else {
            return Vec::new();
        };
        let solved = self.solved.take(progress, n_opened).into_iter();
        let search = |(index, figures)| Some((self.job(index)?, figures));
        solved.filter_map(search).collect()
    }

    /// Whether there are records that are not told yet.
    pub fn has_untold(&self) -> bool {
        let n_runs = self.progress.as_ref().map_or(0, Progress::n_runs);
        self.solved.next < n_runs
    }

    fn poll_files(&mut self, wake: &Wake, requests: &mut Vec<Request>) {
        match self.loading.as_ref().and_then(|work| work.poll(|()| ())) {
            None => {}
            Some(loaded) => {
                self.loading = None;
                match flat(loaded) {
                    Ok((path, draft)) if self.runs.is_none() => {
                        self.replace(draft, Some(path));
                        requests.push(Request::ForgetNotOpened);
                        requests.push(Request::ShowPanel("Experiment"));
                    }
                    Ok(_) => {}
                    Err(text) => {
                        self.is_discarded = false;
                        let notice = Notice::NotOpened(sentence(&text), None);
                        requests.push(Request::Notify(notice));
                    }
                }
            }
        }
        match self.saving.as_ref().and_then(|work| work.poll(|()| ())) {
            None => {}
            Some(saved) => {
                self.saving = None;
                match flat(saved) {
                    Ok((path, draft)) => {
                        let name = format::file_name(&path);
                        let text = format!("Saved the experiment to {name}");
                        let notice = Notice::Saved(text, path.clone());
                        requests.push(Request::Notify(notice));
                        self.file = Some(path.clone());
                        self.draft.records.clone_from(&draft.records);
                        self.saved = draft;
                        self.changed = None;
                        self.moves_records = self.has_unsaved_records();
                        self.move_records(wake);
                        self.go_on_after_saving(wake, requests);
                    }
                    Err(text) => {
                        // Once the file is read again, the cause is gone.
                        let notice = Notice::NotOpened(sentence(&text), self.file.clone());
                        requests.push(Request::Notify(notice));
                        self.forget_saving();
                    }
                }
            }
        }
    }

    /// Does what waited for the experiment and its records to be saved.
    fn go_on_after_saving(&mut self, wake: &Wake, requests: &mut Vec<Request>) {
        if !self.is_asked
            && self.copying.is_none()
            && let Some(action) = self.pending.take()
        {
            requests.extend(self.apply(*action, wake));
        }
    }

    fn poll_copy(&mut self, wake: &Wake, requests: &mut Vec<Request>) {
        let Some(copied) = self.copying.as_ref().and_then(|work| work.poll(|()| ())) else {
            return;
        };
        self.copying = None;
        match flat(copied) {
            Ok(path) => {
                let name = format::file_name(&path);
                let text = format!("Saved the records to {name}");
                let notice = Notice::Saved(text, path.clone());
                requests.push(Request::Notify(notice));
                // They are the same, so nothing has to be checked or read again.
                self.discard_unsaved_records();
                self.records = path;
                self.draft.records = self.named_records(self.file());
                self.go_on_after_saving(wake, requests);
            }
            Err(text) => {
                requests.push(failed(&text));
                self.forget_saving();
            }
        }
        self.begin(false, wake);
    }

    fn poll_check(&mut self, wake: &Wake) {
        if let Some(check) = &self.check {
            let prepared = &mut self.prepared;
            let Some(checked) = check.poll(|done| *prepared = done) else {
                return;
            };
            self.check = None;
            if !self.is_stale {
                let checked = match checked {
                    Ok(checked) => checked.map_err(|error| work::mistake(&error)),
                    Err(error) => Err(sentence(&error.to_string())),
                };
                let before = match checked {
                    Ok(progress) => {
                        self.error = None;
                        self.solved.next = 0;
                        self.progress.replace(progress)
                    }
                    Err(text) => {
                        self.error = Some(text);
                        self.progress.take()
                    }
                };
                before.into_iter().for_each(Progress::discard);
                self.begin(false, wake);
                self.wants_runs = false;
            }
        }
        if !self.is_resting && std::mem::take(&mut self.is_stale) {
            self.prepared = 0.0;
            if self.draft.is_empty() {
                self.error = None;
                self.progress.take().into_iter().for_each(Progress::discard);
                self.wants_runs = false;
                return;
            }
            let (draft, file) = (self.draft.clone(), self.file.clone());
            self.check = Some(work::check(draft, file, self.records.clone(), wake));
        }
    }

    fn poll_runs(&mut self, requests: &mut Vec<Request>) {
        let are_going_on = self.state() == RunsState::Running;
        let (Some(runs), Some(progress)) = (&self.runs, &mut self.progress) else {
            return;
        };
        let solved = &mut self.solved;
        let mut n_ended = 0;
        let ended = runs.poll(|news| match news {
            News::Begun(found) => {
                std::mem::replace(progress, *found).discard();
                solved.ended.clear();
                solved.next = 0;
            }
            News::Started(index) => progress.start(index),
            News::Ended(id, figures) => {
                let index = progress
                    .finish(id, figures)
                    .filter(|_| figures.moves.is_some());
                solved.ended.extend(index.map(|index| (index, figures)));
                n_ended += 1;
            }
        });
        self.pace.note(are_going_on, n_ended);
        let Some(ended) = ended else { return };
        progress.interrupt();
        self.runs = None;
        let path = format::path(&self.records);
        let failed = |text: String| {
            Some(Trouble {
                text,
                can_accept: false,
            })
        };
        self.trouble = match ended {
            Ok(Ok(finished)) => {
                if finished.n_left == 0 {
                    let added = match finished.n_written {
                        1 => "1 record was added".to_owned(),
                        n => format!("{} records were added", format::count(n as u64)),
                    };
                    let text = format!("The experiment is done: {added}.");
                    requests.push(Request::Notify(Notice::Done(text)));
                }
                None
            }
            Ok(Err(ExperimentError::Interrupted)) => None,
            Ok(Err(ExperimentError::Locked(_))) => failed(format!(
                "Another process is writing to these records: wait for it, or choose another file. \
                 It is {path}."
            )),
            Ok(Err(ExperimentError::Changed {
                n_records,
                n_changed,
                ..
            })) => Some(Trouble {
                text: format!(
                    "The experiment has changed since {n_changed} of the {n_records} records in \
                     {path} were written. Choose another file, or keep these records: runs that \
                     did not change are not done again."
                ),
                can_accept: true,
            }),
            Ok(Err(error)) => failed(sentence(&error.to_string())),
            Err(error) => failed(sentence(&error.to_string())),
        };
    }

    pub(super) fn report(&mut self, choice: ReportChoice, wake: &Wake) {
        if self.is_report_due(choice)
            && let Some(progress) = &self.progress
        {
            let records = &self.records;
            self.reports.make(choice, progress.n_done(), records, wake);
        }
    }

    fn poll_report(&mut self, requests: &mut Vec<Request>) {
        let notice = self.reports.poll().map(|written| match written {
            Ok(path) => {
                let text = format!("Saved the report to {}", format::file_name(&path));
                Notice::Saved(text, path)
            }
            Err(text) => Notice::Failed(sentence(&text)),
        });
        requests.extend(notice.map(Request::Notify));
    }

    /// Looks for the record of the shown run once that is done.
    fn poll_record(&mut self, wake: &Wake, requests: &mut Vec<Request>) {
        if let Some(found) = self.lookup.as_ref().and_then(|work| work.poll(|()| ())) {
            self.lookup = None;
            match flat(found) {
                Ok(Some(record)) => self.record = Some(record),
                Ok(None) => self.shown = None,
                Err(text) => {
                    self.shown = None;
                    requests.push(Request::Notify(Notice::Failed(sentence(&text))));
                }
            }
        }
        let (Some(shown), Some(progress)) = (self.shown, &self.progress) else {
            return;
        };
        let run = progress.run(shown);
        if let (Some((run, RunProgress::Done(_))), None, None) = (run, &self.record, &self.lookup) {
            self.lookup = Some(work::look_up(run.id.0, &self.records, wake));
        }
    }
}

/// Tells why something was not done.
fn failed(text: &str) -> Request {
    Request::Notify(Notice::Failed(sentence(text)))
}
