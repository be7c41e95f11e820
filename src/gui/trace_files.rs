//! Traces that are being saved or opened, on a thread of their own.

use super::bookmarks::Bookmarks;
use super::requests::{Notice, Request, SaveTrace, Wake};
use super::runs::{RunEntry, RunId, Runs};
use super::text::{not_opened, sentence};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use tilescope_lab::files::FileError;
use tilescope_lab::trace_file::{self, Bookmark, Loaded, TraceFormat, own};
use tilescope_lab::worker::Worker;
use tilescope_lab::{Run, format};
use tilescope_trace::Moment;

/// What can happen to traces.
#[derive(Clone, Debug)]
pub enum TraceFileAction {
    /// Asks where to save the shown run.
    AskSave,
    /// Asks where to save the shown run in this format; these steps of it, or all.
    AskSaveAs(TraceFormat, Option<RangeInclusive<Moment>>),
    /// Asks for a trace to open.
    AskOpen,
    Save(RunId, PathBuf),
    /// In the format that the end of the file's name says.
    SaveAs(RunId, PathBuf, Option<RangeInclusive<Moment>>),
    Open(PathBuf),
    /// Gives up what is being done.
    Stop,
}

/// The trace that is being saved or opened, if any.
#[derive(Default)]
pub struct TraceFiles {
    work: Option<Work>,
}

/// A run that was opened.
pub struct Opened {
    pub run: Run,
    pub file: PathBuf,
    pub bookmarks: Vec<Bookmark>,
}

/// What has come of saving or opening a trace.
pub enum Ended {
    Opened(Box<Opened>),
    /// These bookmarks of this run are in a file now.
    Saved(RunId, Vec<Bookmark>),
    Failed,
}

/// Asks where to save the trace of a run; `None` if it can't be saved.
pub fn ask_where_to_save(entry: &RunEntry) -> Option<Request> {
    entry.run.record()?;
    let name = entry.run.job().problem.name();
    // “A*, Manhattan”, without characters that file names can't have.
    let title = entry.run.job().title();
    let title = title.replace('*', "-star").replace(" · ", ", ");
    Some(Request::SaveTraceDialog(SaveTrace {
        run: entry.id.0,
        name: format!("{name}, {title}"),
        format: TraceFormat::Own,
        steps: None,
    }))
}

struct Work {
    /// “Opening run.tilescope-trace”.
    title: String,
    done: f64,
    worker: Worker<f64, Result<Done, FileError>>,
}

/// What came of it.
enum Done {
    Saved(PathBuf, RunId, Vec<Bookmark>),
    /// In a format without bookmarks.
    Exported(PathBuf),
    Opened(PathBuf, Box<Loaded>),
    NotOpened(PathBuf, FileError),
}

impl TraceFiles {
    /// What is being done and how much of it is, from 0 to 1.
    pub fn working(&self) -> Option<(&str, f64)> {
        self.work.as_ref().map(|work| (&*work.title, work.done))
    }

    /// Does what `action` says; what has to happen outside is returned.
    pub fn apply(
        &mut self,
        action: TraceFileAction,
        runs: &Runs,
        bookmarks: &Bookmarks,
        wake: &Wake,
    ) -> Option<Request> {
        match action {
            TraceFileAction::AskOpen => Some(Request::OpenTraceDialog),
            TraceFileAction::AskSave => ask_where_to_save(runs.active()?),
            TraceFileAction::AskSaveAs(format, steps) => match ask_where_to_save(runs.active()?)? {
                Request::SaveTraceDialog(trace) => Some(Request::SaveTraceDialog(SaveTrace {
                    format,
                    steps,
                    ..trace
                })),
                other => Some(other),
            },
            TraceFileAction::Stop => {
                self.work = None;
                None
            }
            _ if self.work.is_some() => {
                let text = "Another trace is being saved or opened: wait until that is done.";
                Some(Request::Notify(Notice::Failed(text.into())))
            }
            TraceFileAction::Save(run, path) => {
                let record = runs.get(run)?.run.record()?;
                let marks = bookmarks.of(run).to_vec();
                let title = format!("Saving {}", format::file_name(&path));
                let wake = wake.clone();
                let work = Worker::spawn(
                    "save trace",
                    move || wake(),
                    move |interrupt, send| {
                        let recorded = (&*record.trace, &record.series, &record.report);
                        let mut progress = steps_of(send);
                        let job = &record.job;
                        trace_file::save(&path, job, recorded, &marks, interrupt, &mut progress)?;
                        Ok(Done::Saved(path, run, marks))
                    },
                );
                self.begin(title, work);
                None
            }
            TraceFileAction::SaveAs(run, path, steps) => {
                let record = runs.get(run)?.run.record()?;
                let title = format!("Saving {}", format::file_name(&path));
                let wake = wake.clone();
                let work = Worker::spawn(
                    "save trace",
                    move || wake(),
                    move |interrupt, send| {
                        let recorded = (&*record.trace, &record.series, &record.report);
                        let mut progress = steps_of(send);
                        let (job, to) = (&record.job, (&*path, steps));
                        trace_file::save_as(to, job, recorded, &[], interrupt, &mut progress)?;
                        Ok(Done::Exported(path))
                    },
                );
                self.begin(title, work);
                None
            }
            TraceFileAction::Open(path) => {
                let title = format!("Opening {}", format::file_name(&path));
                let wake = wake.clone();
                let work = Worker::spawn(
                    "open trace",
                    move || wake(),
                    move |interrupt, send| {
                        let mut progress = steps_of(send);
                        let max = Runs::MAX_RECORDED;
                        let loaded = trace_file::load(&path, max, interrupt, &mut progress);
                        Ok(match loaded {
                            Ok(loaded) => Done::Opened(path, loaded.into()),
                            Err(error) => Done::NotOpened(path, error),
                        })
                    },
                );
                self.begin(title, work);
                None
            }
        }
    }

    fn begin(&mut self, title: String, worker: Worker<f64, Result<Done, FileError>>) {
        self.work = Some(Work {
            title,
            done: 0.0,
            worker,
        });
    }

    /// Takes in what the worker has told; returns what has ended.
    pub fn poll(&mut self, requests: &mut Vec<Request>) -> Option<Ended> {
        let work = self.work.as_mut()?;
        let done = &mut work.done;
        let ended = work.worker.poll(|now| *done = now)?;
        self.work = None;
        if let Ok(Ok(Done::Opened(..))) = &ended {
            requests.push(Request::ForgetNotOpened);
        }
        let mut tell = |notice| requests.push(Request::Notify(notice));
        match ended {
            Ok(Ok(Done::Saved(path, run, bookmarks))) => {
                let name = format::file_name(&path);
                tell(Notice::Saved(format!("Saved the trace to {name}"), path));
                Some(Ended::Saved(run, bookmarks))
            }
            Ok(Ok(Done::Exported(path))) => {
                let name = format::file_name(&path);
                tell(Notice::Saved(format!("Saved the trace to {name}"), path));
                None
            }
            Ok(Ok(Done::NotOpened(file, error))) => {
                let text = not_opened(&file, &error.to_string());
                tell(Notice::NotOpened(text, Some(file)));
                None
            }
            Ok(Ok(Done::Opened(file, mut loaded))) => {
                let name = format::file_name(&file);
                tell(match &loaded.damage {
                    Some(damage) => Notice::Failed(format!("{damage}, in {name}")),
                    None => Notice::Done(format!(
                        "Opened {} nodes of {name}",
                        format::count(loaded.trace.n_nodes().into()),
                    )),
                });
                if let Some(cause) = &loaded.left_out {
                    tell(Notice::Failed(sentence(&format!("{cause}, in {name}"))));
                }
                let bookmarks = std::mem::take(&mut loaded.bookmarks);
                let run = Run::loaded(*loaded);
                let opened = Opened {
                    run,
                    file,
                    bookmarks,
                };
                Some(Ended::Opened(opened.into()))
            }
            Ok(Err(error)) => {
                tell(Notice::Failed(error.to_string()));
                Some(Ended::Failed)
            }
            Err(error) => {
                tell(Notice::Failed(error.to_string()));
                Some(Ended::Failed)
            }
        }
    }
}

/// Tells `send` every hundredth.
fn steps_of(send: &mut (dyn FnMut(f64) + Send)) -> impl FnMut(f64) {
    let mut told = -1.0;
    move |done| {
        if done - told >= 0.01 {
            told = done;
            send(done);
        }
    }
}

/// The extension of traces that can be opened.
pub const EXTENSION: &str = own::EXTENSION;
