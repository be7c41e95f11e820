//! Files, questions and pages: what lies around the panels, driven by accessible names.

use crate::window::{
    Dropped, Window, app, apply, press, wait, wait_for_collection, wait_for_text, window,
};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tilescope::gui::commands::Command;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::exports::ExportAction;
use tilescope::gui::session::Session;
use tilescope::gui::{Action, Edit, Side};
use tilescope_lab::files::graph::GraphFormat;
use tilescope_lab::{Settings, catalogue, files, job};
use tilescope_puzzle::notation::board_line;
use tilescope_puzzle::{Puzzle, Size, StateGraph};
use tilescope_search::Value;

fn load(path: &Path) -> Puzzle {
    files::load(path).unwrap().into_puzzle().unwrap()
}

fn puzzle(window: &mut Window) -> Puzzle {
    app(window).model.puzzle().unwrap().clone()
}

/// Opens a file that holds the puzzle of the first start under another name.
fn open(window: &mut Window, folder: &Path) -> PathBuf {
    let path = folder.join("first.json");
    let named = Puzzle {
        name: "Kept".into(),
        ..puzzle(window)
    };
    files::save(&named.clone().into(), &path).unwrap();
    apply(window, Action::Document(DocumentAction::Open(path.clone())));
    wait(window, "the file", |app| app.model.file().is_some());
    path
}

fn keys(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run_steps(3);
}

#[test]
fn a_saved_puzzle_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let path = open(&mut window, folder.path());
    apply(&mut window, Action::from(Edit::Swap(Side::Start, 0, 1)));
    let kept = puzzle(&mut window);
    assert!(app(&mut window).model.has_unsaved_changes());

    keys(&mut window, Modifiers::COMMAND, Key::S);
    wait(&mut window, "the saved file", |app| {
        !app.model.has_unsaved_changes()
    });
    assert_eq!(load(&path), kept);

    apply(
        &mut window,
        Action::Document(DocumentAction::New(kept.size())),
    );
    assert_ne!(puzzle(&mut window), kept);
    apply(
        &mut window,
        Action::Document(DocumentAction::Open(path.clone())),
    );
    wait(&mut window, "the file again", |app| {
        app.model.file().is_some()
    });
    assert_eq!(puzzle(&mut window), kept);
    assert_eq!(app(&mut window).model.recent(), [path]);
}

#[test]
fn without_a_dialog_service_the_window_has_a_dialog() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    open(&mut window, folder.path());
    apply(&mut window, Action::from(Edit::Name("Another name".into())));

    keys(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    press(&mut window, "Save");
    wait(&mut window, "the saved file", |app| {
        !app.model.has_unsaved_changes()
    });
    let path = folder.path().join("Another name.json");
    assert_eq!(load(&path), puzzle(&mut window));
    assert_eq!(app(&mut window).model.file(), Some(&path));

    // Enter confirms too.
    apply(&mut window, Action::from(Edit::Name("By keys".into())));
    keys(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    window.run_steps(2);
    keys(&mut window, Modifiers::NONE, Key::Enter);
    wait(&mut window, "the saved file", |app| {
        !app.model.has_unsaved_changes()
    });
    assert_eq!(
        load(&folder.path().join("By keys.json")),
        puzzle(&mut window)
    );
}

#[test]
fn a_file_that_is_no_puzzle_leaves_the_board_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.json");
    std::fs::write(&path, "{\"format\": \"tilescope-puzzle\", \"version\": 1, ").unwrap();
    let mut window = window();
    let before = puzzle(&mut window);
    apply(&mut window, Action::Document(DocumentAction::Open(path)));
    // The error reaches the window from a thread.
    let is_told = |window: &Window| window.query_by_label_contains("broken.json").is_some();
    wait_for_text(&mut window, "broken.json");
    assert_eq!(puzzle(&mut window), before);
    assert_eq!(app(&mut window).model.file(), None);
    window.run_steps(4);
    press(&mut window, "Close notice");
    assert!(!is_told(&window));
}

#[test]
fn a_dropped_file_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let dropped = Puzzle {
        name: "Dropped".into(),
        ..puzzle(&mut window)
    };
    let path = folder.path().join("dropped.json");
    files::save(&dropped.clone().into(), &path).unwrap();
    window
        .input_mut()
        .dropped_files
        .push(Arc::new(Dropped(path.clone())));
    window.step();
    wait(&mut window, "the dropped file", |app| {
        app.model.file().is_some()
    });
    assert_eq!(puzzle(&mut window), dropped);
}

#[test]
fn unsaved_changes_are_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let path = open(&mut window, folder.path());
    let opened = puzzle(&mut window);
    let size = opened.size();

    apply(&mut window, Action::from(Edit::Swap(Side::Start, 0, 1)));
    let edited = puzzle(&mut window);
    apply(&mut window, Action::Document(DocumentAction::New(size)));
    press(&mut window, "Cancel");
    assert_eq!(puzzle(&mut window), edited, "nothing happens");

    apply(&mut window, Action::Document(DocumentAction::New(size)));
    press(&mut window, "Save");
    wait(&mut window, "the new puzzle", |app| {
        app.model.file().is_none()
    });
    assert_eq!(load(&path), edited, "saved, then replaced");

    apply(&mut window, Action::from(Edit::Swap(Side::Start, 0, 1)));
    let open = Action::Document(DocumentAction::Open(path.clone()));
    apply(&mut window, open.clone());
    wait_for_question(&mut window);
    press(&mut window, "Discard changes");
    wait(&mut window, "the file", |app| app.model.file().is_some());
    assert_eq!(
        puzzle(&mut window),
        edited,
        "the file took the place of the changes"
    );

    // Its own file is read before it is saved: what is saved stays.
    apply(&mut window, Action::from(Edit::Swap(Side::Start, 0, 2)));
    let edited = puzzle(&mut window);
    apply(&mut window, open);
    wait_for_question(&mut window);
    press(&mut window, "Save");
    wait(&mut window, "the file", |app| {
        !app.model.has_unsaved_changes()
    });
    assert_eq!(puzzle(&mut window), edited);
    assert_eq!(load(&path), edited);
}

fn wait_for_question(window: &mut Window) {
    wait(window, "the question", |app| app.model.question().is_some());
    window.run_steps(3);
}

/// It takes the place of no puzzle.
#[test]
fn a_collection_is_opened_without_a_question_about_the_puzzle() {
    let mut window = window();
    apply(&mut window, Action::from(Edit::Swap(Side::Start, 0, 1)));
    let edited = puzzle(&mut window);
    let path = Path::new("saved_puzzles/collections/korf-100.json").to_owned();
    apply(&mut window, Action::Document(DocumentAction::Open(path)));
    wait_for_collection(&mut window);
    assert!(app(&mut window).model.question().is_none());
    assert_eq!(puzzle(&mut window), edited);
}

#[test]
fn edits_are_undone_and_made_again() {
    let mut window = window();
    let first = puzzle(&mut window);
    apply(&mut window, Action::from(Edit::Swap(Side::Start, 0, 1)));
    let second = puzzle(&mut window);
    apply(&mut window, Action::from(Edit::Swap(Side::Goal, 3, 4)));
    let third = puzzle(&mut window);

    keys(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(puzzle(&mut window), second);
    keys(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(puzzle(&mut window), first);
    assert!(!app(&mut window).model.can_undo());
    keys(&mut window, Modifiers::COMMAND, Key::Y);
    assert_eq!(puzzle(&mut window), second);
    keys(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(puzzle(&mut window), third);
}

#[test]
fn the_palette_finds_and_runs_commands() {
    let mut window = window();
    let before = puzzle(&mut window);
    keys(&mut window, Modifiers::COMMAND, Key::K);
    window.event(Event::Text("swap start".into()));
    window.run_steps(3);
    assert!(
        window
            .query_by_role_and_label(Role::Button, "Scramble solvable")
            .is_none()
    );
    keys(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(puzzle(&mut window).start, before.goal);
    assert_eq!(puzzle(&mut window).goal, before.start);
    let runs = app(&mut window).model.runs();
    assert!(runs.is_empty(), "Enter was for the palette, not for Solve");
}

#[test]
fn pages_open_and_close() {
    let mut window = window();
    keys(&mut window, Modifiers::NONE, Key::F1);
    // A page finds its place in its first frames.
    window.run_steps(16);
    assert!(
        window
            .query_by_label("Board in focus".to_uppercase().as_str())
            .is_some()
    );
    press(&mut window, "Close");
    assert!(
        window
            .query_by_role_and_label(Role::Button, "Close")
            .is_none()
    );
}

#[test]
fn pasted_text_becomes_the_board() {
    let mut window = window();
    window.event(Event::Paste("1 2 3 4 / 5 6 7 8 / 9 10 _ 11".into()));
    window.run_steps(3);
    let pasted = puzzle(&mut window);
    assert_eq!((pasted.size().rows(), pasted.size().columns()), (3, 4));
    assert_eq!(pasted.start.blank(), 10);
    window.event(Event::Paste("1 2 3 / 4 4".into()));
    window.run_steps(3);
    assert_eq!(
        puzzle(&mut window),
        pasted,
        "what is no board changes nothing"
    );
    let is_refused = |window: &Window| {
        window
            .query_by_label_contains("The text is no board")
            .is_some()
    };
    assert!(is_refused(&window));
    window.event(Event::Paste("1 2 3 / 4 _ 5".into()));
    window.run_steps(3);
    assert!(!is_refused(&window));
}

/// Formats of other programs are read as in files, and the reading is said.
#[test]
fn pasted_text_may_have_the_format_of_another_program() {
    let mut window = window();
    for (text, board, told) in [
        (
            "123456708",
            "1 2 3 / 4 5 6 / 7 _ 8",
            "Pasted digits without spaces: the tile at each place; 0 is the blank.",
        ),
        (
            "12 14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15",
            "14 1 9 6 / 4 8 12 5 / 7 2 3 _ / 10 11 13 15",
            "Pasted numbers in one line: the tile at each place; 0 is the blank.",
        ),
        (
            "1 2 3\n4 5 6\n7 9 8\n",
            "1 2 3 / 4 5 6 / 7 _ 8",
            "the greatest number is the blank",
        ),
    ] {
        window.event(Event::Paste(text.into()));
        window.run_steps(3);
        assert_eq!(board_line(&puzzle(&mut window).start), board);
        assert!(window.query_by_label_contains(told).is_some(), "{told}");
    }
    window.event(Event::Paste("1 2 3\n4 5 q\n7 0 8\n".into()));
    window.run_steps(3);
    assert!(
        window
            .query_by_label_contains("at line 2, column 5")
            .is_some()
    );
    window.event(Event::Paste("123456708\n123456078\n".into()));
    wait_for_collection(&mut window);
    let collection = app(&mut window)
        .model
        .library()
        .active()
        .unwrap()
        .collection();
    assert_eq!(collection.puzzles.len(), 2);
    window.get_by_label("How this text is read");
}

#[test]
fn a_folder_is_opened_with_the_folders_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    fs::write(folder.path().join("a.txt"), "1 2 3\n4 5 6\n7 0 8\n").unwrap();
    fs::write(inner.join("b.txt"), "1 2 3\n4 5 6\n0 7 8\n").unwrap();
    let mut window = window();
    apply(
        &mut window,
        Action::Document(DocumentAction::Open(folder.path().to_owned())),
    );
    wait_for_collection(&mut window);
    window.run_steps(4);
    let puzzles = &app(&mut window)
        .model
        .library()
        .active()
        .unwrap()
        .collection()
        .puzzles;
    assert_eq!(
        (puzzles.name(0), puzzles.name(1), puzzles.len()),
        ("a", "b", 2)
    );
    // Each file's reading is said.
    window.get_by_label("File that is read").click();
    window.run_steps(4);
    window.get_by_label("b.txt, read as plain grids");
}

#[test]
fn the_state_graph_is_exported_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    // The dialog begins where the last file is.
    open(&mut window, folder.path());
    apply(
        &mut window,
        Action::Document(DocumentAction::New(Size::new(2, 3).unwrap())),
    );
    let ctx = window.ctx.clone();
    app(&mut window).carry_out_command(&ctx, Command::ExportGraph);
    window.run_steps(8);
    window.get_by_label(
        "Every 2×3 board, and every move from each:\n720 boards, 1\u{2009}680 moves.",
    );
    window.get_by_label("CSV").click();
    window.run_steps(3);
    press(&mut window, "Choose file…");
    press(&mut window, "Save");
    wait(&mut window, "the export", |app| {
        let newest = app.model.exports().newest();
        newest.is_some_and(|export| !export.is_running())
    });
    let path = folder.path().join("graph-2x3.csv");
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), 1 + 1680);
    window.get_by_label_contains("graph-2x3.csv was written, read back and found whole");
    press(&mut window, "Close");
    assert!(window.query_by_label("Export state graph").is_none());
}

#[test]
fn an_export_can_be_stopped_and_larger_boards_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let graph = StateGraph::new(Size::new(2, 5).unwrap()).unwrap();
    let path = folder.path().join("graph.csv");
    let begin = ExportAction::Begin(graph, GraphFormat::Csv, path.clone());
    apply(&mut window, Action::Export(begin));
    window.run_steps(8);
    press(&mut window, "Stop the export");
    wait(&mut window, "the export to stop", |app| {
        !app.model.exports().is_running()
    });
    window.get_by_label("The export to graph.csv was stopped.");
    assert!(!path.exists());

    apply(
        &mut window,
        Action::Document(DocumentAction::New(Size::new(4, 4).unwrap())),
    );
    window.run_steps(3);
    window.get_by_label_contains("The graph of the 4×4 boards is too large");
    let button = window.get_by_role_and_label(Role::Button, "Choose file…");
    assert!(button.accesskit_node().is_disabled());
}

#[test]
fn a_session_keeps_every_option_of_every_algorithm() {
    let mut window = window();
    for about in catalogue() {
        let mut settings = app(&mut window).model.settings().with_algorithm(about);
        for applies in about.options {
            let row = applies.about();
            // The choice that is least a default, or a number that is none.
            let other = match applies.choices().last() {
                Some(last) => Value::Choice(last),
                None => row.parse("0.75").or_else(|_| row.parse("77")).unwrap(),
            };
            row.set(&mut settings.options, other).unwrap();
        }
        settings.databases = job::heuristic("keep-blank(pdb-4-4)").ok();
        apply(&mut window, Action::Settings(settings.clone().into()));
        let first = catalogue().next().unwrap();
        let kept = serde_json::to_string(&Session::new(&app(&mut window).model.session())).unwrap();
        apply(
            &mut window,
            Action::Settings(Settings::new(first, job::heuristic("manhattan").unwrap()).into()),
        );
        let session: Session = serde_json::from_str(&kept).unwrap();
        assert_eq!(session.unreadable(), [""; 0], "{}", about.key);
        apply(&mut window, Action::Restore(session.into()));
        let restored = app(&mut window).model.settings();
        assert_eq!(restored.algorithm.key, about.key);
        assert_eq!(restored.options, settings.options, "{}", about.key);
        assert_eq!(restored.databases, settings.databases);
    }
}

#[test]
fn a_notice_of_a_missing_file_goes_when_another_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let missing = folder.path().join("missing.json");
    apply(
        &mut window,
        Action::Document(DocumentAction::Open(missing.clone())),
    );
    let is_told = |window: &Window| window.query_by_label_contains("missing.json").is_some();
    wait_for_text(&mut window, "missing.json");
    // A notice of another kind stays.
    let other = "The picture can't be saved.";
    let notice = tilescope::gui::requests::Notice::Failed(other.into());
    apply(&mut window, Action::Notify(notice));
    open(&mut window, folder.path());
    assert!(!is_told(&window));
    window.get_by_label(other);
}
