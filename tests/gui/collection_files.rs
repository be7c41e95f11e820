//! Files of collections: where one is open from a file that another is saved to, where one is in no file, and
//! where several files are opened as one.

use crate::collections::two;
use crate::focus::{focus, key, keys};
use crate::window::{
    Window, app, apply, click, has_text, press, wait, wait_for_collection, window, window_with,
};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::fs;
use std::path::{Path, PathBuf};
use tilescope::gui::Action;
use tilescope::gui::app::App;
use tilescope::gui::commands::Command;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::edit::{BoardView, Edit, Side};
use tilescope::gui::library::{LibraryAction, OpenCollection};
use tilescope::gui::player::PlayerAction;
use tilescope::gui::puzzle_lists::{PuzzleListsAction, Source};
use tilescope::gui::requests::{GatheredFor, Picked};
use tilescope_lab::files;
use tilescope_puzzle::Direction;

/// A window with a collection of two puzzles, and its file.
fn with_two(folder: &Path) -> (Window, PathBuf) {
    let path = two(folder);
    (window_with(&path), path)
}

fn open(window: &mut Window) -> &[OpenCollection] {
    app(window).model.library().open()
}

fn n_puzzles(open: &OpenCollection) -> usize {
    open.collection().puzzles.len()
}

/// Takes the first puzzle of the active collection.
pub fn gather(window: &mut Window, wanted: GatheredFor) {
    let active = app(window).model.library().active().unwrap();
    let picked = Picked::Puzzles {
        collection: active.collection().clone(),
        found: active.results(),
        is_in_no_file: active.is_in_no_file(),
        indices: vec![0],
    };
    apply(window, PuzzleListsAction::Gather(picked, wanted).into());
}

/// Answers the dialog with this file.
fn choose_file(window: &mut Window, path: &Path) {
    wait(window, "the dialog", App::has_file_dialog);
    window.run_steps(4);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.event(Event::Text(path.to_string_lossy().into_owned()));
    window.run_steps(3);
    key(window, Key::Enter);
}

/// Saves the first puzzle of the active collection over the file of that collection.
fn overwrite(window: &mut Window, path: &Path) {
    gather(window, GatheredFor::Saving);
    choose_file(window, path);
    wait(window, "the question", |app| {
        app.model.library().conflict().is_some()
    });
    window.run_steps(4);
    assert!(has_text(window, "is the file of the open collection “Two”"));
    assert!(window.query_by_label("Reload").is_none());
    press(window, "Overwrite");
}

#[test]
fn an_open_collection_is_shown_as_its_file_is_when_others_are_saved_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = with_two(folder.path());
    overwrite(&mut window, &path);
    wait(&mut window, "the file", |app| {
        n_puzzles(&app.model.library().open()[0]) == 1
    });
    assert_eq!(open(&mut window).len(), 1);
    assert_eq!(open(&mut window)[0].own_file(), Some(&*path));
    assert!(app(&mut window).model.library().changed().is_none());
}

#[test]
fn what_is_not_saved_of_an_open_collection_stays_when_others_are_saved_to_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = with_two(folder.path());
    let id = open(&mut window)[0].id();
    apply(&mut window, LibraryAction::Rename(id, "Two".into()).into());
    apply(
        &mut window,
        LibraryAction::Rename(id, "Other".into()).into(),
    );
    gather(&mut window, GatheredFor::Saving);
    choose_file(&mut window, &path);
    wait(&mut window, "the question", |app| {
        app.model.library().conflict().is_some()
    });
    window.run_steps(4);
    press(&mut window, "Overwrite");
    wait(&mut window, "the file", |app| {
        app.model.library().open()[0].own_file().is_none()
    });
    assert_eq!(n_puzzles(&open(&mut window)[0]), 2);
    assert!(open(&mut window)[0].is_unsaved());
}

#[test]
fn chosen_puzzles_are_saved_by_the_command_and_told_from_those_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = with_two(folder.path());
    assert_eq!(
        Command::SaveCollection.refusal(&app(&mut window).model),
        Some("All of the collection is saved")
    );
    for n in [2, 3] {
        apply(&mut window, LibraryAction::ShowNext(1).into());
        gather(&mut window, GatheredFor::Opening);
        wait(&mut window, "the chosen", |app| {
            app.model.library().open().len() == n
        });
        if n == 3 {
            break;
        }
        press(&mut window, "File");
        (window.get_by_label_contains("Save collection")).click();
        window.run_steps(3);
        choose_file(&mut window, &folder.path().join("mine.json"));
        wait(&mut window, "the file", |app| {
            app.model.library().open()[1].own_file().is_some()
        });
        let id = open(&mut window)[1].id();
        let name = "Chosen from Two";
        apply(&mut window, LibraryAction::Rename(id, name.into()).into());
    }
    let all = open(&mut window);
    let titles: Vec<String> = all.iter().map(|it| it.title(all)).collect();
    assert_eq!(
        titles[1..],
        ["Chosen from Two (mine.json)", "Chosen from Two (not saved)"]
    );
    assert_eq!(
        Command::SaveCollectionAs.entry().name,
        "Save collection as…"
    );
}

#[test]
fn a_collection_of_several_sizes_is_found_by_each_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let text = r#"{"format": "tilescope-collection", "version": 1, "name": "Mixed", "puzzles": [
        {"start": "1 2 3 / 4 5 6 / 7 _ 8"},
        {"start": "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 _ 15"}]}"#;
    fs::write(folder.path().join("mixed.json"), text).unwrap();
    let mut window = window();
    let set = PuzzleListsAction::Folder(folder.path().to_owned());
    apply(&mut window, set.into());
    let list = |app: &App| {
        let list = app.model.puzzle_lists().puzzle_list(Source::Folder);
        list.is_some_and(|it| !it.is_reading() && !it.items().is_empty())
    };
    wait(&mut window, "the folder", list);
    let row = "Mixed, 3×3, 4×4, 2 puzzles";
    apply(&mut window, PuzzleListsAction::Focus.into());
    for size in ["4x4", "3x3"] {
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.event(Event::Text(size.into()));
        window.run_steps(4);
        window.get_by_role_and_label(Role::ListBoxOption, row);
    }
    click(&mut window, Role::ComboBox, "Size of the boards");
    click(&mut window, Role::ListBoxOption, "4×4");
    window.get_by_role_and_label(Role::ListBoxOption, row);
}

/// The files of a folder are none: it may have hundreds.
#[test]
fn files_that_are_opened_together_are_recent_ones() {
    let folder = tempfile::tempdir().unwrap();
    let below = folder.path().join("below");
    fs::create_dir(&below).unwrap();
    fs::write(below.join("three.txt"), "123456708\n").unwrap();
    let [one, two, letter] = ["one.txt", "two.txt", "letter.txt"].map(|it| folder.path().join(it));
    fs::write(&one, "123456708\n").unwrap();
    fs::write(&two, "123450786\n").unwrap();
    fs::write(&letter, "Hello Anna\n").unwrap();
    let mut window = window();
    let all = LibraryAction::OpenAll(vec![one.clone(), two.clone(), below, letter]);
    apply(&mut window, all.into());
    wait_for_collection(&mut window);
    let model = &app(&mut window).model;
    assert_eq!(
        model.library().active().unwrap().collection().puzzles.len(),
        3
    );
    assert_eq!(model.recent(), [two, one]);
}

#[test]
fn puzzles_of_files_that_are_opened_together_have_the_lengths_that_the_lists_tell() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["one.txt", "two.txt"].map(|it| folder.path().join(it));
    fs::write(&one, "123456708\n").unwrap();
    fs::write(&two, "806547231\n").unwrap();
    let mut window = window();
    apply(&mut window, LibraryAction::OpenAll(vec![one, two]).into());
    wait_for_collection(&mut window);
    let active = app(&mut window).model.library().active().unwrap();
    assert_eq!([0, 1].map(|at| active.known(at).unwrap().moves), [1, 27]);
    // They are in no file, and nothing is lost with them.
    assert!(!active.is_unsaved());
}

#[test]
fn boards_of_a_list_have_the_lengths_that_the_lists_tell() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("boards.txt");
    fs::write(&path, "123456708\n806547231\n").unwrap();
    let mut window = window_with(&path);
    let active = app(&mut window).model.library().active().unwrap();
    assert_eq!([0, 1].map(|at| active.known(at).unwrap().moves), [1, 27]);
    assert!(!active.is_unsaved());
    // Those of a text that is pasted too.
    window.event(egui::Event::Paste("123456708\n867254301\n".into()));
    wait(&mut window, "the pasted puzzles", |app| {
        app.model.library().n_opened() == 2
    });
    let active = app(&mut window).model.library().active().unwrap();
    assert_eq!([0, 1].map(|at| active.known(at).unwrap().moves), [1, 31]);
}

/// “..” on the way to a file makes it no other one.
#[test]
fn a_file_that_is_open_is_known_again_by_another_path() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("beside")).unwrap();
    let (mut window, path) = with_two(folder.path());
    apply(&mut window, DocumentAction::OpenDialog.into());
    let name = path.file_name().unwrap();
    let around = folder.path().join("beside").join("..").join(name);
    choose_file(&mut window, &around);
    wait(&mut window, "the file", |app| !app.has_file_dialog());
    wait(&mut window, "the collection", |app| {
        let active = app.model.library().active();
        active.is_some_and(|it| it.own_file() == Some(&*path))
    });
    window.run_steps(3);
    assert_eq!(open(&mut window).len(), 1);
}

/// The window itself has changed the file, so it asks nothing.
#[test]
fn a_puzzle_that_is_saved_here_is_shown_in_the_collection_of_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["one.json", "two.json"].map(|it| folder.path().join(it));
    for path in &paths {
        files::save(&files::from_text("1 2 3 / 4 5 6 / 7 _ 8").unwrap(), path).unwrap();
    }
    let mut window = window();
    // What looks at files waits.
    window.input_mut().focused = false;
    apply(&mut window, LibraryAction::OpenAll(paths.to_vec()).into());
    wait_for_collection(&mut window);
    let [path, _] = paths;
    apply(&mut window, DocumentAction::Open(path.clone()).into());
    wait(&mut window, "the puzzle", |app| app.model.file().is_some());
    apply(&mut window, Edit::Slide(Side::Start, Direction::Up).into());
    apply(&mut window, DocumentAction::Save.into());
    wait(&mut window, "the file", |app| {
        !app.model.has_unsaved_changes()
    });
    apply(&mut window, LibraryAction::FileChanged(path).into());
    wait(&mut window, "the new board", |app| {
        let start = &app.model.puzzle().unwrap().start;
        let puzzles = &app.model.library().open()[0].collection().puzzles;
        puzzles.iter().any(|it| it.puzzle.start == *start)
    });
    assert!(app(&mut window).model.library().changed().is_none());
    assert!(!has_text(&window, "was changed by another program"));
}

#[test]
fn a_game_that_is_won_is_kept_beside_its_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = with_two(folder.path());
    apply(&mut window, LibraryAction::Choose(0).into());
    apply(&mut window, Action::View(BoardView::Play));
    let right = PlayerAction::Move(Direction::Right.into());
    apply(&mut window, right.into());
    wait(&mut window, "the length", |app| {
        app.model.library().open()[0].known(0).is_some()
    });
    let known = open(&mut window)[0].known(0).unwrap();
    assert_eq!((known.moves, known.optimal), (1, true));
    assert_eq!(known.by, "Game by hand");
}

/// Each list keeps which of its puzzles was opened last; another one may be shown.
#[test]
fn the_puzzle_of_a_row_is_solved_though_that_of_another_collection_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = with_two(folder.path());
    let beside = folder.path().join("other.json");
    let text = fs::read_to_string(&path).unwrap();
    let text = text
        .replace("\"Two\"", "\"Other\"")
        .replace("7 _ 8", "_ 7 8");
    fs::write(&beside, text).unwrap();
    apply(&mut window, LibraryAction::Choose(0).into());
    apply(&mut window, DocumentAction::Open(beside).into());
    wait(&mut window, "the other collection", |app| {
        app.model.library().open().len() == 2
    });
    apply(&mut window, LibraryAction::Choose(0).into());
    let other = app(&mut window).model.puzzle().unwrap().start.clone();
    let first = app(&mut window).model.library().open()[0].id();
    apply(&mut window, LibraryAction::Show(first).into());
    apply(
        &mut window,
        PuzzleListsAction::Show(Source::Collection).into(),
    );
    window.run_steps(4);
    focus(&mut window, Role::ListBoxOption, "a, 3×3");
    keys(&mut window, Modifiers::SHIFT, Key::Enter);
    let model = &app(&mut window).model;
    assert_ne!(model.puzzle().unwrap().start, other);
    let run = &model.runs().active().unwrap().run;
    assert_eq!(
        run.job().problem.puzzle().unwrap().start,
        model.puzzle().unwrap().start
    );
}

#[test]
fn keys_go_on_in_the_puzzles_of_a_file_that_was_opened_from_the_filter() {
    let folder = tempfile::tempdir().unwrap();
    let path = two(folder.path());
    let mut window = crate::library::library();
    apply(&mut window, DocumentAction::Open(path).into());
    wait_for_collection(&mut window);
    window.run_steps(3);
    key(&mut window, Key::ArrowDown);
    key(&mut window, Key::Enter);
    assert_eq!(app(&mut window).model.problem().name(), "b");
}
