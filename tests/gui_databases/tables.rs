//! The jobs of tables, driven by its accessible names.

use crate::window::{Window, app, apply, click, press, wait, window};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use std::path::Path;
use tilescope::gui::app::App;
use tilescope::gui::commands::Command;
use tilescope::gui::session::Session;
use tilescope::gui::tables::TablesAction;
use tilescope::gui::{Action, Edit};
use tilescope_lab::cache::Cache;
use tilescope_puzzle::heuristics::required_patterns;
use tilescope_puzzle::pattern_database::Pattern;
use tilescope_puzzle::{Costs, GoalPreset, Size};

/// The window with tables kept in `folder`, a 3×4 puzzle, and the page open.
fn page(folder: &Path) -> Window {
    let mut window = window();
    apply(&mut window, keep_in(folder));
    apply(
        &mut window,
        Action::from(Edit::Resize(Size::new(3, 4).unwrap())),
    );
    open(&mut window);
    window
}

fn keep_in(folder: &Path) -> Action {
    Action::Tables(TablesAction::KeepIn(folder.to_owned()))
}

fn open(window: &mut Window) {
    let ctx = window.ctx.clone();
    app(window).carry_out_command(&ctx, Command::Tables);
    // A page finds its place in its first frames.
    window.run_steps(8);
    wait(window, "the list", |app| app.model.tables().is_listed());
}

/// The three groups that the page begins with on 3×4.
fn patterns() -> Vec<Pattern> {
    let goal = GoalPreset::BlankLast.board(Size::new(3, 4).unwrap());
    let partition = [vec![1, 2, 3, 4], vec![5, 6, 7, 8], vec![9, 10, 11]];
    required_patterns(&goal, Costs::UNIT, &partition.into()).unwrap()
}

fn on_disk(folder: &Path) -> Vec<Pattern> {
    let kept = Cache::at(folder.to_owned()).list();
    kept.into_iter().map(|kept| kept.pattern).collect()
}

/// Builds what is painted, and waits until that is listed.
fn build(window: &mut Window) {
    press(window, "Build");
    wait(window, "the tables", |app| !app.model.tables().is_at_work());
    window.run_steps(8);
}

/// What the labels say.
fn labels(window: &Window) -> Vec<String> {
    let all = window.query_all_by_role(Role::Label);
    let text = all.map(|node| {
        let node = node.accesskit_node();
        node.value().or(node.label()).unwrap_or_default()
    });
    text.collect()
}

fn begin_with_7_8(window: &mut Window) {
    let row = {
        let rows = window.query_all_by_role(Role::ListBoxOption);
        let mut rows = rows.filter_map(|node| node.accesskit_node().label());
        rows.find(|label| label.starts_with("4 × 4: 7-8, 274.9 MiB, about"))
    };
    click(window, Role::ListBoxOption, &row.unwrap());
}

fn is_there(window: &Window, label: &str) -> bool {
    window.query_by_label(label).is_some()
}

const FIRST: &str = "3 × 4: tiles 1 2 3 4";

/// A table belongs to all symmetric patterns. Its row names the tiles that were painted.
#[test]
fn a_table_has_the_name_of_the_painted_tiles() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    apply(&mut window, keep_in(folder.path()));
    // Tables of this size stand below those that other tests click.
    let goal = GoalPreset::BlankLast.board(Size::new(4, 4).unwrap());
    let partition = [
        vec![1, 2, 5, 9],
        vec![3, 4, 7, 8],
        vec![6, 10, 11, 14],
        vec![12, 13, 15],
    ];
    let paint = TablesAction::Paint(goal.clone(), partition.into());
    apply(&mut window, Action::Tables(paint));
    open(&mut window);
    build(&mut window);
    let is_listed = |window: &Window| {
        let rows = window.query_all_by_role(Role::ListBoxOption);
        let mut names = rows.filter_map(|node| node.accesskit_node().label());
        names.any(|name| {
            name.starts_with("4 × 4: tiles 1 2 5 9, ") && name.ends_with(", also for 1 2 3 5")
        })
    };
    assert!(is_listed(&window));
    // Also when others are painted.
    let others = [
        vec![1, 2, 3, 4],
        vec![5, 6, 7, 8],
        vec![9, 10, 11, 12],
        vec![13, 14, 15],
    ];
    let paint = TablesAction::Paint(goal, others.into());
    apply(&mut window, Action::Tables(paint));
    window.run_steps(8);
    assert!(is_listed(&window));
}

/// With the blank kept: other tables, larger ones, beside those without; and another heuristic.
#[test]
fn tables_that_keep_the_blank_are_built_beside_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = page(folder.path());
    build(&mut window);
    click(&mut window, Role::CheckBox, "Keep the blank");
    assert!(is_there(&window, "Tables: 3"), "{:?}", labels(&window));
    assert!(!is_there(&window, "All tables together: 12.3 KiB"));
    build(&mut window);
    let there = on_disk(folder.path());
    let n_kept = there.iter().filter(|pattern| pattern.keeps_blank()).count();
    assert_eq!((there.len(), n_kept), (6, 3));
    // A row shows it again as it is, in one step that is taken back.
    let row = {
        let rows = window.query_all_by_role(Role::ListBoxOption);
        let mut rows = rows.filter_map(|node| node.accesskit_node().label());
        rows.find(|label| label.starts_with(&format!("{FIRST},")) && !label.contains("blank kept"))
    };
    click(&mut window, Role::ListBoxOption, &row.unwrap());
    let keeps = |window: &Window| {
        let check_box = window.get_by_role_and_label(Role::CheckBox, "Keep the blank");
        check_box.accesskit_node().toggled() == Some(egui::accesskit::Toggled::True)
    };
    assert!(!keeps(&window));
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.run_steps(3);
    assert!(keeps(&window));
    press(&mut window, "Use in the search");
    let heuristic = app(&mut window).model.settings().heuristic.to_string();
    assert_eq!(heuristic, "keep-blank(pdb:1,2,3,4|5,6,7,8|9,10,11)");
}

/// The sizes in the list are those of the tables that would be built.
#[test]
fn rows_to_begin_with_follow_the_blank() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = page(folder.path());
    let row = |window: &Window, title: &str| {
        let rows = window.query_all_by_role(Role::ListBoxOption);
        let mut rows = rows.filter_map(|node| node.accesskit_node().label());
        rows.find(|label| label.starts_with(title)).unwrap()
    };
    let groups = "3 × 4: groups of up to five, ";
    let without = row(&window, groups);
    // Small ones are built in a moment, if no other test has left them in memory.
    assert!(without.starts_with(&format!("{groups}12.3 KiB, ")));
    let large = row(&window, "4 × 4: 7-8, ");
    click(&mut window, Role::CheckBox, "Keep the blank");
    let kept = row(&window, groups);
    assert_ne!(kept, without);
    let (size, _) = kept.trim_start_matches(groups).split_once(", ").unwrap();
    // The painter has added up its own.
    window.get_by_label(&format!("All tables together: {size}"));
    assert_ne!(row(&window, "4 × 4: 7-8, "), large);
    click(&mut window, Role::CheckBox, "Keep the blank");
    assert!(row(&window, groups).starts_with(&format!("{groups}12.3 KiB, ")));

    // What is on disk is what is meant.
    build(&mut window);
    assert!(row(&window, groups).ends_with(", on disk"));
    click(&mut window, Role::CheckBox, "Keep the blank");
    assert!(row(&window, groups).starts_with(&format!("{groups}{size}, ")));
}

/// What is painted is there again in the next window, finished or not.
#[test]
fn painted_patterns_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = page(folder.path());
    click(&mut window, Role::CheckBox, "Keep the blank");
    press(&mut window, "Tile 7: pattern B");
    press(&mut window, "Tile 2: pattern A");
    press(&mut window, "Close");
    let session = Session::new(&app(&mut window).model.session());
    let text = serde_json::to_string(&session).unwrap();

    let mut next = crate::window::window();
    apply(&mut next, keep_in(folder.path()));
    let session: Session = serde_json::from_str(&text).unwrap();
    apply(&mut next, Action::Restore(session.into()));
    open(&mut next);
    for label in [
        "Tile 1: pattern A",
        "Tile 2: no pattern",
        "Tile 7: pattern A",
        "Tile 9: pattern C",
        "Tile 2 is in no pattern yet.",
    ] {
        assert!(is_there(&next, label), "{label} in {:?}", labels(&next));
    }
    let check_box = next.get_by_role_and_label(Role::CheckBox, "Keep the blank");
    let toggled = check_box.accesskit_node().toggled();
    assert_eq!(toggled, Some(egui::accesskit::Toggled::True));
    // Nonsense in the file is as good as nothing.
    let session: Session = serde_json::from_str(&text.replace("1 2 3 4", "1 1 1 1")).unwrap();
    apply(&mut next, Action::Restore(session.into()));
}

#[test]
fn painted_patterns_are_built_listed_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = page(folder.path());
    for label in [
        "Tile 1: pattern A",
        "Tile 8: pattern B",
        "Tile 9: pattern C",
        "Tables: 3",
        "All tables together: 12.3 KiB",
    ] {
        assert!(is_there(&window, label), "{label} in {:?}", labels(&window));
    }
    build(&mut window);
    assert_eq!(on_disk(folder.path()), patterns());
    let row = format!("{FIRST}, 5.8 KiB, on disk and in memory");
    window.get_by_role_and_label(Role::ListBoxOption, &row);
    window.get_by_label("All of them are there: searches take them from disk.");
    window.get_by_label("Tables: 3, all on disk already");
    window.get_by_label("Time to load them: less than a second");
    window.get_by_label("States to search: none");

    // Not before it is confirmed.
    press(&mut window, &format!("Delete {FIRST}"));
    press(&mut window, "Keep");
    assert_eq!(on_disk(folder.path()), patterns());
    press(&mut window, &format!("Delete {FIRST}"));
    press(&mut window, "Delete");
    wait(&mut window, "the table to go", |_| {
        on_disk(folder.path()).len() == 2
    });
    wait(&mut window, "the list to tell", |app| {
        app.model
            .tables()
            .there()
            .iter()
            .filter(|it| it.is_on_disk)
            .count()
            == 2
    });
    assert!(!is_there(&window, &row));
    window.get_by_label("Tables: 3, 2 on disk already");
}

#[test]
fn painted_patterns_are_restored_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = page(folder.path());
    press(&mut window, "Tile 5: pattern B");
    window.get_by_label("Tile 5: pattern A");
    press(&mut window, "Clear");
    let why = "Every tile has to be in one pattern, and no pattern may be too large.";
    window.get_by_label(why);
    let builds = window.get_by_role_and_label(Role::Button, "Build");
    builds.click();
    window.run_steps(3);
    assert!(app(&mut window).model.tables().building().is_none());
    for _ in 0..2 {
        window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Z);
        window.run_steps(3);
    }
    window.get_by_label("Tile 5: pattern B");
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Y);
    window.run_steps(3);
    window.get_by_label("Tile 5: pattern A");
    // The puzzle's own changes are not what was taken back.
    assert_eq!(
        app(&mut window).model.puzzle().unwrap().size().n_cells(),
        12
    );

    press(&mut window, "Use in the search");
    assert!(
        !is_there(&window, "Use in the search"),
        "the page is closed"
    );
    let heuristic = app(&mut window).model.settings().heuristic.to_string();
    assert_eq!(heuristic, "pdb:1,2,3,4,5|6,7,8|9,10,11");
    window.get_by_label_contains("; building takes less than a second and ");
}

#[test]
fn building_goes_on_without_the_page_and_is_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = page(folder.path());
    begin_with_7_8(&mut window);
    press(&mut window, "Build");
    press(&mut window, "Close");
    assert!(app(&mut window).model.tables().building().is_some());
    open(&mut window);
    press(&mut window, "Cancel");
    wait(&mut window, "the building to end", |app| {
        app.model.tables().building().is_none()
    });
    assert!(on_disk(folder.path()).is_empty());
    assert!(app(&mut window).model.tables().trouble().is_none());
}

#[test]
fn failures_are_reported_in_sentences() {
    let folder = tempfile::tempdir().unwrap();
    // Where a file is, no folder can be made.
    let file = folder.path().join("file");
    std::fs::write(&file, "no folder").unwrap();
    let mut window = page(&file);
    build(&mut window);
    let trouble = app(&mut window)
        .model
        .tables()
        .trouble()
        .unwrap()
        .to_owned();
    assert!(
        trouble.starts_with("The tables could not be saved: "),
        "{trouble}"
    );
    assert!(
        trouble.ends_with("set TILESCOPE_CACHE to use another folder."),
        "{trouble}"
    );
    assert!(window.query_all_by_label(&trouble).count() > 0);

    // Too little memory is known beforehand.
    let mut settings = app(&mut window).model.settings().clone();
    settings.limits.memory = Some(1 << 28);
    apply(&mut window, Action::Settings(settings.into()));
    apply(&mut window, keep_in(folder.path()));
    let said = |window: &Window| {
        let beginning = "There is not enough memory: it takes ";
        labels(window)
            .iter()
            .any(|text| text.starts_with(beginning))
    };
    assert!(!said(&window));
    begin_with_7_8(&mut window);
    assert!(said(&window), "{:?}", labels(&window));
}

#[test]
fn damage_is_found_said_and_mended() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = page(folder.path());
    build(&mut window);
    let path = Cache::at(folder.path().to_owned()).path(&patterns()[0]);
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, bytes).unwrap();
    press(&mut window, "Check files");
    let damaged = |app: &App| {
        let tables = app.model.tables().there().iter();
        tables.filter(|table| table.damage.is_some()).count()
    };
    wait(&mut window, "the damage to be found", |app| {
        damaged(app) == 1
    });
    window.get_by_label("Tables: 3, 2 on disk already");
    build(&mut window);
    wait(&mut window, "the damage to be mended", |app| {
        damaged(app) == 0
    });
    window.get_by_label("Tables: 3, all on disk already");
}

#[test]
fn the_painter_of_a_heuristic_leads_here() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    apply(&mut window, keep_in(folder.path()));
    let patterns = "pdb:1,2,3|4,5,6,7,8".parse().unwrap();
    let mut settings = app(&mut window).model.settings().clone();
    settings.heuristic = patterns;
    apply(&mut window, Action::Settings(settings.into()));
    press(&mut window, "Paint the patterns");
    window.run_steps(8);
    press(&mut window, "Build beforehand…");
    window.run_steps(8);
    window.get_by_label("Pattern databases");
    window.get_by_label("Tile 4: pattern B");
    window.get_by_label("Tables: 2");
}

#[test]
fn unfinished_files_are_listed_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let name = ".4x4-blank-0-tiles-3-6-7-10-11-14-15.tables.a1B2c3";
    let left = folder.path().join(name);
    std::fs::write(&left, vec![0; 3 << 20]).unwrap();
    let mut window = page(folder.path());
    let is_listed = |app: &App| app.model.tables().unfinished().is_some();
    wait(&mut window, "the unfinished file", is_listed);
    window.run_steps(3);
    assert!(is_there(&window, "1 unfinished file, 3.0 MiB"));
    press(&mut window, "Delete unfinished");
    wait(&mut window, "the file to go", |app| !is_listed(app));
    assert!(!left.exists());
}

#[test]
fn tiles_are_painted_by_keys() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = page(folder.path());
    click(&mut window, Role::RadioButton, "Pattern B");
    window.get_by_label("Tile 1: pattern A").focus();
    window.run_steps(3);
    for key in [Key::Space, Key::ArrowRight, Key::Space] {
        window.key_press(key);
        window.run_steps(3);
    }
    assert!(is_there(&window, "Tile 1: pattern B"));
    assert!(is_there(&window, "Tile 2: pattern B"));
    assert!(window.get_by_label("Tile 2: pattern B").is_focused());
    // Tab leaves the board.
    window.key_press(Key::Tab);
    window.run_steps(3);
    assert!(!window.get_by_label("Tile 3: pattern A").is_focused());
}
