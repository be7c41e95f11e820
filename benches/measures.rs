//! What a large record takes: its bytes, and the time of each question that is asked of it. And what it
//! takes to generate, solve and open many puzzles.
//!
//!     cargo bench -p tilescope-benches --bench measures                        Korf 1, 40 million nodes
//!     cargo bench -p tilescope-benches --bench measures -- --expanded 500000   a part of it
//!     cargo bench -p tilescope-benches --bench measures -- --only find         the rows of one kind
//!     cargo bench -p tilescope-benches --bench measures -- --only puzzles      those without a record
//!     cargo bench -p tilescope-benches --bench measures -- --only audits       audits of all boards
//!
//! The run is A\* with Manhattan distance on Korf's first 15-puzzle, recorded as the window records it:
//! a worker searches, and this thread builds the trace. Times are wall-clock times; questions at random
//! nodes and moments give a median and a maximum. The whole takes about a minute and 3 GB.

use std::hint::black_box;
use std::num::NonZero;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilescope_lab::audit::{self, Audit, Boards};
use tilescope_lab::collection::{Index, Unpacked};
use tilescope_lab::condition::{self, Condition};
use tilescope_lab::explain::{self, Originals, OriginalsBuilder, original, why_with};
use tilescope_lab::files::{self, Opened};
use tilescope_lab::generate::{self, Context, Method, Request};
use tilescope_lab::trace_file::{load, save};
use tilescope_lab::{
    Collection, Interrupt, Job, Limits, Run, RunState, Settings, job, solve, spawn,
};
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::{Costs, GoalPreset, HEURISTICS, HeuristicExpr, Puzzle, Size};
use tilescope_search::SearchDirection;
use tilescope_trace::levels::Iterations;
use tilescope_trace::subtrees::{Extent, Grid};
use tilescope_trace::{Fold, FrontierIndex, Layout, LevelIndex, Moment, Subtrees, Trace};

const KORF_1: &str = "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3";
const BLANK_FIRST: &str = "0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15";

/// The name of a kind of rows, and what measures and prints them.
type Kind = (&'static str, fn(&Record));

/// The kinds of rows, in order.
const KINDS: &[Kind] = &[
    ("bytes", bytes),
    ("frontier", frontier),
    ("why", why),
    ("seek", seek),
    ("subtrees", picture),
    ("find", find),
    ("open", open),
];

/// The kinds of rows that need no record.
const PUZZLES: &str = "puzzles";
const AUDITS: &str = "audits";

/// A recorded run and its indices.
struct Record {
    run: Run,
    frontier: Arc<FrontierIndex>,
    originals: Originals,
    levels: LevelIndex,
    subtrees: Subtrees,
}

impl Record {
    fn trace(&self) -> &Trace {
        self.run.trace()
    }

    fn job(&self) -> &Job {
        self.run.job()
    }

    fn random_moments(&self, n: usize) -> Vec<Moment> {
        let mut random = fastrand::Rng::with_seed(1);
        let last = self.trace().n_expanded();
        (0..n).map(|_| random.u32(..=last)).collect()
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let value = |flag: &str| {
        let at = arguments.iter().position(|argument| argument == flag)?;
        arguments.get(at + 1).cloned()
    };
    let expanded = value("--expanded").map(|it| it.parse().expect("a number of expansions"));
    let only = value("--only");
    println!("{:60} {:>12} {:>12}", "WHAT", "MEDIAN", "MAXIMUM");
    let is_wanted = |kind: &str| only.as_deref().is_none_or(|only| only == kind);
    if is_wanted(PUZZLES) {
        puzzles();
    }
    if is_wanted(AUDITS) {
        audits();
    }
    if matches!(only.as_deref(), Some(PUZZLES | AUDITS)) {
        return;
    }
    let job = korf_1(expanded);
    let counted = is_wanted("ratio").then(|| time(|| drop(solve(&job))));
    let began = Instant::now();
    let run = recorded(&job);
    let elapsed = began.elapsed();
    if let Some(counted) = counted {
        row("search, counted", &[counted]);
        row("search, recorded", &[elapsed]);
        let ratio = elapsed.as_secs_f64() / counted.as_secs_f64();
        println!("{:60} {ratio:>12.2}", "recorded / counted");
    }
    let (trace, job) = (run.trace(), run.job());
    let order = explain::order(job);
    let iterations = Iterations::of(job.settings.algorithm);
    let (mut frontier, mut levels, mut subtrees) = (None, None, None);
    let frontier_time = time(|| frontier = Some(FrontierIndex::new(trace, order)));
    let factors = explain::factors(job);
    let levels_time = time(|| levels = Some(LevelIndex::new(trace, factors, iterations)));
    let subtrees_time = time(|| subtrees = Some(Subtrees::new(trace)));
    let mut originals = OriginalsBuilder::new(job, trace);
    let originals_time = time(|| while !originals.step(trace, u32::MAX) {});
    row("index of the frontier, built", &[frontier_time]);
    row("index of duplicates, built", &[originals_time]);
    row("index of levels, built", &[levels_time]);
    row("index of subtrees, built", &[subtrees_time]);
    let record = Record {
        frontier: Arc::new(frontier.expect("it was built")),
        originals: originals.finish(),
        levels: levels.expect("it was built"),
        subtrees: subtrees.expect("it was built"),
        run,
    };
    let kinds = KINDS.iter().filter(|(kind, _)| is_wanted(kind));
    kinds.for_each(|(_, measure)| measure(&record));
}

fn korf_1(expanded: Option<u64>) -> Job {
    let board = |text| parse_board(text).expect("a board");
    let puzzle = Puzzle::new("Korf 1", board(KORF_1), board(BLANK_FIRST));
    let algorithm = job::algorithm("a-star").expect("a key");
    let heuristic = job::heuristic("manhattan").expect("a key");
    let mut settings = Settings::new(algorithm, heuristic);
    settings.limits = Limits {
        expanded,
        memory: None,
        time: None,
    };
    Job {
        problem: puzzle.expect("both have one size").into(),
        settings,
        search_unsolvable: false,
        record: u32::MAX,
    }
}

/// Records the run on a thread, and builds its trace here.
fn recorded(job: &Job) -> Run {
    let this = std::thread::current();
    let wake = move || this.unpark();
    let mut run = spawn(job.clone(), false, wake).expect("the job fits together");
    while run.state() != RunState::Ended {
        if !run.poll(Duration::from_millis(8)) {
            std::thread::park_timeout(Duration::from_millis(8));
        }
    }
    run
}

fn time(work: impl FnOnce()) -> Duration {
    let began = Instant::now();
    work();
    began.elapsed()
}

fn row(what: &str, times: &[Duration]) {
    let mut times = times.to_vec();
    times.sort_unstable();
    let text = |time: Duration| match time.as_secs_f64() {
        seconds if seconds >= 1.0 => format!("{seconds:.2} s"),
        seconds => format!("{:.3} ms", 1e3 * seconds),
    };
    let median = text(times[times.len() / 2]);
    match times.len() {
        1 => println!("{what:60} {median:>12}"),
        n => println!("{what:60} {median:>12} {:>12}", text(times[n - 1])),
    }
}

/// Many puzzles: generated, solved, and opened from a file.
fn puzzles() {
    let generated = |size: Size, method: Method, count: usize, context: &mut Context| {
        let goal = GoalPreset::BlankLast.board(size);
        let request = Request {
            goal,
            method,
            count,
            seed: 1,
        };
        let generated = generate::generate(&request, context)
            .expect("enough boards are that far from the goal");
        assert_eq!(generated.collection.puzzles.len(), count);
        generated.collection
    };
    let interrupt = Interrupt::default();
    let context = &mut Context {
        memory: 8 << 30,
        interrupt: &interrupt,
        on_progress: &mut |_| {},
    };
    let distance = Method::Distance(25);
    row(
        "generate 10,000 boards 3×3 of exactly 25 moves",
        &[time(|| {
            drop(generated(Size::EIGHT_PUZZLE, distance, 10_000, context));
        })],
    );
    let cores = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let mut collection = Collection::default();
    let solved = time(|| {
        collection = generated(Size::FIFTEEN_PUZZLE, Method::Uniform, 1000, context);
        let lengths = generate::find_lengths(&mut collection, cores, context);
        assert_eq!((lengths.n_known, lengths.trouble), (1000, None));
    });
    let what = format!("generate 1,000 boards 4×4, lengths by 7-8 ({cores} threads)");
    row(&what, &[solved]);
    let length = |index| collection.puzzles.result(index).map_or(0, |it| it.moves);
    let sum: u32 = (0..1000).map(length).sum();
    println!(
        "{:60} {:>12.2}",
        "their mean length",
        f64::from(sum) / 1000.0
    );

    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("many.json");
    let many = generated(Size::FIFTEEN_PUZZLE, Method::Uniform, 100_000, context);
    let text = files::collection::to_json(&many);
    files::save_text(&path, &text).expect("it can be written");
    let open = || {
        let Ok(Opened::Collection(read)) = files::open(&path) else {
            panic!("it is a collection");
        };
        black_box(Index::new(&read.puzzles));
        let mut room = Unpacked::default();
        black_box(read.puzzles.view(0, &mut room).start);
    };
    let times: Vec<_> = (0..5).map(|_| time(open)).collect();
    row(
        "open 100,000 boards: read, indexed, the first unpacked",
        &times,
    );
}

/// Audits of all boards: of each registered heuristic that fits on 3×3, and of Manhattan distance on 3×4.
fn audits() {
    let audit = |size: Size, heuristic: HeuristicExpr| {
        let what = Audit {
            goal: GoalPreset::BlankLast.board(size),
            costs: Costs::UNIT,
            heuristics: vec![heuristic],
            boards: Boards::All,
        };
        let limits = audit::Limits {
            threads: None,
            memory: 8 << 30,
        };
        let interrupt = Interrupt::default();
        audit::audit(&what, limits, &interrupt, &mut |_| {}).ok()
    };
    for about in HEURISTICS {
        let heuristic = HeuristicExpr::from(*about);
        // Its tables are built here.
        if audit(Size::EIGHT_PUZZLE, heuristic.clone()).is_none() {
            continue;
        }
        let run = || drop(black_box(audit(Size::EIGHT_PUZZLE, heuristic.clone())));
        let times: Vec<_> = (0..7).map(|_| time(run)).collect();
        row(&format!("audit {} on all boards 3×3", about.key), &times);
    }
    let three_by_four = Size::new(3, 4).expect("a size");
    let manhattan = job::heuristic("manhattan").expect("a key");
    let times = [time(|| drop(audit(three_by_four, manhattan)))];
    row("audit manhattan on all boards 3×4", &times);
}

fn bytes(record: &Record) {
    let trace = record.trace();
    let parts = [
        ("the record", trace.bytes()),
        ("index of the frontier", record.frontier.bytes()),
        ("index of duplicates", record.originals.bytes()),
        ("index of levels", record.levels.bytes()),
        ("index of subtrees", record.subtrees.bytes()),
    ];
    let n_nodes = f64::from(trace.n_nodes());
    println!("{:60} {:>12}", "nodes", trace.n_nodes());
    println!("{:60} {:>12}", "expansions", trace.n_expanded());
    for (part, n_bytes) in parts {
        let what = format!("bytes a node: {part}");
        println!("{what:60} {:>12.2}", n_bytes as f64 / n_nodes);
    }
    let all: usize = parts.iter().map(|(_, n_bytes)| n_bytes).sum();
    println!("{:60} {:>12.2}", "bytes a node, all", all as f64 / n_nodes);
}

fn frontier(record: &Record) {
    let trace = record.trace();
    let times = record.random_moments(100).into_iter().map(|t| {
        time(|| {
            let frontier = record.frontier.at(trace, t);
            black_box(frontier.first(trace, SearchDirection::Forward, 1000));
        })
    });
    let times: Vec<_> = times.collect();
    row("first 1,000 of the frontier at a random step", &times);
}

fn why(record: &Record) {
    let (job, trace) = (record.job(), record.trace());
    let mut random = fastrand::Rng::with_seed(2);
    let moments = record.random_moments(300);
    let mut times = Vec::new();
    for t in moments {
        // The node that a step expands, or one that it generates.
        let generated = trace.generated_in(t);
        let node = match generated.is_empty() || random.bool() {
            true => trace.expanded_node(t),
            false => Some(random.u32(generated)),
        };
        let index = Some(&record.frontier);
        if let Some(node) = node {
            times.push(time(|| {
                let original = original(job, trace, Some(&record.originals), node, t).node();
                drop(black_box(why_with(job, trace, index, original, node, t)))
            }));
        }
    }
    row("why, of a random event", &times);
}

/// What the panels show of a moment: the tree, the size of the frontier, the levels.
fn seek(record: &Record) {
    /// The nodes that the tree shows at most.
    const MAX_SHOWN: usize = 16_000;
    let trace = record.trace();
    let moments = record.random_moments(30);
    let tree = moments.iter().map(|&t| {
        time(|| {
            let fold = Fold::new(0..trace.n_generated(t), MAX_SHOWN);
            black_box(Layout::new(trace, &fold));
        })
    });
    row("seek a random step: the tree", &tree.collect::<Vec<_>>());
    let size = moments
        .iter()
        .map(|&t| time(|| _ = black_box(trace.frontier_size(t))));
    row(
        "seek a random step: size of the frontier",
        &size.collect::<Vec<_>>(),
    );
    let levels = moments
        .iter()
        .map(|&t| time(|| drop(black_box(record.levels.at(trace, t)))));
    row(
        "seek a random step: counts of levels",
        &levels.collect::<Vec<_>>(),
    );
}

fn picture(record: &Record) {
    const COLUMNS: usize = 1600;
    const MAX_ROWS: usize = 900;
    let (trace, index) = (record.trace(), &record.subtrees);
    let extent = Extent::whole(trace, index);
    let picture = || {
        drop(black_box(Grid::new(
            trace,
            index,
            extent.clone(),
            COLUMNS,
            MAX_ROWS,
        )))
    };
    let times: Vec<_> = (0..20).map(|_| time(picture)).collect();
    row("picture of the whole tree, 1,600 columns", &times);
}

fn find(record: &Record) {
    let (trace, job) = (record.trace(), record.job());
    let conditions = [
        "f = 57 and h < 5",
        "g > 30",
        "f = 57 and h < 5 and depth > 20",
        "duplicate",
        "expanded and f = 55",
        "step > 1000000 and g = 31",
        "board = \"1 * * * / * * * * / * * * * / * * * 15\"",
    ];
    for text in conditions {
        let condition = Condition::parse(text, job).expect("a condition");
        let mut found = 0;
        let times: Vec<_> = (0..3)
            .map(|_| {
                time(|| {
                    let interrupt = Interrupt::default();
                    let matches =
                        condition::find(&condition, &job.problem, trace, &interrupt, &mut |_| {});
                    found = matches.map_or(0, |matches| matches.len());
                })
            })
            .collect();
        row(&format!("find {text} ({found})"), &times);
    }
}

fn open(record: &Record) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("korf-1.tilescope-trace");
    let interrupt = Interrupt::default();
    let run = &record.run;
    let report = run.report().expect("it has ended");
    let saved = time(|| {
        let parts = (run.trace(), run.series(), report);
        save(&path, run.job(), parts, &[], &interrupt, &mut |_| {}).expect("it can be written");
    });
    row("save the trace", &[saved]);
    let n_bytes = std::fs::metadata(&path).map_or(0, |it| it.len());
    let per_node = n_bytes as f64 / f64::from(run.trace().n_nodes());
    println!("{:60} {per_node:>12.2}", "bytes a node on disk");
    let times: Vec<_> = (0..3)
        .map(|_| {
            let mut loaded = None;
            let time = time(|| loaded = load(&path, u32::MAX, &interrupt, &mut |_| {}).ok());
            assert!(loaded.is_some_and(|it| it.trace.n_nodes() == run.trace().n_nodes()));
            time
        })
        .collect();
    row("open the saved trace", &times);
}
