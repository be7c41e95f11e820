//! What a session holds.

use crate::gui::colour_by::ColourBy;
use crate::gui::unfinished_games::UnfinishedGame;
use std::path::PathBuf;
use tilescope_lab::experiment::Draft;
use tilescope_lab::tables::Pace;
use tilescope_lab::{Problem, RunResults, Settings};
use tilescope_puzzle::Board;
use tilescope_puzzle::pattern_database::Partition;

/// What is saved of the model. A field is `None` if the file lacks it or this version does not
/// understand it.
#[derive(Clone, Debug, Default)]
pub struct SessionData {
    pub problem: Option<Problem>,
    /// The problem as it was last saved or opened.
    pub saved: Option<Problem>,
    pub file: Option<PathBuf>,
    pub recent: Vec<PathBuf>,
    /// The puzzle folder that the user has chosen.
    pub puzzle_folder: Option<PathBuf>,
    pub theme: egui::ThemePreference,
    pub settings: Option<Settings>,
    /// How quickly this machine builds tables.
    pub pace: Option<Pace>,
    /// The number of runs that are kept.
    pub kept_runs: Option<usize>,
    /// The picture on the tiles: a key, or the path of a file.
    pub picture: Option<String>,
    /// Whether the tiles have their numbers on it too.
    pub picture_numbers: Option<bool>,
    /// What is painted on the page of tables.
    pub painted: Option<(Board, Partition)>,
    pub colour_by: ColourBy,
    /// Whether trees have f-contours.
    pub contours: bool,
    /// The conditions of the breakpoints, and whether each is on.
    pub breakpoints: Vec<(String, bool)>,
    pub experiment: ExperimentData,
    pub collections: SavedCollections,
    /// The list that the library shows.
    pub list: Source,
    /// Whether the board plays, and shows neither start nor goal to be edited.
    pub plays: bool,
    /// The newest last.
    pub games: Vec<UnfinishedGame>,
    /// The newest last.
    pub runs: Vec<SavedRun>,
}

/// A run without its record.
#[derive(Clone, Debug)]
pub struct SavedRun {
    /// Number of the run in the window.
    pub number: u32,
    /// True if its curves are drawn.
    pub is_visible: bool,
    /// The trace file that it was loaded from, if it was.
    pub file: Option<PathBuf>,
    /// The key of a published experiment and the name of its search, if it was opened as that.
    pub publication: Option<(String, String)>,
    pub results: RunResults,
}

/// A list of the library.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Source {
    /// What ships.
    #[default]
    Examples,
    /// The user's puzzle folder.
    Folder,
    Recent,
    /// The open collection.
    Collection,
}

impl Source {
    const KEYS: [(Source, &str); 4] = [
        (Source::Examples, "examples"),
        (Source::Folder, "folder"),
        (Source::Recent, "recent"),
        (Source::Collection, "collections"),
    ];

    /// Its name in the file.
    pub fn key(self) -> Option<&'static str> {
        let found = Self::KEYS.iter().find(|(source, _)| *source == self);
        found.map(|(_, key)| *key)
    }

    pub fn from_key(key: &str) -> Option<Source> {
        let found = Self::KEYS.iter().find(|(_, it)| *it == key);
        found.map(|(source, _)| *source)
    }
}

/// The open collections that are in files or ship.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SavedCollections {
    pub open: Vec<SavedCollection>,
    /// The index of the one whose puzzles are listed.
    pub active: usize,
}

/// Where a collection comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SavedCollection {
    /// A file, and the way in which its numbers are read.
    File(PathBuf, usize),
    /// Several files, under a name.
    Files(String, Vec<(PathBuf, usize)>),
    /// What ships under this name.
    Bundled(String),
}

/// What is saved of the experiment.
#[derive(Clone, Debug, Default)]
pub struct ExperimentData {
    pub draft: Draft,
    /// What its file holds.
    pub saved: Draft,
    pub file: Option<PathBuf>,
    /// The file of its records.
    pub records: Option<PathBuf>,
}

/// The themes in the file.
pub const DARK: &str = "dark";
pub const LIGHT: &str = "light";

/// The greatest number of runs that are kept.
pub const MAX_RUNS: usize = 1_000;
/// The greatest number of breakpoints that are kept.
pub const MAX_BREAKPOINTS: usize = 100;
/// The greatest number of characters of a condition that is kept.
pub const MAX_CONDITION: usize = 1_000;
