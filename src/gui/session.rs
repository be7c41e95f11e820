//! The session, which survives the window and a crash: the problem and the experiment with their
//! unsaved changes, the games that were left, the files of the open collections, settings, the
//! results of runs, recent files, theme and layout, in one small file. A collection that is in no
//! file has one of its own beside it.
//!
//! Each field is read by itself, and so is each entry of a list. A field that can't be read falls
//! back to its default, an entry is left out, and the name of either is kept for a notice.

mod collections;
mod data;
mod fields;
mod file;
mod form;
mod games;
mod rescue;
mod runs;
mod store;
mod unsaved;
mod window;

pub use data::{
    ExperimentData, MAX_BREAKPOINTS, MAX_CONDITION, SavedCollection, SavedCollections, SavedRun,
    SessionData, Source,
};
pub use file::{LayoutsContent, SavedLayout, SavedLayouts};
pub use form::Session;
pub use store::Store;
pub use unsaved::{UnsavedCollections, is_records_beside, records_beside};
pub use window::WindowState;
