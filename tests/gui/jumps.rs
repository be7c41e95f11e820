//! Jumps along the timeline: to a rise of f or of the bound, a duplicate, a reopening, a goal; and the
//! path to a node, played alone.

use crate::window::{Window, app, choose_algorithm, click, select, solve, trace, wait, window};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use tilescope::gui::Action;
use tilescope::gui::commands::{COMMANDS, Command};
use tilescope::gui::timeline::TimelineAction;
use tilescope_search::NodeOutcome;

fn solved(algorithm: &str) -> Window {
    let mut window = window();
    choose_algorithm(&mut window, algorithm);
    solve(&mut window);
    seek(&mut window, 0);
    window
}

fn seek(window: &mut Window, t: u32) {
    crate::window::apply(window, Action::Timeline(TimelineAction::Seek(t)));
}

fn t(window: &mut Window) -> u32 {
    app(window).model.cursor().t
}

fn press(window: &mut Window, key: Key) {
    window.key_press(key);
    window.run_steps(2);
}

#[test]
fn the_keys_go_through_all_duplicates_and_back() {
    let mut window = solved("a-star");
    let trace_of = |window: &Window| trace(window).clone();
    let record = trace_of(&window);
    let is_such = |node: &u32| {
        matches!(
            record.outcome(*node),
            NodeOutcome::Duplicate | NodeOutcome::Cycle
        )
    };
    let all: Vec<u32> = (0..record.n_nodes()).filter(is_such).collect();
    assert!(all.len() > 10);
    for &node in &all {
        press(&mut window, Key::D);
        assert_eq!(app(&mut window).model.selection(), Some(node));
        assert_eq!(t(&mut window), record.generated_at(node));
    }
    press(&mut window, Key::D);
    window.get_by_label_contains("No duplicate after this step.");
    assert_eq!(app(&mut window).model.selection(), all.last().copied());
    for &node in all.iter().rev().skip(1) {
        window.key_press_modifiers(egui::Modifiers::SHIFT, Key::D);
        window.run_steps(2);
        assert_eq!(app(&mut window).model.selection(), Some(node));
    }
}

#[test]
fn a_rise_is_one_of_f_or_of_the_bound() {
    for (algorithm, is_bound) in [("a-star", false), ("ida-star", true)] {
        let mut window = solved(algorithm);
        let record = trace(&window).clone();
        let value = |t: u32| match is_bound {
            true => record.iteration(t).map(|it| it.bound),
            false => record
                .expanded_node(t)
                .map(|it| record.g(it) + record.h(it)),
        };
        let rises = |t: &u32| value(*t) > value(*t - 1);
        let all: Vec<u32> = (2..=record.n_expanded()).filter(rises).collect();
        assert!(!all.is_empty(), "{algorithm}");
        for &step in &all {
            press(&mut window, Key::U);
            assert_eq!(t(&mut window), step, "{algorithm}");
        }
        seek(&mut window, record.n_expanded());
        for &step in all.iter().rev().filter(|&&step| step < record.n_expanded()) {
            window.key_press_modifiers(egui::Modifiers::SHIFT, Key::U);
            window.run_steps(4);
            assert_eq!(t(&mut window), step, "{algorithm}, back");
        }
    }
}

#[test]
fn a_goal_is_found_where_it_is_recognised() {
    let mut window = solved("a-star");
    press(&mut window, Key::B);
    assert_eq!(t(&mut window), 37, "it is selected after the last step");
    let goal = trace(&window).goal();
    assert_eq!(app(&mut window).model.selection(), goal);
    let mut window = solved("enforced-hill-climbing");
    press(&mut window, Key::B);
    let goal = trace(&window).goal().unwrap();
    assert_eq!(app(&mut window).model.selection(), Some(goal));
    assert_eq!(t(&mut window), trace(&window).generated_at(goal));
}

#[test]
fn the_menu_has_them_in_submenus() {
    let mut window = solved("a-star");
    for (submenu, name) in [
        ("Next", "Next rise of f or the bound"),
        ("Previous", "Previous duplicate"),
    ] {
        click(&mut window, Role::Button, "Timeline");
        open_submenu(&mut window, submenu);
        window.get_by_label_contains(name).click();
        window.run_steps(4);
    }
    let in_submenus = COMMANDS.iter().filter(|entry| entry.submenu.is_some());
    for entry in in_submenus.clone().filter(|entry| entry.menu == "Timeline") {
        let is_bookmark = matches!(
            entry.command,
            Command::NextBookmark | Command::PreviousBookmark
        );
        assert!(
            is_bookmark || entry.command.landmark().is_some(),
            "{}",
            entry.name
        );
    }
}

/// Clicks the entry that opens a submenu: its name, and an arrow.
fn open_submenu(window: &mut Window, name: &str) {
    let is_it = |label: String| label.trim_end_matches(|c: char| !c.is_alphabetic()) == name;
    let entry =
        window.get_by(|node| node.role() == Role::Button && node.label().is_some_and(is_it));
    entry.click();
    window.run_steps(4);
}

#[test]
fn the_path_to_a_node_is_played_alone() {
    let mut window = solved("a-star");
    let is_enabled = |window: &mut Window| Command::PlayPath.is_enabled(&app(window).model);
    assert!(!is_enabled(&mut window), "no node is selected");
    let goal = trace(&window).goal().unwrap();
    select(&mut window, goal);
    assert!(is_enabled(&mut window));
    let steps = app(&mut window).model.path_steps().unwrap();
    assert!(steps.len() < 37 && steps.is_sorted());
    crate::window::apply(&mut window, Action::Timeline(TimelineAction::Speed(200.0)));
    crate::window::apply(&mut window, Action::PlayPath);
    let start = std::time::Instant::now();
    while app(&mut window).model.cursor().playing {
        let at = t(&mut window);
        assert!(steps.contains(&at), "step {at} is not on the path");
        window.step();
        assert!(start.elapsed().as_secs() < 60);
    }
    wait(&mut window, "the end", |app| !app.model.cursor().playing);
    assert_eq!(t(&mut window), trace(&window).generated_at(goal));
    assert_eq!(app(&mut window).model.selection(), Some(goal));
}

#[test]
fn the_subtree_of_a_node_is_played_alone() {
    let mut window = solved("breadth-first");
    let is_enabled = |window: &mut Window| Command::PlaySubtree.is_enabled(&app(window).model);
    assert!(!is_enabled(&mut window), "no node is selected");
    let trace = trace(&window);
    let leaf = (0..trace.n_nodes()).rfind(|&node| trace.expanded_at(node).is_none());
    let node = trace.children(0).nth(1).unwrap();
    let is_below = |&t: &u32| {
        let expanded = trace.expanded_node(t).unwrap();
        trace.path(expanded).contains(&node)
    };
    let steps: Vec<u32> = (1..=trace.n_expanded()).filter(is_below).collect();
    assert!(steps.len() > 3 && steps.len() < trace.n_expanded() as usize / 2);
    select(&mut window, leaf);
    assert!(!is_enabled(&mut window), "it was never expanded");
    select(&mut window, node);
    assert!(is_enabled(&mut window));
    crate::window::apply(&mut window, Action::Timeline(TimelineAction::Speed(200.0)));
    crate::window::apply(&mut window, Action::PlaySubtree);
    let start = std::time::Instant::now();
    while app(&mut window).model.cursor().playing {
        let at = t(&mut window);
        assert!(steps.contains(&at), "step {at} is not in the subtree");
        window.step();
        assert!(start.elapsed().as_secs() < 60);
    }
    assert_eq!(Some(&t(&mut window)), steps.last());
    assert_eq!(app(&mut window).model.selection(), Some(node));
}
