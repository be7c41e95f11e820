//! The page that generates puzzles, driven by its accessible names.

use crate::window::{Window, app, apply, click, press, wait, window};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use tilescope::gui::library::LibraryAction;
use tilescope::gui::{Edit, Side};
use tilescope_lab::Interrupt;
use tilescope_lab::generate::{self, Context, Generated, Method, Request};
use tilescope_puzzle::{GoalPreset, Size};

/// The window with the page open.
fn page() -> Window {
    let mut window = window();
    let chord = Modifiers::COMMAND.plus(Modifiers::SHIFT);
    window.key_press_modifiers(chord, Key::N);
    window.run_steps(8);
    window
}

fn choose(window: &mut Window, list: &str, choice: &str) {
    click(window, Role::ComboBox, list);
    window.run_steps(3);
    click(window, Role::ListBoxOption, choice);
}

fn number(window: &mut Window, field: &str, value: f64) {
    window.get_by_label(field).set_value_accesskit(value);
    window.run_steps(3);
}

fn seed(window: &mut Window, text: &str) {
    window
        .get_by_role_and_label(Role::TextInput, "Seed")
        .focus();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.run_steps(2);
    window
        .get_by_role_and_label(Role::TextInput, "Seed")
        .type_text(text);
    window.run_steps(2);
}

/// What the command line makes of the same request.
fn same_on_the_command_line(request: &Request) -> Generated {
    generate::generate(
        request,
        &mut Context {
            memory: 1 << 30,
            interrupt: &Interrupt::default(),
            on_progress: &mut |_| {},
        },
    )
    .unwrap()
}

#[test]
fn one_puzzle_opens_in_the_editor_with_the_seed_in_its_source() {
    let mut window = page();
    choose(&mut window, "Goal of the puzzles", "Spiral");
    number(&mut window, "Moves to the goal", 17.0);
    seed(&mut window, "4711");
    let field = window.get_by_role_and_label(Role::TextInput, "Seed");
    field.hover();
    window.run_steps(6);
    window.get_by_label("The same seed and the same choices give the same puzzle again.");
    press(&mut window, "Generate");
    wait(&mut window, "a puzzle", |app| {
        app.model.generation().n_made() == 1
    });
    assert!(window.query_by_label("Generate puzzles").is_none());
    let puzzle = app(&mut window).model.puzzle().unwrap().clone();
    assert_eq!(puzzle.goal, GoalPreset::Spiral.board(Size::EIGHT_PUZZLE));
    assert_eq!(puzzle.name, "3×3, 17 moves from the goal");
    assert!(puzzle.source.ends_with("seed 4711."), "{}", puzzle.source);
    let expected = same_on_the_command_line(&Request {
        goal: puzzle.goal.clone(),
        method: Method::Distance(17),
        count: 1,
        seed: 4711,
    });
    let known = expected.collection.puzzles.get(0).unwrap();
    assert_eq!(puzzle.start, known.puzzle.start);
    assert_eq!(known.result.as_ref().unwrap().moves, 17);
}

#[test]
fn several_puzzles_become_a_collection() {
    let mut window = page();
    choose(&mut window, "Kind of puzzles", "Manhattan distance");
    number(&mut window, "At least", 30.0);
    number(&mut window, "At most", 34.0);
    number(&mut window, "Rows", 4.0);
    number(&mut window, "Columns", 4.0);
    number(&mut window, "Number of puzzles", 12.0);
    seed(&mut window, "5");
    press(&mut window, "Generate");
    wait(&mut window, "a collection", |app| {
        app.model.library().active().is_some()
    });
    window.get_by_label("4×4, Manhattan distance 30 to 34, 12 puzzles, not saved");
    let expected = same_on_the_command_line(&Request {
        goal: GoalPreset::BlankLast.board(Size::FIFTEEN_PUZZLE),
        method: Method::Manhattan(30..=34),
        count: 12,
        seed: 5,
    });
    let made = app(&mut window)
        .model
        .library()
        .active()
        .unwrap()
        .collection();
    assert_eq!(made.puzzles, expected.collection.puzzles);
    window.get_by_label("Puzzle 2, 4×4");
    let second = LibraryAction::Choose(1);
    apply(&mut window, second.into());
    let name = "Puzzle 2 of 4×4, Manhattan distance 30 to 34";
    window.get_by_label(&format!("Puzzle name: {name}"));
}

#[test]
fn what_cannot_be_generated_is_told_on_the_page() {
    let mut window = page();
    seed(&mut window, "12x");
    window.get_by_label("The seed is a whole number up to 18446744073709551615.");
    seed(&mut window, "12");
    choose(&mut window, "Kind of puzzles", "Manhattan distance");
    number(&mut window, "At least", 30.0);
    window.get_by_label_contains("The range 30..14 is empty");
    choose(&mut window, "Kind of puzzles", "Hardest boards");
    number(&mut window, "Rows", 5.0);
    number(&mut window, "Columns", 5.0);
    press(&mut window, "Generate");
    wait(&mut window, "a refusal", |app| {
        app.model.generation().progress().is_none()
    });
    let told = "The hardest 5×5 boards are not known";
    window.get_by_label_contains(told);
    number(&mut window, "Rows", 4.0);
    let is_told = window.query_by_label_contains(told).is_some();
    assert!(!is_told, "other boards are chosen now");
}

/// A page whose work takes much longer than a test: the proof of long distances on 4×4.
fn page_of_long_work() -> Window {
    let mut window = page();
    number(&mut window, "Moves to the goal", 80.0);
    number(&mut window, "Rows", 4.0);
    number(&mut window, "Columns", 4.0);
    window
}

#[test]
fn generating_is_stopped() {
    let mut window = page_of_long_work();
    let before = app(&mut window).model.puzzle().unwrap().start.clone();
    press(&mut window, "Generate");
    window.run_steps(5);
    press(&mut window, "Stop generating");
    wait(&mut window, "the end", |app| {
        app.model.generation().progress().is_none()
    });
    assert_eq!(app(&mut window).model.puzzle().unwrap().start, before);
    assert_eq!(app(&mut window).model.generation().n_made(), 0);
    window.get_by_label("Generate");
}

#[test]
fn the_seed_of_the_work_is_shown_while_it_goes_on_and_another_is_proposed_after_it() {
    let mut window = page_of_long_work();
    seed(&mut window, "4711");
    press(&mut window, "Generate");
    window.run_steps(5);
    press(&mut window, "Close");
    window.run_steps(5);
    let shown = |window: &Window| {
        let seed = window.get_by_role_and_label(Role::TextInput, "Seed");
        seed.value()
    };
    let reopen = |window: &mut Window| {
        let chord = Modifiers::COMMAND.plus(Modifiers::SHIFT);
        window.key_press_modifiers(chord, Key::N);
        window.run_steps(8);
    };
    reopen(&mut window);
    assert_eq!(shown(&window).as_deref(), Some("4711"));
    press(&mut window, "Close");
    window.run_steps(5);

    // Behind the closed page the status line tells of it.
    window.get_by_label("Generating puzzles,");
    press(&mut window, "Stop: Generating puzzles");
    wait(&mut window, "the end", |app| {
        app.model.generation().progress().is_none()
    });
    window.run_steps(3);
    let is_told = window
        .query_by_label_contains("Generating puzzles")
        .is_some();
    assert!(!is_told, "nothing is generated now");
    reopen(&mut window);
    assert_ne!(shown(&window).as_deref(), Some("4711"));
}

#[test]
fn the_button_that_generates_and_the_one_that_stops_share_the_focus() {
    let mut window = page_of_long_work();
    window.get_by_label("Generate").focus();
    window.run_steps(2);
    window.key_press(Key::Enter);
    window.run_steps(5);
    assert!(window.get_by_label("Stop generating").is_focused());
    window.key_press(Key::Enter);
    wait(&mut window, "the end", |app| {
        app.model.generation().progress().is_none()
    });
    window.run_steps(3);
    assert!(window.get_by_label("Generate").is_focused());
}

#[test]
fn the_seed_of_a_puzzle_that_is_not_opened_is_told() {
    let mut window = window();
    apply(&mut window, Edit::Swap(Side::Start, 0, 1).into());
    let edited = app(&mut window).model.problem().clone();
    for answer in ["Cancel", "Discard changes"] {
        let chord = Modifiers::COMMAND.plus(Modifiers::SHIFT);
        window.key_press_modifiers(chord, Key::N);
        window.run_steps(8);
        seed(&mut window, "4711");
        press(&mut window, "Generate");
        wait(&mut window, "the question", |app| {
            app.model.question().is_some()
        });
        window.run_steps(30);
        press(&mut window, answer);
        window.run_steps(3);
        if answer == "Cancel" {
            window.get_by_label_contains("The seed 4711 generates it again.");
        }
        let is_open = app(&mut window).model.problem() != &edited;
        assert_eq!(is_open, answer != "Cancel");
    }
}

#[test]
fn the_size_stays_until_another_puzzle_is_open_and_a_typed_seed_replaces_the_proposed_one() {
    let mut window = page();
    number(&mut window, "Rows", 4.0);
    number(&mut window, "Columns", 5.0);
    press(&mut window, "Close");
    let chord = Modifiers::COMMAND.plus(Modifiers::SHIFT);
    window.key_press_modifiers(chord, Key::N);
    window.run_steps(8);
    let shown = |window: &Window, field: &str| window.get_by_label(field).value();
    assert_eq!(shown(&window, "Columns").as_deref(), Some("5"));
    window
        .get_by_role_and_label(Role::TextInput, "Seed")
        .focus();
    window.run_steps(3);
    window.event(egui::Event::Text("777".into()));
    window.run_steps(3);
    assert_eq!(shown(&window, "Seed").as_deref(), Some("777"));

    press(&mut window, "Close");
    apply(&mut window, Edit::Resize(Size::new(3, 4).unwrap()).into());
    window.key_press_modifiers(chord, Key::N);
    window.run_steps(8);
    assert_eq!(shown(&window, "Columns").as_deref(), Some("4"));
}

/// As Tab does.
#[test]
fn an_arrow_that_leads_to_a_number_or_the_seed_selects_it() {
    let mut window = page();
    window.get_by_label("Goal of the puzzles").focus();
    window.run_steps(3);
    for (arrow, field) in [
        (Key::ArrowDown, "Number of puzzles"),
        (Key::ArrowUp, "Columns"),
    ] {
        window.get_by_label("Goal of the puzzles").focus();
        window.run_steps(3);
        window.key_press(arrow);
        window.run_steps(3);
        assert!(window.get_by_label(field).is_focused(), "{field}");
        for digit in ["1", "0"] {
            window.event(egui::Event::Text(digit.into()));
            window.run_steps(2);
        }
        assert_eq!(window.get_by_label(field).value().as_deref(), Some("10"));
    }
    // The seed is beside it.
    window.get_by_label("Close").focus();
    window.run_steps(3);
    window.key_press(Key::ArrowRight);
    window.run_steps(3);
    let seed = |window: &Window| {
        let field = window.get_by_role_and_label(Role::TextInput, "Seed");
        assert!(field.is_focused());
        field.value()
    };
    seed(&window);
    for digit in ["7", "8"] {
        window.event(egui::Event::Text(digit.into()));
        window.run_steps(2);
    }
    assert_eq!(seed(&window).as_deref(), Some("78"));
}

#[test]
fn arrows_walk_through_the_rows_of_the_page() {
    let mut window = page();
    let rows = [
        "Kind of puzzles",
        "Moves to the goal",
        "Rows",
        "Columns",
        "Goal of the puzzles",
        "Number of puzzles",
        "Seed",
        "Generate",
    ];
    let is_focused = |window: &Window, label: &str| {
        let mut named = window.query_all_by_label(label);
        named.any(|it| it.is_focused())
    };
    window
        .get_by_role_and_label(Role::Button, "Generate")
        .focus();
    window.run_steps(3);
    for label in rows.iter().rev().skip(1) {
        window.key_press(Key::ArrowUp);
        window.run_steps(3);
        assert!(is_focused(&window, label), "up to {label}");
    }
    for label in rows.iter().skip(1) {
        window.key_press(Key::ArrowDown);
        window.run_steps(3);
        assert!(is_focused(&window, label), "down to {label}");
    }
    // Arrows that pass a number leave it as it is.
    for (label, value) in [("Columns", "3"), ("Number of puzzles", "1")] {
        window.get_by_label(label).focus();
        window.run_steps(3);
        assert_eq!(window.get_by_label(label).value().as_deref(), Some(value));
    }
}

/// As the first click in a number does; the next one places the caret.
#[test]
fn the_first_click_in_the_seed_selects_it() {
    let mut window = page();
    window.get_by_label("Goal of the puzzles").focus();
    seed(&mut window, "123456");
    window.get_by_label("Goal of the puzzles").focus();
    window.run_steps(3);
    let at = window.get_by_role_and_label(Role::TextInput, "Seed").rect();
    let press = |window: &mut Window, pressed| {
        let button = egui::PointerButton::Primary;
        let (pos, modifiers) = (at.center(), Modifiers::NONE);
        window.event(egui::Event::PointerMoved(pos));
        window.event(egui::Event::PointerButton {
            pos,
            button,
            pressed,
            modifiers,
        });
        window.run_steps(2);
    };
    let value = |window: &Window| {
        let field = window.get_by_role_and_label(Role::TextInput, "Seed");
        assert!(field.is_focused());
        field.value().unwrap()
    };
    let click = |window: &mut Window| {
        press(window, true);
        press(window, false);
    };
    click(&mut window);
    window.event(egui::Event::Text("42".into()));
    window.run_steps(2);
    assert_eq!(value(&window), "42");
    // Not a double click.
    window.run_steps(60);
    click(&mut window);
    window.event(egui::Event::Text("1".into()));
    window.run_steps(2);
    assert_eq!(value(&window).len(), 3);
}
