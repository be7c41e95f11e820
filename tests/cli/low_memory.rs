//! The program where the system gives it little address space: it stops, and never aborts.

use super::support::text;
use std::process::{Command, Output};

const HARD: &str = "14 15 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 0";

const FIFTEEN: &str = "15 2 12 11 / 14 13 9 5 / 1 3 8 7 / _ 10 6 4";

/// The program under `ulimit -v`, in MiB.
fn tilescope_within(mib: u32, arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let limited = format!("ulimit -v {} && exec \"$0\" \"$@\"", mib << 10);
    Command::new("sh")
        .args(["-c", &limited, env!("CARGO_BIN_EXE_tilescope")])
        .args(arguments)
        .env("TILESCOPE_CACHE", folder.path())
        .output()
        .unwrap()
}

#[test]
fn no_engine_and_no_table_aborts() {
    let limits = ["--max-memory", "64GiB", "--max-time", "200ms"];
    for what in [
        &["-a", "fast-ida-star"][..],
        &["-a", "fastest-optimal"],
        &["-a", "compact-a-star"],
        &["-a", "pattern-databases"],
        &["-a", "any-size"],
        &["-a", "ida-star", "-H", "walking-distance"],
        &["-a", "ida-star", "-H", "pdb-7-8"],
        &["-a", "ida-star", "-H", "keep-blank(pdb-5-5-5)"],
        &[
            "-a",
            "ida-star",
            "-H",
            "pdb-5-5-5",
            "--costs",
            "U=2,D=1,L=1,R=1",
        ],
    ] {
        for mib in [100, 340] {
            let mut arguments = vec!["solve", HARD];
            arguments.extend(what.iter().chain(&limits));
            let output = tilescope_within(mib, &arguments);
            let said = text(&output.stderr);
            let is_known = output.status.code().is_some_and(|code| code <= 3);
            assert!(is_known, "{what:?} in {mib} MiB: {said}");
        }
    }
}

/// Threads are started where there is memory for them, and large tables leave some for small
/// allocations. Which of these fails depends on the limit, so there are many.
#[test]
fn no_number_of_threads_aborts() {
    let starts = |mib: &u32| tilescope_within(*mib, &["--version"]).status.success();
    let least = (16..).step_by(4).find(starts).unwrap();
    for mib in (least..least + 80).step_by(3) {
        for algorithm in ["fastest-optimal", "pattern-databases", "any-size"] {
            let search = ["-a", algorithm, "--threads", "8", "--max-time", "150ms"];
            let goal = ["--goal", "blank-first"];
            let output = tilescope_within(mib, &[&["solve", FIFTEEN][..], &goal, &search].concat());
            let said = text(&output.stderr);
            let is_known = output.status.code().is_some_and(|code| code <= 3);
            assert!(is_known, "{algorithm} in {mib} MiB: {said}");
        }
    }
}

/// The limit of the command is not to blame for memory that the system refuses.
#[test]
fn memory_that_the_system_refuses_is_told_from_the_limit() {
    let refused = tilescope_within(100, &["space", "3x4"]);
    let said = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains("the system refuses this memory"), "{said}");
    let limited = tilescope_within(100, &["space", "3x4", "--max-memory", "50MiB"]);
    let said = text(&limited.stderr);
    assert!(said.contains("more than the limit of 50.0 MiB"), "{said}");
    let refused = tilescope_within(300, &["tables", "build", "pdb-7-8"]);
    let said = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains("the system refuses this memory"), "{said}");
}

/// Its trees of nodes can't refuse an allocation, so it must stop before.
#[test]
fn sma_star_stops_where_the_memory_ends() {
    let budget = ["-a", "sma-star", "--node-budget", "1000000000"];
    let limits = ["--max-memory", "64GiB", "--max-time", "10s"];
    let output = tilescope_within(200, &[&["solve", HARD][..], &budget, &limits].concat());
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("Stopped at the memory limit"), "{said}");
}

/// What reads traces or audits needs less than this, or says that there is not enough.
#[test]
fn traces_and_audits_abort_in_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.tilescope-trace");
    let path = path.to_str().unwrap();
    let board = "8 6 7 / 2 5 4 / 3 _ 1";
    let solved = tilescope_within(
        2000,
        &["solve", board, "-a", "breadth-first", "--trace", path],
    );
    assert_eq!(solved.status.code(), Some(0));
    let commands: [&[&str]; 4] = [
        &["trace", "compare", path, path],
        &["trace", "frontier", path, "--step", "5000"],
        &["audit", "manhattan", "linear-conflict"],
        &["audit", "--size", "3x4", "manhattan"],
    ];
    let mut n_refused = 0;
    for mib in [90, 100, 150, 200] {
        for command in commands {
            let output = tilescope_within(mib, command);
            let said = text(&output.stderr);
            match output.status.code() {
                Some(0) => (),
                Some(2) => {
                    assert!(said.contains("there is not enough memory"), "{said}");
                    n_refused += 1;
                }
                _ => panic!("{command:?} in {mib} MiB: {said}"),
            }
        }
    }
    // The space of 3x4 boards takes gigabytes.
    assert!(n_refused >= 4);
}
