//! Which puzzle is asked about before it is lost, what of it is saved, and what it is called.

use crate::collections::two;
use crate::focus::keys;
use crate::window::{Window, app, apply, name_file, press, solve, wait, window, window_with};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use std::path::{Path, PathBuf};
use tilescope::gui::document::DocumentAction;
use tilescope::gui::experiments::ExperimentAction;
use tilescope::gui::library::{CollectionFile, CollectionSource, LibraryAction};
use tilescope::gui::session::Session;
use tilescope::gui::{Edit, Side};
use tilescope_lab::collection::Entry;
use tilescope_lab::{Collection, Problem, examples, files};
use tilescope_puzzle::{Puzzle, Size};

const UNSAVED: &str = "Save changes first?";
const PASTED: &str = "8 1 2 / 3 4 5 / 6 7 _";

fn problem(window: &mut Window) -> Problem {
    app(window).model.problem().clone()
}

fn is_unsaved(window: &mut Window) -> bool {
    app(window).model.has_unsaved_changes()
}

fn shown_name(window: &mut Window) -> String {
    app(window).model.shown_name()
}

fn edit(window: &mut Window) {
    apply(window, Edit::Swap(Side::Start, 0, 1).into());
}

fn resize(window: &mut Window, rows: usize, columns: usize) {
    let size = Size::new(rows, columns).unwrap();
    apply(window, Edit::Resize(size).into());
}

fn paste(window: &mut Window) {
    let paste = DocumentAction::Paste(Side::Start, PASTED.into());
    apply(window, paste.into());
}

fn new(window: &mut Window) {
    apply(window, DocumentAction::New(Size::EIGHT_PUZZLE).into());
    window.run_steps(3);
}

fn quit(window: &mut Window) {
    let model = &mut app(window).model;
    model.apply(DocumentAction::Quit.into());
    // The window stays open.
    model.take_requests();
    window.run_steps(8);
}

/// An example that has notes and a source.
fn example() -> Problem {
    let mut told = examples::all().into_iter();
    told.find(|it| !it.notes().is_empty() && !it.source().is_empty() && it.puzzle().is_some())
        .unwrap()
}

/// Opens a file that holds this.
fn open(window: &mut Window, path: &Path, problem: &Problem) {
    files::save(problem, path).unwrap();
    apply(window, DocumentAction::Open(path.to_owned()).into());
    wait(window, "the file", |app| app.model.file().is_some());
}

/// Opens a file with a puzzle of the user's.
fn open_own(window: &mut Window, folder: &Path) -> (PathBuf, Problem) {
    let path = folder.join("own.json");
    let own = Puzzle {
        name: "Own".into(),
        ..Puzzle::default_for(Size::EIGHT_PUZZLE)
    };
    open(window, &path, &own.clone().into());
    (path, own.into())
}

fn save(window: &mut Window) {
    apply(window, DocumentAction::Save.into());
    wait(window, "the saved file", |app| {
        !app.model.has_unsaved_changes()
    });
}

#[test]
fn an_edited_board_of_another_size_is_not_lost_without_a_question() {
    let mut window = window();
    new(&mut window);
    resize(&mut window, 3, 4);
    assert!(!is_unsaved(&mut window), "nothing of the user's");
    new(&mut window);
    edit(&mut window);
    resize(&mut window, 3, 4);
    assert!(is_unsaved(&mut window));
    let resized = problem(&mut window);
    new(&mut window);
    window.get_by_label(UNSAVED);
    window.get_by_label_contains("“New 3×4 puzzle” has changes");
    press(&mut window, "Cancel");
    assert_eq!(problem(&mut window), resized);
    // What was begun by hand stays the user's.
    apply(&mut window, Edit::Scramble.into());
    assert!(is_unsaved(&mut window));
}

#[test]
fn the_question_is_about_the_board_on_the_screen_and_save_saves_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let (path, own) = open_own(&mut window, folder.path());
    edit(&mut window);
    resize(&mut window, 4, 4);
    let resized = problem(&mut window);
    new(&mut window);
    window.get_by_label_contains("This puzzle has no name");
    press(&mut window, "Save");
    // It asks for a file: that of the smaller board is not overwritten.
    window.run_steps(4);
    press(&mut window, "Save");
    wait(&mut window, "the new puzzle", |app| {
        app.model.puzzle().unwrap().size() == Size::EIGHT_PUZZLE
    });
    let saved = files::load(&folder.path().join("puzzle.json")).unwrap();
    assert!(saved.is_same_task(&resized));
    assert_eq!(files::load(&path).unwrap(), own);
    assert!(
        window.query_by_label(UNSAVED).is_none(),
        "it is asked about once"
    );
}

#[test]
fn a_pasted_board_that_is_there_already_changes_nothing() {
    let mut window = window();
    let before = (shown_name(&mut window), app(&mut window).model.versions());
    for side in [Side::Start, Side::Goal] {
        let puzzle = problem(&mut window).into_puzzle().unwrap();
        let board = match side {
            Side::Start => puzzle.start,
            Side::Goal => puzzle.goal,
        };
        let line = tilescope_puzzle::notation::board_line(&board);
        apply(&mut window, DocumentAction::Paste(side, line).into());
        window.run_steps(3);
        window.get_by_label_contains("Pasted rows with slashes between them");
        let now = (shown_name(&mut window), app(&mut window).model.versions());
        assert_eq!(now, before, "{side:?}");
        assert!(!is_unsaved(&mut window), "{side:?}");
    }
}

#[test]
fn what_a_paste_replaced_is_asked_about_only_if_it_belongs_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    apply(
        &mut window,
        DocumentAction::Example(example().into()).into(),
    );
    edit(&mut window);
    paste(&mut window);
    new(&mut window);
    window.get_by_label_contains("This puzzle has no name");
    press(&mut window, "Discard changes");
    assert!(window.query_by_label(UNSAVED).is_none());
    assert!(!is_unsaved(&mut window));

    let (path, _) = open_own(&mut window, folder.path());
    edit(&mut window);
    let edited = problem(&mut window);
    paste(&mut window);
    new(&mut window);
    window.get_by_label_contains("This puzzle has no name");
    press(&mut window, "Discard changes");
    window.get_by_label_contains("“Own” has changes");
    window.get_by_label_contains("They were made before the present puzzle took its place");
    press(&mut window, "Save");
    wait(&mut window, "the new puzzle", |app| {
        app.model.file().is_none() && !app.model.has_unsaved_changes()
    });
    assert_eq!(files::load(&path).unwrap(), edited);
}

#[test]
fn a_file_keeps_its_name_its_notes_and_its_source() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let path = folder.path().join("spiral.json");
    let opened = example();
    open(&mut window, &path, &opened);
    edit(&mut window);
    assert!(is_unsaved(&mut window));
    assert_eq!(shown_name(&mut window), opened.name());
    save(&mut window);
    let saved = files::load(&path).unwrap();
    assert!(!saved.is_same_task(&opened));
    let told = |it: &Problem| [it.name(), it.notes(), it.source()].map(str::to_owned);
    assert_eq!(told(&saved), told(&opened));
}

#[test]
fn an_edited_example_is_untitled() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    // The dialog begins where the last file is.
    open_own(&mut window, folder.path());
    let shipped = example();
    apply(
        &mut window,
        DocumentAction::Example(shipped.clone().into()).into(),
    );
    edit(&mut window);
    assert_eq!(shown_name(&mut window), "");
    window.get_by_label("Puzzle name: Untitled");
    apply(&mut window, Edit::Notes("Mine".into()).into());
    apply(&mut window, Edit::Swap(Side::Start, 1, 2).into());
    apply(&mut window, DocumentAction::SaveAs.into());
    window.run_steps(4);
    press(&mut window, "Save");
    wait(&mut window, "the saved file", |app| {
        !app.model.has_unsaved_changes()
    });
    let saved = files::load(&folder.path().join("puzzle.json")).unwrap();
    assert_eq!((saved.name(), saved.notes()), ("puzzle", "Mine"));
    assert_eq!(shown_name(&mut window), "puzzle");
}

#[test]
fn runs_of_an_edited_example_are_not_listed_as_runs_of_the_example() {
    let mut window = window();
    let name_of_last = |window: &mut Window| {
        let runs = app(window).model.runs();
        let last = runs.iter().next_back().unwrap();
        last.run.job().problem.name().to_owned()
    };
    let shipped = examples::by_file("spiral-in-five-moves").unwrap();
    apply(
        &mut window,
        DocumentAction::Example(shipped.clone().into()).into(),
    );
    solve(&mut window);
    assert_eq!(name_of_last(&mut window), shipped.name());
    edit(&mut window);
    solve(&mut window);
    assert_eq!(name_of_last(&mut window), "");

    // What is the user's keeps its name, and is marked until it is saved.
    apply(&mut window, DocumentAction::Undo.into());
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = open_own(&mut window, folder.path());
    let name = shown_name(&mut window);
    edit(&mut window);
    assert_eq!(shown_name(&mut window), name);
    assert!(is_unsaved(&mut window));
    press(&mut window, &format!("Puzzle name: {name}"));
    window.get_by_label("Puzzle name").type_text("Renamed");
    window.key_press(Key::Enter);
    window.run_steps(4);
    assert!(shown_name(&mut window).ends_with("Renamed"));
    assert_eq!(app(&mut window).model.file(), Some(&path));
}

#[test]
fn an_edited_example_is_called_after_the_file_that_was_chosen_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    apply(
        &mut window,
        DocumentAction::Example(example().into()).into(),
    );
    edit(&mut window);
    apply(&mut window, DocumentAction::SaveAs.into());
    let path = folder.path().join("my first.json");
    name_file(&mut window, &path);
    wait(&mut window, "the saved file", |app| {
        !app.model.has_unsaved_changes()
    });
    assert_eq!(shown_name(&mut window), "my first");
    assert_eq!(files::load(&path).unwrap().name(), "my first");
}

#[test]
fn a_puzzle_without_a_name_is_called_after_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    paste(&mut window);
    window.run_steps(3);
    window.get_by_label("Puzzle name: Untitled");
    new(&mut window);
    press(&mut window, "Discard changes");
    open_own(&mut window, folder.path());
    apply(&mut window, Edit::Name(String::new()).into());
    window.run_steps(3);
    press(&mut window, "Puzzle name: own");
    let field = window.get_by_label("Puzzle name");
    assert_eq!(field.accesskit_node().placeholder(), Some("own"));
    window.key_press(Key::Escape);
    window.run_steps(3);
    apply(&mut window, DocumentAction::SaveAs.into());
    window.run_steps(4);
    assert!(window.query_all_by_value("own.json").next().is_some());
    press(&mut window, "Cancel");
    edit(&mut window);
    quit(&mut window);
    window.get_by_label_contains("“own” has changes");
}

/// Opens the first puzzle of a list whose puzzles have no names.
fn open_of_list(window: &mut Window, folder: &Path) {
    let list = folder.join("list.txt");
    std::fs::write(&list, "123456708\n123450786\n").unwrap();
    apply(window, DocumentAction::Open(list).into());
    wait(window, "the list", |app| {
        app.model.library().active().is_some()
    });
    apply(window, LibraryAction::Choose(0).into());
    assert_eq!(shown_name(window), "Puzzle 1 of list");
}

#[test]
fn an_edited_puzzle_of_a_list_is_called_after_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    open_of_list(&mut window, folder.path());
    edit(&mut window);
    apply(&mut window, DocumentAction::SaveAs.into());
    window.run_steps(4);
    press(&mut window, "Save");
    wait(&mut window, "the saved file", |app| {
        !app.model.has_unsaved_changes()
    });
    let text = std::fs::read_to_string(folder.path().join("puzzle.json")).unwrap();
    assert!(!text.contains("Puzzle 1 of list"), "{text}");
    assert_eq!(shown_name(&mut window), "puzzle");
}

#[test]
fn a_puzzle_is_called_after_the_new_name_of_its_collection() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    open_of_list(&mut window, folder.path());
    let active = app(&mut window).model.library().active().unwrap();
    let (job, path) = (active.job(), folder.path().join("Lecture.json"));
    apply(&mut window, LibraryAction::Saved(path, job).into());
    assert_eq!(shown_name(&mut window), "Puzzle 1 of Lecture");
    assert!(!is_unsaved(&mut window));
}

/// Such as generated puzzles that were taken into another collection.
#[test]
fn a_puzzle_with_a_number_for_a_name_says_of_which_collection() {
    let mut window = window();
    let mut collection = Collection {
        name: "Lecture".into(),
        ..Collection::default()
    };
    let puzzle = Puzzle {
        name: "7".into(),
        ..Puzzle::default_for(Size::EIGHT_PUZZLE)
    };
    collection.puzzles.push(&Entry::new(puzzle));
    let file = CollectionFile::new(CollectionSource::Chosen, collection, Vec::new(), 0);
    apply(&mut window, LibraryAction::Opened(file.into()).into());
    apply(&mut window, LibraryAction::Choose(0).into());
    assert_eq!(shown_name(&mut window), "Puzzle 7 of Lecture");
}

#[test]
fn what_is_discarded_is_not_in_the_next_window() {
    let folder = tempfile::tempdir().unwrap();
    for begin in [
        // Never saved, and pasted over a puzzle that is in a file.
        &|window: &mut Window| {
            open_own(window, folder.path());
            paste(window);
        },
        &|window: &mut Window| {
            new(window);
            edit(window);
            resize(window, 4, 4);
        },
        // Restored by a window after a crash: there is nothing before it.
        &|window: &mut Window| {
            paste(window);
            let kept = serde_json::to_string(&Session::new(&app(window).model.session())).unwrap();
            let session: Session = serde_json::from_str(&kept).unwrap();
            assert!(session.has_unsaved_changes());
            apply(window, tilescope::gui::Action::Restore(session.into()));
        },
    ] as [&dyn Fn(&mut Window); 3]
    {
        let mut window = window();
        begin(&mut window);
        let discarded = problem(&mut window);
        assert!(is_unsaved(&mut window));
        quit(&mut window);
        press(&mut window, "Discard changes");
        let session = Session::new(&app(&mut window).model.session());
        assert!(!session.has_unsaved_changes());
        assert_ne!(session.restore().problem, Some(discarded));
    }
}

#[test]
fn a_puzzle_that_is_called_after_its_size_follows_it() {
    let mut window = window();
    let size = Size::new(3, 5).unwrap();
    apply(&mut window, DocumentAction::New(size).into());
    assert_eq!(shown_name(&mut window), "New 3×5 puzzle");
    apply(&mut window, Edit::Rotate.into());
    assert_eq!(shown_name(&mut window), "New 5×3 puzzle");
    resize(&mut window, 4, 4);
    assert_eq!(shown_name(&mut window), "New 4×4 puzzle");
    apply(&mut window, Edit::Name("Mine".into()).into());
    apply(&mut window, Edit::Rotate.into());
    assert_eq!(shown_name(&mut window), "Mine");
}

/// The close button of the window's frame.
fn close_window(window: &mut Window) {
    let viewports = &mut window.input_mut().viewports;
    let root = viewports.entry(egui::ViewportId::ROOT).or_default();
    root.events.push(egui::ViewportEvent::Close);
    window.step();
    let viewports = &mut window.input_mut().viewports;
    viewports.values_mut().for_each(|it| it.events.clear());
    window.run_steps(6);
}

#[test]
fn what_is_being_typed_when_the_window_closes_is_asked_about() {
    let mut window = window();
    window
        .get_by_role_and_label(Role::Grid, "Start board")
        .focus();
    window.run_steps(3);
    window.event(egui::Event::Text("6".into()));
    window.run_steps(4);
    assert!(!is_unsaved(&mut window));
    close_window(&mut window);
    assert!(is_unsaved(&mut window));
    assert!(window.query_by_label(UNSAVED).is_some());

    let mut window = self::window();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file.json");
    press(&mut window, "Experiment");
    apply(&mut window, ExperimentAction::SaveTo(path.clone()).into());
    wait(&mut window, "the file", |_| path.exists());
    window.get_by_label("Name of the experiment").click();
    window.run_steps(3);
    window.event(egui::Event::Text("Two korfs".into()));
    window.run_steps(3);
    close_window(&mut window);
    let experiments = app(&mut window).model.experiments();
    assert!(experiments.draft().name.contains("Two korfs"));
    assert!(
        window
            .query_by_label_contains("when the window closes")
            .is_some()
    );
}

#[test]
fn what_is_pasted_or_copied_below_a_question_leaves_the_board() {
    let mut window = window();
    edit(&mut window);
    let before = problem(&mut window);
    quit(&mut window);
    window.get_by_label(UNSAVED);
    for event in [Event::Paste(PASTED.into()), Event::Copy] {
        window.event(event);
        window.run_steps(3);
        window.get_by_label(UNSAVED);
        assert!(window.query_by_label_contains("Pasted").is_none());
        assert!(window.query_by_label_contains("Copied").is_none());
    }
    press(&mut window, "Cancel");
    window.run_steps(3);
    assert_eq!(problem(&mut window), before);
    // Without a question they act on it.
    window.event(Event::Copy);
    window.run_steps(3);
    window.get_by_label_contains("Copied");
    window.event(Event::Paste(PASTED.into()));
    window.run_steps(3);
    assert_ne!(problem(&mut window), before);
}

/// Keys of commands may bring another puzzle while a name is typed: it is not that one's name.
#[test]
fn a_name_that_is_being_typed_is_that_of_its_own_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window_with(&two(folder.path()));
    apply(&mut window, LibraryAction::Choose(0).into());
    press(&mut window, "Puzzle name: a");
    window.event(Event::Text("first".into()));
    window.run_steps(3);
    window.key_press(Key::F8);
    window.run_steps(3);
    window.get_by_label_contains("Save changes first?");
    assert_eq!(app(&mut window).model.problem().name(), "first");
    press(&mut window, "Discard changes");
    window.run_steps(10);
    assert_eq!(app(&mut window).model.problem().name(), "b");
    window.key_press(Key::Tab);
    window.run_steps(5);
    assert_eq!(app(&mut window).model.problem().name(), "b");

    // In another layout its field has another place.
    press(&mut window, "Puzzle name: b");
    window.event(Event::Text("second".into()));
    window.run_steps(3);
    keys(&mut window, Modifiers::ALT, Key::Num3);
    assert_eq!(app(&mut window).model.problem().name(), "second");
}
