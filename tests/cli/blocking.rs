//! Files that block, and the signals that end the program nevertheless.

use super::support::{text, tilescope};
use std::fs;
use std::io::{PipeReader, Write};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

const FIVE: &str = "2 8 3 / 1 6 4 / 7 _ 5";

/// A named pipe.
fn fifo(folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(name);
    let made = Command::new("mkfifo").arg(&path).status().unwrap();
    assert!(made.success());
    path
}

/// The error line of a command that was refused.
fn refused(output: &Output) -> &str {
    let line = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{line}");
    assert_eq!(line.lines().count(), 1, "{line}");
    assert_eq!(text(&output.stdout), "");
    line
}

#[test]
fn reports_and_puzzles_go_to_regular_files_only() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = fifo(folder.path(), "fifo");
    let fifo = fifo.to_str().unwrap();
    for arguments in [
        &["audit", "misplaced", "--size", "2x2"][..],
        &["generate", "--uniform"],
    ] {
        let output = tilescope(&[arguments, &["-o", fifo]].concat());
        let line = refused(&output);
        assert!(line.contains("it is not a regular file"), "{line}");
    }
}

#[test]
fn only_regular_files_are_opened() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("socket");
    let _listener = UnixListener::bind(&socket).unwrap();
    let device = PathBuf::from("/dev/zero");
    for (path, kind) in [
        (&socket, "this is a device or a pipe, not a file"),
        (&device, "this is a device or a pipe, not a file"),
        (&folder.path().to_owned(), "this is a folder, not a file"),
    ] {
        let path = path.to_str().unwrap();
        for arguments in [
            &["solve", path][..],
            &["solve", FIVE, "--goal", "spiral", "--trace", path],
        ] {
            let output = tilescope(arguments);
            let line = refused(&output);
            assert!(line.contains(kind) && line.contains(path), "{line}");
        }
        for arguments in [
            &["graph", path, "--size", "3x2", "--format", "csv"][..],
            &[
                "graph",
                path,
                "--size",
                "3x2",
                "--format",
                "csv",
                "--check-only",
            ],
        ] {
            let output = tilescope(arguments);
            let line = refused(&output);
            assert!(line.contains("not a") && line.contains(path), "{line}");
        }
    }
}

/// A puzzle is read from a pipe; nothing else is opened as one.
#[test]
fn a_named_pipe_is_read_as_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = fifo(folder.path(), "fifo");
    let path = fifo.to_str().unwrap();
    let writer = |path: PathBuf| move || fs::write(path, "2 8 3\n1 6 4\n7 0 5\n");
    let thread = std::thread::Builder::new()
        .spawn(writer(fifo.clone()))
        .unwrap();
    let output = tilescope(&["solve", path, "--goal", "spiral"]);
    thread.join().unwrap().unwrap();
    assert!(
        text(&output.stdout).contains("Solved in 5 moves"),
        "{output:?}"
    );
    for arguments in [
        &["solve", FIVE, "--goal", "spiral", "--trace", path][..],
        &["graph", path, "--size", "3x2", "--format", "csv"],
        &[
            "graph",
            path,
            "--size",
            "3x2",
            "--format",
            "csv",
            "--check-only",
        ],
    ] {
        let line = refused(&tilescope(arguments)).to_owned();
        assert!(line.contains("not a") && line.contains(path), "{line}");
    }
}

#[test]
fn a_pipe_in_a_tables_place_is_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    fifo(folder.path(), TABLE);
    let run = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_tilescope"))
            .args(arguments)
            .env("TILESCOPE_CACHE", folder.path())
            .output()
            .unwrap()
    };
    let listed = run(&["tables", "list"]);
    assert!(text(&listed.stdout).contains("damaged"), "{listed:?}");
    let solved = run(&[
        "solve",
        "5 1 3 4 / 2 6 7 8 / 9 10 11 12 / 13 14 15 _",
        "-H",
        "pdb:1,2,3,4,5,6,7|8,9,10,11,12|13,14,15",
    ]);
    let said = text(&solved.stderr);
    assert_eq!(solved.status.code(), Some(0), "{said}");
    for expected in ["so it is not used", "could not be saved"] {
        let line = said.lines().find(|line| line.contains(expected));
        let is_clear = line.is_some_and(|line| line.contains("a pipe, not a file"));
        assert!(is_clear, "{said}");
    }
}

/// The file of the seven-tile table that the test above needs.
const TABLE: &str = "4x4-blank-0-tiles-3-6-7-10-11-14-15.tables";

/// The program, about to wait for room in a pipe that is full; the reader keeps the pipe open.
fn blocked(folder: &Path) -> (Child, PipeReader) {
    let trace = folder.join("trace");
    let (reader, mut writer) = std::io::pipe().unwrap();
    /// The capacity of a pipe on Linux.
    const PIPE_BYTES: usize = 1 << 16;
    writer.write_all(&vec![b' '; PIPE_BYTES]).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args(["solve", FIVE, "--goal", "spiral", "--trace"])
        .arg(&trace)
        .stdout(writer)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // It is created after the handler was installed.
    while !trace.exists() {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::yield_now();
    }
    (child, reader)
}

#[cfg(target_os = "linux")]
#[test]
fn a_second_signal_ends_a_program_that_waits_for_a_file() {
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
        let folder = tempfile::tempdir().unwrap();
        let (mut child, reader) = blocked(folder.path());
        let id = child.id().to_string();
        let ended = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            // Two that arrive together count as one.
            let kill = format!("kill -{signal} {id}");
            let _ = Command::new("sh").args(["-c", &kill]).status().unwrap();
        };
        assert_eq!(ended.code(), Some(status), "{signal}");
        drop(reader);
        assert!(fs::exists(folder.path().join("trace")).unwrap());
    }
}

#[test]
fn records_are_kept_in_regular_files_only() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = fifo(folder.path(), "experiment.records.jsonl");
    let experiment = folder.path().join("experiment.json");
    let fields = r#"{"format":"tilescope-experiment","version":1,"instances":["1 2 / 3 0"],"algorithms":["a-star"]}"#;
    fs::write(&experiment, fields).unwrap();
    let (fifo, experiment) = (fifo.to_str().unwrap(), experiment.to_str().unwrap());
    for arguments in [
        &["run", experiment][..],
        &["run", experiment, "-o", "/dev/null"],
        &["status", experiment],
        &["report", fifo],
        &["merge", fifo],
    ] {
        let output = tilescope(&[&["lab"], arguments].concat());
        let line = refused(&output);
        assert!(line.contains("a folder, a device or a pipe"), "{line}");
    }
}
