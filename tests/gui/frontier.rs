//! The frontier panel, driven by its accessible names.

use crate::window::{
    Window, app, apply, choose_algorithm, click, has_text, press, solve, trace, wait, window,
};
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use tilescope::gui::Action;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::runs::RunsAction;
use tilescope::gui::timeline::TimelineAction;
use tilescope_lab::{Problem, RunState, explain, format};
use tilescope_puzzle::{Puzzle, notation};
use tilescope_search::SearchDirection;
use tilescope_trace::{Moment, NodeId, Status};

fn seek(window: &mut Window, t: Moment) {
    apply(window, Action::Timeline(TimelineAction::Seek(t)));
}

/// The nodes of the rows, in the order in which they are listed.
fn listed(window: &Window) -> Vec<NodeId> {
    let rows = window.query_all_by_role(Role::ListBoxOption);
    let labels = rows.filter_map(|row| row.accesskit_node().label());
    let node = |label: String| {
        let rest = label.strip_prefix("Row ")?.split_once(": node ")?.1;
        let end = rest.find(',')?;
        rest[..end].replace('\u{2009}', "").parse().ok()
    };
    labels.filter_map(node).collect()
}

/// Solves, and lets frames pass until the frontier is indexed to the end: an index that was begun
/// during the search is continued then.
fn solve_and_index(window: &mut Window) {
    solve(window);
    wait(window, "the index", |app| {
        app.model.runs().active().is_some_and(|entry| {
            let trace = entry.run.trace();
            let index = app.model.frontiers().index(entry.id);
            index.is_some_and(|index| index.covers(trace, trace.n_expanded()))
        })
    });
}

fn row_label(window: &Window, node: NodeId) -> String {
    let rows = window.query_all_by_role(Role::ListBoxOption);
    let marker = format!(": node {node},");
    let mut labels = rows.filter_map(|row| row.accesskit_node().label());
    labels.find(|label| label.contains(&marker)).unwrap()
}

#[test]
fn the_list_is_the_frontier_in_order() {
    let mut window = window();
    press(&mut window, "Frontier");
    window.get_by_label_contains("Solve to see them.");
    for key in ["a-star", "breadth-first", "depth-first", "beam"] {
        choose_algorithm(&mut window, key);
        solve_and_index(&mut window);
        for t in [0, 3, 9] {
            seek(&mut window, t);
            let rows = listed(&window);
            let trace = trace(&window);
            assert_eq!(rows.len(), trace.frontier_size(t) as usize, "{key} at {t}");
            // A new iteration expands the root again, which is on no frontier.
            let next = trace.expanded_node(t + 1);
            let next = next.filter(|&node| trace.status(node, t) == Status::Frontier);
            assert_eq!(rows.first(), next.as_ref(), "{key} at {t}");
        }
    }
}

/// The first row of a memory-bounded search is the node that it expands next, over whole runs.
#[test]
fn a_memory_bounded_search_takes_the_first_by_backed_up_f() {
    let mut window = window();
    press(&mut window, "Frontier");
    for key in ["rbfs", "sma-star"] {
        choose_algorithm(&mut window, key);
        solve_and_index(&mut window);
        let end = trace(&window).n_expanded();
        for t in (0..end).step_by((end / 12).max(1) as usize) {
            seek(&mut window, t);
            window.get_by_label_contains("The lowest backed-up f first;");
            let first = listed(&window)[0];
            let trace = trace(&window);
            let next = trace.expanded_node(t + 1).unwrap();
            // A node that is expanded again has a new number.
            let place = |node| (trace.parent(node), trace.action(node));
            assert!(
                first == next || place(first) == place(next),
                "{key} at {t}: {first}, {next}"
            );
        }
    }
}

#[test]
fn a_search_that_keeps_a_path_shows_it_and_what_is_still_to_come() {
    let mut window = window();
    press(&mut window, "Frontier");
    choose_algorithm(&mut window, "ida-star");
    solve_and_index(&mut window);
    seek(&mut window, 9);
    let job = app(&mut window)
        .model
        .runs()
        .active()
        .unwrap()
        .run
        .job()
        .clone();
    let levels = explain::path_levels(&job, trace(&window), 9);
    let next = trace(&window).expanded_node(10);
    assert_eq!(levels.first().map(|level| level.node), next);
    assert_eq!(levels.last().map(|level| level.node), Some(0));
    let n_to_come: usize = levels.iter().map(|level| level.to_come.len()).sum();
    assert!(n_to_come > 0);
    let shown = window.query_all_by_label_contains("then ").count();
    let with_some = levels.iter().filter(|level| !level.to_come.is_empty());
    assert_eq!(shown, with_some.count());
    let name = format!("Depth 1: node {}", levels[levels.len() - 2].node);
    window.get_by_label_contains(&name).click();
    window.run_steps(4);
    let selected = app(&mut window).model.selection();
    assert_eq!(selected, Some(levels[levels.len() - 2].node));
}

#[test]
fn a_click_selects_the_node_and_so_does_the_keyboard() {
    let mut window = window();
    press(&mut window, "Frontier");
    choose_algorithm(&mut window, "a-star");
    solve_and_index(&mut window);
    seek(&mut window, 8);
    let rows = listed(&window);
    let label = row_label(&window, rows[1]);
    click(&mut window, Role::ListBoxOption, &label);
    assert_eq!(app(&mut window).model.selection(), Some(rows[1]));
    let label = row_label(&window, rows[2]);
    window
        .get_by_role_and_label(Role::ListBoxOption, &label)
        .focus();
    window.run_steps(2);
    window.key_press(egui::Key::Space);
    window.run_steps(3);
    assert_eq!(app(&mut window).model.selection(), Some(rows[2]));
    window.get_by_label_contains("before it");
}

#[test]
fn rows_can_be_sorted_and_ties_are_told() {
    let mut window = window();
    press(&mut window, "Frontier");
    choose_algorithm(&mut window, "a-star");
    solve_and_index(&mut window);
    seek(&mut window, 9);
    let in_order = listed(&window);
    let f = |window: &Window, node: NodeId| trace(window).g(node) + trace(window).h(node);
    let least = f(&window, in_order[0]);
    let n_tied = in_order
        .iter()
        .filter(|&&node| f(&window, node) == least)
        .count();
    let told = row_label(&window, in_order[0]);
    assert_eq!(
        told.contains(&format!("one of {n_tied} that tie")),
        n_tied > 1,
        "{told}"
    );
    click(&mut window, Role::ColumnHeader, "Sort by h");
    let h = |node: &NodeId| trace(&window).h(*node);
    let by_h = listed(&window);
    assert!(by_h.windows(2).all(|pair| h(&pair[0]) <= h(&pair[1])));
    assert_eq!(by_h.len(), in_order.len());
    click(&mut window, Role::ColumnHeader, "Sort by h");
    click(&mut window, Role::ColumnHeader, "Sort by h");
    assert_eq!(listed(&window), in_order);
}

#[test]
fn a_bidirectional_search_has_two_lists() {
    let mut window = window();
    press(&mut window, "Frontier");
    choose_algorithm(&mut window, "bidirectional-breadth-first");
    solve_and_index(&mut window);
    seek(&mut window, 6);
    window.get_by_label("From the start");
    window.get_by_label("From the goal");
    let rows = listed(&window);
    let trace = trace(&window);
    let n_backward = rows
        .iter()
        .filter(|&&node| trace.direction(node) == SearchDirection::Backward)
        .count();
    assert!(n_backward > 0 && n_backward < rows.len());
    assert_eq!(rows.len(), trace.frontier_size(6) as usize);
}

#[test]
fn an_engine_has_no_frontier_to_show() {
    let mut window = window();
    press(&mut window, "Frontier");
    choose_algorithm(&mut window, "fastest-optimal");
    solve(&mut window);
    window.get_by_label_contains("there is no frontier to show");
}

/// What the status line says is on the frontier.
fn in_status_line(window: &Window) -> String {
    let labels = window.query_all_by_role(Role::Label);
    let texts = labels.map(|node| {
        let node = node.accesskit_node();
        node.value().or(node.label()).unwrap_or_default()
    });
    let mut texts = texts.skip_while(|text| text != "frontier").skip(1);
    texts.next().expect("the status line has the frontier")
}

/// Step by step, and at the end, where the goal has left it.
#[test]
fn the_status_line_counts_the_frontier_as_the_panel_does() {
    for key in ["a-star", "ida-star", "iterative-deepening", "rbfs", "nbs"] {
        let mut window = window();
        choose_algorithm(&mut window, key);
        let is_same = |window: &mut Window| {
            let t = trace(window).n_expanded();
            let size = trace(window).frontier_size(t);
            let listed = format::count(size.into());
            assert_eq!(in_status_line(window), listed, "{key} at {t}");
        };
        for _ in 0..12 {
            apply(&mut window, RunsAction::Step.into());
            wait(&mut window, "the step", |app| {
                let entry = app.model.runs().active().unwrap();
                entry.run.state() != RunState::Running
            });
            is_same(&mut window);
        }
        if app(&mut window).model.runs().working().is_some() {
            apply(&mut window, RunsAction::Resume.into());
        }
        wait(&mut window, "the end", |app| {
            app.model.runs().working().is_none()
        });
        is_same(&mut window);
    }
}

/// A breadth-first search with more than 100,000 nodes on its frontier, which is indexed.
fn with_a_long_list() -> Window {
    let mut window = window();
    press(&mut window, "Frontier");
    let board = |text| notation::parse_board(text).unwrap();
    let start = board("14 13 15 7 / 11 12 9 5 / 6 _ 2 1 / 4 8 10 3");
    let goal = board("_ 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15");
    let problem = Problem::from(Puzzle::new("", start, goal).unwrap());
    apply(&mut window, DocumentAction::Example(problem.into()).into());
    choose_algorithm(&mut window, "breadth-first");
    let mut settings = app(&mut window).model.settings().clone();
    settings.limits.expanded = Some(110_000);
    apply(&mut window, Action::Settings(settings.into()));
    solve_and_index(&mut window);
    window
}

#[test]
fn every_row_of_a_long_list_can_be_reached_and_sorted() {
    let mut window = with_a_long_list();
    let end = trace(&window).n_expanded();
    let n = trace(&window).frontier_size(end) as usize;
    assert!(n > 100_000, "{n}");
    let frontier: Vec<NodeId> = trace(&window).frontier(end).collect();
    assert_eq!(listed(&window)[0], frontier[0]);
    let bar = "First row shown";
    window.get_by_label(bar).focus();
    window.run_steps(2);
    window.key_press(egui::Key::End);
    window.run_steps(3);
    assert_eq!(listed(&window).last(), frontier.last());
    window.key_press(egui::Key::ArrowUp);
    window.run_steps(3);
    assert_eq!(listed(&window).last(), frontier.get(n - 2));
    window.key_press(egui::Key::Home);
    window.run_steps(3);
    assert_eq!(listed(&window)[0], frontier[0]);
    // A click in the middle of the bar.
    click(&mut window, Role::Slider, bar);
    let first = listed(&window)[0];
    let middle = frontier.iter().position(|node| *node == first);
    assert!(
        middle.unwrap().abs_diff(n / 2) < n / 20,
        "{middle:?} of {n}"
    );

    // All rows are sorted, not only the first ones.
    for _ in 0..2 {
        click(&mut window, Role::ColumnHeader, "Sort by Node");
    }
    let start = std::time::Instant::now();
    while has_text(&window, "Sorting ") || start.elapsed().as_millis() < 100 {
        assert!(start.elapsed().as_secs() < 60);
        window.step();
    }
    window.get_by_label(bar).focus();
    window.run_steps(2);
    window.key_press(egui::Key::Home);
    window.run_steps(3);
    assert_eq!(listed(&window)[0], *frontier.last().unwrap());
    // The selected node is scrolled into view.
    crate::window::select(&mut window, frontier[0]);
    window.run_steps(3);
    assert!(listed(&window).contains(&frontier[0]));
}

#[test]
fn the_node_of_the_row_under_the_pointer_is_pointed_at() {
    let mut window = window();
    press(&mut window, "Frontier");
    choose_algorithm(&mut window, "a-star");
    solve_and_index(&mut window);
    seek(&mut window, 8);
    assert_eq!(app(&mut window).model.pointed(), None);
    let rows = listed(&window);
    for node in [rows[1], rows[3]] {
        let label = row_label(&window, node);
        let row = window.get_by_role_and_label(Role::ListBoxOption, &label);
        let at = row.rect().center();
        window.hover_at(at);
        window.run_steps(3);
        assert_eq!(app(&mut window).model.pointed(), Some(node));
    }
    window.hover_at(egui::pos2(2.0, 2.0));
    window.run_steps(3);
    assert_eq!(app(&mut window).model.pointed(), None);
    // In the tree, too.
    press(&mut window, "Tree");
    let item = window.query_all_by_role(Role::TreeItem).next().unwrap();
    let label = item.accesskit_node().label().unwrap();
    let number = label["node ".len()..].split_once(',').unwrap().0;
    let at = item.rect().center();
    window.hover_at(at);
    window.run_steps(3);
    assert_eq!(app(&mut window).model.pointed(), number.parse().ok());
}
