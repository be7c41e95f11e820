//! Files that can be read in several ways: one line of the library says how, keys choose in it, and what the file
//! says of a puzzle stays with it.

use crate::focus::{focus, focused, key, keys};
use crate::open_collections::{n_open, open, two};
use crate::window::{app, apply, wait, wait_for_collection, window};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::fs;
use std::path::Path;
use tilescope::gui::app::App;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::library::LibraryAction;
use tilescope_lab::files::exchange::{self, Choices};

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

/// Pasted text is the same puzzle as in a file.
#[test]
fn every_case_is_pasted_as_it_is_opened() {
    let table = fs::read_to_string("tests/cases/expected.tsv").unwrap();
    let mut window = window();
    for row in table.lines().skip(1) {
        let path = Path::new("tests/cases").join(row.split('\t').next().unwrap());
        let Ok(text) = fs::read_to_string(&path) else {
            // It is in UTF-16, which a clipboard has decoded.
            continue;
        };
        let expected = exchange::open(&path, &Choices::default()).unwrap();
        let is_shown =
            expected.collection.puzzles.len() > 1 || expected.how.reading.boards.is_some();
        let first = expected.collection.puzzles.get(0).unwrap().puzzle;
        let n_before = n_open(app(&mut window));
        window.event(Event::Paste(text));
        if is_shown {
            wait(&mut window, row, |app| n_open(app) > n_before);
            let active = app(&mut window).model.library().active().unwrap();
            let puzzles = &active.collection().puzzles;
            assert_eq!(puzzles.len(), expected.collection.puzzles.len(), "{row}");
            assert_eq!(puzzles.get(0).unwrap().puzzle.start, first.start, "{row}");
            assert_eq!(puzzles.get(0).unwrap().puzzle.goal, first.goal, "{row}");
        } else {
            window.run_steps(3);
            let puzzle = app(&mut window).model.problem().puzzle().cloned().unwrap();
            assert_eq!(puzzle.start, first.start, "{row}");
            if expected.how.reading.has_goals() {
                assert_eq!(puzzle.goal, first.goal, "{row}");
            }
        }
    }
}

/// Two boards may be a start and its goal, or two puzzles: that is shown, and changed, before one
/// is taken.
#[test]
fn a_start_and_its_goal_are_shown_before_they_are_taken() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.txt");
    let two = "7 2 4\n5 0 6\n8 3 1\n\n0 1 2\n3 4 5\n6 7 8\n";
    fs::write(&path, two).unwrap();
    for is_pasted in [true, false] {
        let mut window = window();
        let before = app(&mut window).model.problem().clone();
        match is_pasted {
            true => window.event(Event::Paste(two.into())),
            false => apply(&mut window, DocumentAction::Open(path.clone()).into()),
        }
        wait_for_collection(&mut window);
        window.run_steps(8);
        assert_eq!(app(&mut window).model.problem(), &before);
        let what = if is_pasted {
            "How this text is read"
        } else {
            "How this file is read"
        };
        let first =
            "A start and its goal; the tile at each place; 0 is the blank; goal: that of the file";
        assert_eq!(window.get_by_label(what).value().as_deref(), Some(first));
        let n = |app: &App| {
            app.model
                .library()
                .active()
                .unwrap()
                .collection()
                .puzzles
                .len()
        };
        assert_eq!(n(app(&mut window)), 1);
        apply(&mut window, LibraryAction::Read(1).into());
        wait(&mut window, "two puzzles", |app| n(app) == 2);
        apply(&mut window, LibraryAction::Read(0).into());
        wait(&mut window, "the pair", |app| n(app) == 1);
        apply(&mut window, LibraryAction::Choose(0).into());
        let puzzle = app(&mut window).model.problem().puzzle().cloned().unwrap();
        assert_eq!(puzzle.start.tiles(), [7, 2, 4, 5, 0, 6, 8, 3, 1]);
        assert_eq!(puzzle.goal.tiles(), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    }
}
