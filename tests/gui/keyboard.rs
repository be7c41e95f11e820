//! Keys: focus that is followed, menus, and the tree after a click.

use crate::focus::focused;
use crate::lecture::visit;
use crate::window::{Window, app, apply, press, pressed, select, solve, window};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, Popup, Shape, Vec2};
use egui_kittest::kittest::{By, NodeT, Queryable};
use tilescope::gui::commands::Command;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::timeline::TimelineAction;
use tilescope::gui::{Action, theme};
use tilescope_puzzle::Size;

fn key(window: &mut Window, key: Key) {
    window.key_press(key);
    window.run_steps(3);
}

#[test]
fn a_widget_that_a_key_gives_the_focus_is_in_sight() {
    let mut window = window();
    solve(&mut window);
    window.set_size(Vec2::new(960.0, 600.0));
    window.run_steps(5);
    let n_seen = see_focus(
        &mut window,
        &[(Modifiers::NONE, 70), (Modifiers::SHIFT, 40)],
    );
    assert!(n_seen > 60, "{n_seen}");
}

/// Moves the focus with Tab, so often with these modifiers. Returns how many widgets had it: each
/// was in sight.
fn see_focus(window: &mut Window, presses: &[(Modifiers, usize)]) -> usize {
    let mut n_seen = 0;
    let at_once = egui::style::ScrollAnimation::none();
    (window.ctx).all_styles_mut(|style| style.scroll_animation = at_once);
    for &(modifiers, n) in presses {
        for _ in 0..n {
            window.key_press_modifiers(modifiers, Key::Tab);
            window.run_steps(4);
            let focused = window.ctx.memory(|memory| memory.focused());
            let response = focused.and_then(|id| window.ctx.read_response(id));
            let Some(response) = response else { continue };
            n_seen += 1;
            let seen = response.interact_rect;
            let nodes = window.query_all(By::new().predicate(|node| node.is_focused()));
            let name = { nodes }.find_map(|node| node.accesskit_node().label());
            assert!(
                seen.is_positive() && seen.height() > 0.6 * response.rect.height().min(24.0),
                "{name:?}: {seen:?} of {:?}",
                response.rect
            );
        }
    }
    n_seen
}

#[test]
fn a_widget_of_a_page_that_a_key_gives_the_focus_is_in_sight() {
    for command in [Command::Tables, Command::PublishedExperiments] {
        let mut window = window();
        window.set_size(Vec2::new(960.0, 600.0));
        window.run_steps(5);
        let ctx = window.ctx.clone();
        app(&mut window).carry_out_command(&ctx, command);
        window.run_steps(8);
        let presses = [(Modifiers::NONE, 45), (Modifiers::SHIFT, 25)];
        let n_seen = see_focus(&mut window, &presses);
        assert!(n_seen > 20, "{n_seen}");
    }
}

#[test]
fn a_page_without_widgets_is_scrolled_by_keys() {
    let mut window = window();
    window.set_size(Vec2::new(960.0, 600.0));
    window.run_steps(5);
    let ctx = window.ctx.clone();
    app(&mut window).carry_out_command(&ctx, Command::Keys);
    window.run_steps(8);
    let top = |window: &Window| window.get_by_label("Walk from node to node").rect().top();
    let before = top(&window);
    window.get_by_label("Go on without choosing");
    key(&mut window, Key::PageDown);
    assert!(top(&window) < before - 50.0, "{} {before}", top(&window));
    key(&mut window, Key::PageUp);
    assert_eq!(top(&window), before);
}

#[test]
fn what_lies_below_the_game_is_scrolled_by_keys() {
    let mut window = window();
    window.set_size(Vec2::new(1280.0, 800.0));
    solve(&mut window);
    apply(&mut window, Action::PlaySolution);
    window.key_press_modifiers(Modifiers::ALT, Key::Num3);
    window.run_steps(8);
    // The result has the moves too, farther to the right.
    let whole = |window: &Window, part: &str| {
        let has_it = |text: Option<String>| text.is_some_and(|text| text.contains(part));
        let nodes = window.query_all_by(|node| has_it(node.label()) || has_it(node.value()));
        let rects = nodes.map(|node| node.rect());
        rects.min_by(|a, b| a.left().total_cmp(&b.left())).unwrap()
    };
    // The line of moves is seen as a whole, and the estimates below it by the page keys.
    let state = whole(&window, "recorded in full");
    assert!(whole(&window, "UULDR").bottom() < state.top() - 4.0);
    let before = whole(&window, "Misplaced tiles").top();
    assert!(before > state.top() - 4.0);
    for name in ["Play board", "Move shown"] {
        window.get_by_label(name).focus();
        window.run_steps(3);
        assert_eq!(focused(&window).as_deref(), Some(name));
        key(&mut window, Key::PageDown);
        let top = whole(&window, "Misplaced tiles").top();
        assert!(top < before - 50.0, "{name}: {top}");
        key(&mut window, Key::PageUp);
        assert_eq!(whole(&window, "Misplaced tiles").top(), before, "{name}");
    }
    // So are the figures of the result, from the buttons below them.
    let top = |window: &Window| window.get_by_label_contains("Peak frontier").rect().top();
    let before = top(&window);
    window.get_by_label("Copy moves").focus();
    window.run_steps(3);
    key(&mut window, Key::PageDown);
    assert!(top(&window) < before - 20.0);
}

#[test]
fn no_keys_lie_over_what_they_do() {
    for size in [Vec2::new(960.0, 600.0), Vec2::new(1920.0, 1080.0)] {
        let mut window = window();
        window.set_size(size);
        window.run_steps(5);
        key(&mut window, Key::F1);
        window.run_steps(8);
        let what = window.get_by_label("Solve the puzzle of a collection optimally");
        let what = what.rect();
        let keys: Vec<_> = window.query_all_by_label("Shift+Enter").collect();
        assert!(!keys.is_empty());
        for keys in keys {
            assert!(!keys.rect().intersects(what), "{:?} {what:?}", keys.rect());
        }
    }
}

#[test]
fn every_menu_is_inside_the_smallest_window() {
    let mut window = window();
    window.set_size(Vec2::new(960.0, 600.0));
    window.run_steps(5);
    for (key, last) in [
        (Key::F, "Quit"),
        (Key::R, "Pattern databases…"),
        (Key::T, "Go to node…"),
        (Key::V, "Reset layout"),
    ] {
        window.key_press_modifiers(Modifiers::ALT, key);
        window.run_steps(6);
        let bottom = window.get_by_label_contains(last).rect().bottom();
        assert!(bottom < 580.0, "{last} is at {bottom}");
    }
}

#[test]
fn menus_open_by_alt_and_a_letter_and_change_by_arrows() {
    let mut window = window();
    let has = |window: &Window, entry: &str| window.query_by_label_contains(entry).is_some();
    window.key_press_modifiers(Modifiers::ALT, Key::R);
    window.run_steps(4);
    assert!(has(&window, "Published experiments…"));
    key(&mut window, Key::ArrowRight);
    assert!(has(&window, "Ten steps back"));
    assert!(!has(&window, "Published experiments…"));
    key(&mut window, Key::ArrowRight);
    assert!(has(&window, "Reset layout"));
    key(&mut window, Key::ArrowRight);
    assert!(has(&window, "About Tilescope"));
    key(&mut window, Key::ArrowDown);
    key(&mut window, Key::ArrowDown);
    key(&mut window, Key::Enter);
    assert!(
        !Popup::is_any_open(&window.ctx),
        "a menu stays open behind the page that it opened"
    );
}

#[test]
fn a_pointer_that_rests_on_a_menu_leaves_the_menus_to_the_keys() {
    let mut window = window();
    let has = |window: &Window, entry: &str| window.query_by_label_contains(entry).is_some();
    let point_at = |window: &mut Window, menu: &str| {
        let at = window.get_by_role_and_label(Role::Button, menu).rect();
        window.hover_at(at.center());
        window.run_steps(4);
    };
    point_at(&mut window, "View");
    window.run_steps(20);
    window.key_press_modifiers(Modifiers::ALT, Key::R);
    window.run_steps(4);
    assert!(has(&window, "Published experiments…") && !has(&window, "Reset layout"));
    key(&mut window, Key::ArrowRight);
    assert!(has(&window, "Ten steps back") && !has(&window, "Reset layout"));
    // Where it moves to, it opens another.
    point_at(&mut window, "Help");
    assert!(has(&window, "About Tilescope") && !has(&window, "Ten steps back"));
}

#[test]
fn a_page_that_a_key_opens_closes_the_open_menu() {
    for key in [Key::K, Key::O] {
        let mut window = window();
        window.key_press_modifiers(Modifiers::ALT, Key::V);
        window.run_steps(4);
        assert!(Popup::is_any_open(&window.ctx));
        window.key_press_modifiers(Modifiers::COMMAND, key);
        window.run_steps(4);
        assert!(!Popup::is_any_open(&window.ctx), "{key:?}");
    }
}

#[test]
fn after_a_click_in_the_tree_the_arrows_step_through_time() {
    let mut window = window();
    solve(&mut window);
    let tree = window.get_by_label("Search tree").rect();
    let at = tree.left_bottom() + Vec2::new(12.0, -60.0);
    window.hover_at(at);
    window.run_steps(2);
    window.drag_at(at);
    window.run_steps(2);
    window.drop_at(at);
    window.run_steps(3);
    let end = app(&mut window).model.end();
    assert_eq!(app(&mut window).model.cursor().t, end);
    key(&mut window, Key::ArrowLeft);
    assert_eq!(app(&mut window).model.cursor().t, end - 1);
    key(&mut window, Key::R);
    assert_eq!(app(&mut window).model.selection(), Some(0));
    key(&mut window, Key::ArrowDown);
    key(&mut window, Key::ArrowRight);
    assert_eq!(app(&mut window).model.cursor().t, end - 1);
}

#[test]
fn a_selected_node_is_let_go_by_escape_and_by_a_button() {
    let mut window = window();
    solve(&mut window);
    select(&mut window, 1);
    key(&mut window, Key::Escape);
    assert_eq!(app(&mut window).model.selection(), None);
    select(&mut window, 1);
    window.get_by_label("Unselect").click();
    window.run_steps(3);
    assert_eq!(app(&mut window).model.selection(), None);
    assert!(window.query_by_label("Unselect").is_none());
    apply(&mut window, TimelineAction::Seek(1).into());
}

/// Whether a cell of the start board is marked as the one that keys act on.
fn has_marked_cell(window: &Window) -> bool {
    let cell = window
        .get_by_label_contains("row 1, column 1")
        .rect()
        .size();
    let accents = [true, false].map(|dark| theme::palette_of(dark).accent);
    let mut has_it = false;
    for clipped in &window.output().shapes {
        visit(&clipped.shape, &mut |shape| {
            has_it |= matches!(shape, Shape::Rect(rect)
                if accents.contains(&rect.stroke.color) && rect.rect.size() == cell);
        });
    }
    has_it
}

#[test]
fn a_cell_is_marked_only_while_keys_are_used() {
    let mut window = window();
    window.key_press_modifiers(Modifiers::COMMAND, Key::Num1);
    window.run_steps(6);
    let walk = |window: &mut Window| {
        window.key_press_modifiers(Modifiers::COMMAND, Key::ArrowRight);
        window.run_steps(3);
        key(window, Key::ArrowLeft);
        assert_eq!(focused(window).as_deref(), Some("Start board"));
        assert!(has_marked_cell(window));
    };
    walk(&mut window);
    press(&mut window, "Undo");
    window.run_steps(6);
    assert!(!has_marked_cell(&window), "by the button");
    window.get_by_label("Start board").focus();
    window.run_steps(3);
    walk(&mut window);
    // When a menu closes, the board has the focus again.
    press(&mut window, "Edit");
    window.run_steps(3);
    press(&mut window, "Undo Ctrl+Z");
    window.run_steps(6);
    assert_eq!(focused(&window).as_deref(), Some("Start board"));
    assert!(!has_marked_cell(&window), "by the menu");
    walk(&mut window);
    for key in [Key::F1, Key::Escape] {
        window.key_press(key);
        window.run_steps(6);
    }
    assert_eq!(focused(&window).as_deref(), Some("Start board"));
    assert!(has_marked_cell(&window), "keys closed what lay above");
}

/// They led to the heuristic where the edge of the panel cut a line off the list of the algorithms.
#[test]
fn the_keys_of_search_lead_to_the_algorithm() {
    let mut window = window();
    for height in 796..812 {
        window.set_size(Vec2::new(1280.0, height as f32));
        for view in [Key::P, Key::E] {
            window.key_press_modifiers(Modifiers::COMMAND, view);
            window.run_steps(6);
            window.key_press_modifiers(Modifiers::COMMAND, Key::Num2);
            window.run_steps(8);
            assert_eq!(
                focused(&window).as_deref(),
                Some("Algorithm"),
                "{height}, {view:?}"
            );
        }
    }
}

#[test]
fn another_puzzle_is_shown_from_its_top() {
    let mut window = window();
    window.set_size(Vec2::new(960.0, 600.0));
    window.run_steps(5);
    let top = |window: &Window| window.get_by_label("Start board").rect().min.y;
    let before = top(&window);
    window.hover_at(egui::pos2(150.0, 200.0));
    window.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: Vec2::new(0.0, -100.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    window.run_steps(30);
    assert!(top(&window) < before);
    apply(
        &mut window,
        DocumentAction::New(Size::new(3, 3).unwrap()).into(),
    );
    window.run_steps(5);
    assert_eq!(top(&window), before);
}

/// The keys of the palette and all that follows, in a single frame.
fn type_after_palette(window: &mut Window, text: &str, last: Option<Key>) {
    let call = pressed(Key::K, Modifiers::COMMAND);
    let typed = text.chars().flat_map(|letter| {
        let key = Key::from_name(&letter.to_uppercase().to_string());
        let key = key.map(|key| pressed(key, Modifiers::NONE));
        key.into_iter().chain([Event::Text(letter.to_string())])
    });
    let last = last.map(|key| pressed(key, Modifiers::NONE));
    let events = [call].into_iter().chain(typed).chain(last);
    window.input_mut().events.extend(events);
    window.step();
    window.run_steps(5);
}

#[test]
fn what_is_typed_after_the_keys_of_the_palette_goes_there_alone() {
    let mut window = window();
    solve(&mut window);
    let before = app(&mut window).model.problem().clone();
    let (t, n_runs) = (
        app(&mut window).model.cursor().t,
        app(&mut window).model.runs().iter().count(),
    );
    // R selects the root, F fits the tree, Space plays, Home goes to the first step.
    type_after_palette(&mut window, "swap start", None);
    let field = window.get_by_role_and_label(Role::TextInput, "Search commands");
    assert_eq!(field.value().as_deref(), Some("swap start"));
    let model = &app(&mut window).model;
    assert_eq!((model.selection(), model.cursor().t), (None, t));
    assert!(!model.cursor().playing && !model.player().playing);
    window.key_press(Key::Escape);
    window.run_steps(3);
    // Enter chooses what was found, and solves nothing.
    type_after_palette(&mut window, "swap start", Some(Key::Enter));
    assert!(
        window
            .query_by_role_and_label(Role::TextInput, "Search commands")
            .is_none()
    );
    let model = &app(&mut window).model;
    assert_eq!(model.problem().start(), before.goal());
    assert_eq!(model.runs().iter().count(), n_runs);

    // A field that has the focus keeps its text, and gets none.
    window.key_press_modifiers(Modifiers::COMMAND, Key::F);
    window.run_steps(4);
    window.get_by_label("Find nodes").type_text("f = 7");
    window.run_steps(2);
    window.key_press(Key::Home);
    window.run_steps(2);
    type_after_palette(&mut window, "about", None);
    let value =
        |window: &Window, label: &str| window.get_by_role_and_label(Role::TextInput, label).value();
    assert_eq!(value(&window, "Find nodes").as_deref(), Some("f = 7"));
    assert_eq!(value(&window, "Search commands").as_deref(), Some("about"));
}

#[test]
fn keys_right_after_a_command_of_the_palette_are_not_for_its_field() {
    let mut window = window();
    let before = app(&mut window).model.problem().clone();
    window.key_press_modifiers(Modifiers::COMMAND, Key::K);
    window.run_steps(3);
    window.event(Event::Text("swap start".into()));
    window.run_steps(3);
    for (key, modifiers) in [(Key::Enter, Modifiers::NONE), (Key::Z, Modifiers::COMMAND)] {
        window.input_mut().events.push(pressed(key, modifiers));
        window.step();
    }
    window.run_steps(3);
    assert_eq!(*app(&mut window).model.problem(), before);
    assert!(app(&mut window).model.can_redo());
}

#[test]
fn the_palette_shows_a_panel_and_never_hides_it() {
    let mut window = window();
    for _ in 0..2 {
        type_after_palette(&mut window, "settings", Some(Key::Enter));
        window.run_steps(6);
        window.get_by_role_and_label(Role::ComboBox, "Algorithm");
        assert!(crate::focus::focused(&window).is_some());
    }
}

/// Elsewhere Shift+F10 opens the menu of what has the focus; Enter after it began a new puzzle here.
#[test]
fn f10_opens_the_menus_without_shift_alone() {
    let mut window = window();
    for (modifiers, opens) in [(Modifiers::SHIFT, false), (Modifiers::NONE, true)] {
        window.key_press_modifiers(modifiers, Key::F10);
        window.run_steps(3);
        assert_eq!(Popup::is_any_open(&window.ctx), opens, "{modifiers:?}");
    }
}
