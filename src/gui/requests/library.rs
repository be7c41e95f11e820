//! What the library asks the application to do, and with which puzzles.

use crate::gui::session::SavedCollection;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use tilescope_lab::Collection;
use tilescope_lab::collection::KnownLength;
use tilescope_puzzle::Puzzle;

/// Something that is done for the library.
#[derive(Clone, Debug)]
pub enum LibraryRequest {
    /// Ask for the user's puzzle folder.
    AskFolder,
    /// Dialogs open in this folder from now on.
    StartIn(PathBuf),
    /// Make a collection of these puzzles, for this, with what runs have proved of puzzles.
    Gather(Picked, GatheredFor, Vec<(Puzzle, KnownLength)>),
    /// Read a text that was pasted in the way with this index.
    ReadText(Arc<str>, usize),
    /// Read these collections, which an earlier window had open.
    Restore(Vec<SavedCollection>),
}

/// Puzzles that were chosen from a list of the library.
#[derive(Clone, Debug)]
pub enum Picked {
    /// Those of a collection with these indices, with what was found of the collection.
    Puzzles {
        collection: Arc<Collection>,
        found: BTreeMap<usize, KnownLength>,
        /// Whether it is in no file.
        is_in_no_file: bool,
        indices: Vec<usize>,
    },
    /// All puzzles of these.
    Listed(Vec<Listed>),
}

/// A puzzle or a collection that is in a list of the library.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Listed {
    /// What ships under this name.
    Bundled(String),
    File(PathBuf),
}

/// What puzzles are gathered for.
#[derive(Clone, Copy, Debug)]
pub enum GatheredFor {
    Opening,
    /// Saving them as a collection.
    Saving,
    /// Writing them in a format of another program.
    Exporting,
}
