//! Saving: no file and no change is lost without a question.

use crate::window::{Window, app, apply, press, wait, wait_for_text, window};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::path::{Path, PathBuf};
use tilescope::gui::document::DocumentAction;
use tilescope::gui::{Action, Edit, Side};
use tilescope_lab::{Problem, files};
use tilescope_puzzle::{Puzzle, Size};

fn problem(window: &mut Window) -> Problem {
    app(window).model.problem().clone()
}

fn file(window: &mut Window) -> Option<PathBuf> {
    app(window).model.file().cloned()
}

fn load(path: &Path) -> Problem {
    files::load(path).unwrap()
}

/// A file with a name, notes and a source, which the window has opened.
fn open(window: &mut Window, folder: &Path) -> PathBuf {
    let path = folder.join("kept.json");
    let puzzle = app(window).model.puzzle().unwrap().clone();
    let puzzle = Puzzle {
        name: "Kept".into(),
        notes: "Notes".into(),
        source: "Source".into(),
        ..puzzle
    };
    files::save(&puzzle.into(), &path).unwrap();
    apply(window, DocumentAction::Open(path.clone()).into());
    wait(window, "the file", |app| app.model.file().is_some());
    path
}

fn edit(window: &mut Window) {
    apply(window, Edit::Swap(Side::Start, 0, 1).into());
}

fn scramble(window: &mut Window) {
    let before = problem(window);
    while problem(window).start() == before.start() {
        apply(window, Edit::Scramble.into());
    }
}

fn save(window: &mut Window) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::S);
    window.run_steps(3);
}

const CHANGED: &str = "was changed by another program";
const UNSAVED: &str = "Save changes first?";

#[test]
fn another_puzzle_has_no_file_and_undo_brings_it_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let path = open(&mut window, folder.path());
    let opened = problem(&mut window);
    let other_size = Size::new(4, 4).unwrap();
    for action in [
        Edit::Scramble.into(),
        Edit::Walk(20).into(),
        Edit::Resize(other_size).into(),
        Action::Document(DocumentAction::Paste(
            Side::Start,
            "8 1 2 / 3 4 5 / 6 7 _".into(),
        )),
        Action::Document(DocumentAction::Paste(
            Side::Goal,
            "8 1 2 / 3 4 5 / 6 7 _".into(),
        )),
        Action::Document(DocumentAction::Paste(
            Side::Start,
            files::to_json(&opened).replace("Kept", "Another"),
        )),
    ] {
        apply(&mut window, action);
        let other = problem(&mut window);
        assert_ne!(other, opened);
        assert_eq!(file(&mut window), None);
        let kept = other.name() == "Another";
        assert_eq!(
            [other.notes(), other.source()],
            if kept { ["Notes", "Source"] } else { [""; 2] }
        );
        apply(&mut window, DocumentAction::Undo.into());
        assert_eq!(
            (problem(&mut window), file(&mut window)),
            (opened.clone(), Some(path.clone()))
        );
        apply(&mut window, DocumentAction::Redo.into());
        assert_eq!((problem(&mut window), file(&mut window)), (other, None));
        apply(&mut window, DocumentAction::Undo.into());
    }
    // Save asks for a file, and the opened one stays as it is.
    scramble(&mut window);
    save(&mut window);
    assert_eq!(load(&path), opened);
    press(&mut window, "Cancel");

    // Edits are of the same puzzle, on either side of a scramble.
    apply(&mut window, DocumentAction::Undo.into());
    edit(&mut window);
    apply(&mut window, Edit::SwapSides.into());
    let edited = problem(&mut window);
    assert_eq!(file(&mut window), Some(path.clone()));
    assert_eq!(
        [edited.name(), edited.notes(), edited.source()],
        ["Kept", "Notes", "Source"]
    );
    scramble(&mut window);
    apply(&mut window, DocumentAction::Undo.into());
    save(&mut window);
    wait(&mut window, "the saved file", |app| {
        !app.model.has_unsaved_changes()
    });
    assert_eq!(load(&path), edited);
    apply(&mut window, DocumentAction::Undo.into());
    assert!(app(&mut window).model.has_unsaved_changes());
    assert_eq!(file(&mut window), Some(path));
}

#[test]
fn examples_and_new_puzzles_have_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    for action in [
        DocumentAction::New(Size::new(3, 3).unwrap()),
        DocumentAction::Example(tilescope_lab::examples::all()[0].clone().into()),
    ] {
        open(&mut window, folder.path());
        apply(&mut window, action.into());
        assert_eq!(file(&mut window), None);
        assert!(!app(&mut window).model.has_unsaved_changes());
    }
}

#[test]
fn a_file_that_another_program_changed_is_not_overwritten_without_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let path = open(&mut window, folder.path());
    let mut theirs = problem(&mut window);
    *theirs.name_mut() = "Theirs".into();
    edit(&mut window);
    let ours = problem(&mut window);

    for text in [files::to_json(&theirs), "no puzzle".into(), String::new()] {
        std::fs::write(&path, &text).unwrap();
        save(&mut window);
        wait_for_text(&mut window, CHANGED);
        press(&mut window, "Cancel");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        assert!(app(&mut window).model.has_unsaved_changes());
    }

    files::save(&theirs, &path).unwrap();
    save(&mut window);
    wait_for_text(&mut window, CHANGED);
    press(&mut window, "Reload");
    wait(&mut window, "the file's content", |app| {
        app.model.problem().name() == "Theirs"
    });
    assert!(!app(&mut window).model.has_unsaved_changes());
    apply(&mut window, DocumentAction::Undo.into());
    assert_eq!(problem(&mut window), ours);
    save(&mut window);
    wait(&mut window, "the saved file", |app| {
        !app.model.has_unsaved_changes()
    });
    assert_eq!(load(&path), ours);

    files::save(&theirs, &path).unwrap();
    edit(&mut window);
    let ours = problem(&mut window);
    save(&mut window);
    wait_for_text(&mut window, CHANGED);
    press(&mut window, "Overwrite");
    wait(&mut window, "the saved file", |app| {
        !app.model.has_unsaved_changes()
    });
    assert_eq!(load(&path), ours);

    files::save(&theirs, &path).unwrap();
    edit(&mut window);
    save(&mut window);
    wait_for_text(&mut window, CHANGED);
    press(&mut window, "Save as…");
    // The dialog proposes the puzzle's own name.
    press(&mut window, "Save");
    wait(&mut window, "the saved file", |app| {
        !app.model.has_unsaved_changes()
    });
    assert_eq!(load(&path), theirs);
    assert_eq!(file(&mut window), Some(folder.path().join("Kept.json")));
}

#[test]
fn a_file_that_was_deleted_or_only_laid_out_anew_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let path = open(&mut window, folder.path());
    std::fs::remove_file(&path).unwrap();
    edit(&mut window);
    save(&mut window);
    wait(&mut window, "the saved file", |app| {
        !app.model.has_unsaved_changes()
    });
    assert_eq!(load(&path), problem(&mut window));

    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace('\n', " ")).unwrap();
    // A puzzle without a name has that of its file when it is read.
    apply(&mut window, Edit::Name(String::new()).into());
    for _ in 0..2 {
        edit(&mut window);
        save(&mut window);
        wait(&mut window, "the saved file", |app| {
            !app.model.has_unsaved_changes()
        });
    }
}

/// Saving takes a while: a second change meanwhile is none by another program.
#[test]
fn what_changes_while_a_file_is_written_is_saved_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let path = open(&mut window, folder.path());
    for _ in 0..5 {
        for (a, b) in [(0, 1), (3, 4), (1, 2)] {
            let model = &mut app(&mut window).model;
            model.apply(Edit::Swap(Side::Start, a, b).into());
            model.apply(DocumentAction::Save.into());
        }
        wait(&mut window, "the saved file", |app| {
            !app.model.has_unsaved_changes()
        });
        assert!(window.query_by_label_contains(CHANGED).is_none());
        assert_eq!(load(&path), problem(&mut window));
    }
}

#[test]
fn a_new_name_that_is_taken_is_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    open(&mut window, folder.path());
    let taken = folder.path().join("Taken.json");
    std::fs::write(&taken, "anything").unwrap();
    let own = folder.path().join("Kept.json");
    for (name, path) in [("Taken", &taken), ("Kept", &own)] {
        apply(&mut window, Edit::Name(name.into()).into());
        if path == &own {
            std::fs::rename(folder.path().join("kept.json"), path).unwrap();
            apply(&mut window, DocumentAction::Open(path.clone()).into());
            wait(&mut window, "the file", |app| {
                app.model.file().is_some_and(|it| it.ends_with("Kept.json"))
            });
            edit(&mut window);
        }
        let text = std::fs::read_to_string(path).unwrap();
        let modifiers = Modifiers::COMMAND | Modifiers::SHIFT;
        window.key_press_modifiers(modifiers, Key::S);
        window.run_steps(3);
        press(&mut window, "Save");
        wait_for_text(
            &mut window,
            &format!("There is already a file “{name}.json”"),
        );
        assert!(window.query_by_label("Reload").is_none());
        press(&mut window, "Cancel");
        assert_eq!(std::fs::read_to_string(path).unwrap(), text);
    }
}

#[test]
fn only_what_the_user_made_is_asked_about() {
    let mut window = window();
    let asks = |window: &mut Window| {
        let model = &mut app(window).model;
        model.apply(DocumentAction::Quit.into());
        // The window stays open.
        model.take_requests();
        window.run_steps(8);
        let asks = window.query_by_label(UNSAVED).is_some();
        if asks {
            press(window, "Cancel");
        }
        asks
    };
    assert!(!asks(&mut window), "the first start");
    apply(&mut window, Edit::Scramble.into());
    assert!(!asks(&mut window), "a scramble");
    apply(&mut window, Edit::Resize(Size::new(4, 4).unwrap()).into());
    assert!(!asks(&mut window), "another size");
    apply(&mut window, Edit::Walk(30).into());
    assert!(!asks(&mut window), "a walk");
    apply(&mut window, DocumentAction::New(Size::EIGHT_PUZZLE).into());
    apply(&mut window, Edit::Scramble.into());
    assert!(!asks(&mut window), "a new puzzle, scrambled");
    edit(&mut window);
    assert!(asks(&mut window), "an edit by hand");
    apply(&mut window, DocumentAction::Undo.into());
    assert!(!asks(&mut window), "undone");
    apply(&mut window, Edit::Name("For class".into()).into());
    assert!(asks(&mut window), "a name");
    apply(&mut window, Edit::Scramble.into());
    assert!(asks(&mut window), "the name stays");
    apply(&mut window, Edit::Name(String::new()).into());
    apply(
        &mut window,
        DocumentAction::Paste(Side::Start, "8 1 2 / 3 4 5 / 6 7 _".into()).into(),
    );
    assert!(asks(&mut window), "a pasted board");
}

#[test]
fn the_question_about_a_puzzle_without_a_name_reads_right() {
    let mut window = window();
    apply(&mut window, Edit::Scramble.into());
    edit(&mut window);
    apply(&mut window, DocumentAction::Quit.into());
    window.run_steps(8);
    window.get_by_label_contains("This puzzle has no name, and its changes are not saved. They");
    press(&mut window, "Cancel");
    apply(&mut window, Edit::Name("Mine".into()).into());
    apply(&mut window, DocumentAction::Quit.into());
    window.run_steps(8);
    window.get_by_label_contains("“Mine” has changes that are not saved. They are lost when");
    // Who closes the window again is asked again.
    apply(&mut window, DocumentAction::Quit.into());
    window.run_steps(8);
    window.get_by_label(UNSAVED);
}

#[test]
fn changes_of_a_file_that_a_scramble_replaced_are_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let path = open(&mut window, folder.path());
    edit(&mut window);
    let edited = problem(&mut window);
    scramble(&mut window);
    assert!(!app(&mut window).model.has_unsaved_changes());
    apply(
        &mut window,
        DocumentAction::New(Size::new(4, 4).unwrap()).into(),
    );
    window.run_steps(8);
    window.get_by_label_contains("“Kept” has changes that are not saved");
    press(&mut window, "Save");
    wait(&mut window, "the new puzzle", |app| {
        app.model.puzzle().unwrap().size().rows() == 4
    });
    assert_eq!(load(&path), edited);
}

#[test]
fn discarded_changes_stay_until_another_puzzle_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let path = open(&mut window, folder.path());
    let opened = problem(&mut window);
    edit(&mut window);
    let edited = problem(&mut window);
    let missing = folder.path().join("missing.json");
    apply(&mut window, DocumentAction::Open(missing).into());
    // A file that can't be opened loses nothing, so nothing is asked.
    wait_for_text(&mut window, "missing.json");
    assert!(app(&mut window).model.question().is_none());
    assert_eq!(problem(&mut window), edited);
    assert!(app(&mut window).model.has_unsaved_changes());
    // Closing the window does lose them: the next one shows the file.
    apply(&mut window, DocumentAction::Quit.into());
    window.run_steps(8);
    press(&mut window, "Discard changes");
    assert_eq!(problem(&mut window), opened);
    assert_eq!(load(&path), opened);
}

#[test]
fn an_example_that_is_edited_loses_what_is_not_true_of_it() {
    let mut window = window();
    let examples = tilescope_lab::examples::all();
    let example = examples
        .iter()
        .find(|it| !it.notes().is_empty() && it.puzzle().is_some());
    let example = example.unwrap();
    apply(
        &mut window,
        DocumentAction::Example(example.clone().into()).into(),
    );
    edit(&mut window);
    let edited = problem(&mut window);
    let texts = [edited.name(), edited.notes(), edited.source()];
    assert_eq!(texts, [""; 3]);
    apply(&mut window, Edit::Swap(Side::Start, 1, 2).into());
    apply(&mut window, DocumentAction::Undo.into());
    apply(&mut window, DocumentAction::Undo.into());
    assert_eq!(&problem(&mut window), example);

    // What the user wrote stays.
    let folder = tempfile::tempdir().unwrap();
    apply(&mut window, DocumentAction::New(Size::EIGHT_PUZZLE).into());
    open(&mut window, folder.path());
    edit(&mut window);
    let edited = problem(&mut window);
    assert_eq!(
        (edited.name(), edited.notes(), edited.source()),
        ("Kept", "Notes", "Source")
    );
}
