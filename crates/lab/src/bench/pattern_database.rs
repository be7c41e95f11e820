//! Pattern databases: building, loading, and the engine that searches with them.

use super::{Counted, Extent, Row, Watch};
use crate::cache::Cache;
use crate::published::korf_1985;
use std::hint::black_box;
use std::num::NonZero;
use std::sync::Arc;
use tilescope_engines::team;
use tilescope_engines::{Engine, pattern_database::PatternDatabaseSearch};
use tilescope_puzzle::heuristics::{partition, required_patterns};
use tilescope_puzzle::pattern_database::{self, Database, Pattern, ReportFn, Supervisor, registry};
use tilescope_puzzle::{Board, Costs, GoalPreset, Puzzle, Size};
use tilescope_search::{Counter, Options, Outcome, StopReason};

pub const ROWS: &[Row] = &[
    Row {
        key: "databases-korf-100-small",
        work: "Pattern databases 6-6-3, built in the run, Korf's 100",
        required: "3 s",
        aim: "1.5 s",
        extent: Extent::Full,
        run: |watch| {
            let small = patterns("pdb-6-6-3", &korf_1985::goal());
            patterns("pdb-7-8", &korf_1985::goal())
                .iter()
                .for_each(registry::release);
            let puzzles = korfs()?;
            let counts = watch.time(|| {
                small.iter().for_each(registry::release);
                solve(&puzzles)
            })?;
            Ok(Counted::nodes(counts.generated, "generated").with_peak(counts.bytes))
        },
    },
    Row {
        key: "databases-build-7-8",
        work: "Pattern databases 7-8, built by 2 threads",
        required: "20 s",
        aim: "8 s",
        extent: Extent::Full,
        run: |watch| {
            let patterns = patterns("pdb-7-8", &korf_1985::goal());
            let most = watch.time(|| build(&patterns))?;
            let states = patterns.iter().map(pattern_database::Plan::new);
            let states = states.map(|plan| plan.n_states()).sum();
            Ok(Counted::nodes(states, "states").with_peak(most))
        },
    },
    Row {
        key: "databases-load-7-8",
        work: "Pattern databases 7-8, from disk",
        required: "0.2 s",
        aim: "",
        extent: Extent::Full,
        run: |watch| {
            let patterns = patterns("pdb-7-8", &korf_1985::goal());
            let folder = std::env::temp_dir().join(format!("tilescope-{}", std::process::id()));
            let cache = Cache::at(folder.clone());
            let stored = databases(&patterns)?
                .iter()
                .try_for_each(|database| cache.save(database, &|| false));
            let load = |pattern: &Pattern| cache.load(pattern, &|| false).ok().flatten();
            let loaded = watch.time(|| patterns.iter().filter_map(load).count());
            // A leftover in the temporary folder does no harm.
            let _ = std::fs::remove_dir_all(folder);
            stored.map_err(|error| error.to_string())?;
            match loaded == patterns.len() {
                true => Ok(Counted::default()),
                false => Err("a saved database could not be loaded".into()),
            }
        },
    },
    Row {
        key: "databases-korf-100",
        work: "Pattern databases 7-8, Korf's 100",
        required: "0.3 s",
        aim: "0.1 s",
        extent: Extent::Full,
        run: |watch| {
            let held = databases(&patterns("pdb-7-8", &korf_1985::goal()))?;
            let puzzles = korfs()?;
            let counts = watch.time(|| solve(&puzzles))?;
            drop(held);
            Ok(Counted::nodes(counts.generated, "generated"))
        },
    },
    Row {
        key: "databases-build-6-6-6-6",
        work: "Pattern databases 6-6-6-6, built by 2 threads",
        required: "400 s",
        aim: "200 s",
        extent: Extent::Full,
        run: |watch| {
            let patterns = patterns("pdb-6-6-6-6", &twenty_four());
            let most = watch.time(|| build(&patterns))?;
            let states = patterns.iter().map(pattern_database::Plan::new);
            let states = states.map(|plan| plan.n_states()).sum();
            Ok(Counted::nodes(states, "states").with_peak(most))
        },
    },
    Row {
        key: "databases-24-38",
        work: "Pattern databases 6-6-6-6, Korf & Felner's 38",
        required: "3.6 s",
        aim: "1.8 s",
        extent: Extent::Full,
        run: |watch| {
            korf_felner(
                watch,
                "10 3 24 12 0 7 8 11 14 21 22 23 2 1 9 17 18 6 20 4 13 15 5 19 16",
            )
        },
    },
    Row {
        key: "databases-24-40",
        work: "Pattern databases 6-6-6-6, Korf & Felner's 40",
        required: "8.5 s",
        aim: "4.3 s",
        extent: Extent::Full,
        run: |watch| {
            korf_felner(
                watch,
                "2 17 4 13 7 12 10 3 0 16 21 24 8 5 18 20 15 19 14 9 22 11 6 1 23",
            )
        },
    },
    Row {
        key: "databases-24-25",
        work: "Pattern databases 6-6-6-6, Korf & Felner's 25",
        required: "34.5 s",
        aim: "17 s",
        extent: Extent::Full,
        run: |watch| {
            korf_felner(
                watch,
                "3 17 9 8 24 1 11 12 14 0 5 4 22 13 16 21 15 6 7 10 20 23 2 18 19",
            )
        },
    },
];

/// The goal of Korf & Felner's 24-puzzles.
fn twenty_four() -> Board {
    GoalPreset::BlankFirst.board(Size::new(5, 5).expect("five is a side"))
}

fn patterns(key: &str, goal: &Board) -> Vec<Pattern> {
    let partition = partition(key, goal).expect("the key fits the goal");
    required_patterns(goal, Costs::UNIT, &partition).expect("it is a partition")
}

fn korfs() -> Result<Vec<Puzzle>, String> {
    let puzzle = |number| Puzzle::new("", korf_1985::start(number), korf_1985::goal());
    let puzzles: Result<_, _> = (1..=100).map(puzzle).collect();
    puzzles.map_err(|error| error.to_string())
}

/// Solves a 24-puzzle with databases that are there.
fn korf_felner(watch: &mut Watch, tiles: &str) -> Result<Counted, String> {
    let tiles: Result<Vec<u64>, _> = tiles.split(' ').map(str::parse).collect();
    let tiles = tiles.map_err(|error| error.to_string())?;
    let start = Board::new(twenty_four().size(), &tiles).map_err(|error| error.to_string())?;
    let puzzle = Puzzle::new("", start, twenty_four()).map_err(|error| error.to_string())?;
    let held = databases(&patterns("pdb-6-6-6-6", &twenty_four()))?;
    let counts = watch.time(|| solve(std::slice::from_ref(&puzzle)))?;
    drop(held);
    Ok(Counted::nodes(counts.generated, "generated"))
}

/// Solves one puzzle after the other.
fn solve(puzzles: &[Puzzle]) -> Result<Counter, String> {
    let mut all = Counter::default();
    for puzzle in puzzles {
        let engine = PatternDatabaseSearch::new(puzzle, &Options::default());
        let engine = engine.map_err(|error| error.to_string())?;
        let mut counts = Counter::default();
        let ending = black_box(engine.search(&mut counts));
        if !matches!(ending, Outcome::Solved(_)) {
            return Err("one was not solved".into());
        }
        all.expanded += counts.expanded;
        all.generated += counts.generated;
        // Each asks for its databases, also for those that are there.
        all.bytes = all.bytes.max(counts.bytes);
    }
    Ok(all)
}

/// The databases, from memory or built.
fn databases(patterns: &[Pattern]) -> Result<Vec<Arc<Database>>, String> {
    let obtain = |pattern| pattern_database::get_or_build(pattern, &mut Threads(0));
    let obtained: Result<_, StopReason> = patterns.iter().map(obtain).collect();
    obtained.map_err(|_| "not enough memory".into())
}

/// Builds all databases without keeping them; returns the peak memory in bytes.
fn build(patterns: &[Pattern]) -> Result<u64, String> {
    let mut peak = 0;
    for pattern in patterns {
        let mut threads = Threads(0);
        let built = pattern_database::build(pattern, &mut threads);
        black_box(built.map_err(|_| "not enough memory")?);
        peak = peak.max(threads.0);
    }
    Ok(peak)
}

/// Supplies two threads and counts allocated bytes.
struct Threads(u64);

impl Supervisor for Threads {
    fn on_all_threads(&mut self, work: &(dyn Fn(&mut ReportFn) + Sync)) {
        std::thread::scope(|scope| {
            for _ in 1..team::n_threads(NonZero::new(2)).get() {
                let thread = std::thread::Builder::new().name("tables".into());
                let _ = thread.spawn_scoped(scope, || work(&mut |_| Ok(())));
            }
            work(&mut |_| Ok(()));
        });
    }

    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.0 += bytes as u64;
        Ok(())
    }
}
