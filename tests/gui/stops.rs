//! What is one stop of the Tab key: a group of radio buttons, a list of files.

use crate::focus::{CTRL, focus, focus_second_of_korf, focused, key, keys};
use crate::window::{
    Window, app, apply, click, has_text, name_file, pressed, solve, wait, wait_for_text, window,
};
use egui::accesskit::{Role, Toggled};
use egui::{Event, Key, Modifiers, PointerButton};
use egui_kittest::kittest::{NodeT, Queryable};
use tilescope::gui::commands::Command;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::edit::BoardView;
use tilescope::gui::pictures::Choice;
use tilescope::gui::puzzle_lists::PuzzleListsAction;
use tilescope::gui::requests::Listed;
use tilescope::gui::{Action, Side};

fn has_focus(window: &Window, name: &str) {
    assert_eq!(focused(window).as_deref(), Some(name));
}

fn is_chosen(window: &Window, name: &str) -> bool {
    let radio = window.get_by_role_and_label(Role::RadioButton, name);
    radio.accesskit_node().toggled() == Some(Toggled::True)
}

#[test]
fn the_pictures_are_one_stop_and_arrows_choose_one() {
    let mut window = window();
    let ctx = window.ctx.clone();
    app(&mut window).carry_out_command(&ctx, Command::Picture);
    window.run_steps(8);
    focus(&mut window, Role::RadioButton, "Numbers, without a picture");
    key(&mut window, Key::ArrowDown);
    key(&mut window, Key::ArrowDown);
    has_focus(&window, "Rings");
    wait(&mut window, "the picture", |app| {
        *app.model.pictures().choice() == Choice::Own(1)
    });
    has_focus(&window, "Rings");
    key(&mut window, Key::Tab);
    has_focus(&window, "Open a picture…");
    keys(&mut window, Modifiers::SHIFT, Key::Tab);
    has_focus(&window, "Rings");
    for _ in 0..2 {
        key(&mut window, Key::ArrowUp);
    }
    has_focus(&window, "Numbers, without a picture");
    // Before the first comes the last.
    key(&mut window, Key::ArrowUp);
    wait(&mut window, "the last picture", |app| {
        *app.model.pictures().choice() != Choice::Numbers
    });
}

#[test]
fn the_segments_of_a_panel_are_one_stop_and_arrows_choose_one() {
    let mut window = window();
    focus(&mut window, Role::RadioButton, "Start");
    key(&mut window, Key::ArrowRight);
    has_focus(&window, "Goal");
    assert!(is_chosen(&window, "Goal") && !is_chosen(&window, "Start"));
    key(&mut window, Key::Tab);
    let beside = focused(&window);
    for segment in ["Start", "Goal", "Play"] {
        assert_ne!(beside.as_deref(), Some(segment));
    }
    keys(&mut window, Modifiers::SHIFT, Key::Tab);
    has_focus(&window, "Goal");
    key(&mut window, Key::ArrowLeft);
    has_focus(&window, "Start");
    // Up and Down lead to what stands beside them.
    key(&mut window, Key::ArrowDown);
    assert!(is_chosen(&window, "Start"));
    assert_ne!(focused(&window).as_deref(), Some("Start"));
}

#[test]
fn the_open_collections_are_chosen_by_arrows() {
    let mut window = window();
    for korf in ["korf-100", "farthest-8-puzzles"] {
        let korf = Listed::Bundled(korf.into());
        apply(&mut window, PuzzleListsAction::Open(korf).into());
        window.run_steps(6);
    }
    let rows = window.get_all_by_role(Role::RadioButton);
    let names = rows.filter_map(|row| row.accesskit_node().label());
    let names: Vec<String> = names
        .filter(|name| name.ends_with(", 100 puzzles") || name.ends_with(", 2 puzzles"))
        .collect();
    assert_eq!(names.len(), 2, "{names:?}");
    focus(&mut window, Role::RadioButton, &names[1]);
    key(&mut window, Key::ArrowUp);
    has_focus(&window, &names[0]);
    let library = app(&mut window).model.library();
    assert_eq!(library.active().unwrap().id(), library.open()[0].id());
    // The cross is beside it.
    key(&mut window, Key::ArrowRight);
    assert!(focused(&window).unwrap().starts_with("Close "));
    key(&mut window, Key::ArrowLeft);
    has_focus(&window, &names[0]);

    // What is opened meanwhile has it in its first row, and not the row or the cross of the one before.
    for (arrow, ship) in [
        (None, "korf-felner-50"),
        (Some(Key::ArrowRight), "farthest-15-puzzles"),
    ] {
        click(&mut window, Role::RadioButton, &names[0]);
        focus(&mut window, Role::RadioButton, &names[0]);
        arrow.into_iter().for_each(|it| key(&mut window, it));
        let ship = Listed::Bundled(ship.into());
        apply(&mut window, PuzzleListsAction::Open(ship).into());
        window.run_steps(8);
        let row = window.get_all_by_role(Role::ListBoxOption).next().unwrap();
        assert_eq!(focused(&window), row.accesskit_node().label());
    }
}

#[test]
fn the_palette_gives_the_focus_back_after_tab_where_nothing_was_found() {
    let mut window = window();
    focus(&mut window, Role::Button, "Scramble");
    for presses in [1, 3] {
        keys(&mut window, CTRL, Key::K);
        window.event(Event::Text("xyzzy".into()));
        window.run_steps(3);
        assert!(has_text(&window, "Nothing has this in its name."));
        for _ in 0..presses {
            key(&mut window, Key::Tab);
        }
        keys(&mut window, Modifiers::SHIFT, Key::Tab);
        key(&mut window, Key::Escape);
        has_focus(&window, "Scramble");
    }
}

#[test]
fn enter_leaves_a_number_and_tab_goes_on_from_there() {
    let mut window = window();
    focus(&mut window, Role::Button, "Scramble");
    key(&mut window, Key::Space);
    focus(&mut window, Role::SpinButton, "Moves of the walk");
    key(&mut window, Key::Enter);
    assert_eq!(focused(&window), None);
    key(&mut window, Key::Tab);
    assert!(focused(&window).is_some());
}

/// Its button stands before the field, and a slow frame brings the whole click.
#[test]
fn a_number_counts_for_the_button_that_ends_its_typing() {
    for at_once in [false, true] {
        let mut window = window();
        window.get_by_label("Scramble").click();
        window.run_steps(3);
        focus(&mut window, Role::SpinButton, "Moves of the walk");
        window.event(Event::Text("1".into()));
        window.run_steps(2);
        let walk = window.get_by_label("Random walk");
        match at_once {
            false => walk.click(),
            true => {
                let pos = walk.rect().center();
                let button = |pressed| Event::PointerButton {
                    pos,
                    button: PointerButton::Primary,
                    pressed,
                    modifiers: Modifiers::NONE,
                };
                let click = [Event::PointerMoved(pos), button(true), button(false)];
                window.input_mut().events.extend(click);
            }
        }
        window.run_steps(4);
        let model = &app(&mut window).model;
        let (_, present) = model.versions();
        assert_eq!(model.step_name(present), "random walk of 1 move");
    }
}

#[test]
fn the_files_of_a_dialog_are_one_stop_in_which_keys_walk() {
    let folder = tempfile::tempdir().unwrap();
    for name in (b'a'..=b'y').map(char::from) {
        std::fs::write(folder.path().join(format!("{name}1.json")), "{}").unwrap();
    }
    std::fs::write(folder.path().join("b2.json"), "{}").unwrap();
    let mut window = window();
    apply(&mut window, DocumentAction::OpenDialog.into());
    window.run_steps(3);
    let path = folder.path().to_string_lossy().into_owned();
    window.event(Event::Text(path));
    window.run_steps(3);
    key(&mut window, Key::Enter);
    wait_for_text(&mut window, "a1.json");
    focus(&mut window, Role::Button, "Parent folder");
    key(&mut window, Key::Tab);
    has_focus(&window, "a1.json");
    let is_seen = |window: &Window, name: &str| {
        let row = window.get_by_label(name).rect();
        let list = window.get_by_label("Parent folder").rect().bottom()
            ..window.get_by_label("Name of the file").rect().top();
        list.contains(&row.top()) && list.contains(&row.bottom()) && row.height() > 10.0
    };
    for (pressed, reached) in [
        (Key::ArrowDown, "b1.json"),
        (Key::End, "y1.json"),
        (Key::ArrowUp, "x1.json"),
        (Key::Home, "a1.json"),
        (Key::PageDown, "f1.json"),
        (Key::PageUp, "a1.json"),
    ] {
        key(&mut window, pressed);
        has_focus(&window, reached);
        window.run_steps(30);
        assert!(is_seen(&window, reached), "{reached}");
    }
    for (typed, reached) in [("b", "b1.json"), ("b", "b2.json"), ("b", "b1.json")] {
        window.event(Event::Text(typed.into()));
        window.run_steps(4);
        has_focus(&window, reached);
    }
    // After a pause another name begins.
    window.run_steps(100);
    for typed in ["b", "2"] {
        window.event(Event::Text(typed.into()));
        window.run_steps(4);
    }
    has_focus(&window, "b2.json");
    key(&mut window, Key::Tab);
    has_focus(&window, "Name of the file");
    keys(&mut window, Modifiers::SHIFT, Key::Tab);
    has_focus(&window, "b2.json");
    key(&mut window, Key::Space);
    let name = window.get_by_label("Name of the file").value();
    assert_eq!(name.as_deref(), Some("b2.json"));
    has_focus(&window, "Name of the file");
    // Enter opens the file.
    keys(&mut window, Modifiers::SHIFT, Key::Tab);
    key(&mut window, Key::ArrowUp);
    has_focus(&window, "b1.json");
    key(&mut window, Key::Enter);
    wait(&mut window, "the dialog to close", |app| {
        !app.has_file_dialog()
    });
    wait_for_text(&mut window, "b1.json");
}

#[test]
fn enter_on_a_file_that_may_be_written_over_takes_its_name_alone() {
    let folder = tempfile::tempdir().unwrap();
    let there = folder.path().join("there.json");
    std::fs::write(&there, "{}").unwrap();
    let mut window = window();
    apply(&mut window, DocumentAction::SaveAs.into());
    window.run_steps(3);
    name_file(&mut window, folder.path());
    wait_for_text(&mut window, "there.json");
    focus(&mut window, Role::ListBoxOption, "there.json");
    key(&mut window, Key::Enter);
    has_focus(&window, "Name of the file");
    let name = window.get_by_label("Name of the file").value();
    assert_eq!(name.as_deref(), Some("there.json"));
    assert_eq!(std::fs::read_to_string(there).unwrap(), "{}");
}

#[test]
fn a_collection_that_is_closed_leaves_the_focus_on_the_last_row() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    for name in ["One", "Two", "Three", "Four", "Five", "Six"] {
        let path = folder.path().join(format!("{name}.json"));
        let text = format!(
            r#"{{"format": "tilescope-collection", "version": 1, "name": "{name}", "puzzles": [
            {{"name": "a", "start": "1 2 3 / 4 5 6 / 7 _ 8"}}]}}"#
        );
        std::fs::write(&path, text).unwrap();
        apply(&mut window, DocumentAction::Open(path).into());
        wait(&mut window, "the collection", |app| {
            let active = app.model.library().active();
            active.is_some_and(|it| it.name() == name)
        });
    }
    for [last, next] in [["Six", "Five"], ["Five", "Four"], ["Two", "One"]] {
        focus(&mut window, Role::Button, &format!("Close {last}"));
        keys(&mut window, CTRL, Key::W);
        has_focus(&window, &format!("Close {next}"));
        if last == "Five" {
            focus(&mut window, Role::RadioButton, "Four, 1 puzzle");
            keys(&mut window, CTRL, Key::W);
            has_focus(&window, "Three, 1 puzzle");
            keys(&mut window, CTRL, Key::W);
        }
    }
    keys(&mut window, CTRL, Key::W);
    has_focus(&window, "Filter the puzzles");
}

#[test]
fn an_arrow_right_after_the_key_of_the_board_slides_a_tile() {
    // Some frames later, or in the same frame.
    for n_frames in 0..4 {
        let mut window = window();
        keys(&mut window, CTRL, Key::Num3);
        let number = pressed(Key::Num1, CTRL);
        window.input_mut().events.push(number);
        for _ in 0..n_frames {
            window.step();
        }
        for _ in 0..2 {
            let arrow = pressed(Key::ArrowUp, Modifiers::NONE);
            window.input_mut().events.push(arrow);
            window.step();
        }
        window.run_steps(3);
        let focused = focused(&window);
        assert_eq!(focused.as_deref(), Some("Start board"), "{n_frames}");
    }
}

#[test]
fn a_list_that_opens_beside_an_open_one_gives_the_focus_back_to_its_button() {
    let mut window = window();
    focus(&mut window, Role::Button, "Solvable");
    key(&mut window, Key::Enter);
    focus(&mut window, Role::ComboBox, "Board size");
    key(&mut window, Key::Enter);
    window.run_steps(4);
    assert!(window.query_by_label("Rows").is_some());
    key(&mut window, Key::Escape);
    window.run_steps(4);
    has_focus(&window, "Board size");
}

#[test]
fn the_puzzles_of_a_list_are_one_stop_and_so_are_the_heads_of_its_columns() {
    let mut window = window();
    focus_second_of_korf(&mut window);
    for _ in 0..2 {
        key(&mut window, Key::Escape);
        has_focus(&window, "002, 4×4, 55 moves");
    }
    // Far down, where the first rows are not drawn.
    key(&mut window, Key::End);
    let last = focused(&window).unwrap();
    assert!(last.starts_with("100, "), "{last}");
    key(&mut window, Key::Tab);
    let beside = focused(&window).unwrap();
    assert!(!beside.contains(" moves"), "{beside}");
    keys(&mut window, Modifiers::SHIFT, Key::Tab);
    has_focus(&window, &last);

    keys(&mut window, Modifiers::SHIFT, Key::Tab);
    has_focus(&window, "Sort by no.");
    key(&mut window, Key::ArrowRight);
    has_focus(&window, "Sort by start");
    key(&mut window, Key::ArrowLeft);
    keys(&mut window, Modifiers::SHIFT, Key::Tab);
    let above = focused(&window).unwrap();
    assert!(!above.starts_with("Sort by "), "{above}");
    for _ in 0..2 {
        key(&mut window, Key::Tab);
    }
    has_focus(&window, &last);

    // The row that the focus was on is scrolled out of sight.
    keys(&mut window, Modifiers::SHIFT, Key::Tab);
    let at = window.get_by_label(&last).rect().center();
    window.hover_at(at);
    window.event(Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, 9000.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    window.run_steps(30);
    assert!(window.query_by_label("001, 4×4, 57 moves").is_some());
    key(&mut window, Key::Tab);
    has_focus(&window, &last);
    assert!(window.get_by_label(&last).rect().height() > 10.0);
    key(&mut window, Key::ArrowUp);
    assert!(focused(&window).unwrap().starts_with("099, "));
}

#[test]
fn home_and_end_lead_to_the_first_and_last_entry_of_a_menu() {
    let mut window = window();
    solve(&mut window);
    focus(&mut window, Role::Button, "Copy or save the solution as");
    key(&mut window, Key::Enter);
    let first = focused(&window).unwrap();
    key(&mut window, Key::End);
    let last = focused(&window).unwrap();
    assert!(last.starts_with("Save: "), "{last}");
    key(&mut window, Key::ArrowUp);
    assert_ne!(focused(&window), Some(last));
    key(&mut window, Key::Home);
    has_focus(&window, &first);
    key(&mut window, Key::Escape);

    keys(&mut window, Modifiers::ALT, Key::T);
    let first = focused(&window).unwrap();
    let end = app(&mut window).model.end();
    for (pressed, at) in [(Key::End, "Find nodes…"), (Key::Home, &first)] {
        key(&mut window, pressed);
        assert!(focused(&window).unwrap().starts_with(at), "{pressed:?}");
    }
    // The timeline is not moved.
    assert_eq!(app(&mut window).model.cursor().t, end);
    key(&mut window, Key::Escape);

    // Also in a menu beside another one.
    keys(&mut window, Modifiers::ALT, Key::F);
    for _ in 0..2 {
        key(&mut window, Key::ArrowDown);
    }
    has_focus(&window, "Examples");
    key(&mut window, Key::ArrowRight);
    let first = focused(&window).unwrap();
    key(&mut window, Key::End);
    has_focus(&window, "Korf & Felner's 50 24-puzzles");
    key(&mut window, Key::Home);
    has_focus(&window, &first);
}

#[test]
fn the_text_on_how_to_move_the_tiles_closes_when_keys_lead_on() {
    const TEXT: &str = "How to move the tiles";
    let mut window = window();
    click(&mut window, Role::RadioButton, "Play");
    let is_open = |window: &Window| egui::Popup::is_any_open(&window.ctx);
    for modifiers in [Modifiers::NONE, Modifiers::SHIFT] {
        focus(&mut window, Role::Button, TEXT);
        key(&mut window, Key::Enter);
        assert!(is_open(&window));
        keys(&mut window, modifiers, Key::Tab);
        assert!(!is_open(&window));
        assert!(focused(&window).is_some_and(|name| name != TEXT));
    }
}

#[test]
fn keys_lead_to_the_chosen_one_of_two_boards() {
    let mut window = window();
    keys(&mut window, Modifiers::ALT, Key::Num3);
    window.run_steps(16);
    apply(&mut window, Action::View(BoardView::Edit(Side::Goal)));
    window.run_steps(16);
    window.get_by_label("Start board");
    focus(&mut window, Role::RadioButton, "Goal");
    key(&mut window, Key::Tab);
    has_focus(&window, "Goal board");
    assert_eq!(
        app(&mut window).model.view(),
        BoardView::Edit(Side::Goal),
        "the other board was not touched"
    );
    keys(&mut window, Modifiers::SHIFT, Key::Tab);
    has_focus(&window, "Start board");
}
