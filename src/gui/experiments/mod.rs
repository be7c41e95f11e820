//! The experiment that the window shows: what it consists of, its file, and its runs.

mod action;
mod changed;
mod kept;
mod names;
mod poll;
mod progress;
mod records;
mod report;
mod solved;
mod sweep;
mod unsaved_records;
mod work;

pub use action::{ExperimentAction, RunsState, Trouble};
pub use names::{instance_name, run_name};
pub use progress::{Cell, CellState, Figures, Progress, RunProgress};
pub use report::{Content, Report, ReportChoice, ReportView};

use super::document::Confirmation;
use super::requests::{ExperimentDialog, Notice, Request, Wake};
use super::text::already_there;
use progress::Pace;
use report::Reports;
use solved::Solved;
use std::cmp::Ordering;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tilescope_lab::experiment::report::Metric;
use tilescope_lab::experiment::{Draft, Record};
use tilescope_lab::{Job, Problem};
use unsaved_records::UnsavedRecords;

/// The experiment.
pub struct Experiments {
    draft: Draft,
    /// What its file holds.
    saved: Draft,
    file: Option<PathBuf>,
    /// What another program has written to the file, until the user says what is to be done.
    changed: Option<Draft>,
    loading: Option<work::Loading>,
    saving: Option<work::Loading>,
    /// What waits until the changes are saved or discarded.
    pending: Option<Box<ExperimentAction>>,
    /// Whether the question about `pending` is open; otherwise the experiment is being saved.
    is_asked: bool,
    /// Whether the changes are lost with what comes next: the user has agreed.
    is_discarded: bool,
    /// Whether the user has agreed that the window closes.
    may_quit: bool,
    check: Option<work::Check>,
    /// Whether the draft or the file of records has changed since the check began.
    is_stale: bool,
    /// Whether it was restored and its panel was not shown yet. Until then it is not checked.
    is_resting: bool,
    /// The part of the instances that is generated.
    prepared: f64,
    /// Why the draft is no experiment.
    error: Option<String>,
    progress: Option<Progress>,
    /// The file of its records.
    records: PathBuf,
    /// Records that the user has not saved.
    unsaved_records: Option<UnsavedRecords>,
    /// True if these are moved beside the experiment's file as soon as no run goes on.
    moves_records: bool,
    /// The session's file.
    session: Option<PathBuf>,
    copying: Option<work::Copying>,
    n_sweeps: u32,
    jobs: NonZero<usize>,
    runs: Option<work::Runs>,
    pace: Pace,
    is_stopping: bool,
    /// Whether the runs begin as soon as the file of records is known and the check has ended.
    wants_runs: bool,
    trouble: Option<Trouble>,
    shown: Option<usize>,
    lookup: Option<work::Lookup>,
    reports: Reports,
    record: Option<Box<Record>>,
    solved: Solved,
    /// Is solved as soon as its problem is the document's.
    to_open: Option<Box<Job>>,
}

impl Default for Experiments {
    fn default() -> Self {
        let records = UnsavedRecords::new(None);
        Experiments {
            draft: Draft::default(),
            saved: Draft::default(),
            file: None,
            changed: None,
            loading: None,
            saving: None,
            pending: None,
            is_asked: false,
            is_discarded: false,
            may_quit: false,
            check: None,
            is_stale: false,
            is_resting: false,
            prepared: 0.0,
            error: None,
            progress: None,
            records: records.path().to_owned(),
            unsaved_records: Some(records),
            moves_records: false,
            session: None,
            copying: None,
            n_sweeps: 0,
            jobs: NonZero::<usize>::MIN,
            runs: None,
            pace: Pace::default(),
            is_stopping: false,
            wants_runs: false,
            trouble: None,
            shown: None,
            lookup: None,
            reports: Reports::default(),
            record: None,
            solved: Solved::default(),
            to_open: None,
        }
    }
}

impl Experiments {
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// The file that holds it.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The file of its records.
    pub fn records(&self) -> &Path {
        &self.records
    }

    /// Whether it was restored and is checked once it is looked at.
    pub fn is_resting(&self) -> bool {
        self.is_resting
    }

    /// Returns true if the user has not saved that file: it is there until the next experiment.
    pub fn has_unsaved_records(&self) -> bool {
        self.unsaved_records.is_some()
    }

    /// Whether it has changes that are in no file.
    pub fn is_unsaved(&self) -> bool {
        self.draft != self.saved
    }

    /// What waits for the answer to the question whether to save the changes first, if that is asked.
    pub fn asked_before(&self) -> Option<&ExperimentAction> {
        self.pending.as_deref().filter(|_| self.is_asked)
    }

    /// The part of the instances that is generated, while the draft is being checked.
    pub fn checking(&self) -> Option<f64> {
        (self.check.is_some() || self.is_stale).then_some(self.prepared)
    }

    /// Why the draft is no experiment, in a sentence.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// Its runs and how far they are, once it was found to be valid.
    pub fn progress(&self) -> Option<&Progress> {
        self.progress.as_ref()
    }

    pub fn jobs(&self) -> NonZero<usize> {
        self.jobs
    }

    pub fn state(&self) -> RunsState {
        match &self.runs {
            None => RunsState::Idle,
            Some(_) if self.is_stopping => RunsState::Stopping,
            Some(runs) if runs.interrupt().is_paused() => RunsState::Paused,
            Some(_) => RunsState::Running,
        }
    }

    /// About how long the runs go on.
    pub fn remaining(&self) -> Option<Duration> {
        let progress = self.progress.as_ref()?;
        let at_this_pace = self.pace.remaining(progress.n_left());
        at_this_pace.or_else(|| progress.remaining(self.jobs.get()))
    }

    pub fn trouble(&self) -> Option<&Trouble> {
        self.trouble.as_ref()
    }

    /// The index of the shown run, and its record if that was found.
    pub fn shown(&self) -> Option<(usize, Option<&Record>)> {
        Some((self.shown?, self.record.as_deref()))
    }

    /// The newest report.
    ///
    /// # Errors
    /// If there is none; the reason, if making one has failed.
    pub fn reported(&self) -> Result<&Report, Option<&str>> {
        self.reports.newest().ok_or(self.reports.error())
    }

    /// The index of the run of the configuration with this index in the report, on the instance for
    /// which its figure is greatest.
    pub fn hardest_run(&self, configuration: usize, metric: Metric) -> Option<usize> {
        let (results, progress) = (&self.reports.newest()?.results, self.progress.as_ref()?);
        let experiment = progress.experiment();
        let figure = |&instance: &usize| results.value(instance, configuration, metric);
        let hardest = (0..results.instances.len())
            .filter(|instance| figure(instance).is_some())
            .max_by(|a, b| figure(a).partial_cmp(&figure(b)).unwrap_or(Ordering::Equal));
        // A configuration that solved nothing has its first instance opened.
        let instance = results.instances.get(hardest.unwrap_or(0))?;
        let instance = experiment
            .instances
            .iter()
            .position(|it| it.name == *instance)?;
        let name = results.configurations.get(configuration)?;
        let configuration = { experiment.configurations.iter() }.position(|it| it.name == *name)?;
        Some(progress.runs_of(instance, configuration).start)
    }

    /// Whether the report has to be made anew to show this.
    pub fn is_report_due(&self, choice: ReportChoice) -> bool {
        let n_done = self.progress.as_ref().map_or(0, Progress::n_done);
        n_done > 0 && self.reports.is_due(choice, n_done, self.runs.is_some())
    }

    /// Does what `action` says; what has to happen outside is returned.
    pub fn apply(&mut self, action: ExperimentAction, wake: &Wake) -> Option<Request> {
        use ExperimentAction as A;
        self.is_resting &= matches!(
            action,
            A::FileTouched(..) | A::FileGone(_) | A::KeepBeside(_)
        );
        // What the runs do is not changed under them.
        let is_change = matches!(
            action,
            A::New
                | A::Sweep(_)
                | A::Edit(_)
                | A::AskOpen
                | A::Open(_)
                | A::AddFile(_)
                | A::Records(_)
                | A::SaveRecordsTo(_)
                | A::TakeTheirs
                | A::Run
        );
        if self.runs.is_some() && (is_change || matches!(action, A::AcceptChanges | A::Jobs(_))) {
            let text = "The experiment can't be changed while its runs go on: stop them first.";
            return Some(Request::Notify(Notice::Failed(text.into())));
        }
        let loses = matches!(
            action,
            A::New | A::Sweep(_) | A::AskOpen | A::Open(_) | A::Quit
        );
        if loses && self.is_unsaved() && !self.is_discarded {
            self.pending = Some(action.into());
            self.is_asked = true;
            return None;
        }
        match action {
            A::New => self.replace(Draft::default(), None),
            A::Sweep(draft) => {
                self.sweep(*draft);
                return Some(Request::ShowPanel("Experiment"));
            }
            A::Quit => self.may_quit = true,
            A::KeepBeside(session) => self.keep_beside(session),
            A::Check => {}
            A::Edit(draft) => self.edit(*draft),
            A::AskOpen => return Some(Request::Experiment(ExperimentDialog::Open)),
            A::Open(path) => self.loading = Some(work::load(path, wake)),
            A::Confirm(confirmation) => return self.confirm(confirmation, wake),
            A::Save => match self.file.clone() {
                Some(path) => self.save(path, wake),
                None => return Some(self.ask_save()),
            },
            A::SaveAs => return Some(self.ask_save()),
            A::SaveTo(path) => self.save(path, wake),
            A::FileTouched(path, theirs) => self.file_touched(&path, *theirs),
            A::FileGone(path) => return self.file_gone(&path),
            A::TakeTheirs => return self.take_theirs(),
            A::KeepMine => return self.keep_mine(),
            A::AskInstances => return Some(Request::Experiment(ExperimentDialog::Instances)),
            A::AddFile(path) => {
                let mut draft = self.draft.clone();
                let path = std::path::absolute(&path).unwrap_or(path);
                let n_before = draft.instances.len();
                draft.add_file(&path);
                if draft.leave_out_repeated(n_before) > 0 {
                    let notice = Notice::Failed(already_there(1, 0));
                    return Some(Request::Notify(notice));
                }
                self.edit(draft);
            }
            A::AskRecords => return Some(self.ask_records()),
            A::Records(path) => self.keep_records_in(path),
            A::AskSaveRecords => {
                let dialog = ExperimentDialog::SaveRecords(self.name());
                return Some(Request::Experiment(dialog));
            }
            A::SaveRecordsTo(path) => {
                self.copying = (self.unsaved_records.as_ref())
                    .map(|from| work::copy(from.path().to_owned(), path, wake));
            }
            A::NotChosen => {
                self.wants_runs = false;
                self.is_discarded = false;
                self.forget_saving();
            }
            A::Jobs(jobs) => self.jobs = jobs,
            A::Run => {
                self.wants_runs = true;
                self.trouble = None;
                self.begin(false, wake);
                self.wants_runs &= self.waits();
            }
            A::AcceptChanges => {
                self.trouble = None;
                self.wants_runs = true;
                self.begin(true, wake);
                self.wants_runs &= self.waits();
            }
            A::Pause => self.runs.iter().for_each(|runs| runs.interrupt().pause()),
            A::Resume => self.runs.iter().for_each(|runs| runs.interrupt().resume()),
            A::Stop => {
                if let Some(runs) = &self.runs {
                    runs.stop();
                    self.is_stopping = true;
                }
            }
            A::Show(run) => {
                self.shown = run;
                self.lookup = None;
                self.record = None;
            }
            A::Report(choice) => self.report(choice, wake),
            A::AskExport(form) => {
                let dialog = ExperimentDialog::Report(self.name(), form);
                return Some(Request::Experiment(dialog));
            }
            A::Export(form, path) => self.reports.export(form, path, wake),
            A::OpenRun(index) => self.to_open = self.job(index).map(Box::new),
        }
        None
    }

    fn confirm(&mut self, confirmation: Confirmation, wake: &Wake) -> Option<Request> {
        self.is_asked = false;
        match confirmation {
            // What waits is done once the file is written.
            Confirmation::Save => self.apply(ExperimentAction::Save, wake),
            Confirmation::Discard | Confirmation::DiscardAll => {
                let action = self.pending.take()?;
                self.is_discarded = true;
                self.apply(*action, wake)
            }
            Confirmation::Cancel => {
                self.pending = None;
                None
            }
        }
    }

    /// Nothing waits any longer for the experiment to be saved.
    fn forget_saving(&mut self) {
        if !self.is_asked {
            self.pending = None;
        }
    }

    /// Whether the window may close after the last action, which was to close it; once.
    pub fn take_may_quit(&mut self) -> bool {
        std::mem::take(&mut self.may_quit)
    }

    /// The problem of the run that is to be opened.
    pub fn problem_to_open(&self) -> Option<&Problem> {
        self.to_open.as_ref().map(|job| &job.problem)
    }

    /// The run that is to be solved now that the document has this problem. It is given up if the
    /// document has another one, unless that of the run may still come in its place.
    pub fn take_to_open(&mut self, present: &Problem, may_come: bool) -> Option<Job> {
        let is_present = self.to_open.as_ref()?.problem == *present;
        match is_present || !may_come {
            true => self.to_open.take().map(|job| *job).filter(|_| is_present),
            false => None,
        }
    }

    /// The search of a run. Its problem has the name of the instance.
    fn job(&self, index: usize) -> Option<Job> {
        let progress = self.progress.as_ref()?;
        let (run, _) = progress.run(index)?;
        let experiment = progress.experiment();
        let mut job = experiment.job(run);
        let name = &experiment.instances.get(run.instance)?.name;
        *job.problem.name_mut() = names::instance_puzzle_name(name);
        Some(job)
    }

    fn edit(&mut self, mut draft: Draft) {
        draft.records.clone_from(&self.draft.records);
        if draft != self.draft {
            self.is_discarded = false;
            self.draft = draft;
            self.trouble = None;
            self.forget();
        }
    }

    fn replace(&mut self, draft: Draft, file: Option<PathBuf>) {
        self.is_discarded = false;
        self.copying = None;
        self.saved = draft.clone();
        self.draft = draft;
        self.file = file;
        self.find_records();
        self.changed = None;
        self.trouble = None;
        self.forget();
    }

    /// Has the draft checked again.
    fn forget(&mut self) {
        if let Some(check) = &self.check {
            check.stop();
        }
        self.is_stale = true;
        self.pace = Pace::default();
        self.reports.clear();
        self.shown = None;
        self.lookup = None;
        self.record = None;
    }

    fn ask_save(&self) -> Request {
        let name = Some(self.draft.name.trim()).filter(|name| !name.is_empty());
        let name = name.map_or_else(|| self.name(), str::to_owned);
        Request::Experiment(ExperimentDialog::Save(name))
    }

    /// A name for its files.
    pub fn name(&self) -> String {
        let stem = self.file.as_deref().and_then(Path::file_stem);
        match stem {
            Some(stem) => stem.to_string_lossy().into_owned(),
            None => self.draft.name.clone(),
        }
    }

    /// Returns true while the experiment is checked, or its records are copied.
    fn waits(&self) -> bool {
        self.checking().is_some() || self.copying.is_some()
    }

    /// Begins the runs, if the experiment is valid.
    fn begin(&mut self, accepts_changes: bool, wake: &Wake) {
        if let Some(progress) = &self.progress
            && self.wants_runs
            && !self.waits()
        {
            let (plan, records) = (progress.plan().clone(), self.records.clone());
            // The user did not choose a file that is not saved, so there is nothing to ask.
            let accepts_changes = accepts_changes || self.has_unsaved_records();
            let runs = work::runs(plan, records, self.jobs, accepts_changes, wake);
            self.runs = Some(runs);
            self.pace = Pace::default();
            self.wants_runs = false;
            self.is_stopping = false;
        }
    }
}
