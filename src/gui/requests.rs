//! What the model asks the application to do, since the model does no input or output.

use std::path::PathBuf;
use std::sync::Arc;
use tilescope_lab::Problem;
use tilescope_lab::files::graph::GraphFormat;
use tilescope_puzzle::StateGraph;

/// Wakes the window from another thread when there is something new to show.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// Something that the application does for the model.
#[derive(Clone, Debug)]
pub enum Request {
    /// Ask for a file to open.
    OpenDialog,
    /// Ask where to save this problem, then save it.
    SaveDialog(Box<Problem>),
    /// Ask where to write this graph.
    ExportDialog(StateGraph, GraphFormat),
    /// Open this page.
    Show(Page),
    /// Read this file.
    Load(PathBuf),
    /// Write this problem to this file.
    Save(PathBuf, Box<Problem>),
    Copy(String),
    Notify(Notice),
    Theme(egui::ThemePreference),
    Quit,
}

/// A message that goes away by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    Done(String),
    Failed(String),
}

/// A page that is shown over the panels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Page {
    Palette,
    Keys,
    About,
    PublishedExperiments,
    Export,
    Tables,
}
