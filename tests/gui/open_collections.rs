//! Several collections are open at once: each keeps its results and its view, closes by itself, and is
//! open again in the next window.

use crate::window::{Dropped, Window, app, apply, click, press, solve, wait, window};
use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tilescope::gui::app::App;
use tilescope::gui::document::{Confirmation, DocumentAction};
use tilescope::gui::library::LibraryAction;
use tilescope::gui::puzzle_lists::{PuzzleListsAction, Source};
use tilescope::gui::requests::{Listed, Request};
use tilescope::gui::session::Store;
use tilescope_puzzle::notation::board_line;

const KORF: &str = "Korf's 100 15-puzzles, 100 puzzles";
const TWO: &str = "Two, 2 puzzles";

/// A collection of two puzzles of one move each.
pub fn two(folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(name).with_extension("json");
    let text = format!(
        r#"{{"format": "tilescope-collection", "version": 1, "name": "{name}", "puzzles": [
        {{"name": "a", "start": "1 2 3 / 4 5 6 / 7 _ 8"}},
        {{"name": "b", "start": "1 2 3 / 4 5 _ / 7 8 6"}}]}}"#
    );
    fs::write(&path, text).unwrap();
    path
}

pub fn n_open(app: &App) -> usize {
    app.model.library().open().len()
}

pub fn open(window: &mut Window, path: &Path) {
    let before = app(window).model.library().n_opened();
    apply(window, DocumentAction::Open(path.to_owned()).into());
    wait(window, "the collection", |app| {
        app.model.library().n_opened() > before
    });
    window.run_steps(3);
}

fn open_korf(window: &mut Window) {
    let korf = Listed::Bundled("korf-100".into());
    apply(window, PuzzleListsAction::Open(korf).into());
    window.run_steps(3);
}

/// The names of the rows of puzzles.
fn rows(window: &Window) -> Vec<String> {
    let rows = window.get_all_by_role(Role::ListBoxOption);
    rows.filter_map(|row| row.accesskit_node().label())
        .filter(|label| !label.starts_with("Run"))
        .collect()
}

fn is_listed(window: &Window, collection: &str) -> bool {
    let row = window.query_by_role_and_label(Role::RadioButton, collection);
    row.is_some_and(|row| row.accesskit_node().toggled() == Some(Toggled::True))
}

fn key(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run_steps(4);
}

fn start(window: &mut Window) -> String {
    board_line(&app(window).model.puzzle().unwrap().start)
}

#[test]
fn another_collection_is_opened_beside_those_that_are_open() {
    let folder = tempfile::tempdir().unwrap();
    let path = two(folder.path(), "Two");
    let mut window = window();
    open(&mut window, &path);
    open_korf(&mut window);
    assert!(is_listed(&window, KORF) && !is_listed(&window, TWO));
    assert_eq!(rows(&window)[0], "001, 4×4, 57 moves");
    click(&mut window, Role::RadioButton, TWO);
    assert!(is_listed(&window, TWO));
    assert_eq!(rows(&window), ["a, 3×3", "b, 3×3"]);

    // A row is chosen by keys too.
    window.get_by_role_and_label(Role::RadioButton, TWO).focus();
    window.run_steps(2);
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert!(is_listed(&window, KORF));
    click(&mut window, Role::RadioButton, TWO);

    // Keys step within the one whose puzzles are listed, and from one to the next.
    key(&mut window, Modifiers::NONE, Key::F8);
    assert_eq!(start(&mut window), "1 2 3 / 4 5 6 / 7 _ 8");
    key(&mut window, Modifiers::COMMAND, Key::F8);
    assert!(is_listed(&window, KORF));
    key(&mut window, Modifiers::NONE, Key::F8);
    assert_eq!(
        start(&mut window),
        "14 13 15 7 / 11 12 9 5 / 6 _ 2 1 / 4 8 10 3"
    );
    key(&mut window, Modifiers::COMMAND, Key::F8);
    key(&mut window, Modifiers::NONE, Key::F8);
    assert_eq!(start(&mut window), "1 2 3 / 4 5 _ / 7 8 6");

    // A file that is open already is shown, as it is by now.
    click(&mut window, Role::RadioButton, KORF);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\"a\"", "\"first\"")).unwrap();
    apply(&mut window, DocumentAction::Open(path).into());
    wait(&mut window, "the first again", |app| {
        app.model.library().active().unwrap().name() == "Two"
    });
    window.run_steps(3);
    assert_eq!(rows(&window), ["first, 3×3", "b, 3×3"]);
    assert_eq!(n_open(app(&mut window)), 2);

    press(&mut window, "Close Korf's 100 15-puzzles");
    assert!(window.query_by_label(KORF).is_none());
    assert!(is_listed(&window, TWO));
    key(&mut window, Modifiers::COMMAND, Key::W);
    assert!(window.query_by_label(TWO).is_none());
    // The library may have been hidden.
    assert!(window.query_by_label("Closed Two").is_some());
    // Without any, the examples are listed.
    let source = app(&mut window).model.puzzle_lists().source();
    assert_eq!(source, Source::Examples);
}

#[test]
fn results_stay_with_the_puzzles_that_they_are_of() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    open(&mut window, &two(folder.path(), "Two"));
    click(&mut window, Role::ListBoxOption, "b, 3×3");
    open_korf(&mut window);
    solve(&mut window);
    let unsaved = "Two, 2 puzzles, not saved";
    assert!(window.query_by_label(unsaved).is_some());
    assert!(window.query_by_label(KORF).is_some());

    // Closing it asks, the other one needs no question.
    press(&mut window, "Close Korf's 100 15-puzzles");
    assert!(app(&mut window).model.library().question().is_none());
    assert_eq!(rows(&window), ["a, 3×3", "b, 3×3, 1 move"]);
    press(&mut window, "Close Two");
    let told = "A length that was found here in “Two” is not saved. It is lost when the collection \
                is closed.";
    assert!(window.query_by_label(told).is_some());
    press(&mut window, "Cancel");
    assert!(is_listed(&window, unsaved));
    press(&mut window, "Close Two");
    press(&mut window, "Discard");
    assert_eq!(n_open(app(&mut window)), 0);
}

#[test]
fn each_collection_keeps_its_filter() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    open(&mut window, &two(folder.path(), "Two"));
    open_korf(&mut window);
    window.get_by_label("Filter the puzzles").focus();
    window.run_steps(2);
    window.event(egui::Event::Text("41..41".into()));
    window.run_steps(4);
    assert_eq!(rows(&window), ["055, 4×4, 41 moves"]);
    click(&mut window, Role::RadioButton, TWO);
    assert_eq!(rows(&window).len(), 2);
    click(&mut window, Role::RadioButton, KORF);
    assert_eq!(rows(&window), ["055, 4×4, 41 moves"]);
}

#[test]
fn the_window_closes_when_each_was_saved_or_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    for name in ["One", "Two"] {
        open(&mut window, &two(folder.path(), name));
    }
    click(&mut window, Role::ListBoxOption, "b, 3×3");
    solve(&mut window);
    apply(&mut window, DocumentAction::Quit.into());
    assert!(
        window
            .query_by_label_contains("in “One” is not saved")
            .is_some()
    );
    press(&mut window, "Discard");
    assert!(
        window
            .query_by_label_contains("in “Two” is not saved")
            .is_some()
    );
    // Who stays keeps both.
    press(&mut window, "Cancel");
    apply(&mut window, DocumentAction::Quit.into());
    assert!(
        window
            .query_by_label_contains("in “One” is not saved")
            .is_some()
    );
    press(&mut window, "Discard");
    let model = &mut app(&mut window).model;
    model.apply(LibraryAction::Confirm(Confirmation::Discard).into());
    let requests = model.take_requests();
    assert!(requests.iter().any(|it| matches!(it, Request::Quit)));
}

fn restored(folder: &Path) -> Window {
    let mut window = window();
    let session = folder.join("session.json");
    app(&mut window).restore(Store::open_at(&session).unwrap());
    window.run_steps(3);
    window
}

fn names(app: &App) -> Vec<String> {
    let open = app.model.library().open().iter();
    open.map(|it| it.name().to_owned()).collect()
}

#[test]
fn the_next_window_has_them_open_again() {
    let folder = tempfile::tempdir().unwrap();
    let boards = folder.path().join("boards");
    fs::create_dir(&boards).unwrap();
    fs::write(boards.join("x.txt"), "1 2 3\n4 5 6\n7 0 8\n").unwrap();
    fs::write(boards.join("y.txt"), "1 2 3\n4 5 6\n0 7 8\n").unwrap();
    let list = folder.path().join("korf.txt");
    fs::write(&list, "12 14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15\n").unwrap();
    let missing = two(folder.path(), "Missing");
    let mut window = restored(folder.path());
    for path in [&two(folder.path(), "Two"), &missing, &boards, &list] {
        open(&mut window, path);
    }
    let second = "The place of each tile; 0 is the blank; goal: the tiles in order, blank first";
    click(&mut window, Role::ComboBox, "How this file is read");
    click(&mut window, Role::ListBoxOption, second);
    wait(&mut window, "the other reading", |app| {
        app.model.library().active().unwrap().file().reading > 0
    });
    open_korf(&mut window);
    let all = ["Two", "Missing", "boards", "korf", "Korf's 100 15-puzzles"];
    assert_eq!(names(app(&mut window)), all);
    window.run_steps(3);
    click(&mut window, Role::RadioButton, "boards, 2 puzzles");
    let session = folder.path().join("session.json");
    wait(&mut window, "the session", |_| {
        let text = fs::read_to_string(&session).unwrap_or_default();
        text.contains("\"collection\": 2") && text.contains("korf-100")
    });
    drop(window);
    fs::remove_file(missing).unwrap();

    let mut window = restored(folder.path());
    wait(&mut window, "the collections", |app| n_open(app) > 0);
    let left = ["Two", "boards", "korf", "Korf's 100 15-puzzles"];
    assert_eq!(names(app(&mut window)), left);
    window.run_steps(3);
    assert!(window.query_by_label_contains("Missing.json").is_some());
    let library = app(&mut window).model.library();
    assert_eq!(library.active().unwrap().name(), "boards");
    assert!(library.open()[2].file().reading > 0);
    assert!(is_listed(&window, "boards, 2 puzzles"));
    // It is shown once; another list that is chosen then stays.
    click(&mut window, Role::RadioButton, "Examples");
    window.run_steps(5);
    assert!(window.query_by_label("boards, 2 puzzles").is_none());
}

/// Which of many is shown is seen too where the rows before it fill the strip.
#[test]
fn the_next_window_scrolls_to_the_collection_that_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = restored(folder.path());
    for i in 0..12 {
        open(&mut window, &two(folder.path(), &format!("No {i}")));
    }
    let shown = "No 10, 2 puzzles";
    click(&mut window, Role::RadioButton, shown);
    let session = folder.path().join("session.json");
    wait(&mut window, "the session", |_| {
        let has_all = |it: String| it.contains("No 11") && it.contains("\"collection\": 10");
        fs::read_to_string(&session).is_ok_and(has_all)
    });
    drop(window);
    let seen = |shown: &str, n: usize| {
        let mut window = restored(folder.path());
        wait(&mut window, "the collections", |app| n_open(app) == n);
        window.run_steps(8);
        assert!(is_listed(&window, shown));
        let row = window.get_by_label(shown).rect();
        let below = window.get_by_label("Save the collection").rect();
        assert!(row.bottom() <= below.top(), "{row:?}, {below:?}");
    };
    seen(shown, 12);
    // What a crash has left is shown at once, and then below the others.
    fs::rename(
        two(folder.path(), "Left"),
        folder.path().join("session.collection.json"),
    )
    .unwrap();
    seen("Left, 2 puzzles, not saved", 13);
}

#[test]
fn a_lower_window_leaves_the_collection_that_is_shown_in_sight() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = restored(folder.path());
    window.set_size(egui::vec2(1280.0, 1000.0));
    for i in 0..4 {
        open(&mut window, &two(folder.path(), &format!("No {i}")));
    }
    window.set_size(egui::vec2(1280.0, 640.0));
    window.run_steps(8);
    let row = window.get_by_label("No 3, 2 puzzles").rect();
    let below = window.get_by_label("Save the collection").rect();
    assert!(row.bottom() <= below.top(), "{row:?}, {below:?}");
}

/// Not an empty list of collections.
#[test]
fn without_its_file_the_next_window_shows_what_ships() {
    let folder = tempfile::tempdir().unwrap();
    let path = two(folder.path(), "Two");
    let mut window = restored(folder.path());
    open(&mut window, &path);
    let session = folder.path().join("session.json");
    wait(&mut window, "the session", |_| {
        fs::read_to_string(&session)
            .is_ok_and(|it| it.contains("\"library_list\": \"collections\""))
    });
    drop(window);
    fs::remove_file(path).unwrap();
    let mut window = restored(folder.path());
    wait(&mut window, "what ships", |app| {
        app.model.puzzle_lists().source() == Source::Examples
    });
}

/// Otherwise both would save results into the same file.
#[test]
fn a_second_window_begins_without_those_of_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = restored(folder.path());
    open(&mut first, &two(folder.path(), "Two"));
    let session = folder.path().join("session.json");
    wait(&mut first, "the session", |_| {
        fs::read_to_string(&session).is_ok_and(|text| text.contains("Two.json"))
    });
    let mut second = restored(folder.path());
    for _ in 0..50 {
        std::thread::park_timeout(Duration::from_millis(2));
        second.step();
    }
    assert_eq!(n_open(app(&mut second)), 0);
    assert_eq!(n_open(app(&mut first)), 1);
}

#[test]
fn collections_that_are_dropped_together_are_opened_each() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let single = folder.path().join("single.txt");
    fs::write(&single, "1 2 3\n4 5 6\n0 7 8\n").unwrap();
    // A puzzle among them is opened as a puzzle.
    for path in [two(folder.path(), "One"), two(folder.path(), "Two"), single] {
        let dropped = Arc::new(Dropped(path));
        window.input_mut().dropped_files.push(dropped);
    }
    wait(&mut window, "the collections", |app| n_open(app) == 2);
    assert_eq!(names(app(&mut window)), ["One", "Two"]);
    window.run_steps(3);
    assert_eq!(start(&mut window), "1 2 3 / 4 5 6 / _ 7 8");
}

/// In a low window the list of collections leaves room for puzzles, and shows the active one.
#[test]
fn many_open_collections_leave_room_for_the_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    window.set_size(egui::vec2(960.0, 640.0));
    for name in ["One", "Two", "Three", "Four", "Five", "Six"] {
        open(&mut window, &two(folder.path(), name));
        window.run_steps(4);
        let label = format!("{name}, 2 puzzles");
        let row = window.get_by_role_and_label(Role::RadioButton, &label);
        let (row, puzzle) = (row.rect(), window.get_by_label("b, 3×3").rect());
        assert!(row.bottom() < puzzle.top(), "{name}: {row} {puzzle}");
        assert!(puzzle.bottom() < 470.0, "{name}: {puzzle}");
    }
    // Where there is more room, more than two of them are seen.
    window.set_size(egui::vec2(1280.0, 800.0));
    key(&mut window, Modifiers::ALT, Key::Num3);
    key(&mut window, Modifiers::COMMAND, Key::L);
    let above = window.get_by_role_and_label(Role::RadioButton, "Collections");
    let below = window.get_by_label("Save the collection").rect();
    assert!(below.top() - above.rect().bottom() > 60.0);
}

/// Keys go on at the puzzle that is open, or at the first, however far another was scrolled.
#[test]
fn the_next_collection_has_the_focus_in_its_rows() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    open(&mut window, &two(folder.path(), "Two"));
    open_korf(&mut window);
    window.get_by_label("001, 4×4, 57 moves").focus();
    for _ in 0..20 {
        key(&mut window, Modifiers::NONE, Key::ArrowDown);
    }
    key(&mut window, Modifiers::NONE, Key::Enter);
    let place = "021, 4×4, 54 moves";
    for row in ["a, 3×3", place, "a, 3×3"] {
        key(&mut window, Modifiers::COMMAND, Key::F8);
        window.run_steps(8);
        assert_eq!(crate::focus::focused(&window).as_deref(), Some(row));
        assert!(window.get_by_label(row).rect().bottom() < 900.0);
    }
}

#[test]
fn a_collection_that_is_closed_leaves_the_focus_on_the_board_and_another_list_at_its_top() {
    let mut window = window();
    open_korf(&mut window);
    window.get_by_label("001, 4×4, 57 moves").focus();
    for _ in 0..20 {
        key(&mut window, Modifiers::NONE, Key::ArrowDown);
    }
    window.get_by_label("Start board").focus();
    window.run_steps(4);
    key(&mut window, Modifiers::COMMAND, Key::W);
    wait(&mut window, "what ships", |app| {
        let examples = app.model.puzzle_lists().puzzle_list(Source::Examples);
        examples.unwrap().ended().is_some()
    });
    window.run_steps(8);
    assert_eq!(
        crate::focus::focused(&window).as_deref(),
        Some("Start board")
    );
    let first = window.get_by_label(&rows(&window)[0]).rect();
    let heads = window.get_by_label("Sort by name").rect();
    assert!(first.top() >= heads.bottom() - 1.0, "{first} {heads}");
}

#[test]
fn keys_that_leave_the_library_come_back_to_its_row() {
    let mut window = window();
    crate::focus::focus_second_of_korf(&mut window);
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    for (modifiers, pressed, name) in [
        (Modifiers::COMMAND, Key::Num1, "Start board"),
        (Modifiers::SHIFT, Key::F9, "003, 4×4, 59 moves"),
    ] {
        key(&mut window, modifiers, pressed);
        window.run_steps(8);
        assert_eq!(crate::focus::focused(&window).as_deref(), Some(name));
    }
}

#[test]
fn the_next_window_goes_on_at_the_puzzle_that_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = restored(folder.path());
    open_korf(&mut window);
    apply(&mut window, LibraryAction::Choose(2).into());
    let title = app(&mut window).model.shown_name();
    let session = folder.path().join("session.json");
    wait(&mut window, "the session", |_| {
        let text = fs::read_to_string(&session).unwrap_or_default();
        text.contains(&title) && text.contains("korf-100")
    });
    drop(window);
    let mut window = restored(folder.path());
    wait(&mut window, "the collection", |app| n_open(app) > 0);
    window.key_press(Key::F8);
    window.run_steps(4);
    let chosen = app(&mut window).model.library().active().unwrap().chosen();
    assert_eq!(chosen, Some(3));
}
