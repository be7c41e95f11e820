//! Every command in one table: its name, what it does, its keys and its action.

use super::actions::Action;
use super::edit::Edit;
use super::model::Model;
use crate::gui::bookmarks::BookmarksAction;
use crate::gui::document::DocumentAction;
use crate::gui::experiments::ExperimentAction;
use crate::gui::finds::FindAction;
use crate::gui::library::LibraryAction;
use crate::gui::runs::RunsAction;
use crate::gui::timeline::{self, TimelineAction};
use crate::gui::trace_files::TraceFileAction;
use egui::{Key, KeyboardShortcut, Modifiers};
use tilescope_lab::experiment::Draft;
use tilescope_lab::{RunState, examples};
use tilescope_puzzle::{Puzzle, Size};

/// Something that can be chosen from a menu, the palette or by a key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Command {
    New,
    Open,
    Collection,
    SaveCollection,
    NextPuzzle,
    PreviousPuzzle,
    Save,
    SaveAs,
    OpenTrace,
    SaveTrace,
    SaveImage,
    ExportGraph,
    Quit,
    Undo,
    Redo,
    History,
    Copy,
    Paste,
    Scramble,
    Generate,
    Repair,
    SwapSides,
    StartAsGoal,
    Rotate,
    Mirror,
    Relabel,
    Hint,
    Picture,
    Romania,
    India,
    Solve,
    SolveOptimally,
    Step,
    PauseOrResume,
    Stop,
    PlaySolution,
    Breakpoints,
    ClearRuns,
    SweepOrders,
    SweepTies,
    SweepWeights,
    SweepBeamWidths,
    PublishedExperiments,
    Audit,
    Tables,
    CursorStart,
    CursorBack,
    CursorForward,
    CursorEnd,
    CursorBackTen,
    CursorForwardTen,
    PreviousIteration,
    NextIteration,
    NextRise,
    NextDuplicate,
    NextReopening,
    NextGoal,
    PreviousRise,
    PreviousDuplicate,
    PreviousReopening,
    PreviousGoal,
    PlayPath,
    Bookmark,
    Bookmarks,
    NextBookmark,
    PreviousBookmark,
    GoToStep,
    GoToNode,
    Find,
    FindNext,
    FindPrevious,
    CursorPlay,
    Palette,
    Fullscreen,
    Presentation,
    MaximiseTree,
    Contours,
    ZoomIn,
    ZoomOut,
    ResetZoom,
    ThemeSystem,
    ThemeDark,
    ThemeLight,
    PanelPuzzle,
    PanelSearch,
    PanelTree,
    PanelPlots,
    PanelPseudocode,
    PanelNode,
    PanelResult,
    PanelRuns,
    PanelFrontier,
    PanelLevels,
    PanelOverview,
    PanelCompare,
    PanelRace,
    PanelExperiment,
    PanelSpace,
    ResetLayout,
    Keys,
    About,
}

/// Where a command's keys work.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// Everywhere.
    Window,
    /// Where no text is typed and no board or tree takes the key for itself.
    Unfocused,
}

/// A command's entry in the table.
pub struct CommandInfo {
    pub command: Command,
    pub menu: &'static str,
    pub name: &'static str,
    pub tooltip: &'static str,
    pub keys: &'static [KeyboardShortcut],
    pub scope: Scope,
    /// Whether a line parts it from the one above in its menu.
    pub begins_group: bool,
    /// The submenu in which it stands.
    pub submenu: Option<&'static str>,
}

impl CommandInfo {
    const fn apart(mut self) -> Self {
        self.begins_group = true;
        self
    }

    const fn within(mut self, submenu: &'static str) -> Self {
        self.submenu = Some(submenu);
        self
    }
}

const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

const fn shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, key)
}

const fn plain(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn entry(
    command: Command,
    menu: &'static str,
    name: &'static str,
    tooltip: &'static str,
    keys: &'static [KeyboardShortcut],
    scope: Scope,
) -> CommandInfo {
    CommandInfo {
        command,
        menu,
        name,
        tooltip,
        keys,
        scope,
        begins_group: false,
        submenu: None,
    }
}

/// The table, in the order of the menus.
#[rustfmt::skip]
pub const COMMANDS: &[CommandInfo] = {
    use Command::*;
    use Scope::*;
    &[
        entry(New, "File", "New puzzle", "Start over with a board in order", &[], Window),
        entry(Open, "File", "Open…", "Open a file of one puzzle or of many", &[ctrl(Key::O)], Window),
        entry(Collection, "File", "Collection…", "The puzzles of the open collection", &[ctrl(Key::L)], Window),
        entry(SaveCollection, "File", "Save collection", "Save the open collection, with the lengths that runs have found", &[], Window),
        entry(NextPuzzle, "File", "Next puzzle", "Open the next puzzle of the collection", &[plain(Key::F8)], Window),
        entry(PreviousPuzzle, "File", "Previous puzzle", "Open the puzzle before in the collection", &[plain(Key::F7)], Window),
        entry(Save, "File", "Save", "Save the puzzle to its file", &[ctrl(Key::S)], Window).apart(),
        entry(SaveAs, "File", "Save as…", "Save the puzzle to another file", &[ctrl_shift(Key::S)], Window),
        entry(OpenTrace, "File", "Open trace…", "Open the record of a search as a run", &[], Window).apart(),
        entry(SaveTrace, "File", "Save trace…", "Save the record of the shown run, to open it again", &[], Window),
        entry(SaveImage, "File", "Save image of a panel…", "Write what a panel shows as SVG, PNG or animated PNG, for papers and slides", &[ctrl_shift(Key::I)], Window).apart(),
        entry(ExportGraph, "File", "Export state graph…", "Write every board of this size and every move to a file", &[], Window),
        entry(Quit, "File", "Quit", "Close the window", &[ctrl(Key::Q)], Window).apart(),
        entry(Undo, "Edit", "Undo", "Undo the last change of the puzzle", &[ctrl(Key::Z)], Window),
        entry(Redo, "Edit", "Redo", "Redo the change", &[ctrl(Key::Y), ctrl_shift(Key::Z)], Window),
        entry(History, "Edit", "History…", "All changes and moves; a click goes there", &[ctrl(Key::H)], Window),
        entry(Copy, "Edit", "Copy board", "Copy the board as text", &[ctrl(Key::C)], Unfocused).apart(),
        entry(Paste, "Edit", "Paste board", "Paste a board from text", &[ctrl(Key::V)], Unfocused),
        entry(Scramble, "Puzzle", "Scramble", "A random solvable start", &[ctrl(Key::N)], Window),
        entry(Generate, "Puzzle", "Generate puzzles…", "Random puzzles, puzzles of an exact length, the hardest ones", &[ctrl_shift(Key::N)], Window),
        entry(Repair, "Puzzle", "Make solvable", "Swap two tiles so that the puzzle can be solved", &[], Window),
        entry(SwapSides, "Puzzle", "Swap start and goal", "Search in the opposite direction", &[], Window),
        entry(StartAsGoal, "Puzzle", "Make the start the goal", "Search for the board that is now the start", &[], Window).apart(),
        entry(Rotate, "Puzzle", "Rotate", "Turn both boards by a quarter, clockwise", &[], Window),
        entry(Mirror, "Puzzle", "Mirror", "Reflect both boards, left to right", &[], Window),
        entry(Relabel, "Puzzle", "Relabel", "Give the tiles other numbers, so that the goal is in order", &[], Window),
        entry(Hint, "Puzzle", "Hint", "Show the next move on the board; press again to make it", &[plain(Key::H)], Unfocused).apart(),
        entry(Picture, "Puzzle", "Picture on the tiles…", "Cut the tiles from a picture", &[], Window),
        entry(Romania, "Puzzle", "Route: Arad to Bucharest", "The textbook's route problem, on a map of Romania", &[], Window).apart(),
        entry(India, "Puzzle", "Route: Delhi to Hyderabad", "An article's route problem, with its arithmetic corrected", &[], Window),
        entry(Solve, "Run", "Solve", "Search from start to goal", &[plain(Key::Enter)], Unfocused),
        entry(SolveOptimally, "Run", "Solve optimally", "Find a shortest solution with the fastest engine, and play it", &[shift(Key::Enter)], Unfocused),
        entry(Step, "Run", "Step", "Begin with the root alone; then make one expansion at each press", &[plain(Key::Period)], Unfocused),
        entry(PauseOrResume, "Run", "Pause or resume", "Pause the search, or resume it", &[plain(Key::P)], Unfocused),
        entry(Stop, "Run", "Stop", "End the search here; if none works, let go of the selected node", &[plain(Key::Escape)], Unfocused),
        entry(Breakpoints, "Run", "Breakpoints…", "Conditions at which a search pauses", &[plain(Key::F9)], Window).apart(),
        entry(PlaySolution, "Run", "Play solution", "Slide the tiles along the solution", &[], Window).apart(),
        entry(ClearRuns, "Run", "Clear runs", "Remove all runs, with their trees and curves", &[], Window),
        entry(PublishedExperiments, "Run", "Published experiments…", "Repeat published experiments and compare the figures", &[], Window).apart(),
        entry(SweepOrders, "Run", "Sweep move orders", "Solve the board with each of the 24 move orders, and compare", &[], Window).within("Sweep"),
        entry(SweepTies, "Run", "Sweep tie-breaking rules", "Solve the board with each rule for ties, and compare", &[], Window).within("Sweep"),
        entry(SweepWeights, "Run", "Sweep weights", "Solve the board with weights from 1 to 5, and compare", &[], Window).within("Sweep"),
        entry(SweepBeamWidths, "Run", "Sweep beam widths", "Solve the board with beam widths from 1 to 1000, and compare", &[], Window).within("Sweep"),
        entry(Audit, "Run", "Audit heuristics…", "Write a heuristic and test it on all boards", &[], Window),
        entry(Tables, "Run", "Pattern databases…", "Define patterns; build and delete their databases", &[], Window),
        entry(CursorPlay, "Timeline", "Play or pause the timeline", "Play the search step by step, or pause it", &[plain(Key::Space)], Unfocused),
        entry(CursorBack, "Timeline", "Step back", "Show the step before", &[plain(Key::ArrowLeft)], Unfocused).apart(),
        entry(CursorForward, "Timeline", "Step forward", "Show the next step", &[plain(Key::ArrowRight)], Unfocused),
        entry(CursorBackTen, "Timeline", "Ten steps back", "Show the step ten before", &[shift(Key::ArrowLeft)], Unfocused),
        entry(CursorForwardTen, "Timeline", "Ten steps forward", "Show the step ten after", &[shift(Key::ArrowRight)], Unfocused),
        entry(CursorStart, "Timeline", "First step", "Show the root only", &[plain(Key::Home)], Unfocused),
        entry(CursorEnd, "Timeline", "Last step", "Show the whole search", &[plain(Key::End)], Unfocused),
        entry(PreviousIteration, "Timeline", "Previous iteration", "Go back to the beginning of an iteration or a restart", &[plain(Key::PageUp)], Unfocused).apart(),
        entry(NextIteration, "Timeline", "Next iteration", "Go to the beginning of the next iteration or restart", &[plain(Key::PageDown)], Unfocused),
        entry(NextRise, "Timeline", "Next rise of f or the bound", "Go to the next step that expands a node with a higher f, or begins an iteration with a higher bound", &[plain(Key::U)], Unfocused).within("Next"),
        entry(NextDuplicate, "Timeline", "Next duplicate", "Go to the next node that is discarded because its state was reached before", &[plain(Key::D)], Unfocused).within("Next"),
        entry(NextReopening, "Timeline", "Next reopening", "Go to the next node that puts an expanded state back on the frontier", &[plain(Key::O)], Unfocused).within("Next"),
        entry(NextGoal, "Timeline", "Next goal or better solution", "Go to the next node that is found to be a goal", &[plain(Key::B)], Unfocused).within("Next"),
        entry(NextBookmark, "Timeline", "Next bookmark", "Go to the next step that is marked", &[plain(Key::N)], Unfocused).within("Next"),
        entry(PreviousRise, "Timeline", "Previous rise of f or the bound", "Go back to the step before that expands a node with a higher f, or begins an iteration with a higher bound", &[shift(Key::U)], Unfocused).within("Previous"),
        entry(PreviousDuplicate, "Timeline", "Previous duplicate", "Go back to the node before that is discarded because its state was reached before", &[shift(Key::D)], Unfocused).within("Previous"),
        entry(PreviousReopening, "Timeline", "Previous reopening", "Go back to the node before that puts an expanded state back on the frontier", &[shift(Key::O)], Unfocused).within("Previous"),
        entry(PreviousGoal, "Timeline", "Previous goal or better solution", "Go back to the node before that is found to be a goal", &[shift(Key::B)], Unfocused).within("Previous"),
        entry(PreviousBookmark, "Timeline", "Previous bookmark", "Go back to the step before that is marked", &[shift(Key::N)], Unfocused).within("Previous"),
        entry(PlayPath, "Timeline", "Play the path to the node", "Play only the steps that led to the selected node", &[], Unfocused),
        entry(Bookmark, "Timeline", "Bookmark this step…", "Mark the present step and the selected node, with a note", &[plain(Key::M)], Unfocused).apart(),
        entry(Bookmarks, "Timeline", "Bookmarks…", "The marked steps of the shown run and their notes", &[ctrl(Key::B)], Window),
        entry(GoToStep, "Timeline", "Go to step…", "Show a step by its number", &[ctrl(Key::G)], Window).apart(),
        entry(GoToNode, "Timeline", "Go to node…", "Select a node by its number", &[ctrl_shift(Key::G)], Window),
        entry(Find, "Timeline", "Find nodes…", "Find the nodes for which a condition holds", &[ctrl(Key::F)], Window).apart(),
        entry(FindNext, "Timeline", "Find next", "Select the next node for which the condition holds", &[plain(Key::F3)], Window),
        entry(FindPrevious, "Timeline", "Find previous", "Select the node before for which the condition holds", &[shift(Key::F3)], Window),
        entry(Palette, "View", "Search commands", "Find a command by its name", &[ctrl(Key::K)], Window),
        entry(Fullscreen, "View", "Full screen", "Enter or leave full screen", &[plain(Key::F11)], Window),
        entry(Presentation, "View", "Presentation", "Show tree or map, timeline and Why alone, in large type; again to go back", &[plain(Key::F5)], Window),
        entry(MaximiseTree, "View", "Maximise the tree", "Show the tree without the other panels; again to go back", &[plain(Key::F6)], Window),
        entry(Contours, "View", "f-contours", "Draw lines across the links of the tree on which f rises", &[], Window),
        entry(ZoomIn, "View", "Zoom in", "Make everything in the window larger", &[ctrl(Key::Plus), ctrl(Key::Equals)], Window).apart(),
        entry(ZoomOut, "View", "Zoom out", "Make everything in the window smaller", &[ctrl(Key::Minus)], Window),
        entry(ResetZoom, "View", "Normal size", "Show everything in its normal size", &[ctrl(Key::Num0)], Window),
        entry(ThemeSystem, "View", "Theme of the system", "Follow the system's light or dark theme", &[], Window).apart(),
        entry(ThemeDark, "View", "Dark theme", "Light text on a dark background", &[], Window),
        entry(ThemeLight, "View", "Light theme", "Dark text on a light background", &[], Window),
        entry(PanelPuzzle, "View", "Panel Puzzle", "Show or hide the panel Puzzle", &[ctrl(Key::Num1)], Window).apart().within("Panels"),
        entry(PanelSearch, "View", "Panel Search", "Show or hide the panel Search", &[ctrl(Key::Num2)], Window).within("Panels"),
        entry(PanelTree, "View", "Panel Tree", "Show or hide the panel Tree", &[ctrl(Key::Num3)], Window).within("Panels"),
        entry(PanelFrontier, "View", "Panel Frontier", "Show or hide the panel Frontier", &[ctrl(Key::Num8)], Window).within("Panels"),
        entry(PanelLevels, "View", "Panel Levels", "Show or hide the panel Levels", &[ctrl(Key::Num9)], Window).within("Panels"),
        entry(PanelOverview, "View", "Panel Overview", "Show or hide the panel Overview", &[shift(Key::F8)], Window).within("Panels"),
        entry(PanelCompare, "View", "Panel Compare", "Show or hide the panel Compare", &[shift(Key::F4)], Window).within("Panels"),
        entry(PanelRace, "View", "Panel Race", "Show or hide the panel Race", &[shift(Key::F6)], Window).within("Panels"),
        entry(PanelExperiment, "View", "Panel Experiment", "Show or hide the panel Experiment", &[shift(Key::F5)], Window).within("Panels"),
        entry(PanelSpace, "View", "Panel State space", "Show or hide the panel State space", &[shift(Key::F7)], Window).within("Panels"),
        entry(PanelPlots, "View", "Panel Plots", "Show or hide the panel Plots", &[ctrl(Key::Num4)], Window).within("Panels"),
        entry(PanelPseudocode, "View", "Panel Pseudocode", "Show or hide the panel Pseudocode", &[plain(Key::F4)], Window).within("Panels"),
        entry(PanelNode, "View", "Panel Node", "Show or hide the panel Node", &[ctrl(Key::Num5)], Window).within("Panels"),
        entry(PanelResult, "View", "Panel Result", "Show or hide the panel Result", &[ctrl(Key::Num6)], Window).within("Panels"),
        entry(PanelRuns, "View", "Panel Runs", "Show or hide the panel Runs", &[ctrl(Key::Num7)], Window).within("Panels"),
        entry(ResetLayout, "View", "Reset layout", "Show all panels in their default places", &[], Window),
        entry(Keys, "Help", "Keys", "All keys on one page", &[plain(Key::F1)], Window),
        entry(About, "Help", "About Tilescope", "Version and licences", &[], Window),
    ]
};

/// The commands whose keys were pressed in this frame and not taken by anyone before, among
/// those whose scope `listens`; they are taken.
pub fn take_pressed(ctx: &egui::Context, listens: impl Fn(Scope) -> bool) -> Vec<Command> {
    let mut commands = Vec::new();
    ctx.input_mut(|input| {
        input.events.retain(|event| {
            let command = command_of(event).filter(|command| listens(command.entry().scope));
            commands.extend(command);
            command.is_none()
        });
    });
    commands
}

/// The actions of the keys that were pressed in this frame and work where nothing has the
/// focus: for widgets that have it and leave these keys to the commands.
pub fn take_unfocused(ctx: &egui::Context, model: &Model) -> Vec<Action> {
    take_pressed(ctx, |scope| scope == Scope::Unfocused)
        .into_iter()
        .filter(|command| command.is_enabled(model))
        .filter_map(|command| command.action(model))
        .collect()
}

fn command_of(event: &egui::Event) -> Option<Command> {
    let egui::Event::Key {
        key,
        modifiers,
        pressed: true,
        ..
    } = event
    else {
        return None;
    };
    let is_pressed = |keys: &KeyboardShortcut| {
        keys.logical_key == *key && modifiers.matches_exact(keys.modifiers)
    };
    COMMANDS
        .iter()
        .find(|entry| entry.keys.iter().any(is_pressed))
        .map(|entry| entry.command)
}

impl Command {
    /// Its entry in the table.
    pub fn entry(self) -> &'static CommandInfo {
        COMMANDS
            .iter()
            .find(|entry| entry.command == self)
            .expect("every command is in the table; a test sees to it")
    }

    /// What it does to the model; `None` for those that concern the window alone.
    pub fn action(self, model: &Model) -> Option<Action> {
        Some(match self {
            Command::New => Action::Document(DocumentAction::New(
                model.puzzle().map_or(Size::EIGHT_PUZZLE, Puzzle::size),
            )),
            Command::Open => Action::Document(DocumentAction::OpenDialog),
            Command::SaveCollection => LibraryAction::Save.into(),
            Command::NextPuzzle => LibraryAction::Step(1).into(),
            Command::PreviousPuzzle => LibraryAction::Step(-1).into(),
            Command::Save => Action::Document(DocumentAction::Save),
            Command::SaveAs => Action::Document(DocumentAction::SaveAs),
            Command::OpenTrace => Action::TraceFile(TraceFileAction::AskOpen),
            Command::SaveTrace => Action::TraceFile(TraceFileAction::AskSave),
            Command::Quit => Action::Document(DocumentAction::Quit),
            Command::Undo => Action::Document(DocumentAction::Undo),
            Command::Redo => Action::Document(DocumentAction::Redo),
            Command::Scramble => Action::from(Edit::Scramble),
            Command::Repair => Action::from(Edit::Repair),
            Command::SwapSides => Action::from(Edit::SwapSides),
            Command::StartAsGoal => Action::from(Edit::StartAsGoal),
            Command::Rotate => Action::from(Edit::Rotate),
            Command::Mirror => Action::from(Edit::Mirror),
            Command::Relabel => Action::from(Edit::Relabel),
            Command::Romania | Command::India => Action::Document(DocumentAction::Example(
                examples::by_file(self.example()?)?.into(),
            )),
            Command::Hint => Action::Hint,
            Command::Solve => Action::Runs(RunsAction::Solve),
            Command::SolveOptimally => Action::Runs(RunsAction::SolveOptimally),
            Command::Step => Action::Runs(RunsAction::Step),
            Command::PauseOrResume => match model.runs().working()?.run.state() {
                RunState::Paused => Action::Runs(RunsAction::Resume),
                RunState::Running | RunState::Stopping | RunState::Ended => {
                    Action::Runs(RunsAction::Pause)
                }
            },
            Command::Stop => Action::Runs(RunsAction::Stop),
            Command::PlaySolution => Action::PlaySolution,
            Command::ClearRuns => Action::Runs(RunsAction::Clear),
            Command::SweepOrders
            | Command::SweepTies
            | Command::SweepWeights
            | Command::SweepBeamWidths => {
                let settings = model.settings();
                let sweep = self.sweep(settings)?;
                let draft = Draft::sweep(model.puzzle()?, settings, sweep);
                ExperimentAction::Sweep(draft.into()).into()
            }
            Command::CursorStart => Action::Timeline(TimelineAction::Seek(0)),
            Command::CursorBack => Action::Timeline(TimelineAction::SeekBy(-1)),
            Command::CursorForward => Action::Timeline(TimelineAction::SeekBy(1)),
            Command::CursorBackTen => Action::Timeline(TimelineAction::SeekBy(-10)),
            Command::CursorForwardTen => Action::Timeline(TimelineAction::SeekBy(10)),
            Command::CursorEnd => Action::Timeline(TimelineAction::SeekEnd),
            Command::PreviousIteration | Command::NextIteration => {
                let trace = model.runs().active()?.run.trace();
                let t = model.cursor().t;
                let to = match self {
                    Command::PreviousIteration => timeline::previous_iteration(trace, t)?,
                    _ => timeline::next_iteration(trace, t)?,
                };
                let by = i64::from(to) - i64::from(t);
                Action::Timeline(TimelineAction::SeekBy(by))
            }
            _ if self.landmark().is_some() => {
                let (landmark, towards) = self.landmark()?;
                Action::Jump(landmark, towards)
            }
            Command::PlayPath => Action::PlayPath,
            Command::Bookmark => BookmarksAction::Add.into(),
            Command::NextBookmark => BookmarksAction::GoTo(model.next_bookmark()?).into(),
            Command::PreviousBookmark => BookmarksAction::GoTo(model.previous_bookmark()?).into(),
            Command::Find => FindAction::Open.into(),
            Command::FindNext => FindAction::Next.into(),
            Command::FindPrevious => FindAction::Previous.into(),
            Command::CursorPlay => Action::Timeline(TimelineAction::TogglePlay),
            Command::ThemeSystem | Command::ThemeDark | Command::ThemeLight => {
                Action::Theme(self.theme()?)
            }
            Command::Contours => Action::Contours(!model.colouring().has_contours()),
            Command::Copy => Action::CopyBoard,
            Command::Paste
            | Command::Palette
            | Command::GoToStep
            | Command::GoToNode
            | Command::NextRise
            | Command::NextDuplicate
            | Command::NextReopening
            | Command::NextGoal
            | Command::PreviousRise
            | Command::PreviousDuplicate
            | Command::PreviousReopening
            | Command::PreviousGoal
            | Command::Fullscreen
            | Command::Presentation
            | Command::MaximiseTree
            | Command::ZoomIn
            | Command::ZoomOut
            | Command::ResetZoom
            | Command::PanelPuzzle
            | Command::PanelSearch
            | Command::PanelTree
            | Command::PanelPlots
            | Command::PanelPseudocode
            | Command::PanelNode
            | Command::PanelResult
            | Command::PanelRuns
            | Command::PanelFrontier
            | Command::PanelLevels
            | Command::PanelOverview
            | Command::PanelCompare
            | Command::PanelRace
            | Command::PanelExperiment
            | Command::PanelSpace
            | Command::ResetLayout
            | Command::Keys
            | Command::PublishedExperiments
            | Command::Audit
            | Command::Bookmarks
            | Command::Breakpoints
            | Command::Tables
            | Command::Collection
            | Command::Generate
            | Command::History
            | Command::Picture
            | Command::SaveImage
            | Command::ExportGraph
            | Command::About => return None,
        })
    }
}

mod enabled;
mod targets;
#[cfg(test)]
mod tests;
