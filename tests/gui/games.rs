//! Games by hand: the clock, the fewest moves, where a shortest path was left, and the best games.

use crate::window::{Window, app, apply, press, solve, wait, wait_for_fewest, window};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, TouchPhase, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use std::fs;
use std::path::Path;
use std::time::Duration;
use tilescope::gui::app::App;
use tilescope::gui::best_games::{BestGames, Store};
use tilescope::gui::bookmarks::BookmarksAction;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::edit::BoardView;
use tilescope::gui::games::{Comparison, PathSoFar};
use tilescope::gui::native_dialogs::NativeDialogs;
use tilescope::gui::player::PlayerAction;
use tilescope::gui::runs::RunsAction;
use tilescope::gui::theme;
use tilescope::gui::{Action, Edit, Side};
use tilescope_lab::files;
use tilescope_lab::files::shared::Shared;
use tilescope_puzzle::{Direction, Size};
use tilescope_search::NodeOutcome;

/// A puzzle that two moves of the blank solve, up and left, on the board that plays.
fn board(window: &mut Window) {
    let problem = files::from_text("1 _ 2\n3 4 5\n6 7 8\n").unwrap();
    let mut puzzle = problem.into_puzzle().unwrap();
    puzzle.goal = puzzle.start.clone();
    puzzle.start.slide(Direction::Right);
    puzzle.start.slide(Direction::Down);
    apply(
        window,
        DocumentAction::Example(Box::new(puzzle.into())).into(),
    );
    apply(window, Action::View(BoardView::Play));
}

fn play(window: &mut Window, moves: &[Direction]) {
    for &direction in moves {
        apply(window, PlayerAction::Move(direction.into()).into());
    }
}

/// The label that begins with `text`.
fn has(window: &Window, text: &str) -> bool {
    window.query_by_label_contains(text).is_some()
}

#[test]
fn a_game_has_a_clock_and_the_fewest_moves() {
    let mut window = window();
    board(&mut window);
    assert!(app(&mut window).model.game().is_none());
    assert!(has(&window, "Click tiles or use the arrows."));
    play(&mut window, &[Direction::Up]);
    wait_for_fewest(&mut window);
    assert!(has(&window, "0:00, fewest 2"));
    assert!(has(&window, "On a shortest path so far."));
    assert!(app(&mut window).model.games().next_second().is_some());

    // The clock stands while the window has no focus.
    let focus = |window: &mut Window, has_focus| {
        window.input_mut().focused = has_focus;
        window.run_steps(3);
    };
    focus(&mut window, false);
    assert!(app(&mut window).model.games().next_second().is_none());
    focus(&mut window, true);
    assert!(app(&mut window).model.games().next_second().is_some());
    // So it does while no part of the board is in sight.
    window.set_size(vec2(1280.0, 420.0));
    window.run_steps(5);
    let at = window
        .get_by_role_and_label(Role::Grid, "Play board")
        .rect();
    window.hover_at(at.center());
    let scroll = |window: &mut Window, lines: f32| {
        window.event(Event::MouseWheel {
            unit: MouseWheelUnit::Line,
            delta: vec2(0.0, lines),
            phase: TouchPhase::Move,
            source: MouseWheelSource::Wheel,
            modifiers: Modifiers::NONE,
        });
        window.run_steps(60);
    };
    scroll(&mut window, -100.0);
    assert!(app(&mut window).model.games().next_second().is_none());
    scroll(&mut window, 100.0);
    assert!(app(&mut window).model.games().next_second().is_some());
    // So it does while a page lies over the board.
    window.key_press(Key::F1);
    // A page finds its place in its first frames.
    window.run_steps(16);
    assert!(app(&mut window).model.games().next_second().is_none());
    press(&mut window, "Close");
    window.run_steps(3);
    assert!(app(&mut window).model.games().next_second().is_some());

    play(&mut window, &[Direction::Left]);
    window.run_steps(3);
    assert!(has(&window, "Solved in 2 moves, 0:"));
    assert!(has(&window, "No solution is shorter."));
    assert!(has(&window, "Your best: 2 moves, 0:"));
    assert!(app(&mut window).model.games().next_second().is_none());
}

#[test]
fn nothing_moves_when_the_goal_is_reached() {
    let mut window = window();
    board(&mut window);
    play(&mut window, &[Direction::Up]);
    wait_for_fewest(&mut window);
    let places = |window: &Window| {
        let board = window.get_by_role_and_label(Role::Grid, "Play board");
        let record = window.get_by_role_and_label(Role::Button, "Game as run");
        [board.rect(), record.rect()]
    };
    let before = places(&window);
    assert!(!has(&window, "Your best"));
    play(&mut window, &[Direction::Left]);
    window.run_steps(6);
    assert!(has(&window, "Your best: 2 moves"));
    assert_eq!(places(&window), before);
}

#[test]
fn the_comparison_is_of_the_board_that_is_shown() {
    let mut window = window();
    board(&mut window);
    use Direction::{Left, Up};
    play(&mut window, &[Left, Direction::Right, Up, Left]);
    window.run_steps(6);
    assert!(has(&window, "Left a shortest path at move"));
    apply(&mut window, PlayerAction::Seek(0).into());
    wait_for_fewest(&mut window);
    assert!(has(&window, "On a shortest path so far."));
    assert!(!has(&window, "No solution is shorter."));
}

#[test]
fn the_goal_has_no_hint() {
    let mut window = window();
    board(&mut window);
    play(&mut window, &[Direction::Up, Direction::Left]);
    window.run_steps(6);
    let hint = window.get_by_role_and_label(Role::Button, "Hint");
    assert!(hint.accesskit_node().is_disabled());
    assert!(has(&window, "This is the goal."));
    apply(&mut window, PlayerAction::Seek(1).into());
    window.run_steps(3);
    let hint = window.get_by_role_and_label(Role::Button, "Hint");
    assert!(!hint.accesskit_node().is_disabled());
    assert!(has(
        &window,
        "Shows the next move. Green dot: tile in its goal cell."
    ));
}

/// What is played is the puzzle whose verdict, hint and goal stand beside it.
#[test]
fn another_puzzle_begins_another_game_and_undo_goes_back_to_the_first() {
    let mut window = window();
    let state = |window: &mut Window| app(window).model.player().state().clone();
    for change in [
        Edit::Rotate.into(),
        Edit::Mirror.into(),
        Edit::SwapSides.into(),
        Edit::StartAsGoal.into(),
        Edit::Resize(Size::new(2, 2).unwrap()).into(),
        Edit::Walk(5).into(),
        Action::Document(DocumentAction::Paste(
            Side::Start,
            "1 2 3 / 4 5 6 / 7 _ 8".into(),
        )),
    ] {
        board(&mut window);
        let _ = app(&mut window).model.take_requests();
        play(&mut window, &[Direction::Up]);
        let played = state(&mut window);
        let what = format!("{change:?}");
        apply(&mut window, change);
        let problem = app(&mut window).model.problem().clone();
        assert_eq!(state(&mut window), problem.start(), "{what}");
        let model = &app(&mut window).model;
        assert_eq!(model.player().moves(), [], "{what}");
        assert_eq!(model.view(), BoardView::Play, "{what}");
        assert!(model.game().is_none(), "{what}");
        apply(&mut window, DocumentAction::Undo.into());
        assert_eq!(state(&mut window), played, "{what}");
        assert!(app(&mut window).model.game().is_some(), "{what}");
    }
}

#[test]
fn a_game_says_where_it_left_a_shortest_path() {
    let mut window = window();
    board(&mut window);
    play(&mut window, &[Direction::Up, Direction::Right]);
    // Right leads to the edge: no move.
    assert_eq!(app(&mut window).model.player().at(), 1);
    play(
        &mut window,
        &[Direction::Down, Direction::Left, Direction::Up],
    );
    wait(&mut window, "the place", |app| {
        let path = PathSoFar::LeftAt(2);
        app.model.games().comparison() == Some(Comparison::Found { fewest: 2, path })
    });
    window.run_steps(3);
    assert!(has(&window, "Left a shortest path at move 2"));
    press(&mut window, "Show");
    assert_eq!(app(&mut window).model.player().at(), 1);
    assert!(has(&window, "On a shortest path so far."));
}

#[test]
fn a_game_becomes_a_run_beside_a_shortest_solution() {
    use Direction::{Down, Left, Right, Up};
    let mut window = window();
    board(&mut window);
    assert!(
        window
            .get_by_label("Game as run")
            .accesskit_node()
            .is_disabled()
    );
    play(&mut window, &[Left, Right, Up, Left]);
    wait_for_fewest(&mut window);
    press(&mut window, "Game as run");
    wait(&mut window, "the run", |app| {
        app.model.runs().active().is_some()
    });
    window.run_steps(3);
    let run = &app(&mut window).model.runs().active().unwrap().run;
    assert_eq!(run.job().title(), "Game by hand");
    assert_eq!(
        run.report().unwrap().sentence(),
        "Solved in 4 moves, not proved optimal"
    );
    // The first move leaves the shortest path, which goes on beside it.
    let goals = |window: &mut Window| {
        let trace = app(window)
            .model
            .runs()
            .active()
            .unwrap()
            .run
            .shared_trace();
        let is_goal = |node: &u32| trace.outcome(*node) == NodeOutcome::Goal;
        (0..trace.n_nodes())
            .filter(is_goal)
            .map(|node| trace.depth(node))
            .collect::<Vec<_>>()
    };
    assert_eq!(goals(&mut window), [4, 2]);
    // The place is marked, and the panel Node says what happened there.
    apply(&mut window, BookmarksAction::GoTo(0).into());
    window.run_steps(3);
    assert!(has(&window, "the move to it left every shortest path"));
    assert!(has(&window, "f = g + h: 4"));
    assert_eq!(app(&mut window).model.cursor().t, 1);

    // A game that goes on is recorded again, by its command.
    apply(&mut window, Action::View(BoardView::Play));
    apply(&mut window, PlayerAction::Seek(1).into());
    play(&mut window, &[Down]);
    apply(&mut window, RunsAction::RecordGame.into());
    wait(&mut window, "the second run", |app| {
        app.model.runs().iter().count() == 2
    });
    assert_eq!(goals(&mut window), [4, 2][1..]);
}

#[test]
fn a_solution_or_a_hint_is_no_game_to_be_kept() {
    let mut window = window();
    board(&mut window);
    solve(&mut window);
    apply(&mut window, Action::PlaySolution);
    apply(&mut window, PlayerAction::Seek(1).into());
    play(&mut window, &[Direction::Left]);
    assert!(has(&window, "Goal reached in 2 moves."));
    assert!(app(&mut window).model.game().is_none());

    board(&mut window);
    apply(&mut window, Action::Hint);
    wait(&mut window, "the hint", |app| {
        matches!(app.model.hint(), Some(tilescope::gui::hints::Hint::Move(_)))
    });
    apply(&mut window, Action::Hint);
    play(&mut window, &[Direction::Left]);
    window.run_steps(3);
    assert!(has(&window, "with hints."));
    assert!(!has(&window, "Your best"));

    // A hint after the goal does not spoil the game.
    apply(&mut window, PlayerAction::Seek(0).into());
    play(&mut window, &[Direction::Up, Direction::Left]);
    apply(&mut window, Action::Hint);
    window.run_steps(3);
    assert!(!has(&window, "with hints."));
    assert!(has(&window, "Your best: 2 moves, 0:"));
}

#[test]
fn a_board_without_a_solution_says_why_and_is_repaired_where_it_plays() {
    let mut window = window();
    apply(&mut window, Edit::Swap(Side::Start, 0, 1).into());
    apply(&mut window, Action::View(BoardView::Play));
    window.run_steps(3);
    assert!(has(&window, "Not solvable"));
    let reason = app(&mut window).model.verdict().unwrap().reason();
    assert!(has(&window, &reason));
    play(&mut window, &[Direction::Up]);
    window.run_steps(3);
    assert!(has(&window, "Not solvable"), "it stays while tiles move");
    let width = |window: &Window| window.get_by_label("Not solvable").rect().width();
    let narrow = width(&window);
    window.key_press_modifiers(Modifiers::ALT, Key::Num3);
    window.run_steps(8);
    let has_room = width(&window) > 2.0 * narrow;
    assert!(has_room, "in a wide panel the verdict is in words");
    press(&mut window, "Make solvable");
    window.run_steps(3);
    assert!(has(&window, "Solvable") && !has(&window, "Not solvable"));
    let model = &app(&mut window).model;
    assert_eq!(model.view(), BoardView::Play);
    assert_eq!(*model.player().state(), model.problem().start());
}

#[test]
fn undoing_an_edit_in_play_shows_no_game_of_another_start() {
    let mut window = window();
    apply(&mut window, Edit::Swap(Side::Start, 0, 1).into());
    apply(&mut window, Action::View(BoardView::Play));
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.run_steps(3);
    let model = &app(&mut window).model;
    assert!(model.player().begins_as(model.problem()));
    assert_eq!(*model.player().state(), model.problem().start());
}

#[test]
fn the_game_is_lit_in_the_tree() {
    let mut window = window();
    board(&mut window);
    solve(&mut window);
    assert!(!has(&window, "your moves"));
    apply(&mut window, Action::View(BoardView::Play));
    play(&mut window, &[Direction::Up]);
    window.run_steps(3);
    // Where there is no room for it, the legend is behind a button.
    if !has(&window, "your moves") {
        press(&mut window, "Legend");
    }
    assert!(has(&window, "your moves"));
}

fn store(window: &mut Window, path: &Path) {
    let ctx = window.ctx.clone();
    let store = Store::open_at(path.to_owned(), move || ctx.request_repaint());
    app(window).keep_games(store);
    window.run_steps(3);
}

fn read(path: &Path) -> BestGames {
    BestGames::parse(&fs::read(path).unwrap()).unwrap().content
}

#[test]
fn the_best_games_are_kept_for_the_next_window() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data").join("games.json");
    let mut first = window();
    store(&mut first, &path);
    board(&mut first);
    let puzzle = app(&mut first).model.puzzle().unwrap().clone();
    use Direction::{Down, Left, Right, Up};
    play(&mut first, &[Left, Right, Up, Left]);
    drop(first);
    assert_eq!(read(&path).of(&puzzle).unwrap().moves, 4);

    let mut second = window();
    store(&mut second, &path);
    board(&mut second);
    wait(&mut second, "the best games", |app| {
        app.model
            .games()
            .best(app.model.puzzle().unwrap())
            .is_some()
    });
    second.run_steps(3);
    assert!(has(&second, "Your best: 4 moves, 0:"));
    play(&mut second, &[Up, Left]);
    assert!(has(&second, "Your best: 2 moves, 0:"));
    // A worse game changes nothing.
    apply(&mut second, PlayerAction::Seek(0).into());
    play(&mut second, &[Up, Down, Up, Left]);
    drop(second);
    assert_eq!(read(&path).of(&puzzle).unwrap().moves, 2);
}

#[test]
fn a_damaged_file_of_best_games_is_kept_aside_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.json");
    let whole = r#"{"format": "tilescope-games", "version": 1, "games": [
        {"start": "1 2 3 / 4 5 6 / 7 _ 8", "goal": "1 2 3 / 4 5 6 / 7 8 _", "moves": 1, "milliseconds": 900},
        {"start": "1 2 3 / 4 5 6 / 7 8 8", "goal": "1 2 3 / 4 5 6 / 7 8 _", "moves": 1, "milliseconds": 9}]}"#;
    let tell = |text: &str| {
        fs::write(&path, text).unwrap();
        let mut window = window();
        store(&mut window, &path);
        let start = std::time::Instant::now();
        while !has(&window, "Part of the best games could not be read") {
            assert!(start.elapsed() < Duration::from_secs(20), "nothing is told");
            window.step();
        }
        let aside = fs::read_dir(folder.path()).unwrap().flatten();
        let aside = aside.map(|entry| fs::read_to_string(entry.path()).unwrap());
        assert!(aside.into_iter().any(|kept| kept == text), "not kept aside");
    };
    tell(whole);
    // The row that can be read is still there.
    assert!(
        fs::read_to_string(&path)
            .unwrap()
            .contains("\"milliseconds\":900")
    );
    tell("{\"format\": \"tilescope-games\", \"ver");
    assert_eq!(read(&path), BestGames::default());

    // A newer version's file is left alone.
    let newer = "{\"format\": \"tilescope-games\", \"version\": 2, \"games\": []}";
    fs::write(&path, newer).unwrap();
    let mut window = window();
    store(&mut window, &path);
    board(&mut window);
    play(&mut window, &[Direction::Up, Direction::Left]);
    drop(window);
    assert_eq!(fs::read_to_string(&path).unwrap(), newer);
}

/// A tile that slides asks for frames until it has arrived.
#[test]
fn nothing_slides_where_motion_is_reduced() {
    let n_frames = |is_reduced| {
        let mut window: Window = Harness::builder()
            .with_step_dt(1.0 / 60.0)
            .with_context_setup(theme::install)
            .build_ui_state(
                |ui, app: &mut Option<App>| {
                    let native = || NativeDialogs::known(false);
                    let app = app.get_or_insert_with(|| App::new(ui.ctx(), native()));
                    app.ui(ui);
                },
                None,
            );
        if is_reduced {
            theme::stand_still(&window.ctx);
        }
        window.run_steps(60);
        let slide = Edit::Slide(Side::Start, Direction::Up);
        app(&mut window).model.apply(slide.into());
        let asks = |window: &mut Window| {
            window.step();
            window.ctx.requested_repaint_last_pass()
        };
        (0..40).filter(|_| asks(&mut window)).count()
    };
    let (moving, still) = (n_frames(false), n_frames(true));
    assert!(
        moving > still + 4,
        "{moving} frames, and {still} with reduced motion"
    );
}
