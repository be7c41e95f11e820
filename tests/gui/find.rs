//! Finding nodes by a condition.

use crate::focus::{focus, focused};
use crate::window::{Window, app, apply, choose_algorithm, has_text, press, solve, window};
use egui::accesskit::Role;
use egui::epaint::{Mesh, Shape};
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use tilescope::gui::timeline::TimelineAction;
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

#[test]
fn escape_closes_the_bar_alone_and_leads_back() {
    let mut window = window();
    solve(&mut window);
    for (leads_from, condition, expected) in [
        (Some(Role::Tree), "depth = 3", "Search tree"),
        // The condition is kept.
        (None, "", "Search tree"),
        (Some(Role::Button), "", "Scramble"),
    ] {
        if let Some(role) = leads_from {
            focus(&mut window, role, expected);
        }
        find(&mut window, condition);
        for key in [Key::Enter, Key::Escape] {
            window.key_press(key);
            window.run_steps(8);
        }
        assert!(window.query_by_label("Find nodes").is_none());
        let found = selection(&mut window).unwrap();
        assert_eq!(crate::window::trace(&window).depth(found), 3);
        assert_eq!(focused(&window).as_deref(), Some(expected));
        if expected == "Search tree" {
            window.key_press(Key::ArrowUp);
            window.run_steps(4);
            let parent = crate::window::trace(&window).parent(found);
            assert_eq!(selection(&mut window), parent);
            // Now it is the tree's, and lets go of the node, and then of the focus.
            for has_focus in [true, false] {
                window.key_press(Key::Escape);
                window.run_steps(8);
                assert_eq!(selection(&mut window), None);
                assert_eq!(focused(&window).is_some(), has_focus);
            }
        }
    }
}

#[test]
fn a_node_of_another_iteration_is_shown_in_its_iteration() {
    let mut window = window();
    choose_algorithm(&mut window, "ida-star");
    solve(&mut window);
    let trace = crate::window::trace(&window).clone();
    let last = trace.n_iterations() - 1;
    assert!(last > 0);
    find(&mut window, "depth = 1");
    for _ in 0..6 {
        window.key_press(Key::Enter);
        window.run_steps(4);
        let node = selection(&mut window).unwrap();
        let number = trace.iteration_of(node).unwrap();
        let shown = trace.iteration(app(&mut window).model.cursor().t).unwrap();
        assert_eq!(shown.number, number);
        let label = format!("node {node}, ");
        let is_it = |text: String| text.starts_with(&label);
        let items = window.query_all_by_role(Role::TreeItem);
        let mut names = items.filter_map(|item| item.accesskit_node().label());
        assert!(names.any(is_it));
    }
    // A node that the tree does not show leaves the keys to those that it does.
    let node = (1..trace.n_nodes()).find(|&it| trace.iteration_of(it) == Some(0));
    crate::window::select(&mut window, node);
    let shown = trace.iteration(app(&mut window).model.cursor().t).unwrap();
    assert_eq!(shown.number, 0);
    apply(&mut window, Action::Timeline(TimelineAction::SeekEnd));
    assert_eq!(selection(&mut window), node);
    focus(&mut window, Role::Tree, "Search tree");
    window.key_press(Key::ArrowUp);
    window.run_steps(4);
    let current = trace.expanded_node(trace.n_expanded());
    assert_eq!(selection(&mut window), current);
    crate::window::select(&mut window, node);
    apply(&mut window, Action::Timeline(TimelineAction::SeekEnd));
    window.key_press(Key::R);
    window.run_steps(4);
    assert_eq!(selection(&mut window), Some(0));
    let shown = trace.iteration(app(&mut window).model.cursor().t).unwrap();
    assert_eq!(shown.number, last);
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
    choose_algorithm(&mut window, "breadth-first");
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
