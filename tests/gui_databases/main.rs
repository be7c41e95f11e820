//! The window where it builds and uses pattern databases: those are kept for the whole process, so
//! these tests have one of their own.

mod hints;
mod tables;
#[path = "../gui/window.rs"]
mod window;
