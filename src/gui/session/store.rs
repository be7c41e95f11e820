//! Keeps the session: reads it once, and writes it soon after each change.

use super::data::SessionData;
use super::file::{self, Content, Found, LayoutsContent, SavedLayouts};
use super::form::Session;
use super::rescue::{self, Claim};
use super::unsaved::is_records_beside;
use super::window::WindowState;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tilescope_lab::{files, format};

/// The session's file, read once and written by a thread of its own.
pub struct Store {
    /// Sends texts to the thread that writes them; `None` while it ends, and if the file must
    /// stay as it is.
    writer: Option<(mpsc::Sender<String>, JoinHandle<()>)>,
    /// How each write went.
    results: mpsc::Receiver<io::Result<()>>,
    n_unanswered: usize,
    has_failed: bool,
    has_told_failure: bool,
    found: Found,
    rescued: Vec<PathBuf>,
    written: String,
    last: Instant,
    is_closed: bool,
    claim: Claim,
}

impl Store {
    /// The least time between two writes.
    pub const INTERVAL: Duration = Duration::from_secs(1);

    /// The user's session. `None` if there is no folder for it, or too many windows are open.
    pub fn open() -> Option<(Self, Session, SavedLayouts)> {
        let folders = directories::ProjectDirs::from("", "", "tilescope")?;
        Self::open_at(&folders.config_dir().join("session.json"))
    }

    /// The session at `path`. While another window has it, one with a number: it begins with
    /// the other's settings.
    pub fn open_at(path: &Path) -> Option<(Self, Session, SavedLayouts)> {
        let claim = rescue::claim(path)?;
        let rescued = rescue::rescue(path, &claim);
        let found = file::read(&claim.path);
        let (mut session, layouts) = match (&found, claim.number) {
            (Found::Bytes(bytes), _) => file::parse(bytes),
            (Found::Nothing, 2..) => match file::read(path) {
                Found::Bytes(bytes) => {
                    let (session, layouts) = file::parse(&bytes);
                    // Damage there is for the window that has that session to tell.
                    (session.without_problem(), layouts.without_damage())
                }
                _ => Default::default(),
            },
            _ => Default::default(),
        };
        session.data.recent.splice(..0, rescued.iter().cloned());
        let (answers, results) = mpsc::channel();
        let mut store = Store {
            writer: None,
            results,
            n_unanswered: 0,
            has_failed: false,
            has_told_failure: false,
            found,
            rescued,
            written: String::new(),
            last: Instant::now(),
            is_closed: false,
            claim,
        };
        store.writer = store.start_writer(answers);
        Some((store, session, layouts))
    }

    /// The session's file.
    pub fn path(&self) -> &Path {
        &self.claim.path
    }

    /// Removes the records of an experiment that was given up.
    fn remove_records(&self) {
        let folder = self.claim.path.parent().map(std::fs::read_dir);
        let files = folder.and_then(Result::ok).into_iter().flatten().flatten();
        let files = files.map(|file| file.path());
        for path in files.filter(|path| is_records_beside(&self.claim.path, path)) {
            // What can't be removed harms nobody.
            let _ = std::fs::remove_file(path);
        }
    }

    fn start_writer(
        &self,
        answers: mpsc::Sender<io::Result<()>>,
    ) -> Option<(mpsc::Sender<String>, JoinHandle<()>)> {
        let path = self.claim.path.clone();
        let (writer, texts) = mpsc::channel::<String>();
        let write = move || {
            while let Ok(text) = texts.recv() {
                let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
                let result = folder.and_then(|()| files::write_atomically(&path, text.as_bytes()));
                // Fails only when the window is gone.
                let _ = answers.send(result);
            }
        };
        // Without the thread nothing is saved, but the window works.
        let thread = std::thread::Builder::new().name("session".into());
        thread.spawn(write).ok().map(|thread| (writer, thread))
    }

    /// What there is to say about reading the session, of which the fields in `lost` could not
    /// be read. A damaged file is kept aside, or else never overwritten.
    pub fn report(&mut self, lost: &[String]) -> Vec<String> {
        let path = self.claim.path.clone();
        let kept = match &self.found {
            Found::Bytes(bytes) if !lost.is_empty() => {
                let what = format!(
                    "Part of the saved session could not be read and is back to its default: {}.",
                    list(lost)
                );
                Some((what, file::keep_aside(&path, bytes)))
            }
            Found::Empty(bytes) => {
                let what = "The saved session is empty, so this window starts afresh.".to_owned();
                Some((what, file::keep_aside(&path, bytes)))
            }
            Found::TooLarge => {
                let what = "The saved session was not read: the file is too large.".to_owned();
                Some((what, file::move_aside(&path)))
            }
            Found::Nothing | Found::Bytes(_) | Found::Refused(_) => None,
        };
        let mut notices: Vec<String> = Vec::new();
        match kept {
            None => {}
            Some((what, Ok(aside))) => {
                let aside = format::path(&aside);
                notices.push(format!("{what} The damaged file is kept as {aside}."));
            }
            Some((what, Err(error))) => {
                self.writer = None;
                let path = format::path(&path);
                notices.push(format!(
                    "{what} It stays as it is, since no copy of it can be kept ({error}), and \
                     this window saves no session: {path}."
                ));
            }
        }
        if let Found::Refused(reason) = &self.found {
            self.writer = None;
            notices.push(format!(
                "The saved session cannot be read: {reason}. This window saves no session, so a \
                 crash loses unsaved changes: {}.",
                format::path(&path)
            ));
        }
        if !self.rescued.is_empty() {
            let names = self.rescued.iter().filter_map(|path| path.file_stem());
            let names: Vec<String> = names
                .map(|name| format!("“{}”", format::excerpt(&name.to_string_lossy())))
                .collect();
            notices.push(format!(
                "Another window ended with unsaved changes. They are kept under File, Open \
                 recent: {}.",
                list(&names)
            ));
        }
        // The bytes have served their purpose.
        self.found = Found::Nothing;
        notices
    }

    /// Writes the session and the layouts if they have changed and a write is due, or `at_once`.
    /// Returns whether there may be something left to write or to tell later.
    pub fn write(
        &mut self,
        session: impl FnOnce() -> SessionData,
        layouts: impl FnOnce() -> LayoutsContent,
        window: WindowState,
        at_once: bool,
    ) -> bool {
        if self.last.elapsed() < Self::INTERVAL && !at_once {
            return true;
        }
        self.write_now(session, layouts, window);
        self.n_unanswered > 0
    }

    /// Writes for the last time. The session of any window but the first is removed: nothing
    /// in it is unsaved.
    pub fn close(
        &mut self,
        session: impl FnOnce() -> SessionData,
        layouts: impl FnOnce() -> LayoutsContent,
        window: WindowState,
    ) {
        if std::mem::take(&mut self.has_failed) {
            self.written.clear();
        }
        self.write_now(session, layouts, window);
        self.is_closed = true;
    }

    fn write_now(
        &mut self,
        session: impl FnOnce() -> SessionData,
        layouts: impl FnOnce() -> LayoutsContent,
        window: WindowState,
    ) {
        self.last = Instant::now();
        let content = Content {
            session: Session::new(&session()),
            layouts: layouts(),
            window,
        };
        if let Some((writer, _)) = &self.writer
            && let Ok(text) = serde_json::to_string_pretty(&content)
            && text != self.written
        {
            // Fails only if the thread has ended; then nothing can be saved.
            if writer.send(text.clone()).is_ok() {
                self.n_unanswered += 1;
            }
            self.written = text;
        }
    }

    /// Why the session could not be written, the first time. The next change tries again.
    pub fn failure(&mut self) -> Option<String> {
        let mut failure = None;
        while let Ok(result) = self.results.try_recv() {
            self.n_unanswered = self.n_unanswered.saturating_sub(1);
            self.has_failed = result.is_err();
            failure = result.err().or(failure);
        }
        let error = failure.filter(|_| !self.has_told_failure)?;
        self.has_told_failure = true;
        Some(format!(
            "The session cannot be saved, so a crash loses unsaved changes ({error}): {}.",
            format::path(&self.claim.path)
        ))
    }
}

impl Drop for Store {
    /// Waits until the last text is written.
    fn drop(&mut self) {
        if let Some((writer, thread)) = self.writer.take() {
            drop(writer);
            let _ = thread.join();
            if self.is_closed && self.claim.number > 1 {
                // If it can't be removed, the next window finds nothing unsaved in it.
                let _ = std::fs::remove_file(&self.claim.path);
                self.remove_records();
            }
        }
    }
}

/// “a, b and c”; of many, the first.
fn list(items: &[String]) -> String {
    const MAX: usize = 6;
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] if items.len() <= MAX => format!("{} and {last}", first.join(", ")),
        _ => {
            let shown = items[..MAX].join(", ");
            format!("{shown} and {} more", items.len() - MAX)
        }
    }
}
