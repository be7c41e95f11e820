//! What a lecturer needs: figures and moves in the tree, the solution from the step at which it is
//! known, the presentation, and panels that can be hidden.

use crate::window::{
    Window, app, apply, choose_algorithm, has_text, press, select, solve, trace, wait, window,
};
use egui::accesskit::Role;
use egui::epaint::ColorMode;
use egui::{Key, Modifiers, Rect, Shape};
use egui_kittest::kittest::{NodeT, Queryable};
use tilescope::gui::commands::{COMMANDS, Command};
use tilescope::gui::document::DocumentAction;
use tilescope::gui::player::PlayerAction;
use tilescope::gui::theme;
use tilescope::gui::timeline::TimelineAction;
use tilescope::gui::{Action, Edit, Side};
use tilescope_lab::examples;
use tilescope_puzzle::notation;

/// The 8-puzzle of the articles, solved: a tree of sixteen nodes with A* and Manhattan distance.
fn solved(algorithm: &str) -> Window {
    let mut window = window();
    for (side, board) in [
        (Side::Start, "2 8 3 / 1 6 4 / 7 _ 5"),
        (Side::Goal, "1 2 3 / 8 _ 4 / 7 6 5"),
    ] {
        let board = notation::parse_board(board).unwrap();
        apply(&mut window, Action::from(Edit::Board(side, board)));
    }
    choose_algorithm(&mut window, algorithm);
    solve(&mut window);
    window
}

fn command(window: &mut Window, command: Command) {
    let ctx = window.ctx.clone();
    app(window).carry_out_command(&ctx, command);
    window.run_steps(4);
}

fn seek(window: &mut Window, t: u32) {
    apply(window, Action::Timeline(TimelineAction::Seek(t)));
}

/// The texts that are painted on the canvas of the tree, and where.
fn texts(window: &Window) -> Vec<(String, Rect)> {
    let canvas = window.get_by_label("Search tree").rect();
    let mut texts = Vec::new();
    for clipped in &window.output().shapes {
        visit(&clipped.shape, &mut |shape| {
            if let Shape::Text(text) = shape {
                let rect = text.visual_bounding_rect();
                if canvas.contains_rect(rect) {
                    texts.push((text.galley.text().to_owned(), rect));
                }
            }
        });
    }
    texts
}

pub fn visit(shape: &Shape, seen: &mut impl FnMut(&Shape)) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| visit(shape, seen)),
        shape => seen(shape),
    }
}

/// The figures on the canvas, sorted. Digits of boards are single.
fn figures(window: &Window, is_figure: impl Fn(&str) -> bool) -> Vec<String> {
    let texts = texts(window).into_iter().map(|(text, _)| text);
    let mut figures: Vec<String> = texts.filter(|text| is_figure(text)).collect();
    figures.sort();
    figures
}

/// Whether something on the canvas is painted in the colour of the solution.
fn shows_solution(window: &Window) -> bool {
    let canvas = window.get_by_label("Search tree").rect();
    let gold = [true, false].map(|dark| theme::palette_of(dark).solution);
    let mut found = false;
    for clipped in &window.output().shapes {
        visit(&clipped.shape, &mut |shape| {
            let is_gold = match shape {
                Shape::CubicBezier(curve) => match curve.stroke.color {
                    ColorMode::Solid(colour) => gold.contains(&colour),
                    ColorMode::UV(_) => false,
                },
                Shape::Rect(rect) => gold.contains(&rect.stroke.color),
                _ => false,
            };
            found |= is_gold && canvas.intersects(shape.visual_bounding_rect());
        });
    }
    found
}

#[test]
fn each_node_carries_its_f_and_the_move_that_made_it() {
    let window = solved("a-star");
    let sums = figures(&window, |text| text.contains(" = "));
    assert_eq!(sums.len(), 16, "{sums:?}");
    assert_eq!(sums[0], "5 = 0 + 5");
    assert_eq!(sums[15], "7 = 5 + 2");
    let moves = figures(&window, |text| ["U", "D", "L", "R"].contains(&text));
    assert_eq!(moves.len(), 15, "every node but the root");
}

#[test]
fn the_current_and_the_selected_node_carry_their_figures_in_a_dense_tree() {
    let mut window = window();
    let hardest = examples::by_file("hardest-8-puzzle-a").unwrap();
    let open = DocumentAction::Example(hardest.into());
    apply(&mut window, open.into());
    solve(&mut window);
    let is_sum = |text: &str| text.contains(" = ");
    let sum = |window: &Window, node| {
        let (g, h) = (trace(window).g(node), trace(window).h(node));
        format!("{} = {g} + {h}", g + h)
    };
    let end = app(&mut window).model.cursor().t;
    let last = trace(&window).expanded_node(end).unwrap();
    assert_eq!(figures(&window, is_sum), [sum(&window, last)]);
    select(&mut window, 1_000);
    let mut both = [sum(&window, last), sum(&window, 1_000)];
    both.sort();
    assert_eq!(figures(&window, is_sum), both);
}

#[test]
fn no_figure_lies_on_another() {
    for algorithm in ["a-star", "breadth-first", "greedy-best-first"] {
        let window = solved(algorithm);
        let texts = texts(&window);
        for (i, (text, rect)) in texts.iter().enumerate() {
            for (other, beside) in &texts[..i] {
                // What stands out is painted again in its place.
                let is_again = text == other && rect == beside;
                let overlap = !is_again && rect.shrink(0.5).intersects(beside.shrink(0.5));
                assert!(
                    !overlap,
                    "{algorithm}: {text:?} {rect:?}, {other:?} {beside:?}"
                );
            }
        }
    }
}

#[test]
fn the_figures_of_the_current_node_cover_no_other_node() {
    let mut window = window();
    window.set_size(egui::vec2(1280.0, 800.0));
    solve(&mut window);
    let canvas = window.get_by_label("Search tree").rect();
    let frontier = [true, false].map(|dark| theme::palette_of(dark).frontier);
    let mut n_rings = 0;
    for t in (1..=app(&mut window).model.end()).rev() {
        seek(&mut window, t);
        let mut rings = Vec::new();
        for clipped in &window.output().shapes {
            visit(&clipped.shape, &mut |shape| match shape {
                Shape::Circle(ring) if frontier.contains(&ring.stroke.color) => {
                    rings.push(shape.visual_bounding_rect());
                }
                _ => (),
            });
        }
        rings.retain(|ring| canvas.contains_rect(*ring));
        n_rings += rings.len();
        for (text, rect) in texts(&window) {
            let covers = rings.iter().any(|ring| ring.shrink(1.0).intersects(rect));
            assert!(!covers, "step {t}: {text:?} at {rect:?}");
        }
    }
    assert!(n_rings > 0);
}

#[test]
fn the_figures_are_those_that_the_algorithm_compares_nodes_by() {
    let value = |window: &Window| {
        let choice = window.get_by_role_and_label(Role::ComboBox, "Figures at the nodes");
        choice.value().unwrap_or_default()
    };
    for (algorithm, name) in [
        ("a-star", "f = g + h"),
        ("weighted-a-star", "f = g + w · h"),
        ("uniform-cost", "g"),
        ("greedy-best-first", "h"),
        ("breadth-first", "order of expansion"),
        ("depth-limited", "order of expansion"),
    ] {
        assert_eq!(value(&solved(algorithm)), name, "{algorithm}");
    }
}

#[test]
fn other_figures_can_be_chosen_and_none() {
    let mut window = solved("a-star");
    let choose = |window: &mut Window, line: &str| {
        let choice = window.get_by_role_and_label(Role::ComboBox, "Figures at the nodes");
        choice.click();
        window.run_steps(3);
        let item = window.get_by_role_and_label(Role::ListBoxOption, line);
        item.click();
        window.run_steps(4);
    };
    choose(&mut window, "g");
    let is_g = |text: &str| text.starts_with("g ");
    assert_eq!(figures(&window, is_g).len(), 16);
    choose(&mut window, "order of expansion");
    assert!(figures(&window, is_g).is_empty());
    choose(&mut window, "no figures");
    assert!(figures(&window, |text| text.contains(" = ")).is_empty());
    choose(&mut window, "Automatic: f = g + h");
    assert_eq!(figures(&window, |text| text.contains(" = ")).len(), 16);
}

#[test]
fn the_order_of_expansion_is_shown_as_far_as_it_has_come() {
    let mut window = solved("breadth-first");
    seek(&mut window, 4);
    let rows = |window: &Window| {
        let tree = window.get_by_label("Search tree").rect();
        // The depths of the rows stand at the left.
        let texts = texts(window).into_iter();
        let texts = texts.filter(|(_, rect)| rect.min.x > tree.min.x + 34.0);
        texts.map(|(text, _)| text).collect::<Vec<_>>()
    };
    let n_boards = rows(&window).iter().filter(|text| *text == "8").count();
    let fours = rows(&window).iter().filter(|text| *text == "4").count();
    assert_eq!(
        fours,
        n_boards + 1,
        "each board has a 4, and one node is the fourth"
    );
    seek(&mut window, 3);
    let n_boards = rows(&window).iter().filter(|text| *text == "8").count();
    let fours = rows(&window).iter().filter(|text| *text == "4").count();
    assert_eq!(fours, n_boards);
}

#[test]
fn the_solution_is_marked_from_the_step_at_which_it_is_known() {
    let mut window = solved("a-star");
    let end = app(&mut window).model.end();
    assert!(shows_solution(&window));
    seek(&mut window, end - 1);
    assert!(
        !shows_solution(&window),
        "the goal has not been selected yet"
    );
    seek(&mut window, 0);
    assert!(!shows_solution(&window));
    seek(&mut window, end);
    assert!(shows_solution(&window));
}

#[test]
fn fit_fills_the_canvas_and_keeps_clear_of_its_buttons() {
    let window = solved("a-star");
    let canvas = window.get_by_label("Search tree").rect();
    let figures = texts(&window).into_iter();
    let figures = figures.filter(|(text, _)| text.contains(" = "));
    let all = figures.fold(Rect::NOTHING, |all, (_, rect)| all.union(rect));
    assert!(
        all.height() > canvas.height() * 0.7,
        "{all:?} in {canvas:?}"
    );
    assert!(all.width() > canvas.width() * 0.4, "{all:?} in {canvas:?}");
    for button in ["Zoom in", "Zoom out", "Fit the tree"] {
        let rect = window.get_by_role_and_label(Role::Button, button).rect();
        assert!(all.max.x < rect.min.x, "{button}");
    }
}

#[test]
fn what_is_in_the_middle_of_a_moved_tree_stays_there_in_a_larger_canvas() {
    let mut window = solved("a-star");
    let entry = app(&mut window).model.runs().active().unwrap();
    let deepest = entry.node(12).unwrap();
    apply(&mut window, TimelineAction::Reveal(deepest).into());
    let from_middle = |window: &Window| {
        let canvas = window.get_by_label("Search tree").rect();
        let figures = texts(window).into_iter();
        let figures = figures.filter(|(text, _)| text.contains(" + "));
        let offsets = figures.map(|(_, rect)| rect.center() - canvas.center());
        let nearest = offsets.min_by(|a, b| a.length().total_cmp(&b.length()));
        (canvas.width(), nearest.unwrap())
    };
    let (width, before) = from_middle(&window);
    window.key_press(Key::F6);
    window.run_steps(6);
    let (larger, after) = from_middle(&window);
    assert!(larger > width + 100.0);
    assert!((after - before).length() < 2.0, "{before:?} {after:?}");
}

#[test]
fn the_presentation_shows_tree_timeline_and_reason_and_goes_back_exactly() {
    let mut window = solved("a-star");
    let layout = |window: &mut Window| app(window).layout().clone();
    command(&mut window, Command::PanelPlots);
    let before = layout(&mut window);
    let tree = window.get_by_label("Search tree").rect();
    window.key_press(Key::F5);
    window.run_steps(6);
    assert!(window.ctx.zoom_factor() > 1.2, "large type");
    window.get_by_label("Search tree");
    window.get_by_role_and_label(Role::Slider, "Step");
    window.get_by_label("Why node 12?");
    for gone in ["File", "Solve", "Parent"] {
        let button = window.query_by_role_and_label(Role::Button, gone);
        assert!(button.is_none(), "{gone}");
    }
    window.key_press(Key::ArrowLeft);
    window.run_steps(4);
    assert_eq!(app(&mut window).model.cursor().t, 4, "the keys work");
    window.key_press(Key::F5);
    window.run_steps(6);
    assert_eq!(window.ctx.zoom_factor(), 1.0);
    assert_eq!(layout(&mut window), before);
    assert_eq!(window.get_by_label("Search tree").rect(), tree);
    // It has a way back for the mouse too.
    command(&mut window, Command::Presentation);
    window.run_steps(4);
    press(&mut window, "Leave the lecture view");
    window.run_steps(4);
    window.get_by_role_and_label(Role::Button, "Solve");
}

#[test]
fn the_panel_in_front_is_maximised_and_brought_back_by_one_key() {
    let mut window = solved("a-star");
    let tree = window.get_by_label("Search tree").rect();
    window.key_press(Key::F6);
    window.run_steps(4);
    assert!(window.get_by_label("Search tree").rect().width() > 1500.0);
    assert!(
        window
            .query_by_role_and_label(Role::Button, "Solve")
            .is_none()
    );
    // From there to the presentation and back.
    for _ in 0..2 {
        window.key_press(Key::F5);
        window.run_steps(6);
    }
    assert!(window.get_by_label("Search tree").rect().width() > 1500.0);
    window.key_press(Key::F6);
    window.run_steps(4);
    assert_eq!(window.get_by_label("Search tree").rect(), tree);
}

#[test]
fn panels_can_be_hidden_and_shown() {
    let mut window = solved("a-star");
    let is_shown = |window: &Window| {
        let solve = window.query_by_role_and_label(Role::Button, "Solve");
        solve.is_some()
    };
    let width = window.get_by_label("Search tree").rect().width();
    command(&mut window, Command::PanelSearch);
    assert!(!is_shown(&window));
    command(&mut window, Command::PanelPuzzle);
    let wider = window.get_by_label("Search tree").rect().width();
    assert!(
        wider > width + 200.0,
        "a column without panels leaves its room"
    );
    for command in [Command::PanelSearch, Command::PanelPuzzle] {
        self::command(&mut window, command);
    }
    assert!(is_shown(&window));
    // The last panel stays.
    for entry in COMMANDS.iter().filter(|it| it.command.panel().is_some()) {
        command(&mut window, entry.command);
    }
    window.get_by_label("Copy table");
}

#[test]
fn the_zoom_of_the_window_is_a_command() {
    let mut window = window();
    for (key, zoom) in [
        (Key::Plus, 1.1),
        (Key::Minus, 1.0),
        (Key::Equals, 1.1),
        (Key::Num0, 1.0),
    ] {
        window.key_press_modifiers(Modifiers::COMMAND, key);
        window.run_steps(3);
        assert!((window.ctx.zoom_factor() - zoom).abs() < 1e-3, "{key:?}");
    }
    press(&mut window, "View");
    for name in [
        "Zoom in",
        "Zoom out",
        "Normal size",
        "Lecture view",
        "Maximise the panel",
    ] {
        let is_item = |label: &str| label.starts_with(name);
        window.get_by(|node| node.label().is_some_and(|label| is_item(&label)));
    }
}

#[test]
fn while_the_solution_plays_its_node_moves_along() {
    let mut window = solved("a-star");
    let good = theme::palette(&egui::Ui::new(
        window.ctx.clone(),
        egui::Id::unique("palette"),
        egui::UiBuilder::new(),
    ))
    .good;
    let ring = |window: &Window| {
        let mut found = Vec::new();
        for clipped in &window.output().shapes {
            visit(&clipped.shape, &mut |shape| {
                if let Shape::Rect(rect) = shape
                    && rect.stroke.color == good
                    && rect.stroke.width == 3.0
                {
                    found.push(rect.rect.center());
                }
            });
        }
        found
    };
    assert!(ring(&window).is_empty());
    apply(&mut window, Action::PlaySolution);
    let mut places = Vec::new();
    for at in 0..=5 {
        apply(&mut window, Action::Player(PlayerAction::Seek(at)));
        assert_eq!(ring(&window).len(), 1, "after {at} moves");
        places.push(ring(&window)[0]);
    }
    assert!(places.windows(2).all(|pair| pair[0].y < pair[1].y));
}

#[test]
fn a_city_carries_the_figures_and_a_road_its_cost() {
    let mut window = window();
    let romania = examples::by_file("romania").unwrap();
    apply(
        &mut window,
        Action::Document(DocumentAction::Example(romania.into())),
    );
    solve(&mut window);
    press_radio(&mut window, "Tree");
    let texts = figures(&window, |text| text == "140" || text.contains("366"));
    assert!(
        texts.contains(&"140".to_owned()),
        "the road to Sibiu: {texts:?}"
    );
    assert!(
        texts.iter().any(|text| text.contains("0 + 366")),
        "{texts:?}"
    );
}

fn press_radio(window: &mut Window, label: &str) {
    window
        .get_by_role_and_label(Role::RadioButton, label)
        .click();
    window.run_steps(4);
}

#[test]
fn a_presentation_that_is_left_at_once_leaves_the_type_as_it_was() {
    let mut window = solved("a-star");
    window.set_size(egui::vec2(1920.0, 1080.0));
    window.run_steps(3);
    for _ in 0..2 {
        let ctx = window.ctx.clone();
        app(&mut window).carry_out_command(&ctx, Command::Presentation);
        window.step();
    }
    window.run_steps(8);
    assert_eq!(window.ctx.zoom_factor(), 1.0);
}

/// Opens the lecture view on a screen of 1920×1080 pixels.
fn lecture(window: &mut Window) {
    window.set_size(egui::vec2(1920.0, 1080.0));
    window.run_steps(3);
    window.key_press(Key::F5);
    window.run_steps(8);
    assert!(is_lecture(window));
}

fn is_lecture(window: &Window) -> bool {
    window.query_by_label("Leave the lecture view").is_some()
}

fn key(window: &mut Window, key: Key) {
    window.key_press(key);
    window.run_steps(4);
}

/// The boards on the canvas of the tree.
fn boards(window: &Window) -> Vec<Rect> {
    let canvas = window.get_by_label("Search tree").rect();
    let wells = [true, false].map(|dark| theme::palette_of(dark).well);
    let mut boards = Vec::new();
    for clipped in &window.output().shapes {
        visit(&clipped.shape, &mut |shape| {
            if let Shape::Rect(rect) = shape
                && wells.contains(&rect.fill)
                && canvas.intersects(rect.rect)
            {
                boards.push(rect.rect);
            }
        });
    }
    boards
}

fn opened(file: &str) -> Window {
    let mut window = window();
    let example = examples::by_file(file).unwrap();
    let open = DocumentAction::Example(example.into());
    apply(&mut window, open.into());
    window
}

#[test]
fn enter_does_not_leave_the_lecture_view_and_escape_does() {
    let mut window = solved("a-star");
    window.get_by_role_and_label(Role::Button, "Solve").focus();
    window.run_steps(2);
    key(&mut window, Key::F5);
    window.run_steps(6);
    key(&mut window, Key::Enter);
    assert!(is_lecture(&window));
    // A paused search is not stopped by it.
    let runs = |window: &mut Window| app(window).model.runs().working().is_some();
    choose_algorithm(&mut window, "breadth-first");
    key(&mut window, Key::PageDown);
    assert!(runs(&mut window));
    key(&mut window, Key::Escape);
    assert!(!is_lecture(&window));
    assert!(runs(&mut window));
}

#[test]
fn a_lecture_leads_from_arad_to_bucharest_by_page_down_alone() {
    let mut window = opened("romania");
    lecture(&mut window);
    window.get_by_label("goal: Bucharest");
    assert!(has_text(&window, "A* · Straight line"));
    assert!(has_text(&window, "PageDown begins, step by step."));
    let mut n_steps = 0;
    let is_known = |window: &mut Window| app(window).model.runs().active_solution().is_some();
    for t in 0..100 {
        if is_known(&mut window) {
            break;
        }
        key(&mut window, Key::PageDown);
        wait(&mut window, "a step", |app| {
            let working = app.model.runs().working();
            working.is_none_or(|entry| entry.run.trace().n_expanded() >= t)
                && app
                    .model
                    .runs()
                    .active()
                    .is_some_and(|entry| entry.run.trace().n_nodes() > 0)
        });
        n_steps = app(&mut window).model.cursor().t;
        window.get_by_label(&format!("expanded: {n_steps}"));
    }
    assert!(is_known(&mut window) && n_steps > 3);
    // One press too many changes nothing, and the way back is open.
    let run = app(&mut window).model.runs().last();
    for _ in 0..3 {
        key(&mut window, Key::PageDown);
    }
    assert_eq!(app(&mut window).model.runs().last(), run);
    key(&mut window, Key::PageUp);
    assert_eq!(app(&mut window).model.cursor().t, n_steps - 1);
    key(&mut window, Key::PageDown);
    assert_eq!(app(&mut window).model.cursor().t, n_steps);
    assert!(is_lecture(&window));
}

#[test]
fn before_a_run_the_lecture_view_shows_what_is_to_be_solved() {
    let mut window = window();
    lecture(&mut window);
    for name in ["Start: ", "Goal: ", "goal: "] {
        window.get_by_label_contains(name);
    }
    assert!(has_text(&window, "A* · Manhattan"));
    for button in ["press Solve", "period", "Press Enter"] {
        assert!(!has_text(&window, button), "{button}");
    }
}

#[test]
fn the_frontier_stands_beside_the_tree_with_the_next_node_first() {
    let mut window = solved("greedy-best-first");
    lecture(&mut window);
    assert!(has_text(&window, "h ="), "what the search compares");
    assert!(!has_text(&window, "f ="));
    press_radio(&mut window, "Frontier");
    let row = window.get_by_label_contains("1: ");
    assert!(row.accesskit_node().label().unwrap().contains("h = "));
    window.get_by_label_contains("frontier: ");
    press_radio(&mut window, "Pseudocode");
    assert!(window.query_by_label_contains("1: ").is_none());
}

#[test]
fn keys_of_a_remote_make_the_screen_black_and_any_key_shows_it_again() {
    let mut window = solved("a-star");
    let is_black = |window: &Window| window.query_by_label("Black screen").is_some();
    key(&mut window, Key::B);
    assert!(!is_black(&window), "elsewhere the key stays as it is");
    lecture(&mut window);
    for dark in [Key::B, Key::Period] {
        for light in [dark, Key::PageDown, Key::Space] {
            let before = app(&mut window).model.cursor().t;
            key(&mut window, dark);
            assert!(is_black(&window));
            key(&mut window, light);
            assert!(!is_black(&window), "{light:?}");
            assert_eq!(app(&mut window).model.cursor().t, before);
        }
    }
    key(&mut window, Key::B);
    key(&mut window, Key::F5);
    window.run_steps(4);
    assert!(!is_black(&window) && !is_lecture(&window));
}

#[test]
fn the_panel_in_front_is_shown_large_and_not_always_the_tree() {
    let mut window = solved("a-star");
    command(&mut window, Command::PanelLevels);
    let title = |window: &Window| has_text(window, "LEVELS");
    window.key_press(Key::F6);
    window.run_steps(4);
    assert!(title(&window) && window.query_by_label("Search tree").is_none());
    window.key_press(Key::F6);
    window.run_steps(4);
    lecture(&mut window);
    assert!(title(&window) && window.query_by_label("Search tree").is_none());
    assert!(has_text(&window, "Why node "));
    // Another panel takes its place, and the lecture goes on.
    window.key_press_modifiers(Modifiers::COMMAND, Key::Num3);
    window.run_steps(6);
    assert!(is_lecture(&window));
    window.get_by_label("Search tree");
}

#[test]
fn boards_of_a_lecture_can_be_read_from_the_last_row() {
    for algorithm in ["a-star", "breadth-first"] {
        let mut window = window();
        choose_algorithm(&mut window, algorithm);
        solve(&mut window);
        lecture(&mut window);
        let pixels = window.ctx.pixels_per_point();
        let end = app(&mut window).model.end();
        for t in [1, 2, 5, 9, 20, 33.min(end)] {
            seek(&mut window, t);
            window.run_steps(60);
            let boards = boards(&window);
            assert!(!boards.is_empty(), "step {t}");
            let canvas = window.get_by_label("Search tree").rect();
            for board in &boards {
                let side = board.width() * pixels;
                assert!(side >= 100.0, "step {t}: {side} pixels");
            }
            let whole = boards.iter().filter(|it| canvas.contains_rect(**it));
            assert!(whole.count() >= 3, "step {t}: the node and its successors");
        }
    }
}

#[test]
fn a_lecture_is_fitted_to_what_is_revealed_and_dots_to_come_can_be_shown() {
    let mut window = solved("breadth-first");
    seek(&mut window, 2);
    let dots = |window: &Window| {
        let links = [true, false].map(|dark| theme::palette_of(dark).link);
        let mut n = 0;
        for clipped in &window.output().shapes {
            visit(&clipped.shape, &mut |shape| match shape {
                Shape::Circle(dot) if links.contains(&dot.fill) => n += 1,
                _ => {}
            });
        }
        n
    };
    let switch = "Nodes to come";
    assert!(dots(&window) > 20);
    press(&mut window, switch);
    window.run_steps(4);
    assert_eq!(dots(&window), 0);
    let alone = boards(&window);
    press(&mut window, switch);
    window.run_steps(4);
    assert!(dots(&window) > 20);
    assert!(boards(&window)[0].width() < alone[0].width());
    lecture(&mut window);
    assert_eq!(dots(&window), 0);
    let n_generated = trace(&window).n_generated(2) as usize;
    let canvas = window.get_by_label("Search tree").rect();
    let seen = boards(&window);
    assert!(seen.iter().all(|it| canvas.contains_rect(*it)));
    assert!(seen.len() >= n_generated, "all that is revealed is in view");
    let all = seen.iter().fold(Rect::NOTHING, |all, it| all.union(*it));
    assert!(
        all.height() > canvas.height() * 0.6,
        "{all:?} in {canvas:?}"
    );
    press(&mut window, switch);
    window.run_steps(4);
    assert!(dots(&window) > 0);
}

#[test]
fn no_figure_overprints_a_board() {
    let mut window = opened("twenty-moves");
    solve(&mut window);
    let end = app(&mut window).model.end();
    for (i, t) in (1..=end).step_by((end as usize / 12).max(1)).enumerate() {
        seek(&mut window, t);
        let n_nodes = trace(&window).n_generated(t);
        select(&mut window, (i as u32 * 7) % n_nodes);
        window.run_steps(3);
        let boards = boards(&window);
        for (text, rect) in texts(&window) {
            let rect = rect.shrink(1.0);
            for board in &boards {
                let is_clear = !board.intersects(rect) || board.contains_rect(rect);
                assert!(is_clear, "step {t}: {text:?} {rect:?} on {board:?}");
            }
        }
    }
}

#[test]
fn breadth_first_numbers_are_complete_where_there_is_room() {
    let mut window = solved("breadth-first");
    lecture(&mut window);
    // All of the tree, as shapes.
    key(&mut window, Key::F);
    window.run_steps(4);
    let end = app(&mut window).model.end();
    let texts: Vec<String> = texts(&window).into_iter().map(|(text, _)| text).collect();
    for n in 9..=end {
        assert!(
            texts.contains(&n.to_string()),
            "{n} is missing in {texts:?}"
        );
    }
}

#[test]
fn a_search_without_a_heuristic_shows_no_h_and_one_by_h_alone_no_f() {
    let has_row = |window: &Window, name: &str| {
        let is_it = |text: Option<String>| text.is_some_and(|text| text.starts_with(name));
        let mut rows = window.query_all_by(|node| is_it(node.label()) || is_it(node.value()));
        rows.next().is_some()
    };
    let window = solved("breadth-first");
    assert!(has_row(&window, "g: ") && !has_row(&window, "h: "));
    let window = solved("greedy-best-first");
    assert!(has_row(&window, "h: ") && !has_row(&window, "f ="));
}
