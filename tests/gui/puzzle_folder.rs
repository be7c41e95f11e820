//! The user's puzzle folder as a list of the library: how it is chosen, and how it follows what is written into it.

use crate::library::{
    chosen, export_chosen, key, library, rows, start, text, wait_for_list, write,
};
use crate::window::{Window, app, apply, click, press, wait, wait_for_collection};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::fs;
use std::path::Path;
use tilescope::gui::app::App;
use tilescope::gui::puzzle_lists::{PuzzleListsAction, Source};

#[test]
fn the_puzzle_folder_is_chosen_read_with_its_folders_and_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let sub = folder.path().join("sub");
    fs::create_dir(&sub).unwrap();
    write(&folder.path().join("one.txt"), "1 2 3\n4 5 6\n7 0 8\n");
    write(&sub.join("two.txt"), "123456708\n123450786\n");
    write(&sub.join("none.txt"), "no puzzle\n");
    let mut window = library();
    click(&mut window, Role::RadioButton, "Your folder");
    press(&mut window, "Choose folder…");
    wait(&mut window, "the dialog", App::has_file_dialog);
    window.run_steps(3);
    window.get_by_label("Folder of the file").focus();
    window.run_steps(3);
    text(&mut window, &folder.path().to_string_lossy());
    key(&mut window, Modifiers::NONE, Key::Enter);
    press(&mut window, "Choose");
    wait_for_list(&mut window, Source::Folder);
    let (one, two) = ("one, 3×3, 1 move", "two, 3×3, 2 puzzles");
    assert_eq!(rows(&window), [one, two]);
    assert!(
        window
            .query_by_label("1 other file holds no puzzle.")
            .is_some()
    );
    let session = app(&mut window).model.session();
    assert_eq!(session.puzzle_folder.as_deref(), Some(folder.path()));

    write(&folder.path().join("Three.txt"), "0 1 2\n3 4 5\n6 7 8\n");
    press(&mut window, "Refresh the folder");
    wait_for_list(&mut window, Source::Folder);
    assert_eq!(rows(&window), [one, "Three, 3×3, 22 moves", two]);
    click(&mut window, Role::ListBoxOption, one);
    wait(&mut window, "the puzzle", |app| app.model.file().is_some());
    assert_eq!(start(&mut window), "1 2 3 / 4 5 6 / 7 _ 8");
    click(&mut window, Role::ListBoxOption, two);
    wait_for_collection(&mut window);
    let listed = [1, 2].map(|n| format!("Puzzle {n}, 3×3, 1 move"));
    assert_eq!(rows(&window), listed);
}

/// The list of `folder`.
fn listed(folder: &Path) -> Window {
    let mut window = library();
    apply(
        &mut window,
        PuzzleListsAction::Folder(folder.to_owned()).into(),
    );
    wait_for_list(&mut window, Source::Folder);
    window
}

/// Gives a file this name in the dialog, and waits until it is written and the list is read again.
fn save_in_dialog(window: &mut Window, path: &Path) {
    wait(window, "the dialog", App::has_file_dialog);
    window.run_steps(4);
    text(window, &path.to_string_lossy());
    key(window, Modifiers::NONE, Key::Enter);
    wait(window, "the file", |_| path.exists());
    window.run_steps(4);
    wait_for_list(window, Source::Folder);
}

#[test]
fn what_is_exported_comes_into_the_list_and_what_is_chosen_stays_chosen() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["four", "one", "two"] {
        write(
            &folder.path().join(name).with_extension("txt"),
            "1 2 3\n4 5 6\n7 0 8\n",
        );
    }
    let mut window = listed(folder.path());
    click(&mut window, Role::CheckBox, "Choose one, 3×3, 1 move too");
    click(&mut window, Role::CheckBox, "Choose two, 3×3, 1 move too");
    let both = ["one, 3×3, 1 move", "two, 3×3, 1 move"];
    assert_eq!(chosen(&window), both);
    export_chosen(&mut window);
    save_in_dialog(&mut window, &folder.path().join("both.csv"));
    assert_eq!(rows(&window)[0], "both, 3×3, 2 puzzles");
    assert_eq!(chosen(&window), both);

    // One that is gone is no longer chosen.
    fs::remove_file(folder.path().join("one.txt")).unwrap();
    press(&mut window, "Refresh the folder");
    wait_for_list(&mut window, Source::Folder);
    assert_eq!(chosen(&window), both[1..]);
}

#[test]
fn the_folder_is_read_again_when_it_is_shown_again() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder.path().join("one.txt"), "1 2 3\n4 5 6\n7 0 8\n");
    let mut window = listed(folder.path());
    click(&mut window, Role::RadioButton, "Examples");
    write(&folder.path().join("two.txt"), "1 2 3\n4 5 6\n0 7 8\n");
    click(&mut window, Role::RadioButton, "Your folder");
    wait_for_list(&mut window, Source::Folder);
    assert_eq!(rows(&window), ["one, 3×3, 1 move", "two, 3×3, 2 moves"]);
}
