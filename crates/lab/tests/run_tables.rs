//! Tables that a run builds before it searches: they count, and they can be stopped.

use std::process::Command;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use tilescope_lab::cache::{Cache, VARIABLE};
use tilescope_lab::{
    Interrupt, Job, Limits, Report, Run, RunOutcome, RunState, Settings, StoppedBy, TablesSource,
    job, solve, solve_under, spawn,
};
use tilescope_puzzle::heuristics::{partition, required_patterns};
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::pattern_database::{Database, PageBuffer, registry};
use tilescope_puzzle::{Costs, Puzzle, TileCosts};

const FAR: &str = "8 6 7 / 2 5 4 / 3 _ 1";
const GOAL: &str = "1 2 3 / 4 5 6 / 7 8 _";
const FIFTEEN: &str = "5 1 3 4 / 2 6 7 8 / 9 10 11 12 / 13 14 15 _";
const FIFTEEN_GOAL: &str = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 _";

const ELEVEN: &str = "5 1 3 4 / 2 6 7 8 / 9 10 11 _";
const ELEVEN_GOAL: &str = "1 2 3 4 / 5 6 7 8 / 9 10 11 _";

const NO_LIMITS: Limits = Limits {
    expanded: None,
    memory: None,
    time: None,
};

fn a_job(start: &str, goal: &str, algorithm: &str, heuristic: &str) -> Job {
    Cache::disable();
    a_job_with_cache(start, goal, algorithm, heuristic)
}

fn a_job_with_cache(start: &str, goal: &str, algorithm: &str, heuristic: &str) -> Job {
    let [start, goal] = [start, goal].map(|text| parse_board(text).unwrap());
    let algorithm = job::algorithm(algorithm).unwrap();
    let settings = Settings {
        limits: NO_LIMITS,
        ..Settings::new(algorithm, job::heuristic(heuristic).unwrap())
    };
    Job {
        problem: Puzzle::new("", start, goal).unwrap().into(),
        settings,
        search_unsolvable: false,
        record: 0,
    }
}

#[test]
fn the_users_cache_is_disabled() {
    Cache::disable();
    assert!(Cache::for_user().is_none());
}

fn stopped(report: &Report, by: StoppedBy) {
    assert_eq!(report.outcome, RunOutcome::Stopped(by));
    assert!(report.while_building);
    assert_eq!(report.counts.expanded, 0);
    let sentence = report.sentence();
    assert!(
        sentence.ends_with("while building its tables"),
        "{sentence}"
    );
}

#[test]
fn all_tables_ask_for_their_memory() {
    for heuristic in [
        "pdb-4-4",
        "pdb:1,2,3|4,5,6,7,8",
        "max(manhattan, 0.5*pdb:1,2,3|4,5,6,7,8)",
        "walking-distance",
        "perfect",
    ] {
        for tiles in [TileCosts::One, TileCosts::Number] {
            for algorithm in ["a-star", "nbs"] {
                let mut job = a_job(FAR, GOAL, algorithm, heuristic);
                if let Some(puzzle) = job.problem.puzzle() {
                    let mut puzzle = puzzle.clone();
                    puzzle.costs = puzzle.costs.with_tiles(tiles);
                    job.problem = puzzle.into();
                }
                job.settings.limits.memory = Some(1 << 8);
                // Twice: tables that are there already count as well.
                for _ in 0..2 {
                    let report = solve(&job).unwrap();
                    stopped(&report, StoppedBy::Memory);
                    job.settings.limits.memory = None;
                    let report = solve(&job).unwrap();
                    assert!(matches!(report.outcome, RunOutcome::Solved { .. }));
                    assert!(report.counts.peak_bytes > 1 << 8);
                    job.settings.limits.memory = Some(1 << 8);
                }
            }
        }
    }
    // An uninformed search, and one that needs no tables, are none the worse.
    for (algorithm, heuristic) in [("breadth-first", "pdb-4-4"), ("ida-star", "manhattan")] {
        let mut job = a_job(FAR, GOAL, algorithm, heuristic);
        job.settings.limits.memory = Some(1 << 8);
        assert!(!solve(&job).unwrap().while_building);
    }
}

#[test]
fn an_engine_that_is_stopped_while_it_builds_says_so() {
    let mut job = a_job(FIFTEEN, FIFTEEN_GOAL, "pattern-databases", "manhattan");
    job.settings.limits.memory = Some(1 << 20);
    stopped(&solve(&job).unwrap(), StoppedBy::Memory);
    // The method that it chooses is such an engine. The board is 80 moves away, so that no machine
    // solves it within the limit.
    let mut job = a_job(
        "_ 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1",
        FIFTEEN_GOAL,
        "fastest-optimal",
        "manhattan",
    );
    job.settings.limits.time = Some(Duration::from_millis(1));
    let report = solve(&job).unwrap();
    assert_eq!(report.outcome, RunOutcome::Stopped(StoppedBy::Time));
    assert_eq!(report.while_building, report.counts.expanded == 0);
}

#[test]
fn a_run_says_which_tables_it_used() {
    for heuristic in ["pdb:1,4,7|2,5,8|3,6", "walking-distance", "perfect"] {
        for from in [TablesSource::Built, TablesSource::Memory] {
            // No other test here has a goal with the blank there.
            let (start, goal) = ("1 4 7 / 2 _ 8 / 3 5 6", "1 4 7 / 2 5 8 / 3 _ 6");
            let report = solve(&a_job(start, goal, "a-star", heuristic)).unwrap();
            let tables = report.tables.unwrap();
            assert_eq!(tables.from, from, "{heuristic}");
            assert!(tables.elapsed <= report.counts.elapsed);
            assert!((1..=report.counts.peak_bytes).contains(&tables.n_bytes));
            let used = report.used().unwrap();
            let ends = match from {
                TablesSource::Built => used.ends_with(" ms") && used.contains(", built in "),
                _ => used.ends_with(", already in memory"),
            };
            assert!(used.starts_with("tables of ") && ends, "{used}");
        }
    }
    let report = solve(&a_job(FAR, GOAL, "a-star", "manhattan")).unwrap();
    assert_eq!((report.tables, report.used()), (None, None));
}

/// An engine that sees to its tables itself tells of them.
#[test]
fn an_engine_says_which_tables_it_used() {
    let engine = |from| {
        let report = solve(&a_job(ELEVEN, ELEVEN_GOAL, "pattern-databases", "zero")).unwrap();
        let tables = report.tables.unwrap();
        assert_eq!(tables.from, from);
        assert!((1..=report.counts.peak_bytes).contains(&tables.n_bytes));
        let used = report.used().unwrap();
        assert!(
            used.starts_with("databases ") && used.contains("; tables of "),
            "{used}"
        );
    };
    engine(TablesSource::Built);
    engine(TablesSource::Memory);
}

#[test]
fn limits_and_orders_stop_the_building() {
    let partition = "pdb:1,2,3,4,5,6|7,8,9,10,11,12|13,14,15";
    let mut job = a_job(FIFTEEN, FIFTEEN_GOAL, "ida-star", partition);
    job.settings.limits.memory = Some(1 << 20);
    let report = solve(&job).unwrap();
    stopped(&report, StoppedBy::Memory);
    assert!(report.counts.peak_bytes <= 1 << 20);
    let [note] = &report.notes[..] else {
        panic!("{:?}", report.notes);
    };
    let fits = "the limit is 1.0 MiB; patterns of up to 4 tiles would fit";
    assert!(note.ends_with(fits), "{note}");

    job.settings.limits = Limits {
        time: Some(Duration::ZERO),
        ..NO_LIMITS
    };
    stopped(&solve(&job).unwrap(), StoppedBy::Time);

    job.settings.limits = NO_LIMITS;
    let interrupt = Interrupt::default();
    interrupt.stop();
    stopped(
        &solve_under(&job, &interrupt).unwrap(),
        StoppedBy::Interrupt,
    );
}

/// A build that takes more than was estimated is stopped in the middle, and says what would fit as
/// one does that is not begun.
#[test]
fn a_build_that_outgrows_the_limit_says_what_would_fit() {
    let partition = "pdb:1,2,5,6,9,10|3,4,7,8,11,12|13,14,15";
    let mut job = a_job(FIFTEEN, FIFTEEN_GOAL, "ida-star", partition);
    // Between the estimate, less its error, and what it takes: as 1 GiB is for 7-8.
    job.settings.limits.memory = Some(11_000_000);
    let report = solve(&job).unwrap();
    stopped(&report, StoppedBy::Memory);
    assert!(report.counts.peak_bytes > 0, "it was begun");
    let [note] = &report.notes[..] else {
        panic!("{:?}", report.notes);
    };
    let fits = "the limit is 10.5 MiB; patterns of up to 5 tiles would fit, such as pdb-5-5-5";
    assert!(note.ends_with(fits), "{note}");
}

/// What an engine builds during its search is saved for the next one. Only the smaller of the
/// databases 7-8 is in memory here, with nothing in it: building it would take a second.
#[test]
fn what_an_engine_built_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    // The test below in a process of its own, whose cache is that folder.
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "an_engine_saves_what_is_built", "--ignored"])
        .env(VARIABLE, folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("1 passed"), "{said}");
}

#[test]
#[ignore = "started by what_an_engine_built_is_saved"]
fn an_engine_saves_what_is_built() {
    let goal = parse_board(FIFTEEN_GOAL).unwrap();
    let large = partition("pdb-7-8", &goal).unwrap();
    let patterns = required_patterns(&goal, Costs::UNIT, &large).unwrap();
    let smaller = patterns.iter().min_by_key(|it| it.n_bytes()).unwrap();
    let empty = PageBuffer::zeros(smaller.n_bytes() as usize).unwrap();
    let database = registry::insert(Database::from_bytes(smaller, empty).unwrap());

    let cache = Cache::for_user().unwrap();
    assert!(cache.list().is_empty());
    let job = |algorithm| a_job_with_cache(FIFTEEN, FIFTEEN_GOAL, algorithm, "zero");
    // This one needs no tables.
    solve(&job("fastest-optimal")).unwrap();
    assert!(cache.list().is_empty());
    let report = solve(&job("pattern-databases")).unwrap();
    assert_eq!(report.tables.unwrap().from, TablesSource::Built);
    assert_eq!(report.notes, [""; 0]);
    let [saved] = &cache.list()[..] else {
        panic!("{:?}", cache.list());
    };
    assert_eq!((&saved.pattern, saved.damage), (smaller, None));
    let loaded = cache.load(smaller, &|| false).unwrap().unwrap();
    assert!(loaded.bytes() == database.bytes());
}

/// Starts a run with these costs. The receiver gets a message whenever the run wakes the window.
fn begin(mut job: Job, tiles: TileCosts) -> (Run, Receiver<()>) {
    if let Some(puzzle) = job.problem.puzzle() {
        let mut puzzle = puzzle.clone();
        puzzle.costs = puzzle.costs.with_tiles(tiles);
        job.problem = puzzle.into();
    }
    let (wake, woken) = channel();
    let run = spawn(job, false, move || {
        // The test may have stopped listening.
        let _ = wake.send(());
    });
    (run.unwrap(), woken)
}

#[test]
fn a_run_is_paused_while_it_builds() {
    for (heuristic, tiles, size) in [
        ("pdb:1,2,3,4,5,6,7,8|9,10,11,12,13,14,15", TileCosts::One, 4),
        (
            "pdb:1,2,3,4,5|6,7,8,9,10|11,12,13,14,15",
            TileCosts::Number,
            4,
        ),
        ("perfect", TileCosts::One, 3),
    ] {
        let (start, goal) = match size {
            4 => (FIFTEEN, FIFTEEN_GOAL),
            _ => (ELEVEN, ELEVEN_GOAL),
        };
        let (mut run, woken) = begin(a_job(start, goal, "ida-star", heuristic), tiles);
        let mut wait_until = |is_so: &dyn Fn(&Run) -> bool| {
            while !is_so(&run) {
                woken
                    .recv_timeout(Duration::from_secs(60))
                    .expect("a worker calls while it builds, and when it waits");
                run.poll(Duration::from_millis(5));
            }
            run.building()
        };
        let done = wait_until(&|run| run.building().is_some_and(|done| done > 0.0));
        assert!(done.is_some_and(|done| done < 1.0), "{heuristic}");
        wait_until(&|run| {
            run.pause();
            run.state() == RunState::Paused
        });
        // It goes on where it was.
        let paused = wait_until(&|_| true);
        assert!(paused >= done && paused.is_some_and(|done| done < 1.0));
        wait_until(&|run| {
            run.resume();
            run.building() > paused
        });
        // A paused one is stopped as well.
        wait_until(&|run| {
            run.pause();
            run.state() == RunState::Paused
        });
        wait_until(&|run| {
            run.stop();
            run.state() == RunState::Ended
        });
        stopped(run.report().unwrap(), StoppedBy::Interrupt);
    }
}

#[test]
fn a_run_reports_the_progress_of_its_tables_and_stops() {
    for tiles in [TileCosts::One, TileCosts::Number] {
        // Large enough that there is time to stop it.
        let partition = match tiles {
            TileCosts::One => "pdb:1,2,3,4,5,6,7,8|9,10,11,12,13,14,15",
            _ => "pdb:1,2,3,4,5|6,7,8,9,10|11,12,13,14,15",
        };
        let (mut run, woken) = begin(a_job(FIFTEEN, FIFTEEN_GOAL, "ida-star", partition), tiles);
        while run.building().is_none_or(|done| done == 0.0) {
            woken
                .recv_timeout(Duration::from_secs(60))
                .expect("a worker calls while it builds");
        }
        assert!(run.building().is_some_and(|done| done < 1.0));
        // What is shown meanwhile is true.
        let counts = run.counts();
        assert!(
            counts.elapsed > Duration::ZERO && counts.peak_bytes > 0,
            "{counts:?}"
        );
        run.stop();
        while run.state() != RunState::Ended {
            run.poll(Duration::from_millis(5));
            // The last call comes with the report.
            let _ = woken.recv_timeout(Duration::from_secs(60));
        }
        stopped(run.report().unwrap(), StoppedBy::Interrupt);
        assert_eq!(run.building(), None);
    }
}
