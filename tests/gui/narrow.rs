//! The smallest window: what must still be seen in it.

use crate::library::library;
use crate::window::{Window, app, apply, press, solve, wait, wait_for_collection, window};
use egui::accesskit::Role;
use egui::{Event, Rect, Shape, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use std::path::Path;
use tilescope::gui::commands::Command;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::edit::BoardView;
use tilescope::gui::hints::Hint;
use tilescope::gui::player::PlayerAction;
use tilescope::gui::puzzle_lists::PuzzleListsAction;
use tilescope::gui::requests::Listed;
use tilescope::gui::{Action, Edit, Side};
use tilescope_puzzle::{Direction, Size};

/// The rectangle of the first widget whose name begins so.
fn place(window: &Window, name: &str) -> Option<Rect> {
    let named = window.query_all_by(|it| {
        let begins = |text: String| text.starts_with(name);
        it.label().is_some_and(begins) || it.value().is_some_and(begins)
    });
    named.map(|it| it.rect()).next()
}

/// How often this text is painted; each time whole.
fn n_painted(window: &Window, wanted: &str) -> usize {
    let mut n = 0;
    for shape in &window.output().shapes {
        if let Shape::Text(text) = &shape.shape
            && text.galley.text() == wanted
        {
            assert!(!text.galley.elided);
            n += 1;
        }
    }
    n
}

fn small() -> Window {
    let mut window = window();
    solve(&mut window);
    window.set_size(Vec2::new(960.0, 600.0));
    window.run_steps(8);
    window
}

#[test]
fn everything_can_be_reached_in_the_least_window() {
    let least = Vec2::new(640.0, 400.0);
    let mut window = window();
    solve(&mut window);
    window.set_size(least);
    window.run_steps(8);
    let whole = Rect::from_min_size(Default::default(), least);
    let is_seen = |window: &Window, name: &str| {
        let place = place(window, name);
        place.is_some_and(|it| whole.contains_rect(it))
    };
    for name in [
        "Solve",
        "Solve optimally",
        "Step",
        "Search commands",
        "expanded",
        "recorded in full",
    ] {
        assert!(is_seen(&window, name), "{name}: {:?}", place(&window, name));
    }
    assert_eq!(n_painted(&window, "Search commands"), 1);
    // The panels scroll to what gets the focus.
    for name in [
        "Play solution",
        "Copy or save the solution as",
        "Copy table",
    ] {
        window.get_by_role_and_label(Role::Button, name).focus();
        window.run_steps(8);
        assert!(is_seen(&window, name), "{name}: {:?}", place(&window, name));
    }
    press(&mut window, "Copy or save the solution as");
    assert!(window.query_by_label("SVG strip of boards").is_some());
}

/// Pages that are larger scroll to what gets the focus.
#[test]
fn pages_can_be_reached_in_the_least_window() {
    let least = Vec2::new(640.0, 400.0);
    let whole = Rect::from_min_size(Default::default(), least);
    for (command, controls) in [
        (Command::Tables, ["Close", "Keep the blank"]),
        (Command::Generate, ["Generate", "Close"]),
        (Command::About, ["Close", "Close"]),
    ] {
        let mut window = window();
        window.set_size(least);
        let ctx = window.ctx.clone();
        app(&mut window).carry_out_command(&ctx, command);
        window.run_steps(8);
        for name in controls {
            let control = window.query_all_by_label(name).last().unwrap();
            control.focus();
            window.run_steps(8);
            let place = window.query_all_by_label(name).last().unwrap().rect();
            assert!(whole.contains_rect(place), "{command:?} {name}: {place:?}");
        }
    }
}

#[test]
fn the_timeline_keeps_its_step_and_its_speed() {
    let window = small();
    let [step, speed] = ["step ", "Speed"].map(|name| place(&window, name).unwrap());
    let slider = window.get_by_role_and_label(Role::Slider, "Step").rect();
    assert!(!step.intersects(speed) && !slider.intersects(speed));
    assert!(slider.width() > 80.0 && step.is_positive());
}

#[test]
fn the_legend_is_behind_a_button_where_it_does_not_fit() {
    let mut window = small();
    assert!(window.query_by_label("solution").is_none());
    press(&mut window, "Legend");
    assert!(window.query_by_label("solution").is_some());
}

#[test]
fn the_choices_of_the_map_stand_beside_each_other() {
    let mut window = window();
    let ctx = window.ctx.clone();
    app(&mut window).carry_out_command(&ctx, Command::Romania);
    solve(&mut window);
    window.set_size(Vec2::new(960.0, 600.0));
    window.run_steps(8);
    let lists = ["Colour of the nodes", "Figures at the nodes", "Map or tree"];
    let rect = |name: &str| window.get_by_role_and_label(Role::ComboBox, name).rect();
    let mut places = vec![window.get_by_role_and_label(Role::Button, "Legend").rect()];
    places.extend(lists.map(rect));
    assert!(
        places.is_sorted_by(|one, next| one.max.x <= next.min.x),
        "{places:?}"
    );
    assert!(rect("Colour of the nodes").width() > 80.0, "it is cut");
    let title = place(&window, "MAP").filter(|title| title.max.x > places[0].min.x);
    assert_eq!(title, None);
}

#[test]
fn figures_stand_beside_the_board_in_the_narrowest_panel() {
    let mut window = window();
    solve(&mut window);
    window.set_size(Vec2::new(1280.0, 800.0));
    window.run_steps(8);
    let right = edges(&window)[1];
    drag_divider(&mut window, right, 1270.0);
    let f = place(&window, "f = g + h: ").unwrap();
    let status = place(&window, "status: ").unwrap();
    let result = place(&window, "Outcome").unwrap();
    assert!(f.min.y < status.min.y && f.max.y < result.min.y - 30.0);
    let is_beside = |image: Rect| image.max.x < f.min.x && image.y_range().contains(f.max.y);
    let images = window.query_all_by_role(Role::Image);
    assert!(images.map(|it| it.rect()).any(is_beside));
}

#[test]
fn the_reason_comes_first_in_a_low_panel() {
    let window = small();
    let why = place(&window, "Why").unwrap();
    let status = place(&window, "status: ").unwrap();
    assert!(why.max.y < status.min.y, "{why:?} {status:?}");
}

#[test]
fn heads_and_the_status_line_are_whole() {
    let mut window = small();
    window.get_by_label("recorded in full");
    press(&mut window, "Pseudocode");
    let variables = window.get_by_label_contains("f(node): ").rect();
    let steps = window.query_all_by_role(Role::ListBoxOption);
    let left = steps.map(|it| it.rect().min.x).fold(960.0, f32::min);
    assert!(variables.min.x > left, "{variables:?} {left}");
    let name = "Korf's 15-puzzle 79";
    apply(&mut window, Edit::Name(name.to_owned()).into());
    window.run_steps(4);
    let [name, estimates] = [&*format!("Puzzle name: {name}"), "Estimates"]
        .map(|label| window.get_by_role_and_label(Role::Button, label).rect());
    assert!(name.width() > 100.0 && name.max.x < estimates.min.x);
    apply(&mut window, Edit::Swap(Side::Start, 0, 1).into());
    let widths = [960.0, 1280.0].map(|width| {
        window.set_size(Vec2::new(width, 600.0));
        window.run_steps(6);
        let words = window
            .get_by_label("Run 1 belongs to a different puzzle.")
            .rect();
        assert!(words.max.x <= width);
        words.width()
    });
    assert_eq!(widths[0], widths[1], "it is cut");
}

/// Drags a divider by steps of 20 points to a place far off.
fn drag_divider(window: &mut Window, x: f32, to: f32) {
    window.hover_at(egui::pos2(x, 300.0));
    window.run_steps(2);
    window.drag_at(egui::pos2(x, 300.0));
    for i in 1..=10 {
        window.hover_at(egui::pos2(x + (to - x) * i as f32 / 10.0, 300.0));
        window.run_steps(2);
    }
    window.drop_at(egui::pos2(to, 300.0));
    window.run_steps(4);
}

/// The left and the right edge of the column in the centre.
fn edges(window: &Window) -> [f32; 2] {
    let tree = place(window, "Search tree").unwrap();
    [tree.min.x, tree.max.x]
}

#[test]
fn columns_are_never_dragged_too_narrow() {
    let mut window = small();
    let [x, right] = edges(&window);
    drag_divider(&mut window, x, 100.0);
    let [left, same] = edges(&window);
    assert!((258.0..x).contains(&left), "{left} of {x}");
    assert_eq!(same, right, "the far column stays");
}

#[test]
fn a_divider_moves_only_the_columns_beside_it() {
    let mut window = window();
    solve(&mut window);
    window.set_size(Vec2::new(1280.0, 800.0));
    window.run_steps(8);
    let [left, right] = edges(&window);
    drag_divider(&mut window, left, 60.0);
    assert_eq!(edges(&window)[1], right);
    drag_divider(&mut window, right, 500.0);
    let [least, new] = edges(&window);
    assert!(new < right - 20.0);
    drag_divider(&mut window, new, 20.0);
    assert_eq!(edges(&window)[0], least);
}

#[test]
fn columns_have_the_same_widths_in_a_window_of_the_same_size() {
    let mut window = window();
    solve(&mut window);
    let mut edges_at = |width: f32, height: f32| {
        window.set_size(Vec2::new(width, height));
        window.run_steps(8);
        assert!(place(&window, "Solve optimally").is_some(), "at {width}");
        edges(&window)
    };
    let first = edges_at(1280.0, 800.0);
    for _ in 0..4 {
        edges_at(960.0, 600.0);
        edges_at(1920.0, 1080.0);
        assert_eq!(edges_at(1280.0, 800.0), first);
    }
}

#[test]
fn board_verdict_reason_and_scramble_are_in_sight() {
    let small = Vec2::new(960.0, 600.0);
    let usual = Vec2::new(1280.0, 800.0);
    for (window_size, side) in [
        (small, 3),
        (small, 4),
        (small, 10),
        (usual, 3),
        (usual, 4),
        (usual, 10),
    ] {
        let mut window = window();
        let size = Size::new(side, side).unwrap();
        apply(&mut window, Edit::Resize(size).into());
        window.set_size(window_size);
        window.run_steps(8);
        let search = window.get_by_label("About").rect().top() - 8.0;
        let scramble = place(&window, "Scramble").unwrap();
        for verdict in ["Solvable", "Not solvable"] {
            let reason = place(&window, "Start and goal differ").unwrap();
            let pill = place(&window, verdict).unwrap();
            let board = place(&window, "Start board").unwrap();
            // Large boards need the room while there is nothing to explain.
            let explained = match (side, verdict) {
                (10, _) if window_size == small => pill,
                (10, "Solvable") => scramble,
                _ => reason,
            };
            let lowest = explained.bottom().max(pill.bottom()).max(board.bottom());
            assert!(
                lowest <= search,
                "{window_size} {side} {verdict}: {lowest} {search}"
            );
            let is_same = place(&window, "Scramble") == Some(scramble);
            assert!(is_same || side == 10, "a button moves");
            apply(&mut window, Edit::Swap(Side::Start, 0, 1).into());
        }
    }
}

/// The moves of the blank that are shown, without the marks of other pages, and their rectangle.
fn shown_moves(window: &Window) -> (String, Rect) {
    let is_moves = |text: &String| text.chars().all(|c| "UDLR …".contains(c)) && !text.is_empty();
    let named = window.query_all_by(|it| it.value().is_some_and(|text| is_moves(&text)));
    let shown = named.map(|it| (it.accesskit_node().value().unwrap(), it.rect()));
    let (text, rect) = shown.into_iter().next().expect("moves");
    (text.chars().filter(|c| "UDLR".contains(*c)).collect(), rect)
}

#[test]
fn the_moves_of_a_long_game_are_never_cut_and_all_can_be_reached() {
    for (size, most_pages) in [
        (Vec2::new(1280.0, 800.0), 3),
        (Vec2::new(1920.0, 1055.0), 1),
    ] {
        let mut window = window();
        window.set_size(size);
        apply(&mut window, Action::View(BoardView::Play));
        let moves = [Direction::Left, Direction::Right].into_iter().cycle();
        for direction in moves.take(53) {
            apply(&mut window, PlayerAction::Move(direction.into()).into());
        }
        window.run_steps(3);
        let search = window.get_by_label("About").rect().top() - 8.0;
        let mut pages = Vec::new();
        for at in 1..=53 {
            apply(&mut window, PlayerAction::Seek(at).into());
            window.run_steps(2);
            let (text, rect) = shown_moves(&window);
            assert!(rect.bottom() <= search, "{size} {at}: {rect} {search}");
            if pages.last() != Some(&text) {
                pages.push(text);
            }
        }
        assert_eq!(pages.concat(), "LR".repeat(26) + "L", "{size}");
        assert!(pages.len() <= most_pages, "{size} {pages:?}");
    }
}

/// In a window of common size, beside the verdict.
#[test]
fn what_a_hint_says_of_costs_is_read_whole() {
    let mut window = window();
    window.set_size(Vec2::new(1280.0, 800.0));
    let path = Path::new("saved_puzzles/best-first-demo-up-costs-2.json");
    apply(&mut window, DocumentAction::Open(path.to_owned()).into());
    wait(&mut window, "the puzzle", |app| app.model.file().is_some());
    let ctx = window.ctx.clone();
    for command in [Command::Play, Command::Hint] {
        app(&mut window).carry_out_command(&ctx, command);
        window.run_steps(4);
    }
    wait(&mut window, "the hint", |app| {
        matches!(app.model.hint(), Some(Hint::Move(_)))
    });
    window.get_by_label("Tile 8 right: least cost left: 6");
    assert!(n_painted(&window, "least cost left: 6") > 0);
}

#[test]
fn the_last_column_of_the_library_is_read_whole() {
    let mut window = library();
    window.set_size(Vec2::new(1280.0, 800.0));
    window.event(Event::Text("Delhi".into()));
    window.run_steps(4);
    assert_eq!(n_painted(&window, "Path costs and road maps"), 1);
    let farthest = Listed::Bundled("farthest-15-puzzles".into());
    apply(&mut window, PuzzleListsAction::Open(farthest).into());
    wait_for_collection(&mut window);
    window.run_steps(4);
    assert!(n_painted(&window, "Brüngger et al. (1999); fastest-optimal") > 0);
}
