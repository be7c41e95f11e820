//! Everything that can happen to the model: the actions of its parts, and those that concern
//! several of them.

use super::audits::AuditsAction;
use super::bookmarks::BookmarksAction;
use super::breakpoints::BreakpointsAction;
use super::colouring::{ColourBy, ColouringAction};
use super::comparisons::ComparisonAction;
use super::conversions::ConversionAction;
use super::document::DocumentAction;
use super::edit::{BoardView, Edit};
use super::experiments::ExperimentAction;
use super::exports::ExportAction;
use super::finds::FindAction;
use super::games::GamesAction;
use super::generation::GenerationAction;
use super::library::LibraryAction;
use super::own_heuristics::OwnHeuristicsAction;
use super::pictures::PicturesAction;
use super::player::PlayerAction;
use super::published::PublishedAction;
use super::puzzle_lists::PuzzleListsAction;
use super::races::RaceAction;
use super::requests::{LayoutChange, Notice, SaveAnimation, SaveImage, SaveSolution, SaveText};
use super::restore_point::RestorePoint;
use super::runs::{RunId, RunNode, RunsAction};
use super::session::Session;
use super::spaces::SpaceAction;
use super::tables::TablesAction;
use super::timeline::TimelineAction;
use super::trace_files::TraceFileAction;
use std::path::PathBuf;
use std::time::Duration;
use tilescope_lab::landmark::{Landmark, Towards};
use tilescope_lab::solution::SolutionForm;
use tilescope_lab::{Problem, Settings};
use tilescope_puzzle::{Direction, Puzzle};
use tilescope_search as search;
use tilescope_trace::Moment;

/// Something that can happen to the model.
#[derive(Clone, Debug)]
pub enum Action {
    Document(DocumentAction),
    Runs(RunsAction),
    Timeline(TimelineAction),
    Player(PlayerAction),
    Tables(TablesAction),
    Export(ExportAction),
    TraceFile(TraceFileAction),
    Published(PublishedAction),
    Audits(AuditsAction),
    OwnHeuristics(OwnHeuristicsAction),
    Library(LibraryAction),
    PuzzleLists(PuzzleListsAction),
    Find(FindAction),
    Games(GamesAction),
    Pictures(PicturesAction),
    Generation(GenerationAction),
    Bookmarks(BookmarksAction),
    Breakpoints(BreakpointsAction),
    Comparison(ComparisonAction),
    Conversion(ConversionAction),
    Experiment(ExperimentAction),
    Space(SpaceAction),
    Race(RaceAction),

    /// Another algorithm, heuristic, option or limit.
    Settings(Box<Settings>),
    /// Nodes are coloured by something else.
    ColourBy(ColourBy),
    /// The tree is drawn with f-contours, or without.
    Contours(bool),
    Colouring(ColouringAction),
    /// The subtrees of a run are to be measured.
    WantSubtrees(RunId),
    /// The duplicates and the least f of the runs are to be counted for the plots.
    WantCurveCounts,
    /// The iterations of a run are to be predicted, also when it has ended.
    WantPrediction(RunId),
    /// The timeline goes to the next or the previous landmark.
    Jump(Landmark, Towards),
    /// The timeline plays the steps that led to the selected node.
    PlayPath,
    /// The timeline plays the steps that expand nodes of the selected node's subtree.
    PlaySubtree,
    /// In a panel, the pointer has gone from the first node of the active run to the second.
    Point(Option<RunNode>, Option<RunNode>),
    /// Brings the panel with this key to the front.
    ShowPanel(&'static str),
    /// Closes the card with the notes of the problem; they stay below the board.
    PutNotesAway,
    /// The puzzle panel shows another board.
    View(BoardView),
    /// Plays the active run's solution from the start.
    PlaySolution,
    /// Looks for the next move from the shown board. If that move is already known, makes it.
    Hint,

    Theme(egui::ThemePreference),
    /// Saves, shows or deletes a layout of the user's own.
    Layout(LayoutChange),
    /// These are now the names of the layouts of the user's own.
    OwnLayouts(Vec<String>),
    /// Copies a text, and says that this was copied: “the table”.
    Copy(&'static str, String),
    /// Copies the board that the puzzle panel shows, as text.
    CopyBoard,
    /// The same as a picture.
    CopyPicture,
    Notify(Notice),
    /// Saves an image of a panel.
    SaveImage(SaveImage),
    /// Asks where to save curves or a solution.
    SaveText(SaveText),
    /// For a frame of an animation: shows this moment of the active run, or `None` for the one that was
    /// shown before.
    Visit(Option<Moment>),
    /// Asks where to save an animation of a panel.
    AskSaveAnimation(SaveAnimation),
    /// Draws an animation, and writes it to this file.
    SaveAnimation(PathBuf, SaveAnimation),
    /// Draws a solution, and writes it to this file.
    SaveSolution(PathBuf, SaveSolution),
    /// Restores what an earlier window saved.
    Restore(Box<Session>),
    /// An action has panicked, and may have left the model half changed.
    Recover(Box<RestorePoint>),
    /// Time has passed: polls the runs and jobs, and moves what is playing.
    Tick(Duration),
}

impl Action {
    /// Copies the moves of a solution, or the cities of its way.
    pub fn copy_solution(problem: &Problem, moves: &[search::Action]) -> Action {
        let what = match problem {
            Problem::Tiles(_) => "the moves",
            Problem::Route(_) => "the cities of the way",
        };
        Action::Copy(what, problem.path_line(moves))
    }

    /// Asks where to save a solution in this form.
    pub fn save_solution(puzzle: &Puzzle, moves: &[search::Action], form: SolutionForm) -> Action {
        let moves = moves.iter().copied().map(Direction::from);
        let solution = SaveSolution {
            form,
            start: puzzle.start.clone(),
            moves: moves.collect(),
        };
        Action::SaveText(SaveText::Solution(solution))
    }
}

impl From<DocumentAction> for Action {
    fn from(action: DocumentAction) -> Self {
        Action::Document(action)
    }
}

impl From<Edit> for Action {
    fn from(edit: Edit) -> Self {
        Action::Document(DocumentAction::Edit(edit))
    }
}

impl From<RunsAction> for Action {
    fn from(action: RunsAction) -> Self {
        Action::Runs(action)
    }
}

impl From<TimelineAction> for Action {
    fn from(action: TimelineAction) -> Self {
        Action::Timeline(action)
    }
}

impl From<PlayerAction> for Action {
    fn from(action: PlayerAction) -> Self {
        Action::Player(action)
    }
}

impl From<TablesAction> for Action {
    fn from(action: TablesAction) -> Self {
        Action::Tables(action)
    }
}

impl From<ExportAction> for Action {
    fn from(action: ExportAction) -> Self {
        Action::Export(action)
    }
}

impl From<OwnHeuristicsAction> for Action {
    fn from(action: OwnHeuristicsAction) -> Self {
        Action::OwnHeuristics(action)
    }
}

impl From<AuditsAction> for Action {
    fn from(action: AuditsAction) -> Self {
        Action::Audits(action)
    }
}

impl From<TraceFileAction> for Action {
    fn from(action: TraceFileAction) -> Self {
        Action::TraceFile(action)
    }
}

impl From<LibraryAction> for Action {
    fn from(action: LibraryAction) -> Self {
        Action::Library(action)
    }
}

impl From<PuzzleListsAction> for Action {
    fn from(action: PuzzleListsAction) -> Self {
        Action::PuzzleLists(action)
    }
}

impl From<FindAction> for Action {
    fn from(action: FindAction) -> Self {
        Action::Find(action)
    }
}

impl From<PicturesAction> for Action {
    fn from(action: PicturesAction) -> Self {
        Action::Pictures(action)
    }
}

impl From<GamesAction> for Action {
    fn from(action: GamesAction) -> Self {
        Action::Games(action)
    }
}

impl From<GenerationAction> for Action {
    fn from(action: GenerationAction) -> Self {
        Action::Generation(action)
    }
}

impl From<BookmarksAction> for Action {
    fn from(action: BookmarksAction) -> Self {
        Action::Bookmarks(action)
    }
}

impl From<BreakpointsAction> for Action {
    fn from(action: BreakpointsAction) -> Self {
        Action::Breakpoints(action)
    }
}

impl From<ComparisonAction> for Action {
    fn from(action: ComparisonAction) -> Self {
        Action::Comparison(action)
    }
}

impl From<ExperimentAction> for Action {
    fn from(action: ExperimentAction) -> Self {
        Action::Experiment(action)
    }
}

impl From<SpaceAction> for Action {
    fn from(action: SpaceAction) -> Self {
        Action::Space(action)
    }
}

impl From<ConversionAction> for Action {
    fn from(action: ConversionAction) -> Self {
        Action::Conversion(action)
    }
}

impl From<RaceAction> for Action {
    fn from(action: RaceAction) -> Self {
        Action::Race(action)
    }
}

impl From<PublishedAction> for Action {
    fn from(action: PublishedAction) -> Self {
        Action::Published(action)
    }
}
