//! The overview panel, driven by its accessible names.

use crate::window::{
    Window, app, apply, choose_algorithm, click, has_text, press, select, solve, trace, wait,
    window,
};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use std::cell::Cell;
use tilescope::gui::Action;
use tilescope::gui::app::App;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::indices::IndexState;
use tilescope::gui::runs::RunsAction;
use tilescope::gui::subtrees::SubtreeState;
use tilescope::gui::timeline::TimelineAction;
use tilescope_trace::{NodeId, Status, Subtrees};

const OVERVIEW: &str = "Overview of the search tree";

/// A window with the overview of a run of this algorithm.
fn overview(key: &str) -> Window {
    let mut window = window();
    press(&mut window, "Overview");
    window.get_by_label_contains("Solve to see it.");
    choose_algorithm(&mut window, key);
    solve(&mut window);
    wait(&mut window, "the subtrees", |app| {
        let entry = app.model.runs().active();
        entry.is_some_and(|entry| app.model.subtrees().is_wanted(entry.id))
    });
    window.run_steps(6);
    window
}

/// What the overview tells of the node that it shows.
fn value(window: &Window) -> String {
    let overview = window.get_by_label(OVERVIEW).accesskit_node();
    overview.value().unwrap().replace('\u{2009}', "")
}

/// The line below the picture.
fn readout(window: &Window) -> String {
    let labels = window.query_all_by_role(Role::Label);
    let mut labels = labels.filter_map(|node| node.accesskit_node().value());
    let line = labels.find(|label| label.contains("in its subtree") || label.contains("below it"));
    line.unwrap().replace('\u{2009}', "")
}

fn focus_on_picture(window: &mut Window) {
    window.get_by_label(OVERVIEW).focus();
    window.run_steps(2);
}

fn key(window: &mut Window, key: Key) {
    window.key_press(key);
    window.run_steps(4);
}

fn selection(window: &mut Window) -> Option<NodeId> {
    app(window).model.selection()
}

/// What is said of the subtree of a node, from a look at every node.
fn expected(window: &mut Window, node: NodeId) -> String {
    let t = app(window).model.cursor().t;
    let trace = trace(window);
    let is_below = |other: &NodeId| *other == node || trace.is_ancestor(node, *other);
    let below: Vec<NodeId> = (0..trace.n_nodes()).filter(is_below).collect();
    let deepest = below.iter().map(|&node| trace.depth(node)).max().unwrap();
    let share = 100.0 * below.len() as f64 / f64::from(trace.n_nodes());
    let share = match below.len() == trace.n_nodes() as usize {
        true => String::new(),
        false => format!(" ({share:.1} %)"),
    };
    let n_generated = below
        .iter()
        .filter(|&&node| node < trace.n_generated(t))
        .count();
    let open = (below.iter()).filter(|&&node| trace.status(node, t) == Status::Frontier);
    let least = open
        .clone()
        .map(|&node| trace.g(node) + trace.h(node))
        .min();
    let least = least.map_or(String::new(), |f| format!(", least f {f}"));
    format!(
        "{} nodes in its subtree{share}, down to depth {deepest}; At step {t}: {n_generated} \
         generated, {} on the frontier{least}",
        below.len(),
        open.count()
    )
}

/// A node of some depth with several levels below it.
fn inner_node(window: &Window) -> NodeId {
    let trace = trace(window);
    let index = Subtrees::new(trace);
    let is_inner = |node: &NodeId| trace.depth(*node) == 2 && index.height(*node) > 2;
    (0..trace.n_nodes()).find(is_inner).unwrap()
}

#[test]
fn a_subtree_says_how_many_nodes_how_deep_and_the_best_f() {
    let mut window = overview("a-star");
    let expected_of_root = expected(&mut window, 0);
    assert_eq!(readout(&window), format!("The root: {expected_of_root}"));
    for t in [5, 12] {
        apply(&mut window, Action::Timeline(TimelineAction::Seek(t)));
        let node = inner_node(&window);
        select(&mut window, node);
        window.run_steps(3);
        let expected = expected(&mut window, node);
        assert_eq!(readout(&window), format!("Node {node}: {expected}"));
        assert!(value(&window).ends_with(&expected), "{}", value(&window));
    }
}

#[test]
fn keys_walk_and_descend_and_go_back() {
    let mut window = overview("a-star");
    focus_on_picture(&mut window);
    key(&mut window, Key::ArrowDown);
    assert_eq!(selection(&mut window), Some(0), "the first key selects");
    let (first, second) = {
        let mut children = trace(&window).children(0);
        (children.next().unwrap(), children.next().unwrap())
    };
    key(&mut window, Key::ArrowDown);
    assert_eq!(selection(&mut window), Some(first));
    key(&mut window, Key::ArrowRight);
    assert_eq!(selection(&mut window), Some(second));
    key(&mut window, Key::ArrowLeft);
    assert_eq!(selection(&mut window), Some(first));
    key(&mut window, Key::ArrowUp);
    assert_eq!(selection(&mut window), Some(0));

    let inner = inner_node(&window);
    let parent = trace(&window).parent(inner).unwrap();
    select(&mut window, inner);
    focus_on_picture(&mut window);
    key(&mut window, Key::Enter);
    assert!(has_text(&window, &format!("Node {inner}")));
    window.get_by_role_and_label(Role::Button, &format!("Node {parent}"));
    key(&mut window, Key::Backspace);
    window.get_by_role_and_label(Role::Button, "Whole tree");
    let above = format!("Node {parent}");
    assert!(
        window
            .query_by_role_and_label(Role::Button, &above)
            .is_none()
    );
    key(&mut window, Key::Escape);
    let whole = window.query_by_role_and_label(Role::Button, "Whole tree");
    assert!(
        whole.is_none(),
        "the whole tree is shown, and has no button"
    );
    assert_eq!(selection(&mut window), Some(inner), "Escape went up");
}

#[test]
fn the_path_above_leads_back() {
    let mut window = overview("a-star");
    let inner = inner_node(&window);
    let parent = trace(&window).parent(inner).unwrap();
    select(&mut window, inner);
    focus_on_picture(&mut window);
    key(&mut window, Key::Enter);
    press(&mut window, &format!("Node {parent}"));
    window.get_by_role_and_label(Role::Button, "Whole tree");
    press(&mut window, "Whole tree");
    window.run_steps(2);
    let whole = window.query_by_role_and_label(Role::Button, "Whole tree");
    assert!(whole.is_none());
}

#[test]
fn a_click_selects_and_a_double_click_descends() {
    let mut window = overview("breadth-first");
    let index = Subtrees::new(trace(&window));
    let mut children = trace(&window).children(0);
    let first = children.find(|&child| index.height(child) > 1).unwrap();
    drop(children);
    let item = {
        let label = format!("node {first}, ");
        let items = window.query_all_by_role(Role::TreeItem);
        let mut items = items.filter(|item| {
            let name = item.accesskit_node().label().unwrap_or_default();
            name.starts_with(&label) && name.contains("in its subtree")
        });
        let item = items.next().unwrap();
        let at = item.rect().center();
        item.click();
        at
    };
    window.run_steps(3);
    assert_eq!(selection(&mut window), Some(first));
    select(&mut window, None);
    window.run_steps(4);
    // All events of a click in one frame, so that the second comes soon enough.
    for _ in 0..2 {
        let button = |pressed| egui::Event::PointerButton {
            pos: item,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        let events = [egui::Event::PointerMoved(item), button(true), button(false)];
        window.input_mut().events.extend(events);
        window.step();
    }
    window.run_steps(4);
    assert_eq!(selection(&mut window), Some(first));
    window.get_by_role_and_label(Role::Button, "Whole tree");
}

#[test]
fn iterations_are_side_by_side_or_alone() {
    let mut window = overview("ida-star");
    let n = trace(&window).n_iterations();
    assert!(n > 1);
    let bound = trace(&window).iteration(u32::MAX).unwrap().bound;
    let last = format!("Iteration {n} of {n}, bound {bound}");
    click(&mut window, Role::Button, &last);
    window.run_steps(3);
    assert!(has_text(&window, &format!("Iteration {n}")));
    press(&mut window, "Whole tree");
    window.get_by_role_and_label(Role::Button, &last);
}

#[test]
fn both_trees_of_a_bidirectional_search_are_shown() {
    let mut window = overview("bidirectional-breadth-first");
    select(&mut window, 1);
    window.run_steps(3);
    let said = value(&window);
    assert!(said.contains("from the goal"), "{said}");
    focus_on_picture(&mut window);
    key(&mut window, Key::Enter);
    press(&mut window, "Whole tree");
}

#[test]
fn an_engine_has_no_overview() {
    let mut window = window();
    press(&mut window, "Overview");
    choose_algorithm(&mut window, "fastest-optimal");
    solve(&mut window);
    window.get_by_label_contains("so there is no tree");
}

#[test]
fn subtrees_are_not_measured_for_those_who_do_not_look() {
    let mut window = window();
    choose_algorithm(&mut window, "a-star");
    solve(&mut window);
    let app = app(&mut window);
    let entry = app.model.runs().active().unwrap();
    assert!(!app.model.subtrees().is_wanted(entry.id));
    press(&mut window, "Overview");
    window.run_steps(4);
    window.get_by_label(OVERVIEW);
}

#[test]
fn a_subtree_that_is_folded_in_the_tree_says_the_same() {
    let mut window = window();
    choose_algorithm(&mut window, "a-star");
    solve(&mut window);
    let index = Subtrees::new(trace(&window));
    let goal = trace(&window).goal().unwrap();
    let is_aside =
        |&child: &NodeId| index.height(child) > 0 && !trace(&window).is_ancestor(child, goal);
    let child = trace(&window).children(0).find(is_aside).unwrap();
    let (size, height) = (index.size(child), index.height(child));
    select(&mut window, child);
    window.get_by_label("Search tree").focus();
    window.run_steps(2);
    key(&mut window, Key::Enter);
    let label = format!("node {child}, ");
    let item = window.get_by(|item| {
        item.role() == Role::TreeItem && item.label().is_some_and(|text| text.starts_with(&label))
    });
    let at = item.rect().center();
    window.hover_at(at);
    window.run_steps(12);
    let below = format!(
        "{} nodes folded below, down to depth {}",
        size - 1,
        1 + height
    );
    assert!(has_text(&window, &below), "{below}");
    let expected = expected(&mut window, child);
    let (_, present) = expected.split_once("; ").unwrap();
    assert!(has_text(&window, present), "{present}");
}

/// A long run of A\* that goes on, and whose overview is looked at.
fn live() -> Window {
    let mut window = window();
    press(&mut window, "Overview");
    let problem = tilescope_lab::examples::open("korf-1").unwrap();
    let tilescope_lab::files::Opened::Problem(problem) = problem else {
        panic!("it is a puzzle");
    };
    apply(&mut window, DocumentAction::Example(problem.into()).into());
    choose_algorithm(&mut window, "a-star");
    apply(&mut window, RunsAction::Solve.into());
    window
}

#[test]
fn the_overview_of_a_run_that_goes_on_grows() {
    let mut window = live();
    let size = |app: &App| {
        let entry = app.model.runs().active()?;
        assert!(entry.run.report().is_none(), "the run is too short");
        match app.model.subtrees().state(entry, app.model.cursor().t) {
            SubtreeState::AsOf(index, _) => Some(index.n_nodes()),
            _ => None,
        }
    };
    // The picture may be another one, or just being made, a frame later.
    let first = Cell::new(0);
    wait(&mut window, "a picture of many nodes", |app| {
        first.set(size(app).unwrap_or(0));
        first.get() > 40_000
    });
    window.get_by_label(OVERVIEW);
    let mut n_frames = 0;
    while !has_text(&window, "As of step ") {
        n_frames += 1;
        assert!(
            n_frames < 1_000,
            "the picture is never told to be of a step"
        );
        window.step();
    }
    wait(&mut window, "a newer picture", |app| {
        size(app).is_some_and(|n| n > first.get())
    });
    // A pause brings the whole.
    apply(&mut window, RunsAction::Pause.into());
    wait(&mut window, "the picture of the last step", |app| {
        let entry = app.model.runs().active().unwrap();
        let state = app.model.subtrees().state(entry, app.model.cursor().t);
        matches!(state, SubtreeState::Ready(_))
    });
    assert!(!has_text(&window, "As of step "));
    apply(&mut window, RunsAction::Stop.into());
}

/// Each index alone would have room.
#[test]
fn all_indices_together_keep_within_the_memory_limit() {
    let mut window = live();
    wait(&mut window, "a large record", |app| {
        let entry = app.model.runs().active();
        entry.is_some_and(|it| it.run.trace().n_nodes() > 200_000)
    });
    let record = app(&mut window).model.runs().record_bytes();
    let limit = record * 2;
    apply(&mut window, RunsAction::Clear.into());
    press(&mut window, "Clear all runs");
    let mut settings = app(&mut window).model.settings().clone();
    settings.limits.memory = Some(limit);
    apply(&mut window, Action::Settings(settings.into()));
    apply(&mut window, RunsAction::Solve.into());
    wait(&mut window, "the end of the run", |app| {
        app.model.runs().active().is_some() && app.model.runs().working().is_none()
    });
    let is_settled = |app: &App| {
        let model = &app.model;
        let entry = model.runs().active().unwrap();
        let t = model.cursor().t;
        let is_building = [
            matches!(model.frontiers().state(entry, t), IndexState::Building(_)),
            matches!(model.levels().state(entry, t), IndexState::Building(_)),
            matches!(model.subtrees().state(entry, t), IndexState::Building(_)),
        ];
        !is_building.contains(&true)
    };
    window.run_steps(4);
    wait(&mut window, "the indices", is_settled);
    let runs = app(&mut window).model.runs();
    let held = runs.record_bytes() + runs.index_bytes();
    assert!(held <= limit, "{held} of {limit}");
}
