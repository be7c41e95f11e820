//! Numbers that outlive their owner: nodes of another run, cities of another map, cells of another
//! board.

use crate::window::{Window, app, apply, select, solve, window};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::player::PlayerAction;
use tilescope::gui::runs::RunsAction;
use tilescope::gui::timeline::TimelineAction;
use tilescope::gui::{Action, Edit, Side};
use tilescope_lab::{Problem, examples};
use tilescope_puzzle::{Puzzle, Size, notation};

fn key(window: &mut Window, key: Key) {
    window.key_press(key);
    window.run_steps(3);
}

fn board(text: &str) -> Action {
    Edit::Board(Side::Start, notation::parse_board(text).unwrap()).into()
}

fn example(window: &mut Window, is_it: impl Fn(&Problem) -> bool) -> Problem {
    let problem = examples::all().into_iter().find(|problem| is_it(problem));
    let problem = problem.unwrap();
    app(window)
        .model
        .apply(DocumentAction::Example(problem.clone().into()).into());
    app(window)
        .model
        .apply(DocumentAction::Confirm(tilescope::gui::document::Confirmation::Discard).into());
    window.run_steps(3);
    problem
}

/// A window whose tree has the focus, with a node near the last one selected by keys.
fn walked() -> Window {
    let mut window = window();
    solve(&mut window);
    let trace = app(&mut window).model.runs().active().unwrap().run.trace();
    let last = trace.n_nodes() - 1;
    let beside = trace.previous_sibling(last).unwrap();
    select(&mut window, beside);
    window.get_by_label("Search tree").focus();
    window.run_steps(2);
    key(&mut window, Key::ArrowRight);
    assert_eq!(app(&mut window).model.selection(), Some(last));
    window
}

#[test]
fn keys_walk_a_smaller_tree_after_a_larger_one() {
    let mut window = walked();
    apply(&mut window, board("1 2 3 / 4 5 6 / 7 _ 8"));
    solve(&mut window);
    window.get_by_label("Search tree").focus();
    window.run_steps(2);
    key(&mut window, Key::R);
    key(&mut window, Key::ArrowDown);
    assert_eq!(app(&mut window).model.selection(), Some(1));
}

#[test]
fn a_node_of_another_run_is_not_selected() {
    let mut window = walked();
    let model = &app(&mut window).model;
    let entry = model.runs().active().unwrap();
    let (first, last) = (entry.id, entry.run.trace().n_nodes() - 1);
    let node = entry.node(last);
    assert!(node.is_some());
    assert_eq!(entry.node(last + 1), None, "it is not recorded");

    apply(&mut window, board("1 2 3 / 4 5 6 / 7 _ 8"));
    solve(&mut window);
    for action in [
        TimelineAction::Select(node),
        TimelineAction::Reveal(node.unwrap()),
    ] {
        apply(&mut window, action.into());
        assert_eq!(app(&mut window).model.selection(), None);
    }
    apply(&mut window, RunsAction::Activate(first).into());
    assert_eq!(app(&mut window).model.selection(), None);
}

#[test]
fn a_city_that_keys_act_on_is_forgotten_with_its_map() {
    let mut window = window();
    let n_cities = |problem: &Problem| problem.route().map_or(0, |route| route.map.cities().len());
    let most = examples::all().iter().map(n_cities).max().unwrap();
    let large = example(&mut window, |problem| n_cities(problem) == most);
    let focus = |window: &mut Window| {
        window.get_by_role_and_label(Role::Grid, "Map").focus();
        window.run_steps(2);
    };
    // To the last of its cities by a click.
    let route = large.route().unwrap();
    let last = route
        .map
        .name(route.map.cities().last().unwrap())
        .to_owned();
    let cells = window.query_all_by(|node| {
        let name = node.label().unwrap_or_default();
        node.role() == Role::GridCell && name.starts_with(&last)
    });
    cells.last().unwrap().click();
    window.run_steps(3);
    focus(&mut window);

    example(&mut window, |problem| {
        (1..most).contains(&n_cities(problem))
    });
    focus(&mut window);
    key(&mut window, Key::ArrowRight);
    key(&mut window, Key::ArrowDown);
}

#[test]
fn an_edit_that_does_not_fit_changes_nothing() {
    let mut window = window();
    let far = example(&mut window, |problem| problem.route().is_some());
    let route = far.route().unwrap();
    let city = route.map.cities().last().unwrap();
    let road = route.map.actions(city).last().unwrap();
    let puzzle = Puzzle::default_for(Size::new(2, 2).unwrap());
    example(&mut window, |problem| problem.puzzle().is_some());
    apply(
        &mut window,
        DocumentAction::Example(Box::new(puzzle.into())).into(),
    );
    let before = app(&mut window).model.problem().clone();
    for edit in [
        Edit::Swap(Side::Start, 0, 9),
        Edit::Swap(Side::Goal, 9, 0),
        Edit::Put {
            side: Side::Start,
            cell: 9,
            tile: 1,
        },
        Edit::Put {
            side: Side::Start,
            cell: 0,
            tile: 9,
        },
        Edit::City(Side::Start, city),
    ] {
        apply(&mut window, edit.into());
    }
    assert_eq!(*app(&mut window).model.problem(), before);
    apply(&mut window, Action::Player(PlayerAction::Move(road)));
}
