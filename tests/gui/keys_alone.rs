//! What is done by keys alone: Enter does not leave a person nowhere, and what opens has the focus.

use crate::controls::choose_in_palette;
use crate::focus::{CTRL, focus, focus_second_of_korf, focused, key, keys};
use crate::window::{
    Window, app, apply, has_text, pressed, solve, wait, wait_for_collection, window,
};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use std::path::Path;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::edit::BoardView;
use tilescope::gui::experiments::ExperimentAction;
use tilescope::gui::puzzle_lists::{PuzzleListsAction, Source};
use tilescope::gui::runs::RunsAction;
use tilescope::gui::trace_files::TraceFileAction;
use tilescope::gui::{Edit, Side};
use tilescope_lab::experiment::Draft;
use tilescope_lab::files;
use tilescope_puzzle::{Puzzle, Size};

const SHIFT: Modifiers = Modifiers::SHIFT;

fn write(window: &mut Window, text: &str) {
    window.event(Event::Text(text.into()));
    window.run_steps(3);
}

fn has_focus(window: &Window, name: &str) {
    assert_eq!(focused(window).as_deref(), Some(name));
}

#[test]
fn a_field_for_formulas_keeps_the_focus() {
    const FIELD: &str = "Heuristic to add";
    let mut window = window();
    keys(&mut window, SHIFT, Key::F5);
    focus(&mut window, Role::TextInput, FIELD);
    key(&mut window, Key::Enter);
    has_focus(&window, FIELD);
    write(&mut window, "count(dr = 1)");
    key(&mut window, Key::Enter);
    assert!(has_text(&window, "write == to compare"));
    has_focus(&window, FIELD);
    let save = window.get_by_role_and_label(Role::Button, "Save experiment");
    assert!(save.accesskit_node().is_disabled());
    keys(&mut window, Modifiers::COMMAND, Key::A);
    write(&mut window, "2 * manhattan");
    key(&mut window, Key::Enter);
    has_focus(&window, FIELD);
    let draft = app(&mut window).model.experiments().draft();
    assert_eq!(draft.heuristics, ["2*manhattan"]);
}

#[test]
fn enter_and_enter_again_generate() {
    let mut window = window();
    keys(&mut window, Modifiers::COMMAND | SHIFT, Key::N);
    focus(&mut window, Role::TextInput, "Seed");
    write(&mut window, "x");
    key(&mut window, Key::Enter);
    // It is no number.
    has_focus(&window, "Seed");
    keys(&mut window, Modifiers::COMMAND, Key::A);
    write(&mut window, "7");
    focus(&mut window, Role::SpinButton, "Moves to the goal");
    write(&mut window, "11");
    key(&mut window, Key::Enter);
    has_focus(&window, "Generate");
    key(&mut window, Key::Enter);
    wait(&mut window, "a puzzle", |app| {
        app.model.generation().n_made() == 1
    });
    let name = app(&mut window).model.problem().name().to_owned();
    assert_eq!(name, "3×3, 11 moves from the goal");
}

/// A folder with more puzzles than the file dialog shows at once.
fn puzzles(folder: &Path) {
    for i in 10..40 {
        let puzzle = Puzzle {
            name: i.to_string(),
            ..Puzzle::default_for(Size::EIGHT_PUZZLE)
        };
        files::save(&puzzle.into(), &folder.join(format!("{i}.json"))).unwrap();
    }
}

#[test]
fn the_list_of_the_file_dialog_scrolls_to_the_row_that_has_the_focus() {
    let folder = tempfile::tempdir().unwrap();
    puzzles(folder.path());
    let mut window = window();
    apply(&mut window, DocumentAction::OpenDialog.into());
    window.run_steps(3);
    keys(&mut window, Modifiers::COMMAND, Key::A);
    write(&mut window, &folder.path().to_string_lossy());
    key(&mut window, Key::Enter);
    for _ in 0..100 {
        std::thread::park_timeout(std::time::Duration::from_millis(2));
        window.run_steps(2);
    }
    has_focus(&window, "Name of the file");
    let field = window.get_by_label("Name of the file").rect().top();
    let list = window.get_by_label("10.json").rect().top();
    let is_seen = |window: &Window| {
        let name = focused(window).unwrap();
        let row = window.get_by_label(&name).rect();
        assert!(name.ends_with(".json"), "{name}");
        assert!(row.top() >= list - 1.0, "{name}: {row:?}");
        assert!(row.bottom() < field, "{name}: {row:?}");
        name
    };
    keys(&mut window, SHIFT, Key::Tab);
    window.run_steps(20);
    let first = is_seen(&window);
    for _ in 0..15 {
        key(&mut window, Key::ArrowDown);
        window.run_steps(20);
    }
    let down = is_seen(&window);
    assert!(down > first, "{down}");
    for _ in 0..20 {
        key(&mut window, Key::ArrowUp);
        window.run_steps(20);
    }
    assert_eq!(is_seen(&window), first);

    focus(&mut window, Role::CheckBox, "Hidden files");
    for _ in 0..2 {
        key(&mut window, Key::Space);
        has_focus(&window, "Hidden files");
    }
}

#[test]
fn a_trace_that_is_opened_has_its_tree_in_front() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.tilescope-trace");
    let mut window = window();
    solve(&mut window);
    let run = app(&mut window).model.runs().active().unwrap().id;
    apply(&mut window, TraceFileAction::Save(run, path.clone()).into());
    wait(&mut window, "the saved trace", |app| {
        app.model.trace_files().working().is_none()
    });
    for modifiers in [SHIFT, Modifiers::NONE] {
        apply(&mut window, RunsAction::Clear.into());
        match modifiers {
            SHIFT => keys(&mut window, SHIFT, Key::F5),
            _ => keys(&mut window, Modifiers::COMMAND, Key::L),
        }
        assert!(window.query_by_label("Search tree").is_none());
        apply(&mut window, TraceFileAction::Open(path.clone()).into());
        wait(&mut window, "the opened trace", |app| {
            app.model.runs().active().is_some()
        });
        window.run_steps(8);
        has_focus(&window, "Search tree");
    }
}

#[test]
fn a_run_of_an_experiment_opens_with_the_focus_on_its_tree() {
    let mut draft = Draft::default();
    draft.instances = vec![
        "1 2 3 / 4 5 6 / 7 _ 8".into(),
        "8 6 7 / 2 5 4 / 3 _ 1".into(),
    ];
    draft.algorithms = vec!["a-star".into()];
    let mut window = window();
    keys(&mut window, SHIFT, Key::F5);
    apply(&mut window, ExperimentAction::Edit(draft.into()).into());
    wait(&mut window, "the runs", |app| {
        app.model.experiments().progress().is_some()
    });
    window
        .get_by_role_and_label(Role::RadioButton, "Runs")
        .click();
    window.run_steps(3);
    let cells = window.get_all_by_role(Role::Cell);
    let cells: Vec<String> = cells.filter_map(|it| it.accesskit_node().label()).collect();
    focus(&mut window, Role::Cell, &cells[1]);
    key(&mut window, Key::Enter);
    focus(&mut window, Role::Button, "Open in the inspector");
    key(&mut window, Key::Enter);
    wait(&mut window, "the recorded run", |app| {
        let runs = app.model.runs();
        runs.active().is_some() && runs.working().is_none()
    });
    window.run_steps(8);
    has_focus(&window, "Search tree");
    keys(&mut window, SHIFT, Key::F5);
    has_focus(&window, &cells[1]);
    // Where the record stands in the place of the grid.
    window.set_size(egui::vec2(1280.0, 560.0));
    window.run_steps(8);
    assert!(window.query_all_by_role(Role::Cell).next().is_none());
    keys(&mut window, Modifiers::COMMAND, Key::Num3);
    keys(&mut window, SHIFT, Key::F5);
    has_focus(&window, "Open in the inspector");
}

#[test]
fn a_collection_that_is_opened_has_the_focus_on_its_first_row() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.json");
    let text = r#"{"format": "tilescope-collection", "version": 1, "name": "Pair", "puzzles": [
        {"name": "one", "start": "1 2 3 / 4 5 6 / 7 _ 8"},
        {"name": "two", "start": "1 2 3 / 4 5 _ / 7 8 6"}]}"#;
    std::fs::write(&path, text).unwrap();
    let mut window = window();
    keys(&mut window, Modifiers::COMMAND, Key::L);
    key(&mut window, Key::Escape);
    apply(&mut window, DocumentAction::Open(path).into());
    wait_for_collection(&mut window);
    window.run_steps(8);
    let first = focused(&window).unwrap_or_default();
    assert!(first.starts_with("one"), "{first}");
    // Enter leads from the filter to the list, and opens nothing yet.
    let before = app(&mut window).model.problem().clone();
    // Shift does not change that: there is no puzzle yet that it could solve.
    let cases = [
        ("two", Modifiers::NONE, "two"),
        ("two", SHIFT, "two"),
        ("nothing", Modifiers::NONE, "Filter the puzzles"),
    ];
    for (filter, modifiers, expected) in cases {
        // What is typed next replaces the filter.
        keys(&mut window, Modifiers::COMMAND, Key::L);
        let press = pressed(Key::Enter, modifiers);
        // All of it in one frame.
        window.event(Event::Text(filter.into()));
        window.event(press);
        window.run_steps(8);
        let focused = focused(&window).unwrap_or_default();
        assert!(focused.starts_with(expected), "{focused}");
    }
    assert_eq!(*app(&mut window).model.problem(), before);
    apply(
        &mut window,
        PuzzleListsAction::Show(Source::Examples).into(),
    );
    keys(&mut window, Modifiers::COMMAND, Key::L);
    key(&mut window, Key::Enter);
    let row = window.get_all_by_role(Role::ListBoxOption).next().unwrap();
    assert!(row.is_focused());
}

#[test]
fn an_algorithm_that_is_there_is_not_added_again() {
    let mut window = window();
    keys(&mut window, SHIFT, Key::F5);
    for _ in 0..2 {
        focus(&mut window, Role::Button, "As in Search");
        key(&mut window, Key::Enter);
    }
    let draft = app(&mut window).model.experiments().draft();
    assert_eq!(draft.algorithms.len(), 1);
    assert!(has_text(&window, "is already in the experiment"));
    has_focus(&window, "As in Search");
}

#[test]
fn the_row_of_the_next_puzzle_has_the_focus_after_a_question() {
    let folder = tempfile::tempdir().unwrap();
    for answer in ["Save", "Discard changes"] {
        let mut window = window();
        focus_second_of_korf(&mut window);
        key(&mut window, Key::Enter);
        apply(&mut window, Edit::Swap(Side::Start, 0, 1).into());
        key(&mut window, Key::F8);
        window.run_steps(8);
        window.get_by_role_and_label(Role::Button, answer).focus();
        window.run_steps(3);
        key(&mut window, Key::Enter);
        window.run_steps(8);
        if answer == "Save" {
            keys(&mut window, CTRL, Key::A);
            let file = folder.path().join("mine.json");
            window.event(Event::Text(file.to_string_lossy().into_owned()));
            key(&mut window, Key::Enter);
            wait(&mut window, "the file", |_| file.exists());
        }
        window.run_steps(8);
        let row = "003, 4×4, 59 moves";
        assert_eq!(focused(&window).as_deref(), Some(row));
    }
}

#[test]
fn enter_opens_all_rows_that_are_chosen() {
    let mut window = window();
    focus_second_of_korf(&mut window);
    for modifiers in [Modifiers::NONE, SHIFT, SHIFT] {
        keys(&mut window, modifiers, Key::ArrowDown);
    }
    key(&mut window, Key::Enter);
    wait(&mut window, "the collection", |app| {
        app.model.library().open().len() == 2
    });
    let opened = app(&mut window).model.library().active().unwrap();
    assert_eq!(opened.collection().puzzles.len(), 3);
}

/// They were reached from the board with Shift+Tab and arrows alone.
#[test]
fn each_board_is_shown_by_a_key_or_from_the_palette_and_takes_the_keys() {
    for size in [vec2(1280.0, 800.0), vec2(1920.0, 1080.0)] {
        let mut window = window();
        window.set_size(size);
        keys(&mut window, CTRL, Key::L);
        keys(&mut window, CTRL, Key::P);
        has_focus(&window, "Play board");
        let before = app(&mut window).model.player().at();
        key(&mut window, Key::ArrowLeft);
        assert_eq!(app(&mut window).model.player().at(), before + 1);
        choose_in_palette(&mut window, "edit goal");
        window.run_steps(8);
        has_focus(&window, "Goal board");
        keys(&mut window, CTRL, Key::E);
        has_focus(&window, "Start board");
        // Both stand side by side in it.
        keys(&mut window, Modifiers::ALT, Key::Num3);
        choose_in_palette(&mut window, "edit goal");
        window.run_steps(8);
        has_focus(&window, "Goal board");
        keys(&mut window, CTRL, Key::E);
        has_focus(&window, "Start board");
        // So does a road map.
        keys(&mut window, Modifiers::ALT, Key::Num1);
        choose_in_palette(&mut window, "arad");
        keys(&mut window, CTRL, Key::P);
        assert_eq!(app(&mut window).model.view(), BoardView::Play);
        has_focus(&window, "Play map");
        // So it does where nothing had the focus.
        keys(&mut window, CTRL, Key::L);
        key(&mut window, Key::Escape);
        assert!(focused(&window).is_none());
        keys(&mut window, CTRL, Key::E);
        has_focus(&window, "Start map");
    }
}

/// After the first time, the name that had the focus was taken for a field: it had no ring, and the keys of
/// commands were not theirs.
#[test]
fn the_name_of_a_puzzle_is_changed_twice() {
    let mut window = window();
    for (before, after) in [("Kantz 2005, the harder one", "one"), ("one", "two")] {
        focus(&mut window, Role::Button, &format!("Puzzle name: {before}"));
        assert!(!window.ctx.text_edit_focused(), "{before:?} is shown");
        key(&mut window, Key::Enter);
        assert!(window.ctx.text_edit_focused(), "{before:?} is edited");
        write(&mut window, after);
        key(&mut window, Key::Enter);
        assert_eq!(
            focused(&window),
            Some(format!("Puzzle name: {after}")),
            "it has the focus again"
        );
        assert!(!window.ctx.text_edit_focused(), "{after:?} is shown");
    }
}

/// However soon they follow.
#[test]
fn keys_behind_those_of_a_page_are_for_the_page() {
    for n_frames in 0..8 {
        let mut window = window();
        let mut follow = |page: Event, next: Event| {
            window.input_mut().events.push(page);
            window.run_steps(n_frames);
            window.input_mut().events.push(next);
            window.run_steps(20);
            focused(&window)
        };
        let seed = follow(pressed(Key::N, CTRL | SHIFT), pressed(Key::Tab, SHIFT));
        assert_eq!(seed.as_deref(), Some("Seed"), "{n_frames}");
        follow(
            pressed(Key::Escape, Modifiers::NONE),
            pressed(Key::Num1, CTRL),
        );
        follow(pressed(Key::H, CTRL), pressed(Key::Escape, Modifiers::NONE));
        assert!(!has_text(&window, "History"), "{n_frames}");
    }
}
