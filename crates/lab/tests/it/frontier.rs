//! The frontier of every algorithm, in order: compared with the run itself, with another run that
//! stops there, and with sentences that are computed anew.

use crate::explain::{jobs, run};
use crate::originals::originals;
use crate::sentences::{after, number};
use fastrand::Rng;
use std::collections::BTreeSet;
use std::sync::Arc;
use tilescope_lab::{Job, Problem, Run, explain};
use tilescope_search::{ALGORITHMS, About, Action, Applies, NodeOutcome, Selection, TieBreaking};
use tilescope_trace::frontier::{Order, sides};
use tilescope_trace::{FrontierIndex, Moment, NodeId, Status, Trace};

/// The jobs of an algorithm, with every way of breaking ties.
pub fn jobs_by_ties(about: &'static About) -> Vec<Job> {
    let ties = about.options.iter().find_map(|applies| match applies {
        Applies::TieBreaking(ties) => Some(*ties),
        _ => None,
    });
    let with = |job: &Job, ties: TieBreaking| {
        let mut job = job.clone();
        job.settings.options.ties = ties;
        job
    };
    match ties {
        None => jobs(about),
        Some(ties) => (jobs(about).iter())
            .flat_map(|job| ties.iter().map(|&ties| with(job, ties)))
            .collect(),
    }
}

pub fn index(run: &Run) -> Arc<FrontierIndex> {
    let order = explain::order(run.job());
    Arc::new(FrontierIndex::new(run.trace(), order))
}

fn moments(random: &mut Rng, trace: &Trace, n: usize) -> Vec<Moment> {
    let random = (0..n).map(|_| random.u32(0..=trace.n_expanded()));
    random.collect()
}

fn told(run: &Run, t: Moment) -> String {
    let Job {
        settings, problem, ..
    } = run.job();
    let ties = settings.options.ties.label();
    format!(
        "{}, {ties}: {} at {t}",
        settings.algorithm.key,
        problem.name()
    )
}

/// The strongest check of the order: at every moment, the first node is the one expanded next.
#[test]
fn the_first_of_the_frontier_is_expanded_next() {
    let mut random = Rng::with_seed(1);
    for about in ALGORITHMS {
        let mut n_checked = 0;
        for job in jobs_by_ties(about) {
            let run = run(&job);
            let trace = run.trace();
            let index = index(&run);
            for t in moments(&mut random, trace, 150) {
                let frontier = index.at(trace, t);
                let Some(next) = trace.expanded_node(t + 1) else {
                    continue;
                };
                // A new iteration expands the root again.
                let is_on_frontier = trace.status(next, t) == Status::Frontier;
                if !is_on_frontier {
                    assert_eq!(next, 0, "{}", told(&run, t));
                    continue;
                }
                let row = frontier.rank(trace, next).unwrap();
                let side = trace.direction(next);
                assert_eq!(frontier.rows(trace, side, row..row + 1), [next]);
                if index.order().is_exact {
                    assert_eq!(row, 0, "{}: node {next}", told(&run, t));
                    n_checked += 1;
                } else if about.selection == Selection::LowestF {
                    // One of the first tie is drawn.
                    assert!(
                        frontier.ties(side)[0].rows.contains(&row),
                        "{}",
                        told(&run, t)
                    );
                    n_checked += 1;
                }
            }
        }
        let is_exact = Order::of(about, &about.defaults()).is_exact;
        assert_eq!(n_checked > 50, is_exact, "{}: {n_checked}", about.key);
    }
}

#[test]
fn the_frontier_is_that_of_a_run_that_stops_there() {
    let mut random = Rng::with_seed(2);
    for about in ALGORITHMS {
        for job in jobs_by_ties(about) {
            let whole = run(&job);
            let of_whole = index(&whole);
            for t in moments(&mut random, whole.trace(), 2) {
                if t == 0 || t == whole.trace().n_expanded() {
                    continue;
                }
                let mut until = job.clone();
                until.settings.limits.expanded = Some(t.into());
                let part = run(&until);
                let trace = part.trace();
                assert_eq!(trace.n_expanded(), t);
                let of_part = index(&part);
                let message = told(&part, t);
                let frontiers = [
                    (of_whole.at(whole.trace(), t), whole.trace()),
                    (of_part.at(trace, t), trace),
                ];
                for side in sides(trace) {
                    let [whole, part] = frontiers
                        .each_ref()
                        .map(|(frontier, trace)| frontier.rows(trace, side, 0..frontier.len(side)));
                    // The run that stops there ends with the best solution so far: the nodes at
                    // which that ends have left its frontier.
                    let is_open = |node: &NodeId| trace.status(*node, t) == Status::Frontier;
                    let whole: Vec<NodeId> = whole.into_iter().filter(is_open).collect();
                    assert!(whole == part, "{message}: {whole:?}, {part:?}");
                }
            }
        }
    }
}

/// Every sentence is the same with the index as without it, where nodes are simply looked at.
#[test]
fn sentences_with_and_without_an_index_agree() {
    let mut random = Rng::with_seed(3);
    let mut n_sentences = 0;
    for about in ALGORITHMS {
        for job in jobs_by_ties(about) {
            let run = run(&job);
            let trace = run.trace();
            let index = index(&run);
            let originals = originals(&job, trace);
            for _ in 0..150 {
                let (node, t) = (
                    random.u32(..trace.n_nodes()),
                    random.u32(0..=trace.n_expanded()),
                );
                let original = explain::original(&job, trace, Some(&originals), node, t).node();
                let quick = explain::why_with(&job, trace, Some(&index), original, node, t);
                let plain = explain::why(&job, trace, node, t);
                assert_eq!(quick, plain, "{}: node {node}", told(&run, t));
                n_sentences += 1;
            }
        }
    }
    assert!(n_sentences > 20_000, "{n_sentences}");
}

/// The actions that lead to nodes of a small trace.
fn actions_of(trace: &Trace) -> BTreeSet<Action> {
    let nodes = 0..trace.n_nodes().min(1000);
    nodes.filter_map(|node| trace.action(node)).collect()
}

/// The numbers in the sentences of best-first searches, computed anew.
#[test]
fn the_numbers_in_a_sentence_are_true() {
    let mut random = Rng::with_seed(4);
    let is_best_first = |about: &&&About| about.selection == Selection::LowestF;
    let (mut n_selected, mut n_waiting) = (0, 0);
    for about in ALGORITHMS.iter().filter(is_best_first) {
        for job in jobs_by_ties(about) {
            let run = run(&job);
            let trace = run.trace();
            let index = index(&run);
            let f = |node: NodeId| explain::f(&job, trace.g(node), trace.h(node)).unwrap();
            let ties = job.settings.options.ties;
            // Which comes first among all: the lowest.
            let place = |node: NodeId| {
                let (g, h, age) = (trace.g(node), trace.h(node), i64::from(node));
                match ties {
                    TieBreaking::Fifo => (f(node), 0, age),
                    TieBreaking::Lifo => (f(node), 0, -age),
                    TieBreaking::LowH => (f(node), i64::from(h), -age),
                    TieBreaking::HighG => (f(node), -i64::from(g), -age),
                    TieBreaking::Random => (f(node), 0, 0),
                }
            };
            for _ in 0..60 {
                let node = random.u32(1..trace.n_nodes());
                let t = random.u32(0..=trace.n_expanded());
                let mut why = explain::why_with(&job, trace, Some(&index), None, node, t);
                // On a road map a node's city comes before its number.
                for action in actions_of(trace) {
                    let city = format!("{}, node ", job.problem.action_name(action));
                    why = why.replace(&city, "node ");
                }
                let count = |marker: &str| after(&why, marker).map(|n| number(n) as usize);
                match trace.status(node, t) {
                    Status::Expanded => {
                        let before = trace.expanded_at(node).unwrap() - 1;
                        let others: Vec<NodeId> = (trace.frontier(before))
                            .filter(|&other| other != node)
                            .collect();
                        let n_tied = others.iter().filter(|&&it| f(it) == f(node)).count();
                        assert!(others.iter().all(|&it| f(it) >= f(node)), "{why}");
                        assert_eq!(count("tied with ").unwrap_or(0), n_tied, "{why}");
                        if let Some(next) = count("Next in line was node ") {
                            let first = others.iter().min_by_key(|&&it| place(it));
                            assert_eq!(Some(&(next as NodeId)), first, "{why}");
                        } else if ties != TieBreaking::Random {
                            assert!(others.is_empty(), "{why}");
                        }
                        n_selected += 1;
                    }
                    Status::Frontier if ties != TieBreaking::Random => {
                        let others = trace.frontier(t).filter(|&other| other != node);
                        let before: Vec<NodeId> =
                            others.filter(|&it| place(it) < place(node)).collect();
                        let first = before.iter().copied().min_by_key(|&it| place(it));
                        match before.len() {
                            0 => assert!(why.contains("It is next in line."), "{why}"),
                            1 => {
                                let only = format!("Before it stands node {}.", before[0]);
                                assert!(why.replace('\u{2009}', "").contains(&only), "{why}");
                            }
                            n => {
                                let text = why.replace('\u{2009}', "");
                                assert!(
                                    text.contains(&format!(" {n} nodes stand before")),
                                    "{why}"
                                );
                                let named = count("the first of them node ");
                                assert_eq!(named, first.map(|it| it as usize), "{why}");
                            }
                        }
                        n_waiting += 1;
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(
        n_selected > 1000 && n_waiting > 1000,
        "{n_selected}, {n_waiting}"
    );
}

/// What is still to come beside a path is what the search generates there later, in this order.
#[test]
fn alternatives_along_a_path_are_generated_later_in_order() {
    let mut random = Rng::with_seed(5);
    let (mut n_levels, mut n_to_come) = (0, 0);
    let strategy = |about: &About| about.strategy(&about.defaults());
    let keeps_path = |about: &&&About| explain::keeps_path_alone(strategy(about));
    for about in ALGORITHMS.iter().filter(keeps_path) {
        for job in jobs(about) {
            let run = run(&job);
            let trace = run.trace();
            for t in moments(&mut random, trace, 150) {
                let levels = explain::path_levels(&job, trace, t);
                let next = trace.expanded_node(t + 1).filter(|&node| node > 0);
                if next.is_some() && t > 0 {
                    assert_eq!(levels.first().map(|level| level.node), next);
                }
                let iteration = trace.iteration(t).unwrap().nodes;
                for level in levels {
                    let Some(parent) = trace.parent(level.node) else {
                        continue;
                    };
                    let later = trace.children(parent).filter(|&child| {
                        child >= trace.n_generated(t) && iteration.contains(&child)
                    });
                    let later: Vec<Action> = later.filter_map(|node| trace.action(node)).collect();
                    let to_come = &level.to_come;
                    assert!(to_come.starts_with(&later), "{}", told(&run, t));
                    let is_last = iteration.end == trace.n_nodes();
                    assert!(is_last || later == *to_come, "{}", told(&run, t));
                    n_levels += 1;
                    n_to_come += to_come.len();
                }
            }
        }
    }
    assert!(
        n_levels > 1000 && n_to_come > 500,
        "{n_levels}, {n_to_come}"
    );
}

/// The node with the lowest backed-up f is expanded next.
#[test]
fn the_first_by_backed_up_value_is_expanded_next() {
    let mut random = Rng::with_seed(7);
    let is_by_value = |about: &&&About| about.selection == Selection::LowestBackedUpF;
    for about in ALGORITHMS.iter().filter(is_by_value) {
        let mut n_checked = 0;
        for job in jobs(about) {
            let run = run(&job);
            let trace = run.trace();
            let mut moments = moments(&mut random, trace, 100);
            moments.sort_unstable();
            let mut values = explain::BackedUp::new(&job, trace);
            for t in moments {
                while !values.advance(trace, t, 7) {}
                let order = values.order(trace);
                let Some(next) = trace.expanded_node(t + 1) else {
                    continue;
                };
                let first = order.first().map(|&(node, _)| node).unwrap();
                assert!(
                    values.are_same(first, next) || next == first || {
                        // A node that was expanded in part has a new number when it is expanded again.
                        trace.parent(first) == trace.parent(next)
                            && trace.action(first) == trace.action(next)
                    },
                    "{}: {first} or {next}",
                    told(&run, t)
                );
                n_checked += 1;
            }
        }
        assert!(n_checked > 100, "{}: {n_checked}", about.key);
    }
}

/// A run without a record counts its frontier as it goes. That is the frontier of the record at the
/// step at which the run is stopped. At its end, the goal is still among the nodes that are counted,
/// if it was selected from the frontier; the report on a recorded run leaves it out.
#[test]
fn the_frontier_that_is_counted_is_that_of_the_record() {
    let mut random = Rng::with_seed(5);
    for about in ALGORITHMS {
        for job in jobs(about) {
            let whole = run(&job);
            let trace = whole.trace();
            let end = trace.n_expanded();
            let of_record = |t| Some(u64::from(trace.frontier_size(t)));
            let report = whole.report().unwrap();
            assert_eq!(
                report.counts.frontier,
                of_record(end),
                "{}",
                told(&whole, end)
            );
            let last = whole.series().samples().last().unwrap();
            assert_eq!(last.frontier, of_record(end), "{}", told(&whole, end));
            for t in moments(&mut random, trace, 4) {
                // Between two iterations the root is about to be expanded again.
                let is_between = trace.expanded_node(t + 1) == Some(0);
                if t == end || is_between {
                    continue;
                }
                let mut counted = job.clone();
                counted.record = 0;
                counted.settings.limits.expanded = Some(t.into());
                let counts = run(&counted).report().unwrap().counts;
                let found = (counts.expanded, counts.frontier);
                assert_eq!(found, (t.into(), of_record(t)), "{}", told(&whole, t));
            }
        }
    }
}

/// The cost of the path that the record has to a node.
fn path_cost(job: &Job, trace: &Trace, node: NodeId) -> u64 {
    let nodes = [node].into_iter().chain(trace.ancestors(node));
    let actions = nodes.filter_map(|node| trace.action(node));
    let cost = |action: Action| match &job.problem {
        Problem::Tiles(_) => 1,
        Problem::Route(route) => u64::from(route.map.road(action).length),
    };
    actions.map(cost).sum()
}

/// Also of nodes that were reached again by a cheaper path, forgotten and generated again.
#[test]
fn g_of_every_node_on_the_frontier_is_the_cost_of_its_path() {
    let mut random = Rng::with_seed(6);
    let mut n_improved = 0;
    for about in ALGORITHMS {
        for job in jobs(about) {
            let run = run(&job);
            let trace = run.trace();
            let index = index(&run);
            for t in moments(&mut random, trace, 6) {
                let frontier = index.at(trace, t);
                for side in sides(trace) {
                    for node in frontier.rows(trace, side, 0..frontier.len(side)) {
                        let is_improved = matches!(
                            trace.outcome(node),
                            NodeOutcome::Improved | NodeOutcome::Reopened
                        );
                        n_improved += usize::from(is_improved);
                        let g = u64::from(trace.g(node));
                        let told = told(&run, t);
                        assert_eq!(g, path_cost(&job, trace, node), "{told}: node {node}");
                    }
                }
            }
        }
    }
    assert!(n_improved > 20, "{n_improved}");
}
