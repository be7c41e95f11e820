//! How many instructions the hot loops take, counted by callgrind, beside those that are on
//! record: they hardly depend on the machine, so what has become slower shows, however slightly.
//!
//!     cargo bench -p tilescope-benches --bench instructions               shows them
//!     cargo bench -p tilescope-benches --bench instructions -- --check    fails where one differs
//!     cargo bench -p tilescope-benches --bench instructions -- --record   puts them on record
//!
//! The record is `benches/instructions.tsv`. Another compiler makes other code: under one that is
//! not the one on record nothing is compared. AVX-512 is missing, which callgrind doesn't know.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::hint::black_box;
use std::num::NonZero;
use std::path::Path;
use std::process::{Command, ExitCode};
use tilescope_benches::Problem;
use tilescope_engines::a_star::CompactAStar;
use tilescope_engines::ida_star::{Code, FastIdaStar};
use tilescope_engines::pattern_database::PatternDatabaseSearch;
use tilescope_engines::{Engine, whole_space};
use tilescope_lab::{self as lab, Counts, Job, Settings};
use tilescope_puzzle::heuristics::{Manhattan, TileHeuristic};
use tilescope_puzzle::pattern_database::{Blank, Pattern, build};
use tilescope_puzzle::{GoalPreset, Size};
use tilescope_search::best_first::AStar;
use tilescope_search::breadth_first::BreadthFirst;
use tilescope_search::ida_star::IdaStar;
use tilescope_search::{About, Algorithm, Counter, Observer, Options};
use tilescope_trace::{NodeId, Recorder};

/// A piece of work.
struct Work {
    key: &'static str,
    /// What is counted beside the instructions.
    unit: &'static str,
    /// Does it, the part that matters under [`counted`]; how many there were of the unit.
    run: fn() -> u64,
}

const WORKS: &[Work] = &[
    Work {
        key: "breadth-first",
        unit: "expanded",
        run: || plain::<BreadthFirst>(&Problem::farthest()).expanded,
    },
    Work {
        key: "a-star",
        unit: "expanded",
        run: || plain::<AStar>(&Problem::korf(12)).expanded,
    },
    Work {
        key: "a-star-metered",
        unit: "expanded",
        run: || metered(&AStar::ABOUT, &Problem::korf(12)).expanded,
    },
    Work {
        key: "a-star-recorded",
        unit: "expanded",
        run: || {
            let problem = Problem::korf(12);
            let mut recorder = Recorder::new(NodeId::MAX, |batch| drop(black_box(batch)));
            counted(|| search::<AStar>(&problem, &mut recorder));
            count::<AStar>(&problem).expanded
        },
    },
    Work {
        key: "ida-star",
        unit: "generated",
        run: || plain::<IdaStar>(&Problem::korf(12)).generated,
    },
    Work {
        key: "ida-star-metered",
        unit: "generated",
        run: || metered(&IdaStar::ABOUT, &Problem::korf(12)).generated,
    },
    Work {
        key: "fast-ida-star-recursion",
        unit: "generated",
        run: || fast_ida_star(Code::Recursion),
    },
    Work {
        key: "fast-ida-star-words",
        unit: "generated",
        run: || fast_ida_star(Code::Words),
    },
    Work {
        key: "fast-ida-star-avx2",
        unit: "generated",
        run: || fast_ida_star(Code::Avx2),
    },
    Work {
        key: "compact-a-star",
        unit: "expanded",
        run: || {
            let engine = CompactAStar::new(&Problem::korf(12).puzzle, &one_thread());
            engine_counts(&engine.expect("it is for this board")).expanded
        },
    },
    Work {
        key: "pattern-databases",
        unit: "generated",
        run: || {
            let puzzle = Problem::korf(13).puzzle;
            let rows = [vec![1, 2, 3], vec![4, 5, 6, 7], vec![8, 9, 10, 11]];
            let rows = [&rows[..], &[vec![12, 13, 14, 15]]].concat();
            let engine = PatternDatabaseSearch::new(&puzzle, &one_thread())
                .and_then(|engine| engine.with_partitions(vec![rows.into()]))
                .expect("it is for this board");
            // This one builds the databases.
            engine.search(&mut ());
            engine_counts(&engine).generated
        },
    },
    Work {
        key: "pattern-database-build",
        unit: "placements",
        run: || {
            let goal = GoalPreset::BlankLast.board(Size::new(3, 4).expect("a size"));
            let (pattern, _) = Pattern::new(&goal, &[1, 2, 5, 6, 9, 10], Blank::Minimised);
            let database = counted(|| build(&pattern, &mut ()));
            2 * database.expect("nobody stops it").bytes().len() as u64
        },
    },
    Work {
        key: "whole-3x3",
        unit: "states",
        run: || {
            let goal = GoalPreset::BlankLast.board(Size::new(3, 3).expect("a size"));
            let space = counted(|| whole_space::search(&goal, NonZero::new(1), &mut ()));
            space.expect("nobody stops it").n_states()
        },
    },
];

/// Callgrind counts what happens in here alone; it knows it by its name.
#[inline(never)]
fn counted<R>(work: impl FnOnce() -> R) -> R {
    black_box(work())
}

fn search<A: Algorithm>(problem: &Problem, observer: &mut impl Observer) {
    let algorithm = A::with(black_box(&A::ABOUT.defaults()));
    algorithm.search(&problem.space, &problem.heuristic, problem.start, observer);
}

fn count<A: Algorithm>(problem: &Problem) -> Counter {
    let mut counter = Counter::default();
    search::<A>(problem, &mut counter);
    counter
}

/// Searches with nobody listening; what it comes to.
fn plain<A: Algorithm>(problem: &Problem) -> Counter {
    counted(|| search::<A>(problem, &mut ()));
    count::<A>(problem)
}

/// The same as a run of the command line, under a meter with limits.
fn metered(algorithm: &'static About, problem: &Problem) -> Counts {
    let job = Job {
        problem: problem.puzzle.clone().into(),
        settings: Settings::new(algorithm, &Manhattan::ABOUT),
        search_unsolvable: false,
        record: 0,
    };
    let report = counted(|| lab::solve(&job));
    report.expect("the job fits together").counts
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

fn fast_ida_star(code: Code) -> u64 {
    let engine = FastIdaStar::new(&Problem::korf(13).puzzle, &one_thread());
    let engine = engine.expect("it is for this board").with_code(code);
    // Without these vectors there is nothing to count.
    engine.map_or(0, |engine| engine_counts(&engine).generated)
}

/// By how much a count may differ from the one on record.
const MOST_DIFFERENCE: f64 = 0.03;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    if let Some(one) = arguments.iter().position(|argument| argument == "--one") {
        let work = WORKS.iter().find(|work| work.key == arguments[one + 1]);
        println!("{}", (work.expect("a key").run)());
        return ExitCode::SUCCESS;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("instructions.tsv");
    let compiler = output(Command::new("rustc").arg("--version"));
    let record = std::fs::read_to_string(&path).unwrap_or_default();
    let (on_record, compiled_by) = read(&record);
    let is_comparable = compiled_by == compiler.trim();
    let mut new_record = format!("# {}\nwork\tunit\tinstructions\n", compiler.trim());
    let mut n_wrong = 0;
    println!(
        "{:24} {:>12} {:>12}  on record",
        "WORK", "UNIT", "INSTRUCTIONS"
    );
    for work in WORKS {
        let Some(count) = instructions(work.key) else {
            println!("{:24} not on this processor", work.key);
            continue;
        };
        let known = on_record.get(work.key).copied();
        let differs = known.is_none_or(|it| (count / it - 1.0).abs() > MOST_DIFFERENCE);
        let verdict = match known {
            None => "none".into(),
            Some(it) => format!("{it:.2} ({:+.1} %)", 100.0 * (count / it - 1.0)),
        };
        println!("{:24} {:>12} {count:>12.2}  {verdict}", work.key, work.unit);
        n_wrong += u32::from(differs);
        let _ = writeln!(new_record, "{}\t{}\t{count:.2}", work.key, work.unit);
    }
    if has("--record") {
        std::fs::write(&path, new_record).expect("the record can be written");
    }
    if !is_comparable {
        println!("not compared: on record is what {compiled_by} makes, and this is {compiler}");
        return ExitCode::SUCCESS;
    }
    match n_wrong {
        n if n > 0 && has("--check") => {
            eprintln!(
                "{n} differ by more than {} %. If it is meant, run it with --record, and say why \
                 in the commit",
                100.0 * MOST_DIFFERENCE
            );
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Instructions a unit of this work; `None` if this processor can't do it.
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

/// What a program says.
fn output(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| {
        panic!("{command:?} does not start: {error}. Valgrind is in a package of that name")
    });
    assert!(output.status.success(), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).expect("it writes text")
}

/// The counts on record, and which compiler made what was counted.
fn read(record: &str) -> (BTreeMap<&str, f64>, &str) {
    let mut lines = record.lines();
    let compiler = lines.next().and_then(|line| line.strip_prefix("# "));
    let counts = lines.skip(1).filter_map(|line| {
        let mut cells = line.split('\t');
        Some((cells.next()?, cells.nth(1)?.parse().ok()?))
    });
    (counts.collect(), compiler.unwrap_or_default())
}
