//! A window that is killed while it is edited: no saved file is lost, and at most the last second of
//! editing is.

use crate::window::{Window, app, apply, wait, window};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use tilescope::gui::document::{Confirmation, DocumentAction};
use tilescope::gui::experiments::ExperimentAction;
use tilescope::gui::library::{CollectionFile, CollectionSource, LibraryAction};
use tilescope::gui::session::Store;
use tilescope::gui::{Action, Edit};
use tilescope_lab::collection::{Collection, Entry};
use tilescope_lab::experiment::Draft;
use tilescope_lab::files;
use tilescope_puzzle::{Puzzle, Size};

/// The folder of the process that is killed.
const FOLDER: &str = "TILESCOPE_TEST_KILLED";
/// Of the library's name, so that this process finds the test that it starts.
const CHILD: &str = "killed::edits_until_it_is_killed";

/// What is due within a second may take a little longer on a machine that is busy.
const PATIENCE: Duration = Duration::from_millis(1_700);

#[test]
fn a_kill_loses_no_file_and_a_second_of_editing_at_most() {
    kill_often(6);
}

#[test]
#[ignore = "takes minutes"]
fn a_hundred_kills_lose_no_file_and_a_second_of_editing_at_most() {
    kill_often(100);
}

fn kill_often(times: u32) {
    let mut rng = fastrand::Rng::with_seed(times.into());
    for time in 0..times {
        let folder = tempfile::tempdir().unwrap();
        let wait = Duration::from_millis(rng.u64(0..4_000));
        let told = kill_after(folder.path(), wait);
        check(folder.path(), &told, time);
    }
}

/// What the killed process has told, each time how long before its end.
fn kill_after(folder: &Path, wait: Duration) -> Vec<(Duration, String)> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", CHILD, "--ignored", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let (sender, lines) = mpsc::channel();
    let read = move || {
        for line in output.lines().map_while(Result::ok) {
            sender.send((Instant::now(), line)).unwrap();
        }
    };
    let reader = std::thread::Builder::new().name("reader".into());
    let reader = reader.spawn(read).unwrap();
    let mut told = Vec::new();
    let mut end = None;
    loop {
        let left = end.map_or(Duration::from_secs(120), |end: Instant| {
            end.saturating_duration_since(Instant::now())
        });
        match lines.recv_timeout(left) {
            Ok((at, line)) => {
                // The first edit may stand behind the name of the test.
                if end.is_none() && line.contains("edited 1") {
                    end = Some(at + wait);
                }
                told.push((at, line));
            }
            Err(RecvTimeoutError::Timeout) => break,
            Err(RecvTimeoutError::Disconnected) => panic!("it has ended by itself: {told:?}"),
        }
    }
    assert!(end.is_some(), "it never began");
    let end = Instant::now();
    child.kill().unwrap();
    child.wait().unwrap();
    reader.join().unwrap();
    told.extend(lines.try_iter());
    told.into_iter()
        .map(|(at, line)| (end.saturating_duration_since(at), line))
        .collect()
}

/// The number at the end of a text.
fn number(text: &str) -> u32 {
    let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    digits.parse().unwrap_or(0)
}

fn check(folder: &Path, told: &[(Duration, String)], time: u32) {
    let least = |what: &str, age: Duration| {
        let lines = told.iter().filter(|(ago, _)| *ago >= age);
        let numbers = lines.filter_map(|(_, line)| {
            let (_, number) = line.split_once(what)?;
            number.trim().parse().ok()
        });
        numbers.max().unwrap_or(0)
    };
    // One more may have been made than was told.
    let greatest: u32 = least("edited ", Duration::ZERO) + 1;
    let within = |what: &str, found: u32, least: u32| {
        assert!(
            (least..=greatest).contains(&found),
            "kill {time}: {what} has {found}, not from {least} to {greatest}: {told:?}"
        );
    };
    let saved = least("saved the puzzle ", Duration::ZERO);
    let file = files::load(&folder.join("puzzle.json")).unwrap();
    within("the puzzle's file", number(file.name()), saved);
    let saved = least("saved the experiment ", Duration::ZERO);
    let file = Draft::load(&folder.join("experiment.json")).unwrap();
    within("the experiment's file", number(&file.name), saved);

    let edited: u32 = least("edited ", PATIENCE);
    let (_, session, _) = Store::open_at(&folder.join("session.json")).unwrap();
    assert!(session.unreadable().is_empty(), "{session:?}");
    let kept = session.restore();
    let name = kept.problem.map_or(0, |problem| number(problem.name()));
    within("the puzzle", name, edited);
    within(
        "the experiment",
        number(&kept.experiment.draft.name),
        edited,
    );

    // Of those that are in no file, the last two are open, and for a moment the one before.
    let generated: u32 = least("generated ", PATIENCE);
    let kept = ["", "-2", "-3"].map(|number| format!("session.collection{number}.json"));
    let mut kept = kept.map(|name| match files::open(&folder.join(name)) {
        Ok(files::Opened::Collection(collection)) => number(&collection.name),
        _ => 0,
    });
    kept.sort_unstable();
    let [_, before, last] = kept;
    within("the last collection", last, generated);
    within("the one before", before, generated.saturating_sub(4));
}

/// Not a test: what the tests above start and kill.
#[test]
#[ignore = "started by the test above"]
fn edits_until_it_is_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let folder = Path::new(&folder);
    let mut window = window();
    let session = folder.join("session.json");
    app(&mut window).restore(Store::open_at(&session).unwrap());
    let path = folder.join("puzzle.json");
    let puzzle = app(&mut window).model.problem().clone();
    files::save(&puzzle, &path).unwrap();
    apply(&mut window, DocumentAction::Open(path).into());
    wait(&mut window, "the file", |app| app.model.file().is_some());
    let save = ExperimentAction::SaveTo(folder.join("experiment.json"));
    let mut draft = Draft::default();
    draft.name = "number 0".into();
    let edit = |draft: &Draft| Action::Experiment(ExperimentAction::Edit(draft.clone().into()));
    apply(&mut window, edit(&draft));
    apply(&mut window, Action::Experiment(save));
    wait(&mut window, "the experiment", |app| {
        app.model.experiments().file().is_some()
    });
    for number in 1_u32.. {
        let name = format!("number {number}");
        apply(&mut window, Edit::Name(name.clone()).into());
        draft.name.clone_from(&name);
        apply(&mut window, edit(&draft));
        println!("edited {number}");
        if number.is_multiple_of(4) {
            generate(&mut window, &name);
            println!("generated {number}");
        }
        if number.is_multiple_of(7) {
            apply(&mut window, DocumentAction::Save.into());
            apply(&mut window, Action::Experiment(ExperimentAction::Save));
        }
        let model = &app(&mut window).model;
        if !model.has_unsaved_changes() {
            println!("saved the puzzle {number}");
        }
        if !model.experiments().is_unsaved() {
            println!("saved the experiment {number}");
        }
    }
}

/// Opens a generated collection, and closes the one before the last.
fn generate(window: &mut Window, name: &str) {
    let entry = Entry {
        puzzle: Puzzle::default_for(Size::EIGHT_PUZZLE),
        result: None,
    };
    let made = Collection {
        name: name.into(),
        puzzles: std::iter::repeat_n(entry, 200).collect(),
        ..Collection::default()
    };
    let made = CollectionFile::new(CollectionSource::Generated, made, Vec::new(), 0);
    apply(window, LibraryAction::Opened(made.into()).into());
    let open = app(window).model.library().open();
    if open.len() > 2 {
        let first = open[0].id();
        apply(window, LibraryAction::Close(first).into());
        apply(window, LibraryAction::Confirm(Confirmation::Discard).into());
    }
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
}
