//! Breakpoints: where a run stops, compared with the whole record of the same run; and pauses.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use tilescope_lab::breakpoint::{Breakpoint, Hit};
use tilescope_lab::exact::ExactDistances;
use tilescope_lab::recording_listener::{NoSink, TraceSink};
use tilescope_lab::trace_file::States;
use tilescope_lab::{
    Interrupt, Job, Report, RunOutcome, RunState, Settings, State, StoppedBy, catalogue, files,
    job, solve_recorded, solve_until, spawn_watched,
};
use tilescope_puzzle::heuristics::DEFAULT_HEURISTIC;
use tilescope_search::NodeOutcome;
use tilescope_trace::{Batch, NodeId, Sample, Trace};

pub fn a_job(algorithm: &str) -> Job {
    let start = tilescope_puzzle::notation::parse_board("2 1 6 / 4 _ 8 / 7 5 3").unwrap();
    let mut puzzle = files::from_start(start);
    puzzle.goal = tilescope_puzzle::notation::parse_board("1 2 3 / 8 _ 4 / 7 6 5").unwrap();
    let mut settings = Settings::new(job::algorithm(algorithm).unwrap(), DEFAULT_HEURISTIC);
    settings.limits.expanded = Some(2_000);
    Job {
        problem: puzzle.into(),
        settings,
        search_unsolvable: false,
        record: u32::MAX,
    }
}

/// Keeps the record.
#[derive(Default)]
struct Keep(RefCell<Trace>);

impl TraceSink for Keep {
    fn batch(&self, batch: Batch) {
        self.0.borrow_mut().append(&batch);
    }

    fn samples(&self, samples: &mut Vec<Sample>) {
        samples.clear();
    }

    fn wake(&self) {}

    fn stopped(&self, _: Report) {}
}

pub fn whole(job: &Job) -> (Report, Trace) {
    let sink = Rc::new(Keep::default());
    let report = solve_recorded(job, &Interrupt::default(), Rc::<Keep>::clone(&sink)).unwrap();
    let trace = sink.0.take();
    (report, trace)
}

fn until(job: &Job, condition: &str) -> (Report, Trace) {
    let breakpoint = Breakpoint::parse(condition, job).unwrap();
    let sink = Rc::new(Keep::default());
    let keep = Rc::<Keep>::clone(&sink);
    let report = solve_until(job, breakpoint, &Interrupt::default(), keep).unwrap();
    let trace = sink.0.take();
    (report, trace)
}

pub fn algorithms() -> impl Iterator<Item = &'static str> {
    catalogue()
        .filter(|about| !about.is_engine())
        .map(|about| about.key)
}

/// The first node for which `holds`.
fn first(trace: &Trace, holds: impl Fn(NodeId) -> bool) -> Option<NodeId> {
    (0..trace.n_nodes()).find(|&node| holds(node))
}

/// A run under `condition` has the record of the whole run up to `node`'s step.
fn check(job: &Job, whole: &(Report, Trace), condition: &str, node: Option<NodeId>) {
    let (report, trace) = until(job, condition);
    let (expected, record) = whole;
    let algorithm = job.settings.algorithm.key;
    let Some(node) = node else {
        assert_eq!(report.breakpoint, None, "{algorithm}: {condition}");
        assert_eq!(report.outcome, expected.outcome, "{algorithm}: {condition}");
        assert_eq!(trace.n_nodes(), record.n_nodes());
        assert_eq!(
            report.counts.peak_frontier, expected.counts.peak_frontier,
            "{algorithm}"
        );
        return;
    };
    let step = record.generated_at(node);
    let hit = Hit {
        condition: condition.to_owned(),
        step: step.into(),
        node: node.into(),
    };
    assert_eq!(report.breakpoint, Some(hit), "{algorithm}: {condition}");
    assert_eq!(trace.n_expanded(), step, "{algorithm}: {condition}");
    assert_eq!(
        report.counts.expanded,
        u64::from(step),
        "{algorithm}: {condition}"
    );
    for node in 0..trace.n_nodes() {
        assert_eq!(trace.parent(node), record.parent(node));
        assert_eq!(trace.g(node), record.g(node));
    }
    // A search whose last step this was ends by itself.
    if step < record.n_expanded() {
        assert_eq!(
            trace.n_nodes(),
            record.n_generated(step),
            "{algorithm}: {condition}"
        );
        assert_eq!(
            report.stopped_by,
            Some(StoppedBy::Breakpoint),
            "{algorithm}: {condition}"
        );
    }
}

#[test]
fn a_run_stops_in_the_step_that_the_whole_record_says() {
    let board = "1 2 3 / * * * / * * *";
    let condition = format!("board = \"{board}\" and depth > 0");
    for algorithm in algorithms() {
        let job = a_job(algorithm);
        let whole = whole(&job);
        let trace = &whole.1;
        let mut states = States::new(&job.problem, trace);
        let tiles: HashMap<NodeId, Vec<u8>> = (0..trace.n_nodes())
            .map(|node| match states.state(node) {
                State::Board(board) => (node, board.tiles().to_vec()),
                State::City(_) => unreachable!("the problem has boards"),
            })
            .collect();
        let matches = |node: NodeId| tiles[&node][..3] == [1, 2, 3] && trace.depth(node) > 0;
        // A node that a memory-bounded search puts back was not generated.
        let is_generated = |node: NodeId| {
            !["sma-star", "rbfs"].contains(&algorithm)
                || trace.outcome(node) != NodeOutcome::Reopened
        };
        let of =
            |holds: &dyn Fn(NodeId) -> bool| first(trace, |node| is_generated(node) && holds(node));
        check(&job, &whole, &condition, of(&matches));
        check(
            &job,
            &whole,
            "depth = 3",
            of(&|node| trace.depth(node) == 3),
        );
        check(
            &job,
            &whole,
            "h = 1 or g >= 9",
            of(&|node| trace.h(node) == 1 || trace.g(node) >= 9),
        );
        check(
            &job,
            &whole,
            "not g < 2 and id > 5",
            of(&|node| trace.g(node) >= 2 && node > 5),
        );
        check(&job, &whole, "h > 1000", None);
        let reopened = of(&|node| trace.outcome(node) == NodeOutcome::Reopened);
        check(&job, &whole, "reopened", reopened);
    }
}

#[test]
fn what_a_run_alone_has_stops_it() {
    let job = a_job("a-star");
    let (report, trace) = until(&job, "expansions >= 4");
    assert_eq!(report.counts.expanded, 4);
    assert_eq!(trace.n_expanded(), 4);
    let (report, _) = until(&job, "frontier-size > 5");
    let (_, record) = whole(&job);
    let step = report.breakpoint.unwrap().step as u32;
    let size = |t| record.n_generated(t);
    assert!(size(step) > 5 && record.frontier_size(step - 1) <= 5);
    let (report, record) = until(&job, "f increased");
    let step = report.breakpoint.unwrap().step as u32;
    let f = |t| {
        let node = record.expanded_node(t).unwrap();
        record.g(node) + record.h(node)
    };
    assert!(f(step) > f(step - 1));
    assert!((2..step).all(|t| f(t) <= f(t - 1)));
    let (report, _) = until(&job, "f decreased");
    // Manhattan distance is consistent.
    assert_eq!(report.breakpoint, None);
    let (report, _) = until(&job, "goal");
    assert!(matches!(
        report.outcome,
        RunOutcome::Solved { .. } | RunOutcome::Stopped(_)
    ));
    assert!(report.breakpoint.is_some());
}

#[test]
fn the_error_of_an_estimate_stops_a_run() {
    let job = a_job("breadth-first");
    let mut informed = a_job("a-star");
    informed.problem = job.problem.clone();
    let record = whole(&informed);
    let exact = ExactDistances::find(informed.problem.puzzle().unwrap()).unwrap();
    let mut states = States::new(&informed.problem, &record.1);
    let errors: Vec<i64> = (0..record.1.n_nodes())
        .map(|node| match states.state(node) {
            State::Board(board) => {
                i64::from(exact.get(&board).unwrap()) - i64::from(record.1.h(node))
            }
            State::City(_) => unreachable!("the problem has boards"),
        })
        .collect();
    assert!(errors.iter().all(|&error| error >= 0));
    for least in 1..4 {
        let node = first(&record.1, |node| errors[node as usize] >= least);
        check(&informed, &record, &format!("error >= {least}"), node);
    }
    check(&informed, &record, "error < 0", None);
}

#[test]
fn what_no_breakpoint_can_ask_is_said_at_its_column() {
    let wrong = |algorithm: &str, condition: &str| {
        Breakpoint::parse(condition, &a_job(algorithm))
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        wrong("a-star", "h = 2 and solution"),
        "no node is known to be on the solution path before the search ends, at column 11"
    );
    assert_eq!(
        wrong("nbs", "error > 2"),
        "Near-optimal bidirectional search estimates to both ends, so there is no one h*, at \
         column 1"
    );
    assert!(wrong("breadth-first", "f increased").contains("compares no costs"));
    let job = a_job("a-star");
    for condition in ["frontier-size > 3", "f decreased", "error > 1"] {
        let error = tilescope_lab::condition::Condition::parse(condition, &job).unwrap_err();
        assert!(error.cause.contains("breakpoints only"), "{error}");
    }
}

#[test]
fn a_paused_run_goes_on_and_takes_new_breakpoints() {
    let job = a_job("a-star");
    let parse = |text: &str| Arc::new(Breakpoint::parse(text, &job).unwrap());
    let expected = whole(&job);
    let run = spawn_watched(
        job.clone(),
        false,
        vec![parse("expansions = 2"), parse("h = 3")],
        || {},
    );
    let mut run = run.unwrap();
    let settle = |run: &mut tilescope_lab::Run| {
        while !matches!(run.state(), RunState::Paused | RunState::Ended) || run.poll(Duration::MAX)
        {
            run.poll(Duration::MAX);
            std::thread::park_timeout(Duration::from_micros(200));
        }
    };
    let mut steps = Vec::new();
    loop {
        settle(&mut run);
        if run.state() == RunState::Ended {
            break;
        }
        let (hit, n) = run.hit();
        assert_eq!(n, steps.len() as u64 + 1);
        let hit = hit.unwrap();
        assert_eq!(hit.step, u64::from(run.trace().n_expanded()));
        steps.push((hit.condition, hit.step));
        if steps.len() == 2 {
            run.set_breakpoints(Vec::new());
        }
        run.resume();
    }
    assert!(
        steps.len() <= 2 && steps.contains(&("expansions = 2".to_owned(), 2)),
        "{steps:?}"
    );
    assert_eq!(run.report().unwrap().outcome, expected.0.outcome);
    assert_eq!(run.trace().n_nodes(), expected.1.n_nodes());
}

#[test]
fn nothing_is_recorded_without_a_sink() {
    let job = Job {
        record: 0,
        ..a_job("ida-star")
    };
    let breakpoint = Breakpoint::parse("g = 4", &job).unwrap();
    let report = solve_until(&job, breakpoint, &Interrupt::default(), Rc::new(NoSink)).unwrap();
    let recorded = until(&a_job("ida-star"), "g = 4").0;
    assert_eq!(report.breakpoint, recorded.breakpoint);
}

/// The breakpoint of one run says nothing to the next one under the same interrupt.
#[test]
fn a_breakpoint_is_forgotten_when_its_run_has_ended() {
    let job = a_job("a-star");
    let interrupt = Interrupt::default();
    let breakpoint = Breakpoint::parse("g = 4", &job).unwrap();
    let sink = || Rc::new(Keep::default());
    let stopped = solve_until(&job, breakpoint, &interrupt, sink()).unwrap();
    assert!(stopped.breakpoint.is_some());
    let report = solve_recorded(&job, &interrupt, sink()).unwrap();
    assert_eq!(report.breakpoint, None);
    assert_eq!(report.outcome, whole(&job).0.outcome);
}
