//! Heuristics put together in the window, patterns that are painted, another board to measure
//! to, and costs of tiles; all by their accessible names.

use crate::window::{Window, app, apply, choose_algorithm, click, press, solve};
use crate::window::{type_all, wait, window};
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use tilescope::gui::runs::RunsAction;
use tilescope::gui::{Action, Edit};
use tilescope_lab::{RunOutcome, Settings, StoppedBy, format, job};
use tilescope_puzzle::notation::{board_line, parse_board};
use tilescope_puzzle::{Size, TileCosts};

/// Opens a list and chooses from it.
fn choose(window: &mut Window, list: &str, item: &str) {
    window
        .get_by_role_and_label(Role::ComboBox, list)
        .scroll_to_me();
    window.run_steps(10);
    click(window, Role::ComboBox, list);
    window
        .get_by_role_and_label(Role::ListBoxOption, item)
        .scroll_to_me();
    window.run_steps(30);
    click(window, Role::ListBoxOption, item);
}

fn settings(window: &mut Window) -> Settings {
    app(window).model.settings().clone()
}

fn formula(window: &mut Window) -> String {
    settings(window).heuristic.to_string()
}

fn set_heuristic(window: &mut Window, text: &str) {
    let settings = Settings {
        heuristic: job::heuristic(text).unwrap(),
        ..settings(window)
    };
    apply(window, Action::Settings(settings.into()));
}

/// Whether anything has this label.
fn is_there(window: &Window, label: &str) -> bool {
    window.query_by_label(label).is_some()
}

fn press_after_scrolling(window: &mut Window, label: &str) {
    window
        .get_by_role_and_label(Role::Button, label)
        .scroll_to_me();
    window.run_steps(10);
    press(window, label);
}

#[test]
fn several_heuristics_are_put_together() {
    let mut window = window();
    choose(&mut window, "Heuristic", "Linear conflict");
    choose(&mut window, "Heuristic", "Maximum of several");
    assert_eq!(formula(&mut window), "max(linear-conflict, manhattan)");
    choose(&mut window, "Part 2", "Inversion distance");
    assert_eq!(
        formula(&mut window),
        "max(linear-conflict, inversion-distance)"
    );
    assert!(is_there(&window, "Admissible and consistent."));

    press_after_scrolling(&mut window, "Add a heuristic");
    assert_eq!(
        formula(&mut window),
        "max(linear-conflict, inversion-distance, manhattan)"
    );
    choose(&mut window, "Part 3", "Weight on another");
    assert_eq!(
        formula(&mut window),
        "max(linear-conflict, inversion-distance, 1.5*manhattan)"
    );
    let doubt = "Not known to be admissible: the solution may not be optimal.";
    assert!(is_there(&window, doubt));
    choose(&mut window, "Part 3.1", "Misplaced tiles");
    press_after_scrolling(&mut window, "Remove part 1");
    assert_eq!(
        formula(&mut window),
        "max(inversion-distance, 1.5*misplaced)"
    );

    choose(&mut window, "Heuristic", "Sum of several");
    assert_eq!(
        formula(&mut window),
        "sum(inversion-distance, 1.5*misplaced)"
    );
    press_after_scrolling(&mut window, "Remove part 1");
    assert_eq!(formula(&mut window), "sum(1.5*misplaced)");
    assert!(!is_there(&window, "Remove part 1"), "one is left");
    choose(&mut window, "Heuristic", "Manhattan distance");
    assert_eq!(formula(&mut window), "manhattan");
    assert!(!is_there(&window, "Part 1"));
}

#[test]
fn an_argument_is_typed() {
    let mut window = window();
    let first_tiles = "Manhattan distance of tiles 1 to k";
    choose(&mut window, "Heuristic", first_tiles);
    assert_eq!(formula(&mut window), "first-tiles");
    assert!(is_there(&window, "The tiles from 1 to this one count."));
    let type_argument = |window: &mut Window, name: &str, typed: &str| {
        click(window, Role::SpinButton, name);
        // After a number that is not allowed it has the focus already.
        window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
        window.get_by_label(name).type_text(typed);
        window.run_steps(2);
        window.key_press(egui::Key::Enter);
        window.run_steps(3);
    };
    for (typed, expected) in [
        ("6", "first-tiles(6)"),
        ("1000", "first-tiles(99)"),
        ("0", "first-tiles(1)"),
        ("4", "first-tiles"),
        ("7", "first-tiles(7)"),
    ] {
        type_argument(&mut window, "Tiles counted", typed);
        assert_eq!(formula(&mut window), expected);
    }
    solve(&mut window);
    let run = &app(&mut window).model.runs().active().unwrap().run;
    assert_eq!(
        run.job().title(),
        "A* · Manhattan distance of tiles 1 to k (7)"
    );

    choose(&mut window, "Heuristic", "Maximum of several");
    assert_eq!(formula(&mut window), "max(first-tiles(7), manhattan)");
    type_argument(&mut window, "Tiles counted of part 1", "2");
    assert_eq!(formula(&mut window), "max(first-tiles(2), manhattan)");
}

#[test]
fn a_weight_is_typed() {
    let mut window = window();
    choose(&mut window, "Heuristic", "Weight on another");
    for (typed, expected) in [("0.75", "0.75*manhattan"), ("NaN", "0.75*manhattan")] {
        let name = "Weight of the heuristic";
        click(&mut window, Role::SpinButton, name);
        window.get_by_label(name).type_text(typed);
        window.run_steps(2);
        window.key_press(egui::Key::Enter);
        window.run_steps(3);
        assert_eq!(formula(&mut window), expected);
    }
    solve(&mut window);
    let run = &app(&mut window).model.runs().active().unwrap().run;
    assert_eq!(run.job().title(), "A* · 0.75 × Manhattan");
    assert!(matches!(
        run.report().unwrap().outcome,
        RunOutcome::Solved { optimal: true, .. }
    ));
}

#[test]
fn patterns_are_painted() {
    let mut window = window();
    choose(&mut window, "Heuristic", "Patterns of your own");
    assert_eq!(formula(&mut window), "manhattan", "nothing is chosen yet");
    for label in ["Tile 1: pattern A", "Tile 5: pattern B"] {
        assert!(
            is_there(&window, label),
            "two groups to begin with: {label}"
        );
    }
    press(&mut window, "Clear");
    assert!(is_there(&window, "Tile 1 is in no pattern yet."));
    assert!(is_there(&window, "All tables together: 0 B"));
    let paint = |window: &mut Window, tile: u8| {
        let label = format!("Tile {tile}: no pattern");
        press(window, &label);
    };
    click(&mut window, Role::RadioButton, "Pattern A");
    for tile in [1, 2, 3] {
        paint(&mut window, tile);
    }
    click(&mut window, Role::RadioButton, "Pattern B");
    for tile in [4, 5, 6, 7] {
        paint(&mut window, tile);
    }
    // As long as a tile is left out they cannot be used.
    assert!(is_there(&window, "Tile 8 is in no pattern yet."));
    let button = window.get_by_role_and_label(Role::Button, "Use these patterns");
    assert!(button.accesskit_node().is_disabled());
    paint(&mut window, 8);
    // A second click takes a tile out again.
    press(&mut window, "Tile 8: pattern B");
    paint(&mut window, 8);
    press(&mut window, "Use these patterns");
    assert_eq!(formula(&mut window), "pdb:1,2,3|4,5,6,7,8");
    assert!(is_there(&window, "Admissible, not consistent."));
    solve(&mut window);
    let run = &app(&mut window).model.runs().active().unwrap().run;
    assert!(matches!(
        run.report().unwrap().outcome,
        RunOutcome::Solved { optimal: true, .. }
    ));

    press(&mut window, "Paint the patterns");
    assert!(
        is_there(&window, "Tile 4: pattern B"),
        "the current patterns are shown"
    );
    press(&mut window, "Tile 4: pattern B");
    press(&mut window, "Cancel");
    assert_eq!(formula(&mut window), "pdb:1,2,3|4,5,6,7,8");
}

/// A check box, of each part by itself and of those that are painted.
#[test]
fn the_blank_is_kept() {
    let mut window = window();
    assert!(!is_there(&window, "Keep the blank"), "of databases alone");
    choose(&mut window, "Heuristic", "Pattern databases 4-4");
    assert!(window.query_by_label_contains("Tables of ").is_some());
    click(&mut window, Role::CheckBox, "Keep the blank");
    assert_eq!(formula(&mut window), "keep-blank(pdb-4-4)");
    assert!(is_there(&window, "Admissible and consistent."));
    let list = window.get_by_role_and_label(Role::ComboBox, "Heuristic");
    assert_eq!(list.value().as_deref(), Some("Pattern databases 4-4"));
    solve(&mut window);
    let run = &app(&mut window).model.runs().active().unwrap().run;
    assert_eq!(run.job().title(), "A* · Pattern databases 4-4, blank kept");
    assert!(matches!(
        run.report().unwrap().outcome,
        RunOutcome::Solved { optimal: true, .. }
    ));
    choose(&mut window, "Heuristic", "Maximum of several");
    assert_eq!(formula(&mut window), "max(keep-blank(pdb-4-4), manhattan)");
    click(&mut window, Role::CheckBox, "Keep the blank of part 1");
    assert_eq!(formula(&mut window), "max(pdb-4-4, manhattan)");
    choose(&mut window, "Heuristic", "Manhattan distance");

    choose(&mut window, "Heuristic", "Patterns of your own");
    assert!(is_there(&window, "All tables together: 3.0 KiB"));
    click(&mut window, Role::CheckBox, "Keep the blank");
    assert!(!is_there(&window, "All tables together: 3.0 KiB"));
    press(&mut window, "Use these patterns");
    assert_eq!(formula(&mut window), "keep-blank(pdb:1,2,3,4|5,6,7,8)");
    // Painted anew they keep it still.
    press(&mut window, "Paint the patterns");
    press(&mut window, "Tile 4: pattern A");
    click(&mut window, Role::RadioButton, "Pattern B");
    press(&mut window, "Tile 4: no pattern");
    press(&mut window, "Use these patterns");
    assert_eq!(formula(&mut window), "keep-blank(pdb:1,2,3|4,5,6,7,8)");
    click(&mut window, Role::CheckBox, "Keep the blank");
    assert_eq!(formula(&mut window), "pdb:1,2,3|4,5,6,7,8");
}

/// What the command line gives an engine of databases by `--heuristic`.
#[test]
fn an_engine_takes_databases() {
    let mut window = window();
    choose(&mut window, "Algorithm", "Pattern databases");
    let databases = |window: &mut Window| settings(window).databases.map(|it| it.to_string());
    let list = window.get_by_role_and_label(Role::ComboBox, "Databases");
    assert_eq!(list.value().as_deref(), Some("Its own choice"));
    assert_eq!(databases(&mut window), None);
    choose(&mut window, "Databases", "Pattern databases 4-4");
    assert_eq!(databases(&mut window).as_deref(), Some("pdb-4-4"));
    choose(&mut window, "Databases", "Maximum of several");
    let both = "max(pdb-4-4, pdb:1,2,3,4|5,6,7,8)";
    assert_eq!(databases(&mut window).as_deref(), Some(both));
    press_after_scrolling(&mut window, "Remove part 1");
    click(&mut window, Role::CheckBox, "Keep the blank of part 1");
    let kept = "max(keep-blank(pdb:1,2,3,4|5,6,7,8))";
    assert_eq!(databases(&mut window).as_deref(), Some(kept));
    solve(&mut window);
    let run = &app(&mut window).model.runs().active().unwrap().run;
    let report = run.report().unwrap();
    let method = report.method.as_deref();
    assert_eq!(
        method,
        Some("databases 4-4 with the blank kept, mirrored too")
    );
    assert!(matches!(
        report.outcome,
        RunOutcome::Solved { optimal: true, .. }
    ));

    choose(&mut window, "Databases", "Patterns of your own");
    // A is painted with.
    press(&mut window, "Tile 5: pattern B");
    press(&mut window, "Use these patterns");
    assert_eq!(
        databases(&mut window).as_deref(),
        Some("pdb:1,2,3,4,5|6,7,8")
    );
    // A heuristic that it cannot have is not offered; what is of another board is said.
    window.get_by_role_and_label(Role::ComboBox, "Databases");
    click(&mut window, Role::ComboBox, "Databases");
    for other in [
        "Manhattan distance",
        "Sum of several",
        "Pattern databases 7-8",
    ] {
        let item = window.query_by_role_and_label(Role::ListBoxOption, other);
        assert!(item.is_none(), "{other}");
    }
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    let chosen = settings(&mut window);
    apply(
        &mut window,
        Action::from(Edit::Resize(Size::new(4, 4).unwrap())),
    );
    assert_eq!(databases(&mut window), None);
    apply(&mut window, Action::Settings(chosen.into()));
    assert!(window.query_by_label_contains("leave out tile 9").is_some());
    choose(&mut window, "Databases", "Its own choice");
    assert_eq!(databases(&mut window), None);
    assert!(window.query_by_label_contains("leave out tile 9").is_none());
}

#[test]
fn a_pattern_that_is_too_large_is_refused_in_words() {
    let mut window = window();
    apply(
        &mut window,
        Action::from(Edit::Resize(Size::new(4, 4).unwrap())),
    );
    set_heuristic(
        &mut window,
        "max(manhattan, pdb:1,2,3,4,5,6,7,8,9|10,11,12,13,14,15)",
    );
    press_after_scrolling(&mut window, "Paint the patterns of part 2");
    let refusal = "A database of 9 tiles on 4×4 cells would be too large to build.";
    assert!(is_there(&window, refusal));
    let button = window.get_by_role_and_label(Role::Button, "Use these patterns");
    assert!(button.accesskit_node().is_disabled());
    press(&mut window, "Tile 10: pattern B");
    assert!(is_there(&window, "Tile 10: pattern A"), "A is painted with");
    for tile in [1, 2, 3, 10] {
        press(&mut window, &format!("Tile {tile}: pattern A"));
    }
    click(&mut window, Role::RadioButton, "Pattern C");
    for tile in [1, 2, 3, 10] {
        press(&mut window, &format!("Tile {tile}: no pattern"));
    }
    press(&mut window, "Use these patterns");
    assert_eq!(
        formula(&mut window),
        "max(manhattan, pdb:4,5,6,7,8,9|11,12,13,14,15|1,2,3,10)"
    );
}

#[test]
fn tables_are_built_in_sight_and_stopped() {
    let mut window = window();
    apply(
        &mut window,
        Action::from(Edit::Resize(Size::new(4, 4).unwrap())),
    );
    // Seconds of work, in code that is not optimised.
    set_heuristic(&mut window, "pdb:1,2,3,4,5,6,7,8|9,10,11,12,13,14,15");
    apply(&mut window, Action::Runs(RunsAction::Solve));
    wait(&mut window, "tables to be built", |app| {
        let run = app.model.runs().working().map(|entry| &entry.run);
        run.is_some_and(|run| run.building().is_some_and(|done| done > 0.0))
    });
    assert!(
        window
            .query_by_label_contains("building tables, ")
            .is_some()
    );
    press(&mut window, "Stop");
    // A run that is being stopped works no more, but its report is still to come.
    wait(&mut window, "the report", |app| {
        let run = app.model.runs().active().map(|entry| &entry.run);
        run.is_some_and(|run| run.report().is_some())
    });
    let report = app(&mut window).model.runs().active().unwrap();
    let report = report.run.report().unwrap();
    assert_eq!(report.outcome, RunOutcome::Stopped(StoppedBy::Interrupt));
    assert!(report.while_building);
    assert!(is_there(
        &window,
        "Stopped by the user while building its tables."
    ));
}

#[test]
fn a_heuristic_measures_to_another_board() {
    let mut window = window();
    assert!(settings(&mut window).measure_to.is_none(), "off by default");
    assert!(!is_there(&window, "Board to measure to"));
    choose(&mut window, "Measured to", "spiral");
    let measured = |window: &mut Window| settings(window).measure_to.map(|to| board_line(&to));
    assert_eq!(
        measured(&mut window).as_deref(),
        Some("1 2 3 / 8 _ 4 / 7 6 5")
    );
    assert!(is_there(&window, "Board to measure to"));
    solve(&mut window);
    let run = &app(&mut window).model.runs().active().unwrap().run;
    assert!(matches!(
        run.report().unwrap().outcome,
        RunOutcome::Solved { optimal: false, .. }
    ));

    let mut edited = settings(&mut window);
    edited.measure_to = parse_board("1 2 3 / 8 4 _ / 7 6 5").ok();
    apply(&mut window, Action::Settings(edited.into()));
    let list = window.get_by_role_and_label(Role::ComboBox, "Measured to");
    assert_eq!(list.value().as_deref(), Some("another board"));
    choose(&mut window, "Measured to", "the goal");
    assert_eq!(measured(&mut window), None);

    // What fits no more is given up, also while the algorithm uses no heuristic.
    for (algorithm, size) in [("a-star", 4), ("uniform-cost", 3)] {
        choose_algorithm(&mut window, "a-star");
        choose(&mut window, "Measured to", "another board");
        assert!(measured(&mut window).is_some());
        choose_algorithm(&mut window, algorithm);
        let size = Size::new(size, size).unwrap();
        apply(&mut window, Action::from(Edit::Resize(size)));
        assert_eq!(measured(&mut window), None, "{algorithm}");
    }
}

#[test]
fn tiles_cost_their_number_or_its_inverse() {
    let mut window = window();
    press_after_scrolling(&mut window, "Costs of moves");
    choose(&mut window, "Cost of each tile", "1 / its number");
    let costs = |window: &mut Window| app(window).model.puzzle().unwrap().costs;
    assert_eq!(costs(&mut window).tiles(), TileCosts::Inverse);
    solve(&mut window);
    let run = &app(&mut window).model.runs().active().unwrap().run;
    let RunOutcome::Solved { cost, .. } = run.report().unwrap().outcome else {
        panic!("{:?}", run.report());
    };
    assert!(cost % 840 > 0, "no whole number");
    let label = format!("Cost: {}", format::cost(cost.into(), 840));
    assert!(is_there(&window, &label), "{label}");

    // On boards where they would be too large they are not offered.
    choose(&mut window, "Cost of each tile", "its number");
    apply(
        &mut window,
        Action::from(Edit::Resize(Size::new(5, 5).unwrap())),
    );
    window
        .get_by_role_and_label(Role::ComboBox, "Cost of each tile")
        .scroll_to_me();
    window.run_steps(10);
    click(&mut window, Role::ComboBox, "Cost of each tile");
    assert!(
        window
            .query_by_role_and_label(Role::ListBoxOption, "1 each")
            .is_some()
    );
    let inverse = window.query_by_role_and_label(Role::ListBoxOption, "1 / its number");
    assert!(inverse.is_none());
}

#[test]
fn one_line_says_the_strongest_that_is_known_of_a_heuristic() {
    let mut window = window();
    let check = |window: &mut Window, heuristic: &str, expected: &str| {
        set_heuristic(window, heuristic);
        let is_claim = |text: Option<String>| text.is_some_and(|text| text.contains("dmissible"));
        let claims = window.query_all_by(|it| is_claim(it.label()) || is_claim(it.value()));
        let claims: Vec<_> = claims.map(|it| it.value()).collect();
        assert_eq!(claims, [Some(expected.to_owned())], "{heuristic}");
        let line = window.get_by_label(expected).rect();
        let solve = window.get_by_role_and_label(Role::Button, "Solve").rect();
        assert!(line.bottom() < solve.top(), "{heuristic} is in sight");
    };
    window.set_size(egui::Vec2::new(1280.0, 800.0));
    window.run_steps(8);
    let doubt = "the solution may not be optimal.";
    check(&mut window, "manhattan", "Admissible and consistent.");
    check(&mut window, "pdb-4-4", "Admissible, not consistent.");
    check(&mut window, "nilsson", &format!("Not admissible: {doubt}"));
    for together in ["2*manhattan", "sum(manhattan, misplaced)", "manhattan + 1"] {
        check(
            &mut window,
            together,
            &format!("Not known to be admissible: {doubt}"),
        );
    }
    // Its solutions are not optimal whatever the heuristic.
    choose_algorithm(&mut window, "greedy-best-first");
    check(
        &mut window,
        "nilsson",
        "Not admissible: it may overestimate.",
    );

    choose_algorithm(&mut window, "a-star");
    let mut edited = settings(&mut window);
    edited.measure_to = parse_board("1 2 3 / 8 _ 4 / 7 6 5").ok();
    apply(&mut window, Action::Settings(edited.into()));
    assert!(is_there(
        &window,
        &format!("h is measured to a different goal, so {doubt}")
    ));
}

/// Writes a formula into its field, and confirms it.
fn write_formula(window: &mut Window, text: &str) {
    click(window, Role::TextInput, "Formula");
    type_all(window, text);
    window.key_press(egui::Key::Enter);
    window.run_steps(3);
}

#[test]
fn a_formula_stays_text() {
    let mut window = window();
    choose(&mut window, "Heuristic", "Linear conflict");
    choose(&mut window, "Heuristic", "Formula of your own");
    let field = |window: &Window| {
        let field = window.query_by_role_and_label(Role::TextInput, "Formula");
        field.and_then(|field| field.value())
    };
    assert_eq!(field(&window).as_deref(), Some("linear-conflict"));
    for text in [
        "2*misplaced",
        "max(manhattan, misplaced)",
        "manhattan",
        "dr",
    ] {
        let before = formula(&mut window);
        write_formula(&mut window, text);
        assert_eq!(field(&window).as_deref(), Some(text));
        let list = window.get_by_role_and_label(Role::ComboBox, "Heuristic");
        assert_eq!(list.value().as_deref(), Some("Formula of your own"));
        let expected = if text == "dr" { &before } else { text };
        assert_eq!(formula(&mut window), expected);
    }
    choose(&mut window, "Heuristic", "Manhattan distance");
    assert_eq!(field(&window), None);
}

#[test]
fn the_list_stays_where_it_is_while_one_types() {
    let mut window = window();
    window.set_size(egui::Vec2::new(1280.0, 800.0));
    window.run_steps(8);
    click(&mut window, Role::ComboBox, "Heuristic");
    window.run_steps(4);
    let field = |window: &Window| window.get_by_label("Find in the list of Heuristic").rect();
    let button = window
        .get_by_role_and_label(Role::ComboBox, "Heuristic")
        .rect();
    let before = field(&window);
    assert!(before.bottom() < button.top(), "there is no room below");
    for typed in ["n", "ilss"] {
        window.event(egui::Event::Text(typed.into()));
        window.run_steps(4);
        assert_eq!(field(&window), before);
    }
    let zero = window.query_by_role_and_label(Role::ListBoxOption, "Zero");
    assert!(zero.is_none());
}
