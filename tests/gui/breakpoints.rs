//! Breakpoints: the page, and a run that pauses.

use crate::window::{Window, app, apply, click, has_text, press, wait, window};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use tilescope::gui::Action;
use tilescope::gui::breakpoints::BreakpointsAction;
use tilescope::gui::runs::RunsAction;
use tilescope::gui::session::Session;
use tilescope_lab::RunState;

/// Opens the page and types a condition.
fn type_condition(window: &mut Window, condition: &str) {
    window.key_press(Key::F9);
    window.run_steps(4);
    window
        .get_by_label("Condition of the breakpoint")
        .type_text(condition);
    window.run_steps(4);
}

fn state(window: &mut Window) -> RunState {
    let runs = app(window).model.runs();
    runs.active().unwrap().run.state()
}

fn wait_for_pause(window: &mut Window) {
    wait(window, "a pause", |app| {
        let active = app.model.runs().active();
        active.is_some_and(|it| it.run.state() == RunState::Paused)
    });
    window.run_steps(4);
}

#[test]
fn a_run_pauses_where_a_breakpoint_holds_and_goes_on() {
    let mut window = window();
    type_condition(&mut window, "expansions = 3");
    // By the keyboard alone.
    window.key_press(Key::Enter);
    window.run_steps(4);
    window
        .get_by_label("Condition of the breakpoint")
        .type_text("h = 1");
    window.run_steps(4);
    press(&mut window, "Add");
    assert_eq!(app(&mut window).model.breakpoints().entries().len(), 2);
    press(&mut window, "Close");
    apply(&mut window, RunsAction::Solve.into());
    wait_for_pause(&mut window);
    let model = &app(&mut window).model;
    assert_eq!(model.end(), 3);
    assert_eq!(model.cursor().t, 3);
    let (_, hit) = model.breakpoints().last_hit().unwrap();
    assert_eq!(hit.condition, "expansions = 3");
    assert_eq!(model.selection(), Some(hit.node as u32));
    window.key_press(Key::F9);
    window.run_steps(4);
    assert!(has_text(&window, "expansions = 3 at node"));
    press(&mut window, "Continue");
    wait(&mut window, "another pause or the end", |app| {
        let run = &app.model.runs().active().unwrap().run;
        run.state() != RunState::Running && run.trace().n_expanded() > 3
    });
    window.run_steps(4);
    let model = &app(&mut window).model;
    let (_, hit) = model.breakpoints().last_hit().unwrap();
    assert_eq!(hit.condition, "h = 1");
    let trace = model.runs().active().unwrap().run.trace();
    assert_eq!(trace.h(model.selection().unwrap()), 1);
}

#[test]
fn what_is_no_condition_is_told_and_a_breakpoint_can_be_turned_off() {
    let mut window = window();
    type_condition(&mut window, "f < ");
    assert!(has_text(&window, "at column 5."));
    press(&mut window, "Close");
    for condition in ["expansions = 2", "expansions = 4", "expansions = 6"] {
        apply(
            &mut window,
            BreakpointsAction::Add(condition.to_owned()).into(),
        );
    }
    window.key_press(Key::F9);
    window.run_steps(4);
    click(&mut window, Role::CheckBox, "Breakpoint expansions = 2");
    press(&mut window, "Remove the breakpoint expansions = 4");
    press(&mut window, "Close");
    apply(&mut window, RunsAction::Solve.into());
    wait_for_pause(&mut window);
    assert_eq!(app(&mut window).model.end(), 6);
    assert_eq!(state(&mut window), RunState::Paused);
}

#[test]
fn a_run_begun_step_by_step_takes_breakpoints_later() {
    let mut window = window();
    apply(&mut window, RunsAction::Step.into());
    wait_for_pause(&mut window);
    apply(
        &mut window,
        BreakpointsAction::Add("depth = 2".to_owned()).into(),
    );
    apply(&mut window, RunsAction::Resume.into());
    wait(&mut window, "a breakpoint", |app| {
        app.model.breakpoints().last_hit().is_some()
    });
    window.run_steps(4);
    let model = &app(&mut window).model;
    let trace = model.runs().active().unwrap().run.trace();
    assert_eq!(trace.depth(model.selection().unwrap()), 2);
}

#[test]
fn breakpoints_are_kept_with_the_session() {
    let mut window = window();
    for condition in ["expansions = 2", "board = \"* * * / * * * / * * _\""] {
        apply(&mut window, BreakpointsAction::Add(condition.into()).into());
    }
    apply(&mut window, BreakpointsAction::Toggle(1).into());
    // One that is longer than any that is kept.
    let long = "h = 1 or ".repeat(200);
    apply(&mut window, BreakpointsAction::Add(long).into());
    let entries = app(&mut window).model.breakpoints().entries()[..2].to_vec();
    let text = serde_json::to_string(&Session::new(&app(&mut window).model.session())).unwrap();
    let restored = |text: &str| {
        let session: Session = serde_json::from_str(text).unwrap();
        let unreadable = session.unreadable().to_vec();
        let mut other = crate::window::window();
        apply(&mut other, Action::Restore(session.into()));
        (
            app(&mut other).model.breakpoints().entries().to_vec(),
            unreadable,
        )
    };
    assert_eq!(restored(&text), (entries, vec![]));
    // As an earlier version wrote it, and damaged.
    let (start, rest) = text.split_once("\"breakpoints\":").unwrap();
    let end = rest.find(']').unwrap() + 1;
    for (field, names) in [
        (String::new(), 0),
        ("\"breakpoints\":[{\"condition\":7}]".to_owned(), 1),
        ("\"breakpoints\":true".to_owned(), 1),
    ] {
        let start = match field.is_empty() {
            true => start.trim_end_matches(','),
            false => start,
        };
        let (entries, unreadable) = restored(&format!("{start}{field}{}", &rest[end..]));
        assert_eq!(entries, []);
        assert_eq!(unreadable.len(), names, "{unreadable:?}");
    }
}
