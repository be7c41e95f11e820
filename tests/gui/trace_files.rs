//! Traces are saved and opened again, by accessible names.

use crate::window::{
    Window, app, apply, choose_algorithm, click, press, solve, trace, wait, window,
};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::path::{Path, PathBuf};
use tilescope::gui::commands::Command;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::runs::RunsAction;
use tilescope::gui::trace_files::TraceFileAction;
use tilescope::gui::{Action, Edit, Side};
use tilescope_lab::{Interrupt, trace_file};

/// Chooses a command, as its menu does.
fn choose(window: &mut Window, command: Command) {
    let ctx = window.ctx.clone();
    app(window).carry_out_command(&ctx, command);
    window.run_steps(3);
}

fn shows(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

/// Saves the shown run in this folder.
fn save(window: &mut Window, folder: &Path) -> PathBuf {
    let path = folder.join("run.tilescope-trace");
    let run = app(window).model.runs().active().unwrap().id;
    apply(window, TraceFileAction::Save(run, path.clone()).into());
    wait(window, "the saved trace", |app| {
        app.model.trace_files().working().is_none()
    });
    assert!(path.is_file());
    path
}

#[test]
fn a_saved_trace_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    for algorithm in ["a-star", "ida-star", "nbs"] {
        choose_algorithm(&mut window, algorithm);
        solve(&mut window);
        let path = save(&mut window, folder.path());
        let live = format!("{:?}", trace(&window));
        let model = &app(&mut window).model;
        let entry = model.runs().active().unwrap();
        let report = entry.run.report().cloned();
        let samples = entry.run.series().samples().to_vec();
        let problem = model.problem().clone();

        // Onto another puzzle, which has no unsaved changes.
        apply(&mut window, RunsAction::Clear.into());
        apply(&mut window, Action::from(Edit::Swap(Side::Start, 0, 1)));
        apply(&mut window, Action::Document(DocumentAction::Undo));
        apply(
            &mut window,
            Action::Document(DocumentAction::Open(path.clone())),
        );
        wait(&mut window, "the opened trace", |app| {
            !app.model.runs().is_empty()
        });
        assert_eq!(format!("{:?}", trace(&window)), live, "{algorithm}");
        let model = &app(&mut window).model;
        let entry = model.runs().active().unwrap();
        assert_eq!(entry.run.report().cloned(), report);
        assert_eq!(entry.run.series().samples(), samples);
        assert_eq!(entry.file, Some(path));
        assert_eq!(*model.problem(), problem);
        assert!(shows(&window, ", from a file"));
        assert!(shows(&window, "Records: ") && !shows(&window, "Records: 0 B"));
        assert!(shows(&window, "Opened"), "a notice");
        apply(&mut window, RunsAction::Clear.into());
    }
}

#[test]
fn the_dialog_saves_the_trace_of_the_shown_run() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    assert!(!Command::SaveTrace.is_enabled(&app(&mut window).model));
    solve(&mut window);
    // Dialogs open in the folder of the last file.
    let first = save(&mut window, folder.path());
    apply(&mut window, Action::Document(DocumentAction::Open(first)));
    wait(&mut window, "the opened trace", |app| {
        app.model.runs().iter().count() == 2
    });
    choose(&mut window, Command::SaveTrace);
    assert!(app(&mut window).has_file_dialog());
    press(&mut window, "Save");
    let is_saved = |folder: &Path| std::fs::read_dir(folder).unwrap().count() == 2;
    let folder = folder.path().to_owned();
    wait(&mut window, "the file", move |app| {
        app.model.trace_files().working().is_none() && is_saved(&folder)
    });
}

#[test]
fn a_run_is_exported_as_the_command_line_converts_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    assert!(!Command::ExportTrace.is_enabled(&app(&mut window).model));
    solve(&mut window);
    let own = save(&mut window, folder.path());
    for (button, ending, steps) in [
        ("Posthoc", "trace.json", Some(3..=7)),
        ("CSV", "csv", None),
        ("DOT", "dot", None),
        ("JSON Lines", "jsonl", None),
    ] {
        choose(&mut window, Command::ExportTrace);
        window.run_steps(6);
        click(&mut window, Role::RadioButton, button);
        assert!(shows(&window, "bookmarks are left out"), "{button}");
        for (name, step) in steps.iter().flat_map(|steps| {
            let ends = [*steps.start(), *steps.end()];
            ["First step of the trace", "Last step of the trace"]
                .into_iter()
                .zip(ends)
        }) {
            click(&mut window, Role::SpinButton, name);
            window.get_by_label(name).type_text(&step.to_string());
            window.run_steps(2);
            window.key_press(Key::Enter);
            window.run_steps(3);
        }
        press(&mut window, "Choose file…");
        assert!(app(&mut window).has_file_dialog());
        let file = folder.path().join(format!("out.{ending}"));
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.event(Event::Text(file.to_string_lossy().into_owned()));
        window.run_steps(3);
        window.key_press(Key::Enter);
        let saved = file.clone();
        wait(&mut window, "the trace", move |app| {
            app.model.trace_files().working().is_none() && saved.exists()
        });
        let converted = folder.path().join(format!("converted.{ending}"));
        let go_on = Interrupt::default();
        trace_file::convert(&own, &converted, steps, &go_on, &mut |_| {}).unwrap();
        let [saved, converted] = [file, converted].map(|it| std::fs::read_to_string(it).unwrap());
        assert!(saved == converted, "{ending}");
    }
}

#[test]
fn a_damaged_trace_opens_up_to_its_damage() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    solve(&mut window);
    let path = save(&mut window, folder.path());
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() - 9]).unwrap();
    let n_expanded = trace(&window).n_expanded();
    apply(&mut window, RunsAction::Clear.into());
    apply(&mut window, TraceFileAction::Open(path).into());
    wait(&mut window, "the opened trace", |app| {
        !app.model.runs().is_empty()
    });
    assert_eq!(trace(&window).n_expanded(), n_expanded);
    assert!(shows(&window, "this trace is cut short"));
}

#[test]
fn a_file_that_is_no_trace_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("foreign.tilescope-trace");
    std::fs::write(&path, "neither a trace nor a puzzle").unwrap();
    let mut window = window();
    apply(&mut window, TraceFileAction::Open(path).into());
    wait(&mut window, "the refusal", |app| {
        app.model.trace_files().working().is_none()
    });
    assert!(shows(&window, "this is not a Tilescope trace"));
    assert!(app(&mut window).model.runs().is_empty());
}
