//! Buttons and lists: they keep their places, and say beforehand what can't be chosen.

use crate::animation;
use crate::window::{Window, app, apply, click, press, select, solve, wait, window};
use egui::accesskit::Role;
use egui::{Key, Rect};
use egui_kittest::kittest::{NodeT, Queryable};
use std::path::Path;
use tilescope::gui::commands::Command;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::edit::BoardView;
use tilescope::gui::{Action, Side};
use tilescope_lab::solution::{SolutionForm, frames};
use tilescope_lab::{Problem, RunState, examples, files};
use tilescope_puzzle::{Board, Direction, MoveNotation, Puzzle, notation};

/// The help for an editable board.
const HOW_TO_EDIT: &str = "Click a tile in line with the blank to slide it there.\n\
    Drag a tile or the blank onto another cell to swap the two.\n\
    Double-click a cell to type its number: the tile that was there goes to that number's old cell.\n\
    Drag the lower right corner to add or remove rows and columns.\n\
    With the board in focus, arrows move the blank, Ctrl and arrows choose a cell, digits \
    type its number and Space goes on to the next one, Space alone slides it.";

fn rect(window: &Window, label: &str) -> Rect {
    window.get_by_role_and_label(Role::Button, label).rect()
}

fn paste(window: &mut Window, side: Side, line: &str) {
    apply(window, DocumentAction::Paste(side, line.into()).into());
}

/// Waits until the run is paused, and the window shows it.
fn pause(window: &mut Window) {
    wait(window, "a pause", |app| {
        let working = app.model.runs().working();
        working.is_some_and(|entry| entry.run.state() == RunState::Paused)
    });
    window.run_steps(2);
}

#[test]
fn the_buttons_of_a_search_keep_their_places() {
    let mut window = window();
    paste(
        &mut window,
        Side::Start,
        "13 14 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3",
    );
    let all = |window: &Window, main| {
        [main, "Solve optimally", "Step", "Stop"].map(|label| rect(window, label))
    };
    let idle = all(&window, "Solve");
    // The first step stops before the first expansion. The second makes it: it does not end the
    // search.
    press(&mut window, "Step");
    pause(&mut window);
    assert_eq!(all(&window, "Resume"), idle);
    let at = idle[2].center();
    window.hover_at(at);
    window.drag_at(at);
    window.drop_at(at);
    window.run_steps(3);
    wait(&mut window, "a second step", |app| {
        app.model.runs().active().unwrap().run.counts().expanded == 1
    });
    pause(&mut window);
    press(&mut window, "Resume");
    assert_eq!(all(&window, "Pause"), idle);
    press(&mut window, "Stop");
    wait(&mut window, "the end", |app| {
        app.model.runs().working().is_none()
    });
    assert_eq!(all(&window, "Solve"), idle);
    paste(&mut window, Side::Start, "1 2 3 / 4 5 6 / 8 7 0");
    window.get_by_label_contains("No solution, by parity");
    // There is no move to show.
    let hint = window.get_by_role_and_label(Role::Button, "Hint");
    assert!(hint.accesskit_node().is_disabled());
    assert_eq!(all(&window, "Solve"), idle, "nor does a message move them");
}

#[test]
fn a_search_that_is_paused_on_another_puzzle_makes_way() {
    let mut window = window();
    press(&mut window, "Step");
    pause(&mut window);
    // On the same puzzle, Enter goes on with it.
    let first = app(&mut window).model.runs().last();
    window.key_press(egui::Key::Enter);
    wait(&mut window, "the end", |app| {
        app.model.runs().working().is_none()
    });
    assert_eq!(app(&mut window).model.runs().last(), first);

    // The first press says that the search is finished.
    press(&mut window, "Step");
    press(&mut window, "Step");
    pause(&mut window);
    let paused = app(&mut window).model.runs().last().unwrap();
    paste(&mut window, Side::Start, "1 2 3 / 4 5 6 / 0 7 8");
    assert!(window.query_by_label("Resume").is_none());
    window.key_press(egui::Key::Enter);
    wait(&mut window, "both ends", |app| {
        let mut runs = app.model.runs().iter();
        runs.all(|entry| entry.run.report().is_some())
    });
    let runs = app(&mut window).model.runs();
    assert_ne!(runs.last(), Some(paused));
    let report = runs.get(paused).and_then(|entry| entry.run.report());
    assert_eq!(report.unwrap().counts.expanded, 0, "it was not resumed");
}

#[test]
fn the_buttons_below_the_played_board_keep_their_places() {
    let mut window = window();
    solve(&mut window);
    press(&mut window, "Play solution");
    let labels = ["Pause the moves", "Move forward", "How to move the tiles"];
    let playing = labels.map(|label| rect(&window, label));
    wait(&mut window, "the last move", |app| {
        !app.model.player().playing
    });
    let labels = ["Play the moves", "Move forward", "How to move the tiles"];
    assert_eq!(labels.map(|label| rect(&window, label)), playing);
}

/// The entry of an open list, and what it says of itself.
fn description(window: &Window, label: &str) -> Option<String> {
    let item = window.get_by_role_and_label(Role::ListBoxOption, label);
    item.accesskit_node().description()
}

#[test]
fn what_does_not_fit_the_puzzle_says_so_in_its_list() {
    let mut window = window();
    paste(&mut window, Side::Goal, "1 2 3 / 4 5 6 / 7 8 0");
    click(&mut window, Role::ComboBox, "Heuristic");
    let reason = "It needs a 3×3 goal with the blank in the centre.";
    let nilsson = "Nilsson's sequence score";
    assert_eq!(description(&window, nilsson).as_deref(), Some(reason));
    assert!(description(&window, "Pattern databases 7-8").is_some());
    assert_eq!(description(&window, "Manhattan distance"), None);
    window.key_press(egui::Key::Escape);
    window.run_steps(3);

    paste(&mut window, Side::Goal, "1 2 3 / 8 0 4 / 7 6 5");
    click(&mut window, Role::ComboBox, "Heuristic");
    assert_eq!(description(&window, nilsson), None);
}

#[test]
fn a_refusal_stands_beside_solve_and_nothing_is_started() {
    let mut window = window();
    assert!(window.query_by_label_contains("does not fit").is_none());
    let before = rect(&window, "Solve");
    let mut settings = app(&mut window).model.settings().clone();
    settings.heuristic = "nilsson".parse().unwrap();
    apply(&mut window, Action::Settings(settings.into()));
    let refusal = window.get_by_label_contains("it needs a 3×3 goal").rect();
    let solve = rect(&window, "Solve");
    assert_eq!(solve, before);
    assert!((0.0..20.0).contains(&(solve.top() - refusal.bottom())));
    press(&mut window, "Solve");
    window.key_press(egui::Key::Enter);
    window.run_steps(3);
    assert!(app(&mut window).model.runs().is_empty());
}

#[test]
fn the_buttons_below_the_board_keep_their_places() {
    let mut window = window();
    let labels = ["Hint", "Scramble", "Undo", "Redo", "How to move the tiles"];
    paste(&mut window, Side::Goal, "1 2 3 / 4 5 6 / 7 8 0");
    paste(&mut window, Side::Start, "1 2 3 / 4 5 6 / 7 0 8");
    let solvable = labels.map(|label| rect(&window, label));
    paste(&mut window, Side::Start, "1 2 3 / 4 5 6 / 8 7 0");
    assert_eq!(labels.map(|label| rect(&window, label)), solvable);
    let reason = app(&mut window).model.verdict().unwrap().reason();
    let shown = |window: &Window| window.query_all_by_value(&reason).count();
    assert_eq!(shown(&window), 1, "below the buttons");
    press(&mut window, "Not solvable");
    assert_eq!(shown(&window), 2, "and where the verdict is clicked");
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    apply(&mut window, Action::View(BoardView::Edit(Side::Goal)));
    assert_eq!(labels.map(|label| rect(&window, label)), solvable);
    press(&mut window, "Make solvable");
    assert!(app(&mut window).model.verdict().unwrap().is_solvable());
}

#[test]
fn the_help_opens_by_a_click_and_by_keys() {
    let mut window = window();
    let is_open = |window: &Window| window.query_by_value(HOW_TO_EDIT).is_some();
    press(&mut window, "How to move the tiles");
    assert!(is_open(&window));
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    assert!(!is_open(&window));
    let help = window.get_by_role_and_label(Role::Button, "How to move the tiles");
    help.focus();
    window.run_steps(2);
    window.key_press(egui::Key::Enter);
    window.run_steps(3);
    assert!(is_open(&window));
    assert!(app(&mut window).model.runs().is_empty());
}

#[test]
fn a_filtered_list_is_as_high_as_its_entries() {
    let mut window = window();
    click(&mut window, Role::ComboBox, "Algorithm");
    let field = window.get_by_label("Find in the list of Algorithm");
    field.type_text("hill");
    window.run_steps(10);
    let items: Vec<Rect> = (window.query_all_by_role(Role::ListBoxOption))
        .map(|item| item.rect())
        .collect();
    let field = window.get_by_label("Find in the list of Algorithm").rect();
    let list = (items.iter()).fold(field, |list, item| list.union(*item));
    let popup = window.ctx.memory(|memory| {
        let layers = memory
            .layer_ids()
            .filter(|layer| layer.order == egui::Order::Foreground);
        let rects = layers.filter_map(|layer| memory.area_rect(layer.id));
        rects
            .filter(|rect| rect.contains_rect(list))
            .collect::<Vec<_>>()
    });
    let height = popup.iter().map(Rect::height).fold(f32::INFINITY, f32::min);
    assert!(
        height < list.height() + 40.0,
        "{height} for {}",
        list.height()
    );
}

#[test]
fn an_example_opens_with_its_notes_in_sight() {
    let mut window = window();
    let example = examples::by_file("greedy-goes-astray").unwrap();
    let task = example.task().to_owned();
    let notes = example.notes().to_owned();
    apply(&mut window, DocumentAction::Example(example.into()).into());
    let card = {
        let shown = window.query_all_by_value(&task);
        let shown: Vec<_> = shown
            .map(|node| (node.accesskit_node().role(), node.rect()))
            .collect();
        let label = shown.iter().find(|(role, _)| *role == Role::Label);
        label.unwrap().1
    };
    assert!(window.ctx.content_rect().contains_rect(card));
    press(&mut window, "Close the notes");
    assert!(window.query_by_label("Close the notes").is_none());
    let button = window.get_by_role_and_label(Role::Button, "Show answer");
    button.scroll_to_me();
    window.run_steps(10);
    press(&mut window, "Show answer");
    let folded = window.get_by_role_and_label(Role::MultilineTextInput, "Notes");
    assert_eq!(folded.value().as_deref(), Some(notes.as_str()));
    let example = examples::by_file("greedy-goes-astray").unwrap();
    apply(&mut window, DocumentAction::Example(example.into()).into());
    window.get_by_label("Close the notes");
    window.key_press(Key::Escape);
    window.run();
    assert!(window.query_by_label("Close the notes").is_none());
}

#[test]
fn the_notes_make_room_for_the_node_that_is_selected() {
    let mut window = window();
    solve(&mut window);
    let example = examples::by_file("greedy-goes-astray").unwrap();
    apply(&mut window, DocumentAction::Example(example.into()).into());
    window.get_by_label("Close the notes");
    select(&mut window, 1);
    assert!(window.query_by_label("Close the notes").is_none());
}

#[test]
fn the_values_of_all_heuristics_are_one_click_away() {
    let mut window = window();
    paste(&mut window, Side::Goal, "1 2 3 / 4 5 6 / 7 8 0");
    paste(&mut window, Side::Start, "1 2 3 / 4 5 6 / 7 0 8");
    let n_shown = |window: &Window| window.query_all_by_value("Manhattan distance: 1").count();
    assert_eq!(n_shown(&window), 1);
    press(&mut window, "Estimates");
    assert_eq!(n_shown(&window), 2);
}

/// Opens the palette and types this.
pub fn type_in_palette(window: &mut Window, text: &str) {
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::K);
    window.run_steps(3);
    window
        .get_by_role_and_label(Role::TextInput, "Search commands")
        .type_text(text);
    window.run_steps(3);
}

/// Chooses the first entry of the palette that matches.
pub fn choose_in_palette(window: &mut Window, text: &str) {
    type_in_palette(window, text);
    window.key_press(egui::Key::Enter);
    window.run_steps(3);
    assert!(
        window
            .query_by_role_and_label(Role::TextInput, "Search commands")
            .is_none()
    );
}

#[test]
fn the_keys_of_the_palette_close_it_too() {
    let mut window = window();
    for is_open in [true, false, true] {
        window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::K);
        window.run_steps(4);
        let field = window.query_by_role_and_label(Role::TextInput, "Search commands");
        assert_eq!(field.is_some(), is_open);
    }
}

#[test]
fn the_palette_has_examples_algorithms_and_heuristics() {
    let mut window = window();
    choose_in_palette(&mut window, "twenty moves");
    assert_eq!(app(&mut window).model.problem().name(), "Twenty moves");
    choose_in_palette(&mut window, "10x10");
    let model = &app(&mut window).model;
    let size = model.puzzle().unwrap().start.size();
    assert_eq!((size.rows(), size.columns()), (10, 10));
    choose_in_palette(&mut window, "twenty moves");
    choose_in_palette(&mut window, "ida*");
    choose_in_palette(&mut window, "linear conflict");
    let settings = app(&mut window).model.settings();
    assert_eq!(settings.algorithm.key, "ida-star");
    assert_eq!(settings.heuristic.to_string(), "linear-conflict");
    assert!(app(&mut window).model.runs().is_empty());
}

#[test]
fn the_moves_and_the_table_are_copied() {
    let mut window = window();
    assert!(!Command::CopySolution.is_enabled(&app(&mut window).model));
    solve(&mut window);
    window
        .get_by_role_and_label(Role::Button, "Copy moves")
        .click();
    assert_eq!(copied(&mut window).len(), 13);
    window.run_steps(2);
    window.get_by_label("Copied the moves.");
    type_in_palette(&mut window, "copy solution...");
    // Each event has a frame of its own: what is copied is in this one's output.
    window.key_down(Key::Enter);
    assert_eq!(copied(&mut window).len(), 13);
    press(&mut window, "Copy or save the solution as");
    window
        .get_by_role_and_label(Role::ListBoxOption, "Moves of the tiles, runs collapsed")
        .click();
    let runs = copied(&mut window);
    assert!(
        MoveNotation::TileRuns.read(&runs).unwrap().len() == 13,
        "{runs}"
    );
    press(&mut window, "Copy or save the solution as");
    window
        .get_by_role_and_label(Role::ListBoxOption, "LaTeX table")
        .click();
    assert_eq!(copied(&mut window).lines().count(), 3 + 14 + 1);
    press(&mut window, "Copy or save the solution as");
    window
        .get_by_role_and_label(Role::ListBoxOption, "SVG strip of boards")
        .click();
    assert_eq!(copied(&mut window).matches("<g ").count(), 14);
    press(&mut window, "Copy table");
    window
        .get_by_role_and_label(Role::ListBoxOption, "As Markdown")
        .click();
    let table = copied(&mut window);
    window.run_steps(2);
    window.get_by_label("Copied the table as Markdown.");
    let heads = "| puzzle | start | goal | algorithm |";
    assert!(table.starts_with(heads), "{table}");
    let last = table.lines().last().unwrap_or_default();
    let puzzle = app(&mut window).model.puzzle().unwrap();
    let [start, goal] = [&puzzle.start, &puzzle.goal].map(notation::board_line);
    let row = format!("| {} | {start} | {goal} |", puzzle.name);
    assert!(last.starts_with(&row), "{table}");
    assert!(
        last.contains(" | a-star | manhattan | solved, optimal | 13 | 13 | "),
        "{table}"
    );
}

/// Checks that a file is an animation of these moves.
fn is_animated(path: &Path, start: &Board, moves: &[Direction]) {
    let (size, shown) = animation::read(path);
    let wanted = frames(start, moves).unwrap();
    assert_eq!(shown.len(), wanted.len());
    for (n, (frame, wanted)) in shown.iter().zip(&wanted).enumerate() {
        assert_eq!(frame.1, f32::from(wanted.milliseconds) / 1000.0, "{n}");
        let is_changed = n == 0 || frame.0 != shown[n - 1].0;
        assert!(is_changed, "a frame shows something new: {n}");
    }
    // The first board has its blank in its cell: there the colour of the well is whole.
    let [columns, rows] = [start.size().columns(), start.size().rows()];
    let place = |cell: usize, frame: &[u8]| {
        let x = (2 * (cell % columns) + 1) * size[0] as usize / (2 * columns);
        let y = (2 * (cell / columns) + 1) * size[1] as usize / (2 * rows);
        // Above the digits.
        let at = 3 * ((y - 22) * size[0] as usize + x);
        [frame[at], frame[at + 1], frame[at + 2]]
    };
    let goal = &wanted.last().unwrap().board;
    for (board, frame) in [(start, &shown[0].0), (goal, &shown[shown.len() - 1].0)] {
        let blank = place(board.blank(), frame);
        let others = (0..start.size().n_cells()).filter(|cell| *cell != board.blank());
        for cell in others {
            assert!(place(cell, frame) != blank, "cell {cell} has a tile");
        }
    }
}

#[test]
fn a_solution_is_saved_in_each_form() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let path = folder.path().join("puzzle.json");
    let start = notation::parse_board("1 2 3 / 4 5 6 / _ 7 8").unwrap();
    let puzzle = Puzzle {
        start: start.clone(),
        ..Puzzle::default_for(start.size())
    };
    files::save(&Problem::from(puzzle), &path).unwrap();
    apply(&mut window, DocumentAction::Open(path).into());
    wait(&mut window, "the file", |app| app.model.file().is_some());
    solve(&mut window);
    for form in SolutionForm::ALL {
        press(&mut window, "Copy or save the solution as");
        let name = format!("Save: {}…", form.name());
        window
            .get_by_role_and_label(Role::ListBoxOption, &name)
            .click();
        window.run_steps(4);
        press(&mut window, "Save");
        let path = folder.path().join(format!("solution.{}", form.ending()));
        let written = path.clone();
        wait(&mut window, "the solution", move |_| written.exists());
        let (_, moves) = app(&mut window).model.runs().active_solution().unwrap();
        let moves: Vec<Direction> = moves.iter().copied().map(Direction::from).collect();
        let start = app(&mut window).model.puzzle().unwrap().start.clone();
        match form {
            SolutionForm::Text(form) => {
                let text = form.write(&start, &moves).unwrap();
                assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "{name}");
            }
            SolutionForm::AnimatedPng => is_animated(&path, &start, &moves),
        }
        window.run_steps(4);
    }
}

#[test]
fn a_pasted_solution_can_be_replayed() {
    let mut window = window();
    solve(&mut window);
    let moves = |window: &mut Window| app(window).model.player().moves().len();
    press(&mut window, "Copy or save the solution as");
    window
        .get_by_role_and_label(Role::ListBoxOption, "Moves of the tiles, runs collapsed")
        .click();
    let runs = copied(&mut window);
    window.run_steps(4);
    let paste = |text: String| Action::Document(DocumentAction::Paste(Side::Start, text));
    let before = app(&mut window).model.puzzle().cloned();
    apply(&mut window, paste("U9".into()));
    window.get_by_label_contains("leave the board");
    assert_eq!(moves(&mut window), 0);
    apply(&mut window, paste(runs));
    window.get_by_label("Pasted 13 moves.");
    assert_eq!(moves(&mut window), 13);
    assert_eq!(app(&mut window).model.puzzle().cloned(), before);
}

/// What is copied in one of the next frames.
fn copied(window: &mut Window) -> String {
    for _ in 0..5 {
        window.step();
        for command in &window.output().platform_output.commands {
            if let egui::OutputCommand::CopyText(text) = command {
                return text.clone();
            }
        }
    }
    panic!("nothing was copied");
}

#[test]
fn the_list_of_sizes_closes_after_a_choice() {
    let mut window = window();
    click(&mut window, Role::ComboBox, "Board size");
    window.run_steps(4);
    press(&mut window, "4 × 4 board");
    assert_eq!(
        app(&mut window).model.puzzle().unwrap().size().n_cells(),
        16
    );
    assert!(window.query_by_label("5 × 5 board").is_none());
}

#[test]
fn a_notice_covers_nothing_but_the_free_part_of_the_menu_bar() {
    let mut window = window();
    for width in [1280.0, 1920.0] {
        window.set_size(egui::Vec2::new(width, 800.0));
        window.run_steps(8);
        let text = "A message that is long enough to take a second line in a window of the usual size, \
                    where it stands between the menus and the field for commands.";
        app(&mut window)
            .model
            .apply(Action::Copy("the report", text.into()));
        window.run_steps(4);
        let close = rect(&window, "Close notice");
        let help = rect(&window, "Help");
        let field = rect(&window, "Search commands");
        assert!(close.left() > help.right() && close.right() < field.left());
        assert!(close.bottom() < field.bottom() + 8.0, "{close} {field}");
        press(&mut window, "Close notice");
        assert!(window.query_by_label("Close notice").is_none());
    }
}

#[test]
fn tabs_keep_their_height_where_the_last_one_is_shown() {
    let mut window = window();
    window.set_size(egui::Vec2::new(1280.0, 800.0));
    window.run_steps(8);
    let top = |window: &Window| rect(window, "Levels").top();
    let before = top(&window);
    let ctx = window.ctx.clone();
    app(&mut window).carry_out_command(&ctx, Command::PanelSpace);
    window.run_steps(8);
    assert_eq!(top(&window), before);
}

#[test]
fn no_estimate_below_the_board_is_cut() {
    let mut window = window();
    for height in [800.0, 880.0, 960.0, 1020.0, 1080.0] {
        window.set_size(egui::Vec2::new(1920.0, height));
        window.run_steps(8);
        // The head of the panel below it.
        let edge = rect(&window, "About").center().y - 18.0;
        for name in ["Zero: 0", "Misplaced tiles: 7"] {
            let row = window.get_by_label(name).rect();
            let is_cut = row.top() + 2.0 < edge && row.bottom() - 2.0 > edge;
            assert!(!is_cut, "{name} at {row} by {edge}");
        }
    }
}
