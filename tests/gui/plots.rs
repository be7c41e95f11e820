//! The plots, zoomed and left behind by their runs.

use crate::window::{app, apply, choose_algorithm, click, solve, window};
use egui::accesskit::Role;
use egui::{Event, Modifiers, MouseWheelSource, MouseWheelUnit, TouchPhase, vec2};
use egui_kittest::kittest::Queryable;
use tilescope::gui::runs::RunsAction;
use tilescope::gui::timeline::TimelineAction;
use tilescope::gui::{Action, Edit, Side};
use tilescope_puzzle::notation;

fn board(text: &str) -> Action {
    Edit::Board(Side::Start, notation::parse_board(text).unwrap()).into()
}

#[test]
fn a_dashed_curve_that_is_zoomed_far_has_few_shapes() {
    let mut window = window();
    solve(&mut window);
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
