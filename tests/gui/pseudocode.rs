//! The pseudocode panel: the steps of the algorithm, with the step of the present event lit.

use crate::window::{Window, apply, choose_algorithm, click, press, select, solve, trace, window};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use tilescope::gui::Action;
use tilescope::gui::timeline::TimelineAction;
use tilescope_search::NodeOutcome;

fn panel(algorithm: &str) -> Window {
    let mut window = window();
    choose_algorithm(&mut window, algorithm);
    press(&mut window, "Pseudocode");
    window
}

fn seek(window: &mut Window, t: u32) {
    apply(window, Action::Timeline(TimelineAction::Seek(t)));
}

/// The text of the step that is lit.
fn lit(window: &Window) -> Option<String> {
    let rows = window.query_all_by_role(Role::ListBoxOption);
    let lit = rows.filter(|row| row.accesskit_node().is_selected() == Some(true));
    let mut texts = lit.filter_map(|row| row.accesskit_node().label());
    let text = texts.next();
    assert_eq!(texts.next(), None, "one step is lit");
    text
}

#[test]
fn the_step_of_the_present_event_is_lit() {
    let mut window = panel("a-star");
    assert_eq!(
        lit(&window),
        None,
        "before the first run the steps are shown alone"
    );
    window.get_by_label("node ← remove the node with the lowest f from the frontier");
    solve(&mut window);
    seek(&mut window, 0);
    let begin = "frontier ← the root, in a priority queue by f = g + h";
    assert_eq!(lit(&window).as_deref(), Some(begin));
    window.key_press(Key::ArrowRight);
    window.run_steps(3);
    let remove = "node ← remove the node with the lowest f from the frontier";
    assert_eq!(lit(&window).as_deref(), Some(remove));
    let record = trace(&window).clone();
    let of = |outcome| (0..record.n_nodes()).find(|&node| record.outcome(node) == outcome);
    seek(&mut window, record.n_expanded());
    select(&mut window, of(NodeOutcome::Duplicate));
    let duplicate = "if the state of child was reached at no greater cost: discard child";
    assert_eq!(lit(&window).as_deref(), Some(duplicate));
    let goal = trace(&window).goal();
    select(&mut window, goal);
    assert_eq!(
        lit(&window).as_deref(),
        Some("if node is a goal: return its path")
    );
    seek(&mut window, 1);
    assert_eq!(
        lit(&window).as_deref(),
        Some(remove),
        "the goal is not generated yet: the node that is expanded"
    );
    seek(&mut window, record.n_expanded());
    window.get_by_label_contains("f(node): 13 = 13 + 0  · frontier: ");
}

#[test]
fn an_engine_says_that_it_has_no_steps() {
    let window = panel("fastest-optimal");
    window.get_by_label_contains("Engines choose their steps by themselves");
}

#[test]
fn the_presentation_shows_it_beside_the_tree() {
    let mut window = window();
    solve(&mut window);
    window.key_press(Key::F5);
    window.run_steps(6);
    window.get_by_label_contains("Why node ");
    click(&mut window, Role::RadioButton, "Pseudocode");
    assert!(lit(&window).is_some());
    window.get_by_label("f(node)");
    assert!(window.query_by_label_contains("Why node ").is_none());
    click(&mut window, Role::RadioButton, "Why");
    window.get_by_label_contains("Why node ");
}
