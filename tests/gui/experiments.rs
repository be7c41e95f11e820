//! The experiment panel, driven by its accessible names.

use crate::window::{Window, app, apply, click, has_text, press, wait, window};
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use serde_json::json;
use std::fs;
use std::num::NonZero;
use std::path::Path;
use tilescope::gui::Action;
use tilescope::gui::app::App;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::experiments::{ExperimentAction, ReportView, RunsState};
use tilescope::gui::library::LibraryAction;
use tilescope::gui::requests::ReportForm;
use tilescope_lab::Interrupt;
use tilescope_lab::experiment::report::{Format, Metric, Results, box_plot, by_instance, page};
use tilescope_lab::experiment::{
    Cores, Draft, Event, Experiment, Record, RecordFile, RunRequest, Selection, merge, run,
};
use tilescope_lab::format;
use tilescope_lab::generate::Context;

/// The window with the panel in front.
fn panel() -> Window {
    let mut window = window();
    press(&mut window, "Experiment");
    window
}

fn act(window: &mut Window, action: ExperimentAction) {
    apply(window, Action::Experiment(action));
}

/// Changes the draft, and waits until it is checked.
fn edit(window: &mut Window, change: impl FnOnce(&mut Draft)) {
    let mut draft = app(window).model.experiments().draft().clone();
    change(&mut draft);
    act(window, ExperimentAction::Edit(draft.into()));
    wait_for_check(window);
}

fn wait_for_check(window: &mut Window) {
    wait(window, "the check", |app| {
        app.model.experiments().checking().is_none()
    });
}

fn save(window: &mut Window, path: &Path) {
    act(window, ExperimentAction::SaveTo(path.to_owned()));
    wait(window, "the file", |app| {
        app.model.experiments().file().is_some() && !app.model.experiments().is_unsaved()
    });
    wait_for_check(window);
}

fn wait_until(window: &mut Window, state: RunsState) {
    wait(window, "the runs", |app| {
        app.model.experiments().state() == state
    });
}

/// Chooses an entry of a list or a menu.
fn choose(window: &mut Window, menu: (Role, &str), entry: &str) {
    click(window, menu.0, menu.1);
    window
        .get_by_role_and_label(Role::ListBoxOption, entry)
        .click_accesskit();
    window.run_steps(3);
}

fn load(path: &Path) -> Experiment {
    let mut context = Context {
        memory: 1 << 30,
        interrupt: &Interrupt::default(),
        on_progress: &mut |_| (),
    };
    Experiment::load(path, &mut context).unwrap()
}

fn records(path: &Path) -> Vec<Record> {
    merge(&[path.to_owned()]).unwrap().records
}

/// Two boards, two algorithms, one heuristic, in a file.
fn small(window: &mut Window, folder: &Path) {
    edit(window, |draft| {
        draft.instances = vec![
            "1 2 3 / 4 5 6 / 7 _ 8".into(),
            "1 2 3 / 4 _ 6 / 7 5 8".into(),
        ];
        draft.algorithms = vec!["a-star".into(), "breadth-first".into()];
    });
    save(window, &folder.join("small.json"));
}

#[test]
fn an_experiment_is_put_together_run_and_a_run_of_it_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("first.json");
    let mut window = panel();
    window.get_by_label("Add instances and algorithms to begin.");
    choose(
        &mut window,
        (Role::Button, "Add instances"),
        "The present puzzle",
    );
    wait_for_check(&mut window);
    window.get_by_label("Add an algorithm to begin.");
    choose(
        &mut window,
        (Role::ComboBox, "Add an algorithm"),
        "Breadth-first search",
    );
    press(&mut window, "As in Search");
    choose(
        &mut window,
        (Role::ComboBox, "Add a heuristic"),
        "Misplaced tiles",
    );
    wait_for_check(&mut window);
    // A* has both heuristics, breadth-first search none.
    window.get_by_label("1 instance × 3 configurations = 3 runs");
    save(&mut window, &path);
    let experiment = load(&path);
    assert_eq!(experiment.runs.len(), 3);

    press(&mut window, "Run all");
    wait_until(&mut window, RunsState::Idle);
    window.get_by_label("3 of 3 runs: done");
    let records = records(&folder.path().join("first.records.jsonl"));
    assert_eq!(records.len(), 3);
    assert_eq!(records[0].fingerprint, experiment.fingerprint.to_string());
    let name = |record: &Record| {
        let mut configurations = experiment.configurations.iter();
        let configuration = configurations.find(|it| it.name == record.configuration);
        let (words, n) = (&configuration.unwrap().words, record.expanded);
        format!(
            "{}, {words}: finished, {}",
            record.instance,
            format::count(n)
        )
    };
    let shown = records
        .iter()
        .find(|it| it.configuration == "a-star manhattan")
        .unwrap();
    records.iter().for_each(|record| {
        window.get_by_role_and_label(Role::Cell, &name(record));
    });
    click(&mut window, Role::Cell, &name(shown));
    wait(&mut window, "the record", |app| {
        matches!(app.model.experiments().shown(), Some((_, Some(_))))
    });
    window.get_by_label(&format!("Generated: {}", format::count(shown.generated)));
    window.get_by_label(&format!("Path: {}", shown.path.as_ref().unwrap()));
    press(&mut window, "Open in the inspector");
    wait(&mut window, "the recorded run", |app| {
        let runs = app.model.runs();
        runs.active().is_some() && runs.working().is_none()
    });
    let entry = app(&mut window).model.runs().active().unwrap();
    assert_eq!(entry.run.counts().expanded, shown.expanded);
    assert_eq!(u64::from(entry.run.trace().n_nodes()), shown.generated);
    assert!(
        !has_text(&window, "3 of 3 runs: done"),
        "the tree is in front"
    );
}

#[test]
fn what_is_opened_shows_what_is_done_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = panel();
    small(&mut window, folder.path());
    let path = folder.path().join("small.json");
    let kept = folder.path().join("small.records.jsonl");
    // The command line has done some of the runs, and was interrupted.
    let experiment = load(&path);
    let interrupt = Interrupt::default();
    let request = RunRequest {
        experiment: &experiment,
        selection: &Selection::All,
        records: &kept,
        jobs: NonZero::<usize>::MIN,
        cores: Cores::Shared,
        accepts_changes: false,
        interrupt: &interrupt,
    };
    let finished = run(&request, &mut |event| {
        if let Event::Written(_) = event {
            interrupt.stop();
        }
    });
    let before = finished.unwrap().n_written;
    assert!((1..4).contains(&before), "{before}");
    // What the records say of puzzles of the open collection stands beside these; so it does if the
    // collection is opened afterwards.
    let open = |window: &mut Window, name: &str| {
        let path = folder.path().join(name);
        let text = r#"{"format": "tilescope-collection", "version": 1, "name": "Two", "puzzles": [
            {"start": "1 2 3 / 4 5 6 / 7 _ 8"}, {"start": "1 2 3 / 4 _ 6 / 7 5 8"}]}"#;
        fs::write(&path, text).unwrap();
        let n_opened = app(window).model.library().n_opened();
        apply(window, Action::Document(DocumentAction::Open(path)));
        wait(window, "the collection", |app| {
            app.model.library().n_opened() > n_opened
        });
    };
    let wait_for_length = |window: &mut Window| {
        wait(window, "a length", |app| {
            app.model.library().active().unwrap().n_unsaved_results() > 0
        });
        let library = app(window).model.library().active().unwrap();
        let known = [0, 1].map(|index| library.known(index).map(|known| known.moves));
        assert!(
            [Some(1), Some(2)]
                .iter()
                .zip(known)
                .any(|(wanted, known)| *wanted == known)
        );
    };
    open(&mut window, "one.json");
    assert_eq!(
        app(&mut window)
            .model
            .library()
            .active()
            .unwrap()
            .n_unsaved_results(),
        0
    );
    // As any file.
    press(&mut window, "Tree");
    apply(&mut window, Action::Document(DocumentAction::Open(path)));
    wait(&mut window, "the file", |app| {
        let experiments = app.model.experiments();
        let progress = experiments
            .progress()
            .filter(|_| experiments.checking().is_none());
        progress.is_some_and(|progress| progress.n_done() == before)
    });
    wait_for_length(&mut window);
    apply(&mut window, LibraryAction::Save.into());
    wait(&mut window, "the saved length", |app| {
        !app.model.library().active().unwrap().is_unsaved()
    });
    open(&mut window, "other.json");
    wait_for_length(&mut window);
    press(&mut window, "Experiment");
    click(&mut window, Role::RadioButton, "Runs");
    let is_waiting = |name: &str| has_text(&window, &format!("{name}: waiting"));
    assert!(is_waiting("Breadth-first search") || is_waiting("Manhattan distance"));
    press(&mut window, "Go on with the experiment");
    wait_until(&mut window, RunsState::Idle);
    window.get_by_label("4 of 4 runs: done");
    assert_eq!(records(&kept).len(), 4);
}

#[test]
fn runs_are_paused_resumed_and_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = panel();
    edit(&mut window, |draft| {
        draft.instances = vec![json!({"bundled": "korf-100", "puzzles": [88]})];
        draft.algorithms = vec!["ida-star".into()];
    });
    save(&mut window, &folder.path().join("long.json"));
    press(&mut window, "Run all");
    window.get_by_role_and_label(Role::Button, "Pause the experiment");
    wait(&mut window, "the run", |app| {
        let progress = app.model.experiments().progress().unwrap();
        progress.cell(0, 0).state == tilescope::gui::experiments::CellState::Running
    });
    window.get_by_label("Korf's 100 15-puzzles, 88, IDA* · Manhattan distance: running");
    // Nothing of it is changed meanwhile.
    act(&mut window, ExperimentAction::New);
    assert_eq!(
        app(&mut window)
            .model
            .experiments()
            .draft()
            .algorithms
            .len(),
        1
    );
    press(&mut window, "Pause the experiment");
    assert_eq!(
        app(&mut window).model.experiments().state(),
        RunsState::Paused
    );
    press(&mut window, "Resume the experiment");
    assert_eq!(
        app(&mut window).model.experiments().state(),
        RunsState::Running
    );
    press(&mut window, "Pause the experiment");
    press(&mut window, "Stop the experiment");
    wait_until(&mut window, RunsState::Idle);
    window.get_by_label("Korf's 100 15-puzzles, 88, IDA* · Manhattan distance: waiting");
    assert_eq!(records(&folder.path().join("long.records.jsonl")), []);
}

#[test]
fn absurd_sizes_and_other_errors_are_told_before_anything_starts() {
    let mut window = panel();
    edit(&mut window, |draft| {
        draft.add_bundled("korf-100");
        draft.algorithms = vec!["a-star".into()];
        draft.repetitions = 1_000_000;
    });
    let text = "The experiment has 100 instances × 1 configuration × 1\u{2009}000\u{2009}000 \
                repetitions, more than 1\u{2009}000\u{2009}000 runs: leave some out.";
    window.get_by_label(text);
    let run = window.get_by_role_and_label(Role::Button, "Run all");
    assert!(run.accesskit_node().is_disabled());
    edit(&mut window, |draft| {
        draft.repetitions = 1;
        draft.add_file(Path::new("/nowhere/missing.json"));
    });
    window.get_by_label_contains("/nowhere/missing.json");
    // What is no heuristic is not added.
    let field = window.get_by_role_and_label(Role::TextInput, "Heuristic to add");
    field.focus();
    window.run_steps(2);
    let field = window.get_by_role_and_label(Role::TextInput, "Heuristic to add");
    field.type_text("manhattan + count(dr = 1)");
    window.run_steps(2);
    window.key_press(egui::Key::Enter);
    window.run_steps(3);
    window.get_by_label_contains("write == to compare two values");
    assert!(
        app(&mut window)
            .model
            .experiments()
            .draft()
            .heuristics
            .is_empty()
    );
}

#[test]
fn records_of_another_process_or_of_before_a_change_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = panel();
    small(&mut window, folder.path());
    let kept = folder.path().join("small.records.jsonl");
    let (locked, _) = RecordFile::open(&kept, &mut |_| ()).unwrap();
    press(&mut window, "Run all");
    wait_until(&mut window, RunsState::Idle);
    window.get_by_label_contains("Another process is writing to these records");
    drop(locked);
    press(&mut window, "Run the experiment");
    wait_until(&mut window, RunsState::Idle);
    window.get_by_label("4 of 4 runs: done");
    edit(&mut window, |draft| {
        draft.algorithms[1] = "uniform-cost".into();
    });
    window.get_by_label_contains("2 of 4 runs");
    press(&mut window, "Go on with the experiment");
    wait_until(&mut window, RunsState::Idle);
    window.get_by_label_contains("The experiment has changed since 4 of the 4 records");
    assert_eq!(records(&kept).len(), 4);
    press(&mut window, "Keep these records");
    wait_until(&mut window, RunsState::Idle);
    window.get_by_label("4 of 4 runs: done");
    assert_eq!(records(&kept).len(), 6);
}

#[test]
fn changes_are_not_discarded_without_a_question() {
    let mut window = panel();
    choose(
        &mut window,
        (Role::Button, "Add instances"),
        "The present puzzle",
    );
    press(&mut window, "New experiment");
    window.run_steps(3);
    assert!(has_text(&window, "when another experiment takes its place"));
    press(&mut window, "Cancel");
    assert_eq!(
        app(&mut window).model.experiments().draft().instances.len(),
        1
    );
    // The window is not closed either.
    press(&mut window, "Tree");
    apply(&mut window, Action::Document(DocumentAction::Quit));
    assert!(has_text(&window, "They are lost when the window closes."));
    press(&mut window, "Cancel");
    let experiments = app(&mut window).model.experiments();
    assert!(experiments.asked_before().is_none() && experiments.is_unsaved());
    press(&mut window, "Experiment");
    // What waits is done once the experiment is saved.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("saved.json");
    save(&mut window, &file);
    edit(&mut window, |draft| draft.name = "changed".to_owned());
    press(&mut window, "New experiment");
    press(&mut window, "Save");
    wait(&mut window, "the file", |app| {
        app.model.experiments().draft().is_empty()
    });
    assert!(fs::read_to_string(&file).unwrap().contains("changed"));
    choose(
        &mut window,
        (Role::Button, "Add instances"),
        "The present puzzle",
    );
    press(&mut window, "New experiment");
    press(&mut window, "Discard changes");
    assert!(app(&mut window).model.experiments().draft().is_empty());
    // What is generated has a form of its own.
    choose(
        &mut window,
        (Role::Button, "Add instances"),
        "Generated puzzles…",
    );
    press(&mut window, "Add generated puzzles");
    assert!(has_text(&window, "10 of 3×3, distance 20, seed"));
}

#[test]
fn a_report_has_tables_and_plots_and_is_written_as_by_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = panel();
    small(&mut window, folder.path());
    click(&mut window, Role::RadioButton, "Report");
    window.get_by_label_contains("Run an experiment to see them");
    act(&mut window, ExperimentAction::Run);
    wait_until(&mut window, RunsState::Idle);
    let is_reported = |view: ReportView| {
        move |app: &App| {
            let reported = app.model.experiments().reported();
            reported.is_ok_and(|report| report.choice.view == view)
        }
    };
    // The table that was made while runs went on gives way to that of all of them.
    wait(&mut window, "the report", |app| {
        let reported = app.model.experiments().reported();
        reported.is_ok_and(|report| {
            let results = &report.results;
            let is_finished = |instance| (0..2).all(|it| results.is_finished(instance, it));
            results.configurations.len() == 2 && (0..2).all(is_finished)
        })
    });
    let results = Results::new(records(&folder.path().join("small.records.jsonl")));
    window.get_by_label("A* · Manhattan distance, Finished: 2");
    choose(
        &mut window,
        (Role::ComboBox, "Table or plot"),
        "By instance",
    );
    wait(&mut window, "the table", is_reported(ReportView::Instances));
    let table = by_instance(&results, Metric::Expanded);
    // Files have the names that the command line takes.
    let in_words = by_instance(&results.in_words(), Metric::Expanded);
    for row in &in_words.rows {
        let [name, figures @ ..] = &row[..] else {
            panic!("{row:?}");
        };
        for (head, figure) in in_words.head.iter().skip(1).zip(figures) {
            window.get_by_label(&format!("{}, {head}: {}", name.text(), figure.text()));
        }
    }
    let export = |window: &mut Window, form: ReportForm| {
        let path = folder.path().join(format!("report.{}", form.extension()));
        act(window, ExperimentAction::Export(form, path.clone()));
        wait(window, "the file", |_| path.exists());
        fs::read_to_string(path).unwrap()
    };
    for format in [Format::Csv, Format::Markdown, Format::Latex] {
        let written = export(&mut window, ReportForm::Table(format));
        assert_eq!(written, table.render(format));
    }
    let written = export(&mut window, ReportForm::Page);
    assert_eq!(written, page(&results, Metric::Expanded));

    for (entry, view, image) in [
        (
            "Cactus plot",
            ReportView::Cactus,
            "Cactus plot of Nodes expanded",
        ),
        (
            "Scatter plot",
            ReportView::Scatter,
            "Scatter plot of Nodes expanded",
        ),
        ("Box plot", ReportView::Boxes, "Box plot of Nodes expanded"),
    ] {
        choose(&mut window, (Role::ComboBox, "Table or plot"), entry);
        wait(&mut window, entry, is_reported(view));
        window.get_by_role_and_label(Role::Image, image);
    }
    window.get_by_label("2: Breadth-first search: 2 of 2 solved");
    let written = export(&mut window, ReportForm::Plot);
    assert_eq!(written, box_plot(&results, Metric::Expanded).unwrap());
    press(&mut window, "Export");
    window.get_by_role_and_label(Role::ListBoxOption, "SVG…");
}
