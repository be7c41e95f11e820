//! The colours of nodes by a number: the choice in the tree's head, and the scale on its canvas.

use crate::window::{Window, app, apply, choose_algorithm, select, solve, wait, window};
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use tilescope::gui::colouring::Viewer;
use tilescope::gui::colouring::{ColourBy, ColouringAction};
use tilescope::gui::commands::Command;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::session::{Session, Store};
use tilescope::gui::{Action, Edit};
use tilescope_lab::{Problem, Quantity, RunOutcome};
use tilescope_puzzle::notation::parse_board;

fn solved(algorithm: &str) -> Window {
    let mut window = window();
    choose_algorithm(&mut window, algorithm);
    solve(&mut window);
    window
}

fn open(window: &mut Window) {
    let choice = window.get_by_role_and_label(Role::ComboBox, "Colour of the nodes");
    choice.click();
    window.run_steps(3);
}

fn choose(window: &mut Window, name: &str) {
    open(window);
    window
        .get_by_role_and_label(Role::ListBoxOption, name)
        .click();
    window.run_steps(6);
}

fn chosen(window: &Window) -> String {
    let choice = window.get_by_role_and_label(Role::ComboBox, "Colour of the nodes");
    choice.value().unwrap_or_default()
}

#[test]
fn nodes_are_coloured_by_a_number_with_a_scale() {
    let mut window = solved("a-star");
    assert_eq!(chosen(&window), "Colour: status");
    assert!(window.query_by_label_contains("Colours: ").is_none());
    choose(&mut window, "f = g + h");
    assert_eq!(chosen(&window), "Colour: f");
    window.get_by_label("Colours: f from 11 to 15");
    choose(&mut window, "age: step that generated it");
    window.get_by_label("Colours: age from 0 to 37");
    choose(&mut window, "status: frontier, expanded, duplicate …");
    assert!(window.query_by_label_contains("Colours: ").is_none());
}

#[test]
fn the_error_of_h_is_known_on_small_boards_and_road_maps() {
    let mut window = solved("a-star");
    choose(&mut window, "error of h: h* − h");
    crate::window::wait(&mut window, "h*", |app| {
        let model = &app.model;
        let entry = model.runs().active().unwrap();
        model.colouring().of(entry).is_some()
    });
    window.get_by_label_contains("Colours: h* − h from ");
    let road_map = Command::Romania.action(&app(&mut window).model).unwrap();
    crate::window::apply(&mut window, road_map);
    choose_algorithm(&mut window, "a-star");
    solve(&mut window);
    crate::window::wait(&mut window, "h* of the cities", |app| {
        let model = &app.model;
        let entry = model.runs().active().unwrap();
        model.colouring().of(entry).is_some()
    });
    assert_eq!(chosen(&window), "Colour: h* − h");
}

#[test]
fn on_a_larger_board_the_error_is_found_of_the_nodes_that_are_looked_at() {
    let mut window = window();
    let board = "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 14 _ 15 12";
    let puzzle = tilescope_lab::files::from_start(parse_board(board).unwrap());
    let example = DocumentAction::Example(Problem::Tiles(puzzle).into());
    crate::window::apply(&mut window, example.into());
    choose_algorithm(&mut window, "a-star");
    solve(&mut window);
    choose(&mut window, "error of h: h* − h");
    crate::window::wait(&mut window, "h* of the visible nodes", |app| {
        let counts = app.model.colouring().visible().counts(Viewer::Tree);
        counts.n_visible > 10 && !counts.is_unfinished()
    });
    let report = app(&mut window).model.runs().active().unwrap().run.report();
    let Some(RunOutcome::Solved { cost, .. }) = report.map(|it| it.outcome.clone()) else {
        panic!("it is solved");
    };
    window.get_by_label_contains("Colours: h* − h from 0 to ");
    let counts = app(&mut window)
        .model
        .colouring()
        .visible()
        .counts(Viewer::Tree);
    assert_eq!((counts.n_known, counts.n_without), (counts.n_visible, 0));
    let known = format!("h* of {0} of {0} visible nodes", counts.n_known);
    window.get_by_label(&known);
    assert!(window.query_by_label("Stop h*").is_none());
    // The node panel names h* of the root: the cost of the optimal solution.
    select(&mut window, 0);
    window.get_by_label(&format!("h*: {cost}"));

    // Another run with the same goal has its boards at once; stopped, it seeks no others.
    let stop = Action::Colouring(ColouringAction::Stop(true));
    crate::window::apply(&mut window, stop);
    solve(&mut window);
    window.run_steps(6);
    window.get_by_label(&known);

    crate::window::apply(&mut window, Action::from(Edit::Scramble));
    choose_algorithm(&mut window, "greedy-best-first");
    solve(&mut window);
    window.run_steps(6);
    let counts = app(&mut window)
        .model
        .colouring()
        .visible()
        .counts(Viewer::Tree);
    assert!(counts.is_stopped && counts.is_unfinished(), "{counts:?}");
    window.get_by_label_contains("; the others are grey");
    crate::window::press(&mut window, "Find h*");
    let go_on = |app: &tilescope::gui::app::App| {
        app.model.colouring().visible().counts(Viewer::Tree).n_known > counts.n_known
    };
    crate::window::wait(&mut window, "more", go_on);
}

#[test]
fn in_the_overview_the_error_is_found_of_the_widest_nodes() {
    let mut window = window();
    crate::window::press(&mut window, "Overview");
    let board = "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 14 _ 15 12";
    let puzzle = tilescope_lab::files::from_start(parse_board(board).unwrap());
    let example = DocumentAction::Example(Problem::Tiles(puzzle).into());
    crate::window::apply(&mut window, example.into());
    choose_algorithm(&mut window, "weighted-a-star");
    solve(&mut window);
    window.run_steps(6);
    choose(&mut window, "error of h: h* − h");
    crate::window::wait(&mut window, "h* of the widest nodes", |app| {
        let counts = app.model.colouring().visible().counts(Viewer::Overview);
        counts.n_visible > 10 && !counts.is_unfinished()
    });
    let model = &app(&mut window).model;
    let entry = model.runs().active().unwrap();
    let n_nodes = entry.run.trace().n_nodes() as usize;
    let (colouring, trace) = (model.colouring(), entry.run.trace());
    let counts = colouring.visible().counts(Viewer::Overview);
    assert_eq!((counts.n_visible, counts.n_known), (n_nodes, n_nodes));
    let errors = colouring.of(entry).unwrap();
    assert!((0..trace.n_nodes()).all(|node| errors.value(trace, node).is_some()));
    window.get_by_label_contains("Colours: h* − h from 0 to ");
    window.get_by_label(&format!("h* of {n_nodes} of the {n_nodes} widest nodes"));
}

#[test]
fn what_a_run_lacks_is_dimmed_and_says_why() {
    let mut window = solved("breadth-first");
    open(&mut window);
    for (name, reason) in [
        ("g", "This algorithm compares no costs."),
        ("h: estimate", "This algorithm uses no heuristic."),
        ("error of h: h* − h", "This algorithm uses no heuristic."),
        (
            "iteration that generated it",
            "This search has no second iteration.",
        ),
    ] {
        let item = window.get_by_role_and_label(Role::ListBoxOption, name);
        assert_eq!(item.accesskit_node().description().as_deref(), Some(reason));
        assert!(item.accesskit_node().is_disabled(), "{name}");
    }
    // A number that another run has is kept for it.
    crate::window::apply(
        &mut window,
        Action::ColourBy(ColourBy::Quantity(Quantity::H)),
    );
    assert_eq!(chosen(&window), "Colour: status");
    choose_algorithm(&mut window, "a-star");
    solve(&mut window);
    assert_eq!(chosen(&window), "Colour: h");
}

#[test]
fn the_choice_is_kept_with_the_session() {
    let mut window = solved("a-star");
    choose(&mut window, "g: cost of the path to it");
    let session = Session::new(&app(&mut window).model.session());
    let text = serde_json::to_string(&session).unwrap();
    assert!(text.contains(r#""colour_by":"g""#), "{text}");
    let mut other = window_with(&text);
    assert_eq!(
        app(&mut other).model.colouring().quantity(),
        Some(Quantity::G)
    );
    // As an earlier version wrote it, and as a later one may.
    for (old, names) in [
        (text.replace(r#","colour_by":"g""#, ""), 0),
        (
            text.replace(r#""colour_by":"g""#, r#""colour_by":"taste""#),
            1,
        ),
    ] {
        let session: Session = serde_json::from_str(&old).unwrap();
        assert_eq!(
            session.unreadable().len(),
            names,
            "{:?}",
            session.unreadable()
        );
        let mut other = window_with(&old);
        assert_eq!(app(&mut other).model.colouring().quantity(), None);
    }
}

/// A window that restores a session.
fn window_with(text: &str) -> Window {
    let session: Session = serde_json::from_str(text).unwrap();
    let mut window = window();
    crate::window::apply(&mut window, Action::Restore(session.into()));
    crate::window::apply(&mut window, Action::from(Edit::Scramble));
    window
}

#[test]
fn colours_by_a_comparison_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("session.json");
    let restored = || {
        let mut window = window();
        app(&mut window).restore(Store::open_at(&file).expect("few windows"));
        window.run_steps(3);
        window
    };
    let mut first = restored();
    apply(&mut first, Action::ColourBy(ColourBy::Comparison));
    let is_saved = || std::fs::read_to_string(&file).is_ok_and(|it| it.contains("comparison"));
    wait(&mut first, "the session to be saved", |_| is_saved());
    drop(first);
    let colouring = app(&mut restored()).model.colouring().chosen();
    assert_eq!(colouring, ColourBy::Comparison);
}
