//! What the window says of runs of engines, and while tables are built: figures by their
//! accessible names.

use crate::window::{Window, app, apply, wait, window};
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use tilescope::gui::document::DocumentAction;
use tilescope::gui::runs::RunsAction;
use tilescope::gui::{Action, Edit};
use tilescope_lab::{RunOutcome, Settings, job};
use tilescope_puzzle::{Board, Size};

/// Patterns that take a while to build and are not in the cache.
const LARGE: &str = "pdb:2,4,6,8,10,12,14|1,3,5,7,9,11,13,15";

fn choose(window: &mut Window, algorithm: &str, databases: Option<&str>) {
    let formula = |text: &str| job::heuristic(text).unwrap();
    let heuristic = formula(databases.unwrap_or("manhattan"));
    let settings = Settings {
        databases: databases.map(formula),
        ..Settings::new(job::algorithm(algorithm).unwrap(), heuristic)
    };
    apply(window, Action::Settings(settings.into()));
}

fn resize(window: &mut Window, rows: usize, columns: usize) {
    let size = Size::new(rows, columns).unwrap();
    apply(window, Action::from(Edit::Resize(size)));
}

fn labels(window: &Window) -> Vec<String> {
    let all = window.query_all_by_role(Role::Label);
    let text = all.map(|node| {
        let node = node.accesskit_node();
        node.value().or(node.label()).unwrap_or_default()
    });
    text.collect()
}

/// The label that begins so, without its beginning.
fn after(window: &Window, beginning: &str) -> String {
    let labels = labels(window);
    let found = labels.iter().find_map(|it| it.strip_prefix(beginning));
    found
        .unwrap_or_else(|| panic!("{beginning} in {labels:?}"))
        .to_owned()
}

fn says(window: &Window, beginning: &str) -> bool {
    labels(window).iter().any(|it| it.starts_with(beginning))
}

/// Waits until what was told to stop has stopped.
fn end(window: &mut Window) {
    wait(window, "the end", |app| {
        let active = app.model.runs().active();
        active.is_some_and(|entry| entry.run.report().is_some())
    });
}

fn number(text: &str) -> usize {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

/// An anytime search shows its best solution and the bound while it runs.
#[test]
fn the_best_so_far_and_its_bound_are_seen_while_it_searches() {
    let mut window = window();
    resize(&mut window, 6, 6);
    apply(&mut window, Action::from(Edit::Scramble));
    choose(&mut window, "any-size", None);
    apply(&mut window, Action::Runs(RunsAction::Solve));
    wait(&mut window, "a first solution", |app| {
        let working = app.model.runs().working();
        working.is_some_and(|entry| {
            entry.run.incumbent().is_some() && entry.run.counts().bound.is_some()
        })
    });
    let moves = after(&window, "Moves: ");
    assert!(moves.ends_with(" so far"), "{moves}");
    let bound = number(&after(&window, "Lower bound: "));
    assert!((1..=number(&moves)).contains(&bound), "{bound} of {moves}");
    apply(&mut window, Action::Runs(RunsAction::Stop));
    end(&mut window);
    let least = number(&after(&window, "Moves: "));
    assert!((bound..=number(&moves)).contains(&least));
    assert!(!says(&window, "Moves: – so far") && !after(&window, "Moves: ").contains("so far"));
    let entry = app(&mut window).model.runs().active().unwrap();
    assert!(entry.run.incumbent().is_none(), "the report has it");
    let outcome = &entry.run.report().unwrap().outcome;
    assert!(matches!(outcome, RunOutcome::Solved { moves, .. } if moves.len() == least));
}

/// What is optimal is its own bound, whatever the engine told of its iterations.
#[test]
fn an_optimal_solution_is_its_own_bound() {
    let mut window = window();
    choose(&mut window, "fastest-optimal", None);
    crate::window::solve(&mut window);
    assert_eq!(after(&window, "Moves: "), "13");
    assert_eq!(after(&window, "Lower bound: "), "13");
    // An algorithm proves no such thing on the way.
    choose(&mut window, "a-star", None);
    crate::window::solve(&mut window);
    assert!(!says(&window, "Lower bound: "));
}

/// Tables take long: what is under way, how far it is, and afterwards nothing that is not true. So
/// it is where an engine builds tables of its own.
#[test]
fn a_run_that_builds_its_tables_says_so() {
    for (side, algorithm, tables) in [
        (4, "pattern-databases", Some(LARGE)),
        (4, "a-star", Some(LARGE)),
        (5, "pattern-databases", None),
    ] {
        let mut window = window();
        resize(&mut window, side, side);
        choose(&mut window, algorithm, tables);
        apply(&mut window, Action::Runs(RunsAction::Solve));
        wait(&mut window, "how long it takes", |app| {
            let working = app.model.runs().working();
            working.is_some_and(|entry| entry.run.building_remaining().is_some())
        });
        // Where the tree will be, and in the status line.
        let left = |text: &String| text.ends_with(" left") || text.ends_with(" left.");
        let said = labels(&window);
        let said: Vec<&String> = said.iter().filter(|text| left(text)).collect();
        assert!(said.iter().any(|it| it.starts_with("Building tables, ")));
        assert!(said.iter().any(|it| it.starts_with("building tables, ")));
        window.get_by_label("Tables built");
        assert!(says(&window, "The curves begin with the search."));

        apply(&mut window, Action::Runs(RunsAction::Pause));
        wait(&mut window, "the pause", |app| {
            let working = app.model.runs().working();
            working.is_some_and(|it| it.run.state() == tilescope_lab::RunState::Paused)
        });
        assert!(says(&window, "Paused with "), "{:?}", labels(&window));
        assert!(
            !labels(&window).iter().any(left),
            "the remaining time is unknown"
        );

        apply(&mut window, Action::Runs(RunsAction::Stop));
        end(&mut window);
        assert!(says(&window, "nothing recorded"), "{:?}", labels(&window));
        assert_eq!(after(&window, "Nodes/s: "), "–");
    }
}

/// Who runs one search after the other sees the newest.
#[test]
fn the_row_of_a_new_run_is_in_sight() {
    let mut window = window();
    choose(&mut window, "pattern-databases", Some("pdb-4-4"));
    window.set_size(egui::vec2(1280.0, 800.0));
    for _ in 0..9 {
        crate::window::solve(&mut window);
    }
    window.run_steps(30);
    let last = window.get_by_label("Run 9: Pattern databases · 4-4");
    let first = window.get_by_label("Run 1: Pattern databases · 4-4");
    let bottom = last.rect().max.y;
    assert!(bottom <= 772.0, "{bottom} is below the panel");
    assert!(first.rect().min.y < 640.0, "it has scrolled");
}

/// What is known of a puzzle that ships is not said of another one.
#[test]
fn another_puzzle_has_not_the_name_of_the_one_that_ships() {
    let mut window = window();
    let name = |window: &mut Window| app(window).model.shown_name();
    let first = name(&mut window);
    assert!(!first.is_empty());
    let tile = |window: &mut Window| {
        let start = |puzzle: &tilescope_puzzle::Puzzle| puzzle.start.clone();
        app(window).model.puzzle().map(start)
    };
    apply(
        &mut window,
        Action::from(Edit::Swap(tilescope::gui::Side::Start, 0, 1)),
    );
    assert_eq!(name(&mut window), "", "a change to it");
    for edit in [
        Edit::Scramble,
        Edit::Walk(8),
        Edit::Resize(Size::new(4, 4).unwrap()),
    ] {
        let before = tile(&mut window);
        apply(&mut window, Action::from(edit));
        assert_ne!(tile(&mut window), before);
        assert_eq!(name(&mut window), "");
        apply(&mut window, Action::Document(DocumentAction::Undo));
        assert_eq!(name(&mut window), "");
    }
    apply(
        &mut window,
        Action::Document(DocumentAction::Paste(
            tilescope::gui::Side::Start,
            "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 _ 15".into(),
        )),
    );
    assert_eq!(name(&mut window), "");
    // A name of one's own stays.
    apply(&mut window, Action::from(Edit::Name("For class".into())));
    apply(&mut window, Action::from(Edit::Scramble));
    assert_eq!(name(&mut window), "For class");
}

/// A hint is for the board that is shown: while a solution plays, that is another one at once.
#[test]
fn a_hint_holds_the_playing_of_a_solution() {
    let mut window = window();
    apply(&mut window, Action::Runs(RunsAction::SolveOptimally));
    wait(&mut window, "the playing", |app| app.model.player().playing);
    apply(&mut window, Action::Hint);
    assert!(!app(&mut window).model.player().playing);
    let board = |window: &mut Window| -> Board {
        let shown = app(window).model.shown_puzzle();
        shown.unwrap().start
    };
    let before = board(&mut window);
    wait(&mut window, "the hint", |app| {
        matches!(app.model.hint(), Some(tilescope::gui::hints::Hint::Move(_)))
    });
    assert_eq!(board(&mut window), before);
}
