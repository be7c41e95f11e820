//! Finding nodes by a condition.

use crate::window::{Window, app, has_text, press, solve, window};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use tilescope_trace::NodeId;

fn selection(window: &mut Window) -> Option<NodeId> {
    app(window).model.selection()
}

/// Opens the bar and types.
fn find(window: &mut Window, condition: &str) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::F);
    window.run_steps(4);
    window.get_by_label("Find nodes").type_text(condition);
    window.run_steps(4);
}

#[test]
fn nodes_are_found_one_after_the_other() {
    let mut window = window();
    solve(&mut window);
    find(&mut window, "solution and depth < 3");
    assert!(has_text(&window, "The condition holds for 3 nodes."));
    window.key_press(Key::Enter);
    window.run_steps(4);
    assert_eq!(selection(&mut window), Some(0));
    assert!(has_text(&window, "1 of 3 nodes."));
    // The field keeps the focus.
    window.key_press(Key::Enter);
    window.run_steps(4);
    assert!(has_text(&window, "2 of 3 nodes."));
    press(&mut window, "Next");
    assert!(has_text(&window, "3 of 3 nodes."));
    // After the last comes the first.
    window.key_press(Key::F3);
    window.run_steps(4);
    assert!(has_text(&window, "1 of 3 nodes."));
    window.key_press_modifiers(Modifiers::SHIFT, Key::F3);
    window.run_steps(4);
    assert!(has_text(&window, "3 of 3 nodes."));
    press(&mut window, "Previous");
    assert!(has_text(&window, "2 of 3 nodes."));
    press(&mut window, "Close");
    assert!(window.query_by_label("Find nodes").is_none());
}

#[test]
fn a_node_that_is_found_is_shown_from_its_step_on() {
    let mut window = window();
    solve(&mut window);
    window.key_press(Key::Home);
    window.run_steps(4);
    find(&mut window, "id = 20");
    window.key_press(Key::Enter);
    window.run_steps(4);
    assert_eq!(selection(&mut window), Some(20));
    let model = &app(&mut window).model;
    let born = model.runs().active().unwrap().run.trace().generated_at(20);
    assert_eq!(model.cursor().t, born);
}

#[test]
fn the_shown_board_is_found_and_what_is_no_condition_is_told() {
    let mut window = window();
    find(&mut window, "f < ");
    assert!(has_text(&window, "Solve to have nodes to search."));
    solve(&mut window);
    assert!(has_text(&window, "at column 5."));
    press(&mut window, "This board");
    press(&mut window, "Next");
    assert_eq!(selection(&mut window), Some(0));
}
