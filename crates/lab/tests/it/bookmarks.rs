//! Bookmarks in trace files: what is saved comes back, and what is not possible is left out.

use proptest::prelude::*;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use tilescope_lab::trace_file::{Bookmark, Loaded, convert, load, save};
use tilescope_lab::{Interrupt, Job, RunState, Settings, files, job, spawn};
use tilescope_puzzle::heuristics::DEFAULT_HEURISTIC;

const HEAD: usize = 16;

fn open(path: &Path) -> Loaded {
    load(path, u32::MAX, &Interrupt::default(), &mut |_| {}).unwrap()
}

fn write(path: &Path, bookmarks: &[Bookmark]) {
    let job = Job {
        problem: files::from_text("4 1 3 / 7 2 6 / _ 5 8").unwrap(),
        settings: Settings::new(job::algorithm("a-star").unwrap(), DEFAULT_HEURISTIC),
        search_unsolvable: false,
        record: u32::MAX,
    };
    let mut run = spawn(job, false, || {}).unwrap();
    while run.state() != RunState::Ended {
        run.poll(std::time::Duration::from_millis(8));
        std::thread::yield_now();
    }
    let report = run.report().unwrap();
    let record = (run.trace(), run.series(), report);
    save(
        path,
        run.job(),
        record,
        bookmarks,
        &Interrupt::default(),
        &mut |_| {},
    )
    .unwrap();
}

fn bookmark(step: u32, node: Option<u32>, name: &str, note: &str) -> Bookmark {
    Bookmark {
        step,
        node,
        name: name.into(),
        note: note.into(),
    }
}

fn some() -> Vec<Bookmark> {
    vec![
        bookmark(0, None, "", ""),
        bookmark(
            2,
            Some(3),
            "Where f rises",
            "“Why?”\nSee page 93. Höhe 7 → 8",
        ),
        bookmark(2, Some(0), "The root again", ""),
    ]
}

/// A file whose content of `MARK` is this, with a right checksum.
fn with_content(content: &[u8]) -> Vec<u8> {
    static WHOLE: OnceLock<Vec<u8>> = OnceLock::new();
    let bytes = WHOLE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.tilescope-trace");
        write(&path, &[]);
        fs::read(&path).unwrap()
    });
    let mut chunk = b"MARK".to_vec();
    chunk.extend((content.len() as u32).to_le_bytes());
    chunk.extend((content.len() as u32).to_le_bytes());
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&chunk);
    hasher.update(content);
    chunk.extend(hasher.finalize().to_le_bytes());
    chunk.extend(content);
    let report = place(bytes, b"REPT");
    [&bytes[..report], &chunk, &bytes[report..]].concat()
}

/// Where the chunk of this kind begins.
fn place(bytes: &[u8], kind: &[u8; 4]) -> usize {
    let mut at = 12;
    while &bytes[at..at + 4] != kind {
        let length = u32::from_le_bytes(bytes[at + 4..at + 8].try_into().unwrap());
        at += HEAD + length as usize;
    }
    at
}

#[test]
fn bookmarks_come_back_and_are_kept_by_a_conversion() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] =
        ["one", "other"].map(|name| folder.path().join(name).with_extension("tilescope-trace"));
    write(&one, &some());
    let loaded = open(&one);
    assert_eq!(loaded.bookmarks, some());
    assert!(loaded.damage.is_none() && loaded.left_out.is_none());
    convert(&one, &other, None, &Interrupt::default(), &mut |_| {}).unwrap();
    assert_eq!(open(&other).bookmarks, some());
    for format in ["jsonl", "csv", "dot"] {
        let to = one.with_extension(format);
        let converted = convert(&one, &to, None, &Interrupt::default(), &mut |_| {}).unwrap();
        assert!(converted.left_out.is_none());
    }
    // A run without bookmarks has no such chunk, as in files of earlier versions.
    write(&one, &[]);
    let bytes = fs::read(&one).unwrap();
    assert!(!bytes.windows(4).any(|kind| kind == b"MARK"));
    assert_eq!(open(&one).bookmarks, []);
}

#[test]
fn texts_and_numbers_beyond_the_limits_are_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.tilescope-trace");
    let long = "ä\u{7}".repeat(5_000);
    write(&path, &vec![bookmark(1, None, &long, &long); 2_000]);
    let loaded = open(&path);
    assert_eq!(loaded.left_out, None);
    assert_eq!(loaded.bookmarks.len(), Bookmark::MAX);
    let first = &loaded.bookmarks[0];
    assert_eq!(first.name, "ä".repeat(Bookmark::MAX_NAME));
    assert_eq!(first.note, "ä".repeat(Bookmark::MAX_NOTE));
}

#[test]
fn impossible_bookmarks_are_left_out_with_a_sentence_and_the_run_opens() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.tilescope-trace");
    let json = |bookmarks: &[Bookmark]| serde_json::to_vec(bookmarks).unwrap();
    let cases = [
        (b"[{".to_vec(), "EOF"),
        (b"\xff\xfe".to_vec(), "expected value"),
        (
            json(&[bookmark(u32::MAX, None, "", "")]),
            "there is no step",
        ),
        (
            json(&[bookmark(0, Some(u32::MAX), "", "")]),
            "there is no node",
        ),
        (json(&[bookmark(0, None, &"x".repeat(61), "")]), "too long"),
        (
            json(&[bookmark(0, None, "", &"x".repeat(1_001))]),
            "too long",
        ),
        (
            json(&[bookmark(0, None, "\u{1b}[2J", "")]),
            "control character",
        ),
        (json(&vec![bookmark(0, None, "", ""); 1_001]), "more than"),
        ("[".repeat(100_000).into_bytes(), "invalid type"),
    ];
    for (content, cause) in cases {
        fs::write(&path, with_content(&content)).unwrap();
        let loaded = open(&path);
        assert!(loaded.damage.is_none(), "{cause}: {:?}", loaded.damage);
        assert!(loaded.trace.n_nodes() > 0 && loaded.report.recorded_in_full);
        assert_eq!(loaded.bookmarks, []);
        let text = loaded.left_out.unwrap();
        assert!(text.contains(cause), "{text}");
        assert!(text.starts_with("the bookmarks cannot be read ("), "{text}");
        assert!(!text.chars().any(char::is_control), "{text}");
    }
}

#[test]
fn a_damaged_chunk_of_bookmarks_leaves_all_expansions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.tilescope-trace");
    write(&path, &some());
    let whole = open(&path);
    let mut bytes = fs::read(&path).unwrap();
    let at = place(&bytes, b"MARK");
    bytes[at + HEAD + 5] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let loaded = open(&path);
    assert!(loaded.damage.is_some());
    assert_eq!(loaded.trace.n_expanded(), whole.trace.n_expanded());
    assert_eq!(loaded.bookmarks, []);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_content_panics(content in proptest::collection::vec(any::<u8>(), 0..300)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.tilescope-trace");
        fs::write(&path, with_content(&content)).unwrap();
        let loaded = open(&path);
        prop_assert!(loaded.damage.is_none());
    }
}
