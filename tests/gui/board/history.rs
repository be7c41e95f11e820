//! The history of edits and moves, and the edits that turn, reflect, resize and relabel boards.

use crate::board::window::{CORNER, Window};
use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use tilescope::gui::document::DocumentAction;
use tilescope::gui::edit::{BoardView, Side};
use tilescope::gui::player::PlayerAction;
use tilescope::gui::{Action, Edit};
use tilescope_lab::{Job, RunOutcome, Settings, solve};
use tilescope_puzzle::heuristics::DEFAULT_HEURISTIC;
use tilescope_puzzle::notation::{board_line, parse_board};
use tilescope_puzzle::{Direction, GoalPreset, Size};
use tilescope_search::DEFAULT_ALGORITHM;

const START: &str = "2 7 3 / 1 6 4 / 8 _ 5";

fn names(window: &Window) -> Vec<String> {
    let (n_versions, _) = window.model().versions();
    (0..n_versions)
        .map(|index| window.model().step_name(index).to_owned())
        .collect()
}

/// The name of the last step.
fn last(window: &Window) -> String {
    let (n_versions, _) = window.model().versions();
    window.model().step_name(n_versions - 1).to_owned()
}

fn choose(window: &mut Window, label: &str) {
    window
        .0
        .get_by_role_and_label(Role::ListBoxOption, label)
        .click();
    window.0.run();
}

#[test]
fn the_history_lists_the_steps_and_a_click_goes_there() {
    let mut window = Window::new(START);
    window.click("row 2, column 2: tile 6");
    window.click("row 2, column 3: tile 4");
    window.click("row 2, column 1: tile 1");
    window.click("Scramble");
    window.click("Uniformly random");
    let scrambled = window.start();
    let steps = names(&window);
    assert_eq!(
        steps[2..],
        ["slide 6", "slide 4", "slide 4, 1", "scramble"],
        "{steps:?}"
    );
    window.press(Modifiers::COMMAND, Key::H);
    choose(&mut window, "2: slide 6");
    assert_eq!(window.start(), "2 7 3 / 1 _ 4 / 8 6 5");
    choose(&mut window, "1: start: another board");
    assert_eq!(window.start(), START);
    choose(&mut window, "5: scramble");
    assert_eq!(window.start(), scrambled);
    let chosen = window
        .0
        .get_by_role_and_label(Role::ListBoxOption, "5: scramble");
    assert_eq!(chosen.accesskit_node().toggled(), Some(Toggled::True));
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.has("5: scramble"));
}

#[test]
fn moves_that_are_played_are_steps_too() {
    let mut window = Window::new("1 2 3 / 4 5 6 / _ 7 8");
    window.view("Play");
    window.click("row 3, column 2: tile 7");
    window.click("row 3, column 3: tile 8");
    window.click("Move back");
    // Another second move.
    window.click("row 2, column 2: tile 5");
    assert_eq!(
        names(&window)[2..],
        ["play 7, move 1", "play 8, move 2", "play 5, move 2"]
    );
    let shown = |window: &Window| {
        let model = window.model();
        model.problem().state_line(&model.shown_state())
    };
    assert_eq!(shown(&window), "1 2 3 / 4 _ 6 / 7 5 8");
    window.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(shown(&window), "1 2 3 / 4 5 6 / 7 8 _");
    window.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(shown(&window), "1 2 3 / 4 5 6 / 7 _ 8");
    window.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(shown(&window), window.start());
    assert_eq!(window.model().view(), BoardView::Play);
    window.press(Modifiers::COMMAND, Key::Y);
    assert_eq!(shown(&window), "1 2 3 / 4 5 6 / 7 _ 8");
    // A move is seen to be taken back while another board is shown, the first one too.
    window.view("Start");
    window.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.model().view(), BoardView::Play);
    assert_eq!(shown(&window), window.start());
    window.press(Modifiers::COMMAND, Key::Y);
    window.press(Modifiers::COMMAND, Key::Y);
    window.press(Modifiers::COMMAND, Key::Y);
    assert_eq!(shown(&window), "1 2 3 / 4 _ 6 / 7 5 8");
    assert_eq!(window.model().player().moves().len(), 2);
    // An edit between them does not hinder the way back to a game.
    window.apply(Edit::Scramble.into());
    window.apply(DocumentAction::GoTo(3).into());
    assert_eq!(shown(&window), "1 2 3 / 4 5 6 / 7 8 _");
    assert_eq!(window.start(), "1 2 3 / 4 5 6 / _ 7 8");
}

#[test]
fn undo_brings_a_solution_back_that_a_move_has_left() {
    let mut window = Window::new("1 2 3 / 4 5 6 / _ 7 8");
    window.click("Solve");
    while window.model().runs().active_solution().is_none() {
        window.0.step();
    }
    window.view("Play");
    window.apply(Action::PlaySolution);
    window.apply(PlayerAction::Seek(1).into());
    let shown = |window: &Window| {
        let player = window.model().player();
        (player.moves().to_vec(), player.at())
    };
    let before = shown(&window);
    assert_eq!((before.0.len(), before.1), (2, 1));
    window.click("row 2, column 2: tile 5");
    assert!(window.has("move 2 of 2"));
    window.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(shown(&window), before);
    assert!(window.has("move 1 of 2"));
    window.press(Modifiers::COMMAND, Key::Y);
    assert_ne!(shown(&window).0, before.0);
    window.apply(DocumentAction::GoTo(1).into());
    assert_eq!(shown(&window), before);
}

#[test]
fn undo_has_no_limit() {
    let mut window = Window::new(START);
    let model = &mut window.0.state_mut().as_mut().unwrap().model;
    for i in 0..1500 {
        let direction = [Direction::Up, Direction::Down][i % 2];
        model.apply(Edit::Slide(Side::Start, direction).into());
    }
    for _ in 0..1500 {
        model.apply(DocumentAction::Undo.into());
    }
    assert_eq!(window.start(), START);
}

/// The length of a shortest solution.
fn distance(window: &Window) -> usize {
    let job = Job {
        problem: window.model().problem().clone(),
        settings: Settings::new(DEFAULT_ALGORITHM, DEFAULT_HEURISTIC),
        search_unsolvable: false,
        record: 0,
    };
    match solve(&job).unwrap().outcome {
        RunOutcome::Solved { moves, .. } => moves.len(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn boards_are_turned_reflected_and_relabelled_without_changing_the_distance() {
    let mut window = Window::new("4 1 3 / _ 2 5");
    let before = distance(&window);
    for (edit, start, goal) in [
        (Edit::Rotate, "_ 4 / 2 1 / 5 3", "4 1 / 5 2 / _ 3"),
        (Edit::Mirror, "4 _ / 1 2 / 3 5", "1 4 / 2 5 / 3 _"),
        (Edit::Relabel, "2 _ / 1 3 / 5 4", "1 2 / 3 4 / 5 _"),
        (Edit::SwapSides, "1 2 / 3 4 / 5 _", "2 _ / 1 3 / 5 4"),
    ] {
        window.apply(edit.into());
        let what = last(&window);
        assert_eq!((&*window.start(), &*window.goal()), (start, goal), "{what}");
        assert_eq!(distance(&window), before, "{what}");
    }
    window.apply(Edit::StartAsGoal.into());
    assert_eq!(window.goal(), window.start());
}

#[test]
fn another_size_keeps_the_tiles_that_fit() {
    let mut window = Window::new(START);
    window.apply(Edit::Resize(Size::new(3, 4).unwrap()).into());
    // 10 and 11 have changed places, so that it can still be solved.
    assert_eq!(window.start(), "2 7 3 9 / 1 6 4 11 / 8 _ 5 10");
    assert_eq!(window.goal(), "1 2 3 4 / 5 6 7 8 / 9 10 11 _");
    window.apply(Edit::Resize(Size::new(2, 3).unwrap()).into());
    assert_eq!(window.start(), "2 5 3 / 1 _ 4");
    assert_eq!(window.goal(), "1 2 3 / 4 5 _");
    // Where it could be solved, it still can, as long as two tiles fill cells.
    for start in ["1 2 3 / 4 5 _", "1 _ 3 / 4 2 5", "7 1 6 / 4 8 _ / 3 2 5"] {
        let board = parse_board(start).unwrap();
        window.apply(Edit::Resize(board.size()).into());
        window.apply(Edit::Board(Side::Start, board).into());
        for size in [(4, 4), (3, 5), (2, 7), (2, 2)] {
            window.apply(Edit::Resize(Size::new(size.0, size.1).unwrap()).into());
            let puzzle = window.puzzle();
            assert!(puzzle.solvability().is_solvable(), "{start} to {size:?}");
            let preset = GoalPreset::BlankLast.board(puzzle.size());
            assert_eq!(board_line(&puzzle.goal), board_line(&preset));
            window.press(Modifiers::COMMAND, Key::Z);
        }
    }
}

#[test]
fn the_corner_changes_the_size() {
    let mut window = Window::new(START);
    let to = window.take_up_corner(Vec2::new(1.1, -0.9));
    window.button(to, false);
    window.0.run();
    assert_eq!(window.puzzle().size(), Size::new(2, 4).unwrap());
    assert_eq!(last(&window), "resize to 2×4");
    // Keys go on where the mouse was.
    window.press(Modifiers::NONE, Key::ArrowLeft);
    assert!(last(&window).starts_with("slide "), "{}", last(&window));
    window.view("Play");
    assert!(!window.has(CORNER));
}

#[test]
fn the_history_opens_at_the_present_step_the_first_time_too() {
    let mut window = Window::new(START);
    for _ in 0..20 {
        window.apply(Edit::Rotate.into());
        window.apply(Edit::Mirror.into());
    }
    window.press(Modifiers::COMMAND, Key::H);
    window.0.run_steps(6);
    let (_, present) = window.model().versions();
    let begin = format!("{present}: ");
    assert!(window.0.query_by_label_contains(&begin).is_some());
}

#[test]
fn undo_and_redo_work_while_the_history_is_open() {
    let mut window = Window::new(START);
    window.click("row 2, column 2: tile 6");
    let slid = window.start();
    window.press(Modifiers::COMMAND, Key::H);
    window.0.run_steps(6);
    for (key, start, row) in [
        (Key::Z, START, "1: start: another board"),
        (Key::Y, &*slid, "2: slide 6"),
    ] {
        window.press(Modifiers::COMMAND, key);
        assert_eq!(window.start(), start);
        let row = window.0.get_by_role_and_label(Role::ListBoxOption, row);
        assert!(row.accesskit_node().is_focused());
        assert_eq!(row.accesskit_node().toggled(), Some(Toggled::True));
    }
}

#[test]
fn a_double_click_keeps_what_was_typed_before() {
    let mut window = Window::new("8 5 2 / 1 4 3 / 6 _ 7");
    window.double_click("row 1, column 1: tile 8");
    window.type_text("5");
    window.rest();
    window.double_click("row 1, column 2: tile 5");
    assert_eq!(window.start(), "5 8 2 / 1 4 3 / 6 _ 7");
    window.type_text("1");
    window.press(Modifiers::NONE, Key::Enter);
    assert_eq!(window.start(), "5 1 2 / 8 4 3 / 6 _ 7");
}
