//! How soon work ends that is told to stop: the worst of many times, each at a random moment.
//!
//! Of a run, timed is what a person waits for: from the order until the report is there. To give
//! back a gigabyte, which it does next, takes some 100 ms more.

use super::{Counted, Extent, Row, Watch};
use crate::cache::Cache;
use crate::{Interrupt, Job, Limits, RunState, Settings, job, spawn, tables, whole_space};
use cpu_time::ProcessTime;
use std::sync::mpsc::channel;
use std::thread::{self, park_timeout};
use std::time::{Duration, Instant};
use tilescope_engines::ENGINES;
use tilescope_puzzle::heuristics::{partition, required_patterns};
use tilescope_puzzle::{Board, Costs, GoalPreset, Puzzle, Size, notation, scramble};
use tilescope_search::best_first::AStar;
use tilescope_search::{ALGORITHMS, About, Algorithm};

pub const ROWS: &[Row] = &[
    row(
        "stop-algorithms",
        "Stopped within a second, each algorithm 20 times: the worst",
        |watch| stop_each(watch, ALGORITHMS, 1.0),
    ),
    row(
        "stop-engines",
        "Stopped within three seconds, each engine 20 times: the worst",
        |watch| stop_each(watch, ENGINES, 3.0),
    ),
    row(
        "stop-a-star",
        "Stopped with up to a gigabyte held, A* 20 times: the worst",
        |watch| {
            let job = a_job(&AStar::ABOUT, "manhattan", (4, 4))?;
            stop_run(watch, &job, 5.0, "a-star")?;
            Ok(Counted::default())
        },
    ),
    row(
        "stop-recorded",
        "Stopped while every node is recorded, A* 20 times: the worst",
        |watch| {
            let job = a_job(&AStar::ABOUT, "manhattan", (4, 4))?;
            let record = u32::MAX;
            stop_run(watch, &Job { record, ..job }, 3.0, "a-star")?;
            Ok(Counted::default())
        },
    ),
    row(
        "stop-tables",
        "Stopped while a run builds tables, of five kinds 20 times: the worst",
        |watch| {
            for (heuristic, size, seconds) in TABLES {
                let job = a_job(&AStar::ABOUT, heuristic, size)?;
                stop_run(watch, &job, seconds, heuristic)?;
            }
            Ok(Counted::default())
        },
    ),
    row(
        "stop-databases",
        "Stopped while databases 7-8 are built for the disk, 20 times: the worst",
        |watch| {
            let goal = goal((4, 4))?;
            let partition = partition("pdb-7-8", &goal).ok_or("a 15-puzzle has its databases")?;
            let patterns = required_patterns(&goal, Costs::UNIT, &partition);
            let patterns = patterns.map_err(|error| error.to_string())?;
            let folder = std::env::temp_dir().join(format!("tilescope-{}", std::process::id()));
            let cache = Cache::at(folder.clone());
            stop_work(watch, 8.0, "pdb-7-8", |interrupt| {
                let _ = tables::build(&patterns, &cache, None, MOST, interrupt, &mut |_| {});
            });
            // It lies where the system clears up by itself.
            let _ = std::fs::remove_dir_all(folder);
            Ok(Counted::default())
        },
    ),
    row(
        "stop-space",
        "Stopped while the space of 3×4 is searched, 20 times: the worst",
        |watch| {
            let goal = goal((3, 4))?;
            stop_work(watch, 1.0, "perfect", |interrupt| {
                let _ = whole_space::search(&goal, None, MOST, interrupt, &mut |_| {});
            });
            Ok(Counted::default())
        },
    ),
];

/// Heuristics with tables, for boards of a size, and the seconds within which they are stopped.
const TABLES: [(&str, (usize, usize), f64); 5] = [
    ("pdb-7-8", (4, 4), 8.0),
    ("pdb-6-6-3", (4, 4), 0.4),
    ("pdb-6-6-6-6", (5, 5), 6.0),
    ("perfect", (3, 4), 1.5),
    ("walking-distance", (4, 4), 0.1),
];

const fn row(
    key: &'static str,
    work: &'static str,
    run: fn(&mut Watch) -> Result<Counted, String>,
) -> Row {
    Row {
        key,
        work,
        least: "50 ms",
        aim: "",
        extent: Extent::Full,
        run,
    }
}

/// So many bytes a search may hold.
const MOST: u64 = 5 << 30;

fn goal((rows, columns): (usize, usize)) -> Result<Board, String> {
    let size = Size::new(rows, columns).map_err(|error| error.to_string())?;
    Ok(GoalPreset::BlankLast.board(size))
}

/// The search for a puzzle that takes long.
fn a_job(algorithm: &'static About, heuristic: &str, size: (usize, usize)) -> Result<Job, String> {
    let goal = goal(size)?;
    let heuristic = job::heuristic(heuristic).map_err(|error| error.to_string())?;
    // More than A* can do in a gigabyte.
    let start = match size {
        (4, 4) => notation::parse_board("14 15 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 0"),
        _ => Ok(scramble::solvable(&goal, &mut fastrand::Rng::with_seed(50))),
    };
    let start = start.map_err(|error| error.to_string())?;
    let puzzle = Puzzle::new("", start, goal).map_err(|error| error.to_string())?;
    Ok(Job {
        problem: puzzle.into(),
        settings: Settings {
            limits: Limits {
                memory: Some(MOST),
                ..Limits::default()
            },
            ..Settings::new(algorithm, heuristic)
        },
        search_unsolvable: false,
        record: 0,
    })
}

/// Has each of these search, and stops it within so many seconds.
fn stop_each(
    watch: &mut Watch,
    algorithms: &[&'static About],
    seconds: f64,
) -> Result<Counted, String> {
    for algorithm in algorithms {
        // Some engines are for less than a 24-puzzle.
        let mut job = a_job(algorithm, "manhattan", (5, 5))?;
        if job.check().is_err() {
            job = a_job(algorithm, "manhattan", (4, 4))?;
        }
        stop_run(watch, &job, seconds, algorithm.key)?;
    }
    Ok(Counted::default())
}

/// How often a window takes in what a run has sent, and for how long at most.
const FRAME: Duration = Duration::from_millis(16);
const POLL: Duration = Duration::from_millis(4);

/// Has the job run 20 times on a thread of its own, as the window does, and stops it each time
/// within so many seconds; timed until the report is there. `key` is what the row tells
/// them apart by.
fn stop_run(watch: &mut Watch, job: &Job, seconds: f64, key: &'static str) -> Result<(), String> {
    for moment in moments(seconds) {
        let (wake, woken) = channel();
        let run = spawn(job.clone(), false, move || {
            // Nobody listens any more when it has ended.
            let _ = wake.send(());
        });
        let mut run = run.map_err(|error| error.to_string())?;
        let began = Instant::now();
        while let Some(left) = moment.checked_sub(began.elapsed()) {
            park_timeout(left.min(FRAME));
            run.poll(POLL);
        }
        if run.state() == RunState::Ended {
            continue;
        }
        let (processor, clock) = (ProcessTime::now(), Instant::now());
        run.stop();
        while woken.try_recv().is_ok() {}
        loop {
            let frame = Instant::now();
            run.poll(POLL);
            if run.state() == RunState::Ended {
                break;
            }
            match frame.elapsed() < POLL {
                // It calls when it reports; the wait has an end in case it called before.
                true => drop(woken.recv_timeout(Duration::from_millis(1))),
                // What is left is for the next frame.
                false => park_timeout(FRAME.saturating_sub(frame.elapsed())),
            }
        }
        watch.keep_longest(processor.elapsed(), clock.elapsed(), key);
        // Its memory is given back before the next one takes some: the worker lets go of the
        // other end of the channel last.
        while woken.recv().is_ok() {}
    }
    Ok(())
}

/// Has the work done 20 times, and stops it each time within so many seconds; timed until it
/// comes back. `key` is what the row tells it apart by.
fn stop_work(watch: &mut Watch, seconds: f64, key: &'static str, work: impl Fn(&Interrupt) + Sync) {
    for moment in moments(seconds) {
        let interrupt = Interrupt::default();
        thread::scope(|scope| {
            let worker = scope.spawn(|| work(&interrupt));
            park_timeout(moment);
            if worker.is_finished() {
                return;
            }
            let (processor, clock) = (ProcessTime::now(), Instant::now());
            interrupt.stop();
            // A panic is passed on when the scope ends.
            let _ = worker.join();
            watch.keep_longest(processor.elapsed(), clock.elapsed(), key);
        });
    }
}

/// Twenty moments by lot, the same each time.
fn moments(seconds: f64) -> impl Iterator<Item = Duration> {
    let mut lots = fastrand::Rng::with_seed(20);
    (0..20).map(move |_| Duration::from_secs_f64(lots.f64() * seconds))
}
