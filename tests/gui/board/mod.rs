//! The puzzle panel in the whole window: boards moved by mouse and keys, by accessible names.

mod beside;
mod drags;
mod history;
mod typing;
mod window;

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use tilescope::gui::document::DocumentAction;
use tilescope::gui::edit::BoardView;
use tilescope::gui::runs::RunsAction;
use tilescope_puzzle::notation::board_line;
use tilescope_puzzle::{Board, Size};
use window::Window;

const START: &str = "2 7 3 / 1 6 4 / 8 _ 5";

#[test]
fn a_click_slides_a_tile_or_a_row_of_tiles() {
    let mut window = Window::new(START);
    window.click("row 2, column 2: tile 6");
    assert_eq!(window.start(), "2 7 3 / 1 _ 4 / 8 6 5");
    window.click("row 3, column 1: tile 8");
    assert_eq!(
        window.start(),
        "2 7 3 / 1 _ 4 / 8 6 5",
        "out of line: nothing slides"
    );
    window.click("row 2, column 3: tile 4");
    window.click("row 2, column 1: tile 1");
    assert_eq!(
        window.start(),
        "2 7 3 / _ 1 4 / 8 6 5",
        "two tiles in one go"
    );
    window.click("Undo");
    assert_eq!(
        window.start(),
        "2 7 3 / 1 4 _ / 8 6 5",
        "and back in one go"
    );
    window.click("Redo");
    assert_eq!(window.start(), "2 7 3 / _ 1 4 / 8 6 5");
    assert!(window.has("row 2, column 1: blank"));
}

#[test]
fn a_quick_click_gives_the_board_the_focus() {
    let mut window = Window::new(START);
    // Let go in the frame after the press; the board had no focus before.
    let at = window.place("row 1, column 1: tile 2");
    window.0.event(Event::PointerMoved(at));
    window.0.step();
    for pressed in [true, false] {
        window.button(at, pressed);
    }
    window.0.run();
    let board = window.0.get_by_role_and_label(Role::Grid, "Start board");
    assert!(board.is_focused());
    window.type_text("5");
    window.press(Modifiers::NONE, Key::Enter);
    assert_eq!(window.start(), "5 7 3 / 1 6 4 / 8 _ 2");
}

#[test]
fn a_double_click_types_a_number() {
    let mut window = Window::new(START);
    window.double_click("row 1, column 1: tile 2");
    assert!(window.has("Number for row 1, column 1"));
    window.type_text("6");
    window.press(Modifiers::NONE, Key::Enter);
    assert_eq!(window.start(), "6 7 3 / 1 2 4 / 8 _ 5");
    assert!(!window.has("Number for row 1, column 1"));
    assert_eq!(
        window.model().runs().iter().count(),
        0,
        "Enter was the field's"
    );

    // In line with the blank the first click slides; the second takes that back.
    window.double_click("row 2, column 2: tile 2");
    assert!(window.has("Number for row 2, column 2"));
    assert_eq!(window.start(), "6 7 3 / 1 2 4 / 8 _ 5");
    window.type_text("0");
    window.press(Modifiers::NONE, Key::Enter);
    assert_eq!(window.start(), "6 7 3 / 1 _ 4 / 8 2 5");
}

#[test]
fn a_double_click_that_is_given_up_leaves_what_can_be_redone() {
    let mut window = Window::new(START);
    window.click("row 2, column 2: tile 6");
    window.click("row 1, column 2: tile 7");
    window.apply(DocumentAction::Undo.into());
    let (start, n_versions) = (window.start(), window.model().versions());
    window.double_click("row 2, column 1: tile 1");
    assert!(window.has("Number for row 2, column 1"));
    window.press(Modifiers::NONE, Key::Escape);
    assert_eq!(window.start(), start);
    assert_eq!(window.model().versions(), n_versions);
    window.apply(DocumentAction::Redo.into());
    assert_eq!(window.start(), "2 _ 3 / 1 7 4 / 8 6 5");
}

#[test]
fn a_bad_number_is_refused_with_the_reason() {
    let mut window = Window::new(START);
    window.double_click("row 1, column 1: tile 2");
    window.type_text("9");
    let reason = "A 3×3 board has the tiles 1 to 8; 0 stands for the blank.";
    assert!(window.0.query_by_value(reason).is_some());
    window.press(Modifiers::NONE, Key::Enter);
    assert!(
        window.has("Number for row 1, column 1"),
        "it stays to be mended"
    );
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.has("Number for row 1, column 1"));
    assert_eq!(window.start(), START);
}

/// Where a frame takes long, none is lost, and they stay in their order.
#[test]
fn keys_that_come_together_all_count() {
    let mut window = Window::new(START);
    window.focus_board("Start board");
    window.press_at_once(&[Key::ArrowUp, Key::ArrowUp, Key::ArrowLeft, Key::ArrowDown]);
    assert_eq!(window.start(), "1 2 3 / _ 7 4 / 8 6 5");
}

#[test]
fn keys_move_the_blank_choose_cells_and_type() {
    let mut window = Window::new(START);
    window.focus_board("Start board");
    window.press(Modifiers::NONE, Key::ArrowUp);
    assert_eq!(window.start(), "2 7 3 / 1 _ 4 / 8 6 5");
    window.press(Modifiers::NONE, Key::ArrowLeft);
    window.press(Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(
        window.start(),
        "2 7 3 / _ 1 4 / 8 6 5",
        "at the edge nothing moves"
    );
    // From the first cell to the second of the second row.
    window.press(Modifiers::COMMAND, Key::ArrowRight);
    window.press(Modifiers::COMMAND, Key::ArrowDown);
    window.press(Modifiers::NONE, Key::Space);
    assert_eq!(window.start(), "2 7 3 / 1 _ 4 / 8 6 5");
    window.type_text("5");
    assert!(window.has("Number for row 2, column 2"));
    window.press(Modifiers::NONE, Key::Enter);
    assert_eq!(window.start(), "2 7 3 / 1 5 4 / 8 6 _");
    window.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.start(), "2 7 3 / 1 _ 4 / 8 6 5");
    assert_eq!(window.model().runs().iter().count(), 0);
    window.press(Modifiers::NONE, Key::Enter);
    assert_eq!(window.model().runs().iter().count(), 1, "Enter solves");
}

#[test]
fn the_goal_is_edited_like_the_start() {
    let mut window = Window::new(START);
    window.view("Goal");
    assert!(
        window
            .0
            .query_by_role_and_label(Role::Grid, "Goal board")
            .is_some()
    );
    window.click("row 3, column 2: tile 8");
    assert_eq!(window.goal(), "1 2 3 / 4 5 6 / 7 _ 8");
    assert_eq!(window.start(), START);
}

#[test]
fn presets_set_the_goal() {
    let mut window = Window::new(START);
    for (name, goal) in [
        ("Spiral", "1 2 3 / 8 _ 4 / 7 6 5"),
        ("Blank first", "_ 1 2 / 3 4 5 / 6 7 8"),
        ("As start", START),
        ("Blank last", "1 2 3 / 4 5 6 / 7 8 _"),
    ] {
        window
            .0
            .get_by_role_and_label(Role::ComboBox, "Goal preset")
            .click();
        window.0.run();
        window.click(name);
        assert_eq!(window.goal(), goal, "{name}");
        window.press(Modifiers::NONE, Key::Escape);
    }
}

#[test]
fn another_size_by_grid_and_by_number() {
    let mut window = Window::new(START);
    window
        .0
        .get_by_role_and_label(Role::ComboBox, "Board size")
        .click();
    window.0.run();
    window.click("4 × 5 board");
    assert_eq!(window.puzzle().size(), Size::new(4, 5).unwrap());
    assert!(!window.has("4 × 5 board"), "the list has closed");
    window
        .0
        .get_by_role_and_label(Role::ComboBox, "Board size")
        .click();
    window.0.run();
    window.0.get_by_label("Rows").set_value_accesskit(2.0);
    window.0.run();
    assert_eq!(window.puzzle().size(), Size::new(2, 5).unwrap());
    window.press(Modifiers::NONE, Key::Escape);
    window.press(Modifiers::COMMAND, Key::Z);
    window.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.start(), START);
}

#[test]
fn scrambles_are_solvable() {
    let mut window = Window::new("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 _");
    assert!(window.has("Not solvable"));
    for name in ["Uniformly random", "Random walk"] {
        let (before, goal) = (window.start(), window.goal());
        window.click("Scramble");
        window.click(name);
        assert_ne!(window.start(), before, "{name}");
        assert_eq!(window.goal(), goal, "{name}");
        assert!(window.has("Solvable"), "{name}");
    }
}

#[test]
fn one_press_makes_it_solvable() {
    let mut window = Window::new("1 2 3 / 4 5 6 / 8 7 _");
    let reason = window.puzzle().solvability().reason();
    assert!(window.0.query_by_value(&reason).is_some());
    window.click("Make solvable");
    assert!(window.has("Solvable"));
    assert!(!window.has("Make solvable"));
    assert_eq!(window.start(), window.goal());
    window.click("Undo");
    assert!(window.has("Not solvable"));
}

#[test]
fn heuristics_say_how_far_it_is() {
    let mut window = Window::new(START);
    for row in [
        "Misplaced tiles: 7",
        "Manhattan distance: 11",
        "Linear conflict: 13",
    ] {
        assert!(window.0.query_by_value(row).is_some(), "{row}");
    }
    window.click("row 3, column 1: tile 8");
    assert!(window.0.query_by_value("Manhattan distance: 11").is_none());
    assert!(window.0.query_by_value("Manhattan distance: 10").is_some());
}

#[test]
fn name_costs_and_notes_are_edited() {
    let mut window = Window::new(START);
    let name = window.puzzle().name.clone();
    window.click(&format!(
        "Puzzle name: {}",
        if name.is_empty() { "Untitled" } else { &name }
    ));
    window.press(Modifiers::COMMAND, Key::A);
    window.type_text("A name");
    window.press(Modifiers::NONE, Key::Enter);
    assert_eq!(window.puzzle().name, "A name");
    assert!(window.has("Puzzle name: A name"));

    window.0.get_by_label("Costs of moves").click_accesskit();
    window.0.run();
    window.0.get_by_label("Cost of Up").set_value_accesskit(3.0);
    window.0.run();
    let up = tilescope_puzzle::Direction::Up;
    assert_eq!(window.puzzle().costs.direction_cost(up), 3);

    window
        .0
        .get_by_role_and_label(Role::Button, "Notes")
        .click_accesskit();
    window.0.run();
    let field = window
        .0
        .get_by_role_and_label(Role::MultilineTextInput, "Notes");
    field.focus();
    window.0.run();
    window.type_text("To be tried with A*");
    assert_eq!(window.puzzle().notes, "", "not at every key");
    // After a pause it would survive a crash.
    window.0.run_steps(40);
    assert_eq!(window.puzzle().notes, "To be tried with A*");
    window.type_text(", then IDA*");
    window
        .0
        .get_by_role_and_label(Role::Grid, "Start board")
        .focus();
    window.0.run();
    assert_eq!(window.puzzle().notes, "To be tried with A*, then IDA*");
}

#[test]
fn a_cost_that_is_not_allowed_is_told_at_its_field() {
    let mut window = Window::new(START);
    window.0.get_by_label("Costs of moves").click_accesskit();
    window.0.run();
    let up = tilescope_puzzle::Direction::Up;
    let must = "This must be a whole number from 1 to 1\u{2009}000; it is";
    for (typed, cost, told) in [
        ("0", 1, "1 now."),
        ("x", 1, "1 now."),
        ("2.5", 3, "3 now."),
        ("7", 7, ""),
    ] {
        window.0.get_by_label("Cost of Up").focus();
        window.0.run();
        window.press(Modifiers::COMMAND, Key::A);
        window.type_text(typed);
        window.press(Modifiers::NONE, Key::Enter);
        assert_eq!(window.puzzle().costs.direction_cost(up), cost, "{typed}");
        assert_eq!(window.has(&format!("{must} {told}")), !told.is_empty());
    }
    // It does not lie over a page.
    window.0.get_by_label("Cost of Up").focus();
    window.0.run();
    window.type_text("0");
    window.press(Modifiers::COMMAND, Key::H);
    assert!(window.has("History"));
    assert!(!window.has(&format!("{must} 1 now.")));
}

#[test]
fn a_size_that_is_not_allowed_is_told_and_can_be_typed_again() {
    let mut window = Window::new(START);
    window.click("Board size");
    window.0.get_by_label("Rows").focus();
    window.0.run();
    let told = "This must be a whole number from 2 to 10; it is 10 now.";
    for (typed, rows, is_told) in [("12", 10, true), ("4", 4, false)] {
        window.type_text(typed);
        window.press(Modifiers::NONE, Key::Enter);
        assert_eq!(window.puzzle().size(), Size::new(rows, 3).unwrap());
        assert_eq!(window.has(told), is_told);
        assert_eq!(window.0.query_all_by_value("10").next().is_some(), is_told);
    }
    assert!(!window.has("Rows"));
}

#[test]
fn playing_by_hand_leaves_the_puzzle_alone() {
    let mut window = Window::new("1 2 3 / 4 5 6 / _ 7 8");
    window.view("Play");
    window.click("row 3, column 3: tile 8");
    assert_eq!(window.model().player().at(), 2);
    let reached = "Solved in 2 moves, 0:0";
    assert!(window.0.query_by_label_contains(reached).is_some());
    window.click("Move back");
    assert!(window.0.query_by_value("move 1 of 2").is_some());
    assert!(window.0.query_by_label_contains("Solved in").is_none());
    window.focus_board("Play board");
    window.press(Modifiers::NONE, Key::ArrowRight);
    let reached = "Solved in 2 moves, 0:0";
    assert!(window.0.query_by_label_contains(reached).is_some());
    window.click("First board");
    let shown = window.model().shown_state();
    assert_eq!(window.model().problem().state_line(&shown), window.start());
    window.drag("row 3, column 2: tile 7", "row 3, column 1: blank");
    assert_eq!(
        window.model().player().at(),
        1,
        "dragged onto the blank it slides"
    );
    window.drag("row 1, column 1: tile 1", "row 1, column 2: tile 2");
    window.drag("row 3, column 2: blank", "row 1, column 1: tile 1");
    assert_eq!(window.model().player().at(), 1, "but nothing is swapped");
    assert_eq!(window.start(), "1 2 3 / 4 5 6 / _ 7 8");
    assert!(!window.model().can_redo());
    window.drag("row 3, column 2: blank", "row 3, column 3: tile 8");
    assert!(window.0.query_by_label_contains(reached).is_some());
}

#[test]
fn the_solution_plays_to_the_goal() {
    let mut window = Window::new(START);
    window.view("Play");
    window.apply(RunsAction::Solve.into());
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while window.model().runs().working().is_some() {
        assert!(std::time::Instant::now() < deadline, "it never ends");
        window.0.step();
    }
    window.0.run_steps(2);
    for play in window.0.get_all_by_label("Play solution").take(1) {
        play.click_accesskit();
    }
    window.0.run_steps(2);
    assert!(window.model().player().playing);
    assert_eq!(window.model().view(), BoardView::Play);
    let n = window.model().player().moves().len();
    assert_eq!(n, 13);
    // A second has four moves.
    window.0.run_steps(60);
    let at = window.model().player().at();
    assert!((3..=5).contains(&at), "{at} moves in a second");
    window.0.run_steps(60 * 3);
    assert!(!window.model().player().playing);
    assert!(
        window
            .0
            .query_by_value("Goal reached in 13 moves.")
            .is_some()
    );
    assert_eq!(
        *window.model().player().state(),
        window.model().problem().goal()
    );
}

#[test]
fn boards_of_every_size_are_shown() {
    for (rows, columns) in [(2, 2), (2, 10), (10, 2), (10, 10)] {
        let size = Size::new(rows, columns).unwrap();
        let tiles: Vec<u64> = (0..size.n_cells() as u64).collect();
        let board = Board::new(size, &tiles).unwrap();
        let window = Window::new(&board_line(&board));
        let last = size.n_cells() - 1;
        let last = format!("row {rows}, column {columns}: tile {last}");
        let last = window.0.get_by_label(&last);
        let first = window.0.get_by_label("row 1, column 1: blank");
        let whole = window
            .0
            .get_by_role_and_label(Role::Grid, "Start board")
            .rect();
        for rect in [last.rect(), first.rect()] {
            assert!(whole.contains_rect(rect), "{size}: {rect:?} in {whole:?}");
            assert!(
                (rect.width() - rect.height()).abs() < 0.01,
                "{size}: {rect:?}"
            );
        }
        assert!(first.accesskit_node().parent().is_some());
    }
}
