//! Routes in the window, driven by their accessible names: the map, the search on it, and the
//! panels that are shared with puzzles.

use crate::window::{Window, app, apply, click, has_text, press, solve, type_all, wait, window};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use tilescope::gui::app::App;
use tilescope::gui::commands::Command;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::player::PlayerAction;
use tilescope::gui::runs::RunsAction;
use tilescope::gui::session::Session;
use tilescope::gui::timeline::TimelineAction;
use tilescope::gui::{Action, Side};
use tilescope_lab::{RunOutcome, State, files, job};
use tilescope_puzzle::routes::{ROUTE_HEURISTICS, Route};
use tilescope_search::ALGORITHMS;

const SIBIU_ROADS: &str = "roads to Arad 140, Fagaras 99, Oradea 151, Rimnicu Vilcea 80";
const BUCHAREST_ROADS: &str = "roads to Fagaras 211, Giurgiu 90, Pitesti 101, Urziceni 85";

/// The window with the textbook's journey, opened as from the palette.
fn romania() -> Window {
    let mut window = window();
    command(&mut window, Command::Romania);
    window
}

fn command(window: &mut Window, command: Command) {
    let ctx = window.ctx.clone();
    app(window).carry_out_command(&ctx, command);
    window.run_steps(4);
}

fn route(window: &mut Window) -> Route {
    app(window).model.route().expect("a route is open").clone()
}

/// The names of start and goal.
fn ends(window: &mut Window) -> [String; 2] {
    let route = route(window);
    [route.start, route.goal].map(|city| route.map.name(city).to_owned())
}

/// A city of one of the maps, by what is said of it there; the great map comes last.
fn click_city(window: &mut Window, label: &str) {
    let cities = window.query_all_by_role_and_label(Role::GridCell, label);
    cities.last().expect("a city on the map").click();
    window.run_steps(3);
}

#[test]
fn a_route_is_shown_without_controls_for_tiles() {
    let mut window = romania();
    assert_eq!(ends(&mut window), ["Arad", "Bucharest"]);
    window.get_by_role_and_label(Role::Grid, "Start map");
    window.get_by_role_and_label(Role::Grid, "Map");
    for label in ["Scramble", "Board size", "Goal preset", "Action order"] {
        assert!(window.query_by_label(label).is_none(), "{label}");
    }
    assert!(window.query_by_label("Costs of moves").is_none());
    for label in ["Hint", "Solve optimally"] {
        assert!(window.query_by_label(label).is_none(), "{label}");
    }
    for tiles_alone in [
        Command::Scramble,
        Command::Repair,
        Command::Copy,
        Command::Hint,
        Command::SolveOptimally,
    ] {
        assert!(!tiles_alone.applies(&app(&mut window).model));
    }
    let sibiu = format!("Sibiu; {SIBIU_ROADS}");
    assert_eq!(window.query_all_by_label(&sibiu).count(), 2);
    window.get_by_role_and_label(Role::Label, "Straight line: 366");

    // The panel is called what it shows.
    for (choice, title) in [("Map", "MAP"), ("Both", "MAP AND TREE"), ("Tree", "TREE")] {
        if title != "MAP" {
            click(&mut window, Role::RadioButton, choice);
        }
        window.get_by_role_and_label(Role::Label, title);
    }
    click(&mut window, Role::RadioButton, "Map");

    command(&mut window, Command::New);
    window.get_by_role_and_label(Role::Label, "TREE");
    window.get_by_role_and_label(Role::Button, "Scramble");
    assert!(window.query_by_role_and_label(Role::Grid, "Map").is_none());
}

#[test]
fn the_map_that_is_played_is_as_large_as_the_one_that_is_edited() {
    let mut window = romania();
    window.set_size(egui::vec2(1280.0, 800.0));
    let heights = ["Start", "Play"].map(|view| {
        click(&mut window, Role::RadioButton, view);
        window.run_steps(8);
        let map = format!("{view} map");
        let map = window.get_by_role_and_label(Role::Grid, &map);
        map.rect().height()
    });
    assert!(heights[1] >= heights[0], "{heights:?}");
}

#[test]
fn start_and_goal_are_chosen_from_lists_by_mouse_and_by_keys() {
    let mut window = romania();
    click(&mut window, Role::ComboBox, "Start city");
    // A long list scrolls.
    let zerind = window.get_by_role_and_label(Role::ListBoxOption, "Zerind");
    zerind.scroll_to_me();
    window.run_steps(30);
    click(&mut window, Role::ListBoxOption, "Zerind");
    assert_eq!(ends(&mut window), ["Zerind", "Bucharest"]);

    click(&mut window, Role::RadioButton, "Goal");
    click_city(&mut window, &format!("Sibiu; {SIBIU_ROADS}"));
    assert_eq!(ends(&mut window), ["Zerind", "Sibiu"]);

    window.get_by_role_and_label(Role::Grid, "Map").focus();
    window.run_steps(2);
    // From the city that was clicked to the one at its right.
    for key in [Key::ArrowRight, Key::S] {
        window.key_press(key);
        window.run_steps(2);
    }
    assert_eq!(ends(&mut window), ["Fagaras", "Sibiu"]);
    for key in [Key::ArrowLeft, Key::ArrowUp, Key::G] {
        window.key_press(key);
        window.run_steps(2);
    }
    let [start, goal] = ends(&mut window);
    assert_eq!(start, "Fagaras");
    assert_ne!(goal, "Sibiu");

    for _ in 0..4 {
        apply(&mut window, Action::Document(DocumentAction::Undo));
    }
    assert_eq!(ends(&mut window), ["Arad", "Bucharest"]);
    for _ in 0..2 {
        apply(&mut window, Action::Document(DocumentAction::Redo));
    }
    assert_eq!(ends(&mut window), ["Zerind", "Sibiu"]);
    press(&mut window, "Swap start and goal");
    assert_eq!(ends(&mut window), ["Sibiu", "Zerind"]);
}

#[test]
fn the_map_shows_the_search_at_the_moment_of_the_timeline() {
    let mut window = romania();
    solve(&mut window);
    let sibiu = |words: &str| format!("Sibiu: {words}; {SIBIU_ROADS}");
    let bucharest = |words: &str| format!("Bucharest, goal: {words}; {BUCHAREST_ROADS}");
    let fagaras = "Fagaras: expanded, f = g + h, 415 = 239 + 176; roads to Bucharest 211, Sibiu 99";
    let at = |window: &mut Window, t, cities: &[&str]| {
        apply(window, Action::Timeline(TimelineAction::Seek(t)));
        for city in cities {
            window.get_by_label(city);
        }
    };
    at(
        &mut window,
        0,
        &[&sibiu("not reached"), &bucharest("not reached")],
    );
    let frontier = sibiu("frontier, f = g + h, 393 = 140 + 253");
    at(&mut window, 1, &[&frontier, &bucharest("not reached")]);
    let expanded = sibiu("expanded, f = g + h, 393 = 140 + 253");
    at(&mut window, 2, &[&expanded]);
    let by_fagaras = bucharest("frontier, f = g + h, 450 = 450 + 0");
    at(&mut window, 4, &[&by_fagaras, fagaras]);
    let by_pitesti = bucharest("goal, f = g + h, 418 = 418 + 0");
    at(&mut window, 5, &[&by_pitesti, fagaras]);

    // A click chooses the node that stands for the city, and the node panel shows it.
    click_city(&mut window, fagaras);
    let model = &app(&mut window).model;
    let trace = model.runs().active().unwrap().run.trace();
    let node = model.selection().unwrap();
    assert_eq!((trace.g(node), trace.h(node)), (239, 176));
    window.get_by_label("road to: Fagaras");
    window.get_by_role_and_label(Role::Image, "Fagaras");
}

#[test]
fn h_is_written_at_every_city_when_asked_for() {
    let mut window = romania();
    let eforie = "Eforie, h 161; a road to Hirsova 86";
    assert!(window.query_by_label(eforie).is_none());
    press(&mut window, "Show h");
    window.get_by_label(eforie);
    solve(&mut window);
    window.get_by_label("Eforie: not reached, h 161; a road to Hirsova 86");
    press(&mut window, "Show h");
    window.get_by_label("Eforie: not reached; a road to Hirsova 86");
}

#[test]
fn every_algorithm_and_route_heuristic_runs_and_is_shown() {
    let mut window = romania();
    for about in ALGORITHMS {
        for heuristic in ROUTE_HEURISTICS {
            let mut settings = app(&mut window).model.settings().with_algorithm(about);
            settings.route_heuristic = heuristic.heuristic.into();
            settings.limits.expanded = Some(2_000);
            apply(&mut window, Action::Settings(settings.into()));
            solve(&mut window);
            let run = &app(&mut window).model.runs().active().unwrap().run;
            assert!(!matches!(
                run.report().unwrap().outcome,
                RunOutcome::Failed(_)
            ));
            for t in [0, app(&mut window).model.end() / 2] {
                apply(&mut window, Action::Timeline(TimelineAction::Seek(t)));
            }
        }
    }
}

#[test]
fn the_search_panel_reports_an_inadmissible_route_heuristic() {
    let mut window = window();
    command(&mut window, Command::India);
    let doubt = "Overestimates at Mumbai (h = 12, true distance 8) and at one other city, so the \
                 solution may not be optimal.";
    window.get_by_label(doubt);
    solve(&mut window);
    window.get_by_role_and_label(Role::Label, "Cost: 22");
    click(&mut window, Role::ComboBox, "Heuristic");
    click(&mut window, Role::ListBoxOption, "As drawn");
    assert!(window.query_by_label(doubt).is_none());
    window.get_by_label("Admissible and consistent.");
    solve(&mut window);
    window.get_by_role_and_label(Role::Label, "Cost: 20");
    window.get_by_role_and_label(Role::Label, "Outcome: solved, optimal");
}

#[test]
fn an_engine_reports_that_it_is_for_tiles_only() {
    let mut window = romania();
    let engine = job::algorithm("fast-ida-star").unwrap();
    let settings = app(&mut window).model.settings().with_algorithm(engine);
    apply(&mut window, Action::Settings(settings.into()));
    window.get_by_label(
        "The engine Fast IDA* only solves sliding-tile puzzles: choose an algorithm, such as a-star.",
    );
    apply(&mut window, Action::Runs(RunsAction::Solve));
    assert!(app(&mut window).model.runs().is_empty());
}

#[test]
fn the_solution_is_driven_on_the_map() {
    let mut window = romania();
    solve(&mut window);
    press(&mut window, "Play solution");
    window.get_by_role_and_label(Role::Grid, "Play map");
    let has_arrived = |app: &App| {
        let model = &app.model;
        *model.player().state() == model.problem().goal()
    };
    wait(&mut window, "the arrival", has_arrived);
    assert_eq!(
        window
            .query_all_by_value("Goal reached in 4 moves.")
            .count(),
        1
    );

    // By hand: only along a road.
    apply(&mut window, Action::Player(PlayerAction::Seek(0)));
    let at = |window: &mut Window| {
        let model = &app(window).model;
        model.problem().state_line(model.player().state())
    };
    let small = |window: &mut Window, label: &str| {
        let city = window.query_all_by_label(label).next().expect("a city");
        city.click();
        window.run_steps(3);
    };
    small(&mut window, &format!("Bucharest, goal; {BUCHAREST_ROADS}"));
    assert_eq!(at(&mut window), "Arad");
    small(&mut window, "Zerind; roads to Arad 75, Oradea 71");
    assert_eq!(at(&mut window), "Zerind");
}

#[test]
fn a_session_brings_the_route_back() {
    let mut window = romania();
    let goal = route(&mut window).map.city("Vaslui").unwrap();
    let edit = tilescope::gui::Edit::City(Side::Goal, goal);
    apply(&mut window, Action::from(edit));
    let mut settings = app(&mut window).model.settings().clone();
    settings.route_heuristic = ROUTE_HEURISTICS[1].heuristic.into();
    apply(&mut window, Action::Settings(settings.into()));
    let kept = Session::new(&app(&mut window).model.session());

    let mut later = crate::window::window();
    apply(&mut later, Action::Restore(kept.into()));
    assert_eq!(ends(&mut later), ["Arad", "Vaslui"]);
    let model = &app(&mut later).model;
    assert_eq!(
        model.settings().route_heuristic,
        ROUTE_HEURISTICS[1].heuristic.into()
    );
    assert!(model.has_unsaved_changes());
    assert_eq!(
        *model.player().state(),
        State::City(model.route().unwrap().start)
    );
}

#[test]
fn a_route_is_opened_changed_and_saved_as_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journey.json");
    let mut window = romania();
    let problem = app(&mut window).model.problem().clone();
    files::save(&problem, &path).unwrap();
    command(&mut window, Command::New);

    apply(
        &mut window,
        Action::Document(DocumentAction::Open(path.clone())),
    );
    wait(&mut window, "the opened route", |app| {
        app.model.route().is_some()
    });
    press(&mut window, "Swap start and goal");
    assert!(app(&mut window).model.has_unsaved_changes());
    apply(&mut window, Action::Document(DocumentAction::Save));
    wait(&mut window, "the saved route", |app| {
        !app.model.has_unsaved_changes()
    });
    let saved = files::load(&path).unwrap();
    assert_eq!(saved, *app(&mut window).model.problem());
    assert_ne!(saved, problem);
}

#[test]
fn the_page_of_published_experiments_opens_its_map() {
    let mut window = window();
    let ctx = window.ctx.clone();
    app(&mut window).carry_out_command(&ctx, Command::PublishedExperiments);
    window.run_steps(8);
    assert!(window.query_by_label("Open its map").is_none());
    click(
        &mut window,
        Role::ListBoxOption,
        "A* for the 8-puzzle, 2013",
    );
    press(&mut window, "Open its map");
    assert_eq!(ends(&mut window), ["Delhi", "Hyderabad"]);
    assert!(window.query_by_label("Published experiments").is_none());
}

#[test]
fn a_formula_guides_a_search_on_a_map_and_stays_text() {
    let mut window = romania();
    click(&mut window, Role::ComboBox, "Heuristic");
    click(&mut window, Role::ListBoxOption, "Formula of your own");
    let formula = |window: &mut Window| app(window).model.settings().route_heuristic.to_string();
    assert_eq!(formula(&mut window), "straight-line");
    let write = |window: &mut Window, text: &str| {
        click(window, Role::TextInput, "Formula");
        type_all(window, text);
        window.key_press(Key::Enter);
        window.run_steps(3);
        let field = window.get_by_role_and_label(Role::TextInput, "Formula");
        assert_eq!(field.value().as_deref(), Some(text));
    };
    write(&mut window, "as-drawn");
    assert_eq!(formula(&mut window), "as-drawn");
    window.get_by_label("Admissible and consistent.");
    write(&mut window, "2*crow");
    window.get_by_label_contains("there is no heuristic, function or property “crow”");
    assert_eq!(formula(&mut window), "as-drawn");
    write(&mut window, "2*straight-line");
    window.get_by_label("h of Arad: 732");
    window.get_by_label_contains("Overestimates at Arad (h = 732, true distance 418)");
    solve(&mut window);
    window.get_by_role_and_label(Role::Label, "Cost: 450");
    let kept = Session::new(&app(&mut window).model.session());
    let mut later = crate::window::window();
    apply(&mut later, Action::Restore(kept.into()));
    assert_eq!(formula(&mut later), "2*straight-line");
    later.get_by_role_and_label(Role::TextInput, "Formula");
}

#[test]
fn the_notes_show_the_task_before_the_answer() {
    let mut window = window();
    command(&mut window, Command::Romania);
    assert!(has_text(&window, "Which way does A* take"));
    assert!(!has_text(&window, "418"), "the answer is hidden");
    let show = window.query_all_by_label("Show answer").next();
    show.expect("the button of the card").click();
    window.run_steps(3);
    assert!(has_text(&window, "Rimnicu Vilcea and Pitesti: 418"));
    assert!(window.query_by_label("Show answer").is_none());
    command(&mut window, Command::India);
    assert!(
        !has_text(&window, "A* drives 22"),
        "of another problem again"
    );
}
