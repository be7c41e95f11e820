//! A generated collection that is in no file survives a crash of the window.

use crate::changed_files::write_until_noticed;
use crate::collection_files::gather;
use crate::collections::two;
use crate::window::{
    Window, app, apply, name_file, press, solve, wait, wait_for_collection, window,
};
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use std::fs;
use std::path::{Path, PathBuf};
use tilescope::gui::app::App;
use tilescope::gui::document::{Confirmation, DocumentAction};
use tilescope::gui::library::{CollectionFile, CollectionSource, LibraryAction};
use tilescope::gui::requests::GatheredFor;
use tilescope::gui::session::Store;
use tilescope_lab::{Collection, files};

fn restored(folder: &Path) -> Window {
    let mut window = window();
    let session = folder.join("session.json");
    app(&mut window).restore(Store::open_at(&session).expect("few windows"));
    window.run_steps(3);
    window
}

/// A window with a generated collection of two puzzles, of which the first is open.
fn with_generated(folder: &Path) -> Window {
    let mut window = restored(folder);
    let boards = folder.join("boards.txt");
    fs::write(&boards, "123456708\n123450786\n").unwrap();
    apply(&mut window, DocumentAction::Open(boards).into());
    wait(&mut window, "the boards", |app| {
        app.model.library().active().is_some()
    });
    let mut made = Collection::clone(
        app(&mut window)
            .model
            .library()
            .active()
            .unwrap()
            .collection(),
    );
    made.name = "Generated".into();
    let made = CollectionFile::new(CollectionSource::Generated, made, Vec::new(), 0);
    apply(&mut window, LibraryAction::CloseActive.into());
    apply(&mut window, LibraryAction::Opened(made.into()).into());
    apply(&mut window, LibraryAction::Choose(0).into());
    window
}

/// The file beside the session.
fn beside(folder: &Path, session: &str) -> PathBuf {
    folder.join(session).with_extension("collection.json")
}

fn read(path: &Path) -> Option<Collection> {
    match files::open(path) {
        Ok(files::Opened::Collection(collection)) => Some(collection),
        _ => None,
    }
}

fn has_result(path: &Path) -> bool {
    read(path).is_some_and(|it| it.puzzles.result(0).is_some())
}

fn is_in_no_file(app: &App) -> bool {
    app.model
        .library()
        .active()
        .is_some_and(|it| it.is_in_no_file())
}

#[test]
fn the_key_of_save_in_the_library_is_for_the_collection() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = with_generated(folder.path());
    let save = |window: &mut Window| {
        window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::S);
        wait(window, "the dialog", App::has_file_dialog);
    };
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::L);
    window.run_steps(4);
    save(&mut window);
    let file = folder.path().join("mine.json");
    name_file(&mut window, &file);
    wait(&mut window, "the file", |app| !is_in_no_file(app));
    assert_eq!(read(&file).unwrap().puzzles.len(), 2);
    // It has all: pressing the key again asks for nothing.
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::S);
    window.run_steps(4);
    assert!(!app(&mut window).has_file_dialog());
    let both = egui::Modifiers::COMMAND | egui::Modifiers::SHIFT;
    window.key_press_modifiers(both, egui::Key::S);
    let copy = folder.path().join("copy.json");
    name_file(&mut window, &copy);
    wait(&mut window, "the copy", |_| read(&copy).is_some());

    // An edited puzzle comes first.
    apply(&mut window, tilescope::gui::Edit::Mirror.into());
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::L);
    window.run_steps(4);
    save(&mut window);
    assert!(window.query_by_label("Save the puzzle").is_some());
}

#[test]
fn it_is_open_again_after_a_crash_with_what_was_found() {
    let (before, after) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut window = with_generated(before.path());
    let kept = beside(before.path(), "session.json");
    wait(&mut window, "the file beside the session", |_| {
        read(&kept).is_some()
    });
    solve(&mut window);
    wait(&mut window, "the result in the file", |_| has_result(&kept));
    // What a crash leaves.
    fs::copy(&kept, beside(after.path(), "session.json")).unwrap();

    // Once it is given up, nothing is left of it.
    apply(&mut window, DocumentAction::Quit.into());
    apply(
        &mut window,
        LibraryAction::Confirm(Confirmation::Discard).into(),
    );
    wait(&mut window, "the file to go", |_| !kept.exists());

    let mut window = restored(after.path());
    assert!(is_in_no_file(app(&mut window)));
    window.get_by_label_contains("The collection that was not saved is open again");
    let library = app(&mut window).model.library().active().unwrap();
    assert_eq!(library.collection().name, "Generated");
    assert_eq!(library.known(0).unwrap().moves, 1);
}

#[test]
fn all_that_are_in_no_file_are_open_again_after_a_crash() {
    let (before, after) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut window = with_generated(before.path());
    let mut other = Collection::clone(app(&mut window).model.library().open()[0].collection());
    other.name = "Other".into();
    let other = CollectionFile::new(CollectionSource::Generated, other, Vec::new(), 0);
    apply(&mut window, LibraryAction::Opened(other.into()).into());
    let kept = ["session.collection.json", "session.collection-2.json"];
    let kept = kept.map(|name| before.path().join(name));
    wait(&mut window, "the files beside the session", |_| {
        kept.iter().all(|kept| read(kept).is_some())
    });
    for file in &kept {
        fs::copy(file, after.path().join(file.file_name().unwrap())).unwrap();
    }
    // One that is closed takes its file with it, and only that.
    apply(&mut window, LibraryAction::CloseActive.into());
    let discard = LibraryAction::Confirm(Confirmation::Discard);
    apply(&mut window, discard.into());
    wait(&mut window, "the file to go", |_| !kept[1].exists());
    assert!(kept[0].exists());

    let mut window = restored(after.path());
    let open = app(&mut window).model.library().open();
    let names: Vec<&str> = open.iter().map(|it| it.name()).collect();
    assert_eq!(names, ["Generated", "Other"]);
    window.get_by_label_contains("The 2 collections that were not saved are open again");
}

/// Chosen puzzles of a collection: from a file, where they still are, and from one in no file.
#[test]
fn a_collection_of_chosen_puzzles_is_open_again_after_a_crash() {
    let (before, after) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut window = with_generated(before.path());
    let path = two(before.path());
    apply(&mut window, DocumentAction::Open(path).into());
    wait(&mut window, "the file", |app| {
        app.model.library().open().len() == 2
    });
    for n in [3, 4] {
        gather(&mut window, GatheredFor::Opening);
        wait(&mut window, "the chosen", |app| {
            app.model.library().open().len() == n
        });
        apply(&mut window, LibraryAction::ShowNext(1).into());
    }
    let open = app(&mut window).model.library().open();
    let unsaved: Vec<bool> = open.iter().map(|it| it.is_unsaved()).collect();
    assert_eq!(unsaved, [true, false, false, true]);
    let kept = ["collection", "collection-2", "collection-3"];
    let kept = kept.map(|name| format!("session.{name}.json"));
    wait(&mut window, "the files beside the session", |_| {
        let mut kept = kept.iter().map(|name| before.path().join(name));
        kept.all(|path| read(&path).is_some())
    });
    for name in &kept {
        fs::copy(before.path().join(name), after.path().join(name)).unwrap();
    }
    let mut window = restored(after.path());
    let open = app(&mut window).model.library().open();
    let names: Vec<&str> = open.iter().map(|it| it.name()).collect();
    assert_eq!(
        names,
        ["Generated", "Chosen from Two", "Chosen from Generated"]
    );
}

/// The files and the version that was kept beside them have one name: each is told apart, and none is counted.
#[test]
fn a_kept_version_of_several_files_is_told_from_the_files_after_a_crash() {
    let (before, after) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let [changed, other] = ["a.txt", "b.txt"].map(|name| {
        let path = before.path().join(name);
        fs::write(&path, "1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 0 7 8\n").unwrap();
        path
    });
    let mut window = restored(before.path());
    let both = LibraryAction::OpenAll(vec![changed.clone(), other]);
    apply(&mut window, both.into());
    wait_for_collection(&mut window);
    let keep = "Keep mine instead of a.txt";
    write_until_noticed(&mut window, &changed, "1 2 3 4 5 6 7 0 8\n", keep);
    press(&mut window, keep);
    let kept = beside(before.path(), "session.json");
    let session = before.path().join("session.json");
    wait(&mut window, "the session", |_| {
        let text = fs::read_to_string(&session).unwrap_or_default();
        text.contains("2 files") && read(&kept).is_some()
    });
    // What a crash leaves.
    for file in [&session, &kept] {
        fs::copy(file, after.path().join(file.file_name().unwrap())).unwrap();
    }

    let mut window = restored(after.path());
    wait(&mut window, "both collections", |app| {
        app.model.library().open().len() == 2
    });
    window.run_steps(3);
    for row in [
        "2 files, 3 puzzles",
        "2 files (not saved), 4 puzzles, not saved",
    ] {
        window.get_by_role_and_label(Role::RadioButton, row);
    }
}

#[test]
fn a_damaged_one_is_told_and_kept_aside() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(beside(folder.path(), "session.json"), "{\"puzzles\": [").unwrap();
    let mut window = restored(folder.path());
    window.get_by_label_contains("The collection that was in no file cannot be read");
    assert!(!is_in_no_file(app(&mut window)));
    let aside = folder.path().join("session.collection.damaged-1.json");
    assert_eq!(fs::read_to_string(aside).unwrap(), "{\"puzzles\": [");
}

#[test]
fn that_of_another_window_is_rescued() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("session-2.json"), "{}").unwrap();
    let left = beside(folder.path(), "session-2.json");
    fs::write(&left, "anything").unwrap();
    let mut window = restored(folder.path());
    assert!(!left.exists());
    window.get_by_label_contains("They are kept under File, Open recent: “collection”");
    let recent = &app(&mut window).model.session().recent;
    assert_eq!(fs::read_to_string(&recent[0]).unwrap(), "anything");
}
