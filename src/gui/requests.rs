//! What the model asks the application to do, since the model does no input or output.

mod library;
mod texts;

pub use library::{GatheredFor, LibraryRequest, Listed, Picked};
pub use texts::{CurveRow, CurveRun, SaveAudit, SaveCurves, SaveSolution, SaveText};

use super::best_games::WonGame;
use egui::Vec2;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;
use tilescope_lab::collection::KnownLength;
use tilescope_lab::experiment::report;
use tilescope_lab::files::exchange::{Format, Written};
use tilescope_lab::files::graph::GraphFormat;
use tilescope_lab::format;
use tilescope_lab::trace_file::TraceFormat;
use tilescope_lab::{Collection, Problem};
use tilescope_puzzle::StateGraph;
use tilescope_trace::Moment;

/// Wakes the window from another thread when there is something new to show.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// Something that the application does for the model.
#[derive(Clone, Debug)]
pub enum Request {
    /// Ask for a file to open.
    OpenDialog,
    /// Ask where to save this, then save it.
    SaveDialog(SaveJob),
    /// Ask where to save this collection, then save it.
    SaveCollectionDialog(SaveCollection),
    /// Ask where to save these puzzles in a format of another program.
    ConversionDialog(SaveConversion),
    /// Ask where to write this graph.
    ExportDialog(StateGraph, GraphFormat),
    /// Ask for a trace to open.
    OpenTraceDialog,
    /// Ask for a picture for the tiles.
    OpenPictureDialog,
    /// Ask where to save this trace.
    SaveTraceDialog(SaveTrace),
    /// Draw a panel, and ask where to save the image.
    SaveImage(SaveImage),
    /// Ask where to save these curves.
    SaveTextDialog(SaveText),
    /// Ask where to save this animation.
    SaveAnimationDialog(SaveAnimation),
    /// Draw this animation, and write it to this file.
    SaveAnimation(PathBuf, SaveAnimation),
    /// Draw this solution, and write it to this file.
    SaveSolution(PathBuf, SaveSolution),
    /// Open this page.
    Show(Page),
    /// Bring the panel with this key to the front.
    ShowPanel(&'static str),
    /// Change the layouts of the user's own.
    Layout(LayoutChange),
    /// Ask for a file of the experiment.
    Experiment(ExperimentDialog),
    /// Read this file.
    Load(PathBuf),
    /// Read these files and folders, as one collection.
    LoadAll(Vec<PathBuf>),
    /// Read this file of another program in the way with this index.
    LoadReading(PathBuf, usize),
    /// Read these files again as one collection, each in the way with this index.
    LoadReadings(Vec<(PathBuf, usize)>),
    /// Read the puzzle's file again.
    Reload(PathBuf),
    /// Write this to this file.
    Save(PathBuf, SaveJob),
    /// Write this collection to this file.
    SaveCollection(PathBuf, SaveCollection),
    /// Do this for the library.
    Library(LibraryRequest),
    /// Keep this game, if it is one of the best.
    KeepGame(Box<WonGame>),
    Copy(String),
    /// Copy the board as a picture.
    CopyPicture,
    Notify(Notice),
    /// A file was opened: that another could not be is no longer told.
    ForgetNotOpened,
    /// The same for a picture.
    ForgetNotTaken,
    /// The same for a text that was pasted.
    ForgetNotPasted,
    Theme(egui::ThemePreference),
    Quit,
}

/// A change of the layouts of the user's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LayoutChange {
    /// The present layout is saved under this name, in place of one that has it.
    Save(String),
    /// The one with this index is deleted.
    Delete(usize),
}

/// Versions of a problem with the same number are edits of each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OriginId(pub u64);

/// A problem that is to be saved.
#[derive(Clone, Debug)]
pub struct SaveJob {
    pub origin: OriginId,
    pub problem: Box<Problem>,
    /// Proposed as the name of a file.
    pub name: String,
    pub expected: Expected,
}

/// A collection that is to be saved.
#[derive(Clone, Debug)]
pub struct SaveCollection {
    /// As it was read or generated.
    pub collection: Arc<Collection>,
    /// What else its file holds beside its puzzles, by their index.
    pub written: BTreeMap<usize, KnownLength>,
    /// What is to be saved beside them too.
    pub found: BTreeMap<usize, KnownLength>,
    /// Whether the user has agreed to overwrite the file. Otherwise only a file that still holds
    /// `collection` and `written` is overwritten.
    pub may_overwrite: bool,
    /// Whether it takes the name of the file that it is saved to: its own is that of the file it was read from,
    /// or made up.
    pub takes_name: bool,
    /// What it is called in its file, if it was renamed since.
    pub name_before: Option<String>,
}

/// Puzzles that are to be saved in a format of another program.
#[derive(Clone, Debug)]
pub struct SaveConversion {
    /// Of the puzzle or the collection.
    pub name: String,
    pub format: &'static Format,
    pub written: Arc<Written>,
}

/// A trace that is to be saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaveTrace {
    /// The number of its run.
    pub run: u32,
    /// A name for the file.
    pub name: String,
    /// The end of the file's name may say another one.
    pub format: TraceFormat,
    /// `None` for all.
    pub steps: Option<RangeInclusive<Moment>>,
}

/// An image of a panel that is to be saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaveImage {
    /// The key of the panel.
    pub panel: &'static str,
    pub form: ImageForm,
    pub is_dark: bool,
    /// Its width and height in points; `None` for those that the panel has in the window.
    pub size: Option<[u16; 2]>,
    /// Pixels for each point, where it has pixels.
    pub scale: u8,
}

impl SaveImage {
    /// The most pixels of an image: a quarter of a gigabyte while it is made.
    pub const MAX_PIXELS: u64 = 1 << 26;

    /// In points, of a panel that the window doesn't show.
    const SIZE: Vec2 = Vec2::new(960.0, 640.0);

    /// The width and the height in points, if the panel has the size `shown` in the window.
    pub fn points(&self, shown: Option<Vec2>) -> Vec2 {
        let own = self.size.map(|size| Vec2::from(size.map(f32::from)));
        own.or(shown).unwrap_or(Self::SIZE)
    }

    /// The width and the height in pixels of a PNG image of so many points.
    pub fn pixels(&self, points: Vec2) -> [u32; 2] {
        <[f32; 2]>::from(points * f32::from(self.scale)).map(|side| side.round() as u32)
    }

    /// Why no image of so many points can be made, in a sentence.
    pub fn refusal(&self, points: Vec2) -> Option<String> {
        let n_pixels: u64 = self.pixels(points).map(u64::from).iter().product();
        (self.form == ImageForm::Png && n_pixels > Self::MAX_PIXELS).then(|| {
            format!(
                "That is {} million pixels; an image has at most {} million. Choose fewer pixels a \
                 point, or SVG.",
                format::count(n_pixels.div_ceil(1_000_000)),
                Self::MAX_PIXELS / 1_000_000
            )
        })
    }
}

/// An animation of a panel that is to be saved: steps of the active run, one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaveAnimation {
    /// A frame of it; the form is [`ImageForm::Png`].
    pub image: SaveImage,
    pub from: Moment,
    pub to: Moment,
    /// The frames are this many steps apart; at least 1. The last step is a frame of its own.
    pub every: Moment,
    /// Frames a second; at least 1.
    pub rate: u8,
}

impl SaveAnimation {
    /// The most pixels of all frames together.
    pub const MAX_PIXELS: u64 = 1 << 29;

    /// The seconds for which the last frame is shown.
    pub const REST: u16 = 2;

    pub fn n_frames(&self) -> u32 {
        let n_steps = self.to.saturating_sub(self.from);
        n_steps.div_ceil(self.every.max(1)).saturating_add(1)
    }

    /// The steps that are drawn, in order.
    pub fn moments(&self) -> impl Iterator<Item = Moment> + use<> {
        let (from, to) = (self.from, self.to);
        let every = self.every.max(1) as usize;
        (from..to).step_by(every).chain([to])
    }

    /// Why no animation of frames of so many points can be made, in a sentence. `end` is the last step
    /// of the active run, or says why it can't be animated.
    pub fn refusal(&self, points: Vec2, end: Result<Moment, &str>) -> Option<String> {
        let end = match end {
            Ok(end) => end,
            Err(why) => return Some(why.into()),
        };
        let count = |n: Moment| format::count(n.into());
        if self.from > self.to {
            let (from, to) = (count(self.from), count(self.to));
            return Some(format!(
                "The first step, {from}, comes after the last, {to}: choose an earlier one."
            ));
        }
        if self.to > end {
            return Some(format!(
                "The run has no step {}: its last is {}.",
                count(self.to),
                count(end)
            ));
        }
        let refusal = self.image.refusal(points);
        let n_pixels: u64 = self.image.pixels(points).map(u64::from).iter().product();
        let n_all = n_pixels * u64::from(self.n_frames());
        refusal.or_else(|| {
            (n_all > Self::MAX_PIXELS).then(|| {
                format!(
                    "That is {} frames with {} million pixels in all; an animation has at most {} \
                     million. Choose more steps a frame, or fewer pixels a point.",
                    count(self.n_frames()),
                    format::count(n_all.div_ceil(1_000_000)),
                    Self::MAX_PIXELS / 1_000_000
                )
            })
        })
    }
}

/// A form in which images are written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ImageForm {
    #[default]
    Svg,
    Png,
}

impl ImageForm {
    pub fn name(self) -> &'static str {
        match self {
            ImageForm::Svg => "SVG",
            ImageForm::Png => "PNG",
        }
    }

    /// Of its files.
    pub fn extension(self) -> &'static str {
        match self {
            ImageForm::Svg => "svg",
            ImageForm::Png => "png",
        }
    }
}

/// A file of the experiment that is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExperimentDialog {
    /// An experiment to open.
    Open,
    /// Where to save the experiment of this name.
    Save(String),
    /// A file of puzzles.
    Instances,
    /// Where to keep the records of the experiment of this name, at first in this folder.
    Records {
        name: String,
        folder: Option<PathBuf>,
    },
    /// Where to save the records of the experiment of this name, which are beside the session.
    SaveRecords(String),
    /// Where to write the report on the experiment of this name.
    Report(String, ReportForm),
}

/// A form in which a report is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportForm {
    /// The shown table.
    Table(report::Format),
    /// The shown plot, as SVG.
    Plot,
    /// All tables and plots, as HTML.
    Page,
}

impl ReportForm {
    /// Of its files.
    pub fn extension(self) -> &'static str {
        match self {
            ReportForm::Table(report::Format::Csv) => "csv",
            ReportForm::Table(report::Format::Markdown) => "md",
            ReportForm::Table(report::Format::Latex) => "tex",
            ReportForm::Table(report::Format::Text) => "txt",
            ReportForm::Plot => "svg",
            ReportForm::Table(report::Format::Html) | ReportForm::Page => "html",
        }
    }
}

/// What may be overwritten without a question.
#[derive(Clone, Debug)]
pub enum Expected {
    /// The user has agreed to overwrite the file.
    Anything,
    Nothing,
    /// A file that holds this.
    Problem(Box<Problem>),
}

/// A message that goes away by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// This was begun; it goes when something is done or has failed.
    Begun(String),
    Done(String),
    /// This file was written.
    Saved(String, PathBuf),
    Failed(String),
    /// A file could not be opened, or not be written since another program has changed it. It goes away
    /// too when a file is opened or read again.
    NotOpened(String, Option<PathBuf>),
    /// A picture could not be read. It goes away too when another is.
    NotTaken(String),
    /// A text could not be pasted. It goes away too when the next one is read.
    NotPasted(String),
}

/// A page that is shown over the panels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Page {
    Palette,
    GoToStep,
    GoToNode,
    Keys,
    About,
    PublishedExperiments,
    /// Heuristics on all boards.
    Audit,
    OwnHeuristics,
    /// Marked steps of the shown run.
    Bookmarks,
    /// Conditions at which runs pause.
    Breakpoints,
    /// Puzzles in the format of another program.
    Convert,
    Export,
    Generate,
    /// The changes of the problem, and the moves that were played.
    History,
    /// Layouts of the user's own.
    Layouts,
    /// The picture on the tiles.
    Picture,
    /// An image of a panel.
    PanelImage,
    Tables,
    /// The shown run in a format for other programs.
    ExportTrace,
}
