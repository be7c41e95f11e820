//! The table of commands: for each its menu, its name, what it does and its keys.

use super::command::Command;
use egui::{Key, KeyboardShortcut, Modifiers};

/// Where a command's keys work.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// Everywhere.
    Window,
    /// Everywhere but in a text field, which uses the keys for its own text.
    Untyped,
    /// Where no text is typed and nothing that has the focus takes the key for itself.
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
    /// Other words for it, by which the palette finds it too.
    pub other_names: &'static [&'static str],
    /// Whether a line parts it from the one above in its menu.
    pub begins_group: bool,
    /// Whether it is in its menu; the palette has all.
    pub is_in_menu: bool,
    /// The submenu in which it stands.
    pub submenu: Option<&'static str>,
}

impl CommandInfo {
    const fn apart(mut self) -> Self {
        self.begins_group = true;
        self
    }

    /// The menu has no room for it in the smallest window.
    const fn in_palette_alone(mut self) -> Self {
        self.is_in_menu = false;
        self
    }

    const fn also(mut self, names: &'static [&'static str]) -> Self {
        self.other_names = names;
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

/// Not the command key of a Mac, with which Tab turns to another program.
const fn tab(modifiers: Modifiers) -> KeyboardShortcut {
    KeyboardShortcut::new(modifiers, Key::Tab)
}

const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
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
        other_names: &[],
        begins_group: false,
        is_in_menu: true,
        submenu: None,
    }
}

/// The table, in the order of the menus.
#[rustfmt::skip]
pub const COMMANDS: &[CommandInfo] = {
    use Command::*;
    use Scope::*;
    &[
        entry(New, "File", "New puzzle", "Start over with a board in order", &[], Window).also(&["reset board"]),
        entry(Open, "File", "Open…", "Open a file of one puzzle or of many", &[ctrl(Key::O)], Window),
        entry(Library, "File", "Library", "Puzzles that ship, those of your folder, recent files and the open collections", &[ctrl(Key::L)], Window).also(&["examples", "collections", "recent files"]),
        entry(SaveCollection, "File", "Save collection", "Save the open collection, with the lengths that were found here", &[], Window),
        entry(SaveCollectionAs, "File", "Save collection as…", "Save the open collection to another file", &[], Window).in_palette_alone(),
        entry(NextPuzzle, "File", "Next puzzle", "Open the next puzzle of the collection", &[plain(Key::F8)], Window),
        entry(PreviousPuzzle, "File", "Previous puzzle", "Open the puzzle before in the collection", &[plain(Key::F7)], Window),
        entry(NextCollection, "File", "Next collection", "List the puzzles of the next open collection", &[ctrl(Key::F8)], Window),
        entry(CloseCollection, "File", "Close collection", "Close the collection whose puzzles are listed", &[ctrl(Key::W)], Window),
        entry(Save, "File", "Save", "Save the puzzle to its file", &[ctrl(Key::S)], Window).apart(),
        entry(SaveAs, "File", "Save as…", "Save the puzzle to another file", &[ctrl_shift(Key::S)], Window),
        entry(ExportPuzzle, "File", "Export puzzle…", "Write the puzzle in the format of another program", &[ctrl_shift(Key::E)], Window).also(&["convert"]),
        entry(ExportCollection, "File", "Export collection…", "Write the open collection in the format of another program", &[], Window),
        entry(OpenTrace, "File", "Open trace…", "Open the record of a search as a run", &[], Window).also(&["load trace"]).apart(),
        entry(SaveTrace, "File", "Save trace…", "Save the record of the shown run, to open it again", &[], Window),
        entry(ExportTrace, "File", "Export trace…", "Write the record of the shown run, or a part of it, for other programs", &[], Window),
        entry(SaveImage, "File", "Save image of a panel…", "Write what a panel shows as SVG, PNG or animated PNG, for papers and slides", &[ctrl_shift(Key::I)], Window).also(&["screenshot", "animation"]).apart(),
        entry(ExportGraph, "File", "Export state graph…", "Write every board of this size and every move to a file", &[], Window),
        entry(Quit, "File", "Quit", "Close the window", &[ctrl(Key::Q)], Window).apart(),
        entry(Undo, "Edit", "Undo", "Undo the last change of the puzzle", &[ctrl(Key::Z)], Untyped),
        entry(Redo, "Edit", "Redo", "Redo the change", &[ctrl(Key::Y), ctrl_shift(Key::Z)], Untyped),
        entry(History, "Edit", "History…", "All changes and moves; a click goes there", &[ctrl(Key::H)], Window),
        entry(Copy, "Edit", "Copy board", "Copy the board as text", &[ctrl(Key::C)], Unfocused).apart(),
        entry(CopyPicture, "Edit", "Copy board as picture", "Copy the board as a picture, for a text or a slide", &[ctrl_shift(Key::C)], Unfocused),
        entry(CopySolution, "Edit", "Copy solution", "Copy the moves of the solution, or the cities of its way", &[], Window).also(&["copy moves"]),
        entry(Paste, "Edit", "Paste board", "Paste a board, a solution or puzzles from text, or a picture", &[ctrl(Key::V)], Unfocused),
        entry(RenameCollection, "Edit", "Rename collection", "Give the collection whose puzzles are listed another name", &[plain(Key::F2)], Window).apart(),
        entry(EditStart, "Puzzle", "Edit start", "Show the start, to edit it", &[ctrl(Key::E)], Window),
        entry(EditGoal, "Puzzle", "Edit goal", "Show the goal, to edit it", &[], Window),
        entry(Play, "Puzzle", "Play", "Play by hand, from the start", &[ctrl(Key::P)], Window).also(&["game"]),
        entry(Scramble, "Puzzle", "Scramble", "A random solvable start", &[ctrl(Key::N)], Window).also(&["random board", "shuffle"]).apart(),
        entry(Generate, "Puzzle", "Generate puzzles…", "Random puzzles, puzzles of an exact length, the hardest ones", &[ctrl_shift(Key::N)], Window).also(&["random boards"]),
        entry(Repair, "Puzzle", "Make solvable", "Swap two tiles so that the puzzle can be solved", &[], Window).also(&["solvability", "parity"]),
        entry(SwapSides, "Puzzle", "Swap start and goal", "Search in the opposite direction", &[], Window),
        entry(StartAsGoal, "Puzzle", "Make the start the goal", "Search for the board that is now the start", &[], Window).apart(),
        entry(Rotate, "Puzzle", "Rotate", "Turn both boards by a quarter, clockwise", &[], Window),
        entry(Mirror, "Puzzle", "Mirror", "Reflect both boards, left to right", &[], Window).also(&["reflect", "flip"]),
        entry(Relabel, "Puzzle", "Relabel", "Give the tiles other numbers, so that the goal is in order", &[], Window).also(&["renumber"]),
        entry(Hint, "Puzzle", "Hint", "Show the next move on the board; press again to make it", &[plain(Key::H)], Unfocused).apart(),
        entry(Picture, "Puzzle", "Picture on the tiles…", "Cut the tiles from a picture", &[], Window),
        entry(Romania, "Puzzle", "Route: Arad to Bucharest", "The textbook's route problem, on a map of Romania", &[], Window).apart(),
        entry(India, "Puzzle", "Route: Delhi to Hyderabad", "An article's route problem, with its arithmetic corrected", &[], Window),
        entry(Solve, "Run", "Solve", "Search from start to goal; resumes the search if it is paused", &[plain(Key::Enter)], Unfocused),
        entry(SolveOptimally, "Run", "Solve optimally", "Find a shortest solution with the fastest engine, and play it", &[shift(Key::Enter)], Unfocused).also(&["shortest solution"]),
        entry(Step, "Run", "Step", "Begin with the root alone; then make one expansion at each press", &[plain(Key::Period)], Unfocused),
        entry(PauseOrResume, "Run", "Pause or resume", "Pause the search, or resume it", &[plain(Key::P)], Unfocused).also(&["continue"]),
        entry(Stop, "Run", "Stop", "End the search here; if none works, let go of the selected node and close the notes", &[plain(Key::Escape)], Unfocused).also(&["cancel", "abort"]),
        entry(Breakpoints, "Run", "Breakpoints…", "Conditions at which a search pauses", &[plain(Key::F9)], Window).apart(),
        entry(PlaySolution, "Run", "Play solution", "Slide the tiles along the solution", &[], Window).apart(),
        entry(RecordGame, "Run", "Game as run", "Open your game in the tree as a recorded run, beside a shortest solution", &[], Window),
        entry(ClearRuns, "Run", "Clear runs", "Remove all runs, with their trees and curves", &[], Window),
        entry(StartRace, "Run", "Start the race", "Race the searches that the panel Race lists, side by side", &[], Window),
        entry(RaceRuns, "Run", "Race the runs", "Race the newest runs of this puzzle that have ended, as they were recorded", &[], Window),
        entry(PublishedExperiments, "Run", "Published experiments…", "Repeat published experiments and compare the figures", &[], Window).also(&["articles", "reproduce"]).apart(),
        entry(SweepOrders, "Run", "Sweep move orders", "Solve the board with each of the 24 move orders, and compare", &[], Window).within("Sweep"),
        entry(SweepTies, "Run", "Sweep tie-breaking rules", "Solve the board with each rule for ties, and compare", &[], Window).within("Sweep"),
        entry(SweepWeights, "Run", "Sweep weights", "Solve the board with weights from 1 to 5, and compare", &[], Window).within("Sweep"),
        entry(SweepBeamWidths, "Run", "Sweep beam widths", "Solve the board with beam widths from 1 to 1000, and compare", &[], Window).within("Sweep"),
        entry(SweepCollectionOrders, "Run", "Sweep move orders over the collection", "Solve each puzzle of the open collection with each of the 24 move orders, and compare", &[], Window).within("Sweep"),
        entry(SweepCollectionTies, "Run", "Sweep tie-breaking rules over the collection", "Solve each puzzle of the open collection with each rule for ties, and compare", &[], Window).within("Sweep"),
        entry(SweepCollectionWeights, "Run", "Sweep weights over the collection", "Solve each puzzle of the open collection with weights from 1 to 5, and compare", &[], Window).within("Sweep"),
        entry(SweepCollectionBeamWidths, "Run", "Sweep beam widths over the collection", "Solve each puzzle of the open collection with beam widths from 1 to 1000, and compare", &[], Window).within("Sweep"),
        entry(Audit, "Run", "Audit heuristics…", "Write a heuristic and test it on all boards, or on a sample", &[], Window).also(&["admissible", "consistent", "test a heuristic"]),
        entry(OwnHeuristics, "Run", "Your heuristics…", "Expressions with a name: save, edit and delete them", &[], Window).also(&["formulas", "own heuristics", "custom heuristics", "expressions"]),
        entry(Tables, "Run", "Pattern databases…", "Define patterns; build and delete their databases", &[], Window).also(&["PDB"]),
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
        entry(PlaySubtree, "Timeline", "Play the subtree of the node", "Play only the steps that expand the selected node and nodes below it", &[], Unfocused),
        entry(Bookmark, "Timeline", "Bookmark this step…", "Mark the present step and the selected node, with a note", &[plain(Key::M)], Unfocused).also(&["annotate"]).apart(),
        entry(Bookmarks, "Timeline", "Bookmarks…", "The marked steps of the shown run and their notes", &[ctrl(Key::B)], Window),
        entry(GoToStep, "Timeline", "Go to step…", "Show a step by its number", &[ctrl(Key::G)], Window).apart(),
        entry(GoToNode, "Timeline", "Go to node…", "Select a node by its number", &[ctrl_shift(Key::G)], Window),
        entry(Find, "Timeline", "Find nodes…", "Find the nodes for which a condition holds", &[ctrl(Key::F)], Window).also(&["search the tree"]).apart(),
        entry(FindNext, "Timeline", "Find next", "Select the next node for which the condition holds", &[plain(Key::F3)], Window),
        entry(FindPrevious, "Timeline", "Find previous", "Select the node before for which the condition holds", &[shift(Key::F3)], Window),
        entry(Palette, "View", "Search commands", "Find a command by its name, or by another word for it", &[ctrl(Key::K)], Window),
        entry(Fullscreen, "View", "Full screen", "Enter or leave full screen", &[plain(Key::F11)], Window),
        entry(Presentation, "View", "Lecture view", "Show the panel in front in large type, with Why, Frontier or Pseudocode beside it; again to go back", &[plain(Key::F5)], Window).also(&["presentation", "projector"]),
        entry(MaximisePanel, "View", "Maximise the panel", "Show the panel in front without the others; again to go back", &[plain(Key::F6)], Window),
        entry(Contours, "View", "f-contours", "Draw lines across the links of the tree on which f rises", &[], Window),
        entry(ZoomIn, "View", "Zoom in", "Make everything in the window larger", &[ctrl(Key::Plus), ctrl(Key::Equals)], Window).apart(),
        entry(ZoomOut, "View", "Zoom out", "Make everything in the window smaller", &[ctrl(Key::Minus)], Window),
        entry(ResetZoom, "View", "Normal size", "Show everything in its normal size", &[ctrl(Key::Num0)], Window),
        entry(ThemeSystem, "View", "Theme of the system", "Follow the system's light or dark theme", &[], Window).apart(),
        entry(ThemeDark, "View", "Dark theme", "Light text on a dark background", &[], Window),
        entry(ThemeLight, "View", "Light theme", "Dark text on a light background", &[], Window),
        entry(PanelPuzzle, "View", "Panel Puzzle", "Show the panel Puzzle; the menu hides it too", &[ctrl(Key::Num1)], Window).also(&["board editor"]).apart().within("Panels"),
        entry(PanelSearch, "View", "Panel Search", "Show the panel Search; the menu hides it too", &[ctrl(Key::Num2)], Window).also(&["settings", "options"]).within("Panels"),
        entry(PanelTree, "View", "Panel Tree", "Show the panel Tree; the menu hides it too", &[ctrl(Key::Num3)], Window).also(&["search tree", "inspector"]).within("Panels"),
        entry(PanelLibrary, "View", "Panel Library", "Show the panel Library; the menu hides it too", &[shift(Key::F9)], Window).within("Panels"),
        entry(PanelFrontier, "View", "Panel Frontier", "Show the panel Frontier; the menu hides it too", &[ctrl(Key::Num8)], Window).also(&["open list", "queue"]).within("Panels"),
        entry(PanelLevels, "View", "Panel Levels", "Show the panel Levels; the menu hides it too", &[ctrl(Key::Num9)], Window).also(&["iterations", "effective branching factor", "prediction"]).within("Panels"),
        entry(PanelOverview, "View", "Panel Overview", "Show the panel Overview; the menu hides it too", &[shift(Key::F8)], Window).also(&["icicle"]).within("Panels"),
        entry(PanelCompare, "View", "Panel Compare", "Show the panel Compare; the menu hides it too", &[shift(Key::F4)], Window).also(&["two runs", "difference"]).within("Panels"),
        entry(PanelRace, "View", "Panel Race", "Show the panel Race; the menu hides it too", &[shift(Key::F6)], Window).within("Panels"),
        entry(PanelExperiment, "View", "Panel Experiment", "Show the panel Experiment; the menu hides it too", &[shift(Key::F5)], Window).also(&["lab", "report", "benchmark", "cactus plot"]).within("Panels"),
        entry(PanelSpace, "View", "Panel State space", "Show the panel State space; the menu hides it too", &[shift(Key::F7)], Window).also(&["state graph", "whole space"]).within("Panels"),
        entry(PanelPlots, "View", "Panel Plots", "Show the panel Plots; the menu hides it too", &[ctrl(Key::Num4)], Window).also(&["charts", "curves"]).within("Panels"),
        entry(PanelPseudocode, "View", "Panel Pseudocode", "Show the panel Pseudocode; the menu hides it too", &[plain(Key::F4)], Window).within("Panels"),
        entry(PanelNode, "View", "Panel Node", "Show the panel Node; the menu hides it too", &[ctrl(Key::Num5)], Window).also(&["why", "explanation"]).within("Panels"),
        entry(PanelResult, "View", "Panel Result", "Show the panel Result; the menu hides it too", &[ctrl(Key::Num6)], Window).also(&["solution"]).within("Panels"),
        entry(PanelRuns, "View", "Panel Runs", "Show the panel Runs; the menu hides it too", &[ctrl(Key::Num7)], Window).within("Panels"),
        entry(NextPanel, "View", "Go to the next panel", "Give the focus to the next panel that is shown", &[ctrl(Key::F6)], Window).also(&["focus", "cycle"]).apart().within("Panels"),
        entry(PreviousPanel, "View", "Go to the previous panel", "Give the focus to the panel before", &[ctrl_shift(Key::F6)], Window).within("Panels"),
        entry(NextTab, "View", "Go to the next tab", "Show the panel in the next tab beside the panel that has the focus", &[tab(Modifiers::CTRL)], Window).within("Panels"),
        entry(PreviousTab, "View", "Go to the previous tab", "Show the panel in the tab before", &[tab(Modifiers::CTRL.plus(Modifiers::SHIFT))], Window).within("Panels"),
        entry(LayoutStandard, "View", "Layout Standard", "The puzzle beside the tree, the node and the runs", &[alt(Key::Num1)], Window).within("Layout"),
        entry(LayoutResearch, "View", "Layout Research", "Levels, frontier, plots and runs side by side", &[alt(Key::Num2)], Window).within("Layout"),
        entry(LayoutPlay, "View", "Layout Play", "A large board to play on", &[alt(Key::Num3)], Window).within("Layout"),
        entry(OwnLayout1, "View", "Own layout 1", "The first layout that you have saved", &[alt(Key::Num4)], Window).within("Layout"),
        entry(OwnLayout2, "View", "Own layout 2", "The second layout that you have saved", &[alt(Key::Num5)], Window).within("Layout"),
        entry(OwnLayout3, "View", "Own layout 3", "The third layout that you have saved", &[alt(Key::Num6)], Window).within("Layout"),
        entry(OwnLayout4, "View", "Own layout 4", "The fourth layout that you have saved", &[alt(Key::Num7)], Window).within("Layout"),
        entry(OwnLayout5, "View", "Own layout 5", "The fifth layout that you have saved", &[alt(Key::Num8)], Window).within("Layout"),
        entry(OwnLayout6, "View", "Own layout 6", "The sixth layout that you have saved", &[alt(Key::Num9)], Window).within("Layout"),
        entry(Layouts, "View", "Save layout…", "Save the present layout under a name, and delete saved ones", &[], Window).within("Layout"),
        entry(ResetLayout, "View", "Reset layout", "Show the panels of the present layout in their default places", &[], Window),
        entry(Keys, "Help", "Keys", "All keys on one page", &[plain(Key::F1)], Window).also(&["shortcuts"]),
        entry(About, "Help", "About Tilescope", "Version and licences", &[], Window),
    ]
};
