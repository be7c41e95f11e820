//! The session, which survives the window and a crash: the problem and the experiment with their
//! unsaved changes, the games that were left, the files of the open collections, settings, recent files, theme and layout, in one
//! small file. A collection that is in no file has one of its own beside it.
//!
//! Each field is read by itself. One that cannot be read falls back to its default, and its name
//! is kept for a notice.

mod collections;
mod data;
mod fields;
mod file;
mod form;
mod games;
mod rescue;
mod store;
mod unsaved;
mod window;

pub use data::{
    ExperimentData, MAX_BREAKPOINTS, MAX_CONDITION, SavedCollection, SavedCollections, SessionData,
    Source,
};
pub use file::{LayoutsContent, SavedLayout, SavedLayouts};
pub use form::Session;
pub use store::Store;
pub use unsaved::UnsavedCollections;
pub use window::WindowState;
