//! `tilescope lab`: experiments that are killed, divided, merged and reported.

use crate::support::text;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// 32 quick runs.
const EXPERIMENT: &str = r#"{
  "format": "tilescope-experiment", "version": 1,
  "instances": [{"generate": {"distance": 14, "count": 4}}],
  "algorithms": ["a-star", "ida-star", {"algorithm": "weighted-a-star", "weight": [2, 3]}],
  "heuristics": ["manhattan", "misplaced"]
}"#;

/// Quick runs, and runs that take years: the first is quick, the second is not.
const ENDLESS: &str = r#"{
  "format": "tilescope-experiment", "version": 1, "seed": 3,
  "instances": [
    {"generate": {"distance": 4, "count": 3}, "name": "quick"},
    {"bundled": "korf-100", "puzzles": "1..3"}
  ],
  "algorithms": ["ida-star"],
  "heuristics": ["zero"]
}"#;

/// A folder with an experiment.
fn folder(experiment: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("experiment.json"), experiment).unwrap();
    folder
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilescope"));
    command
        .arg("lab")
        .args(arguments)
        // Tests run beside each other.
        .args((arguments[0] == "run").then_some("--share"))
        .current_dir(folder)
        .env("TILESCOPE_CACHE", "")
        .stdin(Stdio::null());
    command
}

fn lab(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().unwrap()
}

/// Runs a command that succeeds; its standard output.
fn done(folder: &Path, arguments: &[&str]) -> String {
    let output = lab(folder, arguments);
    assert_eq!(text(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    text(&output.stdout).to_owned()
}

fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = lab(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    let error = text(&output.stderr);
    assert_eq!(error.lines().count(), 1, "{error}");
    error.to_owned()
}

fn status(folder: &Path) -> Value {
    serde_json::from_str(&done(folder, &["status", "experiment.json", "--json"])).unwrap()
}

/// Waits until the file has a record.
fn wait_for_a_record(file: &Path, running: &mut Child) {
    let began = Instant::now();
    while fs::read(file).map_or(true, |bytes| !bytes.contains(&b'\n')) {
        assert!(began.elapsed() < Duration::from_secs(20), "no record");
        assert!(running.try_wait().unwrap().is_none(), "it has ended");
        std::thread::park_timeout(Duration::from_millis(5));
    }
}

#[test]
fn records_go_to_the_file_that_the_experiment_names() {
    let format = r#""format": "tilescope-experiment","#;
    let named = EXPERIMENT.replace(format, &format!(r#"{format} "records": "all.jsonl","#));
    let folder = folder(&named);
    let folder = folder.path();
    let told = done(folder, &["run", "experiment.json"]);
    assert_eq!(told, "32 written, 0 done before: all.jsonl\n");
    assert_eq!(status(folder)["done"], 32);
}

#[test]
fn a_killed_process_loses_the_run_under_way_alone() {
    let folder = folder(ENDLESS);
    let folder = folder.path();
    let file = folder.join("experiment.records.jsonl");
    let mut running = command(folder, &["run", "experiment.json"]);
    let mut running = running
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_for_a_record(&file, &mut running);
    // A second process on the file is refused, and does no harm.
    let error = refused(folder, &["run", "experiment.json"]);
    assert!(error.contains("another process is writing"), "{error}");
    let before = status(folder);
    assert_eq!(
        (&before["done"], &before["is_running"]),
        (&1.into(), &true.into())
    );
    running.kill().unwrap();
    running.wait().unwrap();
    // What a killed write leaves.
    let mut torn = fs::read(&file).unwrap();
    torn.extend(b"{\"id\":\"77");
    fs::write(&file, torn).unwrap();

    let output = lab(folder, &["status", "experiment.json", "--json"]);
    assert!(text(&output.stderr).contains("is torn and is passed over"));
    let after: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&after["done"], &after["is_running"]),
        (&1.into(), &false.into())
    );
    let left = after["left"].as_array().unwrap();
    let quick = left
        .iter()
        .filter(|run| run["instance"].as_str().unwrap().starts_with("quick"));
    let ids: Vec<&str> = quick.map(|run| run["id"].as_str().unwrap()).collect();
    assert_eq!((ids.len(), left.len()), (2, 5));
    let file = "experiment.records.jsonl";
    let output = lab(
        folder,
        &["run", "experiment.json", "-o", file, "--id", ids[0]],
    );
    assert!(text(&output.stderr).contains("is torn and is passed over"));
    assert_eq!(
        text(&output.stdout),
        format!("1 written, 0 done before: {file}\n")
    );
    // A run that is done is not done again.
    let again = done(
        folder,
        &["run", "experiment.json", "-o", file, "--id", ids[0]],
    );
    assert_eq!(again, format!("0 written, 1 done before: {file}\n"));
    assert_eq!(status(folder)["outcomes"]["solved"], 2);
}

/// An interrupted command says how many runs are left, also by its status.
#[cfg(unix)]
#[test]
fn an_interrupted_run_is_told_by_its_status() {
    let folder = folder(ENDLESS);
    let folder = folder.path();
    let mut running = command(folder, &["run", "experiment.json"]);
    let mut running = running.stdout(Stdio::piped()).spawn().unwrap();
    wait_for_a_record(&folder.join("experiment.records.jsonl"), &mut running);
    let id = running.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
    let output = running.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let told = text(&output.stdout);
    let left = told
        .split("; ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next());
    let left: u64 = left.unwrap().parse().unwrap();
    let n_left = status(folder)["left"].as_array().unwrap().len();
    assert_eq!(left, n_left as u64, "{told}");
    assert!((3..=5).contains(&left), "{told}");
}

#[test]
fn shards_merge_and_are_reported() {
    let folder = folder(EXPERIMENT);
    let folder = folder.path();
    done(folder, &["run", "experiment.json", "-o", "whole.jsonl"]);
    for shard in ["1/3", "2/3", "3/3"] {
        done(folder, &["run", "experiment.json", "--shard", shard]);
    }
    let shards = ["1", "2", "3"].map(|n| format!("experiment.{n}-of-3.records.jsonl"));
    let shards = shards.each_ref().map(String::as_str);
    assert_eq!(status(folder)["done"], 32);
    let counts = |files: &[&str]| done(folder, &[&["merge", "--counts-only"], files].concat());
    assert_eq!(counts(&shards), counts(&["whole.jsonl"]));
    let merged = done(
        folder,
        &[&["merge", "-o", "all.jsonl", "whole.jsonl"], &shards[..]].concat(),
    );
    assert!(merged.starts_with("32 records, 32 more agree"), "{merged}");

    let report = |arguments: &[&str]| done(folder, &[&["report", "all.jsonl"], arguments].concat());
    // Few instances are shown one by one, before the summary.
    let told = report(&[]);
    let at = |title: &str| {
        told.find(title)
            .unwrap_or_else(|| panic!("{title}: {told}"))
    };
    assert!(at("Nodes expanded by instance") < at("Summary of experiment"));
    assert!(at("Summary of experiment") < at("Outcomes"));
    // CSV has one table, whose cells are numbers.
    let summary = report(&["--format", "csv"]);
    assert_eq!(summary.lines().count(), 1 + 8, "{summary}");
    for line in summary.lines().skip(1) {
        let cells = line.rsplit(',').take(10);
        assert!(
            cells.into_iter().all(|cell| cell.parse::<f64>().is_ok()),
            "{line}"
        );
    }
    let outcomes = report(&["--format", "csv", "--table", "outcomes"]);
    assert_eq!(
        outcomes,
        report(&["--format", "csv", "--table", "coverage"])
    );
    assert!(outcomes.starts_with("Configuration,finished,stopped with a solution,"));
    let two = [
        "--table", "summary", "--table", "outcomes", "--format", "csv",
    ];
    let error = refused(folder, &[&["report", "all.jsonl"], &two[..]].concat());
    assert!(error.contains("CSV has one table a file"), "{error}");
    let csv = report(&[
        "--table",
        "instances",
        "--metric",
        "moves",
        "--format",
        "csv",
    ]);
    assert!(
        csv.contains("seed 0#1\",14,14,14,14,") || csv.contains("#1,14,14,14,14,"),
        "{csv}"
    );
    assert!(report(&["--format", "latex"]).contains("\\toprule"));
    let tables: Value = serde_json::from_str(&report(&["--json"])).unwrap();
    assert_eq!(tables["tables"][0]["rows"][0][1], 4.0);
    report(&["--plot", "cactus", "-o", "cactus.svg"]);
    assert!(
        fs::read_to_string(folder.join("cactus.svg"))
            .unwrap()
            .starts_with("<svg")
    );
    let boxes = report(&["--plot", "box"]);
    assert!(boxes.contains("class=\"box\"") && boxes.contains("1: a-star manhattan (4)"));
    let error = refused(
        folder,
        &[
            "report",
            "all.jsonl",
            "--plot",
            "scatter",
            "--of",
            "x",
            "--of",
            "y",
        ],
    );
    assert!(
        error.contains("choose one of a-star manhattan; "),
        "{error}"
    );

    // A count that differs is shown beside the other, and nothing is written.
    let one = counts(&["whole.jsonl"]).lines().next().unwrap().to_owned();
    let other = one.replacen("\"expanded\":", "\"expanded\":1", 1);
    fs::write(folder.join("one.jsonl"), one + "\n").unwrap();
    fs::write(folder.join("other.jsonl"), other + "\n").unwrap();
    let output = lab(
        folder,
        &["merge", "one.jsonl", "other.jsonl", "-o", "both.jsonl"],
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stdout).contains("  expanded  "),
        "{}",
        text(&output.stdout)
    );
    assert!(text(&output.stderr).contains("nothing was merged"));
    assert!(!folder.join("both.jsonl").exists());
}

#[test]
fn bad_usage_is_refused_before_anything_starts() {
    let folder = folder(EXPERIMENT);
    let folder = folder.path();
    for (arguments, words) in [
        (&["run", "nowhere.json"][..], "there is no such file"),
        (
            &["run", "experiment.json", "--shard", "4/3"],
            "write a shard as 3/16",
        ),
        (
            &["run", "experiment.json", "--id", "xyz"],
            "no run of this experiment has the id xyz",
        ),
        (
            &["run", "experiment.json", "--id", ""],
            "the ids of 32 runs begin with",
        ),
        (
            &["run", "experiment.json", "-o", "experiment.json"],
            "would overwrite the experiment",
        ),
        (&["merge", "experiment.json"], "this is no record"),
        (&["report", "nowhere.jsonl"], "cannot be read"),
    ] {
        let error = refused(folder, arguments);
        assert!(error.contains(words), "{arguments:?}: {error}");
    }
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1, "a file was made");
}

/// The commands of docs/lab.md.
#[test]
fn gnu_parallel_divides_the_work() {
    let is_there = Command::new("parallel").arg("--version").output();
    if !is_there.is_ok_and(|output| text(&output.stdout).contains("GNU parallel")) {
        eprintln!("skipped: GNU parallel is not installed");
        return;
    }
    let folder = folder(EXPERIMENT);
    let parallel = |script: &str| {
        let program = Path::new(env!("CARGO_BIN_EXE_tilescope")).parent().unwrap();
        let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
        let mut shell = Command::new("sh");
        let shell = shell
            .args(["-c", script])
            .env("PATH", path)
            .env("HOME", folder.path());
        let output = shell.current_dir(folder.path()).output().unwrap();
        assert!(
            output.status.success(),
            "{script}: {}",
            text(&output.stderr)
        );
    };
    parallel("seq 4 | parallel --jobs 2 tilescope lab run experiment.json --shard {}/4");
    assert_eq!(status(folder.path())["done"], 32);
    for shard in 1..=3 {
        fs::remove_file(
            folder
                .path()
                .join(format!("experiment.{shard}-of-4.records.jsonl")),
        )
        .unwrap();
    }
    parallel(
        "tilescope lab status experiment.json --ids | head -3 \
         | parallel --jobs 2 tilescope lab run experiment.json --id {}",
    );
    assert_eq!(status(folder.path())["done"], 8 + 3);
}

#[test]
fn names_do_not_control_the_terminal() {
    let name = "x\u{1b}[31mRED\u{7}";
    let experiment = format!(
        r#"{{"format":"tilescope-experiment","version":1,"name":{},"instances":["1 2 / 3 0"],"algorithms":["a-star"]}}"#,
        serde_json::Value::from(name)
    );
    let folder = folder(&experiment);
    let folder = folder.path();
    done(folder, &["run", "experiment.json", "-o", "r.jsonl"]);
    // As a file of records that someone else has written may have it.
    let records = fs::read_to_string(folder.join("r.jsonl")).unwrap();
    let mut record: Value = serde_json::from_str(records.trim()).unwrap();
    for field in ["configuration", "instance"] {
        record[field] = Value::from(format!("{field}\u{1b}]0;\u{7}\u{0}"));
    }
    fs::write(folder.join("s.jsonl"), format!("{record}\n")).unwrap();
    let mut printed = vec![done(folder, &["status", "experiment.json", "r.jsonl"])];
    for format in ["text", "csv", "markdown", "latex", "html"] {
        printed.push(done(folder, &["report", "s.jsonl", "--format", format]));
    }
    for plot in ["cactus", "box"] {
        done(
            folder,
            &["report", "s.jsonl", "--plot", plot, "-o", "p.svg"],
        );
        printed.push(fs::read_to_string(folder.join("p.svg")).unwrap());
    }
    for text in printed {
        let is_control = |c: char| c.is_control() && c != '\n';
        assert!(!text.contains(is_control), "{text:?}");
        assert!(text.contains("1b"), "{text:?}");
    }
}

#[test]
fn a_record_of_another_shape_is_told_in_the_words_of_json() {
    let folder = folder(EXPERIMENT);
    let folder = folder.path();
    done(folder, &["run", "experiment.json", "-o", "r.jsonl"]);
    let records = fs::read_to_string(folder.join("r.jsonl")).unwrap();
    let record: Value = serde_json::from_str(records.lines().next().unwrap()).unwrap();
    for (field, value, wanted) in [
        ("settings", Value::from("x"), "expected an object"),
        ("counts", Value::from(1), "expected an object"),
        ("seed", Value::from("x"), "expected a whole number"),
    ] {
        if record.get(field).is_none() {
            continue;
        }
        let mut other = record.clone();
        other[field] = value;
        fs::write(folder.join("s.jsonl"), format!("{other}\n{record}\n")).unwrap();
        let line = refused(folder, &["report", "s.jsonl"]);
        assert!(
            line.contains(wanted) && line.contains("in line 1 of"),
            "{line}"
        );
        assert!(
            !line.contains("struct") && !line.contains("column"),
            "{line}"
        );
    }
}

#[test]
fn a_rerun_needs_the_records_alone() {
    let folder = folder(EXPERIMENT);
    done(
        folder.path(),
        &["run", "experiment.json", "-o", "old.jsonl"],
    );
    let again = ["rerun", "old.jsonl", "-o", "new.jsonl", "--share"];
    let told = done(folder.path(), &again);
    assert!(
        told.starts_with("32 runs done again, 32 with equal counts."),
        "{told}"
    );
    let object: Value = serde_json::from_str(&done(
        folder.path(),
        &["rerun", "old.jsonl", "-o", "new.jsonl", "--share", "--json"],
    ))
    .unwrap();
    assert_eq!(object["equal"], 32);
    let records = fs::read_to_string(folder.path().join("old.jsonl")).unwrap();
    let (first, _) = records.split_once('\n').unwrap();
    let mut first: Value = serde_json::from_str(first).unwrap();
    first["expanded"] = 1.into();
    fs::write(folder.path().join("wrong.jsonl"), first.to_string()).unwrap();
    let told = refused(
        folder.path(),
        &["rerun", "wrong.jsonl", "-o", "new2.jsonl", "--share"],
    );
    assert!(told.contains("1 record differs"), "{told}");
}

/// A run that is timed waits while others have all cores.
#[cfg(target_os = "linux")]
#[test]
fn a_run_waits_for_a_core_of_its_own() {
    use std::io::{BufRead, BufReader};
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixListener};

    let folder = folder(EXPERIMENT);
    let claim = |core: usize| {
        let address = SocketAddr::from_abstract_name(format!("tilescope-core-{core}")).unwrap();
        let start = Instant::now();
        loop {
            match UnixListener::bind_addr(&address) {
                Ok(claim) => return claim,
                // A test beside this one has it.
                Err(_) => assert!(start.elapsed() < Duration::from_secs(120)),
            }
            std::thread::park_timeout(Duration::from_millis(5));
        }
    };
    let claims: Vec<UnixListener> = (0..256).map(claim).collect();
    let mut running = Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args(["lab", "run", "experiment.json", "-o", "records.jsonl"])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    let mut stderr = BufReader::new(running.stderr.take().unwrap());
    stderr.read_line(&mut said).unwrap();
    assert!(said.contains("waiting for one"), "{said}");
    let records = folder.path().join("records.jsonl");
    assert_eq!(fs::read_to_string(&records).unwrap_or_default(), "");
    drop(claims);
    assert_eq!(running.wait().unwrap().code(), Some(0));
    assert_eq!(fs::read_to_string(&records).unwrap().lines().count(), 32);
}
