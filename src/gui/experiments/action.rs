//! What can happen to the experiment, and how its runs stand.

use super::report::ReportChoice;
use crate::gui::document::Confirmation;
use crate::gui::requests::ReportForm;
use std::num::NonZero;
use std::path::PathBuf;
use tilescope_lab::experiment::Draft;

/// Something that can happen to the experiment.
#[derive(Clone, Debug)]
pub enum ExperimentAction {
    /// Begins an empty experiment. Asks first if changes would be lost.
    New,
    /// Begins this experiment, and does its runs at once. Asks first if changes would be lost.
    Sweep(Box<Draft>),
    /// Checks it, if it was restored and was not checked yet.
    Check,
    /// Its contents are these now.
    Edit(Box<Draft>),
    /// Asks for a file, then opens it. Asks first if changes would be lost.
    AskOpen,
    /// Opens a file. Asks first if changes would be lost.
    Open(PathBuf),
    /// Records are kept beside this session until the user saves them.
    KeepBeside(PathBuf),
    /// Closes the window. Asks first if changes would be lost.
    Quit,
    /// The answer to “save changes first?”.
    Confirm(Confirmation),
    /// Saves to its file, or asks for one.
    Save,
    SaveAs,
    SaveTo(PathBuf),
    /// Another program has touched this file, which holds this now.
    FileTouched(PathBuf, Box<Draft>),
    /// This file is no longer there.
    FileGone(PathBuf),
    /// Reads the changed file again.
    TakeTheirs,
    /// Keeps the experiment as it is here.
    KeepMine,
    /// Asks for a file of puzzles.
    AskInstances,
    /// Adds the puzzles of this file.
    AddFile(PathBuf),
    /// Asks for the file of records.
    AskRecords,
    /// The records are kept in this file.
    Records(PathBuf),
    /// Asks where to save the records, which are beside the session.
    AskSaveRecords,
    /// Saves them in this file, which has them from then on.
    SaveRecordsTo(PathBuf),
    /// No file was chosen.
    NotChosen,
    /// So many runs are done at a time.
    Jobs(NonZero<usize>),
    /// Does the runs that have no record.
    Run,
    /// The same, though the experiment has changed since the records were written.
    AcceptChanges,
    Pause,
    Resume,
    Stop,
    /// Shows the run with this index, or none.
    Show(Option<usize>),
    /// Shows this of the records.
    Report(ReportChoice),
    /// Asks where to write the report in this form.
    AskExport(ReportForm),
    Export(ReportForm, PathBuf),
    /// Opens the board of this run, and solves it as the run does, with a record of its nodes.
    OpenRun(usize),
}

/// How the runs stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunsState {
    Idle,
    Running,
    Paused,
    /// The runs under way are being ended.
    Stopping,
}

/// Why the runs did not begin or go on, in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    pub text: String,
    /// Whether the records can be kept all the same: they are of the experiment before a change.
    pub can_accept: bool,
}
