//! Puzzles of other programs: exported in each format, opened together, and read in another way.

use crate::focus::{focus, focused, key};
use crate::window::{
    Window, app, apply, click, has_text, press, solve, wait, wait_for_collection, wait_for_fewest,
    window,
};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use std::fs;
use std::path::Path;
use tilescope::gui::Action;
use tilescope::gui::app::App;
use tilescope::gui::commands::Command;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::edit::{BoardView, Edit, Side};
use tilescope::gui::library::LibraryAction;
use tilescope::gui::player::PlayerAction;
use tilescope::gui::puzzle_lists::{PuzzleListsAction, Source};
use tilescope::gui::requests::Listed;
use tilescope::gui::work::WorkState;
use tilescope_lab::files::exchange::FORMATS;
use tilescope_puzzle::notation::{board_line, parse_board};
use tilescope_puzzle::{Direction, Puzzle, Size};

fn command(window: &mut Window, command: Command) {
    let ctx = window.ctx.clone();
    app(window).carry_out_command(&ctx, command);
    window.run_steps(4);
}

/// Chooses a format, and waits until it is written.
fn choose(window: &mut Window, format: &str) {
    click(window, Role::RadioButton, format);
    wait_until_written(window);
}

fn wait_until_written(window: &mut Window) {
    let is_written = |app: &App| {
        let written = app.model.conversions().written();
        !matches!(written, Some(tilescope::gui::work::WorkState::Working(_)))
    };
    wait(window, "the text", is_written);
}

/// Types a path into the dialog of the window, and presses Enter.
fn answer(window: &mut Window, path: &str) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.event(Event::Text(path.into()));
    window.run_steps(3);
    window.key_press(Key::Enter);
    window.run_steps(3);
}

fn wait_for_file(window: &mut Window, path: &Path) -> String {
    wait(window, "the file", |_| path.exists());
    fs::read_to_string(path).unwrap()
}

/// As it is called everywhere in the window.
#[test]
fn a_puzzle_without_a_name_is_exported_under_that_of_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("big.json");
    let mut puzzle = Puzzle::default_for(Size::EIGHT_PUZZLE);
    puzzle.name.clear();
    tilescope_lab::files::save(&puzzle.into(), &path).unwrap();
    let mut window = window();
    apply(&mut window, DocumentAction::Open(path).into());
    wait(&mut window, "the puzzle", |app| app.model.file().is_some());
    apply(&mut window, Edit::Name(String::new()).into());
    command(&mut window, Command::ExportPuzzle);
    wait_until_written(&mut window);
    assert!(has_text(&window, "“big” in this format:"));
    assert!(has_text(&window, "Read again, it gives the same puzzle."));
    choose(&mut window, "CSV of boards, .csv");
    assert!(has_text(&window, "big,"));
}

#[test]
fn every_format_is_offered_and_says_what_it_does_not_keep() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.json");
    let text = r#"{"format": "tilescope-collection", "version": 1, "name": "Two", "puzzles": [
        {"name": "a", "start": "1 2 3 / 4 5 6 / 7 _ 8", "result": {"moves": 1, "optimal": true, "by": "hand"}},
        {"name": "b", "start": "1 2 3 / 4 5 _ / 7 8 6", "goal": "1 2 3 / 4 5 6 / 7 _ 8"}]}"#;
    fs::write(&path, text).unwrap();
    let mut window = window();
    assert!(!Command::ExportCollection.is_enabled(&app(&mut window).model));
    apply(&mut window, DocumentAction::Open(path.clone()).into());
    wait_for_collection(&mut window);
    press(&mut window, "Export the collection");
    wait_until_written(&mut window);
    let radios = window.get_all_by_role(Role::RadioButton);
    let names = radios.filter_map(|radio| radio.accesskit_node().label());
    let offered = names.filter(|name| name.contains(", .")).count();
    assert_eq!(offered, FORMATS.len());

    assert!(has_text(
        &window,
        "It leaves out the proof of the length of 1 puzzle and who found the length of 1."
    ));
    assert!(has_text(&window, "name,"), "the beginning of the text");
    choose(&mut window, "A Tilescope file, .json");
    assert!(has_text(&window, "Read again, it gives the same puzzles."));
    // A word of digits has no goal: that must be agreed to.
    choose(&mut window, "A word of digits a puzzle, .txt");
    assert!(has_text(
        &window,
        "puzzle 2 (b) would be read with another goal"
    ));
    assert!(has_text(
        &window,
        "It leaves out the names of 2 puzzles and the length of 1."
    ));
    let button = window.get_by_label("Choose file…");
    assert!(button.accesskit_node().is_disabled());
    click(&mut window, Role::CheckBox, "Write it all the same");
    press(&mut window, "Choose file…");
    wait(&mut window, "the dialog", App::has_file_dialog);
    // The name and the list follow the format.
    assert!(has_text(&window, "Two.txt"));
    let to = folder.path().join("boards");
    answer(&mut window, &to.to_string_lossy());
    let written = wait_for_file(&mut window, &to.with_extension("txt"));
    assert_eq!(written, "123456708\n123450786\n");

    // A file that is there is not overwritten, and none is written under the name of another kind.
    let taken = to.with_extension("csv");
    fs::write(&taken, "mine").unwrap();
    command(&mut window, Command::ExportCollection);
    choose(&mut window, "CSV of boards, .csv");
    press(&mut window, "Choose file…");
    answer(&mut window, &to.with_extension("txt").to_string_lossy());
    let refused = "boards.txt was not written: names of other files end in .txt";
    assert!(has_text(&window, refused));
    answer(&mut window, &taken.to_string_lossy());
    let told = "The puzzles were not saved: there is a file";
    for _ in 0..500 {
        window.step();
        if has_text(&window, told) {
            break;
        }
        std::thread::park_timeout(std::time::Duration::from_millis(4));
    }
    assert!(has_text(&window, told));
    assert_eq!(fs::read_to_string(taken).unwrap(), "mine");
}

#[test]
fn the_puzzle_is_exported_and_a_format_that_cannot_hold_it_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let start = parse_board("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 _ 15").unwrap();
    let puzzle = Puzzle {
        name: "One move".into(),
        start,
        ..Puzzle::default_for(Size::FIFTEEN_PUZZLE)
    };
    apply(
        &mut window,
        DocumentAction::Example(Box::new(puzzle.into())).into(),
    );
    command(&mut window, Command::ExportPuzzle);
    choose(&mut window, "A word of digits a puzzle, .txt");
    assert!(has_text(&window, "choose another format"));
    let button = window.get_by_label("Choose file…");
    assert!(button.accesskit_node().is_disabled());
    choose(&mut window, "Plain grids, .txt");
    assert!(has_text(&window, "It leaves out the name."));
    // Enter on the format that is chosen goes on as the button does.
    focus(&mut window, Role::RadioButton, "Plain grids, .txt");
    key(&mut window, Key::Enter);
    wait(&mut window, "the dialog", App::has_file_dialog);
    // Who gives up the file is asked for the format again.
    key(&mut window, Key::Escape);
    assert!(!app(&mut window).has_file_dialog());
    let format = focused(&window);
    assert_eq!(format.as_deref(), Some("Plain grids, .txt"));
    key(&mut window, Key::Enter);
    let to = folder.path().join("one.txt");
    answer(&mut window, &to.to_string_lossy());
    let written = wait_for_file(&mut window, &to);
    let rows: Vec<&str> = written.lines().map(str::trim).collect();
    assert_eq!(rows[0].split_whitespace().count(), 4);
    let page = |app: &App| app.model.conversions().written().is_some();
    wait(&mut window, "the page to close", |app| !page(app));
    window.run_steps(3);
    assert!(window.query_by_label("Choose file…").is_none());
    let one_line = rows.join(" / ");
    assert!(one_line.ends_with("13 14 0 15"), "{one_line}");
}

/// Read the wrong way round, Korf's puzzle 12 is another puzzle.
#[test]
fn several_files_are_chosen_at_once_and_each_is_read_in_another_way() {
    let folder = tempfile::tempdir().unwrap();
    let numbers = "12 14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15\n";
    for name in ["a.txt", "b.txt", "c.txt"] {
        fs::write(folder.path().join(name), numbers).unwrap();
    }
    let mut window = window();
    command(&mut window, Command::Open);
    answer(&mut window, &folder.path().to_string_lossy());
    for _ in 0..500 {
        window.step();
        if window.query_by_label("a.txt").is_some() {
            break;
        }
        std::thread::park_timeout(std::time::Duration::from_millis(4));
    }
    window.get_by_label("a.txt").click();
    window.run_steps(3);
    window
        .get_by_label("c.txt")
        .click_modifiers(Modifiers::COMMAND);
    window.run_steps(3);
    assert!(has_text(&window, "\"a.txt\" \"c.txt\""));
    press(&mut window, "Open");
    wait_for_collection(&mut window);
    let start = |window: &mut Window, index: usize| {
        let collection = app(window).model.library().active().unwrap().collection();
        collection.puzzles.get(index).unwrap().puzzle.start
    };
    let (read, other) = (
        parse_board("14 1 9 6 / 4 8 12 5 / 7 2 3 _ / 10 11 13 15").unwrap(),
        parse_board("11 1 9 10 / 4 7 3 8 / 5 2 12 13 / 6 14 _ 15").unwrap(),
    );
    assert_eq!(
        [start(&mut window, 0), start(&mut window, 1)],
        [read.clone(), read.clone()]
    );

    let by_places = "The place of each tile; 0 is the blank; goal: the tiles in order, blank first";
    let choose = |window: &mut Window, which: &str| {
        click(window, Role::ComboBox, &format!("How {which} is read"));
        click(window, Role::ListBoxOption, by_places);
    };
    let files = "File that is read";
    click(&mut window, Role::ComboBox, files);
    let file = "c.txt, read as a line of numbers a puzzle";
    click(&mut window, Role::ListBoxOption, file);
    choose(&mut window, "c.txt");
    wait(&mut window, "the other reading", |app| {
        app.model
            .library()
            .active()
            .is_some_and(|it| it.file().files[1].reading > 0)
    });
    assert_eq!(
        [start(&mut window, 0), start(&mut window, 1)],
        [read, other.clone()]
    );
    // The file stays chosen.
    window.run_steps(3);
    let chosen = window.get_by_role_and_label(Role::ComboBox, files);
    assert_eq!(chosen.value().as_deref(), Some("c.txt"));
    click(&mut window, Role::ComboBox, files);
    click(&mut window, Role::ListBoxOption, "Every file");
    choose(&mut window, "every file");
    wait(&mut window, "the other reading", |app| {
        app.model
            .library()
            .active()
            .is_some_and(|it| it.file().files[0].reading > 0)
    });
    assert_eq!(
        [start(&mut window, 0), start(&mut window, 1)],
        [other.clone(), other]
    );
}

/// The notice about one puzzle and the line above a list of them.
#[test]
fn a_reading_is_worded_alike_in_the_notice_and_in_the_library() {
    let folder = tempfile::tempdir().unwrap();
    let grid = "1 2 3\n4 5 6\n7 0 8\n";
    let [one, two] = ["one.txt", "two.txt"].map(|name| folder.path().join(name));
    fs::write(&one, grid).unwrap();
    fs::write(&two, format!("{grid}\n1 2 3\n4 5 6\n0 7 8\n")).unwrap();
    let mut window = window();
    apply(&mut window, DocumentAction::Open(one).into());
    wait(&mut window, "the puzzle", |app| app.model.file().is_some());
    let words = "he tile at each place; 0 is the blank; goal: the tiles in order, blank last";
    let notice = format!("1 puzzle, read as plain grids: t{words}.");
    window.run_steps(3);
    assert!(has_text(&window, &notice));
    apply(&mut window, DocumentAction::Open(two).into());
    wait_for_collection(&mut window);
    window.run_steps(3);
    // A capital letter begins it there.
    assert!(has_text(&window, &format!("T{words}")));
}

#[test]
fn a_pasted_list_offers_its_readings_as_a_file_does() {
    let mut window = window();
    window.event(Event::Paste("8 6 7 2 5 4 3 0 1\n6 4 7 8 5 0 3 2 1".into()));
    wait_for_collection(&mut window);
    let active = |window: &mut Window| {
        let file = app(window).model.library().active().unwrap().file();
        let first = file.collection.puzzles.get(0).unwrap().puzzle.start;
        (file.readings.clone(), file.reading, first)
    };
    let (readings, first, before) = active(&mut window);
    assert_eq!((readings.len(), first), (3, 0));
    click(&mut window, Role::ComboBox, "How this text is read");
    click(&mut window, Role::ListBoxOption, &readings[2]);
    wait(&mut window, "the other reading", |app| {
        let active = app.model.library().active();
        active.is_some_and(|it| it.file().reading == 2)
    });
    assert_ne!(active(&mut window).2, before);
    let library = app(&mut window).model.library();
    assert_eq!(library.open().len(), 1);
    assert!(library.question().is_none());
}

#[test]
fn a_large_text_is_read_while_the_window_goes_on() {
    let mut window = window();
    let text = "123456708\n".repeat(20_000);
    window.event(Event::Paste(text));
    // No frame waits for it.
    window.step();
    assert!(app(&mut window).model.library().active().is_none());
    wait_for_collection(&mut window);
    let collection = app(&mut window)
        .model
        .library()
        .active()
        .unwrap()
        .collection();
    assert_eq!(collection.puzzles.len(), 20_000);
    assert_eq!(collection.name, "Pasted puzzles");
}

#[test]
fn damaged_files_leave_the_open_board() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let before = app(&mut window).model.problem().clone();
    for (name, text) in [
        (
            "puzzle.json",
            "{\"format\": \"tilescope-puzzle\", \"version\": 1, \"start\": [[1, 2], [2, 0]]}",
        ),
        (
            "collection.json",
            "{\"format\": \"tilescope-collection\", \"version\": 1, \"puzzles\": [{}]}",
        ),
        ("pddl.pddl", "(define (problem x) (:init))"),
        (
            "places.tile",
            "3 3\nstarting positions for each tile:\n1 2 3\n",
        ),
        ("csv.csv", "name,start\na,1 2 3/4 5 6/7 8 8\n"),
        ("slashes.txt", "1 2 3/4 5 6/7 8 8\n"),
        ("digits.txt", "123456788\n"),
        ("two-lines.txt", "1 20 30\n1 2 3 4 5 6 7 8 8\n"),
        ("grid.txt", "1 2 3\n4 5 6\n7 8 8\n"),
        ("sized.txt", "3\n1 2 3\n4 5 6\n7 8 8\n"),
        ("lines.txt", "1 2 3 4 5 6 7 8 8\n"),
        ("image.png", "no picture"),
        ("words.txt", "no puzzle\n"),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        apply(&mut window, DocumentAction::Open(path).into());
        let has_told = (0..2000).any(|_| {
            window.step();
            std::thread::park_timeout(std::time::Duration::from_millis(1));
            has_text(&window, name)
        });
        assert!(has_told, "nothing is said of {name}");
        assert_eq!(app(&mut window).model.problem(), &before, "{name}");
        assert!(
            app(&mut window).model.library().active().is_none(),
            "{name}"
        );
    }
}

/// The length in the export of the open puzzle.
fn exported_moves(window: &mut Window) -> String {
    command(window, Command::ExportPuzzle);
    choose(window, "CSV of boards, .csv");
    let written = app(window).model.conversions().written();
    let Some(WorkState::Done(written)) = written else {
        panic!("nothing is written");
    };
    let (_, moves) = written.text.trim_end().rsplit_once(',').unwrap();
    moves.into()
}

#[test]
fn a_puzzle_is_exported_with_the_length_that_its_collection_knows() {
    let mut window = window();
    let korf = Listed::Bundled("korf-100".into());
    apply(&mut window, PuzzleListsAction::Open(korf).into());
    apply(&mut window, LibraryAction::Choose(1).into());
    assert_eq!(exported_moves(&mut window), "55");
}

#[test]
fn a_puzzle_of_no_collection_is_exported_with_the_length_that_a_run_has_proved() {
    let mut window = window();
    solve(&mut window);
    assert_eq!(exported_moves(&mut window), "13");
}

#[test]
fn a_puzzle_is_exported_with_the_length_that_was_found_beside_a_game() {
    let mut window = window();
    let problem = tilescope_lab::files::from_text("1 2 3 / 4 _ 6 / 7 5 8").unwrap();
    apply(&mut window, DocumentAction::Example(problem.into()).into());
    apply(&mut window, Action::View(BoardView::Play));
    assert_eq!(exported_moves(&mut window), "");
    window.key_press(Key::Escape);
    window.run_steps(16);
    let down = PlayerAction::Move(Direction::Down.into());
    apply(&mut window, down.into());
    wait_for_fewest(&mut window);
    assert_eq!(exported_moves(&mut window), "2");
}

#[test]
fn a_puzzle_is_exported_with_the_length_that_the_library_tells() {
    let mut window = window();
    let example = Listed::Bundled("hardest-8-puzzle-a".into());
    apply(&mut window, PuzzleListsAction::Open(example).into());
    apply(
        &mut window,
        PuzzleListsAction::Show(Source::Examples).into(),
    );
    wait(&mut window, "the list", |app| {
        let list = app.model.puzzle_lists().puzzle_list(Source::Examples);
        list.is_some_and(|list| list.ended().is_some())
    });
    assert_eq!(exported_moves(&mut window), "31");
}

/// It stood at its move, as if nothing had been pasted.
#[test]
fn a_game_goes_back_to_its_start_when_that_is_pasted() {
    let mut window = window();
    apply(&mut window, Action::View(BoardView::Play));
    let line = board_line(&app(&mut window).model.puzzle().unwrap().start);
    for direction in [Direction::Up, Direction::Left] {
        apply(&mut window, PlayerAction::Move(direction.into()).into());
    }
    let paste = |window: &mut Window, line: &str| {
        let paste = DocumentAction::Paste(Side::Start, line.to_owned());
        apply(window, paste.into());
        window.run_steps(3);
        let player = app(window).model.player();
        (player.at(), player.moves().len())
    };
    assert_eq!(paste(&mut window, &line), (0, 2));
    assert_eq!(paste(&mut window, "1 2 3 / 4 5 6 / 7 _ 8"), (0, 0));
}
