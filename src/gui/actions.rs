//! Everything that can happen to the model.

use super::exports::ExportAction;
use super::runs::RunId;
use super::session::Session;
use super::tables::TablesAction;
use std::path::PathBuf;
use std::time::Duration;
use tilescope_lab::classics::PublishedExperiment;
use tilescope_lab::{Problem, Settings};
use tilescope_puzzle::presets::GoalPreset;
use tilescope_puzzle::routes::City;
use tilescope_puzzle::{Board, Costs, Direction, Size};
use tilescope_search as search;
use tilescope_trace::{Moment, NodeId};

/// Which end of a problem: of a puzzle's two boards, or of a journey's two cities.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    Start,
    Goal,
}

/// What the board or the map in the puzzle panel shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoardView {
    /// An editor of one end.
    Edit(Side),
    /// The player: a solution, or moves made by hand.
    Play,
}

/// A change of the problem: every one can be undone. A change of boards does nothing to a
/// route, and the reverse.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Another board, of the same size.
    Board(Side, Board),
    /// Swaps what lies in two cells.
    Swap(Side, usize, usize),
    /// Moves the blank, if it is not at the edge.
    Slide(Side, Direction),
    /// Puts a tile into a cell; what lay there goes to where the tile was.
    Put {
        side: Side,
        cell: usize,
        tile: u8,
    },
    /// Both boards anew: start and goal in order, blank last.
    Resize(Size),
    Goal(GoalPreset),
    /// A random start that can be solved.
    Scramble,
    /// A random walk of so many moves from the goal.
    Walk(usize),
    /// Swaps the two tiles that make it solvable.
    Repair,
    /// Another city to start from, or to go to.
    City(Side, City),
    /// Start becomes goal and the reverse.
    Exchange,
    Costs(Costs),
    Name(String),
    Notes(String),
    Source(String),
}

/// Everything that can happen to the model. What needs no comment has none.
#[derive(Clone, Debug)]
pub enum Action {
    // The puzzle and its file
    Edit(Edit),
    Undo,
    Redo,
    /// A new puzzle of this size. Asks first if changes would be lost.
    New(Size),
    /// Asks for a file, then opens it. Asks first if changes would be lost.
    OpenDialog,
    /// Opens a file. Asks first if changes would be lost.
    Open(PathBuf),
    /// Opens a problem that comes with the program. Asks first if changes would be lost.
    Example(Box<Problem>),
    /// A file was read: it becomes the problem.
    Opened(PathBuf, Box<Problem>),
    /// Saves to the puzzle's file, or asks for one.
    Save,
    SaveAs,
    /// This problem was written to this file.
    Saved(PathBuf, Box<Problem>),
    /// The puzzle was not written: there was an error, or no file was chosen.
    NotSaved,
    /// The state graph as a file.
    Export(ExportAction),
    /// The jobs of tables.
    Tables(TablesAction),
    /// Closes the window. Asks first if changes would be lost.
    Quit,
    /// The answer to “save changes first?”.
    Confirm(Confirmation),
    /// Something to tell the user.
    Tell(Notice),

    // How it is searched
    Settings(Box<Settings>),

    // Runs
    Solve,
    /// Finds a shortest solution by the quickest engine, whatever the settings say, and plays it.
    SolveOptimally,
    /// Starts a run that waits before its first expansion, or steps the paused one.
    StepRun,
    PauseRun,
    ResumeRun,
    StopRun,
    Activate(RunId),
    ToggleVisible(RunId),
    Remove(RunId),
    /// Runs the experiments of a publication again.
    RunClassic(&'static PublishedExperiment),
    StopClassic(&'static PublishedExperiment),

    // The cursor and the selection
    Seek(Moment),
    SeekBy(i64),
    SeekEnd,
    TogglePlay,
    /// Steps a second while playing.
    Speed(f32),
    Select(Option<NodeId>),
    /// Selects a node and brings it into view in the tree.
    Reveal(NodeId),

    // The board's player
    View(BoardView),
    /// Plays the active run's solution from the start.
    PlaySolution,
    PlayerToggle,
    /// Shows the board after so many moves.
    PlayerSeek(usize),
    /// An action done by hand.
    PlayerMove(search::Action),
    /// Moves a second.
    PlayerSpeed(f32),
    /// Looks for the next move from the board shown; makes it, if it is shown already.
    Hint,

    // The window
    Theme(egui::ThemePreference),
    Copy(String),
    /// Copies the board that the puzzle panel shows, as text.
    CopyBoard,
    /// Text from the clipboard or dropped: a board, or a puzzle as JSON.
    Paste(String),
    /// Takes up what an earlier window left.
    Restore(Box<Session>),
    /// Time has passed: takes in what the runs have sent, and moves what plays.
    Tick(Duration),
}

/// What is to be done about unsaved changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confirmation {
    Save,
    Discard,
    Cancel,
}

/// A message that goes away by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    Done(String),
    Failed(String),
}
