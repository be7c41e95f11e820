//! The state space panel, driven by its accessible names.

use crate::window::{
    Window, app, apply, choose_algorithm, click, has_text, press, solve, wait, window,
};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use std::collections::BTreeSet;
use tilescope::gui::Action;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::edit::{Edit, Side};
use tilescope::gui::spaces::SpaceKey;
use tilescope::gui::timeline::TimelineAction;
use tilescope::gui::work::WorkState;
use tilescope_lab::space_map::Symmetric;
use tilescope_lab::trace_file::States;
use tilescope_lab::{State, format};
use tilescope_puzzle::notation::{board_line, parse_board};
use tilescope_puzzle::{Board, Size};
use tilescope_trace::Moment;

const MAP: &str = "Map of the state space";

/// The window with the panel in front.
fn shown() -> Window {
    let mut window = window();
    press(&mut window, "State space");
    window
}

pub fn wait_for_map(window: &mut Window, symmetric: Symmetric) {
    wait(window, "the map", |app| {
        let key = SpaceKey::new(app.model.puzzle().unwrap(), symmetric);
        matches!(app.model.spaces().map(&key), WorkState::Done(_))
    });
    window.run_steps(20);
}

/// Solves, and lets frames pass until the record is read.
fn solve_and_read(window: &mut Window) {
    solve(window);
    wait(window, "what the run has reached", |app| {
        let entry = app.model.runs().active().unwrap();
        let trace = entry.run.trace();
        let reached = app.model.spaces().reached(entry);
        reached.is_some_and(|it| it.n_read() == (trace.n_nodes(), trace.n_expanded()))
    });
    window.run_steps(20);
}

/// What the map says of the board that is pointed at.
fn value(window: &Window) -> String {
    let map = window.get_by_role_and_label(Role::Image, MAP);
    map.accesskit_node()
        .value()
        .unwrap()
        .replace('\u{2009}', "")
}

fn start(window: &mut Window) -> Board {
    app(window).model.puzzle().unwrap().start.clone()
}

/// The names of the rows.
fn rows(window: &Window) -> Vec<String> {
    let labels = window.query_all_by_role(Role::Label);
    let labels = labels.filter_map(|node| node.accesskit_node().value());
    let labels = labels.map(|label| label.replace('\u{2009}', ""));
    let mut rows: Vec<String> = labels.filter(|it| it.starts_with("Moves ")).collect();
    let moves = |row: &String| row[6..row.find(':').unwrap()].parse::<u32>().unwrap();
    rows.sort_by_key(moves);
    rows
}

/// The different boards that the shown run has expanded by step `t`.
fn expanded(window: &mut Window, t: Moment) -> BTreeSet<String> {
    let entry = app(window).model.runs().active().unwrap();
    let trace = entry.run.trace();
    let mut states = States::new(&entry.run.job().problem, trace);
    let mut board = |step| match states.state(trace.expanded_node(step).unwrap()) {
        State::Board(board) => board_line(&board),
        State::City(_) => unreachable!("it is a puzzle"),
    };
    (1..=t).map(&mut board).collect()
}

#[test]
fn each_row_says_how_many_of_its_boards_are_expanded() {
    let mut window = shown();
    wait_for_map(&mut window, Symmetric::Apart);
    assert_eq!(rows(&window)[13], "Moves 13: 1024 boards");
    assert_eq!(rows(&window).len(), 32);
    window.get_by_label_contains("Solve to see what a search expands of them.");
    for key in ["a-star", "breadth-first", "ida-star"] {
        choose_algorithm(&mut window, key);
        solve_and_read(&mut window);
        let last = app(&mut window).model.end();
        for t in [0, 1, last / 2, last] {
            apply(&mut window, Action::Timeline(TimelineAction::Seek(t)));
            let n = expanded(&mut window, t).len();
            let mut sum = 0;
            for row in rows(&window) {
                let figures = row.split_once("boards, ").or(row.split_once("board, "));
                let (_, figures) = figures.unwrap_or_else(|| panic!("{row}"));
                let (n_expanded, _) = figures.split_once(" expanded").unwrap();
                sum += n_expanded.parse::<usize>().unwrap();
            }
            assert_eq!(sum, n, "{key} at {t}");
            let n = format::count(n as u64);
            let text = format!("Step {}: {n} of", format::count(t.into()));
            window.get_by_label_contains(&text);
        }
    }
}

#[test]
fn a_click_makes_the_board_the_start_and_can_be_undone() {
    let mut window = shown();
    wait_for_map(&mut window, Symmetric::Apart);
    let before = start(&mut window);
    window.get_by_role_and_label(Role::Image, MAP).hover();
    window.run_steps(3);
    let value = value(&window);
    let (board, figures) = value.split_once(": ").unwrap();
    assert!(figures.contains(" moves from the goal, "), "{value}");
    assert!(
        has_text(&window, "shortest path"),
        "the readout says it too"
    );
    window.get_by_role_and_label(Role::Image, MAP).click();
    window.run_steps(3);
    let opened = start(&mut window);
    assert_eq!(opened, parse_board(board).unwrap());
    assert_ne!(opened, before);
    apply(&mut window, DocumentAction::Undo.into());
    assert_eq!(start(&mut window), before);
}

#[test]
fn the_map_stays_where_it_is_when_a_board_is_chosen() {
    let mut window = shown();
    wait_for_map(&mut window, Symmetric::Apart);
    solve_and_read(&mut window);
    let place = |window: &Window| window.get_by_role_and_label(Role::Image, MAP).rect();
    let map = place(&window);
    window.get_by_role_and_label(Role::Image, MAP).click();
    window.run_steps(6);
    assert_eq!(place(&window), map);
}

#[test]
fn the_keys_walk_from_board_to_board() {
    let mut window = shown();
    wait_for_map(&mut window, Symmetric::Apart);
    let moves = |window: &Window| {
        let value = value(window);
        let (_, figures) = value.split_once(": ").unwrap();
        figures.split_once(' ').unwrap().0.parse::<u32>().unwrap()
    };
    let own = moves(&window);
    assert!(value(&window).starts_with(&board_line(&start(&mut window))));
    window.get_by_role_and_label(Role::Image, MAP).focus();
    window.run_steps(3);
    for (key, expected) in [
        (Key::ArrowUp, own - 1),
        (Key::ArrowUp, own - 2),
        (Key::ArrowRight, own - 2),
        (Key::ArrowLeft, own - 2),
        (Key::ArrowDown, own - 1),
    ] {
        let before = value(&window);
        window.key_press(key);
        window.run_steps(2);
        assert_eq!(moves(&window), expected, "{key:?}");
        assert_ne!(value(&window), before, "{key:?}");
    }
    let value = value(&window);
    window.key_press(Key::Enter);
    window.run_steps(3);
    let (board, _) = value.split_once(": ").unwrap();
    assert_eq!(start(&mut window), parse_board(board).unwrap());
    let model = &app(&mut window).model;
    assert!(
        model.runs().is_empty(),
        "Enter opens the board, and solves nothing"
    );
}

#[test]
fn boards_are_coloured_by_h_and_its_error() {
    let mut window = shown();
    wait_for_map(&mut window, Symmetric::Apart);
    assert!(!value(&window).contains("error"));
    click(&mut window, Role::RadioButton, "Error h* − h");
    wait(&mut window, "the values of h", |app| {
        let key = SpaceKey::new(app.model.puzzle().unwrap(), Symmetric::Apart);
        let expr = &app.model.settings().heuristic;
        matches!(app.model.spaces().values(&key, expr), WorkState::Done(_))
    });
    window.run_steps(20);
    let puzzle = app(&mut window).model.puzzle().unwrap().clone();
    let expr = app(&mut window).model.settings().heuristic.clone();
    let h = expr
        .value(&puzzle.start, &puzzle.goal, puzzle.costs)
        .unwrap();
    let value = value(&window);
    assert!(value.contains(&format!("h {h}, error ")), "{value}");
    for measure in ["h", "Shortest paths", "Distance"] {
        click(&mut window, Role::RadioButton, measure);
    }
}

#[test]
fn symmetric_boards_are_joined() {
    let mut window = shown();
    wait_for_map(&mut window, Symmetric::Apart);
    click(&mut window, Role::CheckBox, "Join symmetric boards");
    wait_for_map(&mut window, Symmetric::Joined);
    window.get_by_label_contains("classes of symmetric boards");
    solve_and_read(&mut window);
    // Moves 1: the two successors of the goal are reflections of each other.
    assert!(rows(&window)[1].starts_with("Moves 1: 1 board, "));
}

#[test]
fn other_problems_say_what_to_choose() {
    let mut window = shown();
    apply(&mut window, Edit::Resize(Size::new(4, 4).unwrap()).into());
    window.get_by_label_contains("The boards of 4×4 are too many to show: choose");
    apply(&mut window, Edit::Resize(Size::new(2, 3).unwrap()).into());
    wait_for_map(&mut window, Symmetric::Apart);
    assert_eq!(rows(&window).len(), 22);
    choose_algorithm(&mut window, "fastest-optimal");
    solve(&mut window);
    window.get_by_label_contains("has no record of its nodes");
    let start = start(&mut window);
    apply(&mut window, Edit::Board(Side::Goal, start).into());
    wait_for_map(&mut window, Symmetric::Apart);
    window.get_by_label_contains("has another goal, so none are lit");
}

#[test]
fn a_large_space_is_sampled_once_its_memory_and_time_are_told() {
    let mut window = shown();
    wait_for_map(&mut window, Symmetric::Apart);
    click(&mut window, Role::RadioButton, "Shortest paths");
    apply(&mut window, Edit::Resize(Size::new(3, 4).unwrap()).into());
    // Alone, it has the one button Stop.
    app(&mut window).show_only("State space");
    window.run_steps(20);
    assert!(has_text(&window, "The map shows a sample of 199"));
    let text = window.get_by_label_contains("Searching the whole space takes");
    let text = text
        .accesskit_node()
        .label()
        .or(text.accesskit_node().value());
    assert!(text.unwrap().contains("MiB and about "));
    // It is stopped, and made after all.
    press(&mut window, "Search the whole space");
    window.get_by_label_contains("Searching the whole space: ");
    press(&mut window, "Stop");
    press(&mut window, "Go on");
    wait_for_map(&mut window, Symmetric::Apart);
    let all: Vec<String> = rows(&window);
    assert_eq!(all.len(), 54);
    assert_eq!(all[0], "Moves 0: 1 board, 0 in the sample");
    assert!(all[53].starts_with("Moves 53: 18 boards, "));
    assert!(has_text(&window, "A sample of 1 in 1"));
    // A sample has no numbers of paths, and no symmetric boards to join.
    assert!(window.query_by_label("Shortest paths").is_none());
    assert!(window.query_by_label("Join symmetric boards").is_none());
    // The keys go from row to row.
    window.get_by_role_and_label(Role::Image, MAP).focus();
    window.run_steps(3);
    let moves = |window: &Window| {
        let value = value(window);
        let (_, figures) = value.split_once(": ").unwrap();
        figures.split_once(' ').unwrap().0.parse::<u32>().unwrap()
    };
    let before = moves(&window);
    window.key_press(Key::ArrowDown);
    window.run_steps(2);
    assert!(moves(&window) > before);
    window.key_press(Key::ArrowUp);
    window.run_steps(2);
    assert_eq!(moves(&window), before);
    window.key_press(Key::Enter);
    window.run_steps(3);
    let opened = board_line(&start(&mut window));
    assert!(
        value(&window).starts_with(&opened),
        "the start is in the sample"
    );
    // A hard board: some of what is expanded is in the sample.
    for _ in 0..40 {
        window.key_press(Key::ArrowDown);
        window.step();
    }
    window.key_press(Key::Enter);
    window.run_steps(3);
    solve_and_read(&mut window);
    let model = &app(&mut window).model;
    let entry = model.runs().active().unwrap();
    assert!(entry.run.trace().n_expanded() > 10_000);
    let reached = model.spaces().reached(entry);
    let lit = reached.unwrap().in_all(Moment::MAX - 1).expanded;
    assert!(lit > 0);
    let lit = format::count(lit.into());
    assert!(has_text(&window, &format!(": {lit} of a sample of 1 in 1")));
    click(&mut window, Role::RadioButton, "Error h* − h");
    wait(&mut window, "the values of h", |app| {
        let key = SpaceKey::new(app.model.puzzle().unwrap(), Symmetric::Apart);
        let expr = &app.model.settings().heuristic;
        matches!(app.model.spaces().values(&key, expr), WorkState::Done(_))
    });
    window.run_steps(20);
    assert!(value(&window).contains(", error "));
}

#[test]
fn a_map_in_a_panel_wider_than_a_texture_is_in_its_middle() {
    let mut window = shown();
    window.set_size(egui::vec2(3200.0, 900.0));
    app(&mut window).show_only("State space");
    wait_for_map(&mut window, Symmetric::Apart);
    let map = window.get_by_role_and_label(Role::Image, MAP).rect();
    assert_eq!(map.width(), 2048.0, "the least that each graphics card has");
    let panel = window.ctx.content_rect();
    assert!(
        (map.center().x - panel.center().x).abs() < 100.0,
        "{map} in {panel}"
    );
}
