//! The tree, its timeline and the node panel, driven by pointer, keys and accessible names.

use crate::lecture::visit;
use crate::window::{Window, app, apply, choose_algorithm, select, solve, trace, window};
use egui::accesskit::Role;
use egui::epaint::ColorMode;
use egui::{Key, Pos2, Shape, Vec2};
use egui_kittest::kittest::Queryable;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::theme;
use tilescope::gui::timeline::TimelineAction;
use tilescope::gui::{Action, Edit, Side};
use tilescope_lab::examples;
use tilescope_puzzle::notation;
use tilescope_trace::{NodeId, Status};

/// A window in which the puzzle of the first start has been solved: 37 expansions.
fn solved() -> Window {
    let mut window = window();
    solve(&mut window);
    window
}

fn selected(window: &mut Window) -> Option<NodeId> {
    app(window).model.selection()
}

fn t(window: &mut Window) -> u32 {
    app(window).model.cursor().t
}

fn press(window: &mut Window, key: Key) {
    window.key_press(key);
    window.run_steps(3);
}

fn focus_tree(window: &mut Window) {
    window.get_by_label("Search tree").focus();
    window.run_steps(2);
}

/// Where the tree shows `node`, the shown one or one of its family.
fn place(window: &Window, node: NodeId) -> Pos2 {
    let label = format!("node {node}, ");
    let item = window.get_by(|item| {
        item.role() == Role::TreeItem && item.label().is_some_and(|text| text.starts_with(&label))
    });
    item.rect().center()
}

fn click_at(window: &mut Window, at: Pos2) {
    window.hover_at(at);
    window.run_steps(2);
    window.drag_at(at);
    window.step();
    window.drop_at(at);
    window.run_steps(3);
}

#[test]
fn the_tree_says_what_it_shows() {
    let window = solved();
    let value = window.get_by_label("Search tree").value().unwrap();
    let current = trace(&window).expanded_node(37).unwrap();
    let expected = format!("node {current}, expanded, depth 12, g 12, h 1");
    assert_eq!(value, expected);
    window.get_by_label("step 37 of 37");
}

#[test]
fn a_click_on_a_node_selects_it_and_one_beside_it_none() {
    let mut window = solved();
    let parent = trace(&window).parent(trace(&window).expanded_node(37).unwrap());
    let at = place(&window, parent.unwrap());
    click_at(&mut window, at);
    assert_eq!(selected(&mut window), parent);
    let value = window.get_by_label("Search tree").value().unwrap();
    assert!(value.starts_with(&format!("node {}, ", parent.unwrap())));
    let tree = window.get_by_label("Search tree").rect();
    click_at(&mut window, tree.left_bottom() + Vec2::new(60.0, -40.0));
    assert_eq!(selected(&mut window), None);
}

#[test]
fn the_keys_walk_the_tree() {
    let mut window = solved();
    focus_tree(&mut window);
    press(&mut window, Key::R);
    assert_eq!(selected(&mut window), Some(0));
    press(&mut window, Key::ArrowDown);
    assert_eq!(
        selected(&mut window),
        Some(1),
        "the first child of the root"
    );
    press(&mut window, Key::ArrowRight);
    assert_eq!(selected(&mut window), Some(2));
    press(&mut window, Key::ArrowUp);
    assert_eq!(selected(&mut window), Some(0));
    press(&mut window, Key::ArrowDown);
    assert_eq!(selected(&mut window), Some(2), "the child that was left");
    press(&mut window, Key::ArrowLeft);
    assert_eq!(selected(&mut window), Some(1));
    assert_eq!(t(&mut window), 37, "the arrows were the tree's");
    press(&mut window, Key::Home);
    assert_eq!(t(&mut window), 0, "Home is the timeline's");
}

#[test]
fn enter_folds_and_unfolds_the_selected_node() {
    let mut window = solved();
    let n_shown = |window: &Window| window.query_all_by_role(Role::TreeItem).count();
    focus_tree(&mut window);
    press(&mut window, Key::R);
    assert_eq!(n_shown(&window), 4, "the root and its children");
    // The way to the goal stays unfolded: fold beside it.
    let goal = trace(&window).goal().unwrap();
    let is_aside = |&child: &NodeId| {
        let trace = trace(&window);
        !trace.is_ancestor(child, goal) && trace.children(child).count() > 0
    };
    let child = trace(&window).children(0).find(is_aside).unwrap();
    let n_children = trace(&window).children(child).count();
    select(&mut window, child);
    assert_eq!(n_shown(&window), 2 + n_children);
    press(&mut window, Key::Enter);
    assert_eq!(n_shown(&window), 2, "its parent and itself");
    press(&mut window, Key::Enter);
    assert_eq!(n_shown(&window), 2 + n_children);
    let before = t(&mut window);
    press(&mut window, Key::ArrowLeft);
    assert_eq!(t(&mut window), before, "the arrows are still the tree's");
    assert!(selected(&mut window) < Some(child), "the sibling before");
}

#[test]
fn the_timeline_steps_plays_and_scrubs() {
    let mut window = solved();
    for (button, expected) in [
        ("First step", 0),
        ("Step forward", 1),
        ("Step forward", 2),
        ("Step back", 1),
        ("Last step", 37),
    ] {
        window.get_by_role_and_label(Role::Button, button).click();
        window.run_steps(3);
        assert_eq!(t(&mut window), expected, "{button}");
        window.get_by_label(&format!("step {expected} of 37"));
    }

    let slider = window.get_by_role_and_label(Role::Slider, "Step").rect();
    window.drag_at(slider.left_center());
    window.run_steps(2);
    assert_eq!(t(&mut window), 0);
    window.hover_at(slider.center());
    window.run_steps(2);
    let middle = t(&mut window);
    assert!((18..=19).contains(&middle), "{middle}");
    window.drop_at(slider.center());
    window.run_steps(2);

    apply(&mut window, Action::Timeline(TimelineAction::Speed(200.0)));
    window.get_by_role_and_label(Role::Button, "Play").click();
    for _ in 0..200 {
        window.step();
    }
    assert_eq!(t(&mut window), 37);
}

#[test]
fn the_view_follows_the_current_node() {
    let mut window = solved();
    apply(&mut window, Action::Timeline(TimelineAction::Seek(0)));
    focus_tree(&mut window);
    press(&mut window, Key::R);
    select(&mut window, None);
    for _ in 0..12 {
        press(&mut window, Key::Plus);
    }
    apply(&mut window, Action::Timeline(TimelineAction::Speed(200.0)));
    window.get_by_role_and_label(Role::Button, "Play").click();
    window.run_steps(120);
    assert_eq!(t(&mut window), 37);
    let current = trace(&window).expanded_node(37).unwrap();
    let tree = window.get_by_label("Search tree").rect();
    window.get_by_label("Map of the tree");
    assert!(tree.shrink(24.0).contains(place(&window, current)));

    // So it does after a step.
    press(&mut window, Key::Home);
    window.run_steps(60);
    assert!(tree.shrink(12.0).contains(place(&window, 0)));
}

/// As in a lecture, where nothing was clicked.
#[test]
fn the_tree_is_fitted_by_a_key_while_nothing_has_the_focus() {
    let mut window = solved();
    press(&mut window, Key::Home);
    let fitted = place(&window, 0);
    press(&mut window, Key::Plus);
    assert_ne!(place(&window, 0), fitted);
    press(&mut window, Key::F);
    assert_eq!(place(&window, 0), fitted);
}

#[test]
fn walking_in_a_tree_that_is_whole_in_view_moves_nothing() {
    let mut window = solved();
    focus_tree(&mut window);
    press(&mut window, Key::Home);
    let before = place(&window, 0);
    for key in [Key::ArrowDown, Key::ArrowRight, Key::R] {
        press(&mut window, key);
    }
    assert_eq!(place(&window, 0), before);
    assert_eq!(selected(&mut window), Some(0));
    press(&mut window, Key::C);
    assert_ne!(
        place(&window, 0),
        before,
        "it is centred when that is asked for"
    );
}

#[test]
fn a_root_in_view_stays_and_one_out_of_view_goes_to_the_top() {
    let mut window = solved();
    focus_tree(&mut window);
    press(&mut window, Key::Home);
    let fitted = place(&window, 0);
    for key in [Key::End, Key::F, Key::R, Key::ArrowDown, Key::Enter] {
        press(&mut window, key);
    }
    let folded = place(&window, 0);
    press(&mut window, Key::R);
    assert_eq!(place(&window, 0), folded, "it was in view");
    let tree = window.get_by_label("Search tree").rect();
    apply(&mut window, Action::Timeline(TimelineAction::Seek(37)));
    let current = trace(&window).expanded_node(37).unwrap();
    select(&mut window, current);
    for _ in 0..12 {
        press(&mut window, Key::Plus);
    }
    press(&mut window, Key::C);
    press(&mut window, Key::R);
    let at = place(&window, 0);
    assert!(
        tree.contains(at) && at.y < fitted.y + 80.0,
        "{at} in {tree}"
    );
}

/// One stop of Tab for all boards of a path; keys go along it.
#[test]
fn the_path_to_a_node_is_walked_by_keys() {
    let mut window = solved();
    let solution = trace(&window).solution().to_vec();
    select(&mut window, *solution.last().unwrap());
    crate::focus::focus(&mut window, Role::List, "Path");
    for (key, depth) in [
        (Key::ArrowLeft, -2_i32),
        (Key::Home, 0),
        (Key::ArrowLeft, 0),
        (Key::ArrowRight, 1),
        (Key::End, -1),
    ] {
        press(&mut window, key);
        let expected = match depth {
            0.. => solution[depth as usize],
            _ => solution[solution.len() - depth.unsigned_abs() as usize],
        };
        assert_eq!(selected(&mut window), Some(expected), "{key:?}");
    }
}

#[test]
fn a_tooltip_on_the_root_is_shown_beside_its_accessible_node() {
    let mut window = solved();
    focus_tree(&mut window);
    press(&mut window, Key::R);
    let root = place(&window, 0);
    window.hover_at(root);
    window.run_steps(60);
    window.get_by_label("Node 0: expanded");
}

#[test]
fn a_panel_too_low_for_a_tree_plays_on() {
    let mut window = solved();
    focus_tree(&mut window);
    for _ in 0..12 {
        press(&mut window, Key::Plus);
    }
    app(&mut window).show_only("Tree");
    for height in (40..=240).step_by(4) {
        apply(&mut window, Action::Timeline(TimelineAction::Seek(0)));
        apply(&mut window, Action::Timeline(TimelineAction::TogglePlay));
        window.set_size(Vec2::new(640.0, height as f32));
        window.run_steps(2);
    }
}

#[test]
fn nodes_that_are_not_born_yet_cannot_be_chosen() {
    let mut window = solved();
    apply(&mut window, Action::Timeline(TimelineAction::Seek(1)));
    focus_tree(&mut window);
    press(&mut window, Key::R);
    for _ in 0..5 {
        press(&mut window, Key::ArrowDown);
        press(&mut window, Key::ArrowRight);
    }
    let node = selected(&mut window).unwrap();
    assert_ne!(trace(&window).status(node, 1), Status::NotGenerated);
    assert_eq!(trace(&window).depth(node), 1);
}

#[test]
fn the_node_panel_shows_the_node_just_expanded_until_one_is_selected() {
    let mut window = solved();
    window.get_by_label("just expanded");
    window.get_by_label("h: 1");
    // It may be scrolled out of view.
    window
        .get_by_role_and_label(Role::Button, "Parent")
        .click_accesskit();
    window.run_steps(3);
    assert!(window.query_by_label("just expanded").is_none());
    window.get_by_label("depth: 11");
    window
        .get_by_role_and_label(Role::Button, "Its expansion")
        .click_accesskit();
    window.run_steps(3);
    let node = selected(&mut window).unwrap();
    let at = trace(&window).expanded_at(node).unwrap();
    assert_eq!(t(&mut window), at);
    window.get_by(|node| {
        let text = node.label().or(node.value()).unwrap_or_default();
        text.starts_with(&format!(
            "Selected at step {at}: its f\u{a0}=\u{a0}13 was the lowest"
        ))
    });
}

/// A window in which a puzzle has been solved that leaves more than 400,000 nodes.
fn solved_at_length() -> Window {
    let mut window = window();
    let start = notation::parse_board("8 6 7 / 2 5 4 / 3 _ 1").unwrap();
    apply(&mut window, Action::from(Edit::Board(Side::Start, start)));
    choose_algorithm(&mut window, "breadth-first");
    solve(&mut window);
    assert!(trace(&window).n_nodes() > 400_000);
    window
}

#[test]
fn a_tree_of_a_hundred_thousand_nodes_is_drawn_with_few_shapes() {
    let mut window = solved_at_length();
    focus_tree(&mut window);
    for _ in 0..40 {
        let n_shapes = window.output().shapes.len();
        assert!(n_shapes < 6_000, "{n_shapes}");
        press(&mut window, Key::Plus);
    }
    assert!(
        window.query_by_label("Map of the tree").is_some(),
        "zoomed in, it has a map"
    );
}

/// What is hidden is counted anew over many frames; that is not to be waited for.
#[test]
fn a_hidden_node_that_is_selected_is_shown_at_once() {
    let mut window = solved_at_length();
    focus_tree(&mut window);
    let last = trace(&window).n_nodes() - 1;
    for node in [last, last - 1000, last / 2] {
        select(&mut window, node);
        place(&window, node);
        window.run_steps(60);
        place(&window, node);
    }
}

#[test]
fn the_list_of_iterations_goes_from_one_to_another() {
    let mut window = solved();
    let list = "Iteration of the tree";
    assert!(window.query_by_label(list).is_none(), "A* has none");
    choose_algorithm(&mut window, "ida-star");
    solve(&mut window);
    let n = trace(&window).n_iterations();
    for number in [0, n - 2] {
        crate::window::click(&mut window, Role::ComboBox, list);
        let trace = trace(&window);
        let first = trace.first_moment_of(number).unwrap();
        let iteration = trace.iteration(first).unwrap();
        let name = format!("Iteration {} of {n}, bound {}", number + 1, iteration.bound);
        let end = *iteration.moments.end();
        crate::window::click(&mut window, Role::ListBoxOption, &name);
        assert_eq!(t(&mut window), end);
    }
    crate::window::click(&mut window, Role::ComboBox, list);
    let name = "Side by side in the overview";
    crate::window::click(&mut window, Role::ListBoxOption, name);
    window.run_steps(3);
    window.get_by_label("Iteration of the overview");
}

#[test]
fn the_title_of_the_path_is_that_of_its_strip() {
    let mut window = solved();
    let goal = trace(&window).goal().unwrap();
    let above = trace(&window).path(goal)[10];
    for node in [goal, above] {
        select(&mut window, node);
        window.get_by_label(&format!(
            "PATH FROM THE ROOT, {} MOVES",
            trace(&window).depth(goal)
        ));
    }
}

/// In a dense tree many nodes share a place; none of them looks as if the solution went through it.
#[test]
fn no_shape_of_another_node_lies_on_the_line_of_the_solution() {
    for (file, algorithm) in [
        ("hardest-8-puzzle-a", "a-star"),
        ("hardest-8-puzzle-a", "ida-star"),
    ] {
        let mut window = window();
        window.set_size(Vec2::new(1920.0, 1080.0));
        let example = examples::by_file(file).unwrap();
        apply(&mut window, DocumentAction::Example(example.into()).into());
        choose_algorithm(&mut window, algorithm);
        solve(&mut window);
        let palette = theme::palette(&egui::Ui::new(
            window.ctx.clone(),
            egui::Id::unique("palette"),
            egui::UiBuilder::new(),
        ));
        let others = [palette.duplicate, palette.frontier, palette.warning];
        let (mut line, mut shapes) = (Vec::new(), Vec::new());
        let canvas = window.get_by_label("Search tree").rect();
        for clipped in &window.output().shapes {
            visit(&clipped.shape, &mut |shape| match shape {
                Shape::CubicBezier(curve)
                    if curve.stroke.color == ColorMode::Solid(palette.solution) =>
                {
                    line.push(curve.points[3]);
                }
                Shape::Circle(circle) if others.contains(&circle.stroke.color) => {
                    shapes.push(circle.center);
                }
                Shape::LineSegment { points, stroke } if stroke.color == palette.solution => {
                    line.push(points[1]);
                }
                Shape::LineSegment { points, stroke } if others.contains(&stroke.color) => {
                    shapes.push(points[0] + (points[1] - points[0]) / 2.0);
                }
                _ => {}
            });
        }
        shapes.retain(|at| canvas.contains(*at));
        assert!(line.len() > 15 && !shapes.is_empty(), "{}", line.len());
        for at in &line {
            let is_on = |shape: &&Pos2| shape.distance(*at) < 2.5;
            assert_eq!(shapes.iter().find(is_on), None, "{algorithm}, {at:?}");
        }
    }
}

#[test]
fn escape_leaves_the_tree_only_when_it_has_nothing_else_to_do() {
    let mut window = solved();
    focus_tree(&mut window);
    press(&mut window, Key::ArrowUp);
    assert!(selected(&mut window).is_some());
    for has_focus in [true, false] {
        press(&mut window, Key::Escape);
        assert!(selected(&mut window).is_none());
        let focused = crate::focus::focused(&window);
        assert_eq!(focused.as_deref() == Some("Search tree"), has_focus);
    }
}
