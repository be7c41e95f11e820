//! The focus while what has it goes or comes back: other panels, other stages of a race, pages that scroll.

use crate::focus::{CTRL, focus, focus_second_of_korf, focused, key, keys};
use crate::space::wait_for_map;
use crate::window::{Window, app, apply, click, solve, wait, wait_for_fewest, window};
use egui::accesskit::{Role, Toggled};
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{By, NodeT, Queryable};
use tilescope::gui::commands::Command;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::edit::BoardView;
use tilescope::gui::experiments::{ExperimentAction, RunsState};
use tilescope::gui::player::PlayerAction;
use tilescope::gui::puzzle_lists::PuzzleListsAction;
use tilescope::gui::requests::Listed;
use tilescope::gui::{Action, Edit, Side};
use tilescope_lab::experiment::Draft;
use tilescope_lab::space_map::Symmetric;
use tilescope_puzzle::Direction;

#[test]
fn panels_that_come_back_give_the_focus_back() {
    let mut window = window();
    solve(&mut window);
    for name in ["Start board", "Solve"] {
        match name {
            "Solve" => focus(&mut window, Role::Button, name),
            _ => keys(&mut window, CTRL, Key::Num1),
        }
        let none = Modifiers::NONE;
        let there_and_back = [
            ((none, Key::F5), (none, Key::F5)),
            ((none, Key::F5), (none, Key::Escape)),
            ((none, Key::F6), (none, Key::F6)),
        ];
        for (there, back) in there_and_back {
            keys(&mut window, there.0, there.1);
            assert_ne!(focused(&window).as_deref(), Some(name));
            keys(&mut window, back.0, back.1);
            assert_eq!(
                focused(&window).as_deref(),
                Some(name),
                "{there:?} {back:?}"
            );
        }
    }
    // In Play one plays at once.
    keys(&mut window, Modifiers::ALT, Key::Num3);
    assert_eq!(focused(&window).as_deref(), Some("Play board"));
    keys(&mut window, Modifiers::ALT, Key::Num1);
    assert_eq!(focused(&window).as_deref(), Some("Play board"));
}

#[test]
fn shift_enter_on_a_row_solves_though_all_of_it_comes_in_one_frame() {
    let mut window = window();
    let korf = Listed::Bundled("korf-100".into());
    apply(&mut window, PuzzleListsAction::Open(korf).into());
    window.run_steps(6);
    keys(&mut window, CTRL, Key::L);
    key(&mut window, Key::ArrowDown);
    key(&mut window, Key::ArrowDown);
    let row = focused(&window).unwrap();
    // Shift is up again when the frame begins.
    let press = |pressed| Event::Key {
        key: Key::Enter,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::SHIFT,
    };
    window
        .input_mut()
        .events
        .extend([press(true), press(false)]);
    window.run_steps(8);
    let app = app(&mut window);
    assert!(row.starts_with("002, "), "{row}");
    let name = app.model.problem().name();
    assert_eq!(name, "Puzzle 2 of Korf's 100 15-puzzles");
    assert!(app.model.runs().last().is_some());
}

#[test]
fn a_race_takes_the_focus_along() {
    let mut window = window();
    let ctx = window.ctx.clone();
    app(&mut window).carry_out_command(&ctx, Command::PanelRace);
    window.run_steps(6);
    focus(&mut window, Role::Button, "Start the race");
    key(&mut window, Key::Enter);
    wait(&mut window, "the race", |app| {
        let model = &app.model;
        model.races().n_searches() == 3 && !model.races().is_searching(model.runs())
    });
    window.run_steps(6);
    let play = focused(&window).unwrap_or_default();
    assert!(play.ends_with("the race"), "{play}");
    key(&mut window, Key::Tab);
    assert_ne!(focused(&window), Some(play));
}

#[test]
fn pages_scroll_by_keys() {
    let mut window = window();
    window.set_size(egui::Vec2::new(1000.0, 640.0));
    let ctx = window.ctx.clone();
    app(&mut window).carry_out_command(&ctx, Command::Audit);
    wait(&mut window, "the audit", |app| {
        app.model.audits().report().is_some()
    });
    window.run_steps(6);
    let chart = |window: &Window| {
        let chart = window.get_by_label("MEAN ERROR BY DISTANCE");
        chart.rect().top()
    };
    let first = chart(&window);
    for (key_down, key_up) in [(Key::PageDown, Key::PageUp), (Key::End, Key::Home)] {
        key(&mut window, key_down);
        assert!(chart(&window) < first);
        key(&mut window, key_up);
        assert_eq!(chart(&window), first);
        // Not in the field, where Home and End move the caret.
        focus(&mut window, Role::Button, "Close");
    }
    key(&mut window, Key::Escape);
    key(&mut window, Key::F1);
    let top = |window: &Window| window.get_by_label("Walk from node to node").rect().top();
    let first = top(&window);
    key(&mut window, Key::ArrowDown);
    assert!(top(&window) < first);
    key(&mut window, Key::ArrowUp);
    assert_eq!(top(&window), first);
}

#[test]
fn a_command_closes_an_open_list() {
    let mut window = window();
    focus(&mut window, Role::ComboBox, "Goal preset");
    key(&mut window, Key::Space);
    assert!(egui::Popup::is_any_open(&window.ctx));
    keys(&mut window, CTRL, Key::L);
    assert!(!egui::Popup::is_any_open(&window.ctx));
    assert_eq!(focused(&window).as_deref(), Some("Filter the puzzles"));
}

#[test]
fn the_keys_of_plots_and_of_the_node_lead_to_what_is_seen_first() {
    let mut window = window();
    solve(&mut window);
    keys(&mut window, CTRL, Key::Num4);
    assert_eq!(focused(&window).as_deref(), Some("First plot"));
    // In a low window a node's figures stay in sight.
    window.set_size(egui::Vec2::new(1280.0, 800.0));
    window.run_steps(6);
    let node = |window: &Window| window.get_by_label("NODE").rect();
    let sentence = |window: &Window| {
        let why = window.query_all_by_label_contains("expanded");
        { why }.map(|it| it.rect().top()).collect::<Vec<_>>()
    };
    let before = (node(&window), sentence(&window));
    keys(&mut window, CTRL, Key::Num5);
    assert!(focused(&window).is_some());
    assert_eq!((node(&window), sentence(&window)), before);
}

#[test]
fn the_focus_goes_along_to_the_next_tab() {
    let mut window = window();
    solve(&mut window);
    keys(&mut window, CTRL, Key::Num3);
    let turn = |window: &mut Window, modifiers: Modifiers| {
        keys(window, CTRL | Modifiers::CTRL | modifiers, Key::Tab);
        window.run_steps(4);
        focused(window).unwrap()
    };
    let there = [(); 3].map(|()| turn(&mut window, Modifiers::NONE));
    let mut all = there.to_vec();
    all.dedup();
    assert_eq!(all.len(), 3, "{there:?}");
    assert_eq!(turn(&mut window, Modifiers::SHIFT), there[1]);
}

#[test]
fn a_button_that_goes_leaves_the_focus_in_its_panel() {
    let mut window = window();
    apply(&mut window, Edit::Swap(Side::Start, 0, 1).into());
    focus(&mut window, Role::Button, "Make solvable");
    key(&mut window, Key::Enter);
    assert!(window.query_by_label("Make solvable").is_none());
    assert!(focused(&window).is_some());
    focus(&mut window, Role::Button, "Undo");
    for _ in 0..2 {
        key(&mut window, Key::Enter);
    }
    assert!(!app(&mut window).model.can_undo());
    assert_eq!(focused(&window).as_deref(), Some("Redo"));
}

#[test]
fn the_key_of_a_panel_shows_it_and_never_hides_it() {
    let mut window = window();
    let board = |window: &Window| focused(window).as_deref() == Some("Start board");
    for _ in 0..2 {
        keys(&mut window, CTRL, Key::Num1);
        assert!(board(&window));
    }
    let ctx = window.ctx.clone();
    app(&mut window).carry_out_command(&ctx, Command::PanelPuzzle);
    window.run_steps(6);
    assert!(window.query_by_label("Start board").is_none());
    keys(&mut window, CTRL, Key::Num1);
    assert!(board(&window));
}

#[test]
fn arrows_do_not_lead_out_of_a_panel() {
    let mut window = window();
    solve(&mut window);
    focus(&mut window, Role::Button, "Solve");
    for arrow in [
        Key::ArrowRight,
        Key::ArrowUp,
        Key::ArrowDown,
        Key::ArrowRight,
    ] {
        for _ in 0..8 {
            key(&mut window, arrow);
            let node = window.query_all(By::new().predicate(|node| node.is_focused()));
            let place = { node }.next().map(|node| node.rect());
            assert!(place.is_some_and(|it| it.right() < 320.0), "{place:?}");
        }
    }
}

#[test]
fn a_page_that_a_key_opens_has_the_focus() {
    let mut window = window();
    solve(&mut window);
    let pages = [
        Command::History,
        Command::PublishedExperiments,
        Command::Picture,
        Command::ExportPuzzle,
        Command::SaveImage,
        Command::Tables,
    ];
    for command in pages {
        keys(&mut window, CTRL, Key::K);
        let name = command.entry().name;
        window.event(Event::Text(name.into()));
        window.run_steps(3);
        key(&mut window, Key::Enter);
        window.run_steps(8);
        let focused = focused(&window);
        assert!(focused.is_some(), "{name}");
        assert_ne!(focused.as_deref(), Some("Close"), "{name}");
        key(&mut window, Key::Escape);
    }
}

#[test]
fn the_key_of_a_panel_leads_to_what_it_is_about() {
    let mut window = window();
    window.set_size(egui::Vec2::new(1280.0, 800.0));
    window.run_steps(6);
    // A map that is made first.
    keys(&mut window, Modifiers::SHIFT, Key::F7);
    assert_eq!(focused(&window).as_deref(), Some("Map of the state space"));
    wait_for_map(&mut window, Symmetric::Apart);
    assert_eq!(focused(&window).as_deref(), Some("Map of the state space"));
    keys(&mut window, Modifiers::SHIFT, Key::F5);
    assert_eq!(focused(&window).as_deref(), Some("Add instances"));
    // A board that is scrolled out of sight.
    focus(&mut window, Role::Button, "Notes");
    key(&mut window, Key::Enter);
    window.run_steps(6);
    assert!(window.get_by_label("Start board").rect().top() < 60.0);
    keys(&mut window, Modifiers::SHIFT, Key::F5);
    keys(&mut window, CTRL, Key::Num1);
    assert_eq!(focused(&window).as_deref(), Some("Start board"));
    assert!(window.get_by_label("Start board").rect().top() > 60.0);
}

#[test]
fn a_dialog_above_a_page_gives_the_focus_back() {
    let folder = tempfile::tempdir().unwrap();
    let refused = folder.path().join("refused.png");
    std::fs::write(&refused, "no picture").unwrap();
    let mut window = window();
    let ctx = window.ctx.clone();
    app(&mut window).carry_out_command(&ctx, Command::Picture);
    window.run_steps(8);
    for name in [None, Some(&refused)] {
        focus(&mut window, Role::Button, "Open a picture…");
        key(&mut window, Key::Enter);
        assert!(app(&mut window).has_file_dialog());
        if let Some(name) = name {
            window.event(Event::Text(name.to_string_lossy().into_owned()));
            window.run_steps(3);
        }
        let answer = name.map_or(Key::Escape, |_| Key::Enter);
        key(&mut window, answer);
        window.run_steps(20);
        assert!(!app(&mut window).has_file_dialog());
        assert_eq!(focused(&window).as_deref(), Some("Open a picture…"));
    }
}

#[test]
fn a_page_of_choices_opens_at_what_is_chosen() {
    let mut window = window();
    solve(&mut window);
    let is_chosen = |window: &Window| {
        let at = window.query_by(|node| node.is_focused()).unwrap();
        at.accesskit_node().toggled() == Some(Toggled::True)
    };
    for command in [
        Command::ExportPuzzle,
        Command::Picture,
        Command::ExportGraph,
        Command::ExportTrace,
    ] {
        let name = command.entry().name;
        keys(&mut window, CTRL, Key::K);
        window.event(Event::Text(name.into()));
        window.run_steps(3);
        key(&mut window, Key::Enter);
        window.run_steps(8);
        assert!(is_chosen(&window), "{name}: {:?}", focused(&window));
        key(&mut window, Key::Escape);
    }
}

#[test]
fn a_menu_that_a_key_opens_begins_at_its_first_entry() {
    let mut window = window();
    keys(&mut window, Modifiers::SHIFT, Key::F5);
    for (menu, first) in [
        ("Add instances", "The present puzzle"),
        ("Sweep", "Move order"),
    ] {
        focus(&mut window, Role::Button, menu);
        key(&mut window, Key::Enter);
        assert_eq!(focused(&window).as_deref(), Some(first));
        key(&mut window, Key::Escape);
        assert_eq!(focused(&window).as_deref(), Some(menu));
    }
}

#[test]
fn the_runs_of_an_experiment_keep_the_focus_on_their_buttons() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    keys(&mut window, Modifiers::SHIFT, Key::F5);
    let mut draft = Draft::default();
    draft.instances = vec![serde_json::json!({"bundled": "korf-100", "puzzles": [88]})];
    draft.algorithms = vec!["ida-star".into()];
    apply(&mut window, ExperimentAction::Edit(draft.into()).into());
    let path = folder.path().join("long.json");
    apply(&mut window, ExperimentAction::SaveTo(path.clone()).into());
    wait(&mut window, "the file", move |_| path.exists());
    wait(&mut window, "the check", |app| {
        app.model.experiments().checking().is_none()
    });
    focus(&mut window, Role::Button, "Run all");
    let state = |window: &mut Window| app(window).model.experiments().state();
    for (pressed, then, name) in [
        (Key::Enter, RunsState::Running, "Pause the experiment"),
        (Key::Space, RunsState::Paused, "Resume the experiment"),
        (Key::Space, RunsState::Running, "Pause the experiment"),
    ] {
        key(&mut window, pressed);
        assert_eq!(state(&mut window), then);
        assert_eq!(focused(&window).as_deref(), Some(name));
    }
    key(&mut window, Key::Tab);
    assert_eq!(focused(&window).as_deref(), Some("Stop the experiment"));
    key(&mut window, Key::Enter);
    wait(&mut window, "the end", |app| {
        app.model.experiments().state() == RunsState::Idle
    });
    window.run_steps(6);
    assert_eq!(focused(&window).as_deref(), Some("Run the experiment"));
}

#[test]
fn a_game_as_a_run_takes_the_focus_to_the_tree() {
    let mut window = window();
    apply(&mut window, Action::View(BoardView::Play));
    apply(
        &mut window,
        PlayerAction::Move(Direction::Left.into()).into(),
    );
    wait_for_fewest(&mut window);
    focus(&mut window, Role::Button, "Game as run");
    key(&mut window, Key::Enter);
    wait(&mut window, "the run", |app| {
        app.model.runs().active().is_some()
    });
    window.run_steps(8);
    assert_eq!(focused(&window).as_deref(), Some("Search tree"));
}

#[test]
fn the_row_of_the_next_puzzle_has_the_focus_by_the_mouse_too() {
    let mut window = window();
    focus_second_of_korf(&mut window);
    key(&mut window, Key::Enter);
    for (command, row) in [
        ("Next puzzle", "003, 4×4, 59 moves"),
        ("Next puzzle", "004, 4×4, 56 moves"),
        ("Previous puzzle", "003, 4×4, 59 moves"),
    ] {
        window.get_by_role_and_label(Role::Button, "File").click();
        window.run_steps(4);
        window.get_by_label_contains(command).click();
        window.run_steps(8);
        assert_eq!(focused(&window).as_deref(), Some(row));
    }
}

/// The board that plays has the focus, and gives its room to two boards.
#[test]
fn a_click_on_start_does_not_choose_the_goal() {
    let mut window = window();
    window.set_size(egui::vec2(1280.0, 800.0));
    keys(&mut window, Modifiers::ALT, Key::Num3);
    window.run_steps(20);
    assert_eq!(focused(&window).as_deref(), Some("Play board"));
    click(&mut window, Role::RadioButton, "Start");
    window.run_steps(20);
    let view = app(&mut window).model.view();
    assert_eq!(view, BoardView::Edit(Side::Start));
}

#[test]
fn the_history_opens_at_the_present_version() {
    let mut window = window();
    for n_moves in 1..4 {
        let direction = [Direction::Left, Direction::Up][n_moves % 2];
        apply(&mut window, PlayerAction::Move(direction.into()).into());
    }
    apply(&mut window, DocumentAction::Undo.into());
    let present = app(&mut window).model.versions().1;
    keys(&mut window, CTRL, Key::H);
    window.run_steps(8);
    let row = focused(&window).unwrap_or_default();
    assert!(
        present > 0 && row.starts_with(&format!("{present}: ")),
        "{row}"
    );
    key(&mut window, Key::Enter);
    assert_eq!(app(&mut window).model.versions().1, present);
}

#[test]
fn keys_lead_through_the_history() {
    let mut window = window();
    for n_moves in 0..40 {
        let direction = [Direction::Left, Direction::Right][n_moves % 2];
        apply(&mut window, PlayerAction::Move(direction.into()).into());
    }
    keys(&mut window, CTRL, Key::H);
    window.run_steps(8);
    let mut walk = |pressed: Key| {
        key(&mut window, pressed);
        window.run_steps(4);
        let row = focused(&window).unwrap_or_default();
        row.split(':').next().unwrap().parse::<usize>().unwrap()
    };
    assert_eq!(walk(Key::Home), 0);
    let page = walk(Key::PageDown);
    assert!((5..40).contains(&page), "{page}");
    assert_eq!(walk(Key::PageUp), 0);
    assert_eq!(walk(Key::End), 40);
}

#[test]
fn a_list_through_which_tab_has_led_gives_the_focus_back_to_its_button() {
    let mut window = window();
    focus(&mut window, Role::ComboBox, "Board size");
    key(&mut window, Key::Space);
    while focused(&window).as_deref() != Some("Columns") {
        key(&mut window, Key::Tab);
    }
    key(&mut window, Key::Tab);
    assert_eq!(focused(&window).as_deref(), Some("Rows"));
    window.event(Event::Text("4".into()));
    key(&mut window, Key::Enter);
    window.run_steps(6);
    assert_eq!(app(&mut window).model.puzzle().unwrap().size().rows(), 4);
    assert_eq!(focused(&window).as_deref(), Some("Board size"));
}
