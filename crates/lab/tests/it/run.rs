//! A run on its worker: live, paused, stepped, stopped, dropped, and what it reports.

use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use tilescope_lab::files::from_start;
use tilescope_lab::{
    Ending, Job, Limits, Run, RunOutcome, RunState, Settings, StoppedBy, job, solve, spawn,
};
use tilescope_puzzle::notation::parse_board;
use tilescope_trace::Status;

/// Solved in 31 moves, the most that a 3×3 puzzle takes.
const FAR: &str = "8 6 7 / 2 5 4 / 3 _ 1";
/// Ten moves long.
const NEAR: &str = "1 2 3 / 5 6 _ / 4 7 8";
/// Korf's first, seen from behind, so that its goal is the tiles in order, the blank last:
/// far too much for uniform-cost search.
const VAST: &str = "13 6 8 12 / 15 14 _ 10 / 11 7 4 5 / 9 1 3 2";
const NO_LIMITS: Limits = Limits {
    expanded: None,
    memory: None,
    time: None,
};

fn a_job(start: &str, algorithm: &str) -> Job {
    Job {
        problem: from_start(parse_board(start).unwrap()).into(),
        settings: Settings::new(
            job::algorithm(algorithm).unwrap(),
            job::heuristic("manhattan").unwrap(),
        ),
        search_unsolvable: false,
        record: u32::MAX,
    }
}

/// Starts `job`; the receiver hears of every wake.
fn start(job: Job, paused: bool) -> (Run, Receiver<()>) {
    let (wake, woken) = channel();
    let run = spawn(job, paused, move || {
        // The test may have stopped listening.
        let _ = wake.send(());
    })
    .unwrap();
    (run, woken)
}

/// Polls until `run` is in `state`.
fn settle(run: &mut Run, woken: &Receiver<()>, state: RunState) {
    loop {
        while run.poll(Duration::from_millis(5)) {}
        if run.state() == state {
            return;
        }
        woken
            .recv_timeout(Duration::from_secs(60))
            .expect("a worker calls for every change");
    }
}

/// Waits until the worker has not called for a while.
fn fall_silent(woken: &Receiver<()>) {
    while woken.recv_timeout(Duration::from_millis(300)).is_ok() {}
}

#[test]
fn a_run_ends_with_all_that_it_did() {
    let (mut run, woken) = start(a_job(FAR, "a-star"), false);
    settle(&mut run, &woken, RunState::Ended);
    let report = run.report().unwrap().clone();
    let RunOutcome::Solved {
        moves,
        cost,
        optimal,
    } = &report.outcome
    else {
        panic!("{report:?}");
    };
    assert_eq!((moves.len(), *cost, *optimal), (31, 31, true));
    assert_eq!(run.counts(), report.counts);
    let trace = run.trace();
    assert_eq!(u64::from(trace.n_nodes()), report.counts.generated);
    assert_eq!(u64::from(trace.n_expanded()), report.counts.expanded);
    assert_eq!(trace.depth(report.goal.unwrap()), 31);
    assert_eq!(trace.goal(), report.goal);
    assert!(report.recorded_in_full);
    let best = report.best.unwrap();
    assert_eq!((best.h, best.g, best.node), (0, 31, report.goal));
    let last = run.series().samples().last().unwrap();
    assert_eq!(last.expanded, report.counts.expanded);
    assert_eq!(last.frontier, report.counts.frontier);
    // What is on the frontier at the end is what is said to be there.
    let t = trace.n_expanded();
    let waiting = (0..trace.n_nodes()).filter(|&n| trace.status(n, t) == Status::Frontier);
    assert_eq!(Some(waiting.count() as u64), report.counts.frontier);
    assert_eq!(
        Some(u64::from(trace.frontier_size(t))),
        report.counts.frontier
    );
}

#[test]
fn what_remains_after_the_search_is_told() {
    let (mut run, woken) = start(a_job(FAR, "a-star"), true);
    assert_eq!(run.ending(), None);
    run.resume();
    // Nothing is received meanwhile.
    fall_silent(&woken);
    assert_eq!(run.ending(), Some(Ending::Reading(0.0)));
    assert_eq!(run.state(), RunState::Running);
    // The report comes last.
    let mut parts = Vec::new();
    while run.poll(Duration::ZERO) {
        parts.extend(run.ending());
    }
    assert!(parts.contains(&Ending::Reading(1.0)), "{parts:?}");
    assert_eq!((run.state(), run.ending()), (RunState::Ended, None));
}

#[test]
fn steps_are_visible_at_once() {
    let (mut run, woken) = start(a_job(FAR, "a-star"), true);
    settle(&mut run, &woken, RunState::Paused);
    assert_eq!((run.trace().n_nodes(), run.trace().n_expanded()), (1, 0));
    assert_eq!(run.counts().generated, 1);
    for expected in 1..=40 {
        run.step(1);
        settle(&mut run, &woken, RunState::Paused);
        assert_eq!(run.trace().n_expanded(), expected);
        assert_eq!(run.counts().expanded, u64::from(expected));
        assert_eq!(u64::from(run.trace().n_nodes()), run.counts().generated);
        let newest = run.series().samples().last().unwrap();
        assert_eq!(newest.expanded, u64::from(expected));
    }
    run.step(100);
    settle(&mut run, &woken, RunState::Paused);
    assert_eq!(run.trace().n_expanded(), 140);
    run.resume();
    settle(&mut run, &woken, RunState::Ended);
    assert!(matches!(
        run.report().unwrap().outcome,
        RunOutcome::Solved { .. }
    ));
}

#[test]
fn a_pause_takes_hold_and_costs_no_time() {
    let mut job = a_job(VAST, "uniform-cost");
    job.record = 0;
    let (mut run, woken) = start(job, false);
    woken.recv().unwrap();
    run.pause();
    settle(&mut run, &woken, RunState::Paused);
    let (counts, since) = (run.counts(), Instant::now());
    fall_silent(&woken);
    assert_eq!(run.counts(), counts, "it waits");
    let paused = since.elapsed();
    run.step(1);
    settle(&mut run, &woken, RunState::Paused);
    assert_eq!(run.counts().expanded, counts.expanded + 1);
    // Seconds went by, but not for the run.
    let elapsed = run.counts().elapsed - counts.elapsed;
    assert!(elapsed < paused, "{elapsed:?}");
    run.stop();
    settle(&mut run, &woken, RunState::Ended);
    let report = run.report().unwrap();
    assert_eq!(report.outcome, RunOutcome::Stopped(StoppedBy::Interrupt));
    assert_eq!(report.counts.expanded, counts.expanded + 1);
}

#[test]
fn a_full_channel_holds_the_worker_but_not_its_stop() {
    let (mut run, woken) = start(a_job(VAST, "uniform-cost"), false);
    // Without polling, it works until the channel is full, then blocks.
    fall_silent(&woken);
    assert_eq!(run.state(), RunState::Running);
    let held = run.counts();
    run.stop();
    assert_eq!(run.state(), RunState::Stopping);
    // The last wake comes with the report; then the worker drops its end.
    while woken.recv_timeout(Duration::from_secs(60)).is_ok() {}
    settle(&mut run, &woken, RunState::Ended);
    let report = run.report().unwrap();
    assert_eq!(report.outcome, RunOutcome::Stopped(StoppedBy::Interrupt));
    assert!(report.counts.expanded - held.expanded < 100_000);
    assert_eq!(u64::from(run.trace().n_nodes()), report.counts.generated);
}

#[test]
fn a_dropped_run_ends_in_every_state() {
    for (paused, full) in [(true, false), (false, false), (false, true)] {
        let (run, woken) = start(a_job(VAST, "uniform-cost"), paused);
        woken.recv().unwrap();
        if full {
            fall_silent(&woken);
        }
        drop(run);
        // The worker drops its end of the channel when it ends.
        let end = loop {
            match woken.recv_timeout(Duration::from_secs(60)) {
                Ok(()) => {}
                Err(end) => break end,
            }
        };
        assert_eq!(end, std::sync::mpsc::RecvTimeoutError::Disconnected);
    }
}

#[test]
fn a_record_stops_before_the_search() {
    let mut job = a_job(FAR, "a-star");
    job.record = 1000;
    let (mut run, woken) = start(job, false);
    settle(&mut run, &woken, RunState::Ended);
    let report = run.report().unwrap();
    assert!(matches!(report.outcome, RunOutcome::Solved { .. }));
    assert_eq!(run.trace().n_nodes(), 1000);
    assert!(!report.recorded_in_full);
    assert_eq!((report.goal, report.best.unwrap().node), (None, None));
    let last = run.series().samples().last().unwrap();
    assert_eq!(last.expanded, report.counts.expanded);
}

#[test]
fn limits_stop_a_search() {
    let vast = || a_job(VAST, "a-star");
    for (limits, by) in [
        (
            Limits {
                expanded: Some(0),
                ..NO_LIMITS
            },
            StoppedBy::Expanded,
        ),
        (
            Limits {
                expanded: Some(12_345),
                ..NO_LIMITS
            },
            StoppedBy::Expanded,
        ),
        (
            Limits {
                memory: Some(1 << 20),
                ..NO_LIMITS
            },
            StoppedBy::Memory,
        ),
        (
            Limits {
                memory: Some(0),
                ..NO_LIMITS
            },
            StoppedBy::Memory,
        ),
        (
            Limits {
                time: Some(Duration::from_millis(20)),
                ..NO_LIMITS
            },
            StoppedBy::Time,
        ),
        (
            Limits {
                time: Some(Duration::ZERO),
                ..NO_LIMITS
            },
            StoppedBy::Time,
        ),
    ] {
        let mut job = vast();
        job.settings.limits = limits;
        let report = solve(&job).unwrap();
        assert_eq!(report.outcome, RunOutcome::Stopped(by), "{limits:?}");
        if let Some(expanded) = limits.expanded {
            assert_eq!(report.counts.expanded, expanded);
        }
        if let Some(memory) = limits.memory {
            assert!(report.counts.peak_bytes <= memory);
        }
        // The same under a worker that records.
        let (mut run, woken) = start(job, false);
        settle(&mut run, &woken, RunState::Ended);
        assert_eq!(
            run.report().unwrap().outcome,
            RunOutcome::Stopped(by),
            "{limits:?}"
        );
    }
}

#[test]
fn a_record_counts_against_the_limit_on_memory() {
    let mut job = a_job(VAST, "a-star");
    job.settings.limits = Limits {
        memory: Some(64 << 20),
        ..NO_LIMITS
    };
    let bare = solve(&job).unwrap();
    let (mut run, woken) = start(job, false);
    settle(&mut run, &woken, RunState::Ended);
    let recorded = run.report().unwrap();
    assert_eq!(recorded.outcome, RunOutcome::Stopped(StoppedBy::Memory));
    assert!(recorded.counts.expanded < bare.counts.expanded);
}

#[test]
fn parity_needs_no_search_unless_it_is_asked_for() {
    let swapped = "2 1 3 / 4 5 6 / 7 8 _";
    let job = a_job(swapped, "a-star");
    let (run, _) = start(job.clone(), false);
    assert_eq!(run.state(), RunState::Ended);
    assert_eq!(
        run.report().unwrap().outcome,
        RunOutcome::Unsolvable { by_parity: true }
    );
    assert_eq!(run.report().unwrap().counts.generated, 0);
    let job = Job {
        search_unsolvable: true,
        ..job
    };
    let report = solve(&job).unwrap();
    assert_eq!(report.outcome, RunOutcome::Unsolvable { by_parity: false });
    // Half of all 9! boards.
    assert_eq!(report.counts.expanded, 181_440);
}

#[test]
fn a_panic_becomes_a_report() {
    // A wake that panics stands for any fault on the worker's thread.
    let mut run = spawn(a_job(NEAR, "a-star"), true, || panic!("a fault")).unwrap();
    let since = Instant::now();
    while run.state() != RunState::Ended && since.elapsed() < Duration::from_secs(60) {
        run.poll(Duration::from_millis(5));
        std::thread::yield_now();
    }
    let RunOutcome::Failed(message) = &run.report().unwrap().outcome else {
        panic!("{:?}", run.report());
    };
    assert!(message.contains("a fault"), "{message}");
}

#[test]
fn what_other_runs_hold_counts_against_the_limit() {
    let mut job = a_job(VAST, "breadth-first");
    job.settings.limits.memory = Some(64 << 20);
    let (mut run, woken) = start(job, true);
    run.set_other_bytes(63 << 20);
    run.resume();
    settle(&mut run, &woken, RunState::Ended);
    let report = run.report().unwrap();
    assert_eq!(report.stopped_by, Some(StoppedBy::Memory));
    assert!(report.counts.peak_bytes <= 1 << 20);
    let note = "other runs hold 63.0 MiB of the memory limit";
    assert!(report.notes[0].starts_with(note), "{:?}", report.notes);
    // The report stays without the record.
    assert!(run.trace().n_nodes() > 0);
    run.drop_record();
    assert!(run.is_record_dropped() && run.trace().n_nodes() == 0);
    assert!(run.report().is_some());
}
