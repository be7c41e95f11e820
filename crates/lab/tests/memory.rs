//! What is counted as memory, compared with what the system says that the process holds.
//!
//! A program of its own with a single test: nothing else may take memory or start threads meanwhile.
#![cfg(target_os = "linux")]

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use tilescope_lab::resident::resident_bytes;
use tilescope_lab::trace_file::save;
use tilescope_lab::{Interrupt, Job, Limits, Run, RunState, Settings, job, solve, spawn};
use tilescope_puzzle::Puzzle;
use tilescope_puzzle::notation::parse_board;

const KORF_1: &str = "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3";
const BLANK_FIRST: &str = "0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15";

/// A search of Korf's first puzzle that ends after `expanded` expansions.
fn a_job(algorithm: &str, expanded: u64) -> Job {
    let [start, goal] = [KORF_1, BLANK_FIRST].map(|text| parse_board(text).unwrap());
    let about = job::algorithm(algorithm).unwrap();
    let mut settings = Settings::new(about, job::heuristic("manhattan").unwrap());
    settings.limits = Limits {
        expanded: Some(expanded),
        memory: None,
        time: None,
    };
    Job {
        problem: Puzzle::new("", start, goal).unwrap().into(),
        settings,
        search_unsolvable: false,
        record: u32::MAX,
    }
}

/// Polls `run` until `is_so`.
fn wait(run: &mut Run, woken: &Receiver<()>, is_so: impl Fn(&Run) -> bool) {
    while !is_so(run) {
        // A worker that is waiting has called before.
        let _ = woken.recv_timeout(Duration::from_millis(20));
        while run.poll(Duration::from_millis(4)) {}
    }
}

/// The number of threads of this process.
fn n_threads() -> usize {
    std::fs::read_dir("/proc/self/task").unwrap().count()
}

/// Waits until `is_so`, for what other threads do.
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "{what}, with {} bytes resident",
            resident_bytes().unwrap()
        );
        std::thread::park_timeout(Duration::from_millis(5));
    }
}

/// Asserts that `counted` bytes are about what the process holds beyond `before`.
fn check(what: &str, counted: u64, before: u64) {
    let resident = resident_bytes().unwrap() - before;
    let ratio = counted as f64 / resident as f64;
    assert!(
        (0.87..1.15).contains(&ratio),
        "{what}: {counted} bytes are counted, {resident} resident"
    );
}

/// During a search and after it, what is counted is what the system counts. Afterwards all of it
/// is returned.
fn counted_memory_is_resident(algorithm: &str, expanded: u64) {
    let before = resident_bytes().unwrap();
    let (wake, woken) = channel();
    let job = a_job(algorithm, 2 * expanded);
    let mut run = spawn(job, false, move || wake.send(()).unwrap_or_default()).unwrap();
    wait(&mut run, &woken, |run| run.counts().expanded >= expanded);
    run.pause();
    wait(&mut run, &woken, |run| run.state() == RunState::Paused);
    let search = run.counts().peak_bytes;
    let counted = search + run.record_bytes();
    assert!(counted > 500 << 20, "{algorithm}: {counted}");
    check(&format!("{algorithm}, paused"), counted, before);

    run.stop();
    wait(&mut run, &woken, |run| run.state() == RunState::Ended);
    wait_until("the worker ends", || n_threads() <= 2);
    check(&format!("{algorithm}, ended"), run.record_bytes(), before);
    drop(run);
    // The system may make a few pages that remain into huge ones. Without a trim, nearly half remains.
    let has_shrunk = || resident_bytes().unwrap() < before + counted / 8;
    let what = format!("the record of {algorithm} is freed, after {before} and {counted} bytes");
    wait_until(&what, has_shrunk);
}

/// The number of files that this process has open.
fn n_open_files() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

/// The names of what is in `folder`.
fn names_in(folder: &Path) -> Vec<OsString> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<OsString> = entries.map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    names
}

/// Two hundred runs, whose traces are saved to one file, leave no memory, no thread and no open
/// file, and no file but that one.
fn runs_leave_nothing(home: &Path) {
    let n_files = n_open_files();
    let (here, trace) = (names_in(Path::new(".")), home.join("run.tilescope-trace"));
    let algorithms = [
        "a-star",
        "breadth-first",
        "ida-star",
        "fast-ida-star",
        "nbs",
        "beam",
    ];
    let run_all = |n: usize| {
        for algorithm in algorithms.into_iter().cycle().take(n) {
            let (wake, woken) = channel();
            let job = a_job(algorithm, 3000);
            let mut run = spawn(job, false, move || wake.send(()).unwrap_or_default()).unwrap();
            wait(&mut run, &woken, |run| run.state() == RunState::Ended);
            solve(run.job()).unwrap();
            // An engine records nothing.
            if run.record().is_some() {
                let record = (run.trace(), run.series(), run.report().unwrap());
                save(
                    &trace,
                    run.job(),
                    record,
                    &[],
                    &Interrupt::default(),
                    &mut |_| (),
                )
                .unwrap();
            }
        }
        wait_until("the workers end", || n_threads() <= 2);
        resident_bytes().unwrap()
    };
    let before = run_all(20);
    let after = run_all(200);
    assert!(after < before + (8 << 20), "{before} bytes, then {after}");
    assert_eq!(n_open_files(), n_files);
    assert_eq!(names_in(home), ["run.tilescope-trace"]);
    assert_eq!(names_in(Path::new(".")), here);
}

/// In a process that has an empty folder for whatever it writes.
#[test]
fn memory_and_files() {
    let home = tempfile::tempdir().unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "what_is_counted_is_resident_and_is_returned"]);
    command.arg("--ignored");
    for variable in [
        "HOME",
        "TMPDIR",
        "XDG_CACHE_HOME",
        "XDG_DATA_HOME",
        "XDG_CONFIG_HOME",
    ] {
        command.env(variable, home.path());
    }
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{said}"
    );
}

#[test]
#[ignore = "started by memory_and_files"]
fn what_is_counted_is_resident_and_is_returned() {
    // The test's own thread and the one that waits for it.
    assert_eq!(n_threads(), 2);
    runs_leave_nothing(&std::env::temp_dir());
    counted_memory_is_resident("a-star", 4_000_000);
    counted_memory_is_resident("breadth-first", 4_000_000);
}
