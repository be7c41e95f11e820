//! `tilescope tables`: in a folder of the test's own.

#[cfg(unix)]
use std::path::Path;
use std::process::{Command, Output};

fn tables(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .arg("tables")
        .args(arguments)
        .env("TILESCOPE_CACHE", folder)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn the_cache_is_empty_at_first() {
    let folder = tempfile::tempdir().unwrap();
    let check = |arguments: &[&str], expected: &str| {
        let output = tables(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(text(&output.stderr), "");
        assert_eq!(text(&output.stdout), expected);
    };
    let list = format!("No tables in {}\n", folder.path().display());
    check(&["list"], &list);
    check(&["delete", "pdb-7-8"], "No tables to delete\n");
}

#[test]
fn an_uncacheable_database_is_refused_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let check = |arguments: &[&str], expected: &str| {
        let output = tables(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(text(&output.stdout), "");
        let stderr = text(&output.stderr);
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert!(stderr.contains(expected), "{stderr}");
    };
    check(
        &["build", "pdb-4-4"],
        "the tables of pdb-4-4 are too small to be saved: they are built on demand",
    );
    check(
        &["build", "manhattan"],
        "name pattern databases, such as pdb-7-8",
    );
    check(
        &["build", "keep-blank(pdb-4-4)"],
        "the tables of keep-blank(pdb-4-4) are too small to be saved",
    );
    check(
        &["build", "keep-blank(manhattan)"],
        "keep-blank applies to pattern databases only",
    );
    check(&["build", "pdb:1,2|2,3"], "tile 2");
    check(
        &["build", "pdb:1,2"],
        "not a partition of the tiles of a square board",
    );
    let text = "pdb:1,2,3,4,5,6,7,8|9,10,11,12,13,14,15";
    check(&["build", text, "--goal", "1 2 3"], "--goal");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn too_little_memory_is_said_before_any_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let output = tables(
        folder.path(),
        &["build", "pdb-7-8", "--max-memory", "100MiB"],
    );
    assert_eq!(output.status.code(), Some(2));
    let stderr = text(&output.stderr);
    assert!(
        stderr.contains("not enough memory to build the tables: building takes 1.0 GiB"),
        "{stderr}"
    );
    let fits = "the limit is 100.0 MiB; patterns of up to 6 tiles would fit, such as pdb-6-6-3";
    assert!(stderr.contains(fits), "{stderr}");
    // With the blank kept it takes more.
    let kept = "keep-blank(pdb-7-8)";
    let output = tables(folder.path(), &["build", kept, "--max-memory", "1100MiB"]);
    let stderr = text(&output.stderr);
    assert!(
        stderr.contains("building takes 1.9 GiB, and the limit is 1.1 GiB")
            && stderr.contains("up to 7 tiles would fit, such as keep-blank(pdb-6-6-3)"),
        "{stderr}"
    );
}

/// Solves Korf's twelfth, with the tables in `folder`.
fn solve_korf_12(folder: &Path, algorithm: &str, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args(["solve", "saved_puzzles/korf-12.json", "--json", "-a"])
        .arg(algorithm)
        .args(more)
        .env("TILESCOPE_CACHE", folder)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap()
}

/// Tables that keep the blank are cached beside those that don't, and used when requested.
#[test]
fn tables_that_keep_the_blank_are_built_used_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let name = "keep-blank(pdb:1,2,3,4,5,6,7|8,9,10,11|12,13,14,15)";
    let built = tables(folder.path(), &["build", name, "--goal", "blank-first"]);
    assert!(text(&built.stdout).starts_with("Built in "), "{built:?}");
    let list = tables(folder.path(), &["list"]);
    assert!(
        text(&list.stdout).contains("blank in cell 0 (kept)"),
        "{list:?}"
    );
    for algorithm in ["a-star", "pattern-databases"] {
        let output = solve_korf_12(folder.path(), algorithm, &["-H", name]);
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["settings"]["heuristic"], name);
        assert_eq!(
            (&report["moves"], &report["optimal"]),
            (&45.into(), &true.into())
        );
    }
    let deleted = tables(folder.path(), &["delete", name, "--goal", "blank-first"]);
    assert_eq!(text(&deleted.stdout), "Deleted 1 table\n");
}

/// Builds the 7-8 tables, solves with them, damages one, and has it built again.
#[test]
fn large_tables_are_built_used_and_mended() {
    let folder = tempfile::tempdir().unwrap();
    let built = tables(folder.path(), &["build", "pdb-7-8"]);
    assert!(text(&built.stdout).starts_with("Built in "), "{built:?}");
    let again = tables(folder.path(), &["build", "pdb-7-8"]);
    assert!(
        text(&again.stdout).starts_with("Nothing to build"),
        "{again:?}"
    );
    let list = tables(folder.path(), &["list"]);
    assert_eq!(text(&list.stdout).lines().count(), 4, "{list:?}");

    let solve = |algorithm: &str, is_kept: bool| {
        let heuristic: &[&str] = match algorithm {
            "a-star" => &["-H", "pdb-7-8"],
            _ => &[],
        };
        let output = solve_korf_12(folder.path(), algorithm, heuristic);
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["moves"], 45, "{algorithm}");
        let tables = &report["tables"];
        assert!(
            tables["bytes"].as_u64() > Some(270 << 20) || !is_kept,
            "{tables}"
        );
        assert!(tables["seconds"].as_f64() > Some(0.0), "{tables}");
        assert_eq!(tables["from"], if is_kept { "disk" } else { "built" });
        if algorithm == "fastest-optimal" {
            let method = report["method"].as_str().unwrap();
            assert!(method.contains("databases 8-7"), "{method}");
        }
        text(&output.stderr).to_owned()
    };
    assert_eq!(solve("a-star", true), "");
    assert_eq!(solve("pattern-databases", true), "");
    assert_eq!(solve("fastest-optimal", true), "");
    let files = std::fs::read_dir(folder.path()).unwrap();
    let smallest = files.map(|file| file.unwrap().path());
    let smallest = smallest
        .min_by_key(|path| path.metadata().unwrap().len())
        .unwrap();
    let mut bytes = std::fs::read(&smallest).unwrap();
    bytes[1000] ^= 1;
    std::fs::write(&smallest, &bytes).unwrap();
    // The engine does without; the heuristic has it built again.
    assert!(solve("pattern-databases", false).contains("is damaged"));
    assert!(solve("a-star", false).contains("is damaged"));
    assert_eq!(solve("a-star", true), "");
    let deleted = tables(folder.path(), &["delete", "pdb-7-8"]);
    assert_eq!(text(&deleted.stdout), "Deleted 2 tables\n");
}

/// A disk without room for the tables: one line says so, and the puzzle is solved all the same.
#[cfg(unix)]
#[test]
fn a_solve_continues_when_its_tables_cannot_be_cached() {
    let folder = tempfile::tempdir().unwrap();
    let mut program =
        tilescope_testing::with_little_disk(Path::new(env!("CARGO_BIN_EXE_tilescope")));
    let output = program
        .args(["solve", "5 1 3 4 / 2 6 7 8 / 9 10 11 12 / 13 14 15 _"])
        .args(["-a", "a-star", "--json", "-H"])
        .arg("pdb:1,2,3,4,5,6,7|8,9,10,11,12|13,14,15")
        .env("TILESCOPE_CACHE", folder.path())
        .output()
        .unwrap();
    let line = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{line}");
    assert_eq!(line.lines().count(), 1, "{line}");
    let cause = "the tables could not be saved: a file of 27.5 MiB is too large in ";
    assert!(line.contains(cause), "{line}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["outcome"], "solved");
    assert_eq!(report["tables"]["from"], "built");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// A home that takes no files: one line says so, and the puzzle is solved all the same.
#[test]
fn an_unwritable_home_is_mentioned_once() {
    let home = tempfile::NamedTempFile::new().unwrap();
    let solve = |heuristic: &str| {
        Command::new(env!("CARGO_BIN_EXE_tilescope"))
            .args(["solve", "5 1 3 4 / 2 6 7 8 / 9 10 11 12 / 13 14 15 _"])
            .args(["--json", "-H", heuristic])
            .env_remove("TILESCOPE_CACHE")
            .env_remove("XDG_CACHE_HOME")
            .env("HOME", home.path())
            .output()
            .unwrap()
    };
    for (heuristic, lines) in [
        ("manhattan", &[][..]),
        (
            "pdb:1,2,3,4,5,6,7|8,9,10,11,12|13,14,15",
            &["the tables could not be saved: part of the path is a file in "],
        ),
    ] {
        let output = solve(heuristic);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{said}");
        assert_eq!(said.lines().count(), lines.len(), "{said}");
        assert!(lines.iter().all(|line| said.contains(line)), "{said}");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["outcome"], "solved");
    }
}

/// A killed writer's temporary files are listed, and deleted unless a process still writes there.
#[cfg(unix)]
#[test]
fn temporary_files_of_killed_writers_are_listed_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let table = "4x4-blank-0-tiles-3-6-7-10-11-14-15.tables";
    let ours = [format!(".{table}.a1B2c3"), format!(".{table}.Zz9Yy8")];
    // Somebody else's.
    let others = [".hidden", ".4x4.a1B2c3", "4x4.tables.a1B2c3"];
    for name in &ours {
        std::fs::write(folder.path().join(name), vec![0; 3 << 20]).unwrap();
    }
    for name in others {
        std::fs::write(folder.path().join(name), "").unwrap();
    }
    let n_files = || std::fs::read_dir(folder.path()).unwrap().count();
    let run = |arguments: &[&str]| text(&tables(folder.path(), arguments).stdout).to_owned();

    // As a process does that writes a table.
    let writer = std::fs::File::open(folder.path()).unwrap();
    writer.lock_shared().unwrap();
    let list = run(&["list"]);
    assert!(
        list.contains("6.0 MiB  2 unfinished files, being written"),
        "{list}"
    );
    assert_eq!(run(&["delete", "pdb-7-8"]), "No tables to delete\n");
    assert_eq!(n_files(), 5);

    drop(writer);
    let list = run(&["list"]);
    assert!(
        list.contains("2 unfinished files, left by an ended process"),
        "{list}"
    );
    assert_eq!(
        run(&["delete", "pdb-7-8"]),
        "No tables to delete\nDeleted 2 unfinished files\n"
    );
    assert_eq!(n_files(), others.len());

    // The next use deletes them too.
    let other = folder.path().join(&ours[0]);
    std::fs::write(&other, "cut short").unwrap();
    let name = "pdb:1,2,3,4,5,6,7|8,9,10,11,12|13,14,15";
    let built = run(&["build", name]);
    assert!(built.starts_with("Built in "), "{built}");
    assert!(!other.exists());
}
