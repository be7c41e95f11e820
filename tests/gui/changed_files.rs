//! Files that another program changes while they are open: they are offered again, and nothing of the
//! user's is lost.

use crate::focus::{focus, focused, key, keys};
use crate::library::{rows, wait_for_list};
use crate::window::{Window, app, apply, click, has_text, press, solve, wait, window, window_with};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tilescope::gui::Action;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::edit::Edit;
use tilescope::gui::experiments::ExperimentAction;
use tilescope::gui::library::LibraryAction;
use tilescope::gui::puzzle_lists::{PuzzleListsAction, Source};
use tilescope::gui::requests::Listed;
use tilescope::gui::session::Store;
use tilescope_lab::experiment::Draft;
use tilescope_lab::{Problem, files};
use tilescope_puzzle::Puzzle;
use tilescope_puzzle::notation::parse_board;

fn puzzle(start: &str) -> Problem {
    let start = parse_board(start).unwrap();
    Puzzle {
        name: "one".into(),
        start: start.clone(),
        ..Puzzle::default_for(start.size())
    }
    .into()
}

/// The window loses the focus and gets it again: that is when it looks at once.
fn refocus(window: &mut Window) {
    for is_focused in [false, true] {
        window.input_mut().focused = is_focused;
        window.step();
    }
    for _ in 0..20 {
        std::thread::park_timeout(Duration::from_millis(2));
        window.step();
    }
}

/// Another program writes to a file until that is noticed: the first time may be before the file is
/// watched.
pub fn write_until_noticed(window: &mut Window, path: &Path, text: &str, label: &str) {
    for n in 1..500 {
        fs::write(path, format!("{text}{}", " ".repeat(n))).unwrap();
        refocus(window);
        if window.query_by_label(label).is_some() {
            window.run_steps(3);
            return;
        }
    }
    panic!("no {label}");
}

/// A window with a puzzle that was opened from this file.
fn opened(path: &Path) -> Window {
    files::save(&puzzle("1 2 3 / 4 5 6 / 7 _ 8"), path).unwrap();
    let mut window = window();
    apply(&mut window, DocumentAction::Open(path.to_owned()).into());
    wait(&mut window, "the puzzle", |app| app.model.file().is_some());
    window
}

/// The same, with an edit.
fn edited(path: &Path) -> Window {
    let mut window = opened(path);
    apply(&mut window, Edit::SwapSides.into());
    window
}

#[test]
fn a_puzzle_is_offered_again_and_undo_brings_mine_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.json");
    let mut window = edited(&path);
    keys(&mut window, Modifiers::COMMAND, Key::L);
    let recent = PuzzleListsAction::Show(Source::Recent);
    apply(&mut window, recent.into());
    wait_for_list(&mut window, Source::Recent);
    assert!(rows(&window)[0].contains("1 move"));
    let mine = app(&mut window).model.problem().clone();
    let theirs = puzzle("1 2 3 / 4 5 6 / _ 7 8");
    let text = files::to_json(&theirs);
    write_until_noticed(&mut window, &path, &text, "Reload one.json");
    assert_eq!(app(&mut window).model.problem(), &mine);
    press(&mut window, "Reload one.json");
    wait_for_list(&mut window, Source::Recent);
    assert!(rows(&window)[0].contains("2 moves"));
    assert_eq!(app(&mut window).model.problem(), &theirs);
    assert!(!app(&mut window).model.has_unsaved_changes());
    assert!(window.query_by_label("Reload one.json").is_none());
    apply(&mut window, DocumentAction::Undo.into());
    assert_eq!(app(&mut window).model.problem(), &mine);
}

#[test]
fn the_band_goes_when_the_question_before_overwriting_is_answered_by_reloading() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.json");
    let mut window = edited(&path);
    let theirs = puzzle("1 2 3 / 4 5 6 / _ 7 8");
    let text = files::to_json(&theirs);
    write_until_noticed(&mut window, &path, &text, "Reload one.json");
    apply(&mut window, DocumentAction::Save.into());
    wait(&mut window, "the question", |app| {
        app.model.conflict().is_some()
    });
    window.run_steps(3);
    press(&mut window, "Reload");
    wait(&mut window, "the file", |app| {
        app.model.problem() == &theirs
    });
    window.run_steps(3);
    assert!(window.query_by_label("Reload one.json").is_none());
}

#[test]
fn mine_is_kept_and_saved_without_another_question() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.json");
    let mut window = edited(&path);
    let mine = app(&mut window).model.problem().clone();
    let text = files::to_json(&puzzle("1 2 3 / 4 5 6 / _ 7 8"));
    write_until_noticed(&mut window, &path, &text, "Keep mine instead of one.json");
    press(&mut window, "Keep mine instead of one.json");
    assert_eq!(app(&mut window).model.problem(), &mine);
    assert!(app(&mut window).model.has_unsaved_changes());
    apply(&mut window, DocumentAction::Save.into());
    wait(&mut window, "the file", |app| {
        !app.model.has_unsaved_changes()
    });
    assert_eq!(files::load(&path).unwrap(), mine);
    // What is saved here is no change by another program.
    refocus(&mut window);
    assert!(window.query_by_label("Reload one.json").is_none());
}

/// A window that restores the session in this folder.
fn restored(folder: &Path) -> Window {
    let mut window = window();
    let store = Store::open_at(&folder.join("session.json")).unwrap();
    app(&mut window).restore(store);
    window.run_steps(3);
    window
}

#[test]
fn a_file_that_was_changed_while_no_window_was_open_is_offered_again() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = (
        folder.path().join("one.json"),
        folder.path().join("session.json"),
    );
    let first = puzzle("1 2 3 / 4 5 6 / 7 _ 8");
    files::save(&first, &path).unwrap();
    let mut window = restored(folder.path());
    apply(&mut window, DocumentAction::Open(path.clone()).into());
    wait(&mut window, "the session", |_| {
        fs::read_to_string(&session).is_ok_and(|text| text.contains("one.json"))
    });
    drop(window);
    let theirs = puzzle("1 2 3 / 4 5 6 / _ 7 8");
    files::save(&theirs, &path).unwrap();
    let mut window = restored(folder.path());
    let is_offered = |window: &Window| window.query_by_label("Reload one.json").is_some();
    for _ in 0..1000 {
        if is_offered(&window) {
            break;
        }
        std::thread::park_timeout(Duration::from_millis(2));
        window.step();
    }
    assert_eq!(app(&mut window).model.problem(), &first);
    window.run_steps(3);
    press(&mut window, "Reload one.json");
    assert_eq!(app(&mut window).model.problem(), &theirs);
    let saved = serde_json::json!(files::to_json(&theirs)).to_string();
    wait(&mut window, "the session", |_| {
        fs::read_to_string(&session).is_ok_and(|text| text.matches(&saved).count() == 2)
    });
    drop(window);
    // What the window knows is no news.
    let mut window = restored(folder.path());
    refocus(&mut window);
    assert!(!is_offered(&window));
}

fn two(folder: &Path, name: &str) -> (PathBuf, String) {
    let path = folder.join("two.json");
    let text = format!(
        r#"{{"format": "tilescope-collection", "version": 1, "name": "{name}", "puzzles": [
        {{"name": "a", "start": "1 2 3 / 4 5 6 / 7 _ 8"}},
        {{"name": "b", "start": "1 2 3 / 4 5 _ / 7 8 6"}}]}}"#
    );
    (path, text)
}

/// A window with such a collection, and its file.
fn with_two(folder: &Path) -> (Window, PathBuf) {
    let (path, text) = two(folder, "Two");
    fs::write(&path, text).unwrap();
    (window_with(&path), path)
}

fn draft(name: &str) -> Draft {
    let mut draft = Draft::default();
    draft.name = name.into();
    draft.add_puzzle(puzzle("1 2 3 / 4 5 6 / 7 _ 8").puzzle().unwrap());
    draft
}

/// A window with an experiment that was opened from this file, and then edited.
fn with_experiment(path: &Path) -> Window {
    draft("first").save(path).unwrap();
    let mut window = window();
    let act = |action: ExperimentAction| Action::Experiment(action);
    apply(&mut window, act(ExperimentAction::Open(path.to_owned())));
    wait(&mut window, "the experiment", |app| {
        app.model.experiments().file().is_some()
    });
    apply(
        &mut window,
        act(ExperimentAction::Edit(draft("mine").into())),
    );
    window
}

fn experiment(window: &mut Window) -> &Draft {
    app(window).model.experiments().draft()
}

#[test]
fn an_experiment_is_offered_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("experiment.json");
    let mut window = with_experiment(&path);
    let theirs = draft("theirs").to_text();
    write_until_noticed(&mut window, &path, &theirs, "Reload experiment.json");
    assert!(has_text(&window, "Reloading it loses your changes."));
    // Nothing is overwritten before the user has said what is to be kept.
    apply(&mut window, Action::Experiment(ExperimentAction::Save));
    wait(&mut window, "the refusal", |app| {
        !app.model.experiments().is_saving()
    });
    window.run_steps(3);
    assert!(has_text(
        &window,
        "The experiment was not saved: another program has changed"
    ));
    assert_eq!(Draft::load(&path).unwrap().name, "theirs");
    press(&mut window, "Reload experiment.json");
    assert!(!has_text(&window, "The experiment was not saved"));
    assert_eq!(experiment(&mut window), &draft("theirs"));
    assert!(!app(&mut window).model.experiments().is_unsaved());
    refocus(&mut window);
    assert!(window.query_by_label("Reload experiment.json").is_none());
}

#[test]
fn my_experiment_is_kept_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("experiment.json");
    let mut window = with_experiment(&path);
    let theirs = draft("theirs").to_text();
    let keep = "Keep mine instead of experiment.json";
    write_until_noticed(&mut window, &path, &theirs, keep);
    press(&mut window, keep);
    assert_eq!(experiment(&mut window).name, "mine");
    apply(&mut window, Action::Experiment(ExperimentAction::Save));
    wait(&mut window, "the file", |app| {
        !app.model.experiments().is_unsaved()
    });
    assert_eq!(Draft::load(&path).unwrap().name, "mine");
    // What is saved here is no change by another program.
    refocus(&mut window);
    assert!(window.query_by_label(keep).is_none());
}

/// It need not be the collection whose puzzles are listed.
#[test]
fn each_open_collection_is_offered_again() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = with_two(folder.path());
    let korf = Listed::Bundled("korf-100".into());
    apply(&mut window, PuzzleListsAction::Open(korf).into());
    let (_, text) = two(folder.path(), "Other two");
    write_until_noticed(&mut window, &path, &text, "Reload two.json");
    press(&mut window, "Reload two.json");
    wait(&mut window, "the other collection", |app| {
        app.model.library().open()[0].name() == "Other two"
    });
    let active = app(&mut window).model.library().active().unwrap();
    assert_eq!(active.name(), "Korf's 100 15-puzzles");
}

#[test]
fn one_answer_serves_for_all_collections_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let [path, second, third] = ["a.txt", "b.txt", "c.txt"].map(|name| {
        let path = folder.path().join(name);
        fs::write(&path, "1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 0 7 8\n").unwrap();
        path
    });
    let mut window = window();
    for (n, other) in [(1, second), (2, third)] {
        let both = LibraryAction::OpenAll(vec![path.clone(), other]);
        apply(&mut window, both.into());
        wait(&mut window, "the collection", |app| {
            app.model.library().open().len() == n
        });
    }
    let keep = "Keep mine instead of a.txt";
    write_until_noticed(&mut window, &path, "1 2 3 4 5 6 7 0 8\n", keep);
    assert!(has_text(&window, "2 open collections were read from it."));
    press(&mut window, keep);
    window.run_steps(3);
    assert!(window.query_by_label(keep).is_none());
}

/// What was kept is nowhere else.
#[test]
fn a_collection_that_was_kept_is_not_lost_without_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = with_two(folder.path());
    let (_, text) = two(folder.path(), "Other two");
    let keep = "Keep mine instead of two.json";
    write_until_noticed(&mut window, &path, &text, keep);
    press(&mut window, keep);
    assert!(has_text(&window, "Its file holds another version"));
    press(&mut window, "Close Two");
    assert!(has_text(&window, "“Two” as you kept it is in no file."));
    press(&mut window, "Save");
    wait(&mut window, "the collection to go", |app| {
        app.model.library().active().is_none()
    });
    assert!(fs::read_to_string(&path).unwrap().contains("\"Two\""));
}

#[test]
fn a_collection_is_read_again_and_keeps_what_runs_have_found() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = with_two(folder.path());
    click(&mut window, Role::ListBoxOption, "b, 3×3");
    solve(&mut window);
    // The puzzles change their places.
    let (_, text) = two(folder.path(), "Other two");
    let text = text.replace("\"a\"", "\"c\"").replace("7 _ 8", "_ 7 8");
    write_until_noticed(&mut window, &path, &text, "Reload two.json");
    press(&mut window, "Reload two.json");
    wait(&mut window, "the other collection", |app| {
        let active = app.model.library().active();
        let collection = active.map(|it| it.collection());
        collection.is_some_and(|collection| collection.name == "Other two")
    });
    let library = app(&mut window).model.library().active().unwrap();
    assert_eq!(library.known(1).map(|known| known.moves), Some(1));
    assert!(library.is_unsaved());
    assert_eq!(library.chosen(), Some(1));
    assert!(app(&mut window).model.library().question().is_none());
    // It is saved without a question.
    apply(&mut window, LibraryAction::Save.into());
    wait(&mut window, "the file", |app| {
        !app.model.library().active().unwrap().is_unsaved()
    });
    refocus(&mut window);
    assert!(window.query_by_label("Reload two.json").is_none());
}

/// Removes a file and waits until that is noticed. Notices are labels.
fn remove_until_noticed(window: &mut Window, path: &Path) {
    fs::remove_file(path).unwrap();
    for _ in 0..100 {
        refocus(window);
        if has_text(window, "is no longer on the disk") {
            return;
        }
    }
    panic!("nothing is said");
}

#[test]
fn a_puzzle_whose_file_is_removed_is_unsaved_and_saved_there_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.json");
    let mut window = opened(&path);
    assert!(!app(&mut window).model.has_unsaved_changes());
    remove_until_noticed(&mut window, &path);
    assert!(app(&mut window).model.has_unsaved_changes());
    apply(&mut window, DocumentAction::Save.into());
    wait(&mut window, "the file", |app| {
        !app.model.has_unsaved_changes()
    });
    assert_eq!(
        &files::load(&path).unwrap(),
        app(&mut window).model.problem()
    );
}

#[test]
fn a_puzzle_whose_file_comes_back_is_saved_as_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.json");
    let mut window = opened(&path);
    remove_until_noticed(&mut window, &path);
    files::save(&puzzle("1 2 3 / 4 5 6 / 7 _ 8"), &path).unwrap();
    refocus(&mut window);
    wait(&mut window, "the file", |app| {
        !app.model.has_unsaved_changes()
    });
    assert!(window.query_by_label("Reload one.json").is_none());
}

#[test]
fn a_collection_or_an_experiment_whose_file_is_removed_is_in_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.txt");
    fs::write(&path, "1 2 3 4 5 6 7 8 0\n1 2 3 4 5 6 7 0 8\n").unwrap();
    let mut window = window_with(&path);
    remove_until_noticed(&mut window, &path);
    let library = app(&mut window).model.library().active().unwrap();
    assert!(library.is_in_no_file());

    let path = folder.path().join("all.experiment.json");
    Draft::default().save(&path).unwrap();
    apply(&mut window, ExperimentAction::Open(path.clone()).into());
    wait(&mut window, "the experiment", |app| {
        app.model.experiments().file().is_some()
    });
    fs::remove_file(&path).unwrap();
    for _ in 0..5 {
        refocus(&mut window);
    }
    wait(&mut window, "the news", |app| {
        app.model.experiments().file().is_none()
    });
}

#[test]
fn keys_lead_into_the_band_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.json");
    let mut window = edited(&path);
    let keep = "Keep mine instead of one.json";
    let shift = Modifiers::SHIFT;
    for (start, modifiers, before) in [
        ("1 2 3 / 4 5 6 / _ 7 8", shift, None),
        ("1 2 3 / 4 5 6 / 7 8 _", Modifiers::NONE, Some("Solve")),
    ] {
        let text = files::to_json(&puzzle(start));
        write_until_noticed(&mut window, &path, &text, keep);
        if let Some(before) = before {
            focus(&mut window, Role::Button, before);
        }
        for n in 0.. {
            keys(&mut window, Modifiers::COMMAND | modifiers, Key::F6);
            match focused(&window) {
                Some(name) if name == keep => break,
                name => assert!(n < 20, "{name:?}"),
            }
        }
        // Where the last panel was left.
        keys(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::F6);
        let left = focused(&window);
        keys(&mut window, Modifiers::COMMAND, Key::F6);
        assert_eq!(focused(&window).as_deref(), Some(keep));
        key(&mut window, Key::Enter);
        assert!(window.query_by_label(keep).is_none());
        window.run_steps(6);
        assert_eq!(focused(&window), left);
    }
}

#[test]
fn an_answer_of_the_band_leaves_the_focus_on_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.json");
    let mut window = edited(&path);
    for (start, answer) in [
        ("1 2 3 / 4 5 6 / _ 7 8", "Keep mine instead of one.json"),
        ("1 2 3 / 4 5 6 / 7 8 _", "Reload one.json"),
    ] {
        let text = files::to_json(&puzzle(start));
        write_until_noticed(&mut window, &path, &text, answer);
        focus(&mut window, Role::Button, answer);
        key(&mut window, Key::Enter);
        window.run_steps(8);
        assert_eq!(focused(&window).as_deref(), Some("Start board"));
    }
}
