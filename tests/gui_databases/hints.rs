//! Hints and the command that solves optimally, driven by keys and accessible names.

use crate::window::{Window, app, apply, click, press, wait, window};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use tilescope::gui::app::App;
use tilescope::gui::commands::Command;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::edit::BoardView;
use tilescope::gui::hints::{Hint, NextMove};
use tilescope::gui::runs::RunsAction;
use tilescope::gui::tables::TablesAction;
use tilescope::gui::{Action, Edit, Side};
use tilescope_lab::{RunOutcome, State};
use tilescope_puzzle::heuristics::{partition, required_patterns};
use tilescope_puzzle::notation::{board_line, parse_board};
use tilescope_puzzle::pattern_database::{Database, PageBuffer, Pattern, registry};
use tilescope_puzzle::{Costs, Direction, GoalPreset, Size};

fn start(window: &mut Window) -> String {
    board_line(&app(window).model.puzzle().unwrap().start)
}

fn next(app: &App) -> Option<&NextMove> {
    match app.model.hint()? {
        Hint::Move(next) => Some(next),
        _ => None,
    }
}

/// Presses H, and waits until the search for the hint has ended.
fn ask(window: &mut Window) -> NextMove {
    window.key_press(Key::H);
    window.run_steps(3);
    wait(window, "a hint", |app| next(app).is_some());
    next(app(window)).unwrap().clone()
}

fn paste(window: &mut Window, board: &str) {
    apply(
        window,
        Action::Document(DocumentAction::Paste(Side::Start, board.into())),
    );
}

#[test]
fn hints_lead_to_the_goal_one_press_to_see_and_one_to_move() {
    let mut window = window();
    assert!(
        window
            .query_by_label("Shows the next move. Green dot: tile in its goal cell.")
            .is_some()
    );
    for n_left in (1..=13).rev() {
        let next = ask(&mut window);
        assert_eq!((next.n_moves, next.is_optimal), (n_left, true));
        window.get_by_role_and_label(Role::Button, "Make the move");
        window.key_press(Key::H);
        window.run_steps(3);
        assert_eq!(
            app(&mut window).model.hint(),
            None,
            "the board has moved on"
        );
    }
    assert_eq!(start(&mut window), "1 2 3 / 4 5 6 / 7 8 _");
    press(&mut window, "Hint");
    assert!(window.query_by_label("This is the goal.").is_some());
    assert!(
        app(&mut window).model.runs().is_empty(),
        "no run is made of it"
    );
    apply(&mut window, Action::Document(DocumentAction::Undo));
    assert_eq!(
        start(&mut window),
        "1 2 3 / 4 5 _ / 7 8 6",
        "a move as any other"
    );
}

#[test]
fn along_the_solution_hints_are_immediate() {
    let mut window = window();
    ask(&mut window);
    for n_left in (1..=12).rev() {
        apply(&mut window, Action::Hint);
        // The first press made the move; the second one has nothing to search.
        app(&mut window).model.apply(Action::Hint);
        let model = &app(&mut window).model;
        let Some(Hint::Move(next)) = model.hint() else {
            panic!("{n_left} moves from the goal: {:?}", model.hint());
        };
        assert_eq!(next.n_moves, n_left);
    }
}

/// Large tables that are there give hints on boards that are large, too. These are all zeros, which
/// leaves Manhattan distance, and takes no memory.
#[test]
fn existing_large_tables_are_used() {
    const FIVE: &str = "1 7 2 3 5 / 6 _ 8 4 10 / 11 12 13 9 15 / 16 17 18 14 20 / 21 22 23 19 24";
    let mut window = window();
    paste(&mut window, FIVE);
    let used = ask(&mut window).used;
    assert!(used.starts_with("IDA*"), "{used}");

    let goal = GoalPreset::BlankLast.board(Size::new(5, 5).unwrap());
    let partition = partition("pdb-6-6-6-6", &goal).unwrap();
    let patterns = required_patterns(&goal, Costs::UNIT, &partition).unwrap();
    let zeros = |pattern: &Pattern| {
        let room = PageBuffer::zeros(pattern.n_bytes() as usize).unwrap();
        registry::insert(Database::from_bytes(pattern, room).unwrap())
    };
    let held: Vec<_> = patterns.iter().map(zeros).collect();
    apply(&mut window, Action::Tables(TablesAction::List));
    wait(&mut window, "the list", |app| {
        !app.model.tables().is_at_work() && app.model.tables().has_large(&goal)
    });
    apply(
        &mut window,
        Action::from(Edit::Slide(Side::Start, Direction::Left)),
    );
    let next = ask(&mut window);
    assert!(next.used.contains("databases 6-6-6-6"), "{}", next.used);
    assert_eq!((next.n_moves, next.is_optimal), (9, true));
    drop(held);
}

#[test]
fn a_hint_is_for_the_board_that_it_was_asked_for() {
    let mut window = window();
    paste(&mut window, "8 6 7 / 2 5 4 / 3 _ 1");
    let next = ask(&mut window);
    assert_eq!(next.n_moves, 31);
    let way = next.direction.opposite().name().to_lowercase();
    let said = &format!("Tile {} {way}: fewest moves left: 31", next.tile);
    assert!(window.query_by_label(said).is_some());
    apply(&mut window, Action::from(Edit::Swap(Side::Start, 0, 1)));
    assert!(window.query_by_label(said).is_none());
    assert_eq!(app(&mut window).model.hint(), None);

    assert!(!Command::Hint.is_enabled(&app(&mut window).model));
    window.get_by_label("Make solvable");

    click(&mut window, Role::RadioButton, "Goal");
    assert!(!Command::Hint.is_enabled(&app(&mut window).model));
    let hint = window.get_by_role_and_label(Role::Button, "Hint");
    assert!(hint.accesskit_node().is_disabled());
}

#[test]
fn who_plays_by_hand_gets_hints_too() {
    let mut window = window();
    let before = start(&mut window);
    click(&mut window, Role::RadioButton, "Play");
    window.get_by_label("row 2, column 2: tile 6").click();
    window.run_steps(40);
    // The board has the focus now, and leaves these keys to the window.
    let next = ask(&mut window);
    assert_eq!((next.n_moves, next.is_optimal), (12, true));
    window.key_press(Key::H);
    window.run_steps(3);
    let model = &app(&mut window).model;
    assert_eq!(model.player().at(), 2);
    assert_eq!(model.view(), BoardView::Play);
    assert_eq!(start(&mut window), before);
}

#[test]
fn a_large_board_gets_a_good_move() {
    let mut window = window();
    let size = Size::new(6, 6).unwrap();
    apply(&mut window, Action::Document(DocumentAction::New(size)));
    let tiles: Vec<u64> = (0..36).rev().collect();
    let board = tilescope_puzzle::Board::new(size, &tiles).unwrap();
    apply(&mut window, Action::from(Edit::Board(Side::Start, board)));
    if !app(&mut window).model.verdict().unwrap().is_solvable() {
        apply(&mut window, Action::from(Edit::Repair));
    }
    let next = ask(&mut window);
    assert!(!next.is_optimal);
    let said = format!(
        "Tile {} {}: moves left: at most {}",
        next.tile,
        next.direction.opposite().name().to_lowercase(),
        next.n_moves
    );
    assert!(window.query_by_label(&said).is_some(), "{said}");
}

#[test]
fn unequal_costs_are_counted() {
    let mut window = window();
    let puzzle = app(&mut window).model.puzzle().unwrap();
    let costs = puzzle.costs.with_tiles(tilescope_puzzle::TileCosts::Number);
    apply(&mut window, Action::from(Edit::Costs(costs)));
    let next = ask(&mut window);
    assert!(next.is_optimal && next.cost > next.n_moves as u64);
}

#[test]
fn one_press_solves_optimally_names_the_method_and_plays() {
    let mut window = window();
    let settings = app(&mut window).model.settings().algorithm.key;
    press(&mut window, "Solve optimally");
    wait(&mut window, "the solution to play", |app| {
        app.model.view() == BoardView::Play
    });
    let model = &app(&mut window).model;
    assert_eq!(
        model.settings().algorithm.key,
        settings,
        "they are as they were"
    );
    assert_eq!(model.player().moves().len(), 13);
    let entry = model.runs().active().unwrap();
    assert_eq!(entry.run.job().settings.algorithm.key, "fastest-optimal");
    let report = entry.run.report().unwrap();
    assert!(matches!(
        report.outcome,
        RunOutcome::Solved { optimal: true, .. }
    ));
    window.get_by_label("Used: Compact A*");
    wait(&mut window, "the goal", |app| {
        *app.model.player().state() == State::Board(GoalPreset::BlankLast.board(Size::EIGHT_PUZZLE))
    });
}

#[test]
fn the_key_solves_optimally_from_the_board_too() {
    let mut window = window();
    window
        .get_by_role_and_label(Role::Grid, "Start board")
        .focus();
    window.run_steps(3);
    window.key_press_modifiers(Modifiers::SHIFT, Key::Enter);
    window.run_steps(3);
    let run = &app(&mut window).model.runs().active().unwrap().run;
    assert_eq!(run.job().settings.algorithm.key, "fastest-optimal");
}

#[test]
fn who_has_turned_to_another_puzzle_is_not_called_back() {
    let mut window = window();
    let model = &mut app(&mut window).model;
    model.apply(RunsAction::SolveOptimally.into());
    let other = parse_board("1 2 3 / 4 5 6 / 7 _ 8").unwrap();
    model.apply(Edit::Board(Side::Start, other).into());
    wait(&mut window, "the end of the run", |app| {
        app.model.runs().working().is_none()
    });
    assert_eq!(app(&mut window).model.view(), BoardView::Edit(Side::Start));
}
