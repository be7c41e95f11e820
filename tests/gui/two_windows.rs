//! Two windows at once: each has a session of its own.

use crate::window::{Window, app, apply, press, wait, window};
use egui_kittest::kittest::Queryable;
use std::path::Path;
use tilescope::gui::commands::Command;
use tilescope::gui::session::Store;
use tilescope::gui::{Action, Edit};
use tilescope_lab::files;

fn restored(file: &Path) -> Window {
    let mut window = window();
    app(&mut window).restore(Store::open_at(file).expect("few windows"));
    window.run_steps(3);
    window
}

/// The work of a second window is not in the first one's file, and neither loses it.
#[test]
fn two_windows_have_a_session_each() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("session.json");
    let second_file = folder.path().join("session-2.json");
    let name = |window: &mut Window| app(window).model.problem().name().to_owned();
    let named = |window: &mut Window, name: &str| {
        apply(window, Edit::Name(name.into()).into());
    };
    let is_in =
        |file: &Path, text: &str| std::fs::read_to_string(file).is_ok_and(|it| it.contains(text));
    let mut first = restored(&file);
    apply(&mut first, Action::Theme(egui::ThemePreference::Light));
    named(&mut first, "First");
    wait(&mut first, "the session", |_| is_in(&file, "First"));

    let mut second = restored(&file);
    let theme = app(&mut second).model.theme();
    assert_eq!(
        theme,
        egui::ThemePreference::Light,
        "it begins like the first"
    );
    assert_ne!(name(&mut second), "First", "but with a puzzle of its own");
    named(&mut second, "Second");
    wait(&mut second, "its session", |_| {
        is_in(&second_file, "Second")
    });
    let crashed = std::fs::read(&second_file).unwrap();
    assert!(is_in(&file, "First"));

    // Closed, it leaves nothing behind: it has asked about its changes.
    let ctx = second.ctx.clone();
    app(&mut second).carry_out_command(&ctx, Command::Quit);
    second.run_steps(4);
    press(&mut second, "Discard changes");
    drop(second);
    assert!(!second_file.exists());
    drop(first);

    // After a crash of the second, the next window saves its puzzle as a file.
    std::fs::write(&second_file, crashed).unwrap();
    let mut next = restored(&file);
    assert_eq!(name(&mut next), "First");
    let rescued = folder.path().join("rescued/Second.json");
    assert_eq!(files::load(&rescued).unwrap().name(), "Second");
    assert_eq!(app(&mut next).model.recent(), [rescued]);
    next.get_by_label_contains("Another window ended with unsaved changes");
    assert!(!second_file.exists());

    // While the first is open, a second one finds its own again.
    std::fs::write(&second_file, std::fs::read(&file).unwrap()).unwrap();
    let mut own = restored(&file);
    assert_eq!(name(&mut own), "First");
}
