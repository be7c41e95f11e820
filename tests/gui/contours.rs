//! The f-contours over the tree: the switch, the legend and the session.

use crate::window::{Window, app, apply, choose_algorithm, click, solve, window};
use egui::accesskit::{Role, Toggled};
use egui_kittest::kittest::{NodeT, Queryable};
use tilescope::gui::Action;
use tilescope::gui::session::Session;

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
