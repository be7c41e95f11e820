//! The open collection in the library: it opens with its file, shows and opens its puzzles, and keeps
//! what runs have found.

use crate::window::{
    Dropped, Window, app, apply, click, fifteen_puzzles, press, solve, wait, wait_for_collection,
    window,
};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tilescope::gui::Action;
use tilescope::gui::app::App;
use tilescope::gui::document::{Confirmation, DocumentAction};
use tilescope::gui::edit::BoardView;
use tilescope::gui::library::{CollectionFile, CollectionSource, LibraryAction};
use tilescope::gui::player::PlayerAction;
use tilescope::gui::requests::Request;
use tilescope_lab::{Collection, files};
use tilescope_puzzle::Direction;
use tilescope_puzzle::notation::board_line;

fn open(window: &mut Window, path: &Path) {
    let action = DocumentAction::Open(path.to_owned());
    apply(window, Action::Document(action));
    wait(window, "the collection", |app| {
        let active = app.model.library().active();
        active.is_some_and(|it| it.file().is_from(path))
    });
}

fn row(window: &mut Window, label: &str) {
    click(window, Role::ListBoxOption, label);
}

fn start(window: &mut Window) -> String {
    board_line(&app(window).model.puzzle().unwrap().start)
}

/// The names of the rows; the runs are in a list of their own.
fn rows(window: &Window) -> Vec<String> {
    let rows = window.get_all_by_role(Role::ListBoxOption);
    rows.filter_map(|row| row.accesskit_node().label())
        .filter(|label| !label.starts_with("Run"))
        .collect()
}

fn key(window: &mut Window, key: Key) {
    window.key_press(key);
    window.run_steps(4);
}

const KORF_1: &str = "14 13 15 7 / 11 12 9 5 / 6 _ 2 1 / 4 8 10 3";

#[test]
fn a_collection_opens_in_the_library_and_its_rows_open_puzzles() {
    let mut window = window();
    let path = Path::new("saved_puzzles/collections/korf-100.json");
    let dropped = Arc::new(Dropped(path.to_owned()));
    window.input_mut().dropped_files.push(dropped);
    wait_for_collection(&mut window);
    assert!(
        window
            .query_by_label("Korf's 100 15-puzzles, 100 puzzles")
            .is_some()
    );
    assert_eq!(
        rows(&window)[..2],
        ["001, 4×4, 57 moves", "002, 4×4, 55 moves"]
    );

    row(&mut window, "001, 4×4, 57 moves");
    assert_eq!(start(&mut window), KORF_1);
    let second = "13 5 4 10 / 9 12 8 14 / 2 3 7 1 / _ 15 11 6";
    key(&mut window, Key::F8);
    assert_eq!(start(&mut window), second);
    key(&mut window, Key::F7);
    assert_eq!(start(&mut window), KORF_1);
    // There is none before.
    key(&mut window, Key::F7);
    assert_eq!(start(&mut window), KORF_1);

    window.key_press_modifiers(Modifiers::COMMAND, Key::L);
    window.run_steps(4);
    window.get_by_label("Filter the puzzles").type_text("41");
    window.run_steps(4);
    assert_eq!(rows(&window), ["041, 4×4, 54 moves", "055, 4×4, 41 moves"]);
}

#[test]
fn a_column_sorts_the_puzzles() {
    let mut window = window();
    open(
        &mut window,
        Path::new("saved_puzzles/collections/korf-100.json"),
    );
    click(&mut window, Role::ColumnHeader, "Sort by moves");
    assert_eq!(rows(&window)[0], "055, 4×4, 41 moves");
    click(&mut window, Role::ColumnHeader, "Sort by moves");
    assert_eq!(rows(&window)[0], "060, 4×4, 66 moves");
}

/// Read the wrong way round, Korf's puzzle 12 is another puzzle.
#[test]
fn a_file_that_can_be_read_in_several_ways_asks_how() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("korf.txt");
    fs::write(&path, "12 14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15\n").unwrap();
    let mut window = window();
    let before = start(&mut window);
    open(&mut window, &path);
    assert_eq!(start(&mut window), before);
    let first = "The tile at each place; 0 is the blank; goal: the tiles in order, blank first";
    let second = "The place of each tile; 0 is the blank; goal: the tiles in order, blank first";
    let how = window.get_by_role_and_label(Role::ComboBox, "How this file is read");
    assert_eq!(how.value().as_deref(), Some(first));
    click(&mut window, Role::ComboBox, "How this file is read");
    click(&mut window, Role::ListBoxOption, second);
    wait(&mut window, "the other reading", |app| {
        app.model
            .library()
            .active()
            .is_some_and(|it| it.file().reading > 0)
    });
    row(&mut window, "12, 4×4");
    assert_eq!(
        start(&mut window),
        "11 1 9 10 / 4 7 3 8 / 5 2 12 13 / 6 14 _ 15"
    );
}

#[test]
fn what_a_run_finds_is_kept_beside_the_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.txt");
    fs::write(&path, fifteen_puzzles(&["13 14 0 15", "13 0 14 15"])).unwrap();
    let mut window = window();
    open(&mut window, &path);
    row(&mut window, "Puzzle 1, 4×4");
    solve(&mut window);
    window.key_press_modifiers(Modifiers::COMMAND, Key::L);
    window.run_steps(4);
    let (first, second) = ("Puzzle 1, 4×4, 1 move", "Puzzle 2, 4×4");
    assert_eq!(rows(&window), [first, second]);
    // The filter knows it too.
    for (filter, expected) in [
        ("solved", &[first][..]),
        ("unsolved", &[second]),
        ("manhattan 4x4", &[first]),
        ("manhattan unsolved", &[]),
    ] {
        let field = window.get_by_label("Filter the puzzles");
        field.focus();
        window.run_steps(2);
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.event(egui::Event::Text(filter.into()));
        window.run_steps(4);
        assert_eq!(rows(&window), expected, "{filter}");
    }
}

#[test]
fn a_damaged_file_leaves_the_open_collection() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.csv");
    fs::write(&path, "name,start\na,1 2 3/4 5 6/7 8 8\n").unwrap();
    let mut window = window();
    open(
        &mut window,
        Path::new("saved_puzzles/collections/korf-100.json"),
    );
    apply(
        &mut window,
        Action::Document(DocumentAction::Open(path.clone())),
    );
    let told = "8 is there twice, at line 2, column 19";
    for _ in 0..200 {
        window.step();
        if window.query_by_label_contains(told).is_some() {
            break;
        }
        std::thread::park_timeout(Duration::from_millis(10));
    }
    assert!(window.query_by_label_contains(told).is_some());
    let kept = app(&mut window)
        .model
        .library()
        .active()
        .unwrap()
        .collection();
    assert_eq!(kept.puzzles.len(), 100);
}

#[test]
fn several_files_and_folders_become_one_collection() {
    let folder = tempfile::tempdir().unwrap();
    let sub = folder.path().join("sub");
    fs::create_dir(&sub).unwrap();
    fs::write(sub.join("a.txt"), "1 2 3\n4 5 6\n7 0 8\n").unwrap();
    fs::write(sub.join("b.txt"), "no puzzle\n").unwrap();
    fs::write(sub.join("c.md"), "1 2 3\n4 5 6\n7 0 8\n").unwrap();
    let single = folder.path().join("d.txt");
    fs::write(&single, "2 1 3\n4 5 6\n8 0 7\n").unwrap();
    let mut window = window();
    for path in [sub, single] {
        let dropped = Arc::new(Dropped(path));
        window.input_mut().dropped_files.push(dropped);
    }
    wait_for_collection(&mut window);
    assert_eq!(rows(&window), ["a, 3×3, 1 move", "d, 3×3, 21 moves"]);
    assert!(window.query_by_label_contains("b.txt").is_some());
    // Those that were read.
    let name = |app: &App| app.model.library().active().map(|it| it.name().to_owned());
    assert_eq!(name(app(&mut window)).as_deref(), Some("2 files"));
}

#[test]
fn what_was_left_out_is_told_when_others_were_opened() {
    let folder = tempfile::tempdir().unwrap();
    let damaged = folder.path().join("damaged.json");
    fs::write(&damaged, "{\"format\": \"tilescope-collection\", ").unwrap();
    let [boards, letter] = ["boards.txt", "letter.txt"].map(|name| folder.path().join(name));
    fs::write(&boards, "123456708\n123450786\n").unwrap();
    fs::write(&letter, "Hello Anna\n").unwrap();
    let mut window = window();
    let all = LibraryAction::OpenAll(vec![damaged, boards, letter]);
    apply(&mut window, all.into());
    wait_for_collection(&mut window);
    // The newest first, then the one before.
    window.get_by_label_contains("letter.txt was not opened: ");
    press(&mut window, "Close notice");
    window.get_by_label_contains("damaged.json was not opened");
    let name = app(&mut window).model.library().active().unwrap().name();
    assert_eq!(name, "boards");
}

#[test]
fn a_collection_that_is_called_after_its_file_is_called_after_the_one_it_is_saved_to() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.txt");
    fs::write(&list, "1 2 3 4 5 6 7 0 8\n1 2 3 4 5 0 7 8 6\n").unwrap();
    let mut window = window();
    open(&mut window, &list);
    let saved = folder.path().join("mine.json");
    apply(&mut window, LibraryAction::SaveAs.into());
    wait(&mut window, "the dialog", App::has_file_dialog);
    window.run_steps(3);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    let typed = saved.to_string_lossy().into_owned();
    window.event(egui::Event::Text(typed));
    window.run_steps(3);
    key(&mut window, Key::Enter);
    wait(&mut window, "the file", |app| {
        let active = app.model.library().active();
        active.is_some_and(|it| it.own_file() == Some(&saved))
    });
    assert_eq!(
        app(&mut window).model.library().active().unwrap().name(),
        "mine"
    );
    assert_eq!(collection(&saved).name, "mine");
    // One with a name of its own keeps it.
    let path = two(folder.path());
    open(&mut window, &path);
    let job = app(&mut window).model.library().active().unwrap().job();
    assert!(!job.takes_name);
}

/// Of a freshly opened file it stays what the file says.
#[test]
fn what_a_run_has_proved_before_stands_in_a_collection_that_is_gathered() {
    let folder = tempfile::tempdir().unwrap();
    let path = two(folder.path());
    let mut window = window();
    let puzzle = collection(&path).puzzles.get(1).unwrap().puzzle;
    let example = DocumentAction::Example(Box::new(puzzle.into()));
    apply(&mut window, example.into());
    solve(&mut window);
    open(&mut window, &path);
    assert!(!is_unsaved(app(&mut window)));
    window.get_by_label("a, 3×3").focus();
    window.run_steps(3);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.run_steps(3);
    press(&mut window, "Open the chosen");
    wait(&mut window, "the collection", |app| {
        app.model.library().n_opened() == 2
    });
    assert_eq!(rows(&window), ["a, 3×3", "b, 3×3, 1 move"]);

    // Pasted puzzles are in no file either.
    let pasted = egui::Event::Paste("123456708\n123450786\n".into());
    window.event(pasted);
    wait(&mut window, "the pasted puzzles", |app| {
        app.model.library().n_opened() == 3
    });
    let row = rows(&window);
    assert!(row[1].ends_with(", 1 move"), "{row:?}");
}

/// Two puzzles of one move each, in a file of Tilescope's own.
pub fn two(folder: &Path) -> PathBuf {
    let path = folder.join("two.json");
    let text = r#"{"format": "tilescope-collection", "version": 1, "name": "Two", "puzzles": [
        {"name": "a", "start": "1 2 3 / 4 5 6 / 7 _ 8"},
        {"name": "b", "start": "1 2 3 / 4 5 _ / 7 8 6"}]}"#;
    fs::write(&path, text).unwrap();
    path
}

fn collection(path: &Path) -> Collection {
    match files::open(path).unwrap() {
        files::Opened::Collection(collection) => collection,
        files::Opened::Problem(_) => panic!("a puzzle"),
    }
}

fn show_library(window: &mut Window) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::L);
    window.run_steps(4);
}

fn is_unsaved(app: &App) -> bool {
    app.model.library().active().unwrap().is_unsaved()
}

/// A puzzle need not be opened from the library for its solution to be kept beside it.
#[test]
fn a_solution_is_kept_wherever_its_problem_comes_from() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    open(&mut window, &two(folder.path()));
    let entry = app(&mut window)
        .model
        .library()
        .active()
        .unwrap()
        .collection()
        .puzzles
        .get(1);
    let problem = Box::new(entry.unwrap().puzzle.into());
    apply(
        &mut window,
        Action::Document(DocumentAction::Example(problem)),
    );
    solve(&mut window);
    let library = app(&mut window).model.library().active().unwrap();
    assert_eq!(library.known(1).map(|known| known.moves), Some(1));
    assert!(library.known(0).is_none());
}

#[test]
fn what_runs_find_is_saved_into_the_file_of_the_collection() {
    let folder = tempfile::tempdir().unwrap();
    let path = two(folder.path());
    let mut window = window();
    open(&mut window, &path);
    let save = window.get_by_label("Save the collection");
    assert!(save.accesskit_node().is_disabled());
    row(&mut window, "b, 3×3");
    solve(&mut window);
    show_library(&mut window);
    assert!(
        window
            .query_by_label("One length that was found here is not saved.")
            .is_some()
    );
    press(&mut window, "Save the collection");
    wait(&mut window, "the file", |app| !is_unsaved(app));
    let saved = collection(&path);
    let found = saved.puzzles.result(1).unwrap();
    assert_eq!((found.moves, found.optimal), (1, true));
    assert_eq!(saved.puzzles.result(0), None);
    assert_eq!(rows(&window), ["a, 3×3", "b, 3×3, 1 move"]);
    // The file is known as it was saved, so the next result is saved without a question.
    row(&mut window, "a, 3×3");
    solve(&mut window);
    apply(&mut window, LibraryAction::Save.into());
    wait(&mut window, "the file", |app| !is_unsaved(app));
    assert!(
        collection(&path)
            .puzzles
            .iter()
            .all(|it| it.result.is_some())
    );
}

#[test]
fn a_collection_that_another_program_has_changed_is_not_overwritten_without_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let path = two(folder.path());
    let mut window = window();
    open(&mut window, &path);
    row(&mut window, "b, 3×3");
    solve(&mut window);
    let changed = fs::read_to_string(&path).unwrap().replace("Two", "Three");
    fs::write(&path, &changed).unwrap();
    apply(&mut window, LibraryAction::Save.into());
    wait(&mut window, "the question", |app| {
        app.model.library().conflict().is_some()
    });
    window.run_steps(4);
    press(&mut window, "Cancel");
    assert_eq!(fs::read_to_string(&path).unwrap(), changed);
    assert!(is_unsaved(app(&mut window)));
    apply(&mut window, LibraryAction::Save.into());
    wait(&mut window, "the question", |app| {
        app.model.library().conflict().is_some()
    });
    window.run_steps(4);
    press(&mut window, "Overwrite");
    wait(&mut window, "the file", |app| !is_unsaved(app));
    assert_eq!(collection(&path).name, "Two");
}

#[test]
fn generated_puzzles_and_results_are_not_lost_without_a_question() {
    const QUESTION: &str = "Save the collection first?";
    let folder = tempfile::tempdir().unwrap();
    let path = two(folder.path());
    let three = folder.path().join("three.txt");
    let last_rows = ["13 14 0 15", "13 0 14 15", "0 13 14 15"];
    fs::write(&three, fifteen_puzzles(&last_rows)).unwrap();
    let mut window = window();
    open(&mut window, &path);
    let mut made = collection(&path);
    made.name = "Generated".into();
    let made = CollectionFile::new(CollectionSource::Generated, made, Vec::new(), 0);
    apply(&mut window, LibraryAction::Opened(made.into()).into());
    for ask in [
        DocumentAction::Quit.into(),
        LibraryAction::CloseActive.into(),
    ] {
        apply(&mut window, ask);
        assert!(window.query_by_label(QUESTION).is_some());
        let told = "The puzzles of “Generated” are in no file.";
        assert!(window.query_by_label_contains(told).is_some());
        press(&mut window, "Cancel");
        assert!(window.query_by_label(QUESTION).is_none());
    }

    // It is closed as soon as it is saved.
    press(&mut window, "Close Generated");
    assert!(window.query_by_label(QUESTION).is_some());
    press(&mut window, "Save");
    wait(&mut window, "the dialog", App::has_file_dialog);
    window.run_steps(4);
    key(&mut window, Key::Enter);
    wait(&mut window, "the other collection", |app| {
        app.model.library().open().len() == 1
    });
    let saved = collection(&folder.path().join("Generated.json"));
    assert_eq!(saved.puzzles, collection(&path).puzzles);
    apply(&mut window, DocumentAction::Open(three).into());
    wait(&mut window, "the third", |app| {
        app.model.library().open().len() == 2
    });

    // A result is told too, and the window closes without it if that is wished.
    press(&mut window, "Close Two");
    row(&mut window, "Puzzle 1, 4×4");
    solve(&mut window);
    apply(&mut window, DocumentAction::Quit.into());
    assert!(window.query_by_label(QUESTION).is_some());
    let discard = LibraryAction::Confirm(Confirmation::Discard);
    let model = &mut app(&mut window).model;
    model.apply(discard.into());
    assert!(
        model
            .take_requests()
            .iter()
            .any(|it| matches!(it, Request::Quit))
    );
}

/// Found beside the game they are only where that takes no more than seconds.
#[test]
fn a_game_is_told_the_fewest_moves_that_its_collection_knows() {
    let mut window = window();
    let path = Path::new("saved_puzzles/collections/korf-felner-50.json");
    open(&mut window, path);
    row(&mut window, "05, 5×5, 100 moves");
    apply(&mut window, Action::View(BoardView::Play));
    let up = PlayerAction::Move(Direction::Up.into());
    apply(&mut window, up.into());
    window.run_steps(3);
    window.get_by_label_contains(", fewest 100");
}
