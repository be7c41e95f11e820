//! The compare panel, driven by its accessible names.

use crate::window::{
    Window, app, apply, choose_algorithm, click, has_text, press, solve, wait, window,
};
use egui::Shape;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use tilescope::gui::Action;
use tilescope::gui::comparisons::{ComparisonAction, ComparisonState};
use tilescope::gui::edit::Edit;
use tilescope::gui::runs::{RunId, RunsAction};
use tilescope::gui::timeline::TimelineAction;
use tilescope_lab::trace_file::{Comparison, Recorded, compare};
use tilescope_lab::{Interrupt, format};
use tilescope_search::SearchDirection;

/// A thread compares the runs.
fn wait_for_comparison(window: &mut Window) {
    wait(window, "the comparison", |app| {
        let comparisons = app.model.comparisons();
        let entries = comparisons.entries(app.model.runs());
        entries.is_some_and(|it| matches!(comparisons.state(it), ComparisonState::Done(_)))
    });
}

/// Breadth-first search and A* on the first puzzle, compared: run 2 with run 1.
fn compared() -> Window {
    let mut window = window();
    for key in ["breadth-first", "a-star"] {
        choose_algorithm(&mut window, key);
        solve(&mut window);
    }
    press(&mut window, "Compare");
    wait_for_comparison(&mut window);
    window
}

/// What `trace compare` finds of the two runs.
fn expected(window: &mut Window) -> Comparison {
    let runs = app(window).model.runs();
    let entries = [2, 1].map(|id| runs.get(RunId(id)).unwrap());
    let recorded = entries.map(|entry| Recorded {
        job: entry.run.job(),
        trace: entry.run.trace(),
    });
    compare(recorded, &Interrupt::default(), &mut |_| {}).unwrap()
}

#[test]
fn the_figures_are_those_of_the_command_line() {
    let mut window = compared();
    let comparison = expected(&mut window);
    let [first, second] = comparison.only.map(format::count);
    let both = format::count(comparison.in_both);
    window.get_by_label(&format!("By both: {both}"));
    window.get_by_label(&format!("Only by run 2: {first}"));
    window.get_by_label(&format!("Only by run 1: {second}"));
    let parting = comparison.parting.unwrap();
    let [first, second] = parting.boards.map(Option::unwrap);
    window.get_by_label(&format!("Run 2 expands {first}"));
    window.get_by_label(&format!("Run 1 expands {second}"));
    let step = format!("At step {} they expand different states.", parting.step);
    window.get_by_label_contains(&step);
    let [first, second] = comparison.duplicates.map(format::count);
    window.get_by_label(&format!("Duplicates: run 2 {first}, run 1 {second}"));
    window.get_by_label("Algorithm: run 2 A*, run 1 Breadth-first search");
    let order = "Action order: run 2 ";
    assert!(!has_text(&window, order), "what is the same is folded");
    let fold = window.get_by_role_and_label(Role::Button, "Same in both");
    fold.click_accesskit();
    window.run_steps(3);
    assert!(has_text(&window, order));
}

#[test]
fn the_tree_is_coloured_by_the_comparison() {
    let mut window = compared();
    let comparison = expected(&mut window);
    press(&mut window, "Colour the tree by these groups");
    let [only, _] = comparison.only.map(format::count);
    let both = format::count(comparison.in_both);
    window.get_by_label(&format!("by both runs, this and run 1: {both} states"));
    window.get_by_label(&format!("by run 2 alone: {only} states"));
    // The other run has colours of its own.
    apply(&mut window, RunsAction::Activate(RunId(1)).into());
    let only = format::count(comparison.only[1]);
    window.get_by_label(&format!("by run 1 alone: {only} states"));
    // A run beside the two is coloured by its status, until it is compared.
    choose_algorithm(&mut window, "uniform-cost");
    apply(&mut window, ComparisonAction::Choose(1, RunId(1)).into());
    solve(&mut window);
    let shown = window.get_by_role_and_label(Role::ComboBox, "Colour of the nodes");
    assert_eq!(shown.value().unwrap_or_default(), "Colour: status");
    apply(&mut window, ComparisonAction::Choose(0, RunId(3)).into());
    wait(&mut window, "the comparison", |app| {
        let runs = app.model.runs();
        app.model.comparisons().of(runs, RunId(3)).is_some()
    });
    window.run_steps(2);
    window.get_by_label_contains("by run 3 alone: ");
}

#[test]
fn a_click_shows_the_run_at_its_step() {
    let mut window = compared();
    let comparison = expected(&mut window);
    let step = comparison.parting.as_ref().unwrap().step;
    press(&mut window, &format!("Show step {step} of run 1"));
    let model = &app(&mut window).model;
    assert_eq!(model.runs().active().unwrap().id, RunId(1));
    assert_eq!(model.cursor().t, step);
    let only = format::count(comparison.only[1]);
    press(&mut window, &format!("Only by run 1: {only}"));
    let step = comparison.examples_only[1][0];
    let name = format!("Step {step} of run 1: ");
    window.get_by_label_contains(&name).click();
    window.run_steps(3);
    assert_eq!(app(&mut window).model.cursor().t, step);
}

#[test]
fn what_follows_the_plot_has_its_margin() {
    let window = compared();
    let plot = window
        .get_by_label("Plot of Frontier size of both runs")
        .rect();
    let [trees, curves, results] =
        ["TREES", "CURVES", "RESULTS"].map(|head| window.get_by_label(head).rect());
    assert_eq!(curves.left(), trees.left());
    assert_eq!(results.left(), trees.left());
    let gap = results.top() - plot.bottom();
    assert!((0.0..40.0).contains(&gap), "{gap}");
}

/// How many pieces the line has that stands before the title of each run above the plot.
fn pieces_of_marks(window: &Window) -> Vec<usize> {
    let is_title = |text: String| text.starts_with("Run\u{a0}");
    let titles = window.query_all_by(|it| it.value().is_some_and(is_title));
    let pieces = titles.map(|title| {
        let title = title.rect();
        let mark = title.with_min_x(title.left() - 40.0);
        let shapes = window.output().shapes.iter();
        let is_piece = |shape: &Shape| match shape {
            Shape::LineSegment { points, .. } => points.iter().all(|at| mark.contains(*at)),
            _ => false,
        };
        shapes.filter(|it| is_piece(&it.shape)).count()
    });
    pieces.collect()
}

#[test]
fn curves_that_look_alike_are_told_apart() {
    let mut window = compared();
    // Solid and dashed, as in the list of runs.
    let pieces = pieces_of_marks(&window);
    assert!(pieces[0] == 1 && pieces[1] > 1, "{pieces:?}");
    for _ in 0..3 {
        solve(&mut window);
    }
    // Both are dashed there.
    apply(&mut window, ComparisonAction::Choose(0, RunId(5)).into());
    apply(&mut window, ComparisonAction::Choose(1, RunId(2)).into());
    wait_for_comparison(&mut window);
    let mut pieces = pieces_of_marks(&window);
    pieces.sort_unstable();
    assert!(pieces[0] == 1 && pieces[1] > 1, "{pieces:?}");
}

#[test]
fn the_menu_of_a_run_compares_it_with_the_shown_one() {
    let mut window = window();
    for key in ["breadth-first", "a-star", "ida-star"] {
        choose_algorithm(&mut window, key);
        solve(&mut window);
    }
    assert!(!has_text(&window, "Where they part"), "the panel is behind");
    let row = window.get_by_role_and_label(Role::ListBoxOption, "Run 1: Breadth-first");
    row.click_secondary();
    window.run_steps(3);
    click(&mut window, Role::ListBoxOption, "Compare with run 3");
    wait_for_comparison(&mut window);
    window.get_by_label("Where they part");
    let model = &app(&mut window).model;
    let entries = model.comparisons().entries(model.runs()).unwrap();
    assert_eq!(entries.map(|entry| entry.id.0), [3, 1]);
}

#[test]
fn the_steps_of_both_go_together() {
    let mut window = compared();
    click(&mut window, Role::RadioButton, "Same step");
    apply(&mut window, Action::Timeline(TimelineAction::Seek(3)));
    for run in [1, 2] {
        window.get_by_label(&format!("Show step 3 of run {run}"));
    }
    click(&mut window, Role::RadioButton, "Same time");
    window.get_by_label("Show step 3 of run 2");
    click(&mut window, Role::RadioButton, "Same f");
    window.get_by_label_contains("compares no costs");
    choose_algorithm(&mut window, "uniform-cost");
    solve(&mut window);
    apply(&mut window, ComparisonAction::Choose(1, RunId(2)).into());
    wait_for_comparison(&mut window);
    apply(&mut window, Action::Timeline(TimelineAction::Seek(4)));
    // f of A* begins with that of the root, which uniform-cost search reaches late.
    window.get_by_label("Show step 4 of run 3");
    window.get_by_label("Show step 0 of run 2");
}

#[test]
fn runs_of_other_puzzles_and_without_a_record_are_refused() {
    let mut window = window();
    press(&mut window, "Compare");
    window.get_by_label_contains("Solve a puzzle twice");
    solve(&mut window);
    choose_algorithm(&mut window, "fastest-optimal");
    solve(&mut window);
    window.get_by_label_contains("Run 2 has no record of its nodes");
    choose_algorithm(&mut window, "a-star");
    apply(&mut window, Edit::SwapSides.into());
    solve(&mut window);
    window.get_by_label_contains("These runs search different puzzles");
}

#[test]
fn both_frontiers_trees_and_curves_are_beside_each_other() {
    let mut window = compared();
    let step = expected(&mut window).parting.unwrap().step;
    wait(&mut window, "the indices", |app| {
        let has_index = |run| app.model.frontiers().index(RunId(run)).is_some();
        has_index(1) && has_index(2)
    });
    for run in [1, 2] {
        let model = &app(&mut window).model;
        let entry = model.runs().get(RunId(run)).unwrap();
        let trace = entry.run.trace();
        let frontier = model.frontiers().index(RunId(run)).unwrap().at(trace, step);
        let rows = frontier.first(trace, SearchDirection::Forward, 2);
        let n_nodes = format::count(trace.n_nodes().into());
        for (node, rank) in rows.into_iter().zip(1..) {
            let name = format!("Frontier of run {run}, row {rank}: node {node}, ");
            window.get_by_label_contains(&name);
        }
        let name = format!("Tree of run {run}: {n_nodes} nodes, coloured by the comparison");
        window.get_by_label(&name);
    }
    window.get_by_label("Plot of Frontier size of both runs");
    // The focus scrolls it into view.
    let choice = "Plot of both runs";
    window.get_by_role_and_label(Role::ComboBox, choice).focus();
    window.run_steps(4);
    click(&mut window, Role::ComboBox, choice);
    let depth = "Depth of the expanded node";
    click(&mut window, Role::ListBoxOption, depth);
    window.get_by_label("Plot of Depth of the expanded node of both runs");
}
