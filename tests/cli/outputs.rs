//! Outputs that are inputs, or each other: every command that writes refuses them.

use crate::support::text;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const EXPERIMENT: &str = r#"{
  "format": "tilescope-experiment", "version": 1,
  "instances": [{"generate": {"distance": 4, "count": 2}}],
  "algorithms": ["a-star"], "heuristics": ["manhattan"]
}"#;

fn tilescope(folder: &Path, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args(arguments.split(' '))
        .current_dir(folder)
        .env("TILESCOPE_CACHE", "")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Runs a command that succeeds; its standard output.
fn done(folder: &Path, arguments: &str) -> String {
    let output = tilescope(folder, arguments);
    let line = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments}: {line}");
    text(&output.stdout).to_owned()
}

/// Runs a command that is refused because of its outputs.
fn refused(folder: &Path, arguments: &str) {
    let output = tilescope(folder, arguments);
    let line = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments}: {line}");
    assert_eq!(line.lines().count(), 1, "{arguments}: {line}");
    assert!(line.contains(" would overwrite "), "{arguments}: {line}");
}

/// A folder with a puzzle, a collection, an experiment, its records and a trace.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("puzzle.txt"), "1 2 / _ 3").unwrap();
    fs::write(path.join("experiment.json"), EXPERIMENT).unwrap();
    done(path, "generate --size 2x3 --uniform --count 3 -o all.json");
    done(path, "lab run experiment.json --share -o runs.jsonl");
    done(
        path,
        "solve puzzle.txt -a a-star --trace run.tilescope-trace",
    );
    folder
}

#[test]
fn an_input_is_overwritten_by_none_of_its_names() {
    let folder = folder();
    let folder = folder.path();
    for (input, arguments) in [
        ("puzzle.txt", "solve puzzle.txt --trace OUT"),
        ("all.json", "solve all.json#1 --trace OUT"),
        ("all.json", "convert all.json --to slashes -o OUT"),
        (
            "all.json",
            "convert puzzle.txt all.json --to slashes -o OUT",
        ),
        ("runs.jsonl", "lab report runs.jsonl -o OUT"),
        ("runs.jsonl", "lab report runs.jsonl --plot cactus -o OUT"),
        ("runs.jsonl", "lab merge runs.jsonl --counts-only -o OUT"),
        ("runs.jsonl", "lab rerun runs.jsonl --share -o OUT"),
        ("experiment.json", "lab run experiment.json --share -o OUT"),
        (
            "run.tilescope-trace",
            "trace convert run.tilescope-trace OUT",
        ),
    ] {
        let before = fs::read(folder.join(input)).unwrap();
        let extension = Path::new(input).extension().unwrap().display();
        let [hard, soft] = ["hard", "soft"].map(|name| format!("{name}.{extension}"));
        fs::hard_link(folder.join(input), folder.join(&hard)).unwrap();
        symlink(input, folder.join(&soft)).unwrap();
        for name in [input, &format!("./{input}"), &hard, &soft] {
            refused(folder, &arguments.replace("OUT", name));
        }
        assert!(
            fs::read(folder.join(input)).unwrap() == before,
            "{arguments}"
        );
        fs::remove_file(folder.join(&hard)).unwrap();
        fs::remove_file(folder.join(&soft)).unwrap();
    }
}

/// Also if there is no such file yet, and one of its names is a link.
#[test]
fn two_outputs_do_not_share_a_file() {
    let folder = folder();
    let folder = folder.path();
    symlink("path.svg", folder.join("link.svg")).unwrap();
    let both = "solve puzzle.txt -a a-star --solution path.svg --trace";
    for trace in ["path.svg", "./path.svg", "link.svg"] {
        refused(folder, &format!("{both} {trace}"));
        assert!(!folder.join("path.svg").exists());
    }
    done(folder, &format!("{both} other.csv"));
    assert!(folder.join("path.svg").exists() && folder.join("other.csv").exists());
}

#[test]
fn an_experiment_resumes_into_its_own_records() {
    let folder = folder();
    let printed = done(
        folder.path(),
        "lab run experiment.json --share -o runs.jsonl",
    );
    assert!(printed.starts_with("0 written, 2 done before"), "{printed}");
}

#[test]
fn the_null_device_and_standard_output_are_no_files() {
    let folder = folder();
    let folder = folder.path();
    for arguments in [
        "convert all.json --to slashes",
        "lab report runs.jsonl",
        "lab merge runs.jsonl",
        "generate --size 2x3 --uniform",
        "audit misplaced --size 2x2",
    ] {
        let printed = done(folder, arguments);
        assert!(!printed.is_empty());
        let nowhere = done(folder, &format!("{arguments} -o /dev/null"));
        assert!(nowhere.len() < printed.len(), "{nowhere}");
        if arguments.starts_with("generate") {
            // A name without an extension asks for the program's own format.
            continue;
        }
        assert_eq!(
            done(folder, &format!("{arguments} -o /dev/stdout")),
            printed
        );
    }
    done(folder, "solve puzzle.txt -a a-star --trace /dev/null");
}
