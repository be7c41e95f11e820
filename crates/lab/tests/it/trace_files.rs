//! Traces in Tilescope's own format: what is saved comes back, and whatever is not whole opens up to
//! its last good part.

use proptest::prelude::*;
use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::sync::OnceLock;
use tilescope_lab::trace_file::own::Reader;
use tilescope_lab::trace_file::{Loaded, TraceFile, load, save};
use tilescope_lab::{Interrupt, Job, Problem, Report, RunOutcome, Settings, StoppedBy};
use tilescope_lab::{catalogue, examples, files, job, solve_recorded};
use tilescope_puzzle::heuristics::DEFAULT_HEURISTIC;
use tilescope_search::GoalTest;

fn job(problem: Problem, algorithm: &str) -> Job {
    let algorithm = job::algorithm(algorithm).unwrap();
    let mut settings = Settings::new(algorithm, DEFAULT_HEURISTIC);
    settings.limits.expanded = Some(2_000);
    Job {
        problem,
        settings,
        search_unsolvable: false,
        record: u32::MAX,
    }
}

fn eight_puzzle() -> Problem {
    let mut puzzle = files::from_text("4 1 3 / 7 2 6 / _ 5 8").unwrap();
    *puzzle.name_mut() = "A name with “quotes”".into();
    puzzle
}

fn write(path: &Path, job: &Job) -> Report {
    let trace = Rc::new(TraceFile::create(path, job).unwrap());
    let report = solve_recorded(job, &Interrupt::default(), Rc::<TraceFile>::clone(&trace));
    let report = report.unwrap();
    trace.finish(&report).unwrap();
    report
}

fn open(path: &Path) -> Loaded {
    load(path, u32::MAX, &Interrupt::default(), &mut |_| {}).unwrap()
}

fn resave(loaded: &Loaded, path: &Path) -> Loaded {
    let run = (&loaded.trace, &loaded.series, &loaded.report);
    save(
        path,
        &loaded.job,
        run,
        &loaded.bookmarks,
        &Interrupt::default(),
        &mut |_| {},
    )
    .unwrap();
    open(path)
}

fn assert_equal(one: &Loaded, other: &Loaded, what: &str) {
    assert_eq!(
        format!("{:?}", one.trace),
        format!("{:?}", other.trace),
        "{what}"
    );
    assert_eq!(one.series.samples(), other.series.samples(), "{what}");
    assert_eq!(one.report, other.report, "{what}");
    assert_eq!(
        format!("{:?}", one.job),
        format!("{:?}", other.job),
        "{what}"
    );
}

/// Written while the search goes on, loaded, saved and loaded again.
#[test]
fn every_algorithm_s_trace_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let [live, saved] =
        ["live", "saved"].map(|name| folder.path().join(format!("{name}.tilescope-trace")));
    let romania = examples::by_file("romania").unwrap();
    let mut n = 0;
    for about in catalogue().filter(|about| !about.is_engine()) {
        for problem in [eight_puzzle(), romania.clone()] {
            let job = job(problem, about.key);
            if job.check().is_err() {
                continue;
            }
            n += 1;
            let mut report = write(&live, &job);
            let loaded = open(&live);
            // What was selected from the frontier at the end is known from the record.
            let frontier = u64::from(loaded.trace.frontier_size(loaded.trace.n_expanded()));
            let n_selected = report.counts.frontier.map(|it| it - frontier);
            assert!(n_selected.is_none_or(|n| n <= 2), "{}", about.key);
            report.counts.frontier = report.counts.frontier.map(|_| frontier);
            assert_eq!(loaded.damage, None, "{}", about.key);
            assert_eq!(loaded.report, report, "{}", about.key);
            assert_eq!(format!("{:?}", loaded.job), format!("{job:?}"));
            assert_eq!(u64::from(loaded.trace.n_expanded()), report.counts.expanded);
            let generated = loaded.trace.n_generated_without_requeued();
            assert_eq!(
                u64::from(generated),
                report.counts.generated,
                "{}",
                about.key
            );
            assert!(!loaded.series.samples().is_empty());
            assert_equal(&loaded, &resave(&loaded, &saved), about.key);
        }
    }
    assert!(n > 30, "{n} runs");
}

#[test]
fn a_node_takes_less_than_eight_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.tilescope-trace");
    let problem = files::from_text("8 6 7 / 2 5 4 / 3 _ 1").unwrap();
    for algorithm in ["breadth-first", "a-star", "ida-star", "rbfs", "beam"] {
        let mut job = job(problem.clone(), algorithm);
        job.settings.limits.expanded = Some(60_000);
        write(&path, &job);
        let n_bytes = fs::metadata(&path).unwrap().len() as f64;
        let n_nodes = f64::from(open(&path).trace.n_nodes());
        let bound = 8.0 + 60_000.0 / n_nodes;
        assert!(
            n_bytes / n_nodes < bound,
            "{algorithm}: {} a node",
            n_bytes / n_nodes
        );
    }
}

/// The bytes of a small trace.
fn small() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("small.tilescope-trace");
        write(&path, &job(eight_puzzle(), "a-star"));
        fs::read(&path).unwrap()
    })
}

/// Reads `bytes` to their end: the sentence that refuses them, or the number of expansions and the
/// sentence on the damage.
fn read(bytes: &[u8]) -> Result<(u32, Option<String>), String> {
    let mut reader = Reader::new(bytes)?;
    let mut trace = tilescope_trace::Trace::default();
    for piece in reader.by_ref() {
        if let tilescope_lab::trace_file::own::Piece::Nodes(batch) = piece {
            trace.append(&batch);
        }
    }
    assert_eq!(trace.n_expanded(), reader.n_expanded());
    Ok((trace.n_expanded(), reader.damage().map(ToString::to_string)))
}

fn is_sentence(text: &str) -> bool {
    !text.contains(char::is_control) && text.len() > 20 && text.len() < 400
}

#[test]
fn a_trace_that_is_cut_short_says_so() {
    let bytes = small();
    let (n_expanded, damage) = read(bytes).unwrap();
    assert_eq!(damage, None);
    assert!(n_expanded > 3);
    let mut n_opened = 0;
    for n in 0..bytes.len() {
        match read(&bytes[..n]) {
            Err(sentence) => assert!(is_sentence(&sentence), "{sentence}"),
            Ok((n, damage)) => {
                let damage = damage.unwrap();
                assert!(damage.starts_with("this trace is cut short: "), "{damage}");
                assert!(n == 0 || n == n_expanded);
                n_opened += 1;
            }
        }
    }
    assert!(n_opened > 100, "{n_opened}");
}

/// The report of a file that lost its own is made of what is there.
#[test]
fn a_trace_without_its_report_opens() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.tilescope-trace");
    let bytes = small();
    fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    let loaded = open(&path);
    assert_eq!(
        loaded.report.outcome,
        RunOutcome::Stopped(StoppedBy::FileEnd)
    );
    let n_expanded = loaded.trace.n_expanded();
    assert_eq!(loaded.report.counts.expanded, u64::from(n_expanded));
    let damage = loaded.damage.unwrap();
    let expected =
        format!("this trace is cut short: the first {n_expanded} expansions can be read");
    assert_eq!(damage.to_string(), expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn flipped_bits_never_panic(flips in proptest::collection::vec(any::<prop::sample::Index>(), 1..4)) {
        let mut bytes = small().to_vec();
        for flip in &flips {
            let bit = flip.index(8 * bytes.len());
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
        if bytes == small() {
            return Ok(());
        }
        match read(&bytes) {
            Err(sentence) => prop_assert!(is_sentence(&sentence), "{}", sentence),
            Ok((_, damage)) => {
                let sentence = damage.expect("a checksum notices every changed bit");
                prop_assert!(is_sentence(&sentence), "{}", sentence);
            }
        }
    }

    #[test]
    fn other_bytes_are_no_trace(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(is_sentence(&read(&bytes).unwrap_err()));
    }
}

#[test]
fn foreign_and_newer_files_are_refused() {
    let mut newer = small().to_vec();
    newer[8] = 9;
    let cases: [(&[u8], &str); 4] = [
        (b"", "this is not a Tilescope trace: it is too short"),
        (
            b"{\"format\":\"tilescope-trace\",\"version\":1}",
            "this is not a Tilescope trace: it begins otherwise",
        ),
        (
            &newer,
            "this trace has version 9, but this Tilescope reads version 1: update Tilescope to open it",
        ),
        (
            &small()[..12],
            "this trace is cut short before its first expansion",
        ),
    ];
    for (bytes, expected) in cases {
        assert_eq!(read(bytes).unwrap_err(), expected);
    }
}

/// A chunk with this content, not compressed, as [`chunk`](tilescope_lab::trace_file::own) says.
fn chunk(kind: &[u8; 4], content: &[u8], claimed: u32) -> Vec<u8> {
    let mut bytes = kind.to_vec();
    bytes.extend((content.len() as u32).to_le_bytes());
    bytes.extend(claimed.to_le_bytes());
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes);
    hasher.update(content);
    bytes.extend(hasher.finalize().to_le_bytes());
    bytes.extend(content);
    bytes
}

/// The places between the chunks of a whole file, from the one after its job to its end.
fn places(bytes: &[u8]) -> Vec<usize> {
    const SIGNATURE: usize = 12;
    const HEAD: usize = 16;
    let mut places = Vec::new();
    let mut at = SIGNATURE;
    while at < bytes.len() {
        let length = u32::from_le_bytes(bytes[at + 4..at + 8].try_into().unwrap());
        at += HEAD + length as usize;
        places.push(at);
    }
    places
}

/// A later version may add chunks of other kinds, also after the report. They change nothing.
#[test]
fn chunks_of_other_kinds_are_skipped() {
    let bytes = small();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("more.tilescope-trace");
    fs::write(&path, bytes).unwrap();
    let whole = open(&path);
    let other = chunk(b"ELSE", b"of a later version", 18);
    let places = places(bytes);
    assert!(places.len() >= 3, "{places:?}");
    assert_eq!(places.last(), Some(&bytes.len()));
    for at in places {
        let more = [&bytes[..at], &other, &bytes[at..]].concat();
        fs::write(&path, &more).unwrap();
        let loaded = open(&path);
        assert!(loaded.damage.is_none(), "at {at}: {:?}", loaded.damage);
        assert_equal(&whole, &loaded, &format!("a chunk at {at}"));
    }
}

fn with_job(job: &str) -> Vec<u8> {
    let start = &small()[..12];
    [start, &chunk(b"JOB ", job.as_bytes(), job.len() as u32)].concat()
}

const JOB: &str = r#"{"problem":{"format":"tilescope-puzzle","version":1,"rows":3,"columns":3,
    "start":[[2,8,3],[1,6,4],[7,0,5]],"goal":GOAL},"algorithm":"a-star","heuristic":"manhattan",
    "route_heuristic":"straight-line","order":"ULRD","options":{},"search_unsolvable":false,
    "max_recorded":4294967295}"#;

#[test]
fn a_job_that_contradicts_itself_is_refused() {
    let good = with_job(&JOB.replace("GOAL", "[[1,2,3],[8,0,4],[7,6,5]]"));
    assert_eq!(
        read(&good).unwrap().1.unwrap(),
        "this trace is cut short: no expansion can be read"
    );
    let other = with_job(&JOB.replace("GOAL", "[[1,2],[3,0]]"));
    let sentence = read(&other).unwrap_err();
    assert!(
        sentence.contains("both must have the same size"),
        "{sentence}"
    );
    let other = with_job(
        &JOB.replace("GOAL", "[[1,2,3],[8,0,4],[7,6,5]]")
            .replace("\"rows\":3", "\"rows\":4"),
    );
    let sentence = read(&other).unwrap_err();
    assert!(
        is_sentence(&sentence) && sentence.contains("rows"),
        "{sentence}"
    );
    for word in ["a-star", "manhattan", "straight-line", "ULRD"] {
        let other = JOB
            .replace("GOAL", "[[1,2,3],[8,0,4],[7,6,5]]")
            .replace(word, "nothing");
        let sentence = read(&with_job(&other)).unwrap_err();
        assert!(is_sentence(&sentence), "{sentence}");
    }
}

/// A message may quote the file, but doesn't command a terminal.
#[test]
fn no_message_has_control_characters_of_the_file() {
    let job = with_job(&JOB.replace("GOAL", "[[1,2,3],[8,0,4],[7,6,5]]"));
    let outcome = r#"{"outcome":{"\u001b[31m\n":null}}"#;
    let report = chunk(b"REPT", outcome.as_bytes(), outcome.len() as u32);
    let (_, damage) = read(&[job, report].concat()).unwrap();
    let damage = damage.unwrap();
    assert!(damage.contains(r"\u{1b}[31m\n"), "{damage}");
    assert!(is_sentence(&damage), "{damage}");
}

/// Claims that are larger than the file cost no memory.
#[test]
fn bombs_are_refused() {
    let job = with_job(&JOB.replace("GOAL", "[[1,2,3],[8,0,4],[7,6,5]]"));
    let huge = chunk(b"NODE", &[0; 40], u32::MAX);
    let columns: Vec<u8> = [[0; 8], [0xff; 8]]
        .concat()
        .into_iter()
        .chain([0; 16])
        .collect();
    let columns = chunk(b"NODE", &columns, columns.len() as u32);
    for bomb in [huge, columns] {
        let (n, damage) = read(&[job.clone(), bomb].concat()).unwrap();
        assert_eq!(n, 0);
        let damage = damage.unwrap();
        assert!(damage.starts_with("this trace is damaged ("), "{damage}");
    }
    // A later version may add chunks of other kinds.
    let rest = small()[..12].len();
    let unknown = chunk(b"NOTE", b"hello", 5);
    let job_length =
        16 + u32::from_le_bytes(small()[rest + 4..rest + 8].try_into().unwrap()) as usize;
    let (start, end) = small().split_at(rest + job_length);
    let with_notes = [start, &unknown, end].concat();
    assert_eq!(read(&with_notes), read(small()));
}

#[test]
fn a_trace_that_is_too_large_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.tilescope-trace");
    fs::write(&path, small()).unwrap();
    let error = load(&path, 5, &Interrupt::default(), &mut |_| {}).unwrap_err();
    assert!(
        error
            .0
            .starts_with("this trace has more than 5 nodes, the most that can be opened")
    );
    let interrupt = Interrupt::default();
    interrupt.stop();
    assert_eq!(
        load(&path, 5_000, &interrupt, &mut |_| {}).unwrap_err().0,
        "stopped"
    );
    let error = load(folder.path(), 5, &interrupt, &mut |_| {}).unwrap_err();
    assert!(
        error.0.starts_with("this is no file with a trace: "),
        "{error}"
    );
}

/// The first chunks are small, whether the file is written during the search or afterwards.
#[test]
fn half_of_a_file_has_much_of_its_run() {
    let folder = tempfile::tempdir().unwrap();
    let [live, saved, half] =
        ["live", "saved", "half"].map(|name| folder.path().join(format!("{name}.tilescope-trace")));
    let problem = files::from_text("8 6 7 / 2 5 4 / 3 _ 1").unwrap();
    let mut job = job(problem, "breadth-first");
    job.settings.limits.expanded = Some(7_000);
    write(&live, &job);
    let loaded = open(&live);
    assert!((10_000..30_000).contains(&loaded.trace.n_nodes()));
    resave(&loaded, &saved);
    for path in [live, saved] {
        let bytes = fs::read(&path).unwrap();
        fs::write(&half, &bytes[..bytes.len() / 2]).unwrap();
        let opened = open(&half);
        assert!(opened.damage.is_some());
        let n_nodes = [&opened, &loaded].map(|it| it.trace.n_nodes());
        assert!(4 * n_nodes[0] >= n_nodes[1], "{n_nodes:?}");
    }
}

#[test]
fn what_is_after_the_end_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("longer.tilescope-trace");
    for (n, told) in [
        (0, None),
        (1, Some("there is 1 byte after the end of the trace")),
        (300, Some("there are 300 bytes after the end of the trace")),
    ] {
        let mut bytes = small().to_vec();
        bytes.extend(vec![0; n]);
        fs::write(&path, bytes).unwrap();
        let loaded = open(&path);
        assert_eq!(loaded.damage, None);
        assert_eq!(loaded.left_out.as_deref(), told);
    }
}

/// A trace that does not name the goal test was made by a search that tested late.
#[test]
fn a_trace_without_a_goal_test_was_tested_late() {
    let job = JOB.replace("GOAL", "[[1,2,3],[8,0,4],[7,6,5]]");
    let job = job.replace("a-star", "breadth-first");
    let goal_test = |options: &str| {
        let bytes = with_job(&job.replace("\"options\":{}", options));
        let reader = Reader::new(&*bytes).unwrap();
        reader.job().settings.goal_test()
    };
    assert_eq!(goal_test(r#""options":{}"#), Some(GoalTest::Late));
    let early = r#""options":{"goal_test":"early"}"#;
    assert_eq!(goal_test(early), Some(GoalTest::Early));
}
