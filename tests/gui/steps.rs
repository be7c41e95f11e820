//! Going to a step, a node or an iteration; the reason in the node panel, and how a run ended.

use crate::window::{
    Window, app, apply, choose_algorithm, has_text, press, select, solve, trace, window,
};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use tilescope::gui::timeline::TimelineAction;
use tilescope::gui::{Action, Edit, Side};
use tilescope_puzzle::notation::parse_board;
use tilescope_search::NodeOutcome;
use tilescope_trace::{NodeId, Status};

/// Far from its goal.
const HARD: &str = "8 6 7 / 2 5 4 / 3 _ 1";

/// A window in which the puzzle of the first start has been solved.
fn solved_by(algorithm: &str) -> Window {
    searched(window(), algorithm)
}

/// A window in which a hard puzzle has been searched.
fn hard(algorithm: &str) -> Window {
    let mut window = window();
    let start = parse_board(HARD).unwrap();
    apply(&mut window, Action::from(Edit::Board(Side::Start, start)));
    searched(window, algorithm)
}

fn searched(mut window: Window, algorithm: &str) -> Window {
    choose_algorithm(&mut window, algorithm);
    solve(&mut window);
    window
}

fn t(window: &mut Window) -> u32 {
    app(window).model.cursor().t
}

fn type_number(window: &mut Window, field: &str, text: &str) {
    window.get_by_label(field).type_text(text);
    window.run_steps(3);
}

#[test]
fn a_step_is_found_by_its_number() {
    let mut window = solved_by("a-star");
    window.key_press_modifiers(Modifiers::COMMAND, Key::G);
    window.run_steps(6);
    type_number(&mut window, "Number of the step", "38");
    window.get_by_label("There is no step with this number: the last one is 37.");
    window.key_press(Key::Enter);
    window.run_steps(3);
    assert_eq!(t(&mut window), 37, "a wrong number changes nothing");
    window.key_press(Key::Backspace);
    window.key_press(Key::Backspace);
    window.run_steps(3);
    type_number(&mut window, "Number of the step", "x");
    window.get_by_label("Type a whole number from 0 to 37.");
    window.key_press(Key::Backspace);
    window.run_steps(2);
    type_number(&mut window, "Number of the step", " 12");
    window.key_press(Key::Enter);
    window.run_steps(4);
    assert_eq!(t(&mut window), 12);
    assert!(window.query_by_label("Number of the step").is_none());
}

#[test]
fn a_node_is_found_by_its_number_and_shown_from_its_birth() {
    let mut window = solved_by("a-star");
    apply(&mut window, TimelineAction::Seek(1).into());
    window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::G);
    window.run_steps(6);
    type_number(&mut window, "Number of the node", "#40");
    press(&mut window, "Go");
    assert_eq!(app(&mut window).model.selection(), Some(40));
    let born = trace(&window).generated_at(40);
    assert_eq!(t(&mut window), born);
}

#[test]
fn the_keys_go_from_iteration_to_iteration() {
    let mut window = hard("ida-star");
    let starts: Vec<u32> = (0..trace(&window).n_iterations())
        .scan(None, |t, _| {
            let trace = trace(&window);
            let start = match *t {
                None => 0,
                Some(t) => trace.iteration(t).unwrap().moments.end() + 1,
            };
            *t = Some(start);
            Some(start)
        })
        .collect();
    assert!(starts.len() > 2, "{starts:?}");
    for &start in starts.iter().rev() {
        window.key_press(Key::PageUp);
        window.run_steps(3);
        assert_eq!(t(&mut window), start);
    }
    for &start in &starts[1..] {
        window.key_press(Key::PageDown);
        window.run_steps(3);
        assert_eq!(t(&mut window), start);
    }
    assert!(has_text(&window, "Iteration "));
}

#[test]
fn a_restart_is_called_a_restart() {
    let mut window = hard("random-restart-hill-climbing");
    let n = trace(&window).n_iterations() - 1;
    let n = tilescope_lab::format::count(n as u64);
    assert!(has_text(&window, &format!("Restart {n} of {n}")));
    assert!(
        has_text(&window, &format!("restart: {n}")),
        "the node panel"
    );
    assert!(!has_text(&window, "bound"));
    apply(&mut window, TimelineAction::Seek(0).into());
    assert!(has_text(&window, "First climb"));
}

#[test]
fn a_duplicate_leads_to_its_original() {
    let mut window = solved_by("a-star");
    let end = trace(&window).n_expanded();
    let is_duplicate = |&node: &NodeId| {
        let status = trace(&window).status(node, end);
        status == Status::Discarded(NodeOutcome::Duplicate)
    };
    let duplicate = (0..trace(&window).n_nodes()).find(is_duplicate).unwrap();
    select(&mut window, duplicate);
    let link = window
        .get_by_role(Role::Link)
        .accesskit_node()
        .label()
        .unwrap();
    let original: NodeId = link.rsplit_once(' ').unwrap().1.parse().unwrap();
    assert!(original < duplicate);
    window.get_by_role(Role::Link).click();
    window.run_steps(4);
    assert_eq!(app(&mut window).model.selection(), Some(original));
    assert!(window.query_by_role(Role::Link).is_none());
}

#[test]
fn a_climb_that_is_stuck_says_so() {
    let window = hard("hill-climbing");
    assert!(has_text(&window, "stuck in a local minimum"));
    assert!(has_text(&window, "Stuck in a local minimum after "));
    assert!(has_text(&window, "no neighbour is lower."));
    assert!(
        has_text(&window, "this is a local minimum."),
        "the node panel"
    );
    assert!(!has_text(&window, "not proved"));
}

/// Two texts of a row don't touch, however long the figures are.
#[test]
fn long_figures_keep_clear_of_their_labels() {
    let mut window = solved_by("a-star");
    app(&mut window).show_only("Node");
    for width in [280.0, 340.0, 420.0] {
        window.set_size(egui::vec2(width, 700.0));
        window.run_steps(4);
        let label = window.get_by(|node| {
            let text = node.label().or(node.value()).unwrap_or_default();
            text.starts_with("generated at: ")
        });
        assert!(label.rect().max.x <= width, "{:?} in {width}", label.rect());
        assert!(
            label.rect().width() >= 128.0,
            "{:?} in {width}",
            label.rect()
        );
    }
}

#[test]
fn one_step_too_many_says_so_and_keeps_the_search() {
    let mut window = solved_by("a-star");
    let shown = |window: &mut Window| app(window).model.runs().active().map(|entry| entry.id);
    let solved = shown(&mut window);
    let finished = "Finished. Press again to start over.";
    press(&mut window, "Step");
    assert!(has_text(&window, finished));
    assert_eq!(shown(&mut window), solved);
    // Elsewhere in the search it is said again.
    apply(&mut window, TimelineAction::Seek(3).into());
    press(&mut window, "Step");
    assert_eq!(shown(&mut window), solved);
    press(&mut window, "Step");
    assert_ne!(shown(&mut window), solved);
    assert_eq!(trace(&window).n_expanded(), 0);
}

#[test]
fn a_step_with_other_settings_begins_another_search() {
    let mut window = solved_by("a-star");
    choose_algorithm(&mut window, "greedy-best-first");
    let before = app(&mut window).model.runs().last();
    press(&mut window, "Step");
    assert_ne!(app(&mut window).model.runs().last(), before);
    assert!(!has_text(&window, "Finished."));
}
