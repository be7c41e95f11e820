//! The palette finds the usual goals and the forms in which a solution is saved, and where that is.

use crate::controls::{choose_in_palette, type_in_palette};
use crate::window::{Window, app, apply, name_file, solve, wait, window};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use std::path::PathBuf;
use tilescope::gui::app::App;
use tilescope::gui::document::DocumentAction;
use tilescope_puzzle::GoalPreset;

#[test]
fn a_usual_goal_is_found_and_taken() {
    let mut window = window();
    let goal = |window: &mut Window| {
        let puzzle = app(window).model.puzzle().unwrap();
        (puzzle.goal.clone(), puzzle.size())
    };
    for (text, preset) in [
        ("goal: spiral", GoalPreset::Spiral),
        ("goal blank first", GoalPreset::BlankFirst),
        ("goal: blank last", GoalPreset::BlankLast),
    ] {
        choose_in_palette(&mut window, text);
        let (goal, size) = goal(&mut window);
        assert_eq!(goal, preset.board(size), "{text}");
    }
}

#[test]
fn a_solution_is_saved_in_the_form_that_is_typed() {
    let mut window = window();
    type_in_palette(&mut window, "latex");
    let name = "Save solution: LaTeX table…";
    let row = window.get_by_role_and_label(Role::Button, name);
    assert!(
        row.accesskit_node().is_disabled(),
        "there is no solution yet"
    );
    window.key_press(Key::Escape);
    window.run_steps(3);
    solve(&mut window);
    for text in ["latex", "markdown", "strip", "svg animation", "gif"] {
        choose_in_palette(&mut window, text);
        wait(&mut window, text, App::has_file_dialog);
        window.key_press(Key::Escape);
        window.run_steps(3);
        assert!(!app(&mut window).has_file_dialog(), "{text}");
    }
}

#[test]
fn dialogs_for_puzzles_do_not_follow_a_solution_to_its_folder() {
    let (puzzles, paper) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let path = puzzles.path().join("own.json");
    let mut window = window();
    tilescope_lab::files::save(app(&mut window).model.problem(), &path).unwrap();
    apply(&mut window, DocumentAction::Open(path).into());
    wait(&mut window, "the puzzle", |app| app.model.file().is_some());
    solve(&mut window);
    let folder = |window: &Window| {
        let field = window.get_by_label("Folder of the file");
        PathBuf::from(field.value().unwrap())
    };
    // Where nothing was saved yet, it is that of the puzzle.
    choose_in_palette(&mut window, "latex");
    wait(&mut window, "the dialog", App::has_file_dialog);
    assert_eq!(folder(&window), puzzles.path());
    let file = paper.path().join("solution.tex");
    name_file(&mut window, &file);
    wait(&mut window, "the file", |_| file.exists());
    for (action, expected) in [
        (DocumentAction::OpenDialog, puzzles.path()),
        (DocumentAction::SaveAs, puzzles.path()),
    ] {
        apply(&mut window, action.into());
        wait(&mut window, "the dialog", App::has_file_dialog);
        assert_eq!(folder(&window), expected);
        window.key_press(Key::Escape);
        window.run_steps(3);
    }
    choose_in_palette(&mut window, "markdown");
    wait(&mut window, "the dialog", App::has_file_dialog);
    assert_eq!(folder(&window), paper.path());
}
