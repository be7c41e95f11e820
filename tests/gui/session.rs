//! The session: nothing but a damaged field itself is lost, and the damaged file is kept.

use crate::window::{Window, app, apply, choose_algorithm, has_text, press, solve, wait, window};
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tilescope::gui::document::DocumentAction;
use tilescope::gui::edit::BoardView;
use tilescope::gui::experiments::ExperimentAction;
use tilescope::gui::runs::{RunId, RunsAction};
use tilescope::gui::session::{Session, SessionData, Store, WindowState};
use tilescope::gui::tables::TablesAction;
use tilescope::gui::{Action, Edit, Side};
use tilescope_lab::experiment::Draft;
use tilescope_lab::tables::Pace;
use tilescope_lab::{Problem, RunState, files, job};
use tilescope_puzzle::pattern_database::Partition;

/// A window that restores the session in `file`, and saves to it again when it is dropped.
fn restored(file: &Path) -> Window {
    let mut window = window();
    app(&mut window).restore(Store::open_at(file).expect("few windows"));
    window.run_steps(3);
    window
}

#[test]
fn a_layout_from_before_a_panel_existed_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("session.json");
    // As it was saved without the panel “Runs”, with the tree at the left.
    std::fs::write(
        &file,
        r#"{"dock": {"id": 1, "root": 3, "tiles": {"tiles": {
            "1": {"Pane": "Tree"}, "2": {"Pane": "Result"},
            "3": {"Container": {"Linear": {"children": [1, 2], "dir": "Horizontal",
                "shares": {"shares": {"1": 400.0, "2": 1200.0}}}}}
        }, "invisible": [], "next_tile_id": 4}, "height": null, "width": null}}"#,
    )
    .unwrap();
    let window = restored(&file);
    let left = |label: &str| window.get_by_label(label).rect().left();
    for panel in [
        "PUZZLE", "SEARCH", "TREE", "PLOTS", "NODE", "RESULT", "RUNS",
    ] {
        window.get_by_label(panel);
    }
    assert!(left("TREE") < left("RESULT"));
    assert_eq!(left("RUNS"), left("RESULT"), "in its default column");
    assert_eq!(left("PLOTS"), left("TREE"), "in its default column");
    assert!(
        window
            .query_by_label_contains("layout of the panels")
            .is_none()
    );
}

/// The panels of the first layout.
const PANELS: [&str; 7] = [
    "PUZZLE", "SEARCH", "TREE", "PLOTS", "NODE", "RESULT", "RUNS",
];

/// A session with something in each field, and the puzzle in it, which has unsaved changes.
fn full_session(folder: &Path) -> (Value, Problem) {
    let file = folder.join("session.json");
    let mut window = restored(&file);
    let puzzle = app(&mut window).model.puzzle().unwrap().clone();
    let kept = folder.join("kept.json");
    let named = tilescope_puzzle::Puzzle {
        name: "Kept".into(),
        ..puzzle.clone()
    };
    files::save(&named.into(), &kept).unwrap();
    apply(&mut window, DocumentAction::Open(kept).into());
    wait(&mut window, "the file", |app| app.model.file().is_some());
    apply(&mut window, Edit::Swap(Side::Start, 0, 1).into());
    let mut settings = app(&mut window).model.settings().clone();
    settings.limits.expanded = Some(1000);
    settings.limits.memory = Some(1 << 30);
    settings.limits.time = Some(std::time::Duration::from_secs(60));
    settings.measure_to = Some(puzzle.start.clone());
    settings.databases = job::heuristic("pdb-4-4").ok();
    apply(&mut window, Action::Settings(settings.into()));
    apply(&mut window, Action::Theme(egui::ThemePreference::Dark));
    let painted = Partition::from(vec![vec![1, 2, 3], vec![4, 5]]);
    apply(
        &mut window,
        TablesAction::Painted(puzzle.goal, painted).into(),
    );
    let mut draft = Draft::default();
    draft.name = "Kept".into();
    let save = ExperimentAction::SaveTo(folder.join("experiment.json"));
    for action in [ExperimentAction::Edit(draft.into()), save] {
        apply(&mut window, Action::Experiment(action));
    }
    solve(&mut window);
    let problem = app(&mut window).model.problem().clone();
    let is_saved = || std::fs::read_to_string(&file).is_ok_and(|it| it.contains("experiment.json"));
    wait(&mut window, "the session to be saved", |_| is_saved());
    drop(window);
    let text = std::fs::read_to_string(&file).unwrap();
    let mut content: Value = serde_json::from_str(&text).unwrap();
    let data = SessionData {
        pace: Pace::new(1e6),
        ..serde_json::from_value::<Session>(content["session"].clone())
            .unwrap()
            .restore()
    };
    content["session"] = serde_json::to_value(Session::new(&data)).unwrap();
    (content, problem)
}

/// Every place in `value` below the root, as JSON pointers.
fn places(value: &Value, at: &str, all: &mut Vec<String>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(object) => (object.iter())
            .map(|(key, child)| (key.clone(), child))
            .collect(),
        Value::Array(array) => (array.iter().enumerate())
            .map(|(i, child)| (i.to_string(), child))
            .collect(),
        _ => Vec::new(),
    };
    for (key, child) in children {
        let at = format!("{at}/{key}");
        places(child, &at, all);
        all.push(at);
    }
}

/// `content` without the place `at`.
fn without(content: &Value, at: &str) -> Value {
    let mut content = content.clone();
    let (parent, key) = at.rsplit_once('/').unwrap();
    match content.pointer_mut(parent).unwrap() {
        Value::Object(object) => {
            object.remove(key);
        }
        Value::Array(array) => {
            array.remove(key.parse().unwrap());
        }
        _ => unreachable!("it has children"),
    }
    content
}

/// The damaged files in `folder`.
fn aside(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap());
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|it| it.to_string_lossy().contains(".damaged-"));
    paths.sort();
    paths
}

#[test]
fn the_puzzle_survives_damage_to_any_other_field() {
    let folder = tempfile::tempdir().unwrap();
    let (sound, problem) = full_session(folder.path());
    let mut all = Vec::new();
    places(&sound, "", &mut all);
    all.retain(|at| at != "/session" && at != "/session/puzzle");
    assert!(all.len() > 80, "{all:?}");
    let values = [
        json!(null),
        json!(5),
        json!("x"),
        json!([]),
        json!({}),
        json!(-1),
        json!(1e308),
    ];
    let mut window = window();
    let mut check = |at: &str, damaged: &Value, must_tell: bool, draws: bool| {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("session.json");
        let text = damaged.to_string();
        std::fs::write(&file, &text).unwrap();
        app(&mut window).model.apply(Edit::Scramble.into());
        app(&mut window).restore(Store::open_at(&file).unwrap());
        assert_eq!(*app(&mut window).model.problem(), problem, "{at}: {text}");
        let taken = Session::new(&app(&mut window).model.session());
        let mut expected = damaged["session"].clone();
        // A whole number is written as a decimal one.
        if let Some(pace) = expected["table_states_a_second"].as_f64() {
            expected["table_states_a_second"] = json!(pace);
        }
        let is_taken = serde_json::to_value(taken).unwrap() == expected;
        match &aside(folder.path())[..] {
            [] => assert!(is_taken || !must_tell, "{at}: {text}"),
            [aside] => assert_eq!(std::fs::read_to_string(aside).unwrap(), text, "{at}"),
            more => panic!("{more:?}"),
        }
        if draws {
            window.step();
        }
    };
    for (i, at) in all.iter().enumerate() {
        for (k, value) in values.iter().enumerate().skip(i % 2).step_by(2) {
            let mut damaged = sound.clone();
            *damaged.pointer_mut(at).unwrap() = value.clone();
            // A choice that is valid but does not fit the algorithm gives way in silence.
            let may_fit = at.starts_with("/session/settings");
            // All values take a minute, and a frame as long as ten of them: every other, and one frame.
            let draws = k == i % 2;
            check(at, &damaged, !value.is_null() && !may_fit, draws);
        }
        check(at, &without(&sound, at), false, false);
    }
    for (at, value) in [
        ("/session/theme", json!("sepia")),
        ("/session/recent", json!(5)),
        ("/session/recent", json!(["a", 5])),
        ("/session/settings/algorithm", json!("b-star")),
        ("/session/settings/heuristic", json!("(".repeat(9_999))),
        ("/session/settings/heuristic", json!("max(".repeat(2_000))),
        ("/session/settings/most_expanded", json!(-1)),
        ("/session/settings/weight", json!("heavy")),
        ("/session/painted/patterns", json!([[1, 2], [2, 3]])),
        ("/session/painted/patterns", json!([[99]])),
        ("/session/table_states_a_second", json!(-1)),
        ("/dock", json!({})),
        ("/dock/root", json!(null)),
    ] {
        let mut damaged = sound.clone();
        *damaged.pointer_mut(at).unwrap() = value;
        check(at, &damaged, true, true);
    }
}

#[test]
fn a_file_that_is_cut_or_has_lost_bytes_is_read_as_far_as_possible() {
    let folder = tempfile::tempdir().unwrap();
    let (sound, problem) = full_session(folder.path());
    drop(sound);
    let bytes = std::fs::read(folder.path().join("session.json")).unwrap();
    let text = String::from_utf8(bytes.clone()).unwrap();
    let start = text.find("\"puzzle\"").unwrap();
    let end = text.find("\"saved\"").unwrap();
    let read = |bytes: &[u8]| {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("session.json");
        std::fs::write(&file, bytes).unwrap();
        let (_, session, _) = Store::open_at(&file).unwrap();
        let is_told = !session.unreadable().is_empty();
        (session.restore().problem, is_told)
    };
    for at in (0..bytes.len() - 2).step_by(13) {
        let cut = read(&bytes[..at]);
        let lost = read(&[&bytes[..at], &bytes[at + 2..]].concat());
        let odd = read(&[&bytes[..at], &[0xff, 0], &bytes[at + 2..]].concat());
        if at >= end {
            assert_eq!(cut.0.as_ref(), Some(&problem), "cut at {at}");
            assert!(cut.1, "cut at {at}");
        }
        if at + 2 < start || at >= end {
            assert_eq!(lost.0.as_ref(), Some(&problem), "two bytes lost at {at}");
            assert_eq!(odd.0.as_ref(), Some(&problem), "two bytes changed at {at}");
            assert!(odd.1, "two bytes changed at {at}");
        } else {
            // What was last saved is still there.
            assert!(lost.0.is_some() && odd.0.is_some(), "at {at}");
        }
    }
}

#[test]
fn a_damaged_session_is_told_once_and_a_few_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("session.json");
    for i in 0..6 {
        let damaged = format!(r#"{{"session": {{"theme": "sepia", "file": {i}}}}}"#);
        std::fs::write(&file, &damaged).unwrap();
        let mut window = restored(&file);
        window.get_by_label_contains("the puzzle's file and theme");
        let newest = folder
            .path()
            .join(format!("session.damaged-{}.json", i + 1));
        window.get_by_label_contains(&newest.display().to_string());
        assert_eq!(std::fs::read_to_string(&newest).unwrap(), damaged);
        let is_saved = || std::fs::read_to_string(&file).is_ok_and(|it| it.contains("Runs"));
        wait(&mut window, "the session to be saved", |_| is_saved());
        drop(window);
        let again = restored(&file);
        assert!(again.query_by_label_contains("could not be read").is_none());
    }
    assert_eq!(aside(folder.path()).len(), 5);
}

#[test]
fn a_damaged_layout_gives_way_to_the_default_with_a_notice() {
    let panes = r#""1": {"Pane": "Tree"}, "2": {"Pane": "Result"}"#;
    let dock = |root: u64, tiles: &str| {
        format!(
            r#"{{"id": 1, "root": {root}, "tiles": {{"tiles": {{{tiles}}}, "invisible": [],
               "next_tile_id": 9}}, "height": null, "width": null}}"#
        )
    };
    let row = |id: u64, children: &str, shares: &str| {
        format!(
            r#"{panes}, "{id}": {{"Container": {{"Linear": {{"children": {children},
               "dir": "Horizontal", "shares": {{"shares": {shares}}}}}}}}}"#
        )
    };
    let mut last = None;
    for dock in [
        r#"{"nonsense": true}"#.to_owned(),
        "17".to_owned(),
        // No root, a child that is missing, one that is there twice, and circles.
        dock(9, &row(3, "[1, 2]", "{}")),
        dock(3, &row(3, "[1, 2, 8]", "{}")),
        dock(3, &row(3, "[1, 2, 1]", "{}")),
        dock(3, &row(3, "[1, 2, 3]", "{}")),
        dock(3, &row(3, "[3]", "{}")),
        dock(
            3,
            &format!("{}, {}", row(3, "[1, 4]", "{}"), row(4, "[3]", "{}")),
        ),
        // Shares that are no sizes: JSON has no NaN, and reads 1e39 as infinite.
        dock(3, &row(3, "[1, 2]", r#"{"1": 1e39}"#)),
        dock(3, &row(3, "[1, 2]", r#"{"1": -1.0}"#)),
        dock(3, &row(3, "[1, 2]", r#"{"1": 0.0}"#)),
        dock(3, &row(3, "[1, 2]", r#"{"1": null}"#)),
        // Panels that are unknown, doubled, or missing altogether.
        dock(5, r#""5": {"Pane": "Nonsense"}"#),
        dock(
            3,
            &format!(r#"{}, "4": {{"Pane": "Tree"}}"#, row(3, "[1, 4]", "{}")),
        ),
        dock(3, &row(3, "[]", "{}")),
        dock(u64::MAX, &row(u64::MAX, "[1, 2]", "{}")),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("session.json");
        let text = format!(r#"{{"session": {{"theme": "light"}}, "dock": {dock}}}"#);
        std::fs::write(&file, &text).unwrap();
        let mut window = restored(&file);
        window.get_by_label_contains("back to its default: layout of the panels");
        for panel in PANELS {
            window.get_by_label(panel);
        }
        let kept = aside(folder.path());
        assert_eq!(std::fs::read_to_string(&kept[0]).unwrap(), text);
        // The session beside it is sound.
        assert_eq!(app(&mut window).model.theme(), egui::ThemePreference::Light);
        last = Some((window, folder, file));
    }
    let (mut window, _folder, file) = last.unwrap();
    let is_saved = || std::fs::read_to_string(&file).is_ok_and(|it| it.contains("Runs"));
    wait(&mut window, "the session to be saved", |_| is_saved());
    drop(window);
    let again = restored(&file);
    let told = again.query_by_label_contains("layout of the panels");
    assert!(told.is_none(), "it is said once");
}

#[test]
#[cfg(unix)]
fn what_is_no_file_of_a_session_s_size_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let made = std::process::Command::new("mkfifo")
        .arg(path("fifo"))
        .status();
    assert!(made.unwrap().success());
    std::fs::create_dir(path("folder")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", path("zero")).unwrap();
    for name in ["fifo", "folder", "zero"] {
        let mut window = restored(&path(name));
        window.get_by_label_contains("The saved session cannot be read");
        apply(&mut window, Edit::Scramble.into());
        drop(window);
        assert!(!path(name).is_file(), "{name} is left alone");
    }
    let huge = path("session.json");
    let file = std::fs::File::create(&huge).unwrap();
    file.set_len(3 << 30).unwrap();
    let window = restored(&huge);
    window.get_by_label_contains("the file is too large");
    drop(window);
    let kept = aside(folder.path());
    assert_eq!(std::fs::metadata(&kept[0]).unwrap().len(), 3 << 30);
    assert!(!huge.exists() || std::fs::metadata(&huge).unwrap().len() < 1 << 20);
}

#[test]
fn an_empty_session_is_told_once_and_kept_aside() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("session.json");
    let told = "The saved session is empty";
    std::fs::write(&file, "\n").unwrap();
    let mut window = restored(&file);
    window.get_by_label_contains(told);
    let kept = aside(folder.path());
    assert_eq!(std::fs::read_to_string(&kept[0]).unwrap(), "\n");
    wait(&mut window, "the session to be saved", |_| {
        std::fs::metadata(&file).is_ok_and(|it| it.len() > 1)
    });
    drop(window);
    let window = restored(&file);
    assert!(window.query_by_label_contains(told).is_none());
    assert_eq!(aside(folder.path()), kept);
}

#[test]
fn a_session_that_cannot_be_saved_is_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("session.json");
    let mut window = restored(&file);
    // From now on no file can be written there.
    std::fs::create_dir(&file).unwrap();
    let is_told = |window: &Window| {
        let notice = window.query_by_label_contains("The session cannot be saved");
        notice.is_some()
    };
    let start = std::time::Instant::now();
    while !is_told(&window) {
        assert!(start.elapsed().as_secs() < 60, "waited for the notice");
        window.step();
    }
    window.run_steps(4);
    press(&mut window, "Close notice");
    apply(&mut window, Edit::Scramble.into());
    let start = std::time::Instant::now();
    while start.elapsed().as_secs() < 3 {
        window.step();
        assert!(!is_told(&window));
    }
}

/// A home that takes no files, as on some shared machines.
#[test]
fn an_unwritable_home_is_mentioned_once() {
    let home = tempfile::NamedTempFile::new().unwrap();
    let file = home.path().join(".config/tilescope/session.json");
    let mut window = restored(&file);
    let n_told = |window: &Window| {
        let notices = window.query_all_by_label_contains("so a crash loses unsaved changes");
        notices.count()
    };
    let start = std::time::Instant::now();
    while n_told(&window) == 0 {
        assert!(start.elapsed().as_secs() < 60, "waited for the notice");
        window.step();
    }
    window.run_steps(4);
    assert_eq!(n_told(&window), 1);
    press(&mut window, "Close notice");
    // The window works.
    apply(&mut window, Edit::Scramble.into());
    let start = std::time::Instant::now();
    while start.elapsed().as_secs() < 2 {
        window.step();
        assert_eq!(n_told(&window), 0);
    }
}

#[test]
fn a_board_that_plays_plays_in_the_next_window() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("session.json");
    let mut window = restored(&file);
    apply(&mut window, Action::View(BoardView::Play));
    let is_saved = || std::fs::read_to_string(&file).is_ok_and(|it| it.contains("\"plays\": true"));
    wait(&mut window, "the session to be saved", |_| is_saved());
    drop(window);
    let window = restored(&file);
    window.get_by_label("Play board");
}

#[test]
fn the_window_s_size_and_zoom_are_kept_and_what_is_no_size_of_a_window_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("session.json");
    let mut first = restored(&file);
    first.ctx.set_zoom_factor(1.5);
    let is_saved = || std::fs::read_to_string(&file).is_ok_and(|it| it.contains("\"zoom\": 1.5"));
    wait(&mut first, "the zoom to be saved", |_| is_saved());
    drop(first);
    let window_in = |text: &str| {
        std::fs::write(&file, text).unwrap();
        let (_, _, saved) = Store::open_at(&file).unwrap();
        saved.window
    };
    let mut content: Value =
        serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(window_in(&content.to_string()).zoom, 1.5);
    content["window"] = json!({"size": [1280.0, 800.0], "is_maximized": true, "zoom": 1.0});
    let kept = window_in(&content.to_string());
    assert_eq!((kept.size, kept.is_maximized), ([1280.0, 800.0], true));
    for damaged in [
        json!(null),
        json!([]),
        json!({"size": [1280.0, 1e9], "is_maximized": true, "zoom": 1.0}),
        json!({"size": [1280.0, 800.0], "is_maximized": true, "zoom": 0.0}),
        json!({"size": [3.0, 800.0], "is_maximized": true, "zoom": 1.0}),
    ] {
        content["window"] = damaged;
        assert_eq!(window_in(&content.to_string()), WindowState::default());
    }
}

/// A session keeps the goal test that it was saved with, and one that names none has the late one.
#[test]
fn a_saved_search_keeps_its_late_goal_test() {
    let goal_test = |window: &Window| {
        let choice = window.get_by_role_and_label(egui::accesskit::Role::ComboBox, "Goal test");
        choice.value().unwrap_or_default()
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("session.json");
    let mut window = restored(&file);
    assert_eq!(goal_test(&window), "when selected");
    choose_algorithm(&mut window, "breadth-first");
    assert_eq!(goal_test(&window), "when generated");
    let is_saved = || std::fs::read_to_string(&file).is_ok_and(|it| it.contains("breadth-first"));
    wait(&mut window, "the session to be saved", |_| is_saved());
    drop(window);
    let text = std::fs::read_to_string(&file).unwrap();
    let content: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(content["session"]["settings"]["goal_test"], "early");
    let saved_with = |goal_test: Option<&str>| {
        let mut content = content.clone();
        let settings = content["session"]["settings"].as_object_mut().unwrap();
        settings.remove("goal_test");
        settings.extend(goal_test.map(|key| ("goal_test".to_owned(), key.into())));
        content.to_string()
    };
    for (saved, shown) in [
        (saved_with(Some("early")), "when generated"),
        (saved_with(Some("late")), "when selected"),
        (saved_with(None), "when selected"),
    ] {
        std::fs::write(&file, saved).unwrap();
        let mut window = restored(&file);
        assert_eq!(goal_test(&window), shown);
        // Another algorithm has its own default.
        choose_algorithm(&mut window, "a-star");
        assert_eq!(goal_test(&window), "when selected");
    }
}

/// The number, the title, the moves and the expansions of each run.
fn results(window: &mut Window) -> Vec<(u32, String, usize, u64)> {
    let runs = app(window).model.runs();
    let result = |entry: &tilescope::gui::runs::RunEntry| {
        let report = entry.run.report().unwrap();
        let (moves, ..) = report.outcome.solution().unwrap();
        let title = entry.run.job().title();
        (entry.id.0, title, moves.len(), report.counts.expanded)
    };
    runs.iter().map(result).collect()
}

fn text_of(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_default()
}

/// A session with three runs. Their results are returned too.
fn with_runs(file: &Path) -> Vec<(u32, String, usize, u64)> {
    let mut window = restored(file);
    for algorithm in ["a-star", "breadth-first", "ida-star"] {
        choose_algorithm(&mut window, algorithm);
        solve(&mut window);
    }
    let results = results(&mut window);
    wait(&mut window, "the session", |_| {
        text_of(file).matches("\"results\"").count() == 3
    });
    results
}

#[test]
fn runs_are_there_after_a_restart_and_can_be_solved_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("session.json");
    let before = with_runs(&file);
    let mut window = restored(&file);
    assert_eq!(results(&mut window), before);
    assert!(app(&mut window).model.runs().active().is_none());
    // Another puzzle and other settings stay as they are.
    apply(&mut window, Edit::Scramble.into());
    let problem = app(&mut window).model.problem().clone();
    apply(&mut window, RunsAction::Activate(RunId(2)).into());
    assert!(has_text(&window, "The record of this run is not kept."));
    press(&mut window, "Solve again");
    wait(&mut window, "the end of the run", |app| {
        app.model.runs().working().is_none()
    });
    assert_eq!(*app(&mut window).model.problem(), problem);
    assert_eq!(app(&mut window).model.settings().algorithm.key, "ida-star");
    let (_, title, n_moves, expanded) = before[1].clone();
    let again = (4, title, n_moves, expanded);
    let now = [before[0].clone(), before[2].clone(), again];
    assert_eq!(results(&mut window), now);
    let active = app(&mut window).model.runs().active().unwrap();
    assert_eq!(active.id, RunId(4));
    assert_eq!(u64::from(active.run.trace().n_expanded()), expanded);
    let row = format!("Solve again: Run 1: {}", before[0].1);
    window.get_by_role_and_label(Role::Button, &row);
}

#[test]
fn a_window_with_runs_closes_without_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("session.json");
    let mut window = restored(&file);
    solve(&mut window);
    // A search that is not at its end is kept as far as it came.
    choose_algorithm(&mut window, "breadth-first");
    for n_expanded in 0..2 {
        apply(&mut window, RunsAction::Step.into());
        wait(&mut window, "the step", |app| {
            let run = &app.model.runs().active().unwrap().run;
            run.state() == RunState::Paused && run.counts().expanded == n_expanded
        });
    }
    apply(&mut window, DocumentAction::Quit.into());
    window.run_steps(4);
    drop(window);
    let mut window = restored(&file);
    let runs = app(&mut window).model.runs();
    let last = runs.get(RunId(2)).unwrap();
    assert_eq!(last.run.counts().expanded, 1);
    assert!(
        last.run
            .report()
            .unwrap()
            .sentence()
            .starts_with("Stopped by the user")
    );
    assert!(last.can_be_solved_again());
}

#[test]
fn a_damaged_run_costs_that_run_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("session.json");
    let before = with_runs(&file);
    let sound = text_of(&file);
    let entry = |i: usize| {
        let at = sound.match_indices("\"results\"").nth(i).unwrap().0;
        at + "\"results\": \"".len()
    };
    let second = entry(1);
    for damaged in [
        // No results, and no JSON.
        format!("{}x{}", &sound[..second], &sound[second + 1..]),
        format!("{}\"{}", &sound[..second], &sound[second + 1..]),
    ] {
        std::fs::write(&file, damaged).unwrap();
        let mut window = restored(&file);
        assert_eq!(results(&mut window), [before[0].clone(), before[2].clone()]);
        assert!(has_text(&window, "the results of runs"));
    }
    // The end of the file is lost.
    std::fs::write(&file, &sound[..second]).unwrap();
    let mut window = restored(&file);
    assert_eq!(results(&mut window), before[..1]);
    drop(window);
    // So it is with the entries of other lists.
    let session: Value = serde_json::from_str(&sound).unwrap();
    let mut damaged = session.clone();
    damaged["session"]["breakpoints"] = json!([
        {"condition": "f = 9", "is_on": true},
        {"condition": 5, "is_on": true},
        {"condition": "g = 2", "is_on": false},
    ]);
    std::fs::write(&file, damaged.to_string()).unwrap();
    let mut window = restored(&file);
    assert_eq!(results(&mut window), before);
    let kept = app(&mut window).model.session().breakpoints;
    let kept: Vec<&str> = kept.iter().map(|(condition, _)| &**condition).collect();
    assert_eq!(kept, ["f = 9", "g = 2"]);
}
