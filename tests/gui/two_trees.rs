//! A search from both ends in the window: two trees, and a node of the one from the goal.

use crate::window::{Window, app, choose_algorithm, press, select, solve, trace, window};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use tilescope_puzzle::{Board, Direction, notation};
use tilescope_search::SearchDirection;

/// A window in which the puzzle of the first start has been solved: 13 moves.
fn solved(algorithm: &str) -> Window {
    let mut window = window();
    choose_algorithm(&mut window, algorithm);
    solve(&mut window);
    window
}

fn goal(window: &Window) -> Board {
    let app = window.state().as_ref().unwrap();
    let job = app.model.runs().active().unwrap().run.job();
    job.problem.puzzle().unwrap().goal.clone()
}

fn key(window: &mut Window, key: Key) {
    window.get_by_label("Search tree").focus();
    window.run_steps(2);
    window.key_press(key);
    window.run_steps(3);
}

#[test]
fn a_node_of_the_tree_from_the_goal_is_labelled() {
    let mut window = solved("bidirectional-breadth-first");
    // The goal's root is beside the start's: it is walked to, and down from there.
    key(&mut window, Key::R);
    key(&mut window, Key::ArrowRight);
    assert_eq!(app(&mut window).model.selection(), Some(1));
    window.get_by_label(&notation::board_line(&goal(&window)));
    let child = trace(&window).first_child(1).unwrap();
    let begin = format!("node {child}, ");
    let item = window.get_by(|item| {
        let label = item.label().unwrap_or_default();
        item.role() == Role::TreeItem && label.starts_with(&begin)
    });
    item.click_accesskit();
    window.run_steps(3);
    assert_eq!(app(&mut window).model.selection(), Some(child));
    let value = window.get_by_label("Search tree").value().unwrap();
    assert!(value.starts_with(&format!(
        "node {child}, from the goal, expanded, depth 1, g 1"
    )));
    let n_said = window.query_all_by_label("from the goal").count();
    assert_eq!(n_said, 2, "in the legend, and of the node");

    // Its board is the one from which the action on its link leads to the goal.
    let action = Direction::from(trace(&window).action(child).unwrap());
    window.get_by_label(&format!("next action: {}", action.name()));
    window.get_by_label("g, to the goal: 1");
    let mut board = goal(&window);
    assert!(board.slide(action.opposite()));
    window.get_by_role_and_label(Role::Image, &notation::board_line(&board));

    key(&mut window, Key::R);
    assert_eq!(
        app(&mut window).model.selection(),
        Some(1),
        "the root of its tree"
    );
}

#[test]
fn the_solution_is_one_path_through_both_trees() {
    for algorithm in ["bidirectional-breadth-first", "nbs"] {
        let mut window = solved(algorithm);
        let meeting = trace(&window).meeting().unwrap();
        let solution = trace(&window).solution();
        assert_eq!(solution.len(), 14, "{algorithm}");
        for node in [meeting.forward, meeting.backward] {
            select(&mut window, node);
            window.get_by_label("status: meeting");
            let said = |text: &str| text.starts_with("The two trees met here at step ");
            window.get_by(|item| said(&item.label().or(item.value()).unwrap_or_default()));
        }
        window.get_by_label("Solution in both trees, 13 moves".to_uppercase().as_str());
        // The strip shows the moves of the solution, past the meeting too.
        let after = solution[trace(&window).depth(meeting.forward) as usize + 1];
        assert_eq!(trace(&window).direction(after), SearchDirection::Backward);
        let action = Direction::from(trace(&window).action(meeting.backward).unwrap());
        press(&mut window, &format!("{}, node {after}", action.name()));
        assert_eq!(
            app(&mut window).model.selection(),
            Some(after),
            "{algorithm}"
        );
    }
}

#[test]
fn nbs_says_with_which_node_it_chose_a_pair() {
    let mut window = solved("nbs");
    let [one, other] = [5, 6].map(|t| trace(&window).expanded_node(t).unwrap());
    for (node, other) in [(one, other), (other, one)] {
        select(&mut window, node);
        let end = format!("with node {other} of the other tree it formed the pair");
        window.get_by(|item| {
            let text = item.label().or(item.value()).unwrap_or_default();
            text.contains(&end)
        });
    }
}
