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

/// All files below a folder, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found.sort();
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

/// Runs the command on a disk that is too small for the largest icon.
fn install_on_little_disk(data: &Path) -> Output {
    tilescope_testing::with_little_disk(Path::new(env!("CARGO_BIN_EXE_tilescope")))
        .arg("install-desktop")
        .env("XDG_DATA_HOME", data)
        .output()
        .unwrap()
}

#[cfg(unix)]
#[test]
fn an_installation_that_fails_leaves_everything_as_it_was() {
    let data = tempfile::tempdir().unwrap();
    let check = |output: &Output, is_as_before: bool| {
        let line = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert_eq!(line.lines().count(), 1, "{line}");
        assert!(is_as_before, "{:?}", files(data.path()));
    };
    let is_empty = || fs::read_dir(data.path()).unwrap().count() == 0;
    let output = install_on_little_disk(data.path());
    check(&output, is_empty());

    // The last file can't be put in place, since there is a folder.
    let entry = data.path().join("applications/tilescope.desktop");
    fs::create_dir_all(&entry).unwrap();
    let output = install(data.path(), &[]);
    check(&output, files(data.path()).is_empty());
    fs::remove_dir_all(data.path().join("applications")).unwrap();

    // Over an older installation.
    assert_eq!(install(data.path(), &[]).status.code(), Some(0));
    let installed = files(data.path());
    for path in &installed {
        fs::write(path, "older").unwrap();
    }
    let output = install_on_little_disk(data.path());
    let is_older = |path: &PathBuf| fs::read(path).unwrap() == b"older";
    let is_as_before = files(data.path()) == installed && installed.iter().all(is_older);
    check(&output, is_as_before);
}

#[cfg(unix)]
#[test]
fn symbolic_links_are_replaced_and_what_they_lead_to_stays() {
    let data = tempfile::tempdir().unwrap();
    let precious = data.path().join("precious");
    fs::write(&precious, "the user's").unwrap();
    assert_eq!(install(data.path(), &[]).status.code(), Some(0));
    let installed = files(data.path());
    let installed = || installed.iter().filter(|path| **path != precious);
    for link_to in [precious.as_path(), Path::new("nowhere")] {
        for path in installed() {
            fs::remove_file(path).unwrap();
            std::os::unix::fs::symlink(link_to, path).unwrap();
        }
        let output = install(data.path(), &[]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        for path in installed() {
            assert!(fs::symlink_metadata(path).unwrap().is_file());
        }
        assert_eq!(fs::read_to_string(&precious).unwrap(), "the user's");
        assert_eq!(files(data.path()).len(), installed().count() + 1);
    }
}
