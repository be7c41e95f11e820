//! Files that version 0.1 wrote, in `tests/written_by_0.1`: the window still restores and opens them.

use crate::window::{Window, app, apply, press, wait, window};
use egui_kittest::kittest::Queryable;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tilescope::gui::best_games;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::edit::BoardView;
use tilescope::gui::own_heuristics::OwnHeuristicsAction;
use tilescope::gui::pictures::Choice;
use tilescope::gui::session::Store;
use tilescope::gui::trace_files::TraceFileAction;
use tilescope_lab::files;
use tilescope_lab::files::shared::Shared;
use tilescope_puzzle::notation;
use tilescope_search::GoalTest;

/// Copy of the corpus in which the session names the files beside it.
fn corpus() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/written_by_0.1");
    let at = folder.path().to_str().unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let to = folder.path().join(entry.file_name());
        match fs::read_to_string(entry.path()) {
            Ok(text) => fs::write(to, text.replace("@FOLDER@", at)).unwrap(),
            Err(_) => assert!(entry.path().is_dir()),
        }
    }
    folder
}

/// Window that restores the session of the corpus.
fn restored(folder: &Path) -> Window {
    let mut window = window();
    let store = Store::open_at(&folder.join("session.json")).expect("few windows");
    app(&mut window).restore(store);
    wait(&mut window, "the collections", |app| {
        app.model.library().open().len() == 2
    });
    window
}

#[test]
fn the_session_has_the_same_in_each_field() {
    let folder = corpus();
    let at = |name: &str| folder.path().join(name);
    let mut window = restored(folder.path());
    for panel in ["PUZZLE", "SEARCH", "NODE"] {
        window.get_by_label(panel);
    }
    assert!(window.query_by_label("RUNS").is_none(), "it was hidden");
    assert!(
        window
            .query_by_label_contains("could not be read")
            .is_none(),
        "no field is damaged"
    );
    assert_eq!(app(&mut window).model.own_layouts(), ["Seminar"]);

    let model = &app(&mut window).model;
    assert_eq!(model.file(), Some(&at("puzzle.json")));
    assert!(model.has_unsaved_changes());
    let puzzle = model.puzzle().unwrap();
    assert_eq!(notation::board_line(&puzzle.start), "8 2 1 / 3 6 4 / 7 _ 5");
    assert_eq!(notation::board_line(&puzzle.goal), "1 2 3 / 8 _ 4 / 7 6 5");
    assert_eq!((&*puzzle.name, &*puzzle.notes), ("Kept", "Try A*."));
    assert_eq!(puzzle.costs.to_string(), "U=2,D=1,L=1,R=1");
    assert_eq!(model.theme(), egui::ThemePreference::Dark);

    let settings = model.settings();
    assert_eq!(settings.algorithm.key, "weighted-a-star");
    assert_eq!(
        settings.heuristic.to_string(),
        "max(manhattan, 2*misplaced)"
    );
    let databases = settings.databases.as_ref().unwrap();
    assert_eq!(databases.to_string(), "pdb-4-4");
    assert_eq!(settings.measure_to.as_ref(), Some(&puzzle.goal));
    assert_eq!(settings.order.to_string(), "LRUD");
    assert_eq!(settings.options.weight.get(), 1.5);
    assert_eq!(settings.options.goal_test, GoalTest::Late);
    let limits = &settings.limits;
    assert_eq!(limits.expanded, Some(1000));
    assert_eq!(limits.memory, Some(1 << 30));
    assert_eq!(limits.time, Some(Duration::from_secs(60)));

    assert_eq!(*model.pictures().choice(), Choice::Own(1));
    assert!(!model.pictures().has_numbers());
    assert_eq!(model.colouring().chosen().key(), Some("h"));
    assert!(model.colouring().has_contours());
    let breakpoints = model.breakpoints().entries().iter();
    let breakpoints: Vec<_> = breakpoints.map(|it| (&*it.condition, it.is_on)).collect();
    assert_eq!(
        breakpoints,
        [("f = 7 and h < 5", true), ("depth > 3", false)]
    );
    let experiments = model.experiments();
    assert_eq!(experiments.file(), Some(at("experiment.json").as_path()));
    assert_eq!(experiments.draft().name, "Changed");
    let names = model.library().open().iter();
    let names = names.map(|it| it.collection().name.clone());
    assert_eq!(names.collect::<Vec<_>>(), ["boards", "Generated"]);
}

#[test]
fn a_game_that_was_left_goes_on() {
    let folder = corpus();
    let mut window = restored(folder.path());
    let puzzle = files::from_text("1 2 3 / 4 _ 6 / 7 5 8").unwrap();
    apply(&mut window, DocumentAction::Example(puzzle.into()).into());
    press(&mut window, "Discard changes");
    window.run_steps(3);
    let model = &app(&mut window).model;
    assert_eq!(model.view(), BoardView::Play);
    assert_eq!((model.player().moves().len(), model.player().at()), (3, 2));
}

#[test]
fn the_best_game_is_known() {
    let folder = corpus();
    let games = fs::read(folder.path().join("games.json")).unwrap();
    let games = best_games::BestGames::parse(&games).unwrap();
    assert!(!games.is_damaged);
    let problem = files::from_text("1 2 3 / 4 5 6 / 7 _ 8").unwrap();
    let best = games.content.of(problem.puzzle().unwrap()).unwrap();
    assert_eq!((best.moves, best.time), (3, Duration::from_millis(104)));
}

#[test]
fn custom_heuristics_are_listed() {
    let folder = corpus();
    let mut window = window();
    let path = folder.path().join("heuristics.json");
    apply(&mut window, OwnHeuristicsAction::KeepIn(path).into());
    wait(&mut window, "the heuristics", |app| {
        app.model.own_heuristics().list().len() == 2
    });
    let list = app(&mut window).model.own_heuristics().list();
    let list = list
        .iter()
        .map(|it| (&*it.name, it.expr.to_string(), &*it.comment));
    let diagonal = "manhattan + 2*count(dr == 1 and dc == 1)".to_owned();
    assert_eq!(
        list.collect::<Vec<_>>(),
        [
            ("diagonal", diagonal, "Too much?"),
            ("twice", "2*misplaced".into(), "")
        ]
    );
}

#[test]
fn a_trace_opens_with_its_bookmarks() {
    let path = "tests/written_by_0.1/traces/with-bookmarks.tilescope-trace";
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let mut window = window();
    apply(&mut window, TraceFileAction::Open(path).into());
    wait(&mut window, "the trace", |app| {
        app.model.runs().active().is_some()
    });
    let bookmarks = app(&mut window).model.shown_bookmarks().iter();
    let bookmarks: Vec<_> = bookmarks
        .map(|it| (it.step, it.node, &*it.name, &*it.note))
        .collect();
    let expected = [
        (2, None, "First choice", ""),
        (4, Some(3), "", "Why not node 5?"),
    ];
    assert_eq!(bookmarks, expected);
    let run = app(&mut window).model.runs().active().unwrap();
    assert_eq!(run.run.trace().n_expanded(), 5);
}
