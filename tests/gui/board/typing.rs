//! A board is typed number by number, by keys alone.

use crate::board::window::Window;
use crate::window::{pressed, wait};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::edit::BoardView;
use tilescope::gui::{Action, Edit, Side};
use tilescope_lab::{Problem, files};
use tilescope_puzzle::notation::board_line;
use tilescope_puzzle::{Direction, Puzzle, Size};

const START: &str = "2 7 3 / 1 6 4 / 8 _ 5";

#[test]
fn a_whole_board_is_typed_with_spaces() {
    let mut window = Window::new(START);
    window.focus_board("Start board");
    for text in ["8", " ", "1", " ", "3", " ", "4", " ", "0", " ", "2", " "] {
        window.type_text(text);
    }
    assert!(window.has("Number for row 3, column 1"));
    for text in ["7", " ", "6", " ", "5", " "] {
        window.type_text(text);
    }
    assert_eq!(window.start(), "8 1 3 / 4 _ 2 / 7 6 5");
    assert!(!window.has("Number for row 3, column 3"));
    // The board has the keys again.
    window.press(Modifiers::NONE, Key::ArrowUp);
    assert_eq!(window.start(), "8 _ 3 / 4 1 2 / 7 6 5");
}

/// On a board whose numbers have one digit each, nothing need be between them.
#[test]
fn a_board_of_digits_is_typed_without_spaces() {
    let mut window = Window::new(START);
    window.focus_board("Start board");
    for c in "813402765".chars() {
        window.type_text(&c.to_string());
    }
    assert!(window.has("Number for row 3, column 3"));
    // The last cell keeps its keys.
    window.type_text("8");
    assert_eq!(window.start(), "8 1 3 / 4 _ 2 / 7 6 5");
    window.press(Modifiers::NONE, Key::Backspace);
    window.press(Modifiers::NONE, Key::Enter);
    assert_eq!(window.start(), "8 1 3 / 4 _ 2 / 7 6 5");
    // A number that is selected is replaced.
    window.press(Modifiers::COMMAND, Key::Home);
    window.type_text("2");
    window.press(Modifiers::COMMAND, Key::A);
    window.type_text("3");
    window.press(Modifiers::NONE, Key::Enter);
    assert_eq!(window.start(), "3 1 8 / 4 _ 2 / 7 6 5");
}

/// Wherever the chosen cell is.
#[test]
fn a_board_is_typed_from_its_first_cell() {
    let mut window = Window::new(START);
    window.focus_board("Start board");
    for key in [Key::ArrowDown, Key::ArrowRight, Key::Home] {
        window.press(Modifiers::COMMAND, key);
    }
    for c in "8 1 3 4 0 2 7 6 5 ".chars() {
        window.type_text(&c.to_string());
    }
    assert_eq!(window.start(), "8 1 3 / 4 _ 2 / 7 6 5");
    window.press(Modifiers::COMMAND, Key::End);
    window.type_text("8");
    assert!(window.has("Number for row 3, column 3"));
}

/// In row and column, as its tile does.
#[test]
fn the_chosen_cell_stays_in_its_place_on_a_board_of_another_size() {
    let mut window = Window::new(START);
    window.focus_board("Start board");
    window.press(Modifiers::COMMAND, Key::End);
    for (rows, columns, place) in [(4, 4, "row 3, column 3"), (2, 5, "row 2, column 3")] {
        let size = Size::new(rows, columns).unwrap();
        window.apply(Edit::Resize(size).into());
        window.type_text("1");
        assert!(window.has(&format!("Number for {place}")), "{size}");
        window.press(Modifiers::NONE, Key::Escape);
    }
}

/// It began where the keys had been on the board before, so that the first numbers went to its end.
#[test]
fn another_board_and_one_that_is_asked_for_begin_at_the_first_cell() {
    let other = Problem::from(Puzzle::default_for(Size::new(3, 3).unwrap()));
    let opened = DocumentAction::Example(Box::new(other));
    let pasted = DocumentAction::Paste(Side::Start, "2 1 3\n4 5 6\n8 0 7".into());
    for is_wide in [false, true] {
        let mut window = Window::new(START);
        if is_wide {
            window.press(Modifiers::ALT, Key::Num3);
            window.press(Modifiers::COMMAND, Key::E);
        }
        let begins_at_first = |window: &mut Window, what: &str| {
            window.type_text("1");
            assert!(
                window.has("Number for row 1, column 1"),
                "{what}, {is_wide}"
            );
            window.press(Modifiers::NONE, Key::Escape);
            window.press(Modifiers::COMMAND, Key::End);
        };
        window.focus_board("Start board");
        window.press(Modifiers::COMMAND, Key::End);
        for (what, action) in [("opened", &opened), ("pasted", &pasted)] {
            window.apply(action.clone().into());
            if window.has("Discard changes") {
                window.click("Discard changes");
                window.focus_board("Start board");
            }
            begins_at_first(&mut window, what);
        }
        window.press(Modifiers::COMMAND, Key::E);
        begins_at_first(&mut window, "asked for");
        window.apply(Action::View(BoardView::Edit(Side::Goal)));
        begins_at_first(&mut window, "the goal");
        window.press(Modifiers::COMMAND, Key::E);
        begins_at_first(&mut window, "the start");
    }
}

/// The last cell kept the keys: another board was typed into it, number after number.
#[test]
fn another_board_is_typed_after_a_whole_one() {
    let mut window = Window::new(START);
    window.focus_board("Start board");
    for board in ["8 1 3 4 0 2 7 6 5 ", "8 7 6 5 4 3 2 1 0 "] {
        for c in board.chars() {
            window.type_text(&c.to_string());
        }
    }
    assert_eq!(window.start(), "8 7 6 / 5 4 3 / 2 1 _");
    assert!(!window.has("Number for row 1, column 1"));
}

#[test]
fn what_comes_in_a_single_frame_is_typed_in_its_order() {
    for typed in ["8 1 3 4 0 2 7 6 5 ", "813402765 "] {
        let mut window = Window::new(START);
        window.focus_board("Start board");
        let events = typed.chars().map(|c| Event::Text(c.to_string()));
        window.0.input_mut().events.extend(events);
        window.0.run_steps(60);
        assert_eq!(window.start(), "8 1 3 / 4 _ 2 / 7 6 5");
    }
}

/// However slow the frames are.
#[test]
fn keys_wait_until_a_board_that_was_typed_before_them_is_complete() {
    let text = |text: &str| text.chars().map(|c| Event::Text(c.to_string())).collect();
    let type_after = |n_frames: usize, modifiers: Modifiers, key: Key, later: &str| {
        let mut window = Window::new(START);
        window.focus_board("Start board");
        let board: Vec<Event> = text("8 1 3 4 0 2 7 6 5");
        window.0.input_mut().events.extend(board);
        window.0.run_steps(n_frames);
        let key = pressed(key, modifiers);
        let later: Vec<Event> = text(later);
        window.0.input_mut().events.push(key);
        window.0.input_mut().events.extend(later);
        window.0.run_steps(80);
        window
    };
    for n_frames in [0, 1, 2, 5, 40] {
        let window = type_after(n_frames, Modifiers::COMMAND, Key::K, "zoom");
        assert_eq!(window.start(), "8 1 3 / 4 _ 2 / 7 6 5", "{n_frames}");
        let palette = (window.0).get_by_role_and_label(Role::TextInput, "Search commands");
        assert_eq!(palette.value().as_deref(), Some("zoom"), "{n_frames}");

        let window = type_after(n_frames, Modifiers::NONE, Key::Tab, "");
        assert_eq!(window.start(), "8 1 3 / 4 _ 2 / 7 6 5", "{n_frames}");
        assert!(!window.has("Number for row 3, column 3"), "{n_frames}");
    }
}

#[test]
fn the_history_opens_when_the_board_that_was_typed_before_is_complete() {
    let mut window = Window::new(START);
    window.focus_board("Start board");
    let board = "8 1 3 4 0 2 7 6 5"
        .chars()
        .map(|c| Event::Text(c.to_string()));
    window.0.input_mut().events.extend(board);
    window.0.key_press_modifiers(Modifiers::COMMAND, Key::H);
    for _ in 0..80 {
        if window.has("History") {
            break;
        }
        window.0.step();
    }
    assert!(window.has("History"));
    assert_eq!(window.start(), "8 1 3 / 4 _ 2 / 7 6 5");
}

#[test]
fn a_command_finds_the_number_that_is_being_typed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.json");
    let mut window = Window::new(START);
    files::save(window.model().problem(), &path).unwrap();
    window.apply(DocumentAction::Open(path.clone()).into());
    wait(&mut window.0, "the question", |app| {
        app.model.question().is_some()
    });
    window.click("Discard changes");
    assert!(window.model().file().is_some());
    window.focus_board("Start board");
    window.type_text("5");
    window.press(Modifiers::COMMAND, Key::S);
    let typed = "5 7 3 / 1 6 4 / 8 _ 2";
    assert_eq!(window.start(), typed);
    assert!(!window.has("Number for row 1, column 1"));
    wait(&mut window.0, "the file", |app| {
        !app.model.has_unsaved_changes()
    });
    let saved = || match files::load(&path).unwrap() {
        Problem::Tiles(puzzle) => puzzle,
        Problem::Route(_) => panic!("a road map"),
    };
    assert_eq!(board_line(&saved().start), typed);
    // A number that no tile has stays in its field.
    window.type_text("9");
    window.press(Modifiers::COMMAND, Key::S);
    assert!(window.has("Number for row 1, column 1"));
    window.press(Modifiers::NONE, Key::Escape);

    // So are the numbers beside the board.
    window.0.get_by_label("Costs of moves").click_accesskit();
    window.0.run();
    window.0.get_by_label("Cost of Up").focus();
    window.0.run();
    window.press(Modifiers::COMMAND, Key::A);
    window.type_text("4");
    window.press(Modifiers::COMMAND, Key::S);
    wait(&mut window.0, "the cost in the file", |_| {
        saved().costs.direction_cost(Direction::Up) == 4
    });
}

#[test]
fn an_arrow_puts_the_number_and_goes_on_to_the_next_cell() {
    let mut window = Window::new(START);
    window.focus_board("Start board");
    window.type_text("5");
    window.press(Modifiers::NONE, Key::ArrowDown);
    assert_eq!(window.start(), "5 7 3 / 1 6 4 / 8 _ 2");
    assert!(window.has("Number for row 2, column 1"));
    // Nothing is typed there: it stays.
    window.press(Modifiers::COMMAND, Key::ArrowRight);
    assert!(window.has("Number for row 2, column 2"));
    window.type_text("4");
    window.press(Modifiers::NONE, Key::Enter);
    assert_eq!(window.start(), "5 7 3 / 1 4 6 / 8 _ 2");
    assert!(!window.has("Number for row 2, column 2"));
}

#[test]
fn arrows_do_not_leave_a_number_that_no_tile_has() {
    let mut window = Window::new(START);
    window.focus_board("Start board");
    window.type_text("9");
    window.press(Modifiers::NONE, Key::ArrowRight);
    window.type_text(" ");
    assert!(window.has("Number for row 1, column 1"));
    assert_eq!(window.start(), START);
    window.press(Modifiers::NONE, Key::Escape);
    assert_eq!(window.start(), START);
}

#[test]
fn a_cell_that_waits_for_a_number_leaves_undo_to_the_board() {
    let mut window = Window::new(START);
    window.focus_board("Start board");
    for text in ["5", " ", "6", " "] {
        window.type_text(text);
    }
    let typed = "5 6 3 / 1 7 4 / 8 _ 2";
    assert_eq!(window.start(), typed);
    window.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.start(), "5 7 3 / 1 6 4 / 8 _ 2");
    window.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.start(), START);
    for redo in [
        (Modifiers::COMMAND, Key::Y),
        (Modifiers::COMMAND | Modifiers::SHIFT, Key::Z),
    ] {
        window.press(redo.0, redo.1);
    }
    assert_eq!(window.start(), typed);
    assert!(window.has("Number for row 1, column 3"));
    // A number that is typed is undone by itself.
    window.type_text("8");
    window.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.start(), typed);
    window.press(Modifiers::NONE, Key::Escape);
    assert_eq!(window.start(), typed);
}
