//! The focus of the whole window: where it returns, how it gets into panels, and where Tab leads.

use crate::window::{Window, app, apply, click, has_text, solve, wait, window};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{By, NodeT, Queryable};
use tilescope::gui::commands::Command;
use tilescope::gui::puzzle_lists::{PuzzleListsAction, Source};
use tilescope::gui::requests::Listed;
use tilescope::gui::{Action, Edit, Side};

pub fn key(window: &mut Window, key: Key) {
    keys(window, Modifiers::NONE, key);
}

pub fn keys(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run_steps(8);
}

/// The name of the widget that has the focus.
pub fn focused(window: &Window) -> Option<String> {
    let nodes = window.query_all(By::new().predicate(|node| node.is_focused()));
    { nodes }.find_map(|node| {
        let node = node.accesskit_node();
        node.label().or_else(|| Some(format!("{:?}", node.role())))
    })
}

pub fn focus(window: &mut Window, role: Role, name: &str) {
    window.get_by_role_and_label(role, name).focus();
    window.run_steps(3);
    assert_eq!(focused(window).as_deref(), Some(name));
}

/// Opens Korf's collection, and gives the focus to the row of its second puzzle.
pub fn focus_second_of_korf(window: &mut Window) {
    let korf = Listed::Bundled("korf-100".into());
    apply(window, PuzzleListsAction::Open(korf).into());
    window.run_steps(6);
    focus(window, Role::ListBoxOption, "001, 4×4, 57 moves");
    keys(window, CTRL, Key::ArrowDown);
    assert_eq!(focused(window).as_deref(), Some("002, 4×4, 55 moves"));
}

pub const CTRL: Modifiers = Modifiers::COMMAND;

#[test]
fn what_closes_gives_the_focus_back() {
    let mut window = window();
    for name in ["Scramble", "Solve"] {
        focus(&mut window, Role::Button, name);
        for (modifiers, opener) in [
            (CTRL, Key::K),
            (Modifiers::NONE, Key::F1),
            (CTRL, Key::H),
            (Modifiers::NONE, Key::F9),
            (Modifiers::ALT, Key::F),
        ] {
            keys(&mut window, modifiers, opener);
            assert_ne!(focused(&window).as_deref(), Some(name), "{opener:?}");
            key(&mut window, Key::Escape);
            assert_eq!(focused(&window).as_deref(), Some(name), "{opener:?}");
        }
    }
}

#[test]
fn a_list_gives_the_focus_back_and_opens_at_what_is_chosen() {
    let mut window = window();
    keys(&mut window, CTRL | Modifiers::SHIFT, Key::N);
    focus(&mut window, Role::ComboBox, "Goal of the puzzles");
    key(&mut window, Key::Space);
    let chosen = focused(&window).unwrap();
    assert!(chosen.contains("last"), "{chosen}");
    key(&mut window, Key::Escape);
    assert_eq!(focused(&window).as_deref(), Some("Goal of the puzzles"));
    key(&mut window, Key::Space);
    key(&mut window, Key::ArrowDown);
    key(&mut window, Key::Enter);
    assert_eq!(focused(&window).as_deref(), Some("Goal of the puzzles"));
}

#[test]
fn the_keys_of_a_panel_lead_into_it() {
    let mut window = window();
    solve(&mut window);
    keys(&mut window, CTRL, Key::Num3);
    assert_eq!(focused(&window).as_deref(), Some("Search tree"));
    keys(&mut window, CTRL, Key::Num1);
    assert_eq!(focused(&window).as_deref(), Some("Start board"));
    keys(&mut window, Modifiers::SHIFT, Key::F9);
    let row = focused(&window).unwrap();
    // The list is read meanwhile: Down leads into it.
    assert!(
        row == "Filter the puzzles" || row.contains("puzzles"),
        "{row}"
    );
}

#[test]
fn one_key_goes_through_the_panels() {
    let mut window = window();
    solve(&mut window);
    keys(&mut window, CTRL, Key::F6);
    assert_eq!(focused(&window).as_deref(), Some("Start board"));
    keys(&mut window, CTRL, Key::F6);
    let search = focused(&window);
    keys(&mut window, CTRL, Key::F6);
    assert_eq!(focused(&window).as_deref(), Some("Search tree"));
    keys(&mut window, CTRL | Modifiers::SHIFT, Key::F6);
    assert_eq!(focused(&window), search);
    keys(&mut window, CTRL | Modifiers::SHIFT, Key::F6);
    keys(&mut window, CTRL | Modifiers::SHIFT, Key::F6);
    assert_ne!(focused(&window).as_deref(), Some("Start board"));
}

#[test]
fn panels_without_a_control_are_passed_over() {
    let mut window = window();
    keys(&mut window, CTRL, Key::F6);
    for modifiers in [CTRL, CTRL | Modifiers::SHIFT] {
        assert_eq!(focused(&window).as_deref(), Some("Start board"));
        let mut seen = Vec::new();
        while seen.last().map(String::as_str) != Some("Start board") {
            keys(&mut window, modifiers, Key::F6);
            seen.push(focused(&window).unwrap());
            assert!(seen.len() < 20, "{seen:?}");
        }
        assert!(seen.len() > 2, "{seen:?}");
    }
    // Nothing in it can have the focus, but its key does not hide it.
    keys(&mut window, CTRL, Key::Num5);
    assert!(window.query_by_label("NODE").is_some());
}

#[test]
fn keys_of_commands_work_while_a_button_has_the_focus() {
    let mut window = window();
    solve(&mut window);
    let before = app(&mut window).model.runs().iter().count();
    focus(&mut window, Role::Button, "Scramble");
    // The first press says that the search is finished.
    key(&mut window, Key::Period);
    key(&mut window, Key::Period);
    assert_eq!(app(&mut window).model.runs().iter().count(), before + 1);
}

#[test]
fn tab_goes_from_left_to_right_and_stops_at_widgets_alone() {
    let mut window = window();
    solve(&mut window);
    let mut names = Vec::new();
    for _ in 0..90 {
        key(&mut window, Key::Tab);
        let name = focused(&window).unwrap_or_default();
        assert!(
            !name.is_empty() && !name.contains("Unknown"),
            "after {names:?}"
        );
        if names.first() == Some(&name) {
            break;
        }
        names.push(name);
    }
    let at = |part: &str| {
        let at = names.iter().position(|name| name.starts_with(part));
        at.unwrap_or_else(|| panic!("{part} is not in {names:#?}"))
    };
    assert!(at("Puzzle name") < at("Estimates"), "{names:#?}");
    assert!(at("Board size") < at("Goal preset"), "{names:#?}");
    assert!(at("Expansions") < at("Linear") && at("Linear") < at("Two"));
    assert!(at("Step") < at("Tree"), "{names:#?}");
    focus(&mut window, Role::ComboBox, "Goal preset");
    let mut back = vec![focused(&window).unwrap()];
    for _ in 0..3 {
        keys(&mut window, Modifiers::SHIFT, Key::Tab);
        back.push(focused(&window).unwrap_or_default());
    }
    back.reverse();
    let to = at("Goal preset");
    assert_eq!(names[to - 3..=to], back);
}

#[test]
fn a_number_that_is_typed_right_after_tab_takes_the_place_of_the_old_one() {
    let mut window = window();
    focus(&mut window, Role::ComboBox, "Board size");
    key(&mut window, Key::Space);
    let tab = |pressed| Event::Key {
        key: Key::Tab,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    focus(&mut window, Role::SpinButton, "Rows");
    window.event(Event::Text("4".into()));
    window.event(tab(true));
    window.event(tab(false));
    window.event(Event::Text("5".into()));
    window.run_steps(8);
    key(&mut window, Key::Enter);
    let size = app(&mut window).model.puzzle().unwrap().size();
    assert_eq!((size.rows(), size.columns()), (4, 5));

    assert_eq!(focused(&window).as_deref(), Some("Board size"));

    // All of it in one frame.
    key(&mut window, Key::Space);
    focus(&mut window, Role::SpinButton, "Rows");
    let text = |text: &str| Event::Text(text.into());
    let events = [text("6"), tab(true), tab(false), text("7")];
    window.input_mut().events.extend(events);
    window.run_steps(8);
    key(&mut window, Key::Enter);
    let size = app(&mut window).model.puzzle().unwrap().size();
    assert_eq!((size.rows(), size.columns()), (6, 7));
    assert_eq!(focused(&window).as_deref(), Some("Board size"));
}

#[test]
fn the_keys_of_commands_delete_no_text() {
    let mut window = window();
    keys(&mut window, CTRL | Modifiers::SHIFT, Key::B);
    let ctx = window.ctx.clone();
    app(&mut window).carry_out_command(&ctx, Command::Audit);
    window.run_steps(6);
    window.get_by_label("Heuristic to audit").focus();
    window.run_steps(3);
    key(&mut window, Key::Home);
    for letter in [Key::K, Key::W, Key::H] {
        keys(&mut window, CTRL, letter);
    }
    assert!(has_text(&window, "manhattan"));
    let palette = window.query_by_role_and_label(Role::TextInput, "Search commands");
    assert!(palette.is_none());
}

/// What is typed is undone, not the puzzle; and no farther than to the text that the field began with.
#[test]
fn a_text_field_has_its_own_undo() {
    let mut window = window();
    apply(&mut window, Edit::Scramble.into());
    let puzzle = app(&mut window).model.problem().clone();
    let write = |window: &mut Window, text: &str| {
        for letter in text.chars() {
            window.event(Event::Text(letter.into()));
            window.run_steps(3);
        }
    };
    keys(&mut window, CTRL, Key::K);
    write(&mut window, "korf");
    key(&mut window, Key::Escape);
    keys(&mut window, CTRL, Key::K);
    write(&mut window, "xyz");
    keys(&mut window, CTRL, Key::Z);
    assert!(!has_text(&window, "korf"));
    key(&mut window, Key::Escape);
    keys(&mut window, CTRL, Key::L);
    assert_eq!(focused(&window).as_deref(), Some("Filter the puzzles"));
    write(&mut window, "q");
    keys(&mut window, CTRL, Key::Z);
    assert_eq!(*app(&mut window).model.problem(), puzzle);
    keys(&mut window, CTRL, Key::Num1);
    keys(&mut window, CTRL, Key::Z);
    assert_ne!(*app(&mut window).model.problem(), puzzle);
}

#[test]
fn a_tooltip_goes_when_keys_are_used() {
    let mut window = window();
    let button = window.get_by_role_and_label(Role::Button, "Scramble");
    let at = button.rect().center();
    window.hover_at(at);
    window.run_steps(60);
    assert!(has_text(&window, "Randomize the start"));
    key(&mut window, Key::Tab);
    window.run_steps(60);
    assert!(!has_text(&window, "Randomize the start"));
    window.hover_at(at + egui::Vec2::splat(1.0));
    window.run_steps(60);
    assert!(has_text(&window, "Randomize the start"));
}

#[test]
fn tab_does_not_leave_an_open_list() {
    let mut window = window();
    focus(&mut window, Role::ComboBox, "Board size");
    key(&mut window, Key::Space);
    for _ in 0..6 {
        key(&mut window, Key::Tab);
        let name = focused(&window).unwrap();
        assert!(["Rows", "Columns"].contains(&&*name), "{name}");
    }
}

#[test]
fn the_first_tab_in_a_list_without_a_choice_marks_its_first_entry() {
    let mut window = window();
    keys(&mut window, Modifiers::SHIFT, Key::F5);
    let n = |window: &mut Window| app(window).model.experiments().draft().algorithms.clone();
    let before = n(&mut window);
    focus(&mut window, Role::ComboBox, "Add an algorithm");
    key(&mut window, Key::Enter);
    key(&mut window, Key::Tab);
    key(&mut window, Key::Enter);
    let after = n(&mut window);
    assert_eq!(after.len(), before.len() + 1);
    let added = format!("{:?}", after.last().unwrap());
    let first = tilescope_lab::catalogue().next().unwrap().key;
    assert!(added.contains(first), "{added}");
}

/// Opens Korf's collection, with the focus in its list.
fn korf(window: &mut Window) {
    let korf = Listed::Bundled("korf-100".into());
    apply(window, PuzzleListsAction::Open(korf).into());
    window.run_steps(6);
}

/// The number that the row of the open puzzle begins with.
fn open_puzzle(window: &mut Window) -> String {
    let library = app(window).model.library();
    format!("{:03},", library.active().unwrap().chosen().unwrap() + 1)
}

#[test]
fn the_next_puzzle_is_the_next_that_is_listed_and_its_row_has_the_focus() {
    let mut window = window();
    korf(&mut window);
    keys(&mut window, CTRL, Key::L);
    assert_eq!(focused(&window).as_deref(), Some("Filter the puzzles"));
    window.event(Event::Text("45..46".into()));
    window.run_steps(4);
    click(&mut window, Role::ColumnHeader, "Sort by moves");
    keys(&mut window, CTRL, Key::L);
    key(&mut window, Key::ArrowDown);
    key(&mut window, Key::Enter);
    let rows = window.get_all_by_role(Role::ListBoxOption);
    let rows: Vec<String> = rows.filter_map(|it| it.accesskit_node().label()).collect();
    assert!(rows.len() > 2, "{rows:?}");
    for row in &rows[..3] {
        assert!(row.starts_with(&open_puzzle(&mut window)), "{row}");
        assert_eq!(focused(&window).as_ref(), Some(row));
        key(&mut window, Key::F8);
    }
    key(&mut window, Key::F7);
    assert_eq!(focused(&window).as_ref(), Some(&rows[2]));
    // The puzzle of the row is not opened again: a change is kept.
    let swapped = Edit::Swap(Side::Start, 0, 1);
    apply(&mut window, Action::from(swapped));
    let start = app(&mut window).model.puzzle().unwrap().start.clone();
    keys(&mut window, Modifiers::SHIFT, Key::Enter);
    let app = app(&mut window);
    assert_eq!(app.model.puzzle().unwrap().start, start);
    assert!(app.model.runs().last().is_some());
}

#[test]
fn after_the_last_collection_the_examples_are_listed_and_can_be_filtered() {
    let mut window = window();
    korf(&mut window);
    keys(&mut window, CTRL, Key::W);
    assert_eq!(
        app(&mut window).model.puzzle_lists().source(),
        Source::Examples
    );
    assert_eq!(focused(&window).as_deref(), Some("Filter the puzzles"));
    apply(
        &mut window,
        PuzzleListsAction::Show(Source::Collection).into(),
    );
    keys(&mut window, CTRL, Key::L);
    assert_eq!(focused(&window).as_deref(), Some("Filter the puzzles"));
}

#[test]
fn a_question_begins_at_the_answer_that_loses_nothing() {
    let mut window = window();
    apply(&mut window, Action::from(Edit::Swap(Side::Start, 0, 1)));
    keys(&mut window, CTRL, Key::Q);
    assert_eq!(focused(&window).as_deref(), Some("Save"));
}

#[test]
fn escape_leaves_the_presentation() {
    let mut window = window();
    solve(&mut window);
    key(&mut window, Key::F5);
    assert!(has_text(&window, "Leave the lecture view"));
    key(&mut window, Key::Escape);
    assert!(!has_text(&window, "Leave the lecture view"));
}

#[test]
fn f10_opens_the_first_menu() {
    let mut window = window();
    focus(&mut window, Role::Button, "Solve");
    key(&mut window, Key::F10);
    let first = focused(&window).unwrap();
    assert!(first.starts_with("New puzzle"), "{first}");
    key(&mut window, Key::ArrowRight);
    assert_ne!(focused(&window), Some(first));
    key(&mut window, Key::Escape);
    assert_eq!(focused(&window).as_deref(), Some("Solve"));
}

#[test]
fn a_list_of_a_page_opens_by_a_quick_click_above_the_page() {
    let mut window = window();
    keys(&mut window, CTRL | Modifiers::SHIFT, Key::N);
    let button = window.get_by_role_and_label(Role::ComboBox, "Goal of the puzzles");
    let at = button.rect().center();
    let quick = |window: &mut Window, at| {
        window.event(Event::PointerMoved(at));
        for pressed in [true, false] {
            window.event(Event::PointerButton {
                pos: at,
                button: egui::PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            });
        }
        window.run_steps(5);
    };
    let beside = window.get_by_label("Generate puzzles").rect().center();
    for _ in 0..3 {
        quick(&mut window, at);
        let entry = window.get_all_by_role(Role::ListBoxOption).next();
        let entry = entry.unwrap().rect().center();
        let layer = |at| window.ctx.layer_id_at(at);
        assert_ne!(layer(entry), layer(beside), "the page is above its list");
        quick(&mut window, beside);
        assert!(!egui::Popup::is_any_open(&window.ctx));
    }
}

#[test]
fn the_page_of_keys_has_its_size_at_once_and_begins_at_its_top() {
    let mut window = window();
    window.set_size(egui::Vec2::new(1000.0, 640.0));
    window.run_steps(4);
    let place = |window: &Window| {
        let close = window.get_by_role_and_label(Role::Button, "Close").rect();
        (
            window.get_by_label("Walk from node to node").rect().top(),
            close.bottom(),
        )
    };
    key(&mut window, Key::F1);
    let first = place(&window);
    assert!(has_text(&window, "Slide the tiles at the chosen cell"));
    key(&mut window, Key::PageDown);
    assert_eq!(place(&window).1, first.1);
    assert!(place(&window).0 < first.0);
    key(&mut window, Key::Escape);
    key(&mut window, Key::F1);
    assert_eq!(place(&window), first);
}

#[test]
fn a_tooltip_goes_when_a_page_opens() {
    let mut window = window();
    let at = window
        .get_by_role_and_label(Role::Button, "Scramble")
        .rect()
        .center();
    window.hover_at(at);
    window.run_steps(60);
    assert!(has_text(&window, "Randomize the start"));
    keys(&mut window, CTRL, Key::K);
    window.run_steps(60);
    assert!(!has_text(&window, "Randomize the start"));
}

#[test]
fn the_palette_starts_races_and_changes_the_size() {
    let mut window = window();
    let choose = |window: &mut Window, text: &str| {
        keys(window, CTRL, Key::K);
        window.event(Event::Text(text.into()));
        window.run_steps(3);
        key(window, Key::Enter);
    };
    choose(&mut window, "2x3");
    let size = app(&mut window).model.puzzle().unwrap().size();
    assert_eq!((size.rows(), size.columns()), (2, 3));
    choose(&mut window, "start the race");
    wait(&mut window, "the race", |app| {
        let model = &app.model;
        model.races().n_searches() == 3 && !model.races().is_searching(model.runs())
    });
    choose(&mut window, "race the runs");
    assert_eq!(app(&mut window).model.races().n_searches(), 3);
}

#[test]
fn enter_after_a_field_of_another_panel_starts_no_search() {
    let mut window = window();
    let n_runs = |window: &mut Window| app(window).model.runs().iter().count();
    click(&mut window, Role::Button, "Experiment");
    focus(&mut window, Role::TextInput, "Name of the experiment");
    for n_pressed in 1..3 {
        key(&mut window, Key::Enter);
        assert_eq!(n_runs(&mut window), 0, "Enter {n_pressed}");
    }
    assert_eq!(focused(&window), None);
    // Who presses another key, or the pointer, is no longer at that field.
    key(&mut window, Key::F);
    key(&mut window, Key::Enter);
    wait(&mut window, "the run", |app| {
        app.model.runs().working().is_none()
    });
    assert_eq!(n_runs(&mut window), 1);
}
