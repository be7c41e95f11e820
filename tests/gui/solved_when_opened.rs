//! What is opened to be solved, where it is asked first what becomes of the changes of the puzzle before.

use crate::collections::two;
use crate::focus::{focused, key, keys};
use crate::window::{Window, app, apply, press, wait, wait_for_collection, window};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::path::Path;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::edit::{Edit, Side};
use tilescope::gui::experiments::ExperimentAction;
use tilescope::gui::published::PublishedAction;
use tilescope_lab::experiment::Draft;
use tilescope_lab::files;
use tilescope_lab::published::PublishedExperiment;
use tilescope_puzzle::{Puzzle, Size};

/// What opens something to be solved.
const WAYS: [fn(&mut Window, &Path); 3] = [puzzle_of_a_row, run_of_an_experiment, published_search];

fn puzzle_of_a_row(window: &mut Window, folder: &Path) {
    apply(window, DocumentAction::Open(two(folder)).into());
    wait_for_collection(window);
    keys(window, Modifiers::COMMAND, Key::L);
    key(window, Key::ArrowDown);
    key(window, Key::ArrowDown);
    assert!(focused(window).unwrap().starts_with("b, 3×3"));
    keys(window, Modifiers::SHIFT, Key::Enter);
}

fn run_of_an_experiment(window: &mut Window, _: &Path) {
    let mut draft = Draft::default();
    draft.instances = vec!["1 2 3 / 4 5 _ / 7 8 6".into()];
    draft.algorithms = vec!["a-star".into()];
    apply(window, ExperimentAction::Edit(draft.into()).into());
    wait(window, "the runs", |app| {
        app.model.experiments().progress().is_some()
    });
    apply(window, ExperimentAction::OpenRun(0).into());
}

fn published_search(window: &mut Window, _: &Path) {
    let kantz = PublishedExperiment::by_key("kantz-2005").unwrap();
    apply(window, PublishedAction::Open(kantz, 0).into());
}

/// A window with a file that has changes, and the question about them.
fn asked(open: fn(&mut Window, &Path), folder: &Path) -> Window {
    let path = folder.join("own.json");
    let own = Puzzle {
        name: "Own".into(),
        ..Puzzle::default_for(Size::EIGHT_PUZZLE)
    };
    files::save(&own.into(), &path).unwrap();
    let mut window = window();
    apply(&mut window, DocumentAction::Open(path).into());
    wait(&mut window, "the file", |app| app.model.file().is_some());
    apply(&mut window, Edit::Swap(Side::Start, 0, 1).into());
    open(&mut window, folder);
    window.run_steps(6);
    window.get_by_label("Save changes first?");
    assert_eq!(app(&mut window).model.problem().name(), "Own");
    window
}

#[test]
fn it_is_solved_when_the_changes_were_saved_or_discarded() {
    for open in WAYS {
        for answer in ["Save", "Discard changes"] {
            let folder = tempfile::tempdir().unwrap();
            let mut window = asked(open, folder.path());
            press(&mut window, answer);
            wait(&mut window, "the solution", |app| {
                let last = app.model.runs().last();
                let run = last.and_then(|id| app.model.runs().get(id));
                run.is_some_and(|entry| {
                    let is_shown = entry.run.job().problem == *app.model.problem();
                    is_shown && entry.run.report().is_some()
                })
            });
            assert_ne!(app(&mut window).model.problem().name(), "Own");
        }
    }
}

#[test]
fn nothing_is_solved_when_it_was_not_opened_after_all() {
    for open in WAYS {
        let folder = tempfile::tempdir().unwrap();
        let mut window = asked(open, folder.path());
        press(&mut window, "Cancel");
        assert_eq!(app(&mut window).model.problem().name(), "Own");
        apply(&mut window, DocumentAction::Save.into());
        wait(&mut window, "the saved file", |app| {
            !app.model.has_unsaved_changes()
        });
        window.run_steps(6);
        assert!(app(&mut window).model.runs().last().is_none());
    }
}
