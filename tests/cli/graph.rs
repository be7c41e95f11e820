//! `tilescope graph`: what it writes and prints, its exit statuses, what it refuses.

use crate::support::{text, tilescope};
use serde_json::Value;
use std::process::{Command, Stdio};

#[test]
fn a_graph_is_written_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    for (format, n_lines) in [
        ("jsonl", 1 + 720 + 1680),
        ("graphml", 8 + 720 + 1680),
        ("csv", 1 + 1680),
    ] {
        let path = folder.path().join("graph");
        let path = path.to_str().unwrap();
        let arguments = [
            "graph", path, "--size", "2x3", "--format", format, "--check", "--json",
        ];
        let output = tilescope(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert_eq!(text(&output.stderr), "");
        let object: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(object["nodes"], 720);
        assert_eq!(object["edges"], 1680);
        assert_eq!(object["checked"], true);
        assert_eq!(object["components"], serde_json::json!([360, 360]));
        assert_eq!(
            object["nodes_by_degree"],
            serde_json::json!([0, 0, 480, 240, 0])
        );
        let written = std::fs::read_to_string(path).unwrap();
        assert_eq!(written.lines().count(), n_lines, "{format}");
        assert_eq!(object["bytes"], written.len());
    }
}

#[test]
fn the_name_of_the_file_tells_the_format() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph.csv");
    let path = path.to_str().unwrap();
    let output = tilescope(&["graph", path, "--size", "2x2"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    assert!(
        printed.contains("Written\n") && printed.contains("CSV, "),
        "{printed}"
    );

    let output = tilescope(&["graph", path, "--size", "2x2", "--check-only"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    assert!(printed.contains("Components  12 + 12"), "{printed}");
}

#[test]
fn what_cannot_be_done_is_refused_in_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let check = |arguments: &[&str], words: &str| {
        let output = tilescope(&[&["graph"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let line = text(&output.stderr);
        assert!(line.contains(words) && line.lines().count() == 1, "{line}");
    };
    let path = folder.path().join("graph.csv");
    let path = path.to_str().unwrap();
    check(&[path, "--size", "4x4"], "the limit is 10 cells");
    check(&[path, "--size", "three"], "write a size as 3x4");
    check(&[path, "--size", "three"], "see `tilescope graph --help`");
    check(&["graph.txt"], "use --format jsonl or graphml or csv");
    check(&[path, "--check-only"], "there is no such file");
    std::fs::write(path, "source,target,move,tile\n1 2 / 3 _,x").unwrap();
    check(&[path, "--check-only", "--size", "2x2"], "line 2");
    check(
        &[folder.path().to_str().unwrap(), "--format", "csv"],
        "this is a folder",
    );
    assert!(!std::path::Path::new("graph.txt").exists());
}

/// A process that is killed leaves the file as it was, and nothing beside it.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_writer_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph.csv");
    std::fs::write(&path, "as it was").unwrap();
    let mut writer = Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .arg("graph")
        .arg(&path)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // Until it has a file open in the folder.
    let open_files = format!("/proc/{}/fd", writer.id());
    let is_writing = || {
        let mut open = std::fs::read_dir(&open_files).unwrap().flatten();
        open.any(|file| {
            let target = std::fs::read_link(file.path());
            target.is_ok_and(|it| it.parent() == Some(folder.path()))
        })
    };
    while !is_writing() {
        assert_eq!(
            writer.try_wait().unwrap(),
            None,
            "it ended before it was killed"
        );
        std::thread::yield_now();
    }
    writer.kill().unwrap();
    writer.wait().unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "as it was");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}
