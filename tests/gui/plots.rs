//! The plots: what they show, zoomed, saved, and left behind by their runs.

use crate::window::{
    Window, app, apply, choose_algorithm, click, has_text, press, solve, wait, window,
};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, TouchPhase, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use tilescope::gui::document::DocumentAction;
use tilescope::gui::requests::{ImageForm, SaveImage};
use tilescope::gui::runs::RunsAction;
use tilescope::gui::timeline::TimelineAction;
use tilescope::gui::{Action, Edit, Side};
use tilescope_lab::files;
use tilescope_puzzle::notation;
use tilescope_trace::{NodeId, Status};

fn board(text: &str) -> Action {
    Edit::Board(Side::Start, notation::parse_board(text).unwrap()).into()
}

#[test]
fn a_dashed_curve_that_is_zoomed_far_has_few_shapes() {
    let mut window = window();
    // One is solid, one dashed and one dotted.
    for _ in 0..3 {
        solve(&mut window);
    }
    let plot = window.get_by_label("Plot of Expanded and generated").rect();
    window.hover_at(plot.center());
    window.run_steps(2);
    for _ in 0..120 {
        window.event(Event::MouseWheel {
            unit: MouseWheelUnit::Line,
            delta: vec2(0.0, 4.0),
            phase: TouchPhase::Move,
            source: MouseWheelSource::Wheel,
            modifiers: Modifiers::NONE,
        });
        window.step();
        let n_shapes = window.output().shapes.len();
        assert!(n_shapes < 6_000, "{n_shapes}");
    }
    window.get_by_role_and_label(Role::Button, "Show all");
}

#[test]
fn a_part_of_the_plots_goes_with_the_runs_that_it_was_chosen_on() {
    let mut window = window();
    solve(&mut window);
    let plot = window.get_by_label("Plot of Frontier size").rect();
    let at = |part: f32| egui::pos2(plot.left() + plot.width() * part, plot.center().y);
    window.drag_at(at(0.6));
    window.run_steps(2);
    for part in [0.7, 0.8, 0.9] {
        window.hover_at(at(part));
        window.run_steps(2);
    }
    window.drop_at(at(0.9));
    window.run_steps(3);
    window.get_by_role_and_label(Role::Button, "Show all");
    let run = app(&mut window).model.runs().active().unwrap().id;
    apply(&mut window, board("1 2 3 / 4 5 6 / 7 _ 8"));
    solve(&mut window);
    apply(&mut window, RunsAction::Remove(run).into());
    assert!(
        window
            .query_by_role_and_label(Role::Button, "Show all")
            .is_none()
    );
}

#[test]
fn a_switch_without_room_says_so_and_where_another_is() {
    let mut window = window();
    window.set_size(vec2(1280.0, 800.0));
    window.key_press_modifiers(Modifiers::ALT, Key::Num2);
    window.run_steps(5);
    solve(&mut window);
    let plots = window.query_all_by_label_contains("Plot of ").count();
    assert_eq!(plots, 1);
    let views = window.query_all_by_role_and_label(Role::Button, "View");
    let lowest = views.max_by(|a, b| a.rect().top().total_cmp(&b.rect().top()));
    lowest.unwrap().click();
    window.run_steps(5);
    let two = window.get_by_role_and_label(Role::RadioButton, "Two");
    assert!(two.accesskit_node().is_disabled());
    let at = two.rect().center();
    window.hover_at(at);
    window.run_steps(60);
    assert!(has_text(&window, "There is room for one plot only"));
    window.key_press(Key::Escape);
    apply(&mut window, board("1 2 3 / 4 5 6 / 7 _ 8"));
    assert!(has_text(&window, "in the menu View above"));
}

#[test]
fn a_click_in_a_plot_moves_the_cursor() {
    let mut window = window();
    choose_algorithm(&mut window, "breadth-first");
    solve(&mut window);
    let end = app(&mut window).model.end();
    for (axis, scale) in [
        ("Expansions", "Linear"),
        ("Expansions", "Log"),
        ("Time", "Linear"),
    ] {
        apply(&mut window, Action::Timeline(TimelineAction::SeekEnd));
        assert_eq!(app(&mut window).model.cursor().t, end);
        for choice in [axis, scale] {
            click(&mut window, Role::RadioButton, choice);
        }
        click(&mut window, Role::Image, "Plot of Frontier size");
        let t = app(&mut window).model.cursor().t;
        assert!(t < end, "{t} of {end} by {axis}, {scale}");
        // How the expansions are spread over the time is the machine's business.
        assert!(t > 0 || axis == "Time");
    }
}

/// Chooses what the first plot shows.
fn choose(window: &mut Window, quantity: &str) {
    click(window, Role::ComboBox, "First plot");
    click(window, Role::ListBoxOption, quantity);
}

#[test]
fn every_quantity_can_be_chosen() {
    let mut window = window();
    for key in ["a-star", "ida-star", "breadth-first", "fastest-optimal"] {
        choose_algorithm(&mut window, key);
        solve(&mut window);
    }
    for quantity in [
        "Evaluation of the expanded node",
        "Least f or bound",
        "h of the expanded node",
        "Depth of the expanded node",
        "Duplicates",
        "Nodes generated a second",
        "Memory of the search",
        "Branching factor",
        "Frontier size",
    ] {
        choose(&mut window, quantity);
        window.get_by_label(&format!("Plot of {quantity}"));
    }
}

#[test]
fn what_is_not_known_is_said() {
    let mut window = window();
    choose_algorithm(&mut window, "fastest-optimal");
    solve(&mut window);
    for (quantity, why) in [
        ("Least f or bound", "No least f is known"),
        ("Duplicates", "No duplicates are known"),
        ("Depth of the expanded node", "no record of their nodes"),
    ] {
        choose(&mut window, quantity);
        window.get_by_label_contains(why);
    }
}

/// The rows of saved curves, by their heads.
fn read(csv: &str) -> Vec<std::collections::HashMap<&str, &str>> {
    let mut lines = csv.lines();
    let heads: Vec<&str> = lines.next().unwrap().split(',').collect();
    lines
        .map(|line| {
            let (title, rest) = line[1..].split_once("\",").unwrap();
            let values = std::iter::once(title).chain(rest.split(','));
            heads.iter().copied().zip(values).collect()
        })
        .collect()
}

#[test]
fn the_curves_are_saved_as_a_table_and_agree_with_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let path = folder.path().join("puzzle.json");
    files::save(app(&mut window).model.problem(), &path).unwrap();
    apply(&mut window, Action::Document(DocumentAction::Open(path)));
    wait(&mut window, "the file", |app| app.model.file().is_some());
    choose_algorithm(&mut window, "ida-star");
    solve(&mut window);
    choose_algorithm(&mut window, "a-star");
    solve(&mut window);
    // The counts are made once a plot shows them.
    choose(&mut window, "Duplicates");
    press(&mut window, "Save curves…");
    press(&mut window, "Save");
    let path = folder.path().join("curves.csv");
    let written = path.clone();
    wait(&mut window, "the table", move |_| written.exists());
    let csv = std::fs::read_to_string(path).unwrap();
    let rows = read(&csv);
    for entry in app(&mut window).model.runs().iter() {
        let trace = entry.run.trace();
        let title = format!("Run {}: {}", entry.id.0, entry.run.job().title());
        let own: Vec<_> = rows.iter().filter(|row| row["run"] == title).collect();
        assert_eq!(own.len(), entry.run.series().samples().len(), "{title}");
        for row in own {
            let number = |head: &str| row[head].parse::<f64>().ok();
            let t = number("expanded").unwrap() as u32;
            let node = trace.expanded_node(t);
            let expanded = |of: fn(&tilescope_trace::Trace, NodeId) -> u32| {
                node.map(|node| f64::from(of(trace, node)))
            };
            assert_eq!(number("h"), expanded(|trace, node| trace.h(node)), "at {t}");
            assert_eq!(number("depth"), expanded(|trace, node| trace.depth(node)));
            let statuses = (0..trace.n_generated(t)).map(|node| (node, trace.status(node, t)));
            let statuses: Vec<_> = statuses.collect();
            let is_duplicate = |status: &Status| match status {
                Status::Discarded(outcome) => *outcome != tilescope_search::NodeOutcome::Cut,
                _ => false,
            };
            let n = statuses.iter().filter(|(_, it)| is_duplicate(it)).count();
            assert_eq!(number("duplicates"), Some(n as f64), "at {t} of {title}");
            let least = match trace.iteration(t) {
                Some(iteration) => Some(iteration.bound),
                None => (statuses.iter())
                    .filter(|(_, status)| *status == Status::Frontier)
                    .map(|(node, _)| trace.g(*node) + trace.h(*node))
                    .min(),
            };
            assert_eq!(number("least f or bound"), least.map(f64::from));
            assert!(number("memory").is_some_and(|bytes| bytes > 0.0) || t == 0);
        }
    }
    // It can be saved again.
    press(&mut window, "Save curves…");
    assert!(app(&mut window).has_file_dialog());
}

#[test]
fn an_image_says_which_curve_is_of_which_run() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let path = folder.path().join("puzzle.json");
    files::save(app(&mut window).model.problem(), &path).unwrap();
    apply(&mut window, Action::Document(DocumentAction::Open(path)));
    wait(&mut window, "the file", |app| app.model.file().is_some());
    solve(&mut window);
    choose_algorithm(&mut window, "breadth-first");
    solve(&mut window);
    let wanted = SaveImage {
        panel: "Plots",
        form: ImageForm::Svg,
        is_dark: false,
        size: Some([960, 400]),
        scale: 1,
    };
    apply(&mut window, Action::SaveImage(wanted));
    press(&mut window, "Save");
    let path = folder.path().join("plots.svg");
    let written = path.clone();
    wait(&mut window, "the image", move |_| written.exists());
    let svg = std::fs::read_to_string(path)
        .unwrap()
        .replace('\u{a0}', " ");
    for run in ["Run 1: ", "Run 2: Breadth-first", "generated"] {
        assert!(svg.contains(&format!("aria-label=\"{run}")), "{run}");
    }
}
