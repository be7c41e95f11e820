//! `tilescope install-desktop` and `--remove`, in a folder of their own.

use crate::support::text;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn install(data: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .arg("install-desktop")
        .args(arguments)
        .env("XDG_DATA_HOME", data)
        // Databases are left alone.
        .env("PATH", "")
        .output()
        .unwrap()
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found
}

#[test]
fn what_is_installed_names_the_program_and_is_removed_again() {
    let data = tempfile::tempdir().unwrap();
    let other = data.path().join("applications/other.desktop");
    fs::create_dir_all(other.parent().unwrap()).unwrap();
    fs::write(&other, "another program's").unwrap();

    let output = install(data.path(), &[]);
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    let printed = text(&output.stdout);
    let written = files(data.path());
    assert_eq!(written.len(), 8, "{written:?}");
    for path in written.iter().filter(|path| **path != other) {
        assert!(printed.contains(&*path.to_string_lossy()), "{printed}");
    }

    let entry = fs::read_to_string(data.path().join("applications/tilescope.desktop")).unwrap();
    let program = env!("CARGO_BIN_EXE_tilescope");
    assert!(
        entry.contains(&format!("\nExec=\"{program}\" %F\n")),
        "{entry}"
    );
    let types = fs::read_to_string(data.path().join("mime/packages/tilescope.xml")).unwrap();
    let named = entry
        .lines()
        .find_map(|line| line.strip_prefix("MimeType="));
    for kind in named.unwrap().split_terminator(';') {
        assert!(types.contains(&format!("type=\"{kind}\"")), "{kind}");
    }

    // Again, over what is there.
    assert_eq!(install(data.path(), &[]).status.code(), Some(0));
    let output = install(data.path(), &["--remove"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(files(data.path()), [other]);
    let output = install(data.path(), &["--remove"]);
    assert!(text(&output.stdout).starts_with("Nothing to remove"));
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("file");
    fs::write(&file, "").unwrap();
    let output = install(&file, &[]);
    assert_eq!(output.status.code(), Some(2));
    let line = text(&output.stderr);
    assert!(line.contains("file/icons"), "{line}");
    assert_eq!(line.lines().count(), 1, "{line}");
}
