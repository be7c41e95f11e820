//! The page of published experiments, driven by its accessible names.

use crate::controls::type_in_palette;
use crate::window::{Window, app, click, press, wait, window};
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use tilescope::gui::app::App;
use tilescope::gui::commands::Command;
use tilescope_lab::published::{ExperimentState, PUBLISHED_EXPERIMENTS, PublishedExperiment};

/// The window with the page open.
fn page() -> Window {
    let mut window = window();
    let ctx = window.ctx.clone();
    app(&mut window).carry_out_command(&ctx, Command::PublishedExperiments);
    // A page finds its place in its first frames.
    window.run_steps(8);
    window
}

fn choose(window: &mut Window, key: &str) -> &'static PublishedExperiment {
    let experiment = PublishedExperiment::by_key(key).unwrap();
    click(window, Role::ListBoxOption, experiment.title);
    window.get_by_label(experiment.summary);
    experiment
}

fn state(app: &App, experiment: &PublishedExperiment) -> Option<ExperimentState> {
    app.model
        .published()
        .of(experiment)
        .map(|run| run.state().clone())
}

#[test]
fn one_press_runs_a_publication_and_shows_its_figures() {
    let mut window = page();
    let kantz = choose(&mut window, "kantz-2005");
    press(&mut window, "Run experiments");
    wait(&mut window, "the end of the experiments", |app| {
        state(app, kantz) == Some(ExperimentState::Done)
    });
    window.get_by_label("22 figures: 15 agree, 7 differ for a known reason");
    window.get_by_label(
        "beam of 3, expansions: published 5\u{2009}527, measured 5\u{2009}527, equal",
    );
    window.get_by_label(
        "hill climbing, measured to the goal, expansions: published 182, measured 5, differs \
         (note 1)",
    );
    // In the smallest window, too, no column is cut off.
    let size = window.ctx.content_rect().size();
    window.set_size(egui::vec2(960.0, 600.0));
    window.run_steps(8);
    let close = window.get_by_role_and_label(Role::Button, "Close").rect();
    let row = window.get_by_label_contains("beam of 3, expansions").rect();
    assert!(row.max.x <= close.max.x, "{row:?} {close:?}");
    window.set_size(size);
    window.run_steps(8);

    let demo = choose(&mut window, "best-first-demo");
    assert_eq!(state(app(&mut window), demo), None);
    press(&mut window, "Run experiments");
    wait(&mut window, "the end of the experiments", |app| {
        state(app, demo) == Some(ExperimentState::Done)
    });
    window.get_by_label("every move costs 1, path: published LURRD, measured LURRD, equal");
}

#[test]
fn experiments_can_be_stopped() {
    let mut window = page();
    let long = choose(&mut window, "reinefeld-1993");
    // On a busy machine they may end before they are stopped.
    let was_stopped = (0..5).any(|_| {
        press(&mut window, "Run experiments");
        if state(app(&mut window), long) != Some(ExperimentState::Running) {
            return false;
        }
        press(&mut window, "Stop the experiments");
        wait(&mut window, "the experiments to stop", |app| {
            state(app, long) != Some(ExperimentState::Running)
        });
        state(app(&mut window), long) == Some(ExperimentState::Interrupted)
    });
    assert!(was_stopped);
    window.get_by_role_and_label(Role::Button, "Run experiments");
}

#[test]
fn every_publication_is_on_the_page_and_the_page_closes() {
    let mut window = page();
    for experiment in PUBLISHED_EXPERIMENTS {
        choose(&mut window, experiment.key);
    }
    press(&mut window, "Close");
    assert!(window.query_by_label("Published experiments").is_none());
}

#[test]
fn a_published_search_opens_as_a_recorded_run() {
    let mut window = page();
    choose(&mut window, "kantz-2005");
    // Nothing was run yet: what was published stands there.
    window.get_by_label(
        "beam of 3: published expansions 5\u{2009}527, boards on the solution path \
         5\u{2009}478; not measured yet",
    );
    press(&mut window, "Open beam of 3");
    wait(&mut window, "the end of the search", |app| {
        let active = app.model.runs().active();
        active.is_some_and(|entry| entry.run.report().is_some())
    });
    assert!(window.query_by_label("Published experiments").is_none());
    let model = &app(&mut window).model;
    assert_eq!(model.problem().name(), "Kantz 2005: beam of 3");
    assert_eq!(model.settings().algorithm.key, "list-search");
    assert_eq!(model.settings().options.beam_width, 3);
    let run = &model.runs().active().unwrap().run;
    assert_eq!(run.counts().expanded, 5527);
    assert_eq!(run.trace().n_expanded(), 5527);
    window.run_steps(4);
    window.get_by_label("Kantz 2005, beam of 3:");
    window.get_by_label("Published expansions: 5\u{2009}527; here 5\u{2009}527, equal.");
    window.get_by_label(
        "Published boards on the solution path: 5\u{2009}478; here 5\u{2009}478, equal.",
    );
    let row = "Run 1: List directed beam 3 · Misplaced tiles, published: Kantz 2005, beam of 3";
    window.get_by_role_and_label(Role::ListBoxOption, row);
}

#[test]
fn a_difference_to_what_was_published_has_its_reason() {
    let mut window = page();
    choose(&mut window, "ruby-article");
    press(&mut window, "Open breadth-first");
    wait(&mut window, "the end of the search", |app| {
        let active = app.model.runs().active();
        active.is_some_and(|entry| entry.run.report().is_some())
    });
    window.run_steps(4);
    window.get_by_label("Published boards examined: 47\u{2009}892; here 40\u{2009}666, differs.");
    window.get_by_label_contains("The article tries the moves of each board in a random order.");
    // A further run of the same puzzle is one of the user's own.
    press(&mut window, "Solve");
    wait(&mut window, "the end of the search", |app| {
        let active = app.model.runs().active();
        active.is_some_and(|entry| entry.run.report().is_some())
    });
    window.run_steps(4);
    assert!(
        window
            .query_by_label_contains("Published boards examined")
            .is_none()
    );
}

#[test]
fn the_palette_finds_a_publication_and_its_search_comes_to_the_front() {
    let mut window = window();
    let ctx = window.ctx.clone();
    app(&mut window).carry_out_command(&ctx, Command::PanelExperiment);
    window.run_steps(4);
    type_in_palette(&mut window, "kantz");
    let kantz = PublishedExperiment::by_key("kantz-2005").unwrap();
    press(&mut window, kantz.title);
    window.run_steps(8);
    window.get_by_label(kantz.summary);
    press(&mut window, "Open beam of 3");
    wait(&mut window, "the end of the search", |app| {
        let active = app.model.runs().active();
        active.is_some_and(|entry| entry.run.report().is_some())
    });
    window.run_steps(8);
    assert!(
        window
            .query_by_role_and_label(Role::Tree, "Search tree")
            .is_some()
    );
}
