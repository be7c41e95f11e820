//! Runs and settings that belong to another puzzle than the current one. How many runs
//! are kept.

use crate::window::{
    Window, app, apply, choose_algorithm, click, has_text, press, solve, wait, window,
};
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use tilescope::gui::Edit;
use tilescope::gui::commands::Command;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::edit::BoardView;
use tilescope::gui::player::PlayerAction;
use tilescope::gui::published::PublishedAction;
use tilescope::gui::runs::{Runs, RunsAction};
use tilescope::gui::session::Session;
use tilescope::gui::{Action, Side};
use tilescope_lab::published::PublishedExperiment;
use tilescope_lab::{Settings, examples, job};
use tilescope_puzzle::{Direction, Size, notation};

fn edit(window: &mut Window) {
    let board = notation::parse_board("1 2 3 / 4 5 6 / 7 _ 8").unwrap();
    apply(window, Edit::Board(Side::Start, board).into());
}

fn n_marked(window: &Window, run: u32) -> usize {
    let text = format!("Run {run} belongs to a different puzzle.");
    window.query_all_by_label(&text).count()
}

fn runs(window: &mut Window) -> Vec<u32> {
    let runs = app(window).model.runs();
    runs.iter().map(|entry| entry.id.0).collect()
}

fn n_plots(window: &Window) -> usize {
    let is_plot = |name: String| name.starts_with("Plot of ");
    let plots = window.query_all_by(|it| it.label().is_some_and(is_plot));
    plots.count()
}

#[test]
fn what_belongs_to_another_puzzle_says_so() {
    let mut window = window();
    solve(&mut window);
    assert_eq!(n_marked(&window, 1), 0);
    let places = |window: &Window| {
        let grid = window
            .get_by_role_and_label(Role::Tree, "Search tree")
            .rect();
        let status = window.get_by_label("Outcome: solved, optimal").rect();
        let copy = window
            .get_by_role_and_label(Role::Button, "Copy moves")
            .rect();
        [grid, status, copy]
    };
    let before = places(&window);
    edit(&mut window);
    assert_eq!(n_marked(&window, 1), 1, "in the status line");
    assert_eq!(places(&window), before, "nothing moves");
    apply(&mut window, DocumentAction::Undo.into());
    assert_eq!(n_marked(&window, 1), 0);
    apply(&mut window, DocumentAction::Redo.into());
    solve(&mut window);
    assert_eq!(n_marked(&window, 2), 0);
}

#[test]
fn a_run_says_if_search_has_other_settings() {
    let mut window = window();
    solve(&mut window);
    let differs = |window: &Window| {
        let text = "Run 1 used different settings.";
        window.query_by_label(text).is_some()
    };
    assert!(!differs(&window));
    choose_algorithm(&mut window, "greedy-best-first");
    assert!(differs(&window));
    choose_algorithm(&mut window, "a-star");
    assert!(!differs(&window));
    let mut settings = app(&mut window).model.settings().clone();
    // A limit does not change what the search does before it.
    settings.limits.expanded = Some(1_000_000);
    apply(&mut window, Action::Settings(settings.clone().into()));
    assert!(!differs(&window));
    settings.heuristic = job::heuristic("misplaced").unwrap();
    apply(&mut window, Action::Settings(settings.into()));
    assert!(differs(&window));
    edit(&mut window);
    assert!(!differs(&window));
    assert_eq!(n_marked(&window, 1), 1, "the stronger remark alone");
}

#[test]
fn the_solution_of_another_puzzle_is_played_as_such() {
    let mut window = window();
    solve(&mut window);
    edit(&mut window);
    press(&mut window, "Play solution");
    window.run_steps(3);
    assert!(has_text(&window, "Moves of another start."));
    // Who plays the present puzzle is not offered the solution of another.
    let offers = window.query_all_by_role_and_label(Role::Button, "Play solution");
    let enabled = offers.filter(|it| !it.accesskit_node().is_disabled());
    assert_eq!(enabled.count(), 1, "only the one beside the result");
    press(&mut window, "Play from start");
    assert!(!has_text(&window, "Moves of another start."));
}

#[test]
fn only_a_solution_of_the_present_puzzle_is_played_and_copied_by_commands() {
    let mut window = window();
    let both = [Command::PlaySolution, Command::CopySolution];
    let refusals = |window: &mut Window| {
        let model = &app(window).model;
        assert!(
            both.iter()
                .all(|it| it.is_enabled(model) == it.refusal(model).is_none())
        );
        both.map(|command| command.refusal(model))
    };
    assert_eq!(
        refusals(&mut window),
        [Some("There is no solution yet: solve first"); 2]
    );
    solve(&mut window);
    assert_eq!(refusals(&mut window), [None; 2]);
    edit(&mut window);
    let of_another = "The run that is shown is of another puzzle: solve this one first";
    assert_eq!(refusals(&mut window), [Some(of_another); 2]);
    // What the result copies belongs to its run.
    let copy = window.get_by_role_and_label(Role::Button, "Copy moves");
    assert!(!copy.accesskit_node().is_disabled());
}

#[test]
fn plots_show_the_runs_of_the_present_puzzle_unless_all_are_wanted() {
    let mut window = window();
    solve(&mut window);
    assert_eq!(n_plots(&window), 2);
    edit(&mut window);
    assert_eq!(n_plots(&window), 0);
    click(&mut window, Role::RadioButton, "All puzzles");
    assert_eq!(n_plots(&window), 2);
}

#[test]
fn runs_are_cleared_at_once_unless_one_still_works() {
    let mut window = window();
    assert!(!Command::ClearRuns.is_enabled(&app(&mut window).model));
    solve(&mut window);
    press(&mut window, "Clear");
    assert!(runs(&mut window).is_empty());
    assert_eq!(app(&mut window).model.selection(), None);

    apply(&mut window, RunsAction::Step.into());
    press(&mut window, "Clear");
    press(&mut window, "Cancel");
    assert_eq!(runs(&mut window), [2]);
    press(&mut window, "Clear");
    press(&mut window, "Clear all runs");
    assert!(runs(&mut window).is_empty());
}

#[test]
fn the_number_of_runs_that_are_kept_is_told_set_and_remembered() {
    let mut window = window();
    apply(&mut window, RunsAction::Keep(2).into());
    for _ in 0..2 {
        solve(&mut window);
    }
    assert!(window.query_by_label("2 of 2").is_some());
    solve(&mut window);
    assert_eq!(runs(&mut window), [2, 3]);
    let notice = "Run 1 was removed: 2 runs are kept. The panel Runs changes that number.";
    assert!(window.query_by_label(notice).is_some());

    let session = Session::new(&app(&mut window).model.session());
    let text = serde_json::to_string(&session).unwrap();
    let session: Session = serde_json::from_str(&text).unwrap();
    apply(&mut window, RunsAction::Keep(Runs::DEFAULT_KEPT).into());
    apply(&mut window, Action::Restore(session.into()));
    assert_eq!(app(&mut window).model.runs().kept(), 2);
}

#[test]
fn who_plays_goes_on_to_play_the_next_puzzle() {
    let mut window = window();
    apply(&mut window, Action::View(BoardView::Play));
    apply(
        &mut window,
        PlayerAction::Move(Direction::Left.into()).into(),
    );
    for file in ["twenty-moves", "romania", "twenty-moves"] {
        let next = examples::by_file(file).unwrap();
        apply(&mut window, DocumentAction::Example(next.into()).into());
        let model = &app(&mut window).model;
        assert_eq!(model.view(), BoardView::Play);
        assert_eq!(*model.player().state(), model.problem().start());
        assert!(model.player().moves().is_empty());
    }
}

fn settings(window: &mut Window) -> Settings {
    app(window).model.settings().clone()
}

fn open_example(window: &mut Window, file: &str) {
    let example = examples::by_file(file).unwrap();
    apply(window, DocumentAction::Example(example.into()).into());
}

/// Opens Kantz's hill climbing, which measures to a board that is not the goal.
fn open_published(window: &mut Window) {
    let kantz = PublishedExperiment::by_key("kantz-2005").unwrap();
    apply(window, Action::Published(PublishedAction::Open(kantz, 0)));
    wait(window, "the end of the published search", |app| {
        let active = app.model.runs().active();
        active.is_some_and(|entry| entry.run.report().is_some())
    });
}

#[test]
fn settings_that_come_with_a_puzzle_go_with_it() {
    let mut window = window();
    let own = settings(&mut window);
    open_published(&mut window);
    let brought = settings(&mut window);
    assert!(brought.measure_to.is_some());
    assert!(has_text(
        &window,
        "Changed: measured to 1 2 3 / 4 5 6 / 7 8 _, combining: hill"
    ));
    open_example(&mut window, "spiral-in-five-moves");
    let now = settings(&mut window);
    assert_eq!(now.measure_to, None);
    assert_eq!(now.algorithm.key, own.algorithm.key);
    assert_eq!((&now.options, now.order), (&own.options, own.order));
    assert!(!has_text(&window, "Changed: "));
    solve(&mut window);
    let run = &app(&mut window).model.runs().active().unwrap().run;
    assert_eq!(run.counts().expanded, 5);
}

#[test]
fn what_was_chosen_beside_settings_that_came_with_a_puzzle_stays() {
    let mut window = window();
    open_published(&mut window);
    let mut chosen = settings(&mut window);
    chosen.limits.expanded = Some(1_000);
    chosen = chosen.with_algorithm(job::algorithm("beam").unwrap());
    chosen.options.beam_width = 7;
    apply(&mut window, Action::Settings(chosen.into()));
    // A scramble is another puzzle too.
    apply(&mut window, Edit::Scramble.into());
    let now = settings(&mut window);
    assert_eq!(now.algorithm.key, "beam");
    assert_eq!(now.options.beam_width, 7);
    assert_eq!(now.limits.expanded, Some(1_000));
    assert_eq!(now.measure_to, None);
    assert_eq!(now.order, now.defaults().order);
}

#[test]
fn a_heuristic_that_does_not_fit_the_next_puzzle_gives_way() {
    let mut window = window();
    let fifteen = Size::new(4, 4).unwrap();
    apply(&mut window, DocumentAction::New(fifteen).into());
    let chosen = Settings {
        heuristic: job::heuristic("pdb-6-6-3").unwrap(),
        ..settings(&mut window)
    };
    apply(&mut window, Action::Settings(chosen.into()));
    apply(&mut window, DocumentAction::New(fifteen).into());
    assert_eq!(settings(&mut window).heuristic.to_string(), "pdb-6-6-3");
    open_example(&mut window, "spiral-in-five-moves");
    assert_eq!(settings(&mut window).heuristic.to_string(), "manhattan");
    assert!(has_text(&window, "doesn't fit this puzzle: Manhattan"));
    assert!(Command::Solve.is_enabled(&app(&mut window).model));
}

#[test]
fn settings_that_are_not_the_defaults_are_shown_and_reset() {
    let mut window = window();
    assert!(window.query_by_label("Reset the settings").is_none());
    let mut changed = settings(&mut window);
    changed.order = "RLUD".parse().unwrap();
    changed.limits.expanded = Some(1_000);
    apply(&mut window, Action::Settings(changed.into()));
    let text = "Changed: action order: RLUD, max. expansions: 1\u{2009}000";
    window.get_by_label(text);
    press(&mut window, "Reset the settings");
    let now = settings(&mut window);
    assert!(now.deviations(app(&mut window).model.problem()).is_empty());
    assert!(!has_text(&window, "Changed: "));
}
