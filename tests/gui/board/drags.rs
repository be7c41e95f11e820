//! Tiles that are dragged, with a mouse, a finger or a pen.

use super::START;
use super::window::Window;
use egui::{Event, Key, Modifiers, PointerButton, TouchPhase, Vec2};
use tilescope_puzzle::Size;

#[test]
fn a_drag_swaps_and_escape_lets_go() {
    let mut window = Window::new(START);
    window.drag("row 1, column 1: tile 2", "row 2, column 3: tile 4");
    assert_eq!(window.start(), "4 7 3 / 1 6 2 / 8 _ 5");
    assert!(window.has("Not solvable"));
    window.drag("row 1, column 2: tile 7", "row 3, column 2: blank");
    assert_eq!(window.start(), "4 _ 3 / 1 6 2 / 8 7 5");

    let to = window.place("row 3, column 3: tile 5");
    window.take_up("row 1, column 1: tile 4", to);
    window.press(Modifiers::NONE, Key::Escape);
    window.button(to, false);
    window.0.run();
    assert_eq!(window.start(), "4 _ 3 / 1 6 2 / 8 7 5");

    window.drag("row 1, column 2: blank", "row 3, column 3: tile 5");
    assert_eq!(window.start(), "4 5 3 / 1 6 2 / 8 7 _");
}

#[test]
fn a_drag_ends_the_typing_in_a_cell_and_takes_its_number() {
    let mut window = Window::new(START);
    let number = "Number for row 1, column 3";
    window.double_click("row 1, column 3: tile 3");
    assert!(window.has(number));
    window.drag("row 2, column 1: tile 1", "row 3, column 1: tile 8");
    assert!(!window.has(number));
    assert_eq!(window.start(), "2 7 3 / 8 6 4 / 1 _ 5");

    window.double_click("row 1, column 3: tile 3");
    window.type_text("4");
    window.drag("row 1, column 1: tile 2", "row 1, column 2: tile 7");
    assert!(!window.has(number));
    assert_eq!(window.start(), "7 2 4 / 8 6 3 / 1 _ 5");

    window.double_click("row 1, column 3: tile 4");
    window.type_text("6");
    let to = window.take_up_corner(Vec2::new(1.1, 0.0));
    assert!(!window.has(number));
    window.button(to, false);
    window.0.run();
    assert_eq!(window.puzzle().size(), Size::new(3, 4).unwrap());
    assert!(window.start().starts_with("7 2 6 "), "{}", window.start());
}

/// In a frame that took long, the pointer is over another cell by then.
#[test]
fn a_quick_drag_takes_the_tile_that_was_pressed() {
    let mut window = Window::new(START);
    let names = ["row 1, column 1: tile 2", "row 1, column 2: tile 7"];
    let [pos, over] = names.map(|name| window.place(name));
    let to = window.place("row 2, column 3: tile 4");
    window.0.event(Event::PointerMoved(pos));
    window.0.step();
    let press = Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed: true,
        modifiers: Modifiers::NONE,
    };
    let events = [press, Event::PointerMoved(over)];
    window.0.input_mut().events.extend(events);
    window.0.step();
    window.0.event(Event::PointerMoved(to));
    window.0.step();
    window.button(to, false);
    window.0.run();
    assert_eq!(window.start(), "4 7 3 / 1 6 2 / 8 _ 5");
}

#[test]
fn a_finger_slides_drags_and_is_taken_off() {
    let mut window = Window::new(START);
    let tap = window.place("row 2, column 2: tile 6");
    for phase in [TouchPhase::Start, TouchPhase::End] {
        window.touch(phase, tap);
        window.0.step();
    }
    window.0.run();
    assert_eq!(window.start(), "2 7 3 / 1 _ 4 / 8 6 5");
    // A tap that is over within a frame counts too.
    let tap = window.place("row 3, column 2: tile 6");
    window.touch(TouchPhase::Start, tap);
    window.touch(TouchPhase::End, tap);
    window.0.run();
    assert_eq!(window.start(), "2 7 3 / 1 6 4 / 8 _ 5");

    let [from, to] = ["row 1, column 1: tile 2", "row 2, column 3: tile 4"];
    let [from, to] = [from, to].map(|name| window.place(name));
    // The system may take the finger off, for a gesture of its own: nothing is swapped.
    for (last, expected) in [
        (TouchPhase::Cancel, "2 7 3 / 1 6 4 / 8 _ 5"),
        (TouchPhase::End, "4 7 3 / 1 6 2 / 8 _ 5"),
    ] {
        window.touch(TouchPhase::Start, from);
        window.0.step();
        for part in [0.3, 0.7, 1.0] {
            window.touch(TouchPhase::Move, from.lerp(to, part));
            window.0.step();
        }
        window.touch(last, to);
        window.0.run();
        assert_eq!(window.start(), expected, "{last:?}");
    }
}
