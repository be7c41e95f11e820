//! Layouts: those that ship, and the user's own, which are saved, replaced, deleted and restored.

use crate::window::{Window, app, apply, press, wait, wait_for_fewest, window};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::path::Path;
use tilescope::gui::app::App;
use tilescope::gui::commands::Command;
use tilescope::gui::edit::BoardView;
use tilescope::gui::hints::Hint;
use tilescope::gui::player::PlayerAction;
use tilescope::gui::session::Store;
use tilescope::gui::{Action, Edit, Side};
use tilescope_puzzle::Direction;

fn is_shown(window: &Window, panel: &str) -> bool {
    window.query_by_label(panel).is_some()
}

fn choose(window: &mut Window, key: Key) {
    window.key_press_modifiers(Modifiers::ALT, key);
    window.run_steps(3);
}

fn carry_out(window: &mut Window, command: Command) {
    let ctx = window.ctx.clone();
    app(window).carry_out_command(&ctx, command);
    window.run_steps(3);
}

/// Saves the present layout on the page of layouts.
fn save_as(window: &mut Window, name: &str, button: &str) {
    carry_out(window, Command::Layouts);
    let field = window.get_by_role_and_label(Role::TextInput, "Name of the layout");
    field.type_text(name);
    window.run_steps(3);
    press(window, button);
}

#[test]
fn a_key_shows_each_layout_that_ships_and_each_keeps_its_changes() {
    let mut window = window();
    choose(&mut window, Key::Num2);
    assert!(is_shown(&window, "LEVELS") && is_shown(&window, "FRONTIER"));
    assert!(!is_shown(&window, "TREE"), "it is behind the levels");
    carry_out(&mut window, Command::PanelPlots);
    assert!(!is_shown(&window, "PLOTS"));
    choose(&mut window, Key::Num3);
    assert!(is_shown(&window, "PUZZLE") && !is_shown(&window, "FRONTIER"));
    assert!(
        window.query_by_label("Play solution").is_some(),
        "the board is played on"
    );
    choose(&mut window, Key::Num1);
    assert!(is_shown(&window, "TREE") && is_shown(&window, "PLOTS"));
    choose(&mut window, Key::Num2);
    assert!(!is_shown(&window, "PLOTS"), "as it was left");
    carry_out(&mut window, Command::ResetLayout);
    assert!(is_shown(&window, "PLOTS") && is_shown(&window, "LEVELS"));
}

/// A window that restores the session in `file`, and saves to it again.
fn restored(file: &Path) -> Window {
    let mut window = window();
    app(&mut window).restore(Store::open_at(file).expect("few windows"));
    window.run_steps(3);
    window
}

#[test]
fn own_layouts_are_saved_replaced_restored_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("session.json");
    let mut first = restored(&file);
    carry_out(&mut first, Command::PanelRuns);
    save_as(&mut first, "Seminar", "Save");
    choose(&mut first, Key::Num3);
    save_as(&mut first, "Games", "Save");
    assert_eq!(app(&mut first).model.own_layouts(), ["Seminar", "Games"]);
    choose(&mut first, Key::Num4);
    let is_saved = || std::fs::read_to_string(&file).is_ok_and(|it| it.contains("\"Games\""));
    wait(&mut first, "the session to be saved", |_| is_saved());
    drop(first);

    let mut window = restored(&file);
    assert_eq!(app(&mut window).model.own_layouts(), ["Seminar", "Games"]);
    assert!(
        is_shown(&window, "TREE") && !is_shown(&window, "RUNS"),
        "the shown one"
    );
    choose(&mut window, Key::Num5);
    assert!(!is_shown(&window, "RUNS") && is_shown(&window, "PUZZLE"));
    save_as(&mut window, "Seminar", "Replace");
    choose(&mut window, Key::Num1);
    choose(&mut window, Key::Num4);
    assert!(!is_shown(&window, "PLOTS"), "it is now the layout to play");
    carry_out(&mut window, Command::Layouts);
    press(&mut window, "Delete the layout Seminar");
    press(&mut window, "Delete it");
    assert_eq!(app(&mut window).model.own_layouts(), ["Games"]);
    press(&mut window, "Close");
    assert!(
        is_shown(&window, "TREE"),
        "the standard layout took its place"
    );
    choose(&mut window, Key::Num4);
    assert!(!is_shown(&window, "PLOTS"), "the other one has its key");
}

/// A move is never made on a board that is not seen.
#[test]
fn a_hint_brings_its_board() {
    let mut window = window();
    choose(&mut window, Key::Num3);
    carry_out(&mut window, Command::PanelPuzzle);
    assert!(!is_shown(&window, "Play board"));
    let is_known = |app: &App| matches!(app.model.hint(), Some(Hint::Move(_)));
    window.key_press(Key::H);
    window.run_steps(5);
    assert!(is_shown(&window, "Play board"), "with what is to be seen");
    wait(&mut window, "the hint", is_known);
    carry_out(&mut window, Command::PanelPuzzle);
    assert!(!is_shown(&window, "Play board"));
    window.key_press(Key::H);
    window.run_steps(5);
    assert!(is_shown(&window, "Play board"));
    assert_eq!(app(&mut window).model.player().at(), 0);
    window.key_press(Key::H);
    window.run_steps(5);
    assert_eq!(app(&mut window).model.player().at(), 1, "it is seen now");
}

#[test]
fn the_board_that_is_played_is_as_large_if_it_cannot_be_solved() {
    let mut window = window();
    window.set_size(egui::vec2(1280.0, 800.0));
    choose(&mut window, Key::Num3);
    window.run_steps(8);
    let places = |window: &Window| {
        let board = window.get_by_role_and_label(Role::Grid, "Play board");
        let hint = window.get_by_role_and_label(Role::Button, "Hint");
        [board.rect(), hint.rect()]
    };
    let before = places(&window);
    apply(&mut window, Edit::Swap(Side::Start, 0, 1).into());
    apply(&mut window, Action::View(BoardView::Play));
    window.run_steps(8);
    window.get_by_label_contains("Make solvable");
    assert_eq!(places(&window), before);
}

#[test]
fn in_the_standard_layout_of_a_small_window_the_board_that_is_played_can_be_hit() {
    const A_FINGER: f32 = 32.0;
    let mut window = window();
    window.set_size(egui::vec2(1280.0, 800.0));
    apply(&mut window, Action::View(BoardView::Play));
    window.run_steps(8);
    let tile = window.get_by_label_contains("row 1, column 1: ").rect();
    let values = window.get_by_label_contains("Misplaced tiles").rect();
    assert!(tile.height() >= A_FINGER, "{tile}");
    // Nor is it large at the cost of what is below it.
    let buttons = window.get_by_role_and_label(Role::Button, "Play solution");
    let search = window.get_by_label("SEARCH").rect();
    assert!(buttons.rect().bottom() < search.top());
    // What is said of a game moves nothing.
    for direction in [Direction::Up, Direction::Down] {
        apply(&mut window, PlayerAction::Move(direction.into()).into());
    }
    wait_for_fewest(&mut window);
    window.get_by_label_contains("Left a shortest path at move 2");
    let now = window.get_by_label_contains("row 1, column 1: ").rect();
    assert_eq!(now, tile);
    let now = window.get_by_label_contains("Misplaced tiles").rect();
    assert_eq!(now, values);
}

#[test]
fn a_damaged_layout_costs_no_other_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("session.json");
    let mut first = restored(&file);
    choose(&mut first, Key::Num3);
    save_as(&mut first, "Games", "Save");
    save_as(&mut first, "Seminar", "Save");
    let is_saved = || std::fs::read_to_string(&file).is_ok_and(|it| it.contains("Seminar"));
    wait(&mut first, "the session to be saved", |_| is_saved());
    drop(first);
    let text = std::fs::read_to_string(&file).unwrap();
    let mut content: serde_json::Value = serde_json::from_str(&text).unwrap();
    let others = content["other_layouts"].as_array_mut().unwrap();
    let games = others.iter_mut().find(|it| it["name"] == "Games").unwrap();
    games["dock"]["root"] = 7777.into();
    std::fs::write(&file, content.to_string()).unwrap();

    let mut window = restored(&file);
    window.get_by_label_contains("back to its default: layout “Games”");
    assert_eq!(app(&mut window).model.own_layouts(), ["Seminar"]);
    assert!(!is_shown(&window, "PLOTS"), "the shown one is sound");
}

/// The system sends the text of the digit too.
#[test]
fn the_key_of_a_layout_types_no_digit_into_a_field_or_the_board() {
    let mut window = window();
    let press_with_text = |window: &mut Window| {
        let key = |pressed| Event::Key {
            key: Key::Num3,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::ALT,
        };
        let events = [key(true), Event::Text("3".into()), key(false)];
        window.input_mut().events.extend(events);
        window.step();
        window.run_steps(3);
        assert!(is_shown(window, "PUZZLE") && !is_shown(window, "PLOTS"));
        choose(window, Key::Num1);
    };
    window.key_press_modifiers(Modifiers::COMMAND, Key::L);
    window.run_steps(3);
    press_with_text(&mut window);
    let filter = window.get_by_role_and_label(Role::TextInput, "Filter the puzzles");
    assert_eq!(filter.value().unwrap_or_default(), "");

    apply(&mut window, Action::View(BoardView::Edit(Side::Start)));
    window.get_by_label("Start board").focus();
    window.run_steps(2);
    press_with_text(&mut window);
    assert!(window.query_by_label_contains("Number for").is_none());
}
