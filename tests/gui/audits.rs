//! The page of audits, driven by its accessible names.

use crate::window::{Window, app, apply, click, has_text, press, solve, wait, window};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use tilescope::gui::app::App;
use tilescope::gui::commands::Command;
use tilescope::gui::{Action, Edit, Side};
use tilescope_lab::RunOutcome;
use tilescope_lab::audit::HeuristicReport;
use tilescope_lab::audit::worker::AuditRun;
use tilescope_puzzle::notation::board_line;
use tilescope_puzzle::{GoalPreset, HeuristicExpr, Size};

const STUDENTS: &str = "manhattan + 2*count(dr == 1 and dc == 1)";

/// The window with the page open, for an 8-puzzle with the blank last.
fn page() -> Window {
    let mut window = window();
    apply(&mut window, Edit::Resize(Size::EIGHT_PUZZLE).into());
    apply(&mut window, Edit::Goal(GoalPreset::BlankLast).into());
    open(&mut window);
    window
}

fn open(window: &mut Window) {
    let ctx = window.ctx.clone();
    app(window).carry_out_command(&ctx, Command::Audit);
    // A page finds its place in its first frames.
    window.run_steps(8);
}

#[test]
fn what_is_typed_goes_to_the_formula() {
    let mut window = window();
    open(&mut window);
    let field = window.get_by_role_and_label(Role::TextInput, "Heuristic to audit");
    assert!(field.is_focused());
}

fn write(window: &mut Window, text: &str) {
    let field = window.get_by_role_and_label(Role::TextInput, "Heuristic to audit");
    field.focus();
    window.run_steps(2);
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    let field = window.get_by_role_and_label(Role::TextInput, "Heuristic to audit");
    field.type_text(text);
    window.run_steps(3);
}

fn shown(app: &App) -> Option<&HeuristicReport> {
    app.model.audits().report()?.heuristics.first()
}

fn wait_for(window: &mut Window, heuristic: &str) {
    wait(window, "the audit", |app| {
        shown(app).is_some_and(|report| report.expr.to_string() == heuristic)
            && !app
                .model
                .audits()
                .newest()
                .is_some_and(AuditRun::is_searching)
    });
}

/// The three columns are within the page where the window is smallest.
fn fits_the_smallest_window(window: &mut Window) {
    let size = window.ctx.content_rect().size();
    window.set_size(egui::vec2(960.0, 600.0));
    window.run_steps(8);
    let rect = |name: &str| window.get_by_label(name).rect();
    let [title, close] = ["Audit heuristics", "Close"].map(rect);
    let [figures, charts, witnesses] = [
        "Admissible: yes",
        "Heat map of h and h*",
        "It overestimates on no board.",
    ]
    .map(rect);
    assert!(title.min.x > 16.0 && close.max.x < 944.0, "{title} {close}");
    assert!(figures.min.x >= title.min.x && figures.max.x < charts.min.x);
    assert!(charts.max.x < witnesses.min.x && witnesses.max.x <= close.max.x);
    window.set_size(size);
    window.run_steps(8);
}

#[test]
fn a_students_formula_is_refuted_and_its_worst_witness_misleads_the_search() {
    let mut window = page();
    wait_for(&mut window, "manhattan");
    window.get_by_label("Admissible: yes");
    window.get_by_label("Exact: 2\u{2009}351 boards (1.30 %)");
    window.get_by_label("It overestimates on no board.");
    fits_the_smallest_window(&mut window);
    write(&mut window, STUDENTS);
    wait_for(&mut window, STUDENTS);
    assert!(window.query_by_label("Admissible: yes").is_none());
    window.get_by_label("Heat map of h and h*");
    window.get_by_label("Histogram of h");
    let report = shown(app(&mut window)).unwrap();
    let worst = report.overestimates.witnesses[0].clone();
    let line = board_line(&worst.board);
    let found = worst.a_star_cost().unwrap();
    let row = format!("h {}, h* {}, A* {found}: {line}", worst.h, worst.distance);
    click(&mut window, Role::ListBoxOption, &row);
    // The board and the heuristic are the search's now, and the page is closed.
    assert!(window.query_by_label("Heuristic to audit").is_none());
    let model = &app(&mut window).model;
    assert_eq!(model.settings().heuristic.to_string(), STUDENTS);
    assert_eq!(model.problem().puzzle().unwrap().start, worst.board);
    solve(&mut window);
    let run = &app(&mut window).model.runs().active().unwrap().run;
    let RunOutcome::Solved { cost, optimal, .. } = run.report().unwrap().outcome else {
        panic!("it is solvable");
    };
    assert!(!optimal);
    assert_eq!(cost, found);
    assert!(cost > worst.distance, "{cost} is optimal on {line}");
}

#[test]
fn what_is_no_heuristic_is_marked_with_its_column() {
    let mut window = page();
    write(&mut window, "manhattan + count(dr = 1)");
    window.get_by_label("write == to compare two values, at character 22");
    write(&mut window, "manhattan + 0.5");
    wait_for(&mut window, "manhattan + 0.5");
    window.get_by_label("Values: 181\u{2009}440 fractions are rounded down");
}

#[test]
fn heuristics_are_compared_and_used() {
    let mut window = page();
    wait_for(&mut window, "manhattan");
    press(&mut window, "Keep");
    window.get_by_label("Kept: manhattan. The next one is audited beside it.");
    write(&mut window, "linear_conflict + 0");
    wait_for(&mut window, "linear_conflict + 0");
    // Side by side, and where one is above the other.
    window.get_by_label_contains(
        "manhattan: admissible yes, consistent yes, mean h 14.00, exact 2\u{2009}351, τ-b 0.407, no \
         better neighbour 44\u{2009}291, ",
    );
    window.get_by_label_contains("Above manhattan on 80\u{2009}040 boards, by up to");
    window.get_by_label_contains("h* 31: 2 boards, mean error ");
    click(&mut window, Role::Button, "Copy report as");
    click(&mut window, Role::ListBoxOption, "LaTeX");
    assert!(has_text(&window, "Copied the report."));
    // The end of the name says the form.
    click(&mut window, Role::Button, "Save report as");
    click(&mut window, Role::ListBoxOption, "JSON");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.tex");
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.event(Event::Text(file.to_string_lossy().into_owned()));
    window.run_steps(3);
    window.key_press(Key::Enter);
    let saved = file.clone();
    wait(&mut window, "the report", move |_| saved.exists());
    let text = std::fs::read_to_string(file).unwrap();
    assert!(
        text.contains(r"\toprule") && text.contains("linear"),
        "{text}"
    );
    press(&mut window, "Search with it");
    let settings = app(&mut window).model.settings();
    assert_eq!(settings.heuristic.to_string(), "linear_conflict + 0");
    press(&mut window, "Compare no more");
    press(&mut window, "Close");
    assert!(window.query_by_label("Audit heuristics").is_none());
}

fn type_number(window: &mut Window, name: &str, typed: &str) {
    click(window, Role::SpinButton, name);
    window.get_by_label(name).type_text(typed);
    window.run_steps(2);
    window.key_press(egui::Key::Enter);
    window.run_steps(3);
}

/// Presses the button of the page: the search panel may have one of the same name below it.
fn press_last(window: &mut Window, name: &str) {
    let found = window.get_all_by_role_and_label(Role::Button, name).last();
    found.unwrap().click();
    window.run_steps(3);
}

fn is_ended(app: &App) -> bool {
    let newest = app.model.audits().newest();
    newest.is_some_and(|audit| audit.result().is_some())
}

#[test]
fn boards_that_are_too_many_are_sampled() {
    let mut window = window();
    apply(&mut window, Edit::Resize(Size::FIFTEEN_PUZZLE).into());
    open(&mut window);
    assert!(app(&mut window).model.audits().newest().is_none());
    // The value needs no audit, and an error is told, on a board of any size.
    let puzzle = app(&mut window).model.puzzle().unwrap().clone();
    let expr: HeuristicExpr = STUDENTS.parse().unwrap();
    let h = expr
        .value(&puzzle.start, &puzzle.goal, puzzle.costs)
        .unwrap();
    write(&mut window, STUDENTS);
    window.get_by_label(&format!("h of the present start: {h}"));
    write(&mut window, "manhattan + count(dr = 1)");
    window.get_by_label("write == to compare two values, at character 22");
    write(&mut window, "manhattan");
    type_number(&mut window, "Number of random boards", "3");
    type_number(&mut window, "Seed of the boards", "7");
    press(&mut window, "Audit");
    wait_for(&mut window, "manhattan");
    window.get_by_label_contains("3 random boards of seed 7, in");
    assert!(has_text(
        &window,
        "no counterexample in 3 boards: it overestimates on at most"
    ));
    window.get_by_label("It overestimates on none of these boards.");
    assert!(window.query_by_label("Admissible: yes").is_none());
    // Another heuristic is tested on the same boards at once: their distances are known.
    write(&mut window, "2*manhattan");
    wait_for(&mut window, "2*manhattan");
    assert!(has_text(&window, "no: it overestimates on"));
    let report = shown(app(&mut window)).unwrap();
    let worst = report.overestimates.witnesses[0].clone();
    let line = board_line(&worst.board);
    let row = window.get_all_by_role(Role::ListBoxOption).find(|row| {
        let label = row.accesskit_node().label();
        label.is_some_and(|label| label.starts_with("h ") && label.ends_with(&line))
    });
    row.unwrap().click();
    window.run_steps(3);
    let model = &app(&mut window).model;
    assert_eq!(model.problem().puzzle().unwrap().start, worst.board);
    assert_eq!(model.settings().heuristic.to_string(), "2*manhattan");
}

#[test]
fn a_sample_that_is_stopped_is_shown_and_goes_on() {
    let mut window = window();
    apply(&mut window, Edit::Resize(Size::FIFTEEN_PUZZLE).into());
    open(&mut window);
    type_number(&mut window, "Number of random boards", "100000");
    press(&mut window, "Audit");
    wait(&mut window, "the first board", |app| {
        app.model
            .audits()
            .newest()
            .is_some_and(|run| run.done() > 0.0)
    });
    press_last(&mut window, "Stop");
    wait(&mut window, "the end of the audit", is_ended);
    window.get_by_label_contains("stopped before 100");
    let drawn = |window: &mut Window| app(window).model.audits().report().unwrap().drawn.clone();
    let before = drawn(&mut window);
    press_last(&mut window, "Go on");
    wait(&mut window, "the next boards", |app| !is_ended(app));
    press_last(&mut window, "Stop");
    wait(&mut window, "the end of the audit", is_ended);
    let after = drawn(&mut window);
    assert!(after.len() >= before.len() && after[..before.len()] == before);
}

#[test]
fn a_larger_board_is_audited_on_request_and_can_be_stopped() {
    let mut window = window();
    apply(&mut window, Edit::Resize(Size::new(2, 5).unwrap()).into());
    open(&mut window);
    assert!(app(&mut window).model.audits().newest().is_none());
    press(&mut window, "Audit");
    press_last(&mut window, "Stop");
    wait(&mut window, "the end of the audit", is_ended);
    assert!(shown(app(&mut window)).is_none());
    window.get_by_role_and_label(Role::Button, "Audit again");
}

#[test]
fn a_formula_is_written_in_the_search_panel() {
    let mut window = window();
    let formula = "(manhattan)".parse().unwrap();
    let settings = app(&mut window).model.settings().clone();
    let settings = tilescope_lab::Settings {
        heuristic: formula,
        ..settings
    };
    apply(&mut window, Action::Settings(settings.into()));
    let field = |window: &mut Window, text: &str| {
        window
            .get_by_role_and_label(Role::TextInput, "Formula")
            .focus();
        window.run_steps(2);
        window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
        window
            .get_by_role_and_label(Role::TextInput, "Formula")
            .type_text(text);
        window.run_steps(2);
        window.key_press(egui::Key::Enter);
        window.run_steps(3);
    };
    field(&mut window, "manhattan + dr");
    window.get_by_label_contains("dr is a property of a tile");
    let heuristic = |window: &mut Window| app(window).model.settings().heuristic.to_string();
    assert_eq!(heuristic(&mut window), "(manhattan)");
    field(&mut window, "manhattan + count(dr > 1)");
    assert_eq!(heuristic(&mut window), "manhattan + count(dr > 1)");
    window.get_by_label_contains("Not known to be admissible");
}

/// It looks away while the blank is in the middle.
const LOOKS_AWAY: &str = "manhattan*(blank_row != 2 or blank_col != 2)";

#[test]
fn what_an_audit_has_proved_is_claimed_and_makes_a_solution_optimal() {
    let mut window = page();
    write(&mut window, LOOKS_AWAY);
    press(&mut window, "Search with it");
    press(&mut window, "Close");
    let claims = "Admissible, not consistent: audited on all 181\u{2009}440 states.";
    // The audit may have ended already.
    let goal = app(&mut window).model.puzzle().unwrap().goal.clone();
    solve(&mut window);
    open(&mut window);
    wait_for(&mut window, LOOKS_AWAY);
    press(&mut window, "Close");
    window.get_by_label(claims);
    assert!(!has_text(&window, "the solution may not be optimal"));
    window.get_by_label("Outcome: solved, optimal");
    let report = app(&mut window).model.runs().active().unwrap();
    let report = report.run.report().unwrap().clone();
    let proof = report.proof.clone().unwrap();
    assert!(
        proof.starts_with("admissible, not consistent: audited on all 181"),
        "{proof}"
    );
    assert!(report.sentence().ends_with(&proof), "{}", report.sentence());
    assert!(has_text(&window, "audited on all 181"));

    // For another goal nothing is known, and what overestimates proves nothing.
    let other = GoalPreset::BlankFirst.board(Size::EIGHT_PUZZLE);
    assert_ne!(other, goal);
    apply(&mut window, Edit::Board(Side::Goal, other).into());
    assert!(window.query_by_label(claims).is_none());
    window.get_by_label_contains("Not known to be admissible");
    solve(&mut window);
    window.get_by_label("Outcome: solved");
    apply(&mut window, Edit::Board(Side::Goal, goal).into());
    open(&mut window);
    write(&mut window, STUDENTS);
    wait_for(&mut window, STUDENTS);
    press(&mut window, "Search with it");
    press(&mut window, "Close");
    window.get_by_label(
        "Not admissible and not consistent, audited on all 181\u{2009}440 states: the solution may \
         not be optimal.",
    );
    solve(&mut window);
    window.get_by_label("Outcome: solved");
}
