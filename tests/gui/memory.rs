//! The memory of kept runs: counted, shown, and dropped for a new run after a warning.

use crate::window::{Window, app, apply, choose_algorithm, solve, window};
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use tilescope::gui::runs::{RunId, RunsAction};
use tilescope::gui::{Action, Edit, Side};
use tilescope_lab::job;
use tilescope_puzzle::notation;

/// Limits the memory of the next run, in bytes.
fn limit(window: &mut Window, bytes: u64) {
    let mut settings = app(window).model.settings().clone();
    settings.limits.memory = Some(bytes);
    apply(window, Action::Settings(settings.into()));
}

/// What the labels say.
fn labels(window: &Window) -> Vec<String> {
    let all = window.query_all_by_role(Role::Label);
    let text = all.map(|node| {
        let node = node.accesskit_node();
        node.value().or(node.label()).unwrap_or_default()
    });
    text.collect()
}

/// Whether a label contains `text`.
fn is_said(window: &Window, text: &str) -> bool {
    labels(window).iter().any(|label| label.contains(text))
}

#[test]
fn records_count_and_the_oldest_is_dropped_after_a_warning() {
    let mut window = window();
    let far = notation::parse_board("8 6 7 / 2 5 4 / 3 _ 1").unwrap();
    apply(&mut window, Edit::Board(Side::Start, far).into());
    choose_algorithm(&mut window, "breadth-first");
    solve(&mut window);
    let bytes = app(&mut window).model.runs().record_bytes();
    assert!(bytes > 1 << 20, "{bytes}");
    limit(&mut window, 3 * bytes);
    assert!(is_said(&window, "Records: "));
    assert!(
        app(&mut window)
            .model
            .runs()
            .next_dropped(Some(3 * bytes))
            .is_empty()
    );

    limit(&mut window, 2 * bytes - 2);
    let warning = "With the next run the record of run 1 is dropped.";
    assert!(is_said(&window, warning));
    choose_algorithm(&mut window, "a-star");
    solve(&mut window);
    assert!(!is_said(&window, warning));
    let notice = "To make room, the record of run 1 is dropped. The results stay.";
    assert!(window.query_by_label(notice).is_some());

    apply(&mut window, RunsAction::Activate(RunId(1)).into());
    assert!(is_said(&window, "The record of this run is not kept."));
    let runs = app(&mut window).model.runs();
    let first = &runs.get(RunId(1)).unwrap().run;
    assert!(first.is_record_dropped() && first.trace().n_nodes() == 0);
    assert_eq!(
        first.report().unwrap().counts.expanded,
        first.counts().expanded
    );
    assert!(runs.record_bytes() < bytes);
}

/// A run that cannot begin, and one that is decided without a search, need no room.
#[test]
fn a_refused_run_costs_no_record() {
    let mut window = window();
    // Nilsson's sequence score fits this goal, and would not fit this start as a goal.
    for (side, board) in [
        (Side::Start, "2 8 3 / 1 6 4 / 7 _ 5"),
        (Side::Goal, "1 2 3 / 8 _ 4 / 7 6 5"),
    ] {
        let board = notation::parse_board(board).unwrap();
        apply(&mut window, Edit::Board(side, board).into());
    }
    solve(&mut window);
    let bytes = app(&mut window).model.runs().record_bytes();
    assert!(bytes > 0);
    limit(&mut window, bytes);

    let mut settings = app(&mut window).model.settings().clone();
    for (algorithm, heuristic, why) in [
        ("a-star", "pdb:1,2,3", "Pattern databases"),
        ("a-star", "pdb-7-8", "7-8"),
        (
            "nbs",
            "nilsson",
            "The backward search measures to the start",
        ),
    ] {
        settings.algorithm = job::algorithm(algorithm).unwrap();
        settings.heuristic = job::heuristic(heuristic).unwrap();
        apply(&mut window, Action::Settings(settings.clone().into()));
        apply(&mut window, RunsAction::Solve.into());
        assert!(
            is_said(&window, why),
            "{algorithm} {heuristic}: {:?}",
            labels(&window)
        );
        let runs = app(&mut window).model.runs();
        assert_eq!(runs.record_bytes(), bytes, "{algorithm} {heuristic}");
        assert_eq!(runs.last(), Some(RunId(1)), "{algorithm} {heuristic}");
    }
    choose_algorithm(&mut window, "a-star");
    let unsolvable = notation::parse_board("8 2 3 / 1 6 4 / 7 _ 5").unwrap();
    apply(&mut window, Edit::Board(Side::Start, unsolvable).into());
    solve(&mut window);
    let runs = app(&mut window).model.runs();
    assert_eq!((runs.last(), runs.record_bytes()), (Some(RunId(2)), bytes));
}
