//! Explanations of nodes, compared with what is computed anew from the record and the states.

use crate::list_search;
use crate::sentences::{after, number};
use std::sync::mpsc::channel;
use std::time::Duration;
use tilescope_lab::files::from_start;
use tilescope_lab::{
    DeadEnd, Job, Limits, Problem, Run, RunOutcome, RunState, Settings, State, examples, explain,
    job, solve, spawn,
};
use tilescope_puzzle::notation::parse_board;
use tilescope_search::{
    ALGORITHMS, About, Applies, Climb, Cooling, Directionality, NodeOutcome, Pruning,
    SearchDirection, Selection,
};
use tilescope_trace::{Moment, NodeId, Status, Trace};

const BOARDS: [&str; 4] = [
    "1 8 2 / _ 4 3 / 7 6 5",
    "4 1 2 / 7 8 3 / 6 5 _",
    "2 5 3 / 4 _ 1",
    "1 2 3 4 / 5 6 _ 8 / 9 10 7 11",
];
const MAPS: [&str; 2] = ["romania", "delhi-hyderabad"];
const MAX_NODES: u32 = 20_000;

pub fn problems() -> impl Iterator<Item = Problem> {
    let board = |text| Problem::from(from_start(parse_board(text).unwrap()));
    let map = |name| examples::by_file(name).unwrap();
    BOARDS
        .into_iter()
        .map(board)
        .chain(MAPS.into_iter().map(map))
}

pub fn a_job(problem: Problem, about: &'static About) -> Job {
    let mut settings = Settings::new(about, job::heuristic("manhattan").unwrap());
    settings.options.beam_width = 4;
    settings.options.node_budget = 20;
    settings.options.restarts = 6;
    let has_limit = |it: &Applies| matches!(it, Applies::DepthLimit(_));
    if about.options.iter().any(has_limit) {
        settings.options.depth_limit = Some(14);
    }
    settings.limits = Limits {
        expanded: Some(5_000),
        ..Limits::default()
    };
    Job {
        problem,
        settings,
        search_unsolvable: false,
        record: MAX_NODES,
    }
}

/// The jobs of an algorithm, with its options varied.
pub fn jobs(about: &'static About) -> Vec<Job> {
    let mut jobs = Vec::new();
    for problem in problems() {
        let job = a_job(problem, about);
        if about.combining(&about.defaults()).is_some() {
            jobs.extend(list_search::every_way(&job));
            continue;
        }
        for climb in [Climb::Steepest, Climb::FirstChoice] {
            for sideways in [0, 2] {
                let mut job = job.clone();
                (job.settings.options.climb, job.settings.options.sideways) = (climb, sideways);
                jobs.push(job);
            }
            if about.selection != Selection::BetterSuccessor {
                jobs.pop();
                break;
            }
        }
    }
    jobs
}

pub fn run(job: &Job) -> Run {
    let (wake, woken) = channel();
    let mut run = spawn(job.clone(), false, move || {
        // The test may have ended.
        let _ = wake.send(());
    })
    .unwrap();
    while run.state() != RunState::Ended {
        while run.poll(Duration::from_millis(5)) {}
        let _ = woken.recv_timeout(Duration::from_millis(50));
    }
    run
}

fn nodes(trace: &Trace) -> impl Iterator<Item = NodeId> {
    let stride = (trace.n_nodes() as usize / 400).max(1);
    (0..trace.n_nodes()).step_by(stride)
}

pub fn why(run: &Run, node: NodeId, t: Moment) -> String {
    explain::why(run.job(), run.trace(), node, t)
}

pub fn state(run: &Run, node: NodeId) -> State {
    let (problem, trace) = (&run.job().problem, run.trace());
    let is_forward = trace.direction(node) == SearchDirection::Forward;
    let mut state = match is_forward {
        true => problem.start(),
        false => problem.goal(),
    };
    for node in trace.path(node) {
        if let Some(action) = trace.action(node) {
            let action = match is_forward {
                true => action,
                false => problem.inverse(action),
            };
            assert!(problem.apply(&mut state, action));
        }
    }
    state
}

/// The number of actions in a state.
fn n_actions(problem: &Problem, state: &State) -> usize {
    let applies = |action| problem.apply(&mut state.clone(), tilescope_search::Action(action));
    match problem {
        Problem::Tiles(_) => (0..4).filter(|&action| applies(action)).count(),
        Problem::Route(route) => match state {
            State::City(city) => route.map.actions(*city).count(),
            State::Board(_) => 0,
        },
    }
}

#[test]
fn every_node_of_every_algorithm_has_a_reason() {
    for about in ALGORITHMS {
        let (mut n_selected, mut n_pruned) = (0, 0);
        for job in jobs(about) {
            let run = run(&job);
            let trace = run.trace();
            let end = trace.n_expanded();
            for node in nodes(trace) {
                for t in [end, end / 2] {
                    let why = why(&run, node, t);
                    let told = format!("{}: node {node} at {t}: {why}", about.key);
                    assert!(why.ends_with('.') && !why.contains("  "), "{told}");
                    assert!(!why.contains("unknown"), "{told}");
                    match trace.status(node, t) {
                        Status::Expanded | Status::Goal if trace.parent(node).is_some() => {
                            n_selected += 1;
                            let is_late = trace.outcome(node) != NodeOutcome::Goal;
                            assert_eq!(why.contains(": "), is_late, "{told}");
                        }
                        Status::Discarded(NodeOutcome::Cut) => {
                            n_pruned += 1;
                            assert!(!why.contains("pruning rule"), "{told}");
                        }
                        _ => {}
                    }
                }
            }
        }
        assert!(n_selected > 0, "{}", about.key);
        assert_eq!(
            n_pruned > 0,
            about.pruning != Pruning::None,
            "{}",
            about.key
        );
    }
}

#[test]
fn climbs_name_the_successors_that_there_were() {
    let mut n_checked = 0;
    for about in ALGORITHMS
        .iter()
        .filter(|it| it.selection == Selection::BetterSuccessor)
    {
        for job in jobs(about) {
            let run = run(&job);
            let trace = run.trace();
            for at in 1..trace.n_expanded() {
                let (node, next) = (trace.expanded_node(at), trace.expanded_node(at + 1));
                let (node, next) = (node.unwrap(), next.unwrap());
                if trace.parent(next) != Some(node) || trace.expanded_at(next) != Some(at + 1) {
                    continue;
                }
                let why = why(&run, next, trace.n_expanded());
                let n_successors = n_actions(&job.problem, &state(&run, node));
                let generated = trace.generated_in(at);
                if why.contains("random walk") {
                    assert_eq!(generated.len(), 1, "{why}");
                    continue;
                }
                let h = |node: NodeId| trace.h(node);
                if let Some(n) = after(&why, "was the lowest of the ") {
                    assert_eq!(number(n), n_successors as f64, "{why}");
                    assert!(generated.clone().all(|other| h(other) >= h(next)), "{why}");
                    n_checked += 1;
                }
                if why.contains("sideways") {
                    assert_eq!(generated.len(), n_successors, "{why}");
                    assert!(generated.clone().all(|other| h(other) >= h(node)), "{why}");
                } else {
                    assert!(h(next) < h(node), "{why}");
                }
            }
        }
    }
    assert!(n_checked > 10, "{n_checked}");
}

#[test]
fn annealing_tells_temperature_and_probability() {
    let (mut n_accepted, mut n_rejected) = (0, 0);
    for about in ALGORITHMS
        .iter()
        .filter(|it| it.selection == Selection::RandomSuccessor)
    {
        for mut job in jobs(about) {
            job.settings.options.cooling = Cooling::new(0.999).unwrap();
            let run = run(&job);
            let trace = run.trace();
            let mut temperature = job.settings.options.temperature.get();
            for node in 1..trace.n_nodes() {
                let why = why(&run, node, trace.n_expanded());
                let rise =
                    i64::from(trace.h(node)) - i64::from(trace.h(trace.parent(node).unwrap()));
                let told = after(&why, "T = ").map(number);
                assert_eq!(told.is_some(), rise > 0 && !why.starts_with("On"), "{why}");
                if let Some(told) = told {
                    assert!(
                        (told / temperature - 1.0).abs() < 0.01,
                        "{why}: {temperature}"
                    );
                    let p = (-(rise as f64) / temperature).exp();
                    let told = after(&why, "with probability ").or(after(&why, "of that is "));
                    match told.unwrap() {
                        "" => assert!(why.contains("practically 0") && p < 1e-8, "{why}: {p}"),
                        told => assert!((number(told) / p - 1.0).abs() < 0.01, "{why}: {p}"),
                    }
                    let is_rejected = why.starts_with("Rejected");
                    n_rejected += u32::from(is_rejected);
                    n_accepted += u32::from(!is_rejected);
                }
                temperature *= job.settings.options.cooling.get();
            }
        }
    }
    assert!(
        n_accepted > 10 && n_rejected > 10,
        "{n_accepted}, {n_rejected}"
    );
}

#[test]
fn the_beam_keeps_the_best_of_a_level() {
    for about in ALGORITHMS
        .iter()
        .filter(|it| it.selection == Selection::Level)
    {
        let mut n_cut = 0;
        for job in jobs(about) {
            let run = run(&job);
            let trace = run.trace();
            let end = trace.n_expanded();
            for node in 1..trace.n_nodes() {
                let status = trace.status(node, end);
                let why = why(&run, node, end);
                let Some(place) = after(&why, "it was number ").map(number) else {
                    continue;
                };
                let is_kept = place <= job.settings.options.beam_width as f64;
                let is_cut = status == Status::Discarded(NodeOutcome::Cut);
                assert_eq!(is_kept, !is_cut, "{why}");
                n_cut += u32::from(is_cut);
            }
        }
        assert!(n_cut > 10, "{n_cut}");
    }
}

/// With a consistent heuristic the lowest backed-up f never falls, and the goal's is the optimal
/// cost.
#[test]
fn backed_up_values_rise_to_the_optimal_cost() {
    for about in ALGORITHMS
        .iter()
        .filter(|it| it.selection == Selection::LowestBackedUpF)
    {
        let mut n_backed_up = 0;
        let is_consistent = |job: &Job| job.problem.name() != "Delhi to Hyderabad";
        for job in jobs(about).into_iter().filter(is_consistent) {
            let run = run(&job);
            let trace = run.trace();
            let end = trace.n_expanded();
            let mut last = 0.0;
            for at in 1..=end.min(400) {
                let node = trace.expanded_node(at).unwrap();
                if trace.parent(node).is_none() {
                    continue;
                }
                let why = why(&run, node, end);
                let told = format!("{} at step {at}: {why}", about.key);
                let f = number(after(&why, "f = ").unwrap());
                assert!(f >= last, "{told}: {last} before");
                let own = f64::from(trace.g(node) + trace.h(node));
                assert_eq!(f > own, why.contains("backed-up"), "{told}");
                assert!(f >= own, "{told}");
                if let Some(next) = after(&why, "others had ") {
                    assert!(number(next) >= f, "{told}");
                }
                n_backed_up += u32::from(f > own);
                last = f;
            }
            if let RunOutcome::Solved { cost, .. } = run.report().unwrap().outcome
                && end <= 400
            {
                assert!(last <= f64::from(cost), "{}: {last} of {cost}", about.key);
            }
        }
        assert!(n_backed_up > 5, "{}: {n_backed_up}", about.key);
    }
}

#[test]
fn a_local_search_says_how_it_ended() {
    let mut seen = Vec::new();
    for about in ALGORITHMS {
        for job in jobs(about) {
            let mut report = solve(&job).unwrap();
            let RunOutcome::Exhausted(dead_end) = report.outcome else {
                continue;
            };
            let sentence = report.sentence();
            let trace_of = run(&job);
            let trace = trace_of.trace();
            let last = trace.expanded_node(trace.n_expanded()).unwrap();
            let h = trace.h(last);
            let neighbours: Vec<u32> = (trace.generated_in(trace.n_expanded()))
                .map(|child| trace.h(child))
                .collect();
            let expected = format!(": h = {h}, no neighbour is lower");
            match dead_end {
                DeadEnd::LocalMinimum => {
                    assert!(sentence.contains(&expected), "{sentence}");
                    assert!(sentence.starts_with("Stuck in a local minimum after "));
                    let is_plateau = neighbours.contains(&h);
                    let is_off = job.settings.options.sideways == 0;
                    assert!(neighbours.iter().all(|&it| it >= h), "{sentence}");
                    assert!(!is_plateau || is_off, "{}: {sentence}", about.key);
                }
                DeadEnd::Plateau { .. } => {
                    assert!(sentence.contains(&expected), "{sentence}");
                    assert!(neighbours.iter().all(|&it| it >= h), "{sentence}");
                }
                DeadEnd::LocalMinimumOrPlateau => {
                    assert!(sentence.contains(&expected), "{sentence}");
                }
                _ => {}
            }
            report.best = None;
            assert!(!report.sentence().is_empty());
            if about.directionality == Directionality::Unidirectional {
                seen.push(std::mem::discriminant(&dead_end));
            }
        }
    }
    for expected in [DeadEnd::LocalMinimum, DeadEnd::LocalMinima { n_climbs: 7 }] {
        assert!(
            seen.contains(&std::mem::discriminant(&expected)),
            "{expected:?}"
        );
    }
}

#[test]
fn a_restart_is_no_iteration_with_a_bound() {
    let about = ALGORITHMS
        .iter()
        .find(|it| explain::has_restarts(it))
        .unwrap();
    let run = run(&a_job(problems().next().unwrap(), about));
    let trace = run.trace();
    let mut names: Vec<String> = (0..=trace.n_expanded())
        .filter_map(|t| trace.iteration(t))
        .map(|iteration| explain::iteration(run.job(), trace, &iteration))
        .collect();
    names.dedup();
    assert_eq!(names[0], "First climb");
    let n = trace.n_iterations() - 1;
    assert_eq!(names[1], format!("Restart 1 of {n}"));
    assert!(names.iter().all(|name| !name.contains("bound")));
}

#[test]
fn the_root_is_expanded_in_each_iteration_with_the_successors_of_that() {
    for key in ["ida-star", "iterative-deepening"] {
        let about = job::algorithm(key).unwrap();
        let mut runs = problems().map(|problem| run(&a_job(problem, about)));
        let run = runs.find(|run| run.trace().n_iterations() > 2).unwrap();
        let trace = run.trace();
        let n_actions = n_actions(&run.job().problem, &state(&run, 0));
        let n = trace.n_iterations();
        // The last one may have ended before the root had all its successors.
        for number in 1..n - 1 {
            let first = trace.first_moment_of(number).unwrap();
            let iteration = trace.iteration(first).unwrap();
            let begin = *iteration.moments.start();
            let text = why(&run, 0, *iteration.moments.end());
            let began = format!("At step {begin} it began iteration {} of {n}", number + 1);
            assert!(text.contains(&began), "{key}: {text}");
            let successors = format!(" {n_actions} successors.");
            assert!(text.ends_with(&successors), "{key}: {text}");
        }
    }
}

#[test]
fn cities_are_named() {
    let mut problems = problems().filter(|problem| problem.name() == "Arad to Bucharest");
    let job = a_job(problems.next().unwrap(), job::algorithm("a-star").unwrap());
    let run = run(&job);
    let trace = run.trace();
    let sibiu = (0..trace.n_nodes())
        .find(|&node| trace.expanded_at(node) == Some(2))
        .unwrap();
    let text = why(&run, sibiu, 2);
    assert!(text.contains("Next in line was Timisoara, node "), "{text}");
}

#[test]
fn a_node_has_the_costs_that_its_search_knows() {
    let puzzle = || problems().next().unwrap();
    for (key, equation, costs) in [
        ("a-star", Some("f = g + h = 3 + 4 = 7"), "g 3, h 4, f 7"),
        (
            "weighted-a-star",
            Some("f = g + w · h = 3 + 1.5 · 4 = 9"),
            "g 3, h 4, f 9",
        ),
        ("greedy-best-first", Some("h = 4"), "g 3, h 4"),
        ("uniform-cost", Some("g = 3"), "g 3"),
        ("breadth-first", None, "g 3"),
    ] {
        let job = a_job(puzzle(), job::algorithm(key).unwrap());
        assert_eq!(explain::equation(&job, 3, 4).as_deref(), equation, "{key}");
        let known = explain::costs(&job, 3, 4).into_iter();
        let known: Vec<String> = known.map(|(name, cost)| format!("{name} {cost}")).collect();
        assert_eq!(known.join(", "), costs, "{key}");
    }
}
