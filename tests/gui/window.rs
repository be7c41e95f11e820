//! The whole window without a display: what the tests of its panels have in common.

#![allow(dead_code, reason = "each test file uses its part")]

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tilescope::gui::app::App;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::games::Comparison;
use tilescope::gui::native_dialogs::NativeDialogs;
use tilescope::gui::runs::RunsAction;
use tilescope::gui::timeline::TimelineAction;
use tilescope::gui::{Action, theme};
use tilescope_lab::cache::Cache;
use tilescope_lab::job;
use tilescope_trace::{NodeId, Trace};

pub type Window = Harness<'static, Option<App>>;

/// The window as at the first start, on a system without file dialogs of its own. No part of it
/// may panic.
pub fn window() -> Window {
    window_that(|app| {
        let fallen = app.fallen_parts();
        assert!(fallen.is_empty(), "{}", fallen.join("\n"));
    })
}

/// As [`window`]; `check` is called after each frame.
pub fn window_that(check: impl Fn(&App) + 'static) -> Window {
    Cache::disable();
    let mut window = Harness::builder()
        .with_size(egui::vec2(1600.0, 1200.0))
        .with_context_setup(theme::install)
        .build_ui_state(
            move |ui, app: &mut Option<App>| {
                let native = || NativeDialogs::known(false);
                let app = app.get_or_insert_with(|| App::new(ui.ctx(), native()));
                app.ui(ui);
                check(app);
            },
            None,
        );
    window.run_steps(3);
    window
}

pub fn wait_for_collection(window: &mut Window) {
    wait(window, "the collection", |app| {
        app.model.library().active().is_some()
    });
}

/// A list of 15-puzzles whose tiles are in order but for the last row.
pub fn fifteen_puzzles(last_rows: &[&str]) -> String {
    let line = |row: &&str| format!("1 2 3 4 5 6 7 8 9 10 11 12 {row}\n");
    last_rows.iter().map(line).collect()
}

/// A window in which this file of a collection was opened.
pub fn window_with(collection: &Path) -> Window {
    let mut window = window();
    apply(&mut window, DocumentAction::Open(collection.into()).into());
    wait_for_collection(&mut window);
    window
}

/// A key that is pressed, as an event.
pub fn pressed(key: Key, modifiers: Modifiers) -> Event {
    Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers,
    }
}

pub fn app(window: &mut Window) -> &mut App {
    window.state_mut().as_mut().unwrap()
}

pub fn apply(window: &mut Window, action: Action) {
    app(window).model.apply(action);
    window.run_steps(3);
}

/// Selects a node of the shown run, or none.
pub fn select(window: &mut Window, node: impl Into<Option<NodeId>>) {
    let entry = app(window).model.runs().active().unwrap();
    let node = node.into().map(|node| entry.node(node).unwrap());
    apply(window, Action::Timeline(TimelineAction::Select(node)));
}

pub fn choose_algorithm(window: &mut Window, key: &str) {
    let about = job::algorithm(key).unwrap();
    let settings = app(window).model.settings().with_algorithm(about);
    apply(window, Action::Settings(settings.into()));
}

/// The record of the shown run.
pub fn trace(window: &Window) -> &Trace {
    let app = window.state().as_ref().unwrap();
    app.model.runs().active().unwrap().run.trace()
}

/// A file as the system drops it on the window.
#[derive(Debug)]
pub struct Dropped(pub PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("only its path is asked for".into())
    }
}

pub fn click(window: &mut Window, role: Role, label: &str) {
    window.get_by_role_and_label(role, label).click();
    window.run_steps(3);
}

pub fn press(window: &mut Window, label: &str) {
    click(window, Role::Button, label);
}

/// Lets frames pass until `is_so`.
pub fn wait(window: &mut Window, what: &str, is_so: impl Fn(&App) -> bool) {
    let start = Instant::now();
    while !is_so(app(window)) {
        let patience = Duration::from_secs(120);
        assert!(start.elapsed() < patience, "waited for {what}");
        window.step();
        // The worker needs the processor more than the next frame does.
        std::thread::park_timeout(Duration::from_millis(4));
    }
    window.run_steps(4);
}

pub fn solve(window: &mut Window) {
    apply(window, Action::Runs(RunsAction::Solve));
    wait(window, "the end of the run", |app| {
        app.model.runs().active().is_some() && app.model.runs().working().is_none()
    });
}

/// Whether a widget has `part` in its name or its value.
pub fn has_text(window: &Window, part: &str) -> bool {
    let has_it = |text: Option<String>| text.is_some_and(|text| text.contains(part));
    window
        .query_all_by(|node| has_it(node.label()) || has_it(node.value()))
        .next()
        .is_some()
}

/// Waits until a widget has `part` in its name or its value, and the window rests.
pub fn wait_for_text(window: &mut Window, part: &str) {
    let start = Instant::now();
    while !has_text(window, part) {
        assert!(start.elapsed().as_secs() < 60, "waited for “{part}”");
        window.step();
    }
    window.run_steps(8);
}

/// Waits until the fewest moves from the start of the game are found.
pub fn wait_for_fewest(window: &mut Window) {
    wait(window, "the fewest moves", |app| {
        matches!(
            app.model.games().comparison(),
            Some(Comparison::Found { .. })
        )
    });
    window.run_steps(3);
}

/// Replaces the text of the field that has the focus.
pub fn type_all(window: &mut Window, text: &str) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.event(Event::Text(text.into()));
    window.run_steps(3);
}

/// Types the path of a file into the dialog that comes, and confirms it.
pub fn name_file(window: &mut Window, path: &Path) {
    wait(window, "the dialog", App::has_file_dialog);
    type_all(window, &path.to_string_lossy());
    window.key_press(Key::Enter);
    window.run_steps(3);
}
