//! A collection is renamed in the library. One with a made-up name takes that of its file, and files of one name
//! are told apart.

use crate::focus::{focus, focused, key, keys};
use crate::lecture::visit;
use crate::library::{library, rows, wait_for_list};
use crate::window::{
    Window, app, apply, click, has_text, name_file, press, type_all, wait, window_with,
};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Shape};
use egui_kittest::kittest::Queryable;
use std::fs;
use std::path::{Path, PathBuf};
use tilescope::gui::app::App;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::library::{CollectionFile, CollectionSource, LibraryAction};
use tilescope::gui::puzzle_lists::{PuzzleListsAction, Source};
use tilescope_lab::{Collection, files};

const FIELD: &str = "Name of the collection";

/// A window with a collection of one puzzle, and its file.
fn one(folder: &Path) -> (Window, PathBuf) {
    let path = folder.join("one.json");
    let text = r#"{"format": "tilescope-collection", "version": 1, "name": "One", "puzzles": [
        {"name": "a", "start": "1 2 3 / 4 5 6 / 7 _ 8"}]}"#;
    fs::write(&path, text).unwrap();
    (window_with(&path), path)
}

fn collection(path: &Path) -> Collection {
    match files::open(path).unwrap() {
        files::Opened::Collection(collection) => collection,
        files::Opened::Problem(_) => panic!("a puzzle"),
    }
}

fn is_unsaved(app: &App) -> bool {
    app.model.library().active().unwrap().is_unsaved()
}

fn save_as(window: &mut Window, path: &Path) {
    apply(window, LibraryAction::SaveAs.into());
    name_file(window, path);
    wait(window, "the file", |app| {
        app.model.library().active().unwrap().own_file() == Some(path)
    });
}

#[test]
fn a_collection_is_renamed_by_a_key_and_saved_under_its_new_name() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = one(folder.path());
    key(&mut window, Key::F2);
    assert_eq!(focused(&window).as_deref(), Some(FIELD));
    // The old name is selected.
    window.event(Event::Text("Lecture 1".into()));
    window.run_steps(3);
    key(&mut window, Key::Enter);
    window.run_steps(3);
    let row = "Lecture 1, 1 puzzle, not saved";
    assert_eq!(focused(&window).as_deref(), Some(row));
    window.get_by_label("The new name is not saved.");
    assert_eq!(collection(&path).name, "One");

    // Closing it asks; its own file is no conflict.
    press(&mut window, "Close Lecture 1");
    window.get_by_label_contains("The new name “Lecture 1” is not saved.");
    press(&mut window, "Cancel");
    press(&mut window, "Save the collection");
    wait(&mut window, "the file", |app| !is_unsaved(app));
    assert_eq!(collection(&path).name, "Lecture 1");
    window.get_by_label("Lecture 1, 1 puzzle");
}

#[test]
fn a_row_of_puzzles_has_the_focus_again_when_the_name_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = one(folder.path());
    let row = "a, 3×3";
    focus(&mut window, Role::ListBoxOption, row);
    for (typed, left_by) in [("Lecture 1", Key::Enter), ("Lecture 2", Key::Escape)] {
        key(&mut window, Key::F2);
        assert_eq!(focused(&window).as_deref(), Some(FIELD));
        window.event(Event::Text(typed.into()));
        window.run_steps(3);
        key(&mut window, left_by);
        assert_eq!(focused(&window).as_deref(), Some(row));
    }
    window.get_by_label("Lecture 1, 1 puzzle, not saved");

    // From a row of another list keys go on in the collection.
    click(&mut window, Role::RadioButton, "Examples");
    wait(&mut window, "what ships", |app| {
        let examples = app.model.puzzle_lists().puzzle_list(Source::Examples);
        examples.unwrap().ended().is_some()
    });
    window.run_steps(8);
    let rows = window.get_all_by_role(Role::ListBoxOption);
    { rows }.next().unwrap().focus();
    window.run_steps(4);
    key(&mut window, Key::F2);
    assert_eq!(focused(&window).as_deref(), Some(FIELD));
    key(&mut window, Key::Escape);
    assert_eq!(focused(&window).as_deref(), Some(row));
}

#[test]
fn the_board_has_the_focus_again_when_the_name_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = one(folder.path());
    keys(&mut window, Modifiers::ALT, Key::Num3);
    for (typed, left_by) in [("Lecture 1", Key::Enter), ("Lecture 2", Key::Escape)] {
        focus(&mut window, Role::Grid, "Play board");
        key(&mut window, Key::F2);
        assert_eq!(focused(&window).as_deref(), Some(FIELD));
        window.event(Event::Text(typed.into()));
        window.run_steps(3);
        key(&mut window, left_by);
        assert_eq!(focused(&window).as_deref(), Some("Play board"));
    }
    window.get_by_label("Lecture 1, 1 puzzle, not saved");
}

#[test]
fn a_double_click_renames_and_escape_leaves_the_name() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = one(folder.path());
    let row = window.get_by_role_and_label(Role::RadioButton, "One, 1 puzzle");
    let pos = row.rect().center();
    window.event(Event::PointerMoved(pos));
    window.step();
    // In one frame: as many as there are events would take too long for a double click.
    let button = |pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let clicks = [true, false, true, false].map(button);
    window.input_mut().events.extend(clicks);
    window.run_steps(3);
    assert_eq!(focused(&window).as_deref(), Some(FIELD));
    type_all(&mut window, "Two");
    key(&mut window, Key::Escape);
    window.get_by_label("One, 1 puzzle");
    assert!(!is_unsaved(app(&mut window)));
}

#[test]
fn a_generated_collection_is_called_after_its_file_unless_it_was_renamed() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = one(folder.path());
    let mut generated = |name: Option<&str>, file: &str| {
        let mut made = collection(&path);
        made.name = "3×3: 22 moves".into();
        let file = folder.path().join(file);
        let made = CollectionFile::new(CollectionSource::Generated, made, Vec::new(), 0);
        apply(&mut window, LibraryAction::Opened(made.into()).into());
        if let Some(name) = name {
            let id = app(&mut window).model.library().active().unwrap().id();
            apply(&mut window, LibraryAction::Rename(id, name.into()).into());
        }
        save_as(&mut window, &file);
        collection(&file).name
    };
    assert_eq!(generated(None, "my lecture.json"), "my lecture");
    // The proposed name of a file is not the user's.
    let proposed = "3×3- 22 moves.json";
    assert_eq!(generated(None, proposed), "3×3: 22 moves");
    assert_eq!(generated(Some("Mine"), "other.json"), "Mine");
}

#[test]
fn a_puzzle_takes_the_name_under_which_its_collection_is_saved_while_it_closes() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = one(folder.path());
    window.event(Event::Paste("123456708\n123450786\n".into()));
    wait(&mut window, "the pasted puzzles", |app| {
        app.model.library().open().len() == 2
    });
    apply(&mut window, LibraryAction::Choose(1).into());
    apply(&mut window, LibraryAction::CloseActive.into());
    press(&mut window, "Save");
    let path = folder.path().join("warm up.json");
    name_file(&mut window, &path);
    wait(&mut window, "the end of it", |app| {
        app.model.library().open().len() == 1
    });
    assert_eq!(collection(&path).name, "warm up");
    let name = app(&mut window).model.problem().name().to_owned();
    assert_eq!(name, "Puzzle 2 of warm up");
}

#[test]
fn files_of_one_name_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let text = r#"{"format": "tilescope-collection", "version": 1, "name": "Warm up", "puzzles": [
        {"start": "1 2 3 / 4 5 6 / 7 _ 8"}, {"start": "1 2 3 / 4 5 _ / 7 8 6"}]}"#;
    let other = text.replace("Warm up", "Other");
    for (file, text) in [
        ("Warm up.json", text),
        ("Warm up.txt", "123456708\n123450786\n"),
        ("one.json", &other),
    ] {
        fs::write(folder.path().join(file), text).unwrap();
    }
    let mut window = library();
    let set = PuzzleListsAction::Folder(folder.path().to_owned());
    apply(&mut window, set.into());
    click(&mut window, Role::RadioButton, "Your folder");
    wait_for_list(&mut window, Source::Folder);
    let mut names = rows(&window);
    names.sort();
    let (json, txt) = ("Warm up (Warm up.json)", "Warm up (Warm up.txt)");
    let named = ["Other", json, txt].map(|name| format!("{name}, 3×3, 2 puzzles"));
    assert_eq!(names, named);
    // The file of each is shown under the pointer.
    let row = window.get_by_role_and_label(Role::ListBoxOption, &named[0]);
    let at = row.rect().center();
    window.hover_at(at);
    for _ in 0..60 {
        window.step();
    }
    assert!(window.query_by_label("one.json").is_some());
}

#[test]
fn a_collection_that_is_closed_is_called_as_in_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = one(folder.path());
    let second = folder.path().join("second.json");
    fs::copy(path, &second).unwrap();
    apply(&mut window, DocumentAction::Open(second).into());
    wait(&mut window, "the second", |app| {
        app.model.library().open().len() == 2
    });
    window.run_steps(3);
    assert!(has_text(&window, "One (second.json)"));
    apply(&mut window, LibraryAction::CloseActive.into());
    window.run_steps(3);
    assert!(has_text(&window, "Closed One (second.json)"));
}

#[test]
fn the_end_of_a_long_folder_is_shown_beside_a_recent_file() {
    let folder = tempfile::tempdir().unwrap();
    let deep = folder
        .path()
        .join("a folder with a long name")
        .join("week 3");
    fs::create_dir_all(&deep).unwrap();
    let file = deep.join("one.txt");
    fs::write(&file, "1 2 3\n4 5 6\n7 0 8\n").unwrap();
    let mut window = library();
    apply(&mut window, DocumentAction::Open(file).into());
    wait(&mut window, "the puzzle", |app| app.model.file().is_some());
    click(&mut window, Role::RadioButton, "Recent files");
    wait_for_list(&mut window, Source::Recent);
    let end = format!("…{}week 3", std::path::MAIN_SEPARATOR);
    let mut is_shown = false;
    for clipped in &window.output().shapes {
        visit(&clipped.shape, &mut |shape| {
            is_shown |= matches!(shape, Shape::Text(text) if text.galley.text().ends_with(&end));
        });
    }
    assert!(is_shown);
}
