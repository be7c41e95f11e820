//! The least cost beside a solution that is not proved to be optimal.

use crate::window::{Window, app, apply, choose_algorithm, has_text, solve, wait, window};
use egui_kittest::kittest::Queryable;
use tilescope::gui::app::App;
use tilescope::gui::runs::RunsAction;
use tilescope::gui::{Action, Edit, Side};
use tilescope_lab::RunOutcome;
use tilescope_puzzle::Size;
use tilescope_puzzle::notation::parse_board;

/// Waits for the row of the least cost, and compares it.
fn wait_for_row(window: &mut Window, row: &str) {
    let is_known = |app: &App| {
        let (model, runs) = (&app.model, app.model.runs());
        model.optima().of(runs, runs.active().unwrap()).is_some()
    };
    wait(window, "the least cost", is_known);
    window.get_by_label_contains(row);
}

#[test]
fn beside_a_solution_that_is_not_proved_stands_the_least_cost() {
    let mut window = window();
    let board = parse_board("8 6 7 / 2 5 4 / 3 _ 1").unwrap();
    apply(&mut window, Edit::Board(Side::Start, board).into());
    choose_algorithm(&mut window, "greedy-best-first");
    solve(&mut window);
    let (run, moves) = {
        let run = app(&mut window).model.runs().active().unwrap();
        let RunOutcome::Solved { moves, .. } = &run.run.report().unwrap().outcome else {
            panic!("a solution");
        };
        (run.id, moves.len())
    };
    assert!(moves > 31, "{moves}");
    wait_for_row(&mut window, "Shortest: 31");

    // Where states are too many, what another run has proved counts.
    apply(&mut window, Edit::Resize(Size::FIFTEEN_PUZZLE).into());
    let line = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 14 15 13 _";
    apply(
        &mut window,
        Edit::Board(Side::Start, parse_board(line).unwrap()).into(),
    );
    let goal = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 _";
    apply(
        &mut window,
        Edit::Board(Side::Goal, parse_board(goal).unwrap()).into(),
    );
    solve(&mut window);
    let row = |window: &Window| has_text(window, "Shortest: ");
    assert!(!row(&window));
    choose_algorithm(&mut window, "ida-star");
    solve(&mut window);
    assert!(!row(&window), "its own solution is proved");
    let cost = match app(&mut window)
        .model
        .runs()
        .active()
        .unwrap()
        .run
        .report()
        .unwrap()
        .outcome
    {
        RunOutcome::Solved {
            cost,
            optimal: true,
            ..
        } => cost,
        ref other => panic!("{other:?}"),
    };
    let greedy = app(&mut window).model.runs().iter().nth(1).unwrap().id;
    assert_ne!(greedy, run);
    apply(&mut window, Action::Runs(RunsAction::Activate(greedy)));
    wait_for_row(&mut window, &format!("Shortest: {cost}"));
}
