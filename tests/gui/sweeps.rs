//! Sweeps: one press solves the board with every value of a setting, and shows which is best.

use crate::window::{
    Window, app, apply, choose_algorithm, click, has_text, press, trace, wait, wait_for_collection,
    window,
};
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use std::path::Path;
use tilescope::gui::commands::Command;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::experiments::{Content, ExperimentAction, RunsState};
use tilescope_lab::experiment::report::number;

fn sweep(window: &mut Window, command: Command) {
    let action = command.action(&app(window).model).unwrap();
    apply(window, action);
    wait(window, "the sweep", |app| {
        let experiments = app.model.experiments();
        let is_done =
            (experiments.progress()).is_some_and(|it| it.n_runs() > 0 && it.n_left() == 0);
        is_done && experiments.state() == RunsState::Idle
    });
    // The bars of the last record.
    wait(window, "the report", |app| {
        let experiments = app.model.experiments();
        let n_runs = experiments.progress().map_or(0, |it| it.n_runs());
        experiments
            .reported()
            .is_ok_and(|report| match &report.content {
                Content::Bars(means) => means.len() == n_runs,
                _ => false,
            })
    });
    window.run_steps(2);
}

#[test]
fn the_move_orders_are_swept_and_the_best_opens() {
    let mut window = window();
    choose_algorithm(&mut window, "ida-star");
    let before = app(&mut window).model.problem().clone();
    sweep(&mut window, Command::SweepOrders);
    let experiments = app(&mut window).model.experiments();
    let report = experiments.reported().unwrap();
    let Content::Bars(means) = &report.content else {
        panic!("no bars");
    };
    assert_eq!(means.len(), 24);
    let least = means
        .iter()
        .flatten()
        .copied()
        .fold(f64::INFINITY, f64::min);
    let text = format!("{}, least", number(least));
    let bars = window.query_all_by_label_contains(&text);
    let bar = bars.into_iter().next().expect("the best is marked");
    let label = bar.accesskit_node().label().unwrap();
    bar.click();
    wait(&mut window, "its search", |app| {
        (app.model.runs().active()).is_some_and(|entry| entry.run.report().is_some())
    });
    let entry = app(&mut window).model.runs().active().unwrap();
    let order = entry.run.job().settings.order.to_string();
    assert!(label.contains(&order), "{label} is not {order}");
    let expanded = entry.run.report().unwrap().counts.expanded;
    assert_eq!(expanded as f64, least);
    assert!(trace(&window).n_nodes() > 0);
    // It is the same puzzle, under its name.
    assert_eq!(app(&mut window).model.problem(), &before);
}

#[test]
fn what_the_algorithm_lacks_is_swept_with_one_that_has_it() {
    let mut window = window();
    choose_algorithm(&mut window, "bidirectional-breadth-first");
    for (command, algorithm) in [
        (Command::SweepOrders, "bidirectional-breadth-first"),
        (Command::SweepTies, "uniform-cost"),
        (Command::SweepWeights, "weighted-a-star"),
        (Command::SweepBeamWidths, "beam"),
    ] {
        let model = &app(&mut window).model;
        assert!(command.is_enabled(model));
        let (settings, _) = command.sweep(model.settings()).unwrap();
        assert_eq!(settings.algorithm.key, algorithm, "{command:?}");
    }
    sweep(&mut window, Command::SweepBeamWidths);
    // The records are gone with the sweep.
    let records = app(&mut window).model.experiments().records().to_owned();
    assert!(records.is_file());
    click(&mut window, Role::RadioButton, "Setup");
    press(&mut window, "New experiment");
    assert!(!records.exists());
}

#[test]
fn a_sweep_over_the_open_collection_solves_each_of_its_puzzles() {
    let mut window = window();
    choose_algorithm(&mut window, "weighted-a-star");
    let of_collection = Command::SweepCollectionWeights;
    assert!(
        !of_collection.is_enabled(&app(&mut window).model),
        "none is open"
    );
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("saved_puzzles/collections/farthest-8-puzzles.json");
    // Nothing is known of their lengths.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two.json");
    let known = r#", "result": {"moves": 31, "optimal": true, "by": "whole space"}"#;
    let unknown = std::fs::read_to_string(shipped).unwrap().replace(known, "");
    std::fs::write(&file, unknown).unwrap();
    apply(&mut window, DocumentAction::Open(file).into());
    wait_for_collection(&mut window);
    let n_puzzles = app(&mut window)
        .model
        .library()
        .active()
        .unwrap()
        .collection()
        .puzzles
        .len();
    assert!(n_puzzles > 1);
    let action = of_collection.action(&app(&mut window).model).unwrap();
    apply(&mut window, action);
    wait(&mut window, "the sweep", |app| {
        let progress = app.model.experiments().progress();
        progress.is_some_and(|it| it.n_runs() > 0 && it.n_left() == 0)
    });
    let progress = app(&mut window).model.experiments().progress().unwrap();
    assert_eq!(progress.n_runs(), n_puzzles * 9, "weights from 1 to 5");
    // What the runs have found is beside the puzzles. That of weight 1 is optimal.
    for index in 0..n_puzzles {
        let known = app(&mut window)
            .model
            .library()
            .active()
            .unwrap()
            .known(index)
            .unwrap();
        assert_eq!((known.moves, known.optimal), (31, true), "{}", known.by);
    }
    assert!(
        app(&mut window)
            .model
            .library()
            .active()
            .unwrap()
            .is_unsaved()
    );
}

#[test]
fn the_records_of_a_sweep_are_saved() {
    let mut window = window();
    choose_algorithm(&mut window, "beam");
    sweep(&mut window, Command::SweepBeamWidths);
    let records = |window: &mut Window| app(window).model.experiments().records().to_owned();
    let temporary = records(&mut window);
    let written = std::fs::read(&temporary).unwrap();
    click(&mut window, Role::RadioButton, "Runs");
    window.get_by_label("Records: kept until the next experiment");
    window.get_by_role_and_label(Role::Button, "Save the records as");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("beams.records.jsonl");
    apply(
        &mut window,
        ExperimentAction::SaveRecordsTo(file.clone()).into(),
    );
    wait(&mut window, "the copy", |app| {
        !app.model.experiments().has_unsaved_records()
    });
    assert!(!temporary.exists());
    assert_eq!(records(&mut window), file);
    window.get_by_label("Records: beams.records.jsonl");
    // The runs are done still, and a new experiment leaves the file alone.
    let progress = app(&mut window).model.experiments().progress().unwrap();
    assert_eq!(progress.n_left(), 0);
    apply(&mut window, ExperimentAction::New.into());
    assert_eq!(std::fs::read(&file).unwrap(), written);
}

/// The user did not choose the file of its records, so there is no question whether to keep them.
#[test]
fn an_algorithm_that_is_added_to_a_sweep_runs_without_a_question() {
    let mut window = window();
    choose_algorithm(&mut window, "weighted-a-star");
    sweep(&mut window, Command::SweepWeights);
    click(&mut window, Role::RadioButton, "Setup");
    // The whole row is there to be read.
    let all = "weight 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5";
    assert!(has_text(&window, all));
    let n_runs = app(&mut window)
        .model
        .experiments()
        .progress()
        .unwrap()
        .n_runs();
    let mut draft = app(&mut window).model.experiments().draft().clone();
    draft.algorithms.push("breadth-first".into());
    apply(&mut window, ExperimentAction::Edit(draft.into()).into());
    wait(&mut window, "the check", |app| {
        app.model.experiments().checking().is_none()
    });
    press(&mut window, "Run all");
    wait(&mut window, "the run", |app| {
        let experiments = app.model.experiments();
        experiments.state() == RunsState::Idle
            && experiments.progress().is_some_and(|it| it.n_left() == 0)
    });
    let n_runs = n_runs + 1;
    window.get_by_label(&format!("{n_runs} of {n_runs} runs: done"));
}
