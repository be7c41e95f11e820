//! The latency of stopping: the maximum over many runs, each stopped at a random moment.
//!
//! For a run it is the time from the stop to the report. Freeing a gigabyte afterwards takes
//! another 100 ms.

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
        "Stop latency, each algorithm 20 times: maximum",
        |watch| stop_each(watch, ALGORITHMS, 1.0),
    ),
    row(
        "stop-engines",
        "Stop latency, each engine 20 times: maximum",
        |watch| stop_each(watch, ENGINES, 3.0),
    ),
    row(
        "stop-a-star",
        "Stop latency, A* using up to 1 GB, 20 times: maximum",
        |watch| {
            let job = long_job(&AStar::ABOUT, "manhattan", (4, 4))?;
            stop_run(watch, &job, 5.0, "a-star")?;
            Ok(Counted::default())
        },
    ),
    row(
        "stop-recorded",
        "Stop latency, A* recording every node, 20 times: maximum",
        |watch| {
            let job = long_job(&AStar::ABOUT, "manhattan", (4, 4))?;
            let record = u32::MAX;
            stop_run(watch, &Job { record, ..job }, 3.0, "a-star")?;
            Ok(Counted::default())
        },
    ),
    row(
        "stop-tables",
        "Stop latency while building tables of 5 kinds, 20 times: maximum",
        |watch| {
            for (heuristic, size, seconds) in TABLES {
                let job = long_job(&AStar::ABOUT, heuristic, size)?;
                stop_run(watch, &job, seconds, heuristic)?;
            }
            Ok(Counted::default())
        },
    ),
    row(
        "stop-databases",
        "Stop latency while building databases 7-8, 20 times: maximum",
        |watch| {
            let goal = goal((4, 4))?;
            let partition = partition("pdb-7-8", &goal).ok_or("a 15-puzzle has its databases")?;
            let patterns = required_patterns(&goal, Costs::UNIT, &partition);
            let patterns = patterns.map_err(|error| error.to_string())?;
            let folder = std::env::temp_dir().join(format!("tilescope-{}", std::process::id()));
            let cache = Cache::at(folder.clone());
            stop_work(watch, 8.0, "pdb-7-8", |interrupt| {
                let _ = tables::build(&patterns, &cache, None, MEMORY, interrupt, &mut |_| {});
            });
            // A leftover in the temporary folder does no harm.
            let _ = std::fs::remove_dir_all(folder);
            Ok(Counted::default())
        },
    ),
    row(
        "stop-space",
        "Stop latency, whole space 3×4, 20 times: maximum",
        |watch| {
            let goal = goal((3, 4))?;
            stop_work(watch, 1.0, "perfect", |interrupt| {
                let _ = whole_space::search(&goal, None, MEMORY, interrupt, &mut |_| {});
            });
            Ok(Counted::default())
        },
    ),
];

/// Heuristics with tables, the board size, and the seconds within which the build is stopped.
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
        required: "50 ms",
        aim: "",
        extent: Extent::Full,
        run,
    }
}

/// The memory limit in bytes.
const MEMORY: u64 = 5 << 30;

fn goal((rows, columns): (usize, usize)) -> Result<Board, String> {
    let size = Size::new(rows, columns).map_err(|error| error.to_string())?;
    Ok(GoalPreset::BlankLast.board(size))
}

/// A job that runs long.
fn long_job(
    algorithm: &'static About,
    heuristic: &str,
    size: (usize, usize),
) -> Result<Job, String> {
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
                memory: Some(MEMORY),
                ..Limits::default()
            },
            ..Settings::new(algorithm, heuristic)
        },
        search_unsolvable: false,
        record: 0,
    })
}

/// Runs each algorithm and stops it within `seconds`.
fn stop_each(
    watch: &mut Watch,
    algorithms: &[&'static About],
    seconds: f64,
) -> Result<Counted, String> {
    for algorithm in algorithms {
        // Some engines are for less than a 24-puzzle.
        let mut job = long_job(algorithm, "manhattan", (5, 5))?;
        if job.check().is_err() {
            job = long_job(algorithm, "manhattan", (4, 4))?;
        }
        stop_run(watch, &job, seconds, algorithm.key)?;
    }
    Ok(Counted::default())
}

/// The frame interval of a window, and the time per frame for polling.
const FRAME: Duration = Duration::from_millis(16);
const POLL: Duration = Duration::from_millis(4);

/// Runs the job 20 times in the background, as the window does, and stops it each time within
/// `seconds`; times the wait for the report. `key` names the job in the result.
fn stop_run(watch: &mut Watch, job: &Job, seconds: f64, key: &'static str) -> Result<(), String> {
    for moment in moments(seconds) {
        let (wake, woken) = channel();
        let run = spawn(job.clone(), false, move || {
            // Fails once the receiver is dropped.
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
                // The timeout covers a wake-up that came earlier.
                true => drop(woken.recv_timeout(Duration::from_millis(1))),
                // Leave the rest to the next frame.
                false => park_timeout(FRAME.saturating_sub(frame.elapsed())),
            }
        }
        watch.keep_longest(processor.elapsed(), clock.elapsed(), key);
        // Wait until the worker has freed its memory: it drops its end of the channel last.
        while woken.recv().is_ok() {}
    }
    Ok(())
}

/// Runs the work 20 times and stops it each time within `seconds`; times the wait for its return.
/// `key` names the work in the result.
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

/// Twenty random moments, the same in every run.
fn moments(seconds: f64) -> impl Iterator<Item = Duration> {
    let mut rng = fastrand::Rng::with_seed(20);
    (0..20).map(move |_| Duration::from_secs_f64(rng.f64() * seconds))
}
