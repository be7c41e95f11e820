//! The list of the file dialog in the window, and the folder that it shows.

use crate::file_dialog::{dialog_with, replace_name, save, wait_for_entry};
use crate::window::{Window, app, apply, press, wait, window};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::path::Path;
use tilescope::gui::document::DocumentAction;

/// Clicks on a row or a field.
fn click(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    window.run_steps(3);
}

fn value(window: &Window, field: &str) -> String {
    window.get_by_label(field).value().unwrap()
}

/// Types a folder into its field, which keeps the focus.
fn type_folder(window: &mut Window, folder: &Path) {
    window.get_by_label("Folder of the file").focus();
    window.run_steps(2);
    replace_name(window, &folder.to_string_lossy());
}

/// Opens the files that are chosen, which have this many puzzles.
fn open_chosen(window: &mut Window, n_puzzles: usize) {
    for _ in 0..2 {
        window.key_press(Key::Enter);
        window.run_steps(4);
    }
    wait(window, "the files", |app| {
        app.model.library().active().is_some()
    });
    let library = app(window).model.library();
    let collection = library.active().unwrap().collection();
    assert_eq!(collection.puzzles.len(), n_puzzles);
}

/// The folder that is typed is gone to when its field is left, by whatever.
#[test]
fn the_list_follows_the_folder_that_is_typed() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = ["first", "second"].map(|name| folder.path().join(name));
    for (folder, file) in [(&first, "one"), (&second, "two")] {
        std::fs::create_dir(folder).unwrap();
        save(folder, file);
    }
    let mut window = window();
    dialog_with(&mut window, "");
    type_folder(&mut window, &first);
    click(&mut window, "Name of the file");
    wait_for_entry(&mut window, "one.json");
    assert!(window.get_by_label("Name of the file").is_focused());
    type_folder(&mut window, &second);
    window.key_press(Key::Tab);
    wait_for_entry(&mut window, "two.json");
    assert!(window.get_by_label("Parent folder").is_focused());
    // The row that is pressed is none of the folder that is typed.
    type_folder(&mut window, &first);
    click(&mut window, "two.json");
    wait_for_entry(&mut window, "one.json");
    assert_eq!(value(&window, "Name of the file"), "");
    assert_eq!(Path::new(&value(&window, "Folder of the file")), first);

    let nowhere = folder.path().join("nowhere");
    type_folder(&mut window, &nowhere);
    click(&mut window, "one.json");
    window.get_by_label_contains("There is no folder");
    assert!(window.query_by_label("one.json").is_none());
    assert_eq!(Path::new(&value(&window, "Folder of the file")), nowhere);
    press(&mut window, "Parent folder");
    wait_for_entry(&mut window, "first/");
}

#[test]
fn what_is_saved_goes_into_the_folder_that_is_typed_or_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    apply(&mut window, DocumentAction::SaveAs.into());
    window.run_steps(3);
    type_folder(&mut window, &folder.path().join("nowhere"));
    press(&mut window, "Save");
    window.run_steps(3);
    assert!(
        window
            .query_all_by_label_contains("There is no folder")
            .count()
            > 0
    );
    type_folder(&mut window, folder.path());
    press(&mut window, "Save");
    wait(&mut window, "the file", |app| app.model.file().is_some());
    let file = app(&mut window).model.file().unwrap();
    assert_eq!(file.parent(), Some(folder.path()));
}

/// A window with the dialog of a folder that has three puzzles.
fn three(folder: &Path) -> Window {
    for name in ["one", "three", "two"] {
        save(folder, name);
    }
    let mut window = window();
    dialog_with(&mut window, &folder.to_string_lossy());
    window.key_press(Key::Enter);
    window
}

/// Typing replaces all names that a range has, as it replaces that of one file.
#[test]
fn a_range_of_files_is_selected_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = three(folder.path());
    wait_for_entry(&mut window, "two.json");
    click(&mut window, "one.json");
    let last = window.get_by_label("two.json");
    last.click_modifiers(Modifiers::SHIFT);
    window.run_steps(3);
    assert_eq!(
        value(&window, "Name of the file"),
        r#""one.json" "three.json" "two.json""#
    );
    window.event(egui::Event::Text("four".into()));
    window.run_steps(3);
    assert_eq!(value(&window, "Name of the file"), "four");
}

#[test]
fn down_leads_from_the_field_to_the_list() {
    let folder = tempfile::tempdir().unwrap();
    save(folder.path(), "one");
    save(folder.path(), "two");
    let mut window = window();
    dialog_with(&mut window, &folder.path().to_string_lossy());
    window.key_press(Key::Enter);
    wait_for_entry(&mut window, "one.json");
    window.key_press(Key::ArrowDown);
    window.run_steps(4);
    assert!(window.get_by_label("one.json").is_focused());
}

#[test]
fn several_files_are_chosen_by_keys() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = three(folder.path());
    wait_for_entry(&mut window, "two.json");
    let mut press = |modifiers, key| {
        window.key_press_modifiers(modifiers, key);
        window.run_steps(4);
    };
    press(Modifiers::NONE, Key::ArrowDown);
    press(Modifiers::COMMAND, Key::Space);
    press(Modifiers::NONE, Key::ArrowDown);
    press(Modifiers::NONE, Key::ArrowDown);
    press(Modifiers::COMMAND, Key::Space);
    let file = window.get_by_label("Name of the file").value();
    assert_eq!(file.as_deref(), Some("\"one.json\" \"two.json\""));
    open_chosen(&mut window, 2);
}

#[test]
fn shift_and_arrows_extend_what_is_chosen_and_ctrl_a_chooses_all() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("below")).unwrap();
    let mut window = three(folder.path());
    wait_for_entry(&mut window, "two.json");
    let mut chosen_after = |modifiers, key| {
        window.key_press_modifiers(modifiers, key);
        window.run_steps(4);
        let row = ["below/", "one.json", "three.json", "two.json"]
            .into_iter()
            .find(|row| window.get_by_label(row).is_focused());
        (value(&window, "Name of the file"), row.unwrap_or_default())
    };
    let (none, shift) = (Modifiers::NONE, Modifiers::SHIFT);
    let [one, three, two] = ["one.json", "three.json", "two.json"].map(str::to_owned);
    let all = format!("\"{one}\" \"{three}\" \"{two}\"");
    let last_two = format!("\"{three}\" \"{two}\"");
    chosen_after(none, Key::ArrowDown);
    chosen_after(none, Key::ArrowDown);
    assert_eq!(chosen_after(none, Key::ArrowDown).1, three);
    // Beginning where the keys are, since none was chosen.
    let extended = chosen_after(shift, Key::ArrowDown);
    assert_eq!(extended, (last_two, &*two));
    assert_eq!(chosen_after(shift, Key::ArrowUp), (three.clone(), &*three));
    let first_two = format!("\"{one}\" \"{three}\"");
    assert_eq!(chosen_after(shift, Key::Home), (first_two, "below/"));
    assert_eq!(chosen_after(Modifiers::COMMAND, Key::A), (all, "below/"));
    assert_eq!(chosen_after(none, Key::ArrowDown).1, one);
    open_chosen(&mut window, 3);
}

/// Where one file is saved, the same keys only walk.
#[test]
fn one_name_is_kept_where_one_file_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    save(folder.path(), "one");
    save(folder.path(), "two");
    let mut window = window();
    apply(&mut window, DocumentAction::SaveAs.into());
    window.run_steps(3);
    type_folder(&mut window, folder.path());
    window.key_press(Key::Enter);
    wait_for_entry(&mut window, "two.json");
    let proposed = value(&window, "Name of the file");
    for (modifiers, key) in [
        (Modifiers::NONE, Key::ArrowDown),
        (Modifiers::SHIFT, Key::ArrowDown),
        (Modifiers::COMMAND, Key::A),
    ] {
        window.key_press_modifiers(modifiers, key);
        window.run_steps(4);
    }
    assert!(window.get_by_label("two.json").is_focused());
    assert_eq!(value(&window, "Name of the file"), proposed);
}
