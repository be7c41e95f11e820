//! The nodes that duplicates and better paths are due to, compared with the states of all nodes.

use crate::explain::{a_job, jobs, problems, run, state, why};
use tilescope_lab::explain::{Originals, OriginalsBuilder, Sought};
use tilescope_lab::files::from_start;
use tilescope_lab::{Job, State, explain, job};
use tilescope_puzzle::notation::parse_board;
use tilescope_search::{ALGORITHMS, NodeOutcome, Weight};
use tilescope_trace::{NodeId, Status, Trace};

/// The index of the earlier nodes, built in small steps.
pub fn originals(job: &Job, trace: &Trace) -> Originals {
    let mut builder = OriginalsBuilder::new(job, trace);
    while !builder.step(trace, 1000) {
        assert!((0.0..=1.0).contains(&builder.progress()));
    }
    builder.finish()
}

#[test]
fn a_duplicate_leads_to_a_node_with_its_state() {
    for about in ALGORITHMS {
        for job in jobs(about) {
            let run = run(&job);
            let trace = run.trace();
            let end = trace.n_expanded();
            let is_duplicate = |&node: &NodeId| {
                let status = trace.status(node, end);
                matches!(status, Status::Discarded(it) if it != NodeOutcome::Cut)
            };
            let index = originals(&job, trace);
            let max_bytes = OriginalsBuilder::max_bytes(&job, trace);
            assert!(index.bytes() as u64 <= max_bytes, "{}", about.key);
            for node in (0..trace.n_nodes()).filter(is_duplicate).take(300) {
                let quick = explain::original(&job, trace, Some(&index), node, end);
                let Sought::Found(found) = quick else {
                    panic!(
                        "{}: {}: node {node}: {}",
                        about.key,
                        job.problem.name(),
                        why(&run, node, end)
                    );
                };
                let scanned = explain::original_by_scan(&job, trace, node, end);
                assert_eq!(scanned, Some(found), "{}: node {node}", about.key);
                let told = format!("{}: {node} of {found}", about.key);
                assert_ne!(found, node);
                assert_eq!(trace.direction(found), trace.direction(node), "{told}");
                assert!(state(&run, found) == state(&run, node), "{told}");
                if why(&run, node, end).contains("at no higher cost") {
                    assert!(trace.g(found) <= trace.g(node), "{told}");
                }
            }
        }
    }
}

/// Greedy search with graph search meets states again by cheaper paths, open and expanded ones.
#[test]
fn a_better_path_improves_an_open_node_or_reopens_an_expanded_state() {
    let (mut n_improved, mut n_reopened) = (0, 0);
    let hardest = parse_board("8 6 7 / 2 5 4 / 3 _ 1").unwrap();
    for problem in problems().chain([from_start(hardest).into()]) {
        let mut job = a_job(problem, job::algorithm("weighted-a-star").unwrap());
        job.settings.options.weight = Weight::new(5.0).unwrap();
        job.settings.limits.expanded = Some(1_500);
        let run = run(&job);
        let trace = run.trace();
        let states: Vec<State> = (0..trace.n_nodes()).map(|node| state(&run, node)).collect();
        for node in 1..trace.n_nodes() {
            let (before, words) = match trace.outcome(node) {
                NodeOutcome::Improved => (Status::Frontier, "Improved while open"),
                NodeOutcome::Reopened => (Status::Expanded, "Reopened"),
                _ => continue,
            };
            let is_earlier = |&other: &NodeId| {
                trace.outcome(other).is_on_frontier()
                    && states[other as usize] == states[node as usize]
            };
            let earlier = (0..node).rev().find(is_earlier).unwrap();
            let at = trace.generated_at(node);
            assert_eq!(trace.status(earlier, at - 1), before, "node {node}");
            assert!(trace.g(node) < trace.g(earlier), "node {node}");
            match before {
                Status::Frontier => {
                    n_improved += 1;
                    let discarded = Some((at, NodeOutcome::Duplicate));
                    assert_eq!(trace.discarded_at(earlier), discarded, "node {node}");
                }
                _ => n_reopened += 1,
            }
            let told = format!(
                "{words} because g fell from {} to {} (node {earlier}). ",
                trace.g(earlier),
                trace.g(node)
            );
            for t in [at, trace.n_expanded()] {
                if let Status::Frontier | Status::Expanded = trace.status(node, t) {
                    let why = why(&run, node, t).replace('\u{2009}', "");
                    assert!(why.starts_with(&told), "{why}");
                }
            }
        }
    }
    assert!(
        n_improved > 0 && n_reopened > 0,
        "{n_improved} improved, {n_reopened} reopened"
    );
}

/// An algorithm that keeps a path alone drops nodes as cycles at most, which need no index.
#[test]
fn the_index_of_a_run_without_duplicates_takes_no_memory() {
    let max_bytes = |key| {
        let job = a_job(problems().next().unwrap(), job::algorithm(key).unwrap());
        OriginalsBuilder::max_bytes(&job, run(&job).trace())
    };
    for key in ["ida-star", "iterative-deepening", "rbfs"] {
        assert_eq!(max_bytes(key), 0, "{key}");
    }
    assert!(max_bytes("a-star") > 0);
}
