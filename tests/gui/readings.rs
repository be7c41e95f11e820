//! Files that can be read in several ways: one line of the library says how, keys choose in it, and what the file
//! says of a puzzle stays with it.

use crate::focus::{focus, focused, key, keys};
use crate::open_collections::{n_open, open, two};
use crate::window::{app, apply, wait, wait_for_collection, window};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::fs;
use tilescope::gui::app::App;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::library::LibraryAction;

#[test]
fn the_choice_of_a_reading_stays_among_the_readings() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("korf.txt");
    fs::write(&path, "12 14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15\n").unwrap();
    let mut window = window();
    apply(&mut window, DocumentAction::Open(path).into());
    let reading = |app: &App| Some(app.model.library().active()?.file().reading);
    wait(&mut window, "the file", |app| reading(app) == Some(0));
    let how = "How this file is read";
    focus(&mut window, Role::ComboBox, how);
    // Without the list as well as in it.
    for (keys, place) in [
        (&[Key::ArrowDown][..], 1),
        (&[Key::Enter, Key::ArrowUp, Key::Enter], 0),
    ] {
        keys.iter().for_each(|it| key(&mut window, *it));
        wait(&mut window, "the other reading", |app| {
            reading(app) == Some(place)
        });
        window.run_steps(8);
        assert_eq!(focused(&window).as_deref(), Some(how));
        let open = app(&mut window).model.library().active().unwrap();
        let shown = open.file().readings[place].clone();
        assert_eq!(window.get_by_label(how).value(), Some(shown));
    }
}

#[test]
fn the_readings_of_several_files_are_two_stops_of_tab_and_arrows_go_through_the_files() {
    let folder = tempfile::tempdir().unwrap();
    let numbers = "12 14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15\n";
    let paths = ["a.txt", "b.txt", "c.txt"].map(|name| folder.path().join(name));
    for path in &paths {
        fs::write(path, numbers).unwrap();
    }
    let mut window = window();
    apply(&mut window, LibraryAction::OpenAll(paths.into()).into());
    wait(&mut window, "the files", |app| {
        app.model.library().active().is_some()
    });
    window.run_steps(8);
    let file = "File that is read";
    focus(&mut window, Role::ComboBox, file);
    for name in ["a.txt", "b.txt", "c.txt"] {
        key(&mut window, Key::ArrowDown);
        assert_eq!(focused(&window).as_deref(), Some(file));
        assert_eq!(window.get_by_label(file).value().as_deref(), Some(name));
    }
    key(&mut window, Key::Tab);
    assert_eq!(focused(&window).as_deref(), Some("How c.txt is read"));
    key(&mut window, Key::Tab);
    assert_eq!(focused(&window).as_deref(), Some("Filter the puzzles"));
}

/// The readings of several files of other programs, below several collections, leave room for puzzles too.
#[test]
fn readings_of_several_files_leave_room_for_the_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    window.set_size(egui::vec2(1280.0, 800.0));
    keys(&mut window, Modifiers::ALT, Key::Num3);
    for name in ["One", "Two", "Three", "Four"] {
        open(&mut window, &two(folder.path(), name));
    }
    let numbers = "12 14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15\n".repeat(3);
    let paths = ["a.txt", "b.txt", "c.txt", "d.txt"].map(|name| folder.path().join(name));
    paths
        .iter()
        .for_each(|path| fs::write(path, &numbers).unwrap());
    apply(&mut window, LibraryAction::OpenAll(paths.into()).into());
    wait(&mut window, "the files", |app| n_open(app) == 5);
    window.run_steps(8);
    let last = window.get_by_label("Open the chosen").rect();
    let rows = window.get_all_by_role(Role::ListBoxOption);
    let rows: Vec<_> = rows.map(|row| row.rect()).collect();
    // Above what is below the library.
    let below = window.get_by_label("Result").rect();
    assert!(
        rows[0].top() > last.bottom() && rows[1].bottom() <= below.top(),
        "{rows:?} {below}"
    );
    // Where there is more room, part of a third collection is seen too.
    keys(&mut window, Modifiers::ALT, Key::Num1);
    keys(&mut window, Modifiers::COMMAND, Key::L);
    window.run_steps(8);
    let above = window.get_by_role_and_label(Role::RadioButton, "Collections");
    let below = window.get_by_label("Save the collection").rect();
    assert!(below.top() - above.rect().bottom() > 68.0);
}

/// Its name was that of the puzzle, and the length was lost.
#[test]
fn a_list_of_one_puzzle_is_called_after_its_file_and_keeps_the_length() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("twelve.txt");
    let korf_12 = "1 45 546344\n14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15\n";
    fs::write(&path, korf_12).unwrap();
    let mut window = window();
    apply(&mut window, DocumentAction::Open(path).into());
    wait_for_collection(&mut window);
    let active = app(&mut window).model.library().active().unwrap();
    assert_eq!(active.name(), "twelve");
    assert_eq!(active.known(0).unwrap().moves, 45);
    let n_readings = active.file().readings.len();
    assert!(n_readings > 1);
    // The place of each tile.
    apply(&mut window, LibraryAction::Read(1).into());
    wait(&mut window, "the other reading", |app| {
        app.model.library().active().unwrap().file().reading == 1
    });
    let active = app(&mut window).model.library().active().unwrap();
    assert_eq!(active.name(), "twelve");
    // A proof says more than the file, which is right about the first reading alone.
    apply(&mut window, LibraryAction::Solve(0).into());
    wait(&mut window, "the proof", |app| {
        let known = app.model.library().active().unwrap().known(0).unwrap();
        known.optimal && known.moves == 49
    });
}
