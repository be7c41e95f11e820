//! The palette finds the usual goals and the forms in which a solution is saved.

use crate::controls::{choose_in_palette, type_in_palette};
use crate::window::{app, solve, window};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use tilescope::gui::app::App;
use tilescope_puzzle::GoalPreset;

#[test]
fn a_usual_goal_is_found_and_taken() {
    let mut window = window();
    let goal = |window: &mut crate::window::Window| {
        let puzzle = app(window).model.puzzle().unwrap();
        (puzzle.goal.clone(), puzzle.size())
    };
    for (text, preset) in [
        ("goal: spiral", GoalPreset::Spiral),
        ("goal blank first", GoalPreset::BlankFirst),
        ("goal: blank last", GoalPreset::BlankLast),
    ] {
        choose_in_palette(&mut window, text);
        let (goal, size) = goal(&mut window);
        assert_eq!(goal, preset.board(size), "{text}");
    }
}

#[test]
fn a_solution_is_saved_in_the_form_that_is_typed() {
    let mut window = window();
    type_in_palette(&mut window, "latex");
    let name = "Save solution: LaTeX table…";
    let row = window.get_by_role_and_label(Role::Button, name);
    assert!(
        row.accesskit_node().is_disabled(),
        "there is no solution yet"
    );
    window.key_press(Key::Escape);
    window.run_steps(3);
    solve(&mut window);
    for text in ["latex", "markdown", "strip", "svg animation", "gif"] {
        choose_in_palette(&mut window, text);
        crate::window::wait(&mut window, text, App::has_file_dialog);
        window.key_press(Key::Escape);
        window.run_steps(3);
        assert!(!app(&mut window).has_file_dialog(), "{text}");
    }
}
