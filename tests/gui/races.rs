//! The race: several searches of one puzzle, shown side by side in step.

use crate::window::{Window, app, apply, choose_algorithm, click, has_text, press, wait, window};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use tilescope::gui::app::App;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::races::{InStepBy, RaceAction, n_cores};
use tilescope_lab::{RunState, examples, format};

/// Opens the panel by its key, of the present puzzle.
fn open(window: &mut Window) {
    window.key_press_modifiers(Modifiers::SHIFT, Key::F6);
    window.run_steps(4);
}

fn wait_for_end(window: &mut Window) {
    wait(window, "the searches of the race", |app| {
        let (races, runs) = (app.model.races(), app.model.runs());
        races.n_searches() > 0 && !races.is_searching(runs)
    });
}

/// A race of the three searches that are chosen at first, at its beginning.
fn raced() -> Window {
    let mut window = window();
    open(&mut window);
    press(&mut window, "Start the race");
    wait_for_end(&mut window);
    apply(&mut window, RaceAction::Seek(0.0).into());
    window
}

/// Steps and numbers of expansions of the searches at the shown moment.
fn steps(window: &mut Window) -> Vec<(u32, u32)> {
    let model = &app(window).model;
    let (races, runs) = (model.races(), model.runs());
    let end = races.end(runs);
    let of = |entry: &_| races.step(entry, end);
    (races.entries(runs).into_iter())
        .map(|entry| (of(entry), entry.run.trace().n_expanded()))
        .collect()
}

#[test]
fn the_controls_of_a_search_stand_in_line() {
    let mut window = window();
    open(&mut window);
    let middle = |label: &str| {
        let row = window.get_by_label(label).rect();
        row.center().y
    };
    for n in 1..=3 {
        let own = [
            format!("Remove search {n}"),
            format!("Algorithm of search {n}"),
        ];
        assert_eq!(middle(&own[0]), middle(&own[1]), "search {n}");
    }
    let between = middle("Algorithm of search 3") - middle("Algorithm of search 2");
    assert_eq!(
        middle("Heuristic of search 3"),
        middle("Algorithm of search 3")
    );
    assert_eq!(
        between,
        middle("Remove search 2") - middle("Remove search 1")
    );
    assert_eq!(between, 24.0, "rows have the height of a row");
}

#[test]
fn three_searches_are_shown_in_step() {
    let mut window = raced();
    let first = steps(&mut window);
    assert_eq!(first.len(), 3);
    assert!(first.iter().all(|(step, _)| *step == 0));
    assert!(has_text(&window, "Run 1: step 0 of"));
    assert!(has_text(&window, "under way"));
    // By expansions, all that have not ended are at the same step.
    for part in [0.1, 0.4, 0.7] {
        apply(&mut window, RaceAction::Seek(part).into());
        let longest = steps(&mut window).iter().map(|it| it.1).max().unwrap();
        let at = (part * f64::from(longest)) as u32;
        for (step, last) in steps(&mut window) {
            assert_eq!(step, at.min(last));
        }
    }
    apply(&mut window, RaceAction::Seek(1.0).into());
    assert!(steps(&mut window).iter().all(|(step, last)| step == last));
    // The one with the fewest expansions is the first.
    let (winner, last) = steps(&mut window)
        .into_iter()
        .map(|(_, last)| last)
        .enumerate()
        .min_by_key(|(_, last)| *last)
        .unwrap();
    let last = format::count(last.into());
    let place = format!("Run {}: step {last} of {last}, 1st", winner + 1);
    assert!(has_text(&window, &place), "{place}");
    let shows = window.query_all_by_label_contains("Show step");
    let heights: Vec<f32> = shows.map(|it| it.rect().min.y).collect();
    assert!(
        heights.len() == 3 && heights.iter().all(|y| *y == heights[0]),
        "{heights:?}"
    );

    click(&mut window, Role::RadioButton, "By time");
    assert_eq!(app(&mut window).model.races().in_step_by(), InStepBy::Time);
    assert!(steps(&mut window).iter().all(|(step, last)| step == last));
    apply(&mut window, RaceAction::Seek(0.0).into());
    assert!(steps(&mut window).iter().all(|(step, _)| *step == 0));
}

#[test]
fn a_race_is_played_and_paused() {
    let mut window = raced();
    press(&mut window, "Play the race");
    wait(&mut window, "a later moment", |app| {
        app.model.races().at() > 0.0
    });
    press(&mut window, "Pause the race");
    let at = app(&mut window).model.races().at();
    window.run_steps(5);
    assert_eq!(app(&mut window).model.races().at(), at);
    window.get_by_label("Moment of the race").focus();
    window.run_steps(2);
    window.key_press(Key::ArrowRight);
    window.run_steps(4);
    assert!(app(&mut window).model.races().at() > at);
    // A run is shown at its step in all panels.
    apply(&mut window, RaceAction::Seek(0.5).into());
    let (step, _) = steps(&mut window)[1];
    press(&mut window, &format!("Show step {step} of run 2"));
    let model = &app(&mut window).model;
    assert_eq!(model.runs().active().unwrap().id.0, 2);
    assert_eq!(model.cursor().t, step);
}

#[test]
fn searches_are_added_removed_and_refused() {
    let mut window = window();
    choose_algorithm(&mut window, "greedy-best-first");
    open(&mut window);
    press(&mut window, "Add a search");
    click(&mut window, Role::ComboBox, "Heuristic of search 2");
    click(&mut window, Role::ListBoxOption, "Misplaced tiles");
    press(&mut window, "Remove search 1");
    press(&mut window, "Start the race");
    wait_for_end(&mut window);
    let titles: Vec<String> = (app(&mut window).model.runs().iter())
        .map(|entry| entry.run.job().title())
        .collect();
    assert_eq!(titles.len(), 3);
    assert!(titles[0].contains("Misplaced"), "{titles:?}");
    assert!(titles[2].starts_with("Greedy"), "{titles:?}");
    press(&mut window, "New race…");
    assert!(has_text(&window, "Algorithm of search 3"));
    press(&mut window, "Back to the race");
    assert!(has_text(&window, "Run 3: step"));
}

/// A race on a puzzle whose searches take long.
fn long_race(window: &mut Window) {
    let korf = examples::by_file("korf-1").unwrap();
    apply(window, DocumentAction::Example(korf.into()).into());
    open(window);
}

/// How many searches are in this state.
fn n_in(app: &App, state: RunState) -> usize {
    let runs = app.model.runs().iter();
    runs.filter(|entry| entry.run.state() == state).count()
}

#[test]
fn searches_run_together_and_are_paused_and_stopped_together() {
    let mut window = window();
    long_race(&mut window);
    press(&mut window, "Start the race");
    let n = n_cores().min(3);
    wait(&mut window, "as many searches as cores", |app| {
        n_in(app, RunState::Running) == n
    });
    window.run_steps(4);
    assert!(has_text(&window, "0 of 3 searches have ended"));
    assert_eq!(app(&mut window).model.runs().iter().count(), n);
    press(&mut window, "Pause");
    wait(&mut window, "all paused", |app| {
        n_in(app, RunState::Paused) == n
    });
    press(&mut window, "Resume");
    wait(&mut window, "all at work", |app| {
        n_in(app, RunState::Running) == n
    });
    press(&mut window, "Stop the race");
    wait_for_end(&mut window);
    assert_eq!(app(&mut window).model.runs().iter().count(), n);
    assert!(has_text(&window, "ended without a solution") || has_text(&window, "under way"));
}

#[test]
fn searches_run_one_after_the_other() {
    let mut window = window();
    long_race(&mut window);
    click(&mut window, Role::RadioButton, "One after the other");
    press(&mut window, "Start the race");
    wait(&mut window, "the first search", |app| {
        app.model.runs().working().is_some()
    });
    window.run_steps(4);
    assert!(has_text(&window, "Search 1 of 3"));
    assert_eq!(app(&mut window).model.runs().all_working().count(), 1);
    press(&mut window, "Stop the race");
    wait_for_end(&mut window);
    assert_eq!(app(&mut window).model.runs().iter().count(), 1);
}

#[test]
fn runs_that_have_ended_are_raced() {
    let mut window = window();
    for algorithm in ["a-star", "breadth-first", "ida-star"] {
        choose_algorithm(&mut window, algorithm);
        crate::window::solve(&mut window);
        if algorithm == "a-star" {
            open(&mut window);
            // One run is no race.
            let button = window.get_by_role_and_label(Role::Button, "Race the runs");
            assert!(button.accesskit_node().is_disabled());
        }
    }
    press(&mut window, "Race the runs");
    assert!(app(&mut window).model.races().playing());
    apply(&mut window, RaceAction::Seek(1.0).into());
    window.run_steps(2);
    let steps = steps(&mut window);
    assert_eq!(steps.len(), 3);
    assert!(steps.iter().all(|(step, last)| step == last), "{steps:?}");
    let runs = app(&mut window).model.runs();
    assert_eq!(runs.iter().count(), 3, "nothing is searched again");
}
