//! The file dialog in the window, for systems without one of their own.

use crate::window::{Window, app, apply, wait, window};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::path::Path;
use tilescope::gui::document::DocumentAction;
use tilescope_lab::files;
use tilescope_puzzle::{Puzzle, Size};

fn save(folder: &Path, name: &str) {
    let puzzle = Puzzle {
        name: name.into(),
        ..Puzzle::default_for(Size::EIGHT_PUZZLE)
    };
    files::save(&puzzle.into(), &folder.join(format!("{name}.json"))).unwrap();
}

/// Opens the dialog and types a name; its field has the focus.
fn dialog_with(window: &mut Window, name: &str) {
    apply(window, DocumentAction::OpenDialog.into());
    window.run_steps(3);
    replace_name(window, name);
}

fn replace_name(window: &mut Window, name: &str) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.event(egui::Event::Text(name.into()));
    window.run_steps(3);
}

fn opens(window: &mut Window, name: &str) {
    wait(window, "the file", |app| app.model.file().is_some());
    assert_eq!(app(window).model.problem().name(), name);
}

fn says_missing(window: &mut Window, name: &str) {
    window.run_steps(3);
    let text = format!("There is no file {name}");
    assert!(window.query_by_label_contains(&text).is_some());
    // The dialog waits for another name.
    assert!(window.query_by_label_contains("Open a puzzle").is_some());
    assert!(app(window).model.file().is_none());
}

#[test]
fn a_file_that_does_not_exist_is_named() {
    let folder = tempfile::tempdir().unwrap();
    save(folder.path(), "one");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let mut window = window();
    dialog_with(&mut window, &path("no.json"));
    window.key_press(Key::Enter);
    says_missing(&mut window, "no.json");
    replace_name(&mut window, &path("nor.json"));
    window.get_by_label("Open").click();
    says_missing(&mut window, "nor.json");
    replace_name(&mut window, &path("one.json"));
    window.key_press(Key::Enter);
    opens(&mut window, "one");
}

#[test]
fn the_name_that_is_typed_opens() {
    let folder = tempfile::tempdir().unwrap();
    save(folder.path(), "one");
    save(folder.path(), "two");
    let mut window = window();
    dialog_with(&mut window, &folder.path().to_string_lossy());
    window.key_press(Key::Enter);
    window.run_steps(3);
    // Typed over a name that was selected in the list.
    window.get_by_label_contains("one.json").click();
    window.run_steps(3);
    replace_name(&mut window, "two.json");
    window.get_by_label("Open").click();
    opens(&mut window, "two");
}
