//! What h of a board is made of: in the node panel, with the estimates, and for a formula.

use crate::window::{Window, app, apply, has_text, press, select, solve, window};
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use tilescope::gui::Action;
use tilescope_lab::{Settings, job};
use tilescope_puzzle::HeuristicExpr;

fn solve_with(window: &mut Window, algorithm: &str, heuristic: &str) {
    let heuristic: HeuristicExpr = heuristic.parse().unwrap();
    let algorithm = job::algorithm(algorithm).unwrap();
    let settings = Settings::new(algorithm, heuristic);
    apply(window, Action::Settings(settings.into()));
    solve(window);
    select(window, 0);
    press(window, "What h is made of");
    window.run_steps(3);
}

#[test]
fn the_node_panel_shows_the_share_of_each_tile() {
    let mut window = window();
    solve_with(&mut window, "a-star", "linear-conflict");
    // Kantz's board: 2 7 3 / 1 6 4 / 8 _ 5.
    let image = "Linear conflict: tile 2: 1; tile 7: 3; tile 1: 1; tile 6: 1; tile 4: 2; tile 8: 1; tile 5: 2";
    assert!(window.query_by_label_contains(image).is_some());
    press(&mut window, "What h is made of");
    window.run_steps(3);
    assert!(window.query_by_label_contains(image).is_none());
}

#[test]
fn a_formula_shows_the_values_of_its_tiles() {
    let mut window = window();
    solve_with(
        &mut window,
        "a-star",
        "manhattan + 2*count(dr == 1 and dc == 1)",
    );
    assert!(has_text(&window, "count(dr == 1 and dc == 1)"));
    assert!(
        window
            .query_by_label_contains("Manhattan distance: tile 2: 1")
            .is_some()
    );
}

#[test]
fn of_a_maximum_the_greatest_is_drawn_and_whole_boards_say_so() {
    let mut window = window();
    solve_with(&mut window, "ida-star", "max(misplaced, manhattan)");
    assert!(
        window
            .query_by_label_contains("Manhattan distance: tile 2: 1")
            .is_some()
    );
    assert!(
        window
            .query_by_label_contains("Misplaced tiles: tile")
            .is_none()
    );
    press(&mut window, "What h is made of");
    solve_with(&mut window, "a-star", "inversion-distance");
    assert!(has_text(&window, "It looks at the board as a whole."));
    // A search without h has nothing to show.
    let settings = Settings::new(
        job::algorithm("breadth-first").unwrap(),
        app(&mut window).model.settings().heuristic.clone(),
    );
    apply(&mut window, Action::Settings(settings.into()));
    solve(&mut window);
    assert!(
        window
            .query_by_role_and_label(Role::Button, "What h is made of")
            .is_none()
    );
}
