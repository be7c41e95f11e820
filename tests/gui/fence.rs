//! A part of the window that panics leaves the rest alive.

use crate::window::{Window, app, apply, press, solve, window_that};
use egui::accesskit::Role;
use egui::{OutputCommand, Ui};
use egui_kittest::kittest::Queryable;
use tilescope::gui::model::Model;
use tilescope::gui::panel::Panel;
use tilescope::gui::runs::RunsAction;
use tilescope::gui::session::Store;
use tilescope::gui::{Action, Edit};
use tilescope_lab::files;

/// Where a panel panics.
#[derive(Clone, Copy, Debug)]
enum At {
    Title,
    Head,
    Body,
    /// Below other widgets, in an area of its own.
    Inside,
    /// While egui's memory is locked.
    Locked,
}

struct Failing(At);

impl Panel for Failing {
    fn title(&self, _: &Model) -> Option<&'static str> {
        match self.0 {
            At::Title => panic!("no title"),
            _ => None,
        }
    }

    fn head_ui(&mut self, ui: &mut Ui, _: &Model, _: &mut Vec<Action>) {
        if let At::Head = self.0 {
            ui.horizontal(|_| -> () { panic!("no head") });
        }
    }

    fn ui(&mut self, ui: &mut Ui, _: &Model, actions: &mut Vec<Action>) {
        actions.push(Edit::Name("From a panel that fails".into()).into());
        match self.0 {
            At::Title | At::Head => unreachable!("it has fallen"),
            At::Body => panic!("no body"),
            At::Inside => {
                egui::ScrollArea::vertical().show(ui, |ui| {
                    ui.push_id("inside", |ui| {
                        let button = ui.button("A button");
                        egui::Tooltip::for_widget(&button).show(|_| panic!("no inside"));
                    });
                });
            }
            At::Locked => ui.data_mut(|_| panic!("locked")),
        }
    }
}

/// A window in which the Plots panel panics.
fn failing(at: At) -> Window {
    let mut window = window_that(|_| {});
    app(&mut window).replace_panel("Plots", Box::new(Failing(at)));
    window.run_steps(3);
    window
}

#[test]
fn the_window_lives_when_a_panel_panics() {
    for at in [At::Title, At::Head, At::Body, At::Inside, At::Locked] {
        let mut window = failing(at);
        assert_eq!(app(&mut window).fallen_parts().len(), 1, "{at:?}");
        window.get_by_label("Plots stopped working");
        let name = app(&mut window).model.problem().name().to_owned();
        assert_ne!(name, "From a panel that fails", "{at:?}");
        // The other panels work.
        solve(&mut window);
        window.get_by_label("Search tree");
        press(&mut window, "Step back");
        assert_eq!(app(&mut window).model.cursor().t, 36, "{at:?}");

        press(&mut window, "Reset");
        assert!(app(&mut window).fallen_parts().is_empty(), "{at:?}");
        assert!(window.query_by_label("Plots stopped working").is_none());
        window.get_by_role_and_label(Role::Image, "Plot of Frontier size");
    }
}

#[test]
fn a_report_of_a_panic_can_be_copied() {
    let mut window = failing(At::Body);
    let button = window.get_by_role_and_label(Role::Button, "Copy report");
    button.click_accesskit();
    let mut copied = None;
    for _ in 0..4 {
        window.step();
        for command in &window.output().platform_output.commands {
            if let OutputCommand::CopyText(text) = command {
                copied = Some(text.clone());
            }
        }
    }
    let report = copied.expect("a report");
    let lines: Vec<&str> = report.lines().collect();
    let [version, part, message, place] = lines[..] else {
        panic!("{report}");
    };
    assert!(version.starts_with(concat!("Tilescope ", env!("CARGO_PKG_VERSION"))));
    assert_eq!(part, "Part: Plots");
    assert_eq!(message, "Message: no body");
    assert!(place.starts_with("Place: tests/gui/fence.rs:"), "{place}");
}

#[test]
fn the_session_is_saved_when_a_panel_panics() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("session.json");
    let mut window = window_that(|_| {});
    app(&mut window).restore(Store::open_at(&file).expect("few windows"));
    window.run_steps(3);
    let scramble = Action::from(Edit::Scramble);
    apply(&mut window, scramble);
    let scrambled = app(&mut window).model.problem().clone();
    app(&mut window).replace_panel("Plots", Box::new(Failing(At::Body)));
    window.step();
    window.run_steps(3);
    window.get_by_label_contains("your puzzle and settings are saved");
    // It is written at once, on a thread: this waits for that.
    drop(window);
    let text = std::fs::read_to_string(file).unwrap();
    let content: serde_json::Value = serde_json::from_str(&text).unwrap();
    let kept = content["session"]["puzzle"].as_str().unwrap();
    assert_eq!(files::from_json(kept).unwrap(), scrambled);
}

#[test]
fn an_action_that_panics_is_taken_back() {
    let mut window = window_that(|_| {});
    solve(&mut window);
    let before = app(&mut window).model.problem().clone();
    app(&mut window).panic_in(Edit::Scramble.into());
    window.run_steps(3);
    window.get_by_label("The last action failed");
    assert_eq!(*app(&mut window).model.problem(), before);
    assert_eq!(app(&mut window).model.runs().iter().count(), 1);

    press(&mut window, "Continue");
    assert!(app(&mut window).fallen_parts().is_empty());
    assert!(window.query_by_label("The last action failed").is_none());
    solve(&mut window);
    assert_eq!(app(&mut window).model.runs().iter().count(), 2);
    apply(&mut window, Edit::Scramble.into());
    assert_ne!(*app(&mut window).model.problem(), before);
}

#[test]
fn an_action_that_panics_stops_the_searches() {
    let mut window = window_that(|_| {});
    apply(&mut window, RunsAction::Step.into());
    assert!(app(&mut window).model.runs().working().is_some());
    app(&mut window).panic_in(Edit::Name("half done".into()).into());
    window.run_steps(3);
    let model = &app(&mut window).model;
    assert!(model.runs().is_empty());
    assert_ne!(model.problem().name(), "half done");
}
