//! Bookmarks: a step is marked with a note, found again, and kept with the trace.

use crate::window::{
    Window, app, apply, choose_algorithm, has_text, press, select, solve, wait, window,
};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use tilescope::gui::Action;
use tilescope::gui::bookmarks::BookmarksAction;
use tilescope::gui::commands::Command;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::runs::RunsAction;
use tilescope::gui::timeline::TimelineAction;
use tilescope::gui::trace_files::TraceFileAction;
use tilescope_lab::trace_file::Bookmark;

fn key(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run_steps(4);
}

fn type_text(window: &mut Window, field: &str, text: &str) {
    window.get_by_label(field).type_text(text);
    window.run_steps(4);
}

fn seek(window: &mut Window, step: u32) {
    apply(window, TimelineAction::Seek(step).into());
}

fn shown(window: &mut Window) -> Vec<Bookmark> {
    app(window).model.shown_bookmarks().to_vec()
}

fn place(window: &mut Window) -> (u32, Option<u32>) {
    app(window).model.place()
}

/// Marks steps 2 and 4, the latter with a node.
fn marked() -> Window {
    let mut window = window();
    choose_algorithm(&mut window, "a-star");
    solve(&mut window);
    seek(&mut window, 2);
    key(&mut window, Modifiers::NONE, Key::M);
    type_text(&mut window, "Name of the bookmark", "First choice");
    key(&mut window, Modifiers::NONE, Key::Enter);
    seek(&mut window, 4);
    select(&mut window, 3);
    key(&mut window, Modifiers::NONE, Key::M);
    key(&mut window, Modifiers::NONE, Key::Tab);
    type_text(&mut window, "Note of the bookmark", "Why not node 5?");
    key(&mut window, Modifiers::NONE, Key::Escape);
    window
}

#[test]
fn a_step_is_marked_with_a_note_by_the_keyboard_alone() {
    let mut window = marked();
    let bookmarks = shown(&mut window);
    let parts: Vec<_> = bookmarks
        .iter()
        .map(|it| (it.step, it.node, it.name.as_str(), it.note.as_str()))
        .collect();
    assert_eq!(
        parts,
        [
            (2, None, "First choice", ""),
            (4, Some(3), "", "Why not node 5?")
        ]
    );
    // Each has its mark above the slider.
    assert!(has_text(&window, "Bookmark at step 2: First choice"));
    assert!(has_text(&window, "Bookmark at step 4: Why not node 5?"));
    // The same step and node have one bookmark.
    key(&mut window, Modifiers::NONE, Key::M);
    assert_eq!(shown(&mut window).len(), 2);
    key(&mut window, Modifiers::NONE, Key::Escape);

    select(&mut window, None);
    seek(&mut window, 0);
    key(&mut window, Modifiers::NONE, Key::N);
    assert_eq!(place(&mut window), (2, None));
    key(&mut window, Modifiers::NONE, Key::N);
    assert_eq!(place(&mut window), (4, Some(3)));
    assert!(!Command::NextBookmark.is_enabled(&app(&mut window).model));
    key(&mut window, Modifiers::SHIFT, Key::N);
    assert_eq!(place(&mut window), (2, None));
    assert!(!Command::PreviousBookmark.is_enabled(&app(&mut window).model));
}

#[test]
fn the_list_goes_to_a_step_and_deletes_a_bookmark() {
    let mut window = marked();
    select(&mut window, None);
    seek(&mut window, 0);
    assert!(!has_text(&window, "Marked steps of run"));
    key(&mut window, Modifiers::COMMAND, Key::B);
    assert!(has_text(&window, "Marked steps of run 1."));
    assert!(has_text(&window, "Choose a bookmark"));
    window
        .get_by_role_and_label(Role::ListBoxOption, "Step 4: Why not node 5?")
        .click();
    window.run_steps(4);
    assert_eq!(place(&mut window), (4, Some(3)));
    type_text(&mut window, "Name of the bookmark", "A question");
    assert_eq!(shown(&mut window)[1].name, "A question");
    press(&mut window, "Delete bookmark");
    assert_eq!(shown(&mut window).len(), 1);
    press(&mut window, "Close");
    assert!(!has_text(&window, "Bookmark at step 4"));
    window
        .get_by_role_and_label(Role::Button, "Bookmark at step 2: First choice")
        .click();
    window.run_steps(4);
    assert_eq!(place(&mut window), (2, None));
    // Without a run there is nothing to mark.
    apply(&mut window, RunsAction::Clear.into());
    press(&mut window, "Discard");
    assert!(!Command::Bookmark.is_enabled(&app(&mut window).model));
    apply(&mut window, BookmarksAction::Add.into());
    assert_eq!(shown(&mut window), []);
}

#[test]
fn bookmarks_are_saved_with_the_trace_and_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.tilescope-trace");
    let mut window = marked();
    let before = shown(&mut window);
    let run = app(&mut window).model.runs().active().unwrap().id;
    apply(&mut window, TraceFileAction::Save(run, path.clone()).into());
    let is_idle = |app: &tilescope::gui::app::App| app.model.trace_files().working().is_none();
    wait(&mut window, "the saved trace", is_idle);
    apply(&mut window, RunsAction::Clear.into());
    assert_eq!(shown(&mut window), []);
    apply(&mut window, Action::Document(DocumentAction::Open(path)));
    wait(&mut window, "the opened trace", |app| {
        !app.model.runs().is_empty()
    });
    assert_eq!(shown(&mut window), before);
    assert!(has_text(&window, "Bookmark at step 2: First choice"));
}

/// A panic of another part leaves them, as it leaves the runs that have ended.
#[test]
fn bookmarks_outlive_a_panic_as_their_runs_do() {
    let mut window = marked();
    let model = &mut app(&mut window).model;
    let run = model.runs().active().unwrap().id;
    let before = model.restore_point();
    apply(&mut window, Action::Recover(before.into()));
    apply(&mut window, RunsAction::Activate(run).into());
    assert_eq!(shown(&mut window).len(), 2);
}

const QUESTION: &str = "Save the bookmarks first?";

fn n_runs(window: &mut Window) -> usize {
    app(window).model.runs().iter().count()
}

/// A run with bookmarks that are in no file, which the next run replaces.
fn marked_and_last_kept() -> Window {
    let mut window = marked();
    apply(&mut window, RunsAction::Keep(1).into());
    window
}

#[test]
fn bookmarks_in_no_file_hold_back_what_would_lose_them() {
    let mut window = marked_and_last_kept();
    let run = app(&mut window).model.runs().active().unwrap().id;
    for (action, loss) in [
        (RunsAction::Clear.into(), "when the runs are cleared"),
        (RunsAction::Remove(run).into(), "when the run is removed"),
        (RunsAction::Solve.into(), "when another run takes its place"),
        (RunsAction::Step.into(), "when another run takes its place"),
        (
            TraceFileAction::Open("another.tilescope-trace".into()).into(),
            "when another run takes its place",
        ),
        (DocumentAction::Quit.into(), "when the window closes"),
    ] {
        apply(&mut window, action);
        assert!(has_text(&window, QUESTION), "{loss}");
        let words = format!("The bookmarks of run 1 are in no file. They are lost {loss}.");
        assert!(has_text(&window, &words), "{words}");
        press(&mut window, "Cancel");
        assert!(!has_text(&window, QUESTION), "{loss}");
        assert_eq!(shown(&mut window).len(), 2);
    }
    // What loses nothing asks nothing.
    apply(&mut window, RunsAction::Keep(2).into());
    solve(&mut window);
    assert_eq!(n_runs(&mut window), 2);
    // Discarding goes on with what was held back.
    apply(&mut window, RunsAction::Remove(run).into());
    press(&mut window, "Discard");
    assert_eq!(n_runs(&mut window), 1);
    apply(&mut window, RunsAction::Clear.into());
    assert_eq!(n_runs(&mut window), 0);
}

#[test]
fn bookmarks_are_saved_before_their_run_goes() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = marked_and_last_kept();
    // Dialogs open in the folder of the last file.
    let puzzle = folder.path().join("puzzle.json");
    std::fs::copy("saved_puzzles/first-steps-two-moves.json", &puzzle).unwrap();
    apply(&mut window, DocumentAction::Open(puzzle).into());
    wait(&mut window, "the file", |app| app.model.file().is_some());
    apply(&mut window, RunsAction::Solve.into());
    press(&mut window, "Save");
    assert!(app(&mut window).has_file_dialog());
    // A dialog that is closed holds it back.
    key(&mut window, Modifiers::NONE, Key::Escape);
    assert!(!app(&mut window).has_file_dialog());
    let is_first = |app: &tilescope::gui::app::App| app.model.runs().last().unwrap().0 == 1;
    assert!(is_first(app(&mut window)));
    apply(&mut window, RunsAction::Solve.into());
    press(&mut window, "Save");
    press(&mut window, "Save");
    wait(&mut window, "the next run", |app| !is_first(app));
    assert_eq!(n_runs(&mut window), 1);
    let is_trace = |path: &std::path::Path| path.extension().is_some_and(|it| it != "json");
    let mut files = std::fs::read_dir(folder.path()).unwrap();
    let trace = files.find_map(|it| Some(it.unwrap().path()).filter(|it| is_trace(it)));
    apply(&mut window, TraceFileAction::Open(trace.unwrap()).into());
    wait(&mut window, "the opened trace", |app| {
        app.model
            .runs()
            .active()
            .is_some_and(|it| it.file.is_some())
    });
    apply(&mut window, RunsAction::Keep(2).into());
    assert_eq!(shown(&mut window).len(), 2);
    // They are in its file: nothing is asked.
    apply(&mut window, RunsAction::Clear.into());
    assert_eq!(n_runs(&mut window), 0);
}
