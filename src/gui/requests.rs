//! What the model wants done outside of it, and cannot do itself.

use super::actions::Notice;
use super::commands::Command;
use crate::lab::Problem;
use crate::lab::files::graph::GraphFormat;
use crate::puzzle::StateGraph;
use std::path::PathBuf;

/// What the model wants done outside of it.
#[derive(Clone, Debug)]
pub enum Request {
    /// Ask for a file to open.
    OpenDialog,
    /// Ask where to save this problem, then save it.
    SaveDialog(Box<Problem>),
    /// Ask where to write this graph.
    ExportDialog(StateGraph, GraphFormat),
    /// Open the page of this command.
    Show(Command),
    /// Read this file.
    Load(PathBuf),
    /// Write this problem to this file.
    Save(PathBuf, Box<Problem>),
    Copy(String),
    Tell(Notice),
    Theme(egui::ThemePreference),
    Quit,
}
