//! What the model wants done outside of it, and cannot do itself.

use super::actions::Notice;
use super::commands::Command;
use std::path::PathBuf;
use tilescope_lab::Problem;
use tilescope_lab::files::graph::GraphFormat;
use tilescope_puzzle::StateGraph;

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
