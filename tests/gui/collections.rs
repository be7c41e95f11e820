//! The page of a collection: it opens with its file, shows and opens its puzzles, and keeps what
//! runs have found.

use crate::window::{Dropped, Window, app, apply, click, press, solve, wait, window};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tilescope::gui::Action;
use tilescope::gui::document::DocumentAction;
use tilescope_puzzle::notation::board_line;

fn open(window: &mut Window, path: &Path) {
    let action = DocumentAction::Open(path.to_owned());
    apply(window, Action::Document(action));
    wait(window, "the collection", |app| {
        app.model.library().file().is_some()
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
fn a_collection_opens_a_page_and_its_rows_open_puzzles() {
    let mut window = window();
    let path = Path::new("saved_puzzles/collections/korf-100.json");
    let dropped = Arc::new(Dropped(path.to_owned()));
    window.input_mut().dropped_files.push(dropped);
    wait(&mut window, "the collection", |app| {
        app.model.library().file().is_some()
    });
    assert!(window.query_by_label("Korf's 100 15-puzzles").is_some());
    assert_eq!(
        rows(&window)[..2],
        ["001, 4×4, 57 moves", "002, 4×4, 55 moves"]
    );

    row(&mut window, "001, 4×4, 57 moves");
    assert!(window.query_by_label("Korf's 100 15-puzzles").is_none());
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
    press(&mut window, "Close");
    assert!(window.query_by_label("Korf's 100 15-puzzles").is_none());
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
    let first = "The tile at each place; goal: the tiles in order, blank first";
    let second = "The place of each tile; goal: the tiles in order, blank first";
    assert!(
        window
            .get_by_label(first)
            .accesskit_node()
            .toggled()
            .is_some()
    );
    click(&mut window, Role::RadioButton, second);
    wait(&mut window, "the other reading", |app| {
        app.model
            .library()
            .file()
            .is_some_and(|file| file.reading > 0)
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
    fs::write(&path, "123456708\n123450786\n").unwrap();
    let mut window = window();
    open(&mut window, &path);
    row(&mut window, "Puzzle 1, 3×3");
    solve(&mut window);
    window.key_press_modifiers(Modifiers::COMMAND, Key::L);
    window.run_steps(4);
    assert_eq!(rows(&window), ["Puzzle 1, 3×3, 1 move", "Puzzle 2, 3×3"]);
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
    press(&mut window, "Close");
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
    let kept = app(&mut window).model.library().collection().unwrap();
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
    wait(&mut window, "the collection", |app| {
        app.model.library().file().is_some()
    });
    assert_eq!(rows(&window), ["a, 3×3", "d, 3×3"]);
    assert!(window.query_by_label_contains("b.txt").is_some());
}
