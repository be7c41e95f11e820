//! Puzzles that are chosen in a list of the library, and opened together as a collection of their own.

use crate::library::{library, rows, text};
use crate::window::{press, pressed, wait};
use egui::accesskit::Role;
use egui::{Key, Modifiers, Shape};
use egui_kittest::kittest::Queryable;

#[test]
fn examples_that_are_opened_together_keep_the_lengths_of_the_list() {
    let mut window = library();
    text(&mut window, "hardest 8");
    let listed = rows(&window);
    let have_lengths = listed.iter().all(|row| row.contains(" moves"));
    assert!(listed.len() > 1 && have_lengths, "{listed:?}");
    window.get_by_label(&listed[0]).focus();
    window.run_steps(3);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.run_steps(3);
    press(&mut window, "Open the chosen");
    wait(&mut window, "the collection", |app| {
        app.model.library().n_opened() == 1
    });
    assert_eq!(rows(&window), listed);
}

#[test]
fn shift_with_the_box_of_a_row_chooses_all_rows_up_to_it() {
    let mut window = library();
    let listed = rows(&window);
    for (row, modifiers, n_chosen) in [
        (1, Modifiers::NONE, 1),
        (3, Modifiers::SHIFT, 3),
        (2, Modifiers::NONE, 2),
        (0, Modifiers::SHIFT, 3),
    ] {
        let name = format!("Choose {} too", listed[row]);
        let place = window.get_by_role_and_label(Role::CheckBox, &name);
        place.click_modifiers(modifiers);
        window.run_steps(3);
        let chosen = format!("{n_chosen} chosen");
        assert!(window.query_by_label_contains(&chosen).is_some(), "{row}");
    }
}

#[test]
fn the_pointer_between_two_rows_shows_the_box_of_one() {
    let mut window = library();
    let listed = rows(&window);
    let place = |row: usize| window.get_by_label(&listed[row]).rect();
    let (above, below) = (place(1), place(2));
    let between = egui::pos2(above.center().x, above.bottom().midpoint(below.top()));
    let left = above.union(below).with_max_x(above.left() + 24.0);
    window.hover_at(between);
    window.run_steps(6);
    let is_box = |shape: &Shape| match shape {
        Shape::Rect(it) => !it.stroke.is_empty() && left.contains_rect(it.rect),
        _ => false,
    };
    let shapes = window.output().shapes.iter();
    assert_eq!(shapes.filter(|it| is_box(&it.shape)).count(), 1);
}

#[test]
fn ctrl_that_is_let_go_in_the_frame_of_space_counts() {
    let mut window = library();
    let listed = rows(&window);
    window.get_by_label(&listed[0]).focus();
    window.run_steps(3);
    window.event(pressed(Key::Space, Modifiers::COMMAND));
    window.run_steps(6);
    assert!(window.query_by_label_contains("1 chosen").is_some());
    assert_eq!(rows(&window), listed, "nothing is opened");
}
