//! What is pressed or typed moves nothing else, and nothing covers what stands beside it.

use crate::collections::two;
use crate::focus::{focus_second_of_korf, key, keys};
use crate::window::{
    Window, app, apply, click, has_text, press, wait, wait_for_collection, window,
};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Rect, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use std::fs;
use std::sync::Arc;
use tilescope::gui::commands::Command;
use tilescope::gui::document::{Confirmation, DocumentAction};
use tilescope::gui::edit::BoardView;
use tilescope::gui::experiments::ExperimentAction;
use tilescope::gui::library::{CollectionFile, CollectionSource, LibraryAction};
use tilescope::gui::pictures::{Choice, PicturesAction};
use tilescope::gui::player::PlayerAction;
use tilescope::gui::puzzle_lists::PuzzleListsAction;
use tilescope::gui::requests::Listed;
use tilescope::gui::{Action, Edit, Side};
use tilescope_lab::collection::Entry;
use tilescope_lab::{Collection, examples};
use tilescope_puzzle::{Puzzle, Size};

fn of_size(width: f32, height: f32) -> Window {
    let mut window = window();
    window.set_size(Vec2::new(width, height));
    window.run_steps(8);
    window
}

fn rect(window: &Window, role: Role, name: &str) -> Rect {
    window.get_by_role_and_label(role, name).rect()
}

fn board(window: &Window) -> Rect {
    rect(window, Role::Grid, "Start board")
}

#[test]
fn the_numbers_of_the_size_scroll_nothing_and_leave_their_popup_in_place() {
    let mut window = of_size(1280.0, 800.0);
    click(&mut window, Role::ComboBox, "Board size");
    let number = |window: &Window, name: &str| rect(window, Role::SpinButton, name);
    let before = board(&window);
    let columns = number(&window, "Columns").left_center();
    click(&mut window, Role::SpinButton, "Rows");
    window.run_steps(8);
    assert_eq!(board(&window), before);
    assert_eq!(number(&window, "Columns").left_center().y, columns.y);
    window.key_press(egui::Key::Escape);
    window.run_steps(4);

    let mut window = of_size(1280.0, 800.0);
    click(&mut window, Role::ComboBox, "Board size");
    let cell = rect(&window, Role::Button, "4 × 5 board");
    window.get_by_label("Columns").set_value_accesskit(6.0);
    window.run_steps(8);
    let size = app(&mut window).model.puzzle().unwrap().size();
    assert_eq!(size, Size::new(3, 6).unwrap());
    assert_eq!(rect(&window, Role::Button, "4 × 5 board"), cell);
}

#[test]
fn a_wide_board_takes_the_width_of_the_panel() {
    let mut window = of_size(1280.0, 800.0);
    apply(&mut window, Edit::Resize(Size::new(4, 4).unwrap()).into());
    let panel = rect(&window, Role::RadioButton, "Start").left();
    let square = board(&window);
    apply(&mut window, Edit::Resize(Size::new(4, 10).unwrap()).into());
    let wide = board(&window);
    assert!(wide.width() > square.width(), "{wide} {square}");
    assert!(
        (wide.left() - panel).abs() < 4.0,
        "{wide} begins at {panel}"
    );
}

#[test]
fn an_experiment_is_saved_by_one_click_while_its_name_is_typed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file.json");
    let mut window = window();
    press(&mut window, "Experiment");
    apply(&mut window, ExperimentAction::SaveTo(path.clone()).into());
    wait(&mut window, "the file", |_| path.exists());
    window.run_steps(3);
    let is_disabled = |window: &Window| {
        let save = window.get_by_label("Save experiment");
        save.accesskit_node().is_disabled()
    };
    assert!(is_disabled(&window));
    window.get_by_label("Name of the experiment").click();
    window.run_steps(3);
    window.event(egui::Event::Text("Two korfs".into()));
    window.run_steps(3);
    assert!(!is_disabled(&window));
    press(&mut window, "Save experiment");
    wait(&mut window, "the name in the file", |_| {
        fs::read_to_string(&path).is_ok_and(|text| text.contains("Two korfs"))
    });
    window.run_steps(3);
    // A number that has the focus alone is no change; another text is.
    window.get_by_label("Repetitions").focus();
    window.run_steps(3);
    assert!(is_disabled(&window));
    window.event(egui::Event::Text("3".into()));
    window.run_steps(3);
    assert!(!is_disabled(&window));
    press(&mut window, "Save experiment");
    wait(&mut window, "the number in the file", |_| {
        fs::read_to_string(&path).is_ok_and(|text| text.contains("\"repetitions\": 3"))
    });
}

/// It saved the puzzle.
#[test]
fn the_key_of_save_in_the_panel_of_an_experiment_is_for_the_experiment() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file.json");
    let mut window = window();
    press(&mut window, "Experiment");
    apply(&mut window, ExperimentAction::SaveTo(path.clone()).into());
    wait(&mut window, "the file", |_| path.exists());
    let holds = |text: &str| fs::read_to_string(&path).is_ok_and(|it| it.contains(text));
    window.get_by_label("Name of the experiment").focus();
    window.run_steps(3);
    window.event(Event::Text("Two korfs".into()));
    window.run_steps(3);
    keys(&mut window, Modifiers::COMMAND, Key::S);
    wait(&mut window, "the name in the file", |_| holds("Two korfs"));
    // All of it is saved: pressing the key again asks for nothing.
    window.get_by_label("Name of the experiment").focus();
    keys(&mut window, Modifiers::COMMAND, Key::S);
    assert!(!app(&mut window).has_file_dialog());
    click(&mut window, Role::RadioButton, "Runs");
    window
        .get_by_role_and_label(Role::RadioButton, "Runs")
        .focus();
    window.run_steps(3);
    keys(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    assert!(has_text(&window, "Save the experiment"));
    press(&mut window, "Cancel");
    // An edited puzzle comes first.
    apply(&mut window, Edit::Mirror.into());
    keys(&mut window, Modifiers::COMMAND, Key::S);
    assert!(has_text(&window, "Save the puzzle"));
}

/// So many collections that are in no file, each of two puzzles.
fn with_collections(window: &mut Window, n: usize) {
    for index in 0..n {
        let named = |name: &str| {
            let mut puzzle = Puzzle::default_for(Size::EIGHT_PUZZLE);
            puzzle.name = name.into();
            Entry::new(puzzle)
        };
        let collection = Collection {
            name: format!("List {index}"),
            puzzles: [named("a"), named("b")].into_iter().collect(),
            ..Collection::default()
        };
        let source = CollectionSource::Generated;
        let file = CollectionFile::new(source, collection, Vec::new(), 0);
        apply(window, LibraryAction::Opened(file.into()).into());
    }
    window.run_steps(4);
}

#[test]
fn a_puzzle_that_is_opened_leaves_the_list_of_collections_where_it_is() {
    let mut window = window();
    with_collections(&mut window, 9);
    let last = "List 8, 2 puzzles, not saved";
    let before = rect(&window, Role::RadioButton, last);
    apply(&mut window, LibraryAction::Choose(1).into());
    window.run_steps(8);
    assert_eq!(rect(&window, Role::RadioButton, last), before);
}

#[test]
fn all_collections_are_given_up_at_once() {
    let mut window = window();
    with_collections(&mut window, 3);
    apply(&mut window, DocumentAction::Quit.into());
    window.get_by_label_contains("2 other collections are not saved either.");
    press(&mut window, "Discard");
    window.get_by_label_contains("Another collection is not saved either.");
    press(&mut window, "Discard all 2");
    assert!(app(&mut window).model.library().question().is_none());
    // Whoever cancels has all of them still.
    apply(&mut window, DocumentAction::Quit.into());
    apply(
        &mut window,
        LibraryAction::Confirm(Confirmation::Cancel).into(),
    );
    assert_eq!(app(&mut window).model.library().open().len(), 3);
}

#[test]
fn the_tooltip_of_an_entry_is_beside_its_menu() {
    let mut window = window();
    press(&mut window, "File");
    let entry = window.get_by_label_contains("Open…").rect();
    window.hover_at(entry.center());
    window.run_steps(60);
    let tooltips = window.get_all_by(|node| {
        let text = node.value().or(node.label());
        text.is_some_and(|text| text.starts_with("Open a file of one"))
    });
    let shown: Vec<Rect> = tooltips.map(|node| node.rect()).collect();
    assert!(
        shown.iter().any(|tip| tip.left() >= entry.right()),
        "{shown:?}"
    );
}

#[test]
fn a_filter_is_cleared_by_its_cross_and_boxes_choose_rows() {
    let mut window = window();
    with_collections(&mut window, 1);
    let chosen = |window: &mut Window| {
        let boxes = window.get_all_by_role(Role::CheckBox);
        let boxes = boxes.filter(|it| {
            let label = it.accesskit_node().label().unwrap_or_default();
            label.starts_with("Choose ")
        });
        let on = |it: &egui_kittest::Node<'_>| {
            it.accesskit_node().toggled() == Some(egui::accesskit::Toggled::True)
        };
        boxes.filter(on).count()
    };
    for name in ["a", "b"] {
        click(
            &mut window,
            Role::CheckBox,
            &format!("Choose {name}, 3×3 too"),
        );
    }
    assert_eq!(chosen(&mut window), 2);
    assert!(
        app(&mut window)
            .model
            .library()
            .active()
            .unwrap()
            .chosen()
            .is_none()
    );
    window.get_by_label("Filter the puzzles").click();
    window.run_steps(3);
    window.event(egui::Event::Text("nothing of this".into()));
    window.run_steps(3);
    window.get_by_label_contains("No entry matches the filter");
    press(&mut window, "Clear the filter");
    assert!(window.query_by_label("Clear the filter").is_none());
    assert!(window.query_by_label_contains("No entry matches").is_none());
}

#[test]
fn the_picture_of_the_user_stays_in_the_list() {
    let mut window = window();
    let ctx = window.ctx.clone();
    app(&mut window).carry_out_command(&ctx, Command::Picture);
    window.run_steps(4);
    let close = |window: &Window| rect(window, Role::Button, "Close");
    let before = close(&window);
    let path = std::path::PathBuf::from("assets/pictures/rings.webp");
    let choose = |choice| PicturesAction::Choose(choice).into();
    apply(&mut window, choose(Choice::File(path)));
    wait(&mut window, "the picture", |app| {
        app.model.pictures().picture().is_some()
    });
    window.run_steps(4);
    assert_eq!(close(&window), before);
    click(&mut window, Role::RadioButton, "Numbers, without a picture");
    assert_eq!(close(&window), before);
    click(&mut window, Role::RadioButton, "rings.webp");
    wait(&mut window, "the picture again", |app| {
        app.model.pictures().picture().is_some()
    });
}

#[test]
fn what_was_pasted_is_explained_as_what_it_looks_like() {
    let mut window = window();
    let told = |window: &mut Window, text: &str| {
        window.event(egui::Event::Paste(text.into()));
        window.run_steps(3);
    };
    told(&mut window, "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 14 0\n");
    window.get_by_label_contains("14 is there twice, at line 4, column 7");
    told(&mut window, "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 16 0\n");
    window.get_by_label_contains("16 is not a number of a 4×4 board, which has 0 to 15");
    told(&mut window, "no board at all");
    assert!(window.query_by_label_contains("--").is_none());
    // A sign of the blank stands only in a list of tiles.
    told(&mut window, "1 2 3 4 5 6 7 _ 8\n2 8 3 1 6 4 7 0 5\n");
    wait_for_collection(&mut window);
    let collection = Arc::clone(
        app(&mut window)
            .model
            .library()
            .active()
            .unwrap()
            .collection(),
    );
    let first = collection.puzzles.get(0).unwrap().puzzle.start;
    assert_eq!(first.tiles(), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
}

#[test]
fn what_is_needed_to_play_is_in_sight_in_a_window_of_800_points() {
    for (size, is_solvable) in [((3, 3), true), ((3, 4), false), ((4, 4), true)] {
        let mut window = of_size(1280.0, 800.0);
        let resize = Edit::Resize(Size::new(size.0, size.1).unwrap());
        apply(&mut window, resize.into());
        if !is_solvable {
            apply(&mut window, Edit::Swap(Side::Start, 0, 1).into());
        }
        window.run_steps(4);
        let end = window.get_by_label("SEARCH").rect().top();
        apply(&mut window, Action::View(BoardView::Play));
        window.run_steps(6);
        let run = rect(&window, Role::Button, "Game as run");
        assert!(run.bottom() < end, "{size:?}: {run} {end}");
        // A move lets nothing jump.
        apply(
            &mut window,
            Action::Player(PlayerAction::Move(tilescope_puzzle::Direction::Up.into())),
        );
        window.run_steps(6);
        assert_eq!(rect(&window, Role::Button, "Game as run"), run);
    }
}

#[test]
fn a_file_that_is_not_opened_is_named_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.txt");
    fs::write(&path, "1 2\n3 4 5 6\n").unwrap();
    let mut window = window();
    apply(&mut window, DocumentAction::Open(path).into());
    let told = "broken.txt was not opened: ";
    for _ in 0..500 {
        window.step();
        if window.query_by_label_contains(told).is_some() {
            break;
        }
        std::thread::park_timeout(std::time::Duration::from_millis(4));
    }
    let told = window.get_by_label_contains(told);
    let node = told.accesskit_node();
    let text = node.label().or(node.value()).unwrap();
    assert!(text.ends_with("."), "{text}");
    assert!(!text.contains(&*folder.path().to_string_lossy()), "{text}");
}

#[test]
fn a_click_on_a_tile_that_cannot_slide_chooses_its_cell() {
    let mut window = window();
    let at = window
        .get_by_label_contains("row 1, column 1: ")
        .rect()
        .center();
    window.hover_at(at);
    window.drag_at(at);
    window.run_steps(3);
    window.drop_at(at);
    window.run_steps(3);
    window.event(egui::Event::Text("4".into()));
    window.run_steps(3);
    window.get_by_label("Number for row 1, column 1");
}

/// The row with the focus is then out of sight.
#[test]
fn a_menu_leaves_the_list_where_it_was_wheeled_to() {
    let mut window = window();
    let korf = Listed::Bundled("korf-100".into());
    apply(&mut window, PuzzleListsAction::Open(korf).into());
    window.run_steps(6);
    click(&mut window, Role::ListBoxOption, "001, 4×4, 57 moves");
    window.run_steps(6);
    let at = window.get_by_label("001, 4×4, 57 moves").rect().center();
    window.hover_at(at);
    for _ in 0..20 {
        window.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Line,
            delta: egui::vec2(0.0, -10.0),
            phase: egui::TouchPhase::Move,
            modifiers: Modifiers::NONE,
            source: egui::MouseWheelSource::Wheel,
        });
        window.run_steps(3);
    }
    window.run_steps(60);
    let is_shown = |window: &Window, row: &str| window.query_by_label(row).is_some();
    let last = "100, 4×4, 54 moves";
    assert!(is_shown(&window, last));
    press(&mut window, "File");
    window.key_press(Key::Escape);
    window.run_steps(30);
    assert!(is_shown(&window, last));
}

/// With what was chosen in it: it went to its first row.
#[test]
fn a_collection_that_is_shown_again_is_scrolled_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    focus_second_of_korf(&mut window);
    for _ in 0..19 {
        key(&mut window, Key::ArrowDown);
    }
    let row = "021, 4×4, 54 moves";
    let place = window.get_by_label(row).rect();
    window.get_by_label("Start board").focus();
    let other = DocumentAction::Open(two(folder.path()));
    apply(&mut window, other.into());
    wait(&mut window, "the other collection", |app| {
        app.model.library().open().len() == 2
    });
    window.run_steps(8);
    assert!(window.query_by_label(row).is_none());
    for shortcut in [Key::W, Key::L] {
        keys(&mut window, Modifiers::COMMAND, shortcut);
        assert_eq!(window.get_by_label(row).rect(), place);
    }
}

/// Every panel went to its top, so that the settings of the search were out of sight again at each puzzle.
#[test]
fn another_puzzle_is_shown_from_its_top_and_the_other_panels_stay_where_they_are() {
    let mut window = of_size(1280.0, 500.0);
    let top = |window: &Window, label: &str| window.get_by_label(label).rect().top();
    let [board, limit] = ["Start board", "Max. time"];
    let before = [board, limit].map(|label| top(&window, label));
    window.get_by_label("Source").scroll_to_me();
    window.get_by_label(limit).scroll_to_me();
    window.run_steps(60);
    let scrolled = [board, limit].map(|label| top(&window, label));
    assert!(scrolled[0] < before[0] && scrolled[1] < before[1]);
    let other = examples::by_file("twenty-moves").unwrap();
    apply(&mut window, DocumentAction::Example(other.into()).into());
    window.run_steps(60);
    assert_eq!(top(&window, board), before[0]);
    assert_eq!(top(&window, limit), scrolled[1]);
}

#[test]
fn a_click_beside_a_page_closes_its_open_list_before_the_page() {
    let mut window = window();
    keys(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::N);
    click(&mut window, Role::ComboBox, "Kind of puzzles");
    window.get_by_role_and_label(Role::ListBoxOption, "Hardest boards");
    for is_open in [true, false] {
        let pos = egui::pos2(40.0, 700.0);
        window.event(Event::PointerMoved(pos));
        for pressed in [true, false] {
            window.event(Event::PointerButton {
                pos,
                button: PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            });
            window.run_steps(3);
        }
        let list = window.query_by_role_and_label(Role::ListBoxOption, "Hardest boards");
        assert!(list.is_none());
        let page = window.query_by_label("Generate puzzles");
        assert_eq!(page.is_some(), is_open);
    }
}
