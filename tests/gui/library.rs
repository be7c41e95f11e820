//! The library panel: its lists are filtered, walked by keys and opened; several entries are chosen and
//! used together.

use crate::window::{
    Window, app, apply, click, has_text, press, wait, wait_for_collection, window,
};
use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use std::fs;
use std::path::Path;
use tilescope::gui::Action;
use tilescope::gui::app::App;
use tilescope::gui::commands::Command;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::library::LibraryAction;
use tilescope::gui::puzzle_lists::{PuzzleListsAction, Source};
use tilescope::gui::work::WorkState;
use tilescope_lab::experiment::instance_text;
use tilescope_lab::files;
use tilescope_puzzle::notation::board_line;

const KORF: &str = "Korf's 100 15-puzzles, 4×4, 100 puzzles";

/// The names of the rows; the runs are in a list of their own.
pub fn rows(window: &Window) -> Vec<String> {
    let rows = window.get_all_by_role(Role::ListBoxOption);
    rows.filter_map(|row| row.accesskit_node().label())
        .filter(|label| !label.starts_with("Run"))
        .collect()
}

pub fn chosen(window: &Window) -> Vec<String> {
    let rows = window.get_all_by_role(Role::ListBoxOption);
    rows.map(|row| row.accesskit_node())
        .filter(|row| row.toggled() == Some(Toggled::True))
        .filter_map(|row| row.label())
        .collect()
}

pub fn start(window: &mut Window) -> String {
    board_line(&app(window).model.puzzle().unwrap().start)
}

pub fn key(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run_steps(4);
}

pub fn text(window: &mut Window, text: &str) {
    key(window, Modifiers::COMMAND, Key::A);
    key(window, Modifiers::NONE, Key::Backspace);
    window.event(egui::Event::Text(text.into()));
    window.run_steps(4);
}

/// Asks for the file to which the chosen are exported.
pub fn export_chosen(window: &mut Window) {
    press(window, "Export the chosen");
    wait(window, "the text", |app| {
        let written = app.model.conversions().written();
        matches!(written, Some(WorkState::Done(_)))
    });
    press(window, "Choose file…");
}

pub fn wait_for_list(window: &mut Window, source: Source) {
    wait(window, "the list", |app| {
        let puzzle_list = app.model.puzzle_lists().puzzle_list(source).unwrap();
        puzzle_list.ended().is_some() && !puzzle_list.is_reading()
    });
    window.run_steps(3);
}

/// The library with what ships; the filter has the focus.
pub fn library() -> Window {
    let mut window = window();
    key(&mut window, Modifiers::COMMAND, Key::L);
    wait_for_list(&mut window, Source::Examples);
    window
}

/// The rows of Korf's collection, which ships.
fn korf() -> Window {
    let mut window = library();
    click(&mut window, Role::ListBoxOption, KORF);
    assert_eq!(rows(&window)[0], "001, 4×4, 57 moves");
    window
}

#[test]
fn what_ships_is_filtered_sorted_and_opened_by_keys() {
    let mut window = library();
    assert!(rows(&window).contains(&KORF.to_owned()));
    text(&mut window, "3x3 31..31");
    let hardest = rows(&window);
    assert_eq!(hardest.len(), 2, "{hardest:?}");
    // From the filter into the list, to the second row, and there it is opened.
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(chosen(&window), hardest[..1]);
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(chosen(&window), hardest[1..]);
    key(&mut window, Modifiers::NONE, Key::Enter);
    let name = app(&mut window).model.problem().name().to_owned();
    assert!(hardest[1].starts_with(&format!("{name}, ")), "{name}");

    // A collection that a key opens has the focus in its first row.
    key(&mut window, Modifiers::COMMAND, Key::L);
    text(&mut window, "korf-100");
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    key(&mut window, Modifiers::NONE, Key::Enter);
    window.run_steps(3);
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(chosen(&window), ["002, 4×4, 55 moves"]);

    click(&mut window, Role::RadioButton, "Examples");
    key(&mut window, Modifiers::COMMAND, Key::L);
    text(&mut window, "");
    click(&mut window, Role::ComboBox, "Size of the boards");
    click(&mut window, Role::ListBoxOption, "5×5");
    let large = rows(&window);
    assert!(
        large.len() >= 2 && large.iter().all(|row| row.contains("5×5")),
        "{large:?}"
    );
    click(&mut window, Role::ColumnHeader, "Sort by name");
    let mut sorted = large.clone();
    sorted.sort_by_key(|name| name.to_lowercase());
    assert_eq!(rows(&window), sorted);
}

#[test]
fn a_number_in_the_filter_is_a_whole_length_or_a_part_of_a_name() {
    let mut window = korf();
    key(&mut window, Modifiers::COMMAND, Key::L);
    text(&mut window, "41");
    let found = ["041, 4×4, 54 moves", "055, 4×4, 41 moves"];
    assert_eq!(rows(&window), found);
    text(&mut window, "6");
    assert!(rows(&window).iter().all(|row| row[..3].contains('6')));
}

/// Rows that several filters have found are gathered; what has no length is last in both orders.
#[test]
fn the_chosen_stay_chosen_through_filters_and_orders() {
    let mut window = library();
    let first = ["3x3 31..31", "5x5 reach"].map(|filter| {
        text(&mut window, filter);
        let first = rows(&window)[0].clone();
        click(&mut window, Role::CheckBox, &format!("Choose {first} too"));
        key(&mut window, Modifiers::COMMAND, Key::L);
        first
    });
    assert!(has_text(&window, "2 chosen, 1 of them hidden"));
    press(&mut window, "Add the chosen to the experiment");
    let n_instances = app(&mut window).model.experiments().draft().instances.len();
    assert_eq!(n_instances, 2);
    key(&mut window, Modifiers::COMMAND, Key::L);
    press(&mut window, "Open the chosen");
    wait(&mut window, "the collection", |app| {
        app.model.library().n_opened() == 1
    });
    let opened = rows(&window);
    for first in &first {
        let name = first.split(", ").next().unwrap();
        assert!(opened.iter().any(|row| row.starts_with(name)), "{opened:?}");
    }

    click(&mut window, Role::RadioButton, "Examples");
    press(&mut window, "Clear the filter");
    let lengths = |window: &Window| {
        let rows = rows(window).into_iter();
        let moves = |row: String| {
            row.split(", ")
                .find_map(|it| it.strip_suffix(" moves")?.parse().ok())
        };
        rows.map(moves).collect::<Vec<Option<u32>>>()
    };
    click(&mut window, Role::ColumnHeader, "Sort by moves");
    let up = lengths(&window);
    click(&mut window, Role::ColumnHeader, "Sort by moves");
    let down = lengths(&window);
    let known: Vec<u32> = down.iter().map_while(|it| *it).collect();
    assert!(
        known.len() > 3 && known.is_sorted_by(|one, other| one >= other),
        "{down:?}"
    );
    assert!(up[0] <= up[1] && up[0] < down[0], "{up:?}");
}

/// The focus is in the list that a click has opened, whichever row was clicked.
#[test]
fn a_collection_that_a_click_opens_has_the_focus_in_its_list() {
    let mut window = library();
    for _ in 0..2 {
        click(&mut window, Role::ListBoxOption, KORF);
        window.run_steps(8);
        assert_eq!(
            crate::focus::focused(&window).as_deref(),
            Some("001, 4×4, 57 moves")
        );
        click(&mut window, Role::RadioButton, "Examples");
        window.run_steps(3);
    }
}

#[test]
fn a_collection_without_unsaved_lengths_has_nothing_to_save() {
    let mut window = korf();
    let is_enabled = |window: &mut Window, command: Command| command.is_enabled(&app(window).model);
    assert!(!is_enabled(&mut window, Command::SaveCollection));
    assert!(is_enabled(&mut window, Command::ExportCollection));
}

#[test]
fn a_puzzle_without_a_name_is_called_after_its_collection() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.json");
    let text = r#"{"format": "tilescope-collection", "version": 1, "name": "Pair", "puzzles": [
        {"start": "1 2 3 / 4 5 6 / 7 _ 8"}, {"start": "1 2 3 / 4 5 _ / 7 8 6"}]}"#;
    fs::write(&path, text).unwrap();
    let mut window = window();
    apply(&mut window, DocumentAction::Open(path).into());
    wait_for_collection(&mut window);
    for number in [1, 2] {
        apply(&mut window, LibraryAction::Choose(number - 1).into());
        let model = &app(&mut window).model;
        assert_eq!(model.shown_name(), format!("Puzzle {number} of Pair"));
        assert!(!model.has_unsaved_changes());
        let active = model.library().active().unwrap();
        assert_eq!(active.chosen(), Some(number - 1));
    }
}

#[test]
fn several_puzzles_are_chosen_by_mouse_and_by_keys() {
    let mut window = korf();
    let row = |window: &mut Window, label: &str, modifiers: Modifiers| {
        (window.get_by_role_and_label(Role::ListBoxOption, label)).click_modifiers(modifiers);
        window.run_steps(4);
    };
    row(&mut window, "002, 4×4, 55 moves", Modifiers::NONE);
    let second = start(&mut window);
    row(&mut window, "004, 4×4, 56 moves", Modifiers::SHIFT);
    row(&mut window, "003, 4×4, 59 moves", Modifiers::COMMAND);
    let expected = ["002, 4×4, 55 moves", "004, 4×4, 56 moves"];
    assert_eq!(chosen(&window), expected);
    assert!(has_text(&window, "100 entries, 2 chosen"));
    assert_eq!(start(&mut window), second, "choosing opens nothing");

    // Numbers that follow each other are a range; a whole collection goes by its name.
    press(&mut window, "Add the chosen to the experiment");
    apply(&mut window, Action::ShowPanel("Library"));
    row(&mut window, "002, 4×4, 55 moves", Modifiers::NONE);
    key(&mut window, Modifiers::SHIFT, Key::ArrowDown);
    key(&mut window, Modifiers::SHIFT, Key::ArrowDown);
    assert_eq!(chosen(&window).len(), 3);
    press(&mut window, "Add the chosen to the experiment");
    apply(&mut window, Action::ShowPanel("Library"));
    row(&mut window, "002, 4×4, 55 moves", Modifiers::NONE);
    key(&mut window, Modifiers::COMMAND, Key::A);
    assert!(has_text(&window, "100 entries, 100 chosen"));
    press(&mut window, "Add the chosen to the experiment");
    let instances = &app(&mut window).model.experiments().draft().instances;
    let texts: Vec<String> = instances.iter().map(instance_text).collect();
    assert_eq!(texts, ["korf-100, 2, 4", "korf-100, 2..4", "korf-100"]);
}

#[test]
fn the_chosen_puzzles_are_opened_together_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = korf();
    let action = PuzzleListsAction::Folder(folder.path().to_owned());
    apply(&mut window, action.into());
    click(&mut window, Role::RadioButton, "Collections");
    crate::focus::focus(&mut window, Role::ListBoxOption, "001, 4×4, 57 moves");
    for _ in 0..2 {
        key(&mut window, Modifiers::COMMAND, Key::ArrowDown);
    }
    key(&mut window, Modifiers::SHIFT, Key::ArrowUp);
    press(&mut window, "Open the chosen");
    wait(&mut window, "the collection", |app| {
        app.model.library().n_opened() == 2
    });
    assert_eq!(rows(&window), ["002, 4×4, 55 moves", "003, 4×4, 59 moves"]);
    assert!(
        window
            .query_by_label("Chosen from Korf's 100 15-puzzles, 2 puzzles")
            .is_some()
    );
    assert!(
        !app(&mut window)
            .model
            .library()
            .active()
            .unwrap()
            .is_unsaved()
    );

    window.get_by_label("002, 4×4, 55 moves").focus();
    window.run_steps(3);
    key(&mut window, Modifiers::COMMAND, Key::A);
    for file in ["mine.json", "mine.csv"] {
        match file {
            "mine.json" => press(&mut window, "Save the chosen as…"),
            _ => {
                export_chosen(&mut window);
            }
        }
        wait(&mut window, "the dialog", App::has_file_dialog);
        window.run_steps(4);
        text(&mut window, file);
        key(&mut window, Modifiers::NONE, Key::Enter);
        let path = folder.path().join(file);
        wait(&mut window, "the file", |_| path.exists());
        let Ok(files::Opened::Collection(saved)) = files::open(&path) else {
            panic!("{file} is no collection");
        };
        assert_eq!(saved.puzzles.len(), 2);
        assert_eq!(
            board_line(&saved.puzzles.get(0).unwrap().puzzle.start),
            KORF_2
        );
    }
    // What was saved is among the recent files.
    click(&mut window, Role::RadioButton, "Recent files");
    wait_for_list(&mut window, Source::Recent);
    let saved = "mine, 4×4, 2 puzzles";
    assert_eq!(rows(&window), [saved]);
    // Another one comes into the list that is shown.
    let path = folder.path().join("one.json");
    apply(&mut window, DocumentAction::SaveAs.into());
    window.run_steps(3);
    key(&mut window, Modifiers::COMMAND, Key::A);
    text(&mut window, &path.to_string_lossy());
    key(&mut window, Modifiers::NONE, Key::Enter);
    wait(&mut window, "the file", |_| path.exists());
    wait(&mut window, "the row", |app| {
        let recent = app.model.puzzle_lists().puzzle_list(Source::Recent);
        recent.is_some_and(|it| it.items().len() == 2)
    });
}

const KORF_2: &str = "13 5 4 10 / 9 12 8 14 / 2 3 7 1 / _ 15 11 6";

pub fn write(path: &Path, board: &str) {
    fs::write(path, board).unwrap();
}

#[test]
fn collections_that_ship_are_in_the_menu_and_in_the_palette() {
    let mut window = window();
    press(&mut window, "File");
    press(&mut window, "Examples");
    press(&mut window, "Korf & Felner's 50 24-puzzles");
    let name = |window: &mut Window| {
        let active = app(window).model.library().active();
        let collection = active.map(|it| it.collection());
        collection.map(|it| it.name.clone()).unwrap_or_default()
    };
    assert_eq!(name(&mut window), "Korf & Felner's 50 24-puzzles");
    key(&mut window, Modifiers::COMMAND, Key::K);
    window.event(egui::Event::Text("korf-100".into()));
    window.run_steps(4);
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(name(&mut window), "Korf's 100 15-puzzles");
}

#[test]
fn boards_that_are_too_small_for_numbers_are_shown_large_under_the_pointer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.json");
    let rows = |n: usize| -> String {
        let row = |r: usize| (r * n..(r + 1) * n).map(|it| format!("{it} ")).collect();
        (0..n).map(row).collect::<Vec<String>>().join("/ ")
    };
    let text = format!(
        r#"{{"format": "tilescope-collection", "version": 1, "name": "Two", "puzzles": [
        {{"name": "small", "start": "1 2 3 / 4 5 6 / 7 _ 8"}},
        {{"name": "large", "start": "{}"}}]}}"#,
        rows(6)
    );
    fs::write(&path, text).unwrap();
    let mut window = window();
    apply(&mut window, DocumentAction::Open(path).into());
    wait_for_collection(&mut window);
    window.run_steps(3);
    let mut shown_at = |row: &str| {
        let rect = window
            .get_by_role_and_label(Role::ListBoxOption, row)
            .rect();
        window.hover_at(rect.center());
        for _ in 0..60 {
            window.step();
        }
        let start = window.query_by_label_contains("The start: _ 1 2 3 4 5 / 6 7");
        start.map(|it| it.rect().width())
    };
    assert_eq!(shown_at("small, 3×3"), None);
    let width = shown_at("large, 6×6");
    assert!(width.is_some_and(|width| width > 150.0), "{width:?}");
}

#[test]
fn a_name_that_is_cut_off_is_shown_whole_under_the_pointer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.json");
    let long = "a name that goes on ".repeat(20);
    let long = long.trim_end();
    let text = format!(
        r#"{{"format": "tilescope-collection", "version": 1, "name": "Two", "puzzles": [
        {{"name": "a short name", "start": "1 2 3 / 4 5 6 / 7 _ 8"}},
        {{"name": "{long}", "start": "1 2 3 / 4 5 _ / 7 8 6"}}]}}"#
    );
    fs::write(&path, text).unwrap();
    let mut window = window();
    apply(&mut window, DocumentAction::Open(path).into());
    wait_for_collection(&mut window);
    window.run_steps(3);
    for (name, is_shown) in [("a short name", false), (long, true)] {
        let row = format!("{name}, 3×3");
        let row = window.get_by_role_and_label(Role::ListBoxOption, &row);
        let centre = row.rect().center();
        window.hover_at(centre);
        for _ in 0..60 {
            window.step();
        }
        let shown = window.query_by_label(name);
        assert_eq!(shown.is_some(), is_shown, "{name}");
    }
}

#[test]
fn a_collection_far_down_the_folder_opens_at_its_first_row() {
    let folder = tempfile::tempdir().unwrap();
    for n in 0..40 {
        let name = format!("{n:02}.txt");
        write(&folder.path().join(name), "1 2 3\n4 5 6\n7 0 8\n");
    }
    write(&folder.path().join("many.txt"), &"123456708\n".repeat(60));
    let mut window = library();
    let set = PuzzleListsAction::Folder(folder.path().to_owned());
    apply(&mut window, set.into());
    click(&mut window, Role::RadioButton, "Your folder");
    wait_for_list(&mut window, Source::Folder);
    key(&mut window, Modifiers::COMMAND, Key::L);
    for pressed in [Key::ArrowDown, Key::End, Key::Enter] {
        key(&mut window, Modifiers::NONE, pressed);
    }
    wait_for_collection(&mut window);
    window.run_steps(8);
    let first = "Puzzle 1, 3×3, 1 move";
    assert_eq!(crate::focus::focused(&window).as_deref(), Some(first));
    assert_eq!(rows(&window)[0], first);
}
