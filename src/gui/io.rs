//! Input and output for the model: dialogs and files, never on the window's thread.

mod chosen;
mod endings;
mod examine;
mod file_list;
mod in_window;
mod library;
mod listing;
mod names;
pub mod purpose;
mod texts;

use super::actions::Action;
use super::native_dialogs::NativeDialogs;
use super::requests::{
    Expected, ExperimentDialog, Notice, SaveAnimation, SaveCollection, SaveConversion, SaveJob,
    SaveText, SaveTrace, Wake,
};
use crate::gui::document::DocumentAction;
use crate::gui::experiments::ExperimentAction;
use crate::gui::fence::{self, Crash};
use crate::gui::library::{CollectionFile, LibraryAction};
use crate::gui::library_file::{self, Opened};
use crate::gui::panel_image::{Drawing, Image, hidden_text};
use crate::gui::puzzle_lists::{PuzzleListsAction, default_folder};
use crate::gui::text::{self, sentence};
use crate::gui::trace_files::TraceFileAction;
use in_window::{Answer, InWindowDialog};
use listing::nearest;
pub use listing::whole_path;
use purpose::Purpose;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use tilescope_lab::experiment::is_experiment_file;
use tilescope_lab::files::FileError;
use tilescope_lab::files::graph::GraphFormat;
use tilescope_lab::trace_file::own;
use tilescope_lab::{Problem, files};
use tilescope_puzzle::StateGraph;

/// The result of a thread.
enum Completed {
    /// The dialog's number, and the files that were chosen; none if it was cancelled.
    Chosen(u64, Vec<PathBuf>),
    Actions(Vec<Action>),
}

/// Open dialogs and running file operations.
pub struct Io {
    native: NativeDialogs,
    /// A dialog that waits until the system's kind of dialog is known.
    waiting: Option<Purpose>,
    /// The native dialog that is open: its number, and what for.
    open: Option<(u64, Purpose)>,
    in_window: Option<InWindowDialog>,
    n_dialogs: u64,
    /// The folder in which the dialogs for puzzles open.
    folder: Option<PathBuf>,
    /// The folder in which pictures for the tiles are opened.
    picture_folder: Option<PathBuf>,
    /// The folder in which the others open: what is made for a paper does not lie beside the puzzles.
    other_folder: Option<PathBuf>,
    sender: mpsc::Sender<Completed>,
    receiver: mpsc::Receiver<Completed>,
    wake: egui::Context,
}

impl Io {
    pub fn new(ctx: &egui::Context, native: NativeDialogs) -> Self {
        let (sender, receiver) = mpsc::channel();
        Io {
            native,
            waiting: None,
            open: None,
            in_window: None,
            n_dialogs: 0,
            folder: None,
            picture_folder: None,
            other_folder: None,
            sender,
            receiver,
            wake: ctx.clone(),
        }
    }

    /// Asks for files to open.
    pub fn ask_open(&mut self) {
        self.ask(Purpose::Open);
    }

    /// Asks where to save a problem, then saves it.
    pub fn ask_save(&mut self, job: SaveJob) {
        self.ask(Purpose::Save(job));
    }

    /// Asks where to save a collection, then saves it.
    pub fn ask_save_collection(&mut self, job: SaveCollection) {
        self.ask(Purpose::SaveCollection(job));
    }

    /// Asks where to save puzzles in a format of another program, then saves them.
    pub fn ask_conversion(&mut self, wanted: SaveConversion) {
        self.ask(Purpose::Conversion(wanted));
    }

    /// Asks where to write the state graph; [`ExportAction::Begin`](super::exports::ExportAction::Begin) follows.
    pub fn ask_export(&mut self, graph: StateGraph, format: GraphFormat) {
        self.ask(Purpose::Export(graph, format));
    }

    /// Asks for a trace; [`TraceFileAction::Open`] follows.
    pub fn ask_open_trace(&mut self) {
        self.ask(Purpose::OpenTrace);
    }

    /// Asks for a picture; [`PicturesAction::Choose`](super::pictures::PicturesAction::Choose) follows.
    pub fn ask_open_picture(&mut self) {
        self.ask(Purpose::OpenPicture);
    }

    /// Asks for a file of the experiment; an [`ExperimentAction`] follows.
    pub fn ask_experiment(&mut self, dialog: ExperimentDialog) {
        if let ExperimentDialog::Records {
            folder: Some(folder),
            ..
        } = &dialog
        {
            self.other_folder = Some(folder.clone());
        }
        self.ask(Purpose::Experiment(dialog));
    }

    /// Asks where to save the trace of a run; [`TraceFileAction::Save`] follows.
    pub fn ask_save_trace(&mut self, trace: SaveTrace) {
        self.ask(Purpose::SaveTrace(trace));
    }

    /// Reads a file; [`DocumentAction::Opened`] follows, or [`LibraryAction::Opened`] if it has many
    /// puzzles, or [`TraceFileAction::Open`] if it is a trace, or [`ExperimentAction::Open`] if it is an
    /// experiment, or a notice of what went wrong.
    pub fn load(&mut self, path: PathBuf) {
        self.load_reading(path, 0);
    }

    /// The same for a file of another program, which is read in the way with this index.
    pub fn load_reading(&mut self, path: PathBuf, reading: usize) {
        self.folder = path.parent().map(Path::to_owned);
        self.work("open puzzle", move || match path.is_dir() {
            true => all(&[path]),
            false => one(path, reading),
        });
    }

    /// Reads files and folders; [`LibraryAction::Opened`] follows, and a notice of what was left out.
    pub fn load_all(&mut self, paths: Vec<PathBuf>) {
        self.work("open puzzles", move || all(&paths));
    }

    /// Reads files again, each in the way with this index.
    pub fn load_readings(&mut self, files: Vec<(PathBuf, usize)>) {
        self.work("open puzzles", move || {
            opened_all(library_file::open_readings(&files), &[])
        });
    }

    /// Reads a file that is open again; [`DocumentAction::Reloaded`] follows, or a notice.
    pub fn reload(&mut self, path: PathBuf) {
        self.folder = path.parent().map(Path::to_owned);
        self.work("open puzzle", move || match files::load(&path) {
            Ok(problem) => vec![DocumentAction::Reloaded(path, problem.into()).into()],
            Err(error) => vec![file_not_opened(path, &error)],
        });
    }

    /// Writes a problem; [`DocumentAction::Saved`] follows, or [`DocumentAction::Conflict`], or a
    /// notice of what went wrong.
    pub fn save(&mut self, path: PathBuf, job: SaveJob) {
        self.folder = path.parent().map(Path::to_owned);
        self.work("save puzzle", move || {
            if holds_something_else(&path, &job) {
                return vec![DocumentAction::Conflict(path, job).into()];
            }
            match files::save(&job.problem, &path) {
                Ok(()) => vec![DocumentAction::Saved(path, job).into()],
                Err(error) => vec![not_saved(&path, &error), DocumentAction::NotSaved.into()],
            }
        });
    }

    /// Writes a collection; [`LibraryAction::Saved`] follows, or [`LibraryAction::Conflict`], or a
    /// notice of what went wrong.
    pub fn save_collection(&mut self, path: PathBuf, job: SaveCollection) {
        self.folder = path.parent().map(Path::to_owned);
        self.work("save collection", move || {
            let collection = Arc::clone(&job.collection);
            match library_file::save(path.clone(), job) {
                Ok(action) => vec![action.into()],
                Err(error) => vec![
                    not_saved(&path, &error),
                    LibraryAction::NotSaved(collection).into(),
                ],
            }
        });
    }

    /// Shows the in-window dialog and receives the results of threads.
    pub fn ui(&mut self, ctx: &egui::Context, actions: &mut Vec<Action>) {
        if self.native.available().is_some()
            && let Some(purpose) = self.waiting.take()
        {
            self.ask(purpose);
        }
        if let Some(answer) = self.in_window.as_mut().and_then(|dialog| dialog.show(ctx)) {
            match answer {
                Answer::Cancelled => self.close_dialog(actions),
                Answer::Chosen(paths) => {
                    if let Some(dialog) = self.in_window.take() {
                        self.chosen(paths, dialog.purpose, false, actions);
                    }
                }
            }
        }
        while let Ok(news) = self.receiver.try_recv() {
            match news {
                Completed::Actions(brought) => actions.extend(brought),
                Completed::Chosen(number, paths) => {
                    if let Some((_, purpose)) = self.open.take_if(|(open, _)| *open == number) {
                        self.chosen(paths, purpose, true, actions);
                    }
                }
            }
        }
    }

    /// Whether a dialog of the window's own is open, which takes the keys.
    pub fn has_dialog(&self) -> bool {
        self.in_window.is_some()
    }

    /// Closes a dialog of the window's own, as if it had been cancelled.
    pub fn close_dialog(&mut self, actions: &mut Vec<Action>) {
        if let Some(dialog) = self.in_window.take() {
            self.chosen(Vec::new(), dialog.purpose, false, actions);
        }
    }

    /// Asks where to save an image, then saves it.
    pub fn ask_image(&mut self, image: Image) {
        self.ask(Purpose::Image(image));
    }

    /// Copies the drawing of a board as a picture, with this text of the board in it; a notice follows.
    pub fn copy_board(&self, drawing: Drawing, board: String) {
        let ctx = self.wake.clone();
        self.work("copy board", move || match drawing.pixels() {
            Ok(mut image) => {
                hidden_text::hide(&board, &mut image.pixels);
                ctx.copy_image(image);
                let text = "Copied the board as a picture.";
                vec![Action::Notify(Notice::Done(text.into()))]
            }
            Err(why) => vec![failed(why)],
        });
    }

    /// Asks where to save an animation; [`Action::SaveAnimation`] follows.
    pub fn ask_save_animation(&mut self, animation: SaveAnimation) {
        self.ask(Purpose::Animation(animation));
    }

    /// Asks where to save a text, then saves it.
    pub fn ask_save_text(&mut self, text: SaveText) {
        self.ask(Purpose::Text(text));
    }

    /// What wakes the window from another thread.
    pub fn wake(&self) -> Wake {
        let ctx = self.wake.clone();
        Arc::new(move || ctx.request_repaint())
    }

    /// The folder of the dialogs for such files, once one was chosen.
    fn folder_of(&mut self, purpose: &Purpose) -> &mut Option<PathBuf> {
        match purpose {
            Purpose::OpenPicture => &mut self.picture_folder,
            _ if purpose.is_for_puzzles() => &mut self.folder,
            _ => &mut self.other_folder,
        }
    }

    /// The folder in which a dialog opens: that of its files, as far as it is still there, or that of the
    /// puzzles.
    fn folder_for(&mut self, purpose: &Purpose) -> Option<PathBuf> {
        let own = self.folder_of(purpose);
        *own = own.take().as_deref().and_then(nearest);
        own.clone().or_else(|| self.folder.clone())
    }

    fn ask(&mut self, purpose: Purpose) {
        let there = self.folder.take().as_deref().and_then(nearest);
        self.folder = there.or_else(default_folder);
        match self.native.available() {
            None => self.waiting = Some(purpose),
            Some(true) => self.ask_natively(purpose),
            Some(false) => {
                let folder = self.folder_for(&purpose);
                self.in_window = Some(InWindowDialog::new(purpose, folder, &self.wake));
            }
        }
    }

    /// An open dialog is abandoned: if its service died, it would never answer.
    fn ask_natively(&mut self, purpose: Purpose) {
        let mut dialog = rfd::AsyncFileDialog::new();
        if !purpose.is_folder() {
            dialog = dialog
                .add_filter(purpose.files(), &purpose.extensions())
                .add_filter("All files", &["*"]);
        }
        if let Some(folder) = self.folder_for(&purpose) {
            dialog = dialog.set_directory(folder);
        }
        self.n_dialogs += 1;
        let number = self.n_dialogs;
        // The system wants the dialog made on this thread, and may answer on any.
        type Asked<T> = std::pin::Pin<Box<dyn Future<Output = Option<T>> + Send>>;
        enum Answer {
            One(Asked<rfd::FileHandle>),
            Several(Asked<Vec<rfd::FileHandle>>),
        }
        let dialog = dialog.set_title(purpose.title());
        let answer = match purpose.opens() {
            true if purpose.is_folder() => Answer::One(Box::pin(dialog.pick_folder())),
            true if purpose.takes_several() => Answer::Several(Box::pin(dialog.pick_files())),
            true => Answer::One(Box::pin(dialog.pick_file())),
            false => {
                let dialog = dialog.set_file_name(purpose.file_name());
                Answer::One(Box::pin(dialog.save_file()))
            }
        };
        self.open = Some((number, purpose));
        self.spawn("file dialog", move || {
            let files = match answer {
                Answer::One(file) => pollster::block_on(file).into_iter().collect(),
                Answer::Several(files) => pollster::block_on(files).unwrap_or_default(),
            };
            let paths = files.iter().map(|file| file.path().to_owned());
            Completed::Chosen(number, paths.collect())
        });
    }

    /// The same for work that ends in actions. A panic in it is told.
    fn work(&self, name: &str, work: impl FnOnce() -> Vec<Action> + Send + 'static) {
        let guarded = move || {
            let told = |crash: Crash| vec![failed(fence::told(&crash))];
            fence::catch(work).unwrap_or_else(told)
        };
        self.spawn(name, move || Completed::Actions(guarded()));
    }

    /// Runs `work` on a thread of its own and sends its result.
    fn spawn(&self, name: &str, work: impl FnOnce() -> Completed + Send + 'static) {
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        let run = move || {
            // Fails only when the window is gone.
            let _ = sender.send(work());
            wake.request_repaint();
        };
        if let Err(error) = std::thread::Builder::new().name(name.to_owned()).spawn(run) {
            let told = failed(format!("the system gives no thread: {error}"));
            let _ = self.sender.send(Completed::Actions(vec![told]));
        }
    }
}

/// Whether the file holds neither the problem nor what is expected there. Where there is no file,
/// or none that can be written, saving shows what comes of it.
fn holds_something_else(path: &Path, job: &SaveJob) -> bool {
    let expected = match &job.expected {
        Expected::Anything => return false,
        Expected::Nothing => None,
        Expected::Problem(expected) => Some(expected),
    };
    if !std::fs::metadata(path).is_ok_and(|it| it.is_file()) {
        return false;
    }
    let Ok(found) = files::load(path) else {
        return true;
    };
    let is_found = |known: &Problem| {
        let mut known = known.clone();
        // Reading gives a problem without a name that of its file.
        if known.name().is_empty() {
            let stem = path.file_stem().unwrap_or_default();
            *known.name_mut() = stem.to_string_lossy().into_owned();
        }
        known == found
    };
    !is_found(&job.problem) && !expected.is_some_and(|expected| is_found(expected))
}

/// Opens a file.
fn one(path: PathBuf, reading: usize) -> Vec<Action> {
    if own::is_trace_file(&path) {
        return vec![TraceFileAction::Open(path).into()];
    }
    if is_experiment_file(&path) {
        return vec![ExperimentAction::Open(path).into()];
    }
    match library_file::open(&path, reading) {
        Ok(Opened::Problem(problem, how)) => {
            let opened = DocumentAction::Opened(path, problem.into()).into();
            let told = how.map(|how| Action::Notify(Notice::Done(sentence(&how))));
            std::iter::once(opened).chain(told).collect()
        }
        Ok(Opened::Collection(file)) => vec![LibraryAction::Opened(file).into()],
        Err(error) => vec![file_not_opened(path, &error)],
    }
}

/// Opens each of these files that is a collection of Tilescope's own, and the puzzles of all others and
/// of the folders as one collection.
fn all(paths: &[PathBuf]) -> Vec<Action> {
    let paths = paths.iter().cloned();
    let (collections, others): (Vec<_>, Vec<_>) =
        paths.partition(|path| library_file::is_collection_file(path));
    let mut actions: Vec<Action> = collections.into_iter().flat_map(|it| one(it, 0)).collect();
    actions.extend(match &others[..] {
        [] => Vec::new(),
        [other] if !actions.is_empty() && !other.is_dir() => one(other.clone(), 0),
        others => opened_all(library_file::open_all(others), others),
    });
    // What is opened drops what was told before.
    let is_told = |it: &Action| matches!(it, Action::Notify(_));
    let (told, opened): (Vec<_>, Vec<_>) = actions.into_iter().partition(is_told);
    opened.into_iter().chain(told).collect()
}

/// What was opened as one collection. Of its files, those that were `chosen` become recent ones, but not all that
/// a folder has.
fn opened_all(
    opened: Result<(CollectionFile, Option<String>), FileError>,
    chosen: &[PathBuf],
) -> Vec<Action> {
    match opened {
        Ok((file, left_out)) => {
            let recent = file.paths().filter(|path| chosen.contains(path));
            let recent = PuzzleListsAction::Opened(recent.cloned().collect());
            let opened = LibraryAction::Opened(file.into());
            let told = left_out.map(|text| not_opened(sentence(&text)));
            [opened.into(), recent.into()]
                .into_iter()
                .chain(told)
                .collect()
        }
        Err(error) => vec![not_opened(sentence(&error.to_string()))],
    }
}

fn not_saved(path: &Path, error: &FileError) -> Action {
    failed(text::not_saved(path, &error.to_string()))
}

fn failed(cause: impl ToString) -> Action {
    Action::Notify(Notice::Failed(cause.to_string()))
}

fn not_opened(cause: impl ToString) -> Action {
    Action::Notify(Notice::NotOpened(cause.to_string(), None))
}

fn file_not_opened(path: PathBuf, error: &FileError) -> Action {
    let text = text::not_opened(&path, &error.to_string());
    Action::Notify(Notice::NotOpened(text, Some(path)))
}
