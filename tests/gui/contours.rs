//! The f-contours over the tree: the switch, the legend and the session.

use crate::lecture::visit;
use crate::window::{Window, app, apply, choose_algorithm, click, solve, window};
use egui::accesskit::{Role, Toggled};
use egui::epaint::ColorMode;
use egui::{Key, Shape};
use egui_kittest::kittest::{NodeT, Queryable};
use tilescope::gui::Action;
use tilescope::gui::commands::Command;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::session::Session;
use tilescope::gui::theme;
use tilescope_lab::examples;

fn is_on(window: &Window) -> bool {
    let switch = window.get_by_role_and_label(Role::Button, "f-contours");
    switch.accesskit_node().toggled() == Some(Toggled::True)
}

#[test]
fn a_switch_shows_the_contours_and_is_kept_with_the_session() {
    let mut window = window();
    choose_algorithm(&mut window, "a-star");
    solve(&mut window);
    assert!(!is_on(&window));
    click(&mut window, Role::Button, "f-contours");
    assert!(is_on(&window));
    let session = Session::new(&app(&mut window).model.session());
    let text = serde_json::to_string(&session).unwrap();
    assert!(text.contains(r#""contours":true"#), "{text}");
    let mut other = crate::window::window();
    let session = serde_json::from_str(&text).unwrap();
    apply(&mut other, Action::Restore(Box::new(session)));
    assert!(app(&mut other).model.colouring().has_contours());
    click(&mut window, Role::Button, "f-contours");
    assert!(!is_on(&window));
}

#[test]
fn a_search_without_f_has_no_contours() {
    let mut window = window();
    choose_algorithm(&mut window, "breadth-first");
    solve(&mut window);
    apply(&mut window, Action::Contours(true));
    let switch = window.get_by_role_and_label(Role::Button, "f-contours");
    assert!(switch.accesskit_node().is_disabled());
    assert!(!is_on(&window));
    // The choice is kept for searches that have one.
    choose_algorithm(&mut window, "a-star");
    solve(&mut window);
    assert!(is_on(&window));
}

#[test]
fn every_contour_bears_its_value_above_the_line_of_the_solution() {
    let mut window = window();
    let spiral = examples::by_file("spiral-in-five-moves").unwrap();
    apply(&mut window, DocumentAction::Example(spiral.into()).into());
    choose_algorithm(&mut window, "weighted-a-star");
    solve(&mut window);
    apply(&mut window, Action::Contours(true));
    let ctx = window.ctx.clone();
    app(&mut window).carry_out_command(&ctx, Command::Presentation);
    window.set_size(egui::vec2(1920.0, 1080.0));
    window.run_steps(8);
    // All of the tree.
    window.key_press(Key::F);
    window.run_steps(4);
    let gold = [true, false].map(|dark| theme::palette_of(dark).solution);
    // What is painted later stands above what was painted before.
    let (mut values, mut line, mut n_shapes) = (Vec::new(), None, 0);
    let canvas = window.get_by_label("Search tree").rect();
    let shapes = window.output().shapes.iter();
    for clipped in shapes.filter(|it| canvas.contains_rect(it.clip_rect.shrink(1.0))) {
        visit(&clipped.shape, &mut |shape| {
            n_shapes += 1;
            match shape {
                Shape::Text(text) if text.galley.text().starts_with("f = ") => {
                    values.push((text.galley.text().to_owned(), n_shapes));
                }
                Shape::CubicBezier(curve)
                    if gold.map(ColorMode::Solid).contains(&curve.stroke.color) =>
                {
                    line = Some(n_shapes);
                }
                _ => {}
            }
        });
    }
    assert!(
        values
            .iter()
            .all(|(_, at)| line.is_some_and(|line| line < *at))
    );
    let mut texts: Vec<String> = values.into_iter().map(|it| it.0).collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts, ["f = 10", "f = 8", "f = 8.5", "f = 9", "f = 9.5"]);
}
