//! A game that is left before the goal is reached goes on: when its puzzle is opened again, in the next window,
//! and after a solution that was played in its place.

use crate::window::{Window, app, apply, solve, wait, window};
use egui_kittest::kittest::Queryable;
use serde_json::Value;
use std::path::Path;
use std::time::Duration;
use tilescope::gui::Action;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::edit::{BoardView, Edit, Side};
use tilescope::gui::player::PlayerAction;
use tilescope::gui::session::Store;
use tilescope_lab::{Problem, files};
use tilescope_puzzle::Direction;
use tilescope_search as search;

fn restored(file: &Path) -> Window {
    let mut window = window();
    app(&mut window).restore(Store::open_at(file).expect("few windows"));
    window.run_steps(3);
    window
}

fn puzzle(text: &str) -> Problem {
    files::from_text(text).unwrap()
}

fn open(window: &mut Window, problem: Problem) {
    let action = DocumentAction::Example(problem.into());
    apply(window, action.into());
    window.run_steps(3);
}

fn make(window: &mut Window, moves: &[Direction]) {
    for &direction in moves {
        apply(window, PlayerAction::Move(direction.into()).into());
    }
}

/// Three moves on the board that plays, the last of which is taken back.
fn begin(window: &mut Window, problem: Problem) {
    open(window, problem);
    apply(window, Action::View(BoardView::Play));
    make(window, &[Direction::Up, Direction::Left, Direction::Down]);
    apply(window, PlayerAction::Seek(2).into());
    window.run_steps(3);
}

fn moves(directions: &[Direction]) -> Vec<search::Action> {
    directions.iter().copied().map(Into::into).collect()
}

const FIRST: &str = "1 2 3 / 4 _ 6 / 7 5 8";
const OTHER: &str = "1 2 3 / 4 5 6 / _ 7 8";

/// The game as [`begin`] leaves it.
fn assert_goes_on(window: &mut Window) {
    let model = &app(window).model;
    use Direction::{Down, Left, Up};
    assert_eq!(model.player().moves(), moves(&[Up, Left, Down]));
    assert_eq!(model.player().at(), 2);
    assert!(model.game().is_some_and(|game| !game.is_won()));
    window.get_by_label_contains("move 2 of 3");
}

#[test]
fn a_game_goes_on_after_another_puzzle_was_open() {
    let mut window = window();
    begin(&mut window, puzzle(FIRST));
    open(&mut window, puzzle(OTHER));
    assert!(app(&mut window).model.player().moves().is_empty());
    // That of the other puzzle is left too.
    let right = PlayerAction::Move(Direction::Right.into());
    apply(&mut window, right.into());
    open(&mut window, puzzle(FIRST));
    assert_goes_on(&mut window);
    // It can be taken back.
    apply(&mut window, DocumentAction::Undo.into());
    assert_eq!(app(&mut window).model.player().at(), 1);

    open(&mut window, puzzle(OTHER));
    assert_eq!(app(&mut window).model.player().at(), 1);
    // It is won, and begins anew.
    apply(&mut window, right.into());
    assert!(app(&mut window).model.game().unwrap().is_won());
    open(&mut window, puzzle(FIRST));
    open(&mut window, puzzle(OTHER));
    assert_eq!(app(&mut window).model.player().at(), 0);
}

#[test]
fn a_game_goes_on_in_the_next_window() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("session.json");
    let mut before = restored(&file);
    begin(&mut before, puzzle(FIRST));
    let is_saved = || std::fs::read_to_string(&file).is_ok_and(|it| it.contains("\"ULD\""));
    wait(&mut before, "the session to be saved", |_| is_saved());
    drop(before);
    let mut window = restored(&file);
    assert_goes_on(&mut window);
    let model = &app(&mut window).model;
    let saved: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    let time = saved["session"]["games"][0]["milliseconds"].as_u64();
    let time = Duration::from_millis(time.unwrap());
    assert!(model.game().unwrap().time() >= time);
    assert_eq!(model.view(), BoardView::Play);

    // One that can't be played is told, and the rest is restored.
    drop(window);
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("\"ULD\"", "\"UUD\"")).unwrap();
    let mut window = restored(&file);
    assert_eq!(app(&mut window).model.player().at(), 0);
    window.get_by_label_contains("the games that were left");
}

#[test]
fn a_game_that_is_taken_back_to_its_start_stands_there_in_the_next_window() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("session.json");
    let mut before = restored(&file);
    open(&mut before, puzzle(FIRST));
    apply(&mut before, Action::View(BoardView::Play));
    make(&mut before, &[Direction::Up, Direction::Left]);
    for _ in 0..2 {
        apply(&mut before, DocumentAction::Undo.into());
    }
    let saved_at = || {
        let text = std::fs::read_to_string(&file).ok()?;
        let saved: Value = serde_json::from_str(&text).ok()?;
        saved["session"]["games"][0]["at"].as_u64()
    };
    wait(&mut before, "the session to be saved", |_| {
        saved_at() == Some(0)
    });
    drop(before);
    let mut window = restored(&file);
    let player = app(&mut window).model.player();
    assert_eq!(player.moves(), moves(&[Direction::Up, Direction::Left]));
    assert_eq!(player.at(), 0);
    window.get_by_label_contains("move 0 of 2");
}

#[test]
fn undo_brings_a_game_back_that_a_solution_has_replaced() {
    let mut window = window();
    apply(&mut window, Action::View(BoardView::Play));
    make(&mut window, &[Direction::Left, Direction::Up]);
    let played = app(&mut window).model.player().moves().to_vec();
    solve(&mut window);
    for n_own_moves in [0, 1] {
        apply(&mut window, Action::PlaySolution);
        apply(&mut window, PlayerAction::Seek(1).into());
        let back = Direction::from(app(&mut window).model.player().moves()[0]).opposite();
        make(&mut window, &[back][..n_own_moves]);
        // Moves from the solution lead back to it first.
        for _ in 0..n_own_moves {
            apply(&mut window, DocumentAction::Undo.into());
            let player = app(&mut window).model.player();
            assert!(player.at() == 1 && player.moves() != played);
        }
        apply(&mut window, DocumentAction::Undo.into());
        let model = &app(&mut window).model;
        assert_eq!((model.player().moves(), model.player().at()), (&*played, 2));
        assert!(model.game().is_some());
    }
}

#[test]
fn a_game_on_a_shortest_path_comes_back_too() {
    let mut window = window();
    open(&mut window, puzzle(FIRST));
    apply(&mut window, Action::View(BoardView::Play));
    make(&mut window, &[Direction::Down]);
    solve(&mut window);
    apply(&mut window, Action::PlaySolution);
    assert_eq!(app(&mut window).model.player().moves().len(), 2);
    apply(&mut window, DocumentAction::Undo.into());
    let player = app(&mut window).model.player();
    assert_eq!(player.moves(), moves(&[Direction::Down]));
    assert_eq!(player.at(), 1);
}

#[test]
fn undo_leads_back_to_the_game_before_another_one() {
    let mut window = window();
    begin(&mut window, puzzle(FIRST));
    apply(&mut window, Edit::Mirror.into());
    make(&mut window, &[Direction::Up]);
    assert_eq!(app(&mut window).model.player().at(), 1);
    apply(&mut window, DocumentAction::Undo.into());
    apply(&mut window, DocumentAction::Undo.into());
    let model = &app(&mut window).model;
    assert_eq!(model.player().at(), 3);
    assert!(model.game().is_some_and(|game| !game.is_won()));
    apply(&mut window, DocumentAction::Redo.into());
    apply(&mut window, DocumentAction::Redo.into());
    let model = &app(&mut window).model;
    assert_eq!(model.player().at(), 1);
    assert!(model.game().is_some());
}

#[test]
fn a_game_goes_on_though_the_board_was_scrambled_before_it_was_left() {
    let mut window = window();
    begin(&mut window, puzzle(FIRST));
    apply(&mut window, Edit::Scramble.into());
    open(&mut window, puzzle(OTHER));
    open(&mut window, puzzle(FIRST));
    let model = &app(&mut window).model;
    assert_eq!((model.player().at(), model.player().moves().len()), (3, 3));
    assert!(model.game().is_some());
}

#[test]
fn undo_of_an_edit_stays_on_the_board_that_was_edited() {
    let mut window = window();
    begin(&mut window, puzzle(FIRST));
    let start = BoardView::Edit(Side::Start);
    apply(&mut window, Action::View(start));
    apply(&mut window, Edit::Swap(Side::Start, 0, 1).into());
    apply(&mut window, DocumentAction::Undo.into());
    assert_eq!(app(&mut window).model.view(), start);
    apply(&mut window, DocumentAction::Undo.into());
    assert_eq!(app(&mut window).model.view(), BoardView::Play);
}

#[test]
fn a_game_to_another_goal_is_another_game_and_undo_brings_the_first_back() {
    let mut window = window();
    begin(&mut window, puzzle(FIRST));
    apply(&mut window, Action::View(BoardView::Edit(Side::Goal)));
    apply(&mut window, Edit::Slide(Side::Goal, Direction::Up).into());
    apply(&mut window, Action::View(BoardView::Play));
    assert!(app(&mut window).model.player().moves().is_empty());
    apply(&mut window, DocumentAction::Undo.into());
    let model = &app(&mut window).model;
    assert_eq!(model.player().at(), 3);
    assert!(model.game().is_some());
}

/// Written down each second the time would wear the disk: while a game goes on, it is that of its last move.
#[test]
fn the_time_after_the_last_move_counts_where_a_game_is_left() {
    let mut window = window();
    begin(&mut window, puzzle(FIRST));
    let time = |window: &mut Window| app(window).model.game().unwrap().time();
    let before = time(&mut window);
    let kept = app(&mut window).model.session().games;
    let last = app(&mut window).model.last_session().games;
    assert!(kept[0].time < before && before <= last[0].time);
    open(&mut window, puzzle(OTHER));
    open(&mut window, puzzle(FIRST));
    assert!(before <= time(&mut window));
}

/// A move by hand that is the next one of the solution, as a hint makes it: undoing it took the moves to come away,
/// and not the move.
#[test]
fn a_move_along_a_solution_is_undone_with_the_moves_to_come() {
    let mut window = window();
    open(&mut window, puzzle("8 1 3 / 4 _ 2 / 7 6 5"));
    solve(&mut window);
    apply(&mut window, Action::PlaySolution);
    apply(&mut window, PlayerAction::Seek(4).into());
    let player = |window: &mut Window| {
        let player = app(window).model.player();
        (player.at(), player.moves().to_vec())
    };
    let (_, solution) = player(&mut window);
    assert_eq!(solution.len(), 14);
    let mut is_at = |at: usize, actions: &[Action]| {
        for action in actions {
            apply(&mut window, action.clone());
        }
        assert_eq!(player(&mut window), (at, solution.clone()));
    };
    let along = |at: usize| Action::from(PlayerAction::Move(solution[at]));
    let [undo, redo] = [DocumentAction::Undo, DocumentAction::Redo].map(Action::from);
    let undo = &[undo][..];
    is_at(6, &[along(4), along(5)]);
    is_at(5, undo);
    is_at(4, undo);
    is_at(6, &[redo.clone(), redo]);
    // Played on from there, it goes back to the last move by hand first.
    is_at(6, &[PlayerAction::Seek(9).into(), undo[0].clone()]);
    is_at(5, undo);
    is_at(4, undo);
}

/// It went on to play, to a goal that was not the puzzle's any more.
#[test]
fn a_solution_to_another_goal_is_gone_when_the_goal_is_undone() {
    let mut window = window();
    open(&mut window, puzzle(FIRST));
    let goal = Edit::Swap(Side::Goal, 0, 1);
    let swapped = [Edit::Swap(Side::Start, 0, 1), goal].map(Action::from);
    swapped.into_iter().for_each(|it| apply(&mut window, it));
    solve(&mut window);
    apply(&mut window, Action::PlaySolution);
    assert_eq!(app(&mut window).model.player().moves().len(), 2);
    apply(&mut window, DocumentAction::Undo.into());
    let model = &app(&mut window).model;
    assert!(model.player().moves().is_empty());
    assert!(model.player().plays(model.problem()));
}
