//! Finding nodes by a condition.

use crate::window::{Window, app, apply, has_text, press, solve, window};
use egui::epaint::{Mesh, Shape};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use tilescope::gui::{Action, theme};
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

/// The meshes among the shapes, also those in groups.
fn meshes<'a>(shape: &'a Shape, found: &mut Vec<&'a Mesh>) {
    match shape {
        Shape::Mesh(mesh) => found.push(mesh),
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| meshes(shape, found)),
        _ => {}
    }
}

#[test]
fn the_map_of_the_tree_marks_nodes_that_are_found() {
    let mut window = window();
    apply(&mut window, Action::Theme(egui::ThemePreference::Dark));
    crate::window::choose_algorithm(&mut window, "breadth-first");
    solve(&mut window);
    for _ in 0..3 {
        press(&mut window, "Zoom in");
    }
    let colour = theme::palette_of(true).found;
    let n_marks = |window: &Window| {
        let map = window.get_by_label("Map of the tree").rect();
        let shapes = &window.output().shapes;
        let mut found = Vec::new();
        shapes.iter().for_each(|it| meshes(&it.shape, &mut found));
        let vertices = found.iter().flat_map(|mesh| &mesh.vertices);
        let marks = vertices.filter(|it| it.color == colour && map.contains(it.pos));
        marks.count() / 4
    };
    assert_eq!(n_marks(&window), 0);
    find(&mut window, "depth = 6");
    window.run_steps(4);
    let trace = crate::window::trace(&window);
    let is_at_6 = |node: &NodeId| trace.depth(*node) == 6;
    let n = (0..trace.n_nodes()).filter(is_at_6).count();
    assert!(n > 3);
    assert!(has_text(
        &window,
        &format!("The condition holds for {n} nodes.")
    ));
    window.run_steps(4);
    assert_eq!(n_marks(&window), n);
}
