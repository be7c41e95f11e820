//! The experiment with its unsaved changes survives a restart and a crash of the window.

use crate::window::{
    Window, app, apply, click, fifteen_puzzles, has_text, press, solve, wait, window,
};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tilescope::gui::app::App;
use tilescope::gui::bookmarks::BookmarksAction;
use tilescope::gui::document::{Confirmation, DocumentAction};
use tilescope::gui::experiments::{ExperimentAction, RunsState};
use tilescope::gui::library::LibraryAction;
use tilescope::gui::session::Store;
use tilescope::gui::{Action, Edit, Side};
use tilescope_lab::experiment::Draft;

fn restored(folder: &Path) -> Window {
    let mut window = window();
    let session = folder.join("session.json");
    app(&mut window).restore(Store::open_at(&session).expect("few windows"));
    window.run_steps(3);
    window
}

fn session(folder: &Path) -> String {
    fs::read_to_string(folder.join("session.json")).unwrap_or_default()
}

fn draft(app: &App) -> &Draft {
    app.model.experiments().draft()
}

fn named(name: &str) -> Draft {
    let mut draft = Draft::default();
    draft.name = name.into();
    draft.instances = vec!["1 2 3 / 4 5 6 / 7 _ 8".into()];
    draft.algorithms = vec!["a-star".into()];
    draft
}

fn act(window: &mut Window, action: ExperimentAction) {
    apply(window, Action::Experiment(action));
}

/// A window whose experiment is in a file as “kept”, and has been changed to “changed” since.
fn with_changes(folder: &Path) -> Window {
    let mut window = restored(folder);
    act(&mut window, ExperimentAction::Edit(named("kept").into()));
    act(
        &mut window,
        ExperimentAction::SaveTo(folder.join("file.json")),
    );
    wait(&mut window, "the file", |app| {
        !app.model.experiments().is_unsaved()
    });
    act(&mut window, ExperimentAction::Edit(named("changed").into()));
    let written = folder.to_owned();
    wait(&mut window, "the session", |_| {
        session(&written).contains("changed")
    });
    window
}

#[test]
fn it_is_there_again_after_a_crash_and_checked_when_it_is_looked_at() {
    let (before, after) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let window = with_changes(before.path());
    // What a crash leaves.
    fs::write(after.path().join("session.json"), session(before.path())).unwrap();
    drop(window);
    let mut window = restored(after.path());
    let experiments = app(&mut window).model.experiments();
    assert_eq!(*experiments.draft(), named("changed"));
    assert!(experiments.is_unsaved());
    let file = before.path().join("file.json");
    assert_eq!(experiments.file(), Some(&*file));
    assert_eq!(
        experiments.records(),
        &*before.path().join("file.records.jsonl")
    );
    window.run_steps(20);
    assert!(app(&mut window).model.experiments().checking().is_some());
    press(&mut window, "Experiment");
    wait(&mut window, "the check", |app| {
        app.model.experiments().progress().is_some()
    });
    act(&mut window, ExperimentAction::Save);
    wait(&mut window, "the file", |app| {
        !app.model.experiments().is_unsaved()
    });
    assert_eq!(Draft::load(&file).unwrap(), named("changed"));
}

#[test]
fn changes_that_are_discarded_are_not_restored_unless_the_window_stays() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = with_changes(folder.path());
    apply(&mut window, Edit::Swap(Side::Start, 0, 1).into());
    let quit = |window: &mut Window| {
        apply(window, DocumentAction::Quit.into());
        act(window, ExperimentAction::Confirm(Confirmation::Discard));
    };
    // The puzzle is asked about after the experiment.
    quit(&mut window);
    apply(
        &mut window,
        DocumentAction::Confirm(Confirmation::Cancel).into(),
    );
    assert_eq!(*draft(app(&mut window)), named("changed"));
    assert!(app(&mut window).model.experiments().is_unsaved());
    // So it is asked about again.
    quit(&mut window);
    apply(
        &mut window,
        DocumentAction::Confirm(Confirmation::Discard).into(),
    );
    window.run_steps(3);
    drop(window);
    let mut window = restored(folder.path());
    assert_eq!(*draft(app(&mut window)), named("kept"));
    assert!(!app(&mut window).model.experiments().is_unsaved());
}

/// Answers the open question.
fn answer(window: &mut Window, question: &str, button: &str) {
    assert!(has_text(window, question), "{question}");
    window
        .get_by_role_and_label(Role::Button, button)
        .click_accesskit();
    window.run_steps(4);
}

#[test]
fn cancelling_any_of_the_questions_forgets_the_answers_before() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = with_changes(folder.path());
    let boards = folder.path().join("boards.txt");
    fs::write(&boards, fifteen_puzzles(&["13 14 0 15", "13 0 14 15"])).unwrap();
    apply(&mut window, DocumentAction::Open(boards).into());
    wait(&mut window, "the boards", |app| {
        app.model.library().active().is_some()
    });
    apply(&mut window, LibraryAction::Choose(0).into());
    solve(&mut window);
    apply(&mut window, BookmarksAction::Add.into());
    window.key_press(Key::Escape);
    window.run_steps(3);
    apply(&mut window, Edit::Swap(Side::Start, 0, 1).into());
    let questions = [
        ("Save the collection first?", "Discard"),
        ("The experiment “changed” has changes", "Discard changes"),
        ("Save the bookmarks first?", "Discard"),
        ("They are lost when the window closes.", "Discard changes"),
    ];
    for cancelled in 0..questions.len() {
        apply(&mut window, DocumentAction::Quit.into());
        for (question, discard) in &questions[..cancelled] {
            answer(&mut window, question, discard);
        }
        answer(&mut window, questions[cancelled].0, "Cancel");
        assert!(app(&mut window).model.experiments().is_unsaved());
    }
    // What comes without a closing asks too.
    act(&mut window, ExperimentAction::New);
    answer(&mut window, questions[1].0, "Cancel");
    assert_eq!(*draft(app(&mut window)), named("changed"));
}

#[test]
fn what_of_it_is_damaged_is_dropped_with_a_notice() {
    let folder = tempfile::tempdir().unwrap();
    let window = with_changes(folder.path());
    let text = session(folder.path());
    drop(window);
    let check = |key: &str, value: Value, name: &str, expected: Draft| {
        let folder = tempfile::tempdir().unwrap();
        let mut content: Value = serde_json::from_str(&text).unwrap();
        content["session"][key] = value;
        fs::write(folder.path().join("session.json"), content.to_string()).unwrap();
        let mut window = restored(folder.path());
        window.get_by_label_contains(name);
        assert_eq!(*draft(app(&mut window)), expected);
        assert!(folder.path().join("session.damaged-1.json").exists());
    };
    let saved = "the experiment as it was last saved";
    let changes = "the experiment's unsaved changes";
    for damage in [json!("{\"format\": 1"), json!(5), json!(["x"])] {
        check("experiment", damage.clone(), changes, named("kept"));
        check("experiment_saved", damage, saved, named("changed"));
    }
    let records = "the experiment's file of records";
    check("experiment_records", json!({}), records, named("changed"));
    check(
        "experiment_file",
        json!(7),
        "the experiment's file",
        named("changed"),
    );
}

#[test]
fn that_of_another_window_that_crashed_is_rescued() {
    let folder = tempfile::tempdir().unwrap();
    let window = with_changes(folder.path());
    let text = session(folder.path());
    drop(window);
    let second = folder.path().join("session-2.json");
    fs::write(&second, text).unwrap();
    let mut window = restored(folder.path());
    assert!(!second.exists());
    window.get_by_label_contains("They are kept under File, Open recent: “changed”");
    let recent = app(&mut window).model.recent()[0].clone();
    assert_eq!(Draft::load(&recent).unwrap(), named("changed"));
    // It opens from there, in the place of the first window's own.
    apply(&mut window, DocumentAction::Open(recent.clone()).into());
    wait(&mut window, "the question", |app| {
        app.model.experiments().asked_before().is_some()
    });
    act(
        &mut window,
        ExperimentAction::Confirm(Confirmation::Discard),
    );
    wait(&mut window, "the experiment", |app| {
        app.model.experiments().file() == Some(&*recent)
    });
}

#[test]
fn a_saved_experiment_finds_the_records_that_were_chosen_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = restored(folder.path());
    press(&mut window, "Experiment");
    act(&mut window, ExperimentAction::Edit(named("keys").into()));
    let records = folder.path().join("exp1.jsonl");
    act(&mut window, ExperimentAction::Records(records.clone()));
    act(&mut window, ExperimentAction::Run);
    let is_done = |app: &App| {
        let experiments = app.model.experiments();
        experiments.state() == RunsState::Idle
            && experiments.progress().is_some_and(|it| it.n_left() == 0)
    };
    wait(&mut window, "the runs", is_done);
    let file = folder.path().join("keys exp.json");
    act(&mut window, ExperimentAction::SaveTo(file.clone()));
    let is_saved = |app: &App| !app.model.experiments().is_unsaved();
    wait(&mut window, "the file", is_saved);
    // The folder can be moved as a whole.
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("\"records\": \"exp1.jsonl\""), "{text}");
    act(&mut window, ExperimentAction::New);
    apply(&mut window, DocumentAction::Open(file).into());
    wait(&mut window, "the records", is_done);
    click(&mut window, Role::RadioButton, "Runs");
    window.get_by_label("1 of 1 run: done");
    assert!(is_saved(app(&mut window)));
    // Another file of records is a change of the experiment.
    let beside = folder.path().join("keys exp.records.jsonl");
    act(&mut window, ExperimentAction::Records(beside));
    assert!(!is_saved(app(&mut window)));
    act(&mut window, ExperimentAction::Records(records));
    assert!(is_saved(app(&mut window)));
}

#[test]
fn an_experiment_is_proposed_under_the_name_that_is_being_typed() {
    let mut window = window();
    press(&mut window, "Experiment");
    window.get_by_label("Name of the experiment").click();
    window.run_steps(3);
    window.event(egui::Event::Text("two korfs".into()));
    window.run_steps(3);
    // The button is pressed while the name is still in the field.
    press(&mut window, "Save experiment as…");
    window.run_steps(3);
    let file = window.get_by_label("Name of the file");
    assert_eq!(file.value().as_deref(), Some("two korfs.json"));
}

fn is_done(app: &App) -> bool {
    let experiments = app.model.experiments();
    experiments.state() == RunsState::Idle
        && experiments.progress().is_some_and(|it| it.n_left() == 0)
}

#[test]
fn run_all_asks_for_no_file_and_a_crash_loses_no_record() {
    let (folder, crashed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut window = restored(folder.path());
    press(&mut window, "Experiment");
    act(&mut window, ExperimentAction::Edit(named("quick").into()));
    wait(&mut window, "the check", |app| {
        app.model
            .experiments()
            .progress()
            .is_some_and(|it| it.n_runs() == 1)
    });
    press(&mut window, "Run all");
    assert!(!app(&mut window).has_file_dialog());
    wait(&mut window, "the runs", is_done);
    let records = app(&mut window).model.experiments().records().to_owned();
    assert_eq!(records.parent(), Some(folder.path()));
    window.get_by_label("Records: kept until the next experiment");
    window.get_by_role_and_label(Role::Button, "Save the records as");
    wait(&mut window, "the session", |_| {
        session(folder.path()).contains("session.records.jsonl")
    });
    // What lies in the folder is there after a crash too.
    for file in fs::read_dir(folder.path()).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), crashed.path().join(file.file_name())).unwrap();
    }
    let moved = session(folder.path()).replace(
        folder.path().to_str().unwrap(),
        crashed.path().to_str().unwrap(),
    );
    fs::write(crashed.path().join("session.json"), moved).unwrap();
    drop(window);

    let mut window = restored(crashed.path());
    press(&mut window, "Experiment");
    wait(&mut window, "the records", is_done);
    let records = crashed.path().join("session.records.jsonl");
    assert_eq!(app(&mut window).model.experiments().records(), records);
    // They go with the experiment when that is saved, before what waits for that is done.
    act(&mut window, ExperimentAction::New);
    answer(&mut window, "The experiment “quick” has changes", "Save");
    let file = crashed.path().join("quick.json");
    act(&mut window, ExperimentAction::SaveTo(file.clone()));
    wait(&mut window, "the new experiment", |app| {
        draft(app).is_empty()
    });
    assert!(!records.exists());
    apply(&mut window, DocumentAction::Open(file).into());
    wait(&mut window, "the experiment", |app| !draft(app).is_empty());
    wait(&mut window, "its records", is_done);
    assert!(crashed.path().join("quick.records.jsonl").exists());
}

#[test]
fn records_that_nobody_saved_go_with_their_experiment() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = restored(folder.path());
    press(&mut window, "Experiment");
    act(&mut window, ExperimentAction::Edit(named("quick").into()));
    act(&mut window, ExperimentAction::Run);
    wait(&mut window, "the runs", is_done);
    let records = app(&mut window).model.experiments().records().to_owned();
    assert!(records.exists());
    act(&mut window, ExperimentAction::New);
    answer(
        &mut window,
        "The experiment “quick” has changes",
        "Discard changes",
    );
    assert!(draft(app(&mut window)).is_empty());
    assert!(!records.exists());
}

/// The records of a second window that crashed stand beside its experiment.
#[test]
fn the_records_of_a_window_that_crashed_are_rescued_with_its_experiment() {
    let folder = tempfile::tempdir().unwrap();
    let first = restored(folder.path());
    let mut second = restored(folder.path());
    act(&mut second, ExperimentAction::Edit(named("quick").into()));
    act(&mut second, ExperimentAction::Run);
    wait(&mut second, "the runs", is_done);
    let records = folder.path().join("session-2.records.jsonl");
    assert_eq!(app(&mut second).model.experiments().records(), records);
    let session = folder.path().join("session-2.json");
    wait(&mut second, "its session", |_| {
        fs::read_to_string(&session).is_ok_and(|it| it.contains("session-2.records.jsonl"))
    });
    // The session is removed by a window that is closed, and not by one that crashes.
    drop((second, first));
    let next = restored(folder.path());
    let rescued = folder.path().join("rescued");
    assert!(rescued.join("quick.json").exists());
    assert!(rescued.join("quick.records.jsonl").exists());
    assert!(!records.exists());
    drop(next);
}
