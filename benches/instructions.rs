//! Instructions of the hot loops, counted by callgrind and compared with the counts on record.
//! They hardly depend on the machine, so even a small slowdown shows.
//!
//!     cargo bench -p tilescope-benches --bench instructions               print the counts
//!     cargo bench -p tilescope-benches --bench instructions -- --check    fail if one differs
//!     cargo bench -p tilescope-benches --bench instructions -- --record   record the counts
//!
//! The record is `benches/instructions.tsv`. Nothing is compared under another compiler than the
//! one on record, because it generates other code. Callgrind doesn't support AVX-512.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::hint::black_box;
use std::num::NonZero;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::rc::Rc;
use tilescope_benches::Problem;
use tilescope_engines::a_star::CompactAStar;
use tilescope_engines::ida_star::{FastIdaStar, Kernel};
use tilescope_engines::pattern_database::PatternDatabaseSearch;
use tilescope_engines::{Engine, whole_space};
use tilescope_lab::breakpoint::Breakpoint;
use tilescope_lab::recording_listener::NoSink;
use tilescope_lab::{self as lab, Counts, Interrupt, Job, Settings};
use tilescope_puzzle::heuristics::{Manhattan, TileHeuristic};
use tilescope_puzzle::pattern_database::{Blank, Pattern, build};
use tilescope_puzzle::{GoalPreset, Size};
use tilescope_search::best_first::AStar;
use tilescope_search::breadth_first::BreadthFirst;
use tilescope_search::ida_star::IdaStar;
use tilescope_search::{About, Algorithm, Counter, Observer, Options};
use tilescope_testing::parallel_map;
use tilescope_trace::{NodeId, Recorder};

/// A hot loop to count.
struct HotLoop {
    key: &'static str,
    /// What the instructions are divided by.
    unit: &'static str,
    /// Runs the loop inside [`counted`] and returns how many units it processed.
    run: fn() -> u64,
}

const LOOPS: &[HotLoop] = &[
    HotLoop {
        key: "breadth-first",
        unit: "expanded",
        run: || unobserved::<BreadthFirst>(&Problem::farthest()).expanded,
    },
    HotLoop {
        key: "a-star",
        unit: "expanded",
        run: || unobserved::<AStar>(&Problem::korf(12)).expanded,
    },
    HotLoop {
        key: "a-star-metered",
        unit: "expanded",
        run: || metered(&AStar::ABOUT, &Problem::korf(12)).expanded,
    },
    HotLoop {
        key: "a-star-recorded",
        unit: "expanded",
        run: || {
            let problem = Problem::korf(12);
            let mut recorder = Recorder::new(NodeId::MAX, |batch| drop(black_box(batch)));
            counted(|| search::<AStar>(&problem, &mut recorder));
            count::<AStar>(&problem).expanded
        },
    },
    HotLoop {
        key: "a-star-run",
        unit: "expanded",
        run: || recorded(&AStar::ABOUT, &Problem::korf(12), None).expanded,
    },
    HotLoop {
        key: "a-star-breakpoint",
        unit: "expanded",
        run: || recorded(&AStar::ABOUT, &Problem::korf(12), Some(COSTS)).expanded,
    },
    HotLoop {
        key: "a-star-breakpoint-board",
        unit: "expanded",
        run: || recorded(&AStar::ABOUT, &Problem::korf(12), Some(BOARD)).expanded,
    },
    HotLoop {
        key: "ida-star",
        unit: "generated",
        run: || unobserved::<IdaStar>(&Problem::korf(13)).generated,
    },
    HotLoop {
        key: "ida-star-metered",
        unit: "generated",
        run: || metered(&IdaStar::ABOUT, &Problem::korf(13)).generated,
    },
    HotLoop {
        key: "ida-star-run",
        unit: "generated",
        run: || recorded(&IdaStar::ABOUT, &Problem::korf(13), None).generated,
    },
    HotLoop {
        key: "ida-star-breakpoint",
        unit: "generated",
        run: || recorded(&IdaStar::ABOUT, &Problem::korf(13), Some(COSTS)).generated,
    },
    HotLoop {
        key: "ida-star-breakpoint-board",
        unit: "generated",
        run: || recorded(&IdaStar::ABOUT, &Problem::korf(13), Some(BOARD)).generated,
    },
    HotLoop {
        key: "fast-ida-star-recursion",
        unit: "generated",
        run: || fast_ida_star(Kernel::Recursion),
    },
    HotLoop {
        key: "fast-ida-star-words",
        unit: "generated",
        run: || fast_ida_star(Kernel::Words),
    },
    HotLoop {
        key: "fast-ida-star-avx2",
        unit: "generated",
        run: || fast_ida_star(Kernel::Avx2),
    },
    HotLoop {
        key: "compact-a-star",
        unit: "expanded",
        run: || {
            let engine = CompactAStar::new(&Problem::korf(12).puzzle, &one_thread());
            engine_counts(&engine.expect("the engine supports this board")).expanded
        },
    },
    HotLoop {
        key: "pattern-databases",
        unit: "generated",
        run: || {
            let puzzle = Problem::korf(13).puzzle;
            let rows = [vec![1, 2, 3], vec![4, 5, 6, 7], vec![8, 9, 10, 11]];
            let rows = [&rows[..], &[vec![12, 13, 14, 15]]].concat();
            let engine = PatternDatabaseSearch::new(&puzzle, &one_thread())
                .and_then(|engine| engine.with_partitions(vec![rows.into()]))
                .expect("the engine supports this board");
            // The first search builds the databases.
            engine.search(&mut ());
            engine_counts(&engine).generated
        },
    },
    HotLoop {
        key: "pattern-database-build",
        unit: "placements",
        run: || {
            let goal = GoalPreset::BlankLast.board(Size::new(3, 4).expect("a size"));
            let (pattern, _) = Pattern::new(&goal, &[1, 2, 5, 6, 9, 10], Blank::Minimised);
            let database = counted(|| build(&pattern, &mut ()));
            2 * database.expect("the observer never stops").bytes().len() as u64
        },
    },
    HotLoop {
        key: "whole-3x3",
        unit: "states",
        run: || {
            let goal = GoalPreset::BlankLast.board(Size::new(3, 3).expect("a size"));
            let space = counted(|| whole_space::search(&goal, NonZero::new(1), &mut ()));
            space.expect("the observer never stops").n_states()
        },
    },
];

/// Callgrind counts only inside this function, which it finds by name.
#[inline(never)]
fn counted<R>(work: impl FnOnce() -> R) -> R {
    black_box(work())
}

fn search<A: Algorithm>(problem: &Problem, observer: &mut impl Observer) {
    // A late goal test, with which the instructions were counted before.
    let algorithm = A::with(black_box(&A::ABOUT.defaults_of_first_version()));
    algorithm.search(&problem.space, &problem.heuristic, problem.start, observer);
}

fn count<A: Algorithm>(problem: &Problem) -> Counter {
    let mut counter = Counter::default();
    search::<A>(problem, &mut counter);
    counter
}

/// Counts the instructions of a search with observer `()`, then its nodes in a second one.
fn unobserved<A: Algorithm>(problem: &Problem) -> Counter {
    counted(|| search::<A>(problem, &mut ()));
    count::<A>(problem)
}

/// The same as a run of the command line, under a meter with limits.
fn metered(algorithm: &'static About, problem: &Problem) -> Counts {
    let job = job(algorithm, problem);
    let report = counted(|| lab::solve(&job));
    report.expect("the job fits together").counts
}

/// Conditions that never hold: on the costs, and on the board.
const COSTS: &str = "f = 57 and h < 5";
const BOARD: &str = "board = \"15 14 13 * / * * * * / * * * * / * * * *\"";

/// The same as a run of the window: recorded in full, and perhaps with a breakpoint.
fn recorded(algorithm: &'static About, problem: &Problem, breakpoint: Option<&str>) -> Counts {
    let job = Job {
        record: NodeId::MAX,
        ..job(algorithm, problem)
    };
    let breakpoint = breakpoint.map(|it| Breakpoint::parse(it, &job).expect("a condition"));
    let interrupt = Interrupt::default();
    let sink = Rc::new(NoSink);
    let report = counted(|| match breakpoint {
        Some(breakpoint) => lab::solve_until(&job, breakpoint, &interrupt, sink),
        None => lab::solve_recorded(&job, &interrupt, sink),
    });
    report.expect("the job fits together").counts
}

fn job(algorithm: &'static About, problem: &Problem) -> Job {
    Job {
        problem: problem.puzzle.clone().into(),
        settings: Settings::new(algorithm, &Manhattan::ABOUT),
        search_unsolvable: false,
        record: 0,
    }
}

fn one_thread() -> Options {
    Options {
        threads: NonZero::new(1),
        ..Options::default()
    }
}

fn engine_counts(engine: &impl Engine) -> Counter {
    let mut counter = Counter::default();
    counted(|| engine.search(&mut counter));
    counter
}

fn fast_ida_star(kernel: Kernel) -> u64 {
    let engine = FastIdaStar::new(&Problem::korf(13).puzzle, &one_thread());
    let engine = engine
        .expect("the engine supports this board")
        .with_kernel(kernel);
    // 0 if this processor can't run the kernel.
    engine.map_or(0, |engine| engine_counts(&engine).generated)
}

/// The largest relative difference allowed from the count on record.
const MAX_DIFFERENCE: f64 = 0.03;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let has_flag = |flag: &str| arguments.iter().any(|argument| argument == flag);
    if let Some(one) = arguments.iter().position(|argument| argument == "--one") {
        let hot_loop = LOOPS
            .iter()
            .find(|hot_loop| hot_loop.key == arguments[one + 1]);
        println!("{}", (hot_loop.expect("a key").run)());
        return ExitCode::SUCCESS;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("instructions.tsv");
    let compiler = output(Command::new("rustc").arg("--version"));
    let record = std::fs::read_to_string(&path).expect("the record is readable");
    let (recorded, compiled_by) = read(&record);
    let is_comparable = compiled_by == compiler.trim();
    let mut new_record = format!("# {}\nwork\tunit\tinstructions\n", compiler.trim());
    let mut n_changed = 0;
    println!(
        "{:24} {:>12} {:>12}  on record",
        "WORK", "UNIT", "INSTRUCTIONS"
    );
    // Two at a time: that changes no count.
    let counts = parallel_map(LOOPS, |hot_loop| instructions(hot_loop.key));
    for (hot_loop, count) in LOOPS.iter().zip(counts) {
        let Some(count) = count else {
            println!("{:24} not on this processor", hot_loop.key);
            continue;
        };
        let recorded_count = recorded.get(hot_loop.key).copied();
        let differs = recorded_count.is_none_or(|it| (count / it - 1.0).abs() > MAX_DIFFERENCE);
        let comparison = match recorded_count {
            None => "none".into(),
            Some(it) => format!("{it:.2} ({:+.1} %)", 100.0 * (count / it - 1.0)),
        };
        println!(
            "{:24} {:>12} {count:>12.2}  {comparison}",
            hot_loop.key, hot_loop.unit
        );
        n_changed += u32::from(differs);
        let _ = writeln!(
            new_record,
            "{}\t{}\t{count:.2}",
            hot_loop.key, hot_loop.unit
        );
    }
    if has_flag("--record") {
        std::fs::write(&path, new_record).expect("the record can be written");
    }
    if !is_comparable {
        println!("not compared: the record is of {compiled_by}, and this is {compiler}");
        return ExitCode::SUCCESS;
    }
    match n_changed {
        n if n > 0 && has_flag("--check") => {
            eprintln!(
                "{n} differ by more than {} %. If that is intended, run with --record and give the \
                 reason in the commit",
                100.0 * MAX_DIFFERENCE
            );
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Instructions per unit; `None` if this processor can't run the loop.
fn instructions(key: &str) -> Option<f64> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("callgrind.out");
    let this = std::env::current_exe().expect("this program has a path");
    let units = output(
        Command::new("valgrind")
            .args(["--quiet", "--tool=callgrind", "--toggle-collect=*counted*"])
            .arg(format!("--callgrind-out-file={}", out.display()))
            .arg(this)
            .args(["--one", key]),
    );
    let units: u64 = units.trim().parse().expect("a count");
    let text = std::fs::read_to_string(out).expect("callgrind has written");
    let total = text.lines().find_map(|line| line.strip_prefix("totals: "));
    let total: u64 = total.and_then(|it| it.trim().parse().ok()).unwrap_or(0);
    (units > 0 && total > 0).then(|| total as f64 / units as f64)
}

/// The standard output of a command.
fn output(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| {
        panic!("{command:?} does not start: {error}. Is Valgrind installed?")
    });
    assert!(output.status.success(), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).expect("it writes text")
}

/// The counts on record, and the compiler they were recorded with.
fn read(record: &str) -> (BTreeMap<&str, f64>, &str) {
    let mut lines = record.lines();
    let compiler = lines.next().and_then(|line| line.strip_prefix("# "));
    let counts = lines.skip(1).filter_map(|line| {
        let mut cells = line.split('\t');
        Some((cells.next()?, cells.nth(1)?.parse().ok()?))
    });
    (counts.collect(), compiler.unwrap_or_default())
}
