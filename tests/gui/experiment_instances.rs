//! The instances of an experiment: what they are called, and what is said if one is there twice.

use crate::window::{Window, app, apply, click, has_text, press, wait, window};
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use tilescope::gui::experiments::ExperimentAction;
use tilescope::gui::puzzle_lists::PuzzleListsAction;
use tilescope::gui::requests::{Listed, Picked};
use tilescope_lab::examples;
use tilescope_lab::experiment::Draft;
use tilescope_lab::files::Opened;

const TITLE: &str = "The two 8-puzzles of 31 moves";

fn add(window: &mut Window, entry: &str) {
    press(window, "Add instances");
    window
        .get_by_role_and_label(Role::ListBoxOption, entry)
        .click_accesskit();
    window.run_steps(3);
    wait(window, "the check", |app| {
        app.model.experiments().checking().is_none()
    });
}

#[test]
fn a_collection_that_ships_has_its_title_and_is_added_while_it_is_open() {
    let mut window = window();
    let listed = Listed::Bundled("farthest-8-puzzles".into());
    apply(&mut window, PuzzleListsAction::Open(listed).into());
    press(&mut window, "Experiment");
    add(&mut window, "The open collection");
    let row = window.query_all_by_role_and_label(Role::Label, TITLE);
    assert_eq!(row.count(), 1);
    let draft = app(&mut window).model.experiments().draft();
    assert_eq!(draft.instances[0]["bundled"], "farthest-8-puzzles");
    press(&mut window, "New experiment");
    window.run_steps(3);
    press(&mut window, "Discard changes");
    add(&mut window, TITLE);
    let added = app(&mut window).model.experiments().draft();
    assert_eq!(added.instances[0]["bundled"], "farthest-8-puzzles");
}

#[test]
fn a_puzzle_that_is_there_twice_is_named_in_every_view() {
    let mut window = window();
    let Some(Opened::Collection(collection)) = examples::open("farthest-8-puzzles") else {
        panic!("it ships");
    };
    let mut puzzle = collection.puzzles.get(0).unwrap().puzzle;
    puzzle.name = "Far away".into();
    let mut draft = Draft::default();
    draft.add_puzzle(&puzzle);
    draft.algorithms = vec!["a-star".into()];
    press(&mut window, "Experiment");
    apply(&mut window, ExperimentAction::Edit(draft.into()).into());
    add(&mut window, TITLE);
    let expected = "The same puzzle is there twice, as “Far away” and as “The two 8-puzzles of 31 \
                    moves, 1”: remove one of them.";
    for view in ["Setup", "Runs", "Report"] {
        click(&mut window, Role::RadioButton, view);
        assert!(has_text(&window, expected), "{view}");
    }
    assert!(!has_text(&window, "Run an experiment to see them"));
    assert!(has_text(
        &window,
        "Setup has a mistake, so no runs are shown."
    ));
}

#[test]
fn what_ships_has_its_title_in_the_runs_in_a_record_and_when_it_is_opened() {
    let mut window = window();
    press(&mut window, "Experiment");
    add(&mut window, TITLE);
    let mut draft = app(&mut window).model.experiments().draft().clone();
    draft.algorithms = vec!["a-star".into()];
    apply(&mut window, ExperimentAction::Edit(draft.into()).into());
    click(&mut window, Role::RadioButton, "Runs");
    wait(&mut window, "the runs", |app| {
        app.model.experiments().progress().is_some()
    });
    let run = format!("{TITLE}, 1, A* · Manhattan distance");
    window.get_by_label(&format!("{run}: waiting")).click();
    window.run_steps(3);
    assert!(has_text(&window, &run));
    press(&mut window, "Open in the inspector");
    wait(&mut window, "the puzzle", |app| {
        app.model.shown_name() == format!("Puzzle 1 of {TITLE}")
    });
}

#[test]
fn what_is_among_the_instances_already_is_not_added_again() {
    let mut window = window();
    press(&mut window, "Experiment");
    for entry in ["The present puzzle", TITLE, "The present puzzle", TITLE] {
        add(&mut window, entry);
    }
    window.get_by_label("It is among the instances already, so it was not added again.");
    let n_instances = app(&mut window).model.experiments().draft().instances.len();
    assert_eq!(n_instances, 2);
    let listed = ["farthest-8-puzzles", "korf-12"].map(|it| Listed::Bundled(it.into()));
    let picked = Picked::Listed(listed.to_vec());
    apply(
        &mut window,
        PuzzleListsAction::AddToExperiment(picked).into(),
    );
    window.get_by_label("One of them is among the instances already, so it was not added again.");
    let n_instances = app(&mut window).model.experiments().draft().instances.len();
    assert_eq!(n_instances, 3);
}
