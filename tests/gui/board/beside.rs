//! Start and goal beside each other: which of them has the keys.

use super::START;
use super::window::Window;
use crate::window::wait;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use tilescope::gui::Side;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::edit::BoardView;
use tilescope::gui::hints::Hint;
use tilescope_lab::Problem;

#[test]
fn start_and_goal_stand_side_by_side_where_there_is_room() {
    let mut window = Window::new(START);
    let has_both = |window: &Window| {
        ["Start board", "Goal board"].map(|name| {
            let board = window.0.query_by_role_and_label(Role::Grid, name);
            board.map(|board| board.rect())
        })
    };
    assert!(has_both(&window)[1].is_none(), "the panel is narrow");
    window.press(Modifiers::ALT, Key::Num3);
    assert_eq!(window.model().view(), BoardView::Play);
    window.view("Start");
    let [Some(start), Some(goal)] = has_both(&window) else {
        panic!("not side by side: {:?}", has_both(&window));
    };
    assert!(start.right() < goal.left() && start.size() == goal.size());

    // Keys go to the board that has the focus.
    let before = window.goal();
    window.focus_board("Goal board");
    window.press(Modifiers::NONE, Key::ArrowUp);
    assert_eq!(window.model().view(), BoardView::Edit(Side::Goal));
    assert_eq!(window.start(), START);
    assert_ne!(window.goal(), before);
    window.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.goal(), before);
    window.focus_board("Start board");
    window.press(Modifiers::NONE, Key::ArrowUp);
    assert_eq!(window.model().view(), BoardView::Edit(Side::Start));
    assert_eq!(window.start(), "2 7 3 / 1 _ 4 / 8 6 5");
    window.press(Modifiers::COMMAND, Key::Z);

    // So does the mouse: a drag on the goal swaps two of its tiles.
    let cell = |column: f32| goal.min + egui::vec2(column, 0.5) * goal.width() / 3.0;
    window.drag_between(cell(0.5), cell(1.5));
    assert_eq!(window.start(), START);
    assert_eq!(window.goal(), "2 1 3 / 4 5 6 / 7 8 _");

    window.view("Play");
    assert_eq!(has_both(&window), [None, None]);
}

#[test]
fn the_start_of_another_puzzle_has_the_keys() {
    let mut window = Window::new(START);
    window.press(Modifiers::ALT, Key::Num3);
    window.view("Start");
    for is_asked in [true, false] {
        window.focus_board("Goal board");
        assert_eq!(window.model().view(), BoardView::Edit(Side::Goal));
        let other = Problem::from(window.puzzle().clone());
        window.apply(DocumentAction::Example(Box::new(other)).into());
        assert_eq!(window.has("Discard changes"), is_asked);
        if is_asked {
            window.click("Discard changes");
        }
        assert_eq!(window.model().view(), BoardView::Edit(Side::Start));
        let (start, goal) = (window.start(), window.goal());
        window.press(Modifiers::NONE, Key::ArrowUp);
        assert_eq!(window.goal(), goal);
        assert_ne!(window.start(), start);
        window.press(Modifiers::COMMAND, Key::Z);
    }
}

#[test]
fn a_hint_asked_for_on_the_goal_shows_the_start() {
    let mut window = Window::new(START);
    window.press(Modifiers::ALT, Key::Num3);
    window.view("Start");
    for name in ["by the button", "by its key"] {
        window.focus_board("Goal board");
        assert!(window.has("Shows moves from the start."));
        let before = (window.start(), window.goal());
        match name {
            "by the button" => window.click("Hint"),
            _ => window.press(Modifiers::NONE, Key::H),
        }
        assert_eq!(
            window.model().view(),
            BoardView::Edit(Side::Start),
            "{name}"
        );
        wait(&mut window.0, "the hint", |app| {
            matches!(app.model.hint(), Some(Hint::Move(_)))
        });
        assert!(window.has("Make the move"), "{name}");
        assert_eq!((window.start(), window.goal()), before, "{name}");
    }
    window.press(Modifiers::NONE, Key::H);
    assert_ne!(window.start(), START);
}
