//! The file dialog in the window, for systems without one of their own.

use crate::window::{Window, app, apply, click, press, wait, wait_for_collection, window};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::path::Path;
use tilescope::gui::app::App;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::{Edit, Side};
use tilescope_lab::files;
use tilescope_puzzle::{Puzzle, Size};

pub fn save(folder: &Path, name: &str) {
    let puzzle = Puzzle {
        name: name.into(),
        ..Puzzle::default_for(Size::EIGHT_PUZZLE)
    };
    files::save(&puzzle.into(), &folder.join(format!("{name}.json"))).unwrap();
}

/// Opens the dialog and types a name; its field has the focus.
pub fn dialog_with(window: &mut Window, name: &str) {
    apply(window, DocumentAction::OpenDialog.into());
    window.run_steps(3);
    replace_name(window, name);
}

pub fn replace_name(window: &mut Window, name: &str) {
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
    assert!(window.query_by_label_contains("Open puzzles").is_some());
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
    // What is typed now replaces the whole name.
    window.event(egui::Event::Text(path("one.json")));
    window.run_steps(3);
    window.key_press(Key::Enter);
    opens(&mut window, "one");
}

#[test]
fn a_name_without_its_end_opens_the_only_file_that_it_can_be() {
    let folder = tempfile::tempdir().unwrap();
    save(folder.path(), "one");
    save(folder.path(), "two");
    std::fs::write(folder.path().join("two.txt"), "1 2 3 / 4 5 6 / 7 _ 8").unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let mut window = window();
    dialog_with(&mut window, &path("two"));
    window.key_press(Key::Enter);
    says_missing(&mut window, "two");
    replace_name(&mut window, &path("one"));
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
    wait_for_entry(&mut window, "one.json");
    // Typed over a name that was selected in the list.
    window.get_by_label_contains("one.json").click();
    window.run_steps(3);
    replace_name(&mut window, "two.json");
    window.get_by_label("Open").click();
    opens(&mut window, "two");
}

#[test]
fn the_beginning_of_a_name_leads_to_its_file() {
    let folder = tempfile::tempdir().unwrap();
    for n in 1..=30 {
        save(folder.path(), &format!("Board {n:02}"));
    }
    save(folder.path(), "Lecture");
    let mut window = window();
    dialog_with(&mut window, &folder.path().to_string_lossy());
    window.key_press(Key::Enter);
    wait_for_entry(&mut window, "Board 01.json");
    assert!(window.query_by_label("Lecture.json").is_none(), "below");
    replace_name(&mut window, "lec");
    assert!(window.query_by_label("Lecture.json").is_some());
    // The field keeps what is typed, and the focus, until keys enter the list.
    let field = window.get_by_label("Name of the file");
    assert!(field.is_focused());
    assert_eq!(field.value().as_deref(), Some("lec"));
    window.key_press(Key::ArrowDown);
    window.run_steps(3);
    assert!(window.get_by_label("Lecture.json").is_focused());
    window.key_press(Key::Enter);
    opens(&mut window, "Lecture");
    // The list of the next dialog is at its beginning.
    apply(&mut window, DocumentAction::OpenDialog.into());
    wait_for_entry(&mut window, "Board 01.json");
    window.run_steps(3);
    assert!(window.query_by_label("Lecture.json").is_none(), "below");
}

/// Lets frames pass until the list of the dialog has an entry.
pub fn wait_for_entry(window: &mut Window, name: &str) {
    for _ in 0..5_000 {
        if window.query_by_label(name).is_some() {
            return;
        }
        window.step();
        std::thread::park_timeout(std::time::Duration::from_millis(2));
    }
    panic!("{name} is not in the list");
}

#[test]
fn enter_saves_in_the_folder_that_is_shown_and_a_folder_can_be_made() {
    let folder = tempfile::tempdir().unwrap();
    save(folder.path(), "one");
    std::fs::write(folder.path().join(".hidden.json"), "{}").unwrap();
    std::fs::write(folder.path().join("other.txt"), "").unwrap();
    let mut window = window();
    let before = app(&mut window).model.problem().clone();
    apply(&mut window, DocumentAction::SaveAs.into());
    window.run_steps(3);
    // By the field of the folder; the name is still the one that was proposed.
    window.get_by_label("Folder of the file").focus();
    window.run_steps(2);
    replace_name(&mut window, "/nowhere/at/all");
    window.key_press(Key::Enter);
    window.run_steps(3);
    window.get_by_label_contains("There is no folder /nowhere/at/all.");
    window.get_by_label("Folder of the file").focus();
    window.run_steps(2);
    replace_name(&mut window, &folder.path().to_string_lossy());
    window.key_press(Key::Enter);
    wait_for_entry(&mut window, "one.json");
    assert!(window.query_by_label("other.txt").is_none(), "no puzzle");
    assert!(window.query_by_label(".hidden.json").is_none());
    window.get_by_label("Hidden files").click();
    wait_for_entry(&mut window, ".hidden.json");
    window.get_by_label("New folder").click();
    window.run_steps(3);
    window.event(egui::Event::Text("below".into()));
    window.run_steps(2);
    window.key_press(Key::Enter);
    window.run_steps(3);
    assert!(folder.path().join("below").is_dir());
    window.get_by_label("Parent folder").click();
    wait_for_entry(&mut window, "below/");
    window.get_by_label("below/").click();
    window.run_steps(4);
    window.key_press(Key::Enter);
    wait(&mut window, "the file", |app| app.model.file().is_some());
    let path = app(&mut window).model.file().unwrap().clone();
    assert_eq!(path.parent(), Some(&*folder.path().join("below")));
    assert_eq!(files::load(&path).unwrap(), before);
}

#[test]
fn escape_leaves_it() {
    let mut window = window();
    apply(&mut window, DocumentAction::SaveAs.into());
    window.run_steps(3);
    assert!(app(&mut window).has_file_dialog());
    window.key_press(Key::Escape);
    window.run_steps(3);
    assert!(!app(&mut window).has_file_dialog());
    assert!(app(&mut window).model.file().is_none());
}

#[test]
fn escape_gives_up_a_new_folder_before_it_leaves() {
    let mut window = window();
    apply(&mut window, DocumentAction::SaveAs.into());
    window.run_steps(3);
    for (typed, in_button) in [("", false), ("below", false), ("below", true)] {
        press(&mut window, "New folder");
        if !typed.is_empty() {
            window.event(egui::Event::Text(typed.into()));
            window.run_steps(3);
        }
        if in_button {
            window.get_by_label("Create").focus();
            window.run_steps(3);
        }
        window.key_press(Key::Escape);
        window.run_steps(4);
        assert!(app(&mut window).has_file_dialog(), "{typed}");
        assert!(window.get_by_label("New folder").is_focused(), "{typed}");
    }
    window.key_press(Key::Escape);
    window.run_steps(3);
    assert!(!app(&mut window).has_file_dialog());
}

/// Types a name for the file that is to be written, in a dialog that is open, and saves.
fn save_as(window: &mut Window, name: &str) {
    replace_name(window, name);
    window.get_by_label("Save").click();
    window.run_steps(3);
}

#[test]
fn no_file_is_written_whose_name_says_another_kind() {
    let folder = tempfile::tempdir().unwrap();
    save(folder.path(), "one");
    let path = |name: &str| folder.path().join(name);
    let mut window = window();
    dialog_with(&mut window, &path("one.json").to_string_lossy());
    window.key_press(Key::Enter);
    opens(&mut window, "one");
    apply(&mut window, DocumentAction::SaveAs.into());
    window.run_steps(3);
    for (name, words) in [
        (
            "one.csv",
            "one.csv was not written: names of other files end in .csv",
        ),
        ("one.TXT", "File, Export puzzle… writes other formats"),
        ("one.png", "End this one in .json (Tilescope puzzle)"),
    ] {
        save_as(&mut window, name);
        // The dialog waits for another name.
        window.get_by_label_contains(words);
        assert!(!path(name).exists());
    }
    // Any other end is a part of the name.
    save_as(&mut window, "version 1.5");
    let written = path("version 1.5.json");
    wait(&mut window, "the file", move |_| written.exists());
    assert!(!path("version 1.5").exists());
}

#[test]
fn typing_replaces_the_proposed_name_and_leaves_its_ending() {
    let mut window = window();
    apply(&mut window, DocumentAction::SaveAs.into());
    window.run_steps(3);
    window.event(egui::Event::Text("abc".into()));
    window.run_steps(3);
    let value = |window: &Window| window.get_by_label("Name of the file").value();
    assert_eq!(value(&window).as_deref(), Some("abc.json"));
    // The caret of this dialog is not that of the next.
    window.key_press(Key::Escape);
    window.run_steps(3);
    apply(&mut window, DocumentAction::SaveAs.into());
    window.run_steps(3);
    window.event(egui::Event::Text("def".into()));
    window.run_steps(3);
    assert_eq!(value(&window).as_deref(), Some("def.json"));
}

#[test]
fn a_whole_name_that_is_typed_before_the_ending_has_it_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    apply(&mut window, DocumentAction::SaveAs.into());
    window.run_steps(3);
    let path = folder.path().join("third.JSON");
    window.event(egui::Event::Text(path.to_string_lossy().into()));
    window.run_steps(3);
    let name = window.get_by_label("Name of the file").value().unwrap();
    assert!(name.ends_with("third.JSON.json"), "{name}");
    window.key_press(Key::Enter);
    wait(&mut window, "the file", |app| app.model.file().is_some());
    assert_eq!(app(&mut window).model.file(), Some(&path));
}

#[test]
fn a_folder_is_chosen_by_enter() {
    let mut window = crate::library::library();
    click(&mut window, Role::RadioButton, "Your folder");
    window.get_by_label("Choose folder…").focus();
    window.run_steps(2);
    window.key_press(Key::Enter);
    wait(&mut window, "the dialog", App::has_file_dialog);
    window.run_steps(10);
    assert!(window.get_by_label("Choose").is_focused());
}

#[test]
fn a_new_folder_is_made_by_a_button_or_by_saving_into_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    apply(&mut window, DocumentAction::SaveAs.into());
    window.run_steps(3);
    let inside = folder.path().to_string_lossy().into_owned();
    replace_name(&mut window, &inside);
    window.key_press(Key::Enter);
    window.run_steps(3);
    let name = |window: &mut Window, name: &str| {
        press(window, "New folder");
        window.event(egui::Event::Text(name.into()));
        window.run_steps(3);
    };
    name(&mut window, "one");
    press(&mut window, "Create");
    let one = folder.path().join("one");
    assert!(one.is_dir());
    name(&mut window, "two");
    press(&mut window, "Save");
    wait(&mut window, "the file", |app| app.model.file().is_some());
    let path = app(&mut window).model.file().unwrap().clone();
    assert_eq!(path.parent(), Some(&*one.join("two")));
}

#[test]
fn save_as_proposes_the_name_of_the_puzzles_file() {
    let folder = tempfile::tempdir().unwrap();
    save(folder.path(), "one");
    let path = folder.path().join("two.json");
    std::fs::rename(folder.path().join("one.json"), &path).unwrap();
    let mut window = window();
    apply(&mut window, DocumentAction::Open(path).into());
    opens(&mut window, "one");
    apply(&mut window, DocumentAction::SaveAs.into());
    window.run_steps(3);
    let file = window.get_by_label("Name of the file");
    assert_eq!(file.value().as_deref(), Some("two.json"));
}

#[test]
fn a_file_in_a_folder_that_does_not_exist_is_refused_and_the_name_stays() {
    let folder = tempfile::tempdir().unwrap();
    let gone = folder.path().join("gone");
    std::fs::create_dir(&gone).unwrap();
    save(&gone, "one");
    let mut window = window();
    apply(
        &mut window,
        DocumentAction::Open(gone.join("one.json")).into(),
    );
    opens(&mut window, "one");
    apply(&mut window, DocumentAction::SaveAs.into());
    window.run_steps(3);
    let nowhere = folder.path().join("nowhere/two.json");
    let nowhere = nowhere.to_string_lossy();
    replace_name(&mut window, &nowhere);
    window.key_press(Key::Enter);
    window.run_steps(3);
    window.get_by_label_contains("There is no folder");
    let name = window.get_by_label("Name of the file").value();
    assert_eq!(name.as_deref(), Some(&*nowhere));
    window.key_press(Key::Escape);
    window.run_steps(3);
    // A folder that has gone is not proposed, and what was not saved is named.
    std::fs::remove_dir_all(&gone).unwrap();
    apply(&mut window, DocumentAction::Save.into());
    let told = "one.json was not saved: there is no such folder.";
    for _ in 0..2_000 {
        if window.query_by_label_contains(told).is_some() {
            break;
        }
        window.step();
        std::thread::park_timeout(std::time::Duration::from_millis(2));
    }
    window.get_by_label_contains(told);
    apply(&mut window, DocumentAction::SaveAs.into());
    window.run_steps(3);
    let shown = window.get_by_label("Folder of the file").value().unwrap();
    assert_eq!(Path::new(&shown), folder.path());
}

#[test]
fn a_name_that_is_nothing_but_an_ending_writes_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let below = folder.path().join("below");
    std::fs::create_dir(&below).unwrap();
    let mut window = window();
    apply(&mut window, DocumentAction::SaveAs.into());
    window.run_steps(3);
    let value = |window: &Window, name: &str| window.get_by_label(name).value();
    let proposed = value(&window, "Name of the file").unwrap();
    let enter = |window: &mut Window, text: &str| {
        window.event(egui::Event::Text(text.into()));
        window.run_steps(3);
        window.key_press(Key::Enter);
        window.run_steps(3);
    };
    // Typed over all but the ending.
    let nowhere = folder.path().join("nowhere");
    enter(&mut window, &format!("{}/", nowhere.display()));
    window.get_by_label_contains("There is no folder");
    replace_name(&mut window, &format!("{}/", nowhere.display()));
    window.key_press(Key::Enter);
    window.run_steps(3);
    window.get_by_label_contains("There is no folder");
    replace_name(&mut window, &proposed);
    window.get_by_label("Folder of the file").focus();
    window.run_steps(2);
    replace_name(&mut window, &folder.path().to_string_lossy());
    window.key_press(Key::Enter);
    window.run_steps(3);
    enter(&mut window, &format!("{}/", below.display()));
    let shown = value(&window, "Folder of the file").unwrap();
    assert_eq!(Path::new(&shown), below);
    assert_eq!(value(&window, "Name of the file"), Some(proposed.clone()));
    for ending in [".json", ".CSV"] {
        save_as(&mut window, ending);
        window.get_by_label_contains(&format!("The file needs a name before {ending}."));
    }
    replace_name(&mut window, &proposed);
    window.key_press(Key::Enter);
    wait(&mut window, "the file", |app| app.model.file().is_some());
    let names = |folder: &Path| {
        let entries = std::fs::read_dir(folder).unwrap();
        let names = entries.map(|it| it.unwrap().file_name().into_string().unwrap());
        names.collect::<Vec<_>>()
    };
    assert_eq!(names(folder.path()), ["below"]);
    assert_eq!(names(&below), [proposed]);
}

/// The overwriting was agreed to, but the collection is now in the window alone.
#[test]
fn a_puzzle_that_is_saved_over_an_open_collection_leaves_that_unsaved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.json");
    let text = r#"{"format": "tilescope-collection", "version": 1, "name": "Two", "puzzles": [
        {"start": "1 2 3 / 4 5 6 / 7 _ 8"}, {"start": "1 2 3 / 4 5 _ / 7 8 6"}]}"#;
    std::fs::write(&path, text).unwrap();
    let mut window = window();
    apply(&mut window, DocumentAction::Open(path.clone()).into());
    wait_for_collection(&mut window);
    apply(&mut window, DocumentAction::SaveAs.into());
    window.run_steps(3);
    save_as(&mut window, &path.to_string_lossy());
    wait(&mut window, "the question", |app| {
        app.model.conflict().is_some()
    });
    window.run_steps(2);
    press(&mut window, "Overwrite");
    wait(&mut window, "the saved puzzle", |app| {
        app.model.file() == Some(&path)
    });
    window.run_steps(30);
    let library = app(&mut window).model.library();
    assert!(library.active().unwrap().is_unsaved());
    assert!(library.changed().is_none());
}

#[test]
fn a_new_puzzle_is_called_after_the_file_that_it_is_saved_in() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    apply(
        &mut window,
        DocumentAction::New(Size::new(3, 4).unwrap()).into(),
    );
    apply(&mut window, Edit::Swap(Side::Start, 0, 1).into());
    assert_eq!(app(&mut window).model.shown_name(), "New 3×4 puzzle");
    for name in ["Cat for Anna", "Cat for Ben"] {
        apply(&mut window, DocumentAction::SaveAs.into());
        window.run_steps(3);
        let path = folder.path().join(name);
        save_as(&mut window, &path.to_string_lossy());
        wait(&mut window, "the file", |app| {
            let file = app.model.file();
            file.is_some_and(|file| file.file_stem() == path.file_name())
        });
        let model = &app(&mut window).model;
        assert_eq!(model.shown_name(), name);
        assert!(!model.has_unsaved_changes());
    }
    apply(&mut window, DocumentAction::Undo.into());
    assert_eq!(app(&mut window).model.shown_name(), "Cat for Ben");
}
