//! The user's own heuristics: named, kept in a file, and listed among the others.

use crate::window::{Window, app, apply, click, has_text, press, solve, wait, window};
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use std::fs;
use std::path::Path;
use tilescope::gui::Edit;
use tilescope::gui::commands::Command;
use tilescope::gui::own_heuristics::OwnHeuristicsAction;
use tilescope_lab::RunOutcome;
use tilescope_lab::audit::admissibility::AStar;
use tilescope_lab::own_heuristics::{Change, OwnHeuristic};
use tilescope_puzzle::Size;
use tilescope_puzzle::notation::board_line;

const FORMULA: &str = "manhattan + 2*count(dr == 1 and dc == 1)";

fn open(window: &mut Window, command: Command) {
    let ctx = window.ctx.clone();
    app(window).carry_out_command(&ctx, command);
    window.run_steps(8);
}

/// Replaces the text of a field of the page.
fn write(window: &mut Window, field: &str, text: &str) {
    window.get_by_role_and_label(Role::TextInput, field).focus();
    window.run_steps(2);
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    window
        .get_by_role_and_label(Role::TextInput, field)
        .type_text(text);
    window.run_steps(3);
}

fn saved(window: &mut Window) -> Vec<(String, String)> {
    let list = app(window).model.own_heuristics().list();
    let saved = list
        .iter()
        .map(|own| (own.name.clone(), own.expr.to_string()));
    saved.collect()
}

fn keep_in(window: &mut Window, path: &Path) {
    apply(window, OwnHeuristicsAction::KeepIn(path.to_owned()).into());
}

fn wait_for_changes(window: &mut Window, n: u64) {
    wait(window, "the change", |app| {
        app.model.own_heuristics().n_changes() == n
    });
}

/// Until what is written was audited, and A* has searched the witnesses.
fn wait_for_audit(window: &mut Window) {
    window.run_steps(3);
    wait(window, "the audit", |app| {
        let newest = app.model.audits().newest();
        newest.is_some_and(|run| run.result().is_some() && !run.is_searching())
    });
}

fn heuristic(window: &mut Window) -> String {
    app(window).model.settings().heuristic.to_string()
}

fn save(name: &str, expr: &str) -> OwnHeuristicsAction {
    let heuristic = OwnHeuristic {
        name: name.into(),
        comment: String::new(),
        expr: expr.parse().unwrap(),
    };
    let change = Change::Save {
        heuristic,
        replaces: None,
    };
    OwnHeuristicsAction::Change(change.into())
}

#[test]
fn a_formula_is_saved_from_the_audit_and_chosen_in_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("heuristics.json");
    let mut window = window();
    keep_in(&mut window, &path);
    open(&mut window, Command::Audit);
    write(&mut window, "Heuristic to audit", FORMULA);
    press(&mut window, "Save as…");
    window.run_steps(8);
    window.get_by_label("Your heuristics");
    wait_for_audit(&mut window);
    // A name that means something else is refused while it is typed.
    write(&mut window, "Name", "manhattan");
    window.get_by_label("The name manhattan means something else in expressions.");
    let button = window.get_by_role_and_label(Role::Button, "Save");
    assert!(button.accesskit_node().is_disabled());
    write(&mut window, "Name", "diagonal");
    write(&mut window, "Comment", "A student's idea");
    press(&mut window, "Save");
    wait_for_changes(&mut window, 1);
    assert_eq!(saved(&mut window), [("diagonal".into(), FORMULA.into())]);
    assert!(fs::read_to_string(&path).unwrap().contains(FORMULA));
    window.get_by_role_and_label(
        Role::ListBoxOption,
        &format!("diagonal: {FORMULA}, not admissible"),
    );

    // It is edited and renamed in the same form.
    write(&mut window, "Name", "slanted");
    write(&mut window, "Expression", "diagonal + 1");
    wait_for_audit(&mut window);
    press(&mut window, "Save");
    wait_for_changes(&mut window, 2);
    let expanded = format!("(({FORMULA})) + 1");
    assert_eq!(saved(&mut window), [("slanted".into(), expanded.clone())]);
    press(&mut window, "Close");

    // The selector of the search has it, with its comment.
    click(&mut window, Role::ComboBox, "Heuristic");
    window
        .get_by_role_and_label(Role::ListBoxOption, "slanted")
        .scroll_to_me();
    window.run_steps(30);
    click(&mut window, Role::ListBoxOption, "slanted");
    assert_eq!(heuristic(&mut window), expanded);
    let chosen = window.get_by_role_and_label(Role::ComboBox, "Heuristic");
    assert_eq!(chosen.accesskit_node().value().as_deref(), Some("slanted"));
    // The settings have the expression, and are those of other users' windows too.
    let job = app(&mut window).model.next_job();
    assert_eq!(job.heuristic().as_deref(), Some(expanded.as_str()));

    open(&mut window, Command::OwnHeuristics);
    click(
        &mut window,
        Role::ListBoxOption,
        &format!("slanted: {expanded}, not admissible"),
    );
    press(&mut window, "Delete");
    wait_for_changes(&mut window, 3);
    assert!(saved(&mut window).is_empty());
    assert!(!fs::read_to_string(&path).unwrap().contains("slanted"));
}

#[test]
fn what_is_written_is_audited_below_and_its_worst_witness_misleads_a_star() {
    let mut window = window();
    apply(&mut window, Edit::Resize(Size::EIGHT_PUZZLE).into());
    open(&mut window, Command::OwnHeuristics);
    write(&mut window, "Expression", "manhattan + 2*count(");
    window.get_by_label("dr: how many rows it is from its goal row");
    write(&mut window, "Expression", FORMULA);
    wait_for_audit(&mut window);
    window.get_by_label_contains("Not admissible and not consistent");
    let report = app(&mut window).model.audits().report().unwrap();
    let worst = report.heuristics[0].overestimates.witnesses[0].clone();
    let AStar::Found(found) = worst.a_star else {
        panic!("A* has a solution: {worst:?}");
    };
    assert!(found > worst.distance, "{worst:?}");
    let (h, distance, line) = (worst.h, worst.distance, board_line(&worst.board));
    let row = format!("h {h}, h* {distance}, A* {found}: {line}");
    click(&mut window, Role::ListBoxOption, &row);
    // The page has made way for the board, which A* solves at the cost that was foretold.
    assert!(!has_text(&window, "Your heuristics"));
    assert_eq!(heuristic(&mut window), FORMULA);
    assert_eq!(app(&mut window).model.puzzle().unwrap().start, worst.board);
    solve(&mut window);
    let run = &app(&mut window).model.runs().active().unwrap().run;
    let RunOutcome::Solved { cost, .. } = run.report().unwrap().outcome else {
        panic!("a solution");
    };
    assert_eq!(cost, found);
}

#[test]
fn a_large_board_is_audited_on_demand() {
    let mut window = window();
    apply(&mut window, Edit::Resize(Size::FIFTEEN_PUZZLE).into());
    open(&mut window, Command::OwnHeuristics);
    write(&mut window, "Expression", FORMULA);
    window.get_by_label_contains("on boards of up to 9 cells");
    assert!(app(&mut window).model.audits().newest().is_none());
}

#[test]
fn names_stand_in_what_is_typed_and_in_the_palette() {
    let mut window = window();
    apply(&mut window, save("raised", "manhattan + 1").into());
    open(&mut window, Command::Audit);
    write(&mut window, "Heuristic to audit", "max(raised, misplaced)");
    press(&mut window, "Search with it");
    assert_eq!(heuristic(&mut window), "max(((manhattan + 1)), misplaced)");
    press(&mut window, "Close");
    open(&mut window, Command::Palette);
    let field = window.get_by_role_and_label(Role::TextInput, "Search commands");
    field.type_text("raised");
    window.run_steps(3);
    press(&mut window, "raised");
    assert_eq!(heuristic(&mut window), "manhattan + 1");
}

#[test]
fn one_that_does_not_fit_the_puzzle_is_marked() {
    let mut window = window();
    apply(&mut window, Edit::Resize(Size::EIGHT_PUZZLE).into());
    apply(
        &mut window,
        save("tables", "max(manhattan, pdb-7-8)").into(),
    );
    click(&mut window, Role::ComboBox, "Heuristic");
    let item = window.get_by_role_and_label(Role::ListBoxOption, "tables");
    let reason = item.accesskit_node().description();
    assert!(reason.is_some_and(|it| it.contains("15 tiles")));
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    open(&mut window, Command::OwnHeuristics);
    click(
        &mut window,
        Role::ListBoxOption,
        "tables: max(manhattan, pdb-7-8), admissible",
    );
    window.get_by_label_contains("Not for the present puzzle.");
}

#[test]
fn windows_share_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("heuristics.json");
    let (mut first, mut second) = (window(), window());
    keep_in(&mut first, &path);
    keep_in(&mut second, &path);
    apply(&mut first, save("one", "manhattan + 1").into());
    wait_for_changes(&mut first, 1);
    apply(&mut second, save("two", "manhattan + 2").into());
    wait_for_changes(&mut second, 1);
    // The second sees both; the first does when it is looked at again.
    assert_eq!(saved(&mut second).len(), 2);
    assert_eq!(saved(&mut first).len(), 1);
    apply(&mut first, OwnHeuristicsAction::Reload.into());
    wait(&mut first, "the other's", |app| {
        app.model.own_heuristics().list().len() == 2
    });
    // What the other has used in the meantime is told, and nothing is lost.
    apply(&mut second, save("three", "zero").into());
    wait_for_changes(&mut second, 2);
    apply(&mut first, save("three", "misplaced").into());
    wait(&mut first, "the refusal", |app| {
        app.model.own_heuristics().error().is_some()
    });
    let error = app(&mut first)
        .model
        .own_heuristics()
        .error()
        .unwrap()
        .to_owned();
    assert_eq!(error, "There is a heuristic three of your own already.");

    fs::write(&path, "{\"format\": 3").unwrap();
    apply(&mut first, OwnHeuristicsAction::Reload.into());
    wait(&mut first, "the damage", |app| {
        app.model.own_heuristics().list().is_empty()
    });
    assert!(
        has_text(&first, "The damaged file is kept as")
            || has_text(&first, "the damaged file is kept as")
    );
    assert!(folder.path().join("heuristics.damaged-1.json").exists());
}
